"""One d20 against a Difficulty: skills, Jets, characteristics (TEST, SKILL, ROLL)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.d20d100 import pack
from systems.brute import Bench
from systems.worked import table

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
NAT20 = {"nat20_auto_success": True}

modifiers = st.integers(-40, 60)
difficulties = st.integers(-40, 80)
faces = st.integers(1, 20)


# ---- one throw ----


def test_a_skill_test_is_told_in_full():
    """D100-EX-02, D100-TEST-01, D100-TEST-02: 10 and 8 beat 15 by 3."""
    result = bench.answer("skill_test", [10], modifier=8)
    assert result.outcome == {
        "refused": False,
        "modifier_used": 8,
        "total": 18,
        "margin": 3,
        "natural_one": False,
        "success": True,
    }
    assert [(one.label, one.value, one.rule) for one in result.steps] == [
        ("modifier_used", 8, "D100-TEST-01"),
        ("total", 18, "D100-TEST-01"),
        ("margin", 3, "D100-TEST-02"),
        ("success", True, "D100-TEST-01"),
    ]
    assert [(one.label, one.purpose) for one in result.dice] == [("d20", "test")]
    assert result.changes == ()


@given(modifier=modifiers, difficulty=difficulties, face=faces, mods=st.lists(st.integers(-40, 40), max_size=3))
def test_total_margin_and_success_hang_together(modifier, difficulty, face, mods):
    """D100-TEST-01, D100-TEST-03: equality succeeds, a 1 never does, the margin is told as computed."""
    result = outcome("skill_test", [face], modifier=modifier, difficulty=difficulty, mods=mods)
    assert result["modifier_used"] == modifier + sum(mods)
    assert result["total"] == face + modifier + sum(mods)
    assert result["margin"] == result["total"] - difficulty
    assert result["natural_one"] is (face == 1)
    assert result["success"] is (face != 1 and result["margin"] >= 0)


@given(modifier=modifiers, difficulty=difficulties)
def test_a_natural_twenty_is_a_number_unless_the_table_wants_more(modifier, difficulty):
    """D100-TEST-04: with the house rule a 20 succeeds and its margin is still told; no other face changes."""
    plain = outcome("skill_test", [20], modifier=modifier, difficulty=difficulty)
    kind = outcome("skill_test", [20], modifier=modifier, difficulty=difficulty, options=NAT20)
    assert plain["success"] is (20 + modifier >= difficulty)
    assert kind == {**plain, "success": True}
    for face in (1, 19):
        inputs = {"modifier": modifier, "difficulty": difficulty}
        assert outcome("skill_test", [face], **inputs, options=NAT20) == outcome("skill_test", [face], **inputs)


def test_a_one_and_a_saving_twenty_give_their_own_rule():
    """D100-TEST-03, D100-TEST-04."""
    assert bench.reasons("skill_test", [1], modifier=60)[-2:] == [
        ("natural_one", True, "D100-TEST-03"),
        ("success", False, "D100-TEST-03"),
    ]
    assert bench.reasons("skill_test", [20], modifier=-9, options=NAT20)[-1] == ("success", True, "D100-TEST-04")
    assert bench.reasons("skill_test", [20], modifier=9, options=NAT20)[-1] == ("success", True, "D100-TEST-01")


@pytest.mark.parametrize("row", table("d20d100", "D100-TAB-01"), ids=lambda row: f"{row['modifier']:+d}")
def test_chances_are_those_of_the_printed_table(row):
    """D100-ODDS-01, D100-ODDS-02: every printed 100 is 95 in play."""
    for name, printed in row.items():
        if name != "modifier" and printed not in ("", None, -1):
            result = bench.chance("skill_test", "success", modifier=row["modifier"], difficulty=int(name[1:]))
            assert result == Fraction(min(int(printed), 95), 100), name


@given(modifier=modifiers, difficulty=difficulties)
def test_chances_follow_the_formula(modifier, difficulty):
    """D100-ODDS-02: between 0 and 19 of 20; between 1 and 19 where a 20 always succeeds."""
    good = 21 - difficulty + modifier
    inputs = {"modifier": modifier, "difficulty": difficulty}
    assert bench.chance("skill_test", "success", **inputs) == Fraction(max(0, min(19, good)), 20)
    assert bench.chance("skill_test", "success", **inputs, options=NAT20) == Fraction(max(1, min(19, good)), 20)


@pytest.mark.parametrize(
    ("procedure", "inputs"),
    [
        ("skill_test", {"modifier": 3, "skill": "grimper", "wound_penalty": -3}),
        ("skill_test", {"modifier": 3, "skill": "physique", "learned": False}),
        ("skill_test", {"modifier": -9, "options": NAT20}),
        ("jet_test", {"jet": "chance", "modifier": 2}),
        ("characteristic_test", {"characteristic": "CON", "modifier": -1}),
    ],
)
def test_odds_agree_with_every_face(procedure, inputs):
    """D100-TEST-01."""
    bench.assert_odds_agree(procedure, **inputs)


# ---- what weighs on a skill ----


@pytest.mark.parametrize("key", pack.keys("skills", "skill"))
def test_armour_wounds_and_the_alert_weigh_on_some_skills_only(key):
    """D100-SKILL-02, D100-HEALTH-04, D100-CBT-04: starred ones; those of the body; the two senses."""
    row = pack.skill(key)
    starred = {"nager", "sauter", "grimper", "se_cacher", "depl_silencieux", "pickpocket"}
    bodily = {"se_cacher", "depl_silencieux", "dissimuler", "pickpocket", "nager", "sauter", "grimper"}
    bodily |= {"lutte", "boxe", "armes_contact", "armes_jet", "revolver", "fusil", "arme_auto"}
    inputs = {"modifier": 10, "skill": key, "armour_penalty": -2, "wound_penalty": -6, "alert": True}
    expected = 10 - 2 * (key in starred) - 6 * (key in bodily) + 2 * (key in {"ecouter", "observer"})
    assert outcome("skill_test", [10], **inputs)["modifier_used"] == expected
    assert row.starred is (key in starred)


def test_without_a_named_skill_nothing_weighs_on_the_modifier():
    """D100-SKILL-01: a finished modifier is what it is."""
    result = outcome("skill_test", [10], modifier=4, armour_penalty=-5, wound_penalty=-6, alert=True, learned=False)
    assert result["modifier_used"] == 4


def test_the_alert_counts_only_where_the_table_has_it():
    """D100-CBT-04."""
    inputs = {"modifier": 0, "skill": "ecouter", "alert": True}
    assert outcome("skill_test", [10], **inputs)["modifier_used"] == 2
    assert outcome("skill_test", [10], **inputs, options={"rule_attentive": False})["modifier_used"] == 0


def test_the_parts_of_a_modifier_are_told():
    """D100-SKILL-02, D100-HEALTH-04."""
    inputs = {"modifier": 4, "mods": [2, -1], "skill": "nager", "armour_penalty": -1, "wound_penalty": -3}
    (used,) = [one for one in bench.answer("skill_test", [10], **inputs).steps if one.label == "modifier_used"]
    assert used.parts == (("modifier", 4), ("mods", 1), ("armour_penalty", -1), ("wound_penalty", -3))


@pytest.mark.parametrize(
    ("skill", "learned", "is_refused"),
    [
        ("physique", False, True),
        ("langue_etrangere:latin", False, True),
        ("physique", True, False),
        ("grimper", False, False),
        ("serrurerie", False, False),
    ],
)
def test_what_must_be_learned_cannot_be_tried(skill, learned, is_refused):
    """D100-SKILL-01: no die falls."""
    result = outcome("skill_test", [] if is_refused else [10], modifier=5, skill=skill, learned=learned)
    assert result["refused"] is is_refused
    if is_refused:
        assert result == {"refused": True}
        assert bench.reasons("skill_test", modifier=5, skill=skill, learned=learned) == [
            ("refused", True, "D100-SKILL-01")
        ]


# ---- Jets and characteristics ----


@pytest.mark.parametrize(
    ("jet", "weighs"),
    [("reflexes", True), ("endurance", True), ("idee", False), ("chance", False), ("culture", False)],
)
def test_a_jet_stands_at_ten_and_wounds_weigh_on_two_of_them(jet, weighs):
    """D100-TEST-06, D100-ROLL-01, D100-ROLL-08, D100-HEALTH-04."""
    result = outcome("jet_test", [10], jet=jet, modifier=1, mods=[1], wound_penalty=-3)
    used = 2 - 3 * weighs
    assert result == {
        "difficulty": 10,
        "modifier_used": used,
        "total": 10 + used,
        "margin": used,
        "natural_one": False,
        "success": used >= 0,
    }
    assert outcome("jet_test", [10], jet=jet, modifier=1, difficulty=15)["difficulty"] == 15


@pytest.mark.parametrize("code", ["FOR", "DEX", "CON", "PER", "INT", "POU", "EDU", "TAI", "APP"])
def test_wounds_weigh_on_strength_and_dexterity_only(code):
    """D100-TEST-14, D100-HEALTH-04: CON only resists."""
    result = outcome("characteristic_test", [10], characteristic=code, modifier=0, wound_penalty=-6)
    assert result["modifier_used"] == (-6 if code in ("FOR", "DEX") else 0)
    assert result["difficulty"] == 10


@pytest.mark.parametrize(
    ("inputs", "difficulty", "rule"),
    [
        ({}, 10, "D100-TEST-14"),
        ({"sixth_sense": True}, 15, "D100-TEST-16"),
        ({"sixth_sense": True, "difficulty": 20}, 20, "D100-TEST-14"),
        ({"difficulty": 0}, 0, "D100-TEST-14"),
    ],
)
def test_a_premonition_is_harder(inputs, difficulty, rule):
    """D100-EX-50, D100-TEST-16."""
    given = {"characteristic": "PER", "modifier": 0, **inputs}
    assert bench.reasons("characteristic_test", [10], **given)[0] == ("difficulty", difficulty, rule)


# ---- what is refused ----


@pytest.mark.parametrize(
    ("procedure", "inputs", "fault"),
    [
        ("skill_test", {}, ("field/missing", "modifier")),
        ("skill_test", {"modifier": 61}, ("field/range", "modifier")),
        ("skill_test", {"modifier": 0, "difficulty": 81}, ("field/range", "difficulty")),
        ("skill_test", {"modifier": 0, "mods": [41]}, ("field/range", "mods[0]")),
        ("skill_test", {"modifier": 0, "skill": "danse"}, ("field/one_of", "skill")),
        ("skill_test", {"modifier": 0, "skill": "grimper:mur"}, ("field/one_of", "skill")),
        ("skill_test", {"modifier": 0, "wound_penalty": -1}, ("field/one_of", "wound_penalty")),
        ("skill_test", {"modifier": 0, "armour_penalty": 1}, ("field/range", "armour_penalty")),
        ("skill_test", {"modifier": 0, "luck": 3}, ("field/unknown", "luck")),
        ("jet_test", {"jet": "volonte", "modifier": 0}, ("field/one_of", "jet")),
        ("characteristic_test", {"characteristic": "SAN", "modifier": 0}, ("field/one_of", "characteristic")),
        ("characteristic_test", {"characteristic": "FOR", "modifier": -21}, ("field/range", "modifier")),
    ],
)
def test_wrong_inputs_are_refused(procedure, inputs, fault):
    """D100-CORE-05: each refusal names its field."""
    assert refused(procedure, **inputs) == fault
