"""Chases turn by turn: at the wheel as M-18 has it, on foot by opposed tests in the same way (M-01, M-18)."""

from typing import Any

from gardien.core.chases import Chase, Pursuit, person
from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.systems.operators.rules.extensions import LOST
from gardien.systems.operators.table.ability import combatant

START = 3  # M-18
BREATH = "CON"  # what decides on foot, unless Contrôle names something else (M-01)


def _on_foot(chase: Chase) -> dict[str, Any]:
    """Whoever flees is active; what lies in the way makes a side's test difficult (M-01)."""
    harder = {"fleeing": "active_difficulty", "pursuing": "passive_difficulty"}
    given = {"characteristic": BREATH, "opponent": person(chase.pursuing[0])}
    return given | {harder[side]: "difficult" for side in chase.hampered}


def _run(given: Content, outcome: Content) -> int:
    """A step for whoever prevails, two with a critical, as between vehicles (M-18)."""
    side = str(outcome["winner"])
    if side == "status_quo":
        return 0
    steps = 2 if outcome[f"{side}_outcome"] == "critical" else 1
    return steps if side == "active" else -steps


def _at_the_wheel(chase: Chase) -> dict[str, Any]:
    """Driver against driver; what lies in the way is a bad road for both (M-18)."""
    drivers = {"fugitive": _driver(chase.fleeing[0]), "pursuer": _driver(chase.pursuing[0])}
    return {**drivers, "gap": min(LOST - 1, chase.gap), "road": "hard" if chase.hampered else "normal"}


def _driver(being: Being) -> dict[str, Any]:
    who = combatant(being)
    return {**person(being), "DEX": who.current("DEX"), "grave": who.unrelieved}


def _driven(given: Content, outcome: Content) -> int:
    return int(outcome["gap"]) - int(given["gap"])


CHASES = (
    Pursuit("on_foot", "opposed_test", _on_foot, _run, START, LOST),
    Pursuit("wheels", "chase_turn", _at_the_wheel, _driven, START, LOST, rule="M-18", acts=False),
)
