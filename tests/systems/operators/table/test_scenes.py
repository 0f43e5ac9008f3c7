"""Scenes and minds at the table: what lasts a scene ends with it, who can act, what the table knows (TIME, SAN)."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.operators.table.cell import DEADLY, FALLS, GRAVE, LIGHT
from systems.operators.table.cell import cell as cell
from systems.operators.table.cell import cells as cells
from systems.table import at

SCENE = c.Scene(title="Le lendemain")


def test_a_new_scene_ends_what_lasts_a_scene(cell):
    """OPS-TIME-01, OPS-HLTH-03, OPS-MAG-04, OPS-SAN-07."""
    ares = cell.operator(rituals=["veil"])
    cell.do(ares, "cast_ritual", (1, 10), ritual="veil")
    cell.do(ares, "san_shock", (1, 10), shock="minor", source="goule")
    cell.hurt(ares, GRAVE, FALLS)
    cell.keep(SCENE)
    after = cell.sheet(ares)
    assert (after["out_of_fight"], after["cast_this_scene"], after["shocks_this_scene"]) == (False, False, [])
    assert cell.do(ares, "san_shock", (1, 10), shock="minor", source="goule").outcome["loss"] == 1


def test_a_new_scene_asks_the_mad_for_their_second_test(cell):
    """OPS-SAN-04: at once, and nobody else."""
    ares, argos = cell.operator(), cell.operator("ARGOS")
    cell.do(ares, "san_shock", (1, 90), shock="minor")
    assert cell.sheet(ares)["madness"] == "temporary"
    cell.keep(SCENE)
    assert (cell.due(ares), cell.due(argos)) == (["end_scene"], [])
    cell.settle(ares, "end_scene", 90)
    assert cell.sheet(ares)["madness"] == "indefinite"
    cell.do(argos, "san_shock", (1, 90), shock="minor")
    cell.advance(10)
    assert cell.due(argos) == []


def test_the_form_of_a_crisis_goes_with_it(cell):
    """OPS-SAN-06: what was drawn stands on the sheet until the crisis is over."""
    ares = cell.operator()
    cell.do(ares, "san_shock", (1, 90), shock="minor", source="Goule 1")
    cell.do(ares, "madness_effect", (1,))
    assert cell.sheet(ares)["madness_effects"] == [{"effect": "flees", "since": "1, 00:00", "source": "Goule 1"}]
    cell.keep(SCENE)
    cell.settle(ares, "end_scene", 10)
    assert cell.sheet(ares)["madness_effects"] == []


def test_a_second_ghoul_is_nothing_new(cell):
    """OPS-SAN-07: a group of the same creatures is one source."""
    ares = cell.operator()
    cell.do(ares, "san_shock", (3, 10), shock="minor", source="Goule 1")
    assert cell.do(ares, "san_shock", (), shock="minor", source="Goule 2").outcome["outcome"] == "unaffected"
    assert cell.do(ares, "san_shock", (3, 10), shock="minor", source="Profond").outcome["loss"] == 3


def test_a_book_is_read_once(cell):
    """OPS-SAN-08: the table knows what somebody has read."""
    ares = cell.operator()
    cell.do(ares, "read_tome", (3,), tome="field_notes")
    assert cell.do(ares, "read_tome", (), tome="field_notes").outcome["reason"] == "already_read"
    assert cell.sheet(ares)["books_read"] == ["field_notes"]


def test_lore_caps_sanity_whoever_writes_it(cell):
    """OPS-SAN-01."""
    ares = cell.operator()
    cell.write(ares, si=50)
    assert cell.sheet(ares)["san"] == 50


def test_medics_are_advantaged(cell):
    """OPS-HLTH-09, OPS-SPEC-02: combat medics, first-aiders, nurses; nobody else."""
    ares = cell.operator()
    course = {"specialty": "nurse", "characteristic": "INT", "domain": "first_aid"}
    healers = [
        cell.operator("A", specialty="combat_medic"),
        cell.operator("B", hobbies=["Secourisme bénévole", "first_aid_volunteer"]),
        cell.operator("C", trainings=[course]),
    ]
    cell.hurt(ares, LIGHT)
    for one in healers:
        assert cell.do(one, "first_aid", None, patient=at(ares)).outcome["final_difficulty"] == "standard"
        cell.write(ares, stabilised=False)
    assert cell.do(ares, "first_aid", None, patient=at(ares)).outcome["final_difficulty"] == "difficult"


def test_whoever_protects_for_a_living_reaches_cover(cell):
    """OPS-SPEC-02, OPS-CBT-13: while protecting somebody."""
    ares = cell.operator(specialty="close_protection")
    assert cell.do(ares, "take_cover", (90,)).outcome["final_difficulty"] == "difficult"
    cell.mark(ares, protecting=True)
    assert cell.do(ares, "take_cover", (90,)).outcome["final_difficulty"] == "standard"


@pytest.mark.parametrize("procedure", ["test", "reload", "read_tome", "san_shock", "luck_test", "progress"])
def test_the_dead_do_nothing(cell, procedure):
    """OPS-HLTH-05: unless the game master insists, and the log says so."""
    ares = cell.operator()
    cell.hurt(ares, DEADLY)
    with pytest.raises(Refusal, match="dead"):
        cell.do(ares, procedure, None)


def test_whoever_is_out_of_the_fight_makes_no_test(cell):
    """OPS-HLTH-03: a word of the game master's goes before."""
    ares = cell.operator(out_of_fight=True)
    with pytest.raises(Refusal, match="out of the fight"):
        cell.do(ares, "test", (10,))
    cell.keep(c.Do(procedure="test", character=ares, given={}, dice=(10,), in_spite=True))


def test_whoever_is_mad_for_good_has_left_the_game(cell):
    """OPS-SAN-05."""
    ares = cell.operator(san=2)
    cell.do(ares, "san_shock", (3,), shock="minor")
    assert cell.sheet(ares)["in_play"] is False
    with pytest.raises(Refusal, match="out of play"):
        cell.do(ares, "test", None)


def test_a_critical_marks_its_characteristic_once(cell):
    """M-19: for the end of the scenario, which forgets it."""
    ares, guard = cell.operator(), cell.guard()
    cell.do(ares, "test", (11,), characteristic="POU")
    cell.do(ares, "test", (22,), characteristic="POU")
    cell.do(ares, "attack_melee", (33, 10), weapon="unarmed", defender=at(guard))
    assert cell.sheet(ares)["ticks"] == ["POU", "FOR"]
    cell.do(ares, "progress", (90, 10))
    assert (cell.sheet(ares)["POU"], cell.sheet(ares)["ticks"]) == (13, [])


def test_death_takes_everything_that_is_due_with_it(cell):
    """OPS-HLTH-05: and luck brings it back."""
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.do(ares, "burn_turn", (3,))
    cell.advance(1)
    assert cell.due(ares) != []
    cell.hurt(ares, DEADLY)
    assert cell.due(ares) == []
    cell.do(ares, "luck_escape_death", (10,))
    assert (cell.level(ares), cell.sheet(ares)["clock"]["unit"]) == ("grave", "minutes")
    cell.advance(1)
    assert cell.due(ares) != []


def test_whoever_goes_takes_what_is_due_with_them(cell):
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.advance(1)
    cell.keep(c.Remove(character=ares))
    assert cell.play.get("due", {}) == {}


@pytest.mark.parametrize("mode", ["strict", "parity", "none"])
def test_a_house_rule_set_later_holds_for_the_next_shot(cells, mode):
    """OPS-OPT-05: a changed option is the same as one that always held."""
    early, late = cells(ammo_mode=mode), cells()
    late.keep(c.Settings(options={"ammo_mode": mode}))
    gun = {"key": "assault_rifle", "name": "M4", "rounds_left": 12, "spare_magazines": 1}
    left = []
    for one in (early, late):
        ares, guard = one.operator(weapons=[gun]), one.guard()
        one.do(ares, "attack_firearm", (97,), burst=True, defender=at(guard))
        left.append(one.sheet(ares)["weapons"])
    assert left[0] == left[1]
    assert left[0][0]["rounds_left"] == (2 if mode == "strict" else 12)


def test_turning_back_gives_the_turn_back_with_all_it_did(cell):
    """OPS-CBT-01: what fell due at the end of the round has not fallen due."""
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(ares, "burn_turn", (3,))
    cell.turn()
    before = cell.play["characters"]
    cell.turn()
    assert cell.due(ares) == ["burn_turn"]
    cell.keep(c.Turn(by=-1))
    assert (cell.now, cell.round, cell.due(ares)) == (guard, 1, [])
    assert cell.play["characters"] == before
    cell.turn()
    assert cell.due(ares) == ["burn_turn"]


def test_what_falls_due_in_one_round_waits_through_the_next(cell):
    """OPS-HAZ-04: two rounds are two turns of flames."""
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(ares, "burn_turn", (1,))
    cell.turn(4)
    cell.settle(ares, "burn_turn", 1)
    cell.settle(ares, "burn_turn", 1)
    assert cell.due(ares) == []


def test_whoever_opposes_somebody_is_named_and_not_typed(cell):
    """M-01: their score and their wounds come from their sheet."""
    ares, guard = cell.operator(), cell.guard(INT=9, wound_level="grave")
    roll = cell.do(ares, "opposed_test", (30, 50), characteristic="INT", opponent=at(guard))
    assert (roll.given["passive_score"], roll.outcome["passive_target"]) == (9, 9)
    assert roll.outcome["winner"] == "active"


@pytest.mark.parametrize(("procedure", "dice"), [("suffocate_turn", (90,)), ("clock_expires", (90,))])
def test_luck_escapes_any_death_that_is_offered_or_planned(cell, procedure, dice):
    """OPS-LUCK-05: drowned, or of a wound left alone; before the throw as the guard says, after it as an offer."""
    ares, argos = cell.operator(wound_level="grave"), cell.operator("ARGOS", wound_level="grave")
    cell.write(argos, guard={"escape_death": True})
    cell.do(ares, procedure, dice)
    assert cell.level(ares) == "dead"
    assert set(cell.offered()) == {"shift", "escape_death"}
    more = (10, 3) if procedure == "clock_expires" else (10,)
    cell.do(argos, procedure, (*dice, *more))
    assert (cell.level(argos), cell.sheet(argos)["luck"]) == ("grave", 0)


def test_one_action_a_turn(cell):
    """OPS-CBT-05: a player is told that the turn is used; the next one is whole."""
    ares, guard = cell.operator(), cell.guard(CON=40, FOR=40)
    ann = cell.seat("Ann", ares)
    cell.fight((ares,), (guard,))
    cell.do(ares, "attack_melee", None, ann, weapon="unarmed", defender=at(guard))
    with pytest.raises(Refusal):
        cell.do(ares, "attack_melee", None, ann, weapon="unarmed", defender=at(guard))
    cell.turn(2)
    cell.do(ares, "attack_melee", None, ann, weapon="unarmed", defender=at(guard))


@pytest.mark.parametrize("free", [False, True])
def test_cover_costs_the_action_unless_it_is_free(cells, free):
    """OPS-CBT-13: with `cover_free_action` one shoots as well."""
    cell = cells(cover_free_action=free)
    ares, guard = cell.operator(), cell.guard()
    ann = cell.seat("Ann", ares)
    cell.fight((ares,), (guard,))
    cell.do(ares, "take_cover", (90,), ann)
    if free:
        cell.do(ares, "attack_melee", None, ann, weapon="unarmed", defender=at(guard))
        return
    with pytest.raises(Refusal):
        cell.do(ares, "attack_melee", None, ann, weapon="unarmed", defender=at(guard))


def test_cover_is_left_with_its_place(cell):
    """OPS-CBT-13: and a blast finds whoever is in it there (M-08)."""
    ares, guard = cell.operator(), cell.guard()
    cell.do(ares, "take_cover", (5,))
    shot = {"weapon": "pistol_medium", "defender": at(ares)}
    assert cell.do(guard, "attack_firearm", (95,), **shot).given["cover"] == "in_cover"
    blast = {"device": "frag", "victims": [{"defender": at(ares)}]}
    assert cell.do(None, "explosion", (1, 1, 1, 1), **blast).given["victims"][0]["cover"] is True
    cell.mark(ares, stands=10)
    assert cell.do(guard, "attack_firearm", (95,), **shot).given["cover"] == "normal"
    cell.keep(c.Edit(character=ares, fields={"worn": ["ballistic_shield"]}))
    assert cell.do(guard, "attack_firearm", (95,), **shot).given["cover"] == "in_cover", "a shield goes along"
    cell.mark(ares, exposed=True)
    assert cell.do(guard, "attack_firearm", None, **shot).given["cover"] == "exposed", "and covers the front only"


def test_hand_to_hand_is_for_those_who_are_near(cell):
    """OPS-CBT-06, OPS-CBT-15."""
    ares, guard = cell.operator(), cell.guard()
    cell.mark(guard, stands=60)
    for procedure in ("attack_melee", "hold"):
        with pytest.raises(Refusal, match="Zone 0"):
            cell.do(ares, procedure, None, defender=at(guard))


def test_other_people_recover_as_well(cell):
    """OPS-HLTH-11."""
    guard = cell.guard()
    cell.hurt(guard, LIGHT)
    cell.do(guard, "recover", (20, 20))
    cell.advance(15 * 24 * 60)
    assert cell.level(guard) == "superficial"


@pytest.mark.parametrize("occasion", ["", "la porte"])
def test_what_is_left_of_a_turn_is_done_once_in_the_turn_of_another(cell, occasion):
    """OPS-CBT-01, OPS-CBT-05: a turn let pass, or kept for an occasion, is one action and no more."""
    ares, guard = cell.operator(), cell.guard()
    player = cell.seat("Ann", ares)
    cell.fight((ares,), (guard,))
    cell.keep(c.Delay(character=ares, occasion=occasion) if occasion else c.Turn())
    blow = c.Do(procedure="attack_melee", character=ares, given={"weapon": "unarmed", "defender": at(guard)})
    cell.act(player, blow)
    with pytest.raises(Refusal):
        cell.act(player, blow)
    cell.turn()
    cell.act(player, blow)


def test_what_is_free_or_refused_takes_nothing_of_a_turn_that_is_over(cells):
    """OPS-CBT-05, OPS-CBT-13, OPS-OPT-05: free cover, an empty gun and a test, then the one action that was left."""
    cell = cells(cover_free_action=True)
    ares, guard = cell.operator(weapons=[{"key": "pistol_medium", "name": "Glock", "empty": True}]), cell.guard()
    player = cell.seat("Ann", ares)
    cell.fight((ares,), (guard,))
    cell.turn()
    for procedure, given in (("take_cover", {}), ("test", {"characteristic": "INT"})):
        cell.act(player, c.Do(procedure=procedure, character=ares, given=given))
    with pytest.raises(Refusal):
        cell.act(player, c.Do(procedure="attack_firearm", character=ares, given={"defender": at(guard)}))
    blow = c.Do(procedure="attack_melee", character=ares, given={"weapon": "unarmed", "defender": at(guard)})
    cell.act(player, blow)
    cell.keep(c.Undo())
    cell.act(player, blow)
    with pytest.raises(Refusal):
        cell.act(player, blow)
