"""States for the kit: what sheets and marks can hold, some value of each, and how somebody comes to be in one."""

from typing import Any

from msgspec import inspect

from conformance.installed import plain
from conformance.lives import Memory
from gardien.table import commands as c


def some_value(kind, somebody):
    """A value of a type: something that holds, counts or names somebody."""
    match plain(kind):
        case inspect.BoolType():
            return True
        case inspect.IntType(ge=low):
            return max(1, low or 0)
        case inspect.FloatType():
            return 1
        case inspect.StrType():
            return somebody
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.UnionType(types=types):
            return some_value([one for one in types if not isinstance(one, inspect.NoneType)][-1], somebody)
        case inspect.VarTupleType(item_type=item):
            return [some_value(item, somebody)]
        case inspect.TupleType(item_types=items):
            return [some_value(item, somebody) for item in items]
        case inspect.StructType(fields=fields):
            return {one.encode_name: some_value(one.type, somebody) for one in fields if one.required}
    return {}


def put(table: Memory, id: str, name: str, value: Any) -> None:
    """Somebody in a state."""
    if name in table.play["characters"][id]["sheet"]:
        table.act(c.Override(path=f"characters/{id}/sheet/{name}", value=value, reason="essai"))
    else:
        table.act(c.Remark(character=id, marks={name: value}))
