"""The end of a scenario and of a fight: whom they leave, and what nobody carries beyond them (REC, GAU, INV, COM)."""

from typing import Any

from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being
from gardien.core.table_rules import Everybody
from gardien.systems.yacdha.table.life import options_of
from gardien.systems.yacdha.table.wounds import IN_FIGHT

MOURNED = "mourned"  # a count: the scenario in which they were lost is over


def is_lost(being: Content) -> bool:
    """An investigator who died or went mad (YAC-REC-03)."""
    return being.get("kind") == "investigator" and being.get("status") in ("dead", "mad")


def end_inputs(people: Everybody, asked: Content, actor: str) -> dict[str, Any]:
    """Whether the scenario has cost somebody; those lost in an earlier one count no more (YAC-REC-03)."""
    return {"all_alive_and_sane": not any(is_lost(one) and not one.tally.get(MOURNED) for one in people.values())}


def after_scenario(people: Everybody, given: Content, outcome: Content) -> dict[str, dict[str, Any]]:
    """What was counted in a scenario is over with it, among the survivors or not; a chapter ends nothing."""
    return {} if given.get("milestone") else {id: _left_behind(one) for id, one in people.items()}


def _left_behind(being: Being) -> dict[str, Any]:
    fields: dict[str, Any] = {TALLY: {MOURNED: 1}} if is_lost(being) else {}
    if being.get("stress_faced") and options_of(being).stress_memory != "campaign":  # YAC-GAU-05
        fields["stress_faced"] = []
    return fields | ({"best_previous": None} if "best_previous" in being.marks else {})


def after_combat(people: Everybody, given: Content, outcome: Content) -> dict[str, dict[str, Any]]:
    """Whoever was knocked out wakes when the fight ends, wherever they were carried to (YAC-COM-21)."""
    woken = {id: {"status": "active"} for id, one in people.items() if one.sheet.get("status") == "unconscious"}
    healed = {id: {TALLY: {IN_FIGHT: None}} for id, one in people.items() if one.tally.get(IN_FIGHT)}
    return {id: {**woken.get(id, {}), **healed.get(id, {})} for id in {**woken, **healed}}
