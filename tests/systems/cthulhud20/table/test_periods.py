"""Periods at the table: each counts from its own beginning, in rounds and on the clock, whatever else goes on."""

from typing import Any

import pytest

from gardien.table import commands as c
from systems.cthulhud20.evening import Evening
from systems.table import at

HOUR, DAY = 60, 24 * 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    result.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    result.write(result.paul, destiny_spent=1)
    result.write(result.jack, destiny_spent=9)
    yield result
    result.store.close()


def passes(evening: Evening, minutes: int, activity: str = "") -> None:
    evening.keep(c.Advance(minutes=minutes, activity=activity))


def paul(evening: Evening, *names: str) -> Any:
    values = tuple(evening.sheet(evening.paul).get(name) for name in names)
    return values if len(values) > 1 else values[0]


# ---- rest ----


@pytest.mark.parametrize(("activity", "pf"), [("rest", 7), ("care", 7), ("work", 6), ("travel", 6)])
def test_only_rest_gives_breath_back(evening, activity, pf):
    """CD20-HP-06: an hour of rest, or of care in bed."""
    evening.do(evening.paul, "effort", (), cost=4, kind="prolonged")
    passes(evening, HOUR, activity)
    assert paul(evening, "pf") == pf


def test_work_breaks_a_day_of_rest(evening):
    """CD20-HP-06: a day is unbroken, and counts from when rest began, not from midnight."""
    evening.write(evening.paul, pv=6, pf=8)
    passes(evening, 23 * HOUR)
    passes(evening, 1, "work")
    passes(evening, 23 * HOUR)
    assert paul(evening, "pv") == 6
    passes(evening, HOUR)
    assert paul(evening, "pv") == 7


def test_each_has_an_activity_of_their_own(evening):
    """CD20-HP-06: Jack watches while Paul sleeps."""
    for id in (evening.paul, evening.jack):
        evening.do(id, "effort", (), cost=4, kind="violent")
    evening.keep(c.Advance(minutes=2 * HOUR, activities={evening.jack: "work"}))
    assert (paul(evening, "pf"), evening.sheet(evening.jack)["pf"]) == (8, 5)


def test_rest_begins_when_the_blood_stops(evening):
    """CD20-HP-06: the count starts anew when the last wound stops."""
    evening.do(evening.paul, "apply_wound", (99,), zone="left_arm", gb=7)
    evening.keep(c.Advance(minutes=3))
    evening.settle("advance_time", (99, 99, 1))  # the third minute stops it
    pf = paul(evening, "pf")
    passes(evening, 59)
    assert paul(evening, "pf") == pf
    passes(evening, 1)
    assert paul(evening, "pf") == pf + 1


def test_points_of_abilities_come_back_by_days_of_rest(evening):
    """CD20-P-ABIL-02: one a day, and with Constitution the PV and PF of its modifier."""
    evening.do(evening.paul, "damage_ability", (), ability="con", amount=2)
    evening.do(evening.paul, "damage_ability", (), ability="str", amount=1)
    assert paul(evening, "pv_max", "pv", "ability_damage") == (9, 9, {"con": 2, "str": 1})
    passes(evening, DAY, "travel")
    assert paul(evening, "ability_damage") == {"con": 2, "str": 1}
    passes(evening, DAY)
    assert paul(evening, "pv_max", "pf_max", "ability_damage") == (9, 9, {"con": 1})
    passes(evening, DAY)
    assert paul(evening, "pv_max", "pv", "pf_max", "pf", "ability_damage") == (10, 10, 10, 10, {})


def test_a_mind_that_was_gone_wakes_with_its_first_point(evening):
    """CD20-P-ABIL-02: Wisdom 0 is unconscious, Wisdom 1 is not."""
    evening.do(evening.paul, "damage_ability", (), ability="wis", amount=12)
    assert paul(evening, "conditions") == ["unconscious_other"]
    passes(evening, DAY)
    assert paul(evening, "conditions", "ability_damage") == ([], {"wis": 11})


# ---- fire, water ----


def test_ten_rounds_in_flames_are_told_at_once(evening):
    """CD20-ENV-02: a minute is ten rounds of the same wound; GB 16 kills."""
    evening.do(evening.paul, "lasting_cause", (1,), max_damage=6, rounds=1, stops=False)
    passes(evening, 1)
    assert evening.due()["lasting_cause"]["given"] == {"rounds": 10}
    evening.settle("lasting_cause", ())
    assert paul(evening, "state") == "dead"
    assert evening.due() == {}


def test_a_fire_that_is_out_asks_whether_the_wound_stops(evening):
    """CD20-ENV-02, CD20-BLEED-03: one roll when it stops, and the clock of the wound begins then."""
    evening.do(evening.paul, "lasting_cause", (6,), max_damage=6, rounds=1, stops=False)
    evening.do(evening.paul, "extinguish", (20,))
    assert evening.due()["stabilise"]["character"] == evening.paul
    evening.settle("stabilise", (1,), seat=evening.ann)
    assert [(one["bleeding"], one["stabilised"]) for one in paul(evening, "wounds")] == [(False, True)]
    assert evening.due() == {}
    evening.keep(c.Undo())
    evening.settle("stabilise", (99,))
    assert [one["next_tick_in_rounds"] for one in paul(evening, "wounds")] == [10]
    passes(evening, 1)
    assert evening.due()["advance_time"]["given"] == {"minutes": 1}


def test_whoever_treats_a_burn_needs_no_luck(evening):
    """CD20-BLEED-02: what was due goes with the blood."""
    evening.do(evening.paul, "lasting_cause", (6,), max_damage=6, rounds=1, stops=False)
    evening.do(evening.paul, "extinguish", (20,))
    evening.do(evening.jack, "care", (20,), patient=at(evening.paul), modifier=10)
    assert evening.due() == {}


def test_water_goes_on_with_the_clock_and_is_no_rest(evening):
    """CD20-ENV-04: a PV each round after the first failure, until somebody brings one out."""
    evening.do(evening.paul, "drowning", (1,))
    assert paul(evening, "pf", "state", "drowning_failed") == (0, "unconscious", True)
    evening.fight((evening.paul,), (evening.thug,))
    for _ in range(3):
        evening.keep(c.Turn())
        evening.keep(c.Turn())
    evening.settle("drowning", ())
    assert paul(evening, "pv") == 10 - evening.round + 1
    evening.keep(c.EndFight())
    evening.do(evening.jack, "revive", (1,), victim=at(evening.paul))  # out of the water, and not awake
    pv = paul(evening, "pv")
    passes(evening, HOUR)
    assert (paul(evening, "pv", "pf", "state"), evening.due()) == ((pv, 1, "ok"), {})


def test_a_breath_is_thrown_for_each_round(evening):
    """CD20-P-ENV-05: each check harder than the last; who comes up is let pass."""
    evening.do(evening.paul, "drowning", (20,))
    passes(evening, 1)
    assert evening.due()["drowning"]["given"] == {"rounds": 10}
    evening.keep(c.Dismiss(due=evening.due()["drowning"]["id"]))
    assert paul(evening, "drowning_checks", "drowning_failed") == (0, False)
    passes(evening, HOUR)
    assert evening.due() == {}


def test_blood_and_fire_in_the_same_round(evening):
    """CD20-BLEED-04, CD20-ENV-02: both take their points, blood first."""
    evening.do(evening.paul, "apply_wound", (99,), zone="left_arm", gb=11)
    evening.do(evening.paul, "lasting_cause", (1,), max_damage=3, rounds=1, stops=False)
    pv = paul(evening, "pv")
    evening.fight((evening.paul,), (evening.thug,))
    evening.turn(2)
    assert list(evening.due()) == ["advance_time"]
    evening.settle("advance_time", (99,))
    assert paul(evening, "pv") == pv - 1
    assert evening.due()["lasting_cause"]["given"] == {"rounds": 1}
    evening.settle("lasting_cause", ())
    assert (paul(evening, "burning")["round"], evening.due()) == (2, {})


# ---- poisons, diseases ----


def test_the_second_save_of_a_poison_comes_a_minute_later(evening):
    """CD20-P-POIS-01: ten rounds of a fight, or a minute of the clock, whatever the first save gave."""
    evening.do(evening.paul, "poison", (20,), poison="arsenic", stage="initial")
    evening.fight((evening.paul,), (evening.thug,))
    evening.turn(2 * 4)
    evening.keep(c.EndFight())
    assert evening.due() == {}
    passes(evening, 1)
    assert evening.due()["poison"]["given"] == {"poison": "arsenic", "stage": "secondary"}
    evening.settle("poison", (1, 3, 3))
    assert (paul(evening, "ability_damage", "poisons"), evening.due()) == (({"con": 6}, []), {})


def test_a_second_dose_has_a_minute_of_its_own(evening):
    """CD20-P-POIS-01."""
    evening.do(evening.paul, "poison", (20,), poison="belladonna", stage="initial")
    evening.fight((evening.paul,), (evening.thug,))
    evening.turn(2 * 3)
    evening.do(evening.paul, "poison", (20,), poison="belladonna", stage="initial")
    evening.keep(c.EndFight())
    passes(evening, 1)
    evening.settle("poison", (20,))
    evening.settle("poison", (20,))
    assert evening.due() == {}


def test_chloroform_wears_off_and_another_dose_lasts_its_own_time(evening):
    """CD20-P-POIS-01: an hour and a half into two hours, three hours more."""
    evening.do(evening.paul, "poison", (2, 2), poison="chloroform")
    passes(evening, 90)
    evening.do(evening.paul, "poison", (2, 3), poison="chloroform")
    passes(evening, 3 * HOUR - 1)
    assert paul(evening, "conditions") == ["unconscious_other"]
    passes(evening, 1)
    assert paul(evening, "conditions") == []


def test_whoever_is_woken_sleeps_no_longer(evening):
    """CD20-P-POIS-01: the Keeper's word ends it, and the next sleep has its own hours."""
    evening.do(evening.paul, "poison", (2, 1), poison="chloroform")
    passes(evening, 30)
    evening.write(evening.paul, conditions=[])
    evening.do(evening.paul, "apply_condition", condition="unconscious_other")
    passes(evening, 5 * HOUR)
    assert paul(evening, "conditions") == ["unconscious_other"]


def test_tear_gas_leaves_one_action_for_so_many_rounds(evening):
    """CD20-P-POIS-01: partial actions, counted in rounds."""
    evening.fight((evening.paul,), (evening.thug,))
    evening.rank(evening.paul, evening.thug)
    evening.do(evening.paul, "poison", (2, 2), poison="tear_gas")
    evening.turn(2)
    assert evening.left(evening.paul) == 2
    evening.turn(2)
    assert (evening.left(evening.paul), "choking" in evening.marks(evening.paul)) == (3, False)


def test_a_disease_from_its_incubation_to_its_cure(evening):
    """CD20-P-DIS-01: a save after the incubation, then each day; two good ones running cure."""
    evening.do(evening.paul, "disease", (1, 2), disease="plague")
    passes(evening, 2 * DAY - 1)
    assert evening.due() == {}
    passes(evening, 1)
    assert evening.due()["disease"]["given"] == {"disease": "plague", "stage": "daily", "successes_running": 0}
    evening.settle("disease", (1, 1))
    assert (paul(evening, "ability_damage"), evening.due()) == ({"con": 1}, {})
    passes(evening, DAY)
    evening.settle("disease", (19,))
    passes(evening, DAY)
    assert evening.due()["disease"]["given"]["successes_running"] == 1
    assert evening.settle("disease", (19,)).outcome["cured"] is True
    passes(evening, 30 * DAY)
    assert (paul(evening, "diseases"), evening.due()) == ([], {})


def test_a_day_of_illness_thrown_by_hand_counts_with_the_others(evening):
    """CD20-P-DIS-01: and moves the next one."""
    evening.do(evening.paul, "disease", (1, 1), disease="pneumonia")
    passes(evening, DAY)
    evening.settle("disease", (19,))
    passes(evening, DAY // 2)
    assert evening.do(evening.paul, "disease", (19,), disease="pneumonia", stage="daily").outcome["cured"] is True
    passes(evening, DAY)
    assert evening.due() == {}


def test_the_venom_of_a_bite_works_a_minute_later_too(evening):
    """CD20-P-POIS-01: the second save falls due by itself."""
    snake = evening.add(being="creature/serpent_person")
    evening.do(snake, "attack", (18, 60, 99), target=at(evening.paul), weapon_name="Morsure")
    evening.follow("poison", (19,))
    assert [one["poison"] for one in paul(evening, "poisons")] == ["serpent_person_venom"]


def test_a_wound_that_nobody_treats_festers(evening):
    """CD20-P-DIS-01: after two days; a PV a day, and no breath comes back."""
    evening.do(evening.paul, "apply_wound", (1,), zone="left_arm", gb=4)
    assert paul(evening, "wounds")[0]["stabilised"] is True
    passes(evening, 2 * DAY)
    evening.settle("disease", (1,))
    assert [one["disease"] for one in paul(evening, "diseases")] == ["infected_wound"]
    evening.do(evening.paul, "effort", (), cost=2, kind="violent")
    pf, pv = paul(evening, "pf", "pv")
    passes(evening, DAY)
    evening.settle("disease", (1,))
    assert paul(evening, "pf", "pv") == (pf, pv - 1)


def test_a_wound_treated_in_time_does_not(evening):
    """CD20-P-DIS-01: and one that has been thrown for is not asked about again."""
    for zone in ("left_arm", "right_arm"):
        evening.do(evening.paul, "apply_wound", (1,), zone=zone, gb=4)
    evening.do(evening.jack, "care", (20,), patient=at(evening.paul), wound=0, modifier=10)
    passes(evening, 2 * DAY)
    evening.settle("disease", (19,))
    passes(evening, 10 * DAY)
    assert evening.due() == {}


# ---- minds, wards ----


def test_a_short_madness_is_over_in_its_rounds(evening):
    """CD20-P-SAN-03: d10 rounds, in a fight as on the clock."""
    loss = {"success_loss": "0", "failure_loss": "6"}
    evening.fight((evening.paul,), (evening.thug,))
    evening.do(evening.paul, "sanity_check", (99, 99, 10, 3, 25), **loss)
    assert [(one["effect"], one["rounds"]) for one in paul(evening, "insanity")] == [("screams", 3)]
    evening.turn(2 * 2)
    assert len(paul(evening, "insanity")) == 1
    evening.turn(2)
    assert paul(evening, "insanity") == []


def test_a_mind_that_was_held_may_slide_again(evening):
    """CD20-P-SAN-04: once it has come back above nothing."""
    evening.write(evening.paul, san=0)
    passes(evening, 1)
    evening.settle("sanity_collapse", (20,), helper_bonus=10)
    passes(evening, HOUR)
    assert evening.due() == {}
    evening.write(evening.paul, san=5)
    passes(evening, HOUR)
    evening.write(evening.paul, san=0)
    passes(evening, 1)
    assert list(evening.due()) == ["sanity_collapse"]


def test_the_hour_of_losses_begins_with_the_first(evening):
    """CD20-P-SAN-04: sixty minutes from there, whatever the clock shows; other people's hours too."""
    thug = evening.add(being="sample/thug")
    evening.write(thug, san=60)
    passes(evening, 50)
    for id in (evening.paul, thug):
        evening.do(id, "sanity_check", (99,), success_loss="0", failure_loss="3")
    passes(evening, 59)
    assert (paul(evening, "san_lost_this_hour"), evening.marks(thug)["san_lost_this_hour"]) == (3, 3)
    passes(evening, 1)
    assert (paul(evening, "san_lost_this_hour"), evening.marks(thug).get("san_lost_this_hour", 0)) == (0, 0)


def test_a_ward_lasts_an_hour_from_its_casting(evening):
    """CD20-P-MAG-02: a hit does not make it last longer, another casting does."""
    evening.do(evening.paul, "cast_spell", (1,), spell="flesh_ward", amount=2)
    passes(evening, 50)
    evening.do(evening.paul, "cast_spell", (1,), spell="flesh_ward", amount=3)
    passes(evening, 50)
    assert evening.marks(evening.paul)["warded"] == 3
    passes(evening, 10)
    assert "warded" not in evening.marks(evening.paul)


def test_a_weaker_ward_changes_nothing_about_a_stronger_one(evening):
    """CD20-P-MAG-02: neither its armour nor the hour at which it ends."""
    evening.do(evening.paul, "cast_spell", (1,), spell="flesh_ward", amount=3)
    passes(evening, 50)
    evening.do(evening.paul, "cast_spell", (1,), spell="flesh_ward", amount=1)
    assert evening.marks(evening.paul)["warded"] == 3
    passes(evening, 10)
    assert "warded" not in evening.marks(evening.paul)


# ---- everybody lives ----


def test_adversaries_bleed_and_wake_like_anybody(evening):
    """CD20-HP-06, CD20-BLEED-04: also those whom nobody sees."""
    evening.write(evening.thug, pf=0)
    evening.keep(c.Show(character=evening.thug, hidden=True))
    passes(evening, HOUR)
    assert evening.sheet(evening.thug)["state"] == "ok"
    evening.do(evening.zombie, "apply_wound", (), zone="left_arm", gb=7)
    passes(evening, HOUR)
    assert evening.due() == {}  # nothing flows in it (CD20-CREA-03)


def test_the_dead_are_asked_for_nothing(evening):
    """CD20-HP-04: what was due goes with them, and no disease runs on."""
    evening.do(evening.paul, "disease", (1, 1), disease="plague")
    evening.do(evening.paul, "apply_wound", (99,), zone="left_arm", gb=7)
    passes(evening, 1)
    assert evening.due()
    evening.write(evening.paul, state="dead")
    assert evening.due() == {}
    passes(evening, 10 * DAY)
    assert evening.due() == {}


# ---- what does not wait for the next fight ----


def test_a_shock_outside_a_fight_is_over_with_the_time_it_takes(evening):
    """CD20-SHOCK-01: the turn it costs has passed by then."""
    evening.do(evening.paul, "apply_shock", (), shock="shock")
    assert paul(evening, "shock_next_turn") == "partial"
    passes(evening, 1)
    assert paul(evening, "shock_next_turn") == "none"
    evening.do(evening.paul, "apply_shock", (), shock="violent")
    evening.fight((evening.paul,), (evening.thug,))
    assert paul(evening, "shock_next_turn") == "skip"


def test_a_gesture_serves_the_next_spell_alone(evening):
    """CD20-P-MAG-02: two more to resist."""
    evening.do(evening.paul, "cast_spell", (), spell="voorish_gesture")
    dcs = []
    for _ in range(2):
        roll = evening.do(evening.paul, "cast_spell", None, spell="wrack", target=at(evening.thug))
        dcs.append(roll.outcome["save_dc"])
    assert dcs == [13, 11]


def test_whoever_is_blinded_misses_half_the_time(evening):
    """CD20-P-COND-01: given as `concealment`."""
    evening.write(evening.paul, conditions=["blinded"])
    roll = evening.do(evening.paul, "attack", (1, 60), target=at(evening.thug))
    assert roll.given["concealment"] == 50


def test_a_torment_is_written_on_its_victim(evening):
    """CD20-P-MAG-02: PF and a shock."""
    pf = evening.sheet(evening.thug)["pf"]
    evening.do(evening.paul, "cast_spell", (1, 1, 3), spell="wrack", target=at(evening.thug))
    thug = evening.sheet(evening.thug)
    assert (thug["pf"], thug["shock_next_turn"]) == (pf - 3, "partial")
