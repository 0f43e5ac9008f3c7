"""The reserve of luck: tested, spent on a throw or a wound, recovered (LUCK)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.operators.dicebox import (
    answer,
    assert_odds_agree,
    chance,
    changes,
    outcome,
    picked,
    reasons,
    refused,
    thrown,
)

OFF = {"luck_enabled": False}


@pytest.mark.parametrize(
    ("procedure", "inputs"),
    [
        ("luck_test", {}),
        ("luck_shift", {"roll": 45, "target": 39, "spend": 6}),
        ("luck_cancel_fumble", {"roll": 99, "target": 39}),
        ("luck_cancel_grave", {}),
        ("luck_recover", {"luck_start": 60}),
    ],
)
def test_a_table_without_luck_has_no_use_for_it(procedure, inputs):
    """OPS-LUCK-01: no use and no recovery; the reserve stays on paper."""
    result = outcome(procedure, luck=50, options=OFF, **inputs)
    assert result == {"refused": True, "reason": "option_off", "luck": 50}
    assert changes(procedure, luck=50, options=OFF, **inputs) == []
    assert [label for label, *_ in reasons(procedure, luck=50, options=OFF, **inputs)] == ["reason"]


# ---- pure chance ----


@pytest.mark.parametrize(
    ("roll", "luck", "result"),
    [
        (45, 45, "success"),
        (44, 45, "critical"),
        (46, 45, "failure"),
        (99, 45, "fumble"),
        (100, 150, "fumble"),
        (1, 0, "failure"),
    ],
)
def test_pure_chance_is_tested_on_the_reserve_as_it_stands(roll, luck, result):
    """OPS-TEST-04, OPS-LUCK-06: nothing multiplies it and nothing is spent."""
    assert outcome("luck_test", [roll], luck=luck) == {
        "refused": False,
        "target": luck,
        "roll": roll,
        "outcome": result,
        "success": result in ("success", "critical"),
        "luck": luck,
    }
    assert changes("luck_test", [roll], luck=luck) == []


def test_a_high_reserve_may_make_99_a_success():
    """OPS-TEST-06 with fumble_needs_failure."""
    result = picked("luck_test", [99], "outcome", luck=120, options={"fumble_needs_failure": True})
    assert result == ("success",)


@pytest.mark.parametrize("luck", [0, 37, 99, 200])
def test_odds_of_pure_chance_are_those_of_every_face(luck):
    assert_odds_agree("luck_test", luck=luck)
    assert chance("luck_test", "success", luck=luck) == Fraction(min(luck, 98), 100)


# ---- a throw that lies there ----


def test_six_points_turn_45_into_a_success_against_39():
    """OPS-EX-71, OPS-LUCK-02."""
    result = answer("luck_shift", roll=45, target=39, spend=6, luck=50)
    assert result.outcome == {"refused": False, "outcome": "success", "luck": 44, "luck_spent": 6}
    assert [(one.label, one.value, one.rule, one.parts) for one in result.steps] == [
        ("luck", 44, "OPS-LUCK-02", (("before", 50), ("luck_spent", -6))),
        ("outcome", "success", "OPS-LUCK-02", ()),
    ]
    assert changes("luck_shift", roll=45, target=39, spend=6, luck=50) == [("luck", 50, 44, "")]


@pytest.mark.parametrize(
    ("roll", "spend", "result"), [(45, 5, "failure"), (45, 6, "success"), (45, 20, "success"), (44, 5, "critical")]
)
def test_what_falls_short_is_paid_all_the_same(roll, spend, result):
    """OPS-LUCK-02: and a natural double that becomes a success is critical."""
    assert picked("luck_shift", [], "outcome", "luck", roll=roll, target=39, spend=spend, luck=50) == (
        result,
        50 - spend,
    )


def test_a_bought_success_may_be_kept_from_being_critical():
    """OPS-LUCK-02 with luck_success_never_critical."""
    inputs = {"roll": 44, "target": 39, "spend": 5, "luck": 50}
    assert picked("luck_shift", [], "outcome", **inputs, options={"luck_success_never_critical": True}) == ("success",)


@pytest.mark.parametrize(
    ("inputs", "options", "reason"),
    [
        ({"roll_kind": "san", "spend": 60}, OFF, "option_off"),
        ({"roll_kind": "san", "spend": 60}, {}, "not_allowed"),
        ({"roll_kind": "luck_recovery"}, {}, "not_allowed"),
        ({"roll_kind": "reading"}, {}, "not_allowed"),
        ({"spend": 51, "roll": 99}, {}, "not_enough_luck"),
        ({"spend": 50, "roll": 99}, {}, "fumble"),
        ({"roll": 100, "target": 0}, {}, "fumble"),
        ({"roll": 99, "target": 120}, {}, "fumble"),
        ({"roll": 99, "target": 120}, {"fumble_needs_failure": True}, "already_success"),
        ({"roll": 39}, {}, "already_success"),
        ({"roll": 33}, {}, "already_success"),
        ({"roll": 1, "target": 0}, {}, "no_chance"),
    ],
)
def test_a_shift_is_refused_for_the_first_reason_that_applies(inputs, options, reason):
    """OPS-LUCK-02, OPS-LUCK-06: never a SAN throw, a recovery or a reading; a fumble must be cancelled first."""
    whole = {"roll": 45, "target": 39, "spend": 6, "luck": 50, **inputs, "options": options}
    assert outcome("luck_shift", **whole) == {"refused": True, "reason": reason, "luck": 50}
    rule = "OPS-LUCK-06" if reason == "not_allowed" else "OPS-LUCK-02"
    assert reasons("luck_shift", **whole) == [("reason", reason, rule)]


@pytest.mark.parametrize(
    ("field", "value"), [("roll", 0), ("roll", 101), ("target", -1), ("target", 1001), ("spend", 0), ("luck", 201)]
)
def test_a_shift_must_speak_of_a_throw(field, value):
    inputs = {"roll": 45, "target": 39, "spend": 6, "luck": 50, field: value}
    assert refused("luck_shift", **inputs)[:2] == ("field/range", field)


@given(roll=st.integers(1, 98), target=st.integers(1, 97), spend=st.integers(1, 200), luck=st.integers(0, 200))
def test_a_shift_succeeds_exactly_when_it_covers_the_gap(roll, target, spend, luck):
    """OPS-LUCK-02."""
    result = outcome("luck_shift", roll=roll, target=target, spend=spend, luck=luck)
    if spend <= luck and roll > target:
        assert (result["outcome"] == "failure") == (spend < roll - target)
        assert result["luck"] == luck - spend
    else:
        assert result["refused"]


# ---- a fumble ----


@pytest.mark.parametrize(
    ("roll", "target", "spend", "result", "left"),
    [
        (99, 39, 0, "failure", 90),
        (99, 39, 59, "failure", 31),
        (99, 39, 60, "success", 30),
        (100, 39, 60, "failure", 30),
        (100, 39, 61, "success", 29),
        (99, 150, 0, "failure", 90),
        (99, 150, 1, "success", 89),
        (99, 0, 90, "failure", 0),
    ],
)
def test_ten_points_make_a_fumble_a_failure_and_more_may_make_it_a_success(roll, target, spend, result, left):
    """OPS-LUCK-03: never a critical one, though 99 and 00 are doubles."""
    found = outcome("luck_cancel_fumble", roll=roll, target=target, spend=spend, luck=100)
    assert found == {
        "refused": False,
        "cost_cancel": 10,
        "cost_shift": spend,
        "total_cost": 10 + spend,
        "outcome": result,
        "luck": left,
    }
    assert changes("luck_cancel_fumble", roll=roll, target=target, spend=spend, luck=100) == [("luck", 100, left, "")]


@pytest.mark.parametrize(
    ("inputs", "options", "reason"),
    [
        ({"luck": 9}, {}, "not_enough_luck"),
        ({"luck": 15, "spend": 6}, {}, "not_enough_luck"),
        ({"luck": 9, "target": 120}, {"fumble_needs_failure": True}, "not_enough_luck"),
        ({"luck": 50, "target": 120}, {"fumble_needs_failure": True}, "not_a_fumble"),
    ],
)
def test_a_fumble_that_cannot_be_cancelled(inputs, options, reason):
    """OPS-LUCK-03, OPS-TEST-06."""
    result = outcome("luck_cancel_fumble", **{"roll": 99, "target": 39, **inputs}, options=options)
    assert result == {"refused": True, "reason": reason, "luck": inputs["luck"]}


def test_only_99_and_00_are_fumbles():
    """OPS-TEST-06."""
    assert refused("luck_cancel_fumble", roll=98, target=10, luck=50)[:2] == ("field/range", "roll")


# ---- a grave wound, a death ----


@pytest.mark.parametrize("before", ["none", "superficial", "light", "grave"])
def test_twenty_points_leave_the_level_as_it_was(before):
    """OPS-LUCK-04: or at least light, where the table has it so."""
    assert outcome("luck_cancel_grave", luck=20, previous_level=before) == {
        "refused": False,
        "wound_level": before,
        "luck": 0,
    }
    softer = picked(
        "luck_cancel_grave",
        [],
        "wound_level",
        luck=33,
        previous_level=before,
        options={"luck_grave_to_light": True},
    )
    assert softer == ("light" if before in ("none", "superficial") else before,)


def test_nineteen_points_cancel_no_wound():
    """OPS-LUCK-04."""
    assert outcome("luck_cancel_grave", luck=19) == {"refused": True, "reason": "not_enough_luck", "luck": 19}
    assert changes("luck_cancel_grave", luck=25) == [("luck", 25, 5, "")]


DYING = {"name": "Vega", "sb": 12, "CON": 12, "luck": 41, "wound_level": "dead"}


def test_death_becomes_a_grave_wound_for_all_that_is_left():
    """OPS-LUCK-05, OPS-HLTH-03: the CON test comes as ever, without luck."""
    assert outcome("luck_escape_death", [61], victim=DYING) == {
        "refused": False,
        "alive": True,
        "wound_level": "grave",
        "recorded_damage": 23,
        "luck": 0,
        "con_target": 60,
        "con_roll": 61,
        "con_outcome": "failure",
        "out_of_fight": True,
    }
    assert changes("luck_escape_death", [61], victim=DYING) == [
        ("luck", 41, 0, "Vega"),
        ("wound_level", "dead", "grave", "Vega"),
        ("out_of_fight", False, True, "Vega"),
    ]


@pytest.mark.parametrize("state", [{"out_of_fight": True}, {"no_pain": True}])
def test_who_is_out_or_feels_no_pain_is_not_asked_to_stand(state):
    """OPS-HLTH-03."""
    assert thrown("luck_escape_death", [], victim={**DYING, **state}) == []


@pytest.mark.parametrize(
    ("victim", "cause", "options", "reason"),
    [
        ({"luck": 29, "kind": "npc"}, "entity", OFF, "option_off"),
        ({"luck": 29, "kind": "npc"}, "entity", {}, "not_enough_luck"),
        ({"kind": "npc"}, "entity", {}, "entity"),
        ({"kind": "npc"}, "entity", {"luck_vs_entities": True}, "not_operator"),
        ({"kind": "creature"}, "wound", {}, "not_operator"),
    ],
)
def test_death_is_not_escaped_for_the_first_reason_that_applies(victim, cause, options, reason):
    """OPS-LUCK-05, OPS-ENT-04."""
    who = {**DYING, **victim}
    assert outcome("luck_escape_death", victim=who, cause=cause, options=options) == {
        "refused": True,
        "reason": reason,
        "alive": False,
        "wound_level": "dead",
        "luck": who["luck"],
        "out_of_fight": False,
    }
    rule = "OPS-ENT-04" if reason == "entity" else "OPS-LUCK-05"
    assert reasons("luck_escape_death", victim=who, cause=cause, options=options) == [("reason", reason, rule)]


@pytest.mark.parametrize("cause", ["wound", "drowning", "poison", "other"])
def test_any_death_but_an_entitys_may_be_escaped(cause):
    """OPS-LUCK-05: and an entity's where the table allows it (OPS-ENT-04)."""
    assert outcome("luck_escape_death", [1], victim={**DYING, "luck": 30}, cause=cause)["alive"]
    result = outcome("luck_escape_death", [1], victim=DYING, cause="entity", options={"luck_vs_entities": True})
    assert result["alive"]


def test_odds_of_an_escape_are_those_of_every_face():
    assert_odds_agree("luck_escape_death", victim=DYING)
    assert chance("luck_escape_death", "out_of_fight", False, victim=DYING) == Fraction(3, 5)


# ---- recovery ----


@pytest.mark.parametrize(
    ("roll", "die", "above", "gain"), [(31, 4, True, 14), (30, 4, False, 4), (99, 10, True, 20), (1, 1, False, 1)]
)
def test_who_has_little_luck_recovers_well(roll, die, above, gain):
    """OPS-EX-72, OPS-EX-73, OPS-LUCK-07: a throw above the reserve brings ten more."""
    assert outcome("luck_recover", [roll, die], luck=30, luck_start=60) == {
        "refused": False,
        "roll": roll,
        "test_above": above,
        "gain": gain,
        "luck": 30 + gain,
    }
    assert changes("luck_recover", [roll, die], luck=30, luck_start=60) == [("luck", 30, 30 + gain, "")]
    assert thrown("luck_recover", [roll, die], luck=30, luck_start=60) == ["d100", "d10"]


@pytest.mark.parametrize(
    ("luck", "start", "cap", "after"),
    [
        (55, 60, "start", 60),
        (60, 60, "start", 60),
        (70, 60, "start", 70),
        (55, 60, "cap_99", 75),
        (90, 60, "cap_99", 99),
        (120, 60, "cap_99", 120),
        (90, 60, "none", 110),
        (195, 60, "none", 200),
    ],
)
def test_points_are_recovered_up_to_a_ceiling_and_never_lost(luck, start, cap, after):
    """OPS-LUCK-07: the starting value, or what the table has instead."""
    roll = 100
    options = {"luck_cap": cap}
    dice = [roll, 10]
    result = outcome("luck_recover", dice, luck=luck, luck_start=start, options=options)
    gain = 20 if luck < 100 else 10
    assert result["luck"] == after
    assert result["gain"] == after - luck <= gain
    assert bool(changes("luck_recover", dice, luck=luck, luck_start=start, options=options)) == (after != luck)


def test_the_throw_may_be_held_against_the_starting_value():
    """OPS-LUCK-07 with luck_test_vs_start."""
    inputs = {"luck": 20, "luck_start": 60}
    assert picked("luck_recover", [50, 3], "test_above", "gain", **inputs) == (True, 13)
    result = picked("luck_recover", [50, 3], "test_above", "gain", **inputs, options={"luck_test_vs_start": True})
    assert result == (False, 3)


def test_the_period_is_a_reminder_and_changes_no_number():
    """OPS-LUCK-07, OPS-TIME-01."""
    inputs = {"luck": 20, "luck_start": 60}
    whole = [
        outcome("luck_recover", [50, 3], **inputs, options={"luck_recovery_period": one})
        for one in ("session", "scenario")
    ]
    assert whole[0] == whole[1]


@pytest.mark.parametrize(
    "inputs",
    [
        {"luck": 30, "luck_start": 60},
        {"luck": 55, "luck_start": 60},
        {"luck": 90, "luck_start": 60, "options": {"luck_cap": "cap_99", "luck_test_vs_start": True}},
    ],
)
def test_odds_of_a_recovery_are_those_of_every_face(inputs):
    assert_odds_agree("luck_recover", **inputs)
