"""Counts of time: seconds that run for somebody, each from its own beginning (D100-CBT-09)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gardien.core.fighting import Content
from gardien.core.life import Minutes, Stretch
from gardien.core.scene import NOTHING, TALLY, Being

MINUTE, ROUND = 60, 6  # seconds
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def seconds_in(minutes: Minutes) -> int:
    """Minutes of a law in seconds."""
    return int(minutes * MINUTE)


def in_seconds(seconds: int) -> Fraction:
    """After so many seconds, as a law says it; at once where they are over."""
    return Fraction(max(0, seconds), MINUTE)


def count_of(being: Being, name: str) -> int:
    """How far a count has come."""
    return being.tally.get(name, 0)


def forget(being: Content, *names: str) -> dict[str, Any]:
    """Counts that are over; nothing where none of them runs."""
    kept = getattr(being, "tally", NOTHING)
    over = {name: None for name in names if name in kept}
    return {TALLY: over} if over else {}


def lives(being: Content) -> bool:
    """The dead have no more time."""
    return being.get("condition") != "dead"


def counting(holds: Callable[[Being], Any], *names: str) -> Callable[[Stretch], dict[str, Any]]:
    """Seconds are counted while something holds, and forgotten once it does not."""

    def passing(stretch: Stretch) -> dict[str, Any]:
        being = stretch.being
        if not holds(being):
            return forget(being, *names)
        return {TALLY: {names[0]: count_of(being, names[0]) + seconds_in(stretch.minutes)}}

    return passing
