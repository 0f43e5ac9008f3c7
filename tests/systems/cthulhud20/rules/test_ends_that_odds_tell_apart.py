"""How finely odds are told: no more ends apart than somebody looks at (P-ODDS)."""

import json
import re

import pytest
from msgspec import UNSET

from gardien.core.calling import prepare
from gardien.core.interpreters.odds import odds_of

# A procedure with its inputs, the ends that odds tell apart unasked, then how many where one field is looked at.
ENDS = """
locate {"aim": "upper"} 4 roll 40
attack {"attack_bonus": 8} 69
attack {"aim": "torso", "attack_bonus": 8, "target": {"level": 3}, "destiny": {"effect": "plus10", "by": "attacker"},
  "attacker": {"level": 2}} 8 wounds 31 gb 31 care_dc 24 die 31 attack_total 31 margin 31
cleave {"attack_bonus": 5, "aim": "right_arm", "attacker": {"feats": ["cleave"]}, "fallen": {"pf": 0}} 7 wounds 12 gb
  12 care_dc 11 die 24 attack_total 24 margin 12
finishing_blow {"zone": "right_leg", "target": {"pf": 0}, "weapon": "knife"} 4 wounds 24 gb 24 care_dc 24 die 24
  attack_total 24 margin 24
full_attack {"attacker": {"base_attack": [6, 1]}, "attacks": [{"aim": "right_leg"}, {"aim": "legs"}], "weapon": "r38"}
  9 wounds 469 results 98
suppressive_fire {"lethality": 3, "victims": [{"armour": {"torso": 4}}]} 3 results 42
suppressive_fire {"lethality": 3, "victims": [{}, {"pv": 2, "pf": 3}]} 6
explosion {"max_damage": 12, "victims": [{}], "distances_m": [2]} 2 results 84
attack_traditional {"weapon": "knife", "ca": 12, "hp": 3} 9 die 58 attack_total 58 confirmation_total 85
grapple {"attacker": {"str": 14}} 3 touch_total 34 attacker_total 38 target_total 38
grapple_action {"action": "squeeze"} 5 gb 20 attacker_total 78 target_total 78
grapple_action {"action": "pin"} 2 attacker_total 38 target_total 38
trip {} 3 touch_total 32 attacker_total 39 target_total 39
disarm {} 2 attacker_total 38 target_total 38
push {} 5 attacker_total 68 target_total 68
clear_jam {"bonus": 2} 2 total 20
apply_wound {"zone": "torso", "gb": 7, "victim": {"pf": 3, "wounds": [{"gb": 4}]}} 4 faint_save_total 40
apply_shock {"shock": "violent", "victim": {"pf": 1}} 2 faint_save_total 20
faint_save {"victim": {"pf": 0}} 2 faint_save_total 20
stabilise {} 2
care {"patient": {"wounds": [{"gb": 7}]}, "bonus": 3} 2 total 20
surgery {"patient": {"wounds": [{"gb": 12, "treated": true}]}, "bonus": 3} 2 total 20
long_term_care {"bonus": 3, "options": {"long_term_care": true}} 2 total 20
advance_time {"rounds": 2, "victim": {"pf": 1, "wounds": [{"gb": 12}]}} 6 ticks 60
spend_destiny {"effect": "reroll", "die": 8, "dc": 12} 2 die 13 total 13
spend_destiny {"effect": "reroll", "die": 8} 1 die 13 total 13
spend_destiny {"effect": "worsen", "gb": 4, "zone": "left_leg"} 2
spend_group_destiny {"effect": "reroll", "die": 8, "dc": 12, "votes": ["yes"]} 2 die 13 total 13
effort {"cost": 8} 2 faint_save_total 20
chase {"max_minutes": 3} 5 fugitive_wins 7 pursuer_wins 7
check {"skill": "spot", "dc": 12} 2 die 20 total 20 margin 20
opposed_check {"active": {"skill": "hide", "bonus": 3}, "passive": {"skill": "spot", "bonus": 2}} 2 active_total 400
  passive_total 400 margin 39
save {"save": "fort", "dc": 12} 2 die 20 total 20
start_fight {"combatants": [{"name": "Ana"}, {"name": "Bob", "dex": 14}]} 2 totals 400
movement {"mode": "run", "run_round": 11} 2 total 20
apply_condition {"condition": "fatigued", "victim": {"pf": 2}} 2 faint_save_total 20
natural_cause {"max_damage": 12, "save": "fort"} 13 wounds 39 gb 39 care_dc 39 d10 39 save_total 126
natural_cause {"max_damage": 12, "located": true, "victim": {"pf": 3}} 70
lasting_cause {"max_damage": 6, "rounds": 2} 6 wounds 20 d10 20 gb_by_round 20 severity_by_round 12 pf_loss_by_round
  12 pv_loss_by_round 12 gb 20 care_dc 20
fall {"height_m": 9, "skill": "tumble", "bonus": 2, "located": false} 10 wounds 40 gb 40 care_dc 40 d10 40 skill_total
  96
collision {"speed_kmh": 40, "brake": true, "bonus": 3, "located": false} 13 wounds 39 gb 39 care_dc 39 d10 39
  drive_total 129
extinguish {} 2 total 20
drowning {"rounds": 2} 3
revive {"bonus": 2, "victim": {"pf": 0}} 2 total 20
exposure {"cause": "cold", "victim": {"pf": 1}} 3 faint_save_total 21 total 34
poison {"poison": "arsenic"} 10 ability_damage 40 initial_total 100 initial_amount 25 secondary_total 124
  secondary_amount 16
poison {"poison": "chloroform"} 2 initial_total 20 initial_amount 4
disease {"disease": "pneumonia"} 5 total 53
disease {"disease": "plague", "stage": "daily"} 3 ability_damage 5 total 37 amount 5
damage_ability {"ability": "con", "dice_text": "2d6"} 9 ability_damage 11 amount 11
sanity_check {"san": 50, "success_loss": "1", "failure_loss": "1d10", "mythos": true} 8 loss 23 san 23 duration 44
  effect 74 san_lost_this_hour 23 indefinite_months 23
sanity_collapse {"san": -8, "rounds": 2, "helper_bonus": 3} 3 total 29
regain_sanity {"san": 95, "reason": "level"} 4 gain 6
psychoanalysis {"san": 40, "san_start": 50, "bonus": 8} 10 total 73
study_tome {"tome": "great_tome", "bonus": 20, "san": 50} 2 total 20 loss 11 san 11
cast_spell {"spell": "shrivelling", "caster": {"level": 4}, "target": {}, "pf_lost_since_start": 2,
  "concentration_bonus": 5} 85
cast_spell {"spell": "mind_blast", "target": {}} 2 san_cost 8 san 8 save_total 20 target 7
cast_spell {"spell": "wrack", "caster": {"pf": 2}, "target": {"pf": 3}} 7 san_cost 28 san 28 save_total 65 target 43
healing_touch {"caster_level": 2, "target": {"pv": 3, "pf": 1}} 22 pv_rolled 37 pf_rolled 40
harming_touch {"caster_level": 2, "attack_bonus": 5, "aim": "left_arm"} 7 wounds 12 gb 12 care_dc 11 die 24
  attack_total 24 margin 12
level_up {} 6
"""


@pytest.mark.parametrize("line", ENDS.strip().replace("\n  ", " ").splitlines())
def test_odds_tell_apart_what_somebody_looks_at(line):
    asked = re.fullmatch(r"(\w+) (\{.*\}) (\d+) ?(.*)", line)
    assert asked, line
    words = asked[4].split()
    counted = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    request = prepare("cthulhud20", asked[1], json.loads(asked[2])).request()
    unasked = odds_of(request)
    assert len(unasked) == int(asked[3])
    details = counted.keys() - {"target"}  # of whom only some is a detail
    assert all(getattr(end, field, UNSET) is UNSET for end, _ in unasked for field in details)
    assert {field: len(odds_of(request, frozenset({field}))) for field in counted} == counted
