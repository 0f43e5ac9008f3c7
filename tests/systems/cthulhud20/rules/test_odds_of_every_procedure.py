"""Odds of everything: each procedure sums to exactly one, and in time; the whole of an attack as one distribution."""

from fractions import Fraction
from typing import Any

import pytest

from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from gardien.core.system import find
from quick import spent
from systems.worked import examples

SYSTEM = find("cthulhud20")
GENEROUS = 10  # times slower than on the machine this was written on, before anybody complains
EACH = 0.05  # seconds of work: any procedure once warm
WHOLE = ("zone", "severity", "pf_loss", "pv_loss", "state")

INPUTS: dict[str, list[dict[str, Any]]] = {}
for example in examples("cthulhud20"):
    INPUTS.setdefault(example.procedure, []).append(example.given)
INPUTS["delay"] = [{"order": ["Ann", "Bob", "Cid"], "name": "Ann", "after": "Bob"}]
INPUTS["ready"] = [{}]
INPUTS["aid_another"] = [{"attacker": {"base_attack": [2]}}]

GUARDED = {
    "con": 14,
    "dex": 14,
    "armour": {"torso": 4, "abdomen": 4, "head": 3},
    "cover": {"right_leg": 7, "left_leg": 7},
    "pf": 3,
    "wounds": [{"zone": "torso", "gb": 4}, {"zone": "left_arm", "gb": 7}],
    "lost_parts": ["left_arm"],
}
ATTACKS: dict[str, dict[str, Any]] = {
    "plain": {"attack_bonus": 8},
    "armoured, wounded, maimed": {"weapon": "m1911", "target": GUARDED},
    "at a group, in the dark": {"weapon": "m1911", "target": GUARDED, "aim": "lower", "concealment": 40},
    "destiny": {"weapon": "m1911", "target": {"level": 3}, "destiny": {"effect": "reroll"}},
    "shock and jams": {"weapon": "glock17", "target": GUARDED, "options": {"auto_shock": True, "jams": True}},
    "another body": {"weapon": "m1911", "target": {"tables": "radial", "pv_max": 25}},
}


def total(key: str, given: dict[str, Any], by: tuple[str, ...]) -> Fraction | int | str:
    """All chances together, or why there are none."""
    try:
        return sum(one.chance for one in odds_of("cthulhud20", key, given, by=by))
    except Refusal as refusal:
        return refusal.id


def test_every_procedure_is_asked():
    assert set(INPUTS) == set(SYSTEM.modules)


@pytest.mark.parametrize("key", SYSTEM.modules)
def test_odds_sum_to_exactly_one_and_come_in_time(key):
    """By everything, by the headline, by each field; what would be too much is refused."""
    declared = SYSTEM.procedure(key)
    for given in INPUTS[key][:2]:
        for by in ((), declared.headline):
            assert total(key, given, by) == 1
            assert spent(lambda: odds_of("cthulhud20", key, given, by=by), 1) < GENEROUS * EACH  # noqa: B023
        for field in declared.outcome_fields():
            assert total(key, given, (field,)) in (1, "odds/too_many", "odds/no_end"), field


@pytest.mark.parametrize("scene", ATTACKS.values(), ids=ATTACKS)
def test_the_whole_of_an_attack_is_weighed_while_one_waits(scene):
    """CD20-GB-08, CD20-P-ODDS-01: zone, severity, losses and state, exactly, every die apart."""
    for by in (WHOLE, ("die", "zone", "wounds"), ()):
        odds = odds_of("cthulhud20", "attack", scene, by=by)
        assert sum(one.chance for one in odds) == 1
        assert spent(lambda: odds_of("cthulhud20", "attack", scene, by=by)) < GENEROUS * EACH  # noqa: B023


def test_attacks_that_could_not_be_told_in_time_are_refused_at_once():
    """CD20-ATT-03: three attacks anywhere, wound by wound; aimed at one zone they are few enough."""
    three = {"attacker": {"base_attack": [11, 6, 1]}, "weapon": "m1911"}
    for field in ("wounds", "results"):
        with pytest.raises(Refusal) as caught:
            odds_of("cthulhud20", "full_attack", three, by=(field,))
        assert caught.value.id == "odds/too_many"
    aimed = {**three, "attacks": [{"aim": "head"}, {"aim": "legs"}], "target": {"pf": 3}}
    for by in (("wounds",), ("results",)):
        assert sum(one.chance for one in odds_of("cthulhud20", "full_attack", aimed, by=by)) == 1
        assert spent(lambda: odds_of("cthulhud20", "full_attack", aimed, by=by)) < GENEROUS * EACH  # noqa: B023
    with pytest.raises(Refusal):  # both at once
        odds_of("cthulhud20", "full_attack", aimed, by=("results", "wounds"))
