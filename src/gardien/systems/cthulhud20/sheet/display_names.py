"""Skills and feats by their names, as creation and the pages show them."""

from gardien.core.errors import Refusal
from gardien.core.presentation import row_names
from gardien.core.system import find
from gardien.core.telling import lower_first
from gardien.core.terms import Language
from gardien.systems.cthulhud20 import pack

ARMOURS = {"light": ("légères", "light"), "medium": ("moyennes", "medium"), "heavy": ("lourdes", "heavy")}
MANY_ABOUT = ("skill_emphasis", "skill_pair")


def skill_name(key: str, language: Language) -> str:
    """A skill by its name; Knowledge with its field: « Connaissances (médecine) »."""
    try:
        name = str(getattr(pack.skill(key), language))
    except Refusal:
        return key
    if not key.startswith(pack.KNOWLEDGE):
        return name
    field = key.removeprefix(pack.KNOWLEDGE)
    which = next((row for row in pack.table("skills", "field") if row.key == field), None)
    return f"{name} ({lower_first(str(getattr(which, language)))})" if which else name


def feat_name(key: str, language: Language) -> str:
    """A feat by its name, with what it is about."""
    kind, _, about = key.partition(":")
    try:
        row = pack.feat(key)
    except Refusal:
        return key
    details = " + ".join(_about(kind, one, language) for one in about.split("+")) if about else ""
    return pack.feat_title(row, details, language)


def _about(kind: str, key: str, language: Language) -> str:
    if kind in MANY_ABOUT:
        return lower_first(skill_name(key, language))
    if kind == "armour_proficiency":
        return ARMOURS[key][language == "en"]
    if kind == "weapon_proficiency":
        return _group(key, language)
    return row_names(pack.weapon)(key, language)


def _group(key: str, language: Language) -> str:
    """Weapons that one learns to use together."""
    return lower_first(find("cthulhud20").terms.word("proficiency", key, language))
