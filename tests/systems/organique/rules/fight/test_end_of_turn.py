"""The end of a turn and the start of the next (TURN-05, END-02 to 04, END-08, HP-06, HP-07, ACT-07)."""

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from gardien.systems.organique.rules.fight.end_of_turn import pass_turn
from quick import spent
from systems.brute import Bench, told_apart
from systems.organique.people import HOUSE, YING, person, played
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = [one for one in examples("organique") if one.procedure == "end_turn"]
ACTING = {"poison": "blade_poison", "onset": 0, "ticks_left": 3}


@pytest.mark.parametrize("example", MINE, ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def after(*fields, dice=(), options=None, **body):
    """Somebody at the start of the next turn: END lost, then fields of the state."""
    given = {"combatants": [{"name": "A", **body}]} | ({"options": options} if options else {})
    result = BENCH.outcome("end_turn", dice, **given)
    return (result["end_lost"]["A"], *(result["states"]["A"].get(field) for field in fields))


REST = {"fought": False}


# ---- (1) hold, heart, shock ----


def test_strangling():  # ORG-ACT-07: blood that breath gives back
    assert after("sng", "sng_lost_air", strangled=True) == (1, 3, 1)
    assert after("sng", "inc", "sng_lost_air", strangled=True, sng=0.5) == (2, 0, 3.5, 0.5)
    assert after("sng", "sng_lost_air", sng=2, sng_lost_air=1.5) == (1, 3, 0.5)
    assert after("sng", "sng_lost_air", sng=3.5, sng_lost_air=0.5) == (1, 4, 0)
    assert after("dead", strangled=True, dead=True) == (0, True)


def test_strangling_that_takes_air_first():  # strangle_end_first
    house = {"strangle_end_first": True}
    assert after("end_now", "end_lost_air", "sng", strangled=True, options=house) == (2, 8, 1, 4)
    result = after("end_now", "sng", "sng_lost_air", strangled=True, end_now=0, options=house, **REST)
    assert result == (0, 0, 3, 1)
    assert after("end_now", "end_lost_air", strangled=True, options=house, **REST) == (1, 9, 1)


def test_a_heart_that_has_stopped():  # ORG-SYM-03
    assert after("sng", "wounds", cardiac_arrest=True) == (1, 3, [])
    assert after("sng", "inc", cardiac_arrest=True, sng=0) == (2, 0, 3)


def test_medical_shock_bleeds_once_a_minute():  # ORG-SYM-17
    shocked = {"medical_shock": True, "halved": True, "end_now": 3, **REST}
    assert after("sng", "shock_turns", "end_now", **shocked) == (0, 4, 1, 3)
    assert after("sng", "shock_turns", shock_turns=10, **shocked) == (0, 4, 11)
    assert after("sng", "shock_turns", shock_turns=11, **shocked) == (0, 3, 12)
    assert after("sng", "shock_turns", shock_turns=23, **shocked) == (0, 3, 24)


# ---- (2) endurance ----


@pytest.mark.parametrize(
    ("body", "lost", "left"),
    [
        ({}, 1, 9),
        ({"fought": True}, 1, 9),
        ({"sng": 0}, 2, 8),
        ({"sng": 0, "stabilised": True}, 1, 9),
        ({"sng": 0, **REST}, 1, 9),
        ({"no_air": True}, 2, 8),
        ({"respiratory_arrest": True, **REST}, 1, 9),
        ({"sng": 0, "no_air": True}, 3, 7),
        ({"end_now": 1, "sng": 0}, 1, 0),
        ({"end_now": 0}, 0, 0),
        ({"kind": "machine"}, 0, 10),
        ({"dead": True}, 0, 10),
    ],
)
def test_what_a_turn_costs(body, lost, left):  # ORG-END-02, ORG-END-03, ORG-END-04
    assert after("end_now", **body) == (lost, left)


def test_short_fights_may_cost_nothing():  # ignore_end_short_fights
    house = {"ignore_end_short_fights": True}
    assert after("end_now", options=house) == (0, 10)
    assert after("end_now", end_now=5, options=house) == (0, 5)  # no rest either
    assert after("end_now", sng=0, options=house) == (1, 9)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ({"end_now": 5}, 6),
        ({"end_now": 0}, 1),
        ({"end_now": 0, "unconscious_turns": 3}, 1),
        ({"end_now": 10}, 10),
        ({"end_now": 5, "halved": True}, 5),
        ({"end_now": 5, "sng": 0, "stabilised": True}, 6),
        ({"end_now": 5, "medical_shock": True}, 5),
        ({"end_now": 5, "strangled": True}, 5),
        ({"end_now": -1, "inc": 0, "stabilised": True}, -1),
        ({"end_now": 5, "doses": [{"poison": "blade_poison", "onset": 5}]}, 6),
    ],
)
def test_rest(body, left):  # ORG-END-08, ORG-END-09
    assert after("end_now", **REST, **body) == (0, left)


def test_no_rest_while_poison_acts():  # ORG-END-08
    over = {"poison": "blade_poison", "onset": 0, "ticks_left": 0}
    assert after("end_now", dice=[20, 20], end_now=5, doses=[ACTING], **REST) == (0, 5)
    assert after("end_now", end_now=5, doses=[over], **REST) == (0, 5)


def test_air_comes_last_and_only_to_the_living():  # ORG-END-03
    assert after("end_now", "end_lost_air", "sng", end_now=2, no_air=True) == (2, 0, 1, 4)
    assert after("end_now", "sng", "sng_lost_air", end_now=1, no_air=True) == (1, 0, 3, 1)
    assert after("end_now", "inc", "dying", "timer", end_now=2, sng=0, no_air=True) == (2, 0, 4, True, 4)


# ---- (3) the timer ----


@pytest.mark.parametrize(
    ("body", "timer", "dead"),
    [
        ({"inc": 0, "end_now": -1, "timer": 3}, 2, False),
        ({"inc": 0, "end_now": -1, "timer": 3, "fresh": ["timer"]}, 3, False),
        ({"inc": 0, "end_now": -1, "timer": 1}, None, True),
        ({"inc": 0, "end_now": -1, "timer": 0.5}, None, True),
        ({"inc": 0, "end_now": -1, "timer": 0, "fresh": ["timer"]}, None, True),
        ({"inc": 0, "end_now": -1, "timer": 3, "stabilised": True}, None, False),
        ({"sng": 0, "inc": 2.5, "end_now": 0}, 1.5, False),
        ({"sng": 0, "inc": 2.5, "end_now": 1}, 2.5, False),
        ({"sng": 0, "inc": 1, "end_now": 2, "cardiac_arrest": True}, 2, False),
    ],
)
def test_the_timer(body, timer, dead):  # ORG-HP-06, ORG-HP-07
    assert after("timer", "dead", **body)[1:] == (timer, dead)


def test_death_at_once():  # inc_zero_is_death
    house = {"inc_zero_is_death": True}
    assert after("dead", sng=0, inc=1, cardiac_arrest=True, options=house) == (0, True)


# ---- (4) what is counted in turns ----


@pytest.mark.parametrize("name", ["unconscious", "paralysed"])
def test_turns_run_out(name):  # ORG-SYM-12, ORG-SYM-20
    field = f"{name}_turns"
    assert after(field, "fresh", **{field: 3}) == (1, 2, [])
    assert after(field, "fresh", **{field: 3, "fresh": [name]}) == (1, 3, [])
    assert after(field, **{field: 1}) == (1, 0)
    assert after(field, **{field: 0}) == (1, 0)


def test_breath_comes_back_with_movement():  # ORG-SYM-12
    assert after("no_air", "end_now", paralysed_turns=2, no_air=True, **REST) == (1, True, 9)
    assert after("no_air", "end_now", "end_lost_air", paralysed_turns=1, no_air=True, **REST) == (1, False, 10, 0)
    assert after("no_air", no_air=True) == (2, True)


# ---- (5) poison, (6) breath ----


def test_poison_strikes_at_the_start_of_the_turn():  # ORG-POI-03
    result = BENCH.outcome(
        "end_turn", [2, 18], combatants=[{**YING, "doses": [{"poison": "blade_poison"}]}, {"name": "B"}]
    )
    assert list(result["ticks"]) == ["Ying"]
    tick = result["ticks"]["Ying"]
    assert (tick["due"], tick["bs"], tick["actions"], tick["failed"]) == (1, 1, -7, [])
    assert [one["total"] for one in tick["saves"].values()] == [20, 25]
    assert result["states"]["Ying"]["sng"] == 3


def test_vomiting_ends_without_poison():  # ORG-SYM-21
    assert after("vomiting", vomiting=True) == (1, False)


def test_a_tick_that_strikes_down_counts_from_the_turn_it_starts():  # ORG-HP-07
    result = after("dying", "timer", "fresh", sng=0, inc=1, end_now=4, doses=[ACTING], **REST)
    assert result == (1, True, 3, [])
    assert after("timer", "dead", sng=0, inc=0, end_now=-1, timer=3, doses=[], **REST) == (0, 2, False)


def test_breath_gives_back_one_point():  # ORG-END-03, ORG-END-08: SNG first, one point of END in all
    assert after("end_now", "end_lost_air", end_now=5, end_lost_air=2) == (1, 5, 1)
    assert after("end_now", "end_lost_air", end_now=5, end_lost_air=2, **REST) == (0, 6, 1)
    rested = after("end_now", "sng", "sng_lost_air", end_now=5, sng=2, sng_lost_air=2, end_lost_air=2, **REST)
    assert rested == (0, 6, 3, 1)
    assert after("end_now", "end_lost_air", end_now=5, end_lost_air=2, no_air=True) == (2, 3, 3)
    assert after("end_lost_air", end_lost_air=2, strangled=True) == (1, 2)


# ---- everybody ----


def test_everybody_in_order():
    people = [{**YING, "name": name, "doses": [ACTING]} for name in ("B", "A")]
    result = BENCH.answer("end_turn", [20] * 4, combatants=people)
    assert [one.who for one in result.dice] == ["B", "B", "A", "A"]
    assert {one.who for one in result.changes} == {"A", "B"}
    assert [(one.field, one.after) for one in result.changes if one.who == "A"][:2] == [("sng", 3), ("end_now", 7)]


def test_reasons():
    result = BENCH.answer("end_turn", [], combatants=[{"name": "A", "inc": 0, "end_now": -1, "timer": 3}])
    assert ("timer", 2.0, "A") in [(one.label, one.value, one.who) for one in result.steps]
    tired = BENCH.answer("end_turn", [], combatants=[{"name": "A", "sng": 0, "end_now": 2}])
    labels = [(one.label, one.value, one.rule) for one in tired.steps]
    assert labels == [
        ("end_lost", 2, "ORG-END-02"),
        ("end_now", 0, "ORG-END-01"),
        ("out_of_action", True, "ORG-HP-06"),
        ("timer", 4.0, "ORG-HP-07"),
    ]


def test_odds():
    asked = {"combatants": [{**YING, "doses": [ACTING]}, {"name": "B"}]}
    shown = BENCH.every_outcome("end_turn", asked)
    for by in (["end_lost"], ["ticks"], ["states"], ["ticks", "states"]):
        assert BENCH.weighed("end_turn", asked, by) == told_apart(shown, by)


def test_what_a_turn_costs_is_told_without_looking_at_anybody():
    people = [
        {"name": "A"},
        {"name": "B", "kind": "machine"},
        {"name": "C", "dead": True},
        {"name": "D", "fought": False},
    ]
    result = BENCH.weighed("end_turn", {"combatants": people}, ["end_lost"])
    assert result == {(("end_lost", (("A", 1), ("B", 0), ("C", 0), ("D", 0))),): 1}


def test_one_of_many_is_weighed_alone():
    asked = {"combatants": [{**YING, "name": f"N{i}", "doses": [ACTING, ACTING]} for i in range(12)]}
    assert spent(lambda: BENCH.weighed("end_turn", asked, ["states.N7.medical_shock"]), times=1) < 0.5
    result = BENCH.weighed("end_turn", asked, ["states.N7.medical_shock"])
    assert (len(result), sum(result.values())) == (2, 1)


@settings(max_examples=50)
@drawn(
    st.booleans(),
    st.booleans(),
    st.fixed_dictionaries(
        {},
        optional={
            "sng": st.sampled_from([0, 0.5, 3]),
            "inc": st.sampled_from([0, 1, 4]),
            "end_now": st.integers(-1, 10),
            "no_air": st.booleans(),
            "cardiac_arrest": st.booleans(),
            "stabilised": st.booleans(),
            "timer": st.sampled_from([0, 0.5, 2]),
            "sng_lost_air": st.sampled_from([0, 0.5, 2]),
            "end_lost_air": st.integers(0, 3),
        },
    ),
)
def test_reserves_stay_within_their_bounds(fought, strangled, fields):
    before = person(**fields)
    result = played(pass_turn, before, fought, strangled, HOUSE)
    body = result.person.body
    assert 0 <= body.sng <= 8
    assert 0 <= body.inc <= before.body.inc
    assert -1 <= body.end <= max(10, before.body.end)
    assert body.fresh == ()
    assert result.end_lost <= 3
    assert not result.person.dying or body.dead or result.person.timer > 0


def test_refusals():
    assert BENCH.refused("end_turn", combatants=[{"name": "A"}, {"name": "A"}]) == ("field/twice", "combatants")
    assert BENCH.refused("end_turn") == ("field/missing", "combatants")


def test_powers_over_oneself_in_a_turn():
    """M7: a surge costs a point more and leaves no rest; a slow body loses nothing to a mortal wound in its turn."""
    people = [
        {"name": "Ann", "fought": True, "surging": True},
        {"name": "Bob", "fought": False, "surging": True, "end_now": 5},
        {"name": "Cid", "fought": False, "sng": 0},
        {"name": "Dan", "fought": False, "sng": 0, "slowed": True},
    ]
    result = BENCH.outcome("end_turn", combatants=people)
    assert result["end_lost"] == {"Ann": 2, "Bob": 1, "Cid": 1, "Dan": 0}
    assert [result["states"][name]["end_now"] for name in ("Ann", "Bob", "Cid", "Dan")] == [8, 4, 9, 10]
