"""Healing Touch, to heal and to wound (SPELL-02, SPELL-03)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import odds_of
from systems.brute import Bench
from systems.cthulhud20.naive import CELLS, attacked
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("healing_touch", "harming_touch")


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- to heal ----


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 20), st.integers(1, 8), st.integers(1, 8), st.integers(1, 12), st.integers(-6, 12))
def test_points_that_come_back(level, first, second, pv, pf):
    """CD20-SPELL-02, CD20-HP-06, CD20-HP-07: PV first, then PF under the new ceiling."""
    pf = min(pf, 3 * pv // 2)
    target = {"pv_max": 12, "pf_max": 12, "pv": pv, "pf": pf}
    result = outcome("healing_touch", [first, second], caster_level=level, target=target)
    life = min(12, pv + first)
    top = min(12, 3 * life // 2)
    assert (result["pv_rolled"], result["pf_rolled"]) == (first, second + level)
    assert (result["pv"], result["pv_gain"], result["pf_ceiling"]) == (life, life - pv, top)
    assert (result["pf"], result["pf_gain"]) == (min(top, pf + second + level), min(top, pf + second + level) - pf)
    assert result["state"] == ("ok" if result["pf"] >= 1 else "unconscious")


def test_every_wound_is_closed():
    """CD20-SPELL-02: no bleeding, cared for and operated; whoever is whole has none left; a lost part stays lost."""
    wounds = [{"gb": 12, "zone": "left_arm"}, {"gb": 4, "zone": "torso", "stabilised": True}, {"gb": 1}]
    target = {"pv": 3, "pf": 4, "wounds": wounds, "hampered_parts": ["left_arm"], "lost_parts": ["right_leg"]}
    result = outcome("healing_touch", [4, 1], caster_level=1, target=target)
    assert [(one["bleeding"], one["treated"], one["surgery_done"]) for one in result["wounds"]] == [
        (False, True, True)
    ] * 3
    assert [one["next_tick_in_rounds"] for one in result["wounds"]] == [0, 0, 0]
    assert (result["hampered_parts"], result["pv"]) == (["left_arm"], 7)
    whole = outcome("healing_touch", [5, 1], caster_level=1, target=target)
    assert (whole["wounds"], whole["hampered_parts"], whole["lost_parts"]) == ([], [], ["right_leg"])


def test_waking_by_magic():
    """CD20-HP-06: up again, still on the ground."""
    target = {"pf": -2, "name": "Paul", "wounds": [{"gb": 7, "zone": "left_leg"}], "pv": 4}
    result = outcome("healing_touch", [1, 1], caster_level=2, target=target)
    assert (result["pf"], result["state"], result["prone"]) == (1, "ok", True)
    changed = bench.changes("healing_touch", [1, 1], caster_level=2, target=target)
    assert [(one[0], one[3]) for one in changed] == [
        ("pv", "Paul"),
        ("pf", "Paul"),
        ("state", "Paul"),
        ("wounds", "Paul"),
    ]


def test_who_cannot_be_healed():
    assert outcome("healing_touch", caster_level=9, target={"pv": 0}) == {"refused": "dead"}
    assert refused("healing_touch") == ("field/missing", "caster_level")
    assert refused("healing_touch", caster_level=21) == ("field/range", "caster_level")
    assert bench.thrown("healing_touch", [1, 1], caster_level=1) == [("d8", "healing"), ("d8", "healing")]


def test_odds_of_healing():
    bench.assert_odds_agree("healing_touch", caster_level=3, target={"pv": 2, "pf": -5, "wounds": [{"gb": 7}]})
    assert bench.chance("healing_touch", "pv", 8, target={"pv": 3, "pf": 2}, caster_level=1) == Fraction(1, 2)


# ---- to wound ----


@pytest.mark.parametrize("level", range(1, 21))
def test_the_lethality_of_every_level(level):
    """CD20-SPELL-03: eight and the level, read as a weapon’s damage; no critical, no Strength."""
    expected = {1: 2} | dict.fromkeys((2, 3, 4), 3) | dict.fromkeys((5, 6, 7), 4) | dict.fromkeys((8, 9, 10), 5)
    expected |= dict.fromkeys((11, 12, 13), 6) | dict.fromkeys((14, 15, 16), 7) | dict.fromkeys((17, 18, 19, 20), 8)
    for options in ({}, {"strength_in_lethality": True}):
        result = outcome("harming_touch", [1, 60], caster_level=level, caster={"str": 16}, options=options)
        assert (result["max_damage"], result["lethality"]) == (8 + level, expected[level])
        assert result["attack_bonus"] == 1 + 3 + expected[level]


def test_neither_armour_nor_hide_helps():
    """CD20-SPELL-03: the touch CA, and nothing is stopped; Dexterity, size and fatigue still count."""
    target = {"armour": {"torso": 9}, "cover": {"torso": 5}, "natural_armour": 6, "dex": 14, "pf": 6}
    result = outcome("harming_touch", [9, 10, 100], caster_level=1, attack_bonus=2, target=target)
    assert (result["zone"], result["zone_ca"], result["result"]) == ("torso", 11, "hit")
    assert picked("harming_touch", [8, 10], "result", caster_level=1, attack_bonus=2, target=target) == ("miss",)


def test_an_attack_like_any_other():
    """CD20-SPELL-03: aim, situation, shock, destiny."""
    scene = {"caster_level": 9, "caster": {"base_attack": [4], "name": "Ann"}, "target": {"name": "Paul"}}
    aimed = outcome("harming_touch", [15, 100], aim="head", situation=["flanking"], modifier=-2, **scene)
    assert (aimed["attack_bonus"], aimed["zone_malus"], aimed["result"], aimed["zone"]) == (9, -10, "hit", "head")
    result = outcome("harming_touch", [10, 60, 50], shock="violent", **scene)
    assert (result["shock"], result["prone"]) == ("violent", True)
    lucky = outcome("harming_touch", [10, 60], destiny={"effect": "soften"}, **scene)
    assert (lucky["destiny_accepted"], lucky["severity"]) == (True, "light")
    changed = bench.changes("harming_touch", [10, 60], destiny={"effect": "soften"}, **scene)
    assert ("destiny_spent", 0, 1, "Paul") in changed
    asked = bench.changes("harming_touch", [2, 60, 50], destiny={"effect": "plus10", "by": "attacker"}, **scene)
    assert ("destiny_spent", 0, 1, "Ann") in asked
    tough = outcome("harming_touch", [10, 60, 50], **{**scene, "target": {"traits": ["bullet_resistant"]}})
    assert tough["lethality"] == 5


def test_who_cannot_be_touched():
    scene = {"caster_level": 9}
    assert outcome("harming_touch", caster={"pf": 0}, **scene) == {"refused": "attacker_cannot_act", "max_damage": 17}
    assert outcome("harming_touch", target={"pv": 0}, **scene) == {"refused": "target_dead", "max_damage": 17}
    assert refused("harming_touch", target={"damage_mode": "traditional"}, **scene)[0] == "field/not_allowed"
    assert refused("harming_touch", target={"tables": "mi_go"}, aim="head", **scene) == ("field/not_allowed", "aim")
    assert refused("harming_touch", destiny={"effect": "soften", "zone": "cone"}, **scene)[0] == "field/one_of"
    assert refused("harming_touch") == ("field/missing", "caster_level")


def test_the_whole_distribution_of_a_touch_counted_by_hand():
    """CD20-SPELL-03: every d20 and d100."""
    body = {"pv": 8, "pf": 8, "fort": 0}
    target = {**body, "armour": {"torso": 5}, "dex": 12}
    by = ("zone", "severity", "pf_loss", "pv_loss", "state")
    odds = odds_of("cthulhud20", "harming_touch", {"caster_level": 9, "attack_bonus": 3, "target": target}, by=by)
    result = {}
    for one in odds:
        told = one.outcome
        name = (
            told["zone"],
            told.get("severity", "miss"),
            told.get("pf_loss", 0),
            told.get("pv_loss", 0),
            told["state"],
        )
        result[name] = result.get(name, Fraction(0)) + one.chance
    assert result == attacked(3, dict.fromkeys(CELLS, 11), **body)
