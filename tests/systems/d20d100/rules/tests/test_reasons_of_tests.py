"""Corners of tests and oppositions: which rule a reason names, what it is made of, what odds need not tell (TEST)."""

import pytest

from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.tests.d20 import AttemptResult, Judge
from gardien.systems.d20d100.rules.tests.opposed import SIDES, ContestResult, Read, Sides, tie
from systems.brute import Bench

bench = Bench("d20d100")
NOTHING = frozenset()


def reason(found, label):
    """The last reason of this name."""
    return [one for one in found.steps if one.label == label][-1]


def test_total_and_margin_are_told_with_what_they_are_made_of():
    """D100-TEST-01, D100-TEST-02."""
    result = bench.answer("skill_test", [9], modifier=5, mods=[1], difficulty=12)
    assert reason(result, "total").parts == (("die", 9), ("modifier", 6))
    assert reason(result, "margin").parts == (("total", 15), ("difficulty", -12))


@pytest.mark.parametrize(
    ("face", "modifier", "expected"),
    [(20, -5, "D100-TEST-01"), (20, -6, "D100-TEST-04"), (10, 5, "D100-TEST-01"), (1, 30, "D100-TEST-03")],
)
def test_a_twenty_is_the_reason_only_where_the_sum_would_have_failed(face, modifier, expected):
    """D100-TEST-04: at the Difficulty itself the sum is enough."""
    inputs = {"modifier": modifier, "options": {"nat20_auto_success": True}}
    assert reason(bench.answer("skill_test", [face], **inputs), "success").rule == expected


def test_what_nobody_looks_at_is_not_told_apart():
    """Odds stay small: a test that only succeeds or fails has two ends."""
    assert {Judge(5, 15)(face) for face in range(1, 21)} == {AttemptResult(True), AttemptResult(False)}
    read = Read(10, Sides(active=2, passive=2), Options(), NOTHING, SIDES)
    assert {read(face) for face in range(1, 21)} == {ContestResult(winner="active"), ContestResult(winner="passive")}


def test_equals_in_everything_change_nothing():
    """D100-TEST-07: equal totals go to the higher modifier, and equal modifiers to nobody."""
    result = {pair: tie(*pair, "symmetric", Options()) for pair in ((3, 2), (2, 3), (2, 2))}
    assert result == {(3, 2): "active", (2, 3): "passive", (2, 2): "none"}


def test_circumstances_count_in_both_skills_of_a_synergy():
    """D100-TEST-12: each skill has its own."""
    given = {"first_modifier": 4, "first_mods": [3], "second_modifier": 2, "second_mods": [-1]}
    result = bench.outcome("synergy_test", [8, 10], **given)
    assert (result["first_total"], result["first_success"]) == (15, True)
    assert (result["bonus"], result["effective_modifier"], result["total"]) == (2, 3, 13)


def test_circumstances_count_on_both_sides_of_an_opposition():
    """D100-TEST-07, D100-TEST-08."""
    given = {"active_modifier": 1, "passive_modifier": 2, "active_mods": [3], "passive_mods": [-4]}
    result = bench.outcome("opposed_test", [10, 10], **given)
    assert (result["active_total"], result["passive_total"]) == (14, 8)
    result = bench.answer("oppose_recorded", [10], active_modifier=1, active_mods=[3], passive_total=14)
    assert result.outcome["success"] is True
    assert reason(result, "active_total").parts == (("die", 10), ("modifier", 4))
