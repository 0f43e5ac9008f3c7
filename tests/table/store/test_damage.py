"""Damage and trouble: a refusal with a stable id and a sentence, nothing changed, and the rest still readable."""

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import psycopg
import pytest

from core.typography import typographic_faults
from gardien.core.errors import Refusal
from gardien.core.terms import LANGUAGES, sentence
from gardien.table.store import FILE, open_store
from gardien.table.store.base import Damaged, Record, Store
from table.store.children import hold, outgrow

from .conftest import mount

BODY = b"x" * 3000
PAGE = 4096
PARTS = 8  # of an action that fills a disk


def spoil(where: str, statement: str) -> None:
    """Change the database behind the store's back."""
    if where.startswith("postgresql://"):
        with psycopg.connect(f"{where}&options=-csearch_path%3Dgardien") as connection:
            connection.execute(statement.encode())
    else:
        with sqlite3.connect(where) as file:
            file.execute(statement.replace("'x'", "x'78'"))


def refused(where: object) -> Refusal:
    """Why a store does not open; said in both languages, naming the place."""
    with pytest.raises(Refusal) as caught:
        open_store(str(where)).close()
    fault = caught.value.words.pop("fault", "")  # in the words of others
    for language in LANGUAGES:
        said = sentence(caught.value, language)
        assert said.startswith(caught.value.where)
        assert "{" not in said
        assert typographic_faults(said.removeprefix(caught.value.where), language) == []
    caught.value.words["fault"] = fault
    return caught.value


def fill(store: Store, bodies: list[bytes]) -> tuple[Refusal, int]:
    """Append until it is refused; the refusal, and how many appends went well."""
    for number in range(1000):
        try:
            store.append("c", None, str(number), bodies, 0)
        except Refusal as refusal:
            return refusal, number
    raise AssertionError("this disk is not small")


@pytest.fixture
def filled(tmp_path) -> Path:
    """A SQLite file with a hundred records, closed."""
    store = open_store(tmp_path / "store.db")
    for number in range(100):
        store.append("c", None, str(number), [BODY], 0)
    store.close()
    return tmp_path / "store.db"


@pytest.mark.parametrize(
    "change",
    ["body = 'x'", "at = 99", "action = 'other'", "checksum = 1", "part = 5, parts = 9", "campaign = 'stolen'"],
)
def test_a_bad_record_is_marked_and_hides_no_other(where, store, change):
    store.append("c", 0, "a", [b"1", b"2", b"3"], 0)
    store.append("c", 3, "b", [b"4"], 0)
    spoil(where, f"UPDATE record SET {change} WHERE version = 2")
    assert store.read("c") == [Record(1, "a", 0, b"1"), Damaged(2), Record(3, "a", 0, b"3"), Record(4, "b", 0, b"4")]
    assert store.append("c", 4, "c", [b"5"], 0).last == 5


def test_a_lost_record_is_marked_too(where, store):
    store.append("c", 0, "a", [b"1", b"2", b"3"], 0)
    spoil(where, "DELETE FROM record WHERE version = 2")
    assert store.read("c", after=1) == [Damaged(2), Record(3, "a", 0, b"3")]
    assert store.read("c", limit=2) == [Record(1, "a", 0, b"1"), Damaged(2)]


def test_a_bad_snapshot_gives_way_to_an_older_one(where, store):
    store.put_snapshot("c", 1, "json", b"one")
    store.put_snapshot("c", 2, "json", b"two")
    spoil(where, "UPDATE snapshot SET body = 'x' WHERE version = 2")
    assert store.latest_snapshot("c", 9, "json").version == 1


def test_a_bad_page_hides_only_its_own_records(filled):
    """The damage comes while the store is open; the page with record 50's body is overwritten."""
    store = open_store(filled)
    page = page_with_a_body(filled)
    with filled.open("r+b") as raw:
        raw.seek(page * PAGE)
        raw.write(b"\xff" * PAGE)
    records = store.read("c")
    store.close()
    assert [record.version for record in records] == list(range(1, 101))
    assert 1 <= sum(isinstance(record, Damaged) for record in records) <= 2
    again = open_store(filled)
    assert again.read("c") == records, "and after a new start the same are missing"
    again.close()


def page_with_a_body(path: Path) -> int:
    """A page in the middle of the file that holds nothing but a body."""
    whole = path.read_bytes()
    pages = [number for number in range(len(whole) // PAGE) if BODY in whole[number * PAGE : (number + 1) * PAGE]]
    return pages[len(pages) // 2]


@pytest.mark.parametrize(
    "spoilt",
    [
        b"",
        bytes(5000),
        b"not a database at all, but long enough to look like one" * 100,
        b"SQLite format 3\0" + bytes(5000),
    ],
    ids=["empty", "zeros", "text", "only the first words"],
)
def test_a_file_that_is_no_store_is_refused_and_stays_as_it_is(tmp_path, spoilt):
    path = tmp_path / "store.db"
    path.write_bytes(spoilt)
    refusal = refused(path)
    assert (refusal.id, refusal.where) == ("store/damaged", str(path))
    assert path.read_bytes() == spoilt
    assert [file.name for file in tmp_path.iterdir()] == ["store.db"]


def test_somebody_elses_database_is_refused_and_stays_as_it_is(tmp_path):
    path = tmp_path / "store.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE record (something TEXT)")
    before = path.read_bytes()
    assert refused(path).id == "store/damaged"
    assert path.read_bytes() == before


@pytest.mark.parametrize("kept", [0.02, 0.5, 0.99])
def test_a_truncated_file_is_refused_and_stays_as_it_is(filled, kept):
    whole = filled.read_bytes()
    filled.write_bytes(whole[: int(len(whole) * kept)])
    before = filled.read_bytes()
    assert refused(filled).id == "store/damaged"
    assert filled.read_bytes() == before


def test_a_first_page_that_was_being_written_when_the_power_went_is_read_from_the_log(tmp_path):
    """SQLite flushes its log before it writes a page to its place: half a page there harms nobody."""
    store = open_store(tmp_path / "here.db")
    store.append("c", 0, "a", [BODY] * 20, 0)
    cut = tmp_path / "cut.db"
    cut.write_bytes(bytes(512) + (tmp_path / "here.db").read_bytes()[512:])
    shutil.copy(tmp_path / "here.db-wal", tmp_path / "cut.db-wal")
    store.close()
    store = open_store(cut)
    assert store.append("c", 20, "b", [BODY], 0).last == 21
    store.close()
    assert cut.read_bytes().startswith(b"SQLite format 3")


def test_a_newer_schema_is_refused_and_stays_as_it_is(where, opened):
    opened(where).close()
    if where.startswith("postgresql"):
        spoil(where, "UPDATE schema SET version = 99")
    else:
        spoil(where, "PRAGMA user_version = 99")
    refusal = refused(where)
    assert refusal.id == "store/newer"
    assert "(99)" in str(refusal)


def test_a_folder_that_cannot_be_written_to_is_refused(filled):
    folder = filled.parent
    if os.getuid() == 0:  # root may write anywhere but on a disk mounted for reading
        mount("--bind", folder, folder)
        mount("-o", "remount,bind,ro", folder)
    else:
        folder.chmod(0o555)
    try:
        assert refused(filled).id == "store/read_only"
        assert refused(folder / "new.db").id == "store/read_only"
        assert refused(folder / "newer" / "new.db").id == "store/read_only"
    finally:
        if os.getuid() == 0:
            subprocess.run(["umount", folder], check=True)
        else:
            folder.chmod(0o755)
    store = open_store(filled)
    assert store.head("c") == 100
    store.close()


def test_a_full_disk_is_told_and_loses_nothing(tiny_disk):
    folder = tiny_disk("1m")
    store = open_store(folder)
    refusal, number = fill(store, [b"start" + BODY, BODY])
    assert (refusal.id, refusal.where) == ("store/full", str(folder / FILE))
    head = store.head("c")
    assert head == 2 * number
    assert [record.version for record in store.read("c")] == list(range(1, head + 1))
    with pytest.raises(Refusal):
        store.backup(folder / "copy.db")
    assert sorted(file.name for file in folder.iterdir()) == [FILE, f"{FILE}-shm", f"{FILE}-wal"]
    mount("-o", "remount,size=4m", folder)
    assert store.append("c", head, str(number), [b"now"], 0).last == head + 1
    store.close()
    assert refused(tiny_disk("8k")).id == "store/full"


def test_a_file_that_may_not_grow_is_told_and_loses_nothing(tmp_path, processes):
    where = str(tmp_path / "store.db")
    ours, theirs = processes.Pipe(duplex=False)
    child = processes.Process(target=outgrow, args=(where, 400_000, theirs))
    child.start()
    head, number, id = ours.recv()
    child.kill()
    child.join()
    assert id == "store/disk"
    assert head == number - 1
    store = open_store(where)
    assert [record.action for record in store.read("c")] == [str(one) for one in range(1, number)]
    store.close()


def test_a_full_tablespace_is_told_and_loses_nothing(server_with_small_disk, opened):
    server = server_with_small_disk
    server.execute(f"CREATE TABLESPACE tiny LOCATION '{server.disk}'")
    with server.another("TABLESPACE tiny") as url:
        store = opened(url)
        server.execute("CHECKPOINT")  # a new database has holes: filled now, not when there is no room left
        refusal, number = fill(store, [os.urandom(60_000)] * PARTS)
        assert refusal.id == "store/full"
        kept = [record.action for record in store.read("c")]
        assert kept == [str(one) for one in range(number) for _ in range(PARTS)]
        store.close()


def test_a_database_for_reading_only_is_told_and_can_be_read(server, opened):
    with server.another() as url:
        opened(url).append("c", 0, "a", [b"1"], 0)
        server.execute("ALTER DATABASE another SET default_transaction_read_only = on")
        store = opened(url)
        with pytest.raises(Refusal) as caught:
            store.append("c", 1, "b", [b"2"], 0)
        assert caught.value.id == "store/read_only"
        assert store.read("c") == [Record(1, "a", 0, b"1")]


def test_a_server_that_is_not_there_is_told_without_the_password(tmp_path):
    refusal = refused(f"postgresql://gardien:secret@/nothing?host={tmp_path}")
    assert refusal.id == "store/unreachable"
    assert "secret" not in str(refusal)


def test_a_file_another_process_holds_is_busy_and_free_again(filled, processes, monkeypatch):
    monkeypatch.setattr("gardien.table.store.sqlite_file.BUSY_SECONDS", 0.1)
    store = open_store(filled)
    ours, theirs = processes.Pipe()
    holder = processes.Process(target=hold, args=(filled, theirs))
    holder.start()
    assert ours.recv() == "held"
    with pytest.raises(Refusal) as caught:
        store.append("c", None, "late", [b""], 0)
    assert caught.value.id == "store/busy"
    assert len(store.read("c")) == 100  # readers do not wait
    ours.send("go")
    holder.join()
    assert store.append("c", 100, "late", [b""], 0).last == 101
    store.close()


def test_a_campaign_another_process_holds_is_busy_and_the_others_are_not(server, opened, monkeypatch):
    monkeypatch.setattr("gardien.table.store.postgres_database.LOCK_SECONDS", 0.1)
    url = server.database()
    store = opened(url)
    with psycopg.connect(url) as other:
        other.execute("SELECT pg_advisory_xact_lock(hashtextextended('c', 0))")
        with pytest.raises(Refusal) as caught:
            store.append("c", None, "late", [b""], 0)
        assert caught.value.id == "store/busy"
        assert store.append("d", 0, "a", [b""], 0).last == 1
    assert store.append("c", 0, "late", [b""], 0).last == 1


def test_connections_that_ended_while_nobody_used_them_disturb_nobody(server, opened):
    store = opened(server.database())
    store.append("c", 0, "a", [b""], 0)
    others = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid != pg_backend_pid()"
    assert server.execute(f"SELECT pg_terminate_backend(pid, 5000) {others}")
    assert store.head("c") == 1
    assert store.append("c", 1, "b", [b""], 0).last == 2
