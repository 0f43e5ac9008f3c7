"""Six sets of four dice, the best three of each; all of them again while they are too weak (P-ABIL-01)."""

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import TypeAlias

from gardien.core.chance import Done, Program, roll
from gardien.core.dice import Question, Weights
from gardien.core.errors import Refusal
from gardien.systems.cthulhud20.vocabulary import modifier_of

SETS, DICE, FACES = 6, 4, 6  # CD20-P-ABIL-01
LOWEST, HIGHEST = 3, 18
HIGH_FROM = 2  # the modifier of a score above 13
MOST_TOLD = 20_000  # ways of six scores that odds tell apart

Scores: TypeAlias = tuple[int, ...]
Reading: TypeAlias = tuple[int, ...]  # for each score from 3 to 18 the one that stands for it
EVERY: Reading = tuple(range(LOWEST, HIGHEST + 1))


def reading(facts: Callable[[int], Hashable]) -> Reading:
    """Scores of which the same is true are one to whoever looks: the lowest stands for all of them."""
    first: dict[Hashable, int] = {}
    return tuple(first.setdefault(facts(score), score) for score in EVERY)


def best_three(faces: Sequence[int]) -> int:
    """A set without its lowest die."""
    return sum(faces) - min(faces)


def is_rejected(total: int, best: int) -> bool:
    """Whether six scores are thrown again: modifiers worth nothing together, or no score above 13 (CD20-P-ABIL-01)."""
    return total <= 0 or best < HIGH_FROM


@cache
def ways_of_a_set() -> dict[int, int]:
    """In how many ways four dice give each score."""
    ways = dict.fromkeys(EVERY, 0)
    for faces in product(range(1, FACES + 1), repeat=DICE):
        ways[best_three(faces)] += 1
    return ways


class OneSet(Question[int], frozen=True):
    """Four dice, the best three of them."""

    def sides(self) -> tuple[int, ...]:
        return (FACES,) * DICE

    def read(self, faces: Sequence[int]) -> int:
        return best_three(faces)

    def weights(self) -> Weights[int]:
        return Weights(tuple(ways_of_a_set().items()), FACES**DICE)


class SixSets(Question[Scores | None], frozen=True):
    """Twenty-four dice, set by set, as six scores, each as coarse as its reading; nothing where they are too weak."""

    readings: tuple[Reading, ...] = (EVERY,) * SETS

    def sides(self) -> tuple[int, ...]:
        return (FACES,) * (SETS * DICE)

    def read(self, faces: Sequence[int]) -> Scores | None:
        scores = [best_three(faces[at : at + DICE]) for at in range(0, SETS * DICE, DICE)]
        modifiers = [modifier_of(score) for score in scores]
        if is_rejected(sum(modifiers), max(modifiers)):
            return None
        return tuple(reading[score - LOWEST] for reading, score in zip(self.readings, scores, strict=True))

    def weights(self) -> Weights[Scores | None]:
        """Set by set, those that nobody looks at first: of these only the sum and the best modifier are kept."""
        if prod(len(set(reading)) for reading in self.readings) > MOST_TOLD:
            raise Refusal("odds/too_many", kind="refused", most=MOST_TOLD)
        order = sorted(range(SETS), key=lambda at: len(set(self.readings[at])))
        ways: dict[tuple[int, bool, Scores], int] = {(0, False, ()): 1}
        for at in order:
            one: dict[tuple[int, int], int] = {}
            for score, count in ways_of_a_set().items():
                key = (modifier_of(score), self.readings[at][score - LOWEST])
                one[key] = one.get(key, 0) + count
            more: dict[tuple[int, bool, Scores], int] = {}
            for (total, high, scores), count in ways.items():
                for (modifier, shown), share in one.items():
                    state = (total + modifier, high or modifier >= HIGH_FROM, (*scores, shown))
                    more[state] = more.get(state, 0) + count * share
            ways = more
        merged: dict[Scores | None, int] = {}
        place = [order.index(at) for at in range(SETS)]
        for (total, high, scores), count in ways.items():
            kept = None if is_rejected(total, HIGH_FROM if high else 0) else tuple(scores[at] for at in place)
            merged[kept] = merged.get(kept, 0) + count
        return Weights(tuple(merged.items()), FACES ** (SETS * DICE))


def throw_scores(sets: SixSets) -> Program[SixSets | Done[Scores]]:
    """One throw of all sets; a step to be repeated until they are good enough (CD20-P-ABIL-01)."""
    scores = yield from roll(sets, "d6", purpose="scores")
    return sets if scores is None else Done(scores)
