"""The end of a scenario: whom it cost, what it gives, what nobody carries beyond it; house rules (REC, LUC, GAU)."""

import pytest

from gardien.core.calling import do
from gardien.table import commands as c
from gardien.table.tree import plain
from systems.yacdha.evening import FULL, MONTH, WEEK, at


def go_mad(t, who):
    t.write(who, madness=5)
    t.do(who, "gauge_check", (6,), gauge="madness")


@pytest.mark.parametrize("lost", [lambda t, who: t.die(who), go_mad])
def test_the_end_of_a_scenario_knows_whom_it_cost(table, lost):
    """YAC-REC-03: one point of madness less where somebody died or went mad, unless somebody says otherwise."""
    t = table()
    b, s = t.investigator(madness=5), t.investigator("Solange")
    lost(t, s)
    assert t.do(None, "end_scenario", survivors=[at(b)]).outcome["reduction"] == 1
    t.keep(c.Undo())
    assert t.do(None, "end_scenario", survivors=[at(b)], all_alive_and_sane=True).outcome["reduction"] == 2


def test_those_lost_in_an_earlier_scenario_count_no_more(table):
    """YAC-REC-03: a chapter is not the end of one (YAC-REC-04)."""
    t = table()
    b, s = t.investigator(madness=5), t.investigator("Solange")
    t.die(s)
    reductions = [
        t.do(None, "end_scenario", survivors=[at(b)], milestone=chapter).outcome["reduction"]
        for chapter in (True, False, False)
    ]
    assert reductions == [1, 1, 2]


def test_whoever_was_lost_and_taken_off_the_table_still_counts(table):
    """YAC-REC-03: once."""
    t = table()
    b, s = t.investigator(madness=5), t.investigator("Solange")
    t.die(s)
    t.keep(c.Remove(character=s))
    told = [t.do(None, "end_scenario", survivors=[at(b)]).outcome["reduction"] for _ in range(2)]
    assert told == [1, 2]


def test_an_npc_that_dies_costs_nobody_anything(table):
    """YAC-REC-03: investigators alone."""
    t = table()
    b, n = t.investigator(madness=5), t.npc()
    t.die(n)
    assert t.do(None, "end_scenario", survivors=[at(b)]).outcome["reduction"] == 2


def test_the_memory_of_stress_ends_with_the_scenario_for_everybody(table):
    """YAC-GAU-05: also for whoever is in a coma, and for the game master's characters; not at a milestone."""
    t = table()
    b, s, n = t.investigator(), t.investigator("Solange"), t.npc()
    for who in (b, s, n):
        t.do(who, "gauge_check", (1,), gauge="madness", event="Goule")
    t.fall_into_coma(s)
    t.do(None, "end_scenario", survivors=[at(b)], milestone=True)
    assert not t.do(n, "gauge_check", gauge="madness", event="Goule").outcome["rolled"]
    t.do(None, "end_scenario", survivors=[at(b)])
    assert [t.sheet(who)["stress_faced"] for who in (b, s)] == [[], []]
    assert t.do(n, "gauge_check", (1,), gauge="madness", event="Goule").outcome["rolled"]


def test_the_memory_of_stress_lasts_a_campaign_where_the_table_says_so(table):
    """YAC-GAU-05."""
    t = table(stress_memory="campaign")
    b = t.investigator()
    t.do(b, "gauge_check", (1,), gauge="madness", event="Goule")
    t.do(None, "end_scenario", survivors=[at(b)])
    assert t.sheet(b)["stress_faced"] == ["Goule"]


def test_luck_is_saved_only_as_far_as_the_table_allows(table):
    """YAC-LUC-01, YAC-LUC-02: and what was saved is over when the table takes it back."""
    t = table(luck_cap=3)
    b = t.investigator()
    for saved in (2, 3, 3):
        t.do(None, "end_scenario", survivors=[at(b)])
        assert t.sheet(b)["luck"] == saved
    t.keep(c.Settings(options={"luck_cap": 1}))
    assert t.sheet(b)["luck"] == 1
    assert t.sheet(t.investigator("Solange", luck=4))["luck"] == 1


def test_without_its_module_the_mythos_masks_nothing(table):
    """YAC-GEN-02, YAC-GAU-07: the floor of a recovery follows the house rule."""
    for modules, left in ((["recovery", "mythos"], 3), (["recovery"], 1)):
        t = table(modules=modules)
        b = t.investigator(mythos=2, madness=4, recovery={"madness": FULL})
        t.live(12 * MONTH)
        assert t.sheet(b)["madness"] == left


def test_the_mythos_masks_again_where_it_comes_back_into_play(table):
    """YAC-GAU-07, YAC-MYT-05: whoever recovered below what they know while it did not count is raised to it."""
    t = table(modules=["recovery"])
    b = t.investigator(mythos=2, madness=4, recovery={"madness": FULL})
    t.live(7 * MONTH)
    assert t.sheet(b)["madness"] == 2
    t.keep(c.Settings(options={"modules": ["recovery", "mythos"]}))
    assert t.sheet(b)["madness"] == 3
    t.keep(c.Undo())
    assert t.sheet(b)["madness"] == 2


def test_a_long_gap_resets_where_the_table_says_so(table):
    """YAC-REC-02."""
    t = table(between_scenarios="reset")
    b = t.investigator(trauma=5, sequelae=1)
    t.live(WEEK)
    assert t.sheet(b)["trauma"] == 2


def test_the_clock_that_a_procedure_advances_is_the_tables(table):
    """YAC-TIM-01."""
    t = table()
    b = t.investigator(trauma=2, recovery={"trauma": FULL})
    t.do(None, "clock_advance", minutes=90)
    assert t.clock == 90
    assert t.do(None, "clock_advance", minutes=2 * WEEK - 90).outcome["clock"] == 2 * WEEK
    assert t.due(b)


OPTIONS = {
    "skill_mode": "advantage",
    "bonus_before_forced": True,
    "npc_skill_on_opposition": True,
    "personal_disadvantage_cancels_die": True,
    "competition_uncapped_tiebreak": True,
    "chase_tie_escapes": True,
    "mythos_share": "lowest",
    "stress_memory": "off",
    "mass_action_from": 2,
    "modules": ["recovery"],
    "reroll_vs_active": True,
}
DEEDS = (
    ("action", {"category": "physical", "forced": True, "level": 2, "opposition": {"kind": "active", "level": 1}}),
    ("gauge_check", {"gauge": "madness", "event": "Goule", "already_faced": True}),
    ("study_mythos", {}),
    ("investigate", {"attempt": 2, "opposition": {"kind": "passive", "value": 2}}),
)


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed[0])
def test_a_house_rule_is_the_same_at_the_table_and_without_one(table, option, deed):
    """YAC-GEN-02: said at the opening, changed later, or given with the call."""
    procedure, given = deed
    rules = {option: OPTIONS[option]}
    outcomes = []
    for early in (True, False):
        t = table(**(rules if early else {}))
        b = t.investigator(madness=2, trauma=2)
        if not early:
            t.keep(c.Settings(options=rules))
        roll = t.do(b, procedure, **given)
        if t.waiting:
            roll = t.decide()
        dice = tuple(die.value for die in roll.dice)
        alone = do("yacdha", procedure, {**roll.given, "options": rules}, dice=dice).outcome
        assert roll.outcome == plain(alone)
        outcomes.append((roll.given, t.sheet(b)) if not dice else roll.given)
    assert outcomes[0] == outcomes[1]
