"""What a table answers and tells, as far as everybody may rely on it; the description of the API is made from it."""

from typing import Any

from msgspec import Struct


class Die(Struct, frozen=True):
    """A die as it fell."""

    die: str
    value: int
    label: str = ""
    who: str = ""


class Roll(Struct, frozen=True):
    """What was thrown: by which procedure, for whom (whoever acts has no name), what came out, told in sentences."""

    procedure: str
    people: dict[str, str] = {}
    dice: tuple[Die, ...] = ()
    outcome: dict[str, Any] = {}
    told: tuple[str, ...] = ()


class Card(Struct, frozen=True):
    """An entry of the log, as far as this seat may read it."""

    id: str
    command: str = ""
    seat: str = ""
    at: int = 0  # milliseconds since 1970
    words: dict[str, Any] = {}
    roll: Roll | None = None
    struck: bool = False  # taken back

    @property
    def told(self) -> tuple[str, ...]:
        """What a roll came to, in sentences; nothing of what is no roll."""
        return self.roll.told if self.roll else ()


class Acted(Struct, frozen=True):
    """What an act came to."""

    version: str
    card: Card | None = None
    repeated: bool = False
    preview: bool = False
    link: str = ""


class News(Struct, frozen=True):
    """What has changed at the table: the card of it, and parts of the view by their path."""

    version: str
    card: Card | None = None
    set: dict[str, Any] = {}


class Log(Struct, frozen=True):
    """Entries of the log, the newest first."""

    cards: tuple[Card, ...]
