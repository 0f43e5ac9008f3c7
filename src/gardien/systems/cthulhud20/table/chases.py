"""Chases turn by turn: minute by minute, until one side is two ahead (P-CHASE-01)."""

from typing import Any

from gardien.core.chases import Chase, Pursuit, person
from gardien.core.fighting import Content
from gardien.systems.cthulhud20.rules.body.fatigue import LEAD

HAMPERED = -4  # what lies in the way, for the throw of a side


def _inputs(chase: Chase) -> dict[str, Any]:
    """One minute more of the same run: what it costs is paid once for every five that begin (CD20-P-CHASE-01)."""
    ahead = chase.gap - LEAD if chase.lost == 2 * LEAD else 0  # a longer one is over when the keeper says so
    return {
        "pursuer": person(chase.pursuing[0]),
        "max_minutes": 1,
        "minutes_run": chase.turn - 1,
        "lead": ahead,
        "fugitive_modifier": HAMPERED if "fleeing" in chase.hampered else 0,
        "pursuer_modifier": HAMPERED if "pursuing" in chase.hampered else 0,
    }


def _moved(given: Content, outcome: Content) -> int:
    return int(outcome["fugitive_wins"]) - int(outcome["pursuer_wins"])


CHASES = (Pursuit("on_foot", "chase", _inputs, _moved, start=LEAD, lost=2 * LEAD, rule="CD20-P-CHASE-01"),)
