"""Who acts first: everybody’s d20 as one question, and the dice of those still tied (P-INIT-01).

Odds need the order, not the totals. Counting orders total by total keeps six fighters small, where twenty faces for
each of them would be sixty-four million throws.
"""

from collections.abc import Sequence
from itertools import product

from msgspec import UNSET, UnsetType

from gardien.core.chance import Done, Program, apply, repeat, roll
from gardien.core.dice import Question, Weights
from gardien.core.errors import Refusal
from gardien.core.values import Value

FACES = 20
MOST_ORDERED = 6  # fighters whose orders odds can count
MOST_TOTALS = 3  # fighters whose totals odds can tell apart

Groups = tuple[tuple[int, ...], ...]  # places in the list, first to act first; those in one group are tied


class Quick(Value, frozen=True):
    """One fighter before the die: what is added to it, and the Dexterity that breaks a tie."""

    bonus: int = 0
    dex: int = 0

    def breaks(self) -> tuple[int, ...]:
        """Among equal totals the higher Dexterity comes first (CD20-P-INIT-01)."""
        return (-self.dex,)


class Thrown(Value, frozen=True):
    """Everybody’s throw: the order, and the totals where somebody looks at them."""

    groups: Groups
    totals: tuple[int, ...] | UnsetType = UNSET


class Initiative(Question[Thrown], frozen=True):
    """One d20 for each fighter, read as an order: the higher total, then the higher Dexterity (CD20-P-INIT-01)."""

    fighters: tuple[Quick, ...]
    seen: bool = False

    def sides(self) -> tuple[int, ...]:
        return (FACES,) * len(self.fighters)

    def level(self, places: Sequence[int]) -> Groups:
        """Those with one total among themselves."""
        found: dict[int, tuple[int, ...]] = {}
        for place in places:
            own = self.fighters[place].dex
            found[own] = (*found.get(own, ()), place)
        return tuple(found[own] for own in sorted(found, reverse=True))

    def read(self, faces: Sequence[int]) -> Thrown:
        totals = tuple(face + one.bonus for face, one in zip(faces, self.fighters, strict=True))
        groups: Groups = ()
        for total in sorted(set(totals), reverse=True):
            groups += self.level([place for place, own in enumerate(totals) if own == total])
        return Thrown(groups, totals if self.seen else UNSET)

    def weigh(self) -> Weights[Thrown]:
        count = len(self.fighters)
        most = MOST_TOTALS if self.seen else MOST_ORDERED
        if count > most:
            raise Refusal("odds/too_many", kind="refused", most=FACES**most)
        if self.seen:
            every = product(range(1, FACES + 1), repeat=count)
            return Weights(tuple((self.read(faces), 1) for faces in every), FACES**count)
        mass: dict[Groups, int] = {(): 1}
        bonuses = [one.bonus for one in self.fighters]
        for total in range(max(bonuses) + FACES, min(bonuses), -1):
            mass = self._lower(mass, total)
        return Weights(tuple((Thrown(groups), ways) for groups, ways in mass.items()), FACES**count)

    def _lower(self, mass: dict[Groups, int], total: int) -> dict[Groups, int]:
        """The orders so far, once those have joined who reach just this total."""
        found: dict[Groups, int] = {}
        for groups, ways in mass.items():
            placed = {place for group in groups for place in group}
            faces = {place: total - one.bonus for place, one in enumerate(self.fighters) if place not in placed}
            able = [place for place, face in faces.items() if 1 <= face <= FACES]
            for choice in product((False, True), repeat=len(able)):
                joins = [place for place, chosen in zip(able, choice, strict=True) if chosen]
                if any(faces[place] == 1 and place not in joins for place in able):
                    continue  # nobody throws less than 1
                further = groups + self.level(joins)
                found[further] = found.get(further, 0) + ways
        return found


def roll_off(names: tuple[str, ...]) -> Program[tuple[str, ...]]:
    """Those still tied throw again until they are told apart, the highest first (CD20-P-INIT-01)."""
    if len(names) == 1:
        return names
    groups = yield from repeat(part, names)
    order: tuple[str, ...] = ()
    for group in groups:
        order += yield from apply(roll_off, tuple(names[place] for place in group))
    return order


def part(names: tuple[str, ...]) -> Program[tuple[str, ...] | Done[Groups]]:
    """One die each; the same again where all of them are equal."""
    thrown = yield from roll(Initiative((Quick(),) * len(names)), "d20", names, "roll_off")
    return names if len(thrown.groups) == 1 else Done(thrown.groups)
