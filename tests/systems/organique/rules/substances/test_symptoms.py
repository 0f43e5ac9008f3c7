"""One symptom: the save that avoids it, and what it does (SYM-01 to SYM-21)."""

from fractions import Fraction

import pytest

from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.substances.symptoms import (
    Threat,
    roll_against,
    suffers,
    with_paralysis,
    with_unconsciousness,
)
from systems.brute import Bench
from systems.organique.people import HOUSE, person, played

BENCH = Bench("organique")
SCORES = {"AGI": 1, "PER": 2, "CHA": 3, "END": 9, "INT": 8, "VIT": 4, "FOR": 5, "VOL": 6}
VALUES = {  # ORG-SYM-02 to 21
    "total_amnesia": 8, "cardiac_arrest": 9, "coma": 9, "illusions": 6, "depression": 6, "euphoria": 6,
    "minor_hallucinations": 6, "headache": 6, "insomnia": 6, "major_hallucinations": 6, "panic": 6, "paralysis": 6,
    "respiratory_arrest": 9, "partial_amnesia": 8, "stroke": 6, "shock": 9, "stupor": 6, "momentary_amnesia": 6,
    "unconsciousness": 8, "vomiting": 6,
}  # fmt: skip


def symptom(key, dice, difficulty=20, **fields):
    return BENCH.outcome("symptom", dice, symptom=key, difficulty=difficulty, **{"character": SCORES, **fields})


@pytest.mark.parametrize("key", pack.keys("symptoms", "symptom"))
def test_each_symptom_has_its_own_value(key):  # ORG-SYM-01, ORG-VOL-02
    result = symptom(key, [19])
    assert (result["base"], result["kind"], result["success"], result["effect"]) == (VALUES[key], key, True, "none")
    assert (result["failed_by"], result["severe"]) == (0, False)
    assert not {"duration"} & result.keys()
    assert BENCH.changes("symptom", [19], character=SCORES, symptom=key, difficulty=20) == []


def lasting(key, dice, **fields):
    """The fields of a state that a failed symptom has changed."""
    return {
        one: after
        for one, _, after, _ in BENCH.changes(
            "symptom", dice, symptom=key, **{"character": SCORES, "difficulty": 20, **fields}
        )
    }


@pytest.mark.parametrize(
    ("key", "dice", "kept"),
    [
        ("cardiac_arrest", [10], {"cardiac_arrest": True}),
        ("respiratory_arrest", [10], {"respiratory_arrest": True}),
        ("coma", [10], {"coma": True, "prone": True}),
        ("headache", [10], {"suffering": (4,)}),
        ("paralysis", [10], {"paralysed_turns": 1, "fresh": ("paralysed",)}),
        ("unconsciousness", [10], {"unconscious_turns": 2, "fresh": ("unconscious",), "prone": True}),
        ("stroke", [10, 3], {"unconscious_turns": 36, "fresh": ("unconscious",), "prone": True}),
        ("shock", [10], {"medical_shock": True, "halved": True, "end_now": 0, "prone": True}),
        ("stupor", [10], {"stupor": True}),
        ("vomiting", [10], {"vomiting": True}),
        ("panic", [10], {}),
        ("momentary_amnesia", [10, 4], {}),  # ORG-SYM-19
        ("total_amnesia", [10], {}),
        ("partial_amnesia", [10], {}),  # ORG-SYM-15
        ("illusions", [10], {}),
        ("depression", [10], {}),  # ORG-SYM-06
        ("euphoria", [10], {}),  # ORG-SYM-07
        ("minor_hallucinations", [10], {}),
        ("major_hallucinations", [10], {}),  # ORG-SYM-11
        ("insomnia", [10], {}),
    ],
)
def test_what_each_symptom_leaves_on_the_sheet(key, dice, kept):  # ORG-SYM-02 to 21
    assert symptom(key, dice)["effect"] == key
    assert lasting(key, dice) == kept


def test_failing_by_much_is_worse():  # ORG-SYM-04, 12, 16
    assert lasting("coma", [2], difficulty=22) == {"coma": True, "cardiac_arrest": True, "prone": True}
    assert symptom("coma", [2], 21)["severe"] is False
    assert symptom("coma", [2], 22)["severe"] is True
    assert lasting("paralysis", [2], lasts_turns=7, difficulty=19) == {
        "paralysed_turns": 7, "no_air": True, "fresh": ("paralysed",),
    }  # fmt: skip
    stroke = symptom("stroke", [5, 2], 17)
    assert (stroke["failed_by"], stroke["after_effects"], stroke["severe"], stroke["duration"]) == (6, True, False, 2)
    assert symptom("stroke", [5, 2], 16)["after_effects"] is False
    assert lasting("stroke", [5, 2], difficulty=22)["changes"] == {"AGI": -1, "PER": -1, "INT": -1}
    assert symptom("panic", [2], 19)["severe"] is True


def test_how_long_it_lasts():  # ORG-SYM-16, 19, 20, 21
    assert symptom("momentary_amnesia", [10, 5])["duration"] == 5
    assert symptom("unconsciousness", [5], lasts_turns=9)["duration"] == 7
    assert symptom("vomiting", [10])["duration"] == 1
    assert "duration" not in symptom("stupor", [10])


def test_headaches_weigh_by_what_was_missing():  # ORG-SYM-09
    assert symptom("headache", [3])["penalty"] == 11
    assert symptom("headache", [14])["penalty"] == 0
    assert "penalty" not in symptom("vomiting", [3])


def test_doses_and_levels_multiply_what_helps_adds():  # ORG-SYM-01, ORG-TEST-10
    result = symptom("vomiting", [13], 10, multiplier=2, mods={"tea": 1})
    assert (result["difficulty"], result["mod"], result["total"], result["success"]) == (20, 1, 20, True)
    calm = {**SCORES, "save_mods": {"panic": 8}}
    assert symptom("panic", [6], character=calm)["success"] is True
    pained = {**SCORES, "suffering": [9], "vomiting": True}
    assert symptom("panic", [14], character=pained)["success"] is True


def test_luck_and_who_has_none():  # ORG-TEST-05
    assert symptom("panic", [20], 90)["success"] is True
    assert symptom("panic", [20], 90, luck=False)["success"] is False
    assert symptom("panic", [20], 90, options={"saves_not_luck": True})["success"] is False
    assert symptom("panic", [20], 90, options={"saves_not_luck": True}, luck=True)["success"] is True


def test_shock_may_leave_endurance_alone():  # ORG-SYM-17
    assert lasting("shock", [10], options={"shock_keeps_end": True}) == {"medical_shock": True, "halved": True}


def test_the_exhausted_fail_what_asks_endurance():  # ORG-SAVE-03
    result = symptom("coma", [], character={**SCORES, "end_now": 0})
    assert (result["auto"], result["failed_by"], result["severe"]) == ("exhausted", 1, False)
    assert symptom("unconsciousness", [17], character={**SCORES, "end_now": 0})["base"] == 3


def test_refusals():
    asked = {"symptom": "panic", "difficulty": 20}
    assert BENCH.refused("symptom", [], character={"dead": True}, **asked) == ("act/unable", "character")
    assert BENCH.refused("symptom", [], character={"inc": 0}, **asked) == ("act/unable", "character")
    assert BENCH.refused("symptom", [], character={"kind": "machine"}, **asked) == ("field/not_allowed", "character")
    assert BENCH.refused("symptom", [], character={}, **asked, multiplier=0) == ("field/range", "multiplier")
    assert BENCH.refused("symptom", [], character={}, symptom="joy", difficulty=1) == ("field/one_of", "symptom")


@pytest.mark.parametrize("key", ["vomiting", "headache", "coma", "stroke", "unconsciousness", "shock"])
def test_odds(key):
    BENCH.assert_odds_agree("symptom", character=SCORES, symptom=key, difficulty=22)


def test_odds_of_the_exhausted():
    BENCH.assert_odds_agree("symptom", character={"end_now": 0}, symptom="coma", difficulty=22)
    chance = BENCH.chance("symptom", "severe", character=SCORES, symptom="vomiting", difficulty=20)
    assert chance == Fraction(3, 20)


# ---- inside other rules ----


def ailed(ailment, dice, difficulty=20, options=HOUSE, turns=1, **fields):
    threat = Threat(ailment=ailment, difficulty=difficulty, turns=turns)
    return played(roll_against, person(**fields), threat, options, True, dice=dice)


def test_symptoms_that_are_flags():  # ORG-SYM-03, 04, 14, 18, 21
    for ailment, field in (
        ("cardiac_arrest", "cardiac_arrest"), ("respiratory_arrest", "respiratory_arrest"), ("coma", "coma"),
        ("stupor", "stupor"), ("vomiting", "vomiting"),
    ):  # fmt: skip
        assert getattr(ailed(ailment, (2,)).person.body, field)
        assert not getattr(ailed(ailment, (15,)).person.body, field)
    assert ailed("coma", (1,), 25).person.body.cardiac_arrest
    assert not ailed("coma", (5,), 25).person.body.cardiac_arrest


def test_symptoms_measured_by_the_failure():  # ORG-SYM-09, 12, 16, 20
    assert ailed("headache", (7,)).person.body.suffering == (3,)
    assert ailed("suffering", (7,)).person.body.suffering == (3,)
    assert ailed("unconsciousness", (7,), turns=12).person.body.unconscious_turns == 36
    held = ailed("paralysis", (2,), 30, turns=5).person.body
    assert (held.paralysed_turns, held.no_air) == (5, True)
    assert not ailed("paralysis", (5,), 20, turns=5).person.body.no_air
    grave = ailed("stroke", (2, 4), 30).person
    assert (grave.body.unconscious_turns, grave.score("INT"), grave.score("AGI")) == (48, 9, 9)
    assert ailed("stroke", (9, 4)).person.score("INT") == 10
    assert ailed("momentary_amnesia", (2, 5)).die == 5
    assert ailed("illusions", (2,)).failed


def test_medical_shock():  # ORG-SYM-17
    one = ailed("shock", (2,), END=9, AGI=7).person
    assert (one.body.end, one.score("AGI"), one.body.medical_shock) == (0, 4, True)
    assert ailed("shock", (2,), options=Options(shock_keeps_end=True), END=9).person.body.end == 9
    assert ailed("shock", (2,), sng=0, inc=3).person.dying


def test_what_one_has_is_not_asked_again():  # ORG-POI-03
    assert suffers(person(medical_shock=True), "shock")
    assert suffers(person(unconscious_turns=1), "vomiting")
    assert suffers(person(paralysed_turns=1), "paralysis")
    assert suffers(person(coma=True), "coma")
    assert suffers(person(coma=True), "unconsciousness")
    assert not suffers(person(vomiting=True), "vomiting")
    assert not suffers(person(suffering=[3]), "suffering")
    assert with_unconsciousness(person(unconscious_turns=9), 3).body.unconscious_turns == 9
    assert with_paralysis(person(paralysed_turns=9), 3).body.paralysed_turns == 9
    assert with_paralysis(person(paralysed_turns=3), 3).body.fresh == ()
    assert not with_paralysis(person(), 3).body.no_air
