"""A chain of rounds weighed in one of three ways: exactly, solved in floating point, or simulated."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.core.readings.table import Table

Method = Literal["exact", "solved", "simulated"]
Progress = Callable[[int, int], None]

FEW_POINTS = 1_500  # up to here in exact fractions
MOST_POINTS = 250_000  # up to here in floating point; beyond, sampled
MOST_ROUNDS = 1_000
NEGLIGIBLE = 1e-12
DEFAULT_RUNS = 100_000
SHOWN_ROUNDS = 40


class Ended(Struct, frozen=True):
    """How a chain ended: chances of each final state, chances by number of rounds, and how it was found."""

    method: Method
    ends: dict[Any, float]
    exact: dict[Any, Any]  # fractions, when exact
    rounds: list[float]  # chance that it ends in exactly that many rounds, from 0 on
    mean_rounds: float
    unfinished: float
    points: int
    runs: int = 0


def weigh_chain(
    step: Callable[[Any], Any], start: Any, runs: int | None, seed: int | None, progress: Progress
) -> Ended:
    """Choose the way by the number of points; `runs` asks for a simulation of that many fights."""
    table = Table(step)
    if runs is not None:
        return _simulated(table, start, runs, seed, progress)
    if not _explored(table, start, progress):
        return _simulated(table, start, DEFAULT_RUNS, seed, progress)
    if len(table.points) <= FEW_POINTS:
        return _exact(table, start)
    return _solved(table, start, progress)


def _explored(table: Table, start: Any, progress: Progress) -> bool:
    """Work out every row that can be reached; False when there are too many."""
    table.number(start)
    at = 0
    while at < len(table.points):
        if len(table.points) > MOST_POINTS:
            return False
        if at not in table.ends:
            table.row(at)
        at += 1
        if at % 256 == 0:
            progress(at, len(table.points))
    return True


def _exact(table: Table, start: Any) -> Ended:
    try:
        odds, mean = table.to_the_end(start)
    except Refusal:  # some state can never be left
        return _solved(table, start, lambda done, of: None)
    rounds = _rounds(table, start, SHOWN_ROUNDS)
    exact = dict(odds)
    return Ended(
        "exact", {end: float(c) for end, c in exact.items()}, exact, rounds, float(mean), 0.0, len(table.points)
    )


def _rounds(table: Table, start: Any, most: int) -> list[float]:
    """The chance to end in exactly so many rounds, from exact whole-number masses."""
    mass, total, over, found = {table.number(start): 1}, 1, 0.0, [0.0]
    for _ in range(most):
        mass, grown = table.advance(mass)
        total *= grown
        now = sum(weight for number, weight in mass.items() if number in table.ends) / total
        found.append(now - over)
        over = now
        if 1 - now < NEGLIGIBLE:
            break
    return found


def _solved(table: Table, start: Any, progress: Progress) -> Ended:
    """Push mass through the table as arrays until what is left is negligible."""
    import numpy as np

    size = len(table.points)
    pairs = [[] if number in table.ends else table.row(number).pairs for number in range(size)]
    counts = np.array([len(row) for row in pairs])
    source = np.repeat(np.arange(size), counts)
    target = np.fromiter((number for row in pairs for number, _ in row), dtype=np.int64, count=len(source))
    weight = np.fromiter(
        (ways / table.row(number).total for number, row in enumerate(pairs) for _, ways in row),
        dtype=float,
        count=len(source),
    )
    half_way = np.zeros(size, dtype=bool)
    half_way[list(table.half_ways)] = True
    is_end = np.zeros(size, dtype=bool)
    is_end[list(table.ends)] = True
    mass = np.zeros(size)
    mass[table.number(start)] = 1.0
    ends = np.zeros(size)
    rounds = [0.0]
    for done in range(MOST_ROUNDS):
        arrived = np.zeros(size)
        while mass.any():
            moved = np.bincount(target, weights=mass[source] * weight, minlength=size)
            arrived += np.where(half_way, 0.0, moved)
            mass = np.where(half_way, moved, 0.0)
        rounds.append(float(arrived[is_end].sum()))
        ends += np.where(is_end, arrived, 0.0)
        mass = np.where(is_end, 0.0, arrived)
        progress(done, MOST_ROUNDS)
        if mass.sum() < NEGLIGIBLE:
            break
    found = {table.points[number].value: float(ends[number]) for number in np.flatnonzero(ends)}
    left = float(mass.sum())
    mean = sum(number * chance for number, chance in enumerate(rounds)) / max(1 - left, NEGLIGIBLE)
    return Ended("solved", found, {}, rounds, mean, left if left >= NEGLIGIBLE else 0.0, size)


def _simulated(table: Table, start: Any, runs: int, seed: int | None, progress: Progress) -> Ended:
    """Many fights at once, counted by state."""
    import numpy as np

    source = np.random.default_rng(seed)
    counts = {table.number(start): runs}
    rounds = [0.0]
    over = 0
    for _ in range(MOST_ROUNDS):
        counts = table.sample(counts, source)
        now = sum(count for number, count in counts.items() if number in table.ends)
        rounds.append((now - over) / runs)
        over = now
        progress(over, runs)
        if over == runs:
            break
    ends = {table.points[n].value: count / runs for n, count in counts.items() if n in table.ends}
    mean = sum(number * chance for number, chance in enumerate(rounds)) / max(over / runs, NEGLIGIBLE)
    return Ended("simulated", ends, {}, rounds, mean, 1 - over / runs, len(table.points), runs)
