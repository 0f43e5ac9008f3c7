"""Stories of several commands: odd steps of time, care that breaks, holds, luck, searches, secrets, rules midway."""

from typing import Any

import pytest

from gardien.table import commands as c
from systems.yacdha.evening import ARMED, DAY, FULL, HOUR, MONTH, PARTIAL, WEEK, at


def secretly(t: Any, who: str | None, procedure: str, *dice: int, **given: Any) -> str:
    t.keep(c.Do(procedure=procedure, character=who, given=given, dice=dice, audience="keeper"))
    return str(t.table.log(t.table.viewer("keeper"), "fr")[0]["id"])


# ---- comas ----


def test_a_blow_upon_somebody_in_a_coma_kills_them(table):
    """YAC-LUC-09: any further trauma, in whatever rule, and no luck answers."""
    t = table(luck_cap=3)
    b, s, n = t.investigator(trauma=5, luck=3), t.investigator("Solange"), t.npc()
    t.fight((b, s), (n,))
    t.fall_into_coma(b)
    t.says(s, action="dodge")
    t.says(n, action="attack", target=b, weapon_name="Couteau")
    t.play_round(1)
    t.end_fight()
    assert (t.sheet(b)["status"], t.sheet(b)["luck"]) == ("dead", 2)


def test_a_coma_within_a_fight_is_cared_for_after_it(table):
    """YAC-LUC-09, YAC-COM-21: the end of a fight wakes the unconscious, not those in a coma."""
    t = table()
    b, n = t.investigator(trauma=5), t.npc()
    t.fight((b,), (n,))
    t.says(b, action="other", use_luck_to_survive=True)
    t.says(n, action="attack", target=b, weapon_name="Couteau")
    t.play_round(1)
    t.end_fight()
    assert t.sheet(b)["status"] == "coma"
    t.advance(20)
    t.do(b, "coma_care", professional_care=True)
    t.live(DAY)
    assert (t.sheet(b)["status"], t.sheet(b)["trauma"]) == ("active", 5)


def test_luck_that_leaves_the_rules_leaves_nobody_in_a_coma_for_ever(table):
    """YAC-GEN-02, YAC-LUC-09: a coma that has begun goes on."""
    t = table()
    b = t.investigator(trauma=5)
    t.fall_into_coma(b)
    t.keep(c.Settings(options={"modules": ["recovery", "learning", "mythos"]}))
    t.live(HOUR + 1)
    assert t.sheet(b)["status"] == "dead"


def test_care_that_comes_back_within_the_hour_after_it_broke_is_in_time(table):
    """YAC-LUC-09: the hour begins again with the break, the day with the care."""
    t = table()
    b = t.investigator(trauma=5)
    t.fall_into_coma(b)
    t.advance(59)
    t.edit(b, coma_care=True)
    t.advance(700)
    t.edit(b, coma_care=False)
    t.advance(59)
    t.edit(b, coma_care=True)
    t.live(DAY - 1)
    assert t.sheet(b)["status"] == "coma"
    t.live(1)
    assert (t.sheet(b)["status"], t.sheet(b)["trauma"]) == ("active", 5)


def test_a_coma_taken_back_has_no_hour(table):
    """YAC-LUC-07: undo, and the hour of the first never rings."""
    t = table()
    b = t.investigator(trauma=5)
    version = t.table.state.version
    t.fall_into_coma(b)
    t.keep(c.Undo(to=str(version)))
    t.live(2 * HOUR)
    assert (t.sheet(b)["status"], t.sheet(b)["luck"], t.due()) == ("active", 1, {})


# ---- weeks ----


@pytest.mark.parametrize("step", [WEEK, DAY, 1441, 977])
def test_five_weeks_of_care_are_five_weeks_however_they_pass(table, step):
    """YAC-REC-05, YAC-REC-11."""
    t = table()
    b = t.investigator(trauma=5)
    t.tend(b, "trauma", **FULL)
    passed = 0
    while t.sheet(b)["trauma"] == 5:
        t.live(step)
        passed += step
        assert passed <= 5 * WEEK + step
    assert passed - step < 5 * WEEK <= passed


def test_a_night_of_work_between_begins_the_weeks_anew_for_one_gauge_and_the_other(table):
    """YAC-REC-08, YAC-REC-11: no rest, for both."""
    t = table()
    b = t.investigator(trauma=2, madness=2)
    t.tend(b, "trauma", **FULL)
    t.tend(b, "madness", **FULL)
    t.live(2 * WEEK - 1)
    t.live(1, "work")
    t.live(2 * WEEK - 1)
    assert t.sheet(b)["trauma"] == 2
    t.live(1)
    assert t.sheet(b)["trauma"] == 1
    t.live(2 * MONTH - 2 * WEEK)
    assert t.sheet(b)["madness"] == 1


def test_a_fright_during_care_of_a_wound_leaves_its_weeks(table):
    """YAC-REC-11: only an increase of that gauge starts it again."""
    t = table()
    b = t.investigator(trauma=2, madness=1)
    t.tend(b, "trauma", **FULL)
    t.live(WEEK + 3)
    t.do(b, "gauge_check", (6,), gauge="madness", event="Charnier")
    t.live(WEEK - 3)
    assert (t.sheet(b)["trauma"], t.sheet(b)["madness"]) == (1, 2)


def test_partial_care_that_failed_begins_its_weeks_anew_and_a_wound_again(table):
    """YAC-REC-07, YAC-REC-11."""
    t = table()
    b = t.investigator(trauma=2)
    t.tend(b, "trauma", **PARTIAL)
    t.live(2 * WEEK, dice=(2,))
    assert t.sheet(b)["trauma"] == 2
    t.live(WEEK)
    t.do(b, "gauge_check", (6,), gauge="trauma")
    assert t.sheet(b)["trauma"] == 3
    t.live(3 * WEEK - 1)
    assert (t.sheet(b)["trauma"], t.due()) == (3, {})
    t.live(1, dice=(6,))
    assert t.sheet(b)["trauma"] == 2


def test_sequelae_gained_during_care_end_it_at_their_floor(table):
    """YAC-GAU-07, YAC-LUC-08."""
    t = table()
    b = t.investigator(trauma=3)
    t.tend(b, "trauma", **FULL)
    t.live(WEEK)
    t.edit(b, sequelae=2)
    t.live(10 * WEEK)
    assert (t.sheet(b)["trauma"], t.due()) == (3, {})


def test_one_studies_while_another_is_cared_for_and_a_third_travels(table):
    """YAC-MYT-02, YAC-REC-08: a month spent by each in their own way."""
    t = table()
    b, s = t.investigator(madness=4), t.investigator("Solange", trauma=2)
    d = t.investigator("Daisy", trauma=2)
    t.mark(b, studying=True)
    t.live(MONTH, "rest", **{s: "care", d: "travel"})
    assert (t.sheet(b)["mythos"], t.sheet(s)["trauma"], t.sheet(d)["trauma"]) == (1, 1, 2)


def test_a_fall_in_the_middle_of_a_month_of_study_does_not_break_it(table):
    """YAC-MYT-02: interrupted is who does something else, not who is hurt; a coma is."""
    t = table()
    b = t.investigator(madness=4)
    t.mark(b, studying=True)
    t.live(20 * DAY)
    t.do(b, "gauge_check", (6,), gauge="trauma")
    t.live(10 * DAY)
    assert (t.sheet(b)["mythos"], t.sheet(b)["trauma"]) == (1, 2)
    t.live(20 * DAY)
    t.fall_into_coma(b)
    t.edit(b, coma_care=True)
    t.live(10 * DAY)
    assert t.sheet(b)["mythos"] == 1


# ---- fights ----


def test_a_holder_who_flees_or_is_led_away_has_let_go_before_anybody_acts(table):
    """YAC-COM-13, YAC-COM-14: and back in the fight holds nobody."""
    t = table()
    b, n = t.investigator(weapons=ARMED), t.npc()
    s = t.investigator("Solange")
    t.grip(b, n, beside=(s,))
    version = t.table.state.version
    t.leave(n)
    assert t.held(b) == []
    t.keep(c.Undo(to=str(version)))
    assert t.held(b) == [n]
    t.edit(n, trauma=6)
    assert t.held(b) == []


def test_first_aid_after_two_fights_heals_only_the_last(table):
    """M-11: not below the value before it, one try for each."""
    t = table(first_aid=True)
    b, s, n = t.investigator(), t.investigator("Solange"), t.npc()
    for _ in range(2):
        t.fight((b,), (n,))
        t.says(b, action="other")
        t.says(n, action="attack", target=b, weapon_name="Couteau")
        t.play_round(1)
        t.end_fight()
    assert t.sheet(b)["trauma"] == 3
    t.do(s, "first_aid", (6,), patient=at(b))
    assert t.sheet(b)["trauma"] == 2
    assert t.do(s, "first_aid", patient=at(b)).outcome["refused"] == "already_treated"


def test_first_aid_is_too_late_an_hour_after_however_the_clock_went(table):
    """M-11."""
    t = table(first_aid=True)
    b, s = t.investigator(), t.investigator("Solange")
    t.do(b, "gauge_check", (6,), gauge="trauma")
    for _ in range(6):
        t.advance(10)
    version = t.table.state.version
    t.do(s, "first_aid", (6,), patient=at(b))
    assert t.sheet(b)["trauma"] == 1
    t.keep(c.Undo(to=str(version)))
    t.advance(1)
    assert t.do(s, "first_aid", patient=at(b)).outcome["refused"] == "too_late"


# ---- searches, scenes ----


def test_a_clue_that_was_found_in_secret_measures_others_when_it_is_told(table):
    """YAC-INV-04: of the same information, whoever obtained it."""
    t = table()
    b, s = t.investigator(), t.investigator("Solange")
    secret = secretly(t, b, "investigate", 4, clue="Le coffre")
    t.keep(c.Release(event=secret))
    assert not t.do(s, "investigate", (3,), clue="Le coffre").outcome["new_information"]
    assert t.do(s, "investigate", (5,), clue="Le coffre").outcome["new_information"]


# ---- luck, scenarios, players ----


def test_luck_saved_beyond_a_ceiling_is_gone_when_the_scenario_gives_its_point(table):
    """YAC-LUC-01, YAC-LUC-02."""
    t = table(luck_cap=3)
    b = t.investigator(luck=2)
    t.do(None, "end_scenario", clear_success=True)
    assert t.sheet(b)["luck"] == 3
    t.keep(c.Settings(options={"luck_cap": 1}))
    assert t.sheet(b)["luck"] == 1
    t.do(None, "end_scenario", clear_success=False)
    assert t.sheet(b)["luck"] == 1


def test_whoever_lies_in_a_coma_at_the_end_is_no_victim_until_they_die(table):
    """YAC-REC-03: alive and sane; dead an hour later, they count in the next."""
    t = table()
    b, s = t.investigator(trauma=5), t.investigator("Solange", madness=4)
    t.fall_into_coma(b)
    t.do(None, "end_scenario", clear_success=True)
    assert t.sheet(s)["madness"] == 2
    t.live(HOUR + 1)
    assert t.sheet(b)["status"] == "dead"


def test_a_player_cares_for_nobody_elses_coma(table):
    """YAC-LUC-09: what is due for Berthe is not Ann’s to throw."""
    t = table()
    b, s = t.investigator(trauma=5), t.investigator("Solange")
    ann = t.seat("Ann", s)
    t.fall_into_coma(b)
    t.advance(HOUR + 1)
    due = next(iter(t.due(b)))
    t.refusal(ann, c.Settle(due=due))
    t.settle(due)
    assert t.sheet(b)["status"] == "dead"


def test_a_mad_caster_pays_no_more_and_a_second_may_try(table):
    """YAC-MAG-03, YAC-MAG-07, YAC-GAU-03."""
    t = table()
    b, s = t.investigator(madness=5), t.investigator("Solange")
    t.do(b, "cast_magic", (1, 6), opposition=3)
    assert t.sheet(b)["status"] == "mad"
    t.do(s, "cast_magic", (6, 1), opposition=3)
    assert (t.sheet(s)["madness"], t.sheet(b)["madness"]) == (1, 6)
