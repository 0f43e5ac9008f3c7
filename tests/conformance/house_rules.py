"""House rules for the kit: what each may be instead of what is usual."""

from contextlib import suppress
from typing import Any

from msgspec import ValidationError, convert, inspect

from gardien.core.system import System


def words(kind: inspect.Type, usual: Any) -> list[Any]:
    """What a house rule may be: every word, of numbers the ends and what lies beside the usual one."""
    match kind:
        case inspect.Metadata():
            return words(kind.type, usual)
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType():
            return list(kind.values)
        case inspect.NoneType():
            return [None]
        case inspect.UnionType():
            return [value for one in kind.types for value in words(one, usual)]
        case inspect.IntType():
            assert kind.ge is not None
            assert kind.le is not None
            return [one for one in (kind.ge, usual - 1, usual + 1, kind.le) if kind.ge <= one <= kind.le]
        case inspect.VarTupleType():
            return [(), *([one for one in usual if one != left] for left in usual)]
    raise NotImplementedError(f"no values are known for {kind}")


def other_values(system: System, name: str) -> list[Any]:
    """What a house rule may be instead of what is usual; what its game refuses by itself is none of it."""
    kind = next(one.type for one in inspect.type_info(system.options).fields if one.encode_name == name)
    usual = getattr(system.options(), name)
    values = []
    for value in words(kind, usual):
        with suppress(ValidationError):
            convert({name: value}, system.options)
            values += [value] if value not in (usual, *values) else []
    return values
