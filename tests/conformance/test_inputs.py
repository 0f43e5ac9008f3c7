"""Inputs of every procedure: the schema names them all, and each bad field is refused by name."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from msgspec import inspect

from conformance.installed import PROCEDURES, SYSTEMS, plain, procedure_key, system_key
from gardien.core.calling import prepare
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.terms import LANGUAGES, sentence

every_procedure = pytest.mark.parametrize(("system", "procedure"), PROCEDURES, ids=map(procedure_key, PROCEDURES))
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=system_key)
LONGEST = 5000  # a list longer than this is not built only to be refused


@every_system
def test_the_schema_names_every_input(system):
    for procedure in system.procedures():
        schema = procedure.schema()
        assert tuple(schema["properties"]) == procedure.given_fields(), procedure.key
        assert schema["additionalProperties"] is False, procedure.key
        assert set(procedure.outcome_schema()["properties"]) == set(procedure.outcome_fields()), procedure.key


# --- bad fields ------------------------------------------------------------------------------------------------------


def places(kind: inspect.Type, path: str = "") -> Iterator[tuple[str, Any, inspect.Type]]:
    """Every place in an input: its path, how to put a value there, and the kind that is wanted."""
    kind = plain(kind)
    yield path, lambda value: value, kind
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            name = field.encode_name
            for place, put, inner in places(field.type, f"{path}.{name}".removeprefix(".")):
                yield place, lambda value, put=put, name=name: {name: put(value)}, inner
    elif isinstance(kind, inspect.VarTupleType):
        for place, put, inner in places(kind.item_type, f"{path}[0]"):
            yield place, lambda value, put=put: [put(value)], inner
    elif isinstance(kind, inspect.DictType):
        key = _key(kind.key_type)
        for place, put, inner in places(kind.value_type, f"{path}.{key}"):
            yield place, lambda value, put=put, key=key: {key: put(value)}, inner
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            if isinstance(plain(one), inspect.StructType | inspect.VarTupleType | inspect.DictType):
                yield from (place for place in places(one, path) if place[0] != path)


def _key(kind: inspect.Type) -> str:
    """A key that a map takes."""
    examples = (kind.extra_json_schema or {}).get("examples") if isinstance(kind, inspect.Metadata) else None
    of = plain(kind)
    return str((examples or (of.values if isinstance(of, inspect.LiteralType) else ["Ada"]))[0])


def kinds_at(kind: inspect.Type) -> list[inspect.Type]:
    kind = plain(kind)
    return [plain(one) for one in kind.types] if isinstance(kind, inspect.UnionType) else [kind]


def wrong_type(kind: inspect.Type) -> Any:
    """A value of a type that this place does not take."""
    taken = kinds_at(kind)
    if not any(isinstance(one, inspect.StrType) for one in taken):
        return "§"
    if not any(isinstance(one, inspect.BoolType) for one in taken):
        return True
    return [[["§"]]]


def out_of_range(kind: inspect.Type) -> Iterator[Any]:
    """Values just beyond what a place allows."""
    taken = kinds_at(kind)
    numbers = [one for one in taken if isinstance(one, inspect.IntType | inspect.FloatType)]
    if numbers and all(one.le is not None for one in numbers):
        yield int(max(one.le for one in numbers)) + 1
    if numbers and all(one.ge is not None for one in numbers):
        yield int(min(one.ge for one in numbers)) - 1
    if len(taken) > 1 and not all(isinstance(one, inspect.NoneType) for one in taken[1:]):
        return
    one = taken[0]
    if isinstance(one, inspect.StrType):
        if one.max_length is not None:
            yield "x" * (one.max_length + 1)
        if one.min_length:
            yield ""
    if isinstance(one, inspect.VarTupleType):
        if one.max_length is not None and one.max_length < LONGEST:
            yield [None] * (one.max_length + 1)
        if one.min_length:
            yield []
    if isinstance(one, inspect.DictType) and one.max_length is not None and one.max_length < LONGEST:
        yield {f"{_key(one.key_type)}{number or ''}": None for number in range(one.max_length + 1)}
    if isinstance(one, inspect.LiteralType):
        yield "§"


def refusals_of(act, *args) -> dict[str, Refusal]:
    """The faults of one call, by the path of their field."""
    with pytest.raises(Refusal) as caught:
        act(*args)
    result = (caught.value, *caught.value.also)
    for one in result:
        for language in LANGUAGES:
            said = sentence(one, language)
            assert one.field.rpartition(".")[2] in said
            assert len(said) < 1000
    return {one.field: one for one in result}


@every_procedure
def test_a_bad_field_is_refused_by_its_name(system, procedure):
    refused = partial(refusals_of, prepare, system.key, procedure.key)
    for path, put, kind in places(inspect.type_info(procedure.given)):
        if path:
            assert path in refused(put(wrong_type(kind))), path
        for value in out_of_range(kind):
            assert path in refused(put(value)), (path, value)
        if isinstance(kind, inspect.StructType):
            what_is_unknown_or_missing_is_refused(kind, path, lambda value, put=put: refused(put(value)))


def what_is_unknown_or_missing_is_refused(kind, path, refused):
    """A stray field with the one that was probably meant, and every field that must be there."""

    def at(name):
        return f"{path}.{name}".removeprefix(".")

    if not kind.fields:
        assert refused({"stray": 1})[at("stray")].id == "field/unknown"
        return
    name = kind.fields[0].encode_name
    stray = refused({f"{name}z": 1})[at(f"{name}z")]
    assert (stray.id, stray.words["hint"]) == ("field/unknown", name)
    required = [field.encode_name for field in kind.fields if field.required]
    if required:
        result = refused({})
        assert all(result[at(name)].id == "field/missing" for name in required), path


@every_system
def test_a_bad_house_rule_is_refused_by_its_name(system):
    for path, put, kind in places(inspect.type_info(system.options)):
        if not path:
            continue
        for value in (wrong_type(kind), *out_of_range(kind)):
            assert path in refusals_of(parse, system.options, put(value)), (path, value)
