"""Help for a test and tests of another kind: taking 10 or 20, synergy, helpers, memory, percentages (TEST, SKILL)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, fold, less, roll, step, watched
from gardien.core.dice import D6, D100
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value, like
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import Difficulty, Modifier, Mods, Name, Percent
from gardien.systems.d20d100.rules.tests.checks import Skilled, SkillKey, modifier_sum
from gardien.systems.d20d100.rules.tests.d20 import EVERY, SKILL, AttemptResult, Labels, attempt

HELP = 2  # synergy and cooperation (D100-TEST-12, D100-TEST-13)
HELPING = 10  # the Difficulty of a helper (D100-TEST-13)
MEMORISED = 4  # D100-SKILL-11
NEXT_TRY = 1  # hours
PERCENTILE = 10  # the Difficulty of characteristic × n on a d20 (D100-TEST-15)


# ---- without a throw ----


class TakeGiven(Skilled, frozen=True, kw_only=True):
    """A test for which no die is thrown."""

    modifier: Modifier
    difficulty: Difficulty = SKILL
    mods: Mods = ()


class Taken(Value, frozen=True, kw_only=True):
    """What the die deemed to lie there comes to."""

    total: int
    margin: int
    success: bool
    duration_factor: int


def take(face: int, given: TakeGiven, over: int, rule: str) -> Program[Taken]:
    """The die is deemed to show a face; `over` is what must be exceeded beyond the Difficulty."""
    used, parts = modifier_sum(given.modifier, given.mods)
    total = face + used
    yield from step("total", total, rule, (("die", face), *parts))
    margin = total - given.difficulty
    yield from step("margin", margin, "D100-TEST-02", (("total", total), less("difficulty", given.difficulty)))
    success = margin >= over
    yield from step("success", success, rule)
    return Taken(total=total, margin=margin, success=success, duration_factor=20 if face == 20 else 1)


@procedure("take_10", rules="D100-TEST-10", headline=("success",))
def take_10(given: TakeGiven, options: Options) -> Program[Taken]:
    """A simple, ordinary, repeated act: the die counts 10, and there is no 1 to fear."""
    return (yield from take(10, given, 1 if options.take10_strict else 0, "D100-TEST-10"))


@procedure("take_20", rules="D100-TEST-11", headline=("success",))
def take_20(given: TakeGiven, options: Options) -> Program[Taken]:
    """After a failure, twenty times the time: the die counts 20, and is no more than a number."""
    return (yield from take(20, given, 0, "D100-TEST-11"))


# ---- one skill prepares another, somebody helps ----


class Aided(Value, frozen=True, kw_only=True):
    """A test with the bonus that others prepared."""

    bonus: int
    effective_modifier: int
    total: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    success: bool


def attempt_with_bonus(
    modifier: int, mods: tuple[int, ...], bonus: int, difficulty: int, rule: str, options: Options
) -> Program[tuple[int, AttemptResult]]:
    """The main test, with its bonus."""
    yield from step("bonus", bonus, rule)
    used, parts = modifier_sum(modifier, mods, bonus=bonus)
    yield from step("effective_modifier", used, "D100-TEST-01", parts)
    wanted = yield from watched(*EVERY)
    tried = yield from attempt(used, difficulty, wanted, options, purpose="test")
    return used, tried


class SynergyGiven(Value, frozen=True, kw_only=True):
    """A skill that prepares and a skill that acts."""

    first_modifier: Modifier
    first_difficulty: Difficulty = SKILL
    first_mods: Mods = ()
    second_modifier: Modifier
    second_difficulty: Difficulty = SKILL
    second_mods: Mods = ()
    first_skill: SkillKey = ""
    second_skill: SkillKey = ""

    def __post_init__(self) -> None:
        for field in ("first_skill", "second_skill"):
            if getattr(self, field):
                check_key(field, getattr(self, field), pack.skill)


class Synergised(Aided, frozen=True, kw_only=True):
    """Both tests."""

    first_total: int | UnsetType = UNSET
    first_success: bool


FIRST = Labels("first_total", "first_success", "", "")


@procedure(
    "synergy_test",
    rules="D100-TEST-01 D100-TEST-12 D100-SKILL-08",
    dice=("d20",),
    headline=("success",),
)
def combine(given: SynergyGiven, options: Options) -> Program[Synergised]:
    """A first skill that succeeds gives the second one +2; its failure costs nothing."""
    wanted = yield from watched("first_total")
    modifier = given.first_modifier + sum(given.first_mods)
    first = yield from attempt(modifier, given.first_difficulty, wanted, options, FIRST, purpose="first")
    bonus = HELP if first.success else 0
    used, tried = yield from attempt_with_bonus(
        given.second_modifier, given.second_mods, bonus, given.second_difficulty, "D100-TEST-12", options
    )
    return Synergised(
        first_total=first.total,
        first_success=first.success,
        bonus=bonus,
        effective_modifier=used,
        **tried.fields(),
    )


class Helping(Value, frozen=True, kw_only=True):
    """Somebody who helps, with their own skill."""

    name: Name = ""
    modifier: Modifier = 0


class CooperateGiven(Skilled, frozen=True, kw_only=True):
    """Helpers, by their numbers or by name, and whoever they help."""

    helper_modifiers: Annotated[tuple[Modifier, ...], Meta(max_length=6)] = ()
    helpers: Annotated[tuple[Helping, ...], Meta(max_length=6)] = ()
    main_modifier: Modifier
    difficulty: Difficulty = SKILL
    mods: Mods = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.helper_modifiers and not self.helpers:
            raise BadField("helper_modifiers", "field/length_at_least", "D100-TEST-13", low=1)

    @property
    def modifiers(self) -> tuple[tuple[str, int], ...]:
        """Each helper’s name, if they have one, and number."""
        return (*(("", one) for one in self.helper_modifiers), *((one.name, one.modifier) for one in self.helpers))


class Cooperated(Aided, frozen=True, kw_only=True):
    """Who helped, and what came of it."""

    helper_successes: tuple[bool, ...] | UnsetType = UNSET


class Helper(Value, frozen=True):
    """One of the helpers, by place."""

    modifier: int
    wanted: bool
    options: Options
    name: str = ""


class Helped(Value, frozen=True):
    """The helpers so far; one by one only where somebody looks."""

    count: int = 0
    each: tuple[bool, ...] = ()


def lend(so_far: Helped, helper: Helper) -> Program[Helped]:
    """The next helper tests the same task at Difficulty 10 (D100-TEST-13)."""
    labels = Labels(success="")  # nothing else is looked at
    tried = yield from attempt(
        helper.modifier, HELPING, frozenset(), helper.options, labels, who=helper.name, purpose="helper"
    )
    # More helpers than count are in each other’s way: no need to tell their number apart.
    count = min(helper.options.coop_max_helpers, so_far.count + tried.success)
    return Helped(count, (*so_far.each, tried.success) if helper.wanted else ())


@procedure(
    "cooperate",
    rules="D100-TEST-01 D100-TEST-13",
    dice=("d20",),
    headline=("success",),
)
def cooperate(given: CooperateGiven, options: Options) -> Program[Cooperated]:
    """Helpers test at Difficulty 10; each success that counts gives the main actor +2."""
    wanted = bool((yield from watched("helper_successes")))
    helpers = [Helper(modifier, wanted, options, name) for name, modifier in given.modifiers]
    helped = yield from fold(lend, Helped(), helpers)
    bonus = HELP * helped.count
    used, tried = yield from attempt_with_bonus(
        given.main_modifier, given.mods, bonus, given.difficulty, "D100-TEST-13", options
    )
    return Cooperated(
        helper_successes=helped.each if wanted else UNSET, bonus=bonus, effective_modifier=used, **tried.fields()
    )


# ---- characteristic × n ----


class MultiplierGiven(Value, frozen=True, kw_only=True):
    """A characteristic × n that a percentile scenario asks for."""

    score: Annotated[int, Meta(ge=1, le=300)]
    multiplier: Annotated[int, Meta(ge=1, le=10)]
    method: Literal["d20", "d100"] = "d20"


class Multiplied(Value, frozen=True, kw_only=True):
    """The roll by one method or the other."""

    modifier: int | UnsetType = UNSET
    difficulty: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    target: int | UnsetType = UNSET
    success: bool


def table_modifier(score: int, multiplier: int) -> int:
    """The cell of the table: a fifth of the percentage to the nearest, less 11; no tie can occur (D100-TEST-15)."""
    return (2 * score * multiplier + 5) // 10 - 11


class Under(Value, frozen=True):
    """Reads a d100 at or under a percentage."""

    target: int

    def __call__(self, face: int) -> bool:
        return face <= self.target


@procedure(
    "d100_multiplier_test",
    rules="D100-TEST-15 D100-TEST-03 D100-CORE-01",
    dice=("d20", "d100"),
    headline=("success",),
)
def multiply(given: MultiplierGiven, options: Options) -> Program[Multiplied]:
    """On a d20 the modifier of the table replaces the characteristic’s own; on a d100 the product is the target."""
    if given.method == "d100":
        target = given.score * given.multiplier
        yield from step("target", target, "D100-TEST-15")
        passed = yield from roll(D100.map(Under(target)), "d100", "", "test")
        yield from step("success", passed, "D100-TEST-15")
        return Multiplied(target=target, success=passed)
    modifier = table_modifier(given.score, given.multiplier)
    yield from step("modifier", modifier, "D100-TEST-15")
    yield from step("difficulty", PERCENTILE, "D100-TEST-15")
    wanted = yield from watched("total", "natural_one")
    tried = yield from attempt(modifier, PERCENTILE, wanted, options, purpose="test")
    return like(Multiplied, tried, modifier=modifier, difficulty=PERCENTILE)


# ---- memory ----


class MemoriseGiven(TakeGiven, frozen=True, kw_only=True):
    """Something large to be kept in mind."""

    what: Name = ""


class Memorised(Value, frozen=True, kw_only=True):
    """Whether it is kept, and what that will be worth."""

    total: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    success: bool
    recall_bonus: int


@procedure("memorise", rules="D100-SKILL-11 D100-TEST-01", dice=("d20",), headline=("success",))
def memorise(given: MemoriseGiven, options: Options) -> Program[Memorised]:
    """A diagram, a long document: kept in mind, it is recalled with +4."""
    used, _ = modifier_sum(given.modifier, given.mods)
    wanted = yield from watched(*EVERY)
    tried = yield from attempt(used, given.difficulty, wanted, options, purpose="test")
    bonus = MEMORISED if tried.success else 0
    yield from step("recall_bonus", bonus, "D100-SKILL-11")
    return Memorised(recall_bonus=bonus, **tried.fields())


class RecallGiven(TakeGiven, frozen=True, kw_only=True):
    """Something to be remembered, and how often that failed."""

    what: Name = ""
    memorised: bool = False
    failures: Annotated[int, Meta(ge=0, le=50)] = 0


class Recalled(Value, frozen=True, kw_only=True):
    """Whether it comes back, or when the next try may be made."""

    effective_modifier: int
    total: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    success: bool
    failures: int
    next_try_in_hours: int


@procedure("recall", rules="D100-SKILL-11 D100-TEST-01", dice=("d20",), headline=("success",))
def recall(given: RecallGiven, options: Options) -> Program[Recalled]:
    """One try an hour, each harder than the last; what was memorised comes easier."""
    kept = MEMORISED if given.memorised else 0
    lost = given.failures * options.recall_malus
    used, parts = modifier_sum(given.modifier, given.mods, memorised=kept, failures=lost)
    yield from step("effective_modifier", used, "D100-SKILL-11", parts)
    wanted = yield from watched(*EVERY)
    tried = yield from attempt(used, given.difficulty, wanted, options, purpose="test")
    failures = given.failures + (not tried.success)
    hours = 0 if tried.success else NEXT_TRY
    yield from step("next_try_in_hours", hours, "D100-SKILL-11")
    return Recalled(effective_modifier=used, failures=failures, next_try_in_hours=hours, **tried.fields())


# ---- percentages and small dice ----


class MythosGiven(Value, frozen=True, kw_only=True):
    """What somebody knows of the Mythos."""

    mythos: Percent


class MythosTested(Value, frozen=True, kw_only=True):
    """Whether it is enough."""

    success: bool


@procedure("mythos_test", rules="D100-MAGIC-03 D100-CORE-01", dice=("d100",), headline=("success",))
def check_mythos(given: MythosGiven, options: Options) -> Program[MythosTested]:
    """Throw a d100 at or under the percentage."""
    passed = yield from roll(D100.map(Under(given.mythos)), "d100", "", "test")
    yield from step("success", passed, "D100-MAGIC-03")
    return MythosTested(success=passed)


class SmallGiven(Value, frozen=True, kw_only=True):
    """Nothing but a die."""


class Small(Value, frozen=True, kw_only=True):
    """A d3."""

    d3: int


def half_up(face: int) -> int:
    """Half of a face, rounded up (D100-CORE-01)."""
    return (face + 1) // 2


@procedure("roll_d3", rules="D100-CORE-01", dice=("d6",), headline=("d3",))
def roll_d3(given: SmallGiven, options: Options) -> Program[Small]:
    """Read a d3 on a d6: 1 and 2 are 1, 3 and 4 are 2, 5 and 6 are 3."""
    face = yield from roll(D6.map(half_up), "d6", "", "d3")
    yield from step("d3", face, "D100-CORE-01")
    return Small(d3=face)
