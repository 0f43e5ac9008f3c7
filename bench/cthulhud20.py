"""Cthulhu d20's own rows: every procedure weighed, the whole of an attack, fights to the end."""

import tomllib
from pathlib import Path
from typing import Any

from bench.goals import Goal, judged
from bench.measure import shown
from bench.yacdha import Row, measured
from gardien.core.calling import odds_of
from gardien.core.system import find

KEY = "cthulhud20"
MOST_WARM = 0.050
MOST_DUEL = 5.0
MOST_SIMULATED = 10.0  # what whoever waits in the workshop is ready to wait
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
    return [measured(key, lambda key=key: odds_of(KEY, key, asked[key])) for key in find(KEY).modules]


TIRED: dict[str, Any] = {**ATTACK, "attacks": [{"aim": "head"}, {"aim": "upper"}]}
WHOLE_PEOPLE: dict[str, Any] = {
    "system": KEY,
    "distance": 6.0,
    "side": [
        {"name": "A", "fighter": [{"name": "Paul", "sample": "paul"}]},
        {"name": "B", "fighter": [{"name": "Thug", "creature": "thug"}]},
    ],
}


def large_rows() -> list[Row]:
    """An attack die by die, two of them, a small fight solved to the end, one between whole people simulated."""
    from gardien.sim.fights import QUICK_RUNS, fight_odds

    fight = tomllib.loads((ROOT / "examples" / f"{KEY}-firefight.toml").read_text("utf-8"))
    return [
        measured("attack, zone to state", lambda: odds_of(KEY, "attack", ATTACK, by=WHOLE)),
        measured("attack, wound by wound", lambda: odds_of(KEY, "attack", ATTACK, by=("die", "wounds"))),
        measured("full attack, state", lambda: odds_of(KEY, "full_attack", ATTACK, by=("state", "pv", "pf"))),
        measured("full attack, blow by blow", lambda: odds_of(KEY, "full_attack", TIRED, by=("wounds", "state"))),
        measured("small duel, solved", lambda: fight_odds(fight, None, None, lambda done, total: None)),
        measured("whole duel, simulated", lambda: fight_odds(WHOLE_PEOPLE, QUICK_RUNS, 1, lambda done, total: None)),
    ]


def goals(small: list[Row], large: list[Row]) -> list[Goal]:
    """What it must reach."""
    *attacks, small_duel, whole_duel = large
    found = []
    for what, some in (("each procedure", small), ("an attack", attacks)):
        absent = [row.name for row in some if row.warm is None]
        slowest = max((row for row in some if row.warm is not None), key=lambda row: row.warm or 0)
        said = f"slowest of {len(some) - len(absent)}: {slowest.name}, {shown(slowest.warm or 0)}"
        said += f"; without {', '.join(absent)}" if absent else ""
        holds = not absent and (slowest.warm or 0) <= MOST_WARM
        found.append(judged(f"Cthulhu d20, odds of {what} at most {shown(MOST_WARM)}, warm", said, holds))
    for duel, most in ((small_duel, MOST_DUEL), (whole_duel, MOST_SIMULATED)):
        text = f"Cthulhu d20, {duel.name} at most {shown(most)}"
        if duel.cold is None:
            found.append(Goal(text, duel.note, "missed"))
        else:
            found.append(judged(text, shown(duel.cold), duel.cold <= most))
    return found
