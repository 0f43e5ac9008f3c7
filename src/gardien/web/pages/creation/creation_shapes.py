"""The shapes of what creation asks for: one value, names with numbers, words, rows, numbers."""

from typing import Literal

from msgspec import inspect

Shape = Literal["plain", "named", "words", "table", "numbers"]


def bare(kind: inspect.Type) -> inspect.Type:
    """A type without what is noted beside it, and without “or nothing”."""
    if isinstance(kind, inspect.Metadata):
        return bare(kind.type)
    if isinstance(kind, inspect.UnionType):
        return next(bare(one) for one in kind.types if not isinstance(one, inspect.NoneType))
    return kind


def parts_of(field: inspect.Field) -> list[tuple[str, inspect.Field]]:
    """A field; one that holds a value of several parts, as its parts."""
    kind = bare(field.type)
    if not isinstance(kind, inspect.StructType):
        return [(field.encode_name, field)]
    return [(f"{field.encode_name}.{one.encode_name}", one) for one in kind.fields]


def shape_of(kind: inspect.Type) -> Shape:
    match bare(kind):
        case inspect.DictType():
            return "named"
        case inspect.VarTupleType(item_type=item) if isinstance(bare(item), inspect.StructType):
            return "table"
        case inspect.VarTupleType(item_type=item) if isinstance(bare(item), inspect.IntType):
            return "numbers"
        case inspect.VarTupleType():
            return "words"
    return "plain"


def columns_of(kind: inspect.Type) -> tuple[inspect.Field, ...]:
    """The columns of a table: the fields of its rows."""
    listed = bare(kind)
    assert isinstance(listed, inspect.VarTupleType)
    row = bare(listed.item_type)
    assert isinstance(row, inspect.StructType)
    return row.fields


def row_name(kind: inspect.Type) -> str:
    """What terms call the rows of a table, where their parts have names of their own."""
    listed = bare(kind)
    row = bare(listed.item_type) if isinstance(listed, inspect.VarTupleType) else None
    return row.cls.__name__ if isinstance(row, inspect.StructType) else ""
