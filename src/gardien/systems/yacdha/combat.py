"""One round of combat: everybody declares, all acts happen together, everything takes effect at the end (COM).

A round is first planned (who may act, what each act meets: no dice), then played out. A plan falls into parts whose
fates do not touch one another; odds and simulations ask for a part, play for the whole, and both read the same rules.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import UNSET, structs

from gardien.core.chance import Program, apply, fold, step, watch
from gardien.core.dice import Keep
from gardien.core.errors import Refusal
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.yacdha.fighters import (
    ActKind,
    ActRecord,
    Combatant,
    CombatantAfter,
    CombatGiven,
    CombatRound,
    FightStatus,
    Hold,
    standing_holds,
)
from gardien.systems.yacdha.gauges import check
from gardien.systems.yacdha.luck import SurviveGiven, survive
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.throws import (
    Facing,
    Fallen,
    Judged,
    Party,
    Throw,
    degree_of,
    judge,
    looked_at,
    lucky,
    name_forced,
    pool_for_one,
    throw_dice,
)
from gardien.systems.yacdha.values import Kind, LuckConversion, Member, luck_of, trauma_floor

CRITICAL = 6  # the margin that knocks out (YAC-COM-21)
NO_OPPOSITION = Facing()


class Hide(Value, frozen=True, kw_only=True):
    """What stands between a blow and its target."""

    creature: bool = False
    soak: int = 0
    immune: frozenset[str] = frozenset()
    bane: frozenset[str] = frozenset()


class Strain(Value, frozen=True, kw_only=True):
    """What an act may cost its author: a forced die, and the luck to meet it."""

    forced: bool = False
    trauma: int = 1
    kind: Kind = "npc"
    luck: int = 0
    luck_convert: LuckConversion | None = None


class Strike(Value, frozen=True, kw_only=True):
    """One act without its names: alike strikes have the same odds."""

    act: ActKind
    possible: bool = True  # False: fails without dice
    mutual: bool = False  # both try to immobilise each other (YAC-COM-12)
    pool: int = 1
    keep: Keep = "highest"
    level: int = 0
    facing: Facing = NO_OPPOSITION
    ceiling: int = 0
    tags: frozenset[str] = frozenset()
    hide: Hide = Hide()
    strain: Strain = Strain()
    level_first: bool = False


class Planned(Value, frozen=True, kw_only=True):
    """One act of the round: who, on whom, what."""

    actor: str
    target: str
    strike: Strike


class Plan(Value, frozen=True, kw_only=True):
    """A round, or a part of one, before any die falls."""

    fighters: tuple[Combatant, ...]
    acts: tuple[Planned, ...]
    holds: tuple[Hold, ...]
    fleeing: frozenset[str]
    options: Options

    def only(self, ids: Iterable[str]) -> "Plan":
        """The part of the round on which the fate of these fighters depends."""
        wanted = set(ids)
        return self.part({name for group in self.groups() if group & wanted for name in group})

    def part(self, names: set[str]) -> "Plan":
        """These fighters, who must be whole groups, and every act against them."""
        return Plan(
            fighters=tuple(one for one in self.fighters if one.id in names),
            acts=tuple(one for one in self.acts if one.target in names),
            holds=tuple(one for one in self.holds if one[1] in names),
            fleeing=self.fleeing & names,
            options=self.options,
        )

    def groups(self) -> list[set[str]]:
        """Fighters whose fates touch: a hold joins two, and so does an act that may cost its author something."""
        groups = [{one.id} for one in self.fighters]
        joined = list(self.holds)
        joined += [
            (one.actor, one.target) for one in self.acts if one.strike.act != "attack" or one.strike.strain.forced
        ]
        for one, other in joined:
            touched = [group for group in groups if one in group or other in group]
            groups = [group for group in groups if group not in touched] + [set().union(*touched)]
        return groups


# --- planning --------------------------------------------------------------------------------------------------------


def can_act(one: Combatant, holds: tuple[Hold, ...], first_round: bool) -> bool:
    """Whether somebody may declare: not surprised, not bound by a hold, on their feet (YAC-COM-03, YAC-COM-20)."""
    return one.status == "active" and not (first_round and one.surprised) and not any(one.id in hold for hold in holds)


def plan_round(given: CombatGiven, options: Options) -> Plan | Literal["flight_barred", "npc_forced"]:
    """Read the declarations: who acts on whom, with which dice, against what; or why the round cannot be played."""
    holds = standing_holds(given.combatants)
    first = given.round == 1
    by_id = {one.id: one for one in given.combatants}
    acting = {one.id for one in given.combatants if can_act(one, holds, first)}
    escaping = {
        one.id
        for one in given.combatants
        if one.action == "escape" and options.hold_escape and _may_escape(one, holds, first)
    }
    for index, one in enumerate(given.combatants):
        _check_declaration(index, one, by_id, holds, acting)
    if any(one.action == "flee" and not one.can_flee for one in given.combatants if one.id in acting):
        return "flight_barred"
    throwing = [
        one
        for one in given.combatants
        if one.id in escaping or (one.id in acting and one.action in ("attack", "immobilise"))
    ]
    if any(one.forced and not one.may_force for one in throwing):
        return "npc_forced"
    by_levels = _levels_mode(given.combatants, options)
    places = {one.id: f"combatants[{index}]" for index, one in enumerate(given.combatants)}
    acts: list[Planned] = []
    for one in throwing:
        try:
            if one.id in escaping:
                acts.append(_escape(one, by_id, holds, by_levels, options))
            else:
                acts += [_planned(one, by_id[target], acting, by_levels, options) for target in one.targets]
        except Refusal as refusal:
            raise refusal.within(field=places[one.id]) from None
    return Plan(
        fighters=given.combatants,
        acts=tuple(_with_mutual(act, acts) for act in acts),
        holds=holds,
        fleeing=frozenset(one.id for one in given.combatants if one.id in acting and one.action == "flee"),
        options=options,
    )


def _may_escape(one: Combatant, holds: tuple[Hold, ...], first_round: bool) -> bool:
    return one.status == "active" and not (first_round and one.surprised) and any(held == one.id for _, held in holds)


def _check_declaration(
    index: int, one: Combatant, by_id: dict[str, Combatant], holds: tuple[Hold, ...], acting: set[str]
) -> None:
    """A declaration that cannot be meant is bad input: an unknown target, oneself, the dead, the fled."""
    place = f"combatants[{index}]"
    if one.action == "escape" and one.status == "active" and not any(held == one.id for _, held in holds):
        choices = "attack, immobilise, dodge, flee, other"
        raise Refusal("field/not_allowed", field=f"{place}.action", rule="YAC-COM-13", came="escape", allowed=choices)
    if one.id not in acting or one.action not in ("attack", "immobilise", "other"):
        return
    if one.action != "other" and one.target is None:
        raise Refusal("field/missing", field=f"{place}.target", rule="YAC-COM-03", allowed=", ".join(by_id))
    for target in one.targets:
        other = by_id.get(target)
        if other is None or other.id == one.id or other.status in ("dead", "fled"):
            allowed = [name for name, who in by_id.items() if name != one.id and who.status not in ("dead", "fled")]
            raise Refusal("field/nobody", field=f"{place}.target", rule="YAC-COM-03", came=target, allowed=allowed)


def _levels_mode(combatants: tuple[Combatant, ...], options: Options) -> bool:
    """One mode for the whole round (YAC-GEN-02)."""
    if options.skill_mode is not None:
        return options.skill_mode == "levels"
    return any(one.level >= 1 and not one.is_creature for one in combatants)


def _level(one: Combatant, by_levels: bool) -> int:
    return one.level if by_levels or one.is_creature else 0


def _planned(one: Combatant, target: Combatant, acting: set[str], by_levels: bool, options: Options) -> Planned:
    """One act against one target: its dice, and what it meets by the matrix (YAC-COM-04, YAC-COM-05)."""
    act: ActKind = "immobilise" if one.action == "immobilise" else "attack"
    contact = act == "immobilise" or one.attack_mode == "contact"
    flees = target.id in acting and target.action == "flee"
    possible = not (flees and contact) and not (act == "immobilise" and target.is_creature and not target.holdable)
    # Shooting at somebody who runs is a disadvantage for the shooter (YAC-COM-18).
    pool, keep = _pool(one, by_levels, extra_disadvantage=flees)
    strike = Strike(
        act=act,
        possible=possible,
        pool=pool,
        keep=keep,
        level=_level(one, by_levels),
        facing=_met_by(one, target, acting, by_levels),
        ceiling=one.ceiling if act == "attack" else 0,
        tags=frozenset(one.tags),
        hide=_hide(target, options),
        strain=_strain(one, pool),
        level_first=options.bonus_before_forced,
    )
    return Planned(actor=one.id, target=target.id, strike=strike)


def _hide(target: Combatant, options: Options) -> Hide:
    """A creature's hide, or armour where the table plays it."""
    if not target.is_creature:
        return Hide(soak=target.armour if options.armour else 0)
    return Hide(creature=True, soak=target.soak, immune=frozenset(target.immune), bane=frozenset(target.bane))


def _strain(one: Combatant, pool: int) -> Strain:
    """What matters only to those who force or turn a die; all others are alike."""
    wish = one.luck_convert
    if wish and wish.die > pool:
        raise Refusal("field/range", field="luck_convert.die", rule="YAC-LUC-03", came=wish.die, low=1, high=pool)
    if not one.forced and wish is None:
        return Strain()
    return Strain(forced=one.forced, trauma=one.trauma, kind=one.kind, luck=one.luck, luck_convert=wish)


def _pool(one: Combatant, by_levels: bool, extra_disadvantage: bool = False) -> tuple[int, Keep]:
    advantage = one.advantage or (one.personal_advantage and not by_levels)
    return pool_for_one(advantage, one.disadvantage or extra_disadvantage)


def _met_by(one: Combatant, target: Combatant, acting: set[str], by_levels: bool) -> Facing:
    """The opposition matrix (YAC-COM-04): those who cannot act oppose nothing, the others by what they do."""
    if target.id not in acting:
        return NO_OPPOSITION
    if target.action == "dodge":  # defends against everybody, and skill helps (YAC-COM-15, YAC-COM-16)
        return Facing(True, bonus=_level(target, by_levels) + _bonus(target))
    if target.action == "flee":
        return Facing(True, bonus=_bonus(target))
    if target.action in ("attack", "other") and one.id in target.targets:
        return Facing(True, bonus=_bonus(target))
    return NO_OPPOSITION  # busy with somebody else, or exposed by trying to immobilise (YAC-COM-11)


def _bonus(one: Combatant) -> int:
    return one.opposition_bonus if one.is_creature else 0


def _escape(
    one: Combatant, by_id: dict[str, Combatant], holds: tuple[Hold, ...], by_levels: bool, options: Options
) -> Planned:
    """Breaking free: always against a dO (option hold_escape)."""
    holder = next(by_id[name] for name in by_id if (name, one.id) in holds)
    pool, keep = _pool(one, by_levels)
    strike = Strike(
        act="escape",
        pool=pool,
        keep=keep,
        level=_level(one, by_levels),
        facing=Facing(True, bonus=_bonus(holder)),
        strain=_strain(one, pool),
        level_first=options.bonus_before_forced,
    )
    return Planned(actor=one.id, target=holder.id, strike=strike)


def _with_mutual(one: Planned, acts: list[Planned]) -> Planned:
    back = [other for other in acts if other.actor == one.target and other.target == one.actor]
    mutual = one.strike.possible and any(other.strike.act == "immobilise" and other.strike.possible for other in back)
    if not (mutual and one.strike.act == "immobilise"):
        return one
    return structs.replace(one, strike=structs.replace(one.strike, mutual=True))


# --- playing out -----------------------------------------------------------------------------------------------------


class Blow(Value, frozen=True, kw_only=True):
    """What one act does, before anything takes effect."""

    success: bool = False
    trauma: int = 0
    critical: bool = False
    result: int = 0  # told only where two grips are compared
    raised: bool = False
    spent: bool = False
    refused: bool = False
    dice: tuple[Judged, Fallen, int, bool] | None = None  # judged, fallen, check die, checked: where somebody looks


class Pending(Value, frozen=True, kw_only=True):
    """What has been done to one fighter, or has cost them, this round."""

    hurt: int = 0
    knocked: bool = False
    gripped_by: tuple[str, ...] = ()
    raised: bool = False
    spent: bool = False
    freed: bool = False


class Unfolding(Value, frozen=True, kw_only=True):
    """The round while its acts are resolved; order does not matter, for nothing takes effect yet (YAC-COM-07)."""

    pending: tuple[tuple[str, Pending], ...]
    grips: tuple[tuple[str, str, int, int], ...] = ()  # half of a mutual immobilise: actor, target, result, record
    records: tuple[ActRecord, ...] = ()


def play_out(plan: Plan, detailed: bool) -> Program[tuple[tuple[CombatantAfter, ...], tuple[ActRecord, ...]]]:
    """Resolve every act of a plan, then let everything take effect at once."""
    start = Unfolding(pending=tuple((one.id, Pending()) for one in plan.fighters))
    items = tuple((act, plan.options, detailed) for act in plan.acts)
    unfolded = yield from fold(_resolve_next, start, items)
    after = yield from apply(_take_effect, plan, unfolded.pending)
    return after, unfolded.records


def _resolve_next(state: Unfolding, item: tuple[Planned, Options, bool]) -> Program[Unfolding]:
    act, options, detailed = item
    if not act.strike.possible:
        yield from step(
            "automatic_failure", True, "YAC-CRT-01" if act.strike.hide.creature else "YAC-COM-17", who=act.actor
        )
        return _recorded(state, act, Blow(), detailed)
    blow = yield from apply(resolve, act.strike, act.actor if detailed else "", options, detailed)
    if act.strike.mutual:
        return _gripped(state, act, blow, detailed)
    return _recorded(_felt(state, act, blow), act, blow, detailed)


def resolve(strike: Strike, who: str, options: Options, detailed: bool) -> Program[Blow]:
    """One throw, never repeated, against the opposition the matrix gives (YAC-COM-02, YAC-COM-06, YAC-COM-10)."""
    party = _party(strike, who, options, detailed)
    throw = looked_at(party)
    fallen = yield from apply(throw_dice, throw)
    fallen, spent, refused = lucky(party, throw, fallen)
    judged = judge(throw, fallen)
    parts = (("result", judged.result), ("opposition", -fallen.opposition))
    yield from step("margin", judged.margin, "YAC-COM-08" if strike.act == "attack" else "YAC-COM-11", parts, who=who)
    success = judged.margin >= 1
    check_die, raised, checked = 0, False, name_forced(throw, fallen, party.members[0]) > judged.bar
    if checked:
        # Strain counts against trauma as it stood when the round began (YAC-COM-23).
        rolled = yield from apply(check, "trauma", strike.strain.trauma, who, detailed)
        check_die, raised = rolled.die, rolled.raised
    trauma = effective_trauma(strike, judged.margin) if success and strike.act == "attack" else 0
    if success and strike.act == "attack":
        yield from step("inflicted", trauma, "YAC-COM-08", who=who)
    return Blow(
        success=success,
        trauma=trauma,
        critical=judged.margin == CRITICAL,
        result=judged.result if strike.mutual else 0,
        raised=raised,
        spent=bool(spent),
        refused=bool(refused),
        dice=(judged, fallen, check_die, checked) if detailed else None,
    )


def _party(strike: Strike, who: str, options: Options, detailed: bool) -> Party:
    """The actor as a group of one: in combat dT only, and luck only against one's own dT (YAC-LUC-04, YAC-COM-23)."""
    strain = strike.strain
    member = Member(
        name=who, kind=strain.kind, forced=strain.forced, luck=strain.luck, luck_convert=strain.luck_convert
    )
    throw = Throw(
        pool=strike.pool,
        keep=strike.keep,
        die="dT",
        forced=(who,) if strain.forced else (),
        level=strike.level,
        facing=strike.facing,
        level_first=strike.level_first,
        who=who,
    )
    return Party(
        throw=throw,
        members=(member,),
        category="physical",
        options=options,
        watched=frozenset((who,)),
        dice_seen=detailed,
    )


def effective_trauma(strike: Strike, margin: int) -> int:
    """The margin, held back by the weapon's ceiling (YAC-COM-08), then by hide or armour; a bane goes through all."""
    hide = strike.hide
    if strike.tags & hide.bane:
        return margin
    if "all" in hide.immune or strike.tags & hide.immune:
        return 0
    return max(0, min(margin, strike.ceiling) - hide.soak)


def _felt(state: Unfolding, act: Planned, blow: Blow) -> Unfolding:
    """Add what an act does to its target and costs its author."""
    changed = dict(state.pending)
    felt = changed.get(act.target)
    if felt is not None and act.strike.act != "escape":
        grips = blow.success and act.strike.act == "immobilise" and not blow.critical
        changed[act.target] = structs.replace(
            felt,
            hurt=felt.hurt + blow.trauma,
            knocked=felt.knocked or blow.critical,
            gripped_by=(*felt.gripped_by, act.actor) if grips else felt.gripped_by,
        )
    own = changed.get(act.actor)
    if own is not None:
        changed[act.actor] = structs.replace(
            own,
            raised=own.raised or blow.raised,
            spent=own.spent or blow.spent,
            freed=own.freed or (blow.success and act.strike.act == "escape"),
        )
    return structs.replace(state, pending=tuple(changed.items()))


def _gripped(state: Unfolding, act: Planned, blow: Blow, detailed: bool) -> Unfolding:
    """Two grips at once: the strictly higher result wins, a tie holds nobody (YAC-COM-12)."""
    first = next((one for one in state.grips if one[0] == act.target and one[1] == act.actor), None)
    if first is None:
        waiting = (act.actor, act.target, blow.result, len(state.records))
        # Until the other has thrown, this one counts as failed; what it cost its author is already due.
        failed = structs.replace(blow, success=False, critical=False)
        state = _recorded(_felt(state, act, failed), act, failed, detailed)
        return structs.replace(state, grips=(*state.grips, waiting))
    other, _, result, place = first
    wins = blow.result > result
    mine = blow if wins else structs.replace(blow, success=False, critical=False)
    state = _recorded(_felt(state, act, mine), act, mine, detailed)
    if result <= blow.result:
        return state
    won = Blow(success=True, critical=result == CRITICAL)
    state = _felt(state, Planned(actor=other, target=act.actor, strike=Strike(act="immobilise")), won)
    if not detailed:
        return state
    record = structs.replace(state.records[place], success=True, critical=won.critical, degree=degree_of(result))
    return structs.replace(state, records=(*state.records[:place], record, *state.records[place + 1 :]))


def _recorded(state: Unfolding, act: Planned, blow: Blow, detailed: bool) -> Unfolding:
    if not detailed:
        return state
    record = ActRecord(
        actor=act.actor,
        target=act.target,
        act=act.strike.act,
        automatic_failure=not act.strike.possible,
        success=blow.success,
        trauma=blow.trauma,
        critical=blow.critical,
        luck_refused=blow.refused,
    )
    if blow.dice:
        judged, fallen, check_die, checked = blow.dice
        forced = fallen.forced.seen[0] if fallen.forced.seen else UNSET
        record = structs.replace(
            record,
            opposition=fallen.opposition,
            action_dice_count=act.strike.pool,
            keep=act.strike.keep,
            action_kept=judged.kept,
            forced_die=forced,
            raw=judged.raw,
            level=act.strike.level,
            result=judged.result,
            margin=judged.margin,
            degree=UNSET if act.strike.mutual and not blow.success else degree_of(judged.margin),
            check_required=checked,
            check_raised=blow.raised,
            check_die=check_die if checked else UNSET,
        )
    return structs.replace(state, records=(*state.records, record))


# --- the end of the round --------------------------------------------------------------------------------------------


def _take_effect(plan: Plan, pending: tuple[tuple[str, Pending], ...]) -> Program[tuple[CombatantAfter, ...]]:
    """Trauma, death, unconsciousness, flight and holds, all on the state at the end of the round (YAC-COM-07)."""
    marks = dict(pending)
    after: dict[str, CombatantAfter] = {}
    for one in plan.fighters:
        after[one.id] = yield from apply(
            _hurt_creature if one.is_creature else _hurt, one, marks[one.id], one.id in plan.fleeing, plan.options
        )
    holds = _standing(plan, marks, after)
    return tuple(
        structs.replace(
            after[one.id],
            held_by=tuple(other.id for other in plan.fighters if (other.id, one.id) in holds),
            holding=next((held for holder, held in holds if holder == one.id), ""),
        )
        for one in plan.fighters
    )


def _hurt(one: Combatant, mark: Pending, flees: bool, options: Options) -> Program[CombatantAfter]:
    """All trauma of the round is one increase (YAC-COM-22); then unconsciousness, then flight (YAC-COM-17)."""
    luck = luck_of(one.kind, one.luck, options) - mark.spent
    if one.status == "dead" or one.status == "fled":
        return CombatantAfter(
            status=one.status,
            trauma=one.trauma,
            sequelae=one.sequelae,
            trauma_min=trauma_floor(one.sequelae),
            luck=luck,
        )
    blow = SurviveGiven(
        trauma=one.trauma,
        increase=mark.hurt + mark.raised,
        sequelae=one.sequelae,
        luck=luck,
        kind="investigator" if one.kind == "investigator" else "npc",
        use_luck_to_survive=one.use_luck_to_survive,
        status=one.status,
    )
    survived = yield from apply(survive, blow, options)
    status = _after_blow(survived.status, mark.knocked, flees)
    return CombatantAfter(
        status=status,
        trauma=survived.trauma,
        sequelae=survived.sequelae,
        trauma_min=survived.trauma_min,
        luck=survived.luck,
        survival_refused=survived.refused,
    )


def _hurt_creature(one: Combatant, mark: Pending, flees: bool, options: Options) -> Program[CombatantAfter]:
    """A creature has boxes of its own; without any it cannot be destroyed by force (YAC-CRT-01, YAC-CRT-03)."""
    damage = one.damage + mark.hurt
    destroyed = 0 < one.boxes <= damage
    if destroyed:
        yield from step("status", "dead", "YAC-CRT-03", who=one.id)
    status: FightStatus = "dead" if destroyed else one.status
    status = _after_blow(status, mark.knocked and one.holdable, flees)
    return CombatantAfter(status=status, luck=0, damage=damage)


def _after_blow(status: FightStatus, knocked: bool, flees: bool) -> FightStatus:
    """Death and coma come first, then unconsciousness (YAC-COM-21), then whoever still stands has fled."""
    if status != "active":
        return status
    return "unconscious" if knocked else "fled" if flees else "active"


def _standing(plan: Plan, marks: dict[str, Pending], after: dict[str, CombatantAfter]) -> list[Hold]:
    """Holds new and old, examined once: the holder stands and was not gripped, the held one stands (YAC-COM-14)."""
    new = [(holder, name) for name, mark in marks.items() for holder in mark.gripped_by]
    old = [hold for hold in plan.holds if not marks[hold[1]].freed]
    return [
        (holder, held)
        for holder, held in dict.fromkeys(old + new)
        if after[holder].status == "active" and not marks[holder].gripped_by and after[held].status == "active"
    ]


# --- the procedures --------------------------------------------------------------------------------------------------


@procedure(
    "combat_round",
    rules="""YAC-COM-01 YAC-COM-02 YAC-COM-03 YAC-COM-04 YAC-COM-05 YAC-COM-06 YAC-COM-07 YAC-COM-08 YAC-COM-09
    YAC-COM-10 YAC-COM-11 YAC-COM-12 YAC-COM-13 YAC-COM-14 YAC-COM-15 YAC-COM-16 YAC-COM-17 YAC-COM-18 YAC-COM-19
    YAC-COM-20 YAC-COM-21 YAC-COM-22 YAC-COM-23 YAC-COM-24 YAC-COM-26 YAC-GAU-08 YAC-LUC-04 YAC-LUC-07 YAC-LUC-09
    YAC-NPC-02 YAC-NPC-04 YAC-CRT-01 YAC-CRT-02 YAC-CRT-03""",
    dice=("dA", "dT", "dO"),
    watched=("after",),
    headline=("after",),
)
def fight_round(given: CombatGiven, options: Options) -> Program[CombatRound]:
    """Everybody acts at once: each act throws against what its target does, and all harm falls at the end."""
    plan = plan_round(given, options)
    if isinstance(plan, str):
        yield from step("refused", plan, "YAC-COM-19" if plan == "flight_barred" else "YAC-NPC-02")
        return CombatRound(rolled=False, refused=plan)
    detailed = bool((yield from watch("actions")))
    names = tuple(one.id for one in given.combatants)
    told = (yield from watch("after", names)) | (yield from watch("free", names))
    part = plan if detailed else plan.only(told)
    after, records = yield from apply(play_out, part, detailed)
    states = {one.id: now for one, now in zip(part.fighters, after, strict=True) if one.id in told}
    free = tuple(name for name, now in states.items() if now.status == "active" and not now.held_by and not now.holding)
    return CombatRound(
        rolled=any(act.strike.possible for act in plan.acts),
        actions=records if detailed else UNSET,
        after=frozen_map(states),
        free=free,
    )


class EndCombat(Value, frozen=True, kw_only=True):
    """Everybody once the fight is over."""

    after: dict[str, CombatantAfter]


@procedure("end_combat", rules="YAC-COM-21 YAC-COM-25", headline=("after",))
def end_combat(given: CombatGiven, options: Options) -> Program[EndCombat]:
    """The unconscious wake, fugitives are free to be chased, every hold ends (YAC-COM-21, YAC-COM-25)."""
    after = {}
    for one in given.combatants:
        wakes = one.status in ("unconscious", "fled")
        if wakes:
            rule = "YAC-COM-21" if one.status == "unconscious" else "YAC-COM-25"
            yield from step("status", "active", rule, who=one.id)
        after[one.id] = CombatantAfter(status="active" if wakes else one.status)
    return EndCombat(after=frozen_map(after))
