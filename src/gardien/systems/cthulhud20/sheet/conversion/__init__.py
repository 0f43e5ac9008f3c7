"""Sheets of the base d20 game that can be brought over: creatures, investigators, other people (CREA, GEN-01)."""

from typing import Any

from gardien.core.conversion import Conversion, Converter
from gardien.core.creation import Creation, CreationStep
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.sheet.conversion.convert import bring_creature, bring_investigator, bring_person
from gardien.systems.cthulhud20.sheet.conversion.profiles import read_d20
from gardien.systems.cthulhud20.vocabulary import ABILITIES, SAVES

SIGNED = ("attacks", "base_attack", "fort", "ref", "will", "good_saves", "weapons", "notes")
OTHER_NAMES = {"hit_points": "hp", "pv": "hp", "ac": "ca", "armor": "armour", "sanity": "san", "speed": "speed_m"}


def renamed_inputs(given: dict[str, Any]) -> dict[str, Any]:
    """Inputs by their names here; abilities one by one, in whatever letters."""
    scores = given.get("scores")
    listed = {**given, **scores} if isinstance(scores, dict) else given
    inputs: dict[str, Any] = {}
    for name, value in listed.items():
        if name != "scores" or not isinstance(scores, dict):
            lower = name.lower() if name.lower() in ABILITIES else name
            inputs[OTHER_NAMES.get(lower, lower)] = value
    return inputs


def _names(file: str, table: str) -> Any:
    """What the lists call their rows, for whoever types."""
    return lambda language: [getattr(row, language) for row in pack.table(file, table)]


KNOWN = {
    "feats": _names("feats", "feat"),
    "spells": _names("minds", "spell"),
    "weapons": _names("weapons", "weapon"),
    "armour": _names("armours", "armour"),
    "skills": _names("skills", "skill"),
    "profession": _names("professions", "profession"),
}


def _form(*steps: tuple[str, tuple[str, ...]]) -> Creation:
    return Creation(
        steps=tuple(CreationStep(key=key, fields=fields) for key, fields in steps),
        needed=("name",),
        known=KNOWN,
        columns={"skills": ("total",)},
    )


CREATURE = _form(
    ("older_person", ("name", "size", "san_loss")),
    ("older_scores", ABILITIES),
    ("older_life", ("hp", "hit_dice", "hp_mode", "damage_mode", "tables", "damage_reduction")),
    ("older_fight", ("attacks", "base_attack", "ca", "natural_armour", "speed_m", *SAVES)),
    ("older_rest", ("feats", "spells", "notes")),
)
PERSON = ("name", "gender", "level", "combat_option")
TRAINED = ("base_attack", *SAVES, "hp", "san", "speed_m")
CARRIED = ("feats", "spells", "weapons", "armour", "gear", "notes")
INVESTIGATOR = _form(
    ("older_person", (*PERSON, "player", "profession", "age")),
    ("older_scores", ABILITIES),
    ("older_life", TRAINED),
    ("older_skills", ("skills",)),
    ("older_rest", CARRIED),
)
NPC = _form(
    ("older_person", PERSON),
    ("older_scores", ABILITIES),
    ("older_life", TRAINED),
    ("older_skills", ("skills",)),
    ("older_rest", CARRIED),
)

CONVERTERS = (
    Converter(
        source="d20",
        kinds=(
            Conversion(kind="creature", rule=bring_creature, form=CREATURE),
            Conversion(kind="investigator", rule=bring_investigator, form=INVESTIGATOR),
            Conversion(kind="npc", rule=bring_person, form=NPC),
        ),
        tidy=renamed_inputs,
        read=read_d20,
        signed=SIGNED,
    ),
)
