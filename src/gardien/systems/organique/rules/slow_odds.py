"""Exact chances of what takes its time (ODDS-04): staying clean, a disease, breaking a code."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from gardien.core.chance import Program, apply, call, exact_odds, fold, roll, step
from gardien.core.dice import Pool
from gardien.core.procedure import procedure
from gardien.core.terms import fraction
from gardien.core.values import Value, frozen_map
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import freeze
from gardien.systems.organique.rules.network.ciphers import Cracking, CrackResult, Machine
from gardien.systems.organique.rules.substances.diseases import Stage, progress
from gardien.systems.organique.rules.substances.withdrawal import asked_on
from gardien.systems.organique.rules.tests.d20 import Throw, attempt
from gardien.systems.organique.rules.tests.modifiers import luck_of, named_parts, total
from gardien.systems.organique.vocabulary import CrackTime, Difficulty, Mods, Rating, Signed


def roll_save(throw: Throw) -> Program[bool]:
    """One save, by its numbers."""
    return (yield from attempt(throw)).success


# ---- staying clean ----


class OddsWithdrawalGiven(Value, frozen=True, kw_only=True):
    """Somebody who has stopped: what they are tested with, against what, on how many days."""

    base: Signed
    difficulty: Rating
    physical: bool = True
    psychological: bool = True
    tests: Annotated[int, Meta(ge=1, le=50)]
    luck: bool | None = None


class OddsWithdrawal(Value, frozen=True, kw_only=True):
    """The chance of one test, and of all."""

    p_each: str
    p_all_passed: str


def hold_on(clean: bool, throw: Throw) -> Program[bool]:
    """One more test of somebody who has held out so far."""
    if not clean:
        return False
    return (yield from apply(roll_save, throw))


def stay_clean(throw: Throw, tests: int) -> Program[bool]:
    """Every test in turn."""
    return (yield from fold(hold_on, True, (throw,) * tests))


@procedure("odds_withdrawal", rules="ORG-ODDS-04 ORG-DRUG-04 ORG-DRUG-05", headline=("p_all_passed",))
def odds_of_withdrawal(given: OddsWithdrawalGiven, options: Options) -> Program[OddsWithdrawal]:
    """All tests of the days 1, 3, 7, 15…: for the body as long as it asks, for the mind on every one."""
    days = [2**number - 1 for number in range(1, given.tests + 1)]
    due = sum(len(asked_on(given.difficulty, day, given.physical, given.psychological)) for day in days)
    luck = luck_of(given.luck, not options.saves_not_luck)
    throw = Throw(base=given.base, difficulty=given.difficulty, luck=luck)
    one = yield from exact_odds(call(roll_save, throw))
    every = yield from exact_odds(call(stay_clean, throw, due))
    each, whole = fraction(one.chance(bool)), fraction(every.chance(bool))
    yield from step("tests_due", due, "ORG-DRUG-05")
    yield from step("p_each", each, "ORG-ODDS-01")
    yield from step("p_all_passed", whole, "ORG-ODDS-04")
    return OddsWithdrawal(p_each=each, p_all_passed=whole)


# ---- a disease ----


class OddsDiseaseGiven(Value, frozen=True, kw_only=True):
    """A disease that begins: what helps against it, and for how many tests it is followed."""

    base: Signed
    difficulty: Difficulty = 20
    tests: Annotated[int, Meta(ge=1, le=100)]
    level_at_least: Annotated[int, Meta(ge=1, le=1000)] = 1
    luck: bool | None = None


class OddsDisease(Value, frozen=True, kw_only=True):
    """How often a test fails, how often it gets so far, how often it is over in time."""

    p_fail_each: str
    p_level_reached: str
    p_cured: str


class Ill(Value, frozen=True):
    """How far a disease has come, and whether it has ever come so far."""

    stage: Stage
    reached: bool


class Day(Value, frozen=True):
    """One test of a disease, and the level that is watched for."""

    throw: Throw
    level: int


def suffer(ill: Ill, day: Day) -> Program[Ill]:
    """One test more; none of the cured (ORG-DIS-02)."""
    if ill.stage.is_cured:
        return ill
    stage = progress(ill.stage, (yield from apply(roll_save, day.throw)))
    return Ill(stage, ill.reached or stage.level >= day.level)


def fall_ill(start: Ill, day: Day, tests: int) -> Program[Ill]:
    """Every test in turn."""
    return (yield from fold(suffer, start, (day,) * tests))


@procedure("odds_disease", rules="ORG-ODDS-04 ORG-DIS-02", headline=("p_level_reached", "p_cured"))
def odds_of_disease(given: OddsDiseaseGiven, options: Options) -> Program[OddsDisease]:
    """From contraction on: how far a disease may come, and whether it is cured."""
    luck = luck_of(given.luck, not options.saves_not_luck)
    throw = Throw(base=given.base, difficulty=given.difficulty, luck=luck)
    level = 1 if options.disease_starts_level_1 else 0
    start = Ill(Stage(level), level >= given.level_at_least)
    one = yield from exact_odds(call(roll_save, throw))
    odds = yield from exact_odds(call(fall_ill, start, Day(throw, given.level_at_least), given.tests))
    fields = {
        "p_fail_each": fraction(1 - one.chance(bool)),
        "p_level_reached": fraction(odds.chance(lambda ill: ill.reached)),
        "p_cured": fraction(odds.chance(lambda ill: ill.stage.is_cured)),
    }
    for name, chance in fields.items():
        yield from step(name, chance, "ORG-ODDS-04")
    return OddsDisease(**fields)


# ---- a code ----


class OddsDecryptGiven(Value, frozen=True, kw_only=True):
    """A program alone with a code."""

    force: Rating
    power: Rating
    strength: Rating
    mods: Mods = {}

    def __post_init__(self) -> None:
        freeze(self, "mods")


class OddsDecrypt(Value, frozen=True, kw_only=True):
    """The times it may take, the longest first."""

    distribution: dict[CrackTime, str]


def crack(machine: Machine) -> Program[CrackResult]:
    """A program’s d20, read as a time (ORG-CRY-02, ORG-CRY-05)."""
    reader = Cracking(machine=machine, user=None, whole=False)
    return (yield from roll(Pool(1, 20, seen=(0,)).map(reader), "d20", purpose="decrypt"))


@procedure("odds_decrypt", rules="ORG-ODDS-04 ORG-CRY-05", headline=("distribution",))
def odds_of_decryption(given: OddsDecryptGiven, options: Options) -> Program[OddsDecrypt]:
    """Every time a program may take over a code, with its chance."""
    mods = named_parts(given.mods)
    machine = Machine(force=given.force, power=given.power, strength=given.strength, mod=total(mods))
    odds = yield from exact_odds(call(crack, machine))
    times: dict[CrackTime, Fraction] = dict(odds.by(lambda one: one.time))
    chances = {key: fraction(times[key]) for key in pack.keys("scales", "cracking") if key in times}
    for key, chance in chances.items():
        yield from step(key, chance, "ORG-ODDS-04")
    return OddsDecrypt(distribution=frozen_map(chances))
