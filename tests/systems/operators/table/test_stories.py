"""Short stories at the table: what lasts, heals, worsens and ends between one act and the next, in and out of fights.

Every story is taken back and played again at its end: nothing of it is lost, nothing of it stays.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.operators.table.cell import DAY, DEADLY, FALLS, GLOCK, GRAVE, HOUR, LIGHT, STAYS, Cell
from systems.table import at

M4 = {"key": "assault_rifle", "name": "M4", "rounds_left": 30, "spare_magazines": 2}
KNIFE = {"key": "combat_knife", "name": "Ka-Bar"}
FISTS = {"key": "unarmed"}
WEEK = 7 * DAY


@pytest.fixture
def tell(tmp_path: Path) -> Iterator[Any]:
    """A new table under some house rules; what was played at it is undone and done again."""
    cells: list[Cell] = []

    def opening(**options: Any) -> Cell:
        path = tmp_path / str(len(cells))
        path.mkdir()
        cells.append(Cell(path, **options))
        return cells[-1]

    yield opening
    for cell in cells:
        after, last = cell.play, cell.table.state.version
        cell.keep(c.Undo(to="1"))
        assert not cell.play.get("characters")
        cell.keep(c.Redo(to=str(last)))
        assert cell.play == after
        cell.store.close()


def refused(cell: Cell, who: str | None, procedure: str, seat: str = "keeper", **given: Any) -> bool:
    """Whether the table, or the rule itself, refuses; a rule that refuses changes nothing."""
    before = cell.play["characters"]
    try:
        outcome = cell.do(who, procedure, None, seat, **given).outcome
    except Refusal:
        return True
    assert not outcome["refused"] or cell.play["characters"] == before
    return bool(outcome["refused"])


# ---- wounds ----


def test_a_wound_remembers_who_struck_it_and_when(tell):
    """State, `wounds`: source and date."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard(weapons=[KNIFE])
    cell.advance(90)
    cell.do(guard, "attack_melee", (10, 90, 5), defender=at(ares))
    (wound,) = cell.sheet(ares)["wounds"]
    assert (wound["damage"], wound["level"], wound["source"], wound["date"]) == (7, "light", "Garde", 90)
    cell.advance(10)
    cell.do(ares, "fall", (1, 2), height_m=3)
    assert [(one["source"], one["date"]) for one in cell.sheet(ares)["wounds"]] == [("Garde", 90), ("fall", 100)]


def test_whoever_is_wounded_does_not_read_by_whom(tell):
    """A shot from hiding stays one; what a player writes of their wounds keeps what they do not read."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard(weapons=[KNIFE])
    ann = cell.seat("Ann", ares)
    cell.do(guard, "attack_melee", (10, 90, 5), defender=at(ares))
    (seen,) = cell.table.look(cell.table.viewer(ann))["characters"][ares]["sheet"]["wounds"]
    assert (seen["damage"], "source" in seen) == (7, False)
    cell.keep(c.Settings(players_edit=True))
    cell.act(ann, c.Edit(character=ares, fields={"wounds": [{**seen, "location": "left_arm"}]}))
    (kept,) = cell.sheet(ares)["wounds"]
    assert (kept["location"], kept["source"]) == ("left_arm", "Garde")


def test_each_of_several_victims_knows_whose_burst_it_was(tell):
    cell = tell()
    ares, guard, other = cell.operator(weapons=[M4]), cell.guard(), cell.guard("Autre")
    victims = [{"defender": at(other), "rounds": 1, "distance_m": 2}]
    cell.do(ares, "attack_firearm", (12, 1, 20), burst=True, defender=at(guard), others=victims)
    assert [cell.sheet(one)["wounds"][0]["source"] for one in (guard, other)] == ["ARES", "ARES"]


def test_a_wound_that_the_clock_makes_worse_is_told_as_that(tell):
    """M-04: the level is worse; what struck it is not struck anew."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.advance(DAY)
    cell.settle(ares, "start_clock", 1)
    cell.settle(ares, "clock_expires", 90, STAYS, 6)
    assert cell.level(ares) == "grave"
    assert cell.sheet(ares)["out_of_fight"] is False


def test_a_superficial_wound_waits_for_days(tell):
    """OPS-HLTH-08: and what is let heal alone does not heal by itself."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, 3)
    cell.advance(HOUR)
    cell.settle(ares, "start_clock", 2)
    assert cell.sheet(ares)["clock"] == {"delay": 3, "unit": "days", "since": 0}
    cell.advance(3 * DAY - HOUR - 1)
    assert cell.due(ares) == []
    cell.advance(1)
    cell.settle(ares, "clock_expires", 10, 6)
    assert (cell.level(ares), cell.sheet(ares)["clock"]) == (
        "superficial",
        {"delay": 7, "unit": "days", "since": 3 * DAY},
    )


def test_lesser_hits_are_noted_and_change_nothing(tell):
    """OPS-HLTH-06: the clock of the light wound runs on."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.advance(30)
    cell.settle(ares, "start_clock", 1)
    cell.hurt(ares, 2)
    assert (cell.level(ares), len(cell.sheet(ares)["wounds"])) == ("light", 2)
    assert cell.sheet(ares)["clock"] == {"delay": 2, "unit": "hours", "since": 0}


def test_first_aid_stops_the_clock_and_heals_nothing(tell):
    """OPS-HLTH-09."""
    cell = tell()
    ares, medic = cell.operator(), cell.operator("ASCLEPIOS")
    cell.hurt(ares, GRAVE, FALLS)
    cell.aid(ares, medic)
    cell.advance(DAY)
    assert (cell.level(ares), cell.sheet(ares)["out_of_fight"], cell.due(ares)) == ("grave", True, [])
    assert refused(cell, medic, "first_aid", patient=at(ares))


def test_nobody_treats_the_dead_the_unhurt_or_with_bare_hands(tell):
    """OPS-HLTH-09."""
    cell = tell()
    ares, medic, dead = cell.operator(), cell.operator("ASCLEPIOS"), cell.guard()
    cell.hurt(dead, DEADLY)
    assert refused(cell, medic, "first_aid", patient=at(ares))
    assert refused(cell, medic, "first_aid", patient=at(dead))
    cell.hurt(ares, LIGHT)
    assert refused(cell, medic, "first_aid", patient=at(ares), equipment=False)


def test_one_binds_ones_own_wound_unless_out_of_the_fight(tell):
    """OPS-HLTH-09, OPS-HLTH-04: at extreme difficulty if it is grave."""
    cell = tell()
    ares, argos = cell.operator(), cell.operator("ARGOS")
    cell.hurt(ares, GRAVE, STAYS)
    roll = cell.do(ares, "first_aid", (12,), patient=at(ares))
    assert (roll.outcome["final_difficulty"], cell.sheet(ares)["stabilised"]) == ("extreme", True)
    cell.hurt(argos, GRAVE, FALLS)
    assert refused(cell, argos, "first_aid", patient=at(argos))


def test_a_failed_aid_is_tried_again_after_a_unit_of_the_wound(tell):
    """M-04: by the same healer; an hour for a light wound."""
    cell = tell()
    ares, medic = cell.operator(), cell.operator("ASCLEPIOS")
    cell.hurt(ares, LIGHT)
    cell.do(medic, "first_aid", (90,), patient=at(ares))
    cell.advance(59)
    assert refused(cell, medic, "first_aid", patient=at(ares))
    cell.advance(1)
    assert not refused(cell, medic, "first_aid", patient=at(ares))


def test_in_a_fight_a_minute_before_the_next_try_is_ten_turns(tell):
    """M-04, OPS-TIME-01: rounds are time too."""
    cell = tell()
    ares, medic, guard = cell.operator(), cell.operator("ASCLEPIOS"), cell.guard()
    cell.hurt(ares, GRAVE, FALLS)
    cell.fight((medic,), (guard,))
    cell.do(medic, "first_aid", (90,), patient=at(ares))
    cell.turn(2 * 9)
    assert refused(cell, medic, "first_aid", patient=at(ares))
    cell.turn(2)
    assert cell.do(medic, "first_aid", (10,), patient=at(ares)).outcome["stabilised"]


def test_a_graver_wound_is_another_wound_to_try(tell):
    """M-04: the hour was that of the light one."""
    cell = tell()
    ares, medic = cell.operator(), cell.operator("ASCLEPIOS")
    cell.hurt(ares, LIGHT)
    cell.do(medic, "first_aid", (90,), patient=at(ares))
    cell.hurt(ares, GRAVE, STAYS)
    assert not refused(cell, medic, "first_aid", patient=at(ares))


def test_morphine_helps_only_with_first_aid_and_wakes_nobody(tell):
    """OPS-HLTH-10."""
    cell = tell()
    ares, medic, argos = cell.operator(), cell.operator("ASCLEPIOS"), cell.operator("ARGOS")
    cell.hurt(ares, GRAVE, STAYS)
    cell.do(ares, "give_painkiller", ())
    assert cell.difficulty(ares) == "extreme"
    cell.aid(ares, medic)
    assert cell.difficulty(ares) == "standard"
    cell.advance(4 * HOUR)
    assert cell.difficulty(ares) == "extreme"
    cell.hurt(argos, GRAVE, FALLS)
    cell.aid(argos, medic)
    cell.do(argos, "give_painkiller", ())
    assert cell.sheet(argos)["out_of_fight"] is True


def test_a_dose_runs_on_in_the_turns_of_a_fight(tell):
    """OPS-HLTH-10: four hours less a turn, and one more turn."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.do(ares, "give_painkiller", ())
    cell.advance(4 * HOUR - 1)
    cell.fight((ares,), (guard,))
    cell.turn(2 * 9)
    assert cell.sheet(ares)["painkiller"] is True
    cell.turn(2)
    assert cell.sheet(ares)["painkiller"] is False


@pytest.mark.parametrize(("care", "days"), [("hospital", 15), ("medic", 22.5), ("none", 30)])
def test_care_says_how_long_a_scratch_takes(tell, care, days):
    """OPS-HLTH-11, M-05: half as long again with a medic, twice as long alone, without a test."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, 2)
    cell.do(ares, "recover", () if care == "none" else (99,), care=care)
    cell.advance(int(days * DAY) - 1)
    assert cell.level(ares) == "superficial"
    cell.advance(1)
    assert (cell.level(ares), cell.sheet(ares)["wounds"], cell.sheet(ares).get("recovery")) == ("none", [], None)


def test_a_good_constitution_halves_a_stage_to_half_days(tell):
    """OPS-HLTH-12: 7.5 days."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, 2)
    cell.do(ares, "recover", (20,))
    cell.advance(7 * DAY + 12 * HOUR - 1)
    assert cell.level(ares) == "superficial"
    cell.advance(1)
    assert cell.level(ares) == "none"


def test_a_grave_wound_is_left_behind_stage_by_stage_and_pain_with_the_first(tell):
    """OPS-HLTH-04, OPS-HLTH-11: 60, 30 and 15 days; healed to light it hurts no more."""
    cell = tell()
    ares, medic = cell.operator(), cell.operator("ASCLEPIOS")
    cell.hurt(ares, GRAVE, STAYS)
    assert refused(cell, ares, "recover")
    cell.aid(ares, medic)
    cell.do(ares, "recover", (99, 99, 99))
    cell.advance(59 * DAY)
    assert cell.difficulty(ares) == "extreme"
    cell.advance(DAY)
    assert (cell.level(ares), cell.difficulty(ares)) == ("light", "standard")
    cell.advance(30 * DAY)
    assert cell.level(ares) == "superficial"
    cell.advance(15 * DAY)
    assert (cell.level(ares), cell.sheet(ares)["stabilised"]) == ("none", False)


def test_whoever_is_healed_can_be_wounded_and_stabilised_again(tell):
    """OPS-HLTH-08, OPS-HLTH-09: nothing of the old wound is left."""
    cell = tell()
    ares, medic = cell.operator(), cell.operator("ASCLEPIOS")
    cell.hurt(ares, 2)
    cell.do(ares, "recover", (99,))
    cell.advance(15 * DAY)
    cell.hurt(ares, LIGHT)
    assert cell.sheet(ares)["clock"] == {"delay": 0, "unit": "hours", "since": 15 * DAY}
    cell.aid(ares, medic)
    assert cell.sheet(ares).get("clock") is None


def test_contrôle_may_worsen_a_state_and_a_grave_one_asks_for_con(tell):
    """OPS-HLTH-07: and starts the minutes of a grave wound."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.hurt(ares, LIGHT)
    roll = cell.do(ares, "aggravate", (FALLS,), level="grave")
    assert (roll.outcome["out_of_fight"], cell.sheet(ares)["clock"]["unit"]) == (True, "minutes")
    assert refused(cell, ares, "aggravate", level="light")


def test_three_light_wounds_are_a_grave_one_where_they_add_up(tell):
    """OPS-HLTH-07: the count begins again."""
    cell = tell(wound_accumulation=3)
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.hurt(ares, LIGHT)
    cell.hurt(ares, LIGHT, STAYS)
    assert (cell.level(ares), cell.sheet(ares)["wound_counts"]) == ("grave", {"light": 0, "grave": 0})


def test_a_vest_serves_three_times_and_then_no_more(tell):
    """OPS-ARM-03: what does not reach it costs no use."""
    cell = tell()
    ares = cell.operator(worn=["kevlar_light"])
    cell.hurt(ares, 0)
    for left in (2, 1, 0):
        cell.hurt(ares, 5)
        assert cell.sheet(ares)["uses_left"] == {"kevlar_light": left}
    assert cell.do(ares, "apply_damage", (), damage=5).outcome["damage_taken"] == 5


def test_a_heavy_suit_slows_the_order_and_the_hand(tell):
    """OPS-ARM-04, OPS-CBT-03: DEX 12 − 3 among equals."""
    cell = tell()
    ares, peer = cell.operator(worn=["blast_suit"]), cell.guard(category="peer", DEX=10)
    cell.fight((ares,), (peer,))
    assert cell.order == [peer, ares]
    assert cell.do(ares, "test", (50,), characteristic="DEX").outcome["target"] == 45


# ---- luck ----


def test_luck_that_was_spent_is_gone_for_the_next_throw(tell):
    """OPS-LUCK-01, OPS-LUCK-02."""
    cell = tell()
    ares = cell.operator(luck=12)
    roll = cell.do(ares, "test", (70,), characteristic="INT", luck_plan={"max_shift": 20})
    assert (roll.outcome["outcome"], cell.sheet(ares)["luck"]) == ("success", 2)
    cell.do(ares, "test", (70,), characteristic="INT", luck_plan={"max_shift": 20})
    assert cell.sheet(ares)["luck"] == 2


def test_a_cancelled_grave_wound_did_not_happen_and_the_vest_was_used(tell):
    """OPS-LUCK-04."""
    cell = tell()
    ares = cell.operator(worn=["kevlar_light"], guard={"cancel_grave": True})
    cell.hurt(ares, GRAVE + 4)
    sheet = cell.sheet(ares)
    assert (sheet["wound_level"], sheet["wounds"], sheet["luck"]) == ("none", [], 30)
    assert (sheet["uses_left"], sheet.get("clock")) == ({"kevlar_light": 2}, None)


def test_death_is_escaped_once_and_at_the_price_of_everything(tell):
    """OPS-LUCK-05: under thirty points there is nothing to pay with."""
    cell = tell()
    ares = cell.operator(guard={"escape_death": True})
    cell.hurt(ares, DEADLY, STAYS)
    sheet = cell.sheet(ares)
    assert (sheet["wound_level"], sheet["wounds"][0]["damage"], sheet["luck"]) == ("grave", 23, 0)
    assert (sheet["in_play"], sheet["clock"]["unit"]) == (True, "minutes")
    cell.hurt(ares, DEADLY)
    assert (cell.level(ares), cell.sheet(ares)["in_play"]) == ("dead", False)


def test_luck_comes_back_at_a_session_and_not_above_its_beginning(tell):
    """OPS-LUCK-07."""
    cell = tell()
    ares = cell.operator(luck=20)
    cell.do(ares, "luck_recover", (21, 4))
    assert cell.sheet(ares)["luck"] == 34
    cell.do(ares, "luck_recover", (99, 10))
    assert cell.sheet(ares)["luck"] == 50


def test_without_luck_nothing_of_it_is_left(tell):
    """OPS-LUCK-01: neither plans, nor offers, nor procedures."""
    cell = tell(luck_enabled=False)
    ares = cell.operator(guard={"escape_death": True, "max_shift": 50})
    assert refused(cell, ares, "luck_recover")
    assert refused(cell, ares, "luck_test")
    cell.do(ares, "test", (70,), characteristic="INT")
    assert cell.offered() == {}
    cell.hurt(ares, DEADLY)
    assert (cell.level(ares), cell.sheet(ares)["luck"]) == ("dead", 50)


# ---- fights ----


def test_the_surprised_defend_and_do_not_attack_and_are_over_it_in_the_second_turn(tell):
    """OPS-CBT-04."""
    cell = tell()
    ares, guard = cell.operator(weapons=[FISTS]), cell.guard()
    cell.mark(ares, surprised=True)
    cell.fight((ares,), (guard,))
    assert cell.order == [guard, ares]
    assert refused(cell, ares, "attack_melee", defender=at(guard))
    assert cell.do(guard, "attack_melee", (10, 20), defender=at(ares)).outcome["avoided"]
    cell.turn(2)
    assert cell.order == [ares, guard]
    assert not refused(cell, ares, "attack_melee", defender=at(guard))


def test_whoever_is_stunned_before_a_fight_loses_no_more_than_was_lost(tell):
    """M-09: one action, and the first turn of the fight is it."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(ares, "poison", (20,), substance="chloroform")
    assert refused(cell, ares, "attack_melee", defender=at(guard))
    cell.turn(2)
    assert not refused(cell, ares, "attack_melee", defender=at(guard))


def test_stunned_in_the_middle_of_anothers_turn_one_loses_the_next_of_ones_own(tell):
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.turn()
    cell.do(ares, "poison", (20,), substance="chloroform")
    cell.turn()
    assert refused(cell, ares, "attack_melee", defender=at(guard))
    cell.turn(2)
    assert not refused(cell, ares, "attack_melee", defender=at(guard))


def test_whoever_has_acted_and_is_stunned_then_loses_the_next_turn(tell):
    cell = tell()
    ares, guard = cell.operator(weapons=[FISTS]), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(ares, "attack_melee", (90,), defender=at(guard))
    cell.do(ares, "poison", (20,), substance="chloroform")
    cell.turn(2)
    assert refused(cell, ares, "attack_melee", defender=at(guard))
    cell.turn(2)
    assert not refused(cell, ares, "attack_melee", defender=at(guard))


def test_changing_place_takes_the_turn(tell):
    """OPS-CBT-17: whoever crosses to another zone does nothing else; a few metres are free."""
    cell = tell()
    ares, guard = cell.operator(weapons=[GLOCK]), cell.guard()
    ann = cell.seat("Ann", ares)
    cell.fight((ares,), (guard,))
    cell.mark(ares, stands=5)
    assert not refused(cell, ares, "take_cover", ann)
    cell.turn(2)
    cell.mark(ares, stands=65)
    assert refused(cell, ares, "attack_firearm", ann, defender=at(guard))
    cell.turn(2)
    assert not refused(cell, ares, "attack_firearm", ann, defender=at(guard))


def test_a_hold_is_let_go_by_whoever_does_something_else(tell):
    """M-03: keeping it takes the action; to reload, one needs the hand."""
    for procedure, given in (("reload", {}), ("take_cover", {}), ("test", {}), ("attack_firearm", {"defender": ""})):
        cell = tell()
        ares, guard = cell.operator(weapons=[GLOCK]), cell.guard()
        cell.fight((ares,), (guard,))
        cell.seized(guard, ares)
        aimed = {name: at(guard) for name in given}
        cell.do(ares, procedure, None, **aimed)
        assert (cell.sheet(guard)["held"], cell.marks(ares).get("holding")) == (False, None), procedure


def test_whoever_holds_strikes_with_advantage_and_holds_on(tell):
    """M-03: nobody who is held defends."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.seized(guard, ares)
    roll = cell.do(ares, "attack_melee", (50, 2), weapon="unarmed", defender=at(guard))
    assert (roll.outcome["final_difficulty"], roll.outcome["avoided"]) == ("standard", False)
    assert cell.sheet(guard)["held"] is True


def test_the_held_do_nothing_but_struggle(tell):
    """M-03, OPS-CBT-15."""
    cell = tell()
    ares, guard = cell.operator(weapons=[GLOCK], rituals=["veil"]), cell.guard()
    cell.fight((ares,), (guard,))
    cell.seized(ares, guard)
    for procedure in ("take_cover", "reload", "cast_ritual"):
        assert refused(cell, ares, procedure, **({"ritual": "veil"} if procedure == "cast_ritual" else {})), procedure
    for procedure in ("attack_firearm", "attack_melee", "hold"):
        assert refused(cell, ares, procedure, defender=at(guard)), procedure
    assert cell.do(ares, "break_free", (10,)).outcome["free"]
    assert not refused(cell, ares, "attack_firearm", defender=at(guard))


def test_nobody_is_held_once_the_fight_is_over_or_the_holder_away(tell):
    """OPS-CBT-15."""
    for ends in ("leave", "end", "stun", "mad", "move"):
        cell = tell()
        ares, guard, other = cell.operator(), cell.guard(), cell.guard("Autre")
        cell.fight((ares,), (guard, other))
        cell.seized(ares, guard)
        if ends == "leave":
            cell.keep(c.Leave(character=guard))
        elif ends == "end":
            cell.keep(c.EndFight())
        elif ends == "stun":
            cell.do(guard, "poison", (90, 3), substance="taser")
        elif ends == "mad":
            cell.write(guard, madness="permanent")
        else:
            cell.mark(guard, stands=300)
        assert cell.sheet(ares)["held"] is False, ends
        assert "held_by" not in cell.marks(ares), ends


def test_what_is_larger_than_a_person_is_not_held(tell):
    """OPS-CBT-15."""
    cell = tell()
    ares, beast = cell.operator(), cell.add(being="creature/shoggoth")
    assert refused(cell, ares, "hold", defender=at(beast))


def test_the_laid_out_are_struck_without_defence_and_wake_with_the_scene(tell):
    """OPS-HLTH-03, OPS-CBT-12."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.hurt(guard, GRAVE, FALLS)
    assert not cell.do(ares, "attack_melee", (10, 1), weapon="unarmed", defender=at(guard)).outcome["avoided"]
    assert refused(cell, guard, "attack_melee", defender=at(ares))
    cell.keep(c.Scene(title="Après"))
    assert not refused(cell, guard, "attack_melee", defender=at(ares))


def test_whoever_falls_out_has_no_turn_and_whoever_comes_round_has_one(tell):
    """OPS-CBT-02, M-09."""
    cell = tell()
    ares, guard, other = cell.operator(), cell.guard(), cell.guard("Autre")
    cell.fight((ares,), (guard, other))
    cell.do(guard, "poison", (90, 2), substance="taser")
    turns = []
    for _ in range(7):
        turns.append(cell.now)
        cell.turn()
    assert turns == [ares, other, ares, other, ares, other, guard]


def test_a_taser_that_hits_asks_its_victim_for_con(tell):
    """M-06, M-09: nobody needs to remember it."""
    cell = tell()
    ares, guard = cell.operator(weapons=[{"key": "taser"}]), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(ares, "attack_firearm", (90,), defender=at(guard))
    assert cell.due(guard) == []
    cell.do(ares, "attack_firearm", (10,), defender=at(guard))
    assert cell.due(guard) == ["poison"]
    cell.settle(guard, "poison", 90, 3)
    assert (cell.sheet(guard)["out_of_fight"], cell.due(guard)) == (True, [])


def test_the_bite_of_a_serpent_man_works_a_turn_later(tell):
    """M-09, M-13."""
    cell = tell()
    ares, snake = cell.operator(), cell.add(being="creature/serpent_man")
    cell.fight((ares,), (snake,))
    cell.do(snake, "creature_attack", (10, 90, 1), victims=[{"defender": at(ares)}])
    assert cell.due(ares) == []
    cell.turn(2)
    assert cell.due(ares) == ["poison"]
    cell.settle(ares, "poison", 20)
    assert cell.level(ares) == "light"


# ---- weapons ----


def test_what_is_empty_does_not_fire_until_it_is_loaded_again(tell):
    """OPS-OPT-05."""
    cell = tell(ammo_mode="strict")
    ares, guard = cell.operator(weapons=[{**GLOCK, "rounds_left": 1, "spare_magazines": 1}]), cell.guard()
    cell.do(ares, "attack_firearm", (90,), defender=at(guard))
    assert refused(cell, ares, "attack_firearm", defender=at(guard))
    cell.do(ares, "reload", ())
    assert cell.guns(ares) == {"Glock": (15, 0)}
    assert not refused(cell, ares, "attack_firearm", defender=at(guard))
    assert refused(cell, ares, "reload")


def test_a_shot_that_cannot_be_made_uses_nothing(tell):
    """OPS-OPT-05: forbidden by its range, or impossible."""
    cell = tell(ammo_mode="strict")
    ares, guard = cell.operator(weapons=[GLOCK, M4]), cell.guard()
    cell.mark(guard, stands=250, in_cover=True)
    assert refused(cell, ares, "attack_firearm", weapon_name="Glock", defender=at(guard))
    assert cell.do(ares, "attack_firearm", (), weapon_name="M4", defender=at(guard)).outcome["outcome"] == "impossible"
    assert cell.guns(ares) == {"Glock": (5, 2), "M4": (30, 2)}


def test_the_last_magazine_is_the_last_and_salvage_is_of_this_fight(tell):
    """OPS-OPT-06, OPS-OPT-07."""
    cell = tell(salvage_allowed=True)
    ares, guard = cell.operator(weapons=[M4]), cell.guard()
    cell.fight((ares,), (guard,))
    for roll in (93, 91, 97):
        cell.do(ares, "attack_firearm", (roll,), burst=True, defender=at(guard))
    assert (cell.sheet(ares)["weapons"][0]["empty"], cell.guns(ares)["M4"][1]) == (True, 0)
    assert refused(cell, ares, "attack_firearm", defender=at(guard))
    cell.keep(c.EndFight())
    cell.do(ares, "salvage", ())
    assert cell.guns(ares)["M4"][1] == 1
    assert cell.do(ares, "salvage", ()).outcome["regained"] == 0


def test_a_magazine_salvaged_or_given_fills_an_empty_weapon_by_reloading(tell):
    cell = tell(salvage_allowed=True)
    ares, guard = cell.operator(weapons=[{**M4, "empty": True, "spare_magazines": 1}]), cell.guard()
    cell.do(ares, "reload", ())
    assert (cell.sheet(ares)["weapons"][0]["empty"], cell.guns(ares)["M4"][1]) == (False, 0)
    assert not refused(cell, ares, "attack_firearm", defender=at(guard))


# ---- dangers ----


def test_a_creature_that_drains_takes_strength_and_with_it_the_blow(tell):
    """OPS-CREAT-09: FOR 14 gives 1D3 in a blow; drained to 11 it gives nothing; SB stays as long as it comes back."""
    cell = tell()
    ares, guard = cell.operator(FOR=14), cell.guard()
    beast = cell.add(
        sheet={"kind": "creature", "name": "Sangsue", "attacks": [{"name": "suce", "damage": "0", "drain": "FOR"}]}
    )
    roll = cell.do(beast, "creature_attack", (10, 90, 3), victims=[{"defender": at(ares)}], attack_name="suce")
    assert roll.outcome["hits"][0]["score_left"] == 11
    assert cell.sheet(ares)["drain"] == {"FOR": {"temporary": 3, "permanent": 0}}
    assert cell.do(ares, "attack_melee", (10, 90, 2), weapon="unarmed", defender=at(guard)).outcome["damage_final"] == 2
    cell.advance(3 * DAY)
    assert cell.do(ares, "test", (60,), characteristic="FOR").outcome["target"] == 70


def test_what_is_lost_for_good_lowers_the_threshold(tell):
    """OPS-CREAT-09, OPS-CREA-08: FOR 12 less 4 for good: SB 10; days bring nothing back."""
    cell = tell()
    ares = cell.operator(drain={"FOR": {"temporary": 0, "permanent": 4}})
    cell.hurt(ares, 10, STAYS)
    assert cell.level(ares) == "grave"
    cell.advance(1, "care")
    assert cell.sheet(ares)["drain"]["FOR"]["permanent"] == 4


def test_nobody_struggles_against_a_giant_without_help(tell):
    """OPS-CREAT-13."""
    cell = tell()
    ares, beast = cell.operator(), cell.add(being="creature/burrower")
    cell.fight((ares,), (beast,))
    cell.write(ares, held=True)
    cell.mark(beast, holding=[ares])
    cell.mark(ares, held_by=[beast])
    assert cell.do(ares, "break_free", ()).outcome["outcome"] == "impossible"
    assert cell.do(ares, "break_free", (5,), advantage=True).outcome["final_difficulty"] == "extreme"
    assert cell.sheet(ares)["held"] is False


def test_poison_that_wounds_starts_the_clock_of_its_wound(tell):
    """OPS-HAZ-05, OPS-HLTH-08."""
    cell = tell()
    ares = cell.operator()
    cell.do(ares, "poison", (90, STAYS), substance="arsenic")
    assert (cell.level(ares), cell.sheet(ares)["clock"]["unit"]) == ("grave", "minutes")


def test_a_creature_in_a_pool_is_dead_at_nothing(tell):
    """OPS-CREAT-07: without wound levels or CON."""
    cell = tell(creature_hp_pool=True)
    ghoul = cell.add(being="creature/ghoul")
    total = -(-(cell.sheet(ghoul)["FOR"] + cell.sheet(ghoul)["CON"]) // 2)
    cell.do(ghoul, "apply_damage", (), damage=total - 1, ignore_armour=True)
    assert (cell.sheet(ghoul)["hp"], cell.level(ghoul), cell.due(ghoul)) == (1, "none", [])
    cell.advance(WEEK)
    assert cell.due(ghoul) == []
    cell.do(ghoul, "apply_damage", (), damage=1, ignore_armour=True)
    assert cell.level(ghoul) == "dead"


# ---- the mind ----


def test_the_same_sight_shocks_once_a_scene(tell):
    """OPS-SAN-07."""
    cell = tell()
    ares = cell.operator()
    cell.do(ares, "san_shock", (2, 10), shock="minor", source="goule")
    assert cell.do(ares, "san_shock", (), shock="minor", source="goule").outcome["outcome"] == "unaffected"
    cell.keep(c.Scene(title="Plus tard"))
    cell.do(ares, "san_shock", (1, 10), shock="minor", source="goule")
    assert cell.sheet(ares)["san"] == 57


def test_in_a_crisis_further_shocks_only_cost(tell):
    """OPS-SAN-07: one second test, with the SAN that is left."""
    cell = tell()
    ares = cell.operator()
    cell.do(ares, "san_shock", (2, 90), shock="minor", source="goule")
    assert cell.do(ares, "san_shock", (3,), shock="minor", source="chien").outcome["outcome"] == "still_mad"
    cell.keep(c.Scene(title="Après"))
    cell.settle(ares, "end_scene", 55)
    assert (cell.sheet(ares)["san"], cell.sheet(ares)["madness"]) == (55, "none")


def test_a_crisis_over_a_lasting_madness_leaves_it(tell):
    """OPS-SAN-07."""
    cell = tell()
    ares = cell.operator(madness="indefinite")
    cell.do(ares, "san_shock", (2, 90), shock="minor", source="goule")
    assert (cell.sheet(ares)["madness"], cell.sheet(ares)["lasting_madness"]) == ("temporary", True)
    cell.keep(c.Scene(title="Après"))
    cell.settle(ares, "end_scene", 10)
    assert (cell.sheet(ares)["madness"], cell.sheet(ares)["lasting_madness"]) == ("indefinite", False)


def test_whoever_has_no_reason_left_is_lost_for_good(tell):
    """OPS-SAN-05: no gain, no treatment, no act."""
    cell = tell()
    ares = cell.operator(san=2)
    cell.do(ares, "san_shock", (3,), shock="minor", source="goule")
    assert (cell.sheet(ares)["madness"], cell.sheet(ares)["in_play"]) == ("permanent", False)
    for procedure in ("san_gain", "treat_madness", "test", "cast_ritual", "san_shock"):
        assert refused(cell, ares, procedure), procedure
    cell.advance(90 * DAY, "institution")
    assert cell.due(ares) == []


def test_a_cure_ends_the_form_of_a_madness(tell):
    """OPS-SAN-11: what remains is Contrôle's to write."""
    cell = tell()
    ares = cell.operator(madness="indefinite", madness_effects=[{"effect": "paranoia"}])
    cell.advance(30 * DAY, "institution")
    cell.settle(ares, "treat_madness", 10, 3)
    assert (cell.sheet(ares)["madness"], cell.sheet(ares)["madness_effects"]) == ("none", [])


def test_a_book_lowers_what_reason_may_come_back_to(tell):
    """OPS-SAN-01, OPS-SAN-08, OPS-SAN-10."""
    cell = tell()
    ares = cell.operator(san=97, san_start=90)
    cell.do(ares, "read_tome", (6,), tome="cult_hymnal")
    assert (cell.sheet(ares)["si"], cell.sheet(ares)["san"]) == (6, 91)
    cell.do(ares, "san_gain", (10, 10), victory="crucial")
    assert cell.sheet(ares)["san"] == 94
    assert refused(cell, ares, "read_tome", tome="cult_hymnal")


def test_a_ritual_that_was_learned_is_known_and_cast_once_a_scene(tell):
    """OPS-MAG-01, OPS-MAG-03, OPS-MAG-04."""
    cell = tell()
    ares = cell.operator()
    cell.do(ares, "learn_ritual", (20,), tome="leaked_pdf", ritual="sign_of_warding")
    assert cell.sheet(ares)["rituals"] == ["sign_of_warding"]
    cell.do(ares, "cast_ritual", (2,), ritual="sign_of_warding")
    assert (cell.sheet(ares)["san"], cell.sheet(ares)["cast_this_scene"]) == (58, True)
    assert refused(cell, ares, "cast_ritual", ritual="sign_of_warding")
    cell.keep(c.Scene(title="La nuit"))
    assert not refused(cell, ares, "cast_ritual", ritual="sign_of_warding")


def test_what_is_not_told_by_the_table_is_refused_where_an_option_is_off(tell):
    """OPS-SAN-12, OPS-SAN-13, OPS-OPT-07, OPS-OPT-08."""
    cell = tell(macabre_shock=False, assassination_enabled=False)
    ares, guard = cell.operator(weapons=[KNIFE]), cell.guard()
    assert refused(cell, ares, "ptsd_roll", shock="minor")
    assert refused(cell, ares, "macabre", source="corps")
    assert refused(cell, ares, "salvage")
    assert refused(cell, ares, "assassinate", defender=at(guard))


def test_an_entity_kills_and_luck_buys_nothing(tell):
    """OPS-ENT-04."""
    cell = tell()
    ares = cell.operator(guard={"escape_death": True})
    cell.do(ares, "entity_attack", (50,))
    assert (cell.level(ares), cell.sheet(ares)["in_play"], set(cell.offered())) == ("dead", False, {"shift"})


# ---- growth ----


def test_ticks_are_thrown_for_at_the_end_and_forgotten(tell):
    """M-19: FOR 12 and CON 12 give SB 12; with FOR 13 a blow has its 1D3."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.do(ares, "attack_melee", (22, 90, 1), weapon="unarmed", defender=at(guard))
    assert cell.sheet(ares)["ticks"] == ["FOR"]
    cell.do(ares, "progress", (61,))
    assert (cell.sheet(ares)["FOR"], cell.sheet(ares)["ticks"]) == (13, [])
    cell.do(ares, "attack_melee", (10, 90, 1, 3), weapon="unarmed", defender=at(guard))
    assert cell.roll().outcome["damage_final"] == 4
