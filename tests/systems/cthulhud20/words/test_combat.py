"""How combat is told: every ending (`told.txt`), what is announced while destiny may be asked, what no line holds."""

from typing import get_args

import pytest

from core.spoken import french
from core.typography import typographic_faults, well_said
from gardien.core.calling import prepare
from gardien.core.readings.drive import always, run
from gardien.core.system import find
from gardien.core.telling import WAITING, Told, tell
from gardien.core.terms import LANGUAGES
from gardien.core.wording import typeset
from gardien.systems.cthulhud20 import attacks, destiny, fates, pack, striking, turns
from gardien.systems.cthulhud20.bonuses import REPLACED
from gardien.systems.cthulhud20.kinds import PartEffect, State, Zone
from gardien.systems.cthulhud20.sentences import MODULES, PAUSING, TELLERS
from gardien.systems.cthulhud20.sentences.attacks_told import CLEAVE, FINISH
from gardien.systems.cthulhud20.sentences.blows_told import EFFECTS
from gardien.systems.cthulhud20.sentences.bodies_told import STANDS
from gardien.systems.cthulhud20.sentences.fates_told import REASONS
from gardien.systems.cthulhud20.sentences.grammar import (
    at_zone,
    feat_name,
    interval,
    metres,
    of_zone,
    skill_name,
    the_zone,
    trial,
    weapon_name,
)
from gardien.systems.cthulhud20.sentences.strikes_told import PARTS, REFUSALS
from gardien.systems.cthulhud20.sentences.turns_told import ALLOWED, NO_OPENING, WHY
from systems.stories import by_title, scenes

SYSTEM = find("cthulhud20")
COMBAT = (
    *("aiming_told", "bonuses_told", "attacks_told", "volleys_told", "blasts_told", "traditional_told", "holds_told"),
    *("manoeuvres_told", "guns_told", "turns_told", "states_told", "destiny_told", "chances_told"),
)
SCENES = scenes("cthulhud20")
MINE = sorted(key for part in COMBAT for key in MODULES[part])


@pytest.mark.parametrize("scene", SCENES, ids=by_title)
def test_every_ending_is_told(scene):
    assert scene.spoken("fr") == scene.fr
    assert scene.spoken("en") == scene.en


def test_every_procedure_is_among_the_endings():
    assert {scene.procedure for scene in SCENES} == set(MINE)
    assert set(SYSTEM.modules) | {f"{key}{WAITING}" for key in PAUSING} == set(TELLERS)


# voice.md, section 6: the model, and the scene that must hold it.
MODELS = [
    ("a light wound", "10 (d20) + 1 (base) + 1 (DEX) + 3 (arme) − 1 (fatigue) = 14 contre CA 12"),
    ("a light wound", "GB 2, blessure légère~: −1~PF."),
    ("a critical wound in the torso", "22 contre CA 14 (torse"),
    (
        "a critical wound in the torso",
        "GB 8 + 3 (torse) = 11, blessure critique~: −5~PF (4 + 1 pour le torse), −3~PV.",
    ),
    ("a mortal wound in the head", "GB 14 + 4 (tête) = 18, blessure mortelle. Le cultiste meurt."),
    ("destiny softens", "Point de destin de Paul (il lui en reste 2)~: la blessure critique devient modérée."),
    ("a violent shock", "Choc violent~: Anna recule de 1,50~m, tombe et perd son prochain tour."),
]


@pytest.mark.parametrize(("title", "fr"), MODELS)
def test_results_read_like_the_models(title, fr):
    scene = next(one for one in SCENES if one.title == title)
    assert french(fr) in " ".join(scene.spoken("fr"))


# ---- while destiny may still be asked ----


def announced(procedure, given, dice, language):
    faces = iter(dice)
    prepared = prepare("cthulhud20", procedure, given)
    return tell(prepared, run(prepared.request(), lambda die: next(faces), waits=always), language)


@pytest.mark.parametrize(
    ("given", "dice", "fr", "en"),
    [
        ({}, [15, 25], "Le voyou frappe Paul~: touché au bras droit.", "Le voyou strikes Paul: hit in the right arm."),
        ({}, [2, 25], "Le voyou frappe Paul~: raté.", "Le voyou strikes Paul: missed."),
        (
            {"target": {"name": "Paul", "armour": {"torso": 8}}},
            [15, 10],
            "Le voyou frappe Paul~: arrêté par l’armure, torse.",
            "Le voyou strikes Paul: stopped by the armour, torso.",
        ),
    ],
)
def test_hit_or_miss_is_announced_and_no_number(given, dice, fr, en):
    """CD20-DEST-03: the die may be known, the consequence may not."""
    call = {"attacker": {"name": "le voyou"}, "target": {"name": "Paul"}, **given}
    ask = "La suite attend~: un point de destin peut encore être demandé. [CD20-DEST-03]"
    assert announced("attack", call, dice, "fr") == [french(fr), french(ask)]
    assert announced("attack", call, dice, "en")[0] == en


def test_the_attack_of_a_turn_that_waits_has_its_number():
    given = {"attacker": {"name": "Jack", "base_attack": [7, 2]}, "weapon": "m21", "target": {"name": "Paul"}}
    assert announced("full_attack", given, [15, 25], "fr")[0] == french(
        "Jack tire sur Paul (fusil de précision 7,62~mm, M21), attaque 1~: touché au bras droit."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_attack_that_waits_is_announced(language):
    caller = {"cleave": {"attacker": {"feats": ["cleave"]}, "fallen": {"pv": 0}}, "harming_touch": {"caster_level": 1}}
    for key in PAUSING:
        lines = announced(key, caller.get(key, {}), [15, 25], language)
        assert len(lines) == 2
        assert all(well_said(line, language) for line in lines)


# ---- grammar ----


def speaking(language):
    return Told(None, None, (), language, SYSTEM.terms)


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
    assert feat_name(told, "weapon_focus:m21") == "Weapon Focus (fusil de précision 7,62\u00a0mm, M21)"
    assert feat_name(told, "toughness") == "Toughness"
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
    assert trial(speaking("en"), "save", 2, 15, total, success) == en


def test_a_natural_20_says_so_where_it_decides():
    """CD20-P-SAVE-01."""
    assert (
        trial(speaking("en"), "save", -9, 15, 11, True) == "Save: 20 (d20) − 9 = 11 against DC 15, natural 20: passed."
    )
    assert trial(speaking("fr"), "jet", 19, 15, 20, False).endswith("1 au dé : raté.")


# ---- every word that a rule may answer with has its sentence ----


def test_every_reason_has_words():
    assert set(get_args(attacks.CleaveReason)) == set(CLEAVE)
    assert set(get_args(attacks.FinishReason)) == set(FINISH)
    assert set(get_args(striking.Refused)) == {*REFUSALS, "out_of_range"}
    assert {*get_args(fates.FateReason), *get_args(destiny.DestinyReason)} == set(REASONS)
    assert set(get_args(turns.Allowance)) == set(ALLOWED)
    assert set(get_args(turns.TurnReason)) == {*WHY, "dead", "condition", "none"}
    assert set(get_args(turns.NoOpening)) == {*NO_OPENING, "option_off"}
    assert set(get_args(State)) == set(STANDS)
    assert set(get_args(PartEffect)) == set(EFFECTS)


def test_every_part_of_an_attack_has_a_short_name():
    """CD20-ATT-01."""
    assert {*REPLACED} - {"ability_mod"} <= set(PARTS)
