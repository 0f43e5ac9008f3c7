"""Sheets of other games that can be brought over: the percentile game, and d20 (CONV)."""

from typing import Any

from gardien.core.conversion import Conversion, Converter
from gardien.core.creation import Creation, CreationStep
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.sheet.conversion.adversaries import (
    bring_d20_monster,
    bring_d20_person,
    bring_monster,
    bring_person,
)
from gardien.systems.d20d100.sheet.conversion.investigators import bring_investigator
from gardien.systems.d20d100.sheet.conversion.profiles import read_d20, read_percentile, to_own_keys

SIGNED = (
    *("modifiers", "jets", "skills", "attacks", "damage_bonus", "lutte", "generic_melee", "generic_ranged"),
    *("scale", "mass", "initiative", "weapons"),
)
CODES = ("FOR", "CON", "TAI", "INT", "POU", "DEX", "APP", "EDU")
ARMOUR_CLASS = ("size", "natural", "dex", "dodge")
FIGHT = ("attacks", "weapons")


def _names(*tables: tuple[str, str]) -> Any:
    """What the lists call their rows, for whoever types."""
    return lambda language: [getattr(row, language) for one in tables for row in pack.table(*one)]


KNOWN = {
    "skills": _names(("skills", "skill")),
    "weapons": _names(("weapons", "weapon")),
    "vest": _names(("armours", "armour")),
    "spells": _names(("magic", "spell")),
    "profession": _names(("professions", "profession")),
}


def _form(*steps: tuple[str, tuple[str, ...]], skills: str = "percent") -> Creation:
    return Creation(
        steps=tuple(CreationStep(key=key, fields=fields) for key, fields in steps),
        needed=("name",),
        known=KNOWN,
        columns={"skills": (skills,)},
    )


INVESTIGATOR = _form(
    ("older_person", ("name", "profession", "age", "gender", "nationality")),
    ("older_scores", CODES),
    ("older_gauges", ("pv", "pm", "san", "mythos", "per_method")),
    ("older_skills", ("skills",)),
    ("older_fight", (*FIGHT, "vest", "damage_bonus")),
    ("older_rest", ("spells", "equipment", "notes")),
)
PERSON = _form(
    ("older_person", ("name", "gender")),
    ("older_scores", CODES),
    ("older_gauges", ("pv", "pm", "san")),
    ("older_skills", ("skills",)),
    ("older_fight", ("attacks", "weapons", "grapple_percent", "armour", "vest", "damage_bonus", "speed")),
    ("older_class", ARMOUR_CLASS),
    ("older_rest", ("spells", "equipment", "notes")),
)
MONSTER = _form(
    ("older_person", ("name", "san_loss")),
    ("older_scores", CODES),
    ("older_gauges", ("pv", "pm")),
    ("older_fight", ("attacks", "grapple_percent", "armour", "damage_bonus", "speed")),
    ("older_skills", ("skills",)),
    ("older_class", ARMOUR_CLASS),
    ("older_rest", ("spells", "notes")),
)
D20_SCORES = ("FOR", "DEX", "CON", "INT", "SAG", "CHA", "TAI")


def _d20(*own: str) -> Creation:
    return _form(
        ("older_person", ("name", *own)),
        ("older_scores", D20_SCORES),
        ("older_class", ARMOUR_CLASS),
        ("older_fight", ("attacks", "pv", "speed")),
        ("older_skills", ("skills",)),
        ("older_rest", ("notes",)),
        skills="modifier",
    )


CONVERTERS = (
    Converter(
        source="d100",
        kinds=(
            Conversion(kind="investigator", rule=bring_investigator, form=INVESTIGATOR),
            Conversion(kind="npc", rule=bring_person, form=PERSON),
            Conversion(kind="monster", rule=bring_monster, form=MONSTER),
        ),
        tidy=to_own_keys,
        read=read_percentile,
        percents=("skills", "attacks", "grapple_percent", "mythos"),
        signed=SIGNED,
    ),
    Converter(
        source="d20",
        kinds=(
            Conversion(kind="monster", rule=bring_d20_monster, form=_d20("san_loss")),
            Conversion(kind="npc", rule=bring_d20_person, form=_d20()),
        ),
        tidy=to_own_keys,
        read=read_d20,
        signed=SIGNED,
    ),
)
