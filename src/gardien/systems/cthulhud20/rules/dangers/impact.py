"""What strikes a body without an attack: a bonus by its highest damage, a d10, perhaps a zone (ENV-01, ENV-03)."""

from typing import Any, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import D10
from gardien.core.values import Change, Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.attack_roll import EXACT
from gardien.systems.cthulhud20.rules.fight.attack_severity import zone_bonus
from gardien.systems.cthulhud20.rules.fight.attack_wound import (
    DETAILS,
    Blow,
    WoundBlock,
    suffer,
    with_shock,
    wound_fields,
)
from gardien.systems.cthulhud20.rules.fight.location import Target, explain_spot, locate, target_of
from gardien.systems.cthulhud20.rules.person import Body, body_of, victim_changes
from gardien.systems.cthulhud20.vocabulary import WHOLE, Shock, Tables, Zone

OF_WOUND = frozenset(DETAILS)
WATCHABLE = (*DETAILS, "d10")  # what odds tell apart only where it is asked for
DICE = ("d20", "d10", "d100")
B = TypeVar("B", bound="CauseBlock")


def bonus_of(most: int) -> int:
    """What a highest damage adds to the d10: as for a weapon, but criticals add nothing (CD20-ENV-01, CD20-LETH-01)."""
    return pack.lethal(most)


class Impact(Value, frozen=True, kw_only=True):
    """How hard something strikes, and where: on a zone, on the whole body, or wherever a d100 says."""

    bonus: int
    tables: Tables
    zone: Zone = WHOLE
    place: Target | None = None  # where it may land
    by: str = ""
    who: str = ""


def impact_on(victim: Combatant, most: int, located: bool, zone: Zone = WHOLE, who: str = "") -> Impact:
    """What a highest damage means for somebody; a body without any part left to be found is struck as a whole."""
    place = target_of("none", victim.tables, victim.lost_parts) if located else None
    if place is not None:
        place = replace(place, by=victim.name) if place.cells() else None
    return Impact(bonus=bonus_of(most), tables=victim.tables, zone=zone, place=place, by=victim.name, who=who)


class ImpactHit(Value, frozen=True):
    """Where it struck, and how gravely; the d10 only where somebody looks."""

    zone: Zone
    gb: int
    face: int = 0


def land(impact: Impact, wanted: frozenset[str]) -> Program[ImpactHit]:
    """The d10, then the d100 of a fall or a collision; the zone adds its bonus (CD20-ENV-01, CD20-ENV-03)."""
    face = yield from roll(D10, "d10", impact.by, "cause")
    yield from step("d10", face, "CD20-ENV-01", who=impact.who)
    zone = impact.zone
    if impact.place is not None:
        spot = yield from locate(impact.place)
        zone = spot.zone
        yield from explain_spot(spot, "none", impact.who)
    more = zone_bonus(zone, impact.tables)
    if more:
        yield from step("zone_bonus", more, "CD20-GB-02", who=impact.who)
    gb = impact.bonus + face + more
    told = gb if wanted & EXACT else pack.grade_at(gb, impact.tables).first
    return ImpactHit(zone, told, face if "d10" in wanted else 0)


class ImpactBlock(WoundBlock, frozen=True, kw_only=True):
    """What struck, how hard, and what it did."""

    max_damage: int | UnsetType = UNSET
    bonus: int | UnsetType = UNSET
    d10: int | UnsetType = UNSET


class CauseBlock(ImpactBlock, frozen=True, kw_only=True):
    """The same as the outcome of somebody’s misfortune."""

    def changes(self, given: Any, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.victim, options), self, given.victim.name)


def light(body: Body, wanted: frozenset[str]) -> Body:
    """A body for one blow: old wounds change nothing in it, and are carried along only where somebody looks."""
    return body if "wounds" in wanted else replace(body, wounds=())


def strike(
    impact: Impact, body: Body, shock: Shock, wanted: frozenset[str], options: Options
) -> Program[dict[str, Any]]:
    """From the d10 to the state of whoever is struck, as fields of an impact block (CD20-ENV-01, CD20-GB-08)."""
    yield from step("bonus", impact.bonus, "CD20-LETH-01", who=impact.who)
    landed = yield from apply(land, impact, wanted & (EXACT | {"d10"}))
    blow = with_shock(Blow(zone=landed.zone, gb=landed.gb, shock=shock), body, options)
    struck = yield from apply(suffer, light(body, wanted), blow, options, wanted & OF_WOUND, impact.by, impact.who)
    return {
        "bonus": impact.bonus,
        "d10": landed.face if "d10" in wanted else UNSET,
        **wound_fields(struck, wanted),
    }


def resolve(
    impact: Impact,
    body: Body,
    shock: Shock,
    wanted: frozenset[str],
    options: Options,
    kind: type[B],
    more: tuple[tuple[str, Any], ...],
) -> Program[B]:
    """The same as an outcome of its own, with what another procedure tells besides."""
    fields = yield from strike(impact, body, shock, wanted, options)
    return kind(**fields, **dict(more))
