"""A blow, a toxin: what passes, what is lost, what is written (ARM, HP, DMG-07)."""

import pytest

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("apply_damage", "drain_end")


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def test_cover_comes_first_and_may_be_bypassed():  # ORG-RNG-03
    tree = {"name": "tree", "ia": 5, "bs": 15, "c": 15}
    worn = {"character": {"armour": ["leather_jacket"]}, "bs": 4, "cover": tree}
    assert BENCH.picked("apply_damage", [], "layers_hit", "bs_through", **worn) == (["tree", "leather_jacket"], 0)
    assert BENCH.picked("apply_damage", [], "layers_hit", "bs_through", **worn, margin=6) == (["leather_jacket"], 2)
    assert BENCH.picked("apply_damage", [], "layers_hit", "bs_through", **worn, bypass_armour=True) == ([], 4)


def test_multipliers():  # ORG-ACT-14, ORG-ACT-18, ORG-ACT-20
    one = {"character": {"SNG": 20, "CPS": 20}}
    assert BENCH.picked("apply_damage", [], "bs_through", **one, bs=2.5, multiply_bs=0.5) == (1,)
    assert BENCH.picked("apply_damage", [], "bs_through", **one, bs=2.5, multiply_bs=2) == (5,)
    assert BENCH.picked("apply_damage", [], "c_through", **one, c=1.5, multiply_before=2) == (3,)


def test_what_the_sheet_keeps():  # ORG-HP-01
    found = BENCH.changes("apply_damage", character={"sng": 1}, bs=2, dirty=True)
    assert [one[:3] for one in found] == [
        ("sng", 1.0, 0.0),
        ("inc", 4.0, 3.0),
        ("wounds", (), ({"bs": 2.0, "c": 0.0, "dirty": True, "fire": False, "closed": False, "cleaned": False},)),
    ]


def test_a_toxin():  # ORG-DMG-07
    found = BENCH.picked(
        "drain_end", [], "end_lost", "sng_lost", "inc_lost", character={"end_now": 1, "sng": 1}, points=4
    )
    assert found == (1, 1, 2)


@pytest.mark.parametrize(
    ("fields", "id", "field"),
    [
        ({"bs": 4, "pa": 3}, "field/at_least", "pa"),
        ({"bs": 0.3}, "field/type", "bs"),
        ({"cover": "air"}, "field/one_of", "cover"),
        ({"margin": -1}, "field/range", "margin"),
    ],
)
def test_refusals(fields, id, field):
    assert BENCH.refused("apply_damage", character={}, **fields) == (id, field)


def test_odds_are_told_by_what_is_inside_a_state():
    asked = {"character": {"inc": 1, "sng": 0}, "bs": 2}
    assert BENCH.weighed("apply_damage", asked, ["state.dying"]) == {(("state.dying", True),): 1}
