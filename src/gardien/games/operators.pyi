"""Dark Operators: its procedures, typed. Written by `make reference`."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from gardien.core.calling import Answer as _Answer

_T = TypeVar("_T")

class Answer(_Answer, Generic[_T], frozen=True):
    outcome: _T  # type: ignore[assignment]

OptionsInput = TypedDict("OptionsInput", {
    'luck_enabled': NotRequired[bool],
    'luck_recovery_period': NotRequired[Literal['scenario', 'session']],
    'burst_enabled': NotRequired[bool],
    'ammo_mode': NotRequired[Literal['none', 'parity', 'strict']],
    'salvage_allowed': NotRequired[bool],
    'assassination_enabled': NotRequired[bool],
    'hit_location': NotRequired[Literal['all', 'grave_only', 'off']],
    'ptsd_enabled': NotRequired[bool],
    'macabre_shock': NotRequired[bool],
    'cold_blood_test': NotRequired[bool],
    'bonus_points': NotRequired[int],
    'training_ignores_edu': NotRequired[bool],
    'fumble_needs_failure': NotRequired[bool],
    'stack_advantages': NotRequired[bool],
    'may_waive_advantage': NotRequired[bool],
    'auto_success_can_crit': NotRequired[bool],
    'cap_at_extreme': NotRequired[bool],
    'grave_ignores_advantage': NotRequired[bool],
    'luck_success_never_critical': NotRequired[bool],
    'luck_grave_to_light': NotRequired[bool],
    'luck_cap': NotRequired[Literal['cap_99', 'none', 'start']],
    'luck_test_vs_start': NotRequired[bool],
    'initiative_mode': NotRequired[Literal['auto', 'dex', 'operators_first']],
    'attack_floor_difficult': NotRequired[bool],
    'cover_free_action': NotRequired[bool],
    'critical_hold_extreme': NotRequired[bool],
    'halve_before_armour': NotRequired[bool],
    'armour_per_bullet': NotRequired[bool],
    'helmet_without_location': NotRequired[bool],
    'encumbrance_affects_sb': NotRequired[bool],
    'burst_divisor': NotRequired[int],
    'burst_crit_doubles_all': NotRequired[bool],
    'reload_costs_action': NotRequired[bool],
    'assassination_critical': NotRequired[bool],
    'location_11_15': NotRequired[Literal['head', 'vital']],
    'vital_zone_worsens': NotRequired[bool],
    'continuous_damage_sums': NotRequired[bool],
    'wound_accumulation': NotRequired[int],
    'lore_gain': NotRequired[Literal['equal_loss', 'manual', 'separate_roll']],
    'creature_hp_pool': NotRequired[bool],
    'creature_low_bonus_none': NotRequired[bool],
    'luck_vs_entities': NotRequired[bool],
    'ritual_san_test': NotRequired[bool],
})
Steps = TypedDict("Steps", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'steps': tuple[Literal['characteristics', 'circle', 'identity', 'luck', 'past', 'portrait', 'possessions', 'psychology', 'sanity', 'test_values', 'wound_threshold'], ...],
    'mandatory_steps': int,
    'optional_steps': int,
})
Thrown = TypedDict("Thrown", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'totals': tuple[int, ...],
    'total': int,
})
SanRolled = TypedDict("SanRolled", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'san': int,
    'san_max': int,
})
LuckRolled = TypedDict("LuckRolled", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'luck': int,
    'luck_start': int,
})
AdvantageInput = TypedDict("AdvantageInput", {
    'characteristic': Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU', 'any'],
    'domain': str,
})
SpecialtyInput = TypedDict("SpecialtyInput", {
    'edu_min': NotRequired[int],
    'bonus_among': Sequence[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU']],
    'advantages': NotRequired[Sequence[AdvantageInput]],
})
TrainingInput = TypedDict("TrainingInput", {
    'specialty': str,
    'characteristic': Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU', 'any'],
    'domain': str,
})
ThreeValues = TypedDict("ThreeValues", {
    'standard': int,
    'difficult': int,
    'extreme': int,
})
Validated = TypedDict("Validated", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'valid': bool,
    'errors': tuple[Literal['above_maximum', 'below_minimum', 'bonus_not_allowed', 'bonus_too_many', 'discipline_missing', 'edu_too_low', 'hobby_count', 'score_out_of_range', 'too_young', 'trade_not_allowed', 'training_edu_too_low', 'training_repeats_specialty', 'training_unknown_advantage'], ...],
    'scores': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], int],
    'test_values': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], ThreeValues],
    'sb': int,
    'damage_bonus': Literal['1D3', '1D6', '2D6', '3D6', '4D6', '5D6', 'none'],
    'extra_languages': int,
    'literate': bool,
    'bonus_points': int,
    'bonus_left': int,
})
Created = TypedDict("Created", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'valid': bool,
    'errors': tuple[Literal['above_maximum', 'below_minimum', 'bonus_not_allowed', 'bonus_too_many', 'discipline_missing', 'edu_too_low', 'hobby_count', 'score_out_of_range', 'too_young', 'trade_not_allowed', 'training_edu_too_low', 'training_repeats_specialty', 'training_unknown_advantage'], ...],
    'scores': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], int],
    'test_values': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], ThreeValues],
    'sb': int,
    'damage_bonus': Literal['1D3', '1D6', '2D6', '3D6', '4D6', '5D6', 'none'],
    'extra_languages': int,
    'literate': bool,
    'bonus_points': int,
    'bonus_left': int,
    'totals': tuple[int, ...],
    'san': int,
    'san_max': int,
    'si': int,
    'luck': int,
    'luck_start': int,
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'madness': Literal['indefinite', 'none', 'permanent', 'temporary'],
})
Advantage = TypedDict("Advantage", {
    'characteristic': Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU', 'any'],
    'domain': str,
})
SpecialtyTold = TypedDict("SpecialtyTold", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'bonus_points': int,
    'edu_min': int,
    'bonus_among': tuple[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], ...],
    'advantages': tuple[Advantage, ...],
})
DrainInput = TypedDict("DrainInput", {
    'temporary': NotRequired[int],
    'permanent': NotRequired[int],
})
WoundInput = TypedDict("WoundInput", {
    'damage': int,
    'level': NotRequired[Literal['dead', 'grave', 'light', 'superficial'] | None],
    'location': NotRequired[Literal['head', 'left_arm', 'left_leg', 'none', 'right_arm', 'right_leg', 'torso', 'vital']],
    'source': NotRequired[str],
    'date': NotRequired[int],
})
TallyInput = TypedDict("TallyInput", {
    'light': NotRequired[int],
    'grave': NotRequired[int],
})
CombatantInput = TypedDict("CombatantInput", {
    'name': NotRequired[str],
    'kind': NotRequired[Literal['creature', 'npc', 'operator']],
    'category': NotRequired[Literal['artificial', 'ordinary', 'peer', 'unnatural']],
    'size': NotRequired[Literal['huge', 'human', 'large', 'small']],
    'FOR': NotRequired[int],
    'CON': NotRequired[int],
    'DEX': NotRequired[int],
    'INT': NotRequired[int],
    'EDU': NotRequired[int],
    'POU': NotRequired[int],
    'APP': NotRequired[int],
    'drain': NotRequired[Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], DrainInput]],
    'sb': NotRequired[int | None],
    'damage_bonus': NotRequired[Literal['1D3', '1D6', '2D6', '3D6', '4D6', '5D6', 'none'] | None],
    'worn': NotRequired[Sequence[str]],
    'uses_left': NotRequired[Mapping[str, int]],
    'armour': NotRequired[int],
    'wound_level': NotRequired[Literal['dead', 'grave', 'light', 'none', 'superficial']],
    'wounds': NotRequired[Sequence[WoundInput]],
    'wound_counts': NotRequired[TallyInput],
    'stabilised': NotRequired[bool],
    'painkiller': NotRequired[bool],
    'out_of_fight': NotRequired[bool],
    'held': NotRequired[bool],
    'helpless': NotRequired[bool],
    'surprised': NotRequired[bool],
    'acts_last': NotRequired[bool],
    'luck': NotRequired[int],
    'luck_start': NotRequired[int],
    'san': NotRequired[int],
    'si': NotRequired[int],
    'madness': NotRequired[Literal['indefinite', 'none', 'permanent', 'temporary']],
    'lasting_madness': NotRequired[bool],
    'cast_this_scene': NotRequired[bool],
    'shocks_this_scene': NotRequired[Sequence[str]],
    'invulnerable': NotRequired[bool],
    'pierced_by': NotRequired[Sequence[Literal['blade', 'blunt', 'electricity', 'explosion', 'fall', 'fire', 'firearm', 'magic', 'natural', 'other', 'water']]],
    'resists': NotRequired[Sequence[Literal['blade', 'blunt', 'electricity', 'explosion', 'fall', 'fire', 'firearm', 'magic', 'natural', 'other', 'water']]],
    'weak_to': NotRequired[Sequence[Literal['blade', 'blunt', 'electricity', 'explosion', 'fall', 'fire', 'firearm', 'magic', 'natural', 'other', 'water']]],
    'no_pain': NotRequired[bool],
    'regeneration': NotRequired[int],
    'hp': NotRequired[int | None],
})
Derived = TypedDict("Derived", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'current': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], int],
    'test_values': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], ThreeValues],
    'sb': int,
    'damage_bonus': Literal['1D3', '1D6', '2D6', '3D6', '4D6', '5D6', 'none'],
    'thrown_bonus': Literal['1D3', '1D6', '2D6', '3D6', '4D6', '5D6', 'none'],
    'extra_languages': int,
    'literate': bool,
    'san_max': int,
    'unrelieved': bool,
})
Trained = TypedDict("Trained", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'advantage': bool,
    'sources': tuple[str, ...],
})
LuckPlanInput = TypedDict("LuckPlanInput", {
    'max_shift': NotRequired[int],
    'cancel_fumble': NotRequired[bool],
    'cancel_grave': NotRequired[bool],
    'escape_death': NotRequired[bool],
})
Checked = TypedDict("Checked", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'multiplier': int,
    'success': bool,
    'luck': int,
    'luck_spent': int,
})
DifficultyOutcome = TypedDict("DifficultyOutcome", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'multiplier': int,
    'target': int,
    'outcome': Literal['automatic', 'impossible'],
})
OpposedOutcome = TypedDict("OpposedOutcome", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'active_target': int,
    'active_roll': int,
    'active_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'passive_target': int,
    'passive_roll': int,
    'passive_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'winner': Literal['active', 'passive', 'status_quo'],
})
LuckTested = TypedDict("LuckTested", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'luck': int,
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'success': bool,
})
Shifted = TypedDict("Shifted", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'luck': int,
    'outcome': Literal['critical', 'failure', 'success'],
    'luck_spent': int,
})
FumbleCancelled = TypedDict("FumbleCancelled", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'luck': int,
    'cost_cancel': int,
    'cost_shift': int,
    'total_cost': int,
    'outcome': Literal['failure', 'success'],
})
GraveCancelled = TypedDict("GraveCancelled", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'luck': int,
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
})
Escaped = TypedDict("Escaped", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'alive': bool,
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'recorded_damage': int,
    'luck': int,
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
})
LuckRecovered = TypedDict("LuckRecovered", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'luck': int,
    'roll': int,
    'test_above': bool,
    'gain': int,
})
Order = TypedDict("Order", {
    'refused': bool,
    'mode': Literal['dex', 'operators_first'],
    'order': tuple[str, ...],
    'cannot_attack': tuple[str, ...],
})
ZoneFound = TypedDict("ZoneFound", {
    'refused': bool,
    'zone': int,
    'in_reach': bool,
    'band': Literal['long', 'medium', 'short', 'very_long'],
})
Moved = TypedDict("Moved", {
    'refused': bool,
    'turns_needed': int,
    'whole_turns': bool,
})
FumbleDrawn = TypedDict("FumbleDrawn", {
    'refused': bool,
    'roll': int,
    'effect': Literal['cornered', 'critical_hit', 'drops_item', 'falls', 'hits_ally', 'jam', 'magazine_falls', 'off_balance', 'out_of_breath', 'sprain', 'stray_shot', 'stumbles_exposed', 'weapon_dropped', 'weapon_stuck', 'weapon_wrecked'],
})
WeaponInput = TypedDict("WeaponInput", {
    'name': NotRequired[str],
    'damage': NotRequired[str],
    'type': NotRequired[Literal['firearm', 'melee', 'thrown']],
    'attack_with': NotRequired[Literal['DEX', 'FOR']],
    'damage_kind': NotRequired[Literal['blade', 'blunt', 'electricity', 'explosion', 'fall', 'fire', 'firearm', 'magic', 'natural', 'other', 'water']],
    'burst': NotRequired[bool],
    'zone_min': NotRequired[int],
    'zone_max': NotRequired[int],
    'scale': NotRequired[Literal['heavy', 'long_range', 'ordinary']],
    'magazine': NotRequired[int],
    'special': NotRequired[bool],
})
ShotDifficulty = TypedDict("ShotDifficulty", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'forbidden', 'impossible', 'standard'],
    'multiplier': int,
    'target': int,
})
VictimInput = TypedDict("VictimInput", {
    'defender': NotRequired[CombatantInput],
    'defends': NotRequired[bool],
    'defence_advantage': NotRequired[bool],
    'distance_m': NotRequired[float],
    'rounds': NotRequired[int],
    'cover': NotRequired[bool],
    'luck_plan': NotRequired[LuckPlanInput],
})
Wound = TypedDict("Wound", {
    'damage': int,
    'level': Literal['dead', 'grave', 'light', 'superficial'] | None,
    'location': Literal['head', 'left_arm', 'left_leg', 'none', 'right_arm', 'right_leg', 'torso', 'vital'],
    'source': str,
    'date': int,
})
Tally = TypedDict("Tally", {
    'light': int,
    'grave': int,
})
Drain = TypedDict("Drain", {
    'temporary': int,
    'permanent': int,
})
Hit = TypedDict("Hit", {
    'damage_final': int,
    'location_number': int,
    'location': Literal['head', 'left_arm', 'left_leg', 'right_arm', 'right_leg', 'torso', 'vital'],
    'armour': int,
    'armour_key': str,
    'damage_taken': int,
    'hit_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'recorded_damage': int,
    'wounds': tuple[Wound, ...],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'uses_left': dict[str, int],
    'wound_counts': Tally,
    'hp_left': int,
    'name': str,
    'rounds': int,
    'defence_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'defence_target': int,
    'defence_roll': int,
    'defence_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'avoided': bool,
    'drain_amount': int,
    'drained': Literal['FOR', 'POU'],
    'score_left': int,
    'collapse': Literal['cannot_act', 'catatonic', 'dead', 'none'],
    'drain': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], Drain],
    'gripped': bool,
    'luck': int,
})
Shot = TypedDict("Shot", {
    'damage_final': int,
    'location_number': int,
    'location': Literal['head', 'left_arm', 'left_leg', 'right_arm', 'right_leg', 'torso', 'vital'],
    'armour': int,
    'armour_key': str,
    'damage_taken': int,
    'hit_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'recorded_damage': int,
    'wounds': tuple[Wound, ...],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'uses_left': dict[str, int],
    'wound_counts': Tally,
    'hp_left': int,
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'forbidden', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'hit': bool,
    'attacker_luck': int,
    'defender_luck': int,
    'extra_rounds': int,
    'kept_rounds': int,
    'reload': bool,
    'spare_magazines': int,
    'rounds_left': int,
    'empty': bool,
    'reload_action': bool,
    'others': tuple[Hit, ...],
})
Reloaded = TypedDict("Reloaded", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'spare_magazines': int,
    'rounds_left': int,
    'empty': bool,
    'action_used': bool,
})
Salvaged = TypedDict("Salvaged", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'regained': int,
})
Fought = TypedDict("Fought", {
    'damage_final': int,
    'location_number': int,
    'location': Literal['head', 'left_arm', 'left_leg', 'right_arm', 'right_leg', 'torso', 'vital'],
    'armour': int,
    'armour_key': str,
    'damage_taken': int,
    'hit_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'recorded_damage': int,
    'wounds': tuple[Wound, ...],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'uses_left': dict[str, int],
    'wound_counts': Tally,
    'hp_left': int,
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'forbidden', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'hit': bool,
    'attacker_luck': int,
    'defender_luck': int,
    'characteristic': Literal['DEX', 'FOR'],
    'defence_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'defence_target': int,
    'defence_roll': int,
    'defence_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'avoided': bool,
})
Assassinated = TypedDict("Assassinated", {
    'damage_final': int,
    'location_number': int,
    'location': Literal['head', 'left_arm', 'left_leg', 'right_arm', 'right_leg', 'torso', 'vital'],
    'armour': int,
    'armour_key': str,
    'damage_taken': int,
    'hit_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'recorded_damage': int,
    'wounds': tuple[Wound, ...],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'uses_left': dict[str, int],
    'wound_counts': Tally,
    'hp_left': int,
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'forbidden', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'hit': bool,
    'attacker_luck': int,
    'defender_luck': int,
    'alerted': bool,
})
DamageRolled = TypedDict("DamageRolled", {
    'refused': bool,
    'weapon_roll': int,
    'bonus_roll': int,
    'burst_damage': int,
    'damage_final': int,
    'minimum': int,
    'maximum': int,
})
LocatedHit = TypedDict("LocatedHit", {
    'refused': bool,
    'location_number': int,
    'location': Literal['head', 'left_arm', 'left_leg', 'right_arm', 'right_leg', 'torso', 'vital'],
})
CoverTaken = TypedDict("CoverTaken", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'in_cover': bool,
    'action_used': bool,
    'luck': int,
})
Held = TypedDict("Held", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'held': bool,
    'defence_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'defence_target': int,
    'defence_roll': int,
    'defence_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'avoided': bool,
    'resist_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'resist_target': int,
    'resist_roll': int,
    'resist_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'attacker_luck': int,
    'defender_luck': int,
})
Freed = TypedDict("Freed", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'free': bool,
    'luck': int,
})
Graded = TypedDict("Graded", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'quadrant': int,
    'time_unit': Literal['days', 'hours', 'minutes'],
    'clock_hours': str,
})
Damaged = TypedDict("Damaged", {
    'damage_final': int,
    'location_number': int,
    'location': Literal['head', 'left_arm', 'left_leg', 'right_arm', 'right_leg', 'torso', 'vital'],
    'armour': int,
    'armour_key': str,
    'damage_taken': int,
    'hit_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'recorded_damage': int,
    'wounds': tuple[Wound, ...],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'uses_left': dict[str, int],
    'wound_counts': Tally,
    'hp_left': int,
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'sb': int,
    'luck': int,
})
Aggravated = TypedDict("Aggravated", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'luck': int,
})
FirstAid = TypedDict("FirstAid", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'stabilised': bool,
    'retry_unit': Literal['days', 'hours', 'minutes'],
    'delay_ended': bool,
    'luck': int,
})
Painkiller = TypedDict("Painkiller", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'painkiller': bool,
    'hours': int,
    'relieved': bool,
})
Clock = TypedDict("Clock", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'delay': int,
    'unit': Literal['days', 'hours', 'minutes'],
})
Expired = TypedDict("Expired", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'luck': int,
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'delay': int,
    'unit': Literal['days', 'hours', 'minutes'],
})
Recovered = TypedDict("Recovered", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'stages': tuple[Literal['dead', 'grave', 'light', 'none', 'superficial'], ...],
    'target': int,
    'rolls': tuple[int, ...],
    'days': tuple[float, ...],
    'total_days': float,
    'luck': int,
})
Fell = TypedDict("Fell", {
    'damage_final': int,
    'location_number': int,
    'location': Literal['head', 'left_arm', 'left_leg', 'right_arm', 'right_leg', 'torso', 'vital'],
    'armour': int,
    'armour_key': str,
    'damage_taken': int,
    'hit_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'recorded_damage': int,
    'wounds': tuple[Wound, ...],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'uses_left': dict[str, int],
    'wound_counts': Tally,
    'hp_left': int,
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'luck': int,
    'storeys': int,
})
Suffocated = TypedDict("Suffocated", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'luck': int,
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
})
Burnt = TypedDict("Burnt", {
    'damage_final': int,
    'location_number': int,
    'location': Literal['head', 'left_arm', 'left_leg', 'right_arm', 'right_leg', 'torso', 'vital'],
    'armour': int,
    'armour_key': str,
    'damage_taken': int,
    'hit_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'recorded_damage': int,
    'wounds': tuple[Wound, ...],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'uses_left': dict[str, int],
    'wound_counts': Tally,
    'hp_left': int,
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'luck': int,
    'sum': int,
})
PutOut = TypedDict("PutOut", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'burning': bool,
    'luck': int,
})
Harmed = TypedDict("Harmed", {
    'damage_final': int,
    'location_number': int,
    'location': Literal['head', 'left_arm', 'left_leg', 'right_arm', 'right_leg', 'torso', 'vital'],
    'armour': int,
    'armour_key': str,
    'damage_taken': int,
    'hit_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'recorded_damage': int,
    'wounds': tuple[Wound, ...],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'uses_left': dict[str, int],
    'wound_counts': Tally,
    'hp_left': int,
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'luck': int,
})
Lobbed = TypedDict("Lobbed", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'forbidden', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'on_target': bool,
    'drift_m': int,
    'luck': int,
})
Explosion = TypedDict("Explosion", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'blast': int,
    'killed': int,
    'hits': tuple[Hit, ...],
})
Poisoned = TypedDict("Poisoned", {
    'damage_final': int,
    'location_number': int,
    'location': Literal['head', 'left_arm', 'left_leg', 'right_arm', 'right_leg', 'torso', 'vital'],
    'armour': int,
    'armour_key': str,
    'damage_taken': int,
    'hit_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'recorded_damage': int,
    'wounds': tuple[Wound, ...],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'uses_left': dict[str, int],
    'wound_counts': Tally,
    'hp_left': int,
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'resisted': bool,
    'effect': Literal['answers_truthfully', 'dead', 'dead_in_days', 'dex_harder', 'grave_wound', 'light_wound', 'loses_actions', 'none', 'out_for_minutes', 'out_for_scene', 'out_for_turns', 'superficial_wound', 'tests_harder'],
    'amount': int,
    'luck': int,
})
Shocked = TypedDict("Shocked", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'loss': int,
    'san': int,
    'san_max': int,
    'san_test': bool,
    'san_target': int,
    'san_roll': int,
    'outcome': Literal['control', 'permanent', 'still_mad', 'temporary', 'unaffected'],
    'madness': Literal['indefinite', 'none', 'permanent', 'temporary'],
    'lasting_madness': bool,
    'shocks_this_scene': tuple[str, ...],
})
SceneResult = TypedDict("SceneResult", {
    'name': str,
    'second_roll': int,
    'second': Literal['indefinite', 'recovered'],
    'san': int,
    'madness': Literal['indefinite', 'none', 'permanent', 'temporary'],
    'lasting_madness': bool,
    'out_of_fight': bool,
    'cast_this_scene': bool,
    'shocks_this_scene': tuple[str, ...],
})
SceneEnded = TypedDict("SceneEnded", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'results': tuple[SceneResult, ...],
    'minds': dict[str, Literal['indefinite', 'none', 'permanent', 'temporary']],
})
Sickened = TypedDict("Sickened", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'loss': int,
    'san': int,
    'san_max': int,
    'san_test': bool,
    'san_target': int,
    'san_roll': int,
    'outcome': Literal['control', 'permanent', 'still_mad', 'temporary', 'unaffected'],
    'madness': Literal['indefinite', 'none', 'permanent', 'temporary'],
    'lasting_madness': bool,
    'cold_blood_target': int,
    'cold_blood_roll': int,
    'cold_blood_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'luck': int,
})
TomeRead = TypedDict("TomeRead", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'loss': int,
    'si_gain': int,
    'san': int,
    'si': int,
    'san_max': int,
    'san_test': bool,
    'madness': Literal['indefinite', 'none', 'permanent', 'temporary'],
    'teaches': tuple[str, ...],
})
Recognised = TypedDict("Recognised", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'success': bool,
    'luck': int,
})
Gained = TypedDict("Gained", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'gain': int,
    'san': int,
    'san_max': int,
    'madness': Literal['indefinite', 'none', 'permanent', 'temporary'],
})
Treated = TypedDict("Treated", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'months': int,
    'roll': int,
    'outcome': Literal['failure', 'fumble', 'success'],
    'cured': bool,
    'san': int,
    'madness': Literal['indefinite', 'none', 'permanent', 'temporary'],
})
MadnessForm = TypedDict("MadnessForm", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'roll': int,
    'effect': str,
})
Haunted = TypedDict("Haunted", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'loss': int,
    'san': int,
    'san_max': int,
    'san_test': bool,
    'san_target': int,
    'san_roll': int,
    'outcome': Literal['control', 'permanent', 'still_mad', 'temporary', 'unaffected'],
    'madness': Literal['indefinite', 'none', 'permanent', 'temporary'],
    'lasting_madness': bool,
    'second_roll': int,
    'second': Literal['indefinite', 'recovered'],
})
ScoreRangeInput = TypedDict("ScoreRangeInput", {
    'low': int | Literal['colossal', 'exceptional', 'extraordinary', 'high', 'inferior', 'mediocre', 'monstrous', 'titanic'],
    'high': int | Literal['colossal', 'exceptional', 'extraordinary', 'high', 'inferior', 'mediocre', 'monstrous', 'titanic'],
})
Profile = TypedDict("Profile", {
    'refused': bool,
    'scores': dict[Literal['CON', 'DEX', 'FOR', 'INT', 'POU'], int],
    'labels': dict[Literal['CON', 'DEX', 'FOR', 'INT', 'POU'], Literal['colossal', 'exceptional', 'extraordinary', 'high', 'inferior', 'mediocre', 'monstrous', 'titanic']],
    'test_values': dict[Literal['CON', 'DEX', 'FOR', 'INT', 'POU'], ThreeValues],
    'sb': int,
    'damage_bonus': Literal['1D3', '1D6', '2D6', '3D6', '4D6', '5D6', 'none'],
    'regeneration_usual': int,
    'shock': str,
})
NaturalAttackInput = TypedDict("NaturalAttackInput", {
    'name': NotRequired[str],
    'characteristic': NotRequired[Literal['DEX', 'FOR', 'POU']],
    'multiplier': NotRequired[Literal[3, 5]],
    'damage': NotRequired[str],
    'add_bonus': NotRequired[bool],
    'damage_kind': NotRequired[Literal['blade', 'blunt', 'electricity', 'explosion', 'fall', 'fire', 'firearm', 'magic', 'natural', 'other', 'water']],
    'area': NotRequired[bool],
    'advantage': NotRequired[bool],
    'drain': NotRequired[Literal['FOR', 'POU', 'none']],
    'irreversible': NotRequired[bool],
    'grip': NotRequired[bool],
    'grip_damage': NotRequired[bool],
    'substance': NotRequired[str],
    'zone_max': NotRequired[int],
    'destroys_itself': NotRequired[bool],
})
CreatureAttacked = TypedDict("CreatureAttacked", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'hits': tuple[Hit, ...],
    'worst_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'killed': int,
})
Gripped = TypedDict("Gripped", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'hit': Hit,
    'sum': int,
})
CreatureTurned = TypedDict("CreatureTurned", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'wounds': tuple[Wound, ...],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'hp_left': int,
    'regenerated': bool,
})
DrainLeft = TypedDict("DrainLeft", {
    'refused': bool,
    'drain': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], Drain],
})
Seen = TypedDict("Seen", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'loss': int,
    'san': int,
    'san_max': int,
    'san_test': bool,
    'san_target': int,
    'san_roll': int,
    'outcome': Literal['control', 'permanent', 'still_mad', 'temporary', 'unaffected'],
    'madness': Literal['indefinite', 'none', 'permanent', 'temporary'],
    'lasting_madness': bool,
})
EntityAttacked = TypedDict("EntityAttacked", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'wound_level': Literal['dead', 'grave', 'light', 'none', 'superficial'],
    'con_target': int,
    'con_roll': int,
    'con_outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'out_of_fight': bool,
    'alive': bool,
    'stabilised': bool,
    'luck': int,
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
})
Learned = TypedDict("Learned", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'learned': bool,
    'weeks': int,
    'luck': int,
})
Cast = TypedDict("Cast", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'loss': int,
    'san': int,
    'san_max': int,
    'san_test': bool,
    'san_target': int,
    'san_roll': int,
    'madness': Literal['indefinite', 'none', 'permanent', 'temporary'],
    'lasting_madness': bool,
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'effect': bool,
    'cast_this_scene': bool,
    'luck': int,
})
DriverInput = TypedDict("DriverInput", {
    'name': NotRequired[str],
    'DEX': NotRequired[int],
    'vehicle': NotRequired[str],
    'advantage': NotRequired[bool],
    'grave': NotRequired[bool],
})
Chased = TypedDict("Chased", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'winner': Literal['active', 'passive', 'status_quo'],
    'gap': int,
    'status': Literal['caught', 'lost', 'running'],
    'active_target': int,
    'passive_target': int,
    'fugitive_crash': bool,
    'pursuer_crash': bool,
})
Intruded = TypedDict("Intruded", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'roll': int,
    'outcome': Literal['automatic', 'critical', 'failure', 'fumble', 'impossible', 'success'],
    'layers_cleared': int,
    'alarm': int,
    'status': Literal['breached', 'in_progress', 'traced'],
    'luck': int,
})
Progressed = TypedDict("Progressed", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'raised': tuple[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], ...],
    'scores': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], int],
    'sb': int,
    'damage_bonus': Literal['1D3', '1D6', '2D6', '3D6', '4D6', '5D6', 'none'],
    'ticks': tuple[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], ...],
})
Converted = TypedDict("Converted", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'scores': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], int],
    'sb': int,
    'damage_bonus': Literal['1D3', '1D6', '2D6', '3D6', '4D6', '5D6', 'none'],
    'shock': Literal['critical', 'existential', 'grave', 'minor', 'none', 'severe'],
    'armour': int,
    'hobbies': tuple[str, ...],
})
OddsTest = TypedDict("OddsTest", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'final_difficulty': Literal['automatic', 'difficult', 'extreme', 'impossible', 'standard'],
    'target': int,
    'success': str,
    'critical': str,
    'failure': str,
    'fumble': str,
})
OddsAttack = TypedDict("OddsAttack", {
    'refused': bool,
    'hit': str,
    'critical_hit': str,
    'avoided': str,
    'miss': str,
})
OddsHold = TypedDict("OddsHold", {
    'refused': bool,
    'held': str,
})
OddsWound = TypedDict("OddsWound", {
    'refused': bool,
    'none': str,
    'superficial': str,
    'light': str,
    'grave': str,
    'dead': str,
    'miss': str,
    'mean_damage': str,
})
OddsLocation = TypedDict("OddsLocation", {
    'refused': bool,
    'locations': dict[Literal['head', 'left_arm', 'left_leg', 'right_arm', 'right_leg', 'torso', 'vital'], str],
})
OddsReload = TypedDict("OddsReload", {
    'refused': bool,
    'probability': str,
})
OddsOpposed = TypedDict("OddsOpposed", {
    'refused': bool,
    'active': str,
    'passive': str,
    'status_quo': str,
})
OddsRoll = TypedDict("OddsRoll", {
    'refused': bool,
    'probability': str,
    'mean': str,
    'minimum': int,
    'maximum': int,
})
OddsSan = TypedDict("OddsSan", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'control': str,
    'temporary': str,
    'indefinite': str,
    'permanent': str,
    'mean_san': str,
})
OddsLuck = TypedDict("OddsLuck", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'above': str,
    'expected_gain': str,
})
OddsDrowning = TypedDict("OddsDrowning", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'alive': str,
})
OddsRecovery = TypedDict("OddsRecovery", {
    'refused': bool,
    'reason': Literal['already_cast', 'already_read', 'already_stabilised', 'already_success', 'aware', 'dead', 'defender_dead', 'empty', 'entity', 'fumble', 'held', 'helpless', 'no_burst', 'no_chance', 'no_crash', 'no_equipment', 'no_grip', 'no_spare', 'not_a_fumble', 'not_allowed', 'not_available', 'not_counted', 'not_enough_luck', 'not_needed', 'not_operator', 'not_stabilised', 'not_taught', 'not_worse', 'not_wounded', 'one_victim', 'option_off', 'out_of_fight', 'out_of_range', 'patient_dead', 'permanently_mad', 'placed', 'spread_needs_burst', 'spread_too_far', 'stabilised', 'surprised', 'too_large', 'too_late', 'waiver_off', 'wrong_weapon'],
    'expected_days': str,
    'shortest': float,
    'longest': float,
    'shortest_chance': str,
})
def creation_steps(
    *,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Steps]:
    """What to do to create an Operator, step by step."""
def roll_characteristics(
    *,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Thrown]:
    """Seven times 2D6+6, to be assigned as one likes."""
def starting_san(
    *,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[SanRolled]:
    """(2D6+6) × 5, whatever the POU."""
def starting_luck(
    *,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[LuckRolled]:
    """3D6 × 5, where Luck is in play."""
def validate_operator(
    *,
    specialty: str,
    custom_specialty: SpecialtyInput | None = ...,
    discipline: str = ...,
    bonus: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], int] = ...,
    age: int = ...,
    age_trade: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], int] = ...,
    hobbies: Sequence[str] | None = ...,
    trainings: Sequence[TrainingInput] = ...,
    scores: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Validated]:
    """Goes over scores, bonus points, age, hobbies and courses, then works out what follows."""
def create_operator(
    *,
    specialty: str,
    custom_specialty: SpecialtyInput | None = ...,
    discipline: str = ...,
    bonus: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], int] = ...,
    age: int = ...,
    age_trade: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], int] = ...,
    hobbies: Sequence[str] | None = ...,
    trainings: Sequence[TrainingInput] = ...,
    assignment: Sequence[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU']] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Created]:
    """Characteristics, SAN and Luck rolled in one go, the sheet checked."""
def specialty_info(
    *,
    specialty: str,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[SpecialtyTold]:
    """Its bonus points, its advantages, its minimum EDU."""
def derived_values(
    *,
    character: CombatantInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Derived]:
    """Current scores, wound threshold, damage bonus, percentages."""
def technique_advantage(
    *,
    weapon: str,
    use: Literal['attack', 'defence'] = ...,
    specialty: str = ...,
    hobbies: Sequence[str] = ...,
    trainings: Sequence[TrainingInput] = ...,
    burst: bool = ...,
    in_assault: bool = ...,
    protecting: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Trained]:
    """Says whether training helps with this weapon, and where the advantage comes from."""
def test(
    *,
    score: int,
    difficulty: Literal['difficult', 'extreme', 'standard'] = ...,
    advantage: bool = ...,
    advantage_count: int = ...,
    waive: bool = ...,
    steps: int = ...,
    grave: bool = ...,
    stabilised: bool = ...,
    painkiller: bool = ...,
    is_action: bool = ...,
    characteristic: Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'] = ...,
    no_roll: bool = ...,
    luck: int = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Checked]:
    """1D100 at or under the score ×5, ×3 or ×1, by difficulty."""
def test_difficulty(
    *,
    difficulty: Literal['difficult', 'extreme', 'standard'] = ...,
    advantage: bool = ...,
    advantage_count: int = ...,
    waive: bool = ...,
    steps: int = ...,
    grave: bool = ...,
    stabilised: bool = ...,
    painkiller: bool = ...,
    is_action: bool = ...,
    score: int | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[DifficultyOutcome]:
    """The final difficulty of a test and its percentage, without a roll."""
def opposed_test(
    *,
    active_score: int,
    passive_score: int,
    active_difficulty: Literal['difficult', 'extreme', 'standard'] = ...,
    active_advantage: bool = ...,
    active_grave: bool = ...,
    passive_difficulty: Literal['difficult', 'extreme', 'standard'] = ...,
    passive_advantage: bool = ...,
    passive_grave: bool = ...,
    opponent: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OpposedOutcome]:
    """Two characters against each other; the better result wins."""
def luck_test(
    *,
    luck: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[LuckTested]:
    """Pure chance: 1D100 at or under the Luck reserve; nothing is spent."""
def luck_shift(
    *,
    luck: int,
    roll: int,
    target: int,
    spend: int,
    roll_kind: Literal['luck_recovery', 'reading', 'san', 'test'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Shifted]:
    """One point of Luck for each point taken off the roll."""
def luck_cancel_fumble(
    *,
    luck: int,
    roll: int,
    target: int,
    spend: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[FumbleCancelled]:
    """10 points of Luck, and more to make it a success."""
def luck_cancel_grave(
    *,
    luck: int,
    previous_level: Literal['dead', 'grave', 'light', 'none', 'superficial'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[GraveCancelled]:
    """20 points of Luck, as soon as the wound is taken."""
def luck_escape_death(
    *,
    victim: CombatantInput = ...,
    cause: Literal['drowning', 'entity', 'other', 'poison', 'wound'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Escaped]:
    """All the Luck, at least 30 points: a grave wound instead of death."""
def luck_recover(
    *,
    luck: int,
    luck_start: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[LuckRecovered]:
    """At the start of a session or scenario: above the reserve, more of it comes back."""
def start_combat(
    *,
    participants: Sequence[CombatantInput],
    turn: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Order]:
    """Who acts, in what order, and who cannot attack yet."""
def zone_from_distance(
    *,
    distance_m: float,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[ZoneFound]:
    """Which zone a distance in metres falls in."""
def move(
    *,
    from_zone: int,
    to_zone: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Moved]:
    """How many turns the move takes."""
def fumble_effect(
    *,
    situation: Literal['defence', 'firearm', 'melee'],
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[FumbleDrawn]:
    """What goes wrong in a fight, on 1D10."""
def shot_difficulty(
    *,
    weapon: str | None = ...,
    custom_weapon: WeaponInput | None = ...,
    attacker: CombatantInput = ...,
    zone: int = ...,
    cover: Literal['exposed', 'in_cover', 'normal'] = ...,
    advantage: bool = ...,
    advantage_count: int = ...,
    waive: bool = ...,
    steps: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[ShotDifficulty]:
    """What the shot asks at this distance, before the trigger is pulled."""
def attack_firearm(
    *,
    attacker: CombatantInput = ...,
    defender: CombatantInput = ...,
    custom_weapon: WeaponInput | None = ...,
    advantage: bool = ...,
    advantage_count: int = ...,
    waive: bool = ...,
    steps: int = ...,
    attacker_luck_plan: LuckPlanInput = ...,
    defender_luck_plan: LuckPlanInput = ...,
    weapon: str | None = ...,
    weapon_name: str = ...,
    zone: int = ...,
    cover: Literal['exposed', 'in_cover', 'normal'] = ...,
    burst: bool = ...,
    others: Sequence[VictimInput] = ...,
    spare_magazines: int = ...,
    rounds_left: int | None = ...,
    empty: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Shot]:
    """Single shot or burst; the difficulty follows zone and cover."""
def reload(
    *,
    spare_magazines: int,
    magazine: int = ...,
    weapon_name: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Reloaded]:
    """A full magazine in the weapon, one less in reserve."""
def salvage(
    *,
    magazines_changed: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Salvaged]:
    """After the fight, about three magazines for ten that were changed."""
def attack_melee(
    *,
    attacker: CombatantInput = ...,
    defender: CombatantInput = ...,
    custom_weapon: WeaponInput | None = ...,
    advantage: bool = ...,
    advantage_count: int = ...,
    waive: bool = ...,
    steps: int = ...,
    attacker_luck_plan: LuckPlanInput = ...,
    defender_luck_plan: LuckPlanInput = ...,
    weapon: str = ...,
    defends: bool = ...,
    defence_advantage: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Fought]:
    """Difficult FOR or DEX test, defence, damage, wound."""
def attack_thrown(
    *,
    attacker: CombatantInput = ...,
    defender: CombatantInput = ...,
    custom_weapon: WeaponInput | None = ...,
    advantage: bool = ...,
    advantage_count: int = ...,
    waive: bool = ...,
    steps: int = ...,
    attacker_luck_plan: LuckPlanInput = ...,
    defender_luck_plan: LuckPlanInput = ...,
    weapon: str = ...,
    weapon_name: str = ...,
    zone: int = ...,
    cover: Literal['exposed', 'in_cover', 'normal'] = ...,
    defends: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Fought]:
    """Difficult DEX test; the target may dodge."""
def assassinate(
    *,
    attacker: CombatantInput = ...,
    defender: CombatantInput = ...,
    weapon: str = ...,
    custom_weapon: WeaponInput | None = ...,
    unaware: bool = ...,
    stealth_difficulty: Literal['difficult', 'extreme', 'standard'] = ...,
    advantage: bool = ...,
    steps: int = ...,
    attacker_luck_plan: LuckPlanInput = ...,
    defender_luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Assassinated]:
    """A quiet approach to a target that suspects nothing; maximum damage."""
def roll_damage(
    *,
    weapon: str | None = ...,
    custom_weapon: WeaponInput | None = ...,
    damage_bonus: Literal['1D3', '1D6', '2D6', '3D6', '4D6', '5D6', 'none'] = ...,
    thrown: bool = ...,
    critical: bool = ...,
    extra_rounds: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[DamageRolled]:
    """The damage of a weapon, without an attack."""
def locate_hit(
    *,
    roll: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[LocatedHit]:
    """The two digits of the attack roll, swapped, give the place that is hit."""
def take_cover(
    *,
    advantage: bool = ...,
    steps: int = ...,
    luck_plan: LuckPlanInput = ...,
    character: CombatantInput = ...,
    acts_before_shooter: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[CoverTaken]:
    """Difficult DEX test, if one acts before the shooter."""
def hold(
    *,
    attacker: CombatantInput = ...,
    defender: CombatantInput = ...,
    attacker_wrestler: bool = ...,
    defender_wrestler: bool = ...,
    steps: int = ...,
    defends: bool = ...,
    defence_advantage: bool = ...,
    attacker_luck_plan: LuckPlanInput = ...,
    defender_luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Held]:
    """Seize instead of striking: attack, defence, then a FOR test to resist."""
def break_free(
    *,
    advantage: bool = ...,
    steps: int = ...,
    luck_plan: LuckPlanInput = ...,
    character: CombatantInput = ...,
    held_by: Literal['creature', 'person'] = ...,
    holder: CombatantInput = ...,
    difficulty: Literal['difficult', 'extreme', 'impossible', 'standard'] | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Freed]:
    """Get out of a hold or of a creature’s grip."""
def grade_wound(
    *,
    sb: int,
    damage: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Graded]:
    """Damage against the wound threshold, and the quadrant of the death clock."""
def apply_damage(
    *,
    damage: int,
    defender: CombatantInput = ...,
    damage_kind: Literal['blade', 'blunt', 'electricity', 'explosion', 'fall', 'fire', 'firearm', 'magic', 'natural', 'other', 'water'] = ...,
    special: bool = ...,
    location: Literal['head', 'left_arm', 'left_leg', 'none', 'right_arm', 'right_leg', 'torso', 'vital'] = ...,
    ignore_armour: bool = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Damaged]:
    """Protection, severity of the wound, CON test, Luck."""
def aggravate(
    *,
    level: Literal['dead', 'grave', 'light'],
    defender: CombatantInput = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Aggravated]:
    """Control’s ruling: a wound becomes a worse one."""
def first_aid(
    *,
    advantage: bool = ...,
    steps: int = ...,
    luck_plan: LuckPlanInput = ...,
    healer: CombatantInput = ...,
    patient: CombatantInput = ...,
    equipment: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[FirstAid]:
    """Difficult INT test, equipment in hand, to stop the death clock."""
def give_painkiller(
    *,
    patient: CombatantInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Painkiller]:
    """Morphine or the like: four hours of relief."""
def start_clock(
    *,
    level: Literal['grave', 'light', 'superficial'],
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Clock]:
    """The delay of an untreated wound, in days, hours or minutes."""
def clock_expires(
    *,
    patient: CombatantInput = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Expired]:
    """A wound not treated in time: CON test, or it gets worse."""
def recover(
    *,
    patient: CombatantInput = ...,
    care: Literal['hospital', 'medic', 'none'] = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Recovered]:
    """Days of care, from one level of wound to the next, until healed."""
def fall(
    *,
    height_m: float,
    victim: CombatantInput = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Fell]:
    """2D6 for each storey; no protection counts."""
def suffocate_turn(
    *,
    victim: CombatantInput = ...,
    luck_plan: LuckPlanInput = ...,
    turn: int = ...,
    advantage: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Suffocated]:
    """CON test, harder from turn to turn."""
def burn_turn(
    *,
    victim: CombatantInput = ...,
    luck_plan: LuckPlanInput = ...,
    intensity: Literal['fierce', 'ordinary'] = ...,
    sum_so_far: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Burnt]:
    """1D6 damage, 2D6 in a fierce fire."""
def put_out_fire(
    *,
    advantage: bool = ...,
    steps: int = ...,
    luck_plan: LuckPlanInput = ...,
    character: CombatantInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[PutOut]:
    """Standard DEX test to smother burning clothes."""
def crash(
    *,
    victim: CombatantInput = ...,
    luck_plan: LuckPlanInput = ...,
    vehicle: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Harmed]:
    """What one occupant suffers; no protection counts."""
def throw_explosive(
    *,
    attacker: CombatantInput = ...,
    device: str = ...,
    zone: int = ...,
    advantage: bool = ...,
    advantage_count: int = ...,
    waive: bool = ...,
    steps: int = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Lobbed]:
    """Says whether the device lands on target, or how many metres away."""
def explosion(
    *,
    victims: Sequence[VictimInput],
    device: str = ...,
    dice_count: int = ...,
    radius_m: float = ...,
    charges: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Explosion]:
    """The blast, and everyone it reaches."""
def poison(
    *,
    substance: str = ...,
    victim: CombatantInput = ...,
    difficulty: Literal['difficult', 'extreme', 'standard'] | None = ...,
    on_failure: Literal['answers_truthfully', 'dead', 'dead_in_days', 'dex_harder', 'grave_wound', 'light_wound', 'loses_actions', 'none', 'out_for_minutes', 'out_for_scene', 'out_for_turns', 'superficial_wound', 'tests_harder'] | None = ...,
    on_success: Literal['answers_truthfully', 'dead', 'dead_in_days', 'dex_harder', 'grave_wound', 'light_wound', 'loses_actions', 'none', 'out_for_minutes', 'out_for_scene', 'out_for_turns', 'superficial_wound', 'tests_harder'] | None = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Poisoned]:
    """Poison, drug, gas or stunning device."""
def san_shock(
    *,
    san: int,
    shock: str,
    si: int = ...,
    madness: Literal['indefinite', 'none', 'permanent', 'temporary'] = ...,
    lasting_madness: bool = ...,
    source: str = ...,
    shocks_this_scene: Sequence[str] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Shocked]:
    """Facing the unspeakable: the SAN loss first, the SAN test next."""
def end_scene(
    *,
    characters: Sequence[CombatantInput],
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[SceneEnded]:
    """Second SAN tests, then what lasts only a scene is cleared."""
def macabre(
    *,
    san: int,
    si: int = ...,
    madness: Literal['indefinite', 'none', 'permanent', 'temporary'] = ...,
    lasting_madness: bool = ...,
    POU: int = ...,
    hardened: bool = ...,
    unnatural: bool = ...,
    shock: str = ...,
    advantage: bool = ...,
    luck: int = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Sickened]:
    """An ordinary horror: hardening, cold blood, minor shock."""
def read_tome(
    *,
    san: int,
    si: int = ...,
    madness: Literal['indefinite', 'none', 'permanent', 'temporary'] = ...,
    lasting_madness: bool = ...,
    tome: str = ...,
    loss: Literal['1D10', '1D3', '1D6', '2D10'] | None = ...,
    si_gain: int = ...,
    already_read: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[TomeRead]:
    """SAN lost, Forbidden Lore gained."""
def recognise(
    *,
    si: int,
    luck: int = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Recognised]:
    """Forbidden Lore test, at its percentage."""
def san_gain(
    *,
    san: int,
    victory: Literal['crucial', 'major', 'minor', 'significant'],
    si: int = ...,
    madness: Literal['indefinite', 'none', 'permanent', 'temporary'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Gained]:
    """At the end of a scenario, by the victory, up to maximum SAN."""
def treat_madness(
    *,
    san: int,
    si: int = ...,
    madness: Literal['indefinite', 'none', 'permanent', 'temporary'] = ...,
    setting: Literal['institution', 'therapist'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Treated]:
    """One period of treatment, in an institution or with a therapist."""
def madness_effect(
    *,
    duration: Literal['indefinite', 'temporary'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[MadnessForm]:
    """What becomes of the person, on 1D20."""
def ptsd_roll(
    *,
    san: int,
    si: int = ...,
    madness: Literal['indefinite', 'none', 'permanent'] = ...,
    lasting_madness: bool = ...,
    shock: Literal['grave', 'minor', 'severe'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Haunted]:
    """The aftermath of the mission, with its two SAN tests."""
def creature_profile(
    *,
    profile: str | Literal[''] = ...,
    scores: Mapping[Literal['CON', 'DEX', 'FOR', 'INT', 'POU'], int | Literal['colossal', 'exceptional', 'extraordinary', 'high', 'inferior', 'mediocre', 'monstrous', 'titanic'] | ScoreRangeInput] = ...,
    individual: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Profile]:
    """Look up a creature or build one."""
def creature_attack(
    *,
    victims: Sequence[VictimInput],
    creature: CombatantInput = ...,
    attack: NaturalAttackInput = ...,
    steps: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[CreatureAttacked]:
    """Claws, fangs, grip or breath, on one victim or several."""
def grip_turn(
    *,
    creature: CombatantInput = ...,
    attack: NaturalAttackInput = ...,
    victim: VictimInput = ...,
    sum_so_far: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Gripped]:
    """What the held prey goes on suffering."""
def creature_turn(
    *,
    creature: CombatantInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[CreatureTurned]:
    """Regeneration, at the start of its turn."""
def recover_drain(
    *,
    drain: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], DrainInput],
    days: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[DrainLeft]:
    """Temporary weakening wears off, one point a day."""
def entity_sight(
    *,
    san: int,
    si: int = ...,
    madness: Literal['indefinite', 'none', 'permanent', 'temporary'] = ...,
    lasting_madness: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Seen]:
    """1D100 points of SAN, then the SAN test."""
def entity_attack(
    *,
    victim: CombatantInput = ...,
    protection: Literal['none', 'sign', 'ward'] = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[EntityAttacked]:
    """A POU test, extreme without an occult ward, or death."""
def learn_ritual(
    *,
    INT: int,
    tome: str,
    ritual: str,
    advantage: bool = ...,
    luck: int = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Learned]:
    """Difficult INT test and a week, in a book that teaches it."""
def cast_ritual(
    *,
    caster: CombatantInput = ...,
    ritual: str = ...,
    cost: Literal['1D10', '1D100', '1D3', '1D6', '2D10'] | None = ...,
    effect_test: Literal['difficult', 'none', 'standard'] | None = ...,
    available: bool = ...,
    advantage: bool = ...,
    steps: int = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Cast]:
    """Always costs SAN, only once in a scene."""
def chase_turn(
    *,
    fugitive: DriverInput = ...,
    pursuer: DriverInput = ...,
    gap: int = ...,
    road: Literal['hard', 'normal'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Chased]:
    """One turn at the wheel: the gap widens or narrows."""
def intrude(
    *,
    score: int,
    grade: Literal['company', 'open', 'sealed', 'state'],
    layers_cleared: int = ...,
    alarm: int = ...,
    advantage: bool = ...,
    steps: int = ...,
    luck: int = ...,
    luck_plan: LuckPlanInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Intruded]:
    """One attempt on the first layer still closed."""
def progress(
    *,
    ticks: Sequence[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU']],
    scores: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'POU'], int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Progressed]:
    """The ticked characteristics, at the end of a scenario."""
def convert(
    *,
    STR: int = ...,
    CON: int = ...,
    DEX: int = ...,
    INT: int = ...,
    POW: int = ...,
    EDU: int = ...,
    APP: int = ...,
    percentile: bool = ...,
    san_loss_max: int = ...,
    armour: int = ...,
    vehicle: bool = ...,
    skills: Mapping[str, int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Converted]:
    """Takes over a profile written for the parent game."""
def odds_test(
    *,
    score: int,
    difficulty: Literal['difficult', 'extreme', 'standard'] = ...,
    advantage: bool = ...,
    advantage_count: int = ...,
    waive: bool = ...,
    steps: int = ...,
    grave: bool = ...,
    stabilised: bool = ...,
    painkiller: bool = ...,
    is_action: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsTest]:
    """Success, critical, failure, fumble."""
def odds_attack(
    *,
    attack_score: int,
    defence_score: int,
    attack_advantage: bool = ...,
    attack_grave: bool = ...,
    defence_advantage: bool = ...,
    defence_grave: bool = ...,
    defends: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsAttack]:
    """In melee or with a thrown weapon, defence included."""
def odds_hold(
    *,
    attacker_FOR: int,
    defender_DEX: int,
    defender_FOR: int,
    attacker_wrestler: bool = ...,
    defence_advantage: bool = ...,
    defender_wrestler: bool = ...,
    defends: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsHold]:
    """Attack, defence and resistance."""
def odds_wound(
    *,
    sb: int,
    weapon: str | None = ...,
    custom_weapon: WeaponInput | None = ...,
    damage_bonus: Literal['1D3', '1D6', '2D6', '3D6', '4D6', '5D6', 'none'] = ...,
    burst: bool = ...,
    target: int | None = ...,
    given_hit: bool = ...,
    armour: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsWound]:
    """From a superficial wound to death, with this weapon."""
def odds_location(
    *,
    target: int | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsLocation]:
    """The place hit, if the blow lands."""
def odds_reload(
    *,
    target: int | None = ...,
    given_hit: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsReload]:
    """The share of bursts that fall on a double parity."""
def odds_opposed(
    *,
    active_score: int,
    passive_score: int,
    active_difficulty: Literal['difficult', 'extreme', 'standard'] = ...,
    active_advantage: bool = ...,
    active_grave: bool = ...,
    passive_difficulty: Literal['difficult', 'extreme', 'standard'] = ...,
    passive_advantage: bool = ...,
    passive_grave: bool = ...,
    opponent: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsOpposed]:
    """Each side, and the status quo."""
def odds_roll(
    *,
    expression: str,
    at_least: int | None = ...,
    at_most: int | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsRoll]:
    """A sum of dice between two bounds."""
def odds_san(
    *,
    san: int,
    shock: str,
    si: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsSan]:
    """Control or madness, both SAN tests included."""
def odds_luck_recovery(
    *,
    luck: int,
    luck_start: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsLuck]:
    """The chance of the large gain, and the mean gain."""
def odds_drowning(
    *,
    CON: int,
    turns: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsDrowning]:
    """Still alive after so many turns."""
def odds_recovery(
    *,
    level: Literal['grave', 'light', 'superficial'],
    CON: int,
    care: Literal['hospital', 'medic', 'none'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsRecovery]:
    """On average, at best, at worst."""
