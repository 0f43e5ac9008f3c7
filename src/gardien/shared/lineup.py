"""The order of a fight that is weighed to its end: initiative on d20, called out from the highest total downwards.

The same odds as everybody’s d20 at once, but fighters of one making are counted instead of named, so that twenty of
them stay small.
"""

from collections.abc import Sequence
from math import comb
from typing import Any

from gardien.core.chance import Call, Program, call, roll
from gardien.core.dice import Die, Question, Weights
from gardien.core.values import Value
from gardien.shared.initiative import FACES, Quick


class Lining(Value, frozen=True):
    """Those in line so far by their making, how many of each are still to come, and the total that is called out."""

    placed: tuple[int, ...]
    left: tuple[int, ...]
    total: int


class Reaching(Question[int], frozen=True):
    """How many of some dice show their highest face, where higher ones are out of the question."""

    count: int
    face: int

    def sides(self) -> tuple[int, ...]:
        return (self.face,) * self.count

    def read(self, faces: Sequence[int]) -> int:
        return sum(face == self.face for face in faces)

    def weights(self) -> Weights[int]:
        others = self.face - 1
        most = self.count
        ways = ((number, comb(most, number) * others ** (most - number)) for number in range(most + 1))
        return Weights(tuple(pair for pair in ways if pair[1]), self.face**most)


def first_call(quicks: Sequence[Quick], counts: Sequence[int]) -> Lining:
    """Before anybody is in line."""
    return Lining((), tuple(counts), max(one.bonus for one in quicks) + FACES)


def called_out(lining: Lining, quicks: Sequence[Quick]) -> tuple[Call[tuple[int, ...]], ...]:
    """Those who may reach just this total, by what comes first among equals: one question for each."""
    groups: dict[tuple[Any, ...], list[tuple[int, int, int]]] = {}
    for making, (count, quick) in enumerate(zip(lining.left, quicks, strict=True)):
        face = lining.total - quick.bonus
        if count and 1 <= face <= FACES:
            groups.setdefault(quick.breaks(), []).append((making, count, face))
    return tuple(call(fall_in, tuple(groups[breaks])) for breaks in sorted(groups))


def after_call(lining: Lining, answers: tuple[tuple[int, ...], ...]) -> Lining:
    """The line once they have answered."""
    joined = tuple(making for answer in answers for making in answer)
    left = tuple(count - joined.count(making) for making, count in enumerate(lining.left))
    return Lining(lining.placed + joined, left, lining.total - 1)


def fall_in(able: tuple[tuple[int, int, int], ...]) -> Program[tuple[int, ...]]:
    """Who of some that nothing but dice can tell apart joins the line now; a roll-off puts them in any order."""
    waiting: list[int] = []
    for making, count, face in able:
        number = yield from roll(Reaching(count, face), "d20", "", "initiative")
        waiting += [making] * number
    joining: tuple[int, ...] = ()
    while waiting:
        at = 0
        if len(set(waiting)) > 1:
            at = (yield from roll(Die(len(waiting)), "d20", "", "roll_off")) - 1
        joining += (waiting.pop(at),)
    return joining
