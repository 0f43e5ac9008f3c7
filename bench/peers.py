"""The same tasks in icepool and in dyce, each as its knowledgeable user would write them.

What every way to the answer has in common is read from bench.tasks: the meaning of faces. Standard dice exist before
the clock starts, as Gardien's do; what is worked out from them does not (`forget_icepool`, `forget_dyce`).
"""

import warnings
from collections.abc import Callable
from operator import sub
from typing import Any

import icepool
import icepool.function
import icepool.generator.pool
import icepool.math
from dyce import H
from dyce.h import aggregate_weighted

from bench.tasks import (
    HIT_POINTS,
    ROUNDS,
    BurstRead,
    Duel,
    damage,
    degree,
    read_burst,
    read_shot,
    strikes,
    wound,
)

warnings.filterwarnings("ignore", module="bench", message=".*experimental.*")  # order statistics of dyce

SIDES = (6, 8, 20, 100)


# icepool: one die mapped by `unary_operator` and two by `binary_operator` are twice as fast as `map`, which looks into
# signatures and flattens its results; the duel keeps its state as one number, because tuples are searched for dice.


def forget_icepool() -> None:
    """Empty what icepool remembers; the standard dice are made anew."""
    icepool.function.d.cache_clear()
    icepool.function.z.cache_clear()
    icepool.generator.pool.PoolSource._new_raw.cache_clear()
    icepool.math.comb_row_cache.clear()
    for sides in SIDES:
        icepool.d(sides)


def icepool_best_by_hand(count: int) -> Any:
    """bN, die after die."""
    best = icepool.d(6)
    for _ in range(count - 1):
        best = best.binary_operator(icepool.d(6), max)
    return best - icepool.d(6)


def icepool_burst() -> Any:
    """c, and the bullets' damage."""

    def thrown(read: BurstRead) -> Any:
        area, bullets, critical = read
        if not bullets:
            return icepool.Die({(area, 0): 1})
        times = 2 if critical else 1
        return (bullets @ icepool.d(6)).unary_operator(lambda points: (area, times * points))

    return icepool.d(100).unary_operator(read_burst).map(thrown, star=False)


def icepool_damage(meaning: Callable[[int], int]) -> Any:
    """d, and one strike of e."""
    times = icepool.d(20).unary_operator(strikes)
    return times.binary_operator(2 @ icepool.d(8), lambda times, dice: meaning(damage(times, dice)))


def icepool_hurt(hit_points: int) -> list[Any]:
    """The hit points one strike leaves, by those before."""
    points = icepool_damage(int)
    return [points.unary_operator(lambda lost, before=hp: max(0, before - lost)) for hp in range(hit_points + 1)]


def icepool_duel(hit_points: int, rounds: int) -> Any:
    """e, one strike after the other: between them the state is marked as half-way."""
    left, size = icepool_hurt(hit_points), hit_points + 1
    fighting = range(1, size)
    first = {a * size + b: left[a] * size + (size * size + b) for a in fighting for b in fighting}
    second = {size * size + a * size + b: left[b] + a * size for a in range(size) for b in fighting}
    duel = icepool.Die([hit_points * size + hit_points])
    for _ in range(rounds):
        duel = duel.map(first).map(second)
    return duel.unary_operator(divmod, size)


def icepool_step(hit_points: int) -> Callable[[int], Any]:
    """A round of e as one map from state to state."""
    left, size = icepool_hurt(hit_points), hit_points + 1
    known: dict[int, Any] = {}

    def step(state: int) -> Any:
        if state not in known:
            a, b = divmod(state, size)
            known[state] = left[a] * size + left[b] if a and b else state
        return known[state]

    return step


def icepool_whole(repeats: Any) -> Any:
    """e, a round as one map, some times or until nothing moves."""
    start = HIT_POINTS * (HIT_POINTS + 1) + HIT_POINTS
    duel = icepool.map(icepool_step(HIT_POINTS), start, star=False, repeat=repeats)
    return duel.unary_operator(divmod, HIT_POINTS + 1)


ICEPOOL: dict[str, Callable[[], Any]] = {
    "a1": lambda: icepool.d(20).unary_operator(degree),
    "a2": lambda: icepool.d(20) - icepool.d(20),
    "b1": lambda: icepool.d(6).highest(1) - icepool.d(6),
    "b10": lambda: icepool.d(6).highest(10) - icepool.d(6),
    "b100": lambda: icepool.d(6).highest(100) - icepool.d(6),
    "b100 loop": lambda: icepool_best_by_hand(100),
    "c": lambda: icepool.d(100).unary_operator(read_shot),
    "burst": icepool_burst,
    "d": lambda: icepool_damage(wound),
    "e": lambda: icepool_duel(HIT_POINTS, ROUNDS),
    "e whole": lambda: icepool_whole(ROUNDS),
    "e end": lambda: icepool_whole("inf"),
    "e 24": lambda: icepool_duel(24, 24),
    "e 48": lambda: icepool_duel(48, 48),
}


# dyce: `apply` with a plain operator is twice as fast as `-`; `aggregate_weighted` is what its `expand` is built on,
# without a truncation that would have to be switched off.

_dice: dict[int, Any] = {}


def forget_dyce() -> None:
    """dyce remembers within its dice only: make them anew."""
    _dice.update({sides: H(sides) for sides in SIDES})


def dyce_best(count: int) -> Any:
    """bN."""
    return _dice[6].order_stat_for_n_at_pos(count, count - 1).apply(sub, _dice[6])


def dyce_best_by_hand(count: int) -> Any:
    """bN, die after die."""
    best = _dice[6]
    for _ in range(count - 1):
        best = best.apply(max, _dice[6])
    return best.apply(sub, _dice[6])


def dyce_burst() -> Any:
    """c, and the bullets' damage."""
    sums: dict[int, Any] = {}

    def thrown(read: BurstRead) -> Any:
        area, bullets, critical = read
        if not bullets:
            return area, 0
        if bullets not in sums:
            sums[bullets] = bullets @ _dice[6]
        times = 2 if critical else 1
        return sums[bullets].apply(lambda points: (area, times * points))

    return aggregate_weighted((thrown(read), ways) for read, ways in _dice[100].apply(read_burst).items())


def dyce_damage(meaning: Callable[[int], int]) -> Any:
    """d, and one strike of e."""
    times = _dice[20].apply(strikes)
    return times.apply(lambda times, dice: meaning(damage(times, dice)), 2 @ _dice[8])


def dyce_hurt(hit_points: int) -> list[Any]:
    """The hit points one strike leaves, by those before."""
    points = dyce_damage(int)
    return [points.apply(lambda lost, before=hp: max(0, before - lost)) for hp in range(hit_points + 1)]


def dyce_duel(hit_points: int, rounds: int) -> Any:
    """e, one strike after the other: between them the state is marked as half-way."""
    left, size = dyce_hurt(hit_points), hit_points + 1
    middle, fighting = size * size, range(1, size)
    first = {a * size + b: left[a].apply(lambda x, b=b: middle + x * size + b) for a in fighting for b in fighting}
    second = {middle + a * size + b: left[b].apply(lambda x, a=a: a * size + x) for a in range(size) for b in fighting}
    duel = H([hit_points * size + hit_points])
    for _ in range(rounds):
        duel = aggregate_weighted((first.get(state, state), ways) for state, ways in duel.items())
        duel = aggregate_weighted((second.get(state, state), ways) for state, ways in duel.items())
    return duel.apply(lambda state: divmod(state, size))


def dyce_whole() -> Any:
    """e, a round as one map."""
    left = dyce_hurt(HIT_POINTS)
    known: dict[Duel, Any] = {}

    def step(state: Duel) -> Any:
        if state not in known:
            a, b = state
            known[state] = left[a].apply(lambda x, y: (x, y), left[b]) if a and b else state
        return known[state]

    duel = H([(HIT_POINTS, HIT_POINTS)])
    for _ in range(ROUNDS):
        duel = aggregate_weighted((step(state), ways) for state, ways in duel.items())
    return duel


DYCE: dict[str, Callable[[], Any]] = {
    "a1": lambda: _dice[20].apply(degree),
    "a2": lambda: _dice[20].apply(sub, _dice[20]),
    "b1": lambda: dyce_best(1),
    "b10": lambda: dyce_best(10),
    "b100": lambda: dyce_best(100),
    "b100 loop": lambda: dyce_best_by_hand(100),
    "c": lambda: _dice[100].apply(read_shot),
    "burst": dyce_burst,
    "d": lambda: dyce_damage(wound),
    "e": lambda: dyce_duel(HIT_POINTS, ROUNDS),
    "e whole": dyce_whole,
    "e 24": lambda: dyce_duel(24, 24),
    "e 48": lambda: dyce_duel(48, 48),
}
