"""What the table knows of d20d100: what sheets fill in, what goes back to them, what falls due (HEALTH, SAN, MAGIC)."""

from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.fighting import Content
from gardien.core.hosting import Hosting
from gardien.systems.d20d100 import dealings, growth, inquiry
from gardien.systems.d20d100.arming import EXTRA, FILLS, LINES, line_of
from gardien.systems.d20d100.bodies import Blow, is_shock
from gardien.systems.d20d100.fighting import FIGHTING, PLACE, RANK, TOTAL
from gardien.systems.d20d100.meetings import AGAINST
from gardien.systems.d20d100.samples import sample_creature, sample_npc
from gardien.systems.d20d100.sheet import Investigator, Monster, Npc
from gardien.systems.d20d100.sheet_parts import MadnessHeld
from gardien.systems.d20d100.standing import body, rules
from gardien.systems.d20d100.timing import HOUR, MONTH, ROUND_MINUTES, due, each_round

SHEETS = {"investigator": Investigator, "npc": Npc, "monster": Monster}

# ---- the way back ----


def _marked(**states: Any) -> dict[str, Any]:
    """States that begin: marks, so that the end of a fight takes them away."""
    return {state: True for state, holds in states.items() if holds}


def _shot(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Cartridges and jams are written where the weapon stands (D100-FIRE-04)."""
    return {} if who else _fired(sheet, given, outcome)


def _fired(sheet: Content, given: Content, outcome: Content) -> dict[str, Any]:
    at = line_of(sheet, given)
    if at is None or outcome.get("in_range") is False:
        return {}
    weapons = [dict(one) for one in sheet["weapons"]]
    line = weapons[at]
    if line.get("capacity") is None:
        return {}
    spent = 1 if "shots" not in outcome and "ammo_spent" not in outcome else 0
    line["loaded"] = outcome.get("ammo_left", max(0, line["loaded"] - spent))
    if outcome.get("malfunction", "none") != "none":
        line["weapon_state"] = outcome["malfunction"]
    return {"weapons": weapons} if line != sheet["weapons"][at] else {}


def _burst(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The weapon of whoever fires; a shock for those who lose half of what they had (D100-HEALTH-03)."""
    if not who:
        return _fired(sheet, given, outcome)
    hits = [
        one["damage_final"] for burst in outcome.get("bursts") or () for one in burst["targets"] if one["name"] == who
    ]
    return _shaken(sheet, given, hits)


def _blown(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    hits = [one["damage_final"] for one in outcome.get("results") or () if one["name"] == who] if who else []
    return _shaken(sheet, given, hits)


def _shaken(sheet: Content, given: Content, hits: list[int]) -> dict[str, Any]:
    house, hurt = rules(given.get("options") or {}), body(sheet)
    shaken = False
    for damage in hits:
        shaken = shaken or is_shock(hurt, Blow(damage=damage), house)
        hurt = replace(hurt, pv=max(-10, hurt.life - damage))
    return _marked(shocked=shaken)


def _reloaded(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Cartridges come from those carried (D100-FIRE-05)."""
    for at, one in enumerate(sheet.get("weapons", ())):
        if one["weapon"] == given.get("weapon") and one.get("capacity") and one["loaded"] == given.get("loaded", 0):
            more = max(0, outcome["loaded"] - one["loaded"])
            line = {**one, "loaded": outcome["loaded"], "spare": max(0, one["spare"] - more)}
            return {"weapons": [line if place == at else other for place, other in enumerate(sheet["weapons"])]}
    return {}


def _cleared(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    weapons = [dict(one) for one in sheet.get("weapons", ())]
    for one in weapons:
        if one["weapon_state"] in ("jam", "dud"):
            one["weapon_state"] = outcome["weapon_state"]
            return {"weapons": weapons}
    return {}


def _wounded(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A shock, and how it throws somebody to the ground (D100-HEALTH-03)."""
    violent = outcome.get("thrown_back")
    return _marked(shocked=outcome.get("shock") and not violent, violently_shocked=violent, prone=outcome.get("prone"))


def _started(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What initiative brought: the order of the fight rests on it (D100-CBT-02)."""
    names = [one["name"] for one in given["combatants"]]
    if who not in names:
        return {}
    return {TOTAL: outcome["totals"][names.index(who)], RANK: outcome["order"].index(who) + 1, PLACE: None}


def _assessed(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """From the next round on, and for good (D100-MODE-04)."""
    return {TOTAL: outcome["initiative"], RANK: 0, PLACE: None}


def _ambushed(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Whoever noticed nothing loses the round (D100-CBT-08)."""
    return _marked(surprised=who and who in (outcome.get("surprised") or ()))


def _acted(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Lying down, getting up, taking back a weapon that fell (D100-CBT-10, D100-CBT-11)."""
    if who or not outcome["accepted"]:
        return {}
    after: dict[str, dict[str, Any]] = {
        "drop_prone": {"prone": True},
        "stand_up": {"prone": None},
        "pick_up": {"disarmed": None},
    }
    return after.get(given["action"], {})


def _burnt(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return {"on_fire": outcome["on_fire"]} if "on_fire" in sheet else {}


def _tightened(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A hand at the throat: a round more, and harder (D100-GRAP-04)."""
    if not sheet.get("strangle_round"):
        return {}
    return {"strangle_round": min(200, sheet["strangle_round"] + 1), "strangle_failed": outcome["failed"]}


def _round_ended(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What went on by itself goes on counting; a mind that reached the bottom stays there (D100-SAN-06)."""
    found = next((one for one in outcome["combatants"] if one["name"] == who), None)
    if found is None:
        return {}
    longer = {"strangle_round": min(200, sheet["strangle_round"] + 1)} if sheet.get("strangle_round") else {}
    return {**longer, "perm_mad": True} if found["perm_mad"] and "perm_mad" in sheet else longer


def _grappled(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """With somebody whom nobody has named."""
    return _marked(grappling=outcome["grappling"] and not given.get("opponent"))


def _foreseen(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """At the sight of it, each keeps their own result (D100-CBT-06)."""
    found = next((one for one in outcome["pending"] if one["name"] == who), None)
    if found is None:
        return {}
    states = ("temp_mad", "indef_mad", "perm_mad", "decompensating")
    kept = {name: True for name in states if found.get(name) and name in sheet}
    return {"san": found["san"], "san_lost_this_hour": found["lost_this_hour"], **kept}


def _helped(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """One attempt for each wound (D100-HEALTH-08)."""
    tried = given.get("skill", "first_aid") == "first_aid" and not outcome.get("refused")
    if who != given.get("patient", ""):
        return {}
    return {"first_aid_used": True} if tried and "first_aid_used" in sheet else {}


def _rested(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return {"weeks_of_rest": sheet["weeks_of_rest"] + 1} if "weeks_of_rest" in sheet else {}


def _destined(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return {"used_this_scene": True, **_marked(shocked=outcome.get("shock"))} if outcome["accepted"] else {}


def _mad(kind: str) -> Any:
    """A madness is written down with the time it lasts (D100-SAN-03, D100-SAN-04, D100-MISS-09)."""

    def settle(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        if "madness" not in sheet:
            return {}
        rounds, hours, months = (outcome.get(name) for name in ("rounds", "hours", "months"))
        minutes = rounds * ROUND_MINUTES if rounds else hours * HOUR if hours else (months or 0) * MONTH
        held = MadnessHeld(kind=kind, symptom=str(outcome["symptom"]), remaining=max(1, round(minutes)))  # type: ignore[arg-type]
        flag = "temp_mad" if kind == "temporary" else "indef_mad"
        return {"madness": [*sheet["madness"], msgspec.to_builtins(held)], flag: True}

    return settle


def _over(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Months that are over bring a cure, or more of them (D100-MISS-09)."""
    lasting = [one for one in sheet.get("madness", ()) if one["kind"] == "indefinite"]
    if not lasting:
        return {"indef_mad": False} if outcome["cured"] and "indef_mad" in sheet else {}
    first = next((one for one in lasting if not one["remaining"]), lasting[0])
    rest = [one for one in sheet["madness"] if one is not first]
    if outcome["cured"]:
        still = any(one["kind"] == "indefinite" for one in rest)
        return {"madness": rest, "indef_mad": still}
    return {"madness": [*rest, {**first, "remaining": outcome["more_months"] * MONTH}]}


def _grown(procedure: str) -> Any:
    """Boxes, improvements and scores go to their place on the sheet (D100-XP-02, D100-XP-04, D100-XP-05)."""

    def settle(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        return growth.grown(sheet, procedure, given, outcome) if sheet.get("kind") == "investigator" else {}

    return settle


def _cast(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """POU that a spell takes is gone for good (D100-MISS-10)."""
    score = outcome.get("pou_score")
    if score is None or score == given.get("pou_score", score):
        return {}
    if sheet.get("kind") != "investigator":
        return {"scores": {**sheet["scores"], "POU": score}}
    before = msgspec.convert(dict(sheet), Investigator)
    after = growth.rescored(replace(before, pm=min(before.pm_max, outcome["pm"])), "POU", score)
    return {**growth.changed_fields(before, after), "pm": min(after.pm_max, outcome["pm"])}


def _read(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    known = sheet.get("tomes", ())
    read = outcome["success"] and "tomes" in sheet and given["tome"] not in known
    return {"tomes": [*known, given["tome"]]} if read else {}


def follow(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """What else changes with a sheet: its state of body, a new wound, the hour of SAN, all that rests on scores."""
    found: dict[str, Any] = {}
    if after.get("pv", 0) < before.get("pv", 0):
        found |= {name: False for name in ("stable", "first_aid_used") if after.get(name)}  # D100-HEALTH-08
    if after.get("kind") == "investigator":
        found |= _hour(before, after, clock)
        found |= growth.followed(before, {**after, **found})
    kind = SHEETS.get(str(after.get("kind", "")))
    try:
        fresh = msgspec.convert({**after, **found}, kind) if kind else None
    except msgspec.ValidationError:
        fresh = None
    if fresh is not None:
        found |= {name: getattr(fresh, name) for name in ("condition", "wound_penalty")}
    return {name: value for name, value in found.items() if after.get(name) != value}


def _hour(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """The hour in which losses are added up begins with the first of them (D100-SAN-04)."""
    if not after.get("san_lost_this_hour"):
        return {"san_hour_start": max(0, after["san"])}
    if not before.get("san_lost_this_hour"):
        return {"san_hour_start": max(0, before["san"]), "san_hour_clock": clock}
    return {}


SEEN_OF_TARGET = ("target_condition", "target_shock")
SEEN_OF_ATTACK = ("accepted", "reason", "in_range", "hit", "critical", "malfunction", *SEEN_OF_TARGET)
SEEN_OF_AREA = ("name", "reflex_success", "condition")

HOSTING = Hosting(
    sheets=(Investigator, Npc, Monster),
    seen=(
        *("name", "kind", "condition", "states", "on_fire", "gender", "stands"),
        *("ambushed", "charging", "strangle_round", *FIGHTING.circumstances),
    ),
    beings={"adversary": sample_npc, "creature": sample_creature},
    fills={**FILLS, **inquiry.NAMED, **dealings.FILLS},
    settles={
        **dict.fromkeys(LINES, _shot),
        "burst": _burst,
        "explosion": _blown,
        "reload": _reloaded,
        "clear_jam": _cleared,
        "apply_damage": _wounded,
        "fall": _wounded,
        "start_combat": _started,
        "check_surprise": _ambushed,
        "assess": _assessed,
        "take_action": _acted,
        "full_defence": lambda sheet, given, outcome, who: {"full_defence": True},
        "defensive_fighting": lambda sheet, given, outcome, who: {"defensive": True},
        **dict.fromkeys(("delay", "prepare"), lambda sheet, given, outcome, who: {}),
        "start_grapple": _grappled,
        "combat_san": _foreseen,
        "burn_round": _burnt,
        "strangle_round": _tightened,
        "end_round": _round_ended,
        "first_aid": _helped,
        "record_passive": inquiry.keep,
        "rest_week": _rested,
        "spend_destiny": _destined,
        "temporary_madness": _mad("temporary"),
        "indefinite_madness": _mad("indefinite"),
        "end_of_madness": _over,
        "cast_spell": _cast,
        "learn_spell": dealings.learnt,
        "calm_decompensation": dealings.calmed,
        "read_tome": _read,
        **{key: _grown(key) for key in ("tick_box", "spend_xp", "change_characteristic")},
    },
    against={**AGAINST, **inquiry.AGAINST, **dealings.AGAINST},
    extra={**EXTRA, **inquiry.BESIDE, **dealings.EXTRA},
    witnessed={
        **dict.fromkeys((*LINES, "charge", "coup_de_grace"), SEEN_OF_ATTACK),
        **dict.fromkeys(("attack_sequence", "multiple_fire"), (*SEEN_OF_ATTACK, "hits")),
        "grapple_manoeuvre": ("accepted", "success", "effect", "hit", *SEEN_OF_TARGET),
        "burst": ("in_range", "fired", "malfunction", *(f"bursts.targets.{name}" for name in SEEN_OF_AREA)),
        "explosion": ("hurt", "killed", *(f"results.{name}" for name in SEEN_OF_AREA)),
        **dict.fromkeys(("skill_test", "jet_test", "characteristic_test"), ("refused", "success")),
        "opposed_test": ("winner",),
        "oppose_recorded": ("active_total", "success"),
        "start_combat": ("order",),
        **dict.fromkeys(("delay", "prepare"), ("order",)),
        "check_surprise": ("surprised", "surprise_round"),
        "take_action": ("accepted", "reason", "kind", "metres"),
        "start_grapple": ("winner", "grappling"),
        "silent_hold": ("held", "alarm"),
        "disarm": ("disarmed",),
        "sneak_attack": ("victim_state",),
        "first_aid": ("refused", "success", "condition"),
        "apply_damage": ("condition", "shock", "thrown_back", "prone"),
        "fall": ("success", "condition", "shock"),
        "burn_round": ("on_fire", "condition"),
        "end_round": tuple(f"combatants.{name}" for name in ("name", "condition", "on_fire")),
        "agony_round": ("condition",),
        "wake_up": ("woke", "condition"),
        "san_check": ("success", "temp_mad", "indef_mad", "perm_mad"),
        "cast_spell": ("accepted", "works"),
    },
    follow=follow,
    fighting=FIGHTING,
    due=due,
    each_round=each_round,
    each_scene={"used_this_scene": False, **dict.fromkeys(inquiry.KEPT)},  # D100-MISS-11, D100-TEST-08
)
