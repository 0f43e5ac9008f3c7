"""Who may do what in Dark Operators: what the world, creatures and time do to people is Contrôle's."""

from gardien.core.rights import declare_rights

RIGHTS = declare_rights(
    keeper="""
        apply_damage aggravate explosion fall crash burn_turn suffocate_turn poison entity_attack
        creature_attack creature_turn grip_turn chase_turn end_scene
        start_clock clock_expires recover recover_drain treat_madness
        san_gain luck_recover progress
    """,
    anybody="""
        roll_characteristics starting_san starting_luck create_operator creation_steps validate_operator convert
        creature_profile specialty_info grade_wound locate_hit move start_combat technique_advantage
        test_difficulty zone_from_distance fumble_effect roll_damage
        odds_attack odds_drowning odds_hold odds_location odds_luck_recovery odds_opposed odds_recovery odds_reload
        odds_roll odds_san odds_test odds_wound
    """,
)
