"""Powers of a sheet, and what they leave on it (M7, M11, PSY)."""

from typing import Any

from gardien.core.fighting import Bar, Content, bar_act
from gardien.systems.organique import pack
from gardien.systems.organique.rules.psychic import ENHANCER
from gardien.systems.organique.rules.substances.courses import mind_held
from gardien.systems.organique.rules.substances.timed_effects import Lasting
from gardien.systems.organique.table.fighter import lasting_of, lists

POWERS = ("manipulation", "self")  # kinds that act upon a mind, another’s or one’s own


def power_of(sheet: Content, asked: Content, *kinds: str) -> str:
    """The power that is named, else the best of some kinds that somebody has."""
    own = {key: level for key, level in (sheet.get("powers") or {}).items() if pack.power(key).kind in kinds}
    named = str(asked.get("power") or max(own, key=lambda key: own[key], default=""))
    return named if named in pack.keys("skills", "power") else ""


USES = {"psychic_attack": (POWERS, "ORG-PSY-01"), "psychic_sense": (("perception",), "ORG-PSY-06")}


def without_power(sheet: Content, procedure: str, asked: Content) -> Bar | None:
    """A power is used by whoever has learned it: the one named, else one of its kind (ORG-PSY-01, ORG-PSY-06)."""
    if procedure not in USES:
        return None
    kinds, rule = USES[procedure]
    own = {key for key, level in (sheet.get("powers") or {}).items() if level and pack.power(key).kind in kinds}
    named = asked.get("power")
    return None if (named in own if named else own) else bar_act(procedure, "no_power", rule)


def is_enhanced(sheet: Content) -> bool:
    """Whether the drug of psychics acts on somebody (M11)."""
    return any(one.kind == "drug" and one.key == ENHANCER for one in lasting_of(sheet))


def under_control(sheet: Content, power: str, margin: int) -> dict[str, Any]:
    """A mind that has not resisted, as its sheet shows it."""
    felt = mind_held(power, margin)
    match felt.key if felt else "":
        case "":
            return {}
        case "unconsciousness":
            return {"unconscious_turns": max(felt.turns, int(sheet.get("unconscious_turns") or 0))}  # type: ignore[union-attr]
        case "suffering":
            return {"suffering": [*(sheet.get("suffering") or ()), margin], **also(sheet, felt)}
        case "stupor":
            return {"stupor": True, **also(sheet, felt)}
    return also(sheet, felt)


def also(sheet: Content, one: Lasting | None) -> dict[str, Any]:
    """What lasts, with one thing more."""
    return {"lasting": lists([*lasting_of(sheet), one])} if one else {}
