"""Wrestling: seizing somebody, and what is done in a hold (P-GRAP-01)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import odds_of
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
MINE = ("grapple", "grapple_action")
STRONG = {"name": "Ada", "str": 16, "base_attack": [2]}


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- the touch ----


@pytest.mark.parametrize(
    ("attacker", "bonus"),
    [
        ({}, 1),
        ({"base_attack": [7, 2]}, 7),
        ({"str": 17}, 4),
        ({"dex": 18}, 1),
        ({"size": "large"}, 0),
        ({"size": "tiny"}, 3),
        ({"pf": 4}, -1),
        ({"conditions": ["shaken", "held"]}, -1),
        ({"conditions": ["sickened", "dazzled"]}, -2),
        ({"hampered_parts": ["head"]}, -3),
        ({"hampered_parts": ["abdomen"]}, -1),
        ({"prone": True}, -3),
        ({"armour_items": ["plate_armour"]}, 1 - 6),
        ({"feats": ["weapon_focus:unarmed"]}, 1),
    ],
)
def test_what_a_touch_adds(attacker, bonus):
    """CD20-P-GRAP-01: first base attack, Strength, size, fatigue and conditions; no lethality."""
    attacker = {"armour": {}, **attacker}
    scene = {"attacker": attacker, "options": {"strength_in_lethality": True}}
    assert outcome("grapple", [2], **scene, target={"dex": 40})["touch_total"] == 2 + bonus
    assert outcome("grapple", [2], **scene, target={"dex": 40}, modifier=3)["touch_total"] == 5 + bonus


@pytest.mark.parametrize(
    ("target", "ca", "gain"),
    [
        ({}, 10, 0),
        ({"dex": 14}, 12, 0),
        ({"dex": 14, "armour": {"torso": 5}, "natural_armour": 3, "cover": {"head": 4}}, 12, 0),
        ({"dex": 14, "prone": True}, 12, 4),
        ({"dex": 14, "conditions": ["blinded"]}, 10, 2),
        ({"dex": 14, "conditions": ["bound"]}, 10, 4),
        ({"dex": 14, "pf": 4}, 10, 0),
        ({"size": "small", "dodge_bonus": 2}, 13, 0),
        ({"stance": "total_defence"}, 14, 0),
    ],
)
def test_what_a_touch_must_reach(target, ca, gain):
    """CD20-P-GRAP-01, CD20-P-AC-01, CD20-P-MOD-01: no armour, but the rows of the target."""
    result = outcome("grapple", [2], attacker={"base_attack": [0]}, target=target)
    assert (result["touch_ca"], result["touch_total"], result["touched"]) == (ca, 2 + gain, 2 + gain >= ca)


def test_the_helpless_are_easily_seized():
    """CD20-ATT-08: by as much as the house says."""
    house = {"options": {"helpless_bonus": 9}}
    assert outcome("grapple", [2, 1, 2], target={"conditions": ["asleep"]}, **house)["touch_total"] == 12


@pytest.mark.parametrize(
    ("face", "bonus", "options", "touched"),
    [
        (1, 30, {}, False),
        (1, 30, {"no_auto_miss": True}, True),
        (20, -30, {}, True),
        (20, -30, {"no_auto_hit": True}, False),
        (10, 0, {}, True),
        (9, 0, {}, False),
    ],
)
def test_one_and_twenty_as_in_any_attack(face, bonus, options, touched):
    """CD20-P-GRAP-01, CD20-ATT-04."""
    dice = [face, 10, 5] if touched else [face]
    result = outcome("grapple", dice, attacker={"base_attack": [0]}, modifier=bonus, options=options)
    assert result["touched"] is touched
    assert ("attacker_total" in result, "target_total" in result) == (touched, touched)
    assert result["held"] is touched


# ---- the hold ----


@pytest.mark.parametrize(
    ("wrestler", "bonus"),
    [
        ({}, 1),
        ({"base_attack": [6, 1]}, 6),
        ({"str": 17, "dex": 20}, 4),
        ({"size": "large"}, 5),
        ({"size": "colossal"}, 17),
        ({"size": "small"}, -3),
        ({"size": "fine"}, -15),
        ({"pf": 4}, -1),
        ({"conditions": ["shaken"]}, -1),
        ({"conditions": ["entangled", "held"]}, -1),
        ({"hampered_parts": ["whole_body"]}, -1),
        ({"hampered_parts": ["abdomen"]}, -1),
        ({"armour_items": ["plate_armour"]}, -5),
        ({"armour_items": ["plate_armour"], "feats": ["armour_proficiency:heavy"]}, 1),
        ({"prone": True}, 1),
    ],
)
def test_what_a_wrestler_adds(wrestler, bonus):
    """CD20-P-GRAP-01, CD20-FAT-02: four for each size; the ground does not matter here."""
    wrestlers = {"attacker": STRONG, "target": wrestler, "action": "pin"}
    assert outcome("grapple_action", [20, 1], **wrestlers)["target_total"] == 1 + bonus
    wrestlers = {"attacker": wrestler, "target": STRONG, "action": "pin"}
    assert outcome("grapple_action", [1, 20], **wrestlers)["attacker_total"] == 1 + bonus


def test_ties_go_to_the_higher_bonus_or_are_thrown_again():
    """CD20-P-CHECK-02: the attacker throws first."""
    fields = ("attacker_total", "target_total", "held")
    assert picked("grapple", [15, 5, 8], *fields, attacker={"str": 16}, target={}) == (9, 9, True)
    assert picked("grapple", [15, 8, 5], *fields, attacker={}, target={"str": 16}) == (9, 9, False)
    even = {"attacker": {"name": "Ada"}, "target": {"name": "Bob"}}
    told = bench.answer("grapple", [15, 7, 7, 3, 3, 9, 12], **even)
    assert (told.outcome["attacker_total"], told.outcome["target_total"], told.outcome["held"]) == (10, 13, False)
    assert [(die.who, die.purpose) for die in told.dice] == [
        ("Ada", "touch"),
        *[("Ada", "grapple"), ("Bob", "grapple")] * 3,
    ]


def test_the_sums_are_told():
    told = bench.answer("grapple", [10, 12, 9], attacker=STRONG, target={"name": "Bob", "size": "small"})
    reasons = {one.label: (one.value, one.parts) for one in told.steps}
    assert reasons["touch_total"] == (15, (("die", 10), ("base_attack", 2), ("ability_mod", 3)))
    assert reasons["target_total"] == (6, (("die", 9), ("base_attack", 1), ("size_modifier", -4)))


def test_odds_of_a_hold():
    """CD20-P-GRAP-01: touch at 19 and 20 only, then three better than the other."""
    scene = {"attacker": {"str": 16, "base_attack": [0]}, "target": {"dex": 34, "base_attack": [1]}}
    bench.assert_odds_agree("grapple", **scene)
    wins = sum(1 for mine in range(1, 21) for other in range(1, 21) if mine + 3 >= other + 1)
    assert bench.chance("grapple", "held", **scene) == Fraction(2, 20) * Fraction(wins, 400)


def test_equals_hold_each_other_half_the_time():
    """CD20-P-CHECK-02: throws that decide nothing do not count."""
    assert bench.chance("grapple", "held", target={"dex": 10}) == Fraction(12, 20) * Fraction(1, 2)
    odds = odds_of("cthulhud20", "grapple", {}, by=("held", "attacker_total"))
    assert sum(one.chance for one in odds) == 1


# ---- in a hold ----


@pytest.mark.parametrize(
    ("action", "effect"), [("squeeze", "squeezed"), ("pin", "pinned"), ("break_free", "free"), ("take_object", "taken")]
)
def test_whoever_wins_does_one_thing(action, effect):
    """CD20-P-GRAP-01."""
    won = outcome("grapple_action", [12, 10], attacker={}, target={"name": "Bob", "pf": 6}, action=action)
    assert (won["success"], won["effect"]) == (True, effect)
    lost = outcome("grapple_action", [10, 12], attacker={}, target={"name": "Bob", "pf": 6}, action=action)
    assert (lost["success"], lost["effect"], lost["pf"], lost["state"]) == (False, "none", 6, "ok")
    assert "severity" not in lost
    assert ("severity" in won) is (action == "squeeze")
    result = changes("grapple_action", [12, 10], target={"name": "Bob", "pf": 6}, action=action)
    assert result == ([("pf", 6, 3, "Bob")] if action == "squeeze" else [])


@pytest.mark.parametrize(
    ("difference", "severity", "pf"),
    [
        (0, "superficial", 1),
        (1, "light", 2),
        (2, "light", 2),
        (3, "moderate", 3),
        (5, "moderate", 3),
        (6, "grave", 4),
        (10, "grave", 4),
        (11, "critical", 5),
        (15, "critical", 5),
        (16, "critical", 5),
        (19, "critical", 5),
    ],
)
def test_a_squeeze_costs_breath(difference, severity, pf):
    """CD20-P-GRAP-01, CD20-FEAT-04, CD20-GB-03: the difference is the GB, no zone bonus, one PF more; nothing else."""
    scene = {"attacker": {"str": 12}, "target": {"pv_max": 20, "wounds": [{"gb": 2}]}, "action": "squeeze"}
    result = outcome("grapple_action", [difference, 1] if difference else [4, 5], **scene)
    assert (result["gb"], result["severity"], result["zone"]) == (difference, severity, "torso")
    assert (result["pf_loss"], result["pf_loss_zone"], result["pv_loss"], result["pf"]) == (pf, 1, 0, 20 - pf)
    assert (result["dead_at_once"], result["part_lost"], result["part_hampered"]) == (False, False, False)
    assert (result["bleeding"], result["stabilise_roll_needed"], result["shock"]) == (False, False, "none")
    assert [wound["severity"] for wound in result["wounds"]] == ["light"]


def test_a_squeeze_may_rob_somebody_of_their_senses():
    """CD20-HP-05."""
    scene = {"target": {"name": "Bob", "pf": 2, "fort": 1}, "action": "squeeze"}
    told = bench.answer("grapple_action", [10, 5, 14], **scene)
    assert (told.outcome["pf"], told.outcome["state"], told.outcome["faint_save_total"]) == (-2, "stunned", 15)
    assert (told.dice[2].who, told.dice[2].purpose) == ("Bob", "faint_save")
    assert {one.field for one in told.changes} == {"pf", "state", "prone"}


@pytest.mark.parametrize(
    ("tables", "zone", "pf"),
    [
        ("zombie", "torso", 2),
        ("winged_human", "torso", 3),
        ("quadruped", "chest", 3),
        ("mi_go", "thorax", 2),
        ("radial", "trunk", 2),
        ("cone", "cone", 3),
    ],
)
def test_other_bodies_are_squeezed_around_the_middle(tables, zone, pf):
    """CD20-P-GRAP-01, CD20-P-CREA-04, CD20-CREA-03: a zombie keeps its breath."""
    result = outcome("grapple_action", [10, 7], attacker={}, target={"tables": tables}, action="squeeze")
    assert (result["zone"], result["severity"]) == (zone, "moderate")
    assert result["pf_loss"] == pf


def test_what_keeps_hit_points_cannot_be_squeezed_for_breath():
    """CD20-CREA-02."""
    horror = {"damage_mode": "traditional"}
    assert refused("grapple_action", target=horror, action="squeeze") == ("field/not_allowed", "target.damage_mode")
    assert outcome("grapple_action", [12, 3], target=horror, action="pin")["effect"] == "pinned"
    assert refused("grapple_action") == ("field/missing", "action")
    assert refused("grapple_action", action="tickle")[1] == "action"


@pytest.mark.parametrize("action", ["squeeze", "pin"])
def test_odds_of_a_struggle(action):
    """Bonuses that differ, so that no throw is repeated; somebody who may faint."""
    target = {"pf": 4, "fort": 2, "wounds": [{"gb": 4}], "base_attack": [0]}
    bench.assert_odds_agree("grapple_action", attacker={"base_attack": [2]}, target=target, action=action)


@settings(max_examples=30, deadline=None)
@given(st.integers(-8, 8), st.integers(0, 8))
def test_odds_of_breaking_free_counted_by_hand(bonus, other):
    """CD20-P-CHECK-02."""
    wins = ties = 0
    for mine in range(1, 21):
        for theirs in range(1, 21):
            wins += (mine + bonus, bonus) > (theirs + other, other)
            ties += mine + bonus == theirs + other and bonus == other
    scene = {"attacker": {"base_attack": [bonus]}, "target": {"base_attack": [other]}, "action": "break_free"}
    assert bench.chance("grapple_action", "success", **scene) == Fraction(wins, 400 - ties)
