"""Events: what happened at a table, as it is kept for ever. Old formats are read by lifting them step by step."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gardien.core.calling import StepShown
from gardien.core.errors import Refusal
from gardien.core.interpreters.run import DieShown
from gardien.core.values import Change
from gardien.table.tree import Effect

FORMAT = 1  # of the events written today
EVERYBODY = "all"

Body = dict[str, Any]
LIFTS: dict[int, Callable[[Body], Body]] = {}  # what turns an event of one format into one of the next


class Rolled(Struct, frozen=True, omit_defaults=True, gc=False):
    """A procedure that was done: by whom, with what, which dice fell, what came out and why."""

    procedure: str
    given: dict[str, Any]
    outcome: dict[str, Any]
    dice: tuple[DieShown, ...] = ()
    steps: tuple[StepShown, ...] = ()
    people: dict[str, str] = {}  # what each is called in it -> character; "" is the one who acts alone
    typed: bool = False  # real dice, typed in
    waits: str = ""  # the input that somebody must decide on first; the outcome is what was known by then
    place: int = 0  # of that decision among those the rule comes to
    real: int = 0  # how many of the dice were typed, where the table threw the rest
    hidden: tuple[str, ...] = ()  # inputs that only the game master knows, and so whatever rests on them


class Event(Struct, frozen=True, omit_defaults=True, gc=False):
    """One action: who did it, what was asked, what it changed, and who may know."""

    command: str
    seat: str
    at: int  # milliseconds
    digest: str  # of the request, so that another request under the same action id is noticed
    effects: tuple[Effect, ...] = ()
    held: tuple[Effect, ...] = ()  # what a secret roll will change once the game master lets it
    changes: tuple[Change, ...] = ()  # of sheets, for the log: `who` is the character
    asked: dict[str, Any] = {}  # the command's own words, for the log
    roll: Rolled | None = None
    audience: str | tuple[str, ...] = EVERYBODY  # or the seats that may know, beside the game master, who always does
    to: int | None = None  # undo and redo: the version whose state holds again
    of: int | None = None  # a later word about an earlier event: a secret revealed, held changes let go
    announced: bool = False  # the others are told that something was rolled in secret, and its seal
    seal: str = ""  # of a secret roll: the hash that can be checked when it is revealed
    nonce: str = ""
    together: str = ""  # what was done with one press has one word in common, and is taken back with one
    packs: tuple[str, ...] = ()  # whose rows were in use
    format: int = 1  # the first one goes without saying

    def told_to(self) -> tuple[str, ...]:
        """Everybody, or the seats beside the game master that learn of it at all."""
        return (EVERYBODY,) if self.announced or self.audience == EVERYBODY else tuple(self.audience)

    def touches(self, character: str) -> bool:
        """Whether somebody's sheet came into being or changed by this."""
        return any(change.who == character for change in self.changes) or (
            self.command == "add" and self.asked.get("character") == character
        )


Logged = tuple[int, Event | None]  # an entry by its version; None where it cannot be read


class Newer(Refusal):
    """An event written by a later version of Gardien: it can be kept, not understood."""

    def __init__(self, came: int) -> None:
        super().__init__("table/newer", kind="refused", came=came, high=FORMAT)


def encode(event: Event) -> bytes:
    return msgspec.json.encode(event if event.format == FORMAT else replace(event, format=FORMAT))


def decode(body: bytes) -> Event:
    """An event of today's or an earlier format; a later one is `Newer`, nonsense a ValueError."""
    try:
        event = _READ.decode(body)
        return event if event.format == FORMAT else _upgrade(body)
    except msgspec.ValidationError:
        return _upgrade(body)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _upgrade(body: bytes) -> Event:
    content = msgspec.json.decode(body)
    if not isinstance(content, dict) or not isinstance(content.get("format", FORMAT), int):
        raise ValueError("not an event")
    format = content.get("format", 1)
    if format > FORMAT:
        raise Newer(format)
    while format < FORMAT:
        content = LIFTS[format](content)
        format += 1
    return msgspec.convert({**content, "format": FORMAT}, Event)


_READ = msgspec.json.Decoder(Event)
