"""How combat is told: every ending (`told_combat.txt`), what is announced while destiny may be asked, reasons."""

from typing import get_args

import pytest

from core.spoken import french
from core.typography import well_said
from gardien.core.calling import prepare
from gardien.core.interpreters.run import always, run
from gardien.core.system import find
from gardien.core.telling import WAITING, tell
from gardien.core.terms import LANGUAGES
from gardien.systems.cthulhud20.rules import destiny
from gardien.systems.cthulhud20.rules.fight import attack, attack_destiny, attack_resolve, initiative_and_turns
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import REPLACED
from gardien.systems.cthulhud20.vocabulary import PartEffect, State
from gardien.systems.cthulhud20.words import MODULES, PAUSING, TELLERS
from gardien.systems.cthulhud20.words.attack import CLEAVE, FINISH, PARTS, REFUSALS
from gardien.systems.cthulhud20.words.body import STANDS
from gardien.systems.cthulhud20.words.destiny import REASONS
from gardien.systems.cthulhud20.words.fight import ALLOWED, NO_OPENING, WHY
from gardien.systems.cthulhud20.words.wounds import EFFECTS
from systems.stories import by_title, scenes

SYSTEM = find("cthulhud20")
COMBAT = ("attack_modifiers", "attack", "attack_traditional", "full_attack", "fight", "destiny")
SCENES = scenes("cthulhud20", "words/told_combat.txt")
MINE = {"apply_condition", "odds_attack", "odds_attacks", *(key for part in COMBAT for key in MODULES[part])}


@pytest.mark.parametrize("scene", SCENES, ids=by_title)
def test_every_ending_is_told(scene):
    assert scene.spoken("fr") == scene.fr
    assert scene.spoken("en") == scene.en


def test_every_procedure_is_among_the_endings():
    assert {scene.procedure for scene in SCENES} == MINE
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


# ---- every word that a rule may answer with has its sentence ----


def test_every_reason_has_words():
    assert set(get_args(attack.CleaveReason)) == set(CLEAVE)
    assert set(get_args(attack.FinishReason)) == set(FINISH)
    assert set(get_args(attack_resolve.Refused)) == {*REFUSALS, "out_of_range"}
    assert {*get_args(attack_destiny.FateReason), *get_args(destiny.DestinyReason)} == set(REASONS)
    assert set(get_args(initiative_and_turns.Allowance)) == set(ALLOWED)
    assert set(get_args(initiative_and_turns.TurnReason)) == {*WHY, "dead", "condition", "none"}
    assert set(get_args(initiative_and_turns.NoOpening)) == {*NO_OPENING, "option_off"}
    assert set(get_args(State)) == set(STANDS)
    assert set(get_args(PartEffect)) == set(EFFECTS)


def test_every_part_of_an_attack_has_a_short_name():
    """CD20-ATT-01."""
    assert {*REPLACED} - {"ability_mod"} <= set(PARTS)
