"""The same tasks by hand: in plain Python with whole numbers, and in numpy with float64."""

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from bench.tasks import (
    AREAS,
    ARMOUR,
    HIT_POINTS,
    MOST_BULLETS,
    PLAYED,
    ROUNDS,
    SEED,
    Burst,
    Duel,
    damage,
    degree,
    read_burst,
    read_shot,
    strikes,
    wound,
)

Rows = list[dict[int, int]]  # hit points -> hit points left -> weight


# Plain Python by hand: loops over dice and dictionaries of whole numbers.


def python_read(sides: int, meaning: Callable[[int], Any]) -> dict[Any, int]:
    """One die, read: a1 and c."""
    ways: dict[Any, int] = {}
    for face in range(1, sides + 1):
        read = meaning(face)
        ways[read] = ways.get(read, 0) + 1
    return ways


def python_margin() -> dict[int, int]:
    """a2."""
    ways: dict[int, int] = {}
    for first in range(1, 21):
        for second in range(1, 21):
            ways[first - second] = ways.get(first - second, 0) + 1
    return ways


def python_less_d6(best: Mapping[int, int]) -> dict[int, int]:
    """A d6 taken from a pool."""
    ways: dict[int, int] = {}
    for kept, many in best.items():
        for face in range(1, 7):
            ways[kept - face] = ways.get(kept - face, 0) + many
    return ways


def python_best(count: int) -> dict[int, int]:
    """bN, by the closed form."""
    return python_less_d6({face: face**count - (face - 1) ** count for face in range(1, 7)})


def python_best_by_hand(count: int) -> dict[int, int]:
    """bN, die after die."""
    best = {0: 1}
    for _ in range(count):
        after: dict[int, int] = {}
        for kept, many in best.items():
            for face in range(1, 7):
                higher = max(kept, face)
                after[higher] = after.get(higher, 0) + many
        best = after
    return python_less_d6(best)


def python_sums(count: int, sides: int) -> dict[int, int]:
    """The sum of some dice."""
    sums = {0: 1}
    for _ in range(count):
        after: dict[int, int] = {}
        for total, many in sums.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0) + many
        sums = after
    return sums


def python_burst() -> dict[Burst, int]:
    """c, and the bullets' damage."""
    ways: dict[Burst, int] = {}
    sums = [python_sums(count, 6) for count in range(MOST_BULLETS + 1)]
    for (area, bullets, critical), many in python_read(100, read_burst).items():
        scale = many * 6 ** (MOST_BULLETS - bullets)
        for points, times in sums[bullets].items():
            thrown = (area, 2 * points if critical else points)
            ways[thrown] = ways.get(thrown, 0) + scale * times
    return ways


def python_attack() -> dict[int, int]:
    """d."""
    ways: dict[int, int] = {}
    dice = python_sums(2, 8)
    for times, many in python_read(20, strikes).items():
        for total, few in dice.items():
            level = wound(damage(times, total))
            ways[level] = ways.get(level, 0) + many * few
    return ways


def python_hurt(hit_points: int) -> Rows:
    """The hit points one strike leaves, by those before; weights out of 1280."""
    rows: Rows = [{} for _ in range(hit_points + 1)]
    dice = python_sums(2, 8)
    for times, many in python_read(20, strikes).items():
        for total, few in dice.items():
            lost = damage(times, total)
            for before, row in enumerate(rows):
                left = max(0, before - lost)
                row[left] = row.get(left, 0) + many * few
    return rows


def python_duel(hit_points: int, rounds: int) -> dict[Duel, int]:
    """e, one strike after the other."""
    rows = [list(row.items()) for row in python_hurt(hit_points)]
    size = hit_points + 1
    mass = [[0] * size for _ in range(size)]
    mass[hit_points][hit_points] = 1
    for _ in range(rounds):
        middle = [[0] * size for _ in range(size)]
        after = [[0 if a and b else 1280**2 * mass[a][b] for b in range(size)] for a in range(size)]
        for a in range(1, size):
            for b in range(1, size):
                if weight := mass[a][b]:
                    for left, ways in rows[a]:
                        middle[left][b] += weight * ways
        for a in range(size):
            into = after[a]
            for b in range(1, size):
                if weight := middle[a][b]:
                    for left, ways in rows[b]:
                        into[left] += weight * ways
        mass = after
    return {(a, b): weight for a, row in enumerate(mass) for b, weight in enumerate(row) if weight}


def python_end() -> dict[Duel, int]:
    """e to the end: hit points never rise, so the states are settled from the top down."""
    rows = python_hurt(HIT_POINTS)
    mass = {(HIT_POINTS, HIT_POINTS): Fraction(1)}
    for a in range(HIT_POINTS, 0, -1):
        for b in range(HIT_POINTS, 0, -1):
            here = mass.pop((a, b), None)
            if here is None:
                continue
            share = here / (1280**2 - rows[a].get(a, 0) * rows[b].get(b, 0))
            for first, many in rows[a].items():
                for second, few in rows[b].items():
                    if (first, second) != (a, b):
                        mass[first, second] = mass.get((first, second), 0) + share * (many * few)
    common = lcm(*(chance.denominator for chance in mass.values()))
    return {state: int(chance * common) for state, chance in mass.items()}


def python_sample(duels: int) -> dict[Duel, int]:
    """Many duels of e, one by one."""
    chance = random.Random(SEED).random
    counts: dict[Duel, int] = {}
    for _ in range(duels):
        a = b = HIT_POINTS
        for _ in range(ROUNDS):
            lost_a = lost_b = 0
            face = int(chance() * 20) + 1
            if face >= 10:
                dice = int(chance() * 8) + int(chance() * 8) + 2
                lost_a = max(0, (3 * dice if face == 20 else dice) - ARMOUR)
            face = int(chance() * 20) + 1
            if face >= 10:
                dice = int(chance() * 8) + int(chance() * 8) + 2
                lost_b = max(0, (3 * dice if face == 20 else dice) - ARMOUR)
            a, b = max(0, a - lost_a), max(0, b - lost_b)
            if not a or not b:
                break
        counts[a, b] = counts.get((a, b), 0) + 1
    return counts


def python_play() -> list[Duel]:
    """Single duels to the end, with the same dice in the same order as Gardien's."""
    throw = random.Random(SEED).randrange

    def struck(hit_points: int) -> int:
        times = strikes(throw(1, 21))
        return max(0, hit_points - damage(times, throw(1, 9) + throw(1, 9))) if times else hit_points

    ends = []
    for _ in range(PLAYED):
        a = b = HIT_POINTS
        while a and b:
            a, b = struck(a), struck(b)
        ends.append((a, b))
    return ends


PYTHON: dict[str, Callable[[], Any]] = {
    "a1": lambda: python_read(20, degree),
    "a2": python_margin,
    "b1": lambda: python_best(1),
    "b10": lambda: python_best(10),
    "b100": lambda: python_best(100),
    "b100 loop": lambda: python_best_by_hand(100),
    "c": lambda: python_read(100, read_shot),
    "burst": python_burst,
    "d": python_attack,
    "e": lambda: python_duel(HIT_POINTS, ROUNDS),
    "e end": python_end,
    "e 24": lambda: python_duel(24, 24),
    "e 48": lambda: python_duel(48, 48),
    "play": python_play,
    "10^6": lambda: python_sample(10**6),
}


# numpy by hand: float64 arrays; the answer is an array, and `NUMPY_KEYS` says what its places mean.


def numpy_degrees() -> Any:
    """a1."""
    return np.bincount(np.digitize(np.arange(9, 29), (10, 15, 25))) / 20


def numpy_margin() -> Any:
    """a2."""
    return np.convolve(np.ones(20), np.ones(20)) / 400


def numpy_best(count: int) -> Any:
    """bN."""
    best = np.diff((np.arange(7) / 6) ** count)
    return np.convolve(best, np.full(6, 1 / 6))


def numpy_shot() -> Any:
    """c: success, critical, location and bullets as the digits of one number."""
    faces = np.arange(1, 101)
    tens, units = np.divmod(faces % 100, 10)
    success = faces <= 60
    codes = success * 2000 + (tens == units) * 1000 + np.where(success, (10 * units + tens) * 10 + units // 2, 0)
    return np.bincount(codes, minlength=4000) / 100


def numpy_burst() -> Any:
    """c, and the bullets' damage: by area (or none) and points."""
    faces = np.arange(1, 61)
    tens, units = np.divmod(faces % 100, 10)
    hits = np.zeros((10, 2))
    np.add.at(hits, (units, (tens == units).astype(int)), 0.01)
    chances = np.zeros((len(AREA_NAMES), 49))
    chances[0, 0] = 0.4
    sums = [np.ones(1)]
    for _ in range(MOST_BULLETS):
        sums.append(np.convolve(sums[-1], D6_FROM_ZERO))
    for unit, area in enumerate(AREAS):
        thrown = sums[1 + unit // 3]
        row = chances[AREA_NAMES.index(area)]
        row[: len(thrown)] += hits[unit, 0] * thrown
        row[: 2 * len(thrown) : 2] += hits[unit, 1] * thrown
    return chances


def numpy_damage() -> tuple[Any, Any]:
    """All damages of one strike with their chances."""
    two_d8 = np.convolve(np.full(8, 1 / 8), np.full(8, 1 / 8))
    times = np.array((0, 1, 3))
    points = np.maximum(0, np.outer(times, np.arange(2, 17)) - ARMOUR)
    return points.ravel(), np.outer((9 / 20, 10 / 20, 1 / 20), two_d8).ravel()


def numpy_attack() -> Any:
    """d."""
    points, chances = numpy_damage()
    return np.bincount(np.minimum(4, points // 4), chances)


def numpy_hurt(hit_points: int) -> Any:
    """The hit points one strike leaves, by those before."""
    points, chances = numpy_damage()
    before = np.arange(hit_points + 1)
    left = np.maximum(0, before[:, None] - points)
    places = left + before[:, None] * (hit_points + 1)
    weights = np.broadcast_to(chances, left.shape).ravel()
    return np.bincount(places.ravel(), weights, (hit_points + 1) ** 2).reshape(hit_points + 1, hit_points + 1)


def numpy_duel(hit_points: int, rounds: int) -> Any:
    """e: the strikes are independent, so a round is a product on either side."""
    left = numpy_hurt(hit_points)[1:]
    mass = np.zeros((hit_points + 1, hit_points + 1))
    mass[hit_points, hit_points] = 1
    for _ in range(rounds):
        fighting = mass[1:, 1:].copy()
        mass[1:, 1:] = 0
        mass += left.T @ fighting @ left
    return mass


def numpy_end() -> Any:
    """e to the end, from the top down."""
    left = numpy_hurt(HIT_POINTS)
    mass = np.zeros((HIT_POINTS + 1, HIT_POINTS + 1))
    mass[HIT_POINTS, HIT_POINTS] = 1
    for a in range(HIT_POINTS, 0, -1):
        for b in range(HIT_POINTS, 0, -1):
            share = mass[a, b] / (1 - left[a, a] * left[b, b])
            mass[: a + 1, : b + 1] += share * np.outer(left[a, : a + 1], left[b, : b + 1])
            mass[a, b] = 0
    return mass


def numpy_sample(duels: int) -> Any:
    """Many duels of e, all at once."""
    source = np.random.default_rng(SEED)
    points = np.full((2, duels), HIT_POINTS, dtype=np.int8)
    fighting = np.arange(duels)
    for _ in range(ROUNDS):
        shape = (2, len(fighting))
        face = source.integers(1, 21, shape, dtype=np.int8)
        dice = source.integers(1, 9, shape, dtype=np.int8) + source.integers(1, 9, shape, dtype=np.int8)
        times = np.where(face == 20, np.int8(3), (face >= 10).astype(np.int8))
        now = np.maximum(points[:, fighting] - np.maximum(times * dice - np.int8(ARMOUR), 0), 0)
        points[:, fighting] = now
        fighting = fighting[now.all(axis=0)]
    codes = points[0].astype(np.int16) * (HIT_POINTS + 1) + points[1]
    return np.bincount(codes, minlength=(HIT_POINTS + 1) ** 2).reshape(HIT_POINTS + 1, HIT_POINTS + 1)


AREA_NAMES = ("", *dict.fromkeys(AREAS))
D6_FROM_ZERO = np.array((0, *[1 / 6] * 6))

NUMPY: dict[str, Callable[[], Any]] = {
    "a1": numpy_degrees,
    "a2": numpy_margin,
    "b1": lambda: numpy_best(1),
    "b10": lambda: numpy_best(10),
    "b100": lambda: numpy_best(100),
    "c": numpy_shot,
    "burst": numpy_burst,
    "d": numpy_attack,
    "e": lambda: numpy_duel(HIT_POINTS, ROUNDS),
    "e end": numpy_end,
    "e 24": lambda: numpy_duel(24, 24),
    "e 48": lambda: numpy_duel(48, 48),
    "10^6": lambda: numpy_sample(10**6),
}

NUMPY_KEYS: dict[str, Callable[[tuple[int, ...]], Any]] = {
    "a1": lambda at: at[0],
    "a2": lambda at: at[0] - 19,
    "b1": lambda at: at[0] - 5,
    "b10": lambda at: at[0] - 5,
    "b100": lambda at: at[0] - 5,
    "c": lambda at: (at[0] >= 2000, at[0] // 1000 % 2 == 1, at[0] // 10 % 100, at[0] % 10),
    "burst": lambda at: (AREA_NAMES[at[0]], at[1]),
    "d": lambda at: at[0],
}
