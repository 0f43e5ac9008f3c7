"""Random valid inputs, built from nothing but the type of the inputs: small lists, small numbers, names that meet.

People and things are called by the same few names everywhere, so that a target is often somebody who is there; those
who stand in a list all have names of their own.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct, inspect

from conformance.installed import plain

NAMES = ("Ada", "Bo", "Cy", "Dr. No")
FURTHER = tuple(f"Eve {number}" for number in range(1, 100))
NAMING = ("id", "name", "key")  # fields by which the members of a list are told apart
MOST_ITEMS = 3
MOST_TOLD = 8  # fields of an object that need not be told
TO_NAME = "§"  # stands where a name is still to be given
SPREAD = 6  # numbers are drawn within so much of their lowest


@cache
def inputs(kind: type[Struct]) -> st.SearchStrategy[dict[str, Any]]:
    """Plain objects that a struct accepts, whatever it may then refuse about itself."""
    return _objects(inspect.type_info(kind)).map(lambda drawn: _named(drawn, iter(NAMES + FURTHER)))


def _values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    if isinstance(kind, inspect.Metadata) and (kind.extra_json_schema or {}).get("examples"):
        return st.sampled_from(kind.extra_json_schema["examples"])  # a key of the pack: any other would be refused
    kind = plain(kind)
    match kind:
        case inspect.StructType():
            return _objects(kind)
        case inspect.UnionType():
            return st.one_of(*(_values(one) for one in kind.types))
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.IntType():
            low = int(kind.ge) if kind.ge is not None else -SPREAD
            high = int(kind.le) if kind.le is not None else low + 2 * SPREAD
            return st.integers(low, min(high, low + SPREAD if low >= 0 else high))
        case inspect.FloatType():
            low = float(kind.ge or 0)
            return st.sampled_from([low, low + 0.5, low + 2.0])
        case inspect.StrType():
            return st.sampled_from(NAMES)
        case inspect.VarTupleType() | inspect.ListType():
            return _lists(kind)
        case inspect.DictType():
            return st.dictionaries(_values(kind.key_type), _values(kind.value_type), max_size=2)
    raise NotImplementedError(f"no values are known for {kind}")


def _objects(kind: Any) -> st.SearchStrategy[dict[str, Any]]:
    required = {field.encode_name: _values(field.type) for field in kind.fields if field.required}
    optional = {field.encode_name: _values(field.type) for field in kind.fields if not field.required}
    if len(optional) <= MOST_TOLD:
        return st.fixed_dictionaries(required, optional=optional)
    told = st.sets(st.sampled_from(list(optional)), max_size=MOST_TOLD)
    return _largely_silent(told, required, optional)


@st.composite
def _largely_silent(
    draw: st.DrawFn, told: st.SearchStrategy[set[str]], required: dict[str, Any], optional: dict[str, Any]
) -> dict[str, Any]:
    """An object of which little is said: somebody with every ailment there is can do nothing that is worth playing."""
    fields = {*required, *draw(told)}
    return {name: draw(one) for name, one in (required | optional).items() if name in fields}


def _lists(kind: Any) -> st.SearchStrategy[list[Any]]:
    low = kind.min_length or 0
    high = min(kind.max_length if kind.max_length is not None else MOST_ITEMS, max(low, MOST_ITEMS))
    lists = st.lists(_values(kind.item_type), min_size=low, max_size=high)
    item = plain(kind.item_type)
    if isinstance(item, inspect.StructType):
        return lists.map(lambda rows: [_to_name(item, row) for row in rows])
    return lists


def _to_name(kind: inspect.StructType, row: dict[str, Any]) -> dict[str, Any]:
    """A member of a list with a place for a name of its own, or of the person within it."""
    own = [field.encode_name for field in kind.fields if field.encode_name in NAMING]
    if own:
        return {**row, **dict.fromkeys(own, TO_NAME)}
    people = {
        field.encode_name: inner
        for field in kind.fields
        if isinstance(inner := plain(field.type), inspect.StructType)
        and any(one.encode_name == "name" for one in inner.fields)
    }
    return {**row, **{name: _to_name(inner, row.get(name, {})) for name, inner in people.items()}}


def _named(drawn: Any, names: Iterator[str]) -> Any:
    """The drawn object with a name of its own for each member of each list."""
    if isinstance(drawn, list):
        return [_named(one, names) for one in drawn]
    if isinstance(drawn, dict):
        own = next(names) if TO_NAME in drawn.values() else ""
        return {field: own if value == TO_NAME else _named(value, names) for field, value in drawn.items()}
    return drawn


def other_than(value: Any) -> Any:
    """A value of the same sort that is not this one."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return "" if value else "x"
        case list():
            return [] if value else ["x"]
        case dict():
            return {"x": 1}
    return "x"
