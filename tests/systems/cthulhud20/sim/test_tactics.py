"""What fighters do by themselves in a fight that is weighed: fire, aim, reload, stand up, charge, flee."""

from typing import Any

import pytest
from msgspec.structs import replace

from gardien.systems.cthulhud20.rules.fight.ammunition import JamGiven
from gardien.systems.cthulhud20.rules.fight.state import ALL, FightState
from gardien.systems.cthulhud20.sim.acts import Volley
from gardien.systems.cthulhud20.sim.fighter_state import Load
from gardien.systems.cthulhud20.sim.tactics import Act, Move, Turn
from systems.cthulhud20.fought import A, B, chosen, fight, weighed

GUN = {"name": "G", "pv_max": 9, "pf_max": 9, "base_attack": [7, 2], "feats": ["weapon_proficiency:handgun"]}


def fires(found: Act | Move) -> tuple[Any, ...]:
    assert isinstance(found, Act)
    assert isinstance(found.given, Volley)
    return found.given.shots


def gunman(weapon: str, **more: Any) -> dict[str, Any]:
    return {**GUN, "weapons": [{"weapon": weapon, **more.pop("carried", {})}], **more}


# ---- volleys ----


@pytest.mark.parametrize(
    ("weapon", "tactics", "feats", "bases", "malus", "rounds"),
    [
        ("m1911", {}, [], [7, 2], 0, 1),
        ("m1911", {"fire": "autofire"}, [], [7, 2], 0, 1),  # it cannot
        ("mp5", {"fire": "multifire"}, [], [7, 7, 2], -4, 2),
        ("mp5", {"fire": "autofire"}, [], [7, 7, 7, 2], -6, 3),
        ("mp5", {"fire": "autofire"}, ["multishot"], [7, 7, 7, 2], -4, 3),
        ("m1911", {"rapid_shot": True}, ["rapid_shot"], [7, 7, 2], -2, 1),
        ("m1911", {"rapid_shot": True}, [], [7, 2], 0, 1),
        ("crossbow", {}, [], [7], 0, 1),
        ("bow", {}, [], [7], 0, 0),
    ],
)
def test_a_whole_turn_is_a_full_attack(weapon, tactics, feats, bases, malus, rounds):
    """CD20-ATT-03, CD20-P-GUN-01, CD20-P-GUN-02, CD20-P-WEAP-01."""
    result = chosen(fight([gunman(weapon, tactics=tactics, feats=feats)], [B], distance=6), 0)
    shots = fires(result)
    assert [one.base for one in shots] == bases[: len(shots)]
    assert {one.malus for one in shots} == {malus}
    assert isinstance(result, Act)
    assert result.rounds == rounds
    assert shots[0].distance == 6


def test_a_partial_action_is_one_attack():
    """CD20-P-ACT-01, CD20-P-SURP-01, CD20-SHOCK-01."""
    made = fight([gunman("mp5", tactics={"fire": "autofire"})], [B], distance=6)
    (shot,) = fires(chosen(made, 0, surprise=True))
    assert (shot.base, shot.malus) == (7, 0)


def test_aim_is_taken_every_other_round_and_serves_the_first_shot():
    """CD20-AIM-01, CD20-AIM-02."""
    made = fight([gunman("m1911", tactics={"take_aim": True, "aim": "head"})], [B], distance=6)
    first = chosen(made, 0)
    assert isinstance(first, Move)
    assert first.mine.fight.taking_aim
    shots = fires(chosen(made, 0, fight=FightState(taking_aim=("",))))
    assert [one.aimed for one in shots] == [True, False]
    assert {one.aim for one in shots} == {"head"}
    sharp = weighed([gunman("m1911", tactics={"take_aim": True})], [B], 400, distance=60)
    assert sharp.mean_rounds > weighed([gunman("m1911")], [B], 400, distance=60).mean_rounds


def test_a_volley_goes_on_with_the_next_where_one_falls():
    """CD20-ATT-03: attacks that are left are for somebody else."""
    made = fight([gunman("m1911")], [{**B, "count": 2}], distance=6)
    result = chosen(made, 0)
    assert isinstance(result, Act)
    assert result.turn == Turn(0, 0)
    rest = fires(chosen(made, 0, Turn(0, 1)))
    assert [one.base for one in rest] == [2]
    alone = chosen(fight([gunman("m1911")], [B], distance=6), 0)
    assert isinstance(alone, Act)
    assert alone.turn is None


# ---- weapons that need care ----


@pytest.mark.parametrize(
    ("weapon", "feats", "attacks", "loaded"),
    [
        ("m1911", [], 1, 7),  # a magazine: a move, and one shot
        ("m1911", ["rapid_reload"], 2, 7),
        ("r38", [], 0, 6),  # chambers: the whole round
        ("m60", [], 0, None),
    ],
)
def test_an_empty_weapon_is_loaded_as_long_as_it_takes(weapon, feats, attacks, loaded):
    """CD20-P-GUN-05, CD20-P-FEAT-01."""
    made = fight([gunman(weapon, carried={"loaded": 0}, feats=feats)], [B], distance=6)
    result = chosen(made, 0)
    assert len(result.given.shots if isinstance(result, Act) and isinstance(result.given, Volley) else ()) == attacks
    load = result.mine.loads[0]
    assert load is not None
    if loaded is None:  # a belt takes two rounds
        assert (load.loaded, result.mine.fight.actions_owed) == (made.profiles[0].arms[0].magazine, ALL)
        later = chosen(made, 0, fight=FightState(actions_owed=ALL))
        assert isinstance(later, Move)
        assert (later.idle, later.mine.fight.actions_owed) == (False, 0)
    else:
        assert (load.loaded, load.spare) == (loaded, 0)


def test_without_a_magazine_left_there_are_fists():
    """CD20-P-WEAP-01: and whoever shoots does not walk."""
    empty = {"loaded": 0, "spare": 0}
    near, far = (fight([gunman("m1911", carried=empty)], [B], distance=metres) for metres in (1.5, 6))
    assert fires(chosen(near, 0))[0].weapon == "unarmed"
    idle = chosen(far, 0)
    assert isinstance(idle, Move)
    assert idle.idle


@pytest.mark.parametrize(("loaded", "jammed"), [(0, False), (6, True)])
def test_nobody_waits_for_a_whole_turn_that_never_comes(loaded, jammed):
    """CD20-P-WOUND-01, CD20-P-GUN-05: a chest out of use leaves partial actions only, for good; a shock passes."""
    made = fight([gunman("r38")], [B], distance=6)
    body, loads = made.fighter_states(made.start)[0].body, (Load(loaded, 1, jammed), None)
    result = chosen(made, 0, body=replace(body, shock="partial"), loads=loads)
    assert isinstance(result, Move)
    assert not result.idle
    result = chosen(made, 0, body=replace(body, hampered_parts=("torso",)), loads=loads)
    assert isinstance(result, Move)
    assert result.idle


def test_a_jam_is_seen_to_first():
    """CD20-P-GUN-06."""
    made = fight([gunman("m1911")], [B], distance=6)
    result = chosen(made, 0, loads=(Load(3, 1, True), None))
    assert isinstance(result, Act)
    assert result.given == JamGiven(bonus=7)


def test_two_hands_are_needed_for_some_weapons():
    """CD20-P-WOUND-01: with one arm out of use a pistol still fires."""
    made = fight([gunman("m1911")], [B], distance=6)
    body = made.fighter_states(made.start)[0].body
    one, both = (replace(body, hampered_parts=parts) for parts in (("right_arm",), ("left_arm", "right_arm")))
    assert fires(chosen(made, 0, body=one))
    assert isinstance(chosen(made, 0, body=both), Move)
    club = fight([{**GUN, "weapons": ["bat"]}], [B])
    assert (club.profiles[0].arms[0].hands, fires(chosen(club, 0))[0].weapon) == (2, "bat")
    assert fires(chosen(club, 0, body=one))[0].weapon == "unarmed"


# ---- hand to hand ----


def test_natural_attacks_come_all_together():
    """CD20-P-ACT-03, CD20-P-CREA-03: two claws and a bite; after a move one of them."""
    ghoul = {"name": "G", "creature": "ghoul"}
    assert [one.bonus for one in fires(chosen(fight([ghoul], [B]), 0))] == [7, 7, 3]
    (claw,) = fires(chosen(fight([ghoul], [B], distance=9), 0))
    assert (claw.bonus, claw.situation) == (7, ())


def test_somebody_far_away_is_charged_or_walked_to():
    """CD20-P-ACT-02, CD20-P-ACT-03: two moves and a blow at +2; what is farther is left for the next round."""
    for metres, situation, stands in ((10.5, (), 9), (15, ("charging",), 15), (19.5, ("charging",), 19.5)):
        result = chosen(fight([A], [B], distance=metres), 0)
        assert fires(result)[0].situation == situation
        assert result.mine.fight.stands == stands
        assert result.mine.fight.charged == bool(situation)
    far = chosen(fight([A], [B], distance=40), 0)
    assert isinstance(far, Move)
    assert far.mine.fight.stands == 18
    calm = chosen(fight([{**A, "tactics": {"charge": False}}], [B], distance=15), 0)
    assert isinstance(calm, Move)
    slow = chosen(fight([{"name": "Z", "creature": "zombie"}], [B], distance=15), 0)
    assert isinstance(slow, Move)
    assert slow.mine.fight.stands == 9


def test_whoever_lies_stands_up_to_strike_but_not_to_shoot():
    """CD20-P-ACT-03, CD20-P-MOD-01."""
    blade, gun = fight([A], [B]), fight([gunman("m1911")], [B], distance=6)
    down = [replace(made.fighter_states(made.start)[0].body, prone=True) for made in (blade, gun)]
    up, lying = chosen(blade, 0, body=down[0]), chosen(gun, 0, body=down[1])
    assert (len(fires(up)), up.mine.body.prone) == (1, False)
    assert (len(fires(lying)), lying.mine.body.prone) == (2, True)


def test_power_attack_is_for_those_who_have_it():
    """CD20-FEAT-06: no more than the base number, and hand to hand."""
    strong = {**A, "feats": ["power_attack"], "tactics": {"power_attack": 9}}
    assert fires(chosen(fight([strong], [B]), 0))[0].power == 4
    assert fires(chosen(fight([{**strong, "feats": []}], [B]), 0))[0].power == 0


def test_a_lost_turn_is_lost():
    """CD20-SHOCK-02: nothing is done, and the next turn is a whole one."""
    made = fight([A], [B])
    body = replace(made.fighter_states(made.start)[0].body, shock="skip")
    result = chosen(made, 0, body=body)
    assert isinstance(result, Move)
    assert result.mine.body.shock == "none"


def test_whoever_is_weak_enough_flees():
    hurt = {**A, "pv_max": 8, "pf_max": 8, "pf": 4, "tactics": {"withdraw_at": "half"}}
    first = chosen(fight([hurt], [B]), 0)
    assert isinstance(first, Move)
    assert first.mine.leaving
    gone = chosen(fight([hurt], [B]), 0, leaving=True)
    assert isinstance(gone, Move)
    assert gone.mine.away
    assert isinstance(chosen(fight([{**hurt, "pf": 5}], [B]), 0), Act)
    assert isinstance(chosen(fight([{**hurt, "tactics": {"withdraw_at": "quarter"}}], [B]), 0), Act)
    assert weighed([hurt], [B], 200).fighters[0].statuses["away"] > 0.05


@pytest.mark.parametrize(("whom", "first"), [("first", 1), ("weakest", 2), ("strongest", 1), ("spread", 1)])
def test_everybody_has_somebody_to_go_for(whom, first):
    result = chosen(fight([{**A, "tactics": {"whom": whom}}], [B, {**B, "name": "C", "pf": 1}]), 0)
    assert isinstance(result, Act)
    assert result.target == first
