"""Hunger, thirst, lack of sleep, radiation: what wears a body down from within (DMG-10, DMG-11, DMG-14, DMG-16)."""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import D100
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.losses import SLOW, explain_losses, take_damage
from gardien.systems.organique.rules.character import Character, State, freeze
from gardien.systems.organique.rules.person import (
    LeavesState,
    Person,
    person_of,
    points,
    state_changes,
    state_of,
    with_changes,
    with_dying,
)
from gardien.systems.organique.rules.substances.symptoms import AilmentResult, Threat, roll_against
from gardien.systems.organique.rules.tests.d20 import AtMost, SaveResult, watched
from gardien.systems.organique.rules.tests.modifiers import named_parts
from gardien.systems.organique.vocabulary import MOST_RADIATION, Code, Mods, Symptom

Days: TypeAlias = Annotated[int, Meta(ge=1, le=100)]

HUNGRY = -4  # END, a day without food (ORG-DMG-10)
AWAKE = 24  # hours (ORG-DMG-14)
SLEEPLESS: tuple[Code, ...] = ("PER", "INT", "CHA", "END")
TIRED, VISIONS, FAINTNESS = -3, 3, 15  # of each full day awake (ORG-DMG-14)
SICKNESS = 10  # difficulty of a point of radiation (ORG-DMG-11)
CANCER, DELAY_HOURS = 25, 24  # percent of a point; when it shows (ORG-DMG-11)


def is_spared(person: Person) -> bool:
    """The dead feel nothing any more, machines never did (ORG-HP-07, ORG-MON-01)."""
    return person.machine or person.body.dead


def after_weakening(person: Person, deltas: dict[Code, int], options: Options) -> Person:
    """Scores lowered by what the body goes through; without blood that may be the end (ORG-END-01, ORG-HP-06)."""
    return with_dying(person, with_changes(person, deltas), options)


# ---- food and drink ----


class DaysGiven(Value, frozen=True, kw_only=True):
    """Who goes without, and for how many new days."""

    character: Character
    days: Days = 1


class Thirsted(LeavesState, frozen=True, kw_only=True):
    """What days without drink cost."""

    bs: float
    state: State | UnsetType = UNSET


class Starved(Thirsted, frozen=True, kw_only=True):
    """What days without food cost."""

    end_change: int


@procedure("hunger", rules="ORG-DMG-10 ORG-END-01", headline=("bs", "end_change"))
def starve(given: DaysGiven, options: Options) -> Program[Starved]:
    """Half a point of blood and four of END a day."""
    wanted = yield from watched("state")
    person = person_of(given.character)
    days = 0 if is_spared(person) else given.days
    after = take_damage(person, days, 0, options, SLOW).person
    if days:
        after = after_weakening(after, {"END": HUNGRY * days}, options)
    yield from step("bs", points(days), "ORG-DMG-10")
    yield from step("end_change", HUNGRY * days, "ORG-DMG-10")
    yield from explain_losses(person, after)
    return Starved(
        bs=points(days),
        end_change=HUNGRY * days,
        state=state_of(after) if "state" in wanted else UNSET,
    )


@procedure("thirst", rules="ORG-DMG-16", headline=("bs",))
def parch(given: DaysGiven, options: Options) -> Program[Thirsted]:
    """Half a point of blood a day."""
    wanted = yield from watched("state")
    person = person_of(given.character)
    days = 0 if is_spared(person) else given.days
    after = take_damage(person, days, 0, options, SLOW).person
    yield from step("bs", points(days), "ORG-DMG-16")
    yield from explain_losses(person, after)
    return Thirsted(bs=points(days), state=state_of(after) if "state" in wanted else UNSET)


# ---- sleep ----


class AwakeGiven(Value, frozen=True, kw_only=True):
    """Who has not slept, as they were before, and for how many hours in all."""

    character: Character
    hours: Annotated[int, Meta(ge=0, le=2400)]
    mods: Mods = {}

    def __post_init__(self) -> None:
        freeze(self, "mods")


class Sleepless(LeavesState, frozen=True, kw_only=True):
    """What a time without sleep did."""

    n: int
    hallucinations: SaveResult | UnsetType = UNSET
    illusions: SaveResult | UnsetType = UNSET
    unconsciousness: SaveResult | UnsetType = UNSET
    unconscious_turns: int
    state: State | UnsetType = UNSET


VISIONARY: dict[str, Symptom] = {"hallucinations": "minor_hallucinations", "illusions": "illusions"}


@procedure(
    "sleeplessness",
    rules="ORG-DMG-14 ORG-SYM-05 ORG-SYM-08 ORG-SYM-10 ORG-SYM-20",
    dice=("d20",),
    headline=("n", "unconscious_turns"),
)
def stay_awake(given: AwakeGiven, options: Options) -> Program[Sleepless]:
    """Each full day awake lowers PER, INT, CHA and END, and asks for three saves with what is left."""
    wanted = yield from watched("hallucinations", "illusions", "unconsciousness", "state")
    before, mods = person_of(given.character), named_parts(given.mods)
    n = 0 if is_spared(before) else given.hours // AWAKE
    yield from step("n", n, "ORG-DMG-14")
    person, turns = before, 0
    saves: dict[str, SaveResult] = {}
    if n:
        person = after_weakening(before, dict.fromkeys(SLEEPLESS, TIRED * n), options)
        yield from explain_losses(before, person)
    if n and not person.out_of_action:
        for name, symptom in VISIONARY.items():
            if name not in wanted:  # they change nothing of the body: odds leave the die where it lies
                continue
            threat = Threat(ailment=symptom, difficulty=VISIONS * n, mods=mods)
            saves[name] = (yield from roll_against(person, threat, options, True, who=person.name)).saved.result()
        whole = "unconsciousness" in wanted
        threat = Threat(ailment="unconsciousness", difficulty=FAINTNESS * n, mods=mods)
        ailed: AilmentResult = yield from apply(roll_against, person, threat, options, whole, "save_", person.name)
        person, turns = ailed.person, ailed.failed_by
        if whole:
            saves["unconsciousness"] = ailed.saved.result()
        yield from step("unconscious_turns", turns, "ORG-SYM-20")
    return Sleepless(n=n, unconscious_turns=turns, state=state_of(person) if "state" in wanted else UNSET, **saves)


# ---- rays ----


class RaysGiven(Value, frozen=True, kw_only=True):
    """Who was exposed, and to how much, a day ago."""

    character: Character
    points: Annotated[int, Meta(ge=1, le=MOST_RADIATION)]
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


def after_radiation(person: Person, strength: int, options: Options) -> tuple[Person, int]:
    """Blood lost for good, in halves, what is missing from INC; END, INT and PER lowered (ORG-DMG-11)."""
    loss = take_damage(person, 2 * strength, 0, options, SLOW)
    body = loss.person
    frame = replace(body.frame, SNG=max(0, body.frame.SNG - 2 * strength))
    deltas: dict[Code, int] = {"END": -2 * strength, "INT": -strength, "PER": -strength}
    return after_weakening(Person(frame, body.body), deltas, options), loss.sng


@procedure(
    "radiation",
    rules="ORG-DMG-11 ORG-SYM-09 ORG-SYM-21",
    dice=("d20", "d100"),
    headline=("sng_lost", "penalty", "cancer"),
)
def irradiate(given: RaysGiven, options: Options) -> Program[Irradiated]:
    """Blood that does not come back, sickness, a dull head, and perhaps worse within a year."""
    wanted = yield from watched("vomiting", "headache", "state")
    before, mods = person_of(given.character), named_parts(given.mods)
    strength = 0 if is_spared(before) else given.points
    percent = min(100, CANCER * strength)
    person, blood = after_radiation(before, strength, options) if strength else (before, 0)
    most = before.frame.SNG - person.frame.SNG
    yield from step("sng_lost", points(blood), "ORG-DMG-11")
    yield from step("sng_max_lost", points(most), "ORG-DMG-11")
    yield from explain_losses(before, person)
    saves: dict[str, SaveResult] = {}
    penalty, cancer = 0, False
    if strength and not person.out_of_action:
        if wanted & {"vomiting", "state"}:
            threat = Threat(ailment="vomiting", difficulty=SICKNESS * strength, mods=mods)
            ailed: AilmentResult = yield from apply(
                roll_against, person, threat, options, "vomiting" in wanted, "save_", person.name
            )
            person = ailed.person
            if "vomiting" in wanted:
                saves["vomiting"] = ailed.saved.result()
        threat = Threat(ailment="headache", difficulty=SICKNESS * strength, mods=mods)
        ailed = yield from apply(roll_against, person, threat, options, "headache" in wanted, "save_", person.name)
        person, penalty = ailed.person, ailed.failed_by
        if "headache" in wanted:
            saves["headache"] = ailed.saved.result()
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
        state=state_of(person) if "state" in wanted else UNSET,
        **saves,
    )
