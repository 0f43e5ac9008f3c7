"""Keeping: one table in memory, folded from its stream; the state at any moment; snapshots as a cache."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import structs

from gardien.core.errors import Refusal
from gardien.table.events import Event, Newer, decode
from gardien.table.state import SNAPSHOT, State, folded, frozen, thawed
from gardien.table.store.base import Damaged, Read, Store

SNAPSHOT_EVERY = 500  # events
STATES_KEPT = 256  # of the recent past, which share nearly everything
EVENTS_KEPT = 512


class Keeping:
    """A campaign's state at its head, and the way to its past."""

    def __init__(self, store: Store, campaign: str) -> None:
        self.store = store
        self.campaign = campaign
        self.state = State()
        self._states: OrderedDict[int, State] = OrderedDict()
        self._milestones: dict[int, State] = {}  # one in many, so that undo never folds from the beginning
        self._events: OrderedDict[int, Event] = OrderedDict()
        self._snapshot_at = 0
        self._load()

    def _load(self) -> None:
        self.state = self._thawed(2**62) or State()
        self._snapshot_at = self.state.version
        self.catch_up()
        if self.state.version == 0:
            raise Refusal("table/unknown", came=self.campaign)

    def _thawed(self, at_most: int) -> State | None:
        """The newest snapshot that can be read; others are made again."""
        snapshot = self.store.latest_snapshot(self.campaign, at_most, SNAPSHOT)
        if snapshot is None:
            return None
        try:
            return thawed(snapshot.body)
        except msgspec.MsgspecError:
            return None

    def catch_up(self) -> list[int]:
        """Fold what others wrote; the versions that are new."""
        first = self.state.version + 1
        for read in self.store.read(self.campaign, self.state.version):
            self.state = self._after(self.state, read)
            self._remember(self.state)
        self.keep_snapshot()
        return list(range(first, self.state.version + 1))

    def take(self, version: int, event: Event) -> State:
        """Fold an event that was just made durable."""
        self._events[version] = event
        while len(self._events) > EVENTS_KEPT:
            self._events.popitem(last=False)
        self.state = folded(self.state, version, event, self.state_at)
        self._remember(self.state)
        return self.state

    def snapshot_due(self) -> bool:
        return self.state.version - self._snapshot_at >= SNAPSHOT_EVERY

    def keep_snapshot(self) -> None:
        """Write a snapshot when the last one is old; failing to costs time later, nothing else."""
        if not self.snapshot_due() or self.state.newer:  # a later version would read more than this one did
            return
        self._snapshot_at = self.state.version
        try:
            self.store.put_snapshot(self.campaign, self.state.version, SNAPSHOT, frozen(self.state))
        except (Refusal, OverflowError):  # a number that only JSON can hold
            return

    def state_at(self, version: int) -> State:
        """The state after any version."""
        if version == self.state.version:
            return self.state
        if version in self._states:
            return self._states[version]
        if not 0 <= version <= self.state.version:
            raise Refusal("table/no_moment", field="at", came=str(version))
        known = {**self._milestones, **self._states}
        state = known[max(near)] if (near := [one for one in known if one <= version]) else State()
        kept = self._thawed(version)
        if kept is not None and kept.version > state.version:
            state = kept
        for read in self.store.read(self.campaign, state.version, version - state.version):
            state = self._after(state, read)
        self._remember(state)
        return state

    def _after(self, state: State, read: Read) -> State:
        """One record further; what cannot be read is noted, and hides nothing else."""
        if isinstance(read, Damaged):
            return structs.replace(state, version=read.version, damaged=(*state.damaged, read.version))
        try:
            event = decode(read.body)
        except Newer as newer:
            return structs.replace(state, version=read.version, newer=newer.words["came"])
        except (ValueError, TypeError, msgspec.MsgspecError):
            return structs.replace(state, version=read.version, damaged=(*state.damaged, read.version))
        return folded(state, read.version, event, self.state_at)

    def _remember(self, state: State) -> None:
        if state.version % SNAPSHOT_EVERY == 0:
            self._milestones[state.version] = state
        self._states[state.version] = state
        self._states.move_to_end(state.version)
        while len(self._states) > STATES_KEPT:
            self._states.popitem(last=False)

    # ---- events ----

    def event(self, version: int) -> Event | None:
        """One event; None where it cannot be read."""
        found = self._events.get(version)
        if found is None and 0 < version <= self.state.version:
            found = next((event for _, event in self.events(version - 1, version)), None)
        return found

    def events(self, after: int, last: int) -> Iterator[tuple[int, Event | None]]:
        """Events of the past in order; None where one cannot be read."""
        for read in self.store.read(self.campaign, after, last - after):
            try:
                yield read.version, None if isinstance(read, Damaged) else decode(read.body)
            except (ValueError, TypeError, Refusal, msgspec.MsgspecError):
                yield read.version, None

    def newest_first(self, before: int) -> Iterator[tuple[int, Event | None]]:
        """Events from the newest to the oldest, read in handfuls."""
        step = 100
        while before > 0:
            after = max(0, before - step)
            found: list[Any] = []
            for version in range(after + 1, before + 1):
                event = self._events.get(version)
                if event is None:
                    found = list(self.events(after, before))
                    break
                found.append((version, event))
            yield from reversed(found)
            before = after
