"""From the percentile game and from d20 (CONV, CREAT, MISS)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.d20d100 import pack
from systems.brute import Bench
from systems.worked import table

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
CONVERTED = [row for row in pack.table("skills", "skill") if row.percent is not None and not row.minus]
SCORES = ("FOR", "CON", "TAI", "INT", "POU", "DEX")


@pytest.mark.parametrize("row", pack.table("scales", "conversion"), ids=lambda row: row.key)
def test_every_percentage_has_its_modifier(row):
    """D100-CONV-01, D100-MISS-14: cell by cell, both ends of each band."""
    for percent in range(row.first, (row.first if row.last is None else row.last) + 1):
        assert outcome("convert_percent", percent=percent) == {"modifier": row.modifier}


@given(st.integers(0, 200))
def test_five_points_are_one_and_remainders_go_to_the_nearest(percent):
    """D100-CONV-01."""
    modifier = outcome("convert_percent", percent=percent)["modifier"]
    assert abs(5 * (modifier + 6) - percent) <= 2


@pytest.mark.parametrize(
    ("given", "modifier", "formula"),
    [
        ({"percent": 25, "characteristics": ["INT"]}, -1, "INT-1"),
        ({"percent": 5, "characteristics": ["DEX", "PER"]}, -7, "DEX+PER-7"),
        ({"percent": 30, "characteristics": ["FOR"]}, 0, "FOR"),
        ({"percent": 40, "characteristics": ["FOR"]}, 2, "FOR+2"),
        ({"percent": 25, "characteristics": ["FOR", "DEX"], "combat": True}, -1, "FOR+DEX-1"),
        ({"percent": 10, "characteristics": ["DEX", "TAI"], "deduction": 1}, -5, "DEX+TAI-5"),
        ({"percent": 25, "characteristics": ["INT"], "deduction": 2}, -3, "INT-3"),
        ({"percent": 70}, 8, None),
    ],
)
def test_a_base_is_a_percentage_beside_characteristics(given, modifier, formula):
    """D100-CONV-02, D100-EX-15, D100-EX-16: two points less for two of them, never in combat."""
    assert picked("convert_percent", [], "modifier", "formula", **given) == (modifier, formula)


@pytest.mark.parametrize("row", CONVERTED, ids=lambda row: row.key)
def test_the_list_of_skills_follows_its_own_rule(row):
    """D100-CONV-02, D100-MISS-01: the constant of a skill is its converted percentage."""
    given = {"percent": row.percent, "characteristics": list(row.plus), "combat": row.group == "combat"}
    if not row.of_score:
        assert outcome("convert_percent", **given)["modifier"] == row.constant


# ---- characters ----


def test_a_finished_character_keeps_its_totals():
    """D100-CONV-03: characteristics are not added again, and everything else is computed anew."""
    scores = {"FOR": 13, "CON": 12, "TAI": 15, "DEX": 14, "INT": 16, "POU": 11, "EDU": 17, "APP": 9}
    result = outcome("convert_character", scores=scores, skills={"bibliotheque": 60, "boxe": 50}, mythos=5)
    assert result["skills"] == {"bibliotheque": 6, "boxe": 4}
    assert result["scores"] == {**scores, "PER": 10}
    assert picked("convert_character", [], "per", "pv_max", "pm_max", "san_max", scores=scores, mythos=5) == (
        10,
        14,
        11,
        94,
    )
    assert (result["defence"], result["defence_flat"], result["damage_bonus"]) == (17, 15, 1)
    assert result["jets"] == {"reflexes": 2, "endurance": 1, "idee": 3, "chance": 0, "culture": 3}


@pytest.mark.parametrize(
    ("percent", "per"), [(25, 10), (50, 18), (45, 18), (40, 16), (0, 6), (10, 6), (15, 6), (20, 8), (99, 18)]
)
def test_perception_may_come_from_spot_hidden(percent, per):
    """D100-MISS-14: the even score whose modifier is one more, between 6 and 18."""
    assert outcome("convert_character", per_method="spot_hidden", spot_hidden=percent)["per"] == per


def test_perception_may_be_rolled():
    """D100-MISS-14: 3d6; an old PER counts for nothing."""
    result = outcome("convert_character", [6, 5, 4], per_method="roll", scores={"PER": 3})
    assert (result["per"], result["modifiers"]["PER"]) == (15, 2)
    bench.assert_odds_agree("convert_character", per_method="roll")


def test_only_skills_of_the_list_are_converted():
    """D100-MISS-01."""
    assert refused("convert_character", skills={"dodge": 40}) == ("field/one_of", "skills")


# ---- creatures ----


@pytest.mark.parametrize("key", pack.keys("profiles", "creature"))
def test_every_creature_of_the_list_is_what_the_conversion_makes(key):
    """D100-MISS-07: PV, Defence, Scale, Mass, damage bonus and Lutte, cell by cell."""
    row = pack.creature(key)
    result = outcome("convert_creature", scores={code: getattr(row, code) for code in SCORES})
    assert (result["pv_max"], result["scale"], result["mass"]) == (row.pv, row.scale, row.mass)
    assert (result["defence"], result["defence_flat"]) == (row.defence, row.defence_flat)
    assert result["damage_bonus"] == row.damage_bonus
    assert result["major_monster"] is (row.pv >= 50)
    if row.lutte is not None:
        assert result["lutte"] == row.lutte


@pytest.mark.parametrize("row", table("d20d100", "D100-TAB-09"), ids=lambda row: row["creature"])
def test_printed_defences(row):
    """D100-CREAT-04: base, DEX and Scale."""
    assert row["base"] + row["dex"] + row["scale"] == row["defence"]


def test_attacks_grapple_and_armour_are_taken_over():
    """D100-CONV-01, D100-CONV-05, D100-MISS-15."""
    result = outcome(
        "convert_creature",
        scores={"FOR": 16, "DEX": 8, "TAI": 22},
        armour=4,
        grapple_percent=60,
        attacks=[{"name": "Claw", "percent": 35, "damage": "1d6+db", "per_round": 2}, {"name": "Bite", "percent": 30}],
    )
    assert result["attacks"] == [
        {"name": "Claw", "attack": 1, "damage": "1d6+db", "per_round": 2},
        {"name": "Bite", "attack": 0, "damage": "", "per_round": 1},
    ]
    assert (result["lutte"], result["protection"]) == (10, 4)
    assert (result["generic_melee"], result["generic_ranged"]) == (1, -3)


@pytest.mark.parametrize("row", pack.table("scales", "size"), ids=lambda row: row.key)
def test_scale_and_mass_of_every_size(row):
    """D100-CREAT-03, D100-CREAT-05, D100-MISS-07: cell by cell, both ends."""
    for tai in {row.first, 400 if row.last is None else row.last}:
        assert outcome("scale_mass", tai_score=tai) == {"scale": row.scale, "mass": row.mass}


def test_a_d20_armour_class_is_taken_apart():
    """D100-EX-85, D100-CONV-04: the star vampire; dodging is lost flat-footed, clumsiness is not."""
    assert outcome("convert_creature_d20", size=-1, natural=5, dex=1) == {
        "defence": 15,
        "defence_flat": 14,
        "protection": 5,
    }
    assert picked("convert_creature_d20", [], "defence", "defence_flat", dex=-2, dodge=3) == (16, 13)


@pytest.mark.parametrize(("score", "major"), [(49, False), (50, True)])
def test_a_monster_of_fifty_pv_is_a_major_one(score, major):
    """D100-MISS-07."""
    result = outcome("convert_creature", scores={"CON": score, "TAI": score})
    assert (result["pv_max"], result["major_monster"]) == (score, major)


def test_two_characteristics_take_two_points_off_and_say_so():
    """D100-CONV-01, D100-CONV-02."""
    plain, both = (
        bench.answer("convert_percent", percent=50, characteristics=codes).steps[0] for codes in ([], ["INT", "PER"])
    )
    assert (plain.value, plain.rule, plain.parts) == (4, "D100-CONV-01", ())
    assert (both.value, both.rule) == (2, "D100-CONV-02")
    assert both.parts == (("converted", 4), ("deduction", -2))


@pytest.mark.parametrize(("method", "dice", "per"), [("ten", [], 10), ("spot_hidden", [], 18), ("roll", [4, 4, 4], 12)])
def test_perception_is_found_in_three_ways(method, dice, per):
    """D100-MISS-14."""
    assert outcome("convert_character", dice, per_method=method, spot_hidden=75)["per"] == per
