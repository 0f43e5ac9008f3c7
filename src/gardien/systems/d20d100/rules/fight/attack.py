"""One attack: what weighs on it, the roll against a Defence, protection (ATK, PROT)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, step
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.d20d100.aiming import (
    RECOILS,
    Aftermath,
    Attack,
    Defence,
    RangedGiven,
    Situations,
    aftermath,
    out_of_reach,
    parts_of,
    reach_of,
    summed_situations,
    weight_of,
    wounds_of,
)
from gardien.systems.d20d100.bodies import Struck
from gardien.systems.d20d100.harm import protects, stop
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack_rows import WeaponClass
from gardien.systems.d20d100.striking import (
    DETAILS,
    DICE,
    Landed,
    Malfunction,
    Stroke,
    felt,
    strike,
    stroke_of,
    suffer,
    tell_score,
)
from gardien.systems.d20d100.trials import wanted
from gardien.systems.d20d100.values import Body, Damage, Mods, Penetration, Protection, WoundPenalty, check_protection

# ---- what weighs on an attack ----


class ModifiersGiven(Value, frozen=True, kw_only=True):
    """The scene of an attack: where, from what, in which state."""

    mods: Mods = ()
    situations: Situations = ()
    combat_mobile: bool = False
    distance: Annotated[float, Meta(ge=0, le=5000)] = 0
    increment: Annotated[float, Meta(ge=0, le=200)] = 0
    weapon_class: WeaponClass = "contact"
    attacker: Body | None = None
    recoil: Annotated[int, Meta(ge=0, le=10)] = 0
    fire_mode: Literal["single", "double", "triple"] = "single"


class Modified(Value, frozen=True, kw_only=True):
    """What all of it comes to; no sum where the target is out of reach."""

    in_range: bool
    range_penalty: int | UnsetType = UNSET
    wound_penalty: WoundPenalty
    modifier: int | UnsetType = UNSET


@procedure(
    "attack_modifiers",
    rules="""D100-ATK-03 D100-TRAIT-03 D100-FIRE-12 D100-RNG-01 D100-TEMP-04 D100-GRAP-03 D100-SPEC-02 D100-SPEC-05
    D100-MODE-02 D100-WPN-07 D100-WPN-12 D100-HEALTH-04 D100-MISS-17""",
    headline=("modifier",),
)
def sum_modifiers(given: ModifiersGiven, options: Options) -> Program[Modified]:
    """Every modifier of an attack added up: situations, range, recoil, wounds."""
    wounds = wounds_of(given.attacker, options)
    yield from step("wound_penalty", wounds, "D100-HEALTH-04")
    reached = reach_of(given.distance, given.increment, given.weapon_class, options)
    if not reached.in_range:
        yield from out_of_reach(given.weapon_class)
        return Modified(in_range=False, wound_penalty=wounds)
    yield from step("range_penalty", reached.penalty, "D100-RNG-01")
    recoil = RECOILS[given.fire_mode] * given.recoil
    situations = summed_situations(given.situations, given.combat_mobile)
    parts = parts_of(given.mods, situations, reached.penalty, wounds, recoil)
    modifier = sum(value for _, value in parts)
    yield from step("modifier", modifier, "D100-ATK-03", parts)
    return Modified(in_range=True, range_penalty=reached.penalty, wound_penalty=wounds, modifier=modifier)


# ---- one attack ----


class AttackGiven(RangedGiven, frozen=True, kw_only=True):
    """One attack score against the Defence that counts now."""

    attack: Attack
    defence: Defence = 15


class Attacked(Aftermath, frozen=True, kw_only=True):
    """An attack and what it did."""

    in_range: bool
    effective_attack: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    hit: bool
    critical: bool
    malfunction: Malfunction
    damage_rolled: int | UnsetType = UNSET
    damage_multiplied: int | UnsetType = UNSET
    protected: bool | UnsetType = UNSET
    damage_final: int


def landed_fields(stroke: Stroke, landed: Landed, struck: Struck | None) -> dict[str, Any]:
    """An attack that was thrown as fields of an `Attacked`."""
    return {
        **aftermath(struck),
        "in_range": True,
        "effective_attack": stroke.modifier,
        "total": landed.total,
        "natural_one": landed.natural_one,
        "hit": landed.hit,
        "critical": landed.critical,
        "malfunction": landed.malfunction,
        "damage_rolled": landed.rolled,
        "damage_multiplied": landed.multiplied,
        "protected": stroke.protected if landed.hit and stroke.dice is not None else UNSET,
        "damage_final": landed.damage,
    }


def missed_fields(struck: Struck | None) -> dict[str, Any]:
    """An attack beyond the reach of its weapon: no die falls."""
    nothing = {"hit": False, "critical": False, "malfunction": "none", "damage_final": 0}
    return {**aftermath(struck), "in_range": False, **nothing}


def resolve(stroke: Stroke, target: Body | None, temporary: bool, options: Options) -> Program[dict[str, Any]]:
    """The roll, the damage and the body it meets, as fields of an `Attacked`."""
    seen = yield from wanted(*DETAILS)
    landed = yield from apply(strike, stroke, seen | {"critical"}, options)
    struck = None
    if target is not None:
        struck = yield from suffer(target, felt(stroke, landed), temporary, options)
    return landed_fields(stroke, landed, struck)


def attempt_at(given: RangedGiven, attack: int, defence: int, options: Options) -> Program[dict[str, Any]]:
    """One attack with everything that weighs on it, out of reach or not."""
    weight = weight_of(given, options)
    if not weight.reached.in_range:
        yield from out_of_reach(given.weapon_class)
        struck = None
        if given.target is not None:
            struck = yield from suffer(given.target, None, given.temporary, options)
        return missed_fields(struck)
    modifier, parts = weight.upon(attack)
    yield from tell_score(modifier, parts)
    stroke = stroke_of(given, modifier, defence, given.jams, weight.reached.increments, given.target)
    return (yield from resolve(stroke, given.target, given.temporary, options))


@procedure(
    "attack",
    rules="""D100-ATK-01 D100-ATK-03 D100-ATK-04 D100-ATK-05 D100-ATK-06 D100-ATK-07 D100-ATK-08 D100-TEST-03
    D100-TEST-04 D100-PROT-01 D100-PROT-03 D100-RNG-01 D100-FIRE-01 D100-FIRE-06 D100-FIRE-11 D100-FIRE-12 D100-TEMP-01
    D100-TEMP-04 D100-SPEC-05 D100-HEALTH-02 D100-HEALTH-04 D100-MAGIC-02""",
    dice=DICE,
    headline=("hit", "damage_final"),
)
def make_attack(given: AttackGiven, options: Options) -> Program[Attacked]:
    """Throw a d20, add the attack score and what weighs on it, reach the Defence; then damage, protection, body."""
    fields = yield from attempt_at(given, given.attack, given.defence, options)
    return Attacked(**fields)


# ---- protection alone ----


class ProtectionGiven(Value, frozen=True, kw_only=True):
    """A finished damage and the protection that it meets."""

    damage: Damage
    penetration: Penetration = 0
    protection_kind: Literal["none", "vest", "points", "half", "one_point", "immune"] = "none"
    protection: Protection = 0

    def __post_init__(self) -> None:
        check_protection(self.protection_kind, self.protection)


class Protected(Value, frozen=True, kw_only=True):
    """What is left of it."""

    protected: bool
    damage_final: int


@procedure(
    "apply_protection",
    rules="D100-PROT-01 D100-PROT-03 D100-CONV-05",
    dice=("d4", "d6", "d8", "d10", "d12"),
    headline=("damage_final",),
)
def apply_protection(given: ProtectionGiven, options: Options) -> Program[Protected]:
    """A vest that is not pierced takes its die away; the hide of a Monster its fixed number."""
    protected = protects(given.protection_kind, given.protection, given.penetration)
    rule = "D100-PROT-01" if given.protection_kind == "vest" else "D100-PROT-03"
    yield from step("protected", protected, rule)
    final = yield from stop(given.damage, given.protection_kind, given.protection, given.penetration)
    yield from step("damage_final", final, rule)
    return Protected(protected=protected, damage_final=final)
