"""Tables of the Keeper's own for one creature: where it is struck, how gravely, what can be aimed at (CREA-02)."""

from fractions import Fraction

import pytest

from gardien.table import commands as c
from systems.brute import Bench
from systems.cthulhud20.evening import Evening
from systems.table import at

bench = Bench("cthulhud20")
outcome, picked = bench.outcome, bench.picked

# A tree that walks: crown, trunk and roots; sap runs only from a critical wound, and it takes twenty to fell it.
TREE = {
    "zones": [
        {"first": 1, "last": 20, "zone": "head", "bonus": 1},
        {"first": 21, "last": 80, "zone": "trunk", "bonus": 2, "extra_pf": 1, "mortal": True},
        {"first": 81, "last": 100, "zone": "limbs"},
    ],
    "severities": [
        {"key": "superficial", "first": 0},
        {"key": "light", "first": 4, "pf": 1},
        {"key": "critical", "first": 12, "pf": 3, "pv": 2, "rounds": 10, "care": "needed"},
        {"key": "mortal", "first": 20},
    ],
    "aims": [
        {"key": "head", "malus": -4, "first": 1, "last": 20},
        {"key": "lower", "malus": -2, "first": 21, "last": 100},
    ],
}


@pytest.mark.parametrize(
    ("face", "zone", "bonus"), [(20, "head", 1), (21, "trunk", 2), (80, "trunk", 2), (81, "limbs", 0)]
)
def test_a_blow_lands_where_the_keeper_says(face, zone, bonus):
    """CD20-CREA-02: a location table made for it."""
    assert picked("locate", [face], "zone", "zone_bonus", tables=TREE) == (zone, bonus)


@pytest.mark.parametrize(
    ("zone", "gb", "severity", "pf", "pv", "interval"),
    [
        ("head", 3, "superficial", 0, 0, None),
        ("head", 4, "light", 1, 0, None),
        ("head", 11, "light", 1, 0, None),
        ("trunk", 12, "critical", 4, 2, 10),
        ("limbs", 19, "critical", 3, 2, 10),
        ("limbs", 20, "critical", 3, 2, 10),
    ],
)
def test_a_gb_is_read_on_the_keepers_own_table(zone, gb, severity, pf, pv, interval):
    """CD20-CREA-02: a severity table made for it, with its own aggravation."""
    read = outcome("severity", zone=zone, gb=gb, tables=TREE)
    assert (read["severity"], read["pf_loss"], read["pv_loss"]) == (severity, pf, pv)
    assert read.get("aggravation_interval_rounds") == interval
    assert read["part_lost"] == (gb >= 20)


def test_its_vital_zone_kills_where_its_table_says_so():
    """CD20-CREA-02: at twenty, on the trunk alone."""
    assert outcome("severity", zone="trunk", gb=19, tables=TREE)["dead_at_once"] is False
    assert outcome("severity", zone="trunk", gb=20, tables=TREE)["dead_at_once"] is True
    assert picked("severity", [], "gb", "severity", zone="trunk", severity="mortal", tables=TREE) == (20, "mortal")


def test_only_what_the_keeper_names_can_be_aimed_at():
    """CD20-AIM-02, CD20-CREA-02: with the malus and the part of the table that were drawn up for it."""
    target = {"tables": TREE, "pv_max": 20, "pf_max": 20}
    assert picked("attack", [1], "zone", "zone_malus", aim="head", target=target) == ("head", -4)
    assert picked("attack", [1, 5, 90], "zone", "zone_malus", aim="lower", target=target) == ("limbs", -2)
    with pytest.raises(Exception, match=r"torso|AIM-02|not_allowed"):
        outcome("attack", [1], aim="torso", target=target)


def test_without_severities_those_of_humans_hold():
    """CD20-CREA-02: a body without aims cannot be aimed at."""
    plain = {"zones": TREE["zones"]}
    assert picked("severity", [], "severity", "aggravation_interval_rounds", zone="trunk", gb=7, tables=plain) == (
        "grave",
        10,
    )
    with pytest.raises(Exception, match=r"head|AIM-02|not_allowed"):
        outcome("attack", [1], aim="head", target={"tables": plain})


def test_odds_know_the_tables():
    """CD20-P-ODDS-01: exact on any tables."""
    target = {"tables": TREE, "pv_max": 20, "pf_max": 20}
    scene = {"attack_bonus": 10, "target": target}
    assert bench.chance("attack", "zone", "trunk", **scene) == Fraction(3, 5)
    bench.assert_odds_agree("attack", attack_bonus=12, aim="head", target=target)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"zones": [{"first": 1, "last": 99, "zone": "head"}]}, "zones"),
        ({"zones": [{"first": 2, "last": 100, "zone": "head"}]}, "zones"),
        ({"zones": [{"first": 1, "last": 60, "zone": "head"}, {"first": 50, "last": 100, "zone": "trunk"}]}, "zones"),
        ({"zones": [{"first": 1, "last": 100, "zone": "whole_body"}]}, "zones"),
        ({**TREE, "severities": [{"key": "light", "first": 1}, {"key": "mortal", "first": 9}]}, "severities"),
        ({**TREE, "severities": [{"key": "superficial", "first": 0}]}, "severities"),
        ({**TREE, "severities": [*TREE["severities"], {"key": "light", "first": 30}]}, "severities"),
        ({**TREE, "aims": [{"key": "head", "malus": -4, "first": 20, "last": 1}]}, "aims"),
    ],
)
def test_tables_with_holes_are_refused(wrong, field):
    """CD20-CREA-02: every face leads somewhere, every GB means something."""
    with pytest.raises(Exception, match=field):
        outcome("severity", zone="head", gb=1, tables=wrong)


def test_such_a_creature_lives_at_the_table(tmp_path):
    """CD20-CREA-02, CD20-BLEED-04: shot, bleeding by its own interval, cared for, read again after undo."""
    table = Evening(tmp_path)
    table.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    table.write(table.jack, destiny_spent=9)
    sheet = {"kind": "creature", "name": "Arbre", "tables": TREE, "pv_max": 20, "pf_max": 20, "pv": 20, "pf": 20}
    tree = table.add(sheet=sheet)
    shot = table.do(table.jack, "attack", (10, 50, 99), target=at(tree), modifier=-10).outcome
    assert (shot["zone"], shot["gb"], shot["severity"]) == ("trunk", 13, "critical")
    assert table.sheet(tree)["wounds"][0]["next_tick_in_rounds"] == 10
    table.keep(c.Advance(minutes=1))
    assert [one["procedure"] for one in table.play["due"].values()] == ["advance_time"]
    before = table.play
    table.settle("advance_time", (99,))
    table.keep(c.Undo())
    assert table.play == before
    table.store.close()
