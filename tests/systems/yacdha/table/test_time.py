"""What time does to people: each thing counts from what began it, in jumps and steps alike (REC, MYT, LRN, LUC)."""

from random import Random

import pytest

from conformance.lives import Memory
from gardien.core.life import ACTIVITIES
from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.state import with_effects
from gardien.table.tree import Effect
from systems.yacdha.evening import DAY, FULL, HOUR, MONTH, PARTIAL, WEEK, YEAR


def test_a_wound_heals_from_its_own_day(table):
    """YAC-REC-05, YAC-REC-11: taken on day 6, trauma 2 is 1 on day 20 and not before."""
    t = table()
    b = t.investigator(recovery={"trauma": FULL})
    t.live(6 * DAY)
    t.do(b, "gauge_check", (6,), gauge="trauma")
    t.live(2 * WEEK - 1)
    assert t.sheet(b)["trauma"] == 2
    t.live(1)
    assert t.sheet(b)["trauma"] == 1


def test_care_that_begins_counts_from_its_beginning(table):
    """YAC-REC-08, YAC-REC-11: six days without any care are no part of a week of it."""
    t = table()
    b = t.investigator(trauma=2)
    t.advance(6 * DAY)
    t.tend(b, "trauma", **FULL)
    t.live(2 * WEEK - 1)
    assert t.sheet(b)["trauma"] == 2
    t.live(1)
    assert t.sheet(b)["trauma"] == 1


def test_being_in_care_counts_from_its_beginning(table):
    """YAC-REC-08: days of idleness before the hospital heal nothing."""
    t = table()
    b = t.investigator(trauma=2)
    t.advance(6 * DAY)
    t.live(2 * WEEK - 1, "care")
    assert t.sheet(b)["trauma"] == 2
    t.live(1, "care")
    assert t.sheet(b)["trauma"] == 1


def test_weeks_that_are_over_take_none_of_those_that_follow(table):
    """YAC-REC-08, YAC-REC-11: a wound left alone for months heals in hospital from then on."""
    t = table()
    b = t.investigator(trauma=2, madness=3)
    t.do(b, "recover", gauge="madness", care="full", elapsed=5)
    t.live(2 * WEEK, "care")
    assert t.sheet(b)["trauma"] == 1


def test_care_that_breaks_off_loses_its_period(table):
    """YAC-REC-11: a week in care, an hour of work, and the two weeks begin again."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": FULL})
    t.live(13 * DAY)
    t.live(HOUR, "work")
    t.live(13 * DAY)
    assert t.sheet(b)["trauma"] == 2
    t.live(DAY)
    assert t.sheet(b)["trauma"] == 1


@pytest.mark.parametrize("activity", ["work", "travel"])
def test_without_rest_nothing_heals(table, activity):
    """YAC-REC-08."""
    t = table()
    b = t.investigator(trauma=3, madness=3, recovery={"trauma": FULL, "madness": FULL})
    t.live(YEAR, activity)
    assert (t.sheet(b)["trauma"], t.sheet(b)["madness"]) == (3, 3)


def test_one_rests_while_another_works(table):
    """YAC-REC-08: time is spent by each in their own way."""
    t = table()
    b, s = (t.investigator(name, trauma=2, recovery={"trauma": FULL}) for name in ("Berthe", "Solange"))
    t.live(2 * WEEK, "", **{s: "work"})
    assert (t.sheet(b)["trauma"], t.sheet(s)["trauma"]) == (1, 2)


def test_the_two_gauges_recover_side_by_side(table):
    """YAC-REC-05, YAC-REC-06, YAC-REC-11: weeks for the body, months for the mind, in one jump."""
    t = table()
    b = t.investigator(trauma=5, madness=5, recovery={"trauma": FULL, "madness": FULL})
    t.live(14 * WEEK)
    assert (t.sheet(b)["trauma"], t.sheet(b)["madness"]) == (1, 5)
    t.live(14 * MONTH - 14 * WEEK)
    assert (t.sheet(b)["trauma"], t.sheet(b)["madness"]) == (1, 1)


def test_partial_care_asks_for_its_die_and_a_low_one_begins_again(table):
    """YAC-REC-07."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": PARTIAL})
    t.advance(2 * WEEK)
    (due,) = t.due(b)
    t.settle(due, (2,))
    assert (t.sheet(b)["trauma"], t.sheet(b)["recovery"]["trauma"]["progress"]) == (2, 0)
    t.advance(2 * WEEK)
    (due,) = t.due(b)
    t.settle(due, (3,))
    assert t.sheet(b)["trauma"] == 1


def test_being_in_care_is_no_better_than_what_the_sheet_knows_of(table):
    """YAC-REC-07, YAC-REC-09: partial care is thrown for, favourable conditions make it certain."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": {"care": "partial"}})
    t.advance(2 * WEEK, "care")
    (due,) = t.due(b)
    assert t.settle(due, (1,)).given["care"] == "partial"
    assert t.sheet(b)["trauma"] == 2
    t.tend(b, "trauma", favourable=True)
    t.advance(2 * WEEK, "care")
    (due,) = t.due(b)
    assert t.settle(due, (1,)).given["favourable"] is False  # where, and with whom? (YAC-CRE-09)
    t.edit(b, bonds=["Sa sœur"], places=["Le phare"])
    t.live(2 * WEEK, "care")
    assert t.sheet(b)["trauma"] == 1


def test_a_fight_breaks_a_period_of_care(table):
    """YAC-REC-08, YAC-REC-11."""
    t = table()
    b, n = t.investigator(trauma=2, recovery={"trauma": FULL}), t.npc()
    t.live(13 * DAY)
    t.fight((b,), (n,))
    t.says(b, action="dodge")
    t.says(n, action="dodge")
    t.play_round()
    t.end_fight()
    t.live(DAY)
    assert t.sheet(b)["trauma"] == 2


def test_recovery_that_is_told_moves_the_clock_for_everybody(table):
    """YAC-REC-05, YAC-TIM-01: three weeks of one are three weeks of all, and are told once."""
    t = table()
    b, s = (t.investigator(name, trauma=3, recovery={"trauma": FULL}) for name in ("Berthe", "Solange"))
    plan = t.keep(c.Plan(time=WEEK, text="le culte arrive")).card["words"]["plan"]
    t.do(b, "recover", gauge="trauma", elapsed=3)
    assert (t.clock, t.sheet(b)["trauma"], t.play["plans"][plan]["done"]) == (3 * WEEK, 2, True)
    assert not t.due(b)
    (due,) = t.due(s)
    t.settle(due)
    assert t.sheet(s)["trauma"] == 2
    t.live(2 * WEEK)
    assert (t.sheet(b)["trauma"], t.sheet(s)["trauma"]) == (1, 1)


def test_a_month_of_study_counts_from_its_first_day(table):
    """YAC-MYT-02: begun on day 20, it is over on day 50 and not at the end of a calendar month."""
    t = table()
    b = t.investigator()
    t.advance(20 * DAY)
    t.mark(b, studying=True)
    t.live(MONTH - 1)
    assert t.sheet(b)["mythos"] == 0
    t.live(1)
    assert (t.sheet(b)["mythos"], t.sheet(b)["madness"]) == (1, 2)


@pytest.mark.parametrize("pause", ["travel", "care"])
def test_a_month_of_study_that_is_broken_off_gives_nothing(table, pause):
    """YAC-MYT-02."""
    t = table()
    b = t.investigator()
    t.mark(b, studying=True)
    t.live(29 * DAY, "work")
    t.live(DAY, pause)
    t.live(29 * DAY, "work")
    assert t.sheet(b)["mythos"] == 0
    t.live(DAY, "work")
    assert t.sheet(b)["mythos"] == 1


def test_nobody_is_cared_for_while_they_study(table):
    """YAC-MYT-02: and nobody learns anything else."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": FULL})
    t.mark(b, studying=True)
    t.live(MONTH - 1)
    assert t.sheet(b)["trauma"] == 2
    assert t.refused(b, "learn", occupation="Tir", nature="physical").words["why"] == "studying"


def test_study_needs_its_module(table):
    """YAC-GEN-02."""
    t = table(modules=["recovery", "learning", "luck"])
    b = t.investigator()
    t.mark(b, studying=True)
    t.advance(YEAR)
    assert not t.due(b)


def test_a_year_after_an_apprenticeship_one_may_learn_again(table):
    """YAC-LRN-04: from its own beginning, whatever the calendar says."""
    t = table()
    b = t.investigator()
    t.advance(200 * DAY)
    assert t.do(b, "learn", occupation="Tir", nature="physical").outcome["allowed"]
    assert t.sheet(b)["learning"] == {"occupation": "Tir", "started": "201", "year_used": True}
    t.advance(YEAR - 1)
    assert t.do(b, "learn", occupation="Chant", nature="mental").outcome["reason"] == "year"
    t.advance(1)
    assert t.do(b, "learn", occupation="Chant", nature="mental").outcome["allowed"]


def test_seconds_of_a_coma_are_no_time_off_the_year_of_an_apprenticeship(table):
    """YAC-LRN-04, YAC-LUC-09: rounds of a fight cut the minutes, in one jump as in many."""
    t = table()
    b = t.investigator()
    t.do(b, "learn", occupation="Tir", nature="physical")
    t.write(b, status="coma", coma_care=True)
    t.fight((b,), (t.investigator(),))
    t.play_round()
    t.end_fight()
    for _ in range(3):
        t.advance(DAY)
        for due in t.due(b):
            t.keep(c.Dismiss(due=due))
    assert t.play["characters"][b]["tally"]["since_learnt"] == 3 * DAY * 60


def test_an_older_table_has_the_minutes_of_a_year_that_it_kept(table):
    """YAC-LRN-04."""
    t = Memory(find("yacdha"), 1)
    b = t.act(c.Add(draw={}))["character"]
    t.act(c.Override(path=f"characters/{b}/sheet/learning", value={"year_used": True}, reason="table ancienne"))
    t.states[-1] = with_effects(t.state, [Effect(("play", "characters", b, "tally"), {"year_used": YEAR - 5})])
    t.act(c.Advance(minutes=4))
    assert t.play["characters"][b]["sheet"]["learning"]["year_used"]
    t.act(c.Advance(minutes=1))
    assert not t.play["characters"][b]["sheet"]["learning"]["year_used"]


def test_the_hour_of_a_coma_runs_without_care_and_the_day_with_it(table):
    """YAC-LUC-09: care that begins after half an hour takes a whole day of its own."""
    t = table()
    b = t.investigator()
    t.fall_into_coma(b)
    t.live(30)
    t.edit(b, coma_care=True)
    t.live(DAY - 1)
    assert t.sheet(b)["status"] == "coma"
    t.live(1)
    assert (t.sheet(b)["status"], t.sheet(b)["trauma"]) == ("active", 5)


def test_a_day_of_a_coma_that_is_let_pass_late_begins_again_at_its_own_hour(table):
    """YAC-LUC-09: whenever the game master comes to it."""
    t = table()
    b = t.investigator()
    t.fall_into_coma(b)
    t.advance(3 * DAY, "care")
    t.keep(c.Dismiss(due=next(iter(t.due(b)))))
    assert t.sheet(b)["coma_since"] == DAY
    assert [one["since"] for one in t.due(b).values()] == [2 * DAY]


def test_care_exactly_after_an_hour_is_in_time_and_a_minute_later_is_not(table):
    """YAC-LUC-09."""
    for minutes, status in ((HOUR, "active"), (HOUR + 1, "dead")):
        t = table()
        b = t.investigator()
        t.fall_into_coma(b)
        t.live(minutes)
        if t.sheet(b)["status"] == "coma":
            t.live(DAY, "care")
        assert t.sheet(b)["status"] == status


def test_care_of_a_coma_that_breaks_off_has_not_been_followed(table):
    """YAC-LUC-09: the day begins again, and so does the hour."""
    t = table()
    b = t.investigator()
    t.fall_into_coma(b)
    t.live(DAY - 1, "care")
    t.live(HOUR)
    assert t.sheet(b)["status"] == "coma"
    t.live(DAY - 1, "care")
    assert t.sheet(b)["status"] == "coma"
    t.live(1, "care")
    assert t.sheet(b)["status"] == "active"


def test_rounds_of_a_fight_belong_to_the_hour_of_a_coma(table):
    """YAC-LUC-09: in rounds and on the clock alike."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    t.fall_into_coma(b)
    t.live(HOUR)
    t.fight((b, s), (n,))
    for _ in range(10):
        t.play_round()
    (due,) = t.due(b)
    t.settle(due)
    assert t.sheet(b)["status"] == "dead"


def test_care_that_is_told_of_begins_on_the_sheet(table):
    """YAC-LUC-09: the card says that care goes on, and so does the sheet."""
    t = table()
    b = t.investigator()
    t.fall_into_coma(b)
    t.live(40)
    roll = t.do(b, "coma_care", days=0)
    assert (roll.given["delay_minutes"], t.sheet(b)["coma_care"]) == (40, True)
    t.live(DAY)
    assert t.sheet(b)["status"] == "active"


def test_a_coma_and_the_weeks_after_it_in_one_jump(table):
    """YAC-LUC-08, YAC-LUC-09, YAC-REC-05: the same as in two; the floor that lasting harm leaves stays."""
    left = []
    for jumps in ((DAY + 14 * WEEK,), (DAY, 14 * WEEK)):
        t = table()
        b = t.investigator(trauma=4, recovery={"trauma": FULL})
        t.do(b, "luck_survive", increase=3, use_luck_to_survive=True)
        t.edit(b, coma_care=True)
        for jump in jumps:
            t.live(jump)
        left.append((t.sheet(b)["trauma"], t.sheet(b)["sequelae"]))
    assert left == [(2, 1), (2, 1)]


@pytest.mark.parametrize(("full", "left"), [("trauma", "madness"), ("madness", "trauma")])
def test_time_does_nothing_for_whoever_has_a_full_gauge(table, full, left):
    """YAC-GEN-04: even where the game master has written that they are only unconscious, or at their books."""
    t = table()
    b = t.investigator(trauma=3, madness=3, recovery={"trauma": FULL, "madness": FULL})
    t.keep(c.Override(path=f"characters/{b}/sheet/{full}", value=6, reason="essai"))
    t.keep(c.Override(path=f"characters/{b}/sheet/status", value="unconscious", reason="essai"))
    t.live(20 * WEEK)
    t.keep(c.Remark(character=b, marks={"studying": True}))
    t.live(3 * MONTH)
    assert (t.sheet(b)[full], t.sheet(b)[left], t.sheet(b)["mythos"]) == (6, 3, 0)


def test_a_gauge_that_is_healed_leaves_no_count_of_care(table):
    """YAC-REC-11, YAC-GAU-07: whether the weeks after it were told of together with it or alone."""
    for jumps in ((5 * WEEK,), (WEEK,) * 5):
        t = table()
        b = t.investigator(trauma=2)
        for jump in jumps:
            t.live(jump, "care")
        assert t.sheet(b)["trauma"] == 1
        assert not t.play["characters"][b].get("tally")


def test_time_does_nothing_more_to_the_dead(table):
    """YAC-GAU-04: what was due for them is due no more."""
    t = table()
    b = t.investigator(trauma=3, madness=3)
    t.advance(WEEK)
    assert t.due(b)
    t.die(b)
    assert not t.due(b)
    t.advance(YEAR)
    assert not t.due(b)


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_what_waits_is_what_it_was_however_the_time_after_it_is_spent(first):
    """YAC-REC-11, YAC-MYT-02, YAC-LUC-09: done at once or at the end, the same dice and the same people."""
    for seed in range(first, first + 20):
        random = Random(seed)
        start = Memory(find("yacdha"), seed)
        recovery = {gauge: random.choice((FULL, PARTIAL, {})) for gauge in ("trauma", "madness")}
        sheet = {"trauma": random.randint(1, 5), "madness": random.randint(1, 5), "recovery": recovery}
        who = start.act(c.Add(sheet={"kind": "investigator", "name": "Berthe", **sheet}))["character"]
        if random.random() < 0.4:
            start.act(c.Remark(character=who, marks={"studying": True}))
        if random.random() < 0.2:
            start.act(c.Override(path=f"characters/{who}/sheet/status", value="coma", reason="chute"))
        spans = [(random.choice((20, DAY, WEEK, MONTH)), random.choice(ACTIVITIES)) for _ in range(6)]
        prompt, late = start.copy(seed), start.copy(seed)
        for minutes, activity in spans:
            prompt.act(c.Advance(minutes=minutes, activity=activity))
            prompt.settle_all()
            late.act(c.Advance(minutes=minutes, activity=activity))
        late.settle_all()
        assert not prompt.play.get("due")
        assert not late.play.get("due")
        assert prompt.rolled == late.rolled, (seed, spans)
        assert prompt.without_ids() == late.without_ids(), (seed, spans)


def test_a_second_coma_has_its_own_hour(table):
    """YAC-LUC-09: whoever came out of one falls into another."""
    evening = table()
    berthe = evening.investigator(trauma=4)
    for _ in range(2):
        evening.edit(berthe, luck=1)
        evening.fall_into_coma(berthe)
        assert evening.sheet(berthe)["coma_since"] == evening.clock
        evening.live(DAY, "care")
        assert evening.sheet(berthe)["status"] == "active"


def test_weeks_that_wait_for_their_die_are_no_part_of_a_new_wound(table):
    """YAC-REC-11: the period begins with the increase, whatever nobody has thrown for before it."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": PARTIAL})
    t.advance(2 * WEEK)
    t.do(b, "gauge_check", (6,), gauge="trauma")
    assert not t.play.get("due")
    t.live(3 * WEEK - 1)
    assert t.sheet(b)["recovery"]["trauma"]["progress"] == 2
