"""Without striking: reaching cover, holding somebody, breaking free (CBT, CREAT)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.calling import odds_of
from quick import spent
from systems.operators.dicebox import (
    assert_odds_agree,
    chance,
    changes,
    every_outcome,
    outcome,
    picked,
    reasons,
    thrown,
    told_apart,
    weighed,
)

REYES = {"name": "Reyes", "FOR": 13, "DEX": 13, "luck": 50}
GUARD = {"name": "garde", "kind": "npc", "FOR": 12, "DEX": 12}
STATES = {"wound_level": "dead", "out_of_fight": True, "held": True, "helpless": True}


def named(field):
    return "dead" if field == "wound_level" else field


# ---- cover ----


@pytest.mark.parametrize(("roll", "reached"), [(27, True), (33, True), (40, False), (99, False)])
def test_cover_is_reached_by_a_difficult_dex_test(roll, reached):
    """OPS-CBT-13."""
    result = {27: "success", 33: "critical", 40: "failure", 99: "fumble"}[roll]
    assert outcome("take_cover", [roll], character=REYES) == {
        "refused": False,
        "final_difficulty": "difficult",
        "target": 39,
        "roll": roll,
        "outcome": result,
        "in_cover": reached,
        "action_used": True,
        "luck": 50,
    }
    answer = changes("take_cover", [roll], character=REYES)
    assert answer == ([("in_cover", False, True, "Reyes")] if reached else [])


@pytest.mark.parametrize(
    ("who", "more", "difficulty"),
    [
        ({}, {"advantage": True}, "standard"),
        ({"wound_level": "grave"}, {}, "extreme"),
        ({"wound_level": "grave"}, {"advantage": True}, "difficult"),
        ({"surprised": True}, {}, "difficult"),
    ],
)
def test_how_hard_cover_is_to_reach(who, more, difficulty):
    """OPS-CBT-13, OPS-HLTH-04."""
    assert outcome("take_cover", [98], character={**REYES, **who}, **more)["final_difficulty"] == difficulty


def test_cover_may_leave_the_action_free():
    """OPS-CBT-13 with cover_free_action."""
    assert picked("take_cover", [27], "action_used", character=REYES, options={"cover_free_action": True}) == (False,)


def test_luck_reaches_cover():
    given = {"character": REYES, "luck_plan": {"max_shift": 6}}
    assert picked("take_cover", [45], "in_cover", "luck", **given) == (True, 44)
    assert changes("take_cover", [45], **given) == [("luck", 50, 44, "Reyes"), ("in_cover", False, True, "Reyes")]


def test_why_there_is_no_cover_in_the_order_of_the_ledger():
    """Reasons of take_cover: too late first, then who cannot act."""
    states, late = dict(STATES), {"acts_before_shooter": False}
    result = outcome("take_cover", character={**REYES, **states}, **late)
    assert result == {"refused": True, "reason": "too_late", "in_cover": False, "luck": 50}
    while states:
        field = next(iter(states))
        assert outcome("take_cover", character={**REYES, **states})["reason"] == named(field)
        states.pop(field)


@pytest.mark.parametrize("plan", [{}, {"max_shift": 7, "cancel_fumble": True}])
def test_odds_of_cover_are_those_of_every_face(plan):
    assert_odds_agree("take_cover", character=REYES, luck_plan=plan)


# ---- holds ----


def seize(dice, attacker=REYES, defender=GUARD, **more):
    return outcome("hold", dice, attacker=attacker, defender=defender, **more)


def test_a_hold_takes_three_throws():
    """OPS-CBT-15: attack on FOR, defence on DEX, resistance on FOR, all difficult; nobody is hurt."""
    assert seize([27, 80, 90]) == {
        "refused": False,
        "final_difficulty": "difficult",
        "target": 39,
        "roll": 27,
        "outcome": "success",
        "defence_difficulty": "difficult",
        "defence_target": 36,
        "defence_roll": 80,
        "defence_outcome": "failure",
        "avoided": False,
        "resist_difficulty": "difficult",
        "resist_target": 36,
        "resist_roll": 90,
        "resist_outcome": "failure",
        "held": True,
        "attacker_luck": 50,
        "defender_luck": 0,
    }
    assert changes("hold", [27, 80, 90], attacker=REYES, defender=GUARD) == [("held", False, True, "garde")]
    assert reasons("hold", [27, 80, 90], attacker=REYES, defender=GUARD)[-1] == ("held", True, "OPS-CBT-15")


def test_luck_has_its_price_on_both_sides():
    """OPS-CBT-15, OPS-LUCK-02."""
    plan, ada = {"max_shift": 6}, {"name": "Ada", "FOR": 12, "DEX": 12, "luck": 30}
    both = {"attacker": REYES, "defender": ada, "attacker_luck_plan": plan, "defender_luck_plan": plan}
    assert changes("hold", [45, 80, 90], **both) == [("luck", 50, 44, "Reyes"), ("held", False, True, "Ada")]
    assert changes("hold", [45, 40], **both) == [("luck", 50, 44, "Reyes"), ("luck", 30, 26, "Ada")]


@pytest.mark.parametrize(
    ("dice", "avoided", "held"),
    [([40], False, False), ([99], False, False), ([27, 36], True, False), ([27, 80, 36], False, False)],
)
def test_each_throw_may_end_it(dice, avoided, held):
    """OPS-CBT-15."""
    result = seize(dice)
    assert (result["avoided"], result["held"]) == (avoided, held)
    assert thrown("hold", dice, attacker=REYES, defender=GUARD) == ["d100"] * len(dice)


@pytest.mark.parametrize(
    ("more", "targets"),
    [
        ({}, (39, 36, 36)),
        ({"attacker_wrestler": True}, (65, 36, 36)),
        ({"defence_advantage": True}, (39, 60, 36)),
        ({"defender_wrestler": True}, (39, 36, 60)),
    ],
)
def test_wrestlers_have_it_easier(more, targets):
    """OPS-CBT-15, OPS-CBT-12."""
    result = seize([27, 97, 97], **more)
    assert (result["target"], result["defence_target"], result["resist_target"]) == targets


def test_a_grave_wound_weighs_on_all_three_throws():
    """OPS-HLTH-04, OPS-CBT-15."""
    hurt = {"wound_level": "grave"}
    result = seize([13, 97, 97], attacker={**REYES, **hurt}, defender={**GUARD, **hurt})
    assert (result["target"], result["defence_target"], result["resist_target"]) == (13, 12, 12)


@pytest.mark.parametrize(
    ("state", "dice"),
    [
        ({"out_of_fight": True}, [27]),
        ({"helpless": True}, [27]),
        ({"held": True}, [27, 97]),
    ],
)
def test_who_cannot_defend_or_struggle_is_not_asked(state, dice):
    """OPS-CBT-15, OPS-CBT-12."""
    result = seize(dice, defender={**GUARD, **state})
    assert (result["held"], result["avoided"]) == (True, False)
    assert "defence_roll" not in result


def test_nobody_need_defend():
    assert thrown("hold", [27, 97], attacker=REYES, defender=GUARD, defends=False) == ["d100", "d100"]


@pytest.mark.parametrize(("roll", "target"), [(33, 12), (27, 36)])
def test_a_critical_hold_may_be_harder_to_resist(roll, target):
    """OPS-CBT-15 with critical_hold_extreme."""
    assert seize([roll, 97, 97], options={"critical_hold_extreme": True})["resist_target"] == target
    assert seize([roll, 97, 97])["resist_target"] == 36


def test_each_side_pays_its_own_luck():
    """OPS-LUCK-02: the prey pays for its defence and again for its struggle."""
    prey = {**GUARD, "kind": "operator", "luck": 40}
    plans = {"attacker_luck_plan": {"max_shift": 6}, "defender_luck_plan": {"max_shift": 5, "cancel_fumble": True}}
    result = seize([45, 99, 40], defender=prey, **plans)
    assert (result["attacker_luck"], result["defender_luck"], result["held"]) == (44, 26, False)


def test_why_there_is_no_hold_in_the_order_of_the_ledger():
    """OPS-CBT-04, OPS-CBT-15."""
    states = {**STATES, "surprised": True}
    huge = {**GUARD, "size": "huge", "wound_level": "dead"}
    while states:
        field = next(iter(states))
        result = seize([], attacker={**REYES, **states}, defender=huge)
        assert result == {
            "refused": True,
            "reason": named(field),
            "held": False,
            "attacker_luck": 50,
            "defender_luck": 0,
        }
        states.pop(field)
    assert seize([], defender=huge)["reason"] == "defender_dead"
    for size in ("large", "huge"):
        assert seize([], defender={**GUARD, "size": size})["reason"] == "too_large"
    for size in ("small", "human"):
        assert seize([98], defender={**GUARD, "size": size})["refused"] is False


def test_odds_of_a_hold_are_those_of_every_face():
    """OPS-ODDS-02: few throws succeed, so that every face can be typed."""
    given = {
        "attacker": {"FOR": 4, "luck": 11},
        "defender": {"FOR": 5, "DEX": 31, "luck": 12},
        "attacker_luck_plan": {"cancel_fumble": True},
        "defender_luck_plan": {"max_shift": 2},
        "options": {"critical_hold_extreme": True},
    }
    shown = every_outcome("hold", given)
    assert sum(part for _, part in shown) == 1
    for by in (("held",), ("held", "avoided", "outcome"), ("resist_outcome", "defender_luck"), ("roll", "resist_roll")):
        assert weighed("hold", given, by) == told_apart(shown, by), by


def test_the_chance_of_a_hold_is_a_product():
    """OPS-CBT-15, OPS-ODDS-02: 39 % of 64 % of 64 %."""
    expected = Fraction(39, 100) * Fraction(64, 100) ** 2
    assert chance("hold", "held", attacker=REYES, defender=GUARD) == expected
    assert Fraction(outcome("odds_hold", attacker_FOR=13, defender_DEX=12, defender_FOR=12)["held"]) == expected


def test_odds_of_a_hold_are_quick():
    given = {"attacker": REYES, "defender": GUARD}
    assert spent(lambda: odds_of("operators", "hold", given, by=("held",))) < 0.5


# ---- breaking free ----

GRIPS = {"small": "standard", "human": "difficult", "large": "extreme", "huge": "extreme"}


def free(dice=(98,), **more):
    return outcome("break_free", dice, character=REYES, **more)


@pytest.mark.parametrize("size", list(GRIPS))
def test_a_grip_is_as_hard_to_break_as_the_creature_is_big(size):
    """OPS-CREAT-13; from people it is always difficult (M-03)."""
    holder = {"kind": "creature", "size": size, "FOR": 39}
    assert free(held_by="creature", holder=holder)["final_difficulty"] == GRIPS[size]
    assert free(held_by="person", holder=holder)["final_difficulty"] == "difficult"


@pytest.mark.parametrize("size", list(GRIPS))
def test_nobody_breaks_a_grip_of_forty_alone(size):
    """OPS-CREAT-13: impossible; an advantage, help from others, makes it extreme."""
    holder = {"kind": "creature", "size": size, "FOR": 40}
    result = free([], held_by="creature", holder=holder)
    assert (result["outcome"], result["free"]) == ("impossible", False)
    assert free(held_by="creature", holder=holder, advantage=True)["final_difficulty"] == "extreme"
    weakened = {**holder, "drain": {"FOR": {"temporary": 1}}}
    assert free(held_by="creature", holder=weakened)["final_difficulty"] == GRIPS[size]


@pytest.mark.parametrize("difficulty", ["standard", "difficult", "extreme", "impossible"])
def test_a_profile_may_say_how_hard_it_is(difficulty):
    """OPS-CREAT-13: a named difficulty replaces the rule."""
    holder = {"kind": "creature", "FOR": 60, "size": "huge"}
    dice = [] if difficulty == "impossible" else [98]
    assert free(dice, held_by="creature", holder=holder, difficulty=difficulty)["final_difficulty"] == difficulty


def test_who_breaks_free_is_held_no_more():
    result = changes("break_free", [27], character={**REYES, "held": True})
    assert result == [("held", True, False, "Reyes")]
    assert changes("break_free", [40], character={**REYES, "held": True}) == []
    assert free([45], luck_plan={"max_shift": 6})["luck"] == 44


def test_why_nobody_breaks_free_in_the_order_of_the_ledger():
    """Reasons of break_free: held is none, the call says so."""
    both = {**REYES, "wound_level": "dead", "out_of_fight": True}
    assert outcome("break_free", character=both) == {"refused": True, "reason": "dead", "free": False, "luck": 50}
    assert outcome("break_free", character={**REYES, "out_of_fight": True})["reason"] == "out_of_fight"
    assert outcome("break_free", [98], character={**REYES, "held": True, "helpless": True})["refused"] is False


@given(strength=st.integers(0, 30), wounded=st.booleans(), advantage=st.booleans())
def test_odds_of_breaking_free_follow_the_score(strength, wounded, advantage):
    """OPS-ODDS-01."""
    who = {"FOR": strength, "wound_level": "grave" if wounded else "none"}
    times = {(False, False): 3, (False, True): 5, (True, False): 1, (True, True): 3}[wounded, advantage]
    result = chance("break_free", "free", character=who, advantage=advantage)
    assert result == Fraction(min(98, strength * times), 100)
