"""One d20 against a Difficulty: natural 1, natural 20, total and margin (TEST). Every test of the game comes here."""

from collections.abc import Set
from typing import Any

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, less, roll, step
from gardien.core.dice import D20
from gardien.core.values import Value
from gardien.systems.d20d100.options import Options

SKILL, CHARACTERISTIC, JET = 15, 10, 10  # D100-TEST-06: Difficulties of habit
EVERY = ("total", "margin", "natural_one")  # what a test tells where somebody looks


class AttemptResult(Value, frozen=True):
    """A test as it came out; what nobody looks at is not told apart."""

    success: bool
    total: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET

    def fields(self) -> dict[str, Any]:
        """The test as fields of an outcome of the same names."""
        return {
            "total": self.total,
            "margin": self.margin,
            "natural_one": self.natural_one,
            "success": self.success,
        }


class Judge(Value, frozen=True):
    """Reads a natural d20: 1 fails, 20 is only a number unless the table wants more (D100-TEST-01, -03, -04)."""

    modifier: int
    difficulty: int
    twenty: bool = False  # a natural 20 succeeds whatever the Difficulty
    total: bool = False
    margin: bool = False
    one: bool = False

    def passes(self, face: int) -> bool:
        if face == 1:
            return False
        return face + self.modifier >= self.difficulty or (self.twenty and face == 20)

    def __call__(self, face: int) -> AttemptResult:
        total = face + self.modifier
        return AttemptResult(
            self.passes(face),
            total if self.total else UNSET,
            total - self.difficulty if self.margin else UNSET,
            face == 1 if self.one else UNSET,
        )


class Labels(Value, frozen=True):
    """The names under which a test is told and looked at; an empty one is not told."""

    total: str = "total"
    success: str = "success"
    margin: str = "margin"
    natural_one: str = "natural_one"


TEST = Labels()


def judge_of(modifier: int, difficulty: int, wanted: Set[str], options: Options, labels: Labels = TEST) -> Judge:
    """Whoever reads the throw, with what is looked at (`wanted` holds names of outcome fields)."""
    return Judge(
        modifier,
        difficulty,
        options.nat20_auto_success,
        labels.total in wanted,
        labels.margin in wanted,
        labels.natural_one in wanted,
    )


def attempt(
    modifier: int,
    difficulty: int,
    wanted: frozenset[str],
    options: Options,
    labels: Labels = TEST,
    who: str = "",
    purpose: str = "",
) -> Program[AttemptResult]:
    """Throw a d20, add, compare; equality succeeds (D100-TEST-01)."""
    tried = yield from roll(D20.map(judge_of(modifier, difficulty, wanted, options, labels)), "d20", who, purpose)
    yield from explain_attempt(tried, modifier, difficulty, labels, who)
    return tried


def explain_attempt(
    tried: AttemptResult, modifier: int, difficulty: int, labels: Labels = TEST, who: str = ""
) -> Program[None]:
    """Total, margin and result as reasons."""
    if tried.total is not UNSET and labels.total:
        parts = (("die", tried.total - modifier), ("modifier", modifier))
        yield from step(labels.total, tried.total, "D100-TEST-01", parts, who=who)
    if tried.margin is not UNSET and labels.margin:
        parts = (("total", tried.margin + difficulty), less("difficulty", difficulty))
        yield from step(labels.margin, tried.margin, "D100-TEST-02", parts, who=who)
    if tried.natural_one is True:
        yield from step(labels.natural_one, True, "D100-TEST-03", who=who)
    if labels.success:
        saved = tried.success and tried.margin is not UNSET and tried.margin < 0  # only a 20 can do that
        rule = "D100-TEST-03" if tried.natural_one is True else "D100-TEST-04" if saved else "D100-TEST-01"
        yield from step(labels.success, tried.success, rule, who=who)
