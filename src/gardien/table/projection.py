"""Keeping: one table in memory, folded from its stream; the state at any moment; snapshots as a cache."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any

import msgspec
from msgspec import structs

from gardien.core.errors import Refusal
from gardien.table.events import Event, Newer, decode
from gardien.table.recent_events import KEPT, RecentEvents
from gardien.table.shapes import check_event, fold_soundly
from gardien.table.state import SNAPSHOT, State, from_snapshot, to_snapshot
from gardien.table.store.base import Damaged, Read, Store

SNAPSHOT_EVERY = 500  # events
STATES_KEPT = 256  # of the recent past, which share nearly everything
EVENTS_KEPT = 512
HANDFUL = 100  # events of the past that are read at once


class Projection:
    """A campaign's state at its head, and the way to its past."""

    def __init__(self, store: Store, campaign: str) -> None:
        self.store = store
        self.campaign = campaign
        self.state = State()
        self._states: OrderedDict[int, State] = OrderedDict()
        self._milestones: dict[int, State] = {}  # one in many, so that undo never folds from the beginning
        self._events: OrderedDict[int, Event] = OrderedDict()
        self._snapshot_at = 0
        self.recent = RecentEvents(0)
        self._remembering = Lock()  # the past is looked up by many threads at once
        self._load()

    def _load(self) -> None:
        self.state = self._from_snapshot(2**62) or State()
        self._snapshot_at = self.state.version
        self.recent = RecentEvents(self.state.version)
        self.catch_up()
        if self.state.version == 0:
            raise Refusal("table/unknown", came=self.campaign)

    def _from_snapshot(self, at_most: int) -> State | None:
        """The newest snapshot that can be read; others are made again."""
        snapshot = self.store.latest_snapshot(self.campaign, at_most, SNAPSHOT)
        if snapshot is None:
            return None
        try:
            return from_snapshot(snapshot.body)
        except msgspec.MsgspecError:
            return None

    def catch_up(self) -> list[int]:
        """Fold what others wrote; the versions that are new."""
        first = self.state.version + 1
        reads = self.store.read(self.campaign, self.state.version)
        long_ago = max(0, len(reads) - KEPT)  # more than anybody is told one by one
        if long_ago:
            self.recent = RecentEvents(reads[long_ago - 1].version)
        for at, read in enumerate(reads):
            event, after = self._after(self.state, read)
            if event is not None and at >= long_ago:
                self.recent.add(read.version, event, self.state, after)
            self.state = after
            self._remember(after)
        self.keep_snapshot()
        return list(range(first, self.state.version + 1))

    def take(self, after: State, event: Event) -> None:
        """Go on to the state that an event has left which was just made durable."""
        if after.version != self.state.version + 1:
            raise ValueError(f"version {after.version} does not follow {self.state.version}")
        self._events[after.version] = event
        while len(self._events) > EVENTS_KEPT:
            self._events.popitem(last=False)
        self.recent.add(after.version, event, self.state, after)
        self.state = after
        self._remember(after)

    def snapshot_due(self) -> bool:
        return self.state.version - self._snapshot_at >= SNAPSHOT_EVERY

    def keep_snapshot(self) -> None:
        """Write a snapshot when the last one is old; failing to costs time later, nothing else."""
        if not self.snapshot_due() or self.state.newer or self.state.read_only:  # later there may be more to read
            return
        self._snapshot_at = self.state.version
        try:
            self.store.put_snapshot(self.campaign, self.state.version, SNAPSHOT, to_snapshot(self.state))
        except (Refusal, OverflowError):  # a number that only JSON can hold
            return

    def state_at(self, version: int) -> State:
        """The state after any version."""
        if version == self.state.version:
            return self.state
        if (known := self._states.get(version) or self.recent.state_after(version)) is not None:
            return known
        if not 0 <= version <= self.state.version:
            raise Refusal("table/no_moment", field="at", came=str(version))
        with self._remembering:
            states = {**self._milestones, **self._states}
        state = states[max(near)] if (near := [one for one in states if one <= version]) else State()
        kept = self._from_snapshot(version)
        if kept is not None and kept.version > state.version:
            state = kept
        for read in self.store.read(self.campaign, state.version, version - state.version):
            _, state = self._after(state, read)
        self._remember(state)
        return state

    def has_at_hand(self, seat: str | None, after: int) -> bool:
        """Whether a stretch of the past is told soon: of the log on the disk the game master is told event by event,
        others would read through all that is kept from them."""
        return seat is None or self.recent.has_all_since(after)

    def stretch(
        self, after: int, last: int, seat: str | None = None
    ) -> Iterator[tuple[int, Event | None, State, State]]:
        """Every event of a stretch of the past, between the states before and after it; each is folded once.

        For a seat those it was told of, of very many the newest, as long as they are at hand: nothing is folded then.
        """
        if seat is not None and self.recent.has_all_since(after):
            yield from (structs.astuple(one) for one in self.recent.told(seat, after, last))
            return
        before = self.state_at(after)
        near: dict[int, State] = {}  # for undo, which seldom goes further back

        def past(version: int) -> State:
            return near.get(version) or self.state_at(version)

        for first in range(after, last, STATES_KEPT):
            near = {before.version: before}
            for read in self.store.read(self.campaign, first, min(STATES_KEPT, last - first)):
                event, state = self._after(before, read, past)
                yield read.version, event, before, state
                near[read.version] = before = state

    def _after(
        self, state: State, read: Read, past: Callable[[int], State] | None = None
    ) -> tuple[Event | None, State]:
        """One record further; what cannot be read is noted, and hides nothing else."""
        if isinstance(read, Damaged):
            return None, _with_gap(state, read.version, settled=read.settled)
        try:
            event = decode(read.body)
            if state.damaged:
                check_event(event, read.version)
        except Newer as newer:
            return None, structs.replace(state, version=read.version, newer=newer.words["came"])
        except (ValueError, TypeError, msgspec.MsgspecError, Refusal):
            return None, _with_gap(state, read.version, settled=False)
        return event, fold_soundly(state, read.version, event, past or self.state_at)

    def _remember(self, state: State) -> None:
        with self._remembering:
            if state.version % SNAPSHOT_EVERY == 0:
                self._milestones[state.version] = state
            self._states[state.version] = state
            while len(self._states) > STATES_KEPT:
                self._states.popitem(last=False)

    # ---- events ----

    def event(self, version: int) -> Event | None:
        """One event; None where it cannot be read."""
        kept = self._events.get(version)
        if kept is None and 0 < version <= self.state.version:
            kept = next((event for _, event in self.events(version - 1, version)), None)
        return kept

    def events(self, after: int, last: int, seat: str | None = None) -> Iterator[tuple[int, Event | None]]:
        """Events of the past in order; None where one cannot be read. For a seat, of late only those it was told of."""
        if seat is not None and self.recent.begin(seat) <= after:
            yield from ((one.version, one.event) for one in self.recent.told(seat, after, last))
            return
        for first in range(after, last, HANDFUL):
            for read in self.store.read(self.campaign, first, min(HANDFUL, last - first)):
                try:
                    yield read.version, None if isinstance(read, Damaged) else decode(read.body)
                except (ValueError, TypeError, Refusal, msgspec.MsgspecError):
                    yield read.version, None

    def newest_first(self, before: int, seat: str | None = None) -> Iterator[tuple[int, Event | None]]:
        """Events from the newest to the oldest, read in handfuls; for a seat, of late only those it was told of."""
        if seat is not None:
            begin = min(before, self.recent.begin(seat))
            yield from ((one.version, one.event) for one in reversed(self.recent.told(seat, begin, before)))
            before = begin
        while before > 0:
            after = max(0, before - HANDFUL)
            events: list[Any] = []
            for version in range(after + 1, before + 1):
                event = self._events.get(version)
                if event is None:
                    events = list(self.events(after, before))
                    break
                events.append((version, event))
            yield from reversed(events)
            before = after


def _with_gap(state: State, version: int, *, settled: bool) -> State:
    damaged, read_only = (*state.damaged, version), state.read_only or not settled
    return structs.replace(state, version=version, damaged=damaged, read_only=read_only)
