"""Acting together for one goal (COO)."""

from typing import Any

import pytest

from gardien.core.values import Change
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.cooperation import member_changes
from gardien.systems.yacdha.vocabulary import Member, MemberAfter
from systems.yacdha.brute import changes, outcome, picked, refused, steps, thrown

ACTIVE = {"kind": "active"}


def passive(value: int) -> dict[str, Any]:
    return {"kind": "passive", "value": value}


def group(*members: dict[str, Any], category: str = "physical", **given: Any) -> dict[str, Any]:
    named = [{"name": name, **member} for name, member in zip("ABCDEFGHIJKL", members, strict=False)]
    return {"category": category, "members": named, **given}


def rests(luck: int = 1) -> dict[str, Any]:
    return {"madness": 1, "trauma": 1, "sequelae": 0, "trauma_min": 1, "luck": luck, "status": "active"}


def test_the_whole_outcome_of_a_group_act() -> None:
    """YAC-COO-01, YAC-COO-04: highest die of all, one opposition, one check for each forced die above the kept one."""
    given = group(
        {"forced": True, "trauma": 2},
        {"forced": True},
        {"forced": True, "trauma": 4},
        opposition=ACTIVE,
        duration=30,
        stakes=[{"amount": 1}, {"gauge": "madness", "amount": 2}],
    )
    assert outcome("cooperate", given, [1, 2, 2, 3, 2, 4, 5, 6, 4]) == {
        "rolled": True,
        "possible": True,
        "success": False,
        "elapsed": 30,
        "automatic": False,
        "action_dice": [1, 2, 2],
        "action_dice_count": 3,
        "keep": "highest",
        "action_kept": 2,
        "forced": {"A": 3, "B": 2, "C": 4},
        "raw": 4,
        "level": 0,
        "result": 4,
        "opposition": 5,
        "margin": -1,
        "degree": "failure",
        "checks": {"A": 6, "C": 4},
        "raised": ["A"],
        "stake_increase": 3,
        "luck_refused": [],
        "gauges": {"A": 4, "B": 2, "C": 5},
        "after": {
            "A": {**rests(), "trauma": 4, "madness": 3},
            "B": {**rests(), "trauma": 2, "madness": 3},
            "C": {**rests(), "trauma": 5, "madness": 3},
        },
    }


def test_the_dice_of_a_group_in_order() -> None:
    """YAC-COO-04, YAC-ACT-08, YAC-GEN-01: dA of all, each forced die by its owner, one dO, the checks by owner."""
    given = group({"forced": True}, {}, {"forced": True}, category="mental", opposition=ACTIVE)
    assert thrown("cooperate", given, [1, 1, 1, 2, 3, 4, 1, 1]) == [
        ("dA", "", ""),
        ("dA", "", ""),
        ("dA", "", ""),
        ("dF", "A", ""),
        ("dF", "C", ""),
        ("dO", "", ""),
        ("dF", "A", "check"),
        ("dF", "C", "check"),
    ]


def test_each_forced_die_is_held_against_the_kept_action_not_against_the_others() -> None:
    """YAC-COO-04."""
    given = group({"forced": True}, {"forced": True})
    assert picked("cooperate", given, [2, 3, 5, 4, 1, 1], "raw", "checks") == (5, {"A": 1, "B": 1})
    assert picked("cooperate", given, [2, 4, 5, 4, 1], "raw", "checks") == (5, {"A": 1})


def test_forced_dice_are_never_used_in_compensation() -> None:
    """YAC-COO-04, YAC-COO-03: two under a disadvantage throw one dA, and both forced dice."""
    given = group({"forced": True}, {"forced": True}, group_disadvantage=True)
    assert picked("cooperate", given, [4, 4, 3], "action_dice_count", "action_kept", "checks") == (1, 4, {})


@pytest.mark.parametrize(
    ("members", "circumstance", "count", "keep"),
    [
        ([{}], {}, 1, "highest"),
        ([{}], {"group_advantage": True}, 2, "highest"),
        ([{}], {"group_disadvantage": True}, 2, "lowest"),
        ([{"personal_disadvantage": True}], {}, 2, "lowest"),
        ([{"personal_advantage": True}, {"personal_advantage": True}, {}], {"group_advantage": True}, 6, "highest"),
        ([{}, {}], {"group_disadvantage": True}, 1, "highest"),
        ([{}, {}, {}], {"group_disadvantage": True}, 2, "highest"),
        ([{"personal_disadvantage": True}, {}], {}, 2, "highest"),
        ([{"personal_disadvantage": True}] * 2, {}, 1, "highest"),
    ],
)
def test_the_size_of_a_group_throw(
    members: list[dict[str, Any]], circumstance: dict[str, Any], count: int, keep: str
) -> None:
    """YAC-COO-02, YAC-COO-03."""
    given = group(*members, **circumstance)
    dice = [2, 5, 1, 1, 1, 1][:count]
    kept = min(dice) if keep == "lowest" else max(dice)
    result = picked("cooperate", given, dice, "action_dice_count", "keep", "action_kept", "action_dice")
    assert result == (count, keep, kept, dice)


def test_each_handicap_takes_a_die_by_the_tables_choice() -> None:
    """YAC-COO-02, option personal_disadvantage_cancels_die."""
    options = {"personal_disadvantage_cancels_die": True}
    one = group({"personal_disadvantage": True}, {}, {}, options=options)
    assert picked("cooperate", one, [2, 5], "action_dice_count", "action_kept") == (2, 5)
    everybody = group({"personal_disadvantage": True}, {"personal_disadvantage": True}, options=options)
    assert picked("cooperate", everybody, [2, 5], "keep", "action_kept") == ("lowest", 2)


def test_one_level_for_the_whole_group() -> None:
    """YAC-COO-06: the highest by default, the lowest where skill cannot be shared; never a sum, cut at 6."""
    given = group({"level": 3}, {"level": 1}, opposition=passive(4))
    assert picked("cooperate", given, [2, 1], "level", "result", "margin", "automatic") == (3, 5, 1, False)
    lowest = {**given, "level_share": "lowest"}
    assert picked("cooperate", lowest, [2, 1], "level", "result", "automatic") == (1, 3, False)
    assert picked("cooperate", given, [6, 1], "result") == (6,)
    nobody = group({"level": 3}, {}, level_share="lowest")
    assert picked("cooperate", nobody, [2, 1], "level", "result") == (0, 2)


def test_a_level_of_one_puts_the_whole_group_in_levels_mode() -> None:
    """YAC-GEN-02, YAC-OCC-10: nobody's occupation gives a die any more."""
    given = group({"level": 1, "personal_advantage": True}, {"personal_advantage": True})
    assert picked("cooperate", given, [2, 1], "action_dice_count", "level") == (2, 1)
    base = {**given, "options": {"skill_mode": "advantage"}}
    assert picked("cooperate", base, [2, 1, 1, 1], "action_dice_count", "level") == (4, 0)


def test_certain_success_of_a_group() -> None:
    """YAC-OCC-03, YAC-COO-06: the shared level reaches the opposition; the throw is made."""
    assert picked("cooperate", group({"level": 3}, {}, opposition=passive(3)), [1, 1], "automatic", "success") == (
        True,
        True,
    )
    assert picked("cooperate", group({}, {}), [1, 1], "automatic", "margin") == (True, 1)
    assert picked("cooperate", group({}, {}, opposition=ACTIVE), [2, 1, 1], "automatic", "margin") == (False, 1)
    assert picked("cooperate", group({"level": 2}, {}, opposition=passive(3)), [1, 1], "automatic") == (False,)


def test_the_level_before_the_forced_dice_by_the_tables_choice() -> None:
    """YAC-FOR-05: A' takes the group's level and each forced die is compared with it."""
    given = group({"level": 2, "forced": True}, {"forced": True}, options={"bonus_before_forced": True})
    assert picked("cooperate", given, [2, 1, 4, 5, 6], "result", "checks") == (5, {"B": 6})


def test_every_member_suffers_in_full() -> None:
    """YAC-COO-05: also those who forced nothing, each against his own gauge."""
    given = group({"trauma": 3}, {"trauma": 5}, {"kind": "npc"}, opposition=passive(4), stakes=[{"amount": "margin"}])
    result = outcome("cooperate", given, [1, 2, 1])
    assert result["gauges"] == {"A": 5, "B": 6, "C": 3}
    assert [result["after"][name]["status"] for name in "ABC"] == ["active", "dead", "active"]
    assert [result["after"][name]["luck"] for name in "ABC"] == [1, 1, 0]
    assert result["stake_increase"] == 2


def test_the_gauges_told_are_those_of_the_category() -> None:
    """YAC-ACT-02."""
    members = ({"madness": 3, "trauma": 2}, {"madness": 4})
    assert picked("cooperate", group(*members), [1, 1], "gauges") == ({"A": 2, "B": 1},)
    assert picked("cooperate", group(*members, category="mental"), [1, 1], "gauges") == ({"A": 3, "B": 4},)


# --- crowds ----------------------------------------------------------------------------------------------------------


def test_a_crowd_is_one_die_against_one() -> None:
    """YAC-COO-07: advantages, disadvantages and levels have no effect on it."""
    given = group(
        {"personal_advantage": True, "level": 5}, {}, opposition=ACTIVE, mass_action=True, group_disadvantage=True
    )
    fields = ("action_dice_count", "keep", "level", "result", "opposition", "margin", "success", "automatic")
    assert picked("cooperate", given, [1], *fields) == (1, "highest", 0, 1, 1, 0, False, False)
    assert picked("cooperate", given, [6], *fields) == (1, "highest", 0, 6, 1, 5, True, False)


def test_the_shortcut_is_only_for_an_active_opposition() -> None:
    """YAC-COO-07."""
    given = group({}, {}, opposition=passive(3), mass_action=True)
    assert picked("cooperate", given, [2, 5], "action_dice_count", "opposition") == (2, 3)
    assert picked("cooperate", group({}, {}, mass_action=True), [2, 5], "opposition", "automatic") == (0, True)


@pytest.mark.parametrize(("size", "threshold", "shortcut"), [(3, 3, True), (2, 3, False), (4, 3, True), (3, 0, False)])
def test_crowds_from_a_size_on_use_it_unasked(size: int, threshold: int, shortcut: bool) -> None:
    """YAC-COO-07, option mass_action_from: 0 is never."""
    given = group(*({},) * size, opposition=ACTIVE, options={"mass_action_from": threshold})
    dice = [4] if shortcut else [4] * size + [1]
    assert picked("cooperate", given, dice, "action_dice_count", "opposition") == (1 if shortcut else size, 1)
    assert len(thrown("cooperate", given, dice)) == (1 if shortcut else size + 1)


def test_a_crowd_of_one_is_no_threshold() -> None:
    """YAC-COO-07: 0, or 2 and more."""
    assert refused("cooperate", group({}, options={"mass_action_from": 1})) == (
        "field/at_least",
        "mass_action_from",
        "YAC-COO-07",
    )
    assert picked("cooperate", group({}, options={"mass_action_from": 2}), [1], "rolled") == (True,)


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("members", "given", "why", "rule"),
    [
        ([{"forced": True}] * 2, {"attempt": 2, "opposition": ACTIVE}, "reroll_vs_active", "YAC-RER-04"),
        ([{"forced": True, "kind": "npc"}, {}], {"stressful": False}, "npc_forced", "YAC-NPC-02"),
        ([{}, {"forced": True, "kind": "creature"}], {}, "npc_forced", "YAC-NPC-02"),
        ([{"forced": True}, {}], {"stressful": False, "attempt": 2}, "forced_not_justified", "YAC-FOR-04"),
        ([{"forced": True}, {}], {"attempt": 2}, "forced_die_required", "YAC-RER-06"),
        ([{}], {"attempt": 2}, "forced_die_required", "YAC-RER-01"),
        ([{"forced": True}, {}], {"opposition": ACTIVE, "mass_action": True}, "forced_in_mass_action", "YAC-COO-07"),
        (
            [{"forced": True}, {}],
            {"opposition": ACTIVE, "mass_action": True, "attempt": 2, "options": {"reroll_vs_active": True}},
            "forced_die_required",
            "YAC-RER-06",
        ),
        (
            [{"forced": True}] * 2,
            {"opposition": ACTIVE, "attempt": 2, "options": {"reroll_vs_active": True, "mass_action_from": 2}},
            "forced_in_mass_action",
            "YAC-COO-07",
        ),
    ],
)
def test_what_the_rules_forbid_a_group(
    members: list[dict[str, Any]], given: dict[str, Any], why: str, rule: str
) -> None:
    """YAC-RER-04, YAC-NPC-02, YAC-FOR-04, YAC-RER-06, YAC-COO-07: in this order; nothing is thrown."""
    asked = group(*members, **given, duration=5, stakes=[{"amount": 1}])
    after = {name: rests(0 if one.get("kind") else 1) for name, one in zip("AB", members, strict=False)}
    assert outcome("cooperate", asked) == {
        "rolled": False,
        "possible": True,
        "refused": why,
        "success": False,
        "elapsed": 5 * (given.get("attempt", 1) - 1),
        "gauges": dict.fromkeys(after, 1),
        "after": after,
    }
    assert steps("cooperate", asked) == [("refused", why, rule)]


def test_a_group_may_repeat_when_all_engage_the_forced_die() -> None:
    """YAC-RER-06, YAC-RER-01, YAC-RER-03."""
    given = group({"forced": True}, {"forced": True}, attempt=3, duration=7)
    assert picked("cooperate", given, [5, 5, 1, 1], "rolled", "elapsed") == (True, 21)


def test_the_impossible_is_impossible_for_a_crowd() -> None:
    """YAC-ACT-09: before every refusal."""
    given = group({"forced": True, "kind": "npc"}, {}, opposition=passive(6), attempt=2, duration=7, category="mental")
    assert outcome("cooperate", given) == {
        "rolled": False,
        "possible": False,
        "success": False,
        "elapsed": 7,
        "gauges": {"A": 1, "B": 1},
        "after": {"A": rests(0), "B": rests()},
    }
    assert steps("cooperate", given) == [("possible", False, "YAC-ACT-09")]


def test_members_have_names_of_their_own() -> None:
    """YAC-COO-01: a result is told by name."""
    assert refused("cooperate", {"category": "mental", "members": [{"name": "A"}, {"name": "A"}]})[:2] == (
        "field/twice",
        "members",
    )
    assert refused("cooperate", {"category": "mental", "members": []})[:2] == ("field/length_at_least", "members")
    assert refused("cooperate", {"category": "mental", "members": [{}]})[:2] == ("field/missing", "members[0].name")
    mad = {"category": "mental", "members": [{"name": "A", "madness": 6}]}
    assert refused("cooperate", mad) == ("field/range", "members[0].madness", "YAC-GEN-04")


def test_why_a_group_came_out_as_it_did() -> None:
    """YAC-COO-02, YAC-COO-03, YAC-COO-07, YAC-FOR-02."""
    assert steps("cooperate", group({"forced": True}, {}), [1, 2, 5, 6]) == [
        ("action_dice_count", 2, "YAC-COO-02"),
        ("action_kept", 2, "YAC-ACT-05"),
        ("raw", 5, "YAC-FOR-01"),
        ("margin", 5, "YAC-ACT-05", (("result", 5), ("opposition", 0))),
        ("degree", "major_success", "YAC-DEG-01"),
        ("check_required", True, "YAC-FOR-02", "A"),
        ("check_raised", True, "YAC-GAU-02", "A"),
        ("x", 2, "YAC-GAU-09", (("trauma", 1), ("increase", 1))),
    ]
    assert steps("cooperate", group({}, {}, group_disadvantage=True), [1])[0] == ("action_dice_count", 1, "YAC-COO-03")
    crowd = group({}, {}, opposition=ACTIVE, mass_action=True)
    assert steps("cooperate", crowd, [2])[0] == ("mass_action", True, "YAC-COO-07")


def test_why_a_member_lost_his_mind() -> None:
    """YAC-GAU-03, YAC-GAU-08: told by name."""
    given = group({"madness": 5}, category="mental", opposition=passive(5), stakes=[{"gauge": "madness", "amount": 1}])
    assert steps("cooperate", given, [1])[-2:] == [
        ("madness", 6, "YAC-GAU-08", (("madness", 5), ("increase", 1)), (1, 6), "A"),
        ("status", "mad", "YAC-GAU-03", "A"),
    ]


def test_what_a_group_act_changes_on_each_sheet() -> None:
    """YAC-COO-05: member by member; an NPC has no luck to change."""
    given = group(
        {"trauma": 5, "use_luck_to_survive": True}, {"kind": "npc"}, opposition=passive(3), stakes=[{"amount": 2}]
    )
    assert changes("cooperate", given, [1, 1]) == [
        ("trauma", 5, 6, "A"),
        ("sequelae", 0, 1, "A"),
        ("luck", 1, 0, "A"),
        ("status", "active", "coma", "A"),
        ("trauma", 1, 3, "B"),
    ]


def test_whoever_is_not_told_of_hides_nobody_behind_them():
    """What became of members is told value by value; one left out of the outcome says nothing of the others."""
    after = MemberAfter(madness=1, trauma=3, sequelae=0, trauma_min=1, luck=1, status="active")
    members = (Member(name="A"), Member(name="B", trauma=2))
    assert member_changes(members, {"B": after}, Options()) == (Change("trauma", 2, 3, "B"),)
