"""`import gardien`: the same in a few lines of Python."""

from fractions import Fraction

import pytest

import gardien


def test_do_with_dice_by_name_or_as_an_object():
    answer = gardien.do("yacdha", "gauge_check", {"gauge": "madness", "value": 4}, value=2, dice=[5])
    assert answer.outcome["value"] == 3
    assert answer.given["value"] == 2
    assert [change.after for change in answer.changes] == [3]


def test_do_with_dice_that_roll():
    first, second = (gardien.do("yacdha", "gauge_check", gauge="madness", value=2, seed=4).dice for _ in range(2))
    assert first == second
    assert 1 <= gardien.do("yacdha", "gauge_check", gauge="madness", value=2).dice[0].value <= 6


def test_odds_are_fractions():
    raised = gardien.odds("yacdha", "gauge_check", gauge="madness", value=2, by=["raised"])
    assert raised == [({"raised": False}, Fraction(1, 3)), ({"raised": True}, Fraction(2, 3))]
    assert sum(chance for _, chance in gardien.odds("yacdha", "gauge_check", gauge="trauma", value=5)) == 1


def test_create_draws_a_sheet():
    assert gardien.create("chips", {"name": "Ada"}, seed=3).name == "Ada"
    assert gardien.create("yacdha", seed=3) == gardien.create("yacdha", seed=3)


def test_refusals_and_systems():
    with pytest.raises(gardien.Refusal) as refused:
        gardien.do("yacdha", "gauge_check", gauge="madness", value="2")
    assert refused.value.field == "value"
    assert sorted(gardien.installed()) == ["chips", "cthulhud20", "d20d100", "operators", "organique", "yacdha"]
    assert gardien.__version__.count(".") >= 1
    with pytest.raises(AttributeError):
        gardien.nothing  # noqa: B018
