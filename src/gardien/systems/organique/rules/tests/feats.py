"""Climbing, jumping, lifting, breaking (AGI-02, VIT-01, FOR-01, FOR-02)."""

from fractions import Fraction
from math import ceil
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.bodies import Person, person_of
from gardien.systems.organique.checks import Checked, plain, thrown
from gardien.systems.organique.kinds import Difficulty, Kilograms, Mods
from gardien.systems.organique.options import Options
from gardien.systems.organique.scores import check_able, named, open_skill
from gardien.systems.organique.trials import ThrowBlock
from gardien.systems.organique.values import Character, freeze

Surface: TypeAlias = Literal["low_branches", "rough_cliff", "few_holds", "ice"]
Strength: TypeAlias = Literal["crack_nut", "break_door", "push_horse", "break_padlock"]
PER_METRE = 6  # ORG-VIT-01
KILOGRAMS = 3  # a point of difficulty (ORG-FOR-01)
LIGHT = 10  # what a difficulty may be before strength is asked for (ORG-END-02)


class ClimbGiven(Value, frozen=True, kw_only=True):
    """Who climbs, and what."""

    character: Character = Character()
    surface: Surface = "rough_cliff"
    difficulty: Difficulty | None = None
    mods: Mods = {}
    luck: bool = False

    def __post_init__(self) -> None:
        check_able("character", self.character)
        freeze(self, "mods")


@procedure("climb", rules="ORG-AGI-02 ORG-TEST-01 ORG-SKILL-01", dice=("d20",), headline=("success",))
def climb(given: ClimbGiven, options: Options) -> Program[Checked]:
    """AGI and a d20 against what is climbed; without luck, one sees in time that it will not do."""
    person = person_of(given.character)
    goal = pack.mark("surface", given.surface) if given.difficulty is None else given.difficulty
    mods = (*open_skill(person, "climbing"), *named(given.mods))
    throw = plain(person, "AGI", options, goal, mods, given.luck, rule="ORG-AGI-02", purpose="climb")
    return Checked(**(yield from thrown(throw)))


class JumpGiven(Value, frozen=True, kw_only=True):
    """Who jumps, and how far."""

    character: Character = Character()
    metres: Annotated[float, Meta(ge=0.01, le=1000)]
    mods: Mods = {}
    luck: bool = False

    def __post_init__(self) -> None:
        check_able("character", self.character)
        freeze(self, "mods")


@procedure("jump", rules="ORG-VIT-01 ORG-TEST-09", dice=("d20",), headline=("success",))
def jump(given: JumpGiven, options: Options) -> Program[Checked]:
    """VIT and a d20 against six for each metre."""
    person = person_of(given.character)
    goal = ceil(PER_METRE * Fraction(str(given.metres)))
    yield from step("difficulty", goal, "ORG-VIT-01")
    mods = (*open_skill(person, "jumping"), *named(given.mods))
    throw = plain(person, "VIT", options, goal, mods, given.luck, rule="ORG-VIT-01", purpose="jump")
    return Checked(**(yield from thrown(throw)))


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
        check_able("character", self.character)
        freeze(self, "mods")


@procedure("lift", rules="ORG-FOR-01 ORG-END-02 ORG-TEST-09", dice=("d20",), headline=("success", "exhausting"))
def lift(given: LiftGiven, options: Options) -> Program[Strained]:
    """FOR and a d20 against a third of the weight."""
    person = person_of(given.character)
    goal = ceil(Fraction(str(given.kg)) / KILOGRAMS)
    yield from step("difficulty", goal, "ORG-FOR-01")
    yield from step("exhausting", is_exhausting(person, goal), "ORG-END-02")
    mods = (*open_skill(person, "weight_lifting"), *named(given.mods))
    throw = plain(person, "FOR", options, goal, mods, given.luck, rule="ORG-FOR-01", purpose="lift")
    return Strained(exhausting=is_exhausting(person, goal), **(yield from thrown(throw)))


class FeatGiven(Value, frozen=True, kw_only=True):
    """Who breaks, pushes or crushes, and what."""

    character: Character = Character()
    feat: Strength = "break_door"
    difficulty: Difficulty | None = None
    mods: Mods = {}
    luck: bool = False

    def __post_init__(self) -> None:
        check_able("character", self.character)
        freeze(self, "mods")


@procedure("feat_of_strength", rules="ORG-FOR-02 ORG-END-02", dice=("d20",), headline=("success", "exhausting"))
def strain(given: FeatGiven, options: Options) -> Program[Strained]:
    """FOR and a d20 against what resists."""
    person = person_of(given.character)
    goal = pack.mark("feat", given.feat) if given.difficulty is None else given.difficulty
    yield from step("exhausting", is_exhausting(person, goal), "ORG-END-02")
    mods = named(given.mods)
    throw = plain(person, "FOR", options, goal, mods, given.luck, rule="ORG-FOR-02", purpose="feat_of_strength")
    return Strained(exhausting=is_exhausting(person, goal), **(yield from thrown(throw)))
