"""Exact odds of every procedure on random small inputs: they sum to one and allow whatever is played."""

from fractions import Fraction
from random import Random

import msgspec
import pytest

from conformance.games import games
from conformance.installed import PROCEDURES, examples, procedure_key
from gardien.core.calling import _at, weigh_prepared
from gardien.core.errors import Refusal
from gardien.core.readings.play import play

every_procedure = pytest.mark.parametrize(("system", "procedure"), PROCEDURES, ids=map(procedure_key, PROCEDURES))
PLAYS = 3  # times that each is played


def weighed(system, procedure, by=()):
    """Games with their odds, where odds are told: too many outcomes, or a tie that nothing ends, are refused."""
    told = 0
    for game in games(system, procedure)[: examples(8)]:
        try:
            yield game, weigh_prepared(game.prepared, by)
        except Refusal:
            continue
        told += 1
    assert told


def outcomes(game):
    """What comes of a game when it is played a few times."""
    for more in range(PLAYS):
        try:
            yield msgspec.to_builtins(play(game.prepared.request(), Random(game.seed + more)).outcome)
        except Refusal:
            continue


def agrees(weighed, played):
    """Whether what was played is what was weighed, details aside: odds leave out what nobody asked for."""
    if isinstance(weighed, dict) and isinstance(played, dict):
        return all(name in played and agrees(value, played[name]) for name, value in weighed.items())
    if isinstance(weighed, list | tuple) and isinstance(played, list | tuple):
        return len(weighed) == len(played) and all(agrees(*pair) for pair in zip(weighed, played, strict=True))
    return weighed == played


@every_procedure
def test_odds_sum_to_one_and_allow_what_is_played(system, procedure):
    for game, odds in weighed(system, procedure):
        assert sum(one.chance for one in odds) == 1
        assert all(isinstance(one.chance, Fraction) and one.chance > 0 for one in odds)
        for outcome in outcomes(game):
            assert any(agrees(one.outcome, outcome) for one in odds), outcome


@every_procedure
def test_odds_by_the_headline_are_told_in_its_fields_and_allow_what_is_played(system, procedure):
    by = procedure.headline or procedure.outcome_fields()[:1]
    for game, odds in weighed(system, procedure, by):
        assert sum(one.chance for one in odds) == 1
        told = [one.outcome for one in odds]
        assert all(set(outcome) <= set(by) for outcome in told)
        for outcome in outcomes(game):
            assert {path: found for path in by if (found := _at(outcome, path)) is not None} in told


@every_procedure
def test_odds_by_a_field_are_the_whole_odds_merged(system, procedure):
    """Asking for one field must not change its chance, whatever else is left out on the way."""
    field = (procedure.headline or procedure.outcome_fields())[0]
    for game, odds in weighed(system, procedure):
        merged: dict[str, Fraction] = {}
        for one in odds:
            key = msgspec.json.encode(_at(one.outcome, field), order="sorted").decode()
            merged[key] = merged.get(key, Fraction(0)) + one.chance
        asked = {
            msgspec.json.encode(one.outcome.get(field), order="sorted").decode(): one.chance
            for one in weigh_prepared(game.prepared, (field,))
        }
        assert merged == asked
