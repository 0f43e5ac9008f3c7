"""YACDHA's own rows: every procedure weighed, large groups, fights, and the start of a command."""

import shutil
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from bench.goals import Goal, judged
from bench.measure import once, processes_in_turn, shown
from gardien.core.calling import odds_of
from gardien.core.interpreters.odds import forget
from gardien.core.system import find

MOST_WARM = 0.020
MOST_COOPERATION = 0.100
MOST_DUEL = 0.5
MOST_THREE_AGAINST_THREE = 10.0
MOST_START = 6.0
STARTS = 30

Given = dict[str, Any]

AGAINST_3: Given = {"kind": "passive", "value": 3}
AGAINST_DIE: Given = {"kind": "active"}
LIAM: Given = {"name": "Liam", "madness": 2, "forced": True}
DAISY: Given = {"name": "Daisy", "madness": 3}
JOHN: Given = {"name": "John", "trauma": 2, "forced": True}

GIVEN: dict[str, Given] = {
    "create_character": {"age_class": "adult", "occupations": {"Zoologie": 4, "Escalade": 2}},
    "sheet": {"occupation": {"name": "Escrime", "level": 2}, "actions": [{"name": "Esquiver", "granted": 1}]},
    "gauge_check": {"gauge": "madness", "value": 2},
    "action": {
        "category": "physical",
        "opposition": AGAINST_DIE,
        "advantage": True,
        "forced": True,
        "trauma": 2,
        "stakes": [{"gauge": "trauma", "amount": 1, "at_or_below": -1}],
    },
    "investigate": {"opposition": {"kind": "passive", "value": 2}, "personal_advantage": True, "forced": True},
    "cooperate": {"category": "mental", "opposition": AGAINST_DIE, "members": [LIAM, DAISY]},
    "compete": {
        "category": "physical",
        "sides": [{"name": "A", "members": [JOHN]}, {"name": "B", "members": [{"name": "Abby"}]}],
    },
    "combat_round": {
        "combatants": [
            {"id": "J", "action": "attack", "target": "H", "weapon": "firearm", "trauma": 2},
            {"id": "H", "kind": "npc", "action": "attack", "target": "J", "weapon": "knife"},
        ]
    },
    "end_combat": {"combatants": [{"id": "L", "status": "fled"}, {"id": "H", "kind": "npc", "status": "unconscious"}]},
    "chase": {
        "pursued": {"members": [{"name": "John"}, {"name": "Daisy"}]},
        "pursuers": {"members": [{"name": "H1"}, {"name": "H2"}]},
    },
    "cast_magic": {"opposition": 3, "casters": [{"name": "F", "madness": 4, "mythos": 2}]},
    "luck_survive": {"trauma": 4, "increase": 3, "use_luck_to_survive": True},
    "coma_care": {"delay_minutes": 30},
    "first_aid": {"trauma": 4, "trauma_before": 1, "personal_advantage": True, "options": {"first_aid": True}},
    "recover": {"gauge": "trauma", "value": 4, "care": "partial", "elapsed": 12},
    "end_scenario": {"survivors": [{"name": "A", "madness": 4, "luck": 0}]},
    "learn": {
        "occupations": {"Langues": 2, "Course": 2, "Natation": 2},
        "occupation": "Langues",
        "nature": "mental",
        "lower": {"Course": 1},
    },
    "study_mythos": {"mythos": 1, "madness": 3, "months": 2},
    "dream": {"mythos": 2},
    "clock_advance": {"minutes": 45, "events": [{"id": "bell", "time": 30}, {"id": "rite", "time": 60}]},
    "odds_action": {"pool": 2, "forced": 1, "opposition": AGAINST_DIE},
    "odds_forced": {"pool": 2, "value": 2},
    "odds_gauge": {"start": 2, "checks": 5},
    "odds_risk": {"forced": True, "opposition": AGAINST_3, "stakes": [{"amount": "margin"}], "value": 2},
    "odds_attack": {"attackers": 2, "opposition": AGAINST_DIE, "target_trauma": 2},
    "odds_duel": {"trauma_a": 2, "trauma_b": 1},
    "odds_chase": {"pursued": 2, "pursuers": 3},
    "odds_compete": {"pools": [1, 2, 3]},
}

CROWD: Given = {
    "category": "physical",
    "opposition": AGAINST_DIE,
    "members": [{"name": f"M{number}", "forced": True, "trauma": 1 + number % 5} for number in range(100)],
}


def fight(each: int) -> Given:
    """A fight of equals: firearms against knives."""
    heroes = [{"name": f"A{n}", "weapon": "firearm", "trauma": 1 + n % 2} for n in range(each)]
    others = [{"name": f"B{n}", "kind": "npc", "weapon": "knife"} for n in range(each)]
    return {"system": "yacdha", "side": [{"name": "A", "fighter": heroes}, {"name": "B", "fighter": others}]}


class Row(NamedTuple):
    """One thing measured: with the caches of odds emptied, and once more with what the call before has left."""

    name: str
    cold: float | None = None
    warm: float | None = None
    note: str = ""


def measured(name: str, call: Callable[[], Any]) -> Row:
    """The call after a first one has loaded everything; what fails is said, not hidden."""
    try:
        forget()
        call()
        _, cold = once(call, forget)
        _, warm = once(call, lambda: None)
    except Exception as fault:
        return Row(name, note=f"failed: {type(fault).__name__}: {fault}")
    return Row(name, cold, warm)


def rows() -> list[Row]:
    """Every procedure with small inputs."""
    found = []
    declared = find("yacdha")
    for key in declared.modules:
        try:
            declared.procedure(key)
        except (ImportError, LookupError) as fault:
            found.append(Row(key, note=f"skipped: does not import yet ({fault})"))
            continue
        found.append(measured(key, lambda key=key: odds_of("yacdha", key, GIVEN[key])))
    return found


def large_rows() -> list[Row]:
    """A crowd, and fights to the end."""
    found = [measured("cooperation of 100", lambda: odds_of("yacdha", "cooperate", CROWD))]
    names = ("duel to the end", "3 against 3")
    if find_spec("gardien.sim") is None:
        return found + [Row(name, note="skipped: gardien.sim does not exist yet") for name in names]
    from gardien.sim.fights import fight_odds

    def weighed(each: int) -> Any:
        return fight_odds(fight(each), None, None, lambda done, total: None)

    return [
        *found,
        *(measured(name, lambda each=each: weighed(each)) for name, each in zip(names, (1, 3), strict=True)),
    ]


def start_up() -> dict[str, float] | str:
    """A whole command beside an empty interpreter, or why it was skipped."""
    command = shutil.which("gardien", path=str(Path(sys.executable).parent))
    if command is None or find_spec("gardien.cli") is None or find_spec("gardien.cli.main") is None:
        return "skipped: the command gardien does not exist yet"
    commands = {
        "python -c pass": (sys.executable, "-c", "pass"),
        "gardien do": (command, "do", "yacdha", "gauge_check", "gauge=madness", "value=2"),
    }
    try:
        return processes_in_turn(commands, STARTS)
    except RuntimeError as fault:
        return f"failed: {fault}"


def goals(small: list[Row], large: list[Row], started: dict[str, float] | str) -> list[Goal]:
    """What YACDHA must reach."""
    warm = {row.name: row.warm for row in small if row.warm is not None}
    absent = [row.name for row in small if row.warm is None]
    slow = {name: seconds for name, seconds in warm.items() if seconds > MOST_WARM}
    text = f"odds of each procedure at most {shown(MOST_WARM)}, warm"
    name, slowest = max(warm.items(), key=lambda pair: pair[1])
    said = f"slowest of {len(warm)}: {name}, {shown(slowest)}" + (f"; without {', '.join(absent)}" if absent else "")
    found = [Goal(text, said, "missed" if slow else "skipped" if absent else "reached")]
    limits = (MOST_COOPERATION, MOST_DUEL, MOST_THREE_AGAINST_THREE)
    for row, limit in zip(large, limits, strict=True):
        text = f"{row.name} at most {shown(limit)}"
        if row.cold is None:
            found.append(Goal(text, row.note, "skipped" if row.note.startswith("skipped") else "missed"))
        else:
            found.append(judged(text, shown(row.cold), row.cold <= limit))
    text = f"gardien do at most {MOST_START:.0f}× python -c pass"
    if isinstance(started, str):
        found.append(Goal(text, started, "skipped" if started.startswith("skipped") else "missed"))
    else:
        ratio = started["gardien do"] / started["python -c pass"]
        found.append(judged(text, f"{ratio:.2f}×", ratio <= MOST_START))
    return found
