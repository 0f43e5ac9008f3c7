"""What people can do in their state, and what nobody can do to them any more (GAU, COM, LUC, MYT)."""

import pytest

from gardien.core.system import find
from gardien.systems.yacdha.table.ability import ACTS, PASTIMES, cannot
from gardien.table import commands as c
from gardien.table.binding import content
from systems.yacdha.evening import DAY, HOUR, WEEK, at

GROUPS = {
    "cooperate": lambda *ids: {"members": [at(id) for id in ids], "category": "physical"},
    "compete": lambda *ids: {
        "sides": [{"name": id, "members": [at(id)]} for id in ids],
        "category": "physical",
    },
    "chase": lambda *ids: {"pursued": {"members": [at(ids[0])]}, "pursuers": {"members": [at(ids[1])]}},
    "cast_magic": lambda *ids: {"casters": [at(id) for id in ids]},
    "end_scenario": lambda *ids: {"survivors": [at(id) for id in ids]},
}
ALONE = {
    "action": {"category": "physical"},
    "investigate": {},
    "gauge_check": {"gauge": "madness"},
    "luck_survive": {"increase": 1},
    "coma_care": {},
    "first_aid": {"trauma_before": 1},
    "recover": {"gauge": "trauma", "elapsed": 1},
    "learn": {"occupation": "Tir", "nature": "physical"},
    "study_mythos": {},
    "dream": {},
}


@pytest.mark.parametrize("procedure", ALONE)
def test_the_dead_do_nothing_and_nothing_is_done_with_them(table, procedure):
    """YAC-GAU-04."""
    t = table(first_aid=True)
    b = t.investigator(trauma=2, madness=2)
    t.die(b)
    assert t.refused(b, procedure, **ALONE[procedure]).words["why"] == "dead"


@pytest.mark.parametrize("procedure", GROUPS)
def test_the_dead_are_in_no_company(table, procedure):
    """YAC-GAU-04: whoever acts for the group."""
    t = table()
    b, s = t.investigator(), t.investigator("Solange")
    t.die(b)
    for who in (None, s):
        assert t.refused(who, procedure, **GROUPS[procedure](s, b)).words["why"] == "dead"


@pytest.mark.parametrize("procedure", GROUPS)
def test_the_living_are(table, procedure):
    t = table()
    t.do(None, procedure, **GROUPS[procedure](t.investigator(), t.investigator("Solange")))


def test_care_does_not_raise_the_dead_nor_hurt_the_living(table):
    """YAC-LUC-09: it is for those in a coma, whatever the game master insists on."""
    t = table()
    b, s = t.investigator(trauma=2), t.investigator("Solange")
    t.die(s)
    assert t.refused(b, "coma_care").words["why"] == "not_in_coma"
    for who in (b, s):
        before = t.sheet(who)
        t.keep(c.Do(procedure="coma_care", character=who, in_spite=True))
        assert t.sheet(who) == before


def test_whoever_is_in_a_coma_only_suffers(table):
    """YAC-LUC-09: no act, and another increase kills without appeal."""
    t = table(luck_cap=2)
    b = t.investigator(luck=2)
    t.fall_into_coma(b)
    for procedure in ("action", "investigate", "learn", "study_mythos", "dream", "recover"):
        assert t.refused(b, procedure, **ALONE[procedure]).words["why"] == "coma"
    t.do(b, "luck_survive", increase=1, use_luck_to_survive=True)
    assert (t.sheet(b)["status"], t.sheet(b)["luck"]) == ("dead", 1)


def test_the_mad_are_no_investigators_any_more(table):
    """YAC-GAU-03: they neither act, recover nor survive; they can be hurt, and without luck."""
    t = table()
    b = t.investigator(madness=5, trauma=5)
    t.do(b, "gauge_check", (6,), gauge="madness")
    assert t.sheet(b)["status"] == "mad"
    for procedure in ("action", "investigate", "learn", "study_mythos", "recover"):
        assert t.refused(b, procedure, **ALONE[procedure]).words["why"] == "mad"
    assert t.refused(None, "end_scenario", survivors=[at(b)]).words["why"] == "mad"
    t.do(b, "gauge_check", (6,), gauge="trauma", use_luck_to_survive=True)
    assert (t.sheet(b)["status"], t.sheet(b)["luck"]) == ("dead", 1)


def test_the_game_master_plays_the_mad_on(table):
    """YAC-GAU-03, YAC-NPC-03: in an act and in a fight, like any of their own characters."""
    t = table()
    b, n = t.investigator(madness=6, status="mad"), t.npc()
    t.keep(c.Do(procedure="action", character=b, given={"category": "mental"}, in_spite=True))
    assert t.roll().given["kind"] == "npc"
    t.fight((b,), (n,))
    t.says(b, action="attack", target=n)
    t.says(n, action="other")
    t.play_round(3)
    assert (t.sheet(n)["trauma"], t.sheet(b)["status"]) == (2, "mad")


def test_a_player_acts_in_spite_of_nothing(table):
    """YAC-GAU-04."""
    t = table()
    b = t.investigator(trauma=2)
    seat = t.seat("Anne", b)
    t.die(b)
    command = c.Do(procedure="action", character=b, given={"category": "physical"}, in_spite=True)
    assert t.refusal(seat, command).id == "table/keeper_only"


def test_the_unconscious_do_nothing_until_the_fight_is_over(table):
    """YAC-COM-21."""
    t = table()
    b, n = t.investigator(), t.npc()
    t.fell(b, n)
    for procedure in ("action", "cast_magic"):
        given = GROUPS["cast_magic"](b) if procedure == "cast_magic" else ALONE[procedure]
        assert t.refused(b, procedure, **given).words["why"] == "unconscious"
    t.end_fight()
    t.do(b, "action", category="physical")


def test_the_held_and_whoever_holds_them_do_nothing_else(table):
    """YAC-COM-13: nor do the surprised in the first round (YAC-COM-20)."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    t.grip(b, n, beside=(s,))
    assert t.refused(b, "cast_magic", casters=[at(b)]).words["why"] == "held"
    assert t.refused(n, "action", category="physical").words["why"] == "holding"
    t.do(s, "action", category="physical")
    t.end_fight()
    t.do(b, "action", category="physical")
    t.fight((b,), (n,))
    t.mark(b, surprised=True)
    assert t.refused(b, "action", category="physical").words["why"] == "surprised"


def test_a_round_has_no_time_for_acting_together(table):
    """YAC-COM-02."""
    t = table()
    b, s, n = t.investigator(), t.investigator("Solange"), t.npc()
    together = GROUPS["cooperate"](b, s)
    t.fight((b, s), (n,))
    assert t.refused(None, "cooperate", **together).words["why"] == "in_a_round"
    t.end_fight()
    t.do(None, "cooperate", **together)


def test_every_bar_has_words_and_a_rule(table):
    terms, t = find("yacdha").terms, table()
    b = t.investigator()
    states = ("dead", "mad", "coma", "unconscious", "retired")
    for status in states:
        being = content(t.table.state, b).having({"status": status})
        for procedure in (*ACTS, *PASTIMES, "coma_care", "recover"):
            bar = cannot(being, procedure)
            if bar is not None:
                assert terms.entry("bar", bar.why), bar
                assert bar.rule in find("yacdha").reference, bar


# ---- first aid ----


def test_a_carer_treats_a_patient_with_a_level_of_their_own(table):
    """M-11, YAC-OCC-06: the table knows the wound, and the trauma before it."""
    t = table(first_aid=True)
    b, d = t.investigator(), t.investigator("Daisy", occupations={"Médecine": 4})
    t.do(b, "gauge_check", (6,), gauge="trauma")
    t.advance(20)
    roll = t.do(d, "first_aid", (1,), patient=at(b), claims=["Médecine"])
    given = roll.given
    assert (given["trauma"], given["trauma_before"], given["minutes"], given["level"]) == (2, 1, 20, 4)
    assert roll.outcome["success"]
    assert (t.sheet(b)["trauma"], t.sheet(d)["trauma"]) == (1, 1)


def test_first_aid_is_tried_once_for_each_accident(table):
    """M-11: another wound may be treated anew."""
    t = table(first_aid=True)
    b, d = t.investigator(), t.investigator("Daisy")
    t.do(b, "luck_survive", increase=2)
    assert t.do(d, "first_aid", (1,), patient=at(b)).outcome["success"] is False
    assert t.do(d, "first_aid", patient=at(b)).outcome["refused"] == "already_treated"
    t.do(b, "gauge_check", (6,), gauge="trauma")
    t.do(d, "first_aid", (6,), patient=at(b))
    assert t.sheet(b)["trauma"] == 3
    assert t.do(d, "first_aid", patient=at(b)).outcome["refused"] == "already_treated"


def test_the_wounds_of_one_fight_are_one(table):
    """M-11: not below the value before the combat."""
    t = table(first_aid=True)
    b, n, d = t.investigator(), t.npc(), t.investigator("Daisy")
    t.fight((b,), (n,))
    for _ in range(2):
        t.says(n, action="attack", target=b, weapon_name="Couteau")
        t.says(b, action="other")
        t.play_round(2)
    t.end_fight()
    assert t.sheet(b)["trauma"] == 5
    assert t.do(d, "first_aid", (6,), patient=at(b)).given["trauma_before"] == 1
    assert t.sheet(b)["trauma"] == 4
    t.fight((b,), (n,))
    t.says(n, action="attack", target=b)
    t.says(b, action="other")
    t.play_round(1)
    t.end_fight()
    assert t.do(d, "first_aid", (6,), patient=at(b)).given["trauma_before"] == 4


def test_first_aid_comes_within_the_hour(table):
    """M-11."""
    t = table(first_aid=True)
    b, d = t.investigator(), t.investigator("Daisy")
    t.do(b, "gauge_check", (6,), gauge="trauma")
    t.advance(HOUR + 1)
    assert t.do(d, "first_aid", patient=at(b)).outcome["refused"] == "too_late"


def test_without_a_patient_first_aid_is_for_whoever_is_named(table):
    """M-11: by some stranger, as before."""
    t = table(first_aid=True)
    b = t.investigator(occupations={"Médecine": 4})
    t.do(b, "gauge_check", (6,), gauge="trauma")
    assert t.do(b, "first_aid", (6,)).given["level"] == 0
    assert t.sheet(b)["trauma"] == 1


def test_first_aid_is_a_house_rule_that_reaches_the_table(table):
    """M-11: off, on, and off again."""
    t = table()
    b, d = t.investigator(), t.investigator("Daisy")
    t.do(b, "gauge_check", (6,), gauge="trauma")
    assert t.do(d, "first_aid", patient=at(b)).outcome["refused"] == "option_off"
    t.keep(c.Settings(options={"first_aid": True}))
    t.do(d, "first_aid", (6,), patient=at(b))
    assert t.sheet(b)["trauma"] == 1


# ---- learning ----


def test_what_is_learnt_stands_on_the_sheet(table):
    """YAC-LRN-01, YAC-LRN-02: paid for elsewhere; acts fall with their occupation, those that hang on none stay."""
    t = table()
    acts = [{"name": "chanter"}, {"name": "nommer une étoile", "occupation": "Astronomie"}]
    natures = {"Astronomie": "mental", "Tir": "physical"}
    b = t.investigator(occupations={"Astronomie": 1, "Tir": 3}, natures=natures, actions=acts)
    roll = t.do(b, "learn", occupation="Tir", lower={"Astronomie": 1})
    assert roll.outcome["allowed"]
    sheet = t.sheet(b)
    assert (sheet["occupations"], sheet["natures"]) == ({"Tir": 4}, {"Tir": "physical"})
    assert [act["name"] for act in sheet["actions"]] == ["chanter"]


def test_levels_are_given_up_by_the_name_of_their_occupation(table):
    """YAC-LRN-01: as the page asks for it, level for level."""
    t = table()
    b = t.investigator(occupations={"Astronomie": 3, "Chant": 3})
    assert t.do(b, "learn", occupation="Tir", steps=1, nature="physical").outcome["reason"] == "total"
    t.do(b, "learn", occupation="Tir", steps=2, nature="physical", given_up="Chant")
    assert t.sheet(b)["occupations"] == {"Astronomie": 3, "Chant": 1, "Tir": 2}


def test_what_cannot_be_learnt_leaves_the_sheet(table):
    """YAC-LRN-05: a gauge that is too high."""
    t = table()
    b = t.investigator(occupations={"Tir": 3}, trauma=4)
    before = t.sheet(b)
    assert t.do(b, "learn", occupation="Tir", nature="physical").outcome["reason"] == "gauge"
    assert t.sheet(b) == before


# ---- stress ----


def test_a_second_creature_of_a_kind_is_no_new_sight(table):
    """YAC-GAU-05: « Goule 2 » after « Goule 1 »; another kind is."""
    t = table()
    b = t.investigator()
    assert t.do(b, "gauge_check", (1,), gauge="madness", event="Goule 1").outcome["rolled"]
    assert not t.do(b, "gauge_check", gauge="madness", event="Goule 2").outcome["rolled"]
    assert t.do(b, "gauge_check", (1,), gauge="madness", event="Profond").outcome["rolled"]
    assert t.sheet(b)["stress_faced"] == ["Goule 1", "Profond"]


# ---- a search ----


def test_another_search_is_not_measured_by_the_last_one(table):
    """YAC-INV-04: only another try at the same one is."""
    t = table()
    b = t.investigator()
    assert t.do(b, "investigate", (5,)).outcome["best"] == 5
    again = t.do(b, "investigate", (4,), attempt=2).outcome
    assert (again["new_information"], again["best"]) == (False, 5)
    assert t.do(b, "investigate", (2,)).outcome["new_information"]


def test_the_next_scene_is_another_place(table):
    """YAC-ACT-01, YAC-INV-04."""
    t = table()
    b = t.investigator()
    t.do(b, "investigate", (5,))
    t.keep(c.Scene(title="La cave"))
    assert "best_previous" not in t.marks(b)


def test_undo_is_the_identity_over_all_of_it(table):
    t = table(first_aid=True)
    b, d = t.investigator(trauma=2), t.investigator("Daisy")
    states = []
    for step in (
        lambda: t.do(b, "gauge_check", (6,), gauge="trauma"),
        lambda: t.do(d, "first_aid", (1,), patient=at(b)),
        lambda: t.do(b, "recover", gauge="trauma", care="full", rest=True, elapsed=1),
        lambda: t.advance(5 * WEEK, "care"),
        lambda: t.settle(next(iter(t.due()))),
        lambda: t.fall_into_coma(b),
        lambda: t.advance(DAY),
        lambda: t.settle(next(iter(t.due(b)))),
        lambda: t.do(None, "end_scenario", survivors=[at(d)]),
    ):
        states.append(t.play)
        step()
    states.append(t.play)
    for before in reversed(states[:-1]):
        t.keep(c.Undo())
        assert t.play == before
    for after in states[1:]:
        t.keep(c.Redo())
        assert t.play == after


def test_what_others_have_found_measures_another_try(table):
    """YAC-INV-04: whoever obtained it, alone or together."""
    t = table()
    b, s = t.investigator(), t.investigator("Solange")
    t.do(b, "investigate", (5,))
    assert not t.do(s, "investigate", (4,), attempt=2).outcome["new_information"]
    together = {"members": [at(b), at(s)], "category": "mental", "investigation": True}
    t.do(None, "cooperate", (2, 6), **together)
    assert t.do(b, "investigate", (5,), attempt=2).given["best_previous"] == 6


def test_a_chase_knows_how_fast_its_creatures_are(table):
    """YAC-CHA-02, M-05: nobody on foot gets away from what flies."""
    t = table()
    b, g = t.investigator(), t.add(being="creature/night_gaunt")
    sides = {"pursued": {"members": [at(b)]}, "pursuers": {"members": [at(g)]}}
    outcome = t.do(None, "chase", **sides).outcome
    assert (outcome["rolled"], outcome["escaped"]) == (False, False)
    assert t.do(None, "chase", **sides, speeds={"pursued": 4, "pursuers": 4}).outcome["rolled"]


@pytest.mark.parametrize("survives", [False, True], ids=["dead", "coma"])
def test_whoever_an_attempt_has_felled_is_offered_no_other(table, survives):
    """YAC-RER-01, YAC-GAU-04, YAC-LUC-09: the dead try nothing again, nor does whoever is in a coma."""
    t = table()
    b = t.investigator(trauma=4, luck=1)
    climb = {"category": "physical", "opposition": {"value": 4}, "use_luck_to_survive": survives}
    t.do(b, "action", (3,), **climb, stakes=[{"gauge": "trauma", "amount": 1}])
    assert "again" in t.offered()
    t.edit(b, trauma=4)
    t.do(b, "action", (1,), **climb, stakes=[{"gauge": "trauma", "amount": "margin"}])
    assert t.sheet(b)["status"] == ("coma" if survives else "dead")
    assert "again" not in t.offered()
    assert t.refusal("keeper", c.Follow(event=str(t.table.state.version), offer="again")).id == "table/no_offer"
