"""An attack: its roll against a Defence, damage, protection, the body it meets; every attack comes here (ATK, PROT)."""

from collections.abc import Set
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, roll, step, watched
from gardien.core.dice import D20, Dice, Term
from gardien.core.procedure import procedure
from gardien.core.values import Value, fields_like, like
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import WeaponClass
from gardien.systems.d20d100.rules import character
from gardien.systems.d20d100.rules.body.damage import Hit, inflict, protects, stop
from gardien.systems.d20d100.rules.body.wounds import TARGET, Blow, BlowResult, bruise, condition_of, penalty_of, wound
from gardien.systems.d20d100.rules.fight import attack_modifiers
from gardien.systems.d20d100.rules.fight.weapons import reach_of

# ---- the roll and its damage ----

Malfunction: TypeAlias = Literal["none", "dud", "jam"]
FAULTS: dict[int, Malfunction] = {1: "dud", 2: "jam"}  # D100-FIRE-11
DETAILS = ("total", "natural_one", "damage_rolled", "damage_multiplied")  # told where somebody looks
DICE = ("d20", "d3", "d4", "d6", "d8", "d10", "d12", "d100")


class AttackRoll(Value, frozen=True):
    """An attack roll as it came out; what nobody looks at is not told apart."""

    hit: bool
    critical: bool | UnsetType = False
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

    def __call__(self, face: int) -> AttackRoll:
        fault = FAULTS.get(face, "none") if self.jams else "none"
        total = face + self.modifier
        hit = face != 1 and fault == "none" and (total >= self.defence or (self.twenty and face == 20))
        return AttackRoll(
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
    kind: character.ProtectionKind = "none"
    protection: int = 0
    wearer: str = ""

    @property
    def is_protected(self) -> bool:
        """Whether a protection counts against it (D100-PROT-01)."""
        return protects(self.kind, self.protection, self.penetration)


def stroke_of(
    given: attack_modifiers.HitGiven,
    modifier: int,
    defence: int,
    jams: bool,
    increments: int = 1,
    target: character.Body | None = None,
) -> Stroke:
    """The weapon of some inputs as a stroke at somebody."""
    return like(
        Stroke,
        given,
        modifier=modifier,
        defence=defence,
        jams=jams,
        dice=given.dice(increments),
        bonus=given.damage_bonus,
        kind=given.protection_kind,
        wearer=attack_modifiers.target_name(target),
    )


class StrikeResult(AttackRoll, frozen=True, kw_only=True):
    """An attack up to the damage that reaches the body."""

    damage_final: int = 0
    damage_rolled: int | UnsetType = UNSET
    damage_multiplied: int | UnsetType = UNSET


def strike(stroke: Stroke, wanted: frozenset[str], options: Options) -> Program[StrikeResult]:
    """Throw to hit, then for damage; a critical multiplies it, without a second roll (D100-ATK-05, D100-ATK-06)."""
    swung = yield from roll_attack(stroke, wanted, options)
    critical = swung.critical if "critical" in wanted else UNSET
    if not swung.hit or stroke.dice is None:
        return like(StrikeResult, swung, critical=critical)
    hit = like(Hit, stroke, times=stroke.multiplier if swung.critical else 1)
    harm = yield from apply(inflict, hit, wanted, options)
    return like(
        StrikeResult,
        swung,
        critical=critical,
        damage_final=harm.final,
        damage_rolled=harm.rolled,
        damage_multiplied=harm.multiplied,
    )


def roll_attack(stroke: Stroke, wanted: Set[str], options: Options) -> Program[AttackRoll]:
    """The d20 of an attack against a Defence; equality hits (D100-ATK-01)."""
    aim = like(Aim, stroke, twenty=options.nat20_auto_success, total="total" in wanted, one="natural_one" in wanted)
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


def explain_score(value: int, parts: attack_modifiers.Parts) -> Program[None]:
    """The score of an attack as a reason."""
    yield from step("effective_attack", value, "D100-ATK-03", parts)


# ---- the body that is struck ----


def as_it_stands(body: character.Body, options: Options) -> BlowResult:
    """A body to which nothing more happens."""
    return BlowResult(body=body, condition=condition_of(body, options), wound_penalty=penalty_of(body, options))


def suffer(target: character.Body, damage: int | None, temporary: bool, options: Options) -> Program[BlowResult]:
    """What reaches the body goes to its PV, or is counted beside them (D100-ATK-06, D100-TEMP-01).

    Without a damage nothing happens: an attack missed, or only touched.
    """
    if damage is None:
        return as_it_stands(target, options)
    if temporary:
        return (yield from bruise(target, damage, options, TARGET, "target_temp_damage"))
    return (yield from wound(target, Blow(damage=damage), options, TARGET))


def hurt(
    target: character.Body | None, damage: int | None, temporary: bool, options: Options
) -> Program[dict[str, Any]]:
    """Whoever was attacked, as fields of an `Aftermath`; nothing where nobody was named."""
    if target is None:
        return {}
    return attack_modifiers.aftermath((yield from suffer(target, damage, temporary, options)))


def damage_dealt(stroke: Stroke, landed: StrikeResult) -> int | None:
    """The damage of a hit that had some to do."""
    return landed.damage_final if landed.hit and stroke.dice is not None else None


# ---- what weighs on an attack ----


class ModifiersGiven(Value, frozen=True, kw_only=True):
    """The scene of an attack: where, from what, in which state."""

    mods: character.Mods = ()
    situations: attack_modifiers.Situations = ()
    combat_mobile: bool = False
    distance: Annotated[float, Meta(ge=0, le=5000)] = 0
    increment: Annotated[float, Meta(ge=0, le=200)] = 0
    weapon_class: WeaponClass = "contact"
    attacker: character.Body | None = None
    recoil: Annotated[int, Meta(ge=0, le=10)] = 0
    fire_mode: Literal["single", "double", "triple"] = "single"


class Modified(Value, frozen=True, kw_only=True):
    """What all of it comes to; no sum where the target is out of reach."""

    in_range: bool
    range_penalty: int | UnsetType = UNSET
    wound_penalty: character.WoundPenalty
    modifier: int | UnsetType = UNSET


@procedure(
    "attack_modifiers",
    rules="""D100-ATK-03 D100-TRAIT-03 D100-FIRE-12 D100-RNG-01 D100-TEMP-04 D100-GRAP-03 D100-SPEC-02 D100-SPEC-05
    D100-MODE-02 D100-WPN-07 D100-WPN-12 D100-HEALTH-04 D100-MISS-17""",
    headline=("modifier",),
)
def sum_modifiers(given: ModifiersGiven, options: Options) -> Program[Modified]:
    """Every modifier of an attack added up: situations, range, recoil, wounds."""
    wounds = attack_modifiers.wounds_of(given.attacker, options)
    yield from step("wound_penalty", wounds, "D100-HEALTH-04")
    reached = reach_of(given.distance, given.increment, given.weapon_class, options)
    if not reached.in_range:
        yield from attack_modifiers.explain_out_of_reach(given.weapon_class)
        return Modified(in_range=False, wound_penalty=wounds)
    yield from step("range_penalty", reached.penalty, "D100-RNG-01")
    recoil = attack_modifiers.RECOILS[given.fire_mode] * given.recoil
    situations = attack_modifiers.situations_sum(given.situations, given.combat_mobile)
    parts = attack_modifiers.parts_of(given.mods, situations, reached.penalty, wounds, recoil)
    modifier = sum(value for _, value in parts)
    yield from step("modifier", modifier, "D100-ATK-03", parts)
    return Modified(in_range=True, range_penalty=reached.penalty, wound_penalty=wounds, modifier=modifier)


# ---- one attack ----


class AttackGiven(attack_modifiers.RangedGiven, frozen=True, kw_only=True):
    """One attack score against the Defence that counts now."""

    attack: attack_modifiers.Attack
    defence: attack_modifiers.Defence = 15


class Attacked(attack_modifiers.Aftermath, frozen=True, kw_only=True):
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


def strike_fields(stroke: Stroke, landed: StrikeResult, struck: dict[str, Any]) -> dict[str, Any]:
    """An attack that was thrown as fields of an `Attacked`."""
    return {
        **struck,
        **fields_like(Attacked, landed),
        "in_range": True,
        "effective_attack": stroke.modifier,
        "protected": stroke.is_protected if landed.hit and stroke.dice is not None else UNSET,
    }


def resolve(
    stroke: Stroke, target: character.Body | None, temporary: bool, options: Options
) -> Program[dict[str, Any]]:
    """The roll, the damage and the body it meets, as fields of an `Attacked`."""
    wanted = yield from watched(*DETAILS)
    landed = yield from apply(strike, stroke, wanted | {"critical"}, options)
    struck = yield from hurt(target, damage_dealt(stroke, landed), temporary, options)
    return strike_fields(stroke, landed, struck)


def with_more(dice: Dice | None, more: int) -> Dice | None:
    """The weapon dice and some more of them; a fixed number has none (D100-MISS-12)."""
    if dice is None or not dice.terms or not more:
        return dice
    return Dice(tuple(Term(term.count + more, term.faces) for term in dice.terms), dice.constant)


def attempt_at(
    given: attack_modifiers.RangedGiven, attack: int, defence: int, options: Options, recoil: int = 0, more: int = 0
) -> Program[dict[str, Any]]:
    """One attack with everything that weighs on it, out of reach or not; a burst has recoil, and `more` dice."""
    weight = attack_modifiers.weight_of(given, options, recoil)
    if not weight.reached.in_range:  # no die falls
        yield from attack_modifiers.explain_out_of_reach(given.weapon_class)
        nothing = {"hit": False, "critical": False, "malfunction": "none", "damage_final": 0}
        return {**(yield from hurt(given.target, None, given.temporary, options)), "in_range": False, **nothing}
    modifier, parts = weight.upon(attack)
    yield from explain_score(modifier, parts)
    stroke = stroke_of(given, modifier, defence, given.jams, weight.reached.increments, given.target)
    stroke = replace(stroke, dice=with_more(stroke.dice, more))
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

    damage: character.Damage
    penetration: character.Penetration = 0
    protection_kind: Literal["none", "vest", "points", "half", "one_point", "immune"] = "none"
    protection: character.Protection = 0

    def __post_init__(self) -> None:
        character.check_protection(self.protection_kind, self.protection)


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
