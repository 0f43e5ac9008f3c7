"""What a turn is made of, and free actions (TURN-01 to 04, FREE, MOD-05, MOD-11, MOD-12)."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.fight.state import after_stun
from gardien.systems.organique.rules.fight.turn import Turn
from gardien.systems.organique.rules.fight.turn_budget import FIRST, PAID, TURNED, Slots, take_moment
from gardien.systems.organique.rules.person import Body
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = [one for one in examples("organique") if one.procedure in ("turn_slots", "free_action")]
LEFT = ("actions_left", "half_actions_left", "reactions_left", "half_reactions_left")


@pytest.mark.parametrize("example", MINE, ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def slots(*steps, fields=("allowed", "mods"), **given):
    return BENCH.picked("turn_slots", [], *fields, steps=list(steps), **given)


# ---- what is left of a turn ----


@pytest.mark.parametrize(
    ("done", "asked", "taken"),
    [
        ((), {}, ("action",)),
        ((), {"extended": True}, ("extended_action",)),
        ((), {"free": True}, ("free_action",)),
        ((), {"split": True}, ("split_action", "half_action")),
        (("split_action",), {"split": True, "free": True}, ("half_free_action",)),
        (("split_action",), {"split": True, "extended": True}, ("half_extended_action",)),
        (("split_action",), {}, ("half_action", "half_action")),
        (("split_action", "half_action"), {}, ("half_action",)),
    ],
)
def test_what_an_action_takes(done, asked, taken):  # ORG-TURN-04, ORG-MOD-05
    assert Turn(moments=done).action(**asked) == taken


def test_a_turn_begins_where_the_last_one_ended():  # ORG-TURN-04, ORG-END-02
    kept = ("split_reaction", "half_reaction", "new_turn")
    assert Turn(moments=("action",)).since_new == ("action",)
    assert Turn(moments=(*kept, "action", "reaction")).since_new == ("action", "reaction")
    assert (Turn(moments=kept).fought, Turn(moments=(*kept, "half_reaction")).fought) == (False, True)


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        ((), [1, 0, 1, 0]),
        (("action",), [0, 0, 1, 0]),
        (("extended_action",), [0, 0, 1, 0]),
        (("free_action",), [0, 0, 1, 0]),
        (("wait",), [1, 0, 1, 0]),
        (("split_action",), [0, 2, 1, 0]),
        (("split_action", "half_action"), [0, 1, 1, 0]),
        (("split_action", "half_extended_action", "half_free_action"), [0, 0, 1, 0]),
        (("action_to_reaction",), [0, 0, 2, 0]),
        (("action_to_reaction", "split_reaction"), [0, 0, 1, 2]),
        (("reaction",), [1, 0, 0, 0]),
        (("simultaneous_action",), [1, 0, 0, 0]),
        (("reaction_free_action",), [1, 0, 0, 0]),
        (("split_reaction", "half_reaction"), [1, 0, 0, 1]),
        (("split_reaction", "half_reaction", "new_turn"), [1, 0, 1, 1]),
        (("split_reaction", "new_turn"), [1, 0, 1, 1]),
        (("split_reaction", "half_reaction", "new_turn", "new_turn"), [1, 0, 1, 0]),
        (("split_reaction", "new_turn", "split_reaction", "half_reaction", "half_reaction", "new_turn"), [1, 0, 1, 1]),
        (("split_action", "half_action", "new_turn"), [1, 0, 1, 0]),
        (("new_turn",), [1, 0, 1, 0]),
    ],
)
def test_what_is_left(steps, left):  # ORG-TURN-01 to 04
    assert list(slots(*steps, fields=LEFT)) == left
    assert slots(*steps, fields=("allowed",)) == ([True] * len(steps),)


@pytest.mark.parametrize(
    "steps",
    [
        ("action", "action"),
        ("action", "wait"),
        ("half_action",),
        ("split_action", "action"),
        ("split_action", "split_action"),
        ("split_action", "half_action", "half_action", "half_free_action"),
        ("reaction", "reaction"),
        ("reaction", "simultaneous_action"),
        ("split_reaction", "reaction"),
        ("split_reaction", "reaction_free_action"),
        ("half_reaction",),
        ("action", "action_to_reaction"),
        ("split_action", "action_to_reaction"),
    ],
)
def test_what_is_not_allowed_changes_nothing(steps):  # ORG-TURN-04: no further splitting
    before = steps[:-1]
    assert slots(*steps, fields=("allowed",))[0][-1] is False
    assert slots(*steps, fields=(*LEFT, "extended_penalty")) == slots(*before, fields=(*LEFT, "extended_penalty"))
    assert slots(*steps, fields=("mods",))[0][-1] == 0


def test_surprise():  # ORG-INIT-02
    steps = ("reaction", "action_to_reaction", "reaction", "new_turn", "reaction")
    assert slots(*steps, surprised=True)[0] == [False, True, True, True, True]


@pytest.mark.parametrize(("vol", "mod"), [(0, -20), (7, -13), (15, -5), (20, 0), (25, 0)])
def test_a_simultaneous_action(vol, mod):  # ORG-MOD-11: no bonus beyond 20
    assert slots("simultaneous_action", VOL=vol) == ([True], [mod])


def test_an_extended_action_weighs_on_whatever_comes_next():  # ORG-MOD-05
    assert slots("extended_action", "reaction", "new_turn", "action")[1] == [5, -10, 0, 0]
    assert slots("extended_action", "new_turn", "extended_action", "reaction")[1] == [5, 0, -5, -10]
    assert slots("extended_action", "split_reaction", "half_reaction", "half_reaction")[1] == [5, 0, -20, -10]
    assert slots("split_action", "half_extended_action", "half_extended_action")[1] == [0, -5, -15]
    assert slots("extended_action", "new_turn", "wait", "split_action", fields=("extended_penalty",)) == (True,)


@pytest.mark.parametrize("steps", [("reaction_free_action",), ("new_turn", "free_action")])
def test_a_free_action_uses_it_up(steps):  # ORG-MOD-05, extended_penalty_next_roll
    assert slots("extended_action", *steps, fields=("extended_penalty",)) == (False,)
    house = {"extended_penalty_next_roll": True}
    assert slots("extended_action", *steps, fields=("extended_penalty",), options=house) == (True,)
    assert slots("extended_action", "reaction", fields=("extended_penalty",), options=house) == (False,)


def test_reasons():
    reasons = BENCH.reasons("turn_slots", [], steps=["action", "action", "simultaneous_action"], surprised=False)
    assert reasons == [
        ("action", 0, "ORG-TURN-01"),
        ("action", False, "ORG-TURN-01"),
        ("simultaneous_action", -10, "ORG-MOD-11"),
    ]
    assert BENCH.reasons("turn_slots", [], steps=[], surprised=True) == [("surprised", True, "ORG-INIT-02")]


@drawn(st.lists(st.sampled_from([*PAID, *TURNED, "wait", "new_turn"]), max_size=12))
def test_nobody_has_more_than_a_turn(steps):
    result, pending = FIRST, False
    for one in steps:
        after = take_moment(result, pending, one, 10, Options())
        if after is None:
            continue
        result, pending = after.slots, after.pending
        worth = 2 * (result.actions + result.reactions) + result.half_actions + result.half_reactions
        assert 0 <= worth <= 5
        assert 0 <= result.carried <= min(1, result.half_reactions)
    assert result.at_next_turn().actions == 1


def test_halves_are_split_where_they_are_needed():
    halved, kept = Turn().acted(split=True), Turn().answered(split=True).begun()
    assert halved.slots == Slots(actions=0, half_actions=1)
    assert halved.acted(split=True).slots == halved.acted().slots == Slots(actions=0)
    assert Turn().answered(split=True).slots == Slots(reactions=0, half_reactions=1)
    assert kept.slots == Slots(half_reactions=1, carried=1)
    assert kept.answered(split=True).slots == Slots()


def test_a_stun_takes_what_is_left_of_this_turn_then_of_the_next():
    """ORG-TURN-03, ORG-ACT-12: once for each of two; the script’s body owes what the marks of a table still say."""
    halved = Turn().acted(split=True).stunned(True, False)
    assert (halved.slots.half_actions, halved.taken) == (0, ("lose_action",))
    again = halved.stunned(True, False)
    assert (again.lost, again.taken, again.begun().slots.actions) == (("lose_action",), (), 0)
    turn, body = after_stun(Turn().acted(), Body(lose_action=True, lose_reaction=True))
    assert (turn.slots.reactions, body.lose_action, body.lose_reaction) == (0, True, False)
    turn, body = after_stun(turn.begun(), body)
    assert (turn.slots.actions, turn.slots.reactions, body.lose_action) == (0, 1, False)


# ---- free actions ----


def freely(kind, *fields, dice=(), character=None, **given):
    return BENCH.picked("free_action", dice, *fields, character=character or {}, kind=kind, **given)


@pytest.mark.parametrize("kind", ["draw", "aim", "free_weapon"])
def test_what_needs_no_throw(kind):  # ORG-FREE-01, ORG-FREE-02, ORG-REA-02
    assert freely(kind, "done", "metres_max", "moved", "weapon_recovered", "total") == (True, None, None, None, None)


@pytest.mark.parametrize(
    ("vit", "paid_with", "metres"),
    [(13, "action", 13), (13, "half_action", 7), (12, "reaction", 6), (1, "half_action", 1), (0, "action", 0)],
)
def test_how_far(vit, paid_with, metres):  # ORG-FREE-04
    result = freely("move", "done", "metres_max", "moved", character={"VIT": vit}, paid_with=paid_with)
    assert result == (True, metres, True)
    assert freely("move", "metres_max", character={"VIT": vit, "one_leg": True}) == (min(1, vit),)


@pytest.mark.parametrize(
    ("apart", "to_step", "paid_with", "gone", "after"),
    [
        (0, 3, "action", 3, 3),
        (3, 1, "half_action", 2, 1),
        (12, 1, "action", 9, 3),
        (12, 1, "half_action", 5, 4),
        (2, 4, "half_action", 5, 4),
        (2.5, 2, "action", 0, 2),
    ],
)
def test_a_move_ends_at_a_step_or_as_far_as_it_gets(apart, to_step, paid_with, gone, after):  # ORG-FREE-04, ORG-RNG-01
    given = {"character": {"VIT": 9}, "metres_apart": apart, "to_step": to_step, "paid_with": paid_with}
    assert freely("move", "metres_gone", "range_after", **given) == (gone, after)
    assert freely("draw", "metres_gone", **given) == (None,)


def test_in_water():  # ORG-MOD-14
    assert freely("move", "metres_max", character={"VIT": 9}, in_water=True) == (1,)
    assert freely("move", "metres_max", character={"VIT": 9, "skills": {"swimming": 1}}, in_water=True) == (9,)
    for kind, more in (("pick_up", {"gm_test": True}), ("put_out", {})):
        assert freely(kind, "mod", dice=[9], in_water=True, **more) == (-8,)


def test_standing_up():  # ORG-FREE-03
    result = BENCH.changes("free_action", [], character={"prone": True, "extended_penalty": True}, kind="stand_up")
    assert result == [("prone", True, False, ""), ("extended_penalty", True, False, "")]
    assert ("prone", False, "ORG-FREE-03") in BENCH.reasons(
        "free_action", [], character={"prone": True}, kind="stand_up"
    )
    assert BENCH.changes("free_action", [], character={}, kind="stand_up") == []


def test_the_penalty_may_wait_for_a_throw():  # ORG-MOD-05, extended_penalty_next_roll
    house, tired = {"extended_penalty_next_roll": True}, {"AGI": 15, "extended_penalty": True}
    assert BENCH.changes("free_action", [], character=tired, kind="draw", options=house) == []
    asked = {"character": tired, "kind": "pick_up", "gm_test": True, "options": house}
    assert BENCH.picked("free_action", [14], "mod", "total", "success", **asked) == (-10, 19, False)
    assert BENCH.changes("free_action", [14], **asked) == [("extended_penalty", True, False, "")]
    burning = {"character": tired, "kind": "put_out", "options": house}
    assert BENCH.picked("free_action", [9], "mod", "success", **burning) == (-10, False)
    assert BENCH.changes("free_action", [9], **burning) == [("extended_penalty", True, False, "")]


def test_pain_takes_the_action_and_the_penalty_with_it():  # ORG-ACT-06, ORG-MOD-05
    asked = {"character": {"extended_penalty": True}, "kind": "draw", "locked": True}
    for face, saved in ((19, True), (2, False)):
        result = BENCH.outcome("free_action", [face], **asked)
        assert (result["save"]["success"], result["done"]) == (saved, saved)
    assert BENCH.changes("free_action", [2], **asked) == [("extended_penalty", True, False, "")]
    assert BENCH.changes("free_action", [2], **asked, options={"extended_penalty_next_roll": True}) == []


def test_picking_up():  # ORG-FREE-05
    fields = ("done", "weapon_recovered", "moved", "success")
    assert freely("pick_up", *fields) == (True, True, False, None)
    assert freely("pick_up", *fields, dice=[10], gm_test=True) == (True, True, True, True)
    assert freely("pick_up", *fields, dice=[9], gm_test=True) == (False, True, False, False)
    hampered = {"AGI": 15, "prone": True, "suffering": [2], "one_eyed": True}
    assert freely("pick_up", "base", "mod", "difficulty", dice=[9], gm_test=True, character=hampered) == (15, -17, 20)


def test_it_is_a_combat_action():  # ORG-TEST-05
    assert freely("pick_up", "auto", dice=[1], gm_test=True, character={"AGI": 30}) == ("natural_1",)
    house = {"combat_not_luck": True}
    assert freely("pick_up", "success", dice=[1], gm_test=True, character={"AGI": 30}, options=house) == (True,)


def test_odds_of_free_actions():
    BENCH.assert_odds_agree("free_action", character={"extended_penalty": True}, kind="pick_up", gm_test=True)
    BENCH.assert_odds_agree("free_action", character={"prone": True}, kind="stand_up")


@pytest.mark.parametrize(
    "state",
    [{"inc": 0}, {"end_now": 0}, {"unconscious_turns": 1}, {"coma": True}, {"paralysed_turns": 2}, {"dead": True}],
)
def test_whoever_cannot_act_does_nothing(state):
    assert BENCH.refused("free_action", character=state, kind="draw") == ("act/unable", "character")


def test_refusals():
    assert BENCH.refused("free_action", character={}) == ("field/missing", "kind")
    assert BENCH.refused("free_action", character={}, kind="sleep") == ("field/one_of", "kind")
    assert BENCH.refused("free_action", character={}, kind="move", gm_test=True) == ("field/not_allowed", "kind")
    assert BENCH.refused("turn_slots", steps=["sleep"]) == ("field/one_of", "steps[0]")
