"""Taking 10 or 20, synergy, helpers, memory, percentages (TEST-10 to TEST-15, SKILL-11)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import table

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
NAT20 = {"nat20_auto_success": True}

modifiers = st.integers(-40, 60)
difficulties = st.integers(-40, 80)
faces = st.integers(1, 20)
mods = st.lists(st.integers(-40, 40), max_size=3)


# ---- without a throw ----


@given(modifier=modifiers, difficulty=difficulties, mods=mods)
def test_taking_ten_and_twenty(modifier, difficulty, mods):
    """D100-TEST-10, D100-TEST-11: the die is deemed to show it, equality suffices."""
    for face in (10, 20):
        result = outcome(f"take_{face}", modifier=modifier, difficulty=difficulty, mods=mods)
        total = face + modifier + sum(mods)
        assert result == {
            "total": total,
            "margin": total - difficulty,
            "success": total >= difficulty,
            "duration_factor": 1 if face == 10 else 20,
        }


def test_a_strict_table_wants_more_than_the_difficulty_of_a_ten():
    """D100-TEST-10: the option touches taking 10 alone."""
    strict = {"take10_strict": True}
    assert outcome("take_10", modifier=5)["success"] is True
    assert outcome("take_10", modifier=5, options=strict)["success"] is False
    assert outcome("take_10", modifier=6, options=strict)["success"] is True
    assert outcome("take_20", modifier=-5, options=strict)["success"] is True


def test_a_taken_twenty_is_no_natural_one():
    """D100-TEST-11, D100-TEST-04."""
    assert outcome("take_20", modifier=-6, options=NAT20)["success"] is False


# ---- synergy and helpers ----


def test_synergy_is_told_in_full():
    """D100-EX-53, D100-SKILL-08: École de la Rue opens the way for Baratin +4, rolled at +6."""
    result = bench.answer("synergy_test", [15, 9], first_modifier=0, second_modifier=4)
    assert result.outcome == {
        "bonus": 2,
        "effective_modifier": 6,
        "total": 15,
        "margin": 0,
        "natural_one": False,
        "success": True,
        "first_total": 15,
        "first_success": True,
    }
    assert [(one.label, one.purpose) for one in result.dice] == [("d20", "first"), ("d20", "test")]
    assert [one.label for one in result.steps] == [
        *("first_total", "first_success", "bonus", "effective_modifier", "total", "margin", "success"),
    ]


@given(first=faces, second=faces, difficulty=st.integers(5, 25))
def test_a_first_skill_that_fails_costs_nothing(first, second, difficulty):
    """D100-TEST-12."""
    inputs = {"first_modifier": 1, "first_mods": [1], "first_difficulty": difficulty, "second_modifier": 3}
    result = outcome("synergy_test", [first, second], **inputs, second_mods=[-1], second_difficulty=12)
    helps = first != 1 and first + 2 >= difficulty
    assert result["first_success"] is helps
    assert result["bonus"] == 2 * helps
    assert result["effective_modifier"] == 2 + 2 * helps
    assert result["success"] is (second != 1 and second + 2 + 2 * helps >= 12)


@pytest.mark.parametrize("most", range(1, 7))
def test_helpers_count_as_far_as_the_table_lets_them(most):
    """D100-TEST-13: at Difficulty 10, +2 each, one by default."""
    dice = [10, 1, 9, 20, 11, 2]
    result = outcome(
        "cooperate",
        [*dice, 10],
        helper_modifiers=[0, 30, 1, -10, 0, 0],
        main_modifier=3,
        mods=[-1],
        options={"coop_max_helpers": most},
    )
    assert result["helper_successes"] == [True, False, True, True, True, False]
    assert result["bonus"] == 2 * min(4, most)
    assert result["effective_modifier"] == 2 + result["bonus"]
    assert result["total"] == 12 + result["bonus"]
    assert outcome("cooperate", [10, 10], helper_modifiers=[0], main_modifier=3)["bonus"] == 2


def test_who_helps_throws_first():
    """D100-TEST-13: one d20 for each helper in their order, then the main actor’s."""
    inputs = {"helper_modifiers": [0, 0], "main_modifier": 3}
    assert bench.thrown("cooperate", [10, 9, 10], **inputs) == [("d20", "helper"), ("d20", "helper"), ("d20", "test")]


def test_chances_with_a_helper():
    """D100-TEST-13: half of the time +2 (a helper at −1 needs 11), 60 or 70 in a hundred."""
    result = bench.chance("cooperate", "success", helper_modifiers=[-1], main_modifier=6)
    assert result == Fraction(1, 2) * (Fraction(12, 20) + Fraction(14, 20))


@pytest.mark.parametrize(("method", "die"), [("d20", "d20"), ("d100", "d100")])
def test_a_multiplied_score_is_tried_with_one_die_of_whoever_tries(method, die):
    """D100-TEST-15."""
    thrown = bench.answer("d100_multiplier_test", [10], score=12, multiplier=3, method=method).dice
    assert [(one.label, one.who, one.purpose) for one in thrown] == [(die, "", "test")]


@pytest.mark.parametrize(
    ("procedure", "inputs"),
    [
        ("synergy_test", {"first_modifier": 2, "second_modifier": -1}),
        ("synergy_test", {"first_modifier": -20, "second_modifier": -20, "options": NAT20}),
        ("cooperate", {"helper_modifiers": [2, -3], "main_modifier": 4, "options": {"coop_max_helpers": 2}}),
        ("d100_multiplier_test", {"score": 12, "multiplier": 3}),
        ("d100_multiplier_test", {"score": 12, "multiplier": 3, "method": "d100"}),
        ("memorise", {"modifier": 2}),
        ("recall", {"modifier": 2, "memorised": True, "failures": 2}),
        ("mythos_test", {"mythos": 7}),
        ("roll_d3", {}),
    ],
)
def test_odds_agree_with_every_face(procedure, inputs):
    """D100-TEST-12, D100-TEST-13, D100-TEST-15, D100-SKILL-11."""
    bench.assert_odds_agree(procedure, **inputs)


# ---- characteristic × n ----


@pytest.mark.parametrize("row", table("d20d100", "D100-TAB-02"), ids=lambda row: row["multiplier"])
def test_the_table_of_multipliers(row):
    """D100-TEST-15: every printed cell."""
    for name, cell in row.items():
        if name != "multiplier":
            result = outcome("d100_multiplier_test", [10], score=int(name[1:]), multiplier=int(row["multiplier"][1:]))
            assert (result["modifier"], result["difficulty"], result["total"]) == (cell, 10, 10 + cell), name
            assert result["success"] is (cell >= 0)


@given(score=st.integers(1, 300), multiplier=st.integers(1, 10), face=st.integers(1, 20), hundred=st.integers(1, 100))
def test_beyond_the_table_the_formula_goes_on(score, multiplier, face, hundred):
    """D100-TEST-15: a fifth to the nearest, less 11; or the product itself on a d100."""
    result = outcome("d100_multiplier_test", [face], score=score, multiplier=multiplier)
    assert result["modifier"] == round(Fraction(score * multiplier, 5)) - 11
    assert result["success"] is (face != 1 and result["total"] >= 10)
    assert result["natural_one"] is (face == 1)
    assert "target" not in result
    under = outcome("d100_multiplier_test", [hundred], score=score, multiplier=multiplier, method="d100")
    assert under == {"target": score * multiplier, "success": hundred <= score * multiplier}


# ---- memory ----


@given(modifier=modifiers, difficulty=difficulties, face=faces)
def test_what_is_memorised_is_recalled_with_four(modifier, difficulty, face):
    """D100-SKILL-11."""
    result = outcome("memorise", [face], modifier=modifier, difficulty=difficulty)
    assert result["success"] is (face != 1 and face + modifier >= difficulty)
    assert result["recall_bonus"] == 4 * result["success"]


@pytest.mark.parametrize("malus", [-4, -3, -2])
@pytest.mark.parametrize("failures", [0, 1, 5, 50])
@pytest.mark.parametrize("memorised", [False, True])
def test_every_failure_makes_the_next_recall_harder(malus, failures, memorised):
    """D100-SKILL-11: one try an hour, each with a further penalty."""
    inputs = {"modifier": 3, "mods": [1], "memorised": memorised, "failures": failures}
    used = 4 + 4 * memorised + malus * failures
    for face in (1, 11, 20):
        result = outcome("recall", [face], **inputs, options={"recall_malus": malus})
        assert result["effective_modifier"] == used
        assert result["success"] is (face != 1 and face + used >= 15)
        assert result["failures"] == failures + (not result["success"])
        assert result["next_try_in_hours"] == (0 if result["success"] else 1)


# ---- percentages and small dice ----


@pytest.mark.parametrize(("mythos", "dice"), list(product((0, 1, 50, 99), (1, 2, 50, 51, 99, 100))))
def test_the_mythos_is_a_percentage(mythos, dice):
    """D100-MAGIC-03, D100-CORE-01: 00 is 100."""
    assert outcome("mythos_test", [dice], mythos=mythos) == {"success": dice <= mythos}


def test_a_d3_is_half_a_d6():
    """D100-EX-19, D100-CORE-01."""
    assert [outcome("roll_d3", [face])["d3"] for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert bench.thrown("roll_d3", [4]) == [("d6", "d3")]
    assert all(bench.chance("roll_d3", "d3", face) == Fraction(1, 3) for face in (1, 2, 3))


@pytest.mark.parametrize(
    ("procedure", "inputs", "fault"),
    [
        ("take_10", {}, ("field/missing", "modifier")),
        ("take_20", {"modifier": 0, "difficulty": 81}, ("field/range", "difficulty")),
        ("synergy_test", {"first_modifier": 0}, ("field/missing", "second_modifier")),
        ("cooperate", {"helper_modifiers": [], "main_modifier": 0}, ("field/length_at_least", "helper_modifiers")),
        ("cooperate", {"helper_modifiers": [0] * 7, "main_modifier": 0}, ("field/length_at_most", "helper_modifiers")),
        ("d100_multiplier_test", {"score": 0, "multiplier": 5}, ("field/range", "score")),
        ("d100_multiplier_test", {"score": 9, "multiplier": 11}, ("field/range", "multiplier")),
        ("recall", {"modifier": 0, "failures": 51}, ("field/range", "failures")),
        ("mythos_test", {"mythos": 100}, ("field/range", "mythos")),
        ("roll_d3", {"modifier": 1}, ("field/unknown", "modifier")),
        ("take_10", {"modifier": 0, "options": {"coop_max_helpers": 7}}, ("field/range", "coop_max_helpers")),
        ("take_10", {"modifier": 0, "options": {"recall_malus": -1}}, ("field/range", "recall_malus")),
    ],
)
def test_wrong_inputs_are_refused(procedure, inputs, fault):
    """D100-TEST-10: each refusal names its field."""
    assert refused(procedure, **inputs) == fault
