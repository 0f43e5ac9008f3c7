"""Endurance spent and won back: efforts, fatigue, rest, the day after a collapse (END-01 to END-10)."""

from collections.abc import Mapping
from math import ceil
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.care import after_recovery
from gardien.systems.organique.rules.body.losses import Loss, explain_losses, go_without_air, spend_end
from gardien.systems.organique.rules.character import Character, State, freeze
from gardien.systems.organique.rules.person import (
    LeavesState,
    Person,
    halves,
    person_of,
    points,
    state_of,
    with_changes,
    with_dying,
)
from gardien.systems.organique.rules.tests.d20 import watched
from gardien.systems.organique.vocabulary import TURNS_PER_MINUTE, Points, check_halves

Effort: TypeAlias = Literal["fighting", "exhaustion", "mortal", "psychic", "oxygen"]
Lost: TypeAlias = Literal["exhaustion", "psychic", "mortal", "oxygen", "fatigue", "load", "toxin", "sng_oxygen"]
Minutes: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Period: TypeAlias = Annotated[int, Meta(ge=1, le=100_000)]

PSYCHIC = 2  # a turn, for each power (ORG-END-05)
PER_TURN: tuple[Lost, ...] = ("oxygen", "exhaustion", "psychic", "mortal")  # in this order (ORG-END-08)
HOUR = 60


# ---- turn by turn ----


class ExertGiven(Value, frozen=True, kw_only=True):
    """Somebody, what wears them down, and for how many turns; each cause counts as often as it is named."""

    character: Character
    turns: Annotated[int, Meta(ge=1, le=1000)] = 1
    causes: Annotated[tuple[Effort, ...], Meta(max_length=20)]


class Exerted(LeavesState, frozen=True, kw_only=True):
    """The reserve turn by turn, and what is left."""

    end_after_each_turn: tuple[int, ...]
    end_lost: int
    sng_lost: float
    turns_before_collapse: int | UnsetType = UNSET
    state: State | UnsetType = UNSET


def cost(cause: Effort, options: Options) -> int:
    """END that a cause takes each turn (ORG-END-02 to ORG-END-05)."""
    if cause == "fighting" and options.ignore_end_short_fights:  # ORG-ADV-05
        return 0
    return PSYCHIC if cause == "psychic" else 1


def spend_effort(person: Person, causes: tuple[Effort, ...], options: Options) -> Loss:
    """One turn of effort: what needs air is taken last, and goes on where END is gone (ORG-END-01, ORG-END-03)."""
    lost = sum(cost(cause, options) for cause in causes if cause != "oxygen")
    loss = spend_end(person, lost, options)
    end, sng = loss.end, 0
    for _ in range(causes.count("oxygen")):
        loss = go_without_air(loss.person, options)
        end, sng = end + loss.end, sng + loss.sng
    return Loss(person=loss.person, end=end, sng=sng)


@procedure(
    "exert",
    rules="""ORG-END-01 ORG-END-02 ORG-END-03 ORG-END-04 ORG-END-05 ORG-END-06 ORG-DMG-15 ORG-ADV-05""",
    headline=("end_lost", "sng_lost", "turns_before_collapse"),
)
def exert(given: ExertGiven, options: Options) -> Program[Exerted]:
    """END lost over whole turns; without air blood follows it."""
    wanted = yield from watched("state")
    before = person = person_of(given.character)
    collapse = 0 if person.exhausted else None
    reserve, end, sng = [], 0, 0
    for turn in range(1, given.turns + 1):
        loss = spend_effort(person, given.causes, options)
        person, end, sng = loss.person, end + loss.end, sng + loss.sng
        reserve.append(person.body.end)
        if collapse is None and person.exhausted:
            collapse = turn
    spared = before.machine or before.body.dead
    parts = {cause: given.turns * given.causes.count(cause) * cost(cause, options) for cause in given.causes}
    limits = (0, 0 if spared else max(0, before.body.end))
    yield from step("end_lost", end, "ORG-END-01", tuple((cause, one) for cause, one in parts.items() if one), limits)
    if sng:
        yield from step("sng_lost", points(sng), "ORG-END-03")
    if collapse is not None:
        yield from step("turns_before_collapse", collapse, "ORG-END-06")
    yield from explain_losses(before, person)
    return Exerted(
        end_after_each_turn=tuple(reserve),
        end_lost=end,
        sng_lost=points(sng),
        turns_before_collapse=UNSET if collapse is None else collapse,
        state=state_of(person) if "state" in wanted else UNSET,
    )


# ---- long efforts ----


class FatigueGiven(Value, frozen=True, kw_only=True):
    """Somebody, how long a light effort lasts, and how long it takes to cost a point."""

    character: Character = Character()
    minutes: Minutes
    period_minutes: Period = 5


class Fatigued(LeavesState, frozen=True, kw_only=True):
    """What a long effort cost, and how long it takes to win it back."""

    end_lost: int
    minutes_to_recover: int
    state: State | UnsetType = UNSET


@procedure("fatigue", rules="ORG-END-07 ORG-END-08", headline=("end_lost", "minutes_to_recover"))
def fatigue(given: FatigueGiven, options: Options) -> Program[Fatigued]:
    """A point of END for each full period of a light effort."""
    wanted = yield from watched("state")
    person = person_of(given.character)
    lost = 0 if person.machine or person.body.dead else given.minutes // given.period_minutes
    after = spend_end(person, lost, options).person
    yield from step("end_lost", lost, "ORG-END-07")
    yield from step("minutes_to_recover", lost * given.period_minutes, "ORG-END-08")
    yield from explain_losses(person, after)
    return Fatigued(
        end_lost=lost,
        minutes_to_recover=lost * given.period_minutes,
        state=state_of(after) if "state" in wanted else UNSET,
    )


# ---- rest ----


class RestGiven(Value, frozen=True, kw_only=True):
    """Somebody at rest, how long, and what is still to be won back, cause by cause."""

    character: Character
    lost: Annotated[dict[Lost, Points], Meta(max_length=8)] | None = None
    turns: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    minutes: Minutes = 0
    period_minutes: Period = 5
    load_per_hour: Annotated[int, Meta(ge=1, le=1000)] = 1
    interrupted: bool = False

    def __post_init__(self) -> None:
        for cause, number in (self.lost or {}).items():
            if cause == "sng_oxygen":
                check_halves(lost=number)
            elif number != int(number):
                raise BadField("lost", "field/type", "ORG-END-01", came=str(number), allowed="0, 1, 2 …")
        freeze(self, "lost")


class Rested(LeavesState, frozen=True, kw_only=True):
    """What rest gave back, cause by cause."""

    regained: dict[Lost, float]
    state: State | UnsetType = UNSET


class Spell(Value, frozen=True, kw_only=True):
    """A time of rest: in turns, and what its minutes give back of slower losses."""

    turns: int = 0
    fatigue: int = 0
    load: int = 0
    toxin: int = 0


def spell_of(given: RestGiven) -> Spell:
    """Each loss at its own pace: a point a turn, a period, an hour (ORG-END-08)."""
    if given.interrupted:
        return Spell()
    return Spell(
        turns=given.turns + TURNS_PER_MINUTE * given.minutes,
        fatigue=given.minutes // given.period_minutes,
        load=given.minutes * given.load_per_hour // HOUR,
        toxin=given.minutes // HOUR,
    )


def after_rest(person: Person, lost: Mapping[Lost, float], spell: Spell) -> tuple[Person, dict[Lost, float]]:
    """Somebody after a rest, and what came back (ORG-END-08).

    Blood lost for want of air comes first. Who bleeds to death has no rest; a reserve below 0 stays so (ORG-END-09).
    """
    gained: dict[Lost, float] = dict.fromkeys(lost, 0)
    if person.machine or person.body.dead:
        return person, gained
    body, turns = person.body, spell.turns
    if "sng_oxygen" in lost:
        blood = min(halves(lost["sng_oxygen"]), person.frame.SNG - body.sng, 2 * turns)
        person = person.having(sng=body.sng + blood, sng_lost_air=max(0, body.sng_lost_air - blood))
        gained["sng_oxygen"] = points(blood)
        turns -= ceil(points(blood))
    if body.end >= 0 and (person.body.stabilised or not person.mortally_wounded):
        room = max(0, person.score("END") - body.end)
        for cause in (*PER_TURN, "fatigue", "load", "toxin"):
            pace = turns if cause in PER_TURN else getattr(spell, cause)
            back = min(int(lost.get(cause, 0)), room, pace)
            room -= back
            turns -= back if cause in PER_TURN else 0
            if cause in lost:
                gained[cause] = back
        air = max(0, body.end_lost_air - int(gained.get("oxygen", 0)))
        end = body.end + sum(int(one) for cause, one in gained.items() if cause != "sng_oxygen")
        person = person.having(end=end, end_lost_air=air)
    return (after_recovery(person) if any(gained.values()) else person), gained


@procedure("rest", rules="ORG-END-08 ORG-END-03 ORG-END-09", headline=("regained",))
def rest(given: RestGiven, options: Options) -> Program[Rested]:
    """A point of END a turn after an effort; what tired slowly comes back slowly."""
    wanted = yield from watched("state")
    person = person_of(given.character)
    missing: dict[Lost, float] = {"exhaustion": max(0, person.score("END") - person.body.end)}
    after, gained = after_rest(person, missing if given.lost is None else given.lost, spell_of(given))
    for cause, back in gained.items():
        yield from step(cause, back, "ORG-END-03" if cause in ("oxygen", "sng_oxygen") else "ORG-END-08")
    yield from explain_losses(person, after)
    return Rested(regained=frozen_map(gained), state=state_of(after) if "state" in wanted else UNSET)


# ---- the day after ----


MOST_COLLAPSES = 100  # that a day counts
Collapses: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_COLLAPSES)]


class CollapseGiven(Value, frozen=True, kw_only=True):
    """Somebody, how often they collapsed in one day, and what each time costs."""

    character: Character
    collapses: Collapses
    per_collapse: Annotated[int, Meta(ge=0, le=10)] = 1


class Weary(LeavesState, frozen=True, kw_only=True):
    """What END is lowered by for a day."""

    end_change: int
    state: State | UnsetType = UNSET


def weariness(person: Person, collapses: int, per_collapse: int = 1) -> int:
    """What END is lowered by for the day after; one collapse is nothing yet (ORG-END-10)."""
    return 0 if collapses < 2 or person.machine or person.body.dead else -collapses * per_collapse


@procedure("day_after_collapse", rules="ORG-END-10 ORG-END-01", headline=("end_change",))
def wake_weary(given: CollapseGiven, options: Options) -> Program[Weary]:
    """Whoever collapsed more than once has less END the next day."""
    wanted = yield from watched("state")
    person = person_of(given.character)
    change = weariness(person, given.collapses, given.per_collapse)
    after = after_end_lowered(person, change, options)
    yield from step("end_change", change, "ORG-END-10")
    yield from explain_losses(person, after)
    return Weary(end_change=change, state=state_of(after) if "state" in wanted else UNSET)


def after_end_lowered(person: Person, change: int, options: Options) -> Person:
    """END lowered by an effect, its reserve with it; without blood that may be the end (ORG-END-01, ORG-HP-06)."""
    return with_dying(person, with_changes(person, {"END": change}), options) if change else person
