"""How all that is no fight is told: every ending (`told_2.txt`), the models of voice.md, and what no line may hold."""

import pytest

from core.spoken import french
from gardien.core.system import find
from gardien.core.telling import Told
from gardien.systems.cthulhud20 import care, checks, growth, pack
from gardien.systems.cthulhud20.effort import ROLLS
from gardien.systems.cthulhud20.sentences import MODULES, TELLERS
from gardien.systems.cthulhud20.sentences.care_told import NO_CARE
from gardien.systems.cthulhud20.sentences.checks_told import NO_CHECK
from gardien.systems.cthulhud20.sentences.effort_told import roll_name
from gardien.systems.cthulhud20.sentences.feats_told import NO_FEAT, wanting
from gardien.systems.cthulhud20.sentences.lapse_told import span
from gardien.systems.cthulhud20.values import Combatant
from systems.stories import by_title, scenes

SYSTEM = find("cthulhud20")
PARTS = (
    *("wounds_told", "care_told", "lapse_told", "tracking_told", "effort_told", "checks_told", "causes_told"),
    *("falls_told", "water_told", "poisons_told", "sanity_told", "magic_told", "touch_told", "creation_told"),
    *("derivations_told", "growth_told", "skills_told", "feats_told", "creatures_told", "slow_chances_told"),
)
SCENES = scenes("cthulhud20", "told_2.txt")
MINE = sorted(key for part in PARTS for key in MODULES[part])


@pytest.mark.parametrize("scene", SCENES, ids=by_title)
def test_every_ending_is_told(scene):
    assert scene.spoken("fr") == scene.fr
    assert scene.spoken("en") == scene.en


def test_every_procedure_is_told():
    assert {scene.procedure for scene in SCENES} == set(MINE)
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


# ---- grammar ----


def speaking(language, given=None):
    return Told(given, None, (), language, SYSTEM.terms)


@pytest.mark.parametrize(
    ("rounds", "fr", "en"),
    [
        (0, "0~round", "0~rounds"),
        (7, "7~rounds", "7~rounds"),
        (13, "13~rounds", "13~rounds"),
        (100, "10~min", "10~min"),
        (2000, "3~h~20", "3~h~20"),
        (1200, "2~h", "2~h"),
        (14_400, "1~jour", "1~day"),
        (29_400, "2~jours et 1~h", "2~days and 1~h"),
    ],
)
def test_time_as_people_say_it(rounds, fr, en):
    """CD20-BLEED-04: a round is six seconds."""
    assert span(speaking("fr"), rounds) == french(fr)
    assert span(speaking("en"), rounds) == french(en)


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
    assert set(growth.LEVEL_RULES) == {"level_20", "dead", "not_enough_xp"}
    assert 20 in told


@pytest.mark.parametrize("row", pack.table("feats", "feat"), ids=lambda row: row.key)
def test_what_a_feat_asks_for_is_said(row):
    """CD20-P-FEAT-01: whoever lacks everything hears of everything."""
    about = {"weapon": ":m21", "skill": ":hide", "skills": ":hide+spot", "group": ":rifle", "armour": ":light"}
    feat = row.key + about.get(row.parameter or "", "")
    weak = Combatant(strength=1, dex=1, con=1, intellect=1, wis=1, cha=1, base_attack=(0,))
    asks = [*row.needs, *([row.ability] if row.ability else []), *([1] if row.base_attack else [])]
    assert len(wanting(speaking("fr"), weak, feat)) == len(asks) + bool(row.proficient)
