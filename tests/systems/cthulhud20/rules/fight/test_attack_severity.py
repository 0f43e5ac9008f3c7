"""The GB of a blow and what it means on a zone of a body (GB, FEAT, CREA-03, P-CREA-04)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.fight.attack_severity import (
    effect_of,
    gb_of,
    grade_as,
    grade_of,
    is_vital,
    lowest_gb,
    power_bonus,
    severity_of,
    zone_bonus,
    zone_extra,
)
from gardien.systems.cthulhud20.vocabulary import HUMAN, MODES, WHOLE
from systems.worked import assert_contains, by_id, examples

SEVERITIES = [one for one in examples("cthulhud20") if one.procedure == "severity"]
HOUSE = Options()


@pytest.mark.parametrize("example", SEVERITIES, ids=by_id)
def test_the_worked_severities_come_out(example):
    """CD20-GB-01 to CD20-GB-07: what `severity` will tell comes out of one grade."""
    asked = dict(example.given)
    options = msgspec.convert(asked.pop("options", {}), Options)
    tables, zone = asked.get("tables", "human"), asked["zone"]
    gb = asked["gb"] if "gb" in asked else gb_of(asked["margin"], zone, tables)
    result = grade_of(gb, zone, tables, False, options)
    told = msgspec.to_builtins(result)
    told |= {"zone_bonus": zone_bonus(zone, tables), "pf_loss_wound": result.pf, "pf_loss_zone": result.extra_pf}
    told |= {
        "pf_loss": result.pf_loss,
        "pv_loss": result.pv,
        "aggravates": result.aggravates,
        "care_dc": result.care_dc,
    }
    told["aggravation_interval_rounds"] = result.interval
    assert_contains(told, example.expect)


@pytest.mark.parametrize(
    ("gb", "limb", "trunk"),
    [
        (0, "superficial", "superficial"),
        (1, "light", "light"),
        (2, "light", "light"),
        (3, "moderate", "moderate"),
        (5, "moderate", "moderate"),
        (6, "grave", "grave"),
        (10, "grave", "grave"),
        (11, "critical", "critical"),
        (15, "critical", "critical"),
        (16, "critical", "mortal"),
        (40, "critical", "mortal"),
    ],
)
def test_both_ends_of_every_row(gb, limb, trunk):
    """CD20-GB-04, CD20-GB-06, CD20-GB-07: limbs are severed where head, trunk or the whole body would be mortal."""
    for zone in ("right_arm", "left_arm", "right_leg", "left_leg"):
        assert severity_of(gb, zone) == limb
        assert grade_of(gb, zone, "human", False, HOUSE).part_lost == (gb >= 16)
    for zone in ("head", "torso", "abdomen", WHOLE):
        assert severity_of(gb, zone) == trunk


def test_the_lowest_gb_of_a_hit():
    """CD20-GB-02: 4 on the head, 3 on the torso, 1 on the abdomen, 0 on a limb; never below 0."""
    assert [gb_of(0, zone) for zone in HUMAN] == [4, 3, 0, 0, 1, 0, 0]
    assert gb_of(0, "right_arm", more=-5) == 0


@pytest.mark.parametrize(("malus", "bonus"), [(0, 0), (1, 1), (2, 3), (3, 4), (4, 6), (5, 7), (6, 9)])
def test_power_attack_gives_one_and_a_half_times(malus, bonus):
    """CD20-FEAT-06, CD20-GEN-02: rounded down."""
    assert power_bonus(malus) == bonus
    assert gb_of(6, "right_arm", improved_critical=True, power=malus) == 8 + bonus  # CD20-FEAT-03


def test_a_severity_that_is_chosen_has_the_lowest_gb_of_its_row():
    """CD20-DEST-06: 0, 1, 3, 6, 11, 16, 16."""
    chosen = ("superficial", "light", "moderate", "grave", "critical", "mortal", "destructive")
    assert [lowest_gb(one) for one in chosen] == [0, 1, 3, 6, 11, 16, 16]
    chest = grade_as("light", 1, "torso", "human", False, HOUSE)
    assert (chest.severity, chest.pf, chest.extra_pf, chest.pv) == ("light", 1, 1, 0)


def test_nobody_dies_of_an_arm_whatever_word_was_chosen():
    """CD20-GB-07, CD20-P-DEST-01: a mortal limb wound is critical, the limb lost; other bodies by their own table."""
    arm = grade_as("mortal", 16, "right_arm", "human", False, HOUSE)
    assert (arm.severity, arm.part_lost, arm.dead_at_once) == ("critical", True, False)
    assert grade_as("mortal", 0, "head", "zombie", False, HOUSE).severity == "destructive"
    assert grade_as("destructive", 16, "torso", "human", False, HOUSE).dead_at_once
    assert grade_as("mortal", 16, "head", "human", True, HOUSE).severity == "critical"


@pytest.mark.parametrize(("gb", "pf"), [(0, 0), (2, 1), (5, 2), (10, 3), (11, 4), (16, 4), (99, 4)])
def test_blows_that_cost_only_fatigue(gb, pf):
    """CD20-FEAT-04: the PF column and the asterisk, never PV, death, blood or a lost part."""
    result = grade_of(gb, "torso", "human", True, HOUSE)
    assert (result.pf, result.extra_pf, result.pv, result.interval, result.care) == (pf, 1, 0, 0, "none")
    assert (result.dead_at_once, result.part_lost, result.part_hampered) == (False, False, False)
    assert result.severity != "mortal"


def test_the_zombie_is_destroyed_piece_by_piece():
    """CD20-CREA-03: destructive on any zone, also on the whole body, where no part is lost; nothing is cared for."""
    for zone in HUMAN:
        result = grade_of(16, zone, "zombie", False, HOUSE)
        assert (result.severity, result.pf_loss, result.pv, result.part_lost) == ("destructive", 5, 4, True)
    whole = grade_of(16, WHOLE, "zombie", False, HOUSE)
    assert (whole.severity, whole.part_lost, whole.part_hampered) == ("destructive", False, False)
    critical = grade_of(12, "right_arm", "zombie", False, HOUSE)
    assert (critical.part_hampered, critical.effect, critical.care, critical.interval) == (
        True,
        "arm_unusable",
        "none",
        0,
    )


def test_what_other_bodies_suffer_at_sixteen():
    """CD20-P-CREA-04: mortal where the table says so, severed or destroyed elsewhere; the whole body always mortal."""
    for tables in MODES:
        for zone, (row, *_) in pack.zones(tables).items():
            expected = "mortal" if row.mortal else pack.shape(tables).beyond
            assert severity_of(16, zone, tables) == expected
        assert is_vital(WHOLE, tables) == (tables != "zombie")


def test_what_a_part_does_when_it_fails():
    """CD20-P-WOUND-01: lost arms and legs count as unusable, a lost head does nothing more; the dead feel nothing."""
    assert effect_of(WHOLE) == "body_minus_2"
    assert grade_of(16, "left_leg", "human", False, HOUSE).effect == "leg_unusable"
    assert grade_of(16, "head", "human", False, HOUSE).effect == "none"
    assert grade_of(16, "head", "zombie", False, HOUSE).effect == "none"
    assert grade_of(12, "head", "human", False, HOUSE).effect == "head_minus_4"
    assert grade_of(12, WHOLE, "human", False, HOUSE).effect == "body_minus_2"
    assert grade_of(12, "head", "cone", False, HOUSE).effect == "none"
    assert grade_of(10, "head", "human", False, HOUSE).effect == "none"


def test_a_house_rule_gives_the_zombie_its_asterisk_back():
    """CD20-CREA-03: torso and abdomen only."""
    kept = Options(zombie_keep_extra_pf=True)
    assert [zone_extra(zone, "zombie", kept) for zone in HUMAN] == [0, 1, 0, 0, 1, 0, 0]
    assert [zone_extra(zone, "zombie", HOUSE) for zone in HUMAN] == [0] * 7
    assert zone_extra(WHOLE, "zombie", kept) == 0
    assert zone_extra("abdomen", "mi_go", kept) == 0


@given(st.sampled_from(sorted(MODES)), st.integers(0, 40), st.booleans(), st.data())
def test_a_graver_blow_never_costs_less(tables, gb, pf_only, data):
    """CD20-GB-04: losses grow with the GB on every zone of every body, until it kills."""
    zone = data.draw(st.sampled_from([*pack.zones(tables), WHOLE]))
    before, after = (grade_of(one, zone, tables, pf_only, HOUSE) for one in (gb, gb + 1))
    if not after.dead_at_once:
        assert before.pf_loss <= after.pf_loss
        assert before.pv <= after.pv
    assert before.dead_at_once <= after.dead_at_once
    assert not (after.part_lost and after.part_hampered)
    assert after.care_dc == gb + 6
