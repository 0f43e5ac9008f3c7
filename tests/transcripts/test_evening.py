"""A whole evening of YACDHA, told line by line: the book's own story, with its dice. `make transcripts` rewrites it."""

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from gardien.core.calling import prepare
from gardien.core.interpreters.typed import typed
from gardien.core.telling import explain, tell

HOSPITAL = [
    ("Daisy", "gauge_check", {"gauge": "madness", "value": 1, "event": "le sang"}, [4]),
    ("Liam", "gauge_check", {"gauge": "madness", "value": 1, "event": "le sang"}, [1]),
    ("John", "gauge_check", {"gauge": "madness", "value": 1, "exposed": False}, []),
    ("John", "action", {"category": "physical"}, [6]),
    ("Daisy", "action", {"category": "mental", "opposition": {"kind": "active"}, "madness": 2}, [4, 3]),
    ("Daisy", "action", {"category": "mental", "opposition": {"difficulty": "impossible"}}, []),
    ("Daisy", "action", {"category": "mental", "opposition": {"kind": "active"}, "disadvantage": True}, [4, 3, 5]),
    ("Liam", "investigate", {"personal_advantage": True}, [2, 6]),
]
GRID = {
    "category": "physical",
    "opposition": {"value": 3},
    "forced": True,
    "stakes": [{"gauge": "trauma", "amount": 1, "at_or_below": -1}],
    "duration": 2,
}
STREET = [
    ("John", "action", GRID, [2, 3, 4]),
    ("John", "action", {**GRID, "attempt": 2, "trauma": 2}, [1, 1]),
    ("John", "action", {**GRID, "attempt": 3, "trauma": 3, "forced": False}, []),
]
CAMPUS = [
    (
        "",
        "cooperate",
        {"category": "mental", "opposition": {"kind": "active"}, "members": [{"name": "Liam"}, {"name": "Daisy"}]},
        [5, 2, 1],
    ),
    (
        "",
        "cooperate",
        {"category": "mental", "investigation": True, "members": [{"name": "Daisy"}, {"name": "Liam"}]},
        [2, 1],
    ),
    ("Daisy", "investigate", {"attempt": 2, "best_previous": 2, "duration": 20}, [2]),
    ("Liam", "investigate", {"nothing_to_find": True, "duration": 60}, [4]),
    ("", "clock_advance", {"minutes": 60, "events": [{"id": "la bibliothèque ferme", "time": 110}], "horizon": 60}, []),
    ("Liam", "investigate", {}, [5]),
]
CELLAR = [
    (
        "",
        "combat_round",
        {
            "combatants": [
                {"id": "Homme", "kind": "npc", "action": "other", "target": "John"},
                {"id": "John", "action": "attack", "target": "Homme", "weapon": "firearm", "trauma": 3},
                {"id": "Liam", "action": "flee"},
                {"id": "Daisy", "action": "flee"},
            ]
        },
        [6, 1],
    ),
    (
        "",
        "combat_round",
        {
            "round": 2,
            "combatants": [
                {"id": "Liam", "action": "dodge"},
                {"id": "Cultiste", "kind": "npc", "action": "attack", "target": "Liam", "weapon": "knife"},
                {"id": "Daisy", "action": "flee"},
            ],
        },
        [3, 4],
    ),
    (
        "",
        "chase",
        {
            "pursuers": {"members": [{"name": name} for name in ("A", "B", "C")]},
            "pursued": {"members": [{"name": name} for name in ("John", "Daisy", "Liam")]},
        },
        [2, 1, 5, 3, 6, 1],
    ),
]
AFTERWARDS = [
    ("Daisy", "cast_magic", {"opposition": 3, "casters": [{"name": "Daisy", "madness": 4, "mythos": 3}]}, [1, 5]),
    ("Francis", "luck_survive", {"trauma": 4, "increase": 3, "use_luck_to_survive": True}, []),
    ("Francis", "coma_care", {"delay_minutes": 30, "sequelae": 1}, []),
    (
        "",
        "end_scenario",
        {"survivors": [{"name": "Daisy", "madness": 4, "luck": 0}, {"name": "Liam", "madness": 1}]},
        [],
    ),
    ("Daisy", "recover", {"gauge": "madness", "value": 4, "care": "partial", "elapsed": 4}, [6]),
    ("Liam", "study_mythos", {"mythos": 0, "madness": 1, "months": 2}, []),
    ("Liam", "dream", {"mythos": 2}, [2]),
]
EVENING = {"hospital": HOSPITAL, "street": STREET, "campus": CAMPUS, "cellar": CELLAR, "afterwards": AFTERWARDS}


class Text(SingleFileSnapshotExtension):
    """A transcript is a text file that people read."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("scene", EVENING)
def test_the_evening_is_told_as_it_was(scene, language, snapshot):
    lines = []
    for who, procedure, given, dice in EVENING[scene]:
        prepared = prepare("yacdha", procedure, given)
        played = typed(prepared.request(), dice)
        lines += tell(prepared, played, language, who)
        lines += [f"    {line}" for line in explain(prepared.system, procedure, played.steps, language)]
        lines.append("")
    assert "\n".join(lines) == snapshot(extension_class=Text)
