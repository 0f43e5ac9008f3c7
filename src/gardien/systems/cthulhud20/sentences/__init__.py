"""How results are told, in French and English: one teller for each procedure. voice.md says how they speak."""

from gardien.core.telling import WAITING
from gardien.core.wording import tellers

# Each teller bears the name of its procedure; its module is loaded when it first speaks. One line adds a part.
MODULES: dict[str, tuple[str, ...]] = {
    "aiming_told": ("lethality", "range_malus", "aim_zone", "locate", "power_attack", "volley_bonuses"),
    "bonuses_told": ("attack_bonus", "zone_ca"),
    "attacks_told": ("attack", "cleave", "finishing_blow"),
    "volleys_told": ("full_attack", "suppressive_fire"),
    "blasts_told": ("explosion",),
    "traditional_told": ("attack_traditional",),
    "holds_told": ("grapple", "grapple_action"),
    "manoeuvres_told": ("trip", "disarm", "push"),
    "guns_told": ("reload", "clear_jam"),
    "turns_told": ("start_fight", "begin_turn", "movement", "opportunity", "take_aim"),
    "states_told": ("apply_condition",),
    "destiny_told": ("spend_destiny", "spend_group_destiny"),
    "chances_told": ("odds_attack", "odds_attacks"),
    "wounds_told": ("severity", "apply_wound", "apply_shock", "suggest_shock", "faint_save", "stabilise"),
    "care_told": ("care", "surgery", "long_term_care"),
    "lapse_told": ("advance_time",),
    "tracking_told": ("tracking_sheet",),
    "effort_told": ("fatigue_malus", "effort", "chase"),
    "checks_told": ("check", "opposed_check", "save"),
    "causes_told": ("natural_cause", "lasting_cause"),
    "falls_told": ("fall", "collision", "extinguish"),
    "water_told": ("drowning", "revive", "exposure"),
    "poisons_told": ("poison", "disease", "damage_ability"),
    "sanity_told": ("sanity_check", "sanity_collapse", "regain_sanity", "psychoanalysis"),
    "magic_told": ("study_tome", "cast_spell"),
    "touch_told": ("healing_touch", "harming_touch"),
    "creation_told": ("create_character",),
    "derivations_told": ("derived_values",),
    "growth_told": ("level_table", "level_up", "award_experience"),
    "skills_told": ("skill_budget",),
    "feats_told": ("take_feat",),
    "creatures_told": ("convert_creature",),
    "slow_chances_told": ("odds_stabilise", "odds_check", "odds_save"),
}

PAUSING = ("attack", "cleave", "full_attack", "harming_touch")  # these also tell what is announced meanwhile

_TOLD = tellers(__name__, MODULES)
TELLERS = _TOLD | {f"{key}{WAITING}": _TOLD[key] for key in PAUSING}
