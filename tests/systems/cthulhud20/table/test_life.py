"""Time at the table: wounds that worsen on rounds, minutes and ten minutes; rest, days, minds; all of it taken back."""

from typing import Any

import pytest

from gardien.table import commands as c
from systems.cthulhud20.evening import Evening
from systems.table import at

HOUR, DAY = 60, 24 * 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def wound(severity: str, gb: int, tick: int, zone: str = "left_leg", **more: Any) -> dict[str, Any]:
    plain = {"zone": zone, "gb": gb, "severity": severity, "pf_loss": 2, "pv_loss": 1, "bleeding": True}
    return {
        **plain,
        **dict.fromkeys(("stabilised", "treated", "surgery_done"), False),
        "next_tick_in_rounds": tick,
        **more,
    }


# ---- the clock ----


def test_whoever_bleeds_throws_as_the_clock_goes_on(evening):
    """CD20-BLEED-03, CD20-BLEED-04: a grave wound every minute, a moderate one every ten."""
    evening.write(evening.paul, pf=7, pv=8, wounds=[wound("grave", 6, 10), wound("moderate", 3, 100, "right_arm")])
    evening.keep(c.Advance(minutes=3))
    assert evening.due()["advance_time"]["given"] == {"minutes": 3}
    roll = evening.settle("advance_time", (90, 80, 70), seat=evening.ann)
    assert [one["at_round"] for one in roll.outcome["ticks"]] == [10, 20, 30]
    paul = evening.sheet(evening.paul)
    assert (paul["pf"], paul["pv"], evening.due()) == (4, 5, {})
    assert [one["next_tick_in_rounds"] for one in paul["wounds"]] == [10, 70]
    evening.keep(c.Advance(minutes=7))
    evening.settle("advance_time", (5, 3))
    paul = evening.sheet(evening.paul)
    assert [(one["bleeding"], one["stabilised"]) for one in paul["wounds"]] == [(False, True), (False, True)]


def test_a_wound_that_nobody_treats_kills(evening):
    """CD20-HP-04, CD20-BLEED-04: and care in time does not."""
    evening.write(evening.paul, pf=4, pv=2, wounds=[wound("grave", 10, 10)])
    evening.keep(c.Advance(minutes=2))
    evening.settle("advance_time", (100,))
    assert evening.sheet(evening.paul)["state"] == "dead"
    assert evening.due() == {}
    evening.keep(c.Undo())
    evening.keep(c.Undo())
    evening.do(evening.paul, "care", (20,), patient=at(evening.paul), modifier=5)
    evening.keep(c.Advance(minutes=2))
    assert evening.due() == {}
    assert evening.sheet(evening.paul)["pv"] == 2


def test_what_falls_due_is_seen_before_and_taken_back_with_the_clock(evening):
    """Nothing happens to a wound before somebody throws; undone, the clock and the wound are as they were."""
    evening.write(evening.paul, pf=7, pv=8, wounds=[wound("grave", 9, 10)])
    before = evening.play
    evening.keep(c.Advance(minutes=3))
    assert evening.sheet(evening.paul)["pv"] == 8
    evening.settle("advance_time", (50, 50, 5))
    evening.keep(c.Undo())
    evening.keep(c.Undo())
    assert {name: one for name, one in evening.play.items() if name != "due"} == {
        name: one for name, one in before.items() if name != "due"
    }
    assert not evening.due()


def test_time_that_waits_to_be_thrown_adds_up(evening):
    """CD20-BLEED-04: whoever bleeds while the clock goes on in pieces throws for all of them at once."""
    evening.write(evening.paul, pf=7, pv=8, wounds=[wound("grave", 9, 10)])
    evening.keep(c.Advance(minutes=1))
    evening.keep(c.Advance(minutes=2))
    (due,) = evening.due().values()
    assert (due["given"], due["since"]) == ({"minutes": 3}, 0)
    evening.settle("advance_time", (50, 50, 50))
    assert (evening.sheet(evening.paul)["pv"], evening.due()) == (5, {})


@pytest.mark.parametrize("jumps", [(35,), (7,) * 5])
def test_whoever_faints_on_the_road_rests_from_there_on(evening, jumps):
    """CD20-HP-06, CD20-BLEED-04: in one jump as in many, though the others travel."""
    evening.write(evening.paul, pf=1, pv=5, wounds=[wound("grave", 10, 10)])
    for minutes in jumps:
        evening.keep(c.Advance(minutes=minutes, activity="travel"))
        if evening.due():
            evening.settle("advance_time", (1, 3))  # he faints after a minute, and the wound closes
    paul = evening.sheet(evening.paul)
    assert (paul["state"], paul["rested_rounds"], evening.due()) == ("unconscious", 340, {})


def test_a_night_gives_back_breath_and_a_day_life(evening):
    """CD20-HP-06, CD20-HP-07: an hour a PF, a day a PV, under the ceiling; without a die."""
    evening.write(evening.paul, pf=2, pv=6)
    evening.keep(c.Advance(minutes=8 * HOUR))
    paul = evening.sheet(evening.paul)
    assert (paul["pf"], paul["pv"], paul["rested_rounds"]) == (9, 6, 8 * 600)
    assert evening.due() == {}
    evening.keep(c.Advance(minutes=16 * HOUR))
    assert (evening.sheet(evening.paul)["pv"], evening.sheet(evening.paul)["pf"]) == (7, 10)


def test_minutes_add_up_to_an_hour_unless_something_disturbs_them(evening):
    """CD20-HP-06: an hour holds no effort, no fight and no new wound."""
    evening.write(evening.paul, pf=5)
    evening.keep(c.Advance(minutes=40))
    assert (evening.sheet(evening.paul)["pf"], evening.sheet(evening.paul)["rested_rounds"]) == (5, 400)
    evening.keep(c.Advance(minutes=20))
    assert evening.sheet(evening.paul)["pf"] == 6
    evening.keep(c.Advance(minutes=40))
    evening.do(evening.paul, "effort", (), effort="sprint")
    assert (evening.sheet(evening.paul)["pf"], evening.sheet(evening.paul)["rested_rounds"]) == (5, 0)
    evening.keep(c.Advance(minutes=59))
    assert evening.sheet(evening.paul)["pf"] == 5
    evening.keep(c.Advance(minutes=1))
    assert evening.sheet(evening.paul)["pf"] == 6


def test_whoever_fainted_wakes_by_rest(evening):
    """CD20-HP-06, CD20-COND-02: at 1 PF, still on the ground."""
    evening.write(evening.paul, pf=-1)
    assert evening.sheet(evening.paul)["state"] == "unconscious"
    evening.keep(c.Advance(minutes=HOUR))
    assert evening.sheet(evening.paul)["state"] == "unconscious"
    evening.keep(c.Advance(minutes=HOUR))
    paul = evening.sheet(evening.paul)
    assert (paul["pf"], paul["state"], paul["prone"]) == (1, "ok", True)


def test_treated_wounds_are_gone_once_all_is_healed(evening):
    """CD20-HP-06, CD20-GB-05."""
    evening.write(
        evening.paul,
        pv=9,
        wounds=[wound("grave", 6, 0, bleeding=False, treated=True), wound("light", 1, 0, bleeding=False)],
    )
    evening.keep(c.Advance(minutes=DAY))
    paul = evening.sheet(evening.paul)
    assert (paul["pv"], paul["wounds"], paul["wound_notes"]) == (10, [], [])


def test_untreated_wounds_give_no_life_back(evening):
    """CD20-HP-06: natural stabilisation is no care."""
    evening.write(evening.paul, pv=7, wounds=[wound("grave", 6, 0, bleeding=False, stabilised=True)])
    evening.keep(c.Advance(minutes=3 * DAY))
    assert evening.sheet(evening.paul)["pv"] == 7


# ---- minds and creatures ----


def test_a_mind_that_slides(evening):
    """CD20-P-SAN-04: a SAN each round until somebody stops it, or it is gone."""
    evening.write(evening.paul, san=0)
    evening.keep(c.Advance(minutes=1))
    assert evening.due()["sanity_collapse"]["given"] == {"rounds": 10}
    evening.settle("sanity_collapse", ())
    paul = evening.sheet(evening.paul)
    assert (paul["san"], [one["kind"] for one in paul["insanity"]]) == (-10, ["permanent"])
    assert evening.due() == {}
    evening.keep(c.Undo())
    evening.settle("sanity_collapse", (20,), helper_bonus=5)
    assert (evening.sheet(evening.paul)["san"], evening.marks(evening.paul)["mind_held"]) == (0, True)
    evening.keep(c.Advance(minutes=1))
    assert evening.due() == {}


def test_creatures_that_heal(evening):
    """CD20-P-CREA-03: so many hit points a round, no more than they had; not once they are destroyed."""
    evening.write(evening.shoggoth, hp_current=100)
    evening.fight((evening.paul,), (evening.shoggoth,))
    evening.turn(2)
    assert evening.sheet(evening.shoggoth)["hp_current"] == 105
    evening.keep(c.Advance(minutes=1))
    assert evening.sheet(evening.shoggoth)["hp_current"] == 155
    evening.keep(c.Advance(minutes=HOUR))
    assert evening.sheet(evening.shoggoth)["hp_current"] == 248
    evening.write(evening.shoggoth, hp_current=0)
    evening.keep(c.Advance(minutes=HOUR))
    assert evening.sheet(evening.shoggoth)["hp_current"] == 0


# ---- rounds ----


def test_the_end_of_a_round_brings_a_loss_nearer_or_asks_for_it(evening):
    """CD20-BLEED-04: nothing is thrown before it is due."""
    evening.write(evening.paul, wounds=[wound("grave", 6, 2)])
    evening.fight((evening.paul,), (evening.thug,))
    evening.turn(2)
    assert (evening.due(), evening.sheet(evening.paul)["wounds"][0]["next_tick_in_rounds"]) == ({}, 1)
    evening.turn(2)
    assert evening.due()["advance_time"]["given"] == {"rounds": 1}


def test_the_worst_wound_alone(tmp_path):
    """CD20-BLEED-05: where the table wants it so, the clocks of the others stand still."""
    evening = Evening(tmp_path, worst_wound_only=True)
    evening.write(evening.paul, wounds=[wound("moderate", 3, 1), wound("grave", 6, 5)])
    evening.fight((evening.paul,), (evening.thug,))
    evening.turn(2)
    assert [one["next_tick_in_rounds"] for one in evening.sheet(evening.paul)["wounds"]] == [1, 4]
    evening.store.close()


def test_a_fight_is_no_rest_and_fire_goes_on(evening):
    """CD20-HP-06, CD20-ENV-02: fire, then the mind that slides."""
    burning = {"max_damage": 6, "d10": 3, "round": 2}
    evening.write(evening.paul, pf=5, rested_rounds=300, burning=burning, san=-2)
    evening.fight((evening.paul,), (evening.thug,))
    evening.turn(2)
    assert evening.due()["lasting_cause"]["given"] == {"rounds": 1}
    evening.settle("lasting_cause", ())
    assert evening.sheet(evening.paul)["rested_rounds"] == 0
    assert evening.settle("sanity_collapse", ()).given["rounds"] == 1
    assert evening.due() == {}


@pytest.mark.parametrize("cut", [(75,), (25, 25, 25), (11, 64)])
def test_losses_that_are_let_pass_leave_the_beat_of_the_wound(evening, cut):
    """CD20-BLEED-04: a loss every ten minutes, the first after two, however the clock was cut."""
    evening.write(evening.paul, wounds=[wound("moderate", 3, 20)])
    for minutes in cut:
        evening.keep(c.Advance(minutes=minutes))
        for id in list(evening.play.get("due", {})):
            evening.keep(c.Dismiss(due=id))
    hurt = evening.sheet(evening.paul)["wounds"][0]
    assert (hurt["next_tick_in_rounds"], hurt["bleeding"]) == (70, True)


def test_a_critical_wound_bleeds_at_the_end_of_every_round(evening):
    """CD20-BLEED-04: thrown by whoever bleeds, in the fight."""
    evening.write(evening.paul, pf=6, pv=7, wounds=[wound("critical", 11, 1)])
    evening.fight((evening.paul,), (evening.thug,))
    evening.rank(evening.paul, evening.thug)
    evening.turn(2)
    evening.settle("advance_time", (90,), seat=evening.ann)
    assert (evening.sheet(evening.paul)["pf"], evening.sheet(evening.paul)["pv"]) == (5, 6)
    evening.turn(2)
    evening.settle("advance_time", (2,))
    assert evening.sheet(evening.paul)["wounds"][0]["stabilised"] is True
    evening.turn(2)
    assert evening.due() == {}
