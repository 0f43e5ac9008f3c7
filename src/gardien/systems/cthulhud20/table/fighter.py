"""How people stand in a fight: where, in which state, behind what, as whom the rules read them (P-COND, P-COVER)."""

from typing import Any

import msgspec

from gardien.core.fighting import Bar, Content, bar_act
from gardien.core.scene import read_once
from gardien.shared.line import metres
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.body.ability_damage import LIMP
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.armour_class import CLOSE
from gardien.systems.cthulhud20.rules.fight.state import ARM, STANCES
from gardien.systems.cthulhud20.rules.tests.modifiers import is_helpless
from gardien.systems.cthulhud20.sheet.sheet import BY_HAND
from gardien.systems.cthulhud20.vocabulary import MOST_ARMOUR, Condition

STEPS = (0, 6, 24, 100)  # metres that put somebody into each band
LIMITS = (ARM, CLOSE, 36.0)  # an arm’s length, one move, one run (CD20-P-ACT-02)
STONE = 15  # what hides somebody where nothing else is said (CD20-P-COVER-01)
CONDITIONS: tuple[Condition, ...] = Condition.__args__  # type: ignore[attr-defined]
COVERS: dict[str, str] = {f"cover_{key}": key for key in pack.keys("armours", "position")}  # mark -> position
OUT = ("stunned", "unconscious", "dead")
MOVE_ONLY = tuple(one for one in CONDITIONS if pack.condition(one).action == "move")
IDLE = tuple(one for one in CONDITIONS if pack.condition(one).action == "none" and one != "surprised")
HAND = "hand_ready"  # of whoever has cast Healing Touch: it is laid on in the turn of its casting (CD20-P-MAG-02)
STUPORS = ("faints", "stupor", "catatonia")  # of a mind that is lost for a while (CD20-P-SAN-03)


def rules(options: Content) -> Options:
    """House rules as the game reads them."""
    return msgspec.convert(dict(options), Options)


# ---- as whom the rules read them ----


def conditions_of(sheet: Content) -> list[str]:
    """What holds for somebody: written on the sheet, or ruled for this fight; whoever lost a turn is helpless in it."""
    ruled = [one for one in CONDITIONS if sheet.get(one)]
    dazed = ["helpless"] if sheet.get("floored") else []
    return list(dict.fromkeys([*(sheet.get("conditions") or ()), *ruled, *dazed]))


def cover_of(sheet: Content) -> dict[str, int]:
    """What hides each zone: as it is written, or the position somebody has taken (CD20-P-COVER-01)."""
    cover: dict[str, int] = dict(sheet.get("cover") or {})
    zones = pack.zones(pack.tables_of(sheet))
    for mark, position in COVERS.items():
        value = sheet.get(mark)
        rating = value if isinstance(value, int) and not isinstance(value, bool) else STONE if value else 0
        hidden = pack.SHELF.row("armours", "position", position).hidden if rating else ()
        cover |= {zone: max(rating, cover.get(zone, 0)) for zone in hidden if zone in zones}
    return cover


def stance_of(sheet: Content) -> str:
    """How somebody guards themselves until their next turn."""
    return next((one for one in STANCES if sheet.get(one)), str(sheet.get("stance", "none")))


def somebody(sheet: Content) -> dict[str, Any]:
    """What of a combatant does not stand on the sheet under its own name.

    Base attacks and saves of an investigator follow from the level; those on the sheet are there to be read.
    """
    inputs: dict[str, Any] = dict.fromkeys(BY_HAND) if sheet.get("kind") == "investigator" else {}
    if sheet.get("warded"):  # CD20-P-MAG-02
        inputs["natural_armour"] = min(MOST_ARMOUR, int(sheet.get("natural_armour", 0)) + int(sheet["warded"]))
    if any(one.get("effect") == "tremors" for one in sheet.get("insanity") or ()):  # CD20-P-SAN-03
        inputs["traits"] = [*(sheet.get("traits") or ()), "trembling"]
    return {**inputs, "conditions": conditions_of(sheet), "cover": cover_of(sheet), "stance": stance_of(sheet)}


@read_once
def combatant(sheet: Content) -> Combatant:
    """Somebody as a fight reads them."""
    names = Combatant.__struct_encode_fields__
    known = {name: sheet[name] for name in names if name in sheet} | somebody(sheet)
    return msgspec.convert({name: value for name, value in known.items() if value is not None}, Combatant)


# ---- where ----


def band(one: Content, other: Content) -> int:
    """At arm’s length, a move, a run away, or farther."""
    return sum(metres(one, other) > limit for limit in LIMITS)


# ---- who can be reckoned with ----


def traditional(sheet: Content) -> bool:
    """Whether somebody keeps hit points instead of a body with zones (CD20-CREA-02)."""
    return sheet.get("damage_mode") == "traditional"


def without_zones(being: Content, procedure: str) -> Bar | None:
    """Of whoever keeps hit points no zone is hurt: the Keeper writes what they lose (CD20-CREA-01, CD20-CREA-02)."""
    return bar_act(procedure, "no_zones", "CD20-CREA-02") if traditional(being) else None


def is_destroyed(sheet: Content) -> bool:
    """A creature without hit points is no more (CD20-P-CREA-02)."""
    return traditional(sheet) and int(sheet.get("hp_current", 1)) <= 0


def out(fighter: Content) -> str:
    """Why somebody takes no part: the dead, the senseless, and minds that are gone (CD20-HP-05, CD20-P-SAN-04)."""
    if is_destroyed(fighter):
        return "dead"
    state = str(fighter.get("state", "ok"))
    if state in OUT:
        return state
    gone = any(one.get("kind") == "permanent" for one in fighter.get("insanity") or ())
    return "permanent" if gone else ""


def senseless(fighter: Content) -> str:
    """Why somebody can do nothing at all: out of it, in a stupor, or barred by a condition (CD20-P-COND-01)."""
    if why := out(fighter):
        return why
    if any(one.get("effect") in STUPORS for one in fighter.get("insanity") or ()):
        return "mad"
    damage = fighter.get("ability_damage") or {}
    limp = any(lost >= int(fighter.get(one, 10)) for one, lost in damage.items() if one in LIMP)  # CD20-P-ABIL-02
    idle = not fighter.get("floored") and set(IDLE) & set(conditions_of(fighter))
    return "no_action" if limp or idle else ""


def is_gone(fighter: Content) -> bool:
    """Whether nobody can be aimed at any more."""
    return fighter.get("state") == "dead" or is_destroyed(fighter)


def helpless(fighter: Content) -> bool:
    """Whoever cannot defend themselves at all; of a stranger only what is seen (CD20-ATT-08)."""
    return is_helpless(combatant(fighter))
