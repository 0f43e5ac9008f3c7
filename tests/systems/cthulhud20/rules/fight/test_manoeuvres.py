"""Tripping, disarming, pushing, helping an ally (P-MAN-01, P-ACT-03)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
MINE = ("trip", "disarm", "push")


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- bare strength: trip and push ----


@pytest.mark.parametrize(
    ("somebody", "attacks", "defends"),
    [
        ({}, 0, 0),
        ({"base_attack": [9]}, 0, 0),
        ({"str": 17}, 3, 3),
        ({"dex": 17}, 0, 3),
        ({"str": 14, "dex": 18}, 2, 4),
        ({"str": 18, "dex": 6}, 4, 4),
        ({"size": "large"}, 4, 4),
        ({"size": "tiny"}, -8, -8),
        ({"pf": 4}, -2, -2),
        ({"conditions": ["shaken"]}, -2, -2),
        ({"conditions": ["held", "dazzled"]}, 0, 0),
        ({"hampered_parts": ["abdomen"]}, -2, -2),
        ({"hampered_parts": ["head"]}, -4, -4),
    ],
)
def test_what_bare_strength_adds(somebody, attacks, defends):
    """CD20-P-MAN-01: a Strength check, four for each size; the defender may be nimble instead."""
    assert outcome("push", [1, 20], attacker=somebody, target={"str": 30})["attacker_total"] == 1 + attacks
    assert outcome("push", [20, 1], attacker={"str": 30}, target=somebody)["target_total"] == 1 + defends
    sure = {"modifier": 60, "options": {"no_auto_miss": True}}
    assert outcome("trip", [9, 1, 20], attacker=somebody, target={"str": 30}, **sure)["attacker_total"] == 1 + attacks
    assert outcome("trip", [9, 20, 1], attacker={"str": 30}, target=somebody, **sure)["target_total"] == 1 + defends


def test_a_trip_needs_a_touch():
    """CD20-P-MAN-01, CD20-P-GRAP-01: a hand that misses changes nothing for anybody."""
    result = outcome("trip", [3], attacker={"base_attack": [2], "str": 14}, target={"dex": 14, "armour": {"head": 9}})
    assert result == {
        "touch_total": 7,
        "touch_ca": 12,
        "touched": False,
        "tripped": False,
        "counter_allowed": False,
    }
    assert outcome("trip", [1], modifier=50)["touched"] is False
    assert outcome("trip", [20, 1, 20], modifier=-50)["touched"] is True


def test_whoever_fails_to_trip_may_be_tripped():
    """CD20-P-MAN-01, CD20-P-FEAT-01: Improved Trip is four better and allows no reply."""
    fields = ("attacker_total", "target_total", "tripped", "counter_allowed")
    assert picked("trip", [15, 10, 11], *fields) == (10, 11, False, True)
    assert picked("trip", [15, 11, 10], *fields) == (11, 10, True, False)
    master = {"feats": ["improved_trip"]}
    assert picked("trip", [15, 5, 11], *fields, attacker=master) == (9, 11, False, False)
    assert picked("trip", [15, 8, 11], *fields, attacker=master) == (12, 11, True, False)
    assert outcome("trip", [15, 5, 11], target=master)["target_total"] == 11


def test_the_tripped_lie_on_the_ground():
    bob = {"name": "Bob"}
    assert changes("trip", [15, 11, 10], target=bob) == [("prone", False, True, "Bob")]
    assert changes("trip", [15, 10, 11], target=bob) == []
    assert changes("trip", [15, 11, 10], target={**bob, "prone": True}) == []


@pytest.mark.parametrize(
    ("difference", "metres"), [(1, 1.5), (4, 1.5), (5, 3), (9, 3), (10, 4.5), (14, 4.5), (15, 6), (19, 6)]
)
def test_how_far_a_push_drives(difference, metres):
    """CD20-P-MAN-01: 1.5 m, and again for every five points."""
    result = outcome("push", [1 + difference, 1])
    assert (result["pushed"], result["distance_m"]) == (True, metres)
    assert picked("push", [1, 1 + difference], "pushed", "distance_m") == (False, 0)


def test_a_charge_helps_and_ties_go_to_the_stronger():
    """CD20-P-MAN-01, CD20-P-CHECK-02."""
    fields = ("attacker_total", "target_total", "pushed", "distance_m")
    assert picked("push", [10, 12], *fields, charging=True) == (12, 12, True, 1.5)
    assert picked("push", [12, 10], *fields, target={"str": 14}) == (12, 12, False, 0)
    told = bench.answer("push", [7, 7, 9, 4], attacker={"name": "Ada"}, target={"name": "Bob"})
    assert (told.outcome["attacker_total"], told.outcome["distance_m"]) == (9, 3)
    assert [(die.who, die.purpose) for die in told.dice] == [("Ada", "manoeuvre"), ("Bob", "manoeuvre")] * 2


# ---- disarm ----


@pytest.mark.parametrize(
    ("somebody", "bonus"),
    [
        ({}, 1),
        ({"base_attack": [8, 3]}, 8),
        ({"str": 15, "dex": 20}, 3),
        ({"size": "large"}, 0),
        ({"size": "small"}, 2),
        ({"pf": 4}, -1),
        ({"conditions": ["shaken", "entangled"]}, -1),
        ({"conditions": ["dazzled"]}, 0),
        ({"prone": True}, -3),
        ({"hampered_parts": ["head"]}, -3),
    ],
)
def test_what_an_armed_hand_adds(somebody, bonus):
    """CD20-P-MAN-01: an attack without lethality."""
    house = {"options": {"strength_in_lethality": True}}
    strong = {"base_attack": [20]}
    assert outcome("disarm", [1, 20], attacker=somebody, target=strong, **house)["attacker_total"] == 1 + bonus
    assert outcome("disarm", [20, 1], attacker=strong, target=somebody, **house)["target_total"] == 1 + bonus


def test_the_larger_weapon_and_the_master_of_it():
    """CD20-P-MAN-01, CD20-P-FEAT-01: four for each; a loser may be disarmed in return, but not by a master’s pupil."""
    fields = ("attacker_total", "target_total", "disarmed", "counter_allowed")
    assert picked("disarm", [10, 11], *fields) == (11, 12, False, True)
    assert picked("disarm", [10, 11], *fields, larger_weapon="attacker") == (15, 12, True, False)
    assert picked("disarm", [10, 11], *fields, larger_weapon="target") == (11, 16, False, True)
    assert picked("disarm", [10, 11], *fields, modifier=5) == (16, 12, True, False)
    master = {"feats": ["improved_disarm"]}
    assert picked("disarm", [10, 15], *fields, attacker=master) == (15, 16, False, False)
    assert picked("disarm", [10, 11], *fields, target=master) == (11, 12, False, True)
    assert refused("disarm", larger_weapon="both")[1] == "larger_weapon"


# ---- odds ----


def test_odds_and_dice_agree():
    """Bonuses that differ, so that no throw is repeated."""
    bench.assert_odds_agree("trip", attacker={"base_attack": [0]}, target={"dex": 34})
    bench.assert_odds_agree("disarm", attacker={"str": 14}, target={}, larger_weapon="target")
    bench.assert_odds_agree("push", attacker={"str": 14}, target={"str": 12}, charging=True)


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 24), st.integers(3, 24), st.booleans())
def test_odds_of_a_push_counted_by_hand(mine, other, charging):
    """CD20-P-MAN-01, CD20-P-CHECK-02: throws that decide nothing do not count."""
    active, passive = (mine - 10) // 2 + 2 * charging, max(0, (other - 10) // 2)
    counted: dict[float, int] = {}
    for first in range(1, 21):
        for second in range(1, 21):
            difference = first + active - second - passive
            if difference == 0 and active == passive:
                continue
            wins = difference > 0 or (difference == 0 and active > passive)
            metres = 1.5 + 1.5 * (difference // 5) if wins else 0
            counted[metres] = counted.get(metres, 0) + 1
    scene = {"attacker": {"str": mine}, "target": {"str": other}, "charging": charging}
    for metres, ways in counted.items():
        assert bench.chance("push", "distance_m", metres, **scene) == Fraction(ways, sum(counted.values()))


# ---- helping ----


@pytest.mark.parametrize(
    ("die", "more", "expected"),
    [
        (8, {}, (10, True, 2)),
        (7, {}, (9, False, 0)),
        (7, {"modifier": 1}, (10, True, 2)),
        (12, {"attacker": {"base_attack": [0], "pf_max": 10, "pv_max": 10, "pf": 4}}, (9, False, 0)),
    ],
)
def test_an_ally_is_helped_by_an_attack_against_ten(die, more, expected):
    """CD20-P-ACT-03, CD20-FAT-02."""
    helper = {"base_attack": [1], "str": 12}
    assert picked("aid_another", [die], "attack_total", "aided", "bonus", **{"attacker": helper, **more}) == expected


def test_whoever_cannot_act_helps_nobody():
    """CD20-COND-02."""
    refused("aid_another", "attacker", attacker={"state": "unconscious", "pf": 0})
