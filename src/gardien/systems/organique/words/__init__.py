"""How results are told, in French and English: one teller for each procedure. voice.md says how they speak."""

from gardien.core.telling import WAITING
from gardien.core.wording import tellers

# Each teller bears the name of its procedure; its module is loaded when it first speaks. One line adds a part.
MODULES: dict[str, tuple[str, ...]] = {
    "attack": ("combat_action", "reach", "covering_fire"),
    "fight": (
        *("start_fight", "free_action", "turn_slots", "break_hold", "end_turn", "swarm_turn", "attack_swarm"),
        "play_fight",
    ),
    "tests": (
        *("test", "test_two", "desperate_act", "opposed", "contest", "brainwash", "save", "opposed_save"),
        *("skill_test", "skill_bonus", "climb", "jump", "lift", "feat_of_strength", "load", "run"),
    ),
    "social": ("sneak", "act_a_part", "first_impression", "persuade", "seduce"),
    "body": (
        *("penalties", "apply_damage", "drain_end", "exert", "fatigue", "rest", "day_after_collapse"),
        *("heal", "bleed", "end_fight", "first_aid", "revive", "treat_pain", "surgery"),
    ),
    "dangers": (
        *("fire", "electricity", "explosion", "cold", "heat", "falling_object", "fall", "tumble"),
        *("hunger", "thirst", "sleeplessness", "radiation"),
    ),
    "substances": (
        *("symptom", "take_drug", "dependency_check", "withdrawal_test", "withdrawal_schedule"),
        *("expose_disease", "disease_progress", "disease_course", "poison_tick", "poison_schedule"),
    ),
    "vehicles": ("manoeuvre", "vehicle_attack"),
    "psychic": ("psychic_attack", "psychic_sense"),
    "network": (
        *("preliminaries", "public_search", "find_system", "find_trust", "sniff_login"),
        *("enter_network", "enter_system", "raise_privilege"),
        *("crash", "lock_out", "plant_back_door", "flood", "recall_data", "computing_task"),
    ),
    "security": (
        *("surveillance", "detect", "eject", "trace", "secure_firewall", "notice_takeover"),
        *("encrypt", "decrypt"),
    ),
    "creation": ("create_character", "award_experience", "spend_experience"),
    "odds": (
        *("odds_test", "odds_opposed", "odds_effect", "odds_damage", "odds_kill"),
        *("odds_withdrawal", "odds_disease", "odds_decrypt"),
    ),
}

PAUSING = ("combat_action",)  # these also tell what is announced meanwhile

_TOLD = tellers(__name__, MODULES)
TELLERS = _TOLD | {f"{key}{WAITING}": _TOLD[key] for key in PAUSING}
