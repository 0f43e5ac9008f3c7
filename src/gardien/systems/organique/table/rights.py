"""Who may do what in Organique: what the world, the network's security and time do to people is the game master's."""

from gardien.core.rights import declare_rights

RIGHTS = declare_rights(
    keeper="""
        apply_damage explosion fire electricity fall falling_object tumble swarm_turn
        cold heat hunger thirst sleeplessness radiation expose_disease disease_progress symptom poison_tick
        start_fight end_turn end_fight play_fight
        bleed drain_end fatigue day_after_collapse rest heal
        detect eject trace surveillance secure_firewall notice_takeover
        award_experience
    """,
    anybody="""
        create_character poison_schedule withdrawal_schedule reach skill_bonus
        odds_damage odds_decrypt odds_disease odds_effect odds_kill odds_opposed odds_test odds_withdrawal
    """,
)
