"""Random sheets survive random play: they fill in inputs, take changes, take them back, and go through JSON."""

from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec import inspect

from changed_sheets import after_changes, inputs_of, inverse
from conformance.installed import PROCEDURES, SYSTEMS, examples, procedure_key, system_key
from conformance.lives import state_fields
from conformance.states import some_value
from conformance.strategies import inputs
from gardien.core.calling import prepare
from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.core.interpreters.typed import typed
from gardien.core.terms import LANGUAGES
from gardien.sheets import words

some = settings(max_examples=examples(25), suppress_health_check=list(HealthCheck))
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=system_key)
seeds = st.integers(0, 1000)


def choices_of(system):
    """The type of what may be decided before a character is drawn."""
    return system.creation.__annotations__["given"]


def request(system, data):
    """Drawing a character with random choices and house rules."""
    choices = data.draw(st.one_of(st.just({}), inputs(choices_of(system))), label="choices")
    options = data.draw(st.one_of(st.just({}), inputs(system.options)), label="options")
    try:
        choices = parse(choices_of(system), choices)
        options = parse(system.options, options)
    except Refusal:
        assume(False)
        raise
    return call(system.creation, choices, options)


def drawn(system, data, seed):
    """A random sheet; choices that the rules forbid are discarded."""
    try:
        return play(request(system, data), Random(seed)).outcome
    except Refusal:
        assume(False)
        raise


@some
@given(data=st.data(), seed=seeds)
@every_system
def test_a_drawn_sheet_is_a_sheet_of_its_system_and_goes_through_json(system, data, seed):
    sheet = drawn(system, data, seed)
    assert type(sheet) is system.sheet
    assert sheet.system == system.key
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=system.sheet) == sheet
    assert parse(system.sheet, msgspec.json.decode(msgspec.json.encode(sheet))) == sheet
    assert hash(sheet) == hash(msgspec.json.decode(msgspec.json.encode(sheet), type=system.sheet))


@some
@given(data=st.data(), seed=seeds)
@every_system
def test_the_dice_of_a_drawn_sheet_draw_it_again(system, data, seed):
    asked = request(system, data)
    try:
        played = play(asked, Random(seed))
    except Refusal:
        assume(False)
        raise
    assert typed(asked, [die.value for die in played.dice]).outcome == played.outcome


@some
@given(data=st.data(), seed=seeds)
@every_system
def test_what_is_decided_beforehand_stands_on_the_sheet(system, data, seed):
    names = {field.encode_name for field in inspect.type_info(choices_of(system)).fields} & set(
        system.sheet.__struct_fields__
    )
    choices = data.draw(inputs(choices_of(system)))
    try:
        given = parse(choices_of(system), choices)
        sheet = play(call(system.creation, given, system.options()), Random(seed)).outcome
    except Refusal:
        assume(False)
        raise
    for name in names & set(choices):
        if choices[name] not in (None, "", [], {}):
            stands, chosen = getattr(sheet, name), getattr(given, name)
            if isinstance(chosen, dict):  # the rest of a map may be drawn
                assert chosen.items() <= stands.items(), name
            elif isinstance(chosen, tuple):  # and that of a list
                assert all(stands.count(one) >= chosen.count(one) for one in chosen), name
            else:
                assert stands == chosen, name


# --- play and undo ---------------------------------------------------------------------------------------------------


def everything_in(value):
    """A value and all that it is made of."""
    yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from everything_in(inner)


def changes_of(system, procedure, sheet, data, seed):
    """What one game changes on a sheet that filled in its inputs; nothing when it cannot be played."""
    known = inputs_of(sheet, procedure.given)
    given = {**data.draw(inputs(procedure.given), label="given"), **known}
    try:
        prepared = prepare(system.key, procedure.key, given)
        outcome = play(prepared.request(), Random(seed)).outcome
    except Refusal:
        return ()
    changes = tuple(outcome.changes(prepared.given, prepared.options))
    came_out = list(everything_in(msgspec.to_builtins(outcome)))
    for change in changes:
        assert change.before != change.after, change
        assert msgspec.to_builtins(change.after) in came_out, f"{change} is no part of {outcome}"
    mine = tuple(change for change in changes if not change.who)
    for change in mine:
        if change.field in known:
            assert change.before == getattr(sheet, change.field), change
    if any(change.before != getattr(sheet, change.field, change.before) for change in mine):
        return ()  # inputs of other names were drawn, not filled in, and speak of somebody else's gauges
    return mine


CHANGING = [pair for pair in PROCEDURES if hasattr(pair[1].outcome, "changes")]


@some
@given(data=st.data(), seed=seeds)
@pytest.mark.parametrize(("system", "procedure"), CHANGING, ids=map(procedure_key, CHANGING))
def test_what_a_procedure_changes_is_written_on_the_sheet_and_taken_back(system, procedure, data, seed):
    sheet = play(call(system.creation, choices_of(system)(), system.options()), Random(seed)).outcome
    mine = changes_of(system, procedure, sheet, data, seed)
    after = after_changes(sheet, mine)
    for change in mine:
        if hasattr(sheet, change.field):
            assert getattr(after, change.field) == change.after
    assert after_changes(after, inverse(mine)) == sheet


@some
@given(data=st.data(), seed=seeds)
@every_system
def test_random_sheets_survive_random_play_and_undo(system, data, seed):
    """Several procedures in a row; every sheet on the way goes through JSON, and all changes are taken back."""
    sheets = [drawn(system, data, seed)]
    history = []
    own = [procedure for one, procedure in CHANGING if one is system]
    for procedure in data.draw(st.lists(st.sampled_from(own), min_size=1, max_size=4), label="procedures"):
        mine = changes_of(system, procedure, sheets[-1], data, seed)
        history.append(mine)
        sheets.append(after_changes(sheets[-1], mine))
    while history:
        after = sheets.pop()
        assert msgspec.json.decode(msgspec.json.encode(after), type=system.sheet) == after
        assert after_changes(after, inverse(history.pop())) == sheets[-1]


@every_system
def test_any_value_of_a_sheet_or_a_mark_can_be_put_into_words(system):
    """A card tells what became of a field as it is written there, whoever lists it in another way."""
    told = 0
    for name, kind in state_fields(system).items():
        try:
            value = msgspec.to_builtins(msgspec.convert(some_value(inspect.type_info(kind), "Ada"), kind))
        except msgspec.ValidationError:
            continue  # the game knows better what it may be
        for language in LANGUAGES:
            assert words.plain(system, name, value, language)
        told += 1
    assert told > len(state_fields(system)) / 2
