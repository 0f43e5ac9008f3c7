"""A blow on its way in: layers, piercing, multipliers, the cap of water (ARM-01 to ARM-04, MOD-04, MOD-14)."""

from fractions import Fraction

from gardien.core.values import Value
from gardien.systems.organique.bodies import Layer
from gardien.systems.organique.kinds import EXPOSED_AT

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


class Passed(Value, frozen=True):
    """What is left of a blow inside, in halves, and the layers that met it."""

    bs: int = 0
    c: int = 0
    layers: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.bs + self.c > 0


def met(layers: tuple[Layer, ...], margin: int) -> tuple[Layer, ...]:
    """The layers that a blow of this margin meets, outer first (ORG-ARM-01, ORG-ARM-02, ORG-ARM-03)."""
    return tuple(layer for layer in layers if margin <= layer.ia or layer.ia >= EXPOSED_AT)


def margin_cuts(layers: tuple[Layer, ...]) -> tuple[int, ...]:
    """The margins from which a layer is avoided: all that armour asks of a margin. Odds tell no more of it apart."""
    return tuple(sorted({0, *(layer.ia + 1 for layer in layers if layer.ia < EXPOSED_AT)}))


def passed(blow: Blow, layers: tuple[Layer, ...], margin: int = 0) -> Passed:
    """One blow through everything, multiplied and capped (ORG-ARM-03, ORG-ARM-04, ORG-TEST-09)."""
    hit = met(layers, margin)
    bs, c = int(blow.bs * blow.times), int(blow.c * blow.times)
    if hit:
        inside = bs if blow.pa is None else int(blow.pa * blow.times)
        for layer in hit:
            inside, c = max(0, inside - layer.bs), max(0, c - layer.c)
        bs = min(bs, inside)
    bs, c = int(bs * blow.times_bs) * blow.shots, int(c * blow.times_c) * blow.shots
    if blow.in_water:
        bs, c = capped(bs, c)
    return Passed(bs, c, tuple(layer.name for layer in hit))


def capped(bs: int, c: int) -> tuple[int, int]:
    """Half a point in all under water: of the larger type, of bs where they are equal (ORG-MOD-14)."""
    return (min(bs, WATER_CAP), 0) if bs >= c else (0, min(c, WATER_CAP))


def joined(first: Passed, second: Passed, in_water: bool = False) -> Passed:
    """Two weapons that strike as one blow (ORG-MOD-09)."""
    bs, c = first.bs + second.bs, first.c + second.c
    if in_water:
        bs, c = capped(bs, c)
    return Passed(bs, c, tuple(dict.fromkeys((*first.layers, *second.layers))))
