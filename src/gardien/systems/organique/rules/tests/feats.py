"""Climbing, jumping, lifting, breaking, carrying, running (AGI-02, VIT-01, VIT-02, FOR-01 to FOR-03, END-02)."""

from fractions import Fraction
from math import ceil, floor
from typing import Annotated, TypeAlias

from msgspec import Meta

from gardien.core.chance import Program, step
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.person import Person, person_of
from gardien.systems.organique.rules.tests.characteristic import Checked, plain, roll_fields
from gardien.systems.organique.rules.tests.d20 import ThrowBlock
from gardien.systems.organique.rules.tests.modifiers import check_able, named_parts, open_skill
from gardien.systems.organique.vocabulary import Code, Difficulty, Kilograms, Mods

SurfaceKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("scales", "surface"))]
FeatKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("scales", "feat"))]
PER_METRE = 6  # ORG-VIT-01
KILOGRAMS = 3  # a point of difficulty (ORG-FOR-01)
LIGHT = 10  # what a difficulty may be before strength is asked for (ORG-END-02)


class ClimbGiven(Value, frozen=True, kw_only=True):
    """Who climbs, and what."""

    character: Character = Character()
    surface: SurfaceKey = "rough_cliff"
    difficulty: Difficulty | None = None
    mods: Mods = {}
    luck: bool = False

    def __post_init__(self) -> None:
        check_key("surface", self.surface, pack.scale("surface"))
        check_able("character", self.character)
        freeze(self, "mods")


@procedure("climb", rules="ORG-AGI-02 ORG-TEST-01 ORG-SKILL-01", dice=("d20",), headline=("success",))
def climb(given: ClimbGiven, options: Options) -> Program[Checked]:
    """AGI and a d20 against what is climbed; without luck, one sees in time that it will not do."""
    person = person_of(given.character)
    goal = pack.mark("surface", given.surface) if given.difficulty is None else given.difficulty
    mods = (*open_skill(person, "climbing"), *named_parts(given.mods))
    throw = plain(person, "AGI", options, goal, mods, given.luck, rule="ORG-AGI-02", purpose="climb")
    return Checked(**(yield from roll_fields(throw)))


def check_left(field: str, one: Character, code: Code) -> None:
    """Whoever has nothing left of a characteristic does nothing with it: nobody lifts without FOR (ORG-SYM-01)."""
    check_able(field, one)
    if person_of(one).score(code) == 0:
        raise BadField(field, "act/unable", "ORG-SYM-01")


class JumpGiven(Value, frozen=True, kw_only=True):
    """Who jumps, and how far."""

    character: Character = Character()
    metres: Annotated[float, Meta(ge=0.01, le=1000)]
    mods: Mods = {}
    luck: bool = False

    def __post_init__(self) -> None:
        check_left("character", self.character, "VIT")
        freeze(self, "mods")


@procedure("jump", rules="ORG-VIT-01 ORG-TEST-09", dice=("d20",), headline=("success",))
def jump(given: JumpGiven, options: Options) -> Program[Checked]:
    """VIT and a d20 against six for each metre."""
    person = person_of(given.character)
    goal = ceil(PER_METRE * Fraction(str(given.metres)))
    yield from step("difficulty", goal, "ORG-VIT-01")
    mods = (*open_skill(person, "jumping"), *named_parts(given.mods))
    throw = plain(person, "VIT", options, goal, mods, given.luck, rule="ORG-VIT-01", purpose="jump")
    return Checked(**(yield from roll_fields(throw)))


# ---- strength ----


def is_exhausting(person: Person, difficulty: int) -> bool:
    """Whether a feat asks for half of somebody’s strength, and so for a point of END (ORG-END-02)."""
    return 2 * (difficulty - LIGHT) >= person.score("FOR")


class Strained(ThrowBlock, frozen=True, kw_only=True):
    """A test of strength, and whether it tires."""

    exhausting: bool


class LiftGiven(Value, frozen=True, kw_only=True):
    """Who lifts, and how much."""

    character: Character = Character()
    kg: Kilograms
    mods: Mods = {}
    luck: bool = False

    def __post_init__(self) -> None:
        check_left("character", self.character, "FOR")
        freeze(self, "mods")


@procedure("lift", rules="ORG-FOR-01 ORG-END-02 ORG-TEST-09", dice=("d20",), headline=("success", "exhausting"))
def lift(given: LiftGiven, options: Options) -> Program[Strained]:
    """FOR and a d20 against a third of the weight."""
    person = person_of(given.character)
    goal = ceil(Fraction(str(given.kg)) / KILOGRAMS)
    yield from step("difficulty", goal, "ORG-FOR-01")
    yield from step("exhausting", is_exhausting(person, goal), "ORG-END-02")
    mods = (*open_skill(person, "weight_lifting"), *named_parts(given.mods))
    throw = plain(person, "FOR", options, goal, mods, given.luck, rule="ORG-FOR-01", purpose="lift")
    return Strained(exhausting=is_exhausting(person, goal), **(yield from roll_fields(throw)))


class FeatGiven(Value, frozen=True, kw_only=True):
    """Who breaks, pushes or crushes, and what."""

    character: Character = Character()
    feat: FeatKey = "break_door"
    difficulty: Difficulty | None = None
    mods: Mods = {}
    luck: bool = False

    def __post_init__(self) -> None:
        check_key("feat", self.feat, pack.scale("feat"))
        check_left("character", self.character, "FOR")
        freeze(self, "mods")


@procedure("feat_of_strength", rules="ORG-FOR-02 ORG-END-02", dice=("d20",), headline=("success", "exhausting"))
def strain(given: FeatGiven, options: Options) -> Program[Strained]:
    """FOR and a d20 against what resists."""
    person = person_of(given.character)
    goal = pack.mark("feat", given.feat) if given.difficulty is None else given.difficulty
    yield from step("exhausting", is_exhausting(person, goal), "ORG-END-02")
    mods = named_parts(given.mods)
    throw = plain(person, "FOR", options, goal, mods, given.luck, rule="ORG-FOR-02", purpose="feat_of_strength")
    return Strained(exhausting=is_exhausting(person, goal), **(yield from roll_fields(throw)))


BAND = 5  # kg (ORG-FOR-03)
KMH = Fraction(3, 4)  # a metre a turn (ORG-VIT-02)


def threshold(strength: int) -> int:
    """The weight in kg from which a load is felt (ORG-FOR-03)."""
    return (5 * strength + 1) // 2


def burden(strength: int, kg: float, options: Options) -> int:
    """What a load takes from AGI and VIT, and from END in an hour; nothing carried is no burden (ORG-FOR-03)."""
    excess = Fraction(str(kg)) - threshold(strength)
    if not kg or excess < 0:
        return 0
    return 1 + floor(excess / BAND) if options.encumbrance_full_bands else max(1, ceil(excess / BAND))


def speed_kmh(speed: float) -> float:
    """A speed in metres a turn as kilometres an hour (ORG-VIT-02)."""
    return float(Fraction(str(speed)) * KMH)


class LoadGiven(Value, frozen=True, kw_only=True):
    """Who carries, and how much."""

    character: Character
    load_kg: Annotated[float, Meta(ge=0, le=1_000_000)]


class Loaded(Value, frozen=True, kw_only=True):
    """What a load costs while it is carried."""

    threshold: int
    malus: int
    AGI: int
    VIT: int
    end_per_hour: int


@procedure("load", rules="ORG-FOR-03", headline=("malus", "end_per_hour"))
def carry(given: LoadGiven, options: Options) -> Program[Loaded]:
    """Two and a half kilograms a point of FOR, then a point for each five more."""
    strength = person_of(given.character).score("FOR")
    malus = burden(strength, given.load_kg, options)
    yield from step("threshold", threshold(strength), "ORG-FOR-03")
    yield from step("malus", malus, "ORG-FOR-03")
    return Loaded(threshold=threshold(strength), malus=malus, AGI=-malus, VIT=-malus, end_per_hour=malus)


class RunGiven(Value, frozen=True, kw_only=True):
    """Who runs, and how fast, in metres a turn."""

    character: Character
    speed: Annotated[float, Meta(ge=0.01, le=100_000)]


class Run(Value, frozen=True, kw_only=True):
    """Whether somebody can run so fast, and what a turn of it costs."""

    allowed: bool
    exhausting: bool
    end_per_turn: int
    kmh: float


@procedure("run", rules="ORG-VIT-02 ORG-END-02 ORG-END-07", headline=("allowed", "exhausting", "end_per_turn"))
def run(given: RunGiven, options: Options) -> Program[Run]:
    """VIT is the most; from half of it a turn costs a point of END."""
    person, speed = person_of(given.character), Fraction(str(given.speed))
    most = person.score("VIT")
    allowed, exhausting = person.can_act and speed <= most, 2 * speed >= most
    yield from step("allowed", allowed, "ORG-VIT-02" if person.can_act else "ORG-END-06")
    yield from step("exhausting", exhausting, "ORG-END-02")
    yield from step("end_per_turn", int(exhausting), "ORG-END-02")
    return Run(allowed=allowed, exhausting=exhausting, end_per_turn=int(exhausting), kmh=speed_kmh(given.speed))
