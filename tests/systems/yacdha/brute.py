"""Asking YACDHA the naive way: one call with typed dice, or every face of every die in turn, counted by hand."""

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from gardien.core.calling import Answer, do, odds_of, prepare
from gardien.core.errors import Refusal
from gardien.core.system import find
from systems.brute import every_way

UNDECIDED: Any = (("more dice", "wanted"),)


def answer(procedure: str, given: dict[str, Any], dice: Sequence[int] = ()) -> Answer:
    """A procedure done with these dice."""
    return do("yacdha", procedure, given, dice=list(dice))


def outcome(procedure: str, given: dict[str, Any], dice: Sequence[int] = ()) -> dict[str, Any]:
    """What a procedure came to with these dice, lists as lists."""
    result: dict[str, Any] = json.loads(json.dumps(answer(procedure, given, dice).outcome))
    return result


class Constant:
    """A table whose dice all show the same face."""

    def __init__(self, face: int) -> None:
        self.face = face

    def randrange(self, start: int, stop: int, /) -> int:
        assert start <= self.face < stop
        return self.face


def all_show(face: int, procedure: str, given: dict[str, Any]) -> dict[str, Any]:
    """What a procedure comes to when every die shows this face."""
    return do("yacdha", procedure, given, generator=Constant(face)).outcome


def picked(procedure: str, given: dict[str, Any], dice: Sequence[int], *fields: str) -> tuple[Any, ...]:
    """Some fields of what a procedure came to; a dotted path goes deeper, an absent field is None."""
    result = outcome(procedure, given, dice)
    return tuple(at(result, field) for field in fields)


def steps(procedure: str, given: dict[str, Any], dice: Sequence[int] = ()) -> list[tuple[Any, ...]]:
    """The reasons in order: label, value, rule, then parts, limits and who where they are given."""
    return [
        (one.label, one.value, one.rule, *(extra for extra in (one.parts, one.limits, one.who) if extra))
        for one in answer(procedure, given, dice).steps
    ]


def thrown(procedure: str, given: dict[str, Any], dice: Sequence[int]) -> list[tuple[str, str, str]]:
    """Which dice were asked for, in order: kind, who throws, what for."""
    return [(one.label, one.who, one.purpose) for one in answer(procedure, given, dice).dice]


def changes(procedure: str, given: dict[str, Any], dice: Sequence[int] = ()) -> list[tuple[Any, ...]]:
    """What the sheets must change: field, before, after, whose."""
    return [(one.field, one.before, one.after, one.who) for one in answer(procedure, given, dice).changes]


def refused(procedure: str, given: dict[str, Any], dice: Sequence[int] = ()) -> tuple[str, str, str]:
    """A bad input as it is refused: id, field, rule."""
    with pytest.raises(Refusal) as caught:
        answer(procedure, given, dice)
    return caught.value.id, caught.value.field, caught.value.rule


def told(procedure: str, given: dict[str, Any], dice: Sequence[int] = ()) -> dict[str, Any]:
    """What the sentence of a refusal speaks of: what came, what is allowed."""
    with pytest.raises(Refusal) as caught:
        answer(procedure, given, dice)
    return caught.value.words


def at(found: Any, path: str) -> Any:
    """The part of an outcome at a dotted path, None if it is not there."""
    for name in path.split("."):
        if isinstance(found, list | tuple) and name.isdigit():
            found = found[int(name)] if int(name) < len(found) else None
        else:
            found = found.get(name) if isinstance(found, dict) else None
    return found


Key = tuple[tuple[str, Any], ...]


def projected(found: Any, by: Iterable[str]) -> Key:
    """An outcome told apart by some of its fields only, as something that can be a key."""
    return tuple((path, frozen(value)) for path in by if (value := at(found, path)) is not None)


def frozen(value: Any) -> Any:
    """A part of an outcome as a key: maps by name, lists in order."""
    if isinstance(value, dict):
        return tuple(sorted((name, frozen(one)) for name, one in value.items()))
    return tuple(frozen(one) for one in value) if isinstance(value, list | tuple) else value


def every_outcome(procedure: str, given: dict[str, Any], most: int = 99) -> list[tuple[Any, Fraction]]:
    """What comes out with every face of every die that is asked for, each with its chance.

    With `most` dice on the table a path is given up as undecided: a tie may be thrown again for ever.
    """
    ways = every_way(prepare("yacdha", procedure, given).request(), most)
    return [(UNDECIDED if shown is None else shown, chance) for shown, chance in ways]


def told_apart(outcomes: list[tuple[Any, Fraction]], by: Sequence[str]) -> dict[Key, Fraction]:
    """Chances told apart by some fields only; what is undecided has a name of its own."""
    result: dict[Key, Fraction] = {}
    for shown, chance in outcomes:
        name = UNDECIDED if shown is UNDECIDED else projected(shown, by)
        result[name] = result.get(name, Fraction(0)) + chance
    return result


def weighed(procedure: str, given: dict[str, Any], by: Sequence[str]) -> dict[Key, Fraction]:
    """The odds of a procedure told apart in the same way."""
    result: dict[Key, Fraction] = {}
    for one in odds_of("yacdha", procedure, given, by=by):
        name = tuple((path, frozen(one.outcome[path])) for path in by if path in one.outcome)
        result[name] = result.get(name, Fraction(0)) + one.chance
    return result


def of_one(procedure: str, given: dict[str, Any], field: str, who: str) -> dict[Any, Fraction]:
    """The fate of one, read from the odds of everybody's (`after` of all, then only `who`)."""
    result: dict[Any, Fraction] = {}
    for one in odds_of("yacdha", procedure, given, by=(field,)):
        name = frozen(one.outcome[field][who])
        result[name] = result.get(name, Fraction(0)) + one.chance
    return result


def chance(procedure: str, given: dict[str, Any], field: str, value: Any = True) -> Fraction:
    """The chance that a field of the outcome has this value."""
    odds = odds_of("yacdha", procedure, given, by=(field,))
    return sum((one.chance for one in odds if one.outcome.get(field) == value), Fraction(0))


def assert_odds_agree(procedure: str, given: dict[str, Any], *more: Sequence[str], all_fields: bool = True) -> None:
    """Odds and enumeration say the same: by each field alone, by all together, and as the caller likes it."""
    outcomes = every_outcome(procedure, given)
    fields = find("yacdha").procedure(procedure).outcome_fields()
    for by in [*((field,) for field in fields), fields, *more] if all_fields else more:
        assert weighed(procedure, given, by) == told_apart(outcomes, by), by
