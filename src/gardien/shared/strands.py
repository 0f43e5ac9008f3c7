"""Strands of a life counted in rounds, so that a fight and the clock count alike.

Of several things that go on, whatever comes first happens; of two at once the first of the list. What happens in every
round is told of as many at once as nothing else happens in.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from gardien.core.life import Happening, Law, Moment, Stretch
from gardien.core.scene import TALLY, Being, over

MINUTE = 10  # rounds
ROUND = Fraction(1, MINUTE)  # of a minute
Counts = Callable[[Being, int], dict[str, Any]]


class Strand(Struct, frozen=True):
    """One thing that goes on.

    `after`: rounds until it happens next, none where it does not go on. `what`: what happens after so many rounds.
    `most`: rounds that its procedure tells of at once, from now on; without any it tells of that moment alone.
    `counts`: what so many rounds change, unless a procedure of `told` has told of them. `lifeless`: even of the dead.
    """

    after: Callable[[Stretch], int | None]
    what: Callable[[Stretch, int], Happening]
    most: Callable[[Being], int] | None = None
    counts: Counts | None = None
    told: str = ""
    skipped: Callable[[Being, Happening], dict[str, Any]] | None = None
    lifeless: bool = False


def rounds_of(stretch: Stretch) -> int:
    return int(stretch.minutes * MINUTE)


def over_with(**fields: Any) -> Callable[[Stretch, int], Happening]:
    """What is simply over."""
    return lambda stretch, rounds: Happening(fields=fields)


def only_counting(counts: Counts, lifeless: bool = False) -> Strand:
    """What never happens by itself, and changes with time."""
    return Strand(lambda stretch: None, over_with(), counts=counts, lifeless=lifeless)


def owed_count(procedure: str) -> str:
    """Rounds that something else has told of, and this not yet."""
    return f"owed_{procedure}"


def every_round(
    procedure: str, goes_on: Callable[[Being], bool], most: Callable[[Being], int], let_pass: dict[str, Any]
) -> Strand:
    """What happens in each round, told of several at once where nothing else happens in them."""
    owed = owed_count(procedure)

    def after(stretch: Stretch) -> int | None:
        return (0 if stretch.being.tally.get(owed) else 1) if goes_on(stretch.being) else None

    def what(stretch: Stretch, rounds: int) -> Happening:
        return Happening(procedure, {"rounds": stretch.being.tally.get(owed) or rounds})

    def counts(being: Being, rounds: int) -> dict[str, Any]:
        return {TALLY: {owed: being.tally.get(owed, 0) + rounds}} if goes_on(being) else {}

    def skipped(being: Being, what: Happening) -> dict[str, Any]:
        return {**let_pass, TALLY: {owed: None}} if what.procedure == procedure else {}

    return Strand(after, what, most, counts, procedure, skipped)


def counting_down(name: str) -> Counts:
    """A count of the table's own that runs out."""
    return lambda being, rounds: (
        {TALLY: {name: max(0, being.tally[name] - rounds)}} if being.tally.get(name) is not None else {}
    )


def lasting(name: str, mark: str, rounds: int, **ended: Any) -> Strand:
    """What somebody bears for so many rounds, counted by the table, and what is written when it is over."""
    return Strand(
        lambda stretch: max(0, rounds - stretch.being.tally.get(name, 0)) if stretch.being.get(mark) else None,
        over_with(**ended, **{TALLY: {name: None}}),
        counts=lambda being, passed: {TALLY: {name: being.tally.get(name, 0) + passed}} if being.get(mark) else {},
    )


def law_of(strands: Sequence[Strand], has_time: Callable[[Being], bool]) -> Law:
    """All strands as one thread of a life; whoever has no more time has none of it."""

    def next_moment(stretch: Stretch) -> Moment | None:
        coming = []
        for at, strand in enumerate(strands) if has_time(stretch.being) else ():
            if (after := strand.after(stretch)) is not None:
                coming.append((after, at))
        if not coming:
            return None
        after, at = min(coming)
        strand = strands[at]
        if strand.most is None or not after:
            return Moment(after * ROUND, strand.what(stretch, after))
        others = [one - (place < at) for one, place in coming if place != at]
        span = max(after, min([rounds_of(stretch), strand.most(stretch.being), *others]))
        return Moment(0, strand.what(stretch, span), span * ROUND) if span <= rounds_of(stretch) else None

    def passing(stretch: Stretch) -> dict[str, Any]:
        """So many rounds for all that goes on, but for what has told of them itself."""
        told, fields, being = stretch.told.procedure if stretch.told else "", dict[str, Any](), stretch.being
        lives = has_time(being)
        for strand in strands:
            counts = strand.counts if (lives or strand.lifeless) and (not told or strand.told != told) else None
            if counts and (more := counts(being, rounds_of(stretch))):
                fields = over(fields, more)
                being = stretch.being.having(fields)
        return fields

    def skipped(being: Being, what: Happening) -> dict[str, Any]:
        """What is let pass is over."""
        fields: dict[str, Any] = {}
        for strand in strands:
            fields = over(fields, strand.skipped(being, what) if strand.skipped else {})
        return fields

    return Law(next_moment, passing, skipped)
