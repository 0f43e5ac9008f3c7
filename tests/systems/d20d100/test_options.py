"""The house rules and what the rules speak of: defaults, limits, shared values (CORE-05)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import ValidationError, convert
from msgspec.structs import asdict

from gardien.core.terms import fraction
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import (
    CODES,
    JET_CODES,
    JETS,
    AreaTarget,
    Body,
    Combatant,
    Mind,
    check_names,
    modifier_of,
)
from gardien.systems.d20d100.sheet.worth import code_of

DEFAULTS = """
nat20_auto_success false | opposed_tie active | take10_strict false | coop_max_helpers 1 | recall_malus -2
creation_method roll | creation_sum_min 0 | creation_sum_max 13 | secondary_cap 10 | combat_two_characteristics false
psychic_traits false | attack_table step5 | unarmed_single_attack false | defence_uses_dex false
reflex_raises_initiative true | rule_attentive true | min_damage_one true | crit_multiplies_bonus true
shotgun_range_malus true | precision_in_burst true | burst_jam_die true | strangle_first_difficulty 10
coup_de_grace_ignores_vest false | rule_shock true | npc_shock false | rule_thresholds true
rule_massive_damage false | rule_agony true | idea_success_maddens false | san_20pct_base hour_start
rule_decompensation false | spell_components false | xp_timing scenario | xp_pv_max true | xp_characteristic score
new_skill_base flat
"""


def test_the_thirty_six_switches_and_their_defaults():
    """D100-CORE-05: the defaults are the rulings."""
    lines = [one.split() for line in DEFAULTS.strip().splitlines() for one in line.split("|")]
    assert {key: str(value).lower() for key, value in asdict(Options()).items()} == dict(lines)
    assert len(lines) == 36


@pytest.mark.parametrize(
    "wrong",
    [
        {"coop_max_helpers": 0},
        {"coop_max_helpers": 7},
        {"recall_malus": -5},
        {"recall_malus": -1},
        {"creation_sum_min": 31},
        {"creation_sum_max": 41},
        {"creation_sum_min": 14},
        {"creation_sum_min": 5, "creation_sum_max": 4},
        {"secondary_cap": 101},
        {"strangle_first_difficulty": 12},
        {"opposed_tie": "none"},
        {"attack_table": "step4"},
        {"rule_luck": True},
    ],
)
def test_switches_have_limits(wrong):
    """D100-CORE-05; a least sum above the greatest could never be rolled (D100-CREA-03)."""
    with pytest.raises(ValidationError):
        convert(wrong, Options)


def test_every_jet_starts_from_a_characteristic():
    """D100-CORE-03."""
    assert tuple(JET_CODES) == JETS
    assert set(JET_CODES.values()) == {"DEX", "CON", "INT", "POU", "EDU"} < set(CODES)


@given(score=st.integers(0, 300))
def test_the_modifier_of_a_score(score):
    """D100-MISS-02: half of what is beyond 10, rounded down; the Shoggoth’s DEX 3 is −4, the Shan’s 30 is +10."""
    assert 2 * modifier_of(score) + 10 <= score < 2 * modifier_of(score) + 12
    assert (modifier_of(3), modifier_of(30)) == (-4, 10)


def test_no_score_is_the_lowest_and_no_figure_is_average():
    """D100-CORE-03, D100-MISS-02."""
    ghost = {"scores": {"FOR": 0, "DEX": 14}}
    assert [code_of(ghost, code) for code in ("FOR", "DEX", "PER")] == [-5, 2, 0]


def test_a_body_is_unhurt_where_nothing_else_is_said():
    """D100-HEALTH-01."""
    assert (Body().life, Body(pv_max=14).life, Body(pv=0).life, Combatant(name="Ada", pv=-3).life) == (10, 14, 0, -3)


def test_a_mind_remembers_its_hour_and_its_creation():
    """D100-SAN-04: what is left and what was lost, where nothing else is said."""
    assert (Mind(name="Ada", san=40, san_lost_this_hour=5).hour_start, Mind(name="Ada", san=40).creation) == (45, 40)
    told = Mind(name="Ada", san=40, san_hour_start=60, san_creation=70)
    assert (told.hour_start, told.creation, Mind(name="Bo", san=40, san_hour_start=60).creation) == (60, 70, 60)


@pytest.mark.parametrize("value", [0, 3, 5, 7, 14, 60])
def test_a_vest_is_one_of_five_dice(value):
    """D100-PROT-01."""
    with pytest.raises(ValidationError):
        convert({"protection_kind": "vest", "protection": value}, AreaTarget)
    assert AreaTarget(protection_kind="points", protection=value).protection == value


def test_names_differ_where_the_outcome_speaks_of_each():
    """D100-CBT-02."""
    check_names("combatants", ("Ada", "Bo"), "D100-CBT-02")
    with pytest.raises(ValueError, match="field/twice"):
        check_names("combatants", ("Ada", "Bo", "Ada"), "D100-CBT-02")


def test_chances_are_written_with_their_stroke():
    """Whole ones too."""
    assert (fraction(1), fraction(0)) == ("1/1", "0/1")
