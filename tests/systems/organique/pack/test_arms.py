"""Weapons, ammunition, armours, cover, cell by cell (M9, M10, WPN-02 to WPN-07)."""

import re

import pytest

from gardien.systems.organique import pack
from gardien.systems.organique.pack import keys, table
from gardien.systems.organique.rules.fight.weapons import EXEMPT
from gardien.systems.organique.vocabulary import RANGED
from systems.organique.ledger import by_row, centimetres, number, points, snake, span, tags
from systems.organique.ledger import keys as listed

MELEE = """
Stiletto | 0 | 1.5 bs | vital_blade e, strike h | 0.2 | 20
Switchblade | 0-1 | 2 bs | – | 0.2 | 25
Hunting knife (source) | 0-1 | 2.5 bs | – | 0.4 | 40
Ice pick (source damage) | 0-1 | 1 bs (pa 3) | blind e | 0.2 | 5
Razor | 0-1 | 1 bs | slash ve, vital_blade h | 0.1 | 5
Brass knuckles | 1 | punch + 1 c | stun e | 0.3 | 15
Machete | 1 | 3 bs | maim e | 0.8 | 40
Short sword | 1 | 3 bs | parry e | 1 | 150
Sabre (range from the source) | 1-2 | 4 bs | – | 1.2 | 250
Tech sword (source) | 1-2 | 6 bs (pa 8) | strike e, vital_blade e | 1 | 6 000
Two-handed sword | 2 | 5 bs 1 c | parry h, 2 hands | 3 | 400
Fire axe | 1-2 | 4 bs 1 c | strike h, maim e | 3 | 50
Baseball bat | 1-2 | 3 c | knock_out e | 1 | 25
Police baton | 1 | 2 c | parry e, lock e, stun e | 0.8 | 40
Iron pipe | 1-2 | 2.5 c | – | 1.5 | 5
Sledgehammer | 1-2 | 4.5 c | strike h, knock_out e, parry vh, 2 hands | 5 | 40
Nunchaku | 1 | 2 c | disarm e, parry h | 0.6 | 30
Chain | 2 | 1.5 c | entangle e, strike h | 2 | 15
Whip | 2-3 | 0.5 bs | disarm e, entangle e, strike h | 1 | 60
Staff | 2-3 | 2 c | parry e, sweep e | 1.5 | 20
Spear (lance, source) | 2 | 2.5 bs | strike h | 2 | 60
Polearm | 3 | 4 bs | strike h, sweep e | 3 | 150
Stun gun | 0-1 | 1 electricity | stun e | 0.3 | 120
Cattle prod | 1-2 | 1 electricity | stun e, push h | 1 | 150
Chainsaw | 1 | 6 bs | strike h, parry vh, vital_blade h | 6 | 200
Garrotte | 0 | – | strangle ve | 0.1 | 10
Riot shield (source) | 1 | 1 c | parry +10, push e | 3 | 200
Makeshift shield | 1 | 1 c | parry +5 | 3 | 0
"""
IMPROVISED = """
Glass shard | 1 bs | blade
Shank | 1 bs | blade
Tin lid | 1 bs | blade
Screwdriver | 0.5 bs | point
Nail | 0.5 bs | point
Pen | 0.5 bs | point
Bottle | 1 c | club
Chair | 2 c | club
Cobblestone | 3 c | club
"""
THROWN = """
Throwing dagger (source) | 50 cm | 6 m | 2 bs | – | 30
Shuriken | 50 cm | 8 m | 1 bs | blind e | 10
Tomahawk | 50 cm | 8 m | 3 bs | strike h | 60
Javelin | 1.5 m | 25 m | 3 bs | – | 40
Bolas | 1 m | 15 m | 1 c | sweep e (at range), entangle | 25
Sling stone | 2 m | 40 m | 1.5 c | shoot h | 10
Molotov cocktail | 1 m | 15 m | 2 fire per turn, 1D6 turns, radius 1 m | – | 5
Fragmentation grenade | 1.5 m | 25 m | 6 bs 3 c, −1 of each per metre | area | 150
Stun grenade | 1.5 m | 25 m | stun, save vs 25, blind −15 1D6 turns, radius 5 m | area | 100
"""
BOWS = """
Hand crossbow | 1.5 m | 2 bs | 1 | 1 action | – | 150
Hunting bow | 2 m | 3 bs | 1 | free | 2 hands | 120
Compound bow | 3 m | 3.5 bs (pa 5) | 1 | free | 2 hands | 400
Crossbow | 3 m | 4 bs (pa 6) | 1 | 2 actions | shoot e | 300
"""
GUNS = """
Zip gun | 1 m | 2 bs | 1 | 1 | shoot h, jams | 15
.22 pistol | 1.5 m | 2 bs | 2 | 10 | – | 120
9 mm pistol | 2 m | 3 bs | 2 | 15 | – | 300
.45 pistol | 2 m | 4 bs 0.5 c | 2 | 8 | – | 400
Heavy revolver | 2.5 m | 5 bs 1 c | 1 | 6 | shoot h | 500
Machine pistol | 1.5 m | 3 bs | 5 | 30 | barrage e | 700
Submachine gun | 2.5 m | 3 bs | 8 | 40 | barrage e | 1 200
Sawn-off shotgun | 1 m | 6 bs 2 c, −1 bs per 2 m | 2 | 2 | shoot e | 250
Pump shotgun | 2 m | 6 bs 2 c, −1 bs per 5 m | 1 | 7 | shoot e | 350
Hunting rifle | 6 m | 6 bs | 1 | 5 | – | 500
Assault rifle | 5 m | 5 bs (pa 7) | 8 | 30 | barrage e | 2 000
Sniper rifle | 15 m | 7 bs (pa 10) | 1 | 5 | vital_blade e with aim | 5 000
Machine gun | 6 m | 6 bs (pa 8) | 15 | 100 | shoot h, barrage ve, needs rest | 8 000
Rail pistol | 4 m | 5 bs (pa 12) | 1 | 6 | – | 6 000
Taser pistol | 1 m, max 6 m | 2 electricity | 1 | 1 | – | 300
Gel gun | 1.5 m | 2 c | 2 | 10 | stun e | 150
"""
BODIES = ["punch", "kick", "bite", "scratch"]
SUBSTANCES = ["sand", "blood", "pepper", "bleach", "lye", "tear_spray"]
ARMOURS = """
Thick clothes | 6 | 0.5 | 0.5 | 0 | under | 2 | 60
Leather jacket (source) | 7 | 2 | 0 | 0 | over | 3 | 150
Biker leather suit (source) | 10 | 3 | 1 | 0 | over | 5 | 400
Nano-mesh (source) | 7 | 3 | 1 | 0 | under | 1 | 1 500
Nanopadded armour (source) | 10 | 7 | 2 | 0 | over | 4 | 5 000
Junk armour (source) | 8 | 5 | 4 | −4 | over | 14 | 40
Kevlar vest | 8 | 5 | 1 | 0 | under | 3 | 600
Sports padding | 9 | 1 | 3 | −1 | over | 4 | 120
Riot armour | 14 | 5 | 5 | −2 | over | 9 | 1 800
Chain shirt | 9 | 4 | 0.5 | −2 | over | 9 | 300
Combat armour | 16 | 8 | 5 | −3 | over | 14 | 9 000
Bomb suit | 20 | 10 | 10 | −8 | over | 30 | 12 000
Powered shell | 20 | 12 | 8 | −2 (FOR +6) | over | 60 (self-borne) | 90 000
Motorbike helmet | called shots to the head only: 20 | 3 | 4 | 0 (PER −1) | head | 1.5 | 100
Combat helmet | head: 16 | 6 | 4 | 0 | head | 1.5 | 400
Hazard suit | 20 | 0 | 0 | −3 | over | 4 | 500 (against gas, radiation, swarms)
"""


def damage(row):
    return {"bs": row.bs, "c": row.c, "pa": row.pa}


def first(text: str, pattern: str) -> int:
    """The number that a pattern finds in a cell; 0 without it."""
    return number(result[1]) if (result := re.search(pattern, text)) else 0


@pytest.mark.parametrize(("name", "reach", "harm", "tagged", "kg", "price"), by_row(MELEE))
def test_melee_weapons(name, reach, harm, tagged, kg, price):
    """M9, ORG-WPN-01: reach, damage, tags, weight, price."""
    row = pack.weapon(snake(name))
    assert (row.range_min, row.range_max) == span(reach)
    if harm.startswith("punch"):
        assert (row.punch_c, row.bs, row.c) == (1, 0, 0)
    else:
        assert damage(row) == points(harm)
        assert row.punch_c is None
    assert row.electricity == first(harm, r"(\d+) electricity")
    assert row.tags == tags(tagged)
    assert row.parry_bonus == first(tagged, r"parry \+(\d+)")
    assert row.hands == (2 if "2 hands" in tagged else 1)
    assert (row.kg, row.price) == (float(kg), number(price))
    assert row.improvised == "none"
    assert row.group not in RANGED
    assert row.harmless == (not row.bs and not row.c and row.punch_c is None)


@pytest.mark.parametrize(("name", "harm", "kind"), by_row(IMPROVISED))
def test_improvised_weapons(name, harm, kind):
    """ORG-WPN-02, ORG-WPN-03, ORG-WPN-04: what they do, what they do without malus; nobody sells them."""
    row = pack.weapon(snake(name))
    assert (damage(row), row.improvised, row.made, row.price) == (points(harm), kind, False, 0)
    assert "stun" in EXEMPT[row.improvised]


@pytest.mark.parametrize(
    ("key", "die", "stuns"),
    [
        ("sand", "d6_turns", False), ("blood", "d6_turns", False), ("pepper", "d6_turns", False),
        ("bleach", "d6_minutes", True), ("lye", "d6_minutes", True), ("tear_spray", "d6_minutes", False),
    ],
)  # fmt: skip
def test_blinding_substances(key, die, stuns):
    """ORG-WPN-07, M9: total blindness up to 2 m, without malus, for a time."""
    row = pack.weapon(key)
    assert (row.harmless, row.sight, row.sight_die, row.also_stuns) == (True, "total", die, stuns)
    assert (row.range_max, row.improvised, row.bs, row.c) == (2, "none", 0, 0)
    assert row.made == (key == "tear_spray")
    assert (row.save, row.save_difficulty) == (("nausea", 20) if key == "tear_spray" else (None, 0))


def test_what_a_d6_alone_cannot_tell_is_noted():
    """M9: ten minutes for each point of bleach, two dice for the spray."""
    assert "1D6 × 10" in pack.weapon("bleach").note_en
    assert "1D6 × 10" in pack.weapon("lye").note_en
    assert "2D6" in pack.weapon("tear_spray").note_en


@pytest.mark.parametrize(("name", "useful", "most", "harm", "tagged", "price"), by_row(THROWN))
def test_thrown_weapons(name, useful, most, harm, tagged, price):
    """M9, ORG-RNG-02: ranges, damage, fire, areas, tags, price."""
    row = pack.weapon(snake(name))
    assert (row.useful_cm, row.max_cm, row.price) == (centimetres(useful), centimetres(most), number(price))
    assert damage(row) == points(harm)
    assert row.fire == first(harm, r"(\d+) fire")
    assert row.radius_cm == 100 * first(harm, r"radius (\d+) m")
    assert row.lost_per_metre == first(harm, r"−(\d+) of each per metre")
    assert row.save_difficulty == first(harm, r"save vs (\d+)")
    assert row.save == ("stun" if "save" in harm else None)
    assert (row.sight, row.sight_die) == (("total", "d6_turns") if "blind" in harm else ("partial", "none"))
    assert row.tags == tags(tagged)
    assert row.group == ("throwing_knife" if row.key in ("throwing_dagger", "shuriken") else "thrown")


@pytest.mark.parametrize(("name", "useful", "harm", "rate", "load", "tagged", "price"), by_row(BOWS))
def test_bows(name, useful, harm, rate, load, tagged, price):
    """M9: useful range, damage, rate, reloading, price."""
    row = pack.weapon(snake(name))
    assert (row.group, row.useful_cm, row.price) == ("bow", centimetres(useful), number(price))
    assert (damage(row), row.rate, row.reload) == (points(harm), int(rate), first(load, r"(\d)"))
    assert (row.tags, row.hands) == (tags(tagged), 2 if "2 hands" in tagged else 1)


@pytest.mark.parametrize(("name", "useful", "harm", "rate", "magazine", "tagged", "price"), by_row(GUNS))
def test_guns(name, useful, harm, rate, magazine, tagged, price):
    """M9, ORG-RNG-01: useful range, damage, rate, magazine, price; pistols from step 0, the others from step 2."""
    row = pack.weapon(snake(name))
    reach, _, most = useful.partition(", max ")
    assert (row.useful_cm, row.max_cm) == (centimetres(reach), centimetres(most) if most else None)
    assert damage(row) == points(harm.partition(",")[0])
    assert row.bs_lost_every_cm == 100 * first(harm, r"−1 bs per (\d+) m")
    assert row.electricity == first(harm, r"(\d+) electricity")
    assert (row.rate, row.magazine, row.price) == (int(rate), int(magazine), number(price))
    assert (row.tags, row.jams, row.reload) == (tags(tagged), "jams" in tagged, 1)
    assert row.range_min == (0 if "pistol" in row.key or row.key in ("zip_gun", "heavy_revolver", "gel_gun") else 2)
    assert (row.group == "automatic") == (row.rate >= 3)
    assert ("rest" in (row.note_en or ""), "aiming" in (row.note_en or "")) == ("rest" in tagged, "aim" in tagged)


def test_bodies():
    """M9: fists and feet do what strength gives, a bite or scratch 0.5 bs at range 0."""
    assert [(pack.weapon(key).group, pack.weapon(key).bs, pack.weapon(key).c) for key in BODIES] == [
        ("fists", 0, 0), ("feet", 0, 0), ("body", 0.5, 0), ("body", 0.5, 0),
    ]  # fmt: skip
    assert [(pack.weapon(key).range_min, pack.weapon(key).range_max) for key in BODIES] == [
        (0, 1),
        (0, 1),
        (0, 0),
        (0, 0),
    ]
    assert not any(pack.weapon(key).made for key in BODIES)


def test_the_list_holds_every_weapon_and_no_other():
    """M9."""
    named = [one for text in (MELEE, IMPROVISED, THROWN, BOWS, GUNS) for one in listed(text)]
    assert sorted(keys("weapons", "weapon")) == sorted([*BODIES, *named, *SUBSTANCES])


GROUPS = {
    "knife": "stiletto switchblade hunting_knife ice_pick razor glass_shard shank tin_lid screwdriver nail pen",
    "sword": "machete short_sword sabre tech_sword two_handed_sword",
    "club": "baseball_bat police_baton iron_pipe sledgehammer bottle chair cobblestone",
    "chain": "nunchaku chain whip garrotte",
    "polearm": "staff spear polearm",
    "shield": "riot_shield makeshift_shield",
    "fists": "punch brass_knuckles",
    "long_gun": "sawn_off_shotgun pump_shotgun hunting_rifle sniper_rifle",
    "automatic": "machine_pistol submachine_gun assault_rifle machine_gun",
}


@pytest.mark.parametrize("group", GROUPS)
def test_groups(group):
    """M5: which skill a weapon is for."""
    assert [row.key for row in table("weapons", "weapon") if row.group == group] == GROUPS[group].split()


def test_ammunition():
    """M9: what it costs beside the ordinary one."""
    result = {row.key: row.times for row in table("weapons", "ammunition")}
    assert result == {"normal": 1, "armour_piercing": 4, "hollow_point": 2, "rubber": 1, "tracer": 1}


@pytest.mark.parametrize(("name", "ia", "bs", "c", "agility", "layer", "kg", "price"), by_row(ARMOURS))
def test_armours(name, ia, bs, c, agility, layer, kg, price):
    """M10, ORG-ARM-07: coverage, protections, what it does to scores, layer, weight, price."""
    row = pack.armour(snake(name))
    assert (row.ia, row.bs, row.c) == (int(ia.split(": ")[-1]), float(bs), float(c))
    assert row.agi_malus == -number(agility.split()[0])
    assert row.changes == {code: number(by) for code, by in re.findall(r"\((\w+) ([+−]\d+)\)", agility)}
    assert (row.layer, row.price) == (layer, number(price.split(" (")[0]))
    if "self-borne" in kg:
        assert row.kg == 0
        assert "60 kg" in row.note_en
    else:
        assert row.kg == float(kg)
    assert ("head" in (row.note_en or "")) == (layer == "head")


def test_the_list_holds_every_armour():
    """M10."""
    assert keys("armours", "armour") == listed(ARMOURS)


@pytest.mark.parametrize(
    ("key", "ia", "most", "bs", "c"),
    [
        ("car_door", 10, None, 4, 6), ("brick_wall", 10, 20, 12, 15), ("tree", 5, None, 15, 15),
        ("wooden_table", 8, None, 2, 3), ("concrete", 10, 20, 25, 25),
    ],
)  # fmt: skip
def test_cover(key, ia, most, bs, c):
    """ORG-RNG-03, M10: an outer layer."""
    row = pack.cover(key)
    assert (row.ia, row.ia_most, row.bs, row.c) == (ia, most, bs, c)


def test_nothing_is_free_that_is_sold():
    """M9: what is made has a price; the list prints none for the spray."""
    assert [row.key for row in table("weapons", "weapon") if row.made and not row.price] == ["tear_spray"]
