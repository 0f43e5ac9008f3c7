"""Damage and location on their own, apart from any attack (DMG, OPT)."""

from typing import Annotated

from msgspec import Meta

from gardien.core.chance import Program, nonzero, step
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Place
from gardien.systems.operators.rules.body.wounds import place_of, swapped_digits, throw_sum
from gardien.systems.operators.rules.character import BonusDice, Weapon, lower_bonus
from gardien.systems.operators.rules.fight.weapons import DICE, WeaponKey, arm_of, bonus_dice, check_faces


class DamageGiven(Value, frozen=True, kw_only=True):
    """A weapon whose damage is rolled apart from any attack."""

    weapon: WeaponKey | None = None
    custom_weapon: Weapon | None = None
    damage_bonus: BonusDice = "none"
    thrown: bool = False
    critical: bool = False
    extra_rounds: Annotated[int, Meta(ge=0, le=9)] = 0

    def __post_init__(self) -> None:
        if self.custom_weapon is not None:
            check_faces("custom_weapon", self.custom_weapon.damage)
            return
        if self.weapon is None:
            raise BadField("weapon", "field/missing", allowed="“…”")
        check_key("weapon", self.weapon, pack.weapon)

    @property
    def bonus(self) -> BonusDice:
        """Full in melee, one step lower thrown, none for firearms (OPS-DMG-02, OPS-DMG-03, OPS-DMG-04)."""
        kind = self.custom_weapon.type if self.custom_weapon else pack.weapon(self.weapon or "").type
        if kind == "firearm":
            return "none"
        return lower_bonus(self.damage_bonus) if self.thrown or kind == "thrown" else self.damage_bonus


class DamageRolled(Value, frozen=True, kw_only=True):
    """A damage with what it could have been."""

    refused: bool = False
    weapon_roll: int
    bonus_roll: int
    burst_damage: int
    damage_final: int
    minimum: int
    maximum: int


@procedure(
    "roll_damage",
    rules="OPS-DMG-01 OPS-DMG-02 OPS-DMG-03 OPS-DMG-04 OPS-DMG-06 OPS-CBT-11 OPS-OPT-02",
    dice=DICE,
    headline=("damage_final",),
)
def roll_damage(given: DamageGiven, options: Options) -> Program[DamageRolled]:
    """The dice of a weapon, its bonus, its rounds, doubled by a critical."""
    arm = arm_of(given.weapon or "", given.custom_weapon)
    bonus = bonus_dice(given.bonus)
    weapon = yield from throw_sum(arm.dice, "", "damage")
    extra = (yield from throw_sum(bonus, "", "bonus")) if bonus.terms else 0
    burst = given.extra_rounds * arm.flat
    times = 2 if given.critical else 1
    sum_of = weapon + extra + burst
    parts = (("weapon_roll", weapon), ("bonus_roll", extra), ("burst_damage", burst))
    yield from step("damage_sum", sum_of, "OPS-DMG-06", nonzero(*parts))
    yield from step("damage_final", sum_of * times, "OPS-CBT-11" if given.critical else "OPS-DMG-06")
    return DamageRolled(
        weapon_roll=weapon,
        bonus_roll=extra,
        burst_damage=burst,
        damage_final=sum_of * times,
        minimum=times * (arm.dice.lowest() + bonus.lowest() + burst),
        maximum=times * (arm.dice.highest() + bonus.highest() + burst),
    )


class LocateGiven(Value, frozen=True, kw_only=True):
    """An attack throw as it fell."""

    roll: Annotated[int, Meta(ge=1, le=100)]


class LocatedHit(Value, frozen=True, kw_only=True):
    """Where it lands."""

    refused: bool = False
    location_number: int
    location: Place


@procedure("locate_hit", rules="OPS-OPT-09 OPS-OPT-10 OPS-DICE-01", headline=("location",))
def locate(given: LocateGiven, options: Options) -> Program[LocatedHit]:
    """The digits of the attack throw, the other way round."""
    number = swapped_digits(given.roll)
    yield from step("location_number", number, "OPS-OPT-09")
    place = place_of(number, options)
    yield from step("location", place, "OPS-OPT-10")
    return LocatedHit(location_number=number, location=place)
