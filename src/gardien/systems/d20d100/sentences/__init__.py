"""How results are told, in French and English: one teller for each procedure. voice.md says how they speak."""

from functools import partial
from importlib import import_module

from gardien.core.telling import Teller, Told
from gardien.systems.d20d100.sentences.grammar import start, typeset

# Each teller bears the name of its procedure; its module is loaded when it first speaks. One line adds a part.
MODULES: dict[str, tuple[str, ...]] = {
    "tests_told": ("skill_test", "jet_test", "characteristic_test"),
    "opposed_told": ("opposed_test", "record_passive", "oppose_recorded", "fixed_score"),
    "aids_told": (
        *("take_10", "take_20", "synergy_test", "cooperate", "d100_multiplier_test", "memorise", "recall"),
        *("mythos_test", "roll_d3"),
    ),
    "scores_told": (
        *("characteristic_modifier", "roll_scores", "check_scores", "roll_size_looks", "assign_scores"),
        *("start_values", "derive", "damage_bonus"),
    ),
    "creation_told": (*("base_skills", "creation_points", "spend_creation_points", "starting_money", "choose_traits"),),
    "conversion_told": (
        *("convert_percent", "convert_character", "convert_creature", "convert_creature_d20", "scale_mass"),
    ),
    "weapons_told": ("weapon_line", "parse_series", "range_penalty", "ammunition", "reload", "clear_jam"),
    "experience_told": ("tick_box", "award_xp", "spend_xp", "change_characteristic", "xp_forecast"),
    "health_told": (
        *("body_state", "apply_damage", "apply_temp_damage", "agony_round", "wake_up"),
        *("first_aid", "rest_week", "rest_hours"),
    ),
    "effort_told": ("effort_round", "pursuit_round", "sprint"),
    "hazards_told": ("suffocate_round", "burn_round", "fall", "explosion", "poison"),
    "destiny_told": ("spend_destiny",),
}


def _speak(module: str, key: str, told: Told) -> list[str]:
    """What a teller says, each line with a capital and the signs of its language; empty lines fall away."""
    teller: Teller = getattr(import_module(f"{__name__}.{module}"), key)
    return [typeset(start(line), told.language) for line in teller(told) if line]


TELLERS: dict[str, Teller] = {key: partial(_speak, module, key) for module, keys in MODULES.items() for key in keys}
