"""Fights and chases: what can be asked for while people act in turns."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gardien.table.command_types import Command, Faces, Fields, Id, Ids, Name

# ---- fights ----


class Fighter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Somebody in a fight, and on which side."""

    character: Id
    side: Name = ""
    place: Annotated[int, Meta(ge=0, le=20)] | None = None  # the band they stand in, counted from the nearest


class Fight(Command, frozen=True, tag="fight"):
    """Begin a fight, or let more people join it."""

    fighters: Annotated[tuple[Fighter, ...], Meta(min_length=1, max_length=100)]


class Declare(Command, frozen=True, tag="declare"):
    """Say what a fighter will do this round; others learn it when the round is played."""

    character: Id
    given: Fields = {}


class Leave(Command, frozen=True, tag="leave"):
    """Take somebody out of the fight."""

    character: Id


class Turn(Command, frozen=True, tag="turn"):
    """Pass the turn on, or back."""

    by: Literal[1, -1] = 1


class Delay(Command, frozen=True, tag="delay"):
    """Put off the turn one has, in a game that leaves it to the table: until somebody later in the round has acted, or
    for an occasion. What is kept for an occasion is one act, in anybody's turn, until one's own comes again.

    Players let those pass whom their rules let them agree with; the rest is the game master's word.
    """

    character: Id
    after: Annotated[str, Meta(max_length=40)] = ""
    occasion: Name = ""


class Gather(Command, frozen=True, tag="gather"):
    """Let equals act one after the other for the rest of the fight: the first ones wait for the last; or do so no more.

    Where one of them has acted in this round already, they do so from the next one on.
    """

    characters: Annotated[tuple[Id, ...], Meta(min_length=2, max_length=100)]
    apart: bool = False  # each in their own place again, from the next round on


class Round(Command, frozen=True, tag="round"):
    """Play the round that was declared."""

    dice: Faces | None = None


class EndFight(Command, frozen=True, tag="end_fight"):
    """End the fight."""


# ---- chases ----


MOST_STEPS = 20
Steps = Annotated[int, Meta(ge=1, le=MOST_STEPS)]
Hampers = Literal["both", "fleeing", "pursuing"]


class Chase(Command, frozen=True, tag="chase"):
    """Begin a chase that is played turn by turn, or change the one under way: what is left out stays as it is.

    `kind` is one of the game's ways; whoever comes first on a side runs for it. An obstacle holds for the next turn.
    """

    kind: Name = ""
    fleeing: Ids | None = None
    pursuing: Ids | None = None
    gap: Steps | None = None  # between the two sides; none left, and they are caught
    lost: Steps | None = None  # the gap at which they are away
    obstacle: Name | None = None  # in words; without any, none is left
    hampers: Hampers = "both"


class Pursue(Command, frozen=True, tag="pursue"):
    """Play a turn of the chase: the game's own procedure, with those who run; the gap follows from what comes out."""

    given: Fields = {}  # further inputs, for the game master
    dice: Faces | None = None


class EndChase(Command, frozen=True, tag="end_chase"):
    """The chase is over, however it stands."""
