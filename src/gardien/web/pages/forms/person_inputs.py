"""Which inputs of a procedure are people, so that a form lets one choose among those at the table."""

from functools import cache

from msgspec import inspect

from gardien.core.inputs import type_of
from gardien.core.procedure import Procedure
from gardien.core.system import System
from gardien.table.binding import NAMES


def bare(kind: inspect.Type) -> inspect.Type:
    """A type without what is only said about it, and without the nothing that may stand in its place."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.UnionType):
        others = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return bare(others[0]) if len(others) == 1 else kind
    return kind


def item_of(kind: inspect.Type) -> inspect.Type:
    """What a list is a list of; anything else is not a list of people."""
    kind = bare(kind)
    return bare(kind.item_type) if isinstance(kind, inspect.VarTupleType | inspect.ListType) else inspect.NoneType()


@cache
def _persons(system: System) -> tuple[frozenset[type], frozenset[tuple[str, str]]]:
    """The inputs that somebody acts or is aimed at as; and the values that sheets have."""
    declared = set()
    table_rules = system.table_rules
    for procedure, name in (
        *table_rules.actors.items(),
        *((key, one.target) for key, one in table_rules.targeting.items()),
    ):
        kind = type_of(system.procedure(procedure).given)
        assert isinstance(kind, inspect.StructType)
        declared |= {of.cls for one in kind.fields if one.encode_name == name and (of := _struct(one.type))}
    sheets = [type_of(one) for one in table_rules.sheets]
    values = {
        (one.encode_name, repr(one.type))
        for kind in sheets
        if isinstance(kind, inspect.StructType)
        for one in kind.fields
    }
    return frozenset(declared), frozenset(values)


def _struct(kind: inspect.Type) -> inspect.StructType | None:
    kind = bare(kind)
    return kind if isinstance(kind, inspect.StructType) else None


def is_person(system: System, kind: inspect.Type) -> bool:
    """Whether people at the table can fill in such an input: it has a name, and values that sheets have too."""
    of = _struct(kind)
    if of is None:
        return False
    declared, values = _persons(system)
    names = {one.encode_name for one in of.fields}
    shared = any((one.encode_name, repr(one.type)) in values for one in of.fields if one.encode_name not in NAMES)
    return of.cls in declared or (bool(names & set(NAMES)) and shared)


def holds_person(system: System, kind: inspect.Type) -> str:
    """The field of an input in which a person stands, with what goes for them alone beside it."""
    of = _struct(kind)
    if of is None or is_person(system, of):
        return ""
    return next((one.encode_name for one in of.fields if is_person(system, one.type)), "")


def is_alone(system: System, procedure: Procedure) -> bool:
    """Whether a procedure is one person's, upon others or not; those of groups name everybody inside."""
    if procedure.key in system.table_rules.targeting or procedure.key in system.table_rules.actors:
        return True
    kind = type_of(procedure.given)
    assert isinstance(kind, inspect.StructType)
    face = system.presentation.forms.get(procedure.key)
    asked = {*face.main, *face.more, *face.beforehand} if face else {one.encode_name for one in kind.fields}
    chosen = [one for one in kind.fields if face and one.encode_name in face.main and is_person(system, one.type)]
    listed = [one for one in kind.fields if _holds_people(one.type) or holds_person(system, item_of(one.type))]
    return not chosen and not any(one.required or one.encode_name in asked for one in listed)


def _holds_people(kind: inspect.Type) -> bool:
    """A list of named people, or a group with members."""
    if isinstance(kind, inspect.VarTupleType) and isinstance(kind.item_type, inspect.StructType):
        return bool({"name", "id"} & {one.encode_name for one in kind.item_type.fields})
    return isinstance(kind, inspect.StructType) and any(one.encode_name == "members" for one in kind.fields)
