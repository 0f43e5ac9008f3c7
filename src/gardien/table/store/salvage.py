"""What can be saved of a damaged SQLite file: its sound records in order, the gaps between them, its links."""

import mmap
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.table.store.base import HASH_BYTES
from gardien.table.store.pages import Pages, after_log, page_bytes
from gardien.table.store.records import FOUND, SPOILT, checksum, gap_row, is_gap, is_name
from gardien.table.store.schema import STEPS, Step
from gardien.table.store.sqlite_file import (
    connect,
    copy,
    create,
    damage_refusal,
    draft_of,
    publish,
    take_steps,
    trouble,
)

COMPANIONS = ("-wal", "-journal")  # what belongs to a file and lies beside it
RECORD = (str, int, int, int, str, int, bytes, int)  # the columns of a record, as they lie on a page
KEY = (str, int, int)  # campaign, version, place: what the index of records says there should be
HOUSE = "house"
MOST_TRIES = 4000  # queries around a broken table of links
MOST_LINKS = 1 << 16

INSERT = """INSERT OR IGNORE INTO record (campaign, version, part, parts, action, at, body, checksum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""


class SavedTable(Struct, frozen=True):
    """A campaign that was saved: how many records, and which versions are lost."""

    campaign: str
    saved: int
    lost: tuple[int, ...]


class Rescued(Struct, frozen=True):
    """What was saved of a file; `gone` are campaigns of which nothing but the name is left."""

    tables: tuple[SavedTable, ...]
    links: int
    gone: tuple[str, ...]


def rescue(path: Path, target: Path, steps: Sequence[Step] = STEPS) -> Rescued:
    """Everything sound in a new file; the old one stays as it is. What is lost is settled: play goes around it."""
    with trouble(target), TemporaryDirectory(dir=target.parent) as folder:
        made = Path(folder) / "made.db"
        gathered = _gather(path, made, steps, SPOILT)
        if not gathered.tables:
            raise Refusal("store/nothing_sound", kind="refused", where=str(path))
        copy(made, target)
    return gathered


def mend(path: Path, steps: Sequence[Step] = STEPS) -> Path:
    """Write a file anew from what is sound in it, after a copy of it as it was found; the copy's name.

    Everybody who has it open goes on: SQLite itself puts the new pages in the place of the old ones.
    """
    with TemporaryDirectory(dir=path.parent) as folder, closing(connect(path)) as connection:
        made = Path(folder) / "made.db"
        version = connection.execute("PRAGMA data_version").fetchone()
        gathered = _gather(path, made, steps, FOUND)
        if not gathered.tables:
            raise damage_refusal(path)
        aside = keep_aside(path)
        if connection.execute("PRAGMA data_version").fetchone() != version:
            raise Refusal("store/busy", kind="refused", where=str(path))
        with closing(connect(made)) as source:
            source.backup(connection)
    return aside


def keep_aside(path: Path) -> Path:
    """A copy of a file just as it is, beside it: file.damaged-DATE.db."""
    target = next(one for one in _names_aside(path) if not one.exists())
    for companion in (*COMPANIONS, ""):  # the file itself last: whoever finds it finds all of it
        source = path.with_name(path.name + companion)
        if source.exists():
            with draft_of(target) as draft:
                copyfile(source, draft)
                publish(draft, target.with_name(target.name + companion))
    return target


def is_kept_aside(path: Path, campaign: str, version: int) -> bool:
    """Whether a copy was made already since a record was damaged: it is damaged there, too."""
    copies = [one for one in path.parent.glob(f"{path.name}.damaged-*.db") if one.is_file()]
    newest = max(copies, key=lambda one: one.stat().st_mtime, default=None)
    return newest is not None and not _is_sound_in(newest, campaign, version)


def _names_aside(path: Path) -> Iterator[Path]:
    today = f"{path.name}.damaged-{date.today().isoformat()}"
    yield path.with_name(f"{today}.db")
    for number in range(2, 1000):
        yield path.with_name(f"{today}-{number}.db")


def _is_sound_in(path: Path, campaign: str, version: int) -> bool:
    query = "SELECT version, part, parts, action, at, body, checksum FROM record WHERE campaign = ? AND version = ?"
    try:
        with closing(connect(path, "ro")) as connection:
            row = connection.execute(query, (campaign, version)).fetchone()
    except sqlite3.Error:
        return False
    return row is not None and checksum(campaign, *row[:-1]) == row[-1]


# ---- reading around damage ----


def _gather(path: Path, made: Path, steps: Sequence[Step], lost: int) -> Rescued:
    """Fill a new file with what an old one holds, read from a copy so that not even SQLite touches the old one."""
    still = _still_copy(path, made.with_name("still.db"))
    with still.open("rb") as head:
        known = int.from_bytes(head.read(64)[60:64], "big")
    version = known if 1 <= known <= len(steps) else len(steps)
    create(made, steps[:version])
    with closing(connect(made)) as connection:
        connection.execute("BEGIN")
        tables, gone = _save_records(connection, still, lost)
        links = _save_links(connection, still, {one.campaign for one in tables})
        connection.commit()
        take_steps(connection, steps, version)
    return Rescued(tables, links, gone)


def _still_copy(path: Path, still: Path) -> Path:
    """The file with what its log or journal still has to say, as SQLite would see it; else as far as can be told."""
    if not path.stat().st_size:
        raise damage_refusal(path)
    for companion in ("", *COMPANIONS):
        source = path.with_name(path.name + companion)
        if source.exists():
            copyfile(source, still.with_name(still.name + companion))
    log = still.with_name(f"{still.name}-wal")
    try:
        with closing(connect(still)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.Error:
        pass
    if log.exists() and log.stat().st_size:
        content = still.read_bytes()
        still.write_bytes(after_log(content, log.read_bytes(), page_bytes(content)))
        log.unlink()
    return still


def _save_records(
    connection: sqlite3.Connection, still: Path, lost: int
) -> tuple[tuple[SavedTable, ...], tuple[str, ...]]:
    expected: dict[str, set[int]] = {}
    settled: set[tuple[str, int]] = set()
    with still.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        pages = Pages(content, page_bytes(content), RECORD)
        for campaign, *rest in pages.rows():
            row: Any = tuple(rest)
            if checksum(campaign, *row[:-1]) == row[-1]:
                connection.execute(INSERT, (campaign, *row))
            elif is_gap(row):
                expected.setdefault(campaign, set()).add(row[0])
                settled |= {(campaign, row[0])} if row[-1] == SPOILT else set()
        for campaign, version, _ in pages.keys(KEY):
            expected.setdefault(campaign, set()).add(version)
    campaigns = [one for (one,) in connection.execute("SELECT DISTINCT campaign FROM record ORDER BY campaign")]
    tables = tuple(_with_gaps(connection, one, expected.get(one, set()), settled, lost) for one in campaigns)
    return tables, tuple(sorted(one for one in expected if one not in campaigns and is_name(one)))


def _with_gaps(
    connection: sqlite3.Connection, campaign: str, expected: set[int], settled: set[tuple[str, int]], lost: int
) -> SavedTable:
    """Rows for what is missing between the records of a campaign, and behind them as far as its index tells."""
    there = {one for (one,) in connection.execute("SELECT version FROM record WHERE campaign = ?", (campaign,))}
    most = max(max(there), len(there | expected))  # versions have no gaps: a larger one in an index is nonsense
    last = max(one for one in there | expected if one <= most)
    missing = tuple(version for version in range(1, last + 1) if version not in there)
    marks = [SPOILT if (campaign, version) in settled else lost for version in missing]
    connection.executemany(INSERT, map(gap_row, [campaign] * len(missing), missing, marks))
    return SavedTable(campaign, len(there), missing)


def _save_links(connection: sqlite3.Connection, still: Path, campaigns: set[str]) -> int:
    """Links as far as SQLite itself finds them: what lies on forgotten pages may be a link that was revoked."""
    names = [row[1] for row in connection.execute("PRAGMA table_info(link)")]
    listed, marks = ", ".join(names), ", ".join("?" * len(names))
    saved = 0
    for row in _link_rows(still, listed):
        hash, campaign, seat = row[:3]
        if isinstance(hash, bytes) and len(hash) == HASH_BYTES and (campaign in campaigns or campaign == seat == HOUSE):
            with suppress(sqlite3.Error):
                insert = f"INSERT OR IGNORE INTO link ({listed}) VALUES ({marks})"
                saved += connection.execute(insert, row).rowcount
    return saved


def _link_rows(still: Path, listed: str) -> Iterator[tuple[Any, ...]]:
    tries = 0
    with closing(sqlite3.connect(f"{still.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            last = connection.execute("SELECT max(rowid) FROM link").fetchone()[0] or 0
        except sqlite3.Error:
            last = MOST_LINKS
        waiting = [(0, min(last, MOST_LINKS))]
        while waiting and tries < MOST_TRIES:
            after, last = waiting.pop()
            tries += 1
            try:
                query = f"SELECT {listed} FROM link WHERE rowid > ? AND rowid <= ?"
                yield from connection.execute(query, (after, last)).fetchall()
            except sqlite3.Error:
                if last - after > 1:
                    middle = (after + last) // 2
                    waiting += [(middle, last), (after, middle)]
