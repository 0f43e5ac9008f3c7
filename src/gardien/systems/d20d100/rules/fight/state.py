"""A fight between two acts: what is left of a turn, what is in a weapon, where people stand (CBT, DEF, FIRE)."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from gardien.core.values import Value
from gardien.systems.d20d100.rules.body.wounds import simple_actions
from gardien.systems.d20d100.rules.character import Condition

WeaponState: TypeAlias = Literal["ok", "jam", "dud", "broken"]
Cover: TypeAlias = Literal["none", "half", "three_quarters", "nearly_total"]
LOST = 3  # nobody has more attacks than that: a series that a weapon has ended (D100-WPN-01, D100-FIRE-11)


# ---- time ----


def whole_turn(condition: Condition, one_only: bool) -> int:
    """Two simple actions; one after a shock, in a round of surprise, barely standing (D100-CBT-08, D100-CBT-09)."""
    actions = simple_actions(condition)
    return min(1, actions) if one_only else actions


def half_rounds(made: int, more: int, most: int, lost: bool = False) -> int:
    """What further attacks of a series take of a turn: the first is one half-round, all others are the other one.

    The second half-round is over with the last attack there is, or with a weapon that fails (D100-CBT-14).
    """
    after = made + more
    return (made == 0) + (after > 1 and (lost or after >= most))


def after_time(left: int, cost: int) -> tuple[int, int]:
    """What is left of a turn after something that may take longer, and what it takes of the next (D100-FIRE-11)."""
    return max(0, left - cost), max(0, cost - left)


# ---- weapons ----


class Load(Value, frozen=True, kw_only=True):
    """What is in a weapon and beside it, and whether it works."""

    loaded: int
    spare: int = 0
    state: WeaponState = "ok"

    def is_ready(self, needed: int = 1) -> bool:
        """Whether it works and has so many cartridges in it."""
        return self.state == "ok" and self.loaded >= needed

    def after_fire(self, spent: int, malfunction: str) -> "Load":
        """Cartridges are gone, a dud or a jam stays in it (D100-FIRE-04, D100-FIRE-11)."""
        state: WeaponState = self.state if malfunction == "none" else malfunction  # type: ignore[assignment]
        return replace(self, loaded=max(0, self.loaded - spent), state=state)

    def after_reload(self, loaded: int) -> "Load":
        """What goes in comes from what is carried for it (D100-FIRE-05)."""
        more = max(0, loaded - self.loaded)
        return replace(self, loaded=loaded, spare=max(0, self.spare - more))

    def after_clearing(self, works: bool) -> "Load":
        """A jam is out, or the weapon is out of order (D100-FIRE-11)."""
        return replace(self, state="ok" if works else "broken")
