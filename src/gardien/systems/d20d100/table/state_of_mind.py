"""Minds at the table: madness with its term, the asylum, what is remembered, who is on the alert (SAN, SKILL, CBT)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from gardien.core.counts import HOUR, forget
from gardien.core.dice import Dice
from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import Being, in_fight
from gardien.core.table_rules import ALIAS, BindInputs, Consequence, kind_called
from gardien.systems.d20d100.rules.mind.madness import ROUNDS_A_MINUTE, rounds_left, with_rounds
from gardien.systems.d20d100.rules.mind.sanity import floor_of as san_floor
from gardien.systems.d20d100.sheet.parts import MadnessHeld
from gardien.systems.d20d100.sheet.worth import jet_of, skill_of, traits_of
from gardien.systems.d20d100.table.fighter import rules
from gardien.systems.d20d100.table.life import BEAT, MONTH_MINUTES, MONTHS, TERM
from gardien.systems.d20d100.table.lingering import ROUND
from gardien.systems.d20d100.table.weighing import of_mind, weighed

STATES = ("temp_mad", "indef_mad", "perm_mad", "decompensating")
TRY_AGAIN = 60  # minutes between two tries to remember (D100-SKILL-11)
MOST_ITEMS = 1000


# ---- madness ----


def _after_madness(kind: Any) -> Consequence:
    """A madness is written down with the time it lasts (D100-SAN-03, D100-SAN-04, D100-MISS-09)."""

    def settle(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        if "madness" not in sheet:
            return {}
        rounds, hours, months = (outcome.get(name, 0) for name in ("rounds", "hours", "months"))
        said = f"{rounds} rounds" if rounds else f"PT{hours}H" if hours else f"P{months}M"
        term = rounds + hours * HOUR // ROUND + months * MONTH_MINUTES * ROUNDS_A_MINUTE
        cause = str(sheet.get("frightened_by") or "")[:100]
        drawn = MadnessHeld(kind=kind, symptom=str(outcome["symptom"]), duration=said, cause=cause)
        flag = "temp_mad" if kind == "temporary" else "indef_mad"
        return {"madness": [*sheet["madness"], with_rounds(msgspec.to_builtins(drawn), term)], flag: True}

    return settle


def _after_end_of_madness(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Months that are over bring a cure, or more of them (D100-MISS-09)."""
    over = forget(sheet, TERM)
    lasting = [one for one in sheet.get("madness", ()) if one["kind"] == "indefinite"]
    if not lasting:
        return {"indef_mad": False, **over} if outcome["cured"] and "indef_mad" in sheet else over
    first = next((one for one in lasting if not rounds_left(one)), lasting[0])
    rest = [one for one in sheet["madness"] if one is not first]
    if outcome["cured"]:
        return {"madness": rest, "indef_mad": any(one["kind"] == "indefinite" for one in rest), **over}
    longer = with_rounds(first, outcome["more_months"] * MONTH_MINUTES * ROUNDS_A_MINUTE)
    return {"madness": [*rest, longer], **over}


def _after_asylum(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Whoever is released has a mind again (D100-SAN-05, D100-MISS-09)."""
    if not outcome["released"]:
        return {}
    return {**{name: False for name in STATES if name in sheet}, **({"madness": []} if "madness" in sheet else {})}


def _after_calming(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A mind that was talked back from the edge no longer slides (D100-SAN-06)."""
    return {"mind_stable": True} if outcome.get("stable") and who == given.get("patient", "") else {}


def fright(outcome: Content, what: str) -> dict[str, Any]:
    """What shook a mind is remembered as the cause of the madness that may come of it (D100-MISS-09)."""
    return {"frightened_by": what[:100]} if any(outcome.get(name) for name in STATES) else {}


def after_fright(cause: str, settle: Consequence) -> Consequence:
    """The same where an input names what it was."""

    def after(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        shaken = {} if who else fright(outcome, str(given[cause]))
        return {**shaken, **settle(sheet, given, outcome, who)}

    return after


def _after_treatment(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A month of care has been told (D100-MISS-09)."""
    return forget(sheet, MONTHS) if who == given.get("patient", "") else {}


def _after_combat_san(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Each keeps their own result, and pays it at the sight of what is still hidden (D100-CBT-06)."""
    own = next((one for one in outcome["pending"] if one["name"] == who), None)
    if own is None:
        return {}
    states = [name for name in STATES if own.get(name)]
    if not isinstance(sheet, Being) or not _something_lurks(sheet):
        kept = {name: True for name in states if name in sheet}
        return {"san": own["san"], "san_lost_this_hour": own["lost_this_hour"], **kept}
    foreseen = {"loss": own["loss"], "states": states}
    return {"pending_san": [*(sheet.get("pending_san") or ()), foreseen]} if own["loss"] else {}


def _something_lurks(being: Being) -> bool:
    """Whether the Monster is still hidden: one is, and none is seen in this fight."""
    there = being.scene.fight.get("order") or ()
    monsters = {id: in_sight for id, (kind, in_sight) in being.scene.cast.items() if kind == "monster"}
    seen = any(in_sight for id, in_sight in monsters.items() if id in there or not there)
    return not seen and not all(monsters.values())


def kind_of_creature(creature: Content) -> str:
    """« Goule 1 » and « Goule 2 » are one kind (D100-MISS-09), under the name that all know."""
    return kind_called(str(creature.get(ALIAS) or creature.get("species") or creature.get("name", "")))


def left_to_lose(being: Content, creature: Content) -> int:
    """What this kind of creature may still take (D100-MISS-09)."""
    lost = int((being.get("san_losses_by_creature") or {}).get(kind_of_creature(creature), 0))
    return max(0, Dice.parse(str(creature["san_loss"]["failure"])).highest() - lost)


def lost_to_kind(being: Content, creature: Content, loss: int) -> dict[str, Any]:
    """One kind of creature costs only so much: what it has taken is added up (D100-MISS-09)."""
    if not loss or "san_loss" not in creature or "san_losses_by_creature" not in being:
        return {}
    lost, kind = dict(being["san_losses_by_creature"] or {}), kind_of_creature(creature)
    return {"san_losses_by_creature": {**lost, kind: min(1000, lost.get(kind, 0) + loss)}}


def on_shown(being: Being, seen: Being) -> dict[str, Any]:
    """What was foreseen is paid when a Monster comes into sight (D100-CBT-06)."""
    pending = being.get("pending_san")
    if not pending or seen.get("kind") != "monster" or "san" not in being:
        return {}
    lost = sum(one["loss"] for one in pending)
    if seen["san_loss"]["failure"] != "0":  # else the Keeper has said what it costs
        lost = min(lost, left_to_lose(being, seen))
    states = {name: True for one in pending for name in one["states"] if name in being.sheet}
    return {
        "san": max(san_floor(rules(being.scene.options)), being["san"] - lost),
        "san_lost_this_hour": min(99, being.get("san_lost_this_hour", 0) + lost),
        **states,
        **lost_to_kind(being, seen, lost),
        "pending_san": None,
    }


# ---- memory ----


def _item(sheet: Content, asked: Content) -> dict[str, Any] | None:
    """What is to be remembered: the one that is named, else the last."""
    held, what = sheet.get("memory_items") or (), asked.get("what")
    return next((dict(one) for one in reversed(held) if what in (None, "", one["what"])), None)


def _memory_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    return {"modifier": skill_of(sheet, "memoire")[0]}


def _recall_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """What was learned by heart, and how often it has not come back: one try an hour (D100-SKILL-11)."""
    item = _item(sheet, asked)
    if item is None or not isinstance(sheet, Being):
        return _memory_inputs(sheet, asked)
    last = item["last_try"]
    if last is not None and item["recall_failures"] and sheet.scene.clock < last + TRY_AGAIN:
        raise Refusal("act/later", kind="refused", rule="D100-SKILL-11", minutes=last + TRY_AGAIN - sheet.scene.clock)
    return {
        **_memory_inputs(sheet, asked),
        "what": item["what"],
        "memorised": item["memorised"],
        "failures": min(50, item["recall_failures"]),
    }


def _remembered(sheet: Content, what: str, **changed: Any) -> dict[str, Any]:
    held = [dict(one) for one in sheet.get("memory_items") or ()]
    old = next((one for one in held if one["what"] == what), {"what": what, "memorised": False, "recall_failures": 0})
    return {"memory_items": [*(one for one in held if one["what"] != what), {**old, **changed}][-MOST_ITEMS:]}


def _after_memorising(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Something new to remember; learned by heart it comes back more easily (D100-SKILL-11)."""
    if "memory_items" not in sheet:
        return {}
    return _remembered(sheet, given.get("what", ""), memorised=outcome["success"], recall_failures=0, last_try=None)


def _after_recall(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    if "memory_items" not in sheet:
        return {}
    tried = None if outcome["success"] else sheet.scene.clock if isinstance(sheet, Being) else None
    return _remembered(sheet, given.get("what", ""), recall_failures=outcome["failures"], last_try=tried)


# ---- on the alert ----


def _alert_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """An hour after it was lost, and not for the absent-minded (D100-CBT-04)."""
    clock = sheet.scene.clock if isinstance(sheet, Being) else 0
    return {
        "hour_passed": clock >= sheet.get("alert_available_at", 0),
        "distracted": any(row.never_alert for row in traits_of(sheet)),
    }


def moving(settle: Consequence | None = None) -> Consequence:
    """Whoever moves or fights is on the alert no more (D100-CBT-04)."""

    def after(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        startled = {"alert": False} if sheet.get("alert") and not who else {}
        return {**startled, **(settle(sheet, given, outcome, who) if settle else {})}

    return after


FILLS: Mapping[str, BindInputs] = {
    # short in a fight, long otherwise (D100-MISS-09)
    "temporary_madness": lambda sheet, asked: {"length": "short" if in_fight(sheet) else "long"},
    "asylum": lambda sheet, asked: {"chance": jet_of(sheet, "chance")},
    "decompensation_round": lambda sheet, asked: {"stable": sheet.get("mind_stable", False)},
    "memorise": weighed(_memory_inputs, of_mind),
    "recall": weighed(_recall_inputs, of_mind),
    "alert": _alert_inputs,
}
AFTER: Mapping[str, Consequence] = {
    "temporary_madness": _after_madness("temporary"),
    "indefinite_madness": _after_madness("indefinite"),
    "end_of_madness": _after_end_of_madness,
    "asylum": _after_asylum,
    "calm_decompensation": _after_calming,
    "treat_madness": _after_treatment,
    "decompensation_round": lambda sheet, given, outcome, who: forget(sheet, BEAT),
    "combat_san": _after_combat_san,
    "memorise": _after_memorising,
    "recall": _after_recall,
    "alert": lambda sheet, given, outcome, who: {"alert": True} if outcome["allowed"] else {},
}
