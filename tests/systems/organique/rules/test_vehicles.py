"""At the wheel: manoeuvres, and those that run into people (VEH-01 to VEH-04, M8)."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.systems.organique.rules.vehicles import impact
from systems.brute import Bench
from systems.organique.ledger import lines
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("manoeuvre", "vehicle_attack")
RAKESH = {"name": "Rakesh", "AGI": 12}
LEW = {"name": "Lew"}
VEST = {"name": "vest", "ia": 5, "c": 2}


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- a manoeuvre ----


def driven(dice, *names, **fields):
    return BENCH.picked("manoeuvre", dice, *names, **({"driver": RAKESH} | fields))


TABLE = """
stairs | 20 | none
tight_turn | 20 | raise
emergency_stop | 15 | malus
hand_brake_turn | 25 | malus
slalom | 20 | malus
slide | 25 | malus
ramp | 25 | none
dodge | 25 | malus
ram | 20 | none
two_wheels | 35 | malus
regain_control | 20 | raise
other | 20 | none
"""


@pytest.mark.parametrize(("key", "difficulty", "mode"), lines(TABLE))
def test_each_manoeuvre_and_what_speed_does_to_it(key, difficulty, mode):  # ORG-VEH-03, M8
    usual = int(difficulty)
    assert driven([10], "difficulty", "mod", manoeuvre=key) == (usual, 0)
    hindered = {"none": (usual, 0), "raise": (49, 0), "malus": (usual, -4)}
    assert driven([10], "difficulty", "mod", manoeuvre=key, speed=49.5) == hindered[mode]
    for given, expected in hindered.items():
        asked = {"manoeuvre": key, "speed": 49.5}
        assert driven([10], "difficulty", "mod", **asked, options={"speed_mode": given}) == expected
        assert driven([10], "difficulty", "mod", **asked, speed_mode=given) == expected
    kept = driven([10], "mod", manoeuvre=key, speed=49, speed_mode="malus", options={"speed_mode": "none"})
    assert kept == (-4,)


def test_what_counts():  # ORG-VEH-01, ORG-VEH-02, ORG-TEST-10
    result = driven([7], "base", "mod", "total", level=3, manoeuvrability=-15, mods={"rain": -4})
    assert result == (12, -11, 8)
    assert driven([7], "mod", driver={"suffering": [3], "one_leg": True}) == (-10,)
    assert driven([7], "difficulty", difficulty=33) == (33,)
    assert driven([7], "difficulty", difficulty=33, speed=30, speed_mode="raise") == (33,)
    reasons = BENCH.reasons("manoeuvre", [7], driver=RAKESH, manoeuvre="tight_turn", speed=30)
    assert ("difficulty", 30, "ORG-VEH-03") in reasons


def test_speed_may_be_an_advantage():  # ORG-VEH-03, by the game master’s word
    assert driven([10], "difficulty", "mod", manoeuvre="stairs", speed=49.5, speed_mode="bonus") == (20, 4)
    assert BENCH.refused("manoeuvre", [10], driver=RAKESH, options={"speed_mode": "bonus"})[0] == "field/type"


@pytest.mark.parametrize(
    ("metres", "speed", "difficulty"),
    [(5, 0, 30), (5, 4, 30), (5, 5, 29), (5, 60, 18), (5, 90, 15), (1, 0, 15), (2.6, 0, 16), (2.5, 0, 15)],
)
def test_a_jump(metres, speed, difficulty):  # ORG-VEH-03, M8
    asked = {"manoeuvre": "jump", "metres": metres, "speed": speed}
    for mode in (None, "raise", "malus"):
        assert driven([10], "difficulty", "mod", **asked, options={"speed_mode": mode}) == (difficulty, 0)
    assert driven([10], "difficulty", **asked | {"difficulty": 22}) == (22,)


def test_a_jump_says_what_speed_took_off():
    reasons = BENCH.reasons("manoeuvre", [7], driver=RAKESH, manoeuvre="jump", metres=5, speed=30)
    assert ("difficulty", 24, "ORG-VEH-03") in reasons


def test_a_jump_has_a_length_and_nothing_else_has():
    assert BENCH.refused("manoeuvre", [10], driver=RAKESH, manoeuvre="jump") == ("field/missing", "metres")
    assert BENCH.refused("manoeuvre", [10], driver=RAKESH, manoeuvre="ramp", metres=3) == (
        "field/not_allowed",
        "metres",
    )
    assert driven([10], "difficulty", manoeuvre="jump", difficulty=18) == (18,)


def test_luck():  # ORG-VEH-01, ORG-TEST-05
    assert driven([1], "success", "auto", manoeuvrability=40) == (False, "natural_1")
    assert driven([20], "success", "margin", difficulty=60) == (True, 1)
    assert driven([1], "success", "auto", manoeuvrability=40, luck=False) == (True, "none")


def test_the_exhausted_lose_the_wheel():  # ORG-END-06
    assert driven([], "success", "auto", "margin", driver={"end_now": 0}) == (False, "exhausted", -1)


# ---- into somebody ----


def struck(dice, *names, **fields):
    return BENCH.picked("vehicle_attack", dice, *names, **({"driver": RAKESH, "target": LEW} | fields))


@pytest.mark.parametrize(
    ("manoeuvre", "speed", "c"),
    [
        ("ramp", 0, 2),
        ("ramp", 19.9, 2),
        ("ramp", 40, 4),
        ("slide", 19, 0),
        ("slide", 59, 2),
        ("ram", 9, 0),
        ("ram", 35, 3),
    ],
)
def test_what_it_does(manoeuvre, speed, c):  # M8
    asked = {"manoeuvre": manoeuvre, "speed": speed, "manoeuvrability": 20}
    assert struck([15], "hit", "damage", **asked) == (True, {"bs": 0, "c": c})
    (after,) = struck([15], "defender", **asked)
    assert after["prone"] == (manoeuvre == "slide")
    assert after["cps"] == max(0, 4 - c)


@drawn(st.sampled_from(("ramp", "slide", "ram")), st.integers(0, 400))
def test_faster_never_hurts_less(manoeuvre, speed):  # M8
    assert impact(manoeuvre, speed + 1) >= impact(manoeuvre, speed)


def test_through_armour():  # ORG-ARM-02
    worn = {**LEW, "armour": [VEST]}
    assert struck([18], "attack_margin", "damage", target=worn) == (5, {"bs": 0, "c": 0})
    assert struck([19], "attack_margin", "damage", target=worn) == (6, {"bs": 0, "c": 2})


def test_margin_against_margin():  # ORG-VEH-04, ORG-TEST-04
    foot = {"reaction": {"kind": "dodge"}}
    assert struck([16, 8], "attack_margin", "defence_margin", "hit", **foot) == (3, 3, False)
    assert struck([16, 7], "attack_margin", "defence_margin", "hit", **foot) == (3, 2, True)
    assert struck([12, 1], "attack_success", "defence_success", "hit", **foot) == (False, False, False)
    assert struck([16, 20], "hit", reaction={"kind": "leap"}) == (False,)
    hit, after = struck([16, 2], "hit", "defender", reaction={"kind": "drop"})
    assert (hit, after["prone"]) == (True, True)
    assert struck([16], "defence_total") == (None,)


def test_somebody_on_foot_acts_at_the_same_time():  # ORG-VEH-04, ORG-MOD-11: nothing is opposed
    answer = {"kind": "simultaneous", "action": "strike", "weapon": {"group": "club", "c": 3}}
    asked = {"target": {**LEW, "VOL": 20}, "reaction": answer, "manoeuvrability": 10}

    def both(*dice):
        hit, counter, driver, lew = struck(dice, "hit", "counter", "driver", "defender", **asked)
        return hit, counter["hit"], driver["cps"], lew["cps"]

    assert both(10, 10) == (True, True, 1, 2)
    assert both(10, 4) == (True, False, 4, 2)
    assert both(2, 10) == (False, True, 1, 4)
    gun = {"kind": "simultaneous", "action": "shoot", "weapon": {"group": "handgun", "bs": 3, "useful_cm": 200}}
    (counter,) = struck([10, 10], "counter", **asked | {"reaction": gun})
    assert counter["attack_mod"] == -4  # at somebody who rides
    changed = BENCH.changes("vehicle_attack", [2, 10], driver=RAKESH, **asked)
    assert [(one[0], one[3]) for one in changed if one[0] == "cps"] == [("cps", "")]


@pytest.mark.parametrize(
    ("vehicle", "thrown"),
    [
        ({}, (12, 0, 25)),
        ({"level": 3, "manoeuvrability": 6, "speed": 40}, (12, 10, 25)),
        ({"manoeuvre": "slide", "speed": 20}, (12, -2, 25)),
        ({"manoeuvre": "ramp", "speed": 20}, (12, 0, 25)),
        ({"difficulty": 30, "speed": 44, "speed_mode": "raise"}, (12, 0, 44)),
    ],
)
def test_a_vehicle_answers(vehicle, thrown):  # ORG-VEH-04
    rider = {"name": "Lew", "AGI": 12}
    fields = ("defence_base", "defence_mod", "defence_difficulty")
    answer = {"kind": "manoeuvre", "vehicle": vehicle}
    assert struck([16, 10], *fields, target=rider, reaction=answer) == thrown
    asked = {"attacker": {}, "target": rider, "action": "strike", "reaction": answer}
    assert BENCH.picked("combat_action", [16, 10], *fields, **asked) == thrown


def test_a_vehicle_that_answers_throws_as_fighters_do():  # ORG-VEH-04, ORG-TEST-04, ORG-TEST-10, ORG-TURN-04
    asked = {"attacker": {"AGI": 15}, "target": {"AGI": 12}, "action": "strike"}
    answer = {"kind": "manoeuvre", "vehicle": {}}
    assert BENCH.picked("combat_action", [3, 16], "hit", "defence_margin", **asked, reaction=answer) == (False, 3)
    assert BENCH.picked("combat_action", [7, 16], "hit", **asked, reaction=answer) == (True,)
    assert BENCH.picked("combat_action", [7, 1], "defence_auto", **asked, reaction=answer) == ("natural_1",)
    house = {"combat_not_luck": True}
    assert BENCH.picked("combat_action", [7, 1], "defence_auto", **asked, reaction=answer, options=house) == ("none",)
    hurt = asked | {"target": {"AGI": 12, "prone": True, "suffering": [2]}}
    split = answer | {"split": True, "mods": {"rain": -4}}
    assert BENCH.picked("combat_action", [7, 10], "defence_mod", **hurt, reaction=split) == (-24,)


def test_what_weighs_on_the_driver():  # ORG-TEST-10, ORG-MON-02, ORG-VEH-03
    rider = {**RAKESH, "one_eyed": True, "extended_penalty": True}
    assert struck([10], "attack_mod", driver=rider) == (-17,)
    assert struck([10], "attack_mod", target={**LEW, "size_mod": 5}, level=2, mods={"night": -4}) == (5,)
    assert struck([10], "attack_mod", manoeuvre="slide", speed=40) == (-4,)
    assert struck([10], "attack_difficulty", manoeuvre="slide", speed=40, speed_mode="raise") == (40,)
    assert struck([10], "attack_difficulty", manoeuvre="ram", speed=40, options={"speed_mode": "raise"}) == (40,)
    assert struck([20], "attack_success", difficulty=60, options={"combat_not_luck": True}) == (False,)
    assert struck([20], "attack_margin", difficulty=60) == (1,)


@pytest.mark.parametrize(("manoeuvre", "die", "dent"), [("ram", 15, 2.5), ("ram", 2, None), ("ramp", 15, None)])
def test_whoever_rams_dents_the_own_vehicle(manoeuvre, die, dent):  # ORG-VEH-04: half of what it does, armour or not
    worn = {**LEW, "armour": [{"ia": 20, "c": 9}]}
    (own,) = struck([die], "vehicle_damage", target=worn, manoeuvre=manoeuvre, speed=59)
    assert own == (None if dent is None else {"bs": 0, "c": dent})


def test_what_sheets_keep():  # ORG-MOD-05
    asked = {"driver": {**RAKESH, "extended_penalty": True}, "target": {}, "manoeuvrability": 20, "speed": 20}
    result = BENCH.changes("vehicle_attack", [15], **asked, manoeuvre="slide", speed_mode="none")
    assert [(one[0], one[2], one[3]) for one in result if one[0] != "wounds"] == [
        ("extended_penalty", False, ""),
        ("cps", 3.0, "target"),
        ("prone", True, "target"),
    ]


# ---- refusals, odds ----


@pytest.mark.parametrize(
    ("fields", "id", "field"),
    [
        ({"driver": {"coma": True}}, "act/unable", "driver"),
        ({"driver": {"end_now": 0}}, "act/unable", "driver"),
        ({"reaction": {"kind": "parry"}}, "field/not_allowed", "reaction.kind"),
        ({"reaction": {"kind": "entangle", "weapon": "chain"}}, "field/not_allowed", "reaction.kind"),
        ({"reaction": {"kind": "simultaneous", "action": "slash"}}, "field/not_allowed", "reaction.weapon"),
        ({"reaction": {"kind": "simultaneous", "action": "stomp"}}, "act/upright", "reaction.action"),
        ({"reaction": {"kind": "manoeuvre"}}, "field/missing", "reaction.vehicle"),
        ({"reaction": {"kind": "dodge"}, "target": {"end_now": 0}}, "act/unable", "reaction"),
        ({"manoeuvre": "stairs"}, "field/one_of", "manoeuvre"),
        ({"speed": -1}, "field/range", "speed"),
    ],
)
def test_refusals(fields, id, field):
    assert BENCH.refused("vehicle_attack", [10, 10], **({"driver": RAKESH, "target": LEW} | fields)) == (id, field)


def test_refusals_of_manoeuvres():
    assert BENCH.refused("manoeuvre", [10], driver={"coma": True}) == ("act/unable", "driver")
    assert BENCH.refused("manoeuvre", [10], driver=RAKESH, level=9) == ("field/range", "level")
    assert BENCH.refused("manoeuvre", [10], driver=RAKESH, manoeuvre="flight") == ("field/one_of", "manoeuvre")


def test_odds():
    BENCH.assert_odds_agree("manoeuvre", driver=RAKESH, manoeuvre="tight_turn", speed=25)
    worn = {**LEW, "armour": [VEST, {"name": "shirt", "ia": 2, "c": 0.5}]}
    asked = {"driver": RAKESH, "target": worn, "speed": 45, "manoeuvre": "slide"}
    BENCH.assert_odds_agree("vehicle_attack", **asked, manoeuvrability=4, reaction={"kind": "dodge"})
    BENCH.assert_odds_agree("vehicle_attack", **asked)
    both = {"kind": "simultaneous", "weapon": {"group": "club", "c": 3}}
    BENCH.assert_odds_agree("vehicle_attack", **asked, manoeuvrability=4, reaction=both)
