"""Time at the table, in rounds and on the clock: agony, waking, fire, minds, blows, PM, rest (HEALTH, TEMP, SAN)."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.d20d100.evening import Evening, investigator
from systems.table import at

HOUR, DAY = 60, 24 * 60
WEEK, MONTH = 7 * DAY, 30 * DAY


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def live(evening, minutes, activity=""):
    """Time passes, and whatever falls due is done at once."""
    evening.keep(c.Advance(minutes=minutes, activity=activity))
    for _ in range(1000):
        if not evening.due():
            return
        evening.keep(c.Settle(due=evening.due()[0][0]))
    raise AssertionError("what falls due never ends")


def settle(evening, procedure, *dice, **given):
    """The one thing that is due."""
    ((due, named),) = evening.due()
    assert named == procedure
    evening.keep(c.Settle(due=due, dice=dice or None, given=given))


def fell(evening, who, below=1):
    evening.do(who, "apply_damage", None, damage=evening.sheet(who)["pv"] + below)


# ---- by the round ----


def test_agony_asks_for_a_die_every_round_of_a_minute(evening):
    """D100-HEALTH-06: ten rounds a minute; a 10 ends it there."""
    fell(evening, evening.berthe)
    evening.keep(c.Advance(minutes=1))
    for left in (-2, -3):
        settle(evening, "agony_round", 5)
        assert evening.sheet(evening.berthe)["pv"] == left
    settle(evening, "agony_round", 10)
    assert evening.sheet(evening.berthe)["condition"] == "stable"
    assert evening.due() == []


def test_ten_minutes_alone_end_an_agony(evening):
    """D100-HEALTH-06: one way or the other."""
    fell(evening, evening.berthe)
    live(evening, 10)
    assert evening.sheet(evening.berthe)["condition"] in ("dead", "stable")


def test_agony_goes_on_from_the_fight_to_the_clock(evening):
    """D100-HEALTH-06: what was due at the end of a round waits for its die."""
    evening.fight((evening.berthe,), (evening.gangster,))
    fell(evening, evening.berthe)
    evening.turn(3)
    assert evening.round == 3
    evening.keep(c.EndFight())
    for left in (-2, -3):
        settle(evening, "agony_round", 3)
        assert evening.sheet(evening.berthe)["pv"] == left
    assert evening.due() == []


def test_a_new_wound_sets_a_stable_agony_going_again(evening):
    """D100-HEALTH-06."""
    fell(evening, evening.berthe)
    evening.do(evening.berthe, "agony_round", (10,))
    live(evening, HOUR)
    assert evening.sheet(evening.berthe)["condition"] == "stable"
    evening.do(evening.berthe, "apply_damage", None, damage=1)
    evening.keep(c.Advance(minutes=1))
    assert [procedure for _, procedure in evening.due()] == ["agony_round"]


def test_care_ends_what_waited_of_an_agony(evening):
    """D100-HEALTH-07: nothing is asked of whoever was saved."""
    fell(evening, evening.berthe)
    evening.keep(c.Advance(minutes=1))
    aid = {"patient": at(evening.berthe), "modifier": 6, "skill": "medicine"}
    evening.do(evening.gangster, "first_aid", (15,), **aid)
    assert evening.due() == []
    assert evening.sheet(evening.berthe)["pv"] == -1


def test_a_gangster_who_was_knocked_out_wakes(evening):
    """D100-TEMP-02: adversaries live too, on the clock as in a fight."""
    evening.do(evening.gangster, "apply_temp_damage", (), damage=20)
    evening.keep(c.Advance(minutes=1))
    settle(evening, "wake_up", 4)
    settle(evening, "wake_up", 10)
    sheet = evening.sheet(evening.gangster)
    assert (sheet["condition"], sheet["temp_damage"]) == ("staggered", sheet["pv"])
    assert evening.due() == []


def test_fire_goes_on_when_the_fight_is_over(evening):
    """D100-ROLL-03: until somebody puts it out."""
    evening.write(evening.berthe, on_fire=True)
    before = evening.sheet(evening.berthe)["pv"]
    evening.keep(c.Advance(minutes=1))
    settle(evening, "burn_round", 2, 3)
    settle(evening, "burn_round", 20)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["on_fire"], sheet["pv"]) == (False, before - 3)
    assert evening.due() == []


def test_a_mind_slides_on_the_clock(evening):
    """D100-SAN-06: and what stops it leaves an indefinite madness."""
    evening.keep(c.Settings(options={"rule_decompensation": True}))
    evening.write(evening.berthe, san=-1)
    assert evening.sheet(evening.berthe)["decompensating"] is True
    evening.keep(c.Advance(minutes=1))
    settle(evening, "decompensation_round", 4)
    settle(evening, "decompensation_round", 10)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["san"], sheet["decompensating"], sheet["indef_mad"]) == (-2, False, True)
    assert evening.due() == []


def test_a_mind_that_slid_to_the_bottom_is_lost(evening):
    """D100-SAN-06."""
    evening.keep(c.Settings(options={"rule_decompensation": True}))
    evening.write(evening.berthe, san=-9)
    evening.keep(c.Advance(minutes=1))
    settle(evening, "decompensation_round", 4)
    assert evening.sheet(evening.berthe)["perm_mad"] is True
    assert evening.due() == []


def test_a_hand_at_the_throat_goes_on_without_a_fight(evening):
    """D100-GRAP-04: harder every round, 1d8 after the first failure."""
    evening.do(evening.gangster, "start_grapple", (18, 3), opponent=at(evening.berthe))
    evening.do(evening.gangster, "grapple_manoeuvre", (18, 3), manoeuvre="strangle", target=at(evening.berthe))
    evening.keep(c.Advance(minutes=1))
    settle(evening, "strangle_round", 20)
    settle(evening, "strangle_round", 2, 3)
    before = evening.sheet(evening.berthe)["pv"]
    settle(evening, "strangle_round", 4)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["pv"], sheet["strangle_round"], sheet["strangle_failed"]) == (before - 4, 4, True)


def test_a_creature_grows_whole_again_round_by_round(evening):
    """D100-CREAT-01: in a fight, and on the clock."""
    evening.write(evening.ghoul, regeneration=2, pv=1)
    evening.fight((evening.berthe,), (evening.ghoul,))
    evening.turn(2)
    assert evening.sheet(evening.ghoul)["pv"] == 3
    evening.keep(c.EndFight())
    evening.keep(c.Advance(minutes=1))
    sheet = evening.sheet(evening.ghoul)
    assert sheet["pv"] == min(sheet["pv_max"], 3 + 2 * 10)


@pytest.mark.parametrize(
    ("mark", "beyond"),
    [("suffocate_round", 201), ("effort_round", 1001), ("sprint_round", 1001), ("disease", 81), ("engulfed", 1001)],
)
def test_no_mark_says_what_its_rule_cannot_read(evening, mark, beyond):
    """D100-ROLL-05, D100-ROLL-07, D100-ROLL-09, D100-MISS-07, D100-MISS-12: refused at once, not an hour later."""
    with pytest.raises(Refusal) as told:
        evening.mark(evening.berthe, **{mark: beyond})
    assert told.value.field == f"marks.{mark}"
    evening.mark(evening.berthe, **{mark: 50})
    evening.keep(c.Advance(minutes=2 * 24 * 60))


def test_rounds_without_air_are_counted(evening):
    """D100-ROLL-09: a point harder each round, on the clock too; whoever is out of it begins again."""
    assert evening.do(evening.berthe, "suffocate_round", (20,)).outcome["difficulty"] == 10
    assert evening.do(evening.berthe, "suffocate_round", (1, 2)).outcome["difficulty"] == 11
    assert "difficulty" not in evening.do(evening.berthe, "suffocate_round", (2,)).outcome
    evening.keep(c.Advance(minutes=5))
    before = evening.sheet(evening.berthe)["pv"]
    for _ in range(2):
        ((due, named),) = evening.due()
        assert named == "suffocate_round"
        evening.keep(c.Settle(due=due, dice=(1,)))
    assert evening.sheet(evening.berthe)["pv"] == before - 2
    ((due, _),) = evening.due()
    evening.keep(c.Dismiss(due=due))
    assert not [named for _, named in evening.due() if named == "suffocate_round"]
    assert evening.do(evening.berthe, "suffocate_round", (20,)).outcome["difficulty"] == 10


def test_a_swimmer_out_of_breath_drowns_round_after_round(evening):
    """D100-ROLL-05, D100-ROLL-09: in a fight as on the clock, until a new scene."""
    evening.do(evening.berthe, "effort_round", (1,), activity="swim", round=20)
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.turn(2)
    assert [named for _, named in evening.due()] == ["suffocate_round"]
    evening.keep(c.Settle(due=evening.due()[0][0], dice=(20,)))
    evening.keep(c.EndFight())
    evening.keep(c.Scene(title="Sur la rive"))
    evening.keep(c.Advance(minutes=5))
    assert not evening.due()


# ---- by the hour ----


def test_blows_fade_from_their_own_hour(evening):
    """D100-TEMP-03: not at the stroke of the clock."""
    evening.keep(c.Advance(minutes=50))
    evening.do(evening.berthe, "apply_temp_damage", (), damage=3)
    live(evening, 20)
    assert evening.sheet(evening.berthe)["temp_damage"] == 3
    live(evening, 40)
    assert evening.sheet(evening.berthe)["temp_damage"] == 2


@pytest.mark.parametrize("step", [DAY, 6 * HOUR, HOUR, 10])
@pytest.mark.parametrize("power", [7, 12, 13])
def test_all_pm_are_back_in_a_day(evening, step, power):
    """D100-MISS-10: whatever the steps of the clock, fractions are kept."""
    evening.write(evening.berthe, scores={**evening.sheet(evening.berthe)["scores"], "POU": power})
    evening.write(evening.berthe, pm=0)
    for _ in range(DAY // step):
        live(evening, step)
    assert evening.sheet(evening.berthe)["pm"] == evening.sheet(evening.berthe)["pm_max"] == power


def test_pm_come_back_from_the_hour_they_were_spent(evening):
    """D100-MISS-10: POU 12, a point every two hours since the last spending."""
    evening.write(evening.berthe, pm=6)
    live(evening, 90)
    evening.write(evening.berthe, pm=4)
    live(evening, 90)
    assert evening.sheet(evening.berthe)["pm"] == 4
    live(evening, 30)
    assert evening.sheet(evening.berthe)["pm"] == 5


def test_whoever_has_all_their_pm_again_has_nothing_left_to_count(evening):
    """D100-MISS-10: the last point ends the count of those before it, in one stretch of time or in two."""
    evening.write(evening.berthe, pm=evening.sheet(evening.berthe)["pm_max"] - 1)
    for _ in range(2):
        live(evening, HOUR)
    assert "pm_paid" not in evening.table.state.play["characters"][evening.berthe].get("tally", {})


def test_the_hour_of_san_begins_with_its_first_loss(evening):
    """D100-SAN-04: two losses in seventy minutes are not one."""
    evening.keep(c.Advance(minutes=45))
    evening.do(evening.berthe, "lose_san", (), loss="3")
    evening.keep(c.Advance(minutes=59))
    assert evening.sheet(evening.berthe)["san_lost_this_hour"] == 3
    evening.keep(c.Advance(minutes=1))
    assert evening.sheet(evening.berthe)["san_lost_this_hour"] == 0


# ---- by the week ----


def test_a_wound_heals_a_week_after_it_was_taken(evening):
    """D100-HEALTH-09: a two-hour-old wound has earned no week of rest."""
    evening.keep(c.Advance(minutes=WEEK - 2 * HOUR))
    evening.do(evening.berthe, "apply_damage", None, damage=6)
    evening.keep(c.Advance(minutes=2 * HOUR))
    assert evening.due() == []
    evening.keep(c.Advance(minutes=WEEK - 2 * HOUR))
    settle(evening, "rest_week", 3)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["pv"], sheet["weeks_of_rest"]) == (sheet["pv_max"] - 3, 1)


def test_a_new_wound_begins_the_week_again(evening):
    """D100-HEALTH-09."""
    evening.do(evening.berthe, "apply_damage", None, damage=4)
    evening.keep(c.Advance(minutes=6 * DAY))
    evening.do(evening.berthe, "apply_damage", None, damage=2)
    evening.keep(c.Advance(minutes=DAY))
    assert evening.due() == []
    evening.keep(c.Advance(minutes=6 * DAY))
    assert [procedure for _, procedure in evening.due()] == ["rest_week"]


@pytest.mark.parametrize("activity", ["work", "travel"])
def test_nobody_rests_at_work_or_on_the_road(evening, activity):
    """D100-HEALTH-09: a week of rest."""
    evening.do(evening.berthe, "apply_damage", None, damage=4)
    evening.keep(c.Advance(minutes=3 * WEEK, activity=activity))
    assert evening.due() == []


def test_a_week_in_hospital_gives_back_twice_as_much(evening):
    """D100-HEALTH-09: 2d4, where all of it was spent there."""
    evening.do(evening.berthe, "apply_damage", None, damage=10)
    evening.keep(c.Advance(minutes=WEEK, activity="care"))
    settle(evening, "rest_week", 2, 3)
    assert evening.sheet(evening.berthe)["pv"] == evening.sheet(evening.berthe)["pv_max"] - 5
    evening.keep(c.Advance(minutes=6 * DAY))
    evening.keep(c.Advance(minutes=DAY, activity="care"))
    settle(evening, "rest_week", 1)


def test_what_is_let_pass_heals_nobody(evening):
    """D100-HEALTH-09: the next week is another one."""
    evening.do(evening.berthe, "apply_damage", None, damage=4)
    evening.keep(c.Advance(minutes=WEEK))
    evening.keep(c.Dismiss(due=evening.due()[0][0]))
    assert evening.due() == []
    evening.keep(c.Advance(minutes=WEEK))
    settle(evening, "rest_week", 4)


# ---- the mind ----


def test_a_short_madness_lasts_its_rounds(evening):
    """D100-MISS-09: in a fight it is short, and ends with its last round."""
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.do(evening.berthe, "temporary_madness", (3, 1))
    assert evening.roll().outcome["rounds"] == 5
    evening.turn(8)
    assert evening.sheet(evening.berthe)["temp_mad"] is True
    evening.turn(2)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["temp_mad"], sheet["madness"]) == (False, [])


def test_rounds_of_madness_pass_on_the_clock(evening):
    """D100-MISS-09: twelve rounds are a minute and two rounds."""
    evening.do(evening.berthe, "temporary_madness", (3, 8), length="short")
    evening.keep(c.Advance(minutes=1))
    (held,) = evening.sheet(evening.berthe)["madness"]
    assert (held["remaining"], held["rounds"]) == (0, 2)
    evening.keep(c.Advance(minutes=1))
    assert evening.sheet(evening.berthe)["temp_mad"] is False


def test_a_madness_without_a_term_stays(evening):
    """D100-MISS-09."""
    evening.write(evening.berthe, madness=[{"kind": "temporary", "symptom": "peur du noir"}], temp_mad=True)
    live(evening, MONTH)
    assert evening.sheet(evening.berthe)["temp_mad"] is True


def test_two_madnesses_end_each_at_its_own_time(evening):
    """D100-MISS-09."""
    evening.do(evening.berthe, "temporary_madness", (3, 1), length="long")
    evening.keep(c.Advance(minutes=5 * HOUR))
    evening.do(evening.berthe, "temporary_madness", (4, 1), length="long")
    evening.keep(c.Advance(minutes=5 * HOUR))
    (held,) = evening.sheet(evening.berthe)["madness"]
    assert (held["remaining"], evening.sheet(evening.berthe)["temp_mad"]) == (5 * HOUR, True)
    evening.keep(c.Advance(minutes=5 * HOUR))
    assert evening.sheet(evening.berthe)["temp_mad"] is False


def test_an_uncured_madness_goes_on_for_months(evening):
    """D100-MISS-09: a failed throw adds 1d3 months, then there is another."""
    evening.do(evening.berthe, "indefinite_madness", (4, 1))
    evening.keep(c.Advance(minutes=3 * MONTH))
    settle(evening, "end_of_madness", 100, 2)
    settle(evening, "end_of_madness", 1)
    assert evening.sheet(evening.berthe)["indef_mad"] is False
    assert evening.due() == []


def test_whoever_is_released_from_the_asylum_has_a_mind_again(evening):
    """D100-SAN-05, D100-MISS-09."""
    evening.do(evening.berthe, "lose_san", (), loss="99")
    assert evening.sheet(evening.berthe)["perm_mad"] is True
    evening.do(evening.berthe, "asylum", (2, 20, 5))
    sheet = evening.sheet(evening.berthe)
    assert (sheet["perm_mad"], sheet["san"]) == (False, 15)


def test_a_memory_is_tried_once_an_hour_and_grows_dimmer(evening):
    """D100-SKILL-11: +4 for what was learned by heart, −2 for each failure."""
    evening.do(evening.berthe, "memorise", (20,), what="le plan de la crypte")
    first = evening.do(evening.berthe, "recall", (1,), what="le plan de la crypte")
    assert first.given["memorised"] is True
    with pytest.raises(Refusal) as refused:
        evening.do(evening.berthe, "recall", (10,), what="le plan de la crypte")
    assert refused.value.id == "act/later"
    evening.keep(c.Advance(minutes=HOUR))
    again = evening.do(evening.berthe, "recall", (20,))
    assert again.outcome["effective_modifier"] == first.outcome["effective_modifier"] - 2
    (item,) = evening.sheet(evening.berthe)["memory_items"]
    assert (item["what"], item["last_try"]) == ("le plan de la crypte", None)


def test_the_alert_ends_with_the_fight_it_was_for(evening):
    """D100-CBT-04: it counts for initiative, and is not regained for an hour."""
    evening.do(evening.berthe, "alert")
    assert evening.sheet(evening.berthe)["alert"] is True
    evening.fight((evening.berthe,), (evening.gangster,))
    roll = evening.do(None, "start_combat", (10, 10), combatants=[at(evening.berthe), at(evening.gangster)])
    assert roll.outcome["totals"][0] == 10 + evening.sheet(evening.berthe)["initiative"] + 2
    evening.turn(2)
    assert evening.sheet(evening.berthe)["alert"] is False
    evening.keep(c.EndFight())
    assert evening.do(evening.berthe, "alert").outcome["allowed"] is False
    evening.keep(c.Advance(minutes=HOUR))
    assert evening.do(evening.berthe, "alert").outcome["allowed"] is True


@pytest.mark.parametrize("activity", ["work", "travel"])
def test_nobody_is_on_the_alert_at_work_or_on_the_road(evening, activity):
    """D100-CBT-04: whoever moves loses it there and then, and waits an hour from that moment."""
    evening.do(evening.berthe, "alert")
    evening.keep(c.Advance(minutes=30))
    assert evening.sheet(evening.berthe)["alert"] is True, "nothing happens and nobody moves"
    evening.keep(c.Advance(minutes=40, activity=activity))
    assert evening.sheet(evening.berthe)["alert"] is False
    assert evening.do(evening.berthe, "alert").outcome["allowed"] is False
    evening.keep(c.Advance(minutes=20))
    assert evening.do(evening.berthe, "alert").outcome["allowed"] is True


def test_the_dead_have_no_more_time(evening):
    """D100-HEALTH-02: nothing falls due for them."""
    evening.write(evening.berthe, on_fire=True, pm=0)
    evening.do(evening.berthe, "apply_damage", None, damage=60)
    evening.keep(c.Advance(minutes=WEEK))
    assert evening.due() == []
    assert evening.sheet(evening.berthe)["pm"] == 0


def test_everybody_lives_at_once(evening):
    """D100-HEALTH-09: a wounded player's character brought in later heals beside the first."""
    odette = evening.add(sheet=investigator("Odette"))
    for who in (evening.berthe, odette):
        evening.do(who, "apply_damage", None, damage=4)
    evening.keep(c.Advance(minutes=WEEK))
    assert [procedure for _, procedure in evening.due()] == ["rest_week", "rest_week"]


def test_a_gangsters_madness_ends_and_his_hour_of_san_too(evening):
    """D100-SAN-04, D100-MISS-09: adversaries have minds."""
    evening.do(evening.gangster, "lose_san", (1,), loss="6")
    evening.do(evening.gangster, "temporary_madness", (3, 1), length="long")
    assert evening.marks(evening.gangster)["san_lost_this_hour"] == 6
    evening.keep(c.Advance(minutes=HOUR))
    assert "san_lost_this_hour" not in evening.marks(evening.gangster)
    evening.keep(c.Advance(minutes=9 * HOUR))
    assert not evening.marks(evening.gangster).get("temp_mad")
    assert evening.sheet(evening.gangster)["madness"] == []
