"""Holds: who is in whose arms, who has pinned whom, and what ends it (P-GRAP-01)."""

from collections.abc import Iterator, Mapping
from typing import Any

from gardien.core.fighting import Content, Hold, Holds
from gardien.core.scene import Being
from gardien.shared.holding import let_go, people_in, without
from gardien.systems.cthulhud20.table.fighter import band, senseless

GRAPPLING, PINNED, PINNED_BY = "grappling", "pinned", "pinned_by"
NO_HOLD = dict.fromkeys((GRAPPLING, PINNED, PINNED_BY))  # of whoever is thrown back (CD20-SHOCK-02)


def partners(sheet: Content) -> list[str]:
    """Those with whom somebody is in each other’s arms, by id; nobody where it was only ruled (CD20-P-GRAP-01)."""
    return people_in(sheet, GRAPPLING)


def freed(sheet: Content, other: str) -> dict[str, Any]:
    """Whoever is out of the arms of one: of others not yet, and pinned only by them (CD20-P-GRAP-01)."""
    left, pinning = without(partners(sheet), other), list(sheet.get(PINNED_BY) or ())
    marks: dict[str, Any] = {GRAPPLING: left or None}
    if sheet.get(PINNED) and (other in pinning or not left):
        still = without(pinning, other)
        marks |= {PINNED: bool(still) or None, PINNED_BY: still or None}
    return marks


def _holds(people: Mapping[str, Being]) -> Iterator[Hold]:
    """Everybody in somebody’s arms, each two of them once; who has pinned the other holds them."""
    for id, one in people.items():
        for other in partners(one):
            pins = other in (one.get(PINNED_BY) or ())
            if id < other or other not in people or id not in partners(people[other]):
                yield Hold(other, id, PINNED) if pins else Hold(id, other, GRAPPLING)


def _goes_on(hold: Hold, people: Mapping[str, Being]) -> bool:
    """Both within reach of each other, neither dead, senseless or thrown out of the other’s arms."""
    one, other = people[hold.holder], people[hold.victim]
    both = ((one, hold.victim), (other, hold.holder))
    thrown = any(id not in partners(who) and who.get("shock_next_turn") == "skip" for who, id in both)
    return not (thrown or senseless(one) or senseless(other) or band(one, other))


HOLDS = Holds((GRAPPLING, PINNED), _holds, let_go(freed), _goes_on)
