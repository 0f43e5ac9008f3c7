"""Lutte: seizing, manoeuvres, silence, strangling (GRAP)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
faces = st.integers(1, 20)
modifiers = st.integers(-40, 60)
WIN, LOSE = [15, 5], [5, 15]
EVEN = {"lutte": 4, "opponent_lutte": 4}
EFFECTS = {
    "strike": "struck",
    "draw_weapon": "weapon_drawn",
    "shoot": "shot",
    "immobilise": "immobilised",
    "push": "pushed",
    "knock_down": "knocked_down",
    "free_ally": "ally_freed",
    "break_free": "free",
    "strangle": "strangling",
}


def winner(first, second, active, passive):
    """Who wins a symmetric opposition (D100-TEST-07)."""
    if first == 1 or second == 1:
        return "none" if first == second else "passive" if first == 1 else "active"
    margin = first + active - second - passive or active - passive
    return "none" if not margin else "active" if margin > 0 else "passive"


# ---- seizing ----


@given(faces, faces, modifiers, modifiers, st.integers(-16, 16), st.integers(-16, 16))
def test_seizing_is_lutte_against_lutte_with_mass(first, second, lutte, other, mass, weight):
    """D100-GRAP-01, D100-CREAT-05."""
    result = outcome(
        "start_grapple",
        [first, second],
        lutte=lutte,
        mass=mass,
        mods=[2, -1],
        opponent_lutte=other,
        opponent_mass=weight,
        opponent_mods=[-3],
    )
    own, theirs = lutte + mass + 1, other + weight - 3
    expected = {"active": "attacker", "passive": "opponent", "none": "none"}[winner(first, second, own, theirs)]
    assert result == {
        "total": first + own,
        "opponent_total": second + theirs,
        "winner": expected,
        "grappling": expected == "attacker",
    }


# ---- manoeuvres ----


@pytest.mark.parametrize("manoeuvre", [one for one in EFFECTS if one not in ("strike", "shoot")])
def test_whoever_wins_does_one_thing_and_whoever_loses_nothing(manoeuvre):
    """D100-GRAP-02, D100-GRAP-03."""
    result = outcome("grapple_manoeuvre", WIN, manoeuvre=manoeuvre, **EVEN, target={"pv": 5})
    assert (result["success"], result["effect"]) == (True, EFFECTS[manoeuvre])
    assert result.get("metres") == (1.5 if manoeuvre == "push" else None)
    assert result["target_pv"] == 5
    assert "damage_final" not in result
    lost = outcome("grapple_manoeuvre", LOSE, manoeuvre=manoeuvre, **EVEN)
    assert lost == {"accepted": True, "total": 9, "opponent_total": 19, "success": False, "effect": "none"}


@pytest.mark.parametrize(
    ("inputs", "total", "temporary"),
    [
        ({}, 19, True),
        ({"lethal": True}, 15, False),
        ({"blade": True, "weapon_drawn": True}, 19, False),
        ({"blade": True, "lethal": True, "weapon_drawn": True}, 19, False),
    ],
)
def test_a_strike_bruises_unless_it_is_meant_to_kill_or_has_a_blade(inputs, total, temporary):
    """D100-GRAP-03, D100-TEMP-04: bare hands meant to kill take four points off the Lutte test."""
    given = {"manoeuvre": "strike", **EVEN, "damage_bonus": 2, "target": {"pv": 9}, **inputs}
    result = outcome("grapple_manoeuvre", [15, 5, 3], **given)
    assert (result["total"], result["effect"], result["temporary"]) == (total, "struck", temporary)
    assert result["damage_final"] == 5
    assert (result["target_pv"], result["target_temp_damage"]) == ((9, 5) if temporary else (4, 0))
    assert result["target_shock"] is (not temporary)
    expected = [("temp_damage", 0, 5, "target")] if temporary else [("pv", 9, 4, "target")]
    assert changes("grapple_manoeuvre", [15, 5, 3], **given) == expected
    assert "hit" not in result
    assert "damage_final" not in outcome("grapple_manoeuvre", LOSE, **given)


def test_a_strike_is_never_critical_meets_protection_and_may_do_nothing():
    """D100-GRAP-03, D100-ATK-06."""
    result = outcome(
        "grapple_manoeuvre",
        [20, 5, 3, 2],
        manoeuvre="strike",
        **EVEN,
        threat_min=2,
        multiplier=5,
        protection_kind="vest",
        protection=4,
    )
    assert result["damage_final"] == 1
    result = outcome("grapple_manoeuvre", WIN, manoeuvre="strike", **EVEN, damage="", target={"pv": 9})
    assert (result["damage_final"], result["target_temp_damage"]) == (0, 0)


@pytest.mark.parametrize(
    ("face", "hit", "critical", "fault"),
    [
        (1, False, False, "dud"),
        (2, False, False, "jam"),
        (13, False, False, "none"),
        (14, True, False, "none"),
        (20, True, True, "none"),
    ],
)
def test_a_shot_at_arms_length_is_an_attack_at_minus_four(face, hit, critical, fault):
    """D100-GRAP-03, D100-FIRE-11: Lutte first, then the weapon against the normal Defence."""
    result = outcome(
        "grapple_manoeuvre",
        [15, 5, face, *([3] if hit else [])],
        manoeuvre="shoot",
        **EVEN,
        weapon_drawn=True,
        attack=5,
        jams=True,
        damage="1d6",
        target={"pv": 9},
    )
    assert (result["hit"], result["critical"], result["malfunction"]) == (hit, critical, fault)
    assert result["damage_final"] == (6 if critical else 3 if hit else 0)
    assert result["target_pv"] == 9 - result["damage_final"]
    assert (result["total"], "temporary" in result) == (19, False)


@pytest.mark.parametrize(("face", "left"), [(10, 18), (9, -10)])
def test_a_blade_at_arms_length_may_kill_at_once(face, left):
    """D100-HEALTH-05, D100-ATK-06: ten PV lost at once ask for CON where the table plays it, as for any attack."""
    blade = {"manoeuvre": "strike", "blade": True, "weapon_drawn": True, "damage": "2d6", "target": {"pv_max": 30}}
    options = {"rule_massive_damage": True}
    result = outcome("grapple_manoeuvre", [*WIN, 6, 6, face], **EVEN, **blade, options=options)
    assert result["target_pv"] == left


@pytest.mark.parametrize("inputs", [{"manoeuvre": "shoot"}, {"manoeuvre": "strike", "blade": True}])
def test_a_weapon_must_be_in_hand(inputs):
    """D100-GRAP-03: no die falls."""
    assert outcome("grapple_manoeuvre", **inputs, **EVEN) == {"accepted": False}
    assert outcome("grapple_manoeuvre", **inputs, **EVEN, target={"pv": 3})["target_pv"] == 3
    assert outcome("grapple_manoeuvre", LOSE, **inputs, **EVEN, weapon_drawn=True)["accepted"] is True
    assert outcome("grapple_manoeuvre", LOSE, **{**inputs, "manoeuvre": "push"}, **EVEN)["accepted"] is True


# ---- without a sound ----


@given(faces, faces, modifiers, st.integers(-40, 80), st.integers(1, 4))
def test_silence_is_won_every_round_and_most_easily_at_first(first, second, lutte, other, number):
    """D100-GRAP-05."""
    result = outcome("silent_hold", [first, second], lutte=lutte, opponent_lutte=other, round=number, mods=[1])
    own = lutte + 1 + (4 if number == 1 else 0)
    held = winner(first, second, own, other) == "active"
    assert result == {"total": first + own, "opponent_total": second + other, "held": held, "alarm": not held}


# ---- strangling ----


@pytest.mark.parametrize("first", [10, 11])
@pytest.mark.parametrize("number", [1, 2, 7])
@pytest.mark.parametrize("bonus", [0, 2])
def test_strangling_grows_harder_every_round(first, number, bonus):
    """D100-GRAP-04: 10, 11, 12…, or from 11 on where a table wants it; a garrotte adds two."""
    difficulty = first + bonus + number - 1
    inputs = {"con_modifier": 0, "round": number, "difficulty_bonus": bonus}
    options = {"options": {"strangle_first_difficulty": first}}
    held = outcome("strangle_round", [difficulty], **inputs, **options)
    assert held == {
        "difficulty": difficulty,
        "total": difficulty,
        "failed": False,
        "loss": 0,
        "pv": 10,
        "condition": "ok",
        "can_act": True,
    }
    gave = outcome("strangle_round", [difficulty - 1, 6], **inputs, **options)
    assert (gave["failed"], gave["loss"], gave["pv"]) == (True, 6, 4)


def test_after_the_first_failure_there_are_no_more_tests():
    """D100-GRAP-04, D100-HEALTH-03: 1d8 each round, no shock, and at 0 nobody acts any more."""
    inputs = {"con_modifier": 5, "failed": True, "round": 4, "pv": 8}
    result = outcome("strangle_round", [8], **inputs)
    assert result == {"failed": True, "loss": 8, "pv": 0, "condition": "out_of_action", "can_act": False}
    assert changes("strangle_round", [8], **inputs) == [("pv", 8, 0, "")]
    assert outcome("strangle_round", [8], **inputs, is_pc=False)["condition"] == "dead"
    assert outcome("strangle_round", [8], **{**inputs, "pv": -5})["pv"] == -10
    assert outcome("strangle_round", [1, 1], con_modifier=40)["failed"] is True


def test_what_cannot_be_is_refused():
    assert refused("grapple_manoeuvre", manoeuvre="bite", **EVEN)[1] == "manoeuvre"
    assert refused("grapple_manoeuvre", manoeuvre="push", **EVEN, damage="1d5")[1] == "damage"
    assert refused("strangle_round", con_modifier=0, round=0)[1] == "round"
    assert refused("start_grapple", lutte=3)[1] == "opponent_lutte"


# ---- odds ----


@pytest.mark.parametrize(
    ("procedure", "inputs"),
    [
        ("start_grapple", {"lutte": 3, "opponent_lutte": 3}),
        ("grapple_manoeuvre", {"manoeuvre": "strike", "lutte": 3, "opponent_lutte": 4, "target": {"pv": 2}}),
        ("silent_hold", {"lutte": 3, "opponent_lutte": 1}),
        ("strangle_round", {"con_modifier": 1, "round": 3}),
    ],
)
def test_odds_are_those_of_every_face(procedure, inputs):
    bench.assert_odds_agree(procedure, **inputs)


def test_a_shot_in_a_grapple_needs_two_rolls():
    """D100-GRAP-03: the chance to win Lutte times the chance to hit."""
    scene = {"manoeuvre": "shoot", "lutte": 3, "opponent_lutte": 3, "weapon_drawn": True, "attack": 10}
    won = bench.chance("grapple_manoeuvre", "success", True, **scene)
    assert bench.chance("grapple_manoeuvre", "hit", True, **scene) == won * Fraction(12, 20)
