"""Things are that one: a weapon that is empty, a hold among several, a second dose, somebody who is gone."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from conformance.games import examples_of
from conformance.house_rules import other_values
from conformance.installed import SYSTEMS, system_key
from conformance.lives import Memory, lived_in
from conformance.pasts import told_of
from conformance.states import put
from conformance.test_ability import is_done, ways
from conformance.test_between_rules import dead_value
from conformance.test_state import acts, company
from gardien.core.errors import Refusal
from gardien.core.ready import keys_of_beings
from gardien.core.scene import TALLY
from gardien.core.system import System
from gardien.table import commands as c
from gardien.table.binding import content
from gardien.table.viewers import OWNER

playing = pytest.mark.parametrize("system", [one for one in SYSTEMS if one.table_rules.life], ids=system_key)
holding = pytest.mark.parametrize(
    "system",
    [one for one in SYSTEMS if one.table_rules.fighting and one.table_rules.fighting.holds],
    ids=system_key,
)
LIVES = 20


def beings_of(system: System) -> list[str]:
    return [f"{name}/{key}" for name in system.table_rules.beings for key in keys_of_beings(system, name)]


# ---- what is loaded ----


LOADS = {"ammunition", "rounds_left", "loaded", "rounds"}  # what games call what is in a weapon


def counted(weapon: dict[str, Any]) -> dict[str, int]:
    """The whole numbers of a weapon: what may be spent of it."""
    return {name: value for name, value in weapon.items() if type(value) is int}


@playing
def test_what_is_spent_by_an_act_must_be_there(system):
    """Whatever takes something out of a weapon takes it each time, and nothing comes of it once there is none."""
    spent, named, loaded = set(), "weapon_name", False
    keys = [
        one.key
        for one in system.procedures()
        if named in {*one.given.__struct_fields__, *system.table_rules.ui_inputs.get(one.key, ())}
    ]
    for being, rule in ((being, rule) for rule in _rules(system) for being in beings_of(system) if keys):
        if rule and spent:
            break
        start = Memory(system, 1, rule)
        who, other = (start.act(c.Add(being=one))["character"] for one in (being, beings_of(system)[0]))
        for at, weapon in enumerate(start.play["characters"][who]["sheet"].get("weapons") or ()):
            loaded |= not LOADS.isdisjoint(weapon)
            sort = weapon.get("weapon") or weapon.get("key") or weapon.get("name")
            for key in (one for one in keys if (one, sort) not in spent):
                spent |= _spending(system, start, who, other, at, key, str(sort))
    assert spent or not loaded


def _spending(
    system: System, start: Memory, who: str, other: str, at: int, key: str, sort: str
) -> set[tuple[str, str]]:
    """Whether an act takes something out of one weapon: then nothing comes of it where there is none."""
    weapons = start.play["characters"][who]["sheet"]["weapons"]
    for asked in _ways_with(system, key, weapons[at].get("name", ""), other):
        full = start.copy(1)
        done = is_done(full, c.Do(key, who, asked))
        rows = full.play["characters"][who]["sheet"]["weapons"]
        if not done or len(rows) != len(weapons):
            continue
        before, after = counted(weapons[at]), counted(rows[at])
        lost = [name for name in LOADS & set(before) if after.get(name, before[name]) < before[name]]
        if not lost or any(after.get(name, value) > value for name, value in before.items()):
            continue  # nothing, or from one place into another
        for name in lost:
            empty = start.copy(1)
            rows = [{**one, name: 0} if place == at else one for place, one in enumerate(weapons)]
            empty.act(c.Override(path=f"characters/{who}/sheet/weapons", value=rows, reason="essai"))
            assert not is_done(empty, c.Do(key, who, asked)), (sort, key, name, asked)
        return {(key, sort)}
    return set()


def _rules(system: System) -> list[dict[str, Any]]:
    """The usual house rules, then each other word that one of them can be: what is in weapons may not count at all."""
    values = [(name, one) for name in system.options.__struct_fields__ for one in other_values(system, name)]
    return [{}, *({name: word} for name, word in values if isinstance(word, str))]


def _ways_with(system: System, key: str, name: str, other: str) -> list[dict[str, Any]]:
    """An act with a weapon that is named, at somebody: simply, and in each way that its examples have."""
    aimed = system.table_rules.targeting.get(key)
    given = {"weapon_name": name} | ({aimed.target: {"character": other}} if aimed else {})
    words = [
        {field: word for field, word in example.items() if isinstance(word, str) and field not in given}
        for example in examples_of(system, system.procedure(key))
    ]
    return [given, *({**given, **one} for place, one in enumerate(words) if one and one not in words[:place])]


# ---- holds ----


def seize(table: Memory, holder: str, victim: str) -> bool:
    """Somebody tries everything of a turn until they have hold of somebody."""
    system, fighting = table.system, table.system.table_rules.fighting

    def holds() -> bool:
        people = {id: content(table.state, id, OWNER) for id in table.play["characters"]}
        return any({one.holder, one.victim} == {holder, victim} for one in fighting.holds.among(people))

    for seed in range(12):
        for key in fighting.turns:
            for given in ways(system, key, victim, 100):
                trial = table.copy(seed)
                is_done(trial, c.Do(key, holder, given))
                table_now, table.states = table.states, trial.states
                if holds():
                    return True
                table.states = table_now
    return False


@holding
def test_of_two_holds_one_ends_and_the_other_goes_on(system):
    """Whoever lets go lets go of their own alone, by leaving the fight or the table."""
    fighting = system.table_rules.fighting
    if fighting.simultaneous:
        return
    table = Memory(system, 1)
    ids = [table.act(c.Add(draw={}))["character"] for _ in range(3)]
    table.act(c.Fight(fighters=tuple(c.Fighter(character=id, side="ab"[id != ids[0]]) for id in ids)))
    for holder in ids[1:]:
        assert seize(table, holder, ids[0]), "nobody gets hold of anybody"

    def holders(one: Memory) -> set[str]:
        people = {id: content(one.state, id, OWNER) for id in one.play["characters"]}
        pairs = [{hold.holder, hold.victim} for hold in fighting.holds.among(people)]
        return {id for pair in pairs if ids[0] in pair for id in pair - {ids[0]}}

    assert holders(table) == {*ids[1:]}
    for gone, stays in (ids[1:], ids[:0:-1]):
        trial = table.copy(1)
        trial.act(c.Leave(character=gone))
        assert holders(trial) == {stays}
        trial = table.copy(1)
        dead = dead_value(system, trial.play["characters"][gone]["sheet"])
        assert dead is not None
        trial.act(c.Override(path=f"characters/{gone}/sheet/{dead[0]}", value=dead[1], reason="essai"))
        assert holders(trial) == {stays}


# ---- a second dose ----

WAYS = 3  # of asking for each act
TERMS = (1, 10, 60, 240, 1440, 10_080)  # minutes


def as_they_were(table: Memory, who: str) -> Any:
    """Somebody without what counts time."""
    kept = table.play["characters"][who]
    return {name: value for name, value in kept.items() if name not in (TALLY, "lag")}


def ended(table: Memory, who: str, whole: Any, minutes: int) -> bool | None:
    """Whether somebody is as they were after so long; nothing where dice have something to say."""
    trial = table.copy(1)
    trial.act(c.Advance(minutes=minutes))
    return None if trial.play.get("due") else as_they_were(trial, who) == whole


@playing
def test_a_second_time_lasts_its_own_time(system):
    """What wears off by itself, done again before it has, is not over with the first."""
    start, people = company(system)
    who, tried = people[0], Counter[str]()
    whole = as_they_were(start, who)
    for asked in acts(system):
        tried[asked.procedure] += asked.character == who
        if asked.character != who or tried[asked.procedure] > WAYS:
            continue
        once = start.copy(2)
        if not is_done(once, asked) or as_they_were(once, who) == whole:
            continue
        term = next((one for one in TERMS if ended(once, who, whole, one)), None)
        half = max((one for one in TERMS if one < (term or 0)), default=None)
        if half is None or ended(once, who, whole, half) is not False:
            continue
        while term - half > 1:  # at its term it is over, and a minute before it is not
            middle = (half + term) // 2
            half, term = (half, middle) if ended(once, who, whole, middle) else (middle, term)
        twice, half = once.copy(2), term // 2
        twice.act(c.Advance(minutes=half))
        dice = tuple(die.value for die in once.rolls[-1].dice)
        if is_done(twice, replace(asked, dice=dice)):
            assert ended(twice, who, whole, term - half) is not True, (asked, half, term)


# ---- two of a kind ----

MOST_PAIRS = 4  # of each field that lists things


def listed(system: System) -> dict[str, list[dict[str, Any]]]:
    """Fields of a sheet that list things (wounds, doses, effects), with those that examples of the game tell of."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name, value in told_of(system):
        things = found.setdefault(name, [])
        things += [one for one in (value if isinstance(value, list) else ()) if isinstance(one, dict)]
    return {name: [one for at, one in enumerate(all) if one not in all[:at]] for name, all in found.items()}


def _holding(table: Memory, who: str, name: str, things: list[dict[str, Any]]) -> bool:
    """Whether somebody can have just these."""
    try:
        put(table, who, name, things)
    except Refusal:
        return False
    return True


@playing
def test_of_two_things_each_has_its_own_clock(system):
    """One that is struck off takes its hours with it: the other began when it came, whichever place it has."""
    start, people = company(system)
    for name, things in listed(system).items():
        for first, second in list(pairwise([*things, *things[:1]]))[:MOST_PAIRS]:
            after, alone = start.copy(1), start.copy(1)
            if first == second or not _holding(after, people[0], name, [first]):
                continue
            for table in (after, alone):
                table.act(c.Advance(minutes=7))
            if not all(_holding(after, people[0], name, some) for some in ([first, second], [second])):
                continue
            if not _holding(alone, people[0], name, [second]) or not _alike(after, alone, people[0]):
                continue  # the first has left something else behind
            for table in (after, alone):
                table.act(c.Advance(minutes=3000))
                table.settle_all()
            assert after.rolled == alone.rolled, (name, first, second)
            assert _alike(after, alone, people[0]), (name, first, second)


def _alike(one: Memory, other: Memory, who: str) -> bool:
    return as_they_were(one, who) == as_they_were(other, who)


# ---- somebody who is gone ----


def mentions(value: Any, id: str) -> bool:
    """Whether somebody is named by id anywhere in a value."""
    if isinstance(value, dict):
        return any(name == id or mentions(one, id) for name, one in value.items())
    return any(mentions(one, id) for one in value) if isinstance(value, list | tuple) else value == id


@playing
def test_nobody_is_spoken_of_who_is_gone(system):
    """Whoever is taken off the table is in nobody's arms, aim, order, request, chase or account."""
    for seed in range(LIVES):
        table = lived_in(system, seed)
        if system.table_rules.fighting:
            fighters = tuple(c.Fighter(character=id, side=id) for id in table.play["characters"])
            table.act(c.Fight(fighters=fighters))
        random, ids = Random(seed), list(table.play["characters"])
        for _ in range(6):
            keys = (system.table_rules.fighting and system.table_rules.fighting.turns) or ("",)
            key = random.choice(keys)
            for given in list(ways(system, key, ids[1]))[-2:] if key else ():
                is_done(table, c.Do(key, ids[0], given))
        for procedure in system.procedures():
            is_done(table, c.Ask(procedure=procedure.key, characters=tuple(ids)))
        if system.table_rules.chases:
            is_done(table, c.Chase(fleeing=(ids[0],), pursuing=(ids[1],)))
        if table.play.get("fight"):
            table.act(c.Leave(character=ids[1]))
            left = table.play["characters"][ids[0]]
            assert not mentions(left, ids[1]), (seed, left)
        table.act(c.Remove(character=ids[1]))
        told = {name: one for name, one in table.play.items() if mentions(one, ids[1])}
        assert not told, (seed, ids[1], told)
