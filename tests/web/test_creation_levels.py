"""A draft of Cthulhu d20 under its rules: levels, points and feats as the pages of creation check them."""

import pytest

from gardien.core.system import find
from gardien.web.pages.creation.creation_dice import draw
from gardien.web.pages.creation.creation_draft import Draft, Maker
from gardien.web.pages.creation.creation_form import fields_shown, take_in

SYSTEM = find("cthulhud20")


def maker(language="fr", **raw):
    return Maker(SYSTEM, {}, language, Draft(action="a", raw={"name": "Rose", "profession": "Soldat", **raw}))


@pytest.mark.parametrize("level", ["1", "5", "12"])
def test_whatever_is_drawn_is_ready_with_nothing_left(level):
    """CD20-P-LEVEL-01: every purse is empty, nothing is open, and drawn again it is checked again."""
    made = maker(level=level)
    assert draw(made, made.fields)
    checked = made.checked()
    assert (checked.faults, checked.missing, checked.ready) == ({}, (), True)
    assert {one.field: one.left for one in checked.purses if one.left} == {}
    assert checked.open == frozenset()
    assert checked.sheet["level"] == int(level)
    for step in made.steps:
        fields_shown(made, step.fields, checked.faults)


@pytest.mark.parametrize(
    ("raw", "field", "said"),
    [
        (
            {"feats": ["cleave", "run"]},
            "feats",
            "« Enchaînement (Cleave) » ne convient pas ; il faut Attaque en puissance (Power Attack), FOR 13.",
        ),
        ({"feats": ["run", "track", "alertness"]}, "feats", "Un don de trop : 3 choisis, 2 permis"),
        ({"core_skills": ["search", "bluff", "ride", "research"]}, "core_skills", "Une compétence de trop : douze"),
        ({"core_ranks": [["spot", "5", ""]]}, "core_ranks", "5 est trop grand, 4 au plus. Niveau + 3 degrés"),
        (
            {"other_ranks": [["bluff", "2,5", ""]]},
            "other_ranks",
            "2,5 est trop grand, 2 au plus. Hors de la",
        ),
        ({"method": "points", "abilities": [["str", "18", ""], ["dex", "18", ""]]}, "abilities", "7 points de trop"),
        ({"rolls": ["9", "9", "9", "9", "9", "14"]}, "rolls", "Les six modificateurs doivent valoir plus de 0"),
        ({"combat_option": "offence", "good_saves": ["fort", "ref"]}, "good_saves", "Une bonne sauvegarde de trop"),
        ({"destiny_spent": "2"}, "destiny_spent", "2 est trop grand, 1 au plus."),
    ],
)
def test_a_fault_stands_beside_its_field_in_words(raw, field, said):
    """CD20-P-FEAT-01, CD20-P-SKILL-02, CD20-P-ABIL-01, CD20-P-LEVEL-01, CD20-DEST-02."""
    scores = [[one, "13" if one == "str" else "12", ""] for one in ("str", "dex", "con", "int", "wis", "cha")]
    given = {"method": "rolled", "rolls": ["14", "12", "12", "12", "12", "12"], **raw}
    if field == "feats":
        given |= {"abilities": [["str", "12", ""], *scores[1:5], ["cha", "14", ""]]}
    told = maker(**given).checked().faults
    plain = " ".join(fault.message.replace("\u202f", " ").replace("\u00a0", " ") for fault in told[field])
    assert said in plain


def test_level_points_are_asked_for_from_the_fourth_level_on():
    """CD20-P-ABIL-01: what the choices call for is asked, and what was written is not lost."""
    low, high = maker(level="3"), maker(level="4", increases=[["wis", "1", ""]])
    assert not low.called_for("increases")
    assert high.called_for("increases")
    assert high.checked().sheet["creation_log"]["increases"] == ("wis",)
    assert not maker(method="array").called_for("rolls")


def test_lists_offer_what_the_choices_leave():
    """CD20-P-PROF-01, CD20-P-FEAT-01: a select of skills that are not core yet, feats under headings."""
    made = maker(arms=["smle"])
    (skills,) = fields_shown(made, ("core_skills",), {})
    keys = [choice.value for choice in skills.lines[0].cells[0].choices]
    assert "search" in keys
    assert not {"spot", "cthulhu_mythos", "computer_use"} & set(keys)
    (feats,) = fields_shown(made, ("feats",), {})
    headed = {choice.value: choice.group for choice in feats.lines[0].cells[0].choices}
    assert (headed["run"], headed["weapon_focus:smle"]) == ("Dons", "Arme de prédilection (Weapon Focus)")
    take_in(made, [("v.feats.0", "weapon_focus:smle"), ("v.feats.1", "")], ("feats",))
    assert made.choices["feats"] == ["weapon_focus:smle"]


def test_half_ranks_are_written_as_they_are_typed():
    """CD20-P-SKILL-02: with a comma in French; a phone shows the keys for it."""
    ranks = [[one, "4", ""] for one in ("spot", "hide", "listen")]
    for language, half in (("fr", "1,5"), ("en", "1.5")):
        made = maker(language, other_ranks=[["bluff", half, ""]], core_ranks=ranks)
        assert made.choices["other_ranks"] == {"bluff": 1.5}
        assert made.written("other_ranks", {"other_ranks": {"bluff": 1.5, "ride": 2.0}}) == [
            ["bluff", half, ""],
            ["ride", "2", ""],
        ]
        (shown,) = fields_shown(made, ("other_ranks",), {})
        assert shown.lines[0].cells[1].parts
