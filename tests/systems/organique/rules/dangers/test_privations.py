"""Hunger, thirst, lack of sleep, radiation (DMG-10, DMG-11, DMG-14, DMG-16)."""

from fractions import Fraction

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from systems.brute import Bench

BENCH = Bench("organique")
ANN = {"name": "Ann", "VOL": 12, "SNG": 5}


# ---- food and drink ----


@pytest.mark.parametrize(("days", "bs", "end"), [(1, 0.5, -4), (2, 1, -8), (3, 1.5, -12)])
def test_days_without_food(days, bs, end):  # ORG-DMG-10, ORG-END-01
    result = BENCH.outcome("hunger", character={"END": 15, "end_now": 13}, days=days)
    assert (result["bs"], result["end_change"]) == (bs, end)
    state = result["state"]
    assert (state["sng"], state["end_now"], state["effective"]["END"]) == (4 - bs, 13 + end, 15 + end)
    assert state["wounds"] == []


def test_hunger_leaves_no_less_than_nothing():  # ORG-END-01, ORG-TEST-11
    state = BENCH.outcome("hunger", character={"changes": {"END": -4}}, days=2)["state"]
    assert (state["changes"], state["end_now"], state["exhausted"]) == ({"END": -12}, 0, True)


def test_hunger_kills():  # ORG-HP-06, ORG-HP-05
    weak = BENCH.outcome("hunger", character={"sng": 0.5, "end_now": 4})["state"]
    assert (weak["dying"], weak["timer"]) == (True, 4)
    assert BENCH.outcome("hunger", character={}, days=16)["state"]["inc"] == 0
    starved = BENCH.outcome("hunger", character={}, days=16, options={"inc_zero_is_death": True})["state"]
    assert starved["dead"]


def test_days_without_drink():  # ORG-DMG-16
    result = BENCH.outcome("thirst", character={}, days=3)
    assert (result["bs"], result["state"]["sng"], result["state"]["end_now"]) == (1.5, 2.5, 10)
    assert BENCH.picked("thirst", [], "bs", character={}) == (0.5,)


@drawn(st.integers(1, 6), st.integers(1, 6))
def test_days_in_one_go_are_days_one_by_one(first, second):
    for procedure in ("hunger", "thirst"):
        whole = BENCH.outcome(procedure, character={"END": 40}, days=first + second)["state"]
        half = BENCH.outcome(procedure, character={"END": 40}, days=first)["state"]
        between = {name: half[name] for name in ("sng", "inc", "end_now", "changes")}
        assert BENCH.outcome(procedure, character={"END": 40, **between}, days=second)["state"] == whole


@pytest.mark.parametrize("fields", [{"dead": True}, {"kind": "machine"}])
def test_machines_and_the_dead_want_for_nothing(fields):  # ORG-MON-01, ORG-HP-07
    assert BENCH.picked("hunger", [], "bs", "end_change", character=fields) == (0, 0)
    assert BENCH.picked("thirst", [], "bs", character=fields) == (0,)
    awake = BENCH.outcome("sleeplessness", character=fields, hours=90)
    assert (awake["n"], awake["unconscious_turns"], "illusions" in awake) == (0, 0, False)
    rays = BENCH.outcome("radiation", character=fields, points=3)
    assert (rays["sng_lost"], rays["sng_max_lost"], rays["cancer_percent"], rays["cancer"]) == (0, 0, 0, False)
    assert not any(BENCH.changes(one, character=fields) for one in ("hunger", "thirst"))


# ---- sleep ----


@pytest.mark.parametrize(("hours", "n"), [(0, 0), (23, 0), (24, 1), (47, 1), (48, 2), (100, 4)])
def test_full_days_awake(hours, n):  # ORG-DMG-14
    dice = [20, 20, 20] if n else []
    result = BENCH.outcome("sleeplessness", dice, character={**ANN, "END": 15}, hours=hours)
    assert (result["n"], result["unconscious_turns"], "illusions" in result) == (n, 0, n > 0)
    state = result["state"]
    assert state["changes"] == (dict.fromkeys(("PER", "CHA", "END", "INT"), -3 * n) if n else {})
    assert state["end_now"] == 15 - 3 * n
    if n:
        saves = [result[name] for name in ("hallucinations", "illusions", "unconsciousness")]
        assert [one["difficulty"] for one in saves] == [3 * n, 3 * n, 15 * n]


def test_saves_with_what_is_left():  # ORG-DMG-14, ORG-SYM-05, ORG-SYM-08, ORG-SYM-10, ORG-SYM-20
    tired = {**ANN, "VOL": 7, "end_now": 8}
    result = BENCH.outcome("sleeplessness", [1, 1, 3], character=tired, hours=48)
    saves = [result[name] for name in ("hallucinations", "illusions", "unconsciousness")]
    assert [one["kind"] for one in saves] == ["minor_hallucinations", "illusions", "unconsciousness"]
    assert [one["base"] for one in saves] == [7, 7, 5]  # VOL; half of VOL and of what is left of END, 2
    assert [one["success"] for one in saves] == [False, False, False]
    assert (result["unconscious_turns"], result["state"]["unconscious_turns"]) == (22, 22)
    helped = BENCH.outcome("sleeplessness", [9, 9, 9], character=tired, hours=24, mods={"coffee": 2})
    assert [helped[name]["mod"] for name in ("hallucinations", "illusions", "unconsciousness")] == [2, 2, 2]


def test_no_save_of_whoever_falls():  # ORG-SAVE-01, ORG-HP-06
    result = BENCH.outcome("sleeplessness", character={"sng": 0, "end_now": 3}, hours=30)
    assert ("unconsciousness" in result, result["state"]["dying"]) == (False, True)


def test_the_order_of_dice():
    assert [one for _, one in BENCH.thrown("sleeplessness", [9, 9, 9], character=ANN, hours=24)] == [
        "minor_hallucinations",
        "illusions",
        "unconsciousness",
    ]
    assert BENCH.thrown("radiation", [9, 9, 50], character=ANN, points=1) == [
        ("d20", "vomiting"),
        ("d20", "headache"),
        ("d100", "cancer"),
    ]


def test_a_sleepless_day_is_weighed():
    asked = {"character": ANN, "hours": 24}
    shown = BENCH.weighed("sleeplessness", asked, ["unconscious_turns"])
    alone = {"character": {**ANN, "end_now": 7}, "symptom": "unconsciousness", "difficulty": 15}
    faints = BENCH.weighed("symptom", alone, ["effect"])
    assert shown[(("unconscious_turns", 0),)] == faints[(("effect", "none"),)]
    seen = BENCH.weighed("sleeplessness", asked, ["illusions.success"])
    assert seen[(("illusions.success", False),)] == Fraction(1, 20)
    both = BENCH.weighed("sleeplessness", asked, ["illusions.success", "unconscious_turns"])
    assert sum(both.values()) == 1


# ---- rays ----


def test_an_exposure_a_day_later():  # ORG-DMG-11, ORG-SYM-09, ORG-SYM-21
    result = BENCH.outcome("radiation", [3, 5, 51], character=ANN, points=2)
    assert (result["sng_lost"], result["sng_max_lost"], result["delay_hours"]) == (2, 2, 24)
    assert (result["vomiting"]["difficulty"], result["vomiting"]["base"], result["vomiting"]["failed_by"]) == (
        20,
        12,
        5,
    )
    assert (result["headache"]["kind"], result["penalty"]) == ("headache", 3)
    assert (result["cancer_percent"], result["cancer"]) == (50, False)
    state = result["state"]
    assert (state["sng"], state["vomiting"], state["suffering"], state["end_now"]) == (3, True, [3], 6)
    assert state["changes"] == {"PER": -2, "END": -4, "INT": -2}


@pytest.mark.parametrize(("points", "percent"), [(1, 25), (2, 50), (3, 75), (4, 100), (5, 100)])
def test_cancer(points, percent):  # ORG-DMG-11
    strong = {"SNG": 20, "VOL": 60, "END": 20}
    for die, ill in ((percent, True), (min(100, percent + 1), percent == 100)):
        result = BENCH.picked("radiation", [20, 20, die], "cancer_percent", "cancer", character=strong, points=points)
        assert result == (percent, ill)
    assert BENCH.chance("radiation", "cancer", character=strong, points=points) == Fraction(percent, 100)


def test_what_the_blood_cannot_give_is_taken_from_the_last_strength():  # ORG-DMG-11
    result = BENCH.outcome("radiation", [20, 20, 99], character={"SNG": 4, "sng": 1, "end_now": 10}, points=2)
    assert (result["sng_lost"], result["sng_max_lost"]) == (1, 2)
    assert (result["state"]["sng"], result["state"]["inc"]) == (0, 3)
    most = BENCH.outcome("radiation", [99], character={"SNG": 2, "INC": 2}, points=4)
    assert (most["sng_lost"], most["sng_max_lost"], most["state"]["inc"]) == (2, 2, 0)
    assert "vomiting" not in most


def test_what_the_sheet_keeps():
    result = BENCH.changes("radiation", [20, 20, 99], character=ANN, points=1)
    assert ("SNG", 5.0, 4.0, "") in result
    assert ("sng", 5.0, 4.0, "") in result
    assert ("changes", {}, {"PER": -1, "END": -2, "INT": -1}, "") in result
    assert BENCH.changes("hunger", character={}) == [
        ("sng", 4.0, 3.5, ""),
        ("end_now", 10, 6, ""),
        ("changes", {}, {"END": -4}, ""),
    ]
    assert BENCH.changes("thirst", character={}) == [("sng", 4.0, 3.5, "")]
    assert ("unconscious_turns", 0, 4, "") in BENCH.changes("sleeplessness", [9, 9, 1], character=ANN, hours=24)


def test_rays_are_weighed():
    asked = {"character": ANN, "points": 2}
    every = {by: BENCH.weighed("radiation", asked, [by]) for by in ("vomiting", "headache", "state", "penalty")}
    assert all(sum(one.values()) == 1 for one in every.values())
    sick = {one: chance for ((_, one),), chance in BENCH.weighed("radiation", asked, ["state.vomiting"]).items()}
    assert sick == {True: Fraction(7, 20), False: Fraction(13, 20)}
    assert every["penalty"][(("penalty", 0),)] == Fraction(13, 20)
    fallen = {"character": {"SNG": 2, "INC": 2, "sng": 1}, "points": 4}
    BENCH.assert_odds_agree("radiation", **fallen)


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("hunger", {"days": 0}, "field/range", "days"),
        ("thirst", {"days": 0}, "field/range", "days"),
        ("sleeplessness", {"hours": -1}, "field/range", "hours"),
        ("sleeplessness", {}, "field/missing", "hours"),
        ("radiation", {"points": 0}, "field/range", "points"),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, character={}, **fields) == (id, field)
