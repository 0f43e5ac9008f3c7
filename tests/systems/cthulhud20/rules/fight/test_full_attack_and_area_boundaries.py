"""Corners of a fight: what a full attack hands on to each attack, creatures of the old way, blasts (ATT, P-GUN)."""

import pytest

from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import MOST_LEAVES
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.full_attack import EntryGiven, FullGiven, turn_of, ways_of
from systems.brute import Bench

bench = Bench("cthulhud20")
outcome, picked, changes = bench.outcome, bench.picked, bench.changes
ABLE = {
    "str": 14,
    "dex": 16,
    "base_attack": [6],
    "level": 3,
    "feats": ["power_attack", "blind_fight", "point_blank_shot"],
}
ALIKE = [
    {"weapon": "knife", "thrown": True, "distance_m": 4},
    {"weapon": "sg12", "slug": True, "distance_m": 20},
    {"weapon": "sg12", "distance_m": 20},
    {"weapon": "bat", "to_stun": True},
    {"weapon": "bat", "power_attack": 3},
    {"weapon": "bat", "situation": ["flanking", "higher_ground"]},
    {"weapon": "m1911", "aimed": True, "distance_m": 30},
    {"weapon": "m1911", "concealment": 50},
    {"weapon": "m1911", "gb_bonus": 5, "modifier": 2},
]


# ---- one attack of several is an attack ----


@pytest.mark.parametrize("scene", ALIKE)
def test_the_first_of_a_full_attack_is_like_any_other(scene):
    """CD20-ATT-03: whatever is said about the turn is said about it."""
    given = {"attacker": ABLE, "target": {"name": "Bob", "dex": 12}, **scene}
    dice = [15, 55, *([30, 90] if "concealment" in scene else []), 90]
    try:
        one = outcome("attack", dice, **given)
    except Refusal:  # no wound that could stop by itself
        dice = dice[:-1]
        one = outcome("attack", dice, **given)
    assert outcome("full_attack", dice, **given)["results"] == [one]


def test_points_of_destiny_in_a_turn_are_counted_purse_by_purse():
    """CD20-DEST-02: one that was not heard leaves the next to be counted."""
    given = {
        "attacker": {"name": "Ana", "level": 2, "base_attack": [1, 1, 1]},
        "target": {"name": "Bob", "level": 1},
        "attacks": [
            {"aim": "torso", "destiny": {"effect": "soften", "by": "attacker"}},  # not hers to ask
            {"aim": "torso"},
            {"aim": "torso", "destiny": {"effect": "plus10", "by": "attacker"}},
        ],
    }
    result = changes("full_attack", [2, 2, 2], **given)
    assert [one for one in result if one[0] == "destiny_spent"] == [("destiny_spent", 0, 1, "Ana")]
    group = {"effect": "soften", "source": "group", "votes": ["yes"]}
    first, second = {"aim": "torso", "destiny": group}, {"aim": "torso"}
    result = changes("full_attack", [18, 2], **{**given, "attacks": [first, second]})
    assert ("group_destiny", 1, 0, "group") in result


def test_a_weapon_in_hand_is_struck_as_often_as_its_owner_can():
    """CD20-P-WEAP-01: only shots have a rate, entries beyond the list have a bonus of their own."""
    sword = {"weapon": {"rate": "1"}, "attacker": {"base_attack": [6, 1]}}
    assert outcome("full_attack", [2, 5, 2, 5], **sword)["attacks_made"] == 2
    more = {"attacks": [{}, {"attack_bonus": 3}], "attacker": {"base_attack": [6]}}
    assert [one["attack_bonus"] for one in outcome("full_attack", [2, 5, 2, 5], **more)["results"]] == [6, 3]


# ---- fire at what keeps hit points ----


@pytest.mark.parametrize("scene", ALIKE[:3])
def test_the_sum_is_that_of_any_attack_without_lethality(scene):
    """CD20-CREA-02, CD20-P-CREA-02."""
    whole = outcome("attack_bonus", attacker=ABLE, **scene)
    result = outcome("attack_traditional", [2], attacker=ABLE, ca=99, hp=9, **scene)
    assert result["attack_bonus"] == whole["total_bonus"] - whole["lethality"]


def test_the_last_hit_point_stands():
    """CD20-P-CREA-02."""
    given = {"weapon": {"damage": "1d4"}, "ca": 5, "hp": 5}
    assert picked("attack_traditional", [10, 4], "hp", "destroyed", **given) == (1, False)
    assert picked("attack_traditional", [10, 4], "hp", "destroyed", **{**given, "hp": 4}) == (0, True)


# ---- blasts ----


def test_whoever_is_not_said_to_stand_apart_stands_in_the_middle():
    """CD20-P-ENV-06: thrown down, however small the blast; half as near is near enough."""
    (result,) = outcome("explosion", [2, 10, 60, 50], victims=[{}], max_damage=12, radius_m=1)["results"]
    assert result["shock"] == "violent"


def test_what_cannot_be_told_one_by_one_says_how_much_can():
    with pytest.raises(Refusal) as caught:
        odds_of("cthulhud20", "explosion", {"victims": [{}, {}], "max_damage": 12}, by=("results",))
    assert (caught.value.id, caught.value.kind, caught.value.words) == (
        "odds/too_many",
        "refused",
        {"most": MOST_LEAVES},
    )


def test_a_large_victim_is_not_much_smaller_than_a_blast():
    """CD20-P-SHOCK-01: of one’s own size, whatever it is; old wounds stay as they are."""
    giant = {"name": "le colosse", "size": "colossal", "wounds": [{"zone": "torso", "gb": 2}]}
    given = {"victims": [giant], "lethality": 2, "options": {"auto_shock": True}}
    (result,) = outcome("suppressive_fire", [2, 6, 60, 50], **given)["results"]
    assert (result["shock"], len(result["wounds"])) == ("shock", 2)
    (result,) = outcome("suppressive_fire", [19], **given)["results"]
    assert [wound["gb"] for wound in result["wounds"]] == [2]


def test_what_sweeps_an_area_has_no_hand_and_no_distance():
    """CD20-P-GUN-03: the lethality of the weapon alone, or the one that was said; none is none."""
    for weapon, said, margin in (("m60", {}, 12), ("m60", {"lethality": 0}, 5), (None, {"lethality": 0}, 5)):
        given = {"victims": [{}], **({"weapon": weapon} if weapon else {}), **said}
        given["options"] = {"strength_in_lethality": True}
        result = bench.answer("suppressive_fire", [2, 5, 95, 99], **given)
        assert [one.value for one in result.steps if one.label == "margin"] == [margin]


@pytest.mark.parametrize(
    ("entries", "seen", "ways"),
    [
        ([{}], {"results"}, 49),
        ([{}], {"wounds"}, 140),
        ([{}, {}], {"results"}, 49 * 49),
        ([{"aim": "head"}, {"aim": "legs"}], {"results"}, 7 * 14),
        ([{"aim": "upper", "zone_choice": "head"}, {"aim": "head"}], {"die", "results"}, 3 * 20 * 20),
    ],
)
def test_in_how_many_ways_attacks_may_fall(entries, seen, ways):
    """CD20-ATT-03: seven zones, seven rows or twenty faces; results face by face count for three."""
    attacks = tuple(EntryGiven(**entry) for entry in entries)
    given = FullGiven(attacker=Combatant(base_attack=(6, 1)), attacks=attacks)
    looked = frozenset(seen)
    assert ways_of(turn_of(given, looked, Options()), looked) == ways


def test_whose_reasons_they_are_in_a_crowd():
    """CD20-P-ENV-06, CD20-HP-05, CD20-GB-06: fainting and dying are told of somebody."""
    frail, doomed = {"name": "Ana", "pf": 1}, {"name": "Bob", "natural_armour": 3}
    given = {"victims": [frail, doomed], "max_damage": 15, "distances_m": [3, 3]}
    result = bench.answer("explosion", [2, 1, 60, 15, 99, 2, 10, 10], **given)
    told = {(one.label, one.value, one.who) for one in result.steps}
    assert {("faint_save_success", True, "Ana"), ("state", "stunned", "Ana"), ("pv", 0, "Bob")} <= told
    assert not {one.label for one in result.steps if not one.who} & {"faint_save_success", "state", "pv", "pf"}


def test_armour_that_holds_and_counts_as_nothing_leaves_the_save_told():
    """CD20-SHOCK-03, CD20-P-GUN-03."""
    given = {"victims": [{"armour": {"right_leg": 20}}], "lethality": 1, "options": {"armour_stop_shock": False}}
    (result,) = outcome("suppressive_fire", [2, 3, 60], **given)["results"]
    assert (result["result"], result["reflex_total"], result["reflex_success"], result["d10"]) == ("safe", 2, False, 3)


def test_a_stone_flies_five_increments():
    """CD20-P-RANGE-01."""
    assert outcome("attack_bonus", weapon="rock", distance_m=14.9)["in_range"] is True
    assert outcome("attack_bonus", weapon="rock", distance_m=15)["in_range"] is False
