"""Weapons, explosives, modes of fire, armours, cover, cell by cell (LETH, P-WEAP, P-EXPL, P-GUN, P-ARM, P-COVER)."""

import pytest

from gardien.core.dice import Dice
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack import table
from gardien.systems.cthulhud20.rules.fight.weapons import deadliness, weapon_of_list
from systems.cthulhud20.ledger import NO, by_key, keys, lines, number

WEAPONS = """
unarmed | all | simple | 1d3 | 3 | 20/×2 | +0 | — | — | — | PF only without Martial Artist
brass_knuckles | all | simple | 1d4 | 4 | 20/×2 | +1 | — | — | — | counts as unarmed for Martial Artist
blackjack | all | simple | 1d6 | 6 | 20/×2 | +1 | — | — | — | PF only
club | all | simple | 1d6 | 6 | 20/×2 | +1 | — | — | — | may be thrown, increment 3 m
baton | all | simple | 1d6 | 6 | 19–20/×2 | +2 | — | — | — |
bat | all | simple | 1d8 | 8 | 20/×2 | +2 | — | — | — | two hands
knife | all | simple | 1d4 | 4 | 19–20/×2 | +2 | — | — | — | may be thrown, increment 3 m; finesse
bowie | all | melee | 1d6 | 6 | 19–20/×2 | +2 | — | — | — | finesse
razor | all | simple | 1d4 | 4 | 19–20/×2 | +2 | — | — | — | finesse
machete | all | simple | 1d6 | 6 | 19–20/×2 | +2 | — | — | — |
hatchet | all | melee | 1d6 | 6 | 20/×3 | +2 | — | — | — | may be thrown, increment 3 m
axe | all | melee | 1d10 | 10 | 20/×3 | +4 | — | — | — | two hands
sword_cane | all | melee | 1d6 | 6 | 18–20/×2 | +2 | — | — | — | finesse
sabre | all | melee | 1d8 | 8 | 19–20/×2 | +3 | — | — | — |
spear | all | melee | 1d8 | 8 | 20/×3 | +3 | — | — | — | two hands
rifle_butt | all | simple | 1d6 | 6 | 20/×2 | +1 | — | — | — | two hands
pistol_whip | all | simple | 1d4 | 4 | 20/×2 | +1 | — | — | — |
chainsaw | modern | melee | 3d6 | 18 | 20/×2 | +5 | — | — | — | two hands; -4 without the melee proficiency
stun_gun | modern | simple | 1d3 | 3 | 20/×2 | +0 | — | — | — | PF only; on a hit Fort DC 15 or stunned 1d6 rounds
rock | all | simple | 1d3 | 3 | 20/×2 | +0 | 3 | thrown | 1 |
bow | all | archery | 1d6 | 6 | 20/×3 | +2 | 18 | 1 | 1 | nocking an arrow is free
crossbow | all | archery | 1d8 | 8 | 19–20/×2 | +3 | 24 | 1 | 1 | reload: move-equivalent
derringer | 1920s+ | handgun | 1d8 | 8 | 20/×3 | +3 | 3 | 2 | 2 |
p22 | 1920s+ | handgun | 1d4 | 4 | 20/×3 | +2 | 6 | S | 6 |
p25 | 1920s+ | handgun | 1d6 | 6 | 20/×3 | +2 | 6 | S | 6 |
p32 | 1920s+ | handgun | 1d8 | 8 | 20/×3 | +3 | 9 | S | 8 | the thug's weapon: +3
r38 | 1920s+ | handgun | 1d10 | 10 | 20/×3 | +4 | 9 | S | 6 |
luger | 1920s+ | handgun | 1d10 | 10 | 20/×3 | +4 | 12 | S | 8 |
c96 | 1920s+ | handgun | 1d10 | 10 | 20/×3 | +4 | 12 | S | 10 |
m1911 | 1920s+ | handgun | 1d10+2 | 12 | 20/×3 | +4 | 9 | S | 7 |
webley | 1920s+ | handgun | 1d10+2 | 12 | 20/×3 | +4 | 9 | S | 6 |
glock17 | modern | handgun | 1d10 | 10 | 20/×3 | +4 | 12 | S | 17 |
p357 | modern | handgun | 2d6 | 12 | 20/×3 | +4 | 12 | S | 6 |
p44 | modern | handgun | 2d8 | 16 | 20/×3 | +6 | 12 | S | 6 |
p50 | modern | handgun | 2d8+2 | 18 | 20/×3 | +6 | 12 | S | 7 |
r22 | 1920s+ | rifle | 1d6 | 6 | 20/×3 | +2 | 30 | S | 10 |
win94 | 1920s+ | rifle | 2d8 | 16 | 20/×3 | +6 | 45 | 2 | 6 |
sprg03 | 1920s+ | rifle | 2d10 | 20 | 20/×3 | +7 | 60 | 2 | 5 |
smle | 1920s+ | rifle | 2d10 | 20 | 20/×3 | +7 | 60 | 2 | 10 |
mauser98 | 1920s+ | rifle | 2d10 | 20 | 20/×3 | +7 | 60 | 2 | 5 |
elephant | 1920s+ | rifle | 3d10 | 30 | 20/×3 | +9 | 45 | 2 | 2 | both barrels: see CD20-P-GUN-04
m16 | modern | rifle | 2d8 | 16 | 20/×3 | +6 | 60 | S,M,A | 30 |
ak47 | modern | rifle | 2d8 | 16 | 20/×3 | +6 | 45 | S,M,A | 30 |
g3 | modern | rifle | 2d10 | 20 | 20/×3 | +7 | 60 | S,M,A | 20 |
m21 | modern | rifle | 2d10 | 20 | 20/×3 | +7 | 75 | S | 20 | Jack's weapon: +7; telescope included
rem700 | modern | rifle | 2d10 | 20 | 20/×3 | +7 | 75 | 2 | 5 | telescope included
barrett | modern | rifle | 2d12 | 24 | 20/×3 | +8 | 90 | S | 10 | bipod needed, otherwise -4
sg20 | 1920s+ | shotgun | 2d8 | 16 | 20/×2 | +5 | 9 | 2 | 2 | spread: CD20-P-GUN-04
sg12 | 1920s+ | shotgun | 3d6 | 18 | 20/×2 | +5 | 9 | 2 | 2 | spread
sg12p | 1920s+ | shotgun | 3d6 | 18 | 20/×2 | +5 | 9 | 2 | 6 | spread
sg12s | 1920s+ | shotgun | 3d6 | 18 | 20/×2 | +5 | 3 | 2 | 2 | spread
sg12a | modern | shotgun | 3d6 | 18 | 20/×2 | +5 | 9 | S | 7 | spread
sg10 | 1920s+ | shotgun | 3d8 | 24 | 20/×2 | +7 | 9 | 2 | 2 | spread
thompson | 1920s+ | automatic | 1d10+2 | 12 | 20/×3 | +4 | 15 | S,M,A | 50 |
mp5 | modern | automatic | 1d10 | 10 | 20/×3 | +4 | 15 | S,M,A | 30 |
mac10 | modern | automatic | 1d10+2 | 12 | 20/×3 | +4 | 9 | M,A | 30 |
bar | 1920s+ | automatic | 2d10 | 20 | 20/×3 | +7 | 60 | S,M,A | 20 |
lewis | 1920s+ | heavy | 2d10 | 20 | 20/×3 | +7 | 60 | A | 47 | bipod needed, otherwise -4
m60 | modern | heavy | 2d10 | 20 | 20/×3 | +7 | 60 | A | 100 | bipod needed, otherwise -4
m2 | 1920s+ | heavy | 2d12 | 24 | 20/×3 | +8 | 75 | A | 100 | mounted
"""
ARMOURS = """
jacket | all | none | 0 | +1 | +1 | +1 | 0 | — | 0
leather_coat | all | none | 0 | +1 | +1 | +1 | +1 | +8 | 0
motorcycle_leathers | all | light | 0 | +2 | +2 | +2 | +2 | +6 | 0
fencing_mask | all | none | +1 | 0 | 0 | 0 | 0 | — | 0
steel_helmet | 1920s+ | light | +4 | 0 | 0 | 0 | 0 | — | 0
ballistic_helmet | modern | light | +6 | 0 | 0 | 0 | 0 | — | −1
bullet_vest | 1920s | light | 0 | +3 | 0 | +3 | 0 | +5 | −2
breastplate | 1920s | medium | 0 | +5 | 0 | +5 | 0 | +3 | −4
chain_shirt | all | medium | 0 | +5 | +5 | +5 | 0 | +2 | −5
plate_armour | all | heavy | +8 | +8 | +8 | +8 | +8 | +1 | −6
undercover_shirt | modern | light | 0 | +2 | 0 | +2 | 0 | +7 | 0
undercover_vest | modern | light | 0 | +3 | 0 | +3 | 0 | +5 | −2
concealable_vest | modern | medium | 0 | +4 | 0 | +4 | 0 | +4 | −3
light_duty_vest | modern | medium | 0 | +5 | 0 | +5 | 0 | +3 | −4
tactical_vest | modern | medium | 0 | +6 | 0 | +6 | 0 | +2 | −5
special_response_vest | modern | heavy | 0 | +7 | +3 | +7 | 0 | +1 | −6
forced_entry_unit | modern | heavy | 0 | +9 | +5 | +9 | +5 | +0 | −8
riot_shield | modern | shield | +2 | +2 | +2 on the shield arm | +2 | 0 | — | −2
"""
POINTS = ["bow", "crossbow", "spear", "sword_cane"]
BLADES = ["knife", "bowie", "razor", "machete", "hatchet", "axe", "sabre", "chainsaw"]
GUNS = {"handgun": "bullet", "rifle": "bullet", "automatic": "bullet", "heavy": "bullet", "shotgun": "shot"}


@pytest.mark.parametrize(
    ("key", "era", "group", "damage", "most", "critical", "lethality", "metres", "rate", "magazine", "note"),
    by_key(WEAPONS),
)
def test_a_weapon_is_as_the_list_has_it(
    key, era, group, damage, most, critical, lethality, metres, rate, magazine, note
):
    """CD20-P-WEAP-01: every cell of the row."""
    row = pack.weapon(key)
    threat, multiplier = critical.split("/×")
    assert (row.era, row.proficiency, row.damage, row.most) == (era, group, damage, int(most))
    assert (row.threat_from, row.multiplier) == (int(threat.split("–")[0]), int(multiplier))
    assert row.lethality == number(lethality)
    assert row.metres == (0 if metres == NO else float(metres))
    assert (row.rate or ("thrown" if row.hurled else NO)) == rate
    assert (str(row.magazine) if row.magazine else NO) == magazine
    assert row.thrown == (3 if "may be thrown, increment 3 m" in note else 0)
    assert (row.two_handed, row.finesse, row.bipod) == ("two hands" in note, "finesse" in note, "bipod" in note)
    assert row.pf_only == (key in ("blackjack", "stun_gun"))
    assert row.unarmed == (key in ("unarmed", "brass_knuckles"))
    kind = GUNS.get(group) or ("point" if key in POINTS else "blade" if key in BLADES else "blunt")
    assert row.damage_type == kind


def test_the_list_holds_every_weapon_and_no_other():
    """CD20-P-WEAP-01."""
    assert pack.keys("weapons", "weapon") == keys(WEAPONS)


@pytest.mark.parametrize("key", keys(WEAPONS))
def test_the_printed_lethality_follows_from_damage_and_critical(key):
    """CD20-LETH-01, CD20-LETH-02: what the list prints is what the rules work out."""
    assert deadliness(weapon_of_list(key), 10, 0, False, False, Options()).lethality == pack.weapon(key).lethality


@pytest.mark.parametrize(
    ("key", "damage", "most", "lethality", "radius", "dc"),
    [
        ("dynamite", "2d6", 12, 3, 1.5, 15),
        ("grenade", "4d6", 24, 7, 6, 15),
        ("plastic_explosive", "4d6", 24, 7, 3, 18),
        ("rocket", "10d6", 60, 8, 3, 18),
        ("petrol_bomb", "1d6", 6, 1, 1.5, 15),
    ],
)
def test_explosives(key, damage, most, lethality, radius, dc):
    """CD20-P-EXPL-01: damage, bonus, radius, difficulty."""
    row = pack.explosive(key)
    assert (row.damage, row.lethality, row.radius, row.dc) == (damage, lethality, radius, dc)
    assert Dice.parse(row.damage).highest() == most
    assert pack.lethal(most) == lethality


def test_further_sticks_of_dynamite():
    """CD20-P-EXPL-01: one die and 1.5 m each, ten sticks and 6 m at most; a petrol bomb burns on."""
    row = pack.explosive("dynamite")
    assert (row.more_dice, row.more_m, row.sticks, row.most_m) == (1, 1.5, 10, 6)
    assert [one.key for one in table("weapons", "explosive") if one.burns] == ["petrol_bomb"]


def test_modes_of_fire():
    """CD20-P-GUN-01, CD20-P-GUN-02: further attacks, malus, rounds for each."""
    rows = [(one.key, one.letter, one.more, one.malus, one.rounds) for one in table("weapons", "fire_mode")]
    assert rows == [("semi", "S", 0, 0, 1), ("multifire", "M", 1, -4, 2), ("autofire", "A", 2, -6, 3)]


def test_loading():
    """CD20-P-GUN-05: what each way of loading takes."""
    assert {one.key: one.action for one in table("weapons", "loader")} == {
        "box_magazine": "move_equivalent",
        "speed_loader": "move_equivalent",
        "revolver": "full_round",
        "tube": "full_round",
        "internal_magazine": "full_round",
        "stripper_clip": "full_round",
        "belt": "two_full_rounds",
    }


def test_every_gun_says_how_it_is_loaded():
    """CD20-P-GUN-05, CD20-P-WEAP-01: firearms have a loader, and the crossbow, which takes a move; nothing else has."""
    for row in table("weapons", "weapon"):
        assert (row.loader is not None) == (row.proficiency in GUNS or row.key == "crossbow"), row.key


@pytest.mark.parametrize(
    ("key", "era", "kind", "head", "torso", "arm", "abdomen", "leg", "max_dex", "check"), by_key(ARMOURS)
)
def test_an_armour_is_as_the_list_has_it(key, era, kind, head, torso, arm, abdomen, leg, max_dex, check):
    """CD20-P-ARM-01: every cell of the row."""
    row = pack.armour(key)
    held = "shield arm" in arm
    arms = {"right_arm": 0, "left_arm": 2} if held else dict.fromkeys(("right_arm", "left_arm"), number(arm))
    legs = dict.fromkeys(("right_leg", "left_leg"), number(leg))
    whole = {"head": number(head), "torso": number(torso), **arms, "abdomen": number(abdomen), **legs}
    assert row.zones == {zone: bonus for zone, bonus in whole.items() if bonus}
    assert (row.era, row.kind) == (era, kind)
    assert row.max_dex == (None if max_dex == NO else number(max_dex))
    assert row.check == number(check)


def test_the_list_holds_every_armour():
    """CD20-P-ARM-01."""
    assert pack.keys("armours", "armour") == keys(ARMOURS)


def test_cover_and_concealment():
    """CD20-P-COVER-01: ratings, usual positions, miss chances."""
    assert {one.key: one.rating for one in table("armours", "cover")} == {
        "partition": 4, "car_body": 4, "wooden_door": 5, "heavy_furniture": 7, "log": 12, "sandbags": 12, "brick": 15,
        "stone": 15, "engine_block": 15, "steel_plate": 20,
    }  # fmt: skip
    legs = ("right_leg", "left_leg")
    assert {one.key: one.hidden for one in table("armours", "position")} == {
        "low_wall_standing": legs,
        "low_wall_kneeling": ("abdomen", *legs),
        "window": ("abdomen", *legs),
        "corner": ("left_arm", "left_leg"),
        "loophole": ("torso", "left_arm", "abdomen", *legs),
        "behind_bank": ("torso", "abdomen", *legs),
    }
    assert [(one.key, one.percent) for one in table("armours", "concealment")] == [
        ("light", 20),
        ("heavy", 40),
        ("total", 50),
    ]


def test_the_lines_of_the_list_are_those_that_are_read():
    """CD20-P-WEAP-01, CD20-P-ARM-01: sixty weapons, eighteen armours."""
    assert (len(lines(WEAPONS)), len(lines(ARMOURS))) == (60, 18)
