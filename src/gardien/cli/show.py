"""`gardien show`: a sheet read from its file and laid out."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from gardien.cli.command_line import Line
from gardien.cli.layout import in_words, label, paint, wrap_text
from gardien.cli.shared import print_json
from gardien.cli.streams import escaped
from gardien.core.errors import Refusal
from gardien.core.pack import read_json, read_text
from gardien.core.sheet import Sheet, read_sheet
from gardien.core.system import System, find
from gardien.core.terms import Language

HIDDEN = ("system", "version")


def run(line: Line) -> int:
    """Print a sheet."""
    path = Path(line.words[0])
    content = read_json(read_text(path), path.name)
    if not isinstance(content, dict) or not isinstance(content.get("system"), str):
        raise Refusal("cli/no_system", where=path.name)
    system = find(content["system"])
    kind = _kind(system, content.get("kind"))
    sheet = read_sheet(content, kind, path.name, current_version(kind))
    if line.json:
        print_json(sheet)
    else:
        print("\n".join(laid_out(system, sheet, line.language)))
    return 0


def _kind(system: System, kind: Any) -> type[Sheet]:
    """The kind of sheet a file holds: a player's character, or one of the game master's."""
    return (system.table_rules.sheet_type(kind) if isinstance(kind, str) and kind else None) or system.sheet


def current_version(kind: type[Sheet]) -> int:
    """The version in which this program writes a sheet."""
    return next(int(field.default) for field in msgspec.structs.fields(kind) if field.name == "version")


def laid_out(system: System, sheet: Any, language: Language) -> list[str]:
    """A sheet as text: the name on top, short values in a column, then the longer parts."""
    content = {name: value for name, value in msgspec.to_builtins(sheet).items() if name not in _silent(sheet)}
    name = content.pop("name", "") or system.title
    plain = {key: value for key, value in content.items() if not _long(value)}
    lines = [
        f"{paint(escaped(str(name)), 'bold')}  {paint(system.title, 'dim')}",
        *_column(system, plain, language, "  "),
    ]
    for key, value in content.items():
        if _long(value):
            lines += ["", paint(label(system.terms, key, language), "bold"), *_part(system, key, value, language, "  ")]
    return lines


def _silent(sheet: Any) -> set[str]:
    """The fields with nothing to say: empty ones, and parts nobody has touched yet."""
    values = {field.encode_name: (getattr(sheet, field.name), field.default) for field in msgspec.structs.fields(sheet)}
    untouched = {key for key, (value, default) in values.items() if value == default and isinstance(value, Struct)}
    return {*HIDDEN, *untouched, *(key for key, (value, _) in values.items() if _empty(value))}


def _empty(value: Any) -> bool:
    return value is None or value is False or (isinstance(value, str | list | tuple | dict) and not value)


def _long(value: Any) -> bool:
    """Whether a value wants a part of its own."""
    if isinstance(value, dict):
        return bool(value)
    return (isinstance(value, list | tuple) and any(isinstance(one, dict | list | tuple) for one in value)) or (
        isinstance(value, str) and len(value) > 60
    )


def _column(system: System, content: dict[str, Any], language: Language, indent: str) -> list[str]:
    named = {key: label(system.terms, key, language) for key in content}
    margin = max(map(len, named.values()), default=0)
    return [
        f"{indent}{paint(named[key].ljust(margin), 'dim')}  {in_words(system.terms, key, value, language)}"
        for key, value in content.items()
    ]


def _part(system: System, key: str, value: Any, language: Language, indent: str) -> list[str]:
    """A longer part: a text, the entries of an object, the rows of a list."""
    if isinstance(value, str):
        return [line for paragraph in value.split("\n") for line in wrap_text(paragraph, indent)]
    if isinstance(value, dict):
        if not any(_long(one) for one in value.values()):
            return _column(system, value, language, indent)
        lines = []
        for name, one in value.items():
            lines.append(f"{indent}{label(system.terms, name, language)}")
            lines += _part(system, name, one, language, indent + "  ")
        return lines
    if isinstance(value, list | tuple) and any(isinstance(one, dict | list | tuple) for one in value):
        return [line for one in value for line in _row(system, key, one, language, indent)]
    return [f"{indent}{in_words(system.terms, key, value, language)}"]


def _row(system: System, key: str, value: Any, language: Language, indent: str) -> list[str]:
    """One row of a list: its name first, then what is worth saying of it."""
    if not isinstance(value, dict):
        return [f"{indent}{in_words(system.terms, key, value, language)}"]
    rest = {name: one for name, one in value.items() if name not in ("name", "key") and not _empty(one)}
    about = in_words(system.terms, key, rest, language) if rest else ""
    name = in_words(system.terms, key, value.get("name") or value.get("key") or "", language)
    return wrap_text(", ".join(part for part in (name, about) if part and part != "—"), indent)
