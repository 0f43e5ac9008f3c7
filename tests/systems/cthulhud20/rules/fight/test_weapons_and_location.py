"""Weapons, lethality, distance, and where a blow lands (LETH, P-RANGE, P-GUN-04, LOC, AIM-04)."""

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from gardien.core.chance import call
from gardien.core.inputs import BadField
from gardien.core.interpreters.odds import odds_of
from gardien.core.interpreters.typed import typed
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.fight.location import check_aim, is_single, locate, target_of
from gardien.systems.cthulhud20.rules.fight.weapons import (
    WeaponGiven,
    check_weapon,
    deadliness,
    felt_lethality,
    increments,
    reach_of,
    weapon_of,
)
from gardien.systems.cthulhud20.vocabulary import MODES

HOUSE = Options()


def arm(**fields: Any) -> WeaponGiven:
    return msgspec.convert(fields, WeaponGiven)


def lethality(named: Any, strength: int = 10, distance: float = 0, slug: bool = False, both: bool = False) -> int:
    return deadliness(weapon_of(named), strength, distance, slug, both, HOUSE).lethality


def test_a_weapon_described():
    """CD20-P-WEAP-01: what is not said is plain; a key brings the rest of its row."""
    plain = weapon_of(arm())
    assert (plain.kind, plain.max_damage, plain.proficiency, plain.damage_type, plain.most_shots) == (
        "melee",
        1,
        "simple",
        "other",
        0,
    )
    assert weapon_of(arm(range_increment_m=20)).kind == "ranged"
    assert weapon_of(arm(damage="2d6+1")).max_damage == 13
    assert weapon_of(arm(damage="2d6", max_damage=7)).max_damage == 7
    better = weapon_of(arm(key="m21", range_increment_m=90))
    assert (better.kind, better.range_increment_m, better.max_damage, better.firearm) == ("ranged", 90, 20, True)
    assert weapon_of(arm(key="m21", damage="3d10")).max_damage == 30
    assert (weapon_of("sprg03").most_shots, weapon_of("m16").most_shots, weapon_of("rock").kind) == (2, 0, "thrown")


def test_a_hand_weapon_thrown():
    """CD20-P-WEAP-01: it has the reach of its throw; one that cannot be thrown stays in the hand."""
    knife = weapon_of("knife", thrown=True)
    assert (knife.kind, knife.range_increment_m, knife.is_ranged) == ("thrown", 3, True)
    assert weapon_of("sabre", thrown=True).kind == "melee"
    assert weapon_of("knife").kind == "melee"


@pytest.mark.parametrize("wrong", ["1d6+1d4", "d6-9", "2x1d6", "0"])
def test_damage_that_is_no_weapon(wrong):
    """CD20-LETH-04: dice of one kind and a number."""
    with pytest.raises((BadField, msgspec.ValidationError)):
        arm(damage=wrong)


def test_unknown_weapons():
    """CD20-P-WEAP-01: a key alone must be on the list."""
    with pytest.raises(BadField):
        check_weapon("weapon", "railgun")
    check_weapon("weapon", "m21")
    check_weapon("weapon", arm(key="railgun"))


def test_what_a_critical_adds():
    """CD20-LETH-02: once, above the ceiling."""
    assert lethality(arm(max_damage=30, critical_multiplier=3, threat_from=18)) == 9
    assert lethality(arm(max_damage=8, threat_from=19)) == 3
    assert lethality(arm(max_damage=8)) == 2
    assert lethality(arm(max_damage=30, lethality=3)) == 3


def test_strength_in_lethality():
    """CD20-LETH-04: a house rule for hand and thrown weapons, at least 1."""
    house = Options(strength_in_lethality=True)
    assert deadliness(weapon_of("knife"), 18, 0, False, False, house).max_damage == 8
    assert deadliness(weapon_of("unarmed"), 1, 0, False, False, house).max_damage == 1
    assert deadliness(weapon_of("m21"), 18, 0, False, False, house).max_damage == 20


@pytest.mark.parametrize(
    ("distance", "slug", "both", "expected"),
    [(0, False, False, 5), (8.9, False, False, 5), (9, False, False, 4), (60, False, False, 0), (60, True, False, 5),
     (0, False, True, 7), (60, False, True, 2)],
)  # fmt: skip
def test_shot_spreads(distance, slug, both, expected):
    """CD20-P-GUN-04: one less for each full increment, not below 0; both barrels +2 afterwards; slugs hold together."""
    assert lethality("sg12", 10, distance, slug, both) == expected


def test_a_body_that_resists_bullets():
    """CD20-P-CREA-03: half, rounded down, of bullets, shot and points only."""
    assert felt_lethality(7, weapon_of("m21"), ("bullet_resistant",)) == 3
    assert felt_lethality(3, weapon_of("spear"), ("bullet_resistant",)) == 1
    assert felt_lethality(4, weapon_of("axe"), ("bullet_resistant",)) == 4
    assert felt_lethality(7, weapon_of("m21"), ()) == 7


@pytest.mark.parametrize(
    ("distance", "far", "malus"),
    [(112.4, True, 0), (112.5, True, -2), (224.9, True, -2), (225, True, -4), (280, True, -4), (337.5, True, -6),
     (280, False, -6), (74.9, False, 0), (749.9, False, -18)],
)  # fmt: skip
def test_the_distances_of_the_m21(distance, far, malus):
    """CD20-P-RANGE-01, CD20-ATT-05: two for each full increment, compared exactly."""
    reach = reach_of(distance, 75, False, far, False)
    assert (reach.malus, reach.in_range) == (malus, True)


def test_the_end_of_the_range():
    """CD20-P-RANGE-01: ten increments, five when thrown; Far Shot doubles a throw; no increment, no malus."""
    assert not reach_of(750, 75, False, False, False).in_range
    assert reach_of(750, 75, False, False, False).malus == 0
    assert (reach_of(14.9, 3, True, False, False).malus, reach_of(15, 3, True, False, False).in_range) == (-8, False)
    assert reach_of(15, 3, True, True, False).increment == 6
    assert reach_of(27, 9, False, False, True).malus == -3  # shot
    assert reach_of(500, 0, False, False, False).in_range
    assert increments(0.3, 0.1) == 3


# ---- where it lands ----


@pytest.mark.parametrize("tables", sorted(MODES))
@pytest.mark.parametrize("aim", ["none", "upper", "middle", "lower", "legs"])
def test_the_odds_of_a_location_are_those_of_its_cells(tables, aim):
    """CD20-LOC-01, CD20-AIM-04, CD20-P-CREA-04: brute force over a hundred faces."""
    target = target_of(aim, tables)
    counted = Counter(spot.zone for face in range(1, 101) if (spot := target(face)))
    expected = {zone: Fraction(count, counted.total()) for zone, count in counted.items()}
    assert target.chances() == expected
    assert {spot.zone: chance for spot, chance in odds_of(call(locate, target))} == expected


def test_the_chances_inside_a_group():
    """CD20-AIM-04: as the ruling gives them."""
    assert {zone: str(one) for zone, one in target_of("middle", "human").chances().items()} == {
        "torso": "1/3",
        "right_arm": "2/9",
        "left_arm": "2/9",
        "abdomen": "2/9",
    }


def test_a_lost_part_is_thrown_again():
    """CD20-LOC-02: as often as it takes; throws that do not count are counted where somebody looks."""
    target = msgspec.structs.replace(target_of("legs", "human", ("right_leg",)), shown=True, counted=True)
    played = typed(call(locate, target), [12, 55, 88])
    assert (played.outcome.zone, played.outcome.face, played.outcome.rerolls) == ("left_leg", 88, 2)
    assert target.chances() == {"left_leg": 1}


def test_one_throw_where_nothing_is_left_out():
    """CD20-LOC-01: 00 is a hundred, and the dice are the attacker’s."""
    target = msgspec.structs.replace(target_of("none", "human"), shown=True, by="Jack")
    played = typed(call(locate, target), [100])
    assert (played.outcome.zone, played.outcome.face) == ("left_leg", 100)
    assert [(one.label, one.who, one.purpose) for one in played.dice] == [("d100", "Jack", "location")]


def test_what_can_be_aimed_at():
    """CD20-AIM-02: human bodies only, no part that is gone, not a group that is gone."""
    check_aim("aim", "head", "zombie")
    check_aim("aim", "none", "mi_go")
    check_aim("aim", "legs", "human", ("left_leg",))
    for aim, tables, lost in (
        ("head", "mi_go", ()),
        ("head", "zombie", ("head",)),
        ("legs", "human", ("left_leg", "right_leg")),
    ):
        with pytest.raises(BadField):
            check_aim("aim", aim, tables, lost)
    assert [is_single(one) for one in ("none", "head", "upper")] == [False, True, False]
