"""Every house rule, both ways, through `do` and through the table: the same outcome, the same sheet (CD20-GEN-03)."""

from typing import Any

import pytest
from msgspec.structs import fields

from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.systems.cthulhud20.options import Options
from gardien.table.tree import plain
from systems.table import at

TIRED = {"pf": 1}
GRAVE = {"severity": "grave", "pf_loss": 3, "pv_loss": 2, "stabilised": False, "treated": False, "surgery_done": False}
OPEN = {"zone": "left_arm", "gb": 7, **GRAVE, "bleeding": True, "next_tick_in_rounds": 10}
TWO_OPEN = {"wounds": [OPEN, {**OPEN, "zone": "right_arm"}]}
ONE_TREATED = {"pv": 5, "pf": 5, "wounds": [{**OPEN, "bleeding": False, "treated": True, "next_tick_in_rounds": 0}]}
HALF_TREATED = {**ONE_TREATED, "wounds": [*ONE_TREATED["wounds"], {**OPEN, "bleeding": False, "stabilised": True}]}
KNIFE = {"weapons": [{"weapon": "knife", "name": "Couteau"}], "str": 18}
LAYERS = {"armour_items": ["jacket", "leather_coat"], "armour": {"right_leg": 2}}
STUNNED = {"pf": 0, "state": "stunned"}
SHOT = {"target": "thug", "aim": "right_leg"}

# option, the two values, whose sheet is prepared how, who does what with which dice under each
CASES: list[tuple[str, tuple[Any, Any], tuple[str, dict[str, Any]], tuple[str, str, dict[str, Any]], Any, Any]] = [
    ("npc_destiny", (False, True), ("thug", {"npc": True}), ("thug", "spend_destiny", {"effect": "escape"}), (), ()),
    (
        *("group_destiny_per_scenario", (False, True), ("paul", {})),
        *(("", "spend_group_destiny", {"votes": ["yes"], "effect": "escape", "new_scenario": True}), (), ()),
    ),
    ("pf_floor_zero", (False, True), ("paul", TIRED), ("paul", "effort", {"cost": 4, "kind": "violent"}), (1,), (1,)),
    (
        *("repeat_faint_save", (False, True), ("paul", STUNNED)),
        *(("paul", "apply_wound", {"zone": "left_arm", "gb": 2}), (), (1,)),
    ),
    (
        *("heal_per_wound", (False, True), ("paul", HALF_TREATED)),
        *(("paul", "advance_time", {"days": 1}), (), ()),
    ),
    ("strength_in_lethality", (False, True), ("paul", KNIFE), ("paul", "attack", SHOT), (5,), (5,)),
    ("no_auto_hit", (False, True), ("paul", {}), ("paul", "attack", {**SHOT, "modifier": -40}), (20,), (20,)),
    ("no_auto_miss", (False, True), ("paul", {}), ("paul", "attack", {**SHOT, "modifier": 40}), (1,), (1, 99)),
    ("helpless_bonus", (4, 8), ("thug", {"conditions": ["bound"]}), ("paul", "attack", SHOT), (1,), (1,)),
    (
        *("armour_stop_shock", (True, False), ("thug", {"armour": {"right_leg": 3}})),
        *(("paul", "attack", SHOT), (13,), (13,)),
    ),
    ("auto_shock", (False, True), ("paul", {}), ("paul", "attack", {**SHOT, "modifier": 3}), (18, 99), (18, 99)),
    ("stabilise_all", (False, True), ("paul", TWO_OPEN), ("paul", "advance_time", {"minutes": 1}), (1, 99), (1,)),
    ("worst_wound_only", (False, True), ("paul", TWO_OPEN), ("paul", "advance_time", {"minutes": 1}), (99, 99), (99,)),
    (
        *("cleave_on_violent_shock", (False, True), ("zombie", {"prone": True, "shock_next_turn": "skip"})),
        *(("paul", "cleave", {"target": "thug", "fallen": "zombie", "aim": "right_leg"}), (), (1,)),
    ),
    (
        *("effort_min_one", (False, True), ("paul", {"feats": ["endurance"]})),
        *(("paul", "effort", {"cost": 1, "kind": "prolonged"}), (), ()),
    ),
    (
        *("environment_wound_each_round", (False, True), ("paul", {})),
        *(("paul", "lasting_cause", {"cause": "blaze", "rounds": 2}), (2, 99), (2, 99, 99)),
    ),
    ("locate_falls", (True, False), ("paul", {}), ("paul", "fall", {"height_m": 3}), (1, 60), (1,)),
    (
        *("zombie_keep_extra_pf", (False, True), ("zombie", {})),
        *(("zombie", "apply_wound", {"zone": "torso", "gb": 4}), (), ()),
    ),
    (
        *("stack_layered_armour", (False, True), ("thug", LAYERS)),
        *(("paul", "attack", SHOT), (1,), (1,)),
    ),
    ("level_ac_bonus", (False, True), ("thug", {"level": 5}), ("paul", "attack", SHOT), (1,), (1,)),
    (
        *("attacks_of_opportunity", (True, False), ("paul", {})),
        *(("paul", "opportunity", {"mover": "thug", "trigger": "shoot"}), (), ()),
    ),
    ("jams", (False, True), ("paul", {}), ("paul", "attack", SHOT), (1,), (1, 3)),
    ("long_term_care", (False, True), ("paul", {}), ("jack", "long_term_care", {"bonus": 5}), (), (20,)),
    (
        *("part_effects", (True, False), ("paul", {})),
        *(("paul", "apply_wound", {"zone": "left_leg", "gb": 12}), (99,), (99,)),
    ),
]
APART = {"power_attack_ranged", "group_aim_choice", "creature_hp"}  # tried below, and in test_house_rules
NAMED = ("target", "fallen", "mover")


def test_every_house_rule_is_tried():
    """CD20-GEN-03: none is forgotten."""
    assert {one[0] for one in CASES} | APART == {one.name for one in fields(Options)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_house_rule_at_the_table_is_the_rule_itself(opened, case):
    option, sides, (whose, written), (who, procedure, given), *dice = case
    told = []
    for value, faces in zip(sides, dice, strict=True):
        table = opened(**{option: value})
        weaponry = {"weapons": KNIFE["weapons"]} if procedure == "cleave" else {}
        table.write(table.paul, feats=["weapon_proficiency:handgun", "cleave", "power_attack"], **weaponry)
        table.write(getattr(table, whose), **written)
        people = {name: at(getattr(table, one)) for name, one in given.items() if name in NAMED}
        before = {id: table.sheet(id) for id in table.play["characters"]}
        roll = table.do(getattr(table, who) if who else None, procedure, faces, **{**given, **people})
        alone = do("cthulhud20", procedure, roll.given, dice=faces)
        assert plain(alone.outcome) == roll.outcome
        for change in alone.changes:
            id = roll.people.get(change.who)
            if id and change.field in before[id]:
                assert table.sheet(id)[change.field] == plain(change.after), (option, value, change)
        told.append(roll.outcome)
    assert told[0] != told[1], "the house rule does not reach the table"


@pytest.mark.parametrize(
    ("option", "given", "dice"),
    [
        ("power_attack_ranged", {"aim": "right_leg", "power_attack": 2}, (1,)),
        ("group_aim_choice", {"aim": "legs", "zone_choice": "left_leg"}, (1,)),
    ],
)
def test_what_only_a_house_rule_allows(opened, option, given, dice):
    """CD20-FEAT-06, CD20-AIM-04: refused without it, by the field that asks for it; counted with it."""
    for allowed in (True, False):
        table = opened(**{option: allowed})
        table.write(table.jack, feats=["power_attack", "weapon_proficiency:rifle"])
        shot = {"target": at(table.thug), **given}
        if allowed:
            assert table.do(table.jack, "attack", dice, **shot).given.items() >= given.items()
        else:
            with pytest.raises(Refusal) as fault:
                table.do(table.jack, "attack", dice, **shot)
            assert fault.value.field in given
