"""How people stand in a fight: where, in which state, how hard to hit that makes them (CBT, DEF, MISS-17).

Somebody is a sheet together with the marks that lie on it, as plain values.
"""

from collections.abc import Mapping
from typing import Any

from gardien.core.fighting import Content
from gardien.core.scene import NOTHING
from gardien.shared.line import metres
from gardien.systems.d20d100.rules.fight.attack_modifiers import SITUATIONS, Situation
from gardien.systems.d20d100.rules.fight.defence import COVER, MODES
from gardien.systems.d20d100.rules.mind.madness import drawn_symptom

STEPS = (0, 6, 24, 60)  # metres that put somebody into each band
LIMITS = (1.5, 6, 24)  # an arm’s length, one walk, one run (D100-CBT-13)
COVERS: dict[str, str] = {f"cover_{key}": key for key in COVER if key != "none"}  # mark -> how much of it
OPEN = ("immobilised", "charging")  # whatever hits them, they stay easy to hit (D100-DEF-02, D100-SPEC-02)
SENSELESS = ("unconscious", "dying", "stable", "dead")


def is_in(sheet: Content, state: str) -> bool:
    """Whether a state holds: written on the sheet, or ruled for this fight."""
    return bool(sheet.get(state))


def band(one: Content, other: Content) -> int:
    """At arm’s length, a walk, a run away, or farther."""
    return sum(metres(one, other) > limit for limit in LIMITS)


STUNNED = ("stupor", "catatonia")  # madness that leaves nothing to be done (D100-MISS-09)


def symptoms(sheet: Content) -> set[str]:
    """How the madness of somebody shows now: the symptoms that were thrown, and those that somebody named."""
    return {symptom_key(one) for one in sheet.get("madness") or ()}


def symptom_key(held: Content) -> str:
    row = drawn_symptom(held)
    return str(held.get("symptom") or "") if row is None else str(row.key)


def out_reason(fighter: Content) -> str:
    """The dead and the senseless have no turn, nor has whoever is without PM (D100-HEALTH-06, D100-MISS-10)."""
    condition = str(fighter.get("condition", "ok"))
    if condition in SENSELESS:
        return condition
    return "perm_mad" if fighter.get("perm_mad") else "unconscious" if is_drained(fighter) else ""


def is_drained(fighter: Content) -> bool:
    """At 0 PM nobody is awake (D100-MISS-10)."""
    return fighter.get("pm") == 0 and bool(fighter.get("pm_max"))


def is_senseless(fighter: Content) -> bool:
    return fighter.get("condition") in SENSELESS or is_drained(fighter)


def is_dead(fighter: Content) -> bool:
    return fighter.get("condition") == "dead"


def is_helpless(target: Content) -> bool:
    """Bound, asleep, senseless, or taken wholly by surprise from behind (D100-SPEC-05)."""
    return is_in(target, "helpless") or bool(target.get("ambushed")) or is_senseless(target)


def is_open(target: Content) -> bool:
    """Whether only the Defence without quickness counts, hit or not; nobody who flees is caught (D100-DEF-03)."""
    return is_helpless(target) or (not target.get("fleeing") and any(is_in(target, one) for one in OPEN))


def is_off_guard(target: Content) -> bool:
    """The same, or somebody who has not acted yet, and has not been hit either (D100-DEF-02)."""
    caught = target.get("flat_footed", is_in(target, "surprised"))
    return is_open(target) or (not target.get("fleeing") and bool(caught))


def tired(one: Content) -> dict[str, Any]:
    """At 0 PV every effort of the body costs one more (D100-HEALTH-06)."""
    return {"pv": one["pv"] - 1} if one.get("condition") == "out_of_action" else {}


def cover_of(target: Content) -> int:
    """What stands before somebody, to Defence and to Réflexes against bursts (D100-MISS-17)."""
    return max((COVER[key] for mark, key in COVERS.items() if target.get(mark)), default=0)


def defences(target: Content) -> tuple[int, int]:
    """The normal Defence and the one off guard, with cover, and caution for whoever can take care (D100-MODE-01)."""
    careful = () if is_helpless(target) else (bonus for mode, bonus in MODES.items() if target.get(mode))
    more = cover_of(target) + max(careful, default=0)
    scores = (int(target.get(name, 15)) + more for name in ("defence", "defence_flat"))
    normal, flat = (max(-20, min(60, one)) for one in scores)
    return normal, flat


def _held_by_another(actor: Content, target: Content) -> bool:
    """Whether somebody else has hold of them, or nobody knows who (D100-GRAP-03)."""
    holders = target.get("pinned_by") or ()
    return not holders or any(one != getattr(actor, "id", "") for one in holders)


def situations(actor: Content, target: Content | None, line: Content = NOTHING) -> list[Situation]:
    """What follows from how both stand: whoever lies, whoever is held, whoever is cautious (D100-MISS-17)."""
    holds: dict[Situation, bool] = {
        "attacker_prone": is_in(actor, "prone") and line.get("weapon_class", "contact") == "contact",
        "defensive": bool(actor.get("defensive")),
    }
    if target is not None:
        near = not band(actor, target)
        holds |= {
            "target_prone_in_contact": near and is_in(target, "prone"),
            "target_prone_at_range": not near and is_in(target, "prone"),
            "immobilised_target": is_in(target, "immobilised") and _held_by_another(actor, target),
            "helpless_target": is_helpless(target),
        }
    return [one for one in SITUATIONS if holds.get(one)]


# ---- what protects them ----

TOUCHES = {  # which words of a protection a kind of weapon answers to (D100-PROT-03)
    "contact": ("mundane", "piercing"),
    "thrown": ("mundane", "missiles", "piercing"),
    "firearm": ("mundane", "firearms", "bullets", "piercing", "missiles"),
    "shotgun": ("mundane", "firearms", "bullets", "missiles"),
}


def protection_of(target: Content, line: Content) -> dict[str, Any]:
    """A vest, or the first protection of a body that fits the attack (D100-PROT-01, D100-PROT-03)."""
    worn = target.get("armour")
    if isinstance(worn, Mapping):
        return {"protection_kind": "vest", "protection": worn["protection"]}
    touches = ("everything", *TOUCHES[str(line.get("weapon_class", "contact"))])
    for one in target.get("protections", ()):
        if set(one["against"]) & set(touches) or not one["against"]:
            return {"protection_kind": one["protection_kind"], "protection": one["protection"]}
    return {}
