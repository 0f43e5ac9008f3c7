"""Who may do what in YACDHA: what befalls people, what several do together and what time does is the game master's."""

from gardien.core.rights import declare_rights

RIGHTS = declare_rights(
    keeper="""
        cooperate compete chase combat_round end_combat end_scenario clock_advance
        coma_care recover dream
    """,
    anybody="""
        create_character sheet
        odds_action odds_attack odds_chase odds_compete odds_duel odds_forced odds_gauge odds_risk
    """,
)
