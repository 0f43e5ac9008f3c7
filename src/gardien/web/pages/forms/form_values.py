"""What a form holds, read back as the inputs of a procedure."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, inspect

from gardien.core.errors import Refusal
from gardien.core.inputs import type_of
from gardien.core.pack import words_now
from gardien.core.procedure import Procedure
from gardien.core.system import System
from gardien.core.table_rules import REFERENCE
from gardien.core.terms import Language
from gardien.core.typed_values import put_at, with_lists
from gardien.sheets.words import naming
from gardien.table.handlers.dispatch import DEEPEST
from gardien.table.tree import Tree
from gardien.web.answers import nests_deeper
from gardien.web.pages.forms.person_inputs import holds_person, item_of


def given_of(items: list[tuple[str, str]], procedure: Procedure, system: System) -> dict[str, Any]:
    """The inputs that a form holds; a field left empty keeps its default."""
    given: dict[str, Any] = {}
    inner = {one.encode_name: holds_person(system, item_of(one.type)) for one in fields_of(procedure.given)}
    for name, text in items:
        kind, _, path = name.partition(".")
        if kind == "given" and text != "":
            put_at(given, path, text)
        elif kind == "json" and text != "":
            value = json_value(text, path)
            if value is not None:  # left open
                put_at(given, path, value)
        elif kind == "typed" and text.strip():
            face = system.presentation.forms.get(procedure.key)
            put_at(given, path, typed_value(text.strip(), face.presets.get(path, ()) if face else ()))
        elif kind == "list":
            add_to(given, path, text, name)
        elif kind == "person" and text != "":
            put_at(given, path, {REFERENCE: text})
        elif kind == "people":
            _add_person(given, path, text, inner.get(path, ""))
    for name, text in items:
        kind, _, path = name.partition(".")
        if kind == "of" and text != "":
            listed, id, field = (*path.rsplit(".", 2), "", "")[:3]
            for person in _people_at(given, listed):
                held = inner.get(listed, "")
                named = person.get(held, {}) if held else person
                if isinstance(named, dict) and named.get(REFERENCE) == id:
                    person[field] = text
        if kind == "each":
            listed, _, switch = path.rpartition(".")
            for person in _people_at(given, listed):
                if person.get("character") == text:
                    person[switch] = True
    return to_typed(given, procedure)


# ---- a value beside those that a form lists ----

Presets = Sequence[tuple[str, Any]]
NUMBER = re.compile(r"[+-]?\d{1,6}")
DICE = re.compile(r"(\d*[dD]\d+|\d+)([+-]\d+)?")


def typed_kind(presets: Presets) -> str:
    """Whether another value can be typed: a number where all are numbers, dice where all are dice; else nothing."""
    values = [value for _, value in presets if value not in (None, [])]
    if values and len({_shape(one) for one in values}) == 1 and "#" in _shape(values[0]):
        return "number"
    return "dice" if values and all(isinstance(one, str) and DICE.fullmatch(one) for one in values) else ""


def typed_value(text: str, presets: Presets) -> Any:
    """What was typed, in the shape of the values that a form lists; what is none stays, to be refused by name."""
    number = text.replace("\u2212", "-").replace(" ", "")
    if typed_kind(presets) != "number" or not NUMBER.fullmatch(number):
        return text.replace(" ", "")
    model = next(value for _, value in presets if value not in (None, []))
    return json_value(_shape(model).replace('"#"', str(int(number))), "")


def typed_text(value: Any, presets: Presets) -> str:
    """A value that no preset has, as one would type it."""
    if value in (None, []):
        return ""
    if isinstance(value, str):
        return value
    model = next((one for _, one in presets if one not in (None, [])), None)
    number = _first_number(value)
    return str(number) if number is not None and _shape(model) == _shape(value) else ""


def _shape(value: Any) -> str:
    """A value as JSON, with its one number left open; as it is where there is none, or several."""
    numbers = _numbers(value)
    text = msgspec.json.encode(value).decode()
    return re.sub(r"-?\d+", '"#"', text) if len(numbers) == 1 and len(re.findall(r"-?\d+", text)) == 1 else text


def _first_number(value: Any) -> int | None:
    return next(iter(_numbers(value)), None)


def _numbers(value: Any) -> list[int]:
    """The whole numbers in a value."""
    if isinstance(value, bool):
        return []
    if isinstance(value, int):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [number for one in inside for number in _numbers(one)]


def place_in(items: list[tuple[str, str]]) -> str:
    """Which of the forms of a page this is: its parts have ids of their own."""
    return next((text for name, text in items if name == "place" and text == "-flow"), "")


def asked_given(board: Any, items: list[tuple[str, str]], given: Tree) -> Tree:
    """What a form holds, with what a request that it answers has settled."""
    ask = next((text for name, text in items if name == "ask"), "")
    return {**given, **board.view["asks"].get(ask, {}).get("given", {})}


def answers_hushed(board: Any, items: list[tuple[str, str]]) -> bool:
    """Whether a form answers a request of which the viewer is not told all."""
    ask = next((text for name, text in items if name == "ask"), "")
    return not board.keeper and bool(board.view["asks"].get(ask, {}).get("hidden"))


def left_open(given: Tree, procedure: Procedure) -> Tree:
    """What a request settles: a switch that nobody has touched is left to whoever answers."""
    usual = {one.encode_name: one.default for one in fields_of(procedure.given)}
    return {name: value for name, value in given.items() if value is not False or usual.get(name) is not False}


def fields_of(given: type[Struct]) -> tuple[inspect.Field, ...]:
    """The inputs of a procedure with their types."""
    kind = type_of(given)
    assert isinstance(kind, inspect.StructType)
    return kind.fields


def _add_person(given: Tree, path: str, id: str, inner: str = "") -> None:
    """Somebody more in a list: `members`, or `sides.0.members`, whose sides are called A and B; or `victims`, each of
    whom stands in a field of the item."""
    *groups, last = path.split(".")
    holder: Any = given
    if len(groups) == 2 and groups[1].isdecimal() and len(groups[1]) < 3:
        listed = holder.setdefault(groups[0], [])
        while isinstance(listed, list) and len(listed) <= int(groups[1]):
            listed.append({"name": "ABCDEFGH"[len(listed) % 8], "members": []})
        holder = listed[int(groups[1])] if isinstance(listed, list) else listed
    else:
        for group in groups:
            holder = holder.setdefault(group, {}) if isinstance(holder, dict) else holder
    person = {REFERENCE: id}
    add_to(holder, last, {inner: person} if inner else person, path)


def json_value(text: str, path: str) -> Any:
    """What a field of a form holds as JSON."""
    if nests_deeper(text.encode(), DEEPEST):
        raise Refusal("file/deep", where=path[:60], most=DEEPEST)
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise Refusal("field/type", field=path, came=text[:40]) from None


def add_to(holder: Any, name: str, value: Any, path: str) -> None:
    """One more of a list, unless something else stands in its place."""
    listed = holder.setdefault(name, []) if isinstance(holder, dict) else None
    if not isinstance(listed, list):
        raise Refusal("field/inside", field=path, came=name)
    listed.append(value)


def _people_at(given: Tree, path: str) -> list[Tree]:
    """Those of a list; none where a form speaks of somebody who is not in it."""
    people: Any = given
    for name in path.split("."):
        if isinstance(people, list):
            people = dict(enumerate(people)).get(int(name)) if name.isdecimal() and len(name) < 3 else None
        else:
            people = people.get(name) if isinstance(people, dict) else None
    return [one for one in people if isinstance(one, dict)] if isinstance(people, list) else []


def to_typed(given: Tree, procedure: Procedure) -> Tree:
    """Numbers and switches as such: a form sends only text."""
    kind = type_of(procedure.given)
    return read_texts(kind, with_lists(kind, given))  # type: ignore[no-any-return]


def as_typed(value: Any, language: Language) -> Any:
    """A number as one types it: whole without a comma, and a comma in French."""
    if not isinstance(value, float):
        return value
    return int(value) if value.is_integer() else str(value).replace(".", "," if language == "fr" else ".")


def read_texts(kind: inspect.Type, value: Any) -> Any:
    """The same value with texts read as what is wanted there; what cannot be read stays, to be refused by name."""
    match kind:
        case inspect.Metadata():
            return read_texts(kind.type, value)
        case inspect.StructType() if isinstance(value, dict):
            types = {field.encode_name: field.type for field in kind.fields}
            return {name: read_texts(types[name], one) if name in types else one for name, one in value.items()}
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, list):
            return [read_texts(kind.item_type, one) for one in value]
        case inspect.DictType() if isinstance(value, dict):
            return {name: read_texts(kind.value_type, one) for name, one in value.items()}
        case inspect.UnionType():
            for one in kind.types:
                read = read_texts(one, value)
                if read is not value:
                    return read
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


def offered_keys(system: System, field: str, kind: inspect.Type) -> tuple[str, ...]:
    """The same, where the game has a name for each of them: whoever fills in a form chooses one by its name."""
    keys = keys_of(kind)
    part = field.rpartition(".")[2]
    return keys if naming(system, field) or all(system.terms.value(part, one) for one in keys) else ()


def keys_of(kind: inspect.Type) -> tuple[str, ...]:
    """The keys that an input, or each item of a list, may hold, where its type lists them."""
    if isinstance(kind, inspect.UnionType):
        return next((keys for one in kind.types if (keys := keys_of(one))), ())
    if isinstance(kind, inspect.Metadata):
        if not isinstance(kind.type, inspect.StrType):
            return keys_of(kind.type)
        return tuple(one for one in words_now((kind.extra_json_schema or {}).get("examples", ())) if one)
    return keys_of(kind.item_type) if isinstance(kind, inspect.VarTupleType) else ()
