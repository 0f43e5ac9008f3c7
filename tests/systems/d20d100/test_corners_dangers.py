"""Corners of dangers and of help: dice of a fall, who counts as hurt, whom first aid finds dying (MISS-12, HEALTH)."""

from fractions import Fraction

import pytest

from gardien.core.calling import weigh
from gardien.core.errors import Refusal
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked = bench.outcome, bench.picked


def test_a_fall_throws_d6():
    """D100-MISS-12: from three metres one of them."""
    given = {"height": 3, "modifier": -40, "pv": 10}
    assert [bench.chance("fall", "damage", points, **given) for points in (0, 1, 6, 7)] == [
        0,
        Fraction(1, 6),
        Fraction(1, 6),
        0,
    ]


def test_an_explosion_counts_whom_it_hurt_and_whom_it_killed():
    """D100-MISS-12, D100-HEALTH-02: not those whom it leaves whole, nor those who were dead."""
    frail, dead = {"pv": 1, "pv_max": 9, "is_pc": False}, {"pv": 0, "pv_max": 9, "is_pc": False}
    tough = {"pv": 50, "pv_max": 50}
    thrown = [2, 1, 1, 1, 1]  # Réflexes fail, four points
    around = [{"body": frail}, {"body": dead}, {"body": tough}, {}]
    found = outcome("explosion", thrown * 4, targets=around)
    assert (found["hurt"], found["killed"]) == (4, 1)
    steel = {"protection_kind": "points", "protection": 4}
    assert picked("explosion", thrown, "hurt", "killed", targets=[{"body": frail, **steel}]) == (0, 0)
    nearly = {"protection_kind": "points", "protection": 3}
    assert picked("explosion", thrown, "hurt", "killed", targets=[{"body": tough, **nearly}]) == (1, 0)


def test_odds_tell_one_person_in_an_explosion_and_no_more():
    """Even where only one die reaches them."""
    far = {"distance": 6}
    assert weigh("d20d100", "explosion", {"kind": "dynamite", "targets": [far]}, by=("results",))
    with pytest.raises(Refusal) as caught:
        weigh("d20d100", "explosion", {"kind": "dynamite", "targets": [far, far]}, by=("results",))
    assert caught.value.id == "odds/too_many"


def test_only_the_dying_are_stabilised():
    """D100-HEALTH-07: at 0 PV nobody is dying yet."""
    fields = ("refused", "stable", "condition")
    for pv, stable, condition in ((0, False, "out_of_action"), (-1, True, "stable"), (1, False, "ok")):
        given = {"pv": pv, "pv_max": 10, "modifier": 5}
        expected = (False, stable, condition)
        assert picked("first_aid", [15], *fields, skill="medicine", **given) == expected
        assert picked("first_aid", [], *fields, already_treated=True, **given) == (True, stable, condition)


def test_a_poison_changes_the_sheet():
    """D100-MISS-12: all of its potency, or half."""
    assert bench.changes("poison", [2], potency=6, endurance=0, pv=10) == [("pv", 10, 4, "")]
    assert bench.changes("poison", [20], potency=6, endurance=0, pv=10) == [("pv", 10, 7, "")]


def test_rest_changes_the_sheet():
    """D100-HEALTH-09, D100-TEMP-03."""
    assert bench.changes("rest_week", [3], pv=4, pv_max=10) == [("pv", 4, 7, "")]
    assert bench.changes("rest_hours", temp_damage=9, con_modifier=2) == [("temp_damage", 9, 7, "")]


def test_whoever_was_helped_is_told_by_the_rule_of_their_state():
    """D100-HEALTH-01, D100-HEALTH-06."""
    for pv, rule in ((5, "D100-HEALTH-01"), (-5, "D100-HEALTH-06")):
        assert bench.reasons("first_aid", [20, 1], modifier=0, pv=pv, pv_max=10)[-1][2] == rule


def test_everybody_who_will_see_it_is_told_of_by_name():
    """D100-CBT-06."""
    found = bench.answer("combat_san", [99, 99], minds=[{"name": "Ana", "san": 50}, {"name": "Bea", "san": 50}])
    assert {one.who for one in found.steps} == {one.who for one in found.dice} == {"Ana", "Bea"}
