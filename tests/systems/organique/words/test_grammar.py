"""How fights are told: every ending (`told.txt`), the models of voice.md, every word that a rule may answer with."""

from typing import get_args

import pytest

from core.spoken import french
from core.typography import well_said
from gardien.core.system import find
from gardien.core.telling import WAITING, Told
from gardien.core.terms import LANGUAGES
from gardien.core.wording import typeset
from gardien.systems.organique import pack
from gardien.systems.organique.kinds import Action, FreeAction, Hold, Limb, ReactionKind, SaveKind, SaveName, Symptom
from gardien.systems.organique.lines import Doing, Reason
from gardien.systems.organique.moments import Payment
from gardien.systems.organique.sentences import MODULES, PAUSING, TELLERS
from gardien.systems.organique.sentences.bodies_told import BEGINS, ENDS, LIMBS
from gardien.systems.organique.sentences.effects_told import HOLDS, VAIN
from gardien.systems.organique.sentences.grammar import (
    SAVES,
    check_name,
    gauge,
    harm,
    save_code,
    save_name,
    saved,
    skill_name,
    trial,
    weapon_name,
)
from gardien.systems.organique.sentences.holds_told import GRIPS
from gardien.systems.organique.sentences.moments_told import FREE, PAID
from gardien.systems.organique.sentences.scripts_told import QUIET, REASONS
from gardien.systems.organique.sentences.strikes_told import ACTIONS, GRASPS, REACTIONS, WON
from gardien.systems.organique.states import State
from gardien.systems.organique.trials import SaveResult, ThrowBlock
from systems.stories import by_title, scenes

SYSTEM = find("organique")
FIGHTS = ("damage", "initiative", "attacks", "ranges", "holds", "moments", "turns", "scripts", "swarms")
SCENES = scenes("organique")


@pytest.mark.parametrize("scene", SCENES, ids=by_title)
def test_every_ending_is_told(scene):
    assert scene.spoken("fr") == scene.fr
    assert scene.spoken("en") == scene.en
    assert all(well_said(line, language) for language in LANGUAGES for line in scene.spoken(language))


def test_every_procedure_of_a_fight_is_among_the_endings():
    assert {scene.procedure for scene in SCENES} == {key for part in FIGHTS for key in MODULES[f"{part}_told"]}
    assert {scene.given["action"] for scene in SCENES if scene.procedure == "combat_action"} == set(get_args(Action))


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
]


@pytest.mark.parametrize(("title", "fr"), MODELS)
def test_results_read_like_the_models(title, fr):
    scene = next(one for one in SCENES if one.title == title)
    assert french(fr) in " ".join(scene.spoken("fr"))


# ---- grammar ----


def speaking(language):
    return Told(None, None, (), language, SYSTEM.terms)


def test_half_points_are_told_as_halves():
    """ORG-TEST-09."""
    told = speaking("fr")
    assert harm(told, 2.5, 1.0) == "2,5\u00a0bs et 1\u00a0c"
    assert harm(told, 0, 0) == "rien"
    assert gauge(told, "SNG", 4.0, 1.5) == "SNG 4 → 1,5"
    assert gauge(told, "SNG", 4, 4.0) == "SNG 4"


@pytest.mark.parametrize(
    ("block", "en"),
    [
        ({"total": 26, "die": 14, "margin": 6}, "Climbing: AGI 12 + 14 (d20) = 26 against 20, margin 6."),
        (
            {"mod": -4, "total": 22, "die": 14, "margin": 2},
            "Climbing: AGI 12 − 4 + 14 (d20) = 22 against 20, margin 2.",
        ),
        (
            {"total": 13, "die": 1, "margin": -7, "auto": "natural_1"},
            "Climbing: AGI 12 + 1 (d20) = 13 against 20, margin of failure 7.",
        ),
        (
            {"base": 25, "total": 26, "die": 1, "margin": -1, "auto": "natural_1"},
            "Climbing: AGI 25 + 1 (d20) = 26 against 20, natural 1, automatic failure, margin of failure 1.",
        ),
        ({"auto": "exhausted", "success": False}, "Climbing: exhausted, failed without a throw."),
        ({"success": True}, "Climbing against 20: passed."),
    ],
)
def test_a_throw(block, en):
    """ORG-TEST-01, ORG-TEST-05, ORG-END-06."""
    found = ThrowBlock(**{"base": 12, "mod": 0, "difficulty": 20, "auto": "none", **block})
    assert trial(speaking("en"), "climbing", found, "AGI") == en


@pytest.mark.parametrize(
    ("fields", "wanted", "fr"),
    [
        ({"die": 9, "total": 19, "margin": -1, "success": False}, 0, "VOL 10 + 9 (d20) = 19 contre 20, raté."),
        (
            {"die": 13, "total": 23, "margin": 3, "success": False},
            7,
            "VOL 10 + 13 (d20) = 23 contre 20, marge 3, il fallait 7, raté.",
        ),
        (
            {"base": -5, "die": 20, "total": 15, "margin": 1, "success": True, "auto": "natural_20"},
            0,
            "VOL -5 + 20 (d20) = 15 contre 20, 20 au d20, réussite automatique.".replace("-", "−"),
        ),
        ({"success": False, "auto": "exhausted"}, 0, "épuisement, échec sans jet."),
        ({"success": True}, 0, "réussi."),
    ],
)
def test_a_save(fields, wanted, fr):
    """ORG-SAVE-01, ORG-SAVE-02."""
    save = SaveResult(**{"kind": "pain", "base": 10, "mod": 0, "difficulty": 20, "auto": "none", **fields})
    assert typeset(saved(speaking("fr"), save, "Abby", wanted), "fr") == french(
        f"Sauvegarde d’Abby contre la douleur~: {fr}"
    )


def test_a_feint_is_noticed_by_perception():
    """M6."""
    assert save_name(speaking("fr"), "feint", "Carl") == "test de PER de Carl"
    assert save_code("feint") == "PER"


def test_what_a_save_is_made_with():
    """ORG-SAVE-01: one value is named, two are not, nor what a substance may change."""
    assert [save_code(kind) for kind in ("balance", "stroke", "disease")] == ["AGI", "VOL", "END"]
    assert [save_code(kind) for kind in ("knock_out", "drug_physical", "paralysis")] == ["", "", ""]


def test_skills_and_weapons_are_told_by_name():
    told = speaking("fr")
    assert check_name(told, "AGI") == "test d'AGI"
    assert skill_name(told, "cuisine_du_diable") == "cuisine du diable"
    assert weapon_name(told, "canne_du_diable") == "canne du diable"
    for row in pack.table("weapons", "weapon"):
        assert weapon_name(told, row.key)


# ---- every word that a rule may answer with has its sentence ----


def test_every_word_of_a_fight_has_its_phrase():
    assert set(get_args(Action)) == set(ACTIONS) > set(GRASPS)
    assert set(get_args(ReactionKind)) - {"none", "move", "simultaneous"} == set(REACTIONS) == set(WON)
    assert set(get_args(Hold)) == set(HOLDS) == set(GRIPS)
    assert set(get_args(Limb)) == set(LIMBS)
    assert set(get_args(FreeAction)) == set(FREE)
    assert set(get_args(Payment)) == set(PAID)
    assert set(get_args(Reason)) == set(REASONS)
    assert set(get_args(Doing)) - {"attack", "free", "end_turn", "break_hold"} == set(QUIET)
    assert {row.needs for row in pack.table("combat", "action")} - {"none"} == set(VAIN)


def test_every_save_and_every_state_has_its_phrase():
    assert set(get_args(SaveName)) == set(SAVES) >= {*get_args(SaveKind), *get_args(Symptom)}
    assert {*BEGINS, *ENDS} <= set(State.__struct_fields__)
