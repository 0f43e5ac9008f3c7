"""House rules of a table: their defaults, what each of them changes, and what they refuse (GEN)."""

from typing import Any

import pytest

from gardien.systems.yacdha.options import Options
from systems.yacdha.brute import answer, outcome, picked, refused, told

ACTIVE = {"kind": "active"}


def test_the_defaults_are_the_printed_rules() -> None:
    """YAC-GEN-02: every module is on, every variant is off."""
    assert Options() == Options(
        skill_mode=None,
        modules=("recovery", "learning", "luck", "mythos"),
        bonus_before_forced=False,
        personal_disadvantage_cancels_die=False,
        investigation_reroll_needs_madness_die="when_stressful",
        reroll_vs_active=False,
        chase_tie_escapes=False,
        competition_uncapped_tiebreak=False,
        stress_memory="scenario",
        npc_skill_on_opposition=False,
        mythos_share="best",
        luck_cap=1,
        between_scenarios="care",
        max_level=5,
        max_occupations=0,
        mass_action_from=0,
        hold_escape=False,
        first_aid=False,
        armour=False,
    )


def test_the_options_are_those_of_the_ledger() -> None:
    """YAC-GEN-02."""
    assert len(Options.__struct_fields__) == 19


def sides(*members: dict[str, Any]) -> dict[str, Any]:
    return {"sides": [{"name": f"s{i}", "members": [{"name": f"m{i}", **one}]} for i, one in enumerate(members)]}


def pursuit() -> dict[str, Any]:
    return {"pursuers": {"members": [{"name": "h"}]}, "pursued": {"members": [{"name": "f"}]}}


def duel(*fighters: dict[str, Any]) -> dict[str, Any]:
    return {"combatants": [{"id": id, **one} for id, one in zip("AB", fighters, strict=True)], "round": 2}


CASES: list[tuple[str, Any, Any, str, dict[str, Any], list[int], list[int], str, Any, Any]] = [
    # option, default, other value, procedure, given, dice by default, dice with it, field, by default, with it
    ("skill_mode", None, "advantage", "action", {"category": "mental", "level": 2}, [3], [3], "result", 5, 3),
    ("skill_mode", None, "levels", "investigate", {"personal_advantage": True}, [3, 4], [3], "result", 4, 3),
    (
        "modules",
        ["luck"],
        [],
        "luck_survive",
        {"trauma": 5, "increase": 1, "use_luck_to_survive": True},
        [],
        [],
        "status",
        "coma",
        "dead",
    ),
    (
        "bonus_before_forced",
        False,
        True,
        "action",
        {"category": "mental", "level": 2, "forced": True},
        [2, 4, 1],
        [2, 4],
        "result",
        6,
        4,
    ),
    (
        "personal_disadvantage_cancels_die",
        False,
        True,
        "cooperate",
        {"category": "mental", "members": [{"name": "a", "personal_disadvantage": True}, {"name": "b"}]},
        [2, 3],
        [2],
        "action_dice_count",
        2,
        1,
    ),
    (
        "investigation_reroll_needs_madness_die",
        "when_stressful",
        "always",
        "investigate",
        {"attempt": 2},
        [3],
        [],
        "rolled",
        True,
        False,
    ),
    (
        "investigation_reroll_needs_madness_die",
        "when_stressful",
        "never",
        "investigate",
        {"attempt": 2, "stressful": True},
        [],
        [3],
        "rolled",
        False,
        True,
    ),
    (
        "reroll_vs_active",
        False,
        True,
        "action",
        {"category": "mental", "attempt": 2, "forced": True, "opposition": ACTIVE},
        [],
        [3, 2, 1],
        "rolled",
        False,
        True,
    ),
    ("chase_tie_escapes", False, True, "chase", pursuit(), [3, 3, 2, 1], [3, 3], "escaped", False, True),
    (
        "competition_uncapped_tiebreak",
        False,
        True,
        "compete",
        {"category": "mental", **sides({"level": 4}, {"level": 3})},
        [5, 4, 1, 6],
        [5, 4],
        "winner",
        "s1",
        "s0",
    ),
    (
        "stress_memory",
        "scenario",
        "off",
        "gauge_check",
        {"gauge": "madness", "value": 1, "already_faced": True},
        [],
        [2],
        "rolled",
        False,
        True,
    ),
    (
        "stress_memory",
        "scenario",
        "campaign",
        "gauge_check",
        {"gauge": "madness", "value": 1, "already_faced": True},
        [],
        [],
        "rolled",
        False,
        False,
    ),
    (
        "npc_skill_on_opposition",
        False,
        True,
        "action",
        {"category": "mental", "opposition": {"kind": "active", "level": 2}},
        [3, 2],
        [3, 2],
        "success",
        True,
        False,
    ),
    (
        "mass_action_from",
        0,
        2,
        "cooperate",
        {"category": "mental", "members": [{"name": "a"}, {"name": "b"}], "opposition": ACTIVE},
        [3, 2, 6],
        [3],
        "success",
        False,
        True,
    ),
    (
        "hold_escape",
        False,
        True,
        "combat_round",
        duel({"holding": "B"}, {"action": "escape"}),
        [],
        [6, 1],
        "rolled",
        False,
        True,
    ),
    (
        "armour",
        False,
        True,
        "combat_round",
        duel({"action": "attack", "target": "B"}, {"action": "other", "armour": 1}),
        [4],
        [4],
        "after.B.trauma",
        2,
        1,
    ),
]


@pytest.mark.parametrize(
    ("option", "default", "other", "procedure", "given", "dice", "other_dice", "field", "before", "after"),
    CASES,
    ids=[f"{case[0]}-{case[2]}" for case in CASES],
)
def test_what_each_option_changes(
    option: str,
    default: Any,
    other: Any,
    procedure: str,
    given: dict[str, Any],
    dice: list[int],
    other_dice: list[int],
    field: str,
    before: Any,
    after: Any,
) -> None:
    """YAC-GEN-02, YAC-FOR-05, YAC-COO-02, YAC-INV-05, YAC-RER-04, YAC-CHA-04, YAC-CMP-04, YAC-GAU-05, YAC-ACT-08."""
    assert picked(procedure, given, dice, field) == (before,)
    assert picked(procedure, {**given, "options": {option: default}}, dice, field) == (before,)
    assert picked(procedure, {**given, "options": {option: other}}, other_dice, field) == (after,)


def test_the_answer_tells_the_options_that_differ() -> None:
    """YAC-GEN-02: a campaign stores which are on."""
    given = {"category": "mental", "options": {"armour": False, "luck_cap": 2}}
    assert answer("action", given, [3]).given["options"] == {"luck_cap": 2}
    assert "options" not in answer("action", {"category": "mental"}, [3]).given


@pytest.mark.parametrize(
    ("option", "value", "id"),
    [
        ("skill_mode", "both", "field/type"),
        ("modules", ["dream"], "field/one_of"),
        ("luck_cap", 0, "field/range"),
        ("luck_cap", 7, "field/range"),
        ("max_level", 0, "field/range"),
        ("max_level", 6, "field/range"),
        ("max_occupations", -1, "field/range"),
        ("mass_action_from", -1, "field/range"),
        ("mass_action_from", 1, "field/at_least"),
        ("armour", 1, "field/type"),
        ("house_rule", True, "field/unknown"),
    ],
)
def test_an_option_has_its_values(option: str, value: Any, id: str) -> None:
    """YAC-GEN-02, YAC-CRE-06, YAC-LUC-02, YAC-COO-07."""
    result = refused("action", {"category": "mental", "options": {option: value}}, [3])
    assert (result[0], result[1].partition("[")[0]) == (id, option)


def test_a_module_is_played_or_not() -> None:
    """YAC-GEN-02: each by itself."""
    options = Options(modules=("recovery", "mythos"))
    assert [options.plays(module) for module in ("recovery", "learning", "luck", "mythos")] == [
        True,
        False,
        False,
        True,
    ]  # type: ignore[arg-type]


def test_without_luck_everybody_has_none() -> None:
    """YAC-GEN-02: in every procedure that tells luck."""
    off = {"options": {"modules": []}}
    assert picked("action", {"category": "mental", "luck": 3, **off}, [3], "luck") == (0,)
    assert picked("action", {"category": "mental", "luck": 3, "attempt": 2, **off}, [], "luck") == (0,)
    members = [{"name": "a", "luck": 2}, {"name": "b"}]
    assert picked("cooperate", {"category": "mental", "members": members, **off}, [3, 2], "after.a.luck") == (0,)
    assert (
        outcome("compete", {"category": "mental", **sides({"luck": 2}, {}), **off}, [3, 2])["after"]["m0"]["luck"] == 0
    )
    assert picked("combat_round", {**duel({"luck": 2}, {}), **off}, [], "after.A.luck") == (0,)


def test_a_crowd_begins_with_two() -> None:
    """YAC-COO-07."""
    assert told("action", {"category": "mental", "options": {"mass_action_from": 1}}, [3]) == {"came": 1, "low": 2}
