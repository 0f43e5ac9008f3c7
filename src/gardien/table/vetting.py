"""Vetting: the events of a table from elsewhere, folded one by one; every state must have its shape."""

import msgspec
from msgspec.structs import replace

from gardien.core.errors import Refusal
from gardien.table.events import Event, decode
from gardien.table.shapes import check_event, check_state, check_time, cut_back
from gardien.table.state import State, fold_event
from gardien.table.store.base import Damaged, Read
from gardien.table.tree import Effect, put_at


class Vetting:
    """One table on its way in. `targets` are the versions that undo and redo go back to: their states are kept."""

    def __init__(self, targets: set[int]) -> None:
        self.state = State()
        self._targets = targets
        self._past: dict[int, State] = {}

    def take(self, read: Read) -> None:
        """One record further; a refusal says what in it no table could have written."""
        self.state = self._after(read)
        if read.version in self._targets:
            self._past[read.version] = self.state

    def _after(self, read: Read) -> State:
        before = self.state
        if isinstance(read, Damaged):
            return replace(before, version=read.version, damaged=(*before.damaged, read.version))
        event = read_event(read.body)
        check_time(read.at)
        check_event(event, read.version)
        if (event.command == "open") != (read.version == 1):
            raise Refusal("table/shape", field="command")
        after = fold_event(before, read.version, event, self._past.__getitem__)
        if before.damaged:
            return cut_back(before, after, event)
        check_state(before, after, event.effects)
        if event.held:
            check_state(after, _with_held(after, event.held), event.held)
        return after


def read_event(body: bytes) -> Event:
    """The event of a record; what is none, or a later version's, is refused."""
    try:
        return decode(body)
    except (ValueError, TypeError, msgspec.MsgspecError):
        raise Refusal("table/no_event") from None


def target_of(body: bytes) -> int | None:
    """The version an event goes back to."""
    try:
        return _TARGETS.decode(body).to
    except (msgspec.MsgspecError, RecursionError):
        return None


class _Target(msgspec.Struct):
    to: int | None = None


def _with_held(state: State, held: tuple[Effect, ...]) -> State:
    """The state once the game master lets go what a secret roll holds."""
    play = state.play
    for effect in held:
        if effect.path[0] == "house":
            raise Refusal("table/shape", field="/".join(effect.path)[:80])
        play = put_at(play, effect.path[1:], effect.value)
    return replace(state, play=play)


_TARGETS = msgspec.json.Decoder(_Target)
