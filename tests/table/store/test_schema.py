"""Migrations: an older store is copied, then brought up to date; the copy is checked; a failure changes nothing."""

import sqlite3
from pathlib import Path

import pytest

from gardien.core.errors import Refusal
from gardien.table.store import open_store
from gardien.table.store.base import Record
from gardien.table.store.postgres import PostgresStore
from gardien.table.store.schema import STEPS, step
from gardien.table.store.sqlite import SqliteStore
from table.store.test_damage import spoil

NOTES = step("CREATE TABLE note (campaign {text} NOT NULL, body {bytes} NOT NULL) {strict}")
BROKEN = step("CREATE TABLE note (campaign {text} NOT NULL) {strict}", "INSERT INTO nowhere VALUES (1)")


@pytest.fixture
def old(where):
    """A store of today's schema with a record in it, closed."""
    store = open_store(where)
    store.append("c", 0, "a", [b"1", b"2"], 5)
    store.close()
    return where


def opened_with(where, *more):
    """The store as a later Gardien would open it."""
    if where.startswith("postgresql"):
        return PostgresStore(where, (*STEPS, *more))
    return SqliteStore(Path(where), (*STEPS, *more))


def test_an_older_store_is_brought_up_to_date_and_keeps_everything(old):
    store = opened_with(old, NOTES)
    assert store.read("c") == [Record(1, "a", 5, b"1"), Record(2, "a", 5, b"2")]
    assert store.append("c", 2, "b", [b"3"], 6).last == 3
    store.close()
    opened_with(old, NOTES).close()  # a second time there is nothing to do
    with pytest.raises(Refusal) as caught:
        open_store(old)
    assert caught.value.id == "store/newer"


def test_before_a_migration_the_file_is_copied(tmp_path):
    path = tmp_path / "store.db"
    store = open_store(path)
    store.append("c", 0, "a", [b"1"], 5)
    store.close()
    opened_with(str(path), NOTES).close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["store.db", "store.db.backup-v2"]
    copy = open_store(tmp_path / "store.db.backup-v2")
    assert copy.read("c") == [Record(1, "a", 5, b"1")]
    copy.close()


def test_before_a_migration_the_tables_are_copied(server):
    url = server.database()
    store = open_store(url)
    store.append("c", 0, "a", [b"1"], 5)
    store.close()
    opened_with(url, NOTES).close()
    assert server.execute("SELECT action, body FROM gardien_backup_v2.record", url) == [("a", b"1")]


@pytest.mark.parametrize("taken", [False, True])
def test_links_of_the_first_schema_get_their_kinds(where, taken):
    """A campaign that goes by the name of the house keeps its links, and nobody gets the house with them."""
    first = PostgresStore(where, STEPS[:1]) if where.startswith("postgresql") else SqliteStore(Path(where), STEPS[:1])
    first.append("house" if taken else "t1", 0, "a", [b"1"], 5)
    first.close()
    for hash, campaign, seat in ((1, "house", "house"), (2, "t1", "door"), (3, "t1", "keeper")):
        spoil(where, f"INSERT INTO link VALUES ({hex_of(where, hash)}, '{campaign}', '{seat}')")
    store = open_store(where)
    kinds = [store.find_link(bytes([hash]) * 32).kind for hash in (1, 2, 3)]
    assert kinds == ["seat" if taken else "house", "code", "seat"]
    store.close()


def hex_of(where: str, number: int) -> str:
    """Thirty-two bytes as a database reads them."""
    content = (bytes([number]) * 32).hex()
    return f"'\\x{content}'" if where.startswith("postgresql") else f"x'{content}'"


def test_a_migration_that_fails_changes_nothing(old):
    with pytest.raises(Exception, match="nowhere"):
        opened_with(old, BROKEN)
    store = open_store(old)
    assert store.read("c") == [Record(1, "a", 5, b"1"), Record(2, "a", 5, b"2")]
    store.close()


def test_the_tables_of_sqlite_are_strict(tmp_path):
    open_store(tmp_path / "store.db").close()
    with sqlite3.connect(tmp_path / "store.db") as file:
        made = [sql for (sql,) in file.execute("SELECT sql FROM sqlite_master WHERE type = 'table'")]
    assert len(made) == 3
    assert all(sql.endswith("STRICT") for sql in made)
