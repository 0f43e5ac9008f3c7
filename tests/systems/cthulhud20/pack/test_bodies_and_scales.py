"""Bodies and scales, cell by cell: zones, severities, aggravation, aims, fatigue, lethality (LOC, GB, AIM, FAT)."""

import pytest

from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.pack import table
from gardien.systems.cthulhud20.vocabulary import HUMAN, MODES, Zone
from systems.worked import table as printed

ENDLESS = 9999

OTHERS = """
quadruped | 1 | 10 | head | 4 | 0 | yes
quadruped | 11 | 40 | chest | 3 | 1 | yes
quadruped | 41 | 60 | belly | 1 | 1 | yes
quadruped | 61 | 70 | right_foreleg | 0 | 0 | no
quadruped | 71 | 80 | left_foreleg | 0 | 0 | no
quadruped | 81 | 90 | right_hind_leg | 0 | 0 | no
quadruped | 91 | 100 | left_hind_leg | 0 | 0 | no
winged_human | 1 | 5 | head | 4 | 0 | yes
winged_human | 6 | 20 | torso | 3 | 1 | yes
winged_human | 21 | 25 | right_arm | 0 | 0 | no
winged_human | 26 | 30 | left_arm | 0 | 0 | no
winged_human | 31 | 35 | right_wing | 0 | 0 | no
winged_human | 36 | 40 | left_wing | 0 | 0 | no
winged_human | 41 | 50 | abdomen | 1 | 1 | yes
winged_human | 51 | 75 | right_leg | 0 | 0 | no
winged_human | 76 | 100 | left_leg | 0 | 0 | no
mi_go | 1 | 10 | head_cluster | 2 | 0 | no
mi_go | 11 | 35 | thorax | 2 | 0 | yes
mi_go | 36 | 50 | abdomen | 1 | 0 | no
mi_go | 51 | 60 | right_wing | 0 | 0 | no
mi_go | 61 | 70 | left_wing | 0 | 0 | no
mi_go | 71 | 100 | limbs | 0 | 0 | no
radial | 1 | 15 | star_head | 2 | 0 | no
radial | 16 | 55 | trunk | 2 | 0 | yes
radial | 56 | 65 | wings | 0 | 0 | no
radial | 66 | 85 | tendrils | 0 | 0 | no
radial | 86 | 100 | foot | 0 | 0 | no
cone | 1 | 10 | head | 4 | 0 | yes
cone | 11 | 70 | cone | 1 | 1 | yes
cone | 71 | 80 | foot | 0 | 0 | no
cone | 81 | 85 | right_pincer | 0 | 0 | no
cone | 86 | 90 | left_pincer | 0 | 0 | no
cone | 91 | 100 | third_limb | 0 | 0 | no
"""
BODIES = tuple(MODES)


def rows(tables: str) -> list:
    return [row for row in table("bodies", "zone") if row.tables == tables]


def test_the_location_table():
    """CD20-LOC-01, CD20-TAB-04: the human table as printed."""
    asked = [(one["d100_from"], one["d100_to"], one["zone"]) for one in printed("cthulhud20", "CD20-TAB-04")]
    assert [(row.first, row.last, row.zone) for row in rows("human")] == asked


def test_what_zones_add_and_cost():
    """CD20-GB-02, CD20-GB-03, CD20-TAB-05: bonus and further PF of each zone."""
    for one in printed("cthulhud20", "CD20-TAB-05"):
        (row,) = pack.zones("human")[one["zone"]]
        assert (row.bonus, row.extra_pf) == (one["gb_bonus"], one["extra_pf_loss"])
    assert [row.zone for row in rows("human") if row.mortal] == ["head", "torso", "abdomen"]


def test_what_parts_out_of_use_do():
    """CD20-P-WOUND-01: by zone; those of other bodies do nothing by themselves."""
    effects = {row.zone: row.effect for row in rows("human")}
    assert effects == {
        "head": "head_minus_4",
        "torso": "torso_partial_actions",
        "right_arm": "arm_unusable",
        "left_arm": "arm_unusable",
        "abdomen": "abdomen_minus_2",
        "right_leg": "leg_unusable",
        "left_leg": "leg_unusable",
    }
    for row in table("bodies", "zone"):
        human = row.tables in ("human", "zombie", "winged_human") and row.zone in HUMAN
        assert row.effect == (effects[row.zone] if human else "none")


def test_the_zombie_keeps_the_places_and_nothing_else():
    """CD20-CREA-03: human location, no bonus, no further PF, nothing mortal."""
    assert [(row.first, row.last, row.zone) for row in rows("zombie")] == [
        (row.first, row.last, row.zone) for row in rows("human")
    ]
    assert not any(row.bonus or row.extra_pf or row.mortal for row in rows("zombie"))


def test_the_zones_of_other_bodies():
    """CD20-P-CREA-04: every cell."""
    asked = [[cell.strip() for cell in line.split("|")] for line in OTHERS.strip().splitlines()]
    result = [
        [
            row.tables,
            str(row.first),
            str(row.last),
            row.zone,
            str(row.bonus),
            str(row.extra_pf),
            "yes" if row.mortal else "no",
        ]
        for row in table("bodies", "zone")
        if row.tables not in ("human", "zombie")
    ]
    assert result == asked


@pytest.mark.parametrize("tables", BODIES)
def test_every_face_finds_one_zone(tables):
    """CD20-LOC-01: from 1 to 100 without gap or overlap; every zone is a word of the game."""
    for face in range(1, 101):
        assert len([row for row in rows(tables) if row.holds(face)]) == 1
    assert set(pack.zones(tables)) <= set(Zone.__args__)


@pytest.mark.parametrize(
    ("tables", "beyond", "whole", "care", "aimed"),
    [
        ("human", "critical", "mortal", True, True),
        ("zombie", "destructive", "destructive", False, True),
        ("quadruped", "critical", "mortal", True, False),
        ("winged_human", "critical", "mortal", True, True),
        ("mi_go", "destructive", "mortal", True, False),
        ("radial", "destructive", "mortal", True, False),
        ("cone", "critical", "mortal", True, False),
    ],
)
def test_shapes(tables, beyond, whole, care, aimed):
    """CD20-P-CREA-04, CD20-CREA-03, CD20-AIM-02: what sixteen and more does, what can be aimed at."""
    row = pack.shape(tables)
    assert (row.beyond, row.whole, row.care, row.aimed) == (beyond, whole, care, aimed)


def test_the_severity_table():
    """CD20-GB-04, CD20-TAB-06: from which GB, PF, PV, whether it aggravates."""
    for one in printed("cthulhud20", "CD20-TAB-06"):
        row = pack.severity(one["severity"])
        last = None if one["gb_to"] == ENDLESS else one["gb_to"]
        assert (row.first, row.last, row.pf, row.pv) == (one["gb_from"], last, one["pf_loss"], one["pv_loss"])
        if one["severity"] != "mortal":
            assert (pack.interval("human", one["severity"]) > 0) == one["aggravates"]
    care = {row.key: row.care for row in table("bodies", "severity")}
    assert care == {
        "superficial": "none",
        "light": "bandage",
        "moderate": "advised",
        "grave": "needed",
        "critical": "indispensable",
        "mortal": "none",
        "destructive": "none",
    }


def test_the_destructive_row():
    """CD20-CREA-03: 5 PF and 4 PV from 16 on."""
    row = pack.severity("destructive")
    assert (row.first, row.last, row.pf, row.pv) == (16, None, 5, 4)


def test_aggravation():
    """CD20-BLEED-04, CD20-TAB-07, CD20-P-CREA-04: rounds between two losses on each body."""
    for one in printed("cthulhud20", "CD20-TAB-07"):
        for tables in ("human", "quadruped", "winged_human"):
            assert pack.interval(tables, one["severity"]) == one["interval_rounds"]
    for tables in ("mi_go", "cone"):
        result = [pack.interval(tables, key) for key in ("moderate", "grave", "critical")]
        assert result == [0, 100, 10]
    for tables in ("zombie", "radial"):
        assert [pack.interval(tables, key) for key in ("moderate", "grave", "critical")] == [0, 0, 0]
    for tables in BODIES:
        assert [pack.interval(tables, key) for key in ("superficial", "light", "mortal", "destructive")] == [0] * 4


def test_aims():
    """CD20-AIM-02, CD20-TAB-03: the malus of each zone and group."""
    assert [(row.key, row.malus) for row in table("bodies", "aim")] == [
        (one["aim"], one["malus"]) for one in printed("cthulhud20", "CD20-TAB-03")
    ]
    assert [row.key for row in table("bodies", "aim") if row.single] == list(HUMAN)


def test_the_parts_of_the_table_that_groups_leave_open():
    """CD20-AIM-04, CD20-TAB-08: unbroken, and whole zones."""
    for one in printed("cthulhud20", "CD20-TAB-08"):
        row = pack.aim(one["aim"])
        assert (row.first, row.last, row.last - row.first + 1) == (one["d100_from"], one["d100_to"], one["cells"])
    for zone in HUMAN:
        assert (pack.aim(zone).first, pack.aim(zone).last) == (
            pack.zones("human")[zone][0].first,
            pack.zones("human")[zone][0].last,
        )


def test_fatigue():
    """CD20-FAT-01, CD20-TAB-01: every number of PF lost up to 30."""
    for one in printed("cthulhud20", "CD20-TAB-01"):
        for lost in range(one["pf_lost_from"], min(30, one["pf_lost_to"]) + 1):
            assert pack.fatigue(lost) == one["malus"] == -min(5, lost // 2)


def test_lethality():
    """CD20-LETH-01, CD20-TAB-02: every highest damage up to 60."""
    for one in printed("cthulhud20", "CD20-TAB-02"):
        for most in range(one["max_damage_from"], min(60, one["max_damage_to"]) + 1):
            assert pack.lethal(most) == one["attack_bonus"] == min(8, (most - 1) // 3)
