"""Unseen, believed, liked, convincing, desired (AGI-04, CHA-01 to CHA-04)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from quick import spent
from systems.brute import Bench
from systems.worked import table

BENCH = Bench("organique")
ALONE = {"act_a_part": "acting", "first_impression": "", "persuade": "", "seduce": "seduction"}


def sneaking(dice, *fields, sneaker=None, eyes=({"name": "Ann"}, {"name": "Bob"}), **more):
    return BENCH.picked("sneak", dice, *fields, sneaker=sneaker or {}, observers=list(eyes), **more)


def test_seen_by_a_larger_margin_only():  # ORG-AGI-04, ORG-TEST-04
    fields = ("margin", "observer_margins", "seen_by", "unseen")
    assert sneaking([15, 15, 16], *fields) == (5, [5, 6], ["Bob"], False)
    assert sneaking([15, 15, 2], *fields) == (5, [5, -8], [], True)
    assert sneaking([15, 20, 20], *fields) == (5, [10, 10], ["Ann", "Bob"], False)
    assert sneaking([2, 10, 9], *fields) == (-8, [0, -1], ["Ann"], False)  # a failed sneaker has no margin
    assert sneaking([2, 9, 3], *fields) == (-8, [-1, -7], [], True)  # all fail: unseen


def test_what_helps_and_hinders():  # ORG-PER-01, ORG-TEST-10
    cat = {"AGI": 12, "skills": {"stealth": 4}, "suffering": [2]}
    keen = {"name": "Ann", "PER": 12, "skills": {"observation": 2}}
    dim = {"name": "Bob", "doses": [{"poison": "blade_poison", "onset": 0}]}
    result = sneaking(
        [10, 10, 10], "mod", "observer_margins", sneaker=cat, eyes=(keen, dim), mods={"night": 5},
        observer_mods={"night": -4}, observer_difficulty=15, difficulty=30,
    )  # fmt: skip
    assert result == (15, [7, -6])


@pytest.mark.parametrize("row", table("organique", "ORG-TB-04"))
def test_situations(row):
    assert sneaking([10, 10, 10], "difficulty", difficulty=row["difficulty"]) == (row["difficulty"],)


def test_an_exhausted_sneaker():  # ORG-END-06
    fields = ("die", "margin", "auto", "seen_by")
    assert sneaking([10, 9], *fields, sneaker={"end_now": 0}) == (None, -1, "exhausted", ["Ann"])


def test_dice_in_order():
    asked = {"sneaker": {"name": "Zoe"}, "observers": [{"name": "Ann"}, {"name": "Bob"}]}
    assert BENCH.thrown("sneak", [10, 10, 10], **asked) == [("d20", "sneak"), ("d20", "observe"), ("d20", "observe")]


def test_odds_of_being_seen():
    asked = {"sneaker": {"AGI": 13}, "observers": [{"name": "Ann", "PER": 14}]}
    BENCH.assert_odds_agree("sneak", **asked)
    BENCH.assert_odds_agree("sneak", sneaker={"end_now": 0}, observers=[{"name": "Ann"}, {"name": "Bob", "PER": 5}])
    two = {"sneaker": {"AGI": 13}, "observers": [{"name": "Ann", "PER": 14}, {"name": "Bob", "PER": 9}]}
    faces, unseen = range(1, 21), Fraction(0)
    for face in faces:
        bar = face - 6 if face >= 7 else 0
        hidden = [sum(one + per - 20 < bar for one in faces) for per in (14, 9)]
        unseen += Fraction(hidden[0] * hidden[1], 8000)
    assert BENCH.chance("sneak", "unseen", **two) == unseen


def test_a_crowd_is_quick():
    crowd = [{"name": f"n{number}", "PER": 5 + number % 7} for number in range(30)]
    asked = {"sneaker": {"AGI": 18}, "observers": crowd}
    assert 0 < BENCH.chance("sneak", "unseen", **asked) < 1
    assert spent(lambda: BENCH.chance("sneak", "unseen", **asked), times=1) < 0.2
    for field in ("seen_by", "observer_margins"):
        with pytest.raises(Refusal, match="Too many"):
            BENCH.chance("sneak", field, **asked)


# ---- believed ----


@pytest.mark.parametrize(
    ("lie", "row"), list(zip(("bored", "in_pain", "not_terrified"), table("organique", "ORG-TB-05"), strict=True))
)
def test_lies(lie, row):  # ORG-CHA-01
    assert BENCH.picked("act_a_part", [10], "difficulty", lie=lie) == (row["difficulty"],)


def test_an_audience():  # ORG-CHA-01, ORG-TEST-04
    fields = ("margin", "success", "observer_total", "observer_margin", "believed")
    assert BENCH.picked("act_a_part", [12], *fields) == (2, True, None, None, True)
    assert BENCH.picked("act_a_part", [2], *fields) == (-8, False, None, None, False)
    eyes = {"name": "Ann", "PER": 11}
    assert BENCH.picked("act_a_part", [12, 10], *fields, observer=eyes) == (2, True, 21, 1, True)
    assert BENCH.picked("act_a_part", [12, 11], *fields, observer=eyes) == (2, True, 22, 2, False)
    assert BENCH.picked("act_a_part", [12, 2], *fields, observer=eyes) == (2, True, 13, -7, True)
    assert BENCH.picked("act_a_part", [2, 2], *fields, observer=eyes) == (-8, False, 13, -7, False)
    BENCH.assert_odds_agree("act_a_part", observer=eyes, character={"CHA": 13})


# ---- alone ----


@pytest.mark.parametrize("procedure", ALONE)
def test_charisma(procedure):
    skill = ALONE[procedure]
    one = {"CHA": 12, "skills": {"acting": 2, "seduction": 3}, "suffering": [1]}
    bonus = {"acting": 4, "seduction": 8}.get(skill, 0)
    asked = {"character": one, "mods": {"rum": 2}, "difficulty": 21}
    fields = ("base", "mod", "difficulty", "total", "margin", "success")
    assert BENCH.picked(procedure, [8], *fields, **asked) == (12, bonus + 1, 21, 21 + bonus, bonus, True)
    assert BENCH.picked(procedure, [20], "auto", **asked) == ("none",)
    for state in ({"unconscious_turns": 2}, {"end_now": 0}):  # nor does the exhausted say a word (ORG-END-06)
        assert BENCH.refused(procedure, [8], character=state) == ("act/unable", "character")
    BENCH.assert_odds_agree(procedure, **asked)


def test_first_impressions():  # ORG-CHA-02
    assert BENCH.picked("first_impression", [10], "impression", "difficulty") == ("good", 20)
    assert BENCH.picked("first_impression", [9], "impression") == ("none_or_dull",)


def test_seduction():  # ORG-CHA-04
    assert BENCH.picked("seduce", [10], "difficulty", "success") == (20, True)


@pytest.mark.parametrize(("argument", "difficulty"), [("reasonable", 10), ("average", 20), ("senseless", 30)])
def test_arguments(argument, difficulty):  # ORG-CHA-03
    fields = ("difficulty", "rolled", "success")
    assert BENCH.picked("persuade", [10], *fields, argument=argument) == (difficulty, True, difficulty <= 20)


@pytest.mark.parametrize(("argument", "success"), [("convincing", True), ("absurd", False)])
def test_what_needs_no_die(argument, success):  # ORG-TEST-07
    fields = ("rolled", "success", "difficulty", "auto")
    assert BENCH.picked("persuade", [], *fields, argument=argument) == (False, success, None, None)
    assert BENCH.picked("persuade", [], "success", argument=argument, difficulty=5) == (success,)
    BENCH.assert_odds_agree("persuade", argument=argument)


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("sneak", {"sneaker": {}}, "field/missing", "observers"),
        ("sneak", {"sneaker": {}, "observers": []}, "field/length_at_least", "observers"),
        ("sneak", {"sneaker": {}, "observers": [{}, {}]}, "field/twice", "observers"),
        ("sneak", {"sneaker": {"coma": True}, "observers": [{}]}, "act/unable", "sneaker"),
        ("sneak", {"sneaker": {}, "observers": [{"dead": True}]}, "act/unable", "observers"),
        ("act_a_part", {"lie": "rich"}, "field/one_of", "lie"),
        ("act_a_part", {"observer": {"dead": True}}, "act/unable", "observer"),
        ("persuade", {"argument": "loud"}, "field/one_of", "argument"),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, [], **fields) == (id, field)


@settings(max_examples=30)
@given(st.integers(1, 20), st.lists(st.integers(1, 20), min_size=1, max_size=5))
def test_unseen_is_nobody(face, eyes):
    names = [{"name": f"n{number}"} for number in range(len(eyes))]
    seen, unseen = sneaking([face, *eyes], "seen_by", "unseen", eyes=names)
    assert unseen == (not seen)
    assert seen == [f"n{number}" for number, eye in enumerate(eyes) if eye >= 10 and (face < 10 or eye > face)]
