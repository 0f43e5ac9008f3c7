"""What lasts from one scene, one scenario, one season to the next: horrors, clues, luck, care, study, learning."""

import pytest

from gardien.core.counts import minutes_ahead
from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.binding import content
from systems.yacdha.evening import DAY, FULL, HOUR, MONTH, PARTIAL, WEEK, YEAR, at

# ---- horrors ----


def creature(t, key="ghoul", **more):
    return t.add(being=f"creature/{key}", **more)


def sight(t, who, event, *dice):
    return t.do(who, "gauge_check", dice or None, gauge="madness", event=event).outcome


def test_a_creature_that_is_pointed_at_is_known_by_its_kind(table):
    """YAC-GAU-05: « Goule 2 » after « Goule 1 », however the sight is told."""
    t = table()
    b = t.investigator()
    t.keep(c.Add(being="creature/ghoul", count=2))
    first, second = (id for id, one in t.play["characters"].items() if one["sheet"]["kind"] == "creature")
    assert sight(t, b, at(first), 1)["rolled"]
    assert not sight(t, b, at(second))["rolled"]
    assert not sight(t, b, "Goule")["rolled"]
    assert t.sheet(b)["stress_faced"] == ["Goule 1"]


def test_the_worst_creatures_cost_two_checks_at_first_sight(table):
    """YAC-GAU-05, M-01: and no third."""
    t = table()
    b, s = t.investigator(), t.investigator("Solange")
    thing = creature(t, "shoggoth")
    assert [sight(t, b, at(thing), 1)["rolled"] for _ in range(2)] == [True, True]
    assert not sight(t, b, at(thing))["rolled"]
    assert sight(t, s, "Shoggoth", 1)["rolled"], "somebody else has not seen it yet"
    assert len(t.sheet(b)["stress_faced"]) == 2


def test_what_looks_like_anybody_costs_nothing(table):
    """M-01, YAC-GAU-06: the host of the idol, until its larva bursts out."""
    t = table()
    b = t.investigator()
    assert not sight(t, b, at(creature(t, "idol_host")))["rolled"]
    assert not t.roll().given["exposed"], "there was nothing to see, rather than something known"
    assert sight(t, b, at(creature(t, "larva")), 6)["raised"]
    assert t.sheet(b)["stress_faced"] == ["Larve"]


def test_what_was_faced_under_another_name_is_known_by_the_new_one(table):
    """YAC-GAU-05: once everybody calls the shape in the mist by its name."""
    t = table()
    b = t.investigator()
    shape = creature(t, alias="Forme dans la brume")
    assert sight(t, b, at(shape), 1)["rolled"]
    assert t.sheet(b)["stress_faced"] == ["Forme dans la brume"]
    t.keep(c.Show(character=shape, alias=""))
    assert t.sheet(b)["stress_faced"] == ["Goule"]
    assert not sight(t, b, "Goule 3")["rolled"]


def test_a_hidden_creature_says_nothing_about_what_is_faced(table):
    """YAC-GAU-05, YAC-GAU-06: whoever does not see it knows nothing of its kind."""
    t = table()
    b = t.investigator()
    creature(t, "shoggoth", hidden=True)
    assert sight(t, b, "Shoggoth", 1)["rolled"]
    assert not sight(t, b, "Shoggoth")["rolled"], "one check, as for any event"


def test_an_npc_remembers_horrors_too(table):
    """YAC-GAU-05, YAC-NPC-03."""
    t = table()
    n = t.npc()
    assert sight(t, n, "Goule", 6)["raised"]
    assert not sight(t, n, "Goule")["rolled"]
    assert t.sheet(n)["madness"] == 2


@pytest.mark.parametrize("memory", ["scenario", "campaign", "off"])
def test_how_long_a_horror_is_remembered_is_the_tables_choice(table, memory):
    """YAC-GAU-05."""
    t = table(stress_memory=memory)
    b = t.investigator(madness=3)
    sight(t, b, "Goule", 1)
    assert sight(t, b, "Goule", *([1] if memory == "off" else []))["rolled"] == (memory == "off")
    t.do(None, "end_scenario", milestone=True)
    assert (t.sheet(b)["stress_faced"] != []) == (memory != "off")
    t.do(None, "end_scenario")
    assert (t.sheet(b)["stress_faced"] != []) == (memory == "campaign")


def test_the_game_master_strikes_a_horror_off_the_list(table):
    """YAC-GAU-05."""
    t = table()
    b = t.investigator()
    sight(t, b, "Goule", 1)
    t.edit(b, stress_faced=[])
    assert sight(t, b, "Goule", 1)["rolled"]


# ---- clues ----


def test_a_clue_remembers_what_it_has_brought_whoever_searches(table):
    """YAC-INV-04: in another scene, alone or together, at any attempt; another clue is another."""
    t = table()
    b, s = t.investigator(), t.investigator("Solange")
    assert t.do(b, "investigate", (5,), clue="Le journal").outcome["new_information"]
    again = t.do(s, "investigate", (4,), clue="Le journal").outcome
    assert (again["new_information"], again["best"]) == (False, 5)
    assert t.do(s, "investigate", (2,), clue="La cave").outcome["new_information"]
    t.keep(c.Scene(title="Plus tard"))
    assert not t.do(b, "investigate", (5,), clue="Le journal", attempt=2).outcome["new_information"]
    team = {"members": [at(b), at(s)], "category": "mental", "investigation": True, "clue": "Le journal"}
    assert t.do(None, "cooperate", (2, 6), **team).outcome["new_information"]
    assert t.play["group"]["information"] == {"Le journal": 6, "La cave": 2}
    assert "best_previous" not in t.marks(b)
    t.keep(c.Undo())
    assert t.play["group"]["information"]["Le journal"] == 5


def test_a_player_names_a_clue_and_does_not_say_what_it_has_brought(table):
    """YAC-INV-04."""
    t = table()
    b = t.investigator()
    seat = t.seat("Anne", b)
    t.keep(c.Settings(players_edit=False))
    assert t.do(b, "investigate", (4,), seat=seat, clue="Le journal").outcome["best"] == 4
    with pytest.raises(Refusal):
        t.do(b, "investigate", (4,), seat=seat, clue="Le journal", information={"Le journal": 0})
    assert t.play["group"]["information"] == {"Le journal": 4}


def test_a_failed_search_is_no_search_yet(table):
    """YAC-INV-02, YAC-INV-04: nothing was found, so anything is new."""
    t = table()
    b, s = t.investigator(), t.investigator("Solange")
    unwilling = {"kind": "active"}
    assert t.do(b, "investigate", (2, 5), clue="Le témoin", opposition=unwilling).outcome["tier"] == "none"
    assert t.do(s, "investigate", (6, 5), clue="Le témoin", opposition=unwilling).outcome["new_information"]
    assert t.do(b, "investigate", clue="Le témoin", opposition=unwilling, attempt=2).outcome["refused"]


# ---- scenarios ----


def test_scenarios_and_their_chapters_are_counted(table):
    """YAC-REC-04."""
    t = table()
    t.investigator(madness=4)
    for _ in range(2):
        t.do(None, "end_scenario", milestone=True)
    assert t.play["group"]["milestones"] == 2
    t.do(None, "end_scenario")
    assert (t.play["group"]["scenario"], t.play["group"]["milestones"]) == (2, 0)


def test_whoever_came_through_need_not_be_named(table):
    """YAC-REC-03, YAC-LUC-01: investigators alive and sane, in a coma too; nobody else."""
    t = table()
    b, m, d, r = (t.investigator(name, madness=4, luck=0) for name in "BMDR")
    k = t.investigator("K", madness=4)
    t.npc(madness=4)
    t.fall_into_coma(k)
    t.edit(m, madness=6, status="mad")
    t.die(d)
    t.edit(r, status="retired")
    survivors = t.do(None, "end_scenario").outcome["survivors"]
    assert [one["name"] for one in survivors] == ["B", "K"]
    assert [t.sheet(id)["madness"] for id in (b, k, r)] == [3, 3, 4]
    assert [t.sheet(id)["luck"] for id in (b, k, r)] == [1, 1, 0]


def test_an_npc_is_no_survivor(table):
    """YAC-REC-03: the reward is the investigators'."""
    t = table()
    t.investigator()
    assert t.refused(None, "end_scenario", survivors=[at(t.npc())]).words["why"] == "not_investigator"


def test_a_chapter_counts_its_dead_and_the_end_counts_them_again(table):
    """YAC-REC-03, YAC-REC-04: they are lost to the whole scenario, and not to the next one."""
    t = table()
    b, s = t.investigator(madness=5), t.investigator("Solange")
    t.die(s)
    for milestone, madness in ((True, 4), (False, 3), (False, 1)):
        t.do(None, "end_scenario", milestone=milestone)
        assert t.sheet(b)["madness"] == madness


def test_relief_ends_at_what_the_mythos_has_taken(table):
    """YAC-GAU-07, YAC-REC-03."""
    t = table()
    b = t.investigator(madness=4, mythos=2)
    t.do(None, "end_scenario", remarkable=True)
    assert t.sheet(b)["madness"] == 3
    t.do(None, "end_scenario")
    assert t.sheet(b)["madness"] == 3


def test_luck_comes_back_once_for_each_scenario(table):
    """YAC-LUC-01, YAC-LUC-02: spent against death, regained at the end, never beyond what is agreed."""
    t = table()
    b = t.investigator(trauma=4)
    t.fall_into_coma(b)
    assert t.sheet(b)["luck"] == 0
    t.do(None, "end_scenario")
    t.do(None, "end_scenario")
    assert t.sheet(b)["luck"] == 1
    t.keep(c.Settings(options={"luck_cap": 3}))
    for luck in (2, 3, 3):
        t.do(None, "end_scenario")
        assert t.sheet(b)["luck"] == luck
    t.keep(c.Settings(options={"luck_cap": 2}))
    assert t.sheet(b)["luck"] == 2


# ---- care ----


def test_a_whole_week_of_care_is_what_it_was_whatever_is_written_after_it(table):
    """YAC-REC-05, YAC-REC-11: care that ends when the week is over has been given."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": {**FULL, "progress": 1}})
    t.advance(WEEK)
    t.tend(b, "trauma", care="none")
    for due in list(t.due()):
        t.settle(due)
    assert t.sheet(b)["trauma"] == 1


def test_favourable_conditions_need_somebody_and_some_place(table):
    """YAC-CRE-09, YAC-REC-09: then partial care needs no die; else it does."""
    t = table()
    kind = {**PARTIAL, "favourable": True}
    b = t.investigator(madness=2, bonds=["Sa sœur"], places=["Le jardin"], recovery={"madness": kind})
    s = t.investigator("Solange", madness=2, bonds=["Sa sœur"], recovery={"madness": kind})
    t.live(2 * MONTH, dice=None)
    assert t.sheet(b)["madness"] == 1
    rolled = [event for event in (t.table.keeping.event(at) for at in range(1, t.table.state.version + 1)) if event]
    by_die = [one.roll for one in rolled if one.roll and one.roll.procedure == "recover" and one.roll.dice]
    assert {one.people[""] for one in by_die} == {s}


def test_an_npc_recovers_when_somebody_says_so(table):
    """YAC-REC-05: no clock of its own, but weeks that are told of."""
    t = table()
    n = t.npc(trauma=3)
    t.do(n, "recover", gauge="trauma", care="full", rest=True, elapsed=3)
    assert t.sheet(n)["trauma"] == 2
    t.live(10 * WEEK, "care")
    assert t.sheet(n)["trauma"] == 2


def test_recovery_stops_at_the_floor_and_begins_again_above_it(table):
    """YAC-LUC-08, YAC-GAU-07."""
    t = table()
    b = t.investigator(trauma=4, sequelae=2, recovery={"trauma": FULL})
    t.live(20 * WEEK)
    assert t.sheet(b)["trauma"] == 3
    t.do(b, "gauge_check", (6,), gauge="trauma")
    t.live(3 * WEEK)
    assert t.sheet(b)["trauma"] == 4
    t.live(WEEK)
    assert t.sheet(b)["trauma"] == 3


def test_without_its_module_time_heals_nobody_and_what_was_due_is_not(table):
    """YAC-GEN-02."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": FULL})
    t.advance(2 * WEEK)
    assert t.due(b)
    t.keep(c.Settings(options={"modules": ["luck"]}))
    assert not t.due(b)
    t.live(20 * WEEK)
    assert t.sheet(b)["trauma"] == 2
    assert t.do(b, "recover", gauge="trauma", elapsed=2).outcome["refused"] == "module_off"


@pytest.mark.parametrize("again", [["recovery", "mythos"], ["luck", "recovery", "mythos"]])
@pytest.mark.parametrize("studying", [False, True])
def test_weeks_and_months_that_are_due_are_due_again_when_their_module_is_back(table, again, studying):
    """YAC-GEN-02, YAC-REC-11, YAC-MYT-02: a module that is away for a moment takes nothing of what has been served."""
    t = table()
    b = t.investigator(trauma=4, recovery={"trauma": FULL})
    t.mark(b, studying=studying)
    t.advance(4 * MONTH if studying else 6 * WEEK)
    ((procedure, given),) = [(one["procedure"], one["given"]) for one in t.due(b).values()]
    assert given.get("months", given.get("elapsed")) == (4 if studying else 6)
    t.keep(c.Settings(options={"modules": ["luck"]}))
    assert not t.due(b)
    t.keep(c.Settings(options={"modules": again}))
    assert [(one["procedure"], one["given"]) for one in t.due(b).values()] == [(procedure, given)]


def test_nothing_begins_to_count_without_its_module(table):
    """YAC-GEN-02: a wound that is taken meanwhile heals from the day on which the module is back."""
    t = table(modules=["luck"])
    b = t.investigator(trauma=2, recovery={"trauma": FULL})
    t.advance(20 * WEEK)
    t.keep(c.Settings(options={"modules": ["luck", "recovery"]}))
    t.advance(WEEK - 1)
    assert not t.due(b)
    t.advance(1)
    assert t.due(b)


@pytest.mark.parametrize("lost", ["dead", "mad"])
def test_what_is_due_for_the_lost_is_due_no_more(table, lost):
    """YAC-GAU-03, YAC-GAU-04."""
    t = table()
    b = t.investigator(trauma=2, madness=5, recovery={"trauma": FULL})
    t.advance(2 * WEEK)
    assert t.due(b)
    if lost == "dead":
        t.die(b)
    else:
        t.do(b, "gauge_check", (6,), gauge="madness")
    assert t.sheet(b)["status"] == lost
    assert not t.due()
    t.live(20 * WEEK)
    assert t.sheet(b)["trauma"] == (6 if lost == "dead" else 2)


def test_weeks_that_are_let_pass_were_no_care(table):
    """YAC-REC-08, YAC-REC-11."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": FULL})
    t.advance(2 * WEEK)
    t.keep(c.Dismiss(due=next(iter(t.due(b)))))
    assert not t.due(b)
    t.live(WEEK)
    assert t.sheet(b)["trauma"] == 2
    t.live(WEEK)
    assert t.sheet(b)["trauma"] == 1


def test_sequelae_of_a_coma_stay_for_good(table):
    """YAC-LUC-07, YAC-LUC-08, YAC-LUC-09: shot, saved by luck, tended, healed as far as that goes."""
    t = table()
    b, n = t.investigator(trauma=4), t.npc()
    t.fight((b,), (n,))
    t.says(b, action="other", use_luck_to_survive=True)
    t.says(n, action="attack", target=b, weapon_name="Pistolet")
    t.play_round(4)
    assert (t.status(b), t.sheet(b)["luck"], t.sheet(b)["sequelae"]) == ("coma", 0, 2)
    t.end_fight()
    assert t.status(b) == "coma", "the end of a fight wakes nobody from a coma"
    t.live(HOUR, "care")
    t.live(DAY, "care")
    assert (t.status(b), t.sheet(b)["trauma"]) == ("active", 5)
    t.live(30 * WEEK, "care")
    assert t.sheet(b)["trauma"] == 3


# ---- study and learning ----


def test_a_month_of_study_counts_though_it_is_the_last(table):
    """YAC-MYT-02: whoever stops when the month is over has studied it."""
    t = table()
    b = t.investigator(madness=3)
    t.mark(b, studying=True)
    t.advance(MONTH)
    t.mark(b, studying=None)
    for due in list(t.due(b)):
        t.settle(due)
    assert t.sheet(b)["mythos"] == 1
    t.live(3 * MONTH)
    assert t.sheet(b)["mythos"] == 1


def test_study_goes_no_further_than_a_mind_can_bear(table):
    """YAC-MYT-04, YAC-MYT-05: at 4 nothing more comes, unless somebody accepts to go mad."""
    t = table()
    b = t.investigator(mythos=3, madness=5)
    t.mark(b, studying=True)
    t.live(4 * MONTH)
    assert (t.sheet(b)["mythos"], t.sheet(b)["madness"], t.sheet(b)["status"]) == (4, 5, "active")
    t.do(b, "study_mythos", accept_madness=True)
    assert (t.sheet(b)["mythos"], t.sheet(b)["madness"], t.sheet(b)["status"]) == (5, 6, "mad")
    t.live(4 * MONTH)
    assert t.sheet(b)["mythos"] == 5


def test_what_the_mythos_has_masked_no_rest_brings_back(table):
    """YAC-MYT-03, YAC-MYT-05, YAC-REC-06: a year of care after three months of study."""
    t = table()
    b = t.investigator(madness=5, recovery={"madness": FULL})
    t.mark(b, studying=True)
    t.live(2 * MONTH)
    assert (t.sheet(b)["mythos"], t.sheet(b)["madness"]) == (2, 3)
    t.mark(b, studying=None)
    t.live(YEAR)
    assert t.sheet(b)["madness"] == 3


def test_a_year_passes_for_whoever_learnt_and_not_by_the_calendar(table):
    """YAC-LRN-04: in November, and again in November."""
    t = table()
    b = t.investigator(occupations={"Tir": 1}, natures={"Tir": "physical"})
    t.live(300 * DAY)
    assert t.do(b, "learn", occupation="Tir").outcome["allowed"]
    t.live(364 * DAY)
    assert t.do(b, "learn", occupation="Tir").outcome["reason"] == "year"
    t.live(DAY)
    assert t.do(b, "learn", occupation="Tir").outcome["allowed"]
    assert t.sheet(b)["learning"]["started"] == str(300 + 365 + 1)


def test_what_was_learnt_counts_in_the_next_act(table):
    """YAC-LRN-01, YAC-LRN-02, YAC-OCC-08: acts rise and fall with their occupation."""
    t = table()
    acts = [{"name": "viser", "occupation": "Tir"}, {"name": "esquiver", "occupation": "Boxe", "granted": 1}]
    natures = {"Tir": "physical", "Boxe": "physical"}
    b = t.investigator(occupations={"Tir": 2, "Boxe": 2}, natures=natures, actions=acts)
    t.do(b, "learn", occupation="Tir", lower={"Boxe": 1})
    wall = {"kind": "passive", "value": 3}
    assert t.do(b, "action", (1,), category="physical", opposition=wall, claims=["viser"]).outcome["success"]
    assert t.do(b, "action", (1,), category="physical", opposition=wall, claims=["esquiver"]).outcome["level"] == 0


def test_a_night_in_the_middle_of_everything(table):
    """YAC-DRM-01: eight hours, and nothing of it in a fight."""
    t = table()
    b, n = t.investigator(mythos=2, madness=4), t.npc()
    assert t.do(b, "dream", (2,)).outcome["dream"]
    assert not t.do(b, "dream", hours=7).outcome["rolled"]
    t.fight((b,), (n,))
    assert t.refused(b, "dream").words["why"] == "no_time"


def test_a_dream_is_the_game_masters_to_grant(table):
    """YAC-DRM-01, YAC-DRM-02: no player dreams by themselves; asked to, they throw."""
    t = table()
    b = t.investigator(mythos=2, madness=4)
    ann = t.seat("Ann", b)
    for gate in ("dream", "dreamlands"):
        assert t.refused(b, "dream", seat=ann, gate=gate).kind == "forbidden"
    t.keep(c.Ask(procedure="dream", characters=(b,), given={}))
    (ask,) = t.play["asks"]
    t.act(ann, c.Do(procedure="dream", character=b, ask=ask, dice=(2,)))
    assert t.roll().outcome["dream"]


# ---- the time that acts take ----


def test_acts_are_ahead_of_the_clock_until_it_has_gone_through_them(table):
    """YAC-TIM-01, YAC-TIM-02, YAC-RER-03: each try takes its time, for everybody in it; what was not tried none."""
    t = table()
    b, s = t.investigator(), t.investigator("Solange")

    def ahead():
        return [minutes_ahead(content(t.table.state, id)) for id in (b, s)]

    t.do(b, "investigate", (3,), duration=20)
    t.do(b, "investigate", (3,), duration=20, attempt=2)
    assert ahead() == [40, 0]
    t.do(b, "action", category="physical", duration=20, opposition={"kind": "passive", "value": 6})
    t.do(b, "action", category="physical", duration=20, attempt=2)
    assert ahead() == [40, 0]
    t.do(None, "cooperate", (3, 3), members=[at(b), at(s)], category="physical", duration=15.5)
    assert ahead() == [56, 16]
    t.advance(30)
    assert ahead() == [26, 0]
    t.keep(c.Undo())
    assert ahead() == [56, 16]
    t.advance(HOUR)
    assert ahead() == [0, 0]


def test_the_game_master_sees_how_far_acts_are_ahead(table):
    """YAC-TIM-01."""
    t = table()
    b = t.investigator()
    t.do(b, "investigate", (3,), duration=20)
    assert find("yacdha").table_rules.clock_lead(content(t.table.state, b)) == 20
    assert t.clock == 0


# ---- what may still be said once the dice lie ----


def test_luck_is_spent_at_once_against_death(table):
    """YAC-GAU-04, YAC-LUC-07: offered where somebody has died who could be saved, and to nobody else."""
    t = table(luck_cap=2)
    b, n = t.investigator(trauma=5, luck=2), t.npc(trauma=5)
    t.do(b, "gauge_check", (6,), gauge="trauma")
    assert t.sheet(b)["status"] == "dead"
    assert t.offered()["survive"].cost == "luck"
    t.follow("survive")
    assert (t.sheet(b)["status"], t.sheet(b)["trauma"], t.sheet(b)["luck"]) == ("coma", 6, 1)
    assert t.sheet(b)["coma_since"] == t.clock
    t.do(b, "luck_survive", increase=1)
    assert t.sheet(b)["status"] == "dead"
    assert "survive" not in t.offered(), "nothing saves from a coma"
    t.do(n, "gauge_check", (6,), gauge="trauma")
    assert "survive" not in t.offered(), "an NPC has no luck"


def test_a_fall_that_kills_leaves_sequelae_to_whoever_is_lucky(table):
    """YAC-GAU-09, YAC-LUC-08."""
    t = table()
    b = t.investigator(trauma=4)
    fall = {"opposition": {"kind": "passive", "value": 5}, "stakes": [{"amount": "margin"}]}
    t.do(b, "action", (1,), category="physical", **fall)
    assert t.sheet(b)["status"] == "dead"
    t.follow("survive")
    assert (t.sheet(b)["status"], t.sheet(b)["sequelae"]) == ("coma", 2)


@pytest.mark.parametrize("options", [{"modules": ["recovery"]}, {}])
def test_without_luck_death_is_death(table, options):
    """YAC-LUC-01, YAC-GEN-02."""
    t = table(**options)
    b = t.investigator(trauma=5, luck=0 if not options else 1)
    t.do(b, "gauge_check", (6,), gauge="trauma")
    assert "survive" not in t.offered()


def test_a_level_can_still_be_claimed_once_the_dice_lie(table):
    """YAC-OCC-04: one that would have been enough, by the game master's leave."""
    t = table()
    b = t.investigator(occupations={"Escalade": 2, "Botanique": 1}, gifts={"Vue": 3})
    seat = t.seat("Anne", b)
    wall = {"kind": "passive", "value": 4}
    assert not t.do(b, "action", (3,), category="physical", opposition=wall).outcome["success"]
    assert {key for key in t.offered() if key.startswith("claim")} == {"claim.Escalade", "claim.Vue"}
    assert not [key for key in t.offered(seat) if key.startswith("claim")]
    assert t.follow("claim.Escalade").outcome["margin"] == 1
    assert "claim.Vue" not in t.offered(), "it has succeeded"


def test_no_level_is_claimed_where_none_counts(table):
    """YAC-OCC-04, YAC-ACT-09, YAC-GEN-02: in the base game, at the impossible, where one was claimed already."""
    wall, base = {"kind": "passive", "value": 4}, table(skill_mode="advantage")
    b = base.investigator(occupations={"Escalade": 5})
    base.do(b, "action", (3,), category="physical", opposition=wall)
    assert not [key for key in base.offered() if key.startswith("claim")]
    t = table()
    b = t.investigator(occupations={"Escalade": 1, "Latin": 5})
    t.do(b, "action", (3,), category="physical", opposition=wall, claims=["Escalade"])
    assert not [key for key in t.offered() if key.startswith("claim")]
    t.do(b, "action", (5,), category="physical", opposition=wall)
    assert not [key for key in t.offered() if key.startswith("claim")]


STRAIN = {"category": "physical", "forced": True}


def test_luck_is_decided_once_the_throw_lies_and_before_the_gauge_is_checked(table):
    """YAC-LUC-03, YAC-LUC-05: a die turned to 6 takes the check away."""
    t = table()
    b = t.investigator(trauma=2)
    roll = t.do(b, "action", (1, 4), **STRAIN)
    assert (roll.outcome["action_dice"], roll.outcome["forced_die"], t.choices()) == ([1], 4, ["luck"])
    assert t.sheet(b)["luck"] == 1
    outcome = t.decide("luck").outcome
    assert (outcome["action_dice"], outcome["check_required"]) == ([6], False)
    assert (t.sheet(b)["trauma"], t.sheet(b)["luck"]) == (2, 0)


def test_whoever_keeps_their_luck_throws_the_check(table):
    """YAC-LUC-05: after that the die cannot change any more."""
    t = table()
    b = t.investigator(trauma=2)
    t.do(b, "action", (1, 4), **STRAIN)
    assert t.decide(dice=(6,)).outcome["check_raised"]
    assert (t.sheet(b)["trauma"], t.sheet(b)["luck"]) == (3, 1)
    assert "luck" not in t.offered()


def test_whoever_types_the_check_too_has_gone_on(table):
    """YAC-LUC-05."""
    t = table()
    b = t.investigator(trauma=2)
    for seat in ("keeper", t.seat("Anne", b)):
        wall, stakes = {"kind": "passive", "value": 5}, [{"amount": 1, "at_or_below": -1}]
        t.do(b, "action", (1, 4, 1), seat=seat, opposition=wall, stakes=stakes, **STRAIN)
        assert not t.waiting
        assert t.roll().outcome["check_die"] == 1
        assert "luck" not in t.offered()


@pytest.mark.parametrize(
    ("sheet", "given", "options"),
    [
        ({"luck": 0}, {}, {}),
        ({}, {"category": "mental"}, {}),
        ({}, {"luck_convert": {"die": 1, "value": 2}}, {}),
        ({}, {}, {"modules": ["recovery"]}),
    ],
)
def test_nobody_waits_where_luck_has_no_part(table, sheet, given, options):
    """YAC-LUC-04, YAC-GEN-02: without a point, in a mental act, decided beforehand, not played."""
    t = table(**options)
    b = t.investigator(**sheet)
    with pytest.raises(Refusal, match="still wanted"):
        t.do(b, "action", (1, 4), **{**STRAIN, **given})
    t.do(b, "action", (1, 4, 1), **{**STRAIN, **given})
    assert not t.waiting


def test_stakes_without_a_check_leave_luck_for_after_the_throw(table):
    """YAC-LUC-03, YAC-LUC-04: no further die has fallen."""
    t = table()
    b = t.investigator(trauma=2)
    fall = {"opposition": {"kind": "passive", "value": 3}, "stakes": [{"amount": "margin"}]}
    t.do(b, "action", (1,), category="physical", **fall)
    assert t.sheet(b)["trauma"] == 4
    t.follow("luck")
    assert (t.sheet(b)["trauma"], t.sheet(b)["luck"]) == (2, 0)


def test_stakes_and_a_check_together_are_decided_before_the_check(table):
    """YAC-LUC-03, YAC-LUC-05: a mental act too, where its failure wounds."""
    t = table()
    b = t.investigator(trauma=2, madness=2)
    given = {"category": "mental", "forced": True, "opposition": {"kind": "passive", "value": 5}}
    t.do(b, "action", (1, 4), stakes=[{"amount": 2}], **given)
    assert t.choices() == ["luck"]
    t.decide("luck")
    assert (t.sheet(b)["trauma"], t.sheet(b)["madness"], t.sheet(b)["luck"]) == (2, 2, 0)
