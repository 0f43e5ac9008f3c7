"""What an attack reckons with before its die: lethality, distance, zones, Power Attack, fire modes (LETH, AIM)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import replace

from gardien.core.chance import Program, step, watched
from gardien.core.in_force import kept_by_rows
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map, like
from gardien.systems.cthulhud20 import pack, vocabulary
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import FeatKey, check_feats, check_zones
from gardien.systems.cthulhud20.rules.fight import weapons
from gardien.systems.cthulhud20.rules.fight.attack_severity import is_vital, power_bonus, zone_bonus, zone_extra
from gardien.systems.cthulhud20.rules.fight.location import check_aim, is_single, target_of
from gardien.systems.cthulhud20.rules.fight.location import locate as find_zone
from gardien.systems.cthulhud20.rules.tests.modifiers import parts_to_show

TAKEN_AIM = 2  # CD20-AIM-01
RAPID = -2  # CD20-P-FEAT-01
MULTISHOT = 2  # what the malus of a mode loses (CD20-P-GUN-02)
HUGE = 1_000_000

PowerMalus: TypeAlias = Annotated[int, Meta(ge=0, le=200)]
Feats: TypeAlias = Annotated[tuple[FeatKey, ...], Meta(max_length=60)]


def aim_malus(aim: vocabulary.Aim, tables: vocabulary.Tables = "human") -> int:
    """What a zone or group that is named takes from an attack (CD20-AIM-02)."""
    return 0 if aim == "none" else pack.aim(aim, tables).malus


@kept_by_rows(1024)
def can_aim(aim: vocabulary.Aim, tables: vocabulary.Tables, lost: tuple[vocabulary.Zone, ...] = ()) -> bool:
    """Whether a body still has what is aimed at (CD20-AIM-02)."""
    if aim != "none" and (not pack.can_be_aimed_at(aim, tables) or (is_single(aim) and aim in lost)):
        return False
    return bool(target_of(aim, tables, lost).cells())


# ---- lethality ----


class LethalityGiven(Value, frozen=True, kw_only=True):
    """A weapon, and what may change its lethality."""

    weapon: weapons.WeaponNamed
    strength: vocabulary.Score = field(default=10, name="str")
    distance_m: vocabulary.Metres = 0
    slug: bool = False
    both_barrels: bool = False

    def __post_init__(self) -> None:
        weapons.check_use(self.weapon, slug=self.slug, barrels=self.both_barrels)


@procedure(
    "lethality",
    rules="CD20-LETH-01 CD20-LETH-02 CD20-LETH-03 CD20-LETH-04 CD20-P-WEAP-01 CD20-P-GUN-04",
    headline=("lethality",),
)
def lethality_of_weapon(given: LethalityGiven, options: Options) -> Program[weapons.Deadliness]:
    """The highest damage of a weapon and its criticals become a bonus to its attacks."""
    weapon = weapons.weapon_of(given.weapon)
    deadly = weapons.deadliness(weapon, given.strength, given.distance_m, given.slug, given.both_barrels, options)
    yield from step("max_damage", deadly.max_damage, "CD20-LETH-04")
    yield from step("base_bonus", deadly.base_bonus, "CD20-LETH-01")
    yield from step("critical_bonus", deadly.critical_bonus, "CD20-LETH-02")
    own: tuple[tuple[str, int], ...] = (("base_bonus", deadly.base_bonus), ("critical_bonus", deadly.critical_bonus))
    if weapon.lethality is not None:
        own = (("weapon", weapon.lethality),)
    barrels = weapons.BOTH_BARRELS if given.both_barrels else 0
    parts = (*own, ("spread_malus", deadly.spread_malus), ("both_barrels", barrels))
    rule = "CD20-P-GUN-04" if deadly.spread_malus or barrels else "CD20-LETH-01"
    yield from step("lethality", deadly.lethality, rule, parts_to_show(parts), (barrels, HUGE))
    return deadly


# ---- distance ----


class RangeGiven(Value, frozen=True, kw_only=True):
    """How far away, and with what."""

    distance_m: vocabulary.Metres
    weapon: weapons.WeaponNamed | None = None
    increment_m: Annotated[float, Meta(ge=0.1, le=100_000)] | None = None
    far_shot: bool = False
    thrown: bool | None = None
    slug: bool = False

    def __post_init__(self) -> None:
        if self.weapon is not None:
            weapons.check_use(self.weapon, thrown=bool(self.thrown), slug=self.slug)
        elif self.increment_m is None:
            raise BadField("increment_m", "field/missing", "CD20-P-RANGE-01", allowed="weapon | increment_m")


class Reached(Value, frozen=True, kw_only=True):
    """The distance in increments and what it takes from the shot."""

    effective_increment_m: float
    increments: int
    in_range: bool
    range_malus: int


@procedure("range_malus", rules="CD20-ATT-05 CD20-P-RANGE-01 CD20-P-GUN-04", headline=("range_malus",))
def reckon_range(given: RangeGiven, options: Options) -> Program[Reached]:
    """Two less for each full increment, one for shot; Far Shot makes the increments longer."""
    thrown, spreads, increment = given.thrown is True, False, given.increment_m
    if given.weapon is not None:
        weapon = weapons.weapon_of(given.weapon, thrown)
        thrown = weapon.kind == "thrown" if given.thrown is None else thrown
        spreads = weapon.damage_type == "shot" and not given.slug
        increment = weapon.range_increment_m if increment is None else increment
    reach = weapons.reach_of(given.distance_m, increment or 0, thrown, given.far_shot, spreads)
    yield from step("increments", reach.increments, "CD20-P-RANGE-01")
    if not reach.in_range:
        yield from step("in_range", False, "CD20-P-RANGE-01")
    yield from step("range_malus", reach.malus, "CD20-P-GUN-04" if spreads else "CD20-ATT-05")
    return like(Reached, reach, effective_increment_m=reach.increment, range_malus=reach.malus)


# ---- zones ----


class AimGiven(Value, frozen=True, kw_only=True):
    """What is aimed at on a human body."""

    aim: vocabulary.Aim
    lost_parts: vocabulary.Zones = ()

    def __post_init__(self) -> None:
        check_zones("lost_parts", self.lost_parts, "human")
        check_aim("aim", self.aim, "human", self.lost_parts)


class Aimed(Value, frozen=True, kw_only=True):
    """What it costs and where it may strike."""

    aim_malus: int
    location_rolled: bool
    d100_from: int | UnsetType = UNSET
    d100_to: int | UnsetType = UNSET
    zones_possible: tuple[vocabulary.Zone, ...]
    chances: dict[vocabulary.Zone, str]


@procedure("aim_zone", rules="CD20-AIM-02 CD20-AIM-04 CD20-LOC-01", headline=("aim_malus",))
def aim_at(given: AimGiven, options: Options) -> Program[Aimed]:
    """One zone is struck without a location roll; a group leaves its part of the table."""
    malus, rolled = aim_malus(given.aim), not is_single(given.aim)
    yield from step("aim_malus", malus, "CD20-AIM-02")
    yield from step("location_rolled", rolled, "CD20-AIM-04" if rolled else "CD20-AIM-02")
    target = target_of(given.aim, "human", given.lost_parts)
    chances = target.chances()
    return Aimed(
        aim_malus=malus,
        location_rolled=rolled,
        d100_from=target.first if rolled else UNSET,
        d100_to=target.last if rolled else UNSET,
        zones_possible=tuple(chances),
        chances=frozen_map({zone: str(chance) for zone, chance in chances.items()}),
    )


class LocateGiven(Value, frozen=True, kw_only=True):
    """The body that is struck, and the group of zones that was named."""

    aim: vocabulary.Group = "none"
    tables: vocabulary.Tables = "human"
    lost_parts: vocabulary.Zones = ()

    def __post_init__(self) -> None:
        check_zones("lost_parts", self.lost_parts, self.tables)
        check_aim("aim", self.aim, self.tables, self.lost_parts)


class Located(Value, frozen=True, kw_only=True):
    """Where a blow lands and what that zone means."""

    zone: vocabulary.Zone
    roll: int | UnsetType = UNSET
    rerolls: int | UnsetType = UNSET
    zone_bonus: int
    extra_pf_loss: int
    vital: bool


@procedure(
    "locate",
    rules="CD20-LOC-01 CD20-LOC-02 CD20-AIM-04 CD20-GB-02 CD20-GB-03 CD20-CREA-03 CD20-P-CREA-04",
    dice=("d100",),
    headline=("zone",),
    endless=("rerolls",),
)
def locate_hit(given: LocateGiven, options: Options) -> Program[Located]:
    """A d100 on the table of the body, again while it falls outside the group or on a part that is gone."""
    wanted = yield from watched("roll", "rerolls")
    target = replace(
        target_of(given.aim, given.tables, given.lost_parts), shown="roll" in wanted, counted="rerolls" in wanted
    )
    spot = yield from find_zone(target)
    zone, tables = spot.zone, given.tables
    yield from step("zone", zone, "CD20-LOC-01" if given.aim == "none" else "CD20-AIM-04")
    yield from step("zone_bonus", zone_bonus(zone, tables), "CD20-GB-02")
    return Located(
        zone=zone,
        roll=spot.face if "roll" in wanted else UNSET,
        rerolls=spot.rerolls if "rerolls" in wanted else UNSET,
        zone_bonus=zone_bonus(zone, tables),
        extra_pf_loss=zone_extra(zone, tables, options),
        vital=is_vital(zone, tables),
    )


# ---- Power Attack ----


class PowerGiven(Value, frozen=True, kw_only=True):
    """A malus that somebody takes upon themselves."""

    malus: PowerMalus
    base_attack: vocabulary.BaseAttacks
    ranged: bool = False


class Powered(Value, frozen=True, kw_only=True):
    """Whether it may be taken and what it gives."""

    allowed: bool
    reason: Literal["too_small", "above_base_attack", "melee_only"] | UnsetType = UNSET
    attack_malus: int
    gb_bonus: int


@procedure("power_attack", rules="CD20-FEAT-06 CD20-GEN-02", headline=("allowed",))
def strike_with_power(given: PowerGiven, options: Options) -> Program[Powered]:
    """What is taken from the attack comes back one and a half times in the GB, rounded down."""
    reason: Literal["too_small", "above_base_attack", "melee_only"] | UnsetType = UNSET
    if given.malus < 1:
        reason = "too_small"
    elif given.malus > given.base_attack[0]:
        reason = "above_base_attack"
    elif given.ranged and not options.power_attack_ranged:
        reason = "melee_only"
    allowed = reason is UNSET
    yield from step("allowed", allowed, "CD20-FEAT-06")
    gain = power_bonus(given.malus) if allowed else 0
    yield from step("gb_bonus", gain, "CD20-FEAT-06")
    return Powered(allowed=allowed, reason=reason, attack_malus=-given.malus if allowed else 0, gb_bonus=gain)


# ---- several attacks of one turn ----


class Volley(Value, frozen=True, kw_only=True):
    """The base numbers of a turn in one fire mode, those that rate and magazine allow."""

    numbers: tuple[int, ...]
    malus: int  # of the mode and of Rapid Shot, on every attack
    rounds: int  # of ammunition for each attack

    def limited_to(self, rate: int, loaded: int | None) -> "Volley":
        """The attacks that are left of it; the last ones are lost (CD20-P-GUN-01, CD20-P-GUN-02)."""
        return replace(self, numbers=self.numbers[: self.most(len(self.numbers), rate, loaded)])

    def most(self, attacks: int, rate: int, loaded: int | None) -> int:
        """How many attacks of so many can be made."""
        limits = [attacks, *([rate] if rate else []), *([] if loaded is None else [loaded // self.rounds])]
        return min(limits)


def volley_of(base_attack: tuple[int, ...], mode: vocabulary.FireMode, rapid: bool, multishot: bool) -> Volley:
    """More attacks at the highest base number, a malus on all of them (CD20-P-GUN-02, CD20-P-FEAT-01)."""
    row = pack.fire_mode(mode)
    malus = min(0, row.malus + (MULTISHOT if multishot else 0))
    return Volley(
        numbers=(base_attack[0],) * (row.more + rapid) + base_attack,
        malus=malus + (RAPID if rapid else 0),
        rounds=row.rounds,
    )


def check_rapid(rapid: bool, feats: tuple[str, ...]) -> None:
    """Rapid Shot is a feat (CD20-P-FEAT-01)."""
    if rapid and "rapid_shot" not in feats:
        raise BadField("rapid_shot", "field/not_allowed", "CD20-P-FEAT-01", came=True, allowed="false")


class VolleyGiven(Value, frozen=True, kw_only=True):
    """A full attack before anybody is aimed at."""

    base_attack: vocabulary.BaseAttacks
    other_bonus: vocabulary.Bonus = 0
    fire_mode: vocabulary.FireMode = "semi"
    rapid_shot: bool = False
    feats: Feats = ()
    aimed: bool = False
    rate: vocabulary.Count = 0
    rounds_loaded: vocabulary.Count | None = None

    def __post_init__(self) -> None:
        check_feats("feats", self.feats)
        check_rapid(self.rapid_shot, self.feats)


class Volleyed(Value, frozen=True, kw_only=True):
    """The attacks of the turn, each with its bonus."""

    bonuses: tuple[int, ...]
    attacks: int
    malus: int
    ammunition_used: int


@procedure(
    "volley_bonuses", rules="CD20-ATT-03 CD20-AIM-01 CD20-P-GUN-01 CD20-P-GUN-02 CD20-P-FEAT-01", headline=("attacks",)
)
def reckon_volley(given: VolleyGiven, options: Options) -> Program[Volleyed]:
    """Each attack with its own base number; the aim that was taken serves the first only."""
    whole = volley_of(given.base_attack, given.fire_mode, given.rapid_shot, "multishot" in given.feats)
    volley = whole.limited_to(given.rate, given.rounds_loaded)
    yield from step("malus", volley.malus, "CD20-P-GUN-02")
    bonuses = []
    for at, number in enumerate(volley.numbers):
        aim = TAKEN_AIM if given.aimed and not at else 0
        parts = (
            ("base_attack", number),
            ("other_bonus", given.other_bonus),
            ("malus", volley.malus),
            ("aim_bonus", aim),
        )
        bonuses.append(sum(value for _, value in parts))
        yield from step("attack_bonus", bonuses[-1], "CD20-ATT-03", parts_to_show(parts))
    used = volley.rounds * len(bonuses)
    yield from step("ammunition_used", used, "CD20-P-GUN-01")
    return Volleyed(bonuses=tuple(bonuses), attacks=len(bonuses), malus=volley.malus, ammunition_used=used)
