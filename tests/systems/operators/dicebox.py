"""Asking Dark Operators the naive way: one call with typed dice, or every face of every die in turn, counted."""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec import to_builtins

from gardien.core.calling import Answer, do, odds_of, prepare
from gardien.core.errors import Refusal
from gardien.core.system import find
from systems.brute import every_way

KEY = "operators"


def answer(procedure: str, dice: Sequence[int] = (), **given: Any) -> Answer:
    """A procedure done with these dice; its explanation ends where its outcome does, and its sums add up."""
    result, system = do(KEY, procedure, given, dice=list(dice)), find(KEY)
    last = {one.label: one.value for one in result.steps if not one.who}
    for label, value in last.items():
        assert result.outcome.get(label, value) == value, (label, result.outcome)
    for one in result.steps:
        assert one.rule in system.reference, one
        named = (one.label, *(part for part, _ in one.parts))
        assert all(system.terms.field(label, procedure) for label in named), one
        if one.parts:
            total = sum(part for _, part in one.parts)
            low, high = one.limits or (total, total)
            assert one.value == max(low, min(high, total)), one
    for change in result.changes:
        assert change.before != change.after, change
    if result.outcome.get("refused"):
        assert last["reason"] == result.outcome["reason"], result.steps
    return result


def outcome(procedure: str, dice: Sequence[int] = (), **given: Any) -> dict[str, Any]:
    """What a procedure came to with these dice, lists as lists."""
    result: dict[str, Any] = json.loads(json.dumps(answer(procedure, dice, **given).outcome))
    return result


def picked(procedure: str, dice: Sequence[int], *fields: str, **given: Any) -> tuple[Any, ...]:
    """Some fields of what a procedure came to; an absent one is None."""
    result = outcome(procedure, dice, **given)
    return tuple(result.get(field) for field in fields)


def changes(procedure: str, dice: Sequence[int] = (), **given: Any) -> list[tuple[Any, ...]]:
    """What the sheets must change: field, before, after, whose."""
    result = answer(procedure, dice, **given)
    return [(one.field, to_builtins(one.before), to_builtins(one.after), one.who) for one in result.changes]


def thrown(procedure: str, dice: Sequence[int], **given: Any) -> list[str]:
    """Which dice were asked for, in order."""
    return [one.label for one in answer(procedure, dice, **given).dice]


def reasons(procedure: str, dice: Sequence[int] = (), **given: Any) -> list[tuple[Any, ...]]:
    """The explanation: label, value, rule."""
    return [(one.label, one.value, one.rule) for one in answer(procedure, dice, **given).steps]


def refused(procedure: str, **given: Any) -> tuple[str, str, str]:
    """A bad input as it is refused: id, field, rule."""
    with pytest.raises(Refusal) as caught:
        answer(procedure, **given)
    return caught.value.id, caught.value.field, caught.value.rule


Key = tuple[tuple[str, Any], ...]


def frozen(value: Any) -> Any:
    """A part of an outcome as a key."""
    if isinstance(value, dict):
        return tuple(sorted((name, frozen(one)) for name, one in value.items()))
    return tuple(frozen(one) for one in value) if isinstance(value, list | tuple) else value


def every_outcome(procedure: str, given: dict[str, Any]) -> list[tuple[dict[str, Any], Fraction]]:
    """What comes out with every face of every die that is asked for, each with its chance."""
    return every_way(prepare(KEY, procedure, given).request())


def told_apart(shown: list[tuple[dict[str, Any], Fraction]], by: Sequence[str]) -> dict[Key, Fraction]:
    """Chances told apart by some fields only."""
    result: dict[Key, Fraction] = {}
    for one, chance in shown:
        name = tuple((path, frozen(one[path])) for path in by if path in one)
        result[name] = result.get(name, Fraction(0)) + chance
    return result


def weighed(procedure: str, given: dict[str, Any], by: Sequence[str]) -> dict[Key, Fraction]:
    """The odds of a procedure told apart in the same way."""
    return told_apart([(one.outcome, one.chance) for one in odds_of(KEY, procedure, given, by=by)], by)


def chance(procedure: str, field: str, value: Any = True, **given: Any) -> Fraction:
    """The chance that a field of the outcome has this value."""
    odds = odds_of(KEY, procedure, given, by=(field,))
    return sum((one.chance for one in odds if one.outcome.get(field) == value), Fraction(0))


def assert_odds_agree(procedure: str, **given: Any) -> None:
    """Odds and enumeration say the same: by each field alone, and by all together."""
    shown = every_outcome(procedure, given)
    fields = find(KEY).procedure(procedure).outcome_fields()
    for by in [*((field,) for field in fields), fields]:
        assert weighed(procedure, given, by) == told_apart(shown, by), by
