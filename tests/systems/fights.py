"""Fights weighed to their end, looked at from outside: who is in line, how a fight ends that is played act by act."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from gardien.core.chance import Done, Together
from gardien.core.interpreters.play import play
from gardien.core.interpreters.table import Table
from gardien.core.simulation import Chain
from gardien.sim import chains


def line_ups(made: Chain) -> dict[tuple[str, ...], Fraction]:
    """The orders in which a fight may begin."""
    table, result = Table(made.step), defaultdict[tuple[str, ...], Fraction](Fraction)
    waiting = [(table.number(made.start), Fraction(1))]
    while waiting:
        number, chance = waiting.pop()
        state: Any = getattr(table.points[number], "value", table.points[number])
        if hasattr(state, "lining") and state.lining is None:
            result[tuple(made.fighters[who].id for who in state.order)] += chance
            continue
        row = table.row(number)
        waiting += [(target, chance * Fraction(ways, row.total)) for target, ways in row.pairs]
    return dict(result)


def played_out(made: Chain, fights: int, who: int) -> Counter[str]:
    """How somebody comes out of so many fights: each step played with real dice, not read from a table."""
    source, ends = random.Random(5), Counter[str]()
    for _ in range(fights):
        state: Any = made.start
        while not isinstance(state, Done):
            asked = made.step(getattr(state, "value", state))
            state = play(asked, source).outcome if isinstance(asked, Together) else asked
        ends[state.value[who].status] += 1
    return ends


def assert_about(ends: Counter[str], expected: dict[str, float], slack: float = 0.01) -> None:
    """As often as the table says, as far as so many fights can tell."""
    fights = sum(ends.values())
    for status, chance in expected.items():
        assert abs(ends[status] / fights - chance) <= 5 * (chance * (1 - chance) / fights) ** 0.5 + slack


def assert_ways_agree(
    weigh: Callable[[int | None], Any], runs: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[Any, Any]:
    """Exactly, solved in floating point, simulated: the same fight. Returned are the first and the last."""
    exact, drawn = weigh(None), weigh(runs)
    monkeypatch.setattr(chains, "FEW_POINTS", 0)
    solved = weigh(None)
    assert (exact.method, solved.method, drawn.method) == ("exact", "solved", "simulated")
    assert solved.sides == pytest.approx(exact.sides, abs=1e-9)
    for side in ("us", "them"):
        chance = exact.sides[side]
        assert abs(drawn.sides[side] - chance) <= 5 * (chance * (1 - chance) / runs) ** 0.5
    for one in exact.fighters:
        assert sum(Fraction(chance) for chance in one.exact.values()) == 1
    return exact, drawn
