"""What a form holds, read back as the inputs of a procedure."""

from typing import Any

import msgspec
from msgspec import Struct, inspect

from gardien.core.errors import Refusal
from gardien.core.procedure import Procedure
from gardien.core.system import System
from gardien.core.written import fitted, put
from gardien.table.binding import REFERENCE
from gardien.table.tree import Tree
from gardien.web.pages.persons import holds_person, item_of


def given_of(items: list[tuple[str, str]], procedure: Procedure, system: System) -> dict[str, Any]:
    """The inputs that a form holds; a field left empty keeps its default."""
    given: dict[str, Any] = {}
    inner = {one.encode_name: holds_person(system, item_of(one.type)) for one in fields_of(procedure.given)}
    for name, text in items:
        kind, _, path = name.partition(".")
        if kind == "given" and text != "":
            put(given, path, text)
        elif kind == "json" and text != "":
            try:
                value = msgspec.json.decode(text)
            except msgspec.DecodeError:
                raise Refusal("field/type", field=path, came=text[:40], allowed="JSON") from None
            if value is not None:  # left open
                put(given, path, value)
        elif kind == "list":
            given.setdefault(path, []).append(text)
        elif kind == "person" and text != "":
            put(given, path, {REFERENCE: text})
        elif kind == "people":
            _add_person(given, path, text, inner.get(path, ""))
    for name, text in items:
        kind, _, path = name.partition(".")
        if kind == "of" and text != "":
            listed, id, field = (*path.rsplit(".", 2), "", "")[:3]
            for person in _people_at(given, listed):
                held = inner.get(listed, "")
                if (person.get(held, {}) if held else person).get(REFERENCE) == id:
                    person[field] = text
        if kind == "each":
            listed, _, switch = path.rpartition(".")
            for person in _people_at(given, listed):
                if person.get("character") == text:
                    person[switch] = True
    return typed(given, procedure)


def fields_of(given: type[Struct]) -> tuple[inspect.Field, ...]:
    """The inputs of a procedure with their types."""
    kind = inspect.type_info(given)
    assert isinstance(kind, inspect.StructType)
    return kind.fields


def _add_person(given: Tree, path: str, id: str, inner: str = "") -> None:
    """Somebody more in a list: `members`, or `sides.0.members`, whose sides are called A and B; or `victims`, each of
    whom stands in a field of the item."""
    *groups, last = path.split(".")
    holder: Any = given
    if len(groups) == 2 and groups[1].isdecimal() and len(groups[1]) < 3:
        listed = holder.setdefault(groups[0], [])
        while len(listed) <= int(groups[1]):
            listed.append({"name": "ABCDEFGH"[len(listed) % 8], "members": []})
        holder = listed[int(groups[1])]
    else:
        for group in groups:
            holder = holder.setdefault(group, {})
    person = {REFERENCE: id}
    holder.setdefault(last, []).append({inner: person} if inner else person)


def _people_at(given: Tree, path: str) -> list[Tree]:
    found: Any = given
    for name in path.split("."):
        found = found[int(name)] if isinstance(found, list) and name.isdecimal() else found.get(name, [])
    return found if isinstance(found, list) else []


def typed(given: Tree, procedure: Procedure) -> Tree:
    """Numbers and switches as such: a form sends only text."""
    kind = inspect.type_info(procedure.given)
    return loosened(kind, fitted(kind, given))  # type: ignore[no-any-return]


def loosened(kind: inspect.Type, value: Any) -> Any:
    """The same value with texts read as what is wanted there; what cannot be read stays, to be refused by name."""
    match kind:
        case inspect.Metadata():
            return loosened(kind.type, value)
        case inspect.StructType() if isinstance(value, dict):
            types = {field.encode_name: field.type for field in kind.fields}
            return {name: loosened(types[name], one) if name in types else one for name, one in value.items()}
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, list):
            return [loosened(kind.item_type, one) for one in value]
        case inspect.DictType() if isinstance(value, dict):
            return {name: loosened(kind.value_type, one) for name, one in value.items()}
        case inspect.UnionType():
            for one in kind.types:
                found = loosened(one, value)
                if found is not value:
                    return found
            return value
        case inspect.LiteralType() if isinstance(value, str):
            return next((one for one in kind.values if str(one) == value), value)
        case inspect.IntType() | inspect.FloatType() | inspect.BoolType() if isinstance(value, str):
            wanted = {inspect.IntType: int, inspect.FloatType: float, inspect.BoolType: bool}[type(kind)]
            try:
                return msgspec.convert(value.replace("\u2212", "-").replace(",", "."), wanted, strict=False)
            except msgspec.ValidationError:
                return value
    return value
