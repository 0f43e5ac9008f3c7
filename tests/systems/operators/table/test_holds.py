"""Holds at the table: who has hold of whom, and what ends it (OPS-CBT-15, OPS-CREAT-13, M-03)."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.operators.table.cell import DAY, DEADLY, FALLS, GRAVE
from systems.operators.table.cell import cell as cell
from systems.table import at


@pytest.fixture
def struggle(cell):
    """Two guards who hold ARES, in a fight."""
    ares, one, two = cell.operator(), cell.guard("Un"), cell.guard("Deux")
    cell.fight((ares,), (one, two))
    cell.seized(ares, one, two)
    assert cell.sheet(ares)["held"] is True
    return ares, one, two


def holders(cell, who):
    return list(cell.marks(who).get("held_by", ()))


def test_nobody_is_held_by_the_dead(cell, struggle):
    """OPS-CBT-15: nor by whoever is out of the fight."""
    ares, one, two = struggle
    cell.hurt(one, DEADLY)
    assert (cell.sheet(ares)["held"], holders(cell, ares)) == (True, [two])
    cell.hurt(two, GRAVE, FALLS)
    assert (cell.sheet(ares)["held"], holders(cell, ares)) == (False, [])
    assert not cell.do(ares, "attack_melee", None, weapon="unarmed", defender=at(two)).outcome["refused"]


def test_whoever_breaks_free_of_one_is_held_by_the_other(cell, struggle):
    """OPS-CREAT-13: one try a turn, against one of them."""
    ares, one, two = struggle
    cell.do(ares, "break_free", (10,), holder=at(two))
    assert (cell.sheet(ares)["held"], holders(cell, ares)) == (True, [one])
    assert "holding" not in cell.marks(two)
    cell.do(ares, "break_free", (10,))
    assert (cell.sheet(ares)["held"], holders(cell, ares)) == (False, [])


def test_whoever_leaves_lets_go(cell, struggle):
    ares, one, two = struggle
    cell.keep(c.Leave(character=one))
    assert holders(cell, ares) == [two]
    cell.keep(c.Leave(character=ares))
    assert cell.sheet(ares)["held"] is False
    assert "holding" not in cell.marks(two)


def test_the_end_of_a_fight_ends_its_holds(cell, struggle):
    ares, one, _ = struggle
    cell.keep(c.EndFight())
    assert cell.sheet(ares)["held"] is False
    assert cell.marks(one) == {}


def test_whoever_falls_senseless_is_held_no_more(cell, struggle):
    ares, *_ = struggle
    cell.hurt(ares, GRAVE, FALLS)
    assert (cell.sheet(ares)["held"], holders(cell, ares)) == (False, [])


def test_the_senseless_can_be_held(cell):
    """OPS-CBT-15: as soon as the attack succeeds."""
    ares, guard = cell.operator(out_of_fight=True), cell.guard()
    assert cell.do(guard, "hold", (10,), defender=at(ares)).outcome["held"] is True
    assert (cell.sheet(ares)["held"], holders(cell, ares)) == (True, [guard])


def test_a_holder_who_does_something_else_lets_go(cell, struggle):
    """M-03: a blow with bare hands keeps the hold, and is advantaged; a shot ends it."""
    ares, one, two = struggle
    roll = cell.do(one, "attack_melee", None, weapon="unarmed", defender=at(ares))
    assert roll.outcome["final_difficulty"] == "standard"
    assert holders(cell, ares) == [one, two]
    cell.do(one, "attack_firearm", None, weapon="pistol_medium", defender=at(ares))
    assert holders(cell, ares) == [two]


def test_whoever_steps_away_lets_go(cell, struggle):
    """OPS-CBT-16: hand to hand is Zone 0."""
    ares, one, two = struggle
    cell.mark(one, stands=60)
    assert holders(cell, ares) == [two]


def test_a_holder_who_is_held_lets_go(cell, struggle):
    """M-03: a held character can only try to break free."""
    ares, one, two = struggle
    hermes = cell.operator("HERMES")
    cell.keep(c.Fight(fighters=(c.Fighter(character=hermes, side="a"),)))
    cell.seized(one, hermes)
    assert holders(cell, ares) == [two]


def test_a_word_of_the_game_master_frees_as_well(cell, struggle):
    ares, one, _ = struggle
    cell.write(ares, held=False)
    assert holders(cell, ares) == []
    assert "holding" not in cell.marks(one)


def test_the_grip_of_a_creature_is_as_hard_as_it_is(cell):
    """OPS-CREAT-13: a shoggoth lets nobody go without help; the table knows who holds."""
    ares, shoggoth = cell.operator(), cell.add(being="creature/night_gaunt")
    cell.fight((ares,), (shoggoth,))
    cell.do(shoggoth, "creature_attack", (10, 90), victims=[{"defender": at(ares)}])
    assert (cell.sheet(ares)["held"], holders(cell, ares)) == (True, [shoggoth])
    roll = cell.do(ares, "break_free", (30,))
    assert (roll.given["held_by"], roll.outcome["final_difficulty"]) == ("creature", "difficult")
    assert cell.sheet(ares)["held"] is False


def test_what_crushes_its_prey_does_so_every_turn(cell):
    """OPS-CREAT-13: it waits for its dice, once for each turn, and is over with the grip."""
    ares, beast = cell.operator(FOR=40, CON=40), cell.add(being="creature/shoggoth")
    cell.fight((ares,), (beast,))
    cell.do(beast, "creature_attack", (10, 90, *[1] * 7), victims=[{"defender": at(ares)}])
    assert cell.sheet(ares)["held"] is True
    cell.turn(2)
    assert cell.due(beast) == ["grip_turn"]
    cell.settle(beast, "grip_turn", *[1] * 7)
    assert cell.due(beast) == []
    cell.turn(2)
    cell.write(ares, held=False)
    assert cell.due(beast) == []


@pytest.mark.parametrize("late", [False, True])
def test_the_days_after_a_grip_wait_with_whoever_is_in_it(cell, late):
    """OPS-CREAT-09, OPS-CREAT-13: what a grip drains comes back day by day, whenever its dice are thrown."""
    ares, beast = cell.operator(), cell.add(being="creature/burrower")
    cell.fight((ares,), (beast,))
    cell.write(ares, held=True)
    cell.mark(ares, held_by=[beast])
    cell.mark(beast, holding=[ares])
    cell.turn(2)
    if late:
        cell.advance(2 * DAY)
    cell.settle(beast, "grip_turn", 3)
    if not late:
        cell.advance(2 * DAY)
    assert cell.due(beast) == []
    assert cell.sheet(ares)["drain"]["FOR"]["temporary"] == 1


def test_of_two_in_a_grip_the_one_who_is_out_of_it_suffers_nothing_and_the_other_once(cell):
    """OPS-CREAT-13: whoever is seized twice is held once, and what was due of a grip that is over is due no more."""
    ares, argos, beast = cell.operator(FOR=40, CON=40), cell.operator("ARGOS"), cell.add(being="creature/shoggoth")
    cell.fight((ares, argos), (beast,))
    for victim in (argos, ares, ares):
        cell.do(beast, "creature_attack", None, victims=[{"defender": at(victim), "defends": False}])
        cell.write(victim, wound_level="none", wounds=[], out_of_fight=False, held=True)
    assert holders(cell, ares) == [beast]
    cell.mark(ares, held_by=[beast])
    cell.mark(argos, held_by=[beast])
    cell.mark(beast, holding=[argos, ares])
    cell.turn(3)
    cell.hurt(argos, DEADLY)
    assert cell.due(beast) == ["grip_turn"]
    assert cell.settle(beast, "grip_turn", *[1] * 7).given["victim"]["defender"]["name"] == "ARES"
    assert cell.due(beast) == []


def test_the_held_only_struggle(cell, struggle):
    """M-03: no first aid, no reloading; the page says so as the table does."""
    ares, one, _ = struggle
    assert cell.do(ares, "attack_melee", (), defender=at(one)).outcome["reason"] == "held"
    with pytest.raises(Refusal, match="break free"):
        cell.do(ares, "reload", ())
