"""The state of a table: the fold of its events.

`play` is what happens in the game and can be taken back; `house` is who sits where and how the table is run, which undo
leaves alone. Both are trees of plain values:

play   system, title, options {…}, clock (minutes), scene {title, text, marks}
       characters.ID {sheet, marks, hidden, seen_by, proposed, shown, alias, fares, note, secret, lag, later, tally}
       fight {round, order, sides, declared, turn, turned (the version before this turn), seen, left}
       chase {kind, fleeing, pursuing, gap, lost, turn, track, obstacle, hampers, ended}
       released (secret rolls whose consequences were let go)
       asks.ID, plans.ID (what happens at its hour), due.ID (what has fallen due), notes.ID
       waits.ID (a roll that somebody must decide about first), group {what all players share}
house  key, announce, players_edit, players_write, approve, began, seats.ID {role, name, characters}
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gardien.table.events import Event
from gardien.table.secrets import canonical
from gardien.table.tree import Effect, Tree, put_all

SNAPSHOT = "state-1"

Span = tuple[int, int]


class State(Struct, frozen=True):
    """A table after some version of its stream.

    `chain` are the versions whose consequences hold, as spans; what is not in it was taken back. `redo` are the points
    that undo came from, `damaged` the versions that could not be read; `read_only` that some of them were lost here,
    and that nobody has settled it yet.
    """

    version: int = 0
    play: Tree = {}
    house: Tree = {}
    chain: tuple[Span, ...] = ()
    redo: tuple[int, ...] = ()
    noticed: dict[str, int] = {}  # the last version everybody, or one seat, was told of
    damaged: tuple[int, ...] = ()
    newer: int = 0  # the format of an event that this version cannot read
    read_only: bool = False

    def holds(self, version: int) -> bool:
        """Whether the consequences of an event still hold."""
        return any(first <= version <= last for first, last in reversed(self.chain))  # mostly one of the newest

    def hash(self) -> str:
        """Equal states have equal hashes, wherever they were computed."""
        return hashlib.sha256(canonical([self.play, self.house, self.chain, self.redo])).hexdigest()


def fold_event(state: State, version: int, event: Event, past: Callable[[int], State]) -> State:
    """The state after one more event; `past` gives the state after an earlier one, for undo and redo."""
    target = past(event.to) if event.to is not None else None
    start = replace(state, play=target.play) if target else state
    after = with_effects(start, event.effects)
    chain, redo = state.chain, state.redo
    if target is not None:  # undo and redo; a turn taken back is an undo
        chain, redo = target.chain, redo[:-1] if event.command == "redo" else (*redo, last_of(chain))
    elif event.command == "undo" and event.of is not None:  # one entry alone; taken back itself, it is there again
        chain, redo = _longer(_without(chain, event.of), version), ()
    elif not event.effects or after.play is not state.play:  # who sits where is not taken back
        chain, redo = _longer(chain, version), ()
    return replace(after, version=version, noticed=_newest_seen(state, version, event), chain=chain, redo=redo)


def _newest_seen(state: State, version: int, event: Event) -> dict[str, int]:
    return state.noticed | dict.fromkeys(event.told_to(), version)


def last_of(chain: tuple[Span, ...]) -> int:
    """The newest version whose consequences hold."""
    return chain[-1][1] if chain else 0


def before(chain: tuple[Span, ...], version: int) -> int:
    """The last entry before one that holds as well; 0 where there is none."""
    return max((min(last, version - 1) for first, last in chain if first < version), default=0)


def _longer(chain: tuple[Span, ...], version: int) -> tuple[Span, ...]:
    if chain and chain[-1][1] == version - 1:
        return (*chain[:-1], (chain[-1][0], version))
    return (*chain, (version, version))


def _without(chain: tuple[Span, ...], version: int) -> tuple[Span, ...]:
    """The chain with one version taken out of it."""
    parts = ((first, min(last, version - 1)) for first, last in chain if first < version)
    rest = ((max(first, version + 1), last) for first, last in chain if last > version)
    return (*parts, *rest)


def to_snapshot(state: State) -> bytes:
    """A state as a snapshot."""
    return msgspec.msgpack.encode(state)


def from_snapshot(body: bytes) -> State:
    """A state from its snapshot."""
    return msgspec.msgpack.decode(body, type=State)


def with_effects(state: State, done: Iterable[Effect]) -> State:
    """The state as it will be, for whoever works out what follows; the version is still the one before."""
    global _last_done
    done = tuple(done)
    if not done:
        return state
    known = _last_done  # another thread may put its own there meanwhile
    if known[0] is state and known[1] is done:
        return known[2]
    of_play = [(one.path[1:], one.value) for one in done if one.path[0] == "play"]
    of_house = [(one.path[1:], one.value) for one in done if one.path[0] != "play"] if len(of_play) < len(done) else []
    play, house = put_all(state.play, of_play, _is_sheet_field), put_all(state.house, of_house)
    after = replace(state, play=play, house=house)
    _last_done = (state, done, after)
    return after


def _is_sheet_field(path: Sequence[str]) -> bool:
    """A field that is empty is there all the same: rules tell by it what somebody can have."""
    return len(path) == 4 and path[0] == "characters" and path[2] == "sheet"


_last_done: tuple[State, tuple[Effect, ...], State] = (
    State(),
    (),
    State(),
)  # asked about twice: who notices, what holds


def effects(root: str, values: dict[str, Any]) -> tuple[Effect, ...]:
    """Effects from paths written with strokes: {"clock": 30, "notes/n1": None}."""
    return tuple(Effect((root, *path.split("/")), value) for path, value in values.items())
