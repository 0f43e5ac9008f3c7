"""What a session brings, and what it buys (M18)."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.systems.organique.creation.check import skill_cost
from gardien.systems.organique.rules.experience import price
from systems.brute import Bench

BENCH = Bench("organique")


@pytest.mark.parametrize(
    ("fields", "gained"),
    [
        ({}, 1),
        ({"goal": 1}, 2),
        ({"goal": 2}, 3),
        ({"good_play": True}, 2),
        ({"danger": True}, 2),
        ({"goal": 2, "good_play": True, "danger": True}, 5),
    ],
)
def test_a_session(fields, gained):  # M18
    assert BENCH.picked("award_experience", [], "gained", "experience", **fields, experience=7) == (gained, 7 + gained)
    assert BENCH.changes("award_experience", **fields, experience=7) == [("experience", 7, 7 + gained, "")]


@pytest.mark.parametrize(
    ("buy", "value", "multiplier", "cost"),
    [
        ("skill", 1, 1, 1),
        ("skill", 4, 3, 12),
        ("skill", 6, 2, 12),
        ("characteristic", 12, 3, 24),
        ("characteristic", 20, 1, 40),
        ("reserve", 5, 2, 25),
    ],
)
def test_prices(buy, value, multiplier, cost):  # M18
    asked = {"buy": buy, "new_value": value, "multiplier": multiplier}
    names = ("cost", "allowed", "experience")
    assert BENCH.picked("spend_experience", [], *names, **asked, experience=cost) == (cost, True, 0)
    assert BENCH.picked("spend_experience", [], *names, **asked, experience=cost + 3) == (cost, True, 3)
    assert BENCH.picked("spend_experience", [], *names, **asked, experience=cost - 1) == (cost, False, cost - 1)


@pytest.mark.parametrize(("buy", "most"), [("skill", 6), ("characteristic", 20), ("reserve", 6)])
def test_nothing_beyond_the_highest(buy, most):  # M18
    asked = {"experience": 500, "buy": buy}
    assert BENCH.picked("spend_experience", [], "allowed", **asked, new_value=most) == (True,)
    assert BENCH.picked("spend_experience", [], "allowed", "experience", **asked, new_value=most + 1) == (False, 500)


def test_what_the_sheet_keeps():
    asked = {"experience": 30, "buy": "skill", "new_value": 3, "multiplier": 2}
    assert BENCH.changes("spend_experience", **asked) == [("experience", 30, 24, "")]
    assert BENCH.changes("spend_experience", **asked | {"experience": 5}) == []


@drawn(st.integers(1, 6), st.integers(1, 3))
def test_step_by_step_a_skill_costs_what_creation_asks(level, times):  # M1, M18
    assert sum(price("skill", step, times) for step in range(1, level + 1)) == skill_cost(times, level)


def test_refusals():
    assert BENCH.refused("award_experience", goal=3) == ("field/range", "goal")
    assert BENCH.refused("award_experience", experience=-1) == ("field/range", "experience")
    asked = {"experience": 30, "buy": "skill", "new_value": 3}
    assert BENCH.refused("spend_experience", **asked | {"new_value": 0}) == ("field/range", "new_value")
    assert BENCH.refused("spend_experience", **asked | {"buy": "luck"}) == ("field/one_of", "buy")
    assert BENCH.refused("spend_experience", **asked, multiplier=4) == ("field/range", "multiplier")
