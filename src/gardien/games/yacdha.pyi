"""YACDHA: its procedures, typed. Written by `make reference`."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from gardien.core.calling import Answer as _Answer

_T = TypeVar("_T")

class Answer(_Answer, Generic[_T], frozen=True):
    outcome: _T  # type: ignore[assignment]

OptionsInput = TypedDict("OptionsInput", {
    'skill_mode': NotRequired[Literal['advantage', 'levels'] | None],
    'modules': NotRequired[Sequence[Literal['learning', 'luck', 'mythos', 'recovery']]],
    'bonus_before_forced': NotRequired[bool],
    'personal_disadvantage_cancels_die': NotRequired[bool],
    'investigation_reroll_needs_madness_die': NotRequired[Literal['always', 'never', 'when_stressful']],
    'reroll_vs_active': NotRequired[bool],
    'chase_tie_escapes': NotRequired[bool],
    'competition_uncapped_tiebreak': NotRequired[bool],
    'stress_memory': NotRequired[Literal['campaign', 'off', 'scenario']],
    'npc_skill_on_opposition': NotRequired[bool],
    'mythos_share': NotRequired[Literal['best', 'individual', 'lowest']],
    'luck_cap': NotRequired[int],
    'between_scenarios': NotRequired[Literal['care', 'reset']],
    'max_level': NotRequired[int],
    'max_occupations': NotRequired[int],
    'mass_action_from': NotRequired[int],
    'hold_escape': NotRequired[bool],
    'first_aid': NotRequired[bool],
    'armour': NotRequired[bool],
})
Created = TypedDict("Created", {
    'valid': bool,
    'errors': tuple[Literal['count', 'level', 'total', 'zero'], ...],
    'total': int,
    'remaining': int,
    'madness': int,
    'trauma': int,
    'mythos': int,
    'sequelae': int,
    'luck': int,
    'madness_min': int,
    'trauma_min': int,
    'status': Literal['active'],
})
OccupationInput = TypedDict("OccupationInput", {
    'name': str,
    'level': int,
})
SheetActionInput = TypedDict("SheetActionInput", {
    'name': str,
    'occupation': NotRequired[str | None],
    'granted': NotRequired[int | None],
})
ActLevels = TypedDict("ActLevels", {
    'levels': dict[str, int],
    'written': dict[str, int],
})
GaugeCheck = TypedDict("GaugeCheck", {
    'rolled': bool,
    'die': int,
    'raised': bool,
    'value': int,
    'status': Literal['active', 'coma', 'dead', 'mad'],
    'stress_faced': tuple[str, ...],
    'luck': int,
    'survival_refused': Literal['no_luck', 'sequelae_fatal'],
})
LuckConversionInput = TypedDict("LuckConversionInput", {
    'die': int,
    'value': int,
    'throw': NotRequired[int],
})
OppositionInput = TypedDict("OppositionInput", {
    'kind': NotRequired[Literal['active', 'none', 'passive']],
    'value': NotRequired[int],
    'difficulty': NotRequired[Literal['average', 'easy', 'hard', 'impossible', 'trivial', 'very_easy', 'very_hard'] | None],
    'level': NotRequired[int],
})
StakeInput = TypedDict("StakeInput", {
    'gauge': NotRequired[Literal['madness', 'trauma']],
    'amount': NotRequired[int | Literal['margin']],
    'at_or_below': NotRequired[int],
})
Act = TypedDict("Act", {
    'rolled': bool,
    'possible': bool,
    'refused': Literal['forced_die_required', 'forced_in_mass_action', 'forced_not_justified', 'npc_forced', 'reroll_vs_active'],
    'success': bool,
    'elapsed': int | float,
    'automatic': bool,
    'action_dice': tuple[int, ...],
    'action_dice_count': int,
    'keep': Literal['highest', 'lowest'],
    'action_kept': int,
    'forced_die': int,
    'raw': int,
    'level': int,
    'result': int,
    'opposition': int,
    'margin': int,
    'degree': Literal['critical_failure', 'critical_success', 'failure', 'major_failure', 'major_success', 'minor_failure', 'minor_success', 'success'],
    'check_required': bool,
    'check_die': int,
    'check_raised': bool,
    'stake_increase': int,
    'madness': int,
    'trauma': int,
    'sequelae': int,
    'trauma_min': int,
    'luck': int,
    'luck_refused': bool,
    'survival_refused': Literal['no_luck', 'sequelae_fatal'],
    'status': Literal['active', 'coma', 'dead', 'mad'],
})
Search = TypedDict("Search", {
    'rolled': bool,
    'possible': bool,
    'refused': Literal['forced_die_required', 'forced_in_mass_action', 'forced_not_justified', 'npc_forced', 'reroll_vs_active'],
    'success': bool,
    'elapsed': int | float,
    'automatic': bool,
    'action_dice': tuple[int, ...],
    'action_dice_count': int,
    'keep': Literal['highest', 'lowest'],
    'action_kept': int,
    'forced_die': int,
    'raw': int,
    'level': int,
    'result': int,
    'opposition': int,
    'margin': int,
    'degree': Literal['critical_failure', 'critical_success', 'failure', 'major_failure', 'major_success', 'minor_failure', 'minor_success', 'success'],
    'check_required': bool,
    'check_die': int,
    'check_raised': bool,
    'stake_increase': int,
    'madness': int,
    'trauma': int,
    'sequelae': int,
    'trauma_min': int,
    'luck': int,
    'luck_refused': bool,
    'survival_refused': Literal['no_luck', 'sequelae_fatal'],
    'status': Literal['active', 'coma', 'dead', 'mad'],
    'tier': Literal['all', 'all_bonus', 'most', 'none', 'shortest'],
    'new_information': bool,
    'best': int,
    'best_tier': Literal['all', 'all_bonus', 'most', 'none', 'shortest'],
    'information': dict[str, int],
})
MemberInput = TypedDict("MemberInput", {
    'kind': NotRequired[Literal['creature', 'investigator', 'npc']],
    'fights_for_survival': NotRequired[bool],
    'personal_advantage': NotRequired[bool],
    'forced': NotRequired[bool],
    'level': NotRequired[int],
    'madness': NotRequired[int],
    'trauma': NotRequired[int],
    'sequelae': NotRequired[int],
    'luck': NotRequired[int],
    'luck_convert': NotRequired[LuckConversionInput | None],
    'use_luck_to_survive': NotRequired[bool],
    'name': str,
    'personal_disadvantage': NotRequired[bool],
})
MemberAfter = TypedDict("MemberAfter", {
    'madness': int,
    'trauma': int,
    'sequelae': int,
    'trauma_min': int,
    'luck': int,
    'status': Literal['active', 'coma', 'dead', 'mad'],
    'survival_refused': Literal['no_luck', 'sequelae_fatal'] | None,
})
Cooperation = TypedDict("Cooperation", {
    'rolled': bool,
    'possible': bool,
    'refused': Literal['forced_die_required', 'forced_in_mass_action', 'forced_not_justified', 'npc_forced', 'reroll_vs_active'],
    'success': bool,
    'elapsed': int | float,
    'automatic': bool,
    'action_dice': tuple[int, ...],
    'action_dice_count': int,
    'keep': Literal['highest', 'lowest'],
    'action_kept': int,
    'forced': dict[str, int],
    'raw': int,
    'level': int,
    'result': int,
    'opposition': int,
    'margin': int,
    'degree': Literal['critical_failure', 'critical_success', 'failure', 'major_failure', 'major_success', 'minor_failure', 'minor_success', 'success'],
    'checks': dict[str, int],
    'raised': tuple[str, ...],
    'stake_increase': int,
    'luck_refused': tuple[str, ...],
    'gauges': dict[str, int],
    'after': dict[str, MemberAfter],
    'tier': Literal['all', 'all_bonus', 'most', 'none', 'shortest'],
    'new_information': bool,
    'best': int,
    'best_tier': Literal['all', 'all_bonus', 'most', 'none', 'shortest'],
    'information': dict[str, int],
})
GroupInput = TypedDict("GroupInput", {
    'members': Sequence[MemberInput],
    'name': NotRequired[str],
    'group_advantage': NotRequired[bool],
    'group_disadvantage': NotRequired[bool],
    'level_share': NotRequired[Literal['highest', 'lowest']],
})
Competition = TypedDict("Competition", {
    'rolled': bool,
    'refused': Literal['forced_die_required', 'forced_in_mass_action', 'forced_not_justified', 'npc_forced', 'reroll_vs_active'],
    'throws': tuple[dict[str, int], ...],
    'winner': str,
    'margin': int,
    'checks': tuple[dict[str, int], ...],
    'gauges': dict[str, int],
    'after': dict[str, MemberAfter],
    'luck_refused': tuple[str, ...],
})
CombatantInput = TypedDict("CombatantInput", {
    'id': str,
    'kind': NotRequired[Literal['creature', 'investigator', 'npc']],
    'side': NotRequired[str],
    'status': NotRequired[Literal['active', 'coma', 'dead', 'fled', 'unconscious']],
    'trauma': NotRequired[int],
    'sequelae': NotRequired[int],
    'luck': NotRequired[int],
    'luck_convert': NotRequired[LuckConversionInput | None],
    'use_luck_to_survive': NotRequired[bool],
    'action': NotRequired[Literal['attack', 'dodge', 'escape', 'flee', 'immobilise', 'other']],
    'target': NotRequired[str | None],
    'extra_targets': NotRequired[Sequence[str]],
    'weapon': NotRequired[str],
    'trauma_max': NotRequired[int | None],
    'mode': NotRequired[Literal['contact', 'ranged'] | None],
    'tags': NotRequired[Sequence[str]],
    'personal_advantage': NotRequired[bool],
    'advantage': NotRequired[bool],
    'disadvantage': NotRequired[bool],
    'forced': NotRequired[bool],
    'fights_for_survival': NotRequired[bool],
    'level': NotRequired[int],
    'surprised': NotRequired[bool],
    'held_by': NotRequired[Sequence[str]],
    'holding': NotRequired[str],
    'release': NotRequired[bool],
    'can_flee': NotRequired[bool],
    'armour': NotRequired[int],
    'boxes': NotRequired[int],
    'damage': NotRequired[int],
    'soak': NotRequired[int],
    'immune': NotRequired[Sequence[str]],
    'bane': NotRequired[Sequence[str]],
    'acts': NotRequired[int],
    'opposition_bonus': NotRequired[int],
    'holdable': NotRequired[bool],
})
ActRecord = TypedDict("ActRecord", {
    'actor': str,
    'target': str,
    'act': Literal['attack', 'escape', 'immobilise'],
    'automatic_failure': bool,
    'success': bool,
    'trauma': int,
    'critical': bool,
    'luck_refused': bool,
    'opposition': int,
    'action_dice_count': int,
    'keep': Literal['highest', 'lowest'],
    'action_kept': int,
    'forced_die': int,
    'raw': int,
    'level': int,
    'result': int,
    'margin': int,
    'degree': Literal['critical_failure', 'critical_success', 'failure', 'major_failure', 'major_success', 'minor_failure', 'minor_success', 'success'],
    'check_required': bool,
    'check_raised': bool,
    'check_die': int,
})
CombatantAfter = TypedDict("CombatantAfter", {
    'status': Literal['active', 'coma', 'dead', 'fled', 'unconscious'],
    'trauma': int,
    'sequelae': int,
    'trauma_min': int,
    'luck': int,
    'damage': int,
    'survival_refused': Literal['coma', 'no_luck', 'sequelae_fatal'],
    'held_by': tuple[str, ...],
    'holding': str,
})
CombatRound = TypedDict("CombatRound", {
    'rolled': bool,
    'refused': Literal['flight_barred', 'npc_forced'],
    'actions': tuple[ActRecord, ...],
    'after': dict[str, CombatantAfter],
    'free': tuple[str, ...],
})
EndCombat = TypedDict("EndCombat", {
    'after': dict[str, CombatantAfter],
})
SpeedsInput = TypedDict("SpeedsInput", {
    'pursued': NotRequired[int],
    'pursuers': NotRequired[int],
})
Throw = TypedDict("Throw", {
    'pursuers': int,
    'pursued': int,
})
Chase = TypedDict("Chase", {
    'rolled': bool,
    'refused': Literal['forced_die_required', 'forced_in_mass_action', 'forced_not_justified', 'npc_forced', 'reroll_vs_active'],
    'escaped': bool,
    'pursuers_margin': int,
    'throws': tuple[Throw, ...],
    'checks': tuple[dict[str, int], ...],
    'gauges': dict[str, int],
    'after': dict[str, MemberAfter],
    'luck_refused': tuple[str, ...],
})
CasterInput = TypedDict("CasterInput", {
    'name': str,
    'kind': NotRequired[Literal['investigator', 'npc']],
    'madness': NotRequired[int],
    'mythos': NotRequired[int],
})
Casting = TypedDict("Casting", {
    'rolled': bool,
    'refused': Literal['conditions'],
    'success': bool,
    'casting': dict[str, int],
    'raw': int,
    'mythos': int,
    'result': int,
    'opposition': int,
    'margin': int,
    'degree': Literal['critical_failure', 'critical_success', 'failure', 'major_failure', 'major_success', 'minor_failure', 'minor_success', 'success'],
    'automatic': bool,
    'checks': dict[str, int],
    'gauges': dict[str, int],
    'status': dict[str, Literal['active', 'mad']],
})
Survival = TypedDict("Survival", {
    'x': int,
    'trauma': int,
    'status': Literal['active', 'coma', 'dead', 'unconscious'],
    'sequelae_gained': int,
    'sequelae': int,
    'trauma_min': int,
    'luck': int,
    'refused': Literal['coma', 'no_luck', 'sequelae_fatal'],
})
Care = TypedDict("Care", {
    'status': Literal['active', 'coma', 'dead'],
    'trauma': int,
    'trauma_min': int,
})
FirstAid = TypedDict("FirstAid", {
    'rolled': bool,
    'refused': Literal['already_treated', 'nothing_to_heal', 'option_off', 'too_late'],
    'opposition': int,
    'result': int,
    'margin': int,
    'degree': Literal['critical_failure', 'critical_success', 'failure', 'major_failure', 'major_success', 'minor_failure', 'minor_success', 'success'],
    'success': bool,
    'trauma': int,
})
Recovery = TypedDict("Recovery", {
    'refused': Literal['module_off'],
    'value': int,
    'progress': int,
    'rolls': int,
})
SurvivorInput = TypedDict("SurvivorInput", {
    'name': str,
    'madness': NotRequired[int],
    'mythos': NotRequired[int],
    'luck': NotRequired[int],
    'stress_faced': NotRequired[Sequence[str]],
})
Rewarded = TypedDict("Rewarded", {
    'name': str,
    'madness': int,
    'luck': int,
    'stress_faced': tuple[str, ...],
})
Ending = TypedDict("Ending", {
    'reduction': int,
    'survivors': tuple[Rewarded, ...],
    'scenario': int,
    'milestones': int,
})
LearntActInput = TypedDict("LearntActInput", {
    'name': str,
    'occupation': str,
    'granted': NotRequired[int | None],
})
ActAfter = TypedDict("ActAfter", {
    'name': str,
    'occupation': str,
    'granted': int | None,
    'level': int,
})
Learning = TypedDict("Learning", {
    'allowed': bool,
    'reason': Literal['count', 'gauge', 'lower', 'max_level', 'module_off', 'total', 'year'],
    'needs_gauge_at_most': int,
    'occupations': dict[str, int],
    'total': int,
    'months': int,
    'actions': tuple[ActAfter, ...],
})
StudyMonth = TypedDict("StudyMonth", {
    'mythos': int,
    'madness': int,
})
Study = TypedDict("Study", {
    'refused': Literal['module_off', 'mythos_ceiling'],
    'mythos': int,
    'madness': int,
    'madness_min': int,
    'status': Literal['active', 'mad'],
    'log': tuple[StudyMonth, ...],
})
Dream = TypedDict("Dream", {
    'refused': Literal['module_off'],
    'rolled': bool,
    'die': int,
    'dream': bool,
    'dreamlands': bool,
})
EventInput = TypedDict("EventInput", {
    'id': str,
    'time': int,
    'place': NotRequired[str],
    'text': NotRequired[str],
    'done': NotRequired[bool],
})
ClockAdvance = TypedDict("ClockAdvance", {
    'clock': int,
    'due': tuple[str, ...],
    'upcoming': tuple[str, ...],
})
OddsAction = TypedDict("OddsAction", {
    'success': str,
    'margins': dict[str, str],
})
OddsForced = TypedDict("OddsForced", {
    'check': str,
    'rise': str,
})
OddsGauge = TypedDict("OddsGauge", {
    'reach_six': str,
    'distribution': dict[str, str],
    'mean_checks': str,
    'first_n_at_half': int,
})
OddsRisk = TypedDict("OddsRisk", {
    'success': str,
    'check': str,
    'rise': str,
    'reach_six': str,
    'mean_increase': str,
})
OddsAttack = TypedDict("OddsAttack", {
    'hit': str,
    'mean_trauma': str,
    'critical': str,
    'kill': str,
})
OddsDuel = TypedDict("OddsDuel", {
    'a_dies': str,
    'b_dies': str,
    'both_die': str,
    'exactly_one_dies': str,
    'none_dies': str,
})
OddsChase = TypedDict("OddsChase", {
    'escape': str,
    'tie': str,
})
OddsCompete = TypedDict("OddsCompete", {
    'unique_winner': str,
    'wins': tuple[str, ...],
})
def create_character(
    *,
    name: str = ...,
    principal_occupation: str = ...,
    description: str = ...,
    age_class: Literal['adult', 'child', 'teen'] = ...,
    occupations: Mapping[str, int] = ...,
    gifts: Mapping[str, int] = ...,
    faults: Sequence[str] = ...,
    bonds: Sequence[str] = ...,
    places: Sequence[str] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Created]:
    """Checks a new investigator and gives the starting values."""
def sheet(
    *,
    occupation: OccupationInput,
    actions: Sequence[SheetActionInput] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[ActLevels]:
    """Levels of the acts listed under one occupation, and which of them are written with a number."""
def gauge_check(
    *,
    gauge: Literal['madness', 'trauma'],
    value: int,
    kind: Literal['investigator', 'npc'] = ...,
    exposed: bool = ...,
    event: str = ...,
    stress_faced: Sequence[str] = ...,
    already_faced: bool = ...,
    sequelae: int = ...,
    luck: int = ...,
    use_luck_to_survive: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[GaugeCheck]:
    """A madness or trauma check caused by intense stress."""
def action(
    *,
    category: Literal['mental', 'physical'],
    kind: Literal['creature', 'investigator', 'npc'] = ...,
    fights_for_survival: bool = ...,
    personal_advantage: bool = ...,
    forced: bool = ...,
    level: int = ...,
    madness: int = ...,
    trauma: int = ...,
    sequelae: int = ...,
    luck: int = ...,
    luck_convert: LuckConversionInput | None = ...,
    use_luck_to_survive: bool = ...,
    opposition: OppositionInput = ...,
    advantage: bool = ...,
    disadvantage: bool = ...,
    attempt: int = ...,
    stressful: bool | None = ...,
    stakes: Sequence[StakeInput] = ...,
    duration: int | float = ...,
    roll_degree: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Act]:
    """One act of one character."""
def investigate(
    *,
    kind: Literal['creature', 'investigator', 'npc'] = ...,
    fights_for_survival: bool = ...,
    personal_advantage: bool = ...,
    forced: bool = ...,
    level: int = ...,
    madness: int = ...,
    trauma: int = ...,
    sequelae: int = ...,
    luck: int = ...,
    luck_convert: LuckConversionInput | None = ...,
    use_luck_to_survive: bool = ...,
    opposition: OppositionInput = ...,
    advantage: bool = ...,
    disadvantage: bool = ...,
    attempt: int = ...,
    stressful: bool | None = ...,
    stakes: Sequence[StakeInput] = ...,
    duration: int | float = ...,
    best_previous: int = ...,
    nothing_to_find: bool = ...,
    clue: str = ...,
    information: Mapping[str, int] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Search]:
    """A search for information by one character: a mental action read on Table 1."""
def cooperate(
    *,
    members: Sequence[MemberInput],
    category: Literal['mental', 'physical'],
    opposition: OppositionInput = ...,
    group_advantage: bool = ...,
    group_disadvantage: bool = ...,
    level_share: Literal['highest', 'lowest'] = ...,
    mass_action: bool = ...,
    attempt: int = ...,
    stressful: bool | None = ...,
    investigation: bool = ...,
    best_previous: int = ...,
    nothing_to_find: bool = ...,
    clue: str = ...,
    information: Mapping[str, int] = ...,
    stakes: Sequence[StakeInput] = ...,
    duration: int | float = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Cooperation]:
    """One act of a group for one goal; also a search by a group."""
def compete(
    *,
    sides: Sequence[GroupInput],
    category: Literal['mental', 'physical'],
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Competition]:
    """Sides that vie for the same thing; the highest result wins."""
def combat_round(
    *,
    combatants: Sequence[CombatantInput],
    round: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[CombatRound]:
    """One round of combat, all acts simultaneous."""
def end_combat(
    *,
    combatants: Sequence[CombatantInput],
    round: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[EndCombat]:
    """Ends the fight: the unconscious wake, fugitives are out of danger or open a chase, holds end."""
def chase(
    *,
    pursued: GroupInput,
    pursuers: GroupInput,
    speeds: SpeedsInput = ...,
    terrain: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Chase]:
    """A pursuit between two groups."""
def cast_magic(
    *,
    casters: Sequence[CasterInput],
    opposition: int = ...,
    conditions_met: bool = ...,
    prepared: bool = ...,
    roll_degree: bool = ...,
    spell: str | None = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Casting]:
    """The use of a magic by one or several casters."""
def luck_survive(
    *,
    trauma: int,
    increase: int,
    sequelae: int = ...,
    luck: int = ...,
    kind: Literal['investigator', 'npc'] = ...,
    use_luck_to_survive: bool = ...,
    status: Literal['active', 'coma', 'unconscious'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Survival]:
    """What an increase of trauma does, and whether luck turns death into coma."""
def coma_care(
    *,
    professional_care: bool = ...,
    delay_minutes: int | float = ...,
    continuous: bool = ...,
    days: int = ...,
    sequelae: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Care]:
    """What becomes of somebody in coma."""
def first_aid(
    *,
    trauma: int,
    trauma_before: int,
    patient: str = ...,
    minutes: int | float = ...,
    already_treated: bool = ...,
    advantage: bool = ...,
    personal_advantage: bool = ...,
    disadvantage: bool = ...,
    level: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[FirstAid]:
    """Optional first aid on a fresh wound."""
def recover(
    *,
    gauge: Literal['madness', 'trauma'],
    value: int,
    elapsed: int,
    floor: int = ...,
    care: Literal['full', 'none', 'partial'] = ...,
    rest: bool = ...,
    favourable: bool = ...,
    progress: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Recovery]:
    """Recovery of one gauge over time."""
def end_scenario(
    *,
    survivors: Sequence[SurvivorInput],
    clear_success: bool = ...,
    all_alive_and_sane: bool = ...,
    remarkable: bool = ...,
    milestone: bool = ...,
    scenario: int = ...,
    milestones: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Ending]:
    """Rewards at the end of a scenario or milestone."""
def learn(
    *,
    occupations: Mapping[str, int],
    occupation: str,
    nature: Literal['mental', 'physical'],
    steps: int = ...,
    lower: Mapping[str, int] = ...,
    madness: int = ...,
    trauma: int = ...,
    age_class: Literal['adult', 'child', 'teen'] = ...,
    learnt_this_year: bool = ...,
    actions: Sequence[LearntActInput] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Learning]:
    """An apprenticeship between scenarios."""
def study_mythos(
    *,
    mythos: int,
    madness: int,
    months: int = ...,
    take_relief: bool = ...,
    accept_madness: bool = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Study]:
    """Months given to the study of the Mythos."""
def dream(
    *,
    mythos: int,
    hours: int | float = ...,
    good_conditions: bool = ...,
    keeper_allows: bool = ...,
    gate: Literal['dream', 'dreamlands'] = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[Dream]:
    """A night’s sleep of somebody who knows the Mythos."""
def clock_advance(
    *,
    minutes: int,
    clock: int = ...,
    events: Sequence[EventInput] = ...,
    horizon: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[ClockAdvance]:
    """Time passes; which events fall due."""
def odds_action(
    *,
    pool: int | Literal['infinite'] = ...,
    keep: Literal['highest', 'lowest'] = ...,
    forced: int = ...,
    level: int = ...,
    opposition: OppositionInput = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsAction]:
    """Exact chances of one throw."""
def odds_forced(
    *,
    pool: int | Literal['infinite'] = ...,
    keep: Literal['highest', 'lowest'] = ...,
    level: int = ...,
    value: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsForced]:
    """Exact chance that a forced die calls for a check, and that the check raises the gauge."""
def odds_gauge(
    *,
    start: int,
    checks: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsGauge]:
    """How fast checks drive a gauge to 6."""
def odds_risk(
    *,
    category: Literal['mental', 'physical'] = ...,
    pool: int | Literal['infinite'] = ...,
    keep: Literal['highest', 'lowest'] = ...,
    forced: bool = ...,
    level: int = ...,
    opposition: OppositionInput = ...,
    stakes: Sequence[StakeInput] = ...,
    value: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsRisk]:
    """What one act may cost its author: check, rise and loss."""
def odds_attack(
    *,
    attackers: int = ...,
    trauma_max: int = ...,
    opposition: OppositionInput = ...,
    advantage: bool = ...,
    disadvantage: bool = ...,
    forced: bool = ...,
    level: int = ...,
    target_trauma: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsAttack]:
    """Exact chances of attacks on one target within a round."""
def odds_duel(
    *,
    trauma_a: int = ...,
    trauma_b: int = ...,
    trauma_max_a: int = ...,
    trauma_max_b: int = ...,
    level_a: int = ...,
    level_b: int = ...,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsDuel]:
    """One round in which two fighters attack each other."""
def odds_chase(
    *,
    pursued: int,
    pursuers: int,
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsChase]:
    """Exact chance to escape."""
def odds_compete(
    *,
    pools: Sequence[int],
    options: OptionsInput = ...,
    dice: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer[OddsCompete]:
    """Exact chances of a competition without levels or forced dice."""
