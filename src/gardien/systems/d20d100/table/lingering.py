"""What lingers on somebody: breath spent, help that failed, fangs that hold, spells that last (ROLL, HEALTH, MISS)."""

from typing import Any

from gardien.core.life import Happening, Law, Moment, Stretch
from gardien.core.scene import TALLY, Being
from gardien.systems.d20d100.table.counts import (
    DAY,
    HOUR,
    MINUTE,
    ROUND,
    count_of,
    counting,
    forget,
    in_seconds,
    lives,
    seconds_in,
)

BREATH, FANGS = "breath", "fangs"  # counts of seconds
AIRLESS = ("suffocate_round", "suffocate_failed")
EFFORT, SPRINT = "effort_round", "sprint_round"  # which round of it comes next
WINDED = (*AIRLESS, EFFORT, SPRINT)
TRIED = "tried."  # before the skill and the id of whoever could not help: seconds since then
AGAIN = 20 * ROUND  # until the same helper may try again (D100-TEST-11, D100-HEALTH-08)
CLOUD, WARD, CHILL = "clouded", "flesh_ward", "chilled"  # what spells leave on somebody (D100-MISS-10)
CHILLS = "FOR"  # what a chill takes


# ---- breath, and help that failed ----


def _gasps(being: Being) -> bool:
    return any(being.get(mark) for mark in WINDED)


def _next_breath(stretch: Stretch) -> Moment | None:
    """A minute after the last round without air, or of a run, somebody has their breath again (D100-ROLL-09)."""
    if not _gasps(stretch.being):
        return None
    fields = {**dict.fromkeys(WINDED), TALLY: {BREATH: None}}
    return Moment(in_seconds(MINUTE - count_of(stretch.being, BREATH)), Happening(fields=fields))


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


def _next_bite(stretch: Stretch) -> Moment | None:
    """Fangs and tentacles that hold hurt every round, until they let go (D100-MISS-07)."""
    being = stretch.being
    if not _is_bitten(being):
        return None
    code, _, dice = str(being["bite"]).rpartition(" ")
    given = {"drain": dice, "characteristic": code} if code else {"damage": dice}
    return Moment(in_seconds(ROUND - count_of(being, FANGS)), Happening("lasting_harm", given))


def _bite_skipped(being: Being, what: Happening) -> dict[str, Any]:
    return forget(being, FANGS) if what.procedure == "lasting_harm" else {}


# ---- spells that last ----


def _next_clearing(stretch: Stretch) -> Moment | None:
    """A clouded mind clears after its rounds (D100-MISS-10)."""
    if not stretch.being.get(CLOUD):
        return None
    left = stretch.being[CLOUD] * ROUND - count_of(stretch.being, CLOUD)
    return Moment(in_seconds(left), Happening(fields={CLOUD: None, TALLY: {CLOUD: None}}))


def _next_fading_ward(stretch: Stretch) -> Moment | None:
    """What a spell lays over the flesh is gone in a day (D100-MISS-10)."""
    if not stretch.being.get(WARD):
        return None
    return Moment(in_seconds(DAY - count_of(stretch.being, WARD)), Happening(fields={WARD: None, TALLY: {WARD: None}}))


def _bears(mark: str) -> Any:
    return lambda being: bool(being.get(mark))


def _next_thaw(stretch: Stretch) -> Moment | None:
    """An hour after a Toucher glacial the strength it took is back (D100-MISS-10)."""
    being = stretch.being
    if not being.get(CHILL):
        return None
    scores = being.get("scores") or {}
    fields = {"scores": {**scores, CHILLS: scores.get(CHILLS, 10) + being[CHILL]}, CHILL: None, TALLY: {CHILL: None}}
    return Moment(in_seconds(HOUR - count_of(being, CHILL)), Happening(fields=fields))


LINGERING = (
    Law(_next_breath, counting(_gasps, BREATH)),
    Law(lambda stretch: None, _tries_grow_old),
    Law(_next_bite, counting(_is_bitten, FANGS), _bite_skipped),
    Law(_next_clearing, counting(_bears(CLOUD), CLOUD)),
    Law(_next_fading_ward, counting(_bears(WARD), WARD)),
    Law(_next_thaw, counting(_bears(CHILL), CHILL)),
)
