"""Sheets: immutable, typed, versioned; changed by `Change` values, and so changed back."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.core.given import read
from gardien.core.values import Change, Value

S = TypeVar("S", bound="Sheet")


class Sheet(Value, frozen=True, kw_only=True):
    """Base of a character's sheet: which system it belongs to and in which version it was written."""

    system: str
    version: int = 1


def filled(sheet: Sheet, given: type[Struct]) -> dict[str, Any]:
    """The inputs of a procedure that the sheet already knows: those of the same name."""
    known = msgspec.to_builtins(sheet)
    return {
        name: known[name]
        for name in given.__struct_encode_fields__
        if name in known and name not in ("system", "version")
    }


def changed(sheet: S, changes: Iterable[Change]) -> S:
    """The sheet after changes; those to fields it does not have are not its own."""
    fields = {c.field: c.after for c in changes if c.field in sheet.__struct_fields__}
    return (
        msgspec.convert({**msgspec.to_builtins(sheet), **msgspec.to_builtins(fields)}, type(sheet)) if fields else sheet
    )


def undone(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that take changes back."""
    return tuple(Change(c.field, c.after, c.before, c.who) for c in reversed(tuple(changes)))


def read_sheet(content: Any, kind: type[S], where: str, version: int) -> S:
    """A sheet from its file; one from a newer version is refused rather than guessed."""
    if isinstance(content, dict) and isinstance(content.get("version"), int) and content["version"] > version:
        raise Refusal("sheet/version", where=where, came=content["version"], high=version)
    return read(kind, content, where)
