"""How results are told, in French and English: one teller for each procedure. voice.md says how they speak."""

from gardien.core.wording import tellers

# Each teller bears the name of its procedure; its module is loaded when it first speaks. One line adds a part.
MODULES: dict[str, tuple[str, ...]] = {
    "tests_told": ("skill_test", "jet_test", "characteristic_test"),
    "opposed_told": ("opposed_test", "record_passive", "oppose_recorded", "fixed_score"),
    "aids_told": (
        *("take_10", "take_20", "synergy_test", "cooperate", "d100_multiplier_test", "memorise", "recall"),
        *("mythos_test", "roll_d3"),
    ),
    "scores_told": (
        *("characteristic_modifier", "roll_scores", "check_scores", "roll_size_looks", "assign_scores"),
        *("start_values", "derive", "damage_bonus"),
    ),
    "creation_told": (*("base_skills", "creation_points", "spend_creation_points", "starting_money", "choose_traits"),),
    "conversion_told": (
        *("convert_percent", "convert_character", "convert_creature", "convert_creature_d20", "scale_mass"),
    ),
    "weapons_told": ("weapon_line", "parse_series", "range_penalty", "ammunition", "reload", "clear_jam"),
    "experience_told": ("tick_box", "award_xp", "spend_xp", "change_characteristic", "xp_forecast"),
    "health_told": (
        *("body_state", "apply_damage", "apply_temp_damage", "agony_round", "wake_up"),
        *("first_aid", "rest_week", "rest_hours"),
    ),
    "effort_told": ("effort_round", "pursuit_round", "sprint"),
    "hazards_told": ("suffocate_round", "burn_round", "fall", "explosion", "poison"),
    "destiny_told": ("spend_destiny",),
    "mind_told": (
        *("san_check", "lose_san", "decompensation_round", "calm_decompensation", "temporary_madness"),
        *("indefinite_madness", "asylum", "treat_madness", "end_of_madness", "regain_san"),
    ),
    "magic_told": ("cast_spell", "read_tome", "learn_spell", "recover_pm", "psychic_power"),
    "vehicles_told": ("vehicle_pursuit_round",),
    "order_told": ("start_combat", "alert", "combat_san", "check_surprise", "delay", "prepare", "assess"),
    "actions_told": ("take_action", "round_plan", "movement", "defence", "full_defence", "defensive_fighting"),
    "rounds_told": ("end_round",),
    "attacks_told": (
        *("attack_modifiers", "attack", "apply_protection", "attack_sequence", "multiple_fire"),
        *("opportunity_attack", "short_burst"),
    ),
    "bursts_told": ("burst_difficulty", "burst"),
    "manoeuvres_told": ("charge", "disarm", "sneak_attack", "coup_de_grace"),
    "grappling_told": ("start_grapple", "grapple_manoeuvre", "silent_hold", "strangle_round"),
    "chances_told": (
        *("odds_test", "odds_opposed", "odds_attack", "odds_series", "odds_burst"),
        *("odds_san", "odds_survival", "odds_effort", "odds_scores"),
    ),
}

TELLERS = tellers(__name__, MODULES)
