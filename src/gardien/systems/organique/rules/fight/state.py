"""A fight as one value: what it has made of those in it, beside their bodies, and what stands between them (TURN, ACT).

The marks of a table are this value, written down. A script adds the person and what it knows of distances; where fights
are weighed, the body and the weapons are added and whatever tactics never do is left out.
"""

from typing import Generic, Self, TypeAlias, TypeVar

from msgspec.structs import replace

from gardien.core.values import FrozenMap, Value, frozen_map
from gardien.systems.organique.rules.fight.bonds import Bonds
from gardien.systems.organique.rules.fight.turn import Turn
from gardien.systems.organique.rules.person import Body
from gardien.systems.organique.vocabulary import LostSight


class FighterState(Value, frozen=True, kw_only=True):
    """Somebody in a fight: their turn, their place, what is in their hand, what wears off turn by turn."""

    turn: Turn = Turn()
    initiative_total: int | None = None
    rank: int | None = None  # the place that it brought (ORG-INIT-01)
    stands: float | None = None  # on a line, in metres
    wields: str = ""  # since it was drawn or used
    dazzled: tuple[LostSight, int] | None = None  # which sight, for how many turns more (ORG-WPN-07)
    burning: tuple[int, int] | None = None  # points of fire a turn, for how many turns yet (ORG-DMG-01)

    def entered(self, total: int, place: int, surprised: bool) -> Self:
        """With a place in the order and a whole turn; whoever saw nothing coming cannot react yet (ORG-INIT-01,
        ORG-INIT-02)."""
        turn = replace(self.turn, moments=(), waiting=False, surprised=self.turn.surprised or surprised)
        return replace(self, initiative_total=total, rank=place, turn=turn)

    def alight(self, points: int, turns: int) -> Self:
        """Set on fire; a fire that burns already is not shortened by another (ORG-DMG-01, M9)."""
        old, left = self.burning or (0, 0)
        return replace(self, burning=(max(points, old), max(turns, left)))

    def burnt(self) -> Self:
        """A turn of fire less (ORG-DMG-01, M9)."""
        points, turns = self.burning or (0, 0)
        return replace(self, burning=(points, turns - 1) if turns > 1 else None)

    def later(self, turns: int) -> Self:
        """So many turns later: sight comes back (ORG-WPN-07)."""
        if self.dazzled is None:
            return self
        sight, left = self.dazzled
        return replace(self, dazzled=(sight, left - turns) if left > turns else None)


F = TypeVar("F", bound=FighterState)


class Fight(Value, Generic[F], frozen=True, kw_only=True):
    """Those in a fight whom somebody asks about, by name or by id, and what stands between them."""

    people: FrozenMap[str, F]
    bonds: Bonds = Bonds()

    def having(self, id: str, after: F) -> Self:
        """The same fight with somebody else’s state."""
        return replace(self, people=frozen_map({**self.people, id: after}))

    def with_bonds(self, bonds: Bonds) -> Self:
        """The same fight with something else between people."""
        return replace(self, bonds=bonds)

    def with_turn(self, id: str, turn: Turn) -> Self:
        """The same fight with another turn of somebody’s."""
        return self.having(id, replace(self.people[id], turn=turn))

    def acted(self, id: str, split: bool = False, extended: bool = False) -> Self:
        """An action less in somebody’s turn; whoever acts aims no more (ORG-TURN-01, ORG-FREE-02)."""
        return self.with_turn(id, self.people[id].turn.acted(split, extended)).with_bonds(self.bonds.aiming(id))

    def answered(self, id: str, split: bool = False, simultaneous: bool = False) -> Self:
        """A reaction less in somebody’s turn (ORG-REA-08)."""
        return self.with_turn(id, self.people[id].turn.answered(split, simultaneous))

    def stunned(self, id: str, action: bool, reaction: bool) -> Self:
        """Somebody stunned once more (ORG-TURN-03)."""
        return self.with_turn(id, self.people[id].turn.stunned(action, reaction))

    def later(self, id: str, turns: int = 1, fought: bool = True) -> Self:
        """So many turns later for one of them; where they were turns of a fight, the next is a whole one (TURN-01)."""
        one = self.people[id].later(turns)
        after = self.having(id, replace(one, turn=one.turn.begun()) if fought else one)
        return after.with_bonds(self.bonds.after_turns(id, turns))


Standing: TypeAlias = Fight[FighterState]  # as a table has it


def after_stun(turn: Turn, body: Body) -> tuple[Turn, Body]:
    """A stun takes the next action that is not used yet, of this turn or of the next; the same for the reaction: what
    it has taken of this one the body owes no more (ORG-TURN-03, ORG-ACT-12)."""
    taken = replace(turn, lose_action=body.lose_action, lose_reaction=body.lose_reaction).taken
    if not taken:
        return turn, body
    left = replace(turn, lost=(*turn.lost, *taken), lose_action=False, lose_reaction=False)
    return left, replace(body, **dict.fromkeys(taken, False))
