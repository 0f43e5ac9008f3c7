"""Data in TOML: read once, checked against a type, refused with file and key.

Parsing TOML takes longer than answering a question, so what was parsed is kept beside the file in `__pycache__`, as
Python keeps its own code, and used as long as the file has not changed.
"""

import marshal
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from gardien.core.errors import Refusal, nearest
from gardien.core.in_force import in_force, using

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")
Having = str | Callable[[Any], bool]  # a field that is not empty, or what holds of a row

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
    keep_file(twin, marshal.dumps((stamp, parsed)))
    return parsed


def keep_file(path: str, content: bytes) -> None:
    """Write a file whole, for later; a read-only installation keeps nothing."""
    fresh = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(fresh, "wb") as file:
            file.write(content)
        os.replace(fresh, path)
    except (OSError, ValueError):
        pass


def read_toml(path: "Path") -> dict[str, Any]:
    """A TOML file of the user's: size and depth are bounded, faults are refusals."""
    return parse_toml(read_text(path), path.name)


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """TOML that a user wrote."""
    import tomllib

    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        import re

        line = re.search(r"line (\d+)", str(fault))  # in English, which is all the parser speaks
        if line is None:
            raise Refusal("file/toml/end", where=where) from None
        raise Refusal("file/toml", where=where, line=int(line[1])) from None
    except RecursionError:
        raise Refusal("file/deep", where=where, most=MOST_DEPTH) from None
    if _deeper(parsed, MOST_DEPTH):
        raise Refusal("file/deep", where=where, most=MOST_DEPTH)
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


def unreadable_json(fault: Exception, where: str) -> Refusal:
    """Where a text stops being JSON: at one of its signs, or because it ends too early."""
    at = str(fault).rpartition("(byte ")[2].rstrip(")")
    if at.isdecimal():
        return Refusal("json/unreadable", where=where, at=int(at) + 1)
    return Refusal("json/cut_off" if "truncated" in str(fault) else "json/no_sense", where=where)


def read_json(text: str, where: str) -> Any:
    """JSON from the user; the sentence says where it stops making sense."""
    if len(text) > MOST_BYTES:
        raise Refusal("file/large", where=where, most=MOST_BYTES // 1000)
    try:
        parsed = msgspec.json.decode(text)
    except (msgspec.DecodeError, ValueError) as fault:  # a number too long to read is a ValueError
        raise unreadable_json(fault, where) from None
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
    return Shelf(str(path.parent), {table: kind}).table(path.stem, table)


_lists: dict[tuple[str, ...], tuple["Shelf", str, str, Having]] = {}  # words of types -> how they are found


def words_now(words: Sequence[str]) -> Sequence[str]:
    """Keys that a type lists, as it was written, with those that packs in force add to the same tables."""
    content = in_force()
    if content is None:
        return words
    from gardien.core.system import find

    none = [one for one in words if not one]
    if (listed := _lists.get(tuple(one for one in words if one))) is not None:
        shelf, file, name, having = listed
        return [*none, *shelf.keys(file, name, having)]
    more: dict[str, None] = dict.fromkeys(words)
    for game, name in content.tables:
        shelf = find(game).shelf
        if name not in shelf.file_of:
            continue  # no table of the game: what packs bring ready
        file = shelf.file_of[name]
        printed = {row["key"] for row in shelf.printed(file, name) if isinstance(row, dict) and "key" in row}
        if printed and more.keys() >= printed:
            more |= dict.fromkeys(shelf.keys(file, name))
    return list(more)


class Keys(list[str]):
    """The keys of a table, those of packs in force among them; the list itself holds the printed ones."""

    def __init__(self, shelf: "Shelf", file: str, name: str, having: Having) -> None:
        self._at = (shelf, file, name, having)
        with using(None):
            self._printed = shelf.keys(file, name, having)
        super().__init__(self._printed)

    def _now(self) -> list[str]:
        shelf, file, name, having = self._at
        content = in_force()
        changed = content is not None and (shelf.game, name) in content.tables
        return shelf.keys(file, name, having) if changed else self._printed

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __contains__(self, key: object) -> bool:
        return key in self._now()

    def __len__(self) -> int:
        return len(self._now())


class Shelf:
    """The tables that a game brings along: a folder of files, and the type of the rows of each table.

    Where the types take long to load they are only named, `module:NAME`, and loaded with the first row. Rows of packs
    that are in force stand among the printed ones. `fixed` tables are read by rank or by the faces of a die: packs may
    say their rows in other words, and add none.
    """

    def __init__(self, folder: str, tables: dict[str, Any] | str, fixed: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.game = os.path.basename(os.path.dirname(folder))
        self.fixed = fixed
        self._tables = tables
        self._kept: dict[tuple[str, str], Any] = {}

    @property
    def tables(self) -> dict[str, Any]:
        if isinstance(self._tables, str):
            module, _, name = self._tables.partition(":")
            self._tables = dict(getattr(import_module(module), name))
        return self._tables

    def printed(self, file: str, name: str) -> list[Any]:
        """The rows of a table as the game itself has them, plain."""
        return load_toml(os.path.join(self.folder, f"{file}.toml"))[name]  # type: ignore[no-any-return]

    @cached_property
    def file_of(self) -> dict[str, str]:
        """The file that each table is in."""
        files = sorted(os.listdir(self.folder)) if os.path.isdir(self.folder) else []
        return {
            name: file.removesuffix(".toml")
            for file in files
            if file.endswith(".toml")
            for name in load_toml(os.path.join(self.folder, file))
        }

    def plain(self, file: str, name: str) -> list[Any]:
        """The rows of a table, plain, with those of packs in force."""
        content = in_force()
        own = content.tables.get((self.game, name)) if content is not None else None
        return with_rows(self.printed(file, name), own) if own else self.printed(file, name)

    def contents(self) -> dict[str, list[Any]]:
        """Every table, plain, with the rows of packs in force."""
        return {name: self.plain(file, name) for name, file in self.file_of.items() if name in self.tables}

    def _made(self, name: str) -> dict[Any, Any]:
        """Where what was made of a table is kept: with the shelf, or with the rows that changed it."""
        content = in_force()
        if content is None or (self.game, name) not in content.tables:
            return self._kept
        made: dict[Any, Any] = content.kept.setdefault(self, {})
        return made

    def table(self, file: str, name: str) -> tuple[Any, ...]:
        """The rows of one table, read once."""
        made = self._made(name)
        rows: tuple[Any, ...] | None = made.get((file, name))
        if rows is None:
            kind = self.tables[name]
            rows = made[file, name] = tuple(msgspec.convert(row, kind) for row in self.plain(file, name))
        return rows

    def keys(self, file: str, name: str, having: Having = "") -> list[str]:
        """The keys of one table as it is now, or of its rows that have something or are of a kind."""
        if callable(having):
            keys = [row.key for row in self.table(file, name) if having(row)]
        else:
            keys = [row["key"] for row in self.plain(file, name) if not having or row.get(having)]
        if in_force() is None:
            _lists.setdefault(tuple(keys), (self, file, name, having))
        return keys

    def live(self, file: str, name: str, having: Having = "") -> list[str]:
        """The same for whoever keeps the list: it goes with the rows that are in force."""
        return Keys(self, file, name, having)

    def rows_by_key(self, file: str, name: str) -> dict[str, Any]:
        """The rows of one table by their key."""
        made = self._made(name)
        rows: dict[str, Any] | None = made.get((file, name, "key"))
        if rows is None:
            rows = made[file, name, "key"] = {row.key: row for row in self.table(file, name)}
        return rows

    def row(self, file: str, name: str, key: str) -> Any:
        """One row; an unknown key is refused with the nearest one."""
        rows = self.rows_by_key(file, name)
        if key not in rows:
            raise Refusal("field/one_of", field=name, came=key, allowed=list(rows), hint=nearest(key, list(rows)))
        return rows[key]


def with_rows(printed: list[Any], own: Iterable[Any]) -> list[Any]:
    """A table with rows of packs: in the place of whichever has the same key, else at its end."""
    places = {row["key"]: place for place, row in enumerate(printed) if isinstance(row, dict) and "key" in row}
    rows = list(printed)
    for row in own:
        place = places.get(row["key"]) if isinstance(row, dict) and "key" in row else None
        if place is None:
            if isinstance(row, dict) and "key" in row:
                places[row["key"]] = len(rows)
            rows.append(row)
        else:
            rows[place] = row
    return rows


def check_pack(path: "Path", tables: dict[str, type[Any]]) -> list[Refusal]:
    """Every fault of a pack file: unknown tables, bad rows, a key given twice. Empty when it is sound."""
    return [fault.within(where=path.name) for fault in table_faults(read_toml(path), tables)]


def table_faults(content: dict[str, Any], tables: dict[str, type[Any]]) -> Iterator[Refusal]:
    """Every fault of tables beside the types of their rows."""
    from gardien.core.inputs import faults

    for name, value in content.items():
        kind = tables.get(name)
        if kind is None:
            yield Refusal(
                "pack/table", field=name[:60], allowed=sorted(tables), hint=nearest(name[:60], sorted(tables))
            )
            continue
        if not isinstance(value, list):
            yield Refusal("pack/rows", field=name)
            continue
        keys: set[str] = set()
        for index, row in enumerate(value):
            place = place_of(name, index, row)
            yield from (fault.within(field=place) for fault in faults(kind, row))
            key = row.get("key") if isinstance(row, dict) else None
            if isinstance(key, str):
                if key in keys:
                    yield Refusal("pack/twice", field=place, came=key)
                keys.add(key)


def place_of(table: str, index: int, row: Any) -> str:
    """What faults call a row: by its key, or else by its number."""
    key = row.get("key") if isinstance(row, dict) else None
    return f"{table} “{key[:60]}”" if isinstance(key, str) else f"{table}[{index}]"
