"""Whoever takes in the sheets of another game names everything, explains every value, and makes sheets that hold."""

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec import inspect

import gardien
from conformance.installed import SYSTEMS, examples, system_key
from conformance.strategies import inputs
from conformance.test_terms import speaks, unnamed
from core.typography import entries, texts, typographic_faults
from gardien.core.conversion import convert, words
from gardien.core.conversion_report import ReportWriter
from gardien.core.creation import steps_of
from gardien.core.errors import Refusal
from gardien.core.terms import LANGUAGES
from tiny.beside import tiny_beside_installed

ABLE = [system for system in SYSTEMS if system.converters]
CONVERTERS = [(system, one) for system in ABLE for one in system.converters]
KINDS = [(system, one, kind) for system, one in CONVERTERS for kind in one.kinds]
EXAMPLES = [(system, one, lang) for system, one in CONVERTERS if one.read for lang in LANGUAGES]
some = settings(max_examples=examples(25), suppress_health_check=list(HealthCheck))


def named(case):
    return "/".join(str(getattr(part, name)) for part, name in zip(case, ("key", "source", "kind"), strict=False))


every_converter = pytest.mark.parametrize(("system", "found"), CONVERTERS, ids=map(named, CONVERTERS))
every_kind = pytest.mark.parametrize(("system", "found", "kind"), KINDS, ids=map(named, KINDS))


@pytest.fixture(autouse=True)
def _pennies():
    with tiny_beside_installed():
        yield


def test_the_tiny_system_is_among_those_that_are_tried():
    assert "pennies" in [system.key for system in ABLE]


@pytest.mark.parametrize("system", ABLE, ids=system_key)
def test_its_words_are_said_in_both_languages_with_their_spaces(system):
    book = {name: part for name, part in words(system).items() if name != "arms"}  # kinds of weapons, no words
    assert [place for place, entry in entries(book) if not speaks(entry)] == []
    wrong = [(place, fault) for place, language, text in texts(book) for fault in typographic_faults(text, language)]
    assert wrong == []


@every_converter
def test_a_game_that_sheets_come_from_has_a_name(system, found):
    assert speaks(words(system)["source"][found.source])
    assert len({kind.kind for kind in found.kinds}) == len(found.kinds)


@every_kind
def test_every_input_has_a_name_and_a_place_in_the_form(system, found, kind):
    assert unnamed(system, kind.given, "convert") == []
    assert speaks(system.terms.value("kind", kind.kind))
    assert {"given", "options", "return"} <= set(kind.rule.__annotations__)
    for described in (kind.rule, kind.given):
        assert (described.__doc__ or "").strip().endswith((".", ")")), described
    asked = [name for step in steps_of(kind.form, kind.given) for name in step.fields]
    assert len(asked) == len(set(asked))
    assert set(asked) <= set(kind.takes())
    assert all(speaks(system.terms.entry("creation", step.key)) for step in kind.form.steps)
    heads = {
        *system.sheet.__struct_encode_fields__,
        *(f for one in system.table_rules.sheets for f in one.__struct_fields__),
    }
    assert set(found.signed) <= heads


@pytest.mark.parametrize(("system", "found", "lang"), EXAMPLES, ids=[f"{s.key}/{f.source}/{x}" for s, f, x in EXAMPLES])
def test_the_example_is_read_to_its_last_word(system, found, lang):
    carried = gardien.convert(
        found.source, system.key, text=words(system)["example"][found.source][lang], language=lang
    )
    assert carried.unread == ()
    assert carried.sheet.name


@some
@given(data=st.data(), seed=st.integers(0, 100))
@every_kind
def test_what_is_brought_over_holds_and_every_reason_has_its_rule(system, found, kind, data, seed):
    """Whatever comes in, a sheet that can be read again comes out, or a refusal by name."""
    asked = data.draw(inputs(kind.given), label="given")
    asked |= _large(kind.given, data)
    options = data.draw(st.one_of(st.just({}), inputs(system.options)), label="options")
    with tiny_beside_installed():
        try:
            carried = convert(
                found.source,
                system.key,
                {**asked, "kind": kind.kind, "options": options},
                generator=gardien.generator(seed),
            )
        except Refusal:
            assume(False)
            raise
        written = msgspec.json.encode(carried.sheet)
        assert msgspec.json.decode(written, type=type(carried.sheet)) == carried.sheet
        assert {one.rule for one in carried.values} <= set(system.reference)
        assert {one.why for one in carried.lost} <= set(words(system).get("loss", {}))
        for language in LANGUAGES:
            teller = ReportWriter(system, found, language)
            told = [line for group in teller.groups(carried) for line in group.lines]
            assert len(told) == len(carried.values)
            assert all(line.label and line.value and line.rule for line in told)
            assert len(teller.losses(carried)) == len(carried.lost)


def _large(kind, data):
    """A few inputs at their highest: what a sheet can hold has limits too."""
    highest = {
        field.encode_name: bound
        for field in inspect.type_info(kind).fields
        if (bound := _highest(field.type)) is not None
    }
    chosen = data.draw(st.sets(st.sampled_from(sorted(highest))) if highest else st.just(set()), label="highest")
    return {name: highest[name] for name in chosen}


def _highest(kind):
    if isinstance(kind, inspect.Metadata):
        return _highest(kind.type)
    if isinstance(kind, inspect.UnionType):
        return next((result for one in kind.types if (result := _highest(one)) is not None), None)
    return kind.le if isinstance(kind, inspect.IntType) else None
