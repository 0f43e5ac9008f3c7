"""Cthulhu d20's own rows: every procedure weighed, the whole of an attack, a small fight to the end."""

import tomllib
from pathlib import Path
from typing import Any

from bench.goals import Goal, judged
from bench.measure import shown
from bench.yacdha import Row, measured
from gardien.core.calling import weigh
from gardien.core.system import find

KEY = "cthulhud20"
MOST_WARM = 0.050
MOST_DUEL = 5.0
ROOT = Path(__file__).parents[1]
WHOLE = ("zone", "severity", "pf_loss", "pv_loss", "state")
GUARDED: dict[str, Any] = {"dex": 14, "con": 14, "armour": {"torso": 3, "head": 2}, "pf": 3, "lost_parts": ["left_arm"]}
ATTACK: dict[str, Any] = {"weapon": "m1911", "target": GUARDED, "attacker": {"base_attack": [7, 2]}}


def given() -> dict[str, dict[str, Any]]:
    """Inputs of each procedure: the first of the worked examples."""
    book = tomllib.loads((ROOT / "tests/systems" / KEY / "examples.toml").read_text("utf-8"))
    found: dict[str, dict[str, Any]] = {}
    for one in book["example"]:
        found.setdefault(one["procedure"], one.get("given", {}))
    return found


def rows() -> list[Row]:
    """Every procedure."""
    asked = given()
    return [measured(key, lambda key=key: weigh(KEY, key, asked[key])) for key in find(KEY).modules]


def large_rows() -> list[Row]:
    """An attack die by die, two of them, a fight to the end."""
    from gardien.sim.fights import weigh_fight

    fight = tomllib.loads((ROOT / "examples" / f"{KEY}-firefight.toml").read_text("utf-8"))
    return [
        measured("attack, zone to state", lambda: weigh(KEY, "attack", ATTACK, by=WHOLE)),
        measured("attack, wound by wound", lambda: weigh(KEY, "attack", ATTACK, by=("die", "wounds"))),
        measured("full attack, state", lambda: weigh(KEY, "full_attack", ATTACK, by=("state", "pv", "pf"))),
        measured("duel to the end", lambda: weigh_fight(fight, None, None, lambda done, total: None)),
    ]


def goals(small: list[Row], large: list[Row]) -> list[Goal]:
    """What it must reach."""
    *attacks, duel = large
    found = []
    for what, some in (("each procedure", small), ("an attack", attacks)):
        absent = [row.name for row in some if row.warm is None]
        slowest = max((row for row in some if row.warm is not None), key=lambda row: row.warm or 0)
        said = f"slowest of {len(some) - len(absent)}: {slowest.name}, {shown(slowest.warm or 0)}"
        said += f"; without {', '.join(absent)}" if absent else ""
        holds = not absent and (slowest.warm or 0) <= MOST_WARM
        found.append(judged(f"Cthulhu d20, odds of {what} at most {shown(MOST_WARM)}, warm", said, holds))
    text = f"Cthulhu d20, {duel.name} at most {shown(MOST_DUEL)}"
    if duel.cold is None:
        return [*found, Goal(text, duel.note, "missed")]
    return [*found, judged(text, shown(duel.cold), duel.cold <= MOST_DUEL)]
