"""Sheets: immutable, typed, versioned; changed by `Change` values, and so changed back."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from gardien.core.errors import Refusal
from gardien.core.in_force import kept_by_rows
from gardien.core.inputs import parse
from gardien.core.values import Value

S = TypeVar("S", bound="Sheet")

MOST_READ = 100  # sheets that were read lately: what is written on one begins from what was written before


class Sheet(Value, frozen=True, kw_only=True):
    """Base of a character's sheet: which system it belongs to and in which version it was written."""

    system: str
    version: int = 1


def having(sheet: S, **fields: Any) -> S:
    """A sheet with other values; the same one where it has them already, which need not be worked out again."""
    return sheet if all(getattr(sheet, name) == value for name, value in fields.items()) else replace(sheet, **fields)


def on_sheet(kind: type[Sheet], content: Mapping[str, Any]) -> dict[str, Any]:
    """What of somebody stands on such a sheet; marks that are read with it do not."""
    return {name: content[name] for name in kind.__struct_encode_fields__ if name in content}


def kept_sheet(kind: type[S], content: Mapping[str, Any]) -> S:
    """A kept sheet as its type reads it; what was read lately is not worked out again."""
    return _read(kind, msgspec.json.encode(on_sheet(kind, content)))  # type: ignore[no-any-return]


@kept_by_rows(MOST_READ)
def _read(kind: type[Sheet], content: bytes) -> Any:
    return msgspec.json.decode(content, type=kind)


def read_sheet(content: Any, kind: type[S], where: str, version: int) -> S:
    """A sheet from its file; one from a newer version is refused rather than guessed."""
    if isinstance(content, dict) and isinstance(content.get("version"), int) and content["version"] > version:
        raise Refusal("sheet/version", where=where, came=content["version"], high=version)
    return parse(kind, content, where)


def current_version(kind: type[Sheet]) -> int:
    """The version in which this program writes a sheet."""
    return next(int(field.default) for field in msgspec.structs.fields(kind) if field.name == "version")
