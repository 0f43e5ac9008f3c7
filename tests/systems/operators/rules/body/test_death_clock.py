"""The death clock, one damage on it, Contrôle's hand, first aid, painkillers (HLTH)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.operators.dicebox import answer, assert_odds_agree, chance, changes, outcome, picked, reasons, refused

SB = {"sb": 13}


# ---- the clock ----


@pytest.mark.parametrize(
    ("sb", "spans"),
    [
        (13, {"none": (0, 0), "superficial": (1, 6), "light": (7, 12), "grave": (13, 25), "dead": (26, 40)}),
        (12, {"none": (0, 0), "superficial": (1, 5), "light": (6, 11), "grave": (12, 23), "dead": (24, 40)}),
        (2, {"light": (1, 1), "grave": (2, 3), "dead": (4, 9)}),
        (1, {"grave": (1, 1), "dead": (2, 9)}),
    ],
)
def test_each_damage_falls_into_a_quadrant_of_the_clock(sb, spans):
    """OPS-HLTH-02: under SB/2, under SB, under twice SB, and death; lower bounds belong to the worse level."""
    for level, (least, most) in spans.items():
        for damage in range(least, most + 1):
            assert outcome("grade_wound", sb=sb, damage=damage)["level"] == level, damage


@pytest.mark.parametrize(
    ("level", "damage", "quadrant", "unit"),
    [
        ("none", 0, None, None),
        ("superficial", 3, 1, "days"),
        ("light", 8, 2, "hours"),
        ("grave", 20, 3, "minutes"),
        ("dead", 26, None, None),
    ],
)
def test_a_level_says_how_long_there_is_to_be_treated(level, damage, quadrant, unit):
    """OPS-HLTH-02: days, hours, minutes."""
    fields = ("level", "quadrant", "time_unit")
    assert picked("grade_wound", [], *fields, sb=13, damage=damage) == (level, quadrant, unit)


@pytest.mark.parametrize(
    ("damage", "hours"),
    [(0, "0/1"), (3, "3/2"), (6, "3/1"), (12, "6/1"), (16, "15/2"), (23, "81/8"), (24, "12/1"), (500, "12/1")],
)
def test_the_hand_stands_at_six_at_the_threshold_and_at_twelve_in_death(damage, hours):
    """OPS-HLTH-01: 6h × d/SB, then 4½ hours more up to twice SB."""
    assert outcome("grade_wound", sb=12, damage=damage)["clock_hours"] == hours


@given(sb=st.integers(1, 400), damage=st.integers(0, 900))
def test_the_hand_never_turns_back_and_agrees_with_the_level(sb, damage):
    """OPS-HLTH-01, OPS-HLTH-02: before 3h, before 6h, before 10h30, then the end."""
    now, then = (outcome("grade_wound", sb=sb, damage=one) for one in (damage, damage + 1))
    hand = Fraction(now["clock_hours"])
    assert hand <= Fraction(then["clock_hours"])
    bounds = {"none": (0, 0), "superficial": (0, 3), "light": (3, 6), "grave": (6, 10.5), "dead": (12, 13)}
    low, high = bounds[now["level"]]
    assert low <= hand <= high
    assert hand < high or now["level"] == "none"


def test_the_clock_gives_its_reason():
    """OPS-HLTH-05: twice the threshold is death."""
    assert reasons("grade_wound", sb=5, damage=4) == [("level", "light", "OPS-HLTH-02")]
    assert reasons("grade_wound", sb=5, damage=10) == [("level", "dead", "OPS-HLTH-05")]


# ---- one damage ----


def test_a_grave_wound_with_its_test_is_told_in_full():
    """OPS-EX-60, OPS-HLTH-03: 15 on SB 12 is grave; CON 12, 60 or less stays in the fight."""
    result = answer("apply_damage", [60], defender={"name": "Vega", "sb": 12, "CON": 12}, damage=15)
    assert result.outcome == {
        "refused": False,
        "sb": 12,
        "damage_final": 15,
        "armour": 0,
        "armour_key": "",
        "damage_taken": 15,
        "hit_level": "grave",
        "wound_level": "grave",
        "recorded_damage": 15,
        "wounds": ({"damage": 15, "level": "grave", "location": "none"},),
        "con_target": 60,
        "con_roll": 60,
        "con_outcome": "success",
        "out_of_fight": False,
        "alive": True,
        "uses_left": {},
        "wound_counts": {"light": 0, "grave": 1},
        "luck": 0,
    }
    assert [(one.label, one.value, one.rule) for one in result.steps] == [
        ("sb", 12, "OPS-HLTH-01"),
        ("damage_final", 15, "OPS-DMG-06"),
        ("damage_taken", 15, "OPS-DMG-06"),
        ("hit_level", "grave", "OPS-HLTH-02"),
        ("wound_level", "grave", "OPS-HLTH-06"),
        ("con_target", 60, "OPS-TEST-02"),
        ("con_outcome", "success", "OPS-TEST-03"),
        ("out_of_fight", False, "OPS-HLTH-03"),
    ]
    assert [(one.field, one.who) for one in result.changes] == [
        ("wound_level", "Vega"),
        ("wounds", "Vega"),
        ("wound_counts", "Vega"),
    ]
    assert [(one.label, one.purpose) for one in result.dice] == [("d100", "con")]


def test_the_threshold_is_derived_where_none_is_given():
    """OPS-CREA-08: FOR 12 and CON 13 make 13."""
    assert outcome("apply_damage", defender={"FOR": 12, "CON": 13}, damage=12)["sb"] == 13
    assert outcome("apply_damage", [1], defender={"FOR": 12, "CON": 13}, damage=13)["hit_level"] == "grave"


def test_the_dead_take_no_further_damage():
    """OPS-HLTH-05: a refusal changes nothing."""
    dead = {"wound_level": "dead", "luck": 40, "out_of_fight": True, **SB}
    assert outcome("apply_damage", defender=dead, damage=30) == {
        "refused": True,
        "reason": "defender_dead",
        "sb": 13,
        "wound_level": "dead",
        "out_of_fight": True,
        "alive": False,
        "luck": 40,
    }
    assert changes("apply_damage", defender=dead, damage=30) == []
    assert reasons("apply_damage", defender=dead, damage=30) == [("reason", "defender_dead", "OPS-HLTH-05")]


def test_a_place_counts_only_where_every_hit_is_located():
    """OPS-OPT-11: a helmet stops nothing unless the head is known to be hit."""
    inputs = {"defender": {"sb": 30, "worn": ["kevlar_helmet"]}, "damage": 10, "location": "head"}
    fields = ("armour", "damage_taken", "location")
    for mode in ("off", "grave_only"):
        assert picked("apply_damage", [], *fields, **inputs, options={"hit_location": mode}) == (0, 10, None)
    assert picked("apply_damage", [], *fields, **inputs, options={"hit_location": "all"}) == (4, 6, "head")


def test_where_there_is_no_head_its_hits_are_vital():
    """OPS-OPT-10: pieces that cover either one count, the better of them."""
    options = {"hit_location": "all", "location_11_15": "vital"}
    worn = ["kevlar_helmet", "military_vest"]
    for location in ("head", "vital"):
        inputs = {"defender": {"sb": 30, "worn": worn}, "damage": 12, "location": location}
        result = outcome("apply_damage", **inputs, options=options)
        assert (result["location"], result["armour_key"]) == ("vital", "military_vest")


@pytest.mark.parametrize("field", ["damage", "defender"])
def test_a_damage_must_make_sense(field):
    """Wrong input is refused by the name of its field."""
    if field == "damage":
        assert refused("apply_damage", damage=-1) == ("field/range", "damage", "")
    else:
        assert refused("apply_damage", damage=1, defender={"worn": ["kevlar"]})[:2] == ("field/one_of", "defender.worn")


@given(damage=st.integers(0, 60), sb=st.integers(1, 25), before=st.sampled_from(["none", "light", "grave"]))
def test_only_the_worst_wound_matters(damage, sb, before):
    """OPS-HLTH-06: the level is the worse of the old one and this hit's; nothing is added up."""
    order = ["none", "superficial", "light", "grave", "dead"]
    defender = {"sb": sb, "wound_level": before, "out_of_fight": True}
    result = outcome("apply_damage", defender=defender, damage=damage)
    assert result["hit_level"] == outcome("grade_wound", sb=sb, damage=damage)["level"]
    assert result["wound_level"] == max(result["hit_level"], before, key=order.index)
    assert result["alive"] == (result["wound_level"] != "dead")


@pytest.mark.parametrize(
    "inputs",
    [
        {"damage": 15, "defender": {"sb": 12, "CON": 12}},
        {"damage": 15, "defender": {"sb": 12, "CON": 12, "luck": 27}, "luck_plan": {"max_shift": 20}},
        {
            "damage": 40,
            "defender": {"sb": 12, "luck": 45},
            "luck_plan": {"escape_death": True, "max_shift": 45, "cancel_fumble": True},
        },
        {
            "damage": 15,
            "defender": {"sb": 12, "luck": 19},
            "luck_plan": {"cancel_grave": True, "cancel_fumble": True, "max_shift": 10},
        },
        {"damage": 5, "defender": {"sb": 12}},
    ],
)
def test_odds_of_a_wound_are_those_of_every_face(inputs):
    assert_odds_agree("apply_damage", **inputs)


def test_staying_in_the_fight_is_con_times_five():
    """OPS-HLTH-03: CON 12 is 60 in 100."""
    assert chance("apply_damage", "out_of_fight", False, damage=15, defender={"sb": 12, "CON": 12}) == Fraction(3, 5)


# ---- Contrôle's hand ----


def test_controle_may_worsen_a_wound_and_a_grave_one_asks_for_con():
    """OPS-HLTH-07, OPS-HLTH-03."""
    patient = {"name": "Vega", "wound_level": "light", "CON": 12}
    assert outcome("aggravate", [61], defender=patient, level="grave") == {
        "refused": False,
        "wound_level": "grave",
        "con_target": 60,
        "con_roll": 61,
        "con_outcome": "failure",
        "out_of_fight": True,
        "alive": True,
        "luck": 0,
    }
    assert changes("aggravate", [61], defender=patient, level="grave") == [
        ("wound_level", "light", "grave", "Vega"),
        ("out_of_fight", False, True, "Vega"),
    ]
    assert reasons("aggravate", [61], defender=patient, level="grave")[0] == ("wound_level", "grave", "OPS-HLTH-07")


@pytest.mark.parametrize("state", [{"out_of_fight": True}, {"no_pain": True}])
def test_who_is_out_or_feels_no_pain_is_not_asked(state):
    """OPS-HLTH-03."""
    result = outcome("aggravate", defender={"wound_level": "light", **state}, level="grave")
    assert (result["wound_level"], result["out_of_fight"]) == ("grave", state.get("out_of_fight", False))
    assert "con_target" not in result


@pytest.mark.parametrize(
    ("before", "level", "worse"),
    [
        ("none", "light", True),
        ("superficial", "light", True),
        ("light", "light", False),
        ("grave", "light", False),
        ("grave", "grave", False),
        ("grave", "dead", True),
        ("dead", "dead", False),
        ("dead", "grave", False),
    ],
)
def test_a_wound_is_only_ever_worsened(before, level, worse):
    """OPS-HLTH-07: what is not worse is refused, death included."""
    result = outcome("aggravate", defender={"wound_level": before, "luck": 7}, level=level)
    assert result["refused"] is not worse
    assert result["wound_level"] == (level if worse else before)
    if not worse:
        assert result["reason"] == "not_worse"
        assert result["luck"] == 7
        assert result["alive"] is (before != "dead")


def test_luck_answers_death_at_controles_hand_but_cancels_no_worsening():
    """OPS-LUCK-05 works for any death; OPS-LUCK-04 only for a wound as it is inflicted."""
    plan = {"cancel_grave": True, "escape_death": True}
    dying = {"wound_level": "grave", "luck": 44, "CON": 10}
    fields = ("wound_level", "alive", "luck", "con_roll")
    assert picked("aggravate", [50], *fields, defender=dying, level="dead", luck_plan=plan) == ("grave", True, 0, 50)
    poor = {**dying, "luck": 29}
    assert picked("aggravate", [], *fields, defender=poor, level="dead", luck_plan=plan) == ("dead", False, 29, None)
    hurt = {"wound_level": "light", "luck": 44, "CON": 10}
    assert picked("aggravate", [50], *fields, defender=hurt, level="grave", luck_plan=plan) == ("grave", True, 44, 50)


def test_luck_may_keep_somebody_standing_after_a_worsening():
    """OPS-LUCK-02: 57 against 50 costs seven points."""
    defender = {"wound_level": "light", "luck": 10}
    result = picked(
        "aggravate", [57], "out_of_fight", "luck", defender=defender, level="grave", luck_plan={"max_shift": 9}
    )
    assert result == (False, 3)


def test_a_worsened_wound_is_no_longer_stabilised():
    """OPS-HLTH-08: a fresh worst level has a clock of its own."""
    patient = {"wound_level": "light", "stabilised": True, "out_of_fight": True}
    assert outcome("aggravate", defender=patient, level="grave")["stabilised"] is False
    assert ("stabilised", True, False, "") in changes("aggravate", defender=patient, level="grave")


def test_odds_of_a_worsening_are_those_of_every_face():
    plan = {"max_shift": 12, "cancel_fumble": True}
    assert_odds_agree("aggravate", level="grave", defender={"luck": 20, "CON": 9}, luck_plan=plan)
    assert_odds_agree("aggravate", level="dead", defender={"luck": 30}, luck_plan={"escape_death": True})


# ---- first aid ----

WOUNDED = {"name": "Koch", "wound_level": "grave"}


def test_first_aid_stops_the_clock_and_leaves_the_wound():
    """OPS-EX-62, OPS-HLTH-09: a medic with INT 14 throws at 70."""
    healer = {"name": "Vega", "INT": 14}
    assert outcome("first_aid", [70], healer=healer, patient=WOUNDED, advantage=True) == {
        "refused": False,
        "stabilised": True,
        "final_difficulty": "standard",
        "target": 70,
        "roll": 70,
        "outcome": "success",
        "delay_ended": False,
        "luck": 0,
    }
    assert changes("first_aid", [70], healer=healer, patient=WOUNDED, advantage=True) == [
        ("stabilised", False, True, "Koch")
    ]


@pytest.mark.parametrize(
    ("level", "roll", "unit", "ended"),
    [
        ("superficial", 43, "days", False),
        ("light", 43, "hours", False),
        ("grave", 43, "minutes", False),
        ("grave", 99, "minutes", True),
        ("light", 100, "hours", True),
    ],
)
def test_a_failed_try_waits_one_unit_of_the_wound_and_a_fumble_ends_the_delay(level, roll, unit, ended):
    """OPS-HLTH-09, OPS-HLTH-08 with M-04: INT 14 is 42 at difficult."""
    fields = ("target", "stabilised", "retry_unit", "delay_ended")
    result = picked("first_aid", [roll], *fields, healer={"INT": 14}, patient={"wound_level": level})
    assert result == (42, False, unit, ended)


@pytest.mark.parametrize(
    ("inputs", "reason"),
    [
        ({"equipment": False, "patient": {"wound_level": "dead"}}, "no_equipment"),
        ({"patient": {"wound_level": "dead"}, "healer": {"wound_level": "dead"}}, "patient_dead"),
        ({"patient": {"stabilised": True}}, "not_wounded"),
        ({"patient": {"wound_level": "light", "stabilised": True}, "healer": {"helpless": True}}, "already_stabilised"),
        ({"patient": WOUNDED, "healer": {"wound_level": "dead", "out_of_fight": True}}, "dead"),
        ({"patient": WOUNDED, "healer": {"out_of_fight": True, "helpless": True}}, "out_of_fight"),
        ({"patient": WOUNDED, "healer": {"helpless": True}}, "helpless"),
    ],
)
def test_first_aid_is_refused_for_the_first_reason_that_applies(inputs, reason):
    """OPS-HLTH-09: equipment, somebody to treat, and hands free to do it."""
    result = outcome("first_aid", **inputs)
    stabilised = inputs["patient"].get("stabilised", False)
    assert result == {"refused": True, "reason": reason, "stabilised": stabilised, "luck": 0}
    assert changes("first_aid", **inputs) == []


def test_who_is_held_may_still_be_asked_to_help():
    """The list of reasons does not name a hold."""
    assert outcome("first_aid", [1], healer={"held": True}, patient=WOUNDED)["stabilised"]


@pytest.mark.parametrize(
    ("healer", "advantage", "difficulty"),
    [
        ({}, False, "difficult"),
        ({"wound_level": "grave"}, False, "extreme"),
        ({"wound_level": "grave"}, True, "difficult"),
        ({"wound_level": "grave", "stabilised": True}, False, "extreme"),
        ({"wound_level": "grave", "painkiller": True}, False, "extreme"),
        ({"wound_level": "grave", "stabilised": True, "painkiller": True}, False, "difficult"),
        ({"wound_level": "grave", "no_pain": True}, False, "difficult"),
        ({"wound_level": "light"}, False, "difficult"),
    ],
)
def test_a_gravely_wounded_healer_finds_it_extreme(healer, advantage, difficulty):
    """OPS-HLTH-04, OPS-HLTH-10, OPS-TEST-10: until stabilised and under morphine."""
    result = outcome("first_aid", [1], healer=healer, patient=WOUNDED, advantage=advantage)
    assert result["final_difficulty"] == difficulty


def test_the_luck_is_the_healers_and_the_state_the_patients():
    """OPS-LUCK-02: two people, two sheets."""
    healer = {"name": "Vega", "INT": 10, "luck": 20}
    given_ = {"healer": healer, "patient": {**WOUNDED, "luck": 50}, "luck_plan": {"max_shift": 20}}
    assert changes("first_aid", [45], **given_) == [("stabilised", False, True, "Koch"), ("luck", 20, 5, "Vega")]


def test_only_operators_have_luck_to_spend():
    """OPS-LUCK-01."""
    for healer, options in (({"kind": "npc", "luck": 20}, {}), ({"luck": 20}, {"luck_enabled": False})):
        inputs = {"healer": healer, "patient": WOUNDED, "luck_plan": {"max_shift": 20}, "options": options}
        assert picked("first_aid", [31], "stabilised", "luck", **inputs) == (False, 20)


def test_odds_of_first_aid_are_those_of_every_face():
    plan = {"max_shift": 8, "cancel_fumble": True}
    assert_odds_agree("first_aid", healer={"INT": 13, "luck": 70}, patient=WOUNDED, luck_plan=plan)


# ---- painkillers ----


@pytest.mark.parametrize(
    ("patient", "relieved"),
    [
        ({"wound_level": "grave"}, False),
        ({"wound_level": "grave", "stabilised": True}, True),
        ({"wound_level": "grave", "no_pain": True}, True),
        ({"wound_level": "light"}, True),
        ({}, True),
    ],
)
def test_morphine_relieves_a_grave_wound_once_it_is_stabilised(patient, relieved):
    """OPS-HLTH-10: both are needed; a dose acts four hours."""
    result = outcome("give_painkiller", patient=patient)
    assert result == {"refused": False, "painkiller": True, "hours": 4, "relieved": relieved}


def test_the_dead_need_no_morphine():
    """OPS-HLTH-10."""
    result = outcome("give_painkiller", patient={"wound_level": "dead"})
    assert result == {"refused": True, "reason": "patient_dead", "painkiller": False, "relieved": True}


def test_a_second_dose_changes_nothing():
    """OPS-HLTH-10: and it does not bring anybody back into the fight."""
    patient = {"name": "Koch", "wound_level": "grave", "out_of_fight": True}
    assert changes("give_painkiller", patient=patient) == [("painkiller", False, True, "Koch")]
    assert changes("give_painkiller", patient={**patient, "painkiller": True}) == []
