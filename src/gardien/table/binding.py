"""Binding: procedures meet characters, and their inputs come from the sheets. The way back is in `writing.py`."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import msgspec
from msgspec import Struct, inspect

from gardien.core.calling import prepare
from gardien.core.errors import Refusal
from gardien.core.in_force import in_force
from gardien.core.inputs import type_of, types_in, values_suit
from gardien.core.scene import Being
from gardien.core.system import System, find
from gardien.core.table_rules import GROUP, REFERENCE, TableRules, TargetContext
from gardien.table.asked_inputs import SINGLE, check_asked
from gardien.table.marks import content_of, everybody, scene_of
from gardien.table.state import State
from gardien.table.tree import Tree, kept_by_tree
from gardien.table.viewers import STRANGER, Viewer, check_open, known_marks, public_name

NAMES = ("name", "id")  # the input that says what somebody is called
Known = Callable[[str], Being]  # id -> sheet and marks, as far as somebody may know them


class Bound(Struct, frozen=True):
    """The inputs of a procedure with the sheets filled in, and who is who in them."""

    given: dict[str, Any]
    people: dict[str, str]


def character(state: State, id: str) -> Tree:
    """Somebody of the campaign."""
    kept = state.play.get("characters", {}).get(id)
    if kept is None:
        raise Refusal("table/no_character", field="character", came=id)
    return kept  # type: ignore[no-any-return]


def group_values(state: State) -> dict[str, Any]:
    """What the group has in common."""
    return {**find(state.play["system"]).table_rules.group, **state.play.get("group", {})}


@values_suit()
def bind(state: State, procedure: str, asked: Mapping[str, Any], actor: str | None, viewer: Viewer = STRANGER) -> Bound:
    """Fill in what the sheets know; what was asked goes before what is written.

    Whoever nobody has named is met only as far as a viewer knows of them: in the open, nobody who is hidden.
    """
    system = find(state.play["system"])
    declared = system.procedure(procedure)
    there = state.play.get("characters", {})
    check_asked(system, procedure, asked, there)
    people: dict[str, str] = {}
    known = partial(content, state, viewer=viewer)
    if knows := system.table_rules.table_inputs.get(procedure):
        people_there = everybody(system.table_rules, state.play)
        seen = {id: one for id, one in people_there.items() if id == actor or not there[id].get("hidden")}
        asked = {**knows(seen, asked, actor or ""), **asked}
    asked = {**asked, **_befallen(system.table_rules, procedure, asked, actor, known)}
    if actor:
        asked = with_context(system, procedure, _in_line(state, system, procedure, asked, actor), actor, known)
        if seat := system.table_rules.actors.get(procedure):
            asked = {**asked, seat: {REFERENCE: actor, **(asked.get(seat) or {})}}
    given = _fill(_Binder(state, system, procedure, people, known), type_of(declared.given), asked, actor)
    if names := {id: name for name, id in people.items() if name}:
        given = rename(given, names)
    given |= {
        name: one
        for name, one in group_values(state).items()
        if name in declared.given.__struct_encode_fields__ and name not in given
    }
    options = state.play.get("options")
    if options and "options" not in given:
        given["options"] = options
    return Bound(given, people)


def bind_open(state: State, viewer: Viewer, procedure: str, asked: Mapping[str, Any], actor: str | None) -> Bound:
    """The same for whoever is to learn what follows from it: all whose sheets it reads lie open to them."""
    known = partial(content, state, viewer=viewer)
    check_open(state, viewer, [*people_in(asked), *([actor] if actor else [])])
    asked = with_usual(find(state.play["system"]), procedure, asked, actor, known)
    check_open(state, viewer, people_in(asked))
    bound = bind(state, procedure, asked, actor, viewer)
    check_open(state, viewer, bound.people.values())
    return bound


def _in_line(state: State, system: System, procedure: str, asked: Mapping[str, Any], actor: str) -> Mapping[str, Any]:
    """The order of the fight where an act moves somebody in it; whoever is hidden has no place in it yet."""
    fighting, fight = system.table_rules.fighting, state.play.get("fight")
    line = fighting.reorders.get(procedure) if fighting else None
    if line is None or not fight:
        return asked
    people = state.play["characters"]
    order = [{REFERENCE: id} for id in fight["order"] if id in people and not people[id].get("hidden")]
    return {line[0]: order, line[1]: {REFERENCE: actor}, **asked}


def with_usual(
    system: System, procedure: str, asked: Mapping[str, Any], actor: str | None, known: Known
) -> Mapping[str, Any]:
    """What was asked with whom an act meets by itself: from then on they are named, and looked at like all others."""
    against = system.table_rules.targeting.get(procedure)
    if not actor or against is None or against.usual is None or against.target in asked:
        return asked
    usual = against.usual(known(actor))
    return {**asked, against.target: {REFERENCE: usual}} if usual else asked


def with_context(
    system: System, procedure: str, asked: Mapping[str, Any], actor: str, known: Known
) -> Mapping[str, Any]:
    """What was asked with what follows from actor and target together: how far apart they are, how they stand.

    `known` tells what may be known of somebody.
    """
    against = system.table_rules.targeting.get(procedure)
    if against is None:
        return asked
    asked = with_usual(system, procedure, asked, actor, known)
    aimed = asked.get(against.target)
    if against.together and isinstance(aimed, list | tuple):
        named = [str(one[REFERENCE]) for one in aimed if isinstance(one, Mapping) and REFERENCE in one]
        if named and len(named) == len(aimed):
            asked = {**asked, **_apart(against.together(known(actor), [known(id) for id in named], asked), asked, ())}
    if against.context is None:
        return asked

    def meet(target: Any, asked: Mapping[str, Any]) -> dict[str, Any]:
        id = target.get(REFERENCE) if isinstance(target, Mapping) else None
        if not isinstance(id, str):
            return {}
        assert against is not None
        assert against.context is not None
        context = against.context(known(actor), known(id), asked)
        return context | {
            name: list(dict.fromkeys([*context[name], *asked[name]]))
            for name in against.merged_lists
            if name in context and isinstance(asked.get(name), list | tuple)
        }

    if not isinstance(aimed, list | tuple):
        return {**asked, **_apart(meet(aimed, asked), asked, against.merged_lists)}
    own = _fields_of_each(system.procedure(procedure).given, against.target)
    contexts = [meet(one, {**asked, **one}) if isinstance(one, Mapping) else {} for one in aimed]
    shared = {name: value for one in reversed(contexts) for name, value in one.items() if name not in own}
    each = [
        {**{name: value for name, value in more.items() if name in own}, **one} if isinstance(one, Mapping) else one
        for one, more in zip(aimed, contexts, strict=True)
    ]
    return {**_apart(shared, asked, ()), **asked, against.target: each}


def _apart(context: dict[str, Any], asked: Mapping[str, Any], joined: tuple[str, ...]) -> dict[str, Any]:
    """What follows, where nobody has said otherwise."""
    return {name: value for name, value in context.items() if name in joined or name not in asked}


@cache
def _fields_of_each(given: type[Struct], name: str) -> frozenset[str]:
    """The inputs of each of those whom an act is aimed at, and not of the act itself."""
    listed = types_in(given).get(name)  # none where the table alone asks for a target
    while isinstance(listed, inspect.Metadata):
        listed = listed.type
    item = listed.item_type if isinstance(listed, inspect.VarTupleType) else None
    own = types_in(item.cls) if isinstance(item, inspect.StructType) else ()
    return frozenset(own) - types_in(given).keys()


def _befallen(
    table_rules: TableRules, procedure: str, asked: Mapping[str, Any], actor: str | None, known: Known
) -> dict[str, Any]:
    """What each of several makes of it, as they have decided beforehand; what was asked of one goes before."""
    by_person: dict[str, Any] = {}

    def met(item: Any, meet: TargetContext) -> Any:
        id = next(iter(people_in(item)), None)
        return {**meet(known(actor) if actor else Being({}, {}), known(id), item), **item} if id else item

    for name, meet in table_rules.each.get(procedure, {}).items():
        value = asked.get(name)
        if isinstance(value, list | tuple):
            by_person[name] = [met(one, meet) for one in value]
        elif value:
            by_person[name] = met(value, meet)
    return by_person


def content(state: State, id: str, viewer: Viewer = STRANGER) -> Being:
    """Somebody's sheet with the marks that lie on it, as far as a viewer may know of whom these speak."""
    kept = character(state, id)
    lies = kept.get("marks") or {}
    beings, key = _beings(state.play), (id, viewer if lies else None, in_force())  # without marks all read the same
    if key not in beings:
        marks = known_marks(state, viewer, lies)
        table_rules = find(state.play["system"]).table_rules
        beings[key] = content_of(table_rules, {**kept, "marks": marks}, scene_of(state.play), id)
    return beings[key]


@kept_by_tree
def _beings(play: Tree) -> dict[Any, Being]:
    """Everybody who was read of one moment of a table, by whom it was for and under which rows: filled in above."""
    return {}


class _Binder(Struct, frozen=True):
    state: State
    system: System
    procedure: str
    people: dict[str, str]
    known: Known

    def sheet_values(self, kind: inspect.StructType, id: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What the sheet and its marks say of the fields of an input."""
        kept, sheet = character(self.state, id), self.known(id)
        names = types_in(kind.cls)
        values = {name: value for name, value in sheet.items() if name in names}
        fill = self.system.table_rules.bind_inputs.get(self.procedure)
        if fill:
            try:
                values.update(fill(sheet, asked))
            except msgspec.ValidationError:
                raise Refusal("table/sheet", kind="refused", who=public_name(id, kept)) from None
        return {name: value for name, value in values.items() if name in names and value is not None}

    def name_of(self, id: str) -> str:
        """A name for somebody that nobody else in these inputs has."""
        base = public_name(id, character(self.state, id))[:90]
        name, number = base, 2
        while self.people.get(name, id) != id or (name == GROUP and self.system.table_rules.group):
            name, number = f"{base} {number}", number + 1
        self.people[name] = id
        return name


def _fill(binder: _Binder, kind: inspect.Type, asked: Any, actor: str | None) -> Any:
    if asked.__class__ in SINGLE:
        return asked
    match kind:
        case inspect.Metadata():
            return _fill(binder, kind.type, asked, actor)
        case inspect.StrType() if isinstance(asked, Mapping) and isinstance(asked.get(REFERENCE), str):
            return binder.name_of(asked[REFERENCE])
        case inspect.StructType() if isinstance(asked, Mapping):
            return _filled_struct(binder, kind, asked, actor)
        case inspect.VarTupleType() | inspect.ListType() if isinstance(asked, list | tuple):
            return [_fill(binder, kind.item_type, one, None) for one in asked]
        case inspect.DictType() if isinstance(asked, Mapping):
            return {name: _fill(binder, kind.value_type, one, None) for name, one in asked.items()}
        case inspect.UnionType():
            structs = [one for one in kind.types if isinstance(one, inspect.StructType)]
            return _fill(binder, structs[0], asked, None) if len(structs) == 1 else asked
        case _:
            return asked


def _filled_struct(
    binder: _Binder, kind: inspect.StructType, asked: Mapping[str, Any], actor: str | None
) -> dict[str, Any]:
    types = types_in(kind.cls)
    id = actor or (asked.get(REFERENCE) if REFERENCE not in types else None)
    given = {name: _fill(binder, types.get(name, _ANY), one, None) for name, one in asked.items()}
    if id is None:
        return given
    if not isinstance(id, str):
        raise Refusal("field/type", field=REFERENCE, came=str(id)[:40], allowed="id")
    if REFERENCE not in types:  # else it is an input of its own
        given.pop(REFERENCE, None)
    known = binder.sheet_values(kind, id, asked)
    for name in binder.system.table_rules.ui_inputs.get(binder.procedure, ()):
        if name not in types:  # else the rule is told which one it was
            given.pop(name, None)
    naming = next((name for name in NAMES if name in types), None)
    if actor:
        binder.people[""] = id
        known.pop(naming or "", None)
    elif naming:
        known[naming] = given.get(naming) or binder.name_of(id)
        binder.people[str(known[naming])] = id
    else:
        binder.people[id] = id  # nameless in these inputs, and yet what is filled in is theirs
    both = [name for name in binder.system.table_rules.joined if name in known and isinstance(given.get(name), list)]
    return {**known, **given, **{name: [*given[name], *known[name]] for name in both}}


_ANY = inspect.AnyType()


def rename(value: Any, names: Mapping[str, str]) -> Any:
    """The same with one name for another wherever somebody is meant: a target, whoever holds them."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {key: rename(one, names) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [rename(one, names) for one in value]
    return value


def check_inputs(state: State, bound: Bound, procedure: str) -> None:
    """Refuse inputs now that could not be done later."""
    prepare(state.play["system"], procedure, bound.given)


def people_in(asked: Any) -> list[str]:
    """Everybody that inputs refer to."""
    found: list[str] = []
    _find_people(asked, found)
    return found


def _find_people(asked: Any, found: list[str]) -> None:
    if isinstance(asked, dict | Mapping):
        for name, one in asked.items():
            if not isinstance(one, str):
                _find_people(one, found)
            elif name == REFERENCE:
                found.append(one)
    elif isinstance(asked, list | tuple):
        for one in asked:
            _find_people(one, found)


def by_id(given: Any, people: Mapping[str, str]) -> Any:
    """Inputs that speak of people by the names they have somewhere, with those whom they mean."""
    if isinstance(given, Mapping):
        return {
            name: people.get(one, one) if name == REFERENCE and isinstance(one, str) else by_id(one, people)
            for name, one in given.items()
        }
    return [by_id(one, people) for one in given] if isinstance(given, list | tuple) else given
