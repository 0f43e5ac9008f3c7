"""What sheets and marks keep of somebody's state: it is written, read, told as it is kept, bound, and forgotten."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from conformance.games import examples_of
from conformance.installed import SYSTEMS, fields_within, plain, system_key
from conformance.lives import Memory, state_fields
from conformance.named import read_in, written_in
from conformance.states import put, some_value
from conformance.strategies import other_than
from conformance.test_marks import named_by_table_rules
from gardien.core.errors import Refusal
from gardien.core.inputs import types_in
from gardien.core.scene import TALLY
from gardien.table import commands as c
from gardien.table.binding import bind
from gardien.table.handlers.dispatch import decide
from gardien.table.marks import fault_in, field_types, sheet_type
from gardien.table.viewers import OWNER, viewer_of
from gardien.web.pages.prepare.bestiary import keys_of_beings

every = pytest.mark.parametrize("system", [one for one in SYSTEMS if one.table_rules.sheets], ids=system_key)
WHAT_IT_IS = ("system", "version", "kind", "id", "name")
DESCRIBES = ("age", "gender", "money")  # numbers and words of a description, which no rule need read


@cache
def company(system: Any) -> tuple[Memory, list[str]]:
    """A table with two who are drawn, and one of each sort of the bestiary."""
    table = Memory(system, 1)
    people = [table.act(c.Add(draw={}))["character"] for _ in range(2)]
    beings = [f"{name}/{keys_of_beings(system, name)[0]}" for name in system.table_rules.beings]
    people += [table.act(c.Add(being=one))["character"] for one in beings]
    return table, people


def is_text(kind: inspect.Type) -> bool:
    """Whether people write something in words of their own there."""
    match plain(kind):
        case inspect.StrType():
            return True
        case inspect.VarTupleType(item_type=item):
            return is_text(item)
        case inspect.UnionType(types=types):
            return any(map(is_text, types))
    return False


@cache
def made(system: Any) -> set[str]:
    """Fields that somebody of the game has from the beginning: by creation, or by the bestiary."""
    rules, names = system.table_rules, set()
    sheets = [one["sheet"] for one in company(system)[0].play["characters"].values()]
    for table, make in rules.beings.items():
        sheets += [msgspec.to_builtins(make(key, "fr")) for key in keys_of_beings(system, table)]
    for sheet in sheets:
        for field in msgspec.structs.fields(sheet_type(rules, sheet)):
            if field.default is msgspec.NODEFAULT or msgspec.to_builtins(field.default) != sheet.get(field.encode_name):
                names.add(field.encode_name)
    return names


@every
def test_every_field_is_written_by_something(system):
    """Made with somebody, changed in play, or said by people (`orders`, `decided`, `by_hand`)."""
    rules = system.table_rules
    written = {*written_in(system), *named_by_table_rules(system), *made(system), *rules.orders, *rules.marks.decided}
    unwritten = [
        name
        for name, kind in state_fields(system).items()
        if name not in {*written, *WHAT_IT_IS, *rules.by_hand} and not is_text(inspect.type_info(kind))
    ]
    assert not unwritten, unwritten
    assert set(rules.by_hand) <= set(state_fields(system))


@every
def test_every_field_is_read_by_something(system):
    names, beginnings = read_in(system)
    inputs = {name for one in system.procedures() for _, name, _ in fields_within(inspect.type_info(one.given))}
    unread = [
        name
        for name, kind in state_fields(system).items()
        if name not in {*names, *inputs, *WHAT_IT_IS, *DESCRIBES}
        and not name.startswith(beginnings or ("?",))
        and not is_text(inspect.type_info(kind))
    ]
    assert not unread, unread


# ---- what is told is kept ----


def acts(system: Any) -> Iterator[c.Do]:
    """Every act by somebody of each sort, as the examples have it, with what the sheets know taken from them."""
    start, people = company(system)
    rules, marks = system.table_rules, field_types(system.table_rules.marks)
    for procedure in system.procedures():
        key, form = procedure.key, system.presentation.forms.get(procedure.key)
        aimed, seat = rules.targeting.get(key), rules.actors.get(key)
        if system.right(key) == "anybody":
            continue
        whom, theirs = {"character": people[1]}, start.play["characters"][people[1]]["sheet"]
        aims = [{aimed.target: one} for one in (whom, [whom])] if aimed else [{}]
        for example, aim, who in product([*examples_of(system, procedure), {}], aims, (people[0], people[-1])):
            sheet = start.play["characters"][who]["sheet"]
            given = {name: one for name, one in example.items() if name not in {*sheet, *theirs, *marks, seat}} | aim
            if any(isinstance(one, dict) and "name" in one for one in _within(given)):
                continue  # of people who are not at the table
            if form is None or form.fits is None or form.fits(sheet):
                yield c.Do(procedure=key, character=who, given=given)


@cache
def every_act(system: Any) -> tuple[c.Do, ...]:
    return tuple(acts(system))


def company_at_work(system: Any, seed: int) -> Memory:
    """The same table after a few acts, each by one of those who sit at it, with what their sheets know."""
    table, random = company(system)[0].copy(seed), Random(seed)
    for command in random.sample(every_act(system), min(8, len(every_act(system)))):
        with suppress(Refusal):
            table.act(command)
        for wait in list(table.play.get("waits", {})):
            table.act(c.Decide(wait=wait, offer=""))
    table.rolled.clear()
    return table


def done(system: Any) -> Iterator[tuple[c.Do, Memory, dict[str, Any], list[str]]]:
    """Each of them done: the table afterwards, what came out, and who took part."""
    for command in acts(system):
        table = company(system)[0].copy(1)
        try:
            table.act(command)
        except Refusal:
            continue
        roll = table.rolls[-1] if table.rolls else None
        if roll and not table.play.get("waits") and not roll.outcome.get("refused"):
            yield command, table, dict(roll.outcome), [str(command.character), *roll.people.values()]


def _within(value: Any) -> Iterator[Any]:
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield one
        yield from _within(one)


def told_otherwise(told: Any, kept: Any) -> bool:
    """Whether something is told that is not what is kept; what is not there is as it always is."""
    if isinstance(told, dict) and isinstance(kept, dict):
        return any(name in kept and told_otherwise(one, kept[name]) for name, one in told.items())
    if isinstance(told, list | tuple) and isinstance(kept, list | tuple):
        return len(told) != len(kept) or any(map(told_otherwise, told, kept))
    return bool(told != kept and (told or kept))


@every
def test_what_a_card_says_of_a_state_stands_on_a_sheet(system):
    """Where an outcome has another value than anybody had, somebody has another one afterwards."""
    rules, before = system.table_rules, company(system)[0].play["characters"]
    silent: dict[tuple[str, str], Any] = {}
    states: set[str] = set()
    for command, table, outcome, people in done(system):
        for name, told in outcome.items():
            kept = []
            if name not in before[people[0]]["sheet"]:
                continue  # whoever acts has no such thing
            for id in dict.fromkeys(people):
                sheet, now = before[id]["sheet"], table.play["characters"].get(id, before[id])["sheet"]
                kind = field_types(sheet_type(rules, sheet)).get(name)
                if kind is not None and sheet.get(name) is not None and fault_in(kind, told) is None:
                    kept.append((sheet[name], now[name]))
            if any(old != new for old, new in kept):
                states.add(name)
            elif kept and name not in WHAT_IT_IS and all(told_otherwise(told, new) for _, new in kept):
                silent[command.procedure, name] = told
    unkept = {one: told for one, told in silent.items() if one[1] in states}
    assert not unkept, unkept


# ---- what the table knows is bound ----


def known_of(system: Any, key: str, fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Inputs that say of one who takes part what their sheet says of them: `target_prone`, of `prone`."""
    form = system.presentation.forms.get(key)
    asked = {*form.main, *form.more} if form else {*types_in(system.procedure(key).given)}
    for name in types_in(system.procedure(key).given):
        for field in fields:
            if name.endswith(f"_{field}") and field not in WHAT_IT_IS and name not in asked:
                yield name, field


@every
def test_what_the_sheet_knows_is_not_left_to_a_default(system):
    """Whatever an act asks of its people under a field's name, or under a role's, comes from their sheets."""
    rules, fields, unbound = system.table_rules, state_fields(system), []
    start, people = company(system)
    for procedure in system.procedures():
        key, types = procedure.key, field_types(procedure.given)
        if system.right(key) == "anybody":
            continue
        for name, field in known_of(system, key, fields):
            table, value = start.copy(1), some_value(inspect.type_info(fields[field]), people[1])
            if not value or fault_in(types[name], value):
                continue
            try:
                for id in people[:2]:
                    put(table, id, field, value)
                aimed = rules.targeting.get(key)
                asked = {aimed.target: {"character": people[1]}} if aimed else {}
                if name not in bind(table.state, key, asked, people[0], OWNER).given:
                    unbound.append(f"{key}.{name}")
            except Refusal:
                continue
    assert not unbound, unbound


# ---- what a player may say ----


@every
def test_a_player_says_nothing_that_stands_on_the_sheet(system):
    """Where only the game master writes on sheets, nothing else than what is written there is taken."""
    start, people = company(system)
    table, fields, taken = start.copy(1), state_fields(system), []
    seat = table.act(c.Seat(characters=(people[0],)))["seat"]
    table.act(c.Settings(players_edit=False))
    viewer = viewer_of(table.state, seat)
    for procedure in system.procedures():
        form = system.presentation.forms.get(procedure.key)
        asked = {*form.main, *form.more, *form.beforehand} if form else set()
        if system.right(procedure.key) != "player":
            continue
        for name, value in bind(table.state, procedure.key, {}, people[0]).given.items():
            if name not in fields or name in asked or isinstance(value, dict):
                continue
            said = c.Do(procedure=procedure.key, character=people[0], given={name: other_than(value)})
            try:
                decide(table.state, viewer, said, table.moment())
            except Refusal:
                continue
            taken.append(f"{procedure.key}.{name}")
    assert not taken, taken


# ---- what is forgotten ----


@every
def test_a_new_scene_forgets_what_a_game_lists(system):
    """And what is counted by the scene is listed; a game in which time passes lists something."""
    rules, fields = system.table_rules, state_fields(system)
    start, people = company(system)
    assert rules.each_scene or not rules.life
    assert [name for name in fields if name.endswith("_this_scene") and name not in rules.each_scene] == []
    for name, after in rules.each_scene.items():
        for id in people[:1] if name != TALLY else ():
            table = start.copy(1)
            put(table, id, name, some_value(inspect.type_info(fields[name]), people[1]))
            table.act(c.Scene(title="Plus tard"))
            kept = table.play["characters"][id]
            assert {**kept["sheet"], **kept.get("marks", {})}.get(name) == after, name
