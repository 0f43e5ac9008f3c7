"""What somebody is worth at something: skills, Jets, characteristics, and whatever weighs on them (SKILL, HEALTH)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import JET_CODES, modifier_of, within
from gardien.systems.d20d100.rules.fight.standing import symptoms
from gardien.systems.d20d100.rules.growth.skill_points import base_of
from gardien.systems.d20d100.rules.tests.checks import ALERT, SENSES, weighs_on
from gardien.systems.d20d100.sheet.parts import HouseRules

CLOUDED = -4  # under Nuage mental (D100-MISS-10)
TREMBLING = -3  # a long madness that shakes the hands (D100-MISS-09)
USUAL = Options()


def skill_of(sheet: Content, key: str) -> tuple[int, bool]:
    """What a skill comes to, and whether it was learned; a profile without it starts at its base (D100-SKILL-01)."""
    held = (sheet.get("skills") or {}).get(key)
    if isinstance(held, Mapping):
        gained = any(held.get(part) for part in ("learned", "profession", "secondary", "imported", "xp"))
        return int(held["total"]), gained or pack.skill(key).sheet
    if isinstance(held, int):
        return held, True
    try:
        row = pack.skill(key)
    except Refusal:
        return 0, True
    house = HouseRules(**(sheet.get("house_rules") or {})).options()
    return base_of(key, sheet.get("scores") or {}, house), row.sheet


def code_of(sheet: Content, code: str) -> int:
    """The modifier of a characteristic; one that a profile gives no figure for is 10 (D100-CORE-03)."""
    modifier = (sheet.get("modifiers") or {}).get(code)
    return int(modifier) if modifier is not None else modifier_of((sheet.get("scores") or {}).get(code, 10))


def jet_of(sheet: Content, jet: str) -> int:
    """A Jet, or the modifier it starts at (D100-CORE-03), as far as its tests read it."""
    total = sheet.get(jet)
    code = next((one for name, one in JET_CODES.items() if name == jet), None)
    return int(total) if isinstance(total, int) else within(-20, code_of(sheet, str(code)), 40) if code else 0


def traits_of(sheet: Content) -> list[Any]:
    """The rows of the traits that somebody has."""
    return [pack.trait(one["key"]) for one in sheet.get("traits", ())]


def burdens(sheet: Content, *, bodily: bool = True, wounds: bool = True) -> list[int]:
    """Everything that lowers a throw; `wounds` where the rule does not count them itself (D100-HEALTH-04)."""
    clouded = CLOUDED if sheet.get("clouded") else 0
    trembling = TREMBLING if bodily and "trembling" in symptoms(sheet) else 0
    hurt = int(sheet.get("wound_penalty", 0)) if bodily and wounds else 0
    return [one for one in (hurt, clouded, trembling) if one]


def named_skill(said: Any) -> str:
    """A skill by its key or its name in either language."""
    kind, mark, which = str(said or "").partition(":")
    for row in pack.table("skills", "skill"):
        if kind in (row.key, row.fr, row.en):
            return f"{row.key}{mark}{which}"
    return ""


def skill_total(sheet: Content, said: Any) -> int | None:
    """A skill with what armour, wounds and the mind take, and what watching gives (D100-PROT-02, D100-CBT-04)."""
    key = named_skill(said)
    if not key:
        return None
    house = msgspec.convert(dict(sheet.scene.options), Options) if isinstance(sheet, Being) else USUAL
    armour = int(sheet.get("armour_penalty", 0)) if pack.skill(key).starred else 0
    alert = ALERT if key in SENSES and sheet.get("alert") and house.rule_attentive else 0
    return skill_of(sheet, key)[0] + armour + alert + sum(burdens(sheet, bodily=weighs_on(key)))
