"""House rules: one of the table is the same as one that is said with an act, in every game, whatever its value.

The same outcome, and the same sheets afterwards.
"""

from functools import cache
from random import Random
from typing import Any

import pytest

from conformance.games import examples_of
from conformance.house_rules import other_values
from conformance.installed import SYSTEMS, system_key
from conformance.lives import Memory, lived_in, somebody
from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.core.system import System
from gardien.table import commands as c
from gardien.table.events import Rolled
from gardien.table.tree import plain

PEOPLE = 3
RULES = [(one, name) for one in SYSTEMS if one.table_rules.sheets for name in one.options.__struct_fields__]


@cache
def some_people(system: System) -> Memory:
    """A table with a few people, under the usual rules."""
    table, random = Memory(system, 1), Random(1)
    for _ in range(PEOPLE):
        table.act(somebody(system, random))
    return table


@cache
def acts(system: System) -> list[c.Do]:
    """Something of every procedure: done by nobody in particular, by somebody, and to somebody else of the table."""
    people, result = list(some_people(system).play["characters"]), []
    for number, procedure in enumerate(system.procedures()):
        who, other = people[number % PEOPLE], {"character": people[(number + 1) % PEOPLE]}
        given = (examples_of(system, procedure) or [{}])[0]
        against = system.table_rules.targeting.get(procedure.key)
        result += [c.Do(procedure=procedure.key, character=one, given=given) for one in (None, who)]
        if against:
            aim = [other] if isinstance(given.get(against.target), list) else other
            result.append(c.Do(procedure=procedure.key, character=who, given={**given, against.target: aim}))
    return result


def attempt(table: Memory, act: c.Do) -> Rolled | None:
    """What came of an act; nothing where the game refuses it, or waits for somebody's decision."""
    try:
        table.act(act)
    except Refusal:
        return None
    return None if table.rolls[-1].waits else table.rolls[-1]


def holds(kept: Any, said: Any) -> bool:
    """Whether a sheet keeps what a rule says; the table may know more of it: who did it, and when."""
    if isinstance(kept, dict) and isinstance(said, dict):
        return all(holds(kept.get(name), one) for name, one in said.items())
    if isinstance(kept, list) and isinstance(said, list):
        return len(kept) == len(said) and all(map(holds, kept, said))
    return kept == said or said in (None, "")


def _is_theirs(system: System, roll: Rolled, who: str) -> bool:
    """Whether a change belongs to whom it names; one without a name is the target's of some acts."""
    against = system.table_rules.targeting.get(roll.procedure)
    return who in roll.people and (bool(who) or against is None or not against.changes_target)


@pytest.mark.parametrize(("system", "name"), RULES, ids=lambda one: one if isinstance(one, str) else system_key(one))
def test_a_house_rule_of_the_table_is_the_same_as_one_said_with_the_act(system, name):
    done = 0
    for value in other_values(system, name):
        rule, usual = {name: value}, some_people(system)
        ruled = usual.copy(1)
        ruled.act(c.Settings(options=rule))
        on_no_sheet = ruled.play["characters"] == usual.play["characters"]  # else its people are others from the start
        for number, act in enumerate(acts(system)):
            table = ruled.copy(number)
            roll = attempt(table, act)
            if roll is None:
                continue
            done += 1
            dice = tuple(one.value for one in roll.dice)
            given = {field: one for field, one in roll.given.items() if field != "options"}
            said = do(system.key, act.procedure, {**given, "options": rule}, dice=dice)
            assert plain(said.outcome) == roll.outcome, act
            people = table.play["characters"]
            for change in said.changes:
                sheet = people[roll.people[change.who]]["sheet"] if _is_theirs(system, roll, change.who) else {}
                if change.field in sheet:
                    assert holds(plain(sheet[change.field]), plain(change.after)), (act, change)
            if on_no_sheet and roll.people and said.changes:
                saying = usual.copy(number)
                saying.act(c.Do(act.procedure, act.character, {**act.given, "options": rule}, dice))
                saying.act(c.Settings(options=rule))
                assert saying.play["characters"] == people, act
    assert done or not other_values(system, name), "nothing was done under this house rule"


# ---- over time ----

WEEK, SEEDS = 10_080, 40


@cache
def waiting(system: System) -> tuple[tuple[Memory, str], ...]:
    """Tables at which something has fallen due, under the usual rules: each procedure once, and which it is."""
    found: dict[str, tuple[Memory, str]] = {}
    for seed in range(SEEDS):
        table = lived_in(system, seed)
        table.act(c.Advance(minutes=WEEK))
        for id, due in table.play.get("due", {}).items():
            found.setdefault(due["procedure"], (table, id))
    return tuple(found.values())


def thrown(start: Memory, due: str, options: dict[str, Any]) -> Rolled | None:
    """What comes of something that is due where house rules are others by then; nothing where it is due no more."""
    table = start.copy(1)
    table.act(c.Settings(options=options))
    if due not in table.play.get("due", {}):
        return None
    table.act(c.Settle(due=due))
    return table.rolls[-1]


@pytest.mark.parametrize("system", [one for one in SYSTEMS if one.table_rules.life], ids=system_key)
def test_what_falls_due_comes_out_by_the_house_rules_of_the_table(system):
    """As it does where the rule is said with the act: of every rule, for everything that time asks for."""
    assert waiting(system)
    for start, due in waiting(system):
        for name in system.options.__struct_fields__:
            for value in other_values(system, name):
                roll = thrown(start, due, {name: value})
                if roll is None or roll.waits:
                    continue
                given = {field: one for field, one in roll.given.items() if field != "options"}
                dice = tuple(one.value for one in roll.dice)
                said = do(system.key, roll.procedure, {**given, "options": {name: value}}, dice=dice)
                assert plain(said.outcome) == roll.outcome, (name, value, roll)
