"""Loads and speeds (FOR-03, VIT-02, END-02)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.systems.organique.loads import burden, threshold
from gardien.systems.organique.options import Options
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("load", "run")
HOUSE, BANDS = Options(), Options(encumbrance_full_bands=True)


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


@pytest.mark.parametrize(
    ("kg", "bands", "full"),
    [(0, 0, 0), (17.9, 0, 0), (18, 1, 1), (22.9, 1, 1), (23, 1, 2), (23.1, 2, 2), (28, 2, 3), (28.5, 3, 3), (48, 6, 7)],
)
def test_bands(kg, bands, full):  # ORG-FOR-03, encumbrance_full_bands
    asked = {"character": {"FOR": 7}, "load_kg": kg}
    fields = ("threshold", "malus", "AGI", "VIT", "end_per_hour")
    assert BENCH.picked("load", [], *fields, **asked) == (18, bands, -bands, -bands, bands)
    options = {"encumbrance_full_bands": True}
    assert BENCH.picked("load", [], *fields, **asked, options=options) == (18, full, -full, -full, full)


def test_strength_as_it_counts():  # ORG-TEST-11
    asked = {"load_kg": 10}
    assert BENCH.picked("load", [], "threshold", character={"FOR": 9, "halved": True}, **asked) == (13,)
    assert BENCH.picked("load", [], "threshold", "malus", character={"FOR": 0}, load_kg=0) == (0, 0)
    assert BENCH.picked("load", [], "malus", character={"FOR": 0}, load_kg=1) == (1,)


@settings(max_examples=60)
@given(st.integers(0, 60), st.integers(0, 4000))
def test_more_is_never_lighter(strength, tenths):
    kg = tenths / 10
    for options in (HOUSE, BANDS):
        assert burden(strength, kg, options) <= burden(strength, kg + 0.1, options) <= burden(strength, kg, options) + 1
        assert (burden(strength, kg, options) > 0) == (kg > 0 and kg >= threshold(strength))
    assert 0 <= burden(strength, kg, BANDS) - burden(strength, kg, HOUSE) <= 1


@pytest.mark.parametrize(
    ("speed", "allowed", "exhausting", "kmh"),
    [(0.1, True, False, 0.075), (5.4, True, False, 4.05), (5.5, True, True, 4.125), (11, True, True, 8.25),
     (11.5, False, True, 8.625)],
)  # fmt: skip
def test_speeds(speed, allowed, exhausting, kmh):  # ORG-VIT-02, ORG-END-02
    fields = ("allowed", "exhausting", "end_per_turn", "kmh")
    found = BENCH.picked("run", [], *fields, character={"VIT": 11}, speed=speed)
    assert found == (allowed, exhausting, int(exhausting), kmh)


def test_on_one_leg():  # ORG-TEST-11
    assert BENCH.picked("run", [], "allowed", character={"VIT": 11, "one_leg": True}, speed=2) == (False,)


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("load", {"load_kg": 3}, "field/missing", "character"),
        ("load", {"character": {}}, "field/missing", "load_kg"),
        ("load", {"character": {}, "load_kg": -1}, "field/range", "load_kg"),
        ("run", {"character": {}}, "field/missing", "speed"),
        ("run", {"character": {}, "speed": 0}, "field/range", "speed"),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, [], **fields) == (id, field)


def test_odds():
    BENCH.assert_odds_agree("load", character={}, load_kg=30)
    BENCH.assert_odds_agree("run", character={}, speed=6)
