"""What goes on hurting: a round of fangs, acid or fire, and scores that are drunk away (MISS-07, MISS-12)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from systems.brute import Bench

bench = Bench("d20d100")
outcome, refused = bench.outcome, bench.refused


@given(face=st.integers(1, 4), pv=st.integers(1, 12))
def test_a_bite_that_holds_takes_its_die(face, pv):
    """D100-MISS-07: no test, no shock; nothing is drained where nothing drains."""
    after = pv - face
    condition = "dying" if after < 0 else "out_of_action" if not after else "ok"
    expected = {"damage": face, "pv": after, "condition": condition}
    assert outcome("lasting_harm", [face], pv=pv, pv_max=12, damage="1d4") == expected


def test_acid_electricity_and_plain_numbers():
    """D100-MISS-12: die by die, or a number without a die; never more than there is to lose."""
    assert outcome("lasting_harm", [6, 5], pv=12, pv_max=12, damage="2d6")["pv"] == 1
    assert outcome("lasting_harm", [], pv=12, pv_max=12, damage="3")["damage"] == 3
    assert outcome("lasting_harm", [1], pv=12, pv_max=12, damage="1d4-2")["damage"] == 0
    assert outcome("lasting_harm", [8], pv=-8, damage="1d8")["pv"] == -10
    assert outcome("lasting_harm", [8], pv=3, is_pc=False, damage="1d8")["condition"] == "dead"


def test_a_score_is_drunk_down_to_nothing():
    """D100-MISS-07: FOR unless another is named; the PV stay where they are."""
    drained = outcome("lasting_harm", [5], pv=9, pv_max=12, drain="1d6", score=14)
    assert drained == {"damage": 0, "pv": 9, "condition": "ok", "drained": 5, "score": 9}
    assert outcome("lasting_harm", [6], pv=9, drain="1d6", score=4)["score"] == 0
    both = outcome("lasting_harm", [3, 2], pv=9, pv_max=12, damage="1d4", drain="1d3", score=10)
    assert (both["pv"], both["score"]) == (6, 8)


def test_what_a_sheet_keeps_of_it():
    """D100-MISS-07: nothing where nothing has changed."""
    assert bench.changes("lasting_harm", [3], pv=9, damage="1d4") == [("pv", 9, 6, "")]
    drained = bench.changes("lasting_harm", [2], pv=9, drain="1d6", characteristic="POU", score=11)
    assert drained == [("POU", 11, 9, "")]
    assert bench.changes("lasting_harm", [1], pv=9, damage="1d4-1") == []
    assert bench.changes("lasting_harm", [], pv=9, drain="0", score=11) == []


def test_the_reasons_and_the_dice():
    """D100-MISS-07, D100-MISS-12."""
    given = {"pv": 9, "pv_max": 12, "damage": "1d4", "drain": "1d3", "score": 10}
    assert bench.reasons("lasting_harm", [3, 2], **given) == [
        ("damage", 3, "D100-MISS-12"),
        ("pv", 6, "D100-HEALTH-01"),
        ("condition", "ok", "D100-HEALTH-01"),
        ("score", 8, "D100-MISS-07"),
    ]
    assert bench.thrown("lasting_harm", [3, 2], **given) == [("d4", "damage"), ("d3", "drain")]
    weaker = bench.answer("lasting_harm", [3, 2], **given).steps[-1]
    assert (weaker.parts, weaker.limits) == ((("score", 10), ("drained", -2)), (0, 10))


def test_what_lasts_is_no_blow():
    """D100-HEALTH-03, D100-HEALTH-05: twelve PV over time ask for no CON test."""
    rules = {"rule_massive_damage": True}
    assert outcome("lasting_harm", [6, 6], pv=30, pv_max=30, damage="2d6", options=rules)["pv"] == 18


def test_odds_are_those_of_every_face():
    bench.assert_odds_agree("lasting_harm", pv=3, pv_max=9, damage="1d6")
    bench.assert_odds_agree("lasting_harm", pv=3, damage="1d4-1", drain="1d3", score=2)


@pytest.mark.parametrize(
    ("inputs", "fault"),
    [
        ({"pv": 9}, ("field/type", "damage")),
        ({"pv": 9, "damage": "  ", "drain": " "}, ("field/type", "damage")),
        ({"pv": 9, "damage": "1d7"}, ("field/one_of", "damage")),
        ({"pv": 9, "drain": "1d5"}, ("field/one_of", "drain")),
        ({"pv": 9, "pv_max": 8, "damage": "1d4"}, ("field/at_most", "pv")),
    ],
)
def test_what_does_not_hurt_is_refused(inputs, fault):
    """D100-MISS-12."""
    assert refused("lasting_harm", **inputs) == fault


def test_the_refusal_says_what_would_hurt():
    """D100-MISS-12."""
    with pytest.raises(Refusal) as no:
        bench.answer("lasting_harm", pv=9)
    assert (no.value.rule, no.value.words) == ("D100-MISS-12", {"came": "", "allowed": "1d4, 1d6, 2d6"})
