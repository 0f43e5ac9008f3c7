"""Odds beside a count by hand, told by the values of some fields; asking and counting are those of the dice box."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from gardien.core.calling import odds_of
from systems.operators.dicebox import KEY, answer, every_outcome, frozen

Key = tuple[Any, ...]
act = answer
every_way = every_outcome


def told(procedure: str, dice: Sequence[int] = (), **given: Any) -> dict[str, Any]:
    """What a procedure came to with these dice, as it stands."""
    return answer(procedure, dice, **given).outcome


def changed(procedure: str, dice: Sequence[int] = (), **given: Any) -> list[tuple[Any, ...]]:
    """What the sheets must change, as it stands: field, before, after, whose."""
    return [(one.field, one.before, one.after, one.who) for one in answer(procedure, dice, **given).changes]


def fallen(procedure: str, dice: Sequence[int] = (), **given: Any) -> list[tuple[str, str]]:
    """Which dice were asked for, in order: kind and what for."""
    return [(one.label, one.purpose) for one in answer(procedure, dice, **given).dice]


def counted(ways: Iterable[tuple[dict[str, Any], Fraction]], by: Sequence[str]) -> dict[Key, Fraction]:
    """Chances of the values of some fields; an absent one is None."""
    result: dict[Key, Fraction] = {}
    for outcome, chance in ways:
        name = tuple(frozen(outcome.get(field)) for field in by)
        result[name] = result.get(name, Fraction(0)) + chance
    return result


def weighed(procedure: str, given: dict[str, Any], by: Sequence[str]) -> dict[Key, Fraction]:
    """The same from the odds."""
    return counted([(one.outcome, one.chance) for one in odds_of(KEY, procedure, given, by=by)], by)


def assert_counted(procedure: str, given: dict[str, Any], *by: Sequence[str]) -> None:
    """Odds and enumeration say the same."""
    ways = every_way(procedure, given)
    for fields in by:
        assert weighed(procedure, given, fields) == counted(ways, fields), fields
