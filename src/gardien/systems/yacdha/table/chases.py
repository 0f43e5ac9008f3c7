"""Chases turn by turn: one result that separates the sides ends them, unless the keeper lets them last (CHA)."""

from typing import Any

from gardien.core.chases import Chase, Pursuit, person
from gardien.core.fighting import Content

GROUPS = {"pursued": "fleeing", "pursuers": "pursuing"}


def _inputs(chase: Chase) -> dict[str, Any]:
    """Two groups that cooperate; what lies in the way is a disadvantage of the whole side (YAC-CHA-02, YAC-CHA-03)."""
    groups: dict[str, Any] = {
        name: {"members": [person(one) for one in chase.of(side)], "group_disadvantage": side in chase.hampered}  # type: ignore[arg-type]
        for name, side in GROUPS.items()
    }
    return {**groups, "terrain": True} if chase.hampered else groups


def _moved(given: Content, outcome: Content) -> int:
    return 1 if outcome["escaped"] else -1


CHASES = (Pursuit("groups", "chase", _inputs, _moved, start=1, lost=2, rule="YAC-CHA-05", acts=False),)
