"""Who has hold of whom: relations that either can end, each for itself (CBT-15, CREAT-13, M-03)."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from gardien.core.fighting import Content, Hold, Holds
from gardien.core.scene import Being
from gardien.core.table_rules import Encounter
from gardien.systems.operators.rules.fight.state import FighterState
from gardien.systems.operators.table.ability import ACTIONS, out
from gardien.systems.operators.table.marks import left_by, state_of
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
        fields[hold.victim] = left_by(victim, state_of(victim).free_of(hold.holder))
        if holder is not None and "holding" not in holder:  # a word about them, and no hold
            fields[hold.victim].pop("held", None)
    if holder is not None:
        after = state_of(holder).letting_go(hold.victim)
        fields[hold.holder] = {**left_by(holder, after), "holding": list(after.holding) or None}
    return fields


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
        meeting.target_id: left_by(meeting.target, state_of(meeting.target).seized_by(meeting.actor_id)),
        meeting.actor_id: left_by(meeting.actor, state_of(meeting.actor).seizing(meeting.target_id)),
    }


def broken(meeting: Encounter) -> Mapping[str, dict[str, Any]]:
    """Whoever breaks free is free of that one alone."""
    return _release(
        Hold(meeting.target_id, meeting.actor_id),
        {meeting.actor_id: meeting.actor, meeting.target_id: meeting.target} if meeting.outcome.get("free") else {},
    )


def still_held(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Of two who hold somebody, one is left."""
    others = len(sheet.get("held_by", ())) > 1
    return {"held": True} if who == given["character"].get("name") and outcome.get("free") and others else {}


def gripped(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A creature and the prey that its attack has seized; names stand for people."""
    creature = given["creature"].get("name", "")
    prey = [one["name"] for one in outcome.get("hits", ()) if one.get("gripped")]
    state = state_of(sheet)
    if who and who == creature:
        return left_by(sheet, reduce(FighterState.seizing, prey, state))
    return left_by(sheet, state.seized_by(creature)) if who in prey and creature else {}


KEEPS_HOLD = ("hold", "break_free", "opposed_test", "recognise")  # what one does and still holds on


def lets_go(procedure: str, sheet: Content, given: Content) -> bool:
    """Whether somebody has to let go of all whom they hold to do something; creatures have limbs enough (M-03)."""
    if not sheet.get("holding") or sheet.get("kind") == "creature" or procedure not in ACTIONS:
        return False
    if procedure in KEEPS_HOLD or given.get("is_action") is False:
        return False
    return procedure != "attack_melee" or given.get("weapon", "unarmed") != "unarmed"
