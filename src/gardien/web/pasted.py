"""A stat block as people paste it, « GOULE FOR 13 CON 12 … », read as a sheet of the game; what is not read is told."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, inspect

from gardien.core.inputs import type_of
from gardien.core.system import System
from gardien.core.table_rules import kind_of
from gardien.core.terms import LANGUAGES
from gardien.shared.profiles import search_key
from gardien.sheets.words import key_name

NUMBER = re.compile(r"(?<![\w.,])[+−-]?\d{1,4}(?![\w/])")
DICE = re.compile(r"\d{0,3}[dD]\d{1,4}(?:\s?[+−-]\s?\d{1,3})?")
MOST = 200  # pieces of a text
LONGEST = 20_000  # letters
WORDS = 4  # of the longest name before a number
OF_THE_FILE = ("version", "count")


class Pasted(Struct, frozen=True):
    """What a text says: a sheet of the game, how many values were read, and what was not."""

    sheet: dict[str, Any]
    read: int
    left: tuple[str, ...]


def read_block(system: System, text: str) -> Pasted:
    """A text as the sheet of somebody whom the game master plays."""
    kinds = [one for one in system.table_rules.sheets if kind_of(one)]
    kind = kinds[1] if len(kinds) > 1 else kinds[0]
    known, open_map = _names(system, kind)
    sheet: dict[str, Any] = {"kind": kind_of(kind)}
    left: list[str] = []
    read, end = 0, 0
    text = "\n".join(text[:LONGEST].splitlines())  # a form sends its lines otherwise than a file
    thrown = DICE.findall(text)[:MOST]
    text = DICE.sub(",", text)
    for place, (before_it, written, ends) in enumerate(_pieces(text)):
        *others, named = [one.strip(" \t.:()%=") for one in re.split(r"[,;|•\n]", before_it)]
        others = [one for one in others if one]
        if not place and others:
            sheet["name"], others = _name([others[0]]), others[1:]
        left += others
        words, value = named.split() or [""], int(written.replace("−", "-"))
        paths, before = _recognised(words, known)
        if not place and "name" not in sheet and not paths and len(before) > 1:  # a code of another game
            sheet["name"], words, before = _name(before[:-1]), before[-1:], []
        elif not place and "name" not in sheet and before:
            sheet["name"], words = _name(before), words if paths else [""]
        elif before and before != [""]:
            left.append(" ".join(before))
        if paths:
            for path in paths:
                _put(sheet, path, value)
        elif open_map and words != [""] and place and 0 < value <= open_map[1]:
            sheet.setdefault(open_map[0], {})[" ".join(words)] = value
            left = left[:-1]
        else:
            said = " ".join(words)
            left = [*(left[:-1] if left[-1:] == [said] else left), f"{said} {written}".strip()]
            end = ends
            continue
        read, end = read + 1, ends
    rest = text[end:].strip(" \t\n,;.%\u00a0\u202f")
    if not read and "name" not in sheet and rest:
        sheet["name"], rest = rest.splitlines()[0][:90], ""
    return Pasted(sheet, read, tuple(dict.fromkeys(one for one in (*left, rest, *thrown) if one)))


def _name(words: list[str]) -> str:
    return " ".join(words).strip(" ,;:.").capitalize()[:90]


def _pieces(text: str) -> Iterator[tuple[str, str, int]]:
    """Numbers, each with what stands before it, and where it ends."""
    end = 0
    for place, found in enumerate(NUMBER.finditer(text)):
        if place >= MOST:
            return
        yield text[end : found.start()].strip(" \t%:="), found[0], found.end()
        end = found.end()


def _recognised(words: list[str], known: dict[str, list[tuple[str, ...]]]) -> tuple[list[tuple[str, ...]], list[str]]:
    """The longest name that ends just before a number, and what stands before it."""
    for count in range(min(WORDS, len(words)), 0, -1):
        paths = known.get(search_key(" ".join(words[-count:])))
        if paths:
            return paths, words[:-count]
    return [], words


def _put(sheet: dict[str, Any], path: tuple[str, ...], value: int) -> None:
    *inside, last = path
    for name in inside:
        sheet = sheet.setdefault(name, {})
    sheet.setdefault(last, value)


def _names(system: System, kind: type[Struct]) -> tuple[dict[str, list[tuple[str, ...]]], tuple[str, int] | None]:
    """What the numbers of a sheet are called, in either language; and the list that takes names of one's own."""
    known: dict[str, list[tuple[str, ...]]] = {}
    terms, computed = system.terms, system.presentation.computed.get(kind_of(kind), ())
    open_map: tuple[str, int] | None = None

    def call(path: tuple[str, ...], *names: str) -> None:
        for name in filter(None, map(search_key, names)):
            known.setdefault(name, []).append(path)

    grids = {one.of for one in system.presentation.grids.values()}
    described = type_of(kind)
    assert isinstance(described, inspect.StructType)
    for field in described.fields:
        name = field.encode_name
        if name in OF_THE_FILE or name in computed:
            continue
        of = _bare(field.type)
        if isinstance(of, inspect.IntType | inspect.FloatType):
            entry = terms.entry("characteristic", name) or terms.field(name) or {}
            call((name,), name, str(entry.get("code", "")), *(terms.label(name, one) for one in LANGUAGES))
        elif isinstance(of, inspect.DictType) and isinstance(_bare(of.value_type), inspect.IntType):
            keys = [] if _fixed(of.key_type) and name not in grids else _keys(of.key_type)
            for key in keys:
                entry = terms.entry("characteristic", key) or {}
                named = [key_name(system, name, key, one) for one in LANGUAGES if name in system.presentation.named]
                call((name, key), key, str(entry.get("code", "")), *named)
            if not keys and not _fixed(of.key_type) and name in system.presentation.levels:
                open_map = open_map or (name, getattr(_bare(of.value_type), "le", None) or 1000)
    return known, open_map


def _bare(kind: inspect.Type) -> inspect.Type:
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        return next((one for one in map(_bare, kind.types) if not isinstance(one, inspect.NoneType)), kind)
    return kind


def _fixed(kind: inspect.Type) -> bool:
    """Whether a map has words of the game for keys: such counts something else, unless a grid shows it."""
    return isinstance(_bare(kind), inspect.LiteralType)


def _keys(kind: inspect.Type) -> list[str]:
    """The keys that a map may have, where they are told."""
    if isinstance(kind, inspect.Metadata):
        listed = (kind.extra_json_schema or {}).get("examples", ())
        return [str(one) for one in listed] or _keys(kind.type)
    return [str(one) for one in kind.values] if isinstance(kind, inspect.LiteralType) else []
