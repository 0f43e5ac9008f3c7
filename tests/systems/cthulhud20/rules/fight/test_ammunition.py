"""Reloading and jams (P-GUN-05, P-GUN-06)."""

from fractions import Fraction

import pytest

from systems.brute import Bench
from systems.cthulhud20.ledger import by_key
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused


@pytest.mark.parametrize(
    "example", [one for one in examples("cthulhud20") if one.procedure in ("reload", "clear_jam")], ids=by_id
)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


@pytest.mark.parametrize(
    ("loader", "action", "rapid"),
    by_key(
        """
box_magazine      | move_equivalent | free
speed_loader      | move_equivalent | free
revolver          | full_round      | move_equivalent
tube              | full_round      | move_equivalent
internal_magazine | full_round      | move_equivalent
stripper_clip     | full_round      | move_equivalent
belt              | two_full_rounds | full_round
"""
    ),
)
def test_every_way_to_load(loader, action, rapid):
    """CD20-P-GUN-05, CD20-P-FEAT-01: Rapid Reload is one class quicker."""
    assert outcome("reload", loader=loader) == {"action": action}
    assert outcome("reload", loader=loader, rapid_reload=True) == {"action": rapid}
    assert bench.reasons("reload", loader=loader) == [("action", action, "CD20-P-GUN-05")]
    assert bench.reasons("reload", loader=loader, rapid_reload=True) == [("action", rapid, "CD20-P-FEAT-01")]


def test_a_loader_must_be_named():
    assert refused("reload") == ("field/missing", "loader")
    assert refused("reload", loader="funnel")[0] == "field/one_of"


@pytest.mark.parametrize("bonus", [-30, -3, 0, 4, 9, 30])
def test_a_jam_is_cleared_by_ten(bonus):
    """CD20-P-GUN-06: a check, so no face succeeds or fails by itself."""
    for face in range(1, 21):
        result = picked("clear_jam", [face], "total", "dc", "cleared", bonus=bonus)
        assert result == (face + bonus, 10, face + bonus >= 10)
    bench.assert_odds_agree("clear_jam", bonus=bonus)
    assert bench.chance("clear_jam", "cleared", bonus=bonus) == Fraction(max(0, min(20, 11 + bonus)), 20)
    assert bench.thrown("clear_jam", [5]) == [("d20", "clearing")]
    assert outcome("clear_jam", [5])["total"] == 5
