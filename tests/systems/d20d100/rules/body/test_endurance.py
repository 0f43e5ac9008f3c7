"""Long runs and swims, pursuits on foot, sprints (ROLL-05 to ROLL-07)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused

faces = st.integers(1, 20)


# ---- a long run or swim ----


@given(con=st.integers(1, 30), round=st.integers(1, 30))
def test_as_many_free_rounds_as_the_con_score(con, round):
    """D100-EX-52, D100-ROLL-05."""
    free = round <= con
    result = outcome("effort_round", [] if free else [10], con_score=con, endurance=0, round=round)
    assert (result["free_rounds"], result["first_roll_round"], result["rolled"]) == (con, con + 1, not free)
    if free:
        assert result["continues"] is True
        assert result["drowning"] is False
        assert not {"fatigue", "modifier_used", "total"} & set(result)
    else:
        assert result["fatigue"] == con + 1 - round


@given(over=st.integers(1, 40), face=faces, endurance=st.integers(-20, 40), wound=st.sampled_from([-6, -3, 0]))
def test_each_round_is_a_point_harder(over, face, endurance, wound):
    """D100-ROLL-05, D100-HEALTH-04: the first roll unmodified, wounds always weigh."""
    inputs = {"con_score": 12, "endurance": endurance, "round": 12 + over, "mods": [2], "wound_penalty": wound}
    result = outcome("effort_round", [face], **inputs, difficulty=11)
    used = endurance + 2 + wound + 1 - over
    assert (result["modifier_used"], result["total"]) == (used, face + used)
    assert result["continues"] is (face != 1 and face + used >= 11)
    assert result["drowning"] is False


def test_a_swimmer_who_fails_drowns():
    """D100-ROLL-05: then comes the round without air."""
    inputs = {"activity": "swim", "con_score": 10, "endurance": 0, "round": 11}
    assert picked("effort_round", [9], "continues", "drowning", **inputs) == (False, True)
    assert picked("effort_round", [10], "continues", "drowning", **inputs) == (True, False)
    assert bench.reasons("effort_round", [9], **inputs)[-1] == ("drowning", True, "D100-ROLL-05")


# ---- a pursuit ----


@given(fleeing=st.integers(-5, 5), pursuing=st.integers(-5, 5), first=faces, second=faces)
def test_the_loser_of_a_pursuit_stops(fleeing, pursuing, first, second):
    """D100-ROLL-06, D100-TEST-07: a symmetric opposition, whatever the table does with other ties."""
    inputs = {"fleeing_endurance": fleeing, "pursuing_endurance": pursuing}
    for tie in ("active", "passive", "higher_modifier"):
        result = outcome("pursuit_round", [first, second], **inputs, options={"opposed_tie": tie})
        both = outcome(
            "opposed_test", [first, second], active_modifier=fleeing, passive_modifier=pursuing, kind="symmetric"
        )
        assert (result["fleeing_total"], result["pursuing_total"]) == (first + fleeing, second + pursuing)
        assert result["stops"] == {"active": "pursuing", "passive": "fleeing", "none": "nobody"}[both["winner"]]


def test_situations_count_in_a_pursuit():
    """D100-ROLL-06."""
    inputs = {"fleeing_endurance": 0, "pursuing_endurance": 0, "fleeing_mods": [2, 1], "pursuing_mods": [-1]}
    fields = ("fleeing_total", "pursuing_total", "stops")
    assert picked("pursuit_round", [10, 10], *fields, **inputs) == (13, 9, "pursuing")
    assert bench.thrown("pursuit_round", [10, 10], **inputs) == [("d20", "fleeing"), ("d20", "pursuing")]


# ---- a sprint ----


def test_a_sprint_is_told_in_full():
    """D100-ROLL-07: 36 m at Vitesse 9."""
    result = bench.answer("sprint", [10, 9], for_modifier=0, endurance=0)
    assert result.outcome == {
        "force_total": 10,
        "force_success": True,
        "endurance_total": 9,
        "continues": False,
        "metres": 36.0,
    }
    assert [(one.label, one.purpose) for one in result.dice] == [("d20", "force"), ("d20", "endurance")]


def test_without_strength_it_is_an_ordinary_run():
    """D100-ROLL-07, D100-CBT-13: no Endurance is thrown."""
    assert outcome("sprint", [9], for_modifier=0, endurance=9) == {
        "force_total": 9,
        "force_success": False,
        "continues": False,
        "metres": 24.0,
    }


@pytest.mark.parametrize("round", [2, 3, 10])
def test_later_rounds_ask_for_breath_only_and_grow_harder(round):
    """D100-ROLL-07: the cumulative −1 from the second Endurance roll on."""
    needed = 10 + round - 1 + 3 - 2
    inputs = {"round": round, "for_modifier": -20, "endurance": 2, "wound_penalty": -3}
    if needed <= 20:
        assert outcome("sprint", [needed], **inputs) == {"endurance_total": 10, "continues": True, "metres": 36.0}
    assert outcome("sprint", [needed - 1], **inputs)["continues"] is False


@pytest.mark.parametrize(
    ("speed", "fast", "plain"),
    [(9, 36, 24), (6, 24, 16), (0, 0, 0), (10, 40, 26.5), (7.1, 28, 18.5), (0.3, 1, 0.5), (60, 240, 160)],
)
def test_distances_are_rounded_down_to_half_a_metre(speed, fast, plain):
    """D100-ROLL-07, D100-CBT-13."""
    inputs = {"for_modifier": 0, "endurance": 0, "speed": speed}
    assert outcome("sprint", [10, 10], **inputs)["metres"] == fast
    assert outcome("sprint", [9], **inputs)["metres"] == plain


def test_situations_and_wounds_count_in_both_rolls():
    """D100-ROLL-07, D100-HEALTH-04."""
    inputs = {"for_modifier": 1, "endurance": 2, "mods": [1], "wound_penalty": -6}
    assert picked("sprint", [20, 20], "force_total", "endurance_total", **inputs) == (16, 17)


@pytest.mark.parametrize(
    ("procedure", "inputs"),
    [
        ("effort_round", {"con_score": 10, "endurance": 1, "round": 13, "activity": "swim"}),
        ("effort_round", {"con_score": 10, "endurance": 1, "round": 3}),
        ("pursuit_round", {"fleeing_endurance": 1, "pursuing_endurance": 3}),
        ("sprint", {"for_modifier": 1, "endurance": 2}),
        ("sprint", {"for_modifier": 1, "endurance": 2, "round": 4, "options": {"nat20_auto_success": True}}),
    ],
)
def test_odds_agree_with_every_face(procedure, inputs):
    """D100-ROLL-05, D100-ROLL-06, D100-ROLL-07."""
    bench.assert_odds_agree(procedure, **inputs)


def test_chances_of_another_round():
    """D100-ROLL-05: Endurance +1 in the third round that is thrown for needs an 11."""
    result = bench.chance("effort_round", "continues", con_score=10, endurance=1, round=13)
    assert result == Fraction(10, 20)


@pytest.mark.parametrize(
    ("procedure", "inputs", "fault"),
    [
        ("effort_round", {"con_score": 0, "endurance": 0, "round": 1}, ("field/range", "con_score")),
        ("effort_round", {"con_score": 9, "endurance": 0}, ("field/missing", "round")),
        ("effort_round", {"con_score": 9, "endurance": 0, "round": 1, "activity": "fly"}, ("field/one_of", "activity")),
        ("pursuit_round", {"fleeing_endurance": 0}, ("field/missing", "pursuing_endurance")),
        ("sprint", {"for_modifier": 41, "endurance": 0}, ("field/range", "for_modifier")),
        ("sprint", {"for_modifier": 0, "endurance": 0, "speed": 61}, ("field/range", "speed")),
        ("sprint", {"for_modifier": 0, "endurance": 0, "round": 0}, ("field/range", "round")),
    ],
)
def test_wrong_inputs_are_refused(procedure, inputs, fault):
    """D100-ROLL-05: each refusal names its field."""
    assert refused(procedure, **inputs) == fault
