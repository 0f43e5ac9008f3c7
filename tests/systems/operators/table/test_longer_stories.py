"""Longer stories at the table: what acts leave for later turns, scenes and days, and who takes part in them."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.operators.table.cell import DAY, DEADLY, FALLS, GLOCK, GRAVE, HOUR, LIGHT, STAYS
from systems.operators.table.test_stories import FISTS, KNIFE, M4, refused
from systems.operators.table.test_stories import tell as tell
from systems.table import at

LEECH = {"name": "suce", "damage": "0", "drain": "FOR", "grip": True}


def beast(cell: Any, *attacks: dict[str, Any], **sheet: Any) -> str:
    return str(cell.add(sheet={"kind": "creature", "name": "Bête", "attacks": list(attacks), **sheet}))


# ---- creatures ----


def test_whoever_loses_all_their_power_for_good_dies(tell):
    """OPS-CREAT-09."""
    cell = tell()
    ares = cell.operator(POU=3)
    colour = cell.add(being="creature/colour")
    roll = cell.do(colour, "creature_attack", (10, 90, 1, 4), victims=[{"defender": at(ares)}])
    assert roll.outcome["hits"][0]["collapse"] == "dead"
    assert (cell.level(ares), cell.sheet(ares)["in_play"]) == ("dead", False)
    assert refused(cell, ares, "test")


def test_whoever_has_no_strength_left_has_no_turn_until_some_comes_back(tell):
    """OPS-CREAT-09, OPS-CBT-02."""
    cell = tell()
    ares, argos, guard = cell.operator(FOR=3), cell.operator("ARGOS"), cell.guard()
    leech = beast(cell, LEECH, FOR=20)
    cell.do(leech, "creature_attack", (10, 90, 5), victims=[{"defender": at(ares)}])
    assert cell.sheet(ares)["drain"] == {"FOR": {"temporary": 5, "permanent": 0}}
    cell.write(ares, held=False)
    cell.fight((ares, argos), (guard,))
    cell.turn(2)
    assert cell.now == argos
    cell.keep(c.EndFight())
    cell.advance(3 * DAY)
    assert not refused(cell, ares, "test")


def test_a_grip_that_drains_goes_on_draining_each_turn_until_it_is_broken(tell):
    """OPS-CREAT-09, OPS-CREAT-13."""
    cell = tell()
    ares = cell.operator()
    leech = beast(cell, LEECH, FOR=20, size="small")
    cell.fight((ares,), (leech,))
    cell.do(leech, "creature_attack", (10, 90, 1), victims=[{"defender": at(ares)}])
    assert cell.sheet(ares)["held"] is True
    cell.turn(2)
    cell.settle(leech, "grip_turn", 2)
    assert cell.sheet(ares)["drain"]["FOR"]["temporary"] == 3
    cell.do(ares, "break_free", (10,))
    assert cell.sheet(ares)["held"] is False
    cell.turn(4)
    assert cell.due(leech) == []


@pytest.mark.parametrize(("sums", "last"), [(False, "superficial"), (True, "light")])
def test_what_a_grip_crushes_adds_up_where_the_table_says_so(tell, sums, last):
    """OPS-HLTH-06: turn by turn of one grip; another one begins anew."""
    cell = tell(continuous_damage_sums=sums)
    ares = cell.operator()
    crusher = beast(cell, {"name": "serre", "damage": "1D6", "grip": True, "grip_damage": True}, size="small")
    cell.fight((ares,), (crusher,))
    cell.do(crusher, "creature_attack", (10, 90, 1), victims=[{"defender": at(ares)}])
    seen = []
    for die in (4, 3):
        cell.turn(2)
        cell.settle(crusher, "grip_turn", die)
        seen.append(cell.level(ares))
    assert seen == ["superficial", last]
    cell.do(ares, "break_free", (10,))
    cell.do(crusher, "creature_attack", (10, 90, 1), victims=[{"defender": at(ares)}])
    cell.turn(2)
    assert cell.settle(crusher, "grip_turn", 2).outcome["sum"] == 2


def test_nobody_in_cover_looks_for_it(tell):
    """OPS-CBT-13: a failed dive would be told as standing in the open, which is not so."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    ann = cell.seat("Ann", ares)
    cell.fight((ares,), (guard,))
    cell.do(ares, "take_cover", (5,), ann)
    cell.turn(2)
    assert refused(cell, ares, "take_cover", ann)
    cell.mark(ares, stands=10)
    assert not refused(cell, ares, "take_cover", ann), "it is left with its place"


def test_free_cover_is_tried_once_a_turn(tell):
    """OPS-CBT-13: with `cover_free_action`; the action is still there."""
    cell = tell(cover_free_action=True)
    ares, guard = cell.operator(weapons=[GLOCK]), cell.guard()
    ann = cell.seat("Ann", ares)
    cell.fight((ares,), (guard,))
    cell.do(ares, "take_cover", (90,), ann)
    assert refused(cell, ares, "take_cover", ann)
    assert not refused(cell, ares, "attack_firearm", ann, defender=at(guard))
    cell.turn(2)
    assert not refused(cell, ares, "take_cover", ann)


def test_magazines_of_an_earlier_fight_are_not_salvaged_after_the_next(tell):
    """OPS-OPT-07."""
    cell = tell(salvage_allowed=True)
    ares, guard = cell.operator(weapons=[{**M4, "spare_magazines": 9}]), cell.guard()
    for _ in range(2):
        cell.fight((ares,), (guard,))
        for roll in (93, 91):
            cell.do(ares, "attack_firearm", (roll,), burst=True, defender=at(guard))
        cell.keep(c.EndFight())
    assert cell.do(ares, "salvage", ()).given["magazines_changed"] == 2


def test_magazines_are_salvaged_for_the_weapon_they_were_changed_in(tell):
    """OPS-OPT-07: from fight to fight, whatever stands first on the sheet."""
    cell = tell(salvage_allowed=True)
    ares, guard = cell.operator(weapons=[{**GLOCK, "spare_magazines": 3}, {**M4, "spare_magazines": 9}]), cell.guard()
    for name, fired, left in (("M4", (93, 91, 97), (3, 7)), ("Glock", (), (2, 7))):
        cell.fight((ares,), (guard,))
        for roll in fired:
            cell.do(ares, "attack_firearm", (roll,), burst=True, weapon_name=name, defender=at(guard))
        for _ in range(0 if fired else 2):
            cell.do(ares, "reload", (), weapon_name=name)
        cell.keep(c.EndFight())
        cell.do(ares, "salvage", ())
        assert tuple(one["spare_magazines"] for one in cell.sheet(ares)["weapons"]) == left


def test_claws_reach_no_farther_than_they_are_long(tell):
    """OPS-CBT-06, OPS-CBT-16: what shoots does, as far as its profile says (M-13)."""
    cell = tell()
    ares, ghoul = cell.operator(), cell.add(being="creature/ghoul")
    robot = cell.add(being="creature/sentinel_robot")
    cell.mark(ares, stands=250)
    assert refused(cell, ghoul, "creature_attack", victims=[{"defender": at(ares)}])
    assert not refused(cell, robot, "creature_attack", victims=[{"defender": at(ares)}])
    cell.mark(ares, stands=900)
    assert refused(cell, robot, "creature_attack", victims=[{"defender": at(ares)}])


def test_a_drone_that_has_struck_is_no_more(tell):
    """M-13: whether it hits or not."""
    cell = tell()
    ares, drone = cell.operator(), cell.add(being="creature/attack_drone")
    cell.do(drone, "creature_attack", (90,), victims=[{"defender": at(ares)}])
    assert cell.level(drone) == "dead"
    assert refused(cell, drone, "creature_attack", victims=[{"defender": at(ares)}])


def test_what_feels_no_pain_is_neither_laid_out_nor_hindered(tell):
    """OPS-CREAT-07."""
    cell = tell()
    revenant = cell.add(being="creature/revenant")
    cell.do(revenant, "apply_damage", (), damage=16)
    assert (cell.level(revenant), cell.sheet(revenant)["out_of_fight"]) == ("grave", False)


def test_the_sight_of_a_second_ghoul_is_nothing_new_whoever_is_named(tell):
    """OPS-SAN-07, OPS-CREAT-06: also where the creature itself is named, with the shock of its own sheet."""
    cell = tell()
    ares, one, two = cell.operator(), cell.add(being="creature/ghoul"), cell.add(being="creature/ghoul")
    shoggoth = cell.add(being="creature/shoggoth")
    roll = cell.do(ares, "san_shock", (3, 10), source=at(one))
    assert roll.given["shock"] == cell.sheet(one)["shock"]
    assert cell.do(ares, "san_shock", (), source=at(two)).outcome["outcome"] == "unaffected"
    assert cell.do(ares, "san_shock", None, source=at(shoggoth)).outcome["loss"] > 0


# ---- fights ----


def test_operators_come_first_until_somebody_of_their_kind_comes_in(tell):
    """OPS-CBT-02, OPS-CBT-03."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard(DEX=15)
    cell.fight((ares,), (guard,))
    assert cell.order == [ares, guard]
    peer = cell.guard("Tueur", DEX=18, category="peer")
    cell.keep(c.Fight(fighters=(c.Fighter(character=peer, side="b"),)))
    cell.turn(3)
    assert cell.order == [peer, guard, ares]


def test_a_fugitive_can_come_back_and_has_a_turn(tell):
    cell = tell()
    ares, guard, other = cell.operator(), cell.guard(), cell.guard("Autre")
    cell.fight((ares,), (guard, other))
    cell.keep(c.Leave(character=guard))
    assert cell.order == [ares, other]
    cell.keep(c.Fight(fighters=(c.Fighter(character=guard, side="b"),)))
    seen = set()
    for _ in range(3):
        seen.add(cell.now)
        cell.turn()
    assert seen == {ares, guard, other}


def test_whoever_is_carried_out_of_a_fight_comes_round_on_the_clock(tell):
    """M-09."""
    cell = tell()
    ares, guard, other = cell.operator(), cell.guard(), cell.guard("Autre")
    cell.fight((ares,), (guard, other))
    cell.do(guard, "poison", (90,), substance="chloroform")
    cell.keep(c.Leave(character=guard))
    cell.turn(4)
    assert cell.sheet(guard)["out_of_fight"] is True
    cell.keep(c.EndFight())
    cell.advance(10)
    assert cell.sheet(guard)["out_of_fight"] is False


def test_the_dead_are_passed_over_and_luck_brings_them_back_into_the_order(tell):
    """OPS-CBT-02, OPS-LUCK-05."""
    cell = tell()
    ares, argos, guard = cell.operator(), cell.operator("ARGOS"), cell.guard()
    cell.fight((ares, argos), (guard,))
    cell.hurt(argos, DEADLY)
    cell.turn()
    assert cell.now == guard
    cell.do(argos, "luck_escape_death", (STAYS,), cause="wound")
    assert (cell.level(argos), cell.sheet(argos)["luck"]) == ("grave", 0)
    assert [(one["damage"], one["level"]) for one in cell.sheet(argos)["wounds"]] == [(23, "grave")]
    cell.turn(2)
    assert cell.now == argos


def test_first_aid_in_a_fight_is_the_action_of_the_turn(tell):
    """OPS-CBT-01, OPS-HLTH-09."""
    cell = tell()
    ares, medic, guard = cell.operator(), cell.operator("ASCLEPIOS", weapons=[FISTS]), cell.guard()
    ann = cell.seat("Ann", medic)
    cell.hurt(ares, GRAVE, FALLS)
    cell.fight((medic,), (guard,))
    cell.do(medic, "first_aid", (10,), ann, patient=at(ares))
    assert refused(cell, medic, "attack_melee", ann, defender=at(guard))
    cell.turn(2)
    assert not refused(cell, medic, "attack_melee", ann, defender=at(guard))


def test_rounds_go_only_to_those_who_stand_close(tell):
    """OPS-OPT-03: five metres is too far, and nothing is fired."""
    cell = tell(ammo_mode="strict")
    ares, guard, other = cell.operator(weapons=[M4]), cell.guard(), cell.guard("Autre")
    far = [{"defender": at(other), "rounds": 1, "distance_m": 5}]
    assert refused(cell, ares, "attack_firearm", burst=True, defender=at(guard), others=far)
    assert cell.guns(ares)["M4"][0] == 30
    near = [{"defender": at(other), "rounds": 1, "distance_m": 4.9}]
    cell.do(ares, "attack_firearm", (23, 1, 20), burst=True, defender=at(guard), others=near)
    assert (cell.guns(ares)["M4"][0], cell.level(guard), cell.level(other)) == (20, "dead", "grave")


def test_whoever_plays_somebody_shoots_and_throws_what_is_at_hand(tell):
    """OPS-SHEET-01, OPS-CBT-07: the last knife is the last; Contrôle may hand out another."""
    cell = tell()
    ares, guard = cell.operator(weapons=[KNIFE, FISTS]), cell.guard()
    ann = cell.seat("Ann", ares)
    cell.fight((ares,), (guard,))
    assert refused(cell, ares, "attack_firearm", ann, defender=at(guard))
    assert not refused(cell, ares, "attack_thrown", ann, defender=at(guard))
    cell.turn(2)
    assert refused(cell, ares, "attack_thrown", ann, defender=at(guard))
    assert not refused(cell, ares, "attack_thrown", weapon="knife", defender=at(guard))


def test_a_blade_is_taken_off_the_belt_and_without_one_fists_are_left(tell):
    """OPS-DMG-01: whoever has no weapon has hands."""
    cell = tell()
    ares, guard = cell.operator(weapons=[]), cell.guard()
    assert cell.do(ares, "attack_melee", (90,), defender=at(guard)).given["weapon"] == "unarmed"


def test_a_suit_taken_off_gives_the_hand_back(tell):
    """OPS-ARM-04."""
    cell = tell()
    ares = cell.operator(worn=["ceramic_vest"])
    assert cell.do(ares, "test", (50,), characteristic="DEX").outcome["target"] == 50
    cell.write(ares, worn=[])
    assert cell.do(ares, "test", (50,), characteristic="DEX").outcome["target"] == 60


def test_a_house_rule_about_suits_reaches_the_threshold(tell):
    """OPS-ARM-04: CON 12 less 2: SB 11."""
    cell = tell(encumbrance_affects_sb=True)
    ares = cell.operator(worn=["blast_suit"])
    cell.do(ares, "apply_damage", (STAYS,), damage=11, ignore_armour=True)
    assert cell.level(ares) == "grave"


# ---- luck ----


@pytest.mark.parametrize(("lighter", "level", "wounds"), [(False, "none", []), (True, "light", [(11, "light")])])
def test_a_grave_wound_is_cancelled_when_it_falls_and_not_later(tell, lighter, level, wounds):
    """OPS-LUCK-04: an older one is there to stay."""
    cell = tell(luck_grave_to_light=lighter)
    ares = cell.operator()
    cell.hurt(ares, GRAVE, FALLS)
    cell.do(ares, "luck_cancel_grave", ())
    sheet = cell.sheet(ares)
    assert (sheet["wound_level"], sheet["out_of_fight"], sheet["luck"]) == (level, False, 30)
    assert [(one["damage"], one["level"]) for one in sheet["wounds"]] == wounds
    assert sheet["wound_counts"] == {"light": 0, "grave": 0}
    cell.hurt(ares, GRAVE, STAYS)
    cell.advance(1)
    assert refused(cell, ares, "luck_cancel_grave")
    assert (cell.level(ares), cell.sheet(ares)["luck"]) == ("grave", 30)


def test_a_test_of_luck_spends_none(tell):
    """OPS-TEST-04."""
    cell = tell()
    ares = cell.operator()
    cell.do(ares, "luck_test", (40,))
    assert cell.sheet(ares)["luck"] == 50


def test_aid_that_luck_makes_good_has_not_failed(tell):
    """OPS-LUCK-02, M-04: nobody waits for another try."""
    cell = tell()
    ares, medic = cell.operator(), cell.operator("ASCLEPIOS")
    cell.hurt(ares, GRAVE, FALLS)
    cell.do(medic, "first_aid", (40,), patient=at(ares))
    cell.follow("shift")
    assert (cell.sheet(ares)["stabilised"], cell.sheet(medic)["luck"]) == (True, 46)
    cell.hurt(ares, GRAVE)
    assert not refused(cell, medic, "first_aid", patient=at(ares))


def test_a_gas_that_luck_resists_has_left_nothing(tell):
    """OPS-LUCK-02, M-09: neither on the sheet nor beside it."""
    cell = tell()
    ares = cell.operator()
    cell.do(ares, "poison", (64,), substance="tear_gas")
    assert cell.marks(ares) == {"tests_harder": True}
    cell.follow("shift")
    assert (cell.marks(ares), cell.sheet(ares)["luck"], cell.difficulty(ares)) == ({}, 46, "standard")


def test_luck_never_changes_a_throw_of_sanity(tell):
    """OPS-LUCK-06."""
    cell = tell()
    ares = cell.operator(guard={"max_shift": 50, "cancel_fumble": True})
    cell.do(ares, "san_shock", (3, 60), shock="minor", source="goule")
    assert (cell.offered(), cell.sheet(ares)["luck"], cell.sheet(ares)["madness"]) == ({}, 50, "temporary")


def test_others_have_no_luck(tell):
    """OPS-LUCK-01."""
    cell = tell()
    guard = cell.guard(guard={"escape_death": True})
    cell.hurt(guard, DEADLY)
    assert (cell.level(guard), cell.offered()) == ("dead", {})


# ---- the mind ----


def test_the_form_of_a_madness_lasts_as_the_madness_does(tell):
    """OPS-SAN-06: the table knows which of the two it is."""
    cell = tell()
    ares, argos = cell.operator(madness="indefinite"), cell.operator("ARGOS", madness="temporary")
    assert cell.do(ares, "madness_effect", (6,)).outcome["effect"] == "paranoia"
    assert cell.do(argos, "madness_effect", (6,)).outcome["effect"] == "attacks_nearest"
    cell.keep(c.Scene(title="Après"))
    cell.settle(argos, "end_scene", 10)
    assert [one["effect"] for one in cell.sheet(ares)["madness_effects"]] == ["paranoia"]
    assert cell.sheet(argos)["madness_effects"] == []


def test_a_ritual_may_cost_the_last_of_a_mind(tell):
    """OPS-MAG-03, OPS-SAN-05."""
    cell = tell()
    ares = cell.operator(san=2, rituals=["sign_of_warding"])
    cell.do(ares, "cast_ritual", (3,), ritual="sign_of_warding")
    assert (cell.sheet(ares)["san"], cell.sheet(ares)["madness"], cell.sheet(ares)["in_play"]) == (
        0,
        "permanent",
        False,
    )


def test_casting_with_a_grave_wound_is_extreme(tell):
    """OPS-MAG-05."""
    cell = tell()
    ares = cell.operator(rituals=["veil"])
    cell.hurt(ares, GRAVE, STAYS)
    assert cell.do(ares, "cast_ritual", (1, 90), ritual="veil").outcome["final_difficulty"] == "extreme"


def test_what_a_book_does_not_hold_is_not_learned_from_it(tell):
    """OPS-MAG-01: nor is what was not understood."""
    cell = tell()
    ares = cell.operator()
    assert refused(cell, ares, "learn_ritual", tome="leaked_pdf", ritual="banish")
    cell.do(ares, "learn_ritual", (90,), tome="leaked_pdf", ritual="sign_of_warding")
    assert cell.sheet(ares)["rituals"] == []


def test_some_kinds_of_madness_harden_and_weigh_on_tests(tell):
    """M-14, OPS-SAN-14: as long as they last."""
    cell = tell()
    ares = cell.operator(madness="indefinite", lasting_madness=True, madness_effects=[{"effect": "emotional_void"}])
    cell.do(ares, "macabre", (), shock="minor")
    assert cell.sheet(ares)["san"] == 60
    assert (cell.difficulty(ares, characteristic="APP"), cell.difficulty(ares)) == ("difficult", "standard")
    cell.write(ares, madness_effects=[])
    assert cell.difficulty(ares, characteristic="APP") == "standard"
    cell.do(ares, "macabre", (2, 10), shock="minor")
    assert cell.sheet(ares)["san"] == 58


def test_mundane_horror_does_not_touch_the_hardened(tell):
    """OPS-SAN-14: what is unnatural does."""
    cell = tell()
    ares = cell.operator(hardened=True)
    assert cell.do(ares, "macabre", ()).outcome["outcome"] == "unaffected"
    assert cell.do(ares, "macabre", (2, 10), unnatural=True).outcome["loss"] == 2


def test_the_aftermath_of_a_mission_is_one_shock_with_both_tests(tell):
    """OPS-SAN-12."""
    cell = tell(ptsd_enabled=True)
    ares = cell.operator()
    cell.do(ares, "ptsd_roll", (4, 90, 90), shock="severe")
    assert (cell.sheet(ares)["san"], cell.sheet(ares)["madness"]) == (56, "indefinite")


# ---- time ----


def test_a_second_wound_of_the_same_level_heals_with_the_first_and_not_before(tell):
    """OPS-HLTH-06, OPS-HLTH-11: alone and stabilised: sixty days from the last."""
    cell = tell()
    ares, medic = cell.operator(), cell.operator("ASCLEPIOS")
    cell.hurt(ares, LIGHT)
    cell.aid(ares, medic)
    cell.advance(30 * DAY)
    cell.hurt(ares, LIGHT)
    cell.advance(59 * DAY)
    assert cell.level(ares) == "light"
    cell.advance(DAY)
    assert cell.level(ares) == "superficial"


def test_somebody_who_leaves_hospital_early_heals_on_slowly(tell):
    """OPS-HLTH-11, M-05: the days of care are kept, those of work do not count."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.do(ares, "recover", (99, 99))
    cell.advance(29 * DAY, "care")
    cell.advance(60 * DAY, "work")
    assert cell.level(ares) == "light"
    cell.advance(DAY, "care")
    assert cell.level(ares) == "superficial"


def test_a_fight_in_the_middle_of_a_convalescence_takes_nothing_from_it(tell):
    """OPS-HLTH-11."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.hurt(ares, 2)
    cell.do(ares, "recover", (99,))
    cell.advance(10 * DAY)
    cell.fight((ares,), (guard,))
    cell.turn(6)
    cell.keep(c.EndFight())
    cell.advance(5 * DAY)
    assert cell.level(ares) == "none"


def test_death_in_hospital_ends_what_was_due_and_what_ran(tell):
    """OPS-HLTH-05."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.do(ares, "recover", (99, 99))
    cell.do(ares, "give_painkiller", ())
    cell.hurt(ares, DEADLY)
    cell.advance(90 * DAY)
    assert (cell.level(ares), cell.due(ares), cell.sheet(ares).get("recovery")) == ("dead", [], None)


def test_what_is_due_is_asked_for_once(tell):
    """OPS-HLTH-08: however often the clock moves."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    for _ in range(5):
        cell.advance(HOUR)
    assert cell.due(ares) == ["start_clock"]
    cell.settle(ares, "start_clock", 1)
    assert cell.due(ares) == ["clock_expires"]


def test_the_scene_ends_a_fire_and_air_comes_back(tell):
    """OPS-TIME-01, OPS-HAZ-02, OPS-HAZ-04."""
    cell = tell()
    ares, argos = cell.operator(), cell.operator("ARGOS")
    cell.do(ares, "burn_turn", (1,))
    cell.do(argos, "suffocate_turn", (10,))
    cell.keep(c.Scene(title="Dehors"))
    cell.advance(HOUR)
    assert (cell.due(ares), cell.due(argos)) == (["start_clock"], [])


def test_a_scene_that_ends_in_a_fight_leaves_nobody_held(tell):
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.seized(ares, guard)
    cell.keep(c.Scene(title="Ailleurs"))
    assert (cell.sheet(ares)["held"], cell.marks(guard).get("holding")) == (False, None)


def test_ammunition_that_is_not_counted_never_runs_out(tell):
    """OPS-OPT-05."""
    cell = tell(ammo_mode="none")
    ares, guard = cell.operator(weapons=[{**M4, "rounds_left": 0, "spare_magazines": 0, "empty": True}]), cell.guard()
    assert not refused(cell, ares, "attack_firearm", defender=at(guard))
    assert refused(cell, ares, "reload")


def test_players_do_not_throw_what_the_world_throws(tell):
    """What time, creatures and the world do to people is Contrôle's."""
    cell = tell()
    ares = cell.operator()
    ann = cell.seat("Ann", ares)
    for procedure in ("apply_damage", "recover", "san_gain", "luck_recover", "progress", "aggravate"):
        with pytest.raises(Refusal):
            cell.do(ares, procedure, None, ann)


def test_a_pistol_on_the_sheet_is_not_fired_by_the_dead_nor_by_the_departed(tell):
    """OPS-HLTH-05."""
    cell = tell(ammo_mode="strict")
    ares, guard = cell.operator(weapons=[GLOCK]), cell.guard()
    cell.hurt(ares, DEADLY)
    assert refused(cell, ares, "attack_firearm", defender=at(guard))
    assert cell.guns(ares) == {"Glock": (5, 2)}


def test_a_peer_who_has_fallen_keeps_the_fight_in_the_order_of_dex(tell):
    """OPS-CBT-03: one such opponent switches the whole fight."""
    cell = tell()
    ares, guard, peer = cell.operator(DEX=8), cell.guard(DEX=12), cell.guard("Rival", DEX=10, category="peer")
    cell.fight((ares,), (guard, peer))
    assert cell.order == [guard, peer, ares]
    cell.hurt(peer, DEADLY)
    cell.turn(2)
    assert (cell.round, cell.order[:2]) == (2, [guard, ares])


# ---- a second one ----


def test_two_bites_are_two_doses_each_with_its_own_test(tell):
    """M-09: the second does not put off what the first does, and is not forgotten with it."""
    cell = tell()
    ares = cell.operator()
    serpents = [cell.add(being="creature/serpent_man") for _ in range(2)]
    cell.fight((ares,), tuple(serpents))
    for one in serpents:
        cell.do(one, "creature_attack", (10, 90, 1), victims=[{"defender": at(ares)}])
    cell.turn(3)
    for _ in serpents:
        cell.settle(ares, "poison", 10)
    assert "poison" not in cell.due(ares)


def test_whoever_was_healed_before_heals_again(tell):
    """OPS-HLTH-11, M-05: a convalescence that is over does not stand in the way of the next, alone or in hospital."""
    cell = tell()
    ares, argos = cell.operator(), cell.operator("ARGOS")
    cell.hurt(ares, LIGHT)
    cell.do(ares, "recover", (99, 99))
    cell.advance(45 * DAY)
    assert cell.level(ares) == "none"
    cell.hurt(ares, LIGHT)
    cell.aid(ares, argos)
    cell.advance(60 * DAY)
    assert cell.level(ares) == "superficial"
    cell.hurt(ares, LIGHT)
    cell.advance(DAY, "care")
    assert cell.due(ares) == ["recover"]
