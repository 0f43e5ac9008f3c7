"""How fights, minds, magic, vehicles and chances are told: every ending (`told_2.txt`), and what no line may hold."""

from random import Random

import pytest

from core.spoken import french
from gardien.core.calling import prepare
from gardien.core.readings.play import play
from gardien.core.system import find
from gardien.systems.d20d100.sentences import MODULES, TELLERS
from gardien.systems.d20d100.sentences.blows_told import OTHERS, RANGE, weights
from gardien.systems.d20d100.sentences.tests_told import SITUATION, WOUNDS
from systems.stories import by_title, scenes

SYSTEM = find("d20d100")
PARTS = (
    *("mind_told", "magic_told", "vehicles_told", "order_told", "actions_told", "rounds_told", "attacks_told"),
    *("bursts_told", "manoeuvres_told", "grappling_told", "chances_told"),
)
SCENES = scenes("d20d100", "told_2.txt")
MINE = sorted(key for part in PARTS for key in MODULES[part])


@pytest.mark.parametrize("scene", SCENES, ids=by_title)
def test_every_ending_is_told(scene):
    assert scene.spoken("fr") == scene.fr
    assert scene.spoken("en") == scene.en


def test_every_procedure_is_told():
    assert {scene.procedure for scene in SCENES} == set(MINE)
    assert set(TELLERS) == set(SYSTEM.modules)


# voice.md, section 6: the model, and the scene that must hold it.
MODELS = [
    ("a hit", "14 (d20) + 6 = 20 contre Défense 15, touché. 1d10 = 8~dégâts. PV 11 → 3."),
    ("a SAN roll", "Jet de SAN~: 72 au d100 contre 55, raté. 1d6 = 5, SAN 55 → 50."),
]


@pytest.mark.parametrize(("title", "fr"), MODELS)
def test_results_read_like_the_models(title, fr):
    scene = next(one for one in SCENES if one.title == title)
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
