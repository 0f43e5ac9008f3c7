"""The small grammar of both languages: zones with their articles, times, lengths, names, throws."""

from typing import get_args

import pytest

from core.spoken import french
from core.typography import typographic_faults
from gardien.core.system import find
from gardien.core.telling import Report
from gardien.core.terms import LANGUAGES
from gardien.core.wording import typeset
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.vocabulary import Zone
from gardien.systems.cthulhud20.words.care import span_text
from gardien.systems.cthulhud20.words.grammar import (
    at_zone,
    feat_name,
    interval,
    metres,
    of_zone,
    skill_name,
    the_zone,
    trial_text,
    weapon_name,
)

SYSTEM = find("cthulhud20")


def speaking(language):
    return Report(None, None, (), language, SYSTEM.terms)


@pytest.mark.parametrize(
    ("zone", "the", "at", "of"),
    [
        ("right_arm", "le bras droit", "au bras droit", "du bras droit"),
        ("head", "la tête", "à la tête", "de la tête"),
        ("abdomen", "l'abdomen", "à l'abdomen", "de l'abdomen"),
        ("right_wing", "l'aile droite", "à l'aile droite", "de l'aile droite"),
        ("limbs", "les pinces et pattes", "aux pinces et pattes", "des pinces et pattes"),
    ],
)
def test_a_zone_has_its_article(zone, the, at, of):
    """voice.md, 4: au bras, à la tête, à l’abdomen."""
    told = speaking("fr")
    assert (the_zone(told, zone), at_zone(told, zone), of_zone(told, zone)) == (the, at, of)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_zone_has_its_word(language):
    for zone in get_args(Zone):
        assert SYSTEM.terms.entry("zone", zone), zone
        assert typographic_faults(typeset(at_zone(speaking(language), zone), language), language) == []


@pytest.mark.parametrize(
    ("rounds", "fr", "en"),
    [
        (1, "à chaque round", "every round"),
        (7, "tous les 7~rounds", "every 7~rounds"),
        (10, "chaque minute", "every minute"),
        (100, "toutes les 10~min", "every 10~min"),
    ],
)
def test_how_often_a_wound_costs(rounds, fr, en):
    """CD20-BLEED-04."""
    assert interval(speaking("fr"), rounds) == fr.replace("~", "\u00a0")
    assert interval(speaking("en"), rounds) == en.replace("~", "\u00a0")


@pytest.mark.parametrize(
    ("length", "fr", "en"), [(9, "9~m", "9~m"), (1.5, "1,50~m", "1.5~m"), (2.25, "2,25~m", "2.25~m")]
)
def test_lengths(length, fr, en):
    assert metres(speaking("fr"), length) == fr.replace("~", "\u00a0")
    assert metres(speaking("en"), length) == en.replace("~", "\u00a0")


def test_feats_skills_and_weapons_are_told_by_name():
    """Feats as the book prints them, with what they are about; what no list holds by its own text."""
    told = speaking("fr")
    assert (
        feat_name(told, "weapon_focus:m21")
        == "Arme de prédilection\u00a0: fusil de précision 7,62\u00a0mm, M21 (Weapon Focus)"
    )
    assert feat_name(told, "toughness") == "Robustesse (Toughness)"
    assert skill_name(told, "knowledge_medicine") == "Connaissances (médecine)"
    assert skill_name(told, "cuisine_du_diable") == "cuisine du diable"
    assert weapon_name(told, "canne_du_diable") == "canne du diable"
    for row in pack.table("weapons", "weapon"):
        assert weapon_name(told, row.key)


@pytest.mark.parametrize(
    ("total", "success", "en"),
    [
        (12, False, "Save: 10 (d20) + 2 = 12 against DC 15, failed."),
        (22, True, "Save: 20 (d20) + 2 = 22 against DC 15, passed."),
        (None, True, "Save against DC 15: passed."),
    ],
)
def test_a_throw(total, success, en):
    assert trial_text(speaking("en"), "save", 2, 15, total, success) == en


def test_a_natural_20_says_so_where_it_decides():
    """CD20-P-SAVE-01."""
    assert (
        trial_text(speaking("en"), "save", -9, 15, 11, True)
        == "Save: 20 (d20) − 9 = 11 against DC 15, natural 20: passed."
    )
    assert trial_text(speaking("fr"), "jet", 19, 15, 20, False).endswith("1 au dé : raté.")


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
    assert span_text(speaking("fr"), rounds) == french(fr)
    assert span_text(speaking("en"), rounds) == french(en)
