"""Packs that players write: their own weapons, creatures, spells… beside those of the games, in a file to share.

A pack says what it is (`[pack]`) and adds rows to the tables of a game. It is taken whole or not at all: every fault of
every row is told, with the reason, and nothing of it holds until there is none.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, inspect

from gardien.core.errors import Refusal, nearest
from gardien.core.in_force import Added, added, using
from gardien.core.inputs import faults
from gardien.core.pack import keep_file, place_of, read_toml, table_faults
from gardien.core.rows import Key
from gardien.core.system import System, find, keys
from gardien.core.terms import LANGUAGES, names_field
from gardien.core.values import Value

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = 1  # of the packs written today
HEADER = "pack"
MOST_ROWS = 1000  # of one pack
KEY = re.compile(r"[a-z][a-z0-9_]{0,59}")
MARKUP = re.compile(r"<[a-zA-Z/!?]|[\x00-\x08\x0b-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

Line = Annotated[str, Meta(max_length=100)]


class Header(Value, frozen=True, kw_only=True, omit_defaults=True):
    """What a pack says of itself."""

    name: Line = ""
    system: Line = ""  # its game
    author: Line = ""
    licence: Line = ""
    version: Annotated[str, Meta(max_length=40)] = ""
    about: Annotated[str, Meta(max_length=2000)] = ""
    languages: Annotated[tuple[Literal["fr", "en"], ...], Meta(max_length=2)] = ()
    replaces: Annotated[tuple[Key, ...], Meta(max_length=MOST_ROWS)] = ()  # printed rows it puts its own in place of
    format: Annotated[int, Meta(ge=1, le=1_000_000)] = FORMAT


class Pack(Struct, frozen=True):
    """A sound pack: what it says of itself, its game, its rows by table, and what whoever uses it should know."""

    header: Header
    system: str
    tables: dict[str, list[Any]]
    notices: tuple[Refusal, ...] = ()

    @property
    def content(self) -> dict[str, Any]:
        """As a file holds it."""
        header: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.header))
        return {HEADER: {**header, "system": self.system}, **self.tables}


class FaultyPack(Refusal):
    """A pack that cannot be used: its first fault, and all others."""

    def __init__(self, refusals: list[Refusal], where: str, system: str = "") -> None:
        for one in refusals:  # where a sentence does not say the row itself
            one.where = where if names_field(one) or not one.field else f"{where}, {one.field}"
        first, *others = refusals
        self.system = system
        super().__init__(first.id, where=first.where, field=first.field, rule=first.rule, also=tuple(others))
        self.words, self.terms = first.words, first.terms


def rows_of(packs: Iterable[Pack]) -> Added | None:
    """The rows of packs together, a later one's before those of an earlier one."""
    tables: dict[tuple[str, str], tuple[Any, ...]] = {}
    for pack in packs:
        for name, rows in pack.tables.items():
            tables[pack.system, name] = (*tables.get((pack.system, name), ()), *rows)
    return added(tables)


def to_toml(pack: Pack) -> str:
    """A pack as a file to share."""
    parts = []
    for name, value in pack.content.items():
        for row in [value] if name == HEADER else value:
            if not isinstance(row, dict):
                continue
            head = f"[{name}]" if name == HEADER else f"[[{name}]]"
            parts.append("\n".join([head, *(f"{_bare(key)} = {_to_toml(one)}" for key, one in row.items())]))
    lists = [
        f"{name} = {_to_toml(rows)}" for name, rows in pack.tables.items() if not all(isinstance(r, dict) for r in rows)
    ]
    return "\n\n".join([*lists, *parts]) + "\n"


def _bare(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _to_toml(key)


def _to_toml(value: Any) -> str:
    match value:
        case dict():
            said = {key: one for key, one in value.items() if one is not None}  # TOML has no word for nothing
            return "{ " + ", ".join(f"{_bare(key)} = {_to_toml(one)}" for key, one in said.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(_to_toml(one) for one in value) + "]"
    return msgspec.json.encode(value).decode()  # texts, numbers, true and false are written alike


# ---- reading ----


def read_pack(path: "Path", system: str = "", others: Iterable[Pack] = ()) -> Pack:
    """A pack from its file; what is wrong with it is refused, all of it."""
    return check_content(read_toml(path), path.name, system, others)


def check_content(
    content: dict[str, Any], where: str, system: str = "", others: Iterable[Pack] = (), *, alone: bool = False
) -> Pack:
    """A pack from what its file holds. `others` are those it is to be used with; `alone` it may lack some of theirs."""
    refusals, header = _read_header(content.get(HEADER, {}))
    game = _game_of(content, header, system)
    if isinstance(game, Refusal):
        raise FaultyPack([*refusals, game], where)
    pack = Pack(header, game.key, {name: rows for name, rows in content.items() if name != HEADER})
    pack = _in_all_languages(pack, tables_of(game))
    refusals += list(_row_faults(pack, game, tuple(others), alone))
    if not refusals and not alone:
        refusals = list(_use_faults(pack, game, tuple(others)))
    if refusals:
        raise FaultyPack(refusals, where, game.key)
    notices = [*pack.notices, *(Refusal("pack/replaces", field=one) for one in header.replaces)]
    return msgspec.structs.replace(pack, notices=tuple(one.within(where=where) for one in notices))


def tables_of(game: System) -> dict[str, type[Any]]:
    """Every table that a pack for a game may have, with the type of its rows."""
    from gardien.core.ready import READY

    return {**game.packs, **READY}


def _read_header(written: Any) -> tuple[list[Refusal], Header]:
    refusals = [one.within(field=HEADER) for one in faults(Header, written)]
    if isinstance(written, dict):
        format = written.get("format", FORMAT)
        if isinstance(format, int) and format > FORMAT:
            refusals = [Refusal("pack/newer", field=f"{HEADER}.format", came=format, high=FORMAT)]
        refusals += list(_text_faults(written, HEADER))
    return refusals, Header() if refusals else msgspec.convert(written, Header)


def _game_of(content: dict[str, Any], header: Header, system: str) -> System | Refusal:
    """The game a pack says it is for; else the one whose tables it names."""
    if header.system and system and header.system != system:
        return Refusal("pack/system", field=f"{HEADER}.system", came=header.system, game=system)
    named = header.system or system
    if named:
        try:
            return find(named)
        except Refusal as refusal:
            return refusal.within(field=f"{HEADER}.system")
    tables = {name for name in content if name != HEADER}
    games = [find(key) for key in keys()]
    alike = {game.key: len(tables & set(game.packs)) for game in games}
    near = [game for game in games if alike[game.key] == max(alike.values())]
    if len(near) > 1:
        sound = [game for game in near if not any(table_faults({name: content[name] for name in tables}, game.packs))]
        near = sound or near
    return near[0]


# ---- languages ----


def _in_all_languages(pack: Pack, kinds: dict[str, type[Any]]) -> Pack:
    """Texts that one language has and the other has not are told in the one there is; and it is said."""
    lent: dict[str, int] = {}
    tables = {}
    for name, rows in pack.tables.items():
        if name in kinds and isinstance(rows, list):
            kind = inspect.type_info(kinds[name])
            tables[name] = [_lend(kind, row, lent) for row in rows]
    notices = [Refusal("pack/language", field=language, came=count) for language, count in lent.items()]
    return msgspec.structs.replace(pack, tables={**pack.tables, **tables}, notices=tuple(notices))


def _lend(kind: inspect.Type, value: Any, lent: dict[str, int]) -> Any:
    match kind:
        case inspect.Metadata():
            return _lend(kind.type, value, lent)
        case inspect.UnionType():
            inner = [one for one in kind.types if isinstance(one, inspect.StructType | inspect.VarTupleType)]
            return _lend(inner[0], value, lent) if len(inner) == 1 else value
        case inspect.VarTupleType() if isinstance(value, list):
            return [_lend(kind.item_type, one, lent) for one in value]
        case inspect.StructType() if isinstance(value, dict):
            fields = {one.encode_name: one.type for one in kind.fields}
            full = {name: _lend(fields[name], one, lent) if name in fields else one for name, one in value.items()}
            for name in fields:
                stem, _, language = name.rpartition("_")
                other = "en" if language == "fr" else "fr"
                source = f"{stem}_{other}" if stem else other
                if language in LANGUAGES and name not in full and isinstance(full.get(source), str):
                    full[name] = full[source]
                    lent[language] = lent.get(language, 0) + 1
            return full
    return value


# ---- rows ----


def _row_faults(pack: Pack, game: System, others: tuple[Pack, ...], alone: bool) -> Iterator[Refusal]:
    """What is wrong with single rows, and with their names beside those there are already."""
    kinds, shelf = tables_of(game), game.shelf
    yield from table_faults(pack.tables, kinds)
    count = sum(len(rows) for rows in pack.tables.values() if isinstance(rows, list))
    if count > MOST_ROWS:
        yield Refusal("pack/many", came=count, most=MOST_ROWS)
        return
    taken = {(name, key): one for one in others for name in one.tables for key in _keys_of(one.tables[name])}
    unused = set(pack.header.replaces)
    for name, rows in pack.tables.items():
        if name not in kinds or not isinstance(rows, list) or (name in game.packs and name not in shelf.file_of):
            continue
        printed = {_key_of(row): row for row in shelf.printed(shelf.file_of[name], name)} if name in game.packs else {}
        for index, row in enumerate(rows):
            place, key = place_of(name, index, row), _key_of(row)
            yield from _text_faults(row, place)
            if key is not None and not KEY.fullmatch(key):
                yield Refusal("pack/key", field=place, came=key[:60])
            stands = printed.get(key) if key is not None else None
            if name in shelf.fixed and (stands is None or _numbers(row) != _numbers(stands)):
                yield Refusal("pack/fixed", field=place, table=name)
            if (stands is not None or (name, key) in taken) and f"{name}/{key}" not in unused:
                whose = taken[name, key].header.name if (name, key) in taken and key else ""
                yield Refusal(
                    "pack/taken/other" if whose else "pack/taken", field=place, came=f"{name}/{key}", pack=whose
                )
            unused.discard(f"{name}/{key}")
    for one in sorted(unused) if not alone else ():
        known = [f"{name}/{key}" for name in pack.tables for key in _keys_of(pack.tables[name])]
        yield Refusal("pack/replaces_nothing", field=f"{HEADER}.replaces", came=one[:60], hint=nearest(one[:60], known))


def _key_of(row: Any) -> str | None:
    key = row.get("key") if isinstance(row, dict) else None
    return key if isinstance(key, str) else None


def _keys_of(rows: Any) -> list[str]:
    return [key for row in rows if (key := _key_of(row)) is not None] if isinstance(rows, list) else []


def _numbers(row: Any) -> dict[str, Any]:
    """What of a row is no text."""
    return {name: value for name, value in row.items() if not isinstance(value, str)} if isinstance(row, dict) else {}


def _text_faults(value: Any, place: str) -> Iterator[Refusal]:
    """Texts that would be something else than text wherever they are shown."""
    if isinstance(value, str):
        if MARKUP.search(value):
            yield Refusal("pack/markup", field=place, came=value[:40])
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from _text_faults(one, f"{place}.{str(name)[:60]}")
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from _text_faults(one, f"{place}[{index}]")


def _use_faults(pack: Pack, game: System, others: tuple[Pack, ...]) -> Iterator[Refusal]:
    """What only shows when rows are used: names of other rows that there are not, beings that cannot be brought in."""
    from gardien.core.ready import READY, ready_faults

    beings = game.table_rules.beings
    with using(rows_of((*others, pack))):
        for name, rows in pack.tables.items():
            for index, row in enumerate(rows):
                place = place_of(name, index, row)
                yield from (one.within(field=place) for one in _reference_faults(name, row, game))
                key = _key_of(row)
                if key is None or name not in {*beings, *READY}:
                    continue
                try:
                    if name in READY:
                        yield from (one.within(field=place) for one in ready_faults(game, name, key))
                        continue
                    for language in LANGUAGES:
                        beings[name](key, language)
                except Refusal as refusal:
                    yield refusal.within(field=place)
                except (msgspec.ValidationError, ValueError, ArithmeticError, LookupError, TypeError) as fault:
                    own = getattr(fault.__cause__ or fault, "refusal", None)
                    yield (
                        own.within(field=place) if own else Refusal("pack/unusable", field=place, fault=str(fault)[:80])
                    )


def _reference_faults(table: str, row: Any, game: System) -> Iterator[Refusal]:
    """A field that is called as a table is names one of its rows, where it does so in every row that is printed."""
    shelf = game.shelf
    for field, value in row.items() if isinstance(row, dict) and table in shelf.file_of else ():
        named = next((one for one in (field, field.removesuffix("s")) if one in shelf.file_of), "")
        if not named or named == table or not isinstance(value, str | list):
            continue
        printed = [one.get(field) for one in shelf.printed(shelf.file_of[table], table) if isinstance(one, dict)]
        known = set(_keys_of(shelf.printed(shelf.file_of[named], named)))
        if known and all(_words(one) <= known for one in printed if one) and any(printed):
            now = shelf.keys(shelf.file_of[named], named)
            for word in sorted(_words(value) - set(now)):
                yield Refusal("field/one_of", field=field, came=word[:60], allowed=now, hint=nearest(word[:60], now))


def _words(value: Any) -> set[str]:
    return {one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)}


# ---- those that lie in folders ----


def pack_files(place: str) -> list[str]:
    """The packs of a folder, or the one a path names."""
    if not os.path.isdir(place):
        return [place]
    names = sorted(name for name in os.listdir(place) if name.endswith(".toml") and not name.startswith("."))
    return [os.path.join(place, name) for name in names]


def load_pack(file: str, folder: str, system: str = "", others: Sequence[Pack] = ()) -> Pack:
    """A pack from its file, checked once: found sound, it is kept in a quick form in a folder of the user's own, and
    taken from there until the file or the game's tables change."""
    from zlib import crc32

    name = f"{crc32(os.path.abspath(file).encode()):08x}-{system}-{os.path.basename(file)[-100:]}"
    twin = os.path.join(folder, ".kept", name)
    kept = _kept(twin, file)
    if kept is not None and not _collide(kept, others):
        return kept
    from pathlib import Path

    stamped = _stamp(file)
    pack = read_pack(Path(file), system, others)
    with suppress(OSError):
        kept_with = [os.path.abspath(file), *stamped, *_tables_stamp(pack.system), pack.system]
        keep_file(twin, msgspec.msgpack.encode([*kept_with, pack.content]))
    return pack


def _kept(twin: str, file: str) -> Pack | None:
    """What was kept of a file, if nothing has changed since."""
    try:
        with open(twin, "rb") as source:
            path, written, size, printed, format, system, content = msgspec.msgpack.decode(source.read())
        if (
            path != os.path.abspath(file)
            or _stamp(file) != (written, size)
            or _tables_stamp(system) != (printed, format)
        ):
            return None
        header = msgspec.convert(content.pop(HEADER), Header)
    except (OSError, ValueError, TypeError, LookupError, AttributeError, Refusal):
        return None  # none there, or none that can be read: check again
    return Pack(header, system, content)


def _stamp(file: str) -> tuple[int, int]:
    try:
        facts = os.stat(file)
    except (OSError, ValueError):
        return 0, 0
    return facts.st_mtime_ns, facts.st_size


@cache
def _tables_stamp(system: str) -> tuple[int, int]:
    """What a check rests on beside the file: the game's own tables, and what a pack may say."""
    folder = os.path.join(find(system).folder, "pack")
    return max((os.stat(entry).st_mtime_ns for entry in os.scandir(folder)), default=0), FORMAT


def _collide(pack: Pack, others: Sequence[Pack]) -> bool:
    """Whether it has a row that another pack has too."""
    return any(
        pack.system == one.system and not set(_keys_of(pack.tables[name])).isdisjoint(_keys_of(one.tables.get(name)))
        for one in others
        for name in pack.tables
    )
