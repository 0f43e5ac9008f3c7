"""Who has hold of whom: relations that either can end, each for itself (CBT-15, CREAT-13, M-03)."""

from collections.abc import Iterable, Mapping
from typing import Any

from gardien.core.fighting import Content, Hold, Holds
from gardien.core.scene import TALLY, Being
from gardien.core.table_rules import Encounter
from gardien.systems.operators.table.ability import ACTIONS, out
from gardien.systems.operators.table.life import CRUSHED, GRIP
from gardien.systems.operators.table.places import zone_between


def _among(people: Mapping[str, Being]) -> Iterable[Hold]:
    held = [Hold(holder, id) for id, one in people.items() for holder in one.get("held_by", ())]
    holding = [Hold(id, victim) for id, one in people.items() for victim in one.get("holding", ())]
    return dict.fromkeys((*held, *holding))  # either may have been freed of it already


def _release(hold: Hold, people: Mapping[str, Being]) -> Mapping[str, dict[str, Any]]:
    """That hold is over; another one goes on."""
    victim, holder = people.get(hold.victim), people.get(hold.holder)
    fields: dict[str, dict[str, Any]] = {}
    if victim is not None:
        freed = without_holder(victim, hold.holder)
        if holder is not None and "holding" not in holder:  # a word about them, and no hold
            del freed["held"]
        fields[hold.victim] = freed
    if holder is not None:
        fields[hold.holder] = without_prey(holder, hold.victim)
    return fields


def without_holder(victim: Content, holder: str) -> dict[str, Any]:
    """Somebody whom one of those who hold them has let go."""
    left = [one for one in victim.get("held_by", ()) if one != holder]
    return {"held": bool(left), "held_by": left or None, TALLY: {CRUSHED: None}}


def without_prey(holder: Being, victim: str) -> dict[str, Any]:
    """Somebody who has let go of one of those they held: what the grip was still to do to that one is over too."""
    held = list(holder.get("holding", ()))
    left: dict[str, Any] = {"holding": [one for one in held if one != victim] or None}
    waiting = holder.tally.get(GRIP, 0)  # the last of them, in their order
    return left | {TALLY: {GRIP: waiting - 1 or None}} if victim in held[max(0, len(held) - waiting) :] else left


def _lasts(hold: Hold, people: Mapping[str, Being]) -> bool:
    """The holder can still hold on, and the victim has neither died nor been taken out of reach.

    Whoever is senseless can be held as well (OPS-CBT-15), if they were when they were seized.
    """
    holder, victim = people[hold.holder], people[hold.victim]
    if hold.victim not in holder.get("holding", ()) or not victim.get("held") or victim.get("wound_level") == "dead":
        return False
    return not (out(holder) or holder.get("held") or holder.get("helpless") or zone_between(holder, victim))


HOLDS = Holds(fields=("held_by", "holding", "held"), among=_among, release=_release, lasts=_lasts)


# ---- acts ----


def seized(meeting: Encounter) -> Mapping[str, dict[str, Any]]:
    """A hold that has succeeded ties two people."""
    if not meeting.outcome.get("held") or meeting.outcome.get("refused"):
        return {}
    return {
        meeting.target_id: {"held_by": _with(meeting.target.get("held_by", ()), meeting.actor_id)},
        meeting.actor_id: {"holding": _with(meeting.actor.get("holding", ()), meeting.target_id)},
    }


def _with(people: Iterable[str], one: str) -> list[str]:
    return list(dict.fromkeys([*people, one]))


def broken(meeting: Encounter) -> Mapping[str, dict[str, Any]]:
    """Whoever breaks free is free of that one alone."""
    if not meeting.outcome.get("free"):
        return {}
    return {
        meeting.actor_id: without_holder(meeting.actor, meeting.target_id),
        meeting.target_id: without_prey(meeting.target, meeting.actor_id),
    }


def still_held(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Of two who hold somebody, one is left."""
    others = len(sheet.get("held_by", ())) > 1
    return {"held": True} if who == given["character"].get("name") and outcome.get("free") and others else {}


def gripped(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A creature and the prey that its attack has seized; names stand for people."""
    creature = given["creature"].get("name", "")
    prey = [one["name"] for one in outcome.get("hits", ()) if one.get("gripped")]
    if who and who == creature:
        return {"holding": list(dict.fromkeys([*sheet.get("holding", ()), *prey]))} if prey else {}
    return {"held_by": [*sheet.get("held_by", ()), creature]} if who in prey and creature else {}


KEEPS_HOLD = ("hold", "break_free", "opposed_test", "recognise")  # what one does and still holds on


def lets_go(procedure: str, sheet: Content, given: Content) -> bool:
    """Whether somebody has to let go of all whom they hold to do something; creatures have limbs enough (M-03)."""
    if not sheet.get("holding") or sheet.get("kind") == "creature" or procedure not in ACTIONS:
        return False
    if procedure in KEEPS_HOLD or given.get("is_action") is False:
        return False
    return procedure != "attack_melee" or given.get("weapon", "unarmed") != "unarmed"
