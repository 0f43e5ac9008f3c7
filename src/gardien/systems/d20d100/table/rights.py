"""Who may do what in d20/d100: what befalls people, what time heals and what is earned is the Keeper's."""

from gardien.core.rights import declare_rights

RIGHTS = declare_rights(
    keeper="""
        apply_damage apply_temp_damage explosion fall poison lasting_harm burn_round strangle_round suffocate_round
        agony_round decompensation_round wake_up end_round start_combat check_surprise combat_san
        pursuit_round vehicle_pursuit_round
        lose_san end_of_madness asylum regain_san
        rest_hours rest_week recover_pm
        award_xp tick_box change_characteristic
    """,
    anybody="""
        roll_d3 roll_scores roll_size_looks convert_character convert_creature convert_creature_d20 convert_percent
        apply_protection ammunition assign_scores attack_modifiers base_skills body_state burst_difficulty
        characteristic_modifier check_scores choose_traits creation_points damage_bonus defence derive fixed_score
        movement parse_series range_penalty round_plan scale_mass spend_creation_points start_values starting_money
        weapon_line odds_attack odds_burst odds_effort odds_opposed odds_san odds_scores odds_series odds_survival
        odds_test xp_forecast
    """,
)
