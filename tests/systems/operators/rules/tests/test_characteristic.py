"""Tests of a characteristic: how hard, what a throw means, and one side against the other (TEST)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.operators.rules.tests.characteristic import Side, prevails
from gardien.systems.operators.rules.tests.d100 import LADDER, Attempt
from systems.operators.dicebox import assert_odds_agree, chance, changes, outcome, picked, reasons, refused, thrown
from systems.operators.ledger import lines

BASES = ("standard", "difficult", "extreme")
DOUBLES = (11, 22, 33, 44, 55, 66, 77, 88)


def read(score, roll, **more):
    """What one throw means against a score."""
    (result,) = picked("test", [roll], "outcome", score=score, **more)
    return result


def hard(**given):
    """How hard a test would be."""
    return outcome("test_difficulty", **given)["final_difficulty"]


# ---- targets ----

DEGREES = """
8 | 40 | 24 | 8
10 | 50 | 30 | 10
13 | 65 | 39 | 13
16 | 80 | 48 | 16
18 | 90 | 54 | 18
24 | 120 | 72 | 24
"""


@pytest.mark.parametrize("row", lines(DEGREES), ids=lambda row: row[0])
def test_a_score_counts_five_three_or_one_times(row):
    """The table of OPS-TEST-02, cell by cell, by both procedures."""
    score, *targets = map(int, row)
    for difficulty, target, times in zip(BASES, targets, (5, 3, 1), strict=True):
        talked = outcome("test_difficulty", score=score, difficulty=difficulty)
        assert talked == {"refused": False, "final_difficulty": difficulty, "multiplier": times, "target": target}
        assert picked("test", [98], "target", "multiplier", score=score, difficulty=difficulty) == (target, times)


def test_a_difficulty_without_a_score_has_no_target():
    result = outcome("test_difficulty", difficulty="difficult")
    assert result == {"refused": False, "final_difficulty": "difficult", "multiplier": 3}


# ---- throws ----


@pytest.mark.parametrize("score", [0, 1, 5, 10, 13, 18, 20, 40])
@pytest.mark.parametrize("difficulty", BASES)
def test_every_throw_is_read_as_the_rule_says(score, difficulty):
    """OPS-TEST-03, OPS-TEST-05, OPS-TEST-06: all hundred throws against every target."""
    target = score * {"standard": 5, "difficult": 3, "extreme": 1}[difficulty]
    for roll in range(1, 101):
        if roll >= 99:
            expected = "fumble"
        elif roll > target:
            expected = "failure"
        else:
            expected = "critical" if roll in DOUBLES else "success"
        assert read(score, roll, difficulty=difficulty) == expected, roll


@pytest.mark.parametrize(
    ("score", "roll", "result"),
    [(20, 99, "success"), (20, 100, "success"), (19, 99, "fumble"), (40, 100, "success"), (20, 98, "success")],
)
def test_a_table_may_keep_fumbles_for_failures(score, roll, result):
    """OPS-TEST-06 with fumble_needs_failure: a plain success at or under the target, never a critical."""
    assert read(score, roll, options={"fumble_needs_failure": True}) == result
    assert read(score, roll) == ("fumble" if roll >= 99 else result)


def test_a_test_tells_all_it_knows():
    """voice.md, model 1: Test difficile de DEX (39 %) : 27, réussite."""
    given = {"score": 13, "characteristic": "DEX", "difficulty": "difficult"}
    assert outcome("test", [27], **given) == {
        "refused": False,
        "final_difficulty": "difficult",
        "multiplier": 3,
        "target": 39,
        "roll": 27,
        "outcome": "success",
        "success": True,
        "luck": 0,
        "luck_spent": 0,
    }
    assert reasons("test", [27], **given) == [
        ("final_difficulty", "difficult", "OPS-TEST-10"),
        ("target", 39, "OPS-TEST-02"),
        ("outcome", "success", "OPS-TEST-03"),
    ]
    assert thrown("test", [27], **given) == ["d100"]
    assert changes("test", [27], **given) == []


@pytest.mark.parametrize(
    ("given", "result", "success"),
    [
        ({"no_roll": True}, "automatic", True),
        ({"no_roll": True, "difficulty": "extreme", "steps": 3}, "automatic", True),
        ({"advantage": True}, "automatic", True),
        ({"difficulty": "extreme", "steps": 1}, "impossible", False),
    ],
)
def test_no_die_falls_where_the_ladder_ends(given, result, success):
    """OPS-TEST-01, OPS-TEST-08, OPS-TEST-10 to OPS-TEST-14."""
    assert outcome("test", score=13, **given) == {
        "refused": False,
        "final_difficulty": result,
        "outcome": result,
        "success": success,
        "luck": 0,
        "luck_spent": 0,
    }


def test_a_score_of_nothing_cannot_be_met_even_with_luck():
    """OPS-TEST-03: 01 is no automatic success, and a target of 0 is out of luck's reach."""
    plan = {"max_shift": 200, "cancel_fumble": True}
    assert picked("test", [1], "outcome", "luck", score=0, luck=200, luck_plan=plan) == ("failure", 200)


# ---- the ladder ----

COMPOSED = [
    # base, steps, advantage, grave wound -> final (OPS-TEST-10)
    ("standard", 0, False, False, "standard"),
    ("standard", 0, True, False, "automatic"),
    ("standard", 1, False, False, "difficult"),
    ("standard", 1, True, False, "standard"),
    ("standard", 3, False, False, "impossible"),
    ("standard", 3, True, False, "extreme"),
    ("standard", 0, False, True, "extreme"),
    ("standard", 0, True, True, "difficult"),
    ("difficult", 0, False, False, "difficult"),
    ("difficult", 0, True, False, "standard"),
    ("difficult", 1, False, False, "extreme"),
    ("difficult", 2, False, False, "impossible"),
    ("difficult", 2, True, False, "extreme"),
    ("difficult", 0, False, True, "extreme"),
    ("difficult", 0, True, True, "difficult"),
    ("extreme", 0, False, False, "extreme"),
    ("extreme", 0, True, False, "difficult"),
    ("extreme", 1, False, False, "impossible"),
    ("extreme", 1, True, False, "extreme"),
    ("extreme", 3, True, False, "impossible"),
    ("extreme", 0, False, True, "extreme"),
    ("extreme", 1, False, True, "impossible"),
    ("extreme", 1, True, True, "extreme"),
]


@pytest.mark.parametrize(("base", "steps", "advantage", "grave", "final"), COMPOSED)
def test_difficulty_is_composed_in_order(base, steps, advantage, grave, final):
    """OPS-TEST-10: base, circumstances, wound, advantage, and only then the ends of the ladder."""
    case = {"difficulty": base, "steps": steps, "advantage": advantage, "grave": grave}
    assert hard(**case) == final
    assert outcome("odds_test", score=13, **case)["final_difficulty"] == final


@pytest.mark.parametrize(
    ("more", "final"),
    [
        ({}, "extreme"),
        ({"stabilised": True}, "extreme"),
        ({"painkiller": True}, "extreme"),
        ({"stabilised": True, "painkiller": True}, "standard"),
        ({"is_action": False}, "standard"),
    ],
)
def test_a_grave_wound_weighs_on_actions_until_it_is_dressed_and_dulled(more, final):
    """OPS-HLTH-04, OPS-HLTH-10."""
    assert hard(grave=True, **more) == final


@pytest.mark.parametrize(
    ("given", "options", "final"),
    [
        ({"difficulty": "extreme", "advantage": True, "advantage_count": 3}, {}, "difficult"),
        ({"difficulty": "extreme", "advantage": True, "advantage_count": 2}, {"stack_advantages": True}, "standard"),
        ({"difficulty": "extreme", "advantage": True, "advantage_count": 5}, {"stack_advantages": True}, "automatic"),
        ({"difficulty": "extreme", "advantage_count": 5}, {"stack_advantages": True}, "extreme"),
        ({"difficulty": "extreme", "steps": 2}, {"cap_at_extreme": True}, "extreme"),
        ({"difficulty": "extreme", "steps": 2, "advantage": True}, {"cap_at_extreme": True}, "extreme"),
        ({"difficulty": "extreme", "advantage": True}, {"cap_at_extreme": True}, "difficult"),
        ({"grave": True, "advantage": True}, {"grave_ignores_advantage": True}, "extreme"),
        ({"grave": False, "advantage": True}, {"grave_ignores_advantage": True}, "automatic"),
        (
            {"grave": True, "advantage": True, "stabilised": True, "painkiller": True},
            {"grave_ignores_advantage": True},
            "automatic",
        ),
        ({"advantage": True, "waive": True}, {}, "standard"),
        (
            {"difficulty": "extreme", "advantage": True, "advantage_count": 3, "waive": True},
            {"stack_advantages": True},
            "extreme",
        ),
    ],
)
def test_house_rules_move_the_ladder(given, options, final):
    """OPS-TEST-08, OPS-TEST-10: stacking, waiving, capping, wounds that no advantage helps."""
    assert hard(**given, options=options) == final


@pytest.mark.parametrize("procedure", ["test", "test_difficulty", "odds_test"])
def test_an_advantage_is_given_up_only_where_the_table_allows_it(procedure):
    """OPS-TEST-08, refusal waiver_off: nothing changes and no die falls."""
    given = {"score": 13, "advantage": True, "waive": True}
    off = {"may_waive_advantage": False}
    result = outcome(procedure, **given, options=off)
    assert result == {"refused": True, "reason": "waiver_off", **({"luck": 0} if procedure == "test" else {})}
    assert reasons(procedure, **given, options=off) == [("reason", "waiver_off", "OPS-TEST-08")]
    assert outcome(procedure, **({**given, "waive": False}), options=off)["refused"] is False


@given(
    base=st.sampled_from(BASES),
    steps=st.integers(0, 3),
    grave=st.booleans(),
    advantage=st.booleans(),
    stack=st.booleans(),
    count=st.integers(1, 5),
)
def test_harder_is_never_easier_and_an_advantage_never_hurts(base, steps, grave, advantage, stack, count):
    """OPS-TEST-07: the ladder is all there is."""
    case = {"difficulty": base, "advantage_count": count, "options": {"stack_advantages": stack}}
    here = LADDER.index(hard(**case, steps=steps, grave=grave, advantage=advantage))
    assert here <= LADDER.index(hard(**case, steps=min(3, steps + 1), grave=grave, advantage=advantage))
    assert here <= LADDER.index(hard(**case, steps=steps, grave=True, advantage=advantage))
    assert LADDER.index(hard(**case, steps=steps, grave=grave, advantage=True)) <= here


# ---- luck inside a test ----

PLAN = {"max_shift": 20, "cancel_fumble": True}


@pytest.mark.parametrize(
    ("roll", "luck", "plan", "result", "left"),
    [
        (71, 50, {"max_shift": 6}, "success", 44),  # voice.md, model 9
        (71, 50, {"max_shift": 5}, "failure", 50),
        (71, 5, {"max_shift": 6}, "failure", 5),
        (77, 50, {"max_shift": 12}, "critical", 38),  # a natural double stays one
        (65, 50, {"max_shift": 12}, "success", 50),
        (99, 50, {"cancel_fumble": True}, "failure", 40),
        (99, 9, {"cancel_fumble": True}, "fumble", 9),
        (99, 50, {"max_shift": 40}, "fumble", 50),
        (99, 50, {"max_shift": 40, "cancel_fumble": True}, "success", 6),
        (99, 43, {"max_shift": 40, "cancel_fumble": True}, "failure", 33),
        (100, 50, {"max_shift": 35, "cancel_fumble": True}, "success", 5),
    ],
)
def test_luck_is_paid_by_the_plan(roll, luck, plan, result, left):
    """OPS-LUCK-02, OPS-LUCK-03, Step T: DEX 13 standard, so 65."""
    answer = outcome("test", [roll], score=13, luck=luck, luck_plan=plan)
    assert (answer["outcome"], answer["luck"], answer["luck_spent"]) == (result, left, luck - left)
    assert changes("test", [roll], score=13, luck=luck, luck_plan=plan) == (
        [("luck", luck, left, "")] if left != luck else []
    )


def test_a_bought_success_may_never_be_critical():
    """OPS-LUCK-02 with luck_success_never_critical."""
    given = {"score": 13, "luck": 50, "luck_plan": {"max_shift": 12}}
    assert read(13, 77, luck=50, luck_plan={"max_shift": 12}) == "critical"
    assert picked("test", [77], "outcome", **given, options={"luck_success_never_critical": True}) == ("success",)
    assert picked("test", [77], "outcome", "luck", **given, options={"luck_enabled": False}) == ("failure", 50)


@given(
    score=st.integers(0, 30),
    roll=st.integers(1, 100),
    luck=st.integers(0, 200),
    shift=st.integers(0, 100),
    cancel=st.booleans(),
)
def test_luck_never_makes_a_throw_worse_nor_the_reserve_negative(score, roll, luck, shift, cancel):
    """OPS-LUCK-01: what cannot be paid in full is not bought, and no more than the plan allows."""
    rank = {"fumble": 0, "failure": 1, "success": 2, "critical": 3}
    plan = {"max_shift": shift, "cancel_fumble": cancel}
    result = outcome("test", [roll], score=score, luck=luck, luck_plan=plan)
    assert rank[result["outcome"]] >= rank[read(score, roll)]
    assert 0 <= result["luck"] <= luck
    assert result["luck_spent"] <= shift + 10 * cancel


@pytest.mark.parametrize(
    "given",
    [
        {"score": 13},
        {"score": 11, "difficulty": "extreme"},
        {"score": 40},
        {"score": 13, "luck": 30, "luck_plan": PLAN},
        {"score": 13, "advantage": True},
        {"score": 20, "options": {"fumble_needs_failure": True}},
    ],
)
def test_odds_of_a_test_are_those_of_every_face(given):
    assert_odds_agree("test", **given)


@pytest.mark.parametrize(
    ("procedure", "given", "field"),
    [
        ("test", {}, "score"),
        ("test", {"score": 201}, "score"),
        ("test", {"score": 13, "steps": 4}, "steps"),
        ("test", {"score": 13, "difficulty": "automatic"}, "difficulty"),
        ("test", {"score": 13, "advantage_count": 0}, "advantage_count"),
        ("opposed_test", {"active_score": 13}, "passive_score"),
    ],
)
def test_wrong_inputs_are_refused_with_their_field(procedure, given, field):
    assert refused(procedure, **given)[1] == field


# ---- one side against the other ----


def win(dice, active=13, passive=13, **more):
    (result,) = picked("opposed_test", dice, "winner", active_score=active, passive_score=passive, **more)
    return result


@pytest.mark.parametrize(
    ("dice", "winner"),
    [
        ([40, 80], "active"),
        ([80, 40], "passive"),
        ([44, 60], "active"),  # a critical beats a success
        ([60, 44], "passive"),
        ([50, 40], "active"),  # of two successes the higher throw
        ([40, 50], "passive"),
        ([44, 55], "passive"),  # and of two criticals
        ([70, 99], "status_quo"),  # a failure is not enough, not even against a fumble
        ([99, 70], "status_quo"),
        ([70, 80], "status_quo"),
        ([50, 50], "status_quo"),
    ],
)
def test_the_better_result_prevails(dice, winner):
    """M-01, OPS-TEST-03: 65 against 65."""
    assert win(dice) == winner


def test_of_equal_throws_the_higher_score_prevails():
    """M-01."""
    assert win([30, 30], 14, 13) == "active"
    assert win([30, 30], 13, 14) == "passive"


@pytest.mark.parametrize(
    ("given", "targets"),
    [
        ({}, (65, 65)),
        ({"active_difficulty": "difficult"}, (39, 65)),
        ({"active_advantage": True, "passive_advantage": True}, (65, 65)),
        ({"active_difficulty": "difficult", "active_advantage": True}, (65, 65)),
        ({"active_advantage": True}, (65, 39)),
        ({"passive_advantage": True}, (39, 65)),
        ({"active_advantage": True, "passive_difficulty": "extreme"}, (65, 13)),
        ({"active_grave": True}, (13, 65)),
        ({"active_grave": True, "active_advantage": True}, (39, 65)),
        ({"passive_grave": True, "active_advantage": True}, (65, 13)),
    ],
)
def test_an_advantage_that_standard_cannot_use_weighs_on_the_other_side(given, targets):
    """M-01: no automatic success in an opposed test, and extreme is the hardest."""
    result = picked(
        "opposed_test", [50, 50], "active_target", "passive_target", active_score=13, passive_score=13, **given
    )
    assert result == targets


@pytest.mark.parametrize(("passive", "wins"), [("standard", (4355, 4355, 1290)), ("difficult", (5648, 2178, 2174))])
def test_the_odds_of_the_ledger(passive, wins):
    """M-01: per 10 000, by the rule that plays and by the odds procedure."""
    given = {"active_score": 13, "passive_score": 13, "passive_difficulty": passive}
    result = outcome("odds_opposed", **given)
    for side, count in zip(("active", "passive", "status_quo"), wins, strict=True):
        assert chance("opposed_test", "winner", side, **given) == Fraction(count, 10_000)
        assert Fraction(result[side]) == Fraction(count, 10_000)


def test_odds_of_an_opposed_test_are_those_of_every_face():
    assert_odds_agree("opposed_test", active_score=11, passive_score=9, active_advantage=True)


@given(first=st.integers(1, 100), second=st.integers(1, 100), mine=st.integers(0, 30), theirs=st.integers(0, 30))
def test_who_prevails_does_not_depend_on_who_is_called_active(first, second, mine, theirs):
    """M-01: swapped sides, swapped winner."""

    def tried(roll):
        return Attempt("fumble" if roll >= 99 else "success" if roll <= 50 else "failure", 0, roll)

    one, other = Side(mine, "standard"), Side(theirs, "standard")
    won = prevails(one, other, tried(first), tried(second))
    mirrored = {"active": "passive", "passive": "active", "status_quo": "status_quo"}
    assert prevails(other, one, tried(second), tried(first)) == mirrored[won]
