"""What goes on between the lines of a fight: stuns, holds, feints, distances (TURN-03, ACT-05 to 08, ACT-21, M6)."""

import pytest

from gardien.core.errors import Refusal
from systems.organique.fighting import BENCH, END, KNIFE, STRIKE, STUN, A, B, C, events, fought, free

# ---- stuns ----


def test_a_stun_takes_the_action_of_this_turn():  # ORG-TURN-03, ORG-ACT-12
    mine = {**STRIKE, "actor": "B", "target": "A"}
    assert events([16, 1, 5], STUN, mine, END, mine)[1:] == [(True, "no_action"), (False, None), (False, None)]
    waiting = [{"do": "wait", "actor": "B"}, STUN, mine]
    assert events([16, 1], *waiting)[2] == (True, "no_action")


def test_else_it_takes_that_of_the_next():
    mine = {**STRIKE, "actor": "B", "target": "A"}
    result = fought([5, 16, 1, 5], mine, STUN, END, mine, END, mine)
    assert [one.get("reason") for one in result["events"]] == [None, None, None, "no_action", None, None]
    assert [one["states"]["B"]["lose_action"] for one in result["turns"]] == [False, False]
    assert fought([5, 16, 1], mine, STUN)["states"]["B"]["lose_action"] is True


def test_what_is_left_of_a_split_action_is_lost():
    half = {**STRIKE, "actor": "B", "target": "A", "split": True}
    assert events([5, 16, 1], half, STUN, half)[2] == (True, "no_action")


def test_a_hard_stun_takes_a_reaction_too():  # ORG-ACT-12: short by 11 or more
    hard = STUN | {"mods": {"luck": 12}}
    answered = STRIKE | {"actor": "C", "reaction": {"kind": "dodge"}}
    result = fought([16, 1, 10, 10, 10], hard, answered, END, answered, people=(A, B, C))
    assert result["events"][0]["loses_next_reaction"] is True
    assert ["defence_die" in one for one in result["events"]] == [False, False, False, True]
    spent = [answered, hard, END, answered]
    result = fought([10, 10, 16, 1, 10], *spent, people=(A, B, C))["events"]
    assert ["defence_die" in one for one in result] == [True, False, False, False]


def test_stunned_before_it_began():
    reeling = A | {"lose_action": True, "lose_reaction": True}
    answered = STRIKE | {"actor": "B", "target": "A", "reaction": {"kind": "dodge"}}
    result = fought([10], STRIKE, answered, people=(reeling, B))
    assert result["events"][0]["reason"] == "no_action"
    assert "defence_die" not in result["events"][1]
    assert (result["states"]["A"]["lose_action"], result["states"]["A"]["lose_reaction"]) == (False, False)


# ---- holds ----

STRANGLE = {"actor": "A", "target": "B", "action": "strangle"}
BREAK = {"do": "break_hold", "actor": "B"}


def test_strangling_lasts_until_it_is_broken():  # ORG-ACT-07
    result = fought([10, 5, 5, 15, 5], STRANGLE, BREAK, END, BREAK, END, END)
    assert [one["states"]["B"]["sng"] for one in result["turns"]] == [3, 4, 4]
    assert [one.get("free") for one in result["events"]] == [None, False, None, True, None, None]
    assert (result["events"][1]["victim_margin"], result["events"][1]["holder_margin"]) == (-5, -5)


def test_a_stunned_holder_lets_go():  # ORG-ACT-21
    result = fought([10, 16, 1], STRANGLE, STUN | {"actor": "C", "target": "A"}, END, people=(A, B, C))
    assert result["events"][1]["released"] is True
    assert result["states"]["B"]["sng"] == 4
    held = fought([10, 12, 20], STRANGLE, STUN | {"actor": "C", "target": "A"}, END, people=(A, B, C))
    assert (held["events"][1]["released"], held["states"]["B"]["sng"]) == (False, 3)


def test_so_does_one_who_falls():
    weak = A | {"end_now": 1}
    result = fought([10], STRANGLE, END, END, people=(weak, B))
    assert [one["states"]["B"]["sng"] for one in result["turns"]] == [3, 4]
    killer = {**STRIKE, "actor": "C", "target": "A", "weapon": KNIFE | {"bs": 9}}
    result = fought([10, 10], STRANGLE, killer, END, people=(A, B, C))
    assert result["states"]["B"]["sng"] == 4


def test_the_other_hand_of_a_simultaneous_action():  # ORG-MOD-11
    calm = B | {"VOL": 20}
    answered = STRIKE | {"reaction": {"kind": "simultaneous", "action": "strangle"}}
    result = fought([1, 10], answered, END, people=(A, calm))
    assert result["events"][0]["counter"]["held"] == "strangle"
    assert result["states"]["A"]["sng"] == 3


def test_strangled_by_somebody_unnamed():
    result = fought([15, 5], {**BREAK, "target": "A"}, END, people=(A, B | {"strangled": True}))
    assert (result["events"][0]["free"], result["states"]["B"]["sng"]) == (True, 4)
    assert fought([], END, END, people=(A, B | {"strangled": True}))["states"]["B"]["sng"] == 2
    freed = STUN | {"actor": "C", "target": "A", "target_holding": True}
    result = fought([16, 1], freed, END, people=(A, B | {"strangled": True}, C))
    assert result["states"]["B"]["sng"] == 4


def test_nothing_to_break():
    assert events([], BREAK, END, {**BREAK, "target": "A"}) == [(True, "not_held"), (False, None), (True, "not_held")]
    assert fought([], BREAK, END)["states"]["B"]["end_now"] == 10


def test_half_an_action_breaks_less():  # ORG-TURN-04
    result = fought([10, 15, 5], STRANGLE, {**BREAK, "split": True, "mods": {"oil": 3}})["events"][1]
    assert (result["victim_total"], result["free"]) == (18, False)


def test_whoever_throws_lets_go():  # M6
    fighter = A | {"combat_skills": {"judo": 6}}
    hold, throw = STRANGLE | {"action": "hold"}, STRANGLE | {"action": "throw"}
    broken = events([10, 10], hold, END, throw, BREAK, people=(fighter, B))
    assert broken[3] == (True, "not_held")


def test_only_the_held_are_thrown():
    """ORG-CSK-07, M6: by whoever holds them, also in the same moment; a hold may be older than the script."""
    judoka = A | {"combat_skills": {"judo": 6}}
    hold, throw = STRANGLE | {"action": "hold"}, STRANGLE | {"action": "throw"}
    third = throw | {"actor": "C"}
    people = (judoka, B, C | {"combat_skills": {"judo": 6}})
    assert events([10, 10], hold, third, END, throw, people=people) == [
        (False, None), (True, "not_holding"), (False, None), (False, None),
    ]  # fmt: skip
    assert events([], throw, people=people) == [(True, "not_holding")]
    assert events([10], throw | {"holds_target": True}, people=people) == [(False, None)]
    back = STRIKE | {
        "actor": "B",
        "target": "A",
        "reaction": {"kind": "simultaneous", "action": "throw", "mods": {"sure": 20}},
    }
    assert "counter" not in fought([5], back, people=people)["events"][0]
    assert fought([10, 5, 10], hold, back, people=people)["events"][1]["counter"]["steps_pushed"] == 1


def test_a_locked_joint_hurts_at_every_movement():  # ORG-ACT-06
    lock = STRANGLE | {"action": "lock", "mods": {"sure": 20}}
    mine = {**STRIKE, "actor": "B", "target": "A"}
    result = fought([10, 9], lock, mine, END)
    assert (result["events"][1]["reason"], result["events"][1]["lock_saves"]["B"]["total"]) == ("pain", 19)
    assert result["states"]["B"]["end_now"] == 9
    assert events([10, 9], lock, free("B", "draw"))[1] == (True, "pain")
    done = fought([10, 10], lock, free("B", "draw"))["events"][1]
    assert (done["done"], done["lock_saves"]["B"]["success"]) == (True, True)
    tried = fought([10, 10, 5], lock, mine)["events"][1]
    assert (tried["skipped"], tried["attack_die"]) == (False, 5)
    broken = fought([10, 10, 15, 5], lock, BREAK)["events"][1]
    assert (broken["save"]["success"], broken["free"]) == (True, True)


def test_reactions_hurt_as_well():  # ORG-ACT-06
    lock = STRANGLE | {"action": "lock", "mods": {"sure": 20}}
    dodged = STRIKE | {"actor": "C", "reaction": {"kind": "dodge"}}
    result = fought([10, 9, 10], lock, dodged, people=(A, B, C))["events"][1]
    assert (result["lock_saves"]["B"]["success"], "defence_die" in result) == (False, False)
    result = fought([10, 11, 10, 7], lock, dodged, people=(A, B, C))["events"][1]
    assert (result["lock_saves"]["B"]["die"], result["attack_die"], result["defence_die"]) == (11, 10, 7)


@pytest.mark.parametrize(
    ("dice", "hurts", "thrown"),
    [([9], {"locked": True}, (False, None, None)), ([10, 10, 7], {"locked": True}, (True, 10, 7)),
     ([9, 10], {"reaction_locked": True}, (False, 10, None)), ([10, 10, 7], {"reaction_locked": True}, (True, 10, 7))],
)  # fmt: skip
def test_pain_comes_first_outside_of_scripts_too(dice, hurts, thrown):  # ORG-ACT-06
    sides = {"attacker": A | {"extended_penalty": True}, "target": B, "reaction": {"kind": "dodge"}}
    result = BENCH.outcome("combat_action", dice, action="strike", weapon=KNIFE, **sides, **hurts)
    (save,) = result["lock_saves"].values()
    assert (save["success"], result.get("attack_die"), result.get("defence_die")) == thrown
    assert result["attacker"]["extended_penalty"] is False
    assert result["defender"]["end_now"] == 10


def test_whoever_is_held_goes_nowhere():  # ORG-ACT-05: before the hold is broken, or somebody drives them out of it
    grip = {"actor": "C", "target": "B", "action": "hold", "mods": {"sure": 20}}
    freed, people = {**BREAK, "target": "C"}, (A, B, C)
    for reaction in ({"kind": "leap", "steps": 2}, {"kind": "move", "steps": 3, "away": True}):
        away = STRIKE | {"range_step": 1, "reaction": reaction}
        assert fought([10, 10], grip, away, people=people)["events"][1]["range_after"] == 1
        assert events([10, 10, 10, 10], grip, away, freed, people=people)[2] == (False, None)
    assert events([10], grip, free("B"), free("B", "draw"), people=people)[1:] == [(True, "held"), (False, None)]
    lock = grip | {"action": "lock", "mods": {"sure": 40}}
    assert events([10, 10], lock, free("B"), people=people)[1] == (False, None)  # ORG-ACT-06: pain, and away
    push = STRIKE | {"action": "push", "weapon": {"group": "club", "c": 4}, "mods": {"sure": 20}, "range_step": 1}
    assert events([10, 10, 20], grip, push, freed, people=people)[2] == (True, "not_held")


def test_an_action_in_place_of_a_reaction_ends_an_aim_and_the_blind_have_none():  # ORG-FREE-02
    gun = {"group": "handgun", "bs": 1, "range_max": 4}
    aim, shot = free("A", "aim", target="B"), {"actor": "A", "target": "B", "action": "shoot", "weapon": gun}
    back = STRIKE | {"actor": "B", "target": "A", "reaction": {"kind": "simultaneous"}}

    def mod(*lines, dice, first=A):
        return fought(dice, *lines, people=(first, B))["events"][-1]["attack_mod"]

    assert mod(aim, END, shot, dice=[10]) == 4
    assert mod(aim, back | {"reaction": {"kind": "dodge"}}, END, shot, dice=[1, 10, 10]) == 4
    assert mod(aim, back, END, shot, dice=[1, 1, 10]) == 0
    assert mod(aim, END, shot, dice=[10], first=A | {"blind": True}) == -15


# ---- feints ----


def test_a_feint_opens_the_next_attack():  # M6
    sly = A | {"combat_skills": {"knife_fighting": 1}}
    feint = STUN | {"action": "feint"}
    attack = {**STUN, "action": "disarm", "weapon": {"group": "fists"}}

    def mods(*lines, dice):
        return [one.get("attack_mod") for one in fought(dice, *lines, people=(sly, B, C))["events"]]

    assert mods(feint, END, attack, END, attack, dice=[15, 5, 5, 5]) == [0, None, 5, None, 0]
    assert mods(feint, END, END, attack, dice=[15, 5, 5]) == [0, None, None, 0]
    assert mods(feint, END, attack | {"target": "C"}, END, attack, dice=[15, 5, 5, 5]) == [0, None, 0, None, 0]
    assert mods(feint, END, attack, dice=[15, 20, 5]) == [0, None, 0]
    halves = (feint | {"split": True, "mods": {"sure": 10}}, attack | {"split": True})
    assert mods(*halves, dice=[15, 5, 5]) == [0, -5]


# ---- distance ----


def test_distance_opens_and_closes():  # ORG-RNG-01
    leap = STRIKE | {"range_step": 1, "reaction": {"kind": "leap", "steps": 2}}
    away = fought([10, 20], leap, END, STRIKE)
    assert away["events"][0]["range_after"] == 3
    assert (away["events"][2]["skipped"], away["events"][2]["reason"]) == (True, "out_of_reach")
    stayed = fought([10, 5, 10], leap, END, STRIKE)["events"][2]
    assert (stayed["skipped"], stayed["range_after"]) == (False, 1)
    closer = [leap, END, free("A", split=True), STRIKE | {"split": True}]
    assert events([10, 20, 10], *closer)[3] == (False, None)
    told = [leap, END, free("A", target="B", range_step=2, split=True), STRIKE | {"split": True}]
    assert events([10, 20], *told)[3] == (True, "out_of_reach")


def test_nobody_knows_a_distance_that_was_not_told():
    leap = STRIKE | {"reaction": {"kind": "leap", "steps": 2}}
    assert events([10, 20, 10], leap, END, STRIKE)[2] == (False, None)


def test_what_is_out_of_reach_costs_nothing():
    leap = STRIKE | {"range_step": 1, "reaction": {"kind": "leap"}}
    gun = {"weapon": {"group": "handgun", "bs": 3}, "action": "shoot"}
    assert events([10, 20, 10], leap, END, STRIKE, STRIKE | gun)[2:] == [(True, "out_of_reach"), (False, None)]


def test_what_is_said_to_be_out_of_reach_is_refused():  # ORG-RNG-01
    for known in ({}, {"range_step": 1}):
        with pytest.raises(Refusal) as caught:
            fought([10] * 3, STRIKE | known, END, STRIKE | {"range_step": 3})
        assert caught.value.field.endswith("range_step")


def test_a_reaction_that_does_not_reach_is_none():  # ORG-REA-08
    spear = {"weapon": {"group": "polearm", "bs": 2, "range_min": 1, "range_max": 3}}
    known = STRIKE | spear | {"range_step": 3}
    flipped = STRIKE | spear | {"reaction": {"kind": "flip"}}
    result = fought([10, 10], known, END, flipped)["events"][2]
    assert ("defence_die" in result, result["range_after"]) == (False, 3)
    back = STRIKE | spear | {"reaction": {"kind": "simultaneous", "weapon": KNIFE}}
    assert "counter" not in fought([10, 10], known, END, back)["events"][2]


def test_picking_up_on_the_run_moves():  # ORG-FREE-05
    near, run = STRIKE | {"range_step": 1}, free("A", "pick_up", gm_test=True)
    away = STRIKE | {"range_step": 1, "reaction": {"kind": "leap"}}
    assert events([10, 20, 10, 10], away, END, run, END, STRIKE)[4] == (False, None)
    assert events([10, 20, 9], away, END, run, END, STRIKE)[4] == (True, "out_of_reach")
    assert events([10, 10], near, END, STRIKE)[2] == (False, None)
