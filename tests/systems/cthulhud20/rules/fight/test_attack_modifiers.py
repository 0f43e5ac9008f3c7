"""The sum of an attack term by term, and the CA that it meets (ATT, AIM, AC, P-MOD)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench
from systems.cthulhud20.ledger import by_key, number
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("attack_bonus", "zone_ca")
TERMS = (
    "base_attack",
    "ability_mod",
    "lethality",
    "feat_bonus",
    "range_malus",
    "aim_bonus",
    "fatigue_malus",
    "condition_malus",
    "proficiency_malus",
    "size_modifier",
    "situation_bonus",
    "power_attack_malus",
    "stun_malus",
    "modifier",
)
JACK = {
    "level": 9,
    "combat_option": "offence",
    "good_saves": ["ref"],
    "str": 12,
    "dex": 20,
    "con": 13,
    "feats": ["weapon_proficiency:rifle", "weapon_focus:m21", "point_blank_shot", "precise_shot", "far_shot"],
}


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def bonus(field: str = "attack_bonus", **scene: Any) -> int:
    return outcome("attack_bonus", **scene)[field]


# ---- Jack ----


def test_the_sum_of_jack_is_told_term_by_term():
    """CD20-ATT-01, seed lines 236-248: 7 + 5 + 7 + 1 − 4 + 2 = 18, less 10 at the head."""
    scene = {"weapon": "m21", "distance_m": 280, "aimed": True, "situation": ["bystanders"], "aim": "head"}
    result = bench.answer("attack_bonus", attacker=JACK, **scene).steps
    assert [(one.label, one.value, one.rule) for one in result] == [
        ("attack_bonus", 18, "CD20-ATT-01"),
        ("total_bonus", 8, "CD20-AIM-02"),
    ]
    assert result[0].parts == (
        ("base_attack", 7),
        ("ability_mod", 5),
        ("lethality", 7),
        ("feat_bonus", 1),
        ("range_malus", -4),
        ("aim_bonus", 2),
    )
    assert result[1].parts == (("attack_bonus", 18), ("zone_malus", -10))


@pytest.mark.parametrize(("situation", "worth"), [("unseen", 2), ("fighting_defensively", -4), ("no_bipod", -4)])
def test_what_else_weighs_on_an_aimed_shot_at_the_head(situation, worth):
    """CD20-AIM-03: a round of aim and a called zone replace no other modifier."""
    scene = {"attacker": JACK, "weapon": "m21", "distance_m": 280, "aimed": True, "aim": "head"}
    assert bonus("total_bonus", **scene, situation=[situation]) - bonus("total_bonus", **scene) == worth


def test_aim_serves_the_first_shot_only():
    """CD20-AIM-01, CD20-ATT-03: +18 and +11; a blow gains nothing by it."""
    scene = {"attacker": JACK, "weapon": "m21", "distance_m": 280, "aimed": True}
    assert [bonus(attack_number=at, **scene) for at in (1, 2)] == [18, 11]
    assert bonus("aim_bonus", weapon="bat", aimed=True) == 0
    assert bonus("aim_bonus", weapon="knife", thrown=True, aimed=True) == 2


# ---- the rows on the attacker’s side ----

SITUATIONS = by_key(
    """
    flanking               | +2  | 0
    higher_ground          | +1  | 0
    unseen                 | +2  | +2
    charging               | +2  | 0
    fighting_defensively   | −4  | −4
    bystanders             | 0   | −4
    two_weapons_main       | −6  | −6
    two_weapons_off        | −10 | −10
    two_weapons_main_light | −4  | −4
    two_weapons_off_light  | −8  | −8
    no_bipod               | 0   | −4
    grapple_stab           | −4  | 0
    """.strip("\n ")
)


@pytest.mark.parametrize(("situation", "melee", "ranged"), SITUATIONS)
def test_every_situation_has_its_number_and_counts_once(situation, melee, ranged):
    """CD20-P-MOD-01, cell by cell."""
    for kind, worth in (("melee", melee), ("ranged", ranged), ("thrown", ranged)):
        for times in (1, 2):
            assert bonus("situation_bonus", weapon={"kind": kind}, situation=[situation] * times) == number(worth)


@pytest.mark.parametrize(
    ("situation", "feats", "worth"),
    [
        ("bystanders", ["precise_shot"], 0),
        ("two_weapons_main", ["two_weapon_fighting"], -4),
        ("two_weapons_main", ["ambidexterity"], -6),
        ("two_weapons_off", ["two_weapon_fighting"], -8),
        ("two_weapons_off", ["ambidexterity"], -6),
        ("two_weapons_off", ["two_weapon_fighting", "ambidexterity"], -4),
        ("two_weapons_main_light", ["two_weapon_fighting", "ambidexterity"], -2),
        ("two_weapons_off_light", ["two_weapon_fighting", "ambidexterity"], -2),
        ("no_bipod", ["precise_shot"], -4),
    ],
)
def test_feats_that_ease_a_situation(situation, feats, worth):
    """CD20-ATT-06, CD20-P-MOD-01, CD20-P-FEAT-01."""
    attacker = {"feats": feats}
    assert bonus("situation_bonus", weapon={"kind": "ranged"}, attacker=attacker, situation=[situation]) == worth


@pytest.mark.parametrize(
    ("attacker", "melee", "ranged"),
    [
        ({}, 0, 0),
        ({"prone": True}, -4, 0),
        ({"conditions": ["shaken"]}, -2, -2),
        ({"conditions": ["shaken", "entangled", "held"]}, -2, -2),
        ({"conditions": ["frightened", "sickened"]}, -4, -4),
        ({"conditions": ["dazzled"]}, -1, -1),
        ({"conditions": ["dazzled", "panicked"]}, -3, -3),
        ({"hampered_parts": ["head"]}, -4, -4),
        ({"hampered_parts": ["abdomen"]}, -2, -2),
        ({"hampered_parts": ["head", "abdomen", "whole_body"]}, -8, -8),
        ({"hampered_parts": ["right_arm"]}, 0, 0),
        ({"armour_items": ["tactical_vest"]}, -5, -5),
        ({"armour_items": ["tactical_vest"], "feats": ["armour_proficiency:medium"]}, 0, 0),
    ],
)
def test_what_weighs_on_whoever_attacks(attacker, melee, ranged):
    """CD20-P-COND-01, CD20-P-WOUND-01, CD20-P-AC-01: states, parts, the ground, armour that one is not used to."""
    for kind, worth in (("melee", melee), ("ranged", ranged)):
        assert bonus("condition_malus", attacker=attacker, weapon={"kind": kind}) == worth


@pytest.mark.parametrize(
    ("pf", "malus"),
    [(8, 0), (7, 0), (6, -1), (5, -1), (4, -2), (3, -2), (2, -3), (1, -3), (0, -5)],
)
def test_fatigue_weighs_on_every_attack(pf, malus):
    """CD20-FAT-02, CD20-FAT-03: melee, ranged, thrown."""
    for kind in ("melee", "ranged", "thrown"):
        assert bonus("fatigue_malus", attacker={"pf": pf}, weapon={"kind": kind}) == malus


def test_the_ability_that_counts():
    """CD20-ATT-01, CD20-P-FEAT-01: Strength in melee, Dexterity else; Finesse with one light weapon."""
    who = {"str": 16, "dex": 18, "feats": ["weapon_finesse:knife", "weapon_finesse:bat"]}
    assert bonus("ability_mod", attacker=who, weapon="machete") == 3
    assert bonus("ability_mod", attacker=who, weapon="knife") == 4
    assert bonus("ability_mod", attacker=who, weapon="bat") == 3  # no light weapon
    assert bonus("ability_mod", attacker=who, weapon="razor") == 3
    assert bonus("ability_mod", attacker={"str": 16, "dex": 12}, weapon="club", thrown=True) == 1
    assert bonus("ability_mod", attacker={**who, "conditions": ["entangled"]}, weapon="m21") == 2


def test_the_feats_of_a_shot():
    """CD20-ATT-07, CD20-FEAT-05: this very model; within 9 m, with what shoots or is thrown."""
    who = {"feats": ["weapon_focus:r38", "point_blank_shot"]}
    assert [bonus("feat_bonus", attacker=who, weapon="r38", distance_m=far) for far in (9, 9.1)] == [2, 1]
    assert bonus("feat_bonus", attacker=who, weapon="luger", distance_m=9) == 1
    assert bonus("feat_bonus", attacker=who, weapon="bat") == 0
    assert bonus("feat_bonus", attacker=who, weapon="knife", thrown=True) == 1


def test_proficiency_and_size():
    """CD20-P-MOD-01, CD20-P-AC-01: everybody knows simple weapons."""
    assert bonus("proficiency_malus", weapon="m21") == -4
    assert bonus("proficiency_malus", weapon="m21", attacker={"feats": ["weapon_proficiency:rifle"]}) == 0
    assert bonus("proficiency_malus", weapon="m21", attacker={"feats": ["weapon_proficiency:handgun"]}) == -4
    assert bonus("proficiency_malus", weapon="bat") == 0
    sizes = {"fine": 8, "tiny": 2, "small": 1, "medium": 0, "large": -1, "huge": -2, "colossal": -8}
    assert {size: bonus("size_modifier", attacker={"size": size}) for size in sizes} == sizes


def test_distances_where_none_is_said():
    """CD20-P-RANGE-01: across a room; at arm’s length a distance is no matter."""
    assert bonus("range_malus", weapon="sg12s") == -1
    assert bonus("range_malus", weapon="knife", thrown=True) == -2
    assert picked("attack_bonus", [], "range_malus", "in_range", weapon="bat", distance_m=400) == (0, True)
    assert picked("attack_bonus", [], "range_malus", "in_range", weapon="p22", distance_m=60) == (0, False)


def test_lethality_in_the_sum():
    """CD20-P-GUN-04, CD20-P-CREA-03: spread, slugs, both barrels, a body that resists bullets."""
    assert bonus("lethality", weapon="sg12", distance_m=18) == 3
    assert bonus("lethality", weapon="sg12", distance_m=18, slug=True) == 5
    assert bonus("lethality", weapon="sg12", both_barrels=True) == 7
    assert bonus("lethality", weapon="m21", target={"traits": ["bullet_resistant"]}) == 3
    assert bonus("lethality", weapon="bat", target={"traits": ["bullet_resistant"]}) == 2
    strong = {"str": 18}
    assert bonus("lethality", weapon="bat", attacker=strong, options={"strength_in_lethality": True}) == 3


def test_power_and_stun():
    """CD20-FEAT-06, CD20-P-WOUND-02: no malus for bare hands."""
    who = {"base_attack": [5, 0], "feats": ["power_attack"]}
    result = outcome("attack_bonus", attacker=who, weapon="bat", power_attack=3, to_stun=True, attack_number=2)
    assert (result["power_attack_malus"], result["stun_malus"], result["attack_bonus"]) == (-3, -4, -5)
    assert bonus("stun_malus", weapon="unarmed", to_stun=True) == 0
    ranged = {"attacker": who, "weapon": "bow", "power_attack": 3}
    assert refused("attack_bonus", **ranged) == ("field/not_allowed", "power_attack")
    assert bonus("power_attack_malus", options={"power_attack_ranged": True}, **ranged) == -3


def test_a_bonus_given_as_a_whole():
    """CD20-ATT-01: it stands for everything from base attack to situation; the rest still counts."""
    who = {"base_attack": [3], "feats": ["power_attack"], "pf": 1}
    scene = {"attacker": who, "weapon": "sabre", "situation": ["flanking"], "target": {"prone": True}}
    result = outcome("attack_bonus", attack_bonus=9, power_attack=2, to_stun=True, modifier=1, **scene)
    assert [result[name] for name in TERMS] == [9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -4, 1]
    assert (result["attack_bonus"], result["target_modifier"], result["total_bonus"]) == (4, 4, 8)
    assert bonus(attack_bonus=9, attack_number=5) == 9


def test_the_traditional_system():
    """CD20-CREA-01, CD20-CREA-02: neither lethality nor zones, whatever is aimed at."""
    shoggoth = {"damage_mode": "traditional", "tables": "radial"}
    result = outcome("attack_bonus", weapon={"lethality": 5}, target=shoggoth, aim="head")
    assert (result["system"], result["lethality"], result["zone_malus"]) == ("traditional", 0, 0)
    assert bonus("lethality", weapon={"lethality": 5}, target={"tables": "radial"}) == 5


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        ({"weapon": "railgun"}, ("field/one_of", "weapon")),
        ({"attack_number": 2}, ("field/at_most", "attack_number")),
        ({"attack_number": 0}, ("field/range", "attack_number")),
        ({"power_attack": 1}, ("field/not_allowed", "power_attack")),
        ({"power_attack": 2, "attacker": {"feats": ["power_attack"]}}, ("field/at_most", "power_attack")),
        (
            {"power_attack": 1, "attacker": {"base_attack": [-1], "feats": ["power_attack"]}},
            ("field/at_most", "power_attack"),
        ),
        ({"aim": "head", "target": {"tables": "mi_go"}}, ("field/not_allowed", "aim")),
        ({"aim": "head", "target": {"lost_parts": ["head"]}}, ("field/not_allowed", "aim")),
        ({"aim": "elbow"}, ("field/one_of", "aim")),
        ({"situation": ["drunk"]}, ("field/one_of", "situation[0]")),
        ({"target": {"pv": 30}}, ("field/at_most", "target.pv")),
    ],
)
def test_inputs_that_make_no_sense(scene, fault):
    assert refused("attack_bonus", **scene) == fault


people = st.fixed_dictionaries(
    {},
    optional={
        "str": st.integers(1, 30),
        "dex": st.integers(1, 30),
        "base_attack": st.just([7, 2]),
        "pf": st.integers(0, 8),
        "size": st.sampled_from(["small", "medium", "huge"]),
        "prone": st.booleans(),
        "feats": st.lists(st.sampled_from(["power_attack", "far_shot", "weapon_focus:m21", "precise_shot"])),
    },
)


@given(
    attacker=people,
    target=people,
    weapon=st.sampled_from(["m21", "bat", "sg12", "unarmed", "rock"]),
    distance=st.sampled_from([1.5, 5, 9, 14, 40]),
    aim=st.sampled_from(["none", "head", "legs"]),
    situation=st.lists(st.sampled_from(["flanking", "bystanders", "unseen"])),
    modifier=st.integers(-10, 10),
    whole=st.one_of(st.none(), st.integers(-5, 30)),
)
def test_all_terms_simply_add_up(attacker, target, weapon, distance, aim, situation, modifier, whole):
    """CD20-ATT-01."""
    scene = {"attacker": attacker, "target": target, "weapon": weapon, "distance_m": distance, "aim": aim}
    result = outcome("attack_bonus", situation=situation, modifier=modifier, attack_bonus=whole, **scene)
    assert result["attack_bonus"] == sum(result[name] for name in TERMS)
    assert result["total_bonus"] == result["attack_bonus"] + result["target_modifier"] + result["zone_malus"]
    assert whole is None or result["attack_bonus"] == whole + modifier


# ---- the CA of every zone ----


def test_paul_fresh_and_tired():
    """CD20-AC-01, CD20-FAT-02, seed lines 150-156: the arm is 13, then 12."""
    paul = {"con": 14, "dex": 14, "armour_items": ["jacket"]}
    fresh, tired = outcome("zone_ca", target=paul), outcome("zone_ca", target={**paul, "pf": 8})
    assert (fresh["zone_ca"]["right_arm"], tired["zone_ca"]["right_arm"]) == (13, 12)
    assert (tired["pf_max"], tired["pf_lost"], tired["fatigue_malus"]) == (10, 2, -1)


def test_whoever_cannot_see_it_come():
    """CD20-P-MOD-01, CD20-COND-02, CD20-COND-03: no Dexterity; at 0 PF five less and nothing more."""
    quick = {"dex": 18}
    assert picked("zone_ca", [], "touch_ca", "dex_used", target=quick, attacker_unseen=True) == (10, 0)
    assert picked("zone_ca", [], "touch_ca", "helpless", target={**quick, "pf": 0}) == (5, True)
    told = bench.reasons("zone_ca", target={**quick, "pf": 0})
    assert ("fatigue_malus", -5, "CD20-FAT-03") in told


def test_every_zone_of_every_body_has_a_class():
    """CD20-P-CREA-04: also where no armour is worn."""
    assert set(outcome("zone_ca", target={"tables": "radial", "natural_armour": 6})["zone_ca"].values()) == {16}
    assert len(outcome("zone_ca", target={"tables": "cone"})["zone_ca"]) == 6


def test_odds_and_the_one_answer_agree():
    bench.assert_odds_agree("attack_bonus", weapon="m21", distance_m=280)
    bench.assert_odds_agree("zone_ca", target={"dex": 14})
