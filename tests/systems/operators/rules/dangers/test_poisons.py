"""Poisons, drugs, gases, stunning devices (HAZ)."""

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

SUBSTANCES = [
    ("cyanide", "CON", "extreme", "dead", "grave_wound"),
    ("nerve_agent", "CON", "extreme", "dead", "out_for_scene"),
    ("ricin", "CON", "difficult", "dead_in_days", "superficial_wound"),
    ("arsenic", "CON", "difficult", "grave_wound", "light_wound"),
    ("serpent_venom", "CON", "difficult", "grave_wound", "light_wound"),
    ("snake", "CON", "standard", "light_wound", "superficial_wound"),
    ("chloroform", "CON", "difficult", "out_for_minutes", "loses_actions"),
    ("sedative", "CON", "standard", "out_for_minutes", "dex_harder"),
    ("alcohol", "CON", "standard", "tests_harder", "none"),
    ("tear_gas", "CON", "standard", "tests_harder", "none"),
    ("amphetamine", "CON", "difficult", "light_wound", "none"),
    ("truth_drug", "POU", "difficult", "answers_truthfully", "none"),
    ("flashbang", "CON", "difficult", "loses_actions", "none"),
    ("taser", "CON", "difficult", "out_for_turns", "none"),
]
DICE = {"flashbang": [2], "taser": [5], "ricin": [4]}
AMOUNTS = {("chloroform", False): 10, ("chloroform", True): 1, ("sedative", False): 60}
TIMES = {"standard": 5, "difficult": 3, "extreme": 1}


@pytest.mark.parametrize(("key", "code", "difficulty", "failure", "success"), SUBSTANCES)
def test_each_substance_has_its_test_and_its_two_effects(key, code, difficulty, failure, success):
    """OPS-HAZ-05, M-09: a grave wound does not make it harder."""
    victim = {code: 12, "sb": 20, "wound_level": "grave", "out_of_fight": True}
    target = 12 * TIMES[difficulty]
    for roll, effect, resisted in ((98, failure, False), (target, success, True)):
        dice = DICE.get(key, []) if not resisted else []
        result = outcome("poison", [roll, *dice], victim=victim, substance=key)
        assert (result["final_difficulty"], result["target"], result["roll"]) == (difficulty, target, roll)
        assert (result["resisted"], result["effect"]) == (resisted, effect)
        assert result.get("amount") == AMOUNTS.get((key, resisted), dice[0] if dice else None)


@pytest.mark.parametrize(
    ("effect", "level", "damage"),
    [("grave_wound", "grave", 13), ("light_wound", "light", 7), ("superficial_wound", "superficial", 1)],
)
def test_a_poison_wounds_without_any_damage(effect, level, damage):
    """M-09 with OPS-HLTH-02: SB, half of it, or one point is written down; protection is nothing to it."""
    victim = {"name": "Koch", "sb": 13, "worn": ["blast_suit"], "no_pain": True}
    given = {"difficulty": "standard", "on_failure": effect, "on_success": "none"}
    result = outcome("poison", [98], victim=victim, **given)
    assert (result["wound_level"], result["recorded_damage"], result["alive"]) == (level, damage, True)
    assert "damage_final" not in result
    fields = [one[0] for one in changes("poison", [98], victim=victim, **given)]
    assert fields == ["wound_level", "wounds", *(["wound_counts"] if level != "superficial" else [])]


def test_a_grave_poisoning_asks_for_con_after_all_other_dice():
    """OPS-HLTH-03."""
    result = answer("poison", [40, 51], victim={"name": "Koch"}, substance="arsenic")
    assert [(one.label, one.purpose) for one in result.dice] == [("d100", "resist"), ("d100", "con")]
    told = result.outcome
    assert (told["con_target"], told["con_roll"], told["con_outcome"]) == (50, 51, "failure")
    assert (told["wound_level"], told["out_of_fight"]) == ("grave", True)


def test_luck_cancels_a_grave_poisoning():
    """OPS-LUCK-04, M-09."""
    fields = ("effect", "wound_level", "luck", "con_roll")
    plan = {"cancel_grave": True}
    assert picked("poison", [40], *fields, victim={"luck": 25}, substance="arsenic", luck_plan=plan) == (
        "grave_wound",
        "none",
        5,
        None,
    )


def test_luck_escapes_death_by_poison():
    """OPS-LUCK-05: gravely wounded, with the CON test; the reserve is gone."""
    fields = ("effect", "alive", "wound_level", "recorded_damage", "luck", "con_roll")
    plan = {"escape_death": True}
    victim = {"luck": 30, "sb": 10}
    result = picked("poison", [40, 20], *fields, victim=victim, substance="cyanide", luck_plan=plan)
    assert result == ("dead", True, "grave", 19, 0, 20)
    result = picked("poison", [40], *fields, victim={**victim, "luck": 29}, substance="cyanide", luck_plan=plan)
    assert result == ("dead", False, "dead", 20, 29, None)


def test_luck_moves_the_test_before_anything_else():
    """OPS-LUCK-02: 35 against 30 costs five points."""
    result = picked(
        "poison", [35], "resisted", "effect", "luck", victim={"luck": 9}, substance="taser", luck_plan={"max_shift": 5}
    )
    assert result == (True, "none", 4)


def test_who_dies_in_days_lives_until_then():
    """M-09: an antidote may still come."""
    fields = ("effect", "amount", "alive", "wound_level")
    assert picked("poison", [40, 6], *fields, victim={}, substance="ricin") == ("dead_in_days", 6, True, "none")
    assert changes("poison", [40, 6], victim={}, substance="ricin") == []


@pytest.mark.parametrize(("substance", "dice"), [("chloroform", [40]), ("taser", [40, 6]), ("sedative", [60])])
def test_some_effects_put_out_of_the_fight(substance, dice):
    """M-09: the state is on the sheet, how long it lasts is in the amount."""
    victim = {"name": "Koch"}
    assert changes("poison", dice, victim=victim, substance=substance) == [("out_of_fight", False, True, "Koch")]
    assert changes("poison", dice, victim={**victim, "out_of_fight": True}, substance=substance) == []
    assert ("out_of_fight", True, "OPS-HAZ-05") in reasons("poison", dice, victim=victim, substance=substance)


def test_even_whoever_resists_a_nerve_agent_is_out_for_the_scene():
    """M-09."""
    assert picked("poison", [10], "resisted", "out_of_fight", victim={}, substance="nerve_agent") == (True, True)


@pytest.mark.parametrize("effect", ["loses_actions", "dex_harder", "tests_harder", "answers_truthfully", "none"])
def test_other_effects_are_controles_to_play(effect):
    """M-09: nothing on the sheet changes."""
    given = {"difficulty": "standard", "on_failure": effect, "on_success": "none"}
    assert changes("poison", [98], victim={}, **given) == []


@pytest.mark.parametrize(
    ("effect", "dice", "amount"),
    [
        ("out_for_minutes", [], 10),
        ("loses_actions", [], 1),
        ("out_for_turns", [4], 4),
        ("dead_in_days", [3], 3),
        ("none", [], None),
    ],
)
def test_a_poison_of_controles_own_has_the_usual_amounts(effect, dice, amount):
    """M-09: CON, and both effects said outright."""
    given = {"difficulty": "extreme", "on_failure": "none", "on_success": effect}
    result = picked("poison", [12, *dice], "target", "effect", "amount", victim={"CON": 12}, **given)
    assert result == (12, effect, amount)


def test_what_is_said_replaces_what_the_substance_does():
    """OPS-HAZ-05: a stronger dose, a weaker effect."""
    given = {"substance": "sedative", "difficulty": "extreme", "on_failure": "out_for_minutes", "on_success": "none"}
    assert picked("poison", [11], "final_difficulty", "amount", victim={}, **given) == ("extreme", 10)
    assert picked("poison", [10], "effect", victim={}, **given) == ("none",)
    assert picked("poison", [51], "amount", victim={}, substance="sedative") == (60,)
    assert picked("poison", [51], "target", "effect", victim={}, substance="sedative", on_failure="none") == (
        50,
        "none",
    )


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"difficulty": "standard", "on_failure": "dead"},
        {"difficulty": "standard", "on_success": "none"},
        {"on_failure": "dead", "on_success": "none"},
    ],
)
def test_a_poison_must_be_named_or_described_in_full(given):
    """OPS-HAZ-05."""
    assert refused("poison", **given) == ("field/missing", "substance", "OPS-HAZ-05")


def test_an_unknown_poison_is_refused():
    assert refused("poison", substance="curare")[:2] == ("field/one_of", "substance")
    assert refused("poison", substance="ricin", on_failure="asleep")[:2] == ("field/type", "on_failure")


def test_no_poison_hurts_the_dead():
    """OPS-HLTH-05."""
    assert outcome("poison", victim={"wound_level": "dead", "luck": 8}, substance="ricin") == {
        "refused": True,
        "reason": "defender_dead",
        "resisted": False,
        "effect": "none",
        "wound_level": "dead",
        "out_of_fight": False,
        "alive": False,
        "luck": 8,
    }


def test_counted_wounds_count_poisonings_too():
    """OPS-HLTH-07: a poison’s wound goes the way of any other."""
    victim = {"wound_counts": {"light": 2}, "no_pain": True}
    result = outcome("poison", [60], victim=victim, substance="snake", options={"wound_accumulation": 3})
    assert (result["hit_level"], result["wound_level"], result["wound_counts"]["light"]) == ("light", "grave", 0)


def test_the_dice_of_an_effect_fall_after_the_test():
    """M-09: 1D3 actions, 1D6 turns."""
    assert thrown("poison", [90, 3], victim={}, substance="flashbang") == ["d100", "d3"]
    assert thrown("poison", [90, 6], victim={}, substance="taser") == ["d100", "d6"]


@pytest.mark.parametrize("substance", ["snake", "taser", "flashbang", "ricin", "chloroform", "truth_drug"])
def test_odds_of_a_poison_are_those_of_every_face(substance):
    plan = {"max_shift": 4, "cancel_fumble": True}
    assert_odds_agree("poison", victim={"CON": 11, "POU": 9, "luck": 30}, substance=substance, luck_plan=plan)


def test_odds_of_cyanide():
    """M-09: CON 12 lives in 12 cases of 100, and stays in the fight in 60 of those in 100."""
    assert chance("poison", "alive", victim={"CON": 12}, substance="cyanide") == Fraction(12, 100)
    odds = chance("poison", "con_outcome", "failure", victim={"CON": 12}, substance="cyanide")
    assert odds == Fraction(12, 100) * Fraction(38, 100)
