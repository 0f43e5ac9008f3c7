"""Who may do what in Cthulhu d20: what the world and time do, what is earned and what all share is the Keeper's."""

from gardien.core.rights import declare_rights

RIGHTS = declare_rights(
    keeper="""
        apply_wound apply_shock apply_condition natural_cause lasting_cause collision explosion fall drowning exposure
        poison disease damage_ability
        start_fight begin_turn chase
        advance_time psychoanalysis regain_sanity sanity_collapse
        award_experience take_feat spend_group_destiny
    """,
    anybody="""
        create_character convert_creature skill_budget aim_zone fatigue_malus lethality level_table locate power_attack
        range_malus severity suggest_shock volley_bonuses odds_check odds_save
    """,
)
