"""Chases, intrusion, progression, profiles of the parent game: what the source leaves to the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from gardien.systems.operators.rules.character import CODES
from systems.operators.every_face import act, assert_counted, changed, fallen, told, weighed

# --- chases ----------------------------------------------------------------------------------------------------------


def run(dice, fugitive=None, pursuer=None, **given):
    return told("chase_turn", dice, fugitive=fugitive or {}, pursuer=pursuer or {}, **given)


@pytest.mark.parametrize(
    ("dice", "winner", "gap"),
    [
        ([40, 60], "active", 4),
        ([44, 60], "active", 5),
        ([60, 40], "passive", 2),
        ([60, 44], "passive", 1),
        ([60, 70], "status_quo", 3),
        ([40, 41], "passive", 2),
        ([40, 40], "status_quo", 3),
    ],
)
def test_the_gap_follows_the_better_driver(dice, winner, gap):
    """OPS-TEST-03: one step for a success, two for a critical, none when nobody prevails."""
    outcome = run(dice)
    assert (outcome["winner"], outcome["gap"], outcome["status"]) == (winner, gap, "running")
    assert (outcome["active_target"], outcome["passive_target"]) == (50, 50)
    assert (outcome["fugitive_crash"], outcome["pursuer_crash"]) == (False, False)


@pytest.mark.parametrize(
    ("dice", "before", "after", "status"),
    [([40, 60], 5, 6, "lost"), ([44, 60], 5, 6, "lost"), ([60, 40], 1, 0, "caught"), ([60, 44], 1, 0, "caught")],
)
def test_a_chase_ends_at_nought_or_at_six(dice, before, after, status):
    """The gap stays between 0 and 6."""
    outcome = run(dice, gap=before)
    assert (outcome["gap"], outcome["status"]) == (after, status)


@pytest.mark.parametrize(
    ("fugitive", "pursuer", "road", "targets"),
    [
        ({}, {}, "normal", (50, 50)),
        ({}, {}, "hard", (30, 30)),
        ({"vehicle": "van"}, {"vehicle": "van"}, "normal", (30, 30)),
        ({"vehicle": "van"}, {"vehicle": "van"}, "hard", (10, 10)),
        ({"vehicle": "van"}, {}, "normal", (10, 50)),  # slower and poor: the faster side cannot be eased below standard
        ({"vehicle": "motorbike"}, {}, "hard", (50, 30)),  # faster and handier count once
        ({"advantage": True}, {"vehicle": "bicycle"}, "normal", (50, 50)),  # both are helped: neither is
        ({"advantage": True}, {}, "normal", (50, 30)),
        ({"grave": True}, {}, "normal", (10, 50)),
        ({"grave": True, "advantage": True}, {}, "normal", (30, 50)),
    ],
)
def test_road_vehicle_skill_and_wounds_make_driving_easier_or_harder(fugitive, pursuer, road, targets):
    """OPS-TEST-02, OPS-TEST-08: everything that helps counts once, and both sides' help cancels."""
    outcome = run([98, 98], fugitive, pursuer, road=road)
    assert (outcome["active_target"], outcome["passive_target"]) == targets


def test_a_fumble_asks_for_a_difficult_test_or_the_vehicle_crashes():
    """OPS-TEST-06: fugitive first; a fumble again is a crash as well."""
    both = run([99, 100, 30, 31])
    assert (both["winner"], both["fugitive_crash"], both["pursuer_crash"]) == ("status_quo", False, True)
    assert run([60, 99, 100])["pursuer_crash"]
    assert fallen("chase_turn", [99, 40, 30]) == [("d100", "active"), ("d100", "passive"), ("d100", "crash")]
    lost = run([99, 40, 31], gap=1)
    assert (lost["gap"], lost["status"], lost["fugitive_crash"]) == (0, "caught", True)


def test_skill_and_wounds_count_when_the_wheel_is_torn_away():
    """OPS-TEST-08, OPS-HLTH-04: skill makes the crash test standard, a grave wound extreme."""
    assert not run([99, 60, 50], {"advantage": True})["fugitive_crash"]
    assert run([99, 60, 11], {"grave": True})["fugitive_crash"]
    assert not run([99, 60, 10], {"grave": True})["fugitive_crash"]


def test_only_known_vehicles_take_part():
    with pytest.raises(Refusal) as caught:
        run([], {"vehicle": "tank"})
    assert (caught.value.id, caught.value.field) == ("field/one_of", "fugitive.vehicle")


def test_the_odds_of_a_chase_follow_those_of_the_duel():
    """OPS-TEST-03: who wins a chase turn wins the same opposed test; crashes are 2 in 100 times 7 in 10."""
    duel = weighed("opposed_test", {"active_score": 10, "passive_score": 10}, ("winner",))
    assert weighed("chase_turn", {}, ("winner",)) == duel
    assert weighed("chase_turn", {}, ("fugitive_crash",))[(True,)] * 10_000 == 2 * 70


# --- intrusion -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grade", "ladder"),
    [
        ("open", ["standard"]),
        ("company", ["difficult", "difficult"]),
        ("state", ["difficult", "difficult", "extreme"]),
        ("sealed", ["extreme", "extreme", "extreme", "extreme"]),
    ],
)
def test_every_grade_has_its_layers(grade, ladder):
    """OPS-TEST-02: each layer its difficulty; the last one cleared is a breach."""
    for cleared, difficulty in enumerate(ladder):
        outcome = told("intrude", [10], score=13, grade=grade, layers_cleared=cleared)
        assert (outcome["final_difficulty"], outcome["layers_cleared"]) == (difficulty, cleared + 1)
        assert outcome["status"] == ("breached" if cleared + 1 == len(ladder) else "in_progress")
    if len(ladder) < 4:
        with pytest.raises(Refusal) as caught:
            act("intrude", [], score=13, grade=grade, layers_cleared=len(ladder))
        assert (caught.value.id, caught.value.field) == ("field/at_most", "layers_cleared")


def test_a_critical_clears_two_layers_at_once():
    """OPS-TEST-05: but no more than there are."""
    assert told("intrude", [11], score=13, grade="state")["layers_cleared"] == 2
    last = told("intrude", [11], score=13, grade="company", layers_cleared=1)
    assert (last["layers_cleared"], last["status"]) == (2, "breached")


def test_failures_wake_somebody_and_a_fumble_is_traced_at_once():
    """OPS-TEST-06: the third alarm, or one fumble."""
    first = told("intrude", [98], score=13, grade="company")
    assert (first["alarm"], first["status"], first["layers_cleared"]) == (1, "in_progress", 0)
    third = told("intrude", [98], score=13, grade="company", alarm=2)
    assert (third["alarm"], third["status"]) == (3, "traced")
    fumbled = told("intrude", [99], score=13, grade="company", layers_cleared=1)
    assert (fumbled["outcome"], fumbled["alarm"], fumbled["status"]) == ("fumble", 0, "traced")


def test_an_advantage_opens_easy_doors_without_dice():
    """OPS-TEST-08: an open system yields by itself."""
    outcome = told("intrude", [], score=13, grade="open", advantage=True)
    assert (outcome["outcome"], outcome["status"], outcome["layers_cleared"]) == ("automatic", "breached", 1)
    assert told("intrude", [65], score=13, grade="company", advantage=True)["target"] == 65


def test_luck_may_open_a_door():
    """OPS-LUCK-02, OPS-LUCK-03."""
    plan = {"max_shift": 5, "cancel_fumble": True}
    assert changed("intrude", [44], score=13, grade="company", luck=20, luck_plan=plan) == [("luck", 20, 15, "")]
    saved = told("intrude", [99], score=13, grade="company", luck=12, luck_plan=plan)
    assert (saved["outcome"], saved["alarm"], saved["luck"], saved["status"]) == ("failure", 1, 2, "in_progress")


def test_the_odds_of_an_intrusion_are_those_of_its_die():
    """OPS-TEST-03: every face."""
    asked = {
        "score": 13,
        "grade": "state",
        "alarm": 2,
        "luck": 15,
        "luck_plan": {"max_shift": 9, "cancel_fumble": True},
    }
    assert_counted("intrude", asked, ("status", "layers_cleared", "alarm", "luck"), ("outcome",), ("roll",))


# --- progression -----------------------------------------------------------------------------------------------------


def test_a_ticked_score_rises_above_its_standard_value():
    """OPS-CREA-04, OPS-CREA-08, OPS-CREA-09: 66 is above 65; SB and bonus follow."""
    outcome = told("progress", [66, 60], ticks=["CON", "FOR"], scores={"FOR": 12, "CON": 13})
    assert outcome["raised"] == ("CON",)
    assert outcome["scores"] == {**dict.fromkeys(CODES, 10), "FOR": 12, "CON": 14}
    assert (outcome["sb"], outcome["damage_bonus"]) == (13, "none")
    stronger = told("progress", [61], ticks=["FOR"], scores={"FOR": 12, "CON": 13})
    assert (stronger["scores"]["FOR"], stronger["sb"], stronger["damage_bonus"]) == (13, 13, "1D3")
    assert not told("progress", [65], ticks=["CON"], scores={"CON": 13})["raised"]


def test_a_score_at_its_cap_is_not_thrown_for():
    """OPS-CREA-04: 18, and 24 for EDU."""
    scores = {"FOR": 18, "EDU": 24, "INT": 20}
    assert told("progress", [], ticks=["FOR", "EDU", "INT"], scores=scores)["raised"] == ()
    risen = told("progress", [91, 86], ticks=["EDU", "FOR"], scores={"FOR": 17, "EDU": 18})
    assert (risen["raised"], risen["scores"]["FOR"], risen["scores"]["EDU"]) == (("EDU", "FOR"), 18, 19)
    assert told("progress", [100], ticks=["EDU"], scores={"EDU": 20})["raised"] == ()


def test_progress_changes_the_scores_and_uses_up_the_ticks():
    """Each tick is thrown for once, whether it raises the score or not."""
    assert changed("progress", [66, 1], ticks=["CON", "APP"], scores={"CON": 13}) == [
        ("CON", 13, 14, ""),
        ("ticks", ("CON", "APP"), (), ""),
    ]
    assert changed("progress", [], ticks=[]) == []
    with pytest.raises(Refusal) as caught:
        act("progress", [], ticks=["CON", "CON"])
    assert (caught.value.id, caught.value.field) == ("field/twice", "ticks")


def test_the_odds_of_progress_are_those_of_its_dice():
    """Every face of both dice."""
    assert_counted("progress", {"ticks": ["FOR", "EDU"], "scores": {"EDU": 17}}, ("raised",), ("scores", "sb"))


# --- profiles of the parent game -------------------------------------------------------------------------------------


def test_a_profile_comes_over_with_its_scores():
    """OPS-CREA-08, OPS-CREA-09: strength and power under their new names, threshold and bonus derived."""
    outcome = told(
        "convert", STR=17, CON=14, DEX=12, INT=15, POW=9, EDU=11, APP=8, skills={"Tir": 60, "Droit": 59, "Nage": 75}
    )
    assert outcome["scores"] == {"FOR": 17, "CON": 14, "DEX": 12, "INT": 15, "EDU": 11, "POU": 9, "APP": 8}
    assert (outcome["sb"], outcome["damage_bonus"], outcome["hobbies"]) == (16, "1D6", ("Tir", "Nage"))


def test_percentile_scores_are_divided_by_five_and_rounded_down():
    """OPS-DICE-02 knows no such rounding; the proposal has it downwards."""
    outcome = told("convert", STR=64, CON=70, DEX=4, percentile=True)
    assert (outcome["scores"]["FOR"], outcome["scores"]["CON"], outcome["scores"]["DEX"]) == (12, 14, 0)
    assert (outcome["sb"], outcome["scores"]["INT"]) == (13, 2)


@pytest.mark.parametrize(
    ("loss", "shock"),
    [
        *[(0, "none"), (1, "minor"), (3, "minor"), (4, "severe"), (6, "severe"), (7, "grave"), (10, "grave")],
        *[(11, "critical"), (20, "critical"), (21, "existential"), (100, "existential")],
    ],
)
def test_the_worst_loss_names_the_shock(loss, shock):
    """OPS-SAN-02: the dice that reach as far."""
    assert told("convert", san_loss_max=loss)["shock"] == shock


@pytest.mark.parametrize(("armour", "vehicle", "after"), [(0, False, 0), (9, False, 9), (10, False, 9), (25, True, 25)])
def test_natural_armour_comes_over_up_to_nine(armour, vehicle, after):
    """OPS-CREAT-10: only vehicles keep more."""
    assert told("convert", armour=armour, vehicle=vehicle)["armour"] == after


@given(strength=st.integers(0, 500), constitution=st.integers(0, 500))
def test_a_threshold_is_the_mean_rounded_up(strength, constitution):
    """OPS-CREA-08: at least 1."""
    outcome = told("convert", STR=strength, CON=constitution)
    assert outcome["sb"] == max(1, -(-(strength + constitution) // 2))
