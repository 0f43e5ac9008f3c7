"""PV, conditions, thresholds, shock, massive damage, agony, blows taken (HEALTH, TEMP)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
MASSIVE = {"rule_massive_damage": True}


def state(**body):
    return outcome("body_state", **body)


# ---- how somebody is ----


@pytest.mark.parametrize(
    ("pv", "stable", "agony", "plain"),
    [
        (5, False, "ok", "ok"),
        (1, False, "ok", "ok"),
        (0, False, "out_of_action", "dead"),
        (-1, False, "dying", "dead"),
        (-1, True, "stable", "dead"),
        (-9, False, "dying", "dead"),
        (-9, True, "stable", "dead"),
        (-10, True, "dead", "dead"),
        (-14, False, "dead", "dead"),
        (4, True, "ok", "ok"),
    ],
)
def test_conditions_below_zero_depend_on_who_is_counted_there(pv, stable, agony, plain):
    """D100-EX-62, D100-HEALTH-02, D100-HEALTH-06: a PJ by the house rule, an adversary by itself."""
    inputs = {"pv": pv, "pv_max": 10, "stable": stable}
    off = {"rule_agony": False}
    assert state(**inputs)["condition"] == agony
    assert state(**inputs, uses_agony=True, options=off)["condition"] == plain
    assert state(**inputs, is_pc=False)["condition"] == plain
    assert state(**inputs, is_pc=False, uses_agony=True)["condition"] == agony
    assert state(**inputs, is_pc=False, uses_agony=True, options=off)["condition"] == agony


@pytest.mark.parametrize(
    ("pv", "blows", "condition", "acts"),
    [
        (8, 7, "ok", 2),
        (8, 8, "staggered", 1),
        (8, 9, "unconscious", 0),
        (0, 0, "out_of_action", 1),
        (0, 9, "out_of_action", 1),
        (-3, 0, "dying", 0),
        (-3, 9, "dying", 0),
        (-10, 0, "dead", 0),
    ],
)
def test_blows_are_compared_with_the_pv_above_zero_only(pv, blows, condition, acts):
    """D100-TEMP-02: staggered at equality, senseless beyond; at 0 or below agony governs."""
    result = state(pv=pv, pv_max=10, temp_damage=blows)
    assert (result["condition"], result["simple_actions"]) == (condition, acts)


@pytest.mark.parametrize(
    ("pv_max", "half", "quarter"), [(10, 5, 2), (11, 5, 2), (12, 6, 3), (1, 0, 0), (3, 1, 0), (400, 200, 100)]
)
def test_thresholds_are_rounded_down_and_equality_counts(pv_max, half, quarter):
    """D100-HEALTH-04: −3 at half, −6 instead at a quarter; nobody runs any more."""
    for pv in range(-9, pv_max + 1):
        result = state(pv=pv, pv_max=pv_max)
        penalty = -6 if pv <= quarter else -3 if pv <= half else 0
        assert (result["pv_half"], result["pv_quarter"], result["wound_penalty"]) == (half, quarter, penalty)
        assert result["can_run"] is (pv > 0 and penalty != -6)


def test_adversaries_and_some_tables_have_no_thresholds():
    """D100-HEALTH-04, D100-CREAT-01."""
    assert state(pv=2, pv_max=10, is_pc=False)["wound_penalty"] == 0
    assert state(pv=2, pv_max=10, is_pc=False)["can_run"] is True
    assert state(pv=2, pv_max=10, options={"rule_thresholds": False})["wound_penalty"] == 0


def test_the_maximum_is_what_is_left_where_none_is_named():
    """D100-HEALTH-01."""
    assert picked("body_state", [], "pv_half", "wound_penalty", pv=9) == (4, 0)
    assert picked("body_state", [], "pv_half", "wound_penalty", pv=-3) == (0, -6)


# ---- one damage ----


def test_a_damage_is_told_in_full():
    """D100-EX-58 to D100-EX-60: 6 of 10, thrown back, out for a turn, −3."""
    result = bench.answer("apply_damage", pv=10, damage=6, violent=True)
    assert result.outcome == {
        "pv": 4,
        "temp_damage": 0,
        "condition": "ok",
        "shock": True,
        "thrown_back": 1.5,
        "prone": True,
        "simple_actions_next_turn": 0,
        "pv_half": 5,
        "pv_quarter": 2,
        "wound_penalty": -3,
        "massive_test": False,
    }
    assert [(one.label, one.value, one.rule) for one in result.steps] == [
        ("pv", 4, "D100-HEALTH-01"),
        ("condition", "ok", "D100-HEALTH-01"),
        ("shock", True, "D100-HEALTH-03"),
        ("wound_penalty", -3, "D100-HEALTH-04"),
    ]
    assert [(one.field, one.before, one.after) for one in result.changes] == [("pv", 10, 4)]


@given(pv=st.integers(-10, 40), more=st.integers(0, 20), damage=st.integers(0, 60), pc=st.booleans(), own=st.booleans())
def test_pv_fall_to_a_floor_and_never_rise(pv, more, damage, pc, own):
    """D100-HEALTH-01, D100-HEALTH-02, D100-HEALTH-06: −10 with agony, 0 without; and the state agrees."""
    body = {"pv": pv, "pv_max": max(1, pv + more), "is_pc": pc, "uses_agony": own}
    result = outcome("apply_damage", **body, damage=damage)
    floor = -10 if pc or own else 0
    assert result["pv"] == min(pv, max(floor, pv - damage))
    after = state(**{**body, "pv": result["pv"]})
    assert after["condition"] == result["condition"]
    assert after["wound_penalty"] == result["wound_penalty"]
    assert result["simple_actions_next_turn"] <= after["simple_actions"]


@pytest.mark.parametrize(
    ("inputs", "shock"),
    [
        ({"pv": 10, "damage": 4}, False),
        ({"pv": 10, "damage": 5}, True),
        ({"pv": 11, "damage": 5}, False),
        ({"pv": 4, "pv_max": 20, "damage": 2}, True),
        ({"pv": 10, "damage": 9, "over_time": True}, False),
        ({"pv": 10, "damage": 0}, False),
        ({"pv": 10, "damage": 0, "keeper_shock": True}, True),
        ({"pv": 0, "pv_max": 10, "damage": 3}, False),
        ({"pv": -2, "pv_max": 10, "damage": 3, "keeper_shock": True}, False),
        ({"pv": 10, "damage": 9, "is_pc": False}, False),
        ({"pv": 10, "damage": 9, "is_pc": False, "options": {"npc_shock": True}}, True),
        ({"pv": 10, "damage": 9, "options": {"rule_shock": False}}, False),
        ({"pv": 10, "damage": 0, "keeper_shock": True, "options": {"rule_shock": False}}, False),
    ],
)
@pytest.mark.parametrize("violent", [False, True])
def test_half_of_what_was_left_is_a_shock(inputs, shock, violent):
    """D100-HEALTH-03: half of the PV before the blow, at one blow; violent, it throws down and costs the turn."""
    result = outcome("apply_damage", **inputs, violent=violent)
    assert result["shock"] is shock
    assert result["prone"] is (shock and violent)
    assert result["thrown_back"] == (1.5 if shock and violent else 0)
    body = {name: value for name, value in inputs.items() if name in ("pv_max", "is_pc")}
    most = state(**{"pv_max": inputs["pv"], **body, "pv": result["pv"]})["simple_actions"] if inputs["pv"] > 0 else None
    if most is not None:
        assert result["simple_actions_next_turn"] == (0 if shock and violent else min(most, 1) if shock else most)


@pytest.mark.parametrize(
    ("inputs", "asked"),
    [
        ({"pv": 20, "damage": 9}, False),
        ({"pv": 20, "damage": 10}, True),
        ({"pv": 10, "damage": 10}, True),
        ({"pv": 5, "damage": 14}, True),
        ({"pv": 5, "damage": 15}, False),
        ({"pv": 10, "damage": 10, "is_pc": False}, False),
        ({"pv": 10, "damage": 10, "options": {**MASSIVE, "rule_agony": False}}, False),
        ({"pv": 11, "damage": 10, "is_pc": False}, True),
        ({"pv": 60, "damage": 49, "is_pc": False, "major_monster": True}, False),
        ({"pv": 60, "damage": 50, "is_pc": False, "major_monster": True}, True),
    ],
)
def test_massive_damage_asks_for_constitution_unless_the_pv_alone_kill(inputs, asked):
    """D100-EX-61, D100-HEALTH-05: failure is death on the spot."""
    given = {"options": MASSIVE, "con_modifier": 1, **inputs}
    if not asked:
        result = outcome("apply_damage", **given)
        assert result["massive_test"] is False
        assert "massive_success" not in result
        return
    survives, dies = (outcome("apply_damage", [face], **given) for face in (9, 8))
    assert survives["massive_success"] is True
    assert survives["pv"] == max(-10, inputs["pv"] - inputs["damage"])
    assert dies["massive_success"] is False
    assert dies["condition"] == "dead"
    assert dies["pv"] == (-10 if inputs.get("is_pc", True) else 0)
    assert bench.thrown("apply_damage", [9], **given) == [("d20", "constitution")]
    plain = {**given, "options": {**given["options"], "rule_massive_damage": False}}
    assert outcome("apply_damage", **plain)["massive_test"] is False


def test_a_natural_one_kills_and_a_twenty_may_save():
    """D100-TEST-03, D100-TEST-04, D100-HEALTH-05."""
    inputs = {"pv": 30, "damage": 10}
    assert outcome("apply_damage", [1], **inputs, con_modifier=40, options=MASSIVE)["condition"] == "dead"
    both = {**MASSIVE, "nat20_auto_success": True}
    assert outcome("apply_damage", [20], **inputs, con_modifier=-20, options=MASSIVE)["condition"] == "dead"
    assert outcome("apply_damage", [20], **inputs, con_modifier=-20, options=both)["condition"] == "ok"


def test_odds_of_massive_damage():
    """D100-HEALTH-05: CON +2 needs an 8."""
    inputs = {"pv": 30, "damage": 12, "con_modifier": 2, "options": MASSIVE}
    bench.assert_odds_agree("apply_damage", **inputs)
    assert bench.chance("apply_damage", "condition", "dead", **inputs) == Fraction(7, 20)


def test_fewer_pv_may_make_old_blows_enough():
    """D100-TEMP-02: the comparison is made again whenever either changes."""
    assert outcome("apply_damage", pv=8, temp_damage=6, damage=2)["condition"] == "staggered"
    assert outcome("apply_damage", pv=8, temp_damage=6, damage=3)["condition"] == "unconscious"


# ---- blows ----


@given(pv=st.integers(-10, 40), blows=st.integers(0, 60), damage=st.integers(0, 60), pc=st.booleans())
def test_blows_are_counted_beside_the_pv(pv, blows, damage, pc):
    """D100-EX-65, D100-TEMP-01: PV stay as they are."""
    body = {"pv": pv, "is_pc": pc}
    result = outcome("apply_temp_damage", **body, temp_damage=blows, damage=damage)
    assert result == {
        "temp_damage": blows + damage,
        "pv": pv,
        "condition": state(**body, temp_damage=blows + damage)["condition"],
    }
    expected = [("temp_damage", blows, blows + damage, "")] if damage else []
    assert changes("apply_temp_damage", **body, temp_damage=blows, damage=damage) == expected


# ---- the end of a round ----


@pytest.mark.parametrize("pv", range(-9, 0))
def test_the_dying_lose_a_point_a_round_unless_a_ten_falls(pv):
    """D100-HEALTH-06."""
    for face in range(1, 10):
        condition = "dead" if pv == -9 else "dying"
        assert outcome("agony_round", [face], pv=pv) == {
            "pv": pv - 1,
            "condition": condition,
            "rolls_next_round": condition == "dying",
        }
    still = {"pv": pv, "condition": "stable", "rolls_next_round": False}
    assert outcome("agony_round", [10], pv=pv) == still
    assert outcome("agony_round", pv=pv, stable=True) == still
    assert changes("agony_round", [3], pv=pv) == [("pv", pv, pv - 1, "")]


def test_whoever_rolls_in_agony_is_counted_there_whatever_the_table_does():
    """D100-HEALTH-06: an adversary may be tracked where PJ are not."""
    assert outcome("agony_round", [3], pv=-4, options={"rule_agony": False})["condition"] == "dying"


@pytest.mark.parametrize(
    ("pv", "blows", "face", "expected"),
    [
        (5, 9, 10, (True, 5, "staggered")),
        (5, 9, 9, (False, 9, "unconscious")),
        (5, 6, 1, (False, 6, "unconscious")),
        (5, 5, None, (False, 5, "staggered")),
        (5, 2, None, (False, 2, "ok")),
    ],
)
def test_the_senseless_wake_on_a_ten(pv, blows, face, expected):
    """D100-TEMP-02: staggered, with as many blows as PV; whoever is awake throws nothing."""
    dice = [] if face is None else [face]
    assert picked("wake_up", dice, "woke", "temp_damage", "condition", pv=pv, temp_damage=blows) == expected


def test_odds_of_a_round():
    """D100-HEALTH-06, D100-TEMP-02."""
    bench.assert_odds_agree("agony_round", pv=-9)
    bench.assert_odds_agree("wake_up", pv=3, temp_damage=9)
    assert bench.chance("agony_round", "condition", "stable", pv=-4) == Fraction(1, 10)


@pytest.mark.parametrize(
    ("procedure", "inputs", "fault"),
    [
        ("body_state", {}, ("field/missing", "pv")),
        ("body_state", {"pv": -201}, ("field/range", "pv")),
        ("body_state", {"pv": 1, "pv_max": 0}, ("field/range", "pv_max")),
        ("apply_damage", {"pv": 10}, ("field/missing", "damage")),
        ("apply_damage", {"pv": -11, "damage": 1}, ("field/range", "pv")),
        ("apply_damage", {"pv": 10, "damage": 1001}, ("field/range", "damage")),
        ("apply_temp_damage", {"pv": 10, "damage": -1}, ("field/range", "damage")),
        ("agony_round", {"pv": 0}, ("field/range", "pv")),
        ("agony_round", {"pv": -10}, ("field/range", "pv")),
        ("wake_up", {"pv": 0, "temp_damage": 3}, ("field/range", "pv")),
    ],
)
def test_wrong_inputs_are_refused(procedure, inputs, fault):
    """D100-HEALTH-01: each refusal names its field."""
    assert refused(procedure, **inputs) == fault


def test_the_last_pv_can_still_be_a_shock():
    """D100-HEALTH-03: half of what was left, and nobody at 0 is shocked again."""
    assert picked("apply_damage", [], "pv", "shock", pv=1, pv_max=10, damage=1) == (0, True)
    assert picked("apply_damage", [], "pv", "shock", pv=0, pv_max=10, damage=1) == (-1, False)


def test_without_a_maximum_nobody_was_hurt_before():
    """D100-HEALTH-04: one PV of one is no threshold."""
    fields = ("pv_half", "pv_quarter", "wound_penalty")
    assert picked("apply_damage", [], *fields, pv=1, damage=0) == (0, 0, 0)
    assert picked("body_state", [], *fields, pv=1) == (0, 0, 0)


HARD = {"rule_agony": False}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"pv": 10}, ("ok", "D100-HEALTH-01")),
        ({"pv": 10, "temp_damage": 10}, ("staggered", "D100-TEMP-02")),
        ({"pv": 10, "temp_damage": 11}, ("unconscious", "D100-TEMP-02")),
        ({"pv": 0}, ("out_of_action", "D100-HEALTH-06")),
        ({"pv": -1}, ("dying", "D100-HEALTH-06")),
        ({"pv": -1, "stable": True}, ("stable", "D100-HEALTH-06")),
        ({"pv": -10}, ("dead", "D100-HEALTH-06")),
        ({"pv": 0, "options": HARD}, ("dead", "D100-HEALTH-02")),
        ({"pv": 0, "is_pc": False}, ("dead", "D100-HEALTH-02")),
    ],
)
def test_a_condition_is_told_by_its_rule(given, expected):
    """D100-HEALTH-01, D100-HEALTH-02, D100-HEALTH-06, D100-TEMP-02."""
    assert bench.reasons("body_state", pv_max=10, **given)[0] == ("condition", *expected)


def test_adversaries_have_no_thresholds_by_their_own_rule():
    """D100-HEALTH-04, D100-CREAT-01."""
    assert bench.reasons("body_state", pv=2, pv_max=10)[-1] == ("wound_penalty", -6, "D100-HEALTH-04")
    assert bench.reasons("body_state", pv=2, pv_max=10, is_pc=False)[-1] == ("wound_penalty", 0, "D100-CREAT-01")


def test_whoever_takes_massive_damage_throws_for_it():
    """D100-HEALTH-05: the die is theirs, where they have a name."""
    target = {"name": "Ana", "pv": 20, "pv_max": 20}
    thrown = bench.answer("attack", [15, 10, 12], attack=5, damage="1d10", target=target, options=MASSIVE).dice
    assert [(one.label, one.who) for one in thrown] == [("d20", ""), ("d10", ""), ("d20", "Ana")]


def test_whoever_wakes_is_written_down_as_staggered():
    """D100-TEMP-02: the blows count as many as the PV."""
    assert bench.changes("wake_up", [10], pv=5, temp_damage=9) == [("temp_damage", 9, 5, "")]
    assert bench.changes("wake_up", [9], pv=5, temp_damage=9) == []
