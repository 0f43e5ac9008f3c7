"""The clock of the campaign: what asks for no die happens, what does waits, one thing after the other."""

from typing import Any

import pytest

from conformance.lives import Memory
from gardien.core.system import find
from gardien.systems.organique.table.life import ahead
from gardien.table import commands as c
from gardien.table.state import with_effects
from gardien.table.tree import Effect
from systems.organique.evening import Evening, refused, somebody

HOUR, DAY = 60, 24 * 60
MORNING = 6 * HOUR


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def passed(evening: Evening, minutes: int, before: int = 0, **fields: Any) -> dict[str, Any]:
    """What changes by itself on the sheet of another Kimberly."""
    kim = evening.add(sheet=somebody("kimberly", **fields))
    if before:
        evening.pass_time(before)
        evening.keep(c.Edit(character=kim, fields=fields))
    was = evening.sheet(kim)
    evening.pass_time(minutes)
    is_now = evening.sheet(kim)
    return {name: value for name, value in is_now.items() if value != was.get(name)}


def wound(bs: float, **more: Any) -> dict[str, Any]:
    return {"bs": bs, "c": 0, "dirty": False, "fire": False, "closed": False, "cleaned": False, **more}


# ---- bodies ----


@pytest.mark.parametrize(
    ("minutes", "before", "bandaged", "sng"),
    [(14, 0, False, 4), (15, 0, False, 3), (10, 10, False, 4), (60, 0, False, 0), (60, 0, True, 2)],
)
def test_open_wounds_bleed_by_full_quarters_of_their_own(evening, minutes, before, bandaged, sng):
    """ORG-AFT-02, M17: two points of wound cost one point a quarter, half with a bandage."""
    kim = evening.kim
    evening.pass_time(before + 1)
    evening.write(kim, wounds=[wound(2.5)], bandaged=bandaged)
    evening.pass_time(minutes)
    assert evening.sheet(kim)["sng"] == sng


def test_whoever_has_no_blood_left_dies_within_minutes(evening):
    """ORG-END-04, ORG-HP-06, ORG-HP-07: END a turn, then INC and END to live; nobody else comes to harm."""
    assert passed(evening, 1, sng=0, end_now=8)["dead"] is True
    assert passed(evening, 1, sng=0, end_now=8, stabilised=True).get("dead") is None
    assert passed(evening, 1, inc=0, end_now=-1, timer=13)["timer"] == 1
    assert passed(evening, 2, inc=0, end_now=-1, timer=13)["dead"] is True
    assert passed(evening, 2, inc=0, end_now=-1, timer=13, stabilised=True) == {}


def test_nothing_is_asked_of_whoever_is_dead_by_then(evening):
    """ORG-HP-07."""
    evening.write(evening.kim, sng=0, lasting=[{"kind": "disease", "key": "flu"}])
    evening.pass_time(DAY)
    assert (evening.sheet(evening.kim)["condition"], evening.due()) == ("dead", [])


def test_what_is_counted_in_turns_is_over(evening):
    """ORG-SYM-12, ORG-SYM-20, ORG-SYM-21: twelve turns a minute."""
    assert passed(evening, 1, unconscious_turns=20)["unconscious_turns"] == 8
    assert passed(evening, 2, paralysed_turns=20, vomiting=True, lose_action=True) == {
        "condition": "ok",
        "paralysed_turns": 0,
        "vomiting": False,
        "lose_action": False,
    }


def test_mornings_heal_what_is_closed_and_clean(evening):
    """M17: CPS half a point a day, one in bed; blood every second day; an open or infected wound gives nothing back."""
    hurt = {"sng": 2, "cps": 1, "inc": 4, "wounds": [wound(2, closed=True)]}
    assert passed(evening, 2 * DAY, **hurt) == {"cps": 2, "sng": 2.5}
    assert passed(evening, 2 * DAY, **hurt, in_bed=True) == {"cps": 3, "sng": 3}
    ill = {"kind": "disease", "next": 99 * DAY}
    assert passed(evening, 2 * DAY, **hurt, lasting=[{**ill, "key": "wound_infection"}]) == {}
    assert passed(evening, 2 * DAY, **hurt, lasting=[{**ill, "key": "flu"}]) == {"cps": 2, "sng": 2.5}
    whole = passed(evening, 20 * DAY, **hurt, suffering=[4])
    assert (whole["sng"], whole["wounds"], whole["suffering"]) == (4, [], [])


def test_breath_comes_back_up_to_the_highest_there_can_be(evening):
    """ORG-END-01: however much the game master adds to END, an hour of rest leaves a sheet that rules can read."""
    evening.write(evening.kim, changes={"END": 440}, end_now=50)
    evening.pass_time(HOUR)
    assert (evening.sheet(evening.kim)["end_now"], evening.sheet(evening.kim)["effective"]["END"]) == (60, 60)


@pytest.mark.parametrize("weather", ["cold_here", "heat_here"])
def test_weather_is_no_harder_than_a_save_can_be(evening, weather):
    """ORG-DMG-02, ORG-DMG-09: what nobody could throw against later is refused when it is written."""
    with refused("field/range"):
        evening.write(evening.kim, **{weather: 1440})


def test_end_after_a_collapse_comes_back_a_day_later(evening):
    """ORG-END-09, ORG-END-10."""
    evening.write(evening.kim, inc=0, end_now=-1, stabilised=True)
    assert evening.lasting(evening.kim) == [("collapse", "collapse")]
    evening.pass_time(DAY)
    assert (evening.sheet(evening.kim)["end_now"], evening.lasting(evening.kim)) == (0, [])


# ---- poison ----


def test_a_slow_poison_ticks_by_the_hour(evening):
    """ORG-POI-02, M13: six hours are six throws, one after the other, whatever the clock did; all of it is undone."""
    evening.write(evening.kim, doses=[{"poison": "rat_poison", "onset": 720, "ticks_left": 6}])
    before = evening.play
    evening.pass_time(59)
    assert evening.due() == []
    evening.pass_time(DAY)
    told = 0
    while evening.due():
        assert evening.due() == ["poison_tick"]
        evening.settle("poison_tick")
        told += 1
    assert (told, evening.sheet(evening.kim)["doses"]) == (6, [])
    assert evening.sheet(evening.kim)["sng"] == 1
    for _ in range(8):
        evening.keep(c.Undo())
    assert evening.play == before


def test_a_tick_that_waits_waits_once(evening):
    """ORG-POI-02."""
    evening.write(evening.kim, doses=[{"poison": "rat_poison", "onset": 720, "ticks_left": 6}])
    evening.pass_time(90)
    evening.pass_time(90)
    assert evening.due() == ["poison_tick"]
    evening.settle("poison_tick")
    evening.settle("poison_tick")
    evening.settle("poison_tick")
    assert evening.due() == []
    evening.pass_time(60)
    assert evening.due() == ["poison_tick"]


# ---- days without ----


def test_days_without_food_and_water(evening):
    """ORG-DMG-10, ORG-DMG-16: every full day since the last meal, one after the other."""
    evening.pass_time(MORNING - 1)
    evening.write(evening.kim, no_food_since=MORNING - 1, no_water_since=MORNING - 1)
    evening.pass_time(DAY - 1)
    assert evening.due() == []
    evening.pass_time(1)
    assert evening.due() == ["hunger"]
    evening.pass_time(2 * DAY)
    for _ in range(3):
        evening.settle("hunger")
        evening.settle("thirst")
    assert evening.due() == []
    kim = evening.sheet(evening.kim)
    assert (kim["changes"]["END"], kim["days_hungry"], kim["end_now"], kim["sng"]) == (-12, 3, 0, 1.5)
    evening.write(evening.kim, no_food_since=None, no_water_since=None)
    evening.pass_time(2 * DAY)
    kim = evening.sheet(evening.kim)
    assert (kim["changes"]["END"], kim["days_hungry"]) == (-4, 1)


def test_nights_without_sleep_are_not_counted_twice(evening):
    """ORG-DMG-14: −3 a night in all, from how somebody was before the first; a full sleep gives it back."""
    evening.write(evening.kim, awake_since=0)
    evening.pass_time(2 * DAY)
    evening.settle("sleeplessness", (20, 20, 20))
    assert evening.sheet(evening.kim)["changes"]["PER"] == -3
    assert evening.due() == ["sleeplessness"]
    evening.settle("sleeplessness", (20, 20, 20))
    kim = evening.sheet(evening.kim)
    assert (kim["changes"]["PER"], kim["end_now"], kim["nights_awake"]) == (-6, 2, 2)
    assert evening.due() == []
    evening.write(evening.kim, awake_since=None)
    kim = evening.sheet(evening.kim)
    assert (kim["changes"], kim["nights_awake"], kim["end_now"]) == ({}, 0, 8)


def test_radiation_shows_a_day_later(evening):
    """ORG-DMG-11, M17: what it took comes back a point of each a week."""
    evening.write(evening.kim, lasting=[{"kind": "radiation", "level": 1}])
    evening.pass_time(DAY - 1)
    assert evening.due() == []
    evening.pass_time(1)
    evening.settle("radiation", (20, 20, 90))
    kim = evening.sheet(evening.kim)
    assert (kim["SNG"], kim["changes"], kim["end_now"]) == (3, {"END": -2, "INT": -1, "PER": -1}, 6)
    evening.pass_time(7 * DAY)
    assert evening.sheet(evening.kim)["changes"] == {"END": -1}
    evening.pass_time(7 * DAY)
    kim = evening.sheet(evening.kim)
    assert (kim["changes"], kim["end_now"], kim["lasting"]) == ({}, 8, [])


def test_radiation_by_the_game_masters_word_is_of_as_many_points_as_there_may_be(evening):
    """ORG-DMG-11: of none it comes to nothing, of more than any exposure has it is the worst of them."""
    evening.write(evening.kim, lasting=[{"kind": "radiation", "next": 30}])
    evening.pass_time(30)
    assert (evening.due(), evening.sheet(evening.kim)["lasting"]) == ([], [])
    evening.write(evening.kim, lasting=[{"kind": "radiation", "level": 999}])
    evening.pass_time(DAY)
    assert evening.settle("radiation").given["points"] == 100
    assert all(one["next"] is None for one in evening.sheet(evening.kim)["lasting"])


# ---- drugs ----


def test_a_dose_acts_wears_off_and_leaves_its_come_down(evening):
    """ORG-DRUG-01, M11: scores go up and come back down; END follows its maximum."""
    evening.do(evening.kim, "take_drug", drug="rush")
    assert evening.sheet(evening.kim)["effective"]["VIT"] == 12
    evening.pass_time(119)
    assert evening.due() == []
    evening.pass_time(1)
    evening.settle("take_drug")
    kim = evening.sheet(evening.kim)
    assert (kim["effective"]["VIT"], kim["effective"]["END"], kim["end_now"]) == (9, 5, 5)
    assert evening.lasting(evening.kim) == [("come_down", "rush")]
    assert evening.offered()["resist.depression"].procedure == "symptom"
    evening.pass_time(120)
    kim = evening.sheet(evening.kim)
    assert (kim["effective"]["END"], kim["end_now"], kim["lasting"]) == (8, 8, [])


def test_painkillers_ease_what_is_felt_for_four_hours(evening):
    """ORG-VOL-04, M11: the suffering itself stays."""
    evening.write(evening.kim, suffering=[4, 3])
    evening.do(evening.kim, "take_drug", drug="painkiller_pills")
    roll = evening.do(evening.kim, "test", (10,), characteristic="AGI", seat=evening.bob)
    assert roll.outcome["mod"] == -2
    assert evening.sheet(evening.kim)["suffering"] == [4, 3]
    evening.pass_time(240)
    assert evening.do(evening.kim, "test", (10,), characteristic="AGI").outcome["mod"] == -7


def test_a_drug_taken_ten_times_and_the_weeks_that_follow(evening):
    """ORG-DRUG-01 to 08: doses of a day, both dependencies, days 1, 3, 7, 15; tolerance by the month; and back."""
    before = evening.play
    for _ in range(10):
        evening.do(evening.kim, "take_drug", drug="white")
        evening.pass_time(4 * HOUR)
    evening.pass_time(12 * HOUR)
    evening.settle("dependency_check", (2, 2))
    while "take_drug" in evening.due():
        evening.settle("take_drug")
    assert [one for one in evening.lasting(evening.kim) if one[0] == "dependency"] == [("dependency", "white")] * 2
    (habit,) = evening.sheet(evening.kim)["habits"]
    assert (len(habit["taken"]), habit["unchecked"], habit["tolerance"]) == (10, 0, 0)
    evening.pass_time(8 * DAY)
    roll = evening.settle("withdrawal_test", (20, 20))
    assert (roll.given["day"], roll.outcome["next_interval_days"]) == (1, {"physical": 2, "psychological": 2})
    roll = evening.settle("withdrawal_test", (20, 20))
    assert roll.given["day"] == 3
    roll = evening.settle("withdrawal_test", (2, 20))  # the body gives in, and there is nothing to take
    assert (roll.given["day"], roll.outcome["must_seek"]) == (7, True)
    assert evening.due().count("withdrawal_test") == 1  # an hour later
    roll = evening.settle("withdrawal_test", (20,))
    assert roll.given["trigger"] == "hourly"
    evening.pass_time(25 * DAY)
    while "withdrawal_test" in evening.due():
        evening.settle("withdrawal_test")
        if "lack" in evening.offered():
            evening.follow("lack")
    assert evening.sheet(evening.kim)["habits"][0]["tolerance"] == 1
    evening.pass_time(1)
    left = [one["course"] for one in evening.sheet(evening.kim)["lasting"] if one["kind"] == "dependency"]
    assert left == ["psychological"]  # the body is done with it on day 25
    states = []
    while evening.play != before:
        states.append(evening.play)
        evening.keep(c.Undo())
    for state in reversed(states):
        evening.keep(c.Redo())
        assert evening.play == state


def test_a_test_of_dependency_comes_at_six_in_its_turn(evening):
    """ORG-DRUG-03: pills taken at three help until seven, once somebody has thrown for six o’clock."""
    evening.pass_time(3 * HOUR)
    evening.do(evening.kim, "take_drug", drug="painkiller_pills")
    evening.pass_time(4 * HOUR)
    assert (evening.due(), evening.lasting(evening.kim)) == (["dependency_check"], [("drug", "painkiller_pills")])
    evening.settle("dependency_check", (1, 1))
    assert evening.lasting(evening.kim) == [("dependency", "painkiller_pills")] * 2
    evening.do(evening.kim, "take_drug", drug="painkiller_pills")
    evening.pass_time(DAY)
    assert "dependency_check" not in evening.due()  # what one has already is not tested
    assert evening.sheet(evening.kim)["habits"][0]["unchecked"] == 0


@pytest.mark.parametrize("hours", [(24,), (6,) * 4], ids=["one jump", "quarters"])
def test_the_body_is_the_same_when_dependency_is_asked_as_when_the_dose_wore_off(evening, hours):
    """ORG-DRUG-01, ORG-DRUG-03: a dose of three o’clock is over at seven, and a new dependency is tried a day later."""
    evening.pass_time(3 * HOUR)
    evening.do(evening.kim, "take_drug", drug="painkiller_pills")
    evening.write(evening.kim, lasting=[*evening.sheet(evening.kim)["lasting"], {"kind": "disease", "key": "flu"}])
    asked = []
    for some in hours:
        evening.pass_time(some * HOUR)
        while evening.due():
            (one,) = evening.play["due"].values()
            asked.append((one["procedure"], one["since"]))
            evening.settle(one["procedure"], (1, 1) if one["procedure"] == "dependency_check" else None)
    assert asked == [("dependency_check", 6 * HOUR), ("disease_progress", 27 * HOUR), ("withdrawal_test", 27 * HOUR)]


@pytest.mark.parametrize("then", ["settle", "let_pass", "time"])
def test_a_table_that_kept_doses_apart_goes_on(then):
    """ORG-DRUG-03: what an older table keeps in a thread of its own is asked once, thrown for or let pass."""
    table = Memory(find("organique"), 1)
    kim = table.act(c.Add(sheet=somebody("kimberly")))["character"]
    table.act(c.Do(procedure="take_drug", character=kim, given={"drug": "painkiller_pills"}))
    table.act(c.Advance(minutes=6 * HOUR + 10))
    (key,) = table.play["due"]
    older = [Effect(("play", "due", key, "thread"), "doses")]
    older.append(Effect(("play", "characters", kim, "lag"), {"doses": [[600, "rest"]]}))
    table.states[-1] = with_effects(table.state, older)
    if then == "time":
        table.act(c.Advance(minutes=1))
        (key,) = table.play["due"]
    table.act(c.Dismiss(due=key) if then == "let_pass" else c.Settle(due=key, dice=(20, 20)))
    table.act(c.Advance(minutes=1))
    assert (table.play["due"], "lag" in table.play["characters"][kim]) == ({}, False)
    assert table.play["characters"][kim]["sheet"]["habits"][0]["unchecked"] == 0


def test_what_a_drug_leaves_for_life_comes_once_and_stays(evening):
    """ORG-DRUG-09: with the first day without, whatever the test; a dose takes it from nobody."""
    evening.write(evening.kim, lasting=[{"kind": "dependency", "key": "prism", "course": "psychological"}])
    evening.do(
        evening.kim, "withdrawal_test", (20,), difficulty=10, psychological=True, trigger="provoked", mods={"prism": 0}
    )
    assert evening.lasting(evening.kim) == [("dependency", "prism")]
    evening.pass_time(3 * DAY)
    for face in (20, 1):
        evening.settle("withdrawal_test", (face,))
        assert evening.lasting(evening.kim).count(("symptom", "flashbacks")) == 1
    evening.do(evening.kim, "take_drug", drug="prism")
    evening.pass_time(40 * DAY)
    assert ("symptom", "flashbacks") in evening.lasting(evening.kim)


def test_whoever_gives_in_takes_what_is_at_hand_and_begins_anew(evening):
    """ORG-DRUG-03, ORG-DRUG-06: the dose acts, wears off, and is answered for; the next test is a day after it."""
    evening.write(evening.kim, habits=[{"drug": "white", "held": 2}])
    evening.write(evening.kim, lasting=[{"kind": "dependency", "key": "white", "course": "psychological"}])
    evening.pass_time(3 * DAY)
    assert evening.settle("withdrawal_test", (1,)).outcome["takes_dose"]
    (habit,) = evening.sheet(evening.kim)["habits"]
    assert (habit["held"], habit["taken"], habit["unchecked"]) == (1, [DAY], 1)
    evening.settle("take_drug")
    evening.settle("dependency_check", (1,))
    ((procedure, since, given),) = [
        (one["procedure"], one["since"], one["given"]) for one in evening.play["due"].values()
    ]
    assert (procedure, since) == ("withdrawal_test", 2 * DAY)
    assert given.items() >= {"physical": True, "psychological": True, "day": 1, "interval_days": 1}.items()


def test_a_craving_goes_on_by_the_hour_until_it_is_overcome(evening):
    """ORG-DRUG-04, ORG-DRUG-07, ORG-DRUG-08: then the interval doubles from there; a provoked test changes nothing."""
    evening.write(evening.kim, lasting=[{"kind": "dependency", "key": "white", "course": "psychological"}])
    evening.pass_time(20 * DAY)
    asked = []
    for face in (20, 1, 1, 20, 20):
        (due,) = evening.play["due"].values()
        asked.append(due["since"])
        evening.settle("withdrawal_test", (face,))
    assert asked == [DAY, 3 * DAY, 3 * DAY + HOUR, 3 * DAY + 2 * HOUR, 7 * DAY + 2 * HOUR]
    before = evening.sheet(evening.kim)["lasting"]
    provoked = {"difficulty": 10, "psychological": True, "trigger": "provoked", "mods": {"white": 0}}
    evening.do(evening.kim, "withdrawal_test", (20,), **provoked)
    assert evening.sheet(evening.kim)["lasting"] == before


# ---- an infection ----


def test_an_infection_over_days_with_antibiotics(evening):
    """ORG-DIS-02 to 06: every twelve hours; treatment is kept; what is overcome helps the next time."""
    evening.do(evening.kim, "expose_disease", (1,), disease="wound_infection", difficulty=20)
    before = evening.play
    evening.pass_time(12 * HOUR)
    roll = evening.settle("disease_progress", (2,))
    assert (roll.outcome["level"], evening.offered()["resist.vomiting"].given["difficulty"]) == (1, 10)
    kim = evening.sheet(evening.kim)
    assert (kim["effective"]["FOR"], kim["sng"], kim["save_mods"]) == (1, 3, {"heat": -10})
    evening.pass_time(DAY)
    roll = evening.settle("disease_progress", (10,), treatment=8)
    assert (roll.outcome["disease_state"], evening.sheet(evening.kim)["lasting"][0]["count"]) == ("stopped", 8)
    roll = evening.settle("disease_progress", (10,))
    assert (roll.given["treatment"], roll.outcome["cured"]) == (8, True)
    kim = evening.sheet(evening.kim)
    assert (kim["lasting"], kim["overcome"], kim["effective"]["FOR"]) == ([], ["wound_infection"], 6)
    assert evening.due() == []
    roll = evening.do(evening.kim, "expose_disease", (1,), disease="wound_infection", difficulty=20)
    assert roll.given["immunity"] == 10
    while evening.play != before:
        evening.keep(c.Undo())


# ---- what is shown before ----


def test_what_time_would_do_is_shown_and_not_done(evening):
    """What simply happens and what would wait are told beforehand; nothing has moved."""
    evening.write(evening.kim, wounds=[wound(2)], lasting=[{"kind": "disease", "key": "flu"}])
    before = evening.play
    shown = evening.table.act("keeper", c.Envelope(action="p", command=c.Advance(minutes=DAY), preview=True), "fr").card
    assert shown is not None
    assert evening.play == before
    assert any(change["field"] == "sng" for change in shown["changes"])


# ---- what is let pass ----


def let_pass(evening: Evening, procedure: str) -> None:
    id = next(id for id, one in evening.play["due"].items() if one["procedure"] == procedure)
    evening.keep(c.Dismiss(due=id))


@pytest.mark.parametrize(
    ("kept", "procedure", "again"),
    [
        ({"lasting": [{"kind": "disease", "key": "flu"}]}, "disease_progress", DAY),
        ({"lasting": [{"kind": "dependency", "key": "haze", "course": "psychological"}]}, "withdrawal_test", DAY),
        ({"awake_since": 0}, "sleeplessness", DAY),
        ({"doses": [{"poison": "rat_poison", "onset": 24 * 60 * 12, "ticks_left": 6}]}, "poison_tick", HOUR),
    ],
)
def test_what_is_let_pass_comes_back_at_its_next_hour_and_not_before(evening, kept, procedure, again):
    """SYM-01, M19: nothing happens for it, and nothing is asked twice."""
    evening.write(evening.kim, **kept)
    evening.pass_time(DAY)
    before = evening.play
    let_pass(evening, procedure)
    kim = evening.sheet(evening.kim)
    assert (kim["sng"], kim["changes"], evening.due()) == (4, {}, [])
    evening.pass_time(again - 1)
    assert evening.due() == []
    evening.pass_time(1)
    assert evening.due() == [procedure]
    for _ in range(3):
        evening.keep(c.Undo())
    assert evening.play == before


@pytest.mark.parametrize(
    ("kept", "procedure"),
    [
        ({"lasting": [{"kind": "drug", "key": "rush"}]}, "take_drug"),
        ({"lasting": [{"kind": "radiation", "level": 2}]}, "radiation"),
        ({"habits": [{"drug": "white", "unchecked": 2}]}, "dependency_check"),
    ],
)
def test_what_comes_once_and_is_let_pass_is_over(evening, kept, procedure):
    """ORG-DRUG-01, ORG-DRUG-03, ORG-DMG-11."""
    evening.write(evening.kim, **kept)
    evening.pass_time(DAY)
    let_pass(evening, procedure)
    evening.pass_time(DAY)
    kim = evening.sheet(evening.kim)
    assert (evening.due(), kim["lasting"], kim["SNG"], kim["changes"]) == ([], [], 4, {})


def test_rows_behind_what_is_let_pass_go_on(evening):
    """ORG-DIS-02: of four days of flu, the first is let pass and the others are tested."""
    evening.write(evening.kim, lasting=[{"kind": "disease", "key": "flu"}])
    evening.pass_time(4 * DAY)
    let_pass(evening, "disease_progress")
    for _ in range(3):
        evening.settle("disease_progress", (1,))
    assert evening.due() == []
    assert evening.sheet(evening.kim)["lasting"][0]["level"] == 3


DISEASE = {"kind": "disease", "key": "flu"}
DEPENDENCY = {"kind": "dependency", "key": "haze"}
DRUG = {"kind": "drug", "key": "rush", "until": 3}


@pytest.mark.parametrize(
    ("kept", "procedure", "read"),
    [
        ({**DISEASE, "next": 3}, "disease_progress", {"disease_state": "progressing", "treatment": 0}),
        ({**DISEASE, "course": "physical"}, "disease_progress", {"disease_state": "progressing"}),
        ({**DISEASE, "course": "stopped", "count": 5000}, "disease_progress", {"treatment": 1000}),
        ({**DEPENDENCY, "next": 3}, "withdrawal_test", {"psychological": True, "interval_days": 1}),
        ({**DEPENDENCY, "course": "stopped", "next": 3, "count": 90_000}, "withdrawal_test", {"psychological": True}),
        (DRUG, "take_drug", {"doses": 1}),
        ({**DRUG, "level": 5000}, "take_drug", {"doses": 1000}),
    ],
)
def test_whatever_is_written_of_what_lasts_can_be_thrown_for(evening, kept, procedure, read):
    """ORG-DIS-02, ORG-DIS-03, ORG-DRUG-01, ORG-DRUG-04: by a course that there is, as much of it as a rule reads."""
    evening.write(evening.kim, lasting=[kept])
    evening.pass_time(DAY)
    assert evening.due() == [procedure]
    given = evening.settle(procedure).given
    assert {name: given[name] for name in read} == read


LEAST = dict.fromkeys(("AGI", "PER", "CHA", "END", "INT", "VIT", "FOR", "VOL"), -1000)


@pytest.mark.parametrize(
    ("kept", "procedure"),
    [
        ({"lasting": [DISEASE]}, "disease_progress"),
        ({"lasting": [{"kind": "radiation", "level": 9}]}, "radiation"),
        ({"awake_since": 0}, "sleeplessness"),
        ({"no_food_since": 0}, "hunger"),
    ],
)
def test_nobody_is_so_weak_that_nothing_can_befall_them(evening, kept, procedure):
    """ORG-DIS-05, ORG-DMG-10, ORG-DMG-11, ORG-DMG-14: less than a sheet can say is as little as it can."""
    evening.write(evening.kim, changes=LEAST)
    evening.write(evening.kim, **kept)
    evening.pass_time(DAY)
    evening.settle(procedure, None if procedure != "disease_progress" else (1,))
    assert min(evening.sheet(evening.kim)["changes"].values()) == -1000


def test_nights_without_sleep_give_no_breath(evening):
    """ORG-DMG-14, ORG-END-01: whoever has no END left to lose is read by what the nights before have really taken."""
    evening.write(evening.kim, END=1)
    evening.write(evening.kim, awake_since=0)
    evening.pass_time(9 * DAY)
    breath = [evening.sheet(evening.kim)["end_now"]]
    while evening.due() == ["sleeplessness"]:
        evening.settle("sleeplessness")
        breath.append(evening.sheet(evening.kim)["end_now"])
    assert len(breath) > 4
    assert breath == sorted(breath, reverse=True)


def test_only_what_is_tested_has_an_hour_of_its_own(evening):
    """ORG-END-09: a collapse is over a day later, whatever hour was written beside it."""
    evening.write(evening.kim, lasting=[{"kind": "collapse", "next": 3}])
    evening.pass_time(DAY)
    assert (evening.due(), evening.lasting(evening.kim)) == ([], [])


# ---- what takes time ----


def test_the_clock_catches_up_with_an_intrusion(evening):
    """ORG-HACK-28: what its acts have taken is shown, and time that passes is taken off it."""
    evening.do(evening.kim, "enter_network", (20, 90), network="escorts_36f")
    assert ahead(evening.marks(evening.kim)) == 15
    evening.pass_time(10)
    assert ahead(evening.marks(evening.kim)) == 5
    evening.pass_time(10)
    assert ahead(evening.marks(evening.kim)) == 0
    assert evening.sheet(evening.kim)["intrusion"]["minutes"] == 15


def test_a_disease_that_falls_due_says_what_treats_it(evening):
    """ORG-DIS-03, M12: its own treatment, with the one under way on top."""
    evening.write(evening.kim, lasting=[{"kind": "disease", "key": "wound_infection"}])
    evening.pass_time(12 * HOUR)
    (due_now,) = evening.play["due"].values()
    assert [one["value"] for one in due_now["asks"]["treatment"]] == [0, 8]
    assert due_now["about"] == ["Infection d’une plaie", "Wound infection"]
    evening.settle("disease_progress", (1,), treatment=8)
    evening.pass_time(12 * HOUR)
    (due_now,) = evening.play["due"].values()
    assert [one["value"] for one in due_now["asks"]["treatment"]] == [8, 0]
    assert evening.settle("disease_progress", (1,)).given["treatment"] == 8


def test_two_weeks_in_bed_at_once_or_day_by_day(evening):
    """M17, ORG-END-09: blood, last strength, and breath from the day after the collapse on, however the clock goes."""
    hurt = {"sng": 0, "inc": 0, "end_now": -1, "stabilised": True, "in_bed": True, "wounds": [wound(9, closed=True)]}
    evening.write(evening.kim, **hurt)
    before = evening.play
    evening.pass_time(14 * DAY)
    whole = evening.sheet(evening.kim)
    assert [whole[name] for name in ("sng", "cps", "inc", "end_now", "wounds", "lasting")] == [4, 4, 4, 8, [], []]
    evening.keep(c.Undo())
    assert evening.play == before
    for _ in range(14):
        evening.pass_time(DAY)
    assert evening.sheet(evening.kim) == whole


KINDS: dict[str, tuple[dict[str, Any], int]] = {
    "a drug that wears off": ({"lasting": [{"kind": "drug", "key": "calm"}]}, DAY),
    "a drug one comes down from": ({"lasting": [{"kind": "drug", "key": "rush"}]}, DAY),
    "a day of use": ({"habits": [{"drug": "white", "unchecked": 2, "taken": [0, 0]}]}, DAY),
    "tolerance": ({"habits": [{"drug": "white", "taken": [0] * 10}]}, 30 * DAY),
    "a dependency": ({"lasting": [{"kind": "dependency", "key": "haze", "course": "psychological"}]}, DAY),
    "a disease": ({"lasting": [{"kind": "disease", "key": "flu"}]}, DAY),
    "a slow poison": ({"doses": [{"poison": "rat_poison", "onset": 720, "ticks_left": 6}]}, DAY),
    "an open wound": ({"wounds": [wound(2)]}, 15),
    "wounds that heal": ({"sng": 2, "wounds": [wound(2, closed=True)]}, 2 * DAY),
    "hunger": ({"no_food_since": 0}, DAY),
    "thirst": ({"no_water_since": 0}, DAY),
    "meals again": ({"days_hungry": 2, "changes": {"END": -8}, "end_now": 0}, 2 * DAY),
    "nights awake": ({"awake_since": 0}, DAY),
    "breath": ({"end_now": 2}, 5),
    "radiation": ({"lasting": [{"kind": "radiation", "level": 1}]}, DAY),
    "a pain that passes": ({"suffering": [3], "lasting": [{"kind": "suffering", "level": 3, "count": 30}]}, HOUR),
    "unconsciousness": ({"unconscious_turns": 12}, 1),
    "the last turns": ({"inc": 0, "end_now": -1, "timer": 13}, 2),
}


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_lasts_is_shown_before_it_happens_happens_so_and_is_undone(evening, kind):
    """M19: what simply changes and what will be asked are the same before and after; then as if nothing had been."""
    fields, minutes = KINDS[kind]
    evening.write(evening.kim, **fields)
    before = evening.play
    shown, due_then = evening.table.ahead("keeper", c.Advance(minutes=minutes), "fr")
    assert evening.play == before
    assert shown.get("changes") or due_then
    evening.pass_time(minutes)
    told = evening.table.log(evening.table.viewer("keeper"), "fr", limit=1)[0]
    assert told.get("changes") == shown.get("changes")
    assert [one["procedure"] for one in due_then] == evening.due()
    evening.keep(c.Undo())
    assert evening.play == before
