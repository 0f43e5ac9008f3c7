"""A fight between two acts: how somebody stands in it, and what each act leaves of that (CBT, CREAT, OPT, M-09).

The table keeps it as marks and counts beside the sheet, the simulation as part of what its fighters are.
"""

from collections.abc import Iterable
from typing import Generic, Self, TypeVar

from msgspec.structs import replace

from gardien.core.values import Value
from gardien.systems.operators.rules.character import Cover, is_shielded

Who = TypeVar("Who", bound=str | int)  # at a table by id, weighed by number


def _without(people: tuple[Who, ...], one: Who) -> tuple[Who, ...]:
    return tuple(other for other in people if other != one)


def _with(people: tuple[Who, ...], one: Who) -> tuple[Who, ...]:
    return people if one in people else (*people, one)


class FighterState(Value, Generic[Who], frozen=True, kw_only=True):
    """What a fight leaves on somebody, beside wounds and what is loaded."""

    actions: int | None = None  # left of the turn (OPS-CBT-01, OPS-CREAT-12)
    loses_actions: int = 0  # so many of the next ones (M-09, OPS-OPT-06)
    lost: int = 0  # whether that of this turn is one of them
    kept: str = ""  # for an occasion (OPS-CBT-01)
    surprised: bool = False
    in_cover: bool = False
    exposed: bool = False
    dived: bool = False  # for cover, in this turn, without its action (OPS-CBT-13)
    held: bool = False
    held_by: tuple[Who, ...] = ()  # the first of them first (OPS-CBT-15, OPS-CREAT-13)
    holding: tuple[Who, ...] = ()
    grip: int = 0  # turns of those they hold that still wait for their dice, the last of them
    crushed: int = 0  # by the grip since it closed (OPS-HLTH-06)
    magazines_changed: int = 0  # since the last salvage (OPS-OPT-07)

    # ---- turns ----

    def begun(self) -> Self:
        """A turn begins: its action may be one of those that are lost (M-09)."""
        return replace(self, lost=int(self.loses_actions > 0), dived=False, kept="")

    def ended(self) -> Self:
        """A turn without its action is one of those to be lost: from its start, or since before it was used."""
        if not self.loses_actions or not (self.lost or self.actions != 0):
            return self
        return replace(self, loses_actions=self.loses_actions - 1, lost=0)

    def losing(self, actions: int) -> Self:
        """Some of the next actions are lost (M-09)."""
        return replace(self, loses_actions=self.loses_actions + actions)

    # ---- places ----

    def cover(self, worn: Iterable[str]) -> Cover:
        """Cover and exposure exclude each other; a shield is cover but from behind (OPS-CBT-10, M-07)."""
        if self.in_cover or (not self.exposed and is_shielded(worn)):
            return "in_cover"
        return "exposed" if self.exposed else "normal"

    def dived_for(self, reached: bool, free: bool) -> Self:
        """After a dive for cover, which may cost no action (OPS-CBT-13)."""
        return replace(
            self, in_cover=self.in_cover or reached, exposed=self.exposed and not reached, dived=self.dived or free
        )

    # ---- holds: relations that either can end, each for itself (M-03) ----

    def seized_by(self, holder: Who) -> Self:
        return replace(self, held=True, held_by=_with(self.held_by, holder))

    def seizing(self, victim: Who) -> Self:
        return replace(self, holding=_with(self.holding, victim))

    def free_of(self, holder: Who) -> Self:
        """One of those who hold them has let go; others hold on."""
        left = _without(self.held_by, holder)
        return replace(self, held=bool(left), held_by=left, crushed=0)

    def letting_go(self, victim: Who) -> Self:
        """What the grip was still to do to that one is over too."""
        waited = victim in self.holding[max(0, len(self.holding) - self.grip) :]
        return replace(self, holding=_without(self.holding, victim), grip=max(0, self.grip - waited))

    # ---- weapons ----

    def with_fresh_magazine(self, costs_action: bool) -> Self:
        """A magazine was changed, which may take the next action (OPS-OPT-06, OPS-OPT-07)."""
        return replace(self.losing(int(costs_action)), magazines_changed=self.magazines_changed + 1)
