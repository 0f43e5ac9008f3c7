"""The rest: what may still come of dice that lie already, where a rule has stopped for a decision."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from gardien.core.chance import Request
from gardien.core.interpreters.run import DieAsked, DieShown, run
from gardien.core.interpreters.typed import after_fallen

MOST = 2000  # runs: a decision is weighed while somebody waits for its buttons


def remaining_odds(asked: Request[Any], fallen: Sequence[DieShown], most: int = MOST) -> list[tuple[Any, Fraction]]:
    """Every outcome with its chance, one run for each way the other dice may fall; none if those are too many."""
    outcomes: list[tuple[Any, Fraction]] = []
    ways: list[tuple[int, ...]] = [()]
    while ways:
        if len(outcomes) + len(ways) > most:
            return []
        way = _Way(ways.pop())
        outcome = run(asked, after_fallen(fallen, way)).outcome
        outcomes.append((outcome, way.chance))
        ways += way.others
    return outcomes


class _Way:
    """Faces for the dice that still fall: those given, then ones; whatever else they might show is another way."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces
        self.at = 0
        self.chance = Fraction(1)
        self.others: list[tuple[int, ...]] = []

    def __call__(self, die: DieAsked) -> int:
        if self.at == len(self.faces):
            self.others += [(*self.faces, face) for face in range(2, die.sides + 1)]
            self.faces = (*self.faces, 1)
        self.at += 1
        self.chance /= die.sides
        return self.faces[self.at - 1]
