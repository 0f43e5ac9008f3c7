"""What falls due as the clock goes on: blows that fade, PM and PV that come back, madness that ends (TEMP, SAN)."""

from typing import Any

from gardien.core.fighting import Content
from gardien.core.hosting import Falling

HOUR = 60
DAY = 24 * HOUR
WEEK = 7 * DAY
MONTH = 30 * DAY
ROUND_MINUTES = 0.1  # ten rounds a minute (D100-CBT-09)
MOST_HOURS, MOST_WEEKS = 1000, 20


def due(sheet: Content, marks: Content, before: int, after: int, options: Content) -> list[Falling]:
    """For whoever is played: the hour of SAN, madness, blows taken, PM, weeks of rest."""
    if sheet.get("condition") == "dead" or not sheet.get("is_pc"):
        return []
    found = [*_hour(sheet, after), *_madness(sheet, after - before)]
    hours = min(MOST_HOURS, after // HOUR - before // HOUR)
    if hours and sheet.get("temp_damage"):
        found.append(Falling("rest_hours", {"hours": hours}))  # D100-TEMP-03
    if hours and sheet.get("pm", 0) < sheet.get("pm_max", 0):
        found.append(Falling("recover_pm", {"hours": hours}))  # D100-MISS-10
    weeks = min(MOST_WEEKS, after // WEEK - before // WEEK)
    missing = sheet.get("pv_max", 0) - sheet.get("pv", 0)
    found += [Falling("rest_week", {})] * (min(weeks, missing) if missing > 0 else 0)  # D100-HEALTH-09
    return found


def _hour(sheet: Content, after: int) -> list[Falling]:
    """An hour after the first loss the count begins again (D100-SAN-04)."""
    over = sheet.get("san_lost_this_hour") and after >= sheet.get("san_hour_clock", 0) + HOUR
    return [Falling(fields={"san_lost_this_hour": 0})] if over else []


def _madness(sheet: Content, passed: int) -> list[Falling]:
    """Temporary madness goes by itself; at the end of an indefinite one a throw decides (D100-SAN-03, D100-MISS-09)."""
    held = [dict(one) for one in sheet.get("madness", ())]
    if not held or not passed:
        return []
    found: list[Falling] = []
    kept: list[dict[str, Any]] = []
    for one in held:
        if not one["remaining"]:  # without an end, or already waiting for its throw
            kept.append(one)
            continue
        one["remaining"] = max(0, one["remaining"] - passed)
        if one["remaining"] or one["kind"] != "temporary":
            kept.append(one)
        if not one["remaining"] and one["kind"] == "indefinite":
            found.append(Falling("end_of_madness", {}))
    fields: dict[str, Any] = {"madness": kept}
    if sheet.get("temp_mad") and not any(one["kind"] == "temporary" for one in kept):
        fields["temp_mad"] = not any(one["kind"] == "temporary" for one in held)
    return [Falling(fields=fields), *found]
