"""Whom an act is aimed at, what follows from both people together, and what it leaves on them (RNG, ACT, REA, TURN)."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from gardien.core.errors import Refusal
from gardien.core.fighting import Content, bar_act
from gardien.core.reference import search_text
from gardien.core.scene import TALLY, Being
from gardien.core.table_rules import Encounter, TargetContext, Targeting, read_as
from gardien.shared.line import STANDS, are_placed, farther, metres, place_of
from gardien.systems.organique import pack
from gardien.systems.organique.pack.arms import Vehicle
from gardien.systems.organique.rules.body.healing import bleeding_points
from gardien.systems.organique.rules.fight.attack_modifiers import BEHIND, EVADING
from gardien.systems.organique.rules.fight.bonds import steps_moved
from gardien.systems.organique.rules.fight.declared import AttackBlock
from gardien.systems.organique.rules.fight.state import Standing
from gardien.systems.organique.rules.fight.turn_budget import STEP_METRES
from gardien.systems.organique.rules.fight.weapons import Weapon
from gardien.systems.organique.rules.substances.timed_effects import day_of
from gardien.systems.organique.sheet.recompute import BANDAGED, LIMBS
from gardien.systems.organique.table import fighter, weapon_use
from gardien.systems.organique.table.ability import why_unable
from gardien.systems.organique.table.consequences import DRESSED
from gardien.systems.organique.table.fighter import fights, is_locked, person, reaction_fields, turn_of
from gardien.systems.organique.table.power_effects import POWERS, power_of
from gardien.systems.organique.vocabulary import RANGED

CENTIMETRES = 100
PARRIES = ("parry", "entangle", "simultaneous")  # reactions that something in the hand is needed for
WHERE = {"in_water": "in_water", "mounted": "target_mounted"}  # of either, of whoever is attacked
SIGHT = {"partial": "one_eyed", "total": "blind"}
Marks = dict[str, dict[str, Any]]


# ---- what follows from both ----


def attack_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Range, aim, cover, holds, what is left of the turn, and the reaction that was announced (ORG-CBT-01)."""
    inputs: dict[str, Any] = {"range_step": fighter.band(actor, target)} if are_placed(actor, target) else {}
    if asked.get("action") == "throw":
        inputs["holds_target"] = fighter.id_of(target) in (actor.get("holding") or ())  # M6
    weapon = weapon_use.in_hand(actor, {**inputs, **asked})
    if inputs and weapon.is_ranged:
        inputs["distance_cm"] = round(metres(actor, target) * CENTIMETRES)
    aim = fighter.fight_of({"": actor}).bonds.aim("")
    if aim and weapon.is_ranged and aim.fits(fighter.id_of(target), weapon_use.chosen_word(actor, {**inputs, **asked})):
        inputs["aim"] = True  # ORG-FREE-02
    inputs |= fighter.standing_inputs(actor) | _facing(target)
    if turn_of(actor).slots.half_actions:
        inputs["split"] = True  # ORG-TURN-04
    if target.get("holding"):
        inputs["target_holding"] = True  # ORG-ACT-21
    inputs |= {there: True for mark, there in WHERE.items() if target.get(mark)}
    announced = reaction_of(target, asked.get("range_step", inputs.get("range_step")), fighter.id_of(actor))
    unseen = asked.get("circumstance") == BEHIND or (weapon.is_ranged and not has_shield(target))
    if announced and not (announced["kind"] == "parry" and unseen):
        inputs["reaction"] = announced
    return inputs


def _facing(target: Content) -> dict[str, Any]:
    """What somebody hides behind, and whether a joint of theirs is locked (ORG-RNG-03, ORG-ACT-06)."""
    cover = fighter.cover_of(target)
    return {**({"cover": cover} if cover else {}), **({"reaction_locked": True} if is_locked(target) else {})}


def has_shield(target: Content) -> bool:
    """Whether somebody has what stops a projectile (ORG-REA-07)."""
    line = weapon_use.guarding(target, "parry")
    return line is not None and weapon_use.group_of(line) == "shield"


def reaction_of(target: Content, step: int | None = None, foe: str = "") -> dict[str, Any] | None:
    """What somebody has said beforehand to do about an attack, while there is a reaction for it (ORG-REA-08)."""
    kind = str(target.get("guard") or "")
    if kind in ("", "none") or why_unable(target, "combat_action")[0] or not turn_of(target).can_answer:
        return None
    return answer(target, kind, step, foe)


def handling(driver: Content, row: Vehicle) -> dict[str, Any]:
    """How well somebody drives a vehicle of the list, and how it handles (ORG-VEH-01, ORG-VEH-02)."""
    return {"level": (driver.get("skills") or {}).get(row.skill), "manoeuvrability": row.manoeuvrability}


def vehicle_of(driver: Content) -> Vehicle | None:
    """The vehicle that somebody has with them: one of the list, by any of its names (M8)."""
    own = {search_text(one) for one in driver.get("gear") or ()}
    rows = pack.table("vehicles", "vehicle")
    return next((row for row in rows if own & {row.key, search_text(row.fr), search_text(row.en)}), None)


def answer(target: Content, kind: str, step: int | None = None, foe: str = "") -> dict[str, Any]:
    """A reaction as an attack takes it: with what is in hand, what a creature does best (M16), by half if need be.

    Whoever has fooled the foe they strike back at has the good of it (M6).
    """
    steps = turn_of(target).reaction(simultaneous=kind == "simultaneous")
    line = weapon_use.guarding(target, kind, step) if kind in PARRIES else None
    shoots = {"action": "shoot"} if kind == "simultaneous" and line and weapon_use.group_of(line) in RANGED else {}
    row = vehicle_of(target) if kind == "manoeuvre" and target.get("mounted") else None
    wheels = {} if row is None else {"vehicle": {key: one for key, one in handling(target, row).items() if one}}
    bonus = (target.get("bonuses") or {}).get(kind)
    fooled = fighter.fight_of({"": target}).bonds.helped("", foe, ()) if kind == "simultaneous" else ()
    mods = {**({"profile": bonus} if bonus else {}), **dict(fooled)}
    return {
        "kind": kind,
        **shoots,
        **({"mods": mods} if mods else {}),
        **wheels,
        **({"weapon": to_builtins(line.weapon_input())} if line else {}),
        **({"bare_limb": True} if kind == "parry" and line is None else {}),
        **({"split": True} if steps == ("half_reaction",) else {}),
    }


def fired_at(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """What each of those in a zone hides behind and does about it (ORG-ACT-01)."""
    wet = {"target_in_water": True} if target.get("in_water") else {}
    return {**_facing(target), **wet, **run_at(actor, target, asked)}


def run_at(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """What somebody has said to do about attacks, where it helps against a vehicle (M8)."""
    announced = reaction_of(target)
    return {"reaction": announced} if announced and announced["kind"] in EVADING else {}


def held_by(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """How somebody is held, by this one: whoever holds nobody is nobody to break free of (ORG-ACT-05 to 08)."""
    holding = fighter.grips(actor)
    if holding and fighter.id_of(target) not in holding:
        raise Refusal("act/not_holding", kind="refused", field="holder", rule="ORG-ACT-05")
    wet = {"in_water": True} if actor.get("in_water") or target.get("in_water") else {}
    half = {"split": True} if turn_of(actor).slots.half_actions else {}  # ORG-TURN-04
    return {**wet, **half, **({"kind": holding[fighter.id_of(target)]} if holding else {})}


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
    reaction, counter = given.get("reaction") or {}, outcome.get("counter") or {}
    mine: dict[str, Any] = {}
    theirs: dict[str, Any] = {}
    if _was_tried(outcome):
        mine |= weapon_use.after_wielding(actor, given, outcome)
    if reaction.get("kind") in PARRIES:
        theirs |= weapon_use.in_hand_fields(target, reaction.get("weapon"))
    if outcome.get("weapon_dropped"):
        theirs |= weapon_use.after_disarm({**target, **theirs})
    elif counter:
        theirs |= weapon_use.after_wielding(target, reaction, counter)
    if counter.get("weapon_dropped"):
        mine |= weapon_use.after_disarm({**actor, **mine})
    theirs |= blindness_fields(target, weapon_use.in_hand(actor, given), outcome)
    mine |= blindness_fields(actor, weapon_use.in_hand(target, reaction), counter) if counter else {}
    marks = written(meeting, lambda fight: _after_attack(meeting, fight))
    for id, result in ((meeting.target_id, outcome), (meeting.actor_id, counter)):  # whom else, the table sees (ACT-21)
        marks[id] |= {"holding": []} if result.get("released") else {}
    return {meeting.actor_id: marks[meeting.actor_id] | mine, meeting.target_id: marks[meeting.target_id] | theirs}


def _was_tried(outcome: Content) -> bool:
    """Whether an attack was thrown, and not lost to the pain of a locked joint before (ORG-ACT-06)."""
    return "attack_success" in outcome


def _after_attack(meeting: Encounter, fight: Standing) -> Standing:
    """Both turns, holds, feints and aims, places, fire (ORG-TURN-01, ORG-ACT-04 to 10, ORG-REA-01, ORG-DMG-01)."""
    actor, target, given, outcome = meeting.actor_id, meeting.target_id, meeting.given, meeting.outcome
    reaction, counter = given.get("reaction") or {}, outcome.get("counter") or {}
    fight = fight.acted(actor, bool(given.get("split")), bool(given.get("extended")))
    if _was_tried(outcome) and (how := fighter.reacted(reaction)):
        fight = fight.answered(target, *how)
    for id, result in ((actor, counter), (target, outcome)):
        stuns = (bool(result.get(f"loses_next_{name}")) for name in ("action", "reaction"))
        fight = fight.stunned(id, *stuns)
    if not _was_tried(outcome):
        return fight
    result = read_as(AttackBlock, outcome)
    done, answer = (given["action"], result), (reaction.get("action", "strike"), read_as(AttackBlock, counter))
    before, after = person(meeting.target), person({**meeting.target, **(outcome.get("defender") or {})})
    bonds = fight.bonds.after_exchange(actor, target, done, answer if counter else None, before, after)
    struck = fight.people[target]
    if steps := steps_moved(result, reaction.get("kind") == "move" and not reaction.get("away")):
        struck = replace(struck, stands=farther(place_of(meeting.target), place_of(meeting.actor), steps))
    if burning := outcome.get("burn_turns"):
        struck = struck.alight(weapon_use.in_hand(meeting.actor, given).fire, burning)
    if given["action"] == "tackle" and outcome.get("hit") and are_placed(meeting.actor, meeting.target):
        there = place_of(meeting.target)  # on top of them (ORG-ACT-17)
        fight = fight.having(actor, replace(fight.people[actor], stands=there))
    return fight.having(target, struck).with_bonds(bonds)


def written(meeting: Encounter, then: Callable[[Standing], Standing]) -> Marks:
    """What of a fight is other for two, once something has come of it."""
    return fighter.written({meeting.actor_id: meeting.actor, meeting.target_id: meeting.target}, then)


def blindness_fields(sheet: Content, weapon: Weapon, outcome: Content) -> dict[str, Any]:
    """Sight that is lost for a while: turns are counted in the fight, minutes on the clock (ORG-ACT-02, ORG-WPN-07)."""
    lasts, sight = outcome.get("blind_duration"), SIGHT.get(outcome.get("blinded", "none"))
    if not lasts or sight is None or sheet.get(sight):
        return {}
    if weapon.sight_die == "d6_turns":
        return {"dazzled": [sight, lasts]}
    listed = weapon.name in pack.keys("weapons", "weapon")
    times = pack.weapon(weapon.name).sight_times if listed else 1
    minutes = lasts * times if weapon.sight_die == "d6_minutes" else 1
    blindness = {"kind": "symptom", "key": sight, "count": minutes}
    return {"lasting": [*(sheet.get("lasting") or ()), blindness]}


def run_down(meeting: Encounter) -> Marks:
    """A reaction less for whoever jumped aside; whoever struck back has used a weapon (ORG-VEH-04, M9)."""
    reaction, target = meeting.given.get("reaction") or {}, meeting.target
    theirs = reaction_fields(target, reaction)
    if reaction.get("kind") == "simultaneous":
        theirs |= weapon_use.after_wielding(target, reaction, meeting.outcome.get("counter") or {})
    return {meeting.target_id: theirs}


def broke_free(meeting: Encounter) -> Marks:
    """An action less, and whoever is free of this one is held by the others alone (ORG-ACT-05)."""
    holder, victim, free = meeting.target_id, meeting.actor_id, meeting.outcome["free"]

    def freed(fight: Standing) -> Standing:
        after = fight.acted(victim, bool(meeting.given.get("split")))
        return after.with_bonds(after.bonds.without(holder, victim)) if free else after

    return written(meeting, freed)


def care_marks(meeting: Encounter) -> Marks:
    """In a fight it takes the action; what was bandaged bleeds half, what was dressed is infected less (M17)."""
    marks: Marks = {meeting.actor_id: fighter.other_action_fields(meeting.actor)}
    target = meeting.target
    cared = meeting.outcome.get("bleeding") == "stopped" and target.get("limbs_disabled")
    counts = {LIMBS: 0} if cared and LIMBS not in target.tally else {}  # what mends already goes on
    if meeting.outcome.get("infection") == "easier":
        counts[DRESSED] = len(target.get("wounds") or ())
    fields: dict[str, Any] = {}
    if meeting.outcome.get("bleeding") == "halved":
        counts[BANDAGED] = bleeding_points(person(target), fighter.rules_for(target))
        fields = {"bandaged": True}
    if counts:
        marks[meeting.target_id] = {**marks.get(meeting.target_id, {}), **fields, TALLY: counts}
    return marks


def move_marks(meeting: Encounter) -> Marks:
    """Where a move ends; whom somebody aims at (ORG-FREE-02, ORG-FREE-04)."""
    given, gone = meeting.given, meeting.outcome.get("metres_gone")
    if given["kind"] == "aim":
        return {meeting.actor_id: {"aims_at": meeting.target_id}}
    if not gone:
        return {}
    if STEP_METRES[given["to_step"]] < given["metres_apart"]:
        gone = -gone
    return {meeting.actor_id: {STANDS: farther(place_of(meeting.actor), place_of(meeting.target), gone)}}


LOST, ORDEAL = "days_lost", "ordeal"  # to whoever breaks somebody’s will, in a row; the minute of the last try (M20)


def ordeal_inputs(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """How many days in a row a will has lost; it is put to the test once a day (ORG-VOL-01, M20)."""
    tried = target.tally.get(ORDEAL) if isinstance(target, Being) else None
    if tried is not None and day_of(tried) == day_of(target.scene.clock):  # type: ignore[attr-defined]
        raise Refusal("act/once_a_day", kind="refused", field="victim", rule="ORG-VOL-01")
    return {LOST: target[LOST]} if target.get(LOST) else {}


def ordeal_marks(meeting: Encounter) -> Marks:
    """A day more, or none any more once somebody has resisted (M20)."""
    tried = {TALLY: {ORDEAL: meeting.target.scene.clock}}
    return {meeting.target_id: {LOST: meeting.outcome[LOST] or None, **tried}}


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
    "free_action": Targeting(
        "opponent",
        lambda actor, target, asked: {"metres_apart": metres(actor, target)},
        ("metres_apart",),
        after=move_marks,
        optional=True,
    ),
    "covering_fire": Targeting("targets", fired_at),
    "break_hold": Targeting("holder", held_by, after=broke_free),
    "vehicle_attack": Targeting("target", run_at, after=run_down),
    "psychic_attack": Targeting("targets", mind_inputs, optional=True, oneself=True),
    # in a fight there is a turn for it, not a minute (M17)
    "first_aid": Targeting(
        "patient", lambda actor, *_: {"hurried": True} if fights(actor) else {}, after=care_marks, helps=True
    ),
    **{key: Targeting("patient", after=care_marks, helps=True) for key in ("revive", "treat_pain")},
    "surgery": Targeting("patient", helps=True),
    "swarm_turn": Targeting("swarm", swarming("count", "damage_each"), optional=True, fits=is_swarm),
    "attack_swarm": Targeting("swarm", swarming("count", "size_mod"), optional=True, fits=is_swarm, after=swarm_marks),
    "sneak": Targeting("observers"),
    "act_a_part": Targeting("observer", optional=True),
    "contest": Targeting("b"),
    "brainwash": Targeting("victim", ordeal_inputs, after=ordeal_marks),
}
