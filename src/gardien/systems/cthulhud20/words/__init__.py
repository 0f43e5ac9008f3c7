"""How results are told, in French and English: one teller for each procedure. voice.md says how they speak."""

from gardien.core.telling import WAITING
from gardien.core.wording import tellers

# Each teller bears the name of its procedure; its module is loaded when it first speaks. One line adds a part.
MODULES: dict[str, tuple[str, ...]] = {
    "attack_modifiers": (
        *("lethality", "range_malus", "aim_zone", "locate", "power_attack", "volley_bonuses"),
        *("attack_bonus", "zone_ca"),
    ),
    "attack": ("attack", "cleave", "finishing_blow"),
    "attack_traditional": ("attack_traditional",),
    "full_attack": ("full_attack", "suppressive_fire", "explosion"),
    "fight": (
        *("start_fight", "delay", "ready", "begin_turn", "movement", "opportunity", "take_aim", "reload", "clear_jam"),
        *("grapple", "grapple_action", "trip", "disarm", "push", "aid_another"),
    ),
    "destiny": ("spend_destiny", "spend_group_destiny"),
    "odds": ("odds_attack", "odds_attacks", "odds_stabilise", "odds_check", "odds_save"),
    "wounds": ("severity", "apply_wound", "apply_shock", "suggest_shock", "faint_save", "stabilise"),
    "care": ("care", "surgery", "long_term_care", "advance_time", "tracking_sheet"),
    "body": ("apply_condition", "fatigue_malus", "effort", "chase"),
    "tests": ("check", "opposed_check", "save"),
    "dangers": ("natural_cause", "lasting_cause", "fall", "collision", "extinguish", "drowning", "revive", "exposure"),
    "poisons": ("poison", "disease", "damage_ability"),
    "mind": (
        *("sanity_check", "sanity_collapse", "regain_sanity", "psychoanalysis"),
        *("study_tome", "cast_spell", "healing_touch", "harming_touch"),
    ),
    "creation": ("create_character", "derived_values"),
    "growth": ("level_table", "level_up", "award_experience", "skill_budget", "take_feat"),
    "creatures": ("convert_creature",),
}

PAUSING = ("attack", "cleave", "full_attack", "harming_touch")  # these also tell what is announced meanwhile

_TOLD = tellers(__name__, MODULES)
TELLERS = _TOLD | {f"{key}{WAITING}": _TOLD[key] for key in PAUSING}
