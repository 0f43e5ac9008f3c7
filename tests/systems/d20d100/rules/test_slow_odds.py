"""Exact chances of what takes its time, beside the same counted by hand (ODDS)."""

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.chance import call
from gardien.core.interpreters.typed import typed
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.growth.score_rolls import chance_of_acceptance, chance_of_spread
from gardien.systems.d20d100.rules.slow_odds import OddsEffortGiven, hold_out, outlast
from systems.brute import Bench

bench = Bench("d20d100")
outcome, refused = bench.outcome, bench.refused


def chances(procedure, **given):
    """What a procedure answers, fractions as numbers."""
    return {name: Fraction(value) for name, value in outcome(procedure, **given).items() if isinstance(value, str)}


# ---- a mind ----


@given(san=st.integers(-9, 99), bonus=st.integers(-20, 20))
def test_as_many_in_a_hundred_as_there_is_san(san, bonus):
    """D100-ODDS-06."""
    result = chances("odds_san", san=san, san_bonus=bonus, options={"rule_decompensation": True})
    assert result["p_success"] == Fraction(max(0, min(100, san + bonus)), 100)
    assert [result[name] for name in ("expected_loss", "p_temp_mad", "p_indef_mad", "p_perm_mad")] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "inputs",
    [
        {"san": 55, "loss_failure": "1d6"},
        {"san": 6, "san_bonus": 5, "loss_success": "1d3", "loss_failure": "1d8", "idee": 2, "san_lost_this_hour": 1},
        {"san": 20, "loss_success": "1", "loss_failure": "1d10", "loss_cap": 6, "san_hour_start": 24},
        {"san": 3, "loss_failure": "1d12", "options": {"rule_decompensation": True, "idea_success_maddens": True}},
        {"san": 50, "loss_failure": "1d6", "san_creation": 25, "options": {"san_20pct_base": "creation"}},
    ],
)
def test_the_odds_of_a_mind_are_counted_face_by_face(inputs):
    """D100-ODDS-06, D100-SAN-03 to D100-SAN-06."""
    shown = bench.every_outcome("san_check", inputs)

    def share(field):
        return sum((chance for one, chance in shown if one[field]), Fraction(0))

    assert chances("odds_san", **inputs) == {
        "p_success": share("success"),
        "expected_loss": sum((chance * one["loss"] for one, chance in shown), Fraction(0)),
        "p_temp_mad": share("temp_mad"),
        "p_indef_mad": share("indef_mad"),
        "p_perm_mad": share("perm_mad"),
    }


def test_fractions_are_written_in_lowest_terms_with_a_stroke():
    """D100-ODDS-06: whole numbers too."""
    assert outcome("odds_san", san=50, loss_failure="1d6") == {
        "p_success": "1/2",
        "expected_loss": "7/4",
        "p_temp_mad": "3/40",
        "p_indef_mad": "0/1",
        "p_perm_mad": "0/1",
    }
    assert outcome("odds_san", san=1, loss_success="1", loss_failure="1d6")["p_perm_mad"] == "1/1"


def test_the_odds_of_a_mind_refuse_what_the_test_refuses():
    """D100-SAN-05."""
    assert refused("odds_san", [], san=0) == ("field/at_least", "san")
    assert refused("odds_san", [], san=50, loss_failure="1d7")[1] == "loss_failure"


# ---- the dying ----


@pytest.mark.parametrize("pv", range(-9, 0))
def test_surviving_unaided(pv):
    """D100-ODDS-07: one chance in ten each round, as many rounds as are left before −10."""
    assert chances("odds_survival", pv=pv) == {"p_survive": 1 - Fraction(9, 10) ** (10 + pv)}


@pytest.mark.parametrize(("pv", "percent"), [(-1, 61.3), (-3, 52.2), (-5, 41), (-7, 27.1), (-9, 10)])
def test_the_told_percentages(pv, percent):
    """D100-ODDS-07."""
    assert round(float(chances("odds_survival", pv=pv)["p_survive"]) * 100, 1) == percent


def test_agony_is_the_rule_itself():
    """D100-HEALTH-06: what is weighed can be played with dice as well."""
    assert typed(call(outlast, -8), [9, 10]).outcome is True
    assert typed(call(outlast, -8), [9, 1]).outcome is False
    assert refused("odds_survival", [], pv=0) == ("field/range", "pv")
    assert refused("odds_survival", [], pv=-10) == ("field/range", "pv")


# ---- a long run ----


@given(endurance=st.integers(-5, 20), rounds=st.integers(1, 50), difficulty=st.integers(5, 20), twenty=st.booleans())
def test_every_roll_of_a_run_succeeds(endurance, rounds, difficulty, twenty):
    """D100-ROLL-05, D100-ODDS-02: never above 95 %, each round a point harder."""
    options = {"nat20_auto_success": twenty}
    inputs = {"con_score": 12, "endurance": endurance, "extra_rounds": rounds, "difficulty": difficulty}
    ways = [max(int(twenty), min(19, 21 - difficulty + endurance - over)) for over in range(rounds)]
    result = outcome("odds_effort", **inputs, options=options)
    assert result["first_roll_round"] == 13
    assert Fraction(result["probability"]) == prod((Fraction(way, 20) for way in ways), start=Fraction(1))


def test_a_run_is_the_rule_itself():
    """D100-ROLL-05."""
    asked = OddsEffortGiven(con_score=10, endurance=0, extra_rounds=3)
    assert typed(call(hold_out, asked, Options()), [10, 11, 12]).outcome is True
    assert typed(call(hold_out, asked, Options()), [10, 10]).outcome is False
    assert outcome("odds_effort", con_score=10, endurance=0, extra_rounds=1)["probability"] == "11/20"


# ---- the dice of creation ----


def test_seven_rolls_and_their_spread():
    """D100-CREA-02: one above 13 and one below 10, counted by what is left out."""
    low, high = Fraction(81, 216), Fraction(35, 216)  # 3d6 at most 9, at least 14
    spread = 1 - (1 - low) ** 7 - (1 - high) ** 7 + (1 - low - high) ** 7
    assert chances("odds_scores")["p_spread"] == spread == chance_of_spread()


@given(least=st.integers(-30, 20), wide=st.integers(0, 20))
def test_both_checks_of_a_set(least, wide):
    """D100-CREA-03: the same count as the one that keeps a table from throwing all evening."""
    options = {"creation_sum_min": least, "creation_sum_max": least + wide}
    result = chances("odds_scores", options=options)
    assert result["p_accepted"] == chance_of_acceptance(least, least + wide)


def test_the_usual_bounds():
    """D100-CREA-03: 0 to 13."""
    assert chances("odds_scores")["p_accepted"] == chance_of_acceptance(0, 13)
    every = {"creation_sum_min": -30, "creation_sum_max": 40}
    result = chances("odds_scores", options=every)
    assert result["p_accepted"] == result["p_spread"]
