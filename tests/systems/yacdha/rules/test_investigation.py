"""The search for information (INV)."""

from typing import Any

import pytest

from gardien.core.calling import do
from systems.yacdha.brute import changes, outcome, picked, refused, steps, thrown

ACTIVE = {"kind": "active"}


def test_the_whole_outcome_of_a_search() -> None:
    """YAC-INV-01, YAC-INV-02: a mental act against nothing, read on Table 1."""
    assert outcome("investigate", {"best_previous": 1, "duration": 20}, [3]) == {
        "rolled": True,
        "possible": True,
        "success": True,
        "elapsed": 20,
        "automatic": True,
        "action_dice": [3],
        "action_dice_count": 1,
        "keep": "highest",
        "action_kept": 3,
        "raw": 3,
        "level": 0,
        "result": 3,
        "opposition": 0,
        "margin": 3,
        "degree": "success",
        "check_required": False,
        "check_raised": False,
        "stake_increase": 0,
        "madness": 1,
        "trauma": 1,
        "sequelae": 0,
        "trauma_min": 1,
        "luck": 1,
        "luck_refused": False,
        "status": "active",
        "tier": "most",
        "new_information": True,
        "best": 3,
        "best_tier": "most",
    }


def test_a_search_strains_the_mind() -> None:
    """YAC-INV-01, YAC-ACT-02: the forced die is a dF and its check is against madness."""
    given = {"forced": True, "advantage": True, "opposition": ACTIVE, "madness": 2}
    kinds = [die for die, _, _ in thrown("investigate", given, [1, 2, 3, 4, 3])]
    assert kinds == ["dA", "dA", "dF", "dO", "dF"]
    assert picked("investigate", given, [1, 2, 3, 4, 3], "check_raised", "madness", "trauma") == (True, 3, 1)


def test_an_unwilling_informant_never_yields_the_extra() -> None:
    """YAC-INV-02, YAC-INV-03: margin 6 needs opposition 0."""
    assert picked("investigate", {"opposition": ACTIVE}, [6, 1], "margin", "tier") == (5, "all")
    assert picked("investigate", {}, [6], "margin", "tier") == (6, "all_bonus")


@pytest.mark.parametrize(
    ("die", "tier", "new", "best", "best_tier"),
    [
        (1, "shortest", False, 3, "most"),
        (3, "most", False, 3, "most"),
        (4, "all", True, 4, "all"),
        (6, "all_bonus", True, 6, "all_bonus"),
    ],
)
def test_only_a_strictly_better_margin_brings_more(die: int, tier: str, new: bool, best: int, best_tier: str) -> None:
    """YAC-INV-04, YAC-RER-05: whoever obtained the best one so far; it is never lost."""
    result = picked("investigate", {"best_previous": 3}, [die], "tier", "new_information", "best", "best_tier")
    assert result == (tier, new, best, best_tier)


def test_a_failed_search_brings_nothing() -> None:
    """YAC-INV-02, YAC-INV-04: margin 0 is a failure, and the best stays 0."""
    given = {"opposition": {"kind": "passive", "value": 3}}
    fields = ("success", "tier", "new_information", "best", "best_tier")
    assert picked("investigate", given, [3], *fields) == (False, "none", False, 0, "none")
    assert picked("investigate", given, [1], *fields) == (False, "none", False, 0, "none")


def test_where_nothing_is_hidden_a_high_margin_only_says_so() -> None:
    """YAC-INV-07."""
    fields = ("tier", "new_information", "best", "best_tier")
    assert picked("investigate", {"nothing_to_find": True}, [5], *fields) == ("all", False, 5, "all")


def test_a_search_is_thrown_even_when_it_is_certain() -> None:
    """YAC-INV-01: there is no roll_degree, the margin is the point."""
    assert refused("investigate", {"roll_degree": False}, [3]) == ("field/unknown", "roll_degree", "")
    assert picked("investigate", {"level": 5}, [1], "automatic", "margin", "tier") == (True, 6, "all_bonus")


def test_what_is_not_rolled_tells_nothing() -> None:
    """YAC-INV-02, YAC-ACT-09: impossible or refused, the best so far stays."""
    impossible = {"opposition": {"kind": "passive", "value": 6}, "best_previous": 4}
    fields = ("possible", "refused", "tier", "new_information", "best", "best_tier")
    assert picked("investigate", impossible, [], *fields) == (False, None, "none", False, 4, "all")
    person = {"opposition": ACTIVE, "attempt": 2, "best_previous": 2}
    assert picked("investigate", person, [], *fields) == (True, "reroll_vs_active", "none", False, 2, "most")


@pytest.mark.parametrize("option", [False, True])
def test_an_unwilling_person_is_asked_once(option: bool) -> None:
    """YAC-INV-04, YAC-RER-04: whatever the table allows elsewhere."""
    given = {"opposition": ACTIVE, "attempt": 2, "forced": True, "options": {"reroll_vs_active": option}}
    assert picked("investigate", given, [], "refused") == ("reroll_vs_active",)


@pytest.mark.parametrize(
    ("option", "stressful", "needed"),
    [
        ("when_stressful", None, False),
        ("when_stressful", False, False),
        ("when_stressful", True, True),
        ("always", None, True),
        ("always", False, True),
        ("never", True, False),
    ],
)
def test_does_repeating_a_search_need_the_dF(option: str, stressful: bool | None, needed: bool) -> None:
    """YAC-INV-05."""
    options = {"investigation_reroll_needs_madness_die": option}
    given = {"attempt": 2, "stressful": stressful, "options": options}
    if needed:
        assert picked("investigate", given, [], "refused", "rolled") == ("forced_die_required", False)
    else:
        assert picked("investigate", given, [3], "refused", "rolled") == (None, True)


def test_a_first_search_needs_no_dF() -> None:
    """YAC-INV-05."""
    options = {"investigation_reroll_needs_madness_die": "always"}
    assert picked("investigate", {"stressful": True, "options": options}, [3], "rolled") == (True,)
    given = {"attempt": 3, "forced": True, "duration": 60, "options": options}
    assert picked("investigate", given, [3, 1], "rolled", "elapsed") == (True, 180)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"forced": True, "kind": "npc"}, "npc_forced"),
        ({"forced": True, "stressful": False}, "forced_not_justified"),
    ],
)
def test_a_search_is_refused_as_an_act_is(given: dict[str, Any], why: str) -> None:
    """YAC-NPC-02, YAC-FOR-04."""
    assert picked("investigate", given, [], "refused") == (why,)


def test_why_a_search_found_what_it_found() -> None:
    """YAC-INV-02, YAC-INV-04, YAC-INV-07."""
    assert steps("investigate", {}, [4])[-2:] == [
        ("tier", "all", "YAC-INV-02"),
        ("new_information", True, "YAC-INV-04"),
    ]
    assert steps("investigate", {"nothing_to_find": True}, [4])[-2:] == [
        ("tier", "all", "YAC-INV-07"),
        ("new_information", False, "YAC-INV-04"),
    ]


def test_what_a_search_changes() -> None:
    """YAC-INV-04: the best margin is kept for the whole team."""
    assert changes("investigate", {"best_previous": 2}, [4]) == [("best_previous", 2, 4, "")]
    assert changes("investigate", {"best_previous": 4}, [4]) == []
    given = {"forced": True, "best_previous": 6}
    assert changes("investigate", given, [1, 2, 2]) == [("madness", 1, 2, "")]
    both = {"forced": True, "best_previous": 1}
    assert changes("investigate", both, [1, 2, 2]) == [("madness", 1, 2, ""), ("best_previous", 1, 2, "")]


def test_a_group_searches_with_the_mind_whatever_category_is_given() -> None:
    """YAC-INV-06, YAC-INV-01."""
    members = [{"name": "A", "forced": True}, {"name": "B"}]
    given = {"category": "physical", "investigation": True, "members": members, "best_previous": 1}
    kinds = [die for die, _, _ in thrown("cooperate", given, [1, 2, 5, 2])]
    assert kinds == ["dA", "dA", "dF", "dF"]
    fields = ("tier", "new_information", "best", "best_tier", "gauges", "after.A.madness")
    assert picked("cooperate", given, [1, 2, 5, 2], *fields) == ("all", True, 5, "all", {"A": 2, "B": 1}, 2)


def test_a_group_search_obeys_the_rules_of_searches() -> None:
    """YAC-INV-04, YAC-INV-05, YAC-INV-07, YAC-RER-06."""
    members = [{"name": "A"}, {"name": "B"}]
    search = {"category": "mental", "investigation": True, "members": members, "attempt": 2}
    assert picked("cooperate", search, [2, 3], "rolled", "tier") == (True, "most")
    stressful = {**search, "stressful": True}
    assert picked("cooperate", stressful, [], "refused", "tier", "best") == ("forced_die_required", "none", 0)
    person = {**search, "opposition": ACTIVE, "options": {"reroll_vs_active": True}}
    assert picked("cooperate", person, [], "refused") == ("reroll_vs_active",)
    empty = {**search, "attempt": 1, "nothing_to_find": True, "best_previous": 3}
    fields = ("tier", "new_information", "best", "best_tier")
    assert picked("cooperate", empty, [2, 2], *fields) == ("most", False, 3, "most")
    assert picked("cooperate", empty, [5, 2], *fields) == ("all", False, 5, "all")


def test_an_act_that_is_no_search_tells_no_tier() -> None:
    """YAC-INV-06."""
    members = [{"name": "A"}, {"name": "B"}]
    result = outcome("cooperate", {"category": "mental", "members": members, "best_previous": 3}, [2, 3])
    assert not {"tier", "new_information", "best", "best_tier"} & set(result)


def test_helpers_may_bring_nothing() -> None:
    """YAC-COO-08: then one character rolls one die, as everywhere else."""
    assert thrown("investigate", {}, [4]) == [("dA", "", "")]
    assert thrown("action", {"category": "mental"}, [4]) == [("dA", "", "")]


# --- clues with a name ---


@pytest.mark.parametrize(
    ("given", "face", "new", "best"),
    [
        ({}, 4, True, 4),
        ({"information": {"safe": 3}}, 4, True, 4),
        ({"information": {"safe": 5}}, 4, False, 5),
        ({"information": {"well": 5}}, 4, True, 4),
        ({"information": {"safe": 2}, "best_previous": 5}, 4, False, 5),
    ],
)
def test_a_clue_is_measured_by_what_it_has_brought(given, face, new, best):
    """YAC-INV-04: and by what somebody says it has, whichever is more."""
    answer = do("yacdha", "investigate", {"clue": "safe", **given}, dice=[face])
    known = {**given.get("information", {}), "safe": best}
    assert (answer.outcome["new_information"], answer.outcome["best"]) == (new, best)
    assert answer.outcome["information"] == known
    changed = [(change.field, change.after, change.who) for change in answer.changes]
    assert changed == ([("information", known, "group")] if known != given.get("information", {}) else [])


def test_without_a_name_nothing_is_kept_for_the_team():
    """YAC-INV-04: a search that nobody names is the searcher's."""
    answer = do("yacdha", "investigate", {"information": {"safe": 5}}, dice=[4])
    assert "information" not in answer.outcome
    assert [(change.field, change.after, change.who) for change in answer.changes] == [("best_previous", 4, "")]


def test_a_group_and_its_clue():
    """YAC-INV-04, YAC-INV-06."""
    team = {"members": [{"name": "Ann"}, {"name": "Bob"}], "category": "mental", "clue": "safe"}
    searched = do("yacdha", "cooperate", {**team, "investigation": True, "information": {"safe": 5}}, dice=[4, 2])
    assert (searched.outcome["new_information"], searched.outcome["best"], searched.changes) == (False, 5, ())
    acted = do("yacdha", "cooperate", team, dice=[4, 2])
    assert "information" not in acted.outcome
    assert acted.changes == ()
