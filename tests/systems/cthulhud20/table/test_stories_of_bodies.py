"""Stories of bodies: what wounds, rest, care, fire, water and cold do over hours and days (HP, BLEED, ENV, P-HEAL)."""

import pytest

from gardien.core.scene import Being
from gardien.systems.cthulhud20.table.consequences import after_surgery
from gardien.table import commands as c
from systems.cthulhud20.evening import Evening, dues, facing, passes, refusal, rounds, values
from systems.table import at

HOUR, DAY = 60, 24 * 60
MEDICINE = {"knowledge_medicine": 4}


def operable(evening: Evening) -> None:
    """Paul’s left arm is wounded critically and treated; Jack knows how to operate."""
    evening.do(evening.paul, "apply_wound", (99,), zone="left_arm", gb=12)
    evening.do(evening.jack, "care", (20,), patient=at(evening.paul), modifier=20)
    evening.write(evening.jack, skill_ranks=MEDICINE)


# ---- rest ----


@pytest.mark.parametrize("activity", ["rest", "care", "work", "travel"])
def test_whoever_fainted_rests_while_the_others_work(opened, activity):
    """CD20-HP-06: a stunned or unconscious character left in peace is resting, and is up again, still prone."""
    table = opened()
    table.do(table.paul, "effort", (1,), cost=10, kind="violent")
    passes(table, HOUR, activity)
    assert values(table, table.paul, "pf", "state", "prone") == (1, "ok", True)
    passes(table, HOUR, "work")
    assert values(table, table.paul, "pf") == 1


def test_a_fight_of_one_round_breaks_the_rest(opened):
    """CD20-HP-06: an hour counts only if it holds no fight."""
    table = opened()
    table.write(table.paul, pf=5)
    passes(table, 50)
    facing(table, table.paul, table.thug)
    table.keep(c.EndFight())
    passes(table, 10)
    assert values(table, table.paul, "pf") == 5
    passes(table, 50)
    assert values(table, table.paul, "pf") == 6


def test_others_rest_on_while_two_fight(opened):
    """CD20-HP-06: a fight breaks the rest of whoever is in it."""
    table = opened()
    table.write(table.jack, pf=5)
    passes(table, 50)
    facing(table, table.paul, table.thug)
    table.keep(c.EndFight())
    passes(table, 10)
    assert values(table, table.jack, "pf") == 6


def test_the_ceiling_rises_with_the_wound_that_heals(opened):
    """CD20-HP-07: hours of rest stop at half as much again as the PV, a day of life raises it."""
    table = opened()
    table.write(table.paul, pv=5, pf=3)
    passes(table, 10 * HOUR)
    assert values(table, table.paul, "pf", "fatigue_malus") == (7, -1)
    passes(table, 14 * HOUR)
    assert values(table, table.paul, "pv", "pf") == (6, 8)
    passes(table, HOUR)
    assert values(table, table.paul, "pf") == 9


def test_light_wounds_are_gone_with_the_day(opened):
    """CD20-HP-06: at the end of a day with all PV."""
    table = opened()
    table.do(table.paul, "apply_wound", (), zone="left_arm", gb=2)
    passes(table, 23 * HOUR)
    assert len(values(table, table.paul, "wounds")) == 1
    passes(table, HOUR)
    assert values(table, table.paul, "wounds", "wound_notes") == ([], [])


def test_a_limb_that_was_lost_stays_lost(opened):
    """CD20-GB-07, CD20-HP-06: the wound heals, the arm does not grow again."""
    table = opened()
    table.do(table.paul, "apply_wound", (99,), zone="right_arm", gb=16)
    table.do(table.jack, "care", (20,), patient=at(table.paul), modifier=20)
    passes(table, 4 * DAY, "care")
    assert values(table, table.paul, "wounds", "lost_parts", "pv") == ([], ["right_arm"], 10)
    assert refusal(table, table.paul, "locate", (25, 30, 60), lost_parts=["right_arm"]) == ""


# ---- care ----


def test_a_wound_is_cared_for_by_its_place(opened):
    """CD20-BLEED-02: one roll per wound, and of two alike the one that is meant."""
    table = opened()
    for _ in range(2):
        table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=7)
    table.do(table.jack, "care", (20,), patient=at(table.paul), wound=1)
    assert [one["treated"] for one in values(table, table.paul, "wounds")] == [False, True]
    assert refusal(table, table.jack, "care", (), patient=at(table.paul), wound=1) == "already_treated"


def test_surgery_in_vain_is_tried_again_after_a_day(opened):
    """CD20-P-HEAL-01: retry after a day; another wound may be operated at once."""
    table = opened()
    operable(table)
    assert refusal(table, table.jack, "surgery", (1,), patient=at(table.paul)) == ""
    assert refusal(table, table.jack, "surgery", (20,), patient=at(table.paul)) == "act/operated"
    passes(table, 23 * HOUR)
    assert refusal(table, table.jack, "surgery", (20,), patient=at(table.paul)) == "act/operated"
    table.do(table.paul, "apply_wound", (99,), zone="right_arm", gb=12)
    table.do(table.jack, "care", (20,), patient=at(table.paul), wound=1, modifier=20)
    assert table.do(table.jack, "surgery", (20,), patient=at(table.paul)).given["wound"] == 1
    passes(table, HOUR)
    assert table.do(table.jack, "surgery", (20,), patient=at(table.paul)).outcome["success"]
    assert [one["surgery_done"] for one in values(table, table.paul, "wounds")] == [True, True]


def test_surgery_in_vain_on_a_wound_that_stands_on_no_sheet_leaves_nothing():
    """CD20-P-HEAL-01: a patient who was described bears the name of somebody without a wound."""
    unhurt = Being({"name": "Marcel", "wound_notes": ()}, {})
    assert after_surgery(unhurt, {"wound": 0}, {"success": False}, "Marcel") == {}


def test_a_part_serves_again_once_it_is_healed_and_operated(opened):
    """CD20-GB-05, CD20-P-HEAL-01: one without the other is not enough."""
    table = opened()
    operable(table)
    passes(table, 3 * DAY)
    assert values(table, table.paul, "pv", "hampered_parts") == (10, ["left_arm"])
    table.do(table.jack, "surgery", (20,), patient=at(table.paul))
    assert values(table, table.paul, "hampered_parts") == []
    passes(table, DAY)
    assert values(table, table.paul, "wounds") == []


def test_operated_first_and_healed_later(opened):
    """CD20-GB-05: the part waits for the last PV."""
    table = opened()
    operable(table)
    table.do(table.jack, "surgery", (20,), patient=at(table.paul))
    passes(table, 2 * DAY)
    assert values(table, table.paul, "pv", "hampered_parts") == (9, ["left_arm"])
    passes(table, DAY)
    assert values(table, table.paul, "pv", "hampered_parts", "wounds") == (10, [], [])


def test_a_healers_day_gives_two_points_once(opened):
    """CD20-P-HEAL-02: a roll each day; a day without one gives what any day gives."""
    table = opened(long_term_care=True)
    table.write(table.paul, pv=3, pf=3)
    table.do(table.jack, "long_term_care", (20,), bonus=5, tended=[at(table.paul)])
    passes(table, DAY, "care")
    assert values(table, table.paul, "pv") == 5
    passes(table, DAY, "care")
    assert values(table, table.paul, "pv") == 6
    table.do(table.jack, "long_term_care", (1,), bonus=5, tended=[at(table.paul)])
    passes(table, DAY, "care")
    assert values(table, table.paul, "pv") == 7


def test_a_healer_finds_the_wounded(opened):
    """CD20-P-HEAL-02: where nobody is named, those who are hurt; the healer is nobody’s patient."""
    table = opened(long_term_care=True)
    table.write(table.paul, pv=5, pf=5)
    table.write(table.jack, pv=5, pf=5)
    assert table.do(table.jack, "long_term_care", (20,), bonus=5).given["tended"] == ["Paul"]
    passes(table, DAY)
    assert (values(table, table.paul, "pv"), values(table, table.jack, "pv")) == (7, 6)


def test_no_healer_has_seven_patients(opened):
    """CD20-P-HEAL-02: up to six, and only where the house wants it."""
    table = opened(long_term_care=True)
    assert refusal(table, table.jack, "long_term_care", bonus=5, patients=7) == "too_many_patients"
    table.keep(c.Settings(options={"long_term_care": False}))
    assert refusal(table, table.jack, "long_term_care", bonus=5, patients=1) == "option_off"


def test_healing_hands_do_all_at_once(opened):
    """CD20-SPELL-02: it counts as care and as surgery; at all PV every wound is gone."""
    table = opened()
    table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=12)
    table.do(table.jack, "healing_touch", (8, 8), target=at(table.paul))
    assert values(table, table.paul, "pv", "pf", "wounds", "hampered_parts") == (10, 10, [], [])


def test_healing_hands_wake_and_do_not_raise(opened):
    """CD20-COND-02, CD20-SPELL-02: the state ends at one PF, whoever lies goes on lying."""
    table = opened()
    table.do(table.paul, "effort", (1,), cost=12, kind="violent")
    table.do(table.jack, "healing_touch", (1, 1), target=at(table.paul))
    assert values(table, table.paul, "state", "prone") == ("ok", True)


def test_blood_that_stops_by_fate_asks_for_nothing(opened):
    """CD20-P-DEST-01: all wounds stop, and with them what they were due."""
    table = opened(fate=True)
    table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=12)
    passes(table, 1)
    assert table.due()["advance_time"]["character"] == table.paul
    table.do(table.paul, "spend_destiny", (), effect="clot")
    assert (table.due(), values(table, table.paul, "destiny_left")) == ({}, 0)


# ---- fire, cold, blasts ----


def test_petrol_burns_on(opened):
    """CD20-P-EXPL-01, CD20-ENV-02: whoever did not leap aside is on fire, from the next round on."""
    table = opened()
    table.do(
        None, "explosion", (1, 1, 60, 20, 1, 60), explosive="petrol_bomb", victims=[at(table.paul), at(table.jack)]
    )
    assert values(table, table.jack, "burning") is None
    assert values(table, table.paul, "burning")["round"] == 0
    facing(table, table.paul, table.thug)
    rounds(table)
    table.settle("lasting_cause", (4,))
    assert values(table, table.paul, "burning") == {"max_damage": 6, "d10": 4, "round": 1, "source": "blaze"}
    rounds(table)
    assert table.settle("lasting_cause", ()).given["first_round"] == 2


def test_flames_that_are_out_at_once_leave_nothing_more(opened):
    """CD20-P-ENV-03: a fire that has not had its first round leaves no wound of its own."""
    table = opened()
    table.do(None, "explosion", (1, 1, 60), explosive="petrol_bomb", victims=[at(table.paul)])
    before = values(table, table.paul, "wounds")
    table.do(table.paul, "extinguish", (20,))
    assert values(table, table.paul, "burning", "wounds") == (None, before)


@pytest.mark.parametrize("fire", [{}, {"round": 7}, {"round": 0, "d10": 4}])
def test_a_fire_by_the_game_masters_word_begins_with_its_die(opened, fire):
    """CD20-ENV-02: whatever round was written, nothing of it has been played without the die of the first."""
    table = opened()
    table.write(table.paul, burning={"max_damage": 6, **fire})
    facing(table, table.paul, table.thug)
    rounds(table)
    table.settle("lasting_cause", (4,))
    assert values(table, table.paul, "burning") == {"max_damage": 6, "d10": 4, "round": 1, "source": "lasting_cause"}


def test_a_fire_without_its_die_leaves_no_wound(opened):
    """CD20-ENV-02, CD20-P-ENV-03: it was put out before its first round."""
    table = opened()
    table.write(table.paul, burning={"max_damage": 6})
    before = values(table, table.paul, "wounds")
    table.do(table.paul, "extinguish", (20,))
    assert values(table, table.paul, "burning", "wounds") == (None, before)


def test_the_senseless_burn_until_somebody_puts_them_out(opened):
    """CD20-ENV-02, CD20-P-ENV-03: a friend is help, whom nobody has to mention."""
    table = opened()
    table.do(table.paul, "effort", (2,), cost=12, kind="violent")
    table.do(table.paul, "lasting_cause", (6,), cause="blaze", rounds=1, stops=False)
    assert table.do(table.jack, "extinguish", (19,), victim=at(table.paul)).given["helped"] is True
    assert values(table, table.paul, "burning", "state") == (None, "unconscious")


def test_whoever_burns_to_death_without_breath_has_none_to_lose(opened):
    """CD20-HP-04: what was left counts as the losses of a mortal wound; below 0 nothing was (it was refused)."""
    table = opened()
    table.do(table.paul, "effort", (2,), cost=12, kind="violent")
    table.do(table.paul, "lasting_cause", (3,), cause="blaze", rounds=1, stops=False)
    passes(table, 1)
    table.settle("lasting_cause", ())
    assert values(table, table.paul, "state") == "dead"
    assert [one["pf_loss"] for one in values(table, table.paul, "wounds")] == [4]  # until it was mortal


def test_a_burn_remembers_what_it_came_from(opened):
    """CD20-TRACK-01: put out or burnt out, the wound says so."""
    table = opened()
    table.do(table.paul, "lasting_cause", (6,), cause="blaze", rounds=1, stops=False)
    table.do(table.paul, "extinguish", (20,))
    table.do(table.jack, "lasting_cause", (6, 99), cause="acid_splash", rounds=1)
    sources = [values(table, id, "wound_notes")[0]["source"] for id in (table.paul, table.jack)]
    assert sources == ["blaze", "acid_splash"]


def test_cold_and_smoke_are_counted_apart(opened):
    """CD20-P-ENV-04: each further check of the same cause is harder."""
    table = opened()
    dcs = [
        table.do(table.paul, "exposure", (1,), cause=cause).outcome["dc"]
        for cause in ("cold", "cold", "smoke", "smoke")
    ]
    assert dcs == [15, 16, 15, 16]


def test_half_an_hour_in_the_cold_asks_three_times(opened):
    """CD20-P-ENV-04: every ten minutes, each time harder; then a PF, at 0 a PV; the senseless do not rest there."""
    table = opened()
    table.write(table.paul, pf=2)
    mi_go = table.add(being="creature/mi_go")
    passes(table, 30, "cold")
    asked = [one for one in table.play["due"].values() if one["procedure"] == "exposure"]
    assert {one["character"] for one in asked}.isdisjoint({mi_go})
    mine = next(id for id, one in table.play["due"].items() if one["character"] == table.paul)
    told = []
    for dice in ((1,), (1, 1), (1,)):
        table.keep(c.Settle(due=mine, dice=dice))
        told.append((table.roll().outcome["dc"], *values(table, table.paul, "pf", "pv")))
        mine = next((id for id, one in table.play["due"].items() if one["character"] == table.paul), "")
    assert (told, mine) == ([(15, 1, 10), (16, 0, 10), (17, 0, 9)], "")
    passes(table, HOUR)
    assert values(table, table.paul, "pf") == 1


def test_some_beings_feel_no_cold_and_do_not_drown(opened):
    """CD20-P-CREA-03: the Mi-Go bears the cold, the Deep One breathes water."""
    table = opened()
    mi_go, deep_one = (table.add(being=f"creature/{key}") for key in ("mi_go", "deep_one"))
    assert refusal(table, mi_go, "exposure", (1,), cause="cold") == "act/immune"
    assert refusal(table, mi_go, "exposure", (1,), cause="smoke") == ""
    assert refusal(table, deep_one, "drowning", (1,)) == "breathes_water"


def test_smoke_leaves_a_partial_action(opened):
    """CD20-P-ENV-04: a failure costs the rest of the next turn."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "exposure", (1,), cause="smoke")
    rounds(table)
    assert table.left(table.paul) == 2
    rounds(table)
    assert table.left(table.paul) == 3


def test_a_useless_leg_neither_runs_nor_charges(opened):
    """CD20-P-WOUND-01: it throws its owner down, halves the speed, and bars running and charging."""
    table = opened()
    table.do(table.paul, "apply_wound", (99,), zone="left_leg", gb=12)
    assert values(table, table.paul, "prone", "hampered_parts") == (True, ["left_leg"])
    table.write(table.paul, prone=False, weapons=[{"weapon": "knife", "name": "Couteau"}])
    assert refusal(table, table.paul, "movement", mode="run") == "leg"
    assert table.do(table.paul, "movement", (), mode="move").outcome["distance_m"] == 4.5
    charge = {"target": at(table.thug), "situation": ["charging"]}
    assert refusal(table, table.paul, "attack", (1, 60), **charge) == "act/no_charge"


def test_whoever_is_dead_or_gone_is_owed_nothing(opened):
    """CD20-HP-04: the second save of a poison dies with the poisoned."""
    table = opened()
    for id in (table.paul, table.jack):
        table.do(id, "poison", (1, 1), poison="arsenic", stage="initial")
    table.do(table.paul, "apply_wound", (), zone="head", gb=16)
    passes(table, 5)
    assert [one["character"] for one in table.due().values()] == [table.jack]
    table.keep(c.Remove(character=table.jack))
    assert table.due() == {}


@pytest.mark.parametrize("cause", ["cold", "smoke"])
def test_an_hour_out_of_it_and_the_next_check_is_the_first_again(opened, cause):
    """CD20-P-ENV-04: harder each time while it lasts; ten minutes of cold between two checks are no break."""
    table = opened()
    assert [table.do(table.paul, "exposure", (20,), cause=cause).outcome["dc"] for _ in range(2)] == [15, 16]
    passes(table, 10)
    assert table.do(table.paul, "exposure", (20,), cause=cause).outcome["dc"] == 17
    passes(table, HOUR)
    assert table.do(table.paul, "exposure", (20,), cause=cause).outcome["dc"] == 15


def test_an_hour_of_rest_counts_whatever_else_is_over_with_it(opened):
    """CD20-HP-06, CD20-P-SAN-04: the hour of losses and the hour of rest end together."""
    table = opened()
    table.write(table.paul, pf=5, san=50)
    table.do(table.paul, "sanity_check", (99, 4), success_loss="0", failure_loss="1d4")
    passes(table, HOUR)
    assert values(table, table.paul, "pf", "san_lost_this_hour") == (6, 0)


def test_an_hour_by_the_fire_and_the_cold_begins_anew(opened):
    """CD20-P-ENV-04, CD20-HP-06: the breath that it cost is back, and so is the first check."""
    table = opened()
    table.keep(c.Advance(minutes=10, activities={table.paul: "cold"}))
    table.settle("exposure", (1,))
    assert values(table, table.paul, "pf") == 9
    passes(table, HOUR)
    assert values(table, table.paul, "pf") == 10
    table.keep(c.Advance(minutes=10, activities={table.paul: "cold"}))
    assert table.settle("exposure", (20,)).outcome["dc"] == 15


def test_blood_in_the_cold(opened):
    """CD20-BLEED-04, CD20-P-ENV-04: two tens of minutes ask twice for each."""
    table = opened()
    table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=3)
    table.keep(c.Advance(minutes=20, activities={table.paul: "cold"}))
    asked = []
    while what := dues(table, table.paul):
        asked.append(what[0])
        table.settle(what[0], (20,) if what[0] == "exposure" else (99,))
    assert sorted(asked) == ["advance_time"] * 2 + ["exposure"] * 2
    assert values(table, table.paul, "pv") == 7


def test_what_keeps_hit_points_loses_no_leg(opened):
    """CD20-CREA-01, CD20-CREA-02: neither by a blast nor by a barrage; a fire on it asks for no wound either."""
    table = opened()
    facing(table, table.paul, table.shoggoth)
    for act, given in (("explosion", {"explosive": "grenade"}), ("suppressive_fire", {"weapon": "thompson"})):
        assert refusal(table, table.paul, act, victims=[at(table.shoggoth)], **given) == "no_zones"
    table.write(table.shoggoth, burning={"max_damage": 6, "round": 0, "source": "blaze"})
    rounds(table)
    assert dues(table, table.shoggoth) == []
