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


def test_what_weighs_on_the_driver():  # ORG-TEST-10, ORG-MON-02, ORG-VEH-03
    rider = {**RAKESH, "one_eyed": True, "extended_penalty": True}
    assert struck([10], "attack_mod", driver=rider) == (-17,)
    assert struck([10], "attack_mod", target={**LEW, "size_mod": 5}, level=2, mods={"night": -4}) == (5,)
    assert struck([10], "attack_mod", manoeuvre="slide", speed=40) == (-4,)
    assert struck([10], "attack_difficulty", manoeuvre="slide", speed=40, speed_mode="raise") == (40,)
    assert struck([10], "attack_difficulty", manoeuvre="ram", speed=40, options={"speed_mode": "raise"}) == (40,)
    assert struck([20], "attack_success", difficulty=60, options={"combat_not_luck": True}) == (False,)
    assert struck([20], "attack_margin", difficulty=60) == (1,)


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
        ({"reaction": {"kind": "simultaneous"}}, "field/not_allowed", "reaction.kind"),
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
