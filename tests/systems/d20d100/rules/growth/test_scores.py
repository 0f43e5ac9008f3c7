"""Nine scores: rolled, checked, assigned, and what follows from them (CREA, MISS)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.growth.score_rolls import chance_of_acceptance, chance_of_spread, rejection
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused, chance = bench.outcome, bench.picked, bench.refused, bench.chance

GOOD = [6, 6, 6, 1, 1, 1, 3, 3, 4, 3, 3, 5, 3, 4, 4, 4, 4, 5, 2, 4, 5]  # 18 3 10 11 11 13 11
scores = st.dictionaries(
    st.sampled_from(("FOR", "DEX", "CON", "PER", "INT", "POU", "EDU", "TAI", "APP")), st.integers(0, 300)
)


@pytest.mark.parametrize("row", pack.table("scales", "modifier"), ids=lambda row: row.key)
def test_table_b_gives_the_modifier_of_every_score(row):
    """D100-MISS-02: cell by cell, both ends of each band."""
    for score in {row.first, row.first if row.last is None else row.last}:
        assert outcome("characteristic_modifier", score=score) == {"modifier": row.modifier}


def test_a_score_of_nothing_is_worth_five_less_and_shoggoths_and_shans_have_theirs():
    """D100-MISS-02: beyond the table one point for two."""
    assert [outcome("characteristic_modifier", score=one)["modifier"] for one in (0, 3, 30, 140)] == [-5, -4, 10, 65]


# ---- seven rolls ----


def test_a_good_set_is_kept_at_once():
    """D100-CREA-02, D100-CREA-03: one above 13, one below 10, the sum within bounds."""
    result = outcome("roll_scores", GOOD)
    assert result == {
        "attempts": 1,
        "rolls": [18, 3, 10, 11, 11, 13, 11],
        "modifiers": [4, -4, 0, 0, 0, 1, 0],
        "modifier_sum": 1,
        "rejected": [],
    }


@pytest.mark.parametrize(
    ("rolls", "reason"),
    [
        ([13, 13, 13, 9, 10, 10, 10], "no_high"),
        ([13] * 7, "no_high"),
        ([14, 10, 10, 10, 10, 10, 10], "no_low"),
        ([14, 9, 8, 8, 8, 10, 10], "sum_too_low"),
        ([14, 9, 8, 10, 10, 10, 10], "ok"),
        ([18, 18, 18, 14, 9, 10, 10], "ok"),
        ([18, 18, 18, 16, 9, 10, 10], "sum_too_high"),
        ([18, 18, 18, 15, 9, 10, 10], "ok"),
        ([18, 18, 18, 14, 9, 12, 10], "sum_too_high"),
    ],
)
def test_a_set_is_rejected_for_the_first_reason_that_applies(rolls, reason):
    """D100-CREA-02, D100-CREA-03: spread first, sums after."""
    result = outcome("check_scores", rolls=rolls)
    assert (result["reason"], result["accepted"]) == (reason, reason == "ok")
    assert result["modifier_sum"] == sum(result["modifiers"])


def test_a_rejected_set_is_thrown_again_whole_and_logged():
    """D100-CREA-02: every rejected set, in order, with its reason."""
    alike, weak = [3, 3, 4] * 7, [6, 6, 6] + [1, 1, 1] * 6
    result = outcome("roll_scores", [*alike, *weak, *GOOD])
    assert result["attempts"] == 3
    assert result["rejected"] == [
        {"rolls": [10] * 7, "modifier_sum": 0, "reason": "no_high"},
        {"rolls": [18, 3, 3, 3, 3, 3, 3], "modifier_sum": -20, "reason": "sum_too_low"},
    ]
    assert result["rolls"][0] == 18


def test_choosing_only_warns():
    """D100-CREA-07: the same checks, told under the rule of free choice."""
    given = {"rolls": [10] * 7, "options": {"creation_method": "choose"}}
    assert outcome("check_scores", **given)["accepted"] is False
    assert ("accepted", False, "D100-CREA-07") in bench.reasons("check_scores", **given)


def test_the_keeper_moves_the_bounds():
    """D100-CREA-03."""
    rolls = [14, 9, 8, 8, 8, 10, 10]
    assert outcome("check_scores", rolls=rolls, options={"creation_sum_min": -5})["accepted"] is True
    assert (
        outcome("check_scores", rolls=[18, 3, 10, 11, 11, 13, 11], options={"creation_sum_max": 0})["accepted"] is False
    )


@pytest.mark.parametrize(
    ("options", "id", "field"),
    [
        ({"creation_sum_min": 25, "creation_sum_max": 40}, "field/at_most", "creation_sum_min"),
        ({"creation_sum_min": -30, "creation_sum_max": -20}, "field/at_least", "creation_sum_max"),
        ({"creation_sum_min": 13, "creation_sum_max": 13}, "field/at_most", "creation_sum_min"),
    ],
)
def test_bounds_that_no_dice_meet_are_refused_before_anybody_throws(options, id, field):
    """D100-CREA-03: nobody throws all evening."""
    assert refused("roll_scores", options=options) == (id, field)


def test_odds_of_a_set_agree_with_counting():
    """D100-CREA-02, D100-CREA-03: modifiers of one roll counted face by face, seven of them multiplied out."""
    one = {}
    for faces in product(range(1, 7), repeat=3):
        modifier = (sum(faces) - 10) // 2
        one[modifier] = one.get(modifier, 0) + 1
    sums = {(False, False, 0): 1}
    for _ in range(7):
        more = {}
        for (high, low, total), ways in sums.items():
            for modifier, weight in one.items():
                key = (high or modifier > 1, low or modifier < 0, total + modifier)
                more[key] = more.get(key, 0) + ways * weight
        sums = more
    whole = 216**7
    spread = sum(ways for (high, low, _), ways in sums.items() if high and low)
    kept = {at: ways for (high, low, at), ways in sums.items() if high and low and 0 <= at <= 13}
    assert chance_of_spread() == Fraction(spread, whole)
    assert chance_of_acceptance(0, 13) == Fraction(sum(kept.values()), whole)
    for total, ways in kept.items():
        assert chance("roll_scores", "modifier_sum", total) == Fraction(ways, sum(kept.values()))


def test_odds_do_not_try_to_tell_seven_rolls_apart():
    """Sixteen faces to the seventh, and sets without end."""
    for by in ("rolls", "modifiers"):
        with pytest.raises(Exception, match="Too many"):
            bench.weighed("roll_scores", {}, (by,))
    with pytest.raises(Exception, match="no end"):
        bench.weighed("roll_scores", {}, ("attempts",))


@given(st.lists(st.integers(3, 18), min_size=7, max_size=7))
def test_what_is_rolled_and_what_is_checked_are_judged_alike(rolls):
    """D100-CREA-07."""
    modifiers = tuple((one - 10) // 2 for one in rolls)
    assert outcome("check_scores", rolls=rolls)["reason"] == (rejection(modifiers, Options()) or "ok")


# ---- TAI, APP, EDU ----


def test_size_and_looks_have_their_own_dice():
    """D100-CREA-04, D100-MISS-02: 2d6+6 and 3d6, die by die."""
    assert outcome("roll_size_looks", [1, 6, 2, 3, 4]) == {"tai": 13, "app": 9}
    assert chance("roll_size_looks", "tai", 18) == Fraction(1, 36)
    bench.assert_odds_agree("roll_size_looks")


@pytest.mark.parametrize("row", pack.table("scales", "studies"), ids=lambda row: row.key)
def test_table_c_names_the_studies_behind_a_roll(row):
    """D100-CREA-05, D100-MISS-02: rows 1 to 8, final EDU three points higher."""
    number = [one.key for one in pack.table("scales", "studies")].index(row.key) + 1
    for rolled in (row.first, row.last):
        result = outcome("assign_scores", edu_roll=rolled)
        assert (result["education"], result["scores"]["EDU"]) == (number, rolled + 3)


def test_the_rest_goes_where_one_likes_and_jets_follow():
    """D100-CREA-06, D100-CREA-08, D100-CORE-03: EDU counts after its three points."""
    result = outcome("assign_scores", edu_roll=12, rolls={"DEX": 16, "CON": 8, "INT": 14}, tai=15, app=7)
    assert result["scores"] == {
        "FOR": 10, "DEX": 16, "CON": 8, "PER": 10, "INT": 14, "POU": 10, "EDU": 15, "TAI": 15, "APP": 7,
    }  # fmt: skip
    assert result["jets"] == {"reflexes": 3, "endurance": -1, "idee": 2, "chance": 0, "culture": 2}
    assert result["modifiers"]["EDU"] == 2


def test_edu_and_size_are_not_among_the_six():
    """D100-CREA-06."""
    assert refused("assign_scores", edu_roll=12, rolls={"TAI": 12})[0] == "field/one_of"


def test_everybody_starts_with_the_same_values():
    """D100-EX-20, D100-EX-21."""
    assert outcome("start_values")["destiny"] == 1
    assert outcome("start_values", campaign=False)["destiny"] == 0
    assert picked("start_values", [], "mythos", "xp", "speed", "defence_bonus", "temp_damage") == (0, 0, 9, 0, 0)


# ---- what follows ----


@pytest.mark.parametrize("row", pack.table("scales", "damage_bonus"), ids=lambda row: row.key)
def test_the_damage_bonus_of_every_band(row):
    """D100-WPN-03, D100-MISS-02: cell by cell, both ends."""
    for total in {row.first, row.first if row.last is None else row.last}:
        assert outcome("damage_bonus", for_score=min(400, total), tai_score=max(0, total - 400)) == {
            "total": total,
            "bonus": row.bonus,
        }


def test_each_further_sixteen_points_are_one_more_die():
    """D100-MISS-02: Cthulhu strikes at +73."""
    assert outcome("damage_bonus", for_score=140, tai_score=210)["bonus"] == 73
    assert [outcome("damage_bonus", for_score=0, tai_score=one)["bonus"] for one in (0, 12, 120, 121)] == [
        -3,
        -3,
        21,
        24,
    ]


def test_derived_values_of_an_average_person():
    """D100-CREA-10, D100-MISS-02: every formula once."""
    result = outcome("derive")
    wanted = {"pv_max": 10, "pv_half": 5, "pv_quarter": 2, "pm_max": 10, "san": 50, "san_max": 99, "san_20": 10}
    assert wanted.items() <= result.items()
    assert picked("derive", [], "initiative", "defence", "defence_flat", "damage_bonus", "speed") == (0, 15, 15, 0, 9)


def test_john_dodges_with_his_reflexes():
    """D100-DEF-01, D100-DEF-02: 15 and 2 make 17; flat-footed he is at 15, a clumsy man lower still."""
    assert picked("derive", [], "defence", "defence_flat", scores={"DEX": 14}) == (17, 15)
    assert picked("derive", [], "defence", "defence_flat", scores={"DEX": 6}) == (13, 13)
    given = {"scores": {"DEX": 14}, "reflexes": 5, "dodge_bonus": 1, "armour_penalty": -2, "defence_bonus": 1}
    assert picked("derive", [], "defence", "defence_flat", "initiative", **given) == (20, 14, 5)


def test_house_rules_choose_between_dex_and_reflexes():
    """D100-DEF-01, D100-CBT-02: `defence_uses_dex`, `reflex_raises_initiative`."""
    given = {"scores": {"DEX": 14}, "reflexes": 5, "initiative_bonus": 4}
    assert picked("derive", [], "defence", "initiative", **given, options={"defence_uses_dex": True}) == (17, 9)
    slow = {"reflex_raises_initiative": False}
    assert picked("derive", [], "defence", "initiative", **given, options=slow) == (20, 6)


def test_traits_experience_and_the_mythos_move_pv_and_san():
    """D100-CREA-10, D100-MISS-02: at least 1 PV, SAN between 0 and 99 less the Mythos."""
    assert outcome("derive", scores={"CON": 11, "TAI": 14}, pv_bonus=-2)["pv_max"] == 11
    assert outcome("derive", scores={"CON": 1, "TAI": 1}, pv_bonus=-10)["pv_max"] == 1
    assert picked("derive", [], "san", "san_max", "san_20", scores={"POU": 18}, mythos=20) == (79, 79, 16)
    assert picked("derive", [], "san", "san_20", scores={"POU": 1}, san_bonus=-10) == (0, 0)


@given(scores, st.integers(0, 99))
def test_derived_values_keep_their_order(written, mythos):
    """D100-HEALTH-04, D100-MISS-02: whatever the scores."""
    result = outcome("derive", scores=written, mythos=mythos)
    assert result["pv_max"] >= 1
    assert result["pv_quarter"] <= result["pv_half"] < result["pv_max"] or result["pv_max"] == 1
    assert 0 <= result["san"] <= result["san_max"] == 99 - mythos
    assert 5 * result["san_20"] >= result["san"] > 5 * (result["san_20"] - 1)
    assert result["defence_flat"] <= result["defence"]


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
    result = {label: (value, rule) for label, value, rule in bench.reasons("check_scores", rolls=rolls)}
    assert result["reason"] == (reason, rule)


def test_thresholds_are_rounded_down_and_traits_make_faster():
    """D100-CREA-09, D100-HEALTH-04: thirteen PV have their half at six and their quarter at three."""
    fields = ("pv_max", "pv_half", "pv_quarter", "speed")
    assert picked("derive", [], *fields, scores={"CON": 13, "TAI": 13}, speed_bonus=3) == (13, 6, 3, 12)


@pytest.mark.parametrize("code", ["FOR", "TAI"])
def test_strength_and_size_both_make_the_damage_bonus(code):
    """D100-MISS-02: twenty-eight between them, one way or the other, is a point."""
    assert outcome("derive", scores={code: 18})["damage_bonus"] == 1
    assert outcome("derive")["damage_bonus"] == 0
