"""What a load costs, and how tiring a speed is (FOR-03, VIT-02, END-02)."""

from fractions import Fraction
from math import ceil, floor
from typing import Annotated

from msgspec import Meta

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.options import Options
from gardien.systems.organique.values import Character

BAND = 5  # kg (ORG-FOR-03)
KMH = Fraction(3, 4)  # a metre a turn (ORG-VIT-02)


def threshold(strength: int) -> int:
    """The weight in kg from which a load is felt (ORG-FOR-03)."""
    return (5 * strength + 1) // 2


def burden(strength: int, kg: float, options: Options) -> int:
    """What a load takes from AGI and VIT, and from END in an hour; nothing carried is no burden (ORG-FOR-03)."""
    excess = Fraction(str(kg)) - threshold(strength)
    if not kg or excess < 0:
        return 0
    return 1 + floor(excess / BAND) if options.encumbrance_full_bands else max(1, ceil(excess / BAND))


def speed_kmh(speed: float) -> float:
    """A speed in metres a turn as kilometres an hour (ORG-VIT-02)."""
    return float(Fraction(str(speed)) * KMH)


class LoadGiven(Value, frozen=True, kw_only=True):
    """Who carries, and how much."""

    character: Character
    load_kg: Annotated[float, Meta(ge=0, le=1_000_000)]


class Loaded(Value, frozen=True, kw_only=True):
    """What a load costs while it is carried."""

    threshold: int
    malus: int
    AGI: int
    VIT: int
    end_per_hour: int


@procedure("load", rules="ORG-FOR-03", headline=("malus", "end_per_hour"))
def carry(given: LoadGiven, options: Options) -> Program[Loaded]:
    """Two and a half kilograms a point of FOR, then a point for each five more."""
    strength = person_of(given.character).score("FOR")
    malus = burden(strength, given.load_kg, options)
    yield from step("threshold", threshold(strength), "ORG-FOR-03")
    yield from step("malus", malus, "ORG-FOR-03")
    return Loaded(threshold=threshold(strength), malus=malus, AGI=-malus, VIT=-malus, end_per_hour=malus)


class RunGiven(Value, frozen=True, kw_only=True):
    """Who runs, and how fast, in metres a turn."""

    character: Character
    speed: Annotated[float, Meta(ge=0.01, le=100_000)]


class Run(Value, frozen=True, kw_only=True):
    """Whether somebody can run so fast, and what a turn of it costs."""

    allowed: bool
    exhausting: bool
    end_per_turn: int
    kmh: float


@procedure("run", rules="ORG-VIT-02 ORG-END-02 ORG-END-07", headline=("allowed", "exhausting", "end_per_turn"))
def run(given: RunGiven, options: Options) -> Program[Run]:
    """VIT is the most; from half of it a turn costs a point of END."""
    most, speed = person_of(given.character).score("VIT"), Fraction(str(given.speed))
    exhausting = 2 * speed >= most
    yield from step("allowed", speed <= most, "ORG-VIT-02")
    yield from step("exhausting", exhausting, "ORG-END-02")
    yield from step("end_per_turn", int(exhausting), "ORG-END-02")
    return Run(allowed=speed <= most, exhausting=exhausting, end_per_turn=int(exhausting), kmh=speed_kmh(given.speed))
