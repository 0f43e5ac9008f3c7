"""What was asked of a procedure, looked at before any sheet is: kinds of values at every place, people who are there.

Whatever a game does with inputs and sheets together (`core/table_rules.py`) may rely on it.
"""

from collections.abc import Container, Iterator, Mapping
from itertools import islice
from typing import Any

from msgspec import Struct, inspect

from gardien.core.errors import Refusal
from gardien.core.inputs import MOST_FAULTS, type_faults, type_of, types_in
from gardien.core.system import System
from gardien.core.table_rules import REFERENCE

SINGLE = frozenset({str, int, bool, float, type(None)})  # values with nothing in them
SCHEMA_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (Mapping,),
}


class _Asked(Struct, frozen=True):
    people: Container[str]
    further: Mapping[str, Any]  # inputs that only a sheet can turn into others: name -> schema


def check_asked(system: System, procedure: str, asked: Mapping[str, Any], people: Container[str]) -> None:
    """Refuse what no sheet could make right; what is still missing may come from one."""
    kind = type_of(system.procedure(procedure).given)
    assert isinstance(kind, inspect.StructType)
    looked = _Asked(people, system.table_rules.ui_inputs.get(procedure, {}))
    faults = list(islice(_struct_faults(looked, kind, asked, "", top=True), MOST_FAULTS))
    if faults:
        first, *others = [one.within(where=f"{system.key}/{procedure}") for one in faults]
        first.also = tuple(others)
        raise first


def _faults(looked: _Asked, kind: inspect.Type, value: Any, path: str) -> Iterator[Refusal]:
    if value.__class__ in SINGLE:
        while isinstance(kind, inspect.Metadata):
            kind = kind.type
        yield from type_faults(kind, value, path)
        return
    match kind:
        case inspect.Metadata(type=inspect.StrType(), extra_json_schema={"examples": _}):  # a key, which is nobody
            yield from type_faults(kind.type, value, path)
        case inspect.Metadata():
            yield from _faults(looked, kind.type, value, path)
        case inspect.StrType() if isinstance(value, Mapping) and REFERENCE in value:
            yield from _person_faults(looked, value, path)
        case inspect.StructType() if isinstance(value, Mapping):
            yield from _struct_faults(looked, kind, value, path)
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, list | tuple):
            yield from type_faults(kind, [], path) if not value else ()
            for index, one in enumerate(value):
                yield from _faults(looked, kind.item_type, one, f"{path}[{index}]")
        case inspect.DictType() if isinstance(value, Mapping):
            for name, one in value.items():
                yield from _faults(looked, kind.value_type, one, f"{path}.{name}")
        case inspect.UnionType() if isinstance(value, Mapping):
            structs = [one for one in kind.types if isinstance(one, inspect.StructType)]
            if len(structs) == 1:
                yield from _struct_faults(looked, structs[0], value, path)
            else:
                yield from type_faults(kind, value, path)
        case _:
            yield from type_faults(kind, value, path)


def _struct_faults(
    looked: _Asked, kind: inspect.StructType, value: Mapping[str, Any], path: str, *, top: bool = False
) -> Iterator[Refusal]:
    types = types_in(kind.cls)
    if REFERENCE in value and REFERENCE not in types and not top:
        yield from _person_faults(looked, value, path)
    for name, one in value.items():
        place = f"{path}.{name}".removeprefix(".")
        if name in types:
            yield from _faults(looked, types[name], one, place)
        elif name in looked.further:
            yield from _schema_faults(looked, looked.further[name], one, place)


def _person_faults(looked: _Asked, value: Mapping[str, Any], path: str) -> Iterator[Refusal]:
    id, place = value[REFERENCE], f"{path}.{REFERENCE}".removeprefix(".")
    if not isinstance(id, str):
        yield Refusal("field/type", field=place, came=str(id)[:40], allowed="id")
    elif id not in looked.people:
        yield Refusal("table/no_character", field=place, came=id[:40])


def _schema_faults(looked: _Asked, schema: Mapping[str, Any], value: Any, path: str) -> Iterator[Refusal]:
    wanted = SCHEMA_TYPES[schema["type"]]
    if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
        yield Refusal("field/type", field=path, came=str(value)[:40], allowed=schema["type"])
    elif isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        yield Refusal("field/length_at_most", field=path, high=schema["maxLength"], came=len(value))
    elif isinstance(value, list | tuple):
        if len(value) > schema.get("maxItems", len(value)):
            yield Refusal("field/length_at_most", field=path, high=schema["maxItems"], came=len(value))
        for index, one in enumerate(value):
            yield from _schema_faults(looked, schema["items"], one, f"{path}[{index}]")
    elif isinstance(value, Mapping) and REFERENCE in value:
        yield from _person_faults(looked, value, path)
