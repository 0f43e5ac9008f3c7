"""Exact odds of every procedure on random small inputs: they sum to one and allow whatever is played."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from conformance.installed import PROCEDURES, examples, played_or_discarded, prepared_or_discarded, procedure_key
from conformance.strategies import inputs
from gardien.core.calling import _at, weigh_prepared
from gardien.core.errors import Refusal

few = settings(
    max_examples=examples(8),
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large],
)
every_procedure = pytest.mark.parametrize(("system", "procedure"), PROCEDURES, ids=map(procedure_key, PROCEDURES))
PLAYS = 3  # games played for each set of odds


def drawn(system, procedure, data):
    given = data.draw(inputs(procedure.given), label="given")
    options = data.draw(st.one_of(st.just({}), inputs(system.options)), label="options")
    return prepared_or_discarded(system, procedure, {**given, "options": options})


def weighed_or_discarded(prepared, by=()):
    """Odds may be refused (too many outcomes, a tie that nothing ends): the example is discarded."""
    try:
        return weigh_prepared(prepared, by)
    except Refusal:
        assume(False)
        raise


def agrees(weighed, played):
    """Whether what was played is what was weighed, details aside: odds leave out what nobody asked for."""
    if isinstance(weighed, dict) and isinstance(played, dict):
        return all(name in played and agrees(value, played[name]) for name, value in weighed.items())
    if isinstance(weighed, list | tuple) and isinstance(played, list | tuple):
        return len(weighed) == len(played) and all(agrees(*pair) for pair in zip(weighed, played, strict=True))
    return weighed == played


@few
@given(data=st.data(), seed=st.integers(0, 1000))
@every_procedure
def test_odds_sum_to_one_and_allow_what_is_played(system, procedure, data, seed):
    prepared = drawn(system, procedure, data)
    weighed = weighed_or_discarded(prepared)
    assert sum(one.chance for one in weighed) == 1
    assert all(isinstance(one.chance, Fraction) and one.chance > 0 for one in weighed)
    for game in range(PLAYS):
        played = msgspec.to_builtins(played_or_discarded(prepared, seed + game).outcome)
        assert any(agrees(one.outcome, played) for one in weighed), played


@few
@given(data=st.data(), seed=st.integers(0, 1000))
@every_procedure
def test_odds_by_the_headline_are_told_in_its_fields_and_allow_what_is_played(system, procedure, data, seed):
    by = procedure.headline or procedure.outcome_fields()[:1]
    prepared = drawn(system, procedure, data)
    weighed = weighed_or_discarded(prepared, by)
    assert sum(one.chance for one in weighed) == 1
    told = [one.outcome for one in weighed]
    assert all(set(outcome) <= set(by) for outcome in told)
    for game in range(PLAYS):
        played = msgspec.to_builtins(played_or_discarded(prepared, seed + game).outcome)
        projected = {path: found for path in by if (found := _at(played, path)) is not None}
        assert projected in told


@few
@given(data=st.data())
@every_procedure
def test_odds_by_a_field_are_the_whole_odds_merged(system, procedure, data):
    """Asking for one field must not change its chance, whatever else is left out on the way."""
    by = procedure.headline[:1] or procedure.outcome_fields()[:1]
    prepared = drawn(system, procedure, data)
    merged: dict[str, Fraction] = {}
    for one in weighed_or_discarded(prepared):
        found = _at(one.outcome, by[0])
        key = msgspec.json.encode(found, order="sorted").decode()
        merged[key] = merged.get(key, Fraction(0)) + one.chance
    asked = {
        msgspec.json.encode(one.outcome.get(by[0]), order="sorted").decode(): one.chance
        for one in weighed_or_discarded(prepared, by)
    }
    assert merged == asked
