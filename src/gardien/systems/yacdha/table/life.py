"""What time does to people: care that heals, months of study, a year of learning, coma (REC, MYT, LRN, LUC, TIM)."""

from typing import Any

import msgspec

from gardien.core.fighting import Content
from gardien.core.life import FIGHT, Happening, Law, Life, Moment, Stretch, woven
from gardien.core.scene import TALLY, Being
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.luck import CARE_WITHIN_MINUTES
from gardien.systems.yacdha.rules.recovery import DAYS_PER_UNIT
from gardien.systems.yacdha.vocabulary import Gauge, madness_floor, trauma_floor

DAY = 24 * 60  # minutes
MONTH = DAYS_PER_UNIT["madness"] * DAY
YEAR = 365 * DAY  # an apprenticeship a year (YAC-LRN-04)
STUDY, YEAR_USED = "study", "year_used"  # counts of minutes
GAUGES: tuple[Gauge, ...] = ("trauma", "madness")
BUSY = ("work", "travel", FIGHT)  # whoever does that does not rest (YAC-REC-08)
CARED_FOR = {"care": "full", "rest": True}
MOST_UNITS = 1000  # of one procedure


def floor_of(sheet: Content, gauge: Gauge) -> int:
    """The value below which a gauge never falls (YAC-GAU-07)."""
    return trauma_floor(sheet.get("sequelae", 0)) if gauge == "trauma" else madness_floor(sheet.get("mythos", 0))


def lives(being: Content) -> bool:
    """Whether time still does something to somebody: not the dead, the mad and those in a coma."""
    return being.get("status", "active") not in ("dead", "mad", "coma")


# ---- care ----


def _heals(being: Being, gauge: Gauge) -> bool:
    """Whether a period is running for a gauge; what care it gets stands on the sheet, or is said when it is over."""
    rules = msgspec.convert(dict(being.scene.options), Options)
    if "recovery" not in being or not lives(being) or not rules.plays("recovery"):
        return False
    return being.scene.activity not in BUSY and bool(being[gauge] > floor_of(being, gauge))


def _healing(gauge: Gauge) -> Law:
    """Weeks for trauma, months for madness, counted from when the period began (YAC-REC-11)."""
    unit = DAYS_PER_UNIT[gauge] * DAY

    def next_moment(stretch: Stretch) -> Moment | None:
        if not _heals(stretch.being, gauge):
            return None
        served = stretch.being.tally.get(gauge, 0)
        units = min(MOST_UNITS, max(1, (served + stretch.minutes) // unit))
        given: dict[str, Any] = {"gauge": gauge, "elapsed": int(units)}
        if stretch.being.scene.activity == "care":
            given |= CARED_FOR
        return Moment(max(0, unit - served), Happening("recover", given), (units - 1) * unit)

    def passing(stretch: Stretch) -> dict[str, Any]:
        """Minutes are counted; without rest a period starts again (YAC-REC-08)."""
        being, told = stretch.being, stretch.told
        if told is not None and told.given.get("gauge") == gauge:
            return {}
        if _heals(being, gauge):
            return {TALLY: {gauge: int(being.tally.get(gauge, 0) + stretch.minutes)}}
        return care_anew(being, gauge)

    def skipped(being: Being, what: Happening) -> dict[str, Any]:
        """Time for which nobody was cared for: the period starts again."""
        return care_anew(being, gauge) if what.given.get("gauge") == gauge else {}

    return Law(next_moment, passing, skipped)


def with_progress(being: Content, gauge: Gauge, progress: int) -> dict[str, Any]:
    """Whole units of the running period; the next one begins now."""
    kept = being.get("recovery", {})
    return {"recovery": {**kept, gauge: {**kept.get(gauge, {}), "progress": progress}}, TALLY: {gauge: None}}


def care_anew(being: Content, gauge: Gauge) -> dict[str, Any]:
    """The period of a gauge begins again (YAC-REC-11)."""
    served = being.get("recovery", {}).get(gauge, {}).get("progress")
    return with_progress(being, gauge, 0) if served else {TALLY: {gauge: None}}


# ---- study, learning ----


def _studies(being: Being) -> bool:
    return bool(being.get("studying")) and lives(being) and being.scene.activity not in ("travel", "care", FIGHT)


def _next_month(stretch: Stretch) -> Moment | None:
    """A whole month of study, not broken off (YAC-MYT-02, YAC-MYT-03)."""
    if not _studies(stretch.being):
        return None
    studied = stretch.being.tally.get(STUDY, 0)
    months = max(1, (studied + stretch.minutes) // MONTH)
    return Moment(max(0, MONTH - studied), Happening("study_mythos", {"months": int(months)}), (months - 1) * MONTH)


def _study_goes_on(stretch: Stretch) -> dict[str, Any]:
    being = stretch.being
    if stretch.told is not None and stretch.told.procedure == "study_mythos":
        return {}
    if _studies(being):
        return {TALLY: {STUDY: int(being.tally.get(STUDY, 0) + stretch.minutes)}}
    return {TALLY: {STUDY: None}}


def _month_skipped(being: Being, what: Happening) -> dict[str, Any]:
    return {TALLY: {STUDY: None}} if what.procedure == "study_mythos" else {}


def _next_year(stretch: Stretch) -> Moment | None:
    """A year after the last apprenticeship one may learn again (YAC-LRN-04)."""
    learning = stretch.being.get("learning", {})
    if not learning.get("year_used") or not lives(stretch.being):
        return None
    fields = {"learning": {**learning, "year_used": False}, TALLY: {YEAR_USED: None}}
    return Moment(YEAR - stretch.being.tally.get(YEAR_USED, 0), Happening(fields=fields))


def _year_goes_on(stretch: Stretch) -> dict[str, Any]:
    learning = stretch.being.get("learning", {})
    if not learning.get("year_used"):
        return {}
    return {TALLY: {YEAR_USED: int(stretch.being.tally.get(YEAR_USED, 0) + stretch.minutes)}}


# ---- coma ----


def _next_of_coma(stretch: Stretch) -> Moment | None:
    """An hour without professional care, or a day with it (YAC-LUC-09)."""
    being = stretch.being
    if being.get("status") != "coma" or being.get("coma_since") is None:
        return None
    since, cared = being["coma_since"], bool(being.get("coma_care")) or being.scene.activity == "care"
    wait = DAY if cared else CARE_WITHIN_MINUTES + 1
    given = {"professional_care": True} if cared else {"professional_care": False, "delay_minutes": wait}
    return Moment(max(0, since + wait - stretch.now), Happening("coma_care", given))


def _coma_skipped(being: Being, what: Happening) -> dict[str, Any]:
    """The hour, or the day, begins again."""
    return {"coma_since": being.scene.clock} if what.procedure == "coma_care" else {}


LIFE = Life(
    laws={
        "life": woven(
            Law(_next_of_coma, skipped=_coma_skipped),
            *map(_healing, GAUGES),
            Law(_next_month, _study_goes_on, _month_skipped),
            Law(_next_year, _year_goes_on),
        )
    },
)
