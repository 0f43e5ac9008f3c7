"""d20d100: the world of the percentile game under a d20 roll-over test, with SAN, agony, series of attacks, bursts."""

from gardien.core.system import System

SYSTEM = System(
    package=__name__,
    key="d20d100",
    prefix="D100",
    title="d20d100",
    dice=("d3", "d4", "d6", "d8", "d10", "d12", "d20", "d100"),
    procedures={
        "checks": ("skill_test", "jet_test", "characteristic_test"),
        "opposed": ("opposed_test", "record_passive", "oppose_recorded", "fixed_score"),
        "aids": (
            *("take_10", "take_20", "synergy_test", "cooperate", "d100_multiplier_test", "memorise", "recall"),
            *("mythos_test", "roll_d3"),
        ),
        "chances": ("odds_test", "odds_opposed", "odds_attack", "odds_series", "odds_burst"),
        "slow_chances": ("odds_san", "odds_survival", "odds_effort", "odds_scores"),
        "scores": (
            *("characteristic_modifier", "roll_scores", "check_scores", "roll_size_looks", "assign_scores"),
            *("start_values", "derive", "damage_bonus"),
        ),
        "skills": ("base_skills", "creation_points", "spend_creation_points", "starting_money"),
        "traits": ("choose_traits",),
        "conversion": (
            *("convert_percent", "convert_character", "convert_creature", "convert_creature_d20", "scale_mass"),
        ),
        "weapons": ("weapon_line", "parse_series", "range_penalty"),
        "ammunition": ("ammunition", "reload", "clear_jam"),
        "order": ("start_combat", "alert", "combat_san", "check_surprise"),
        "actions": ("take_action", "round_plan", "movement", "delay", "prepare", "assess"),
        "guard": ("defence", "full_defence", "defensive_fighting"),
        "rounds": ("end_round",),
        "attacks": ("attack_modifiers", "attack", "apply_protection"),
        "series": ("attack_sequence", "multiple_fire"),
        "bursts": ("short_burst", "burst_difficulty", "burst"),
        "manoeuvres": ("charge", "opportunity_attack", "disarm"),
        "ambushes": ("sneak_attack", "coup_de_grace"),
        "grappling": ("start_grapple", "grapple_manoeuvre", "silent_hold", "strangle_round"),
        "health": ("body_state", "apply_damage", "apply_temp_damage", "agony_round", "wake_up"),
        "care": ("first_aid", "rest_week", "rest_hours"),
        "effort": ("effort_round", "pursuit_round", "sprint"),
        "hazards": ("suffocate_round", "burn_round", "fall", "explosion", "poison"),
        "sanity": ("san_check", "lose_san", "decompensation_round", "calm_decompensation"),
        "madness": (
            *("temporary_madness", "indefinite_madness", "asylum", "treat_madness", "end_of_madness", "regain_san"),
        ),
        "magic": ("cast_spell", "read_tome", "learn_spell", "recover_pm", "psychic_power"),
        "destiny": ("spend_destiny",),
        "experience": ("tick_box", "award_xp", "spend_xp", "change_characteristic", "xp_forecast"),
        "vehicles": ("vehicle_pursuit_round",),
    },
    options="options:Options",
    sheet="sheet:Investigator",
    creation="draw:draw_investigator",
    sentences="sentences:TELLERS",
    packs="pack:TABLES",
)
