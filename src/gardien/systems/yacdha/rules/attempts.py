"""One attempt of a side: throw, luck, checks, consequences, and what the rules forbid (FOR, RER, COO, LUC, GAU).

The order is always the same: action dice, forced dice, the opposition's die; then luck may turn an action die; then the
checks that forced dice call for; then everything that hurts, in one step.
"""

from typing import Any, Literal

from msgspec import UNSET, structs

from gardien.core.chance import Program, apply, decide, fold, less, step
from gardien.core.dice import ALL, Pooled
from gardien.core.errors import Refusal
from gardien.core.values import Value, like
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.gauges import check, stakes_due
from gardien.systems.yacdha.rules.luck import SurviveGiven, survive
from gardien.systems.yacdha.rules.throws import Fallen, Judged, Throw, degree_of, judge, throw_dice
from gardien.systems.yacdha.vocabulary import (
    GAUGE_OF,
    TOP,
    Actor,
    Category,
    Gauge,
    Member,
    MemberAfter,
    Opposition,
    Stake,
    luck_of,
    trauma_floor,
)


class Party(Value, frozen=True, kw_only=True):
    """A side about to throw, and what the reader wants to know of it."""

    throw: Throw
    members: tuple[Member, ...]
    category: Category
    options: Options
    stakes: tuple[Stake, ...] = ()
    watched: frozenset[str] = frozenset()  # members whose fate is told
    dice_seen: bool = False  # every die is told


class Fate(Value, frozen=True, kw_only=True):
    """What one attempt brought one member."""

    name: str
    forced_die: int = 0
    checked: bool = False
    check_die: int = 0
    raised: bool = False
    after: MemberAfter


class AttemptResult(Value, frozen=True, kw_only=True):
    """What one attempt of a side came to."""

    action_dice: tuple[int, ...]
    judged: Judged
    opposition: int
    success: bool
    stake_increase: int
    luck_refused: tuple[str, ...]
    fates: tuple[Fate, ...]


def attempt(party: Party) -> Program[AttemptResult]:
    """Throw, let luck intervene, judge, check, and take the consequences (YAC-LUC-03, YAC-GAU-08).

    Every attempt is judged by itself: a later one takes nothing back (YAC-RER-05). Whoever takes part suffers the
    stakes in full (YAC-COO-05).
    """
    throw = looked_at(party)
    fallen = yield from apply(throw_dice, throw)
    party = yield from _ask_for_luck(party, throw, fallen)
    fallen, spent, refused = after_luck(party, throw, fallen)
    judged = judge(throw, fallen)
    for name in spent:
        yield from step("luck_convert", 1, "YAC-LUC-03", who=name)
    for name in refused:
        yield from step("luck_refused", True, "YAC-LUC-04", who=name)
    yield from apply(_reasons, throw, fallen, judged)
    success = judged.margin >= 1
    hurts = {gauge: stakes_due(party.stakes, gauge, judged.margin) for gauge in ("trauma", "madness")}
    if any(hurts.values()):
        yield from step("stake_increase", sum(hurts.values()), "YAC-ACT-11")
    none_checked: Checks = ()
    checks = yield from fold(check_next, none_checked, due_checks(party, throw, fallen, judged))
    none_settled: tuple[Fate, ...] = ()
    fates = yield from fold(
        _settle_next,
        none_settled,
        tuple(
            (party, member, name_forced(throw, fallen, member), (hurts["trauma"], hurts["madness"]), checks, spent)
            for member in party.members
            if member.name in party.watched
        ),
    )
    return AttemptResult(
        action_dice=fallen.action.seen if party.dice_seen else (),
        judged=judged,
        opposition=fallen.opposition,
        success=success,
        stake_increase=sum(hurts.values()),
        luck_refused=refused,
        fates=fates,
    )


def _ask_for_luck(party: Party, throw: Throw, fallen: Fallen) -> Program[Party]:
    """Whoever acts alone decides once the throw lies there and before a gauge is checked (YAC-LUC-03, YAC-LUC-05)."""
    member, *others = party.members
    if others or member.name or member.luck_convert or luck_of(member.kind, member.luck, party.options) < 1:
        return party
    judged = judge(throw, fallen)
    open = is_threatened(party, throw, fallen, member) and bool(due_checks(party, throw, fallen, judged))
    told: tuple[tuple[str, object], ...] = ()
    if open:
        told = (
            ("rolled", True),
            ("action_dice", fallen.action.seen),
            ("action_kept", judged.kept),
            ("forced_die", name_forced(throw, fallen, member) or UNSET),
            ("opposition", fallen.opposition),
            ("margin", judged.margin),
        )
    wish = yield from decide("luck_convert", member.luck_convert, open, told, lapses=True)
    return structs.replace(party, members=(structs.replace(member, luck_convert=wish),)) if wish else party


def is_threatened(party: Party, throw: Throw, fallen: Fallen, member: Member) -> bool:
    """Whether the throw as it lies may raise somebody's own trauma: stakes, or their dT (YAC-LUC-04)."""
    judged = judge(throw, fallen)
    strained = party.category == "physical" and name_forced(throw, fallen, member) > judged.bar
    return strained or stakes_due(party.stakes, "trauma", judged.margin) > 0


def looked_at(party: Party) -> Throw:
    """The throw with just those dice told apart that somebody looks at: all in play, few in odds."""
    throw = party.throw
    if party.dice_seen:
        return structs.replace(throw, seen=ALL, seen_forced=ALL)
    converted = {m.luck_convert.die - 1 for m in party.members if m.luck_convert and m.luck_convert.die <= throw.pool}
    own = {m.name for m in party.members if m.name in party.watched or m.luck_convert}
    return structs.replace(
        throw,
        seen=tuple(sorted(converted)),
        seen_forced=tuple(position for position, name in enumerate(throw.forced) if name in own),
    )


def name_forced(throw: Throw, fallen: Fallen, member: Member) -> int:
    """What a member's own forced die shows, where it is told apart; 0 without one."""
    if not member.forced:
        return 0
    position = throw.forced.index(member.name)
    places = range(len(throw.forced)) if isinstance(throw.seen_forced, int) else throw.seen_forced
    return fallen.forced.seen[list(places).index(position)]


def after_luck(party: Party, throw: Throw, fallen: Fallen) -> tuple[Fallen, tuple[str, ...], tuple[str, ...]]:
    """Luck turns action dice, in member order, each judged on the throw as it then lies (YAC-LUC-03, YAC-LUC-04).

    Only a threat to one's own trauma opens the door: stakes that would now hurt, or one's own dT above the kept die
    (YAC-LUC-05). No die twice, and nothing is paid for a conversion that is not allowed. A die turned to 6 carries any
    possible act of one without disadvantage against a fixed opposition (YAC-LUC-06).
    """
    spent: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    turned: set[int] = set()
    for member in party.members:
        wish = member.luck_convert
        if wish is None:
            continue
        threatened = is_threatened(party, throw, fallen, member)
        # A die may be gone: a side that has lost a member throws fewer (YAC-CMP-02).
        no_such_die = wish.die in turned or wish.die > throw.pool
        if luck_of(member.kind, member.luck, party.options) < 1 or not threatened or no_such_die:
            refused += (member.name,)
            continue
        spent += (member.name,)
        turned.add(wish.die)
        places = range(throw.pool) if isinstance(throw.seen, int) else throw.seen
        place = list(places).index(wish.die - 1)
        faces = fallen.action.seen
        action = Pooled((*faces[:place], wish.value, *faces[place + 1 :]), fallen.action.rest)
        fallen = Fallen(action, fallen.forced, fallen.opposition)
    return fallen, spent, refused


def apply_luck(party: Party) -> Program[tuple[Judged, tuple[str, ...], tuple[str, ...], tuple[str, ...]]]:
    """A throw without opposition, luck included: what it comes to, who must check, who spent luck, who was refused."""
    throw = looked_at(party)
    fallen = yield from apply(throw_dice, throw)
    fallen, spent, refused = after_luck(party, throw, fallen)
    judged = judge(throw, fallen)
    due = tuple(one.name for one in due_checks(party, throw, fallen, judged))
    return judged, due, spent, refused


class DueCheck(Value, frozen=True):
    """A check that is due."""

    gauge: Gauge
    value: int
    name: str
    die_seen: bool


Checks = tuple[tuple[str, int, bool], ...]


def due_checks(party: Party, throw: Throw, fallen: Fallen, judged: Judged) -> tuple[DueCheck, ...]:
    """Who must check: those whose own forced die is strictly above the kept action (YAC-FOR-02, YAC-COO-04)."""
    gauge = GAUGE_OF[party.category]
    return tuple(
        DueCheck(gauge, getattr(member, gauge), member.name, party.dice_seen)
        for member in party.members
        if member.name in party.watched and name_forced(throw, fallen, member) > judged.bar
    )


def check_next(done: Checks, due: DueCheck) -> Program[Checks]:
    """The check compares with the gauge as it stood before the throw (YAC-GAU-08)."""
    yield from step("check_required", True, "YAC-FOR-02", who=due.name)
    checked = yield from apply(check, due.gauge, due.value, due.name, due.die_seen)
    return (*done, (due.name, checked.die, checked.raised))


def _settle_next(
    done: tuple[Fate, ...], item: tuple[Party, Member, int, tuple[int, int], Checks, tuple[str, ...]]
) -> Program[tuple[Fate, ...]]:
    party, member, forced_die, (trauma_hurt, madness_hurt), checks, spent = item
    own = next((one for one in checks if one[0] == member.name), None)
    raised = own is not None and own[2]
    physical = party.category == "physical"
    after = yield from apply(
        suffer,
        structs.replace(member, luck_convert=None),
        trauma_hurt + (raised and physical),
        madness_hurt + (raised and not physical),
        member.name in spent,
        party.options,
    )
    fate = Fate(
        name=member.name,
        forced_die=forced_die,
        checked=own is not None,
        check_die=own[1] if own else 0,
        raised=raised,
        after=after,
    )
    return (*done, fate)


def suffer(member: Member, trauma_hurt: int, madness_hurt: int, spent: int, options: Options) -> Program[MemberAfter]:
    """All increases of one act fall in one step; then luck may turn death into coma (YAC-GAU-08, YAC-LUC-12)."""
    luck = luck_of(member.kind, member.luck, options) - spent
    madness = min(TOP, member.madness + madness_hurt)
    if madness_hurt:
        yield from step(
            "madness",
            madness,
            "YAC-GAU-08",
            (("madness", member.madness), ("increase", madness_hurt)),
            (1, TOP),
            member.name,
        )
    survived = yield from apply(
        survive,
        like(
            SurviveGiven,
            member,
            increase=trauma_hurt,
            luck=luck,
            kind="investigator" if member.kind == "investigator" else "npc",
        ),
        options,
    )
    status: Any = survived.status
    if status != "dead" and madness == TOP and member.kind == "investigator":
        # Madness is lost last: a coma does not save the mind (YAC-GAU-03, YAC-GAU-04).
        yield from step("status", "mad", "YAC-GAU-03", who=member.name)
        status = "mad"
    return MemberAfter(
        madness=madness,
        trauma=survived.trauma,
        sequelae=survived.sequelae,
        trauma_min=survived.trauma_min,
        luck=survived.luck,
        status=status,
        survival_refused=None if survived.refused in (UNSET, "coma") else survived.refused,  # type: ignore[arg-type]
    )


def unchanged_member(member: Member, options: Options) -> MemberAfter:
    """Somebody to whom nothing happened."""
    return like(
        MemberAfter,
        member,
        trauma_min=trauma_floor(member.sequelae),
        luck=luck_of(member.kind, member.luck, options),
        status="active",
    )


def _reasons(throw: Throw, fallen: Fallen, judged: Judged) -> Program[None]:
    yield from step("action_kept", judged.kept, "YAC-ADV-02" if throw.keep == "lowest" else "YAC-ACT-05", who=throw.who)
    if throw.forced:
        yield from step("raw", judged.raw, "YAC-FOR-01", who=throw.who)
    if throw.level and throw.level_first:
        yield from step("result", judged.result, "YAC-FOR-05", who=throw.who)
    elif throw.level:
        parts = (("raw", judged.raw), ("level", throw.level))
        yield from step("result", judged.result, "YAC-OCC-02", parts, (1, TOP), throw.who)
    parts = (("result", judged.result), less("opposition", fallen.opposition))
    yield from step("margin", judged.margin, "YAC-ACT-05", parts, who=throw.who)
    yield from step("degree", degree_of(judged.margin), "YAC-DEG-01", who=throw.who)
    return None


# --- what the rules forbid -------------------------------------------------------------------------------------------

Refused = Literal[
    "reroll_vs_active", "npc_forced", "forced_not_justified", "forced_die_required", "forced_in_mass_action"
]


def refused_for(
    actors: tuple[Actor, ...],
    opposition: Opposition,
    attempt_number: int,
    stressful: bool | None,
    options: Options,
    *,
    investigation: bool = False,
    mass: bool = False,
) -> tuple[Refused, str] | None:
    """The first reason why this throw may not be made, with its rule; nothing is thrown then."""
    forces = any(actor.forced for actor in actors)
    repeated = attempt_number >= 2
    if repeated and opposition.active and (investigation or not options.reroll_vs_active):
        return "reroll_vs_active", "YAC-RER-04"
    if any(actor.forced and not actor.may_force for actor in actors):
        return "npc_forced", "YAC-NPC-02"
    if forces and stressful is False:
        return "forced_not_justified", "YAC-FOR-04"
    if repeated and _repeat_needs_forced_die(investigation, stressful, options) and not all(a.forced for a in actors):
        return "forced_die_required", "YAC-RER-06" if len(actors) > 1 else "YAC-RER-01"
    if mass and forces:
        return "forced_in_mass_action", "YAC-COO-07"
    return None


def _repeat_needs_forced_die(investigation: bool, stressful: bool | None, options: Options) -> bool:
    """A repeat needs the forced die; a search only when it is stressful, or as the table says (YAC-INV-05)."""
    if not investigation:
        return True
    choice = options.investigation_reroll_needs_madness_die
    return choice == "always" or (choice == "when_stressful" and stressful is True)


def check_conversions(actors: tuple[tuple[str, Actor], ...], pool: int) -> None:
    """A conversion names a die that is thrown; `actors` come with the path of their field."""
    for path, actor in actors:
        if actor.luck_convert and actor.luck_convert.die > pool:
            raise Refusal(
                "field/range",
                field=f"{path}luck_convert.die",
                rule="YAC-LUC-03",
                came=actor.luck_convert.die,
                low=1,
                high=pool,
            )
