"""Corners of weapons: how a line is written and told, how many cartridges half a round holds (WPN, FIRE-05)."""

import pytest

from gardien.core.errors import Refusal
from systems.brute import Bench

bench = Bench("d20d100")
outcome, reasons = bench.outcome, bench.reasons
SINGLE = {"unarmed_single_attack": True}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"skill": 5}, "+5"),
        ({"skill": 6}, "+6/+1"),
        ({"skill": -2, "rate": "double"}, "-2 ; -2//"),
        ({"skill": 5, "rate": "double", "recoil": 2}, "+5 ; +3//"),
        ({"skill": 5, "rate": "triple", "recoil": 1}, "+5 ; +4// ; +3///"),
        ({"skill": 6, "rate": "triple", "recoil": 1}, "+6/+1 ; +5//+0 ; +4///-1"),
    ],
)
def test_a_line_is_written_with_as_many_strokes_as_shots(given, expected):
    """D100-WPN-08, D100-WPN-12: a single figure has its strokes behind it, one shot has none."""
    assert outcome("weapon_line", **given)["notation"] == expected


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"combat_skill": "boxe"}, "D100-WPN-01"),
        ({"combat_skill": "boxe", "options": SINGLE}, "D100-ATK-08"),
        ({"combat_skill": "fusil", "options": SINGLE}, "D100-WPN-01"),
        ({"combat_skill": "fusil", "rate": "reduced"}, "D100-FIRE-03"),
    ],
)
def test_the_number_of_attacks_is_told_by_its_rule(given, rule):
    """D100-WPN-01, D100-ATK-08, D100-FIRE-03."""
    assert reasons("weapon_line", skill=10, **given)[0][::2] == ("attacks", rule)


def test_the_first_attack_is_told_with_what_counts_in_it():
    """D100-ATK-02: the skill always, the rest where it is worth something."""
    plain, able = (
        bench.answer("weapon_line", **given).steps[1].parts
        for given in ({"skill": 0}, {"skill": 3, "specialty": True, "precision": 1, "improvised": -2})
    )
    assert plain == (("skill", 0),)
    assert able == (("skill", 3), ("specialty", 2), ("precision", 1), ("improvised", -2))


def test_a_damage_is_told_where_there_is_one():
    """D100-WPN-03."""
    told = ("damage_text", "1d6+2", "D100-WPN-03")
    assert reasons("weapon_line", skill=3, damage="1d6", damage_bonus=2)[-1] == told
    assert reasons("weapon_line", skill=3)[-1][0] == "notation"


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
    found = reasons("reload", method=method, rounds=rounds, fast_reload=fast)
    assert found == [("simple_actions", actions, rule)]


def test_a_magazine_brings_what_it_holds():
    """D100-FIRE-05: its own number, or as much as the weapon takes."""
    given = {"method": "magazine", "capacity": 8, "loaded": 1}
    assert outcome("reload", **given)["loaded"] == 8
    assert outcome("reload", **given, magazine_size=5)["loaded"] == 6


def test_no_more_is_loaded_than_fits():
    """D100-FIRE-05: the refusal says how much that is."""
    with pytest.raises(Refusal) as caught:
        bench.answer("reload", method="loose", capacity=6, loaded=7)
    found = caught.value
    assert (found.id, found.field, found.rule) == ("field/at_most", "loaded", "D100-FIRE-05")
    assert (found.words["came"], found.words["high"]) == (7, 6)
