"""How madness shows, how long it lasts, what heals it (SAN, MISS-09)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.d20d100.rules.mind.madness import rounds_left
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused

ten = st.integers(1, 10)


@given(symptom=ten, face=ten)
def test_a_temporary_madness_is_short_in_a_fight_and_long_elsewhere(symptom, face):
    """D100-SAN-02, D100-MISS-09: 1d10 + 4 rounds, or 1d10 × 10 hours."""
    assert outcome("temporary_madness", [symptom, face]) == {"symptom": symptom, "rounds": face + 4}
    assert outcome("temporary_madness", [symptom, face], length="long") == {"symptom": symptom, "hours": face * 10}


def test_the_symptom_is_thrown_first():
    """D100-MISS-09."""
    assert bench.thrown("temporary_madness", [3, 4]) == [("d10", "symptom"), ("d10", "length")]
    assert bench.thrown("indefinite_madness", [3, 4]) == [("d10", "symptom"), ("d6", "months")]
    assert refused("temporary_madness", [], length="endless") == ("field/one_of", "length")


@given(symptom=ten, months=st.integers(1, 6))
def test_an_indefinite_madness_keeps_a_symptom_for_months(symptom, months):
    """D100-SAN-04, D100-MISS-09."""
    assert outcome("indefinite_madness", [symptom, months]) == {"symptom": symptom, "months": months}


# ---- the asylum ----


@given(years=st.integers(1, 4), face=st.integers(1, 20), chance=st.integers(-20, 40), last=ten)
def test_years_of_asylum_then_chance(years, face, chance, last):
    """D100-SAN-05, D100-MISS-09: Chance at 15, and 1d10 + 10 SAN for those who come out."""
    out = face != 1 and face + chance >= 15
    result = outcome("asylum", [years, face, last] if out else [years, face], chance=chance)
    assert result == {"years": years, "released": out, **({"san": last + 10} if out else {})}


def test_what_a_sheet_keeps_of_a_release():
    """D100-SAN-05, D100-SAN-06: SAN was at its very bottom."""
    assert bench.changes("asylum", [1, 15, 7], chance=0) == [("san", 0, 17, "")]
    options = {"rule_decompensation": True}
    assert bench.changes("asylum", [1, 15, 7], chance=0, options=options) == [("san", -10, 17, "")]
    assert bench.changes("asylum", [1, 14], chance=0) == []
    assert bench.chance("asylum", "released", chance=4) == Fraction(1, 2)
    assert bench.thrown("asylum", [1, 15, 7], chance=0) == [("d4", "years"), ("d20", "chance"), ("d10", "san")]


def test_a_natural_20_may_open_the_door():
    """D100-TEST-04."""
    assert picked("asylum", [4, 20], "released", chance=-20) == (False,)
    assert picked("asylum", [4, 20, 1], "san", chance=-20, options={"nat20_auto_success": True}) == (11,)


# ---- what heals ----


@given(modifier=st.integers(-5, 15), face=st.integers(1, 20), die=st.integers(1, 3), san=st.integers(0, 80))
def test_a_month_of_care(modifier, face, die, san):
    """D100-SKILL-09, D100-MISS-09: at 15; success gives 1d3, a 1 costs as much, anything else nothing."""
    passed = face != 1 and face + modifier + 1 >= 15
    dice = [face, die] if passed or face == 1 else [face]
    result = outcome("treat_madness", dice, modifier=modifier, mods=[3, -2], san=san, san_max=78)
    now = min(78, san)
    after = min(78, now + die) if passed else max(0, now - die) if face == 1 else now
    assert result == {
        "total": face + modifier + 1,
        "natural_one": face == 1,
        "success": passed,
        "san": after,
    }


def test_care_in_a_few_lines():
    """D100-MISS-09."""
    assert bench.changes("treat_madness", [15, 3], modifier=0, san=40) == [("san", 40, 43, "")]
    assert bench.changes("treat_madness", [1, 2], modifier=30, san=1) == [("san", 1, 0, "")]
    assert bench.changes("treat_madness", [14], modifier=0, san=40) == []
    assert bench.thrown("treat_madness", [1, 2], modifier=0, san=9) == [("d20", "test"), ("d3", "san")]
    assert ("san", 99, "D100-MISS-09") in bench.reasons("treat_madness", [20, 3], modifier=0, san=98)


@given(san=st.integers(0, 99), face=st.integers(1, 100), months=st.integers(1, 3))
def test_the_end_of_the_months(san, face, months):
    """D100-MISS-09: a SAN test; failure adds 1d3 months."""
    cured = face <= san
    result = outcome("end_of_madness", [face] if cured else [face, months], san=san)
    assert result == {"cured": cured, "more_months": 0 if cured else months}


@given(san=st.integers(0, 99), most=st.integers(0, 99), face=st.integers(1, 6))
def test_a_scenario_won_gives_san_back(san, most, face):
    """D100-MISS-09: never above the ceiling, and only what was really regained is told."""
    now = min(san, most)
    after = min(most, now + face)
    assert outcome("regain_san", [face], san=san, san_max=most) == {"regained": after - now, "san": after}


def test_what_a_sheet_keeps_of_a_victory():
    """D100-MISS-09: the ceiling is 99 unless the Mythos lowers it."""
    assert bench.changes("regain_san", [6], san=96) == [("san", 96, 99, "")]
    assert bench.changes("regain_san", [6], san=99) == []


@pytest.mark.parametrize(
    ("procedure", "inputs"),
    [
        ("temporary_madness", {}),
        ("temporary_madness", {"length": "long"}),
        ("indefinite_madness", {}),
        ("asylum", {"chance": 2}),
        ("treat_madness", {"modifier": 4, "san": 1, "san_max": 3}),
        ("end_of_madness", {"san": 45}),
        ("regain_san", {"san": 97}),
    ],
)
def test_odds_agree_with_every_face(procedure, inputs):
    """D100-MISS-09."""
    bench.assert_odds_agree(procedure, **inputs)


@pytest.mark.parametrize(
    ("held", "rounds"),
    [({}, 0), ({"rounds": 4}, 4), ({"remaining": 2}, 20), ({"remaining": 2, "rounds": 4}, 24), ({"months": 3}, 0)],
)
def test_what_a_madness_still_lasts_is_counted_in_rounds(held, rounds):
    """D100-SAN-02: minutes and rounds together; one that is counted in months has no such term."""
    assert rounds_left(held) == rounds
