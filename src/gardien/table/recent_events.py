"""Events that others than the game master were told of late, by whom they are for.

Whoever comes back is answered from here, so that neither what they are told nor how long it takes hangs on what is kept
from them: events that are the game master's alone are not even passed over.
"""

from collections import deque
from threading import Lock

from msgspec import Struct

from gardien.table.events import EVERYBODY, Event
from gardien.table.state import State

KEPT = 512  # for everybody, and for each seat: more than anybody is told one by one


class Told(Struct, frozen=True):
    """An event between two states of a table."""

    version: int
    event: Event
    before: State
    after: State


class RecentEvents:
    """The newest of them; `since` is the version after which none is missing but those that made room for others."""

    def __init__(self, since: int) -> None:
        self._since = since
        self._kept: dict[str, deque[Told]] = {}
        self._lock = Lock()  # looked up by many threads while others write

    def add(self, version: int, event: Event, before: State, after: State) -> None:
        """Keep one more, whoever it is for."""
        told = Told(version, event, before, after)
        with self._lock:
            for whose in event.told_to():
                kept = self._kept.get(whose)
                if kept is None:
                    kept = self._kept[whose] = deque(maxlen=KEPT)
                kept.append(told)

    def has_all_since(self, after: int) -> bool:
        """Whether it is known from memory what anybody was told after a version."""
        return after >= self._since

    def told(self, seat: str, after: int, last: int) -> list[Told]:
        """What somebody was told in a stretch of the past, oldest first; of very much, the newest."""
        with self._lock:
            kept = [one for whose in dict.fromkeys((EVERYBODY, seat)) for one in self._kept.get(whose, ())]
        return sorted((one for one in kept if after < one.version <= last), key=lambda one: one.version)

    def state_after(self, version: int) -> State | None:
        """The state that one of them left."""
        with self._lock:
            kept = [one for told in self._kept.values() for one in told if one.version == version]
        return kept[0].after if kept else None

    def begin(self, seat: str) -> int:
        """The version after which all that somebody was told is here."""
        with self._lock:
            kept = [self._kept[whose] for whose in (EVERYBODY, seat) if whose in self._kept]
            return max([self._since, *(one[0].version - 1 for one in kept if len(one) == KEPT)])
