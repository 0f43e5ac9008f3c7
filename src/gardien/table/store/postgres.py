"""The store in a PostgreSQL database: any number of processes, each with a few connections and one that listens."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock

from gardien.table.store import sqlite_file
from gardien.table.store.base import Appended, Callback, Link, Read, Snapshot, Stale
from gardien.table.store.postgres_database import Connection, connect, damage, export, migrate, place, trouble
from gardien.table.store.postgres_listener import CHANNEL, Listener
from gardien.table.store.postgres_pool import CONNECTIONS, Pool
from gardien.table.store.records import (
    LARGEST,
    Request,
    Row,
    Subscribers,
    check_append,
    check_hash,
    check_names,
    checksum,
    decide,
    readable,
)
from gardien.table.store.schema import STEPS, Step

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
HEAD = "SELECT coalesce(max(version), 0) FROM record WHERE campaign = %s"
HEADS = "SELECT campaign, max(version) FROM record GROUP BY campaign ORDER BY campaign"
KNOWN = "SELECT version, parts FROM record WHERE campaign = %s AND action = %s AND part = 0"
ROWS = """SELECT version, part, parts, action, at, body, checksum FROM record
    WHERE campaign = %s AND version > %s AND version <= %s ORDER BY version"""
INSERT = """INSERT INTO record (campaign, version, part, parts, action, at, body, checksum)
    VALUES (%s, %s, %s, %s, %s, %s, %b, %s)"""
NOTIFY = f"SELECT pg_notify('{CHANNEL}', %s)"  # at most 8,000 bytes: the number and the name, never the record
PUT_LINK = """INSERT INTO link (hash, campaign, seat) VALUES (%b, %s, %s)
    ON CONFLICT (hash) DO UPDATE SET campaign = excluded.campaign, seat = excluded.seat"""
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
        self._workers = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="gardien-store")
        self._subscribers = Subscribers()
        self._listener: Listener | None = None
        self._lock = Lock()

    def append(self, campaign: str, expected: int | None, action: str, bodies: Sequence[bytes], at: int) -> Appended:
        return self._append(check_append(campaign, expected, action, bodies, at))

    def submit(
        self, campaign: str, expected: int | None, action: str, bodies: Sequence[bytes], at: int
    ) -> Future[Appended]:
        return self._workers.submit(self._append, check_append(campaign, expected, action, bodies, at))

    def read(self, campaign: str, after: int = 0, limit: int | None = None) -> list[Read]:
        with self._pool.connection() as connection:
            head = _head(connection, campaign)
            return _read(connection, campaign, after, head if limit is None else min(head, after + limit))

    def head(self, campaign: str) -> int:
        with self._pool.connection() as connection:
            return _head(connection, campaign)

    def campaigns(self) -> dict[str, int]:
        with self._pool.connection() as connection:
            return _heads(connection)

    def put_link(self, hash: bytes, campaign: str, seat: str) -> None:
        check_hash(hash)
        check_names(campaign, seat)
        with self._pool.connection() as connection:
            connection.execute(PUT_LINK, (hash, campaign, seat))

    def find_link(self, hash: bytes) -> Link | None:
        with self._pool.connection() as connection:
            row = connection.execute("SELECT hash, campaign, seat FROM link WHERE hash = %b", (hash,)).fetchone()
            return Link(*row) if row else None

    def revoke_link(self, hash: bytes) -> bool:
        with self._pool.connection() as connection:
            return connection.execute("DELETE FROM link WHERE hash = %b", (hash,)).rowcount > 0

    def links(self, campaign: str) -> list[Link]:
        with self._pool.connection() as connection:
            query = "SELECT hash, campaign, seat FROM link WHERE campaign = %s ORDER BY hash"
            return [Link(*row) for row in connection.execute(query, (campaign,))]

    def put_snapshot(self, campaign: str, version: int, format: str, body: bytes) -> None:
        check_names(campaign, format)
        with self._pool.connection() as connection:
            kept = checksum(campaign, format, version, body)
            connection.execute(PUT_SNAPSHOT, (campaign, format, version, body, kept))

    def latest_snapshot(self, campaign: str, at_most: int, format: str) -> Snapshot | None:
        with self._pool.connection() as connection:
            while row := connection.execute(SNAPSHOT, (campaign, format, min(at_most, LARGEST))).fetchone():
                version, body, kept = row
                if checksum(campaign, format, version, body) == kept:
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
        self._workers.shutdown()
        if self._listener:
            self._listener.close()
        self._pool.close()

    def _append(self, request: Request) -> Appended:
        """In two exchanges: lock the campaign and look, then write, notify and commit."""
        campaign = request.campaign
        with self._pool.connection() as connection:
            try:
                with connection.pipeline(), connection.transaction():
                    connection.execute(LOCK, (campaign,))
                    known = connection.execute(KNOWN, (campaign, request.action))
                    head = _head(connection, campaign)
                    answer = decide(request, known.fetchone(), head)  # type: ignore[arg-type]
                    if answer is None:
                        answer = Appended(head + 1, head + len(request.bodies))
                        connection.cursor().executemany(INSERT, request.rows(head))
                        connection.execute(NOTIFY, (f"{answer.last} {campaign}",))
            except Stale as stale:
                stale.records = tuple(_read(connection, campaign, stale.after, stale.last))
                raise
            return answer


def _head(connection: Connection, campaign: str) -> int:
    row = connection.execute(HEAD, (campaign,)).fetchone()
    return int(row[0]) if row else 0


def _heads(connection: Connection) -> dict[str, int]:
    return {campaign: int(version) for campaign, version in connection.execute(HEADS)}


def _read(connection: Connection, campaign: str, after: int, last: int) -> list[Read]:
    def fetch(after: int, last: int) -> list[Row]:
        return connection.execute(ROWS, (campaign, after, last)).fetchall()  # type: ignore[return-value]

    return readable(campaign, after, last, fetch, damage)
