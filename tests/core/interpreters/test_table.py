"""The table of a repeated step agrees with the step itself: rounds, ends, parts side by side, and samples."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.brute import by_all_dice
from gardien.core.chance import Done, Midway, apply, call, fold, repeat, roll, together
from gardien.core.dice import D6, Best, Die
from gardien.core.interpreters.odds import Odds, odds_of
from gardien.core.interpreters.table import FEW, Table

# --- a duel: each side loses what the other's die takes, both at once ------------------------------------------------


def blow(left, sides):
    """What is left of somebody after a blow: a high die takes two points, a middling one takes one."""
    loss = yield from roll(Die(sides).map(lambda face: 2 if face == sides else 1 if face > sides // 2 else 0), "d")
    return max(0, left - loss)


def judge(frame, left):
    first, second = left
    return Done((first > 0, second > 0)) if frame and not (first and second) else left


def both_strike(state):
    """A round as independent parts."""
    first, second = state
    return together(call(blow, first, 6), call(blow, second, 4), join=judge, frame=True)


def both_strike_in_turn(state):
    """The same round, asked for in one program."""
    first, second = state
    after_first = yield from roll(Die(6).map(lambda face: 2 if face == 6 else 1 if face > 3 else 0), "d")
    after_second = yield from roll(Die(4).map(lambda face: 2 if face == 4 else 1 if face > 2 else 0), "d")
    return judge(True, (max(0, first - after_first), max(0, second - after_second)))


def settled(step):
    """The step as a fold takes it: what is done stays done."""

    def again(state, _):
        if isinstance(state, Done):
            return state
        return call(step, state)

    return again


@pytest.mark.parametrize("step", [both_strike, both_strike_in_turn])
@pytest.mark.parametrize("rounds", range(5))
def test_rounds_of_a_table_are_the_step_folded_as_often(step, rounds):
    assert Table(step).after((3, 4), rounds) == odds_of(fold(settled(step), (3, 4), range(rounds)))


def test_rounds_of_a_table_are_what_all_dice_say():
    assert dict(Table(both_strike).after((2, 2), 2)) == by_all_dice(fold(settled(both_strike), (2, 2), range(2)))


@pytest.mark.parametrize("step", [both_strike, both_strike_in_turn])
def test_to_the_end_is_the_loop_solved(step):
    ends, _ = Table(step).to_the_end((3, 4))
    assert ends == odds_of(repeat(step, (3, 4)))
    assert sum(chance for _, chance in ends) == 1


def test_parts_side_by_side_are_the_flat_product():
    """Half-way points merge work, never chances: the table of parts equals the table of whole rounds."""
    parts, whole = Table(both_strike), Table(both_strike_in_turn)
    for rounds in range(6):
        assert parts.after((4, 3), rounds) == whole.after((4, 3), rounds)
    assert parts.to_the_end((4, 3)) == whole.to_the_end((4, 3))


@settings(max_examples=25)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.integers(1, 3))
def test_any_number_of_parts_is_the_flat_product(sides, rounds):
    def throw(sides, total):
        return (yield from roll(Die(sides).map(lambda face: (face + total) % 3), "d"))

    def parts(state):
        return together(*(call(throw, one, state) for one in sides), join=lambda _, answers: sum(answers) % 4)

    assert Table(parts).after(0, rounds) == odds_of(fold(settled(parts), 0, range(rounds)))


def test_a_round_in_which_nobody_acts_passes():
    def idle(state):
        return together(join=lambda frame, _: Done("over") if frame == 2 else frame + 1, frame=state)

    assert dict(Table(idle).after(0, 1)) == {1: 1}
    ends, rounds = Table(idle).to_the_end(0)
    assert (dict(ends), rounds) == ({"over": 1}, 3)


def test_an_end_stays_what_it_is():
    table = Table(both_strike)
    assert dict(table.after(Done("over"), 3)) == {Done("over"): 1}
    assert table.to_the_end(Done("over")) == (Odds({"over": 1}, 1), 0)


# --- how long --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [1, 2, 6, 20])
def test_waiting_for_one_face_takes_as_many_rounds_as_the_die_has_faces(sides):
    def wait(state):
        face = yield from roll(Die(sides), "d")
        return Done(True) if face == 1 else state

    assert Table(wait).to_the_end("waiting")[1] == sides


def test_half_way_points_are_no_rounds():
    """Two coins at once until both show heads: 4 rounds on average, although each round has two parts."""

    def coin():
        return (yield from roll(Die(2), "d2"))

    def two_coins(state):
        return together(
            call(coin), call(coin), join=lambda frame, faces: Done(True) if faces == (1, 1) else frame, frame=state
        )

    assert Table(two_coins).to_the_end("tossing")[1] == 4


def test_the_mean_number_of_rounds_is_the_sum_of_the_chances_to_be_still_at_it():
    """E(rounds) = Σ P(not done after n rounds); forty rounds leave less than 10^-6 of the sum out."""
    table = Table(both_strike)
    still = [table.after((2, 3), n).chance(lambda state: not isinstance(state, Done)) for n in range(40)]
    mean = table.to_the_end((2, 3))[1]
    assert 0 <= mean - sum(still) < Fraction(1, 10**6)


# --- samples ---------------------------------------------------------------------------------------------------------


def within_five_sigma(count, trials, chance):
    """A count of independent trials has σ = √(n·p·(1−p)); further than 5σ happens once in 1.7 million."""
    p = float(chance)
    return abs(count - trials * p) <= 5 * sqrt(trials * p * (1 - p))


@pytest.mark.parametrize("step", [both_strike, both_strike_in_turn])
def test_sampled_histories_are_spread_as_the_exact_odds_say(step):
    trials, rounds = 200_000, 3
    table = Table(step)
    counts = {table.number((3, 4)): trials}
    source = np.random.default_rng(20)
    for _ in range(rounds):
        counts = table.sample(counts, source)
    assert sum(counts.values()) == trials
    exact = dict(table.after((3, 4), rounds))
    assert {table.points[number] for number in counts} <= set(exact)
    for state, chance in exact.items():
        assert within_five_sigma(counts.get(table.number(state), 0), trials, chance)


def test_few_histories_are_drawn_one_by_one_with_the_same_odds():
    """Below FEW the ways are drawn by bisection instead of a multinomial: 3 at a time, 20 000 times."""

    def lopsided(_):
        return (yield from roll(Best(2, 6), "d6"))

    table = Table(lopsided)
    source = np.random.default_rng(21)
    at_once, times = FEW // 4, 20_000
    total: dict[int, int] = {}
    for _ in range(times):
        for number, count in table.sample({table.number("start"): at_once}, source).items():
            total[table.points[number]] = total.get(table.points[number], 0) + count
    for face, chance in odds_of(roll(Best(2, 6), "d6")):
        assert within_five_sigma(total[face], at_once * times, chance)


def test_few_histories_through_parts_side_by_side_need_no_whole_row():
    """The same odds, and nothing is worked out but what they meet."""
    table, source, runs = Table(both_strike), np.random.default_rng(4), 4000
    start, counts = table.number((3, 4)), dict[int, int]()
    for _ in range(runs // (FEW - 1)):
        for number, count in table.sample({start: FEW - 1}, source).items():
            counts[number] = counts.get(number, 0) + count
    assert table.rows[start] is None
    drawn = sum(counts.values())
    for state, chance in Table(both_strike).after((3, 4), 1):
        share = counts.get(table.number(state), 0) / drawn
        assert abs(share - chance) <= 5 * sqrt(chance * (1 - chance) / drawn)


def test_histories_can_be_drawn_from_odds_with_huge_denominators():
    """6^1000 is beyond the largest float; the best of a thousand dice is a 6 all the same."""

    def best(_):
        return (yield from roll(Best(1000, 6), "d6"))

    table = Table(best)
    for count in (1, 1000):
        assert table.sample({table.number("start"): count}, np.random.default_rng(2)) == {table.number(6): count}


def test_samples_leave_what_is_done_alone():
    table = Table(both_strike)
    counts = {table.number(Done("over")): 7}
    assert table.sample(counts, np.random.default_rng(1)) == counts


def test_a_state_is_worked_out_once():
    started = []

    def counted(state):
        started.append(state)
        face = yield from roll(D6, "d6")
        return (state + face) % 3

    table = Table(counted)
    table.after(0, 2)
    before = len(started)
    table.after(0, 50)
    assert len(started) == before, "no further program was started for states already met"


# --- one after the other: the acts of a round as steps of their own --------------------------------------------------


def act_by_act(state):
    """Whose turn it is strikes; a blow that ends it ends the round, and the last blow ends the round too."""
    whose, first, second = state
    left = yield from apply(blow, second if whose == 0 else first, 6)
    if left == 0:
        return Done(whose)
    return Midway((1, first, left)) if whose == 0 else (0, left, second)


def round_by_round(state):
    """The same as one program."""
    _, first, second = state
    second = yield from apply(blow, second, 6)
    if second == 0:
        return Done(0)
    first = yield from apply(blow, first, 6)
    return Done(1) if first == 0 else (0, first, second)


@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_acts_in_turn_are_rounds_like_any_others(rounds):
    acts, whole = Table(act_by_act), Table(round_by_round)
    assert acts.after((0, 3, 4), rounds) == whole.after((0, 3, 4), rounds)
    assert acts.to_the_end((0, 3, 4)) == whole.to_the_end((0, 3, 4))


def test_acts_in_turn_are_sampled_round_by_round():
    table, runs = Table(act_by_act), 20_000
    counts = table.sample({table.number((0, 3, 4)): runs}, np.random.default_rng(5))
    assert not counts.keys() & table.half_ways
    for state, chance in table.after((0, 3, 4), 1):
        drawn = counts.get(table.number(state), 0) / runs
        assert abs(drawn - chance) <= 5 * sqrt(chance * (1 - chance) / runs)
