"""Skills at work, books, helpers, haste; what combat skills add (SKILL-01 to SKILL-06, CSK-01 to CSK-06)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.systems.organique import pack
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples, table

BENCH = Bench("organique")
MINE = ("skill_test", "skill_bonus")
LEVELS = tuple(range(7))


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def used(dice, *fields, level=0, skill="physics", character=None, **more):
    return BENCH.picked("skill_test", dice, *fields, character=character or {}, skill=skill, level=level, **more)


@pytest.mark.parametrize("row", table("organique", "ORG-TB-09"))
def test_levels(row):  # ORG-SKILL-01, ORG-SKILL-02
    fields = ("skill_bonus", "mod", "can_try")
    assert used([10], *fields, level=row["level"]) == (row["bonus"], row["bonus"], True)


def test_whose_level_and_which_characteristic():  # ORG-SKILL-01, ORG-INT-02
    one = {"INT": 11, "AGI": 12, "PER": 13, "skills": {"physics": 2, "locks": 3, "mohawk": 1, "salvage": 1}}
    result = [BENCH.picked("skill_test", [10], "base", "mod", character=one, skill=key)
             for key in ("physics", "locks", "mohawk", "salvage")]  # fmt: skip
    assert result == [(11, 4), (12, 8), (11, 0), (13, 0)]
    other = {"character": one, "skill": "locks", "characteristic": "INT", "level": 1}
    assert BENCH.picked("skill_test", [10], "base", "mod", **other) == (11, 0)


def test_without_the_skill():  # ORG-SKILL-06, unskilled_roll
    fields = ("can_try", "success", "skill_bonus", "mod", "auto")
    assert used([], *fields) == (False, False, 0, None, None)
    assert used([10], *fields, options={"unskilled_roll": True}) == (True, False, -10, -10, "none")
    assert used([20], "success", options={"unskilled_roll": True}) == (True,)


def test_what_everybody_may_try():  # ORG-SKILL-07, M4
    assert used([10], "can_try", "skill_bonus", "success", skill="climbing") == (True, 0, True)
    assert used([10], "skill_bonus", skill="climbing", options={"unskilled_roll": True}) == (0,)
    assert used([10], "base", skill="climbing", character={"AGI": 13}) == (13,)


@pytest.mark.parametrize("level", LEVELS)
def test_books(level):  # ORG-SKILL-05
    options = {"unskilled_roll": True}
    introduction, reference, both = (
        used([10], "level_used", level=level, book=book, options=options)[0]
        for book in ("introduction", "reference", "both")
    )
    more = min(6, level + 1)
    assert (introduction, reference, both) == ((1, 0, 1) if level == 0 else (level, more, more))


@pytest.mark.parametrize("row", table("organique", "ORG-TB-10"))
def test_books_take_time(row):  # ORG-SKILL-05
    assert used([10], "time_factor", level=1, book="reference", support=row["support"]) == (row["factor"],)
    assert used([10], "time_factor", level=1, support=row["support"]) == (1,)


def test_helpers():  # ORG-SKILL-04
    assert used([10], "help_bonus", "mod", level=3, helpers=[1, 3]) == (4, 12)
    assert used([10], "help_bonus", level=3, helpers=[3, 3, 3]) == (4,)
    assert used([10], "help_bonus", level=3, helpers=[2, 4]) == (0,)
    assert used([10], "help_bonus", level=3, helpers=[3], book="reference") == (4,)  # one’s own level is compared
    assert used([10], "help_bonus", level=3, helpers=[4], book="reference") == (0,)
    assert used([10], "help_bonus", level=0, helpers=[0], book="introduction") == (0,)


def test_haste_and_the_rest():  # ORG-SKILL-03, ORG-TEST-10
    assert used([10], "mod", level=1, haste="half_time") == (-4,)
    assert used([10], "mod", level=1, haste="quarter_time") == (-10,)
    weary = {"suffering": [3], "vomiting": True}
    assert used([10], "mod", level=2, mods={"tools": 2}, character=weary) == (-17,)


def test_luck():  # ORG-TEST-05, skills_as_luck
    asked = {"level": 1, "difficulty": 40}
    assert used([20], "success", **asked) == (False,)
    assert used([20], "success", **asked, luck=True) == (True,)
    assert used([20], "success", **asked, options={"skills_as_luck": True}) == (True,)
    assert used([20], "success", **asked, luck=False, options={"skills_as_luck": True}) == (False,)


def test_the_exhausted():  # ORG-END-06
    tired = {"end_now": 0}
    assert used([], "auto", "margin", "can_try", skill="locks", level=2, character=tired) == ("exhausted", -1, True)
    assert used([10], "success", level=2, character=tired) == (True,)


# ---- what combat skills add ----


@pytest.mark.parametrize("key", pack.keys("skills", "combat_skill"))
@pytest.mark.parametrize("level", [1, 3])
def test_each_skill(key, level):  # ORG-CSK-01, ORG-CSK-02, M5
    row = pack.combat_skill(key)
    result = BENCH.outcome("skill_bonus", skills=[{"skill": key, "level": level}])
    assert result["bonuses"] == {feat: max(0, base + 4 * (level - 1)) for feat, base in row.bases.items()}
    assert result["initiative"] == row.initiative * level
    assert result["called_shot_free"] == row.called_free


def test_only_the_best():  # ORG-CSK-03
    both = [{"skill": "armed_street_fighting", "level": 4}, {"skill": "knife_fighting", "level": 2}]
    result = BENCH.outcome("skill_bonus", skills=both, action="strike", weapon_group="knife")
    assert (result["bonus"], result["bonuses"]["slash"], result["initiative"]) == (16, 12, 2)
    assert BENCH.picked("skill_bonus", [], "bonus", skills=both, action="push") == (0,)
    assert BENCH.picked("skill_bonus", [], "bonus", skills=both) == (None,)


def test_weapons():  # ORG-CSK-01, ORG-CSK-04
    thrower = [{"skill": "knife_throwing", "level": 3}]
    result = BENCH.outcome("skill_bonus", skills=thrower, weapon_group="sword")
    assert (result["bonuses"], result["initiative"], result["called_shot_free"]) == ({}, 6, False)
    free = BENCH.picked("skill_bonus", [], "called_shot_free", skills=thrower, weapon_group="throwing_knife")
    assert free == (True,)
    boxer = [{"skill": "boxing", "level": 1}]
    result = BENCH.outcome("skill_bonus", skills=boxer, weapon_group="sword")
    assert result["bonuses"] == {"dodge": 4}  # a dodge asks for no weapon
    gunner = [{"skill": "automatic_weapons", "level": 1}]
    assert BENCH.picked("skill_bonus", [], "bonus", skills=gunner, action="barrage", weapon_group="automatic") == (4,)


def test_a_skill_of_ones_own():
    own = [{"bases": {"strike": 8}, "initiative": 3, "level": 2}, {"skill": "sword", "level": 1}]
    result = BENCH.outcome("skill_bonus", skills=own, action="strike", weapon_group="sword")
    assert (result["bonus"], result["initiative"]) == (12, 6)
    assert BENCH.outcome("skill_bonus", skills=[]) == {"bonuses": {}, "initiative": 0, "called_shot_free": False}


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("skill_test", {"skill": "physics"}, "field/missing", "character"),
        ("skill_test", {"character": {}}, "field/missing", "skill"),
        ("skill_test", {"character": {"paralysed_turns": 1}, "skill": "physics"}, "act/unable", "character"),
        ("skill_test", {"character": {}, "skill": "physics", "level": 7}, "field/range", "level"),
        ("skill_test", {"character": {}, "skill": "physics", "helpers": [9]}, "field/range", "helpers[0]"),
        ("skill_bonus", {"skills": [{"level": 1}]}, "field/missing", "skills[0].skill"),
        ("skill_bonus", {"skills": [{"skill": "dancing", "level": 1}]}, "field/one_of", "skills[0].skill"),
        (
            "skill_bonus",
            {"skills": [{"skill": "judo", "bases": {"stun": 4}, "level": 1}]},
            "field/not_allowed",
            "skills[0].bases",
        ),
        (
            "skill_bonus",
            {"skills": [{"skill": "judo", "initiative": 2, "level": 1}]},
            "field/not_allowed",
            "skills[0].initiative",
        ),
        ("skill_bonus", {"skills": [{"skill": "judo", "level": 0}]}, "field/range", "skills[0].level"),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, [], **fields) == (id, field)


def test_odds():
    BENCH.assert_odds_agree("skill_test", character={"skills": {"physics": 2}}, skill="physics", luck=True, helpers=[2])
    BENCH.assert_odds_agree("skill_test", character={}, skill="physics")
    BENCH.assert_odds_agree("skill_test", character={"end_now": 0}, skill="locks", level=1)
    BENCH.assert_odds_agree("skill_bonus", skills=[{"skill": "judo", "level": 2}])


@settings(max_examples=30)
@given(st.integers(-20, 20), st.integers(1, 6))
def test_training_is_never_a_penalty(base, level):  # ORG-CSK-02
    (result,) = BENCH.picked(
        "skill_bonus", [], "bonus", skills=[{"bases": {"stun": base}, "level": level}], action="stun"
    )
    assert result == max(0, base + 4 * level - 4)
