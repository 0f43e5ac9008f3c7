"""Cartridges counted, put in, got out again (FIRE)."""

from fractions import Fraction

import pytest

from gardien.core.errors import Refusal
from gardien.systems.d20d100 import pack
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes


def test_a_cross_is_a_bullet_or_ten():
    """D100-EX-89, D100-FIRE-04."""
    assert outcome("ammunition", crosses=7) == {"bullets": 7}
    assert outcome("ammunition", crosses=7, weapon_kind="submachine_gun") == {"bullets": 70}


@pytest.mark.parametrize(
    ("given", "actions"),
    [
        ({"rounds": 1}, 1),
        ({"rounds": 2}, 1),
        ({"rounds": 3}, 2),
        ({"rounds": 6}, 3),
        ({"rounds": 6, "fast_reload": True}, 2),
        ({"rounds": 4, "fast_reload": True}, 1),
        ({"method": "single_loose", "rounds": 3}, 3),
        ({"method": "single_loose", "rounds": 3, "fast_reload": True}, 3),
        ({"method": "magazine"}, 1),
        ({"method": "magazine", "fast_reload": True}, 0),
        ({"method": "drum"}, 2),
        ({"method": "drum", "fast_reload": True}, 2),
        ({"method": "belt"}, 4),
    ],
)
def test_how_long_reloading_takes(given, actions):
    """D100-FIRE-05, D100-CBT-11, D100-MISS-05, D100-MISS-04."""
    assert outcome("reload", **given) == {"simple_actions": actions}


@pytest.mark.parametrize(
    ("given", "actions", "loaded"),
    [
        ({"weapon": "colt_38", "rounds": 6}, 3, 6),
        ({"weapon": "colt_38", "rounds": 4, "loaded": 4}, 2, 6),
        ({"weapon": "luger", "loaded": 3}, 1, 8),
        ({"weapon": "lee_enfield"}, 1, 5),
        ({"weapon": "lee_enfield", "loaded": 5}, 1, 10),
        ({"weapon": "martini"}, 1, 1),
        ({"weapon": "thompson"}, 1, 20),
        ({"weapon": "thompson", "method": "drum"}, 2, 50),
        ({"weapon": "browning_1917"}, 4, 250),
        ({"capacity": 6, "rounds": 2, "loaded": 1}, 1, 3),
        ({"method": "magazine", "capacity": 10, "magazine_size": 5}, 1, 5),
    ],
)
def test_what_is_in_the_weapon_then(given, actions, loaded):
    """D100-FIRE-05, D100-MISS-05: never more than it holds."""
    assert outcome("reload", **given) == {"simple_actions": actions, "loaded": loaded}
    before = given.get("loaded", 0)
    assert changes("reload", **given) == [("loaded", before, loaded, "")]


def test_a_full_weapon_takes_no_more():
    """D100-FIRE-05."""
    assert changes("reload", weapon="colt_38", loaded=6) == []
    assert changes("reload", rounds=2) == []


@pytest.mark.parametrize("key", pack.keys("weapons", "weapon", "capacity"))
def test_every_firearm_can_be_loaded_to_the_full(key):
    """D100-MISS-05: cartridge by cartridge or at once."""
    row = pack.weapon(key)
    assert outcome("reload", weapon=key, rounds=min(50, row.capacity), loaded=row.capacity)["loaded"] == row.capacity


def test_no_more_is_in_a_weapon_than_it_holds():
    """D100-FIRE-05, D100-MISS-05: but a drum may be changed for a magazine before it is empty."""
    assert refused("reload", weapon="colt_38", loaded=7) == ("field/at_most", "loaded")
    assert refused("reload", capacity=6, loaded=7) == ("field/at_most", "loaded")
    assert outcome("reload", weapon="thompson", loaded=30)["loaded"] == 20
    assert refused("reload", weapon="thompson", loaded=51) == ("field/at_most", "loaded")


def test_a_sabre_is_not_loaded():
    """D100-FIRE-05."""
    assert refused("reload", weapon="sabre") == ("field/one_of", "weapon")
    assert refused("reload", weapon="blaster") == ("field/one_of", "weapon")


@pytest.mark.parametrize(
    ("modifier", "mods", "face", "state"),
    [(0, [], 9, "broken"), (0, [], 10, "ok"), (9, [], 1, "broken"), (12, [], 2, "ok"), (2, [-3, 1], 10, "ok")],
)
def test_clearing_ends_with_mechanics(modifier, mods, face, state):
    """D100-EX-91-b, D100-FIRE-11, D100-TEST-03: Difficulty 10, a 1 always breaks it."""
    result = outcome("clear_jam", [face], modifier=modifier, mods=mods)
    assert (result["weapon_state"], result["success"]) == (state, state == "ok")
    assert (result["total"], result["natural_one"]) == (face + modifier + sum(mods), face == 1)


def test_clearing_spills_into_the_next_round():
    """D100-FIRE-11: the same half of the next round, and what is left of it."""
    fields = ("simple_actions", "ends_round", "ends_half", "simple_actions_left")
    assert picked("clear_jam", [12], *fields, modifier=0, round=3, half_round=1) == (2, 4, 1, 1)
    assert picked("clear_jam", [12], *fields, modifier=0, round=3, half_round=2) == (2, 4, 2, 0)


def test_odds_of_clearing_agree_with_counting():
    """D100-FIRE-11, D100-TEST-04."""
    bench.assert_odds_agree("clear_jam", modifier=3)
    assert bench.chance("clear_jam", "success", modifier=0) == Fraction(11, 20)
    lucky = {"nat20_auto_success": True}
    assert bench.chance("clear_jam", "success", modifier=-20, options=lucky) == Fraction(1, 20)
    assert bench.chance("clear_jam", "success", modifier=-20) == 0


@pytest.mark.parametrize(
    ("method", "rounds", "fast", "actions", "rule"),
    [
        ("loose", 2, False, 1, "D100-FIRE-05"),
        ("loose", 3, False, 2, "D100-FIRE-05"),
        ("loose", 4, True, 1, "D100-FIRE-05"),
        ("loose", 5, True, 2, "D100-FIRE-05"),
        ("single_loose", 3, True, 3, "D100-MISS-05"),
        ("magazine", 1, True, 0, "D100-FIRE-05"),
        ("magazine", 1, False, 1, "D100-FIRE-05"),
        ("drum", 1, True, 2, "D100-MISS-05"),
    ],
)
def test_what_half_a_round_puts_into_a_weapon(method, rounds, fast, actions, rule):
    """D100-FIRE-05, D100-MISS-05: two cartridges, or four for quick hands."""
    result = bench.reasons("reload", method=method, rounds=rounds, fast_reload=fast)
    assert result == [("simple_actions", actions, rule)]


def test_a_magazine_brings_what_it_holds():
    """D100-FIRE-05: its own number, or as much as the weapon takes."""
    given = {"method": "magazine", "capacity": 8, "loaded": 1}
    assert outcome("reload", **given)["loaded"] == 8
    assert outcome("reload", **given, magazine_size=5)["loaded"] == 6


def test_no_more_is_loaded_than_fits():
    """D100-FIRE-05: the refusal says how much that is."""
    with pytest.raises(Refusal) as caught:
        bench.answer("reload", method="loose", capacity=6, loaded=7)
    result = caught.value
    assert (result.id, result.field, result.rule) == ("field/at_most", "loaded", "D100-FIRE-05")
    assert (result.words["came"], result.words["high"]) == (7, 6)
