"""One d20, opposed saves, two against each other: margins, luck, and odds beside the enumeration (TEST, SAVE-02)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from gardien.core.chance import call
from gardien.core.interpreters.odds import known_odds
from gardien.core.interpreters.typed import typed
from gardien.systems.organique.rules.tests.d20 import (
    Clash,
    Judge,
    Throw,
    Tried,
    attempt,
    clash,
    coarsen,
    detail_of,
    save_result,
    throw_fields,
)
from systems.organique.people import played

NUMBERS = st.integers(-40, 60)


def judged(face, **fields):
    return Judge(detail="all", **fields)(face)


def test_equality_succeeds_and_natural_faces_mean_nothing_outside_luck():  # ORG-TEST-01
    assert judged(11, bonus=9, difficulty=20).success
    assert judged(10, bonus=9, difficulty=20).margin == -1
    assert judged(1, bonus=30, difficulty=20).success
    assert not judged(20, bonus=-10, difficulty=20).success


@pytest.mark.parametrize(
    ("face", "bonus", "margin", "auto"),
    [(20, 0, 1, "natural_20"), (20, -30, 1, "natural_20"), (20, 9, 9, "natural_20"), (1, 40, -1, "natural_1"),
     (1, 0, -19, "natural_1"), (19, 1, 0, "none")],
)  # fmt: skip
def test_luck_moves_the_margin(face, bonus, margin, auto):  # ORG-TEST-05
    result = judged(face, bonus=bonus, difficulty=20, luck=True)
    assert (result.margin, result.auto, result.success) == (margin, auto, margin >= 0)


@pytest.mark.parametrize(
    ("face", "bonus", "luck", "margin", "auto"),
    [(1, -30, False, 0, "none"), (1, 4, True, 5, "none"), (1, -30, True, 0, "none"), (20, -30, True, 1, "natural_20"),
     (7, 4, False, 11, "none")],
)  # fmt: skip
def test_nothing_fails_against_difficulty_0(face, bonus, luck, margin, auto):  # ORG-TEST-02
    result = judged(face, bonus=bonus, difficulty=0, luck=luck)
    assert (result.success, result.margin, result.auto) == (True, margin, auto)
    assert not judged(face, bonus=bonus - 40, difficulty=0, luck=luck, against=3).success
    assert judged(1, bonus=0, difficulty=1, luck=True).auto == "natural_1"


def test_whoever_may_not_test_fails_even_that():  # ORG-TEST-02, ORG-END-06
    spent = played(attempt, Throw(base=10, difficulty=0, spent=True))
    assert (spent.success, spent.auto) == (False, "exhausted")


def test_an_opposed_save_must_equal_the_margin():  # ORG-SAVE-02
    assert judged(17, bonus=8, difficulty=20, luck=True, against=5).success
    short = judged(16, bonus=8, difficulty=20, luck=True, against=5)
    assert (short.success, short.margin, short.failed_by) == (False, 4, 1)
    twenty = judged(20, bonus=0, difficulty=30, luck=True, against=5)  # reaches the difficulty, not the margin
    assert (twenty.success, twenty.margin, twenty.failed_by) == (False, 1, 4)


@given(NUMBERS, NUMBERS, st.booleans(), st.integers(0, 20), st.integers(1, 20))
def test_every_detail_says_the_same(bonus, difficulty, luck, against, face):
    fields = {"bonus": bonus, "difficulty": difficulty, "luck": luck, "against": against}
    whole = judged(face, **fields)
    assert Judge(detail="success", **fields)(face).success == whole.success
    assert Judge(detail="failure", **fields)(face).missed_by == whole.missed_by
    assert Judge(detail="margin", **fields)(face).margin == whole.margin
    assert (whole.failed_by == 0) == whole.success


def test_numbers_are_cut_to_what_matters():
    assert [coarsen(number, (0, 8, 11)) for number in (0, 7, 8, 10, 11, 30)] == [0, 0, 8, 8, 11, 11]
    assert coarsen(-3, (0, 8)) == -3
    assert coarsen(9, None) == 9
    assert coarsen(9, ()) == 0


@pytest.mark.parametrize("detail", ["success", "failure", "margin", "all"])
def test_a_natural_one_is_told_where_something_hangs_on_it(detail):  # ORG-ACT-16
    throw = Throw(base=5)
    assert [throw.judge(detail, ones=True)(face).one for face in (1, 2)] == [True, False]
    assert throw.judge(detail)(1).one is UNSET
    assert played(clash, Clash(a=throw, detail=detail, ones=True), dice=(1,)).a.one is True


def test_margins_are_told_as_coarse_as_somebody_asks():
    judge = Judge(bonus=9, difficulty=20, detail="margin", cuts=(0, 8))
    assert [(judge(face).success, judge(face).margin) for face in (11, 19, 20)] == [(True, 0), (True, 8), (True, 8)]
    assert (judge(10).success, judge(10).margin) == (False, UNSET)
    assert Judge(bonus=9, difficulty=20, detail="margin")(10).margin == -1
    failing = Judge(bonus=9, difficulty=20, detail="failure", cuts=(1, 6))
    assert [failing(face).failed_by for face in (20, 11, 10, 6, 5, 1)] == [0, 0, 1, 1, 6, 6]
    assert (Tried(success=True).over, Tried(success=True, margin=4).over) == (0, 4)


def test_a_margin_that_only_the_rule_needs_is_no_part_of_the_outcome():
    throw = Throw(base=9)
    assert throw_fields(throw, Tried(success=True, margin=4))["margin"] is UNSET
    assert throw_fields(throw, Tried(success=True, margin=4, total=24))["margin"] == 4
    assert save_result("fear", throw, Tried(success=False, failed_by=4)).failed_by is UNSET


def test_the_exhausted_fail_without_a_die():  # ORG-END-06, ORG-SAVE-03
    result = played(attempt, Throw(base=30, spent=True))
    assert (result.success, result.margin, result.auto) == (False, -1, "exhausted")
    opposed = played(attempt, Throw(base=30, spent=True, against=4))
    assert opposed.failed_by == 5


def test_only_what_is_looked_at_is_told():
    throw = Throw(base=10)
    assert len(known_odds(call(attempt, throw)).weights) == 2
    assert len(known_odds(call(attempt, throw, "failure", (1, 5))).weights) == 3
    assert detail_of(frozenset({"attack_total"}), "attack_", "margin") == "all"
    assert detail_of(frozenset({"total"}), "attack_", "margin") == "margin"
    assert save_result("fear", throw, played(attempt, throw, dice=(3,))).failed_by is UNSET


def test_reasons_add_up():
    throw = Throw(base=16, bases=(("VOL", 12), ("END", 4)), mod=-3, mods=(("suffering", -3),), difficulty=35, luck=True)
    steps = {one.label: one for one in typed(call(attempt, throw, "all"), (20,)).steps}
    assert steps["total"].value == 33
    assert (steps["margin"].value, steps["margin"].limits) == (1, (1, 100_000))
    assert sum(part for _, part in steps["base"].parts) == 16


# ---- two against each other ----


def winner(asked, *dice):
    return played(clash, asked, dice=dice).winner


def test_the_larger_margin_wins_and_ties_go_to_the_resister():  # ORG-TEST-04
    one, other = Throw(base=20, difficulty=25), Throw(base=20, difficulty=25)
    assert winner(Clash(a=one, b=other), 10, 9) == "a"
    assert winner(Clash(a=one, b=other), 9, 10) == "b"
    assert winner(Clash(a=one, b=other), 9, 9) == "none"
    assert winner(Clash(a=one, b=other, resister="b"), 9, 9) == "b"
    assert winner(Clash(a=one, b=other, resister="b"), 1, 2) == "none"
    assert winner(Clash(a=one, b=other, resister="b"), 5, 4) == "a"
    assert winner(Clash(a=one, b=other, best_of_failures=True), 1, 2) == "b"
    assert winner(Clash(a=one, b=other, best_of_failures=True, resister="b"), 2, 2) == "none"
    assert winner(Clash(a=one), 5) == "a"


def test_a_side_that_is_spent_throws_nothing():  # ORG-END-06
    one, spent = Throw(base=20, difficulty=25), Throw(base=30, difficulty=25, spent=True)
    assert winner(Clash(a=one, b=spent, resister="b"), 5) == "a"
    assert winner(Clash(a=spent, b=one), 5) == "b"
    assert winner(Clash(a=spent, b=spent)) == "none"


def test_the_margin_that_counts_is_gross_or_net():  # ORG-TEST-08
    one, other = Throw(base=20, difficulty=25), Throw(base=10, difficulty=25)
    gross = Clash(a=one, b=other, resister="b", detail="margin")
    assert played(clash, gross, dice=(20, 20)).effect == 15
    net = Clash(a=one, b=other, resister="b", detail="margin", net=True)
    assert played(clash, net, dice=(20, 20)).effect == 10
    assert played(clash, net, dice=(20, 10)).effect == 15


@given(NUMBERS, NUMBERS, st.booleans())
def test_odds_of_an_opposition_are_those_of_four_hundred_pairs(mine, other, luck):  # ORG-ODDS-02
    asked = Clash(
        a=Throw(base=mine, difficulty=25, luck=luck), b=Throw(base=other, difficulty=25, luck=luck), resister="b"
    )
    result = known_odds(call(clash, asked))
    hits = sum(weight for one, weight in result.weights.items() if one.winner == "a")

    def margin(base, face):
        plain = base + face - 25
        return max(1, plain) if luck and face == 20 else min(-1, plain) if luck and face == 1 else plain

    pairs = [(margin(mine, one), margin(other, two)) for one in range(1, 21) for two in range(1, 21)]
    naive = sum(a >= 0 and (b < 0 or a > b) for a, b in pairs)
    assert Fraction(hits, result.total) == Fraction(naive, 400)
