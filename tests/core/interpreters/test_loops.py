"""Loops are solved, not cut short: ties, cycles between several states, and loops that nothing ends."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.spoken import both, french, refused
from gardien.core.chance import Done, repeat, roll
from gardien.core.dice import D6, Best, Die, Weights
from gardien.core.interpreters import loops
from gardien.core.interpreters.loops import groups, reachable, solve, visits
from gardien.core.interpreters.odds import odds_of
from gardien.core.interpreters.typed import typed


def chances(weights):
    return {value: Fraction(ways, weights.total) for value, ways in weights.pairs}


def chain(rows):
    """A chain from a plain table: state -> {state or Done: ways}."""
    return lambda state: Weights(tuple(rows[state].items()), sum(rows[state].values()))


# --- ties ------------------------------------------------------------------------------------------------------------


def until_they_differ(sides):
    margin = yield from roll(Die(sides) - Die(sides), "d")
    return Done("first" if margin > 0 else "second") if margin else sides


@pytest.mark.parametrize("sides", [2, 6, 100])
def test_throwing_again_on_a_tie_leaves_both_sides_even(sides):
    assert dict(odds_of(repeat(until_they_differ, sides))) == {"first": Fraction(1, 2), "second": Fraction(1, 2)}


def test_throwing_again_on_a_tie_is_conditioning_on_no_tie():
    """Best of three against one die: the odds of the decided throws, each divided by the chance that one decides."""

    def unequal(_):
        margin = yield from roll(Best(3, 6) - D6, "d6")
        return Done(margin) if margin else "tied"

    once = {}
    for margin, ways in (Best(3, 6) - D6).weights().pairs:
        once[margin] = Fraction(ways, 6**4)
    decided = 1 - once.pop(0)
    assert dict(odds_of(repeat(unequal, "tied"))) == {margin: chance / decided for margin, chance in once.items()}


@pytest.mark.parametrize("sides", [1, 2, 6, 20])
def test_a_geometric_wait_visits_its_state_once_for_each_throw(sides):
    rows = chain({"wait": {Done("six"): 1, "wait": sides - 1}} if sides > 1 else {"wait": {Done("six"): 1}})
    visited = visits("wait", reachable("wait", rows, lambda target: isinstance(target, Done)))
    assert visited == {"wait": Fraction(sides), Done("six"): Fraction(1)}


def test_a_loop_that_is_done_before_it_starts_takes_no_step():
    def never(state):
        raise AssertionError("no step was due")
        yield

    assert typed(repeat(never, Done(3)), []).outcome == 3
    assert dict(odds_of(repeat(never, Done(3)))) == {3: 1}


# --- cycles ----------------------------------------------------------------------------------------------------------


def test_the_gamblers_ruin_is_the_printed_formula():
    """Two chances in three to win a point, from 2 points, until 0 or 6: (1 − r^2) / (1 − r^6) with r = 1/2."""

    def bet(points):
        face = yield from roll(Die(3), "d3")
        after = points + (1 if face > 1 else -1)
        return Done(after) if after in (0, 6) else after

    r = Fraction(1, 2)
    won = (1 - r**2) / (1 - r**6)
    assert dict(odds_of(repeat(bet, 2))) == {6: won, 0: 1 - won}


weights = st.integers(0, 5)


@settings(max_examples=80)
@given(size=st.integers(1, 5), table=st.data())
def test_any_chain_ends_as_often_as_floats_and_matrix_powers_say(size, table):
    """Several states that lead back to one another and two ends; each state has a way out, however long.

    The judge squares the transition matrix sixty times: 2^60 steps, after which nothing is left under way.
    """
    rows = {}
    for state in range(size):
        ways = table.draw(st.lists(weights, min_size=size + 2, max_size=size + 2))
        ways[size] += 1
        targets = [*range(size), Done("left"), Done("right")]
        rows[state] = {target: way for target, way in zip(targets, ways, strict=True) if way}
    matrix = np.zeros((size + 2, size + 2))
    matrix[size, size] = matrix[size + 1, size + 1] = 1
    for state, row in rows.items():
        for target, way in row.items():
            column = target if isinstance(target, int) else size + (target.value == "right")
            matrix[state, column] = way / sum(row.values())
    for _ in range(60):
        matrix = matrix @ matrix
    exact = chances(solve(0, chain(rows)))
    assert sum(exact.values()) == 1
    assert float(exact.get("left", 0)) == pytest.approx(matrix[0, size], abs=1e-9)
    assert float(exact.get("right", 0)) == pytest.approx(matrix[0, size + 1], abs=1e-9)


def test_groups_come_in_the_order_in_which_mass_flows():
    rows = {
        "a": {"b": 1, "c": 1},
        "b": {"a": 1, "d": 1},
        "c": {"d": 1},
        "d": {"e": 1, "d": 1},
        "e": {Done(0): 1},
    }
    result = groups("a", reachable("a", chain(rows), lambda target: isinstance(target, Done)))
    assert [sorted(group) for group in result] == [["a", "b"], ["c"], ["d"], ["e"]]


def test_a_long_way_to_the_end_needs_no_deep_stack():
    """Five thousand states in a row: more than Python's own stack would hold."""

    def down(left):
        return Weights(((left - 1 if left > 1 else Done("out"), 1),), 1)

    assert chances(solve(5000, down)) == {"out": 1}


# --- no end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows",
    [
        {"a": {"a": 1}},
        {"a": {"b": 1}, "b": {"a": 1}},
        {"a": {"b": 1, Done("out"): 9}, "b": {"c": 1, "b": 1}, "c": {"b": 2}},
        {"a": {"a": 3, "b": 1}, "b": {"c": 1}, "c": {"d": 1}, "d": {"b": 1}},
    ],
    ids=["alone", "two", "some of it ends", "a trap behind a loop"],
)
def test_a_loop_that_may_never_end_is_refused(rows):
    refusal = refused(solve, "a", chain(rows))
    assert (refusal.id, refusal.kind) == ("odds/endless", "refused")
    assert both(refusal) == (
        french("Rien ne peut mettre fin à cette suite de jets~: les deux côtés sont condamnés à l’égalité."),
        "Nothing can end this series of throws: the two sides are bound to tie.",
    )


def test_a_loop_with_too_many_states_is_refused(monkeypatch):
    monkeypatch.setattr(loops, "MOST_STATES", 50)

    def ever_further(state):
        return Weights(((state + 1, 1), (Done(state), 1)), 2)

    assert refused(solve, 0, ever_further).id == "odds/too_many"
