"""The store in a PostgreSQL database: any number of processes, each with a few connections and one that listens."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Lock

from gardien.table.store import sqlite_file
from gardien.table.store.base import Appended, Callback, Link, LinkKind, Read, Snapshot, Stale
from gardien.table.store.postgres_database import Connection, connect, export, migrate, place, trouble
from gardien.table.store.postgres_listener import Listener
from gardien.table.store.postgres_pool import Pool
from gardien.table.store.postgres_writer import INSERT, KNOWN, LOCK, Appending, head_of, read_range
from gardien.table.store.records import (
    LARGEST,
    Subscribers,
    check_append,
    check_hash,
    check_names,
    earlier_answer,
    rows_of,
    snapshot_checksum,
)
from gardien.table.store.schema import STEPS, Step
from gardien.table.store.writer import Writer

HEADS = "SELECT campaign, max(version) FROM record GROUP BY campaign ORDER BY campaign"
PUT_LINK = """INSERT INTO link (hash, campaign, seat, kind) VALUES (%b, %s, %s, %s)
    ON CONFLICT (hash) DO UPDATE SET campaign = excluded.campaign, seat = excluded.seat, kind = excluded.kind"""
PUT_SNAPSHOT = """INSERT INTO snapshot (campaign, format, version, body, checksum) VALUES (%s, %s, %s, %b, %s)
    ON CONFLICT (campaign, format, version) DO UPDATE SET body = excluded.body, checksum = excluded.checksum"""
SNAPSHOT = """SELECT version, body, checksum FROM snapshot
    WHERE campaign = %s AND format = %s AND version <= %s ORDER BY version DESC LIMIT 1"""


class PostgresStore:
    """The promise of `Store`, kept in the schema `gardien` of a database."""

    def __init__(self, url: str, steps: Sequence[Step] = STEPS) -> None:
        self._url = url
        self._where = place(url)
        self._steps = steps
        with trouble(self._where), connect(url) as connection:
            migrate(connection, self._where, steps)
        self._pool = Pool(url)
        self._appending = Appending(self._pool)
        self._writer = Writer(self._appending.commit)
        self._subscribers = Subscribers()
        self._listener: Listener | None = None
        self._lock = Lock()

    def append(self, campaign: str, expected: int | None, action: str, bodies: Sequence[bytes], at: int) -> Appended:
        return self.submit(campaign, expected, action, bodies, at).result()

    def submit(
        self, campaign: str, expected: int | None, action: str, bodies: Sequence[bytes], at: int
    ) -> Future[Appended]:
        future: Future[Appended] = Future()
        self._writer.submit(check_append(campaign, expected, action, bodies, at), future)
        return future

    def adopt(self, campaigns: Mapping[str, Iterable[Read]]) -> None:
        check_names(*campaigns)
        with self._pool.connection() as connection, connection.transaction():
            for campaign, records in campaigns.items():
                connection.execute(LOCK, (campaign,))
                if head := head_of(connection, campaign):
                    raise Stale(campaign, 0, head)
                connection.cursor().executemany(INSERT, rows_of(campaign, records))

    def find_action(self, campaign: str, action: str) -> Appended | None:
        check_names(campaign, action)  # the database would choke on some
        with self._pool.connection() as connection:
            return earlier_answer(connection.execute(KNOWN, (campaign, action)).fetchone())  # type: ignore[arg-type]

    def read(self, campaign: str, after: int = 0, limit: int | None = None) -> list[Read]:
        with self._pool.connection() as connection:
            head = head_of(connection, campaign)
            return read_range(connection, campaign, after, head if limit is None else min(head, after + limit))

    def head(self, campaign: str) -> int:
        with self._pool.connection() as connection:
            return head_of(connection, campaign)

    def campaigns(self) -> dict[str, int]:
        with self._pool.connection() as connection:
            return _heads(connection)

    def put_link(self, hash: bytes, campaign: str, seat: str, kind: LinkKind = "seat") -> None:
        check_hash(hash)
        check_names(campaign, seat)
        with self._pool.connection() as connection:
            connection.execute(PUT_LINK, (hash, campaign, seat, kind))

    def find_link(self, hash: bytes) -> Link | None:
        with self._pool.connection() as connection:
            row = connection.execute("SELECT hash, campaign, seat, kind FROM link WHERE hash = %b", (hash,)).fetchone()
            return Link(*row) if row else None

    def revoke_link(self, hash: bytes) -> bool:
        with self._pool.connection() as connection:
            return connection.execute("DELETE FROM link WHERE hash = %b", (hash,)).rowcount > 0

    def links(self, campaign: str) -> list[Link]:
        with self._pool.connection() as connection:
            query = "SELECT hash, campaign, seat, kind FROM link WHERE campaign = %s ORDER BY hash"
            return [Link(*row) for row in connection.execute(query, (campaign,))]

    def put_snapshot(self, campaign: str, version: int, format: str, body: bytes) -> None:
        check_names(campaign, format)
        with self._pool.connection() as connection:
            kept = snapshot_checksum(campaign, format, version, body)
            connection.execute(PUT_SNAPSHOT, (campaign, format, version, body, kept))

    def latest_snapshot(self, campaign: str, at_most: int, format: str) -> Snapshot | None:
        with self._pool.connection() as connection:
            while row := connection.execute(SNAPSHOT, (campaign, format, min(at_most, LARGEST))).fetchone():
                version, body, kept = row
                if snapshot_checksum(campaign, format, version, body) == kept:
                    return Snapshot(version, format, body)
                at_most = version - 1
        return None

    def drop_snapshots(self) -> None:
        with self._pool.connection() as connection:
            connection.execute("DELETE FROM snapshot")

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        with self._lock:
            if self._listener is None:
                self._listener = Listener(self._url, _heads, self._subscribers.tell)
        self._listener.wait(self._where)
        return self._subscribers.add(callback)

    def backup(self, path: Path) -> None:
        with trouble(self._where), sqlite_file.trouble(path), connect(self._url) as connection:
            export(connection, path, self._steps)

    def close(self) -> None:
        self._writer.close()
        self._appending.close()
        if self._listener:
            self._listener.close()
        self._pool.close()


def _heads(connection: Connection) -> dict[str, int]:
    return {campaign: int(version) for campaign, version in connection.execute(HEADS)}
