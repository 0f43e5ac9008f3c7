"""Animals, people, robots, swarms, ready sheets, gear, cell by cell (M1, M16, errata 18)."""

import pytest

from gardien.systems.organique import pack
from gardien.systems.organique.pack import keys, table
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.vocabulary import CODES
from systems.organique.ledger import NO, by_row, layer, number, snake
from systems.organique.ledger import keys as listed
from systems.organique.people import character
from systems.worked import table as printed

# creature | PER AGI END INT VIT FOR VOL | SNG CPS INC | size | attacks | bonuses | armour
CREATURES = """
Rat | 12 14 3 2 10 1 4 | 0.5 0.5 0.5 | −10 | strike 0.5 bs | – | –
Guard dog | 16 12 12 4 22 8 10 | 3 3 3 | −2 | strike 2 bs, tackle, hold | tackle +4, hold +4 | –
Feral dog pack leader | 15 11 12 5 20 9 12 | 4 3 4 | −2 | strike 2 bs | – | 5 / 0.5 / 0.5
Cat | 15 17 5 3 18 2 8 | 1 1 1 | −5 | strike 0.5 bs | dodge +4 | –
Sewer crocodile | 8 7 16 2 10 18 8 | 6 6 6 | +3 | strike 4 bs, hold | hold +8 | 14 / 3 / 2
Horse | 10 8 15 3 40 20 7 | 6 7 6 | +5 | strike 3 c | – | –
Escaped gorilla | 12 12 14 7 15 24 12 | 6 7 6 | +3 | strike 3 c, hold | hold +4 | –
Rhinoceros | 6 5 18 2 25 30 12 | 10 12 10 | +8 | strike 6 c | – | 18 / 4 / 4
Engineered hunter | 17 16 14 6 25 12 14 | 5 5 5 | 0 | strike 3 bs | leap +8 | 10 / 2 / 1
Street thug (human) | 9 10 10 8 10 11 9 | 4 4 4 | 0 | strike 2.5 bs | – | 7 / 2 / 0
Police officer | 11 11 11 10 11 11 11 | 4 4 4 | 0 | shoot 3 bs, strike 2 c | – | 8 / 5 / 1
Corporate guard | 12 11 12 10 11 12 12 | 4 5 4 | 0 | shoot 3 bs | – | 14 / 5 / 5
"""
ROBOTS = """
Cleaning robot | 8 6 2 5 8 | 6 | −3 | 20 / 1 / 1
Patrol drone | 15 15 6 60 2 | 4 | −8 | –
Guard robot | 14 9 8 12 18 | 20 | +2 | 20 / 4 / 3
War walker | 16 8 9 20 40 | 60 | +8 | 20 / 10 / 8
Repair spider | 12 14 5 8 6 | 3 | −10 | 12 / 1 / 1
"""


def worn(row):
    """What protects it: its hide, or the one armour it wears."""
    if row.armours:
        (key,) = row.armours
        result = pack.armour(key)
        return result.ia, result.bs, result.c
    return row.ia, row.bs, row.c


def done(attack):
    """An attack in the words of the table."""
    harm = f" {attack.bs:g} bs" if attack.bs else f" {attack.c:g} c" if attack.c else ""
    return f"{attack.action}{harm}"


@pytest.mark.parametrize(("name", "scores", "reserves", "size", "attacks", "bonuses", "armour"), by_row(CREATURES))
def test_creatures(name, scores, reserves, size, attacks, bonuses, armour):
    """M16: scores, reserves, size, attacks, what they are good at, armour."""
    row = pack.creature(snake(name))
    order = ("PER", "AGI", "END", "INT", "VIT", "FOR", "VOL")
    assert row.scores == dict(zip(order, map(int, scores.split()), strict=True))
    assert [float(one) for one in reserves.split()] == [row.SNG, row.CPS, row.INC]
    assert row.size_mod == number(size)
    assert ", ".join(map(done, row.attacks)) == attacks
    wanted = [one.split() for one in bonuses.split(", ") if one != NO]
    assert row.bonuses == {feat: number(bonus) for feat, bonus in wanted}
    assert worn(row) == layer(armour)
    assert row.structure == 0


def test_kinds_of_creatures():
    """ORG-PSY-07, M16: what their nerves are like."""
    odd = {row.key: row.kind for row in table("creatures", "creature") if row.kind != "mammal"}
    assert odd == {
        "sewer_crocodile": "bird_reptile_amphibian_fish", "escaped_gorilla": "primate",
        "street_thug": "human", "police_officer": "human", "corporate_guard": "human",
    }  # fmt: skip
    assert {row.kind for row in table("creatures", "robot")} == {"machine"}


def test_people_are_trained_and_armed():
    """M16: skills and weapons of the list; what an attack repeats is what the weapon does."""
    trained = {row.key: row.combat_skills for row in table("creatures", "creature") if row.combat_skills}
    assert trained == {
        "street_thug": {"armed_street_fighting": 1},
        "police_officer": {"pistol": 2, "police_control": 2},
        "corporate_guard": {"automatic_weapons": 2},
    }
    for row in (*table("creatures", "creature"), *table("creatures", "robot")):
        for attack in row.attacks:
            if attack.weapon is not None:
                weapon = pack.weapon(attack.weapon)
                assert (attack.group, attack.bs, attack.c) == (weapon.group, weapon.bs, weapon.c)
                assert attack.electricity == weapon.electricity


def test_bites_reach_nobody_at_arm_s_length():
    """ORG-RNG-01: bites and scratches, step 0; the rat carries its fever (M12)."""
    bites = [
        (row.key, one) for row in table("creatures", "creature") for one in row.attacks if one.en in ("Bite", "Claw")
    ]
    assert [key for key, one in bites if one.range_max == 0] == [
        "rat", "guard_dog", "feral_dog_pack_leader", "cat", "sewer_crocodile",
    ]  # fmt: skip
    assert [(key, one.disease, one.disease_difficulty) for key, one in bites if one.disease] == [
        ("rat", "rat_fever", 25)
    ]


@pytest.mark.parametrize(("name", "scores", "structure", "size", "armour"), by_row(ROBOTS))
def test_robots(name, scores, structure, size, armour):
    """M16, ORG-MON-01: scores, structure in place of reserves, size, armour."""
    row = pack.creature(snake(name))
    assert row.scores == dict(zip(("PER", "AGI", "INT", "VIT", "FOR"), map(int, scores.split()), strict=True))
    assert (row.structure, row.size_mod) == (int(structure), number(size))
    assert (row.SNG, row.CPS, row.INC) == (0, 0, 0)
    assert worn(row) == layer(armour)


def test_attacks_of_robots():
    """M16: push, taser, arm and gel gun, machine gun and stomp (4 c, doubled by the action), torch."""
    result = {
        row.key: [(one.action, one.weapon, one.c, one.electricity, one.fire) for one in row.attacks]
        for row in table("creatures", "robot")
    }
    assert result == {
        "cleaning_robot": [("push", None, 2, 0, 0)],
        "patrol_drone": [("shoot", "taser_pistol", 0, 2, 0)],
        "guard_robot": [("strike", None, 3, 0, 0), ("shoot", "gel_gun", 2, 0, 0)],
        "war_walker": [("shoot", "machine_gun", 0, 0, 0), ("stomp", None, 4, 0, 0)],
        "repair_spider": [("strike", None, 0, 0, 1)],
    }
    assert pack.action("stomp").before * 4 == 8


SWARMS = [
    # key, count, each, VIT, size, save, difficulty, disease, difficulty
    ("bees", 200, 0.01, 12, -20, "shock", 20, None, 0),
    ("rats", 30, 0.1, 10, -10, None, 0, "rat_fever", 15),
    ("cockroaches", 500, 0, 4, -20, "nausea", 15, None, 0),
    ("pigeons", 40, 0.05, 40, -8, None, 0, None, 0),
    ("nanites", 1000, 0.002, 3, -100, None, 0, None, 0),
    ("piranhas", 50, 0.1, 15, -10, None, 0, None, 0),
]


@pytest.mark.parametrize("row", SWARMS, ids=lambda row: row[0])
def test_swarms(row):
    """M16, ORG-MON-04; nanites cannot be struck one by one."""
    key, *cells = row
    names = ["count", "bs_each", "VIT", "size_mod", "save", "save_difficulty", "disease", "disease_difficulty"]
    assert [getattr(pack.swarm(key), name) for name in names] == cells


def test_the_lists_hold_every_creature():
    """M16."""
    assert keys("creatures", "creature") == listed(CREATURES)
    assert keys("creatures", "robot") == listed(ROBOTS)
    assert keys("creatures", "swarm") == [row[0] for row in SWARMS]


# ---- ready sheets ----

SHEETS = {
    # the printed scores; what is not printed is completed (M1, errata 18)
    "rusty": ("PER 12 AGI 8 INT 10 VIT 14 FOR 7 VOL 7", "END 11 CHA 11", (3, 5, 4)),
    "juanita": ("PER 8 AGI 10 INT 13 VIT 16 FOR 4 VOL 8", "END 10 CHA 11", (4, 4, 4)),
    "raul": ("PER 14 AGI 6 END 4 INT 16 VIT 9 FOR 3 VOL 15", "CHA 13", (5, 3, 4)),
    "tyra": ("PER 17 AGI 12 END 7 INT 6 VIT 12 FOR 8 VOL 12", "CHA 2", (3, 4, 3)),
    "hammerhead": ("PER 6 AGI 10 END 13 INT 7 VIT 13 FOR 17 VOL 14", "CHA 1", (2, 4, 6)),
    "ying": ("PER 6 AGI 14 END 8 INT 12 VIT 5 FOR 7 VOL 18", "CHA 10", (4, 4, 4)),
}


def scores_of(text):
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


@pytest.mark.parametrize("key", SHEETS)
def test_the_six_sheets_of_the_source(key):
    """M1: printed scores as they play, armour on; reserves; their sums."""
    row = pack.sample(key)
    known, completed, reserves = SHEETS[key]
    one = person_of(character(**row.scores, armour=row.armours, SNG=row.SNG, CPS=row.CPS, INC=row.INC))
    assert {code: one.score(code) for code in CODES} == {**scores_of(known), **scores_of(completed)}
    assert reserves == (row.SNG, row.CPS, row.INC)
    (sums,) = [line for line in printed("organique", "ORG-TB-26") if line["name"].lower() == key]
    assert sum(scores_of(known).values()) == sums["printed_sum"]
    assert sum(reserves) == sums["health_sum"]


def test_what_the_six_carry():
    """Weapons, armours and skills of the two fights."""
    result = {
        key: (pack.sample(key).weapons, pack.sample(key).armours, pack.sample(key).combat_skills) for key in SHEETS
    }
    assert result == {
        "rusty": (("hunting_knife",), (), {}),
        "juanita": ((), (), {"kickboxing": 2}),
        "raul": (("tech_sword", "riot_shield"), (), {}),
        "tyra": (("spear",), ("junk_armour",), {"street_fighting": 1}),
        "hammerhead": (("shank",), ("nanopadded_armour", "nano_mesh"), {}),
        "ying": (("throwing_dagger",), (), {"knife_throwing": 3}),
    }
    assert {row.key: row.coating for row in table("samples", "sample") if row.coating} == {"tyra": "blade_poison"}


@pytest.mark.parametrize("key", keys("samples", "sample"))
def test_every_sheet_can_be_made(key):
    """M1: 80 points and 12 with what traits change; skills within 60 + 2 × INT, none above 4."""
    row = pack.sample(key)
    traits = [(pack.trait(name), times) for name, times in row.traits.items()]
    assert sum(row.scores.values()) == 80 + sum(trait.scores * times for trait, times in traits)
    assert 12 + sum(trait.reserves * times for trait, times in traits) == row.SNG + row.CPS + row.INC
    assert all(2 <= one <= 6 for one in (row.SNG, row.CPS, row.INC))
    assert all(pack.weapon(one) for one in row.weapons)
    assert all(pack.armour(one) for one in row.armours)
    assert row.coating is None or pack.poison(row.coating)
    levels = {
        **{name: (pack.skill(name).category, level) for name, level in row.skills.items()},
        **{name: ("CBT", level) for name, level in row.combat_skills.items() if pack.combat_skill(name)},
        **{name: ("PSY", level) for name, level in row.powers.items() if pack.power(name)},
    }
    assert all(level <= 4 for _, level in levels.values())
    if row.player_class is not None:
        costs = pack.player_class(row.player_class).costs
        spent = sum(costs[category] * level * (level + 1) // 2 for category, level in levels.values())
        assert 60 + 2 * row.scores["INT"] >= spent >= 60
        assert sum(pack.weapon(one).price for one in row.weapons) <= pack.player_class(row.player_class).money


def test_people_of_the_worked_examples():
    """Kimberly, Matt and Rakesh as the examples have them (ORG-HACK, ORG-PSY-05, ORG-VEH-01)."""
    kimberly, matt, rakesh = (pack.sample(key) for key in ("kimberly", "matt", "rakesh"))
    assert kimberly.scores["INT"] == 14
    assert "computer_stealth" not in kimberly.skills
    wanted = {"cryptography": 4, "network_knowledge": 3, "operating_system": 2}
    assert {key: kimberly.skills[key] for key in wanted} == wanted
    assert (matt.scores["VOL"], matt.powers["attack_persuasion"]) == (17, 2)
    assert (rakesh.scores["AGI"], rakesh.skills["motorbike"]) == (15, 3)


def test_gear_that_rules_speak_of():
    """ORG-TEST-01, ORG-SKILL-05, M12, M13, M17: each says what it does; no list prices it."""
    rows = table("gear", "gear")
    assert all(row.note_fr and row.note_en and row.price == 0 for row in rows)
    assert "+8" in next(row.note_en for row in rows if row.key == "climbing_gloves")
    for row in table("diseases", "disease"):
        for remedy in row.remedies:
            sold = [one for one in rows if remedy.en.split()[-1] in one.en.lower()]
            assert all(f"+{remedy.bonus}" in one.note_en for one in sold), remedy.en
