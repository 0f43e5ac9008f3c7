"""Who acts first, and the throws of those still tied (INIT-01, INIT-02)."""

from collections.abc import Sequence
from itertools import permutations, product
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import Question, Weights
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map
from gardien.shared import initiative
from gardien.shared.initiative import FACES, Groups, Initiative
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, State, check_names
from gardien.systems.organique.rules.fight.combat_skills import initiative_parts
from gardien.systems.organique.rules.person import Person, person_of, state_changes
from gardien.systems.organique.rules.tests.d20 import Parts, watched
from gardien.systems.organique.rules.tests.modifiers import total
from gardien.systems.organique.vocabulary import Signed


class Combatant(Character, frozen=True, kw_only=True):
    """Somebody in a fight; `fought`: used an action or a reaction in the turn under way."""

    fought: bool | None = None
    strangled: bool = False
    initiative_mod: Signed = 0
    surprised: bool = False


Combatants = Annotated[tuple[Combatant, ...], Meta(min_length=1, max_length=60)]


def changes_by_name(people: tuple[Combatant, ...], states: dict[str, State] | UnsetType) -> tuple[Change, ...]:
    """What changes for those whose state is told."""
    told = {} if states is UNSET else states
    return tuple(change for one in people for change in state_changes(one, told.get(one.name), one.name))


class Quick(initiative.Quick, frozen=True):
    """One fighter before the die of initiative, and what breaks a tie."""

    wits: int = 0  # PER + INT

    def breaks(self) -> tuple[int, ...]:
        """Among equal totals the quicker wit comes first (ORG-INIT-01)."""
        return (-self.wits,)


# ---- those still tied ----


class Again(Question[Groups], frozen=True):
    """One more d20 for each of those tied, in the order of the list, read within each group."""

    groups: Groups

    def tied_places(self) -> list[int]:
        return sorted(place for group in self.groups if len(group) > 1 for place in group)

    def sides(self) -> tuple[int, ...]:
        return (FACES,) * len(self.tied_places())

    def read(self, faces: Sequence[int]) -> Groups:
        thrown = dict(zip(self.tied_places(), faces, strict=True))
        groups: list[tuple[int, ...]] = []
        for group in self.groups:
            levels = sorted({thrown.get(place, 0) for place in group}, reverse=True)
            groups += [tuple(place for place in group if thrown.get(place, 0) == level) for level in levels]
        return tuple(groups)

    def weights(self) -> Weights[Groups]:
        """Where it ends after as many throws as it takes: every order of a group is as likely."""
        orders = [tuple(permutations(group)) for group in self.groups]
        ends = [tuple((place,) for group in chosen for place in group) for chosen in product(*orders)]
        return Weights(tuple((one, 1) for one in ends), len(ends))


def settle(groups: Groups, names: tuple[str, ...]) -> Program[Groups]:
    """Those still tied throw again until everybody has a place (ORG-INIT-01)."""
    while any(len(group) > 1 for group in groups):
        question = Again(groups)
        groups = yield from roll(question, "d20", tuple(names[place] for place in question.tied_places()), "roll_off")
    return groups


# ---- the order of a fight ----


def readiness(person: Person, given: Combatant) -> Parts:
    """What somebody adds to the die: PER, INT, the best skill, the game master’s word; no penalty (ORG-TEST-10)."""
    skill = initiative_parts(person.frame.combat_skills)
    word = (("initiative_mod", given.initiative_mod),) if given.initiative_mod else ()
    return (("PER", person.score("PER")), ("INT", person.score("INT")), *skill, *word)


class InitiativeOrder(Value, frozen=True, kw_only=True):
    """Places in the list, first to act first; totals where somebody looks."""

    order: tuple[int, ...]
    totals: tuple[int, ...] | UnsetType = UNSET


def line_up(names: tuple[str, ...], parts: tuple[Parts, ...], wanted: bool) -> Program[InitiativeOrder]:
    """The dice of initiative and the order they give (ORG-INIT-01)."""
    fighters = tuple(Quick(total(own), total(own[:2])) for own in parts)
    thrown = yield from roll(Initiative(fighters, wanted), "d20", names, "initiative")
    for name, own, reached in zip(names, parts, thrown.totals or (), strict=False):  # nothing where nobody looks
        reasons = (*own, ("die", reached - total(own)))
        yield from step("initiative", reached, "ORG-INIT-01", reasons, who=name)
    groups = yield from apply(settle, thrown.groups, names)
    return InitiativeOrder(order=tuple(group[0] for group in groups), totals=thrown.totals)


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
    wanted = yield from watched("totals")
    names = tuple(one.name for one in given.combatants)
    parts = tuple(readiness(person_of(one), one) for one in given.combatants)
    lineup = yield from apply(line_up, names, parts, bool(wanted))
    for one in given.combatants:
        if one.surprised:
            yield from step("surprised", True, "ORG-INIT-02", who=one.name)
    return Started(
        totals=lineup.totals,
        order=tuple(names[place] for place in lineup.order),
        reactions=frozen_map({one.name: 0 if one.surprised else 1 for one in given.combatants}),
    )
