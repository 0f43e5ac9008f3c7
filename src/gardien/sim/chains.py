"""A chain of rounds weighed in one of three ways: exactly, solved in floating point, or simulated."""

from collections.abc import Callable
from math import log
from time import monotonic
from typing import Any, Literal

from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.core.interpreters.table import Table

Method = Literal["exact", "solved", "simulated"]
Progress = Callable[[int, int], None]

FEW_POINTS = 1_500  # up to here in exact fractions
QUICK_POINTS = 40_000  # the same of a simple chain, while somebody waits
MOST_POINTS = 250_000  # up to here in floating point; beyond, sampled
MOST_ROUNDS = 1_000
BATCHES = 50  # in which fights are simulated where somebody waits
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
    unfinished: float  # still going on after `most` rounds
    points: int
    runs: int = 0
    most: int = MOST_ROUNDS
    error: float = NEGLIGIBLE  # of what is solved: no chance is wrong by more


def chain_odds(
    step: Callable[[Any], Any],
    start: Any,
    runs: int | None,
    seed: int | None,
    progress: Progress,
    most: int = MOST_ROUNDS,
    seconds: float | None = None,
    simple: int | None = None,
) -> Ended:
    """Choose the way by the number of points; `runs` asks for a simulation of that many fights.

    `simple` says of a chain in which hardly any states lead back to one another how many points are worth fractions.
    Where somebody waits, `seconds` say how long: what is not worked out in half of them is simulated in the rest, as
    often as there is time.
    """
    table = Table(step)
    began = monotonic()
    if runs is None:
        half = None if seconds is None else began + seconds / 2
        if _explore(table, start, progress, half, simple or MOST_POINTS):
            limit = FEW_POINTS if simple is None else simple if seconds is None else QUICK_POINTS
            few = len(table.points) <= limit
            return _exact(table, start, progress, most) if few else _solve(table, start, progress, most)
        runs = DEFAULT_RUNS
    until = None if seconds is None else began + seconds
    return _simulate(table, start, runs, seed, progress, most, until)


def _explore(table: Table, start: Any, progress: Progress, until: float | None, most_points: int) -> bool:
    """Work out every row that can be reached; False when there are too many, or no time is left."""
    table.number(start)
    at = 0
    while at < len(table.points):
        if len(table.points) > most_points or (until is not None and monotonic() > until):
            return False
        if at not in table.ends:
            table.row(at)
        at += 1
        if at % 256 == 0:
            progress(at, len(table.points))
    return True


def _exact(table: Table, start: Any, progress: Progress, most: int) -> Ended:
    size = len(table.points)
    try:
        odds, mean = table.to_the_end(start, size)
    except Refusal:  # some state can never be left, or too many lead back to one another
        return _solve(table, start, progress, most)
    few = size <= FEW_POINTS
    rounds = _rounds(table, start, SHOWN_ROUNDS) if few else _solve(table, start, progress, most).rounds
    exact = dict(odds)
    return Ended("exact", {end: float(c) for end, c in exact.items()}, exact, rounds, float(mean), 0.0, size)


def _rounds(table: Table, start: Any, most: int) -> list[float]:
    """The chance to end in exactly so many rounds, from exact whole-number masses."""
    mass, total, over, chances = {table.number(start): 1}, 1, 0.0, [0.0]
    for _ in range(most):
        mass, grown = table.advance(mass)
        total *= grown
        now = sum(weight for number, weight in mass.items() if number in table.ends) / total
        chances.append(now - over)
        over = now
        if 1 - now < NEGLIGIBLE:
            break
    return chances


def _solve(table: Table, start: Any, progress: Progress, most: int) -> Ended:
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
    rounds, left = [0.0], 1.0
    for done in range(most):
        arrived = np.zeros(size)
        while mass.any():
            moved = np.bincount(target, weights=mass[source] * weight, minlength=size)
            arrived += np.where(half_way, 0.0, moved)
            mass = np.where(half_way, moved, 0.0)
        rounds.append(float(arrived[is_end].sum()))
        ends += np.where(is_end, arrived, 0.0)
        mass = np.where(is_end, 0.0, arrived)
        left = float(mass.sum())
        if left < NEGLIGIBLE:
            break
        progress(int(100 * max(done / most, log(left) / log(NEGLIGIBLE))), 100)  # it falls by as much every round
    outcomes = {table.points[number].value: float(ends[number]) for number in np.flatnonzero(ends)}
    mean = sum(number * chance for number, chance in enumerate(rounds)) / max(1 - left, NEGLIGIBLE)
    return Ended("solved", outcomes, {}, rounds, mean, left if left >= NEGLIGIBLE else 0.0, size, most=most)


def _simulate(
    table: Table, start: Any, runs: int, seed: int | None, progress: Progress, most: int, until: float | None
) -> Ended:
    """Many fights at once, counted by state; where time may run out, some at a time."""
    import numpy as np

    source = np.random.default_rng(seed)
    ended: dict[int, int] = {}
    rounds = [0] * (most + 1)
    size = runs if until is None else -(-runs // BATCHES)
    done = 0
    while done < runs and (not done or until is None or monotonic() < until):
        batch = min(size, runs - done)
        counts = {table.number(start): batch}
        over = 0
        for number in range(1, most + 1):
            counts = table.sample(counts, source)
            now = sum(count for at, count in counts.items() if at in table.ends)
            rounds[number] += now - over
            over = now
            progress(done + over, runs)
            if over == batch:
                break
        for at, count in counts.items():
            if at in table.ends:
                ended[at] = ended.get(at, 0) + count
        done += batch
    last = max((number for number, count in enumerate(rounds) if count), default=0)
    total = sum(rounds)
    mean = sum(number * count for number, count in enumerate(rounds)) / max(total, NEGLIGIBLE)
    ends = {table.points[at].value: count / done for at, count in ended.items()}
    shares = [count / done for count in rounds[: last + 1]]
    return Ended("simulated", ends, {}, shares, mean, 1 - total / done, len(table.points), done, most)
