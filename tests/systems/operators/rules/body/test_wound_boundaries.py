"""Corners of wounds, protection, luck and healing that no other file walks into (HLTH, ARM, LUCK)."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from systems.operators.dicebox import answer, changes, outcome, picked, reasons


def hurt(damage: int, *dice: int, options: Any = None, **defender: Any) -> dict[str, Any]:
    plan = {"luck_plan": defender.pop("plan")} if "plan" in defender else {}
    return outcome("apply_damage", dice, damage=damage, defender=defender, options=options or {}, **plan)


def test_the_smallest_blow_wears_a_vest_down() -> None:
    """OPS-ARM-03: one point taken is a use; none is none."""
    assert hurt(1, worn=["kevlar_light"])["uses_left"] == {"kevlar_light": 2}
    assert hurt(0, worn=["kevlar_light"])["uses_left"] == {"kevlar_light": 3}


def test_of_two_equal_protections_the_outer_one_stops_the_blow() -> None:
    """OPS-ARM-02: worn from the outside in."""
    for worn in (["riot_gear", "stab_vest"], ["stab_vest", "riot_gear"]):
        given = {"damage": 7, "damage_kind": "blade", "defender": {"worn": worn}}
        assert picked("apply_damage", [], "armour", "armour_key", **given) == (6, worn[0])


def test_a_shield_that_stops_nothing_is_not_named() -> None:
    """M-07: the hand shield is cover, not protection."""
    assert picked("apply_damage", [], "armour", "armour_key", damage=1, defender={"worn": ["ballistic_shield"]}) == (
        0,
        "",
    )


def test_a_vest_that_was_not_needed_stays_as_it_is_on_the_sheet() -> None:
    """OPS-ARM-03: uses that nobody wrote down are not written down by a blow that spent none."""
    tough = {"worn": ["kevlar_light"], "armour": 10, "name": "Ana"}
    assert changes("apply_damage", damage=3, defender=tough) == []
    spent = changes("apply_damage", damage=3, defender={**tough, "armour": 0})
    assert spent == [("uses_left", {}, {"kevlar_light": 2}, "Ana")]


@pytest.mark.parametrize(("location", "options"), [("head", {}), ("head", {"hit_location": "off"}), ("none", {})])
def test_a_place_counts_only_where_every_hit_has_one(location: str, options: dict[str, str]) -> None:
    """OPS-OPT-10, OPS-OPT-11: elsewhere the vest covers whatever was hit."""
    given = {"damage": 5, "defender": {"worn": ["kevlar_light"]}}
    plain = outcome("apply_damage", **given)
    assert outcome("apply_damage", **given, location=location, options=options) == plain
    nowhere = outcome("apply_damage", **given, location="none", options={"hit_location": "all"})
    assert (nowhere["armour_key"], nowhere.get("location", "none")) == ("kevlar_light", "none")


@pytest.mark.parametrize(("options", "left"), [({}, 10), ({"encumbrance_affects_sb": True}, 9)])
def test_points_of_a_creature_start_at_its_threshold(options: dict[str, bool], left: int) -> None:
    """OPS-CREAT-07, OPS-ARM-04: where creatures count points instead of wounds."""
    ghoul = {"kind": "creature", "FOR": 13, "CON": 13, "worn": ["blast_suit"]}
    given = {"damage": 3, "damage_kind": "fall", "defender": ghoul, "options": {"creature_hp_pool": True, **options}}
    assert picked("apply_damage", [], "hp_left", "hit_level", **given) == (left, "none")


@pytest.mark.parametrize("most", [0, 2, 3, 4])
def test_the_first_wound_is_never_the_next(most: int) -> None:
    """OPS-HLTH-07: from two on, or by hand."""
    assert outcome("grade_wound", sb=10, damage=5, options={"wound_accumulation": most})["level"] == "light"
    with pytest.raises(Refusal) as caught:
        outcome("grade_wound", sb=10, damage=5, options={"wound_accumulation": 1})
    assert (caught.value.rule, caught.value.words) == ("OPS-HLTH-07", {"came": 1, "low": 2})


def test_what_hurts_the_invulnerable() -> None:
    """OPS-CREAT-06: special means, and nothing else."""
    given = {"damage": 5, "damage_kind": "blade", "defender": {"kind": "creature", "invulnerable": True}}
    assert [outcome("apply_damage", **given, special=one)["damage_taken"] for one in (False, True)] == [0, 5]


@pytest.mark.parametrize("damage", [0, 20])
def test_who_is_unhurt_or_dead_stands_in_no_quarter_of_the_clock(damage: int) -> None:
    """OPS-HLTH-01, OPS-HLTH-05."""
    assert not {"quadrant", "time_unit"} & set(outcome("grade_wound", sb=10, damage=damage))


def test_the_throw_for_con_after_a_crash_is_told() -> None:
    """M-18, OPS-HLTH-03."""
    result = outcome("crash", [6, 6, 6, 50], victim={"sb": 12})
    assert (result["wound_level"], result["con_roll"]) == ("grave", 50)


def test_a_place_that_was_named_has_no_number() -> None:
    """OPS-OPT-10: only a throw has one."""
    result = outcome("apply_damage", damage=3, location="head", options={"hit_location": "all"})
    assert (result["location"], "location_number" in result) == ("head", False)


@pytest.mark.parametrize(("options", "sb"), [({}, 13), ({"encumbrance_affects_sb": True}, 12)])
def test_what_is_worn_lowers_the_threshold_only_where_the_table_says_so(options: dict[str, bool], sb: int) -> None:
    """OPS-ARM-04, OPS-CREA-08: the blast suit takes two points of CON."""
    worn = {"FOR": 13, "CON": 13, "worn": ["blast_suit"]}
    assert picked("apply_damage", [], "sb", damage=1, defender=worn, options=options) == (sb,)


@pytest.mark.parametrize(("sb", "written"), [(1, 1), (2, 1), (3, 2), (12, 11)])
def test_a_grave_wound_bought_down_is_one_point_under_the_threshold(sb: int, written: int) -> None:
    """OPS-LUCK-04: with the house rule it becomes light."""
    bought = hurt(2 * sb - 1, sb=sb, luck=20, plan={"cancel_grave": True}, options={"luck_grave_to_light": True})
    assert (bought["wound_level"], bought["recorded_damage"], bought["luck"]) == ("light", written, 0)


@pytest.mark.parametrize(("luck", "left"), [(19, 19), (20, 0), (21, 1)])
def test_twenty_points_make_a_grave_wound_vanish(luck: int, left: int) -> None:
    """OPS-LUCK-04: all twenty must be there."""
    result = hurt(12, *([50] if luck < 20 else []), sb=10, luck=luck, plan={"cancel_grave": True})
    assert (result["luck"], result["wound_level"]) == (left, "grave" if luck < 20 else "none")


@pytest.mark.parametrize(("luck", "alive"), [(29, False), (30, True), (31, True)])
def test_thirty_points_and_all_the_rest_buy_a_life(luck: int, alive: bool) -> None:
    """OPS-LUCK-05: grave with twice SB less one, and nothing is left of the reserve."""
    result = hurt(25, *([50] if alive else []), sb=10, luck=luck, plan={"escape_death": True})
    assert (result["alive"], result["luck"], result["recorded_damage"]) == (
        alive,
        0 if alive else luck,
        19 if alive else 25,
    )


# ---- luck ----


@pytest.mark.parametrize(("target", "spend", "verdict"), [(0, 99, "failure"), (1, 98, "success"), (1, 97, "failure")])
def test_a_cancelled_fumble_is_bought_down_to_any_target_but_none(target: int, spend: int, verdict: str) -> None:
    """OPS-LUCK-02, OPS-LUCK-03: the distance to the target on top of the ten points."""
    given = {"luck": 120, "roll": 99, "target": target, "spend": spend}
    assert picked("luck_cancel_fumble", [], "outcome", "luck", **given) == (verdict, 110 - spend)
    told = "OPS-LUCK-02" if verdict == "success" else "OPS-LUCK-03"
    assert ("outcome", verdict, told) in reasons("luck_cancel_fumble", **given)


@pytest.mark.parametrize(("target", "refused"), [(98, False), (99, True), (100, True)])
def test_a_throw_that_succeeds_is_no_fumble_where_fumbles_must_fail(target: int, refused: bool) -> None:
    """OPS-TEST-06: 99 against 99 is a success with the house rule."""
    given = {"luck": 120, "roll": 99, "target": target, "options": {"fumble_needs_failure": True}}
    assert outcome("luck_cancel_fumble", **given)["refused"] is refused


@pytest.mark.parametrize(("shift", "verdict"), [(4, "success"), (3, "failure")])
def test_luck_reaches_even_a_target_of_one(shift: int, verdict: str) -> None:
    """OPS-LUCK-02: an extreme test of a score of 1."""
    given = {"score": 1, "difficulty": "extreme", "luck": 10, "luck_plan": {"max_shift": shift}}
    assert picked("test", [5], "target", "outcome", **given) == (1, verdict)


def test_no_luck_reaches_a_target_of_none() -> None:
    """OPS-LUCK-02: a score of 0 cannot succeed."""
    given = {"score": 0, "luck": 100, "luck_plan": {"max_shift": 100}}
    assert picked("test", [1], "outcome", "luck", **given) == ("failure", 100)


def test_what_needs_no_throw_says_why() -> None:
    """OPS-TEST-03, OPS-TEST-09."""
    sure = reasons("test", score=13, advantage=True)
    assert sure == [("final_difficulty", "automatic", "OPS-TEST-10"), ("outcome", "automatic", "OPS-TEST-09")]
    vain = reasons("test", score=13, difficulty="extreme", steps=1)
    assert vain == [("final_difficulty", "impossible", "OPS-TEST-10"), ("outcome", "impossible", "OPS-TEST-03")]


@pytest.mark.parametrize(
    ("dice", "parts"),
    [
        ([40, 5], (("before", 40), ("die", 5))),
        ([41, 5], (("before", 40), ("die", 5), ("large_gain", 10))),
    ],
)
def test_luck_that_returns_is_explained(dice: list[int], parts: object) -> None:
    """OPS-LUCK-07: the die, and ten more after a throw above the reserve."""
    result = answer("luck_recover", dice, luck=40, luck_start=90)
    assert [one.parts for one in result.steps if one.label == "luck"] == [parts]


# ---- healing ----


def test_without_care_nothing_is_thrown_and_the_list_of_throws_is_empty() -> None:
    """OPS-HLTH-11: time alone heals."""
    assert outcome("recover", patient={"wound_level": "light"}, care="none")["rolls"] == []


def test_care_that_helps_is_told_as_such() -> None:
    """OPS-HLTH-11, OPS-HLTH-12: half the days after a successful test, all of them after another."""
    given = {"patient": {"wound_level": "superficial", "CON": 13}}
    rules = {
        dice: [rule for label, _, rule in reasons("recover", [dice], **given) if label == "stage_days"]
        for dice in (20, 90)
    }
    assert rules == {20: ["OPS-HLTH-12"], 90: ["OPS-HLTH-11"]}
