"""What a psychic power leaves on a mind: a turn for each point of margin, unless its table says otherwise (M7)."""

from collections.abc import Iterable
from typing import Any

from gardien.core.fighting import Content
from gardien.systems.organique import pack
from gardien.systems.organique.rules.psychic import ENHANCER
from gardien.systems.organique.rules.substances.timed_effects import Lasting
from gardien.systems.organique.sheet.recompute import minutes_of, plain
from gardien.systems.organique.table.fighter import lasting_of

POWERS = ("manipulation", "self")  # kinds that act upon a mind, another’s or one’s own
SEVERE = {"minor_hallucinations": "major_hallucinations"}
POWER = "power"  # what a power over a mind is kept as coming from (ORG-PSY-03)
IGNORED = 100  # points of suffering: more than anybody has
SURGE = {"FOR": 5, "VIT": 5}
SURGES, SLOWS = "self_surge", "self_slow_body"
UPON_ONESELF: dict[str, dict[str, Any]] = {"self_ignore_pain": {"relief": IGNORED}, SURGES: {"changes": SURGE}}


def power_of(sheet: Content, asked: Content, *kinds: str) -> str:
    """The power that is named, else the best of some kinds that somebody has."""
    own = {key: level for key, level in (sheet.get("powers") or {}).items() if pack.power(key).kind in kinds}
    named = str(asked.get("power") or max(own, key=lambda key: own[key], default=""))
    return named if named in pack.keys("skills", "power") else ""


def is_enhanced(sheet: Content) -> bool:
    """Whether the drug of psychics acts on somebody (M11)."""
    return any(one.kind == "drug" and one.key == ENHANCER for one in lasting_of(sheet))


def under_control(sheet: Content, power: str, margin: int) -> dict[str, Any]:
    """A mind that has not resisted; what a power only makes somebody believe or forget is told, not written."""
    row = pack.power(power)
    turns = max(1, margin) if row.lasting == "margin" else 1
    ailment = str(row.ailment or "")
    if row.severe is not None and margin >= row.severe:
        ailment = SEVERE.get(ailment, ailment)
    match ailment:
        case "":
            return {}
        case "unconsciousness":
            return {"unconscious_turns": max(turns, int(sheet.get("unconscious_turns") or 0))}
        case "suffering":
            pain = Lasting(kind="suffering", key="suffering", level=margin, turns=turns, source=POWER)
            return {"suffering": [*(sheet.get("suffering") or ()), margin], **_also(sheet, pain)} if margin else {}
    shown = {"stupor": True} if ailment == "stupor" else {}
    return {**shown, **_also(sheet, Lasting(kind="symptom", key=ailment, level=margin, turns=turns, source=POWER))}


def upon_oneself(sheet: Content, power: str, margin: int) -> dict[str, Any]:
    """A power over one’s own body."""
    if pack.power(power).kind != "self":
        return {}
    does = UPON_ONESELF.get(power, {})
    turns = max(1, margin)
    return _also(sheet, Lasting(kind="power", key=power, level=turns, count=minutes_of(turns), **does))


def turns_of(kept: Iterable[Lasting], power: str) -> int:
    """Turns that are left of a power over one’s own body."""
    return max((one.level for one in kept if one.kind == "power" and one.key == power), default=0)


def _also(sheet: Content, one: Lasting) -> dict[str, Any]:
    return {"lasting": [*map(plain, lasting_of(sheet)), plain(one)]}
