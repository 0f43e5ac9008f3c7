"""The bestiary and the ready sheets, cell by cell (CREA-04, P-CREA-01, P-CREA-03, P-XP-01, P-SAMPLE-01)."""

import pytest

from gardien.core.dice import Dice
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.pack import table
from gardien.systems.cthulhud20.vocabulary import ABILITIES, SIZE_BONUS, modifier_of
from systems.cthulhud20.ledger import NO, by_key, keys

CREATURES = """
cultist | Medium (+0) | human, level 1 | — | 9/9 | 11 12 12 10 9 10 | 11 (11; 10) | 1 knife +3 (+2; 1d4); 1 .32 revolver +5 (+3; 1d8) | +3 / +1 / −1 | +1 | 9 m | 0/0 | human` (human)
thug | Medium (+0) | human, level 1 | — | 9/9 | 13 13 12 9 10 9 | 11 (11; 10) | 1 unarmed (PF only) +2 (+0; 1d3+1); 1 .32 automatic +5 (+3; 1d8) | +3 / +1 / +0 | +1 | 9 m | 0/0 | human` (human)
dog | Small (+1) | 1d8+2 (6) | 3/3 | 10/10 | 13 17 15 2 12 6 | 15 (14; 12) | 1 bite +3 (+1; 1d4+1) | +4 / +5 / +1 | +3 | 12 m | 0/0 | own_tables` (quadruped)
wolf | Medium (+0) | 2d8+4 (13) | 6/6 | 10/10 | 13 15 15 2 12 6 | 14 (12; 12) | 1 bite +3 (+1; 1d6+1) | +5 / +5 / +1 | +2 | 15 m | 0/0 | own_tables` (quadruped)
zombie | Medium (+0) | 2d12+3 (16) | 8/8 | 8/8 | 12 8 — — 10 1 | 11 (9; 11) | 1 slam +3 (+1; 1d6+1) | +0 / −1 / +3 | −1 | 9 m, no running, one partial action per turn | 1/1d8 | adapted_tables` (human, no vital centres)
rat_thing | Tiny (+2) | 1d8 (4) | 2/2 | 8/8 | 3 17 10 11 12 8 | 15 (15; 12) | 1 bite +5 (+0; 1d3−4) | +2 / +5 / +2 | +3 | 9 m | 0/1d6 | own_tables` (quadruped)
ghoul | Medium (+0) | 3d8+6 (19) | 9/9 | 10/10 | 17 13 15 11 12 8 | 14 (11; 13) | 2 claw +7 (+1; 1d6+3); 1 bite +3 (+2; 1d8+1) | +3 / +4 / +4 | +1 | 9 m | 0/1d6 | human` (human)
deep_one | Medium (+0) | 2d8+6 (15) | 7/7 | 11/11 | 16 11 16 12 13 8 | 14 (10; 14) | 2 claw +6 (+1; 1d6+3); 1 spear +8 (+3; 1d8+3) | +3 / +3 / +4 | +0 | 6 m, swim 12 m | 0/1d6 | human` (human)
nightgaunt | Medium (+0) | 3d8+3 (16) | 8/8 | 9/9 | 15 17 13 4 13 8 | 17 (13; 14) | 2 grab +6 (+1; 1d4+2) | +4 / +6 / +4 | +3 | 9 m, fly 15 m | 0/1d6 | adapted_tables` (winged human)
serpent_person | Medium (+0) | 4d8+4 (22) | 11/11 | 9/9 | 11 14 12 18 14 14 | 14 (12; 12) | 1 bite (venom) +5 (+1; 1d6); 1 sabre +7 (+3; 1d8) | +2 / +6 / +6 | +2 | 9 m | 0/1d6 | human` (human)
mi_go | Medium (+0) | 3d8+3 (16) | 8/8 | 9/9 | 13 14 13 18 14 12 | 14 (12; 12) | 2 claw +4 (+1; 1d6+1) | +2 / +3 / +5 | +2 | 6 m, fly 12 m | 0/1d6 | own_tables` (mi_go)
ghast | Large (−1) | 5d8+15 (37) | 18/18 | 11/11 | 20 13 16 6 10 6 | 14 (10; 13) | 2 claw +10 (+1; 1d6+5); 1 bite +6 (+2; 1d8+2) | +4 / +5 / +4 | +1 | 12 m | 0/1d8 | human` (human)
elder_thing | Large (−1) | 6d8+24 (51) | 25/25 | 12/12 | 22 12 18 20 15 12 | 16 (10; 15) | 2 tendril +10 (+1; 1d6+6) | +6 / +3 / +7 | +1 | 9 m, fly 12 m, swim 12 m | 0/1d6 | own_tables` (radial)
yithian | Huge (−2) | 8d8+24 (60) | 30/30 | 11/11 | 24 8 16 22 16 14 | 15 (7; 15) | 2 pincer +13 (+2; 1d8+7); 1 lightning gun +10 (+7; 4d6) | +5 / +1 / +9 | −1 | 6 m | 0/1d6 | own_tables` (cone)
shoggoth | Huge (−2) | 16d10+160 (248) | 124/124 | 18/18 | 32 10 30 8 12 6 | 18 (8; 18) | 4 pseudopod +24 (+3; 2d6+11) | +15 / +5 / +6 | +0 | 12 m, swim 12 m | 1d6/1d20 | traditional` (amorphous)
star_spawn | Gargantuan (−4) | 20d8+240 (330) | 165/165 | 20/20 | 40 10 34 22 20 20 | 22 (6; 22) | 2 claw +31 (+5; 2d8+15) | +18 / +6 / +17 | +0 | 12 m, swim 12 m, fly 9 m | 1d6/1d20 | traditional` (giant)
"""  # noqa: E501 (rows of the ledger)
NAMES = {"p32": ".32", "lightning_gun": "lightning gun"}
TABLES = {
    "human": "human",
    "zombie": "human, no vital centres",
    "quadruped": "quadruped",
    "winged_human": "winged human",
    "mi_go": "mi_go",
    "radial": "radial",
    "cone": "cone",
}


def signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


def strike(one) -> str:
    """An attack as the list writes it, its name aside."""
    return f"{signed(one.bonus)} ({signed(one.lethality)}; {one.damage.replace('-', '−')})"


@pytest.mark.parametrize(
    ("key", "size", "dice", "half", "own", "abilities", "ca", "attacks", "saves", "initiative", "speed", "san", "mode"),
    by_key(CREATURES),
)
def test_creatures(key, size, dice, half, own, abilities, ca, attacks, saves, initiative, speed, san, mode):
    """CD20-P-CREA-03: every cell of the row."""
    row = pack.creature(key)
    assert f"{row.size.capitalize()} ({signed(SIZE_BONUS[row.size])})" == size
    assert (f"human, level {row.level}" if row.level else f"{row.hit_dice} ({row.hp})") == dice
    assert (f"{row.half}/{row.half}" if row.half else NO, f"{row.investigator}/{row.investigator}") == (half, own)
    assert " ".join(str(row.abilities.get(one, NO)) for one in ABILITIES) == abilities
    assert f"{row.ca} ({row.touch_ca}; {row.ca_without_dex})" == ca
    assert " / ".join(signed(one) for one in (row.fort, row.ref, row.will)) == saves
    assert signed(row.initiative) == initiative
    moves = [
        f"{row.ways.walk:g} m",
        *(f"{way} {metres:g} m" for way in ("fly", "swim") if (metres := getattr(row.ways, way))),
    ]
    assert set(moves) <= set(speed.split(", "))
    assert row.ways.runs == ("no running" not in speed)
    assert row.san.text == san
    assert mode.startswith(f"{row.mode}` (")
    if row.tables:
        assert mode.endswith(f"({TABLES[row.tables]})")
    listed = attacks.split("); ")
    assert len(listed) == len(row.strikes)
    for one, text in zip(row.strikes, listed, strict=True):
        assert text.startswith(f"{one.count} {NAMES.get(one.name, one.name)}")
        assert strike(one) in f"{text.removesuffix(')')})"
        assert one.pf_only == ("PF only" in text)
        assert (one.poison is not None) == ("venom" in text)


def test_every_creature_is_there():
    """CD20-P-CREA-03."""
    assert pack.keys("creatures", "creature") == keys(CREATURES)


@pytest.mark.parametrize("key", keys(CREATURES))
def test_the_numbers_of_a_creature_follow_from_its_profile(key):
    """CD20-P-CREA-01, CD20-CREA-04: CA, PV, PF, attacks, worked out again."""
    row = pack.creature(key)
    mods = {one: modifier_of(row.abilities.get(one, 10)) for one in ABILITIES}
    touch = 10 + SIZE_BONUS[row.size] + mods["dex"]
    assert (row.touch_ca, row.ca) == (touch, touch + row.natural_armour)
    assert row.ca_without_dex == row.ca - max(0, mods["dex"])
    assert row.investigator == 8 + mods["con"]
    if not row.level:
        assert row.half == max(1, row.hp // 2)
    assert row.initiative == mods["dex"]
    for one in row.strikes:
        ability = mods["dex" if one.ranged or one.nimble else "str"]
        plain = row.base_attack + ability + SIZE_BONUS[row.size] - (5 if one.secondary else 0)
        assert one.bonus == plain + one.lethality
        dice = Dice.parse(one.damage)
        own = sum(term.count * term.faces for term in dice.terms)
        if one.weapon is None:
            assert one.lethality == pack.lethal(own)
        else:
            assert one.lethality == pack.weapon(one.weapon).lethality


def test_traits_and_challenges():
    """CD20-P-CREA-03, CD20-P-XP-01: what is special of some, and how hard each is."""
    rows = table("creatures", "creature")
    assert {row.key: row.traits for row in rows if row.traits} == {"zombie": ("slow",), "mi_go": ("bullet_resistant",)}
    assert {row.key: row.heals for row in rows if row.heals} == {"shoggoth": 5, "star_spawn": 5}
    assert [row.key for row in rows if row.half_damage] == ["shoggoth"]
    assert pack.creature("zombie").reduction == 5
    assert {row.key: row.challenge for row in rows} == {
        "cultist": 0, "thug": 0, "dog": 0, "rat_thing": 0, "wolf": 1, "zombie": 1, "deep_one": 1, "ghoul": 3,
        "nightgaunt": 3, "mi_go": 3, "serpent_person": 4, "ghast": 5, "elder_thing": 7, "yithian": 8, "shoggoth": 16,
        "star_spawn": 20,
    }  # fmt: skip
    assert [row.key for row in rows if row.mode == "traditional"] == ["shoggoth", "star_spawn"]


def test_the_ready_sheets():
    """CD20-P-SAMPLE-01: Paul, the thug and Jack."""
    assert [(row.key, row.level, row.option, row.good_saves, row.weapon) for row in table("samples", "sample")] == [
        ("paul", 1, "defence", ("fort", "ref"), "r38"),
        ("thug", 1, "offence", ("fort",), "p32"),
        ("jack", 9, "offence", ("ref",), "m21"),
    ]
    scores = {row.key: " ".join(str(row.abilities[one]) for one in ABILITIES) for row in table("samples", "sample")}
    assert scores == {"paul": "11 14 14 13 12 12", "thug": "13 13 12 9 10 9", "jack": "12 20 13 12 14 8"}
    assert pack.sample("jack").feats == (
        "weapon_proficiency:rifle",
        "weapon_focus:m21",
        "point_blank_shot",
        "precise_shot",
        "far_shot",
    )
