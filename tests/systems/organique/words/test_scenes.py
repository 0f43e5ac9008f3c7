"""Every ending as it is told (`<module>.txt`, a file for each module of words), and the models of voice.md."""

from typing import get_args

import pytest

from core.spoken import french
from gardien.core.telling import WAITING
from gardien.systems.organique import SYSTEM
from gardien.systems.organique.vocabulary import Action
from gardien.systems.organique.words import MODULES, PAUSING, TELLERS
from systems.organique.scenes import SCENES_OF
from systems.stories import assert_told, by_title

TOLD = [pytest.param(scene, id=f"{module}-{by_title(scene)}") for module, told in SCENES_OF.items() for scene in told]


@pytest.mark.parametrize("scene", TOLD)
def test_every_ending_is_told(scene):
    assert_told(scene)


@pytest.mark.parametrize("module", MODULES)
def test_every_procedure_is_among_the_endings(module):
    assert {scene.procedure for scene in SCENES_OF[module]} == set(MODULES[module])


def test_every_action_of_a_fight_is_among_the_endings():
    acts = {scene.given["action"] for scene in SCENES_OF["attack"] if scene.procedure == "combat_action"}
    assert acts == set(get_args(Action))


def test_every_procedure_has_its_teller():
    assert {*SYSTEM.modules, *(f"{key}{WAITING}" for key in PAUSING)} == set(TELLERS)


# voice.md, section 6: the model, and the scene that must hold it.
MODELS = [
    ("a strike against a dodge", "FOR 11 + AGI 12 + 14 (d20) = 37 contre 25, marge 12."),
    (
        "a strike against a dodge",
        "Esquive de Carl~: PER 15 + AGI 15 + 5 (d20) = 35 contre 25, marge 10. Le coup porte.",
    ),
    ("a tackle that misses", "1 au d20, échec automatique"),
    ("past the armour", "marge 16~: le coup évite l’armure. Dommages~: 3~bs."),
    ("past the armour", "Carl~: SNG 4 → 1."),
    ("poison at work", "contre le choc~: END 10 + 4 (d20) = 14 contre 20, raté."),
    ("poison at work", "Ying passe en état de choc."),
    ("any other wall", "Tyra, escalade, test de chance~: AGI 12 + 14 (d20) = 26 contre 20, marge 6."),
    ("a natural 1 in a luck test", "1 au d20, échec automatique"),
    ("medical shock", "Sauvegarde de Tyra contre le choc~: END 5 + 3 (d20) = 8 contre 20, raté."),
    ("medical shock", "Tyra passe en état de choc."),
    ("a will that breaks", "la volonté d’Abby est brisée."),
    ("a stronger firewall", "Cryptographie de Marla~: INT 14 + 4 + 8 (d20) = 26 contre 20, marge 6. Pare-feu 15 → 21."),
    ("a turn too fast", "Raul, virage serré~: AGI 15 + 8 + 2 (d20) = 25 contre 40, marge d’échec 15."),
    ("a slide that lands", "Lew encaisse 2~c. Lew~: CPS 4 → 2. Lew se retrouve à terre."),
    ("a doubt", "Un doute~: nouvel examen une minute plus tard, à +5."),
    ("a test", "Réussite~: 50^% (1/2). Il faut 11 ou plus au d20."),
]


@pytest.mark.parametrize(("title", "fr"), MODELS)
def test_results_read_like_the_models(title, fr):
    scenes = [scene for told in SCENES_OF.values() for scene in told if scene.title == title]
    assert any(french(fr) in " ".join(scene.spoken("fr")) for scene in scenes)
