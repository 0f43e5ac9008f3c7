"""Two against each other, and a day of brainwashing (TEST-04, TEST-05, FOR-01, INT-01, VOL-01, M20)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("opposed", "contest", "brainwash")
BEST = {"contest_best_of_failures": True}


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def winner(dice, a, b, **more):
    return BENCH.picked("opposed", dice, "winner", a=a, b=b, **more)[0]


def test_who_wins():  # ORG-TEST-04
    ten = {"base": 10}
    assert winner([12, 11], ten, ten) == "a"
    assert winner([11, 12], ten, ten) == "b"
    assert winner([12, 2], ten, ten) == "a"
    assert winner([2, 12], ten, ten) == "b"
    assert winner([5, 9], ten, ten) == "none"
    assert winner([12, 14], ten, {"base": 10, "difficulty": 25}) == "a"  # each has its own difficulty
    totals = [
        (label, value) for label, value, _ in BENCH.reasons("opposed", [12, 11], a=ten, b=ten) if "total" in label
    ]
    assert totals == [("a_total", 22), ("b_total", 21)]
    for code, rule in (("INT", "ORG-INT-01"), ("FOR", "ORG-FOR-01")):
        assert ("a_total", 22, rule) in BENCH.reasons("contest", [12, 11], a={}, b={}, characteristic=code)


def test_a_tie_goes_to_whoever_resists():  # ORG-TEST-04
    ten = {"base": 10}
    assert winner([12, 12], ten, ten) == "none"
    assert winner([12, 12], ten, ten, resister="a") == "a"
    assert winner([12, 12], ten, ten, resister="b") == "b"
    assert winner([2, 2], ten, ten, resister="b") == "none"


def test_a_natural_1_has_no_margin_to_compare():  # ORG-TEST-04, ORG-TEST-05
    strong, weak = {"base": 40, "luck": True}, {"base": 10}
    result = BENCH.picked("opposed", [1, 10], "a_total", "a_margin", "a_success", "winner", a=strong, b=weak)
    assert result == (41, -1, False, "b")
    lucky = BENCH.picked("opposed", [20, 5], "a_margin", "winner", a={"base": 0, "luck": True}, b=weak)
    assert lucky == (1, "a")


def test_the_smaller_failure():  # contest_best_of_failures
    ten = {"base": 10}
    assert winner([5, 9], ten, ten, options=BEST) == "b"
    assert winner([9, 5], ten, ten, options=BEST) == "a"
    assert winner([5, 5], ten, ten, options=BEST) == "none"
    assert winner([5, 9], ten, ten, options=BEST, resister="a") == "none"  # not symmetrical


def test_a_contest():  # ORG-FOR-01, ORG-INT-01, ORG-TEST-10
    pull = {"a": {"name": "Ann", "FOR": 14}, "b": {"name": "Bob", "FOR": 8, "suffering": [2]}}
    result = BENCH.picked("contest", [10, 16], "a_total", "a_margin", "b_total", "b_margin", "winner", **pull)
    assert result == (24, 4, 22, 2, "a")
    wits = {"a": {"INT": 12}, "b": {"INT": 12}, "characteristic": "INT", "difficulty": 25}
    assert BENCH.picked("contest", [14, 14], "a_margin", "a_success", "winner", **wits) == (1, True, "none")
    assert ("a_total", 24, "ORG-FOR-01") in BENCH.reasons("contest", [10, 16], **pull)


def test_the_exhausted_cannot_pull():  # ORG-END-06
    pull = {"a": {"end_now": 0}, "b": {}}
    fields = ("a_total", "a_margin", "a_success", "b_total", "winner")
    assert BENCH.picked("contest", [12], *fields, **pull) == (None, -1, False, 22, "b")
    assert BENCH.picked("contest", [2], *fields, **pull, options=BEST) == (None, -1, False, 12, "none")
    assert BENCH.picked("contest", [], "winner", a={"end_now": 0}, b={"end_now": 0}) == ("none",)
    assert BENCH.picked("contest", [12, 2], "winner", **pull, characteristic="INT") == ("a",)


def test_a_day_of_brainwashing():  # ORG-VOL-01, M20
    two = {"torturer": {"VOL": 10, "skills": {"interrogation": 3}}, "victim": {"VOL": 14, "suffering": [5]}}
    fields = ("torturer_total", "torturer_margin", "victim_total", "victim_margin", "resisted", "days_lost", "broken")
    assert BENCH.picked("brainwash", [10, 14], *fields, **two) == (28, 8, 28, 8, True, 0, False)
    assert BENCH.picked("brainwash", [10, 13], *fields, **two) == (28, 8, 27, 7, False, 1, False)
    assert BENCH.picked("brainwash", [10, 15], *fields, **two, days_lost=2) == (28, 8, 27, 7, False, 3, True)
    assert BENCH.picked("brainwash", [10, 16], *fields, **two, days_lost=2) == (28, 8, 28, 8, True, 0, False)
    assert BENCH.picked("brainwash", [1, 2], "resisted", **two) == (True,)  # both fail: nothing happens


def test_the_will_saves():  # ORG-TEST-05
    two = {"torturer": {"VOL": 10}, "victim": {"VOL": 0, "save_mods": {"mind_control": 2}}}
    assert BENCH.picked("brainwash", [11, 20], "victim_margin", "resisted", **two) == (2, True)
    plain = BENCH.picked("brainwash", [13, 20], "victim_margin", "resisted", **two, options={"saves_not_luck": True})
    assert plain == (2, False)


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("opposed", {"a": {"base": 3}}, "field/missing", "b"),
        ("contest", {"a": {"coma": True}, "b": {}}, "act/unable", "a"),
        ("contest", {"a": {}, "b": {"dead": True}}, "act/unable", "b"),
        ("brainwash", {"torturer": {"inc": 0}, "victim": {}}, "act/unable", "torturer"),
        ("brainwash", {"torturer": {}, "victim": {"dead": True}}, "act/unable", "victim"),
        ("brainwash", {"torturer": {}, "victim": {}, "days_lost": -1}, "field/range", "days_lost"),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, [], **fields) == (id, field)


def test_odds():
    BENCH.assert_odds_agree("opposed", a={"base": 12, "luck": True}, b={"base": 9, "luck": True}, resister="b")
    BENCH.assert_odds_agree("contest", a={"FOR": 12}, b={"FOR": 9}, options=BEST)
    BENCH.assert_odds_agree("contest", a={"end_now": 0}, b={"FOR": 9}, options=BEST)
    BENCH.assert_odds_agree("brainwash", torturer={"VOL": 15}, victim={"VOL": 12}, days_lost=2)


@settings(max_examples=40)
@given(st.integers(0, 20), st.integers(0, 20), st.integers(1, 20), st.integers(1, 20), st.booleans())
def test_a_contest_is_fair(one, other, first, second, best):
    options = {"contest_best_of_failures": best}
    here = winner([first, second], {"base": one}, {"base": other}, options=options)
    there = winner([second, first], {"base": other}, {"base": one}, options=options)
    assert {"a": "b", "b": "a", "none": "none"}[here] == there
