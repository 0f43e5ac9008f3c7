"""The two long examples of Cthulhu d20, replayed line by line from whole sheets: Paul and the thug, Jack the sniper.

What each act changes is on the sheets when the next one begins. `make transcripts` rewrites the stories.
"""

from typing import Any

import pytest
from msgspec import Struct, to_builtins
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from gardien.core.calling import prepare
from gardien.core.interpreters.run import always, run
from gardien.core.interpreters.typed import typed
from gardien.core.telling import explain, tell
from gardien.core.values import Change
from gardien.systems.cthulhud20 import pack


class Act(Struct):
    """One line of an example: who does what to whom, with which dice."""

    procedure: str
    who: dict[str, str]  # inputs that are people
    given: dict[str, Any] = {}
    dice: list[int] = []
    waits: bool = False  # only announced: somebody may still ask destiny
    keeps: bool = True  # what it changes is on the sheets for the next one
    lasts: bool = False  # … only for the one after that


def sheet(key: str, name: str) -> dict[str, Any]:
    """A ready sheet of the source (CD20-P-SAMPLE-01)."""
    row = pack.sample(key)
    return {
        "name": name,
        **row.abilities,
        "level": row.level,
        "combat_option": row.option,
        "good_saves": list(row.good_saves),
        "feats": list(row.feats),
        "armour_items": list(row.armour),
        "npc": row.npc,
    }


SHOT = {"weapon": "p32"}
AT_PAUL = {"attacker": "thug", "target": "paul"}
UPPER = {**SHOT, "aim": "upper"}
PAUL = [
    Act("derived_values", {"character": "paul"}),
    Act("zone_ca", {"target": "paul"}),
    Act("effort", {"character": "paul"}, {"cost": 2, "kind": "prolonged"}),
    Act("effort", {"character": "thug"}, {"cost": 2, "kind": "prolonged"}),
    Act("zone_ca", {"target": "paul"}),
    Act("attack", AT_PAUL, SHOT, [10, 25]),
    Act("aim_zone", {}, {"aim": "upper"}),
    Act("attack", AT_PAUL, UPPER, [14, 10], waits=True),
    Act(
        "attack",
        AT_PAUL,
        {**UPPER, "shock": "violent", "destiny": {"effect": "keeper", "severity": "light"}},
        [14, 10],
    ),
    Act("begin_turn", {"combatant": "paul"}, lasts=True),  # helpless until the lost turn is over (CD20-SHOCK-02)
    Act("attack", AT_PAUL, SHOT, [9, 80, 53]),
    Act("severity", {}, {"zone": "left_leg", "gb": 10}),
    Act("care", {"healer": "paul", "patient": "paul"}, {"wound": 2}, [14]),
]
FAR = {"weapon": "m21", "distance_m": 280, "aimed": True, "situation": ["bystanders"]}
BOTH = [{"aim": "head", "aimed": True}, {"attack_number": 2, "aim": "upper"}]
JACK = [
    Act("level_table", {}, {"level": 9, "combat_option": "offence"}),
    Act("derived_values", {"character": "jack"}, {"weapons": ["m21"]}),
    Act("lethality", {}, {"weapon": "m21"}),
    Act("range_malus", {}, {"weapon": "m21", "distance_m": 280, "far_shot": True}),
    Act("take_aim", {}, {"events": ["aim"]}),
    Act("attack_bonus", {"attacker": "jack"}, FAR),
    Act("attack_bonus", {"attacker": "jack"}, {**FAR, "attack_number": 2}),
    Act("aim_zone", {}, {"aim": "head"}),
    Act("attack", {"attacker": "jack", "target": "target"}, {**FAR, "aim": "head"}, [2, 50], keeps=False),
    Act("attack", {"attacker": "jack", "target": "target"}, {**FAR, "aim": "head"}, [20], keeps=False),
    Act("odds_attack", {"attacker": "jack", "target": "target"}, {**FAR, "aim": "head"}),
    Act(
        "odds_attacks",
        {"attacker": "jack", "target": "target"},
        {"weapon": "m21", "distance_m": 280, "situation": ["bystanders"], "attacks": BOTH},
    ),
    Act(
        "full_attack",
        {"attacker": "jack", "target": "target"},
        {**FAR, "attacks": [{"aim": "head"}, {"aim": "upper"}]},
        [2, 60, 10, 15, 50],
    ),
]
NAMES = {
    "paul": ("Paul", "Paul"),
    "thug": ("le voyou", "the thug"),
    "jack": ("Jack", "Jack"),
    "target": ("la cible", "the target"),
}
STORIES = {"paul": PAUL, "jack": JACK}


class Text(SingleFileSnapshotExtension):
    """A transcript is a text file that people read."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


def replay(acts: list[Act], language: str) -> tuple[list[str], dict[str, dict[str, Any]]]:
    """The lines of a story, and the sheets at its end."""
    names = {key: pair[language == "en"] for key, pair in NAMES.items()}
    sheets = {key: sheet(key, names[key]) for key in ("paul", "thug", "jack")} | {"target": {"name": names["target"]}}
    lines: list[str] = []
    late: list[Change] = []
    for act in acts:
        people = {name: sheets[key] for name, key in act.who.items()}
        prepared = prepare("cthulhud20", act.procedure, {**act.given, **people})
        faces = iter(act.dice)
        if act.waits:
            played = run(prepared.request(), lambda die, left=faces: next(left), waits=always)
        else:
            played = typed(prepared.request(), act.dice)
        lines += tell(prepared, played, language)
        lines += [f"    {line}" for line in explain(prepared.system, act.procedure, played.steps, language)]
        lines.append("")
        result: list[Change] = []
        if act.keeps and hasattr(played.outcome, "changes"):
            result = list(played.outcome.changes(prepared.given, prepared.options))
        for change in late if act.lasts else [*result, *late]:
            owner = next(one for one in sheets.values() if one["name"] == change.who)
            owner[change.field] = to_builtins(change.after)
        late = result if act.lasts else []
    return lines, sheets


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("story", STORIES)
def test_the_examples_are_told_as_they_were(story, language, snapshot):
    lines, _ = replay(STORIES[story], language)
    assert "\n".join(lines) == snapshot(extension_class=Text)


def test_paul_ends_as_the_source_says():
    """Lines 149 to 169: 1 PF and 8 PV are left, his point is gone, and the leg no longer bleeds."""
    _, sheets = replay(PAUL, "fr")
    paul = sheets["paul"]
    assert (paul["pf"], paul["pv"], paul["destiny_spent"]) == (1, 8, 1)
    assert [(one["zone"], one["gb"], one["bleeding"]) for one in paul["wounds"]] == [
        ("right_arm", 2, False),
        ("torso", 1, False),
        ("left_leg", 10, False),
    ]


def test_dead_or_dying_after_two_shots_is_told_exactly():
    """CD20-ODDS-01: 44 in a hundred dead, 77 with a critical wound, 95 with a grave one."""
    lines, _ = replay([act for act in JACK if act.procedure == "odds_attacks"], "en")
    assert lines[0] == (
        "Dead: 44% (1409/3200) · dead or critically wounded: 77% (77/100)"
        " · dead, critically or seriously wounded: 95% (3039/3200)."
    )
