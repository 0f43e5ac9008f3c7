"""One rule, four readings: dice that are rolled, dice that are typed, all dice at once, and the reasons beside them."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.brute import by_all_dice
from core.spoken import both, french, refused
from gardien.core import chance
from gardien.core.chance import Done, apply, call, exact_odds, fold, repeat, roll, step, tail, together, watch
from gardien.core.dice import D3, D4, D6, Best, Dice, Die
from gardien.core.interpreters import odds as odds_module
from gardien.core.interpreters.odds import Odds, forget, known_odds, odds_of
from gardien.core.interpreters.play import play
from gardien.core.interpreters.run import DieShown
from gardien.core.interpreters.typed import typed

# --- a little fight, in which every request of the language is made --------------------------------------------------


def check(value, who):
    """One die, strictly above the value."""
    face = yield from roll(D6, "dC", who, "check")
    raised = face > value
    yield from step("raised", raised, "T-1", who=who)
    return raised


def wound(hurt, blow):
    """A blow lands on an even die: a plain-function rule, whose answer is its request."""
    return roll(D4.map(lambda face: min(9, hurt + blow * (face % 2 == 0))), "dW")


def settle(tied):
    """Both throw until they differ."""
    margin = yield from roll(D3 - D3, "dS")
    return Done(margin > 0) if margin else tied


def strike(bonus):
    """A one ends it at once: paths with different numbers of dice."""
    face = yield from roll(D6, "dA", "Ada", "strike")
    total = face + bonus
    yield from step("total", total, "T-2", (("face", face), ("bonus", bonus)))
    if face == 1:
        return "fumble", 0, False
    costs = yield from together(call(check, 2, "Ada"), call(check, 5, "Bo"))
    hurt = yield from fold(wound, 0, (1, 2) if total > 5 else (1,))
    details = yield from watch("seen", ("Ada", "Bo"))
    likely = yield from exact_odds(call(check, 3, "Cy"))
    return "hit", hurt + sum(costs), bool(details) or likely.chance(bool) != Fraction(1, 2)


def duel():
    first = yield from apply(strike, 2)
    if first[0] == "fumble":
        return tail(repeat(settle, "tied"))
    return first[1] > 1


class Script:
    """A source of dice that tells what it will show, and notes what it was asked."""

    def __init__(self, *faces):
        self.faces = list(faces)
        self.asked = []

    def randrange(self, start, stop, /):
        self.asked.append((start, stop))
        return self.faces.pop(0)


# --- played ----------------------------------------------------------------------------------------------------------


def test_a_played_rule_asks_its_source_for_each_die_in_order():
    source = Script(4, 3, 6, 2, 1)
    played = play(call(strike, 2), source)
    assert source.asked == [(1, 7), (1, 7), (1, 7), (1, 5), (1, 5)]
    assert played.outcome == ("hit", 1 + 1 + 1, True)
    assert played.dice == (
        DieShown("d6", 4, "dA", "Ada", "strike"),
        DieShown("d6", 3, "dC", "Ada", "check"),
        DieShown("d6", 6, "dC", "Bo", "check"),
        DieShown("d4", 2, "dW"),
        DieShown("d4", 1, "dW"),
    )


def test_the_reasons_come_with_their_parts_in_the_order_in_which_they_arose():
    played = play(call(strike, 2), Script(4, 3, 6, 2, 1))
    assert [(reason.label, reason.value, reason.rule, reason.parts, reason.who) for reason in played.steps] == [
        ("total", 6, "T-2", (("face", 4), ("bonus", 2)), ""),
        ("raised", True, "T-1", (), "Ada"),
        ("raised", True, "T-1", (), "Bo"),
    ]


def test_a_repeated_step_is_played_until_it_is_done():
    played = play(call(duel), Script(1, 2, 2, 3, 3, 1, 3))
    assert played.outcome is False
    assert [die.value for die in played.dice] == [1, 2, 2, 3, 3, 1, 3]


def test_a_pool_may_belong_to_several_people_one_die_each():
    def pooled():
        return (yield from roll(Best(2, 6), "dF", ("Ada", "Bo")))

    assert [(die.who, die.value) for die in typed(call(pooled), [3, 5]).dice] == [("Ada", 3), ("Bo", 5)]


# --- typed -----------------------------------------------------------------------------------------------------------


def test_typed_dice_give_what_the_same_dice_gave_in_play():
    assert typed(call(strike, 2), [4, 3, 6, 2, 1]) == play(call(strike, 2), Script(4, 3, 6, 2, 1))


def test_a_die_that_is_still_wanted_is_named():
    refusal = refused(typed, call(strike, 2), [4, 3])
    assert (refusal.id, refusal.field, refusal.words["who"], refusal.words["after"]) == ("dice/wanted", "dice", "Bo", 2)
    assert both(refusal) == (
        french("Il manque un dé~: dC (Bo), de 1 à 6."),
        "A die is still wanted: dC (Bo), 1 to 6.",
    )


def test_dice_that_nobody_asked_for_are_named():
    refusal = refused(typed, call(strike, 2), [1, 5, 6])
    assert (refusal.id, refusal.words["count"]) == ("dice/left_over", 2)
    assert both(refusal) == (
        french("Dés en trop~: 5, 6^; il en fallait 1."),
        "Too many dice: 5, 6 left over; 1 needed.",
    )


@pytest.mark.parametrize("face", [0, 7, -1, 10**9])
def test_a_face_that_the_die_cannot_show_is_refused_with_the_die(face):
    refusal = refused(typed, call(strike, 2), [face])
    assert refusal.id == "dice/face"
    assert "dA (Ada)" in both(refusal)[0]
    assert both(refusal)[1].endswith("cannot be shown by dA (Ada) (1 to 6).")


def test_every_number_of_dice_but_the_right_one_is_refused():
    right = [4, 3, 6, 2, 1]
    for count in range(len(right)):
        assert refused(typed, call(strike, 2), right[:count]).id == "dice/wanted"
    assert refused(typed, call(strike, 2), [*right, 1]).id == "dice/left_over"


# --- weighed ---------------------------------------------------------------------------------------------------------


def test_the_odds_of_a_rule_are_those_of_all_its_dice():
    assert dict(odds_of(call(strike, 2))) != dict(odds_of(call(strike, 0)))
    for bonus in range(4):
        exact = dict(odds_of(call(strike, bonus), frozenset({"seen"})))
        assert exact == by_all_dice(call(strike, bonus))
        assert sum(exact.values()) == 1


def test_a_rule_with_a_loop_is_weighed_to_its_end():
    """After a fumble (1/6) the tie-break is even; else a hit of more than 1 wins. Worked out by hand beside it."""
    hits = by_all_dice(call(strike, 2))
    won = sum(chance for outcome, chance in hits.items() if outcome[0] == "hit" and outcome[1] > 1)
    assert odds_of(call(duel)).chance(bool) == won + Fraction(1, 6) * Fraction(1, 2)


def test_odds_want_only_the_details_that_are_watched():
    def seen(fields):
        def asks():
            first = yield from watch("after", ("Ada", "Bo"))
            second = yield from watch("throws")
            return tuple(sorted(first)), bool(second)

        ((answer, chance),) = odds_of(call(asks), frozenset(fields))
        assert chance == 1
        return answer

    assert seen([]) == ((), False)
    assert seen(["after"]) == (("Ada", "Bo"), False)
    assert seen(["after.Bo"]) == (("Bo",), False)
    assert seen(["throws", "after.Nobody"]) == ((), True)


def test_play_wants_every_detail():
    def asks():
        return (yield from watch("after", ("Ada", "Bo")))

    assert typed(call(asks), []).outcome == {"Ada", "Bo"}


def test_the_odds_of_a_rule_are_a_value_in_play_and_in_odds_alike():
    def asks():
        known = yield from exact_odds(call(check, 4, ""))
        return known.chance(bool)

    assert typed(call(asks), []).outcome == Fraction(1, 3)
    assert dict(odds_of(call(asks))) == {Fraction(1, 3): 1}
    assert known_odds(call(check, 4, "")) == Odds({True: 1, False: 2}, 3)


def test_a_plain_function_is_a_rule_whether_it_answers_or_asks():
    def double(value):
        return 2 * value

    def asks():
        doubled = yield from apply(double, 4)
        face = yield from apply(lambda: roll(D3, "d3"))
        return doubled + face

    assert typed(call(asks), [2]).outcome == 10
    assert dict(odds_of(call(asks))) == {9: Fraction(1, 3), 10: Fraction(1, 3), 11: Fraction(1, 3)}
    assert dict(odds_of(call(double, 3))) == {6: 1}


def test_a_tail_call_is_the_outcome_in_every_reading():
    def one_more(left):
        if left == 0:
            return tail(roll(Dice.parse("1D3+10"), "d3"))
        face = yield from roll(Die(2), "d2")
        return tail(call(one_more, left - face if face <= left else 0))

    assert typed(call(one_more, 2), [1, 1, 3]).outcome == 13
    assert dict(odds_of(call(one_more, 2))) == by_all_dice(call(one_more, 2))


def test_folds_within_folds_merge_and_stay_exact():
    def throw_each(total, sides):
        return roll(Die(sides).map(lambda face: (total + face) % 5), f"d{sides}")

    def add_up(total, row):
        inner = yield from fold(throw_each, 0, row)
        outer = yield from fold(throw_each, total, row[:1])
        return (inner * outer) % 7

    asked = fold(add_up, 1, ((2, 3), (3,), (2, 2)))
    assert dict(odds_of(asked)) == by_all_dice(asked)


def test_a_fold_over_nothing_is_its_first_state():
    assert dict(odds_of(fold(wound, 3, ()))) == {3: 1}
    assert typed(fold(wound, 3, ()), []).outcome == 3


def test_independent_rules_side_by_side_are_joined():
    def larger(frame, answers):
        return frame + max(answers)

    asked = together(call(lambda: roll(D4, "d4")), call(lambda: roll(D6, "d6")), join=larger, frame=100)
    assert typed(asked, [4, 2]).outcome == 104
    assert dict(odds_of(asked)) == by_all_dice(asked)
    assert dict(odds_of(together())) == {(): 1}


def test_reasons_change_no_odds():
    def silent(value):
        face = yield from roll(D6, "dC")
        return face > value

    assert odds_of(call(silent, 2)) == odds_of(call(check, 2, "Ada"))


# --- random programs against brute force -----------------------------------------------------------------------------


def run_tree(tree):
    """A made-up rule: a tree of requests, each branch chosen by the answer."""
    kind, *rest = tree
    if kind == "end":
        return rest[0]
    if kind == "tail":
        return tail(call(run_tree, rest[0]))
    asked, branches = rest
    if kind == "roll":
        answer = yield from roll(asked, "die")
    elif kind == "call":
        answer = yield from apply(run_tree, asked)
    elif kind == "fold":
        answer = yield from fold(run_step, 0, asked)
    elif kind == "together":
        answer = sum((yield from together(*(call(run_tree, one) for one in asked))))
    else:
        answer = yield from repeat(count_down, asked)
    yield from step("answer", answer, "T-3")
    return (
        tail(call(run_tree, branches[answer % len(branches)]))
        if kind == "fold"
        else (yield from apply(run_tree, branches[answer % len(branches)]))
    )


def run_step(state, tree):
    answer = yield from apply(run_tree, tree)
    return (state + answer) % 3


def count_down(left):
    """A loop that always ends, so that brute force ends too."""
    if left <= 0:
        return Done(-left)
    face = yield from roll(Die(2), "d2")
    return left - face


ends = st.tuples(st.just("end"), st.integers(0, 3))
throws = st.one_of(st.integers(1, 4).map(Die), st.builds(Best, st.integers(1, 2), st.integers(1, 3)))


def grown(children):
    branches = st.lists(children, min_size=1, max_size=3).map(tuple)
    some = st.lists(children, max_size=2).map(tuple)
    return st.one_of(
        st.tuples(st.just("roll"), throws, branches),
        st.tuples(st.just("tail"), children),
        st.tuples(st.just("call"), children, branches),
        st.tuples(st.just("fold"), some, branches),
        st.tuples(st.just("together"), some, branches),
        st.tuples(st.just("repeat"), st.integers(0, 3), branches),
    )


@settings(max_examples=150)
@given(st.recursive(ends, grown, max_leaves=6))
def test_any_rule_is_weighed_as_all_its_dice_weigh_it(tree):
    asked = call(run_tree, tree)
    assert dict(odds_of(asked)) == by_all_dice(asked)


# --- odds as a value -------------------------------------------------------------------------------------------------


def test_odds_are_kept_in_lowest_terms_and_compare_as_such():
    assert Odds({"a": 2, "b": 4}, 6) == Odds({"a": 1, "b": 2}, 3)
    assert Odds({"a": 1, "b": 2}, 3) != Odds({"a": 2, "b": 1}, 3)
    assert len(Odds({"a": 2, "b": 4}, 6)) == 2
    assert repr(Odds({"a": 1}, 1)) == "Odds({'a': Fraction(1, 1)})"


def test_odds_answer_for_chances_means_and_coarser_views():
    thrown = odds_of(roll(Dice.parse("2D6"), "d6"))
    assert thrown.chance(lambda total: total >= 10) == Fraction(1, 6)
    assert thrown.mean(lambda total: total) == 7
    assert thrown.by(lambda total: total % 2 == 0) == Odds({True: 1, False: 1}, 2)


def test_a_rule_with_too_many_ways_is_refused_rather_than_cut_short(monkeypatch):
    monkeypatch.setattr(odds_module, "MOST_LEAVES", 100)
    forget()

    def many():
        faces = []
        for _ in range(3):
            face = yield from roll(D6, "d6")
            faces.append(face)
        return tuple(faces)

    refusal = refused(odds_of, call(many))
    assert (refusal.id, refusal.kind) == ("odds/too_many", "refused")
    assert both(refusal) == (
        "Trop d’issues différentes pour un calcul exact (plus de 100). Demander moins de détails avec --by.",
        "Too many different outcomes for exact odds (more than 100). Ask for fewer details with --by.",
    )
    assert refused(odds_of, together(*[call(lambda: roll(D6, "d6"))] * 3)).id == "odds/too_many"


def test_a_sub_rule_is_worked_out_once_for_each_set_of_arguments():
    started = []

    def counted(value):
        started.append(value)
        return (yield from roll(D6.map(lambda face: face > value), "d6"))

    def asks():
        first = yield from apply(counted, 2)
        second = yield from apply(counted, 2)
        third = yield from apply(counted, 3)
        return first + second + third

    forget()
    odds_of(call(asks))
    assert len(started) == 2 * 2, "each of the two calls starts its program once for each of its two answers"


def test_a_call_takes_its_arguments_by_position_so_that_equal_calls_are_equal():
    assert call(check, 2, "Ada") == call(check, 2, "Ada")
    assert hash(call(check, 2, "Ada")) == hash(call(check, 2, "Ada"))
    with pytest.raises(TypeError, match="positional"):
        call(check, value=2, who="Ada")


def test_something_that_is_no_request_is_an_error_of_the_rule_in_every_reading():
    class Odd(chance.Request, frozen=True):
        """A request nobody knows."""

    def asks():
        yield Odd()

    with pytest.raises(TypeError, match="no request"):
        odds_of(call(asks))
    with pytest.raises(TypeError, match="no request"):
        typed(call(asks), [])


def test_a_number_that_begins_like_a_program_is_only_its_answer():
    """A rule may answer without a question: `is_program` tells a generator from everything else."""
    assert not chance.is_program(3)
    assert not chance.is_program(roll(D6, "d6"))
    assert chance.is_program(strike(1))
