"""What other books call things, found among ours: skills, feats, weapons, armours, spells (CD20-GEN-01)."""

import re
from collections.abc import Callable
from functools import cache

from gardien.core.errors import Refusal
from gardien.core.profiles import called, folded
from gardien.systems.cthulhud20 import pack

ABOUT = re.compile(r"(?P<kind>[^:(]+?)\s*[:(]\s*(?P<which>[^()]+?)\s*\)?\s*")
GROUPS = {  # of weapons and of armours, as books name them
    "simple": ("simple", "simple weapons", "armes simples"),
    "melee": ("melee", "melee weapons", "corps à corps", "armes de corps à corps"),
    "archery": ("archery", "bow", "arc", "tir à l’arc"),
    "handgun": ("handgun", "pistol", "pistolet", "arme de poing", "armes de poing"),
    "rifle": ("rifle", "carabine", "fusil"),
    "shotgun": ("shotgun", "fusil de chasse"),
    "automatic": ("automatic", "submachine gun", "armes automatiques", "automatique"),
    "heavy": ("heavy", "machine gun", "arme lourde", "armes lourdes", "lourde"),
    "light": ("light", "légère"),
    "medium": ("medium", "moyenne"),
}
OLDER = {  # skills that other d20 books spell otherwise
    "heal": "first_aid",
    "premiers secours": "first_aid",
    "cthulhu mythos": "cthulhu_mythos",
    "mythe de cthulhu": "cthulhu_mythos",
}


@cache
def _among(file: str, table: str) -> dict[str, str]:
    return called(pack.table(file, table))


def weapon_called(name: str) -> str:
    """The key of a weapon of the list, or nothing."""
    return _among("weapons", "weapon").get(folded(name), "")


def armour_called(name: str) -> str:
    return _among("armours", "armour").get(folded(name), "")


def spell_called(name: str) -> str:
    return _among("minds", "spell").get(folded(name), "")


def profession_called(name: str) -> str:
    return _among("professions", "profession").get(folded(name), "")


@cache
def _skills() -> dict[str, str]:
    found = {folded(key): key for key in pack.skill_keys()}
    for key in pack.skill_keys():
        row = pack.skill(key)
        for name in (row.fr, row.en):
            found.setdefault(folded(name), key)
    return found | {folded(name): key for name, key in OLDER.items()}


def skill_called(name: str) -> str:
    """The key of a skill, fields of Knowledge among them, or nothing."""
    found = _skills().get(folded(name), "")
    parts = ABOUT.fullmatch(name)
    if found or parts is None:
        return found
    return _skills().get(folded(f"knowledge {parts['which']}"), "") or _fields().get(folded(parts["which"]), "")


@cache
def _fields() -> dict[str, str]:
    return {name: f"{pack.KNOWLEDGE}{key}" for name, key in called(pack.table("skills", "field")).items()}


def _group_called(name: str) -> str:
    return next((key for key, names in GROUPS.items() if folded(name) in map(folded, names)), "")


ABOUTS: dict[str, Callable[[str], str]] = {
    "weapon": weapon_called,
    "group": _group_called,
    "armour": _group_called,
    "skill": skill_called,
}


def feat_called(name: str) -> str:
    """The key of a feat, with what it is about (`weapon_focus:m21`), or nothing (CD20-P-FEAT-01)."""
    parts = ABOUT.fullmatch(name)
    kind = _among("feats", "feat").get(folded(parts["kind"] if parts else name), "")
    if not kind:
        return ""
    about = pack.SHELF.row("feats", "feat", kind).parameter
    if about is None:
        return "" if parts else kind
    if parts is None:
        return ""
    if about == "skills":
        skills = [skill_called(one) for one in re.split(r"\s*(?:\+|,|/|\bet\b|\band\b)\s*", parts["which"])]
        return f"{kind}:{'+'.join(skills)}" if all(skills) and len(skills) == 2 else ""
    which = ABOUTS[about](parts["which"])
    try:
        return f"{kind}:{which}" if which and pack.feat(f"{kind}:{which}") else ""
    except Refusal:
        return ""
