"""How attacks are told: what weighs on them, one thing apart from the other (ATK)."""

from random import Random

import pytest

from gardien.core.calling import prepare
from gardien.core.interpreters.play import play
from gardien.systems.d20d100.words.attack import OTHERS, RANGE, weights
from gardien.systems.d20d100.words.tests import SITUATION, WOUNDS


@pytest.mark.parametrize(
    ("more", "options", "far", "wounds"),
    [
        ({}, {}, -4, -3),
        ({}, {"rule_thresholds": False}, -4, 0),
        ({"weapon_class": "shotgun", "damage": "4d6/2d6/1d6"}, {"shotgun_range_malus": False}, 0, -3),
        ({"attacker": None}, {}, -4, 0),
    ],
)
def test_what_weighs_is_told_apart_whatever_the_house_rules(more, options, far, wounds):
    """D100-ATK-03: an outcome holds one score; range and wounds are found again beside it."""
    given = {"attack": 5, "mods": [1], "distance": 20, "increment": 9, "weapon_class": "firearm"}
    given |= {"attacker": {"pv": 5, "pv_max": 12}, **more, "options": options}
    prepared = prepare("d20d100", "attack", given)
    played = play(prepared.request(), Random(7))
    parts = dict(weights(prepared.given, played.outcome.effective_attack - 5))
    assert [parts[name] for name in (SITUATION, RANGE, WOUNDS, OTHERS)] == [0, far, wounds, 1]
