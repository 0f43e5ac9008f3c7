"""Diseases: caught, growing, stopped, cured (DIS-01 to DIS-06, DMG-12)."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from gardien.systems.organique import pack
from gardien.systems.organique.rules.substances.diseases import Stage, after_growth, dirt, progress
from systems.brute import Bench
from systems.organique.people import HOUSE, person
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("expose_disease", "disease_progress", "disease_course")
MARCOS = {"name": "Marcos", "END": 7, "FOR": 8, "VIT": 8}


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- the step ----


@pytest.mark.parametrize(
    ("before", "success", "after"),
    [
        (Stage(0), False, Stage(1)),
        (Stage(2), False, Stage(3)),
        (Stage(2), True, Stage(2, "stopped")),
        (Stage(0), True, Stage(0, "cured")),
        (Stage(2, "stopped"), False, Stage(2, "stopped")),
        (Stage(2, "stopped"), True, Stage(1, "stopped")),
        (Stage(1, "stopped"), True, Stage(0, "cured")),
        (Stage(0, "stopped"), True, Stage(0, "cured")),
        (Stage(0, "cured"), False, Stage(0, "cured")),
    ],
)
def test_it_grows_until_it_is_stopped(before, success, after):  # ORG-DIS-02
    assert progress(before, success) == after


@drawn(st.lists(st.booleans(), max_size=20))
def test_levels_move_by_one_and_never_grow_again(results):  # ORG-DIS-02
    stages = [Stage()]
    for one in results:
        stages.append(progress(stages[-1], one))
    for old, new in pairwise(stages):
        assert abs(new.level - old.level) <= 1
        assert new.level <= old.level or old.course == "progressing"
        assert new.is_cured == (new.level == 0 and new.course != "progressing")


# ---- catching one ----


def test_filth_and_fire_weigh(  # ORG-DMG-12, ORG-DMG-01, ORG-TEST-09
):
    assert (dirt(0), dirt(2), dirt(4.5), dirt(0.5, 0.5), dirt(0, 0.5)) == (0, -10, -22, -5, -2)
    asked = {"character": {"END": 10}, "difficulty": 20, "dirty_points": 1.5, "fire_points": 1, "mods": {"balm": 4}}
    assert BENCH.picked("expose_disease", [10], "mod", "total", "infected", "level", **asked) == (-8, 12, True, 0)


def test_immunity_helps_and_weakness_hinders():  # ORG-DIS-04
    asked = {"character": {"END": 10, "save_mods": {"disease": -5}}, "exposure": "transfusion", "immunity": 10}
    assert BENCH.picked("expose_disease", [19], "mod", "total", "infected", **asked) == (5, 34, True)
    assert BENCH.picked("expose_disease", [20], "auto", "infected", **asked) == ("natural_20", False)


def test_level_one_at_once_where_the_table_plays_it():  # ORG-DIS-01
    asked = {"character": {}, "difficulty": 30, "options": {"disease_starts_level_1": True}}
    assert BENCH.picked("expose_disease", [5], "infected", "level", **asked) == (True, 1)
    assert BENCH.picked("expose_disease", [20], "infected", "level", **asked) == (False, None)


def test_the_exhausted_catch_everything():  # ORG-SAVE-03
    asked = {"character": {"end_now": 0}, "exposure": "same_air"}
    assert BENCH.picked("expose_disease", [], "auto", "margin", "infected", **asked) == ("exhausted", -1, True)
    BENCH.assert_odds_agree("expose_disease", **asked)


# ---- progression ----


@pytest.mark.parametrize("key", pack.keys("diseases", "disease"))
def test_each_disease_does_what_its_row_says_level_by_level(key):  # ORG-DIS-05, M12
    row = pack.disease(key)
    result = BENCH.outcome("disease_progress", [1], character={"VIT": 20}, disease=key, level=0)
    assert result["difficulty"] == row.progression
    assert (result["level"], result["bs"], result["heat_mod"]) == (1, row.bs, row.save_mods.get("heat", 0))
    assert result["changes"] == dict(row.changes)
    assert [(one["symptom"], one["difficulty"]) for one in result["symptoms"]] == [
        (one.ailment, one.difficulty) for one in row.ailments
    ]
    third = BENCH.outcome("disease_progress", [1], character={"VIT": 20}, disease=key, level=2)
    assert third["changes"] == {code: 3 * one for code, one in row.changes.items()}
    assert [one["difficulty"] for one in third["symptoms"]] == [3 * one.difficulty for one in row.ailments]
    assert third["bs"] == row.bs


@pytest.mark.parametrize("key", pack.keys("diseases", "disease"))
def test_what_came_with_levels_goes_with_them(key):  # ORG-DIS-05
    well = person(END=20, SNG=30, save_mods={"heat": 3})
    ill = after_growth(after_growth(well, key, 0, 1, HOUSE), key, 1, 3, HOUSE)
    back = after_growth(ill, key, 3, 0, HOUSE)
    assert back.body.changes == well.body.changes
    assert back.body.save_mods == well.body.save_mods
    assert (back.body.end, back.frame) == (well.body.end, well.frame)


def test_the_reserve_of_endurance_falls_with_its_score():  # ORG-END-01, M12
    result = BENCH.outcome("disease_progress", [1], character={"END": 10, "end_now": 6}, disease="pneumonia")
    assert (result["state"]["end_now"], result["state"]["effective"]["END"], result["state"]["sng"]) == (2, 6, 3.5)


def test_blood_itself_lessens():  # M12
    one = {"character": {"SNG": 3}, "disease": "tuberculosis_resistant"}
    result = BENCH.outcome("disease_progress", [1], **one)
    assert (result["sng_max"], result["state"]["sng"]) == (2, 2)
    assert ("SNG", 3.0, 2.0, "") in BENCH.changes("disease_progress", [1], **one)
    again = {"character": {"SNG": 2, "sng": 1}, "disease": "tuberculosis_resistant", "level": 1}
    better = BENCH.outcome("disease_progress", [20], **again, disease_state="stopped")
    assert (better["sng_max"], better["state"]["sng"], better["cured"]) == (3, 1, True)
    assert "sng_max" not in BENCH.outcome("disease_progress", [1], character=MARCOS)
    stopped = BENCH.changes("disease_progress", [20], **again)
    assert "SNG" not in [one[0] for one in stopped]


def test_treatment_immunity_and_other_help_add_up():  # ORG-DIS-03, ORG-DIS-04
    asked = {"character": MARCOS, "treatment": 8, "immunity": 6, "mods": {"warmth": 2}, "difficulty": 30}
    assert BENCH.picked("disease_progress", [7], "mod", "total", "difficulty", "cured", **asked) == (16, 30, 30, True)
    assert BENCH.picked("disease_progress", [6], "level", **asked) == (1,)


def test_what_the_sheet_keeps():
    result = BENCH.changes("disease_progress", [5], character=MARCOS)
    assert [one[0] for one in result] == ["sng", "changes", "save_mods"]


def test_fever_may_be_avoided_where_the_table_plays_it():  # ORG-DIS-06
    house = {"options": {"fever_save": True}}
    cool = {"character": MARCOS, **house}
    assert BENCH.thrown("disease_progress", [5, 3], **cool)[1] == ("d20", "fever")
    result = BENCH.outcome("disease_progress", [5, 3], **cool)
    assert (result["heat_mod"], result["state"]["save_mods"], result["changes"]) == (0, {}, {"FOR": -5, "VIT": -5})
    hot = BENCH.outcome("disease_progress", [5, 2], **cool)
    assert (hot["heat_mod"], hot["state"]["save_mods"]) == (-10, {"heat": -10})
    worse = {"level": 1, **house}
    assert BENCH.picked("disease_progress", [5, 13], "heat_mod", character=MARCOS, **worse) == (0,)
    ill = {**MARCOS, "save_mods": {"heat": -10}}
    result = BENCH.outcome("disease_progress", [5, 13], character=ill, **worse)
    assert (result["heat_mod"], result["state"]["save_mods"]) == (0, {})
    result = BENCH.outcome("disease_progress", [5, 12], character=ill, **worse)
    assert (result["heat_mod"], result["state"]["save_mods"]) == (-20, {"heat": -20})
    result = BENCH.outcome("disease_progress", [20], character=ill, **worse)
    assert (result["heat_mod"], result["state"]["save_mods"]) == (-10, {"heat": -10})
    result = BENCH.outcome("disease_progress", [20], character=MARCOS, **worse)
    assert (result["heat_mod"], result["state"]["save_mods"]) == (0, {})
    tired = {**MARCOS, "end_now": 0}
    assert BENCH.picked("disease_progress", [], "heat_mod", "level", character=tired, **house) == (-10, 1)
    down = {**MARCOS, "sng": 0, "inc": 1}
    assert BENCH.picked("disease_progress", [5], "heat_mod", "level", character=down, **house) == (-10, 1)
    assert BENCH.thrown("disease_progress", [5], character=MARCOS, disease="flu", **house) == [
        ("d20", "disease_progression")
    ]


# ---- several in a row ----


def test_marcos_again():  # 1101-1129
    result = BENCH.outcome("disease_course", [5, 5, 15, 4, 15, 15], character={**MARCOS, "END": 7}, tests=9)
    assert result == {
        "levels": [1, 2, 2, 2, 1, 0],
        "disease_states": ["progressing", "progressing", "stopped", "stopped", "stopped", "cured"],
        "bs_total": 2,
        "cured": True,
    }


def test_a_course_is_its_tests_one_by_one():  # ORG-DIS-02, ORG-END-01
    body = {"END": 14, "SNG": 8}
    dice = [2, 4, 19, 3, 18]
    course = BENCH.outcome("disease_course", dice, character=body, disease="pneumonia", treatment=2, tests=5)
    level, state = 0, "progressing"
    for die, expected in zip(dice, course["levels"], strict=True):
        one = BENCH.outcome(
            "disease_progress",
            [die],
            character=body,
            disease="pneumonia",
            treatment=2,
            level=level,
            disease_state=state,
        )
        body = {**body, "changes": one["state"]["changes"], "sng": one["state"]["sng"]}
        body["end_now"] = one["state"]["end_now"]
        level, state = one["level"], one["disease_state"]
        assert level == expected


def test_the_exhausted_only_get_worse_and_the_dead_are_asked_no_more():  # ORG-SAVE-03, ORG-HP-07
    tired = BENCH.outcome("disease_course", [], character={"end_now": 0}, disease="flu", tests=3)
    assert tired["levels"] == [1, 2, 3]
    house = {"inc_zero_is_death": True}
    result = BENCH.outcome("disease_course", [1], character={"sng": 0, "inc": 1}, tests=4, options=house)
    assert result["levels"] == [1]


def test_refusals():
    assert BENCH.refused("expose_disease", [], character={}) == ("field/missing", "exposure")
    assert BENCH.refused("expose_disease", [], character={"dead": True}, difficulty=1) == ("act/unable", "character")
    robot = {"kind": "machine"}
    assert BENCH.refused("disease_progress", [], character=robot) == ("field/not_allowed", "character")
    assert BENCH.refused("disease_course", [], character=robot, tests=1) == ("field/not_allowed", "character")
    assert BENCH.refused("disease_progress", [], character={}, disease="boredom") == ("field/one_of", "disease")
    assert BENCH.refused("disease_progress", [], character={}, immunity=5) == ("field/one_of", "immunity")
    assert BENCH.refused("expose_disease", [], character={}, difficulty=1, fire_points=0.3) == (
        "field/type",
        "fire_points",
    )


def test_odds():
    BENCH.assert_odds_agree("expose_disease", character={"END": 9}, difficulty=20, dirty_points=1)
    BENCH.assert_odds_agree("disease_progress", character=MARCOS, level=1)
    BENCH.assert_odds_agree("disease_course", character={"END": 9}, disease="food_poisoning", tests=3)
    cured = BENCH.chance("disease_course", "cured", character={"END": 10}, difficulty=20, tests=1)
    assert cured == Fraction(11, 20)


def test_odds_tell_a_long_course_by_its_end():
    long = {"character": {"END": 9}, "tests": 60}
    assert sum(BENCH.weighed("disease_course", long, ["cured", "bs_total"]).values()) == 1
    for field in ("levels", "disease_states"):
        with pytest.raises(Refusal) as caught:
            BENCH.weighed("disease_course", long, [field])
        assert caught.value.id == "odds/too_many"
