"""Who meets whom: what an act reads from both, and what it leaves on them beside its wounds (DEF, GRAP, SPEC)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gardien.core.counts import MINUTE
from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being
from gardien.core.table_rules import AfterBoth, Encounter, TargetContext, Targeting
from gardien.shared.line import STANDS, metres, nearer
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.dangers.hazards import CLUMSY
from gardien.systems.d20d100.rules.fight import standing
from gardien.systems.d20d100.rules.fight.bursts import AREAS
from gardien.systems.d20d100.rules.fight.holds import Both, after_effect
from gardien.systems.d20d100.rules.fight.state import FighterState
from gardien.systems.d20d100.rules.fight.turn_actions import CHARGE_MIN
from gardien.systems.d20d100.sheet.worth import burdens, code_of, jet_of, skill_of, skill_total
from gardien.systems.d20d100.table.ability import beyond
from gardien.systems.d20d100.table.fighter import (
    chosen,
    has_turn,
    is_swarm,
    left_on,
    lines_of,
    plain_body,
    state_of,
    thing_of,
    why_dropped,
)
from gardien.systems.d20d100.table.lingering import AGAIN, WARD, tried
from gardien.systems.d20d100.table.weapon_use import LINES, caution, choose_line, intent_situation

Marks = dict[str, dict[str, Any]]  # what is written, by id
AfterTwo = Callable[[Encounter, FighterState, FighterState], Both]
OF_PATIENT = ("pv", "pv_max", "temp_damage", "is_pc", "uses_agony", "stable")


# ---- what is read from both ----


def _check_reach(actor: Content, target: Content, line: Content) -> None:
    """Hand to hand only at arm’s length, whatever else holds (D100-CBT-13)."""
    if standing.band(actor, target) and line.get("weapon_class", "contact") == "contact":
        raise Refusal("act/too_far", kind="refused", field="target")


def _hit_inputs(key: str, actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    normal, flat = standing.defences(target)
    line = choose_line(actor, asked, key)
    if key != "charge" and line:
        _check_reach(actor, target, line)
        if is_swarm(line) and isinstance(target, Being) and target.id in (actor.get("swarmed") or ()):
            raise Refusal("act/done_before", kind="refused", field="target", rule="D100-MISS-07", came=line["called"])
    meant = [one] if (one := intent_situation(actor, asked, line)) else []
    stops = stops_of(target, line)
    if target.get("no_temporary_damage") and bool(line.get("temporary")) != bool(meant):  # D100-MISS-07
        stops = {"protection_kind": "immune", "protection": 0}
    inputs: dict[str, Any] = {"situations": [*standing.situations(actor, target, line), *meant], **stops}
    if key in ("attack_sequence", "multiple_fire"):
        meets = flat if standing.is_open(target) else normal
        return {**inputs, "defence": meets, "defence_flat": flat, "target_flat_footed": standing.is_off_guard(target)}
    if key == "opportunity_attack":
        return {**inputs, "defence": normal, "defence_flat": flat, "target_fleeing": bool(target.get("fleeing"))}
    return {**inputs, "defence": flat if standing.is_off_guard(target) else normal}


def stops_of(target: Content, line: Content) -> dict[str, Any]:
    """What protects somebody: a spell over the flesh too, beside a hide, in place of a vest (D100-MISS-10)."""
    stops = standing.protection_of(target, line)
    ward, kind = target.get(WARD, 0), stops.get("protection_kind", "none")
    if not ward or kind not in ("none", "points", "vest"):
        return stops
    return {"protection_kind": "points", "protection": min(60, ward + _hide(stops))}


def _hide(stops: Content) -> int:
    return int(stops["protection"]) if stops.get("protection_kind") == "points" else 0


def _worn_ward(meeting: Encounter) -> dict[str, Any]:
    """What has stopped a blow is used up (D100-MISS-10)."""
    blows = meeting.outcome.get("shots") or [meeting.outcome]
    return worn_by(meeting.target, meeting.given, [one for one in blows if "damage_final" in one])


def worn_by(target: Content, given: Content, blows: Sequence[Content]) -> dict[str, Any]:
    """A ward after some blows: what comes through has gone through all of it; a hide stops its part and is not worn."""
    ward, most = target.get(WARD, 0), given.get("protection", 0)
    if not ward or given.get("protection_kind") != "points":
        return {}
    met = [one.get("damage_multiplied", 0) or one.get("damage_rolled", 0) // (1 + _halves(one)) for one in blows]
    stopped = [most if one["damage_final"] else min(most, came) for one, came in zip(blows, met, strict=True)]
    left = ward - sum(max(0, one - max(0, most - ward)) for one in stopped)
    return {WARD: left} if left > 0 else {WARD: None, TALLY: {WARD: None}}


def _halves(blow: Content) -> bool:
    """Whoever threw themselves aside meets half of it (D100-MISS-12)."""
    return bool(blow.get("reflex_success"))


def _bitten(meeting: Encounter, line: Content, theirs: FighterState) -> FighterState:
    """A bite that holds goes on round after round (D100-MISS-07)."""
    drain = f"{line['drains']} {line['drain']}" if line.get("drain_goes_on") else ""
    goes_on = line.get("each_round") or drain
    if not goes_on or not (meeting.outcome.get("hit") or meeting.outcome.get("hits")):
        return theirs
    return theirs.bitten(meeting.actor_id, goes_on, code_of(meeting.actor, "FOR") if line.get("engulfs") else None)


def _attack_inputs(key: str) -> TargetContext:
    """The Defence that counts, what protects, how far it is (D100-DEF-02, D100-RNG-01)."""

    def meet(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
        inputs = _hit_inputs(key, actor, target, asked)
        if standing.band(actor, target):
            inputs["distance"] = metres(actor, target)
        return inputs

    return meet


def _charge_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """A charge: how far, Lutte of both, how open it leaves whoever runs (D100-SPEC-02)."""
    inputs = _hit_inputs("charge", actor, target, asked)
    far = metres(actor, target) if STANDS in actor or STANDS in target else CHARGE_MIN
    quick = jet_of(actor, "reflexes")
    own = int(actor.get("defence_flat", 15)) - 15 - min(0, quick)
    return {
        **inputs,
        "distance": far,
        "opponent_lutte": _own_grip(target),
        "own_reflexes": quick,
        "own_defence_modifier": max(-20, min(20, own)),
    }


def _manoeuvre_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Lutte against Lutte, and the Defence that a shot in the middle of it meets (D100-GRAP-02, D100-GRAP-03)."""
    _check_reach(actor, target, {})
    normal, _ = standing.defences(target)
    line = choose_line(actor, asked, "grapple_manoeuvre") if asked.get("weapon_name") else {}
    others = {"opponent_lutte": target.get("lutte", 0), "opponent_mods": burdens(target)}
    return {**others, "defence": normal, **stops_of(target, line)}


def _grapple_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Lutte of both; a Monster’s has its Mass in it already (D100-GRAP-01, D100-CREAT-05)."""
    _check_reach(actor, target, {})
    return {"opponent_lutte": max(-40, min(60, target.get("lutte", 0))), "opponent_mods": burdens(target)}


def _own_grip(target: Content) -> int:
    """Lutte with what weighs on it, where a rule takes one number (D100-HEALTH-04)."""
    return max(-40, min(80, int(target.get("lutte", 0)) + sum(burdens(target))))


def _silent_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """It is easier the first round (D100-GRAP-05)."""
    again = isinstance(actor, Being) and actor.id in (target.get("pinned_by") or ())
    return {**_grapple_inputs(actor, target, asked), "round": 2 if again else 1}


def _disarm_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """The attack scores of both with what they hold, and the hands around it (D100-SPEC-03)."""
    _check_reach(actor, target, {})
    line = _in_hand(target)
    if not line and "weapons" in target:
        raise Refusal("act/unarmed", kind="refused", field="holder")
    series = line.get("base_series") or (0,)
    row = pack.weapon(line["weapon"]) if line.get("weapon") else None
    larger = int(target.get("mass", 0)) - int(actor.get("mass", 0))
    return {
        "holder_attack": series[0],
        "holder_mods": [*burdens(target), *caution(target)],
        "two_handed": bool(row and row.hands == 2),
        "larger": "holder" if larger >= 4 else "attacker" if larger <= -4 else "none",
    }


def _in_hand(sheet: Content) -> dict[str, Any]:
    """The weapon that somebody holds: the last used, else the first that is no bare hand and has not left it."""
    lines = [one for one in lines_of(sheet) if one.get("combat_skill", "boxe") not in ("boxe", "lutte")]
    held = [one for one in lines if not why_dropped(sheet, one)]
    used = [one for one in held if thing_of(one["called"]) == sheet.get("weapon_in_hand")]
    return next(iter((*used, *held)), {})


def _sneak_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    return {"listen_modifier": skill_total(target, "ecouter")}


def _coup_de_grace_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Only upon the helpless, within arm’s reach (D100-SPEC-05, D100-SPEC-06)."""
    if not standing.is_helpless(target):
        raise Refusal("act/not_helpless", kind="refused", field="target")
    return {"distance": metres(actor, target), **stops_of(target, choose_line(actor, asked, "coup_de_grace"))}


def _check_tries(actor: Content, target: Content, skill: str) -> None:
    """Whoever could not help leaves it to somebody else, or takes twenty times as long (D100-HEALTH-08)."""
    if not isinstance(actor, Being) or not isinstance(target, Being):
        return
    since = target.tally.get(tried(skill, actor.id))
    if since is None:
        return
    if target.get("condition") == "dying":
        raise Refusal("act/tried", kind="refused", field="patient", rule="D100-HEALTH-08")
    if since < AGAIN:
        minutes = -(-(AGAIN - since) // MINUTE)
        raise Refusal("act/tried_now", kind="refused", field="patient", rule="D100-HEALTH-08", minutes=minutes)


def _after_first_aid(meeting: Encounter) -> Marks:
    """Who has tried in vain is known until there is a new wound (D100-HEALTH-08)."""
    if meeting.outcome.get("success") is not False:
        return {}
    return {meeting.target_id: {TALLY: {tried(meeting.given.get("skill", "first_aid"), meeting.actor_id): 0}}}


def _first_aid_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """The body of whoever is treated (D100-HEALTH-07, D100-HEALTH-08)."""
    if not target.get("first_aid_used"):
        _check_tries(actor, target, asked.get("skill") or "first_aid")
    known = {name: target[name] for name in OF_PATIENT if name in target}
    return {**known, "already_treated": bool(target.get("first_aid_used"))}


def area_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Everybody in an area throws Réflexes, behind what they have, with what they wear (D100-FIRE-07, D100-ROLL-04)."""
    return {
        "reflexes": CLUMSY if standing.is_senseless(target) else jet_of(target, "reflexes"),
        "reflex_mods": [*burdens(target), *([behind] if (behind := standing.cover_of(target)) else [])],
        "body": plain_body(target),
        **stops_of(target, {"weapon_class": "firearm"}),
    }


def _burst_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    return {
        **area_inputs(actor, target, asked),
        "distance": metres(actor, target) if standing.band(actor, target) else 0,
    }


def _check_area(actor: Content, targets: Sequence[Content], asked: Content) -> dict[str, Any]:
    """A burst covers a small square (D100-MISS-12)."""
    size = 50 if choose_line(actor, asked, "burst").get("rate") == "burst_50" else 10
    if any(metres(targets[0], one) > AREAS[size] for one in targets):
        raise Refusal("act/area", kind="refused", field="targets", rule="D100-MISS-12", high=AREAS[size])
    return {}


def _watcher_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Observer against Se cacher, and whether somebody is on the alert (D100-CBT-04, D100-CBT-07)."""
    mods = burdens(target, bodily=False)
    return {"modifier": skill_of(target, "observer")[0], "mods": mods, "alert": bool(target.get("alert"))}


# ---- what is left on both ----


def _struck(meeting: Encounter, theirs: FighterState) -> FighterState:
    """Whoever was struck: on guard from now on if they were hit, perhaps shaken (D100-HEALTH-03, D100-MISS-07)."""
    outcome = meeting.outcome
    hit = bool(outcome.get("hit") or outcome.get("hits") or outcome.get("success"))
    return theirs.struck(hit, _shaken(meeting))


def _shaken(meeting: Encounter) -> bool:
    return bool(meeting.outcome.get("target_shock")) and not meeting.target.get("no_shock")


def _after_attack(meeting: Encounter, mine: FighterState, theirs: FighterState) -> Both:
    line, theirs = chosen(meeting.actor, meeting.given), _struck(meeting, theirs)
    return mine.swarming(meeting.target_id) if is_swarm(line) else mine, _bitten(meeting, line, theirs)


def _after_charge(meeting: Encounter, mine: FighterState, theirs: FighterState) -> Both:
    """A charge ends at the other’s side, on open guard; it may push or throw down (D100-SPEC-02)."""
    theirs, won, kind = _struck(meeting, theirs), meeting.outcome.get("success"), meeting.given.get("kind")
    here = replace(mine.moved(theirs.metres), charging=True)
    if won and kind == "knock_down":
        theirs = replace(theirs, prone=True)
    return here, theirs.pushed(mine) if won and kind == "push" else theirs


def _after_grapple(meeting: Encounter, mine: FighterState, theirs: FighterState) -> Both:
    """Both are in each other’s arms (D100-GRAP-01)."""
    if not meeting.outcome["grappling"]:
        return mine, theirs
    return after_effect("grappling", mine, _struck(meeting, theirs), meeting.actor_id, meeting.target_id)


def _after_manoeuvre(meeting: Encounter, mine: FighterState, theirs: FighterState) -> Both:
    """A hold, a fall, a hand at the throat, or the way out (D100-GRAP-03, D100-GRAP-04)."""
    effect, both = meeting.outcome.get("effect", "none"), (meeting.actor_id, meeting.target_id)
    theirs = replace(theirs, shocked=theirs.shocked or _shaken(meeting))
    return after_effect(effect, mine, theirs, *both, _garrotte(meeting))


def _after_silent_hold(meeting: Encounter, mine: FighterState, theirs: FighterState) -> Both:
    """Somebody who is held without a sound is held (D100-GRAP-05)."""
    if not meeting.outcome["held"]:
        return mine, theirs
    both = (meeting.actor_id, meeting.target_id)
    return after_effect("immobilised", *after_effect("grappling", mine, theirs, *both), *both)


def _garrotte(meeting: Encounter) -> int:
    """What a garrotte adds (D100-MISS-05)."""
    keys = [one["weapon"] for one in meeting.actor.get("weapons", ()) if one.get("weapon")]
    return max((pack.weapon(key).strangle_bonus for key in keys), default=0)


def _after_disarm(meeting: Encounter, mine: FighterState, theirs: FighterState) -> Both:
    """The weapon falls (D100-SPEC-03)."""
    falls = thing_of(_in_hand(meeting.target).get("called", ""))
    return mine, theirs.disarmed_of(falls) if meeting.outcome["disarmed"] else theirs


def _after_sneaking(meeting: Encounter, mine: FighterState, theirs: FighterState) -> Both:
    """Helpless for one blow, or only caught off guard; whoever sneaks up is there (D100-SPEC-04)."""
    if standing.band(meeting.actor, meeting.target):
        mine = mine.moved(theirs.metres)
    if meeting.outcome["victim_state"] == "helpless":
        return mine, replace(theirs, ambushed=True)
    return mine, replace(theirs, flat_footed=True)


def _after_preparing(meeting: Encounter, mine: FighterState, theirs: FighterState) -> Both:
    return mine.after_preparing(meeting.target_id), theirs


def _after_walk(meeting: Encounter, mine: FighterState, theirs: FighterState) -> Both:
    """Towards somebody, as far as the action carries (D100-CBT-13)."""
    far = meeting.outcome.get("metres")
    if not far or not standing.band(meeting.actor, meeting.target):
        return mine, theirs
    return mine.moved(nearer(mine.metres, theirs.metres, far)), theirs


SEEN = ("situations", "distance")
NO_ATTACK = ("draw_weapon", "free_ally", "break_free")  # of what wrestlers do


def _leaving(after: AfterTwo) -> AfterBoth:
    """What an act leaves on both of them in a fight."""

    def both(meeting: Encounter) -> Marks:
        mine, theirs = after(meeting, state_of(meeting.actor), state_of(meeting.target))
        return {meeting.actor_id: left_on(meeting.actor, mine), meeting.target_id: left_on(meeting.target, theirs)}

    return both


def _tiring(after: AfterTwo, *, counted: bool = True) -> AfterBoth:
    """An attack that really was one: it tires, and may wear a ward (D100-HEALTH-06, D100-MISS-10).

    Of one that is `counted` in no series the turn knows all the same: caution comes too late after it (D100-MODE-02).
    """

    def struck(meeting: Encounter, mine: FighterState, theirs: FighterState) -> Both:
        mine, theirs = after(meeting, mine, theirs)
        if counted or meeting.given.get("manoeuvre") in NO_ATTACK or not has_turn(meeting.actor):
            return mine, theirs
        return replace(mine, attacked=True), theirs

    def both(meeting: Encounter) -> Marks:
        outcome, one, other = meeting.outcome, meeting.actor_id, meeting.target_id
        if outcome.get("accepted") is False or outcome.get("in_range") is False:
            return {}
        left = _leaving(struck)(meeting)
        return {one: standing.tired(meeting.actor) | left[one], other: left[other] | _worn_ward(meeting)}

    return both


AGAINST: Mapping[str, Targeting] = {
    **{
        key: Targeting("target", _attack_inputs(key), SEEN, merged_lists=("situations",), after=_tiring(_after_attack))
        for key in LINES
    },
    "charge": Targeting("target", _charge_inputs, SEEN, merged_lists=("situations",), after=_tiring(_after_charge)),
    "grapple_manoeuvre": Targeting(
        "target", _manoeuvre_inputs, after=_tiring(_after_manoeuvre, counted=False), cannot=beyond
    ),
    "coup_de_grace": Targeting(
        "target", _coup_de_grace_inputs, ("distance",), after=_tiring(_after_attack), cannot=beyond
    ),
    "start_grapple": Targeting(
        "opponent", _grapple_inputs, after=_tiring(_after_grapple, counted=False), cannot=beyond
    ),
    "silent_hold": Targeting("opponent", _silent_inputs, after=_tiring(_after_silent_hold), cannot=beyond),
    "disarm": Targeting("holder", _disarm_inputs, after=_tiring(_after_disarm, counted=False), cannot=beyond),
    "sneak_attack": Targeting("victim", _sneak_inputs, after=_tiring(_after_sneaking)),
    "first_aid": Targeting(
        "patient", _first_aid_inputs, after=_after_first_aid, changes_target=True, oneself=True, helps=True
    ),
    "burst": Targeting("targets", _burst_inputs, ("distance",), together=_check_area),
    "explosion": Targeting("targets", oneself=True),
    "check_surprise": Targeting("watchers", _watcher_inputs),
    "delay": Targeting("after"),
    "prepare": Targeting("enemy", after=_leaving(_after_preparing)),
    "take_action": Targeting("toward", after=_leaving(_after_walk), optional=True),
}
