"""Fire, water, poison and claws at the table: turn by turn in a fight and on the clock, until they are over."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.operators.table.cell import DAY, FALLS, GRAVE, STAYS
from systems.operators.table.cell import cell as cell
from systems.operators.table.cell import cells as cells
from systems.table import at


def test_each_turn_without_air_is_harder_than_the_last(cell):
    """OPS-HAZ-02: the table counts them; in a fight one falls due with each turn."""
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(ares, "suffocate_turn", (10,))
    assert cell.marks(ares)["drowning"] == 1
    cell.turn(2)
    roll = cell.settle(ares, "suffocate_turn", 10)
    assert (roll.given["turn"], roll.outcome["final_difficulty"]) == (2, "difficult")
    cell.turn(4)
    assert cell.settle(ares, "suffocate_turn", 5).outcome["final_difficulty"] == "extreme"
    assert cell.settle(ares, "suffocate_turn", 50).outcome["alive"] is False
    assert cell.due(ares) == []
    assert "drowning" not in cell.marks(ares)


def test_breathing_again_begins_the_count_anew(cell):
    """OPS-HAZ-02: what is let pass is a breath."""
    ares = cell.operator()
    cell.do(ares, "suffocate_turn", (10,))
    cell.advance(1)
    cell.dismiss(ares)
    assert cell.due(ares) == []
    assert cell.do(ares, "suffocate_turn", (10,)).outcome["final_difficulty"] == "standard"


def test_a_minute_under_water_is_ten_turns(cell):
    """OPS-HAZ-02, OPS-TIME-01: on the clock as in a fight."""
    ares = cell.operator()
    cell.do(ares, "suffocate_turn", (10,))
    cell.advance(1)
    turns = 1
    while "suffocate_turn" in cell.due(ares):
        cell.settle(ares, "suffocate_turn", 5)
        turns += 1
    assert turns == 11


def test_clothes_burn_until_they_are_put_out(cells):
    """OPS-HAZ-04, OPS-HLTH-06: with damage that adds up the same fire is one wound."""
    cell = cells(continuous_damage_sums=True)
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(ares, "burn_turn", (3,), intensity="ordinary")
    cell.turn(2)
    roll = cell.settle(ares, "burn_turn", 4)
    assert (roll.outcome["sum"], roll.outcome["wound_level"]) == (7, "light")
    cell.turn(2)
    cell.do(ares, "burn_turn", (5, STAYS))  # by hand: the same as what is due
    assert (cell.due(ares), cell.level(ares)) == ([], "grave")
    cell.do(ares, "put_out_fire", (5,))
    cell.turn(2)
    assert "burn_turn" not in cell.due(ares)
    assert cell.do(ares, "burn_turn", (1,)).given["sum_so_far"] == 0


def test_whoever_is_out_of_the_fight_does_not_put_out_the_fire(cell):
    """OPS-HAZ-04, OPS-HLTH-03."""
    ares = cell.operator(out_of_fight=True)
    cell.do(ares, "burn_turn", (3,))
    assert cell.do(ares, "put_out_fire", ()).outcome["reason"] == "out_of_fight"
    assert cell.marks(ares)["burning"]["sum"] == 3


def test_a_fire_that_nobody_puts_out_burns_for_a_minute(cell):
    """OPS-HAZ-04: it does not burn for ever."""
    ares = cell.operator()
    cell.do(ares, "burn_turn", (1,))
    cell.advance(30)
    for _ in range(9):
        cell.settle(ares, "burn_turn", 1)
    assert "burning" not in cell.marks(ares)
    assert "burn_turn" not in cell.due(ares)


def test_a_fire_of_which_little_is_said_burns_like_any_other(cell):
    """OPS-HAZ-04: the game master lights it by hand."""
    ares = cell.operator()
    cell.keep(c.Remark(character=ares, marks={"burning": {"sum": 3}}))
    cell.advance(1)
    roll = cell.settle(ares, "burn_turn", 1)
    assert (roll.given["intensity"], roll.given["sum_so_far"]) == ("ordinary", 3)
    assert cell.marks(ares)["burning"]["turns"] == 1


def test_whoever_is_stunned_for_some_turns_comes_round(cell):
    """M-09, OPS-HAZ-05: a taser, in turns of a fight; chloroform, on the clock."""
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(guard, "poison", (90, 2), substance="taser")
    assert cell.sheet(guard)["out_of_fight"] is True
    cell.turn()
    assert cell.sheet(guard)["out_of_fight"] is True
    cell.turn()
    assert cell.sheet(guard)["out_of_fight"] is False
    cell.do(guard, "poison", (90,), substance="chloroform")
    cell.advance(9)
    assert cell.sheet(guard)["out_of_fight"] is True
    cell.advance(1)
    assert cell.sheet(guard)["out_of_fight"] is False


def test_a_taser_wakes_nobody_whom_a_wound_has_laid_out(cell):
    """OPS-HLTH-03: out for the scene."""
    guard = cell.guard()
    cell.hurt(guard, GRAVE, FALLS)
    cell.do(guard, "poison", (90, 2), substance="taser")
    cell.advance(1)
    assert cell.sheet(guard)["out_of_fight"] is True


def test_a_flashbang_takes_the_next_actions(cell):
    """M-09: so many turns of one's own, and no more."""
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(guard, "poison", (90, 2), substance="flashbang")
    for _ in range(2):
        cell.turn()
        assert cell.now == guard
        with pytest.raises(Refusal, match="loses this action"):
            cell.do(guard, "attack_melee", None, defender=at(ares))
        cell.turn()
    cell.turn()
    assert not cell.do(guard, "attack_melee", None, defender=at(ares)).outcome["refused"]


def test_tear_gas_makes_every_action_harder_until_the_scene_ends(cell):
    """M-09."""
    ares = cell.operator()
    cell.do(ares, "poison", (90,), substance="tear_gas")
    assert cell.difficulty(ares) == "difficult"
    assert cell.difficulty(ares, is_action=False) == "standard"
    cell.keep(c.Scene(title="Dehors"))
    assert cell.difficulty(ares) == "standard"


def test_ricin_kills_in_days_unless_there_is_an_antidote(cell):
    """M-09, OPS-LUCK-05."""
    ares, argos = cell.operator(), cell.operator("ARGOS")
    for one in (ares, argos):
        cell.do(one, "poison", (90, 3), substance="ricin")
    cell.advance(2 * DAY)
    cell.mark(argos, poisoned=None)
    cell.advance(DAY)
    assert (cell.due(ares), cell.due(argos)) == (["aggravate"], [])
    cell.settle(ares, "aggravate")
    assert (cell.level(ares), cell.sheet(ares)["in_play"]) == ("dead", False)


def test_what_feels_no_poison_is_given_none(cell):
    """M-13."""
    robot = cell.add(being="creature/sentinel_robot")
    with pytest.raises(Refusal, match="feels nothing"):
        cell.do(robot, "poison", None, substance="cyanide")


def test_a_creature_grows_back_on_the_clock(cell):
    """OPS-CREAT-15: five points a turn; what is left is graded again."""
    beast = cell.add(being="creature/shoggoth")
    cell.hurt(beast, 60, STAYS)
    assert cell.level(beast) == "grave"
    cell.advance(1)
    assert cell.level(beast) == "superficial"
    cell.advance(1)
    assert (cell.level(beast), cell.sheet(beast)["wounds"]) == ("none", [])
    assert cell.due(beast) == []


def test_in_a_fight_a_creature_grows_back_as_its_turn_begins(cell):
    """OPS-CREAT-15: once a turn, before it acts; whoever asks for it beforehand or again gets nothing more."""
    ares, beast = cell.operator(), cell.add(being="creature/shoggoth")
    cell.fight((ares,), (beast,))
    cell.hurt(beast, 60, STAYS)
    left = []
    for _ in range(2):
        cell.turn(1)
        left.append(cell.sheet(beast)["wounds"][0]["damage"])
        cell.do(beast, "creature_turn", ())
        cell.turn(1)
        left.append(cell.sheet(beast)["wounds"][0]["damage"])
    assert left == [55, 55, 50, 50]
    cell.do(beast, "creature_turn", ())
    cell.turn(1)
    assert (cell.sheet(beast)["wounds"][0]["damage"], cell.due(beast)) == (45, [])
    cell.keep(c.Turn(by=-1))
    cell.keep(c.EndFight())
    cell.advance(1)
    assert cell.sheet(beast)["wounds"] == []


def test_in_a_pool_a_creature_grows_back_to_its_total(cells):
    """OPS-CREAT-07, OPS-CREAT-15."""
    cell = cells(creature_hp_pool=True)
    beast = cell.add(being="creature/shoggoth")
    cell.hurt(beast, 40)
    assert cell.sheet(beast)["hp"] == 10
    cell.advance(1)
    assert cell.sheet(beast)["hp"] == 50


def test_whoever_has_no_strength_left_cannot_act(cell):
    """OPS-CREAT-09: nor whoever has no POU; both come back with the days."""
    ares, guard = cell.operator(), cell.guard()
    cell.write(ares, drain={"FOR": {"temporary": 12, "permanent": 0}})
    with pytest.raises(Refusal, match="FOR"):
        cell.do(ares, "attack_melee", None, defender=at(guard))
    cell.advance(DAY)
    assert not cell.do(ares, "attack_melee", None, defender=at(guard)).outcome["refused"]
    cell.write(ares, drain={"POU": {"temporary": 20, "permanent": 0}})
    with pytest.raises(Refusal, match="catatonic"):
        cell.do(ares, "test", None)


def test_divers_hold_their_breath(cell):
    """OPS-HAZ-02, M-11."""
    ares = cell.operator(hobbies=["diving"])
    assert cell.do(ares, "suffocate_turn", ()).outcome["final_difficulty"] == "automatic"


def test_a_player_finds_what_is_due_and_throws_for_it(cell):
    """OPS-HAZ-02: whoever plays somebody settles what befalls them."""
    ares = cell.operator()
    ann = cell.seat("Ann", ares)
    cell.do(ares, "suffocate_turn", (10,))
    cell.advance(1)
    (id,) = cell.play["due"]
    cell.act(ann, c.Settle(due=id, dice=(10,)))
    assert cell.marks(ares)["drowning"] == 2


def test_a_wreck_hurts_the_passengers_however_its_turn_was_played(cell):
    """M-18: every occupant suffers the crash dice, in a chase of the table and where Contrôle throws for a turn."""
    ares, hermes, guard = cell.operator(), cell.operator("HERMES"), cell.guard()
    cell.keep(c.Chase(kind="wheels", fleeing=(ares, hermes), pursuing=(guard,)))
    drivers = {"fugitive": at(ares, vehicle="sedan"), "pursuer": at(guard, vehicle="van")}
    cell.do(None, "chase_turn", (99, 10, 95), **drivers)
    assert [cell.due(one) for one in (ares, hermes, guard)] == [["crash"], ["crash"], []]
    cell.keep(c.Undo())
    assert cell.due(hermes) == []
    cell.keep(c.Pursue(dice=(99, 10, 95)))
    assert [cell.due(one) for one in (ares, hermes, guard)] == [["crash"], ["crash"], []]
    cell.keep(c.EndChase())
    cell.do(None, "chase_turn", (10, 99, 95), **drivers)
    assert [cell.due(one) for one in (ares, hermes, guard)] == [["crash"], ["crash"], ["crash"]]
