"""One attack from the die to the state of the victim, Cleave, the finishing blow (ATT, GB-08, FEAT-01, P-COUP)."""

from fractions import Fraction
from typing import Any

import pytest

from gardien.core.calling import prepare
from gardien.core.interpreters.run import always, run
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
MINE = ("attack", "cleave", "finishing_blow")
GUN = {"kind": "ranged"}
BOOT = {"armour": {"right_leg": 4}}
NO_ONE, NO_TWENTY = {"no_auto_miss": True}, {"no_auto_hit": True}
THUG = {
    "name": "thug",
    "level": 1,
    "combat_option": "offence",
    "good_saves": ["fort"],
    "str": 13,
    "dex": 13,
    "con": 12,
    "npc": True,
    "feats": ["weapon_proficiency:handgun", "improved_initiative"],
    "pf": 7,
}
PAUL = {
    "name": "Paul",
    "level": 1,
    "combat_option": "defence",
    "good_saves": ["fort", "ref"],
    "dex": 14,
    "con": 14,
    "armour_items": ["jacket"],
    "pf": 8,
}


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def after(person: dict[str, Any], found: list[tuple[Any, ...]]) -> dict[str, Any]:
    """Somebody with what an attack has changed."""
    return person | {field: value for field, _, value, who in found if who == person["name"]}


def test_paul_and_the_thug_line_by_line():
    """Seed lines 154-169: a graze, a point of destiny, a leg; every number that the source prints."""
    scene = {"attacker": THUG, "weapon": "p32"}

    first = {**scene, "target": PAUL}
    fields = ("attack_total", "zone", "zone_ca", "gb", "severity", "pf", "pv")
    assert picked("attack", [10, 25], *fields, **first) == (14, "right_arm", 12, 2, "light", 7, 10)
    parts = bench.answer("attack", [10, 25], **first).steps[0].parts
    assert parts == (("base_attack", 1), ("ability_mod", 1), ("lethality", 3), ("fatigue_malus", -1))

    paul = after(PAUL, changes("attack", [10, 25], **first))
    wallet = {"effect": "keeper", "severity": "light", "zone": "torso"}
    second = {**scene, "target": paul, "aim": "upper", "destiny": wallet, "shock": "violent"}
    fields = ("zone_malus", "result", "zone", "destiny_accepted", "destiny_left", "gb", "severity")
    assert picked("attack", [15, 3], *fields, **second) == (-5, "hit", "torso", True, 0, 1, "light")
    fields = ("pf_loss_wound", "pf_loss_shock", "pf_loss_zone", "pf_loss", "pf", "prone", "shock_next_turn")
    assert picked("attack", [15, 3], *fields, **second) == (1, 1, 1, 3, 4, True, "skip")
    assert ("destiny_spent", 0, 1, "Paul") in changes("attack", [15, 3], **second)

    paul = after(paul, changes("attack", [15, 3], **second))
    third = {**scene, "target": paul}
    fields = ("helpless_bonus", "zone", "zone_ca", "attack_total", "gb", "severity", "pf_loss", "pv_loss")
    assert picked("attack", [9, 80, 53], *fields, **third) == (4, "left_leg", 7, 17, 10, "grave", 3, 2)
    fields = ("pf", "pf_lost", "pv", "fatigue_malus", "stabilise_total", "stabilise_chance", "stabilised", "care_dc")
    assert picked("attack", [9, 80, 53], *fields, **third) == (1, 9, 8, -4, 9, "2/25", False, 15)
    assert [one["severity"] for one in outcome("attack", [9, 80, 53], **third)["wounds"]] == ["light", "light", "grave"]


@pytest.mark.parametrize("die", range(1, 21))
def test_jack_at_the_head_with_every_die(die):
    """CD20-ODDS-01, CD20-LETH-03, seed lines 246-248: a 2 is enough; the GB runs from 4 to 22, by the d20 alone."""
    bullet = {"attack_bonus": 18, "aim": "head", "weapon": GUN, "distance_m": 280}
    dice = [die] if die == 1 or die >= 14 else [die, 100]
    result = outcome("attack", dice, **bullet)
    assert result["attack_total"] == die + 8
    if die == 1:
        assert (result["result"], "gb" in result, result["pv"]) == ("miss", False, 8)
        return
    gb = die + 2
    assert (result["margin"], result["gb"]) == (die - 2, gb)
    row = next(name for low, name in SEVERITIES if gb >= low)
    assert (result["severity"], result["dead_at_once"]) == (row, gb >= 16)


SEVERITIES = ((16, "mortal"), (11, "critical"), (6, "grave"), (3, "moderate"), (1, "light"), (0, "superficial"))


def test_an_attack_is_told_in_full():
    """CD20-GB-08: every field of the block, every reason, every die, every change."""
    target = {"name": "Ida", "dex": 12, "armour": {"abdomen": 2}, "wounds": [{"zone": "left_leg", "gb": 1}], "pf": 7}
    scene = {"attacker": {"name": "Bo", "base_attack": [4], "str": 14}, "weapon": "bat", "target": target}
    result = bench.answer("attack", [13, 45, 7], modifier=1, **scene)
    wound = {
        "zone": "abdomen",
        "gb": 10,
        "severity": "grave",
        "pf_loss": 4,
        "pv_loss": 2,
        "bleeding": False,
        "stabilised": True,
        "treated": False,
        "surgery_done": False,
        "next_tick_in_rounds": 0,
    }
    assert result.outcome.pop("wounds")[1:] == (wound,)
    assert result.outcome == {
        "attack_bonus": 9,
        "target_modifier": 0,
        "helpless_bonus": 0,
        "zone_malus": 0,
        "total_bonus": 9,
        "lethality": 2,
        "die": 13,
        "attack_total": 22,
        "zone": "abdomen",
        "zone_ca": 13,
        "result": "hit",
        "hit": True,
        "pf_only": False,
        "margin": 9,
        "zone_bonus": 1,
        "gb": 10,
        "severity": "grave",
        "dead_at_once": False,
        "pf_loss_wound": 3,
        "pf_loss_zone": 1,
        "pf_loss_shock": 0,
        "pf_loss": 4,
        "pv_loss": 2,
        "part_lost": False,
        "part_hampered": False,
        "part_effect": "none",
        "care": "needed",
        "care_dc": 15,
        "aggravation_interval_rounds": 10,
        "bleeding": False,
        "shock": "none",
        "pushed_back_m": 0,
        "faint_save_needed": False,
        "stabilise_roll_needed": True,
        "stabilise_total": 9,
        "stabilise_chance": "2/25",
        "stabilised": True,
        "pv": 6,
        "pf": 3,
        "pv_max": 8,
        "pf_max": 8,
        "pf_lost": 5,
        "fatigue_malus": -2,
        "state": "ok",
        "prone": False,
        "shock_next_turn": "none",
        "lost_parts": (),
        "hampered_parts": (),
    }
    assert [(one.label, one.value, one.rule) for one in result.steps] == [
        ("attack_bonus", 9, "CD20-ATT-01"),
        ("total_bonus", 9, "CD20-ATT-01"),
        ("zone", "abdomen", "CD20-LOC-01"),
        ("result", "hit", "CD20-ATT-02"),
        ("attack_total", 22, "CD20-ATT-01"),
        ("zone_ca", 13, "CD20-AC-01"),
        ("margin", 9, "CD20-GB-01"),
        ("gb", 10, "CD20-GB-01"),
        ("severity", "grave", "CD20-GB-04"),
        ("pf_loss", 4, "CD20-SHOCK-04"),
        ("pv_loss", 2, "CD20-GB-04"),
        ("stabilise_total", 9, "CD20-BLEED-03"),
        ("stabilised", True, "CD20-BLEED-03"),
        ("pv", 6, "CD20-GB-08"),
        ("pf", 3, "CD20-GB-08"),
        ("fatigue_malus", -2, "CD20-FAT-01"),
    ]
    assert [(one.label, one.who, one.purpose) for one in result.dice] == [
        ("d20", "Bo", "attack"),
        ("d100", "Bo", "location"),
        ("d100", "Ida", "stabilisation"),
    ]
    assert [(one.field, one.who) for one in result.changes] == [("pv", "Ida"), ("pf", "Ida"), ("wounds", "Ida")]


@pytest.mark.parametrize(
    ("scene", "reason"),
    [
        ({"attacker": {"pf": 0}}, "attacker_cannot_act"),
        ({"attacker": {"pf": 0, "state": "stunned"}}, "attacker_cannot_act"),
        ({"attacker": {"pv": 0}, "target": {"pv": 0}}, "attacker_cannot_act"),
        ({"target": {"pv": -1}}, "target_dead"),
        ({"target": {"pv": 0}, "weapon": "p22", "distance_m": 60}, "target_dead"),
        ({"weapon": "p22", "distance_m": 60}, "out_of_range"),
        ({"weapon": "p22", "distance_m": 60, "attack_bonus": 20}, "out_of_range"),
    ],
)
def test_attacks_that_cannot_be_made(scene, reason):
    """CD20-HP-05, CD20-HP-04, CD20-P-RANGE-01: the first reason that applies, alone; no die, no change."""
    assert outcome("attack", **scene) == {"refused": reason}
    assert changes("attack", **scene) == []


def test_a_miss_tells_the_victim_and_nothing_of_a_wound():
    """CD20-ATT-02."""
    result = outcome("attack", [3, 60], attack_bonus=2, target={"name": "Ida"}, shock="violent")
    assert (result["result"], result["hit"], result["zone"], result["pf"]) == ("miss", False, "right_leg", 8)
    assert not {"gb", "severity", "margin", "zone_bonus", "shock", "faint_save_needed"} & set(result)
    assert changes("attack", [3, 60], attack_bonus=2, target={"name": "Ida"}, shock="violent") == []


@pytest.mark.parametrize(
    ("die", "scene", "result", "margin"),
    [
        (1, {"attack_bonus": 40}, "miss", None),
        (1, {"attack_bonus": 40, "options": NO_ONE}, "hit", 31),
        (1, {"attack_bonus": 10, "target": BOOT}, "miss", None),
        (1, {"attack_bonus": 10, "target": BOOT, "options": NO_ONE}, "stopped", None),
        (20, {"attack_bonus": -30}, "hit", 0),
        (20, {"attack_bonus": -30, "options": NO_TWENTY}, "miss", None),
        (20, {"attack_bonus": -8, "target": BOOT, "options": NO_TWENTY}, "stopped", None),
        (10, {"attack_bonus": 0}, "hit", 0),
        (9, {"attack_bonus": 0}, "miss", None),
        (9, {"attack_bonus": 0, "target": {"cover": {"right_leg": 1}}}, "miss", None),
        (10, {"attack_bonus": 0, "target": {"cover": {"right_leg": 1}}}, "stopped", None),
        (10, {"attack_bonus": 0, "target": {"natural_armour": 1}}, "miss", None),
        (12, {"attack_bonus": 0, "target": BOOT, "touch": True}, "hit", 2),
        (9, {"attack_bonus": 0, "target": BOOT, "touch": True}, "miss", None),
    ],
)
def test_hit_miss_or_stopped(die, scene, result, margin):
    """CD20-ATT-02, CD20-ATT-04, CD20-SHOCK-03: equality hits; armour and cover stop what falls short of them."""
    dice = [die, 60, *([100] if margin and margin >= 3 else [])]
    answer = outcome("attack", dice, **scene)
    assert (answer["result"], answer.get("margin"), answer["hit"]) == (result, margin, result == "hit")


def test_a_blow_on_the_armour():
    """CD20-SHOCK-03: no loss by itself; a violent shock still throws down and costs its PF."""
    vest = {"armour": {"torso": 6}}
    result = outcome("attack", [12, 10], attack_bonus=0, target=vest, shock="violent")
    assert (result["result"], result["gb"], result["severity"], result["pf_loss_zone"]) == (
        "stopped",
        0,
        "superficial",
        0,
    )
    assert (result["pf_loss"], result["pf"], result["prone"], result["pushed_back_m"]) == (1, 7, True, 1.5)
    assert not {"margin", "zone_bonus"} & set(result)
    assert (result["wounds"], result["bleeding"]) == ([], False)


@pytest.mark.parametrize(
    ("scene", "dice", "shock"),
    [
        ({"attack_bonus": 0}, [16, 60, 100], "shock"),
        ({"attack_bonus": 0}, [15, 60, 100], "none"),
        ({"attack_bonus": 1}, [20, 60, 100], "violent"),
        ({"attack_bonus": 0, "shock": "violent"}, [15, 60, 100], "violent"),
        ({"attack_bonus": 0, "weapon": {"lethality": 2}, "target": {"armour": {"right_leg": 9}}}, [15, 60], "none"),
        ({"attack_bonus": 0, "weapon": {"lethality": 4}, "target": {"armour": {"right_leg": 9}}}, [15, 60], "shock"),
        ({"attack_bonus": 0, "weapon": {"lethality": 5}, "target": {"armour": {"right_leg": 9}}}, [15, 60], "violent"),
        ({"attack_bonus": 0, "attacker": {"size": "huge"}}, [10, 60], "violent"),
        ({"attack_bonus": 40}, [10, 3], "none"),
    ],
)
def test_shocks_that_follow_by_themselves(scene, dice, shock):
    """CD20-P-SHOCK-01: where the table wants it and the Keeper names none; never on the dead."""
    assert outcome("attack", dice, options={"auto_shock": True}, **scene)["shock"] == shock


def test_who_is_struck_where():
    """CD20-AIM-02, CD20-AIM-04, CD20-LOC-02: one zone without a die, a group or a lost part thrown again."""
    assert bench.thrown("attack", [10], attack_bonus=5, aim="left_arm") == [("d20", "attack")]
    assert picked("attack", [10, 60, 25], "zone", "zone_malus", attack_bonus=5, aim="upper") == ("right_arm", -5)
    lost = {"lost_parts": ["right_leg"]}
    assert picked("attack", [10, 60, 75, 76], "zone", attack_bonus=0, target=lost) == ("left_leg",)
    assert bench.thrown("attack", [1, 60], attack_bonus=0) == [("d20", "attack"), ("d100", "location")]


def test_zones_picked_inside_a_group():
    """CD20-AIM-04: a house rule, then somebody must pick; without it nobody can."""
    house = {"options": {"group_aim_choice": True}}
    scene = {"attack_bonus": 0, "aim": "upper"}
    assert refused("attack", **scene, **house) == ("field/missing", "zone_choice")
    assert refused("attack", zone_choice="left_leg", **scene, **house) == ("field/not_allowed", "zone_choice")
    assert refused("attack", zone_choice="head", **scene) == ("field/not_allowed", "zone_choice")
    assert refused("attack", zone_choice="torso", aim="head", **house) == ("field/not_allowed", "zone_choice")
    assert picked("attack", [5], "zone", "zone_malus", zone_choice="left_arm", **scene, **house) == ("left_arm", -5)
    assert picked("attack", [5], "zone", attack_bonus=0, aim="head", zone_choice="head") == ("head",)
    assert picked("attack", [5, 60], "zone", attack_bonus=0, **house) == ("right_leg",)


def test_what_costs_fatigue_only():
    """CD20-FEAT-04, CD20-P-WOUND-02: bare hands, soft weapons, a blow meant to stun."""
    cases = [
        ({"weapon": "unarmed"}, True),
        ({"weapon": "brass_knuckles"}, True),
        ({"weapon": "unarmed", "attacker": {"feats": ["martial_artist"]}}, False),
        ({"weapon": "unarmed", "attacker": {"feats": ["martial_artist"]}, "to_stun": True}, True),
        ({"weapon": "blackjack", "attacker": {"feats": ["martial_artist"]}}, True),
        ({"weapon": "bat", "to_stun": True}, True),
        ({"weapon": "bat"}, False),
    ]
    for scene, spared in cases:
        result = outcome("attack", [20, 60] if spared else [20, 60, 100], attack_bonus=6, **scene)
        assert (result["pf_only"], result["pv_loss"] == 0) == (spared, spared), scene
    mighty = outcome("attack", [20, 3], attack_bonus=30, weapon="unarmed")
    assert (mighty["gb"], mighty["severity"], mighty["state"], mighty["pf"]) == (44, "critical", "ok", 4)


def test_what_adds_to_the_gravity():
    """CD20-FEAT-03, CD20-FEAT-06, CD20-GB-01: on a hit only, and never below 0."""
    who = {"base_attack": [8], "feats": ["power_attack", "improved_critical:axe", "weapon_proficiency:melee"]}
    scene = {"attacker": who, "weapon": "axe", "attack_bonus": 0}
    assert picked("attack", [10, 60], "gb", **scene) == (2,)
    assert picked("attack", [10, 60], "gb", **{**scene, "weapon": "bat"}) == (0,)
    assert picked("attack", [13, 60, 100], "attack_total", "margin", "gb", power_attack=3, **scene) == (10, 0, 6)
    assert picked("attack", [10, 60, 100], "gb", gb_bonus=3, **scene) == (5,)
    assert picked("attack", [10, 60], "gb", gb_bonus=-9, **scene) == (0,)


@pytest.mark.parametrize(
    ("blind", "dice", "result"),
    [
        (False, [12, 60, 40], "miss"),
        (False, [12, 60, 41], "hit"),
        (True, [12, 60, 40, 40], "miss"),
        (True, [12, 60, 40, 41], "hit"),
        (True, [12, 60, 41], "hit"),
        (False, [9, 60], "miss"),
    ],
)
def test_what_hides_the_target(blind, dice, result):
    """CD20-P-COVER-01, CD20-P-FEAT-01: after a hit only; Blind-Fight looks twice."""
    who = {"feats": ["blind_fight"] if blind else []}
    answer = outcome("attack", dice, attack_bonus=0, attacker=who, concealment=40)
    assert (answer["result"], "gb" in answer) == (result, result == "hit")


def test_concealment_takes_its_share_of_the_hits():
    """CD20-P-COVER-01: exactly."""
    plain = bench.chance("attack", "hit", attack_bonus=0)
    assert bench.chance("attack", "hit", attack_bonus=0, concealment=40) == plain * Fraction(60, 100)
    seer = {"feats": ["blind_fight"]}
    assert bench.chance("attack", "hit", attack_bonus=0, concealment=40, attacker=seer) == plain * Fraction(84, 100)
    assert bench.chance("attack", "hit", attack_bonus=0, concealment=100) == 0


def test_jams():
    """CD20-P-GUN-06: a house rule, firearms, a natural 1; five faces in twenty."""
    jams = {"options": {"jams": True}, "attacker": {"feats": ["weapon_proficiency:handgun"]}}
    assert picked("attack", [1, 40, 6], "result", "jammed", weapon="p32", **jams) == ("miss", False)
    assert picked("attack", [2, 40], "result", "jammed", weapon="p32", **jams) == ("miss", False)
    assert "jammed" not in outcome("attack", [1, 40], weapon="bow", **jams)
    assert "jammed" not in outcome("attack", [1, 40], weapon="p32", attacker=jams["attacker"])
    assert bench.chance("attack", "jammed", weapon="p32", **jams) == Fraction(1, 80)


def test_an_unseen_attacker_meets_no_dexterity():
    """CD20-P-MOD-01."""
    quick = {"dex": 18}
    assert picked("attack", [10, 60], "zone_ca", attack_bonus=0, target=quick) == (14,)
    assert picked("attack", [10, 60], "zone_ca", attack_bonus=0, target=quick, situation=["unseen"]) == (10,)


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        ({"target": {"damage_mode": "traditional"}}, ("field/not_allowed", "target.damage_mode")),
        ({"concealment": 101}, ("field/range", "concealment")),
        ({"destiny": {"effect": "clot"}}, ("field/one_of", "destiny.effect")),
        ({"destiny": {"effect": "keeper"}}, ("field/missing", "destiny.severity")),
        ({"destiny": {"effect": "soften", "zone": "tendrils"}}, ("field/one_of", "destiny.zone")),
        (
            {"destiny": {"effect": "soften", "zone": "head"}, "target": {"lost_parts": ["head"], "tables": "zombie"}},
            ("field/not_allowed", "destiny.zone"),
        ),
        ({"weapon": "railgun"}, ("field/one_of", "weapon")),
    ],
)
def test_inputs_that_make_no_sense(scene, fault):
    assert refused("attack", **scene) == fault


# ---- Cleave ----

CLEAVER = {"attacker": {"base_attack": [3], "feats": ["power_attack", "cleave"]}, "weapon": "machete"}


@pytest.mark.parametrize(
    ("fallen", "options", "down"),
    [
        ({"pv": 0}, {}, True),
        ({"pf": 0}, {}, True),
        ({"pf": -2, "state": "stunned"}, {}, True),
        ({"conditions": ["bound"], "prone": True}, {}, True),
        ({"conditions": ["bound"]}, {}, False),
        ({"prone": True}, {}, False),
        ({"prone": True, "shock_next_turn": "skip"}, {}, False),
        ({"prone": True, "shock_next_turn": "skip"}, {"cleave_on_violent_shock": True}, True),
        ({"shock_next_turn": "skip"}, {"cleave_on_violent_shock": True}, False),
        ({"prone": True, "shock_next_turn": "skip", "conditions": ["asleep"]}, {}, True),
        ({}, {}, False),
    ],
)
def test_who_is_down(fallen, options, down):
    """CD20-FEAT-01: out of the fight and on the ground; a violent shock only by a house rule."""
    result = outcome("cleave", [2, 60] if down else [], fallen=fallen, options=options, **CLEAVER)
    assert result["allowed"] is down
    if not down:
        assert result == {"allowed": False, "reason": "not_down"}
        assert changes("cleave", fallen=fallen, options=options, **CLEAVER) == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"attacker": {}, "weapon": "bow", "fallen": {}}, "no_feat"),
        ({"weapon": "bow", "fallen": {}}, "melee_only"),
        ({"weapon": "knife", "thrown": True, "fallen": {}}, "melee_only"),
        ({"fallen": {}, "used_this_round": 1}, "not_down"),
        ({"used_this_round": 1, "attacker": {"feats": ["cleave"], "pf": 0}}, "already_used"),
        ({"attacker": {"feats": ["cleave"], "pf": 0}, "target": {"pv": 0}}, "attacker_cannot_act"),
        ({"target": {"pv": 0}}, "target_dead"),
    ],
)
def test_no_second_blow(change, reason):
    """CD20-FEAT-01, CD20-P-FEAT-01: the first reason that applies."""
    assert outcome("cleave", **{**CLEAVER, "fallen": {"pv": 0}, **change}) == {"allowed": False, "reason": reason}


def test_great_cleave_has_no_limit():
    """CD20-P-FEAT-01."""
    great = {"base_attack": [4], "feats": ["power_attack", "cleave", "great_cleave"]}
    scene = {**CLEAVER, "attacker": great, "fallen": {"pv": 0}, "used_this_round": 7}
    result = outcome("cleave", [4, 60], target={"name": "Ida"}, **scene)
    assert (result["allowed"], result["attack_bonus"], result["severity"]) == (True, 6, "superficial")
    assert refused("cleave", **CLEAVER) == ("field/missing", "fallen")


# ---- the finishing blow ----

HELPLESS = {"name": "Ida", "conditions": ["bound"], "dex": 16}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"target": {"pv": 0}, "attacker": {"pf": 0}}, "target_dead"),
        ({"target": {}, "distance_m": 9}, "not_helpless"),
        ({"target": {"prone": True}}, "not_helpless"),
        ({"distance_m": 1.6, "attacker": {"pf": 0}}, "too_far"),
        ({"attacker": {"pf": 0}}, "attacker_cannot_act"),
    ],
)
def test_no_finishing_blow(change, reason):
    """CD20-P-COUP-01: the first reason that applies."""
    scene = {"target": HELPLESS, "zone": "head", **change}
    assert outcome("finishing_blow", **scene) == {"allowed": False, "reason": reason}
    assert changes("finishing_blow", **scene) == []


@pytest.mark.parametrize(("die", "bonus", "margin", "gb"), [(1, 0, 0, 8), (5, 0, 0, 8), (20, -30, 0, 8), (1, 9, 4, 12)])
def test_it_cannot_miss(die, bonus, margin, gb):
    """CD20-P-COUP-01: a natural 1 or 20 means nothing special; +4 from helplessness, +4 on the GB, no malus."""
    result = outcome("finishing_blow", [die, 100], attack_bonus=bonus, target=HELPLESS, zone="head")
    assert (result["result"], result["zone_ca"], result["margin"], result["gb"]) == ("hit", 10, margin, gb)
    assert (result["helpless_bonus"], result["zone_malus"], result["attack_total"]) == (4, 0, die + bonus + 4)


def test_a_finishing_blow_changes_its_victim():
    result = changes("finishing_blow", [20], attack_bonus=9, target=HELPLESS, zone="head", shock="violent")
    assert [(field, value) for field, _, value, _ in result if field != "wounds"] == [
        ("pv", 0),
        ("pf", 0),
        ("state", "dead"),
        ("prone", True),
        ("lost_parts", ("head",)),
    ]
    jams = {"weapon": "p32", "options": {"jams": True}}
    assert "jammed" not in outcome("finishing_blow", [1, 100], target=HELPLESS, zone="head", **jams)


def test_nobody_asks_destiny_about_a_finishing_blow():
    """CD20-P-COUP-01: a table that waits does not wait here."""
    thrown = iter([10, 100])
    asked = prepare("cthulhud20", "finishing_blow", {"target": HELPLESS, "zone": "head"}).request()
    assert run(asked, lambda die: next(thrown), waits=always).outcome.severity == "critical"


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        ({"zone": "tendrils"}, ("field/one_of", "zone")),
        ({"zone": "head", "target": {"tables": "zombie", "lost_parts": ["head"]}}, ("field/not_allowed", "zone")),
        ({"zone": "head", "target": {"damage_mode": "traditional"}}, ("field/not_allowed", "target.damage_mode")),
        ({"zone": "head", "weapon": "railgun"}, ("field/one_of", "weapon")),
        ({}, ("field/missing", "zone")),
    ],
)
def test_finishing_inputs_that_make_no_sense(scene, fault):
    assert refused("finishing_blow", **scene) == fault
