"""What a procedure changes on anybody's sheet begins as it was given; what was not given is the rule's to work out."""

from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins


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


def what_is_changed_begins_as_it_was_given(game):
    sheets = list(sheets_in(to_builtins(game.prepared.given)))
    for change in changes_of(game):
        holding = [one for one in sheets if change.field in one]
        theirs = [one for one in holding if change.who and one.get("name") == change.who] or holding
        stood = [one[change.field] for one in theirs]
        assert not stood or any(agrees(one, to_builtins(change.before)) for one in stood), (change, stood)


def what_is_refused_changes_nothing(game):
    if getattr(game.played.outcome, "refused", False) is True:
        assert not changes_of(game), game.given
        assert not game.played.dice


def changes_of(game):
    """What a game changes; most procedures change nobody."""
    outcome = game.played.outcome
    return outcome.changes(game.prepared.given, game.prepared.options) if hasattr(outcome, "changes") else ()


SIDES = (what_is_changed_begins_as_it_was_given, what_is_refused_changes_nothing)
