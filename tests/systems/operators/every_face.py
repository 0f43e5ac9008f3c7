"""Every face of every die in turn, counted by hand, to stand beside the odds."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import to_builtins

from gardien.core.calling import Answer, do, prepare, weigh
from gardien.core.readings.typed import typed, wanted

Key = tuple[Any, ...]


def act(procedure: str, dice: Sequence[int] = (), **given: Any) -> Answer:
    """A procedure done with these dice."""
    return do("operators", procedure, given, dice=list(dice))


def told(procedure: str, dice: Sequence[int] = (), **given: Any) -> dict[str, Any]:
    """What a procedure came to with these dice."""
    return act(procedure, dice, **given).outcome


def changed(procedure: str, dice: Sequence[int] = (), **given: Any) -> list[tuple[Any, ...]]:
    """What the sheets must change: field, before, after, whose."""
    return [(one.field, one.before, one.after, one.who) for one in act(procedure, dice, **given).changes]


def fallen(procedure: str, dice: Sequence[int] = (), **given: Any) -> list[tuple[str, str]]:
    """Which dice were asked for, in order: kind and what for."""
    return [(one.label, one.purpose) for one in act(procedure, dice, **given).dice]


def every_face(asked: Any) -> Iterator[tuple[dict[str, Any], Fraction]]:
    """Every way the dice of a request can fall: what comes of it, and how likely that way is."""
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        _, following = wanted(asked, faces)
        if following is None:
            yield to_builtins(typed(asked, faces).outcome), chance
        else:
            sides = following.sides
            waiting.extend(((*faces, face), chance / sides) for face in range(1, sides + 1))


def every_way(procedure: str, given: dict[str, Any]) -> list[tuple[dict[str, Any], Fraction]]:
    """Every way a procedure can go, with its chance."""
    return list(every_face(prepare("operators", procedure, given).request()))


def counted(ways: Iterable[tuple[dict[str, Any], Fraction]], by: Sequence[str]) -> dict[Key, Fraction]:
    """Chances of some fields, counted way by way."""
    found: dict[Key, Fraction] = {}
    for outcome, chance in ways:
        name = tuple(_plain(outcome.get(field)) for field in by)
        found[name] = found.get(name, Fraction(0)) + chance
    return found


def weighed(procedure: str, given: dict[str, Any], by: Sequence[str]) -> dict[Key, Fraction]:
    """The same from the odds."""
    found: dict[Key, Fraction] = {}
    for one in weigh("operators", procedure, given, by=by):
        name = tuple(_plain(one.outcome.get(field)) for field in by)
        found[name] = found.get(name, Fraction(0)) + one.chance
    return found


def _plain(value: Any) -> Any:
    """A part of an outcome as a key."""
    if isinstance(value, dict):
        return tuple(sorted((name, _plain(one)) for name, one in value.items()))
    return tuple(_plain(one) for one in value) if isinstance(value, list | tuple) else value


def assert_counted(procedure: str, given: dict[str, Any], *by: Sequence[str]) -> None:
    """Odds and enumeration say the same."""
    ways = every_way(procedure, given)
    for fields in by:
        assert weighed(procedure, given, fields) == counted(ways, fields), fields
