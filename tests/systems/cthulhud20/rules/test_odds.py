"""Exact chances of attacks (ODDS-01, P-ODDS-01): beside the source, by hand, and beside the attacks themselves."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import do, odds_of
from gardien.systems.cthulhud20.vocabulary import HUMAN
from quick import spent
from systems.brute import Bench
from systems.cthulhud20.ledger import lines
from systems.cthulhud20.naive import CELLS, ROWS, attacked
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("odds_attack", "odds_attacks")
ENDS = ("miss", "stopped", "superficial", "light", "moderate", "grave", "critical", "severed", "destructive", "mortal")
GUN = {"kind": "ranged"}


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def chances(**scene: Any) -> dict[str, Fraction]:
    """The ten ends of an attack, those that can be."""
    result = outcome("odds_attack", **scene)
    return {end: Fraction(result[end]) for end in ENDS if result[end] != "0"}


def by_hand(told: Mapping[Any, Fraction]) -> dict[str, Fraction]:
    """A naive count by its ends."""
    result: dict[str, Fraction] = defaultdict(Fraction)
    for (_, how, *_), chance in told.items():
        result[how] += chance
    return dict(result)


# ---- one attack ----

REFERENCE = lines(
    """
    −10 | 9/20 | 7/200 | 2/25  | 59/400 | 1/4   | 3/80  | 0     | 0
    −5  | 1/5  | 7/200 | 2/25  | 59/400 | 1/4   | 1/4   | 0     | 3/80
    0   | 1/20 | 0     | 7/200 | 51/400 | 1/4   | 1/4   | 7/40  | 9/80
    5   | 1/20 | 0     | 0     | 0      | 13/80 | 1/4   | 7/20  | 3/16
    10  | 1/20 | 0     | 0     | 0      | 0     | 13/80 | 21/40 | 21/80
    """.strip("\n ")
)
NAMES = ("miss", "superficial", "light", "moderate", "grave", "critical", "severed", "mortal")


@pytest.mark.parametrize("row", REFERENCE, ids=lambda row: row[0])
def test_the_reference_values(row):
    """CD20-P-ODDS-01, cell by cell: the same CA everywhere, no armour."""
    result = outcome("odds_attack", attack_bonus=10 + int(row[0].replace("−", "-")))
    assert [result[name] for name in NAMES] == row[1:]
    assert (result["stopped"], result["destructive"]) == ("0", "0")


@pytest.mark.parametrize(
    ("aim", "values"),
    [
        ("head", {"miss": "9/20", "moderate": "1/10", "grave": "1/4", "critical": "1/5"}),
        ("torso", {"miss": "7/20", "moderate": "3/20", "grave": "1/4", "critical": "1/4"}),
        (
            "legs",
            {"miss": "3/20", "superficial": "1/20", "light": "1/10", "moderate": "3/20", "grave": "1/4"}
            | {"critical": "1/4", "severed": "1/20"},
        ),
    ],
)
def test_the_reference_values_of_aims(aim, values):
    """CD20-P-ODDS-01: attack bonus equal to the CA."""
    assert chances(attack_bonus=10, aim=aim) == {end: Fraction(chance) for end, chance in values.items()}


ARMOUR = {"torso": 6, "abdomen": 6, "head": 2}


@pytest.mark.parametrize("bonus", [-12, -3, 4, 12])
@pytest.mark.parametrize(("pv", "pf"), [(8, 8), (2, 3), (3, 1)])
def test_a_whole_attack_counted_by_hand(bonus, pv, pf):
    """CD20-P-ODDS-01, CD20-SHOCK-03, CD20-HP-04, CD20-HP-05: every face of d20 and d100 on somebody in armour."""
    malus = {8: 0, 3: -2, 1: -3}[pf]
    ca = {zone: 10 + malus + ARMOUR.get(zone, 0) for zone in HUMAN}
    told = attacked(bonus, ca, ARMOUR, pv=pv, pf=pf)
    result = outcome("odds_attack", attack_bonus=bonus, target={"pv": pv, "pf": pf, "armour": ARMOUR})
    counted = by_hand(told)
    assert Fraction(result["critical"]) + Fraction(result["severed"]) == counted.get("critical", 0)
    for end in ("miss", "stopped", "superficial", "light", "moderate", "grave", "mortal"):
        assert Fraction(result[end]) == counted.get(end, 0)
    hits = {key: chance for key, chance in told.items() if key[1] not in ("miss", "stopped")}
    assert Fraction(result["hit"]) == sum(hits.values())
    assert Fraction(result["dead"]) == sum(chance for key, chance in told.items() if key[4] == "dead")
    assert Fraction(result["out_of_action"]) == sum(chance for key, chance in told.items() if key[4] != "ok")
    by_zone: dict[str, Fraction] = dict.fromkeys(HUMAN, Fraction(0))
    for (zone, *_), chance in hits.items():
        by_zone[zone] += chance
    assert {zone: Fraction(chance) for zone, chance in result["hit_by_zone"].items()} == by_zone


@pytest.mark.parametrize("aim", ["upper", "middle", "lower", "legs", *HUMAN])
def test_aims_counted_by_hand(aim):
    """CD20-AIM-02, CD20-AIM-04: only the zones that can be struck are told."""
    group = {"upper": range(1, 41), "middle": range(6, 51), "lower": range(41, 101), "legs": range(51, 101)}
    malus = {"upper": 5, "middle": 5, "lower": 3, "legs": 4, "head": 10, "torso": 8}
    cost = malus.get(aim, 9 if aim.endswith("arm") or aim == "abdomen" else 7)
    faces = group.get(aim) or CELLS[aim]
    told = attacked(6 - cost, dict.fromkeys(HUMAN, 10), faces=faces)
    assert chances(attack_bonus=6, aim=aim) == by_hand(told)
    result = outcome("odds_attack", attack_bonus=6, aim=aim)["hit_by_zone"]
    assert set(result) == {zone for zone, *_ in told}


def test_parts_that_are_gone_cannot_be_hit():
    """CD20-GB-07, CD20-LOC-02: the other cells share their chances."""
    result = outcome("odds_attack", attack_bonus=9, target={"lost_parts": ["left_leg", "right_arm"]})
    assert "left_leg" not in result["hit_by_zone"]
    assert Fraction(result["hit_by_zone"]["right_leg"]) == Fraction(25, 65) * Fraction(19, 20)
    assert Fraction(result["hit_by_zone"]["head"]) == Fraction(5, 65) * Fraction(19, 20)


@pytest.mark.parametrize(("feats", "kept"), [([], Fraction(60, 100)), (["blind_fight"], 1 - Fraction(40, 100) ** 2)])
def test_darkness_takes_its_share_of_the_hits(feats, kept):
    """CD20-P-COVER-01: a hit that is lost is a miss; Blind-Fight looks twice."""
    plain = outcome("odds_attack", attack_bonus=5)
    dark = outcome("odds_attack", attack_bonus=5, concealment=40, attacker={"feats": feats})
    assert Fraction(dark["hit"]) == Fraction(plain["hit"]) * kept
    assert Fraction(dark["miss"]) == Fraction(plain["miss"]) + Fraction(plain["hit"]) * (1 - kept)
    for end in ("light", "grave", "mortal", "dead"):
        assert Fraction(dark[end]) == Fraction(plain[end]) * kept


@pytest.mark.parametrize(
    ("bonus", "options", "miss"),
    [(30, {}, "1/20"), (30, {"no_auto_miss": True}, "0"), (-30, {}, "19/20"), (-30, {"no_auto_hit": True}, "1")],
)
def test_ones_and_twenties(bonus, options, miss):
    """CD20-ATT-04."""
    assert outcome("odds_attack", attack_bonus=bonus, options=options)["miss"] == miss


def test_armour_may_stop_a_blow_or_not():
    """CD20-SHOCK-03: without the house rule it is a plain miss; a touch is never stopped."""
    scene = {"attack_bonus": 0, "target": {"armour": dict.fromkeys(HUMAN, 5)}}
    assert picked("odds_attack", [], "miss", "stopped", "hit", **scene) == ("9/20", "1/4", "3/10")
    off = {"options": {"armour_stop_shock": False}}
    assert picked("odds_attack", [], "miss", "stopped", "hit", **scene, **off) == ("7/10", "0", "3/10")
    assert picked("odds_attack", [], "miss", "stopped", "hit", **scene, touch=True) == ("9/20", "0", "11/20")


def test_the_zone_inside_a_group_may_be_chosen():
    """CD20-AIM-04: a house rule."""
    scene = {"attack_bonus": 15, "aim": "upper", "options": {"group_aim_choice": True}}
    assert outcome("odds_attack", **scene, zone_choice="head")["hit_by_zone"] == {"head": "19/20"}
    assert refused("odds_attack", **scene) == ("field/missing", "zone_choice")


def test_fists_do_not_kill():
    """CD20-FEAT-04: the severities are the same, nothing is lost and nobody dies."""
    result = outcome("odds_attack", attack_bonus=25, weapon={"unarmed": True}, target={"pf": 3})
    assert (result["mortal"], result["severed"], result["dead"]) == ("0", "0", "0")
    assert Fraction(result["critical"]) > Fraction(1, 2)
    assert Fraction(result["out_of_action"]) > Fraction(1, 2)


def test_a_zombie_loses_parts():
    """CD20-CREA-03: sixteen and more is destructive, and kills in the head only."""
    result = outcome("odds_attack", attack_bonus=25, target={"tables": "zombie"})
    assert result["severed"] == "0"
    assert Fraction(result["destructive"]) > Fraction(1, 2)
    assert sum(Fraction(result[end]) for end in ("critical", "severed", "destructive", "mortal")) == Fraction(
        result["critical_or_worse"]
    )


def test_feats_and_power_show_in_the_severity():
    """CD20-FEAT-03, CD20-FEAT-06: GB only, never the chance to hit."""
    sword = {"key": "blade"}
    plain = outcome("odds_attack", attack_bonus=0, weapon=sword)
    keen = outcome("odds_attack", attack_bonus=0, weapon=sword, attacker={"feats": ["improved_critical:blade"]})
    more = outcome("odds_attack", attack_bonus=0, weapon=sword, gb_bonus=2)
    assert keen == more
    assert (plain["hit"], keen["superficial"]) == (keen["hit"], "0")
    strong = {"feats": ["power_attack"], "base_attack": [4]}
    power = outcome("odds_attack", attack_bonus=4, attacker=strong, power_attack=4)
    assert power == outcome("odds_attack", attack_bonus=0, gb_bonus=6)
    assert refused("odds_attack", attacker=strong, weapon=GUN, power_attack=4) == ("field/not_allowed", "power_attack")


def test_a_shock_of_the_table_costs_breath():
    """CD20-P-SHOCK-01: with the house rule a critical wound costs one PF more."""
    scene = {"attack_bonus": 8, "aim": "left_arm", "target": {"pf": 5, "con": 12}}
    plain, shaken = (
        Fraction(outcome("odds_attack", **scene, options={"auto_shock": on})["out_of_action"]) for on in (False, True)
    )
    assert shaken > plain


def test_what_cannot_be_attacked_has_no_chances():
    """CD20-HP-04, CD20-HP-05, CD20-P-RANGE-01, CD20-CREA-02."""
    for procedure, more in (("odds_attack", {}), ("odds_attacks", {"attacks": [{}]})):
        assert outcome(procedure, attacker={"pf": 0}, **more) == {"refused": "attacker_cannot_act"}
        assert outcome(procedure, target={"pv": 0}, **more) == {"refused": "target_dead"}
        assert outcome(procedure, weapon="p32", distance_m=900, **more) == {"refused": "out_of_range"}
        hit_points = {"damage_mode": "traditional"}
        assert refused(procedure, target=hit_points, **more) == ("field/not_allowed", "target.damage_mode")
        assert refused(procedure, weapon="catapult", **more)[1] == "weapon"


def test_neither_shock_nor_destiny_is_asked_for():
    assert refused("odds_attack", shock="violent")[0] == "field/unknown"
    assert refused("odds_attack", destiny={"effect": "reroll"})[0] == "field/unknown"


scenes = st.fixed_dictionaries(
    {
        "attack_bonus": st.integers(-15, 30),
        "aim": st.sampled_from(["none", "upper", "legs", "head", "left_leg"]),
        "concealment": st.sampled_from([0, 0, 20, 100]),
        "weapon": st.sampled_from([{}, GUN, {"pf_only": True}, "p32"]),
        "target": st.fixed_dictionaries(
            {
                "pf": st.integers(-2, 6),
                "armour": st.sampled_from([{}, ARMOUR]),
                "tables": st.sampled_from(["human", "zombie", "winged_human"]),
                "conditions": st.sampled_from([[], ["blinded"], ["bound"]]),
                "prone": st.booleans(),
            }
        ),
    }
)


@settings(max_examples=25, deadline=None)
@given(scenes)
def test_an_attack_has_the_chances_it_is_given(scene):
    """The ten ends sum to one and are those of the attack itself, told apart by its own odds."""
    result = outcome("odds_attack", **scene)
    assert sum(Fraction(result[end]) for end in ENDS) == 1
    assert sum(Fraction(one) for one in result["hit_by_zone"].values()) == Fraction(result["hit"])
    told: dict[str, Fraction] = defaultdict(Fraction)
    for one in odds_of("cthulhud20", "attack", scene, by=("result", "severity", "part_lost", "state")):
        end = one.outcome
        how = end["result"] if end["result"] != "hit" else end["severity"]
        told["severed" if how == "critical" and end["part_lost"] else how] += one.chance
        told["dead"] += one.chance * (end["state"] == "dead")
        told["out_of_action"] += one.chance * (end["state"] != "ok")
    for name in (*ENDS, "dead", "out_of_action"):
        assert Fraction(result[name]) == told[name], name


# ---- several attacks ----


def worst_by_hand(shots: list[tuple[int, range]], pv: int = 8, pf: int = 8) -> dict[str, Fraction]:
    """Attack after attack on a bare body; its fatigue lowers the CA, at 0 PF it is helpless."""
    ranks = ["untouched", *(name for name, *_ in ROWS[::-1]), "dead"]
    mass = {(pv, pf, 0): Fraction(1)}
    for bonus, faces in shots:
        after: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
        for (life, breath, worst), chance in mass.items():
            if life <= 0:
                after[0, 0, 6] += chance
                continue
            malus = -5 if breath <= 0 else -min(5, (pf - breath) // 2)
            gain = 4 if breath <= 0 else 0
            ca = dict.fromkeys(HUMAN, 10 + malus)
            for (_, how, lost, cut, state), share in attacked(bonus + gain, ca, None, faces, life, breath).items():
                rank = ranks.index("untouched" if how == "miss" else "dead" if state == "dead" else how)
                left = 0 if state == "dead" else life - cut
                kept = min(breath - lost, 3 * left // 2)
                after[(0, 0, 6) if left <= 0 else (left, kept, max(worst, rank))] += chance * share
        mass = after
    result: dict[str, Fraction] = dict.fromkeys(ranks, Fraction(0))
    for (*_, rank), chance in mass.items():
        result[ranks[rank]] += chance
    return result


@pytest.mark.parametrize(
    ("attacks", "shots"),
    [
        ([{"attack_bonus": 10, "aim": "head"}] * 3, [(0, CELLS["head"])] * 3),
        (
            [{"attack_bonus": 9, "aim": "torso"}, {"attack_bonus": 4, "aim": "head"}],
            [(1, CELLS["torso"]), (-6, CELLS["head"])],
        ),
        ([{"attack_bonus": 2, "aim": "upper", "modifier": 1}] * 3, [(-2, range(1, 41))] * 3),
    ],
)
def test_several_attacks_counted_by_hand(attacks, shots):
    """CD20-ATT-03, CD20-FAT-02, CD20-ATT-08: no leg is struck, so that nobody falls but by fainting."""
    result = outcome("odds_attacks", attacks=attacks, target={"pv": 8, "pf": 8})
    told = {rank: Fraction(chance) for rank, chance in result["worst"].items()}
    assert told == worst_by_hand(shots)
    assert Fraction(result["dead"]) == told["dead"] == Fraction(result["dead_after"][-1])
    assert Fraction(result["dead_or_critical"]) == told["dead"] + told["critical"]
    assert Fraction(result["dead_or_grave"]) == told["dead"] + told["critical"] + told["grave"]


def test_dead_after_each_attack():
    """CD20-ODDS-01: after the first alone, after the first two, and so on."""
    shots = [{"attack_bonus": 8}, {"attack_bonus": 3, "aim": "upper"}, {"attack_bonus": 12, "aim": "head"}]
    whole = outcome("odds_attacks", attacks=shots)
    for many in (1, 2, 3):
        assert outcome("odds_attacks", attacks=shots[:many])["dead"] == whole["dead_after"][many - 1]
    assert outcome("odds_attacks", attacks=shots[:1])["dead"] == outcome("odds_attack", attack_bonus=8)["dead"]


FULL = [
    {"weapon": GUN},
    {"weapon": GUN, "distance_m": 40, "target": {"pf": 3, "armour": ARMOUR, "dex": 16}},
    {"weapon": {}, "target": {"pf": 2, "dex": 14, "wounds": [{"gb": 4}]}},
    {"weapon": {}, "target": {"lost_parts": ["left_leg"], "hampered_parts": ["head"], "pf": 6}},
    {"weapon": {}, "target": {"tables": "zombie"}},
    {"weapon": {}, "target": {"tables": "mi_go"}, "situation": ["flanking"]},
    {"weapon": {"unarmed": True}, "target": {"pf": 4}},
    {"weapon": {}, "options": {"auto_shock": True}, "target": {"pf": 6}},
    {"weapon": {"kind": "ranged", "proficiency": "rifle"}, "options": {"jams": True}},
    {"weapon": {}, "options": {"part_effects": False}},
    {"weapon": {}, "options": {"repeat_faint_save": True, "pf_floor_zero": True}, "target": {"pf": 1}},
]


@pytest.mark.parametrize("scene", FULL)
def test_the_chances_of_a_full_attack_are_its_own(scene):
    """CD20-ATT-03: the same body after the same two attacks, whichever way it is asked for."""
    attacker = {"base_attack": [14, 9], "feats": ["weapon_proficiency:rifle"]}
    attacks = [{"attack_number": 1}, {"attack_number": 2}]
    result = outcome("odds_attacks", attacker=attacker, attacks=attacks, **scene)
    odds = odds_of("cthulhud20", "full_attack", {"attacker": attacker, **scene}, by=("state",))
    dead = sum((one.chance for one in odds if one.outcome["state"] == "dead"), Fraction(0))
    assert Fraction(result["dead"]) == dead
    assert sum(Fraction(one) for one in result["worst"].values()) == 1


def test_the_aim_bonus_and_the_base_numbers_count_as_in_an_attack():
    """CD20-AIM-01, CD20-ATT-01: aimed serves the first number only."""
    jack = {"base_attack": [7, 2]}
    same = {"attacker": jack, "weapon": GUN}
    aimed = outcome("odds_attacks", **same, attacks=[{"aimed": True}])
    assert aimed == outcome("odds_attacks", attacks=[{"attack_bonus": 9}], weapon=GUN)
    second = outcome("odds_attacks", **same, attacks=[{"aimed": True, "attack_number": 2}])
    assert second == outcome("odds_attacks", attacks=[{"attack_bonus": 2}], weapon=GUN)
    assert aimed == outcome("odds_attacks", **same, attacks=[{"modifier": 2}])


def test_a_part_shot_off_is_aimed_at_no_more():
    """CD20-AIM-02, CD20-LOC-02: the second shot then looks for any zone, as a full attack does."""
    attacks = [{"attack_bonus": 40, "aim": "left_arm"}] * 2
    result = outcome("odds_attacks", attacks=attacks)
    odds = odds_of("cthulhud20", "full_attack", {"attacks": attacks}, by=("state",))
    assert Fraction(result["dead"]) == sum(one.chance for one in odds if one.outcome["state"] == "dead")
    assert result["dead_after"][0] == "0"
    assert Fraction(result["dead"]) > 0


def test_a_stopped_blow_is_superficial_and_not_nothing():
    """CD20-SHOCK-03."""
    target = {"armour": dict.fromkeys(HUMAN, 30)}
    result = outcome("odds_attacks", target=target, attacks=[{"attack_bonus": 20}])["worst"]
    assert (result["untouched"], result["superficial"]) == ("1/20", "187/200")
    house = {"options": {"armour_stop_shock": False}}
    result = outcome("odds_attacks", target=target, attacks=[{"attack_bonus": 20}], **house)["worst"]
    assert (result["untouched"], result["superficial"]) == ("19/20", "7/200")


def test_with_chosen_zones_a_group_is_still_thrown_for():
    """CD20-AIM-04: nobody says which zone, so the d100 does."""
    attacks = [{"attack_bonus": 10, "aim": "upper"}]
    house = {"options": {"group_aim_choice": True}}
    assert outcome("odds_attacks", attacks=attacks, **house) == outcome("odds_attacks", attacks=attacks)


def test_attacks_that_nobody_has():
    """CD20-ATT-03, CD20-AIM-02."""
    assert refused("odds_attacks") == ("field/missing", "attacks")
    assert refused("odds_attacks", attacks=[]) == ("field/length_at_least", "attacks")
    assert refused("odds_attacks", attacks=[{}, {"attack_number": 2}]) == ("field/at_most", "attacks[1].attack_number")
    assert outcome("odds_attacks", attacks=[{"attack_number": 2, "attack_bonus": 1}])["dead"]
    lost = {"lost_parts": ["left_arm"]}
    scene = {"attacks": [{}, {"aim": "left_arm"}], "target": lost}
    assert refused("odds_attacks", **scene) == ("field/not_allowed", "attacks[1].aim")
    assert refused("odds_attacks", attacks=[{"aim": "head"}], target={"tables": "mi_go"})[1] == "attacks[0].aim"
    assert refused("odds_attacks", attacks=[{"zone_choice": "head"}])[0] == "field/unknown"


def test_chances_come_at_once():
    """A second question like the first is answered in a blink."""
    thug = {"con": 12, "armour": ARMOUR}
    scenes = (
        ("odds_attack", {"attack_bonus": 7, "target": thug, "concealment": 20}),
        ("odds_attacks", {"attacks": [{"attack_bonus": 7}, {"attack_bonus": 2}], "target": thug}),
    )
    for procedure, scene in scenes:
        do("cthulhud20", procedure, scene, dice=[])
        assert spent(partial(do, "cthulhud20", procedure, scene, dice=[]), times=5) < 0.05
