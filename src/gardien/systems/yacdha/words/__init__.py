"""How results are told, in French and English: one teller for each procedure. voice.md says how they speak."""

from gardien.core.telling import WAITING
from gardien.core.wording import tellers

# Each teller bears the name of its procedure; its module is loaded when it first speaks.
MODULES = {
    "actions": ("action", "investigate", "cooperate"),
    "competition": ("compete", "chase"),
    "combat": ("combat_round", "end_combat"),
    "recovery": ("gauge_check", "luck_survive", "coma_care", "first_aid", "recover", "end_scenario"),
    "mythos": ("cast_magic", "study_mythos", "dream", "clock_advance"),
    "learning": ("create_character", "sheet", "learn"),
    "odds": (
        "odds_action",
        "odds_forced",
        "odds_gauge",
        "odds_risk",
        "odds_attack",
        "odds_duel",
        "odds_chase",
        "odds_compete",
    ),
}

PAUSING = ("action", "investigate")  # these also tell what lies on the table while luck is asked

_TOLD = tellers(__name__, MODULES)
TELLERS = _TOLD | {f"{key}{WAITING}": _TOLD[key] for key in PAUSING}
