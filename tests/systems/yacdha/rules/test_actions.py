"""One act of one character, from the keeper's word to its consequences (ACT, OPP, ADV, FOR, RER, NPC)."""

from typing import Any

import pytest

from systems.yacdha.brute import changes, outcome, picked, refused, steps, thrown

ACTIVE = {"kind": "active"}


def passive(value: int) -> dict[str, Any]:
    return {"kind": "passive", "value": value}


def act(category: str = "physical", **given: Any) -> dict[str, Any]:
    return {"category": category, **given}


RESTING = {
    "madness": 1,
    "trauma": 1,
    "sequelae": 0,
    "trauma_min": 1,
    "luck": 1,
    "luck_refused": False,
    "status": "active",
}


def test_the_whole_outcome_of_a_simple_act() -> None:
    """YAC-ACT-05: one dA, a fixed opposition, result minus opposition."""
    assert outcome("action", act(opposition=passive(3)), [5]) == {
        "rolled": True,
        "possible": True,
        "success": True,
        "elapsed": 0,
        "automatic": False,
        "action_dice": [5],
        "action_dice_count": 1,
        "keep": "highest",
        "action_kept": 5,
        "raw": 5,
        "level": 0,
        "result": 5,
        "opposition": 3,
        "margin": 2,
        "degree": "success",
        "check_required": False,
        "check_raised": False,
        "stake_increase": 0,
        **RESTING,
    }


def test_the_whole_outcome_of_everything_at_once() -> None:
    """YAC-ACT-05, YAC-FOR-02, YAC-GAU-08: disadvantage, forced die, level, dO, stakes, time."""
    given = act(
        opposition=ACTIVE,
        disadvantage=True,
        forced=True,
        level=1,
        attempt=1,
        stakes=[{"amount": "margin"}, {"gauge": "madness", "amount": 2}],
        duration=15,
        trauma=2,
        madness=3,
        sequelae=1,
        luck=2,
    )
    assert outcome("action", given, [4, 1, 2, 6, 3]) == {
        "rolled": True,
        "possible": True,
        "success": False,
        "elapsed": 15,
        "automatic": False,
        "action_dice": [4, 1],
        "action_dice_count": 2,
        "keep": "lowest",
        "action_kept": 1,
        "forced_die": 2,
        "raw": 2,
        "level": 1,
        "result": 3,
        "opposition": 6,
        "margin": -3,
        "degree": "major_failure",
        "check_required": True,
        "check_die": 3,
        "check_raised": True,
        "stake_increase": 5,
        "madness": 5,
        "trauma": 6,
        "sequelae": 1,
        "trauma_min": 2,
        "luck": 2,
        "luck_refused": False,
        "status": "dead",
    }


@pytest.mark.parametrize(("die", "margin", "success"), [(2, -1, False), (3, 0, False), (4, 1, True)])
def test_an_equal_die_fails(die: int, margin: int, success: bool) -> None:
    """YAC-ACT-05, YAC-ACT-07, YAC-ACT-08: strictly greater, passive or active."""
    assert picked("action", act(opposition=passive(3)), [die], "margin", "success") == (margin, success)
    assert picked("action", act(opposition=ACTIVE), [die, 3], "margin", "success") == (margin, success)


def test_the_dice_of_an_act_by_category() -> None:
    """YAC-ACT-02, YAC-GEN-01: dT for the body, dF for the mind; dA, forced die, dO, check, in this order."""
    given = {"opposition": ACTIVE, "advantage": True, "forced": True}
    for category, die in (("physical", "dT"), ("mental", "dF")):
        expected = [("dA", "", ""), ("dA", "", ""), (die, "", ""), ("dO", "", ""), (die, "", "check")]
        assert thrown("action", act(category, **given), [1, 2, 3, 4, 5]) == expected


def test_no_opposition_succeeds_by_itself_and_the_die_only_says_how_well() -> None:
    """YAC-ACT-06."""
    for die in range(1, 7):
        assert picked("action", act(), [die], "automatic", "success", "margin") == (True, True, die)


def test_a_certain_success_may_go_without_a_throw() -> None:
    """YAC-ACT-06: roll_degree = false; everything rests but time."""
    expected = {
        "rolled": False,
        "possible": True,
        "success": True,
        "elapsed": 10,
        "automatic": True,
        "level": 0,
        "opposition": 0,
        **RESTING,
    }
    assert outcome("action", act(roll_degree=False, duration=10)) == expected
    levelled = act(roll_degree=False, opposition=passive(3), level=3, duration=10)
    assert outcome("action", levelled) == {**expected, "level": 3, "opposition": 3}


def test_an_uncertain_or_forced_act_is_thrown_anyway() -> None:
    """YAC-ACT-06, YAC-OCC-03."""
    assert picked("action", act(roll_degree=False, opposition=passive(1)), [4], "rolled", "automatic") == (True, False)
    assert picked("action", act(roll_degree=False, opposition=ACTIVE), [4, 1], "rolled", "automatic") == (True, False)
    assert picked("action", act(roll_degree=False, forced=True), [4, 1], "rolled", "automatic") == (True, True)
    masters = act(roll_degree=False, opposition=ACTIVE, level=5)
    assert picked("action", masters, [4, 1], "rolled", "automatic") == (True, False)


def test_a_level_that_reaches_the_opposition_makes_success_certain() -> None:
    """YAC-OCC-03, YAC-ACT-07."""
    assert picked("action", act(opposition=passive(3), level=3), [1], "automatic", "margin") == (True, 1)
    assert picked("action", act(opposition=passive(3), level=2), [1], "automatic", "margin") == (False, 0)


@pytest.mark.parametrize("opposition", [passive(6), passive(9), {"kind": "passive", "difficulty": "impossible"}])
def test_the_impossible_is_not_tried(opposition: dict[str, Any]) -> None:
    """YAC-ACT-03, YAC-ACT-09: no dice, no stakes, no time, whatever the level."""
    given = act(opposition=opposition, level=5, stakes=[{"amount": 6}], duration=20, luck=3)
    expected = {"rolled": False, "possible": False, "success": False, "elapsed": 0, **RESTING, "luck": 3}
    assert outcome("action", given) == expected
    assert steps("action", given) == [("possible", False, "YAC-ACT-09")]


def test_the_impossible_comes_before_every_refusal() -> None:
    """YAC-ACT-09."""
    given = act(opposition=passive(6), attempt=3, forced=True, kind="npc", stressful=False, duration=20)
    assert picked("action", given, [], "possible", "refused", "elapsed") == (False, None, 40)


def test_a_circumstance_and_an_occupation_give_one_die_together() -> None:
    """YAC-ADV-01, YAC-ADV-03, YAC-ADV-05, YAC-CRE-03."""
    for reasons in ({"advantage": True}, {"personal_advantage": True}, {"advantage": True, "personal_advantage": True}):
        result = picked("action", act(**reasons), [2, 5], "action_dice_count", "keep", "action_kept")
        assert result == (2, "highest", 5)


def test_an_advantage_and_a_disadvantage_cancel() -> None:
    """YAC-ADV-04: whatever the number of reasons."""
    for reasons in ({"advantage": True}, {"personal_advantage": True}, {"advantage": True, "personal_advantage": True}):
        result = picked("action", act(**reasons, disadvantage=True), [2], "action_dice_count", "keep", "action_kept")
        assert result == (1, "highest", 2)


def test_a_forced_die_takes_over_when_it_is_higher() -> None:
    """YAC-FOR-01, YAC-FOR-02: and costs a check only when strictly above the kept die."""
    fields = ("action_kept", "forced_die", "raw", "result", "check_required", "check_raised", "trauma")
    assert picked("action", act(forced=True), [3, 2], *fields) == (3, 2, 3, 3, False, False, 1)
    assert picked("action", act(forced=True), [3, 3], *fields) == (3, 3, 3, 3, False, False, 1)
    assert picked("action", act(forced=True), [3, 4, 2], *fields) == (3, 4, 4, 4, True, True, 2)
    assert picked("action", act(forced=True, trauma=2), [3, 4, 2], *fields) == (3, 4, 4, 4, True, False, 2)


def test_the_check_is_due_on_success_and_on_failure() -> None:
    """YAC-FOR-02."""
    for opposition, success in ((1, True), (5, False)):
        given = act(forced=True, opposition=passive(opposition))
        assert picked("action", given, [2, 3, 6], "success", "check_required", "trauma") == (success, True, 2)


def test_a_forced_die_does_not_cancel_a_disadvantage() -> None:
    """YAC-FOR-03, YAC-FOR-02: compared with the kept die, not with the highest thrown."""
    result = picked(
        "action", act(forced=True, disadvantage=True), [5, 2, 4, 1], "action_kept", "result", "check_required"
    )
    assert result == (2, 4, True)
    result = picked("action", act(forced=True, advantage=True), [5, 2, 4], "action_kept", "result", "check_required")
    assert result == (5, 5, False)


def test_three_dice_are_the_most_of_one_character() -> None:
    """YAC-ADV-05: two dA and one forced die."""
    given = act(forced=True, advantage=True, personal_advantage=True)
    assert len(thrown("action", given, [6, 1, 1])) == 3


def test_the_level_comes_last_unless_the_table_says_otherwise() -> None:
    """YAC-FOR-05, YAC-OCC-02."""
    fields = ("raw", "result", "check_required")
    given = act(forced=True, level=2)
    assert picked("action", given, [2, 4, 1], *fields) == (4, 6, True)
    early = {**given, "options": {"bonus_before_forced": True}}
    assert picked("action", early, [2, 4], *fields) == (4, 4, False)
    assert picked("action", early, [2, 5, 1], *fields) == (5, 5, True)
    assert picked("action", early, [5, 6], *fields) == (6, 6, False)


def test_levels_mode_and_advantage_mode_exclude_each_other() -> None:
    """YAC-GEN-02: a level switches the occupation's die off, and the table may decide once and for all."""
    given = act(level=2, personal_advantage=True)
    assert picked("action", given, [3], "action_dice_count", "level", "result") == (1, 2, 5)
    base = {**given, "options": {"skill_mode": "advantage"}}
    assert picked("action", base, [3, 4], "action_dice_count", "level", "result") == (2, 0, 4)
    extended = act(personal_advantage=True, options={"skill_mode": "levels"})
    assert picked("action", extended, [3], "action_dice_count", "level", "result") == (1, 0, 3)
    circumstance = act(level=2, advantage=True)
    assert picked("action", circumstance, [3, 1], "action_dice_count", "result") == (2, 5)


def test_a_creature_keeps_its_level_and_its_advantage_in_the_base_game() -> None:
    """YAC-GEN-02."""
    given = act(kind="creature", level=2, personal_advantage=True)
    assert picked("action", given, [3, 1], "action_dice_count", "level", "result") == (2, 2, 5)


def test_an_opponents_level_counts_only_by_the_tables_choice() -> None:
    """YAC-ACT-08: the dO is one bare die."""
    given = act(opposition={"kind": "active", "level": 3})
    assert picked("action", given, [5, 2], "opposition", "margin") == (2, 3)
    on = {**given, "options": {"npc_skill_on_opposition": True}}
    assert picked("action", on, [5, 2], "opposition", "margin") == (5, 0)
    assert picked("action", on, [5, 4], "opposition", "margin") == (6, -1)


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "why", "rule"),
    [
        ({"attempt": 2, "opposition": ACTIVE, "forced": True}, "reroll_vs_active", "YAC-RER-04"),
        ({"forced": True, "kind": "npc"}, "npc_forced", "YAC-NPC-02"),
        ({"forced": True, "kind": "creature"}, "npc_forced", "YAC-NPC-02"),
        ({"forced": True, "kind": "creature", "fights_for_survival": True}, "npc_forced", "YAC-NPC-02"),
        ({"forced": True, "stressful": False}, "forced_not_justified", "YAC-FOR-04"),
        ({"attempt": 2}, "forced_die_required", "YAC-RER-01"),
        ({"attempt": 2, "stressful": False}, "forced_die_required", "YAC-RER-01"),
        ({"attempt": 2, "roll_degree": False}, "forced_die_required", "YAC-RER-01"),
        # the first that applies is told
        ({"attempt": 2, "opposition": ACTIVE, "forced": True, "kind": "npc"}, "reroll_vs_active", "YAC-RER-04"),
        ({"attempt": 2, "opposition": ACTIVE}, "reroll_vs_active", "YAC-RER-04"),
        ({"forced": True, "kind": "npc", "stressful": False}, "npc_forced", "YAC-NPC-02"),
        ({"attempt": 2, "forced": True, "stressful": False}, "forced_not_justified", "YAC-FOR-04"),
    ],
)
def test_what_the_rules_forbid_changes_nothing(given: dict[str, Any], why: str, rule: str) -> None:
    """YAC-RER-01, YAC-RER-04, YAC-NPC-02, YAC-FOR-04: no die is asked for, earlier attempts have taken their time."""
    asked = act(**given, duration=10, stakes=[{"amount": 3}])
    luck = 0 if given.get("kind") in ("npc", "creature") else 1
    earlier = 10 * (given.get("attempt", 1) - 1)
    expected = {"rolled": False, "possible": True, "refused": why, "success": False, "elapsed": earlier, **RESTING}
    assert outcome("action", asked) == {**expected, "luck": luck}
    assert steps("action", asked) == [("refused", why, rule)]


def test_a_forced_die_is_allowed_unless_the_keeper_says_no() -> None:
    """YAC-FOR-04: true or not ruled on."""
    for stressful in (True, None):
        assert picked("action", act(forced=True, stressful=stressful), [3, 1], "rolled") == (True,)
    assert picked("action", act(stressful=False), [3], "rolled") == (True,)


def test_an_npc_forces_when_fighting_for_survival() -> None:
    """YAC-NPC-02, YAC-NPC-05."""
    given = act(kind="npc", fights_for_survival=True, forced=True, trauma=5, luck=4, use_luck_to_survive=True)
    fields = ("trauma", "status", "luck", "survival_refused")
    assert picked("action", given, [1, 2, 6], *fields) == (6, "dead", 0, "no_luck")


def test_an_npc_acts_like_anybody_with_the_keepers_dice() -> None:
    """YAC-NPC-01, YAC-NPC-04: madness 1 and trauma 1 unless stated, the investigator resists with the dO."""
    given = act("mental", kind="npc", opposition=ACTIVE, personal_advantage=True)
    assert thrown("action", given, [2, 5, 3]) == [("dA", "", ""), ("dA", "", ""), ("dO", "", "")]
    assert picked("action", given, [2, 5, 3], "margin", "madness", "trauma", "luck") == (2, 1, 1, 0)


def test_a_repeat_throws_all_dice_again_with_the_forced_die_and_its_own_check() -> None:
    """YAC-RER-01, YAC-RER-02, YAC-RER-05: judged by itself, and every failure hurts again."""
    given = act(opposition=passive(3), forced=True, disadvantage=True, attempt=4, trauma=2, stakes=[{"amount": 1}])
    fields = ("action_dice", "check_required", "stake_increase", "trauma")
    assert picked("action", given, [4, 1, 2, 3], *fields) == ([4, 1], True, 1, 4)


def test_every_attempt_takes_the_same_time() -> None:
    """YAC-ACT-01, YAC-RER-03, YAC-TIM-02: duration times attempts."""
    assert picked("action", act(duration=20, forced=True, attempt=3), [3, 1], "elapsed") == (60,)
    assert picked("action", act(duration=2.5, forced=True, attempt=3), [3, 1], "elapsed") == (7.5,)


def test_the_table_may_allow_repeats_against_an_active_opposition() -> None:
    """YAC-RER-04, option reroll_vs_active: the forced die stays compulsory."""
    options = {"options": {"reroll_vs_active": True}}
    assert picked("action", act(opposition=ACTIVE, attempt=2, forced=True, **options), [3, 1, 2], "rolled") == (True,)
    plain = act(opposition=ACTIVE, attempt=2, **options)
    assert picked("action", plain, [], "refused") == ("forced_die_required",)


def test_a_first_throw_against_an_active_opposition_may_be_forced() -> None:
    """YAC-RER-04."""
    assert picked("action", act(opposition=ACTIVE, forced=True), [3, 1, 2], "rolled", "margin") == (True, 1)


# --- stakes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stakes", "by_die"),
    [
        ([], [1, 1, 1, 1, 1]),
        ([{"gauge": "trauma"}], [2, 2, 2, 2, 1]),
        ([{"amount": 2, "at_or_below": -1}], [3, 3, 3, 1, 1]),
        ([{"amount": "margin"}], [4, 3, 2, 1, 1]),
        ([{"amount": "margin"}, {"amount": 1, "at_or_below": -3}], [5, 3, 2, 1, 1]),
    ],
)
def test_the_three_forms_of_failure(stakes: list[dict[str, Any]], by_die: list[int]) -> None:
    """YAC-ACT-04, YAC-ACT-11, YAC-GAU-09: nothing, a fixed amount from a threshold, or the margin."""
    given = act(opposition=passive(4), stakes=stakes)
    assert [picked("action", given, [die], "trauma")[0] for die in range(1, 6)] == by_die


def test_stakes_reach_the_gauge_they_name_whatever_the_category() -> None:
    """YAC-ACT-11."""
    given = act("mental", opposition=passive(4), stakes=[{"gauge": "trauma", "amount": 2}, {"gauge": "madness"}])
    assert picked("action", given, [4], "trauma", "madness", "stake_increase") == (3, 2, 3)


def test_a_gauge_is_never_stored_above_six() -> None:
    """YAC-GEN-04."""
    given = act("mental", opposition=passive(5), stakes=[{"gauge": "madness", "amount": 6}], madness=5)
    assert picked("action", given, [1], "madness", "status") == (6, "mad")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, ("field/missing", "category", "")),
        ({"category": "magic"}, ("field/one_of", "category", "")),
        ({"category": "physical", "level": 6}, ("field/range", "level", "")),
        ({"category": "physical", "trauma": 6}, ("field/range", "trauma", "")),
        ({"category": "physical", "trauma": 0}, ("field/range", "trauma", "")),
        ({"category": "physical", "sequelae": 5}, ("field/range", "sequelae", "")),
        ({"category": "physical", "luck": -1}, ("field/range", "luck", "")),
        ({"category": "physical", "attempt": 0}, ("field/range", "attempt", "")),
        ({"category": "physical", "duration": -1}, ("field/range", "duration", "")),
        (
            {"category": "physical", "opposition": {"kind": "passive", "value": 10}},
            ("field/range", "opposition.value", ""),
        ),
        (
            {"category": "physical", "opposition": {"kind": "active", "level": 6}},
            ("field/range", "opposition.level", ""),
        ),
        ({"category": "physical", "stakes": [{"amount": 7}]}, ("field/range", "stakes[0].amount", "")),
        ({"category": "physical", "stakes": [{"at_or_below": 1}]}, ("field/range", "stakes[0].at_or_below", "")),
        ({"category": "physical", "stakes": [{"at_or_below": -6}]}, ("field/range", "stakes[0].at_or_below", "")),
        ({"category": "physical", "luck_convert": {"die": 0, "value": 1}}, ("field/range", "luck_convert.die", "")),
        ({"category": "physical", "name": "x"}, ("field/unknown", "name", "")),
    ],
)
def test_bad_input_names_its_field(given: dict[str, Any], expected: tuple[str, str, str]) -> None:
    """YAC-GEN-04: every value has its scale."""
    assert refused("action", given, [1]) == expected


def test_too_few_and_too_many_dice_are_errors() -> None:
    """YAC-ACT-05: one die, one question."""
    assert refused("action", act())[0] == "dice/wanted"
    assert refused("action", act(), [1, 2])[0] == "dice/left_over"
    assert refused("action", act(), [7])[0] == "dice/face"


def test_why_an_act_came_out_as_it_did() -> None:
    """YAC-ACT-05, YAC-FOR-01, YAC-OCC-02, YAC-DEG-01, YAC-ACT-11: every reason with its rule and its parts."""
    given = act(opposition=passive(5), disadvantage=True, forced=True, level=1, stakes=[{"amount": 1}], trauma=2)
    assert steps("action", given, [4, 1, 2, 3]) == [
        ("action_kept", 1, "YAC-ADV-02"),
        ("raw", 2, "YAC-FOR-01"),
        ("result", 3, "YAC-OCC-02", (("raw", 2), ("level", 1)), (1, 6)),
        ("margin", -2, "YAC-ACT-05", (("result", 3), ("opposition", -5))),
        ("degree", "failure", "YAC-DEG-01"),
        ("stake_increase", 1, "YAC-ACT-11"),
        ("check_required", True, "YAC-FOR-02"),
        ("check_raised", True, "YAC-GAU-02"),
        ("x", 4, "YAC-GAU-09", (("trauma", 2), ("increase", 2))),
    ]


def test_why_an_easy_act_is_automatic() -> None:
    """YAC-ACT-06, YAC-OCC-03, YAC-FOR-05."""
    assert steps("action", act(roll_degree=False)) == [("automatic", True, "YAC-ACT-06")]
    assert steps("action", act(roll_degree=False, level=2)) == [("automatic", True, "YAC-OCC-03")]
    early = act("mental", level=2, forced=True, options={"bonus_before_forced": True}, opposition=passive(3))
    assert steps("action", early, [3, 2])[:4] == [
        ("action_kept", 3, "YAC-ACT-05"),
        ("raw", 3, "YAC-FOR-01"),
        ("result", 5, "YAC-FOR-05"),
        ("margin", 2, "YAC-ACT-05", (("result", 5), ("opposition", -3))),
    ]


def test_why_somebody_lost_his_mind() -> None:
    """YAC-GAU-03, YAC-GAU-08."""
    given = act("mental", opposition=passive(5), stakes=[{"gauge": "madness", "amount": 4}], madness=3)
    assert steps("action", given, [1])[3:] == [
        ("stake_increase", 4, "YAC-ACT-11"),
        ("madness", 6, "YAC-GAU-08", (("madness", 3), ("increase", 4)), (1, 6)),
        ("status", "mad", "YAC-GAU-03"),
    ]


def test_what_an_act_changes_on_the_sheet() -> None:
    """YAC-GAU-08, YAC-LUC-07: an NPC has no luck to change."""
    stakes = [{"amount": 6}, {"gauge": "madness"}]
    given = act(opposition=passive(5), stakes=stakes, trauma=2, use_luck_to_survive=True)
    assert changes("action", given, [1]) == [
        ("madness", 1, 2, ""),
        ("trauma", 2, 6, ""),
        ("sequelae", 0, 2, ""),
        ("luck", 1, 0, ""),
        ("status", "active", "coma", ""),
    ]
    assert changes("action", act(kind="npc"), [3]) == []
    assert changes("action", {**given, "kind": "npc"}, [1]) == [
        ("madness", 1, 2, ""),
        ("trauma", 2, 6, ""),
        ("status", "active", "dead", ""),
    ]
