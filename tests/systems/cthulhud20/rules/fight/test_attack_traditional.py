"""Attacks on creatures that keep hit points and rolled damage (CREA-02, P-CREA-02)."""

from fractions import Fraction
from typing import Any

import pytest

from gardien.core.calling import odds_of
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
CLUB = {"key": "club", "damage": "1d6"}
GUN = {"key": "gun", "kind": "ranged", "damage": "1d8", "range_increment_m": 30}


@pytest.mark.parametrize(
    "example", [one for one in examples("cthulhud20") if one.procedure == "attack_traditional"], ids=by_id
)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def strike(dice: list[int], **scene: Any) -> dict[str, Any]:
    return outcome("attack_traditional", dice, **{"weapon": CLUB, "ca": 15, "hp": 30, **scene})


@pytest.mark.parametrize(
    ("scene", "bonus"),
    [
        ({"attacker": {"base_attack": [4]}}, 4),
        ({"attacker": {"base_attack": [7, 2], "str": 14}, "attack_number": 2}, 4),
        ({"attacker": {"str": 14, "pf": 4}}, 1),
        ({"attacker": {"dex": 16, "feats": ["weapon_focus:gun"]}, "weapon": GUN}, 5),
        ({"attacker": {"feats": ["point_blank_shot"]}, "weapon": GUN, "distance_m": 9}, 2),
        ({"attacker": {"feats": ["point_blank_shot"]}, "weapon": GUN, "distance_m": 9.1}, 1),
        ({"weapon": GUN, "distance_m": 60}, -3),
        ({"weapon": GUN, "aimed": True}, 3),
        ({"weapon": {**GUN, "proficiency": "rifle"}}, -3),
        ({"weapon": {**CLUB, "damage": "4d12"}}, 1),
        ({"situation": ["flanking"]}, 3),
        ({"modifier": -2}, -1),
        ({"target": {"prone": True}}, 5),
        ({"target": {"prone": True}, "weapon": GUN}, -3),
        ({"target": {"conditions": ["paralysed"]}}, 5),
        ({"attacker": {"size": "large"}}, 0),
        ({"attacker": {"base_attack": [4], "feats": ["power_attack"]}, "power_attack": 3}, 1),
    ],
)
def test_what_is_added(scene, bonus):
    """CD20-P-CREA-02: all that an attack adds but lethality, with what the target gives."""
    result = strike([2], **{"ca": 60, **scene})
    assert (result["attack_bonus"], result["die"], result["attack_total"]) == (bonus, 2, 2 + bonus)
    assert (result["hit"], result["damage"], result["damage_taken"], result["hp"]) == (False, 0, 0, 30)


def test_one_and_twenty():
    """CD20-ATT-04: and the house rules that drop them."""
    assert strike([1], ca=-50)["hit"] is False
    assert strike([1, 4], ca=-50, options={"no_auto_miss": True})["hit"] is True
    result = strike([20, 5, 3], ca=90)
    assert (result["hit"], result["critical"], result["damage"]) == (True, False, 3)
    assert strike([20], ca=90, options={"no_auto_hit": True})["hit"] is False
    assert strike([14, 2])["hit"] is True
    assert strike([13])["hit"] is False


@pytest.mark.parametrize(
    ("feats", "threat", "first"),
    [
        ((), 20, 20),
        ((), 19, 19),
        ((), 18, 18),
        (("improved_critical:club",), 20, 19),
        (("improved_critical:club",), 19, 17),
        (("improved_critical:club",), 18, 15),
    ],
)
def test_the_threat_range(feats, threat, first):
    """CD20-P-CREA-02: Improved Critical makes it twice as wide."""
    scene = {"attacker": {"feats": list(feats)}, "weapon": {**CLUB, "threat_from": threat}, "ca": 5}
    for die in range(2, 21):
        dice = [die, 20, 4] if die >= first else [die, 4]
        result = strike(dice if die + 1 >= 5 or die == 20 else [die], **scene)
        assert result["critical"] == (die >= first)
        assert ("confirmation_total" in result) == (die >= first)


def test_a_threat_that_is_confirmed_multiplies_all_of_it():
    """CD20-P-CREA-02: a second attack with the same bonus; 1 and 20 count there too."""
    brute = {"attacker": {"str": 16}, "weapon": {**CLUB, "critical_multiplier": 3}}
    result = strike([20, 11, 4], **brute)
    assert (result["confirmation_total"], result["critical"], result["damage"], result["hp"]) == (15, True, 21, 9)
    assert picked("attack_traditional", [20, 10, 4], "critical", "damage", ca=15, hp=30, **brute) == (False, 7)
    assert strike([20, 1, 4], ca=2, **brute)["critical"] is False
    assert strike([20, 20, 4], ca=99, **brute)["critical"] is True


@pytest.mark.parametrize(
    ("scene", "added"),
    [
        ({"attacker": {"str": 16}}, 3),
        ({"attacker": {"str": 16}, "weapon": {**CLUB, "two_handed": True}}, 4),
        ({"attacker": {"str": 6}, "weapon": {**CLUB, "two_handed": True}}, -2),
        ({"attacker": {"str": 16}, "weapon": GUN}, 0),
        ({"attacker": {"str": 16}, "weapon": {**GUN, "kind": "thrown"}}, 3),
        ({"attacker": {"str": 16}, "weapon": {**GUN, "kind": "thrown", "two_handed": True}}, 3),
        ({"attacker": {"str": 16}, "weapon": {**CLUB, "thrown_increment_m": 3}, "thrown": True}, 3),
        ({"attacker": {"feats": ["point_blank_shot"]}, "weapon": GUN, "distance_m": 9}, 1),
        ({"attacker": {"feats": ["point_blank_shot"]}, "weapon": GUN, "distance_m": 10}, 0),
        ({"attacker": {"feats": ["point_blank_shot"]}}, 0),
        ({"attacker": {"base_attack": [4], "feats": ["power_attack"]}, "power_attack": 3}, 3),
    ],
)
def test_what_damage_adds(scene, added):
    """CD20-P-CREA-02: Strength by hand and thrown, Power Attack, Point Blank Shot."""
    assert strike([19, 5], **{"ca": 5, **scene})["damage"] == 5 + added


def test_a_hit_costs_one_at_least():
    weak = {"attacker": {"str": 2}}
    assert strike([19, 1], **weak)["damage"] == 1
    assert strike([20, 20, 1], **weak)["damage"] == 2


@pytest.mark.parametrize(
    ("half", "reduction", "taken"),
    [(False, 0, 11), (True, 0, 5), (False, 5, 6), (True, 5, 0), (True, 3, 2), (False, 99, 0)],
)
def test_half_and_then_reduction(half, reduction, taken):
    """CD20-P-CREA-02: and at 0 it is destroyed."""
    weapon = {"key": "blade", "damage": "2d6"}
    result = strike([19, 6, 5], weapon=weapon, half_damage=half, damage_reduction=reduction, hp=11)
    assert (result["damage"], result["damage_taken"], result["hp"], result["destroyed"]) == (
        11,
        taken,
        11 - taken,
        taken == 11,
    )


def test_power_attack_from_afar_is_a_house_rule():
    """CD20-FEAT-06."""
    strong = {
        "attacker": {"base_attack": [4], "feats": ["power_attack"]},
        "weapon": GUN,
        "power_attack": 2,
        "ca": 5,
        "hp": 9,
    }
    assert refused("attack_traditional", **strong) == ("field/not_allowed", "power_attack")
    assert strike([10, 5], **strong, options={"power_attack_ranged": True})["damage"] == 7
    assert refused("attack_traditional", weapon=CLUB, ca=5, hp=9, power_attack=1) == (
        "field/not_allowed",
        "power_attack",
    )


def test_refusals():
    """The rules’ own, the first that applies; then inputs that make no sense."""
    assert strike([], attacker={"pf": 0}) == {"refused": "attacker_cannot_act"}
    assert strike([], weapon=GUN, distance_m=300) == {"refused": "out_of_range"}
    assert strike([], weapon=GUN, distance_m=300, attacker={"pv": 0}) == {"refused": "attacker_cannot_act"}
    assert refused("attack_traditional", ca=5, hp=9, weapon={}) == ("field/missing", "weapon")
    assert refused("attack_traditional", ca=5, hp=9, weapon={"damage": "1d7"}) == ("field/type", "weapon")
    assert refused("attack_traditional", ca=5, hp=9, weapon="phaser") == ("field/one_of", "weapon")
    assert refused("attack_traditional", ca=5, hp=9)[0] == "field/missing"
    assert refused("attack_traditional", weapon=CLUB, ca=5, hp=9, attack_number=2) == ("field/at_most", "attack_number")


def test_what_is_told_of_it():
    dice = [19, 20, 8, 7]
    result = bench.answer(
        "attack_traditional",
        dice,
        weapon={"damage": "2d10", "threat_from": 19},
        ca=15,
        hp=30,
        attacker={"name": "Jack"},
        target={"name": "It"},
    )
    assert [(one.label, one.purpose, one.who) for one in result.dice] == [
        ("d20", "attack", "Jack"),
        ("d20", "confirmation", "Jack"),
        ("d10", "damage", "Jack"),
        ("d10", "damage", "Jack"),
    ]
    assert [(one.field, one.before, one.after, one.who) for one in result.changes] == [("hp", 30, 0, "It")]
    assert bench.changes("attack_traditional", [2], weapon=CLUB, ca=30, hp=9) == []


@pytest.mark.parametrize(
    "scene",
    [
        {"weapon": CLUB, "ca": 12, "hp": 4},
        {"weapon": {**CLUB, "damage": "1d4", "threat_from": 18, "critical_multiplier": 3}, "ca": 15, "hp": 6},
        {"weapon": {**CLUB, "damage": "1d4"}, "ca": 1, "hp": 2, "half_damage": True, "attacker": {"str": 4}},
    ],
)
def test_odds_counted_face_by_face(scene):
    bench.assert_odds_agree("attack_traditional", **scene)


def test_a_shotgun_against_a_shoggoth():
    """CD20-P-CREA-03: half of everything; the mean of what it takes, by hand."""
    scene = {"weapon": {"damage": "2d6"}, "ca": 18, "hp": 248, "half_damage": True, "attacker": {"base_attack": [5]}}
    odds = odds_of("cthulhud20", "attack_traditional", scene, by=("damage_taken",))
    mean = sum(one.outcome["damage_taken"] * one.chance for one in odds)
    rolls = [a + b for a in range(1, 7) for b in range(1, 7)]
    plain = Fraction(sum(one // 2 for one in rolls), 36)
    double = Fraction(sum(rolls), 36)
    confirmed = Fraction(8, 20)
    assert mean == Fraction(7, 20) * plain + Fraction(1, 20) * (confirmed * double + (1 - confirmed) * plain)
