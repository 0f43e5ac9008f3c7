"""Points of Destiny (DEST, MISS-11)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench

bench = Bench("d20d100")
outcome, refused, changes = bench.outcome, bench.refused, bench.changes
USES = ("shock_instead", "reroll", "stabilise", "coincidence")


@pytest.mark.parametrize(
    ("inputs", "reason"),
    [
        *(({"destiny": 0, "use": use, "used_this_scene": True}, "no_point") for use in USES),
        *(({"destiny": 2, "use": use, "used_this_scene": True}, "once_per_scene") for use in USES),
        ({"destiny": 2, "use": "stabilise"}, "not_dying"),
        ({"destiny": 2, "use": "stabilise", "pv": 0}, "not_dying"),
        ({"destiny": 2, "use": "stabilise", "pv": -10}, "not_dying"),
    ],
)
def test_no_point_is_spent_in_vain(inputs, reason):
    """D100-MISS-11: none left, one in this scene, nobody dying; no die falls."""
    assert outcome("spend_destiny", **inputs) == {"accepted": False, "reason": reason, "destiny": inputs["destiny"]}
    assert changes("spend_destiny", **inputs) == []
    assert bench.reasons("spend_destiny", **inputs) == [("reason", reason, "D100-MISS-11")]


@pytest.mark.parametrize(("damage", "left"), [(0, 8), (1, 7), (9, 7), (1000, 7)])
def test_a_wound_becomes_a_mere_shock(damage, left):
    """D100-DEST-01, D100-HEALTH-03: the bullet in the wallet costs one PV at most."""
    inputs = {"destiny": 1, "use": "shock_instead", "pv": 8, "damage": damage}
    assert outcome("spend_destiny", **inputs) == {
        "accepted": True,
        "reason": "ok",
        "destiny": 0,
        "pv": left,
        "shock": True,
    }
    assert ("destiny", 1, 0, "") in changes("spend_destiny", **inputs)


def test_no_shock_where_there_is_none():
    """D100-HEALTH-03: a table without shocks; somebody already down."""
    inputs = {"destiny": 1, "use": "shock_instead", "damage": 5}
    assert outcome("spend_destiny", **inputs, options={"rule_shock": False})["shock"] is False
    assert outcome("spend_destiny", **inputs, pv=0)["shock"] is False


@pytest.mark.parametrize("pv", [-9, -1])
def test_dying_stops_at_once(pv):
    """D100-MISS-11."""
    inputs = {"destiny": 3, "use": "stabilise", "pv": pv}
    assert outcome("spend_destiny", **inputs) == {
        "accepted": True,
        "reason": "ok",
        "destiny": 2,
        "pv": pv,
        "stable": True,
    }
    assert changes("spend_destiny", **inputs) == [("destiny", 3, 2, ""), ("stable", False, True, "")]


@given(face=st.integers(1, 20), modifier=st.integers(-40, 60), difficulty=st.integers(-40, 80))
def test_a_failed_throw_is_made_again(face, modifier, difficulty):
    """D100-MISS-11: the new die stands, a 1 included."""
    inputs = {"destiny": 1, "use": "reroll", "modifier": modifier, "difficulty": difficulty}
    assert outcome("spend_destiny", [face], **inputs) == {
        "accepted": True,
        "reason": "ok",
        "destiny": 0,
        "total": face + modifier,
        "natural_one": face == 1,
        "success": face != 1 and face + modifier >= difficulty,
    }


def test_a_coincidence_needs_no_die():
    """D100-MISS-11."""
    result = outcome("spend_destiny", destiny=20, use="coincidence")
    assert result == {"accepted": True, "reason": "ok", "destiny": 19}


def test_odds_of_another_throw():
    """D100-MISS-11."""
    inputs = {"destiny": 1, "use": "reroll", "modifier": 4}
    bench.assert_odds_agree("spend_destiny", **inputs)
    assert bench.chance("spend_destiny", "success", **inputs) == Fraction(10, 20)
    lucky = {**inputs, "modifier": -20, "options": {"nat20_auto_success": True}}
    assert bench.chance("spend_destiny", "success", **lucky) == Fraction(1, 20)


@pytest.mark.parametrize(
    ("inputs", "fault"),
    [
        ({"use": "reroll"}, ("field/missing", "destiny")),
        ({"destiny": 1}, ("field/missing", "use")),
        ({"destiny": 21, "use": "reroll"}, ("field/range", "destiny")),
        ({"destiny": 1, "use": "wish"}, ("field/one_of", "use")),
    ],
)
def test_wrong_inputs_are_refused(inputs, fault):
    """D100-DEST-01: each refusal names its field."""
    assert refused("spend_destiny", **inputs) == fault
