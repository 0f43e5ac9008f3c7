"""Time at the table: every delay runs from what began it, by turns and on the clock, and ends when its cause does."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.operators.table.cell import DAY, FALLS, GRAVE, HOUR, LIGHT, STAYS
from systems.operators.table.cell import cell as cell
from systems.operators.table.cell import cells as cells
from systems.table import at


def ring(cell, who):
    return "clock_expires" in cell.due(who)


# ---- the death clock ----


def test_a_delay_that_is_drawn_late_is_over_at_once(cell):
    """OPS-HLTH-08: two minutes, drawn an hour after the wound."""
    ares = cell.operator()
    cell.advance(100)
    cell.hurt(ares, GRAVE, STAYS)
    cell.advance(HOUR)
    cell.settle(ares, "start_clock", 1)
    assert ring(cell, ares)


def test_a_wound_left_alone_goes_from_level_to_level_in_one_jump(cell):
    """OPS-HLTH-08: hours of a light wound, then minutes of a grave one, then death."""
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.advance(DAY)
    cell.settle(ares, "start_clock", 1)
    cell.settle(ares, "clock_expires", 90, STAYS, 1)
    assert cell.sheet(ares)["clock"] == {"delay": 2, "unit": "minutes", "since": 2 * HOUR}
    cell.settle(ares, "clock_expires", 90)
    assert cell.level(ares) == "dead"
    assert cell.due(ares) == []


def test_a_wound_written_by_its_damage_alone_has_its_level(cell):
    """OPS-HLTH-02, OPS-LUCK-04: luck takes the last one back, and the one before still counts."""
    ares = cell.operator(luck=90)
    cell.keep(c.Edit(character=ares, fields={"wounds": [{"damage": 3}], "wound_level": "superficial"}))
    cell.hurt(ares, GRAVE, STAYS)
    assert [one["level"] for one in cell.sheet(ares)["wounds"]] == ["superficial", "grave"]
    cell.do(ares, "luck_cancel_grave")
    assert cell.level(ares) == "superficial"


def test_a_recovery_says_how_long_each_of_its_stages_takes(cell):
    """OPS-HLTH-11: one that does not, written by hand, could not be lived through."""
    ares = cell.operator()
    with pytest.raises(Refusal) as refused:
        cell.keep(c.Override(path=f"characters/{ares}/sheet/recovery", value={"stages": ["light"]}, reason="?"))
    assert refused.value.id in ("table/unfit", "field/length_at_least")
    cell.advance(DAY)


def test_a_second_grave_wound_after_first_aid_has_its_own_clock(cell):
    """OPS-HLTH-08, OPS-HLTH-09."""
    ares, medic = cell.operator(), cell.operator("ASCLEPIOS")
    cell.hurt(ares, GRAVE, STAYS)
    cell.aid(ares, medic)
    cell.advance(DAY)
    cell.hurt(ares, GRAVE, STAYS)
    assert cell.sheet(ares)["stabilised"] is False
    assert cell.sheet(ares)["clock"] == {"delay": 0, "unit": "minutes", "since": DAY}
    cell.advance(10)
    cell.settle(ares, "start_clock", 1)
    assert ring(cell, ares)


def test_a_second_grave_wound_does_not_stop_a_clock_that_runs(cell):
    """OPS-HLTH-08: the delay is of the worst wound, which is as bad as it was."""
    ares = cell.operator()
    cell.hurt(ares, GRAVE, STAYS)
    cell.advance(1)
    cell.settle(ares, "start_clock", 6)
    cell.advance(3)
    cell.hurt(ares, GRAVE, STAYS)
    assert cell.sheet(ares)["clock"] == {"delay": 7, "unit": "minutes", "since": 0}
    cell.advance(3)
    assert ring(cell, ares)


def test_turns_of_a_fight_count_for_the_minutes_of_a_grave_wound(cell):
    """OPS-HLTH-08, OPS-TIME-01: ten turns of six seconds are the first minute, ten more the second."""
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.hurt(ares, GRAVE, STAYS)
    cell.turn(2 * 10)
    assert cell.due(ares) == ["start_clock"]
    cell.settle(ares, "start_clock", 1)
    cell.turn(2 * 9)
    assert not ring(cell, ares)
    cell.turn(2)
    assert ring(cell, ares)


def test_adversaries_bleed_too(cell):
    """OPS-HLTH-08: what nobody sees to kills a guard as well."""
    guard = cell.guard()
    cell.hurt(guard, GRAVE, FALLS)
    cell.advance(HOUR)
    cell.settle(guard, "start_clock", 1)
    cell.settle(guard, "clock_expires", 90)
    assert cell.level(guard) == "dead"


def test_a_fumbled_first_aid_ends_the_delay(cell):
    """OPS-HLTH-09, M-04: and whoever failed waits a minute before the next try; somebody else need not."""
    ares, medic, other = cell.operator(), cell.operator("ASCLEPIOS"), cell.operator("ARGOS")
    cell.hurt(ares, GRAVE, STAYS)
    cell.advance(1)
    cell.settle(ares, "start_clock", 6)
    roll = cell.do(medic, "first_aid", (99,), patient=at(ares))
    assert roll.outcome["delay_ended"] is True
    cell.advance(1)
    assert ring(cell, ares)
    cell.do(other, "first_aid", (90,), patient=at(ares))
    with pytest.raises(Refusal, match="same healer"):
        cell.do(other, "first_aid", (90,), patient=at(ares))
    cell.aid(ares, medic)
    assert not ring(cell, ares)


def test_whoever_is_brought_along_wounded_has_a_clock(cell):
    """OPS-HLTH-08."""
    ares = cell.operator(wound_level="light")
    assert cell.sheet(ares)["clock"] == {"delay": 0, "unit": "hours", "since": 0}


def test_a_mortal_risk_that_is_let_pass_leaves_another_delay(cell):
    """OPS-HLTH-08: and one that is not drawn runs no more."""
    ares = cell.operator()
    cell.hurt(ares, GRAVE, STAYS)
    cell.advance(10)
    cell.settle(ares, "start_clock", 1)
    cell.dismiss(ares)
    assert cell.due(ares) == ["start_clock"]
    cell.dismiss(ares)
    assert cell.due(ares) == []
    cell.advance(DAY)
    assert cell.due(ares) == []


# ---- care ----


def test_a_graver_wound_stops_the_recovery_of_an_old_one(cell):
    """OPS-HLTH-11: a grave wound must be stabilised first."""
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.do(ares, "recover", (99, 99))
    cell.advance(10 * DAY)
    cell.hurt(ares, GRAVE, STAYS)
    assert cell.sheet(ares).get("recovery") is None
    cell.advance(40 * DAY)
    assert cell.level(ares) == "grave"
    assert cell.sheet(ares)["stabilised"] is False


def test_another_wound_of_the_level_begins_its_stage_again(cell):
    """OPS-HLTH-11, OPS-HLTH-06: a lesser one changes nothing."""
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.do(ares, "recover", (99, 99))
    cell.advance(20 * DAY)
    cell.hurt(ares, 1)
    cell.advance(9 * DAY)
    cell.hurt(ares, LIGHT)
    cell.advance(29 * DAY)
    assert cell.level(ares) == "light"
    cell.advance(DAY)
    assert cell.level(ares) == "superficial"


def test_whoever_travels_or_works_is_not_in_hospital(cell):
    """OPS-HLTH-11: the days of a stage are counted where one is looked after."""
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.do(ares, "recover", (99, 99))
    cell.advance(20 * DAY)
    cell.advance(30 * DAY, "travel")
    assert cell.level(ares) == "light"
    cell.advance(9 * DAY, "care")
    assert cell.level(ares) == "light"
    cell.advance(1 * DAY)
    assert cell.level(ares) == "superficial"


def test_time_in_care_begins_with_the_tests_of_a_recovery(cell):
    """OPS-HLTH-11, OPS-HLTH-12: nobody needs to remember it before the clock moves."""
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.advance(30 * DAY, "care")
    assert cell.due(ares) == ["recover"]
    cell.settle(ares, "recover", 20, 99)
    assert cell.level(ares) == "none"


def test_a_hospital_waits_for_first_aid_on_a_grave_wound(cell):
    """OPS-HLTH-11."""
    ares = cell.operator()
    cell.hurt(ares, GRAVE, STAYS)
    cell.advance(1, "care")
    assert cell.due(ares) == ["start_clock"]


def test_stabilised_and_alone_one_heals_in_twice_the_time(cell):
    """M-05, OPS-HLTH-11."""
    ares, medic = cell.operator(), cell.operator("ASCLEPIOS")
    cell.hurt(ares, LIGHT)
    cell.aid(ares, medic)
    cell.advance(59 * DAY)
    assert cell.level(ares) == "light"
    cell.advance(DAY, "work")
    assert cell.level(ares) == "superficial"


def test_wounds_that_have_healed_do_not_add_up(cells):
    """OPS-HLTH-07: with three light wounds to a grave one, those of last month are over."""
    cell = cells(wound_accumulation=3)
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.hurt(ares, LIGHT)
    cell.do(ares, "recover", (99, 99))
    cell.advance(30 * DAY)
    cell.hurt(ares, LIGHT)
    assert cell.level(ares) == "light"


# ---- doses, drained scores ----


def test_a_second_dose_lasts_its_own_four_hours(cell):
    """OPS-HLTH-10."""
    ares = cell.operator()
    cell.do(ares, "give_painkiller", ())
    cell.advance(3 * HOUR)
    cell.do(ares, "give_painkiller", ())
    cell.advance(3 * HOUR)
    assert cell.sheet(ares)["painkiller"] is True
    cell.advance(HOUR)
    assert cell.sheet(ares)["painkiller"] is False


def test_pain_comes_back_when_the_dose_is_over(cell):
    """OPS-HLTH-04, OPS-HLTH-10."""
    ares, medic = cell.operator(), cell.operator("ASCLEPIOS")
    cell.hurt(ares, GRAVE, STAYS)
    cell.aid(ares, medic)
    cell.do(ares, "give_painkiller", ())
    assert cell.difficulty(ares) == "standard"
    cell.advance(5 * HOUR)
    assert cell.difficulty(ares) == "extreme"


def test_a_drained_point_comes_back_a_day_after_it_was_lost(cell):
    """OPS-CREAT-09: not at midnight; each score has its own day."""
    ares = cell.operator()
    cell.advance(23 * HOUR)
    cell.write(ares, drain={"FOR": {"temporary": 3, "permanent": 1}})
    cell.advance(12 * HOUR)
    cell.write(ares, drain={"FOR": {"temporary": 3, "permanent": 1}, "POU": {"temporary": 2, "permanent": 0}})
    cell.advance(12 * HOUR - 1)
    assert cell.sheet(ares)["drain"]["FOR"]["temporary"] == 3
    cell.advance(1)
    drain = cell.sheet(ares)["drain"]
    assert (drain["FOR"], drain["POU"]["temporary"]) == ({"temporary": 2, "permanent": 1}, 2)
    cell.advance(12 * HOUR)
    assert cell.sheet(ares)["drain"]["POU"]["temporary"] == 1
    cell.advance(10 * DAY)
    assert [one["temporary"] for one in cell.sheet(ares)["drain"].values()] == [0, 0]


# ---- the mind ----


def test_a_month_in_an_institution_is_a_test_and_a_break_begins_it_again(cell):
    """OPS-SAN-11, M-15."""
    ares = cell.operator(madness="indefinite")
    cell.advance(29 * DAY, "institution")
    cell.advance(DAY, "travel")
    cell.advance(29 * DAY, "institution")
    assert cell.due(ares) == []
    cell.advance(DAY, "institution")
    cell.settle(ares, "treat_madness", 30, 4)
    assert (cell.sheet(ares)["madness"], cell.sheet(ares)["san"]) == ("none", 64)


def test_with_a_therapist_it_takes_three(cell):
    """OPS-SAN-11, M-15."""
    ares = cell.operator(madness="indefinite")
    cell.advance(89 * DAY, "therapy")
    assert cell.due(ares) == []
    cell.advance(2 * DAY, "therapy")
    assert cell.due(ares) == ["treat_madness"]


def test_a_ritual_of_once_a_day_is_counted_from_the_last_time(cell):
    """OPS-MAG-04: another scene is not enough."""
    ares = cell.operator(rituals=["banish"])
    cell.advance(20 * HOUR)
    cell.do(ares, "cast_ritual", (1, 90), ritual="banish")
    assert cell.sheet(ares)["last_cast"] == {"banish": 20 * HOUR}
    cell.keep(c.Scene(title="Plus tard"))
    cell.advance(10 * HOUR)
    assert cell.do(ares, "cast_ritual", (), ritual="banish").outcome["reason"] == "not_available"
    cell.advance(14 * HOUR)
    assert not cell.do(ares, "cast_ritual", (1, 90), ritual="banish").outcome["refused"]


def test_what_begins_while_something_waits_is_no_older_than_it_is(cell):
    """M-09, OPS-HAZ-02, OPS-HLTH-11: a month in an institution that nobody has thrown for is over before it."""
    ares = cell.operator(madness="indefinite")
    cell.advance(60 * DAY, "institution")
    cell.do(ares, "poison", (FALLS,), substance="sedative")
    cell.do(ares, "suffocate_turn", (10,))
    cell.settle(ares, "treat_madness", 1, 1)
    assert (cell.sheet(ares)["out_of_fight"], cell.due(ares)) == (True, [])


def test_days_before_another_wound_do_not_heal_it(cell):
    """OPS-HLTH-11: ten of them wait behind a test; the stage begins with the wound."""
    ares = cell.operator(madness="indefinite")
    cell.hurt(ares, LIGHT)
    cell.do(ares, "recover", (99, 99))
    cell.advance(29 * DAY, "institution")
    cell.hurt(ares, LIGHT)
    cell.advance(11 * DAY, "institution")
    cell.hurt(ares, LIGHT)
    cell.settle(ares, "treat_madness", 1, 1)
    cell.advance(29 * DAY)
    assert cell.level(ares) == "light"
    cell.advance(DAY)
    assert cell.level(ares) == "superficial"


def test_whoever_comes_from_a_later_table_has_their_hours_from_now_on(cells):
    """OPS-HLTH-10, M-04: a dose and a death clock that began after this table's present minute."""
    there, here = cells(), cells()
    ares = there.operator()
    there.advance(5 * DAY)
    there.hurt(ares, GRAVE, STAYS)
    there.do(ares, "give_painkiller", ())
    there.advance(1)
    there.settle(ares, "start_clock", 6)
    guest = here.add(sheet=there.sheet(ares))
    here.advance(6)
    assert here.due(guest) == []
    here.advance(1)
    assert here.due(guest) == ["clock_expires"]
    here.advance(4 * HOUR)
    assert here.sheet(guest)["painkiller"] is False
