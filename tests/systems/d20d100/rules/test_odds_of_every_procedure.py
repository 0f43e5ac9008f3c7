"""Odds of everything: each procedure sums to exactly one, and in time; six shots at a vest as counted by hand."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import forget
from gardien.core.pack import load_toml
from gardien.core.system import find
from quick import spent
from systems.brute import Bench
from systems.worked import examples

bench = Bench("d20d100")
SYSTEM = find("d20d100")
GENEROUS = 10  # times slower than on the machine this was written on, before anybody complains
EACH, SERIES = 0.05, 0.2  # seconds of work: any procedure once warm, six shots of triple fire the very first time

# What no example asks for.
ASKED: dict[str, dict[str, Any]] = {
    "take_10": {"modifier": 5},
    "take_20": {"modifier": 5},
    "odds_opposed": {"active_modifier": 5, "passive_modifier": 3},
    "odds_series": {"shots": [6, 6, 6, 1, 1, 1, -4, -4, -4], "damage": "2d8", "jams": True, "target_pv": 30},
    "odds_burst": {"difficulty": 13, "damage": "2d8", "protection_kind": "vest", "protection": 6},
    "odds_san": {"san": 50, "loss_success": "1d6", "loss_failure": "1d20"},
    "odds_survival": {"pv": -1},
    "odds_effort": {"con_score": 12, "endurance": 4, "extra_rounds": 20},
    "odds_scores": {},
    "characteristic_modifier": {"score": 13},
    "check_scores": {"rolls": [16, 14, 13, 12, 11, 9, 8]},
    "assign_scores": {"edu_roll": 13},
    "derive": {},
    "damage_bonus": {"for_score": 16, "tai_score": 14},
    "spend_creation_points": {"key_characteristic": "INT", "profession_skills": ["observer", "ecouter"]},
    "starting_money": {"credit": 3},
    "convert_creature": {"scores": {"FOR": 16, "CON": 13, "TAI": 13, "DEX": 13}, "armour": 2},
    "scale_mass": {"tai_score": 30},
    "alert": {"pv": 8, "pv_max": 12},
    "take_action": {"action": "attack"},
    "delay": {"order": ["Ada", "Bo", "Cy"], "name": "Ada", "after": "Bo"},
    "prepare": {"order": ["Ada", "Bo", "Cy"], "name": "Ada", "enemy": "Cy"},
    "recover_pm": {"pm": 3, "pou_score": 12, "hours": 6},
    "tick_box": {"target": "observer"},
    "award_xp": {"objectives": [2, 3]},
    "change_characteristic": {"characteristic": "DEX", "delta": 1},
}


def inputs() -> dict[str, list[dict[str, Any]]]:
    """Every example there is, by procedure."""
    shown = load_toml(Path(SYSTEM.folder, "examples.toml"))["example"]
    result = {key: [given] for key, given in ASKED.items()}
    for one in shown:
        result.setdefault(one["procedure"], []).append(one.get("given", {}))
    for example in examples("d20d100"):
        result.setdefault(example.procedure, []).append(example.given)
    return result


INPUTS = inputs()


def total(key: str, given: dict[str, Any], field: str) -> Fraction | int | str:
    """All chances together, or why there are none."""
    try:
        return sum(one.chance for one in odds_of("d20d100", key, given, by=(field,)))
    except Refusal as refusal:
        return refusal.id


def test_every_procedure_is_asked():
    assert set(INPUTS) == set(SYSTEM.modules)
    assert not set(ASKED) & {one.procedure for one in examples("d20d100")}


@pytest.mark.parametrize("key", SYSTEM.modules)
def test_odds_sum_to_exactly_one_and_come_in_time(key):
    """By everything, by the headline, by each field; what would be too much is refused."""
    declared = SYSTEM.procedure(key)
    for given in INPUTS[key]:
        for by in ((), declared.headline):
            odds = odds_of("d20d100", key, given, by=by)
            assert sum(one.chance for one in odds) == 1
            assert spent(lambda: odds_of("d20d100", key, given, by=by)) < GENEROUS * EACH  # noqa: B023
        for field in declared.outcome_fields():
            assert total(key, given, field) in (1, "odds/too_many", "odds/no_end"), field


# ---- six shots ----

FAULTS = {1: "dud", 2: "jam"}
SIX: dict[str, Any] = {
    "base_series": [6, 1],
    "mode": "triple",
    "recoil": 2,
    "damage": "2d8",
    "threat_min": 19,
    "multiplier": 3,
    "penetration": 4,
    "jams": True,
    "loaded": 7,
    "defence": 16,
    "defence_flat": 14,
    "target_flat_footed": True,
    "protection_kind": "vest",
    "protection": 8,
    "target": {"pv_max": 14, "pv": 14},
    "attacker": {"pv_max": 12, "pv": 5},
    "distance": 8,
    "increment": 6,
    "weapon_class": "firearm",
}


def by_hand() -> dict[tuple[Any, ...], Fraction]:
    """PV, shock, hits, jam and cartridges after six shots, every face of every die counted."""
    damages = Counter(one + other for one in range(1, 9) for other in range(1, 9))
    odds = {(14, False, True, 0, "none", 7): Fraction(1)}
    for score in (2, 2, 2, -3, -3, -3):
        attack = score - 3 - 2  # at half of the PV, and in the second increment
        after: dict[Any, Fraction] = defaultdict(Fraction)
        for state, chance in odds.items():
            pv, shock, flat, hits, fault, loaded = state
            if fault != "none":
                after[state] += chance
                continue
            for face in range(1, 21):
                if face <= 2 or face + attack < (14 if flat else 16):
                    after[pv, shock, flat, hits, FAULTS.get(face, "none"), loaded - 1] += chance / 20
                    continue
                for damage, stopped in product(damages, range(1, 9)):
                    taken = max(0, damage * (3 if face >= 19 else 1) - stopped)
                    jolt = shock or (pv > 0 and 2 * taken >= pv)
                    share = chance / 20 * Fraction(damages[damage], 64 * 8)
                    after[max(-10, pv - taken), jolt, False, hits + 1, "none", loaded - 1] += share
        odds = dict(after)
    result: dict[Any, Fraction] = defaultdict(Fraction)
    for (pv, shock, _, hits, fault, loaded), chance in odds.items():
        result[pv, shock, hits, fault, loaded] += chance
    return dict(result)


def test_six_shots_at_a_vest_are_as_counted_by_hand():
    """D100-FIRE-02, D100-FIRE-11, D100-PROT-01, D100-HEALTH-03, D100-HEALTH-04, D100-DEF-02, D100-RNG-01."""
    fields = ("target_pv", "target_shock", "hits", "malfunction", "ammo_left")
    odds = odds_of("d20d100", "multiple_fire", SIX, by=fields)
    result = {tuple(one.outcome[field] for field in fields): one.chance for one in odds}
    assert result == by_hand()
    assert sum(result.values()) == 1


@pytest.mark.parametrize("massive", [False, True])
def test_six_shots_are_weighed_while_one_waits(massive):
    """Armour, thresholds, shock and jams, exact: the very first time, and once warm."""
    given = {**SIX, "options": {"rule_massive_damage": massive}}
    forget()
    assert spent(lambda: odds_of("d20d100", "multiple_fire", given), 1) < GENEROUS * SERIES
    assert spent(lambda: odds_of("d20d100", "multiple_fire", given)) < GENEROUS * EACH


@pytest.mark.parametrize(
    "asked",
    [
        {"san": 30, "loss": "1d8", "idee": 2, "san_lost_this_hour": 2},
        {"san": 3, "loss": "1d4-1"},
        {"san": 2, "loss": "2d6", "options": {"rule_decompensation": True}},
        {"san": 9, "loss": "1d6", "loss_cap": 5, "options": {"idea_success_maddens": True}},
    ],
)
def test_a_loss_without_a_test_agrees_with_every_face(asked):
    """D100-SAN-03, D100-SAN-04, D100-SAN-05, D100-SAN-06."""
    bench.assert_odds_agree("lose_san", **asked)
