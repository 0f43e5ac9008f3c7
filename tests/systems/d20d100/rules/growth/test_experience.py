"""Experience: boxes, points, improvements, scores that change (XP, CORE)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.d20d100 import pack
from systems.brute import Bench
from systems.worked import table

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
CODES = ("FOR", "DEX", "CON", "PER", "INT", "POU", "EDU", "TAI", "APP")


def test_a_box_holds_one_tick_and_a_third_is_unusual():
    """D100-XP-02: a warning, never a refusal."""
    assert outcome("tick_box", target="observer") == {"ticked": True, "new_tick": True, "over_limit": False}
    assert picked("tick_box", [], "new_tick", target="observer", ticked=True) == (False,)
    assert picked("tick_box", [], "over_limit", target="chance", kind="jet", ticks_this_session=1) == (False,)
    assert picked("tick_box", [], "over_limit", target="chance", kind="jet", ticks_this_session=2) == (True,)
    assert refused("tick_box", target="luck", kind="jet") == ("field/one_of", "target")
    assert refused("tick_box", target="swordplay") == ("field/one_of", "target")


@pytest.mark.parametrize(
    ("objectives", "points", "usual"),
    [
        ([1, 2, 0], 3, (True, True)),
        ([3, 3, 1, 0, 0], 7, (True, False)),
        ([0], 0, (False, False)),
        ([1] * 6, 6, (False, False)),
    ],
)
def test_points_are_awarded_by_objective(objectives, points, usual):
    """D100-XP-01, D100-XP-03: three to five objectives, one to four points, are usual."""
    result = outcome("award_xp", objectives=objectives, xp=5)
    assert (result["points"], result["xp"], (result["usual_count"], result["usual_total"])) == (
        points,
        5 + points,
        usual,
    )
    assert changes("award_xp", objectives=objectives, xp=5) == ([("xp", 5, 5 + points, "")] if points else [])


def test_every_row_of_the_printed_table_has_its_price():
    """D100-XP-04: cell by cell, beside the table of the source."""
    targets = {"skill": "observer", "jet": "chance", "new_skill": "chimie", "characteristic": "FOR"}
    result = []
    for row in pack.table("scales", "gain"):
        target = "boxe" if row.purchase == "skill" and row.combat else targets.get(row.purchase, "")
        given = {"xp": 20, "purchase": row.purchase, "target": target, "ticked": row.ticked}
        assert outcome("spend_xp", **given)["cost"] == row.cost, row.key
        result.append(row.cost)
    assert sorted(result) == sorted(row["cost"] for row in table("d20d100", "D100-TAB-10"))


def test_a_tick_is_used_up_by_what_it_makes_cheaper():
    """D100-XP-02."""
    assert picked(
        "spend_xp", [], "tick_cleared", "value", xp=1, purchase="skill", target="toc", ticked=True, value=3
    ) == (
        True,
        4,
    )
    assert outcome("spend_xp", xp=9, purchase="destiny", ticked=True)["tick_cleared"] is False


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"xp": 2, "purchase": "skill", "target": "toc"}, "not_enough_xp"),
        ({"xp": 3, "purchase": "skill", "target": "toc"}, "ok"),
        ({"xp": 0, "purchase": "skill", "target": "toc", "in_play": True}, "in_play"),
        ({"xp": 50, "purchase": "pv_max", "options": {"xp_pv_max": False}}, "forbidden"),
        ({"xp": 0, "purchase": "pv_max", "options": {"xp_pv_max": False}}, "forbidden"),
        ({"xp": 50, "purchase": "pv_max", "in_play": True, "options": {"xp_pv_max": False}}, "in_play"),
        ({"xp": 10, "purchase": "pv_max"}, "ok"),
    ],
)
def test_nothing_is_bought_in_play_or_on_credit(given, reason):
    """D100-XP-04, D100-XP-06: the first reason that applies; nothing is paid then."""
    result = outcome("spend_xp", **given)
    assert (result["reason"], result["accepted"]) == (reason, reason == "ok")
    if reason != "ok":
        assert result["xp"] == given["xp"]
        assert "value" not in result
        assert changes("spend_xp", **given) == []


def test_a_new_skill_starts_at_minus_five_or_by_its_formula():
    """D100-XP-04: `new_skill_base`."""
    given = {"xp": 3, "purchase": "new_skill", "target": "chimie", "scores": {"EDU": 16}}
    assert outcome("spend_xp", **given)["value"] == -5
    assert outcome("spend_xp", **given, options={"new_skill_base": "formula"})["value"] == -2


def test_what_a_purchase_changes():
    """D100-XP-04: points, Destiny, PV max."""
    assert changes("spend_xp", xp=9, purchase="destiny", value=1) == [("xp", 9, 1, ""), ("destiny", 1, 2, "")]
    assert changes("spend_xp", xp=10, purchase="pv_max", value=12) == [("xp", 10, 0, ""), ("pv_max", 12, 13, "")]
    assert changes("spend_xp", xp=10, purchase="skill", target="toc", value=2) == [("xp", 10, 7, "")]


@pytest.mark.parametrize(
    "given",
    [
        {"purchase": "skill"},
        {"purchase": "jet", "target": "FOR"},
        {"purchase": "characteristic", "target": "chance"},
        {"purchase": "new_skill", "target": "swordplay"},
    ],
)
def test_a_purchase_names_what_it_is_about(given):
    """D100-XP-04."""
    assert refused("spend_xp", xp=20, **given)[1] == "target"


# ---- scores ----


def test_a_characteristic_bought_moves_all_that_rests_on_it():
    """D100-XP-05, D100-CORE-06: DEX from 13 to 14."""
    result = outcome("spend_xp", xp=15, purchase="characteristic", target="DEX", scores={"DEX": 13})
    assert (result["score_before"], result["score"], result["modifier_before"], result["modifier"]) == (13, 14, 1, 2)
    assert (result["jet"], result["jet_change"], result["defence_change"]) == ("reflexes", 1, 1)
    assert result["skill_changes"] == {row.key: 1 for row in pack.table("skills", "skill") if "DEX" in row.plus}
    assert "value" not in result


def test_a_house_rule_buys_a_whole_modifier():
    """D100-XP-05: `xp_characteristic`."""
    given = {"xp": 15, "purchase": "characteristic", "target": "INT", "scores": {"INT": 12}}
    assert picked("spend_xp", [], "score", "modifier", **given) == (13, 1)
    assert picked("spend_xp", [], "score", "modifier", **given, options={"xp_characteristic": "modifier"}) == (14, 2)


def test_pv_rise_with_their_most_and_are_cut_to_it():
    """D100-XP-05: wounds stay wounds."""
    fields = ("pv_max_before", "pv_max", "pv")
    given = {"scores": {"CON": 10, "TAI": 10}, "characteristic": "CON"}
    assert picked("change_characteristic", [], *fields, **given, delta=1, pv=4) == (10, 11, 5)
    assert picked("change_characteristic", [], *fields, **given, delta=-6, pv=9) == (10, 7, 7)
    assert picked("change_characteristic", [], *fields, **given, delta=-6, pv=-3) == (10, 7, -3)
    assert picked("change_characteristic", [], *fields, **given, delta=2, pv_bonus=2) == (12, 13, 13)


def test_mutilation_takes_a_score_to_nothing_at_most():
    """D100-CORE-06, D100-MISS-02."""
    assert picked("change_characteristic", [], "score", "modifier", characteristic="APP", delta=-100) == (0, -5)


def test_the_mother_tongue_moves_with_every_point_of_edu():
    """D100-CREA-12: the score counts, and the street goes the other way."""
    result = outcome("change_characteristic", characteristic="EDU", delta=1, scores={"EDU": 12})
    assert (result["skill_changes"], result["jet_change"]) == ({"langue_natale": 1}, 0)
    result = outcome("change_characteristic", characteristic="EDU", delta=2, scores={"EDU": 12})
    assert (result["skill_changes"]["ecole_rue"], result["skill_changes"]["credit"]) == (-1, 1)


def test_a_changed_score_is_written_on_the_sheet_with_what_hangs_on_it():
    """D100-XP-05: only what moved."""
    assert changes("change_characteristic", characteristic="POU", delta=1) == [
        ("POU", 10, 11, ""),
        ("pm_max", 10, 11, ""),
    ]
    assert changes("change_characteristic", characteristic="APP", delta=0) == []
    assert changes("change_characteristic", characteristic="TAI", delta=8, pv=5) == [
        ("TAI", 10, 18, ""),
        ("pv_max", 10, 14, ""),
        ("pv", 5, 9, ""),
        ("damage_bonus", 0, 1, ""),
    ]


@given(st.sampled_from(CODES), st.integers(-20, 20), st.booleans())
def test_changes_of_bases_are_the_difference_of_two_sheets(code, delta, two):
    """D100-CORE-06: whatever the house rules."""
    options = {"combat_two_characteristics": two}
    result = outcome("change_characteristic", characteristic=code, delta=delta, scores={code: 12}, options=options)
    before, after = (
        outcome("base_skills", scores={code: score}, options=options)["skills"] for score in (12, max(0, 12 + delta))
    )
    assert result["skill_changes"] == {key: after[key] - before[key] for key in after if after[key] != before[key]}


@pytest.mark.parametrize(("cost", "each", "sessions"), [(15, 4, 4), (15, 2, 8), (15, 1, 15), (1, 20, 1), (8, 8, 1)])
def test_how_long_one_saves(cost, each, sessions):
    """D100-EX-104."""
    assert outcome("xp_forecast", cost=cost, points_per_session=each) == {"sessions": sessions}


@pytest.mark.parametrize(("points", "usual"), [([0], False), ([1], True), ([3, 1], True), ([3, 2], False)])
def test_a_session_usually_brings_one_to_four_points(points, usual):
    """D100-XP-03."""
    assert outcome("award_xp", objectives=points)["usual_total"] is usual


def test_a_score_moves_only_what_rests_on_it():
    """D100-CORE-06, D100-XP-05: FOR has no Jet and no part in Defence or PV."""
    fields = ("jet", "jet_change", "defence_change", "pv_max")
    strong = {"characteristic": "FOR", "delta": 2}
    assert picked("change_characteristic", [], *fields, **strong) == ("", 0, 0, 10)
    quick = {"characteristic": "DEX", "delta": 2}
    assert picked("change_characteristic", [], *fields, **quick) == ("reflexes", 1, 1, 10)


def test_a_score_that_moves_tells_only_what_moved():
    """D100-XP-05, D100-MISS-02."""

    def told(code, delta):
        return [label for label, _, _ in bench.reasons("change_characteristic", characteristic=code, delta=delta)]

    assert told("APP", 2) == ["score", "modifier"]
    assert told("CON", 2) == ["score", "modifier", "jet_change", "pv_max", "pv"]
    assert told("FOR", 20) == ["score", "modifier", "damage_bonus"]


def test_a_point_of_destiny_is_bought_whatever_else_is_named():
    """D100-XP-04."""
    given = {"xp": 100, "purchase": "destiny", "target": "FOR", "value": 1}
    assert picked("spend_xp", [], "accepted", "value", "score", **given) == (True, 2, None)


def test_a_dearer_score_changes_the_sheet():
    """D100-XP-05."""
    given = {"xp": 100, "purchase": "characteristic"}
    assert bench.changes("spend_xp", **given, target="CON", pv=4) == [
        ("xp", 100, 85, ""),
        ("CON", 10, 11, ""),
        ("pv_max", 10, 11, ""),
        ("pv", 4, 5, ""),
    ]
    assert bench.changes("spend_xp", **given, target="POU", pv=4)[1:] == [("POU", 10, 11, ""), ("pm_max", 10, 11, "")]


def test_what_is_not_bought_keeps_its_tick():
    """D100-XP-02."""
    given = {"purchase": "skill", "target": "observer", "ticked": True}
    assert picked("spend_xp", [], "accepted", "tick_cleared", xp=0, **given) == (False, False)
    assert picked("spend_xp", [], "accepted", "tick_cleared", xp=1, **given) == (True, True)


def test_magic_points_follow_the_own_pou():
    """D100-CORE-06, D100-XP-05."""
    moved = [("POU", 13, 14, ""), ("pm_max", 13, 14, "")]
    scores = {"POU": 13}
    assert bench.changes("change_characteristic", characteristic="POU", delta=1, scores=scores) == moved
    bought = {"xp": 100, "purchase": "characteristic", "target": "POU"}
    assert bench.changes("spend_xp", **bought, scores=scores)[1:] == moved
