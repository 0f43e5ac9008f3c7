"""Weapons as attacks read them: a row of the list, or one described, with its lethality (LETH, P-WEAP, P-GUN-04)."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.dice import Dice
from gardien.core.in_force import kept_by_rows
from gardien.core.inputs import BadField, check_dice, check_key
from gardien.core.values import Value, like
from gardien.systems.cthulhud20 import pack, vocabulary
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack.arms import Loader

WEAPONS = pack.live("weapons", "weapon")
WeaponKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=list(WEAPONS))]
BOTH_BARRELS = 2  # CD20-P-GUN-04
MOST_INCREMENTS, MOST_THROWN = 10, 5  # CD20-P-RANGE-01
RESISTED: tuple[vocabulary.DamageType, ...] = ("bullet", "shot", "point")  # CD20-P-CREA-03
Rate: TypeAlias = Annotated[str, Meta(max_length=10, examples=["2", "1", "S", "S,M,A", "M,A", "A", ""])]


class WeaponGiven(Value, frozen=True, kw_only=True):
    """A weapon described: with the key of one on the list, only what differs; without, what is not said is plain."""

    key: vocabulary.Name = ""
    kind: vocabulary.WeaponKind | None = None
    damage: vocabulary.DiceText | None = None
    max_damage: vocabulary.MaxDamage | None = None
    critical_multiplier: Annotated[int, Meta(ge=2, le=10)] | None = None
    threat_from: Annotated[int, Meta(ge=2, le=20)] | None = None
    lethality: vocabulary.Lethality | None = None
    range_increment_m: vocabulary.Metres | None = None
    thrown_increment_m: vocabulary.Metres | None = None
    proficiency: vocabulary.Proficiency | None = None
    damage_type: vocabulary.DamageType | None = None
    pf_only: bool | None = None
    unarmed: bool | None = None
    two_handed: bool | None = None
    finesse: bool | None = None
    rate: Rate | None = None
    magazine: vocabulary.Count | None = None

    def __post_init__(self) -> None:
        if self.damage:
            _plain_dice("damage", self.damage)


def _plain_dice(field: str, text: str) -> Dice:
    """`NdS` or `NdS+K`, nothing else (CD20-LETH-04)."""
    dice = check_dice(field, text)
    if len(dice.terms) > 1 or any(term.factor != 1 for term in dice.terms) or dice.highest() < 1:
        raise BadField(field, "field/type", "CD20-LETH-04", came=text, allowed="1d6, 2d10+1")
    return dice


WeaponNamed: TypeAlias = WeaponKey | WeaponGiven


class Weapon(Value, frozen=True, kw_only=True):
    """A weapon, everything known of it."""

    key: str = ""
    kind: vocabulary.WeaponKind = "melee"
    damage: str = ""
    max_damage: int = 1
    critical_multiplier: int = 2
    threat_from: int = 20
    lethality: int | None = None  # written beside it, instead of what its damage gives
    range_increment_m: float = 0
    thrown_increment_m: float = 0
    proficiency: vocabulary.Proficiency = "simple"
    damage_type: vocabulary.DamageType = "other"
    pf_only: bool = False
    unarmed: bool = False
    two_handed: bool = False
    finesse: bool = False
    rate: str = ""
    magazine: int = 0
    loader: Loader | None = None  # of the list: how it is loaded (CD20-P-GUN-05)

    @property
    def holds(self) -> int:
        """What is counted in it: a quiver is never empty (CD20-P-WEAP-01)."""
        counts = self.loader or self.kind == "thrown" or self.key not in WEAPONS
        return self.magazine if counts else 0

    @property
    def has_two_barrels(self) -> bool:
        """Whether both may be fired at once (CD20-P-GUN-04)."""
        return self.kind == "ranged" and self.magazine == 2

    @property
    def is_ranged(self) -> bool:
        """Shot or thrown: Dexterity counts, distance too."""
        return self.kind != "melee"

    @property
    def firearm(self) -> bool:
        return self.proficiency in vocabulary.FIREARMS

    @property
    def most_shots(self) -> int:
        """The most attack rolls in a round; 0 is without limit (CD20-P-WEAP-01)."""
        return int(self.rate) if self.rate.isdigit() else 0


def check_weapon(field: str, weapon: str | WeaponGiven) -> None:
    """A weapon on the list where one is named by its key alone; called by inputs about themselves."""
    if isinstance(weapon, str):
        check_key(field, weapon, pack.weapon)


def check_use(
    named: str | WeaponGiven, *, thrown: bool = False, slug: bool = False, barrels: bool = False, stuns: bool = False
) -> None:
    """A weapon is used as it can be (CD20-P-WEAP-01, CD20-P-GUN-04, CD20-P-WOUND-02)."""
    check_weapon("weapon", named)
    weapon = weapon_of(named, thrown)
    if weapon.key not in WEAPONS:  # of one that is only described nobody knows better
        return
    barred: tuple[tuple[str, bool, str, Callable[[Any], Any]], ...] = (
        ("thrown", thrown and weapon.kind != "thrown", "CD20-P-WEAP-01", lambda row: row.thrown or row.hurled),
        ("slug", slug and weapon.damage_type != "shot", "CD20-P-GUN-04", lambda row: row.damage_type == "shot"),
        ("both_barrels", barrels and not weapon.has_two_barrels, "CD20-P-GUN-04", _has_two_barrels),
    )
    for field, wrong, rule, fits in barred:
        if wrong:
            allowed = _those(fits)
            raise BadField(field, "field/not_allowed", rule, came=weapon.key or weapon.kind, allowed=allowed)
    if stuns and weapon.kind == "ranged":
        raise BadField(
            "to_stun", "field/not_allowed", "CD20-P-WOUND-02", came=weapon.key or weapon.kind, allowed="melee"
        )


def _has_two_barrels(row: Any) -> bool:
    return weapon_of(row.key).has_two_barrels


def _those(fits: Callable[[Any], Any]) -> str:
    """The weapons of the pack that something can be done with."""
    return ", ".join(row.key for row in pack.table("weapons", "weapon") if fits(row))


def weapon_of_list(key: str) -> Weapon:
    """A weapon of the list (CD20-P-WEAP-01)."""
    row = pack.weapon(key)
    return like(
        Weapon,
        row,
        kind="thrown" if row.hurled else "ranged" if row.metres else "melee",
        max_damage=row.most,
        critical_multiplier=row.multiplier,
        lethality=None,
        range_increment_m=row.metres,
        thrown_increment_m=row.thrown,
        rate="" if row.hurled else row.rate,
    )


@kept_by_rows(1000)
def weapon_of(named: str | WeaponGiven, thrown: bool = False) -> Weapon:
    """A weapon as an attack reads it; a hand weapon that is thrown has the reach of its throw."""
    weapon = weapon_of_list(named) if isinstance(named, str) else _weapon_described(named)
    if thrown and weapon.kind == "melee" and weapon.thrown_increment_m:
        weapon = replace(weapon, kind="thrown", range_increment_m=weapon.thrown_increment_m)
    return weapon


def _weapon_described(given: WeaponGiven) -> Weapon:
    base = weapon_of_list(given.key) if given.key in WEAPONS else Weapon(key=given.key)
    said = {name: getattr(given, name) for name in WeaponGiven.__struct_fields__ if name != "key"}
    weapon = replace(base, **{name: value for name, value in said.items() if value is not None})
    if given.max_damage is None and given.damage:
        weapon = replace(weapon, max_damage=Dice.parse(given.damage).highest())
    if given.kind is None and given.key not in WEAPONS:
        weapon = replace(weapon, kind="ranged" if weapon.range_increment_m else "melee")
    return weapon


# ---- lethality ----


class Deadliness(Value, frozen=True, kw_only=True):
    """The lethality of a weapon and what it is made of (CD20-LETH-01, CD20-LETH-02, CD20-P-GUN-04)."""

    max_damage: int
    base_bonus: int
    critical_bonus: int
    spread_malus: int
    lethality: int


def deadliness(
    weapon: Weapon, strength: int, distance: float, slug: bool, both_barrels: bool, options: Options
) -> Deadliness:
    """The lethality of a weapon: its own, or by its highest damage and its criticals; shot spreads (CD20-LETH-01)."""
    most = weapon.max_damage
    if options.strength_in_lethality and weapon.kind != "ranged":
        most = max(1, most + vocabulary.modifier_of(strength))  # CD20-LETH-04
    base = pack.lethal(most)
    critical = int(weapon.critical_multiplier > 2 or weapon.threat_from <= 19)
    spread = 0
    if weapon.damage_type == "shot" and not slug and weapon.range_increment_m:
        spread = -increments(distance, weapon.range_increment_m)
    own = base + critical if weapon.lethality is None else weapon.lethality
    return Deadliness(
        max_damage=most,
        base_bonus=base,
        critical_bonus=critical,
        spread_malus=spread,
        lethality=max(0, own + spread) + (BOTH_BARRELS if both_barrels else 0),
    )


def felt_lethality(lethality: int, weapon: Weapon, traits: tuple[str, ...]) -> int:
    """What is left of a lethality on a body that resists bullets and points (CD20-P-CREA-03)."""
    return lethality // 2 if "bullet_resistant" in traits and weapon.damage_type in RESISTED else lethality


# ---- distance ----


class Reach(Value, frozen=True, kw_only=True):
    """A distance in increments and what it takes from a shot (CD20-P-RANGE-01)."""

    increment: float
    increments: int
    in_range: bool
    malus: int


def exact(metres: float) -> Fraction:
    """A length as it is written, so that 112.4 stays below 112.5."""
    return Fraction(str(metres))


def increments(distance: float, increment: float) -> int:
    """Full increments in a distance."""
    return int(exact(distance) // exact(increment))


@lru_cache(1000)
def reach_of(distance: float, increment: float, thrown: bool, far_shot: bool, spreads: bool) -> Reach:
    """What distance takes from a shot; without an increment nothing (CD20-P-RANGE-01, CD20-P-GUN-04)."""
    if not increment:
        return Reach(increment=0, increments=0, in_range=True, malus=0)
    wide = exact(increment) * (1 if not far_shot else 2 if thrown else Fraction(3, 2))
    increments = int(exact(distance) // wide)
    in_range = increments < (MOST_THROWN if thrown else MOST_INCREMENTS)
    each = -1 if spreads else -2
    return Reach(
        increment=float(wide), increments=increments, in_range=in_range, malus=each * increments if in_range else 0
    )
