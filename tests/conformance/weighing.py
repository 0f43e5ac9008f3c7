"""Exact odds of a game: they sum to one, allow whatever is played, and do not depend on what is asked for."""

from fractions import Fraction
from random import Random

import msgspec

from gardien.core.calling import _at, odds_of_prepared
from gardien.core.errors import Refusal
from gardien.core.interpreters.play import play

PLAYS = 3  # times that each is played


def odds_agree(game):
    """Whether odds are told at all: too many outcomes, or a tie that nothing ends, are refused."""
    try:
        odds = odds_of_prepared(game.prepared, ())
    except Refusal:
        return False
    played = outcomes(game)
    odds_sum_to_one_and_allow_what_is_played(odds, played)
    odds_by_a_field_are_the_whole_odds_merged(game, odds)
    return True


def odds_by_the_headline_agree(game):
    """They are told where the whole odds are too many, and only in the fields of the headline."""
    by = game.prepared.procedure.headline or game.prepared.procedure.outcome_fields()[:1]
    try:
        odds = odds_of_prepared(game.prepared, by)
    except Refusal:
        return False
    assert sum(one.chance for one in odds) == 1
    told = [one.outcome for one in odds]
    assert all(set(outcome) <= set(by) for outcome in told)
    for outcome in outcomes(game):
        shown = {path: result for path in by if (result := _at(outcome, path)) is not None}
        assert any(one.keys() == shown.keys() and agrees(one, shown) for one in told), shown
    return True


def outcomes(game):
    """What comes of a game when it is played a few times."""
    result = []
    for more in range(PLAYS):
        try:
            result.append(msgspec.to_builtins(play(game.prepared.request(), Random(game.seed + more)).outcome))
        except Refusal:
            continue
    return result


def agrees(weighed, played):
    """Whether what was played is what was weighed, details aside: odds leave out what nobody asked for."""
    if isinstance(weighed, dict) and isinstance(played, dict):
        return all(name in played and agrees(value, played[name]) for name, value in weighed.items())
    if isinstance(weighed, list | tuple) and isinstance(played, list | tuple):
        return len(weighed) == len(played) and all(agrees(*pair) for pair in zip(weighed, played, strict=True))
    return weighed == played


def odds_sum_to_one_and_allow_what_is_played(odds, played):
    assert sum(one.chance for one in odds) == 1
    assert all(isinstance(one.chance, Fraction) and one.chance > 0 for one in odds)
    for outcome in played:
        assert any(agrees(one.outcome, outcome) for one in odds), outcome


def odds_by_a_field_are_the_whole_odds_merged(game, odds):
    """Asking for one field must not change its chance, whatever else is left out on the way."""
    procedure = game.prepared.procedure
    field = (procedure.headline or procedure.outcome_fields())[0]
    merged: dict[str, Fraction] = {}
    for one in odds:
        key = msgspec.json.encode(_at(one.outcome, field), order="sorted").decode()
        merged[key] = merged.get(key, Fraction(0)) + one.chance
    asked = {
        msgspec.json.encode(one.outcome.get(field), order="sorted").decode(): one.chance
        for one in odds_of_prepared(game.prepared, (field,))
    }
    assert merged == asked
