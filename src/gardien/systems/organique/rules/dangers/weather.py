"""Hours of great cold and of great heat: a save each, blood for each that fails (DMG-02, DMG-09, END-11)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, fold, step
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.losses import SLOW, explain_losses, take_damage
from gardien.systems.organique.rules.character import Character, State, freeze
from gardien.systems.organique.rules.person import (
    LeavesState,
    Person,
    moved_reserve,
    person_of,
    points,
    state_of,
    with_dying,
)
from gardien.systems.organique.rules.tests.d20 import Detail, SaveResult, watched
from gardien.systems.organique.rules.tests.modifiers import named_parts
from gardien.systems.organique.rules.tests.resistance import Resist, withstand
from gardien.systems.organique.vocabulary import Count, Difficulty, Mods

Hours: TypeAlias = Annotated[int, Meta(ge=1, le=240)]

BLOOD = 2  # halves: a point for a failure (ORG-DMG-02, ORG-DMG-09)
BITS, MOST_TOLD = 4, 8  # a d20 is some 2⁴ outcomes: odds tell the saves of two hours one by one, not of more
RULES = {"cold": "ORG-DMG-02", "heat": "ORG-DMG-09"}


class HeatGiven(Value, frozen=True, kw_only=True):
    """Who is out in it, how bad it is, and for how long."""

    character: Character
    difficulty: Difficulty = 20
    hours: Hours = 1
    mods: Mods = {}

    def __post_init__(self) -> None:
        freeze(self, "mods")


class ColdGiven(HeatGiven, frozen=True, kw_only=True):
    """Who is out in it, how bad it is, for how long, and how often they have failed since it began."""

    failures_before: Count = 0


class Exposed(LeavesState, frozen=True, kw_only=True):
    """Some hours later."""

    saves: tuple[SaveResult, ...] | UnsetType = UNSET
    failures: int
    bs: float
    state: State | UnsetType = UNSET


class Climate(Value, frozen=True, kw_only=True):
    """What every hour asks; `mild`: whether the first failure costs no blood."""

    kind: Literal["cold", "heat"]
    asked: Resist
    mild: bool
    whole: bool
    options: Options


class Outdoors(Value, frozen=True, kw_only=True):
    """Somebody after some hours; saves only where somebody looks at them."""

    person: Person
    failures: int = 0
    bs: int = 0  # in halves
    saves: tuple[SaveResult, ...] = ()


def after_chill(person: Person, options: Options) -> Person:
    """Cold in the bones: everything halved, the reserve with END, once (ORG-DMG-02, ORG-TEST-11)."""
    return with_dying(person, moved_reserve(person, person.having(halved=True)), options)


def passed_hour(state: Outdoors, climate: Climate) -> Program[Outdoors]:
    """One hour: a save, of the exhausted none that could succeed; nothing of machines and of those who are down."""
    person, options = state.person, climate.options
    if person.out_of_action or person.machine:
        return state
    detail: Detail = "all" if climate.whole else "success"
    saved = yield from withstand(person, climate.asked, options, detail, who=person.name)
    if climate.whole:
        state = replace(state, saves=(*state.saves, saved.result()))
    if saved.success:
        return state
    failures = state.failures + 1
    if climate.mild and failures == 1:
        after = after_chill(person, options)
        if after.body.halved and not person.body.halved:
            yield from step("halved", True, "ORG-DMG-02")
        yield from explain_losses(person, after)
        return replace(state, person=after, failures=failures)
    after = take_damage(person, BLOOD, 0, options, SLOW).person
    yield from explain_losses(person, after)
    return replace(state, person=after, failures=failures, bs=state.bs + BLOOD)


def expose_for_hours(given: HeatGiven, kind: Literal["cold", "heat"], mild: bool, options: Options) -> Program[Exposed]:
    """Hour after hour."""
    wanted = yield from watched("saves", "state")
    whole = "saves" in wanted
    if whole:
        yield from refuse_details_beyond(BITS * given.hours, MOST_TOLD)
    climate = Climate(
        kind=kind,
        asked=Resist(kind=kind, difficulty=given.difficulty, mods=named_parts(given.mods)),
        mild=mild,
        whole=whole,
        options=options,
    )
    start = Outdoors(person=person_of(given.character))
    spell = yield from fold(passed_hour, start, (climate,) * given.hours)
    yield from step("failures", spell.failures, RULES[kind])
    yield from step("bs", points(spell.bs), RULES[kind])
    return Exposed(
        saves=spell.saves if whole else UNSET,
        failures=spell.failures,
        bs=points(spell.bs),
        state=state_of(spell.person) if "state" in wanted else UNSET,
    )


@procedure(
    "cold",
    rules="ORG-DMG-02 ORG-END-01 ORG-END-11",
    dice=("d20",),
    headline=("failures", "bs"),
)
def freeze_through(given: ColdGiven, options: Options) -> Program[Exposed]:
    """A save an hour: the first failure halves everything, each later one costs blood."""
    return (yield from expose_for_hours(given, "cold", given.failures_before == 0, options))


@procedure(
    "heat",
    rules="ORG-DMG-09 ORG-END-11 ORG-DIS-06",
    dice=("d20",),
    headline=("failures", "bs"),
)
def sweat_through(given: HeatGiven, options: Options) -> Program[Exposed]:
    """A save an hour: each failure costs blood; whoever has a fever bears it badly."""
    return (yield from expose_for_hours(given, "heat", False, options))
