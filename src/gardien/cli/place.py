"""Where the tables are kept: `--data` and `--database`, the folder when neither is given, and the store there, open."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gardien.cli.line import Line
from gardien.core.errors import Refusal

if TYPE_CHECKING:
    from gardien.table.store.base import Store

URLS = ("postgresql://", "postgres://")


def data_folder() -> Path:
    """The folder of the tables: GARDIEN_DATA, else where this platform keeps a person's data."""
    if asked := os.environ.get("GARDIEN_DATA"):
        return Path(asked)
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "gardien"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "gardien"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "gardien"


def where(line: Line) -> str:
    """The address of the store a command line speaks of, as `open_store` takes it."""
    folder, url = line.options.get("data"), line.options.get("database")
    if folder is not None and url is not None:
        raise Refusal("cli/two_places", where=line.command)
    if url is not None:
        if not url.startswith(URLS):
            raise Refusal("store/address", field="--database")  # without the address: it may hold a password
        return url
    if folder == "":
        raise Refusal("cli/value", where=line.command, came="--data")
    return folder or str(data_folder())


@contextmanager
def opened(line: Line, *, make: bool = False) -> "Iterator[Store]":
    """The store, closed afterwards; one that is not there is made or refused."""
    address = where(line)
    store = open_at(address, make=make)
    try:
        yield store
    finally:
        store.close()


def open_at(address: str, *, make: bool = False) -> "Store":
    """The store at an address; every trouble with it is a sentence."""
    from gardien.table.store import FILE, open_store

    if not make and not address.startswith(URLS):
        path = Path(address)
        try:
            there = (path / FILE).exists() if path.is_dir() else path.exists()
        except (OSError, ValueError) as fault:  # a name that no file can have
            raise Refusal("file/unreadable", where=address[:200], fault=type(fault).__name__) from None
        if not there:
            raise Refusal("cli/no_tables", where=address)
    try:
        return open_store(address)
    except ModuleNotFoundError as missing:
        if missing.name != "psycopg":
            raise
        raise Refusal("cli/no_postgres", where="--database") from None
