"""Explosives: on target or adrift, then one throw for the whole blast, and everyone in it (HAZ)."""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, fold, roll, step, watched
from gardien.core.dice import D6, Dice, Term
from gardien.core.inputs import BadField, check_key, check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.body.wounds import (
    Blow,
    fields_of,
    half,
    missed_fields,
    suffer,
    throw_sum,
    wound_changes,
)
from gardien.systems.operators.rules.character import (
    NO_PLAN,
    Combatant,
    Difficulty,
    LuckPlan,
    Metres,
    Reached,
    Result,
    Sources,
    Steps,
    Victim,
    Zone,
    left_of,
)
from gardien.systems.operators.rules.fight.firearms import FORBIDDEN, RANGES
from gardien.systems.operators.rules.fight.victims import Hit, wanted_of_victims, wanted_part
from gardien.systems.operators.rules.fight.weapons import cannot_attack
from gardien.systems.operators.rules.tests.characteristic import Outcome, throw_fields
from gardien.systems.operators.rules.tests.d100 import DIFFICULT, Case, advantages, attempt, base_of, compose

DRIFT = 2  # metres a point of the die (M-08)
DeviceKey = Annotated[str, Meta(max_length=100, examples=pack.keys("devices", "device"))]
EXPLOSIVES: list[str] = pack.keys("devices", "device", "dice")
ExplosiveKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=EXPLOSIVES)]


# ---- on its way ----


class LobGiven(Value, frozen=True, kw_only=True):
    """An explosive thrown or launched."""

    attacker: Combatant = Combatant()
    device: DeviceKey = "frag"
    zone: Zone = 0
    advantage: bool = False
    advantage_count: Sources = 1
    waive: bool = False
    steps: Steps = 0
    luck_plan: LuckPlan = NO_PLAN

    def __post_init__(self) -> None:
        check_key("device", self.device, pack.device)


class Lobbed(Outcome, frozen=True, kw_only=True):
    """Where an explosive comes down."""

    final_difficulty: Reached | UnsetType = UNSET
    target: int | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    outcome: Result | UnsetType = UNSET
    on_target: bool | UnsetType = UNSET
    drift_m: int | UnsetType = UNSET
    luck: int

    def changes(self, given: LobGiven, options: Options) -> tuple[Change, ...]:
        who = given.attacker
        return (Change("luck", who.luck, self.luck, who.name),) if self.luck != who.luck else ()


def device_base(row: pack.Device, zone: int) -> int:
    """Thrown: difficult in Zone 0; launched: by zone like an ordinary firearm, unless the device says (M-08)."""
    if row.zone_min is None or row.zone_max is None or not row.zone_min <= zone <= row.zone_max:
        return FORBIDDEN
    if row.delivery == "thrown":
        return DIFFICULT
    return base_of(row.difficulty) if row.difficulty else RANGES["ordinary"][zone]


@procedure(
    "throw_explosive",
    rules="OPS-HAZ-03 OPS-CBT-07 OPS-CBT-08 OPS-TEST-10",
    dice=("d100", "d6"),
    headline=("on_target", "drift_m"),
)
def lob(given: LobGiven, options: Options) -> Program[Lobbed]:
    """A DEX test puts an explosive where it should go; otherwise it drifts."""
    who, row = given.attacker, pack.device(given.device)
    base = device_base(row, given.zone)
    reason = cannot_attack(who)
    if reason is None and row.delivery == "placed":
        reason = "placed"
    if reason is None and base == FORBIDDEN:
        reason = "out_of_range"
    if reason is None and given.waive and not options.may_waive_advantage:
        reason = "waiver_off"
    if reason:
        yield from step("reason", reason, "OPS-HAZ-03")
        forbidden: Reached | UnsetType = "forbidden" if reason == "out_of_range" else UNSET
        return Lobbed(refused=True, reason=reason, final_difficulty=forbidden, luck=who.luck)
    case = Case(
        base=base,
        harder=given.steps,
        wounded=who.unrelieved,
        advantages=advantages(given.advantage, given.advantage_count, given.waive),
    )
    difficulty: Difficulty = compose(case, options)
    wanted = yield from watched("roll")
    tried = yield from attempt(
        who.current("DEX"), difficulty, given.luck_plan, who.purse(options), bool(wanted), options, purpose="attack"
    )
    drift = 0
    if difficulty not in ("automatic", "impossible") and not tried.success:
        face = yield from roll(D6, "d6", purpose="drift")
        drift = DRIFT * face
    yield from step("drift_m", drift, "OPS-HAZ-03")
    return Lobbed(
        **throw_fields(who.current("DEX"), difficulty, tried),
        on_target=tried.success,
        drift_m=drift,
        luck=who.luck - tried.spent,
    )


# ---- the blast ----


class ExplosionGiven(Value, frozen=True, kw_only=True):
    """A device, or dice and a radius, and whoever is near."""

    victims: Annotated[tuple[Victim, ...], Meta(min_length=1, max_length=100)]
    device: ExplosiveKey = ""
    dice_count: Annotated[int, Meta(ge=0, le=40)] = 0
    radius_m: Metres = 5
    charges: Annotated[int, Meta(ge=1, le=20)] = 1

    def __post_init__(self) -> None:
        if self.device and not check_key("device", self.device, pack.device).dice:
            raise BadField("device", "field/one_of", "OPS-HAZ-03", came=self.device, allowed=EXPLOSIVES)
        check_unique("victims", [victim.defender.name for victim in self.victims])

    @property
    def power(self) -> tuple[int, float]:
        """How many D6, and how far they reach in full (M-08)."""
        if not self.device:
            return self.dice_count, self.radius_m
        row = pack.device(self.device)
        return row.dice + row.further_dice * (self.charges - 1), row.radius_m


class Explosion(Outcome, frozen=True, kw_only=True):
    """What a blast did; odds tell each victim's part only when asked to."""

    blast: int
    killed: int
    hits: tuple[Hit, ...] | UnsetType = UNSET

    def changes(self, given: ExplosionGiven, options: Options) -> tuple[Change, ...]:
        pairs = zip(given.victims, self.hits or (), strict=True)
        return tuple(one for victim, hit in pairs for one in wound_changes(victim.defender, hit, hit.luck))


def damage_at(blast: int, distance: float, radius: float, cover: bool) -> int:
    """All of it within the radius, half in the next ring as wide, nothing beyond; cover halves again (M-08)."""
    if distance > 2 * radius:
        return 0
    damage = blast if distance <= radius else half(blast)
    return half(damage) if cover else damage


class Near(Value, frozen=True):
    """One of the victims, and what reaches them."""

    victim: Victim
    damage: int
    wanted: bool
    options: Options
    details: frozenset[str] | None = None  # of their fate that somebody looks at


class Toll(Value, frozen=True):
    """The victims so far."""

    killed: int = 0
    hits: tuple[Hit, ...] = ()


def resolve_victim(near: Near) -> Program[Hit]:
    """One victim: a blast is one damage, and protection counts (OPS-HAZ-03, OPS-ARM-01)."""
    who = near.victim.defender
    if who.wound_level == "dead":
        return Hit(name=who.name, luck=who.luck, **missed_fields(who))
    blow = Blow(first=near.damage, kind="explosion")
    purse = who.purse(near.options)
    struck = yield from suffer(blow, who, near.victim.luck_plan, purse, near.wanted, near.options, who.name)
    return Hit(name=who.name, luck=left_of(who, struck.luck, near.options), **fields_of(struck.block))


def count_victim(toll: Toll, near: Near) -> Program[Toll]:
    """The next victim."""
    hit = yield from apply(resolve_victim, near)
    killed = toll.killed + (near.victim.defender.wound_level != "dead" and not hit.alive)
    return Toll(killed, toll.hits if near.details is None else (*toll.hits, wanted_part(hit, near.details)))


@procedure(
    "explosion",
    rules="OPS-HAZ-03 OPS-ARM-01 OPS-HLTH-02 OPS-HLTH-03",
    dice=("d6", "d100"),
    headline=("killed",),
)
def explode(given: ExplosionGiven, options: Options) -> Program[Explosion]:
    """One throw of D6 for the blast; each victim takes it as one damage, less by distance and cover."""
    dice, radius = given.power
    wanted = bool((yield from watched("hits")))
    details = yield from wanted_of_victims("hits", [one.defender.name for one in given.victims], wanted)
    blast = yield from throw_sum(Dice((Term(dice, 6),)) if dice else Dice(()), purpose="blast")
    yield from step("blast", blast, "OPS-HAZ-03")
    near = [
        Near(one, damage_at(blast, one.distance_m, radius, one.cover), wanted, options, details.get(one.defender.name))
        for one in given.victims
    ]
    toll = yield from fold(count_victim, Toll(), near)
    yield from step("killed", toll.killed, "OPS-HLTH-05")
    return Explosion(blast=blast, killed=toll.killed, hits=toll.hits if details else UNSET)
