"""Sheets beside procedures: what they know of inputs, and what changes leave on them and take back again."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from gardien.core.sheet import Sheet
from gardien.core.values import Change

S = TypeVar("S", bound=Sheet)


def inputs_of(sheet: Sheet, given: type[Struct]) -> dict[str, Any]:
    """The inputs of a procedure that the sheet already knows: those of the same name."""
    known = msgspec.to_builtins(sheet)
    return {
        name: known[name]
        for name in given.__struct_encode_fields__
        if name in known and name not in ("system", "version")
    }


def after_changes(sheet: S, changes: Iterable[Change]) -> S:
    """The sheet after changes; those to fields it does not have are not its own."""
    fields = {c.field: c.after for c in changes if c.field in sheet.__struct_fields__}
    return (
        msgspec.convert({**msgspec.to_builtins(sheet), **msgspec.to_builtins(fields)}, type(sheet)) if fields else sheet
    )


def inverse(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that take changes back."""
    return tuple(Change(c.field, c.after, c.before, c.who) for c in reversed(tuple(changes)))
