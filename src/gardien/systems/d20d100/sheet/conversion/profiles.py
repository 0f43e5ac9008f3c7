"""A profile of the percentile game or of d20, in French or English, read into inputs (CONV)."""

import re
from typing import Any

from gardien.core.converting import Taken
from gardien.core.profiles import COST, CUT, DICE, HARM, LONGEST, counted, folded
from gardien.systems.d20d100 import older_names as called
from gardien.systems.d20d100.older_sheets import D20Monster, D20Person, OlderInvestigator, OlderMonster, OlderPerson
from gardien.systems.d20d100.older_text import SECTIONS, Text

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
    found = Text(text)
    found.words(
        "san_loss", r"perte (?:de|en) (?:SAN|sant[ée] mentale)|san(?:ity)? loss", rf"{COST}\s*/\s*{COST}", LOST_POINTS
    )
    found.words("san_loss", r"SAN|sanity", rf"{COST}\s*/\s*{DICE}", LOST_POINTS)
    bonus = rf"bonus (?:aux|de) {DAMAGE}|impact|(?:average |av\.? )?damage bonus|BD|DB"
    found.words("damage_bonus", bonus, rf"[+-]?\s*{COST}(?!\s*%)")
    found.codes("FOR|STR|CON|TAI|SIZ|DEX|APP|INT|POU|POW|EDU")
    found.number("pv", r"PV|HP|points de vie|hit points")
    found.number("pm", r"PM|MP|points de magie|magic points")
    found.number("san", r"SAN|sant[ée] mentale|sanity")
    _armour(found)
    found.number("age", r"[âa]ge|aged", r"(?![\d%])(?: ans\b| years?\b)?")
    found.cut(
        r"(?<!\d)(?P<number>\d{2}) (?:ans|years old)\b", lambda one, _: found.keep("age", int(one["number"]), one[0])
    )
    found.cut(PERCENT, lambda one, section: _item(found, one, section))
    found.named()
    _profession(found)
    kind = _kind(found.given)
    return found.taken(kind, KINDS[kind].__struct_encode_fields__)


def _armour(found: Text) -> None:
    """« Armure : 4 points »: under its heading, or behind its name."""

    def under(one: re.Match[str], section: str) -> bool:
        return section == "armour" and found.keep("armour", int(one["number"]), f"{SECTIONS['armour']} {one[0]}")

    found.cut(r"^\s*(?P<number>\d{1,2})(?![\d%d/]|\s*%)(?:[ -]points?\b)?", under)
    found.number("armour", SECTIONS["armour"], r"(?![\d%d/]|\s*%)(?:[ -]points?\b)?")


def _item(found: Text, item: re.Match[str], section: str) -> bool:
    """« Bibliothèque 60 % » is a skill, « Griffes 30 %, 1D6+BD » an attack; under « Armes : » every one is."""
    name, percent, harm = item["name"].strip(" :-").rstrip(" ."), int(item["percent"]), item["harm"]
    if not folded(name) or (not item["sign"] and section != "skills"):
        return False
    if (harm or section == "attacks") and percent <= MOST_ATTACK:
        alone, count = counted(name)
        row = {"name": alone, "percent": percent, "damage": (harm or "").strip(" ."), "per_round": count}
        found.given.setdefault("attacks", []).append(row)
        return True
    skills = found.given.setdefault("skills", {})
    if harm or name in skills or percent > MOST_PERCENT:
        return False
    skills[name] = percent
    return True


def _profession(found: Text) -> None:
    """A profession of the list stands in the text by itself."""
    for span in found.spans:
        for piece in span.left.replace(CUT, ",").split(",") if not span.section else ():
            bare = piece.strip(" .")
            if called.profession_called(bare) and found.keep("profession", bare, bare):
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
    found = Text(text)
    found.words("san_loss", FRIGHT, rf"{COST}\s*/\s*{COST}", LOST_POINTS)
    found.cut(CLASS, lambda one, _: _class(found, one))
    found.codes("FOR|STR|DEX|CON|INT|SAG|WIS|CHA|TAI")
    found.cut(
        rf"(?:{DICE}\s*)?\(?(?<![\d+-])(?P<number>\d{{1,3}})\s*(?:PV|HP)\b\)?",
        lambda one, _: found.keep("pv", int(one["number"]), one[0]),
    )
    found.number("pv", r"PV|HP|points de vie|hit points")
    found.cut(BONUS, lambda one, section: _bonus(found, one, section))
    found.named()
    kind = "monster" if "san_loss" in found.given or "skills" not in found.given else "npc"
    takes = (D20Monster if kind == "monster" else D20Person).__struct_encode_fields__
    return found.taken(kind, takes)


def _class(found: Text, whole: re.Match[str]) -> bool:
    """Every part of an armour class has its place, or none is taken (D100-CONV-04)."""
    parts: dict[str, int] = {}
    for piece in whole["parts"].split(","):
        part = PART.fullmatch(piece.strip())
        what = folded(part["what"]) if part else ""
        field = next((name for name, words in CLASS_PARTS.items() if what in words), "")
        if part is None or not field:
            return False
        parts[field] = parts.get(field, 0) + int(part["number"].replace(" ", ""))
    if set(parts) & set(found.given):
        return False
    for field, number in parts.items():
        found.keep(field, number, whole[0])
    return True


def _bonus(found: Text, item: re.Match[str], section: str) -> bool:
    """« griffes +9 (1d6+7) » is an attack, « Écouter +5 » a skill of the list."""
    name, count = counted(item["name"].strip(" .:-"))
    number = int(item["bonus"])
    if item["harm"] or section == "attacks":
        row = {"name": name, "attack": number, "damage": (item["harm"] or "").strip(), "per_round": count}
        found.given.setdefault("attacks", []).append(row)
        return True
    if section != "skills" and not called.skill_called(name):
        return False
    skills: dict[str, int] = found.given.setdefault("skills", {})
    return skills.setdefault(name, number) == number
