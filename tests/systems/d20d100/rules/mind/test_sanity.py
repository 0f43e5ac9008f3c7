"""SAN tests, losses and their hour, decompensation (SAN)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.chance import call
from gardien.core.dice import Dice
from gardien.core.errors import Refusal
from gardien.core.interpreters.typed import typed
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import Mind
from gardien.systems.d20d100.rules.mind.sanity import Horror, confront
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused

SLIDES = {"rule_decompensation": True}
percent = st.integers(1, 100)


# ---- the test ----


@given(san=st.integers(1, 99), bonus=st.integers(-20, 20), face=percent)
def test_a_d100_at_or_under_san(san, bonus, face):
    """D100-SAN-01: 00 is 100; traits count for the test only."""
    result = outcome("san_check", [face], san=san, san_bonus=bonus, loss_failure="1")
    held = face <= san + bonus
    assert (result["success"], result["loss"], result["san"]) == (held, 0 if held else 1, san - (not held))


def test_each_side_has_its_own_loss():
    """D100-SAN-01: 1/1d6."""
    losses = {"loss_success": "1", "loss_failure": "1d6"}
    assert picked("san_check", [55], "success", "loss", "san", san=55, **losses) == (True, 1, 54)
    assert picked("san_check", [56, 4], "success", "loss", "san", san=55, **losses) == (False, 4, 51)
    assert bench.thrown("san_check", [56, 6, 20], san=55, **losses) == [
        ("d100", "san"),
        ("d6", "san_loss"),
        ("d20", "idee"),
    ]


def test_a_test_is_told_in_full():
    """D100-SAN-01, D100-SAN-03: 72 against 55, 1d6 = 5."""
    result = bench.answer("san_check", [72, 5, 9], san=55, loss_failure="1d6")
    assert result.outcome == {
        "success": False,
        "loss": 5,
        "san": 50,
        "lost_this_hour": 5,
        "idea_rolled": True,
        "idea_success": False,
        "temp_mad": True,
        "indef_mad": False,
        "perm_mad": False,
        "decompensating": False,
    }
    assert [(one.label, one.value, one.rule) for one in result.steps] == [
        ("target", 55, "D100-SAN-01"),
        ("success", False, "D100-SAN-01"),
        ("loss", 5, "D100-SAN-01"),
        ("san", 50, "D100-SAN-01"),
        ("lost_this_hour", 5, "D100-SAN-04"),
        ("idea_success", False, "D100-TEST-01"),
        ("temp_mad", True, "D100-SAN-03"),
    ]


def test_a_great_loss_is_thrown_as_it_stands():
    """D100-MISS-09: 1d10/1d100."""
    losses = {"loss_success": "1d10", "loss_failure": "1d100"}
    assert picked("san_check", [60, 58, 15], "loss", "san", "indef_mad", san=59, **losses) == (58, 1, True)
    assert picked("san_check", [60, 100], "loss", "san", "perm_mad", san=59, **losses) == (100, 0, True)


def test_dice_with_a_constant_never_give_san():
    """D100-CORE-01: 1d4−1 may come to nothing, and no lower."""
    assert picked("lose_san", [1], "loss", "san", "indef_mad", san=3, loss="1d4-1") == (0, 3, False)
    assert picked("lose_san", [1], "loss", "san", san=30, loss="1d3-3") == (0, 30)
    assert picked("lose_san", [2, 2], "loss", "san", san=30, loss="2d3+0") == (4, 26)
    assert picked("lose_san", [], "loss", "san", san=30, loss="") == (0, 30)


def test_one_gets_used_to_a_creature():
    """D100-MISS-09: what it may still take is a ceiling."""
    result = bench.answer("san_check", [99, 6], san=50, loss_failure="1d6", loss_cap=2)
    assert (result.outcome["loss"], result.outcome["idea_rolled"]) == (2, False)
    assert ("loss", 2, "D100-MISS-09") in [(one.label, one.value, one.rule) for one in result.steps]
    assert picked("san_check", [99, 6], "loss", "perm_mad", san=1, loss_failure="1d6", loss_cap=0) == (0, False)
    assert picked("lose_san", [], "loss", "san", san=9, loss="4", loss_cap=3) == (3, 6)


# ---- five at once ----


@given(loss=st.integers(0, 9), idee=st.integers(-20, 40), face=st.integers(1, 20), reverse=st.booleans())
def test_five_points_at_once_ask_for_idee(loss, idee, face, reverse):
    """D100-SAN-03: failure maddens; where the table follows d100, success does."""
    options = {"idea_success_maddens": reverse}
    result = outcome("lose_san", [face] if loss >= 5 else [], san=99, loss=str(loss), idee=idee, options=options)
    assert result["idea_rolled"] is (loss >= 5)
    if loss < 5:
        assert "idea_success" not in result
        assert result["temp_mad"] is False
    else:
        assert result["idea_success"] is (face != 1 and face + idee >= 10)
        assert result["temp_mad"] is (result["idea_success"] is reverse)


def test_a_natural_20_may_understand():
    """D100-TEST-04."""
    assert picked("lose_san", [20], "idea_success", san=99, loss="5", idee=-20) == (False,)
    options = {"nat20_auto_success": True}
    assert picked("lose_san", [20], "idea_success", san=99, loss="5", idee=-20, options=options) == (True,)


# ---- a fifth in an hour ----


@given(san=st.integers(10, 95), before=st.integers(0, 4), loss=st.integers(0, 4))
def test_a_fifth_of_the_hours_start(san, before, loss):
    """D100-SAN-04: five times the losses reach the SAN of the hour’s start, and something was lost just now."""
    result = outcome("lose_san", [], san=san, loss=str(loss), san_lost_this_hour=before)
    assert result["lost_this_hour"] == before + loss
    assert result["indef_mad"] is (loss > 0 and 5 * (before + loss) >= san + before)


def test_an_hour_costs_no_more_than_there_is():
    """D100-SAN-04: what a sheet keeps of the hour ends where SAN does, and then nothing is left to lose."""
    result = outcome("lose_san", [], san=60, loss="70", san_lost_this_hour=39)
    assert (result["loss"], result["lost_this_hour"], result["perm_mad"]) == (70, 99, True)


def test_the_base_of_the_fifth():
    """D100-SAN-04: the hour’s start as it is named, or the box of creation."""
    inputs = {"san": 40, "loss": "4", "san_lost_this_hour": 4}
    assert picked("lose_san", [], "indef_mad", **inputs) == (False,)  # 8 of 44
    assert picked("lose_san", [], "indef_mad", **inputs, san_hour_start=40) == (True,)
    assert picked("lose_san", [], "indef_mad", **inputs, san_creation=40) == (False,)
    creation = {"san_20pct_base": "creation"}
    assert picked("lose_san", [], "indef_mad", **inputs, san_creation=40, options=creation) == (True,)
    assert picked("lose_san", [], "indef_mad", **inputs, san_creation=41, options=creation) == (False,)
    assert picked("lose_san", [], "indef_mad", **inputs, options=creation) == (False,)
    assert picked("lose_san", [], "indef_mad", **inputs, san_hour_start=40, options=creation) == (True,)


# ---- the end of reason ----


@given(san=st.integers(1, 20), loss=st.integers(0, 30))
def test_no_san_left_is_for_ever(san, loss):
    """D100-SAN-05: no Idée, no other madness then; the loss itself is not reduced."""
    gone = loss >= san
    result = outcome("lose_san", [] if gone or loss < 5 else [10], san=san, loss=str(loss))
    assert (result["loss"], result["san"], result["perm_mad"]) == (loss, max(0, san - loss), gone)
    if gone:
        assert (result["idea_rolled"], result["temp_mad"], result["indef_mad"]) == (False, False, False)
    assert result["decompensating"] is False


@given(san=st.integers(-9, 12), loss=st.integers(0, 25))
def test_with_decompensation_the_end_is_ten_lower(san, loss):
    """D100-SAN-06: at 0 one is incoherent but does not slide."""
    left = max(-10, san - loss)
    gone = loss > 0 and left == -10
    dice = [10] if loss >= 5 and not gone else []
    result = outcome("lose_san", dice, san=san, loss=str(loss), options=SLIDES)
    assert (result["san"], result["perm_mad"]) == (left, gone)
    assert result["decompensating"] is (-9 <= left <= -1)


@pytest.mark.parametrize("san", [0, -1, -9])
def test_nobody_plays_on_without_san(san):
    """D100-SAN-05: below 1 only where decompensation is played."""
    assert refused("san_check", [], san=san) == ("field/at_least", "san")
    assert refused("lose_san", [], san=san, loss="1") == ("field/at_least", "san")
    assert picked("san_check", [1], "success", san=san, options=SLIDES) == (False,)


def test_bad_inputs_name_their_field():
    """D100-CORE-01."""
    assert refused("san_check", [], san=-10) == ("field/range", "san")
    assert refused("san_check", [], san=100) == ("field/range", "san")
    assert refused("san_check", [], san=50, loss_success="d7")[1] == "loss_success"
    assert refused("san_check", [], san=50, loss_failure="1d6+")[1] == "loss_failure"
    assert refused("lose_san", [], san=50, loss="-1")[1] == "loss"
    assert refused("lose_san", [], san=50)[1] == "loss"


def test_what_a_sheet_keeps():
    """D100-SAN-04: SAN, the hour’s count, a madness that begins."""
    assert bench.changes("san_check", [1], san=50) == []
    assert bench.changes("san_check", [99, 1], san=10, loss_failure="1d3") == [
        ("san", 10, 9, ""),
        ("san_lost_this_hour", 0, 1, ""),
    ]
    assert bench.changes("san_check", [99, 5, 1], san=20, loss_failure="1d6", san_lost_this_hour=1) == [
        ("san", 20, 15, ""),
        ("san_lost_this_hour", 1, 6, ""),
        ("temp_mad", False, True, ""),
        ("indef_mad", False, True, ""),
    ]
    assert ("perm_mad", False, True, "") in bench.changes("lose_san", [], san=2, loss="2")
    changes = bench.changes("lose_san", [], san=1, loss="2", options=SLIDES)
    assert ("decompensating", False, True, "") in changes


def test_the_shared_rule_names_who_looks():
    """D100-CBT-06: a fight asks the same rule for each mind."""
    mind = Mind(name="Daisy", san=40, san_bonus=5)
    played = typed(call(confront, mind, Horror(Dice(()), Dice.parse("1d6")), Options(), "Daisy"), [46, 3])
    assert (played.outcome.success, played.outcome.loss, played.outcome.san) == (False, 3, 37)
    assert {one.who for one in played.steps} == {"Daisy"}


@pytest.mark.parametrize(
    "inputs",
    [
        {"san": 90, "loss_success": "1", "loss_failure": "1d8"},
        {"san": 6, "san_bonus": 20, "loss_success": "1d3", "loss_failure": "1d8", "idee": 3, "san_lost_this_hour": 2},
        {"san": 2, "loss_success": "1d3", "loss_failure": "1d12+1", "loss_cap": 12, "options": SLIDES},
        {"san": 80, "loss_failure": "1d6", "options": {"idea_success_maddens": True}},
    ],
)
def test_odds_agree_with_every_face(inputs):
    """D100-ODDS-06."""
    bench.assert_odds_agree("san_check", **inputs)


# ---- decompensation ----


@given(san=st.integers(-9, -1), face=st.integers(1, 10))
def test_a_ten_stops_the_slide(san, face):
    """D100-SAN-06."""
    left = san if face == 10 else san - 1
    assert outcome("decompensation_round", [face], san=san, options=SLIDES) == {
        "san": left,
        "stable": face == 10,
        "perm_mad": left == -10,
    }


def test_the_stable_throw_nothing():
    """D100-SAN-06."""
    assert outcome("decompensation_round", [], san=-4, stable=True, options=SLIDES) == {
        "san": -4,
        "stable": True,
        "perm_mad": False,
    }
    assert bench.thrown("decompensation_round", [3], san=-4, options=SLIDES) == [("d10", "decompensation")]


def test_what_a_sheet_keeps_of_a_slide():
    """D100-SAN-06."""
    assert bench.changes("decompensation_round", [10], san=-4, options=SLIDES) == [("mind_stable", False, True, "")]
    assert bench.changes("decompensation_round", [1], san=-9, options=SLIDES) == [
        ("san", -9, -10, ""),
        ("perm_mad", False, True, ""),
    ]
    off = ("act/rule_off", "options.rule_decompensation")
    assert refused("decompensation_round", [], san=-4) == off
    assert refused("decompensation_round", [], san=0) == ("field/range", "san")
    assert refused("decompensation_round", [], san=-10) == ("field/range", "san")


@given(modifier=st.integers(-10, 20), face=st.integers(1, 20), difficulty=st.integers(5, 25))
def test_psychanalyse_stops_it_too(modifier, face, difficulty):
    """D100-SAN-06, D100-SKILL-09."""
    result = outcome("calm_decompensation", [face], modifier=modifier, mods=[2, -1], difficulty=difficulty)
    total = face + modifier + 1
    assert result == {
        "total": total,
        "margin": total - difficulty,
        "natural_one": face == 1,
        "success": face != 1 and total >= difficulty,
        "stable": result["success"],
    }


def test_psychanalyse_is_thrown_against_fifteen():
    """D100-SAN-06."""
    assert bench.chance("calm_decompensation", "stable", modifier=4) == Fraction(1, 2)
    bench.assert_odds_agree("calm_decompensation", modifier=4)
    bench.assert_odds_agree("decompensation_round", san=-3, options=SLIDES)


SLIDING = {"rule_decompensation": True}


PLAIN = {"rule_decompensation": False}


@pytest.mark.parametrize(
    ("options", "san", "loss", "rule"), [(PLAIN, 3, "3", "D100-SAN-05"), (SLIDING, -8, "2", "D100-SAN-06")]
)
def test_a_mind_is_lost_for_ever_by_the_rule_of_its_table(options, san, loss, rule):
    """D100-SAN-05, D100-SAN-06."""
    assert bench.reasons("lose_san", san=san, loss=loss, options=options)[-1] == ("perm_mad", True, rule)


def test_without_decompensation_one_san_is_the_least():
    """D100-SAN-05: what is refused says what would do."""
    with pytest.raises(Refusal) as caught:
        bench.answer("lose_san", san=0, loss="1", options=PLAIN)
    assert (caught.value.id, caught.value.rule, caught.value.words["low"]) == ("field/at_least", "D100-SAN-05", 1)
    assert bench.outcome("lose_san", san=1, loss="0", options=PLAIN)["san"] == 1
