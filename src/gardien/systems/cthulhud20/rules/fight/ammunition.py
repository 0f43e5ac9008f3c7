"""Firearms between two shots: reloading, clearing a jam (P-GUN-05, P-GUN-06)."""

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, step, watched
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack.arms import Action, Loader
from gardien.systems.cthulhud20.rules.tests.d20 import Labels, Throw, attempt
from gardien.systems.cthulhud20.vocabulary import Bonus, Name

CLASSES: tuple[Action, ...] = ("free", "move_equivalent", "full_round", "two_full_rounds")  # the quickest first
CLEAR_DC = 10  # CD20-P-GUN-06


class ReloadGiven(Value, frozen=True, kw_only=True):
    """How a weapon is loaded, and by whom."""

    loader: Loader
    rapid_reload: bool = False
    weapon_name: Name = ""  # which of somebody’s own it is: nothing to the rule


class Reloaded(Value, frozen=True, kw_only=True):
    """What it takes of a turn."""

    action: Action


def time_of(given: ReloadGiven) -> Action:
    """The action that it is (CD20-P-GUN-05, CD20-P-FEAT-01)."""
    action = pack.loader(given.loader).action
    return CLASSES[max(0, CLASSES.index(action) - 1)] if given.rapid_reload else action


@procedure("reload", rules="CD20-P-GUN-05 CD20-P-FEAT-01", headline=("action",))
def reload(given: ReloadGiven, options: Options) -> Program[Reloaded]:
    """From a moment to two full rounds; Rapid Reload takes one class less."""
    action = time_of(given)
    yield from step("action", action, "CD20-P-FEAT-01" if given.rapid_reload else "CD20-P-GUN-05")
    return Reloaded(action=action)


class JamGiven(Value, frozen=True, kw_only=True):
    """Repair, or the first base attack number, of somebody with a jammed weapon."""

    bonus: Bonus = 0
    weapon_name: Name = ""  # which of somebody’s own it is: nothing to the rule


class Unjammed(Value, frozen=True, kw_only=True):
    """Whether it fires again."""

    total: int | UnsetType = UNSET
    dc: int
    cleared: bool


@procedure("clear_jam", rules="CD20-P-GUN-06", dice=("d20",), headline=("cleared",))
def clear_jam(given: JamGiven, options: Options) -> Program[Unjammed]:
    """A full round, and a check against ten."""
    wanted = yield from watched("total")
    throw = Throw(
        bonus=given.bonus, dc=CLEAR_DC, rule="CD20-P-GUN-06", labels=Labels("total", "cleared", ""), purpose="clearing"
    )
    yield from step("dc", CLEAR_DC, "CD20-P-GUN-06")
    tried = yield from attempt(throw, wanted)
    return Unjammed(total=tried.total, dc=CLEAR_DC, cleared=tried.success)
