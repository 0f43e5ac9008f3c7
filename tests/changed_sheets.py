"""Sheets after changes, and before them again: what undo rests on, tried on sheets alone."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from gardien.core.sheet import Sheet
from gardien.core.values import Change

S = TypeVar("S", bound=Sheet)


def after_changes(sheet: S, changes: Iterable[Change]) -> S:
    """The sheet after changes; those to fields it does not have are not its own."""
    fields = {c.field: c.after for c in changes if c.field in sheet.__struct_fields__}
    return (
        msgspec.convert({**msgspec.to_builtins(sheet), **msgspec.to_builtins(fields)}, type(sheet)) if fields else sheet
    )


def inverse(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that take changes back."""
    return tuple(Change(c.field, c.after, c.before, c.who) for c in reversed(tuple(changes)))
