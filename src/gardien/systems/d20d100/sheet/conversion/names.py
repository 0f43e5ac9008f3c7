"""What other games call things, found among ours: skills, weapons, spells, and what has no place here (CONV, MISS)."""

import re
from functools import cache

from gardien.core.profiles import called, folded
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.choices import MANY

KIND_AND_WHICH = re.compile(r"(?P<kind>[^:(]+?)\s*[:(]\s*(?P<which>[^()]+?)\s*\)?\s*")


@cache
def _older(kind: str) -> dict[str, str]:
    rows = [row for row in pack.table("older", "older_name") if getattr(row, kind)]
    return {folded(name): getattr(row, kind) for row in rows for name in (row.fr, row.en, *row.names)}


@cache
def _skills() -> dict[str, str]:
    return {**_older("skill"), **called(pack.table("skills", "skill"))}


@cache
def _among(file: str, table: str) -> dict[str, str]:
    return called(pack.table(file, table))


def skill_called(name: str) -> str:
    """The key of a skill, `langue_etrangere:latin` among them; nothing where the list has no such skill."""
    found = _skills().get(folded(name), "")
    if found:
        return found
    languages = _among(*MANY["langue_etrangere"])
    if folded(name) in languages:
        return f"langue_etrangere:{languages[folded(name)]}"
    parts = KIND_AND_WHICH.fullmatch(name)
    kind = _skills().get(folded(parts["kind"]), "") if parts else ""
    if parts is None or not kind:
        return ""
    if kind not in MANY:
        return kind
    return f"{kind}:{_among(*MANY[kind]).get(folded(parts['which']), parts['which'].strip().lower())}"


def weapon_called(name: str) -> str:
    """The key of a weapon, or nothing."""
    return _older("weapon").get(folded(name), "") or _among("weapons", "weapon").get(folded(name), "")


def vest_called(name: str) -> str:
    """The key of a vest, or nothing."""
    return _among("armours", "armour").get(folded(name), "")


def spell_called(name: str) -> str:
    """The key of a spell, or nothing."""
    return _among("magic", "spell").get(folded(name), "")


def profession_called(name: str) -> str:
    """The key of a profession, or nothing."""
    return _among("professions", "profession").get(folded(name), "")


def loss_called(name: str) -> str:
    """Why something has no place here, or nothing (D100-MISS-14)."""
    return _older("loss").get(folded(name), "")
