"""The tables of the pack (COM, CRE, LRN, MAG, CRT, TIM)."""

import pytest

from gardien.core.errors import Refusal
from gardien.core.inputs import faults
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.pack import TABLES, table
from gardien.systems.yacdha.rules.throws import DEGREES, degree_of
from gardien.systems.yacdha.vocabulary import DIFFICULTIES


@pytest.mark.parametrize(
    ("name", "row", "field", "id"),
    [
        (
            "weapon",
            {"key": "a", "fr": "a", "en": "a", "trauma_max": 7, "mode": "contact", "tags": []},
            "trauma_max",
            "field/range",
        ),
        (
            "weapon",
            {"key": "a", "fr": "a", "en": "a", "trauma_max": 1, "mode": "near", "tags": []},
            "mode",
            "field/one_of",
        ),
        (
            "weapon",
            {"key": "a", "fr": "a", "en": "a", "trauma_max": 1, "mode": "contact", "tags": [], "x": 1},
            "x",
            "field/unknown",
        ),
        ("spell", {"key": "a"}, "fr", "field/missing"),
        ("degree", {"key": "a", "fr": "a", "en": "a", "at_least": 2, "at_most": 1}, "at_most", "field/at_least"),
        (
            "age",
            {"key": "a", "fr": "a", "en": "a", "from_years": 0, "points": 7, "max_level": 5},
            "points",
            "field/range",
        ),
        ("speed", {"key": "a", "fr": "a", "en": "a", "class": 6}, "class", "field/range"),
        ("opposition", {"key": "odd", "fr": "a", "en": "a", "value": 1}, "key", "field/one_of"),
    ],
)
def test_a_bad_row_is_told_by_its_field(name, row, field, id):
    """YAC-CRE-05, YAC-MAG-09: what a keeper's own pack may get wrong."""
    assert (id, field) in [(fault.id, fault.field) for fault in faults(TABLES[name], row)]


def test_a_band_that_ends_before_it_begins_is_told_so():
    """YAC-MAG-09: from 2 to 1."""
    row = {"key": "a", "fr": "a", "en": "a", "at_least": 2, "at_most": 1}
    assert [fault.words for fault in faults(TABLES["degree"], row)] == [{"came": 1, "low": 2}]


def test_bands_may_hold_a_single_margin():
    """YAC-MAG-09: from 2 to 2."""
    row = {"key": "a", "fr": "a", "en": "a", "at_least": 2, "at_most": 2}
    assert list(faults(TABLES["degree"], row)) == []


@pytest.mark.parametrize(
    ("key", "points", "ceiling", "first", "last"),
    [("child", 2, 1, 0, 11), ("teen", 4, 2, 12, 17), ("adult", 6, 5, 18, None)],
)
def test_ages(key, points, ceiling, first, last):
    """YAC-CRE-04, YAC-CRE-05: points and ceilings of the table."""
    row = pack.age(key)
    assert (row.points, row.max_level, row.from_years, row.to_years) == (points, ceiling, first, last)


def test_learning_times():
    """YAC-LRN-03: two years from 2 to 3, one year from 0 to 2, as the examples say."""
    assert pack.learning_months() == (6, 6, 24, 60, 120)


def test_durations():
    """YAC-TIM-01, YAC-TIM-02: minutes of the usual acts."""
    assert {row.key: row.minutes for row in table("durations", "duration")} == {
        "talk": 15,
        "search_room": 20,
        "library_search": 60,
        "web_search": 60,
        "accounts": 360,
        "translation": 360,
        "cross_town": 30,
        "combat_round": 0.1,
    }


def test_printed_weapons():
    """YAC-COM-09: Table 2."""
    printed = {row.key: (row.trauma_max, row.mode) for row in table("weapons", "weapon") if row.printed}
    assert printed == {
        "fist": (1, "contact"),
        "knife": (2, "contact"),
        "spear": (3, "contact"),
        "bow": (3, "ranged"),
        "firearm": (5, "ranged"),
    }


@pytest.mark.parametrize(
    ("key", "numbers"),
    [
        ("rat_thing", (2, 0, 0, 1, 1, 2, False, 2, 1)),
        ("reanimated_corpse", (5, 0, 0, 1, 2, 0, True, 1, 1)),
        ("ghoul", (6, 0, 1, 1, 3, 1, True, 2, 1)),
        ("deep_one", (6, 1, 1, 1, 3, 0, True, 2, 1)),
        ("idol_host", (5, 0, 2, 1, 2, 1, True, 3, 0)),
        ("larva", (3, 0, 1, 1, 3, 2, False, 2, 1)),
        ("night_gaunt", (5, 1, 2, 1, 0, 1, True, 4, 1)),
        ("mi_go", (6, 1, 1, 1, 3, 1, True, 4, 1)),
        ("elder_thing", (10, 2, 2, 2, 4, 0, False, 3, 1)),
        ("shoggoth", (18, 3, 4, 3, 6, 0, False, 3, 2)),
        ("colour_from_space", (0, 0, 0, 0, 0, 0, False, 4, 1)),
        ("great_spawn", (0, 4, 5, 3, 6, 0, False, 3, 2)),
    ],
)
def test_creatures(key, numbers):
    """YAC-CRT-03: the proposed sheets, number by number."""
    row = pack.creature(key)
    assert numbers == (
        row.boxes,
        row.soak,
        row.level,
        row.acts,
        row.trauma_max,
        row.opposition_bonus,
        row.holdable,
        row.speed,
        row.sight_checks,
    )


def test_degrees_and_oppositions_agree_with_the_rules():
    """YAC-DEG-01, YAC-OPP-01: the scales as data are the scales in code."""
    for row in table("scales", "degree"):
        assert {degree_of(margin) for margin in range(row.at_least, row.at_most + 1)} == {row.key}
    assert len(table("scales", "degree")) == len(DEGREES)
    assert {row.key: row.value for row in table("scales", "opposition")} == DIFFICULTIES


def test_rows_point_to_rows_that_exist():
    """YAC-NPC-01, YAC-CRT-03: weapons of NPCs, what bursts out of the dead."""
    assert all(pack.weapon(row.weapon) for row in table("npcs", "npc"))
    assert all(pack.creature(row.on_death) for row in table("creatures", "creature") if row.on_death)


def test_accessors_find_their_row():
    """YAC-MAG-09, YAC-TIM-01: by key."""
    assert pack.weapon("knife").trauma_max == 2
    assert pack.armour("mail").armour == 2
    assert pack.npc("cultist").madness == 3
    assert pack.spell("dismiss").opposition == 4
    assert pack.hazard("fall_5m").opposition == 4
    assert pack.hazard("fall_5m").stakes[0].amount == "margin"
    assert pack.duration("talk").minutes == 15
    assert table("speeds", "speed")[3].speed_class == 4


@pytest.mark.parametrize(
    ("find", "name", "came", "hint"),
    [
        (pack.weapon, "weapon", "knive", "knife"),
        (pack.armour, "armour", "helm", "helmet"),
        (pack.creature, "creature", "gul", "ghoul"),
        (pack.npc, "npc", "cultists", "cultist"),
        (pack.spell, "spell", "whither", "wither"),
        (pack.hazard, "hazard", "fall_3", "fall_3m"),
        (pack.duration, "duration", "talks", "talk"),
        (pack.age, "age", "teenager", "teen"),
    ],
)
def test_an_unknown_key_is_refused_with_the_nearest(find, name, came, hint):
    """YAC-MAG-09: what was probably meant."""
    with pytest.raises(Refusal) as refused:
        find(came)
    result = refused.value
    assert (result.id, result.field, result.words["came"], result.words["hint"]) == ("field/one_of", name, came, hint)
    assert hint in result.words["allowed"]


def test_names_differ():
    """YAC-CRE-01, YAC-CRE-09: nothing stands twice in a list to draw from."""
    for name in ("feminine", "masculine", "family"):
        assert len(set(table("names", name))) == len(table("names", name))
    for name in ("places", "bonds", "faults", "traits"):
        rows = table("names", name)
        assert len({row.fr for row in rows}) == len({row.en for row in rows}) == len(rows)
    occupations = table("occupations", "occupation")
    assert len({row.fr for row in occupations}) == len({row.en for row in occupations}) == 60
