"""Books, recognition, victories, treatment, the forms of madness (SAN)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from gardien.systems.operators.pack import table
from systems.operators.every_face import act, assert_counted, changed, fallen, told

# --- forbidden books -------------------------------------------------------------------------------------------------


def test_a_book_costs_san_without_a_test_and_teaches_as_much_lore():
    """OPS-SAN-08, OPS-SAN-09: a text of 1D6, five lost, five learned."""
    assert told("read_tome", [5], san=60, si=5, loss="1D6") == {
        "refused": False,
        "loss": 5,
        "si_gain": 5,
        "san": 55,
        "si": 10,
        "san_max": 90,
        "san_test": False,
        "madness": "none",
        "teaches": (),
    }
    assert changed("read_tome", [5], san=60, si=5, loss="1D6") == [("san", 60, 55, ""), ("si", 5, 10, "")]


def test_loss_then_lore_then_the_new_maximum():
    """OPS-SAN-08, OPS-SAN-01: lore 30 leaves room for 70; 95 less 8 would be more."""
    answer = act("read_tome", [8], san=78, si=22, loss="1D10")
    assert (answer.outcome["san"], answer.outcome["si"], answer.outcome["san_max"]) == (70, 30, 70)
    clamped = told("read_tome", [2], san=95, si=30, loss="1D3")
    assert (clamped["san"], clamped["si"], clamped["san_max"]) == (68, 32, 68)
    lowered = told("read_tome", [3], san=90, si=10, loss="1D3", si_gain=50, options={"lore_gain": "manual"})
    assert (lowered["san"], lowered["si"], lowered["san_max"]) == (40, 60, 40)


def test_a_mind_may_be_read_away():
    """OPS-SAN-08: the gain counts the points rolled, SAN stops at 0 and madness is permanent."""
    outcome = told("read_tome", [9], san=4, si=5, loss="1D10", madness="indefinite")
    assert (outcome["loss"], outcome["si_gain"], outcome["san"], outcome["madness"]) == (9, 9, 0, "permanent")
    by_lore = told("read_tome", [1], san=50, si=99, loss="1D3")
    assert (by_lore["si"], by_lore["san_max"], by_lore["san"], by_lore["madness"]) == (100, 0, 0, "permanent")


def test_lore_ends_at_a_hundred():
    """OPS-SAN-09: only what really is added is told."""
    outcome = told("read_tome", [10, 10], san=50, si=95, loss="2D10")
    assert (outcome["loss"], outcome["si_gain"], outcome["si"]) == (20, 5, 100)


def test_lore_may_be_thrown_apart_or_set_by_hand():
    """OPS-SAN-08: the house rule lore_gain."""
    apart = {"lore_gain": "separate_roll"}
    outcome = told("read_tome", [5, 2], san=60, loss="1D6", options=apart)
    assert (outcome["loss"], outcome["si_gain"], outcome["san"], outcome["si"]) == (5, 2, 55, 2)
    assert fallen("read_tome", [5, 2], san=60, loss="1D6", options=apart) == [("d6", "san_loss"), ("d6", "si_gain")]
    by_hand = told("read_tome", [5], san=60, loss="1D6", si_gain=12, options={"lore_gain": "manual"})
    assert (by_hand["si_gain"], by_hand["si"]) == (12, 12)
    assert told("read_tome", [5], san=60, loss="1D6", si_gain=12)["si_gain"] == 5


@pytest.mark.parametrize("tome", table("tomes", "tome"), ids=lambda row: row.key)
def test_every_book_has_its_loss_and_its_rituals(tome):
    """OPS-SAN-08, OPS-MAG-01: the dice of the book, unless others are said."""
    dice = {"1D3": [3], "1D6": [6], "1D10": [10], "2D10": [10, 9]}[tome.loss]
    outcome = told("read_tome", dice, san=90, tome=tome.key)
    assert (outcome["loss"], outcome["teaches"]) == (sum(dice), tome.teaches)
    assert told("read_tome", [1], san=90, tome=tome.key, loss="1D3")["loss"] == 1


def test_a_book_without_a_name_is_a_minor_text():
    """OPS-SAN-08: 1D3."""
    assert fallen("read_tome", [3], san=60) == [("d3", "san_loss")]


def test_a_book_is_read_once_and_only_by_those_who_still_think():
    """OPS-SAN-08, OPS-SAN-05: in this order."""
    again = told("read_tome", [], san=60, si=50, already_read=True, madness="permanent")
    assert again == {
        "refused": True,
        "reason": "already_read",
        "san": 60,
        "si": 50,
        "san_max": 50,
        "madness": "permanent",
    }
    assert told("read_tome", [], san=0, madness="permanent")["reason"] == "permanently_mad"
    with pytest.raises(Refusal) as caught:
        act("read_tome", [], san=60, tome="necro_ful")
    assert (caught.value.id, caught.value.field) == ("field/one_of", "tome")


@given(san=st.integers(0, 100), si=st.integers(0, 100), one=st.integers(1, 10), two=st.integers(1, 10))
def test_a_reader_stays_within_bounds(san, si, one, two):
    """OPS-SAN-01, OPS-SAN-08: lore never sinks, SAN stays within its maximum."""
    outcome = told("read_tome", [one, two], san=san, si=si, tome="necro_full")
    assert si <= outcome["si"] <= 100
    assert outcome["si"] == si + outcome["si_gain"]
    assert 0 <= outcome["san"] <= outcome["san_max"] == 100 - outcome["si"]
    assert (outcome["madness"] == "permanent") == (outcome["san"] == 0)


# --- recognition -----------------------------------------------------------------------------------------------------


def test_lore_puts_a_name_to_things():
    """OPS-SAN-09: at or under lore, as it stands."""
    assert told("recognise", [30], si=30) == {
        "refused": False,
        "target": 30,
        "roll": 30,
        "outcome": "success",
        "success": True,
        "luck": 0,
    }
    assert told("recognise", [31], si=30)["outcome"] == "failure"
    assert told("recognise", [22], si=30)["outcome"] == "critical"
    assert told("recognise", [99], si=100)["outcome"] == "fumble"


def test_luck_may_help_memory_unless_there_is_nothing_to_remember():
    """OPS-SAN-09, OPS-LUCK-02: nothing buys a success from lore 0."""
    plan = {"max_shift": 10}
    assert changed("recognise", [35], si=30, luck=20, luck_plan=plan) == [("luck", 20, 15, "")]
    nothing = told("recognise", [1], si=0, luck=20, luck_plan=plan)
    assert (nothing["outcome"], nothing["luck"]) == ("failure", 20)


# --- what heals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("victory", "dice", "gain"),
    [("minor", [3], 3), ("significant", [4], 4), ("major", [10], 10), ("crucial", [7, 6], 13)],
)
def test_a_victory_gives_san_back(victory, dice, gain):
    """OPS-SAN-10: on the scale of shocks, four sizes of victory."""
    outcome = told("san_gain", dice, san=55, si=10, victory=victory)
    assert (outcome["gain"], outcome["san"], outcome["san_max"]) == (gain, 55 + gain, 90)
    assert len(fallen("san_gain", dice, san=55, victory=victory)) == len(dice)


def test_no_victory_lifts_san_above_its_maximum():
    """OPS-SAN-10, OPS-SAN-01: only what really is added is told."""
    outcome = told("san_gain", [10], san=85, si=10, victory="major")
    assert (outcome["gain"], outcome["san"]) == (5, 90)
    above = told("san_gain", [3], san=95, si=10, victory="minor")
    assert (above["gain"], above["san"]) == (0, 90)
    assert changed("san_gain", [3], san=90, si=10, victory="minor") == []


def test_the_mad_gain_san_and_stay_mad_but_nothing_reaches_the_permanently_mad():
    """OPS-SAN-10, OPS-SAN-05."""
    outcome = told("san_gain", [3], san=40, victory="minor", madness="indefinite")
    assert (outcome["san"], outcome["madness"]) == (43, "indefinite")
    refused = told("san_gain", [], san=0, si=20, victory="minor", madness="permanent")
    assert refused == {
        "refused": True,
        "reason": "permanently_mad",
        "san": 0,
        "san_max": 80,
        "madness": "permanent",
    }


def test_a_treatment_cures_with_a_test_of_san():
    """OPS-SAN-11: cured with a little SAN, within its maximum; a double is a plain success."""
    assert told("treat_madness", [44, 6], san=50, si=45) == {
        "refused": False,
        "months": 1,
        "roll": 44,
        "outcome": "success",
        "cured": True,
        "san": 55,
        "madness": "none",
    }
    assert changed("treat_madness", [50, 2], san=50) == [("san", 50, 52, ""), ("madness", "indefinite", "none", "")]


def test_a_treatment_may_fail_or_harm():
    """OPS-SAN-11: nothing changes, or 1D3 SAN goes, perhaps the last."""
    failed = told("treat_madness", [51], san=50, setting="therapist")
    assert (failed["months"], failed["outcome"], failed["cured"]) == (3, "failure", False)
    assert (failed["san"], failed["madness"]) == (50, "indefinite")
    for face in (99, 100):
        harmed = told("treat_madness", [face, 3], san=100, options={"fumble_needs_failure": True})
        assert (harmed["outcome"], harmed["san"], harmed["madness"]) == ("fumble", 97, "indefinite")
    lost = told("treat_madness", [99, 3], san=2)
    assert (lost["san"], lost["madness"], lost["cured"]) == (0, "permanent", False)


def test_who_needs_no_treatment_and_whom_none_helps():
    """OPS-SAN-11, OPS-SAN-05."""
    for madness, reason in (("permanent", "permanently_mad"), ("none", "not_needed"), ("temporary", "not_needed")):
        assert told("treat_madness", [], san=50, madness=madness) == {
            "refused": True,
            "reason": reason,
            "cured": False,
            "san": 50,
            "madness": madness,
        }


def test_the_odds_of_a_treatment_are_those_of_its_dice():
    """OPS-SAN-11: every face of the test, the gain and the loss."""
    assert_counted("treat_madness", {"san": 60, "si": 38}, ("outcome", "cured"), ("san", "madness"), ("roll",))


# --- the form of a madness -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", table("madness", "madness"), ids=lambda row: str(row.roll))
def test_each_face_has_a_crisis_and_a_lasting_disorder(row):
    """OPS-SAN-06: the twenty rows of the table, both columns."""
    assert told("madness_effect", [row.roll]) == {"refused": False, "roll": row.roll, "effect": row.temporary}
    assert told("madness_effect", [row.roll], duration="indefinite")["effect"] == row.indefinite
    assert fallen("madness_effect", [row.roll]) == [("d20", "madness")]


def test_the_ends_of_the_table_of_madness():
    """OPS-SAN-06: the first and the last row by name."""
    assert [told("madness_effect", [face])["effect"] for face in (1, 20)] == ["flees", "cold_clarity"]
    lasting = [told("madness_effect", [face], duration="indefinite")["effect"] for face in (1, 20)]
    assert lasting == ["phobia", "emotional_void"]
