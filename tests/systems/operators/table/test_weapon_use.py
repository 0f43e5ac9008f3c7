"""Weapons at the table: that one fires, is emptied and reloaded; what is thrown is gone (OPS-OPT-05, OPS-CBT-07)."""

import pytest

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.table.binding import content
from systems.operators.table.cell import GLOCK
from systems.operators.table.cell import cell as cell
from systems.operators.table.cell import cells as cells
from systems.table import at

KNIFE = {"key": "knife", "name": "Couteau"}
M4 = {"key": "assault_rifle", "name": "M4", "rounds_left": 4, "spare_magazines": 1}
RIGGED = {"name": "Pétoire", "damage": "1D6+2", "type": "firearm", "damage_kind": "firearm", "magazine": 3}


def two_pistols():
    return [{**GLOCK, "name": "Glock A"}, {**GLOCK, "name": "Glock B", "rounds_left": 1, "spare_magazines": 1}]


def test_of_two_pistols_the_named_one_fires_and_is_reloaded(cells):
    """OPS-OPT-05."""
    cell = cells(ammo_mode="strict")
    ares, guard = cell.operator(weapons=two_pistols()), cell.guard()
    cell.do(ares, "attack_firearm", (90,), weapon_name="Glock B", defender=at(guard))
    assert cell.guns(ares) == {"Glock A": (5, 2), "Glock B": (0, 1)}
    cell.do(ares, "reload", (), weapon_name="Glock B")
    assert cell.guns(ares) == {"Glock A": (5, 2), "Glock B": (15, 0)}


def test_without_a_name_a_loaded_one_fires_and_an_empty_one_is_reloaded(cells):
    """OPS-OPT-05: also of two that are called the same."""
    cell = cells(ammo_mode="strict")
    ares, guard = cell.operator(weapons=[{**GLOCK, "rounds_left": 0}, GLOCK]), cell.guard()
    cell.do(ares, "attack_firearm", (90,), defender=at(guard))
    assert [one["rounds_left"] for one in cell.sheet(ares)["weapons"]] == [0, 4]
    cell.do(ares, "reload", ())
    assert [one["rounds_left"] for one in cell.sheet(ares)["weapons"]] == [15, 4]


def test_a_weapon_of_ones_own_making_is_emptied_too(cells):
    """OPS-SHEET-01, OPS-OPT-05."""
    cell = cells(ammo_mode="strict")
    own = [{"name": "Pétoire", "rounds_left": 1, "spare_magazines": 1}]
    ares, guard = cell.operator(weapons=own, own_weapons=[RIGGED]), cell.guard()
    cell.do(ares, "attack_firearm", (90,), weapon_name="Pétoire", defender=at(guard))
    assert cell.guns(ares) == {"Pétoire": (0, 1)}
    assert cell.do(ares, "attack_firearm", (), defender=at(guard)).outcome["reason"] == "empty"
    cell.do(ares, "reload", ())
    assert cell.guns(ares) == {"Pétoire": (3, 0)}


def test_a_burst_takes_what_is_left_and_never_more(cells):
    """OPS-OPT-05: four rounds of ten, three further hits at most."""
    cell = cells(ammo_mode="strict")
    ares, guard = cell.operator(weapons=[M4]), cell.guard(CON=40, FOR=40)
    roll = cell.do(ares, "attack_firearm", (19, 1, 10), burst=True, defender=at(guard))
    assert roll.outcome["extra_rounds"] == 3
    assert cell.guns(ares) == {"M4": (0, 1)}


def test_a_weapon_that_is_not_on_the_sheet_empties_none_that_is(cells):
    """OPS-OPT-05."""
    cell = cells(ammo_mode="strict")
    ares, guard = cell.operator(weapons=[GLOCK]), cell.guard()
    cell.do(ares, "attack_firearm", (90,), weapon="assault_rifle", defender=at(guard))
    assert cell.guns(ares) == {"Glock": (5, 2)}


def test_many_magazines_are_spent_one_by_one(cell):
    """OPS-OPT-06: an act counts twenty of them at most."""
    ares, guard = cell.operator(weapons=[{**M4, "spare_magazines": 50}]), cell.guard()
    cell.do(ares, "attack_firearm", (97,), burst=True, defender=at(guard))
    assert cell.guns(ares) == {"M4": (4, 49)}


def test_a_thrown_knife_has_left_the_hand(cell):
    """OPS-CBT-07."""
    ares, guard = cell.operator(weapons=[KNIFE, {"key": "unarmed"}]), cell.guard()
    cell.do(ares, "attack_thrown", (90,), weapon_name="Couteau", defender=at(guard))
    assert [one["key"] for one in cell.sheet(ares)["weapons"]] == ["unarmed"]
    with pytest.raises(Refusal):
        cell.do(ares, "attack_thrown", (90,), weapon_name="Couteau", defender=at(guard))


def test_a_throw_that_cannot_reach_keeps_the_knife(cell):
    """OPS-CBT-07: Zone 0 only."""
    ares, guard = cell.operator(weapons=[KNIFE]), cell.guard()
    cell.mark(guard, stands=60)
    assert cell.do(ares, "attack_thrown", (), weapon_name="Couteau", defender=at(guard)).outcome["refused"]
    assert len(cell.sheet(ares)["weapons"]) == 1


def test_a_grenade_is_thrown_once(cell):
    """M-08, OPS-HAZ-03."""
    guard = cell.guard(devices=["molotov", "frag"])
    roll = cell.do(guard, "throw_explosive", None)
    assert roll.given["device"] == "molotov"
    assert cell.sheet(guard)["devices"] == ["frag"]


def test_magazines_changed_in_a_fight_are_what_can_be_salvaged(cells):
    """OPS-OPT-07: two changes give one back."""
    cell = cells(salvage_allowed=True)
    ares, guard = cell.operator(weapons=[{**M4, "spare_magazines": 5}]), cell.guard()
    for _ in range(2):
        cell.do(ares, "attack_firearm", (97,), burst=True, defender=at(guard))
    assert cell.do(ares, "salvage", ()).outcome["regained"] == 1
    assert cell.guns(ares) == {"M4": (4, 4)}
    assert cell.do(ares, "salvage", ()).outcome["regained"] == 0


def test_a_change_of_magazine_that_costs_an_action_costs_the_next_one(cells):
    """OPS-OPT-06: with `reload_costs_action`."""
    cell = cells(reload_costs_action=True)
    ares, guard = cell.operator(weapons=[{**M4, "spare_magazines": 5}]), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(ares, "attack_firearm", (97,), burst=True, defender=at(guard))
    cell.turn(2)
    with pytest.raises(Refusal, match="loses this action"):
        cell.do(ares, "attack_firearm", (97,), burst=True, defender=at(guard))
    cell.turn(2)
    cell.do(ares, "attack_firearm", (97,), burst=True, defender=at(guard))


def test_every_source_of_training_counts_where_they_stack(cells):
    """OPS-TEST-08: with `stack_advantages`."""
    cell = cells(stack_advantages=True)
    courses = [{"specialty": "criminal_investigation", "characteristic": "DEX", "domain": "firearms"}]
    ares = cell.operator(weapons=[GLOCK], hobbies=["sport_shooting"], trainings=courses)
    guard = cell.guard()
    cell.mark(guard, stands=60, in_cover=True)
    roll = cell.do(ares, "attack_firearm", (90,), defender=at(guard))
    assert (roll.given["advantage_count"], roll.outcome["final_difficulty"]) == (2, "standard")


def test_knives_do_not_make_anybody_silent(cell):
    """OPS-OPT-08: the approach is a test of stealth; bare hands do not qualify."""
    ares = cell.operator(hobbies=["knife_fighting"], weapons=[{"key": "unarmed"}, KNIFE])
    guard = cell.guard()
    roll = cell.do(ares, "assassinate", (90,), defender=at(guard))
    assert (roll.given["weapon"], roll.given["advantage"]) == ("knife", False)


def test_a_fumble_is_drawn_on_the_spot(cell):
    """OPS-CBT-19, M-02: by Contrôle, for the attack and for the defence, each from its own column."""
    guard, thug = cell.guard(weapons=[GLOCK]), cell.guard("Voyou")
    cell.do(guard, "attack_firearm", (99,), defender=at(thug))
    assert set(cell.offered()) == {"fumble_attacker"}
    roll = cell.follow("fumble_attacker", (1,))
    assert (roll.procedure, roll.outcome["effect"]) == ("fumble_effect", "jam")
    cell.do(guard, "attack_melee", (10, 100, 3), defender=at(thug), weapon="unarmed")
    assert set(cell.offered()) == {"fumble_defender"}
    assert cell.follow("fumble_defender", (4,)).outcome["effect"] == "cornered"
    cell.do(guard, "attack_firearm", (98,), defender=at(thug))
    assert cell.offered() == {}


def test_somebody_without_a_sheet_is_offered_nothing(cell):
    """OPS-TEST-06: a fumble of whoever the game master only tells of is drawn by hand."""
    shooter = {"name": "Un tireur", "FOR": 10, "CON": 10, "DEX": 10}
    cell.do(None, "attack_firearm", (99,), attacker=shooter, weapon="assault_rifle", defender={"name": "Un autre"})
    assert cell.offered() == {}


def test_a_burst_is_asked_for_where_the_chosen_weapon_fires_one(cell):
    """OPS-OPT-02."""
    ares = cell.operator(weapons=[GLOCK, M4])
    spec = find("operators").presentation.forms["attack_firearm"]
    sheet = content(cell.table.state, ares)
    asked = {name: spec.asks("burst", sheet, {"weapon_name": name} if name else {}) for name in ("", "Glock", "M4")}
    assert asked == {"": False, "Glock": False, "M4": True}
