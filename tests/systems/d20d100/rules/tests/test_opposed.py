"""One side against another: both roll, or one was rolled before (TEST-07 to TEST-09)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
TIES = ("active", "passive", "higher_modifier")

modifiers = st.integers(-40, 60)
faces = st.integers(1, 20)


def winner(dice, active=0, passive=0, kind="active_passive", **options):
    inputs = {"active_modifier": active, "passive_modifier": passive, "kind": kind, "options": options}
    return outcome("opposed_test", dice, **inputs)["winner"]


def test_an_opposition_is_told_in_full():
    """D100-EX-04: John hears the intruder on the stairs."""
    inputs = {"active_modifier": 4, "passive_modifier": -2, "active_skill": "ecouter", "passive_skill": "depl"}
    result = bench.answer("opposed_test", [8, 12], **inputs)
    assert result.outcome == {
        "active_total": 12,
        "passive_total": 10,
        "active_natural_one": False,
        "passive_natural_one": False,
        "winner": "active",
    }
    assert [(one.label, one.value, one.rule) for one in result.steps] == [
        ("active_total", 12, "D100-TEST-01"),
        ("passive_total", 10, "D100-TEST-01"),
        ("winner", "active", "D100-TEST-07"),
    ]
    assert [(one.label, one.purpose) for one in result.dice] == [("d20", "active"), ("d20", "passive")]


@pytest.mark.parametrize(
    ("dice", "expected"), [([1, 2], "passive"), ([2, 1], "active"), ([1, 1], "none"), ([1, 20], "passive")]
)
@pytest.mark.parametrize("kind", ["active_passive", "symmetric"])
def test_a_one_fails_whatever_the_totals(dice, expected, kind):
    """D100-EX-05, D100-TEST-03, D100-TEST-07: two of them change nothing."""
    for active, passive in ((60, -40), (-40, 60), (0, 0)):
        assert winner(dice, active, passive, kind) == expected
    inputs = {"active_modifier": 4, "passive_modifier": -2}
    assert bench.reasons("opposed_test", dice, **inputs)[-1] == ("winner", expected, "D100-TEST-03")


@pytest.mark.parametrize(
    ("kind", "option", "higher", "expected"),
    [
        ("active_passive", "active", 0, "active"),
        ("active_passive", "active", -3, "active"),
        ("active_passive", "passive", 3, "passive"),
        ("active_passive", "higher_modifier", 3, "active"),
        ("active_passive", "higher_modifier", -3, "passive"),
        ("active_passive", "higher_modifier", 0, "none"),
        *(("symmetric", option, 3, "active") for option in TIES),
        *(("symmetric", option, -3, "passive") for option in TIES),
        *(("symmetric", option, 0, "none") for option in TIES),
    ],
)
def test_a_tie_is_broken_as_the_table_wants(kind, option, higher, expected):
    """D100-TEST-07: a Difficulty is met by equality; equals compare modifiers, situations included."""
    dice = [10 - higher, 10]
    assert winner(dice, higher, 0, kind, opposed_tie=option) == expected
    inputs = {"active_modifier": 0, "active_mods": [higher], "passive_modifier": 0, "kind": kind}
    assert outcome("opposed_test", dice, **inputs, options={"opposed_tie": option})["winner"] == expected


@given(active=modifiers, passive=modifiers, first=st.integers(2, 20), second=st.integers(2, 20))
def test_the_higher_total_wins(active, passive, first, second):
    """D100-TEST-07; a 20 is only a number here (D100-TEST-04)."""
    expected = {1: "active", -1: "passive"}
    margin = first + active - second - passive
    for options in ({}, {"nat20_auto_success": True}):
        result = winner([first, second], active, passive, **options)
        assert result == (expected[(margin > 0) - (margin < 0)] if margin else "active")


@pytest.mark.parametrize("option", TIES)
@pytest.mark.parametrize("kind", ["active_passive", "symmetric"])
def test_odds_agree_with_every_face(kind, option):
    """D100-TEST-07, D100-ODDS-03."""
    inputs = {"active_modifier": 3, "passive_modifier": 1, "kind": kind, "options": {"opposed_tie": option}}
    bench.assert_odds_agree("opposed_test", **inputs)


def test_equals_have_equal_chances():
    """D100-ODDS-03: in a symmetric opposition nobody is favoured; two ones and ties change nothing."""
    inputs = {"active_modifier": 2, "passive_modifier": 2, "kind": "symmetric"}
    chances = [bench.chance("opposed_test", "winner", who, **inputs) for who in ("active", "passive", "none")]
    assert chances == [Fraction(190, 400), Fraction(190, 400), Fraction(20, 400)]


# ---- recorded ----


@given(modifier=modifiers, mods=st.lists(st.integers(-40, 40), max_size=2), face=faces)
def test_a_passive_roll_is_written_down(modifier, mods, face):
    """D100-TEST-08."""
    result = outcome("record_passive", [face], modifier=modifier, mods=mods, context="la lettre")
    assert result == {"passive_total": face + modifier + sum(mods), "passive_natural_one": face == 1}


@given(active=modifiers, total=st.integers(-60, 120), face=faces, one=st.booleans())
def test_an_active_roll_meets_what_was_written_down(active, total, face, one):
    """D100-TEST-08: equality succeeds; a stored 1 is beaten by anything but a 1."""
    inputs = {"active_modifier": active, "passive_total": total, "passive_natural_one": one}
    result = outcome("oppose_recorded", [face], **inputs)
    assert result["active_total"] == face + active
    assert result["natural_one"] is (face == 1)
    assert result["success"] is (face != 1 and (one or face + active >= total))


@given(
    active=st.integers(-10, 10), passive=st.integers(-10, 10), first=faces, second=faces, option=st.sampled_from(TIES)
)
def test_a_recorded_roll_is_worth_the_same_as_one_made_now(active, passive, first, second, option):
    """D100-TEST-07, D100-TEST-08: the record keeps all that matters."""
    options = {"opposed_tie": option}
    now = outcome("opposed_test", [first, second], active_modifier=active, passive_modifier=passive, options=options)
    record = outcome("record_passive", [second], modifier=passive)
    later = outcome(
        "oppose_recorded", [first], active_modifier=active, passive_modifier=passive, **record, options=options
    )
    assert later["success"] is (now["winner"] == "active")


@pytest.mark.parametrize(
    ("option", "passive_modifier", "success"),
    [("active", 5, True), ("passive", -5, False), ("higher_modifier", 2, True), ("higher_modifier", 3, False)],
)
def test_a_tie_with_a_record(option, passive_modifier, success):
    """D100-TEST-07: modifiers are read only where the table compares them."""
    inputs = {"active_modifier": 1, "active_mods": [2], "passive_total": 13, "passive_modifier": passive_modifier}
    assert outcome("oppose_recorded", [10], **inputs, options={"opposed_tie": option})["success"] is success


def test_a_twenty_does_not_beat_a_higher_record():
    """D100-TEST-04: never in oppositions."""
    inputs = {"active_modifier": 0, "passive_total": 21, "options": {"nat20_auto_success": True}}
    assert outcome("oppose_recorded", [20], **inputs)["success"] is False


def test_recorded_oppositions_give_their_reasons():
    """D100-TEST-08, D100-TEST-03."""
    inputs = {"active_modifier": 2, "passive_total": 12}
    assert bench.reasons("oppose_recorded", [10], **inputs) == [
        ("active_total", 12, "D100-TEST-01"),
        ("success", True, "D100-TEST-08"),
    ]
    assert bench.reasons("oppose_recorded", [1], **inputs)[-1] == ("success", False, "D100-TEST-03")
    assert bench.reasons("record_passive", [1], modifier=3) == [
        ("passive_total", 4, "D100-TEST-01"),
        ("passive_natural_one", True, "D100-TEST-08"),
    ]


def test_odds_of_records_agree_with_every_face():
    """D100-TEST-08."""
    bench.assert_odds_agree("record_passive", modifier=3)
    for one in (False, True):
        bench.assert_odds_agree("oppose_recorded", active_modifier=1, passive_total=13, passive_natural_one=one)


@given(modifier=modifiers)
def test_a_fixed_score_is_ten_and_the_modifier(modifier):
    """D100-EX-56, D100-TEST-09: Déplacement Silencieux +3 is 13."""
    assert outcome("fixed_score", modifier=modifier) == {"score": 10 + modifier}


@pytest.mark.parametrize(
    ("procedure", "inputs", "fault"),
    [
        ("opposed_test", {"active_modifier": 0}, ("field/missing", "passive_modifier")),
        ("opposed_test", {"active_modifier": 0, "passive_modifier": 61}, ("field/range", "passive_modifier")),
        (
            "opposed_test",
            {"active_modifier": 0, "passive_modifier": 0, "kind": "equal"},
            ("field/one_of", "kind"),
        ),
        ("oppose_recorded", {"active_modifier": 0, "passive_total": 121}, ("field/range", "passive_total")),
        ("oppose_recorded", {"active_modifier": 0}, ("field/missing", "passive_total")),
        ("record_passive", {"modifier": -41}, ("field/range", "modifier")),
        ("fixed_score", {}, ("field/missing", "modifier")),
    ],
)
def test_wrong_inputs_are_refused(procedure, inputs, fault):
    """D100-TEST-07: each refusal names its field."""
    assert refused(procedure, **inputs) == fault
