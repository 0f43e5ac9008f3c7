"""Bare strength: the touch that seizes somebody, and two who measure themselves (P-GRAP-01, P-MAN-01, P-CHECK-02)."""

from typing import Any

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import D20
from gardien.core.values import Value
from gardien.systems.cthulhud20.arms import Weapon
from gardien.systems.cthulhud20.bonuses import ARM_LENGTH, weight_on
from gardien.systems.cthulhud20.guards import exposure_of, guard_of, unused_armour
from gardien.systems.cthulhud20.kinds import SIZE_BONUS, SIZES, Bonus
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.scores import (
    Parts,
    attack_malus,
    base_attacks,
    checks_malus,
    fatigue_of,
    parts_malus,
    total,
)
from gardien.systems.cthulhud20.trials import Contest, Match, contest
from gardien.systems.cthulhud20.values import Combatant

NOBODY = Combatant()
HANDS = Weapon()
SIZE_STEP = 4  # for each size above or below medium (CD20-P-GRAP-01, CD20-P-MAN-01)
TOTALS = ("attacker_total", "target_total")  # what odds tell apart only where it is asked for
TOUCH = ("touch_total", *TOTALS)


class PairGiven(Value, frozen=True, kw_only=True):
    """Two who come to grips."""

    attacker: Combatant = NOBODY
    target: Combatant = NOBODY


class SeizeGiven(PairGiven, frozen=True, kw_only=True):
    """Two who come to grips, and what counts besides in the touch attack."""

    modifier: Bonus = 0


# ---- what each side adds ----


def touch_parts(given: SeizeGiven, options: Options) -> Parts:
    """What is added to the d20 of a touch attack; no lethality (CD20-P-GRAP-01)."""
    return (
        *fencing_parts(given.attacker),
        ("target_modifier", exposure_of(given.target, False, ARM_LENGTH, options).total),
        ("modifier", given.modifier),
    )


def fencing_parts(somebody: Combatant) -> Parts:
    """What a hand adds in an attack without lethality (CD20-P-GRAP-01, CD20-P-MAN-01)."""
    return (
        ("base_attack", base_attacks(somebody)[0]),
        ("ability_mod", somebody.modifier("str")),
        ("size_modifier", SIZE_BONUS[somebody.size]),
        ("fatigue_malus", fatigue_of(somebody)),
        ("condition_malus", weight_on(somebody, HANDS)),
    )


def grip_parts(somebody: Combatant) -> Parts:
    """What a wrestler adds; conditions and parts out of use count as in an attack (CD20-P-GRAP-01, CD20-FAT-02).

    The ground does not: wrestlers are there anyway.
    """
    parts = parts_malus(somebody.hampered_parts, somebody.tables, physical=True)
    return (
        ("base_attack", base_attacks(somebody)[0]),
        ("ability_mod", somebody.modifier("str")),
        ("size_modifier", size_step(somebody)),
        ("fatigue_malus", fatigue_of(somebody)),
        ("condition_malus", attack_malus(somebody) + parts + unused_armour(somebody)),
    )


def might_parts(somebody: Combatant, defends: bool) -> Parts:
    """What bare strength adds; whoever is tripped or pushed may be nimble instead (CD20-P-MAN-01)."""
    own = somebody.modifier("str")
    parts = parts_malus(somebody.hampered_parts, somebody.tables, physical=True)
    return (
        ("ability_mod", max(own, somebody.modifier("dex")) if defends else own),
        ("size_modifier", size_step(somebody)),
        ("fatigue_malus", fatigue_of(somebody)),
        ("condition_malus", checks_malus(somebody) + parts),
    )


def size_step(somebody: Combatant) -> int:
    """Four for each size above medium, four less for each below (CD20-P-GRAP-01)."""
    return SIZE_STEP * (SIZES.index(somebody.size) - SIZES.index("medium"))


def counted(parts: Parts) -> Parts:
    """The parts that are not nothing."""
    return tuple(part for part in parts if part[1])


# ---- the touch ----


class Reaching(Value, frozen=True, kw_only=True):
    """A touch attack before its die: reads the d20, 1 and 20 as in any attack (CD20-P-GRAP-01, CD20-ATT-04)."""

    parts: Parts
    ca: int
    one: bool  # a natural 1 misses
    twenty: bool
    seen: bool
    by: str

    def __call__(self, face: int) -> "Touched":
        sum_ = face + total(self.parts)
        touched = sum_ >= self.ca or (face == 20 and self.twenty)
        return Touched(touched and not (face == 1 and self.one), sum_ if self.seen else UNSET)


class Touched(Value, frozen=True):
    """Whether a hand found its hold; the total only where somebody looks."""

    touched: bool
    total: int | UnsetType = UNSET


def reaching(given: SeizeGiven, seen: frozenset[str], options: Options) -> Reaching:
    """A hand that reaches for somebody: armour does not help against it (CD20-P-AC-01)."""
    return Reaching(
        parts=touch_parts(given, options),
        ca=guard_of(given.target, options).touch_ca,
        one=not options.no_auto_miss,
        twenty=not options.no_auto_hit,
        seen="touch_total" in seen,
        by=given.attacker.name,
    )


def touch(hand: Reaching) -> Program[Touched]:
    """The d20 of a touch attack (CD20-P-GRAP-01)."""
    found = yield from roll(D20.map(hand), "d20", hand.by, "touch")
    if found.total is not UNSET:
        reasons = (("die", found.total - total(hand.parts)), *counted(hand.parts))
        yield from step("touch_total", found.total, "CD20-P-GRAP-01", reasons)
    yield from step("touch_ca", hand.ca, "CD20-P-AC-01")
    yield from step("touched", found.touched, "CD20-P-GRAP-01")
    return found


# ---- one against the other ----


class Bout(Value, frozen=True, kw_only=True):
    """Two who measure themselves, all sums made."""

    sides: tuple[Parts, Parts]
    by: tuple[str, str]
    rule: str
    purpose: str
    margin: bool = False  # whether it matters by how much


def bout_of(pair: PairGiven, mine: Parts, other: Parts, rule: str, purpose: str, margin: bool = False) -> Bout:
    """The attacker against the target."""
    names = (pair.attacker.name, pair.target.name)
    return Bout(sides=(mine, other), by=names, rule=rule, purpose=purpose, margin=margin)


def measure(bout: Bout, seen: frozenset[str]) -> Program[Contest]:
    """Both throw, the attacker first; ties go to the higher bonus, else both throw again (CD20-P-CHECK-02)."""
    bonuses = [total(own) for own in bout.sides]
    match = Match(
        active=bonuses[0],
        passive=bonuses[1],
        by=bout.by,
        purpose=bout.purpose,
        totals=bool(seen & set(TOTALS)),
        margin=bout.margin,
    )
    found = yield from apply(contest, match)
    sums = (found.active_total, found.passive_total)
    for field, own, bonus, sum_ in zip(TOTALS, bout.sides, bonuses, sums, strict=True):
        if sum_ is not UNSET:
            yield from step(field, sum_, bout.rule, (("die", sum_ - bonus), *counted(own)))
    return found


def told(met: Contest, seen: frozenset[str]) -> dict[str, Any]:
    """The totals of both sides where somebody looks."""
    sums = zip(TOTALS, (met.active_total, met.passive_total), strict=True)
    return {field: sum_ for field, sum_ in sums if field in seen}
