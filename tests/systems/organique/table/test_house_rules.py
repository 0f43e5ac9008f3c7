"""House rules at the table: each, both ways, is the same as said with the act, and is what the sheet keeps."""

from typing import Any

import pytest

from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.systems.organique.options import Options
from gardien.table.tree import plain
from systems.organique.evening import Evening, rounds, somebody, throw_all
from systems.table import at

HACKER = dict.fromkeys(("network_security", "operating_system", "cryptography", "computer_stealth"), 4)
CLUB = {"weapon": {"group": "club", "c": 3}}
# Of each house rule an act that it tells on: who does it and how they are, the dice of either way, what is given.
Act = tuple[str, dict[str, Any], tuple[int, ...], tuple[int, ...], dict[str, Any]]
ACTS: dict[str, Act] = {
    "ko_save_average": ("electricity", {"VOL": 15}, (10, 10, 20), (10, 10, 20), {"points": 1}),
    "contest_best_of_failures": ("contest", {}, (2, 1), (2, 1), {"b": {}}),
    "saves_not_luck": ("save", {"VOL": 20}, (1,), (1,), {"kind": "fear", "difficulty": 10}),
    "combat_not_luck": (
        "combat_action", {}, (20,), (20,), {"action": "vital_mass", "target": {}, **CLUB, "mods": {"dark": -30}},
    ),
    "skills_as_luck": ("skill_test", {"skills": {"physics": 6}, "INT": 20}, (1,), (1,), {"skill": "physics"}),
    "net_margin_effects": (
        "combat_action", {"AGI": 20, "FOR": 20}, (10, 16, 20), (10, 16, 20),
        {"action": "push", "target": {}, **CLUB, "reaction": {"kind": "dodge"}},
    ),
    "encumbrance_full_bands": ("load", {"FOR": 7}, (), (), {"load_kg": 48}),
    "fire_shock_medical": ("fire", {"END": 10}, (20, 2), (20, 2), {"points": 3}),
    "pain_worst_only": ("test", {"suffering": [4, 3]}, (10,), (10,), {"characteristic": "INT"}),
    "cps_still_absorbs": ("apply_damage", {"sng": 0, "stabilised": True}, (), (), {"c": 1, "bypass_armour": True}),
    "inc_zero_is_death": ("apply_damage", {}, (), (), {"bs": 8, "bypass_armour": True}),
    "shock_keeps_end": ("symptom", {}, (1,), (1,), {"symptom": "shock", "difficulty": 30}),
    "dependency_all_vol": ("dependency_check", {"END": 20, "VOL": 2}, (5,), (5,), {"physical": 20}),
    "disease_starts_level_1": ("expose_disease", {}, (1,), (1,), {"disease": "flu", "difficulty": 20}),
    "fever_save": ("disease_progress", {"END": 10}, (1, 20), (1,), {"disease": "wound_infection"}),
    "simplified_poison": (
        "poison_tick", {"doses": [{"poison": "blade_poison", "onset": 1, "ticks_left": 3}]}, (), (20, 20), {},
    ),
    "unskilled_roll": ("skill_test", {"skills": {}}, (20,), (), {"skill": "physics"}),
    "speed_mode": ("manoeuvre", {}, (10,), (10,), {"manoeuvre": "slalom", "speed": 60}),
    "hack_zero_margin_fails": (
        "enter_system", {"skills": HACKER, "INT": 12}, (10,), (10, 100),
        {"system": {"firewall": 34}, "skill": "network_security", "surveillance": 5},
    ),
    "admin_bonus_network_wide": (
        "enter_system", {"skills": HACKER, "INT": 12}, (10,), (10,),
        {"system": {"firewall": 34}, "skill": "network_security", "administrator_elsewhere": True},
    ),
    "crypt_multiply_margin": (
        "decrypt", {"skills": HACKER, "INT": 12}, (10, 10), (10, 10), {"force": 2, "power": 6, "strength": 40},
    ),
    "long_weapons_ignore_lean": (
        "combat_action", {}, (10,), (10,), {"action": "strike", "target": {"prone": True}, "weapon": "spear"},
    ),
    "maim_also_damages": (
        "combat_action", {"FOR": 20, "INT": 20}, (10,), (10,), {"action": "maim", "target": {}, **CLUB},
    ),
    "stun_fail_vs_difficulty": (
        "combat_action", {"AGI": 20, "INT": 20}, (15, 14), (15, 14), {"action": "stun", "target": {"VOL": 5}, **CLUB},
    ),
    "heavy_throw_literal": (
        "combat_action", {"FOR": 20}, (20,), (20,), {"action": "throw_object", "kg": 20, "target": {}},
    ),
    "gun_jam_on_1": ("combat_action", {}, (1,), (1,), {"action": "shoot", "target": {}, "weapon": "pistol_9mm"}),
    "leap_tie_avoids": (
        "combat_action", {"AGI": 10, "FOR": 10}, (10, 10), (10, 10),
        {"action": "strike", "target": {}, "weapon": {"group": "club", "c": 3}, "reaction": {"kind": "leap"}},
    ),
    "detection_own_margin": (
        "detect", {"skills": HACKER, "INT": 12}, (12, 1), (12, 1), {"administrator": {"INT": 12, "level": 2}},
    ),
    "bleeding_by_wound": ("bleed", {"wounds": [{"bs": 0.5}, {"bs": 0.5}]}, (), (), {"minutes": 15}),
}  # fmt: skip
LIVED = ("ignore_end_short_fights", "strangle_end_first", "extended_penalty_next_roll")  # told of in turns, below
STATES = ("state", "attacker")


def other(name: str) -> Any:
    return "raise" if name == "speed_mode" else True


def played(tmp_path: Any, name: str, on: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the act comes to at a table with or without the rule, as said with the act too; and the sheet afterwards."""
    procedure, fields, with_it, without, given = ACTS[name]
    dice, house = (with_it, {name: other(name)}) if on else (without, {})
    evening = Evening(tmp_path / str(on), **house)
    kim = evening.add(sheet={**somebody("kimberly", name="Kim", armour=[], skills={}), **fields})
    roll = evening.do(kim, procedure, dice, **given)
    said = do("organique", procedure, {**plain(roll.given), "options": house}, dice=dice)
    assert roll.outcome == plain(said.outcome)
    sheet = evening.sheet(kim)
    for state in (roll.outcome[place] for place in STATES if place in roll.outcome):
        kept = {field: value for field, value in state.items() if field in sheet and field not in ("lasting", "halved")}
        assert {field: sheet[field] for field in kept} == kept
    evening.store.close()
    return dict(roll.outcome), sheet


def test_every_house_rule_is_tried():
    assert {*ACTS, *LIVED} == set(Options.__struct_fields__)


@pytest.mark.parametrize("name", ACTS)
def test_a_house_rule_at_the_table_is_the_one_of_the_act(tmp_path, name):
    with_it, without = played(tmp_path, name, True), played(tmp_path, name, False)
    assert with_it != without


# ---- those that only time tells ----


def turn(tmp_path: Any, name: str, on: bool, held: bool = False) -> dict[str, Any]:
    """A turn of a fight at a table, for somebody who has struck, or is strangled; the same by `end_turn` itself."""
    house = {name: True} if on else {}
    evening = Evening(tmp_path / str(on), **house)
    ids = [evening.add(sheet=somebody(who, guard="none")) for who in ("hammerhead", "rusty")]
    evening.fight((ids[0],), (ids[1],))
    evening.do(None, "start_fight", (20, 1), combatants=[at(one) for one in ids])
    if held:
        evening.do(ids[0], "combat_action", (20,), action="strangle", target=at(ids[1]))
    else:
        evening.do(ids[1], "combat_action", (2,), action="strike", target=at(ids[0]))
    before = evening.sheet(ids[1])
    character = {name: before[name] for name in ("SNG", "CPS", "INC", "END", "sng", "cps", "inc", "end_now")}
    combatant = {**character, "name": "Rusty", "fought": not held, "strangled": held}
    said = do("organique", "end_turn", {"combatants": [combatant], "options": house}, dice=())
    rounds(evening)
    throw_all(evening)
    after = evening.sheet(ids[1])
    state = plain(said.outcome)["states"]["Rusty"]
    for field in ("sng", "inc", "end_now", "sng_lost_air", "end_lost_air"):
        assert after[field] == state[field]
    evening.store.close()
    return {field: after[field] for field in ("sng", "end_now")}


@pytest.mark.parametrize(("name", "held"), [("ignore_end_short_fights", False), ("strangle_end_first", True)])
def test_a_turn_under_a_house_rule_is_the_turn_of_the_rule(tmp_path, name, held):
    """ORG-END-02, ORG-ACT-07."""
    assert turn(tmp_path, name, True, held) != turn(tmp_path, name, False, held)


@pytest.mark.parametrize("waits", [True, False])
def test_the_penalty_of_an_extended_action_waits_for_a_throw_or_not(tmp_path, waits):
    """ORG-MOD-05: extended_penalty_next_roll."""
    evening = Evening(tmp_path, extended_penalty_next_roll=waits)
    evening.write(evening.kim, extended_penalty=True)
    evening.do(evening.kim, "free_action", kind="draw")
    assert evening.sheet(evening.kim)["extended_penalty"] is waits
    evening.store.close()


def test_a_house_rule_that_is_not_one_is_refused(tmp_path):
    with pytest.raises(Refusal):
        Evening(tmp_path, speed_mode="bonus")
