"""The dependent tasks in icepool and dyce as their own documentation shows such things: `map` and `expand`.

`bench.peers` holds what somebody writes who has read the libraries' sources; this is what somebody writes who has read
their pages. Both are printed; the goals speak of these.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool
from dyce import H, expand

from bench.tasks import HIT_POINTS, ROUNDS, Duel, damage, read_burst, read_shot, strikes, wound

EXACT = Fraction(0)  # dyce drops unlikely branches unless told otherwise


def icepool_burst() -> Any:
    """c, and the bullets' damage."""

    def shot(face: int) -> Any:
        area, bullets, critical = read_burst(face)
        if not bullets:
            return icepool.tupleize(area, 0)
        return icepool.tupleize(area, (bullets @ icepool.d(6)) * (2 if critical else 1))

    return icepool.d(100).map(shot)


def icepool_attack() -> Any:
    """d."""

    def strike(face: int) -> Any:
        times = strikes(face)
        return (2 @ icepool.d(8)).map(lambda dice: wound(damage(times, dice))) if times else 0

    return icepool.d(20).map(strike)


def icepool_duel() -> Any:
    """e, a round as a function from state to state."""

    def hurt(hit_points: int) -> Any:
        def strike(face: int) -> Any:
            times = strikes(face)
            return (
                (2 @ icepool.d(8)).map(lambda dice: max(0, hit_points - damage(times, dice))) if times else hit_points
            )

        return icepool.d(20).map(strike)

    left = [hurt(hit_points) for hit_points in range(HIT_POINTS + 1)]

    def fight(a: int, b: int) -> Any:
        return icepool.tupleize(left[a], left[b]) if a and b else icepool.tupleize(a, b)

    return icepool.Die([(HIT_POINTS, HIT_POINTS)]).map(fight, repeat=ROUNDS, star=True)


def dyce_burst() -> Any:
    """c, and the bullets' damage."""

    def shot(result: Any) -> Any:
        area, bullets, critical = read_burst(result.outcome)
        if not bullets:
            return area, 0
        return (bullets @ H(6)).apply(lambda points: (area, 2 * points if critical else points))

    return expand(shot, H(100), min_path_probability=EXACT)


def dyce_attack() -> Any:
    """d."""

    def strike(result: Any) -> Any:
        times = strikes(result.outcome)
        return (2 @ H(8)).apply(lambda dice: wound(damage(times, dice))) if times else 0

    return expand(strike, H(20), min_path_probability=EXACT)


def dyce_duel() -> Any:
    """e, a round as a function from state to state."""

    def hurt(hit_points: int) -> Any:
        def strike(result: Any) -> Any:
            times = strikes(result.outcome)
            return (2 @ H(8)).apply(lambda dice: max(0, hit_points - damage(times, dice))) if times else hit_points

        return expand(strike, H(20), min_path_probability=EXACT)

    left = [hurt(hit_points) for hit_points in range(HIT_POINTS + 1)]

    def fight(result: Any) -> Any:
        a, b = result.outcome
        return left[a].apply(lambda x, y: (x, y), left[b]) if a and b else (a, b)

    start: Duel = (HIT_POINTS, HIT_POINTS)
    duel = H({start: 1})
    for _ in range(ROUNDS):
        duel = expand(fight, duel, min_path_probability=EXACT)
    return duel


ICEPOOL: dict[str, Callable[[], Any]] = {
    "c": lambda: icepool.d(100).map(read_shot),
    "burst": icepool_burst,
    "d": icepool_attack,
    "e": icepool_duel,
}
DYCE: dict[str, Callable[[], Any]] = {
    "c": lambda: expand(lambda result: read_shot(result.outcome), H(100), min_path_probability=EXACT),
    "burst": dyce_burst,
    "d": dyce_attack,
    "e": dyce_duel,
}
