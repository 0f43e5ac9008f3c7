"""The steps of creation as a page asks them (P-ABIL, P-LEVEL, P-PROF, P-SKILL, P-FEAT)."""

from random import Random

import msgspec
import pytest

from gardien.core.chance import call
from gardien.core.creation import Purse
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.creation.choices import DrawGiven
from gardien.systems.cthulhud20.creation.draw import draw_investigator
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.page.creation import CODES, CREATION, NAMED, STEPS, feat_group, feat_word
from gardien.systems.cthulhud20.sheet.display_names import skill_name

FIELDS = [field for step in STEPS for field in step.fields]
SCORES = {"str": 15, "dex": 14, "con": 13, "int": 12, "wis": 10, "cha": 8}


def test_the_steps_cover_what_can_be_decided_each_once():
    """CD20-P-ABIL-01 to CD20-P-FEAT-01; the rest is not asked of a player."""
    assert [step.key for step in STEPS] == [
        "identity", "abilities", "option", "core_skills", "ranks", "equipment", "feats", "mind", "description",
    ]  # fmt: skip
    assert len(FIELDS) == len(set(FIELDS))
    assert set(DrawGiven.__struct_fields__) - set(FIELDS) == {"player", "language"}
    assert {*CREATION.needed, *CREATION.known, *CREATION.among, *CREATION.only, *CREATION.taken} <= set(FIELDS)
    rules = {rule for step in STEPS for rule in step.rules}
    assert {"CD20-P-ABIL-01", "CD20-P-LEVEL-01", "CD20-P-SKILL-02", "CD20-P-PROF-01", "CD20-P-FEAT-01"} <= rules


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_the_pack_offers_is_taken_by_the_draw(language):
    """Every word and every key that a page offers is understood."""
    for word in CREATION.known["profession"](language):
        assert parse(DrawGiven, {"profession": word}).profession in pack.keys("professions", "profession")
    for era in ("1920s", "modern"):
        given = {"era": era, "profession": "soldier"}
        for field in ("core_skills", "arms", "armour_items", "feats"):
            for key in CREATION.among[field](given, {}):
                assert getattr(parse(DrawGiven, {field: [key]}), field) == (key,)
                assert NAMED[field](key, language) != key
        for field in ("core_ranks", "other_ranks"):
            for key in CREATION.among[field](given, {}):
                assert parse(DrawGiven, {field: {skill_name(key, language): 1}})
    assert "m16" not in CREATION.among["arms"]({"era": "1920s"}, {})
    assert "m16" in CREATION.among["arms"]({"era": "modern"}, {})
    assert "computer_use" not in CREATION.among["core_skills"]({}, {})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, [("feats", 2, 2)]),
        ({"level": "many", "feats": "?", "abilities": "?", "core_ranks": "?"}, [("feats", 2, 2)]),
        ({"level": 9, "feats": ["run"]}, [("increases", 2, 2), ("feats", 4, 5)]),
        ({"level": 4, "increases": {"str": 2}}, [("increases", -1, 1), ("feats", 3, 3)]),
        ({"rolls": [15, 9, 12, 10, 11, 14], "abilities": {"str": 15}}, [("abilities", 5, 6), ("feats", 2, 2)]),
        ({"rolls": [15, "?", 12]}, [("feats", 2, 2)]),
        ({"method": "array", "abilities": {"str": 15, "dex": 14}}, [("abilities", 4, 6), ("feats", 2, 2)]),
        ({"method": "points", "abilities": {"str": 15, "dex": 18}}, [("abilities", 1, 25), ("feats", 2, 2)]),
        ({"method": "points", "abilities": {"str": 18, "dex": 18}}, [("abilities", -7, 25), ("feats", 2, 2)]),
        ({"combat_option": "defence", "good_saves": ["fort"]}, [("good_saves", 1, 2), ("feats", 2, 2)]),
        ({"profession": "Soldat", "core_skills": ["Fouille"]}, [("core_skills", 2, 3), ("feats", 2, 2)]),
        ({"profession": "professor"}, [("core_skills", 7, 7), ("feats", 2, 2)]),
        (
            {"abilities": {"int": 13}, "level": 2, "core_ranks": {"spot": 5}, "other_ranks": {"bluff": 1.5}},
            [("core_ranks", 37, 45), ("feats", 2, 2)],
        ),
        (
            {"abilities": {"int": 13}, "age": 50, "level": 4, "increases": {"int": 5}},
            [("increases", -4, 1), ("core_ranks", 70, 70), ("feats", 3, 3)],
        ),
    ],
)
def test_purses_tell_what_is_left(given, expected):
    """CD20-P-ABIL-01, CD20-P-LEVEL-01, CD20-P-SKILL-02: whatever was typed so far."""
    result = CREATION.purses(given, {})
    assert all(isinstance(one, Purse) for one in result)
    assert [(one.field, one.left, one.of) for one in result] == expected


def test_a_choice_says_what_it_brings():
    """CD20-P-PROF-01, CD20-P-LEVEL-01, CD20-P-ABIL-01, CD20-P-SAN-01."""
    fr, en = CREATION.means("profession", "Médecin, infirmière", {}).text
    assert fr.startswith("concentration, diplomatie, premiers secours, connaissances (biologie)")
    assert "knowledge (medicine)" in en
    assert CREATION.means("profession", "professor", {}).text[0].endswith("langue, 3 connaissances au choix")
    assert CREATION.means("profession", "archaeologist", {}).text[1].endswith("a field of knowledge of your choice")
    assert " ou " in CREATION.means("profession", "agent", {}).text[0]
    assert CREATION.means("profession", "Knight", {}) is None
    assert CREATION.means("level", 9, {}).words == {"feats": 5, "rank": 12, "destiny": 9}
    assert CREATION.means("level", 21, {}) is None
    assert CREATION.means("abilities", 7, {}).text == ("−2", "−2")
    assert CREATION.means("combat_option", "defence", {}).key == "option_defence"
    assert CREATION.means("mythos_ranks", 4, {}).words == {"san": 95}
    assert CREATION.means("portrait", "Tall.", {}) is None


@pytest.mark.parametrize(
    ("field", "name", "value", "given", "expected"),
    [
        ("abilities", "str", "12", {"age": 49}, None),
        ("abilities", "str", "12", {"age": 66}, ("at_age", {"score": 9, "modifier": "−1"}, "")),
        ("core_skills", "spot", "", {}, ("", {}, "SAG")),
        ("core_skills", "spot", "", {"abilities": SCORES}, ("", {}, "SAG 0")),
        ("core_skills", "cthulhu_mythos", "", {"abilities": SCORES}, None),
        (
            "core_ranks", "Saut", "4", {"abilities": SCORES, "core_ranks": {"Saut": 4}},
            ("skill_comes_to", {"code": "FOR", "modifier": "+2", "total": "+6"}, ""),
        ),
        (
            "other_ranks", "jump", "1.5", {"abilities": SCORES, "other_ranks": {"jump": 1.5}},
            ("skill_comes_to", {"code": "FOR", "modifier": "+2", "total": "+3"}, ""),
        ),
        ("core_ranks", "?", "4", {}, None),
        ("feats", "toughness", "", {}, ("", {}, pack.feat("toughness").effect_fr)),
        ("feats", "heroic", "", {}, None),
        ("arms", "m21", "", {}, ("gun_does", {"lethality": "+7", "damage": "2d10", "magazine": 20, "reach": 75}, "")),
        ("arms", "sabre", "", {}, ("arm_does", {"lethality": "+3", "damage": "1d8", "magazine": 0, "reach": 0}, "")),
        ("arms", "blaster", "", {}, None),
        ("gear", "loupe", "", {}, None),
    ],
)  # fmt: skip
def test_a_line_says_what_it_comes_to(field, name, value, given, expected):
    """CD20-P-ABIL-01, CD20-P-CHECK-01, CD20-P-FEAT-01, CD20-LETH-01."""
    result = CREATION.about(field, name, value, given, {})
    assert (result and (result.key, dict(result.words), result.text[0])) == expected


def test_a_feat_says_what_it_needs_and_an_armour_what_it_covers():
    """CD20-P-FEAT-01, CD20-P-ARM-01."""
    fr, en = CREATION.about("feats", "great_cleave", "", {}, {}).text
    assert fr.endswith("Demande\u00a0: Enchaînement (Cleave), attaque de base +4.")
    assert en.endswith("Needs: Cleave, base attack +4.")
    assert feat_word("dex 13", "fr") == "DEX 13"
    assert CREATION.about("armour_items", "jacket", "", {}, {}).text == (
        "torse, bras droit, bras gauche, abdomen +1", "torso, right arm, left arm, abdomen +1",
    )  # fmt: skip
    assert CREATION.about("armour_items", "breastplate", "", {}, {}).text[1].endswith("at most")


def test_feats_are_offered_with_what_they_are_about():
    """CD20-P-FEAT-01: weapons that are carried, core skills, groups and classes, pairs."""
    offered = CREATION.among["feats"]({"arms": ["r38", "?"], "profession": "soldier"}, {})
    assert {"run", "weapon_focus:r38", "weapon_proficiency:rifle", "armour_proficiency:light"} <= set(offered)
    assert "skill_emphasis:spot" in offered
    assert "skill_emphasis:bluff" not in offered
    assert "weapon_focus:unarmed" in CREATION.among["feats"]({}, {})
    assert (feat_group("run", "fr"), feat_group("weapon_focus:r38", "en")) == ("Dons", "Weapon Focus")


def test_core_skills_come_with_the_profession():
    """CD20-P-PROF-01, CD20-P-SKILL-02: the certain ones are listed, the others chosen, none twice."""
    (_, lists) = next(step.lists for step in STEPS if step.lists)
    assert lists({}, {}) == []
    assert lists({"profession": "soldier"}, {})[0] == ("climb", "FOR")
    assert dict(lists({"profession": "soldier", "abilities": SCORES}, {}))["climb"] == "+2"
    given = {"profession": "professor", "core_skills": ["knowledge_law"], "core_ranks": {"listen": 2}}
    core = CREATION.among["core_ranks"](given, {})
    assert core[-2:] == ["knowledge_law", "listen"]
    others = CREATION.among["other_ranks"](given, {})
    assert not set(core) & set(others)
    assert "cthulhu_mythos" not in (*core, *others, *CREATION.among["core_skills"](given, {}))


def test_rolls_and_level_points_are_asked_for_where_there_are_any():
    """CD20-P-ABIL-01."""
    rolls, rises = CREATION.only["rolls"], CREATION.only["increases"]
    assert [rolls({"method": one}) for one in ("", "rolled", "array", "points")] == [True, True, False, False]
    assert [rises({"level": one}) for one in ("", "3", "4", "20", "99", "x")] == [
        False,
        False,
        True,
        True,
        False,
        False,
    ]
    assert set(CODES) == set(SCORES)


@pytest.mark.parametrize(("seed", "level"), [(seed, level) for seed, level in enumerate((1, 2, 5, 8, 13, 20))])
def test_a_drawn_sheet_tells_its_choices_again(seed, level):
    """What was drawn stands in the form, and drawn from there it is the same sheet, without a die."""
    drawn = play(call(draw_investigator, DrawGiven(level=level), Options()), Random(seed)).outcome
    sheet = msgspec.to_builtins(drawn)
    taken = {field: take(sheet) for field, take in CREATION.taken.items()}
    kept = {name: sheet[name] for name in FIELDS if name in sheet}
    again = parse(DrawGiven, msgspec.to_builtins({**kept, **taken}))
    fresh = play(call(draw_investigator, again, Options()), Random(0))
    assert fresh.dice == ()
    same = msgspec.to_builtins(fresh.outcome)
    for field, value in sheet.items():
        if field != "creation_log":
            assert same[field] == value, field
