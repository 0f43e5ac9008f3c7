"""What other books call things, found among ours: skills, feats, weapons, armours, spells (CD20-GEN-01)."""

import re
from collections.abc import Callable

from gardien.core.errors import Refusal
from gardien.core.in_force import kept_by_rows
from gardien.shared.profiles import keys_by_name, search_key
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


@kept_by_rows(None)
def _among(file: str, table: str) -> dict[str, str]:
    return keys_by_name(pack.table(file, table))


def weapon_called(name: str) -> str:
    """The key of a weapon of the list, or nothing."""
    return _among("weapons", "weapon").get(search_key(name), "")


def armour_called(name: str) -> str:
    return _among("armours", "armour").get(search_key(name), "")


def spell_called(name: str) -> str:
    return _among("minds", "spell").get(search_key(name), "")


def profession_called(name: str) -> str:
    return _among("professions", "profession").get(search_key(name), "")


@kept_by_rows(None)
def _skills() -> dict[str, str]:
    keys = {search_key(key): key for key in pack.skill_keys()}
    for key in pack.skill_keys():
        row = pack.skill(key)
        for name in (row.fr, row.en):
            keys.setdefault(search_key(name), key)
    return keys | {search_key(name): key for name, key in OLDER.items()}


def skill_called(name: str) -> str:
    """The key of a skill, fields of Knowledge among them, or nothing."""
    key = _skills().get(search_key(name), "")
    parts = ABOUT.fullmatch(name)
    if key or parts is None:
        return key
    return _skills().get(search_key(f"knowledge {parts['which']}"), "") or _fields().get(search_key(parts["which"]), "")


@kept_by_rows(None)
def _fields() -> dict[str, str]:
    return {name: f"{pack.KNOWLEDGE}{key}" for name, key in keys_by_name(pack.table("skills", "field")).items()}


def _group_called(name: str) -> str:
    return next((key for key, names in GROUPS.items() if search_key(name) in map(search_key, names)), "")


ABOUTS: dict[str, Callable[[str], str]] = {
    "weapon": weapon_called,
    "group": _group_called,
    "armour": _group_called,
    "skill": skill_called,
}


def feat_called(name: str) -> str:
    """The key of a feat, with what it is about (`weapon_focus:m21`), or nothing (CD20-P-FEAT-01)."""
    parts = ABOUT.fullmatch(name)
    kind = _among("feats", "feat").get(search_key(parts["kind"] if parts else name), "")
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
