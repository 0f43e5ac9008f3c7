"""Copies: consistent while others write, checked, and the same from both stores."""

import sqlite3
import threading

import pytest

from gardien.core.errors import Refusal
from gardien.table.store import sqlite_file
from gardien.table.store.base import Damaged, Link, Record
from table.store.test_damage import spoil


def test_a_copy_made_while_others_write_has_every_campaign_up_to_some_version(store, opened, tmp_path):
    done = threading.Event()
    acknowledged: dict[str, int] = {}

    def write(campaign: str) -> None:
        number = 0
        while not done.is_set():
            acknowledged[campaign] = store.append(campaign, None, str(number), [b"x", b"y"], number).last
            number += 1

    store.put_link(bytes(32), "c0", "keeper")
    writers = [threading.Thread(target=write, args=(f"c{number}",)) for number in range(3)]
    for writer in writers:
        writer.start()
    for number in range(4):
        before = dict(acknowledged)
        store.backup(tmp_path / f"copy{number}.db")
        after = store.campaigns()
        copy = opened(tmp_path / f"copy{number}.db")
        heads = copy.campaigns()
        assert all(before[campaign] <= heads[campaign] <= after[campaign] for campaign in before)
        for campaign, head in heads.items():
            records = copy.read(campaign)
            assert [record.version for record in records] == list(range(1, head + 1))
            assert [record.body for record in records] == [b"x", b"y"] * (head // 2)
        assert copy.find_link(bytes(32)) == Link(bytes(32), "c0", "keeper")
    done.set()
    for writer in writers:
        writer.join()


def test_a_copy_is_one_file_that_goes_on_as_the_store_did(store, opened, tmp_path):
    store.append("c", 0, "a", [b"1", b"2"], 5)
    folder = tmp_path / "copies"
    folder.mkdir()
    store.backup(folder / "copy.db")
    assert [file.name for file in folder.iterdir()] == ["copy.db"]
    assert sqlite3.connect(folder / "copy.db").execute("PRAGMA integrity_check").fetchone() == ("ok",)
    copy = opened(folder / "copy.db")
    assert copy.read("c") == store.read("c")
    assert copy.append("c", 0, "a", [b"1", b"2"], 5).repeated
    assert copy.append("c", 2, "b", [b"3"], 6).last == 3


def test_a_copy_never_takes_the_place_of_a_file(store, tmp_path):
    (tmp_path / "mine.db").write_text("mine")
    with pytest.raises(Refusal) as caught:
        store.backup(tmp_path / "mine.db")
    assert caught.value.id == "file/exists"
    assert (tmp_path / "mine.db").read_text() == "mine"


def test_a_damaged_record_is_damaged_in_the_copy_and_alone(where, store, opened, tmp_path):
    store.append("c", 0, "a", [b"1", b"2", b"3"], 0)
    spoil(where, "UPDATE record SET body = 'x' WHERE version = 2")
    store.backup(tmp_path / "copy.db")
    copy = opened(tmp_path / "copy.db")
    assert copy.read("c") == [Record(1, "a", 0, b"1"), Damaged(2), Record(3, "a", 0, b"3")]


def test_what_is_counted_is_what_is_copied(tmp_path, opened, monkeypatch):
    """Somebody writes just after the count: the copy is of the moment before."""
    store = opened(tmp_path / "store.db")
    store.append("c", 0, "a", [b"1"], 0)
    count = sqlite_file._counts

    def count_and_write(connection: sqlite3.Connection) -> list[int]:
        counted = count(connection)
        store.append("c", None, "b", [b"2"], 0)
        return counted

    monkeypatch.setattr(sqlite_file, "_counts", count_and_write)
    store.backup(tmp_path / "copy.db")
    assert (opened(tmp_path / "copy.db").head("c"), store.head("c")) == (1, 2)
