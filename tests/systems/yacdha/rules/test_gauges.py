"""Madness and trauma: when a gauge is checked, when it climbs, what it means at 6 (GAU)."""

from fractions import Fraction
from typing import Any

import pytest

from gardien.core.chance import call
from gardien.core.interpreters.odds import odds_of
from gardien.systems.yacdha.rules.gauges import Check, check, stakes_due
from gardien.systems.yacdha.vocabulary import Stake
from systems.yacdha.brute import changes, outcome, picked, refused, steps, thrown, told

MADNESS = {"gauge": "madness", "value": 3}
TRAUMA = {"gauge": "trauma", "value": 3}


@pytest.mark.parametrize("gauge", ["madness", "trauma"])
@pytest.mark.parametrize("value", range(1, 6))
@pytest.mark.parametrize("face", range(1, 7))
def test_only_a_die_above_the_gauge_raises_it_and_by_one(gauge: str, value: int, face: int) -> None:
    """YAC-GAU-01, YAC-GAU-02: strictly above, never more than one."""
    result = picked("gauge_check", {"gauge": gauge, "value": value}, [face], "rolled", "die", "raised", "value")
    assert result == (True, face, face > value, value + (face > value))


def test_a_madness_check_is_one_dF_and_a_trauma_check_one_dT() -> None:
    """YAC-GAU-01, YAC-GAU-02, YAC-GEN-01."""
    assert thrown("gauge_check", MADNESS, [1]) == [("dF", "", "check")]
    assert thrown("gauge_check", TRAUMA, [1]) == [("dT", "", "check")]


def test_the_whole_outcome_of_a_madness_check() -> None:
    """YAC-GAU-01: luck is told for trauma only."""
    assert outcome("gauge_check", MADNESS, [4]) == {
        "rolled": True,
        "die": 4,
        "raised": True,
        "value": 4,
        "status": "active",
        "stress_faced": [],
    }


def test_the_whole_outcome_of_a_trauma_check() -> None:
    """YAC-GAU-02."""
    assert outcome("gauge_check", TRAUMA, [3]) == {
        "rolled": True,
        "die": 3,
        "raised": False,
        "value": 3,
        "status": "active",
        "stress_faced": [],
        "luck": 1,
    }


def test_madness_6_ends_an_investigator() -> None:
    """YAC-GAU-03."""
    assert picked("gauge_check", {"gauge": "madness", "value": 5}, [6], "value", "status") == (6, "mad")
    assert picked("gauge_check", {"gauge": "madness", "value": 5}, [5], "value", "status") == (5, "active")
    assert picked("gauge_check", {"gauge": "madness", "value": 4}, [6], "value", "status") == (5, "active")


def test_an_npc_plays_on_at_madness_6() -> None:
    """YAC-NPC-03, YAC-NPC-05: and no die is above 6."""
    npc = {"gauge": "madness", "kind": "npc"}
    assert picked("gauge_check", {**npc, "value": 5}, [6], "raised", "value", "status") == (True, 6, "active")
    assert picked("gauge_check", {**npc, "value": 6}, [6], "raised", "value", "status") == (False, 6, "active")


def test_trauma_6_kills() -> None:
    """YAC-GAU-04."""
    given = {"gauge": "trauma", "value": 5}
    assert picked("gauge_check", given, [6], "value", "status", "luck", "survival_refused") == (6, "dead", 1, None)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"luck": 1}, (6, "coma", 0, None)),
        ({"luck": 2, "sequelae": 4}, (6, "coma", 1, None)),
        ({"luck": 0}, (6, "dead", 0, "no_luck")),
        ({"luck": 3, "kind": "npc"}, (6, "dead", 0, "no_luck")),
        ({"luck": 1, "options": {"modules": ["recovery", "learning", "mythos"]}}, (6, "dead", 0, "no_luck")),
    ],
)
def test_luck_turns_the_death_of_a_trauma_check_into_coma(given: dict[str, Any], expected: tuple[Any, ...]) -> None:
    """YAC-LUC-07, YAC-NPC-05: x is exactly 6, so nothing lasting is gained."""
    asked = {"gauge": "trauma", "value": 5, "use_luck_to_survive": True, **given}
    assert picked("gauge_check", asked, [6], "value", "status", "luck", "survival_refused") == expected


def test_who_saw_nothing_rolls_nothing() -> None:
    """YAC-GAU-06."""
    for gauge in ("madness", "trauma"):
        given = {"gauge": gauge, "value": 2, "exposed": False, "event": "ghoul", "stress_faced": ["idol"]}
        assert outcome("gauge_check", given) == {
            "rolled": False,
            "raised": False,
            "value": 2,
            "status": "active",
            "stress_faced": ["idol"],
        }


def test_a_kind_of_event_already_faced_calls_for_no_second_check() -> None:
    """YAC-GAU-05: named in the list, or said by the keeper."""
    rests = {"rolled": False, "raised": False, "value": 3, "status": "active", "stress_faced": ["ghoul"]}
    assert outcome("gauge_check", {**MADNESS, "event": "ghoul", "stress_faced": ["ghoul"]}) == rests
    assert outcome("gauge_check", {**MADNESS, "already_faced": True, "stress_faced": ["ghoul"]}) == rests


@pytest.mark.parametrize("memory", ["scenario", "campaign"])
@pytest.mark.parametrize("face", [2, 5])
def test_an_event_is_remembered_whether_or_not_the_gauge_rose(memory: str, face: int) -> None:
    """YAC-GAU-05."""
    given = {**MADNESS, "event": "ghoul", "stress_faced": ["idol"], "options": {"stress_memory": memory}}
    assert picked("gauge_check", given, [face], "rolled", "stress_faced") == (True, ["idol", "ghoul"])


def test_a_stress_without_a_name_is_rolled_and_not_remembered() -> None:
    """YAC-GAU-05: an empty name is no kind of event, even if the list holds one."""
    assert picked("gauge_check", {**MADNESS, "stress_faced": [""]}, [1], "rolled", "stress_faced") == (True, [""])


def test_memory_covers_madness_only() -> None:
    """YAC-GAU-05: trauma is checked each time, and no event is noted for it."""
    given = {**TRAUMA, "event": "fire", "stress_faced": ["fire"], "already_faced": True}
    assert picked("gauge_check", given, [4], "rolled", "raised", "stress_faced") == (True, True, ["fire"])


def test_without_memory_nothing_is_stored_and_nothing_refused() -> None:
    """YAC-GAU-05, option stress_memory = off."""
    given = {**MADNESS, "event": "ghoul", "stress_faced": ["ghoul"], "already_faced": True}
    off = {**given, "options": {"stress_memory": "off"}}
    assert picked("gauge_check", off, [4], "rolled", "value", "stress_faced") == (True, 4, ["ghoul"])
    fresh = {**MADNESS, "event": "idol", "options": {"stress_memory": "off"}}
    assert picked("gauge_check", fresh, [4], "rolled", "stress_faced") == (True, [])


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"gauge": "madness", "value": 6}, ("field/range", "value", "YAC-GEN-04")),
        ({"gauge": "trauma", "value": 6}, ("field/range", "value", "YAC-GEN-04")),
        ({"gauge": "trauma", "value": 6, "kind": "npc"}, ("field/range", "value", "YAC-GEN-04")),
        ({"gauge": "madness", "value": 0}, ("field/range", "value", "")),
        ({"gauge": "madness", "value": 7, "kind": "npc"}, ("field/range", "value", "")),
        ({"gauge": "sanity", "value": 1}, ("field/one_of", "gauge", "")),
        ({"gauge": "madness"}, ("field/missing", "value", "")),
        ({"gauge": "madness", "value": 1, "kind": "creature"}, ("field/one_of", "kind", "")),
    ],
)
def test_a_gauge_outside_its_scale_is_bad_input(given: dict[str, Any], expected: tuple[str, str, str]) -> None:
    """YAC-GEN-04: 6 is only for the madness of an NPC."""
    assert refused("gauge_check", given, [1]) == expected


def test_why_a_check_came_out_as_it_did() -> None:
    """YAC-GAU-01, YAC-GAU-03, YAC-GAU-05, YAC-GAU-06: every reason with its rule."""
    assert steps("gauge_check", {"gauge": "madness", "value": 5}, [6]) == [
        ("check_raised", True, "YAC-GAU-01"),
        ("value", 6, "YAC-GAU-01", (("before", 5), ("rise", 1)), (1, 6)),
        ("status", "mad", "YAC-GAU-03"),
    ]
    assert steps("gauge_check", TRAUMA, [2]) == [
        ("check_raised", False, "YAC-GAU-02"),
        ("value", 3, "YAC-GAU-02", (("before", 3), ("rise", 0)), (1, 6)),
    ]
    assert steps("gauge_check", {**MADNESS, "exposed": False}) == [("value", 3, "YAC-GAU-06")]
    assert steps("gauge_check", {**MADNESS, "already_faced": True}) == [("value", 3, "YAC-GAU-05")]


def test_what_a_check_changes_on_the_sheet() -> None:
    """YAC-GAU-01 to YAC-GAU-05: only what differs, value by value."""
    assert changes("gauge_check", MADNESS, [1]) == []
    assert changes("gauge_check", {**MADNESS, "value": 5, "event": "idol"}, [6]) == [
        ("madness", 5, 6, ""),
        ("stress_faced", (), ("idol",), ""),
        ("status", "active", "mad", ""),
    ]
    assert changes("gauge_check", {"gauge": "trauma", "value": 5, "use_luck_to_survive": True}, [6]) == [
        ("trauma", 5, 6, ""),
        ("status", "active", "coma", ""),
        ("luck", 1, 0, ""),
    ]


def test_all_increases_of_one_act_fall_in_one_step() -> None:
    """YAC-GAU-08: at 2, two points from the failure and a check of 3 make 5; the check still compares with 2."""
    stakes = [{"gauge": "trauma", "amount": 2}]
    given = {"category": "physical", "forced": True, "opposition": {"kind": "passive", "value": 5}, "trauma": 2}
    result = picked("action", {**given, "stakes": stakes}, [1, 2, 3], "check_raised", "stake_increase", "trauma")
    assert result == (True, 2, 5)
    assert picked("action", {**given, "stakes": stakes}, [1, 2, 2], "check_raised", "trauma") == (False, 4)


def test_the_check_of_a_mental_strain_adds_to_madness_at_stake() -> None:
    """YAC-GAU-08, YAC-GAU-09: and trauma at stake stays a matter of its own."""
    stakes = [{"gauge": "madness", "amount": 1}, {"gauge": "trauma", "amount": "margin"}]
    given = {"category": "mental", "forced": True, "opposition": {"kind": "passive", "value": 4}, "madness": 2}
    result = picked("action", {**given, "stakes": stakes}, [1, 2, 3], "margin", "stake_increase", "madness", "trauma")
    assert result == (-2, 3, 4, 3)


def test_death_goes_before_madness_and_madness_before_coma() -> None:
    """YAC-GAU-04: both gauges at 6 in one step."""
    stakes = [{"gauge": "madness", "amount": 6}, {"gauge": "trauma", "amount": 6}]
    given = {"category": "physical", "opposition": {"kind": "passive", "value": 5}, "stakes": stakes}
    assert picked("action", given, [1], "madness", "trauma", "status", "luck") == (6, 6, "dead", 1)
    lucky = {**given, "use_luck_to_survive": True}
    assert picked("action", lucky, [1], "madness", "trauma", "status", "luck", "sequelae") == (6, 6, "mad", 0, 1)


def test_an_npc_at_madness_6_keeps_acting() -> None:
    """YAC-NPC-03, YAC-GEN-04: an investigator or creature at 6 does not."""
    given = {"category": "mental", "kind": "npc", "madness": 6}
    assert picked("action", given, [4], "success", "madness", "status") == (True, 6, "active")
    assert refused("action", {**given, "kind": "investigator"}) == ("field/range", "madness", "YAC-GEN-04")
    assert refused("action", {**given, "kind": "creature"}) == ("field/range", "madness", "YAC-GEN-04")
    stakes = [{"gauge": "madness", "amount": 6}]
    struck = {"category": "mental", "kind": "npc", "opposition": {"kind": "passive", "value": 5}, "stakes": stakes}
    assert picked("action", struck, [1], "madness", "status") == (6, "active")


def test_floors_rise_with_what_lasts() -> None:
    """YAC-GAU-07: trauma_min is one more than the sequelae, whatever happens."""
    assert picked("action", {"category": "mental", "sequelae": 3, "trauma": 4}, [2], "sequelae", "trauma_min") == (3, 4)
    members = [{"name": "A", "sequelae": 2}, {"name": "B"}]
    result = picked(
        "cooperate", {"category": "mental", "members": members}, [2, 2], "after.A.trauma_min", "after.B.trauma_min"
    )
    assert result == (3, 1)


def test_a_full_gauge_is_told_with_what_is_allowed() -> None:
    """YAC-GEN-04."""
    assert told("gauge_check", {"gauge": "trauma", "value": 6}) == {"came": 6, "low": 1, "high": 5}
    assert told("action", {"category": "mental", "madness": 6}) == {"came": 6, "low": 1, "high": 5}


def test_odds_tell_the_face_of_a_check_only_where_somebody_looks() -> None:
    """YAC-GAU-01: two outcomes instead of six."""
    assert dict(odds_of(call(check, "madness", 2, "", False))) == {
        Check(False): Fraction(1, 3),
        Check(True): Fraction(2, 3),
    }
    assert dict(odds_of(call(check, "madness", 2, "", True))) == {Check(f > 2, f): Fraction(1, 6) for f in range(1, 7)}


def test_what_stakes_add_at_a_margin() -> None:
    """YAC-ACT-11, YAC-GAU-09: fixed, or the margin itself, from their own threshold on; all that bite add up."""
    stakes = (
        Stake(),
        Stake(amount="margin"),
        Stake(amount=3, at_or_below=-2),
        Stake(gauge="madness", amount=2, at_or_below=-1),
        Stake(gauge="madness", amount="margin", at_or_below=-4),
    )
    assert {m: stakes_due(stakes, "trauma", m) for m in (1, 0, -1, -2, -5)} == {1: 0, 0: 1, -1: 2, -2: 6, -5: 9}
    assert {m: stakes_due(stakes, "madness", m) for m in (1, 0, -1, -3, -4)} == {1: 0, 0: 0, -1: 2, -3: 2, -4: 6}
