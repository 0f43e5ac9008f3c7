"""Exact chances of a wound that bleeds, of checks and of saves (P-ODDS-02, P-ODDS-03)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.chance import Done, apply, call, repeat
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import odds_of
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.person import body_of, drain, stabilise
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("odds_stabilise", "odds_check", "odds_save")
PAUL = {"con": 14, "pv": 8, "pf": 1}


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- a wound that bleeds ----


def test_paul_alone():
    """CD20-P-ODDS-02, seed lines 167-168: 8 % now, less each minute, dead in eight."""
    result = outcome("odds_stabilise", victim=PAUL, severity="grave")
    assert result["chances"] == ["2/25", "3/50", "1/25", "1/50", "0", "0", "0", "0"]
    assert Fraction(result["chance_death"]) == 1 - Fraction(72811, 390625)
    failed = outcome("odds_stabilise", victim=PAUL, severity="grave", first_roll=False)
    assert failed["totals"] == result["totals"][1:]
    assert Fraction(failed["chance_death"]) * Fraction(92, 100) == Fraction(result["chance_death"])
    assert (failed["ticks_to_death"], failed["rounds_to_death"]) == (8, 80)


@pytest.mark.parametrize(
    ("tables", "severity", "rounds"),
    [
        ("human", "moderate", 100),
        ("human", "grave", 10),
        ("human", "critical", 1),
        ("quadruped", "moderate", 100),
        ("winged_human", "critical", 1),
        ("mi_go", "grave", 100),
        ("mi_go", "critical", 10),
        ("cone", "grave", 100),
    ],
)
def test_how_long_it_takes(tables, severity, rounds):
    """CD20-BLEED-04, CD20-P-CREA-04: the interval of the body."""
    result = outcome("odds_stabilise", victim={"tables": tables, "pv": 3, "pv_max": 8}, severity=severity)
    assert (result["ticks_to_death"], result["rounds_to_death"]) == (3, 3 * rounds)


@pytest.mark.parametrize(
    ("tables", "severity"), [("zombie", "critical"), ("radial", "grave"), ("mi_go", "moderate"), ("cone", "moderate")]
)
def test_what_does_not_bleed_needs_no_luck(tables, severity):
    """CD20-BLEED-01, CD20-CREA-03."""
    assert refused("odds_stabilise", victim={"tables": tables}, severity=severity) == ("field/not_allowed", "severity")


def test_the_ceiling_lowers_the_totals():
    """CD20-HP-07: half as many PF again as PV, no more."""
    result = outcome("odds_stabilise", victim={"pv": 3, "pf": 4, "pv_max": 20, "pf_max": 20}, severity="critical")
    assert result["totals"] == [7, 5, 2]  # 3 + 4, 2 + 3, 1 + 1


def test_pf_that_stop_at_zero_keep_the_hope_up():
    """CD20-HP-05: a house rule."""
    house = {"options": {"pf_floor_zero": True}}
    assert outcome("odds_stabilise", victim=PAUL, severity="grave", **house)["totals"] == [9, 7, 6, 5, 4, 3, 2, 1]


def test_the_hale_are_sure_of_it():
    """CD20-BLEED-03: a total above a hundred cannot be missed."""
    giant = {"pv_max": 80, "pf_max": 80}
    result = outcome("odds_stabilise", victim=giant, severity="moderate")
    assert (result["totals"][0], result["chances"][0], result["chance_death"]) == (160, "1", "0")
    assert (result["chance_stabilise"], result["ticks_to_death"]) == ("1", 80)


def test_the_dead_are_dead():
    """CD20-HP-04: nothing about them is left to chance."""
    with pytest.raises(Refusal) as told:
        outcome("odds_stabilise", victim={"pv": 0}, severity="grave")
    assert (told.value.id, told.value.field, told.value.rule) == ("field/not_allowed", "victim", "CD20-HP-04")
    assert refused("odds_stabilise", severity="light")[1] == "severity"
    assert refused("odds_stabilise") == ("field/missing", "severity")


def linger(body):
    """One roll, and one loss if it fails, by the rules that play."""
    if (yield from apply(stabilise, body)):
        return Done(True)
    after = drain(body, 1, 1, Options()).body
    return Done(False) if after.dead else after


def outlast(body):
    return (yield from repeat(linger, body))


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 14), st.integers(-3, 20))
def test_the_rules_that_play_give_the_same_chance(pv, pf):
    """CD20-BLEED-03, CD20-BLEED-04."""
    pf = min(pf, 3 * pv // 2)
    victim = {"pv": pv, "pf": pf, "pv_max": 20, "pf_max": 20}
    odds = odds_of(call(outlast, body_of(Combatant(**victim), Options())))
    result = outcome("odds_stabilise", victim=victim, severity="moderate")
    assert Fraction(result["chance_stabilise"]) == odds.chance(lambda held: held)
    assert Fraction(result["chance_stabilise"]) + Fraction(result["chance_death"]) == 1
    assert len(result["totals"]) == len(result["chances"]) == result["ticks_to_death"] == pv


# ---- one d20 ----


@pytest.mark.parametrize("bonus", [-5, 0, 7])
@pytest.mark.parametrize("short", range(-3, 25))
def test_checks_and_saves_face_by_face(bonus, short):
    """CD20-P-ODDS-03, CD20-P-SAVE-01: every face counted; of a save 1 fails and 20 succeeds."""
    dc = bonus + short
    check = sum(1 for face in range(1, 21) if face + bonus >= dc)
    save = sum(1 for face in range(1, 21) if face == 20 or (face > 1 and face + bonus >= dc))
    assert Fraction(outcome("odds_check", bonus=bonus, dc=dc)["chance"]) == Fraction(check, 20)
    assert Fraction(outcome("odds_save", bonus=bonus, dc=dc)["chance"]) == Fraction(save, 20)
    assert Fraction(check, 20) == max(0, min(1, Fraction(21 + bonus - dc, 20)))
    assert 1 <= save <= 19


def test_both_numbers_must_be_said():
    for procedure in ("odds_check", "odds_save"):
        assert refused(procedure, bonus=3) == ("field/missing", "dc")
        assert refused(procedure, dc=3) == ("field/missing", "bonus")
