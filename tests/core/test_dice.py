"""Dice: the notation as the games print it, and every question weighed against all faces, one by one."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.spoken import both, french, refused
from gardien.core.dice import (
    ALL,
    D3,
    D4,
    D6,
    D8,
    D10,
    D12,
    D20,
    D100,
    MOST_DICE,
    MOST_NOTATION,
    Best,
    Dice,
    Die,
    Difference,
    Pool,
    Pooled,
    Question,
    Term,
    weights_of,
)
from gardien.core.errors import Refusal


def by_all_faces(question: Question) -> Counter:
    """The judge: every way the dice can fall, read one by one."""
    return Counter(question.read(faces) for faces in product(*(range(1, sides + 1) for sides in question.sides())))


def assert_weighed_right(question: Question) -> None:
    weights = question.weights()
    answers = [answer for answer, _ in weights.pairs]
    assert len(answers) == len(set(answers)), "an answer stands twice"
    assert dict(weights.pairs) == by_all_faces(question)
    assert weights.total == prod(question.sides()) == sum(ways for _, ways in weights.pairs)


def chances(weights) -> dict:
    return {answer: Fraction(ways, weights.total) for answer, ways in weights.pairs}


def icepool_chances(die) -> dict:
    return {outcome: Fraction(int(die.quantity(outcome)), int(die.denominator())) for outcome in die}


# --- notation --------------------------------------------------------------------------------------------------------

PRINTED = [
    ("1D6+2", Dice((Term(1, 6),), 2)),
    ("2d6", Dice((Term(2, 6),))),
    ("D100", Dice((Term(1, 100),))),
    ("d3", Dice((Term(1, 3),))),
    ("(2D6+6)x5", Dice((Term(2, 6, 5),), 30)),
    ("(2D6+6)×5", Dice((Term(2, 6, 5),), 30)),
    ("5x(2D6+6)", Dice((Term(2, 6, 5),), 30)),
    ("3D6*5", Dice((Term(3, 6, 5),))),
    ("d20-d20", Dice((Term(1, 20), Term(1, 20, -1)))),
    ("1D6−1", Dice((Term(1, 6),), -1)),
    ("1D8 + 1D4 - 2", Dice((Term(1, 8), Term(1, 4)), -2)),
    ("  2 x ( 1D6 + 1 )  ", Dice((Term(1, 6, 2),), 2)),
    ("10-(1D6-2)", Dice((Term(1, 6, -1),), 12)),
    ("-1D6", Dice((Term(1, 6, -1),))),
    ("7", Dice((), 7)),
    ("0D6+3", Dice((), 3)),
    ("1D6x0", Dice((), 0)),
    ("2x3x1D4", Dice((Term(1, 4, 6),))),
]


@pytest.mark.parametrize(("text", "dice"), PRINTED, ids=[text for text, _ in PRINTED])
def test_a_notation_is_read_as_the_books_print_it(text, dice):
    assert Dice.parse(text) == dice


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2d6+6", "2D6+6"),
        ("(2d6+6)×5", "(2D6+6)x5"),
        ("d20-d20", "1D20-1D20"),
        ("3-1d6", "-1D6+3"),
        ("1d6x5+3", "1D6x5+3"),
        ("1d6x2+1d6x3", "1D6x2+1D6x3"),
        ("2-2", "0"),
    ],
)
def test_dice_are_written_in_one_way(text, shown):
    assert str(Dice.parse(text)) == shown


terms = st.builds(Term, st.integers(1, 20), st.integers(1, 100), st.integers(-9, 9).filter(lambda factor: factor != 0))
any_dice = st.builds(Dice, st.lists(terms, max_size=4).map(tuple), st.integers(-999, 999))


@given(any_dice)
def test_what_is_written_reads_back_as_the_same_dice(dice):
    assert Dice.parse(str(dice)) == dice


@given(st.text("0123456789dDxX×*+-−() ", max_size=40))
def test_any_text_is_dice_or_a_refusal_in_both_languages(text):
    """No text makes the reader crash, and what it accepts can be thrown: as many dice as it says, within its limits."""
    dice = refusal = None
    try:
        dice = Dice.parse(text)
    except Refusal as fault:
        refusal = fault
    if refusal:
        assert refusal.id.startswith("dice/")
        assert all(len(words) > 10 for words in both(refusal))
    else:
        assert dice.lowest() <= dice.read([1] * len(dice.sides())) <= dice.highest()
        assert len(dice.sides()) <= MOST_DICE


@pytest.mark.parametrize(
    ("text", "fr", "en"),
    [
        ("", "Aucun dé n’est écrit^; par exemple 2D6+3.", "No dice are written; for example 2D6+3."),
        (
            "1D6+",
            "«~1D6+~» s’arrête après «~+~»^; il faut un nombre ou des dés.",
            "“1D6+” ends after “+”; a number or dice must follow.",
        ),
        (
            "2D6x",
            "«~2D6x~» s’arrête après «~x~»^; il faut un nombre ou des dés.",
            "“2D6x” ends after “x”; a number or dice must follow.",
        ),
        (
            "2D6+feu",
            "«~2D6+feu~»~: «~feu~» ne se lit pas ici^; par exemple 2D6+3, (2D6+6)x5.",
            "“2D6+feu”: “feu” cannot be read here; for example 2D6+3, (2D6+6)x5.",
        ),
        (
            "2D6 3D6",
            "«~2D6 3D6~»~: «~3D6~» ne se lit pas ici^; par exemple 2D6+3, (2D6+6)x5.",
            "“2D6 3D6”: “3D6” cannot be read here; for example 2D6+3, (2D6+6)x5.",
        ),
        (
            "(2D6+6x5",
            "«~(2D6+6x5~»~: il manque une parenthèse fermante.",
            "“(2D6+6x5”: a closing parenthesis is missing.",
        ),
        (
            "2D6x1D6",
            "«~2D6x1D6~» multiplie des dés par des dés^; il faut un nombre, comme dans (2D6+6)x5.",
            "“2D6x1D6” multiplies dice by dice; a number is needed, as in (2D6+6)x5.",
        ),
        (
            "2000D6",
            "«~2000D6~» demande trop de dés~: 1^000 au plus.",
            "“2000D6” asks for too many dice: 1,000 at most.",
        ),
        (
            "600D6+600D6",
            "«~600D6+600D6~» demande trop de dés~: 1^000 au plus.",
            "“600D6+600D6” asks for too many dice: 1,000 at most.",
        ),
        (
            "1000000000D6",
            "«~1000000000D6~»~: 100000… est trop grand.",
            "“1000000000D6”: 100000… is too large.",
        ),
        ("1D0", "«~1D0~»~: un dé a de 1 à 1^000 faces.", "“1D0”: a die has 1 to 1,000 faces."),
        ("1D1001", "«~1D1001~»~: un dé a de 1 à 1^000 faces.", "“1D1001”: a die has 1 to 1,000 faces."),
        (
            "1000D1000x2",
            "«~1000D1000x2~»~: les totaux s’étalent sur plus de 1^000^000 valeurs.",
            "“1000D1000x2”: the totals spread over more than 1,000,000 values.",
        ),
    ],
)
def test_a_bad_notation_is_refused_with_what_would_be_right(text, fr, en):
    assert both(refused(Dice.parse, text)) == (french(fr), en)


def test_ten_megabytes_of_digits_are_refused_unread():
    refusal = refused(Dice.parse, "9" * 10_000_000)
    assert both(refusal) == (
        "Une notation de dés a 200 caractères au plus.",
        "A dice notation has 200 characters at most.",
    )
    assert len(refusal.words["came"]) <= MOST_NOTATION


def test_the_deepest_parentheses_that_fit_are_read_or_refused():
    deepest = MOST_NOTATION // 2 - 1
    assert Dice.parse("(" * deepest + "1" + ")" * deepest) == Dice((), 1)
    assert refused(Dice.parse, "(" * MOST_NOTATION).id == "dice/ends_after"


# --- weights ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["1D6+2", "2D6", "3D4-1", "(2D6+6)x5", "d6-d6", "1D6x3+1D4x2-1D3", "5-2D3x2", "7"])
def test_a_sum_weighs_every_total_by_the_ways_to_throw_it(text):
    assert_weighed_right(Dice.parse(text))


small_terms = st.builds(
    Term, st.integers(1, 2), st.integers(1, 6), st.integers(-3, 3).filter(lambda factor: factor != 0)
)


@given(st.builds(Dice, st.lists(small_terms, max_size=3).map(tuple), st.integers(-9, 9)))
def test_any_small_sum_weighs_every_total_by_the_ways_to_throw_it(dice):
    assert_weighed_right(dice)
    totals = [total for total, _ in dice.weights().pairs]
    assert (min(totals), max(totals)) == (dice.lowest(), dice.highest())


fewer = st.builds(Term, st.integers(1, 4), st.integers(1, 20), st.sampled_from([-3, -1, 1, 1, 2, 5]))


@settings(max_examples=40)
@given(st.builds(Dice, st.lists(fewer, max_size=3).map(tuple), st.integers(-9, 9)))
def test_sums_agree_with_icepool(dice):
    die = icepool.Die([dice.constant])
    for term in dice.terms:
        die = die + term.factor * (term.count @ icepool.d(term.faces))
    assert chances(dice.weights()) == icepool_chances(die)


def test_many_dice_are_weighed_and_the_unweighable_is_refused_at_once():
    """A hundred d100 are quick; a thousand thousand-sided dice would take hours and are refused instead."""
    weights = Dice.parse("100D100").weights()
    assert weights.total == 100**100 == sum(ways for _, ways in weights.pairs)
    assert refused(Dice.parse("1000D1000").weights).id == "odds/too_many"


@given(
    count=st.integers(1, 4),
    faces=st.integers(1, 5),
    keep=st.sampled_from(["highest", "lowest"]),
    seen=st.one_of(st.just(ALL), st.sets(st.integers(0, 3)).map(sorted).map(tuple)),
)
def test_a_pool_is_weighed_by_what_is_looked_at(count, faces, keep, seen):
    """Some dice are told apart, of the others only the kept one counts: the closed form against all faces."""
    if seen != ALL:
        seen = tuple(position for position in seen if position < count)
    assert_weighed_right(Pool(count, faces, keep, seen))


def test_a_pool_tells_its_seen_dice_apart_and_keeps_one_of_the_others():
    assert Pool(4, 6, "highest", (1,)).read([2, 6, 5, 3]) == Pooled((6,), 5)
    assert Pool(4, 6, "lowest", (1,)).read([2, 6, 5, 3]) == Pooled((6,), 2)
    assert Pool(2, 6, "highest", ALL).read([2, 6]) == Pooled((2, 6), 0)


def test_a_pool_with_too_many_dice_told_apart_has_no_odds():
    assert refused(Pool(7, 6, "highest", ALL).weights).id == "odds/too_many"
    assert refused(Pool(6, 1000, "highest", ALL).weights).id == "odds/too_many"
    assert len(Pool(6, 6, "highest", ALL).weights().pairs) == 6**6


@given(count=st.integers(1, 5), faces=st.integers(1, 6), keep=st.sampled_from(["highest", "lowest"]))
def test_the_best_of_some_dice_agrees_with_all_faces_and_icepool(count, faces, keep):
    best = Best(count, faces, keep)
    assert_weighed_right(best)
    die = icepool.d(faces)
    assert chances(best.weights()) == icepool_chances(die.highest(count) if keep == "highest" else die.lowest(count))


def test_the_best_of_a_thousand_dice_is_as_quick_as_of_one():
    weights = Best(1000, 6).weights()
    assert dict(weights.pairs)[6] == 6**1000 - 5**1000


questions = st.one_of(
    st.integers(1, 6).map(Die),
    st.builds(Best, st.integers(1, 3), st.integers(1, 4), st.sampled_from(["highest", "lowest"])),
    st.builds(
        Dice, st.lists(st.builds(Term, st.integers(1, 2), st.integers(1, 4)), max_size=1).map(tuple), st.integers(-2, 2)
    ),
)


@given(questions, questions)
def test_one_throw_against_another_is_their_difference(first, second):
    assert first - second == Difference(first, second)
    assert_weighed_right(first - second)


@given(questions, st.integers(1, 5))
def test_a_coarser_reading_merges_the_answers_with_one_meaning(question, modulus):
    assert_weighed_right(question.map(lambda value: value % modulus))


def test_a_mapped_difference_reads_the_same_dice():
    sign = (D20 - D20).map(lambda margin: (margin > 0) - (margin < 0))
    assert sign.sides() == (20, 20)
    assert sign.read([3, 15]) == -1
    assert chances(sign.weights()) == {-1: Fraction(19, 40), 0: Fraction(1, 20), 1: Fraction(19, 40)}


def test_a_die_shows_each_face_once():
    assert dict(D6.weights().pairs) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}
    assert str(D100) == "d100"
    assert_weighed_right(D100)


def test_the_dice_of_the_games_have_as_many_faces_as_their_name_says():
    for die, faces in zip((D3, D4, D6, D8, D10, D12, D20, D100), (3, 4, 6, 8, 10, 12, 20, 100), strict=True):
        assert (die.sides(), str(die)) == ((faces,), f"d{faces}")


def test_equal_questions_are_weighed_once():
    assert weights_of(Dice.parse("3D6")) is weights_of(Dice.parse("3d6"))
