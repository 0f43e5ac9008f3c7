"""What somebody is able to do: the one place that says what the state of people bars to them (HP-05, END-06, SYM)."""

from gardien.core.fighting import Bar, Content
from gardien.core.scene import Being
from gardien.systems.organique.rules.network.scene import WATCHED
from gardien.systems.organique.table.fighter import DOWN, lasting_of
from gardien.systems.organique.table.rights import RIGHTS

ANYBODY = frozenset(key for key, right in RIGHTS.items() if right == "anybody")  # what nobody does
FIGHTING = ("combat_action", "covering_fire", "free_action", "break_hold", "vehicle_attack", "attack_swarm")
BLOWS = ("combat_action", "covering_fire")  # which people dodge and parry; a swarm nobody does (ORG-MON-04)
POWERS = ("psychic_attack", "psychic_sense")
CARE = ("first_aid", "revive", "treat_pain", "surgery")
TALK = ("act_a_part", "first_impression", "persuade", "seduce", "brainwash")
BODILY = (*FIGHTING, *POWERS, *CARE, *TALK, "turn_slots", "manoeuvre")  # what takes breath, or a word (ORG-END-06)
WILLED = frozenset(
    (
        *(*BODILY, *WATCHED, "test", "test_two", "skill_test", "contest", "climb", "jump", "lift", "feat_of_strength"),
        *("run", "sneak", "sniff_login", "computing_task", "flood", "encrypt", "decrypt", "recall_data"),
        *("public_search",),
    )
)  # what somebody does of their own will
NEEDED = {"lift": "FOR", "feat_of_strength": "FOR", "run": "VIT", "jump": "VIT"}  # what nobody does at 0 (ORG-SYM-01)
WITHOUT = {"INT": "no_will", "VOL": "no_will", "FOR": "no_strength", "VIT": "no_speed"}
LOST_MINDS = ("stupor", "major_hallucinations", "depression", "euphoria")  # ORG-SYM-06, 07, 11, 18


def why_unable(being: Content, procedure: str) -> tuple[str, str]:
    """Why somebody cannot do something, and by which rule; nothing where they can."""
    state = str(being.get("condition", "ok"))
    if being.get("dead") or state == "dead":
        return ("", "") if procedure in ANYBODY else ("dead", "ORG-HP-07")
    if being.get("swarm") and procedure in BLOWS:
        return "swarm", "ORG-MON-04"
    if procedure not in WILLED:
        return "", ""
    if state == "exhausted":
        return (state, "ORG-END-06") if procedure in BODILY else ("", "")
    if state in DOWN:
        return state, "ORG-SYM-20" if state == "unconscious" else "ORG-HP-05"
    felt = {one.key for one in lasting_of(being) if one.kind == "symptom"}
    mind = next((one for one in LOST_MINDS if one in felt or (one == "stupor" and being.get(one))), "")
    why = mind or _without_score(being, procedure)
    return (why, "ORG-SYM-01") if why else ("", "")


def _without_score(being: Content, procedure: str) -> str:
    """A characteristic that effects have taken altogether, and that the act would need (ORG-SYM-01)."""
    scores = being.get("effective") or {}
    needed = [code for code in ("INT", "VOL", NEEDED.get(procedure, "")) if scores.get(code) == 0 and being.get(code)]
    return WITHOUT[needed[0]] if needed and being.get("nature") != "machine" else ""


def cannot(being: Being, procedure: str) -> Bar | None:
    """What the state of somebody bars to whoever plays them."""
    why, rule = why_unable(being, procedure)
    return Bar("action", procedure, why, (), rule) if why else None
