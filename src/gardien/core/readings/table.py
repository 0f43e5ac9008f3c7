"""Repeated states compiled lazily into a transition table: the same step, worked out once for each state it meets.

A step that answers with independent rules (`together`) is walked part by part: between two states lie half-way points
(the answers so far, the calls still open), which many states share. So a round of six independent blows costs six small
rows instead of one with all their combinations.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any, Protocol

from msgspec import Struct

from gardien.core.chance import Call, Done, Rule, Together
from gardien.core.dice import Weights
from gardien.core.readings.loops import reachable, visits
from gardien.core.readings.odds import Odds, Weigher, weigher

FEW = 12  # below this many histories, drawing one by one is quicker than a multinomial


class Sampler(Protocol):
    """What sampling needs of a random source (numpy's Generator)."""

    def random(self) -> float: ...

    def multinomial(self, n: int, pvals: Any) -> Any: ...


class HalfWay(Struct, frozen=True):
    """Between two states: some independent parts are answered, others are still open."""

    answers: tuple[Any, ...]
    calls: tuple[Call[Any], ...]
    join: Callable[[Any, tuple[Any, ...]], Any] | None
    frame: Hashable


class Row(Struct):
    """Where a point leads: numbers of points with their weights."""

    targets: list[int]
    weights: list[int]
    total: int
    half_way: bool  # the targets are half-way points
    sums: list[int] = []


class Table:
    """The transition table of a step `state -> state | Done`, filled in as states are met."""

    def __init__(self, step: Rule[Any], weigh: Weigher | None = None) -> None:
        self.step = step
        self.weigher = weigh or weigher()
        self.points: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.rows: dict[int, Row] = {}

    def number(self, point: Any) -> int:
        """The number of a point, given on first sight."""
        found = self.numbers.get(point)
        if found is None:
            found = self.numbers[point] = len(self.points)
            self.points.append(point)
        return found

    def row(self, number: int) -> Row:
        """Where a point leads, worked out on first visit."""
        found = self.rows.get(number)
        if found is None:
            found = self.rows[number] = self._work_out(self.points[number])
        return found

    def is_end(self, number: int) -> bool:
        return isinstance(self.points[number], Done)

    def _work_out(self, point: Any) -> Row:
        if isinstance(point, HalfWay):
            return self._part(point)
        started = self.step(point)
        if isinstance(started, Together):
            return self._part(HalfWay((), started.calls, started.join, started.frame))
        weights = self.weigher.called(self.step, (point,))
        return self._row([target for target, _ in weights.pairs], weights, half_way=False)

    def _part(self, point: HalfWay) -> Row:
        """Answer the next of the independent parts."""
        first, *rest = point.calls
        weights = self.weigher.answers(first)
        if rest:
            calls = tuple(rest)
            after = [HalfWay((*point.answers, answer), calls, point.join, point.frame) for answer, _ in weights.pairs]
            return self._row(after, weights, half_way=True)
        whole = Together((), point.join, point.frame)
        return self._row([whole.joined((*point.answers, answer)) for answer, _ in weights.pairs], weights, half_way=False)

    def _row(self, targets: list[Any], weights: Weights[Any], half_way: bool) -> Row:
        merged: dict[int, int] = {}
        for target, (_, ways) in zip(targets, weights.pairs, strict=True):
            number = self.number(target)
            merged[number] = merged.get(number, 0) + ways
        return Row(list(merged), list(merged.values()), weights.total, half_way)

    def after(self, start: Any, rounds: int) -> Odds[Any]:
        """The exact odds of the state after a number of rounds (ends stay what they are)."""
        mass, total = {self.number(start): 1}, 1
        for _ in range(rounds):
            mass, grown = self.advance(mass)
            total *= grown
        return Odds({self.points[number]: weight for number, weight in mass.items()}, total)

    def advance(self, mass: dict[int, int]) -> tuple[dict[int, int], int]:
        """One round for a whole-number mass on states; also says by what the common denominator grew."""
        settled = {number: weight for number, weight in mass.items() if self.is_end(number)}
        moving = {number: weight for number, weight in mass.items() if number not in settled}
        grown = 1
        while moving:
            rows = [(weight, self.row(number)) for number, weight in moving.items()]
            common = lcm(*{row.total for _, row in rows})
            if common > 1:
                settled = {number: weight * common for number, weight in settled.items()}
            grown *= common
            moving = {}
            for weight, row in rows:
                share = weight * (common // row.total)
                into = moving if row.half_way else settled
                for target, ways in zip(row.targets, row.weights, strict=True):
                    into[target] = into.get(target, 0) + share * ways
        return settled, grown

    def to_the_end(self, start: Any) -> tuple[Odds[Any], Fraction]:
        """The exact odds of how it ends, and the mean number of rounds until then."""
        first = self.number(start)

        def weights(number: int) -> Weights[int]:
            row = self.row(number)
            return Weights(tuple(zip(row.targets, row.weights, strict=True)), row.total)

        if self.is_end(first):
            return Odds({start.value: 1}, 1), Fraction(0)
        visited = visits(first, reachable(first, weights, self.is_end))
        ends = {self.points[n].value: chance for n, chance in visited.items() if self.is_end(n)}
        rounds = sum(
            (v for n, v in visited.items() if not isinstance(self.points[n], HalfWay | Done)),
            Fraction(0),
        )
        total = lcm(*(chance.denominator for chance in ends.values()))
        return Odds({value: int(chance * total) for value, chance in ends.items()}, total), rounds

    def sample(self, counts: dict[int, int], source: Sampler) -> dict[int, int]:
        """One round for many histories at once: how many of them are now in which state."""
        settled = {number: count for number, count in counts.items() if self.is_end(number)}
        moving = {number: count for number, count in counts.items() if number not in settled}
        while moving:
            following: dict[int, int] = {}
            for number, count in moving.items():
                row = self.row(number)
                into = following if row.half_way else settled
                for target, drawn in _drawn(row, count, source):
                    into[target] = into.get(target, 0) + drawn
            moving = following
        return settled


def _drawn(row: Row, count: int, source: Sampler) -> list[tuple[int, int]]:
    """How many of `count` histories take each way out of a point."""
    if len(row.targets) == 1:
        return [(row.targets[0], count)]
    if count < FEW:
        if not row.sums:
            row.sums = list(accumulate(row.weights))
        return [(row.targets[bisect_right(row.sums, source.random() * row.total)], 1) for _ in range(count)]
    drawn = source.multinomial(count, [weight / row.total for weight in row.weights])
    return [(target, int(times)) for target, times in zip(row.targets, drawn, strict=True) if times]
