"""Who meets whom: what an act reads from both, and what it leaves on them beside its wounds (ATT, P-ACT, P-GRAP)."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.core.table_rules import REFERENCE, Consequence, Encounter, TargetContext, Targeting
from gardien.shared.holding import joined
from gardien.shared.line import STANDS, are_placed, farther, metres, nearer, place_of
from gardien.systems.cthulhud20.rules.fight.armour_class import guard_of
from gardien.systems.cthulhud20.rules.fight.full_attack import FullGiven, attacks_left
from gardien.systems.cthulhud20.rules.fight.state import ALL, ARM, CHARGING, can_charge
from gardien.systems.cthulhud20.rules.fight.weapons import WeaponNamed, weapon_of
from gardien.systems.cthulhud20.rules.tests.modifiers import base_attacks
from gardien.systems.cthulhud20.table import fighter, outside_fights, weapon_use
from gardien.systems.cthulhud20.table.holding import GRAPPLING, PINNED, PINNED_BY, freed, partners

Marks = dict[str, dict[str, Any]]  # what is written, by id
DOWNED, CLEAVES = "brought_down", "cleaves_used"  # whom one has just felled, blows that followed in this round
AIDED = {"attack": "aided_attack", "ca": "aided_ca"}  # what an ally has gained for somebody (CD20-P-ACT-03)
VOLLEY, MODE = "attacks_made", "fire_mode"  # of a full attack that goes on with somebody else (CD20-ATT-03)
CLEAVERS = ("cleave", "great_cleave")
SHOTS = ("attack", "full_attack", "attack_traditional", "odds_attack", "attack_bonus")  # what a round of aiming serves
UNSEEING, BLIND = ("attack", "cleave", "full_attack", "odds_attack"), 50  # chance that the blind miss (CD20-P-COND-01)
ZONED = ("attack", "cleave", "finishing_blow", "full_attack", "odds_attack", "odds_attacks", "harming_touch")


# ---- what is read from both ----


def vigour(sheet: Content) -> int:
    """PV and PF together: whoever has lost some since has been hurt."""
    return int(sheet.get("pv", 0)) + int(sheet.get("pf", 0))


def aim_marks_at_turn_start(actor: Content) -> dict[str, Any]:
    """A round of aiming serves the turn that begins, unless a wound or a shock has disturbed it (CD20-AIM-01)."""
    if not actor.get(fighter.TAKING_AIM):
        return {}
    if not _is_steady(actor):
        return dict.fromkeys(fighter.AIMS)
    return {fighter.TAKING_AIM: None, fighter.AIMING: actor[fighter.TAKING_AIM]}


def _is_steady(actor: Content) -> bool:
    """Neither a wound nor a shock since the aim was taken."""
    shocked = actor.get("shock_next_turn", "none") != "none"
    return vigour(actor) >= int(actor.get(fighter.STEADY, 0)) and not shocked


def has_aim(actor: Content, id: str, weapon: str) -> bool:
    """A round of aiming at this target with this weapon; where nobody fights it serves at once (CD20-AIM-01)."""
    fights = isinstance(actor, Being) and actor.scene.fight
    at = (*(actor.get(fighter.AIMING) or ()), *(() if fights else actor.get(fighter.TAKING_AIM) or ()))
    return id in at and actor.get(fighter.AIM_WEAPON, weapon) in ("", weapon) and _is_steady(actor)


def losing_aim(settle: Consequence | None = None) -> Consequence:
    """Whoever does anything but shoot has lost their aim (CD20-AIM-01)."""

    def lost(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        fields = settle(sheet, given, outcome, who) if settle else {}
        return {**fighter.without_aim(sheet), **fields} if not who and _was_made(outcome) else fields

    return lost


def _check_reach(actor: Content, target: Content) -> None:
    """Hand to hand only at arm’s length, whatever else holds (CD20-P-ACT-04)."""
    if fighter.band(actor, target):
        raise Refusal("act/too_far", kind="refused", field="target")


def _in_hold(actor: Content, id: str) -> bool:
    return id in partners(actor)


def _check_body_kind(key: str, target: Content) -> None:
    """Zones where there is a body, hit points where there is none (CD20-CREA-02)."""
    zones = not fighter.traditional(target)
    if "pv" in target and zones != (key in ZONED):
        instead = "attack" if zones else "attack_traditional"
        raise Refusal("act/other_body", kind="refused", field="target", rule="CD20-CREA-02", act=instead)


def _attack_inputs(key: str) -> TargetContext:
    """How far it is, whether somebody took aim, whom a hold or a crowd hampers (CD20-AIM-01, CD20-P-MOD-01)."""

    def meet(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
        if key not in ("attack_bonus",):
            _check_body_kind(key, target)
        weapon = weapon_use.held_weapon(actor, asked, key)
        charging = CHARGING in (asked.get("situation") or ())
        if not weapon.is_ranged and not (charging and can_charge(fighter.combatant(actor), metres(actor, target))):
            _check_reach(actor, target)
        inputs: dict[str, Any] = {"situation": []}
        if are_placed(actor, target):
            inputs["distance_m"] = max(ARM, metres(actor, target)) if weapon.is_ranged else ARM
        named = line.name if (line := weapon_use.chosen_line(actor, asked, key)) else ""
        if key in SHOTS and weapon.is_ranged and has_aim(actor, outside_fights.id_of(asked), named):
            inputs["aimed"] = True
        if not weapon.is_ranged and _in_hold(actor, outside_fights.id_of(asked)) and not weapon.unarmed:
            inputs["situation"] = ["grapple_stab"]  # CD20-P-GRAP-01
        helped = {"aided": actor.get(AIDED["attack"]), "kept_busy": target.get(AIDED["ca"])}
        inputs["situation"] = [*inputs["situation"], *(one for one, holds in helped.items() if holds)]
        if actor.get("defensive"):
            inputs["situation"] = [*inputs["situation"], "fighting_defensively"]
        if line is not None and "attack_bonus" not in asked and "attacks" not in asked:
            situation = [*inputs["situation"], *(asked.get("situation") or ())]
            now = {**asked, **inputs, "situation": situation}
            inputs |= weapon_use.natural_attack_inputs(key, actor, line, now, tuple(target.get("traits") or ()))
        if key in UNSEEING and "blinded" in fighter.conditions_of(actor):
            inputs["concealment"] = BLIND
        if key == "attack_traditional":
            inputs |= _hit_point_inputs(target)
        return inputs | _going_on(key, actor)

    return meet


def _going_on(key: str, actor: Content) -> dict[str, Any]:
    """Attacks of a turn that were made before: the next has the next base number (CD20-ATT-03)."""
    made = int(actor.get(VOLLEY, 0))
    if not made or key not in ("full_attack", "attack_traditional"):
        return {}
    return {"attack_number": made + 1} if key == "attack_traditional" else {"made": made, MODE: actor.get(MODE, "semi")}


def _cleave_inputs(actor: Being, target: Being, asked: Content) -> dict[str, Any]:
    """The next one after whoever was just brought down (CD20-FEAT-01)."""
    down = [{"fallen": {REFERENCE: id}} for id in actor.get(DOWNED) or ()][:1]
    used = {"used_this_round": actor.get(CLEAVES, 0)}
    return {**_attack_inputs("cleave")(actor, target, asked), **used, **(down[0] if down else {})}


def _explosion_inputs(actor: Being, targets: list[Being], asked: Content) -> dict[str, Any]:
    """In the midst of them, as far as anybody knows where they stand (CD20-P-ENV-06)."""
    if not are_placed(*targets):
        return {}
    places = [place_of(one) for one in targets]
    midst = sorted(places)[len(places) // 2]
    return {"distances_m": [abs(one - midst) for one in places]}


def _hit_point_inputs(target: Content) -> dict[str, Any]:
    """The one CA of a creature that keeps hit points, and what it has left (CD20-P-CREA-02)."""
    if "damage_mode" not in target:
        return {}
    options = target.scene.options if isinstance(target, Being) else {}
    guard = guard_of(fighter.combatant(target), fighter.rules(options))
    reduction = {name: target.get(name) for name in ("half_damage", "damage_reduction")}
    return {"ca": max(ca for _, ca in guard.zone_ca), "hp": target.get("hp_current", 0), **reduction}


def _finishing_inputs(actor: Being, target: Being, asked: Content) -> dict[str, Any]:
    """Only upon the helpless, within reach of the arm (CD20-P-COUP-01)."""
    if "pv" in target and not fighter.helpless(target):
        raise Refusal("act/not_helpless", kind="refused", field="target")
    if fighter.band(actor, target):
        raise Refusal("act/too_far", kind="refused", field="target", rule="CD20-P-COUP-01")
    inputs = _attack_inputs("finishing_blow")(actor, target, asked)
    return {name: value for name, value in inputs.items() if name != "situation"}


def _touch_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    _check_reach(actor, target)
    return {}


def _disarm_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Whose weapon is the larger: the one in two hands (CD20-P-MAN-01)."""
    _check_reach(actor, target)
    mine, other = weapon_use.in_hand(actor), weapon_use.in_hand(target)
    if "weapons" in target and other is None:
        raise Refusal("act/unarmed", kind="refused", field="target")
    larger = (mine is not None and mine.weapon.two_handed) - (other is not None and other.weapon.two_handed)
    return {"larger_weapon": {1: "attacker", 0: "none", -1: "target"}[larger]}


def _hold_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Only of whoever is in one’s arms (CD20-P-GRAP-01)."""
    _check_reach(actor, target)
    ruled = "grappling" in fighter.conditions_of(actor) and not partners(actor)
    if not ruled and not _in_hold(actor, outside_fights.id_of(asked)):
        raise Refusal("act/not_held", kind="refused", field="target", rule="CD20-P-GRAP-01")
    return {}


# ---- what is left on both ----


def _was_made(outcome: Content) -> bool:
    return not outcome.get("refused") and outcome.get("allowed") is not False


def _attack_marks(meeting: Encounter) -> Marks:
    """A charge ends at the other’s side on open guard; a violent shock throws back (CD20-P-ACT-03, CD20-SHOCK-02)."""
    if not _was_made(meeting.outcome):
        return {}
    mine: dict[str, Any] = fighter.without_aim(meeting.actor)  # a shot uses up the round of aiming (CD20-AIM-01)
    situations = meeting.given.get("situation") or ()
    mine |= {AIDED["attack"]: None} if meeting.actor.get(AIDED["attack"]) else {}
    if CHARGING in situations:
        mine |= {"charged": True, STANDS: place_of(meeting.target)}
    if "fighting_defensively" in situations:
        mine["defensive"] = True
    if named := meeting.given.get("weapon_name"):
        mine[weapon_use.IN_HAND] = named
    if _brings_down(meeting):
        mine[DOWNED] = [meeting.target_id]
    far = float(
        sum(one.get("pushed_back_m") or 0 for one in (meeting.outcome, *(meeting.outcome.get("results") or ())))
    )
    theirs: dict[str, Any] = {AIDED["ca"]: None} if meeting.target.get(AIDED["ca"]) else {}
    if far:
        theirs[STANDS] = farther(place_of(meeting.target), place_of(meeting.actor), far)
    return {meeting.actor_id: mine, meeting.target_id: theirs}


def _healing_marks(meeting: Encounter) -> Marks:
    """The spell is spent with the touch (CD20-P-MAG-02)."""
    return {meeting.actor_id: {fighter.HAND: None}} if _was_made(meeting.outcome) else {}


def _harming_marks(meeting: Encounter) -> Marks:
    marks = _attack_marks(meeting)
    return marks and {**marks, meeting.actor_id: {**marks[meeting.actor_id], fighter.HAND: None}}


def _aid_marks(meeting: Encounter) -> Marks:
    """An ally strikes better, or guards better, once (CD20-P-ACT-03)."""
    gained = {AIDED[meeting.given.get("benefit", "attack")]: True} if meeting.outcome["aided"] else {}
    return {meeting.actor_id: fighter.without_aim(meeting.actor), meeting.target_id: gained}


def _blow_by_blow_marks(meeting: Encounter) -> Marks:
    """On a creature that keeps hit points one attack at a time: the second makes it a full attack (CD20-ATT-03)."""
    marks, made = _attack_marks(meeting), int(meeting.actor.get(VOLLEY, 0))
    begun = made or not (meeting.actor.get(fighter.MOVED) or meeting.actor.get(fighter.LEFT, ALL) < ALL)
    alone = CHARGING in (meeting.given.get("situation") or ()) or not marks
    more = begun and not alone and made + 1 < len(base_attacks(fighter.combatant(meeting.actor)))
    return marks and {**marks, meeting.actor_id: {**marks[meeting.actor_id], VOLLEY: made + 1 if more else None}}


def _full_attack_marks(meeting: Encounter) -> Marks:
    """Attacks that are left of a turn may go to somebody else (CD20-ATT-03)."""
    marks, outcome = _attack_marks(meeting), meeting.outcome
    going_on: dict[str, Any] = dict.fromkeys((VOLLEY, MODE))
    jammed = any(one.get("jammed") for one in outcome.get("results") or ())
    if marks and outcome.get("state") in fighter.OUT and not jammed:
        known = {name: meeting.given[name] for name in FullGiven.__struct_encode_fields__ if name in meeting.given}
        given, now = msgspec.convert(known, FullGiven), int(outcome["attacks_made"])
        if attacks_left(given, now):
            going_on = {VOLLEY: given.made + now, MODE: given.fire_mode}
    return marks and {**marks, meeting.actor_id: {**marks[meeting.actor_id], **going_on}}


def _brings_down(meeting: Encounter) -> bool:
    """Whether somebody who can strike on has just felled an enemy hand to hand (CD20-FEAT-01)."""
    weapon = meeting.given.get("weapon")
    if not set(CLEAVERS) & set(meeting.actor.get("feats") or ()) or weapon is None:
        return False
    near = not weapon_of(msgspec.convert(weapon, WeaponNamed), bool(meeting.given.get("thrown"))).is_ranged
    return near and meeting.target.get("state") == "ok" and meeting.outcome.get("state") in fighter.OUT


def _cleave_marks(meeting: Encounter) -> Marks:
    """One blow more; whoever falls by it lets it go on (CD20-FEAT-01, CD20-P-FEAT-01)."""
    if not _was_made(meeting.outcome):
        return {}
    marks = _attack_marks(meeting)
    mine = {DOWNED: None, CLEAVES: int(meeting.actor.get(CLEAVES, 0)) + 1, **marks[meeting.actor_id]}
    return {**marks, meeting.actor_id: mine}


def _only_partner(sheet: Content) -> str:
    """Whoever is in somebody’s arms, where it is only one."""
    held = partners(sheet)
    return held[0] if len(held) == 1 else ""


def _grapple_marks(meeting: Encounter) -> Marks:
    """Both are in each other’s arms (CD20-P-GRAP-01)."""
    marks = _manoeuvre("held", lambda _: {GRAPPLING: joined(partners(meeting.target), meeting.actor_id)})(meeting)
    if meeting.outcome["held"]:
        marks[meeting.actor_id][GRAPPLING] = joined(partners(meeting.actor), meeting.target_id)
    return marks


def _hold_marks(meeting: Encounter) -> Marks:
    """A hold that tightens, or the way out (CD20-P-GRAP-01)."""
    mine: dict[str, Any] = {}
    theirs: dict[str, Any] = {}
    match meeting.outcome.get("effect"):
        case "pinned":
            theirs |= {PINNED: True, PINNED_BY: joined(meeting.target.get(PINNED_BY) or (), meeting.actor_id)}
        case "free":
            mine, theirs = freed(meeting.actor, meeting.target_id), freed(meeting.target, meeting.actor_id)
        case "taken":
            theirs |= weapon_use.dropped(meeting.target)
    return {meeting.actor_id: mine, meeting.target_id: theirs}


def _manoeuvre(won: str, falls: Callable[[Encounter], dict[str, Any]]) -> Callable[[Encounter], Marks]:
    """Whoever tries one aims no longer; whoever suffers it does not either, and bears what it does (CD20-P-MAN-01)."""

    def after(meeting: Encounter) -> Marks:
        theirs = {**falls(meeting), **fighter.without_aim(meeting.target)} if meeting.outcome[won] else {}
        return {meeting.actor_id: fighter.without_aim(meeting.actor), meeting.target_id: theirs}

    return after


def _pushed_to(meeting: Encounter) -> dict[str, Any]:
    far = float(meeting.outcome.get("distance_m") or 0)
    return {STANDS: farther(place_of(meeting.target), place_of(meeting.actor), far)}


def _aim_marks(meeting: Encounter) -> Marks:
    """From the next turn on a shot at this target is surer (CD20-AIM-01)."""
    aims = "aim" in (meeting.given.get("events") or ())
    if not aims:
        return {meeting.actor_id: fighter.without_aim(meeting.actor)}
    own = {
        fighter.TAKING_AIM: [meeting.target_id],
        fighter.STEADY: vigour(meeting.actor),
        fighter.AIM_WEAPON: meeting.given["weapon_name"],
    }
    return {meeting.actor_id: own}


def aim_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """What one aims with: the weapon that is named, else the first that is ready to be fired."""
    ready = [
        one.name for one in weapon_use.lines_of(sheet) if one.weapon.is_ranged and not weapon_use.unready(sheet, one)
    ]
    return {"events": ["aim"], "weapon_name": next(iter(ready), None)}


def _movement_marks(meeting: Encounter) -> Marks:
    """Towards somebody, as far as it goes (CD20-P-ACT-02)."""
    far = meeting.outcome.get("distance_m")
    own: dict[str, Any] = {**fighter.without_aim(meeting.actor), VOLLEY: None}
    if far and fighter.band(meeting.actor, meeting.target):
        own[STANDS] = nearer(place_of(meeting.actor), place_of(meeting.target), far)
    return {meeting.actor_id: own}


def _opportunity_marks(meeting: Encounter) -> Marks:
    """One free attack a round, more with Combat Reflexes (CD20-P-ACT-04)."""
    used = int(meeting.actor.get(fighter.OPENINGS, 0))
    return {meeting.actor_id: {fighter.OPENINGS: used + 1}} if meeting.outcome["allowed"] else {}


SEEN = ("situation", "distance_m")
AGAINST: Mapping[str, Targeting] = {
    **{
        key: Targeting("target", _attack_inputs(key), SEEN, merged_lists=("situation",), after=after)
        for key, after in (
            ("attack", _attack_marks),
            ("full_attack", _full_attack_marks),
            ("attack_traditional", _blow_by_blow_marks),
        )
    },
    **{
        key: Targeting("target", _attack_inputs(key), SEEN, merged_lists=("situation",), optional=True)
        for key in ("attack_bonus", "odds_attack", "odds_attacks")
    },
    "cleave": Targeting("target", _cleave_inputs, SEEN, merged_lists=("situation",), after=_cleave_marks),
    "finishing_blow": Targeting("target", _finishing_inputs, ("distance_m",), after=_attack_marks),
    "grapple": Targeting("target", _touch_inputs, after=_grapple_marks),
    "grapple_action": Targeting("target", _hold_inputs, after=_hold_marks, usual=_only_partner),
    "trip": Targeting("target", _touch_inputs, after=_manoeuvre("tripped", lambda meeting: {})),
    "disarm": Targeting(
        "target", _disarm_inputs, after=_manoeuvre("disarmed", lambda one: weapon_use.dropped(one.target))
    ),
    "push": Targeting("target", _touch_inputs, after=_manoeuvre("pushed", _pushed_to)),
    "aid_another": Targeting("target", after=_aid_marks, helps=True),
    "harming_touch": Targeting("target", _touch_inputs, after=_harming_marks),
    "healing_touch": Targeting("target", after=_healing_marks, oneself=True, helps=True),
    "opportunity": Targeting(
        "mover",
        lambda actor, target, asked: {"distance_m": max(ARM, metres(actor, target))},
        ("distance_m",),
        after=_opportunity_marks,
    ),
    "take_aim": Targeting("target", after=_aim_marks),
    "delay": Targeting("after"),
    "movement": Targeting("toward", after=_movement_marks, optional=True),
    "care": Targeting("patient", outside_fights.care_inputs, oneself=True, helps=True),
    "surgery": Targeting("patient", outside_fights.surgery_inputs, helps=True),
    "revive": Targeting("victim", helps=True),
    "cast_spell": Targeting("target", oneself=True, optional=True),
    "chase": Targeting("pursuer"),
    "opposed_check": Targeting("opponent", outside_fights.opposed_inputs),
    "sanity_check": Targeting("creature", outside_fights.sanity_inputs, optional=True),
    "regain_sanity": Targeting("creature", outside_fights.victory_inputs, optional=True),
    "explosion": Targeting("victims", together=_explosion_inputs, oneself=True),
    "suppressive_fire": Targeting("victims"),
    "spend_destiny": Targeting("victim", oneself=True, optional=True),
}
