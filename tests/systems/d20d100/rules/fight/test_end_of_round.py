"""The end of a round, in its order (ROLL-03, GRAP-04, HEALTH-06, TEMP-02, SAN-06)."""

import pytest

from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from systems.brute import Bench

bench = Bench("d20d100")
outcome, refused, changes = bench.outcome, bench.refused, bench.changes
SLIDING = {"rule_decompensation": True}


def one(dice, options=None, **fields):
    """One fighter at the end of a round."""
    (result,) = outcome("end_round", dice, combatants=[{"name": "Ada", **fields}], options=options or {})["combatants"]
    return result


def test_nothing_happens_to_the_unharmed():
    """Everybody is told in full."""
    assert one([]) == {
        "name": "Ada",
        "pv": 10,
        "temp_damage": 0,
        "condition": "ok",
        "stable": False,
        "on_fire": False,
        "strangle_failed": False,
        "san": 50,
        "mind_stable": False,
        "perm_mad": False,
    }
    assert changes("end_round", combatants=[{"name": "Ada"}]) == []


def test_each_step_passes_through_everybody_before_the_next():
    """The order of the dice: fire, strangling, agony, waking, decompensation; each step in the order given."""
    fighters = [
        {"name": "A", "on_fire": True, "pv": -2, "san": -3},
        {"name": "B", "strangle_round": 1, "temp_damage": 11},
        {"name": "C", "on_fire": True, "strangle_round": 3, "strangle_failed": True, "pv_max": 30},
        {"name": "D", "pv": -8, "san": -9},
    ]
    dice = [2, 3, 19, 12, 4, 9, 10, 10, 4, 10]
    result = bench.answer("end_round", dice, combatants=fighters, options=SLIDING)
    assert [(die.who, die.purpose) for die in result.dice] == [
        ("A", "reflexes"),
        ("A", "fire"),
        ("C", "reflexes"),
        ("B", "constitution"),
        ("C", "loss"),
        ("A", "agony"),
        ("D", "agony"),
        ("B", "wake"),
        ("A", "decompensation"),
        ("D", "decompensation"),
    ]
    told = [
        (who["pv"], who["temp_damage"], who["condition"], who["stable"], who["on_fire"], who["san"], who["mind_stable"])
        for who in result.outcome["combatants"]
    ]
    assert told == [
        (-6, 0, "dying", False, True, -4, False),
        (10, 10, "staggered", False, False, 50, False),
        (26, 0, "ok", False, False, 50, False),
        (-8, 0, "stable", True, False, -9, True),
    ]
    assert [(one.field, one.before, one.after, one.who) for one in result.changes] == [
        ("pv", -2, -6, "A"),
        ("san", -3, -4, "A"),
        ("temp_damage", 11, 10, "B"),
        ("pv", 30, 26, "C"),
        ("on_fire", True, False, "C"),
        ("stable", False, True, "D"),
        ("mind_stable", False, True, "D"),
    ]


@pytest.mark.parametrize(
    ("dice", "fields", "like", "given"),
    [
        ([5, 6], {"on_fire": True, "pv": 7, "reflexes": 2}, "burn_round", {"reflexes": 2, "pv": 7, "pv_max": 10}),
        ([18], {"on_fire": True, "pv": 5, "reflexes": 2}, "burn_round", {"reflexes": 2, "pv": 5, "pv_max": 10}),
        (
            [11, 6],
            {"strangle_round": 2, "strangle_bonus": 2, "con_modifier": 1},
            "strangle_round",
            {"round": 2, "difficulty_bonus": 2, "con_modifier": 1},
        ),
        (
            [8],
            {"strangle_round": 9, "strangle_failed": True},
            "strangle_round",
            {"round": 9, "failed": True, "con_modifier": 0},
        ),
        ([3], {"pv": -4}, "agony_round", {"pv": -4}),
        ([10], {"pv": -4}, "agony_round", {"pv": -4}),
        ([10], {"pv": 4, "temp_damage": 9}, "wake_up", {"pv": 4, "temp_damage": 9}),
        ([9], {"pv": 4, "temp_damage": 9}, "wake_up", {"pv": 4, "temp_damage": 9}),
    ],
)
def test_each_step_is_the_procedure_of_that_name(dice, fields, like, given):
    """D100-ROLL-03, D100-GRAP-04, D100-HEALTH-06, D100-TEMP-02."""
    result, alone = one(dice, **fields), outcome(like, dice, **given)
    for name in ("pv", "temp_damage", "condition", "on_fire"):
        assert result[name] == alone.get(name, result[name])
    assert result["strangle_failed"] is alone.get("failed", result["strangle_failed"])


def test_a_body_that_dies_is_left_alone():
    """The dead are skipped from the step in which they die: no regeneration, no other die."""
    result = one([2, 6], SLIDING, pv=4, is_pc=False, on_fire=True, strangle_round=2, regeneration=5, san=-3)
    assert (result["pv"], result["condition"], result["san"]) == (0, "dead", -3)
    assert one([], SLIDING, pv=-10, san=-3, on_fire=True, regeneration=5)["pv"] == -10


@pytest.mark.parametrize(("pv", "after"), [(10, 10), (8, 10), (3, 6), (-2, 1), (-3, 0)])
def test_regeneration_comes_before_agony(pv, after):
    """Up to the maximum, and whoever is above −1 by then does not roll."""
    assert one([], pv=pv, regeneration=3)["pv"] == after
    result = one([4], pv=-9, regeneration=3)
    assert (result["pv"], result["condition"]) == (-7, "dying")
    assert one([10], pv=-9, pv_max=1, regeneration=3)["pv"] == -6


def test_the_stable_and_the_adversaries_without_agony_do_not_roll():
    """D100-HEALTH-06, D100-CREAT-01."""
    assert one([], pv=-4, stable=True)["condition"] == "stable"
    assert one([], pv=0, is_pc=False)["condition"] == "dead"
    assert one([3], pv=-4, is_pc=False, uses_agony=True)["pv"] == -5
    assert one([3], pv=-9)["condition"] == "dead"
    burned = one([2, 1, 5], pv=-4, stable=True, on_fire=True)
    assert (burned["stable"], burned["pv"]) == (False, -6)  # fire undoes what stopped the loss


@pytest.mark.parametrize(
    ("san", "dice", "left", "stable", "mad"),
    [(0, [], 0, False, False), (-1, [9], -2, False, False), (-9, [1], -10, False, True), (-9, [10], -9, True, False)],
)
def test_a_mind_below_zero_slides_where_that_is_played(san, dice, left, stable, mad):
    """D100-SAN-06."""
    result = one(dice, SLIDING, san=san)
    assert (result["san"], result["mind_stable"], result["perm_mad"]) == (left, stable, mad)
    assert one([], san=san)["san"] == san
    assert one([], SLIDING, san=san, mind_stable=True)["san"] == san
    assert one([], SLIDING, san=-10)["perm_mad"] is True


def test_names_are_told_apart():
    assert refused("end_round", combatants=[{"name": "A"}, {"name": "A"}]) == ("field/twice", "combatants")
    assert refused("end_round", combatants=[])[1] == "combatants"


@pytest.mark.parametrize(
    "fighters",
    [
        [{"name": "A", "on_fire": True, "pv": 3, "pv_max": 9}],
        [{"name": "A", "strangle_round": 1}, {"name": "B", "pv": -9}],
        [{"name": "A", "temp_damage": 12}, {"name": "B", "san": -2}],
    ],
)
def test_odds_are_those_of_every_face(fighters):
    bench.assert_odds_agree("end_round", combatants=fighters, options=SLIDING)


def test_odds_of_a_crowd_are_told_while_few_of_it_are_at_risk():
    """Twenty unharmed people cost nothing; five on fire are refused at once."""
    crowd = [{"name": str(place)} for place in range(20)]
    burning = [{"name": f"B{place}", "on_fire": True} for place in range(5)]
    dead = [{"name": "D", "pv": -10, "on_fire": True, "strangle_round": 2}]
    assert len(bench.weighed("end_round", {"combatants": [*crowd, *dead, burning[0]]}, ("combatants",))) == 7
    with pytest.raises(Refusal) as caught:
        bench.weighed("end_round", {"combatants": burning}, ("combatants",))
    assert caught.value.id == "odds/too_many"


def crowd(count, **threat):
    one = {"pv": 10, "pv_max": 10, **threat}
    return {"combatants": [{"name": f"n{index}", **one} for index in range(count)], "options": SLIDING}


THREATS = {
    "fire": {"on_fire": True},
    "a hand at the throat": {"strangle_round": 1},
    "agony": {"pv": -1},
    "a faint": {"temp_damage": 11},
    "a mind that slides": {"san": -1},
}


@pytest.mark.parametrize("threat", THREATS.values(), ids=THREATS)
def test_odds_tell_four_people_in_danger_apart_and_no_more(threat):
    """Each danger counts by itself; those who are well are no matter."""
    with pytest.raises(Refusal) as caught:
        odds_of("d20d100", "end_round", crowd(5, **threat), by=("combatants",))
    assert caught.value.id == "odds/too_many"


def test_odds_of_those_who_are_well_or_dead_are_certain():
    """D100-HEALTH-06: no die falls for either."""
    for threat in ({}, {"pv": -10, "on_fire": True}):
        assert len(odds_of("d20d100", "end_round", crowd(5, **threat), by=("combatants",))) == 1


def test_whoever_is_whole_does_not_regenerate():
    """D100-CREAT-01."""
    hurt, whole = crowd(1, pv=8, regeneration=3), crowd(1, regeneration=3)
    assert bench.reasons("end_round", **hurt) == [("pv", 10, "D100-CREAT-01")]
    assert bench.reasons("end_round", **whole) == []
