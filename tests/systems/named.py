"""Which fields and words of a game have a name in both languages."""

from collections.abc import Iterator
from typing import Any

from msgspec import inspect
from msgspec.structs import fields

from gardien.core.system import System


def said(entry: dict[str, Any] | None, *parts: str) -> bool:
    """Whether an entry has these parts in both languages; `""` is the word itself."""
    wanted = [f"{part}{language}" for part in parts or ("",) for language in ("fr", "en")]
    return entry is not None and all(str(entry.get(name, "")).strip() for name in wanted)


def helped(entry: dict[str, Any] | None) -> bool:
    """Whether an entry has a name and a help of whole sentences."""
    return entry is not None and said(entry, "", "help_") and entry["help_fr"][-1] == entry["help_en"][-1] == "."


def walk(kind: inspect.Type, where: str, field: str = "") -> Iterator[tuple[str, str, str | None]]:
    """All fields and words of a type: (object or procedure, field, word or nothing)."""
    match kind:
        case inspect.StructType():
            place = kind.cls.__name__ if field else where
            for one in kind.fields:
                yield place, one.encode_name, None
                yield from walk(one.type, place, one.encode_name)
        case inspect.UnionType():
            for part in kind.types:
                yield from walk(part, where, field)
        case inspect.VarTupleType() | inspect.ListType():
            yield from walk(kind.item_type, where, field)
        case inspect.DictType():
            yield from walk(kind.key_type, where, field)
            yield from walk(kind.value_type, where, field)
        case inspect.Metadata():
            yield from walk(kind.type, where, field)
        case inspect.LiteralType():
            yield from ((where, field, value) for value in kind.values if isinstance(value, str))


def silent(system: System, kind: Any, where: str) -> list[str]:
    """The fields and words of a type that have no name; that of the game itself is not a word of it."""
    terms, result = system.terms, set()
    for place, field, word in walk(inspect.type_info(kind), where):
        if word is None and not said(terms.field(field, place)):
            result.add(field)
        elif word is not None and (field, word) != ("system", system.key) and not said(terms.value(field, word)):
            result.add(f"{field} = {word}")
    return sorted(result)


def rows_of(*modules: Any) -> list[type]:
    """The types of rows that some modules declare."""
    return [
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and one.__module__ == module.__name__ and hasattr(one, "__struct_fields__")
    ]


def unnamed_columns(system: System, *modules: Any) -> set[str]:
    """Columns of a pack without a name; names and notes stand in both languages and speak for themselves."""
    rows = rows_of(*modules)
    assert rows
    return {
        name
        for kind in rows
        for name in silent(system, kind, kind.__name__)
        if name != "key" and not name.endswith(("fr", "en", "fr_f"))
    }


def truths_without_words(system: System, headlines: bool = False) -> list[str]:
    """Results that are yes or no and say no more than that: “still on fire” and “fire out” are better on a card."""
    truths = {
        field.encode_name
        for one in system.procedures()
        for field in fields(one.outcome)
        if "bool" in str(field.type) and (field.encode_name in one.headline or not headlines)
    }
    entries = {(name, truth): system.terms.entry("enum", name, truth) for name in truths for truth in ("true", "false")}
    return sorted(" ".join(place) for place, entry in entries.items() if not said(entry))
