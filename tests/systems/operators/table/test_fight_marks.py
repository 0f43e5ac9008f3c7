"""The marks of a fight are one value written down: what is read again is what was written (CBT, CREAT, M-09)."""

from typing import get_args, get_origin

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.scene import NOWHERE, TALLY, Being, known
from gardien.systems.operators.rules.fight.state import FighterState
from gardien.systems.operators.sheet.sheet import Operator
from gardien.systems.operators.table.marks import COUNTED, ON_SHEET, Marks, left_by, state_of

PEOPLE = st.lists(st.sampled_from("abcd"), unique=True).map(tuple)
OF_A_KIND = {bool: st.booleans(), int: st.integers(0, 9), str: st.sampled_from(["", "le porteur"])}


def values(kind):
    if get_origin(kind) is tuple:
        return PEOPLE
    if None.__class__ in get_args(kind):
        return st.none() | st.integers(0, 9)
    return OF_A_KIND[kind]


STATES = st.builds(
    FighterState, **{one.name: values(one.type) for one in msgspec.structs.fields(FighterState[str])}
).map(lambda one: msgspec.structs.replace(one, lost=min(1, one.lost)))


def having(being: Being, fields: dict) -> Being:
    """Somebody once fields are written where they belong: on the sheet, as marks, in counts."""
    on_sheet = {name: value for name, value in fields.items() if name in ON_SHEET}
    marks = {name: value for name, value in fields.items() if name not in (TALLY, *ON_SHEET)}
    tally = known({**being.tally, **fields.get(TALLY, {})})
    return Being({**being.sheet, **on_sheet}, known({**being.marks, **marks}), NOWHERE, "a", tally)


@given(STATES, STATES)
def test_what_is_read_is_what_was_written_and_what_was_read_is_written_already(before, after):
    """OPS-CBT-01, OPS-CBT-10, OPS-CBT-13, OPS-CBT-15, OPS-CREAT-13, M-09, OPS-OPT-07."""
    somebody = Being({"held": False, "surprised": False}, {})
    one = having(somebody, left_by(somebody, before))
    other = having(one, left_by(one, after))
    assert state_of(other) == after
    assert left_by(other, state_of(other)) == {}


def test_all_that_a_fight_leaves_has_its_place():
    """Sheet, marks, counts: each field stands in one of them."""
    marks = {one.name for one in msgspec.structs.fields(Marks)}
    fields = {one.name for one in msgspec.structs.fields(FighterState)}
    assert fields == (fields & marks) | set(COUNTED) | set(ON_SHEET)
    assert set(ON_SHEET) <= {one.name for one in msgspec.structs.fields(Operator)}
