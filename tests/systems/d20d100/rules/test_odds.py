"""Exact chances: they weigh the rules that play, and agree with counting every face (ODDS)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quick import spent
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples, table

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("odds_test", "odds_opposed", "odds_attack", "odds_series", "odds_burst")
NAT20 = {"nat20_auto_success": True}


@pytest.mark.parametrize("example", [one for one in examples("d20d100") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def written(chance):
    return f"{chance.numerator}/{chance.denominator}"


# ---- a test ----


def test_the_printed_table_of_percentages():
    """D100-TAB-01, D100-ODDS-01, D100-ODDS-02: every printed cell; each 100 is 95 in play."""
    for row in table("d20d100", "D100-TAB-01"):
        for column, printed in row.items():
            if column == "modifier":
                continue
            result = outcome("odds_test", modifier=row["modifier"], difficulty=int(column[1:]))
            if printed == -1:
                assert not 0 <= result["theoretical_percent"] <= 100
            else:
                assert result["theoretical_percent"] == printed
                assert result["practical_percent"] == min(95, printed)


def test_the_professional_on_the_scale_of_difficulties():
    """D100-TAB-03, D100-TEST-05: the formula wins over the 5 % printed at 30."""
    for row in table("d20d100", "D100-TAB-03"):
        assert (
            outcome("odds_test", modifier=8, difficulty=row["difficulty"])["practical_percent"]
            == (row["correct_percent"])
        )


@given(st.integers(-40, 60), st.integers(-40, 80), st.lists(st.integers(-40, 40), max_size=2), st.booleans())
def test_a_test_has_five_per_cent_for_each_face(modifier, difficulty, mods, twenty):
    """D100-ODDS-01, D100-ODDS-02."""
    options = {"nat20_auto_success": twenty}
    result = outcome("odds_test", modifier=modifier, difficulty=difficulty, mods=mods, options=options)
    faces = 21 - difficulty + modifier + sum(mods)
    chance = Fraction(max(int(twenty), min(19, faces)), 20)
    assert result == {
        "theoretical_percent": 5 * faces,
        "practical_percent": int(100 * chance),
        "probability": written(chance),
    }


def test_a_test_is_weighed_by_the_rule_that_plays_it():
    """D100-TEST-01."""
    played = bench.chance("skill_test", "success", True, modifier=3, difficulty=12)
    assert outcome("odds_test", modifier=3, difficulty=12)["probability"] == written(played)


# ---- an opposition ----


@settings(max_examples=25)
@given(
    st.integers(-10, 15),
    st.integers(-10, 15),
    st.sampled_from(["active_passive", "symmetric"]),
    st.sampled_from(["active", "passive", "higher_modifier"]),
)
def test_an_opposition_is_four_hundred_pairs(active, passive, kind, tie):
    """D100-ODDS-03, D100-TEST-07."""
    counted = {"active": 0, "passive": 0, "none": 0}
    for first in range(1, 21):
        for second in range(1, 21):
            margin = first + active - second - passive
            if 1 in (first, second):
                winner = "none" if first == second else "passive" if first == 1 else "active"
            elif margin:
                winner = "active" if margin > 0 else "passive"
            elif kind == "active_passive" and tie != "higher_modifier":
                winner = tie
            else:
                winner = "none" if active == passive else "active" if active > passive else "passive"
            counted[winner] += 1
    result = outcome(
        "odds_opposed",
        active_modifier=active - 1,
        active_mods=[1],
        passive_modifier=passive + 2,
        passive_mods=[-2],
        kind=kind,
        options={"opposed_tie": tie},
    )
    assert result == {f"p_{side}": written(Fraction(ways, 400)) for side, ways in counted.items()}


# ---- one attack ----

ATTACKS = [
    {"attack": 8, "damage": "1d6"},
    {"attack": 3, "damage": "1d6", "jams": True, "target_pv": 4},
    {"attack": 0, "damage": "1d4", "damage_bonus": -3, "threat_min": 17, "multiplier": 3, "target_pv": 2},
    {"attack": 30, "damage": "1d6+1", "jams": True, "protection_kind": "vest", "protection": 4, "target_pv": 5},
    {"attack": -30, "damage": "1d6", "options": NAT20},
    {"attack": 5, "damage": "1d4", "damage_bonus": 2, "options": {"crit_multiplies_bonus": False}, "target_pv": 6},
    {"attack": 5, "damage": "1d6", "protection_kind": "half", "protection": 1},
    {"attack": 5, "damage": "2d6", "protection_kind": "minimal"},
    {"attack": 5},
]


@pytest.mark.parametrize("inputs", ATTACKS)
def test_an_attack_is_weighed_as_it_is_played(inputs):
    """D100-ODDS-04, beside every face of every die of `attack`."""
    pv = inputs.get("target_pv")
    played = bench.every_outcome("attack", {name: value for name, value in inputs.items() if name != "target_pv"})

    def chance(holds):
        return written(sum((weight for one, weight in played if holds(one)), Fraction(0)))

    expected = {
        "p_hit": chance(lambda one: one["hit"]),
        "p_crit": chance(lambda one: one["critical"]),
        "p_malfunction": chance(lambda one: one["malfunction"] != "none"),
        "expected_damage": written(sum((one["damage_final"] * weight for one, weight in played), Fraction(0))),
    }
    if pv is not None:
        expected["p_kill"] = chance(lambda one: one["damage_final"] >= pv)
    assert outcome("odds_attack", **inputs) == expected


@given(st.integers(-40, 60), st.integers(-20, 60), st.integers(2, 20), st.booleans())
def test_an_attack_by_the_formula(attack, defence, threat, jams):
    """D100-ODDS-04: clamp(21 − Defence + attack, 0, 18 or 19) / 20."""
    result = outcome("odds_attack", attack=attack, defence=defence, threat_min=threat, jams=jams)
    first = 3 if jams else 2
    assert result["p_hit"] == written(Fraction(max(0, min(21 - defence + attack, 21 - first)), 20))
    crits = max(0, 21 - max(first, threat, defence - attack))
    assert result["p_crit"] == written(Fraction(min(20, crits), 20))
    assert result["p_malfunction"] == ("1/10" if jams else "0/1")
    assert result["expected_damage"] == "0/1"


def test_shots_are_weighed_with_what_weighs_on_them():
    assert outcome("odds_attack", attack=3, mods=[2, -1]) == outcome("odds_attack", attack=4)
    assert outcome("odds_series", shots=[3, 1], mods=[2, -1]) == outcome("odds_series", shots=[4, 2])


# ---- a series ----


@pytest.mark.parametrize(
    "inputs",
    [
        {"shots": [6, 1], "damage": "1d4", "jams": True, "target_pv": 5},
        {"shots": [6, -4], "damage": "1d3", "threat_min": 19, "target_pv": 4},
        {"shots": [6], "damage": "1d4", "jams": True, "protection_kind": "vest", "protection": 4, "target_pv": 2},
        {"shots": [9, 9, 9], "jams": True, "target_pv": 1},
    ],
)
def test_a_series_is_weighed_as_it_is_played(inputs):
    """D100-ODDS-04, D100-FIRE-11, beside every face of every die of `attack_sequence`."""
    pv = inputs["target_pv"]
    given = {"series" if name == "shots" else name: value for name, value in inputs.items() if name != "target_pv"}
    played = bench.every_outcome("attack_sequence", given)

    def mean(value):
        return sum((value(one) * weight for one, weight in played), Fraction(0))

    hits = []
    for place in range(len(inputs["shots"])):
        fired = [(one["shots"][place], weight) for one, weight in played if len(one["shots"]) > place]
        made = sum((weight for _, weight in fired), Fraction(0))
        hits.append(written(sum((weight for shot, weight in fired if shot["hit"]), Fraction(0)) / made))
    assert outcome("odds_series", **inputs) == {
        "p_hit": hits,
        "p_at_least_one": written(mean(lambda one: int(one["hits"] > 0))),
        "p_malfunction": written(mean(lambda one: int(one["malfunction"] != "none"))),
        "expected_hits": written(mean(lambda one: one["hits"])),
        "expected_damage": written(mean(lambda one: one["damage_total"])),
        "p_kill": written(mean(lambda one: int(one["damage_total"] >= pv))),
    }


def test_a_jam_loses_what_would_have_followed():
    """D100-FIRE-11: three sure shots, each with one chance in ten to fail."""
    result = outcome("odds_series", shots=[40, 40, 40], jams=True, damage="1")
    assert result["p_hit"] == ["9/10"] * 3
    assert result["p_malfunction"] == written(1 - Fraction(9, 10) ** 3)
    assert result["expected_hits"] == written(Fraction(9, 10) + Fraction(81, 100) + Fraction(729, 1000))
    assert result["p_at_least_one"] == "9/10"


def test_no_house_rule_about_bodies_changes_a_series():
    """D100-ODDS-04: damage alone is counted, whoever takes it."""
    inputs = {"shots": [6, 1, -4], "damage": "2d8", "target_pv": 12, "jams": True}
    plain = outcome("odds_series", **inputs)
    rules = {"rule_massive_damage": True, "npc_shock": True, "rule_agony": False}
    assert outcome("odds_series", **inputs, options=rules) == plain


def test_three_shots_with_jams_are_weighed_while_one_waits():
    """Fifty milliseconds at most, once the house is warm."""
    inputs = {"shots": [10, 5, 0], "damage": "2d8", "jams": True, "target_pv": 12}
    points = iter(range(12, 18))
    assert spent(lambda: outcome("odds_series", **{**inputs, "target_pv": next(points)}), times=6) < 0.05


# ---- a burst ----


@pytest.mark.parametrize("band", [1, 2, 3, 10])
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"jams": False},
        {"options": {"burst_jam_die": False}},
        {"protection_kind": "vest", "protection": 4, "penetration": 4},
        {"protection_kind": "points", "protection": 2},
        {"options": NAT20, "reflexes": -20},
    ],
)
def test_a_burst_is_weighed_as_it_is_played(band, more):
    """D100-FIRE-07, D100-FIRE-08, D100-FIRE-11, beside every face of every die of `burst`."""
    reflexes = more.get("reflexes", 2)
    target = {name: more[name] for name in ("protection_kind", "protection") if name in more} | {"reflexes": reflexes}
    played = bench.every_outcome(
        "burst",
        {
            "series": [3 + 2 * (band - 1)],
            "recoil": 0,
            "distance": 9 * band,
            "damage": "1d4",
            "targets": [target],
            **{name: more[name] for name in ("jams", "options", "penetration") if name in more},
        },
    )
    fired = [(one["bursts"][0]["targets"][0], weight) for one, weight in played if one["fired"]]
    made = sum((weight for _, weight in fired), Fraction(0))
    mean = sum((one["damage_final"] * weight for one, weight in fired), Fraction(0))
    dodged = sum((weight for one, weight in fired if one["reflex_success"]), Fraction(0))
    result = outcome("odds_burst", difficulty=13, range_band=band, damage="1d4", **{"reflexes": reflexes, **more})
    assert result == {
        "p_fired": written(made),
        "p_reflex_success": written(dodged / made),
        "mean_damage_if_fired": written(mean / made),
        "mean_damage": written(mean),
    }


def test_what_cannot_be_is_refused():
    assert refused("odds_attack", attack=1, damage="1d7")[1] == "damage"
    assert refused("odds_attack", attack=1, protection_kind="vest", protection=7)[1] == "protection"
    assert refused("odds_series", shots=[])[1] == "shots"
    assert refused("odds_series", shots=[1] * 10)[1] == "shots"
    assert refused("odds_burst", difficulty=1, damage="x")[1] == "damage"
    assert refused("odds_burst", difficulty=1, damage="1", protection_kind="vest")[1] == "protection"
    assert refused("odds_burst", difficulty=1, damage="1", range_band=11)[1] == "range_band"
    assert refused("odds_opposed", active_modifier=1)[1] == "passive_modifier"
