"""Who meets whom: what an act reads from both, and what it leaves on them beside its wounds (DEF, GRAP, SPEC)."""

from collections.abc import Mapping
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.hosting import Against, Meet, Meeting
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.actions import CHARGE_MIN, TIRING
from gardien.systems.d20d100.arming import LINES, chosen, jet_of, other_way, protection_of, skill_of
from gardien.systems.d20d100.bodies import DEEPEST
from gardien.systems.d20d100.grappling import PUSHED
from gardien.systems.d20d100.standing import (
    STANDS,
    band,
    caught,
    defences,
    held,
    helpless,
    metres,
    nearer,
    plain_body,
    situations,
    thrown_back,
    without,
)

Marks = dict[str, dict[str, Any]]  # what is written, by id
OF_PATIENT = ("pv", "pv_max", "temp_damage", "is_pc", "uses_agony")


# ---- what is read from both ----


def _reached(actor: Content, target: Content, line: Content) -> None:
    """Hand to hand only at arm’s length, whatever else holds (D100-CBT-13)."""
    if band(actor, target) and line.get("weapon_class", "contact") == "contact":
        raise Refusal("act/too_far", kind="refused", field="target")


def _hit_at(key: str, actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    normal, flat = defences(target)
    line = chosen(actor, asked, key)
    if key != "charge" and line:
        _reached(actor, target, line)
    meant = [one] if (one := other_way(actor, asked, line)) else []
    found: dict[str, Any] = {"situations": [*situations(actor, target), *meant], **protection_of(target, line)}
    if key in ("attack_sequence", "multiple_fire"):
        return {**found, "defence": normal, "defence_flat": flat, "target_flat_footed": caught(target)}
    if key == "opportunity_attack":
        return {**found, "defence": normal, "defence_flat": flat, "target_fleeing": bool(target.get("fleeing"))}
    return {**found, "defence": flat if caught(target) else normal}


def _aimed(key: str) -> Meet:
    """The Defence that counts, what protects, how far it is (D100-DEF-02, D100-RNG-01)."""

    def meet(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
        found = _hit_at(key, actor, target, asked)
        if band(actor, target):
            found["distance"] = metres(actor, target)
        return found

    return meet


def _rushed(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """A charge: how far, Lutte of both, how open it leaves whoever runs (D100-SPEC-02)."""
    found = _hit_at("charge", actor, target, asked)
    far = metres(actor, target) if STANDS in actor or STANDS in target else CHARGE_MIN
    quick = jet_of(actor, "reflexes")
    own = int(actor.get("defence_flat", 15)) - 15 - min(0, quick)
    return {
        **found,
        "distance": far,
        "opponent_lutte": target.get("lutte", 0),
        "own_reflexes": quick,
        "own_defence_modifier": max(-20, min(20, own)),
    }


def _wrestled(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Lutte against Lutte, and the Defence that a shot in the middle of it meets (D100-GRAP-02, D100-GRAP-03)."""
    _reached(actor, target, {})
    normal, _ = defences(target)
    line = chosen(actor, asked, "grapple_manoeuvre") if asked.get("weapon_name") else {}
    return {"opponent_lutte": target.get("lutte", 0), "defence": normal, **protection_of(target, line)}


def _seized(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Lutte of both; a Monster’s has its Mass in it already (D100-GRAP-01, D100-CREAT-05)."""
    _reached(actor, target, {})
    return {"opponent_lutte": max(-40, min(60, target.get("lutte", 0)))}


def _disarmed(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """The attack scores of both with what they hold, and the hands around it (D100-SPEC-03)."""
    _reached(actor, target, {})
    line = _in_hand(target)
    if not line and "weapons" in target:
        raise Refusal("act/unarmed", kind="refused", field="holder")
    series = line.get("base_series") or (0,)
    row = pack.weapon(line["weapon"]) if line.get("weapon") else None
    larger = int(target.get("mass", 0)) - int(actor.get("mass", 0))
    return {
        "holder_attack": series[0],
        "two_handed": bool(row and row.hands == 2),
        "larger": "holder" if larger >= 4 else "attacker" if larger <= -4 else "none",
    }


def _in_hand(sheet: Content) -> dict[str, Any]:
    """The weapon that somebody holds: the first that is not a bare hand."""
    lines = [one for one in sheet.get("weapons", ()) if one.get("combat_skill") not in ("boxe", "lutte")]
    return dict(next(iter(lines), {}))


def _stalked(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    return {"listen_modifier": skill_of(target, "ecouter")[0]}


def _finished(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Only upon the helpless, within arm’s reach (D100-SPEC-05, D100-SPEC-06)."""
    if not helpless(target):
        raise Refusal("act/not_helpless", kind="refused", field="target")
    return {"distance": metres(actor, target), **protection_of(target, chosen(actor, asked, "coup_de_grace"))}


def _treated(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """The body of whoever is treated (D100-HEALTH-07, D100-HEALTH-08)."""
    known = {name: target[name] for name in OF_PATIENT if name in target}
    return {**known, "already_treated": bool(target.get("first_aid_used"))}


def _in_area(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Everybody in an area throws Réflexes with what they wear; how far the area is (D100-FIRE-07, D100-ROLL-04)."""
    return {
        "reflexes": jet_of(target, "reflexes"),
        "body": plain_body(target),
        **protection_of(target, {"weapon_class": "firearm"}),
    }


def _sprayed(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    found = _in_area(actor, target, asked)
    return {**found, "distance": metres(actor, target)} if band(actor, target) else found


def _hidden_from(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Observer against Se cacher, and whether somebody is on the alert (D100-CBT-04, D100-CBT-07)."""
    return {"modifier": skill_of(target, "observer")[0], "alert": bool(target.get("alert"))}


# ---- what is left on both ----


def _tired(meeting: Meeting, act: str = "attack") -> dict[str, Any]:
    """At 0 PV every effort costs one more (D100-HEALTH-06)."""
    worn = meeting.actor.get("condition") == "out_of_action" and act in TIRING
    return {"pv": max(DEEPEST, meeting.actor["pv"] - 1)} if worn else {}


def _struck(meeting: Meeting) -> dict[str, Any]:
    """Whoever was hit is on guard from now on, and may be shaken (D100-DEF-02, D100-HEALTH-03)."""
    outcome = meeting.outcome
    found: dict[str, Any] = {"ambushed": None} if meeting.target.get("ambushed") else {}
    if outcome.get("hit") or outcome.get("hits") or outcome.get("success"):
        found |= {mark: None for mark in ("flat_footed",) if meeting.target.get(mark)}
    return {**found, "shocked": True} if outcome.get("target_shock") else found


def _attacked(meeting: Meeting) -> Marks:
    if meeting.outcome.get("in_range") is False:
        return {}
    return {meeting.actor_id: _tired(meeting), meeting.target_id: _struck(meeting)}


def _rushed_in(meeting: Meeting) -> Marks:
    """A charge ends at the other’s side, on open guard; it may push or throw down (D100-SPEC-02)."""
    if not meeting.outcome.get("accepted"):
        return {}
    found = _struck(meeting)
    won = meeting.outcome.get("success")
    here = {**meeting.actor, STANDS: meeting.target.get(STANDS, 0)}
    if won and meeting.given.get("kind") == "knock_down":
        found["prone"] = True
    elif won and meeting.given.get("kind") == "push":
        back = {**meeting.target, STANDS: meeting.target.get(STANDS, 0)}
        found[STANDS] = thrown_back(back, meeting.actor, PUSHED)
    own = {**_tired(meeting, "charge"), "charging": True, STANDS: here[STANDS]}
    return {meeting.actor_id: own, meeting.target_id: found}


def _seizes(meeting: Meeting) -> Marks:
    """Both are in each other’s arms (D100-GRAP-01)."""
    if not meeting.outcome["grappling"]:
        return {meeting.actor_id: _tired(meeting, "grapple")}
    mine = [*without(held(meeting.actor), meeting.target_id), meeting.target_id]
    theirs = [*without(held(meeting.target), meeting.actor_id), meeting.actor_id]
    return {
        meeting.actor_id: {**_tired(meeting, "grapple"), "grappling": mine},
        meeting.target_id: {"grappling": theirs, **_struck(meeting)},
    }


def _wrestles(meeting: Meeting) -> Marks:
    """A hold, a fall, a hand at the throat, or the way out (D100-GRAP-03, D100-GRAP-04)."""
    actor, target, effect = meeting.actor, meeting.target, meeting.outcome.get("effect", "none")
    mine = _tired(meeting, "grapple")
    theirs: dict[str, Any] = {}
    others: Marks = {}
    if effect != "none" and actor.get("immobilised"):  # until the victim wins (D100-GRAP-03)
        mine["immobilised"] = None
    match effect:
        case "weapon_drawn":
            mine["weapon_drawn"] = True
        case "immobilised":
            theirs["immobilised"] = True
        case "knocked_down":
            theirs["prone"] = True
        case "pushed":
            theirs[STANDS] = thrown_back(target, actor, meeting.outcome["metres"])
        case "strangling":
            theirs |= {"strangle_round": 1, "strangle_failed": False, "strangle_bonus": _garrotte(meeting)}
        case "free":
            mine["grappling"] = without(held(actor), meeting.target_id) or None
            theirs["grappling"] = without(held(target), meeting.actor_id) or None
            mine |= {"strangle_round": 0} if actor.get("strangle_round") else {}
        case "ally_freed":
            freed = [id for id in held(target) if id != meeting.actor_id]
            others = {id: {"grappling": None, "immobilised": None, "strangle_round": 0} for id in freed}
            theirs["grappling"] = [meeting.actor_id] if meeting.actor_id in held(target) else None
    if meeting.outcome.get("target_shock"):
        theirs["shocked"] = True
    return {**others, meeting.actor_id: mine, meeting.target_id: theirs}


def _garrotte(meeting: Meeting) -> int:
    """What a garrotte adds (D100-MISS-05)."""
    keys = [one["weapon"] for one in meeting.actor.get("weapons", ()) if one.get("weapon")]
    return max((pack.weapon(key).strangle_bonus for key in keys), default=0)


def _drops(meeting: Meeting) -> Marks:
    """The weapon falls (D100-SPEC-03)."""
    found: Marks = {meeting.actor_id: _tired(meeting)}
    if meeting.outcome["disarmed"]:
        found[meeting.target_id] = {"disarmed": _in_hand(meeting.target).get("name") or True}
    return found


def _creeps_up(meeting: Meeting) -> Marks:
    """Helpless for one blow, or only caught off guard (D100-SPEC-04)."""
    state = "ambushed" if meeting.outcome["victim_state"] == "helpless" else "flat_footed"
    near = {STANDS: meeting.target.get(STANDS, 0)} if band(meeting.actor, meeting.target) else {}
    return {meeting.actor_id: {**_tired(meeting, "surprise_attack"), **near}, meeting.target_id: {state: True}}


def _waits_for(meeting: Meeting) -> Marks:
    """An action held ready for somebody; carried out, it is one simple action (D100-MODE-06)."""
    if meeting.actor.get("prepared"):
        return {meeting.actor_id: {"prepared": None, "triggered": True}}
    return {meeting.actor_id: {"prepared": [meeting.target_id]}}


def _walks(meeting: Meeting) -> Marks:
    """Towards somebody, as far as the action carries (D100-CBT-13)."""
    far = meeting.outcome.get("metres")
    if not far or not band(meeting.actor, meeting.target):
        return {}
    return {meeting.actor_id: {STANDS: nearer(meeting.actor, meeting.target, far)}}


SEEN = ("situations", "distance")
AGAINST: Mapping[str, Against] = {
    **{key: Against("target", _aimed(key), SEEN, joined=("situations",), ends=_attacked) for key in LINES},
    "charge": Against("target", _rushed, SEEN, joined=("situations",), ends=_rushed_in),
    "grapple_manoeuvre": Against("target", _wrestled, ends=_wrestles),
    "coup_de_grace": Against("target", _finished, ("distance",), ends=_attacked),
    "start_grapple": Against("opponent", _seized, ends=_seizes),
    "silent_hold": Against("opponent", _seized),
    "disarm": Against("holder", _disarmed, ends=_drops),
    "sneak_attack": Against("victim", _stalked, ends=_creeps_up),
    "first_aid": Against("patient", _treated, bears=True, oneself=True),
    "burst": Against("targets", _sprayed, ("distance",)),
    "explosion": Against("targets", _in_area, oneself=True),
    "check_surprise": Against("watchers", _hidden_from),
    "delay": Against("after"),
    "prepare": Against("enemy", ends=_waits_for),
    "take_action": Against("toward", ends=_walks, optional=True),
}
