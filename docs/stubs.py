"""Types for type checkers: what each procedure of a game takes and answers, written from its declaration."""

from collections.abc import Iterator
from keyword import iskeyword

from msgspec import UNSET, Struct, inspect

from gardien.core.procedure import Procedure
from gardien.core.system import System

HEAD = '''"""{title}: its procedures, typed. Written by `make reference`."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from gardien.core.calling import Answer as _Answer

_T = TypeVar("_T")

class Answer(_Answer, Generic[_T], frozen=True):
    outcome: _T  # type: ignore[assignment]
'''
PLAIN: dict[type[inspect.Type], str] = {
    inspect.IntType: "int",
    inspect.FloatType: "float",
    inspect.StrType: "str",
    inspect.BoolType: "bool",
    inspect.NoneType: "None",
}


class Stubs:
    """The types of one game: objects that come in and go out, each written once."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.names: dict[tuple[type[Struct], bool], str] = {}
        self.taken = {"Any", "Answer", "Generic", "Literal", "Mapping", "NotRequired", "Sequence", "TypedDict"}
        self.classes: list[str] = []

    def text(self) -> str:
        options = self.spell(inspect.type_info(self.system.options), given=True)
        acts = [line for one in self.system.procedures() for line in self.act(one, options)]
        return "\n".join((HEAD.format(title=self.system.title), *self.classes, *acts))

    def act(self, procedure: Procedure, options: str) -> Iterator[str]:
        """A function: what must be given first, then what may be."""
        fields = [one for one in _struct(procedure.given).fields if _is_name(one.encode_name)]
        yield f"def {procedure.key}("
        yield "    *,"
        for one in sorted(fields, key=lambda field: not field.required):
            yield f"    {one.encode_name}: {self.spell(one.type, given=True)}{'' if one.required else ' = ...'},"
        yield f"    options: {options} = ...,"
        yield "    dice: Sequence[int] | None = None,"
        yield "    seed: int | None = None,"
        if len(fields) < len(_struct(procedure.given).fields):
            yield "    **inputs: Any,"
        yield f") -> Answer[{self.spell(inspect.type_info(procedure.outcome), given=False)}]:"
        entry = self.system.terms.entry("procedure", procedure.key) or {}
        yield f'    """{entry["help_en"]}"""'

    def spell(self, kind: inspect.Type, *, given: bool) -> str:
        """A type as Python says it; what comes in may be any sequence or mapping."""
        if type(kind) in PLAIN:
            return PLAIN[type(kind)]
        match kind:
            case inspect.Metadata():
                return self.spell(kind.type, given=given)
            case inspect.LiteralType():
                return f"Literal[{', '.join(map(repr, kind.values))}]"
            case inspect.EnumType():
                return f"Literal[{', '.join(repr(one.value) for one in kind.cls)}]"
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(self.spell(one, given=given) for one in kind.types))
            case inspect.VarTupleType() if not given:
                return f"tuple[{self.spell(kind.item_type, given=False)}, ...]"
            case inspect.ListType() | inspect.VarTupleType():
                return f"{'Sequence' if given else 'list'}[{self.spell(kind.item_type, given=given)}]"
            case inspect.TupleType():
                inside = [self.spell(one, given=given) for one in kind.item_types]
                return f"Sequence[{' | '.join(dict.fromkeys(inside))}]" if given else f"tuple[{', '.join(inside)}]"
            case inspect.DictType():
                inside = f"{self.spell(kind.key_type, given=given)}, {self.spell(kind.value_type, given=given)}"
                return f"{'Mapping' if given else 'dict'}[{inside}]"
            case inspect.StructType():
                return self.named(kind, given=given)
        return "Any"

    def named(self, kind: inspect.StructType, *, given: bool) -> str:
        """An object by its name, written before whatever names it; two of one name are told apart."""
        known = self.names.get((kind.cls, given))
        if known:
            return known
        name = base = kind.cls.__name__.lstrip("_") + ("Input" if given else "")
        number = 2
        while name in self.taken:
            name, number = f"{base}{number}", number + 1
        self.names[kind.cls, given] = name
        self.taken.add(name)
        lines = [f"    {one!r}: {spelt}," for one, spelt in self.fields(kind, given=given)]
        self.classes.append("\n".join((f'{name} = TypedDict("{name}", {{', *lines, "})")))
        return name

    def fields(self, kind: inspect.StructType, *, given: bool) -> Iterator[tuple[str, str]]:
        if tag := kind.tag_field:
            yield tag, f"Literal[{kind.tag!r}]"
        for field in kind.fields:
            spelt = self.spell(field.type, given=given)
            left_out = not field.required if given else _may_be_unset(field)
            yield field.encode_name, f"NotRequired[{spelt}]" if left_out else spelt


def _struct(kind: type[Struct]) -> inspect.StructType:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return found


def _may_be_unset(field: inspect.Field) -> bool:
    """Whether an outcome may be without it: nobody asked for it."""
    return field.default is UNSET


def _is_name(name: str) -> bool:
    return name.isidentifier() and not iskeyword(name)


def stubs(system: System) -> str:
    """The stub of one game."""
    return Stubs(system).text() + "\n"
