"""What blows, holds, spells and the game master's pen leave behind, in a fight and after it (COM, GAU, LUC, CRT)."""

import pytest

from gardien.table import commands as c
from systems.yacdha.evening import ARMED, FULL, HOUR, MONTH, WEEK, at


def creature(t, key, **more):
    return t.add(being=f"creature/{key}", **more)


# ---- weapons ----


def test_each_blow_is_the_weapon_that_was_named_for_it(table):
    """YAC-COM-08, YAC-COM-09: the knife by default, the pistol when it is drawn, a chair when nothing else is there."""
    t = table()
    b, n = t.investigator(weapons=ARMED), t.npc()
    t.fight((b,), (n,))
    for said, face, trauma in (({}, 5, 3), ({"weapon": "chair_leg"}, 3, 4), ({"weapon_name": "Pistolet"}, 1, 5)):
        t.says(b, action="attack", target=n, **said)
        t.says(n, action="other")
        t.play_round(face)
        assert t.sheet(n)["trauma"] == trauma


def test_a_weapon_that_is_not_on_the_sheet_is_refused(table):
    """YAC-COM-09: with the names of those that are; without any, in words."""
    t = table()
    b, s, n = t.investigator(weapons=ARMED), t.investigator("Solange"), t.npc()
    t.fight((b, s), (n,))
    refusal = t.refusal("keeper", c.Declare(character=b, given={"action": "attack", "target": n, "weapon_name": "Arc"}))
    assert refusal.words["allowed"] == ["Couteau", "Pistolet"]
    refusal = t.refusal("keeper", c.Declare(character=s, given={"action": "attack", "target": n, "weapon_name": "Arc"}))
    assert "nothing to choose from" in str(refusal)


def test_fire_on_a_sheet_is_fire(table):
    """M-01, M-03: a torch goes through the hide of what fears it, a knife does not."""
    t = table()
    torch = {"name": "Torche enflammée", "trauma_max": 1}
    b, thing = t.investigator(weapons=[torch, *ARMED]), creature(t, "shoggoth")
    t.fight((b,), (thing,))
    t.mark(thing, surprised=True)
    t.says(b, action="attack", target=thing, weapon_name="Couteau")
    t.play_round(6)
    assert t.sheet(thing)["damage"] == 0
    t.end_fight()
    t.fight((b,), (thing,))
    t.mark(thing, surprised=True)
    t.says(b, action="attack", target=thing)
    t.play_round(6)
    assert t.sheet(thing)["damage"] == 6


# ---- creatures ----


def test_the_wounds_of_a_creature_add_up_from_fight_to_fight(table):
    """YAC-CRT-02, M-01: no rest heals them, and the last box destroys it."""
    t = table()
    b, ghoul = t.investigator(weapons=ARMED), creature(t, "ghoul")
    for face, damage, status in ((2, 2, "active"), (2, 4, "active"), (2, 6, "dead")):
        t.fight((b,), (ghoul,))
        t.mark(ghoul, surprised=True)
        t.says(b, action="attack", target=ghoul)
        t.play_round(face)
        assert (t.sheet(ghoul)["damage"], t.status(ghoul)) == (damage, status)
        t.end_fight()
        t.live(WEEK)
    assert t.refused(ghoul, "action", category="physical").words["why"] == "dead"


def test_a_creature_is_no_part_of_what_rests_on_gauges(table):
    """YAC-CRT-01."""
    t = table(first_aid=True)
    ghoul, b = creature(t, "ghoul"), t.investigator()
    for procedure, given in (
        ("gauge_check", {"gauge": "madness"}),
        ("luck_survive", {"increase": 1}),
        ("recover", {"gauge": "trauma", "elapsed": 1}),
        ("cast_magic", {}),
        ("dream", {}),
    ):
        assert t.refused(ghoul, procedure, **given).words["why"] == "inhuman"
    assert t.refused(b, "first_aid", patient=at(ghoul)).words["why"] == "inhuman"
    t.do(ghoul, "action", (3,), category="physical")


# ---- first aid ----


@pytest.mark.parametrize(("state", "why"), [("dead", "dead"), ("coma", "coma")])
def test_first_aid_is_too_little_for_some(table, state, why):
    """M-11, YAC-GAU-04, YAC-LUC-09: the dead are dead, a coma needs professionals."""
    t = table(first_aid=True)
    b, d = t.investigator(), t.investigator("Daisy")
    (t.die if state == "dead" else t.fall_into_coma)(b)
    assert t.refused(d, "first_aid", patient=at(b)).words["why"] == why
    before = t.sheet(b)
    assert t.refused(b, "first_aid").words["why"] == why
    assert t.sheet(b) == before


def test_the_wounds_of_a_long_fight_are_one_though_the_clock_moves(table):
    """M-11: the hour runs from the last of them, the value before is that before the first."""
    t = table(first_aid=True)
    b, n, d = t.investigator(), t.npc(), t.investigator("Daisy")
    t.fight((b,), (n,))
    for _ in range(2):
        t.says(n, action="attack", target=b, weapon_name="Couteau")
        t.says(b, action="other")
        t.play_round(1)
        t.advance(30)
    t.end_fight()
    given = t.do(d, "first_aid", (6,), patient=at(b)).given
    assert (given["trauma_before"], given["minutes"], given["trauma"]) == (1, 30, 3)


def test_the_unconscious_are_treated_and_treat_nobody(table):
    """M-11, YAC-COM-21."""
    t = table(first_aid=True)
    b, n, d = t.investigator(), t.npc(), t.investigator("Daisy")
    t.fell(b, n, d)
    assert t.refused(b, "first_aid", patient=at(d)).words["why"] == "unconscious"
    t.do(d, "first_aid", (6,), patient=at(b))
    assert t.sheet(b)["trauma"] == 2


def test_whoever_treats_gains_nothing(table):
    """M-11: the trauma is the patient's, the throw the carer's."""
    t = table(first_aid=True)
    b, d = t.investigator(), t.investigator("Daisy", trauma=4)
    t.do(b, "luck_survive", increase=2)
    t.do(d, "first_aid", (6,), patient=at(b))
    assert (t.sheet(b)["trauma"], t.sheet(d)["trauma"]) == (2, 4)


# ---- the game master's pen ----


@pytest.mark.parametrize(
    ("kind", "fields", "after"),
    [
        ("investigator", {"trauma": 6}, "dead"),
        ("investigator", {"madness": 6}, "mad"),
        ("npc", {"trauma": 6}, "dead"),
        ("npc", {"madness": 6}, "active"),
    ],
)
def test_a_gauge_that_is_written_full_has_its_end(table, kind, fields, after):
    """YAC-GAU-03, YAC-GAU-04, YAC-NPC-05: whoever writes it."""
    t = table()
    who = t.investigator() if kind == "investigator" else t.npc()
    t.write(who, **fields)
    assert t.sheet(who)["status"] == after


def test_a_creature_whose_boxes_are_ticked_off_is_destroyed(table):
    """YAC-CRT-02: one without boxes is not."""
    t = table()
    ghoul, colour = creature(t, "ghoul"), creature(t, "colour_from_space")
    t.edit(ghoul, damage=6)
    t.edit(colour, damage=60)
    assert (t.sheet(ghoul)["status"], t.sheet(colour)["status"]) == ("dead", "active")


def test_whoever_the_game_master_raises_stays_raised(table):
    """YAC-GEN-05: an override stands, and is not taken back by the next change."""
    t = table()
    b = t.investigator(trauma=3)
    t.die(b)
    t.write(b, status="active")
    assert t.sheet(b)["status"] == "active"
    t.write(b, trauma=4)
    assert (t.sheet(b)["status"], t.sheet(b)["trauma"]) == ("active", 4)


def test_a_floor_that_is_raised_raises_the_gauge(table):
    """YAC-GAU-07, YAC-MYT-03: and a floor of 6 ends the investigator."""
    t = table()
    b = t.investigator()
    t.write(b, mythos=2)
    t.write(b, sequelae=1)
    assert (t.sheet(b)["madness"], t.sheet(b)["trauma"]) == (3, 2)
    t.write(b, mythos=5)
    assert (t.sheet(b)["madness"], t.sheet(b)["status"]) == (6, "mad")


def test_a_full_gauge_is_not_edited_by_the_way(table):
    """YAC-GEN-04: an edit keeps to the rules of the sheet."""
    t = table()
    b = t.investigator()
    assert t.refusal("keeper", c.Edit(character=b, fields={"trauma": 6})).rule == "YAC-GEN-04"
    t.edit(b, trauma=6, status="dead")
    assert t.sheet(b)["status"] == "dead"


# ---- who can act ----


@pytest.mark.parametrize("procedure", ["dream", "learn", "study_mythos", "recover"])
def test_a_fight_leaves_no_time_for_long_things(table, procedure):
    """YAC-COM-01: whoever has fled has time again, and so has everybody once it is over."""
    given = {
        "learn": {"occupation": "Tir", "nature": "physical"},
        "recover": {"gauge": "trauma", "elapsed": 1, "care": "full", "rest": True},
    }.get(procedure, {})
    t = table()
    b, n = t.investigator(trauma=2, madness=3), t.npc()
    t.fight((b,), (n,))
    assert t.refused(b, procedure, **given).words["why"] == "no_time"
    t.end_fight()
    t.do(b, procedure, **given)


def test_a_caster_casts_alone_unless_somebody_says_who_does(table):
    """YAC-MAG-01, YAC-MAG-03: whoever acts, with what their sheet knows of the Mythos."""
    t = table()
    b, s = t.investigator(mythos=2, madness=3), t.investigator("Solange")
    roll = t.do(b, "cast_magic", (3, 6), opposition=4)
    assert (roll.outcome["success"], t.sheet(b)["madness"], t.sheet(s)["madness"]) == (True, 4, 1)
    t.do(b, "cast_magic", (3, 1, 1, 6), casters=[at(b), at(s)])
    assert (t.sheet(b)["madness"], t.sheet(s)["madness"]) == (4, 2)


def test_a_spell_of_the_pack_knows_what_it_meets(table):
    """YAC-MAG-09, M-02: and what was made by others costs nothing (YAC-MAG-05)."""
    t = table()
    b = t.investigator(madness=2)
    assert t.do(b, "cast_magic", (4, 1), spell="dismiss").outcome["margin"] == 0
    powder = t.do(b, "cast_magic", (6,), spell="revealing_powder").outcome
    assert (powder["success"], powder["checks"], t.sheet(b)["madness"]) == (True, {}, 2)


def test_a_caster_who_goes_mad_is_lost_to_the_team(table):
    """YAC-MAG-03, YAC-GAU-03, YAC-REC-03: at the end of the scenario too."""
    t = table()
    b, s = t.investigator(madness=5), t.investigator("Solange", madness=4)
    t.do(b, "cast_magic", (1, 6), opposition=5)
    assert t.sheet(b)["status"] == "mad"
    assert t.refused(b, "cast_magic").words["why"] == "mad"
    t.do(None, "end_scenario")
    assert (t.sheet(b)["madness"], t.sheet(s)["madness"]) == (6, 3)


def test_an_npc_strains_only_for_its_life_and_dies_of_it(table):
    """YAC-NPC-02, YAC-NPC-05, YAC-FOR-02: what the sheet says holds in every act."""
    t = table()
    n = t.npc(trauma=5)
    assert t.do(n, "action", category="physical", forced=True).outcome["refused"] == "npc_forced"
    t.edit(n, fights_for_survival=True)
    t.do(n, "action", (2, 3, 6), category="physical", forced=True, use_luck_to_survive=True)
    assert t.sheet(n)["status"] == "dead"


# ---- a fight and what comes after it ----


def test_marks_of_one_fight_do_not_reach_the_next(table):
    """YAC-COM-13, YAC-COM-19, YAC-COM-20."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    t.grip(b, n, beside=(s,))
    t.mark(s, surprised=True, can_flee=False)
    t.end_fight()
    assert [t.marks(id) for id in (b, n, s)] == [{}, {}, {}]
    t.fight((b, s), (n,))
    t.says(s, action="flee")
    t.says(b, action="attack", target=n, weapon="knife")
    t.says(n, action="other")
    t.play_round(2)
    assert (t.status(s), t.sheet(n)["trauma"]) == ("fled", 3)


def test_whoever_leaves_takes_no_surprise_along(table):
    """YAC-COM-19, YAC-COM-20."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    t.fight((b, s), (n,))
    t.mark(b, surprised=True, can_flee=False)
    t.leave(b)
    assert t.marks(b) == {}


def test_fugitives_run_and_are_caught(table):
    """YAC-COM-17, YAC-COM-25, YAC-CHA-05: a chase while the others fight on, and a fight anew."""
    t = table()
    b, s, n, m = t.investigator(), t.investigator("Solange"), t.npc(), t.npc("Guetteur")
    t.fight((b, s), (n,))
    t.says(b, action="flee")
    for one in (s, n):
        t.says(one, action="dodge")
    t.play_round()
    sides = {"pursued": {"members": [at(b)]}, "pursuers": {"members": [at(m)]}}
    assert not t.do(None, "chase", (5, 2), **sides).outcome["escaped"]
    t.keep(c.Fight(fighters=(c.Fighter(character=b, side="a"), c.Fighter(character=m, side="b"))))
    t.says(m, action="attack", target=b, weapon_name="Couteau")
    t.says(b, action="other")
    for one in (s, n):
        t.says(one, action="dodge")
    t.play_round(2)
    assert (t.status(b), t.sheet(b)["trauma"]) == ("active", 3)


def test_strain_in_a_chase_is_written_on_everybody(table):
    """YAC-CMP-02, YAC-FOR-02, YAC-GAU-04: whoever runs to death is dead."""
    t = table()
    b, n = t.investigator(trauma=2), t.npc(trauma=5, fights_for_survival=True)
    sides = {"pursued": {"members": [at(b, forced=True)]}, "pursuers": {"members": [at(n, forced=True)]}}
    t.do(None, "chase", (3, 5, 4, 6, 6, 6), **sides)
    assert (t.sheet(b)["trauma"], t.status(n)) == (3, "dead")
    assert t.refused(None, "chase", **sides).words["why"] == "dead"


def test_trauma_of_a_round_falls_together_and_luck_answers_once(table):
    """YAC-COM-07, YAC-COM-22, YAC-LUC-07, YAC-LUC-10: two blows, one x."""
    t = table()
    b, n, m = t.investigator(trauma=3), t.npc(), t.npc("Guetteur")
    t.fight((b,), (n, m))
    t.says(b, action="other", use_luck_to_survive=True)
    for one in (n, m):
        t.says(one, action="attack", target=b, weapon_name="Couteau")
    t.play_round(2, 2)
    assert (t.status(b), t.sheet(b)["sequelae"], t.sheet(b)["luck"]) == ("coma", 1, 0)
    t.says(n, action="attack", target=b, weapon_name="Couteau")
    t.says(m, action="dodge")
    t.play_round(1)
    assert t.status(b) == "dead", "another point in a coma kills"


def test_a_fight_does_not_count_as_rest_and_weeks_begin_again(table):
    """YAC-REC-08, YAC-REC-11."""
    t = table()
    b, n = t.investigator(trauma=2, recovery={"trauma": FULL}), t.npc()
    t.live(WEEK)
    assert t.sheet(b)["recovery"]["trauma"]["progress"] == 1
    t.fight((b,), (n,))
    for one in (b, n):
        t.says(one, action="dodge")
    t.play_round()
    t.end_fight()
    assert t.sheet(b)["recovery"]["trauma"]["progress"] == 0
    t.live(WEEK)
    assert t.sheet(b)["trauma"] == 2
    t.live(WEEK)
    assert t.sheet(b)["trauma"] == 1


def test_a_study_is_broken_off_by_a_fight(table):
    """YAC-MYT-02: an interrupted month gives nothing."""
    t = table()
    b, n = t.investigator(madness=3), t.npc()
    t.mark(b, studying=True)
    t.live(MONTH - HOUR)
    t.fight((b,), (n,))
    for one in (b, n):
        t.says(one, action="dodge")
    t.play_round()
    t.end_fight()
    t.live(2 * HOUR)
    assert t.sheet(b)["mythos"] == 0
    t.live(MONTH)
    assert t.sheet(b)["mythos"] == 1


def test_a_joint_effort_hurts_everybody_who_took_part(table):
    """YAC-COO-05, YAC-GAU-08: and wounds begin the hour of first aid for each."""
    t = table(first_aid=True)
    b, s, d = t.investigator(), t.investigator("Solange"), t.investigator("Daisy")
    stakes = [{"gauge": "trauma", "amount": "margin"}]
    wall = {"kind": "passive", "value": 4}
    t.do(None, "cooperate", (1, 2), members=[at(b), at(s)], category="physical", opposition=wall, stakes=stakes)
    assert [t.sheet(id)["trauma"] for id in (b, s, d)] == [3, 3, 1]
    t.advance(10)
    given = t.do(d, "first_aid", (6,), patient=at(s)).given
    assert (given["trauma_before"], given["minutes"]) == (1, 10)


def test_undo_is_the_identity_over_a_night_of_horrors(table):
    """YAC-GAU-05, YAC-INV-04, YAC-REC-04: what the team keeps goes back too."""
    t = table()
    b, n = t.investigator(trauma=2, madness=3), t.npc()
    thing = creature(t, "shoggoth")
    before, version = t.play, t.table.state.version
    for step in (
        lambda: t.do(b, "gauge_check", (6,), gauge="madness", event=at(thing)),
        lambda: t.do(b, "gauge_check", (1,), gauge="madness", event=at(thing)),
        lambda: t.do(b, "investigate", (5,), clue="Le puits"),
        lambda: t.fell(b, n),
        lambda: t.keep(c.EndFight()),
        lambda: t.do(b, "cast_magic", (6, 1), spell="dismiss"),
        lambda: t.do(None, "end_scenario", milestone=True),
        lambda: t.write(b, mythos=3),
        lambda: t.do(None, "end_scenario"),
    ):
        step()
    after = t.play
    steps = t.table.state.version - version
    for _ in range(steps):
        t.keep(c.Undo())
    assert t.play == before
    for _ in range(steps):
        t.keep(c.Redo())
    assert t.play == after
