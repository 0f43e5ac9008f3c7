"""Explosions: one throw for the whole blast, and everyone in it (HAZ)."""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, fold, step
from gardien.core.dice import Dice, Term
from gardien.core.given import BadField, known, unique
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.operators import pack
from gardien.systems.operators.checks import Outcome
from gardien.systems.operators.health import left_of
from gardien.systems.operators.hits import Hit, looked_at, only
from gardien.systems.operators.options import Options
from gardien.systems.operators.trials import wanted
from gardien.systems.operators.values import Metres, Victim
from gardien.systems.operators.wounds import Blow, fields_of, half, missed, suffer, throw_sum, wound_changes

EXPLOSIVES: list[str] = pack.keys("devices", "device", "dice")
ExplosiveKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=EXPLOSIVES)]


class ExplosionGiven(Value, frozen=True, kw_only=True):
    """A device, or dice and a radius, and whoever is near."""

    victims: Annotated[tuple[Victim, ...], Meta(min_length=1, max_length=100)]
    device: ExplosiveKey = ""
    dice_count: Annotated[int, Meta(ge=0, le=40)] = 0
    radius_m: Metres = 5
    charges: Annotated[int, Meta(ge=1, le=20)] = 1

    def __post_init__(self) -> None:
        if self.device and not known("device", self.device, pack.device).dice:
            raise BadField("device", "field/one_of", "OPS-HAZ-03", came=self.device, allowed=EXPLOSIVES)
        unique("victims", [victim.defender.name for victim in self.victims])

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


def felt(blast: int, distance: float, radius: float, cover: bool) -> int:
    """All of it within the radius, half in the next ring as wide, nothing beyond; cover halves again (M-08)."""
    if distance > 2 * radius:
        return 0
    damage = blast if distance <= radius else half(blast)
    return half(damage) if cover else damage


class Near(Value, frozen=True):
    """One of the victims, and what reaches them."""

    victim: Victim
    damage: int
    seen: bool
    options: Options
    details: frozenset[str] | None = None  # of their fate that somebody looks at


class Toll(Value, frozen=True):
    """The victims so far."""

    killed: int = 0
    hits: tuple[Hit, ...] = ()


def caught(near: Near) -> Program[Hit]:
    """One victim: a blast is one damage, and protection counts (OPS-HAZ-03, OPS-ARM-01)."""
    who = near.victim.defender
    if who.wound_level == "dead":
        return Hit(name=who.name, luck=who.luck, **missed(who))
    blow = Blow(first=near.damage, kind="explosion")
    purse = who.purse(near.options)
    struck = yield from suffer(blow, who, near.victim.luck_plan, purse, near.seen, near.options, who.name)
    return Hit(name=who.name, luck=left_of(who, struck.luck, near.options), **fields_of(struck.block))


def count(toll: Toll, near: Near) -> Program[Toll]:
    """The next victim."""
    hit = yield from apply(caught, near)
    killed = toll.killed + (near.victim.defender.wound_level != "dead" and not hit.alive)
    return Toll(killed, toll.hits if near.details is None else (*toll.hits, only(hit, near.details)))


@procedure(
    "explosion",
    rules="OPS-HAZ-03 OPS-ARM-01 OPS-HLTH-02 OPS-HLTH-03",
    dice=("d6", "d100"),
    headline=("killed",),
)
def explode(given: ExplosionGiven, options: Options) -> Program[Explosion]:
    """One throw of D6 for the blast; each victim takes it as one damage, less by distance and cover."""
    dice, radius = given.power
    seen = bool((yield from wanted("hits")))
    details = yield from looked_at("hits", [one.defender.name for one in given.victims], seen)
    blast = yield from throw_sum(Dice((Term(dice, 6),)) if dice else Dice(()), purpose="blast")
    yield from step("blast", blast, "OPS-HAZ-03")
    near = [
        Near(one, felt(blast, one.distance_m, radius, one.cover), seen, options, details.get(one.defender.name))
        for one in given.victims
    ]
    toll = yield from fold(count, Toll(), near)
    yield from step("killed", toll.killed, "OPS-HLTH-05")
    return Explosion(blast=blast, killed=toll.killed, hits=toll.hits if details else UNSET)
