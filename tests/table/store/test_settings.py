"""How the databases are asked to behave: on this every promise rests, and no killed process can show it."""

import asyncio
import subprocess
import sys

import psycopg
import pytest

from aside import awaited
from gardien.table.store import FILE, open_store
from gardien.table.store.postgres_database import connect
from gardien.table.store.sqlite_file import connect as connect_file


def test_sqlite_writes_ahead_and_brings_every_commit_to_the_disk(tmp_path):
    open_store(tmp_path).close()
    connection = connect_file(tmp_path / FILE)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    connection.close()


def test_postgres_brings_every_commit_to_the_disk_and_sees_what_it_waited_for_whatever_the_default(server):
    with server.another() as url:
        server.execute("ALTER DATABASE another SET synchronous_commit = off")
        server.execute("ALTER DATABASE another SET default_transaction_isolation = 'repeatable read'")
        with connect(url) as connection:
            assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
            assert connection.execute("SHOW transaction_isolation").fetchone() == ("read committed",)
        server.execute("ALTER DATABASE another SET synchronous_commit = remote_apply")
        with connect(url) as connection:
            assert connection.execute("SHOW synchronous_commit").fetchone() == ("remote_apply",)


def test_the_test_server_itself_does_not_cheat(server):
    assert server.execute("SHOW fsync") == [("on",)]


def test_a_folder_or_a_name_without_suffix_holds_the_file(tmp_path):
    open_store(tmp_path / "new" / "data").close()
    open_store(tmp_path / "own.sqlite").close()
    assert (tmp_path / "new" / "data" / FILE).is_file()
    assert (tmp_path / "own.sqlite").is_file()
    assert (tmp_path / "own.sqlite").stat().st_mode & 0o077 == 0  # for its owner only


def test_psycopg_is_not_needed_for_sqlite(tmp_path):
    script = "import sys; from gardien.table.store import open_store; open_store(sys.argv[1]).close()"
    script += "; print('psycopg' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script, tmp_path], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_submitted_append_can_be_awaited(store):
    async def append() -> int:
        answers = [asyncio.wrap_future(store.submit("c", None, str(number), [b"x"], 0)) for number in range(20)]
        return max(answer.last for answer in await asyncio.gather(*answers))

    assert awaited(append()) == 20


def test_who_stops_waiting_disturbs_nobody(store):
    futures = [store.submit("c", None, str(number), [b"x"], 0) for number in range(200)]
    cancelled = sum(future.cancel() for future in futures)
    done = [future.result() for future in futures if not future.cancelled()]
    store.append("c", None, "last", [b"x"], 0)
    assert store.head("c") == len(done) + 1 == 201 - cancelled


def test_two_actions_alike_in_one_transaction_count_once(store):
    answers = [store.submit("c", None, "same", [b"x", b"y"], 0) for _ in range(50)]
    assert {(answer.result().first, answer.result().last) for answer in answers} == {(1, 2)}
    assert sum(not answer.result().repeated for answer in answers) == 1
    assert store.head("c") == 2


def test_only_hashes_reach_the_database(server):
    url = server.database()
    open_store(url).close()
    with pytest.raises(psycopg.errors.CheckViolation):
        server.execute("INSERT INTO gardien.link VALUES ('token', 'c', 'keeper')", url)
