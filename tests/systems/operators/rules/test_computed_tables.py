"""The printed and computed tables that no pack holds, cell by cell, read from the rules that play."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from gardien.core.calling import do
from gardien.core.dice import Dice
from systems.worked import table


def told(procedure: str, dice: tuple[int, ...] = (), **given: Any) -> dict[str, Any]:
    return dict(msgspec.to_builtins(do("operators", procedure, given, dice=dice).outcome))


def rows(id: str) -> list[dict[str, Any]]:
    return table("operators", id)


def test_the_damage_bonus_of_every_score() -> None:
    """OPS-TAB-01 (OPS-CREA-09)."""
    for row in rows("OPS-TAB-01"):
        for score in range(row["FOR_min"], row["FOR_max"] + 1):
            assert told("derived_values", character={"FOR": score})["damage_bonus"] == row["bonus"], score


def test_the_languages_of_every_education() -> None:
    """OPS-TAB-04 (OPS-CREA-13)."""
    for row in rows("OPS-TAB-04"):
        for score in range(row["EDU_min"], row["EDU_max"] + 1):
            assert told("derived_values", character={"EDU": score})["extra_languages"] == row["languages"], score


def test_every_place_of_every_throw() -> None:
    """OPS-TAB-09 (OPS-OPT-10): the digits of all hundred throws, the other way round."""
    placed = {number: row["location"] for row in rows("OPS-TAB-09") for number in range(row["from"], row["to"] + 1)}
    assert set(placed) == set(range(1, 101))
    for throw in range(1, 101):
        tens, units = divmod(throw % 100, 10)
        number = 10 * units + tens or 100
        assert told("locate_hit", roll=throw) == {
            "refused": False,
            "location_number": number,
            "location": placed[number],
        }


@pytest.mark.parametrize("sb", [1, 2, 7, 12, 13, 50])
def test_the_levels_of_wounds_as_multiples_of_the_threshold(sb: int) -> None:
    """OPS-TAB-10 (OPS-HLTH-02): lower bounds belong to the worse level."""
    hours = {"3h": Fraction(3), "6h": Fraction(6), "10h30": Fraction(21, 2)}
    for row in rows("OPS-TAB-10"):
        low = Fraction(row["from_inclusive"].rstrip("+"))
        high = Fraction(row["to_exclusive"]) if row["to_exclusive"] != "inf" else None
        for damage in range(1, 3 * sb + 2):
            share = Fraction(damage, sb)
            within = (share > low if "+" in row["from_inclusive"] else share >= low) and (high is None or share < high)
            graded = told("grade_wound", sb=sb, damage=damage)
            assert (graded["level"] == row["level"]) is within, (damage, row)
            if within and row["clock"] in hours:
                assert Fraction(graded["clock_hours"]) <= hours[row["clock"]]


def test_the_stages_of_recovery_and_their_halves() -> None:
    """OPS-TAB-11 (OPS-HLTH-11, OPS-HLTH-12)."""
    for row in rows("OPS-TAB-11"):
        patient = {"wound_level": row["from"], "stabilised": True, "CON": 20}
        stages = {"grave": 3, "light": 2, "superficial": 1}[row["from"]]
        failed = told("recover", (98,) * stages, patient=patient)
        passed = told("recover", (1,) * stages, patient=patient)
        assert (failed["stages"][0], failed["days"][0], passed["days"][0]) == (row["from"], row["days"], row["halved"])


def test_what_a_victory_gives_back() -> None:
    """OPS-TAB-13 (OPS-SAN-10): the smallest and the largest gain of each."""
    for row in rows("OPS-TAB-13"):
        dice = Dice.parse(row["dice"])
        for faces, gain in ((tuple(1 for _ in dice.sides()), dice.lowest()), (dice.sides(), dice.highest())):
            assert told("san_gain", faces, san=10, victory=row["victory"])["gain"] == gain


def test_what_luck_costs_and_what_comes_back() -> None:
    """OPS-TAB-14 (OPS-LUCK-02 to OPS-LUCK-05, OPS-LUCK-07)."""
    known = {row["use"]: row["cost_or_gain"] for row in rows("OPS-TAB-14")}
    assert told("luck_shift", roll=70, target=65, spend=5, luck=50)["luck"] == 45
    assert known["shift"] == "X"
    assert told("luck_cancel_fumble", roll=99, target=65, luck=50)["total_cost"] == int(known["cancel_fumble"])
    assert 50 - told("luck_cancel_grave", luck=50)["luck"] == int(known["cancel_grave"])
    assert "30" in known["escape_death"]
    assert told("luck_escape_death", (1,), victim={"luck": 30})["luck"] == 0
    assert told("luck_escape_death", victim={"luck": 29})["reason"] == "not_enough_luck"
    assert sorted(value for use, value in known.items() if "recover" in use) == ["1D10", "1D10+10"]
    assert told("luck_recover", (51, 4), luck=50, luck_start=90)["gain"] == 14
    assert told("luck_recover", (50, 4), luck=50, luck_start=90)["gain"] == 4


def test_the_dice_of_hazards() -> None:
    """OPS-TAB-16 (OPS-HAZ-01, OPS-HAZ-03, OPS-HAZ-04)."""
    known = {row["hazard"]: row["dice"] for row in rows("OPS-TAB-16")}
    tough = {"CON": 200, "FOR": 200}
    assert (known["fall_per_storey"], known["flames"]) == ("2D6", "1D6")
    assert told("fall", (6, 6), height_m=3, victim=tough)["damage_final"] == 12
    assert told("burn_turn", (6,), victim=tough)["damage_final"] == 6
    assert told("burn_turn", (6, 6), intensity="fierce", victim=tough)["damage_final"] == 12
    assert told("explosion", (6,) * 5, dice_count=5, victims=[{"defender": tough}])["blast"] == 30


def test_the_odds_of_every_target() -> None:
    """OPS-TAB-18 (OPS-ODDS-01): at × 1, a score is its own target."""
    for row in rows("OPS-TAB-18"):
        target = row["target"]
        names = ("success", "critical", "failure", "fumble")
        expected = [row["success_incl_critical"], row["critical"], row["failure"], row["fumble"]]
        given = {"score": target, "difficulty": "extreme"} if target <= 200 else {"score": target // 5}
        result = told("odds_test", **given)
        assert [Fraction(result[name]) * 100 for name in names] == expected, target


def test_the_difficulty_of_every_shot() -> None:
    """OPS-TAB-19 (OPS-CBT-18)."""
    weapons = {"ordinary": "custom", "long_range": "custom"}
    for row in rows("OPS-TAB-19"):
        assert row["scale"] in weapons
        weapon = {"type": "firearm", "scale": row["scale"], "zone_max": 3}
        result = told(
            "shot_difficulty",
            custom_weapon=weapon,
            zone=row["zone"],
            cover=row["cover"],
            advantage=row["advantage"],
        )
        assert result["final_difficulty"] == row["result"], row
