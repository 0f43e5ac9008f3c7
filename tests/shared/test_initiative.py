"""Who acts first, whatever a game adds to the die and breaks its ties with."""

from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import odds_of
from gardien.core.interpreters.typed import typed
from gardien.shared.initiative import FACES, MOST_ORDERED, MOST_TOTALS, Initiative, Quick, place_in_order


class Cunning(Quick, frozen=True):
    """Somebody whose wits break a tie."""

    wits: int = 0

    def breaks(self):
        return (-self.wits,)


def test_the_higher_total_comes_first_then_what_breaks_a_tie():
    four = (Cunning(2), Cunning(0, 1), Cunning(-3, 2), Cunning(0, 1))
    thrown = Initiative(four, with_totals=True).read([4, 6, 9, 6])
    assert (thrown.groups, thrown.totals) == (((2,), (1, 3), (0,)), (6, 6, 6, 6))
    assert Initiative((Quick(), Quick(1))).read([5, 4]).groups == ((0, 1),)


@settings(max_examples=12)
@drawn(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 1)), min_size=1, max_size=3))
def test_orders_are_counted_as_they_fall(fighters):
    """Those tied in everything come in any order, each as likely."""
    asked = Initiative(tuple(Cunning(*one) for one in fighters))
    weights = asked.weights()
    counted = {tuple(group[0] for group in one.groups): Fraction(ways, weights.total) for one, ways in weights.pairs}
    thrown: dict = {}
    for faces in product(range(1, FACES + 1), repeat=len(fighters)):
        orders = [sum(some, ()) for some in product(*(permutations(group) for group in asked.read(faces).groups))]
        for one in orders:
            thrown[one] = thrown.get(one, 0) + Fraction(1, len(orders) * FACES ** len(fighters))
    assert counted == thrown


def test_totals_are_told_apart_where_somebody_looks():
    asked = Initiative((Quick(2), Quick(-3)), with_totals=True)
    weights = asked.weights()
    assert [one for one, _ in weights.pairs] == [asked.read(faces) for faces in product(range(1, 21), repeat=2)]
    assert {ways for _, ways in weights.pairs} == {1}


def test_however_far_apart():
    weights = Initiative((Quick(-1000), Quick(1000), Quick())).weights()
    assert [(one.groups, ways) for one, ways in weights.pairs] == [(((1,), (2,), (0,)), 20**3 * 6)]


def test_six_who_are_alike():
    weights = Initiative((Quick(),) * 6).weights()
    assert {ways for _, ways in weights.pairs} == {20**6}
    assert (len(weights.pairs), weights.total) == (720, 20**6 * 720)


@pytest.mark.parametrize(("seen", "most"), [(False, MOST_ORDERED), (True, MOST_TOTALS)])
def test_more_are_refused_and_the_refusal_says_how_many_ways_there_may_be(seen, most):
    with pytest.raises(Refusal) as caught:
        Initiative((Quick(),) * (most + 1), seen).weights()
    result = caught.value
    assert (result.id, result.kind, result.words) == ("odds/too_many", "refused", {"most": FACES**most})


def test_those_still_tied_throw_again_group_by_group():
    names = ("Ada", "Bob", "Cid", "Dan")
    result = typed(call(place_in_order, ((1, 3), (0, 2)), names), [8, 8, 2, 1, 4, 5])
    assert result.outcome == ("Bob", "Dan", "Cid", "Ada")
    assert [one.who for one in result.dice] == ["Bob", "Dan", "Bob", "Dan", "Ada", "Cid"]
    three = typed(call(place_in_order, ((0, 1, 2),), names), [7, 12, 7, 3, 4])
    assert three.outcome == ("Bob", "Cid", "Ada")


def test_a_roll_off_is_followed_to_its_end():
    odds = odds_of(call(place_in_order, ((0, 1, 2),), ("A", "B", "C")))
    assert dict(odds) == dict.fromkeys(permutations("ABC"), Fraction(1, 6))
