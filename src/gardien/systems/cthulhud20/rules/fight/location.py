"""Where a blow lands: the d100 of a body, a group that is aimed at, parts that are no longer there (LOC, AIM-04)."""

from fractions import Fraction

from msgspec.structs import replace

from gardien.core.chance import Done, Program, repeat, roll, step
from gardien.core.dice import D100
from gardien.core.inputs import BadField
from gardien.core.values import Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.vocabulary import Aim, Tables, Zone

EVERYWHERE = (1, 100)


class Spot(Value, frozen=True):
    """A place on the location table; its number only where somebody looks."""

    zone: Zone
    face: int = 0
    rerolls: int = 0


class Target(Value, frozen=True, kw_only=True):
    """A body that is aimed at: reads a d100, or says that it must be thrown again (CD20-LOC-01, CD20-AIM-04)."""

    tables: Tables = "human"
    first: int = 1
    last: int = 100
    lost: tuple[Zone, ...] = ()
    shown: bool = False  # whether the number is told
    counted: bool = False  # whether throws that do not count are
    by: str = ""
    thrown_away: int = 0

    def zone_at(self, face: int) -> Zone:
        rows = pack.zones(self.tables).items()
        return next(zone for zone, spans in rows if any(span.holds(face) for span in spans))

    def __call__(self, face: int) -> Spot | None:
        zone = self.zone_at(face)
        if not self.first <= face <= self.last or zone in self.lost:
            return None
        return Spot(zone, face if self.shown else 0)

    def cells(self) -> dict[Zone, int]:
        """How many faces lead to each zone, in the order of the table."""
        faces: dict[Zone, int] = {}
        for face in range(self.first, self.last + 1):
            zone = self.zone_at(face)
            if zone not in self.lost:
                faces[zone] = faces.get(zone, 0) + 1
        return {zone: faces[zone] for zone in pack.zones(self.tables) if zone in faces}

    def chances(self) -> dict[Zone, Fraction]:
        """The exact chance of each zone (CD20-AIM-04)."""
        cells = self.cells()
        return {zone: Fraction(count, sum(cells.values())) for zone, count in cells.items()}


def target_of(aim: Aim, tables: Tables, lost: tuple[Zone, ...] = ()) -> Target:
    """The part of a location table that an aim leaves open (CD20-AIM-04)."""
    first, last = EVERYWHERE if aim == "none" else (pack.aim(aim, tables).first, pack.aim(aim, tables).last)
    return Target(tables=tables, first=first, last=last, lost=tuple(sorted(lost)))


def is_single(aim: Aim) -> bool:
    """Whether an aim names one zone: then nothing is thrown (CD20-AIM-02)."""
    return aim != "none" and pack.aim(aim).single


def check_aim(field: str, aim: Aim, tables: Tables, lost: tuple[Zone, ...] = ()) -> None:
    """Only bodies of human build can be aimed at, and no part that is gone (CD20-AIM-02); some zone must be left."""
    barred = aim != "none" and not pack.can_be_aimed_at(aim, tables)
    if barred or (is_single(aim) and aim in lost) or not target_of(aim, tables, lost).cells():
        allowed = "none" if target_of("none", tables, lost).cells() else ""
        raise BadField(field, "field/not_allowed", "CD20-AIM-02", came=aim, allowed=allowed)


def locate(target: Target) -> Program[Spot]:
    """A d100, again while it falls outside the group or on a part that is gone (CD20-LOC-02)."""
    if (target.first, target.last) == EVERYWHERE and not target.lost:
        spot = yield from roll(D100.map(target), "d100", target.by, "location")
        assert spot is not None
    else:
        spot = yield from repeat(_again, target)
    return spot


def _again(target: Target) -> Program[Target | Done[Spot]]:
    spot = yield from roll(D100.map(replace(target, thrown_away=0)), "d100", target.by, "location")
    if spot is None:
        return replace(target, thrown_away=target.thrown_away + target.counted)
    return Done(replace(spot, rerolls=target.thrown_away))


def explain_spot(spot: Spot, aim: Aim, who: str = "") -> Program[None]:
    """The zone as a reason."""
    yield from step("zone", spot.zone, "CD20-LOC-01" if aim == "none" else "CD20-AIM-04", who=who)
