"""The Keeper’s table of fatigue and wounds (TRACK-01)."""

import pytest

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome = bench.outcome


@pytest.mark.parametrize(
    "example", [one for one in examples("cthulhud20") if one.procedure == "tracking_sheet"], ids=by_id
)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def wounds_of(*wounds, **fields):
    (row,) = outcome("tracking_sheet", characters=[{"con": 14, **fields, "wounds": list(wounds)}])["rows"]
    return row["wounds"]


@pytest.mark.parametrize(
    ("wound", "status", "care_dc", "next_loss"),
    [
        ({"gb": 1, "zone": "head"}, "closed", None, None),
        ({"gb": 2, "zone": "head", "treated": True}, "closed", None, None),
        ({"gb": 4}, "bleeding", 9, 100),
        ({"gb": 4, "next_tick_in_rounds": 37}, "bleeding", 9, 37),
        ({"gb": 8, "stabilised": True}, "stabilised", 13, None),
        ({"gb": 8, "treated": True}, "treated", None, None),
        ({"gb": 8, "stabilised": True, "treated": True}, "treated", None, None),
        ({"gb": 12}, "bleeding", 17, 1),
    ],
)
def test_how_a_wound_stands_on_the_table(wound, status, care_dc, next_loss):
    """CD20-TRACK-01, CD20-BLEED-02: status, difficulty of care while it is untreated, next loss while it bleeds."""
    (result,) = wounds_of(wound, pv=7)
    assert (result["status"], result.get("care_dc"), result.get("next_loss_in_rounds")) == (status, care_dc, next_loss)


def test_the_dead_and_the_undead_ask_for_nothing():
    """CD20-HP-04, CD20-CREA-03: no loss to come, no care."""
    (dead,) = wounds_of({"gb": 12}, pv=0)
    assert (dead["status"], set(dead)) == ("closed", {"zone", "gb", "severity", "status"})
    (zombie,) = wounds_of({"gb": 12}, tables="zombie", pv=4)
    assert (zombie["status"], set(zombie)) == ("closed", {"zone", "gb", "severity", "status"})


def test_one_row_for_each_in_order():
    """CD20-TRACK-01, CD20-FAT-01, CD20-FAT-03: names, pools, malus, state."""
    people = [{"name": "Paul", "con": 14, "pf": 4}, {"name": "Ada", "pf": 0}, {"name": "Bo", "pv": -1, "pf": 2}]
    rows = outcome("tracking_sheet", characters=people)["rows"]
    assert [(row["name"], row["pf"], row["fatigue_malus"], row["state"]) for row in rows] == [
        ("Paul", 4, -3, "ok"),
        ("Ada", 0, -5, "unconscious"),
        ("Bo", 2, -3, "dead"),
    ]
    assert [(row["pf_max"], row["pv"], row["pv_max"], row["wounds"]) for row in rows] == [
        (10, 10, 10, []),
        (8, 8, 8, []),
        (8, -1, 8, []),
    ]
    assert outcome("tracking_sheet", characters=[]) == {"rows": []}
    assert bench.refused("tracking_sheet") == ("field/missing", "characters")
