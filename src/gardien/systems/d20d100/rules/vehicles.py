"""Pursuits behind a wheel, in the saddle, at a tiller: one round of them (SKILL-15, MISS-19)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, roll, step, watched
from gardien.core.dice import Dice, Term
from gardien.core.procedure import procedure
from gardien.core.values import Value, like
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import NOTHING
from gardien.systems.d20d100.rules.character import Modifier, Mods, OwnModifier
from gardien.systems.d20d100.rules.tests.d20 import Labels, attempt
from gardien.systems.d20d100.rules.tests.opposed import SideLabels, Sides, Winner, meet

Band: TypeAlias = Literal["contact", "near", "far", "lost"]
Ahead: TypeAlias = Literal["fleeing", "pursuing", "none"]
BANDS: tuple[Band, ...] = ("contact", "near", "far", "lost")  # D100-MISS-19
WINNERS: dict[Winner, Ahead] = {"active": "fleeing", "passive": "pursuing", "none": "none"}
OPENS: dict[Ahead, int] = {"fleeing": 1, "pursuing": -1, "none": 0}
BADLY = 10  # losing by so much puts a vehicle at risk
CONTROL = 15  # Réflexes that keep it on the road
EACH_KMH = 20  # one d6 for every full so many

DRIVERS = SideLabels("fleeing_total", "pursuing_total", "fleeing_one", "pursuing_one", "")
EVERYTHING = frozenset({"fleeing_total", "pursuing_total", "fleeing_one", "pursuing_one"})
UNTOLD = Labels("", "", "", "")


class RideGiven(Value, frozen=True, kw_only=True):
    """Two vehicles or mounts, and what lies between them."""

    fleeing_modifier: Modifier
    pursuing_modifier: Modifier
    fleeing_mods: Mods = ()
    pursuing_mods: Mods = ()
    band: Band = "near"
    fleeing_reflexes: OwnModifier = 0
    pursuing_reflexes: OwnModifier = 0
    speed_kmh: Annotated[int, Meta(ge=0, le=300)] = 60


class Ridden(Value, frozen=True, kw_only=True):
    """The same one round later."""

    fleeing_total: int | UnsetType = UNSET
    pursuing_total: int | UnsetType = UNSET
    winner: Ahead
    band: Band
    fleeing_crash: bool
    pursuing_crash: bool
    fleeing_damage: int | UnsetType = UNSET
    pursuing_damage: int | UnsetType = UNSET


class Raced(Value, frozen=True):
    """Who drove better, and who is at risk; the totals only where somebody looks at them."""

    winner: Ahead
    fleeing_risk: bool
    pursuing_risk: bool
    fleeing_total: int | UnsetType = UNSET
    pursuing_total: int | UnsetType = UNSET


def race(sides: Sides, wanted: frozenset[str], options: Options) -> Program[Raced]:
    """Skill against skill, equals among equals; a 1, or ten points behind, and the vehicle gets out of hand."""
    met = yield from meet(sides, EVERYTHING, options, DRIVERS)
    assert met.active_total is not UNSET
    assert met.passive_total is not UNSET
    ahead = WINNERS[met.winner]
    lead = met.active_total - met.passive_total
    return Raced(
        ahead,
        met.active_one is True or (ahead == "pursuing" and -lead >= BADLY),
        met.passive_one is True or (ahead == "fleeing" and lead >= BADLY),
        met.active_total if "fleeing_total" in wanted else UNSET,
        met.passive_total if "pursuing_total" in wanted else UNSET,
    )


def to_unset(_: int) -> UnsetType:
    """Dice that fall, but that nobody counts."""
    return UNSET


def keep_control(
    side: Literal["fleeing", "pursuing"], reflexes: int, dice: int, wanted: bool, options: Options
) -> Program[tuple[bool, int | UnsetType]]:
    """Réflexes at 15, or a crash: 1d6 for each full 20 km/h, to everybody aboard (D100-MISS-19)."""
    tried = yield from attempt(reflexes, CONTROL, NOTHING, options, UNTOLD, "", f"{side}_reflexes")
    yield from step(f"{side}_crash", not tried.success, "D100-MISS-19")
    damage: int | UnsetType = 0
    if not tried.success and dice:
        crash, purpose = Dice((Term(dice, 6),)), f"{side}_damage"
        if wanted:
            damage = yield from roll(crash, "d6", "", purpose)
        else:
            damage = yield from roll(crash.map(to_unset), "d6", "", purpose)
    if not tried.success and damage is not UNSET:
        yield from step(f"{side}_damage", damage, "D100-MISS-19")
    return not tried.success, damage


def band_after(band: Band, ahead: Ahead) -> Band:
    """One step wider or closer, no farther than the ends (D100-MISS-19)."""
    at = BANDS.index(band) + OPENS[ahead]
    return BANDS[max(0, min(len(BANDS) - 1, at))]


@procedure(
    "vehicle_pursuit_round",
    rules="D100-MISS-19 D100-TEST-07 D100-SKILL-15 D100-FIRE-12",
    dice=("d20", "d6"),
    headline=("winner", "band", "fleeing_crash", "pursuing_crash"),
)
def vehicle_pursuit_round(given: RideGiven, options: Options) -> Program[Ridden]:
    """Both drivers throw: the distance opens or closes by one step, and whoever fails badly may crash."""
    sides = Sides(
        active=given.fleeing_modifier + sum(given.fleeing_mods),
        passive=given.pursuing_modifier + sum(given.pursuing_mods),
        kind="symmetric",
        purposes=("fleeing", "pursuing"),
    )
    wanted = yield from watched("fleeing_total", "pursuing_total", "fleeing_damage", "pursuing_damage")
    raced = yield from apply(race, sides, wanted, options)
    yield from step("winner", raced.winner, "D100-TEST-07")
    band = band_after(given.band, raced.winner)
    yield from step("band", band, "D100-MISS-19")
    dice = given.speed_kmh // EACH_KMH
    fled: tuple[bool, int | UnsetType] = (False, 0)
    chased: tuple[bool, int | UnsetType] = (False, 0)
    if raced.fleeing_risk:
        counted = "fleeing_damage" in wanted
        fled = yield from apply(keep_control, "fleeing", given.fleeing_reflexes, dice, counted, options)
    if raced.pursuing_risk:
        counted = "pursuing_damage" in wanted
        chased = yield from apply(keep_control, "pursuing", given.pursuing_reflexes, dice, counted, options)
    return like(
        Ridden,
        raced,
        band=band,
        fleeing_crash=fled[0],
        pursuing_crash=chased[0],
        fleeing_damage=fled[1],
        pursuing_damage=chased[1],
    )
