"""What lingers on somebody: breath spent, help that failed, fangs that hold, spells that last (ROLL, HEALTH, MISS)."""

from typing import Any

from msgspec.structs import replace

from gardien.core.counts import CLOCK_FOLLOWS, DAY, HOUR, MINUTE, WEEK, forget, running, seconds_in, went_ahead
from gardien.core.fighting import Content
from gardien.core.life import Happening, Law, Stretch
from gardien.core.scene import TALLY, Being, over

ROUND = 6  # seconds (D100-CBT-09)
BREATH, AIR, FANGS, DISEASE = "breath", "air", "fangs", "day_of_disease"  # counts of seconds
AIRLESS = ("suffocate_round", "suffocate_failed")
EFFORT, SPRINT = "effort_round", "sprint_round"  # which round of it comes next
WINDED = (EFFORT, SPRINT)
TRIED = "tried."  # before the skill and the id of whoever could not help: seconds since then
AGAIN = 20 * ROUND  # until the same helper may try again (D100-TEST-11, D100-HEALTH-08)
CLOUD, WARD, CHILL = "clouded", "flesh_ward", "chilled"  # what spells leave on somebody (D100-MISS-10)
CHILLS = "FOR"  # what a chill takes


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


def _is_bitten(being: Being) -> bool:
    return lives(being) and bool(being.get("bitten_by")) and bool(being.get("bite"))


def _bite(being: Being) -> Happening:
    """Fangs and tentacles that hold hurt every round, until they let go (D100-MISS-07)."""
    code, _, dice = str(being["bite"]).rpartition(" ")
    grip = {"grip": being["engulfed"]} if "engulfed" in being.marks else {}
    return Happening("lasting_harm", {"drain": dice, "characteristic": code} if code else {"damage": dice, **grip})


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


def _spell(mark: str, seconds: Any, after: Any = None) -> Law:
    """What a spell has laid on somebody is over (D100-MISS-10)."""
    return running(
        mark,
        seconds,
        lambda being: bool(being.get(mark)),
        lambda being: {mark: None, **(after(being) if after else {})},
    )


def _thawed(being: Being) -> dict[str, Any]:
    scores = being.get("scores") or {}
    return {"scores": {**scores, CHILLS: scores.get(CHILLS, 10) + being[CHILL]}}


LINGERING = (
    running(BREATH, MINUTE, _gasps, lambda being: dict.fromkeys(WINDED)),  # since the last round of it (D100-ROLL-09)
    replace(running(AIR, ROUND, _chokes, lambda being: Happening("suffocate_round")), skipped=_out_of_it),
    Law(lambda stretch: None, _tries_grow_old),
    CLOCK_FOLLOWS,
    running(DISEASE, DAY, _is_ill, _day_of_disease, ("jet_test",)),
    running(FANGS, ROUND, _is_bitten, _bite, ("lasting_harm",)),
    _spell(CLOUD, lambda being: being[CLOUD] * ROUND),
    _spell(WARD, DAY),
    _spell(CHILL, HOUR, _thawed),
)
