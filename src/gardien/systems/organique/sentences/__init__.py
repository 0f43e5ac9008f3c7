"""How results are told, in French and English: one teller for each procedure. voice.md says how they speak."""

from gardien.core.telling import WAITING
from gardien.core.wording import tellers

# Each teller bears the name of its procedure; its module is loaded when it first speaks. One line adds a part.
MODULES: dict[str, tuple[str, ...]] = {
    # fights
    "damage_told": ("apply_damage", "drain_end"),
    "initiative_told": ("start_fight",),
    "attacks_told": ("combat_action",),
    "ranges_told": ("reach", "covering_fire"),
    "holds_told": ("break_hold",),
    "moments_told": ("free_action", "turn_slots"),
    "turns_told": ("end_turn",),
    "scripts_told": ("play_fight",),
    "swarms_told": ("swarm_turn", "attack_swarm"),
    # tests, effort, dangers, substances, care
    "checks_told": ("test", "test_two", "desperate_act"),
    "opposition_told": ("opposed", "contest", "brainwash"),
    "saves_told": ("save", "opposed_save"),
    "conditions_told": ("penalties",),
    "feats_told": ("climb", "jump", "lift", "feat_of_strength"),
    "meetings_told": ("sneak", "act_a_part", "first_impression", "persuade", "seduce"),
    "skills_told": ("skill_test", "skill_bonus"),
    "loads_told": ("load", "run"),
    "effort_told": ("exert", "fatigue", "rest", "day_after_collapse"),
    "fires_told": ("fire", "electricity", "explosion"),
    "weather_told": ("cold", "heat"),
    "falls_told": ("falling_object", "fall", "tumble"),
    "privations_told": ("hunger", "thirst", "sleeplessness", "radiation"),
    "symptoms_told": ("symptom",),
    "drugs_told": ("take_drug", "dependency_check"),
    "withdrawal_told": ("withdrawal_test", "withdrawal_schedule"),
    "diseases_told": ("expose_disease", "disease_progress", "disease_course"),
    "poisons_told": ("poison_tick", "poison_schedule"),
    "care_told": ("first_aid", "revive", "treat_pain", "surgery"),
    "healing_told": ("heal", "bleed", "end_fight"),
    # wheels, minds, networks, making, chances
    "driving_told": ("manoeuvre", "vehicle_attack"),
    "psychic_told": ("psychic_attack", "psychic_sense"),
    "scouting_told": ("preliminaries", "public_search", "find_system", "find_trust", "sniff_login"),
    "entries_told": ("enter_network", "enter_system", "raise_privilege"),
    "intrusion_told": ("crash", "lock_out", "plant_back_door", "flood", "recall_data", "computing_task"),
    "security_told": ("surveillance", "detect", "eject", "trace", "secure_firewall", "notice_takeover"),
    "codes_told": ("encrypt", "decrypt"),
    "creation_told": ("create_character",),
    "experience_told": ("award_experience", "spend_experience"),
    "chances_told": ("odds_test", "odds_opposed", "odds_effect", "odds_damage", "odds_kill"),
    "slow_chances_told": ("odds_withdrawal", "odds_disease", "odds_decrypt"),
}

PAUSING = ("combat_action",)  # these also tell what is announced meanwhile

_TOLD = tellers(__name__, MODULES)
TELLERS = _TOLD | {f"{key}{WAITING}": _TOLD[key] for key in PAUSING}
