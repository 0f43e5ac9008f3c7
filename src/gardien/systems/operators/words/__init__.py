"""How results are told, in French and English: one teller for each procedure. voice.md says how they speak."""

from gardien.core.wording import tellers

# Each teller bears the name of its procedure (with `tell_` before it where pytest would take it for a test); its
# module is loaded when it first speaks. One line adds a part.
MODULES: dict[str, tuple[str, ...]] = {
    "tests": ("test", "test_difficulty", "opposed_test"),
    "luck": (
        *("luck_test", "luck_shift", "luck_cancel_fumble", "luck_cancel_grave", "luck_escape_death"),
        "luck_recover",
    ),
    "weapons": ("attack_melee", "attack_thrown", "attack_firearm", "assassinate"),
    "fight": (
        *("start_combat", "zone_from_distance", "move", "fumble_effect", "shot_difficulty", "reload", "salvage"),
        *("take_cover", "hold", "break_free", "technique_advantage"),
    ),
    "creatures": ("creature_profile", "creature_attack", "grip_turn", "creature_turn", "recover_drain"),
    "odds": (
        *("odds_test", "odds_attack", "odds_hold", "odds_wound", "odds_location", "odds_reload"),
        *("odds_opposed", "odds_roll"),
    ),
    "body": (
        *("roll_damage", "locate_hit"),
        *("grade_wound", "apply_damage", "aggravate", "first_aid", "give_painkiller"),
        *("start_clock", "clock_expires", "recover"),
    ),
    "dangers": (
        "fall",
        "suffocate_turn",
        "burn_turn",
        "put_out_fire",
        "crash",
        "throw_explosive",
        "explosion",
        "poison",
    ),
    "mind": (
        *("san_shock", "end_scene", "macabre", "ptsd_roll"),
        *("read_tome", "recognise", "san_gain", "treat_madness", "madness_effect"),
    ),
    "rituals": ("entity_sight", "entity_attack", "learn_ritual", "cast_ritual"),
    "extensions": ("chase_turn", "intrude", "progress", "convert"),
    "slow_odds": ("odds_san", "odds_luck_recovery", "odds_drowning", "odds_recovery"),
    "creation": (
        *("creation_steps", "roll_characteristics", "starting_san", "starting_luck"),
        *("validate_operator", "create_operator", "specialty_info", "derived_values"),
    ),
}

TELLERS = tellers(__name__, MODULES)
