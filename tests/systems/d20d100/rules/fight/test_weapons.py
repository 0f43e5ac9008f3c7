"""The table of weapons: series of attacks, their notation, ranges (WPN, RNG, FIRE)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.fight.weapons import read_series, series_of, series_text
from systems.brute import Bench
from systems.worked import table

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
PRINTED = {"attack_table": "printed"}


@pytest.mark.parametrize("row", pack.table("scales", "series"), ids=lambda row: row.key)
def test_the_series_of_every_skill(row):
    """D100-WPN-01, D100-WPN-02, D100-MISS-08: cell by cell."""
    result = outcome("weapon_line", skill=row.skill)
    assert (result["base_series"], result["attacks"]) == (list(row.scores), len(row.scores))


@pytest.mark.parametrize(
    ("skill", "series"), [(-40, [-40]), (5, [5]), (6, [6, 1]), (9, [9, 4]), (10, [10, 5, 0]), (40, [40, 35, 30])]
)
def test_beyond_the_table_the_same_rule_goes_on(skill, series):
    """D100-MISS-08: never more than three."""
    assert outcome("weapon_line", skill=skill)["base_series"] == series


def test_two_lines_may_be_taken_as_printed():
    """D100-WPN-02: skills of exactly +10 and +12, whatever else is added."""
    assert outcome("weapon_line", skill=10, options=PRINTED)["base_series"] == [10, 6, 0]
    assert outcome("weapon_line", skill=12, options=PRINTED)["notation"] == "+12/+7/+1"
    assert outcome("weapon_line", skill=11, options=PRINTED)["base_series"] == [11, 6, 1]
    assert outcome("weapon_line", skill=10, specialty=True, options=PRINTED)["base_series"] == [12, 8, 2]
    assert outcome("weapon_line", skill=10, rate="reduced", options=PRINTED)["base_series"] == [10, 6]


def test_only_the_skill_counts_for_the_number_of_attacks():
    """D100-WPN-01, D100-WPN-10, D100-TRAIT-04, D100-WPN-07: the scores move, the count does not."""
    assert picked("weapon_line", [], "attacks", "base_series", skill=5, specialty=True, precision=2) == (1, [9])
    assert picked("weapon_line", [], "attacks", "base_series", skill=6, improvised=-4) == (2, [2, -3])


def test_half_rounds():
    """D100-WPN-08: the first attack, then the others."""
    assert picked("weapon_line", [], "first_half", "second_half", skill=12) == ([12], [7, 2])
    assert picked("weapon_line", [], "first_half", "second_half", skill=0) == ([0], [])


@pytest.mark.parametrize(
    ("rate", "attacks", "double", "triple", "bursts"),
    [
        ("none", 3, [], [], []),
        ("reduced", 2, [], [], []),
        ("single", 3, [], [], []),
        ("double", 3, [8, 3, -2], [], []),
        ("triple", 3, [8, 3, -2], [5, 0, -5], []),
        ("burst_3", 3, [], [], []),
        ("burst_5", 3, [], [], []),
        ("burst_10", 3, [], [], [18, 13, 8]),
        ("burst_50", 3, [], [], [23, 18, 13]),
    ],
)
def test_the_eight_rates_of_fire(rate, attacks, double, triple, bursts):
    """D100-WPN-11, D100-WPN-12, D100-FIRE-03, D100-FIRE-07: skill +10, Recoil 3, Precision +1."""
    result = outcome("weapon_line", skill=10, recoil=3, precision=1, rate=rate)
    assert (result["attacks"], result["double_series"], result["triple_series"]) == (attacks, double, triple)
    assert result["burst_difficulties"] == bursts
    assert result["double_shots"] == [one for one in double for _ in range(2)]
    assert result["triple_shots"] == [one for one in triple for _ in range(3)]


@pytest.mark.parametrize("row", table("d20d100", "D100-TAB-12"), ids=lambda row: row["class"])
def test_the_most_shots_of_each_printed_class(row):
    """D100-WPN-11: with three attacks."""
    keys = {one.fr: one.key for one in pack.table("weapons", "rate")}
    rate = next(key for name, key in keys.items() if name.casefold().startswith(row["class"].casefold()[:9]))
    result = outcome("weapon_line", skill=10, rate=rate, recoil=1)
    shots = max(len(result["base_series"]), len(result["double_shots"]), len(result["triple_shots"]))
    if isinstance(row["max_shots_per_round"], int) and not rate.startswith("burst"):
        assert shots == row["max_shots_per_round"]


def test_precision_in_bursts_is_a_house_rule():
    """D100-FIRE-07: the Thompson of the ledger, and one that aims well."""
    assert outcome("weapon_line", skill=6, weapon="thompson")["burst_difficulties"] == [13, 8]
    given = {"skill": 6, "rate": "burst_10", "recoil": 3, "precision": 2}
    assert outcome("weapon_line", **given)["burst_difficulties"] == [15, 10]
    assert outcome("weapon_line", **given, options={"precision_in_burst": False})["burst_difficulties"] == [13, 8]


def test_bare_hands_may_have_one_attack():
    """D100-ATK-08: `unarmed_single_attack` concerns Boxe and Lutte."""
    single = {"unarmed_single_attack": True}
    for skill, attacks in (("boxe", 1), ("lutte", 1), ("revolver", 2), ("", 2)):
        assert outcome("weapon_line", skill=8, combat_skill=skill, options=single)["attacks"] == attacks
        assert outcome("weapon_line", skill=8, combat_skill=skill)["attacks"] == 2
    for weapon, attacks in (("poing", 1), ("couteau_combat", 2)):  # the list knows with what it is struck
        assert outcome("weapon_line", skill=8, weapon=weapon, options=single)["attacks"] == attacks
    assert outcome("weapon_line", skill=8, weapon="poing", combat_skill="armes_contact", options=single)["attacks"] == 2


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"damage": "1d3", "damage_bonus": 2, "temporary": True}, "1d3+2 temp."),
        ({"damage": "1d6", "damage_bonus": -2}, "1d6-2"),
        ({"damage": "1d6"}, "1d6"),
        ({"damage": "2d8", "damage_bonus": 2, "uses_damage_bonus": False}, "2d8"),
        ({"weapon": "poing", "damage_bonus": 1}, "1d3+1 temp."),
        ({"weapon": "colt_45", "damage_bonus": 4}, "2d8"),
        ({"weapon": "arc_long", "damage_bonus": 4}, "1d8"),
        ({"weapon": "arc_long", "damage_bonus": -2}, "1d8-2"),
        ({"weapon": "pompe_12"}, "3d6/2d6/1d6"),
        ({"weapon": "poing", "damage": "1d6", "temporary": False, "damage_bonus": 1}, "1d6+1"),
        ({"weapon": "garrot"}, None),
        ({}, None),
    ],
)
def test_the_damage_is_written_with_the_arm_that_strikes(given, text):
    """D100-WPN-03, D100-WPN-04, D100-MISS-05: never on shots; on bows only what weakens."""
    assert outcome("weapon_line", skill=0, **given).get("damage_text") == text


@pytest.mark.parametrize("key", pack.keys("weapons", "weapon"))
def test_a_weapon_of_the_list_brings_its_numbers(key):
    """D100-MISS-05, D100-WPN-09: the same line as with its numbers written out."""
    row = pack.weapon(key)
    strong = row.strength != "never"
    by_hand = {"precision": row.precision, "recoil": row.recoil, "rate": row.rate, "temporary": row.temporary}
    written_out = {**by_hand, "damage": row.damage or "", "uses_damage_bonus": strong}
    result = outcome("weapon_line", skill=7, weapon=key, damage_bonus=-2)
    assert result == outcome("weapon_line", skill=7, damage_bonus=-2, **written_out)


def test_a_selective_weapon_is_asked_for_once_per_rate():
    """D100-FIRE-09: the first rate of the list is the default."""
    assert outcome("weapon_line", skill=6, weapon="thompson")["double_series"] == []
    result = outcome("weapon_line", skill=6, weapon="thompson", rate="triple")
    assert (result["double_series"], result["burst_difficulties"]) == ([3, -2], [])


@pytest.mark.parametrize(
    ("given", "field"),
    [({"weapon": "blaster"}, "weapon"), ({"damage": "1d7"}, "damage"), ({"damage": "1d6/1d6"}, "damage")],
)
def test_what_no_weapon_can_be_is_refused(given, field):
    """D100-MISS-05, D100-CORE-01, D100-FIRE-06."""
    assert refused("weapon_line", skill=0, **given)[1] == field


# ---- the notation ----


@pytest.mark.parametrize("row", table("d20d100", "D100-TAB-04"), ids=lambda row: row["score"])
def test_the_printed_table_of_notations(row):
    """D100-WPN-08: four rows."""
    assert read_series("notation", row["score"]).figures


@pytest.mark.parametrize(
    ("notation", "shots", "whole"),
    [
        ("+7/+2", [7, 2], False),
        (" +3 // −2 ", [3, 3, -2, -2], False),
        ("+1///-4", [1, 1, 1, -4, -4, -4], False),
        ("-1////", [-1, -1, -1, -1], True),
        ("+3//", [3, 3], False),
        ("+3", [3], False),
        ("+3/", [3], False),
        ("+10/+5/+0", [10, 5, 0], False),
        ("+8//+3//-2", [8, 8, 3, 3, -2, -2], False),
        ("+8//+3//-2//", [8, 8, 3, 3, -2, -2], False),
    ],
)
def test_as_many_shots_as_slashes(notation, shots, whole):
    """D100-WPN-08: blanks and either minus sign are read."""
    result = outcome("parse_series", notation=notation)
    assert (result["shots"], result["whole_round"]) == (shots, whole)
    if not whole:
        assert result["first_half"] + result["second_half"] == shots
        assert len(set(result["first_half"])) == 1


@pytest.mark.parametrize(
    "notation", ["+6//+1/-4", "/+6", "+6/////+1", "six", "+6/+1 ; +2//-3", "+", "+3//+1/", "+1234"]
)
def test_runs_that_differ_and_other_texts_are_refused(notation):
    """D100-WPN-08."""
    assert refused("parse_series", notation=notation) == ("field/type", "notation")


@given(st.integers(-20, 40), st.integers(1, 3), st.integers(1, 3))
def test_what_is_written_is_read_again(skill, attacks, shots):
    """D100-WPN-08, D100-WPN-12."""
    series = series_of(skill, attacks, Options())
    result = read_series("notation", series_text(series, shots))
    assert (result.figures, result.each) == (series, shots)


# ---- ranges ----


@pytest.mark.parametrize(
    ("distance", "kind", "increments", "penalty"),
    [
        (0, "firearm", 1, 0),
        (6, "firearm", 1, 0),
        (6.1, "firearm", 2, -2),
        (12, "firearm", 2, -2),
        (60, "firearm", 10, -18),
        (60.5, "firearm", 11, None),
        (30, "thrown", 5, -8),
        (30.5, "thrown", 6, None),
        (18, "shotgun", 3, -4),
        (18.5, "shotgun", 4, None),
    ],
)
def test_two_points_for_each_increment_beyond_the_first(distance, kind, increments, penalty):
    """D100-RNG-01, D100-WPN-13: handguns at 6 m; ten increments, five for throws, three for shot."""
    result = outcome("range_penalty", distance=distance, increment=6, weapon_class=kind)
    assert (result["increments"], result["in_range"], result.get("penalty")) == (
        increments,
        penalty is not None,
        penalty,
    )


def test_a_house_rule_spares_shot_the_penalty():
    """D100-FIRE-06: only shot, and the damage still falls."""
    given = {"distance": 18, "increment": 9, "options": {"shotgun_range_malus": False}}
    result = outcome("range_penalty", **given, weapon_class="shotgun", damage="3d6/2d6/1d6")
    assert (result["penalty"], result["damage"]) == (0, "2d6")
    assert outcome("range_penalty", **given)["penalty"] == -2


def test_shot_needs_three_expressions():
    """D100-FIRE-06: other weapons do not read the damage at all."""
    assert refused("range_penalty", distance=1, increment=9, weapon_class="shotgun", damage="3d6")[1] == "damage"
    assert "damage" not in outcome("range_penalty", distance=1, increment=9, damage="3d6")


@given(st.integers(0, 500), st.integers(1, 100))
def test_decimals_are_exact(distance, increment):
    """D100-RNG-01: tenths of a metre make no difference where there is none."""
    exact = max(1, -(-distance // increment)) if increment >= 5 else None
    if exact is not None:
        result = outcome("range_penalty", distance=distance / 10, increment=increment / 10)
        assert result["increments"] == exact


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


SINGLE = {"unarmed_single_attack": True}


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"combat_skill": "boxe"}, "D100-WPN-01"),
        ({"combat_skill": "boxe", "options": SINGLE}, "D100-ATK-08"),
        ({"weapon": "poing", "options": SINGLE}, "D100-ATK-08"),
        ({"combat_skill": "fusil", "options": SINGLE}, "D100-WPN-01"),
        ({"combat_skill": "fusil", "rate": "reduced"}, "D100-FIRE-03"),
    ],
)
def test_the_number_of_attacks_is_told_by_its_rule(given, rule):
    """D100-WPN-01, D100-ATK-08, D100-FIRE-03."""
    assert bench.reasons("weapon_line", skill=10, **given)[0][::2] == ("attacks", rule)


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
    assert bench.reasons("weapon_line", skill=3, damage="1d6", damage_bonus=2)[-1] == told
    assert bench.reasons("weapon_line", skill=3)[-1][0] == "notation"
