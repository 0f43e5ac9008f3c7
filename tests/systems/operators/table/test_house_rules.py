"""House rules at the table: the same outcome as where they are said with the act, for every one of them."""

from random import Random
from typing import get_args, get_type_hints

import pytest

from conformance.games import examples_of
from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.systems.operators.options import Options
from gardien.table import commands as c
from gardien.table.tree import plain
from systems.operators.table.cell import cells as cells

SYSTEM = find("operators")
USUAL = Options()


def other_values(name):
    """What a house rule may be instead of what is usual."""
    usual, kind = getattr(USUAL, name), get_type_hints(Options, include_extras=True)[name]
    words = {"bonus_points": (4,), "burst_divisor": (2, 3), "wound_accumulation": (2, 3, 4)}.get(name) or get_args(kind)
    return [not usual] if isinstance(usual, bool) else [one for one in words if one != usual]


def acts():
    """Examples of every procedure that the table can do."""
    for procedure in SYSTEM.procedures():
        for given in examples_of(SYSTEM, procedure)[:3]:
            yield procedure.key, {name: value for name, value in given.items() if name != "options"}


@pytest.mark.parametrize("name", [name for name in Options.__struct_fields__ if other_values(name)])
def test_a_house_rule_of_the_table_is_the_same_as_one_said_with_the_act(cells, name):
    for value in other_values(name):
        cell = cells()
        cell.keep(c.Settings(options={name: value}))
        for number, (procedure, given) in enumerate(acts()):
            try:
                said = do("operators", procedure, {**given, "options": {name: value}}, generator=Random(number))
                cell.do(None, procedure, tuple(die.value for die in said.dice), **given)
            except Refusal:
                continue
            assert cell.roll().outcome == plain(said.outcome), (procedure, given)
