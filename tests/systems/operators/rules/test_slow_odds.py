"""Exact chances of what takes its time: the printed tables, and the same numbers counted by hand (ODDS)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.chance import call
from gardien.core.dice import Dice
from gardien.core.interpreters.typed import typed
from gardien.systems.operators.rules.mind.shocks import Mind
from gardien.systems.operators.rules.slow_odds import ordeal
from systems.operators.every_face import counted, every_way, told

ENDS = ("control", "temporary", "indefinite", "permanent")


def chances(procedure, **given):
    """What a procedure answers, fractions as numbers."""
    return {name: Fraction(value) for name, value in told(procedure, [], **given).items() if isinstance(value, str)}


@pytest.mark.parametrize(
    ("shock", "printed"),
    [
        ("minor", (63.00, 23.30, 13.70, 0)),
        ("severe", (61.50, 23.65, 14.85, 0)),
        ("grave", (59.50, 24.02, 16.48, 0)),
        ("critical", (54.00, 24.68, 21.32, 0)),
        ("existential", (20.80, 11.86, 31.34, 36.00)),
    ],
)
def test_a_mind_of_sixty_five_and_each_shock(shock, printed):
    """OPS-ODDS-05: the table, cell by cell, to the hundredth of a percent."""
    result = chances("odds_san", san=65, shock=shock)
    assert [abs(float(result[name]) * 100 - cell) <= 0.00501 for name, cell in zip(ENDS, printed, strict=True)] == [
        True
    ] * 4
    assert sum(result[name] for name in ENDS) == 1


def test_fractions_are_written_in_lowest_terms_with_a_stroke():
    """OPS-ODDS-05: whole numbers too."""
    assert told("odds_san", [], san=65, shock="minor") == {
        "refused": False,
        "control": "63/100",
        "temporary": "6991/30000",
        "indefinite": "4109/30000",
        "permanent": "0/1",
        "mean_san": "63/1",
    }
    assert told("odds_san", [], san=1, shock="minor")["permanent"] == "1/1"
    assert told("odds_san", [], san=50, si=100, shock="minor")["permanent"] == "1/1"


@pytest.mark.parametrize(("san", "si", "shock"), [(2, 0, "minor"), (3, 0, "severe"), (100, 98, "grave")])
def test_the_odds_of_a_shock_are_counted_face_by_face(san, si, shock):
    """OPS-ODDS-05, OPS-SAN-04: the way home throws the same two tests."""
    asked = {"san": san, "si": si, "shock": shock, "options": {"ptsd_enabled": True}}
    ends = {name: Fraction(0) for name in ENDS}
    mean = Fraction(0)
    for outcome, chance in every_way("ptsd_roll", asked):
        second = {"recovered": "temporary", "indefinite": "indefinite"}.get(outcome.get("second"))
        ends[second or outcome["outcome"]] += chance
        mean += chance * outcome["san"]
    assert chances("odds_san", san=san, si=si, shock=shock) == {**ends, "mean_san": mean}


def test_lore_weighs_on_the_odds():
    """OPS-SAN-01: SAN above its maximum counts as the maximum."""
    assert chances("odds_san", san=90, si=40, shock="grave") == chances("odds_san", san=60, shock="grave")


def test_an_ordeal_is_the_rule_itself():
    """OPS-ODDS-05: what is weighed can be played with dice as well."""
    assert typed(call(ordeal, Mind(san=60), Dice.parse("1D6")), [4, 57, 56]).outcome == ("temporary", 56)
    assert typed(call(ordeal, Mind(san=60), Dice.parse("1D6")), [4, 57, 57]).outcome == ("indefinite", 56)
    assert typed(call(ordeal, Mind(san=60), Dice.parse("1D6")), [4, 56]).outcome == ("control", 56)


# --- luck ------------------------------------------------------------------------------------------------------------


@given(luck=st.integers(0, 100))
def test_the_mean_gain_of_luck_far_from_the_ceiling(luck):
    """OPS-ODDS-06: 5.5, and ten more with (100 − L) chances in 100."""
    result = chances("odds_luck_recovery", luck=luck, luck_start=200)
    above = Fraction(100 - luck, 100)
    assert result == {"above": above, "expected_gain": Fraction(11, 2) + 10 * above}


@pytest.mark.parametrize(("luck", "start"), [(40, 90), (85, 90), (90, 90), (95, 60)])
@pytest.mark.parametrize("options", [{}, {"luck_cap": "cap_99"}, {"luck_cap": "none"}, {"luck_test_vs_start": True}])
def test_the_odds_of_recovering_luck_are_counted_face_by_face(luck, start, options):
    """OPS-ODDS-06, OPS-LUCK-07: after the ceiling, with every house rule."""
    ways = every_way("luck_recover", {"luck": luck, "luck_start": start, "options": options})
    result = chances("odds_luck_recovery", luck=luck, luck_start=start, options=options)
    assert result["above"] == counted(ways, ("test_above",)).get((True,), 0)
    assert result["expected_gain"] == sum(chance * outcome["gain"] for outcome, chance in ways)


def test_without_luck_nothing_is_weighed():
    """OPS-LUCK-01."""
    refused = told("odds_luck_recovery", [], luck=40, luck_start=60, options={"luck_enabled": False})
    assert refused == {"refused": True, "reason": "option_off"}


# --- want of air -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turns", "alive"), [(0, "1/1"), (1, "13/20"), (2, "507/2000"), (3, "6591/200000")])
def test_how_long_a_con_of_thirteen_lasts_without_air(turns, alive):
    """OPS-ODDS-06: 65, 25.35, 3.2955 percent."""
    assert told("odds_drowning", [], CON=13, turns=turns) == {"refused": False, "alive": alive}


@given(con=st.integers(0, 40), turns=st.integers(0, 12))
def test_the_odds_of_drowning_are_a_product_of_tests(con, turns):
    """OPS-ODDS-06, OPS-HAZ-02: standard, difficult, then extreme again and again; never more than 98 in 100."""
    alive = Fraction(1)
    for turn in range(turns):
        alive *= Fraction(min(98, con * (5, 3, 1)[min(turn, 2)]), 100)
    assert chances("odds_drowning", CON=con, turns=turns) == {"alive": alive}


def test_a_house_rule_about_fumbles_reaches_the_drowning():
    """OPS-TEST-06: with CON 20 the first turn cannot fail any more."""
    options = {"fumble_needs_failure": True}
    assert told("odds_drowning", [], CON=20, turns=1, options=options)["alive"] == "1/1"
    assert told("odds_drowning", [], CON=20, turns=1)["alive"] == "49/50"


# --- healing ---------------------------------------------------------------------------------------------------------


def test_the_mean_recovery_of_a_grave_wound():
    """OPS-ODDS-06: 105 × (1 − q/2), q = CON × 3 %; for CON 13, 84.525 days."""
    assert told("odds_recovery", [], level="grave", CON=13) == {
        "refused": False,
        "expected_days": "3381/40",
        "shortest": 52.5,
        "longest": 105.0,
        "shortest_chance": "59319/1000000",
    }


@pytest.mark.parametrize(("level", "days", "stages"), [("superficial", 15, 1), ("light", 45, 2), ("grave", 105, 3)])
@pytest.mark.parametrize(("care", "times"), [("hospital", Fraction(1)), ("medic", Fraction(3, 2))])
@pytest.mark.parametrize("con", [0, 8, 13, 18, 40])
def test_recovery_by_level_care_and_con(level, days, stages, care, times, con):
    """OPS-ODDS-06, OPS-HLTH-11, OPS-HLTH-12: each stage halved by itself."""
    result = told("odds_recovery", [], level=level, CON=con, care=care)
    q = Fraction(min(98, 3 * con), 100)
    assert Fraction(result["expected_days"]) == days * times * (1 - q / 2)
    assert (result["shortest"], result["longest"]) == (days * times / 2, days * times)
    assert Fraction(result["shortest_chance"]) == q**stages


@pytest.mark.parametrize(("level", "days"), [("superficial", 30), ("light", 90), ("grave", 210)])
def test_without_care_nothing_is_thrown(level, days):
    """OPS-HLTH-11: twice as long, for certain."""
    assert told("odds_recovery", [], level=level, CON=13, care="none") == {
        "refused": False,
        "expected_days": f"{days}/1",
        "shortest": days,
        "longest": days,
        "shortest_chance": "1/1",
    }
