"""What weighs on a fight: situations, conditions, actions, efforts, effects of destiny (P-MOD, P-COND, P-ACT)."""

import pytest

from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.pack import table
from gardien.systems.cthulhud20.vocabulary import Condition, DestinyEffect, Situation
from systems.cthulhud20.ledger import by_key, keys

EFFORTS = """
light_effort | violent | 0
sprint | violent | 1
leap | violent | 1
break_door | violent | 1
heavy_lift | violent | 1
long_melee | violent | 1
breathless_sprint | violent | 2
fight_in_water | violent | 2
foot_chase | prolonged | 2
run_five_minutes | prolonged | 2
forced_march | prolonged | 1
sleepless_night | prolonged | 3
day_without_food | prolonged | 1
day_without_water | prolonged | 3
"""


@pytest.mark.parametrize(
    ("key", "melee", "ranged"),
    [
        ("flanking", 2, 0),
        ("higher_ground", 1, 0),
        ("unseen", 2, 2),
        ("charging", 2, 0),
        ("fighting_defensively", -4, -4),
        ("bystanders", 0, -4),
        ("two_weapons_main", -6, -6),
        ("two_weapons_off", -10, -10),
        ("two_weapons_main_light", -4, -4),
        ("two_weapons_off_light", -8, -8),
        ("no_bipod", 0, -4),
        ("grapple_stab", -4, 0),
        ("aided", 2, 2),
        ("kept_busy", -2, -2),
    ],
)
def test_situations(key, melee, ranged):
    """CD20-P-MOD-01, CD20-P-ACT-03: what weighs on an attacker in melee and from afar."""
    row = pack.situation(key)
    assert (row.melee, row.ranged) == (melee, ranged)


def test_feats_that_ease_a_situation():
    """CD20-P-MOD-01, CD20-ATT-06: Precise Shot, Two-Weapon Fighting, Ambidexterity."""
    assert {row.key for row in table("fights", "situation")} == set(Situation.__args__)
    assert {row.key: row.lifted_by for row in table("fights", "situation") if row.lifted_by} == {
        "bystanders": "precise_shot"
    }
    eased = {row.key: row.eased_by for row in table("fights", "situation") if row.eased_by}
    main, off = {"two_weapon_fighting": 2}, {"two_weapon_fighting": 2, "ambidexterity": 4}
    assert eased == {
        "two_weapons_main": main,
        "two_weapons_main_light": main,
        "two_weapons_off": off,
        "two_weapons_off_light": off,
    }


CONDITIONS = {
    "blinded": {"melee": 2, "ranged": 2, "no_dex": True, "half_speed": True},
    "cowering": {"melee": 2, "ranged": 2, "no_dex": True, "action": "none"},
    "dazed": {"action": "none"},
    "dazzled": {"own_attack": -1},
    "deafened": {"initiative": -4},
    "entangled": {"own_attack": -2, "bound_up": True, "dex": -4, "half_speed": True},
    "held": {"own_attack": -2, "bound_up": True, "no_dex": True},
    "flat_footed": {"no_dex": True},
    "surprised": {"no_dex": True},
    "frightened": {"own_attack": -2, "bound_up": True, "own_checks": -2, "fear": True},
    "panicked": {"own_attack": -2, "bound_up": True, "own_checks": -2, "fear": True},
    "grappling": {"no_dex": True},
    "pinned": {"melee": 4, "ranged": -4, "no_dex": True},
    "climbing": {"melee": 2, "ranged": 2, "no_dex": True},
    "running": {"ranged": -2, "no_dex": True},
    "kneeling": {"melee": 2, "ranged": -2},
    "off_balance": {"melee": 2, "ranged": 2, "no_dex": True},
    "helpless": {"helpless": True, "no_dex": True, "action": "none"},
    "bound": {"helpless": True, "no_dex": True, "action": "none"},
    "asleep": {"helpless": True, "no_dex": True, "action": "none"},
    "nauseated": {"action": "move"},
    "paralysed": {"helpless": True, "no_dex": True, "action": "none"},
    "shaken": {"own_attack": -2, "bound_up": True, "own_checks": -2, "fear": True},
    "sickened": {"own_attack": -2, "own_checks": -2},
    "stunned_other": {"melee": 2, "ranged": 2, "no_dex": True, "action": "none"},
    "unconscious_other": {"helpless": True, "no_dex": True, "action": "none"},
}
PLAIN = {
    "melee": 0, "ranged": 0, "no_dex": False, "helpless": False, "own_attack": 0, "own_checks": 0, "fear": False,
    "bound_up": False, "dex": 0, "initiative": 0, "half_speed": False, "action": "normal",
}  # fmt: skip


@pytest.mark.parametrize("key", CONDITIONS)
def test_conditions(key):
    """CD20-P-COND-01, CD20-P-MOD-01: everything a condition does, and nothing else."""
    row = pack.condition(key)
    assert {name: getattr(row, name) for name in PLAIN} == {**PLAIN, **CONDITIONS[key]}


def test_every_condition_is_there_and_some_share_a_row():
    """CD20-P-COND-01, CD20-P-MOD-01: the rows that count once."""
    assert [row.key for row in table("fights", "condition")] == list(CONDITIONS) == list(Condition.__args__)
    shared: dict[str, set[str]] = {}
    for row in table("fights", "condition"):
        if row.row:
            shared.setdefault(row.row, set()).add(row.key)
    assert shared == {
        "helped": {"blinded", "climbing"},
        "reeling": {"cowering", "off_balance", "stunned_other"},
        "posture": {"pinned", "kneeling"},
    }


def test_conditions_that_are_no_longer_used():
    """CD20-COND-01, CD20-GEN-01."""
    assert pack.keys("fights", "removed") == ["fatigued", "exhausted", "staggered", "disabled", "dying"]


@pytest.mark.parametrize(("key", "kind", "pf"), by_key(EFFORTS))
def test_efforts(key, kind, pf):
    """CD20-P-EFF-01: kind and cost."""
    assert (pack.effort(key).kind, pack.effort(key).pf) == (kind, int(pf))


def test_every_effort_and_effect_is_there():
    """CD20-P-EFF-01, CD20-P-DEST-01."""
    assert pack.keys("fights", "effort") == keys(EFFORTS)
    assert pack.keys("fights", "destiny") == list(DestinyEffect.__args__)


def test_actions():
    """CD20-P-ACT-03: how long each takes."""
    assert {row.key: row.kind for row in table("fights", "action")} == {
        "attack": "standard", "full_attack": "full_round", "aim": "full_round", "charge": "full_round",
        "fight_defensively": "standard_or_full", "total_defence": "standard", "move": "move_equivalent",
        "reload": "full_round", "care": "full_round", "delay": "free", "ready": "standard", "aid": "standard",
        "finishing_blow": "full_round", "manoeuvre": "standard", "cast": "by_spell",
    }  # fmt: skip
