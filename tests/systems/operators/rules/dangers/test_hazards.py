"""What hurts without an enemy: falls, want of air, flames, crashes (HAZ)."""

from fractions import Fraction

import pytest

from systems.operators.dicebox import (
    answer,
    assert_odds_agree,
    chance,
    changes,
    outcome,
    picked,
    reasons,
    refused,
    thrown,
)

DEAD = {"wound_level": "dead", "luck": 40}


@pytest.mark.parametrize(
    ("procedure", "inputs", "kept"),
    [
        ("fall", {"height_m": 7}, {"storeys": 2}),
        ("suffocate_turn", {}, {}),
        ("burn_turn", {"sum_so_far": 4}, {"sum": 4}),
        ("crash", {}, {}),
        ("crash", {"vehicle": "drone_small"}, {}),
    ],
)
def test_nothing_more_befalls_the_dead(procedure, inputs, kept):
    """OPS-HLTH-05: a refusal leaves everything as it was."""
    assert outcome(procedure, victim=DEAD, **inputs) == {
        "refused": True,
        "reason": "defender_dead",
        "wound_level": "dead",
        "out_of_fight": False,
        "alive": False,
        "luck": 40,
        **kept,
    }
    assert changes(procedure, victim=DEAD, **inputs) == []


# ---- falls ----


def test_a_fall_is_two_dice_for_each_storey():
    """OPS-EX-64, OPS-HAZ-01: six metres, four dice, one damage."""
    result = answer("fall", [3, 4, 1, 6], victim={"name": "Vega", "sb": 30, "worn": ["blast_suit"]}, height_m=6)
    told = result.outcome
    assert (told["storeys"], told["damage_final"], told["armour"], told["damage_taken"]) == (2, 14, 0, 14)
    assert (told["wound_level"], told["recorded_damage"]) == ("superficial", 14)
    assert [(one.label, one.purpose) for one in result.dice] == [("d6", "damage")] * 4
    assert [(one.field, one.who) for one in result.changes] == [("wound_level", "Vega"), ("wounds", "Vega")]
    assert next((one.label, one.value, one.rule) for one in result.steps) == ("storeys", 2, "OPS-HAZ-01")


@pytest.mark.parametrize(
    ("height", "storeys"), [(0, 0), (2.99, 0), (3, 1), (5.9, 1), (6, 2), (8.999, 2), (30, 10), (1500, 500)]
)
def test_storeys_are_whole(height, storeys):
    """OPS-HAZ-01: three metres each; under three nothing happens."""
    result = outcome("fall", [1] * (2 * storeys), victim={"sb": 400, "out_of_fight": True}, height_m=height)
    assert (result["storeys"], result["damage_taken"]) == (storeys, 2 * storeys)
    assert result["hit_level"] == ("none" if not storeys else result["wound_level"])


def test_a_grave_fall_asks_for_con_and_luck_may_answer():
    """OPS-HLTH-03, OPS-LUCK-04, OPS-LUCK-05."""
    victim = {"sb": 10, "luck": 35}
    fields = ("wound_level", "out_of_fight", "luck", "con_roll")
    assert picked("fall", [6, 4, 51], *fields, victim=victim, height_m=3) == ("grave", True, 35, 51)
    result = picked("fall", [6, 4], *fields, victim=victim, height_m=3, luck_plan={"cancel_grave": True})
    assert result == ("none", False, 15, None)
    result = picked("fall", [6, 6, 4, 4, 9], *fields, victim=victim, height_m=6, luck_plan={"escape_death": True})
    assert result == ("grave", False, 0, 9)


def test_a_creature_of_air_takes_half_of_a_fall():
    """OPS-CREAT-16: a fall is a kind of damage; natural armour is none against it (OPS-ARM-01)."""
    victim = {"kind": "creature", "sb": 30, "armour": 5, "resists": ["fall"]}
    assert picked("fall", [6, 5], "armour", "damage_taken", victim=victim, height_m=3) == (0, 6)


def test_nobody_falls_higher_than_dice_can_tell():
    """A throw has a thousand dice at most."""
    assert refused("fall", height_m=1501)[:2] == ("field/range", "height_m")
    assert refused("fall", height_m=-1)[:2] == ("field/range", "height_m")


def test_odds_of_a_fall_are_those_of_every_face():
    """OPS-HAZ-01."""
    assert_odds_agree("fall", victim={"sb": 9, "CON": 9}, height_m=3)
    assert chance("fall", "wound_level", "dead", victim={"sb": 6}, height_m=3) == Fraction(1, 36)


# ---- without air ----


@pytest.mark.parametrize(
    ("turn", "advantage", "difficulty", "target"),
    [
        (1, False, "standard", 65),
        (2, False, "difficult", 39),
        (3, False, "extreme", 13),
        (4, False, "extreme", 13),
        (90, False, "extreme", 13),
        (2, True, "standard", 65),
        (3, True, "difficult", 39),
    ],
)
def test_each_turn_without_air_is_harder_until_the_third(turn, advantage, difficulty, target):
    """OPS-HAZ-02: standard, difficult, extreme, and extreme from then on."""
    victim = {"CON": 13, "wound_level": "grave"}  # suffered, not done: the wound does not weigh on it
    result = outcome("suffocate_turn", [target], victim=victim, turn=turn, advantage=advantage)
    assert result == {
        "refused": False,
        "final_difficulty": difficulty,
        "target": target,
        "roll": target,
        "outcome": "critical" if target == 33 else "success",
        "alive": True,
        "wound_level": "grave",
        "out_of_fight": False,
        "luck": 0,
    }
    died = outcome("suffocate_turn", [target + 1], victim=victim, turn=turn, advantage=advantage)
    assert (died["outcome"], died["alive"], died["wound_level"]) == ("failure", False, "dead")


def test_a_diver_holds_the_first_turn_without_a_throw():
    """OPS-TEST-09: advantage on a standard test."""
    result = outcome("suffocate_turn", victim={}, advantage=True)
    assert (result["final_difficulty"], result["outcome"], result["alive"]) == ("automatic", "automatic", True)
    assert "roll" not in result
    assert "target" not in result


@pytest.mark.parametrize("roll", [51, 99])
def test_the_first_failure_kills(roll):
    """OPS-EX-65, OPS-HAZ-02: no damage, no wound, only death."""
    victim = {"name": "Koch"}
    assert changes("suffocate_turn", [roll], victim=victim) == [("wound_level", "none", "dead", "Koch")]
    assert reasons("suffocate_turn", [roll], victim=victim)[-1] == ("wound_level", "dead", "OPS-HAZ-02")


def test_luck_may_move_the_test_or_escape_the_death():
    """OPS-HAZ-02, OPS-LUCK-02, OPS-LUCK-05, OPS-HLTH-03: after an escape a second CON test, without luck."""
    victim = {"name": "Koch", "luck": 31}
    plan = {"max_shift": 5, "escape_death": True, "cancel_grave": True}
    fields = ("outcome", "alive", "wound_level", "luck", "con_target", "con_roll", "con_outcome", "out_of_fight")
    result = picked("suffocate_turn", [54], *fields, victim=victim, luck_plan=plan)
    assert result == ("success", True, "none", 27, None, None, None, False)
    result = picked("suffocate_turn", [56, 52], *fields, victim=victim, luck_plan=plan)
    assert result == ("failure", True, "grave", 0, 50, 52, "failure", True)
    result = picked("suffocate_turn", [56], *fields, victim={**victim, "out_of_fight": True}, luck_plan=plan)
    assert result == ("failure", True, "grave", 0, None, None, None, True)
    result = picked("suffocate_turn", [56], *fields, victim={**victim, "kind": "npc"}, luck_plan=plan)
    assert result == ("failure", False, "dead", 31, None, None, None, False)


def test_an_escaped_death_is_a_fresh_wound():
    """OPS-HLTH-08: what was stabilised before does not help it."""
    for level in ("light", "grave"):
        victim = {"luck": 31, "wound_level": level, "stabilised": True, "out_of_fight": True}
        assert outcome("suffocate_turn", [90], victim=victim, luck_plan={"escape_death": True})["stabilised"] is False


def test_turns_are_counted_from_one():
    """OPS-HAZ-02."""
    assert refused("suffocate_turn", turn=0)[:2] == ("field/range", "turn")


def test_odds_of_a_turn_without_air_are_those_of_every_face():
    assert_odds_agree("suffocate_turn", victim={"CON": 13, "luck": 20}, turn=2, luck_plan={"max_shift": 6})
    assert_odds_agree("suffocate_turn", victim={"luck": 30, "no_pain": True}, luck_plan={"escape_death": True})
    assert_odds_agree("suffocate_turn", victim={}, advantage=True)
    assert chance("suffocate_turn", "alive", victim={"CON": 13}, turn=3) == Fraction(13, 100)


def test_an_escape_and_its_test_are_weighed_together():
    """OPS-LUCK-05: half drown, and of those half stay on their feet."""
    inputs = {"victim": {"luck": 30}, "luck_plan": {"escape_death": True}}
    assert chance("suffocate_turn", "alive", **inputs) == 1
    assert chance("suffocate_turn", "out_of_fight", **inputs) == Fraction(1, 4)


# ---- flames ----


@pytest.mark.parametrize(("intensity", "dice"), [("ordinary", [4]), ("fierce", [4, 3])])
def test_flames_are_one_die_or_two_and_each_turn_a_wound_of_its_own(intensity, dice):
    """OPS-HAZ-04, OPS-HLTH-06: what burnt before changes nothing."""
    victim = {"sb": 20, "worn": ["ceramic_vest"], "armour": 3}
    result = outcome("burn_turn", dice, victim=victim, intensity=intensity, sum_so_far=30)
    assert (result["damage_taken"], result["armour"], result["sum"]) == (sum(dice), 0, 30 + sum(dice))
    assert (result["hit_level"], result["recorded_damage"]) == ("superficial", sum(dice))
    assert thrown("burn_turn", dice, victim=victim, intensity=intensity) == ["d6"] * len(dice)


def test_a_blast_suit_holds_flames_off():
    """OPS-ARM-01, OPS-HAZ-04."""
    result = outcome("burn_turn", [6, 6], victim={"worn": ["blast_suit"]}, intensity="fierce")
    assert (result["armour_key"], result["damage_taken"], result["sum"], result["hit_level"]) == (
        "blast_suit",
        0,
        0,
        "none",
    )


def test_one_fire_may_be_one_growing_wound():
    """OPS-HLTH-06 with continuous_damage_sums: the level is that of the whole exposure."""
    on = {"continuous_damage_sums": True}
    victim = {"sb": 12}
    fields = ("damage_taken", "sum", "hit_level", "recorded_damage", "con_roll")
    assert picked("burn_turn", [3], *fields, victim=victim, sum_so_far=8, options=on) == (3, 11, "light", 11, None)
    assert picked("burn_turn", [4, 7], *fields, victim=victim, sum_so_far=8, options=on) == (4, 12, "grave", 12, 7)
    assert picked("burn_turn", [4], *fields, victim=victim, sum_so_far=20, options=on) == (4, 24, "dead", 24, None)
    assert picked("burn_turn", [4], *fields, victim=victim, sum_so_far=20) == (4, 24, "superficial", 4, None)


def test_the_sum_gives_its_reason():
    """OPS-HLTH-06."""
    last = answer("burn_turn", [4], victim={"sb": 12}, sum_so_far=3).steps[-1]
    assert (last.label, last.value, last.parts) == ("sum", 7, (("sum_so_far", 3), ("damage_taken", 4)))


def test_odds_of_a_turn_in_the_fire_are_those_of_every_face():
    assert_odds_agree("burn_turn", victim={"sb": 5, "CON": 8})
    inputs = {"victim": {"sb": 12}, "sum_so_far": 8, "options": {"continuous_damage_sums": True}}
    assert_odds_agree("burn_turn", **inputs)
    assert chance("burn_turn", "wound_level", "grave", **inputs) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("who", "advantage", "difficulty", "target"),
    [
        ({}, False, "standard", 60),
        ({"worn": ["ceramic_vest"]}, False, "standard", 50),
        ({"wound_level": "grave"}, False, "extreme", 12),
        ({"wound_level": "grave"}, True, "difficult", 36),
    ],
)
def test_an_action_and_a_dex_test_put_out_burning_clothes(who, advantage, difficulty, target):
    """OPS-HAZ-04, OPS-TEST-10, OPS-HLTH-04."""
    character = {"DEX": 12, **who}
    result = outcome("put_out_fire", [target], character=character, advantage=advantage)
    assert (result["final_difficulty"], result["target"], result["burning"]) == (difficulty, target, False)
    assert outcome("put_out_fire", [98], character=character, advantage=advantage)["burning"] is True


def test_with_an_advantage_it_needs_no_throw():
    """OPS-TEST-09."""
    assert picked("put_out_fire", [], "outcome", "burning", character={}, advantage=True) == ("automatic", False)


@pytest.mark.parametrize(
    ("who", "reason"),
    [
        ({"wound_level": "dead", "out_of_fight": True}, "dead"),
        ({"out_of_fight": True, "held": True}, "out_of_fight"),
        ({"held": True, "helpless": True}, "held"),
        ({"helpless": True}, "helpless"),
    ],
)
def test_who_cannot_act_goes_on_burning(who, reason):
    """OPS-HAZ-04."""
    result = outcome("put_out_fire", character={**who, "luck": 3})
    assert result == {"refused": True, "reason": reason, "burning": True, "luck": 3}


def test_luck_helps_against_the_fire():
    """OPS-LUCK-02."""
    character = {"name": "Vega", "luck": 30}
    assert changes("put_out_fire", [55], character=character, luck_plan={"max_shift": 5}) == [("luck", 30, 25, "Vega")]
    assert_odds_agree("put_out_fire", character=character, luck_plan={"max_shift": 5, "cancel_fumble": True})


# ---- crashes ----


@pytest.mark.parametrize(
    ("vehicle", "dice"),
    [
        ("motorbike", 4),
        ("sports_car", 4),
        ("sedan", 3),
        ("suv", 3),
        ("van", 3),
        ("armoured_suv", 3),
        ("truck", 4),
        ("apc", 3),
        ("speedboat", 3),
        ("helicopter", 8),
        ("bicycle", 1),
    ],
)
def test_a_crash_throws_the_dice_of_the_vehicle_and_nothing_worn_helps(vehicle, dice):
    """M-18 with OPS-ARM-05, OPS-HLTH-02."""
    victim = {"sb": 60, "worn": ["blast_suit"], "armour": 5}
    result = outcome("crash", [2] * dice, victim=victim, vehicle=vehicle)
    assert (result["armour"], result["damage_taken"]) == (0, 2 * dice)


def test_a_family_car_is_the_usual_wreck():
    """M-18, OPS-HLTH-03."""
    assert picked("crash", [4, 4, 4, 51], "wound_level", "out_of_fight", victim={}) == ("grave", True)


def test_nobody_sits_in_a_drone():
    """M-18: a vehicle without crash dice."""
    result = outcome("crash", vehicle="drone_small", victim={"luck": 3})
    assert (result["refused"], result["reason"], result["luck"], result["alive"]) == (True, "no_crash", 3, True)


def test_a_vehicle_must_be_known():
    assert refused("crash", vehicle="tank")[:2] == ("field/one_of", "vehicle")


def test_odds_of_a_crash_are_those_of_every_face():
    assert_odds_agree("crash", vehicle="bicycle", victim={"sb": 4, "CON": 6})
