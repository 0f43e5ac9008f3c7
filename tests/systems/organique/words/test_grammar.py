"""Phrases that all sentences share: throws, saves, half points, names."""

from typing import get_args

import pytest

from core.spoken import french
from gardien.core.wording import typeset
from gardien.systems.organique import pack
from gardien.systems.organique.rules.character import State
from gardien.systems.organique.rules.tests.d20 import SaveResult, ThrowBlock
from gardien.systems.organique.vocabulary import (
    SaveKind,
    SaveName,
    Symptom,
)
from gardien.systems.organique.words.grammar import (
    SAVES,
    check_name,
    gauge,
    harm,
    minutes,
    save_code,
    save_name,
    save_text,
    skill_name,
    throw_text,
    weapon_name,
)
from gardien.systems.organique.words.person import BEGINS, ENDS
from systems.organique.scenes import speaking


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
    result = ThrowBlock(**{"base": 12, "mod": 0, "difficulty": 20, "auto": "none", **block})
    assert throw_text(speaking("en"), "climbing", result, "AGI") == en


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
    assert typeset(save_text(speaking("fr"), save, "Abby", wanted), "fr") == french(
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


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0~min"), (15, "15~min"), (60, "1~h"), (90, "1~h~30"), (125, "2~h~05"), (6000, "100~h")]
)
def test_time_as_people_say_it(count, said):
    """ORG-HACK-28."""
    assert minutes(speaking("fr"), count) == minutes(speaking("en"), count) == french(said)


def test_every_save_and_every_state_has_its_phrase():
    assert set(get_args(SaveName)) == set(SAVES) >= {*get_args(SaveKind), *get_args(Symptom)}
    assert {*BEGINS, *ENDS} <= set(State.__struct_fields__)
