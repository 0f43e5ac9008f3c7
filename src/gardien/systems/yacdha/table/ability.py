"""What people can do in their state: the dead nothing, the senseless and the mad no act, the held none in a fight.

What creatures are no part of, and who can be cared for, is said here too.
"""

from gardien.core.fighting import Bar, bar_act
from gardien.core.scene import Being, in_fight

PAPER = ("create_character", "sheet")  # about a sheet, and not done by anybody
ACTS = ("action", "investigate", "cooperate", "compete", "chase", "cast_magic", "first_aid")
PASTIMES = ("learn", "study_mythos", "dream")
HUMAN = ("gauge_check", "luck_survive", "coma_care", "recover", "cast_magic", *PASTIMES)  # they rest on gauges
RULE_OF = {"unconscious": "YAC-COM-21", "coma": "YAC-LUC-09", "mad": "YAC-GAU-03", "retired": "YAC-GAU-03"}


def cannot(being: Being, procedure: str) -> Bar | None:
    """Why somebody's state bars a procedure to them; the procedures of a round know it by themselves."""
    status = being.get("status", "active")
    if procedure in PAPER or procedure.startswith("odds_"):
        return None
    if status == "dead":
        return bar_act(procedure, "dead", "YAC-GAU-04")
    if procedure in HUMAN and being.get("kind") == "creature":
        return bar_act(procedure, "inhuman", "YAC-CRT-01")
    if procedure == "end_scenario" and being.get("kind") != "investigator":
        return bar_act(procedure, "not_investigator", "YAC-REC-03")
    if procedure == "coma_care":
        return None if status == "coma" else bar_act(procedure, "not_in_coma", "YAC-LUC-09")
    if status in RULE_OF and (procedure in (*ACTS, *PASTIMES) or _not_for(status, procedure)):
        return bar_act(procedure, status, RULE_OF[status])
    if procedure == "learn" and being.get("studying"):  # the Mythos takes all of one's time
        return bar_act(procedure, "studying", "YAC-MYT-02")
    return _bar_in_round(being, procedure) if procedure in (*ACTS, *PASTIMES, "recover") else None


def _not_for(status: str, procedure: str) -> bool:
    """The mad neither recover nor are among the survivors; those in a coma recover once they are out of it."""
    return (procedure == "recover" and status in ("mad", "coma")) or (procedure == "end_scenario" and status == "mad")


def _bar_in_round(being: Being, procedure: str) -> Bar | None:
    """Surprise and holds (YAC-COM-13, YAC-COM-20); a round has no time for acting together (YAC-COM-02)."""
    if not in_fight(being) or being.get("status") == "fled":
        return None
    if procedure not in ACTS:
        return bar_act(procedure, "no_time", "YAC-COM-01")
    if being.get("held_by"):
        return bar_act(procedure, "held", "YAC-COM-13", tuple(being["held_by"]))
    if being.get("holding"):
        return bar_act(procedure, "holding", "YAC-COM-13", (being["holding"],))
    if being.get("surprised") and being.scene.fight["round"] == 1:
        return bar_act(procedure, "surprised", "YAC-COM-20")
    return bar_act(procedure, "in_a_round", "YAC-COM-02") if procedure == "cooperate" else None


def beyond_first_aid(patient: Being) -> Bar | None:
    """Who cannot be treated on the spot: the dead, those in a coma, and whatever has no trauma (M-11)."""
    status = patient.get("status", "active")
    if status == "dead":
        return bar_act("first_aid", "dead", "YAC-GAU-04")
    if patient.get("kind") == "creature":
        return bar_act("first_aid", "inhuman", "YAC-CRT-01")
    return bar_act("first_aid", "coma", "YAC-LUC-09") if status == "coma" else None
