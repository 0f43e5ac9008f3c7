"""Holds: who is in whose arms, who has pinned whom, and what ends it (P-GRAP-01)."""

from collections.abc import Iterator, Mapping
from typing import Any

from gardien.core.fighting import Content, Hold, Holds
from gardien.core.scene import Being
from gardien.shared.holding import let_go
from gardien.systems.cthulhud20.table.fighter import band, senseless
from gardien.systems.cthulhud20.table.marks import as_marks, fight_of

GRAPPLING, PINNED = "grappling", "pinned"


def freed(sheet: Content, other: str) -> dict[str, Any]:
    """Whoever is out of the arms of one."""
    return as_marks(sheet, fight_of(sheet).freed(other))


def _holds(people: Mapping[str, Being]) -> Iterator[Hold]:
    """Everybody in somebody’s arms, each two of them once; who has pinned the other holds them."""
    for id, one in people.items():
        mine = fight_of(one)
        for other in mine.partners:
            pins = other in mine.pinned_by
            if id < other or other not in people or id not in fight_of(people[other]).partners:
                yield Hold(other, id, PINNED) if pins else Hold(id, other, GRAPPLING)


def _goes_on(hold: Hold, people: Mapping[str, Being]) -> bool:
    """Both within reach of each other, neither dead, senseless or thrown out of the other’s arms."""
    one, other = people[hold.holder], people[hold.victim]
    both = ((one, hold.victim), (other, hold.holder))
    thrown = any(id not in fight_of(who).partners and who.get("shock_next_turn") == "skip" for who, id in both)
    return not (thrown or senseless(one) or senseless(other) or band(one, other))


HOLDS = Holds((GRAPPLING, PINNED), _holds, let_go(freed), _goes_on)
