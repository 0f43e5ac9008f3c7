"""Swarms (MON-02, MON-04, MON-05)."""

from fractions import Fraction

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.systems.organique import pack
from gardien.systems.organique.rules.fight.swarms import biting
from systems.brute import Bench
from systems.organique.people import person
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = [one for one in examples("organique") if one.procedure in ("swarm_turn", "attack_swarm")]


@pytest.mark.parametrize("example", MINE, ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- the swarm attacks ----


def bitten(count, *fields, damage_each=0, **body):
    return BENCH.picked("swarm_turn", [], *fields, character=body, count=count, damage_each=damage_each)


@pytest.mark.parametrize(
    ("layers", "attackers"),
    [
        ([], 30),
        ([{"ia": 5}], 22),
        ([{"ia": 10}], 15),
        ([{"ia": 19}], 1),
        ([{"ia": 20}], 0),
        ([{"ia": 5}, {"ia": 12}], 12),
        (["hazard_suit"], 0),
        (["leather_jacket"], 19),
        (["motorbike_helmet"], 30),
    ],
)
def test_what_armour_covers(layers, attackers):  # ORG-MON-04: only the highest coverage, fractions dropped
    assert bitten(30, "attackers", armour=layers) == (attackers,)


@pytest.mark.parametrize("row", pack.table("creatures", "swarm"), ids=lambda row: row.key)
def test_the_swarms_of_the_list(row):  # M16: damage down to the half point
    exact = Fraction(str(row.bs_each)) * row.count
    assert bitten(row.count, "bs", damage_each=row.bs_each) == (int(exact * 2) / 2,)


def test_a_locked_joint_hurts_before_the_blow():  # ORG-ACT-06
    asked = {"attacker": {"extended_penalty": True}, "count": 30, "locked": True}
    told = BENCH.picked("attack_swarm", [9], "success", "killed", "count_left", "save", "state", **asked)
    assert (*told[:3], told[3]["success"], told[4]["extended_penalty"]) == (False, 0, 30, False, False)
    assert BENCH.picked("attack_swarm", [10, 20], "killed", "count_left", **asked) == (1, 29)


def test_bites():  # ORG-MON-04: armour does not reduce them
    padded = {"armour": [{"ia": 10, "bs": 9, "c": 9}]}
    bs, state = bitten(30, "bs", "state", damage_each=0.1, **padded)
    assert (bs, state["sng"], state["wounds"][0]["bs"]) == (1.5, 2.5, 1.5)
    assert bitten(4, "bs", damage_each=0.1) == (0,)
    assert bitten(100, "state", damage_each=0.05, kind="machine")[0]["structure"] == 5
    down = bitten(100, "state", damage_each=0.1)[0]
    assert (down["inc"], down["dying"], down["timer"]) == (0, True, 10)


@drawn(st.integers(0, 1000), st.lists(st.integers(0, 20), max_size=3))
def test_more_armour_never_lets_more_in(count, layers):
    result = biting(person(armour=[{"ia": one} for one in layers]), count)
    assert 0 <= result <= count
    assert result <= biting(person(), count) == count


# ---- against the swarm ----


def struck(dice, *fields, attacker=None, count=30, **given):
    return BENCH.picked("attack_swarm", dice, *fields, attacker=attacker or {}, count=count, **given)


def test_what_counts():  # ORG-MON-02, ORG-MON-05, ORG-TEST-10
    strong = {"FOR": 15, "AGI": 12, "INT": 7}
    assert struck([3], "base", "mod", "difficulty", "success", attacker=strong) == (27, 0, 25, True)
    assert struck([3], "base", "success", attacker=strong, action="shoot") == (19, False)
    assert BENCH.thrown("attack_swarm", [3], attacker=strong, count=30, action="shoot") == [("d20", "shoot")]
    assert ("base", 27, "ORG-TEST-03") in BENCH.reasons("attack_swarm", [3], attacker=strong, count=30)
    hampered = strong | {"prone": True, "one_eyed": True}
    assert struck([10], "mod", attacker=hampered, size_mod=-10, mods={"torch": 4}) == (-21,)
    assert struck([20], "success", "auto", "margin", size_mod=-20) == (True, "natural_20", 1)
    assert struck([20], "success", size_mod=-20, options={"combat_not_luck": True}) == (False,)


@pytest.mark.parametrize(
    ("means", "more", "dice", "killed"),
    [
        ("single", {}, [], 1),
        ("burst", {"action": "shoot", "shots": 6}, [], 6),
        ("torch_or_spray", {}, [4], 4),
        ("area", {}, [4, 5], 9),
        ("area", {"points": 2}, [4, 5, 1, 6], 16),
    ],
)
def test_how_many_die(means, more, dice, killed):  # ORG-MON-05
    result = struck([19, *dice], "killed", "count_left", means=means, **more)
    assert result == (killed, 30 - killed)
    assert struck([1], "killed", "count_left", means=means, **more) == (0, 30)


def test_no_more_than_there_are():
    assert struck([19, 6, 6], "killed", "count_left", means="area", count=5) == (5, 0)
    assert struck([19], "killed", "count_left", means="burst", action="shoot", shots=8, count=3) == (3, 0)


def test_a_burst_costs_what_it_costs():  # ORG-MOD-04
    assert struck([19], "mod", means="burst", action="shoot", shots=6) == (-4,)
    assert struck([19], "mod", means="burst", action="shoot", shots=1) == (0,)


def test_where_it_is_done_from():  # ORG-MOD-08, ORG-MOD-14
    assert struck([19], "mod", in_water=True) == (-8,)
    assert struck([19], "mod", attacker_mounted=True) == (-4,)


def test_it_is_an_action():  # ORG-MOD-05
    tired = {"extended_penalty": True}
    assert struck([19], "mod", attacker=tired) == (-10,)
    assert BENCH.changes("attack_swarm", [19], attacker=tired, count=3) == [("extended_penalty", True, False, "")]


def test_odds():
    BENCH.assert_odds_agree("attack_swarm", attacker={}, count=4, means="torch_or_spray")
    BENCH.assert_odds_agree("swarm_turn", character={"armour": [{"ia": 7}]}, count=9, damage_each=0.5)
    result = BENCH.weighed("attack_swarm", {"attacker": {}, "count": 100, "means": "area", "points": 5}, ["killed"])
    assert (len(result), sum(result.values())) == (52, 1)


def test_refusals():
    assert BENCH.refused("attack_swarm", attacker={"end_now": 0}, count=3) == ("act/unable", "attacker")
    assert BENCH.refused("attack_swarm", attacker={}, count=0) == ("field/range", "count")
    assert BENCH.refused("attack_swarm", attacker={}, count=3, means="burst") == ("field/not_allowed", "means")
    assert BENCH.refused("attack_swarm", attacker={}, count=3, action="stun") == ("field/one_of", "action")
    assert BENCH.refused("swarm_turn", character={}) == ("field/missing", "count")
