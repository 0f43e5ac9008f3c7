"""The die that decides a throw: a chance as people say it at a table, by the face that is needed."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct


class Deciding(Struct, frozen=True):
    """The one die whose face decides alone, so that a chance can be said as people say it: « 8 ou plus au d20 »."""

    sides: int
    low: bool = False  # the lower the better
    alone: Callable[[Mapping[str, Any]], bool] | None = None  # inputs -> whether no other die has a say

    def need(self, chance: Fraction, given: Mapping[str, Any]) -> int | None:
        """The face that is needed, if there is such a thing: at least, or where low is better at most."""
        faces = chance * self.sides
        if not 0 < chance < 1 or faces.denominator != 1 or (self.alone and not self.alone(given)):
            return None
        return int(faces) if self.low else self.sides + 1 - int(faces)
