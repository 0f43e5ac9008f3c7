"""One attack roll and its damage: d20, jam, critical hit, dice, protection, body. Every attack comes here (ATK)."""

from collections.abc import Set
from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import D20, Dice
from gardien.core.values import Value
from gardien.systems.d20d100.aiming import HitGiven, Parts, named
from gardien.systems.d20d100.bodies import TARGET, Blow, Struck, bruise, condition_of, penalty_of, wound
from gardien.systems.d20d100.harm import Hit, inflict, protects
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.values import Body, ProtectionKind

Malfunction: TypeAlias = Literal["none", "dud", "jam"]
FAULTS: dict[int, Malfunction] = {1: "dud", 2: "jam"}  # D100-FIRE-11
DETAILS = ("total", "natural_one", "damage_rolled", "damage_multiplied")  # told where somebody looks
DICE = ("d20", "d3", "d4", "d6", "d8", "d10", "d12", "d100")


class Swung(Value, frozen=True):
    """An attack roll as it came out; what nobody looks at is not told apart."""

    hit: bool
    critical: bool = False
    malfunction: Malfunction = "none"
    total: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET


class Aim(Value, frozen=True, kw_only=True):
    """Reads the natural d20 of an attack (D100-ATK-01, D100-ATK-04, D100-ATK-05, D100-FIRE-11)."""

    modifier: int
    defence: int
    threat_min: int
    jams: bool
    twenty: bool  # a natural 20 hits whatever the Defence (D100-TEST-04)
    total: bool = False
    one: bool = False

    def __call__(self, face: int) -> Swung:
        fault = FAULTS.get(face, "none") if self.jams else "none"
        total = face + self.modifier
        hit = face != 1 and fault == "none" and (total >= self.defence or (self.twenty and face == 20))
        return Swung(
            hit,
            hit and face >= self.threat_min,
            fault,
            total if self.total else UNSET,
            face == 1 if self.one else UNSET,
        )


class Stroke(Value, frozen=True, kw_only=True):
    """All that one attack is before its dice fall; without dice no damage is thrown."""

    modifier: int
    defence: int
    threat_min: int = 20
    multiplier: int = 2
    jams: bool = False
    dice: Dice | None = None
    bonus: int = 0
    penetration: int = 0
    kind: ProtectionKind = "none"
    protection: int = 0
    wearer: str = ""

    @property
    def protected(self) -> bool:
        """Whether a protection counts against it (D100-PROT-01)."""
        return protects(self.kind, self.protection, self.penetration)


def stroke_of(
    given: HitGiven, modifier: int, defence: int, jams: bool, increments: int = 1, target: Body | None = None
) -> Stroke:
    """The weapon of some inputs as a stroke at somebody."""
    return Stroke(
        modifier=modifier,
        defence=defence,
        threat_min=given.threat_min,
        multiplier=given.multiplier,
        jams=jams,
        dice=given.dice(increments),
        bonus=given.damage_bonus,
        penetration=given.penetration,
        kind=given.protection_kind,
        protection=given.protection,
        wearer=named(target),
    )


class Landed(Value, frozen=True, kw_only=True):
    """An attack up to the damage that reaches the body."""

    hit: bool
    critical: bool | UnsetType = UNSET
    malfunction: Malfunction = "none"
    damage: int = 0
    total: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    rolled: int | UnsetType = UNSET
    multiplied: int | UnsetType = UNSET


def strike(stroke: Stroke, seen: frozenset[str], options: Options) -> Program[Landed]:
    """Throw to hit, then for damage; a critical multiplies it, without a second roll (D100-ATK-05, D100-ATK-06)."""
    swung = yield from swing(stroke, seen, options)
    critical = swung.critical if "critical" in seen else UNSET
    if not swung.hit or stroke.dice is None:
        return Landed(
            hit=swung.hit,
            critical=critical,
            malfunction=swung.malfunction,
            total=swung.total,
            natural_one=swung.natural_one,
        )
    hit = Hit(
        dice=stroke.dice,
        bonus=stroke.bonus,
        times=stroke.multiplier if swung.critical else 1,
        penetration=stroke.penetration,
        kind=stroke.kind,
        protection=stroke.protection,
        wearer=stroke.wearer,
    )
    harm = yield from apply(inflict, hit, seen, options)
    return Landed(
        hit=True,
        critical=critical,
        damage=harm.final,
        total=swung.total,
        natural_one=swung.natural_one,
        rolled=harm.rolled,
        multiplied=harm.multiplied,
    )


def swing(stroke: Stroke, seen: Set[str], options: Options) -> Program[Swung]:
    """The d20 of an attack against a Defence; equality hits (D100-ATK-01)."""
    aim = Aim(
        modifier=stroke.modifier,
        defence=stroke.defence,
        threat_min=stroke.threat_min,
        jams=stroke.jams,
        twenty=options.nat20_auto_success,
        total="total" in seen,
        one="natural_one" in seen,
    )
    swung = yield from roll(D20.map(aim), "d20", "", "attack")
    if swung.total is not UNSET:
        parts = (("die", swung.total - stroke.modifier), ("effective_attack", stroke.modifier))
        yield from step("total", swung.total, "D100-ATK-01", parts)
        yield from step("defence_used", stroke.defence, "D100-DEF-01")
    if swung.malfunction != "none":
        yield from step("malfunction", swung.malfunction, "D100-FIRE-11")
    yield from step("hit", swung.hit, "D100-ATK-04" if swung.natural_one is True else "D100-ATK-01")
    if swung.critical:
        yield from step("critical", True, "D100-ATK-05")
    return swung


def tell_score(value: int, parts: Parts, label: str = "effective_attack") -> Program[None]:
    """The score of an attack as a reason."""
    yield from step(label, value, "D100-ATK-03", parts)


# ---- the body that is struck ----


def suffer(target: Body, damage: int | None, temporary: bool, options: Options) -> Program[Struck]:
    """What reaches the body goes to its PV, or is counted beside them (D100-ATK-06, D100-TEMP-01).

    Without a damage nothing happens: an attack missed, or only touched.
    """
    if damage is None:
        return Struck(body=target, condition=condition_of(target, options), wound_penalty=penalty_of(target, options))
    if temporary:
        return (yield from bruise(target, damage, options, TARGET, "target_temp_damage"))
    return (yield from wound(target, Blow(damage=damage), options, TARGET))


def felt(stroke: Stroke, landed: Landed) -> int | None:
    """The damage of a hit that had some to do."""
    return landed.damage if landed.hit and stroke.dice is not None else None
