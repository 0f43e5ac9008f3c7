"""One attack: what weighs on it, the d20, critical hits, jams, damage, protection, the body (ATK, PROT, RNG)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench
from systems.d20d100.ledger import lines, number
from systems.worked import assert_contains, by_id, examples

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
MINE = ("attack_modifiers", "attack", "apply_protection")
WOUNDED = {"pv": 5, "pv_max": 10}
DYING = {"pv": 2, "pv_max": 10}

SITUATIONS = lines(
    """
    moving_vehicle           | −2
    unfamiliar_weapon        | −2
    improvised_weapon        | −4
    damage_type_changed      | −4
    damage_type_changed_easy | −2
    shot_in_grapple          | −4
    immobilised_target       | +4
    helpless_target          | +4
    off_hand                 | −4
    target_in_melee          | −4
    charge                   | +2
    defensive                | −4
    darkness                 | −4
    invisible_target         | −4
    attacker_prone           | −4
    target_prone_at_range    | −4
    target_prone_in_contact  | +4
    higher_ground            | +1
    aimed                    | +2
    """.strip("\n ")
)


def modifier(**scene):
    return outcome("attack_modifiers", **scene)["modifier"]


@pytest.mark.parametrize("example", [one for one in examples("d20d100") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- what weighs on an attack ----


@pytest.mark.parametrize(("situation", "worth"), SITUATIONS)
def test_every_situation_has_its_modifier_and_counts_once(situation, worth):
    """D100-ATK-03, D100-MISS-17, cell by cell."""
    assert modifier(situations=[situation]) == number(worth)
    assert modifier(situations=[situation, situation]) == number(worth)


@given(st.sets(st.sampled_from([key for key, _ in SITUATIONS])), st.lists(st.integers(-40, 40), max_size=3))
def test_all_modifiers_are_cumulative(situations, mods):
    """D100-ATK-03."""
    worth = {key: number(value) for key, value in SITUATIONS}
    result = modifier(situations=sorted(situations), mods=mods, attacker=WOUNDED, recoil=3, fire_mode="triple")
    assert result == sum(worth[key] for key in situations) + sum(mods) - 3 - 6


def test_mobile_fighters_shoot_steadily_from_vehicles_and_gain_nothing_else():
    """D100-EX-27, D100-EX-28, D100-TRAIT-03, D100-FIRE-12."""
    assert modifier(situations=["moving_vehicle", "darkness"]) == -6
    assert modifier(situations=["moving_vehicle", "darkness"], combat_mobile=True) == -4
    assert modifier(combat_mobile=True) == 0


@pytest.mark.parametrize(("mode", "times"), [("single", 0), ("double", 1), ("triple", 2)])
def test_recoil_counts_once_or_twice(mode, times):
    """D100-WPN-12."""
    assert modifier(recoil=4, fire_mode=mode) == -4 * times


@pytest.mark.parametrize(
    ("attacker", "options", "penalty"),
    [
        (None, {}, 0),
        ({"pv_max": 10}, {}, 0),
        ({"pv": 6, "pv_max": 10}, {}, 0),
        (WOUNDED, {}, -3),
        (DYING, {}, -6),
        ({**DYING, "is_pc": False}, {}, 0),
        (DYING, {"rule_thresholds": False}, 0),
    ],
)
def test_wounds_weigh_on_an_attack(attacker, options, penalty):
    """D100-HEALTH-04."""
    given = {"options": options} | ({"attacker": attacker} if attacker else {})
    assert picked("attack_modifiers", [], "wound_penalty", "modifier", **given) == (penalty, penalty)
    assert outcome("attack", [10], attack=4, **given)["effective_attack"] == 4 + penalty


@pytest.mark.parametrize(("kind", "most"), [("contact", 5), ("thrown", 5), ("firearm", 10), ("shotgun", 3)])
def test_two_points_for_each_increment_and_nothing_beyond_the_last(kind, most):
    """D100-RNG-01, D100-FIRE-06: a contact weapon with an increment is thrown."""
    for band in range(1, most + 2):
        for distance in (6 * (band - 1) + 0.1, 6 * band):
            result = outcome("attack_modifiers", distance=distance, increment=6, weapon_class=kind)
            if band <= most:
                assert (result["in_range"], result["range_penalty"]) == (True, -2 * (band - 1))
                assert result["modifier"] == result["range_penalty"]
            else:
                assert result == {"in_range": False, "wound_penalty": 0}


def test_without_an_increment_there_is_no_range_and_a_tenth_of_a_metre_is_exact():
    """D100-RNG-01: at exactly three times the increment the third one holds."""
    assert modifier(distance=5000) == 0
    assert modifier(distance=0.9, increment=0.3, weapon_class="thrown") == -4
    assert modifier(distance=0, increment=6, weapon_class="firearm") == 0


def test_shot_may_be_spared_the_range():
    """D100-FIRE-06: a house rule; rifles never are."""
    spared = {"options": {"shotgun_range_malus": False}, "distance": 25, "increment": 10}
    assert modifier(weapon_class="shotgun", **spared) == 0
    assert modifier(weapon_class="firearm", **spared) == -4


# ---- one attack ----


def test_an_attack_is_told_in_full():
    """D100-EX-64: John’s lethal punches; 4 PV are the end of an adversary."""
    inputs = {
        "attack": 6,
        "situations": ["damage_type_changed"],
        "damage": "1d3",
        "damage_bonus": 1,
        "target": {"pv": 4, "is_pc": False},
    }
    result = bench.answer("attack", [14, 3], **inputs)
    assert result.outcome == {
        "in_range": True,
        "effective_attack": 2,
        "total": 16,
        "natural_one": False,
        "hit": True,
        "critical": False,
        "malfunction": "none",
        "damage_rolled": 4,
        "damage_multiplied": 4,
        "protected": False,
        "damage_final": 4,
        "target_pv": 0,
        "target_temp_damage": 0,
        "target_condition": "dead",
        "target_shock": False,
        "target_wound_penalty": 0,
    }
    assert [(one.label, one.value, one.rule) for one in result.steps] == [
        ("effective_attack", 2, "D100-ATK-03"),
        ("total", 16, "D100-ATK-01"),
        ("defence_used", 15, "D100-DEF-01"),
        ("hit", True, "D100-ATK-01"),
        ("damage_rolled", 4, "D100-ATK-06"),
        ("damage_multiplied", 4, "D100-ATK-05"),
        ("damage_final", 4, "D100-ATK-06"),
        ("target_pv", 0, "D100-HEALTH-01"),
        ("target_condition", "dead", "D100-HEALTH-02"),
    ]
    assert result.steps[0].parts == (("attack", 6), ("situations", -4))
    assert [(one.label, one.purpose) for one in result.dice] == [("d20", "attack"), ("d3", "damage")]
    assert [(one.field, one.before, one.after, one.who) for one in result.changes] == [("pv", 4, 0, "target")]


@given(
    face=st.integers(1, 20),
    attack=st.integers(-40, 60),
    defence=st.integers(-20, 60),
    threat=st.integers(2, 20),
    jams=st.booleans(),
    twenty=st.booleans(),
)
def test_a_hit_a_critical_and_a_jam_are_read_from_one_die(face, attack, defence, threat, jams, twenty):
    """D100-ATK-01, D100-ATK-04, D100-ATK-05, D100-FIRE-11, D100-TEST-04."""
    result = outcome(
        "attack",
        [face],
        attack=attack,
        defence=defence,
        threat_min=threat,
        jams=jams,
        options={"nat20_auto_success": twenty},
    )
    hit = face + attack >= defence or (twenty and face == 20)
    hit = hit and face > (2 if jams else 1)
    assert result == {
        "in_range": True,
        "effective_attack": attack,
        "total": face + attack,
        "natural_one": face == 1,
        "hit": hit,
        "critical": hit and face >= threat,
        "malfunction": {1: "dud", 2: "jam"}.get(face, "none") if jams else "none",
        "damage_final": 0,
    }


@given(
    dice=st.lists(st.integers(1, 8), min_size=2, max_size=2),
    bonus=st.integers(-10, 10),
    times=st.integers(1, 5),
    critical=st.booleans(),
    options=st.fixed_dictionaries({"min_damage_one": st.booleans(), "crit_multiplies_bonus": st.booleans()}),
    points=st.integers(0, 12),
)
def test_damage_is_dice_and_bonus_multiplied_then_protected(dice, bonus, times, critical, options, points):
    """D100-ATK-05, D100-ATK-06: at least 1 before it is multiplied, never below 0 after protection."""
    result = outcome(
        "attack",
        [20 if critical else 19, *dice],
        attack=20,
        damage="2d8+1",
        damage_bonus=bonus,
        multiplier=times,
        protection_kind="points",
        protection=points,
        options=options,
    )
    thrown, least = sum(dice) + 1, int(options["min_damage_one"])
    factor = times if critical else 1
    if options["crit_multiplies_bonus"]:
        multiplied = max(least, thrown + bonus) * factor
    else:
        multiplied = max(least, thrown * factor + bonus)
    assert result["damage_rolled"] == max(least, thrown + bonus)
    assert result["damage_multiplied"] == multiplied
    assert result["damage_final"] == max(0, multiplied - points)
    assert result["protected"] is True


@pytest.mark.parametrize(
    ("kind", "protection", "penetration", "dice", "final"),
    [
        ("none", 0, 0, [7, 3], 20),
        ("vest", 6, 6, [7, 3, 4], 16),
        ("vest", 6, 7, [7, 3], 20),
        ("points", 4, 12, [7, 3], 16),
        ("minimal", 1, 0, [], 3),
        ("half", 3, 0, [7, 3], 7),
        ("one_point", 0, 0, [], 1),
        ("one_point", 1, 0, [], 0),
        ("immune", 0, 0, [], 0),
    ],
)
def test_every_kind_of_protection_meets_a_critical_hit(kind, protection, penetration, dice, final):
    """D100-PROT-01, D100-PROT-03: 2d8 twice; where every die counts 1 none is thrown."""
    result = outcome(
        "attack",
        [20, *dice],
        attack=5,
        damage="2d8",
        penetration=penetration,
        protection_kind=kind,
        protection=protection,
    )
    assert result["damage_final"] == final
    assert result["protected"] is (kind not in ("none",) and (kind, penetration) != ("vest", 7))


@pytest.mark.parametrize(("distance", "dice"), [(10, [2, 2, 2]), (10.5, [2, 2]), (30, [2])])
def test_shot_loses_dice_from_increment_to_increment(distance, dice):
    """D100-FIRE-06."""
    scene = {"increment": 10, "weapon_class": "shotgun", "damage": "3d6/2d6/1d6", "attack": 10}
    assert outcome("attack", [15, *dice], distance=distance, **scene)["damage_final"] == sum(dice)
    assert outcome("attack", [15, 2, 2, 2], **scene)["damage_final"] == 6


def test_out_of_reach_no_die_falls_and_nobody_is_hurt():
    """D100-RNG-01."""
    result = outcome("attack", attack=20, distance=61, increment=6, weapon_class="firearm", target={"pv": 9})
    assert result == {
        "in_range": False,
        "hit": False,
        "critical": False,
        "malfunction": "none",
        "damage_final": 0,
        "target_pv": 9,
        "target_temp_damage": 0,
        "target_condition": "ok",
        "target_shock": False,
        "target_wound_penalty": 0,
    }
    assert bench.reasons("attack", attack=20, distance=61, increment=6, weapon_class="firearm") == [
        ("in_range", False, "D100-RNG-01")
    ]


def test_blows_may_be_counted_beside_the_pv():
    """D100-TEMP-01, D100-TEMP-02: no shock, no threshold, and no test for massive damage."""
    inputs = {"attack": 9, "damage": "1d3", "damage_bonus": 12, "temporary": True, "target": {"pv": 10}}
    result = outcome("attack", [15, 3], **inputs, options={"rule_massive_damage": True})
    assert (result["target_pv"], result["target_temp_damage"]) == (10, 15)
    assert (result["target_condition"], result["target_shock"]) == ("unconscious", False)
    assert changes("attack", [15, 3], **inputs) == [("temp_damage", 0, 15, "target")]


def test_a_target_feels_shock_thresholds_and_massive_damage():
    """D100-HEALTH-03 to D100-HEALTH-05."""
    inputs = {"attack": 9, "damage": "2d8", "target": {"pv": 14, "pv_max": 14, "con_modifier": 1}}
    fields = ("target_pv", "target_condition", "target_shock", "target_wound_penalty")
    assert picked("attack", [15, 5, 6], *fields, **inputs) == (3, "ok", True, -6)
    massive = {"options": {"rule_massive_damage": True}}
    assert picked("attack", [15, 5, 6, 9], *fields, **inputs, **massive) == (3, "ok", True, -6)
    assert picked("attack", [15, 5, 6, 8], *fields, **inputs, **massive) == (-10, "dead", True, -6)


def test_a_hit_without_damage_and_a_miss_leave_the_target_as_it_was():
    """D100-ATK-06."""
    for dice, inputs in (([15], {}), ([2], {"damage": "1d6"})):
        result = outcome("attack", dice, attack=5, target={"pv": 4, "pv_max": 9, "temp_damage": 4}, **inputs)
        assert (result["target_pv"], result["target_condition"], result["target_wound_penalty"]) == (4, "staggered", -3)
        assert "damage_rolled" not in result
        assert changes("attack", dice, attack=5, target={"pv": 4}, **inputs) == []


@pytest.mark.parametrize(
    ("inputs", "fault"),
    [
        ({"protection_kind": "vest", "protection": 5}, ("field/one_of", "protection")),
        ({"damage": "2d7"}, ("field/one_of", "damage")),
        ({"damage": "1d6+1d8"}, ("field/type", "damage")),
        ({"damage": "3d6/2d6/1d6"}, ("dice/unexpected", "damage")),
        ({"damage": "3d6", "weapon_class": "shotgun"}, ("field/type", "damage")),
        ({"situations": ["rain"]}, ("field/one_of", "situations[0]")),
        ({"threat_min": 1}, ("field/range", "threat_min")),
        ({"attacker": {"pv": 500}}, ("field/range", "attacker.pv")),
        ({"target": {"colour": "red"}}, ("field/unknown", "target.colour")),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(inputs, fault):
    """D100-PROT-01, D100-CORE-01, D100-FIRE-06."""
    assert refused("attack", attack=5, **inputs) == fault


# ---- protection alone ----


@given(damage=st.integers(0, 60), points=st.integers(0, 60), penetration=st.integers(0, 12))
def test_protection_is_subtracted_from_finished_damage(damage, points, penetration):
    """D100-PROT-03: whatever the penetration."""
    for kind, left in (("points", damage), ("half", damage // 2), ("one_point", min(1, damage))):
        result = outcome(
            "apply_protection", damage=damage, penetration=penetration, protection_kind=kind, protection=points
        )
        assert result == {"protected": True, "damage_final": max(0, left - points)}
    assert outcome("apply_protection", damage=damage)["damage_final"] == damage
    assert outcome("apply_protection", damage=damage, protection_kind="immune")["damage_final"] == 0


@pytest.mark.parametrize("vest", [4, 6, 8, 10, 12])
def test_a_vest_is_a_die_of_its_own(vest):
    """D100-PROT-01: up to its own number it holds, beyond that it does nothing."""
    for penetration in range(13):
        inputs = {"damage": 20, "penetration": penetration, "protection_kind": "vest", "protection": vest}
        if penetration <= vest:
            assert bench.thrown("apply_protection", [vest], **inputs) == [(f"d{vest}", "vest")]
            assert outcome("apply_protection", [vest], **inputs)["damage_final"] == 20 - vest
        else:
            assert outcome("apply_protection", **inputs) == {"protected": False, "damage_final": 20}


def test_the_bare_hide_of_a_monster_is_no_matter_of_dice():
    """D100-PROT-03: `minimal` acts on the dice and belongs to an attack."""
    assert refused("apply_protection", damage=3, protection_kind="minimal")[1] == "protection_kind"
    assert refused("apply_protection", damage=3, protection_kind="vest")[0] == "field/one_of"


# ---- odds ----


@pytest.mark.parametrize(
    "inputs",
    [
        {"attack": 3, "damage": "1d3", "jams": True, "target": {"pv": 4, "pv_max": 8}},
        {"attack": 3, "damage": "1d4", "threat_min": 18, "protection_kind": "vest", "protection": 4},
        {"attack": -20, "damage": "1d4-1", "damage_bonus": -2, "options": {"nat20_auto_success": True}},
        {"attack": 9, "damage": "1d3", "temporary": True, "target": {"pv": 4}},
        {
            "attack": 0,
            "damage": "1d3",
            "damage_bonus": 8,
            "options": {"rule_massive_damage": True},
            "target": {"pv": 11, "is_pc": False},
        },
        {"attack": 0, "distance": 99, "increment": 1, "weapon_class": "thrown"},
    ],
)
def test_odds_of_an_attack_are_those_of_every_face(inputs):
    bench.assert_odds_agree("attack", **inputs)


def test_odds_of_protection_are_those_of_every_face():
    bench.assert_odds_agree("apply_protection", damage=7, protection_kind="vest", protection=10, penetration=10)
    assert bench.chance("apply_protection", "damage_final", 0, damage=3, protection_kind="vest", protection=4) == (
        Fraction(1, 2)
    )
