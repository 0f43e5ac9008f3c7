"""How results are told, in French and English: one teller for each procedure. voice.md says how they speak."""

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
}

TELLERS = tellers(__name__, MODULES)
