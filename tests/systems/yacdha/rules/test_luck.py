"""Luck: an action die turned, death turned into coma, and what lasts (LUC)."""

from typing import Any

import pytest

from systems.brute import Bench
from systems.yacdha.brute import changes, outcome, picked, refused, steps, thrown, told

BENCH = Bench("yacdha")
PASSIVE_4 = {"kind": "passive", "value": 4}
HURTS = [{"gauge": "trauma", "amount": "margin"}]
JUMP = {"category": "physical", "opposition": PASSIVE_4, "stakes": HURTS, "trauma": 2}
WITHOUT_LUCK = {"modules": ["recovery", "learning", "mythos"]}


def turn(value: int, die: int = 1, throw: int = 1) -> dict[str, int]:
    return {"die": die, "value": value, "throw": throw}


# --- an increase of trauma -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # below 6 nothing changes but trauma
        ((3, 2, 0, 1, True, "active"), (5, 5, "active", 0, 0, 1, 1, None)),
        ((3, 0, 2, 1, True, "unconscious"), (3, 3, "unconscious", 0, 2, 3, 1, None)),
        # 6 or more kills, stored as 6
        ((5, 1, 0, 1, False, "active"), (6, 6, "dead", 0, 0, 1, 1, None)),
        ((5, 9, 1, 1, False, "active"), (14, 6, "dead", 0, 1, 2, 1, None)),
        ((5, 1, 0, 1, False, "unconscious"), (6, 6, "dead", 0, 0, 1, 1, None)),
        # a point of luck: coma, and x − 6 lasts
        ((5, 1, 0, 1, True, "active"), (6, 6, "coma", 0, 0, 1, 0, None)),
        ((4, 3, 0, 3, True, "active"), (7, 6, "coma", 1, 1, 2, 2, None)),
        ((5, 5, 0, 1, True, "unconscious"), (10, 6, "coma", 4, 4, 5, 0, None)),
        ((4, 4, 2, 1, True, "active"), (8, 6, "coma", 2, 4, 5, 0, None)),
        # no point, no mercy
        ((5, 1, 0, 0, True, "active"), (6, 6, "dead", 0, 0, 1, 0, "no_luck")),
        ((5, 9, 4, 0, True, "active"), (14, 6, "dead", 0, 4, 5, 0, "no_luck")),
        # five sequelae would leave no value of trauma: the point is kept
        ((5, 6, 0, 1, True, "active"), (11, 6, "dead", 0, 0, 1, 1, "sequelae_fatal")),
        ((5, 2, 4, 1, True, "active"), (7, 6, "dead", 0, 4, 5, 1, "sequelae_fatal")),
        # in coma any further trauma kills without appeal, none leaves everything as it was
        ((6, 1, 1, 1, True, "coma"), (7, 6, "dead", 0, 1, 2, 1, "coma")),
        ((6, 1, 1, 0, True, "coma"), (7, 6, "dead", 0, 1, 2, 0, "coma")),
        ((6, 2, 1, 1, False, "coma"), (8, 6, "dead", 0, 1, 2, 1, None)),
        ((6, 0, 1, 1, True, "coma"), (6, 6, "coma", 0, 1, 2, 1, None)),
        ((5, 1, 0, 1, True, "coma"), (6, 6, "dead", 0, 0, 1, 1, "coma")),
        ((3, 1, 0, 1, True, "coma"), (4, 4, "dead", 0, 0, 1, 1, "coma")),
    ],
)
def test_what_an_increase_of_trauma_does(given: tuple[Any, ...], expected: tuple[Any, ...]) -> None:
    """YAC-LUC-07, YAC-LUC-08, YAC-LUC-09, YAC-LUC-10, YAC-GAU-04, YAC-GAU-09, YAC-COM-22."""
    names = ("trauma", "increase", "sequelae", "luck", "use_luck_to_survive", "status")
    fields = ("x", "trauma", "status", "sequelae_gained", "sequelae", "trauma_min", "luck", "refused")
    assert picked("luck_survive", dict(zip(names, given, strict=True)), [], *fields) == expected


def test_an_npc_or_a_table_without_luck_has_none() -> None:
    """YAC-NPC-05, YAC-GEN-02."""
    asked = {"trauma": 5, "increase": 1, "luck": 3, "use_luck_to_survive": True}
    for more in ({"kind": "npc"}, {"options": WITHOUT_LUCK}):
        assert picked("luck_survive", {**asked, **more}, [], "status", "luck", "refused") == ("dead", 0, "no_luck")


def test_luck_starts_at_one_point() -> None:
    """YAC-LUC-01, YAC-LUC-07."""
    assert picked("luck_survive", {"trauma": 5, "increase": 1}, [], "luck") == (1,)
    assert picked("luck_survive", {"trauma": 5, "increase": 1, "use_luck_to_survive": True}, [], "status") == ("coma",)


def test_trauma_6_is_for_those_in_coma() -> None:
    """YAC-LUC-09."""
    for status in ("active", "unconscious"):
        given = {"trauma": 6, "increase": 0, "status": status}
        assert refused("luck_survive", given) == ("field/range", "trauma", "YAC-LUC-09")
    assert refused("luck_survive", {"trauma": 5, "increase": -1}) == ("field/range", "increase", "")
    assert refused("luck_survive", {"trauma": 5, "increase": 1, "sequelae": 5}) == ("field/range", "sequelae", "")


def test_why_somebody_lives_or_dies() -> None:
    """YAC-LUC-07 to YAC-LUC-10, YAC-GAU-04: every reason with its rule."""

    def reasons(**given: Any) -> list[tuple[Any, ...]]:
        return steps("luck_survive", {"trauma": 5, "increase": 3, **given})

    x = ("x", 8, "YAC-GAU-09", (("trauma", 5), ("increase", 3)))
    assert reasons() == [x, ("status", "dead", "YAC-GAU-04")]
    assert reasons(use_luck_to_survive=True, sequelae=1) == [
        x,
        ("status", "coma", "YAC-LUC-07"),
        ("sequelae", 3, "YAC-LUC-08", (("sequelae", 1), ("sequelae_gained", 2))),
    ]
    assert reasons(use_luck_to_survive=True, luck=0) == [x, ("refused", "no_luck", "YAC-LUC-07")]
    assert reasons(use_luck_to_survive=True, sequelae=3) == [x, ("refused", "sequelae_fatal", "YAC-LUC-10")]
    assert reasons(status="coma") == [x, ("status", "dead", "YAC-LUC-09")]


def test_what_a_survival_changes_on_the_sheet() -> None:
    """YAC-LUC-07, YAC-LUC-08."""
    given = {"trauma": 4, "increase": 3, "use_luck_to_survive": True}
    assert changes("luck_survive", given) == [
        ("trauma", 4, 6, ""),
        ("status", "active", "coma", ""),
        ("sequelae", 0, 1, ""),
        ("luck", 1, 0, ""),
    ]
    assert changes("luck_survive", {"trauma": 4, "increase": 0}) == []


@pytest.mark.parametrize(
    ("given", "status", "trauma"),
    [
        ({}, "active", 5),
        ({"delay_minutes": 60}, "active", 5),
        ({"delay_minutes": 60.5}, "dead", 6),
        ({"delay_minutes": 61, "professional_care": False}, "dead", 6),
        ({"delay_minutes": 60, "professional_care": False}, "coma", 6),
        ({"continuous": False}, "coma", 6),
        ({"days": 0}, "coma", 6),
        ({"days": 9}, "active", 5),
    ],
)
def test_what_becomes_of_somebody_in_coma(given: dict[str, Any], status: str, trauma: int) -> None:
    """YAC-LUC-09: exactly an hour is in time; YAC-LUC-08: the floor is one above the sequelae."""
    expected = {"status": status, "trauma": trauma, "trauma_min": 4}
    assert outcome("coma_care", {"sequelae": 3, **given}) == expected
    assert steps("coma_care", {"sequelae": 3, **given}) == [
        ("trauma_min", 4, "YAC-LUC-08"),
        ("status", status, "YAC-LUC-09"),
    ]


# --- turning an action die -------------------------------------------------------------------------------------------

FIELDS = ("action_dice", "action_kept", "margin", "trauma", "luck", "luck_refused")


def test_a_point_sets_one_action_die_before_anything_follows() -> None:
    """YAC-LUC-03: the throw is judged anew; the dO is part of it and stays."""
    given = {**JUMP, "opposition": {"kind": "active"}, "luck_convert": turn(5)}
    assert picked("action", given, [2, 4], *FIELDS) == ([5], 5, 1, 2, 0, False)
    assert thrown("action", given, [2, 4]) == [("dA", "", ""), ("dO", "", "")]


def test_a_lower_value_may_be_chosen() -> None:
    """YAC-LUC-03, YAC-LUC-06: any value from 1 to 6."""
    assert picked("action", {**JUMP, "luck_convert": turn(3)}, [2], *FIELDS) == ([3], 3, -1, 3, 0, False)
    assert picked("action", {**JUMP, "luck_convert": turn(1)}, [2], *FIELDS) == ([1], 1, -3, 5, 0, False)
    assert refused("action", {**JUMP, "luck_convert": turn(7)}, [2]) == ("field/range", "luck_convert.value", "")
    assert refused("action", {**JUMP, "luck_convert": turn(0)}, [2]) == ("field/range", "luck_convert.value", "")


def test_a_six_ensures_success_for_one_alone_against_a_passive_opposition() -> None:
    """YAC-LUC-06: not under a disadvantage, nor against a dO of 6."""
    hard = {**JUMP, "opposition": {"kind": "passive", "value": 5}, "luck_convert": turn(6)}
    assert picked("action", hard, [1], "margin", "success") == (1, True)
    assert picked("action", {**hard, "disadvantage": True}, [1, 3], "action_kept", "success") == (3, False)
    assert picked("action", {**hard, "opposition": {"kind": "active"}}, [1, 6], "margin", "success") == (0, False)


def test_with_a_disadvantage_the_other_die_still_counts() -> None:
    """YAC-LUC-03: one die changes, the lower of the two is kept."""
    given = {**JUMP, "disadvantage": True, "luck_convert": turn(6, die=2)}
    assert picked("action", given, [3, 1], *FIELDS) == ([3, 6], 3, -1, 3, 0, False)
    first = {**given, "luck_convert": turn(6, die=1)}
    assert picked("action", first, [3, 1], *FIELDS) == ([6, 1], 1, -3, 5, 0, False)


def test_luck_comes_only_when_trauma_threatens() -> None:
    """YAC-LUC-04: a success, a failure that does not hurt, or one that hurts the mind, keeps the point."""
    wish = {"luck_convert": turn(6)}
    assert picked("action", {**JUMP, **wish}, [5], *FIELDS) == ([5], 5, 1, 2, 1, True)
    assert picked("action", {**JUMP, **wish}, [4], *FIELDS) == ([4], 4, 0, 2, 1, True)  # abs(margin) is 0
    assert picked("action", {**JUMP, **wish, "stakes": []}, [2], *FIELDS) == ([2], 2, -2, 2, 1, True)
    mind = [{"gauge": "madness", "amount": 3}]
    assert picked("action", {**JUMP, **wish, "stakes": mind}, [2], *FIELDS) == ([2], 2, -2, 2, 1, True)
    mild = [{"gauge": "trauma", "amount": 1, "at_or_below": -2}]
    assert picked("action", {**JUMP, **wish, "stakes": mild}, [3], *FIELDS) == ([3], 3, -1, 2, 1, True)
    assert picked("action", {**JUMP, **wish, "stakes": mild}, [2], *FIELDS) == ([6], 6, 2, 2, 0, False)


def test_a_dT_above_the_kept_die_opens_the_door_a_dF_does_not() -> None:
    """YAC-LUC-04, YAC-LUC-05: only trauma counts, and only what the check would be for."""
    climb = {"category": "physical", "forced": True, "trauma": 3, "luck_convert": turn(5)}
    fields = ("action_kept", "forced_die", "check_required", "trauma", "luck", "luck_refused")
    assert picked("action", climb, [2, 5], *fields) == (5, 5, False, 3, 0, False)
    assert picked("action", {**climb, "luck_convert": turn(4)}, [2, 5, 4], *fields) == (4, 5, True, 4, 0, False)
    assert picked("action", climb, [5, 5], *fields) == (5, 5, False, 3, 1, True)
    mental = {**climb, "category": "mental"}
    assert picked("action", mental, [2, 5, 1], *fields) == (2, 5, True, 3, 1, True)


def test_by_level_first_the_door_is_the_raised_die() -> None:
    """YAC-LUC-04, YAC-FOR-05: no check threatens when the level lifts the kept die to the dT."""
    climb = {"category": "physical", "forced": True, "level": 2, "luck_convert": turn(6)}
    early = {**climb, "options": {"bonus_before_forced": True}}
    assert picked("action", early, [2, 4], "luck_refused", "luck") == (True, 1)
    assert picked("action", early, [1, 4], "luck_refused", "luck") == (False, 0)
    assert picked("action", climb, [2, 4], "luck_refused", "luck") == (False, 0)


def test_without_a_point_the_throw_stands() -> None:
    """YAC-LUC-04, YAC-NPC-05, YAC-GEN-02: none left, an NPC, a creature, or a table without luck."""
    wish = {**JUMP, "luck_convert": turn(6)}
    bad_luck = ([2], 2, -2, 4, 0, True)
    assert picked("action", {**wish, "luck": 0}, [2], *FIELDS) == bad_luck
    assert picked("action", {**wish, "luck": 5, "kind": "npc"}, [2], *FIELDS) == bad_luck
    assert picked("action", {**wish, "luck": 5, "kind": "creature"}, [2], *FIELDS) == bad_luck
    assert picked("action", {**wish, "options": WITHOUT_LUCK}, [2], *FIELDS) == bad_luck


def test_a_conversion_names_a_die_that_is_thrown() -> None:
    """YAC-LUC-03."""
    wish = {**JUMP, "luck_convert": turn(6, die=2)}
    assert refused("action", wish, [2]) == ("field/range", "luck_convert.die", "YAC-LUC-03")
    assert picked("action", {**wish, "advantage": True}, [2, 2], *FIELDS) == ([2, 6], 6, 2, 2, 0, False)
    members = [{"name": "A"}, {"name": "B", "luck_convert": turn(6, die=3)}]
    given = {"category": "physical", "members": members}
    assert refused("cooperate", given, [1, 1]) == ("field/range", "members[1].luck_convert.die", "YAC-LUC-03")


def test_two_uses_of_luck_cost_a_point_each() -> None:
    """YAC-LUC-12: a die turned and death turned into coma, if two points are at hand."""
    doomed = {
        "category": "physical",
        "opposition": {"kind": "passive", "value": 5},
        "stakes": [{"amount": 6}],
        "trauma": 3,
        "luck_convert": turn(3),
        "use_luck_to_survive": True,
        "options": {"luck_cap": 2},
    }
    fields = ("luck", "status", "sequelae", "luck_refused", "survival_refused")
    assert picked("action", {**doomed, "luck": 2}, [1], *fields) == (0, "coma", 3, False, None)
    assert picked("action", {**doomed, "luck": 1}, [1], *fields) == (0, "dead", 0, False, "no_luck")
    assert picked("action", {**doomed, "luck": 2, "trauma": 5}, [1], *fields) == (1, "dead", 0, False, "sequelae_fatal")


def test_in_a_group_each_member_turns_one_die_in_order() -> None:
    """YAC-LUC-04: judged on the throw as the earlier conversions left it, no die twice."""

    def group(*wishes: dict[str, Any]) -> dict[str, Any]:
        members = [{"name": name, **wish} for name, wish in zip("ABC", wishes, strict=False)]
        return {"category": "physical", "opposition": PASSIVE_4, "stakes": HURTS, "members": members}

    fields = ("action_dice", "luck_refused", "after.A.luck", "after.B.luck", "success")
    # A makes it a success: nothing threatens B any more.
    both = group({"luck_convert": turn(5, die=1)}, {"luck_convert": turn(6, die=2)})
    assert picked("cooperate", both, [1, 2], *fields) == ([5, 2], ["B"], 0, 1, True)
    # A is not enough: B may turn the other die, but not the same.
    short = group({"luck_convert": turn(3, die=1)}, {"luck_convert": turn(6, die=2)})
    assert picked("cooperate", short, [1, 2], *fields) == ([3, 6], [], 0, 0, True)
    same = group({"luck_convert": turn(3, die=1)}, {"luck_convert": turn(6, die=1)})
    assert picked("cooperate", same, [1, 2], *fields) == ([3, 2], ["B"], 0, 1, False)
    # Whoever has no luck leaves the die to the next.
    poor = group({"luck_convert": turn(5, die=1), "luck": 0}, {"luck_convert": turn(6, die=1)})
    assert picked("cooperate", poor, [1, 2], *fields) == ([6, 2], ["A"], 0, 0, True)


def test_in_a_group_only_ones_own_trauma_counts() -> None:
    """YAC-LUC-04: another member's dT opens no door."""
    members = [{"name": "A", "forced": True}, {"name": "B", "luck_convert": turn(6, die=2)}]
    given = {"category": "physical", "members": members}
    result = picked("cooperate", given, [2, 1, 5, 1], "luck_refused", "checks", "after.B.luck")
    assert result == (["B"], {"A": 1}, 1)
    own = [{"name": "A", "forced": True, "luck_convert": turn(6, die=2)}, {"name": "B"}]
    result = picked("cooperate", {**given, "members": own}, [2, 1, 5], "luck_refused", "checks", "after.A.luck")
    assert result == ([], {}, 0)


def test_why_luck_was_spent_or_refused() -> None:
    """YAC-LUC-03, YAC-LUC-04: told by name."""
    members = [{"name": "A", "luck_convert": turn(6)}, {"name": "B", "luck_convert": turn(6)}]
    given = {"category": "physical", "opposition": PASSIVE_4, "stakes": HURTS, "members": members}
    reasons = [one for one in steps("cooperate", given, [1, 1]) if one[0].startswith("luck")]
    assert reasons == [("luck_convert", 1, "YAC-LUC-03", "A"), ("luck_refused", True, "YAC-LUC-04", "B")]


def test_each_member_meets_death_with_his_own_luck() -> None:
    """YAC-LUC-07, YAC-COO-05."""
    ask = {"trauma": 5, "use_luck_to_survive": True}
    members = [{"name": "A", **ask}, {"name": "B", **ask, "luck": 0}, {"name": "C", "trauma": 5}]
    given = {"category": "physical", "opposition": PASSIVE_4, "stakes": [{"amount": 2}], "members": members}
    after = outcome("cooperate", given, [1, 1, 1])["after"]
    common = {"madness": 1, "trauma": 6}
    assert after == {
        "A": {**common, "sequelae": 1, "trauma_min": 2, "luck": 0, "status": "coma"},
        "B": {**common, "sequelae": 0, "trauma_min": 1, "luck": 0, "status": "dead", "survival_refused": "no_luck"},
        "C": {**common, "sequelae": 0, "trauma_min": 1, "luck": 1, "status": "dead"},
    }


def test_lasting_harm_may_weigh_on_physical_acts() -> None:
    """YAC-LUC-11: as keeper and players agree, for instance a disadvantage; by themselves sequelae change no throw."""
    scarred = {"category": "physical", "sequelae": 3, "trauma": 4}
    assert picked("action", scarred, [5], "action_dice_count", "trauma_min") == (1, 4)
    assert picked("action", {**scarred, "disadvantage": True}, [5, 2], "keep", "result") == ("lowest", 2)


def test_a_refused_number_is_told_with_what_is_allowed() -> None:
    """YAC-LUC-03, YAC-LUC-09."""
    assert told("luck_survive", {"trauma": 6, "increase": 1}) == {"came": 6, "low": 1, "high": 5}
    wish = {**JUMP, "disadvantage": True, "luck_convert": turn(6, die=3)}
    assert told("action", wish, [2, 2]) == {"came": 3, "low": 1, "high": 2}
    shooter = {"id": "A", "action": "attack", "target": "B", "luck_convert": turn(6, die=3), "advantage": True}
    assert told("combat_round", {"combatants": [shooter, {"id": "B"}]}) == {"came": 3, "low": 1, "high": 2}


@pytest.mark.parametrize(("luck", "asked"), [(1, ["luck_convert"]), (0, [])])
def test_whoever_has_luck_may_turn_a_die_before_the_gauge_is_checked(luck: int, asked: list[str]) -> None:
    """YAC-LUC-03, YAC-LUC-05: once the throw lies there, and only while a check is due."""
    harmful = {**JUMP, "luck": luck, "forced": True}
    met = BENCH.pauses("action", [2, 5, 6], **harmful)
    assert [one.field for one in met] == asked
    assert all(one.told["forced_die"] == 5 and one.told["action_kept"] == 2 and one.lapses for one in met)
    assert BENCH.pauses("action", [5, 2], **harmful) == []
