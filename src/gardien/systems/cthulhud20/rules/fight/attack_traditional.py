"""An attack on a creature that keeps hit points and rolled damage (CREA-02, P-CREA-02)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, call, less, nonzero, roll, step, tail, watched
from gardien.core.dice import D20, Dice
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between, like
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight import attack_modifiers
from gardien.systems.cthulhud20.rules.fight.armour_class import CLOSE
from gardien.systems.cthulhud20.rules.fight.weapons import WeaponNamed, exact, weapon_of
from gardien.systems.cthulhud20.rules.tests.dice_text import LABELS, check_plain, throw
from gardien.systems.cthulhud20.rules.tests.modifiers import Parts, cannot_act, parts_to_show, total
from gardien.systems.cthulhud20.vocabulary import Difficulty, Name

HUGE = 1_000_000


class TraditionalGiven(attack_modifiers.AssailingGiven, frozen=True, kw_only=True):
    """Who attacks a creature, with what, its CA and the hit points it has left."""

    weapon: WeaponNamed
    ca: Difficulty
    hp: Annotated[int, Meta(ge=-2000, le=2000)]
    attack_number: Annotated[int, Meta(ge=1, le=10)] = 1
    half_damage: bool = False
    damage_reduction: Annotated[int, Meta(ge=0, le=1000)] = 0
    weapon_name: Name = ""  # which of somebody’s own it is: nothing to the rule

    def __post_init__(self) -> None:
        self.attack()
        weapon = weapon_of(self.weapon, self.thrown)
        if not weapon.damage:
            raise BadField("weapon", "field/missing", "CD20-P-CREA-02", allowed="damage")
        check_plain("weapon", weapon.damage, "CD20-P-CREA-02")

    def attack(self) -> attack_modifiers.BonusGiven:
        """The same attack as any other is summed up, on a body without zones (CD20-CREA-02)."""
        return like(attack_modifiers.BonusGiven, self, target=replace(self.target, damage_mode="traditional"))


class Rolled(Value, frozen=True, kw_only=True):
    """The attack, its damage, and what is left of the creature."""

    refused: Literal["attacker_cannot_act", "out_of_range"] | UnsetType = UNSET
    attack_bonus: int | UnsetType = UNSET
    die: int | UnsetType = UNSET
    attack_total: int | UnsetType = UNSET
    hit: bool | UnsetType = UNSET
    confirmation_total: int | UnsetType = UNSET
    critical: bool | UnsetType = UNSET
    damage: int | UnsetType = UNSET
    damage_taken: int | UnsetType = UNSET
    hp: int | UnsetType = UNSET
    destroyed: bool | UnsetType = UNSET

    def changes(self, given: TraditionalGiven, options: Options) -> tuple[Change, ...]:
        return changes_between(given, self, ("hp",), given.target.name)


class Swing(Value, frozen=True, kw_only=True):
    """All that an attack is before its dice."""

    bonus: int
    ca: int
    threat_from: int
    one: bool  # a natural 1 misses (CD20-ATT-04)
    twenty: bool
    damage: Dice
    added: Parts
    multiplier: int
    half: bool
    reduction: int
    hp: int
    by: str

    def hits(self, face: int) -> bool:
        """Whether a natural d20 reaches the single CA (CD20-P-CREA-02, CD20-ATT-04)."""
        if face == 1 and self.one:
            return False
        return face + self.bonus >= self.ca or (face == 20 and self.twenty)


class Reading(Value, frozen=True):
    """A natural d20 as far as somebody looks: hit, in the threat range, the face."""

    swing: Swing
    shown: bool

    def __call__(self, face: int) -> tuple[bool, bool, int]:
        hit = self.swing.hits(face)
        return hit, hit and face >= self.swing.threat_from, face if self.shown else 0


def threat_of(attack_sum: attack_modifiers.Sum, attacker: Combatant) -> int:
    """The lowest face of the threat range; Improved Critical makes it twice as wide (CD20-P-CREA-02)."""
    weapon = attack_sum.weapon
    wide = 21 - weapon.threat_from
    return 21 - 2 * wide if attacker.has(f"improved_critical:{weapon.key}") else weapon.threat_from


def damage_bonus(attack_sum: attack_modifiers.Sum, attacker: Combatant, power: int) -> Parts:
    """Strength by hand and thrown, half as much again with two hands; Power Attack, Point Blank Shot (P-CREA-02)."""
    weapon, strength = attack_sum.weapon, attacker.modifier("str")
    if weapon.kind == "ranged":
        strength = 0
    elif weapon.kind == "melee" and weapon.two_handed and strength > 0:
        strength = 3 * strength // 2
    near = weapon.is_ranged and exact(attack_sum.distance) <= exact(CLOSE) and attacker.has("point_blank_shot")
    parts = (
        ("ability_mod", strength),
        ("power_attack", power),
        ("feat_bonus", attack_modifiers.POINT_BLANK if near else 0),
    )
    return nonzero(*parts)


def swing_of(given: TraditionalGiven, attack_sum: attack_modifiers.Sum, options: Options) -> Swing:
    """What the dice of this attack are read by."""
    return Swing(
        bonus=attack_sum.total_bonus,
        ca=given.ca,
        threat_from=threat_of(attack_sum, given.attacker),
        one=not options.no_auto_miss,
        twenty=not options.no_auto_hit,
        damage=Dice.parse(attack_sum.weapon.damage),
        added=damage_bonus(attack_sum, given.attacker, given.power_attack),
        multiplier=attack_sum.weapon.critical_multiplier,
        half=given.half_damage,
        reduction=given.damage_reduction,
        hp=given.hp,
        by=given.attacker.name,
    )


@procedure("attack_traditional", rules="CD20-CREA-02 CD20-P-CREA-02", dice=LABELS, headline=("hit", "destroyed"))
def attack_traditional(given: TraditionalGiven, options: Options) -> Program[Rolled]:
    """A d20 against one CA without lethality; damage is rolled, and a threat that is confirmed multiplies it."""
    wanted = yield from watched("die", "attack_total", "confirmation_total")
    attack_sum = attack_modifiers.bonus_of(given.attack(), options)
    attack_modifiers.power_in_melee(given.power_attack, attack_sum.weapon, options)
    if cannot_act(given.attacker):
        yield from step("refused", "attacker_cannot_act", "CD20-HP-05")
        return Rolled(refused="attacker_cannot_act")
    if not attack_sum.in_range:
        yield from step("refused", "out_of_range", "CD20-P-RANGE-01")
        return Rolled(refused="out_of_range")
    terms = parts_to_show((*attack_sum.terms, ("target_modifier", attack_sum.target_modifier)))
    yield from step("attack_bonus", attack_sum.total_bonus, "CD20-P-CREA-02", terms)
    return tail(call(swing, swing_of(given, attack_sum, options), wanted))


def swing(swung: Swing, wanted: frozenset[str]) -> Program[Rolled]:
    """The attack, a second die if it threatens, then the damage (CD20-P-CREA-02)."""
    open_die = bool(wanted & {"die", "attack_total"})
    hit, threat, face = yield from roll(D20.map(Reading(swung, open_die)), "d20", swung.by, "attack")
    if open_die:
        parts = (("die", face), ("attack_bonus", swung.bonus))
        yield from step("attack_total", face + swung.bonus, "CD20-P-CREA-02", parts)
    yield from step("hit", hit, "CD20-ATT-02")
    critical, second = False, 0
    if threat:
        reading = Reading(swung, "confirmation_total" in wanted)
        critical, _, second = yield from roll(D20.map(reading), "d20", swung.by, "confirmation")
        if second:
            parts = (("die", second), ("attack_bonus", swung.bonus))
            yield from step("confirmation_total", second + swung.bonus, "CD20-P-CREA-02", parts)
        yield from step("critical", critical, "CD20-P-CREA-02")
    damage = (yield from roll_damage(swung, critical)) if hit else 0
    taken = max(0, (damage // 2 if swung.half else damage) - swung.reduction)
    left = swung.hp - taken
    yield from step("damage_taken", taken, "CD20-P-CREA-02")
    yield from step("hp", left, "CD20-P-CREA-02", (("hp", swung.hp), less("damage_taken", taken)))
    yield from step("destroyed", left <= 0, "CD20-P-CREA-02")
    return Rolled(
        attack_bonus=swung.bonus,
        die=face if "die" in wanted else UNSET,
        attack_total=face + swung.bonus if "attack_total" in wanted else UNSET,
        hit=hit,
        confirmation_total=second + swung.bonus if second else UNSET,
        critical=critical,
        damage=damage,
        damage_taken=taken,
        hp=left,
        destroyed=left <= 0,
    )


def roll_damage(swung: Swing, critical: bool) -> Program[int]:
    """The weapon’s dice and what is added, one at least; a critical multiplies all of it (CD20-P-CREA-02)."""
    rolled = yield from throw(swung.damage, swung.by, "damage")
    base = max(1, rolled + total(swung.added))
    yield from step("damage", base, "CD20-P-CREA-02", (("dice", rolled), *swung.added), (1, HUGE))
    if not critical:
        return base
    yield from step("damage", base * swung.multiplier, "CD20-P-CREA-02")
    return base * swung.multiplier
