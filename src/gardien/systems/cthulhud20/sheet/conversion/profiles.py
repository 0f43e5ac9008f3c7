"""A profile of the base d20 game, in French or English, read into inputs (CREA, GEN-01)."""

import re
from typing import Any

from gardien.core.conversion import Taken
from gardien.shared.profiles import COST, CUT, DICE, HARM, LONGEST, Text, name_and_count, search_key
from gardien.systems.cthulhud20.sheet.conversion import names as called
from gardien.systems.cthulhud20.sheet.conversion.source_sheets import D20Creature, D20Investigator, D20Person
from gardien.systems.cthulhud20.vocabulary import SIZES

KINDS = {"creature": D20Creature, "npc": D20Person, "investigator": D20Investigator}
ABROAD = {
    "FOR": "str",
    "STR": "str",
    "INT": "int",
    "SAG": "wis",
    "WIS": "wis",
    "CHA": "cha",
    "DEX": "dex",
    "CON": "con",
}
SECTIONS = {
    "skills": r"comp[ée]tences|skills",
    "attacks": r"attaques?|attacks?",
    "weapons": r"armes|weapons?",
    "armour": r"armures?|armou?r",
    "feats": r"dons|feats",
    "spells": r"sorts|sortil[èe]ges|spells",
    "gear": r"[ée]quipement|possessions|equipment|gear",
}
LISTS = ("weapons", "armour", "feats", "spells", "gear")
SIZE_WORDS = {
    "fine": ("infime", "fine"),
    "diminutive": ("minuscule", "diminutive"),
    "tiny": ("tres petite", "très petite", "tiny"),
    "small": ("petite", "petit", "small"),
    "medium": ("moyenne", "moyen", "medium"),
    "large": ("grande", "grand", "large"),
    "huge": ("tres grande", "très grande", "enorme", "énorme", "huge"),
    "gargantuan": ("gigantesque", "gargantuan"),
    "colossal": ("colossale", "colossal"),
}
BY_WORD = {search_key(word): key for key, words in SIZE_WORDS.items() for word in words}
FRIGHT = r"perte (?:de|en) (?:SAN|sant[ée] mentale)|san(?:ity)? loss"
SAVE_NAMES = {"fort": "vigueur|vig|fort(?:itude)?", "ref": "r[ée]flexes?|ref", "will": "volont[ée]|vol|will"}
CLASS = r"\b(?:CA|AC|classe d['’]armure|armou?r class)\s?:?\s?(?P<number>\d{1,2})(?:\s?\([^)]{1,99}\))?"
SERIES = r"\b(?:BBA|bonus de base|base attack(?: bonus)?)\s?:?\s?(?P<series>[+-]\d{1,2}(?:/[+-]\d{1,2}){0,3})"
REACH = r"(?:\s?(?P<far>à distance|ranged)|\s?(?:au corps à corps|corps à corps|melee|touch))?"
CRITICAL = r"(?:\s?[,/;]\s?(?:(?P<threat>1[5-9])-20)?\s?/?(?:[x×](?P<times>[2-4]))?)?"
BONUS = (
    rf"(?P<name>(?<![^\W_])(?:[2-9] )?[^\W\d_][^%,;|•()+{CUT}-]{{0,{LONGEST}}}?)\s?(?P<bonus>[+-]\d{{1,2}})(?![\d/d])"
    rf"{REACH}(?:\s?\((?P<harm>{HARM}){CRITICAL}\))?"
)


def read_d20(text: str) -> Taken:
    """« For 17 Dex 13… CA 14, 19 PV, 2 griffes +6 (1d6+3)… Perte de SAN : 0/1d6 »."""
    reading = Text(text, SECTIONS, LISTS, ABROAD)
    reading.words("san_loss", FRIGHT, rf"{COST}\s*/\s*{COST}", r"(?: sanity points?| points? de SAN)?")
    reading.cut_out(
        SERIES, lambda one, _: reading.keep("base_attack", [int(n) for n in one["series"].split("/")], one[0])
    )
    reading.cut_out(CLASS, lambda one, _: reading.keep("ca", int(one["number"]), one[0]))
    for save, words in SAVE_NAMES.items():
        _save(reading, save, words)
    reading.codes("|".join(ABROAD))
    reading.cut_out(
        rf"(?:(?P<dice>{DICE})\s*)?\(?(?<![\d+-])(?P<number>\d{{1,4}})\s*(?:PV|HP|hp)\b\)?",
        lambda one, _: _hit_points(reading, one),
    )
    reading.number("hp", r"PV|HP|points de vie|hit points")
    reading.number("level", r"niveau|level")
    reading.number("san", r"SAN|sant[ée] mentale|sanity")
    _metres(reading)
    _size(reading)
    reading.cut_out(BONUS, lambda one, section: _bonus(reading, one, section))
    reading.read_name()
    kind = _kind(reading.given)
    if kind == "creature" and "base_attack" in reading.given:
        reading.given["base_attack"] = reading.given["base_attack"][0]
    return reading.to_inputs(kind, KINDS[kind].__struct_encode_fields__)


def _save(reading: Text, save: str, words: str) -> None:
    pattern = rf"(?<![\w-])(?:{words})\s?:?\s?(?P<number>[+-]\d{{1,2}})(?![\d/])"
    reading.cut_out(pattern, lambda one, section: not section and reading.keep(save, int(one["number"]), one[0]))


def _hit_points(reading: Text, whole: re.Match[str]) -> bool:
    """« 3d8+6 (19 PV) »: hit dice, and what they come to."""
    if not reading.keep("hp", int(whole["number"]), whole[0]):
        return False
    if whole["dice"]:
        reading.keep("hit_dice", re.sub(r"\s", "", whole["dice"]), whole[0])
    return True


def _metres(reading: Text) -> None:
    pattern = r"\b(?:vitesse|vd|speed)\s?:?\s?(?P<number>\d{1,3}(?:[.,]5)?)\s?m\b"
    reading.cut_out(pattern, lambda one, _: reading.keep("speed_m", float(one["number"].replace(",", ".")), one[0]))


def _size(reading: Text) -> None:
    words = "|".join(sorted((word for one in SIZE_WORDS.values() for word in one), key=len, reverse=True))

    def take(one: re.Match[str], section: str) -> bool:
        return not section and reading.keep("size", BY_WORD[search_key(one["size"])], one[0])

    reading.cut_out(rf"\b(?:taille|size)\s?:?\s?(?P<size>{words})\b", take)


def _bonus(reading: Text, item: re.Match[str], section: str) -> bool:
    """« griffes +6 (1d6+3) » is an attack, « Écoute +5 » a skill of the list."""
    name, count = name_and_count(item["name"].strip(" .:-"))
    number = int(item["bonus"])
    if item["harm"] or section == "attacks":
        row: dict[str, Any] = {"name": name, "bonus": number, "count": count}
        if item["harm"]:
            row["damage"] = re.sub(r"\s", "", item["harm"]).lower()
        if item["far"]:
            row["ranged"] = True
        for field, sign in (("threat_from", "threat"), ("critical_multiplier", "times")):
            if item[sign]:
                row[field] = int(item[sign])
        reading.given.setdefault("attacks", []).append(row)
        return True
    if section != "skills" and not called.skill_called(name):
        return False
    skills: dict[str, int] = reading.given.setdefault("skills", {})
    return skills.setdefault(name, number) == number


def _kind(given: dict[str, Any]) -> str:
    """Whoever frightens, has claws or hit dice is a creature; whoever has a SAN of their own, or a level, a person."""
    if "san_loss" in given or "hit_dice" in given or ("attacks" in given and "level" not in given):
        return "creature"
    return "investigator" if "san" in given else "npc"


assert set(SIZE_WORDS) == set(SIZES)
