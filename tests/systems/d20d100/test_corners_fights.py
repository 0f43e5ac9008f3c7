"""Corners of attacks: which rule stops a shot, whose die a vest throws, what counts where nothing is named (ATK)."""

import pytest

from gardien.systems.d20d100.striking import Aim, Swung
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, reasons = bench.outcome, bench.picked, bench.reasons


@pytest.mark.parametrize(
    ("kind", "number", "dice", "rule"), [("vest", 6, [3], "D100-PROT-01"), ("points", 3, [], "D100-PROT-03")]
)
def test_a_vest_and_a_hide_protect_by_their_own_rules(kind, number, dice, rule):
    """D100-PROT-01, D100-PROT-03."""
    given = {"damage": 8, "protection_kind": kind, "protection": number}
    assert reasons("apply_protection", dice, **given) == [("protected", True, rule), ("damage_final", 5, rule)]


@pytest.mark.parametrize(("weapon", "rule"), [("shotgun", "D100-FIRE-06"), ("firearm", "D100-RNG-01")])
def test_out_of_reach_has_its_rule(weapon, rule):
    """D100-RNG-01, D100-FIRE-06: a shotgun reaches three increments, a firearm ten."""
    given = {"attack": 5, "weapon_class": weapon, "increment": 3, "distance": 31}
    assert reasons("attack", [], **given) == [("in_range", False, rule)]


def test_without_an_increment_a_shotgun_strikes_as_near_as_can_be():
    """D100-FIRE-06: the first of its three damages."""
    given = {"attack": 5, "weapon_class": "shotgun", "damage": "4d6/2d6/1d6"}
    assert outcome("attack", [15, 6, 6, 6, 6], **given)["damage_final"] == 24


def test_a_natural_twenty_hits_anything_where_the_table_wants_it():
    """D100-TEST-04."""
    given = {"attack": -10, "defence": 40, "damage": "1d6"}
    assert not outcome("attack", [20], **given)["hit"]
    assert picked("attack", [20, 3], "hit", "critical", **given, options={"nat20_auto_success": True}) == (True, True)
    assert not outcome("attack", [19], **given, options={"nat20_auto_success": True})["hit"]


def test_a_charge_from_a_moving_vehicle_is_unsteady():
    """D100-ATK-03, D100-FIRE-12: only whoever has Combat mobile is spared."""
    given = {"attack": 5, "distance": 6, "situations": ["moving_vehicle"]}
    assert outcome("charge", [10], **given)["effective_attack"] == 5 + 2 - 2


def test_whoever_wears_a_vest_throws_its_die():
    """D100-PROT-01."""
    target = {"name": "Ana", "pv": 10, "pv_max": 10}
    given = {"attack": 5, "damage": "1d6", "protection_kind": "vest", "protection": 6, "target": target}
    thrown = bench.answer("attack", [15, 5, 2], **given).dice
    assert [(one.label, one.who) for one in thrown] == [("d20", ""), ("d6", ""), ("d6", "Ana")]


def test_an_attack_nobody_looks_at_hits_misses_or_hits_hard():
    """Odds stay small: totals and ones are told apart only where somebody looks."""
    aim = Aim(modifier=5, defence=15, threat_min=20, jams=False, twenty=False)
    assert {aim(face) for face in range(1, 21)} == {Swung(False), Swung(True), Swung(True, True)}


@pytest.mark.parametrize(
    ("protection", "penetration", "dice", "final", "rule"),
    [
        (("none", 0), 0, [], 4, "D100-ATK-06"),
        (("vest", 6), 0, [3], 1, "D100-PROT-01"),
        (("vest", 6), 8, [], 4, "D100-ATK-06"),
        (("points", 3), 8, [], 1, "D100-PROT-03"),
    ],
)
def test_what_reaches_the_body_is_told_by_what_stood_before_it(protection, penetration, dice, final, rule):
    """D100-ATK-06, D100-PROT-01, D100-PROT-03: a vest that is pierced has no say."""
    kind, number = protection
    given = {"protection_kind": kind, "protection": number, "penetration": penetration, "attack": 5}
    found = reasons("attack", [15, 3, *dice], damage="1d6", damage_bonus=1, **given)
    assert found[-1] == ("damage_final", final, rule)


def test_an_attack_is_told_with_what_it_is_made_of():
    """D100-ATK-01, D100-ATK-06."""
    steps = bench.answer("attack", [15, 3], attack=5, damage="1d6", damage_bonus=1).steps
    parts = {one.label: one.parts for one in steps}
    assert parts["total"] == (("die", 15), ("effective_attack", 5))
    assert parts["damage_rolled"] == (("dice", 3), ("damage_bonus", 1))


def test_a_one_misses_by_its_own_rule():
    """D100-ATK-04."""
    assert reasons("attack", [1], attack=30)[-1] == ("hit", False, "D100-ATK-04")
    assert reasons("attack", [2], attack=3)[-1] == ("hit", False, "D100-ATK-01")


def test_whoever_is_missed_or_only_touched_has_nothing_told():
    """D100-ATK-01, D100-ATK-06: no damage, no reason."""
    target = {"pv": 10, "pv_max": 10}
    assert reasons("attack", [2], attack=3, damage="1d6", target=target)[-1][0] == "hit"
    assert reasons("attack", [18], attack=3, target=target)[-1][0] == "hit"


def test_the_defence_that_counts_is_told_by_its_own_rule():
    """D100-DEF-01, D100-DEF-02, D100-DEF-03, D100-SPEC-05."""
    assert reasons("defence")[-1] == ("defence_used", 15, "D100-DEF-01")
    assert reasons("defence", fleeing=True)[-2:] == [
        ("flat_footed", False, "D100-DEF-03"),
        ("defence_used", 15, "D100-DEF-01"),
    ]
    assert reasons("defence", has_acted=False)[-1] == ("defence_used", 15, "D100-DEF-02")
    assert reasons("defence", flat_causes=["helpless"], fleeing=True)[-1] == ("defence_used", 15, "D100-SPEC-05")


@pytest.mark.parametrize(("kind", "dice", "label"), [("attack", [10], "attack"), ("push", [10, 10], "lutte")])
def test_a_charge_tells_what_it_ends_with(kind, dice, label):
    """D100-SPEC-02: an attack, or Lutte."""
    found = bench.answer("charge", dice, kind=kind, distance=6, attack=3, lutte=4)
    parts = next(one.parts for one in found.steps if one.label == "effective_attack")
    assert parts == ((label, 3 if kind == "attack" else 4), ("situations", 2))


def test_combat_mobile_steadies_whoever_shoots_from_a_vehicle():
    """D100-TRAIT-03, D100-FIRE-12."""
    given = {"attack": 5, "situations": ["moving_vehicle"]}
    assert outcome("attack", [10], **given)["effective_attack"] == 3
    assert outcome("attack", [10], **given, combat_mobile=True)["effective_attack"] == 5


def test_a_charge_jams_nothing_and_ends_in_arms_or_in_a_blow():
    """D100-SPEC-02: a two is no dud."""
    assert picked("charge", [2], "accepted", "hit", attack=20, distance=6) == (True, True)
    assert picked("charge", [10, 5], "accepted", "success", kind="push", lutte=3, distance=6) == (True, True)
