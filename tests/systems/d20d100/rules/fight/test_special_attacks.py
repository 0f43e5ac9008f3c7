"""Special attacks: charge, opportunity, disarming, from behind, coup de grâce (SPEC)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
MINE = ("charge", "opportunity_attack", "disarm", "sneak_attack", "coup_de_grace")
faces = st.integers(1, 20)
modifiers = st.integers(-40, 60)


@pytest.mark.parametrize("example", [one for one in examples("d20d100") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def symmetric(first, second, active, passive):
    """Whether the initiator wins a symmetric opposition (D100-TEST-07)."""
    if first == 1 or second == 1:
        return first != 1
    margin = first + active - second - passive
    return margin > 0 or (margin == 0 and active > passive)


# ---- charge ----


def test_a_charge_is_told_in_full():
    """D100-SPEC-02, D100-DEF-02: two points more, and a Defence without quickness."""
    inputs = {
        "distance": 12,
        "attack": 6,
        "own_reflexes": 3,
        "own_defence_modifier": -1,
        "damage": "1d6",
        "damage_bonus": 2,
        "target": {"pv": 9},
    }
    assert outcome("charge", [10, 4], **inputs) == {
        "accepted": True,
        "reason": "ok",
        "effective_attack": 8,
        "total": 18,
        "hit": True,
        "critical": False,
        "damage_rolled": 6,
        "damage_multiplied": 6,
        "damage_final": 6,
        "own_defence": 14,
        "target_pv": 3,
        "target_temp_damage": 0,
        "target_condition": "ok",
        "target_shock": True,
        "target_wound_penalty": -3,
    }
    assert changes("charge", [10, 4], **inputs) == [("pv", 9, 3, "target")]


@pytest.mark.parametrize(
    ("distance", "speed", "pv", "reason"),
    [
        (2.9, 9, 10, "too_near"),
        (3, 9, 10, "ok"),
        (18, 9, 10, "ok"),
        (18.1, 9, 10, "too_far"),
        (9, 4.5, 10, "ok"),
        (9.1, 4.5, 10, "too_far"),
        (12, 9, 2, "cannot_run"),
        (1, 9, 2, "cannot_run"),
        (2, 0.5, 10, "too_near"),
        (12, 9, 5, "ok"),
    ],
)
def test_a_charge_needs_room_and_legs(distance, speed, pv, reason):
    """D100-SPEC-02, D100-CBT-13, D100-HEALTH-04: a refusal throws no die and changes nobody."""
    inputs = {"distance": distance, "speed": speed, "attacker": {"pv": pv}, "target": {"pv": 7}}
    result = outcome("charge", [1] if reason == "ok" else [], **inputs)
    assert (result["accepted"], result["reason"], result["target_pv"]) == (reason == "ok", reason, 7)
    assert ("effective_attack" in result) is (reason == "ok")
    assert outcome("charge", [1], distance=12, attacker={"pv": 2}, options={"rule_thresholds": False})["accepted"]


@given(faces, faces, modifiers, st.integers(-40, 80), st.sampled_from(["knock_down", "push"]))
def test_a_charge_may_end_in_lutte(first, second, lutte, other, kind):
    """D100-SPEC-02, D100-TEST-07: the two points count there as well; nobody is hurt."""
    result = outcome(
        "charge",
        [first, second],
        kind=kind,
        distance=6,
        lutte=lutte,
        opponent_lutte=other,
        mods=[1],
        situations=["charge"],
        attacker={"pv": 5},
        target={"pv": 6},
    )
    assert result["effective_attack"] == lutte + 2 + 1 - 3
    assert (result["total"], result["opponent_total"]) == (first + lutte, second + other)
    assert result["success"] is symmetric(first, second, lutte, other)
    assert "hit" not in result
    assert result["target_pv"] == 6


# ---- a free attack ----


@pytest.mark.parametrize(
    ("inputs", "used"),
    [
        ({"defence": 18}, 18),
        ({"defence": 18, "defence_flat": 14}, 14),
        ({"defence": 18, "defence_flat": 14, "target_fleeing": True}, 18),
    ],
)
def test_whoever_runs_past_is_flat_footed_and_whoever_flees_is_not(inputs, used):
    """D100-SPEC-01, D100-DEF-03."""
    result = outcome("opportunity_attack", [10], attack=6, **inputs)
    assert (result["defence_used"], result["hit"]) == (used, used <= 16)
    far = {"distance": 9, "increment": 1, "weapon_class": "thrown"}
    assert picked("opportunity_attack", [], "defence_used", "in_range", attack=6, **inputs, **far) == (used, False)


def test_a_free_attack_hurts_like_any_other():
    """D100-ATK-06."""
    result = outcome("opportunity_attack", [20, 3, 4], attack=6, damage="2d6", multiplier=3, target={"pv": 30})
    assert (result["damage_final"], result["target_pv"], result["critical"]) == (21, 9, True)


# ---- disarming ----


@given(
    faces,
    faces,
    modifiers,
    modifiers,
    st.booleans(),
    st.sampled_from(["none", "attacker", "holder"]),
    st.lists(st.integers(-40, 40), max_size=2),
)
def test_a_weapon_falls_when_its_holder_loses(first, second, attack, holder, two_handed, larger, mods):
    """D100-SPEC-03, D100-TEST-07."""
    result = outcome(
        "disarm",
        [first, second],
        attacker_attack=attack,
        holder_attack=holder,
        attacker_mods=mods,
        holder_mods=mods,
        two_handed=two_handed,
        larger=larger,
    )
    own = attack + sum(mods) + 4 * (larger == "attacker")
    other = holder + sum(mods) + 4 * (larger == "holder") + 4 * two_handed
    assert (result["attacker_modifier"], result["holder_modifier"]) == (own, other)
    assert (result["attacker_total"], result["holder_total"]) == (first + own, second + other)
    assert result["disarmed"] is symmetric(first, second, own, other)
    both = first == second == 1 or (1 not in (first, second) and first == second and own == other)
    winner = "none" if both else "attacker" if result["disarmed"] else "holder"
    assert result["winner"] == winner


# ---- from behind ----


@given(faces, faces, modifiers, modifiers, st.sampled_from(["active", "passive", "higher_modifier"]))
def test_whoever_is_not_heard_finds_a_helpless_victim(first, second, stealth, listen, tie):
    """D100-SPEC-04: Écouter +6 is the active side; a tie goes to the ear, and so do two natural 1s."""
    result = outcome(
        "sneak_attack",
        [first, second],
        stealth_modifier=stealth,
        stealth_mods=[1],
        listen_modifier=listen,
        listen_mods=[-1],
        options={"opposed_tie": tie},
    )
    own, ear = stealth + 1, listen - 1 + 6
    assert result["victim_modifier"] == ear
    assert (result["attacker_total"], result["victim_total"]) == (first + own, second + ear)
    if first == 1 or second == 1:
        wins = first != 1
    elif first + own != second + ear:
        wins = first + own > second + ear
    else:
        wins = tie == "passive" or (tie == "higher_modifier" and own > ear)
    assert result["victim_state"] == ("helpless" if wins else "surprised")


# ---- coup de grâce ----


def test_a_coup_de_grace_is_told_in_full():
    """D100-EX-100, D100-SPEC-06: three times, whatever the weapon; CON at 10, and the stunned faint."""
    inputs = {"damage": "1d4", "intent": "stun", "target": {"pv": 9, "is_pc": False}}
    result = bench.answer("coup_de_grace", [2, 5], **inputs)
    assert result.outcome == {
        "accepted": True,
        "multiplier": 3,
        "damage_rolled": 2,
        "damage_multiplied": 6,
        "damage_final": 6,
        "con_test": True,
        "con_success": False,
        "target_pv": 9,
        "target_temp_damage": 10,
        "target_condition": "unconscious",
    }
    assert [(one.label, one.purpose) for one in result.dice] == [("d4", "damage"), ("d20", "constitution")]
    assert changes("coup_de_grace", [2, 5], **inputs) == [("temp_damage", 0, 10, "target")]


@pytest.mark.parametrize(
    ("target", "dice", "test", "pv", "condition"),
    [
        ({"pv": 20, "pv_max": 20}, [4, 10], True, 8, "ok"),
        ({"pv": 20, "pv_max": 20}, [4, 9], False, -10, "dead"),
        ({"pv": 20, "pv_max": 20, "con_modifier": 20}, [4, 1], False, -10, "dead"),
        ({"pv": 20, "is_pc": False}, [4, 9], False, 0, "dead"),
        ({"pv": 5}, [4, 12], True, -7, "dying"),
        ({"pv": 2}, [4], None, -10, "dead"),
        ({"pv": 12, "is_pc": False}, [4], None, 0, "dead"),
    ],
)
def test_whoever_outlives_it_needs_constitution(target, dice, test, pv, condition):
    """D100-SPEC-06, D100-HEALTH-02: the dying still make the test, and it stands for massive damage."""
    result = outcome("coup_de_grace", dice, damage="1d6", target=target, options={"rule_massive_damage": True})
    assert (result["con_test"], result.get("con_success")) == (test is not None, test)
    assert (result["target_pv"], result["target_condition"]) == (pv, condition)


@pytest.mark.parametrize(
    ("target", "dice", "test", "temp", "condition"),
    [
        ({"pv": 9}, [4], None, 12, "unconscious"),
        ({"pv": 12}, [4, 10], True, 12, "staggered"),
        ({"pv": 12, "temp_damage": 1}, [4], None, 13, "unconscious"),
        ({"pv": 20}, [1, 12], True, 3, "ok"),
        ({"pv": 20}, [1, 2], False, 21, "unconscious"),
        ({"pv": -3}, [1], None, 3, "dying"),
    ],
)
def test_whoever_still_stands_may_faint(target, dice, test, temp, condition):
    """D100-SPEC-06, D100-TEMP-02."""
    result = outcome("coup_de_grace", dice, damage="1d6", intent="stun", target=target)
    assert (result["con_test"], result.get("con_success")) == (test is not None, test)
    assert (result["target_temp_damage"], result["target_condition"]) == (temp, condition)
    assert result["target_pv"] == target["pv"]


def test_a_vest_helps_the_helpless_unless_the_table_says_otherwise():
    """D100-SPEC-06, D100-PROT-01."""
    inputs = {"damage": "1d6", "target": {"pv": 40, "pv_max": 40}, "protection_kind": "vest", "protection": 8}
    assert outcome("coup_de_grace", [4, 8, 15], **inputs)["damage_final"] == 4
    bare = {"options": {"coup_de_grace_ignores_vest": True}}
    assert outcome("coup_de_grace", [4, 15], **inputs, **bare)["damage_final"] == 12
    hide = {**inputs, "protection_kind": "points"}
    assert outcome("coup_de_grace", [4, 15], **hide, **bare)["damage_final"] == 4
    assert outcome("coup_de_grace", [15], **{**inputs, "protection_kind": "immune"})["damage_final"] == 0
    loose = {"crit_multiplies_bonus": False}
    assert outcome("coup_de_grace", [4, 15], damage="1d6", damage_bonus=2, target={"pv": 40}, options=loose)[
        "damage_multiplied"
    ] == (14)


def test_a_step_too_far_is_no_coup_de_grace():
    """D100-SPEC-06."""
    assert outcome("coup_de_grace", distance=1.6, damage="1d6", target={}) == {"accepted": False, "multiplier": 3}
    assert outcome("coup_de_grace", [2, 20], distance=1.5, damage="1d6", target={"pv": 30})["accepted"] is True
    assert changes("coup_de_grace", distance=2, damage="1d6", target={}) == []


def test_what_cannot_be_is_refused():
    assert refused("coup_de_grace", target={})[1] == "damage"
    assert refused("coup_de_grace", damage="1d6")[1] == "target"
    assert refused("coup_de_grace", damage="1d6/1d4/1d3", target={})[1] == "damage"
    assert refused("charge")[1] == "distance"
    assert refused("charge", distance=5, jams=True)[0] == "field/unknown"
    assert refused("disarm", attacker_attack=1)[1] == "holder_attack"
    assert refused("opportunity_attack", attack=1, protection_kind="vest")[1] == "protection"


# ---- odds ----


@pytest.mark.parametrize(
    ("procedure", "inputs"),
    [
        ("charge", {"distance": 5, "attack": 3, "damage": "1d3", "target": {"pv": 3}}),
        ("charge", {"distance": 5, "kind": "push", "lutte": 2, "opponent_lutte": 4}),
        ("charge", {"distance": 1}),
        ("opportunity_attack", {"attack": 3, "damage": "1d3", "defence_flat": 13, "jams": True}),
        ("disarm", {"attacker_attack": 3, "holder_attack": 3, "two_handed": True}),
        ("sneak_attack", {"stealth_modifier": 5, "listen_modifier": -2}),
        ("coup_de_grace", {"damage": "1d4", "target": {"pv": 7}, "protection_kind": "vest", "protection": 4}),
        ("coup_de_grace", {"damage": "1d4", "target": {"pv": 7}, "intent": "stun"}),
    ],
)
def test_odds_are_those_of_every_face(procedure, inputs):
    bench.assert_odds_agree(procedure, **inputs)


def test_a_coup_de_grace_that_is_not_withstood_kills_by_the_rule_of_the_dying():
    """D100-SPEC-06, D100-HEALTH-02, D100-HEALTH-06."""
    for is_pc, rule, pv in ((True, "D100-HEALTH-06", -10), (False, "D100-HEALTH-02", 0)):
        target = {"pv": 20, "pv_max": 20, "is_pc": is_pc}
        result = bench.reasons("coup_de_grace", [1, 2], damage="1d4", target=target)
        assert result[-2:] == [("target_pv", pv, "D100-SPEC-06"), ("target_condition", "dead", rule)]
