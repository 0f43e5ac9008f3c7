"""A blow on its way in: armour, then what it does to a body (ARM, HP, DMG)."""

from fractions import Fraction
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.losses import Kind, explain_losses, take_damage, take_toxin
from gardien.systems.organique.rules.character import Character, CoverNamed, State, check_cover
from gardien.systems.organique.rules.person import (
    Layer,
    LeavesState,
    cover_of,
    halves,
    person_of,
    points,
    state_of,
)
from gardien.systems.organique.rules.tests.d20 import watched
from gardien.systems.organique.vocabulary import EXPOSED_AT, Margin, Points, check_halves

WATER_CAP = 1  # in halves: half a point, of one type (ORG-MOD-14)


class Blow(Value, frozen=True, kw_only=True):
    """What strikes, in halves; `pa` is what its bs count for inside armour (ORG-ARM-04)."""

    bs: int = 0
    c: int = 0
    pa: int | None = None
    times: Fraction = Fraction(1)  # both types, before armour (ORG-ACT-14); pa too
    times_bs: Fraction = Fraction(1)  # after armour (ORG-ACT-18 to 20)
    times_c: Fraction = Fraction(1)
    shots: int = 1  # projectiles, each through armour by itself (ORG-MOD-04)
    in_water: bool = False


class PassedBlow(Value, frozen=True):
    """What is left of a blow inside, in halves, and the layers that met it."""

    bs: int = 0
    c: int = 0
    layers: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.bs + self.c > 0


def layers_met(layers: tuple[Layer, ...], margin: int) -> tuple[Layer, ...]:
    """The layers that a blow of this margin meets, outer first (ORG-ARM-01, ORG-ARM-02, ORG-ARM-03)."""
    return tuple(layer for layer in layers if margin <= layer.ia or layer.ia >= EXPOSED_AT)


def margin_cuts(layers: tuple[Layer, ...]) -> tuple[int, ...]:
    """The margins from which a layer is avoided: all that armour asks of a margin. Odds tell no more of it apart."""
    return tuple(sorted({0, *(layer.ia + 1 for layer in layers if layer.ia < EXPOSED_AT)}))


def pass_armour(blow: Blow, layers: tuple[Layer, ...], margin: int = 0) -> PassedBlow:
    """One blow through everything, multiplied and capped (ORG-ARM-03, ORG-ARM-04, ORG-TEST-09)."""
    hit = layers_met(layers, margin)
    bs, c = int(blow.bs * blow.times), int(blow.c * blow.times)
    if hit:
        inside = bs if blow.pa is None else int(blow.pa * blow.times)
        for layer in hit:
            inside, c = max(0, inside - layer.bs), max(0, c - layer.c)
        bs = min(bs, inside)
    bs, c = int(bs * blow.times_bs) * blow.shots, int(c * blow.times_c) * blow.shots
    if blow.in_water:
        bs, c = cap_in_water(bs, c)
    return PassedBlow(bs, c, tuple(layer.name for layer in hit))


def cap_in_water(bs: int, c: int) -> tuple[int, int]:
    """Half a point in all under water: of the larger type, of bs where they are equal (ORG-MOD-14)."""
    return (min(bs, WATER_CAP), 0) if bs >= c else (0, min(c, WATER_CAP))


def join_blows(first: PassedBlow, second: PassedBlow, in_water: bool = False) -> PassedBlow:
    """Two weapons that strike as one blow (ORG-MOD-09)."""
    bs, c = first.bs + second.bs, first.c + second.c
    if in_water:
        bs, c = cap_in_water(bs, c)
    return PassedBlow(bs, c, tuple(dict.fromkeys((*first.layers, *second.layers))))


Times = Annotated[float, Meta(ge=0, le=20)]


class BlowGiven(Value, frozen=True, kw_only=True):
    """A victim and what strikes, with the margin that may avoid armour."""

    character: Character
    bs: Points = 0
    c: Points = 0
    pa: Points | None = None
    margin: Margin = 0
    cover: CoverNamed | None = None
    bypass_armour: bool = False
    multiply_before: Times = 1
    multiply_bs: Times = 1
    multiply_c: Times = 1
    shots: Annotated[int, Meta(ge=1, le=100)] = 1
    in_water: bool = False
    dirty: bool = False
    fire: bool = False

    def __post_init__(self) -> None:
        check_halves(bs=self.bs, c=self.c, pa=self.pa or 0)
        check_cover("cover", self.cover)
        if self.pa is not None and self.pa < self.bs:
            raise BadField("pa", "field/at_least", "ORG-ARM-04", came=self.pa, low=self.bs)


class Struck(LeavesState, frozen=True, kw_only=True):
    """What a blow did on its way in, and what is left of whom it met."""

    layers_hit: tuple[str, ...]
    bs_through: float
    c_through: float
    cps_lost: float
    sng_lost: float
    inc_lost: float
    structure_lost: float
    state: State | UnsetType = UNSET


@procedure(
    "apply_damage",
    rules="""ORG-ARM-01 ORG-ARM-02 ORG-ARM-03 ORG-ARM-04 ORG-ARM-06 ORG-HP-01 ORG-HP-02 ORG-HP-03 ORG-HP-04
    ORG-HP-05 ORG-HP-06 ORG-HP-07 ORG-END-06 ORG-END-09 ORG-DMG-03 ORG-MON-01 ORG-TEST-09 ORG-RNG-03 ORG-MOD-04
    ORG-MOD-14""",
    headline=("bs_through", "c_through", "sng_lost", "inc_lost"),
)
def apply_damage(given: BlowGiven, options: Options) -> Program[Struck]:
    """Layers, multipliers and caps, then CPS, SNG and INC in their order."""
    wanted = yield from watched("state")
    person = person_of(given.character)
    cover = () if given.cover is None else (cover_of(given.cover),)
    blow = Blow(
        bs=halves(given.bs),
        c=halves(given.c),
        pa=None if given.pa is None else halves(given.pa),
        times=Fraction(str(given.multiply_before)),
        times_bs=Fraction(str(given.multiply_bs)),
        times_c=Fraction(str(given.multiply_c)),
        shots=given.shots,
        in_water=given.in_water,
    )
    inside = pass_armour(blow, () if given.bypass_armour else (*cover, *person.frame.layers), given.margin)
    yield from step("bs_through", points(inside.bs), "ORG-ARM-03")
    yield from step("c_through", points(inside.c), "ORG-ARM-03")
    loss = take_damage(person, inside.bs, inside.c, options, Kind(dirty=given.dirty, fire=given.fire))
    yield from explain_losses(person, loss.person)
    return Struck(
        layers_hit=inside.layers,
        bs_through=points(inside.bs),
        c_through=points(inside.c),
        state=state_of(loss.person) if "state" in wanted else UNSET,
        **loss.fields(),
    )


class DrainGiven(Value, frozen=True, kw_only=True):
    """A victim and how much END a toxin takes."""

    character: Character
    points: Annotated[int, Meta(ge=1, le=1000)]


class Drained(LeavesState, frozen=True, kw_only=True):
    """What a toxin took from each reserve."""

    end_lost: int
    sng_lost: float
    inc_lost: float
    state: State | UnsetType = UNSET


@procedure("drain_end", rules="ORG-DMG-07", headline=("end_lost", "sng_lost", "inc_lost"))
def drain_end(given: DrainGiven, options: Options) -> Program[Drained]:
    """END first, then SNG, then INC."""
    wanted = yield from watched("state")
    person = person_of(given.character)
    loss = take_toxin(person, given.points, options)
    yield from step("end_lost", loss.end, "ORG-DMG-07")
    yield from explain_losses(person, loss.person)
    return Drained(
        end_lost=loss.end,
        sng_lost=points(loss.sng),
        inc_lost=points(loss.inc),
        state=state_of(loss.person) if "state" in wanted else UNSET,
    )
