"""YACDHA, Yet Another Cthulhu Dark Hack: d6 against an opposition, madness and trauma from 1 to 6."""

from gardien.core.system import System

SYSTEM = System(
    package=__name__,
    key="yacdha",
    prefix="YAC",
    title="YACDHA",
    dice=("dA", "dO", "dF", "dT"),
    procedures={
        "creation": ("create_character", "sheet"),
        "gauges": ("gauge_check",),
        "actions": ("action", "investigate"),
        "groups": ("cooperate",),
        "contests": ("compete",),
        "combat": ("combat_round", "end_combat"),
        "chase": ("chase",),
        "magic": ("cast_magic",),
        "luck": ("luck_survive", "coma_care"),
        "recovery": ("first_aid", "recover", "end_scenario"),
        "learning": ("learn",),
        "mythos": ("study_mythos", "dream"),
        "clock": ("clock_advance",),
        "chances": ("odds_action", "odds_forced", "odds_gauge", "odds_risk"),
        "fight_chances": ("odds_attack", "odds_duel", "odds_chase", "odds_compete"),
    },
    options="options:Options",
    sheet="sheet:Investigator",
    creation="draw:draw_character",
    sentences="sentences:TELLERS",
    packs="pack:TABLES",
    fights="fights:FIGHTS",
    hosting="hosting:HOSTING",
    face="face:FACE",
)
