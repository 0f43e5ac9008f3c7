"""Who meets whom: what an act reads from both, and what it leaves on them beside its wounds (ATT, P-ACT, P-GRAP)."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.errors import Refusal
from gardien.core.fighting import Bar, Content
from gardien.core.scene import Being
from gardien.core.table_rules import REFERENCE, Consequence, Encounter, TargetContext, Targeting
from gardien.shared.line import are_placed, metres, place_of
from gardien.systems.cthulhud20.rules.fight.armour_class import guard_of
from gardien.systems.cthulhud20.rules.fight.full_attack import FullGiven, attacks_left
from gardien.systems.cthulhud20.rules.fight.state import ALL, ARM, CHARGING, FightState, can_charge
from gardien.systems.cthulhud20.rules.fight.weapons import WeaponNamed, weapon_of
from gardien.systems.cthulhud20.rules.tests.modifiers import base_attacks
from gardien.systems.cthulhud20.table import fighter, outside_fights, weapon_use
from gardien.systems.cthulhud20.table.marks import as_marks, fight_of

Marks = dict[str, dict[str, Any]]  # what is written, by id
CLEAVERS = ("cleave", "great_cleave")
SHOTS = ("attack", "full_attack", "attack_traditional", "odds_attack", "attack_bonus")  # what a round of aiming serves
UNSEEING, BLIND = ("attack", "cleave", "full_attack", "odds_attack"), 50  # chance that the blind miss (CD20-P-COND-01)
ZONED = ("attack", "cleave", "finishing_blow", "full_attack", "odds_attack", "odds_attacks", "harming_touch")


# ---- what is read from both ----


def vigour(sheet: Content) -> int:
    """PV and PF together: whoever has lost some since has been hurt."""
    return int(sheet.get("pv", 0)) + int(sheet.get("pf", 0))


def is_steady(actor: Content) -> bool:
    """Neither a wound nor a shock since the aim was taken (CD20-AIM-01)."""
    shocked = actor.get("shock_next_turn", "none") != "none"
    return vigour(actor) >= fight_of(actor).steady and not shocked


def has_aim(actor: Content, id: str, weapon: str) -> bool:
    """A round of aiming at this target with this weapon; where nobody fights it serves at once (CD20-AIM-01)."""
    fights = isinstance(actor, Being) and actor.scene.fight
    mine = fight_of(actor)
    at = mine.aiming if fights else (*mine.aiming, *mine.taking_aim)
    return id in at and mine.aim_weapon in ("", weapon) and is_steady(actor)


def losing_aim(settle: Consequence | None = None) -> Consequence:
    """Whoever does anything but shoot has lost their aim (CD20-AIM-01)."""

    def lost(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        fields = settle(sheet, given, outcome, who) if settle else {}
        aims = as_marks(sheet, fight_of(sheet).without_aim()) if not who and _was_made(outcome) else {}
        return {**aims, **fields}

    return lost


def _check_reach(actor: Content, target: Content) -> None:
    """Hand to hand only at arm’s length, whatever else holds (CD20-P-ACT-04)."""
    if fighter.band(actor, target):
        raise Refusal("act/too_far", kind="refused", field="target")


def _in_hold(actor: Content, id: str) -> bool:
    return id in fight_of(actor).partners


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
        helped = {"aided": actor.get("aided_attack"), "kept_busy": target.get("aided_ca")}
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
    made = int(actor.get("attacks_made", 0))
    if not made or key not in ("full_attack", "attack_traditional"):
        return {}
    if key == "attack_traditional":
        return {"attack_number": made + 1}
    return {"made": made, "fire_mode": actor.get("fire_mode", "semi")}


def _cleave_inputs(actor: Being, target: Being, asked: Content) -> dict[str, Any]:
    """The next one after whoever was just brought down (CD20-FEAT-01)."""
    down = [{"fallen": {REFERENCE: id}} for id in actor.get("brought_down") or ()][:1]
    used = {"used_this_round": actor.get("cleaves_used", 0)}
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
    ruled = "grappling" in fighter.conditions_of(actor) and not fight_of(actor).partners
    if not ruled and not _in_hold(actor, outside_fights.id_of(asked)):
        raise Refusal("act/not_held", kind="refused", field="target", rule="CD20-P-GRAP-01")
    return {}


# ---- what is left on both ----


def _was_made(outcome: Content) -> bool:
    return not outcome.get("refused") and outcome.get("allowed") is not False


def _marks(meeting: Encounter, mine: FightState | None = None, theirs: FightState | None = None) -> Marks:
    """What an act has made of both, as marks."""
    pairs = ((meeting.actor_id, meeting.actor, mine), (meeting.target_id, meeting.target, theirs))
    return {id: as_marks(one, after) for id, one, after in pairs if after is not None}


def _attack_marks(meeting: Encounter) -> Marks:
    """What an attack that was made leaves on both."""
    return _marks(meeting, _after_attack(meeting), _after_blow(meeting)) if _was_made(meeting.outcome) else {}


def _after_attack(meeting: Encounter) -> FightState:
    """Whoever has attacked; whom they have felled may let them strike on (CD20-P-ACT-03, CD20-FEAT-01)."""
    situations = meeting.given.get("situation") or ()
    mine = fight_of(meeting.actor).after_attack(
        meeting.given.get("weapon_name") or "",
        charged_to=place_of(meeting.target) if CHARGING in situations else None,
        defensive="fighting_defensively" in situations,
    )
    return replace(mine, brought_down=(meeting.target_id,)) if _brings_down(meeting) else mine


def _after_blow(meeting: Encounter) -> FightState:
    """Whoever was attacked; a violent shock throws back (CD20-SHOCK-02)."""
    blows = (meeting.outcome, *(meeting.outcome.get("results") or ()))
    far = float(sum(one.get("pushed_back_m") or 0 for one in blows))
    return fight_of(meeting.target).aided("ca", False).driven_from(place_of(meeting.actor), far)


def _healing_marks(meeting: Encounter) -> Marks:
    """The spell is spent with the touch (CD20-P-MAG-02)."""
    return {meeting.actor_id: {fighter.HAND: None}} if _was_made(meeting.outcome) else {}


def _harming_marks(meeting: Encounter) -> Marks:
    marks = _attack_marks(meeting)
    return marks and {**marks, meeting.actor_id: {**marks[meeting.actor_id], fighter.HAND: None}}


def _aid_marks(meeting: Encounter) -> Marks:
    """An ally strikes better, or guards better, once (CD20-P-ACT-03)."""
    helped, benefit = fight_of(meeting.target), meeting.given.get("benefit", "attack")
    helped = helped.aided(benefit) if meeting.outcome["aided"] else helped
    return _marks(meeting, fight_of(meeting.actor).without_aim(), helped)


def _blow_by_blow_marks(meeting: Encounter) -> Marks:
    """On a creature that keeps hit points one attack at a time: the second makes it a full attack (CD20-ATT-03)."""
    if not _was_made(meeting.outcome):
        return {}
    before = fight_of(meeting.actor)
    made = before.attacks_made
    begun = made or not (before.moved or meeting.actor.get("actions_left", ALL) < ALL)
    alone = CHARGING in (meeting.given.get("situation") or ())
    more = begun and not alone and made + 1 < len(base_attacks(fighter.combatant(meeting.actor)))
    mine = replace(_after_attack(meeting), attacks_made=made + 1 if more else 0)
    return _marks(meeting, mine, _after_blow(meeting))


def _full_attack_marks(meeting: Encounter) -> Marks:
    """Attacks that are left of a turn may go to somebody else (CD20-ATT-03)."""
    outcome = meeting.outcome
    if not _was_made(outcome):
        return {}
    mine = _after_attack(meeting).going_on()
    jammed = any(one.get("jammed") for one in outcome.get("results") or ())
    if outcome.get("state") in fighter.OUT and not jammed:
        known = {name: meeting.given[name] for name in FullGiven.__struct_encode_fields__ if name in meeting.given}
        given, now = msgspec.convert(known, FullGiven), int(outcome["attacks_made"])
        if attacks_left(given, now):
            mine = mine.going_on(given.made + now, given.fire_mode)
    return _marks(meeting, mine, _after_blow(meeting))


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
    mine = _after_attack(meeting).cleft((meeting.target_id,) if _brings_down(meeting) else ())
    return _marks(meeting, mine, _after_blow(meeting))


def _only_partner(sheet: Content) -> str:
    """Whoever is in somebody’s arms, where it is only one."""
    held = fight_of(sheet).partners
    return held[0] if len(held) == 1 else ""


def _grapple_marks(meeting: Encounter) -> Marks:
    """Both are in each other’s arms (CD20-P-GRAP-01)."""
    mine, theirs = fight_of(meeting.actor).without_aim(), fight_of(meeting.target)
    if meeting.outcome["held"]:
        mine, theirs = mine.seized(meeting.target_id), theirs.without_aim().seized(meeting.actor_id)
    return _marks(meeting, mine, theirs)


def _hold_marks(meeting: Encounter) -> Marks:
    """A hold that tightens, or the way out (CD20-P-GRAP-01)."""
    mine, theirs = fight_of(meeting.actor), fight_of(meeting.target)
    match meeting.outcome.get("effect"):
        case "pinned":
            theirs = theirs.pinned_down(meeting.actor_id)
        case "free":
            mine, theirs = mine.freed(meeting.target_id), theirs.freed(meeting.actor_id)
        case "taken":
            theirs = weapon_use.having_dropped(meeting.target)
    return _marks(meeting, mine, theirs)


def _manoeuvre(won: str, falls: Callable[[Encounter], FightState]) -> Callable[[Encounter], Marks]:
    """Whoever tries one aims no longer; whoever suffers it does not either, and bears what it does (CD20-P-MAN-01)."""

    def after(meeting: Encounter) -> Marks:
        theirs = falls(meeting).without_aim() if meeting.outcome[won] else None
        return _marks(meeting, fight_of(meeting.actor).without_aim(), theirs)

    return after


def _pushed_away(meeting: Encounter) -> FightState:
    return fight_of(meeting.target).driven_from(place_of(meeting.actor), float(meeting.outcome.get("distance_m") or 0))


def _aim_marks(meeting: Encounter) -> Marks:
    """From the next turn on a shot at this target is surer (CD20-AIM-01)."""
    mine = fight_of(meeting.actor)
    if "aim" not in (meeting.given.get("events") or ()):
        return _marks(meeting, mine.without_aim())
    return _marks(meeting, mine.taken_aim(meeting.target_id, meeting.given["weapon_name"], vigour(meeting.actor)))


def aim_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """What one aims with: the weapon that is named, else the first that is ready to be fired."""
    ready = [
        one.name for one in weapon_use.lines_of(sheet) if one.weapon.is_ranged and not weapon_use.unready(sheet, one)
    ]
    return {"events": ["aim"], "weapon_name": next(iter(ready), None)}


def _movement_marks(meeting: Encounter) -> Marks:
    """Towards somebody, as far as it goes (CD20-P-ACT-02)."""
    mine, far = replace(fight_of(meeting.actor).without_aim(), attacks_made=0), float(meeting.outcome["distance_m"])
    goes = far and fighter.band(meeting.actor, meeting.target)
    return _marks(meeting, mine.nearer_to(place_of(meeting.target), far) if goes else mine)


def _opportunity_marks(meeting: Encounter) -> Marks:
    """A free attack is counted where it was allowed (CD20-P-ACT-04)."""
    return _marks(meeting, fight_of(meeting.actor).struck_in_passing()) if meeting.outcome["allowed"] else {}


def _no_zones(key: str) -> Callable[[Being], Bar | None]:
    """What strikes zones is nothing to whoever keeps hit points."""
    return lambda target: fighter.without_zones(target, key)


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
    "trip": Targeting("target", _touch_inputs, after=_manoeuvre("tripped", lambda one: fight_of(one.target))),
    "disarm": Targeting(
        "target", _disarm_inputs, after=_manoeuvre("disarmed", lambda one: weapon_use.having_dropped(one.target))
    ),
    "push": Targeting("target", _touch_inputs, after=_manoeuvre("pushed", _pushed_away)),
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
    "explosion": Targeting("victims", together=_explosion_inputs, oneself=True, cannot=_no_zones("explosion")),
    "suppressive_fire": Targeting("victims", cannot=_no_zones("suppressive_fire")),
    "spend_destiny": Targeting("victim", oneself=True, optional=True),
}
