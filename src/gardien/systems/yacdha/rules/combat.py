"""One round of combat: everybody declares, all acts happen together, everything takes effect at the end (COM).

A round is first planned (who may act, what each act meets: no dice), then played out. A plan falls into parts whose
fates do not touch one another; odds and simulations ask for a part, play for the whole, and both read the same rules.
"""

from msgspec import UNSET, structs

from gardien.core.chance import Program, apply, fold, less, step, watch
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map, like
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.attempts import Party, after_luck, looked_at, name_forced
from gardien.systems.yacdha.rules.combat_plan import Plan, PlannedAct, Strike, plan_round
from gardien.systems.yacdha.rules.combatants import (
    ActRecord,
    Combatant,
    CombatantAfter,
    CombatGiven,
    CombatRound,
    FightStatus,
    Hold,
    fighter_changes,
)
from gardien.systems.yacdha.rules.gauges import check
from gardien.systems.yacdha.rules.luck import SurviveGiven, survive
from gardien.systems.yacdha.rules.throws import Fallen, Judged, Throw, degree_of, judge, throw_dice
from gardien.systems.yacdha.vocabulary import Member, luck_of, trauma_floor

CRITICAL = 6  # the margin that knocks out (YAC-COM-21)


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


def _resolve_next(state: Unfolding, item: tuple[PlannedAct, Options, bool]) -> Program[Unfolding]:
    act, options, detailed = item
    if not act.strike.possible:
        yield from step(
            "automatic_failure", True, "YAC-CRT-01" if act.strike.hide.creature else "YAC-COM-17", who=act.actor
        )
        return _with_record(state, act, Blow(), detailed)
    blow = yield from apply(resolve, act.strike, act.actor if detailed else "", options, detailed)
    if act.strike.mutual:
        return _after_grip(state, act, blow, detailed)
    return _with_record(_after_act(state, act, blow), act, blow, detailed)


def resolve(strike: Strike, who: str, options: Options, detailed: bool) -> Program[Blow]:
    """One throw, never repeated, against the opposition the matrix gives (YAC-COM-02, YAC-COM-06, YAC-COM-10)."""
    party = _party(strike, who, options)
    throw = looked_at(party)
    fallen = yield from apply(throw_dice, throw)
    fallen, spent, refused = after_luck(party, throw, fallen)
    judged = judge(throw, fallen)
    parts = (("result", judged.result), less("opposition", fallen.opposition))
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


def _party(strike: Strike, who: str, options: Options) -> Party:
    """The actor as a group of one: in combat dT only, and luck only against one's own dT (YAC-LUC-04, YAC-COM-23)."""
    strain = strike.strain
    member = Member(
        name=who, kind=strain.kind, forced=strain.forced, luck=strain.luck, luck_convert=strain.luck_convert
    )
    throw = like(Throw, strike, die="dT", forced=(who,) if strain.forced else (), who=who)
    return Party(
        throw=throw,
        members=(member,),
        category="physical",
        options=options,
        watched=frozenset((who,)),
    )


def effective_trauma(strike: Strike, margin: int) -> int:
    """The margin, held back by the weapon's ceiling (YAC-COM-08), then by hide or armour; a bane goes through all."""
    hide = strike.hide
    if strike.tags & hide.bane:
        return margin
    if "all" in hide.immune or strike.tags & hide.immune:
        return 0
    return max(0, min(margin, strike.ceiling) - hide.soak)


def _after_act(state: Unfolding, act: PlannedAct, blow: Blow) -> Unfolding:
    """Add what an act does to its target and costs its author."""
    changed = dict(state.pending)
    felt, own = changed.get(act.target), changed.get(act.actor)  # a part of a round may have only one of the two
    grips = blow.success and act.strike.act == "immobilise" and not blow.critical
    if felt is not None:
        changed[act.target] = structs.replace(
            felt,
            hurt=felt.hurt + blow.trauma,
            knocked=felt.knocked or blow.critical,
            gripped_by=(*felt.gripped_by, act.actor) if grips else felt.gripped_by,
        )
    if own is not None:
        changed[act.actor] = structs.replace(
            own,
            raised=own.raised or blow.raised,
            spent=own.spent or blow.spent,
            freed=own.freed or (blow.success and act.strike.act == "escape"),
        )
    return structs.replace(state, pending=tuple(changed.items()))


def _after_grip(state: Unfolding, act: PlannedAct, blow: Blow, detailed: bool) -> Unfolding:
    """Two grips at once: the strictly higher result wins, a tie holds nobody (YAC-COM-12)."""
    first = next((one for one in state.grips if one[0] == act.target and one[1] == act.actor), None)
    if first is None:
        waiting = (act.actor, act.target, blow.result, len(state.records))
        # Until the other has thrown, this one counts as failed; what it cost its author is already due.
        failed = structs.replace(blow, success=False, critical=False)
        state = _with_record(_after_act(state, act, failed), act, failed, detailed)
        return structs.replace(state, grips=(*state.grips, waiting))
    other, _, result, place = first
    wins = blow.result > result
    mine = blow if wins else structs.replace(blow, success=False, critical=False)
    state = _with_record(_after_act(state, act, mine), act, mine, detailed)
    if result <= blow.result:
        return state
    won = Blow(success=True, critical=result == CRITICAL)
    state = _after_act(state, PlannedAct(actor=other, target=act.actor, strike=Strike(act="immobilise")), won)
    if not detailed:
        return state
    record = structs.replace(state.records[place], success=True, critical=won.critical, degree=degree_of(result))
    return structs.replace(state, records=(*state.records[:place], record, *state.records[place + 1 :]))


def _with_record(state: Unfolding, act: PlannedAct, blow: Blow, detailed: bool) -> Unfolding:
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
        after[one.id] = yield from apply(end_round, one, marks[one.id], one.id in plan.fleeing, plan.options)
    holds = _standing(plan, marks, after)
    return tuple(
        structs.replace(
            after[one.id],
            held_by=tuple(other.id for other in plan.fighters if (other.id, one.id) in holds),
            holding=next((held for holder, held in holds if holder == one.id), ""),
        )
        for one in plan.fighters
    )


def end_round(one: Combatant, mark: Pending, flees: bool, options: Options) -> Program[CombatantAfter]:
    """Somebody at the end of the round, holds apart."""
    rule = _end_round_of_creature if one.is_creature else _end_round_of_person
    return (yield from rule(one, mark, flees, options))


def _end_round_of_person(one: Combatant, mark: Pending, flees: bool, options: Options) -> Program[CombatantAfter]:
    """All trauma of the round is one increase (YAC-COM-22); then unconsciousness, then flight (YAC-COM-17)."""
    luck = luck_of(one.kind, one.luck, options) - mark.spent  # none but an investigator's
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
        use_luck_to_survive=one.use_luck_to_survive,
        status=one.status,
    )
    survived = yield from apply(survive, blow, options)
    status = _after_blow(survived.status, mark.knocked, flees)
    return like(CombatantAfter, survived, status=status, survival_refused=survived.refused)


def _end_round_of_creature(one: Combatant, mark: Pending, flees: bool, options: Options) -> Program[CombatantAfter]:
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
    new = [(holder, name) for name, mark in marks.items() for holder in mark.gripped_by if holder in marks]
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
    wanted = (yield from watch("after", names)) | (yield from watch("free", names))
    part = plan if detailed else plan.only(wanted)
    after, records = yield from apply(play_out, part, detailed)
    states = {one.id: now for one, now in zip(part.fighters, after, strict=True) if one.id in wanted}
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

    def changes(self, given: CombatGiven, options: Options) -> tuple[Change, ...]:
        return fighter_changes(given.combatants, self.after, options)


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
