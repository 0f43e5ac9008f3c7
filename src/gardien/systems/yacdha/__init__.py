"""YACDHA, Yet Another Cthulhu Dark Hack: d6 against an opposition, madness and trauma from 1 to 6."""

from gardien.core.system import System

SYSTEM = System(
    package=__name__,
    key="yacdha",
    prefix="YAC",
    title="YACDHA",
    dice=("dA", "dO", "dF", "dT"),
    procedures={
        "creation.check": ("create_character", "sheet"),
        "rules.gauges": ("gauge_check",),
        "rules.actions": ("action", "investigate"),
        "rules.cooperation": ("cooperate",),
        "rules.competition": ("compete",),
        "rules.combat": ("combat_round", "end_combat"),
        "rules.chase": ("chase",),
        "rules.magic": ("cast_magic",),
        "rules.luck": ("luck_survive", "coma_care"),
        "rules.recovery": ("first_aid", "recover", "end_scenario"),
        "rules.learning": ("learn",),
        "rules.mythos": ("study_mythos", "dream"),
        "rules.clock": ("clock_advance",),
        "rules.odds": ("odds_action", "odds_forced", "odds_gauge", "odds_risk"),
        "rules.fight_odds": ("odds_attack", "odds_duel", "odds_chase", "odds_compete"),
    },
    options="options:Options",
    sheet="sheet.sheet:Investigator",
    creation="creation.draw:draw_character",
    words="words:TELLERS",
    packs="pack:TABLES",
    fights="sim:FIGHTS",
    table_rules="table.table_rules:TABLE_RULES",
    rights="table.rights:RIGHTS",
    presentation="page.presentation:PRESENTATION",
    yardstick="sheet.yardstick:YARDSTICK",
)
