"""Corners of the odds that no other file walks into (ODDS)."""

from fractions import Fraction
from typing import Any

import pytest

from systems.operators.dicebox import outcome

PARTED = ("none", "superficial", "light", "grave", "dead", "mean_damage")


@pytest.mark.parametrize("target", [13, 39, 65, 100])
@pytest.mark.parametrize("weapon", [{"weapon": "axe", "damage_bonus": "1D3"}, {"weapon": "smg", "burst": True}])
def test_what_a_hit_does_weighs_as_much_as_hits_are_likely(weapon: dict[str, Any], target: int) -> None:
    """OPS-ODDS-03: each chance among hits, times the chance of a hit, is the chance among all throws."""
    among = outcome("odds_wound", **weapon, sb=12, armour=3, target=target, given_hit=True)
    overall = outcome("odds_wound", **weapon, sb=12, armour=3, target=target, given_hit=False)
    landed = 1 - Fraction(overall["miss"])
    assert landed == Fraction(min(target, 98), 100)
    assert {one: Fraction(among[one]) * landed for one in PARTED} == {one: Fraction(overall[one]) for one in PARTED}
    assert "miss" not in among
