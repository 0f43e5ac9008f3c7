"""What a game's rules lay on people beside their sheets: every mark has its type, and none hides a field."""

from typing import get_args

import msgspec
import pytest

from conformance.installed import SYSTEMS, system_key
from conformance.lives import lived_in
from gardien.core.marks import TableMarks
from gardien.core.scene import TALLY
from gardien.core.table_rules import kind_of
from gardien.table import commands as c
from gardien.table.marks import fault_in, field_types, is_sheet_field, marks_of

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=system_key)
declaring = pytest.mark.parametrize(
    "system", [one for one in SYSTEMS if one.table_rules.marks is not TableMarks], ids=system_key
)


def named_by_table_rules(system):
    """Every mark that a fight, a scene or a demo of the game names."""
    fighting, rules = system.table_rules.fighting, system.table_rules
    names = {*rules.each_scene, *(name for guest in system.demo.guests for name in guest.marks)} - {TALLY}
    if fighting is None:
        return names
    names |= {*fighting.marks, *fighting.opening, *fighting.circumstances, *fighting.on_entry, *fighting.ending}
    names |= {*fighting.cleared_at_turn_start, fighting.place}
    names |= {fighting.distance.mark, fighting.distance.cover} if fighting.distance else set()
    names |= {fighting.budget.mark, fighting.budget.owed} if fighting.budget else set()
    names |= {fighting.start.mark} if fighting.start else set()
    return names - {""}


@declaring
def test_every_mark_that_the_table_rules_name_is_declared_or_stands_on_a_sheet(system):
    declared = field_types(system.table_rules.marks)
    assert [
        name
        for name in sorted(named_by_table_rules(system))
        if name not in declared and not is_sheet_field(system.table_rules, name)
    ] == []


@every_system
def test_no_mark_is_read_where_the_sheet_has_a_field_of_its_name(system):
    rules = system.table_rules
    marks = {field.encode_name: msgspec.to_builtins(field.default) for field in msgspec.structs.fields(rules.marks)}
    read = set()
    for sheet in rules.sheets:
        kept = {"sheet": {"kind": kind_of(sheet)}, "marks": marks | dict.fromkeys(field_types(sheet), True)}
        left = set(marks_of(rules, kept))
        read |= left
        assert left & set(field_types(sheet)) <= set(rules.marks.beyond)
    assert set(marks) <= read | set(rules.marks.beyond), "what is on every sheet is no mark"


@every_system
def test_what_says_more_than_a_field_says_nothing_that_the_field_can_say(system):
    for name in system.table_rules.marks.beyond:
        words = get_args(field_types(system.table_rules.marks)[name])
        for sheet in system.table_rules.sheets:
            assert all(fault_in(field_types(sheet)[name], word) for word in words), (sheet, name)


@every_system
def test_every_mark_begins_as_its_type_has_it(system):
    for field in msgspec.structs.fields(system.table_rules.marks):
        assert fault_in(field.type, msgspec.to_builtins(field.default)) is None, field.name


@every_system
def test_no_mark_is_without_an_end(system):
    """Whatever is kept is drawn: a number that nothing bounds builds what it says."""
    for name, kind in field_types(system.table_rules.marks).items():
        for value in (10**9, "x" * 1000, ["x"] * 1000, [10**9], {"x": 1}):
            assert fault_in(kind, value) is not None, (name, value)


@every_system
def test_what_whoever_plays_decides_is_among_the_marks(system):
    marks = system.table_rules.marks
    assert {*marks.decided, *marks.beyond} <= set(field_types(marks))


@every_system
def test_the_marks_of_the_demo_are_of_their_types(system):
    declared = field_types(system.table_rules.marks)
    for guest in system.demo.guests:
        for name, value in guest.marks.items():
            assert name not in declared or fault_in(declared[name], value) is None, (guest, name)


placing = pytest.mark.parametrize(
    "system",
    [one for one in SYSTEMS if (it := one.table_rules.fighting) and it.distance and it.distance.cover],
    ids=system_key,
)


@placing
def test_cover_stays_where_it_is_when_somebody_moves(system):
    """And is theirs where they have it in the place they come to; undo puts them back behind it."""
    distance, table = system.table_rules.fighting.distance, lived_in(system, 1)
    who = next(iter(table.play["characters"]))
    table.act(c.Remark(character=who, marks={distance.mark: 1, distance.cover: True}))
    version = table.state.version
    table.act(c.Remark(character=who, marks={distance.mark: 7}))
    assert distance.cover not in table.play["characters"][who]["marks"]
    table.act(c.Remark(character=who, marks={distance.mark: 3, distance.cover: True}))
    assert table.play["characters"][who]["marks"][distance.cover]
    table.act(c.Undo(to=str(version)))
    assert table.play["characters"][who]["marks"][distance.cover]
