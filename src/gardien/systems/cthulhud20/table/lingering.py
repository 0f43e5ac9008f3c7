"""What lingers on somebody: conditions that a weapon brings, and that last so many rounds (P-COND-01, P-WEAP-01)."""

from typing import Any

from gardien.core.counts import forget
from gardien.core.fighting import Content
from gardien.core.life import Happening, Stretch
from gardien.core.scene import TALLY, Being
from gardien.shared.strands import Strand
from gardien.systems.cthulhud20 import pack

JOLT, LASTS = "jolt_", "lasts_"  # before a weapon whose save is still to be thrown, before a condition
STUNNED = "stunned_other"


def jolted(weapon: str) -> dict[str, Any]:
    """Whoever was hit with something that stuns has a save to throw (CD20-P-WEAP-01)."""
    return {TALLY: {f"{JOLT}{weapon}": 1}}


def _jolt(being: Being) -> str:
    weapons = pack.live("weapons", "weapon")  # one of a pack that is gone stuns nobody any more
    return next((one for one in being.tally if one.startswith(JOLT) and one.removeprefix(JOLT) in weapons), "")


def _stunning(stretch: Stretch, rounds: int) -> Happening:
    row = pack.weapon(_jolt(stretch.being).removeprefix(JOLT))
    given = {"condition": STUNNED, "dc": row.stuns_dc, "duration": row.stuns_rounds}
    return Happening("apply_condition", given, about=(row.fr, row.en))


def jolt_told(being: Being, given: Content) -> dict[str, Any]:
    """The save against being stunned has been thrown, or let pass."""
    told = given.get("dc") is not None and given["condition"] == STUNNED
    return forget(being, _jolt(being)) if told else {}


def _passing_off(being: Being) -> dict[str, int]:
    """Conditions that end by themselves, with the rounds that are left; the others by their counts alone."""
    return {name: left for name, left in being.tally.items() if name.startswith(LASTS)}


def lasting_condition(being: Being, condition: str, rounds: int) -> dict[str, Any]:
    """A condition for so many rounds more, if it would not last longer anyway."""
    name = f"{LASTS}{condition}"
    return {TALLY: {name: max(rounds, being.tally.get(name, 0))}}


def _until_passed_off(stretch: Stretch) -> int | None:
    return min(_passing_off(stretch.being).values(), default=None)


def _passed_off(stretch: Stretch, rounds: int) -> Happening:
    over_now = [name for name, left in _passing_off(stretch.being).items() if left <= rounds]
    gone = [name.removeprefix(LASTS) for name in over_now]
    left = [one for one in stretch.being.get("conditions") or () if one not in gone]
    return Happening(fields={"conditions": left, **forget(stretch.being, *over_now)})


def _wears_off(being: Being, rounds: int) -> dict[str, Any]:
    """Rounds that are left; what somebody has taken away lasts no longer."""
    held = being.get("conditions") or ()
    counts = _passing_off(being)
    later = {name: left - rounds if name.removeprefix(LASTS) in held else None for name, left in counts.items()}
    return {TALLY: later} if later else {}


LINGERING = (
    Strand(
        lambda stretch: 0 if _jolt(stretch.being) else None,
        _stunning,
        skipped=lambda being, what: jolt_told(being, what.given) if what.procedure == "apply_condition" else {},
    ),
    Strand(_until_passed_off, _passed_off, counts=_wears_off),
)
