"""How results are told, in French and English: one teller for each procedure. voice.md says how they speak."""

from gardien.core.wording import tellers

# Each teller bears the name of its procedure; its module is loaded when it first speaks. One line adds a part.
MODULES: dict[str, tuple[str, ...]] = {
    "tests": (
        *("skill_test", "jet_test", "characteristic_test"),
        *("opposed_test", "record_passive", "oppose_recorded", "fixed_score"),
        *("take_10", "take_20", "synergy_test", "cooperate", "d100_multiplier_test", "memorise", "recall"),
        *("mythos_test", "roll_d3"),
    ),
    "growth": (
        *("characteristic_modifier", "roll_scores", "check_scores", "roll_size_looks", "assign_scores"),
        *("start_values", "derive", "damage_bonus"),
        *("tick_box", "award_xp", "spend_xp", "change_characteristic", "xp_forecast"),
    ),
    "creation": (*("base_skills", "creation_points", "spend_creation_points", "starting_money", "choose_traits"),),
    "conversion": (
        *("convert_percent", "convert_character", "convert_creature", "convert_creature_d20", "scale_mass"),
    ),
    "weapons": ("weapon_line", "parse_series", "range_penalty", "ammunition", "reload", "clear_jam"),
    "body": (
        *("body_state", "apply_damage", "apply_temp_damage", "agony_round", "wake_up"),
        *("first_aid", "rest_week", "rest_hours", "effort_round", "pursuit_round", "sprint"),
    ),
    "dangers": ("suffocate_round", "burn_round", "fall", "explosion", "poison", "lasting_harm"),
    "destiny": ("spend_destiny",),
    "mind": (
        *("san_check", "lose_san", "decompensation_round", "calm_decompensation", "temporary_madness"),
        *("indefinite_madness", "asylum", "treat_madness", "end_of_madness", "regain_san"),
    ),
    "magic": ("cast_spell", "read_tome", "learn_spell", "recover_pm", "psychic_power"),
    "vehicles": ("vehicle_pursuit_round",),
    "fight": (
        *("start_combat", "alert", "combat_san", "check_surprise", "delay", "prepare", "assess"),
        *("take_action", "round_plan", "movement", "defence", "full_defence", "defensive_fighting", "end_round"),
    ),
    "attack": (
        *("attack_modifiers", "attack", "apply_protection", "attack_sequence", "multiple_fire", "opportunity_attack"),
    ),
    "bursts": ("short_burst", "burst_difficulty", "burst"),
    "special_attacks": (
        *("charge", "disarm", "sneak_attack", "coup_de_grace"),
        *("start_grapple", "grapple_manoeuvre", "silent_hold", "strangle_round"),
    ),
    "odds": (
        *("odds_test", "odds_opposed", "odds_attack", "odds_series", "odds_burst"),
        *("odds_san", "odds_survival", "odds_effort", "odds_scores"),
    ),
}

TELLERS = tellers(__name__, MODULES)
