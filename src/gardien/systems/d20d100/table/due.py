"""What falls due: as the clock goes on, blows that fade, PV and PM that come back, madness that ends; as rounds pass,
agony, fire, a hand at the throat (TEMP, SAN, HEALTH)."""

from typing import Any

from gardien.core.fighting import Content
from gardien.core.table_rules import DueItem
from gardien.systems.d20d100.rules.fight.end_of_round import slides
from gardien.systems.d20d100.table.fighter import combatant, rules

HOUR = 60
DAY = 24 * HOUR
WEEK = 7 * DAY
MONTH = 30 * DAY
ROUND_MINUTES = 0.1  # ten rounds a minute (D100-CBT-09)
MOST_HOURS, MOST_WEEKS = 1000, 20


def due(sheet: Content, marks: Content, before: int, after: int, options: Content) -> list[DueItem]:
    """For whoever is played: the hour of SAN, madness, blows taken, PM, weeks of rest."""
    if sheet.get("condition") == "dead" or not sheet.get("is_pc"):
        return []
    items = [*_hour(sheet, after), *_madness(sheet, after - before)]
    if sheet.get("condition") == "dying" and after > before:
        items.append(DueItem("agony_round"))  # D100-HEALTH-06
    hours = min(MOST_HOURS, after // HOUR - before // HOUR)
    if hours and sheet.get("temp_damage"):
        items.append(DueItem("rest_hours", {"hours": hours}))  # D100-TEMP-03
    if hours and sheet.get("pm", 0) < sheet.get("pm_max", 0):
        items.append(DueItem("recover_pm", {"hours": hours}))  # D100-MISS-10
    weeks = min(MOST_WEEKS, after // WEEK - before // WEEK)
    missing = sheet.get("pv_max", 0) - sheet.get("pv", 0)
    items += [DueItem("rest_week", {})] * (min(weeks, missing) if missing > 0 else 0)  # D100-HEALTH-09
    return items


def _hour(sheet: Content, after: int) -> list[DueItem]:
    """An hour after the first loss the count begins again (D100-SAN-04)."""
    over = sheet.get("san_lost_this_hour") and after >= sheet.get("san_hour_clock", 0) + HOUR
    return [DueItem(fields={"san_lost_this_hour": 0})] if over else []


def _madness(sheet: Content, passed: int) -> list[DueItem]:
    """Temporary madness goes by itself; at the end of an indefinite one a throw decides (D100-SAN-03, D100-MISS-09)."""
    held = [dict(one) for one in sheet.get("madness", ())]
    if not held or not passed:
        return []
    items: list[DueItem] = []
    kept: list[dict[str, Any]] = []
    for one in held:
        if not one["remaining"]:  # without an end, or already waiting for its throw
            kept.append(one)
            continue
        one["remaining"] = max(0, one["remaining"] - passed)
        if one["remaining"] or one["kind"] != "temporary":
            kept.append(one)
        if not one["remaining"] and one["kind"] == "indefinite":
            items.append(DueItem("end_of_madness", {}))
    fields: dict[str, Any] = {"madness": kept}
    if sheet.get("temp_mad") and not any(one["kind"] == "temporary" for one in kept):
        fields["temp_mad"] = not any(one["kind"] == "temporary" for one in held)
    return [DueItem(fields=fields), *items]


# ---- as rounds pass ----


def each_round(fighter: Content, options: Content) -> list[DueItem]:
    """The end of a round: agony, waking and a mind that slides for whoever is played, fire and strangling for all.

    D100-HEALTH-06, D100-TEMP-02, D100-ROLL-03, D100-GRAP-04, D100-SAN-06, D100-CREAT-01. Regeneration asks for no die.
    """
    condition = fighter.get("condition", "ok")
    if condition == "dead":
        return []
    played = bool(fighter.get("is_pc") or fighter.get("uses_agony"))
    goes_on = {
        "burn_round": bool(fighter.get("on_fire")),
        "strangle_round": bool(fighter.get("strangle_round")),
        "decompensation_round": played and "san" in fighter and slides(combatant(fighter, "?"), rules(options)),
        "agony_round": played and condition == "dying",
        "wake_up": played and condition == "unconscious",
    }
    due = [key for key, holds in goes_on.items() if holds]
    regained = min(fighter.get("regeneration", 0), fighter.get("pv_max", 0) - fighter.get("pv", 0))
    items = [DueItem(fields={"pv": fighter["pv"] + regained})] if regained > 0 else []
    if len(due) > 1:  # several things at once, in the order of the rules
        return [*items, DueItem("end_round", {"combatants": [{"character": "", "regeneration": 0}]})]
    return [*items, *(DueItem(key, _throat(fighter) if key == "strangle_round" else {}) for key in due)]


def _throat(fighter: Content) -> dict[str, Any]:
    """Which round it is, and whether a first failure is behind them."""
    return {
        "round": fighter["strangle_round"],
        "failed": bool(fighter.get("strangle_failed")),
        "difficulty_bonus": fighter.get("strangle_bonus", 0),
    }
