"""Chases turn by turn: at the wheel as M-18 has it, on foot by opposed tests in the same way (M-01, M-18)."""

from typing import Any

from gardien.core.chases import SIDES, Chase, Pursuit, Side, person
from gardien.core.fighting import Content
from gardien.core.life import Happening, Moment, Stretch
from gardien.core.scene import TALLY
from gardien.core.table_rules import Everybody
from gardien.systems.operators import pack
from gardien.systems.operators.rules.extensions import LOST
from gardien.systems.operators.table.ability import refusal
from gardien.systems.operators.table.substances import lives

START = 3  # M-18
SEATS: dict[Side, str] = {"fleeing": "fugitive", "pursuing": "pursuer"}
WRECK = "wreck_"  # a count, before the vehicle: its dice are still to be suffered
BREATH = "CON"  # what decides on foot, unless Contrôle names something else (M-01)


def _on_foot(chase: Chase) -> dict[str, Any]:
    """Whoever flees is active; what lies in the way makes a test difficult (M-01). The held do not run (M-03)."""
    for runner in (chase.fleeing[0], chase.pursuing[0]):
        if runner.get("held"):
            raise refusal(runner, "held")
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
    drivers = {seat: person(chase.of(side)[0]) for side, seat in SEATS.items()}
    return {**drivers, "gap": min(LOST - 1, chase.gap), "road": "hard" if chase.hampered else "normal"}


def _driven(given: Content, outcome: Content) -> int:
    return int(outcome["gap"]) - int(given["gap"])


def out_of_wreck(vehicle: str) -> dict[str, Any]:
    return {TALLY: {f"{WRECK}{vehicle}": None}}


def next_crash(stretch: Stretch) -> Moment | None:
    wreck = next((one for one in stretch.being.tally if one.startswith(WRECK)), None)
    if wreck is None or not lives(stretch.being):
        return None
    return Moment(0, Happening("crash", {"vehicle": wreck.removeprefix(WRECK)}))


def crashed(side: Side, given: Content, outcome: Content) -> dict[str, Any]:
    """Every occupant of a wreck has still to suffer its dice (M-18)."""
    driver = SEATS[side]
    vehicle = given[driver]["vehicle"]
    return {TALLY: {f"{WRECK}{vehicle}": 1}} if outcome[f"{driver}_crash"] and pack.vehicle(vehicle).crash_dice else {}


def all_crashed(people: Everybody, given: Content, outcome: Content) -> dict[str, dict[str, Any]]:
    """Whoever is with a driver in a chase sits in that vehicle, whether the table plays its turns or one by itself."""
    chase: Content = next((one.scene.chase for one in people.values()), {})
    fields: dict[str, dict[str, Any]] = {}
    for side in SIDES if chase.get("kind") == "wheels" else ():
        aboard = [id for id in chase[side] if id in people]
        driver = given[SEATS[side]].get("name")
        if wreck := crashed(side, given, outcome) if driver in {people[id].get("name") for id in aboard} else {}:
            fields |= dict.fromkeys(aboard, wreck)
    return fields


CHASES = (
    Pursuit("on_foot", "opposed_test", _on_foot, _run, START, LOST),
    Pursuit("wheels", "chase_turn", _at_the_wheel, _driven, START, LOST, rule="M-18", acts=False),
)
