"""Data in TOML: read once, checked against a type, refused with file and key.

Parsing TOML takes longer than answering a question, so what was parsed is kept beside the file in `__pycache__`, as
Python keeps its own code, and used as long as the file has not changed.
"""

import marshal
import os
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from gardien.core.errors import Refusal, nearest

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")

MOST_BYTES = 2_000_000
MOST_DEPTH = 20


@cache
def load_toml(path: "str | os.PathLike[str]") -> dict[str, Any]:
    """A TOML file of the program itself, from its compiled twin when that is fresh."""
    facts = os.stat(path)
    stamp = (facts.st_mtime_ns, facts.st_size, sys.version_info[:2])
    folder, name = os.path.split(path)
    twin = os.path.join(folder, "__pycache__", f"{name}.cache")
    try:
        with open(twin, "rb") as file:
            kept = marshal.loads(file.read())  # reading it whole takes a tenth of the time
        if kept[0] == stamp:
            return kept[1]  # type: ignore[no-any-return]
    except (OSError, ValueError, EOFError, TypeError, LookupError):
        pass  # no twin, or none that can be read: parse again
    import tomllib

    with open(path, "rb") as file:
        parsed = tomllib.load(file)
    try:
        os.makedirs(os.path.dirname(twin), exist_ok=True)
        fresh = f"{twin}.{os.getpid()}"
        with open(fresh, "wb") as file:
            marshal.dump((stamp, parsed), file)
        os.replace(fresh, twin)
    except OSError:
        pass  # a read-only installation parses every time
    return parsed


def read_toml(path: "Path") -> dict[str, Any]:
    """A TOML file of the user's: size and depth are bounded, faults are refusals."""
    import tomllib

    text = read_text(path)
    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise Refusal("file/toml", where=path.name, fault=str(fault)) from None
    except RecursionError:
        raise Refusal("file/deep", where=path.name, most=MOST_DEPTH) from None
    if _deeper(parsed, MOST_DEPTH):
        raise Refusal("file/deep", where=path.name, most=MOST_DEPTH)
    return parsed


def read_text(path: "Path") -> str:
    """A text file of the user's."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)  # not the size: a device has none
        if len(content) > MOST_BYTES:
            raise Refusal("file/large", where=path.name, most=MOST_BYTES // 1000)
        return content.decode("utf-8")
    except FileNotFoundError:
        raise Refusal("file/missing", where=str(path)) from None
    except (OSError, ValueError) as fault:  # not text, or no path at all
        raise Refusal("file/unreadable", where=str(path), fault=type(fault).__name__) from None


def read_json(text: str, where: str) -> Any:
    """JSON from the user; the sentence says where it stops making sense."""
    if len(text) > MOST_BYTES:
        raise Refusal("file/large", where=where, most=MOST_BYTES // 1000)
    try:
        parsed = msgspec.json.decode(text)
    except (msgspec.DecodeError, ValueError) as fault:  # a number too long to read is a ValueError
        raise Refusal("json/unreadable", where=where, fault=str(fault)) from None
    except RecursionError:
        raise Refusal("file/deep", where=where, most=MOST_DEPTH) from None
    if _deeper(parsed, MOST_DEPTH):
        raise Refusal("file/deep", where=where, most=MOST_DEPTH)
    return parsed


def _deeper(value: Any, most: int) -> bool:
    """Whether something is nested more than `most` levels deep."""
    level = [value]
    for _ in range(most):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def rows(path: "Path", table: str, kind: type[T]) -> tuple[T, ...]:
    """The rows of one table of a packaged file, as values of `kind`."""
    return tuple(msgspec.convert(row, kind) for row in load_toml(path)[table])


class Shelf:
    """The tables that a game brings along: a folder of files, and the type of the rows of each table.

    Where the types take long to load they are only named, `module:NAME`, and loaded with the first row.
    """

    def __init__(self, folder: str, tables: dict[str, Any] | str) -> None:
        self.folder = folder
        self._tables = tables
        self._read: dict[tuple[str, str], tuple[Any, ...]] = {}
        self._by_key: dict[tuple[str, str], dict[str, Any]] = {}

    @property
    def tables(self) -> dict[str, Any]:
        if isinstance(self._tables, str):
            module, _, name = self._tables.partition(":")
            self._tables = dict(getattr(import_module(module), name))
        return self._tables

    def _raw(self, file: str, name: str) -> list[Any]:
        return load_toml(os.path.join(self.folder, f"{file}.toml"))[name]  # type: ignore[no-any-return]

    def table(self, file: str, name: str) -> tuple[Any, ...]:
        """The rows of one table, read once."""
        if (file, name) not in self._read:
            kind = self.tables[name]
            self._read[file, name] = tuple(msgspec.convert(row, kind) for row in self._raw(file, name))
        return self._read[file, name]

    def keys(self, file: str, name: str, having: str = "") -> list[str]:
        """The keys of one table, or of its rows that have something; quicker than reading the rows."""
        return [row["key"] for row in self._raw(file, name) if not having or row.get(having)]

    def rows_by_key(self, file: str, name: str) -> dict[str, Any]:
        """The rows of one table by their key."""
        if (file, name) not in self._by_key:
            self._by_key[file, name] = {row.key: row for row in self.table(file, name)}
        return self._by_key[file, name]

    def row(self, file: str, name: str, key: str) -> Any:
        """One row; an unknown key is refused with the nearest one."""
        rows = self.rows_by_key(file, name)
        if key not in rows:
            raise Refusal("field/one_of", field=name, came=key, allowed=list(rows), hint=nearest(key, list(rows)))
        return rows[key]


def check_pack(path: "Path", tables: dict[str, type[Any]]) -> list[Refusal]:
    """Every fault of a pack file: unknown tables, bad rows, a key given twice. Empty when it is sound."""
    from gardien.core.inputs import faults

    content = read_toml(path)
    refusals: list[Refusal] = []
    for name, value in content.items():
        kind = tables.get(name)
        if kind is None:
            refusals.append(Refusal("pack/table", field=name, allowed=sorted(tables)))
            continue
        if not isinstance(value, list):
            refusals.append(Refusal("pack/rows", field=name))
            continue
        keys: set[str] = set()
        for index, row in enumerate(value):
            key = row.get("key") if isinstance(row, dict) else None
            place = f"{name} “{key[:60]}”" if isinstance(key, str) else f"{name}[{index}]"
            refusals.extend(fault.within(field=place) for fault in faults(kind, row))
            if isinstance(key, str):
                if key in keys:
                    refusals.append(Refusal("pack/twice", field=place, came=key))
                keys.add(key)
    return [fault.within(where=path.name) for fault in refusals]
