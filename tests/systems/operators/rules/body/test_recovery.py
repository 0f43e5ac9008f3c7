"""What time does to a wound: the delay, its end, the weeks of healing (HLTH)."""

from fractions import Fraction

import pytest

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

# ---- the delay ----


@pytest.mark.parametrize(("level", "unit"), [("superficial", "days"), ("light", "hours"), ("grave", "minutes")])
def test_a_fresh_wound_may_wait_two_to_seven_days_hours_or_minutes(level, unit):
    """OPS-HLTH-08 with M-04: 1D6 + 1."""
    for face in range(1, 7):
        assert outcome("start_clock", [face], level=level) == {"refused": False, "delay": face + 1, "unit": unit}
    assert thrown("start_clock", [3], level=level) == ["d6"]


def test_there_is_no_delay_for_the_unhurt_or_the_dead():
    """OPS-HLTH-08."""
    for level in ("none", "dead"):
        assert refused("start_clock", level=level)[:2] == ("field/one_of", "level")


def test_odds_of_the_delay_are_those_of_every_face():
    assert_odds_agree("start_clock", level="light")
    assert chance("start_clock", "delay", 7, level="light") == Fraction(1, 6)


# ---- its end ----


@pytest.mark.parametrize(("roll", "result"), [(50, "success"), (33, "critical")])
@pytest.mark.parametrize(("level", "unit"), [("superficial", "days"), ("light", "hours"), ("grave", "minutes")])
def test_con_times_five_wins_another_delay_of_the_same_unit(level, unit, roll, result):
    """OPS-HLTH-08 with M-04: nothing has changed but the clock."""
    patient = {"name": "Koch", "wound_level": level}
    assert outcome("clock_expires", [roll, 4], patient=patient) == {
        "refused": False,
        "target": 50,
        "roll": roll,
        "outcome": result,
        "wound_level": level,
        "alive": True,
        "out_of_fight": False,
        "delay": 5,
        "unit": unit,
        "luck": 0,
    }
    assert changes("clock_expires", [roll, 4], patient=patient) == []


@pytest.mark.parametrize("roll", [51, 99])
def test_otherwise_the_wound_is_one_level_worse(roll):
    """OPS-HLTH-08 with M-04: superficial becomes light, with hours to wait; no CON test of a grave wound."""
    fields = ("wound_level", "delay", "unit", "con_target")
    assert picked("clock_expires", [roll, 1], *fields, patient={"wound_level": "superficial"}) == (
        "light",
        2,
        "hours",
        None,
    )


def test_a_light_wound_that_turns_grave_asks_for_con_before_the_new_delay():
    """OPS-HLTH-03, OPS-HLTH-08: three dice in that order."""
    result = answer("clock_expires", [60, 51, 6], patient={"name": "Koch", "wound_level": "light"})
    assert [(one.label, one.purpose, one.value) for one in result.dice] == [
        ("d100", "clock", 60),
        ("d100", "con", 51),
        ("d6", "delay", 6),
    ]
    told = result.outcome
    assert (told["wound_level"], told["con_target"], told["con_roll"], told["con_outcome"]) == (
        "grave",
        50,
        51,
        "failure",
    )
    assert (told["out_of_fight"], told["delay"], told["unit"]) == (True, 7, "minutes")
    assert [(one.field, one.after, one.who) for one in result.changes] == [
        ("wound_level", "grave", "Koch"),
        ("out_of_fight", True, "Koch"),
    ]


@pytest.mark.parametrize("state", [{"out_of_fight": True}, {"no_pain": True}])
def test_who_is_out_or_feels_no_pain_is_not_asked(state):
    """OPS-HLTH-03."""
    assert thrown("clock_expires", [60, 6], patient={"wound_level": "light", **state}) == ["d100", "d6"]


def test_a_grave_wound_left_alone_kills():
    """OPS-HLTH-08: no more delay for the dead."""
    fields = ("wound_level", "alive", "delay", "unit")
    assert picked("clock_expires", [51], *fields, patient={"wound_level": "grave"}) == ("dead", False, None, None)


def test_luck_moves_the_test_or_escapes_the_death():
    """OPS-LUCK-02, OPS-LUCK-05: what the throw would cost too much, the whole reserve may still buy."""
    dying = {"wound_level": "grave", "luck": 33}
    plan = {"max_shift": 10, "escape_death": True}
    fields = ("outcome", "wound_level", "alive", "luck", "con_roll", "delay")
    assert picked("clock_expires", [58, 2], *fields, patient=dying, luck_plan=plan) == (
        "success",
        "grave",
        True,
        25,
        None,
        3,
    )
    result = picked("clock_expires", [70, 40, 2], *fields, patient=dying, luck_plan=plan)
    assert result == ("failure", "grave", True, 0, 40, 3)
    poor = {**dying, "luck": 29}
    assert picked("clock_expires", [70], *fields, patient=poor, luck_plan=plan) == (
        "failure",
        "dead",
        False,
        29,
        None,
        None,
    )


def test_the_clock_is_no_wound_that_luck_could_cancel():
    """OPS-LUCK-04: an older wound cannot be cancelled."""
    plan = {"cancel_grave": True}
    patient = {"wound_level": "light", "luck": 60}
    result = picked("clock_expires", [70, 10, 2], "wound_level", "luck", patient=patient, luck_plan=plan)
    assert result == ("grave", 60)


def test_the_test_is_suffered_and_no_wound_makes_it_harder():
    """OPS-HLTH-04: CON × 5 for the gravely wounded too, drained or burdened as it is."""
    patient = {"wound_level": "grave", "CON": 12, "drain": {"CON": {"temporary": 2}}}
    assert picked("clock_expires", [50, 1], "target", "outcome", patient=patient) == (50, "success")


@pytest.mark.parametrize(
    ("patient", "reason"),
    [
        ({"wound_level": "dead", "stabilised": True}, "stabilised"),
        ({"wound_level": "grave", "stabilised": True}, "stabilised"),
        ({"wound_level": "dead"}, "patient_dead"),
        ({}, "not_wounded"),
    ],
)
def test_a_clock_that_does_not_run_cannot_run_out(patient, reason):
    """OPS-HLTH-09: the stabilised have time."""
    level = patient.get("wound_level", "none")
    assert outcome("clock_expires", patient={**patient, "luck": 5}) == {
        "refused": True,
        "reason": reason,
        "wound_level": level,
        "alive": level != "dead",
        "out_of_fight": False,
        "luck": 5,
    }
    assert reasons("clock_expires", patient=patient) == [("reason", reason, "OPS-HLTH-08")]


@pytest.mark.parametrize(
    "inputs",
    [
        {"patient": {"wound_level": "superficial", "CON": 9}},
        {"patient": {"wound_level": "light", "CON": 9, "out_of_fight": True}},
        {
            "patient": {"wound_level": "grave", "CON": 9, "luck": 40, "out_of_fight": True},
            "luck_plan": {"max_shift": 7, "cancel_fumble": True, "escape_death": True},
        },
    ],
)
def test_odds_of_the_end_are_those_of_every_face(inputs):
    assert_odds_agree("clock_expires", **inputs)


def test_odds_of_a_wound_that_turns_grave():
    """OPS-HLTH-03, OPS-HLTH-08: CON 10 fails half the time, and then half of those fall."""
    patient = {"wound_level": "light"}
    assert chance("clock_expires", "wound_level", "grave", patient=patient) == Fraction(1, 2)
    assert chance("clock_expires", "out_of_fight", patient=patient) == Fraction(1, 4)


# ---- healing ----


@pytest.mark.parametrize(
    ("level", "care", "days"),
    [
        ("grave", "hospital", [60, 30, 15]),
        ("light", "hospital", [30, 15]),
        ("superficial", "hospital", [15]),
        ("grave", "medic", [90, 45, 22.5]),
        ("light", "medic", [45, 22.5]),
        ("superficial", "medic", [22.5]),
    ],
)
def test_every_stage_takes_its_time_and_a_con_test_halves_it(level, care, days):
    """OPS-HLTH-11, OPS-HLTH-12, M-05: from the worst level down to unhurt."""
    patient = {"wound_level": level, "stabilised": True, "CON": 13}
    for dice, half in (([40] * len(days), 1), ([39] * len(days), 2)):
        result = outcome("recover", dice, patient=patient, care=care)
        assert result["stages"] == ["grave", "light", "superficial"][-len(days) :]
        assert result["target"] == 39
        assert result["rolls"] == dice
        assert result["days"] == [one / half for one in days]
        assert result["total_days"] == sum(days) / half


@pytest.mark.parametrize(("level", "days"), [("grave", [120, 60, 30]), ("light", [60, 30]), ("superficial", [30])])
def test_without_care_it_takes_twice_as_long_and_nothing_helps(level, days):
    """M-05 with OPS-HLTH-11: no test is thrown."""
    result = outcome("recover", patient={"wound_level": level, "stabilised": True}, care="none")
    assert (result["days"], result["rolls"], "target" in result) == (days, [], False)
    assert result["total_days"] == sum(days)


def test_one_stage_may_be_halved_and_the_next_not():
    """OPS-EX-63: a light wound, CON 13."""
    result = outcome("recover", [39, 40], patient={"wound_level": "light", "CON": 13})
    assert (result["target"], result["days"], result["total_days"]) == (39, [15, 15], 30)


def test_a_prognosis_heals_nothing_by_itself():
    """OPS-HLTH-11: the levels are left behind as the days pass; only luck is spent at once."""
    patient = {"name": "Koch", "wound_level": "superficial", "stabilised": True, "luck": 10}
    assert changes("recover", [50], patient=patient) == []
    assert changes("recover", [33], patient=patient, luck_plan={"max_shift": 3}) == [("luck", 10, 7, "Koch")]


def test_luck_may_halve_a_stage_as_long_as_it_lasts():
    """OPS-LUCK-02: each throw is paid from the same reserve, in order."""
    patient = {"wound_level": "grave", "stabilised": True, "luck": 12}
    result = outcome("recover", [38, 36, 33], patient=patient, luck_plan={"max_shift": 9})
    assert (result["target"], result["days"], result["luck"]) == (30, [30, 30, 7.5], 1)
    fumbled = {**patient, "luck": 90}
    plan = {"cancel_fumble": True, "max_shift": 69}
    assert outcome("recover", [99, 100, 31], patient=fumbled, luck_plan=plan)["luck"] == 90 - 79 - 10 - 1


@pytest.mark.parametrize(
    ("patient", "reason"),
    [
        ({"wound_level": "grave"}, "not_stabilised"),
        ({"wound_level": "dead"}, "patient_dead"),
        ({}, "not_wounded"),
        ({"stabilised": True}, "not_wounded"),
    ],
)
def test_recovery_is_refused_for_the_first_reason_that_applies(patient, reason):
    """OPS-HLTH-11: a grave wound must be stabilised first; lighter ones are seen to on arrival."""
    result = outcome("recover", patient={**patient, "luck": 9})
    assert result == {"refused": True, "reason": reason, "luck": 9}
    assert changes("recover", patient=patient) == []
    assert reasons("recover", patient=patient) == [("reason", reason, "OPS-HLTH-11")]


def test_a_lighter_wound_needs_no_first_aid_before_the_hospital():
    """OPS-HLTH-11."""
    assert not outcome("recover", [50, 50], patient={"wound_level": "light"})["refused"]


def test_odds_of_a_recovery_are_those_of_every_face():
    """OPS-HLTH-12: a stage is one throw; odds tell the throws only when asked to."""
    patient = {"wound_level": "superficial", "CON": 13, "luck": 15}
    assert_odds_agree("recover", patient=patient, luck_plan={"max_shift": 5, "cancel_fumble": True})
    assert_odds_agree("recover", patient=patient, care="none")


def test_odds_of_three_stages():
    """OPS-HLTH-12: CON 13 halves each stage in 39 cases of 100."""
    patient = {"wound_level": "grave", "stabilised": True, "CON": 13}
    pass_, fail = Fraction(39, 100), Fraction(61, 100)
    assert chance("recover", "total_days", 52.5, patient=patient) == pass_**3
    assert chance("recover", "total_days", 105, patient=patient) == fail**3
    assert chance("recover", "total_days", 75, patient=patient) == pass_ * fail**2
