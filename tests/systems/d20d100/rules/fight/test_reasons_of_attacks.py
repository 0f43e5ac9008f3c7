"""Corners of attacks: which rule stops a shot, whose die a vest throws, what counts where nothing is named (ATK)."""

import pytest

from gardien.systems.d20d100.rules.fight.attack import Aim, AttackRoll
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
    assert {aim(face) for face in range(1, 21)} == {AttackRoll(False), AttackRoll(True), AttackRoll(True, True)}


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
    result = reasons("attack", [15, 3, *dice], damage="1d6", damage_bonus=1, **given)
    assert result[-1] == ("damage_final", final, rule)


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
    result = bench.answer("charge", dice, kind=kind, distance=6, attack=3, lutte=4)
    parts = next(one.parts for one in result.steps if one.label == "effective_attack")
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


EQUALS = [
    ("charge", {"kind": "push", "distance": 6}, ("lutte", -2), "opponent_lutte", "success", (True, False, False)),
    ("disarm", {}, ("attacker_attack", 0), "holder_attack", "winner", ("attacker", "none", "holder")),
    ("start_grapple", {}, ("lutte", 0), "opponent_lutte", "winner", ("attacker", "none", "opponent")),
    ("silent_hold", {"round": 2}, ("lutte", 0), "opponent_lutte", "held", (True, False, False)),
    ("pursuit_round", {}, ("fleeing_endurance", 0), "pursuing_endurance", "stops", ("pursuing", "nobody", "fleeing")),
]


@pytest.mark.parametrize(
    ("procedure", "given", "mine", "other", "field", "expected"), EQUALS, ids=[e[0] for e in EQUALS]
)
def test_those_who_struggle_are_equals(procedure, given, mine, other, field, expected):
    """D100-TEST-07: a tie goes to the better of two, and between two alike to nobody."""
    name, less = mine
    pairs = [((6, 5), [10, 11]), ((5, 5), [10, 10]), ((5, 6), [11, 10])]
    result = [outcome(procedure, dice, **given, **{name: a + less, other: b})[field] for (a, b), dice in pairs]
    assert tuple(result) == expected


def test_a_charge_leaves_whoever_runs_open_whatever_it_ends_with():
    """D100-SPEC-02, D100-DEF-02: Réflexes that help do not count, those that hinder do."""
    for kind, dice in (("attack", [10]), ("push", [10, 10])):
        given = {"kind": kind, "distance": 6, "own_defence_modifier": 1}
        assert outcome("charge", dice, own_reflexes=3, **given)["own_defence"] == 16
        assert outcome("charge", dice, own_reflexes=-2, **given)["own_defence"] == 14


def test_a_charge_may_be_meant_to_stun():
    """D100-TEMP-01: blows are counted beside the PV."""
    target = {"name": "Ana", "pv": 10, "pv_max": 10}
    given = {"attack": 9, "distance": 6, "damage": "1d6", "target": target, "temporary": True}
    assert picked("charge", [15, 4], "target_pv", "target_temp_damage", **given) == (10, 4)


@pytest.mark.parametrize(
    ("procedure", "given"),
    [
        ("charge", {"attack": 9, "distance": 6}),
        ("attack_sequence", {"series": [9]}),
        ("short_burst", {"attack": 9, "burst_size": 3, "recoil": 0}),
    ],
)
def test_whoever_is_hit_throws_for_the_vest(procedure, given):
    """D100-PROT-01."""
    worn = {"protection_kind": "vest", "protection": 4, "target": {"name": "Ana", "pv": 30, "pv_max": 30}}
    dice = [15, 6, 6, 2] if procedure == "short_burst" else [15, 6, 2]
    thrown = bench.answer(procedure, dice, damage="1d6", **worn, **given).dice
    assert [(one.label, one.who) for one in thrown][-1] == ("d4", "Ana")


def test_a_hold_says_what_each_wrestles_with():
    """D100-GRAP-01, D100-CREAT-04: Lutte, what weighs on it, and the Mass of whatever has one."""
    given = {"lutte": 3, "mods": [-2], "mass": 4, "opponent_lutte": 5, "opponent_mods": [1], "opponent_mass": -4}
    told = bench.answer("start_grapple", [10, 10], **given).steps
    sums = {one.label: (one.value, dict(one.parts)) for one in told if one.label.endswith("_modifier")}
    assert [value for value, _ in sums.values()] == [5, 2]
    assert [sorted(parts.values()) for _, parts in sums.values()] == [[-2, 3, 4], [-4, 1, 5]]
