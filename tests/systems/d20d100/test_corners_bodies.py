"""Corners of the body: the last PV, whoever has no maximum, which rule a condition is told by (HEALTH, TEMP)."""

import pytest

from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, reasons = bench.outcome, bench.picked, bench.reasons
HARD = {"rule_agony": False}
MASSIVE = {"rule_massive_damage": True}


def test_the_last_pv_can_still_be_a_shock():
    """D100-HEALTH-03: half of what was left, and nobody at 0 is shocked again."""
    assert picked("apply_damage", [], "pv", "shock", pv=1, pv_max=10, damage=1) == (0, True)
    assert picked("apply_damage", [], "pv", "shock", pv=0, pv_max=10, damage=1) == (-1, False)


def test_without_a_maximum_nobody_was_hurt_before():
    """D100-HEALTH-04: one PV of one is no threshold."""
    fields = ("pv_half", "pv_quarter", "wound_penalty")
    assert picked("apply_damage", [], *fields, pv=1, damage=0) == (0, 0, 0)
    assert picked("body_state", [], *fields, pv=1) == (0, 0, 0)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"pv": 10}, ("ok", "D100-HEALTH-01")),
        ({"pv": 10, "temp_damage": 10}, ("staggered", "D100-TEMP-02")),
        ({"pv": 10, "temp_damage": 11}, ("unconscious", "D100-TEMP-02")),
        ({"pv": 0}, ("out_of_action", "D100-HEALTH-06")),
        ({"pv": -1}, ("dying", "D100-HEALTH-06")),
        ({"pv": -1, "stable": True}, ("stable", "D100-HEALTH-06")),
        ({"pv": -10}, ("dead", "D100-HEALTH-06")),
        ({"pv": 0, "options": HARD}, ("dead", "D100-HEALTH-02")),
        ({"pv": 0, "is_pc": False}, ("dead", "D100-HEALTH-02")),
    ],
)
def test_a_condition_is_told_by_its_rule(given, expected):
    """D100-HEALTH-01, D100-HEALTH-02, D100-HEALTH-06, D100-TEMP-02."""
    assert reasons("body_state", pv_max=10, **given)[0] == ("condition", *expected)


def test_adversaries_have_no_thresholds_by_their_own_rule():
    """D100-HEALTH-04, D100-CREAT-01."""
    assert reasons("body_state", pv=2, pv_max=10)[-1] == ("wound_penalty", -6, "D100-HEALTH-04")
    assert reasons("body_state", pv=2, pv_max=10, is_pc=False)[-1] == ("wound_penalty", 0, "D100-CREAT-01")


def test_whoever_takes_massive_damage_throws_for_it():
    """D100-HEALTH-05: the die is theirs, where they have a name."""
    target = {"name": "Ana", "pv": 20, "pv_max": 20}
    thrown = bench.answer("attack", [15, 10, 12], attack=5, damage="1d10", target=target, options=MASSIVE).dice
    assert [(one.label, one.who) for one in thrown] == [("d20", ""), ("d10", ""), ("d20", "Ana")]


def test_a_coup_de_grace_that_is_not_withstood_kills_by_the_rule_of_the_dying():
    """D100-SPEC-06, D100-HEALTH-02, D100-HEALTH-06."""
    for is_pc, rule, pv in ((True, "D100-HEALTH-06", -10), (False, "D100-HEALTH-02", 0)):
        target = {"pv": 20, "pv_max": 20, "is_pc": is_pc}
        found = reasons("coup_de_grace", [1, 2], damage="1d4", target=target)
        assert found[-2:] == [("target_pv", pv, "D100-SPEC-06"), ("target_condition", "dead", rule)]


def test_whoever_wakes_is_written_down_as_staggered():
    """D100-TEMP-02: the blows count as many as the PV."""
    assert bench.changes("wake_up", [10], pv=5, temp_damage=9) == [("temp_damage", 9, 5, "")]
    assert bench.changes("wake_up", [9], pv=5, temp_damage=9) == []
