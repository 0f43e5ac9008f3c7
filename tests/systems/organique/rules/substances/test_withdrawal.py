"""Doing without: tests, relapses, days (DRUG-04 to DRUG-09, VOL-05)."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("withdrawal_test", "withdrawal_schedule")
LULU = {"name": "Lulu", "VOL": 10}
BOTH = {"character": LULU, "difficulty": 20, "physical": True, "psychological": True}


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def after(dice, **fields):
    result = BENCH.outcome("withdrawal_test", dice, **{**BOTH, **fields})
    return (
        result["failed"],
        result["must_seek"],
        result["takes_dose"],
        result["next_hours"],
        result["next_interval_days"],
    )


def test_one_fails_the_other_holds():  # ORG-DRUG-04, ORG-DRUG-06, ORG-DRUG-07
    assert after([9, 10], interval_days=4) == (
        True, True, False, {"physical": 1, "psychological": 192}, {"psychological": 8},
    )  # fmt: skip
    assert after([10, 10]) == (
        False, False, False, {"physical": 48, "psychological": 48}, {"physical": 2, "psychological": 2},
    )  # fmt: skip


def test_a_dose_begins_it_all_again():  # ORG-DRUG-06
    assert after([10, 9], interval_days=16, holds_drug=True) == (
        True, False, True, {"physical": 24, "psychological": 24}, {"physical": 1, "psychological": 1},
    )  # fmt: skip
    assert after([10, 10], holds_drug=True)[2] is False


def test_the_hours_of_a_search():  # ORG-DRUG-07
    assert after([9], psychological=False, trigger="hourly") == (True, True, False, {"physical": 1}, {})
    assert after([10], psychological=False, trigger="hourly", interval_days=2) == (
        False, False, False, {"physical": 96}, {"physical": 4},
    )  # fmt: skip


def test_what_circumstances_provoke_leaves_the_days_alone():  # ORG-DRUG-08
    assert after([10, 10], trigger="provoked") == (False, False, False, {}, {})
    assert after([9, 10], trigger="provoked")[3:] == ({"physical": 1}, {})


def test_the_body_forgets_the_mind_does_not():  # ORG-DRUG-05
    result = BENCH.outcome("withdrawal_test", [9], **BOTH, day=20)
    assert result["physical_over"] is True
    assert "physical" not in result
    assert BENCH.thrown("withdrawal_test", [9, 9], **BOTH, day=19) == [("d20", "withdrawal")] * 2
    assert after([], psychological=False, day=20) == (False, False, False, {}, {})
    assert after([], physical=False, psychological=False) == (False, False, False, {}, {})


def test_will_and_what_helps_it():  # ORG-VOL-05
    result = BENCH.outcome("withdrawal_test", [5], **{**BOTH, "physical": False}, mods={"friend": 5})
    assert (result["psychological"]["kind"], result["psychological"]["total"], result["failed"]) == (
        "withdrawal",
        20,
        False,
    )
    assert after([20], physical=False, difficulty=90)[0] is False
    assert after([20], physical=False, difficulty=90, options={"saves_not_luck": True})[0] is True


# ---- the days ahead ----


def listed(**fields):
    result = BENCH.outcome("withdrawal_schedule", **fields)
    return result["days"], result["dependencies"], result.get("physical_ends_on_day")


def test_days_of_one_dependency():  # ORG-DRUG-04, ORG-DRUG-05
    assert listed(difficulty=7, psychological=False) == ([1, 3], [["physical"]] * 2, 7)
    assert listed(difficulty=7, physical=False, tests=4) == ([1, 3, 7, 15], [["psychological"]] * 4, None)
    assert listed(difficulty=7, physical=False, psychological=False) == ([], [], None)
    assert listed(difficulty=0, psychological=False) == ([], [], 0)


@drawn(st.integers(0, 60), st.integers(1, 12))
def test_the_days_are_those_of_tests_passed_one_by_one(difficulty, tests):  # ORG-DRUG-04
    days, dependencies, _ = listed(difficulty=difficulty, tests=tests)
    day, interval = 1, 1
    for expected, held in zip(days, dependencies, strict=True):
        assert day == expected
        assert ("physical" in held) == (day < difficulty)
        interval *= 2
        day += interval


def test_refusals():
    assert BENCH.refused("withdrawal_test", **{**BOTH, "character": {"dead": True}}) == ("act/unable", "character")
    assert BENCH.refused("withdrawal_test", **BOTH, day=0) == ("field/range", "day")
    assert BENCH.refused("withdrawal_test", **BOTH, trigger="rumour") == ("field/one_of", "trigger")
    assert BENCH.refused("withdrawal_schedule", difficulty=20, tests=0) == ("field/range", "tests")


def test_odds():
    BENCH.assert_odds_agree("withdrawal_test", **BOTH)
    BENCH.assert_odds_agree("withdrawal_test", **BOTH, day=30, holds_drug=True)
    BENCH.assert_odds_agree("withdrawal_schedule", difficulty=20)
