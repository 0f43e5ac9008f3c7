"""Appends to PostgreSQL: many in one transaction where nobody is in the way, otherwise each in its own.

A transaction that notifies holds a lock of the whole server until it is on the disk, so that several connections cannot
share a flush: appends share a transaction instead.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from gardien.table.store.base import Appended, Read, Stale
from gardien.table.store.postgres_database import Connection, damage
from gardien.table.store.postgres_listener import CHANNEL
from gardien.table.store.postgres_pool import CONNECTIONS, Pool
from gardien.table.store.records import Request, Row, decide, readable
from gardien.table.store.writer import Job

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
TRY_LOCKS = "SELECT name FROM unnest(%s::text[]) name WHERE pg_try_advisory_xact_lock(hashtextextended(name, 0))"
HEAD = "SELECT coalesce(max(version), 0) FROM record WHERE campaign = %s"
HEADS = """SELECT name, (SELECT coalesce(max(version), 0) FROM record WHERE campaign = name COLLATE "C")
    FROM unnest(%s::text[]) name"""
KNOWN = "SELECT version, parts FROM record WHERE campaign = %s AND action = %s AND part = 0"
ALL_KNOWN = """SELECT campaign, action, version, parts FROM record
    JOIN unnest(%s::text[], %s::text[]) asked (a, b) ON campaign = a COLLATE "C" AND action = b COLLATE "C"
    WHERE part = 0"""
INSERT = """INSERT INTO record (campaign, version, part, parts, action, at, body, checksum)
    VALUES (%s, %s, %s, %s, %s, %s, %b, %s)"""
NOTIFY = f"SELECT pg_notify('{CHANNEL}', %s)"  # at most 8,000 bytes: the number and the name, never the record
ROWS = """SELECT version, part, parts, action, at, body, checksum FROM record
    WHERE campaign = %s AND version > %s AND version <= %s ORDER BY version"""


class Appending:
    """What the writer's thread does with the requests that wait."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._alone = ThreadPoolExecutor(CONNECTIONS - 1, thread_name_prefix="gardien-alone")

    def commit(self, batch: list[Job]) -> None:
        """Answer what could be done together, and do the rest one by one, so that trouble is only its owner's."""
        try:
            with self._pool.connection() as connection:
                answers = together(connection, [job.work for job in batch])
        except Exception:
            answers = [None] * len(batch)
        for job, answer in zip(batch, answers, strict=True):
            if answer is None:
                self._alone.submit(self._append, job)
            else:
                job.future.set_result(answer)

    def close(self) -> None:
        """Finish what is done one by one."""
        self._alone.shutdown()

    def _append(self, job: Job) -> None:
        try:
            with self._pool.connection() as connection:
                answer = alone(connection, job.work)
        except Exception as fault:
            job.future.set_exception(fault)
        else:
            job.future.set_result(answer)


def together(connection: Connection, requests: Sequence[Request]) -> list[Appended | None]:
    """In two exchanges: lock and look, then write, notify, commit; None where one is stale or must wait for a lock."""
    campaigns = sorted({request.campaign for request in requests})
    answers: list[Appended | None] = []
    rows, notices = [], {}
    with connection.pipeline(), connection.transaction():
        locked = connection.execute(TRY_LOCKS, (campaigns,))
        looked = connection.execute(HEADS, (campaigns,))
        asked = ([request.campaign for request in requests], [request.action for request in requests])
        found = connection.execute(ALL_KNOWN, asked)
        free = {name for (name,) in locked.fetchall()}
        heads = {name: int(head) for name, head in looked.fetchall()}
        known = {(campaign, action): (version, parts) for campaign, action, version, parts in found.fetchall()}
        for request in requests:
            campaign, head = request.campaign, heads[request.campaign]
            try:
                answer = decide(request, known.get((campaign, request.action)), head)
            except Stale:
                answers.append(None)
                continue
            if answer is None and campaign in free:
                answer = Appended(head + 1, head + len(request.bodies))
                rows += request.rows(head)
                heads[campaign] = notices[campaign] = answer.last
                known[campaign, request.action] = (answer.first, len(request.bodies))
            answers.append(answer)
        if rows:
            connection.cursor().executemany(INSERT, rows)
        for campaign, last in notices.items():
            connection.execute(NOTIFY, (f"{last} {campaign}",))
    return answers


def alone(connection: Connection, request: Request) -> Appended:
    """The same for one request, which waits for its campaign's lock and is told what it missed."""
    campaign = request.campaign
    try:
        with connection.pipeline(), connection.transaction():
            connection.execute(LOCK, (campaign,))
            known = connection.execute(KNOWN, (campaign, request.action))
            head = head_of(connection, campaign)
            answer = decide(request, known.fetchone(), head)  # type: ignore[arg-type]
            if answer is None:
                answer = Appended(head + 1, head + len(request.bodies))
                connection.cursor().executemany(INSERT, request.rows(head))
                connection.execute(NOTIFY, (f"{answer.last} {campaign}",))
    except Stale as stale:
        stale.records = tuple(read_range(connection, campaign, stale.after, stale.last))
        raise
    return answer


def head_of(connection: Connection, campaign: str) -> int:
    """The newest version."""
    row = connection.execute(HEAD, (campaign,)).fetchone()
    return int(row[0]) if row else 0


def read_range(connection: Connection, campaign: str, after: int, last: int) -> list[Read]:
    """The records in (after, last]."""

    def fetch(after: int, last: int) -> list[Row]:
        return connection.execute(ROWS, (campaign, after, last)).fetchall()  # type: ignore[return-value]

    return readable(campaign, after, last, fetch, damage)
