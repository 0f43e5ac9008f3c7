"""Corners of a round: who has something to fear at its end, what an action is told by (CBT, HEALTH, CREAT)."""

import pytest

from gardien.core.calling import weigh
from gardien.core.errors import Refusal
from systems.brute import Bench

bench = Bench("d20d100")
reasons = bench.reasons

THREATS = {
    "fire": {"on_fire": True},
    "a hand at the throat": {"strangle_round": 1},
    "agony": {"pv": -1},
    "a faint": {"temp_damage": 11},
    "a mind that slides": {"san": -1},
}
SLIDING = {"rule_decompensation": True}


def crowd(count, **threat):
    one = {"pv": 10, "pv_max": 10, **threat}
    return {"combatants": [{"name": f"n{index}", **one} for index in range(count)], "options": SLIDING}


@pytest.mark.parametrize("threat", THREATS.values(), ids=THREATS)
def test_odds_tell_four_people_in_danger_apart_and_no_more(threat):
    """Each danger counts by itself; those who are well are no matter."""
    with pytest.raises(Refusal) as caught:
        weigh("d20d100", "end_round", crowd(5, **threat), by=("combatants",))
    assert caught.value.id == "odds/too_many"


def test_odds_of_those_who_are_well_or_dead_are_certain():
    """D100-HEALTH-06: no die falls for either."""
    for threat in ({}, {"pv": -10, "on_fire": True}):
        assert len(weigh("d20d100", "end_round", crowd(5, **threat), by=("combatants",))) == 1


def test_whoever_is_whole_does_not_regenerate():
    """D100-CREAT-01."""
    hurt, whole = crowd(1, pv=8, regeneration=3), crowd(1, regeneration=3)
    assert reasons("end_round", **hurt) == [("pv", 10, "D100-CREAT-01")]
    assert reasons("end_round", **whole) == []


def test_an_action_that_cannot_be_is_told_by_its_rule():
    """D100-HEALTH-04, D100-CBT-09."""
    assert reasons("take_action", action="run", can_run=False)[-1] == ("reason", "cannot_run", "D100-HEALTH-04")
    assert reasons("take_action", action="run", simple_actions_left=1)[-1] == ("reason", "no_time", "D100-CBT-09")


def test_metres_are_told_where_one_moves():
    """D100-CBT-13."""
    assert ("metres", 6.0, "D100-CBT-13") in reasons("take_action", action="walk", speed=9)
    assert "metres" not in [label for label, _, _ in reasons("take_action", action="draw")]


@pytest.mark.parametrize(
    ("procedure", "whom", "rule"), [("delay", "after", "D100-MODE-05"), ("prepare", "enemy", "D100-MODE-06")]
)
def test_a_new_place_in_the_order_is_told_by_its_number(procedure, whom, rule):
    """D100-MODE-05, D100-MODE-06: right after whoever one waited for."""
    found = bench.answer(procedure, order=["Ana", "Bea", "Cid", "Dan"], name="Ana", **{whom: "Cid"})
    assert [(one.label, one.value, one.rule, one.who) for one in found.steps] == [("rank", 3, rule, "Ana")]


def test_the_last_can_wait_for_nobody():
    """D100-MODE-05: all the others could."""
    with pytest.raises(Refusal) as caught:
        bench.answer("delay", order=["Ana", "Bea", "Cid", "Dan"], name="Dan", after="Ana")
    assert (caught.value.field, caught.value.words["allowed"]) == ("name", ["Ana", "Bea", "Cid"])


@pytest.mark.parametrize(
    ("face", "tie", "noticed"),
    [
        (9, "active", False),
        (10, "active", True),
        (10, "passive", False),
        (11, "passive", True),
        (10, "higher_modifier", False),
    ],
)
def test_whoever_listens_as_well_as_others_hide_notices_as_the_table_wants(face, tie, noticed):
    """D100-CBT-07, D100-TEST-07: a tie is settled by the table, a point more by nobody."""
    given = {"recorded_total": 12, "hidden_modifier": 3, "watchers": [{"name": "Ana", "modifier": 2}]}
    found = bench.outcome("check_surprise", [face], **given, options={"opposed_tie": tie})
    assert found["surprised"] == ([] if noticed else ["Ana"])


def test_what_helps_to_hide_counts():
    """D100-CBT-07."""
    given = {"hidden_modifier": 3, "hidden_mods": [2], "watchers": [{"name": "Ana", "modifier": 2}]}
    assert bench.outcome("check_surprise", [10, 5], **given)["passive_total"] == 15


def test_whoever_hides_with_a_one_is_noticed_by_all_but_those_who_throw_one():
    """D100-TEST-08."""
    watchers = [{"name": "Ana", "modifier": -20}, {"name": "Bea", "modifier": 30}]
    given = {"recorded_total": 40, "recorded_natural_one": True, "watchers": watchers}
    assert bench.outcome("check_surprise", [2, 1], **given)["surprised"] == ["Bea"]
