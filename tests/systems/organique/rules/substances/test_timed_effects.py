"""What lasts on the clock: drugs, dependencies, diseases, radiation (SYM-01, DRUG-04 to 08, DIS-02, M19)."""

import msgspec
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.systems.organique import pack
from gardien.systems.organique.rules.substances.courses import after_craving
from gardien.systems.organique.rules.substances.timed_effects import (
    DAY,
    HOUR,
    MORNING,
    QUARTER,
    Lasting,
    after_outcome,
    alike,
    begin_lasting,
    day_of,
    dosed_again,
    falling,
    habit,
    immunity,
    in_force,
    minutes_left,
    passes,
)
from systems.brute import Bench

BENCH = Bench("organique")
PILLS = "painkiller_pills"


def lulu(now=0):
    return (
        begin_lasting("dependency", PILLS, now, course="physical"),
        begin_lasting("dependency", PILLS, now, course="psychological"),
    )


def held_out(held, after, dice, **fields):
    """The next test of those who have stopped, played, and how it goes on."""
    (due,) = [one for one in falling(held, 0, after) if one.procedure]
    outcome = BENCH.outcome(due.procedure, dice, character={"VOL": 10}, **due.inputs, **fields)
    told = tuple(after_outcome(one, outcome, due.minute) if one in due.held else one for one in held)
    return due, tuple(one for one in told if one is not None)


# ---- dependencies ----


def test_a_day_goes_from_one_morning_to_the_next():
    """M19: six o'clock."""
    assert [day_of(60 * hour) for hour in (0, 5, 6, 23, 29, 30, 54)] == [0, 0, 1, 1, 1, 2, 3]


def test_lulu_day_by_day():  # 1016-1044, ORG-DRUG-04, ORG-DRUG-05
    held, days = lulu(), []
    for dice in ([10, 10], [10, 10], [10, 10], [10, 10]):
        due, held = held_out(held, 100 * DAY, dice)
        days.append((due.minute // DAY, due.inputs["day"], due.inputs["interval_days"]))
    assert days == [(1, 1, 1), (3, 3, 2), (7, 7, 4), (15, 15, 8)]
    over = falling(held, 15 * DAY, 100 * DAY)
    assert [(one.minute // DAY, one.procedure, one.held[0].course) for one in over] == [
        (20, "", "physical"),
        (31, "withdrawal_test", "psychological"),
    ]
    mind = (held[1],)
    due, mind = held_out(mind, 100 * DAY, [10])
    assert (due.minute // DAY, due.inputs.get("physical"), minutes_left(mind[0], 31 * DAY)) == (31, None, 32 * DAY)


def test_both_are_tested_together_while_they_run_together():  # ORG-DRUG-04
    (due,) = falling(lulu(), 0, DAY)
    assert due.procedure == "withdrawal_test"
    assert due.inputs == {
        "difficulty": 20, "physical": True, "psychological": True, "day": 1, "interval_days": 1, "trigger": "scheduled",
    }  # fmt: skip
    assert falling(lulu(), 0, DAY - 1) == ()
    apart = (lulu()[0], begin_lasting("dependency", PILLS, HOUR, course="psychological"))
    assert [one.minute for one in falling(apart, 0, 2 * DAY)] == [DAY, DAY + HOUR]


def test_hour_by_hour_until_it_is_over():  # ORG-DRUG-07
    due, held = held_out(lulu(), DAY, [9, 10])
    assert [one.next for one in held] == [DAY + HOUR, 3 * DAY]
    assert [(one.seeking, one.count) for one in held] == [(True, 1), (False, 2)]
    due, held = held_out(held, DAY + HOUR, [9])
    assert (due.inputs["trigger"], due.minute) == ("hourly", DAY + HOUR)
    due, held = held_out(held, DAY + 2 * HOUR, [10])
    assert (held[0].next, held[0].count, held[0].seeking) == (3 * DAY + 2 * HOUR, 2, False)


def test_a_dose_begins_it_again():  # ORG-DRUG-06
    _, held = held_out(lulu(), 3 * DAY, [10, 10])
    _, held = held_out(held, 3 * DAY, [9, 10], holds_drug=True)
    assert {(one.since, one.next, one.count) for one in held} == {(3 * DAY, 4 * DAY, 1)}
    assert held[0].until == 23 * DAY
    again = dosed_again(held[1], PILLS, 5 * DAY)
    assert (again.since, again.next) == (5 * DAY, 6 * DAY)
    assert dosed_again(held[1], "white", 5 * DAY) == held[1]
    ill = begin_lasting("disease", "flu", 0)
    assert dosed_again(ill, "flu", 5) == ill


def test_what_is_provoked_changes_nothing_where_it_is_withstood():  # ORG-DRUG-08
    body, mind = lulu()
    outcome = BENCH.outcome(
        "withdrawal_test", [10, 10], character={"VOL": 10}, difficulty=20, physical=True, psychological=True,
        trigger="provoked",
    )  # fmt: skip
    assert (after_outcome(body, outcome, 600), after_outcome(mind, outcome, 600)) == (body, mind)


@pytest.mark.parametrize(
    ("dice", "holds_drug", "searching"),
    [([10, 10], False, ()), ([9, 10], False, ("physical",)), ([9, 9], False, ("physical", "psychological")),
     ([10, 9], False, ("psychological",)), ([9, 9], True, ())],
)  # fmt: skip
def test_what_is_provoked_has_only_those_search_who_gave_in(dice, holds_drug, searching):
    """ORG-DRUG-07, ORG-DRUG-08: the two keep apart, and whoever holds a dose takes it."""
    held = (*lulu(), begin_lasting("dependency", "white", 0, course="physical"))
    outcome = BENCH.outcome(
        "withdrawal_test", dice, character={"VOL": 10}, difficulty=20, physical=True, psychological=True,
        trigger="provoked", holds_drug=holds_drug,
    )  # fmt: skip
    after = after_craving(held, PILLS, ("physical", "psychological"), outcome, provoked=True)
    assert tuple(one.course for one in after if one.seeking) == searching
    assert [one.next for one in after] == [0 if one.seeking else old.next for one, old in zip(after, held, strict=True)]
    assert after_craving(held, PILLS, (), outcome, provoked=True) == held


def test_the_body_forgets():  # ORG-DRUG-05
    body, _ = lulu()
    outcome = BENCH.outcome("withdrawal_test", [], character={}, difficulty=20, physical=True, day=20)
    assert after_outcome(body, outcome, 20 * DAY) is None
    (due,) = falling((msgspec.structs.replace(body, next=20 * DAY),), 0, 20 * DAY)
    assert (due.minute, due.procedure) == (20 * DAY, "")  # no test on the day itself


# ---- drugs ----


def test_a_drug_ends_in_its_come_down():  # ORG-DRUG-01, M11
    rush = begin_lasting("drug", "rush", 100, level=2)
    assert (rush.until, rush.changes, minutes_left(rush, 160)) == (220, {"VIT": 4}, 60)
    (due,) = falling((rush,), 100, 220)
    assert due[:3] == (220, "take_drug", {"drug": "rush", "doses": 2, "phase": "come_down"})
    assert after_outcome(rush, BENCH.outcome(due.procedure, **due.inputs), 220) is None
    low = begin_lasting("come_down", "rush", 220)
    assert (low.until, low.changes) == (340, {"END": -3})
    assert [one[:3] for one in falling((low,), 220, 999)] == [(340, "", {})]


def test_pills_simply_stop():  # M11
    (due,) = falling((begin_lasting("drug", PILLS, 0),), 0, 240)
    assert (due.minute, due.procedure) == (240, "")
    assert begin_lasting("drug", PILLS, 0).level == 1
    assert begin_lasting("drug", PILLS, 0, level=2, count=1).relief == 5


def test_what_is_in_force_adds_up():  # ORG-DRUG-01
    held = (
        begin_lasting("drug", "bull", 0),
        begin_lasting("drug", "white", 0),
        begin_lasting("drug", "calm", 0),
        begin_lasting("disease", "flu", 0),
    )
    force = in_force(held)
    assert force.changes == {"FOR": 5, "INT": -4, "AGI": -4, "VIT": -3}
    assert (force.save_mods, force.relief) == ({"pain": 5, "stun": 5, "fear": 8, "panic": 8}, 15)
    assert in_force(()) == ({}, {}, 0)


def test_habit():  # ORG-DRUG-01
    assert (habit(0, 9), habit(0, 10), habit(1, 25), habit(2, 0), habit(0, 0), habit(2, 3)) == (0, 1, 3, 1, 0, 2)


# ---- diseases, radiation, the rest ----


def test_marcos_by_the_clock():  # 1101-1129, ORG-DIS-02
    ill, body, result = begin_lasting("disease", "wound_infection", 0), {"END": 7}, []
    for die, treatment in ((5, 0), (5, 0), (5, 8), (4, 8), (10, 8), (10, 8)):
        ill = msgspec.structs.replace(ill, count=treatment)
        (due,) = falling((ill,), 0, 10 * DAY)
        outcome = BENCH.outcome(due.procedure, [die], character=body, **due.inputs)
        ill = after_outcome(ill, outcome, due.minute)
        result.append((due.minute // HOUR, outcome["level"]))
    assert result == [(12, 1), (24, 2), (36, 2), (48, 2), (60, 1), (72, 0)]
    assert ill is None


@pytest.mark.parametrize("key", pack.keys("diseases", "disease"))
def test_each_disease_keeps_its_own_time(key):  # M12
    assert begin_lasting("disease", key, 7, level=1).next == 7 + 60 * pack.disease(key).interval_hours


def test_radiation_waits_a_day():  # ORG-DMG-11
    (due,) = falling((begin_lasting("radiation", "", 60, level=2),), 60, 60 + DAY)
    assert due[:3] == (60 + DAY, "radiation", {"points": 2})
    assert after_outcome(due.held[0], {}, due.minute) is None


def test_what_ends_and_what_does_not():  # ORG-SYM-01, ORG-END-09
    assert begin_lasting("symptom", "panic", 10, minutes=5).until == 15
    assert minutes_left(begin_lasting("symptom", "panic", 10), 10) is None
    assert minutes_left(begin_lasting("suffering", "", 10, level=4), 10) is None
    assert begin_lasting("collapse", "", 10).until == 10 + DAY
    assert begin_lasting("poison", "blade_poison", 10).until == 11
    assert begin_lasting("poison", "rat_poison", 10).until == 10 + 360
    assert falling((begin_lasting("symptom", "panic", 10),), 0, 10**6) == ()


def test_what_waited_is_due_at_once():
    (due,) = falling((begin_lasting("symptom", "panic", 10, minutes=5),), 100, 200)
    assert due.minute == 100
    assert minutes_left(due.held[0], 100) == 0


def test_in_the_order_of_time():
    held = (
        begin_lasting("disease", "flu", 0),
        begin_lasting("drug", "rush", 0),
        begin_lasting("symptom", "panic", 0, minutes=9),
    )
    assert [one.minute for one in falling(held, 0, 10 * DAY)] == [9, 120, DAY]


@drawn(st.integers(0, 10**6), st.integers(0, 10**4), st.integers(0, 10**4))
def test_periods_are_counted_once(start, first, second):  # ORG-AFT-02, M19
    for every, at in ((QUARTER, 0), (DAY, MORNING)):
        middle, end = start + first, start + first + second
        assert passes(start, middle, every, at) + passes(middle, end, every, at) == passes(start, end, every, at)
    assert passes(0, 14, QUARTER) == 0
    assert passes(0, 15, QUARTER) == 1
    assert passes(MORNING - 1, MORNING, DAY, MORNING) == 1
    assert passes(MORNING, MORNING + DAY - 1, DAY, MORNING) == 0


def test_immunity():  # ORG-DIS-04, M12
    assert set(alike("flu")) == {"grey_plague", "blood_virus"}
    assert set(alike("wound_infection")) == {"pneumonia", "rat_fever"}
    assert alike("tetanus") == ()
    assert (immunity((), "flu"), immunity(("flu",), "flu"), immunity(("grey_plague", "flu"), "flu")) == (0, 10, 10)
    assert (immunity(("blood_virus", "grey_plague"), "flu"), immunity(("tetanus",), "brain_worm")) == (6, 0)


def test_it_goes_through_json():
    one = begin_lasting("drug", "bull", 5)
    assert msgspec.json.decode(msgspec.json.encode(one), type=Lasting) == one
    assert hash(one) == hash(begin_lasting("drug", "bull", 5))
