"""What the rules of Dark Operators lay on people beside their sheets: places, holds, flames, drugs (CBT, HAZ)."""

from typing import ClassVar, Literal

from msgspec import Struct

from gardien.core.marks import Count, Metres, People, TableMarks, Until, Word
from gardien.systems.operators.sheet.sheet import DeathClock, Recovery


class Burning(Struct, frozen=True, forbid_unknown_fields=True):
    """Flames on somebody: how fierce, what they have done altogether, for how many turns (OPS-HAZ-04)."""

    intensity: Literal["ordinary", "fierce"] = "ordinary"
    sum: Count = 0
    turns: Count = 0


class BrokenOff(Struct, frozen=True, forbid_unknown_fields=True):
    """What a grave wound has put an end to: it has not, where luck takes the wound back (OPS-LUCK-04)."""

    out_of_fight: bool = False
    stabilised: bool = False
    clock: DeathClock | None = None
    recovery: Recovery | None = None


class Marks(TableMarks, frozen=True):
    """The marks of this game."""

    unshown: ClassVar = ("broken_off",)

    stands: Metres = 0.0  # on a line
    in_cover: bool = False
    exposed: bool = False
    dived: bool = False  # for cover, in this turn, without its action (OPS-CBT-13)
    in_assault: bool = False
    protecting: bool = False
    actions: Count = 0  # that are left of a turn (OPS-CBT-05)
    kept: Word = ""  # for which occasion Contrôle lets somebody keep the action (OPS-CBT-01)
    held_by: People = ()  # whoever has hold of somebody, by id (OPS-CBT-15, OPS-CREAT-13)
    holding: People = ()
    burning: Burning = Burning()
    drowning: Count = 0  # turns without air (OPS-HAZ-02)
    poisoned: Until = Until(until=0)  # a poison kills then (M-09)
    loses_actions: Count = 0  # so many of the next ones (M-09)
    tests_harder: bool = False  # every action a step harder for the scene (M-09)
    dex_harder: bool = False
    answers_truthfully: bool = False
    broken_off: BrokenOff = BrokenOff()
    magazines_changed: Count = 0  # since the last salvage (OPS-OPT-07)
