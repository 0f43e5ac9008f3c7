"""No procedure stumbles over what lies on people: each is done by somebody who bears every mark of the rules."""

from contextlib import suppress
from itertools import product
from random import Random

import pytest
from msgspec import inspect

from conformance.games import examples_of
from conformance.installed import SYSTEMS, plain, system_key
from conformance.lives import Memory, decide_at_random
from conformance.states import put, some_value
from conformance.test_state import company
from gardien.core.errors import Refusal
from gardien.core.marks import TableMarks
from gardien.table import commands as c
from gardien.table.binding import bind
from gardien.table.marks import field_types

declaring = pytest.mark.parametrize(
    "system", [one for one in SYSTEMS if one.table_rules.marks is not TableMarks], ids=system_key
)


@declaring
def test_every_procedure_can_be_asked_of_whoever_bears_every_mark(system):
    """In a fight and out of it, openly and in secret."""
    rules, (start, (actor, other, *_)) = system.table_rules, company(system)
    on_every_sheet = set.intersection(*(set(field_types(one)) for one in rules.sheets))
    own = set(field_types(rules.sheets[0]))
    marks = {
        name: some_value(inspect.type_info(kind), other)
        for name, kind in field_types(rules.marks).items()
        if name not in own | on_every_sheet
    }
    alone = start.copy(1)
    alone.act(c.Remark(character=actor, marks=marks))
    tables = [alone]
    if rules.fighting:
        tables.append(alone.copy(1))
        tables[1].act(c.Fight(fighters=tuple(c.Fighter(character=id, side=id) for id in (actor, other))))
        tables[1].act(c.Remark(character=actor, marks=marks))  # some are over when a fight begins
    for procedure in system.procedures():
        for given in (examples_of(system, procedure) or [some_value(inspect.type_info(procedure.given), other)])[:2]:
            for table, audience in product(tables, ("all", "keeper")):
                trial = table.copy(1)
                with suppress(Refusal):
                    trial.act(c.Do(procedure=procedure.key, character=actor, given=given, audience=audience))
                    decide_at_random(trial, Random(1))


@declaring
def test_the_most_that_a_mark_may_count_can_be_read(system):
    """Else whatever falls due for whoever bears it could never be thrown for."""
    table = Memory(system, 1)
    who = table.act(c.Add(draw={}))["character"]
    unread = set()
    for name, kind in field_types(system.table_rules.marks).items():
        for most in highest(inspect.type_info(kind)):
            marked = table.copy(1)
            with suppress(Refusal):
                put(marked, who, name, most)
            for procedure in system.procedures():
                try:
                    bind(marked.state, procedure.key, {}, who)
                except Refusal as refusal:
                    unread |= {(name, most)} if refusal.id == "table/sheet" else set()
    assert not unread


def highest(kind):
    """The highest numbers that a type allows."""
    match plain(kind):
        case inspect.IntType(le=int() as high):
            return [high]
        case inspect.UnionType(types=types):
            return [high for one in types for high in highest(one)]
    return []
