"""A fight between two acts: how somebody is, what is left of a turn, what is in a weapon (CBT, DEF, FIRE).

The table keeps it as marks beside the sheet, the simulation as `FighterState`; what acts leave of it is said here.
"""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from gardien.core.values import Value
from gardien.systems.d20d100.rules.body.wounds import simple_actions
from gardien.systems.d20d100.rules.character import Body, Condition

WeaponState: TypeAlias = Literal["ok", "jam", "dud", "broken"]
Cover: TypeAlias = Literal["none", "half", "three_quarters", "nearly_total"]
Guard: TypeAlias = Literal["ready", "caught", "charging"]
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


class Turn(Value, frozen=True):
    """What is left of somebody’s turn: simple actions, and a series that was begun with a weapon."""

    left: int
    arm: int = -1
    made: int = 0  # attacks of that series; more than it has where the weapon has failed

    @property
    def over(self) -> bool:
        return self.left == 0

    def after_series(self, arm: int, more: int, most: int, lost: bool) -> "Turn":
        """Further attacks with a weapon; one that fails ends the series (D100-CBT-14, D100-FIRE-11)."""
        left = max(0, self.left - half_rounds(self.made, more, most, lost))
        return Turn(left, self.arm if self.made else arm, LOST if lost else self.made + more)

    def after_work(self, actions: int) -> "tuple[Turn, int]":
        """Work that may go on in the next turn, and what it takes of that (D100-FIRE-11)."""
        return replace(self, left=max(0, self.left - actions)), max(0, actions - self.left)


OVER = Turn(0)


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


USELESS = Load(loaded=0, state="broken")  # broken, empty for good, or not in the hand


# ---- people ----


class FighterState(Value, frozen=True, kw_only=True):
    """What a round can change about one fighter."""

    body: Body
    loads: tuple[Load | None, ...] = ()
    guard: Guard = "ready"  # caught: until one has acted or been hit; charging: for a round (D100-DEF-02, D100-SPEC-02)
    shocked: bool = False
    stands: float = 0  # in metres, on a line
    cover: Cover = "none"  # until one leaves it
    owed: int = 0  # simple actions of the next turn that a weapon still takes
    leaving: bool = False
    away: bool = False
    mad: bool = False  # lost their head at the sight of something (D100-SAN-03)

    def begun(self, condition: Condition, opening: bool) -> "tuple[FighterState, Turn]":
        """On guard from now on, with a turn as long as their state leaves one (D100-DEF-02, D100-ATK-07)."""
        turn, owed = Turn(whole_turn(condition, self.shocked or opening)).after_work(self.owed)
        return replace(self, shocked=False, guard="ready", owed=owed), turn

    def struck(self, body: Body, hit: bool, shocked: bool) -> "FighterState":
        """A hit ends surprise (D100-DEF-02)."""
        guard: Guard = "ready" if hit and self.guard == "caught" else self.guard
        return replace(self, body=body, guard=guard, shocked=self.shocked or shocked)

    def moved(self, stands: float) -> "FighterState":
        """Somewhere else, out of cover."""
        return replace(self, stands=stands, cover="none")

    def with_load(self, arm: int, load: Load) -> "FighterState":
        """With what is in one weapon; those of no use any more are alike."""
        if load.state == "broken" or not (load.loaded or load.spare):
            load = USELESS
        return replace(self, loads=(*self.loads[:arm], load, *self.loads[arm + 1 :]))
