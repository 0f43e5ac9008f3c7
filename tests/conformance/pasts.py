"""Pasts for the kit: what people of any game have behind them, of all that can happen at a table."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from msgspec import inspect

from conformance.games import examples_of
from conformance.house_rules import other_values
from conformance.installed import plain
from conformance.lives import Memory, act_at_random, rows_of_inputs, somebody, state_fields
from conformance.states import put
from gardien.core.errors import Refusal
from gardien.table import commands as c

EVENTS = 4
LET_PASS = 0.1  # of what falls due from then on
TRIES = 8  # of a value that its type alone does not describe
NUMBERS = (0, 1, 1, 2, 3, 5, 12, 60, 1440)
JUMPS = (1, 9, 45, 300, 1440, 12_000)  # minutes


def with_a_past(system: Any, seed: int) -> Memory:
    """Some people with something behind them, under house rules of their table's own."""
    random = Random(seed)
    table = Memory(system, seed, some_rules(system, random))
    people = [table.act(somebody(system, random))["character"] for _ in range(2)]
    act_at_random(table, people, random)
    for _ in range(random.randrange(EVENTS)):
        with suppress(Refusal):
            random.choice((befall, bear, bear, spend_time, see_to_it, fight, turn_over))(table, people, random)
    table.let_pass = frozenset(one.key for one in system.procedures() if random.random() < LET_PASS)
    return table


def some_rules(system: Any, random: Random) -> dict[str, Any]:
    """A house rule or two that are not as usual, or none."""
    names = random.sample(system.options.__struct_fields__, random.choice((0, 0, 1, 2)))
    values = {name: other_values(system, name) for name in names}
    return {name: random.choice(ones) for name, ones in values.items() if ones}


def befall(table: Memory, people: list[str], random: Random) -> None:
    """More of what rules bring."""
    act_at_random(table, people, random)


def bear(table: Memory, people: list[str], random: Random) -> None:
    """A state, by the game master's word: as an example tells of it, or any that there may be."""
    fields, told, who = state_fields(table.system), told_of(table.system), random.choice(people)
    if told and random.random() < 0.5:
        put(table, who, *random.choice(told))
        return
    name = random.choice(list(fields))
    words = [*people, *(key for keys in rows_of_inputs(table.system).values() for key in keys)]
    for _ in range(TRIES):
        with suppress(Refusal):
            put(table, who, name, any_value(inspect.type_info(fields[name]), words, random))
            return


def any_value(kind: inspect.Type, words: list[str], random: Random) -> Any:
    """A value of a type, in words of the game; what its type alone cannot say may still be refused."""
    match plain(kind):
        case inspect.BoolType():
            return random.random() < 0.7
        case inspect.IntType(ge=low, le=high):
            return min(high or NUMBERS[-1], (low or 0) + random.choice(NUMBERS))
        case inspect.FloatType(ge=low):
            return (low or 0) + random.choice(NUMBERS)
        case inspect.StrType():
            return random.choice(words)
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.UnionType(types=types):
            return any_value(
                random.choice([one for one in types if not isinstance(one, inspect.NoneType)]), words, random
            )
        case inspect.VarTupleType(item_type=item):
            return [any_value(item, words, random) for _ in range(random.choice((1, 1, 2)))]
        case inspect.TupleType(item_types=items):
            return [any_value(item, words, random) for item in items]
        case inspect.DictType(key_type=key, value_type=value):
            return {str(any_value(key, words, random)): any_value(value, words, random)}
        case inspect.StructType(fields=fields):
            told = [one for one in fields if one.required or random.random() < 0.4]
            return {one.encode_name: any_value(one.type, words, random) for one in told}
    return None


@cache
def told_of(system: Any) -> list[tuple[str, Any]]:
    """States that the examples of a game tell of."""
    fields = state_fields(system)

    def within(value: Any) -> Iterator[tuple[str, Any]]:
        for one in value if isinstance(value, list) else ():
            yield from within(one)
        for name, one in value.items() if isinstance(value, dict) else ():
            yield from [(name, one)] if name in fields else within(one)

    return [
        one for procedure in system.procedures() for given in examples_of(system, procedure) for one in within(given)
    ]


def spend_time(table: Memory, people: list[str], random: Random) -> None:
    """Time, each in their own way; what falls due in it waits."""
    activities = table.system.table_rules.life.activities
    ways = {who: random.choice(activities) for who in people}
    table.act(c.Advance(minutes=random.choice(JUMPS), activities=ways))


def see_to_it(table: Memory, people: list[str], random: Random) -> None:
    """Something that waits is thrown for, or let pass."""
    if due := list(table.play.get("due", {})):
        one = random.choice(due)
        table.act(c.Dismiss(due=one) if random.random() < 0.5 else c.Settle(due=one))


def fight(table: Memory, people: list[str], random: Random) -> None:
    """A few rounds of a fight, which may go on."""
    fighting = table.system.table_rules.fighting
    if not fighting:
        return
    if not table.play.get("fight"):
        table.act(
            c.Fight(fighters=tuple(c.Fighter(character=id, side=side) for id, side in zip(people, "ab", strict=True)))
        )
    for _ in range(random.randint(1, 6)):
        table.act(c.Round() if fighting.simultaneous else c.Turn())
    if random.random() < 0.7:
        table.act(c.EndFight())


def turn_over(table: Memory, people: list[str], random: Random) -> None:
    """Another scene, or another house rule from now on."""
    rules = some_rules(table.system, random)
    table.act(c.Settings(options=rules) if rules else c.Scene(title="Plus tard"))
