"""Hunger, thirst, lack of sleep, radiation: what wears a body down from within (DMG-10, DMG-11, DMG-14, DMG-16)."""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import D100
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique.ailments import Ailed, Threat, ail
from gardien.systems.organique.bodies import (
    Person,
    changed,
    person_of,
    points,
    settled,
    state_changes,
    state_of,
)
from gardien.systems.organique.harm import SLOW, hurt, tell_hurt
from gardien.systems.organique.kinds import Code, Mods, Symptom
from gardien.systems.organique.options import Options
from gardien.systems.organique.scores import named
from gardien.systems.organique.states import State
from gardien.systems.organique.trials import AtMost, SaveResult, wanted
from gardien.systems.organique.values import Character, freeze

Days: TypeAlias = Annotated[int, Meta(ge=1, le=100)]

HUNGRY = -4  # END, a day without food (ORG-DMG-10)
AWAKE = 24  # hours (ORG-DMG-14)
SLEEPLESS: tuple[Code, ...] = ("PER", "INT", "CHA", "END")
TIRED, VISIONS, FAINTNESS = -3, 3, 15  # of each full day awake (ORG-DMG-14)
SICKNESS = 10  # difficulty of a point of radiation (ORG-DMG-11)
CANCER, DELAY_HOURS = 25, 24  # percent of a point; when it shows (ORG-DMG-11)


def spared(person: Person) -> bool:
    """The dead feel nothing any more, machines never did (ORG-HP-07, ORG-MON-01)."""
    return person.machine or person.body.dead


def weakened(person: Person, deltas: dict[Code, int], options: Options) -> Person:
    """Scores lowered by what the body goes through; without blood that may be the end (ORG-END-01, ORG-HP-06)."""
    return settled(person, changed(person, deltas), options)


# ---- food and drink ----


class DaysGiven(Value, frozen=True, kw_only=True):
    """Who goes without, and for how many new days."""

    character: Character
    days: Days = 1


class Thirsted(Value, frozen=True, kw_only=True):
    """What days without drink cost."""

    bs: float
    state: State | UnsetType = UNSET

    def changes(self, given: DaysGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.character, self.state)


class Starved(Thirsted, frozen=True, kw_only=True):
    """What days without food cost."""

    end_change: int


@procedure("hunger", rules="ORG-DMG-10 ORG-END-01", headline=("bs", "end_change"))
def starve(given: DaysGiven, options: Options) -> Program[Starved]:
    """Half a point of blood and four of END a day."""
    seen = yield from wanted("state")
    person = person_of(given.character)
    days = 0 if spared(person) else given.days
    after = hurt(person, days, 0, options, SLOW).person
    if days:
        after = weakened(after, {"END": HUNGRY * days}, options)
    yield from step("bs", points(days), "ORG-DMG-10")
    yield from step("end_change", HUNGRY * days, "ORG-DMG-10")
    yield from tell_hurt(person, after)
    return Starved(
        bs=points(days),
        end_change=HUNGRY * days,
        state=state_of(after) if "state" in seen else UNSET,
    )


@procedure("thirst", rules="ORG-DMG-16", headline=("bs",))
def parch(given: DaysGiven, options: Options) -> Program[Thirsted]:
    """Half a point of blood a day."""
    seen = yield from wanted("state")
    person = person_of(given.character)
    days = 0 if spared(person) else given.days
    after = hurt(person, days, 0, options, SLOW).person
    yield from step("bs", points(days), "ORG-DMG-16")
    yield from tell_hurt(person, after)
    return Thirsted(bs=points(days), state=state_of(after) if "state" in seen else UNSET)


# ---- sleep ----


class AwakeGiven(Value, frozen=True, kw_only=True):
    """Who has not slept, as they were before, and for how many hours in all."""

    character: Character
    hours: Annotated[int, Meta(ge=0, le=2400)]
    mods: Mods = {}

    def __post_init__(self) -> None:
        freeze(self, "mods")


class Sleepless(Value, frozen=True, kw_only=True):
    """What a time without sleep did."""

    n: int
    hallucinations: SaveResult | UnsetType = UNSET
    illusions: SaveResult | UnsetType = UNSET
    unconsciousness: SaveResult | UnsetType = UNSET
    unconscious_turns: int
    state: State | UnsetType = UNSET

    def changes(self, given: AwakeGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.character, self.state)


VISIONARY: dict[str, Symptom] = {"hallucinations": "minor_hallucinations", "illusions": "illusions"}


@procedure(
    "sleeplessness",
    rules="ORG-DMG-14 ORG-SYM-05 ORG-SYM-08 ORG-SYM-10 ORG-SYM-20",
    dice=("d20",),
    headline=("n", "unconscious_turns"),
)
def stay_awake(given: AwakeGiven, options: Options) -> Program[Sleepless]:
    """Each full day awake lowers PER, INT, CHA and END, and asks for three saves with what is left."""
    seen = yield from wanted("hallucinations", "illusions", "unconsciousness", "state")
    before, mods = person_of(given.character), named(given.mods)
    n = 0 if spared(before) else given.hours // AWAKE
    yield from step("n", n, "ORG-DMG-14")
    person, turns = before, 0
    saves: dict[str, SaveResult] = {}
    if n:
        person = weakened(before, dict.fromkeys(SLEEPLESS, TIRED * n), options)
        yield from tell_hurt(before, person)
    if n and not person.out_of_action:
        for name, symptom in VISIONARY.items():
            if name not in seen:  # they change nothing of the body: odds leave the die where it lies
                continue
            threat = Threat(ailment=symptom, difficulty=VISIONS * n, mods=mods)
            saves[name] = (yield from ail(person, threat, options, True, who=person.name)).saved.result()
        whole = "unconsciousness" in seen
        threat = Threat(ailment="unconsciousness", difficulty=FAINTNESS * n, mods=mods)
        found: Ailed = yield from apply(ail, person, threat, options, whole, "save_", person.name)
        person, turns = found.person, found.failed_by
        if whole:
            saves["unconsciousness"] = found.saved.result()
        yield from step("unconscious_turns", turns, "ORG-SYM-20")
    return Sleepless(n=n, unconscious_turns=turns, state=state_of(person) if "state" in seen else UNSET, **saves)


# ---- rays ----


class RaysGiven(Value, frozen=True, kw_only=True):
    """Who was exposed, and to how much, a day ago."""

    character: Character
    points: Annotated[int, Meta(ge=1, le=100)]
    mods: Mods = {}

    def __post_init__(self) -> None:
        freeze(self, "mods")


class Irradiated(Value, frozen=True, kw_only=True):
    """What an exposure did, a day later; the blood it takes does not come back."""

    sng_lost: float
    sng_max_lost: float
    vomiting: SaveResult | UnsetType = UNSET
    headache: SaveResult | UnsetType = UNSET
    penalty: int
    cancer_percent: int
    cancer: bool
    delay_hours: int
    state: State | UnsetType = UNSET

    def changes(self, given: RaysGiven, options: Options) -> tuple[Change, ...]:
        blood = given.character.SNG
        lost = (Change("SNG", blood, blood - self.sng_max_lost),) if self.sng_max_lost else ()
        return (*state_changes(given.character, self.state), *lost)


def wasted(person: Person, strength: int, options: Options) -> tuple[Person, int]:
    """Blood lost for good, in halves, what is missing from INC; END, INT and PER lowered (ORG-DMG-11)."""
    found = hurt(person, 2 * strength, 0, options, SLOW)
    body = found.person
    frame = replace(body.frame, SNG=max(0, body.frame.SNG - 2 * strength))
    deltas: dict[Code, int] = {"END": -2 * strength, "INT": -strength, "PER": -strength}
    return weakened(Person(frame, body.body), deltas, options), found.sng


@procedure(
    "radiation",
    rules="ORG-DMG-11 ORG-SYM-09 ORG-SYM-21",
    dice=("d20", "d100"),
    headline=("sng_lost", "penalty", "cancer"),
)
def irradiate(given: RaysGiven, options: Options) -> Program[Irradiated]:
    """Blood that does not come back, sickness, a dull head, and perhaps worse within a year."""
    seen = yield from wanted("vomiting", "headache", "state")
    before, mods = person_of(given.character), named(given.mods)
    strength = 0 if spared(before) else given.points
    percent = min(100, CANCER * strength)
    person, blood = wasted(before, strength, options) if strength else (before, 0)
    most = before.frame.SNG - person.frame.SNG
    yield from step("sng_lost", points(blood), "ORG-DMG-11")
    yield from step("sng_max_lost", points(most), "ORG-DMG-11")
    yield from tell_hurt(before, person)
    saves: dict[str, SaveResult] = {}
    penalty, cancer = 0, False
    if strength and not person.out_of_action:
        if seen & {"vomiting", "state"}:
            threat = Threat(ailment="vomiting", difficulty=SICKNESS * strength, mods=mods)
            found: Ailed = yield from apply(ail, person, threat, options, "vomiting" in seen, "save_", person.name)
            person = found.person
            if "vomiting" in seen:
                saves["vomiting"] = found.saved.result()
        threat = Threat(ailment="headache", difficulty=SICKNESS * strength, mods=mods)
        found = yield from apply(ail, person, threat, options, "headache" in seen, "save_", person.name)
        person, penalty = found.person, found.failed_by
        if "headache" in seen:
            saves["headache"] = found.saved.result()
        yield from step("penalty", penalty, "ORG-SYM-09")
    yield from step("cancer_percent", percent, "ORG-DMG-11")
    if strength:
        cancer = yield from roll(D100.map(AtMost(percent)), "d100", person.name, "cancer")
        yield from step("cancer", cancer, "ORG-DMG-11")
    return Irradiated(
        sng_lost=points(blood),
        sng_max_lost=points(most),
        penalty=penalty,
        cancer_percent=percent,
        cancer=cancer,
        delay_hours=DELAY_HOURS,
        state=state_of(person) if "state" in seen else UNSET,
        **saves,
    )
