"""First aid and rest (HEALTH-07 to HEALTH-09, TEMP-03)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes


def test_first_aid_is_told_in_full():
    """D100-EX-63, D100-HEALTH-08: 15 reaches 15, three PV come back."""
    result = bench.answer("first_aid", [15, 3], modifier=0, pv=4, pv_max=10)
    assert result.outcome == {
        "refused": False,
        "reason": "ok",
        "total": 15,
        "natural_one": False,
        "success": True,
        "restored": 3,
        "pv": 7,
        "stable": False,
        "condition": "ok",
    }
    assert [(one.label, one.purpose) for one in result.dice] == [("d20", "test"), ("d4", "recovery")]
    assert [(one.label, one.value, one.rule) for one in result.steps] == [
        ("total", 15, "D100-TEST-01"),
        ("success", True, "D100-TEST-01"),
        ("restored", 3, "D100-HEALTH-08"),
        ("pv", 7, "D100-HEALTH-08"),
        ("condition", "ok", "D100-HEALTH-01"),
    ]
    assert [(one.field, one.before, one.after) for one in result.changes] == [("pv", 4, 7)]


@pytest.mark.parametrize(
    ("pv", "face", "after", "stable", "condition"),
    [
        (-5, 4, -1, True, "stable"),
        (-1, 1, 0, True, "out_of_action"),
        (-1, 2, 1, True, "ok"),
        (0, 1, 1, False, "ok"),
        (9, 4, 10, False, "ok"),
    ],
)
def test_the_dying_are_stabilised_and_may_come_back(pv, face, after, stable, condition):
    """D100-HEALTH-07, D100-HEALTH-08: at 0 out of action, above it active, never above the maximum."""
    fields = ("pv", "restored", "stable", "condition")
    result = picked("first_aid", [15, face], *fields, modifier=0, pv=pv, pv_max=10)
    assert result == (after, after - pv, stable, condition)


def test_medicine_stabilises_and_heals_by_the_week_only():
    """D100-HEALTH-08: no d4."""
    inputs = {"modifier": 0, "pv": -5, "pv_max": 10, "skill": "medicine"}
    assert picked("first_aid", [15], "success", "restored", "pv", "condition", **inputs) == (True, 0, -5, "stable")
    assert changes("first_aid", [15], **inputs) == [("stable", False, True, "")]


@pytest.mark.parametrize("dice", [[14], [1]])
def test_a_failure_changes_nothing(dice):
    """D100-HEALTH-07, D100-TEST-03."""
    inputs = {"modifier": 20 if dice == [1] else 0, "pv": -5, "pv_max": 10}
    assert picked("first_aid", dice, "success", "restored", "pv", "stable", "condition", **inputs) == (
        *(False, 0, -5, False, "dying"),
    )
    assert changes("first_aid", dice, **inputs) == []


@pytest.mark.parametrize(
    ("inputs", "reason", "condition"),
    [
        ({"pv": -10, "pv_max": 10, "already_treated": True}, "dead", "dead"),
        ({"pv": 0, "pv_max": 10, "is_pc": False}, "dead", "dead"),
        ({"pv": 0, "pv_max": 10, "options": {"rule_agony": False}}, "dead", "dead"),
        ({"pv": 4, "pv_max": 10, "already_treated": True}, "already_treated", "ok"),
        ({"pv": 10, "already_treated": True}, "already_treated", "ok"),
        ({"pv": -4, "pv_max": 10, "already_treated": True}, "already_treated", "stable"),
        ({"pv": 10, "pv_max": 10}, "not_wounded", "ok"),
        ({"pv": 10}, "not_wounded", "ok"),
    ],
)
def test_some_cannot_be_helped(inputs, reason, condition):
    """D100-HEALTH-08: the dead, those treated since their last wound, those without one; no die falls."""
    result = outcome("first_aid", modifier=5, **inputs)
    assert result == {
        "refused": True,
        "reason": reason,
        "restored": 0,
        "pv": inputs["pv"],
        "stable": condition == "stable",
        "condition": condition,
    }
    assert bench.reasons("first_aid", modifier=5, **inputs) == [("reason", reason, "D100-HEALTH-08")]


def test_adversaries_who_are_tracked_are_helped_like_anybody():
    """D100-HEALTH-02."""
    inputs = {"modifier": 0, "pv": -3, "pv_max": 10, "is_pc": False, "uses_agony": True}
    assert outcome("first_aid", [15, 1], **inputs)["condition"] == "stable"


@pytest.mark.parametrize("skill", ["first_aid", "medicine"])
def test_odds_of_first_aid_agree_with_every_face(skill):
    """D100-HEALTH-08."""
    bench.assert_odds_agree("first_aid", modifier=2, pv=-3, pv_max=10, skill=skill)
    bench.assert_odds_agree("first_aid", modifier=2, pv=8, pv_max=10, skill=skill, options={"nat20_auto_success": True})


# ---- rest ----


@given(pv=st.integers(-9, 20), more=st.integers(0, 10), first=st.integers(1, 4), second=st.integers(1, 4))
def test_a_week_gives_back_one_or_two_d4(pv, more, first, second):
    """D100-HEALTH-09: never above the maximum."""
    pv_max = max(1, pv + more)
    for dice, care in (([first], False), ([first, second], True)):
        result = outcome("rest_week", dice, pv=pv, pv_max=pv_max, under_care=care)
        assert result["pv"] == min(pv_max, pv + sum(dice))
        assert result["restored"] == result["pv"] - pv


@pytest.mark.parametrize(
    ("procedure", "given", "field"),
    [
        ("rest_week", {"pv": 12, "pv_max": 10}, "pv"),
        ("first_aid", {"pv": 12, "pv_max": 10, "modifier": 0}, "pv"),
        ("body_state", {"pv": 12, "pv_max": 10}, "pv"),
        ("apply_damage", {"pv": 12, "pv_max": 10, "damage": 1}, "pv"),
        ("attack", {"attack": 1, "target": {"pv": 12, "pv_max": 10}}, "target.pv"),
        ("end_round", {"combatants": [{"name": "A", "pv": 12, "pv_max": 9}]}, "combatants[0].pv"),
    ],
)
def test_nobody_has_more_pv_than_the_maximum(procedure, given, field):
    """D100-HEALTH-01: wherever a body is written out; where no maximum is named, none is broken."""
    assert refused(procedure, **given) == ("field/at_most", field)
    assert outcome("attack", [2], attack=1, target={"pv": 12})["target_pv"] == 12


def test_odds_of_a_week():
    """D100-HEALTH-09."""
    for care in (False, True):
        bench.assert_odds_agree("rest_week", pv=4, pv_max=9, under_care=care)
    assert bench.chance("rest_week", "pv", 9, pv=4, pv_max=9, under_care=True) == Fraction(10, 16)


@given(blows=st.integers(0, 800), con=st.integers(-20, 40), hours=st.integers(0, 1000))
def test_blows_fade_by_the_hour(blows, con, hours):
    """D100-EX-66, D100-TEMP-03: by the CON modifier, by one at least."""
    result = outcome("rest_hours", temp_damage=blows, con_modifier=con, hours=hours)
    assert result == {"per_hour": max(1, con), "temp_damage": max(0, blows - max(1, con) * hours)}


@pytest.mark.parametrize(
    ("procedure", "inputs", "fault"),
    [
        ("first_aid", {"pv": 3}, ("field/missing", "modifier")),
        ("first_aid", {"modifier": 3}, ("field/missing", "pv")),
        ("first_aid", {"modifier": 3, "pv": 3, "skill": "surgery"}, ("field/one_of", "skill")),
        ("rest_week", {"pv": -10, "pv_max": 10}, ("field/range", "pv")),
        ("rest_week", {"pv": 3}, ("field/missing", "pv_max")),
        ("rest_hours", {"temp_damage": 801, "con_modifier": 0}, ("field/range", "temp_damage")),
        ("rest_hours", {"temp_damage": 3}, ("field/missing", "con_modifier")),
    ],
)
def test_wrong_inputs_are_refused(procedure, inputs, fault):
    """D100-HEALTH-08: each refusal names its field."""
    assert refused(procedure, **inputs) == fault


def test_only_the_dying_are_stabilised():
    """D100-HEALTH-07: at 0 PV nobody is dying yet."""
    fields = ("refused", "stable", "condition")
    for pv, stable, condition in ((0, False, "out_of_action"), (-1, True, "stable"), (1, False, "ok")):
        given = {"pv": pv, "pv_max": 10, "modifier": 5}
        expected = (False, stable, condition)
        assert picked("first_aid", [15], *fields, skill="medicine", **given) == expected
        assert picked("first_aid", [], *fields, already_treated=True, **given) == (True, stable, condition)


def test_rest_changes_the_sheet():
    """D100-HEALTH-09, D100-TEMP-03."""
    assert bench.changes("rest_week", [3], pv=4, pv_max=10) == [("pv", 4, 7, "")]
    assert bench.changes("rest_hours", temp_damage=9, con_modifier=2) == [("temp_damage", 9, 7, "")]


def test_whoever_was_helped_is_told_by_the_rule_of_their_state():
    """D100-HEALTH-01, D100-HEALTH-06."""
    for pv, rule in ((5, "D100-HEALTH-01"), (-5, "D100-HEALTH-06")):
        assert bench.reasons("first_aid", [20, 1], modifier=0, pv=pv, pv_max=10)[-1][2] == rule


def test_whoever_is_stable_already_stays_so():
    """D100-HEALTH-06, D100-HEALTH-07: a failure starts no agony, a success ends none."""
    fields = ("stable", "condition", "pv")
    given = {"modifier": 0, "pv": -3, "pv_max": 10, "stable": True}
    assert picked("first_aid", [3], *fields, **given) == (False, "stable", -3)
    assert picked("first_aid", [15, 1], *fields, **given) == (False, "stable", -2)
    assert picked("first_aid", [15, 4], *fields, **given) == (False, "ok", 1)
    assert bench.changes("first_aid", [3], **given) == []
    assert bench.changes("first_aid", [15], **{**given, "skill": "medicine"}) == []
    saved = {"modifier": 0, "pv": -3, "pv_max": 10, "skill": "medicine"}
    assert bench.changes("first_aid", [15], **saved) == [("stable", False, True, "")]


def test_the_reasons_of_rest():
    """D100-TEMP-03, D100-HEALTH-09."""
    hours = bench.reasons("rest_hours", temp_damage=9, con_modifier=2, hours=3)
    assert hours == [("per_hour", 2, "D100-TEMP-03"), ("temp_damage", 3, "D100-TEMP-03")]
    week = bench.reasons("rest_week", [3], pv=4, pv_max=10)
    assert week == [("restored", 3, "D100-HEALTH-09"), ("pv", 7, "D100-HEALTH-09")]
