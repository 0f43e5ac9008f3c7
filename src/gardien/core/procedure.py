"""Procedures: commands of the table, described once. Schema, form, help, odds and documentation are read from here."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from gardien.core.chance import Call, Program, call

F = TypeVar("F", bound=Callable[..., Program[Any]])


class Procedure(Struct, frozen=True):
    """One command: its key, what it takes, what comes out, which dice, which rules."""

    key: str
    function: Callable[..., Program[Any]]
    given: type[Struct]
    outcome: type[Struct]
    rules: tuple[str, ...]
    dice: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()  # detailed outcome fields that odds tell apart even unasked
    headline: tuple[str, ...] = ()  # outcome fields by which odds are told in a few lines
    endless: tuple[str, ...] = ()  # outcome fields with no longest value, which odds cannot tell apart

    def request(self, given: Struct, options: Struct) -> Call[Any]:
        """The procedure as something to ask for."""
        return call(self.function, given, options)

    def schema(self) -> dict[str, Any]:
        """The inputs as JSON Schema, shared objects included, in the order in which they are asked for."""
        whole = _whole(self.given)
        return {**whole, "properties": {name: whole["properties"][name] for name in self.given_fields()}}

    def outcome_schema(self) -> dict[str, Any]:
        return _whole(self.outcome)

    def outcome_fields(self) -> tuple[str, ...]:
        return self.outcome.__struct_encode_fields__

    def given_fields(self) -> tuple[str, ...]:
        """The inputs in the order in which they are asked for."""
        return asking_order(self.given)


@cache
def asking_order(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of a value as a person fills them in: what must be given, then its own, then what it inherits."""
    kind = get_origin(kind) or kind
    names = dict.fromkeys(name for one in kind.__mro__ for name in vars(one).get("__annotations__", ()))
    known = [name for name in names if name in kind.__struct_fields__]
    required = {field.name for field in fields(kind) if field.required}
    ordered = sorted(known, key=lambda name: name not in required)
    encoded = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    return tuple(encoded[name] for name in ordered)


def _whole(kind: type[Struct]) -> dict[str, Any]:
    (schema,), shared = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    name = schema["$ref"].rpartition("/")[2]
    top = shared.pop(name)
    return {**top, "$defs": shared} if shared else top


def procedure(
    key: str,
    *,
    rules: str,
    dice: tuple[str, ...] = (),
    watched: tuple[str, ...] = (),
    headline: tuple[str, ...] = (),
    endless: tuple[str, ...] = (),
) -> Callable[[F], F]:
    """Declare a rule as a procedure of its system. `rules` are the ids it answers for, as words of one string."""

    def declare(function: F) -> F:
        annotations = function.__annotations__
        given = annotations["given"]
        outcome = get_args(annotations["return"])[2]
        declared = Procedure(key, function, given, outcome, tuple(rules.split()), dice, watched, headline, endless)
        function.procedure = declared  # type: ignore[attr-defined]
        return function

    return declare
