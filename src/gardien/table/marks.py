"""Sheets and marks: the one place where they are read together, and where a value is asked whether it fits."""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from gardien.core.errors import Refusal
from gardien.core.in_force import in_force
from gardien.core.inputs import describe_type, faults, type_of
from gardien.core.marks import Plain, TableMarks
from gardien.core.scene import NOTHING, NOWHERE, TALLY, Being, Scene
from gardien.core.sheet import Sheet
from gardien.core.table_rules import ALIAS, TableRules
from gardien.table.tree import Tree, kept_by_tree, plain

MOST_OWN = 40  # marks of one character in words of people's own


@cache
def field_types(kind: type[Struct]) -> dict[str, Any]:
    """The fields of a sheet, or the marks of a game, with their types."""
    return {field.encode_name: field.type for field in fields(kind)}


def sheet_type(table_rules: TableRules, sheet: Mapping[str, Any]) -> type[Sheet]:
    """The type a sheet is written in."""
    return table_rules.sheet_type(str(sheet.get("kind", ""))) or table_rules.sheets[0]


def fault_in(kind: Any, value: Any) -> Refusal | None:
    """Why a value is not of its type; the game's own rules stand back, types do not."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        allowed = describe_type(type_of(kind))
        refusals = list(faults(kind, value)) or [Refusal("field/type", came="…", allowed=allowed)]
        return next((fault for fault in refusals if not fault.rule), None)
    except RecursionError:
        return Refusal("file/deep", most=20)
    return None


@cache
def _rule_types(marks: type[TableMarks], sheet: type[Sheet]) -> dict[str, Any]:
    """The marks of the rules with their types, but for those that the sheet has a field for itself."""
    own = field_types(sheet)
    return {name: kind for name, kind in field_types(marks).items() if name not in own or name in marks.beyond}


def _mark_type(table_rules: TableRules, sheet: Mapping[str, Any], name: str) -> Any:
    """What a mark may be, whoever sets it; None where it would be taken for a value of a sheet."""
    declared = _rule_types(table_rules.marks, sheet_type(table_rules, sheet)).get(name)
    return declared or (None if is_sheet_field(table_rules, name) else Plain)


def marks_of(table_rules: TableRules, kept: Tree) -> Tree:
    """The marks of somebody that rules read: of their type and whole, and hiding nothing of the sheet.

    Words of people's own are for people; only a game that declares no marks reads them.
    """
    sheet, marks = kept.get("sheet", {}), kept.get("marks")
    if not marks or not isinstance(marks, Mapping):
        return {}
    types, whole = _rule_types(table_rules.marks, sheet_type(table_rules, sheet)), {}
    for name, value in marks.items():
        kind = _mark_type(table_rules, sheet, name) if table_rules.marks is TableMarks else types.get(name)
        if kind is not None:
            with suppress(msgspec.ValidationError, RecursionError):
                whole[name] = _whole(kind, value)
    return whole


def _whole(kind: Any, value: Any) -> Any:
    """A mark of several values with those that nobody has said as they usually are."""
    read = msgspec.convert(value, kind)
    return plain(read) if isinstance(value, dict | list | Mapping) else value


def content_of(table_rules: TableRules, kept: Tree, scene: Scene = NOWHERE, id: str = "") -> Being:
    """Somebody as rules and pages read them: the sheet, the marks that lie on it, what others call them, and where."""
    alias = {ALIAS: kept[ALIAS]} if kept.get(ALIAS) else {}
    marks = {**marks_of(table_rules, kept), **alias}
    return Being(kept.get("sheet", {}), marks, scene, id, kept.get(TALLY, NOTHING))


@kept_by_tree
def scene_of(play: Tree) -> Scene:
    """What holds for everybody at a table now."""
    people = play.get("characters", {}).items()
    cast = {id: (str(one["sheet"].get("kind", "")), not one.get("hidden")) for id, one in people if "sheet" in one}
    fight, chase = play.get("fight") or {}, play.get("chase") or {}
    return Scene(play.get("options") or {}, int(play.get("clock") or 0), fight, chase, cast=cast)


def everybody(table_rules: TableRules, play: Tree) -> dict[str, Being]:
    """Whoever is at a table, as rules read them."""
    kept, rows = _everybody(play), in_force()
    if rows not in kept or kept[rows][0] is not table_rules:
        people, scene = play.get("characters", {}), scene_of(play)
        kept[rows] = table_rules, {id: content_of(table_rules, one, scene, id) for id, one in people.items()}
    return dict(kept[rows][1])


@kept_by_tree
def _everybody(play: Tree) -> dict[Any, tuple[TableRules, dict[str, Being]]]:
    """Everybody at one moment of a table, under which rows: filled in above."""
    return {}


def can_be_mark(table_rules: TableRules, sheet: Mapping[str, Any], name: str, value: Any) -> bool:
    """Whether a value that the sheet has no place for can lie on somebody as a mark."""
    kind = _mark_type(table_rules, sheet, name)
    return kind is not None and fault_in(kind, value) is None


def is_sheet_field(table_rules: TableRules, name: str) -> bool:
    """Whether any kind of sheet of the game has such a field."""
    return any(name in field_types(one) for one in table_rules.sheets)


def is_own_word(table_rules: TableRules, name: str) -> bool:
    """Whether a mark is in words of people's own."""
    return name not in field_types(table_rules.marks) and not is_sheet_field(table_rules, name)


def ends_at(table_rules: TableRules, name: str, value: Any) -> int | None:
    """The minute at which a state in people's own words is over, where they have said so."""
    until = value.get("until") if isinstance(value, Mapping) and is_own_word(table_rules, name) else None
    return until if isinstance(until, int) else None


def check_mark(table_rules: TableRules, name: str, value: Any) -> None:
    """Refuse a mark that somebody sets by hand where its name is a field's, or its value none of its type."""
    shown = name[:40]
    if is_sheet_field(table_rules, name):
        raise Refusal("mark/field", kind="refused", field="marks", mark=shown)
    declared = field_types(table_rules.marks).get(name)
    if declared is None:
        if fault_in(Plain, value) is not None:
            raise Refusal("mark/plain", kind="refused", field="marks", mark=shown)
    elif fault := fault_in(declared, value):
        raise fault.within(field=f"marks.{shown}")
