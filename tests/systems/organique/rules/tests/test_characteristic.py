"""Tests of one characteristic, of two, and a last effort (TEST-01 to TEST-06, SAVE-03, HP-05)."""

import pytest

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("test", "test_two", "desperate_act")


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def test_luck_is_the_game_masters_choice():  # ORG-TEST-05
    assert BENCH.picked("test", [20], "margin", "success", "auto", base=0, difficulty=30) == (-10, False, "none")
    lucky = BENCH.picked("test", [20], "margin", "success", "auto", base=0, difficulty=30, luck=True)
    assert lucky == (1, True, "natural_20")


def test_balance_is_agility_against_twenty():  # ORG-AGI-01
    tightrope = {"character": {"AGI": 11}, "characteristic": "AGI"}
    assert BENCH.picked("test", [9], "difficulty", "total", "success", **tightrope) == (20, 20, True)
    assert BENCH.picked("test", [20], "success", **tightrope, difficulty=40) == (False,)
    assert BENCH.picked("test", [20], "success", **tightrope, difficulty=40, luck=True) == (True,)  # it is a long way


def test_what_one_carries_weighs():  # ORG-TEST-10
    person = {"PER": 10, "suffering": [3], "doses": [{"poison": "blade_poison", "onset": 0}]}
    base = {"character": person, "characteristic": "PER"}
    assert BENCH.picked("test", [10], "mod", **base) == (-3,)
    assert BENCH.picked("test", [10], "mod", **base, sense="sight") == (-10,)
    assert BENCH.picked("test", [10], "mod", character=person, characteristic="INT", mods={"rope": 4}) == (-6,)


def test_the_exhausted():  # ORG-END-06
    tired = {"end_now": 0, "VOL": 12}
    assert BENCH.picked("test", [], "margin", "auto", character=tired, characteristic="FOR") == (-1, "exhausted")
    assert BENCH.picked("test", [10], "success", character=tired, characteristic="VOL") == (True,)
    assert BENCH.picked("test_two", [], "auto", character=tired, first="END", second="FOR") == ("exhausted",)
    for first, second in (("END", "VOL"), ("VOL", "AGI"), ("PER", "FOR"), ("VIT", "INT")):
        mixed = BENCH.picked("test_two", [], "auto", "margin", character=tired, first=first, second=second)
        assert mixed == ("exhausted", -1)
    assert BENCH.picked("test_two", [10], "base", character=tired, first="PER", second="VOL") == (11,)
    assert BENCH.picked("save", [10], "base", character=tired, kind="unconsciousness") == (6,)  # a save: END counts 0


def test_a_last_effort():  # ORG-HP-05, ORG-HP-06
    down = {"inc": 0, "VOL": 12, "suffering": [9]}
    assert BENCH.picked("desperate_act", [8], "total", "success", character=down) == (20, True)
    assert BENCH.refused("desperate_act", [8], character={}) == ("act/not_out", "character")
    assert BENCH.refused("desperate_act", [8], character={"dead": True}) == ("act/not_out", "character")
    assert BENCH.refused("desperate_act", [8], character=down | {"coma": True}) == ("act/unable", "character")


def test_refusals():
    assert BENCH.refused("test", [8]) == ("field/missing", "characteristic")
    assert BENCH.refused("test", [8], base=3, character={"coma": True}) == ("act/unable", "character")


def test_odds():
    BENCH.assert_odds_agree("test", character={"AGI": 9}, characteristic="AGI", luck=True)
    BENCH.assert_odds_agree("test_two", character={"END": 3, "VOL": 12}, first="END", second="VOL")
