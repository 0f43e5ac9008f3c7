"""Hours of cold and of heat (DMG-02, DMG-09)."""

import pytest

from gardien.core.errors import Refusal
from systems.brute import Bench

BENCH = Bench("organique")
ANN = {"name": "Ann", "END": 9, "SNG": 5}


def test_the_first_failure_halves_the_next_cost_blood():  # ORG-DMG-02, ORG-END-01
    result = BENCH.outcome("cold", [15, 2, 2, 2], character={**ANN, "AGI": 11}, hours=4)
    assert [one["success"] for one in result["saves"]] == [True, False, False, False]
    assert [one["base"] for one in result["saves"]] == [9, 9, 5, 5]
    assert (result["failures"], result["bs"]) == (3, 2)
    state = result["state"]
    assert (state["halved"], state["end_now"], state["sng"], state["wounds"]) == (True, 5, 3, [])
    assert (state["effective"]["AGI"], state["effective"]["END"]) == (6, 5)


def test_the_reserve_is_lowered_by_the_points_of_its_score():  # ORG-DMG-02
    assert BENCH.outcome("cold", [1], character={**ANN, "end_now": 6})["state"]["end_now"] == 2
    tired = BENCH.outcome("cold", [1], character={**ANN, "end_now": 3})["state"]
    assert (tired["end_now"], tired["exhausted"]) == (0, True)


def test_failures_before_count():  # ORG-DMG-02
    result = BENCH.outcome("cold", [1], character={**ANN, "halved": True}, failures_before=1)
    assert (result["failures"], result["bs"], result["state"]["sng"]) == (1, 1, 4)
    assert BENCH.picked("cold", [1], "failures", "bs", character={**ANN, "halved": True}) == (1, 0)


def test_halved_once():  # ORG-TEST-11
    state = BENCH.outcome("cold", [1], character={**ANN, "halved": True, "medical_shock": True})["state"]
    assert (state["effective"]["END"], state["end_now"]) == (5, 5)


def test_the_exhausted_fail_without_a_die():  # ORG-END-06
    result = BENCH.outcome("cold", character={**ANN, "end_now": 0}, hours=3)
    assert [one["auto"] for one in result["saves"]] == ["exhausted"] * 3
    assert (result["failures"], result["bs"]) == (3, 2)


@pytest.mark.parametrize("fields", [{"dead": True}, {"inc": 0, "end_now": -1}, {"kind": "machine"}])
def test_nothing_is_asked_of_the_fallen_and_of_machines(fields):  # ORG-SAVE-01, ORG-MON-01
    for procedure in ("cold", "heat"):
        result = BENCH.outcome(procedure, character={**ANN, **fields}, hours=5)
        assert (result["saves"], result["failures"], result["bs"]) == ([], 0, 0)


def test_it_ends_where_somebody_falls():  # ORG-DMG-09, ORG-HP-05
    result = BENCH.outcome("heat", [1, 1], character={**ANN, "sng": 1, "inc": 1}, hours=9)
    assert (len(result["saves"]), result["bs"], result["state"]["out_of_action"]) == (2, 2, True)
    dead = BENCH.outcome("heat", [1], character={"sng": 0, "inc": 1}, hours=9, options={"inc_zero_is_death": True})
    assert dead["state"]["dead"]
    cold = BENCH.outcome("cold", [1], character={**ANN, "sng": 0, "end_now": 3}, hours=9)["state"]
    assert (cold["dying"], cold["timer"]) == (True, 4)


def test_heat_costs_blood_each_time():  # ORG-DMG-09
    result = BENCH.outcome("heat", [1, 11, 10], character=ANN, hours=3)
    assert (result["failures"], result["bs"], result["state"]["sng"], result["state"]["halved"]) == (2, 2, 3, False)


def test_fever_weighs_on_heat_alone():  # ORG-DIS-06, ORG-DMG-02
    ill = {**ANN, "save_mods": {"heat": -10}}
    assert BENCH.outcome("heat", [9], character=ill)["saves"][0]["mod"] == -10
    assert BENCH.outcome("cold", [9], character=ill)["saves"][0]["mod"] == 0


def test_how_bad_it_is():  # ORG-END-11
    for procedure in ("cold", "heat"):
        one = BENCH.outcome(procedure, [9], character=ANN, difficulty=25, mods={"coat": 7})["saves"][0]
        assert (one["kind"], one["total"], one["difficulty"], one["success"]) == (procedure, 25, 25, True)


@pytest.mark.parametrize("options", [{}, {"saves_not_luck": True}])
def test_hours_are_weighed(options):
    BENCH.assert_odds_agree("cold", character=ANN, hours=2, difficulty=12, options=options)
    BENCH.assert_odds_agree("heat", character={**ANN, "sng": 0, "inc": 1}, hours=2, difficulty=14, options=options)


def test_many_hours_are_weighed_but_not_spelled_out():
    whole = BENCH.weighed("heat", {"character": ANN, "hours": 240}, ["bs"])
    assert sum(whole.values()) == 1
    once = BENCH.chance("cold", "failures", 0, character=ANN)
    assert BENCH.chance("cold", "failures", 0, character=ANN, hours=2) == once**2
    with pytest.raises(Refusal) as caught:
        BENCH.weighed("cold", {"character": ANN, "hours": 3}, ["saves"])
    assert caught.value.id == "odds/too_many"
    assert len(BENCH.outcome("cold", [20] * 9, character=ANN, hours=9)["saves"]) == 9


def test_what_the_sheet_keeps():
    assert BENCH.changes("cold", [1], character=ANN) == [("end_now", 9, 5, ""), ("halved", False, True, "")]
    assert BENCH.changes("heat", [1], character=ANN) == [("sng", 5.0, 4.0, "")]


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("cold", {"hours": 0}, "field/range", "hours"),
        ("heat", {"hours": 0}, "field/range", "hours"),
        ("cold", {"failures_before": -1}, "field/range", "failures_before"),
        ("heat", {"failures_before": 1}, "field/unknown", "failures_before"),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, character={}, **fields) == (id, field)
