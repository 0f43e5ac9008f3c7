"""Things that fall, people who fall, falls at speed (DMG-04, DMG-08, DMG-13, AGI-03)."""

from fractions import Fraction

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("falling_object", "fall", "tumble")
WORN = {"SNG": 20, "CPS": 20, "armour": [{"ia": 0, "bs": 2, "c": 1}, {"ia": 20, "bs": 0, "c": 0.5}]}


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- things ----


@pytest.mark.parametrize(
    ("kg", "storeys", "c"),
    [(10, 0, 0), (1, 1, 0), (2.5, 1, 0.5), (4, 1, 0.5), (7, 2, 2.5), (0.1, 50, 1), (6000, 5, 6000)],
)
def test_a_fifth_of_the_weight_a_storey(kg, storeys, c):  # ORG-DMG-04, ORG-TEST-09
    assert BENCH.picked("falling_object", [], "c", character={}, kg=kg, storeys=storeys) == (c,)


def test_armour_takes_its_share_of_a_flower_pot():  # ORG-DMG-04
    result = BENCH.outcome("falling_object", character=WORN, kg=10, storeys=2)
    assert (result["c"], result["c_through"], result["state"]["cps"]) == (4, 2.5, 17.5)


def test_a_lorry_from_the_roof_is_written_down_too():
    state = BENCH.outcome("falling_object", character={}, kg=38_000, storeys=50)["state"]
    assert (state["inc"], state["wounds"][0]["c"]) == (0, 1000)
    assert BENCH.outcome("bleed", character={"wounds": state["wounds"]}, minutes=15)["lost"] == 0


# ---- heights ----


@pytest.mark.parametrize(("metres", "storeys"), [(0, 0), (1.4, 0), (1.5, 1), (4.4, 1), (4.5, 2), (9, 3), (10.5, 4)])
def test_storeys_of_three_metres(metres, storeys):  # ORG-DMG-08
    dice = [1] if storeys else []
    result = BENCH.picked("fall", dice, "storeys", "raw_c", "c", character={}, height_m=metres)
    assert result == (storeys, 2 * storeys, 2 * storeys)
    assert BENCH.picked("fall", dice, "storeys", character={}, storeys=storeys, height_m=99) == (storeys,)


def test_armour_is_no_help():  # ORG-DMG-08
    state = BENCH.outcome("fall", [1], character=WORN, storeys=3)["state"]
    assert (state["cps"], state["wounds"][0]["c"]) == (14, 6)


@pytest.mark.parametrize(
    ("die", "agi", "mods", "avoided"),
    [(1, 60, 0, 0), (20, 0, -15, 1), (20, 0, 0, 2), (2, 0, -30, 0), (19, 60, 0, 6), (10, 10, 10, 3)],
)
def test_softening(die, agi, mods, avoided):  # ORG-AGI-03
    result = BENCH.outcome("fall", [die], character={"AGI": agi}, storeys=3, mods={"snow": mods})
    assert (result["total"], result["avoided"], result["c"]) == (die + agi + mods, avoided, 6 - avoided)


def test_no_more_than_the_fall():  # ORG-AGI-03
    assert BENCH.picked("fall", [19], "avoided", "c", character={"AGI": 40}, storeys=1) == (2, 0)


def test_no_luck():  # ORG-TEST-05
    for plain in ({"luck": False}, {"options": {"saves_not_luck": True}}):
        assert BENCH.picked("fall", [1], "avoided", character={"AGI": 19}, storeys=3, **plain) == (2,)
        assert BENCH.picked("fall", [20], "avoided", character={"AGI": 0}, storeys=3, mods={"ice": -15}, **plain) == (
            0,
        )
    kept = {"luck": True, "options": {"saves_not_luck": True}}
    assert BENCH.picked("fall", [1], "avoided", character={"AGI": 19}, storeys=3, **kept) == (0,)


@pytest.mark.parametrize("fields", [{"end_now": 0}, {"inc": 0, "end_now": -1}, {"dead": True}])
def test_no_die_of_the_exhausted_and_the_fallen(fields):  # ORG-END-06, ORG-SAVE-01
    result = BENCH.outcome("fall", character=fields, storeys=2)
    assert ("total" in result, result["avoided"], result["c"]) == (False, 0, 4)


def test_machines_fall_too():  # ORG-MON-01
    assert BENCH.outcome("fall", [10], character={"kind": "machine"}, storeys=3)["state"]["structure"] == 6


def test_a_fall_is_weighed():
    BENCH.assert_odds_agree("fall", character={"AGI": 12, "name": "Ann"}, storeys=2)
    BENCH.assert_odds_agree("fall", character={"AGI": 12}, storeys=2, luck=False, mods={"ice": -14})
    assert BENCH.chance("fall", "avoided", 2, character={"AGI": 5}, storeys=5) == Fraction(6, 20)


@drawn(st.integers(1, 20), st.integers(0, 60), st.integers(-50, 50), st.integers(1, 30))
def test_what_is_avoided_is_taken_off(die, agi, mods, storeys):
    result = BENCH.outcome("fall", [die], character={"AGI": agi}, storeys=storeys, mods={"gm": mods})
    assert result["avoided"] + result["c"] == result["raw_c"] == 2 * storeys
    assert result["avoided"] >= 0
    if die not in (1, 20):
        assert result["avoided"] == min(2 * storeys, max(0, result["total"] // 10))


# ---- speed ----


@pytest.mark.parametrize(
    ("speed", "kmh", "each"), [(0, 0, 0), (19.9, 14.925, 0), (20, 15, 1), (59, 44.25, 2), (100, 75, 5)]
)
def test_a_point_of_each_for_twenty(speed, kmh, each):  # ORG-DMG-13, ORG-VIT-02
    assert BENCH.picked("tumble", [], "kmh", "bs", "c", character={}, speed=speed) == (kmh, each, each)


def test_leather_helps():  # ORG-DMG-13
    result = BENCH.outcome("tumble", character=WORN, speed=60)
    assert (result["bs_through"], result["c_through"]) == (1, 1.5)
    assert (result["state"]["sng"], result["state"]["cps"]) == (19, 18.5)


# ---- refusals, sheets ----


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("fall", {}, "field/missing", "storeys"),
        ("fall", {"storeys": -1}, "field/range", "storeys"),
        ("fall", {"height_m": -1}, "field/range", "height_m"),
        ("falling_object", {"kg": 0, "storeys": 1}, "field/range", "kg"),
        ("falling_object", {"kg": 1}, "field/missing", "storeys"),
        ("tumble", {"speed": -1}, "field/range", "speed"),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, character={}, **fields) == (id, field)


def test_what_the_sheet_keeps():
    fallen = BENCH.changes("fall", [15], character={}, storeys=2)
    assert [one[:3] for one in fallen][:1] == [("cps", 4.0, 2.0)]
    assert [one[0] for one in BENCH.changes("tumble", character={}, speed=40)] == ["sng", "cps", "wounds"]
    assert [one[0] for one in BENCH.changes("falling_object", character={}, kg=5, storeys=1)] == ["cps", "wounds"]
