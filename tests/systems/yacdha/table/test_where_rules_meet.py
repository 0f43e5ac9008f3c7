"""Stories at the table in which one rule meets another: rounds and luck, care and study, secrets, the keeper."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.yacdha.evening import ARMED, DAY, FULL, HOUR, MONTH, PARTIAL, WEEK, YEAR, at


def secretly(t: Any, who: str | None, procedure: str, *dice: int, **given: Any) -> str:
    """A secret roll: the moment by which it can be told later."""
    t.keep(c.Do(procedure=procedure, character=who, given=given, dice=dice, audience="keeper"))
    return str(t.table.log(t.table.viewer("keeper"), "fr")[0]["id"])


# ---- rounds ----


def test_two_points_of_luck_turn_a_die_and_a_death_in_one_round(table):
    """YAC-LUC-12, YAC-LUC-02: where a table saves luck."""
    t = table(luck_cap=3)
    b, n = t.investigator(trauma=4, luck=2, weapons=ARMED), t.npc()
    t.fight((b,), (n,))
    t.says(
        b,
        action="attack",
        target=n,
        weapon_name="Couteau",
        forced=True,
        luck_convert={"die": 1, "value": 6},
        use_luck_to_survive=True,
    )
    t.says(n, action="attack", target=b, weapon_name="Pistolet")
    outcome = t.play_round(2, 5, 1, 6, 1).outcome
    assert not outcome["actions"][0]["luck_refused"]
    assert (t.status(b), t.sheet(b)["luck"], t.sheet(b)["sequelae"]) == ("coma", 0, 3)


def test_luck_that_cannot_help_any_more_is_not_spent(table):
    """YAC-LUC-10: three of lasting harm, and five more than a body bears."""
    t = table()
    b, n = t.investigator(trauma=4, sequelae=3), t.npc()
    t.fight((b,), (n,))
    t.says(b, action="other")
    t.says(n, action="attack", target=b, weapon_name="Pistolet")
    t.says(b, action="other", use_luck_to_survive=True)
    t.play_round(5)
    assert (t.status(b), t.sheet(b)["luck"], t.sheet(b)["sequelae"]) == ("dead", 1, 3)


def test_a_chain_of_holds_is_examined_once(table):
    """YAC-COM-14: Solange holds the thug in the round in which he takes hold of Berthe; she is free at once."""
    t = table()
    b, s, n = t.investigator(), t.investigator("Solange"), t.npc()
    t.fight((b, s), (n,))
    t.says(n, action="immobilise", target=b)
    t.says(s, action="immobilise", target=n)
    t.says(b, action="other")
    t.play_round(4, 4)
    assert (t.held(b), t.held(n), t.marks(s)["holding"]) == ([], [s], n)


def test_an_escape_that_was_declared_is_void_when_the_table_plays_none(table):
    """M-06, YAC-COM-13: a house rule that is switched off before the round is played."""
    t = table(hold_escape=True)
    b, n = t.investigator(), t.npc()
    t.grip(b, n)
    t.says(b, action="escape")
    t.keep(c.Settings(options={"hold_escape": False}))
    t.play_round()
    assert t.held(b) == [n]


def test_death_is_death_when_luck_was_switched_off_since_it_was_counted_on(table):
    """YAC-LUC-07, YAC-GEN-02."""
    t = table()
    b, n = t.investigator(trauma=5), t.npc()
    t.fight((b,), (n,))
    t.says(b, action="other", use_luck_to_survive=True)
    t.says(n, action="attack", target=b, weapon_name="Couteau")
    t.keep(c.Settings(options={"modules": ["recovery", "learning", "mythos"]}))
    t.play_round(3)
    assert t.status(b) == "dead"


def test_whoever_was_knocked_out_before_joining_elsewhere_is_awake_after_it(table):
    """YAC-COM-21, YAC-COM-25: carried out, and the fight goes on without them."""
    t = table()
    b, s, n = t.investigator(), t.investigator("Solange"), t.npc()
    t.fell(b, n, s)
    t.leave(b)
    assert t.status(b) == "unconscious"
    assert t.refused(b, "action", category="physical").id
    t.keep(c.Fight(fighters=(c.Fighter(character=b, side="a"),)))
    assert t.status(b) == "unconscious", "called back, and still lying there"
    t.end_fight()
    assert t.status(b) == "active"


def test_a_fight_that_is_taken_back_has_not_interrupted_care(table):
    """YAC-REC-11: and one that is not has."""
    t = table()
    b, n = t.investigator(trauma=2, recovery={"trauma": FULL}), t.npc()
    t.advance(13 * DAY)
    t.fight((b,), (n,))
    t.play_round()
    t.end_fight()
    for _ in range(3):
        t.keep(c.Undo())
    t.live(DAY)
    assert t.sheet(b)["trauma"] == 1


def test_a_creature_with_several_acts_is_told_whom_each_is_for(table):
    """YAC-COM-04, M-01: an act against somebody who has fallen meanwhile is void, the others stay."""
    t = table()
    b, s = t.investigator(), t.investigator("Solange", trauma=5)
    beast = t.add(sheet={"kind": "creature", "name": "Bête", "acts": 2, "trauma_max": 3, "boxes": 9})
    t.fight((b, s), (beast,))
    t.says(beast, action="attack", target=b, extra_targets=[s])
    t.says(b, action="dodge")
    t.do(s, "luck_survive", increase=1)
    assert t.status(s) == "dead"
    t.play_round()
    assert t.sheet(b)["trauma"] == 1


def test_a_forced_die_counts_against_the_trauma_at_the_beginning_of_the_round(table):
    """YAC-COM-23, YAC-GAU-08: struck for two while straining at two: everything is added at the end."""
    t = table()
    b, n = t.investigator(trauma=2, weapons=ARMED), t.npc()
    t.fight((b,), (n,))
    t.says(b, action="attack", target=n, weapon_name="Couteau", forced=True)
    t.says(n, action="attack", target=b, weapon_name="Couteau")
    t.play_round(2, 4, 3, 3, 5, 1)
    assert t.sheet(b)["trauma"] == 5


def test_nobody_runs_while_somebody_holds_them(table):
    """YAC-COM-13, YAC-CHA-01: whoever is free runs for the others."""
    t = table()
    b, s, n = t.investigator(), t.investigator("Solange"), t.npc()
    t.grip(b, n, beside=(s,))
    t.keep(c.Chase(fleeing=(b,), pursuing=(s,)))
    with pytest.raises(Refusal):
        t.keep(c.Pursue(dice=(2, 5)))


def test_whoever_lies_there_does_not_run_and_a_friend_does(table):
    """YAC-COM-21, YAC-CHA-01."""
    t = table()
    b, s, n = t.investigator(), t.investigator("Solange"), t.npc()
    t.fell(b, n, s)
    t.keep(c.Chase(fleeing=(b, s), pursuing=(n,)))
    t.keep(c.Pursue(dice=(2, 5)))
    assert [one["name"] for one in t.roll().given["pursued"]["members"]] == ["Solange"]
    assert t.play["chase"]["ended"], "one result is enough (YAC-CHA-05)"


def test_whoever_comes_late_is_not_surprised_any_more(table):
    """YAC-COM-20: surprise is of the first round."""
    t = table()
    b, n, m = t.investigator(), t.npc(), t.npc("Complice")
    t.fight((b,), (n,))
    t.play_round()
    t.mark(m, surprised=True)
    t.keep(c.Fight(fighters=(c.Fighter(character=m, side="b"),)))
    t.says(m, action="attack", target=b, weapon="fist")
    t.says(b, action="other")
    t.play_round(3)
    assert t.sheet(b)["trauma"] == 2


def test_whoever_is_taken_off_the_table_senseless_comes_back_to_wake(table):
    """YAC-COM-21, YAC-COM-25."""
    t = table()
    b, n = t.investigator(), t.npc()
    t.fell(b, n)
    t.leave(b)
    t.keep(c.Remove(character=b))
    t.end_fight()
    for _ in range(2):
        t.keep(c.Undo())
    assert t.status(b) == "unconscious"
    t.end_fight()
    assert t.status(b) == "active"


# ---- gauges ----


def test_two_gauges_that_fill_up_at_once_are_a_death(table):
    """YAC-GAU-04: dead rather than mad, and a coma goes mad."""
    t = table()
    b = t.investigator(madness=5, trauma=5)
    stakes = [{"gauge": "trauma", "amount": 1}, {"gauge": "madness", "amount": 1}]
    t.do(
        b,
        "action",
        (1,),
        category="physical",
        opposition={"kind": "passive", "value": 5},
        stakes=stakes,
        roll_degree=True,
    )
    assert t.status(b) == "dead"


def test_a_secret_wound_begins_its_weeks_when_it_was_taken(table):
    """YAC-REC-11: a period begins with the increase."""
    t = table()
    b = t.investigator(recovery={"trauma": FULL})
    moment = secretly(t, b, "gauge_check", 6, gauge="trauma")
    t.keep(c.Release(event=moment))
    t.live(2 * WEEK)
    assert t.sheet(b)["trauma"] == 1


def test_whoever_the_keeper_brings_back_from_madness_begins_at_five(table):
    """YAC-GAU-03, YAC-GEN-05: the keeper's word; months of care begin with it."""
    t = table()
    b = t.investigator(madness=5, recovery={"madness": FULL})
    t.do(b, "gauge_check", (6,), gauge="madness")
    assert t.status(b) == "mad"
    t.advance(5 * MONTH)
    assert not t.due(b)
    t.keep(c.Override(path=f"characters/{b}/sheet/madness", value=5, reason="essai"))
    t.keep(c.Override(path=f"characters/{b}/sheet/status", value="active", reason="essai"))
    t.live(5 * MONTH - DAY)
    assert t.sheet(b)["madness"] == 5
    t.live(DAY)
    assert t.sheet(b)["madness"] == 4


# ---- time ----


def test_care_that_becomes_partial_before_the_end_of_a_period_is_thrown_for(table):
    """YAC-REC-05, YAC-REC-07: two weeks, the second of them under partial care only."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": FULL})
    t.live(WEEK)
    t.tend(b, "trauma", care="partial")
    t.advance(WEEK)
    (due,) = t.due(b)
    roll = t.settle(due, (2,))
    assert (roll.dice[0].value, t.sheet(b)["trauma"]) == (2, 2)
    t.live(2 * WEEK - 1)
    assert t.sheet(b)["trauma"] == 2


def test_travel_breaks_a_period_that_partial_care_has_begun_again(table):
    """YAC-REC-07, YAC-REC-08, YAC-REC-11."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": PARTIAL})
    t.live(2 * WEEK, dice=(1,))
    t.live(WEEK)
    t.live(HOUR, "travel")
    t.live(WEEK)
    assert not t.due(b)
    t.advance(WEEK)
    assert t.due(b)


def test_study_masks_a_madness_that_care_would_have_healed(table):
    """YAC-MYT-02, YAC-MYT-03, YAC-GAU-07: the month of care begins after the last of study."""
    t = table()
    b = t.investigator(madness=2, recovery={"madness": FULL})
    t.mark(b, studying=True)
    t.live(MONTH)
    assert (t.sheet(b)["mythos"], t.sheet(b)["madness"]) == (1, 2)
    t.mark(b, studying=False)
    t.live(YEAR)
    assert t.sheet(b)["madness"] == 2


def test_an_apprenticeship_is_one_a_year_whoever_teaches(table):
    """YAC-LRN-04: by act or by the clock of a procedure; the year goes on while somebody is in hospital."""
    t = table()
    b = t.investigator(occupations={"Médecin": 3, "Latin": 1})
    t.do(b, "learn", occupation="Escrime", nature="physical")
    assert not t.do(b, "learn", occupation="Chant", nature="mental").outcome["allowed"]
    t.live(YEAR - DAY, "care")
    assert not t.do(b, "learn", occupation="Chant", nature="mental").outcome["allowed"]
    t.live(DAY, "travel")
    assert t.do(b, "learn", occupation="Chant", nature="mental").outcome["allowed"]


def test_first_aid_in_the_middle_of_care_leaves_the_period_that_the_wound_began(table):
    """M-11, YAC-REC-11: hurt after a week of care and treated on the spot, two whole weeks are left."""
    t = table(first_aid=True)
    b, s = t.investigator(trauma=2, recovery={"trauma": FULL}), t.investigator("Solange")
    t.live(WEEK)
    t.do(b, "gauge_check", (6,), gauge="trauma")
    t.do(s, "first_aid", (6,), patient=at(b))
    t.live(2 * WEEK - 1)
    assert t.sheet(b)["trauma"] == 2
    t.live(1)
    assert t.sheet(b)["trauma"] == 1


def test_a_wound_taken_in_secret_takes_its_three_weeks(table):
    """YAC-REC-11: told a day later, from then on, three weeks heal it."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": FULL})
    t.live(WEEK)
    moment = secretly(t, b, "gauge_check", 6, gauge="trauma")
    t.live(DAY)
    t.keep(c.Release(event=moment))
    assert t.sheet(b)["trauma"] == 3
    t.live(3 * WEEK - DAY - 1)
    assert t.sheet(b)["trauma"] == 3
    t.live(1 + DAY)
    assert t.sheet(b)["trauma"] == 2


# ---- people together ----


def test_luck_comes_back_to_whoever_lies_in_a_coma_and_not_to_the_mad(table):
    """YAC-LUC-01, YAC-REC-03: living investigators; a milestone too (YAC-REC-04)."""
    t = table()
    b, s, m = t.investigator(), t.investigator("Solange", madness=5), t.investigator("Marthe", luck=0)
    t.fall_into_coma(b)
    t.do(s, "gauge_check", (6,), gauge="madness")
    t.do(None, "end_scenario", milestone=True)
    assert (t.sheet(b)["luck"], t.sheet(m)["luck"], t.status(s)) == (1, 1, "mad")


def test_a_group_shares_a_fall_and_each_answers_with_their_own_luck(table):
    """YAC-COO-05, YAC-LUC-07."""
    t = table()
    b, s = t.investigator(trauma=5), t.investigator("Solange", trauma=5)
    t.do(
        None,
        "cooperate",
        (1, 2),
        category="physical",
        opposition={"kind": "passive", "value": 4},
        stakes=[{"gauge": "trauma", "amount": 1}],
        members=[at(b, use_luck_to_survive=True), at(s)],
    )
    assert (t.status(b), t.status(s)) == ("coma", "dead")


def test_a_caster_pays_for_each_try_and_the_last_may_be_too_much(table):
    """YAC-MAG-03, YAC-MAG-07, YAC-GAU-03: a new try is a fresh casting; the mad cast no more."""
    t = table()
    b = t.investigator(madness=4)
    t.do(b, "cast_magic", (1, 5), opposition=3)
    assert t.sheet(b)["madness"] == 5
    t.do(b, "cast_magic", (6, 6), opposition=3)
    assert t.status(b) == "mad"
    assert t.refused(b, "cast_magic", opposition=3).id


def test_whoever_is_taken_off_the_table_in_a_hold_lets_go(table):
    """YAC-COM-13: holder or victim, once out of the fight."""
    t = table()
    b, n, m = t.investigator(), t.npc(), t.npc("Complice")
    t.grip(b, n, m)
    t.leave(n)
    t.keep(c.Remove(character=n))
    assert t.held(b) == [m]
    t.leave(b)
    t.keep(c.Remove(character=b))
    assert not t.marks(m).get("holding")
    t.keep(c.Undo())
    t.keep(c.Undo())
    assert t.held(b) == [m]


def test_the_dead_of_a_scenario_who_are_brought_back_cost_nobody_anything(table):
    """YAC-REC-03: by the keeper's word, before the end."""
    t = table()
    b, s = t.investigator(madness=4), t.investigator("Solange")
    t.die(s)
    t.keep(c.Override(path=f"characters/{s}/sheet/trauma", value=5, reason="essai"))
    t.keep(c.Override(path=f"characters/{s}/sheet/status", value="active", reason="essai"))
    t.do(None, "end_scenario")
    assert t.sheet(b)["madness"] == 2


def test_what_a_removed_investigator_cost_comes_back_with_them(table):
    """YAC-REC-03: taken off and brought back, the dead count once."""
    t = table()
    b, s = t.investigator(madness=5), t.investigator("Solange")
    t.die(s)
    t.keep(c.Remove(character=s))
    t.keep(c.Undo())
    t.do(None, "end_scenario")
    assert t.sheet(b)["madness"] == 4
    t.do(None, "end_scenario")
    assert t.sheet(b)["madness"] == 2


# ---- house rules ----


@pytest.mark.parametrize(("mode", "thrown"), [("advantage", 2), ("levels", 1)])
def test_the_principal_occupation_is_worth_a_die_where_levels_are_not_played(table, mode, thrown):
    """YAC-ADV-03, YAC-CRE-03, YAC-OCC-10: claimed, alone or in a fight; another occupation brings nothing."""
    t = table(skill_mode=mode)
    b, n = t.investigator(principal_occupation="Boxeuse"), t.npc()
    for claim, dice in (("Boxeuse", thrown), ("Latin", 1)):
        faces = (3, 2)[:dice]
        outcome = t.do(b, "action", faces, category="physical", claims=[claim]).outcome
        assert outcome["action_dice_count"] == dice
    t.fight((b,), (n,))
    t.says(b, action="attack", target=n, weapon="fist", claims=["Boxeuse"])
    t.says(n, action="other")
    assert t.play_round(*(3, 2)[:thrown]).outcome["actions"][0]["action_dice_count"] == thrown


def test_a_ceiling_of_luck_that_is_lowered_in_the_middle_of_a_fight_holds_in_it(table):
    """YAC-LUC-02."""
    t = table(luck_cap=2)
    b, n = t.investigator(trauma=5, luck=2), t.npc()
    t.fight((b,), (n,))
    t.says(b, action="other", use_luck_to_survive=True)
    t.says(n, action="attack", target=b, weapon_name="Couteau")
    t.keep(c.Settings(options={"luck_cap": 1}))
    t.play_round(2)
    assert (t.status(b), t.sheet(b)["luck"]) == ("coma", 0)


def test_armour_that_a_table_begins_to_play_stops_the_next_blow(table):
    """M-12."""
    t = table()
    b, n = t.investigator(), t.npc()
    t.mark(b, armour=2)
    t.fight((b,), (n,))
    seen = []
    for armour in (False, True):
        t.keep(c.Settings(options={"armour": armour}))
        t.says(b, action="other")
        t.says(n, action="attack", target=b, weapon_name="Pistolet")
        t.play_round(3)
        seen.append(t.sheet(b)["trauma"])
    assert seen == [4, 5]


@pytest.mark.parametrize(("memory", "rolled"), [("off", True), ("scenario", False)])
def test_what_was_faced_before_the_table_forgot_is_known_when_it_remembers(table, memory, rolled):
    """YAC-GAU-05."""
    t = table()
    b = t.investigator()
    t.do(b, "gauge_check", (1,), gauge="madness", event="Cadavre")
    t.keep(c.Settings(options={"stress_memory": memory}))
    assert (
        t.do(b, "gauge_check", (1,) if rolled else None, gauge="madness", event="Cadavre").outcome["rolled"] is rolled
    )
    t.keep(c.Settings(options={"stress_memory": "scenario"}))
    assert not t.do(b, "gauge_check", gauge="madness", event="Cadavre").outcome["rolled"]
