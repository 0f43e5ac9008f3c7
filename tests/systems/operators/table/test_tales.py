"""Tales of several states at once: crises that leave no action, drugs one after another, rules switched midway."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.operators.table.cell import DAY, GLOCK, LIGHT, MINUTE, Cell, cell, cells
from systems.table import at

__all__ = ["cell", "cells"]


def in_crisis(cell: Cell, form: int, name: str = "ARES") -> str:
    """An operator whose mind has given way for the scene, in the form that stands at this face."""
    who = cell.operator(name)
    cell.do(who, "san_shock", (3, 99), shock="minor", source="goule")
    cell.do(who, "madness_effect", (form,))
    assert cell.sheet(who)["madness"] == "temporary"
    return who


def barred(cell: Cell, who: str, procedure: str, **given: object) -> str:
    with pytest.raises(Refusal) as no:
        cell.do(who, procedure, None, **given)
    return str(no.value.words.get("why") or no.value.id)


# ---- crises ----


@pytest.mark.parametrize("form", [3, 17])
def test_whoever_freezes_does_nothing_until_the_scene_is_over(cell, form):
    """OPS-SAN-06, M-14: frozen or catatonic, in a fight and out of it; the end of the crisis gives the actions back."""
    ares, guard = in_crisis(cell, form), cell.guard()
    assert barred(cell, ares, "test", characteristic="INT") == "frozen"
    cell.fight((ares,), (guard,))
    assert not cell.marks(ares).get("actions")
    assert barred(cell, ares, "attack_melee", weapon="unarmed", defender=at(guard)) == "frozen"
    cell.do(None, "end_scene", (10,), characters=[at(ares)])
    assert cell.sheet(ares)["madness"] == "none"
    assert cell.difficulty(ares) == "standard"


def test_other_crises_leave_somebody_their_actions(cell):
    """OPS-SAN-06: whoever screams shoots; whoever sees things finds INT extreme, and nothing else."""
    assert cell.difficulty(in_crisis(cell, 4)) == "standard"
    seer = in_crisis(cell, 15, "ARGOS")
    assert (cell.difficulty(seer), cell.difficulty(seer, characteristic="DEX")) == ("extreme", "standard")


# ---- drugs one after another ----


def test_each_drug_keeps_somebody_down_for_its_own_time(cell):
    """M-09: a second dose begins at its own minute, a shorter one ends no longer sleep."""
    ares = cell.operator()
    cell.do(ares, "poison", (99,), substance="chloroform")
    cell.advance(6 * MINUTE)
    cell.do(ares, "poison", (99,), substance="chloroform")
    cell.advance(6 * MINUTE)
    assert cell.sheet(ares)["out_of_fight"], "the second ten minutes"
    cell.advance(4 * MINUTE)
    assert not cell.sheet(ares)["out_of_fight"]
    cell.do(ares, "poison", (99,), substance="sedative")
    cell.do(ares, "poison", (99,), substance="chloroform")
    cell.advance(59 * MINUTE)
    assert cell.sheet(ares)["out_of_fight"], "an hour is not over"
    cell.advance(1 * MINUTE)
    assert not cell.sheet(ares)["out_of_fight"]


def test_a_second_slow_poison_does_not_put_death_off(cell):
    """M-09: of two doses of ricin the earlier kills."""
    ares = cell.operator()
    cell.do(ares, "poison", (99, 2), substance="ricin")
    until = cell.marks(ares)["poisoned"]
    cell.advance(DAY)
    cell.do(ares, "poison", (99, 6), substance="ricin")
    assert cell.marks(ares)["poisoned"] == until


def test_a_drug_opens_the_hand_of_whoever_holds(cell):
    """OPS-CBT-15, M-09."""
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.seized(ares, guard)
    cell.do(guard, "poison", (99,), substance="chloroform")
    assert not cell.sheet(ares)["held"]


# ---- rules switched midway ----


def test_wounds_from_before_count_when_they_begin_to_add_up(cell):
    """OPS-HLTH-07: the third light wound is a grave one, two of them older than the rule."""
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.hurt(ares, LIGHT)
    cell.keep(c.Settings(options={"wound_accumulation": 3}))
    cell.hurt(ares, LIGHT, 10)
    assert cell.level(ares) == "grave"


def test_luck_is_neither_lost_nor_spent_while_it_is_switched_off(cell):
    """OPS-LUCK-01."""
    ares = cell.operator(weapons=[GLOCK])
    cell.keep(c.Settings(options={"luck_enabled": False}))
    cell.do(ares, "test", (65,), characteristic="INT", luck_plan={"max_shift": 5})
    assert cell.sheet(ares)["luck"] == 50
    cell.keep(c.Settings(options={"luck_enabled": True}))
    assert cell.do(ares, "test", (65,), characteristic="INT", luck_plan={"max_shift": 5}).outcome["success"]
    assert cell.sheet(ares)["luck"] == 45
