"""Drowning, waking somebody, cold and smoke (ENV-04, P-ENV-04, P-ENV-05)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("drowning", "revive", "exposure")


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- drowning ----


@pytest.mark.parametrize(
    ("victim", "bonus"),
    [
        ({}, 0),
        ({"con": 15}, 2),
        ({"con": 15, "ability_damage": {"con": 4}}, 0),
        ({"feats": ["endurance"]}, 4),
        ({"conditions": ["shaken"]}, -2),
        ({"hampered_parts": ["head"]}, -4),
        ({"pf": 1}, 0),
    ],
)
def test_what_somebody_adds_under_water(victim, bonus):
    """CD20-P-ENV-05: Constitution, Endurance, conditions and parts; fatigue does not weigh, 1 and 20 mean nothing."""
    assert picked("drowning", [10 - bonus], "failed", "dcs", victim=victim) == (False, [10])
    assert picked("drowning", [9 - bonus], "failed", "failed_at_check", victim=victim) == (True, 1)


def test_breath_is_twice_the_constitution():
    assert picked("drowning", [20], "breath_rounds", victim={"con": 13}) == (26,)
    assert picked("drowning", [20], "breath_rounds", victim={"con": 13, "ability_damage": {"con": 3}}) == (20,)


def test_each_check_is_harder():
    """CD20-P-ENV-05: one more for each check already made, also in earlier calls."""
    result = outcome("drowning", [18, 18, 18, 18], rounds=4, checks_made=5)
    assert (result["dcs"], result["checks_made"], result["failed"]) == ([15, 16, 17, 18], 9, False)
    assert "failed_at_check" not in result
    sunk = outcome("drowning", [18, 18, 16], rounds=9, checks_made=5)
    assert (sunk["dcs"], sunk["checks_made"], sunk["failed_at_check"]) == ([15, 16, 17], 8, 8)
    assert (sunk["pv"], sunk["rounds_to_death"]) == (2, 2)
    assert outcome("drowning", [20], checks_made=11)["failed"] is True


@pytest.mark.parametrize(
    ("rounds", "pv", "state"), [(1, 8, "unconscious"), (2, 7, "unconscious"), (9, 0, "dead"), (50, 0, "dead")]
)
def test_the_first_failure_and_what_follows(rounds, pv, state):
    """CD20-ENV-04: no PF and no senses at once, then a PV a round until death; no Fortitude, no stabilisation."""
    result = outcome("drowning", [1], rounds=rounds)
    assert (result["pv"], result["pf"], result["state"], result["prone"]) == (pv, 0, state, True)
    assert result.get("rounds_to_death") == (pv if pv else None)


def test_somebody_who_has_failed_already():
    """CD20-ENV-04: nothing is thrown any more."""
    victim = {"con": 12, "pv": 7, "pf": 0}
    result = outcome("drowning", rounds=3, victim=victim, checks_made=2, already_failed=True)
    assert (result["pv"], result["dcs"], result["checks_made"], result["failed"]) == (4, [], 2, True)
    assert ("failed_at_check" in result, result["rounds_to_death"]) == (False, 4)


def test_lost_breath_stays_lost():
    """CD20-ENV-04: PF below 0 stay as they are, and whoever was stunned is so no longer."""
    result = outcome("drowning", [3], victim={"pf": -3, "state": "stunned"})
    assert (result["pf"], result["state"]) == (-3, "unconscious")
    low = outcome("drowning", [3], rounds=2, victim={"pv": 3, "pf": 4})
    assert (low["pv"], low["pf"]) == (2, 0)


def test_in_two_calls_as_in_one():
    once = outcome("drowning", [14, 5], rounds=5)
    first = outcome("drowning", [14], rounds=1)
    then = outcome(
        "drowning", [5], rounds=4, checks_made=first["checks_made"], victim={"pv": first["pv"], "pf": first["pf"]}
    )
    assert {**then, "dcs": once["dcs"]} == once


def test_what_a_sheet_keeps_of_the_water():
    result = bench.changes("drowning", [5], rounds=2, victim={"name": "Paul"})
    assert result == [
        ("pv", 8, 7, "Paul"),
        ("pf", 8, 0, "Paul"),
        ("state", "ok", "unconscious", "Paul"),
        ("prone", False, True, "Paul"),
        ("drowning_checks", 0, 1, "Paul"),
        ("drowning_failed", False, True, "Paul"),
    ]
    assert bench.changes("drowning", victim={"pv": 0}) == []
    assert outcome("drowning", victim={"pv": 0}) == {"refused": "dead"}
    assert refused("drowning", rounds=0) == ("field/range", "rounds")


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 40), st.integers(0, 12))
def test_the_chance_to_last_so_long(rounds, made):
    """CD20-P-ENV-05: the product of every check."""
    expected = Fraction(1)
    for number in range(rounds):
        expected *= Fraction(max(0, 11 - made - number), 20)
    assert bench.chance("drowning", "failed", False, rounds=rounds, checks_made=made) == expected


def test_odds_under_water():
    bench.assert_odds_agree("drowning", rounds=3, checks_made=9, victim={"pv": 2, "pf": 3})


# ---- out of the water ----


@pytest.mark.parametrize(
    ("healer", "scene", "bonus"),
    [
        ({}, {}, 0),
        ({"wis": 14, "skill_ranks": {"first_aid": 3}}, {}, 5),
        ({"wis": 14, "pf": 2}, {"bonus": 4, "modifier": 1}, 5),
        ({"conditions": ["shaken"]}, {}, -2),
    ],
)
def test_waking_somebody(healer, scene, bonus):
    """CD20-P-ENV-05: First Aid against 15."""
    victim = {"pf": -2, "name": "Paul"}
    result = outcome("revive", [15 - bonus], healer=healer, victim=victim, **scene)
    assert (result["total"], result["dc"], result["success"]) == (15, 15, True)
    assert (result["pf"], result["state"], result["prone"]) == (1, "ok", True)
    missed = outcome("revive", [14 - bonus], healer=healer, victim=victim, **scene)
    assert (missed["success"], missed["pf"], missed["state"]) == (False, -2, "unconscious")


def test_nobody_is_woken_twice_or_from_the_dead():
    assert picked("revive", [20], "pf", "success", victim={"pf": 5}) == (5, True)
    assert outcome("revive", victim={"pv": 0}) == {"refused": "dead"}
    dice = bench.answer("revive", [20], victim={"name": "Paul", "pf": 0}, healer={"name": "Ann"}).dice
    assert [(one.who, one.purpose) for one in dice] == [("Ann", "care")]
    bench.assert_odds_agree("revive", victim={"pf": 0}, bonus=3)


# ---- cold and smoke ----


@pytest.mark.parametrize("checks", [0, 1, 7])
@pytest.mark.parametrize("cause", ["cold", "smoke"])
def test_every_check_is_harder(cause, checks):
    """CD20-P-ENV-04: Fortitude against 15 and one more for each check made."""
    scene = {"cause": cause, "checks_made": checks, "victim": {"fort": 4}, "modifier": 1}
    result = outcome("exposure", [10 + checks], **scene)
    assert (result["dc"], result["total"], result["success"]) == (15 + checks, 15 + checks, True)
    assert outcome("exposure", [9 + checks], **scene)["success"] is False


@pytest.mark.parametrize(
    ("cause", "running", "pf", "losses", "partial"),
    [
        ("cold", 0, 8, (1, 0), False),
        ("cold", 3, 8, (1, 0), False),
        ("cold", 0, 0, (0, 1), False),
        ("cold", 0, -4, (0, 1), False),
        ("smoke", 0, 8, (0, 0), True),
        ("smoke", 1, 8, (1, 0), True),
        ("smoke", 5, 0, (1, 0), True),
    ],
)
def test_what_a_failure_costs(cause, running, pf, losses, partial):
    """CD20-P-ENV-04: cold a PF, and a PV once none is left; smoke an action, and from the second on a PF."""
    result = outcome("exposure", [2], cause=cause, failures_running=running, victim={"pf": pf})
    assert ((result["pf_loss"], result["pv_loss"]), result["partial_action"]) == (losses, partial)
    assert (result["pf"], result["pv"]) == (pf - losses[0], 8 - losses[1])
    assert result["failures_running"] == running + 1


def test_a_success_costs_nothing_and_breaks_the_row():
    result = outcome("exposure", [20], cause="smoke", failures_running=4, checks_made=50)
    assert (result["success"], result["failures_running"], result["pf_loss"], result["partial_action"]) == (
        True,
        0,
        0,
        False,
    )
    assert outcome("exposure", [1], cause="cold", victim={"fort": 40})["success"] is False


def test_fainting_in_the_cold():
    """CD20-HP-05, CD20-HP-04."""
    result = outcome("exposure", [2, 15], cause="cold", victim={"pf": 1, "name": "Paul"})
    assert (result["faint_save_needed"], result["state"], result["pf"]) == (True, "stunned", 0)
    dead = outcome("exposure", [2], cause="cold", victim={"pv": 1, "pf": 0})
    assert (dead["state"], dead["pv"]) == ("dead", 0)
    again = {"cause": "smoke", "failures_running": 1, "victim": {"pf": 0, "state": "stunned"}}
    assert outcome("exposure", [2], **again)["faint_save_needed"] is False
    house = {"options": {"repeat_faint_save": True}}
    assert outcome("exposure", [2, 2], **again, **house)["state"] == "unconscious"
    assert [one[0] for one in bench.changes("exposure", [2, 15], cause="cold", victim={"pf": 1})] == [
        "pf",
        "state",
        "prone",
    ]


def test_exposure_is_refused():
    assert outcome("exposure", cause="cold", victim={"pv": 0}) == {"refused": "dead"}
    assert refused("exposure") == ("field/missing", "cause")
    assert refused("exposure", cause="heat") == ("field/one_of", "cause")


@pytest.mark.parametrize("scene", [{"cause": "cold"}, {"cause": "smoke", "failures_running": 1}, {"cause": "smoke"}])
def test_odds_of_exposure(scene):
    bench.assert_odds_agree("exposure", **scene, victim={"pf": 1, "fort": 3}, checks_made=2)
