"""Pursuits with vehicles and mounts (MISS-19)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused

BANDS = ["contact", "near", "far", "lost"]
faces = st.integers(1, 20)


@given(
    first=faces, second=faces, fleeing=st.integers(-3, 12), pursuing=st.integers(-3, 12), band=st.sampled_from(BANDS)
)
def test_the_distance_opens_or_closes_by_one(first, second, fleeing, pursuing, band):
    """D100-MISS-19, D100-TEST-07: equals among equals; a 1, or ten points behind, asks for Réflexes."""
    inputs = {"fleeing_modifier": fleeing, "pursuing_modifier": pursuing}
    both = outcome(
        "opposed_test", [first, second], active_modifier=fleeing, passive_modifier=pursuing, kind="symmetric"
    )
    winner = {"active": "fleeing", "passive": "pursuing", "none": "none"}[both["winner"]]
    lead = first + fleeing - second - pursuing
    risks = [first == 1 or (winner == "pursuing" and lead <= -10), second == 1 or (winner == "fleeing" and lead >= 10)]
    result = outcome("vehicle_pursuit_round", [first, second, *[15] * sum(risks)], **inputs, band=band)
    at = BANDS.index(band) + {"fleeing": 1, "pursuing": -1, "none": 0}[winner]
    assert result == {
        "fleeing_total": first + fleeing,
        "pursuing_total": second + pursuing,
        "winner": winner,
        "band": BANDS[max(0, min(3, at))],
        "fleeing_crash": False,
        "pursuing_crash": False,
        "fleeing_damage": 0,
        "pursuing_damage": 0,
    }


def test_a_crash_hurts_everybody_aboard():
    """D100-MISS-19: 1d6 for every full 20 km/h, whoever flees first."""
    inputs = {"fleeing_modifier": 0, "pursuing_modifier": 0, "fleeing_reflexes": 3, "pursuing_reflexes": -2}
    fields = ("winner", "band", "fleeing_crash", "fleeing_damage", "pursuing_crash", "pursuing_damage")
    dice = [1, 1, 11, 6, 5, 4, 16, 1, 2, 3]
    assert picked("vehicle_pursuit_round", dice, *fields, **inputs) == ("none", "near", True, 15, True, 6)
    assert bench.thrown("vehicle_pursuit_round", dice, **inputs) == [
        ("d20", "fleeing"),
        ("d20", "pursuing"),
        ("d20", "fleeing_reflexes"),
        *[("d6", "fleeing_damage")] * 3,
        ("d20", "pursuing_reflexes"),
        *[("d6", "pursuing_damage")] * 3,
    ]
    assert picked("vehicle_pursuit_round", [1, 1, 12, 17], *fields, **inputs)[2:] == (False, 0, False, 0)


@pytest.mark.parametrize(("speed", "dice"), [(0, 0), (19, 0), (20, 1), (39, 1), (40, 2), (100, 5), (300, 15)])
def test_dice_of_a_crash(speed, dice):
    """D100-MISS-19: a slow crash is a crash without damage."""
    inputs = {"fleeing_modifier": 0, "pursuing_modifier": 0, "speed_kmh": speed}
    result = outcome("vehicle_pursuit_round", [1, 9, 14, *[2] * dice], **inputs)
    assert (result["fleeing_crash"], result["fleeing_damage"], result["band"]) == (True, 2 * dice, "contact")


def test_situations_count_and_ten_points_are_counted_with_them():
    """D100-MISS-19, D100-SKILL-15."""
    inputs = {"fleeing_modifier": 2, "pursuing_modifier": 1, "fleeing_mods": [2, -1], "pursuing_mods": [1]}
    fields = ("fleeing_total", "pursuing_total", "winner", "pursuing_crash")
    assert picked("vehicle_pursuit_round", [19, 11], *fields, **inputs) == (22, 13, "fleeing", False)
    assert picked("vehicle_pursuit_round", [19, 10, 14, 1, 1, 1], *fields, **inputs) == (22, 12, "fleeing", True)


def test_a_one_loses_however_well_one_drives():
    """D100-TEST-03: and only the one who threw it is at risk, unless the other is far behind as the loser."""
    inputs = {"fleeing_modifier": 40, "pursuing_modifier": 0}
    fields = ("winner", "fleeing_crash", "pursuing_crash")
    assert picked("vehicle_pursuit_round", [1, 2, 20], *fields, **inputs) == ("pursuing", False, False)


def test_bounds():
    """D100-MISS-19."""
    inputs = {"fleeing_modifier": 0, "pursuing_modifier": 0}
    assert refused("vehicle_pursuit_round", [], **inputs, band="gone") == ("field/one_of", "band")
    assert refused("vehicle_pursuit_round", [], **inputs, speed_kmh=301) == ("field/range", "speed_kmh")


def test_odds_agree_with_every_face():
    """D100-MISS-19."""
    inputs = {"fleeing_modifier": 2, "pursuing_modifier": 0, "speed_kmh": 25, "fleeing_reflexes": 9}
    bench.assert_odds_agree("vehicle_pursuit_round", **inputs)
    assert bench.chance("vehicle_pursuit_round", "winner", "none", **inputs) == Fraction(1, 400)
