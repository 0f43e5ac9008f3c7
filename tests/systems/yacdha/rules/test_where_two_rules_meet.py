"""Corners where two rules meet: each test here was missed by the others when a rule was broken on purpose."""

from typing import Any

import pytest

from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from systems.yacdha.brute import changes, outcome, steps

ESCAPES = {"hold_escape": True}


def fighters(*ones: dict[str, Any], **given: Any) -> dict[str, Any]:
    return {"combatants": list(ones), "round": 2, **given}


def test_a_search_may_cost_the_mind_and_still_find_something() -> None:
    """YAC-INV-04, YAC-FOR-02: both changes are told."""
    result = changes("investigate", {"forced": True, "best_previous": 1}, [2, 5, 6])
    assert result == [("madness", 1, 2, ""), ("best_previous", 1, 5, "")]


def test_why_the_pursuers_caught_them() -> None:
    """YAC-CHA-05: their margin is positive."""
    given = {"pursuers": {"members": [{"name": "h"}]}, "pursued": {"members": [{"name": "f"}]}}
    assert steps("chase", given, [5, 2])[-1] == ("pursuers_margin", 3, "YAC-CHA-05")


@pytest.mark.parametrize(
    ("procedure", "given"),
    [
        ("chase", {"pursuers": {"members": [{"name": "h"}]}, "pursued": {"members": [{"name": "f"}]}}),
        (
            "compete",
            {
                "category": "physical",
                "sides": [{"name": "a", "members": [{"name": "h"}]}, {"name": "b", "members": [{"name": "f"}]}],
            },
        ),
        ("cooperate", {"category": "physical", "members": [{"name": "h"}, {"name": "f", "forced": True}]}),
    ],
)
def test_odds_leave_out_the_details_nobody_asked_for(procedure: str, given: dict[str, Any]) -> None:
    """YAC-ODD-01: throws, checks and fates are told in play, and weighed only on demand."""
    told = {name for one in odds_of("yacdha", procedure, given) for name in one.outcome}
    assert told.isdisjoint({"throws", "checks", "gauges", "after", "action_dice", "forced", "raised"})


def test_the_fates_of_a_chase_are_weighed_when_asked_for() -> None:
    """YAC-CHA-03, YAC-FOR-02."""
    given = {"pursuers": {"members": [{"name": "h", "forced": True}]}, "pursued": {"members": [{"name": "f"}]}}
    odds = odds_of("yacdha", "chase", given, by=("after.h.trauma",))
    assert sum(one.chance for one in odds) == 1
    assert {one.outcome["after.h.trauma"] for one in odds} >= {1, 2}


def test_an_occupation_gives_no_die_to_an_escape_in_levels_mode() -> None:
    """YAC-GEN-02, YAC-OCC-10: the level counts, the occupation's advantage does not."""
    held = {"id": "B", "action": "escape", "held_by": ["A"], "level": 1, "personal_advantage": True}
    (act,) = outcome("combat_round", fighters(held, {"id": "A"}, options=ESCAPES), [3, 2])["actions"]
    assert (act["action_dice_count"], act["result"], act["success"]) == (1, 4, True)


def test_the_level_may_come_before_the_forced_die_of_an_escape() -> None:
    """YAC-FOR-05: 3 + 1 = 4 is not below a dT of 4, so no check is due."""
    held = {"id": "B", "action": "escape", "held_by": ["A"], "level": 1, "forced": True}
    options = {**ESCAPES, "bonus_before_forced": True}
    (act,) = outcome("combat_round", fighters(held, {"id": "A"}, options=options), [3, 4, 2])["actions"]
    assert (act["result"], act["check_required"]) == (4, False)


def test_two_pairs_may_grapple_at_once_and_others_act_after_them() -> None:
    """YAC-COM-12: each grip is compared with its own; the records keep the order of the dice."""
    pairs = [("A", "B"), ("C", "D"), ("B", "A"), ("D", "C")]
    ones = [{"id": a, "action": "immobilise", "target": b} for a, b in pairs]
    result = outcome("combat_round", fighters(*ones, {"id": "E", "action": "attack", "target": "A"}), [4, 2, 3, 5, 2])
    assert [(act["actor"], act["success"], act.get("degree")) for act in result["actions"]] == [
        ("A", True, "major_success"),
        ("C", False, None),
        ("B", False, None),
        ("D", True, "major_success"),
        ("E", True, "success"),
    ]
    held = {id: after["held_by"] for id, after in result["after"].items() if after["held_by"]}
    assert held == {"B": ["A"], "C": ["D"]}


@pytest.mark.parametrize(
    ("procedure", "given", "dice"),
    [
        ("action", {"category": "physical"}, [3]),
        ("cooperate", {"category": "physical", "members": [{"name": "A"}]}, [3]),
        ("gauge_check", {"gauge": "trauma", "value": 2}, [1]),
        ("luck_survive", {"trauma": 2, "increase": 0}, []),
        ("combat_round", {"combatants": [{"id": "A"}]}, []),
        ("end_scenario", {"survivors": [{"name": "A"}]}, []),
    ],
)
def test_luck_that_is_not_played_stays_on_the_sheet(procedure: str, given: dict[str, Any], dice: list[int]) -> None:
    """YAC-GEN-02: without the module points count as none, but nobody takes them away."""
    off = {**given, "options": {"modules": ["recovery", "learning", "mythos"]}}
    assert "luck" not in [one[0] for one in changes(procedure, off, dice)]


@pytest.mark.parametrize("field", ["throws", "checks"])
def test_a_field_without_end_is_refused_at_once(field: str) -> None:
    """YAC-CMP-02: ties are thrown again, so no list of throws is the longest."""
    sides = [{"name": name, "members": [{"name": f"{name}1"}]} for name in "ab"]
    with pytest.raises(Refusal) as caught:
        odds_of("yacdha", "compete", {"category": "mental", "sides": sides}, by=(field,))
    assert caught.value.id == "odds/no_end"
    assert field not in caught.value.words["allowed"]


def test_strain_in_a_fight_is_checked_against_the_trauma_one_has() -> None:
    """YAC-COM-23, YAC-GAU-02: a check of 3 is not above a trauma of 3, a check of 4 is."""
    struggling = {"id": "A", "action": "attack", "target": "B", "forced": True, "trauma": 3}
    for die, after in ((3, 3), (4, 4)):
        result = outcome("combat_round", fighters(struggling, {"id": "B"}), [2, 5, 1, die])
        assert result["after"]["A"]["trauma"] == after


@pytest.mark.parametrize(
    ("procedure", "given"),
    [
        ("action", {"category": "physical", "opposition": {"value": 6}, "sequelae": 2}),
        ("investigate", {"opposition": {"kind": "active"}, "attempt": 2, "sequelae": 2}),
    ],
)
def test_an_act_that_is_not_tried_still_tells_the_floor(procedure: str, given: dict[str, Any]) -> None:
    """YAC-GAU-07, YAC-ACT-09: 1 + 2."""
    assert outcome(procedure, given)["trauma_min"] == 3


def test_luck_spent_in_a_search_leaves_the_sheet() -> None:
    """YAC-LUC-03, YAC-INV-01."""
    given = {
        "opposition": {"value": 3},
        "stakes": [{"amount": 1}],
        "luck_convert": {"die": 1, "value": 5},
        "duration": 5,
    }
    assert changes("investigate", given, [1]) == [("luck", 1, 0, ""), ("best_previous", 0, 2, "")]


def test_the_levels_of_a_weighed_duel_count_whatever_mode_the_table_plays() -> None:
    """YAC-ODD-12, YAC-GEN-02."""
    plain = outcome("odds_duel", {"level_a": 1})
    assert outcome("odds_duel", {"level_a": 1, "options": {"skill_mode": "advantage"}}) == plain
    assert plain["b_dies"] != outcome("odds_duel", {})["b_dies"]
