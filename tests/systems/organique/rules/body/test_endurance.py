"""Efforts, fatigue, rest, the day after a collapse (END-01 to END-10)."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("exert", "fatigue", "rest", "day_after_collapse")
CAUSES = ("fighting", "exhaustion", "mortal", "psychic", "oxygen")
LOST = ("exhaustion", "psychic", "mortal", "oxygen", "fatigue", "load", "toxin")


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- efforts ----


def exerted(*causes, turns=1, options=None, **fields):
    given = {"character": fields, "causes": causes, "turns": turns, "options": options or {}}
    return BENCH.outcome("exert", **given)


@pytest.mark.parametrize(
    ("cause", "lost"), [("fighting", 1), ("exhaustion", 1), ("mortal", 1), ("psychic", 2), ("oxygen", 1)]
)
def test_what_each_cause_takes(cause, lost):  # ORG-END-02 to ORG-END-05
    assert exerted(cause)["end_lost"] == lost
    assert exerted(cause, cause, turns=2)["end_after_each_turn"] == [10 - 2 * lost, 10 - 4 * lost]


def test_short_fights_may_cost_nothing():  # ORG-ADV-05
    house = {"ignore_end_short_fights": True}
    assert exerted("fighting", "oxygen", options=house)["end_lost"] == 1
    assert exerted("fighting", options=house)["end_after_each_turn"] == [10]


def test_air_is_taken_last_and_goes_on_in_blood():  # ORG-END-03, ORG-DMG-15
    result = exerted("oxygen", "exhaustion", turns=3, END=3)
    assert result["end_after_each_turn"] == [1, 0, 0]
    assert (result["end_lost"], result["sng_lost"], result["turns_before_collapse"]) == (3, 2, 2)
    state = result["state"]
    assert (state["sng"], state["end_lost_air"], state["sng_lost_air"], state["exhausted"]) == (2, 1, 2, True)
    drowned = exerted("oxygen", turns=9, end_now=0)
    assert (drowned["sng_lost"], drowned["state"]["inc"], drowned["end_after_each_turn"][-1]) == (4, 0, -1)


def test_exhaustion_alone_never_kills_but_with_the_blood_gone_it_does():  # ORG-END-04, ORG-END-06, ORG-HP-06
    whole = exerted("exhaustion", turns=20)
    assert (whole["turns_before_collapse"], whole["state"]["dying"]) == (10, False)
    pale = exerted("mortal", turns=10, sng=0)["state"]
    assert (pale["dying"], pale["timer"], pale["fresh"]) == (True, 4, [])


def test_when_nobody_collapses_and_when_somebody_has():  # ORG-END-06
    assert "turns_before_collapse" not in exerted("exhaustion", turns=9)
    assert exerted("exhaustion", end_now=0)["turns_before_collapse"] == 0
    assert exerted()["end_lost"] == 0


@pytest.mark.parametrize("fields", [{"kind": "machine"}, {"dead": True}])
def test_machines_and_the_dead_lose_nothing(fields):  # ORG-MON-01, ORG-HP-07
    assert exerted("oxygen", "psychic", turns=3, **fields)["end_lost"] == 0
    assert BENCH.picked("fatigue", [], "end_lost", character=fields, minutes=20) == (0,)
    rested = BENCH.outcome("rest", character={**fields, "end_now": 3}, turns=9)
    assert (rested["regained"], rested["state"]["end_now"]) == ({"exhaustion": 0}, 3)
    assert BENCH.picked("day_after_collapse", [], "end_change", character=fields, collapses=3) == (0,)


@drawn(st.lists(st.sampled_from(CAUSES), max_size=5), st.integers(1, 5), st.integers(1, 5), st.integers(0, 12))
def test_turns_in_one_go_are_turns_one_by_one(causes, first, second, end):
    body = {"END": 12, "end_now": end, "SNG": 6}
    whole = exerted(*causes, turns=first + second, **body)
    half = exerted(*causes, turns=first, **body)
    kept = ("sng", "inc", "end_now", "sng_lost_air", "end_lost_air", "timer", "fresh")
    between = {name: half["state"][name] for name in kept if name in half["state"]}
    rest = exerted(*causes, turns=second, **{**body, **between})
    assert rest["state"] == whole["state"]
    assert half["end_after_each_turn"] + rest["end_after_each_turn"] == whole["end_after_each_turn"]
    assert half["end_lost"] + rest["end_lost"] == whole["end_lost"]


def test_what_the_sheet_keeps():
    result = BENCH.changes("exert", character={"END": 1}, causes=["oxygen"], turns=2)
    assert result == [
        ("sng", 4.0, 3.0, ""),
        ("end_now", 1, 0, ""),
        ("sng_lost_air", 0.0, 1.0, ""),
        ("prone", False, True, ""),  # ORG-END-06
        ("end_lost_air", 0, 1, ""),
    ]
    assert BENCH.changes("fatigue", character={}, minutes=9) == [("end_now", 10, 9, "")]
    assert BENCH.changes("rest", character={"end_now": 4}, turns=2) == [("end_now", 4, 6, "")]


# ---- fatigue ----


def test_full_periods_only():  # ORG-END-07
    fields = ("end_lost", "minutes_to_recover")
    assert BENCH.picked("fatigue", [], *fields, minutes=4) == (0, 0)
    assert BENCH.picked("fatigue", [], *fields, minutes=29, period_minutes=10) == (2, 20)
    assert BENCH.outcome("fatigue", character={"end_now": 2}, minutes=60)["state"]["end_now"] == 0


# ---- rest ----


def rested(lost=None, **fields):
    given = {} if lost is None else {"lost": lost}
    body = {"END": 20, "end_now": 0, **fields.pop("character", {})}
    result = BENCH.outcome("rest", character=body, **given, **fields)
    return result["regained"], result["state"]["end_now"]


def test_a_point_a_turn_in_order():  # ORG-END-08
    lost = {"mortal": 2, "psychic": 2, "exhaustion": 2, "oxygen": 2}
    assert rested(lost, turns=3) == ({"oxygen": 2, "exhaustion": 1, "psychic": 0, "mortal": 0}, 3)
    assert rested(lost, turns=7) == ({"oxygen": 2, "exhaustion": 2, "psychic": 2, "mortal": 1}, 7)
    assert rested(lost, minutes=1) == ({"oxygen": 2, "exhaustion": 2, "psychic": 2, "mortal": 2}, 8)
    assert rested(turns=5) == ({"exhaustion": 5}, 5)
    assert rested() == ({"exhaustion": 0}, 0)


def test_slow_losses_come_back_slowly():  # ORG-END-08
    lost = {"fatigue": 5, "load": 5, "toxin": 5}
    assert rested(lost, minutes=59, load_per_hour=3) == ({"fatigue": 5, "load": 2, "toxin": 0}, 7)
    assert rested(lost, minutes=60, period_minutes=30) == ({"fatigue": 2, "load": 1, "toxin": 1}, 4)
    assert rested(lost, turns=10_000) == ({"fatigue": 0, "load": 0, "toxin": 0}, 0)


def test_never_above_the_most():  # ORG-END-08
    low = {"END": 10, "end_now": 8, "changes": {"END": -1}}
    assert rested({"exhaustion": 5, "fatigue": 5}, character=low, minutes=60) == ({"exhaustion": 1, "fatigue": 0}, 9)
    assert rested(character={"end_now": 25}, turns=5) == ({"exhaustion": 0}, 25)


def test_blood_lost_for_want_of_air_is_first():  # ORG-END-03
    body = {"sng": 1.5, "sng_lost_air": 2.5, "end_lost_air": 3}
    result = BENCH.outcome("rest", character={"end_now": 0, **body}, lost={"oxygen": 3, "sng_oxygen": 2.5}, turns=5)
    state = result["state"]
    assert result["regained"] == {"sng_oxygen": 2.5, "oxygen": 2}
    assert (state["sng"], state["end_now"], state["sng_lost_air"], state["end_lost_air"]) == (4, 2, 0, 1)
    assert rested({"sng_oxygen": 3}, character={"sng": 3.5}, turns=1)[0] == {"sng_oxygen": 0.5}


def test_whoever_bleeds_to_death_has_no_rest():  # ORG-END-08, ORG-END-09
    lost = {"exhaustion": 3, "mortal": 3}
    assert rested(lost, character={"sng": 0}, turns=9)[0] == {"exhaustion": 0, "mortal": 0}
    assert rested(lost, character={"sng": 0, "stabilised": True}, turns=4)[0] == {"exhaustion": 3, "mortal": 1}
    assert rested(lost, character={"end_now": -1, "inc": 0, "stabilised": True}, turns=9)[1] == -1
    assert rested(lost, turns=9, interrupted=True)[0] == {"exhaustion": 0, "mortal": 0}
    air = {"sng": 0, "sng_lost_air": 1}
    assert rested({"sng_oxygen": 1, "mortal": 2}, character=air, turns=2) == ({"sng_oxygen": 1, "mortal": 1}, 1)


def test_whoever_is_on_their_feet_again_is_down_no_more():  # ORG-HP-06, ORG-HP-07
    down = {"sng": 0, "end_now": 0, "stabilised": True, "timer": 4}
    state = BENCH.outcome("rest", character=down, turns=2)["state"]
    assert (state["end_now"], state["out_of_action"], state["stabilised"]) == (2, False, True)


@drawn(
    st.dictionaries(st.sampled_from(LOST), st.integers(0, 9)),
    st.integers(0, 20),
    st.integers(0, 200),
    st.integers(0, 20),
)
def test_no_more_comes_back_than_was_lost(lost, turns, minutes, end):
    back, now = rested(lost, turns=turns, minutes=minutes, character={"end_now": end})
    assert set(back) == set(lost)
    assert all(0 <= back[cause] <= lost[cause] for cause in lost)
    assert now == end + sum(back.values()) <= 20


@pytest.mark.parametrize(
    ("fields", "id", "field"),
    [
        ({"lost": {"exhaustion": 0.5}}, "field/type", "lost"),
        ({"lost": {"sng_oxygen": 0.3}}, "field/type", "lost"),
        ({"lost": {"love": 1}}, "field/one_of", "lost"),
        ({"load_per_hour": 0}, "field/range", "load_per_hour"),
        ({"period_minutes": 0}, "field/range", "period_minutes"),
        ({"turns": -1}, "field/range", "turns"),
    ],
)
def test_refusals(fields, id, field):
    assert BENCH.refused("rest", character={}, **fields) == (id, field)


def test_refusals_of_efforts():
    assert BENCH.refused("exert", character={}, causes=["love"]) == ("field/one_of", "causes[0]")
    assert BENCH.refused("exert", character={}) == ("field/missing", "causes")
    assert BENCH.refused("exert", character={}, causes=[], turns=0) == ("field/range", "turns")
    assert BENCH.refused("fatigue", minutes=-1) == ("field/range", "minutes")
    assert BENCH.refused("day_after_collapse", character={}, collapses=-1) == ("field/range", "collapses")


# ---- the day after ----


@pytest.mark.parametrize(("collapses", "each", "change"), [(0, 1, 0), (1, 1, 0), (2, 1, -2), (3, 2, -6)])
def test_collapsing_more_than_once(collapses, each, change):  # ORG-END-10
    result = BENCH.outcome("day_after_collapse", character={"end_now": 7}, collapses=collapses, per_collapse=each)
    assert result["end_change"] == change
    assert result["state"]["end_now"] == 7 + change
    assert result["state"]["changes"] == ({"END": change} if change else {})


def test_weariness_may_be_the_end_of_the_mortally_wounded():  # ORG-HP-06
    state = BENCH.outcome("day_after_collapse", character={"sng": 0, "end_now": 2}, collapses=2)["state"]
    assert (state["dying"], state["timer"]) == (True, 4)
