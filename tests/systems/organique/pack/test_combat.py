"""Actions, reactions, free actions, manoeuvres, vehicles, cell by cell (ACT, REA, FREE, M6, M8)."""

import re

import pytest

from gardien.systems.organique import pack
from gardien.systems.organique.pack import keys, table
from systems.organique.ledger import NO, by_row, layer, lines, number, snake
from systems.organique.ledger import keys as listed
from systems.worked import table as printed

# The table of the procedure `combat_action`: test and difficulty, what is taken, what the effect needs, the save.
ACTIONS = """
strike | FOR+AGI 25 | what passes | > 0 passes | –
shoot | INT+AGI 25 | what passes (× shots) | > 0 passes | –
throw_object | FOR+AGI 25 | what passes of the c of ORG-WPN-06 | > 0 passes | –
easy_strike | INT+AGI 20 | half of what passes, each type down to 0.5 | > 0 left | –
vital_blade | INT+AGI 35 | what passes, bs doubled | > 0 passes | –
vital_mass | INT+FOR 40 | what passes, c doubled | > 0 passes | –
stomp | VIT+FOR 25 | weapon doubled, then through armour | > 0 passes | –
slash | INT+AGI 25 | 0.5 bs (with the weapon's pa) through armour | > 0 passes | pain vs 20
push | FOR+AGI 25 | 1 c through armour | – | balance vs 20
headbutt | FOR+AGI 25 | 1 c through armour | > 0 passes | stun vs 20, opposed
throw | FOR+AGI 30 | 1 c through armour | – | –
stun | INT+AGI 25 | – | > 0 passes, or harmless | stun vs 20, opposed
low_blow | INT+AGI 25 | – | > 0 passes, or harmless | stun vs 25, opposed
knock_out | FOR+AGI 30 | brain damage only | 1 c passes | knock_out vs 20, opposed
blind | INT+AGI 30 | – | > 0 passes, or harmless | –
maim | FOR+INT 30 | – | 0.5 passes (bs + c) | –
disabling_shot | INT+AGI 30 | – | 0.5 passes | –
disarm | FOR+AGI 30 | – | – | –
sweep | FOR+AGI 30 | – | – | –
tackle | VIT+AGI 20 | – | – | balance vs 20, opposed
hold | FOR+AGI 25 | – | – | –
strangle | FOR+AGI 25 | – | – | –
lock | FOR+INT 35 | – | – | –
wrestle | FOR+INT 30 | – | – | –
"""
NEEDS = {NO: "none", "> 0 passes": "any", "> 0 left": "any", "> 0 passes, or harmless": "any", "1 c passes": "shock"}


@pytest.mark.parametrize(("key", "test", "taken", "needs", "save"), by_row(ACTIONS))
def test_actions(key, test, taken, needs, save):
    """ORG-ACT-02 to ORG-ACT-20, M6: every cell of the row; blind asks a save only with what also stuns."""
    row = pack.action(key)
    assert f"{row.first}+{row.second} {row.difficulty}" == test
    own = re.match(r"([\d.]+) (bs|c) ", taken)
    assert (row.bs, row.c) == ((0, 0) if own is None else (float(own[1]), 0) if own[2] == "bs" else (0, float(own[1])))
    plain = "weapon" if "what passes" in taken or taken.startswith("weapon") else "none"
    assert row.taken == ("own" if own else plain)
    times = 0.5 if "half of" in taken else 1
    assert (row.times_bs, row.times_c) == (2 if "bs doubled" in taken else times, 2 if "c doubled" in taken else times)
    assert row.before == (2 if taken.startswith("weapon doubled") else 1)
    assert row.needs == NEEDS.get(needs, "half")
    result = re.match(r"(\w+) vs (\d+)(, opposed)?", save)
    assert row.save == (result and result[1])
    assert row.save_difficulty == (int(result[2]) if result else 20)
    assert row.opposed == bool(result and result[3])


def test_the_feint_asks_no_save_of_a_kind():
    """M6: PER against 20, opposed; nothing has to pass."""
    row = pack.action("feint")
    assert (row.first, row.second, row.difficulty) == ("INT", "AGI", 25)
    assert (row.taken, row.needs, row.save, row.opposed) == ("none", "none", None, True)
    assert sorted(keys("combat", "action")) == sorted([*listed(ACTIONS), "feint"])


def test_the_printed_list_of_actions():
    """ORG-ACT-01 to ORG-ACT-20: tests and difficulties; covering fire is a procedure of its own."""
    for row in printed("organique", "ORG-TB-19"):
        if row["key"] != "barrage":
            result = pack.action(row["key"])
            assert (f"{result.first}+{result.second}", result.difficulty) == (row["characteristics"], row["difficulty"])


def test_where_actions_work():
    """ORG-RNG-01, ORG-MON-01: range steps, machines, ranged weapons."""
    rows = table("combat", "action")
    assert {row.key: row.step for row in rows if row.step is not None} == {"maim": 1, "disarm": 1, "headbutt": 0}
    assert {row.key for row in rows if not row.machines} == {
        "stun", "low_blow", "knock_out", "headbutt", "strangle", "feint",
    }  # fmt: skip
    assert {row.key for row in rows if row.ranged} == {"shoot", "throw_object", "disabling_shot"}
    assert all(row.weapon_fr and row.weapon_en for row in rows)


def test_actions_that_must_be_learned():
    """ORG-CSK-07, M6: with which skill, from which level."""
    assert {row.key: row.training for row in table("combat", "action") if row.training} == {
        "low_blow": {"street_fighting": 1, "kickboxing": 1},
        "headbutt": {"boxing": 2, "street_fighting": 1},
        "throw": {"judo": 1, "kickboxing": 1},
        "feint": {"sword": 1, "knife_fighting": 1, "boxing": 2},
        "disabling_shot": {"pistol": 2, "rifle": 2},
    }


def test_reactions():
    """ORG-REA-01 to ORG-REA-07, ORG-WPN-07; mental defence belongs to powers; two reactions throw nothing."""
    for row in printed("organique", "ORG-TB-20"):
        if row["key"] == "mental_defence":
            continue
        result = pack.reaction(row["key"])
        codes = "+".join(code for code in (result.first, result.second) if code)
        assert (codes, result.difficulty) == (row["characteristics"], row["difficulty"])
    shut = pack.reaction("shut_eyes")
    assert (shut.first, shut.second, shut.difficulty) == ("PER", "AGI", 10)
    assert [row.key for row in table("combat", "reaction") if row.first is None] == ["simultaneous", "move"]


def test_free_actions():
    """ORG-FREE-01 to ORG-FREE-05, ORG-REA-02."""
    assert keys("combat", "free") == [
        *("draw", "aim", "stand_up", "move", "pick_up", "free_weapon"),  # the ledger’s
        *("reload", "clear_jam", "coat", "put_out"),  # M9, M13, M21: an action each
    ]


MANOEUVRES = """
Stairs | 20 bike (source), 30 car | none | –
Tight turn | 20 | raise | –
Emergency stop | 15 | malus | –
Hand-brake turn | 25 | malus | –
Slalom | 20 | malus | –
Slide | 25 | malus | action: sweep, damage floor(VIT/20) c
Ramp | 25 | none | action: strike, damage 2 + floor(VIT/20) c
Dodge | 25 | malus | reaction
Ram | 20 | none | action: floor(VIT/10) c to a person, half to one's own vehicle
Jump | 15 at least | none | –
Two wheels | 35 | malus | –
Regain control | 20 | raise | –
"""


@pytest.mark.parametrize(("name", "difficulty", "mode", "use"), by_row(MANOEUVRES))
def test_manoeuvres(name, difficulty, mode, use):
    """M8, ORG-VEH-03, ORG-VEH-04: difficulty, what speed does, what it is in a fight."""
    row = pack.manoeuvre(snake(name))
    assert (row.difficulty, row.speed_mode) == (int(difficulty.split()[0]), mode)
    assert row.difficulty_car == (30 if "30 car" in difficulty else None)
    assert row.use == ("none" if use == NO else use.split(":")[0])
    per = re.search(r"floor\(VIT/(\d+)\) c", use)
    assert row.per_speed == (int(per[1]) if per else 0)
    assert (row.damage_c, row.prone) == (2 if "2 +" in use else 0, "sweep" in use)


VEHICLES = """
Skates | 30 (22) | 8 | +12 | – | – | 1 | 60
Bicycle | 40 (30) | 8 | +12 | 4 | – | 1 | 120
Old Derby moped | 80 (60) | 12 | +15 (source) | 8 | – | 1-2 | 400
Scooter | 110 (82) | 15 | +12 | 10 | – | 2 | 900
Trail bike | 180 (135) | 25 | +10 | 14 | – | 2 | 3 000
Road bike | 300 (225) | 40 | +6 | 14 | – | 2 | 6 000
City car | 190 (142) | 15 | +2 | 25 | 14 / 4 / 6 | 4 | 4 000
Sports car | 320 (240) | 40 | +8 | 25 | 14 / 4 / 6 | 2 | 30 000
Taxi, armoured | 200 (150) | 15 | 0 | 40 | 18 / 8 / 10 | 4 | 18 000
Van | 180 (135) | 12 | −4 | 35 | 15 / 4 / 6 | 3+ | 8 000
Bus | 130 (97) | 8 | −10 | 60 | 12 / 4 / 6 | 40 | 25 000
38-tonne lorry | 140 (105) | 6 | −15 | 80 | 16 / 6 / 8 | 2 | 40 000
Motor boat | 80 (60) | 12 | +2 | 25 | 8 / 3 / 4 | 6 | 9 000
Helicopter | 330 (247) | 30 | +4 | 40 | 14 / 4 / 6 | 4 | 250 000
Observation drone | 90 (67) | 30 | +15 | 3 | – | 0 | 1 200
"""


@pytest.mark.parametrize("row", lines(VEHICLES), ids=listed(VEHICLES))
def test_vehicles(row):
    """M8, ORG-VEH-02: every cell; km/h are three quarters of the speed (ORG-VIT-02)."""
    name, speed, acceleration, manoeuvrability, structure, cover, seats, price = row
    result = pack.vehicle(snake(name))
    vit, kmh = re.findall(r"\d+", speed)
    assert (result.speed, result.acceleration) == (int(vit), int(acceleration))
    assert result.speed * 3 // 4 == int(kmh)
    assert result.manoeuvrability == number(manoeuvrability.split()[0])
    assert result.structure == (0 if structure == NO else int(structure))
    assert (result.ia, result.bs, result.c) == layer(cover)
    assert (result.seats, result.price) == (int(seats.split("-")[-1].rstrip("+")), number(price))
    assert (result.note_en is not None) == ("-" in seats or "+" in seats)


def test_the_lists_hold_every_manoeuvre_and_vehicle():
    """M8."""
    assert keys("vehicles", "manoeuvre") == listed(MANOEUVRES)
    assert keys("vehicles", "vehicle") == listed(VEHICLES)
