"""Brute force, the judge of every clever reading: the program is run with all dice there are, typed one by one."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

from gardien.core.chance import Request
from gardien.core.errors import Refusal
from gardien.core.interpreters.typed import typed


def by_all_dice(asked: Request) -> dict[Any, Fraction]:
    """The odds of a request: type no die at all, and whenever one is wanted, go on with each of its faces."""
    result: dict[Any, Fraction] = defaultdict(Fraction)
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        try:
            outcome = typed(asked, faces).outcome
        except Refusal as refusal:
            if refusal.id != "dice/wanted":
                raise
            sides = refusal.words["sides"]
            waiting.extend(((*faces, face), chance / sides) for face in range(1, sides + 1))
        else:
            result[outcome] += chance
    return dict(result)
