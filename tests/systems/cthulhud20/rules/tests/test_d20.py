"""A d20 against a difficulty, two against each other (P-CHECK, P-SAVE)."""

from collections import Counter
from fractions import Fraction

import pytest

from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import odds_of
from gardien.core.interpreters.typed import typed
from gardien.systems.cthulhud20.rules.tests.d20 import Judge, Labels, Match, Throw, attempt, contest

ALL = frozenset({"total", "die"})


@pytest.mark.parametrize("bonus", [-12, -1, 0, 4, 14, 25])
def test_every_face_of_a_check_and_of_a_save(bonus):
    """CD20-P-CHECK-01, CD20-P-SAVE-01, CD20-P-ODDS-03: no automatic result of a check, 1 and 20 decide a save."""
    for face in range(1, 21):
        assert Judge(bonus, 15).passes(face) == (face + bonus >= 15)
        assert Judge(bonus, 15, save=True).passes(face) == (face == 20 or (face != 1 and face + bonus >= 15))
    reach = min(20, max(0, 21 + bonus - 15))
    plain = odds_of(call(attempt, Throw(bonus=bonus, dc=15))).chance(lambda tried: tried.success)
    saved = odds_of(call(attempt, Throw(bonus=bonus, dc=15, save=True))).chance(lambda tried: tried.success)
    assert plain == Fraction(reach, 20)
    assert saved == Fraction(min(19, max(1, reach)), 20)


def test_totals_are_told_only_where_somebody_looks():
    """CD20-P-CHECK-01: two outcomes where nobody does, one for each face where everything is asked."""
    throw = Throw(bonus=3, dc=12)
    assert len(list(odds_of(call(attempt, throw)))) == 2
    assert len(list(odds_of(call(attempt, throw, ALL)))) == 20
    played = typed(call(attempt, throw, ALL), [9])
    assert (played.outcome.success, played.outcome.total, played.outcome.die) == (True, 12, 9)
    assert [(one.label, one.value, one.parts) for one in played.steps] == [
        ("total", 12, (("die", 9), ("bonus", 3))),
        ("success", True, ()),
    ]


def test_a_throw_is_told_under_its_own_names():
    """CD20-P-SAVE-01: labels, rule, whose dice and whose reasons."""
    labels = Labels("will_total", "will_success", "")
    throw = Throw(bonus=0, dc=9, save=True, rule="CD20-P-SAVE-01", labels=labels, by="Paul", who="Jack", purpose="will")
    played = typed(call(attempt, throw, frozenset({"will_total"})), [20])
    assert [(one.who, one.purpose, one.label) for one in played.dice] == [("Paul", "will", "d20")]
    assert {(one.label, one.rule, one.who) for one in played.steps} == {
        ("will_total", "CD20-P-SAVE-01", "Jack"),
        ("will_success", "CD20-P-SAVE-01", "Jack"),
    }


@pytest.mark.parametrize(
    ("mine", "other", "faces", "wins"),
    [(2, 2, [10, 9], True), (2, 2, [9, 10], False), (4, 3, [9, 10], True), (3, 4, [10, 9], False)],
)
def test_the_higher_total_wins_then_the_higher_bonus(mine, other, faces, wins):
    """CD20-P-CHECK-02."""
    result = typed(call(contest, Match(active=mine, passive=other, totals=True, margin=True)), faces).outcome
    assert result.active == wins
    assert (result.active_total, result.passive_total) == (faces[0] + mine, faces[1] + other)
    assert result.margin == abs(faces[0] + mine - faces[1] - other)


def test_equals_throw_again():
    """CD20-P-CHECK-02: as often as it takes, and the throws are counted where somebody looks."""
    match = Match(active=1, passive=1, by=("Paul", "Jack"), rolls=True)
    played = typed(call(contest, match), [5, 5, 7, 7, 9, 2])
    assert (played.outcome.active, played.outcome.rolls) == (True, 3)
    assert [one.who for one in played.dice] == ["Paul", "Jack"] * 3
    with pytest.raises(Refusal):
        typed(call(contest, match), [5, 5])


@pytest.mark.parametrize(("mine", "other"), [(0, 0), (3, 0), (0, 6), (25, 0)])
def test_the_odds_of_a_contest_are_those_of_four_hundred_throws(mine, other):
    """CD20-P-CHECK-02: brute force over both dice; a pair that must be thrown again does not count."""
    counted: Counter[bool] = Counter()
    for a in range(1, 21):
        for b in range(1, 21):
            if (a + mine, mine) != (b + other, other):
                counted[(a + mine, mine) > (b + other, other)] += 1
    expected = Fraction(counted[True], counted.total())
    assert odds_of(call(contest, Match(active=mine, passive=other))).chance(lambda found: found.active) == expected
