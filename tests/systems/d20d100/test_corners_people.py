"""Corners of making and improving somebody: limits that are just reached, what does not move (CREA, XP, CONV)."""

import pytest

from gardien.systems.d20d100.skills import received
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, reasons = bench.outcome, bench.picked, bench.reasons
TRADE = ["nager", "sauter", "grimper", "eloquence", "baratin", "credit", "droit", "histoire", "toc", "boxe"]


@pytest.mark.parametrize(
    ("rolls", "reason", "rule"),
    [
        ([10] * 7, "no_high", "D100-CREA-02"),
        ([18] * 7, "no_low", "D100-CREA-02"),
        ([18] * 6 + [8], "sum_too_high", "D100-CREA-03"),
    ],
)
def test_rolls_are_turned_down_by_their_rule(rolls, reason, rule):
    """D100-CREA-02, D100-CREA-03."""
    found = {label: (value, rule) for label, value, rule in reasons("check_scores", rolls=rolls)}
    assert found["reason"] == (reason, rule)


def test_thresholds_are_rounded_down_and_traits_make_faster():
    """D100-CREA-09, D100-HEALTH-04: thirteen PV have their half at six and their quarter at three."""
    fields = ("pv_max", "pv_half", "pv_quarter", "speed")
    assert picked("derive", [], *fields, scores={"CON": 13, "TAI": 13}, speed_bonus=3) == (13, 6, 3, 12)


def test_only_a_trait_for_all_languages_helps_one_of_them():
    """D100-MISS-04."""
    assert received({"observer": 2}, "langue_etrangere:latin") == 0
    assert received({"langue_etrangere": 2, "langue_etrangere:latin": 1}, "langue_etrangere:latin") == 3


def test_points_of_the_percentile_game_are_five_times_as_many():
    """D100-CREA-15, D100-CREA-16."""
    fields = ("profession_points", "d100_profession", "secondary_points", "d100_secondary")
    assert picked("creation_points", [], *fields, key_score=12, int_score=14) == (48, 240, 28, 140)


def test_everything_may_be_spent_and_twelve_skills_be_a_trade():
    """D100-CREA-15, D100-CREA-16: one point or one skill more is too many."""

    def errors(trade, mine, others):
        given = {"key_characteristic": "FOR", "profession_skills": trade}
        spent = {"profession_spending": mine, "secondary_spending": others}
        return outcome("spend_creation_points", **given, **spent)["errors"]

    most = [*TRADE, "ecouter", "suivre_piste"]
    mine, others = dict.fromkeys(TRADE[:4], 10), {"observer": 5, "psychologie": 5, "memoire": 5, "occultisme": 5}
    assert errors(most, mine, others) == []
    assert errors([*most, "orienter"], mine, others) == ["too_many_profession_skills"]
    assert errors(most, {**mine, "toc": 1}, others) == ["profession_overspent"]
    assert errors(most, mine, {**others, "orienter": 1}) == ["secondary_overspent"]


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
        return [label for label, _, _ in reasons("change_characteristic", characteristic=code, delta=delta)]

    assert told("APP", 2) == ["score", "modifier"]
    assert told("CON", 2) == ["score", "modifier", "jet_change", "pv_max", "pv"]
    assert told("FOR", 20) == ["score", "modifier", "damage_bonus"]


def test_a_point_of_destiny_is_bought_whatever_else_is_named():
    """D100-XP-04."""
    given = {"xp": 100, "purchase": "destiny", "target": "FOR", "value": 1}
    assert picked("spend_xp", [], "accepted", "value", "score", **given) == (True, 2, None)


@pytest.mark.parametrize(("score", "major"), [(49, False), (50, True)])
def test_a_monster_of_fifty_pv_is_a_major_one(score, major):
    """D100-MISS-07."""
    found = outcome("convert_creature", scores={"CON": score, "TAI": score})
    assert (found["pv_max"], found["major_monster"]) == (score, major)


def test_a_trait_that_needs_no_target_is_the_same_with_any():
    """D100-MISS-04: naming something does not make it another."""
    twice = [{"key": "vif", "target": "toc"}, {"key": "vif", "target": "droit"}]
    assert outcome("choose_traits", traits=twice)["errors"] == ["duplicate_trait"]


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


def test_two_characteristics_take_two_points_off_and_say_so():
    """D100-CONV-01, D100-CONV-02."""
    plain, both = (
        bench.answer("convert_percent", percent=50, characteristics=codes).steps[0] for codes in ([], ["INT", "PER"])
    )
    assert (plain.value, plain.rule, plain.parts) == (4, "D100-CONV-01", ())
    assert (both.value, both.rule) == (2, "D100-CONV-02")
    assert both.parts == (("converted", 4), ("deduction", -2))


@pytest.mark.parametrize(("method", "dice", "per"), [("ten", [], 10), ("spot_hidden", [], 18), ("roll", [4, 4, 4], 12)])
def test_perception_is_found_in_three_ways(method, dice, per):
    """D100-MISS-14."""
    assert outcome("convert_character", dice, per_method=method, spot_hidden=75)["per"] == per


@pytest.mark.parametrize("code", ["FOR", "TAI"])
def test_strength_and_size_both_make_the_damage_bonus(code):
    """D100-MISS-02: twenty-eight between them, one way or the other, is a point."""
    assert outcome("derive", scores={code: 18})["damage_bonus"] == 1
    assert outcome("derive")["damage_bonus"] == 0


def test_a_quick_mind_has_more_points_for_everything_else():
    """D100-CREA-16: two for each point of INT."""
    given = {"key_characteristic": "FOR", "profession_skills": TRADE, "scores": {"INT": 12}}
    many = {"observer": 5, "psychologie": 5, "memoire": 5, "occultisme": 5, "orienter": 4}
    assert outcome("spend_creation_points", **given, secondary_spending=many)["errors"] == []
    more = {**many, "orienter": 5}
    assert outcome("spend_creation_points", **given, secondary_spending=more)["errors"] == ["secondary_overspent"]


def test_points_left_are_counted_from_the_own_int():
    """D100-CREA-16."""
    given = {"key_characteristic": "FOR", "profession_skills": TRADE, "scores": {"INT": 12}}
    fields = ("secondary_available", "secondary_left")
    assert picked("spend_creation_points", [], *fields, **given, secondary_spending={"observer": 4}) == (24, 20)


def test_magic_points_follow_the_own_pou():
    """D100-CORE-06, D100-XP-05."""
    moved = [("POU", 13, 14, ""), ("pm_max", 13, 14, "")]
    scores = {"POU": 13}
    assert bench.changes("change_characteristic", characteristic="POU", delta=1, scores=scores) == moved
    bought = {"xp": 100, "purchase": "characteristic", "target": "POU"}
    assert bench.changes("spend_xp", **bought, scores=scores)[1:] == moved
