"""A mind that gives way: what a loss of SAN begins, how long it lasts, what it is (P-SAN-02 to P-SAN-04)."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from msgspec import UNSET

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D10, D100, Dice
from gardien.core.values import Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.tests.dice_text import throw

SHORT_TO = 80  # of the d100 that says how long a madness lasts (CD20-P-SAN-03)
TENS = 10  # hours for each point of a long one
SHARE = 5  # a fifth of the SAN of this hour’s start (CD20-P-SAN-04)
MINUTES_AN_HOUR, MINUTES_A_MONTH = 60, 30 * 24 * 60
Term: TypeAlias = Literal["short", "long"]


class Holds(Value, frozen=True):
    """Reads a d100: at or under SAN; 100 always fails (CD20-P-SAN-02)."""

    san: int

    def __call__(self, face: int) -> bool:
        return face <= self.san and face != 100


class ShownFace(Value, frozen=True):
    """A face where somebody looks, else nothing."""

    shown: bool

    def __call__(self, face: int) -> int:
        return face if self.shown else 0


# ---- a loss ----


class Mind(Value, frozen=True, kw_only=True):
    """A mind before a loss."""

    san: int
    wis: int
    hour_start: int
    lost: int
    spared: bool  # it is already mad for months: that begins once


class SanityLoss(Value, frozen=True, kw_only=True):
    """What a loss begins; the loss itself only where somebody looks."""

    zero: bool
    second: bool
    temporary: bool
    indefinite: bool
    loss: int = 0


def lose_san(mind: Mind, dice: Dice, shown: bool) -> Program[SanityLoss]:
    """The loss, and the second check that a great one asks for (CD20-P-SAN-02, CD20-P-SAN-03, CD20-P-SAN-04)."""
    loss = yield from throw(dice, purpose="san_loss")
    left = mind.san - loss
    yield from step("loss", loss, "CD20-P-SAN-02")
    second = loss > 0 and 2 * loss >= mind.wis and left > 0
    yield from step("second_check_needed", second, "CD20-P-SAN-03")
    temporary = False
    if second:
        temporary = not (yield from roll(D100.map(Holds(left)), "d100", purpose="second_san"))
        yield from step("temporary", temporary, "CD20-P-SAN-03")
    indefinite = loss > 0 and not mind.spared and SHARE * (mind.lost + loss) >= mind.hour_start
    return SanityLoss(
        zero=left <= 0, second=second, temporary=temporary, indefinite=indefinite, loss=loss if shown else 0
    )


class Rage(Value, frozen=True):
    """Reads the d100 of an effect: its key where somebody looks, none where the long table must say (P-SAN-03)."""

    long: bool
    shown: bool

    def __call__(self, face: int) -> str | None:
        row = pack.madness(face, self.long)
        return None if row is None else row.key if self.shown else ""


def go_mad(wanted: frozenset[str]) -> Program[dict[str, Any]]:
    """How long a temporary madness lasts and what it is, as fields of the outcome (CD20-P-SAN-03)."""
    short = yield from roll(D100.map(Holds(SHORT_TO)), "d100", purpose="term")
    term: Term = "short" if short else "long"
    yield from step("term", term, "CD20-P-SAN-03")
    face = yield from roll(D10.map(ShownFace("duration" in wanted)), "d10", purpose="duration")
    duration = face if short else TENS * face
    if "duration" in wanted:
        yield from step("duration", duration, "CD20-P-SAN-03")
    effect = yield from roll(D100.map(Rage(not short, "effect" in wanted)), "d100", purpose="madness")
    if effect is None:
        effect = yield from roll(D100.map(Rage(True, "effect" in wanted)), "d100", purpose="madness")
    if effect:
        yield from step("effect", effect, "CD20-P-SAN-03")
    return {
        "term": term,
        "duration": duration if "duration" in wanted else UNSET,
        "duration_unit": "rounds" if short else "hours",
        "effect": effect or UNSET,
    }


def insanities_of(outcome: Mapping[str, Any], mythos: bool) -> list[dict[str, Any]]:
    """What a loss of SAN has begun, as lines of a sheet, with the time each lasts (CD20-P-SAN-03, CD20-P-SAN-04)."""
    begun: list[dict[str, Any]] = []
    if outcome.get("temporary"):
        hours = outcome["duration_unit"] == "hours"
        lasts = {"lasts": outcome["duration"] * MINUTES_AN_HOUR} if hours else {"rounds": outcome["duration"]}
        begun.append({"kind": "temporary", "effect": str(outcome["effect"]), **lasts, "mythos": mythos})
    if outcome.get("indefinite"):
        lasts = {"lasts": outcome["indefinite_months"] * MINUTES_A_MONTH}
        begun.append({"kind": "indefinite", **lasts, "mythos": mythos})
    return begun
