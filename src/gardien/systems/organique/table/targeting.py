"""Whom an act is aimed at, what follows from both people together, and what it leaves on them (RNG, ACT, REA, TURN)."""

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from gardien.core.errors import Refusal
from gardien.core.fighting import Content, Hold, bar_act
from gardien.core.reference import search_text
from gardien.core.scene import TALLY, Being
from gardien.core.table_rules import Encounter, TargetContext, Targeting
from gardien.shared.line import STANDS, are_placed, farther, metres, place_of
from gardien.systems.organique import pack
from gardien.systems.organique.pack.arms import Vehicle
from gardien.systems.organique.rules.body.healing import bleeding_points
from gardien.systems.organique.rules.fight.attack_modifiers import BEHIND, EVADING
from gardien.systems.organique.rules.fight.state import keeps_aim
from gardien.systems.organique.rules.fight.turn_budget import STEP_METRES
from gardien.systems.organique.rules.fight.weapons import Weapon
from gardien.systems.organique.rules.substances.timed_effects import day_of
from gardien.systems.organique.sheet.recompute import BANDAGED, LIMBS
from gardien.systems.organique.table import weapon_use
from gardien.systems.organique.table.ability import why_unable
from gardien.systems.organique.table.consequences import DRESSED
from gardien.systems.organique.table.fighter import (
    AIMED_AT,
    AIMED_WITH,
    AIMING,
    BURNING,
    DAZZLED,
    FEINTED,
    HOLDING,
    action_fields,
    band,
    cover_of,
    fights,
    grip,
    grips,
    held_fields,
    holders,
    is_locked,
    let_go,
    moments_fields,
    other_action_fields,
    person,
    rules,
    stunned_again,
    turn_of,
    without,
)
from gardien.systems.organique.table.power_effects import POWERS, power_of
from gardien.systems.organique.vocabulary import RANGED

CENTIMETRES = 100
FEINT_TURNS = 2  # this one and the next (M6)
PARRIES = ("parry", "entangle", "simultaneous")  # reactions that something in the hand is needed for
SIGHT = {"partial": "one_eyed", "total": "blind"}
Marks = dict[str, dict[str, Any]]


# ---- what follows from both ----


def attack_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Range, aim, cover, holds, what is left of the turn, and the reaction that was announced (ORG-CBT-01)."""
    inputs: dict[str, Any] = {"range_step": band(actor, target)} if are_placed(actor, target) else {}
    if asked.get("action") == "throw":
        inputs["holds_target"] = getattr(target, "id", "") in (actor.get(HOLDING) or ())  # M6
    weapon = weapon_use.in_hand(actor, {**inputs, **asked})
    if inputs and weapon.is_ranged:
        inputs["distance_cm"] = round(metres(actor, target) * CENTIMETRES)
    if weapon.is_ranged and aims_at(actor, target, {**inputs, **asked}):
        inputs["aim"] = True  # ORG-FREE-02
    inputs |= {"locked": True} if is_locked(actor) else {}
    inputs |= {"reaction_locked": True} if is_locked(target) else {}
    if turn_of(actor).slots.half_actions:
        inputs["split"] = True  # ORG-TURN-04
    if cover := cover_of(target):
        inputs["cover"] = cover
    if target.get(HOLDING):
        inputs["target_holding"] = True  # ORG-ACT-21
    inputs |= {name: True for name in ("in_water",) if actor.get(name) or target.get(name)}
    inputs |= {f"{side}_mounted": True for side, one in (("attacker", actor), ("target", target)) if one.get("mounted")}
    announced = reaction_of(target, asked.get("range_step", inputs.get("range_step")))
    unseen = asked.get("circumstance") == BEHIND or (weapon.is_ranged and not has_shield(target))
    if announced and not (announced["kind"] == "parry" and unseen):
        inputs["reaction"] = announced
    return inputs


def aims_at(actor: Content, target: Content, asked: Content) -> bool:
    """Whether somebody has followed this target with this weapon (ORG-FREE-02)."""
    if not actor.get(AIMING):
        return False
    place = weapon_use.chosen_weapon(actor, asked)[0] if asked.get("weapon") is None else None
    named = "" if place is None else weapon_use.weapon_word(weapon_use.lines(actor)[place])
    own = actor.get(AIMED_WITH) or named
    return own == named and (actor.get(AIMED_AT) or getattr(target, "id", "")) == getattr(target, "id", "")


def has_shield(target: Content) -> bool:
    """Whether somebody has what stops a projectile (ORG-REA-07)."""
    line = weapon_use.guarding(target, "parry")
    return line is not None and weapon_use.group_of(line) == "shield"


def reaction_of(target: Content, step: int | None = None) -> dict[str, Any] | None:
    """What somebody has said beforehand to do about an attack, while there is a reaction for it (ORG-REA-08)."""
    kind = str(target.get("guard") or "")
    if kind in ("", "none") or why_unable(target, "combat_action")[0] or not turn_of(target).can_answer:
        return None
    return answer(target, kind, step)


def handling(driver: Content, row: Vehicle) -> dict[str, Any]:
    """How well somebody drives a vehicle of the list, and how it handles (ORG-VEH-01, ORG-VEH-02)."""
    return {"level": (driver.get("skills") or {}).get(row.skill), "manoeuvrability": row.manoeuvrability}


def vehicle_of(driver: Content) -> Vehicle | None:
    """The vehicle that somebody has with them: one of the list, by any of its names (M8)."""
    own = {search_text(one) for one in driver.get("gear") or ()}
    rows = pack.table("vehicles", "vehicle")
    return next((row for row in rows if own & {row.key, search_text(row.fr), search_text(row.en)}), None)


def answer(target: Content, kind: str, step: int | None = None) -> dict[str, Any]:
    """A reaction as an attack takes it: with what is in hand, what a creature does best (M16), by half if need be."""
    steps = turn_of(target).reaction(simultaneous=kind == "simultaneous")
    line = weapon_use.guarding(target, kind, step) if kind in PARRIES else None
    shoots = {"action": "shoot"} if kind == "simultaneous" and line and weapon_use.group_of(line) in RANGED else {}
    row = vehicle_of(target) if kind == "manoeuvre" and target.get("mounted") else None
    wheels = {} if row is None else {"vehicle": {key: one for key, one in handling(target, row).items() if one}}
    bonus = (target.get("bonuses") or {}).get(kind)
    return {
        "kind": kind,
        **shoots,
        **({"mods": {"profile": bonus}} if bonus else {}),
        **wheels,
        **({"weapon": to_builtins(line.weapon_input())} if line else {}),
        **({"bare_limb": True} if kind == "parry" and line is None else {}),
        **({"split": True} if steps == ("half_reaction",) else {}),
    }


def fired_at(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """What each of those in a zone hides behind and does about it (ORG-ACT-01)."""
    inputs: dict[str, Any] = {"cover": cover} if (cover := cover_of(target)) else {}
    inputs |= {"target_in_water": True} if target.get("in_water") else {}
    inputs |= {"reaction_locked": True} if is_locked(target) else {}
    announced = reaction_of(target)
    fits = announced and announced["kind"] in EVADING
    return {**inputs, **({"reaction": announced} if fits else {})}


def run_at(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """What somebody has said to do about attacks, where it helps against a vehicle (M8)."""
    announced = reaction_of(target)
    return {"reaction": announced} if announced and announced["kind"] in EVADING else {}


def held_by(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """How somebody is held, by this one: whoever holds nobody is nobody to break free of (ORG-ACT-05 to 08)."""
    holding = holders(actor)
    if holding and isinstance(target, Being) and target.id not in holding:
        raise Refusal("act/not_holding", kind="refused", field="holder", rule="ORG-ACT-05")
    wet = {"in_water": True} if actor.get("in_water") or target.get("in_water") else {}
    return {**wet, **({"kind": grip(actor, getattr(target, "id", ""))} if holding else {})}


def is_swarm(sheet: Content) -> bool:
    """Whether somebody is many (M16)."""
    return bool(sheet.get("swarm"))


def swarming(*wanted: str) -> TargetContext:
    """How many of a swarm are left, how small they are, what each of them does (ORG-MON-04, ORG-MON-05, M16)."""

    def meet(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
        key = str(target.get("swarm") or "")
        if not key:
            return {}
        known = {"count": target.get("count"), "size_mod": target.get("size_mod", 0)}
        known["damage_each"] = pack.swarm(key).bs_each
        return {name: known[name] for name in wanted}

    return meet


def swarm_marks(meeting: Encounter) -> Marks:
    """Those that are left; without any, nothing lives of it (ORG-MON-05)."""
    left = meeting.outcome["count_left"]
    return {meeting.target_id: {"count": left, **({} if left else {"dead": True})}}


def mind_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """How far away a mind is, and whether it cannot but notice (ORG-PSY-04, M7)."""
    key = power_of(actor, asked, *POWERS)
    obvious = bool(key) and pack.power(key).obvious
    away = {"metres": metres(actor, target)} if are_placed(actor, target) else {}
    return {**away, **({"obvious": True} if obvious else {}), "mental_defence": _mental_defence(target)}


def _mental_defence(target: Content) -> str:
    """What is left in a fight to answer a power with: a reaction, half of one, nothing (ORG-REA-06, ORG-REA-08)."""
    turn = turn_of(target)
    if not fights(target):
        return "whole"
    return "none" if not turn.can_answer else "half" if turn.reaction() == ("half_reaction",) else "whole"


# ---- what is left on both ----


def attack_marks(meeting: Encounter) -> Marks:
    """Turns that are spent, weapons, holds, distance (ORG-TURN, ORG-ACT-04 to 10, ORG-REA-01)."""
    given, outcome, actor, target = meeting.given, meeting.outcome, meeting.actor, meeting.target
    mine, theirs = action_fields(actor, given), dict[str, Any]()
    reaction = given.get("reaction") or {}
    kind = reaction.get("kind", "none")
    theirs |= stunned_again(target, outcome)
    mine |= stunned_again(actor, outcome.get("counter") or {})
    if kind != "none":
        theirs |= moments_fields(target, turn_of(target).reaction(bool(reaction.get("split")), kind == "simultaneous"))
    mine |= {**weapon_use.after_use(actor, given, outcome), **weapon_use.in_hand_fields(actor, given.get("weapon"))}
    if kind in PARRIES:
        theirs |= weapon_use.in_hand_fields(target, reaction.get("weapon"))
    counter = outcome.get("counter") or {}
    if outcome.get("weapon_dropped"):
        theirs |= weapon_use.after_disarm({**target, **theirs})
    elif kind == "simultaneous":
        theirs |= weapon_use.after_use(target, reaction, counter)
    if counter.get("weapon_dropped"):
        mine |= weapon_use.after_disarm({**actor, **mine})
    theirs |= blindness_marks(target, weapon_use.in_hand(actor, given), outcome)
    mine |= blindness_marks(actor, weapon_use.in_hand(target, reaction), counter) if counter else {}
    marks = {meeting.actor_id: mine, meeting.target_id: theirs}
    _seize(marks, outcome, meeting.actor_id, actor, meeting.target_id, target)
    _seize(marks, counter, meeting.target_id, target, meeting.actor_id, actor)
    _fool(marks, given, outcome, meeting)
    if burning := outcome.get("burn_turns"):
        theirs[BURNING] = [weapon_use.in_hand(actor, given).fire, burning]
    moves = int(outcome.get("defender_moves") or 0)
    closer = kind == "move" and not reaction.get("away")
    steps = int(outcome.get("steps_pushed") or 0) + (-moves if closer else moves)
    if steps:
        theirs[STANDS] = farther(place_of(target), place_of(actor), steps)
    hit = person({**target, **(outcome.get("defender") or {})}) if AIMING in target else None
    if hit and (kind == "simultaneous" or not keeps_aim(person(target), hit, steps)):
        theirs |= {mark: None for mark in (AIMING, AIMED_AT, AIMED_WITH) if mark in target}
    if given.get("action") == "tackle" and outcome.get("hit") and are_placed(actor, target):
        mine[STANDS] = target.get(STANDS, 0)  # on top of them (ORG-ACT-17)
    return marks


def blindness_marks(sheet: Content, weapon: Weapon, outcome: Content) -> dict[str, Any]:
    """Sight that is lost for a while: turns are counted in the fight, minutes on the clock (ORG-ACT-02, ORG-WPN-07)."""
    lasts, sight = outcome.get("blind_duration"), SIGHT.get(outcome.get("blinded", "none"))
    if not lasts or sight is None or sheet.get(sight):
        return {}
    if weapon.sight_die == "d6_turns":
        return {DAZZLED: [sight, lasts]}
    listed = weapon.name in pack.keys("weapons", "weapon")
    times = pack.weapon(weapon.name).sight_times if listed else 1
    minutes = lasts * times if weapon.sight_die == "d6_minutes" else 1
    blindness = {"kind": "symptom", "key": sight, "count": minutes}
    return {"lasting": [*(sheet.get("lasting") or ()), blindness]}


def run_down(meeting: Encounter) -> Marks:
    """A reaction less for whoever jumped aside; whoever struck back has used a weapon (ORG-VEH-04, M9)."""
    reaction, target = meeting.given.get("reaction") or {}, meeting.target
    kind = reaction.get("kind", "none")
    if kind == "none":
        return {}
    theirs = moments_fields(target, turn_of(target).reaction(bool(reaction.get("split")), kind == "simultaneous"))
    if kind == "simultaneous":
        theirs |= weapon_use.in_hand_fields(target, reaction.get("weapon"))
        theirs |= weapon_use.after_use(target, reaction, meeting.outcome.get("counter") or {})
    return {meeting.target_id: theirs}


def _seize(marks: Marks, outcome: Content, one: str, actor: Content, other: str, target: Content) -> None:
    """A new hold, one that a throw ends, or all that a stunned holder lets go (ORG-ACT-05 to 08, ORG-ACT-21, M6)."""
    if outcome.get("held", "none") != "none":
        marks[one][HOLDING] = [*(without(list(actor.get(HOLDING) or ()), other) or ()), other]
        kinds = {id: kind for id, kind in grips(target).items() if id != one}
        marks[other] |= held_fields({**kinds, one: outcome["held"]})
    if outcome.get("released"):
        marks[other][HOLDING] = []


def _fool(marks: Marks, given: Content, outcome: Content, meeting: Encounter) -> None:
    """A feint helps the next attack on whoever was fooled, in this turn or the next; a throw ends the hold (M6)."""
    left = [one for one in meeting.actor.get(FEINTED) or () if one[0] != meeting.target_id]
    if given.get("action") == "feint" and outcome.get("effect"):
        left.append([meeting.target_id, FEINT_TURNS])
    if left != list(meeting.actor.get(FEINTED) or ()):
        marks[meeting.actor_id][FEINTED] = left or None
    if given.get("action") == "throw" and outcome.get("hit"):
        hold = Hold(meeting.actor_id, meeting.target_id)
        people = {meeting.actor_id: meeting.actor, meeting.target_id: meeting.target}
        for id, fields in let_go(hold, people).items():
            marks[id] |= fields


def broke_free(meeting: Encounter) -> Marks:
    """An action less, and whoever is free of this one is held by the others alone (ORG-ACT-05)."""
    mine = action_fields(meeting.actor, meeting.given)
    marks: Marks = {meeting.actor_id: mine, meeting.target_id: {}}
    if meeting.outcome["free"]:
        people = {meeting.actor_id: meeting.actor, meeting.target_id: meeting.target}
        for id, fields in let_go(Hold(meeting.target_id, meeting.actor_id), people).items():
            marks[id] |= fields
    return marks


def care_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """In a fight there is a turn for it, not a minute (M17)."""
    return {"hurried": True} if fights(actor) else {}


def care_marks(meeting: Encounter) -> Marks:
    """In a fight it takes the action; what was bandaged bleeds half, what was dressed is infected less (M17)."""
    marks: Marks = {meeting.actor_id: other_action_fields(meeting.actor)}
    cared = meeting.outcome.get("bleeding") == "stopped" and meeting.target.get("limbs_disabled")
    known = meeting.target.tally if isinstance(meeting.target, Being) else {}
    counts = {LIMBS: 0} if cared and LIMBS not in known else {}  # what mends already goes on
    if meeting.outcome.get("infection") == "easier":
        counts[DRESSED] = len(meeting.target.get("wounds") or ())
    fields: dict[str, Any] = {}
    if meeting.outcome.get("bleeding") == "halved" and isinstance(meeting.target, Being):
        counts[BANDAGED] = bleeding_points(person(meeting.target), rules(meeting.target.scene.options))
        fields = {"bandaged": True}
    if counts:
        marks[meeting.target_id] = {**marks.get(meeting.target_id, {}), **fields, TALLY: counts}
    return marks


def apart(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """How far it is to somebody, in metres."""
    return {"metres_apart": metres(actor, target)}


def move_marks(meeting: Encounter) -> Marks:
    """Where a move ends; whom somebody aims at (ORG-FREE-02, ORG-FREE-04)."""
    given, gone = meeting.given, meeting.outcome.get("metres_gone")
    if given["kind"] == "aim":
        return {meeting.actor_id: {AIMED_AT: meeting.target_id}}
    if not gone:
        return {}
    if STEP_METRES[given["to_step"]] < given["metres_apart"]:
        gone = -gone
    return {meeting.actor_id: {STANDS: farther(place_of(meeting.actor), place_of(meeting.target), gone)}}


LOST, ORDEAL = "days_lost", "ordeal"  # to whoever breaks somebody’s will, in a row; the day of the last try (M20)


def ordeal_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """How many days in a row a will has lost; it is put to the test once a day (ORG-VOL-01, M20)."""
    if isinstance(target, Being) and target.tally.get(ORDEAL) == day_of(target.scene.clock):
        raise Refusal("act/once_a_day", kind="refused", field="victim", rule="ORG-VOL-01")
    return {LOST: target[LOST]} if target.get(LOST) else {}


def ordeal_marks(meeting: Encounter) -> Marks:
    """A day more, or none any more once somebody has resisted (M20)."""
    target = meeting.target
    day = {TALLY: {ORDEAL: day_of(target.scene.clock)}} if isinstance(target, Being) else {}
    return {meeting.target_id: {LOST: meeting.outcome[LOST] or None, **day}}


SEEN = ("range_step", "distance_cm", "aim", "split")
AGAINST: Mapping[str, Targeting] = {
    "combat_action": Targeting(
        "target",
        attack_inputs,
        SEEN,
        after=attack_marks,
        cannot=lambda target: bar_act("combat_action", "swarm", "ORG-MON-05") if is_swarm(target) else None,
        fits=lambda target: not is_swarm(target),
    ),
    "free_action": Targeting("opponent", apart, ("metres_apart",), after=move_marks, optional=True),
    "covering_fire": Targeting("targets", fired_at),
    "break_hold": Targeting("holder", held_by, after=broke_free),
    "vehicle_attack": Targeting("target", run_at, after=run_down),
    "psychic_attack": Targeting("targets", mind_inputs, optional=True, oneself=True),
    "first_aid": Targeting("patient", care_inputs, after=care_marks, helps=True),
    **{key: Targeting("patient", after=care_marks, helps=True) for key in ("revive", "treat_pain")},
    "surgery": Targeting("patient", helps=True),
    "swarm_turn": Targeting("swarm", swarming("count", "damage_each"), optional=True, fits=is_swarm),
    "attack_swarm": Targeting("swarm", swarming("count", "size_mod"), optional=True, fits=is_swarm, after=swarm_marks),
    "sneak": Targeting("observers"),
    "act_a_part": Targeting("observer", optional=True),
    "contest": Targeting("b"),
    "brainwash": Targeting("victim", ordeal_inputs, after=ordeal_marks),
}
