"""How results are told, in French and English: one teller for each procedure. voice.md says how they speak."""

from functools import partial
from importlib import import_module

from gardien.core.telling import Teller, Told
from gardien.core.wording import start, typeset

# Each teller bears the name of its procedure; its module is loaded when it first speaks.
MODULES = {
    "acts": ("action", "investigate", "cooperate"),
    "contests": ("compete", "chase"),
    "fights": ("combat_round", "end_combat"),
    "aftermath": ("gauge_check", "luck_survive", "coma_care", "first_aid", "recover", "end_scenario"),
    "lore": ("cast_magic", "study_mythos", "dream", "clock_advance"),
    "learning": ("create_character", "sheet", "learn"),
    "chances": (
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


def _speak(module: str, key: str, told: Told) -> list[str]:
    """What a teller says, each line with a capital and the signs of its language."""
    teller: Teller = getattr(import_module(f"{__name__}.{module}"), key)
    return [typeset(start(line), told.language) for line in teller(told)]


TELLERS: dict[str, Teller] = {key: partial(_speak, module, key) for module, keys in MODULES.items() for key in keys}
