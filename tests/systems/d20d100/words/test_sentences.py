"""How results are told: every ending (`told/`, a file for each module of words), and the models of voice.md."""

import pytest

from core.spoken import french
from gardien.core.system import find
from gardien.systems.d20d100.words import MODULES, TELLERS
from systems.stories import scenes

SYSTEM = find("d20d100")
STORIES = {module: scenes("d20d100", f"words/told/{module}.txt") for module in MODULES}
SCENES = {f"{module}: {scene.title}": scene for module, story in STORIES.items() for scene in story}


@pytest.mark.parametrize("scene", SCENES.values(), ids=[name.replace(" ", "-") for name in SCENES])
def test_every_ending_is_told(scene):
    assert scene.spoken("fr") == scene.fr
    assert scene.spoken("en") == scene.en


@pytest.mark.parametrize("module", MODULES)
def test_every_procedure_is_among_the_endings(module):
    assert {scene.procedure for scene in STORIES[module]} == set(MODULES[module])


def test_every_procedure_is_told():
    assert set(TELLERS) == set(SYSTEM.modules)


# voice.md, section 6: the model, and the scene that must hold it; the Difficulty is named beside its number.
MODELS = [
    ("tests: a skill, exactly", "Trouver Objet Caché, Difficulté 15", "Difficulty 15"),
    ("tests: a skill, exactly", "10 (d20) + 5 = 15, réussi de justesse.", "10 (d20) + 5 = 15, passed exactly."),
    (
        "tests: an opposition",
        "Écouter contre Déplacement Silencieux~: 9 + 4 = 13 contre 14 − 3 = 11.",
        "Listen against Sneak: 9 + 4 = 13 against 14 − 3 = 11.",
    ),
    ("tests: a natural 1", "1 au dé~: échec total, quel que soit le modificateur.", "Natural 1: total failure"),
    ("body: a shock", "8~dégâts~: PV 11 → 3.", "8~damage: PV 11 → 3."),
    (
        "attack: a hit",
        "14 (d20) + 6 = 20 contre Défense 15, touché. 1d10 = 8~dégâts. PV 11 → 3.",
        "14 (d20) + 6 = 20 against Defence 15",
    ),
    ("mind: a SAN roll", "Jet de SAN~: 72 au d100 contre 55, raté. 1d6 = 5, SAN 55 → 50.", "SAN roll: 72 on d100"),
]


@pytest.mark.parametrize(("name", "fr", "en"), MODELS)
def test_results_read_like_the_models(name, fr, en):
    scene = SCENES[name]
    assert french(fr) in " ".join(scene.spoken("fr"))
    assert en.replace("~", "\u00a0") in " ".join(scene.spoken("en"))
