"""Chases turn by turn: Endurance against Endurance on foot, bands of distance between vehicles (ROLL-06, MISS-19)."""

from typing import Any

from gardien.core.chases import SIDES, Chase, Pursuit, Side
from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.systems.d20d100.rules.body.wounds import after_loss
from gardien.systems.d20d100.rules.vehicles import BANDS
from gardien.systems.d20d100.sheet.worth import burdens, jet_of, skill_total
from gardien.systems.d20d100.table.fighter import body, rules

HAMPERED = -4  # what lies in the way, for the throw of a side
DRIVING = "conduire_auto"
STOPS = {"fleeing": -1, "pursuing": 1, "nobody": 0}  # whoever stops is caught, or has lost them (D100-ROLL-06)


def _mods(chase: Chase, side: Side, weighs: list[int]) -> list[int]:
    return [*weighs, *([HAMPERED] if side in chase.hampered else ())]


def _on_foot(chase: Chase) -> dict[str, Any]:
    """The Endurance of both, with what weighs on them (D100-ROLL-06)."""
    runners: dict[Side, Being] = {side: chase.of(side)[0] for side in SIDES}
    endurance = {f"{side}_endurance": jet_of(one, "endurance") for side, one in runners.items()}
    return endurance | {f"{side}_mods": _mods(chase, side, burdens(one)) for side, one in runners.items()}


def _at_the_wheel(chase: Chase) -> dict[str, Any]:
    """Both drivers, and the band that lies between them (D100-MISS-19)."""
    given: dict[str, Any] = {"band": BANDS[min(chase.gap, len(BANDS) - 2)]}
    for side in SIDES:
        one = chase.of(side)[0]
        given |= {
            f"{side}_modifier": skill_total(one, DRIVING) or 0,
            f"{side}_reflexes": jet_of(one, "reflexes"),
            f"{side}_mods": _mods(chase, side, []),
        }
    return given


def _stopped(given: Content, outcome: Content) -> int:
    return STOPS[outcome["stops"]]


def _driven(given: Content, outcome: Content) -> int:
    return BANDS.index(outcome["band"]) - BANDS.index(given["band"])


def _moved(side: Side, given: Content, outcome: Content, runner: Being) -> dict[str, Any]:
    """Whoever runs is on the alert no more (D100-CBT-04)."""
    return {"alert": False} if runner.get("alert") else {}


def _crashed(side: Side, given: Content, outcome: Content, aboard: Being) -> dict[str, Any]:
    """A crash hurts everybody in that vehicle alike (D100-MISS-19)."""
    damage, moved = outcome[f"{side}_damage"], _moved(side, given, outcome, aboard)
    return {**moved, "pv": after_loss(body(aboard), damage, rules(aboard.scene.options)).life} if damage else moved


CHASES = (
    Pursuit("on_foot", "pursuit_round", _on_foot, _stopped, start=1, lost=2, rule="D100-ROLL-06", befalls=_moved),
    Pursuit(
        "wheels",
        "vehicle_pursuit_round",
        _at_the_wheel,
        _driven,
        start=BANDS.index("near"),
        lost=BANDS.index("lost"),
        rule="D100-MISS-19",
        befalls=_crashed,
    ),
)
