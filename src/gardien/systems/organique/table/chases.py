"""Chases turn by turn: VIT against VIT on foot, AGI, skill and vehicle at the wheel (TEST-04, VIT-02, VEH-01)."""

from typing import Any

from gardien.core.chases import SIDES, Chase, Pursuit, person
from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.systems.organique.rules.tests.modifiers import skill_bonus
from gardien.systems.organique.table.targeting import handling, vehicle_of

HAMPERED = -5  # what lies in the way, for the test of a side
SEATS = {"fleeing": "a", "pursuing": "b"}
WINS = {"a": 1, "b": -1}


def _contest(chase: Chase, code: str, driving: bool) -> dict[str, Any]:
    """The same test for both, margin against margin; a tie changes nothing (ORG-TEST-04)."""
    given: dict[str, Any] = {"b": person(chase.pursuing[0]), "characteristic": code}
    for side in SIDES:
        mods = _handling(chase.of(side)[0]) if driving else {}
        given[f"{SEATS[side]}_mods"] = mods | ({"obstacle": HAMPERED} if side in chase.hampered else {})
    return given


def _handling(driver: Being) -> dict[str, int]:
    """What skill and vehicle add at the wheel (ORG-VEH-01, ORG-VEH-02)."""
    row = vehicle_of(driver)
    if row is None:
        return {}
    known = handling(driver, row)
    mods = {"level": skill_bonus(known["level"] or 1), "manoeuvrability": known["manoeuvrability"]}
    return {name: value for name, value in mods.items() if value}


def _moved(given: Content, outcome: Content) -> int:
    return WINS.get(outcome["winner"], 0)


CHASES = (
    Pursuit("on_foot", "contest", lambda chase: _contest(chase, "VIT", False), _moved),
    Pursuit("wheels", "contest", lambda chase: _contest(chase, "AGI", True), _moved),
)
