"""Bursts: short ones as an attack, long ones as an area (FIRE-04, FIRE-07, FIRE-08, FIRE-10, FIRE-11, MISS-12)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples, table

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
MINE = ("short_burst", "burst_difficulty", "burst")


@pytest.mark.parametrize("example", [one for one in examples("d20d100") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- three or five bullets ----


@pytest.mark.parametrize(("size", "recoil", "dice"), [(3, -2, [1, 2, 3]), (5, -4, [1, 2, 3, 4])])
def test_a_short_burst_is_one_attack_with_more_dice(size, recoil, dice):
    """D100-FIRE-10, D100-MISS-12: recoil once and one die more, or twice and two."""
    inputs = {"attack": 6, "burst_size": size, "recoil": 2, "damage": "2d8+1", "loaded": 20, "target": {"pv": 30}}
    result = outcome("short_burst", [15, *dice], **inputs)
    assert (result["effective_attack"], result["damage_final"]) == (6 + recoil, sum(dice) + 1)
    assert (result["ammo_left"], result["target_pv"]) == (20 - size, 30 - sum(dice) - 1)
    assert changes("short_burst", [15, *dice], **inputs) == [
        ("pv", 30, 29 - sum(dice), "target"),
        ("loaded", 20, 20 - size, ""),
    ]


def test_a_fixed_damage_has_no_more_dice_and_none_stays_none():
    """D100-MISS-12."""
    assert outcome("short_burst", [15], attack=6, burst_size=5, recoil=0, damage="5")["damage_final"] == 5
    assert outcome("short_burst", [15], attack=6, burst_size=5, recoil=0)["damage_final"] == 0


def test_a_short_burst_that_does_not_go_off_costs_one_cartridge_and_none_out_of_reach():
    """D100-FIRE-11, D100-RNG-01."""
    inputs = {"attack": 6, "burst_size": 3, "recoil": 0, "loaded": 3, "jams": True}
    assert picked("short_burst", [2], "malfunction", "ammo_left", **inputs) == ("jam", 2)
    far = {"distance": 101, "increment": 10, "weapon_class": "firearm", "target": {"pv": 4}}
    assert picked("short_burst", [], "in_range", "ammo_left", "target_pv", **inputs, **far) == (False, 3, 4)
    assert "ammo_left" not in outcome("short_burst", [5], attack=6, burst_size=3, recoil=0)


def test_a_short_burst_needs_its_cartridges():
    """D100-FIRE-04: fewer are refused as an input."""
    for size in (3, 5):
        assert refused("short_burst", attack=6, burst_size=size, recoil=0, loaded=size - 1) == (
            "field/at_least",
            "loaded",
        )
        assert outcome("short_burst", [5], attack=6, burst_size=size, recoil=0, loaded=size)["ammo_left"] == 0
    assert refused("short_burst", attack=6, burst_size=4, recoil=0)[1] == "burst_size"
    assert refused("short_burst", attack=6, burst_size=3, recoil=0, damage="1d7")[1] == "damage"


# ---- the Difficulty ----


@given(
    series=st.lists(st.integers(-40, 60), min_size=1, max_size=3),
    size=st.sampled_from([10, 50]),
    recoil=st.integers(0, 10),
    precision=st.integers(-4, 4),
    counted=st.booleans(),
    mods=st.lists(st.integers(-40, 40), max_size=2),
    band=st.integers(1, 11),
)
def test_the_difficulty_of_a_burst(series, size, recoil, precision, counted, mods, band):
    """D100-FIRE-07, D100-RNG-01: ten or fifteen, recoil, score, wounds, two less for each increment."""
    result = outcome(
        "burst_difficulty",
        series=series,
        burst_size=size,
        recoil=recoil,
        precision=precision,
        mods=mods,
        distance=9 * band,
        attacker={"pv": 5},
        options={"precision_in_burst": counted},
    )
    assert (result["increments"], result["in_range"]) == (band, band <= 10)
    base = {10: 10, 50: 15}[size] - recoil - (0 if counted else precision) + sum(mods) - 3 - 2 * (band - 1)
    assert result.get("difficulties") == ([base + score for score in series] if band <= 10 else None)


# ---- ten or fifty bullets ----


@pytest.mark.parametrize("row", range(3))
def test_damage_by_distance_as_printed(row):
    """D100-TAB-08, D100-FIRE-08: doubled or plain, plain or half, plain or none."""
    band = row + 1
    printed = table("d20d100", "D100-TAB-08")[row]
    worth = {"double": 14, "normal": 7, "half": 3, "none": 0}
    inputs = {"series": [0], "recoil": 0, "damage": "2d6", "distance": 9 * band, "jams": False, "targets": [{}]}
    for face, column in ((1, "reflex_failed"), (20, "reflex_succeeded")):
        due = printed[column]
        answer = outcome("burst", [face] if due == "none" else [face, 4, 3], **inputs)
        (result,) = answer["bursts"][0]["targets"]
        assert result["damage_final"] == worth[due]
        assert result["damage_rolled"] == (0 if due == "none" else 7)


def test_a_round_of_bursts_is_told_in_full():
    """D100-FIRE-07, D100-FIRE-08, D100-FIRE-11: everybody dodges alone, and the jam loses the second burst."""
    inputs = {
        "series": [6, 1],
        "recoil": 3,
        "damage": "2d6",
        "loaded": 25,
        "targets": [
            {"name": "Ada", "reflexes": 4, "reflex_mods": [1], "body": {"pv": 9}},
            {"name": "Bob", "protection_kind": "vest", "protection": 6},
        ],
    }
    dice = [11, 8, 4, 3, 9, 5, 5, 2, 2]
    assert outcome("burst", dice, **inputs) == {
        "in_range": True,
        "difficulties": [13, 8],
        "bursts": [
            {
                "difficulty": 13,
                "targets": [
                    {
                        "name": "Ada",
                        "reflex_total": 13,
                        "reflex_success": True,
                        "damage_rolled": 7,
                        "damage_final": 7,
                        "pv": 2,
                        "condition": "ok",
                    },
                    {
                        "name": "Bob",
                        "reflex_total": 9,
                        "reflex_success": False,
                        "damage_rolled": 10,
                        "damage_final": 18,
                    },
                ],
            }
        ],
        "malfunction": "jam",
        "fired": 1,
        "bursts_lost": 1,
        "ammo_spent": 11,
        "ammo_left": 14,
    }
    assert changes("burst", dice, **inputs) == [("loaded", 25, 14, ""), ("pv", 9, 2, "Ada")]
    purposes = [purpose for _, purpose in bench.thrown("burst", dice, **inputs)]
    assert purposes == [
        "malfunction",
        "reflexes",
        "damage",
        "damage",
        "reflexes",
        "damage",
        "damage",
        "vest",
        "malfunction",
    ]


def test_the_second_burst_meets_what_the_first_one_left():
    """D100-FIRE-07: PV go on falling, and whoever is stabilised is so no longer."""
    inputs = {"series": [6, 1], "recoil": 0, "damage": "1d6", "jams": False}
    target = {"name": "Ada", "body": {"pv": 9}}
    result = outcome("burst", [5, 2, 5, 1], **inputs, targets=[target])
    assert [one["targets"][0]["pv"] for one in result["bursts"]] == [5, 3]
    assert changes("burst", [5, 2, 5, 1], **inputs, targets=[target]) == [("pv", 9, 3, "Ada")]
    nameless = {"body": {"pv": -3, "stable": True}}
    result = outcome("burst", [5, 1, 5, 1], **inputs, targets=[nameless])
    assert [one["targets"][0]["condition"] for one in result["bursts"]] == ["dying", "dying"]
    assert changes("burst", [5, 1, 5, 1], **inputs, targets=[nameless]) == [("pv", -3, -7, "target")]


@pytest.mark.parametrize(
    ("size", "loaded", "fired", "left"),
    [(10, 0, 0, 0), (10, 9, 0, 9), (10, 10, 1, 0), (10, 29, 2, 9), (10, 40, 3, 10), (50, 99, 1, 49), (50, 250, 3, 100)],
)
def test_a_burst_needs_all_its_cartridges(size, loaded, fired, left):
    """D100-FIRE-04: without them it is lost, and nothing is spent."""
    result = outcome(
        "burst",
        [20] * fired,
        series=[0, 0, 0],
        burst_size=size,
        recoil=0,
        damage="5",
        jams=False,
        loaded=loaded,
        distance=27,
        targets=[{}],
    )
    assert (result["fired"], result["bursts_lost"], result["ammo_left"]) == (fired, 3 - fired, left)
    assert result["ammo_spent"] == size * fired


def test_the_malfunction_die_belongs_to_weapons_that_jam_and_may_be_left_out():
    """D100-FIRE-11."""
    inputs = {"series": [0], "recoil": 0, "damage": "5", "targets": [{}]}
    assert picked("burst", [1], "malfunction", "ammo_spent", **inputs) == ("dud", 1)
    assert picked("burst", [3, 5], "malfunction", "fired", **inputs) == ("none", 1)
    assert outcome("burst", [5], **inputs, jams=False)["fired"] == 1
    assert outcome("burst", [5], **inputs, options={"burst_jam_die": False})["fired"] == 1


def test_beyond_the_last_increment_nothing_is_fired():
    """D100-FIRE-07, D100-RNG-01."""
    result = outcome("burst", series=[6, 1], recoil=0, damage="2d6", distance=91, loaded=30, targets=[{}])
    assert result == {
        "in_range": False,
        "bursts": [],
        "malfunction": "none",
        "fired": 0,
        "bursts_lost": 2,
        "ammo_spent": 0,
        "ammo_left": 30,
    }


def test_massive_damage_asks_for_constitution():
    """D100-HEALTH-05."""
    inputs = {"series": [0], "recoil": 0, "damage": "5", "jams": False, "targets": [{"body": {"pv": 14}}]}
    massive = {"options": {"rule_massive_damage": True}}
    (burst,) = outcome("burst", [2, 9], **inputs, **massive)["bursts"]
    assert (burst["targets"][0]["pv"], burst["targets"][0]["condition"]) == (-10, "dead")


def test_what_cannot_be_is_refused():
    inputs = {"series": [0], "recoil": 0, "damage": "2d6"}
    assert refused("burst", **inputs, targets=[])[1] == "targets"
    assert refused("burst", **{**inputs, "damage": "2d5"}, targets=[{}])[1] == "damage"
    assert refused("burst", **inputs, targets=[{"protection_kind": "vest"}])[1] == "targets[0].protection"
    assert refused("burst_difficulty", series=[0], recoil=0, burst_size=5)[1] == "burst_size"


# ---- odds ----


def test_odds_of_bursts_are_those_of_every_face():
    target = {"name": "Ada", "reflexes": 2, "body": {"pv": 4, "pv_max": 8}}
    bench.assert_odds_agree("burst", series=[2], recoil=0, damage="1d3", targets=[target], loaded=12)
    bench.assert_odds_agree("burst", series=[2, 0], recoil=0, damage="1", targets=[target], jams=False, distance=15)
    bench.assert_odds_agree("short_burst", attack=4, burst_size=3, recoil=2, damage="1d3", jams=True, loaded=4)


def test_twenty_people_in_the_way_cost_no_more_than_one():
    """D100-FIRE-07: the weapon does not care who is hit."""
    people = [{"name": str(one), "body": {"pv": 9}} for one in range(20)]
    result = bench.weighed("burst", {"series": [6, 1], "recoil": 3, "damage": "2d6", "targets": people}, ("fired",))
    assert {dict(key)["fired"]: float(chance) for key, chance in result.items()} == {0: 0.1, 1: 0.09, 2: 0.81}
    with pytest.raises(Refusal) as caught:  # but who is hit, die by die, is refused at once
        bench.weighed("burst", {"series": [6, 1], "recoil": 3, "damage": "2d6", "targets": people[:2]}, ("bursts",))
    assert caught.value.id == "odds/too_many"


def test_cartridges_that_nobody_counts_are_not_told():
    """D100-FIRE-04: within reach and beyond it."""
    given = {"attack": 5, "burst_size": 3, "recoil": 1, "weapon_class": "firearm", "increment": 3}
    for distance, dice in ((3, [10]), (31, [])):
        assert "ammo_left" not in outcome("short_burst", dice, distance=distance, **given)
        left = outcome("short_burst", dice, distance=distance, loaded=9, **given)["ammo_left"]
        assert left == (6 if dice else 9)


def test_a_burst_undoes_what_stopped_the_dying():
    """D100-HEALTH-06, D100-FIRE-08: far away, the second burst is dodged and changes nothing."""
    body = {"pv": -3, "pv_max": 10, "stable": True}
    given = {"series": [5, 5], "recoil": 0, "distance": 25, "increment": 9, "damage": "1d4"}
    bursts = outcome("burst", [10, 2, 1, 10, 20], targets=[{"body": body}], **given)["bursts"]
    assert [(one["targets"][0]["pv"], one["targets"][0]["condition"]) for one in bursts] == [(-4, "dying")] * 2
    spared = outcome("burst", [10, 20, 10, 20], targets=[{"body": body}], **given)["bursts"]
    assert [one["targets"][0]["condition"] for one in spared] == ["stable"] * 2


def test_bullets_of_a_burst_pierce_a_vest():
    """D100-PROT-01, D100-FIRE-08."""
    given = {"series": [5], "recoil": 0, "distance": 25, "increment": 9, "damage": "1d6"}
    target = {"protection_kind": "vest", "protection": 6}
    for penetration, dice, final in ((8, [10, 2, 5], 5), (6, [10, 2, 5, 2], 3)):
        result = outcome("burst", dice, targets=[target], penetration=penetration, **given)
        assert result["bursts"][0]["targets"][0]["damage_final"] == final
