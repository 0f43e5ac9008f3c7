"""What lingers on somebody: breath spent, help that failed, fangs that hold, spells that last (ROLL, HEALTH, MISS)."""

from typing import Any

from msgspec.structs import replace

from gardien.core.counts import (
    CLOCK_FOLLOWS,
    DAY,
    HOUR,
    MINUTE,
    WEEK,
    count_of,
    forget,
    in_seconds,
    running,
    seconds_in,
    went_ahead,
)
from gardien.core.fighting import Content
from gardien.core.life import Happening, Law, Moment, Stretch
from gardien.core.scene import TALLY, Being, over, tally_of
from gardien.systems.d20d100.table.fighter import state_of

ROUND = 6  # seconds (D100-CBT-09)
BREATH, AIR, FANGS, DISEASE = "breath", "air", "fangs", "day_of_disease"  # counts of seconds
BITES = "bites"  # of this round that have been thrown for
AIRLESS = ("suffocate_round", "suffocate_failed")
EFFORT, SPRINT = "effort_round", "sprint_round"  # which round of it comes next
WINDED = (EFFORT, SPRINT)
TRIED = "tried."  # before the skill and the id of whoever could not help: seconds since then
AGAIN = 20 * ROUND  # until the same helper may try again (D100-TEST-11, D100-HEALTH-08)
CLOUD, WARD, CHILL = "clouded", "flesh_ward", "chilled"  # what spells leave on somebody (D100-MISS-10)
CHILLS, TOUCH = "FOR", "touch."  # what a chill takes; before the number and the points of each: seconds since then


def lives(being: Content) -> bool:
    """The dead have no more time."""
    return being.get("condition") != "dead"


# ---- breath, and help that failed ----


def _gasps(being: Being) -> bool:
    return any(being.get(mark) for mark in WINDED)


def _chokes(being: Being) -> bool:
    return lives(being) and bool(being.get(AIRLESS[0]))


def _out_of_it(being: Being, what: Happening) -> dict[str, Any]:
    """Let pass, a round without air is one in which somebody breathes again (D100-ROLL-09)."""
    return over(dict.fromkeys(AIRLESS), forget(being, AIR)) if what.procedure == "suffocate_round" else {}


def tried(skill: str, helper: str) -> str:
    """The count of somebody's failure to help."""
    return f"{TRIED}{skill}.{helper}"


def _tries_grow_old(stretch: Stretch) -> dict[str, Any]:
    """Whoever could not help may try again later, unless it is a matter of seconds (D100-HEALTH-08)."""
    being, more = stretch.being, seconds_in(stretch.minutes)
    dying = being.get("condition") == "dying"
    later = {name: count + more for name, count in being.tally.items() if name.startswith(TRIED)}
    counts = {name: count if dying or count < AGAIN else None for name, count in later.items()}
    return {TALLY: counts} if counts else {}


# ---- what holds on ----


def _bite(being: Being) -> Happening:
    """Fangs and tentacles that hold hurt every round, each of them, until they let go (D100-MISS-07)."""
    bites = list(state_of(being).bites.values())
    code, _, dice = bites[count_of(being, BITES) % len(bites)].rpartition(" ")
    grip = {"grip": being["engulfed"]} if "engulfed" in being.marks else {}
    return Happening("lasting_harm", {"drain": dice, "characteristic": code} if code else {"damage": dice, **grip})


def bitten(sheet: Content) -> dict[str, Any]:
    """One bite of a round has been thrown for; with the last of them the round has."""
    told = tally_of(sheet).get(BITES, 0) + 1
    waits = tally_of(sheet).get(FANGS, 0) >= ROUND and told < len(state_of(sheet).bites)
    return {TALLY: {BITES: told}} if waits else forget(sheet, FANGS, BITES)


# ---- disease ----


def _is_ill(being: Being) -> bool:
    return lives(being) and bool(being.get("disease"))


def _day_of_disease(being: Being) -> Happening:
    """Endurance every day, from the day it began (D100-MISS-12); what comes of a failure is the Keeper’s."""
    return Happening("jet_test", {"jet": "endurance", "difficulty": being["disease"]})


def after_jet(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The day of a disease that waited has been thrown for."""
    waited = isinstance(sheet, Being) and sheet.tally.get(DISEASE, 0) >= DAY
    return forget(sheet, DISEASE) if waited and given["jet"] == "endurance" else {}


# ---- weeks that are ahead of the clock ----


def after_study(sheet: Content, weeks: float) -> dict[str, Any]:
    """Weeks that a book or a spell has taken, and the clock has not gone through yet (D100-MISS-10)."""
    return went_ahead(sheet, round(weeks * WEEK))


# ---- spells that last ----


def _spell(mark: str, seconds: Any) -> Law:
    """What a spell has laid on somebody is over (D100-MISS-10)."""
    return running(mark, seconds, lambda being: bool(being.get(mark)), lambda being: {mark: None})


def chilled(sheet: Content, points: int) -> dict[str, Any]:
    """Points of strength that a touch has taken: they come back together, an hour after it (D100-MISS-10)."""
    touches = [int(name.split(".")[1]) for name in tally_of(sheet) if name.startswith(TOUCH)]
    counts = {f"{TOUCH}{max(touches, default=0) + 1}.{points}": 0}
    return {CHILL: sheet.get(CHILL, 0) + points, TALLY: counts} if points else {}


def _touches(being: Being) -> dict[str, int]:
    return {name: count for name, count in being.tally.items() if name.startswith(TOUCH)}


def _next_thaw(stretch: Stretch) -> Moment | None:
    being, touches = stretch.being, _touches(stretch.being)
    if not touches or not being.get(CHILL):
        return None
    oldest = max(touches, key=lambda one: touches[one])
    points, scores = int(oldest.rpartition(".")[2]), being.get("scores") or {}
    back = {"scores": {**scores, CHILLS: scores.get(CHILLS, 10) + points}, CHILL: max(0, being[CHILL] - points) or None}
    return Moment(in_seconds(HOUR - touches[oldest]), Happening(fields={**back, TALLY: {oldest: None}}))


def _thaws(stretch: Stretch) -> dict[str, Any]:
    touches, more = _touches(stretch.being), seconds_in(stretch.minutes)
    if not stretch.being.get(CHILL):
        return forget(stretch.being, *touches)
    return {TALLY: {name: count + more for name, count in touches.items()}} if touches else {}


LINGERING = (
    running(BREATH, MINUTE, _gasps, lambda being: dict.fromkeys(WINDED)),  # since the last round of it (D100-ROLL-09)
    replace(running(AIR, ROUND, _chokes, lambda being: Happening("suffocate_round")), skipped=_out_of_it),
    Law(lambda stretch: None, _tries_grow_old),
    CLOCK_FOLLOWS,
    running(DISEASE, DAY, _is_ill, _day_of_disease, ("jet_test",)),
    running(
        FANGS,
        ROUND,
        lambda being: lives(being) and bool(being.get("bitten_by") and being.get("bite")),
        _bite,
        ("lasting_harm",),
    ),
    _spell(CLOUD, lambda being: being[CLOUD] * ROUND),
    _spell(WARD, DAY),
    Law(_next_thaw, _thaws),
)
