"""Who acts first: everybody’s d20 as one question, and the throws of those still tied (INIT-01, INIT-02).

Odds need the order, not the totals: orders are counted one by one, where twenty faces for each of six fighters would be
sixty-four million throws. Those who tie in everything are alike, so that every order among them is as likely.
"""

from collections.abc import Sequence
from itertools import permutations, product
from math import factorial
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import Question, Weights
from gardien.core.errors import Refusal
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.organique.bodies import Person, person_of
from gardien.systems.organique.kinds import Signed
from gardien.systems.organique.options import Options
from gardien.systems.organique.scores import total
from gardien.systems.organique.training import initiative_parts
from gardien.systems.organique.trials import FAR, Parts, wanted
from gardien.systems.organique.values import Character, check_names

FACES = 20
MOST_ORDERED = 6  # fighters whose orders odds can count
MOST_TOTALS = 4  # fighters whose totals odds can tell apart

Groups = tuple[tuple[int, ...], ...]  # places in the list, first to act first; those in one group are tied


class Combatant(Character, frozen=True, kw_only=True):
    """Somebody in a fight; `fought`: used an action or a reaction in the turn under way."""

    fought: bool | None = None
    strangled: bool = False
    initiative_mod: Signed = 0
    surprised: bool = False


Combatants = Annotated[tuple[Combatant, ...], Meta(min_length=1, max_length=60)]

# ---- the question ----


class Quick(Value, frozen=True):
    """One fighter before the die: what is added to it, and what breaks a tie."""

    bonus: int = 0
    wits: int = 0  # PER + INT

    def breaks(self) -> tuple[int, ...]:
        """What decides among equal totals: the lowest first."""
        return (-self.wits,)


class Thrown(Value, frozen=True):
    """Everybody’s throw: the order, and the totals where somebody looks at them."""

    groups: Groups
    totals: tuple[int, ...] | UnsetType = UNSET


class Initiative(Question[Thrown], frozen=True):
    """One d20 for each fighter, read as an order; odds without totals know the throws of the tied already."""

    fighters: tuple[Quick, ...]
    seen: bool = False

    def sides(self) -> tuple[int, ...]:
        return (FACES,) * len(self.fighters)

    def read(self, faces: Sequence[int]) -> Thrown:
        totals = tuple(face + one.bonus for face, one in zip(faces, self.fighters, strict=True))
        ranks: dict[tuple[int, int], tuple[int, ...]] = {}
        for place, reached in enumerate(totals):
            rank = (-reached, -self.fighters[place].wits)
            ranks[rank] = (*ranks.get(rank, ()), place)
        return Thrown(tuple(ranks[rank] for rank in sorted(ranks)), totals if self.seen else UNSET)

    def weigh(self) -> Weights[Thrown]:
        count = len(self.fighters)
        most = MOST_TOTALS if self.seen else MOST_ORDERED
        if count > most:
            raise Refusal("odds/too_many", kind="refused", most=FACES**most)
        if self.seen:
            every = product(range(1, FACES + 1), repeat=count)
            return Weights(tuple((self.read(faces), 1) for faces in every), FACES**count)
        counted = Counted(self.fighters)
        orders = [(order, counted.ways(order, FAR)) for order in permutations(range(count))]
        pairs = tuple((Thrown(tuple((place,) for place in order)), ways) for order, ways in orders if ways)
        return Weights(pairs, FACES**count * factorial(count))


class Counted:
    """In how many ways some fighters come in an order, times the orders of so many: a run of those who tie in
    everything counts as one of all its orders."""

    def __init__(self, fighters: tuple[Quick, ...]) -> None:
        self.fighters = fighters
        self.known: dict[tuple[tuple[int, ...], int], int] = {}

    def ways(self, order: tuple[int, ...], top: int) -> int:
        """How often these come in this order with no total above `top`."""
        if not order:
            return 1
        least = max(self.fighters[place].bonus for place in order)  # the best of them throws no less than 1
        top = min(top, least + FACES)
        key = (order, top)
        if key not in self.known:
            self.known[key] = 0 if top <= least else self._ways(order, top)
        return self.known[key]

    def _ways(self, order: tuple[int, ...], top: int) -> int:
        found, share, run = self.ways(order, top - 1), 1, 0
        for at, place in enumerate(order):
            one = self.fighters[place]
            before = self.fighters[order[at - 1]].wits if at else one.wits + 1
            if not 1 <= top - one.bonus <= FACES or one.wits > before:
                break
            run = run + 1 if one.wits == before else 1
            share = share * (len(order) - at) // run  # exact: a run of them divides what was multiplied in for it
            found += share * self.ways(order[at + 1 :], top - 1)
        return found


# ---- those still tied ----


class Again(Question[Groups], frozen=True):
    """One more d20 for each of those tied, in the order of the list, read within each group."""

    groups: Groups

    def tied(self) -> list[int]:
        return sorted(place for group in self.groups if len(group) > 1 for place in group)

    def sides(self) -> tuple[int, ...]:
        return (FACES,) * len(self.tied())

    def read(self, faces: Sequence[int]) -> Groups:
        thrown = dict(zip(self.tied(), faces, strict=True))
        found: list[tuple[int, ...]] = []
        for group in self.groups:
            levels = sorted({thrown.get(place, 0) for place in group}, reverse=True)
            found += [tuple(place for place in group if thrown.get(place, 0) == level) for level in levels]
        return tuple(found)

    def weigh(self) -> Weights[Groups]:
        """Where it ends after as many throws as it takes: every order of a group is as likely."""
        orders = [tuple(permutations(group)) for group in self.groups]
        found = [tuple((place,) for group in chosen for place in group) for chosen in product(*orders)]
        return Weights(tuple((one, 1) for one in found), len(found))


def settle(groups: Groups, names: tuple[str, ...]) -> Program[Groups]:
    """Those still tied throw again until everybody has a place (ORG-INIT-01)."""
    while any(len(group) > 1 for group in groups):
        question = Again(groups)
        groups = yield from roll(question, "d20", tuple(names[place] for place in question.tied()), "roll_off")
    return groups


# ---- the order of a fight ----


def readiness(person: Person, given: Combatant) -> Parts:
    """What somebody adds to the die: PER, INT, the best skill, the game master’s word; no penalty (ORG-TEST-10)."""
    skill = initiative_parts(person.frame.combat_skills)
    word = (("initiative_mod", given.initiative_mod),) if given.initiative_mod else ()
    return (("PER", person.score("PER")), ("INT", person.score("INT")), *skill, *word)


class Ordered(Value, frozen=True, kw_only=True):
    """Places in the list, first to act first; totals where somebody looks."""

    order: tuple[int, ...]
    totals: tuple[int, ...] | UnsetType = UNSET


def line_up(names: tuple[str, ...], parts: tuple[Parts, ...], seen: bool) -> Program[Ordered]:
    """The dice of initiative and the order they give (ORG-INIT-01)."""
    fighters = tuple(Quick(total(own), total(own[:2])) for own in parts)
    thrown = yield from roll(Initiative(fighters, seen), "d20", names, "initiative")
    for name, own, reached in zip(names, parts, thrown.totals or (), strict=False):  # nothing where nobody looks
        reasons = (*own, ("die", reached - total(own)))
        yield from step("initiative", reached, "ORG-INIT-01", reasons, who=name)
    groups = yield from apply(settle, thrown.groups, names)
    return Ordered(order=tuple(group[0] for group in groups), totals=thrown.totals)


class StartGiven(Value, frozen=True, kw_only=True):
    """Everybody who fights."""

    combatants: Combatants

    def __post_init__(self) -> None:
        check_names("combatants", self.combatants)


class Started(Value, frozen=True, kw_only=True):
    """Who acts when, and who can react in the first turn."""

    totals: tuple[int, ...] | UnsetType = UNSET
    order: tuple[str, ...]
    reactions: dict[str, int]


@procedure(
    "start_fight",
    rules="ORG-INIT-01 ORG-INIT-02 ORG-TURN-01 ORG-CSK-01",
    dice=("d20",),
    headline=("order",),
)
def start_fight(given: StartGiven, options: Options) -> Program[Started]:
    """PER, INT, skill and a d20 for everybody; the order holds until the fight is interrupted."""
    seen = yield from wanted("totals")
    names = tuple(one.name for one in given.combatants)
    parts = tuple(readiness(person_of(one), one) for one in given.combatants)
    found = yield from apply(line_up, names, parts, bool(seen))
    for one in given.combatants:
        if one.surprised:
            yield from step("surprised", True, "ORG-INIT-02", who=one.name)
    return Started(
        totals=found.totals,
        order=tuple(names[place] for place in found.order),
        reactions=frozen_map({one.name: 0 if one.surprised else 1 for one in given.combatants}),
    )
