"""A new Operator: thrown, assigned, checked; what follows from scores (CREA, SPEC)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.operators.creation.faults import BROKEN_RULES, Sketch, cut_for
from gardien.systems.operators.rules.character import CODES, Training
from systems.operators.dicebox import assert_odds_agree, chance, outcome, picked, reasons, refused, thrown

THIRTEEN = dict.fromkeys(CODES, 13)
ASSAULT = {"specialty": "assault", "characteristic": "DEX", "domain": "assault"}
HACKING = {"specialty": "cyber", "characteristic": "INT", "domain": "computing"}
MEDICINE = {"specialty": "combat_medic", "characteristic": "INT", "domain": "medical_procedures"}
SHOOTING = {"specialty": "criminal_investigation", "characteristic": "DEX", "domain": "firearms"}


def ways(total):
    """In how many of 36 throws two dice and six come to this."""
    return sum(first + second + 6 == total for first in range(1, 7) for second in range(1, 7))


def at_least(total):
    return Fraction(sum(ways(one) for one in range(total, 19)), 36)


# ---- steps and throws ----


def test_ten_steps_and_luck_where_it_is_played():
    """OPS-CREA-01: the text announces ten and numbers eleven; the eleventh is an option."""
    steps = ["identity", "characteristics", "test_values", "sanity", "wound_threshold", "portrait", "psychology"]
    steps += ["possessions", "past", "circle"]
    result = outcome("creation_steps")
    assert (result["steps"], result["mandatory_steps"], result["optional_steps"]) == ([*steps, "luck"], 10, 1)
    without = outcome("creation_steps", options={"luck_enabled": False})
    assert (without["steps"], without["mandatory_steps"], without["optional_steps"]) == (steps, 10, 0)


def test_seven_totals_are_thrown_two_dice_at_a_time():
    """OPS-CREA-02: 2D6+6, in throwing order."""
    dice = [1, 1, 6, 6, 1, 6, 2, 5, 3, 4, 4, 4, 5, 6]
    result = outcome("roll_characteristics", dice)
    assert result == {"refused": False, "totals": [8, 18, 13, 13, 13, 14, 17], "total": 96}
    assert thrown("roll_characteristics", dice) == ["d6"] * 14


def test_the_sum_of_the_totals_is_weighed_as_fourteen_dice():
    """OPS-CREA-02: all ones or all sixes are one way each."""
    assert chance("roll_characteristics", "total", 56) == Fraction(1, 6**14)
    assert chance("roll_characteristics", "total", 126) == Fraction(1, 6**14)
    assert chance("roll_characteristics", "total", 57) == Fraction(14, 6**14)


@pytest.mark.parametrize(("dice", "san"), [([1, 1], 40), ([3, 4], 65), ([6, 6], 90)])
def test_san_starts_between_40_and_90(dice, san):
    """OPS-CREA-07: whatever the POU."""
    assert picked("starting_san", dice, "san", "san_max") == (san, 100)


def test_starting_san_and_luck_are_weighed_as_they_are_thrown():
    """OPS-CREA-07, OPS-CREA-12."""
    assert_odds_agree("starting_san")
    assert_odds_agree("starting_luck")


@pytest.mark.parametrize(("dice", "luck"), [([1, 1, 1], 15), ([2, 5, 4], 55), ([6, 6, 6], 90)])
def test_luck_starts_between_15_and_90_and_is_kept_twice(dice, luck):
    """OPS-CREA-12."""
    assert picked("starting_luck", dice, "luck", "luck_start") == (luck, luck)


def test_a_table_without_luck_throws_for_none():
    """OPS-LUCK-01."""
    result = outcome("starting_luck", options={"luck_enabled": False})
    assert result == {"refused": True, "reason": "option_off"}


# ---- checked ----


def checked(**given):
    return outcome("validate_operator", **{"specialty": "assault", "scores": THIRTEEN, **given})


def test_a_sound_operator_passes_and_everything_follows():
    """OPS-CREA-03, OPS-CREA-06, OPS-CREA-08, OPS-CREA-09, OPS-CREA-13."""
    result = checked(bonus={"FOR": 2, "CON": 1}, hobbies=["boxing"], trainings=[SHOOTING])
    assert (result["valid"], result["errors"], result["bonus_points"], result["bonus_left"]) == (True, [], 3, 0)
    assert result["scores"] == {**THIRTEEN, "FOR": 15, "CON": 14}
    assert result["test_values"]["FOR"] == {"standard": 75, "difficult": 45, "extreme": 15}
    assert (result["sb"], result["damage_bonus"], result["extra_languages"], result["literate"]) == (15, "1D3", 1, True)


@pytest.mark.parametrize(
    ("given", "errors"),
    [
        ({"scores": {**THIRTEEN, "FOR": 7}}, ["score_out_of_range", "below_minimum"]),
        ({"scores": {**THIRTEEN, "EDU": 19}}, ["score_out_of_range"]),
        ({"scores": {**THIRTEEN, "INT": 19}}, ["score_out_of_range", "above_maximum"]),
        ({"bonus": {"FOR": 4}}, ["bonus_too_many"]),
        ({"bonus": {"EDU": 1}}, ["bonus_not_allowed"]),
        ({"bonus": {"EDU": 0}}, []),
        ({"age_trade": {"APP": 1}}, ["too_young"]),
        ({"age_trade": {"APP": 0}}, []),
        ({"age_trade": {"APP": 5}, "age": 40}, []),
        ({"age_trade": {"APP": 6}, "age": 40}, ["below_minimum"]),
        ({"age_trade": {"POU": 1}, "age": 40}, ["trade_not_allowed"]),
        ({"scores": {**THIRTEEN, "DEX": 16}, "bonus": {"DEX": 3}}, ["above_maximum"]),
        ({"scores": {**THIRTEEN, "DEX": 15}, "bonus": {"DEX": 3}}, []),
        ({"scores": {**THIRTEEN, "EDU": 18}, "age": 60, "age_trade": {"FOR": 4, "APP": 2}}, []),
        ({"scores": {**THIRTEEN, "EDU": 18}, "age": 60, "age_trade": {"FOR": 4, "APP": 3}}, ["above_maximum"]),
        ({"specialty": "cyber", "bonus": {"EDU": 2}}, ["edu_too_low"]),
        ({"specialty": "cyber", "bonus": {"EDU": 3}}, []),
        ({"specialty": "case_officer", "age": 40, "age_trade": {"FOR": 3}}, []),
        ({"specialty": "scientist", "scores": {**THIRTEEN, "EDU": 18}}, ["discipline_missing"]),
        ({"specialty": "scientist", "scores": {**THIRTEEN, "EDU": 18}, "discipline": "virology"}, []),
        ({"specialty": "professor", "scores": {**THIRTEEN, "EDU": 18}}, ["discipline_missing"]),
        ({"hobbies": []}, ["hobby_count"]),
        ({"hobbies": ["chess"]}, ["hobby_count"]),
        ({"hobbies": ["chess", "poker", "yoga"]}, ["hobby_count"]),
        ({"trainings": [SHOOTING]}, ["hobby_count"]),
        ({"hobbies": ["chess"], "trainings": [{**SHOOTING, "domain": "boats"}]}, ["training_unknown_advantage"]),
        (
            {"hobbies": ["chess"], "trainings": [ASSAULT]},
            ["training_repeats_specialty"],
        ),
        ({"trainings": [SHOOTING, {**SHOOTING, "characteristic": "INT", "domain": "investigation"}]},
         ["training_repeats_specialty"]),
        ({"hobbies": ["chess"], "trainings": [HACKING]},
         ["training_edu_too_low"]),
    ],
)  # fmt: skip
def test_each_rule_of_creation_is_checked(given, errors):
    """OPS-CREA-02 to OPS-CREA-05, OPS-CREA-10, OPS-CREA-11, OPS-SPEC-02, OPS-SPEC-03: each edge on both sides."""
    result = checked(**given)
    assert (result["errors"], result["valid"]) == (errors, not errors)


def test_faults_are_told_in_one_order_each_once():
    """OPS-CREA-01: whatever the order in which things went wrong."""
    twice = [{"specialty": "cyber", "characteristic": "APP", "domain": "boats"}] * 2
    result = checked(
        specialty="scientist",
        scores={**THIRTEEN, "FOR": 7, "INT": 30, "EDU": 8},
        bonus={"FOR": 9},
        age_trade={"POU": 1},
        hobbies=["chess"],
        trainings=twice,
    )
    assert result["errors"] == [
        *("score_out_of_range", "bonus_too_many", "bonus_not_allowed", "too_young", "trade_not_allowed"),
        *("above_maximum", "edu_too_low", "discipline_missing", "hobby_count", "training_repeats_specialty"),
        *("training_unknown_advantage", "training_edu_too_low"),
    ]
    told = [value for label, value, _ in reasons("validate_operator", specialty="assault", bonus={"FOR": 4})
            if label == "error"]  # fmt: skip
    assert told == ["bonus_too_many"]
    assert result["bonus_left"] == 0


def test_hobbies_that_are_not_chosen_yet_are_not_counted():
    """OPS-CREA-10: left out together with courses."""
    assert checked()["errors"] == []


def test_options_move_the_points_and_open_courses():
    """OPS-CREA-03, OPS-CREA-11: four points; a course without its EDU minimum."""
    four = checked(bonus={"FOR": 4}, options={"bonus_points": 4})
    assert (four["valid"], four["bonus_points"], four["bonus_left"]) == (True, 4, 0)
    course = {
        "hobbies": ["chess"],
        "trainings": [HACKING],
    }
    assert checked(**course, options={"training_ignores_edu": True})["valid"] is True


def test_a_specialty_of_contrôle_replaces_the_list():
    """OPS-SPEC-04: the civilian without a trade needs one; others may be written anew."""
    own = {"edu_min": 14, "bonus_among": ["APP", "POU"], "advantages": [{"characteristic": "APP", "domain": "mime"}]}
    assert checked(specialty="sympathiser", custom_specialty=own, bonus={"APP": 3})["errors"] == ["edu_too_low"]
    assert checked(specialty="scientist", custom_specialty={**own, "edu_min": 0})["errors"] == []
    assert refused("validate_operator", specialty="sympathiser") == (
        "field/missing",
        "custom_specialty",
        "OPS-SPEC-04",
    )


def test_a_translator_has_one_language_more():
    """OPS-CREA-13, M-10: two from EDU 16 and one from the trade."""
    result = checked(specialty="linguist", scores={**THIRTEEN, "EDU": 16})
    assert (result["extra_languages"], checked(scores={**THIRTEEN, "EDU": 16})["extra_languages"]) == (3, 2)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"specialty": "assault", "trainings": [{**SHOOTING, "specialty": "nobody"}]}, "trainings"),
        ({"specialty": "asault"}, "specialty"),
        ({"specialty": "assault", "age": 17}, "age"),
        ({"specialty": "assault", "bonus": {"FOR": -1}}, "bonus.FOR"),
        ({"specialty": "assault", "scores": {"FOR": 31}}, "scores.FOR"),
    ],
)
def test_what_is_no_choice_at_all_is_refused(given, field):
    """OPS-CREA-01: wrong input is an error, not a fault of the Operator."""
    assert refused("validate_operator", **given)[1] == field


# ---- in one go ----

DICE = [4, 4, 3, 4, 5, 5, 2, 3, 1, 2, 3, 3, 2, 2]  # 14 13 16 11 9 12 10


def test_an_operator_is_created_in_one_go():
    """OPS-CREA-02, OPS-CREA-07, OPS-CREA-12: totals, SAN, luck, in this order."""
    result = outcome(
        "create_operator",
        [*DICE, 3, 4, 2, 5, 4],
        specialty="assault",
        assignment=["CON", "FOR", "DEX", "INT", "APP", "POU", "EDU"],
        bonus={"DEX": 2, "FOR": 1},
        hobbies=["boxing", "chess"],
    )
    assert result["totals"] == [14, 13, 16, 11, 9, 12, 10]
    assert result["scores"] == {"FOR": 14, "CON": 14, "DEX": 18, "INT": 11, "EDU": 10, "POU": 12, "APP": 9}
    assert (result["valid"], result["sb"], result["damage_bonus"], result["extra_languages"]) == (True, 14, "1D3", 0)
    assert (result["san"], result["san_max"], result["si"], result["luck"], result["luck_start"]) == (
        65,
        100,
        0,
        55,
        55,
    )
    assert (result["wound_level"], result["madness"]) == ("none", "none")


def test_without_luck_no_die_falls_for_it():
    """OPS-CREA-12: sixteen dice and no reserve."""
    result = outcome("create_operator", [*DICE, 3, 4], specialty="assault", options={"luck_enabled": False})
    assert "luck" not in result
    assert "luck_start" not in result


def test_each_characteristic_gets_one_total():
    """OPS-CREA-02."""
    assert refused("create_operator", specialty="assault", assignment=["FOR"] * 7)[:2] == ("field/twice", "assignment")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"specialty": "assault"}, Fraction(1)),
        ({"specialty": "cyber"}, at_least(16)),
        ({"specialty": "cyber", "bonus": {"EDU": 3}}, at_least(13)),
        ({"specialty": "case_officer", "age": 45, "age_trade": {"FOR": 2}}, at_least(14) * at_least(10)),
        ({"specialty": "assault", "bonus": {"FOR": 3}}, 1 - at_least(16)),
        ({"specialty": "assault", "bonus": {"FOR": 1}, "hobbies": ["chess"],
          "trainings": [HACKING]},
         at_least(16) * (1 - at_least(18))),
    ],
)  # fmt: skip
def test_the_chance_of_a_sound_operator_is_exact(given, expected):
    """OPS-CREA-04, OPS-SPEC-03: only the dice that a check can fail on count."""
    assert chance("create_operator", "valid", **given) == expected


def test_the_details_of_a_new_operator_are_weighed_one_by_one():
    """OPS-CREA-07, OPS-CREA-08, OPS-CREA-09, OPS-CREA-13."""
    assert chance("create_operator", "san", 65, specialty="assault") == Fraction(6, 36)
    assert chance("create_operator", "damage_bonus", "1D6", specialty="assault") == at_least(17)
    assert chance("create_operator", "sb", 18, specialty="assault") == (
        Fraction(ways(18), 36) ** 2 + 2 * Fraction(ways(18) * ways(17), 36**2)
    )
    assert chance("create_operator", "extra_languages", 3, specialty="assault") == at_least(17)
    assert chance("create_operator", "luck", 15, specialty="assault") == Fraction(1, 216)


@given(
    bonus=st.dictionaries(st.sampled_from(CODES), st.integers(0, 4), max_size=3),
    trade=st.dictionaries(st.sampled_from(CODES), st.integers(0, 6), max_size=3),
    specialty=st.sampled_from(["assault", "cyber", "scientist", "nurse"]),
    code=st.sampled_from(CODES),
    total=st.integers(8, 18),
)
def test_a_coarse_total_fails_the_same_checks(bonus, trade, specialty, code, total):
    """OPS-CREA-04, OPS-SPEC-03: what odds merge, no rule tells apart."""
    course = Training(**MEDICINE)
    sketch = Sketch(specialty=specialty, bonus=bonus, age_trade=trade, age=50, trainings=(course,))
    coarse = cut_for(sketch, code)(total)
    given = {"specialty": specialty, "bonus": bonus, "age_trade": trade, "age": 50, "trainings": [MEDICINE]}
    fine, merged = (
        outcome("validate_operator", scores={**THIRTEEN, code: score}, **given)["errors"] for score in (total, coarse)
    )
    assert fine == merged


@given(
    scores=st.dictionaries(st.sampled_from(CODES), st.integers(0, 30)),
    bonus=st.dictionaries(st.sampled_from(CODES), st.integers(0, 5)),
    trade=st.dictionaries(st.sampled_from(CODES), st.integers(0, 5)),
)
def test_points_move_scores_and_are_never_made_from_nothing(scores, bonus, trade):
    """OPS-CREA-03, OPS-CREA-05: a trade moves as many points as it takes."""
    result = checked(scores=scores, bonus=bonus, age_trade=trade)
    before = {code: scores.get(code, 10) for code in CODES}
    if all(before[code] + bonus.get(code, 0) >= trade.get(code, 0) for code in CODES):
        assert sum(result["scores"].values()) == sum(before.values()) + sum(bonus.values())
    assert result["errors"] == [one for one in BROKEN_RULES if one in result["errors"]]


# ---- looked up ----


def test_a_specialty_tells_its_points_and_advantages():
    """OPS-SPEC-01, OPS-SPEC-02: three points, four with the option."""
    result = outcome("specialty_info", specialty="driver")
    assert result == {
        "refused": False,
        "bonus_points": 3,
        "edu_min": 0,
        "bonus_among": ["DEX", "INT"],
        "advantages": [
            {"characteristic": "DEX", "domain": "land_vehicles"},
            {"characteristic": "INT", "domain": "perception"},
        ],
    }
    assert outcome("specialty_info", specialty="cyber", options={"bonus_points": 4})["bonus_points"] == 4
    assert outcome("specialty_info", specialty="media")["advantages"][0]["characteristic"] == "any"
    assert refused("specialty_info", specialty="sympathiser") == ("field/one_of", "specialty", "OPS-SPEC-04")


def derived(options=None, **character):
    return outcome("derived_values", character=character, options=options or {})


def test_drain_and_encumbrance_lower_the_tests_and_not_the_threshold():
    """OPS-ARM-04, OPS-CREAT-09, OPS-CREA-08: SB only follows what is lost for good."""
    result = derived(FOR=14, CON=13, DEX=14, worn=["ceramic_vest"], drain={"FOR": {"temporary": 3, "permanent": 1}})
    assert (result["current"]["DEX"], result["current"]["FOR"]) == (12, 10)
    assert result["test_values"]["DEX"] == {"standard": 60, "difficult": 36, "extreme": 12}
    assert (result["sb"], result["damage_bonus"]) == (13, "none")
    steps = reasons("derived_values", character={"DEX": 14, "worn": ["ceramic_vest"]})
    assert ("DEX", 12, "OPS-ARM-04") in steps
    nothing = derived(POU=5, drain={"POU": {"permanent": 9}})
    assert nothing["current"]["POU"] == 0


def test_forbidden_lore_lowers_the_most_san_one_can_have():
    """OPS-SAN-01, OPS-SAN-09."""
    assert [derived(si=si)["san_max"] for si in (0, 30, 100)] == [100, 70, 0]


@pytest.mark.parametrize(
    ("education", "extra", "literate"), [(7, 0, False), (8, 0, True), (12, 0, True), (23, 6, True)]
)
def test_education_gives_languages_and_letters(education, extra, literate):
    """OPS-CREA-13."""
    result = derived(EDU=education)
    assert (result["extra_languages"], result["literate"]) == (extra, literate)


def test_a_grave_wound_weighs_on_everything_until_it_is_eased():
    """OPS-HLTH-04, OPS-HLTH-10."""
    assert derived(wound_level="grave")["unrelieved"] is True
    assert derived(wound_level="grave", stabilised=True, painkiller=True)["unrelieved"] is False


def test_options_reach_the_threshold_and_the_bonus_of_beasts():
    """OPS-ARM-04, OPS-CREAT-08."""
    worn = {"FOR": 12, "CON": 14, "worn": ["blast_suit"]}
    assert derived({"encumbrance_affects_sb": True}, **worn)["sb"] <= derived(**worn)["sb"]
    beast = {"kind": "creature", "FOR": 19}
    assert derived(**beast)["damage_bonus"] == "1D6"
    assert derived({"creature_low_bonus_none": True}, **beast)["damage_bonus"] == "none"
