"""The small grammar of both languages: names, Difficulties, verdicts, dice, gauges (TEST)."""

import pytest

from core.spoken import french
from gardien.core.rows import Named
from gardien.core.system import find
from gardien.core.telling import Report
from gardien.core.terms import Terms
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.words.grammar import dice_text, difficulty, gauge, row_name, skill_name, trial, verdict


def speaking(language, who=""):
    return Report(None, None, (), language, find("d20d100").terms, who)


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
    assert row_name(Report(None, None, (), "fr", Terms()), Named(fr=name, en=name)) == inside


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
