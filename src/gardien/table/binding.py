"""Binding: procedures meet characters. Inputs come from sheets, and every change of a sheet takes the way back here."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any

import msgspec
from msgspec import Struct, inspect

from gardien.core.calling import Answer, prepare
from gardien.core.errors import Refusal
from gardien.core.inputs import faults
from gardien.core.scene import NOTHING, TALLY, Being
from gardien.core.system import System, find
from gardien.core.table_rules import GROUP, Encounter, TableRules, TargetContext, kind_of, own_changes
from gardien.table.asked_inputs import REFERENCE, check_asked, values_suit
from gardien.table.marks import can_be_mark, content_of, everybody, fault_in, field_types, scene_of, sheet_type
from gardien.table.state import State, with_effects
from gardien.table.tree import Effect, Tree, plain
from gardien.table.viewers import OWNER, STRANGER, Viewer, check_open, known_marks, public_name

NAMES = ("name", "id")  # the input that says what somebody is called
Known = Callable[[str], Mapping[str, Any]]  # id -> sheet and marks, as far as somebody may know them


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
    further = system.table_rules.ui_inputs.get(procedure, {})
    check_asked(declared.given, asked, there, further, f"{system.key}/{procedure}")
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
    given = _fill(_Binder(state, system, procedure, people, known), _kind(declared.given), asked, actor)
    given = _rename(given, {id: name for name, id in people.items() if name})
    given |= {
        name: one for name, one in group_values(state).items() if name in declared.given_fields() and name not in given
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
    kind = _kind(given)
    assert isinstance(kind, inspect.StructType)
    listed = next(one.type for one in kind.fields if one.encode_name == name)
    while isinstance(listed, inspect.Metadata):
        listed = listed.type
    item = listed.item_type if isinstance(listed, inspect.VarTupleType) else None
    own = item.fields if isinstance(item, inspect.StructType) else ()
    return frozenset(one.encode_name for one in own) - {one.encode_name for one in kind.fields}


def _befallen(
    table_rules: TableRules, procedure: str, asked: Mapping[str, Any], actor: str | None, known: Known
) -> dict[str, Any]:
    """What each of several makes of it, as they have decided beforehand; what was asked of one goes before."""
    who = known(actor) if actor else {}
    by_person: dict[str, Any] = {}

    def met(item: Any, meet: TargetContext) -> Any:
        id = next(iter(people_in(item)), None)
        return {**meet(who, known(id), item), **item} if id else item

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
    marks = known_marks(state, viewer, kept.get("marks", {}))
    return content_of(find(state.play["system"]).table_rules, {**kept, "marks": marks}, scene_of(state.play), id)


@cache
def _kind(given: type[Struct]) -> inspect.Type:
    return inspect.type_info(given)


class _Binder(Struct, frozen=True):
    state: State
    system: System
    procedure: str
    people: dict[str, str]
    known: Known

    def sheet_values(self, kind: inspect.StructType, id: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What the sheet and its marks say of the fields of an input."""
        kept, sheet = character(self.state, id), self.known(id)
        names = {field.encode_name for field in kind.fields}
        values = {name: value for name, value in sheet.items() if name in names}
        fill = self.system.table_rules.bind_inputs.get(self.procedure)
        if fill:
            try:
                values.update(fill(sheet, asked))
            except msgspec.ValidationError as fault:
                raise Refusal("table/sheet", kind="refused", who=public_name(id, kept), fault=str(fault)) from None
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
    types = {field.encode_name: field.type for field in kind.fields}
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
    return {**known, **given}


_ANY = inspect.AnyType()


def _rename(value: Any, names: Mapping[str, str]) -> Any:
    """The same with one name for another wherever somebody is meant: a target, whoever holds them."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {key: _rename(one, names) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_rename(one, names) for one in value]
    return value


# ---- the way back ----


def consequences(state: State, answer: Answer, people: Mapping[str, str]) -> tuple[Effect, ...]:
    """What a procedure changes, as effects on the sheets of those who took part."""
    table_rules = find(state.play["system"]).table_rules
    changes, settle = answer.changes, table_rules.consequences.get(answer.procedure)
    ends, bearer = _ends(state, table_rules, answer, people)
    effects: list[Effect] = [one for id, after in ends.items() for one in sheet_effects(state, id, after)]
    for name, id in people.items():
        after = {} if bearer and not name else own_changes(changes, name)
        if name == bearer:
            after |= own_changes(changes, "")
        if settle:
            sheet = content(state, id, OWNER)
            types = field_types(sheet_type(table_rules, sheet))
            after = {field: value for field, value in after.items() if field in types}
            after |= settle(sheet, answer.given, answer.outcome, name)
        effects += sheet_effects(state, id, after, people)
    effects += [
        Effect(("play", "group", one.field), one.after)
        for one in changes
        if one.who == GROUP and one.field in table_rules.group
    ]
    if of_all := table_rules.after_all.get(answer.procedure):
        then = with_effects(state, effects)
        left = of_all(everybody(table_rules, then.play), answer.given, answer.outcome)
        effects += [one for id, after in left.items() for one in sheet_effects(then, id, after)]
    if "" not in people and answer.procedure not in table_rules.passes:
        effects += [
            Effect(("play", "scene", "marks", change.field), change.after) for change in changes if not change.who
        ]
    return tuple(effects)


def _ends(
    state: State, table_rules: TableRules, answer: Answer, people: Mapping[str, str]
) -> tuple[Mapping[str, dict[str, Any]], str]:
    """What an act between two leaves on people, by their ids; and whose the changes without a name are."""
    against = table_rules.targeting.get(answer.procedure)
    aimed = answer.given.get(against.target) if against else None
    name = aimed if isinstance(aimed, str) else aimed.get(NAMES[0], "") if isinstance(aimed, Mapping) else ""
    if against is None or not name or name not in people or "" not in people:
        return {}, ""
    bearer = name if against.changes_target else ""
    if against.after is None:
        return {}, bearer
    actor, target = people[""], people[name]
    both = content(state, actor, OWNER), content(state, target, OWNER)
    meeting = Encounter(*both, actor, target, answer.given, answer.outcome)
    return against.after(meeting), bearer


def sheet_effects(
    state: State,
    id: str,
    after: Mapping[str, Any],
    people: Mapping[str, str] | None = None,
    *,
    clock: int | None = None,
) -> list[Effect]:
    """One way for every change of a sheet, whoever makes it; what the sheet has no place for becomes a mark.

    A mark that speaks of somebody (`held_by`) keeps the id, whatever they are called. What a sheet could not hold is
    refused, so that nothing is kept that cannot be read; what is no mark either is only told. `clock` is the minute at
    which it happens, where that is not now.
    """
    if not after:
        return []
    kept = character(state, id)
    table_rules = find(state.play["system"]).table_rules
    sheet = kept["sheet"]
    values = {field: msgspec.to_builtins(value) for field, value in after.items()}
    counts = values.pop(TALLY, {})
    fits = _fitting(table_rules, id, kept, values)
    more = _recomputed(state, id, {**sheet, **fits}, clock)
    counts |= more.pop(TALLY, {})
    fits |= more
    marks = {field: _rename(value, people or {}) for field, value in values.items() if field not in fits}
    home = ("play", "characters", id)
    return [
        *(Effect((*home, "sheet", field), value) for field, value in fits.items()),
        *(Effect((*home, "marks", field), None) for field in fits if field in kept.get("marks", {})),
        *(
            Effect((*home, "marks", field), value)
            for field, value in marks.items()
            if value is None or can_be_mark(table_rules, sheet, field, value)
        ),
        *(Effect((*home, TALLY, name), count) for name, count in counts.items()),
    ]


def _recomputed(state: State, id: str, after: Mapping[str, Any], clock: int | None = None) -> dict[str, Any]:
    """What follows from a sheet as it will be."""
    table_rules, kept = find(state.play["system"]).table_rules, character(state, id)
    if table_rules.recompute is None:
        return {}
    before = Being(kept["sheet"], {}, scene_of(state.play), id, kept.get(TALLY, NOTHING))
    minute = before.scene.clock if clock is None else clock
    more = msgspec.to_builtins(table_rules.recompute(before, after, minute))
    counts = more.pop(TALLY, {})
    return {**_fitting(table_rules, id, kept, more), **({TALLY: counts} if counts else {})}


def recompute_effects(state: State, id: str) -> list[Effect]:
    """A sheet worked out anew under house rules that have changed, or that it has not been under yet."""
    sheet, home = character(state, id)["sheet"], ("play", "characters", id)
    more = _recomputed(state, id, sheet)
    counts = more.pop(TALLY, {})
    return [
        *(Effect((*home, "sheet", field), value) for field, value in more.items() if sheet.get(field) != value),
        *(Effect((*home, TALLY, name), count) for name, count in counts.items()),
    ]


def _fitting(table_rules: TableRules, id: str, kept: Tree, values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of some values that the sheet has a place for; nothing at all only where a field may be empty."""
    types = field_types(sheet_type(table_rules, kept["sheet"]))
    fitting = {}
    for field, value in values.items():
        if field not in types:
            continue
        if fault_in(types[field], value) is None:
            fitting[field] = value
        elif value is not None and not can_be_mark(table_rules, kept["sheet"], field, value):
            raise Refusal("table/unfit", kind="refused", field=field, who=public_name(id, kept))
    return fitting


def check_sheet(table_rules: TableRules, sheet: Mapping[str, Any], *, rules: bool) -> dict[str, Any]:
    """A sheet as it will be kept; `rules` says whether the game's own limits hold, or only the kinds of values."""
    kind = table_rules.sheet_type(str(sheet.get("kind", ""))) if "kind" in sheet else table_rules.sheets[0]
    if kind is None:
        kinds = [kind_of(one) for one in table_rules.sheets]
        raise Refusal("field/one_of", field="sheet.kind", came=str(sheet.get("kind"))[:40], allowed=kinds)
    try:
        return plain(msgspec.convert(dict(sheet), kind))  # type: ignore[no-any-return]
    except msgspec.ValidationError:
        refusals = [fault for fault in faults(kind, dict(sheet)) if rules or not fault.rule]
    if refusals:
        first, *others = [fault.within(field="sheet") for fault in refusals]
        first.also = tuple(others)
        raise first
    types = field_types(kind)  # rules stand back, types do not
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
