"""First aid, reviving, easing pain, surgery (AFT-01, HP-07, M17)."""

from fractions import Fraction

import pytest

from systems.brute import Bench

BENCH = Bench("organique")
MEDIC = {"name": "Doc", "INT": 12, "AGI": 8, "skills": {"emergency_medicine": 2, "surgery": 3}}
NOVICE = {"name": "Joe", "INT": 12, "AGI": 8}


def cut(bs, **fields):
    """Somebody with one wound."""
    return {"name": "Ann", **fields, "wounds": [{"bs": bs}]}


def aid(dice, patient, medic=MEDIC, **fields):
    return BENCH.outcome("first_aid", dice, medic=medic, patient=patient, **fields)


# ---- first aid ----


@pytest.mark.parametrize(
    ("bs", "difficulty"), [(0.5, 13), (1, 15), (1.5, 18), (2, 20), (2.5, 23), (3, 25), (4, 30), (4.5, 30), (9, 30)]
)
def test_the_worst_wound_says_how_hard_it_is(bs, difficulty):  # M17
    result = aid([1], {"wounds": [{"bs": 0.5}, {"bs": bs}, {"bs": 8, "closed": True}]})
    assert (result["difficulty"], result["base"], result["mod"]) == (difficulty, 12, 4)


def test_without_a_wound_it_is_easy():
    assert aid([1], {"wounds": [{"c": 4}]})["difficulty"] == 10


def test_whose_die_it_is_and_what_for():
    asked = {"medic": MEDIC, "patient": cut(1)}
    for procedure, more in (
        ("first_aid", {}),
        ("treat_pain", {}),
        ("surgery", {}),
        ("revive", {"cardiac_arrest": True}),
    ):
        dice = BENCH.answer(procedure, [9], **{**asked, "patient": {**cut(1), **more}}).dice
        assert [(one.who, one.purpose) for one in dice] == [("Doc", procedure)]


def test_success_closes_and_holds_back():  # ORG-AFT-01, ORG-HP-07
    result = aid([9], cut(3, sng=0, inc=2, end_now=4))
    assert (result["success"], result["bleeding"], result["infection"]) == (True, "stopped", "none")
    state = result["patient"]
    assert (state["stabilised"], state["mortally_wounded"], state["sng"]) == (True, True, 0)
    assert "turns_to_live" not in state
    assert (state["wounds"][0]["closed"], state["wounds"][0]["cleaned"]) == (True, True)
    dying = aid([9], cut(3, sng=0, inc=0, end_now=-1, timer=2))["patient"]
    assert (dying["stabilised"], dying["dying"], dying["out_of_action"]) == (True, False, True)
    assert "timer" not in dying


def test_whoever_is_not_dying_needs_no_holding_back():  # ORG-HP-07
    assert aid([9], cut(3))["patient"]["stabilised"] is False


def test_a_failure_changes_nothing():  # M17
    result = aid([8], cut(3))
    assert (result["success"], result["bleeding"], result["infection"]) == (False, "unchanged", "normal")
    assert BENCH.changes("first_aid", [8], medic=MEDIC, patient=cut(3)) == []
    assert BENCH.changes("first_aid", [1], medic=MEDIC, patient=cut(3, sng=2)) == []


def test_done_very_well_and_very_badly():  # M17
    assert aid([19], cut(3, sng=2))["patient"]["sng"] == 2.5
    assert aid([18], cut(3, sng=2))["patient"]["sng"] == 2
    assert aid([19], cut(3))["patient"]["sng"] == 4
    saved = aid([19], cut(3, sng=0, end_now=0))["patient"]
    assert (saved["sng"], saved["out_of_action"], saved["stabilised"]) == (0.5, False, False)
    clumsy = {**MEDIC, "INT": 10}
    assert (
        aid([1], cut(3, sng=2), {**clumsy, "skills": {"emergency_medicine": 1}}, hurried=True)["patient"]["sng"] == 1.5
    )
    worse = aid([1], cut(3, sng=2), clumsy)["patient"]
    assert (worse["sng"], len(worse["wounds"])) == (1.5, 1)  # blood is lost, no new wound is made
    assert aid([2], cut(3, sng=2), clumsy)["patient"]["sng"] == 2


def test_material():  # M17
    for material, infection, cleaned in (("clean", "none", True), ("improvised", "easier", False)):
        result = aid([9], cut(3), material=material)
        assert (result["infection"], result["patient"]["wounds"][0]["cleaned"]) == (infection, cleaned)
    dirty = aid([9], {"wounds": [{"bs": 3, "cleaned": True}]}, material="dirty")
    assert (dirty["infection"], dirty["bleeding"], dirty["patient"]["wounds"][0]["cleaned"]) == (
        "normal",
        "stopped",
        True,
    )


def test_a_hurry_and_what_weighs():  # M17, ORG-TEST-10
    assert aid([9], cut(3), hurried=True, mods={"kit": 2})["mod"] == -4
    assert aid([9], cut(3), {**MEDIC, "suffering": [3]})["mod"] == 1


def test_a_bandage():  # M17
    result = aid([12], cut(3, sng=0), NOVICE)
    assert (result["base"], result["difficulty"], result["success"], result["bleeding"]) == (8, 20, True, "halved")
    assert (result["infection"], result["patient"]["stabilised"]) == ("normal", False)
    assert result["patient"]["wounds"][0]["closed"] is False
    assert aid([20], cut(3, sng=1), {**NOVICE, "AGI": 14})["patient"]["sng"] == 1
    tired = aid([], cut(3), {**NOVICE, "end_now": 0})
    assert (tired["auto"], tired["bleeding"]) == ("exhausted", "unchanged")
    same = aid([12], cut(3), NOVICE, options={"unskilled_roll": True})
    assert (same["mod"], same["bleeding"]) == (0, "halved")


def test_the_dead_stay_dead():  # ORG-HP-07
    result = aid([], cut(3, dead=True))
    assert (result["possible"], result["bleeding"], result["patient"]["dead"]) == (False, "unchanged", True)
    assert "success" not in result
    gone = BENCH.outcome("revive", medic=MEDIC, patient={"dead": True})
    assert (gone["revived"], gone["patient"]["dead"], "success" in gone) == (False, True, False)


def test_whose_sheet_it_is():
    result = BENCH.changes("first_aid", [9], medic=MEDIC, patient=cut(3, sng=0))
    assert {(one[0], one[3]) for one in result} == {("stabilised", "Ann"), ("wounds", "Ann")}


# ---- heart and breath ----


def test_a_heart_goes_again():  # ORG-SYM-03, ORG-SYM-14
    gone = {"name": "Ann", "cardiac_arrest": True, "respiratory_arrest": True}
    result = BENCH.outcome("revive", [9], medic=MEDIC, patient=gone, mods={"machine": 0})
    assert (result["difficulty"], result["total"], result["revived"]) == (25, 25, True)
    assert (result["patient"]["cardiac_arrest"], result["patient"]["respiratory_arrest"]) == (False, False)
    result = BENCH.outcome("revive", [8], medic=MEDIC, patient=gone)
    assert (result["revived"], result["patient"]["cardiac_arrest"]) == (False, True)
    assert {one[3] for one in BENCH.changes("revive", [9], medic=MEDIC, patient=gone)} == {"Ann"}


# ---- pain ----


def test_the_worst_pain_first():  # M17, ORG-VOL-04
    hurt = {"name": "Ann", "suffering": [4, 9, 2]}
    result = BENCH.outcome("treat_pain", [1], medic=MEDIC, patient=hurt)
    assert (result["difficulty"], result["success"], result["patient"]["suffering"]) == (15, True, [4, 4, 2])
    light = BENCH.outcome("treat_pain", [5], medic=MEDIC, patient={"suffering": [3]})
    assert light["patient"]["suffering"] == []
    assert BENCH.outcome("treat_pain", [5], medic=MEDIC, patient={})["patient"]["suffering"] == []
    weak = {**MEDIC, "INT": 5}
    assert BENCH.changes("treat_pain", [5], medic=weak, patient=hurt) == []
    assert BENCH.changes("treat_pain", [6], medic=weak, patient=hurt) == [("suffering", (4, 9, 2), (4, 4, 2), "Ann")]


# ---- surgery ----


@pytest.mark.parametrize(("inc", "difficulty"), [(4, 20), (3.5, 21), (3, 22), (0.5, 27), (0, 28)])
def test_the_more_is_lost_the_harder_it_is(inc, difficulty):  # M17
    assert BENCH.picked("surgery", [1], "difficulty", medic=MEDIC, patient={"inc": inc}) == (difficulty,)


def test_strength_comes_back_by_the_margin():  # M17
    down = {"name": "Ann", "inc": 0, "sng": 2, "end_now": -1, "stabilised": True}
    assert BENCH.picked("surgery", [8], "inc_regained", medic=MEDIC, patient=down) == (1,)
    assert BENCH.picked("surgery", [12], "inc_regained", medic=MEDIC, patient=down) == (1,)
    assert BENCH.picked("surgery", [13], "inc_regained", medic=MEDIC, patient=down) == (2,)
    result = BENCH.outcome("surgery", [15], medic=MEDIC, patient=down, hospital=True)
    assert (result["mod"], result["inc_regained"], result["limb_repaired"]) == (16, 4, False)
    state = result["patient"]
    assert (state["inc"], state["out_of_action"], state["end_now"], state["stabilised"]) == (4, False, -1, False)
    assert BENCH.picked("surgery", [20], "inc_regained", medic=MEDIC, patient={"inc": 3.5}) == (0.5,)
    assert BENCH.picked("surgery", [7], "success", "inc_regained", medic=MEDIC, patient=down) == (False, 0)
    bloodless = {**down, "sng": 0}
    state = BENCH.outcome("surgery", [15], medic=MEDIC, patient=bloodless)["patient"]
    assert (state["inc"] > 0, state["out_of_action"], state["stabilised"]) == (True, True, True)


def test_a_limb():  # ORG-DMG-03
    lame = {"name": "Ann", "limbs_disabled": ["leg", "hand"], "inc": 1}
    result = BENCH.outcome("surgery", [5], medic=MEDIC, patient=lame, limb=True)
    assert (result["difficulty"], result["limb_repaired"], result["inc_regained"]) == (25, True, 0)
    assert (result["patient"]["limbs_disabled"], result["patient"]["one_leg"]) == (["hand"], False)
    result = BENCH.outcome("surgery", [4], medic=MEDIC, patient=lame, limb=True)
    assert (result["limb_repaired"], result["patient"]["one_leg"]) == (False, True)
    both = {"limbs_disabled": ["leg", "leg"]}
    assert BENCH.outcome("surgery", [9], medic=MEDIC, patient=both, limb=True)["patient"]["one_leg"] is True
    other = {"limbs_disabled": ["arm", "leg"]}
    assert BENCH.outcome("surgery", [9], medic=MEDIC, patient=other, limb=True)["patient"]["one_leg"] is True


# ---- refusals, odds ----


def test_the_skill_is_needed():  # ORG-SKILL-06
    sick = {"cardiac_arrest": True}
    for key in ("revive", "treat_pain", "surgery"):
        assert BENCH.refused(key, [9], medic=NOVICE, patient=sick) == ("act/unskilled", "medic")
        assert BENCH.picked(key, [9], "mod", medic=NOVICE, patient=sick, options={"unskilled_roll": True}) == (-10,)


def test_refusals():
    down = {"inc": 0, "skills": MEDIC["skills"]}
    sick = {"cardiac_arrest": True}
    for key in ("first_aid", "revive", "treat_pain", "surgery"):
        assert BENCH.refused(key, [9], medic=down, patient=sick) == ("act/unable", "medic")
        assert BENCH.refused(key, [9], medic=MEDIC, patient={"kind": "machine"}) == ("field/not_allowed", "patient")
    for key in ("treat_pain", "surgery"):
        assert BENCH.refused(key, [9], medic=MEDIC, patient={"dead": True}) == ("act/unable", "patient")
    assert BENCH.refused("revive", [9], medic=MEDIC, patient={}) == ("act/not_stopped", "patient")
    assert BENCH.refused("surgery", [9], medic=MEDIC, patient={}, limb=True) == ("field/not_allowed", "limb")


def test_odds():
    BENCH.assert_odds_agree("first_aid", medic=MEDIC, patient=cut(3, sng=0))
    BENCH.assert_odds_agree("first_aid", medic=NOVICE, patient=cut(3))
    BENCH.assert_odds_agree("first_aid", medic=MEDIC, patient={"dead": True})
    BENCH.assert_odds_agree("revive", medic=MEDIC, patient={"cardiac_arrest": True})
    BENCH.assert_odds_agree("treat_pain", medic=MEDIC, patient={"suffering": [7]})
    BENCH.assert_odds_agree("surgery", medic=MEDIC, patient={"inc": 0, "end_now": -1})
    BENCH.assert_odds_agree("surgery", medic=MEDIC, patient={"limbs_disabled": ["hand"]}, limb=True)
    assert BENCH.chance("first_aid", "bleeding", "stopped", medic=MEDIC, patient=cut(3)) == Fraction(3, 5)
