"""What lingers on somebody: breath spent, help that failed, fangs that hold, spells that last (ROLL, HEALTH, MISS)."""

from typing import Any

from gardien.core.life import Happening, Law, Stretch
from gardien.core.scene import TALLY, Being
from gardien.systems.d20d100.table.counts import DAY, HOUR, MINUTE, ROUND, lives, running, seconds_in

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
    return Happening("lasting_harm", {"drain": dice, "characteristic": code} if code else {"damage": dice})


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
    Law(lambda stretch: None, _tries_grow_old),
    running(FANGS, ROUND, _is_bitten, _bite, ("lasting_harm",)),
    _spell(CLOUD, lambda being: being[CLOUD] * ROUND),
    _spell(WARD, DAY),
    _spell(CHILL, HOUR, _thawed),
)
