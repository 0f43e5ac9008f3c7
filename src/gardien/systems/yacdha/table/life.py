"""What time does to people: care that heals, months of study, a year of learning, coma (REC, MYT, LRN, LUC, TIM)."""

from fractions import Fraction
from typing import Any

import msgspec

from gardien.core.counts import CLOCK_FOLLOWS, went_ahead
from gardien.core.fighting import Content
from gardien.core.life import FIGHT, Happening, Law, Life, Minutes, Moment, Stretch, woven
from gardien.core.scene import TALLY, Being, over
from gardien.systems.yacdha.options import Module, Options
from gardien.systems.yacdha.rules.luck import CARE_WITHIN_MINUTES
from gardien.systems.yacdha.rules.recovery import DAYS_PER_UNIT
from gardien.systems.yacdha.vocabulary import TOP, Gauge, madness_floor, trauma_floor

DAY = 24 * 60  # minutes
UNIT: dict[Gauge, int] = {gauge: days * DAY for gauge, days in DAYS_PER_UNIT.items()}
MONTH = UNIT["madness"]
YEAR = 365 * DAY  # an apprenticeship a year (YAC-LRN-04)
STUDY, YEAR_USED = "study", "year_used"  # counts of minutes
ALONE, CARED = "coma_alone", "coma_cared"  # counts of seconds
CARES: tuple[dict[str, Any], ...] = (  # that minutes are counted under, by number; the first is none at all
    {},
    {"care": "full", "rest": True, "favourable": False},
    {"care": "partial", "rest": True, "favourable": False},
    {"care": "partial", "rest": True, "favourable": True},
)
GAUGES: tuple[Gauge, ...] = ("trauma", "madness")
BUSY = ("work", "travel", FIGHT)  # whoever does that does not rest (YAC-REC-08)
ELSEWHERE = ("travel", "care", FIGHT)  # whoever does that does not study
TOO_LATE = CARE_WITHIN_MINUTES + 1  # minutes without care
MOST_UNITS = 1000  # of one procedure


def options_of(being: Being) -> Options:
    """The house rules that somebody lives under."""
    return msgspec.convert(dict(being.scene.options), Options)


def floor_of(being: Being, gauge: Gauge) -> int:
    """The value below which a gauge never falls; without its module the Mythos counts for nothing (YAC-GAU-07)."""
    if gauge == "trauma":
        return trauma_floor(being.get("sequelae", 0))
    return madness_floor(being.get("mythos", 0) if options_of(being).plays("mythos") else 0)


def lives(being: Content) -> bool:
    """Whether time still does something to somebody: not the dead, the mad and those in a coma.

    A full gauge is the end, whatever the game master has written beside it (YAC-GEN-04).
    """
    is_full = any(being.get(gauge, 0) >= TOP for gauge in GAUGES)
    return being.get("status", "active") not in ("dead", "mad", "coma") and not is_full


# ---- care ----


def _can_heal(being: Being, gauge: Gauge) -> bool:
    return "recovery" in being and lives(being) and bool(being[gauge] > floor_of(being, gauge))


def _goes_on(being: Being, module: Module, count: str) -> bool:
    """Whether time counts for a module: without it nothing begins, and what has begun is there when it is back."""
    return options_of(being).plays(module) or count in being.tally


def _rests(being: Being) -> bool:
    """Study leaves no time to be cared for (YAC-MYT-02)."""
    return being.scene.activity not in BUSY and not _studies(being)


def _care_of(being: Being, gauge: Gauge) -> int:
    """The number of the care a gauge gets now: what the sheet says, that of whoever is in care, or none (YAC-REC-08).

    Being in care is rest, and full care unless the sheet knows of less (YAC-REC-07).
    """
    said, tended = being["recovery"][gauge], being.scene.activity == "care"
    care = said["care"] if said["care"] != "none" else "full" if tended else "none"
    if care == "none" or not (said["rest"] or tended):
        return 0
    return CARES.index({"care": care, "rest": True, "favourable": care == "partial" and is_favourable(being, gauge)})


def is_favourable(being: Content, gauge: Gauge) -> bool:
    """Conditions are favourable only with somebody and some place that the sheet names (YAC-CRE-09, YAC-REC-09)."""
    said = being.get("recovery", {}).get(gauge, {}).get("favourable")
    return bool(said and being.get("bonds") and being.get("places"))


def _care_counted(gauge: Gauge) -> str:
    return f"{gauge}_care"  # under which care the minutes of this gauge are counted


def _wounded_at(gauge: Gauge) -> str:
    return f"{gauge}_since"  # from which minute on: time that still lies before somebody may be older


def _whole_units(served: Minutes, unit: int, units: int, told: Happening) -> Moment:
    """Units that are told of together, as soon as the first is whole; those that are over take no more time."""
    return Moment(max(0, unit - served), told, max(0, units * unit - max(unit, served)))


def left_over(being: Being, count: str, told: int) -> dict[str, Any]:
    """Minutes that are told of are counted no more; those beyond them are."""
    return {TALLY: {count: max(0, being.tally.get(count, 0) - told) or None}}


def _healing(gauge: Gauge) -> Law:
    """Weeks for trauma, months for madness, counted from when the period began (YAC-REC-11).

    Care that begins or breaks off begins another period; a whole unit that waits to be told of is what it was.
    """
    unit = UNIT[gauge]

    def is_whole(being: Being) -> bool:
        return being.tally.get(gauge, 0) >= unit

    def is_same(being: Being) -> bool:
        counted = being.tally.get(_care_counted(gauge))
        told = counted is None and bool(being["recovery"][gauge]["progress"])  # units that the sheet has brought along
        return told or bool(counted) == bool(_care_of(being, gauge))

    def served(being: Being) -> int:
        return being.tally.get(gauge, 0) if is_same(being) or is_whole(being) else 0

    def next_moment(stretch: Stretch) -> Moment | None:
        being = stretch.being
        if (begins := being.tally.get(_wounded_at(gauge))) is not None:
            return Moment(max(0, begins - stretch.now), Happening(fields={TALLY: {_wounded_at(gauge): None}}))
        heals = options_of(being).plays("recovery") and _can_heal(being, gauge)
        if not heals or not (_rests(being) or is_whole(being)):
            return None
        ahead = stretch.minutes if _rests(being) and (is_same(being) or not is_whole(being)) else 0
        units = min(MOST_UNITS, max(1, (served(being) + ahead) // unit))
        care = being.tally.get(_care_counted(gauge), 0) if is_whole(being) else _care_of(being, gauge)
        given: dict[str, Any] = {"gauge": gauge, "elapsed": int(units), **CARES[care]}
        return _whole_units(served(being), unit, int(units), Happening("recover", given))

    def passing(stretch: Stretch) -> dict[str, Any]:
        """Minutes are counted; without rest a period starts again (YAC-REC-08)."""
        being, told = stretch.being, stretch.told
        if _wounded_at(gauge) in being.tally or (told is not None and told.given.get("gauge") == gauge):
            return {}
        if not (_can_heal(being, gauge) and _rests(being)):
            return care_anew(being, gauge)
        if not _goes_on(being, "recovery", gauge):
            return {}
        anew = {} if is_same(being) else care_anew(being, gauge)
        counts = {gauge: int(served(being) + stretch.minutes), _care_counted(gauge): _care_of(being, gauge) or None}
        return over(anew, {TALLY: counts})

    def skipped(being: Being, what: Happening) -> dict[str, Any]:
        """Time for which nobody was cared for: the period starts again."""
        return care_anew(being, gauge) if what.given.get("gauge") == gauge else {}

    return Law(next_moment, passing, skipped)


def with_progress(being: Content, gauge: Gauge, progress: int) -> dict[str, Any]:
    """So many whole units of the running period."""
    kept = being.get("recovery", {})
    return {"recovery": {**kept, gauge: {**kept.get(gauge, {}), "progress": progress}}}


def care_anew(being: Content, gauge: Gauge, clock: int | None = None) -> dict[str, Any]:
    """The period of a gauge begins again, from that minute on where it is an increase (YAC-REC-11)."""
    served = being.get("recovery", {}).get(gauge, {}).get("progress")
    counts = {gauge: None, _care_counted(gauge): None, **({} if clock is None else {_wounded_at(gauge): clock})}
    return {**(with_progress(being, gauge, 0) if served else {}), TALLY: counts}


# ---- study, learning ----


def _studies(being: Being) -> bool:
    """Whether the time is given to the Mythos, all of it (YAC-MYT-02)."""
    free = lives(being) and being.scene.activity not in ELSEWHERE
    return bool(being.get("studying")) and free and _goes_on(being, "mythos", STUDY)


def _next_month(stretch: Stretch) -> Moment | None:
    """A whole month of study, not broken off (YAC-MYT-02, YAC-MYT-03)."""
    being = stretch.being
    studied = being.tally.get(STUDY, 0)
    is_over = studied >= MONTH and lives(being)
    if not (_studies(being) or is_over) or not options_of(being).plays("mythos"):
        return None
    months = min(MOST_UNITS, max(1, (studied + (stretch.minutes if _studies(being) else 0)) // MONTH))
    return _whole_units(studied, MONTH, int(months), Happening("study_mythos", {"months": int(months)}))


def _study_goes_on(stretch: Stretch) -> dict[str, Any]:
    being = stretch.being
    if stretch.told is not None and stretch.told.procedure == "study_mythos":
        return {}
    if _studies(being):
        return {TALLY: {STUDY: int(being.tally.get(STUDY, 0) + stretch.minutes)}}
    return {TALLY: {STUDY: None}}


def _month_skipped(being: Being, what: Happening) -> dict[str, Any]:
    return {TALLY: {STUDY: None}} if what.procedure == "study_mythos" else {}


def _waits_a_year(being: Being) -> bool:
    return bool(being.get("learning", {}).get("year_used")) and being.get("status") != "dead"


def _next_year(stretch: Stretch) -> Moment | None:
    """A year after the last apprenticeship one may learn again (YAC-LRN-04)."""
    being = stretch.being
    if not _waits_a_year(being) or being.scene.activity == FIGHT:
        return None
    fields = {"learning": {**being["learning"], "year_used": False}, TALLY: {YEAR_USED: None}}
    return Moment(max(0, YEAR - being.tally.get(YEAR_USED, 0)), Happening(fields=fields))


def _year_goes_on(stretch: Stretch) -> dict[str, Any]:
    being = stretch.being
    if not _waits_a_year(being) or being.scene.activity == FIGHT:
        return {}
    return {TALLY: {YEAR_USED: int(being.tally.get(YEAR_USED, 0) + stretch.minutes)}}


# ---- coma ----


def _is_tended(being: Being) -> bool:
    """Whether professionals look after somebody in a coma."""
    return bool(being.get("coma_care")) or being.scene.activity == "care"


def _alone(being: Being) -> int:
    """Seconds without care; those before care that was broken off are over."""
    return 0 if being.tally.get(CARED) else being.tally.get(ALONE, 0)


def _next_of_coma(stretch: Stretch) -> Moment | None:
    """An hour without professional care, or a day with it, unbroken (YAC-LUC-09)."""
    being = stretch.being
    if being.get("status") != "coma":
        return None
    too_late = _alone(being) >= TOO_LATE * 60 and not being.get("coma_care")
    tended = not too_late and (_is_tended(being) or being.tally.get(CARED, 0) >= DAY * 60)
    wait = DAY if tended else TOO_LATE
    seconds = wait * 60 - (being.tally.get(CARED, 0) if tended else _alone(being))
    given = {"professional_care": True} if tended else {"professional_care": False, "delay_minutes": wait}
    return Moment(Fraction(max(0, seconds), 60), Happening("coma_care", given))


def _coma_goes_on(stretch: Stretch) -> dict[str, Any]:
    being, seconds = stretch.being, int(stretch.minutes * 60)
    if being.get("status") != "coma":
        return {}
    if _is_tended(being):
        return {TALLY: {CARED: being.tally.get(CARED, 0) + seconds}}
    return {TALLY: {ALONE: _alone(being) + seconds, CARED: None}}


def _coma_skipped(being: Being, what: Happening) -> dict[str, Any]:
    """The hour, or the day, begins again."""
    return {"coma_since": being.scene.clock, **coma_anew()} if what.procedure == "coma_care" else {}


def coma_anew() -> dict[str, Any]:
    """Neither the hour nor the day of a coma has begun."""
    return {TALLY: {ALONE: None, CARED: None}}


def coma_inputs(being: Being, asked: Content) -> dict[str, Any]:
    """How long somebody has lain without care (YAC-LUC-09)."""
    return {"delay_minutes": being.tally.get(ALONE, 0) // 60}


# ---- acts and the clock ----


def after_act(being: Content, given: Content, outcome: Content) -> dict[str, Any]:
    """What an act has taken of somebody's time, that the clock has not gone through yet (YAC-RER-03, YAC-TIM-02)."""
    seconds = int(given.get("duration", 0) * 60)
    if not seconds or "refused" in outcome or not outcome["possible"]:
        return {}
    return went_ahead(being, seconds)


LIFE = Life(
    laws={
        "life": woven(
            Law(_next_of_coma, _coma_goes_on, _coma_skipped),
            *map(_healing, GAUGES),
            Law(_next_month, _study_goes_on, _month_skipped),
            Law(_next_year, _year_goes_on),
            CLOCK_FOLLOWS,  # YAC-TIM-01
        )
    },
)
