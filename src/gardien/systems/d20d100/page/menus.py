"""What a sheet offers in a form: its skills with their totals, boxes to tick, what experience can buy (SKILL, XP)."""

from collections.abc import Mapping
from typing import Any

from gardien.core.presentation import Content, Offered
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.page.sheet import place_of, signed_text
from gardien.systems.d20d100.rules.character import CODES, JETS
from gardien.systems.d20d100.rules.growth.skill_points import MANY, is_combat, kind_of
from gardien.systems.d20d100.sheet.worth import jet_of, skill_of

BEST = 4  # skills that stand above the others
NONE = Offered("")


def _own(sheet: Content) -> list[str]:
    """The skills of a sheet in the order of the list; an adversary’s are few, and anybody may try the rest."""
    held = sheet.get("skills") or {}
    rest = [row.key for row in pack.table("skills", "skill") if row.sheet]
    return sorted(dict.fromkeys((*held, *rest)), key=place_of)


def _skill_offer(sheet: Content, key: str, head: str = "") -> Offered:
    return Offered(key, signed_text(skill_of(sheet, key)[0]), head)


def _is_practised(sheet: Content, key: str) -> bool:
    """Whether somebody has put anything into a skill."""
    held = (sheet.get("skills") or {}).get(key)
    if not isinstance(held, Mapping):
        return held is not None
    return bool(held["is_profession"] or held["secondary"] or held["xp"])


def skills(sheet: Content) -> list[Offered]:
    """What somebody does best, then every skill under its group (D100-SKILL-01)."""
    keys = _own(sheet)
    known = [key for key in keys if _is_practised(sheet, key) and not is_combat(key)]
    best = sorted(known, key=lambda key: -skill_of(sheet, key)[0])[:BEST]
    return [*(_skill_offer(sheet, key, "best_skills") for key in best), *(_skill_offer(sheet, key) for key in keys)]


def other_skills(sheet: Content) -> list[Offered]:
    """A skill of somebody else’s; unsaid, the one that goes with it (D100-TEST-08)."""
    return [NONE, *(Offered(key) for key in pack.keys("skills", "skill") if key not in MANY)]


def languages(sheet: Content) -> list[Offered]:
    """The languages somebody reads (D100-SKILL-14)."""
    held = [key for key in sheet.get("skills") or {} if kind_of(key) in ("langue_natale", "langue_etrangere")]
    return [_skill_offer(sheet, key) for key in sorted(held, key=lambda key: -skill_of(sheet, key)[0])]


def _in_parts(kept: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a sheet keeps part by part, with its box; an adversary’s values have none."""
    return {key: parts for key, parts in (kept or {}).items() if isinstance(parts, Mapping)}


def boxes(sheet: Content) -> list[Offered]:
    """Skills and Jets whose box is still empty (D100-XP-02)."""
    jets, held = (_in_parts(sheet.get(name)) for name in ("jets", "skills"))
    return [
        *(_skill_offer(sheet, key) for key in _own(sheet) if key in held and not held[key]["ticked"]),
        *(_jet_offer(sheet, jet) for jet in JETS if jet in jets and not jets[jet]["ticked"]),
    ]


def improvements(sheet: Content) -> list[Offered]:
    """What experience can buy: skills and Jets, ticked ones first, skills to be learned, scores (D100-XP-04)."""
    jets, held = (_in_parts(sheet.get(name)) for name in ("jets", "skills"))
    ticked = [key for key in _own(sheet) if key in held and held[key]["ticked"]]
    fresh = [key for key in pack.keys("skills", "skill") if key not in held and key not in MANY]
    scores = sheet.get("scores") or {}
    return [
        *(_skill_offer(sheet, key, "ticked_ones") for key in ticked),
        *(_jet_offer(sheet, jet, "ticked_ones") for jet in JETS if jet in jets and jets[jet]["ticked"]),
        *(_skill_offer(sheet, key) for key in _own(sheet) if key in held and key not in ticked),
        *(_jet_offer(sheet, jet) for jet in JETS if jet in jets and not jets[jet]["ticked"]),
        *(Offered(key, head="new_skills") for key in fresh),
        *(Offered(code, str(scores[code]), "scores", code) for code in CODES if code in scores),
    ]


def _jet_offer(sheet: Content, jet: str, head: str = "jets") -> Offered:
    return Offered(jet, signed_text(jet_of(sheet, jet)), head, jet)


def scores(sheet: Content) -> list[Offered]:
    """Characteristics with their scores."""
    held = sheet.get("scores") or {}
    return [Offered(code, str(held[code]), "", code) for code in CODES if code in held]


def spells(sheet: Content) -> list[Offered]:
    """Those somebody knows first."""
    known = [key for key in sheet.get("spells") or () if key in pack.keys("magic", "spell")]
    rest = [key for key in pack.keys("magic", "spell") if key not in known]
    return [*(Offered(key, head="known_spells") for key in known), *(Offered(key, head="other_spells") for key in rest)]


def unknown_spells(sheet: Content) -> list[Offered]:
    known = sheet.get("spells") or ()
    return [NONE, *(Offered(key) for key in pack.keys("magic", "spell") if key not in known)]


def powers(sheet: Content) -> list[Offered]:
    """Psychic traits on a sheet (D100-MISS-16)."""
    held = [one["key"] for one in sheet.get("traits") or ()]
    return [Offered(key) for key in pack.keys("traits", "trait", "power") if key in held]
