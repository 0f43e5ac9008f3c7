"""What a fight keeps of somebody from act to act: what is left of a turn, places, hands (P-ACT, P-WOUND-01)."""

import pytest

from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.state import (
    ALL,
    MOVE,
    NOTHING,
    ONE,
    can_charge,
    hands_for,
    hands_left,
    price_of,
    price_of_spell,
    turn_worth,
)
from gardien.systems.cthulhud20.rules.fight.weapons import weapon_of


@pytest.mark.parametrize(
    ("act", "left", "more", "price"),
    [
        ("attack", ALL, {}, ONE),
        ("attack", ALL, {"charging": True}, ALL),
        ("full_attack", ALL, {}, ALL),
        ("movement", ALL, {"mode": "move"}, MOVE),
        ("movement", ONE, {"mode": "move"}, ONE),  # instead of an action
        ("movement", ALL, {"mode": "draw"}, MOVE),
        ("movement", ALL, {"mode": "step"}, NOTHING),
        ("movement", ALL, {"mode": "double"}, ALL),
        ("movement", MOVE, {"mode": "run"}, MOVE),  # never more than there is
        ("reload", ALL, {"loading": "move_equivalent"}, MOVE),
        ("reload", ONE, {"loading": "move_equivalent"}, ONE),
        ("reload", ALL, {"loading": "two_full_rounds"}, 2 * ALL),  # the rest is owed
        ("aid_another", ALL, {}, ONE),
        ("opportunity", ALL, {}, NOTHING),
    ],
)
def test_what_an_act_takes_of_a_turn(act, left, more, price):
    """CD20-P-ACT-01, CD20-P-ACT-03, CD20-P-GUN-05."""
    assert price_of(act, left, **more) == price


def test_a_spell_takes_as_long_as_it_says():
    """CD20-P-MAG-01."""
    assert price_of_spell("voorish_gesture", 1) > NOTHING


def test_a_turn_is_whole_or_partial_or_nothing():
    """CD20-P-ACT-01, CD20-SHOCK-01, CD20-SHOCK-02."""
    assert [turn_worth(Combatant(shock_next_turn=one)) for one in ("none", "partial", "skip")] == [ALL, ONE, NOTHING]
    assert turn_worth(Combatant(), surprise_round=True) == ONE
    assert turn_worth(Combatant(conditions=("nauseated",))) == MOVE


@pytest.mark.parametrize(("metres", "far"), [(1.5, True), (19.5, True), (19.6, False)])
def test_a_charge_goes_two_moves_far(metres, far):
    """CD20-P-ACT-03: and within reach of the arm."""
    assert can_charge(Combatant(), metres) is far


def test_hands_that_serve():
    """CD20-P-WOUND-01."""
    assert [hands_left(parts, "human") for parts in ((), ("left_arm",), ("left_arm", "right_arm", "left_leg"))] == [
        2,
        1,
        0,
    ]
    assert [hands_for(weapon_of(key)) for key in ("bat", "m1911", "unarmed")] == [2, 1, 1]
