"""Binding: procedures meet characters. Inputs come from sheets, and every change of a sheet takes the way back here."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import fields

from gardien.core.calling import Answer, prepare
from gardien.core.errors import Refusal
from gardien.core.given import faults
from gardien.core.hosting import GROUP, Hosting, Meet, Meeting, kind_of, own_changes
from gardien.core.sheet import Sheet
from gardien.core.system import System, find
from gardien.table.state import State
from gardien.table.tree import Effect, Tree, plain
from gardien.table.viewers import public_name

REFERENCE = "character"  # inside the inputs, {"character": ID, …} is somebody, filled in from the sheet
NAMES = ("name", "id")  # the input that says what somebody is called


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


def shared(state: State) -> dict[str, Any]:
    """What the group has in common."""
    return {**find(state.play["system"]).hosting.group, **state.play.get("group", {})}


def bind(state: State, procedure: str, asked: Mapping[str, Any], actor: str | None) -> Bound:
    """Fill in what the sheets know; what was asked goes before what is written."""
    system = find(state.play["system"])
    declared = system.procedure(procedure)
    people: dict[str, str] = {}
    asked = {**asked, **_befallen(state, system.hosting, procedure, asked, actor)}
    if actor:
        asked = met(system, procedure, _in_line(state, system, procedure, asked, actor), actor, partial(content, state))
        if seat := system.hosting.actors.get(procedure):
            asked = {**asked, seat: {REFERENCE: actor, **asked.get(seat, {})}}
    given = _filled(_Binder(state, system, procedure, people), _kind(declared.given), asked, actor)
    given = _renamed(given, {id: name for name, id in people.items() if name})
    given |= {name: one for name, one in shared(state).items() if name in declared.given_fields() and name not in given}
    options = state.play.get("options")
    if options and "options" not in given:
        given["options"] = options
    return Bound(given, people)


def _in_line(state: State, system: System, procedure: str, asked: Mapping[str, Any], actor: str) -> Mapping[str, Any]:
    """The order of the fight where an act moves somebody in it; whoever is hidden has no place in it yet."""
    fighting, fight = system.hosting.fighting, state.play.get("fight")
    line = fighting.lined.get(procedure) if fighting else None
    if line is None or not fight:
        return asked
    people = state.play["characters"]
    order = [{REFERENCE: id} for id in fight["order"] if id in people and not people[id].get("hidden")]
    return {line[0]: order, line[1]: {REFERENCE: actor}, **asked}


def met(
    system: System,
    procedure: str,
    asked: Mapping[str, Any],
    actor: str,
    known: Callable[[str], Mapping[str, Any]],
) -> Mapping[str, Any]:
    """What was asked with what follows from actor and target together: how far apart they are, how they stand.

    `known` tells what may be known of somebody.
    """
    against = system.hosting.against.get(procedure)
    if against is None:
        return asked
    if against.usual and against.target not in asked and (usual := against.usual(known(actor))):
        asked = {**asked, against.target: {REFERENCE: usual}}
    aimed = asked.get(against.target)
    if against.together and isinstance(aimed, list | tuple):
        named = [str(one[REFERENCE]) for one in aimed if isinstance(one, Mapping) and REFERENCE in one]
        if named and len(named) == len(aimed):
            all_of_them = against.together(known(actor), [known(id) for id in named], asked)
            asked = {**asked, **_apart(all_of_them, asked, ())}
    if against.meet is None:
        return asked

    def meet(target: Any, asked: Mapping[str, Any]) -> dict[str, Any]:
        id = target.get(REFERENCE) if isinstance(target, Mapping) else None
        if not isinstance(id, str):
            return {}
        assert against is not None
        assert against.meet is not None
        found = against.meet(known(actor), known(id), asked)
        return found | {
            name: list(dict.fromkeys([*found[name], *asked[name]]))
            for name in against.joined
            if name in found and isinstance(asked.get(name), list | tuple)
        }

    if not isinstance(aimed, list | tuple):
        return {**asked, **_apart(meet(aimed, asked), asked, against.joined)}
    own = _fields_of_each(system.procedure(procedure).given, against.target)
    found = [meet(one, {**asked, **one}) if isinstance(one, Mapping) else {} for one in aimed]
    shared = {name: value for one in reversed(found) for name, value in one.items() if name not in own}
    each = [
        {**{name: value for name, value in more.items() if name in own}, **one} if isinstance(one, Mapping) else one
        for one, more in zip(aimed, found, strict=True)
    ]
    return {**_apart(shared, asked, ()), **asked, against.target: each}


def _apart(found: dict[str, Any], asked: Mapping[str, Any], joined: tuple[str, ...]) -> dict[str, Any]:
    """What follows, where nobody has said otherwise."""
    return {name: value for name, value in found.items() if name in joined or name not in asked}


@cache
def _fields_of_each(given: type[Struct], name: str) -> frozenset[str]:
    """The inputs of each of those whom an act is aimed at, and not of the act itself."""
    kind = _kind(given)
    assert isinstance(kind, inspect.StructType)
    listed = next(one.type for one in kind.fields if one.encode_name == name)
    while isinstance(listed, inspect.Metadata):
        listed = listed.type
    item = listed.item_type if isinstance(listed, inspect.VarTupleType) else None
    own = item.fields if isinstance(item, inspect.StructType) else ()
    return frozenset(one.encode_name for one in own) - {one.encode_name for one in kind.fields}


def _befallen(
    state: State, hosting: Hosting, procedure: str, asked: Mapping[str, Any], actor: str | None
) -> dict[str, Any]:
    """What each of several makes of it, as they have decided beforehand; what was asked of one goes before."""
    who = content(state, actor) if actor else {}
    found: dict[str, Any] = {}

    def met(item: Any, meet: Meet) -> Any:
        id = next(iter(people_in(item)), None)
        return {**meet(who, content(state, id), item), **item} if id else item

    for name, meet in hosting.each.get(procedure, {}).items():
        value = asked.get(name)
        if isinstance(value, list | tuple):
            found[name] = [met(one, meet) for one in value]
        elif value:
            found[name] = met(value, meet)
    return found


def content(state: State, id: str) -> dict[str, Any]:
    """Somebody's sheet with the marks that lie on it."""
    kept = character(state, id)
    return {**kept["sheet"], **kept.get("marks", {})}


@cache
def _kind(given: type[Struct]) -> inspect.Type:
    return inspect.type_info(given)


class _Binder(Struct, frozen=True):
    state: State
    system: System
    procedure: str
    people: dict[str, str]

    def known(self, kind: inspect.StructType, id: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What the sheet and its marks say of the fields of an input."""
        kept, sheet = character(self.state, id), content(self.state, id)
        names = {field.encode_name for field in kind.fields}
        found = {name: value for name, value in sheet.items() if name in names}
        fill = self.system.hosting.fills.get(self.procedure)
        if fill:
            try:
                found.update(fill(sheet, asked))
            except msgspec.ValidationError as fault:
                raise Refusal("table/sheet", kind="refused", who=public_name(id, kept), fault=str(fault)) from None
        return {name: value for name, value in found.items() if name in names and value is not None}

    def called(self, id: str) -> str:
        """A name for somebody that nobody else in these inputs has."""
        base = public_name(id, character(self.state, id))[:90]
        name, number = base, 2
        while self.people.get(name, id) != id or (name == GROUP and self.system.hosting.group):
            name, number = f"{base} {number}", number + 1
        self.people[name] = id
        return name


def _filled(binder: _Binder, kind: inspect.Type, asked: Any, actor: str | None) -> Any:
    match kind:
        case inspect.Metadata():
            return _filled(binder, kind.type, asked, actor)
        case inspect.StrType() if isinstance(asked, Mapping) and isinstance(asked.get(REFERENCE), str):
            return binder.called(asked[REFERENCE])
        case inspect.StructType() if isinstance(asked, Mapping):
            return _filled_struct(binder, kind, asked, actor)
        case inspect.VarTupleType() | inspect.ListType() if isinstance(asked, list | tuple):
            return [_filled(binder, kind.item_type, one, None) for one in asked]
        case inspect.DictType() if isinstance(asked, Mapping):
            return {name: _filled(binder, kind.value_type, one, None) for name, one in asked.items()}
        case inspect.UnionType():
            structs = [one for one in kind.types if isinstance(one, inspect.StructType)]
            return _filled(binder, structs[0], asked, None) if len(structs) == 1 else asked
        case _:
            return asked


def _filled_struct(
    binder: _Binder, kind: inspect.StructType, asked: Mapping[str, Any], actor: str | None
) -> dict[str, Any]:
    types = {field.encode_name: field.type for field in kind.fields}
    id = actor or (asked.get(REFERENCE) if REFERENCE not in types else None)
    given = {name: _filled(binder, types.get(name, _ANY), one, None) for name, one in asked.items()}
    if id is None:
        return given
    if not isinstance(id, str):
        raise Refusal("field/type", field=REFERENCE, came=str(id)[:40], allowed="id")
    if REFERENCE not in types:  # else it is an input of its own
        given.pop(REFERENCE, None)
    known = binder.known(kind, id, asked)
    for name in binder.system.hosting.extra.get(binder.procedure, ()):
        given.pop(name, None)
    naming = next((name for name in NAMES if name in types), None)
    if actor:
        binder.people[""] = id
        known.pop(naming or "", None)
    elif naming:
        known[naming] = given.get(naming) or binder.called(id)
        binder.people[str(known[naming])] = id
    else:
        binder.people[id] = id  # nameless in these inputs, and yet what is filled in is theirs
    return {**known, **given}


_ANY = inspect.AnyType()


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The same with one name for another wherever somebody is meant: a target, whoever holds them."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {key: _renamed(one, names) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(one, names) for one in value]
    return value


# ---- the way back ----


@cache
def _types(sheet: type[Sheet]) -> dict[str, Any]:
    return {field.encode_name: field.type for field in fields(sheet)}


def sheet_type(hosting: Hosting, sheet: Mapping[str, Any]) -> type[Sheet]:
    """The type a sheet is written in."""
    return hosting.sheet_type(str(sheet.get("kind", ""))) or hosting.sheets[0]


def consequences(state: State, answer: Answer, people: Mapping[str, str]) -> tuple[Effect, ...]:
    """What a procedure changes, as effects on the sheets of those who took part."""
    hosting = find(state.play["system"]).hosting
    changes = answer.changes
    settle = hosting.settles.get(answer.procedure)
    ends, bearer = _ends(state, hosting, answer, people)
    found: list[Effect] = [one for id, after in ends.items() for one in changed(state, id, after)]
    for name, id in people.items():
        after = {} if bearer and not name else own_changes(changes, name)
        if name == bearer:
            after |= own_changes(changes, "")
        if settle:
            sheet = content(state, id)
            types = _types(sheet_type(hosting, sheet))
            after = {field: value for field, value in after.items() if field in types}
            after |= settle(sheet, answer.given, answer.outcome, name)
        found += changed(state, id, after, people)
    found += [
        Effect(("play", "group", one.field), one.after)
        for one in changes
        if one.who == GROUP and one.field in hosting.group
    ]
    if "" not in people:
        found += [
            Effect(("play", "scene", "marks", change.field), change.after) for change in changes if not change.who
        ]
    return tuple(found)


def _ends(
    state: State, hosting: Hosting, answer: Answer, people: Mapping[str, str]
) -> tuple[Mapping[str, dict[str, Any]], str]:
    """What an act between two leaves on people, by their ids; and whose the changes without a name are."""
    against = hosting.against.get(answer.procedure)
    aimed = answer.given.get(against.target) if against else None
    name = aimed if isinstance(aimed, str) else aimed.get(NAMES[0], "") if isinstance(aimed, Mapping) else ""
    if against is None or not name or name not in people or "" not in people:
        return {}, ""
    bearer = name if against.bears else ""
    if against.ends is None:
        return {}, bearer
    actor, target = people[""], people[name]
    meeting = Meeting(content(state, actor), content(state, target), actor, target, answer.given, answer.outcome)
    return against.ends(meeting), bearer


def changed(state: State, id: str, after: Mapping[str, Any], people: Mapping[str, str] | None = None) -> list[Effect]:
    """One way for every change of a sheet, whoever makes it; what the sheet has no place for becomes a mark.

    A mark that speaks of somebody (`held_by`) keeps the id, whatever they are called.
    """
    if not after:
        return []
    kept = character(state, id)
    hosting = find(state.play["system"]).hosting
    kind = sheet_type(hosting, kept["sheet"])
    values = {field: msgspec.to_builtins(value) for field, value in after.items()}
    fits = {field: value for field, value in values.items() if _fits(kind, field, value)}
    if hosting.follow:
        clock = int(state.play.get("clock", 0))
        fits |= msgspec.to_builtins(hosting.follow(kept["sheet"], {**kept["sheet"], **fits}, clock))
    home = ("play", "characters", id)
    marks = kept.get("marks", {})
    return [
        *(Effect((*home, "sheet", field), value) for field, value in fits.items()),
        *(Effect((*home, "marks", field), None) for field in fits if field in marks),
        *(
            Effect((*home, "marks", field), _renamed(value, people or {}))
            for field, value in values.items()
            if field not in fits
        ),
    ]


def _fits(kind: type[Sheet], field: str, value: Any) -> bool:
    types = _types(kind)
    if field not in types:
        return False
    try:
        msgspec.convert(value, types[field])
    except msgspec.ValidationError:
        return False
    return True


def check_sheet(hosting: Hosting, sheet: Mapping[str, Any], *, rules: bool) -> dict[str, Any]:
    """A sheet as it will be kept; `rules` says whether the game's own limits hold, or only the kinds of values."""
    kind = hosting.sheet_type(str(sheet.get("kind", ""))) if "kind" in sheet else hosting.sheets[0]
    if kind is None:
        kinds = [kind_of(one) for one in hosting.sheets]
        raise Refusal("field/one_of", field="sheet.kind", came=str(sheet.get("kind"))[:40], allowed=kinds)
    try:
        return plain(msgspec.convert(dict(sheet), kind))  # type: ignore[no-any-return]
    except msgspec.ValidationError:
        found = [fault for fault in faults(kind, dict(sheet)) if rules or not fault.rule]
    if found:
        first, *others = [fault.within(field="sheet") for fault in found]
        first.also = tuple(others)
        raise first
    types = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}  # rules stand back, types do not
    return {name: _whole(value, types.get(name, Any)) for name, value in sheet.items()}


def _whole(value: Any, kind: Any) -> Any:
    """A value with whatever was left out of it, where its own rules let it be read."""
    try:
        return plain(msgspec.convert(value, kind))
    except msgspec.ValidationError:
        return value


def check_inputs(state: State, bound: Bound, procedure: str) -> None:
    """Refuse inputs now that could not be done later."""
    prepare(state.play["system"], procedure, bound.given)


def people_in(asked: Any) -> Iterable[str]:
    """Everybody that inputs refer to."""
    if isinstance(asked, Mapping):
        for name, one in asked.items():
            if name == REFERENCE and isinstance(one, str):
                yield one
            else:
                yield from people_in(one)
    elif isinstance(asked, list | tuple):
        for one in asked:
            yield from people_in(one)


def by_id(given: Any, people: Mapping[str, str]) -> Any:
    """Inputs that speak of people by the names they have somewhere, with those whom they mean."""
    if isinstance(given, Mapping):
        return {
            name: people.get(one, one) if name == REFERENCE and isinstance(one, str) else by_id(one, people)
            for name, one in given.items()
        }
    return [by_id(one, people) for one in given] if isinstance(given, list | tuple) else given
