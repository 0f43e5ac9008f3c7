"""Who acts first: everybody’s d20 as one question, and the throws of those still tied (INIT-01, INIT-02).

Odds need the order, not the totals. Orders are counted total by total: six fighters stay small, where twenty faces for
each of them would be sixty-four million throws.
"""

from collections.abc import Sequence
from itertools import product
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Done, Program, apply, repeat, roll, step
from gardien.core.dice import Question, Weights
from gardien.core.errors import Refusal
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.organique.bodies import Person, person_of
from gardien.systems.organique.kinds import Signed
from gardien.systems.organique.options import Options
from gardien.systems.organique.scores import total
from gardien.systems.organique.training import initiative_parts
from gardien.systems.organique.trials import Parts, wanted
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


class Thrown(Value, frozen=True):
    """Everybody’s throw: the order, and the totals where somebody looks at them."""

    groups: Groups
    totals: tuple[int, ...] | UnsetType = UNSET


class Initiative(Question[Thrown], frozen=True):
    """One d20 for each fighter, read as an order."""

    fighters: tuple[Quick, ...]
    seen: bool = False

    def sides(self) -> tuple[int, ...]:
        return (FACES,) * len(self.fighters)

    def level(self, places: Sequence[int]) -> Groups:
        """Those with one total among themselves, the quicker of wit first."""
        found: dict[int, tuple[int, ...]] = {}
        for place in places:
            own = -self.fighters[place].wits
            found[own] = (*found.get(own, ()), place)
        return tuple(found[own] for own in sorted(found))

    def read(self, faces: Sequence[int]) -> Thrown:
        totals = tuple(face + one.bonus for face, one in zip(faces, self.fighters, strict=True))
        groups: Groups = ()
        for reached in sorted(set(totals), reverse=True):
            groups += self.level([place for place, own in enumerate(totals) if own == reached])
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
        for reached in range(max(bonuses) + FACES, min(bonuses), -1):
            mass = self._lower(mass, reached)
        return Weights(tuple((Thrown(groups), ways) for groups, ways in mass.items()), FACES**count)

    def _lower(self, mass: dict[Groups, int], reached: int) -> dict[Groups, int]:
        """The orders so far, once those have joined who reach just this total."""
        found: dict[Groups, int] = {}
        for groups, ways in mass.items():
            placed = {place for group in groups for place in group}
            faces = {place: reached - one.bonus for place, one in enumerate(self.fighters) if place not in placed}
            able = [place for place, face in faces.items() if 1 <= face <= FACES]
            for choice in product((False, True), repeat=len(able)):
                joins = [place for place, chosen in zip(able, choice, strict=True) if chosen]
                if any(faces[place] == 1 and place not in joins for place in able):
                    continue  # nobody throws less than 1
                further = groups + self.level(joins)
                found[further] = found.get(further, 0) + ways
        return found


# ---- those still tied ----


def settle(groups: Groups, names: tuple[str, ...]) -> Program[Groups]:
    """Those still tied throw again, in the order of the list, until everybody has a place (ORG-INIT-01)."""
    if all(len(group) == 1 for group in groups):
        return groups
    found = yield from repeat(part, (groups, names))
    return found


def part(state: tuple[Groups, tuple[str, ...]]) -> Program[tuple[Groups, tuple[str, ...]] | Done[Groups]]:
    """One die for each of those tied, read within each group."""
    groups, names = state
    tied = sorted(place for group in groups if len(group) > 1 for place in group)
    rank = {place: -FACES * at for at, group in enumerate(groups) for place in group}  # groups never mix
    question = Initiative(tuple(Quick(rank[place]) for place in tied))
    thrown = yield from roll(question, "d20", tuple(names[place] for place in tied), "roll_off")
    apart = {tied[group[0]]: tuple(tied[one] for one in group) for group in thrown.groups}
    found: Groups = ()
    for group in groups:
        found += (group,) if len(group) == 1 else tuple(some for some in apart.values() if some[0] in group)
    return (found, names) if any(len(group) > 1 for group in found) else Done(found)


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
