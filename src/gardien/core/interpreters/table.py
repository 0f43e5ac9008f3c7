"""Repeated states compiled lazily into a transition table: the same step, worked out once for each state it meets.

A step that answers with independent rules (`together`) is walked part by part: between two states lie half-way points
(the answers so far, the calls still open), which many states share. So a round of six independent blows costs six small
rows instead of one with all their combinations. Points are numbered on first sight; rows speak in numbers.

A step that answers `Midway` ends no round: such states are half-way points too.
"""

from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from gardien.core.chance import Call, Done, Midway, Rule, Together
from gardien.core.dice import Weights
from gardien.core.interpreters.loops import MOST_STATES, reachable, visits
from gardien.core.interpreters.odds import Odds, Replay, replay_for

T = TypeVar("T")

FEW = 12  # below this many histories, drawing one by one is quicker than a multinomial

Whole = tuple[Callable[[Any, tuple[Any, ...]], Any] | None, Any]  # how the parts of a round are joined
HalfWay = tuple[int, tuple[Any, ...], tuple[int, ...]]  # whole, answers so far, calls still open


class Sampler(Protocol):
    """What sampling needs of a random source (numpy's Generator)."""

    def random(self) -> float: ...

    def multinomial(self, n: int, pvals: Any) -> Any: ...


class Row(Struct):
    """Where a point leads: numbers of points with their weights."""

    pairs: list[tuple[int, int]]
    total: int
    half_way: bool | None  # whether the targets are half-way points; None: some are
    sums: list[float] = []


class Numbered(Generic[T]):
    """Things numbered in the order in which they are first seen, so that what holds them is quickly compared."""

    def __init__(self) -> None:
        self.things: list[T] = []
        self.numbers: dict[T, int] = {}

    def number(self, thing: T) -> int:
        number = self.numbers.get(thing)
        if number is None:
            number = self.numbers[thing] = len(self.things)
            self.things.append(thing)
        return number


class Table:
    """The transition table of a step `state -> state | Done`, filled in as states are met."""

    def __init__(self, step: Rule[Any], weigh: Replay | None = None) -> None:
        self.step = step
        self.weigher = weigh or replay_for()
        self.points: list[Any] = []
        self.rows: list[Row | None] = []
        self.ends: set[int] = set()
        self.half_ways: set[int] = set()
        self._states: dict[Any, int] = {}
        self._halves: dict[HalfWay, int] = {}
        self._calls: Numbered[Call[Any]] = Numbered()
        self._wholes: Numbered[Whole] = Numbered()
        self._parts: dict[int, Weights[Any]] = {}
        self._sums: dict[int, tuple[Weights[Any], list[float]]] = {}

    def number(self, state: Any) -> int:
        """The number of a state, given on first sight."""
        number = self._states.get(state)
        if number is None:
            number = self._states[state] = self._new(state)
            if isinstance(state, Done):
                self.ends.add(number)
            elif isinstance(state, Midway):
                self.half_ways.add(number)
        return number

    def _half(self, point: HalfWay) -> int:
        number = self._halves.get(point)
        if number is None:
            number = self._halves[point] = self._new(point)
            self.half_ways.add(number)
        return number

    def _new(self, point: Any) -> int:
        self.points.append(point)
        self.rows.append(None)
        return len(self.points) - 1

    def row(self, number: int) -> Row:
        """Where a point leads, worked out on first visit."""
        row = self.rows[number]
        if row is None:
            point = self.points[number]
            if isinstance(point, Midway):
                row = self._whole(point.value)
            else:
                row = self._part(*point) if number in self.half_ways else self._whole(point)
            self.rows[number] = row
        return row

    def _whole(self, state: Any) -> Row:
        started = self.step(state)
        if isinstance(started, Together) and started.calls:
            calls = tuple(self._calls.number(one) for one in started.calls)
            return self._part(self._wholes.number((started.join, started.frame)), (), calls)
        weights = self.weigher.odds_of_rule(self.step, (state,))
        return self._merge([(self.number(target), ways) for target, ways in weights.pairs], weights.total)

    def _part(self, whole: int, answers: tuple[Any, ...], calls: tuple[int, ...]) -> Row:
        """Answer the next of the independent parts."""
        weights = self._answers(calls[0])
        if len(calls) > 1:
            rest = calls[1:]
            half = self._half
            pairs = [(half((whole, (*answers, answer), rest)), ways) for answer, ways in weights.pairs]
            return Row(pairs, weights.total, True)
        join, frame = self._wholes.things[whole]
        number = self.number
        if join is None:
            return Row([(number((*answers, answer)), ways) for answer, ways in weights.pairs], weights.total, False)
        return self._merge([(number(join(frame, (*answers, one))), ways) for one, ways in weights.pairs], weights.total)

    def _merge(self, pairs: list[tuple[int, int]], total: int) -> Row:
        merged = dict(pairs)
        if len(merged) < len(pairs):
            merged = dict.fromkeys(merged, 0)
            for number, ways in pairs:
                merged[number] += ways
            pairs = list(merged.items())
        kinds = {number in self.half_ways for number, _ in pairs}
        return Row(pairs, total, kinds.pop() if len(kinds) == 1 else None)

    def after(self, start: Any, rounds: int) -> Odds[Any]:
        """The exact odds of the state after a number of rounds (ends stay what they are)."""
        mass, total = {self.number(start): 1}, 1
        for _ in range(rounds):
            mass, grown = self.advance(mass)
            total *= grown
        return Odds({self.points[number]: weight for number, weight in mass.items()}, total)

    def advance(self, mass: dict[int, int]) -> tuple[dict[int, int], int]:
        """One round for a whole-number mass on states; also says by what the common denominator grew."""
        ends = self.ends
        settled = {number: weight for number, weight in mass.items() if number in ends}
        moving = [(number, weight) for number, weight in mass.items() if number not in ends]
        grown = 1
        while moving:
            known = self.rows
            rows = [(weight, known[number] or self.row(number)) for number, weight in moving]
            common = lcm(*{row.total for _, row in rows})
            half_way = [0] * len(self.points)
            arrived = [0] * len(self.points)
            for weight, row in rows:
                if row.total != common:
                    weight *= common // row.total
                if row.half_way is None:
                    for target, ways in row.pairs:
                        (half_way if target in self.half_ways else arrived)[target] += weight * ways
                    continue
                into = half_way if row.half_way else arrived
                for target, ways in row.pairs:
                    into[target] += weight * ways
            settled = {number: weight * common for number, weight in settled.items()}
            for number, weight in enumerate(arrived):
                if weight:
                    settled[number] = settled.get(number, 0) + weight
            moving = [(number, weight) for number, weight in enumerate(half_way) if weight]
            grown *= common
        return settled, grown

    def to_the_end(self, start: Any, most: int = MOST_STATES) -> tuple[Odds[Any], Fraction]:
        """The exact odds of how it ends, and the mean number of rounds until then."""
        first = self.number(start)
        if first in self.ends:
            return Odds({start.value: 1}, 1), Fraction(0)

        def weights(number: int) -> Weights[int]:
            row = self.row(number)
            return Weights(tuple(row.pairs), row.total)

        visited = visits(first, reachable(first, weights, self.ends.__contains__, most))
        ends = {self.points[number].value: chance for number, chance in visited.items() if number in self.ends}
        between = self.ends | self.half_ways
        rounds = total_of([times for number, times in visited.items() if number not in between])
        total = lcm(*(chance.denominator for chance in ends.values()))
        return Odds({value: int(chance * total) for value, chance in ends.items()}, total), rounds

    def sample(self, counts: dict[int, int], source: Sampler) -> dict[int, int]:
        """One round for many histories at once: how many of them are now in which state."""
        settled = {number: count for number, count in counts.items() if number in self.ends}
        moving = {number: count for number, count in counts.items() if number not in self.ends}
        while moving:
            following: dict[int, int] = {}
            for number, count in moving.items():
                for target, drawn in self._sample(number, count, source):
                    into = following if target in self.half_ways else settled
                    into[target] = into.get(target, 0) + drawn
            moving = following
        return settled

    def _sample(self, number: int, count: int, source: Sampler) -> list[tuple[int, int]]:
        """How many of `count` histories take each way out of a point; few of them do not need its whole row."""
        point = self.points[number]
        whole = number not in self.half_ways or isinstance(point, Midway)
        if count < FEW and whole and self.rows[number] is None:
            started = self.step(point.value if isinstance(point, Midway) else point)
            if isinstance(started, Together) and started.calls:
                parts = [self._chances(self._calls.number(one)) for one in started.calls]
                return [(self.number(started.combine(_one_of_each(parts, source))), 1) for _ in range(count)]
        return _draw(self.row(number), count, source)

    def _answers(self, call: int) -> Weights[Any]:
        """Every answer to one of the independent parts."""
        weights = self._parts.get(call)
        if weights is None:
            weights = self._parts[call] = self.weigher.answers(self._calls.things[call])
        return weights

    def _chances(self, call: int) -> tuple[Weights[Any], list[float]]:
        """The same with running sums, to draw from."""
        chances = self._sums.get(call)
        if chances is None:
            weights = self._answers(call)
            sums = [ways / weights.total for ways in accumulate(ways for _, ways in weights.pairs)]
            chances = self._sums[call] = weights, sums
        return chances


def total_of(numbers: list[Fraction]) -> Fraction:
    """A sum of many fractions, over one common denominator."""
    total = lcm(*(one.denominator for one in numbers))
    return Fraction(sum(one.numerator * (total // one.denominator) for one in numbers), total)


def _one_of_each(parts: list[tuple[Weights[Any], list[float]]], source: Sampler) -> tuple[Any, ...]:
    """One answer to each of some independent parts."""
    return tuple(weights.pairs[bisect_right(sums, source.random())][0] for weights, sums in parts)


def _draw(row: Row, count: int, source: Sampler) -> list[tuple[int, int]]:
    """How many of `count` histories take each way out of a point."""
    if len(row.pairs) == 1:
        return [(row.pairs[0][0], count)]
    if count < FEW:
        if not row.sums:
            row.sums = [ways / row.total for ways in accumulate(ways for _, ways in row.pairs)]
        return [(row.pairs[bisect_right(row.sums, source.random())][0], 1) for _ in range(count)]
    drawn = source.multinomial(count, [ways / row.total for _, ways in row.pairs])
    return [(target, int(times)) for (target, _), times in zip(row.pairs, drawn, strict=True) if times]
