"""Lives: what happens to people as time passes, each thing counted from what began it.

A game writes a law for each thread of a life: given somebody as they are, what happens next, and after how long. The
table lives by it from one such moment to the next, so that one long stretch of time is the same as many short ones.
What needs no die simply happens; what does waits for it, and its thread of that life waits with it.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.scene import Being, over

ACTIVITIES = ("rest", "care", "work", "travel")  # what people do while time passes, in every game
FIGHT = "fight"  # a round of a fight: no rest, and no time on the clock of the table
Minutes = int | Fraction


class Answer(Struct, frozen=True):
    """One of a few values of an input, in words."""

    value: Any
    fr: str
    en: str


class Happening(Struct, frozen=True):
    """What happens to somebody: values that simply change, or a procedure that waits for its dice."""

    procedure: str = ""
    given: dict[str, Any] = {}  # {"character": ""} in it is whoever it falls due for
    fields: dict[str, Any] = {}
    questions: Mapping[str, tuple[Answer, ...]] = {}  # inputs still to be said, the usual answer first
    about: tuple[str, str] = ("", "")  # what it is about, in French and in English, told beside its name


class Moment(Struct, frozen=True):
    """What happens next, and after how many minutes; a procedure may tell of the time from there on too (`lasts`)."""

    after: Minutes
    what: Happening
    lasts: Minutes = 0


class Stretch(Struct, frozen=True):
    """Somebody with some time before them, all of it spent in the same way (`being.scene.activity`).

    `now` is the minute of the table's clock that this life has come to; the rounds of a fight do not move it. `told` is
    the procedure, with its inputs, that has told of this time already, for the law whose moment it was. `later` are the
    strands of a thread that only begin after `now`, with their minute: what has befallen somebody since.
    """

    being: Being
    minutes: Minutes
    now: Minutes
    told: Happening | None = None
    later: Mapping[int, Minutes] = {}


class Law(Struct, frozen=True):
    """One thread of a life.

    `next`: what happens within the stretch, nothing if nothing does; what happens at once must change something.
    `passing`: what so many minutes change by themselves, counts of the table's own above all (`TALLY`); a stretch in
    two parts is the same.
    `skipped`: what is written where the game master lets pass what has fallen due.
    """

    next: Callable[[Stretch], Moment | None]
    passing: Callable[[Stretch], dict[str, Any]] | None = None
    skipped: Callable[[Being, Happening], dict[str, Any]] | None = None
    strands: tuple["Law", ...] = ()  # of which it is woven


class Life(Struct, frozen=True):
    """How time passes for whoever is at the table."""

    laws: Mapping[str, Law]  # by thread: one does not wait for what has fallen due in another
    round_seconds: int = 6
    joins_rounds: bool = False  # rounds of a fight that wait for a die are one stretch, told of at once
    activities: tuple[str, ...] = ACTIVITIES
    usual: str = "rest"

    def law_of(self, thread: str) -> Law | None:
        """The law of a thread; what an older table keeps of one that has been woven in since is the life’s own."""
        return self.laws.get(thread) or self.laws.get("life")


def woven(*strands: Law) -> Law:
    """Several strands as one thread: whatever comes first happens, the first named where two come at once.

    While something of one strand waits, the others wait with it: what it brings may change them.
    """

    def begun(stretch: Stretch) -> list[Law]:
        return [one for place, one in enumerate(strands) if stretch.later.get(place, stretch.now) <= stretch.now]

    def next_moment(stretch: Stretch) -> Moment | None:
        moments: list[tuple[Law | None, Moment]] = []
        moments += [(strand, moment) for strand in begun(stretch) if (moment := strand.next(stretch)) is not None]
        waits = [minute - stretch.now for minute in stretch.later.values() if minute > stretch.now]
        moments += [(None, Moment(min(waits), Happening()))] if waits else []
        strand, first = min(moments, key=lambda one: one[1].after, default=(None, None))
        if strand is None or first is None or not first.lasts:
            return first
        until = min((one.after for other, one in moments if other is not strand), default=stretch.minutes)
        return strand.next(replace(stretch, minutes=until)) if until < first.after + first.lasts else first

    def passing(stretch: Stretch) -> dict[str, Any]:
        fields, then = dict[str, Any](), stretch
        for one in begun(stretch):
            if one.passing and (more := one.passing(then)):
                fields = over(fields, more)
                then = replace(stretch, being=stretch.being.having(fields))
        return fields

    def skipped(being: Being, what: Happening) -> dict[str, Any]:
        return {name: value for one in strands if one.skipped for name, value in one.skipped(being, what).items()}

    return Law(next_moment, passing, skipped, strands)
