"""What makes an action harder, beside wounds and cover: gas, drugs, a madness (M-09, M-13, M-14, M-18)."""

import pytest

from gardien.table import commands as c
from systems.operators.table.cell import LIGHT
from systems.operators.table.cell import cell as cell
from systems.table import at


@pytest.mark.parametrize(
    ("procedure", "given", "difficulty"),
    [
        ("attack_melee", {"weapon": "unarmed", "defender": ""}, "extreme"),
        ("hold", {"defender": ""}, "extreme"),
        ("assassinate", {"weapon": "knife", "defender": ""}, "difficult"),
        ("first_aid", {"patient": ""}, "extreme"),
        ("take_cover", {}, "extreme"),
        ("put_out_fire", {}, "difficult"),
    ],
)
def test_every_action_in_tear_gas_is_a_step_harder(cell, procedure, given, difficulty):
    """M-09, OPS-TEST-10: blows, holds and first aid as well as tests and shots; another scene, and it is over."""
    ares, guard = cell.operator(weapons=[{"key": "knife", "name": "Couteau"}]), cell.guard()
    cell.hurt(guard, LIGHT)
    cell.mark(ares, tests_harder=True)
    aimed = {name: value or at(guard) for name, value in given.items()}
    assert cell.do(ares, procedure, None, **aimed).outcome["final_difficulty"] == difficulty


def test_hallucinations_make_what_takes_wits_extreme_however_hard_it_was(cell):
    """M-14, OPS-TEST-10: extreme and no worse, but for what else is a step harder."""
    ares, guard = cell.operator(), cell.guard()
    cell.write(ares, madness="temporary", madness_effects=[{"effect": "hallucinations", "since": "", "source": ""}])
    cell.hurt(guard, LIGHT)
    assert cell.do(ares, "first_aid", None, patient=at(guard)).outcome["final_difficulty"] == "extreme"
    for asked in ("standard", "difficult", "extreme"):
        assert cell.difficulty(ares, characteristic="INT", difficulty=asked) == "extreme"
    cell.mark(ares, tests_harder=True)
    assert cell.difficulty(ares, characteristic="INT") == "impossible"


def test_in_gas_a_hold_is_extreme_to_break(cell):
    """M-09, OPS-CREAT-13."""
    ares, guard = cell.operator(), cell.guard()
    cell.mark(ares, tests_harder=True)
    cell.fight((ares,), (guard,))
    cell.seized(ares, guard)
    assert cell.do(ares, "break_free", None, holder=at(guard)).outcome["final_difficulty"] == "extreme"


def test_no_more_steps_than_there_are_are_asked_of_a_shot(cell):
    """M-09, M-13, M-18: gas, a sedative and a small target, from car to car."""
    rifle = {"key": "assault_rifle", "name": "M4"}
    ares, imp = (
        cell.operator(weapons=[rifle]),
        cell.add(sheet={"kind": "creature", "name": "Imp", "small_target": True}),
    )
    cell.mark(ares, tests_harder=True, dex_harder=True)
    cell.keep(c.Chase(kind="wheels", fleeing=(ares,), pursuing=(imp,), gap=3))
    assert cell.do(ares, "attack_firearm", None, defender=at(imp)).outcome["final_difficulty"] == "impossible"


def test_hands_that_tremble_do_so_in_a_fight(cell):
    """M-14: DEX a step harder under stress."""
    ares, guard = cell.operator(), cell.guard()
    cell.write(ares, madness="indefinite", madness_effects=[{"effect": "tremor", "since": "", "source": ""}])
    assert cell.difficulty(ares, characteristic="DEX") == "standard"
    cell.fight((ares,), (guard,))
    assert cell.difficulty(ares, characteristic="DEX") == "difficult"


def test_gas_weighs_on_either_side_of_an_opposed_test_and_on_claws(cell):
    """M-01, M-09: unless somebody has said how hard it is."""
    ares, dog = cell.operator(), cell.add(being="creature/dog")
    plain = cell.do(dog, "creature_attack", None, victims=[{"defender": at(ares)}]).outcome["final_difficulty"]
    cell.mark(ares, tests_harder=True)
    cell.mark(dog, tests_harder=True)
    clawed = cell.do(dog, "creature_attack", None, victims=[{"defender": at(ares)}])
    assert (plain, clawed.outcome["final_difficulty"]) in [("standard", "difficult"), ("difficult", "extreme")]
    met = cell.do(ares, "opposed_test", None, characteristic="DEX", opponent=at(dog)).given
    assert (met["active_difficulty"], met["passive_difficulty"]) == ("difficult", "difficult")
    said = cell.do(ares, "opposed_test", None, characteristic="DEX", opponent=at(dog), active_difficulty="standard")
    assert said.given["active_difficulty"] == "standard"


def test_a_sedative_that_was_resisted_weighs_on_what_is_done_with_dex(cell):
    """M-09, OPS-CBT-06: a knife is swung with DEX, a fist with FOR; resistance is no action."""
    ares, guard = cell.operator(weapons=[{"key": "knife", "name": "Couteau"}]), cell.guard()
    cell.do(ares, "poison", (10,), substance="sedative")
    for weapon, difficulty in (("knife", "extreme"), ("unarmed", "difficult")):
        struck = cell.do(ares, "attack_melee", None, weapon=weapon, defender=at(guard))
        assert struck.outcome["final_difficulty"] == difficulty
    assert cell.difficulty(ares, characteristic="DEX", is_action=False) == "standard"
