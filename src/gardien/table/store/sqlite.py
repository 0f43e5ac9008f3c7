"""The store in one SQLite file: one thread writes, any number read."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from queue import Empty, LifoQueue
from typing import TypeVar

from gardien.table.store.base import Appended, Callback, Damaged, Link, LinkKind, Read, Snapshot, Stale
from gardien.table.store.records import (
    LARGEST,
    Request,
    Row,
    Subscribers,
    Written,
    check_append,
    check_hash,
    check_names,
    decide,
    earlier_answer,
    readable,
    rows_of,
    snapshot_checksum,
)
from gardien.table.store.salvage import is_kept_aside, keep_aside, mend
from gardien.table.store.schema import STEPS, Step
from gardien.table.store.sqlite_file import connect, copy, create, damage, is_whole, migrate, refusal, trouble
from gardien.table.store.sqlite_writer import commit
from gardien.table.store.writer import Job, Writer

READERS = 4  # connections kept for reading
ROWS_HELD = 50_000  # of a table that is brought in, worked out before the writer is asked

T = TypeVar("T")

HEAD = "SELECT coalesce(max(version), 0) FROM record WHERE campaign = ?"
KNOWN = "SELECT version, parts FROM record WHERE campaign = ? AND action = ? AND part = 0"
HEAD_AND_KNOWN = """SELECT (SELECT coalesce(max(version), 0) FROM record WHERE campaign = ?1), version, parts
    FROM (SELECT 1) LEFT JOIN record AS known ON known.campaign = ?1 AND known.action = ?2 AND known.part = 0"""
ROWS = """SELECT version, part, parts, action, at, body, checksum FROM record
    WHERE campaign = ? AND version > ? AND version <= ? ORDER BY version"""
INSERT = """INSERT INTO record (campaign, version, part, parts, action, at, body, checksum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
PUT_LINK = "REPLACE INTO link (hash, campaign, seat, kind) VALUES (?, ?, ?, ?)"
SNAPSHOTS = """SELECT version, body, checksum FROM snapshot
    WHERE campaign = ? AND format = ? AND version <= ? ORDER BY version DESC"""


class SqliteStore:
    """The promise of `Store`, kept in one file."""

    def __init__(self, path: Path, steps: Sequence[Step] = STEPS) -> None:
        self._path = path
        with trouble(path):
            if not path.exists():
                create(path, steps)
            self.kept_aside = None if is_whole(path, len(steps)) else mend(path, steps)  # as it was found damaged
            connection = connect(path)
            try:
                migrate(connection, path, steps)
                connection.execute("BEGIN IMMEDIATE")  # a file that cannot be written to is refused now
                connection.rollback()
            except BaseException:
                connection.close()
                raise
        self._connection = connection  # the writer's
        self._writer = Writer(self._commit)
        self._damaged: set[tuple[str, int]] = set()  # found since it was opened, and in no copy yet
        self._readers: LifoQueue[sqlite3.Connection] = LifoQueue()
        self._subscribers = Subscribers()

    def append(self, campaign: str, expected: int | None, action: str, bodies: Sequence[bytes], at: int) -> Appended:
        return self.submit(campaign, expected, action, bodies, at).result()

    def submit(
        self, campaign: str, expected: int | None, action: str, bodies: Sequence[bytes], at: int
    ) -> Future[Appended]:
        request = check_append(campaign, expected, action, bodies, at)

        def tell(future: Future[Appended]) -> None:
            if self._subscribers and not (future.cancelled() or future.exception() or future.result().repeated):
                self._subscribers.tell(campaign, future.result().last)

        future: Future[Appended] = Future()
        future.add_done_callback(tell)
        self._writer.submit(partial(_append, request), future, looks_first=True)
        return future

    def adopt(self, campaigns: Mapping[str, Iterable[Read]]) -> None:
        check_names(*campaigns)
        ready = _ready({campaign: rows_of(campaign, records) for campaign, records in campaigns.items()})

        def write(connection: sqlite3.Connection) -> None:
            for campaign, rows in ready.items():
                if head := _head(connection, campaign):
                    raise Stale(campaign, 0, head)
                connection.executemany(INSERT, rows)

        self._write(write)

    def find_action(self, campaign: str, action: str) -> Appended | None:
        check_names(campaign, action)
        with self._reader() as connection:
            return earlier_answer(connection.execute(KNOWN, (campaign, action)).fetchone())

    def read(self, campaign: str, after: int = 0, limit: int | None = None) -> list[Read]:
        with self._reader() as connection:
            head = _head(connection, campaign)
            reads = _fetch(connection, campaign, after, head if limit is None else min(head, after + limit))
        self._damaged.update((campaign, one.version) for one in reads if one.__class__ is Damaged and not one.settled)
        return reads

    def head(self, campaign: str) -> int:
        with self._reader() as connection:
            return _head(connection, campaign)

    def campaigns(self) -> dict[str, int]:
        with self._reader() as connection:
            return dict(
                connection.execute("SELECT campaign, max(version) FROM record GROUP BY campaign ORDER BY campaign")
            )

    def put_link(self, hash: bytes, campaign: str, seat: str, kind: LinkKind = "seat") -> None:
        check_hash(hash)
        check_names(campaign, seat)
        self._write(lambda connection: connection.execute(PUT_LINK, (hash, campaign, seat, kind)))

    def find_link(self, hash: bytes) -> Link | None:
        with self._reader() as connection:
            row = connection.execute("SELECT hash, campaign, seat, kind FROM link WHERE hash = ?", (hash,)).fetchone()
            return Link(*row) if row else None

    def revoke_link(self, hash: bytes) -> bool:
        return (
            self._write(lambda connection: connection.execute("DELETE FROM link WHERE hash = ?", (hash,)).rowcount) > 0
        )

    def links(self, campaign: str) -> list[Link]:
        with self._reader() as connection:
            rows = connection.execute(
                "SELECT hash, campaign, seat, kind FROM link WHERE campaign = ? ORDER BY hash", (campaign,)
            )
            return [Link(*row) for row in rows]

    def put_snapshot(self, campaign: str, version: int, format: str, body: bytes) -> None:
        check_names(campaign, format)
        row = (campaign, format, version, body, snapshot_checksum(campaign, format, version, body))
        self._write(lambda connection: connection.execute("REPLACE INTO snapshot VALUES (?, ?, ?, ?, ?)", row))

    def latest_snapshot(self, campaign: str, at_most: int, format: str) -> Snapshot | None:
        with self._reader() as connection:
            for version, body, kept in connection.execute(SNAPSHOTS, (campaign, format, min(at_most, LARGEST))):
                if snapshot_checksum(campaign, format, version, body) == kept:
                    return Snapshot(version, format, body)
        return None

    def drop_snapshots(self) -> None:
        self._write(lambda connection: connection.execute("DELETE FROM snapshot"))

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        return self._subscribers.add(callback)

    def backup(self, path: Path) -> None:
        with trouble(path):
            copy(self._path, path)

    def close(self) -> None:
        self._writer.close()
        while not self._readers.empty():
            self._readers.get().close()
        self._connection.close()  # last, so that SQLite tidies up behind it

    def _commit(self, batch: list[Job]) -> None:
        """Write what waits; a file that was found damaged is copied first, as it is, once for each damage."""
        try:
            while self._damaged:
                if not is_kept_aside(self._path, *self._damaged.pop()):
                    keep_aside(self._path)
        except OSError as error:
            for job in batch:
                job.future.set_exception(refusal(error, self._path))
            return
        commit(self._connection, self._path, batch)

    def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        future: Future[T] = Future()
        self._writer.submit(work, future)
        return future.result()

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        """A connection for one reading."""
        with trouble(self._path):
            try:
                connection = self._readers.get_nowait()
            except Empty:
                connection = connect(self._path, "ro")
            try:
                yield connection
            finally:
                if self._readers.qsize() < READERS:
                    self._readers.put(connection)
                else:
                    connection.close()


def _append(request: Request, connection: sqlite3.Connection) -> Appended:
    """Inside the writer's transaction: nobody else can move the head meanwhile. Refused before anything is written."""
    campaign = request.campaign
    head, *known = connection.execute(HEAD_AND_KNOWN, (campaign, request.action)).fetchone()
    try:
        answer = decide(request, None if known[0] is None else (known[0], known[1]), head)
    except Stale as stale:
        stale.records = tuple(_fetch(connection, campaign, stale.after, stale.last))
        raise
    if answer is None:
        connection.executemany(INSERT, list(request.rows(head)))
        answer = Appended(head + 1, head + len(request.bodies))
    return answer


def _ready(rows: Mapping[str, Iterator[Written]]) -> Mapping[str, Iterator[Written]]:
    """The same rows, the first of them worked out by now: while they are written, nobody else writes."""
    ready, room = {}, ROWS_HELD
    for campaign, its_rows in rows.items():
        held = list(islice(its_rows, room))
        room -= len(held)
        ready[campaign] = chain(held, its_rows)
    return ready


def _head(connection: sqlite3.Connection, campaign: str) -> int:
    return int(connection.execute(HEAD, (campaign,)).fetchone()[0])


def _fetch(connection: sqlite3.Connection, campaign: str, after: int, last: int) -> list[Read]:
    def fetch(after: int, last: int) -> Iterable[Row]:
        return connection.execute(ROWS, (campaign, after, last))

    return readable(campaign, after, last, fetch, damage)
