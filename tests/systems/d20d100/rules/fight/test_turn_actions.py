"""Actions of a round, movement, changes of place in the order (CBT, MODE)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
MINE = ("take_action", "round_plan", "movement", "delay", "prepare", "assess")
ACTIONS = {
    "free": "speak drop_object drop_prone draw_while_moving",
    "simple": """walk climb! sheathe open_door pick_up take_item stand_up light_lamp draw attack! grapple! reload
    clear_jam""",
    "complex": """run! climb_fast! surprise_attack! coup_de_grace! multiple_attack! charge! full_defence! treat assess
    other_complex""",
}
EACH = [(kind, word.strip("!"), word.endswith("!")) for kind, words in ACTIONS.items() for word in words.split()]
COSTS = {"free": 0, "simple": 1, "complex": 2}
METRES = {"walk": 6, "climb": 3, "run": 24, "climb_fast": 6, "charge": 18}


@pytest.mark.parametrize("example", [one for one in examples("d20d100") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- one action ----


@pytest.mark.parametrize(("kind", "action", "tiring"), EACH)
@pytest.mark.parametrize("left", [0, 1, 2])
def test_every_action_takes_its_time_and_its_toll(kind, action, tiring, left):
    """D100-CBT-09, D100-CBT-10, D100-CBT-11, D100-CBT-12, D100-CBT-13, D100-HEALTH-06: effort may cost a PV."""
    result = outcome("take_action", action=action, simple_actions_left=left, condition="out_of_action", pv=0)
    accepted = COSTS[kind] <= left
    assert result == {
        "accepted": accepted,
        "reason": "ok" if accepted else "no_time",
        "kind": kind,
        "simple_actions_left": left - COSTS[kind] if accepted else left,
        "metres": METRES.get(action, 0) if accepted else 0,
        "pv": -1 if accepted and tiring else 0,
    }
    for condition in ("ok", "staggered"):
        assert outcome("take_action", action=action, condition=condition)["pv"] == 10


@pytest.mark.parametrize("action", ["run", "charge"])
def test_the_badly_hurt_do_not_run(action):
    """D100-HEALTH-04: and that is said before anything else."""
    result = outcome("take_action", action=action, can_run=False, simple_actions_left=1)
    assert (result["accepted"], result["reason"], result["metres"]) == (False, "cannot_run", 0)
    assert outcome("take_action", action="walk", can_run=False)["accepted"] is True


def test_what_an_action_leaves_is_kept():
    assert changes("take_action", action="attack", condition="out_of_action", pv=0, simple_actions_left=1) == [
        ("simple_actions_left", 1, 0, ""),
        ("pv", 0, -1, ""),
    ]
    assert changes("take_action", action="speak") == []
    assert changes("take_action", action="run", simple_actions_left=1) == []


# ---- a round planned ----


@pytest.mark.parametrize(
    ("plan", "scores", "metres"),
    [
        (["attack"], [12], 0),
        (["walk"], [], 6),
        (["other"], [], 0),
        (["attack", "attack"], [12, 7, 2], 0),
        (["attack", "walk"], [12], 6),
        (["walk", "attack"], [12], 6),
        (["other", "attack"], [12], 0),
        (["walk", "walk"], [], 12),
        (["other", "other"], [], 0),
    ],
)
def test_only_two_attacks_open_the_whole_series(plan, scores, metres):
    """D100-CBT-14, D100-ATK-07."""
    result = outcome("round_plan", base_series=[12, 7, 2], plan=plan)
    assert result == {"accepted": True, "attack_scores": scores, "metres": metres}
    for simple in (0, 1):
        result = outcome("round_plan", base_series=[12, 7, 2], plan=plan, simple_actions=simple)
        if len(plan) > simple:
            assert result == {"accepted": False, "attack_scores": [], "metres": 0}
        else:
            assert result["accepted"] is True


# ---- how far ----


@given(st.integers(0, 600))
def test_speed_carries_in_proportion_rounded_down_to_half_a_metre(tenths):
    """D100-CBT-13."""
    result = outcome("movement", speed=tenths / 10)

    def down(times, parts):  # in half metres, exactly
        return (tenths * 2 * times) // (10 * parts) / 2

    assert result == {
        "walk_simple": down(2, 3),
        "run_complex": down(8, 3),
        "climb_simple": down(1, 3),
        "climb_complex": down(2, 3),
        "charge_min": 3,
        "charge_max": down(2, 1),
    }


# ---- another place in the order ----

names = st.lists(st.text("abcdefgh", min_size=1, max_size=3), min_size=2, max_size=7, unique=True)


@given(names, st.data())
def test_whoever_waits_or_prepares_stands_just_after_somebody_and_nobody_else_moves(order, data):
    """D100-MODE-05, D100-MODE-06."""
    name = data.draw(st.sampled_from(order[:-1]))
    after = data.draw(st.sampled_from(order[order.index(name) + 1 :]))
    enemy = data.draw(st.sampled_from([one for one in order if one != name]))
    for result, other in (
        (outcome("delay", order=order, name=name, after=after)["order"], after),
        (outcome("prepare", order=order, name=name, enemy=enemy)["order"], enemy),
    ):
        assert result.index(name) == result.index(other) + 1
        assert [one for one in result if one != name] == [one for one in order if one != name]


def test_one_waits_for_somebody_slower_only():
    """D100-MODE-05, D100-MODE-06."""
    order = ["Ada", "Bob", "Cid"]
    assert refused("delay", order=order, name="Bob", after="Ada") == ("field/one_of", "after")
    assert refused("delay", order=order, name="Bob", after="Bob") == ("field/one_of", "after")
    assert refused("delay", order=order, name="Cid", after="Ada") == ("field/one_of", "name")
    assert refused("delay", order=order, name="Dan", after="Ada") == ("field/one_of", "name")
    assert refused("prepare", order=order, name="Bob", enemy="Bob") == ("field/one_of", "enemy")
    assert refused("prepare", order=order, name="Bob", enemy="Dan") == ("field/one_of", "enemy")
    assert refused("prepare", order=["Ada", "Ada"], name="Ada", enemy="Ada") == ("field/twice", "order")


@given(st.integers(-20, 40))
def test_watching_for_a_round_buys_twenty_and_dex(dex):
    """D100-MODE-04."""
    assert outcome("assess", dex_modifier=dex) == {"initiative": 20 + dex}


def test_an_action_that_cannot_be_is_told_by_its_rule():
    """D100-HEALTH-04, D100-CBT-09."""
    assert bench.reasons("take_action", action="run", can_run=False)[-1] == ("reason", "cannot_run", "D100-HEALTH-04")
    assert bench.reasons("take_action", action="run", simple_actions_left=1)[-1] == ("reason", "no_time", "D100-CBT-09")


def test_metres_are_told_where_one_moves():
    """D100-CBT-13."""
    assert ("metres", 6.0, "D100-CBT-13") in bench.reasons("take_action", action="walk", speed=9)
    assert "metres" not in [label for label, _, _ in bench.reasons("take_action", action="draw")]


@pytest.mark.parametrize(
    ("procedure", "whom", "rule"), [("delay", "after", "D100-MODE-05"), ("prepare", "enemy", "D100-MODE-06")]
)
def test_a_new_place_in_the_order_is_told_by_its_number(procedure, whom, rule):
    """D100-MODE-05, D100-MODE-06: right after whoever one waited for."""
    result = bench.answer(procedure, order=["Ana", "Bea", "Cid", "Dan"], name="Ana", **{whom: "Cid"})
    assert [(one.label, one.value, one.rule, one.who) for one in result.steps] == [("rank", 3, rule, "Ana")]


def test_the_last_can_wait_for_nobody():
    """D100-MODE-05: all the others could."""
    with pytest.raises(Refusal) as caught:
        bench.answer("delay", order=["Ana", "Bea", "Cid", "Dan"], name="Dan", after="Ana")
    assert (caught.value.field, caught.value.words["allowed"]) == ("name", ["Ana", "Bea", "Cid"])
