"""Damage at random places of a real file: nothing sound is lost, nobody else is harmed, the file is kept as it was.

GARDIEN_THOROUGH is the number of damages tried of each kind; the seed of each is its number.
"""

import os
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.store import open_store
from gardien.table.store.base import Damaged, Read, Record
from gardien.table.store.salvage import rescue
from gardien.table.store.schema import STEPS
from gardien.table.store.sqlite import SqliteStore
from gardien.table.tables import Tables
from table.evening import Evening
from table.random_play import Player

PAGE = 4096
TIMES = int(os.environ.get("GARDIEN_THOROUGH") or 6)
CHUNK = 24  # bytes of a body that are on no page by chance

Truth = dict[str, list[Read]]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Truth, dict[str, int]]:
    """The bytes of a file with three tables, what it holds, and the links into each."""
    path = tmp_path_factory.mktemp("house") / "store.db"
    store = open_store(path)
    for seed in range(3):
        Player(Evening(store, seed), seed).steps(25)
    truth = {campaign: store.read(campaign) for campaign in store.campaigns()}
    links = {campaign: len(store.links(campaign)) for campaign in truth}
    store.close()
    return path.read_bytes(), truth, links


def flip(content: bytearray, chance: Random) -> int:
    at = chance.randrange(len(content))
    content[at] ^= 1 << chance.randrange(8)
    return at // PAGE


def clear(content: bytearray, chance: Random) -> int:
    page = chance.randrange(len(content) // PAGE)
    content[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
    return page


def scribble(content: bytearray, chance: Random) -> int:
    page = chance.randrange(len(content) // PAGE)
    content[page * PAGE : (page + 1) * PAGE] = chance.randbytes(PAGE)
    return page


DAMAGES = [(way, seed) for way in (flip, clear, scribble) for seed in range(TIMES)]


def spoilt(house: tuple[bytes, Truth, dict[str, int]], folder: Path, way: object, seed: int) -> tuple[Path, bytes]:
    """A damaged file, and what stood on the page that was hit."""
    content = bytearray(house[0])
    page = way(content, Random(seed))
    path = folder / "store.db"
    path.write_bytes(content)
    return path, house[0][page * PAGE : (page + 1) * PAGE]


@pytest.mark.parametrize(("way", "seed"), DAMAGES)
def test_a_rescue_saves_all_that_is_sound(house, tmp_path, way, seed):
    path, hit = spoilt(house, tmp_path, way, seed)
    before = path.read_bytes()
    rescued = rescue(path, tmp_path / "saved.db")
    assert path.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["saved.db", "store.db"]
    saved = open_store(tmp_path / "saved.db")
    lost = 0
    for campaign, records in house[1].items():
        kept = saved.read(campaign)
        assert len(kept) <= len(records)
        told = next((one for one in rescued.tables if one.campaign == campaign), None)
        for record, one in zip(records, [*kept, *[None] * len(records)], strict=False):
            if one == record:
                continue
            lost += 1
            assert one is None or one == Damaged(record.version, settled=True)
            assert one is None or (told is not None and record.version in told.lost)
            assert lies_on(record, hit), f"{record.version} was sound"
    assert lost <= 1 or way is not flip
    saved.close()


def lies_on(record: Record, page: bytes) -> bool:
    body = record.body
    return any(body[at : at + CHUNK] in page for at in range(max(1, len(body) - CHUNK)))


def opened_or_refused(path: Path) -> SqliteStore | None:
    try:
        return SqliteStore(path)
    except Refusal as refusal:
        return None if refusal.id in ("store/damaged", "store/newer", "store/disk") else pytest.fail(refusal.id)


@pytest.mark.parametrize(("way", "seed"), DAMAGES)
def test_a_damaged_file_opens_and_tables_that_lost_nothing_are_played(house, tmp_path, way, seed):
    path, _ = spoilt(house, tmp_path, way, seed)
    before = path.read_bytes()
    store = opened_or_refused(path)
    if store is None:  # its very first page, of which SQLite reads everything else
        assert path.read_bytes()[100:] == before[100:]
        return
    tables = Tables(store)
    hurt = 0
    for campaign, records in house[1].items():
        if campaign not in store.campaigns():
            hurt += 1
            continue
        whole = store.read(campaign) == records
        if whole:
            table = tables.table(campaign)
            table.act("keeper", c.Envelope(action="on", command=c.Say(text="on continue")))
            assert store.head(campaign) == len(records) + 1
        elif isinstance(records[0], Record) and store.read(campaign, 0, 1) == records[:1]:
            hurt += 1
            table = tables.table(campaign)
            assert table.look(table.viewer("keeper"))["damaged"] == list(table.state.damaged) != []
            with pytest.raises(Refusal) as caught:
                table.act("keeper", c.Envelope(action="on", command=c.Say(text="on continue")))
            assert caught.value.id == "table/damaged"
    store.put_link(bytes(32), "somewhere", "else")
    copies = list(tmp_path.glob("store.db.damaged-*.db"))
    assert [one.read_bytes() == before for one in copies] == [True] * (1 if hurt else len(copies))
    store.close()
    open_store(path).close()
    assert list(tmp_path.glob("store.db.damaged-*.db")) == copies, "one copy is enough"


def test_what_only_the_log_of_a_file_holds_is_saved_too(tmp_path):
    """The store was killed: its last records are beside the file, and so is damage to a page of it."""
    store = open_store(tmp_path / "here.db")
    store.append("t0", 0, "a", [b"1" * 500] * 20, 0)
    folder = tmp_path / "killed"
    folder.mkdir()
    for name in ("here.db", "here.db-wal"):
        shutil.copy(tmp_path / name, folder / name)
    store.close()
    assert (folder / "here.db-wal").stat().st_size > PAGE
    for spoil in (lambda content: content, lambda content: b"\0" * 100 + content[100:]):
        path = folder / "here.db"
        path.write_bytes(spoil(path.read_bytes()))
        target = folder / f"saved{len(list(folder.iterdir()))}.db"
        (table,) = rescue(path, target).tables
        assert (table.saved, table.lost) == (20, ())


def test_gaps_that_came_with_a_table_stay_settled_and_one_with_a_wild_number_leads_nowhere(tmp_path):
    path = tmp_path / "store.db"
    store = open_store(path)
    store.adopt({"t0": [Record(1, "a", 0, b"1"), Damaged(2), Record(3, "b", 0, b"3"), Damaged(4)]})
    store.close()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE record SET version = version + (1 << 40) WHERE version = 4")
    store = open_store(path)
    assert store.read("t0", 0, 9)[:3] == [Record(1, "a", 0, b"1"), Damaged(2, settled=True), Record(3, "b", 0, b"3")]
    assert store.head("t0") == 3
    store.close()


def test_links_that_were_revoked_stay_so(tmp_path):
    path = tmp_path / "store.db"
    store = open_store(path)
    store.append("t0", 0, "a", [b"1"], 0)
    hashes = [bytes([number]) * 32 for number in range(200)]
    for hash in hashes:
        store.put_link(hash, "t0", "keeper")
    for hash in hashes[::2]:
        store.revoke_link(hash)
    store.put_link(b"h" * 32, "house", "house", "house")
    store.close()
    assert rescue(path, tmp_path / "saved.db").links == 101
    saved = open_store(tmp_path / "saved.db")
    assert [link.hash for link in saved.links("t0")] == hashes[1::2]
    assert saved.find_link(b"h" * 32).kind == "house"
    saved.close()


def test_an_older_file_is_saved_as_one_of_today(tmp_path):
    path = tmp_path / "store.db"
    old = sqlite3.connect(path)
    for statement in STEPS[0].sqlite:
        old.execute(statement)
    old.execute("PRAGMA user_version = 1")
    old.execute("INSERT INTO link VALUES (?, 'house', 'house')", (b"h" * 32,))
    old.commit()
    old.close()
    with pytest.raises(Refusal) as caught:
        rescue(path, tmp_path / "saved.db")
    assert caught.value.id == "store/nothing_sound"
    store = open_store(tmp_path / "new.db")
    store.append("t0", 0, "a", [b"1"], 0)
    store.close()
    with sqlite3.connect(path) as old, sqlite3.connect(tmp_path / "new.db") as new:
        old.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?)", new.execute("SELECT * FROM record"))
    rescue(path, tmp_path / "saved.db")
    saved = open_store(tmp_path / "saved.db")
    assert saved.read("t0") == [Record(1, "a", 0, b"1")]
    assert saved.find_link(b"h" * 32).kind == "house"
    saved.close()


@pytest.mark.parametrize("content", [b"", b"x", bytes(5000), b"SQLite format 3\0" + bytes(9000), b"text" * 4000])
def test_what_holds_nothing_of_ours_is_refused_and_stays(tmp_path, content):
    path = tmp_path / "store.db"
    path.write_bytes(content)
    with pytest.raises(Refusal) as caught:
        rescue(path, tmp_path / "saved.db")
    assert caught.value.id in ("store/nothing_sound", "store/damaged")
    assert [one.name for one in tmp_path.iterdir()] == ["store.db"]
    assert path.read_bytes() == content


def test_others_who_have_the_file_open_go_on(house, tmp_path):
    """A page breaks under a running store; another process opens the file and mends it."""
    path = tmp_path / "store.db"
    path.write_bytes(house[0])
    running = SqliteStore(path)
    records = next(iter(house[1].values()))
    page = next(
        at for at in range(len(house[0]) // PAGE) if lies_on(records[-1], house[0][at * PAGE : at * PAGE + PAGE])
    )
    with path.open("r+b") as raw:
        raw.seek(page * PAGE)
        raw.write(bytes(PAGE))
    SqliteStore(path).close()
    untouched = [one for one in house[1] if running.read(one) == house[1][one]]
    for one in untouched:
        assert running.append(one, None, "more", [b"{}"], 1).last == len(house[1][one]) + 1
    running.close()
    again = SqliteStore(path)
    assert [again.head(one) for one in untouched] == [len(house[1][one]) + 1 for one in untouched]
    again.close()
