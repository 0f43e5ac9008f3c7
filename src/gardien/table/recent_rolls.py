"""Rolls just made: what was played stays at hand for a moment, so that telling it need not play it again."""

from collections import OrderedDict

from gardien.core.calling import Prepared
from gardien.core.interpreters.run import Played
from gardien.table.events import Rolled

KEPT = 64  # enough for every action under way

_kept: OrderedDict[int, tuple[Rolled, Prepared, Played]] = OrderedDict()


def keep(roll: Rolled, prepared: Prepared, played: Played) -> None:
    """Remember how a roll came about."""
    _kept[id(roll)] = roll, prepared, played
    while len(_kept) > KEPT:
        _kept.popitem(last=False)


def recent(roll: Rolled) -> tuple[Prepared, Played] | None:
    """How this very roll came about, if it was made a moment ago."""
    kept = _kept.get(id(roll))
    return kept[1:] if kept is not None and kept[0] is roll else None
