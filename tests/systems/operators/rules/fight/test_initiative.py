"""A fight as a whole: who acts when, how far apart people are, how long a move takes, what a fumble brings (CBT)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.operators.dicebox import assert_odds_agree, outcome, picked, reasons, refused, thrown
from systems.operators.ledger import lines


def person(name, kind="operator", **more):
    return {"name": name, "kind": kind, **more}


def order(*people, turn=1, **options):
    """Mode, order, who cannot attack."""
    result = outcome("start_combat", participants=list(people), turn=turn, options=options)
    return result["mode"], result["order"], result["cannot_attack"]


REYES, VASSEUR = person("Reyes", DEX=10), person("Vasseur", DEX=14)
GUARD, DOG = person("garde", "npc", DEX=12), person("chien", "npc", DEX=16)


def test_operators_act_first_in_the_order_they_agreed_on():
    """OPS-CBT-02: then the others, as Contrôle wants."""
    assert order(DOG, REYES, GUARD, VASSEUR) == ("operators_first", ["Reyes", "Vasseur", "chien", "garde"], [])


@pytest.mark.parametrize("category", ["peer", "unnatural", "artificial"])
def test_one_equal_opponent_puts_everybody_in_the_order_of_dex(category):
    """OPS-CBT-03: the whole fight, mixed opposition included."""
    feared = person("ombre", "creature", DEX=13, category=category)
    assert order(REYES, VASSEUR, GUARD, feared) == ("dex", ["Vasseur", "ombre", "garde", "Reyes"], [])


def test_an_operator_who_is_a_peer_changes_nothing():
    """OPS-CBT-03 is about opponents."""
    assert order(person("Reyes", category="peer"), GUARD)[0] == "operators_first"


def test_of_equal_dex_operators_come_first():
    """OPS-CBT-03, ties."""
    peer = person("pro", "npc", DEX=14, category="peer")
    assert order(peer, VASSEUR, person("Kim", DEX=14))[1] == ["Vasseur", "Kim", "pro"]


def test_encumbered_dex_counts():
    """OPS-CBT-03, OPS-ARM-04: ceramic costs two points of DEX, a blast suit three."""
    peer = person("pro", "npc", DEX=13, category="peer")
    assert order(person("Vasseur", DEX=14, worn=["ceramic_vest"]), peer)[1] == ["pro", "Vasseur"]
    assert order(VASSEUR, peer)[1] == ["Vasseur", "pro"]


def test_the_surprised_come_last_in_the_first_turn_and_cannot_attack():
    """OPS-CBT-04: if Operators are surprised the others act first; from the second turn on all is as usual."""
    caught = person("Reyes", surprised=True)
    assert order(caught, VASSEUR, GUARD) == ("operators_first", ["Vasseur", "garde", "Reyes"], ["Reyes"])
    assert order(caught, VASSEUR, GUARD, turn=2) == ("operators_first", ["Reyes", "Vasseur", "garde"], [])
    every = [person("Reyes", surprised=True), person("Kim", surprised=True), GUARD]
    assert order(*every)[1:] == (["garde", "Reyes", "Kim"], ["Reyes", "Kim"])


def test_the_slow_act_last_among_their_own():
    """Note of start_combat: surprised, then slow, then the mode."""
    slow, caught = person("Reyes", acts_last=True), person("Kim", surprised=True)
    assert order(slow, caught, VASSEUR, GUARD)[1] == ["Vasseur", "garde", "Reyes", "Kim"]


def test_the_dead_and_those_out_of_the_fight_have_no_place():
    """OPS-CBT-02."""
    gone = (person("Reyes", wound_level="dead"), person("Kim", out_of_fight=True, surprised=True))
    assert order(*gone, GUARD) == ("operators_first", ["garde"], [])
    assert order(*gone)[1] == []


@pytest.mark.parametrize(("mode", "first"), [("dex", "chien"), ("operators_first", "Reyes")])
def test_a_table_may_fix_the_order(mode, first):
    """OPS-CBT-03 with initiative_mode."""
    result = order(REYES, person("chien", "npc", DEX=16, category="unnatural"), initiative_mode=mode)
    assert (result[0], result[1][0]) == (mode, first)


def test_names_are_told_apart():
    assert refused("start_combat", participants=[REYES, REYES])[1] == "participants"
    assert refused("start_combat", participants=[])[1] == "participants"


people = st.lists(
    st.builds(
        dict,
        kind=st.sampled_from(["operator", "npc", "creature"]),
        category=st.sampled_from(["ordinary", "peer", "unnatural"]),
        DEX=st.integers(0, 30),
        surprised=st.booleans(),
        acts_last=st.booleans(),
        out_of_fight=st.booleans(),
        wound_level=st.sampled_from(["none", "grave", "dead"]),
    ),
    min_size=1,
    max_size=8,
)


@given(people=people, turn=st.integers(1, 3))
def test_everybody_able_acts_exactly_once(people, turn):
    """OPS-CBT-01: one action in each turn."""
    named = [{"name": f"n{at}", **one} for at, one in enumerate(people)]
    _, result, barred = order(*named, turn=turn)
    able = [one["name"] for one in named if one["wound_level"] != "dead" and not one["out_of_fight"]]
    assert sorted(result) == sorted(able)
    surprised = {one["name"] for one in named if one["surprised"]}
    assert barred == ([name for name in result if name in surprised] if turn == 1 else [])
    if turn == 1:
        assert [name in surprised for name in result] == sorted(name in surprised for name in result)


# ---- space ----


@pytest.mark.parametrize(
    ("metres", "zone", "band"),
    [
        (0, 0, "short"),
        (20, 0, "short"),
        (25, 0, "short"),
        (25.5, 1, "medium"),
        (30, 1, "medium"),
        (100, 1, "medium"),
        (100.01, 2, "long"),
        (400, 2, "long"),
        (401, 3, "very_long"),
        (1000, 3, "very_long"),
        (1500, 3, "very_long"),
    ],
)
def test_metres_are_a_zone(metres, zone, band):
    """OPS-CBT-16: every border, from both sides."""
    result = outcome("zone_from_distance", distance_m=metres)
    assert result == {"refused": False, "zone": zone, "in_reach": True, "band": band}
    assert reasons("zone_from_distance", distance_m=metres) == [("in_reach", True, "OPS-CBT-16")]


def test_beyond_fifteen_hundred_metres_nothing_is_in_reach():
    """OPS-CBT-16."""
    assert outcome("zone_from_distance", distance_m=1500.5) == {"refused": False, "in_reach": False}
    assert refused("zone_from_distance", distance_m=-1)[1] == "distance_m"


TURNS = """
0 | 1 | 4 | 14
1 | 0 | 3 | 13
4 | 3 | 0 | 10
14 | 13 | 10 | 0
"""


def test_turns_between_zones_add_up():
    """OPS-CBT-17: all sixteen moves; none within a zone, the same there and back."""
    for near, row in enumerate(lines(TURNS)):
        for far, turns in enumerate(map(int, row)):
            result = outcome("move", from_zone=near, to_zone=far)
            assert result == {"refused": False, "turns_needed": turns, "whole_turns": turns > 0}


# ---- fumbles ----

FUMBLES = """
1 | 3 | jam | off_balance | falls
4 | 5 | magazine_falls | weapon_dropped | cornered
6 | 7 | stumbles_exposed | weapon_stuck | drops_item
8 | 9 | stray_shot | hits_ally | critical_hit
10 | 10 | weapon_wrecked | sprain | out_of_breath
"""


@pytest.mark.parametrize(("at", "situation"), [(0, "firearm"), (1, "melee"), (2, "defence")])
def test_the_table_of_fumbles(at, situation):
    """OPS-CBT-19, M-02: every face of the die in every column."""
    result = {}
    for first, last, *effects in lines(FUMBLES):
        for face in range(int(first), int(last) + 1):
            assert picked("fumble_effect", [face], "roll", "effect", situation=situation) == (face, effects[at])
            result[face] = effects[at]
    assert sorted(result) == list(range(1, 11))
    assert thrown("fumble_effect", [1], situation=situation) == ["d10"]
    assert_odds_agree("fumble_effect", situation=situation)
