"""Counts of time: seconds that run for somebody, each from its own beginning, and acts that are ahead of the clock."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gardien.core.fighting import Content
from gardien.core.life import Happening, Law, Minutes, Moment, Stretch
from gardien.core.scene import TALLY, Being, tally_of

MINUTE = 60  # seconds
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY
AHEAD = "ahead"  # seconds that acts have taken, and the clock has not gone through yet


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
    kept = tally_of(being)
    over = {name: None for name in names if name in kept}
    return {TALLY: over} if over else {}


def counting(holds: Callable[[Being], Any], *names: str) -> Callable[[Stretch], dict[str, Any]]:
    """Seconds are counted while something holds, and forgotten once it does not."""

    def passing(stretch: Stretch) -> dict[str, Any]:
        being = stretch.being
        if not holds(being):
            return forget(being, *names)
        return {TALLY: {names[0]: count_of(being, names[0]) + seconds_in(stretch.minutes)}}

    return passing


def running(
    name: str,
    seconds: int | Callable[[Being], int],
    holds: Callable[[Being], Any],
    what: Callable[[Being], Happening | dict[str, Any]],
    told_by: tuple[str, ...] = (),
) -> Law:
    """What happens so many seconds after something began to hold: values that change, or what is thrown for.

    `told_by` are the procedures that are let pass in its place.
    """

    def next_moment(stretch: Stretch) -> Moment | None:
        being = stretch.being
        if not holds(being):
            return None
        then = what(being)
        happening = then if isinstance(then, Happening) else Happening(fields={**then, TALLY: {name: None}})
        term = seconds if isinstance(seconds, int) else seconds(being)
        return Moment(in_seconds(term - count_of(being, name)), happening)

    def skipped(being: Being, what: Happening) -> dict[str, Any]:
        return forget(being, name) if what.procedure in told_by else {}

    return Law(next_moment, counting(holds, name), skipped)


# ---- acts and the clock ----


def _clock_catches_up(stretch: Stretch) -> dict[str, Any]:
    left = stretch.being.tally.get(AHEAD, 0) - seconds_in(stretch.minutes)
    return {TALLY: {AHEAD: left if left > 0 else None}} if AHEAD in stretch.being.tally else {}


CLOCK_FOLLOWS = Law(lambda stretch: None, _clock_catches_up)


def went_ahead(being: Content, seconds: int) -> dict[str, Any]:
    """An act has taken so much of somebody's time."""
    return {TALLY: {AHEAD: tally_of(being).get(AHEAD, 0) + seconds}}


def minutes_ahead(being: Content) -> int:
    """Minutes that somebody's acts are ahead of the clock."""
    return -(-tally_of(being).get(AHEAD, 0) // MINUTE)
