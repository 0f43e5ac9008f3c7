"""What results leave on a sheet beyond the changes they name: conditions, fire, minds, books (P-COND, P-SAN)."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from gardien.core.counts import forget
from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being, over, tally_of
from gardien.core.table_rules import Consequence, sits
from gardien.shared.strands import owed_count
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.body.ability_damage import ASLEEP
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import DAY, HOUR, MINUTE
from gardien.systems.cthulhud20.rules.character import Wound
from gardien.systems.cthulhud20.rules.dangers.over_time import INFECTED, rounds_burnt, wound_of_fire
from gardien.systems.cthulhud20.rules.fight.attack_wound import after_stabilising as wounds_after_stabilising
from gardien.systems.cthulhud20.rules.mind.madness import insanities_of
from gardien.systems.cthulhud20.sheet.parts import house_rules
from gardien.systems.cthulhud20.sheet.recompute import after_level_up, changes_that_follow
from gardien.systems.cthulhud20.table import life, lingering
from gardien.systems.cthulhud20.table.fighter import HAND, is_destroyed, rules
from gardien.systems.cthulhud20.table.marks import as_marks, fight_of
from gardien.systems.cthulhud20.table.weapon_use import after_firing

GESTURE, GESTURE_BONUS = "gesture", 2  # of whoever has made the Voorish gesture (CD20-P-MAG-02)
FLAMES = "blaze"  # of clothes that have caught fire (CD20-P-ENV-03)
UNITS = {"days": DAY, "weeks": 7 * DAY}  # of an incubation


def after_condition(victim: str) -> Consequence:
    """Whoever a condition befalls keeps it; what a fight has ruled for them stays with the fight (CD20-P-COND-01)."""

    def settle(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        if not sits(given, victim, who) or "conditions" not in outcome:
            return {}
        ruled = list(given[victim].get("conditions") or ())
        gone = [one for one in ruled if one not in outcome["conditions"]]
        new = [one for one in outcome["conditions"] if one not in ruled]
        own = list(sheet.get("conditions") or ())
        kept = [*(one for one in own if one not in gone), *(one for one in new if one not in own)]
        return {"conditions": kept}

    return settle


def told_of(procedure: str, settle: Consequence | None = None) -> Consequence:
    """Rounds that a procedure has told of are owed no more."""

    def paid(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        fields, owed = settle(sheet, given, outcome, who) if settle else {}, owed_count(procedure)
        return over(fields, {TALLY: {owed: None}}) if owed in tally_of(sheet) else fields

    return paid


def after_start_fight(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What initiative brought; whoever saw nothing coming loses the round of surprise (CD20-P-INIT-01, P-SURP-01)."""
    names = [one["name"] for one in given["combatants"]]
    if who not in names:
        return {}
    at = names.index(who)
    caught = outcome["surprise_round"] and who not in outcome["surprise_order"]
    thrown, rank = outcome["totals"][at], outcome["order"].index(who) + 1
    return as_marks(sheet, fight_of(sheet).lined_up(thrown, rank, caught))


# ---- bodies ----


def noting_wound_source(victim: str, *sources: str) -> Consequence:
    """A new wound is noted with what it came from: a weapon, a cause, else the danger itself (CD20-TRACK-01)."""

    def settle(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        fresh = len(outcome.get("wounds") or ()) > len(sheet.get("wounds") or ())
        if not fresh or not sits(given, victim, who):
            return {}
        named = (given.get(name) for name in sources[:-1])
        keys = (one.get("key") if isinstance(one, Mapping) else one for one in named)
        source = next((str(one) for one in keys if one), sources[-1])
        return {"wound_notes": [*(sheet.get("wound_notes") or ()), {"source": source}]}

    return settle


def after_blow(*sources: str) -> Consequence:
    """Cartridges of whoever attacks; where the wound of whoever is hit came from, and what is left of their ward."""
    note = noting_wound_source("target", *sources)

    def settle(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        if not who:
            return after_firing(sheet, given, outcome, who)
        if not sits(given, "target", who):
            return note(sheet, given, outcome, who)
        blows = outcome.get("results") or (outcome,)
        return over({**note(sheet, given, outcome, who), **worn_ward(sheet, *blows)}, _jolted(given, blows))

    return settle


def _jolted(given: Content, blows: Iterable[Content]) -> dict[str, Any]:
    """A hit with a weapon that stuns (CD20-P-WEAP-01)."""
    weapon = given.get("weapon")
    key = weapon.get("key") if isinstance(weapon, Mapping) else weapon
    stuns = key in pack.live("weapons", "weapon") and pack.weapon(key).stuns_dc is not None
    return lingering.jolted(str(key)) if stuns and any(one.get("result") == "hit" for one in blows) else {}


def after_imposing(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A condition that lasts so many rounds ends by itself (CD20-P-COND-01)."""
    fields = after_condition("victim")(sheet, given, outcome, who)
    if not sits(given, "victim", who):
        return fields
    rounds = outcome.get("rounds")
    lasts = {} if rounds is None else lingering.lasting_condition(sheet, given["condition"], rounds)
    return over(over(fields, lingering.jolt_told(sheet, given)), lasts)


def after_traditional_attack(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Cartridges of whoever attacks; hit points are kept beside those that a creature began with (CD20-P-CREA-02)."""
    if not who:
        return after_firing(sheet, given, outcome, who)
    struck = sits(given, "target", who) and "hp" in sheet and "hp" in outcome
    return {"hp": sheet["hp"], "hp_current": outcome["hp"]} if struck else {}


def after_movement(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Whoever stands up stands, and has the weapon that they pick up; a run goes on until somebody stops it (P-ACT)."""
    mode = given["mode"] if outcome["allowed"] else ""
    run_round = given.get("run_round", 1) if mode == "run" else 0
    after = fight_of(sheet).after_moving(mode, outcome["distance_m"], run_round, given.get("weapon_name", ""))
    return {**({"prone": False} if mode == "stand_up" else {}), **as_marks(sheet, after)}


def after_spell(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A flesh ward lasts an hour, worn down by each hit; a gesture serves the next spell (CD20-P-MAG-02).

    A weaker ward does not take the place of a stronger one.
    """
    struck = outcome.get("target") or {}
    if sits(given, "target", who) and not sits(given, "caster", who):
        source = noting_wound_source("target", given["spell"])(sheet, given, struck, who)
        return {**source, **hour_of_losses(sheet, struck.get("san_loss") or 0)}
    if not sits(given, "caster", who) or not outcome.get("cast"):
        return {}
    gesture = {GESTURE: True if given["spell"] == "voorish_gesture" else None}
    gesture |= {HAND: True} if given["spell"] == "healing_touch" else {}
    armour = outcome.get("armour_bonus") or 0
    holds = armour and armour >= (sheet.get("warded") or 0)
    ward = {"warded": armour, TALLY: {life.WARD: None}} if holds else {}
    return {**gesture, **ward, **hour_of_losses(sheet, outcome["san_cost"])}


def after_lasting_cause(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A cause under way keeps its die and its rounds until it stops (CD20-ENV-02)."""
    last = given.get("first_round", 1) + given["rounds"] - 1
    source = str(given.get("cause") or (sheet.get("burning") or {}).get("source") or "lasting_cause")
    if given.get("stops", True) or outcome.get("state") == "dead":
        return {"burning": None, **noting_wound_source("victim", source)(sheet, given, outcome, who)}
    fire = {"max_damage": outcome["max_damage"], "d10": outcome["d10"], "round": last, "source": source}
    return {"burning": fire}


def worn_ward(sheet: Content, *blows: Content) -> dict[str, Any]:
    """Each hit takes one from a flesh ward (CD20-P-MAG-02)."""
    left, hits = int(sheet.get("warded") or 0), sum(one.get("result") == "hit" for one in blows)
    return {"warded": max(0, left - hits) or None} if left and hits else {}


def after_barrage(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Cartridges of whoever fires; what is left of the wards of those who are struck (CD20-P-GUN-03)."""
    names = [one.get("name") for one in given["victims"]]
    if who not in names:
        return after_firing(sheet, given, outcome, who)
    return worn_ward(sheet, outcome["results"][names.index(who)])


def after_explosion(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Wounds of a blast are noted as such; petrol sets those on fire who did not leap aside (CD20-P-EXPL-01)."""
    names = [one.get("name") for one in given["victims"]]
    if not who or who not in names:
        return {}
    struck, explosive = outcome["results"][names.index(who)], given.get("explosive")
    noted = noting_wound_source("victim", explosive or "explosion")(sheet, {"victim": {"name": who}}, struck, who)
    noted |= worn_ward(sheet, struck)
    if not explosive or not pack.explosive(explosive).burns or struck.get("reflex_success") is not False:
        return noted
    if struck.get("state") == "dead" or sheet.get("burning"):
        return noted
    return {**noted, "burning": {"max_damage": pack.cause(FLAMES).most, "round": 0, "source": FLAMES}}


def lasting_cause_inputs(sheet: Content) -> dict[str, Any]:
    """The next round of a cause under way as its inputs."""
    fire = sheet.get("burning")
    if not isinstance(fire, Mapping):
        return {}
    played = rounds_burnt(fire)
    begun = {"d10": fire["d10"]} if played else {}
    return {"max_damage": fire["max_damage"], **begun, "first_round": played + 1, "stops": False}


def after_extinguishing(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The wound that a fire leaves is put on the list with its last GB (CD20-ENV-02)."""
    fire, house = sheet.get("burning"), rules(given.get("options") or {})
    if not who or not fire or not outcome["extinguished"]:
        return {}
    left = wound_of_fire(fire["max_damage"], fire.get("d10") or 0, rounds_burnt(fire), pack.tables_of(sheet), house)
    if left is None:
        return {"burning": None}
    wound, may_close = left
    wounds = [*sheet.get("wounds", ()), msgspec.to_builtins(wound)]
    closing = {TALLY: {life.CLOSING: len(wounds)}} if may_close else {}
    notes = [*(sheet.get("wound_notes") or ()), {"source": fire.get("source", "")}]
    return {"burning": None, "wounds": wounds, "wound_notes": notes, **closing}


def after_stabilising(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The wound of a fire that is out, else the newest wound that bleeds, stops by itself (CD20-BLEED-03)."""
    if not who:
        return {}
    wounds = msgspec.convert(sheet.get("wounds") or (), tuple[Wound, ...])
    open_ones = [at for at, one in enumerate(wounds) if one.bleeding]
    at = tally_of(sheet).get(life.CLOSING, 0) - 1
    at = at if at in open_ones else next(reversed(open_ones), -1)
    over_with = {TALLY: {life.CLOSING: None}} if life.CLOSING in tally_of(sheet) else {}
    if not outcome["stabilised"] or at < 0:
        return over_with
    after = wounds_after_stabilising(wounds, at, rules(given.get("options") or {}))
    return {"wounds": msgspec.to_builtins(after), **over_with}


def after_poison(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Hours without senses, rounds without breath, a second save a minute later (CD20-P-POIS-01)."""
    fields = after_condition("victim")(sheet, given, outcome, who)
    for stage in ("initial", "secondary"):
        amount = int(outcome.get(f"{stage}_amount") or 0)
        match outcome.get(f"{stage}_effect"):
            case "unconscious_hours":
                fields = over(fields, {TALLY: {life.SLEEP: max(tally_of(sheet).get(life.SLEEP, 0), amount * HOUR)}})
            case "partial_actions_rounds":
                fields["choking"] = max(int(sheet.get("choking") or 0), amount)
    poison, stage = given["poison"], given.get("stage", "both")
    if stage == "initial" and pack.poison(poison).secondary and outcome.get("state") != "dead":
        fields["poisons"] = [*(sheet.get("poisons") or ()), {"poison": poison, "rounds": MINUTE}]
    return {**fields, **life.without_dose(sheet, poison)} if stage == "secondary" else fields


def after_disease(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A disease on its way, another day of it, or the end of it (CD20-P-DIS-01)."""
    fields = after_condition("victim")(sheet, given, outcome, who)
    key, held = given["disease"], list(sheet.get("diseases") or ())
    others = [one for one in held if one["disease"] != key]
    if given.get("stage", "exposure") == "exposure":
        if key == INFECTED and isinstance(sheet, Being):
            fields = over(fields, life.thrown_for(sheet))
        if outcome["infected"] and others == held:
            wait = outcome["incubation"] * UNITS[outcome["incubation_unit"]]
            caught = {"diseases": [*held, {"disease": key}], TALLY: {life.disease_count(key): wait}}
            fields = over(fields, caught)
    elif outcome["cured"]:
        fields |= {"diseases": others, TALLY: {life.disease_count(key): None}}
    else:
        ill = {"disease": key, "successes_running": outcome["successes_running"]}
        fields |= {"diseases": [*others, ill], TALLY: {life.disease_count(key): DAY}}
    return fields


def after_exposure(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Each further check is harder (CD20-P-ENV-04)."""
    return {
        "exposure_cause": given["cause"],
        "exposure_checks": given.get("checks_made", 0) + 1,
        "exposure_failures": outcome.get("failures_running", 0),
        **({"shock_next_turn": "partial"} if outcome.get("partial_action") else {}),
        **forget(sheet, life.EXPOSED, life.BREATHES),
    }


# ---- minds ----


def after_sanity_check(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Insanities are written down with the time they last (CD20-P-SAN-03, CD20-P-SAN-04)."""
    new = insanities_of(outcome, bool(given.get("mythos")))
    changes: dict[str, Any] = {"insanity": [*(sheet.get("insanity") or ()), *new], "mind_held": None} if new else {}
    changes |= hour_of_losses(sheet, outcome["loss"])
    return changes | ({"mythos_insanity_before": True} if outcome.get("mythos_gain") else {})


def hour_of_losses(sheet: Content, loss: int) -> dict[str, Any]:
    """All that one hour takes is added up, whatever took it (CD20-P-SAN-04)."""
    if not loss or "san" not in sheet:
        return {}
    lost = int(sheet.get("san_lost_this_hour") or 0)
    began = {} if sheet.get("kind") == "investigator" else {"san_at_hour_start": sheet["san"]}
    return {"san_lost_this_hour": lost + loss, **({} if lost else began)}


def after_collapse(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A mind that was caught holds; one at the bottom is gone for good (CD20-P-SAN-04)."""
    if outcome.get("permanent"):
        return {"insanity": [*sheet.get("insanity", ()), {"kind": "permanent"}]}
    return {"mind_held": True} if outcome.get("stopped") else {}


def after_study(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A book that was read, the spells that were found in it, and what they cost (CD20-P-MAG-03, CD20-P-SAN-04)."""
    if not outcome["success"] or "tomes_read" not in sheet:
        return {}
    read, known = list(sheet["tomes_read"]), list(sheet["spells_known"])
    spells = [one for one in given.get("spells") or () if one not in known]
    return {
        "tomes_read": read if given["tome"] in read else [*read, given["tome"]],
        "spells_known": [*known, *spells],
        **hour_of_losses(sheet, outcome["loss"]),
    }


def after_surgery(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A wound that was operated in vain may be tried again after a day (CD20-P-HEAL-01)."""
    wounds = (sheet.get("wound_notes") or ())[given.get("wound", 0) :]  # of whoever was described otherwise, none
    return {TALLY: {f"{life.OPERATED}{wounds[0]['id']}": DAY}} if wounds and outcome.get("success") is False else {}


def after_victory(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What somebody has overcome gives nothing more to them in this scenario (CD20-P-SAN-06)."""
    kind, known = given.get("creature_kind"), list(sheet.get("overcome") or ())
    new = kind and not outcome.get("refused") and kind not in known
    return {"overcome": [*known, kind]} if new else {}


# ---- what follows by itself ----


def after_award(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Whoever a challenge is counted for has their share of it: all who are named, else whoever counts (P-XP-01)."""
    mine = bool(who) == bool(given.get("characters"))
    return {"xp": sheet["xp"] + outcome["xp_each"]} if mine and "xp" in sheet else {}


def after_growth(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The ability that rose with a level (CD20-P-ABIL-01)."""
    return after_level_up(sheet, given, outcome) if who else {}


def follow(before: Being, after: Content, clock: int) -> dict[str, Any]:
    """What else changes with a sheet: all that rests on it and on the house rules, broken rest, the hour of SAN."""
    changes: dict[str, Any] = {"house_rules": msgspec.to_builtins(house_rules(rules(before.scene.options)))}
    broken = after.get("pf", 0) < before.get("pf", 0) or len(after.get("wounds", ())) > len(before.get("wounds", ()))
    if broken and after.get("rested_rounds") == before.get("rested_rounds") != 0:
        changes["rested_rounds"] = 0  # CD20-HP-06
    if is_destroyed(after):
        changes["state"] = "dead"  # CD20-P-CREA-02
    if "san_lost_this_hour" in after:
        changes |= _hour(before, after, clock)
    held = [_with_end(one, clock) for one in after.get("insanity") or ()]
    if held != list(after.get("insanity") or ()):
        changes["insanity"] = held
    changes |= changes_that_follow(before, {**after, **changes}, clock)
    fields = {name: value for name, value in changes.items() if after.get(name) != value}
    counts = _counts_over(before, after)
    return {**fields, TALLY: counts} if counts else fields


def _counts_over(before: Being, after: Content) -> dict[str, None]:
    """Counts of what is no longer there: of the dead, a sleep that was ended, an hour of SAN that begins anew."""
    if after.get("state") == "dead":
        return dict.fromkeys(before.tally)
    over_now = {
        life.SLEEP: ASLEEP not in (after.get("conditions") or ()),
        life.SAN_HOUR: not before.get("san_lost_this_hour") and "san_lost_this_hour" in after,
    }
    ids, of_wounds = (
        {str(one.get("id", 0)) for one in after.get("wound_notes") or ()},
        (life.clean_count(""), life.OPERATED),
    )
    healed = {name: True for name in before.tally if name.startswith(of_wounds) and name.rsplit("_", 1)[1] not in ids}
    return {name: None for name, is_over in (over_now | healed).items() if is_over and name in before.tally}


def _hour(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """The hour in which losses are added up begins with the first of them (CD20-P-SAN-04)."""
    if not after["san_lost_this_hour"]:
        return {"san_at_hour_start": after["san"]}
    if not before.get("san_lost_this_hour"):
        return {"san_at_hour_start": before["san"], "san_hour_clock": clock}
    return {}


def _with_end(insanity: Any, clock: int) -> Any:
    """An insanity with the hour at which it ends, once it has begun."""
    lasts = insanity.get("lasts") if isinstance(insanity, Mapping) else None
    if lasts is None or insanity.get("ends_at") is not None:
        return insanity
    return {**insanity, "ends_at": clock + lasts}
