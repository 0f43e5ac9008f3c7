"""Nobody is stuck: whatever bars something to somebody alive has an end, by time, by an act, by another scene."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from conformance.lives import Memory
from conformance.test_ability import able, is_done, states, ways
from conformance.test_state import company
from gardien.core.errors import Refusal
from gardien.core.system import System
from gardien.table import commands as c
from gardien.table.binding import content
from gardien.table.viewers import OWNER

TERMS = (10, 1440, 90 * 1440)  # minutes
TRIES = (1, 2, 3)  # of an act with dice
EXAMPLES = 3


def is_in(table: Memory, id: str, name: str, value: Any) -> bool:
    """Whether somebody is in a state still."""
    return id in table.play["characters"] and content(table.state, id, OWNER).get(name) == value


def endings(system: System, start: Memory, id: str) -> Iterator[Callable[[Memory], Any]]:
    """What may bring somebody out of a state: another scene, time at rest or in care, a fight that ends, any act."""
    yield lambda table: table.act(c.Scene(title="Plus tard"))
    for minutes in TERMS:
        for activity in ("rest", "care"):
            yield partial(spend, minutes=minutes, activity=activity)
    if system.table_rules.fighting:
        yield fight_it_out
    other = next(one for one in company(system)[1] if one != id)
    for procedure in (one.key for one in system.procedures()):
        for who, whom in ((id, other), (other, id)):
            for given in ways(system, procedure, whom, EXAMPLES):
                yield partial(is_done, command=c.Do(procedure, who, given))


def spend(table: Memory, minutes: int, activity: str) -> None:
    table.act(c.Advance(minutes=minutes, activity=activity))
    table.settle_all()


def fight_it_out(table: Memory) -> None:
    table.act(c.Fight(fighters=tuple(c.Fighter(character=one, side=one) for one in table.play["characters"])))
    table.act(c.EndFight())


def ends(system: System, start: Memory, id: str, name: str, value: Any) -> bool:
    """Whether somebody comes out of a state, one way or another."""
    for end in endings(system, start, id):
        for seed in TRIES:
            table = start.copy(seed)
            with suppress(Refusal):
                end(table)
            if not is_in(table, id, name, value):
                return True
    return False


@able
def test_nobody_is_stuck_in_a_state(system):
    """But in death, in what people say of them, and in what ends with whatever brought it."""
    rules, seen, stuck = system.table_rules, set(), []
    gone = rules.fighting.gone if rules.fighting else None
    for id, name, value, start in states(system):
        said = name in (*rules.by_hand, *rules.orders, *rules.marks.decided, *rules.with_cause)
        if said or (name, value) in seen or (gone and gone(content(start.state, id, OWNER))):
            continue
        seen.add((name, value))
        stuck += [] if ends(system, start, id, name, value) else [(name, value)]
    assert not stuck, stuck
