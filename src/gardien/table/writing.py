"""The way back: every change of a sheet, whoever makes it, becomes effects here, and here alone."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from gardien.core.calling import Answer
from gardien.core.errors import Refusal
from gardien.core.inputs import faults
from gardien.core.marks import People
from gardien.core.scene import NOTHING, TALLY, Being, known
from gardien.core.system import find
from gardien.core.table_rules import GROUP, Encounter, TableRules, kind_of, own_changes
from gardien.table.binding import NAMES, character, content, rename
from gardien.table.marks import can_be_mark, everybody, fault_in, field_types, scene_of, sheet_type
from gardien.table.state import State, with_effects
from gardien.table.tree import Effect, Tree, plain
from gardien.table.viewers import OWNER, public_name

NOBODY = "\0"  # no name of anybody at a table


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
    if against and not name and isinstance(aimed, Mapping) and answer.procedure in table_rules.actors:
        return {}, NOBODY  # whoever acts goes by a name: what befalls somebody without any is not theirs
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
    more = _recomputed(state, id, {**sheet, **fits}, counts, clock)
    counts |= more.pop(TALLY, {})
    fits |= more
    marks = {
        field: _each_once(table_rules, field, rename(value, people or {}))
        for field, value in values.items()
        if field not in fits
    }
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


def _each_once(table_rules: TableRules, field: str, value: Any) -> Any:
    """A mark that lists people has nobody in it twice, under a name and an id or otherwise."""
    listed = isinstance(value, list) and field_types(table_rules.marks).get(field) == People
    return list(dict.fromkeys(value)) if listed else value


def _recomputed(
    state: State, id: str, after: Mapping[str, Any], counts: Mapping[str, Any] = NOTHING, clock: int | None = None
) -> dict[str, Any]:
    """What follows from a sheet as it will be, with counts as they will be: what is over leaves none of them."""
    table_rules, kept = find(state.play["system"]).table_rules, character(state, id)
    if table_rules.recompute is None:
        return {}
    tally = known({**kept.get(TALLY, NOTHING), **counts})
    before = Being(kept["sheet"], {}, scene_of(state.play), id, tally)
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
        refusals = list(faults(kind, dict(sheet)))
    types = field_types(kind)
    whole = {name: _whole(value, types.get(name, Any)) for name, value in sheet.items()}
    if not rules:  # the rules of the sheet stand back; what nobody could read any more does not
        refusals = [fault for fault in refusals if not fault.rule or whole.get(_first_name(fault.field)) is UNSET]
    if refusals:
        first, *others = [fault.within(field="sheet") for fault in refusals]
        first.also = tuple(others)
        raise first
    return whole


def _whole(value: Any, kind: Any) -> Any:
    """A value with whatever was left out of it; nothing where its own rules do not let it be read."""
    try:
        return plain(msgspec.convert(value, kind))
    except msgspec.ValidationError:
        return UNSET


def _first_name(field: str) -> str:
    """The field of the sheet that a fault somewhere within it belongs to."""
    return re.split(r"[.\[]", field, maxsplit=1)[0]
