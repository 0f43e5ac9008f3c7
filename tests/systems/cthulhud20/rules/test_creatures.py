"""Creatures converted: the bestiary, and stat blocks (CREA, P-CREA)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import odds_of
from gardien.systems.cthulhud20 import pack
from systems.brute import Bench
from systems.cthulhud20.ledger import NO, by_key, keys, number
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused


@pytest.mark.parametrize(
    "example", [one for one in examples("cthulhud20") if one.procedure == "convert_creature"], ids=by_id
)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# key | hp | half | investigator | CA | touch | without Dex | mode | tables
BESTIARY = """
    cultist        | —   | —   | 9  | 11 | 11 | 10 | human          | human
    thug           | —   | —   | 9  | 11 | 11 | 10 | human          | human
    dog            | 6   | 3   | 10 | 15 | 14 | 12 | own_tables     | quadruped
    wolf           | 13  | 6   | 10 | 14 | 12 | 12 | own_tables     | quadruped
    zombie         | 16  | 8   | 8  | 11 | 9  | 11 | adapted_tables | zombie
    rat_thing      | 4   | 2   | 8  | 15 | 15 | 12 | own_tables     | quadruped
    ghoul          | 19  | 9   | 10 | 14 | 11 | 13 | human          | human
    deep_one       | 15  | 7   | 11 | 14 | 10 | 14 | human          | human
    nightgaunt     | 16  | 8   | 9  | 17 | 13 | 14 | adapted_tables | winged_human
    serpent_person | 22  | 11  | 9  | 14 | 12 | 12 | human          | human
    mi_go          | 16  | 8   | 9  | 14 | 12 | 12 | own_tables     | mi_go
    ghast          | 37  | 18  | 11 | 14 | 10 | 13 | human          | human
    elder_thing    | 51  | 25  | 12 | 16 | 10 | 15 | own_tables     | radial
    yithian        | 60  | 30  | 11 | 15 | 7  | 15 | own_tables     | cone
    shoggoth       | 248 | 124 | 18 | 18 | 8  | 18 | traditional    | none
    star_spawn     | 330 | 165 | 20 | 22 | 6  | 22 | traditional    | none
    """.strip("\n ")

# key | attacks (count name bonus lethality damage)
ATTACKS = """
    cultist        | 1 knife +3 +2 1d4; 1 p32 +5 +3 1d8
    thug           | 1 unarmed +2 +0 1d3+1; 1 p32 +5 +3 1d8
    dog            | 1 bite +3 +1 1d4+1
    wolf           | 1 bite +3 +1 1d6+1
    zombie         | 1 slam +3 +1 1d6+1
    rat_thing      | 1 bite +5 +0 1d3-4
    ghoul          | 2 claw +7 +1 1d6+3; 1 bite +3 +2 1d8+1
    deep_one       | 2 claw +6 +1 1d6+3; 1 spear +8 +3 1d8+3
    nightgaunt     | 2 grab +6 +1 1d4+2
    serpent_person | 1 bite +5 +1 1d6; 1 sabre +7 +3 1d8
    mi_go          | 2 claw +4 +1 1d6+1
    ghast          | 2 claw +10 +1 1d6+5; 1 bite +6 +2 1d8+2
    elder_thing    | 2 tendril +10 +1 1d6+6
    yithian        | 2 pincer +13 +2 1d8+7; 1 lightning_gun +10 +7 4d6
    shoggoth       | 4 pseudopod +24 +3 2d6+11
    star_spawn     | 2 claw +31 +5 2d8+15
    """.strip("\n ")


@pytest.mark.parametrize(
    ("key", "hp", "half", "investigator", "ca", "touch", "without", "mode", "tables"), by_key(BESTIARY)
)
def test_the_bestiary_cell_by_cell(key, hp, half, investigator, ca, touch, without, mode, tables):
    """CD20-P-CREA-03, CD20-CREA-04: humans are always an investigator’s equal."""
    result = outcome("convert_creature", key=key)
    usual = int(investigator if half == NO else half)
    assert (result["pv_max"], result["pf_max"], result.get("hp")) == (usual, usual, None if hp == NO else int(hp))
    assert (result["ca"], result["touch_ca"], result["ca_without_dex"]) == (int(ca), int(touch), int(without))
    assert (result["damage_mode"], result["tables"]) == (mode, tables)
    for scene in ({"hp_mode": "investigator"}, {"options": {"creature_hp": "investigator"}}):
        assert picked("convert_creature", [], "pv_max", "pf_max", key=key, **scene) == (int(investigator),) * 2
    assert picked("convert_creature", [], "pv_max", key=key, hp_mode="half") == (usual,)


@pytest.mark.parametrize(("key", "attacks"), by_key(ATTACKS))
def test_the_attacks_of_the_bestiary_cell_by_cell(key, attacks):
    """CD20-P-CREA-03, CD20-CREA-04."""
    result = outcome("convert_creature", key=key)
    expected = []
    for one in attacks.split("; "):
        count, name, bonus, lethality, damage = one.split()
        expected.append((int(count), name, number(bonus), number(lethality), damage))
    shown = [
        (one["count"], one["name"], one["attack_bonus"], one["lethality"], one["damage"].replace("−", "-"))
        for one in result["attacks"]
    ]
    assert shown == expected
    assert [one["attack_bonus_traditional"] for one in result["attacks"]] == [one[2] - one[3] for one in expected]


def test_the_bestiary_is_whole():
    assert keys(BESTIARY) == keys(ATTACKS) == pack.keys("creatures", "creature")
    assert refused("convert_creature", key="hound") == ("field/one_of", "key")


def test_with_a_key_nothing_else_is_read():
    """The contract: `hp_mode` alone."""
    plain = outcome("convert_creature", key="wolf")
    block = {"hp": 99, "str": 30, "dex": 30, "size": "huge", "natural_armour": 9, "damage_mode": "human"}
    assert outcome("convert_creature", key="wolf", **block) == plain


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 2000),
    st.integers(0, 60),
    st.integers(0, 60),
    st.integers(0, 30),
    st.sampled_from(["fine", "small", "medium", "large", "huge", "gargantuan", "colossal"]),
)
def test_a_stat_block_step_by_step(hp, dex, con, natural, size):
    """CD20-CREA-04, CD20-P-CREA-01: life both ways; CA with size, Dexterity and hide; a malus is never lost."""
    large = {"fine": 8, "small": 1, "medium": 0, "large": -1, "huge": -2, "gargantuan": -4, "colossal": -8}[size]
    block = {"hp": hp, "dex": dex, "con": con, "natural_armour": natural, "size": size}
    result = outcome("convert_creature", **block)
    modifier = (dex - 10) // 2
    assert (result["pv_max"], result["pf_max"]) == (max(1, hp // 2),) * 2
    assert result["ca"] == 10 + large + modifier + natural
    assert (result["touch_ca"], result["ca_without_dex"]) == (result["ca"] - natural, result["ca"] - max(0, modifier))
    assert "hp" not in result
    tough = outcome("convert_creature", hp_mode="investigator", **block)
    assert tough["pv_max"] == max(1, 8 + (con - 10) // 2)


@pytest.mark.parametrize(
    ("attack", "lethality", "bonus"),
    [
        ({"damage": "1d6"}, 1, 6),
        ({"damage": "1d6", "secondary": True}, 1, 1),
        ({"damage": "1d6", "ranged": True}, 1, 3),
        ({"damage": "2d6+3"}, 4, 9),
        ({"damage": "1d6", "threat_from": 19}, 2, 7),
        ({"damage": "1d6", "critical_multiplier": 3}, 2, 7),
        ({"damage": "1d6", "threat_from": 18, "critical_multiplier": 3}, 2, 7),
        ({"damage": "5d12"}, 8, 13),
        ({"damage": "1"}, 0, 5),
    ],
)
def test_the_attacks_of_a_stat_block(attack, lethality, bonus):
    """CD20-P-CREA-01, CD20-LETH-01, CD20-LETH-02: own dice, no Strength, whatever the table adds to weapons."""
    block = {"hp": 10, "str": 16, "dex": 10, "base_attack": 3, "size": "large", "attacks": [{"name": "claw", **attack}]}
    for options in ({}, {"strength_in_lethality": True}):
        (result,) = outcome("convert_creature", **block, options=options)["attacks"]
        assert result == {
            "name": "claw",
            "lethality": lethality,
            "attack_bonus": bonus,
            "attack_bonus_traditional": bonus - lethality,
        }


@pytest.mark.parametrize(
    ("mode", "tables", "expected"),
    [
        ("human", None, "human"),
        ("adapted_tables", None, "zombie"),
        ("adapted_tables", "winged_human", "winged_human"),
        ("own_tables", None, "none"),
        ("own_tables", "cone", "cone"),
        ("traditional", None, "none"),
        ("traditional", "cone", "none"),
        (None, None, "none"),
    ],
)
def test_the_tables_that_go_with_a_way_to_convert(mode, tables, expected):
    """CD20-CREA-02, CD20-CREA-03, CD20-P-CREA-04."""
    said = {name: value for name, value in (("damage_mode", mode), ("tables", tables)) if value}
    result = outcome("convert_creature", hp=10, **said)
    assert (result["damage_mode"], result["tables"]) == (mode or "traditional", expected)


def test_half_of_what():
    """CD20-CREA-04: hit points must be told where they are halved."""
    assert refused("convert_creature", hp_mode="half") == ("field/missing", "hp")
    assert refused("convert_creature") == ("field/missing", "hp")
    assert outcome("convert_creature", options={"creature_hp": "investigator"})["pv_max"] == 8
    assert refused("convert_creature", hp=0) == ("field/range", "hp")
    assert outcome("convert_creature", hp=1)["pv_max"] == 1
    assert refused("convert_creature", hp=5, attacks=[{"name": "bite"}])[0] == "field/missing"
    assert refused("convert_creature", hp=5, attacks=[{"damage": "much"}])[1] == "attacks[0].damage"


def test_nothing_is_left_to_chance():
    (only,) = odds_of("cthulhud20", "convert_creature", {"key": "ghoul"})
    assert only.chance == 1
    told = bench.answer("convert_creature", hp=19, str=17, base_attack=3, attacks=[{"name": "claw", "damage": "1d6"}])
    assert [(one.label, one.value, one.who) for one in told.steps if one.who] == [("attack_bonus", 7, "claw")]
