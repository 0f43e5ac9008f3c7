"""The file of the SQLite store: made whole, looked at before it is touched, copied, migrated; its trouble in words."""

import errno
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shutil import disk_usage
from tempfile import mkstemp
from typing import Any

from gardien.core.errors import Refusal
from gardien.table.store.schema import APPLICATION, TABLES, Step

BUSY_SECONDS = 5.0  # how long another process may hold the file
NEARLY_FULL_BYTES = 64 * 1024
MAGIC = b"SQLite format 3\0"

GAPS = "SELECT campaign FROM record GROUP BY campaign HAVING max(version) != count(*) LIMIT 1"

BY_CODE = {
    sqlite3.SQLITE_FULL: "store/full",
    sqlite3.SQLITE_READONLY: "store/read_only",
    sqlite3.SQLITE_CORRUPT: "store/damaged",
    sqlite3.SQLITE_NOTADB: "store/damaged",
    sqlite3.SQLITE_BUSY: "store/busy",
    sqlite3.SQLITE_LOCKED: "store/busy",
}
BY_NUMBER = {
    errno.ENOSPC: "store/full",
    errno.EDQUOT: "store/full",
    errno.EROFS: "store/read_only",
    errno.EACCES: "store/read_only",
    errno.EPERM: "store/read_only",
}


def refusal(error: Exception, path: Path) -> Refusal:
    """What an error of SQLite or of the system means for this file."""
    if isinstance(error, OSError):
        id = BY_NUMBER.get(error.errno or 0, "store/disk")
    else:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        id = BY_CODE.get(code, "store/disk")
        if code == sqlite3.SQLITE_CANTOPEN and not os.access(path.parent, os.W_OK):
            id = "store/read_only"
        elif code == sqlite3.SQLITE_IOERR and disk_usage(path.parent).free < NEARLY_FULL_BYTES:
            id = "store/full"
    return Refusal(id, kind="broken", where=str(path), fault=str(error))


@contextmanager
def trouble(path: Path) -> Iterator[None]:
    """Errors of SQLite and of the system inside become refusals."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise refusal(error, path) from error


def damage(error: Exception) -> bool:
    """Whether an error says that what is kept cannot be read; text that is no text comes without a code."""
    if not isinstance(error, sqlite3.DatabaseError) or isinstance(error, sqlite3.ProgrammingError):
        return False
    return bool(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF == sqlite3.SQLITE_CORRUPT)


def connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """A connection to a file that exists, in which every commit reaches the disk."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def create(path: Path, steps: Sequence[Step]) -> None:
    """Make a new file whole or not at all; one that somebody else made meanwhile stays."""
    make_folder(path.parent)
    with draft_of(path) as draft:
        with closing(connect(draft)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute("PRAGMA journal_mode = WAL")
            take_steps(connection, steps, 0)
        with suppress(FileExistsError):
            publish(draft, path)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, each on the disk before anything is kept in it."""
    if not folder.exists():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        _sync(folder.parent)


def is_whole(path: Path, newest: int) -> bool:
    """Whether a file of ours can be read as it is; one that is not ours, or a newer Gardien's, is refused."""
    with path.open("rb") as file:
        start = file.read(len(MAGIC))
    if start != MAGIC and not (start and _has_log(path)):  # where there is one, SQLite knows whether it holds page one
        raise damage_refusal(path)
    with closing(connect(path, "ro")) as connection:
        if _pragma(connection, "application_id") != APPLICATION:
            raise damage_refusal(path)
        version = _pragma(connection, "user_version")
        if version > newest:
            raise Refusal("store/newer", where=str(path), came=version, high=newest)
        try:
            _counts(connection)  # the tables are called as they should be
            return _pragma(connection, "quick_check") == "ok" and connection.execute(GAPS).fetchone() is None
        except sqlite3.Error as error:
            if not damage(error) and getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_ERROR:
                raise
            return False


def damage_refusal(path: Path) -> Refusal:
    """The file is no store, or no longer."""
    return Refusal("store/damaged", kind="broken", where=str(path))


def migrate(connection: sqlite3.Connection, path: Path, steps: Sequence[Step]) -> None:
    """Take the steps an older file lacks, after a checked copy beside it: file.backup-vN."""
    if _pragma(connection, "user_version") == len(steps):
        return
    connection.execute("BEGIN IMMEDIATE")  # from here on nobody else writes
    try:
        version = _pragma(connection, "user_version")
        if version < len(steps):
            with draft_of(path) as draft:
                _copy(path, draft)
                os.replace(draft, path.with_name(f"{path.name}.backup-v{version}"))
                _sync(path.parent)
        take_steps(connection, steps, version)
    except BaseException:
        connection.rollback()
        raise


def copy(path: Path, target: Path) -> None:
    """A checked, consistent copy under a name that is still free."""
    with draft_of(target) as draft:
        _copy(path, draft)
        try:
            publish(draft, target)
        except FileExistsError:
            raise Refusal("file/exists", kind="refused", where=str(target)) from None


def take_steps(connection: sqlite3.Connection, steps: Sequence[Step], version: int) -> None:
    """Take the steps behind a version and commit."""
    if not connection.in_transaction:
        connection.execute("BEGIN IMMEDIATE")
    for step in steps[version:]:
        for statement in step.sqlite:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(steps)}")
    connection.commit()


def _copy(path: Path, draft: Path) -> None:
    with closing(connect(path, "ro")) as source, closing(connect(draft)) as made:
        source.execute("BEGIN")
        wanted = _counts(source)  # from here on both read the same moment
        source.backup(made)
        made.execute("PRAGMA journal_mode = DELETE")  # one file, without companions
        if _pragma(made, "integrity_check") != "ok" or _counts(made) != wanted:
            raise damage_refusal(path)


def _has_log(path: Path) -> bool:
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0


def _counts(connection: sqlite3.Connection) -> list[int]:
    return [connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES]


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """An empty file beside a path, for its owner's eyes only, gone afterwards."""
    number, name = mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(number)
    draft = Path(name)
    try:
        yield draft
    finally:
        for companion in ("", "-journal", "-wal", "-shm"):
            draft.with_name(draft.name + companion).unlink(missing_ok=True)


def publish(draft: Path, path: Path) -> None:
    """Give a finished file its name, unless the name is taken."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(path) from None
        os.rename(draft, path)
    _sync(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
