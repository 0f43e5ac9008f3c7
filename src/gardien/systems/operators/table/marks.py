"""What the rules of Dark Operators lay on people beside their sheets: places, holds, flames, drugs (CBT, HAZ)."""

from typing import Any, ClassVar, Literal

from msgspec import Struct, convert

from gardien.core.fighting import Content
from gardien.core.marks import Count, Metres, People, TableMarks, Until, Word
from gardien.core.scene import TALLY, tally_of
from gardien.systems.operators.rules.fight.state import FighterState
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


# ---- a fight: some of these marks, fields of a sheet and counts, as one value ----

COUNTED = ("lost", "grip", "crushed")
ON_SHEET = ("held", "surprised")
UNTOUCHED = FighterState[str]()


def state_of(being: Content) -> FighterState[str]:
    """Somebody as a fight has left them."""
    known = {name: being[name] for name in FighterState.__struct_fields__ if name in being}
    return convert({**known, **{name: tally_of(being).get(name, 0) for name in COUNTED}}, FighterState[str])


def left_by(being: Content, after: FighterState[str]) -> dict[str, Any]:
    """What is to be written where an act leaves somebody like this: only what differs."""
    before, fields = state_of(being), dict[str, Any]()
    for name in after.__struct_fields__:
        value = getattr(after, name)
        if value != getattr(before, name):
            plain = list(value) if isinstance(value, tuple) else value
            fields[name] = plain if name in ON_SHEET or value != getattr(UNTOUCHED, name) else None
    counts = {name: fields.pop(name) for name in COUNTED if name in fields}
    return {**fields, TALLY: counts} if counts else fields
