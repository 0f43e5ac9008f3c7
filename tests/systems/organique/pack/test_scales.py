"""Difficulties, modifiers, saves, symptoms, thrown weights, times, cell by cell with the printed tables (TB)."""

import pytest

from gardien.systems.organique import pack
from gardien.systems.organique.pack import keys, table
from gardien.systems.organique.vocabulary import TAGS
from systems.worked import table as printed


def marks(name):
    return {row.key: row.difficulty for row in table("scales", name)}


def test_the_difficulty_scale():
    """ORG-TEST-02: number, name, and the characteristic of its example."""
    rows = printed("organique", "ORG-TB-01")
    assert marks("difficulty") == {f"d{row['difficulty']}": row["difficulty"] for row in rows}
    for row, result in zip(rows, table("scales", "difficulty"), strict=True):
        assert result.en.lower().replace(" to ", "-").startswith(row["name"]), row
        assert row["characteristic"] in result.fr
        assert row["characteristic"] in result.en


@pytest.mark.parametrize(
    ("name", "id", "found"),
    [
        ("surface", "ORG-TB-03", ["low_branches", "rough_cliff", "few_holds", "ice"]),
        ("hiding", "ORG-TB-04", ["tall_grass", "behind_someone", "searched_offices", "shadowing_guard"]),
        ("lie", "ORG-TB-05", ["bored", "in_pain", "not_terrified"]),
        ("feat", "ORG-TB-06", ["crack_nut", "break_door", "push_horse", "break_padlock"]),
    ],
)
def test_difficulties_of_habit(name, id, found):
    """ORG-AGI-02, ORG-AGI-04, ORG-CHA-01, ORG-FOR-02."""
    assert marks(name) == dict(zip(found, [row["difficulty"] for row in printed("organique", id)], strict=True))
    assert pack.mark(name, found[0]) == 10


def test_arguments_places_and_what_spreads():
    """ORG-CHA-03, ORG-HACK-04, ORG-DIS-01; what convinces or is absurd is not thrown."""
    assert marks("argument") == {"reasonable": 10, "average": 20, "senseless": 30}
    assert {row.key: row.modifier for row in table("scales", "place")} == {
        row["place"]: row["value"] for row in printed("organique", "ORG-TB-13")
    }
    assert marks("contagion") == {"same_air": 10, "transfusion": 40}


def test_cold_and_fear():
    """ORG-DMG-02, M21."""
    assert marks("weather") == {"frost": 15, "severe": 20, "blizzard": 25, "polar": 30}
    assert marks("fear") == {"corpse": 15, "mortal_danger": 20, "horror": 25, "monstrous": 30}


def test_books_and_levels():
    """ORG-SKILL-02, ORG-SKILL-05: what a level adds, how much longer a book takes."""
    assert {row.key: row.time_factor for row in table("scales", "support")} == {
        row["support"]: row["factor"] for row in printed("organique", "ORG-TB-10")
    }
    levels = [(row["level"], row["name"], row["bonus"]) for row in printed("organique", "ORG-TB-09")]
    assert [(row.level, row.key, row.bonus) for row in table("scales", "rank")] == levels


def test_what_saves_are_made_with():
    """ORG-SAVE-01: the printed table; a fall is no save of this kind (ORG-AGI-03)."""
    for row in printed("organique", "ORG-TB-02"):
        if row["against"] == "fall":
            continue
        result = pack.save(row["against"])
        value = result.first if result.second is None else f"{result.first}/{result.second}"
        assert value == row["value"].removesuffix(" or INT")
        assert result.mode == "average"


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("pain", "VOL"), ("stun", "VOL"), ("mind_control", "VOL"), ("withdrawal", "VOL"), ("cardiac_arrest", "END"),
        ("knock_out", "VOL+END"), ("electric_paralysis", "VOL+END"), ("electric_unconsciousness", "VOL+END"),
    ],
)  # fmt: skip
def test_further_saves(kind, value):
    """ORG-SAVE-01, ORG-TEST-03: written with a plus, they are summed."""
    row = pack.save(kind)
    assert [row.first, row.second] == (value.split("+") if "+" in value else [value, None])
    assert row.mode == ("sum" if "+" in value else "average")


def test_what_avoids_symptoms():
    """ORG-SYM-02 to ORG-SYM-21: their own characteristic; the d6 of two of them."""
    for row in printed("organique", "ORG-TB-08"):
        result = pack.symptom(row["symptom"])
        assert (result.first if result.second is None else f"{result.first}/{result.second}") == row["value"]
    assert [row["symptom"] for row in printed("organique", "ORG-TB-08")] == keys("symptoms", "symptom")
    timed = {row.key: row.die for row in table("symptoms", "symptom") if row.die}
    assert timed == {"stroke": "minutes", "momentary_amnesia": "turns"}


def modifiers(name):
    return {row.key: row.modifier for row in table("scales", name)}


def test_sizes_and_natures():
    """ORG-MON-02, ORG-PSY-07; people and machines weigh nothing on a power."""
    assert modifiers("size") == {row["size"]: row["modifier"] for row in printed("organique", "ORG-TB-21")}
    numbers = [row["modifier"] for row in printed("organique", "ORG-TB-11")]
    names = ["primate", "mammal", "bird_reptile_amphibian_fish", "insect"]
    assert modifiers("nature") == {"human": 0, **dict(zip(names, numbers, strict=True)), "machine": 0}
    assert pack.modifier("size", "bee") == -20


def test_haste_and_circumstances():
    """ORG-SKILL-03, M21."""
    assert modifiers("haste") == {"half_time": -4, "quarter_time": -10}
    assert modifiers("circumstance") == {
        "poor_light": -4, "darkness": -10, "blind_fighting": -15, "from_behind": 4, "moving_target": -2,
        "fast_target": -4, "unstable_ground": -4, "bound_hands": -10, "wrong_hand": -4, "shaken_by_fear": -4,
    }  # fmt: skip


def test_combat_modifiers():
    """ORG-MOD-01 to ORG-MOD-14: on actions and on reactions."""
    rows = [(row["key"], row["action"], row["reaction"]) for row in printed("organique", "ORG-TB-18")]
    assert [(row.key, row.modifier, row.reaction) for row in table("scales", "combat_modifier")] == rows


def test_weapon_tags():
    """ORG-WPN-01."""
    assert {row["tag"]: row["difficulty"] for row in printed("organique", "ORG-TB-22")} == TAGS


def test_decryption():
    """ORG-CRY-04: what helps to break a code."""
    rows = printed("organique", "ORG-TB-16")
    assert modifiers("decryption") == {row["situation"]: row["modifier"] for row in rows}


def test_times_of_decryption():
    """ORG-CRY-05: the row with the largest threshold not above the result; whatever is lower is the first."""
    rows = [(row["result"], row["time"]) for row in printed("organique", "ORG-TB-17")]
    assert [(row.result, row.key) for row in table("scales", "cracking")] == rows
    for result in range(-90, 60):
        assert pack.crack_time(result) == next((time for least, time in reversed(rows) if result >= least), rows[0][1])
    assert (pack.crack_time(2), pack.crack_time(-1), pack.crack_time(-11)) == ("one_day", "one_month", "one_year")


def test_logins():
    """ORG-HACK-09, ORG-HACK-31: how often somebody logs in."""
    assert [(row.key, row.dice, row.sides, row.unit) for row in table("scales", "login")] == [
        ("2d6_minutes", 2, 6, "minutes"),
        ("4d6_minutes", 4, 6, "minutes"),
        ("2d20_hours", 2, 20, "hours"),
        ("4d20_hours", 4, 20, "hours"),
    ]
    assert pack.login("2d20_hours").sides == 20


def test_range_steps():
    """ORG-RNG-01: five steps, what reaches there."""
    assert [row.step for row in table("scales", "range_step")] == [0, 1, 2, 3, 4]
    for row, result in zip(printed("organique", "ORG-TB-25"), table("scales", "range_step"), strict=True):
        assert row["weapons"].split(",")[0].rstrip("s")[:7] in result.en, row


@pytest.mark.parametrize(
    ("strength", "c"),
    [(0, 0.5), (1, 0.5), (5, 0.5), (6, 1), (10, 1), (11, 1.5), (15, 1.5), (16, 2), (17, 2), (20, 2), (40, 2)],
)  # fmt: skip
def test_fists(strength, c):
    """M9: what a punch does by FOR; 2 c at FOR 17 is printed."""
    assert pack.punch(strength) == c


@pytest.mark.parametrize("row", printed("organique", "ORG-TB-23"), ids=lambda row: str(row["kg_from"]))
def test_thrown_weights(row):
    """ORG-WPN-06: the lower bound of a band is in it, the upper is not."""
    for kg in (row["kg_from"], row["kg_to"] - 0.1):
        band = pack.thrown_band(kg)
        assert (band.kg, band.useful_cm, band.c, band.per_kg) == (row["kg_from"], row["useful_cm"], row["damage_c"], 0)


def test_the_lightest_and_the_heaviest_throw():
    """ORG-WPN-06: below half a kilogram no damage; from 20 kg one more for each 20."""
    light, heavy = pack.thrown_band(0.4), pack.thrown_band(75)
    assert (light.useful_cm, light.c) == (100, 0)
    assert (heavy.kg, heavy.useful_cm, heavy.c, heavy.per_kg) == (20, 15, 4, 20)
