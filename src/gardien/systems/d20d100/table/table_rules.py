"""What the table knows of d20d100: what sheets fill in, what goes back to them, what falls due (HEALTH, SAN, MAGIC)."""

from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.fighting import Content
from gardien.core.sheet import on_sheet
from gardien.core.table_rules import TableRules
from gardien.systems.d20d100.rules.body.wounds import Blow, is_shock
from gardien.systems.d20d100.sheet import recompute
from gardien.systems.d20d100.sheet.parts import MadnessHeld
from gardien.systems.d20d100.sheet.samples import sample_creature, sample_npc
from gardien.systems.d20d100.sheet.sheet import Investigator, Monster, Npc
from gardien.systems.d20d100.table import outside_fights
from gardien.systems.d20d100.table.due import HOUR, MONTH, ROUND_MINUTES, due, each_round
from gardien.systems.d20d100.table.fight import FIGHTING, PLACE, RANK, TOTAL
from gardien.systems.d20d100.table.fighter import body, combatant, rules
from gardien.systems.d20d100.table.marks import Marks
from gardien.systems.d20d100.table.targeting import AGAINST
from gardien.systems.d20d100.table.weapon_use import EXTRA, FILLS, LINES, line_of

SHEETS = {"investigator": Investigator, "npc": Npc, "monster": Monster}

# ---- the way back ----


def _marks(**states: Any) -> dict[str, Any]:
    """States that begin: marks, so that the end of a fight takes them away."""
    return {state: True for state, holds in states.items() if holds}


def _after_shot(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Cartridges and jams are written where the weapon stands (D100-FIRE-04)."""
    return {} if who else _weapons_after_fire(sheet, given, outcome)


def _weapons_after_fire(sheet: Content, given: Content, outcome: Content) -> dict[str, Any]:
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


def _after_burst(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The weapon of whoever fires; a shock for those who lose half of what they had (D100-HEALTH-03)."""
    if not who:
        return _weapons_after_fire(sheet, given, outcome)
    hits = [
        one["damage_final"] for burst in outcome.get("bursts") or () for one in burst["targets"] if one["name"] == who
    ]
    return _shock_marks(sheet, given, hits)


def _after_explosion(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    hits = [one["damage_final"] for one in outcome.get("results") or () if one["name"] == who] if who else []
    return _shock_marks(sheet, given, hits)


def _shock_marks(sheet: Content, given: Content, hits: list[int]) -> dict[str, Any]:
    house, hurt = rules(given.get("options") or {}), body(sheet)
    shaken = False
    for damage in hits:
        shaken = shaken or is_shock(hurt, Blow(damage=damage), house)
        hurt = replace(hurt, pv=max(-10, hurt.life - damage))
    return _marks(shocked=shaken)


def _after_reload(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Cartridges come from those carried (D100-FIRE-05)."""
    for at, one in enumerate(sheet.get("weapons", ())):
        if one["weapon"] == given.get("weapon") and one.get("capacity") and one["loaded"] == given.get("loaded", 0):
            more = max(0, outcome["loaded"] - one["loaded"])
            line = {**one, "loaded": outcome["loaded"], "spare": max(0, one["spare"] - more)}
            return {"weapons": [line if place == at else other for place, other in enumerate(sheet["weapons"])]}
    return {}


def _after_clearing(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    weapons = [dict(one) for one in sheet.get("weapons", ())]
    for one in weapons:
        if one["weapon_state"] in ("jam", "dud"):
            one["weapon_state"] = outcome["weapon_state"]
            return {"weapons": weapons}
    return {}


def _wound_marks(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A shock, and how it throws somebody to the ground (D100-HEALTH-03)."""
    violent = outcome.get("thrown_back")
    return _marks(shocked=outcome.get("shock") and not violent, violently_shocked=violent, prone=outcome.get("prone"))


def _initiative_marks(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What initiative brought: the order of the fight rests on it (D100-CBT-02)."""
    names = [one["name"] for one in given["combatants"]]
    if who not in names:
        return {}
    return {TOTAL: outcome["totals"][names.index(who)], RANK: outcome["order"].index(who) + 1, PLACE: None}


def _assessment_marks(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """From the next round on, and for good (D100-MODE-04)."""
    return {TOTAL: outcome["initiative"], RANK: 0, PLACE: None}


def _surprise_marks(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Whoever noticed nothing loses the round (D100-CBT-08)."""
    return _marks(surprised=who and who in (outcome.get("surprised") or ()))


def _after_action(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Lying down, getting up, taking back a weapon that fell (D100-CBT-10, D100-CBT-11)."""
    if who or not outcome["accepted"]:
        return {}
    after: dict[str, dict[str, Any]] = {
        "drop_prone": {"prone": True},
        "stand_up": {"prone": None},
        "pick_up": {"disarmed": None},
    }
    return after.get(given["action"], {})


def _after_burning(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return {"on_fire": outcome["on_fire"]} if "on_fire" in sheet else {}


def _after_strangling(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A hand at the throat: a round more, and harder (D100-GRAP-04)."""
    if not sheet.get("strangle_round"):
        return {}
    return {"strangle_round": min(200, sheet["strangle_round"] + 1), "strangle_failed": outcome["failed"]}


def _after_round(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What went on by itself goes on counting; a mind that reached the bottom stays there (D100-SAN-06)."""
    own = next((one for one in outcome["combatants"] if one["name"] == who), None)
    if own is None:
        return {}
    longer = {"strangle_round": min(200, sheet["strangle_round"] + 1)} if sheet.get("strangle_round") else {}
    return {**longer, "perm_mad": True} if own["perm_mad"] and "perm_mad" in sheet else longer


def _grapple_marks(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """With somebody whom nobody has named."""
    return _marks(grappling=outcome["grappling"] and not given.get("opponent"))


def _after_combat_san(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """At the sight of it, each keeps their own result (D100-CBT-06)."""
    own = next((one for one in outcome["pending"] if one["name"] == who), None)
    if own is None:
        return {}
    states = ("temp_mad", "indef_mad", "perm_mad", "decompensating")
    kept = {name: True for name in states if own.get(name) and name in sheet}
    return {"san": own["san"], "san_lost_this_hour": own["lost_this_hour"], **kept}


def _after_first_aid(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """One attempt for each wound (D100-HEALTH-08)."""
    tried = given.get("skill", "first_aid") == "first_aid" and not outcome.get("refused")
    if who != given.get("patient", ""):
        return {}
    return {"first_aid_used": True} if tried and "first_aid_used" in sheet else {}


def _after_rest_week(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return {"weeks_of_rest": sheet["weeks_of_rest"] + 1} if "weeks_of_rest" in sheet else {}


def _after_destiny(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return {"used_this_scene": True, **_marks(shocked=outcome.get("shock"))} if outcome["accepted"] else {}


def _after_madness(kind: str) -> Any:
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


def _after_end_of_madness(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
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


def _after_growth(procedure: str) -> Any:
    """Boxes, improvements and scores go to their place on the sheet (D100-XP-02, D100-XP-04, D100-XP-05)."""

    def settle(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        return recompute.growth_changes(sheet, procedure, given, outcome) if sheet.get("kind") == "investigator" else {}

    return settle


def _after_spell(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """POU that a spell takes is gone for good (D100-MISS-10)."""
    score = outcome.get("pou_score")
    if score is None or score == given.get("pou_score", score):
        return {}
    if sheet.get("kind") != "investigator":
        return {"scores": {**sheet["scores"], "POU": score}}
    before = msgspec.convert(on_sheet(Investigator, sheet), Investigator)
    after = recompute.after_score_change(replace(before, pm=min(before.pm_max, outcome["pm"])), "POU", score)
    return {**recompute.changed_fields(before, after), "pm": min(after.pm_max, outcome["pm"])}


def _after_reading(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    known = sheet.get("tomes", ())
    read = outcome["success"] and "tomes" in sheet and given["tome"] not in known
    return {"tomes": [*known, given["tome"]]} if read else {}


def recompute_sheet(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """What else changes with a sheet: its state of body, a new wound, the hour of SAN, all that rests on scores."""
    fields: dict[str, Any] = {}
    if after.get("pv", 0) < before.get("pv", 0):
        fields |= {name: False for name in ("stable", "first_aid_used") if after.get(name)}  # D100-HEALTH-08
    if after.get("kind") == "investigator":
        fields |= _san_hour(before, after, clock)
        fields |= recompute.following_changes(before, {**after, **fields})
    kind = SHEETS.get(str(after.get("kind", "")))
    try:
        fresh = msgspec.convert({**after, **fields}, kind) if kind else None
    except msgspec.ValidationError:
        fresh = None
    if fresh is not None:
        fields |= {name: getattr(fresh, name) for name in ("condition", "wound_penalty")}
    return {name: value for name, value in fields.items() if after.get(name) != value}


def _san_hour(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """The hour in which losses are added up begins with the first of them (D100-SAN-04)."""
    if not after.get("san_lost_this_hour"):
        return {"san_hour_start": max(0, after["san"])}
    if not before.get("san_lost_this_hour"):
        return {"san_hour_start": max(0, before["san"]), "san_hour_clock": clock}
    return {}


SEEN_OF_TARGET = ("target_condition", "target_shock")
SEEN_OF_ATTACK = ("accepted", "reason", "in_range", "hit", "critical", "malfunction", *SEEN_OF_TARGET)
SEEN_OF_AREA = ("name", "reflex_success", "condition")

TABLE_RULES = TableRules(
    sheets=(Investigator, Npc, Monster),
    marks=Marks,
    visible=(
        *("name", "kind", "condition", "states", "on_fire", "gender", "stands"),
        *("ambushed", "charging", "strangle_round", *FIGHTING.circumstances),
    ),
    beings={"adversary": sample_npc, "creature": sample_creature},
    bind_inputs={**FILLS, **outside_fights.FILLS},
    consequences={
        **dict.fromkeys(LINES, _after_shot),
        "burst": _after_burst,
        "explosion": _after_explosion,
        "reload": _after_reload,
        "clear_jam": _after_clearing,
        "apply_damage": _wound_marks,
        "fall": _wound_marks,
        "start_combat": _initiative_marks,
        "check_surprise": _surprise_marks,
        "assess": _assessment_marks,
        "take_action": _after_action,
        "full_defence": lambda sheet, given, outcome, who: {"full_defence": True},
        "defensive_fighting": lambda sheet, given, outcome, who: {"defensive": True},
        **dict.fromkeys(("delay", "prepare"), lambda sheet, given, outcome, who: {}),
        "start_grapple": _grapple_marks,
        "combat_san": _after_combat_san,
        "burn_round": _after_burning,
        "strangle_round": _after_strangling,
        "end_round": _after_round,
        "first_aid": _after_first_aid,
        "record_passive": outside_fights.after_passive_roll,
        "rest_week": _after_rest_week,
        "spend_destiny": _after_destiny,
        "temporary_madness": _after_madness("temporary"),
        "indefinite_madness": _after_madness("indefinite"),
        "end_of_madness": _after_end_of_madness,
        "cast_spell": _after_spell,
        "learn_spell": outside_fights.after_learning,
        "calm_decompensation": outside_fights.after_calming,
        "read_tome": _after_reading,
        **{key: _after_growth(key) for key in ("tick_box", "spend_xp", "change_characteristic")},
    },
    targeting={**AGAINST, **outside_fights.AGAINST},
    ui_inputs={**EXTRA, **outside_fights.EXTRA},
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
    recompute=recompute_sheet,
    reads=combatant,
    fighting=FIGHTING,
    due=due,
    each_round=each_round,
    each_scene={"used_this_scene": False, **dict.fromkeys(outside_fights.KEPT)},  # D100-MISS-11, D100-TEST-08
)
