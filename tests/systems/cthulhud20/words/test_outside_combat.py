"""How all that is no fight is told: every ending (`told_outside_combat.txt`), the models of voice.md, refusals."""

import pytest

from core.spoken import french
from gardien.core.system import find
from gardien.core.telling import Report
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.body import care
from gardien.systems.cthulhud20.rules.body.fatigue import ROLLS
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.growth import levels
from gardien.systems.cthulhud20.rules.tests import checks
from gardien.systems.cthulhud20.words import MODULES, TELLERS
from gardien.systems.cthulhud20.words.body import roll_name
from gardien.systems.cthulhud20.words.care import NO_CARE
from gardien.systems.cthulhud20.words.growth import NO_FEAT, missing_for_feat
from gardien.systems.cthulhud20.words.tests import NO_CHECK
from systems.stories import by_title, scenes

SYSTEM = find("cthulhud20")
PARTS = ("wounds", "care", "body", "tests", "dangers", "poisons", "mind", "creation", "growth", "creatures", "odds")
SCENES = scenes("cthulhud20", "words/told_outside_combat.txt")
MINE = {key for part in PARTS for key in MODULES[part]} - {"apply_condition", "odds_attack", "odds_attacks"}


@pytest.mark.parametrize("scene", SCENES, ids=by_title)
def test_every_ending_is_told(scene):
    assert scene.spoken("fr") == scene.fr
    assert scene.spoken("en") == scene.en


def test_every_procedure_is_told():
    assert {scene.procedure for scene in SCENES} == MINE
    assert set(SYSTEM.modules) <= set(TELLERS)


# voice.md, section 6: the model, and the scene that must hold it.
MODELS = [
    ("a margin on the torso", "GB 8 + 3 (torse) = 11, blessure critique, −5~PF (4 + 1 pour le torse), −3~PV."),
    ("fainting", "Jet de Vigueur d’Anna~: 8 (d20) + 2 = 10 contre DD 15, raté. Anna s’évanouit."),
    ("still bleeding", "41 au d100, il fallait moins de 8 (6~PV + 2~PF), raté. La blessure saigne toujours."),
    ("care in time", "Soins d’Anna sur la jambe gauche de Paul, DD 15 (5 + GB 10)~: 12 (d20) + 4 = 16, réussi."),
    ("a violent shock", "Choc violent~: Anna recule de 1,50~m, tombe, perd 1~PF et passe son prochain tour."),
]


@pytest.mark.parametrize(("title", "fr"), MODELS)
def test_results_read_like_the_models(title, fr):
    scene = next(one for one in SCENES if one.title == title)
    assert french(fr) in " ".join(scene.spoken("fr"))


# ---- names and refusals ----


def speaking(language, given=None):
    return Report(given, None, (), language, SYSTEM.terms)


def test_every_roll_has_its_name():
    """CD20-FAT-02."""
    assert [key for key in ROLLS if "_" in roll_name(speaking("fr"), key)] == []
    assert roll_name(speaking("fr"), "touch") == "contact"
    assert roll_name(speaking("fr"), "will") == "Volonté"
    assert roll_name(speaking("en"), "wis") == "SAG"


def test_every_refusal_has_its_sentence():
    """CD20-BLEED-02, CD20-P-HEAL-01, CD20-P-CHECK-01, CD20-P-FEAT-01, CD20-P-XP-01."""
    assert set(NO_CARE) == {*care.CareRefused.__args__, *care.SurgeryRefused.__args__}
    assert set(NO_CHECK) == set(checks.Refused.__args__)
    assert set(NO_FEAT) == {"taken_twice", "already_taken", "prerequisite"}
    told = {scene.given.get("character", {}).get("level") for scene in SCENES if scene.procedure == "level_up"}
    assert set(levels.LEVEL_RULES) == {"level_20", "dead", "not_enough_xp"}
    assert 20 in told


@pytest.mark.parametrize("row", pack.table("feats", "feat"), ids=lambda row: row.key)
def test_what_a_feat_asks_for_is_said(row):
    """CD20-P-FEAT-01: whoever lacks everything hears of everything."""
    about = {"weapon": ":m21", "skill": ":hide", "skills": ":hide+spot", "group": ":rifle", "armour": ":light"}
    feat = row.key + about.get(row.parameter or "", "")
    weak = Combatant(strength=1, dex=1, con=1, intellect=1, wis=1, cha=1, base_attack=(0,))
    asks = [*row.needs, *([row.ability] if row.ability else []), *([1] if row.base_attack else [])]
    assert len(missing_for_feat(speaking("fr"), weak, feat)) == len(asks) + bool(row.proficient)
