"""Climbing, jumping, lifting, breaking; loads and speeds (AGI-02, VIT-01, VIT-02, FOR-01 to FOR-03, END-02)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.tests.feats import burden, threshold
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples, table

BENCH = Bench("organique")
MINE = ("climb", "jump", "lift", "feat_of_strength", "load", "run")
ASKED = {"climb": {}, "jump": {"metres": 3}, "lift": {"kg": 60}, "feat_of_strength": {}}
HOUSE, BANDS = Options(), Options(encumbrance_full_bands=True)


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


@pytest.mark.parametrize(
    ("surface", "row"),
    list(zip(("low_branches", "rough_cliff", "few_holds", "ice"), table("organique", "ORG-TB-03"), strict=True)),
)
def test_surfaces(surface, row):  # ORG-AGI-02
    assert BENCH.picked("climb", [10], "difficulty", surface=surface) == (row["difficulty"],)


@pytest.mark.parametrize(
    ("feat", "row"),
    list(zip(("crack_nut", "break_door", "push_horse", "break_padlock"), table("organique", "ORG-TB-06"), strict=True)),
)
def test_feats(feat, row):  # ORG-FOR-02
    assert BENCH.picked("feat_of_strength", [10], "difficulty", feat=feat) == (row["difficulty"],)


@pytest.mark.parametrize("row", table("organique", "ORG-TB-07"))
def test_weights(row):  # ORG-FOR-01
    assert BENCH.picked("lift", [10], "difficulty", kg=row["kg"]) == (row["difficulty"],)


def test_a_number_of_ones_own():
    assert BENCH.picked("climb", [10], "difficulty", surface="ice", difficulty=0) == (0,)
    assert BENCH.picked("feat_of_strength", [10], "difficulty", difficulty=25) == (25,)


def test_gear_and_skill():  # ORG-AGI-02, ORG-TEST-01, ORG-SKILL-01, ORG-FOR-01, ORG-VIT-01
    skilled = {"AGI": 9, "skills": {"climbing": 3, "jumping": 2, "weight_lifting": 6}, "suffering": [1]}
    assert BENCH.picked("climb", [3], "mod", "success", character=skilled, mods={"gloves": 8}) == (15, True)
    assert BENCH.picked("jump", [3], "mod", character=skilled, metres=2) == (3,)
    assert BENCH.picked("lift", [3], "mod", character=skilled, kg=60) == (19,)
    assert BENCH.picked("feat_of_strength", [3], "mod", character=skilled) == (-1,)
    assert BENCH.picked("climb", [3], "mod", character={"skills": {"climbing": 1}}) == (0,)


@pytest.mark.parametrize("procedure", ASKED)
def test_luck_and_free_will(procedure):  # ORG-TEST-05, ORG-TEST-06
    asked = {**ASKED[procedure], "character": {"AGI": 30, "VIT": 30, "FOR": 30}}
    assert BENCH.picked(procedure, [1], "success", "auto", **asked) == (True, "none")
    assert BENCH.picked(procedure, [1], "success", "auto", **asked, luck=True) == (False, "natural_1")


@pytest.mark.parametrize("procedure", ASKED)
def test_the_exhausted_and_the_fallen(procedure):  # ORG-END-06
    asked = ASKED[procedure]
    tired = BENCH.picked(procedure, [], "die", "margin", "success", "auto", character={"end_now": 0}, **asked)
    assert tired == (None, -1, False, "exhausted")
    assert BENCH.refused(procedure, [], character={"inc": 0}, **asked) == ("act/unable", "character")


def test_half_of_ones_strength():  # ORG-END-02
    assert BENCH.picked("lift", [10], "exhausting", character={"FOR": 10}, kg=42) == (False,)
    assert BENCH.picked("lift", [10], "exhausting", character={"FOR": 10}, kg=43) == (True,)
    assert BENCH.picked("lift", [10], "exhausting", character={"FOR": 11}, kg=45) == (False,)
    strong = {"character": {"FOR": 20}, "difficulty": 20}
    assert BENCH.picked("feat_of_strength", [10], "exhausting", **strong) == (True,)
    assert BENCH.picked("feat_of_strength", [10], "exhausting", character={"FOR": 20}, difficulty=19) == (False,)


@settings(max_examples=40)
@given(st.integers(1, 2000))
def test_lengths_round_up(centimetres):  # ORG-VIT-01, ORG-TEST-09
    assert BENCH.picked("jump", [10], "difficulty", metres=centimetres / 100) == (-(-6 * centimetres // 100),)


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("climb", {"surface": "glass"}, "field/one_of", "surface"),
        ("jump", {}, "field/missing", "metres"),
        ("jump", {"metres": 0}, "field/range", "metres"),
        ("lift", {"kg": 0}, "field/range", "kg"),
        ("feat_of_strength", {"feat": "fly"}, "field/one_of", "feat"),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, [], **fields) == (id, field)


@pytest.mark.parametrize("procedure", ASKED)
def test_odds(procedure):
    BENCH.assert_odds_agree(procedure, **ASKED[procedure], luck=True)
    BENCH.assert_odds_agree(procedure, **ASKED[procedure], character={"end_now": 0})


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
    result = BENCH.picked("run", [], *fields, character={"VIT": 11}, speed=speed)
    assert result == (allowed, exhausting, int(exhausting), kmh)


@pytest.mark.parametrize("fields", [{"end_now": 0}, {"unconscious_turns": 1}, {"paralysed_turns": 1}, {"inc": 0}])
def test_whoever_does_not_stand_does_not_run(fields):  # ORG-END-06, ORG-HP-05
    assert BENCH.picked("run", [], "allowed", character={"VIT": 11, **fields}, speed=1) == (False,)
    assert BENCH.reasons("run", character={"VIT": 11, **fields}, speed=1)[0] == ("allowed", False, "ORG-END-06")


def test_why_one_runs_or_not():  # ORG-VIT-02, ORG-END-02
    assert BENCH.reasons("run", character={"VIT": 11}, speed=12) == [
        ("allowed", False, "ORG-VIT-02"),
        ("exhausting", True, "ORG-END-02"),
        ("end_per_turn", 1, "ORG-END-02"),
    ]


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
def test_refusals_of_loads_and_speeds(procedure, fields, id, field):
    assert BENCH.refused(procedure, [], **fields) == (id, field)


def test_odds_of_loads():
    BENCH.assert_odds_agree("load", character={}, load_kg=30)
    BENCH.assert_odds_agree("run", character={}, speed=6)
