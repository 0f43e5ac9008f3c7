"""What is in somebody and has not worked yet: each dose after its own time, and poisons that kill in days (M-09)."""

from fractions import Fraction
from typing import Any

from gardien.core.life import Happening, Moment, Stretch
from gardien.core.scene import TALLY, Being

TURNS_A_MINUTE = 10  # a turn is a handful of seconds (OPS-TIME-01)
TURN = Fraction(1, TURNS_A_MINUTE)
ONSET = "onset_"  # before the substance and the number of a dose: turns that are left before it works


def lives(being: Being) -> bool:
    """The dead have no more time (OPS-HLTH-05)."""
    return being.get("wound_level") != "dead"


def next_of_poison(stretch: Stretch) -> Moment | None:
    """A poison that kills in days, unless somebody has the antidote (M-09)."""
    poison = stretch.being.get("poisoned")
    if not poison or not lives(stretch.being):
        return None
    return Moment(max(0, poison["until"] - stretch.now), Happening("aggravate", {"level": "dead"}))


def next_onset(stretch: Stretch) -> Moment | None:
    """A substance works after its time, and asks for a test (M-09)."""
    waiting = [(left, name) for name, left in stretch.being.tally.items() if name.startswith(ONSET)]
    if not waiting or not lives(stretch.being):
        return None
    left, name = min(waiting)
    return Moment(left * TURN, Happening("poison", {"substance": _substance_in(name)}))


def _substance_in(count: str) -> str:
    return count.removeprefix(ONSET).partition("/")[0]


def _doses(being: Being, substance: str) -> list[str]:
    """The counts of doses that have not worked yet, the next first."""
    waiting = [one for one in being.tally if one.startswith(ONSET) and _substance_in(one) == substance]
    return sorted(waiting, key=being.tally.__getitem__)


def dose_taken(being: Being, substance: str, turns: int) -> dict[str, Any]:
    """One dose more, which works after its own time."""
    numbers = {int(one.partition("/")[2]) for one in _doses(being, substance)}
    return {TALLY: {f"{ONSET}{substance}/{max(numbers, default=0) + 1}": turns}}


def dose_worked(being: Being, substance: str) -> dict[str, Any]:
    """The dose that comes first waits no more."""
    return {TALLY: dict.fromkeys(_doses(being, substance)[:1])}
