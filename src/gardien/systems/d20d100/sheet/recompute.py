"""A sheet that grows: boxes ticked, improvements bought, scores changed, everything else recomputed (XP, CORE)."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from gardien.core.sheet import kept_sheet
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import CODES, Code
from gardien.systems.d20d100.rules.growth.experience import Purchase
from gardien.systems.d20d100.rules.mind.sanity import BOTTOM, floor_of
from gardien.systems.d20d100.sheet.parts import HouseRules, SheetWeapon, SkillParts, weapon_line
from gardien.systems.d20d100.sheet.samples import line_for
from gardien.systems.d20d100.sheet.sheet import Investigator

Content: TypeAlias = Mapping[str, Any]

ALERT_AGAIN = 60  # minutes until somebody can be on the alert again (D100-CBT-04)
RESTS_ON = (  # what the rest of a sheet is computed from
    *("scores", "traits", "jets", "skills", "armour", "mythos", "defence_bonus", "pv_bought", "weapons"),
    "house_rules",
)


LISTED = (  # of a weapon: the numbers that the list has
    *("rate", "damage", "temporary", "threat_min", "multiplier", "increment", "weapon_class", "penetration"),
    *("recoil", "precision", "jams", "capacity", "loaded"),
)


def after_tick(sheet: Investigator, kind: str, target: str, tick: bool = True) -> Investigator:
    """The sheet with a box ticked or cleared; a skill that is not on it has no box (D100-XP-02)."""
    if kind == "jet":
        jets = {jet: replace(parts, ticked=tick) if jet == target else parts for jet, parts in sheet.jets.items()}
        return replace(sheet, jets=jets)
    skills = {key: replace(parts, ticked=tick) if key == target else parts for key, parts in sheet.skills.items()}
    return replace(sheet, skills=skills)


def after_purchase(sheet: Investigator, purchase: Purchase, target: str = "", value: int | None = None) -> Investigator:
    """The sheet with one improvement; its price is not paid here. A new skill starts at `value` (D100-XP-04)."""
    match purchase:
        case "skill" if target in sheet.skills:
            parts = sheet.skills[target]
            sheet = replace(sheet, skills={**sheet.skills, target: replace(parts, xp=parts.xp + 1, ticked=False)})
        case "new_skill":
            fresh = replace(sheet, skills={**sheet.skills, target: SkillParts(learned=True)}).recompute()
            start = fresh.skills[target]
            more = 0 if value is None else value - start.total
            sheet = replace(fresh, skills={**fresh.skills, target: replace(start, xp=more)})
        case "jet":
            jets = {
                jet: replace(one, xp=one.xp + 1, ticked=False) if jet == target else one
                for jet, one in sheet.jets.items()
            }
            sheet = replace(sheet, jets=jets)
        case "destiny":
            sheet = replace(sheet, destiny=min(20, sheet.destiny + 1))
        case "pv_max":
            sheet = replace(sheet, pv_bought=min(30, sheet.pv_bought + 1))
    return sheet.recompute()


def after_score_change(sheet: Investigator, code: Code, score: int) -> Investigator:
    """The sheet with another score, and all that rests on it (D100-CORE-06, D100-XP-05)."""
    return replace(sheet, scores={**sheet.scores, code: max(0, min(300, score))}).recompute()


def growth_changes(
    content: Mapping[str, Any], procedure: str, given: Mapping[str, Any], outcome: Mapping[str, Any]
) -> dict[str, Any]:
    """The fields of a kept sheet that `tick_box`, `spend_xp` or `change_characteristic` moves, as plain values."""
    before = kept_sheet(Investigator, content)
    after = before
    target = str(given.get("target", given.get("characteristic", "")))
    code = next((one for one in CODES if one == target), None)
    if procedure == "tick_box":
        after = after_tick(before, str(given.get("kind", "skill")), target)
        if outcome.get("new_tick"):
            after = replace(after, ticks_this_session=min(10, after.ticks_this_session + 1))
    elif "score" in outcome and code is not None:
        after = after_score_change(before, code, outcome["score"])
    elif procedure == "spend_xp" and outcome.get("accepted"):
        after = after_purchase(before, given["purchase"], target, outcome.get("value"))
    return changed_fields(before, after)


def following_changes(before: Content, after: Content) -> dict[str, Any]:
    """What else changes on a kept sheet when somebody writes a score, a trait or a part of a skill on it."""
    if all(before.get(name) == after.get(name) for name in RESTS_ON):
        return {}
    try:
        written = msgspec.convert(dict(after), Investigator)
    except msgspec.ValidationError:
        return {}
    fresh = msgspec.to_builtins(replace(written, weapons=fill_listed_weapons(before, written.weapons)).recompute())
    kept = msgspec.to_builtins(dict(after))
    return {name: value for name, value in fresh.items() if value != kept.get(name)}


def fill_listed_weapons(before: Content, weapons: tuple[SheetWeapon, ...]) -> tuple[SheetWeapon, ...]:
    """Weapons with the numbers of the list wherever somebody has just chosen one, and written none (D100-WPN-05)."""
    held = before.get("weapons") or ()
    lines = []
    for at, one in enumerate(weapons):
        was = msgspec.convert(held[at], SheetWeapon) if at < len(held) else SheetWeapon()
        if one.weapon and one.weapon != was.weapon and all(getattr(one, part) == getattr(was, part) for part in LISTED):
            fresh = weapon_line(one.weapon, "fr", thrown=one.thrown)
            one = replace(fresh, name=one.name or fresh.name, spare=one.spare)
        lines.append(one)
    return tuple(lines)


def changed_fields(before: Investigator, after: Investigator) -> dict[str, Any]:
    """Only the fields that differ."""
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
    return {name: value for name, value in new.items() if old[name] != value}


# ---- what moves with a value that was written, at some minute of the clock ----


def following_state(before: Content, after: Content, clock: int, house: Options) -> dict[str, Any]:
    """The hour of SAN, the mind, all that rests on scores, and whether an investigator is on the alert."""
    fields = {**_san_hour(before, after, clock), **_mind(before, after, house)}
    fields |= following_changes(before, {**after, **fields})
    return {**fields, **_alert(before, {**after, **fields}, clock)}


def _san_hour(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """The hour in which losses are added up begins with the first of them (D100-SAN-04)."""
    if not after.get("san_lost_this_hour"):
        return {"san_hour_start": max(0, after["san"])}
    if not before.get("san_lost_this_hour"):
        return {"san_hour_start": max(0, before["san"]), "san_hour_clock": clock}
    return {}


def _mind(before: Content, after: Content, house: Options) -> dict[str, Any]:
    """A mind slides below 0 until something holds it; what is left is lost at the bottom (D100-SAN-05, D100-SAN-06)."""
    san, fell = after["san"], after["san"] < before.get("san", 0)
    back = before.get("san", 0) < 0 <= san
    stable = bool(after.get("mind_stable")) and not back and not (fell and before.get("mind_stable"))
    fields: dict[str, Any] = {
        "mind_stable": stable,
        "decompensating": house.rule_decompensation and BOTTOM < san < 0 and not stable,
    }
    if san < (floor := floor_of(house)) or (fell and san == floor):  # below it: the rule was switched off meanwhile
        fields |= {"san": floor, "perm_mad": True}
    if stable and san < 0 and not before.get("mind_stable"):
        fields["indef_mad"] = True
    return fields


def _alert(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """Half the PV lost leave nobody on the alert; once lost, it is not regained for an hour (D100-CBT-04)."""
    alert = bool(after.get("alert")) and 2 * after["pv"] > after["pv_max"]
    lost = before.get("alert") and not alert
    return {"alert": alert, **({"alert_available_at": clock + ALERT_AGAIN} if lost else {})}


def lines_under(after: Content, house: Options) -> dict[str, Any]:
    """The weapons of an adversary under other house rules; numbers that somebody has written stay (D100-WPN-02)."""
    old = HouseRules(**(after.get("house_rules") or {})).options()
    lines = [msgspec.convert(one, SheetWeapon) for one in after.get("weapons", ())]
    fresh = [line_for(one, after, house) if one == line_for(one, after, old) else one for one in lines]
    return {"weapons": msgspec.to_builtins(fresh)} if fresh != lines else {}
