"""Asking a system the naive way: one call with typed dice, or every face of every die in turn, counted by hand."""

import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.json import encode

from gardien.core.calling import Answer, do, odds_of, prepare
from gardien.core.chance import Request
from gardien.core.errors import Refusal
from gardien.core.interpreters.run import DieAsked, Waiting, run
from gardien.core.system import find

Key = tuple[tuple[str, Any], ...]


class Bench:
    """One system on the bench."""

    def __init__(self, key: str) -> None:
        self.key = key

    def answer(self, procedure: str, dice: Sequence[int] = (), **given: Any) -> Answer:
        """A procedure done with these dice; its explanation adds up and ends where its outcome does."""
        result = do(self.key, procedure, given, dice=list(dice))
        known = find(self.key).procedure(procedure)
        for one in result.steps:
            assert one.rule.startswith(find(self.key).prefix), one
            if one.parts:
                total = sum(part for _, part in one.parts)
                low, high = one.limits or (total, total)
                assert one.value == max(low, min(high, total)), one
        last = {one.label: one.value for one in result.steps if not one.who}
        for label, value in last.items():
            assert result.outcome.get(label, value) == value, (label, value, result.outcome)
        assert {one.label for one in result.dice} <= set(known.dice)
        return result

    def outcome(self, procedure: str, dice: Sequence[int] = (), **given: Any) -> dict[str, Any]:
        """What a procedure came to with these dice, lists as lists."""
        result: dict[str, Any] = json.loads(json.dumps(self.answer(procedure, dice, **given).outcome))
        return result

    def picked(self, procedure: str, dice: Sequence[int], *fields: str, **given: Any) -> tuple[Any, ...]:
        """Some fields of what a procedure came to; an absent one is None."""
        result = self.outcome(procedure, dice, **given)
        return tuple(result.get(field) for field in fields)

    def changes(self, procedure: str, dice: Sequence[int] = (), **given: Any) -> list[tuple[Any, ...]]:
        """What the sheets must change: field, before, after, whose."""
        result = self.answer(procedure, dice, **given)
        return [(one.field, to_builtins(one.before), to_builtins(one.after), one.who) for one in result.changes]

    def thrown(self, procedure: str, dice: Sequence[int], **given: Any) -> list[tuple[str, str]]:
        """Which dice were asked for, in order: kind and what for."""
        return [(one.label, one.purpose) for one in self.answer(procedure, dice, **given).dice]

    def reasons(self, procedure: str, dice: Sequence[int] = (), **given: Any) -> list[tuple[Any, ...]]:
        """The explanation: label, value, rule."""
        return [(one.label, one.value, one.rule) for one in self.answer(procedure, dice, **given).steps]

    def pauses(self, procedure: str, dice: Sequence[int], **given: Any) -> list[Waiting]:
        """Where a table might wait for somebody, were there anybody to wait for: what is asked, what is known."""
        met: list[Waiting] = []

        def stops(waiting: Waiting) -> bool:
            met.append(waiting)
            return False

        faces = iter(dice)
        run(prepare(self.key, procedure, given).request(), lambda die: next(faces), waits=stops)
        return met

    def refused(self, procedure: str, dice: Sequence[int] = (), **given: Any) -> tuple[str, str]:
        """A bad input as it is refused: id and field."""
        with pytest.raises(Refusal) as caught:
            self.answer(procedure, dice, **given)
        return caught.value.id, caught.value.field

    def every_outcome(self, procedure: str, given: dict[str, Any]) -> list[tuple[dict[str, Any], Fraction]]:
        """What comes out with every face of every die that is asked for, each with its chance."""
        return every_way(prepare(self.key, procedure, given).request())

    def weighed(self, procedure: str, given: dict[str, Any], by: Sequence[str]) -> dict[Key, Fraction]:
        """The odds of a procedure told apart by some fields."""
        return told_apart([(one.outcome, one.chance) for one in odds_of(self.key, procedure, given, by=by)], by)

    def chance(self, procedure: str, field: str, value: Any = True, **given: Any) -> Fraction:
        """The chance that a field of the outcome has this value."""
        odds = odds_of(self.key, procedure, given, by=(field,))
        return sum((one.chance for one in odds if one.outcome.get(field) == value), Fraction(0))

    def assert_odds_agree(self, procedure: str, **given: Any) -> None:
        """Odds and enumeration say the same: by each field alone, and by all together."""
        shown = self.every_outcome(procedure, given)
        fields = find(self.key).procedure(procedure).outcome_fields()
        for by in [*((field,) for field in fields), fields]:
            assert self.weighed(procedure, given, by) == told_apart(shown, by), by


class TooManyDice(Exception):
    """More dice than somebody wants to throw."""


def every_way(asked: Request[Any], most: int = 99) -> list[tuple[Any, Fraction]]:
    """What comes of a request with every face of every die it asks for, each with its chance; the same counts once.

    Where more than `most` dice are wanted the outcome is None: a tie may be thrown again for ever.
    """
    ways: dict[bytes, tuple[Any, Counter[int]]] = {}
    faces: list[int] = []
    while True:
        sides: list[int] = []

        def shown(die: DieAsked, sides: list[int] = sides) -> int:
            if len(sides) == most:
                raise TooManyDice
            if len(sides) == len(faces):
                faces.append(1)
            sides.append(die.sides)
            return faces[len(sides) - 1]

        try:
            outcome = to_builtins(run(asked, shown).outcome)
        except TooManyDice:
            outcome = None
        _, counts = ways.setdefault(encode(outcome), (outcome, Counter()))
        counts[prod(sides)] += 1
        while faces and faces[-1] == sides[len(faces) - 1]:
            faces.pop()
        if not faces:
            break
        faces[-1] += 1
    return [(one, sum(Fraction(count, of) for of, count in counts.items())) for one, counts in ways.values()]


def frozen(value: Any) -> Any:
    """A part of an outcome as a key."""
    if isinstance(value, dict):
        return tuple(sorted((name, frozen(one)) for name, one in value.items()))
    return tuple(frozen(one) for one in value) if isinstance(value, list | tuple) else value


def told_apart(shown: list[tuple[dict[str, Any], Fraction]], by: Sequence[str]) -> dict[Key, Fraction]:
    """Chances told apart by some fields only."""
    result: dict[Key, Fraction] = {}
    for one, chance in shown:
        name = tuple((path, frozen(one[path])) for path in by if path in one)
        result[name] = result.get(name, Fraction(0)) + chance
    return result
