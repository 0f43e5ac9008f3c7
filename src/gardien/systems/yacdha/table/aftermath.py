"""What acts leave behind: fresh wounds and first aid, the end of a fight and of a scenario (REC, GAU, COM, M-11)."""

from typing import Any

from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being, in_fight
from gardien.core.table_rules import Everybody
from gardien.systems.yacdha.table.life import options_of

SINCE, BEFORE, IN_FIGHT, TREATED = "wound_since", "wound_before", "wound_in_fight", "wound_treated"  # counts
MOURNED = "mourned"  # a count: the scenario in which they were lost is over
BEREAVED = "bereaved"  # a count: somebody lost in this scenario is not at the table any more


# ---- fresh wounds ----


def wounded(before: Being, after: Content, clock: int) -> dict[str, Any]:
    """An increase is a wound of its own, with the trauma before it; those of one fight are one."""
    if after.get("trauma", 0) <= before.get("trauma", 0):
        return {}
    fights = in_fight(before)
    if fights and before.tally.get(IN_FIGHT):
        return {TALLY: {SINCE: clock}}
    return {TALLY: {SINCE: clock, BEFORE: before["trauma"], IN_FIGHT: int(fights) or None, TREATED: None}}


def wound_inputs(patient: Being) -> dict[str, Any]:
    """What the table knows of somebody's last wound; of older ones only people know."""
    if SINCE not in patient.tally:
        return {}
    tally = patient.tally
    minutes = max(0, patient.scene.clock - tally[SINCE])
    return {"trauma_before": tally[BEFORE], "minutes": minutes, "already_treated": bool(tally.get(TREATED))}


def patient_inputs(carer: Being, patient: Being, asked: Content) -> dict[str, Any]:
    """The wound is the patient's, the throw the carer's."""
    return {"trauma": patient.get("trauma"), **wound_inputs(patient)}


def after_first_aid(person: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """One try for each combat or accident."""
    return {TALLY: {TREATED: 1}} if outcome["rolled"] and who == given.get("patient", "") else {}


# ---- the end of a scenario and of a fight ----


def is_lost(being: Content) -> bool:
    """An investigator who died or went mad (YAC-REC-03)."""
    return being.get("kind") == "investigator" and being.get("status") in ("dead", "mad")


def _is_missed(being: Being) -> bool:
    """Lost in the scenario that is being played."""
    return is_lost(being) and not being.tally.get(MOURNED)


def after_removal(people: Everybody, gone: str) -> dict[str, dict[str, Any]]:
    """Whoever is lost and taken off the table still counts at the end of the scenario (YAC-REC-03)."""
    return {id: {TALLY: {BEREAVED: 1}} for id in people if id != gone} if _is_missed(people[gone]) else {}


def end_inputs(people: Everybody, asked: Content, actor: str) -> dict[str, Any]:
    """Who has come through, and whether the scenario has cost somebody; those lost in an earlier one count no more.

    YAC-REC-03.
    """
    lost = any(_is_missed(one) or one.tally.get(BEREAVED) for one in people.values())
    there = [id for id, one in people.items() if one.get("kind") == "investigator" and not is_lost(one)]
    survivors = [{"character": id} for id in there if people[id].get("status") != "retired"]
    return {"all_alive_and_sane": not lost, "survivors": survivors}


def after_scenario(people: Everybody, given: Content, outcome: Content) -> dict[str, dict[str, Any]]:
    """What was counted in a scenario is over with it, among the survivors or not; a chapter ends nothing."""
    return {} if given.get("milestone") else {id: _left_behind(one) for id, one in people.items()}


def _left_behind(being: Being) -> dict[str, Any]:
    counts: dict[str, int | None] = {MOURNED: 1} if is_lost(being) else {}
    counts |= {BEREAVED: None} if BEREAVED in being.tally else {}
    fields: dict[str, Any] = {TALLY: counts} if counts else {}
    if being.get("stress_faced") and options_of(being).stress_memory != "campaign":  # YAC-GAU-05
        fields["stress_faced"] = []
    return fields | ({"best_previous": None} if "best_previous" in being.marks else {})


def after_combat(people: Everybody, given: Content, outcome: Content) -> dict[str, dict[str, Any]]:
    """Whoever was knocked out wakes when the fight ends, wherever they were carried to (YAC-COM-21)."""
    woken = {id: {"status": "active"} for id, one in people.items() if one.sheet.get("status") == "unconscious"}
    healed = {id: {TALLY: {IN_FIGHT: None}} for id, one in people.items() if one.tally.get(IN_FIGHT)}
    return {id: {**woken.get(id, {}), **healed.get(id, {})} for id in {**woken, **healed}}
