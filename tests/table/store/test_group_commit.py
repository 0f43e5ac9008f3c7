"""One transaction for many: what each of them comes to, without leaving to chance who meets whom."""

import sqlite3
import time
from concurrent.futures import Future
from pathlib import Path

import psycopg
import pytest

from gardien.table.store.base import Appended
from gardien.table.store.postgres_database import connect
from gardien.table.store.postgres_writer import together
from gardien.table.store.records import Request
from gardien.table.store.sqlite_writer import commit
from gardien.table.store.writer import Job

BEHIND = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
HOLD = "SELECT pg_advisory_xact_lock(hashtextextended('held', 0))"


def test_in_one_transaction_of_postgres_each_sees_those_before_it(server, opened):
    url = server.database()
    store = opened(url)
    store.append("held", 0, "old", [b""], 0)
    with psycopg.connect(url) as other, connect(url) as connection:
        other.execute(HOLD)
        answers = together(
            connection,
            [
                Request("c", 0, "a", (b"1", b"2"), 0),
                Request("c", 2, "b", (b"3",), 0),
                Request("c", None, "a", (b"again",), 0),
                Request("c", 0, "late", (b"4",), 0),
                Request("d", None, "a", (b"5",), 0),
                Request("held", None, "new", (b"6",), 0),
                Request("held", None, "old", (b"7",), 0),
            ],
        )
    assert answers == [
        Appended(1, 2),
        Appended(3, 3),
        Appended(1, 2, repeated=True),
        None,
        Appended(1, 1),
        None,
        Appended(1, 1, repeated=True),
    ]
    assert [record.body for record in store.read("c")] == [b"1", b"2", b"3"]
    assert store.campaigns() == {"c": 3, "d": 1, "held": 1}


def test_who_must_wait_for_another_process_writes_behind_it(server, opened):
    url = server.database()
    store = opened(url)
    with psycopg.connect(url) as other:
        other.execute(HOLD)
        waiting = store.submit("held", None, "second", [b"2"], 0)
        assert store.append("free", 0, "a", [b""], 0).last == 1
        while not other.execute(BEHIND).fetchall():
            assert not waiting.done()
            time.sleep(0.01)
        row = "'held', 1, 0, 1, 'first', 0, 'x', 0"
        other.execute(f"INSERT INTO gardien.record VALUES ({row})".encode())
    assert waiting.result(timeout=5) == Appended(2, 2)


def test_in_one_transaction_of_sqlite_a_fault_undoes_its_own_work_only():
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("CREATE TABLE kept (number INTEGER)")

    def work(number: int, fault: Exception | None = None):
        def write(connection: sqlite3.Connection) -> int:
            connection.execute("INSERT INTO kept VALUES (?)", (number,))
            if fault:
                raise fault
            return number

        return write

    futures: list[Future[int]] = [Future(), Future(), Future()]
    works = [work(1), work(2, RuntimeError("a fault of ours")), work(3)]
    commit(connection, Path("memory"), [Job(*pair) for pair in zip(works, futures, strict=True)])
    assert futures[0].result() == 1
    assert futures[2].result() == 3
    with pytest.raises(RuntimeError, match="a fault of ours"):
        futures[1].result()
    assert connection.execute("SELECT number FROM kept").fetchall() == [(1,), (3,)]
    connection.close()
