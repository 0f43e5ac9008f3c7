"""d20d100: its procedures, typed. Written by `make reference`."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from gardien.core.calling import Answer as _Answer

_T = TypeVar("_T")

class Answer(_Answer, Generic[_T], frozen=True):
    outcome: _T  # type: ignore[assignment]

OptionsInput = TypedDict("OptionsInput", {
    'nat20_auto_success': NotRequired[bool],
    'opposed_tie': NotRequired[Literal['active', 'higher_modifier', 'passive']],
    'take10_strict': NotRequired[bool],
    'coop_max_helpers': NotRequired[int],
    'recall_malus': NotRequired[int],
    'creation_method': NotRequired[Literal['choose', 'roll']],
    'creation_sum_min': NotRequired[int],
    'creation_sum_max': NotRequired[int],
    'secondary_cap': NotRequired[int],
    'combat_two_characteristics': NotRequired[bool],
    'psychic_traits': NotRequired[bool],
    'attack_table': NotRequired[Literal['printed', 'step5']],
    'unarmed_single_attack': NotRequired[bool],
    'defence_uses_dex': NotRequired[bool],
    'reflex_raises_initiative': NotRequired[bool],
    'rule_attentive': NotRequired[bool],
    'min_damage_one': NotRequired[bool],
    'crit_multiplies_bonus': NotRequired[bool],
    'shotgun_range_malus': NotRequired[bool],
    'precision_in_burst': NotRequired[bool],
    'burst_jam_die': NotRequired[bool],
    'strangle_first_difficulty': NotRequired[int],
    'coup_de_grace_ignores_vest': NotRequired[bool],
    'rule_shock': NotRequired[bool],
    'npc_shock': NotRequired[bool],
    'rule_thresholds': NotRequired[bool],
    'rule_massive_damage': NotRequired[bool],
    'rule_agony': NotRequired[bool],
    'idea_success_maddens': NotRequired[bool],
    'san_20pct_base': NotRequired[Literal['creation', 'hour_start']],
    'rule_decompensation': NotRequired[bool],
    'spell_components': NotRequired[bool],
    'xp_timing': NotRequired[Literal['scenario', 'session']],
    'xp_pv_max': NotRequired[bool],
    'xp_characteristic': NotRequired[Literal['modifier', 'score']],
    'new_skill_base': NotRequired[Literal['flat', 'formula']],
})
SkillTested = TypedDict("SkillTested", {
    'refused': bool,
    'modifier_used': int,
    'total': int,
    'margin': int,
    'natural_one': bool,
    'success': bool,
})
Checked = TypedDict("Checked", {
    'difficulty': int,
    'modifier_used': int,
    'total': int,
    'margin': int,
    'natural_one': bool,
    'success': bool,
})
Opposed = TypedDict("Opposed", {
    'active_total': int,
    'passive_total': int,
    'active_natural_one': bool,
    'passive_natural_one': bool,
    'winner': Literal['active', 'none', 'passive'],
})
Recorded = TypedDict("Recorded", {
    'passive_total': int,
    'passive_natural_one': bool,
})
MetRecorded = TypedDict("MetRecorded", {
    'active_total': int,
    'natural_one': bool,
    'success': bool,
})
Fixed = TypedDict("Fixed", {
    'score': int,
})
Taken = TypedDict("Taken", {
    'total': int,
    'margin': int,
    'success': bool,
    'duration_factor': int,
})
Synergised = TypedDict("Synergised", {
    'bonus': int,
    'effective_modifier': int,
    'total': int,
    'margin': int,
    'natural_one': bool,
    'success': bool,
    'first_total': int,
    'first_success': bool,
})
HelpingInput = TypedDict("HelpingInput", {
    'name': NotRequired[str],
    'modifier': NotRequired[int],
})
Cooperated = TypedDict("Cooperated", {
    'bonus': int,
    'effective_modifier': int,
    'total': int,
    'margin': int,
    'natural_one': bool,
    'success': bool,
    'helper_successes': tuple[bool, ...],
})
Multiplied = TypedDict("Multiplied", {
    'modifier': int,
    'difficulty': int,
    'total': int,
    'natural_one': bool,
    'target': int,
    'success': bool,
})
Memorised = TypedDict("Memorised", {
    'total': int,
    'margin': int,
    'natural_one': bool,
    'success': bool,
    'recall_bonus': int,
})
Recalled = TypedDict("Recalled", {
    'effective_modifier': int,
    'total': int,
    'margin': int,
    'natural_one': bool,
    'success': bool,
    'failures': int,
    'next_try_in_hours': int,
})
MythosTested = TypedDict("MythosTested", {
    'success': bool,
})
Small = TypedDict("Small", {
    'd3': int,
})
OddsTest = TypedDict("OddsTest", {
    'theoretical_percent': int,
    'practical_percent': int,
    'probability': str,
})
OddsOpposed = TypedDict("OddsOpposed", {
    'p_active': str,
    'p_passive': str,
    'p_none': str,
})
OddsAttack = TypedDict("OddsAttack", {
    'p_hit': str,
    'p_crit': str,
    'p_malfunction': str,
    'expected_damage': str,
    'p_kill': str,
})
OddsSeries = TypedDict("OddsSeries", {
    'p_hit': tuple[str, ...],
    'p_at_least_one': str,
    'p_malfunction': str,
    'expected_hits': str,
    'expected_damage': str,
    'p_kill': str,
})
OddsBurst = TypedDict("OddsBurst", {
    'p_fired': str,
    'p_reflex_success': str,
    'mean_damage_if_fired': str,
    'mean_damage': str,
})
OddsSan = TypedDict("OddsSan", {
    'p_success': str,
    'expected_loss': str,
    'p_temp_mad': str,
    'p_indef_mad': str,
    'p_perm_mad': str,
})
OddsSurvival = TypedDict("OddsSurvival", {
    'p_survive': str,
})
OddsEffort = TypedDict("OddsEffort", {
    'first_roll_round': int,
    'probability': str,
})
OddsScores = TypedDict("OddsScores", {
    'p_spread': str,
    'p_accepted': str,
})
Modified = TypedDict("Modified", {
    'modifier': int,
})
ScoreSet = TypedDict("ScoreSet", {
    'rolls': tuple[int, ...],
    'modifier_sum': int,
    'reason': Literal['no_high', 'no_low', 'sum_too_high', 'sum_too_low'],
})
RolledScores = TypedDict("RolledScores", {
    'attempts': int,
    'rolls': tuple[int, ...],
    'modifiers': tuple[int, ...],
    'modifier_sum': int,
    'rejected': tuple[ScoreSet, ...],
})
Checked2 = TypedDict("Checked2", {
    'modifiers': tuple[int, ...],
    'modifier_sum': int,
    'accepted': bool,
    'reason': Literal['no_high', 'no_low', 'ok', 'sum_too_high', 'sum_too_low'],
})
SizeLooks = TypedDict("SizeLooks", {
    'tai': int,
    'app': int,
})
Assigned = TypedDict("Assigned", {
    'scores': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int],
    'modifiers': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int],
    'jets': dict[Literal['chance', 'culture', 'endurance', 'idee', 'reflexes'], int],
    'education': int,
})
Started = TypedDict("Started", {
    'mythos': int,
    'destiny': int,
    'xp': int,
    'speed': float,
    'defence_bonus': int,
    'temp_damage': int,
})
Derived = TypedDict("Derived", {
    'modifiers': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int],
    'jets': dict[Literal['chance', 'culture', 'endurance', 'idee', 'reflexes'], int],
    'pv_max': int,
    'pv_half': int,
    'pv_quarter': int,
    'pm_max': int,
    'san_max': int,
    'san': int,
    'san_20': int,
    'initiative': int,
    'defence': int,
    'defence_flat': int,
    'damage_bonus': int,
    'speed': float,
})
BonusFound = TypedDict("BonusFound", {
    'total': int,
    'bonus': int,
})
Bases = TypedDict("Bases", {
    'skills': dict[str, int],
})
PointsFound = TypedDict("PointsFound", {
    'profession_points': int,
    'secondary_points': int,
    'd100_profession': int,
    'd100_secondary': int,
})
Spent = TypedDict("Spent", {
    'accepted': bool,
    'errors': tuple[Literal['duplicate_profession_skill', 'not_a_profession_skill', 'profession_over_cap', 'profession_overspent', 'profession_skill_in_secondary', 'secondary_over_cap', 'secondary_overspent', 'too_few_profession_skills', 'too_many_profession_skills', 'unknown_skill'], ...],
    'profession_available': int,
    'profession_left': int,
    'secondary_available': int,
    'secondary_left': int,
    'totals': dict[str, int],
})
Money = TypedDict("Money", {
    'cash': int,
    'yearly_income': int,
})
TraitInput = TypedDict("TraitInput", {
    'key': str,
    'target': NotRequired[str],
    'justified': NotRequired[bool],
})
Chosen = TypedDict("Chosen", {
    'skill_bonuses': dict[str, int],
    'jet_bonuses': dict[Literal['chance', 'culture', 'endurance', 'idee', 'reflexes'], int],
    'weapon_bonuses': dict[str, int],
    'pv_bonus': int,
    'san_bonus': int,
    'san_test_bonus': int,
    'speed_bonus': float,
    'initiative_bonus': int,
    'dodge_bonus': int,
    'accepted': bool,
    'errors': tuple[Literal['bad_target', 'duplicate_trait', 'missing_target', 'needs_dex_above_13', 'not_justified', 'psychic_not_allowed', 'too_many_negative', 'too_many_traits', 'unknown_trait'], ...],
    'slots_left': int,
    'skills': dict[str, int],
    'jets': dict[Literal['chance', 'culture', 'endurance', 'idee', 'reflexes'], int],
})
PercentConverted = TypedDict("PercentConverted", {
    'modifier': int,
    'formula': str,
})
CharacterConverted = TypedDict("CharacterConverted", {
    'per': int,
    'scores': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int],
    'modifiers': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int],
    'jets': dict[Literal['chance', 'culture', 'endurance', 'idee', 'reflexes'], int],
    'skills': dict[str, int],
    'pv_max': int,
    'pm_max': int,
    'san_max': int,
    'defence': int,
    'defence_flat': int,
    'damage_bonus': int,
})
D100AttackInput = TypedDict("D100AttackInput", {
    'name': str,
    'percent': int,
    'damage': NotRequired[str],
    'per_round': NotRequired[int],
})
CreatureAttack = TypedDict("CreatureAttack", {
    'name': str,
    'attack': int,
    'damage': str,
    'per_round': int,
})
CreatureConverted = TypedDict("CreatureConverted", {
    'modifiers': dict[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int],
    'pv_max': int,
    'scale': int,
    'mass': int,
    'defence': int,
    'defence_flat': int,
    'damage_bonus': int,
    'lutte': int,
    'protection': int,
    'major_monster': bool,
    'generic_melee': int,
    'generic_ranged': int,
    'attacks': tuple[CreatureAttack, ...],
})
ArmourClassConverted = TypedDict("ArmourClassConverted", {
    'defence': int,
    'defence_flat': int,
    'protection': int,
})
Sized = TypedDict("Sized", {
    'scale': int,
    'mass': int,
})
Line = TypedDict("Line", {
    'attacks': int,
    'base_series': tuple[int, ...],
    'first_half': tuple[int, ...],
    'second_half': tuple[int, ...],
    'double_series': tuple[int, ...],
    'double_shots': tuple[int, ...],
    'triple_series': tuple[int, ...],
    'triple_shots': tuple[int, ...],
    'burst_difficulties': tuple[int, ...],
    'notation': str,
    'damage_text': str,
})
SeriesRead = TypedDict("SeriesRead", {
    'shots': tuple[int, ...],
    'whole_round': bool,
    'first_half': tuple[int, ...],
    'second_half': tuple[int, ...],
})
Ranged = TypedDict("Ranged", {
    'increments': int,
    'in_range': bool,
    'penalty': int,
    'damage': str,
})
Bullets = TypedDict("Bullets", {
    'bullets': int,
})
Reloaded = TypedDict("Reloaded", {
    'simple_actions': int,
    'loaded': int,
})
Cleared = TypedDict("Cleared", {
    'simple_actions': int,
    'ends_round': int,
    'ends_half': int,
    'simple_actions_left': int,
    'total': int,
    'natural_one': bool,
    'success': bool,
    'weapon_state': Literal['broken', 'ok'],
})
CombatantInput = TypedDict("CombatantInput", {
    'name': str,
    'pv_max': NotRequired[int],
    'pv': NotRequired[int | None],
    'temp_damage': NotRequired[int],
    'is_pc': NotRequired[bool],
    'uses_agony': NotRequired[bool],
    'stable': NotRequired[bool],
    'con_modifier': NotRequired[int],
    'major_monster': NotRequired[bool],
    'initiative': NotRequired[int],
    'dex_score': NotRequired[int],
    'reflexes': NotRequired[int],
    'alert': NotRequired[bool],
    'on_fire': NotRequired[bool],
    'strangle_round': NotRequired[int],
    'strangle_failed': NotRequired[bool],
    'strangle_bonus': NotRequired[int],
    'regeneration': NotRequired[int],
    'san': NotRequired[int],
    'mind_stable': NotRequired[bool],
})
Started2 = TypedDict("Started2", {
    'totals': tuple[int, ...],
    'order': tuple[str, ...],
})
Alerted = TypedDict("Alerted", {
    'allowed': bool,
    'bonus': int,
})
MindInput = TypedDict("MindInput", {
    'name': str,
    'san': int,
    'san_bonus': NotRequired[int],
    'idee': NotRequired[int],
    'san_hour_start': NotRequired[int | None],
    'san_lost_this_hour': NotRequired[int],
    'san_creation': NotRequired[int | None],
    'loss_cap': NotRequired[int | None],
})
SanResult = TypedDict("SanResult", {
    'success': bool,
    'loss': int,
    'san': int,
    'lost_this_hour': int,
    'idea_rolled': bool,
    'idea_success': bool,
    'temp_mad': bool,
    'indef_mad': bool,
    'perm_mad': bool,
    'decompensating': bool,
    'name': str,
})
Pending = TypedDict("Pending", {
    'pending': tuple[SanResult, ...],
})
WatcherInput = TypedDict("WatcherInput", {
    'name': str,
    'modifier': NotRequired[int],
    'mods': NotRequired[Sequence[int]],
    'alert': NotRequired[bool],
})
Surprised = TypedDict("Surprised", {
    'passive_total': int,
    'passive_natural_one': bool,
    'totals': tuple[int, ...],
    'surprised': tuple[str, ...],
    'surprise_round': bool,
})
Acted = TypedDict("Acted", {
    'accepted': bool,
    'reason': Literal['cannot_run', 'no_time', 'ok'],
    'kind': Literal['complex', 'free', 'simple'],
    'simple_actions_left': int,
    'metres': float,
    'pv': int,
})
Planned = TypedDict("Planned", {
    'accepted': bool,
    'attack_scores': tuple[int, ...],
    'metres': float,
})
Movement = TypedDict("Movement", {
    'walk_simple': float,
    'run_complex': float,
    'climb_simple': float,
    'climb_complex': float,
    'charge_min': float,
    'charge_max': float,
})
Reordered = TypedDict("Reordered", {
    'order': tuple[str, ...],
})
Assessed = TypedDict("Assessed", {
    'initiative': int,
})
Guard = TypedDict("Guard", {
    'defence': int,
    'defence_flat': int,
    'flat_footed': bool,
    'defence_used': int,
})
Full = TypedDict("Full", {
    'defence': int,
    'can_attack': bool,
})
Cautious = TypedDict("Cautious", {
    'defence': int,
    'attack': int,
})
CombatantAfter = TypedDict("CombatantAfter", {
    'name': str,
    'pv': int,
    'temp_damage': int,
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'stable': bool,
    'on_fire': bool,
    'strangle_failed': bool,
    'san': int,
    'mind_stable': bool,
    'perm_mad': bool,
})
Ended = TypedDict("Ended", {
    'combatants': tuple[CombatantAfter, ...],
})
BodyInput = TypedDict("BodyInput", {
    'name': NotRequired[str],
    'pv_max': NotRequired[int],
    'pv': NotRequired[int | None],
    'temp_damage': NotRequired[int],
    'is_pc': NotRequired[bool],
    'uses_agony': NotRequired[bool],
    'stable': NotRequired[bool],
    'con_modifier': NotRequired[int],
    'major_monster': NotRequired[bool],
})
Modified2 = TypedDict("Modified2", {
    'in_range': bool,
    'range_penalty': int,
    'wound_penalty': Literal[-6, -3, 0],
    'modifier': int,
})
Attacked = TypedDict("Attacked", {
    'target_pv': int,
    'target_temp_damage': int,
    'target_condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'target_shock': bool,
    'target_wound_penalty': Literal[-6, -3, 0],
    'in_range': bool,
    'effective_attack': int,
    'total': int,
    'natural_one': bool,
    'hit': bool,
    'critical': bool,
    'malfunction': Literal['dud', 'jam', 'none'],
    'damage_rolled': int,
    'damage_multiplied': int,
    'protected': bool,
    'damage_final': int,
})
Protected = TypedDict("Protected", {
    'protected': bool,
    'damage_final': int,
})
Shot = TypedDict("Shot", {
    'attack': int,
    'defence_used': int,
    'total': int,
    'hit': bool,
    'critical': bool,
    'malfunction': Literal['dud', 'jam', 'none'],
    'damage_final': int,
})
Sequence2 = TypedDict("Sequence2", {
    'target_pv': int,
    'target_temp_damage': int,
    'target_condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'target_shock': bool,
    'target_wound_penalty': Literal[-6, -3, 0],
    'in_range': bool,
    'shots': tuple[Shot, ...],
    'hits': int,
    'damage_total': int,
    'malfunction': Literal['dud', 'jam', 'none'],
    'ammo_left': int,
})
Multiple = TypedDict("Multiple", {
    'target_pv': int,
    'target_temp_damage': int,
    'target_condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'target_shock': bool,
    'target_wound_penalty': Literal[-6, -3, 0],
    'in_range': bool,
    'shots': tuple[Shot, ...],
    'hits': int,
    'damage_total': int,
    'malfunction': Literal['dud', 'jam', 'none'],
    'ammo_left': int,
    'scores': tuple[int, ...],
    'first_half_shots': int,
    'second_half_shots': int,
})
ShortBurst = TypedDict("ShortBurst", {
    'target_pv': int,
    'target_temp_damage': int,
    'target_condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'target_shock': bool,
    'target_wound_penalty': Literal[-6, -3, 0],
    'in_range': bool,
    'effective_attack': int,
    'total': int,
    'natural_one': bool,
    'hit': bool,
    'critical': bool,
    'malfunction': Literal['dud', 'jam', 'none'],
    'damage_rolled': int,
    'damage_multiplied': int,
    'protected': bool,
    'damage_final': int,
    'ammo_left': int,
})
Dodged = TypedDict("Dodged", {
    'increments': int,
    'in_range': bool,
    'difficulties': tuple[int, ...],
})
AreaTargetInput = TypedDict("AreaTargetInput", {
    'name': NotRequired[str],
    'reflexes': NotRequired[int],
    'reflex_mods': NotRequired[Sequence[int]],
    'distance': NotRequired[float],
    'protection_kind': NotRequired[Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest']],
    'protection': NotRequired[int],
    'body': NotRequired[BodyInput | None],
})
AreaResult = TypedDict("AreaResult", {
    'name': str,
    'reflex_total': int,
    'reflex_success': bool,
    'damage_rolled': int,
    'damage_final': int,
    'pv': int,
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
})
BurstResult = TypedDict("BurstResult", {
    'difficulty': int,
    'targets': tuple[AreaResult, ...],
})
Burst = TypedDict("Burst", {
    'in_range': bool,
    'difficulties': tuple[int, ...],
    'bursts': tuple[BurstResult, ...],
    'malfunction': Literal['dud', 'jam', 'none'],
    'fired': int,
    'bursts_lost': int,
    'ammo_spent': int,
    'ammo_left': int,
})
Charged = TypedDict("Charged", {
    'target_pv': int,
    'target_temp_damage': int,
    'target_condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'target_shock': bool,
    'target_wound_penalty': Literal[-6, -3, 0],
    'accepted': bool,
    'reason': Literal['cannot_run', 'ok', 'too_far', 'too_near'],
    'effective_attack': int,
    'total': int,
    'opponent_total': int,
    'hit': bool,
    'critical': bool,
    'success': bool,
    'damage_rolled': int,
    'damage_multiplied': int,
    'damage_final': int,
    'own_defence': int,
})
Opportunity = TypedDict("Opportunity", {
    'target_pv': int,
    'target_temp_damage': int,
    'target_condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'target_shock': bool,
    'target_wound_penalty': Literal[-6, -3, 0],
    'in_range': bool,
    'effective_attack': int,
    'total': int,
    'natural_one': bool,
    'hit': bool,
    'critical': bool,
    'malfunction': Literal['dud', 'jam', 'none'],
    'damage_rolled': int,
    'damage_multiplied': int,
    'protected': bool,
    'damage_final': int,
    'defence_used': int,
})
Disarmed = TypedDict("Disarmed", {
    'attacker_modifier': int,
    'holder_modifier': int,
    'attacker_total': int,
    'holder_total': int,
    'winner': Literal['attacker', 'holder', 'none'],
    'disarmed': bool,
})
Sneaked = TypedDict("Sneaked", {
    'attacker_total': int,
    'victim_modifier': int,
    'victim_total': int,
    'victim_state': Literal['helpless', 'surprised'],
})
Coup = TypedDict("Coup", {
    'accepted': bool,
    'multiplier': int,
    'damage_rolled': int,
    'damage_multiplied': int,
    'damage_final': int,
    'con_test': bool,
    'con_success': bool,
    'target_pv': int,
    'target_temp_damage': int,
    'target_condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
})
Seized = TypedDict("Seized", {
    'total': int,
    'opponent_total': int,
    'winner': Literal['attacker', 'none', 'opponent'],
    'grappling': bool,
})
Grappled = TypedDict("Grappled", {
    'target_pv': int,
    'target_temp_damage': int,
    'target_condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'target_shock': bool,
    'target_wound_penalty': Literal[-6, -3, 0],
    'accepted': bool,
    'total': int,
    'opponent_total': int,
    'success': bool,
    'effect': Literal['ally_freed', 'free', 'immobilised', 'knocked_down', 'none', 'pushed', 'shot', 'strangling', 'struck', 'weapon_drawn'],
    'hit': bool,
    'critical': bool,
    'malfunction': Literal['dud', 'jam', 'none'],
    'damage_final': int,
    'temporary': bool,
    'metres': float,
})
Held = TypedDict("Held", {
    'total': int,
    'opponent_total': int,
    'held': bool,
    'alarm': bool,
})
Breathless = TypedDict("Breathless", {
    'difficulty': int,
    'total': int,
    'failed': bool,
    'loss': int,
    'pv': int,
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'can_act': bool,
})
State = TypedDict("State", {
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'pv_half': int,
    'pv_quarter': int,
    'wound_penalty': Literal[-6, -3, 0],
    'can_run': bool,
    'simple_actions': int,
})
Damaged = TypedDict("Damaged", {
    'pv': int,
    'temp_damage': int,
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'shock': bool,
    'thrown_back': float,
    'prone': bool,
    'simple_actions_next_turn': int,
    'pv_half': int,
    'pv_quarter': int,
    'wound_penalty': Literal[-6, -3, 0],
    'massive_test': bool,
    'massive_success': bool,
})
Bruised = TypedDict("Bruised", {
    'temp_damage': int,
    'pv': int,
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
})
Agony = TypedDict("Agony", {
    'pv': int,
    'condition': Literal['dead', 'dying', 'stable'],
    'rolls_next_round': bool,
})
Woken = TypedDict("Woken", {
    'woke': bool,
    'temp_damage': int,
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
})
Aided = TypedDict("Aided", {
    'refused': bool,
    'reason': Literal['already_treated', 'dead', 'not_wounded', 'ok'],
    'total': int,
    'natural_one': bool,
    'success': bool,
    'restored': int,
    'pv': int,
    'stable': bool,
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
})
Rested = TypedDict("Rested", {
    'restored': int,
    'pv': int,
})
Refreshed = TypedDict("Refreshed", {
    'per_hour': int,
    'temp_damage': int,
})
Effort = TypedDict("Effort", {
    'free_rounds': int,
    'first_roll_round': int,
    'rolled': bool,
    'fatigue': int,
    'modifier_used': int,
    'total': int,
    'continues': bool,
    'drowning': bool,
})
Pursued = TypedDict("Pursued", {
    'fleeing_total': int,
    'pursuing_total': int,
    'stops': Literal['fleeing', 'nobody', 'pursuing'],
})
Sprinted = TypedDict("Sprinted", {
    'force_total': int,
    'force_success': bool,
    'endurance_total': int,
    'continues': bool,
    'metres': float,
})
Fire = TypedDict("Fire", {
    'difficulty': int,
    'total': int,
    'success': bool,
    'on_fire': bool,
    'damage': int,
    'pv': int,
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
})
Fallen = TypedDict("Fallen", {
    'success': bool,
    'dice_count': int,
    'damage': int,
    'pv': int,
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'shock': bool,
})
Explosion = TypedDict("Explosion", {
    'hurt': int,
    'killed': int,
    'results': tuple[AreaResult, ...],
})
Poisoned = TypedDict("Poisoned", {
    'difficulty': int,
    'total': int,
    'success': bool,
    'damage': int,
    'pv': int,
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
})
Harmed = TypedDict("Harmed", {
    'damage': int,
    'pv': int,
    'condition': Literal['dead', 'dying', 'ok', 'out_of_action', 'stable', 'staggered', 'unconscious'],
    'drained': int,
    'score': int,
    'resisted': bool,
})
SanChecked = TypedDict("SanChecked", {
    'success': bool,
    'loss': int,
    'san': int,
    'lost_this_hour': int,
    'idea_rolled': bool,
    'idea_success': bool,
    'temp_mad': bool,
    'indef_mad': bool,
    'perm_mad': bool,
    'decompensating': bool,
})
SanLost = TypedDict("SanLost", {
    'loss': int,
    'san': int,
    'lost_this_hour': int,
    'idea_rolled': bool,
    'idea_success': bool,
    'temp_mad': bool,
    'indef_mad': bool,
    'perm_mad': bool,
    'decompensating': bool,
})
Slid = TypedDict("Slid", {
    'san': int,
    'stable': bool,
    'perm_mad': bool,
})
Calmed = TypedDict("Calmed", {
    'total': int,
    'margin': int,
    'natural_one': bool,
    'success': bool,
    'stable': bool,
})
Temporary = TypedDict("Temporary", {
    'symptom': int,
    'rounds': int,
    'hours': int,
})
Indefinite = TypedDict("Indefinite", {
    'symptom': int,
    'months': int,
})
Asylum = TypedDict("Asylum", {
    'years': int,
    'released': bool,
    'san': int,
})
Treated = TypedDict("Treated", {
    'total': int,
    'natural_one': bool,
    'success': bool,
    'san': int,
})
Ended2 = TypedDict("Ended2", {
    'cured': bool,
    'more_months': int,
})
Regained = TypedDict("Regained", {
    'regained': int,
    'san': int,
})
Cast = TypedDict("Cast", {
    'accepted': bool,
    'reason': Literal['components_missing', 'cost_out_of_range', 'not_enough_pm', 'not_enough_pou', 'ok'],
    'lost': bool,
    'pm': int,
    'pou_score': int,
    'san_loss': int,
    'san': int,
    'lost_this_hour': int,
    'temp_mad': bool,
    'indef_mad': bool,
    'perm_mad': bool,
    'decompensating': bool,
    'came': bool,
    'resisted': bool,
    'works': bool,
    'effect': int,
})
Read = TypedDict("Read", {
    'success': bool,
    'weeks': float,
    'mythos': int,
    'san_loss': int,
    'san': int,
    'temp_mad': bool,
    'perm_mad': bool,
    'decompensating': bool,
    'spells_learnable': bool,
})
Learned = TypedDict("Learned", {
    'weeks': int,
    'modifier': int,
    'total': int,
    'learned': bool,
})
PowerUsed = TypedDict("PowerUsed", {
    'accepted': bool,
    'pm': int,
    'success': bool,
    'skill_bonus': int,
})
Recovered = TypedDict("Recovered", {
    'regained': int,
    'pm': int,
    'unconscious': bool,
})
Spent2 = TypedDict("Spent2", {
    'accepted': bool,
    'reason': Literal['no_point', 'not_dying', 'ok', 'once_per_scene'],
    'destiny': int,
    'pv': int,
    'shock': bool,
    'stable': bool,
    'total': int,
    'natural_one': bool,
    'success': bool,
})
Ticked = TypedDict("Ticked", {
    'ticked': bool,
    'new_tick': bool,
    'over_limit': bool,
})
Awarded = TypedDict("Awarded", {
    'points': int,
    'xp': int,
    'usual_count': bool,
    'usual_total': bool,
})
XpSpent = TypedDict("XpSpent", {
    'accepted': bool,
    'reason': Literal['forbidden', 'in_play', 'not_enough_xp', 'ok'],
    'cost': int,
    'xp': int,
    'tick_cleared': bool,
    'value': int,
    'score_before': int,
    'score': int,
    'modifier_before': int,
    'modifier': int,
    'jet': str,
    'jet_change': int,
    'skill_changes': dict[str, int],
    'pv_max_before': int,
    'pv_max': int,
    'pv': int,
    'pm_max': int,
    'damage_bonus_before': int,
    'damage_bonus': int,
    'defence_change': int,
})
CharacteristicChanged = TypedDict("CharacteristicChanged", {
    'score_before': int,
    'score': int,
    'modifier_before': int,
    'modifier': int,
    'jet': str,
    'jet_change': int,
    'skill_changes': dict[str, int],
    'pv_max_before': int,
    'pv_max': int,
    'pv': int,
    'pm_max': int,
    'damage_bonus_before': int,
    'damage_bonus': int,
    'defence_change': int,
})
Forecast = TypedDict("Forecast", {
    'sessions': int,
})
Ridden = TypedDict("Ridden", {
    'fleeing_total': int,
    'pursuing_total': int,
    'winner': Literal['fleeing', 'none', 'pursuing'],
    'band': Literal['contact', 'far', 'lost', 'near'],
    'fleeing_crash': bool,
    'pursuing_crash': bool,
    'fleeing_damage': int,
    'pursuing_damage': int,
})
def skill_test(
    *,
    modifier: int,
    skill: str = ...,
    difficulty: int = ...,
    mods: Sequence[int] = ...,
    armour_penalty: int = ...,
    wound_penalty: Literal[-6, -3, 0] = ...,
    alert: bool = ...,
    learned: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[SkillTested]:
    """d20 + skill against the Difficulty. A natural 1 always fails."""
def jet_test(
    *,
    jet: Literal['chance', 'culture', 'endurance', 'idee', 'reflexes'],
    modifier: int,
    difficulty: int = ...,
    mods: Sequence[int] = ...,
    wound_penalty: Literal[-6, -3, 0] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Checked]:
    """Reflexes, Endurance, Idea, Luck or General culture, mostly against Difficulty 10."""
def characteristic_test(
    *,
    characteristic: Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'],
    modifier: int,
    difficulty: int | None = ...,
    sixth_sense: bool = ...,
    mods: Sequence[int] = ...,
    wound_penalty: Literal[-6, -3, 0] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Checked]:
    """When neither a skill nor an associated roll fits: Difficulty 10, or 15 for a sixth sense."""
def opposed_test(
    *,
    active_modifier: int,
    passive_modifier: int,
    active_mods: Sequence[int] = ...,
    passive_mods: Sequence[int] = ...,
    kind: Literal['active_passive', 'symmetric'] = ...,
    active_skill: str = ...,
    passive_skill: str = ...,
    opponent: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Opposed]:
    """Both sides roll, the higher wins."""
def record_passive(
    *,
    modifier: int,
    skill: str = ...,
    mods: Sequence[int] = ...,
    context: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Recorded]:
    """Rolled once, the total stays for the whole scene."""
def oppose_recorded(
    *,
    active_modifier: int,
    passive_total: int,
    skill: str = ...,
    active_mods: Sequence[int] = ...,
    passive_natural_one: bool = ...,
    passive_modifier: int = ...,
    opponent: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[MetRecorded]:
    """An active roll against a total already set."""
def fixed_score(
    *,
    modifier: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Fixed]:
    """10 + modifier, instead of the adversary’s die."""
def take_10(
    *,
    modifier: int,
    skill: str = ...,
    difficulty: int = ...,
    mods: Sequence[int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Taken]:
    """A simple action without pressure: the die counts as 10."""
def take_20(
    *,
    modifier: int,
    skill: str = ...,
    difficulty: int = ...,
    mods: Sequence[int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Taken]:
    """After a failure, twenty times as long: the die counts as 20."""
def synergy_test(
    *,
    first_modifier: int,
    second_modifier: int,
    first_difficulty: int = ...,
    first_mods: Sequence[int] = ...,
    second_difficulty: int = ...,
    second_mods: Sequence[int] = ...,
    first_skill: str = ...,
    second_skill: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Synergised]:
    """A first skill that succeeds at 15 gives +2 to the second."""
def cooperate(
    *,
    main_modifier: int,
    skill: str = ...,
    helper_modifiers: Sequence[int] = ...,
    helpers: Sequence[HelpingInput] = ...,
    difficulty: int = ...,
    mods: Sequence[int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Cooperated]:
    """Helpers roll at Difficulty 10; a helper who succeeds gives +2."""
def d100_multiplier_test(
    *,
    score: int,
    multiplier: int,
    method: Literal['d100', 'd20'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Multiplied]:
    """The ×n roll of a d100 scenario, on a d20 or on d100."""
def memorise(
    *,
    modifier: int,
    skill: str = ...,
    difficulty: int = ...,
    mods: Sequence[int] = ...,
    what: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Memorised]:
    """Learning something long by heart: +4 to recall it."""
def recall(
    *,
    modifier: int,
    skill: str = ...,
    difficulty: int = ...,
    mods: Sequence[int] = ...,
    what: str = ...,
    memorised: bool = ...,
    failures: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Recalled]:
    """A Memory roll; each failure makes the next one harder."""
def mythos_test(
    *,
    mythos: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[MythosTested]:
    """d100 at or under the Mythos percentage."""
def roll_d3(
    *,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Small]:
    """A d6 read in pairs."""
def odds_test(
    *,
    modifier: int,
    difficulty: int = ...,
    mods: Sequence[int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsTest]:
    """The chance of success, never above 95%."""
def odds_opposed(
    *,
    active_modifier: int,
    passive_modifier: int,
    active_mods: Sequence[int] = ...,
    passive_mods: Sequence[int] = ...,
    kind: Literal['active_passive', 'symmetric'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsOpposed]:
    """Each side’s chances, and that of nothing changing."""
def odds_attack(
    *,
    attack: int,
    weapon_name: str = ...,
    damage: str = ...,
    damage_bonus: int = ...,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    threat_min: int = ...,
    multiplier: int = ...,
    mods: Sequence[int] = ...,
    defence: int = ...,
    jams: bool = ...,
    target_pv: int | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsAttack]:
    """Hit, critical, malfunction, mean damage."""
def odds_series(
    *,
    shots: Sequence[int],
    weapon_name: str = ...,
    damage: str = ...,
    damage_bonus: int = ...,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    threat_min: int = ...,
    multiplier: int = ...,
    mods: Sequence[int] = ...,
    defence: int = ...,
    jams: bool = ...,
    target_pv: int | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsSeries]:
    """All shots of a round against the same Defence."""
def odds_burst(
    *,
    difficulty: int,
    damage: str,
    reflexes: int = ...,
    range_band: int = ...,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    jams: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsBurst]:
    """One burst against one target."""
def odds_san(
    *,
    san: int,
    idee: int = ...,
    san_hour_start: int | None = ...,
    san_lost_this_hour: int = ...,
    san_creation: int | None = ...,
    loss_cap: int | None = ...,
    creature: str = ...,
    san_bonus: int = ...,
    loss_success: str = ...,
    loss_failure: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsSan]:
    """The SAN roll, the mean loss, madness."""
def odds_survival(
    *,
    pv: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsSurvival]:
    """Dying, with nobody to help."""
def odds_effort(
    *,
    con_score: int,
    endurance: int,
    extra_rounds: int,
    difficulty: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsEffort]:
    """Running or swimming beyond the free rounds."""
def odds_scores(
    *,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsScores]:
    """Seven times 3d6, by the house rules."""
def characteristic_modifier(
    *,
    score: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Modified]:
    """10 or 11 is worth +0, then +1 for every two points."""
def roll_scores(
    *,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[RolledScores]:
    """Seven times 3d6, rolled again until the set is accepted."""
def check_scores(
    *,
    rolls: Sequence[int],
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Checked2]:
    """One high score, one low score, and an allowed sum of modifiers."""
def roll_size_looks(
    *,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[SizeLooks]:
    """2d6+6 for size, 3d6 for looks."""
def assign_scores(
    *,
    edu_roll: int,
    rolls: Mapping[Literal['CON', 'DEX', 'FOR', 'INT', 'PER', 'POU'], int] = ...,
    tai: int = ...,
    app: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Assigned]:
    """One roll for EDU, which receives +3; the six others as one likes."""
def start_values(
    *,
    campaign: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Started]:
    """What every new investigator receives."""
def derive(
    *,
    scores: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int] = ...,
    reflexes: int | None = ...,
    initiative_bonus: int = ...,
    pv_bonus: int = ...,
    san_bonus: int = ...,
    speed_bonus: float = ...,
    defence_bonus: int = ...,
    dodge_bonus: int = ...,
    armour_penalty: int = ...,
    mythos: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Derived]:
    """PV, PM, SAN, initiative, Defence, damage bonus."""
def damage_bonus(
    *,
    for_score: int,
    tai_score: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[BonusFound]:
    """From the sum of FOR and TAI."""
def base_skills(
    *,
    scores: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Bases]:
    """The starting score of every skill, from the characteristics."""
def creation_points(
    *,
    key_score: int,
    int_score: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[PointsFound]:
    """Profession points and secondary points of a new investigator."""
def spend_creation_points(
    *,
    key_characteristic: Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'],
    profession_skills: Sequence[str],
    scores: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int] = ...,
    profession_spending: Mapping[str, int] = ...,
    secondary_spending: Mapping[str, int] = ...,
    trait_bonuses: Mapping[str, int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Spent]:
    """Checks the points spent and adds up the skills."""
def starting_money(
    *,
    credit: int,
    rich: bool = ...,
    poor: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Money]:
    """Cash and yearly income in the 1920s."""
def choose_traits(
    *,
    traits: Sequence[TraitInput],
    scores: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int] = ...,
    skills: Mapping[str, int] = ...,
    jets: Mapping[Literal['chance', 'culture', 'endurance', 'idee', 'reflexes'], int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Chosen]:
    """Checks the list and adds up its effects."""
def convert_percent(
    *,
    percent: int,
    characteristics: Sequence[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI']] = ...,
    combat: bool = ...,
    deduction: int | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[PercentConverted]:
    """From a d100 percentage to a modifier."""
def convert_character(
    *,
    scores: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int] = ...,
    skills: Mapping[str, int] = ...,
    mythos: int = ...,
    per_method: Literal['roll', 'spot_hidden', 'ten'] = ...,
    spot_hidden: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[CharacterConverted]:
    """A complete d100 sheet; only PER must be found."""
def convert_creature(
    *,
    scores: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int] = ...,
    armour: int = ...,
    grapple_percent: int | None = ...,
    attacks: Sequence[D100AttackInput] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[CreatureConverted]:
    """A d100 creature or NPC, attacks included."""
def convert_creature_d20(
    *,
    size: int = ...,
    natural: int = ...,
    dex: int = ...,
    dodge: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[ArmourClassConverted]:
    """Takes an armour class apart into Defence and Protection."""
def scale_mass(
    *,
    tai_score: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Sized]:
    """From TAI: scale counts for Defence, mass for Wrestling."""
def weapon_line(
    *,
    skill: int,
    combat_skill: Literal['', 'arme_auto', 'armes_contact', 'armes_jet', 'boxe', 'fusil', 'lutte', 'revolver'] = ...,
    weapon: str = ...,
    specialty: bool = ...,
    precision: int | None = ...,
    recoil: int | None = ...,
    rate: Literal['burst_10', 'burst_3', 'burst_5', 'burst_50', 'double', 'none', 'reduced', 'single', 'triple'] | None = ...,
    improvised: Literal[-4, -2, 0] = ...,
    damage: str | None = ...,
    damage_bonus: int = ...,
    uses_damage_bonus: bool | None = ...,
    temporary: bool | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Line]:
    """The attack scores of a weapon, as the sheet notes them."""
def parse_series(
    *,
    notation: str,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[SeriesRead]:
    """From the text on the sheet to shots: “+6/+1” or “+2//−3”."""
def range_penalty(
    *,
    distance: float,
    increment: float,
    weapon_class: Literal['firearm', 'shotgun', 'thrown'] = ...,
    damage: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Ranged]:
    """−2 for each increment beyond the first, up to the maximum range."""
def ammunition(
    *,
    crosses: int,
    weapon_kind: Literal['single', 'submachine_gun'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Bullets]:
    """The crosses on the sheet, in bullets."""
def reload(
    *,
    weapon_name: str = ...,
    weapon: str = ...,
    method: Literal['belt', 'drum', 'loose', 'magazine', 'single_loose'] | None = ...,
    rounds: int = ...,
    capacity: int | None = ...,
    magazine_size: int | None = ...,
    loaded: int = ...,
    fast_reload: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Reloaded]:
    """The time it takes, and what is then in the weapon."""
def clear_jam(
    *,
    modifier: int,
    weapon_name: str = ...,
    mods: Sequence[int] = ...,
    round: int = ...,
    half_round: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Cleared]:
    """Two simple actions, then Mechanical Repair at 10. A failure breaks the weapon."""
def start_combat(
    *,
    combatants: Sequence[CombatantInput],
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Started2]:
    """Everybody’s initiative, then the order of action."""
def alert(
    *,
    pv: int,
    pv_max: int,
    hour_passed: bool = ...,
    distracted: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Alerted]:
    """Says whether one can stay on the alert: +2 to Listen, Observe and initiative."""
def combat_san(
    *,
    minds: Sequence[MindInput],
    loss_success: str = ...,
    loss_failure: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Pending]:
    """Rolled for everybody, applied as each one sees the creature."""
def check_surprise(
    *,
    watchers: Sequence[WatcherInput],
    hidden_modifier: int = ...,
    hidden_mods: Sequence[int] = ...,
    recorded_total: int | None = ...,
    recorded_natural_one: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Surprised]:
    """Those who hide against those who watch."""
def take_action(
    *,
    action: Literal['assess', 'attack', 'charge', 'clear_jam', 'climb', 'climb_fast', 'coup_de_grace', 'draw', 'draw_while_moving', 'drop_object', 'drop_prone', 'full_defence', 'grapple', 'light_lamp', 'multiple_attack', 'open_door', 'other_complex', 'pick_up', 'reload', 'run', 'sheathe', 'speak', 'stand_up', 'surprise_attack', 'take_item', 'treat', 'walk'],
    toward: str = ...,
    simple_actions_left: int = ...,
    speed: float = ...,
    condition: Literal['ok', 'out_of_action', 'staggered'] = ...,
    pv: int = ...,
    can_run: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Acted]:
    """Free, simple or complex: what is left of the round."""
def round_plan(
    *,
    base_series: Sequence[int],
    plan: Sequence[Literal['attack', 'other', 'walk']],
    simple_actions: int = ...,
    speed: float = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Planned]:
    """The attacks and the metres that two simple actions allow."""
def movement(
    *,
    speed: float = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Movement]:
    """Walk, run, climb and charge, from the Speed."""
def delay(
    *,
    order: Sequence[str],
    name: str,
    after: str,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Reordered]:
    """Acting later, and keeping that place in the order."""
def prepare(
    *,
    order: Sequence[str],
    name: str,
    enemy: str,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Reordered]:
    """A simple action set off by the enemy’s move."""
def assess(
    *,
    dex_modifier: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Assessed]:
    """A round spent watching, to act among the first afterwards."""
def defence(
    *,
    reflexes: int = ...,
    dex_modifier: int | None = ...,
    defence_bonus: int = ...,
    dodge_bonus: int = ...,
    armour_penalty: int = ...,
    scale: int = ...,
    cover: Literal['half', 'nearly_total', 'none', 'three_quarters'] = ...,
    mode: Literal['defensive', 'full_defence', 'normal'] = ...,
    has_acted: bool = ...,
    has_been_hit: bool = ...,
    flat_causes: Sequence[Literal['charging', 'helpless', 'opportunity', 'surprise_attack']] = ...,
    fleeing: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Guard]:
    """Defence, flat-footed Defence, and the one that counts now."""
def full_defence(
    *,
    defence: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Full]:
    """+4 to Defence until the next turn, without attacking."""
def defensive_fighting(
    *,
    defence: int,
    attack: int,
    attacked: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Cautious]:
    """+2 to Defence, −4 to every attack of the round."""
def end_round(
    *,
    combatants: Sequence[CombatantInput],
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Ended]:
    """Fire, strangling, regeneration, agony, waking, decompensation."""
def attack_modifiers(
    *,
    mods: Sequence[int] = ...,
    situations: Sequence[Literal['aimed', 'attacker_prone', 'charge', 'damage_type_changed', 'damage_type_changed_easy', 'darkness', 'defensive', 'helpless_target', 'higher_ground', 'immobilised_target', 'improvised_weapon', 'invisible_target', 'moving_vehicle', 'off_hand', 'shot_in_grapple', 'target_in_melee', 'target_prone_at_range', 'target_prone_in_contact', 'unfamiliar_weapon']] = ...,
    combat_mobile: bool = ...,
    distance: float = ...,
    increment: float = ...,
    weapon_class: Literal['contact', 'firearm', 'shotgun', 'thrown'] = ...,
    attacker: BodyInput | None = ...,
    recoil: int = ...,
    fire_mode: Literal['double', 'single', 'triple'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Modified2]:
    """The sum of situations, range and wounds."""
def attack(
    *,
    attack: int,
    weapon_name: str = ...,
    damage: str = ...,
    damage_bonus: int = ...,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    threat_min: int = ...,
    multiplier: int = ...,
    mods: Sequence[int] = ...,
    situations: Sequence[Literal['aimed', 'attacker_prone', 'charge', 'damage_type_changed', 'damage_type_changed_easy', 'darkness', 'defensive', 'helpless_target', 'higher_ground', 'immobilised_target', 'improvised_weapon', 'invisible_target', 'moving_vehicle', 'off_hand', 'shot_in_grapple', 'target_in_melee', 'target_prone_at_range', 'target_prone_in_contact', 'unfamiliar_weapon']] = ...,
    attacker: BodyInput | None = ...,
    temporary: bool = ...,
    target: BodyInput | None = ...,
    combat_mobile: bool = ...,
    distance: float = ...,
    increment: float = ...,
    weapon_class: Literal['contact', 'firearm', 'shotgun', 'thrown'] = ...,
    jams: bool = ...,
    defence: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Attacked]:
    """d20 + attack score against the Defence, then damage."""
def apply_protection(
    *,
    damage: int,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Protected]:
    """What Protection takes off damage."""
def attack_sequence(
    *,
    series: Sequence[int],
    weapon_name: str = ...,
    damage: str = ...,
    damage_bonus: int = ...,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    threat_min: int = ...,
    multiplier: int = ...,
    mods: Sequence[int] = ...,
    situations: Sequence[Literal['aimed', 'attacker_prone', 'charge', 'damage_type_changed', 'damage_type_changed_easy', 'darkness', 'defensive', 'helpless_target', 'higher_ground', 'immobilised_target', 'improvised_weapon', 'invisible_target', 'moving_vehicle', 'off_hand', 'shot_in_grapple', 'target_in_melee', 'target_prone_at_range', 'target_prone_in_contact', 'unfamiliar_weapon']] = ...,
    attacker: BodyInput | None = ...,
    temporary: bool = ...,
    target: BodyInput | None = ...,
    combat_mobile: bool = ...,
    distance: float = ...,
    increment: float = ...,
    weapon_class: Literal['contact', 'firearm', 'shotgun', 'thrown'] = ...,
    jams: bool = ...,
    defence: int = ...,
    defence_flat: int | None = ...,
    target_flat_footed: bool = ...,
    loaded: int | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Sequence2]:
    """The whole series against one target."""
def multiple_fire(
    *,
    base_series: Sequence[int],
    mode: Literal['double', 'triple'],
    recoil: int,
    weapon_name: str = ...,
    damage: str = ...,
    damage_bonus: int = ...,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    threat_min: int = ...,
    multiplier: int = ...,
    mods: Sequence[int] = ...,
    situations: Sequence[Literal['aimed', 'attacker_prone', 'charge', 'damage_type_changed', 'damage_type_changed_easy', 'darkness', 'defensive', 'helpless_target', 'higher_ground', 'immobilised_target', 'improvised_weapon', 'invisible_target', 'moving_vehicle', 'off_hand', 'shot_in_grapple', 'target_in_melee', 'target_prone_at_range', 'target_prone_in_contact', 'unfamiliar_weapon']] = ...,
    attacker: BodyInput | None = ...,
    temporary: bool = ...,
    target: BodyInput | None = ...,
    combat_mobile: bool = ...,
    distance: float = ...,
    increment: float = ...,
    weapon_class: Literal['contact', 'firearm', 'shotgun', 'thrown'] = ...,
    jams: bool = ...,
    defence: int = ...,
    defence_flat: int | None = ...,
    target_flat_footed: bool = ...,
    loaded: int | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Multiple]:
    """Two or three bullets for each attack, over the whole round, with recoil."""
def short_burst(
    *,
    attack: int,
    burst_size: Literal[3, 5],
    recoil: int,
    weapon_name: str = ...,
    damage: str = ...,
    damage_bonus: int = ...,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    threat_min: int = ...,
    multiplier: int = ...,
    mods: Sequence[int] = ...,
    situations: Sequence[Literal['aimed', 'attacker_prone', 'charge', 'damage_type_changed', 'damage_type_changed_easy', 'darkness', 'defensive', 'helpless_target', 'higher_ground', 'immobilised_target', 'improvised_weapon', 'invisible_target', 'moving_vehicle', 'off_hand', 'shot_in_grapple', 'target_in_melee', 'target_prone_at_range', 'target_prone_in_contact', 'unfamiliar_weapon']] = ...,
    attacker: BodyInput | None = ...,
    temporary: bool = ...,
    target: BodyInput | None = ...,
    combat_mobile: bool = ...,
    distance: float = ...,
    increment: float = ...,
    weapon_class: Literal['contact', 'firearm', 'shotgun', 'thrown'] = ...,
    jams: bool = ...,
    defence: int = ...,
    loaded: int | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[ShortBurst]:
    """3 or 5 bullets at one target: more dice, more recoil."""
def burst_difficulty(
    *,
    series: Sequence[int],
    recoil: int,
    burst_size: Literal[10, 50] = ...,
    precision: int = ...,
    mods: Sequence[int] = ...,
    distance: float = ...,
    increment: float = ...,
    attacker: BodyInput | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Dodged]:
    """The Reflex roll that each burst asks of its targets."""
def burst(
    *,
    series: Sequence[int],
    recoil: int,
    damage: str,
    targets: Sequence[AreaTargetInput],
    burst_size: Literal[10, 50] = ...,
    precision: int = ...,
    mods: Sequence[int] = ...,
    distance: float = ...,
    increment: float = ...,
    attacker: BodyInput | None = ...,
    weapon_name: str = ...,
    penetration: int = ...,
    jams: bool = ...,
    loaded: int | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Burst]:
    """10 or 50 bullets over an area: Reflexes for whoever is in it."""
def charge(
    *,
    distance: float,
    weapon_name: str = ...,
    damage: str = ...,
    damage_bonus: int = ...,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    threat_min: int = ...,
    multiplier: int = ...,
    mods: Sequence[int] = ...,
    situations: Sequence[Literal['aimed', 'attacker_prone', 'charge', 'damage_type_changed', 'damage_type_changed_easy', 'darkness', 'defensive', 'helpless_target', 'higher_ground', 'immobilised_target', 'improvised_weapon', 'invisible_target', 'moving_vehicle', 'off_hand', 'shot_in_grapple', 'target_in_melee', 'target_prone_at_range', 'target_prone_in_contact', 'unfamiliar_weapon']] = ...,
    attacker: BodyInput | None = ...,
    temporary: bool = ...,
    target: BodyInput | None = ...,
    kind: Literal['attack', 'knock_down', 'push'] = ...,
    speed: float = ...,
    attack: int = ...,
    lutte: int = ...,
    opponent_lutte: int = ...,
    own_reflexes: int = ...,
    own_defence_modifier: int = ...,
    defence: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Charged]:
    """Running at an opponent to strike, knock down or push. +2, and flat-footed Defence."""
def opportunity_attack(
    *,
    attack: int,
    weapon_name: str = ...,
    damage: str = ...,
    damage_bonus: int = ...,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    threat_min: int = ...,
    multiplier: int = ...,
    mods: Sequence[int] = ...,
    situations: Sequence[Literal['aimed', 'attacker_prone', 'charge', 'damage_type_changed', 'damage_type_changed_easy', 'darkness', 'defensive', 'helpless_target', 'higher_ground', 'immobilised_target', 'improvised_weapon', 'invisible_target', 'moving_vehicle', 'off_hand', 'shot_in_grapple', 'target_in_melee', 'target_prone_at_range', 'target_prone_in_contact', 'unfamiliar_weapon']] = ...,
    attacker: BodyInput | None = ...,
    temporary: bool = ...,
    target: BodyInput | None = ...,
    combat_mobile: bool = ...,
    distance: float = ...,
    increment: float = ...,
    weapon_class: Literal['contact', 'firearm', 'shotgun', 'thrown'] = ...,
    jams: bool = ...,
    defence: int = ...,
    defence_flat: int | None = ...,
    target_fleeing: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Opportunity]:
    """A free attack, if the Keeper grants it."""
def disarm(
    *,
    attacker_attack: int,
    holder_attack: int,
    attacker: BodyInput | None = ...,
    holder: str = ...,
    attacker_mods: Sequence[int] = ...,
    holder_mods: Sequence[int] = ...,
    two_handed: bool = ...,
    larger: Literal['attacker', 'holder', 'none'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Disarmed]:
    """Attack score against attack score, to make an opponent drop a weapon."""
def sneak_attack(
    *,
    stealth_modifier: int,
    listen_modifier: int,
    attacker: BodyInput | None = ...,
    victim: str = ...,
    stealth_mods: Sequence[int] = ...,
    listen_mods: Sequence[int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Sneaked]:
    """Sneak against Listen, with +6 for the victim."""
def coup_de_grace(
    *,
    damage: str,
    target: BodyInput,
    weapon_name: str = ...,
    damage_bonus: int = ...,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    intent: Literal['kill', 'stun'] = ...,
    distance: float = ...,
    attacker: BodyInput | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Coup]:
    """A helpless victim within 1.5 m: damage ×3, then a CON test."""
def start_grapple(
    *,
    lutte: int,
    opponent_lutte: int,
    attacker: BodyInput | None = ...,
    opponent: str = ...,
    mass: int = ...,
    mods: Sequence[int] = ...,
    opponent_mass: int = ...,
    opponent_mods: Sequence[int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Seized]:
    """Wrestling against Wrestling to seize the opponent."""
def grapple_manoeuvre(
    *,
    manoeuvre: Literal['break_free', 'draw_weapon', 'free_ally', 'immobilise', 'knock_down', 'push', 'shoot', 'strangle', 'strike'],
    lutte: int,
    opponent_lutte: int,
    weapon_name: str = ...,
    damage: str = ...,
    damage_bonus: int = ...,
    penetration: int = ...,
    protection_kind: Literal['half', 'immune', 'minimal', 'none', 'one_point', 'points', 'vest'] = ...,
    protection: int = ...,
    threat_min: int = ...,
    multiplier: int = ...,
    attacker: BodyInput | None = ...,
    mods: Sequence[int] = ...,
    opponent_mods: Sequence[int] = ...,
    lethal: bool = ...,
    blade: bool = ...,
    weapon_drawn: bool = ...,
    attack: int = ...,
    defence: int = ...,
    jams: bool = ...,
    target: BodyInput | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Grappled]:
    """Strike, immobilise, break free… once grappling."""
def silent_hold(
    *,
    lutte: int,
    opponent_lutte: int,
    attacker: BodyInput | None = ...,
    opponent: str = ...,
    round: int = ...,
    mods: Sequence[int] = ...,
    opponent_mods: Sequence[int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Held]:
    """One round of keeping a victim quiet. +4 in the first round."""
def strangle_round(
    *,
    con_modifier: int,
    pv: int = ...,
    pv_max: int | None = ...,
    temp_damage: int = ...,
    is_pc: bool = ...,
    uses_agony: bool = ...,
    round: int = ...,
    failed: bool = ...,
    difficulty_bonus: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Breathless]:
    """One round: a CON test ever harder, then 1d8 each round."""
def body_state(
    *,
    pv: int,
    pv_max: int | None = ...,
    temp_damage: int = ...,
    is_pc: bool = ...,
    uses_agony: bool = ...,
    stable: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[State]:
    """Condition, thresholds, wound penalty, actions allowed."""
def apply_damage(
    *,
    pv: int,
    damage: int,
    pv_max: int | None = ...,
    temp_damage: int = ...,
    is_pc: bool = ...,
    uses_agony: bool = ...,
    con_modifier: int = ...,
    major_monster: bool = ...,
    violent: bool = ...,
    keeper_shock: bool = ...,
    over_time: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Damaged]:
    """Damage after Protection; shock and thresholds included."""
def apply_temp_damage(
    *,
    pv: int,
    damage: int,
    pv_max: int | None = ...,
    temp_damage: int = ...,
    is_pc: bool = ...,
    uses_agony: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Bruised]:
    """Blows that stun without costing PV."""
def agony_round(
    *,
    pv: int,
    stable: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Agony]:
    """One round between −1 and −9 PV: 1 PV less, unless a 10 comes up."""
def wake_up(
    *,
    pv: int,
    temp_damage: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Woken]:
    """At the end of a round, a 10 on the d10 wakes the unconscious."""
def first_aid(
    *,
    pv: int,
    modifier: int,
    pv_max: int | None = ...,
    temp_damage: int = ...,
    is_pc: bool = ...,
    uses_agony: bool = ...,
    patient: str = ...,
    skill: Literal['first_aid', 'medicine'] = ...,
    difficulty: int = ...,
    mods: Sequence[int] = ...,
    already_treated: bool = ...,
    stable: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Aided]:
    """1d4 PV with First Aid; dying stops."""
def rest_week(
    *,
    pv: int,
    pv_max: int,
    under_care: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Rested]:
    """1d4 PV, or 2d4 under medical care."""
def rest_hours(
    *,
    temp_damage: int,
    con_modifier: int,
    hours: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Refreshed]:
    """Blows fade, hour by hour."""
def effort_round(
    *,
    con_score: int,
    endurance: int,
    round: int,
    activity: Literal['run', 'swim'] = ...,
    difficulty: int = ...,
    mods: Sequence[int] = ...,
    wound_penalty: Literal[-6, -3, 0] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Effort]:
    """One round of running or swimming; Endurance once the free rounds are over."""
def pursuit_round(
    *,
    fleeing_endurance: int,
    pursuing_endurance: int,
    fleeing_mods: Sequence[int] = ...,
    pursuing_mods: Sequence[int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Pursued]:
    """Endurance against Endurance, once the free rounds are over."""
def sprint(
    *,
    for_modifier: int,
    endurance: int,
    round: int = ...,
    speed: float = ...,
    mods: Sequence[int] = ...,
    wound_penalty: Literal[-6, -3, 0] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Sprinted]:
    """FOR to get going, then Endurance each round."""
def suffocate_round(
    *,
    con_modifier: int,
    pv: int = ...,
    pv_max: int | None = ...,
    temp_damage: int = ...,
    is_pc: bool = ...,
    uses_agony: bool = ...,
    round: int = ...,
    failed: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Breathless]:
    """One round without air: a CON test ever harder, then 1d8 each round."""
def burn_round(
    *,
    pv: int,
    reflexes: int,
    pv_max: int | None = ...,
    temp_damage: int = ...,
    is_pc: bool = ...,
    uses_agony: bool = ...,
    mods: Sequence[int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Fire]:
    """Clothes on fire: Reflexes at 15 to put them out, or else 1d6."""
def fall(
    *,
    pv: int,
    height: float,
    modifier: int,
    pv_max: int | None = ...,
    temp_damage: int = ...,
    is_pc: bool = ...,
    uses_agony: bool = ...,
    mods: Sequence[int] = ...,
    con_modifier: int = ...,
    major_monster: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Fallen]:
    """1d6 for each 3 m, one die fewer if the roll succeeds."""
def explosion(
    *,
    targets: Sequence[AreaTargetInput],
    kind: Literal['dynamite', 'grenade', 'vehicle'] = ...,
    sticks: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Explosion]:
    """Grenade, dynamite or vehicle: dice by distance, half with Reflexes."""
def poison(
    *,
    pv: int,
    potency: int,
    endurance: int,
    pv_max: int | None = ...,
    temp_damage: int = ...,
    is_pc: bool = ...,
    uses_agony: bool = ...,
    mods: Sequence[int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Poisoned]:
    """Endurance against the poison’s potency; success halves the damage."""
def lasting_harm(
    *,
    pv: int,
    pv_max: int | None = ...,
    temp_damage: int = ...,
    is_pc: bool = ...,
    uses_agony: bool = ...,
    damage: str = ...,
    drain: str = ...,
    characteristic: Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'] = ...,
    score: int = ...,
    struggle: int = ...,
    grip: int | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Harmed]:
    """A bite that holds, acid, a burning room: dice of damage without a test; or a characteristic that drains away."""
def san_check(
    *,
    san: int,
    idee: int = ...,
    san_hour_start: int | None = ...,
    san_lost_this_hour: int = ...,
    san_creation: int | None = ...,
    loss_cap: int | None = ...,
    creature: str = ...,
    san_bonus: int = ...,
    loss_success: str = ...,
    loss_failure: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[SanChecked]:
    """d100 at or under SAN, then the loss and what follows."""
def lose_san(
    *,
    san: int,
    loss: str,
    idee: int = ...,
    san_hour_start: int | None = ...,
    san_lost_this_hour: int = ...,
    san_creation: int | None = ...,
    loss_cap: int | None = ...,
    creature: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[SanLost]:
    """A loss without a SAN roll, and what follows."""
def decompensation_round(
    *,
    san: int,
    stable: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Slid]:
    """One round between −1 and −9 SAN: 1 less, unless a 10 comes up."""
def calm_decompensation(
    *,
    modifier: int,
    difficulty: int = ...,
    mods: Sequence[int] = ...,
    patient: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Calmed]:
    """A Psychoanalysis roll stops the fall."""
def temporary_madness(
    *,
    length: Literal['long', 'short'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Temporary]:
    """A symptom, and some rounds or some hours."""
def indefinite_madness(
    *,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Indefinite]:
    """A lasting symptom, and 1d6 months."""
def asylum(
    *,
    chance: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Asylum]:
    """Permanent madness: 1d4 years, then a Luck roll to get out."""
def treat_madness(
    *,
    san: int,
    modifier: int,
    san_max: int = ...,
    mods: Sequence[int] = ...,
    patient: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Treated]:
    """A month of care and a Psychoanalysis roll: 1d3 SAN more, or less on a 1."""
def end_of_madness(
    *,
    san: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Ended2]:
    """A SAN roll; failed, 1d3 more months."""
def regain_san(
    *,
    san: int,
    san_max: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Regained]:
    """1d6 after a scenario won."""
def cast_spell(
    *,
    san: int,
    spell: str,
    pm: int,
    idee: int = ...,
    san_hour_start: int | None = ...,
    san_lost_this_hour: int = ...,
    san_creation: int | None = ...,
    pm_spent: int | None = ...,
    pou_score: int = ...,
    caster_modifier: int = ...,
    target_modifier: int = ...,
    wounded: bool = ...,
    components_missing: bool = ...,
    victim: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Cast]:
    """Its price in PM and SAN, then POU against POU if there is a target."""
def read_tome(
    *,
    tome: str,
    language_modifier: int,
    san: int,
    skim: bool = ...,
    mythos: int = ...,
    idee: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Read]:
    """Studying it for weeks, or skimming it: Mythos for SAN."""
def learn_spell(
    *,
    int_score: int,
    multiplier: int = ...,
    spell: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Learned]:
    """2d6 weeks, then an INT roll by the tome."""
def psychic_power(
    *,
    power: str,
    modifier: int = ...,
    target_modifier: int = ...,
    pm: int = ...,
    victim: str = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[PowerUsed]:
    """A psychic trait, if the table plays them."""
def recover_pm(
    *,
    pm: int,
    pou_score: int,
    hours: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Recovered]:
    """All PM come back in 24 hours."""
def spend_destiny(
    *,
    destiny: int,
    use: Literal['coincidence', 'reroll', 'shock_instead', 'stabilise'],
    used_this_scene: bool = ...,
    pv: int = ...,
    damage: int = ...,
    modifier: int = ...,
    difficulty: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Spent2]:
    """A mere shock instead of a wound, a reroll, an end to dying, a lucky chance."""
def tick_box(
    *,
    target: str,
    kind: Literal['jet', 'skill'] = ...,
    ticked: bool = ...,
    ticks_this_session: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Ticked]:
    """A skill or associated roll well used will cost less."""
def award_xp(
    *,
    objectives: Sequence[int],
    xp: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Awarded]:
    """The sum of the objectives met."""
def spend_xp(
    *,
    xp: int,
    purchase: Literal['characteristic', 'destiny', 'jet', 'new_skill', 'pv_max', 'skill'],
    scores: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int] = ...,
    target: str = ...,
    ticked: bool = ...,
    value: int = ...,
    in_play: bool = ...,
    pv: int | None = ...,
    pv_bonus: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[XpSpent]:
    """One improvement, cheaper if its box is ticked."""
def change_characteristic(
    *,
    characteristic: Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'],
    delta: int,
    scores: Mapping[Literal['APP', 'CON', 'DEX', 'EDU', 'FOR', 'INT', 'PER', 'POU', 'TAI'], int] = ...,
    pv: int | None = ...,
    pv_bonus: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[CharacteristicChanged]:
    """Maiming, drain, age: all that rests on it is worked out again."""
def xp_forecast(
    *,
    cost: int,
    points_per_session: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Forecast]:
    """The number of sessions until it can be paid."""
def vehicle_pursuit_round(
    *,
    fleeing_modifier: int,
    pursuing_modifier: int,
    fleeing_mods: Sequence[int] = ...,
    pursuing_mods: Sequence[int] = ...,
    band: Literal['contact', 'far', 'lost', 'near'] = ...,
    fleeing_reflexes: int = ...,
    pursuing_reflexes: int = ...,
    speed_kmh: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Ridden]:
    """One round at the wheel, at the helm or in the saddle; mind the crashes."""
