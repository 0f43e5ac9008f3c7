"""How results are told: the models of voice.md, every ending (`told.txt`), and what no sentence may hold."""

import pytest

from core.spoken import french
from core.typography import typographic_faults
from gardien.core.rows import Named
from gardien.core.system import find
from gardien.core.telling import Told
from gardien.core.terms import LANGUAGES, Terms
from gardien.core.wording import typeset
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.sentences import MODULES, TELLERS
from gardien.systems.d20d100.sentences.bodies_told import BECOMES, STANDS, becomes, hurt, stands
from gardien.systems.d20d100.sentences.creation_told import TRAIT_FAULTS
from gardien.systems.d20d100.sentences.grammar import (
    dice_text,
    difficulty,
    gauge,
    row_name,
    skill_name,
    trial,
    verdict,
)
from gardien.systems.d20d100.traits import BROKEN_RULES
from gardien.systems.d20d100.values import Condition
from systems.stories import by_title, scenes

SYSTEM = find("d20d100")
PARTS = (
    *("tests_told", "opposed_told", "aids_told", "scores_told", "creation_told", "conversion_told", "weapons_told"),
    *("experience_told", "health_told", "effort_told", "hazards_told", "destiny_told"),
)
SCENES = scenes("d20d100")
MINE = sorted(key for part in PARTS for key in MODULES[part])


@pytest.mark.parametrize("scene", SCENES, ids=by_title)
def test_every_ending_is_told(scene):
    assert scene.spoken("fr") == scene.fr
    assert scene.spoken("en") == scene.en


def test_every_procedure_is_among_the_endings():
    assert {scene.procedure for scene in SCENES} == set(MINE)


def test_every_teller_tells_a_procedure():
    assert set(TELLERS) <= set(SYSTEM.modules)
    assert set(MINE) <= set(TELLERS)


# voice.md, section 6: the model, and the scene that must hold it; the Difficulty is named beside its number.
MODELS = [
    ("a skill, exactly", "Trouver Objet Caché, Difficulté 15", "Difficulty 15"),
    ("a skill, exactly", "10 (d20) + 5 = 15, réussi de justesse.", "10 (d20) + 5 = 15, passed exactly."),
    (
        "an opposition",
        "Écouter contre Déplacement Silencieux~: 9 + 4 = 13 contre 14 − 3 = 11.",
        "Listen against Sneak: 9 + 4 = 13 against 14 − 3 = 11.",
    ),
    ("a natural 1", "1 au dé~: échec total, quel que soit le modificateur.", "Natural 1: total failure"),
    ("a shock", "8~dégâts~: PV 11 → 3.", "8~damage: PV 11 → 3."),
]


@pytest.mark.parametrize(("title", "fr", "en"), MODELS)
def test_results_read_like_the_models(title, fr, en):
    scene = next(one for one in SCENES if one.title == title)
    assert french(fr) in " ".join(scene.spoken("fr"))
    assert en.replace("~", "\u00a0") in " ".join(scene.spoken("en"))


# ---- grammar ----


def speaking(language, who=""):
    return Told(None, None, (), language, SYSTEM.terms, who)


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("Fusil de chasse cal. 12", "fusil de chasse cal. 12"),
        ("Épée", "épée"),
        ("Colt .45", "Colt .45"),
        ("BAR 1918 .30-06", "BAR 1918 .30-06"),
        ("Lee-Enfield .303", "Lee-Enfield .303"),
        (".45 Colt", ".45 Colt"),
    ],
)
def test_makes_keep_their_capital(name, inside):
    assert row_name(Told(None, None, (), "fr", Terms()), Named(fr=name, en=name)) == inside


def test_skills_are_told_by_name():
    """A language, an art or a trade with its own name; what no list holds by its own text."""
    assert skill_name(speaking("fr"), "langue_etrangere:latin") == "Langue étrangère (latin)"
    assert skill_name(speaking("en"), "langue_etrangere:latin") == "Other Language (Latin)"
    assert skill_name(speaking("en"), "artisanat:menuiserie") == "Craft (joinery)"
    assert skill_name(speaking("fr"), "art:danse_du_feu") == "Art (danse du feu)"
    assert skill_name(speaking("fr"), "cuisine_du_diable") == "cuisine du diable"
    for row in pack.table("skills", "skill"):
        assert skill_name(speaking("fr"), row.key) == row.fr


@pytest.mark.parametrize(
    ("value", "fr", "en"),
    [
        (5, "Difficulté 5 (facile)", "Difficulty 5 (easy)"),
        (20, "Difficulté 20 (très difficile)", "Difficulty 20 (very hard)"),
        (17, "Difficulté 17", "Difficulty 17"),
        (-3, "Difficulté −3", "Difficulty −3"),
    ],
)
def test_a_difficulty_has_its_name(value, fr, en):
    """D100-TEST-05."""
    assert difficulty(speaking("fr"), value) == fr
    assert difficulty(speaking("en"), value) == en
    assert difficulty(speaking("fr"), 15, named=False) == "Difficulté 15"


@pytest.mark.parametrize(
    ("margin", "success", "en"),
    [
        (0, True, "passed exactly"),
        (3, True, "passed, margin +3"),
        (-4, False, "failed, margin −4"),
        (-4, True, "passed: a natural 20 is enough at this table"),
        (0, False, "failed: equality is not enough at this table"),
    ],
)
def test_verdicts(margin, success, en):
    """D100-TEST-01, D100-TEST-02, D100-TEST-04."""
    assert verdict(speaking("en"), margin, success) == en


def test_a_test_whose_die_nobody_saw():
    assert trial(speaking("en"), "roll", 3, 15, None, True) == "Roll, Difficulty 15 (hard): passed."
    assert trial(speaking("fr"), "jet", 3, 15, None, False) == french("Jet, Difficulté 15 (difficile)~: raté.")


@pytest.mark.parametrize(
    ("dice", "text"), [("1D6", "1d6"), ("1d4-1", "1d4−1"), ("2d6+1", "2d6+1"), ("5", "5"), ("", "0")]
)
def test_dice_are_written_as_the_game_does(dice, text):
    assert dice_text(dice) == text


def test_gauges_move_or_stay():
    assert gauge(speaking("fr"), "PV", 11, -3) == "PV 11 → −3"
    assert gauge(speaking("fr"), "PV", 11, 11) == "PV 11, sans changement"


# ---- bodies and refusals ----


@pytest.mark.parametrize("condition", Condition.__args__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_condition_has_words(condition, language):
    """Whatever the name, it is put in as it is."""
    told = speaking(language)
    assert set(BECOMES) == set(STANDS) == set(Condition.__args__)
    said = typeset(becomes(told, "{Ada}", condition), language)
    assert (said == "") == (condition == "ok")
    assert typographic_faults(said, language) == []
    assert typographic_faults(typeset(stands(told, condition), language), language) == []


def test_whoever_lies_down_has_no_action_to_lose():
    """D100-HEALTH-03, D100-HEALTH-06: the condition says what is left to do, not the shock."""
    told = speaking("en")
    assert "Shock: one simple action" in hurt(told, "Ada", 10, 4, "ok", shock=True)
    assert "Shock. Ada is dying" in hurt(told, "Ada", 10, -4, "dying", shock=True, penalty=-6)
    assert "penalty" not in hurt(told, "Ada", 10, -4, "dying", shock=True, penalty=-6)
    assert hurt(told, "Ada", 10, -10, "dead", shock=True) == "PV 10 → −10. Ada dies."


def test_every_fault_of_traits_has_words():
    assert set(TRAIT_FAULTS) == set(BROKEN_RULES) - {"psychic_not_allowed"}
