"""One hit from its dice to the body: bonus, multiplication, halves, protection (ATK-05, ATK-06, PROT)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.chance import call
from gardien.core.dice import Dice
from gardien.core.inputs import BadField
from gardien.core.interpreters.typed import typed
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.damage import Hit, inflict, protects
from gardien.systems.d20d100.rules.character import NO_DICE, check_dice, check_shot

ALL = frozenset({"damage_rolled", "damage_multiplied"})


def harm(hit, dice=(), **options):
    result = typed(call(inflict, hit, ALL, Options(**options)), list(dice)).outcome
    return result.rolled, result.multiplied, result.protected, result.final


@pytest.mark.parametrize(
    ("bonus", "times", "plain", "dice_only", "unbounded"),
    [
        (0, 1, (10, 10), (10, 10), (10, 10)),
        (2, 3, (12, 36), (12, 32), (12, 36)),
        (-3, 2, (7, 14), (7, 17), (7, 14)),
        (-20, 2, (1, 2), (1, 1), (0, 0)),
    ],
)
def test_dice_and_bonus_are_multiplied_together(bonus, times, plain, dice_only, unbounded):
    """D100-ATK-05, D100-ATK-06: 2d8 = 10; a table may multiply the dice alone, or let a hit do nothing."""
    hit = Hit(dice=Dice.parse("2d8"), bonus=bonus, times=times)
    assert harm(hit, [4, 6])[:2] == plain
    assert harm(hit, [4, 6], crit_multiplies_bonus=False)[:2] == dice_only
    assert harm(hit, [4, 6], min_damage_one=False)[:2] == unbounded


@pytest.mark.parametrize(
    ("kind", "value", "dice", "expected"),
    [
        ("none", 0, [4, 6], (10, 30, False, 30)),
        ("points", 4, [4, 6], (10, 30, True, 26)),
        ("half", 4, [4, 5], (9, 27, True, 9)),
        ("minimal", 1, [], (2, 6, True, 5)),
        ("one_point", 0, [], (2, 6, True, 1)),
        ("immune", 0, [], (2, 6, True, 0)),
        ("vest", 6, [4, 6, 5], (10, 30, True, 25)),
    ],
)
def test_each_kind_of_protection(kind, value, dice, expected):
    """D100-PROT-01, D100-PROT-03: the multiplied damage meets it."""
    assert harm(Hit(dice=Dice.parse("2d8"), times=3, kind=kind, protection=value), dice) == expected


def test_a_vest_that_is_pierced_does_nothing():
    """D100-PROT-01: Penetration above the value; equality protects."""
    hit = Hit(dice=Dice.parse("1d8"), kind="vest", protection=6, penetration=8)
    assert harm(hit, [5]) == (5, 5, False, 5)
    assert protects("vest", 6, 6)
    assert not protects("vest", 6, 7)
    assert not protects("none", 60, 0)
    assert protects("points", 0, 12)


def test_halves_are_rounded_down_each_time():
    """D100-ATK-06: a blast that was dodged, then a creature that takes half."""
    hit = Hit(dice=Dice.parse("1d12+3"), halved=True, kind="half", protection=1)
    assert harm(hit, [12])[3] == 15 // 2 // 2 - 1


def test_a_constant_needs_no_die():
    """D100-ATK-06: no weapon dice at all still hurt by one."""
    assert harm(Hit(dice=Dice.parse("4"), bonus=2)) == (6, 6, False, 6)
    assert harm(Hit())[3] == 1
    assert harm(Hit(), min_damage_one=False)[3] == 0


# ---- dice as they are written ----


@pytest.mark.parametrize("text", ["1d6", "2d8+1", "1d4-1", "1d4−1", "3D6", "5", "0", "10d100", "1d3", "1d12", "2d20+4"])
def test_dice_that_can_be_written(text):
    """D100-CORE-01."""
    assert check_dice("damage", text) == Dice.parse(text)


def test_no_dice_at_all():
    """An empty text throws nothing."""
    assert check_dice("damage", "") == check_dice("damage", " ") == NO_DICE


@pytest.mark.parametrize("text", ["1d5", "1d6+1d4", "(1d6+1)x2", "-3", "1d6x2", "4-1d4", "deux", "1d", "2d7+1"])
def test_dice_that_cannot(text):
    """D100-CORE-01: other dice, several kinds, products."""
    with pytest.raises(BadField) as caught:
        check_dice("damage", text)
    assert caught.value.refusal.field == "damage"


@pytest.mark.parametrize(("text", "allowed"), [("1d6+1d4", "1d6, 2d6+1, 1d4-1, 5"), ("1d7", ["d3", "d4", "d6"])])
def test_what_dice_may_be_is_said_as_the_book_writes_them(text, allowed):
    """D100-CORE-01."""
    with pytest.raises(BadField) as caught:
        check_dice("damage", text)
    said = caught.value.refusal.words["allowed"]
    assert (said if isinstance(allowed, str) else said[: len(allowed)]) == allowed


@given(st.sampled_from(["4d6", "4d6/2d6", "4d6/2d6/1d6/1d4", "4d6/2d5/1d6"]))
def test_shot_has_three_ranges(text):
    """D100-FIRE-06."""
    with pytest.raises(BadField):
        check_shot("damage", text)
    assert [str(one) for one in check_shot("damage", "4d6/2d6/1d6")] == ["4D6", "2D6", "1D6"]
