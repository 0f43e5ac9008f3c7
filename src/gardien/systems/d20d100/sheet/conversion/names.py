"""What other games call things, found among ours: skills, weapons, spells, and what has no place here (CONV, MISS)."""

import re

from gardien.core.in_force import kept_by_rows
from gardien.shared.profiles import keys_by_name, search_key
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.growth.skill_points import MANY

KIND_AND_WHICH = re.compile(r"(?P<kind>[^:(]+?)\s*[:(]\s*(?P<which>[^()]+?)\s*\)?\s*")


@kept_by_rows(None)
def _older(kind: str) -> dict[str, str]:
    rows = [row for row in pack.table("older", "older_name") if getattr(row, kind)]
    return {search_key(name): getattr(row, kind) for row in rows for name in (row.fr, row.en, *row.names)}


@kept_by_rows(None)
def _skills() -> dict[str, str]:
    return {**_older("skill"), **keys_by_name(pack.table("skills", "skill"))}


@kept_by_rows(None)
def _among(file: str, table: str) -> dict[str, str]:
    return keys_by_name(pack.table(file, table))


def skill_key(name: str) -> str:
    """The key of a skill, `langue_etrangere:latin` among them; nothing where the list has no such skill."""
    key = _skills().get(search_key(name), "")
    if key:
        return key
    languages = _among(*MANY["langue_etrangere"])
    if search_key(name) in languages:
        return f"langue_etrangere:{languages[search_key(name)]}"
    parts = KIND_AND_WHICH.fullmatch(name)
    kind = _skills().get(search_key(parts["kind"]), "") if parts else ""
    if parts is None or not kind:
        return ""
    if kind not in MANY:
        return kind
    return f"{kind}:{_among(*MANY[kind]).get(search_key(parts['which']), parts['which'].strip().lower())}"


def weapon_key(name: str) -> str:
    """The key of a weapon, or nothing."""
    return _older("weapon").get(search_key(name), "") or _among("weapons", "weapon").get(search_key(name), "")


def vest_key(name: str) -> str:
    """The key of a vest, or nothing."""
    return _among("armours", "armour").get(search_key(name), "")


def spell_key(name: str) -> str:
    """The key of a spell, or nothing."""
    return _among("magic", "spell").get(search_key(name), "")


def profession_key(name: str) -> str:
    """The key of a profession, or nothing."""
    return _among("professions", "profession").get(search_key(name), "")


def why_lost(name: str) -> str:
    """Why something has no place here, or nothing (D100-MISS-14)."""
    return _older("loss").get(search_key(name), "")
