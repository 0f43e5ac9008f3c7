"""Dice as the games print them: notation, faces, and the questions a throw can answer.

A question knows three things: which physical dice must fall, what their faces mean together, and how likely each
meaning is. Playing and typing use the first two, odds the third, so a throw is described once.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from gardien.core.errors import Refusal

T = TypeVar("T")
S = TypeVar("S", bound=Hashable)

MOST_DICE = 1_000
MOST_SIDES = 1_000
MOST_SPREAD = 1_000_000  # widest range of totals a sum may have
MOST_APART = 6**6  # ways in which the dice of a pool that odds tell apart one by one may fall
MOST_WORK = 5_000_000  # dice times totals when a sum is weighed: about a second
MOST_NOTATION = 200  # characters


class Weights(Struct, Generic[T], frozen=True):
    """Distinct answers with whole-number weights out of a total: an exact distribution."""

    pairs: tuple[tuple[T, int], ...]
    total: int


class Question(Struct, Generic[T], frozen=True):
    """Something dice can answer."""

    def sides(self) -> tuple[int, ...]:
        """The physical dice, in the order in which they are thrown."""
        raise NotImplementedError

    def read(self, faces: Sequence[int]) -> T:
        """What these faces mean."""
        raise NotImplementedError

    def weights(self) -> Weights[T]:
        """Every meaning with its exact weight."""
        raise NotImplementedError

    def map(self, meaning: Callable[[T], S]) -> "Mapped[T, S]":
        """The same dice, read more coarsely: ask for no more than the rule needs."""
        return Mapped(self, meaning)

    def __sub__(self: "Question[int]", other: "Question[int]") -> "Difference":
        return Difference(self, other)


class Die(Question[int], frozen=True):
    """One die with faces 1 to `faces`."""

    faces: int

    def sides(self) -> tuple[int, ...]:
        return (self.faces,)

    def read(self, faces: Sequence[int]) -> int:
        return faces[0]

    def weights(self) -> Weights[int]:
        return _fair(self.faces)

    def __str__(self) -> str:
        return f"d{self.faces}"


@lru_cache(maxsize=MOST_SIDES)
def _fair(faces: int) -> Weights[int]:
    return Weights(tuple((face, 1) for face in range(1, faces + 1)), faces)


D3, D4, D6, D8, D10, D12, D20, D100 = (Die(faces) for faces in (3, 4, 6, 8, 10, 12, 20, 100))


class Term(Struct, frozen=True):
    """`count` dice of `faces` faces, each face counted `factor` times."""

    count: int
    faces: int
    factor: int = 1


class Dice(Question[int], frozen=True):
    """A sum of dice and a constant as one question: `2D6+6`, `(2D6+6)x5`, `d20-d20`."""

    terms: tuple[Term, ...]
    constant: int = 0

    @staticmethod
    def parse(text: str) -> "Dice":
        """Read a notation as the books print it; D or d, x or × for times."""
        return _parse(text)

    def sides(self) -> tuple[int, ...]:
        return tuple(term.faces for term in self.terms for _ in range(term.count))

    def read(self, faces: Sequence[int]) -> int:
        factors = (term.factor for term in self.terms for _ in range(term.count))
        return self.constant + sum(factor * face for factor, face in zip(factors, faces, strict=True))

    def lowest(self) -> int:
        return self.constant + sum(t.count * (t.factor if t.factor > 0 else t.factor * t.faces) for t in self.terms)

    def highest(self) -> int:
        return self.constant + sum(t.count * (t.factor * t.faces if t.factor > 0 else t.factor) for t in self.terms)

    def weights(self) -> Weights[int]:
        if sum(term.count for term in self.terms) * (self.highest() - self.lowest()) > MOST_WORK:
            raise Refusal("odds/too_many", kind="refused", most=MOST_WORK)
        ways = [1]
        for term in self.terms:
            for _ in range(term.count):
                ways = _add_die(ways, term.faces, abs(term.factor))
        low = self.lowest()
        pairs = tuple((low + index, way) for index, way in enumerate(ways) if way)
        return Weights(pairs, prod(term.faces**term.count for term in self.terms))

    def __str__(self) -> str:
        factors = {abs(term.factor) for term in self.terms}
        common = factors.pop() if len(factors) == 1 else 1
        if common > 1 and self.constant % common == 0:
            inside = Dice(
                tuple(Term(t.count, t.faces, t.factor // common) for t in self.terms), self.constant // common
            )
            return f"({inside})x{common}"
        parts = [
            f"{'-' if t.factor < 0 else '+'}{t.count}D{t.faces}" + (f"x{abs(t.factor)}" if abs(t.factor) > 1 else "")
            for t in self.terms
        ]
        if self.constant or not parts:
            parts.append(f"{self.constant:+d}")
        return "".join(parts).removeprefix("+")


def _add_die(ways: list[int], faces: int, step: int) -> list[int]:
    """One more die: each total is a sliding window over the totals before it."""
    window = step * faces
    length = len(ways) + window - step
    if step == 1:
        sums = list(accumulate(ways))
        sums += [sums[-1]] * (faces - 1)
    else:
        sums = ways + [0] * (window - step)
        for index in range(step, length):
            sums[index] += sums[index - step]
    return sums[:window] + [sums[index] - sums[index - window] for index in range(window, length)]


Keep = Literal["highest", "lowest"]
ALL = -1


class Pooled(Struct, frozen=True):
    """A pool as it fell: the faces somebody looks at one by one, and the kept one of all the others (0 = none)."""

    seen: tuple[int, ...]
    rest: int


class Pool(Question[Pooled], frozen=True):
    """Several equal dice of which the highest or lowest counts.

    `seen` lists the dice (by position) whose own face matters; of the others only the kept one is asked, which has a
    closed form however many they are: P(highest of n <= k) = (k/s)^n.
    """

    count: int
    faces: int
    keep: Keep = "highest"
    seen: tuple[int, ...] | Literal[-1] = ()

    def sides(self) -> tuple[int, ...]:
        return (self.faces,) * self.count

    def positions(self) -> tuple[int, ...]:
        return tuple(range(self.count)) if isinstance(self.seen, int) else self.seen

    def read(self, faces: Sequence[int]) -> Pooled:
        positions = self.positions()
        others = [face for position, face in enumerate(faces) if position not in positions]
        choose = max if self.keep == "highest" else min
        return Pooled(tuple(faces[position] for position in positions), choose(others) if others else 0)

    def weights(self) -> Weights[Pooled]:
        positions = self.positions()
        if self.faces ** len(positions) > MOST_APART:
            raise Refusal("odds/too_many", kind="refused", most=MOST_APART)
        others = self.count - len(positions)
        rests = kept_ways(others, self.faces, self.keep) if others else ((0, 1),)
        shown: list[tuple[int, ...]] = [()]
        for _ in positions:
            shown = [(*one, face) for one in shown for face in range(1, self.faces + 1)]
        pairs = tuple((Pooled(one, rest), ways) for one in shown for rest, ways in rests)
        return Weights(pairs, self.faces**self.count)


def kept_ways(count: int, faces: int, keep: Keep) -> tuple[tuple[int, int], ...]:
    """In how many ways each face is the highest (or lowest) of `count` dice."""
    powers = [step**count for step in range(faces + 1)]
    ways = [powers[step] - powers[step - 1] for step in range(1, faces + 1)]
    if keep == "lowest":
        ways.reverse()
    return tuple(enumerate(ways, start=1))


class Best(Question[int], frozen=True):
    """The highest (or lowest) of several equal dice, and nothing else."""

    count: int
    faces: int
    keep: Keep = "highest"

    def sides(self) -> tuple[int, ...]:
        return (self.faces,) * self.count

    def read(self, faces: Sequence[int]) -> int:
        return max(faces) if self.keep == "highest" else min(faces)

    def weights(self) -> Weights[int]:
        return Weights(kept_ways(self.count, self.faces, self.keep), self.faces**self.count)


class Mapped(Question[S], Generic[T, S], frozen=True):
    """A question whose answer is read through `meaning`; equal meanings are one answer."""

    inner: Question[T]
    meaning: Callable[[T], S]

    def sides(self) -> tuple[int, ...]:
        return self.inner.sides()

    def read(self, faces: Sequence[int]) -> S:
        return self.meaning(self.inner.read(faces))

    def weights(self) -> Weights[S]:
        inner = self.inner.weights()
        meaning = self.meaning
        merged: dict[S, int] = {}
        for value, weight in inner.pairs:
            key = meaning(value)
            merged[key] = merged.get(key, 0) + weight
        return Weights(tuple(merged.items()), inner.total)


class Difference(Question[int], frozen=True):
    """One throw against another: the first minus the second."""

    first: Question[int]
    second: Question[int]

    def sides(self) -> tuple[int, ...]:
        return self.first.sides() + self.second.sides()

    def read(self, faces: Sequence[int]) -> int:
        cut = len(self.first.sides())
        return self.first.read(faces[:cut]) - self.second.read(faces[cut:])

    def weights(self) -> Weights[int]:
        first, second = self.first.weights(), self.second.weights()
        merged: dict[int, int] = {}
        for value, weight in first.pairs:
            for other, ways in second.pairs:
                margin = value - other
                merged[margin] = merged.get(margin, 0) + weight * ways
        return Weights(tuple(merged.items()), first.total * second.total)


@lru_cache(maxsize=4096)
def weights_of(question: Question[Any]) -> Weights[Any]:
    """The weights of a question, worked out once."""
    return question.weights()


@lru_cache(maxsize=1)
def _token() -> Any:
    import re

    return re.compile(r"\s*(?:(\d*)[dD](\d+)|(\d+)|([-+−()xX×*]))")


@lru_cache(maxsize=1000)
def _parse(text: str) -> Dice:
    """The same few notations come again and again."""
    return _Notation(text).dice()


class _Notation:
    """A reader for `1D6+2`, `2d6`, `D100`, `(2D6+6)x5`, `d3`: sums, parentheses, a whole number of times."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def dice(self) -> Dice:
        if len(self.text) > MOST_NOTATION:
            raise self._unreadable("dice/too_long", most=MOST_NOTATION)
        dice = self._sum()
        if self.at < len(self.text.rstrip()):
            raise self._unreadable("dice/unexpected", rest=self.text[self.at :].strip())
        if sum(term.count for term in dice.terms) > MOST_DICE:
            raise self._unreadable("dice/too_many", most=MOST_DICE)
        if dice.highest() - dice.lowest() > MOST_SPREAD:
            raise self._unreadable("dice/too_wide", most=MOST_SPREAD)
        return dice

    def _sum(self) -> Dice:
        total = Dice(())
        sign: str | None = self._sign("+-−") or "+"  # a sum may begin with its sign
        while sign is not None:
            other = self._product()
            factor = 1 if sign == "+" else -1
            terms = tuple(Term(t.count, t.faces, factor * t.factor) for t in other.terms)
            total = Dice(total.terms + terms, total.constant + factor * other.constant)
            sign = self._sign("+-−")
        return total

    def _product(self) -> Dice:
        value = self._atom()
        while self._sign("xX×*") is not None:
            other = self._atom()
            if value.terms and other.terms:
                raise self._unreadable("dice/product")
            dice, times = (value, other.constant) if value.terms else (other, value.constant)
            terms = tuple(Term(t.count, t.faces, times * t.factor) for t in dice.terms if times)
            value = Dice(terms, times * dice.constant)
        return value

    def _atom(self) -> Dice:
        match = _token().match(self.text, self.at)
        if match is None or (match[4] and match[4] != "("):
            raise self._missing()
        self.at = match.end()
        if match[4]:
            inner = self._sum()
            if self._sign(")") is None:
                raise self._unreadable("dice/parenthesis")
            return inner
        if match[3]:
            return Dice((), self._number(match[3]))
        count, faces = self._number(match[1] or "1"), self._number(match[2])
        if count > MOST_DICE:
            raise self._unreadable("dice/too_many", most=MOST_DICE)
        if not 1 <= faces <= MOST_SIDES:
            raise self._unreadable("dice/sides", most=MOST_SIDES)
        return Dice((Term(count, faces),) if count else (), 0)

    def _number(self, digits: str) -> int:
        if len(digits) > 6:
            raise self._unreadable("dice/number", digits=digits[:6] + "…")
        return int(digits)

    def _sign(self, signs: str) -> str | None:
        match = _token().match(self.text, self.at)
        if match is None or not match[4] or match[4] not in signs:
            return None
        self.at = match.end()
        return str(match[4])

    def _missing(self) -> Refusal:
        before = self.text[: self.at].strip()
        if rest := self.text[self.at :].strip():
            return self._unreadable("dice/unexpected", rest=rest) if before else self._unreadable("dice/no_dice")
        return self._unreadable("dice/ends_after", last=before[-1]) if before else self._unreadable("dice/empty")

    def _unreadable(self, id: str, **words: Any) -> Refusal:
        return Refusal(id, came=self.text[:MOST_NOTATION], **words)
