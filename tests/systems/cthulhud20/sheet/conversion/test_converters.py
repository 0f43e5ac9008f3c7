"""Sheets of the base d20 game become sheets of this one: creatures, people, feats, spells, hit points (CREA, GEN)."""

from typing import Any

import pytest

import gardien
from gardien.core.errors import Refusal
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.sheet.conversion.names import feat_called, skill_called
from gardien.systems.cthulhud20.sheet.samples import sample_creature, sample_person
from gardien.systems.cthulhud20.sheet.sheet import Creature, Investigator, Npc


def brought(kind: str, **given: Any) -> Any:
    return gardien.convert("d20", "cthulhud20", {"kind": kind, **given}, dice=[])


def value(carried: Any, field: str) -> Any:
    (result,) = [one for one in carried.values if one.field == field]
    return result


def losses(carried: Any) -> dict[str, str]:
    return {one.what: one.why for one in carried.lost}


# ---- creatures ----


@pytest.mark.parametrize("row", pack.table("creatures", "creature"), ids=lambda row: row.key)
def test_every_creature_of_the_list_comes_out_as_it_is_printed(row):
    """CD20-P-CREA-01, CD20-P-CREA-03, CD20-CREA-04: from its traditional numbers."""
    printed = sample_creature(row.key, "en")
    attacks = [
        {
            "name": one.name,
            "bonus": one.attack_bonus - one.lethality,
            "damage": one.damage,
            "count": one.count,
            "ranged": one.ranged,
            "threat_from": one.threat_from,
            "critical_multiplier": one.critical_multiplier,
        }
        for one in printed.attacks
    ]
    result = brought(
        "creature",
        **row.abilities,
        size=row.size,
        ca=row.ca,
        base_attack=row.base_attack,
        attacks=attacks,
        damage_mode=row.mode,
        **({"tables": row.tables} if row.tables else {}),
        **({"hp": row.hp} if row.hp else {}),
        san_loss=row.san.text,
        fort=row.fort,
    ).sheet
    assert isinstance(result, Creature)
    same = (
        "pv_max",
        "pf_max",
        "natural_armour",
        "zone_ca",
        "touch_ca",
        "damage_mode",
        "tables",
        "hp",
        "san_loss",
        "fort",
    )
    assert {name: getattr(result, name) for name in same} == {name: getattr(printed, name) for name in same}
    own = [one for one in zip(result.attacks, printed.attacks, strict=True) if not one[1].pf_only]
    assert [one.attack_bonus for one, _ in own] == [one.attack_bonus for _, one in own]


@pytest.mark.parametrize(
    ("given", "life", "rule"),
    [
        ({"hp": 19, "con": 15}, 9, "hp"),
        ({"hp": 1}, 1, "hp"),
        ({"hp": 19, "con": 15, "hp_mode": "investigator"}, 10, "con"),
        ({"hp": 19, "con": 15, "options": {"creature_hp": "investigator"}}, 10, "con"),
        ({"damage_mode": "human"}, 8, "con"),
        ({"damage_mode": "human", "con": 1}, 3, "con"),
    ],
)
def test_life_is_half_of_the_hit_points_or_an_investigators(given, life, rule):
    """CD20-CREA-04: without Constitution the modifier is 0."""
    result = brought("creature", **given)
    assert (result.sheet.pv_max, result.sheet.pf_max, result.sheet.pv) == (life, life, life)
    assert set(value(result, "pv_max").came) <= {rule}


def test_an_attack_without_a_written_bonus_is_summed_up():
    """CD20-P-CREA-01: base, ability, size, lethality of its own dice, five less for a secondary one."""
    claw = {"name": "claw", "damage": "1d6+5"}
    bolt = {"name": "bolt", "damage": "1d6+5", "ranged": True, "secondary": True}
    result = brought("creature", hp=37, str=20, dex=12, size="large", base_attack=3, attacks=[claw, bolt])
    assert [(one.attack_bonus, one.lethality) for one in result.sheet.attacks] == [
        (3 + 5 - 1 + 1, 1),
        (3 + 1 - 1 - 5 + 3, 3),
    ]
    assert dict(value(result, "attacks.bolt").parts)["secondary"] == -5
    sharp = {"name": "horn", "damage": "1d6", "threat_from": 19, "bonus": 4}
    assert brought("creature", hp=9, attacks=[sharp]).sheet.attacks[0].attack_bonus == 4 + 1 + 1  # CD20-LETH-02


def test_ways_of_conversion_bring_their_tables():
    """CD20-CREA-02, CD20-CREA-03."""
    assert brought("creature", hp=16, damage_mode="adapted_tables").sheet.tables == "zombie"
    assert brought("creature", hp=16, damage_mode="own_tables", tables="radial").sheet.tables == "radial"
    old = brought("creature", hp=16).sheet
    assert (old.damage_mode, old.hp_current) == ("traditional", 16)


@pytest.mark.parametrize(
    ("faulty", "field"),
    [
        ({}, "hp"),
        ({"damage_mode": "human", "hp_mode": "half"}, "hp"),
        ({"hp": 9, "damage_mode": "own_tables"}, "tables"),
        ({"hp": 9, "san_loss": "a lot"}, "san_loss"),
        ({"hp": 9, "san_loss": "0/2d7"}, "san_loss"),
        ({"hp": 9, "attacks": [{"damage": "x"}]}, "damage"),
        ({"hp": 9, "spells": [{"name": "Z", "damage": "1d7"}]}, "damage"),
    ],
)
def test_a_stat_block_that_cannot_be_read_is_refused(faulty, field):
    with pytest.raises(Refusal) as caught:
        brought("creature", **faulty)
    assert caught.value.field.endswith(field)


# ---- people ----


@pytest.mark.parametrize("key", ["paul", "jack", "thug"])
def test_the_ready_sheets_come_out_as_they_are(key):
    """CD20-P-SAMPLE-01, CD20-HP-01, CD20-P-LEVEL-01, CD20-P-SAVE-01: Paul, Jack, the thug."""
    sheet, row = sample_person(key, "en"), pack.sample(key)
    result = brought(
        "npc" if row.npc else "investigator",
        **row.abilities,
        level=row.level,
        base_attack=sheet.base_attack,
        fort=sheet.fort,
        ref=sheet.ref,
        will=sheet.will,
        feats=[pack.feat(one).en + (f" ({about})" if (about := one.partition(":")[2]) else "") for one in row.feats],
        weapons=[pack.weapon(row.weapon).en],
        armour=[pack.armour(one).en for one in row.armour],
        hp=40,
        language="en",
    )
    assert isinstance(result.sheet, Npc if row.npc else Investigator)
    same = (
        "pv_max",
        "pf_max",
        "zone_ca",
        "base_attack",
        "fort",
        "ref",
        "will",
        "feats",
        "san",
        "combat_option",
        "weapons",
    )
    assert {name: getattr(result.sheet, name) for name in same} == {name: getattr(sheet, name) for name in same}
    assert losses(result) == {"hp": "no_hp"}


def test_toughness_is_two_of_each():
    """CD20-FEAT-08: twice, no more."""
    result = brought("npc", con=14, feats=["Toughness"] * 3, hp=30)
    assert (result.sheet.pv_max, result.sheet.pf_max) == (14, 14)
    assert dict(value(result, "pv_max").parts) == {"base": 8, "con": 2, "toughness": 4}
    assert value(result, "pv_max").rule == "CD20-FEAT-08"
    assert losses(result) == {"hp": "no_hp", "feats.Toughness": "twice"}


@pytest.mark.parametrize("row", [row for row in pack.table("feats", "feat") if row.converted], ids=lambda row: row.key)
def test_converted_feats_are_told_by_their_own_rule(row):
    """CD20-FEAT-01 to CD20-FEAT-08: what they do now."""
    name = row.en + (" (M21)" if row.parameter == "weapon" else "")
    result = brought("npc", feats=[name], language="en")
    key = row.key + (":m21" if row.parameter == "weapon" else "")
    assert value(result, f"feats.{key}").value == row.effect_en
    assert value(result, f"feats.{key}").rule.startswith("CD20-FEAT-0")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Weapon Focus (M21)", "weapon_focus:m21"),
        ("Arme de prédilection (M21)", "weapon_focus:m21"),
        ("Weapon Proficiency: pistol", "weapon_proficiency:handgun"),
        ("Armour Proficiency (légère)", "armour_proficiency:light"),
        ("Skill Emphasis (Spot)", "skill_emphasis:spot"),
        ("skill_pair (hide, listen)", "skill_pair:hide+listen"),
        ("skill_pair (hide)", ""),
        ("Weapon Focus", ""),
        ("Weapon Focus (spoon)", ""),
        ("Weapon Proficiency (light)", ""),
        ("Alertness (Spot)", ""),
        ("Nonsense", ""),
    ],
)
def test_feats_are_found_with_what_they_are_about(name, key):
    """CD20-P-FEAT-01."""
    assert feat_called(name) == key


def test_totals_of_skills_become_ranks():
    """CD20-P-SKILL-02: ability and feats are taken off; the Mythos has ranks of its own (CD20-P-SAN-05)."""
    result = brought(
        "investigator",
        dex=14,
        wis=12,
        feats=["Alertness"],
        skills={"Hide": 6, "spot": 5, "Listen": 1, "Basket weaving": 3, "Cthulhu Mythos": 2, "Knowledge (medicine)": 4},
        language="en",
    )
    assert result.sheet.skill_ranks == {"hide": 4, "spot": 2, "listen": 0, "knowledge_medicine": 4}
    assert (result.sheet.mythos_ranks, result.sheet.san) == (2, 60)
    assert losses(result) == {"skills.Basket weaving": "no_skill"}
    assert result.sheet.notes == "Basket weaving +3"
    assert skill_called("Connaissances (Médecine)") == "knowledge_medicine"


def test_what_the_lists_do_not_know_is_kept_in_sight():
    result = brought(
        "investigator", weapons=["Spoon", "Knife"], armour=["Tin foil"], profession="Juggler", feats=["Zap"]
    )
    why = {
        "weapons.Spoon": "no_weapon",
        "armour.Tin foil": "no_armour",
        "profession": "no_profession",
        "feats.Zap": "no_feat",
    }
    assert losses(result) == why
    assert result.sheet.notes.splitlines() == ["Zap", "Spoon", "Tin foil", "Juggler"]
    assert [one.weapon for one in result.sheet.weapons] == ["knife"]


# ---- spells ----


@pytest.mark.parametrize(
    ("spell", "said", "rule", "line"),
    [
        (
            {"name": "Poing", "damage": "1d8+9", "attack": True},
            5,
            "CD20-SPELL-01",
            "Poing\u00a0: létalité +5 à son jet d’attaque",
        ),
        ({"name": "Feu", "damage": "1d6"}, 1, "CD20-ENV-01", "Feu\u00a0: cause naturelle, GB = 1d10 +1"),
        (
            {"name": "Main", "heals": "1d8+9"},
            "1d8 PV, 1d8+9 PF",
            "CD20-SPELL-02",
            "Main\u00a0: rend 1d8 PV et 1d8+9 PF",
        ),
        ({"name": "Eau", "heals": "2d4"}, "2d4 PV, 2d4 PF", "CD20-SPELL-02", "Eau\u00a0: rend 2d4 PV et 2d4 PF"),
    ],
)
def test_spells_that_wound_or_heal_are_converted(spell, said, rule, line):
    """CD20-SPELL-01 to CD20-SPELL-03, CD20-ENV-01: lethality, a natural cause, dice for PV and PF."""
    result = brought("creature", hp=10, spells=[spell])
    told = value(result, f"notes.{spell['name']}")
    assert (told.value, told.rule) == (said, rule)
    assert result.sheet.notes == line


def test_spells_of_the_list_are_known_and_others_remembered():
    """CD20-P-MAG-02."""
    result = brought("investigator", spells=["Healing Touch", "healing_touch", "Dance of bees", "Shrivelling"])
    assert result.sheet.spells_known == ("healing_touch", "shrivelling")
    assert losses(result) == {"spells.Dance of bees": "no_spell"}
    assert losses(brought("creature", hp=9, spells=["Shrivelling"])) == {"spells.Shrivelling": "no_spell"}


# ---- texts ----


def test_a_person_is_read_from_a_text():
    """CD20-GEN-01: what stands there is taken, what is not understood is said."""
    text = """
    Paul Marchand
    Niveau 1, Str 11, DEX 14, Con 14, Int 13, Sag 12, Cha 12, 7 PV, SAN 60, BBA +0
    Vigueur +4, Réflexes +4, Volonté +1
    Compétences : Discrétion +6, Jonglerie +2
    Armes : Couteau
    Dons : Vigilance (Alertness)
    Aime les chats
    """
    result = gardien.convert("d20", "cthulhud20", text=text, dice=[])
    sheet = result.sheet
    assert isinstance(sheet, Investigator)
    assert (sheet.name, sheet.pv_max, sheet.san, sheet.fort, sheet.ref) == ("Paul Marchand", 10, 60, 4, 4)
    assert [one.weapon for one in sheet.weapons] == ["knife"]
    assert result.unread == ("Aime les chats",)


def test_a_ranged_attack_and_its_critical_are_read():
    text = "Tireur\n12 HP, AC 12\nAttacks: spear +3 melee (1d8+1/x3), lightning gun +4 ranged (4d6, 19-20)"
    spear, gun = gardien.convert("d20", "cthulhud20", text=text, dice=[]).sheet.attacks
    assert (spear.lethality, spear.critical_multiplier, spear.ranged) == (3, 3, False)
    assert (gun.lethality, gun.threat_from, gun.ranged) == (8, 19, True)


def test_other_names_of_inputs_are_understood():
    result = brought("creature", scores={"STR": 18, "Dex": 12}, hit_points=20, ac=15, speed=12)
    assert (result.sheet.strength, result.sheet.dex, result.sheet.hp, result.sheet.speed_m) == (18, 12, 20, 12)
    assert result.sheet.natural_armour == 4
