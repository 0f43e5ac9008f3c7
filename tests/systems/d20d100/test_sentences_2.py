"""How fights, minds, magic, vehicles and chances are told: every ending (`told_2.txt`), and what no line may hold."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import given as sampled
from hypothesis import strategies as st

from conformance.strategies import inputs
from core.spoken import french
from gardien.core.calling import prepare
from gardien.core.errors import Refusal
from gardien.core.readings.play import play
from gardien.core.system import find
from gardien.core.telling import tell
from gardien.core.terms import LANGUAGES
from gardien.systems.d20d100.sentences import MODULES, TELLERS
from gardien.systems.d20d100.sentences.blows_told import OTHERS, RANGE, weights
from gardien.systems.d20d100.sentences.tests_told import SITUATION, WOUNDS
from systems.d20d100.test_sentences import Scene, well_said

SYSTEM = find("d20d100")
PARTS = (
    *("mind_told", "magic_told", "vehicles_told", "order_told", "actions_told", "rounds_told", "attacks_told"),
    *("bursts_told", "manoeuvres_told", "grappling_told", "chances_told"),
)
MINE = sorted(key for part in PARTS for key in MODULES[part])


def scenes():
    """Read the story, written as `told.txt` is."""
    found = []
    story = Path(__file__).with_name("told_2.txt").read_text("utf-8")
    for block in story.strip().replace("\n  ", " ").split("\n\n"):
        title, call, *said = block.split("\n")
        parts = re.fullmatch(r"(\w+) (\{.*\}) (\[[\d, ]*\]) ?(.*)", call)
        assert parts, call
        fr, en = ([line[2:] for line in said if line[0] == sign] for sign in "-=")
        found.append(Scene(title[2:], parts[1], json.loads(parts[2]), json.loads(parts[3]), parts[4], fr, en))
    return found


@pytest.mark.parametrize("scene", scenes(), ids=lambda scene: scene.title.replace(" ", "-"))
def test_every_ending_is_told(scene):
    assert scene.spoken("fr") == scene.fr
    assert scene.spoken("en") == scene.en


def test_every_procedure_is_told():
    titles = [scene.title for scene in scenes()]
    assert len(titles) == len(set(titles))
    assert {scene.procedure for scene in scenes()} == set(MINE)
    assert set(TELLERS) == set(SYSTEM.modules)


# voice.md, section 6: the model, and the scene that must hold it.
MODELS = [
    ("a hit", "14 (d20) + 6 = 20 contre Défense 15, touché. 1d10 = 8~dégâts. PV 11 → 3."),
    ("a SAN roll", "Jet de SAN~: 72 au d100 contre 55, raté. 1d6 = 5, SAN 55 → 50."),
]


@pytest.mark.parametrize(("title", "fr"), MODELS)
def test_results_read_like_the_models(title, fr):
    scene = next(one for one in scenes() if one.title == title)
    assert french(fr) in " ".join(scene.spoken("fr"))


@pytest.mark.parametrize(
    ("more", "options", "far", "wounds"),
    [
        ({}, {}, -4, -3),
        ({}, {"rule_thresholds": False}, -4, 0),
        ({"weapon_class": "shotgun", "damage": "4d6/2d6/1d6"}, {"shotgun_range_malus": False}, 0, -3),
        ({"attacker": None}, {}, -4, 0),
    ],
)
def test_what_weighs_is_told_apart_whatever_the_house_rules(more, options, far, wounds):
    """D100-ATK-03: an outcome holds one score; range and wounds are found again beside it."""
    given = {"attack": 5, "mods": [1], "distance": 20, "increment": 9, "weapon_class": "firearm"}
    given |= {"attacker": {"pv": 5, "pv_max": 12}, **more, "options": options}
    prepared = prepare("d20d100", "attack", given)
    played = play(prepared.request(), Random(7))
    parts = dict(weights(prepared.given, played.outcome.effective_attack - 5))
    assert [parts[name] for name in (SITUATION, RANGE, WOUNDS, OTHERS)] == [0, far, wounds, 1]


OPTIONS = inputs(SYSTEM.options)


@pytest.mark.parametrize("procedure", MINE)
def test_no_sentence_stumbles(procedure):
    """Whatever is asked and whatever the dice show, in both languages, with a name and without."""
    told = []

    @sampled(given=inputs(SYSTEM.procedure(procedure).given), options=OPTIONS, seed=st.integers(0, 2**32))
    @settings(max_examples=30, suppress_health_check=list(HealthCheck), deadline=None)
    def speak(given, options, seed):
        try:
            prepared = prepare("d20d100", procedure, {**given, "options": options})
            played = play(prepared.request(), Random(seed))
        except Refusal:
            assume(False)
            return
        for language in LANGUAGES:
            for who in ("", "Abby", "le médecin"):
                lines = tell(prepared, played, language, who)
                assert lines
                assert [line for line in lines if not well_said(line, language)] == []
                told.extend(lines)

    speak()
    assert len(set(told)) > 1  # something was really said
