"""Which systems the kit runs on: every installed one and the tiny ones, or the one that GARDIEN_KIT names."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import assume
from msgspec import inspect

from gardien.core.calling import Prepared, prepare
from gardien.core.errors import Refusal
from gardien.core.interpreters.play import play
from gardien.core.interpreters.run import Played
from gardien.core.procedure import Procedure
from gardien.core.system import System, find, keys
from tiny.beside import tiny_beside_installed

with tiny_beside_installed():
    SYSTEMS: list[System] = [find(key) for key in os.environ.get("GARDIEN_KIT", "").split() or keys()]
    PROCEDURES: list[tuple[System, Procedure]] = [(system, one) for system in SYSTEMS for one in system.procedures()]


THOROUGH = int(os.environ.get("GARDIEN_THOROUGH", "1"))  # `make soak` tries ten times as much


def examples(few: int) -> int:
    """How many random examples each test tries: with hundreds of procedures a few each are many."""
    return few * THOROUGH


def system_key(system: System) -> str:
    return system.key


def procedure_key(pair: Any) -> str | None:
    return f"{pair[0].key}/{pair[1].key}" if isinstance(pair, tuple) else None


def prepared_or_discarded(system: System, procedure: Procedure, given: dict[str, Any]) -> Prepared:
    """Inputs that a value refuses about itself are no valid inputs: the example is discarded."""
    try:
        return prepare(system.key, procedure.key, given)
    except Refusal:
        assume(False)
        raise


def played_or_discarded(prepared: Prepared, seed: int) -> Played:
    """A rule may refuse what it is asked (a target that is nobody): the example is discarded."""
    try:
        return play(prepared.request(), Random(seed))
    except Refusal:
        assume(False)
        raise


def plain(kind: inspect.Type) -> inspect.Type:
    """A type without the notes beside it."""
    return plain(kind.type) if isinstance(kind, inspect.Metadata) else kind


def inner_kinds(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """The kinds of which a kind is made: of a list, a map, a choice."""
    kind = plain(kind)
    match kind:
        case inspect.UnionType():
            return kind.types
        case inspect.VarTupleType() | inspect.ListType():
            return (kind.item_type,)
        case inspect.DictType():
            return (kind.value_type,)
    return ()


def fields_within(kind: inspect.Type, name: str = "", owner: str = "") -> Iterator[tuple[str, str, inspect.Type]]:
    """Every field at any depth: the object in which it stands, its name, each plain kind it may have."""
    kind = plain(kind)
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield from fields_within(field.type, field.encode_name, kind.cls.__name__)
    elif inner := inner_kinds(kind):
        for one in inner:
            yield from fields_within(one, name, owner)
    if name:
        yield owner, name, kind
