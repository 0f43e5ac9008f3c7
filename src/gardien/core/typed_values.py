"""What people write: values at dotted paths (`opposition.value`, `members.0.name`), lists with commas between."""

from itertools import pairwise
from typing import Any

from msgspec import inspect

from gardien.core.errors import Refusal
from gardien.core.pack import MOST_DEPTH

PLAIN = (inspect.StrType, inspect.LiteralType, inspect.IntType, inspect.FloatType, inspect.BoolType)


def put_at(given: dict[str, Any], name: str, value: Any) -> None:
    """Set the value at a dotted path; a number is a place in a list, the next one free adds to it."""
    path = name.split(".")
    if len(path) > MOST_DEPTH:
        raise Refusal("file/deep", where=name[:60], most=MOST_DEPTH)
    holder: Any = given
    for part, following in pairwise(path):
        holder = _slot(holder, part, name, [] if following.isdecimal() else {})
    _slot(holder, path[-1], name, value, replace=True)


def _slot(holder: Any, part: str, name: str, value: Any, *, replace: bool = False) -> Any:
    """What a list or object holds at `part`; `value` is put there when nothing is, or to replace it."""
    if isinstance(holder, dict):
        if replace or part not in holder:
            holder[part] = value
        return holder[part]
    if not isinstance(holder, list):
        raise Refusal("field/inside", field=name, came=part)
    if not part.isdecimal() or len(part) > 6 or int(part) > len(holder):
        raise Refusal("field/place", field=name, next=len(holder))
    at = int(part)
    if at == len(holder):
        holder.append(value)
    elif replace:
        holder[at] = value
    return holder[at]


def with_lists(kind: inspect.Type, value: Any) -> Any:
    """The same inputs, with `a,b,c` made a list wherever a list of plain values is wanted."""
    if isinstance(kind, inspect.Metadata):
        return with_lists(kind.type, value)
    if isinstance(kind, inspect.UnionType):
        listed = [
            one for one in kind.types if isinstance(one, inspect.StructType | inspect.VarTupleType | inspect.ListType)
        ]
        return with_lists(listed[0], value) if listed else value
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        known = {field.encode_name: field.type for field in kind.fields}
        return {name: with_lists(known[name], one) if name in known else one for name, one in value.items()}
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        if isinstance(value, list):
            return [with_lists(kind.item_type, one) for one in value]
        if isinstance(value, str) and _holds_plain(kind.item_type):
            return [one.strip() for one in value.split(",")] if value else []
    return value


def _holds_plain(kind: inspect.Type) -> bool:
    """Whether a plain value can stand there, alone or instead of an object."""
    if isinstance(kind, inspect.Metadata):
        return _holds_plain(kind.type)
    if isinstance(kind, inspect.UnionType):
        return any(_holds_plain(one) for one in kind.types)
    return isinstance(kind, PLAIN)


def object_in(kind: inspect.Type) -> inspect.StructType | None:
    """The object a field holds: itself, in a list, or as one of several kinds."""
    match kind:
        case inspect.StructType():
            return kind
        case inspect.Metadata():
            return object_in(kind.type)
        case inspect.VarTupleType() | inspect.ListType():
            return object_in(kind.item_type)
        case inspect.UnionType():
            return next((found for one in kind.types if (found := object_in(one))), None)
    return None
