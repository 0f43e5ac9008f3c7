"""Scaling: the same foe stronger or weaker, value by value, as a game says which of them count in a fight."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import log2
from typing import Any

from msgspec import Struct

Plain = dict[str, Any]
EVERY = "*"  # in the path of a value: each entry of a list or a map


class Scale(Struct, frozen=True):
    """A value that says how dangerous somebody is: multiplied by the factor, or raised by so much for twice of it."""

    field: str  # a path: FOR, attacks.*.attack
    limits: tuple[float, float]
    plus: int = 0  # for twice the strength; the value itself is multiplied where this is nothing
    step: float = 1  # what it is counted in
    also: tuple[str, ...] = ()  # what is left of it now, and is as much more

    def after(self, before: float, factor: Fraction) -> float:
        """The value for somebody so many times as strong."""
        wanted = before + self.plus * log2(factor) if self.plus else before * float(factor)
        low, high = self.limits
        kept = min(max(round(wanted / self.step) * self.step, min(low, before)), max(high, before))
        return int(kept) if isinstance(before, int) else kept


class ScaledValue(Struct, frozen=True):
    """One value that has changed, where it stands, and by which scale."""

    field: str
    of: str  # the name of the entry of a list that has it, if it has one
    before: float
    after: float
    plus: int


def scaled(sheet: Plain, scales: Sequence[Scale], factor: Fraction) -> tuple[Plain, tuple[ScaledValue, ...]]:
    """A sheet as somebody so many times as strong would have it, and each value that this has changed."""
    changes: list[ScaledValue] = []
    for scale in scales:

        def change(before: float, of: str, name: str, scale: Scale = scale) -> float:
            after = scale.after(before, factor)
            if after != before and name not in scale.also:
                changes.append(ScaledValue(name, of, before, after, scale.plus))
            return after

        for field in (scale.field, *scale.also):
            sheet = _changed(sheet, field.split("."), change)
    return sheet, tuple(changes)


def _changed(value: Any, path: Sequence[str], change: Callable[[float, str, str], float], of: str = "") -> Any:
    """A value with all numbers at a path changed; what is not there, or is no number, stays away."""
    head, *rest = path
    if head == EVERY and isinstance(value, list | tuple):
        return [_changed(one, rest, change, _name_of(one)) for one in value]
    keys = list(value) if head == EVERY and isinstance(value, dict) else [head]
    if not isinstance(value, dict):
        return value
    new = dict(value)
    for key in keys:
        held = value.get(key)
        if rest and held is not None:
            new[key] = _changed(held, rest, change, of)
        elif not rest and isinstance(held, int | float) and not isinstance(held, bool):
            new[key] = change(held, of, key)
    return new


def _name_of(entry: Any) -> str:
    return str(entry.get("name", "")) if isinstance(entry, dict) else ""
