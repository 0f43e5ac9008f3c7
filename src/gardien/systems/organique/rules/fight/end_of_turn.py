"""The end of a turn and the start of the next: hold, heart, effort, timers, poison, breath (TURN-05, END, HP-07)."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, step, watch
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body import losses
from gardien.systems.organique.rules.character import State, check_names
from gardien.systems.organique.rules.fight.initiative import Combatant, changes_by_name
from gardien.systems.organique.rules.person import Person, acts, person_of, state_of
from gardien.systems.organique.rules.substances.poisons import Tick, TickResult, tick
from gardien.systems.organique.vocabulary import TURNS_PER_MINUTE, Fresh

POINT = 2  # in halves: one point, of bs, of blood, of a timer


class TurnResult(Value, frozen=True, kw_only=True):
    """Somebody at the start of the next turn, the END it cost, and what poison did."""

    person: Person
    end_lost: int = 0
    ticked: TickResult | None = None  # where a dose was due


def is_spared(person: Person) -> bool:
    """The dead and machines: no turn does anything to them."""
    return person.body.dead or person.machine


class Power(Value, frozen=True):
    """What powers over one’s own body make of a turn: a point of END more, none for a mortal wound (M7)."""

    surging: bool = False
    slowed: bool = False


NO_POWER = Power()


def slowed_at(left: int) -> bool:
    """Whether a turn costs a slow body nothing: one in two, by the turns that are left of it (M7)."""
    return left % 2 == 1


def pass_turn(
    person: Person,
    fought: bool,
    strangled: bool,
    options: Options,
    whole: bool = False,
    who: str = "",
    power: Power = NO_POWER,
) -> Program[TurnResult]:
    """One turn ends and the next begins, in the order of ORG-TURN-05; the dead and machines are left alone.

    `whole`: somebody looks at the saves against poison.
    """
    if is_spared(person):
        return TurnResult(person=person)
    lost, after = after_turn_end(person, fought, strangled, options, power)
    if lost:
        yield from step("end_lost", lost, "ORG-END-02", who=who)
    yield from losses.explain_losses(person, after, who)
    if after.dying and person.dying and after.timer != person.timer:
        yield from step("timer", after.timer / 2, "ORG-HP-07", who=who)
    ticked = yield from tick(after, options, whole, who)
    breathing = ticked.person
    if after.body.dead or not breathes(breathing, strangled):
        return TurnResult(person=breathing, end_lost=lost, ticked=ticked if ticked.due else None)
    rested = after.body.end > person.body.end
    recovered = after_recovery(breathing, rested)
    yield from losses.explain_losses(breathing, recovered, who)
    return TurnResult(person=recovered, end_lost=lost, ticked=ticked if ticked.due else None)


def after_turn_end(
    person: Person, fought: bool, strangled: bool, options: Options, power: Power = NO_POWER
) -> tuple[int, Person]:  # fmt: skip
    """Everything at the end of a turn before poison strikes, and the END it took (ORG-TURN-05, 2 to 4)."""
    was_dying = person.dying
    held, person = _after_strangling(person, strangled, options)
    person = _failing(person, options)
    spent = 0
    if not (person.dying or person.body.dead):
        spent, person = _after_effort(person, fought, held > 0, strangled, options, power)
    person = after_countdown(person, was_dying)
    return held + spent, after_turn_counted(person, fresh=person.body.fresh)


# ---- (1) hold, heart, shock ----


def _after_strangling(person: Person, strangled: bool, options: Options) -> tuple[int, Person]:
    """A strangling hold: a point of blood that breath gives back; air first by a house rule (ORG-ACT-07)."""
    if not strangled:
        return 0, person
    if options.strangle_end_first:
        lost = losses.go_without_air(person, options)
        return lost.end, lost.person
    taken = losses.lose_blood(person, POINT, options, losses.TICK)
    return 0, taken.person.having(sng_lost_air=taken.person.body.sng_lost_air + taken.sng)


def _failing(person: Person, options: Options) -> Person:
    """A heart that has stopped, a shock that lasts: a point of blood a turn, a minute (ORG-SYM-03, ORG-SYM-17)."""
    if person.body.cardiac_arrest:
        person = losses.take_damage(person, POINT, 0, options, losses.TICK).person
    if person.body.medical_shock:
        turns = person.body.shock_turns + 1
        person = person.having(shock_turns=turns)
        if turns % TURNS_PER_MINUTE == 0:
            person = losses.take_damage(person, POINT, 0, options, losses.TICK).person
    return person


# ---- (2) endurance ----


def breathes(person: Person, strangled: bool) -> bool:
    """Whether air comes in."""
    return not (strangled or person.body.no_air or person.body.respiratory_arrest)


def _after_effort(
    person: Person, fought: bool, choking: bool, strangled: bool, options: Options, power: Power
) -> tuple[int, Person]:  # fmt: skip
    """Effort, open wound, lack of air, in this order; or rest (ORG-END-02 to 04, ORG-END-08)."""
    bleeding = person.mortally_wounded and not person.body.stabilised and not power.slowed
    effort = 1 if fought and not options.ignore_end_short_fights else 0
    loss = losses.spend_end(person, effort + power.surging + bleeding, options)
    lost, after = loss.end, loss.person
    if (after.body.no_air or after.body.respiratory_arrest) and not after.dying:
        gasp = losses.go_without_air(after, options)
        lost, after = lost + gasp.end, gasp.person
    if fought or choking or lost or not rests(after, strangled):
        return lost, after
    return lost, after.having(end=after.body.end + 1, end_lost_air=max(0, after.body.end_lost_air - 1))


def rests(person: Person, strangled: bool) -> bool:
    """Whether a turn without effort gives a point of END back; not below 0, for a day, nor while a mortal wound is
    open (ORG-END-08, ORG-END-09)."""
    body = person.body
    open_wound = person.mortally_wounded and not body.stabilised
    hindered = open_wound or body.medical_shock or any(acts(dose) for dose in body.doses)
    return breathes(person, strangled) and not hindered and 0 <= body.end < person.score("END")


# ---- (3), (4) what is counted in turns ----


def after_countdown(person: Person, was_dying: bool) -> Person:
    """A turn less to live for whoever was dying before; nothing left is death (ORG-HP-07)."""
    if not person.dying:
        return person
    timer = person.timer
    if was_dying and "timer" not in person.body.fresh:
        timer = max(0, timer - POINT)
    return person.having(dead=True, timer=None) if timer == 0 else person.having(timer=timer)


def after_turn_counted(person: Person, turns: int = 1, fresh: tuple[Fresh, ...] = ()) -> Person:
    """Unconsciousness and paralysis last so many turns less, unless they began in this one; with paralysis its lack of
    breath ends (ORG-SYM-12, ORG-SYM-20)."""
    body = person.body
    paralysed = body.paralysed_turns if "paralysed" in fresh else max(0, body.paralysed_turns - turns)
    unconscious = body.unconscious_turns if "unconscious" in fresh else max(0, body.unconscious_turns - turns)
    freed = body.paralysed_turns > 0 and paralysed == 0
    return person.having(
        unconscious_turns=unconscious, paralysed_turns=paralysed, no_air=body.no_air and not freed, fresh=()
    )


# ---- turns of the clock ----


def hurries(person: Person) -> bool:
    """Whether every turn counts: dying, without blood, without air, with a heart that stands still or in shock."""
    body = person.body
    if body.dead or person.machine:
        return False
    bleeds_out = person.mortally_wounded and not body.stabilised and not person.out_of_action
    starved = body.no_air or body.respiratory_arrest
    return person.dying or bleeds_out or starved or body.cardiac_arrest or body.medical_shock


def after_calm(person: Person, turns: int) -> Person:
    """Somebody some turns later for whom none of them counts by itself (ORG-SYM-12, ORG-SYM-20)."""
    return after_turn_counted(person, turns).having(vomiting=False)


# ---- (6) breath ----


def after_recovery(person: Person, rested: bool) -> Person:
    """A point that lack of air took comes back, blood before END; rest and breath give one point of END together
    (ORG-END-03, ORG-END-08)."""
    return person if rested and not person.body.sng_lost_air else losses.after_breath(person)


# ---- the procedure ----


class Ending(Combatant, frozen=True, kw_only=True):
    """Somebody whose turn ends; what a power over their own body makes of it (M7)."""

    surging: bool = False
    slowed: bool = False


class EndGiven(Value, frozen=True, kw_only=True):
    """Everybody who fights, in order of initiative."""

    combatants: Annotated[tuple[Ending, ...], Meta(min_length=1, max_length=60)]

    def __post_init__(self) -> None:
        check_names("combatants", self.combatants)


class TurnEnded(Value, frozen=True, kw_only=True):
    """What the turn cost everybody, what poison did at the start of the next, and how they are then."""

    end_lost: dict[str, int]
    ticks: dict[str, Tick] | UnsetType = UNSET
    states: dict[str, State] | UnsetType = UNSET

    def changes(self, given: EndGiven, options: Options) -> tuple[Change, ...]:
        return changes_by_name(given.combatants, self.states)


@procedure(
    "end_turn",
    rules="""ORG-TURN-05 ORG-END-01 ORG-END-02 ORG-END-03 ORG-END-04 ORG-END-06 ORG-END-08 ORG-HP-06 ORG-HP-07
    ORG-POI-03 ORG-ACT-07 ORG-SYM-03 ORG-SYM-14 ORG-SYM-17 ORG-ADV-05""",
    dice=("d20", "d6"),
    headline=("end_lost",),
)
def end_turn(given: EndGiven, options: Options) -> Program[TurnEnded]:
    """For everybody in turn: hold, heart and shock, effort and air, timers, then poison, then breath."""
    names = tuple(one.name for one in given.combatants)
    states, ticks = (yield from watch("states", names)), (yield from watch("ticks", names))
    lost: dict[str, int] = {}
    fields: dict[str, Any] = {"states": {}, "ticks": {}}
    for one in given.combatants:
        person, fought, power = person_of(one), one.fought is not False, Power(one.surging, one.slowed)
        if one.name not in states | ticks:  # no die changes what the turn cost
            lost[one.name] = after_turn_end(person, fought, one.strangled, options, power)[0]
            continue
        turned = yield from apply(pass_turn, person, fought, one.strangled, options, one.name in ticks, one.name, power)
        lost[one.name] = turned.end_lost
        if one.name in states:
            fields["states"][one.name] = state_of(turned.person)
        if one.name in ticks and turned.ticked:
            fields["ticks"][one.name] = Tick(**turned.ticked.fields(options))
    return TurnEnded(
        end_lost=frozen_map(lost),
        ticks=frozen_map(fields["ticks"]) if ticks else UNSET,
        states=frozen_map(fields["states"]) if states else UNSET,
    )
