"""Explosions: one throw, and everyone in it (HAZ)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.interpreters.odds import forget
from gardien.systems.operators.rules.dangers.explosions import damage_at
from quick import spent
from systems.operators.dicebox import (
    answer,
    assert_odds_agree,
    chance,
    changes,
    every_outcome,
    outcome,
    reasons,
    refused,
    thrown,
    told_apart,
    weighed,
)

SOLID = {"sb": 400}


def victim(name, distance=0, cover=False, plan=None, **more):
    return {
        "defender": {"name": name, **SOLID, **more},
        "distance_m": distance,
        "cover": cover,
        "luck_plan": plan or {},
    }


@pytest.mark.parametrize(
    ("device", "dice", "radius"),
    [
        ("pipe_bomb", 3, 3),
        ("frag", 4, 5),
        ("gl40", 5, 5),
        ("claymore", 6, 15),
        ("at_mine", 10, 3),
        ("ied", 12, 15),
        ("rpg", 8, 3),
        ("c4_100g", 3, 2),
        ("mortar", 9, 10),
    ],
)
def test_each_device_has_its_dice_and_its_radius(device, dice, radius):
    """OPS-HAZ-03, M-08: all of it within the radius, half in the next ring, nothing beyond."""
    near = [
        victim("on it", 0),
        victim("inside", radius),
        victim("ring", radius + 0.1),
        victim("edge", 2 * radius),
        victim("far", 2 * radius + 0.1),
    ]
    result = outcome("explosion", [3] * dice, device=device, victims=near, radius_m=99, dice_count=1)
    whole = 3 * dice
    half = (whole + 1) // 2
    assert result["blast"] == whole
    assert [one["damage_final"] for one in result["hits"]] == [whole, whole, half, half, 0]
    assert [one["name"] for one in result["hits"]] == ["on it", "inside", "ring", "edge", "far"]


@pytest.mark.parametrize(("charges", "dice"), [(1, 3), (2, 5), (5, 11), (20, 41)])
def test_plastic_grows_with_its_charges(charges, dice):
    """M-08: 3D6, and 2D6 for each further 100 g."""
    result = outcome("explosion", [1] * dice, device="c4_100g", charges=charges, victims=[victim("A")])
    assert result["blast"] == dice


def test_charges_make_no_other_device_larger():
    """M-08."""
    assert thrown("explosion", [1] * 4, device="frag", charges=7, victims=[victim("A")]) == ["d6"] * 4


@pytest.mark.parametrize("device", ["flashbang", "molotov", "wp", "flamethrower", "dynamite"])
def test_what_burns_or_stuns_does_not_explode(device):
    """M-08: those without dice are for `burn_turn` or `poison`."""
    assert refused("explosion", device=device, victims=[victim("A")])[:2] == ("field/one_of", "device")


def test_controle_may_name_dice_and_radius():
    """OPS-HAZ-03: X is Contrôle’s; none at all is a bang without harm."""
    result = outcome(
        "explosion", [6, 6], dice_count=2, radius_m=1, victims=[victim("A", 1), victim("B", 2), victim("C", 3)]
    )
    assert [one["damage_final"] for one in result["hits"]] == [12, 6, 0]
    nothing = outcome("explosion", victims=[victim("A")])
    assert (nothing["blast"], nothing["hits"][0]["hit_level"]) == (0, "none")


@given(blast=st.integers(0, 300), distance=st.floats(0, 60), radius=st.floats(0, 30))
def test_cover_halves_what_reaches_it_and_halves_round_up(blast, distance, radius):
    """M-08, OPS-DICE-02."""
    open_ = damage_at(blast, distance, radius, False)
    assert damage_at(blast, distance, radius, True) == -(-open_ // 2)
    assert open_ in (blast, -(-blast // 2), 0)
    assert open_ >= damage_at(blast, distance + 1, radius, False)


def test_protection_and_the_clock_meet_each_victim_alone():
    """OPS-ARM-01, OPS-HLTH-02, OPS-HLTH-03: one throw for all, then each CON test in order."""
    victims = [
        {"defender": {"name": "Vega", "sb": 12, "CON": 12}},
        {"defender": {"name": "Koch", "sb": 12, "worn": ["ballistic_vest"]}, "cover": True},
        {"defender": {"name": "Ilse", "sb": 10, "CON": 8}, "distance_m": 2},
        {"defender": {"name": "Rat", "wound_level": "dead", "worn": ["kevlar_light"]}},
    ]
    result = answer("explosion", [6, 6, 6, 3, 61], device="frag", victims=victims)
    vega, koch, ilse, rat = result.outcome["hits"]
    assert (result.outcome["blast"], result.outcome["killed"]) == (21, 1)
    assert (vega["hit_level"], vega["con_roll"], vega["out_of_fight"]) == ("grave", 61, True)
    assert (koch["damage_final"], koch["damage_taken"], koch["uses_left"]) == (11, 1, {"ballistic_vest": 2})
    assert (ilse["damage_taken"], ilse["hit_level"], ilse["alive"]) == (21, "dead", False)
    assert rat == {
        "name": "Rat",
        "damage_taken": 0,
        "hit_level": "none",
        "wound_level": "dead",
        "out_of_fight": False,
        "alive": False,
        "uses_left": {"kevlar_light": 3},
        "wound_counts": {"light": 0, "grave": 0},
        "luck": 0,
    }


def test_each_change_goes_to_the_sheet_of_whoever_was_hit():
    """OPS-HAZ-03: names tell the victims apart."""
    victims = [
        {"defender": {"name": "Vega", "sb": 12, "luck": 30}, "luck_plan": {"cancel_grave": True}},
        {"defender": {"name": "Koch", "sb": 20}},
    ]
    assert changes("explosion", [6, 6], dice_count=2, victims=victims) == [
        ("luck", 30, 10, "Vega"),
        ("wound_level", "none", "light", "Koch"),
        ("wounds", (), ({"damage": 12, "level": "light", "location": "none"},), "Koch"),
        ("wound_counts", {"light": 0, "grave": 0}, {"light": 1, "grave": 0}, "Koch"),
    ]


def test_a_blast_is_a_kind_of_damage():
    """OPS-CREAT-14, OPS-CREAT-16, OPS-CREAT-17."""
    natures = {"A": {"resists": ["explosion"]}, "B": {"weak_to": ["explosion"]}, "C": {"invulnerable": True}}
    victims = [victim(name, kind="creature", **nature) for name, nature in natures.items()]
    result = outcome("explosion", [6, 5], dice_count=2, victims=victims)
    assert [one["damage_taken"] for one in result["hits"]] == [6, 22, 0]


def test_a_reserve_that_is_not_in_play_stays_as_it_is():
    """OPS-LUCK-01."""
    guard = victim("Guard", plan={"escape_death": True}, kind="npc", luck=50, sb=2)
    (hit,) = outcome("explosion", [6], dice_count=1, victims=[guard])["hits"]
    assert (hit["alive"], hit["luck"]) == (False, 50)


def test_names_are_unique_and_somebody_is_near():
    """A blast needs victims who can be told apart."""
    assert refused("explosion", dice_count=1, victims=[victim("A"), victim("A")])[:2] == ("field/twice", "victims")
    assert refused("explosion", dice_count=1, victims=[])[0] == "field/length_at_least"
    assert refused("explosion", dice_count=41, victims=[victim("A")])[:2] == ("field/range", "dice_count")


def test_the_reasons_name_whoever_they_are_about():
    """OPS-HAZ-03, OPS-HLTH-05."""
    steps = answer("explosion", [6], dice_count=1, victims=[victim("A"), victim("B", sb=3)]).steps
    assert {one.who for one in steps} == {"", "A", "B"}
    assert [
        one
        for one in reasons("explosion", [6], dice_count=1, victims=[victim("B", sb=3)])
        if one[0] in ("blast", "killed")
    ] == [
        ("blast", 6, "OPS-HAZ-03"),
        ("killed", 1, "OPS-HLTH-05"),
    ]


TWO = [
    {"defender": {"name": "A", "sb": 3, "CON": 9, "no_pain": True}},
    {"defender": {"name": "B", "sb": 4, "luck": 40}, "distance_m": 6, "luck_plan": {"escape_death": True}},
]


def test_odds_of_a_blast_are_those_of_every_face():
    """OPS-HAZ-03: one throw for both, so their fates hang together."""
    assert_odds_agree("explosion", dice_count=2, victims=TWO)
    inputs = {"dice_count": 1, "victims": [{"defender": {"name": "A", "sb": 4, "CON": 9}}]}
    assert weighed("explosion", inputs, ("hits",)) == told_apart(every_outcome("explosion", inputs), ("hits",))


def test_the_fate_of_one_in_a_blast():
    """OPS-HLTH-05: 2D6 kill who dies of 10 in 6 cases of 36."""
    inputs = {"dice_count": 2, "victims": [victim("A", sb=5)]}
    assert chance("explosion", "killed", 1, **inputs) == Fraction(6, 36)


def test_a_crowd_is_weighed_at_once():
    """Counting the dead needs nobody’s CON test to be told."""
    crowd = [victim(str(n), n % 11, n % 2 == 0, sb=8 + n % 5) for n in range(100)]

    def none_killed() -> Fraction:
        forget()
        return chance("explosion", "killed", 0, device="frag", victims=crowd)

    assert none_killed() == Fraction(287, 432)  # 4D6 under 16
    assert spent(none_killed, times=1) < 5
