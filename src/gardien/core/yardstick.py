"""Yardsticks: what a usual task is in a game, and which values of its sheets stand for notions that games share.

A game declares one on its card. What two yardsticks measure alike can be carried from one game to the other without
either knowing the other (`core/equal_chances.py`). The notions and their names stand in `notions.toml`; the tasks are
named in the game's `converters.toml`, as [task.…]. Weapons are compared by their kinds (`core/arms.py`).
"""

import os
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import Struct

from gardien.core.chance import Program, call
from gardien.core.interpreters.odds import known_odds
from gardien.core.pack import load_toml
from gardien.core.sheet import Sheet
from gardien.core.terms import Language

Role = Literal["player", "person", "creature"]
Plain = dict[str, Any]
ROLES: tuple[Role, ...] = ("player", "person", "creature")


@cache
def notions() -> dict[str, Any]:
    """What games share, in words."""
    return load_toml(os.path.join(os.path.dirname(__file__), "notions.toml"))


def name_of(notion: str, language: Language) -> str:
    return str(notions()["notion"][notion][language])


class Task(Struct, frozen=True, kw_only=True):
    """What people of a game usually try: a rule of it, and when it counts as done."""

    key: str  # of the game's own words: [task.…]
    rule: Callable[..., Program[Any]]
    won: Callable[[Any], bool]

    def chance(self, asked: Sequence[Any]) -> Fraction:
        """How often it is done, exactly."""
        return known_odds(call(self.rule, *asked)).chance(self.won)


def at(plain: Mapping[str, Any], path: str) -> Any:
    """The value at a path of a sheet, `FOR` or `levels.climbing`; None where there is none."""
    for name in path.split("."):
        if not isinstance(plain, Mapping) or plain.get(name) is None:
            return None
        plain = plain[name]
    return plain


def put(plain: Plain, path: str, value: Any) -> Plain:
    """A sheet with another value at a path."""
    head, _, rest = path.partition(".")
    return {**plain, head: put(dict(plain.get(head) or {}), rest, value) if rest else value}


class Pair(Struct, frozen=True, kw_only=True):
    """A value of a game's sheets that stands for a notion: what it is tried by, and where it is written.

    A value without `scores` follows from others; it is measured, and never written.
    """

    notion: str
    field: str  # a field of the sheet, or an entry of one
    rule: str
    task: Task
    asked: Callable[[Any], tuple[Any, ...]]  # of a sheet, what the task's rule is asked with
    scores: Sequence[int] = ()  # all that may be written, rising; a higher one never does worse
    usual: int = 0  # an ordinary person's; of scores equally near, the one nearest to it
    read: Callable[[Plain], Any] | None = None  # where the value does not simply stand in its field
    write: Callable[[Plain, int], Plain] | None = None
    open: Callable[[Plain, int], bool] | None = None  # whether a sheet may still take a score
    scarce: bool = False  # where not everything has room: what is done best comes first
    absolute: bool = False  # twice the score is twice as much, where no usual task tells any more

    def score(self, plain: Plain) -> Any:
        """What a sheet says; None where it says nothing."""
        return self.read(plain) if self.read else at(plain, self.field)

    def written(self, plain: Plain, score: int) -> Plain:
        return self.write(plain, score) if self.write else put(plain, self.field, score)

    def chance(self, sheet: Sheet) -> Fraction:
        return self.task.chance(self.asked(sheet))


class Measure(Struct, frozen=True, kw_only=True):
    """A store that is told in proportion to an ordinary person's: life, peace of mind."""

    notion: str
    field: str
    rule: str
    ordinary: int  # what an ordinary person begins with
    limits: tuple[int, int] = (0, 1000)
    follows: tuple[str, ...] = ()  # kinds of sheet on which it follows from other values, and is not written
    read: Callable[[Plain], int | float | None] | None = None
    write: Callable[[Plain, int], Plain] | None = None

    def value(self, plain: Plain) -> Any:
        return self.read(plain) if self.read else at(plain, self.field)

    def written(self, plain: Plain, value: int) -> Plain:
        return self.write(plain, value) if self.write else put(plain, self.field, value)


class Arms(Struct, frozen=True, kw_only=True):
    """The weapons on a game's sheets, line by line; of which kind each of its list is, its `converters.toml` says."""

    listed: tuple[str, str]  # file and table of the pack
    rule: str
    write: Callable[[Plain, tuple[str, ...], Language], Plain]  # a sheet, and weapons of the list by their keys
    worth: Callable[[Any], Any]  # of a row, the number it is known by
    key: str = ""  # of a line, where it names a row of the list; else it is known by its name
    nothing: tuple[str, ...] = ()  # names of lines that are no weapon
    field: str = "weapons"


class Yardstick(Struct, frozen=True, kw_only=True):
    """All that a game says of itself so that its sheets can be compared with those of others."""

    kinds: tuple[str, str, str]  # of sheet: a player's character, another person, a creature
    pairs: tuple[Pair, ...] | Callable[[Language], tuple[Pair, ...]]  # in order: a later may rest on an earlier
    measures: tuple[Measure, ...] = ()
    arms: Arms | None = None
    recompute: Callable[[Any], Any] | None = None  # what follows on a sheet, once all is written
    dialects: Mapping[str, Callable[[Plain], Plain]] = {}  # an older game -> a sheet as that game writes it
    remarks: tuple[str, ...] = ("notes",)  # where what has no place of its own is written: the first that a sheet has
    aside: tuple[str, ...] = ()  # fields that say nothing elsewhere: no loss

    def pairs_in(self, language: Language) -> tuple[Pair, ...]:
        """The pairs of a sheet written in a language: some games name things on it by their words."""
        return self.pairs if isinstance(self.pairs, tuple) else self.pairs(language)

    def role(self, kind: str) -> Role:
        """What somebody is, whatever the game calls it."""
        return ROLES[self.kinds.index(kind)] if kind in self.kinds else "person"

    def kind(self, role: Role) -> str:
        return self.kinds[ROLES.index(role)]

    def measure(self, notion: str) -> Measure | None:
        return next((one for one in self.measures if one.notion == notion), None)


class Found(Struct, frozen=True):
    """A score that was chosen, and how often the usual task is done with it."""

    score: int
    chance: Fraction


def nearest_score(pair: Pair, plain: Plain, made: Callable[[Plain], Sheet], wanted: Fraction) -> Found | None:
    """The score whose chance on the usual task is nearest; None where the sheet takes none.

    A higher score never does worse, so that not all of them need trying.
    """
    scores = [one for one in pair.scores if pair.open is None or pair.open(plain, one)]

    @cache
    def chance(place: int) -> Fraction:
        return pair.chance(made(pair.written(plain, scores[place])))

    places = range(len(scores))
    above = bisect_left(places, wanted, key=chance)
    found: list[tuple[Fraction, int, Found]] = []
    for place in (above - 1, above):
        if place in places:
            same = chance(place)
            first, last = bisect_left(places, same, key=chance), bisect_right(places, same, key=chance)
            score = min(scores[first:last], key=lambda one: abs(one - pair.usual))
            found.append((abs(same - wanted), abs(score - pair.usual), Found(score, same)))
    return min(found, key=lambda one: one[:2])[2] if found else None


def plain_of(sheet: Sheet) -> Plain:
    return msgspec.to_builtins(sheet)  # type: ignore[no-any-return]
