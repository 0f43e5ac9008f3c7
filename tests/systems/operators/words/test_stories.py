"""How results are told, module by module: every ending (`<module>.txt`), and the models of voice.md."""

import pytest

from core.spoken import french
from gardien.core.system import find
from gardien.systems.operators.words import MODULES, TELLERS
from systems.stories import assert_told, by_title, scenes

SYSTEM = find("operators")
STORIES = {module: scenes("operators", f"words/{module}.txt") for module in MODULES}
SCENES = [scene for story in STORIES.values() for scene in story]


@pytest.mark.parametrize("scene", SCENES, ids=by_title)
def test_every_ending_is_told(scene):
    assert_told(scene)


@pytest.mark.parametrize("module", MODULES)
def test_every_procedure_is_among_the_endings(module):
    assert {scene.procedure for scene in STORIES[module]} == set(MODULES[module])


def test_every_procedure_has_one_teller():
    assert set(TELLERS) == set(SYSTEM.modules) == {procedure.key for procedure in SYSTEM.procedures()}


# voice.md, section 6: the model, and the scene that must hold it; where the table's own words stand, what is left.
MODELS = [
    ("a difficult test", "Test difficile de DEX (39^%)~: 27, réussite.", "Difficult DEX test (39%): 27, success."),
    (
        "a double",
        "Test standard d’INT (60^%)~: 44, un double. Réussite critique.",
        "Standard INT test (60%): 44, a double. Critical success.",
    ),
    ("a fumble", "Test extrême de POU (11^%)~: 99, maladresse.", "Extreme POU test (11%): 99, fumble."),
    ("an advantage", "devient standard (70^%). 71, échec.", "becomes standard (70%). 71, failure."),
    (
        "a shot",
        "test difficile de DEX (45^%)~: 32, touché. 1D6+6 = 10, − 4 de protection = 6~dommages. SB 12~: blessure"
        " légère.",
        "6~damage. Wound threshold 12: light wound.",
    ),
    (
        "a shot in the leg",
        "SB 12~: blessure grave. Test standard de CON (65^%)~: 40, réussite. Vasseur reste dans le combat, toute action"
        " devient extrême.",
        "Vasseur stays in the fight; every action is extreme.",
    ),
    (
        "six points",
        "Vasseur dépense 6~points de Chance~: 71 devient 65, test réussi. Il lui en reste 44.",
        "Vasseur spends 6~Luck: 71 becomes 65, success. 44 left.",
    ),
    ("a burst", "1D6+12 = 15, + 4 × 12 = 63 dommages", "63 damage"),
    ("a burst", "Deux chiffres de parité différente~: pas de changement de chargeur.", ""),
    ("out of range", "Fusil de sniper~: tir interdit en Zone 0.", "Sniper rifle: no shot in Zone 0."),
    ("empty", "Chargeur vide. Recharger d’abord.", "Magazine empty. Reload first."),
    (
        "no bursts here",
        "La rafale n’est pas permise à cette table (règles de la table, «~Tir en rafale~»).",
        "Bursts are off at this table (house rules, “Burst fire”).",
    ),
]


@pytest.mark.parametrize(("title", "fr", "en"), MODELS)
def test_results_read_like_the_models(title, fr, en):
    scene = next(one for one in SCENES if one.title == title)
    assert french(fr) in " ".join(scene.spoken("fr"))
    assert en.replace("~", "\u00a0") in " ".join(scene.spoken("en"))
