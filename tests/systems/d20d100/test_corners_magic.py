"""Corners of magic: what each PM adds, how likely a summoned thing comes, when the Mythos is too much (MISS-10)."""

import pytest
from msgspec.structs import replace

from gardien.core.dice import Dice
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.casting import effect_dice
from systems.brute import Bench

bench = Bench("d20d100")
outcome, reasons = bench.outcome, bench.reasons


@pytest.mark.parametrize(("spent", "target", "resisted"), [(1, 0, True), (1, -1, False), (3, 2, True), (3, 1, False)])
def test_each_further_pm_helps_to_banish(spent, target, resisted):
    """D100-MISS-10: a point each, and none for the first; a tie goes to the target."""
    given = {"spell": "bannir", "pm": 10, "pm_spent": spent, "san": 50, "target_modifier": target}
    assert outcome("cast_spell", [10, 10], **given)["resisted"] is resisted


def test_each_pm_is_worth_ten_per_cent_of_a_summons():
    """D100-MISS-10."""
    given = {"spell": "invoquer", "pm": 10, "pm_spent": 3, "san": 50}
    assert ("target", 30, "D100-MISS-10") in reasons("cast_spell", [1, 31], **given)
    assert outcome("cast_spell", [1, 31], **given)["came"] is False
    assert outcome("cast_spell", [1, 30, 15, 5], **given)["came"] is True


def test_everything_that_a_spell_throws_counts_for_each_pm():
    """D100-MISS-10: the number beside the dice as well."""
    spell = replace(pack.spell("protection_charnelle"), effect="1d6+2")
    assert effect_dice(spell, 3) == Dice.parse("3d6+6")
    assert effect_dice(replace(spell, effect_per_pm=False), 3) == Dice.parse("1d6+2")


def test_san_at_its_ceiling_is_left_alone():
    """D100-MAGIC-03: 99 less the Mythos."""
    tome = pack.keys("magic", "tome")[0]
    for san, last in ((89, "success"), (90, "san")):
        given = {"tome": tome, "language_modifier": -10, "san": san, "mythos": 10}
        assert reasons("read_tome", [5], **given)[-1][0] == last
        assert outcome("read_tome", [5], **given)["san"] == 89


def test_whoever_knows_everything_has_nothing_left():
    """D100-MAGIC-03, D100-SAN-05: lost for ever, which is worse than for a while."""
    given = {"tome": "roi_en_jaune", "language_modifier": 10, "san": 50, "mythos": 94}
    options = {"rule_decompensation": False}
    found = outcome("read_tome", [15, 100, 10, 20], **given, options=options)
    assert (found["mythos"], found["san"]) == (99, 0)
    assert (found["temp_mad"], found["perm_mad"]) == (False, True)
