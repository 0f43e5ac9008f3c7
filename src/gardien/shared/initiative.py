"""Who acts first: everybody’s d20 as one question, and the dice of those still tied.

Odds need the order, not the totals: orders are counted one by one, where twenty faces for each of six fighters would be
sixty-four million throws. Those who tie in everything are alike, so that every order among them is as likely.
"""

from collections.abc import Sequence
from itertools import permutations, product
from math import factorial
from typing import Any

from msgspec import UNSET, UnsetType

from gardien.core.chance import Done, Program, apply, repeat, roll, step
from gardien.core.dice import Question, Weights
from gardien.core.errors import Refusal
from gardien.core.inputs import BadField
from gardien.core.values import Value

FACES = 20
MOST_ORDERED = 6  # fighters whose orders odds can count
MOST_TOTALS = 3  # fighters whose totals odds can tell apart

Groups = tuple[tuple[int, ...], ...]  # places in the list, first to act first; those in one group are tied


class Quick(Value, frozen=True):
    """One fighter before the die: what is added to it. A game adds what breaks a tie."""

    bonus: int = 0

    def breaks(self) -> tuple[Any, ...]:
        """What decides among equal totals: the lowest first."""
        return ()


class Thrown(Value, frozen=True):
    """Everybody’s throw: the order, and the totals where somebody looks at them."""

    groups: Groups
    totals: tuple[int, ...] | UnsetType = UNSET


class Initiative(Question[Thrown], frozen=True):
    """One d20 for each fighter, read as an order; odds without totals know the throws of the tied already."""

    fighters: tuple[Quick, ...]
    with_totals: bool = False

    def sides(self) -> tuple[int, ...]:
        return (FACES,) * len(self.fighters)

    def read(self, faces: Sequence[int]) -> Thrown:
        totals = tuple(face + one.bonus for face, one in zip(faces, self.fighters, strict=True))
        ranks: dict[tuple[Any, ...], tuple[int, ...]] = {}
        for place, (reached, one) in enumerate(zip(totals, self.fighters, strict=True)):
            rank = (-reached, *one.breaks())
            ranks[rank] = (*ranks.get(rank, ()), place)
        return Thrown(tuple(ranks[rank] for rank in sorted(ranks)), totals if self.with_totals else UNSET)

    def weights(self) -> Weights[Thrown]:
        count = len(self.fighters)
        most = MOST_TOTALS if self.with_totals else MOST_ORDERED
        if count > most:
            raise Refusal("odds/too_many", kind="refused", most=FACES**most)
        if self.with_totals:
            every = product(range(1, FACES + 1), repeat=count)
            return Weights(tuple((self.read(faces), 1) for faces in every), FACES**count)
        counted = Counted(self.fighters)
        orders = [(order, counted.ways(order)) for order in permutations(range(count))]
        pairs = tuple((Thrown(tuple((place,) for place in order)), ways) for order, ways in orders if ways)
        return Weights(pairs, FACES**count * factorial(count))


class Counted:
    """In how many ways some fighters come in an order, times the orders of so many: a run of those who tie in
    everything counts as one of all its orders."""

    def __init__(self, fighters: tuple[Quick, ...]) -> None:
        self.bonuses = [one.bonus for one in fighters]
        self.breaks = [one.breaks() for one in fighters]
        self.known: dict[tuple[tuple[int, ...], int], int] = {}

    def ways(self, order: tuple[int, ...], top: int | None = None) -> int:
        """How often these come in this order with no total above `top`."""
        if not order:
            return 1
        least = max(self.bonuses[place] for place in order)  # the best of them throws no less than 1
        top = least + FACES if top is None else min(top, least + FACES)
        key = (order, top)
        if key not in self.known:
            self.known[key] = 0 if top <= least else self._ways(order, top)
        return self.known[key]

    def _ways(self, order: tuple[int, ...], top: int) -> int:
        ways, share, run = self.ways(order, top - 1), 1, 0
        for at, place in enumerate(order):
            own, before = self.breaks[place], self.breaks[order[at - 1]] if at else None
            if not 1 <= top - self.bonuses[place] <= FACES or (before is not None and own < before):
                break
            run = run + 1 if own == before else 1
            share = share * (len(order) - at) // run  # exact: a run of them divides what was multiplied in for it
            ways += share * self.ways(order[at + 1 :], top - 1)
        return ways


def place_in_order(groups: Groups, names: tuple[str, ...]) -> Program[tuple[str, ...]]:
    """Everybody by name, once those still tied have thrown again, one group after the other."""
    order: tuple[str, ...] = ()
    for group in groups:
        tied = tuple(names[place] for place in group)
        order += (yield from apply(roll_off, tied)) if len(tied) > 1 else tied
    return order


Reasons = Sequence[tuple[tuple[str, int], ...]]  # of each: what is added to the die


def throw_for_order(
    names: tuple[str, ...], fighters: tuple[Quick, ...], parts: Reasons, totals: bool, label: str, rule: str
) -> Program[tuple[tuple[int, ...] | UnsetType, tuple[str, ...]]]:
    """Everybody’s d20: the totals where somebody looks at them, each with its reason, and the order they give."""
    thrown = yield from roll(Initiative(fighters, totals), "d20", names, "initiative")
    for name, total, quick, own in zip(names, thrown.totals or (), fighters, parts, strict=False):
        yield from step(label, total, rule, (("die", total - quick.bonus), *own), who=name)
    order = yield from place_in_order(thrown.groups, names)
    return thrown.totals, order


def just_after(order: Sequence[str], name: str, other: str) -> tuple[str, ...]:
    """The same order with somebody just after somebody else."""
    others = [one for one in order if one != name]
    place = others.index(other) + 1
    return (*others[:place], name, *others[place:])


def check_later(order: Sequence[str], name: str, after: str, rule: str) -> None:
    """Whoever waits, waits for somebody slower: the last has nobody to wait for."""
    if name not in order[:-1]:
        raise BadField("name", "field/one_of", rule, came=name, allowed=list(order[:-1]))
    later = list(order[order.index(name) + 1 :])
    if after not in later:
        raise BadField("after", "field/one_of", rule, came=after, allowed=later)


def roll_off(names: tuple[str, ...]) -> Program[tuple[str, ...]]:
    """Those still tied throw again until they are told apart, the highest first."""
    groups = yield from repeat(part, names)
    return (yield from place_in_order(groups, names))


def part(names: tuple[str, ...]) -> Program[tuple[str, ...] | Done[Groups]]:
    """One die each; the same again where all of them are equal."""
    thrown = yield from roll(Initiative((Quick(),) * len(names)), "d20", names, "roll_off")
    return names if len(thrown.groups) == 1 else Done(thrown.groups)
