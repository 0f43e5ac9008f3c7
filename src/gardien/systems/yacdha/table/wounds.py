"""Fresh wounds: of which combat or accident, since when, whether first aid was tried on them (M-11)."""

from typing import Any

from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being

SINCE, BEFORE, IN_FIGHT, TREATED = "wound_since", "wound_before", "wound_in_fight", "wound_treated"  # counts


def wounded(before: Being, after: Content, clock: int) -> dict[str, Any]:
    """An increase is a wound of its own, with the trauma before it; those of one fight are one."""
    if after.get("trauma", 0) <= before.get("trauma", 0):
        return {}
    fights, tally = before.id in before.scene.fight.get("order", ()), before.tally
    if fights and tally.get(IN_FIGHT) and tally.get(SINCE) == clock:
        return {}
    return {TALLY: {SINCE: clock, BEFORE: before["trauma"], IN_FIGHT: int(fights) or None, TREATED: None}}


def wound_inputs(patient: Content) -> dict[str, Any]:
    """What the table knows of somebody's last wound; of older ones only people know."""
    if not isinstance(patient, Being) or SINCE not in patient.tally:
        return {}
    tally = patient.tally
    minutes = max(0, patient.scene.clock - tally[SINCE])
    return {"trauma_before": tally[BEFORE], "minutes": minutes, "already_treated": bool(tally.get(TREATED))}


def patient_inputs(carer: Content, patient: Content, asked: Content) -> dict[str, Any]:
    """The wound is the patient's, the throw the carer's."""
    return {"trauma": patient.get("trauma"), **wound_inputs(patient)}


def after_first_aid(person: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """One try for each combat or accident."""
    return {TALLY: {TREATED: 1}} if outcome["rolled"] and who == given.get("patient", "") else {}
