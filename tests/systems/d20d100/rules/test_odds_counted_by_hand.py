"""Corners of odds: a series that may jam, who acts first, a crash, counted by hand (ODDS, CBT-02, MISS-19)."""

from fractions import Fraction

import pytest

from gardien.systems.d20d100.rules.vehicles import BANDS
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, reasons = bench.outcome, bench.picked, bench.reasons


def test_a_jam_takes_the_shots_after_it_from_a_series():
    """D100-ODDS-04, D100-FIRE-11: each shot hits one time in two for two points, and fails one time in ten."""
    given = {"shots": [4, 4, 4], "damage": "2", "multiplier": 1, "target_pv": 4}
    fields = ("expected_damage", "p_kill")
    assert picked("odds_series", [], *fields, **given) == ("3/1", "1/2")
    hit, miss = Fraction(1, 2), Fraction(2, 5)
    mean = 2 * hit * (1 + Fraction(9, 10) + Fraction(81, 100))
    kill = hit * hit + 2 * hit * miss * hit
    assert picked("odds_series", [], *fields, **given, jams=True) == (str(mean), str(kill))


def test_a_burst_is_dodged_by_those_who_throw_enough():
    """D100-ODDS-04."""
    assert outcome("odds_burst", difficulty=10, damage="1d6")["p_reflex_success"] == "11/20"


def test_the_distance_of_a_pursuit_has_two_ends():
    """D100-MISS-19."""
    given = {"fleeing_modifier": 5, "pursuing_modifier": 5}
    assert outcome("vehicle_pursuit_round", [12, 10], band=BANDS[-1], **given)["band"] == BANDS[-1]
    assert outcome("vehicle_pursuit_round", [12, 10], band=BANDS[-2], **given)["band"] == BANDS[-1]
    assert outcome("vehicle_pursuit_round", [10, 12], band=BANDS[0], **given)["band"] == BANDS[0]


def test_a_crash_throws_d6_and_tells_them():
    """D100-MISS-19: one for each full 20 km/h, none for whoever stays on the road."""
    given = {"fleeing_modifier": 0, "pursuing_modifier": 0, "speed_kmh": 59}
    told = ("fleeing_damage", 7, "D100-MISS-19")
    assert told in reasons("vehicle_pursuit_round", [1, 10, 2, 3, 4], **given)
    saved = reasons("vehicle_pursuit_round", [1, 10, 18], **given)
    assert "fleeing_damage" not in [label for label, _, _ in saved]
    wreck = {"fleeing_modifier": -40, "pursuing_modifier": 60, "fleeing_reflexes": -20, "speed_kmh": 20}
    one, six, seven = (bench.chance("vehicle_pursuit_round", "fleeing_damage", n, **wreck) for n in (1, 6, 7))
    assert one == six > 0
    assert seven == 0


def test_both_throws_of_a_sneak_attack_are_told():
    """D100-SPEC-04."""
    result = reasons("sneak_attack", [10, 5], stealth_modifier=3, listen_modifier=1)
    assert ("attacker_total", 13, "D100-TEST-01") in result
    assert ("victim_total", 12, "D100-TEST-01") in result


@pytest.mark.parametrize(
    ("modifiers", "dice", "winner"),
    [((5, 5), [10, 10], "none"), ((5, 6), [11, 10], "pursuing"), ((6, 5), [10, 11], "fleeing")],
)
def test_drivers_are_equals(modifiers, dice, winner):
    """D100-MISS-19, D100-TEST-07: a tie goes to the better driver, and between two alike to nobody."""
    fleeing, pursuing = modifiers
    given = {"fleeing_modifier": fleeing, "pursuing_modifier": pursuing}
    assert outcome("vehicle_pursuit_round", dice, **given)["winner"] == winner


def test_whoever_listens_as_well_as_others_creep_is_not_helpless():
    """D100-SPEC-04, D100-TEST-08: listening is the active side, and a tie is theirs unless the table says otherwise."""
    given = {"stealth_modifier": 9, "listen_modifier": 1}  # +6 for whoever is approached
    assert outcome("sneak_attack", [10, 12], **given)["victim_state"] == "surprised"
    assert outcome("sneak_attack", [10, 12], **given, options={"opposed_tie": "passive"})["victim_state"] == "helpless"
