"""What a procedure changes on anybody's sheet begins as it was given; what was not given is the rule's to work out."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import to_builtins

from conformance.games import games
from conformance.installed import PROCEDURES, procedure_key

CHANGING = [pair for pair in PROCEDURES if hasattr(pair[1].outcome, "changes")]


def sheets_in(given: Any) -> Iterator[dict[str, Any]]:
    """Everything with fields among the inputs, at any depth."""
    if isinstance(given, dict):
        yield given
        given = list(given.values())
    for inner in given if isinstance(given, list | tuple) else ():
        yield from sheets_in(inner)


def agrees(given: Any, before: Any) -> bool:
    """Whether a change may begin like that: nothing, at any depth, stands for whatever follows from the rest."""
    if isinstance(given, dict) and isinstance(before, dict):
        return all(agrees(given.get(name), value) for name, value in before.items())
    if isinstance(given, list | tuple) and isinstance(before, list | tuple):
        return len(given) == len(before) and all(map(agrees, given, before))
    return given is None or before is None or given == before


@pytest.mark.parametrize(("system", "procedure"), CHANGING, ids=map(procedure_key, CHANGING))
def test_what_is_changed_begins_as_it_was_given(system, procedure):
    for game in games(system, procedure):
        sheets = list(sheets_in(to_builtins(game.prepared.given)))
        for change in game.played.outcome.changes(game.prepared.given, game.prepared.options):
            holding = [one for one in sheets if change.field in one]
            theirs = [one for one in holding if change.who and one.get("name") == change.who] or holding
            stood = [one[change.field] for one in theirs]
            assert not stood or any(agrees(one, to_builtins(change.before)) for one in stood), (change, stood)


@pytest.mark.parametrize(("system", "procedure"), CHANGING, ids=map(procedure_key, CHANGING))
def test_what_is_refused_changes_nothing(system, procedure):
    for game in games(system, procedure):
        if getattr(game.played.outcome, "refused", False) is True:
            assert not game.played.outcome.changes(game.prepared.given, game.prepared.options), game.given
            assert not game.played.dice
