"""Shocks: loss, test, crisis, the end of the scene; gruesome sights and the way home (SAN)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from gardien.systems.operators.rules.mind.shocks import MOST_SHOCKS, Holds
from systems.operators.every_face import act, assert_counted, changed, fallen, told, weighed

SHOCKS = {
    "minor": (["d3"], [2], 2),
    "severe": (["d6"], [5], 5),
    "grave": (["d10"], [9], 9),
    "critical": (["d10", "d10"], [9, 8], 17),
    "existential": (["d100"], [40], 40),
}


def test_the_loss_comes_before_the_test_and_control_is_kept_at_or_under_what_is_left():
    """OPS-SAN-02, OPS-SAN-03: 60 less 4 is 56; 56 holds, 57 does not."""
    assert told("san_shock", [4, 56], san=60, shock="severe") == {
        "refused": False,
        "loss": 4,
        "san": 56,
        "san_max": 100,
        "san_test": True,
        "san_target": 56,
        "san_roll": 56,
        "outcome": "control",
        "madness": "none",
        "lasting_madness": False,
        "shocks_this_scene": (),
    }
    mad = told("san_shock", [4, 57], san=60, shock="severe")
    assert (mad["san"], mad["outcome"], mad["madness"]) == (56, "temporary", "temporary")


@pytest.mark.parametrize("shock", SHOCKS)
def test_each_shock_has_its_dice(shock):
    """OPS-SAN-02: the table, row by row."""
    labels, faces, loss = SHOCKS[shock]
    assert fallen("san_shock", [*faces, 1], san=90, shock=shock) == [
        *((label, "san_loss") for label in labels),
        ("d100", "san"),
    ]
    outcome = told("san_shock", [*faces, 1], san=90, shock=shock)
    assert (outcome["loss"], outcome["san"]) == (loss, 90 - loss)


def test_ninety_nine_and_a_hundred_always_fail_and_doubles_mean_nothing():
    """OPS-SAN-03, whatever the table plays about fumbles elsewhere."""
    for options in ({}, {"fumble_needs_failure": True}):
        for face in (99, 100):
            outcome = told("san_shock", [1, face], san=100, shock="minor", options=options)
            assert outcome["outcome"] == "temporary"
    assert told("san_shock", [1, 55], san=60, shock="minor")["outcome"] == "control"
    assert told("san_shock", [1, 66], san=60, shock="minor")["outcome"] == "temporary"


def test_san_above_its_maximum_is_first_lowered_to_it():
    """OPS-SAN-01: lore 30 leaves 70; the loss comes off that."""
    answer = act("san_shock", [3, 67], san=80, si=30, shock="minor")
    assert (answer.outcome["san_max"], answer.outcome["san"], answer.outcome["outcome"]) == (70, 67, "control")
    assert [(s.label, s.value, s.rule, s.parts) for s in answer.steps] == [
        ("san", 70, "OPS-SAN-01", (("before", 80),)),
        ("san", 67, "OPS-SAN-02", (("before", 70), ("loss", -3))),
        ("san_target", 67, "OPS-SAN-03", ()),
        ("outcome", "control", "OPS-SAN-03", ()),
    ]


def test_san_at_nought_is_madness_for_ever_and_asks_for_no_test():
    """OPS-SAN-05: the points rolled are told whole, SAN stops at 0."""
    outcome = told("san_shock", [6], san=6, shock="severe")
    assert (outcome["loss"], outcome["san"], outcome["san_test"]) == (6, 0, False)
    assert (outcome["outcome"], outcome["madness"]) == ("permanent", "permanent")
    assert "san_target" not in outcome
    beyond = told("san_shock", [90], san=6, shock="existential")
    assert (beyond["loss"], beyond["san"], beyond["madness"]) == (90, 0, "permanent")


def test_the_permanently_mad_are_beyond_shocks():
    """OPS-SAN-05: no die falls, nothing changes, not even a SAN above its maximum."""
    answer = act(
        "san_shock", [], san=40, si=70, madness="permanent", shock="grave", source="x", shocks_this_scene=["y"]
    )
    assert answer.outcome == {
        "refused": True,
        "reason": "permanently_mad",
        "san": 40,
        "san_max": 30,
        "madness": "permanent",
        "lasting_madness": False,
        "shocks_this_scene": ("y",),
    }
    assert answer.changes == ()


def test_each_source_shocks_once_in_a_scene():
    """OPS-SAN-07: a second ghoul is no second shock; what has no name always counts."""
    first = act("san_shock", [4, 10], san=60, shock="severe", source="ghouls", shocks_this_scene=["corpse"])
    assert first.outcome["shocks_this_scene"] == ("corpse", "ghouls")
    again = act("san_shock", [], san=56, shock="severe", source="ghouls", shocks_this_scene=["corpse", "ghouls"])
    assert (again.outcome["loss"], again.outcome["san"], again.outcome["san_test"]) == (0, 56, False)
    assert again.outcome["outcome"] == "unaffected"
    assert again.outcome["shocks_this_scene"] == ("corpse", "ghouls")
    assert again.changes == ()
    assert [(s.label, s.value, s.rule) for s in again.steps] == [("outcome", "unaffected", "OPS-SAN-07")]
    nameless = told("san_shock", [4, 10], san=60, shock="severe", shocks_this_scene=[""])
    assert (nameless["loss"], nameless["shocks_this_scene"]) == (4, ("",))


def test_a_sheet_keeps_the_latest_sources_only():
    """The list has an end; what falls out is the oldest."""
    before = [str(number) for number in range(MOST_SHOCKS)]
    after = told("san_shock", [1, 1], san=60, shock="minor", source="new", shocks_this_scene=before)
    assert after["shocks_this_scene"] == (*before[1:], "new")


def test_in_a_crisis_losses_go_on_but_no_new_test_is_made():
    """OPS-SAN-07."""
    outcome = told("san_shock", [4], san=60, shock="severe", madness="temporary", lasting_madness=True)
    assert (outcome["san"], outcome["outcome"], outcome["madness"]) == (56, "still_mad", "temporary")
    assert (outcome["san_test"], outcome["lasting_madness"]) == (False, True)
    gone = told("san_shock", [4], san=4, shock="severe", madness="temporary")
    assert (gone["outcome"], gone["madness"]) == ("permanent", "permanent")


def test_a_new_crisis_hides_an_older_madness():
    """OPS-SAN-07: indefinite madness is kept in mind while the crisis lasts; control changes nothing."""
    crisis = told("san_shock", [4, 90], san=60, shock="severe", madness="indefinite")
    assert (crisis["madness"], crisis["lasting_madness"]) == ("temporary", True)
    held = told("san_shock", [4, 9], san=60, shock="severe", madness="indefinite")
    assert (held["outcome"], held["madness"], held["lasting_madness"]) == ("control", "indefinite", False)


def test_a_shock_changes_the_sheet():
    """OPS-SAN-02, OPS-SAN-07."""
    assert changed("san_shock", [4, 90], san=60, shock="severe", madness="indefinite", source="it") == [
        ("san", 60, 56, ""),
        ("madness", "indefinite", "temporary", ""),
        ("lasting_madness", False, True, ""),
        ("shocks_this_scene", (), ("it",), ""),
    ]


# --- the end of the scene --------------------------------------------------------------------------------------------


def test_the_second_test_ends_the_crisis_or_makes_the_madness_stay():
    """OPS-SAN-04: in order, only for those in a crisis."""
    people = [
        {"name": "A", "san": 56, "madness": "temporary"},
        {"name": "B", "san": 40, "madness": "indefinite"},
        {"name": "C", "san": 50, "madness": "temporary"},
    ]
    answer = act("end_scene", [56, 51], characters=people)
    common = {"out_of_fight": False, "cast_this_scene": False, "shocks_this_scene": (), "lasting_madness": False}
    assert answer.outcome["results"] == (
        {"name": "A", "second_roll": 56, "second": "recovered", "san": 56, "madness": "none", **common},
        {"name": "B", "san": 40, "madness": "indefinite", **common},
        {"name": "C", "second_roll": 51, "second": "indefinite", "san": 50, "madness": "indefinite", **common},
    )
    assert answer.outcome["minds"] == {"A": "none", "B": "indefinite", "C": "indefinite"}
    assert [(die.who, die.purpose) for die in answer.dice] == [("A", "second_san"), ("C", "second_san")]
    assert [(s.label, s.value, s.rule, s.who) for s in answer.steps] == [
        ("second", "recovered", "OPS-SAN-04", "A"),
        ("madness", "none", "OPS-SAN-04", "A"),
        ("second", "indefinite", "OPS-SAN-04", "C"),
        ("madness", "indefinite", "OPS-SAN-04", "C"),
    ]


def test_an_older_madness_is_still_there_when_the_crisis_is_over():
    """OPS-SAN-07: recovered from the crisis, not from what lay under it."""
    one = {"name": "A", "san": 56, "madness": "temporary", "lasting_madness": True}
    (result,) = told("end_scene", [1], characters=[one])["results"]
    assert (result["second"], result["madness"], result["lasting_madness"]) == ("recovered", "indefinite", False)


def test_the_end_of_a_scene_clears_what_lasts_a_scene():
    """OPS-TIME-01, OPS-HLTH-03, OPS-MAG-04: out of the fight, the one spell, the shocks suffered."""
    one = {"name": "A", "out_of_fight": True, "cast_this_scene": True, "shocks_this_scene": ["it"]}
    assert changed("end_scene", [], characters=[one]) == [
        ("out_of_fight", True, False, "A"),
        ("cast_this_scene", True, False, "A"),
        ("shocks_this_scene", ("it",), (), "A"),
    ]
    mad = {"name": "B", "san": 20, "madness": "temporary", "lasting_madness": True}
    assert changed("end_scene", [99], characters=[mad]) == [
        ("madness", "temporary", "indefinite", "B"),
        ("lasting_madness", True, False, "B"),
    ]
    assert changed("end_scene", [], characters=[{"madness": "permanent", "san": 0}]) == []


def test_a_scene_without_anybody_cannot_end():
    with pytest.raises(Refusal) as caught:
        act("end_scene", [], characters=[])
    assert caught.value.id == "field/length_at_least"


# --- gruesome sights -------------------------------------------------------------------------------------------------


def test_the_hardened_do_not_mind_a_gruesome_sight():
    """OPS-SAN-14: an investigator of the police at a scene of crime."""
    outcome = told("macabre", [], san=60, hardened=True)
    assert (outcome["loss"], outcome["san"], outcome["san_test"], outcome["outcome"]) == (0, 60, False, "unaffected")


def test_a_gruesome_sight_is_a_minor_shock():
    """OPS-SAN-13."""
    outcome = told("macabre", [3, 57], san=60)
    assert (outcome["loss"], outcome["san_target"], outcome["outcome"]) == (3, 57, "control")
    assert told("macabre", [6, 60], san=60, shock="severe")["outcome"] == "temporary"
    assert "cold_blood_outcome" not in outcome


def test_cold_blood_spares_all_loss():
    """OPS-SAN-15: POU 12 is 60; 61 leaves the shock to come."""
    options = {"cold_blood_test": True}
    spared = told("macabre", [60], san=60, POU=12, options=options)
    assert (spared["cold_blood_target"], spared["cold_blood_roll"], spared["cold_blood_outcome"]) == (60, 60, "success")
    assert (spared["loss"], spared["san"], spared["san_test"], spared["outcome"]) == (0, 60, False, "unaffected")
    shocked = told("macabre", [61, 2, 58], san=60, POU=12, options=options)
    assert (shocked["cold_blood_outcome"], shocked["loss"], shocked["outcome"]) == ("failure", 2, "control")
    assert fallen("macabre", [61, 2, 58], san=60, POU=12, options=options) == [
        ("d100", "cold_blood"),
        ("d3", "san_loss"),
        ("d100", "san"),
    ]


def test_an_advantage_makes_cold_blood_certain():
    """OPS-SAN-15, OPS-TEST-08: one step under standard nothing is thrown."""
    outcome = told("macabre", [], san=60, advantage=True, options={"cold_blood_test": True})
    assert (outcome["cold_blood_outcome"], outcome["outcome"]) == ("automatic", "unaffected")
    assert "cold_blood_target" not in outcome


def test_luck_helps_cold_blood_but_never_the_test_of_san():
    """OPS-SAN-15, OPS-LUCK-06."""
    options, plan = {"cold_blood_test": True}, {"max_shift": 20, "cancel_fumble": True}
    bought = act("macabre", [65], san=60, POU=12, luck=30, luck_plan=plan, options=options)
    assert (bought.outcome["cold_blood_outcome"], bought.outcome["luck"]) == ("success", 25)
    assert [(c.field, c.before, c.after, c.who) for c in bought.changes] == [("luck", 30, 25, "")]
    missed = told("macabre", [90, 1, 60], san=60, POU=12, luck=30, luck_plan=plan, options=options)
    assert (missed["outcome"], missed["luck"]) == ("temporary", 30)
    without = told(
        "macabre", [65, 1, 1], san=60, POU=12, luck=30, luck_plan=plan, options={**options, "luck_enabled": False}
    )
    assert (without["cold_blood_outcome"], without["luck"]) == ("failure", 30)


def test_nothing_hardens_against_the_unnatural():
    """OPS-SAN-14, OPS-SAN-15: neither a hard past nor cold blood, nor the switch for mundane horrors."""
    options = {"cold_blood_test": True, "macabre_shock": False}
    outcome = told("macabre", [2, 1], san=60, hardened=True, unnatural=True, options=options)
    assert (outcome["loss"], outcome["outcome"]) == (2, "control")
    assert "cold_blood_outcome" not in outcome


def test_a_table_may_do_without_mundane_horrors():
    """OPS-SAN-13: that reason comes before the other."""
    off = told("macabre", [], san=60, luck=7, madness="permanent", options={"macabre_shock": False})
    assert off == {
        "refused": True,
        "reason": "option_off",
        "san": 60,
        "san_max": 100,
        "madness": "permanent",
        "lasting_madness": False,
        "luck": 7,
    }
    for unnatural in (False, True):
        mad = told("macabre", [], san=60, madness="permanent", unnatural=unnatural)
        assert (mad["refused"], mad["reason"]) == (True, "permanently_mad")


# --- back home -------------------------------------------------------------------------------------------------------

PTSD = {"ptsd_enabled": True}


def test_the_way_home_settles_both_tests_at_once():
    """OPS-SAN-12, OPS-SAN-04: the result is the first test's, the madness what the second leaves."""
    outcome = told("ptsd_roll", [5, 56, 55], san=60, shock="severe", options=PTSD)
    assert (outcome["loss"], outcome["san"], outcome["outcome"]) == (5, 55, "temporary")
    assert (outcome["second_roll"], outcome["second"], outcome["madness"]) == (55, "recovered", "none")
    stays = told("ptsd_roll", [5, 56, 56], san=60, shock="severe", options=PTSD)
    assert (stays["outcome"], stays["second"], stays["madness"]) == ("temporary", "indefinite", "indefinite")
    held = told("ptsd_roll", [5, 55], san=60, shock="severe", options=PTSD)
    assert (held["outcome"], held["madness"]) == ("control", "none")
    assert "second" not in held


def test_the_way_home_does_not_cure_an_older_madness():
    """OPS-SAN-12, OPS-SAN-07."""
    outcome = told("ptsd_roll", [1, 90, 1], san=60, madness="indefinite", options=PTSD)
    assert (outcome["second"], outcome["madness"], outcome["lasting_madness"]) == ("recovered", "indefinite", False)
    assert changed("ptsd_roll", [1, 90, 1], san=60, madness="indefinite", options=PTSD) == [("san", 60, 59, "")]


def test_the_way_home_may_be_the_end():
    """OPS-SAN-05: at 0 no test is thrown, neither the first nor the second."""
    outcome = told("ptsd_roll", [9], san=8, shock="grave", options=PTSD)
    assert (outcome["outcome"], outcome["madness"], outcome["san_test"]) == ("permanent", "permanent", False)


def test_the_shock_of_a_mission_is_the_tables_choice():
    """OPS-SAN-12: off unless switched on, which is the first reason; nothing above a grave shock; no open crisis."""
    off = told("ptsd_roll", [], san=60, madness="permanent")
    assert (off["refused"], off["reason"], off["san"]) == (True, "option_off", 60)
    mad = told("ptsd_roll", [], san=60, madness="permanent", options=PTSD)
    assert (mad["refused"], mad["reason"]) == (True, "permanently_mad")
    for wrong in ({"madness": "temporary"}, {"shock": "critical"}):
        with pytest.raises(Refusal) as caught:
            act("ptsd_roll", [], san=60, options=PTSD, **wrong)
        assert (caught.value.id, caught.value.field) == ("field/one_of", next(iter(wrong)))


# --- odds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("madness", ["none", "temporary", "indefinite"])
def test_the_odds_of_a_shock_are_those_of_its_dice(madness):
    """OPS-SAN-02, OPS-SAN-03: every face of both dice."""
    given = {"san": 5, "si": 96, "shock": "severe", "madness": madness, "source": "it"}
    assert_counted("san_shock", given, ("outcome",), ("san", "madness", "lasting_madness"), ("san_roll",))


def test_the_odds_of_a_gruesome_sight_are_those_of_its_dice():
    """OPS-SAN-15: cold blood bought with luck, then the shock."""
    given = {
        "san": 30,
        "POU": 19,
        "luck": 12,
        "luck_plan": {"max_shift": 2, "cancel_fumble": True},
        "options": {"cold_blood_test": True},
    }
    assert_counted("macabre", given, ("outcome", "luck", "cold_blood_outcome"), ("cold_blood_roll",))


def test_the_odds_at_the_end_of_a_scene_tell_everybodys_fate():
    """OPS-SAN-04: the product of what each of them faces."""
    people = [{"name": "A", "san": 56, "madness": "temporary"}, {"name": "B", "san": 99, "madness": "temporary"}]
    odds = weighed("end_scene", {"characters": people}, ("minds",))
    assert odds == {
        ((("A", "none"), ("B", "none")),): Fraction(56 * 98, 10_000),
        ((("A", "none"), ("B", "indefinite")),): Fraction(56 * 2, 10_000),
        ((("A", "indefinite"), ("B", "none")),): Fraction(44 * 98, 10_000),
        ((("A", "indefinite"), ("B", "indefinite")),): Fraction(44 * 2, 10_000),
    }
    assert_counted("end_scene", {"characters": people[:1]}, ("results",), ("minds",))


@given(
    san=st.integers(0, 100),
    si=st.integers(0, 100),
    madness=st.sampled_from(["none", "temporary", "indefinite"]),
    loss=st.integers(1, 100),
    face=st.integers(1, 100),
)
def test_a_shock_never_leaves_its_bounds(san, si, madness, loss, face):
    """OPS-SAN-01, OPS-SAN-05: SAN within 0 and its maximum; mad for ever exactly at 0."""
    tests = madness != "temporary" and min(san, 100 - si) > loss
    dice = [loss, face] if tests else [loss]
    outcome = told("san_shock", dice, san=san, si=si, madness=madness, shock="existential")
    assert outcome["san"] == max(0, min(san, 100 - si) - loss)
    assert (outcome["madness"] == "permanent") == (outcome["san"] == 0)
    assert outcome["san_test"] == tests
    if tests:
        assert (outcome["outcome"] == "control") == Holds(san=outcome["san"], wanted=False)(face)[0]
