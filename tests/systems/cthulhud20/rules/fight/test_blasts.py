"""Explosions: who is struck, how hard, who is thrown down (P-ENV-06, P-EXPL-01)."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from systems.brute import Bench
from systems.cthulhud20.ledger import by_key
from systems.cthulhud20.naive import BONUS, Told, wounded, zone_of
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, refused, changes = bench.outcome, bench.refused, bench.changes


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure == "explosion"], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


EXPLOSIVES = by_key(
    """
    dynamite          | 12 | 3 | 1.5 | 15
    grenade           | 24 | 7 | 6   | 15
    plastic_explosive | 24 | 7 | 3   | 18
    rocket            | 60 | 8 | 3   | 18
    petrol_bomb       | 6  | 1 | 1.5 | 15
    """.strip("\n ")
)


def blast(dice: list[int], victim: dict[str, Any] | None = None, metres: float = 0, **scene: Any) -> dict[str, Any]:
    """One victim of a blast."""
    result = outcome("explosion", dice, victims=[victim or {}], distances_m=[metres], **scene)
    return {**result["results"][0], "radius_m": result["radius_m"], "reflex_dc": result["reflex_dc"]}


@pytest.mark.parametrize(("key", "most", "bonus", "radius", "dc"), EXPLOSIVES)
def test_every_explosive(key, most, bonus, radius, dc):
    """CD20-P-EXPL-01, cell by cell: damage, lethality, radius, difficulty."""
    result = blast([1, 1, 60, 100] if key != "petrol_bomb" else [1, 1, 60], explosive=key, metres=float(radius))
    assert (result["max_damage"], result["bonus"]) == (int(most), int(bonus))
    assert (result["radius_m"], result["reflex_dc"]) == (float(radius), int(dc))
    far = blast([], explosive=key, metres=float(radius) + 0.1)
    assert (far["result"], far["pf"], "bonus" in far) == ("out_of_reach", 8, False)


@pytest.mark.parametrize(
    ("sticks", "most", "radius"),
    [(1, 12, 1.5), (2, 18, 3), (3, 24, 4.5), (4, 30, 6), (5, 36, 6), (10, 66, 6)],
)
def test_sticks_of_dynamite(sticks, most, radius):
    """CD20-P-EXPL-01: six points and a metre and a half for each, up to six metres."""
    result = blast([1, 1, 60, 100], explosive="dynamite", sticks=sticks, metres=radius)
    assert (result["max_damage"], result["radius_m"]) == (most, radius)


def test_a_blast_of_ones_own():
    """CD20-P-ENV-06: three metres and 15 where nothing else is said."""
    result = blast([14, 3, 60, 100], max_damage=10)
    assert (result["radius_m"], result["reflex_dc"], result["bonus"], result["reflex_success"]) == (3, 15, 3, False)
    other = blast([14, 3, 60, 100], max_damage=10, radius_m=9, reflex_dc=12, metres=9)
    assert (other["radius_m"], other["reflex_dc"], other["max_damage"], other["bonus"]) == (9, 12, 5, 1)
    assert blast([20, 5, 60, 100], max_damage=1)["max_damage"] == 0


@pytest.mark.parametrize(("metres", "shock"), [(0, "violent"), (3, "violent"), (3.1, "none"), (6, "none")])
def test_half_as_near_it_throws_down(metres, shock):
    """CD20-P-ENV-06, CD20-SHOCK-02."""
    result = blast([1, 1, 25, 100], explosive="grenade", metres=metres)
    assert (result["shock"], result["prone"], result["pf_loss_shock"]) == (
        shock,
        shock == "violent",
        int(shock == "violent"),
    )


@pytest.mark.parametrize(
    ("victim", "dice", "expected"),
    [
        ({}, [1, 4, 25, 100], ("hit", 11, "critical")),
        ({}, [15, 4, 25, 100], ("hit", 7, "grave")),
        ({"armour": {"torso": 6}, "cover": {"torso": 6}}, [1, 4, 10], ("stopped", 0, "superficial")),
        ({"armour": {"torso": 6}, "cover": {"torso": 5}}, [1, 4, 10, 100], ("hit", 3, "moderate")),
        ({"natural_armour": 30}, [1, 4, 25, 100], ("hit", 11, "critical")),
        ({"tables": "mi_go"}, [1, 10, 30], ("hit", 19, "mortal")),
        ({"pv": 0}, [], ("out_of_reach", None, None)),
    ],
)
def test_what_reaches_a_victim(victim, dice, expected):
    """CD20-P-ENV-06: bonus and d10 less armour and cover; below 0 they hold."""
    result = blast(dice, victim, 6, explosive="grenade")
    assert (result["result"], result.get("gb"), result.get("severity")) == expected


def test_armour_that_holds_in_a_blast_is_always_told():
    """CD20-P-ENV-06: near by the shock comes all the same; shocks by themselves go by the bonus."""
    vest = {"armour": {"torso": 40}}
    house = {"options": {"armour_stop_shock": False}}
    result = blast([1, 4, 10], vest, 0, explosive="grenade", **house)
    assert (result["result"], result["shock"], result["pf_loss"], result["pf"]) == ("stopped", "violent", 1, 7)
    auto = {"options": {"auto_shock": True}}
    assert blast([1, 4, 10], vest, 6, explosive="grenade", **auto)["shock"] == "violent"
    assert blast([15, 4, 10], vest, 6, explosive="grenade", **auto)["shock"] == "shock"
    assert blast([1, 4, 10], vest, 6, explosive="grenade")["shock"] == "none"


def test_a_blast_is_told_in_full():
    """CD20-P-ENV-06: one victim after the other, what each suffers on their own sheet."""
    people = [{"name": "A", "ref": 1}, {"name": "B", "ref": 1, "pv": 3, "pf": 4}, {"name": "C"}]
    scene = {"explosive": "grenade", "victims": people, "distances_m": [4, 2, 7]}
    result = bench.answer("explosion", [15, 4, 60, 50, 10, 5, 80], **scene)
    assert (result.outcome["hurt"], result.outcome["killed"]) == (2, 1)
    assert [one["result"] for one in result.outcome["results"]] == ["hit", "hit", "out_of_reach"]
    assert [(one.who, one.purpose) for one in result.dice] == [
        ("A", "reflexes"),
        ("A", "blast"),
        ("A", "location"),
        ("A", "stabilisation"),
        ("B", "reflexes"),
        ("B", "blast"),
        ("B", "location"),
    ]
    assert {(one.field, one.who) for one in result.changes} == {
        ("pv", "A"),
        ("pf", "A"),
        ("wounds", "A"),
        ("pv", "B"),
        ("pf", "B"),
        ("state", "B"),
        ("prone", "B"),
        ("hampered_parts", "B"),
        ("wounds", "B"),
    }


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        ({}, ("field/missing", "explosive")),
        ({"explosive": "bomb"}, ("field/one_of", "explosive")),
        ({"explosive": "grenade", "sticks": 2}, ("field/at_most", "sticks")),
        ({"explosive": "dynamite", "sticks": 11}, ("field/range", "sticks")),
        ({"max_damage": 6, "sticks": 2}, ("field/at_most", "sticks")),
        ({"explosive": "grenade", "distances_m": [1, 2]}, ("field/length_at_most", "distances_m")),
        ({"explosive": "grenade", "victims": [{}, {}], "distances_m": [1]}, ("field/length_at_least", "distances_m")),
        ({"explosive": "grenade", "radius_m": 0}, ("field/range", "radius_m")),
        ({"explosive": "grenade", "victims": []}, ("field/length_at_least", "victims")),
    ],
)
def test_inputs_that_make_no_sense(scene, fault):
    assert refused("explosion", **{"victims": [{}], **scene}) == fault


# ---- odds ----


def by_hand(bonus: int, saved: int, ref: int, armour: dict[str, int], body: dict[str, int]) -> dict[Told, Fraction]:
    """Every d20, d10 and d100 of one victim."""
    result: dict[Told, Fraction] = defaultdict(Fraction)
    for die in range(1, 21):
        success = die == 20 or (die > 1 and die + ref >= 15)
        for ten in range(1, 11):
            for face in range(1, 101):
                zone, each = zone_of(face), Fraction(1, 20 * 10 * 100)
                margin = (saved if success else bonus) + ten - armour.get(zone, 0)
                if margin < 0:
                    result[zone, "stopped", 0, 0, "ok"] += each
                    continue
                for told, chance in wounded(zone, margin + BONUS.get(zone, 0), **body).items():
                    result[told] += each * chance
    return dict(result)


@pytest.mark.parametrize("body", [{"pv": 8, "pf": 8, "fort": 0}, {"pv": 3, "pf": 4, "fort": 2}])
def test_the_whole_distribution_counted_by_hand(body):
    """CD20-P-ENV-06: a grenade four metres away, every face of every die."""
    armour = {"torso": 9, "abdomen": 9}
    victim = {**body, "ref": 6, "armour": armour, "pv_max": 8, "pf_max": body["pf"]}
    scene = {"explosive": "grenade", "victims": [victim], "distances_m": [4]}
    result: dict[Told, Fraction] = defaultdict(Fraction)
    for one in odds_of("cthulhud20", "explosion", scene, by=("results",)):
        (name,) = one.outcome["results"]
        how = name["severity"] if name["result"] == "hit" else name["result"]
        result[name["zone"], how, name["pf_loss"], name["pv_loss"], name["state"]] += one.chance
    counted = by_hand(7, 3, 6, armour, body)
    assert result == counted
    killed = sum(chance for told, chance in counted.items() if told[4] == "dead")
    assert bench.chance("explosion", "killed", 1, **scene) == killed
    hurt = sum(chance for told, chance in counted.items() if told[1] != "stopped")
    assert bench.chance("explosion", "hurt", 1, **scene) == hurt


def test_a_crowd_is_counted_not_told_one_by_one():
    """Twenty people: how many are hurt and killed, exactly; each by themselves is refused."""
    scene = {"explosive": "grenade", "victims": [{"ref": at} for at in range(20)], "distances_m": [5] * 20}
    odds = odds_of("cthulhud20", "explosion", scene)
    assert sum(one.chance for one in odds) == 1
    assert max(one.outcome["killed"] for one in odds) == 20
    with pytest.raises(Refusal) as caught:
        odds_of("cthulhud20", "explosion", scene, by=("results",))
    assert caught.value.id == "odds/too_many"
