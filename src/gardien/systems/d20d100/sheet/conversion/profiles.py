"""A profile of the percentile game or of d20, in French or English, read into inputs (CONV)."""

import re
from typing import Any

from gardien.core.conversion import Taken
from gardien.shared.profiles import COST, CUT, DICE, HARM, LONGEST, name_and_count, search_key
from gardien.shared.profiles import Text as PrintedText
from gardien.systems.d20d100.sheet.conversion import names as called
from gardien.systems.d20d100.sheet.conversion.source_sheets import (
    D20Monster,
    D20Person,
    OlderInvestigator,
    OlderMonster,
    OlderPerson,
)

ABROAD = {"STR": "FOR", "SIZ": "TAI", "POW": "POU", "WIS": "SAG"}
OTHER_NAMES = {"hp": "pv", "hit_points": "pv", "mp": "pm", "magic_points": "pm", "armor": "armour"}
SECTIONS = {
    "skills": r"comp[ée]tences|skills",
    "attacks": r"armes|attaques?|weapons?|attacks?",
    "spells": r"sorts|sortil[èe]ges|spells",
    "armour": r"armure|armou?r",
    "equipment": r"[ée]quipement|possessions|equipment",
}
LISTS = ("spells", "equipment")


class Text(PrintedText):
    """A text of either game."""

    def __init__(self, text: str) -> None:
        super().__init__(text, SECTIONS, LISTS, ABROAD)


def to_own_keys(given: dict[str, Any]) -> dict[str, Any]:
    """Inputs by their keys here: scores one by one, codes and names as they are written elsewhere."""
    scores = given.get("scores")
    listed = {**given, **scores} if isinstance(scores, dict) else given
    inputs: dict[str, Any] = {}
    for name, value in listed.items():
        if name != "scores" or not isinstance(scores, dict):
            inputs[ABROAD.get(name) or OTHER_NAMES.get(name, name)] = value
    return inputs


KINDS = {"investigator": OlderInvestigator, "npc": OlderPerson, "monster": OlderMonster}
MOST_PERCENT, MOST_ATTACK = 200, 300
DAMAGE = r"(?:d[ée]g[âa]ts|dommages|damage|dmg)"
SEVERAL = r"(?:(?:autres? |other )?(?:langues?|languages?)|arts?|artisanat|m[ée]tiers?|crafts?)\s*:\s*"
SIGN = rf"(?:[^%,;:|•(){CUT}]|\([^()%{CUT}]{{0,{LONGEST}}}\))"  # of a name; what stands in brackets belongs to it
NAME = rf"(?P<name>(?<![^\W_])(?:{SEVERAL})?(?:[^\W_]|\.\d){SIGN}{{0,{LONGEST}}}?)"
FRIGHT = r"perte (?:de|en) (?:SAN|sant[ée] mentale)|san(?:ity)? loss"
LOST_POINTS = r"(?: sanity points?| points? de SAN)?"
MORE = rf"(?:\s[^,;|•%{CUT}]{{0,{2 * LONGEST}}}(?=[,;|•{CUT}]|$))?"  # what else an attack does, up to the next sign
PERCENT = (
    rf"{NAME}\s*[:=]?\s*(?<![\d.])(?P<percent>\d{{1,3}})(?:\s*(?P<sign>%)|(?=\s*(?:[,;.{CUT}]|$)))"
    rf"(?:\s*\(\d+/\d+\))?(?:\s*[,:(]?\s*{DAMAGE}?\s*:?\s*(?P<harm>{HARM}{MORE})\)?)?"
)


def read_percentile(text: str) -> Taken:
    """« FOR 16 CON 13… Griffes 30 %, 1D6+BD… Perte de SAN : 0/1D6 »."""
    profile = Text(text)
    profile.words(
        "san_loss", r"perte (?:de|en) (?:SAN|sant[ée] mentale)|san(?:ity)? loss", rf"{COST}\s*/\s*{COST}", LOST_POINTS
    )
    profile.words("san_loss", r"SAN|sanity", rf"{COST}\s*/\s*{DICE}", LOST_POINTS)
    bonus = rf"bonus (?:aux|de) {DAMAGE}|impact|(?:average |av\.? )?damage bonus|BD|DB"
    profile.words("damage_bonus", bonus, rf"[+-]?\s*{COST}(?!\s*%)")
    profile.codes("FOR|STR|CON|TAI|SIZ|DEX|APP|INT|POU|POW|EDU")
    profile.number("pv", r"PV|HP|points de vie|hit points")
    profile.number("pm", r"PM|MP|points de magie|magic points")
    profile.number("san", r"SAN|sant[ée] mentale|sanity")
    _armour(profile)
    profile.number("age", r"[âa]ge|aged", r"(?![\d%])(?: ans\b| years?\b)?")
    profile.cut_out(
        r"(?<!\d)(?P<number>\d{2}) (?:ans|years old)\b", lambda one, _: profile.keep("age", int(one["number"]), one[0])
    )
    profile.cut_out(PERCENT, lambda one, section: _item(profile, one, section))
    profile.read_name()
    _profession(profile)
    kind = _kind(profile.given)
    return profile.to_inputs(kind, KINDS[kind].__struct_encode_fields__)


def _armour(profile: Text) -> None:
    """« Armure : 4 points »: under its heading, or behind its name."""

    def under(one: re.Match[str], section: str) -> bool:
        return section == "armour" and profile.keep("armour", int(one["number"]), f"{SECTIONS['armour']} {one[0]}")

    profile.cut_out(r"^\s*(?P<number>\d{1,2})(?![\d%d/]|\s*%)(?:[ -]points?\b)?", under)
    profile.number("armour", SECTIONS["armour"], r"(?![\d%d/]|\s*%)(?:[ -]points?\b)?")


def _item(profile: Text, item: re.Match[str], section: str) -> bool:
    """« Bibliothèque 60 % » is a skill, « Griffes 30 %, 1D6+BD » an attack; under « Armes : » every one is."""
    name, percent, harm = item["name"].strip(" :-").rstrip(" ."), int(item["percent"]), item["harm"]
    if not search_key(name) or (not item["sign"] and section != "skills"):
        return False
    if (harm or section == "attacks") and percent <= MOST_ATTACK:
        alone, count = name_and_count(name)
        row = {"name": alone, "percent": percent, "damage": (harm or "").strip(" ."), "per_round": count}
        profile.given.setdefault("attacks", []).append(row)
        return True
    skills = profile.given.setdefault("skills", {})
    if harm or name in skills or percent > MOST_PERCENT:
        return False
    skills[name] = percent
    return True


def _profession(profile: Text) -> None:
    """A profession of the list stands in the text by itself."""
    for span in profile.spans:
        for piece in span.left.replace(CUT, ",").split(",") if not span.section else ():
            bare = piece.strip(" .")
            if called.profession_key(bare) and profile.keep("profession", bare, bare):
                span.left = span.left.replace(piece, CUT, 1)


def _kind(given: dict[str, Any]) -> str:
    """Monsters frighten, investigators have been to school; somebody with a SAN of their own is a person."""
    if "san_loss" in given:
        return "monster"
    if "EDU" in given and "armour" not in given:
        return "investigator"
    return "npc" if {"EDU", "APP", "san"} & set(given) else "monster"


# --- d20 -------------------------------------------------------------------------------------------------------------

CLASS = r"\b(?:CA|AC|classe d['’]armure|armou?r class)\s?:?\s?\d{1,3}\s?\((?P<parts>[^)]{1,99})\)"
PART = re.compile(r"(?P<number>[+-]\s*\d{1,2})\s*(?:de |d['’])?(?P<what>[^\d+-]+)")
CLASS_PARTS = {
    "size": ("taille", "size"),
    "natural": ("naturelle", "naturel", "armure naturelle", "natural", "natural armor", "natural armour"),
    "dex": ("dex", "dexterite", "dexterity"),
    "dodge": ("esquive", "parade", "dodge", "deflection"),
}
REACH = r"(?:\s?(?:au corps à corps|corps à corps|à distance|melee|ranged|touch))?"
BONUS = (
    rf"(?P<name>(?<![^\W_])(?:[2-9] )?[^\W\d_][^%,;|•()+{CUT}-]{{0,{LONGEST}}}?)\s?(?P<bonus>[+-]\d{{1,2}})(?![\d/d])"
    rf"{REACH}(?:\s?\((?P<harm>{HARM}[^)]{{0,99}})\))?"
)


def read_d20(text: str) -> Taken:
    """« CA 15 (−1 taille, +5 naturelle, +1 Dex) ; griffes +9 (1d6+7) »."""
    profile = Text(text)
    profile.words("san_loss", FRIGHT, rf"{COST}\s*/\s*{COST}", LOST_POINTS)
    profile.cut_out(CLASS, lambda one, _: _class(profile, one))
    profile.codes("FOR|STR|DEX|CON|INT|SAG|WIS|CHA|TAI")
    profile.cut_out(
        rf"(?:{DICE}\s*)?\(?(?<![\d+-])(?P<number>\d{{1,3}})\s*(?:PV|HP)\b\)?",
        lambda one, _: profile.keep("pv", int(one["number"]), one[0]),
    )
    profile.number("pv", r"PV|HP|points de vie|hit points")
    profile.cut_out(BONUS, lambda one, section: _bonus(profile, one, section))
    profile.read_name()
    kind = "monster" if "san_loss" in profile.given or "skills" not in profile.given else "npc"
    takes = (D20Monster if kind == "monster" else D20Person).__struct_encode_fields__
    return profile.to_inputs(kind, takes)


def _class(profile: Text, whole: re.Match[str]) -> bool:
    """Every part of an armour class has its place, or none is taken (D100-CONV-04)."""
    parts: dict[str, int] = {}
    for piece in whole["parts"].split(","):
        part = PART.fullmatch(piece.strip())
        what = search_key(part["what"]) if part else ""
        field = next((name for name, words in CLASS_PARTS.items() if what in words), "")
        if part is None or not field:
            return False
        parts[field] = parts.get(field, 0) + int(part["number"].replace(" ", ""))
    if set(parts) & set(profile.given):
        return False
    for field, number in parts.items():
        profile.keep(field, number, whole[0])
    return True


def _bonus(profile: Text, item: re.Match[str], section: str) -> bool:
    """« griffes +9 (1d6+7) » is an attack, « Écouter +5 » a skill of the list."""
    name, count = name_and_count(item["name"].strip(" .:-"))
    number = int(item["bonus"])
    if item["harm"] or section == "attacks":
        row = {"name": name, "attack": number, "damage": (item["harm"] or "").strip(), "per_round": count}
        profile.given.setdefault("attacks", []).append(row)
        return True
    if section != "skills" and not called.skill_key(name):
        return False
    skills: dict[str, int] = profile.given.setdefault("skills", {})
    return skills.setdefault(name, number) == number
