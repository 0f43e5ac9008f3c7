"""The Keeper’s table of fatigue and wounds (TRACK-01)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Value, like
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.body.care import SLIGHT
from gardien.systems.cthulhud20.rules.character import Combatant, Wound
from gardien.systems.cthulhud20.rules.fight.attack_severity import CARE_DC
from gardien.systems.cthulhud20.rules.person import Body, body_of
from gardien.systems.cthulhud20.vocabulary import Severity, State, Zone

WoundStatus: TypeAlias = Literal["bleeding", "treated", "stabilised", "closed"]


class TrackGiven(Value, frozen=True, kw_only=True):
    """Everybody whom the Keeper keeps an eye on."""

    characters: Annotated[tuple[Combatant, ...], Meta(max_length=100)]


class TrackedWound(Value, frozen=True, kw_only=True):
    """One wound as the table shows it."""

    zone: Zone
    gb: int
    severity: Severity
    status: WoundStatus
    care_dc: int | UnsetType = UNSET
    next_loss_in_rounds: int | UnsetType = UNSET


class TrackedRow(Value, frozen=True, kw_only=True):
    """One line of the table."""

    name: str
    pf: int
    pf_max: int
    fatigue_malus: int
    pv: int
    pv_max: int
    state: State
    wounds: tuple[TrackedWound, ...]


class Tracked(Value, frozen=True, kw_only=True):
    """The whole table, in the order in which it was asked for."""

    rows: tuple[TrackedRow, ...]


def status_of(wound: Wound, alive: bool) -> WoundStatus:
    """How a wound is; light ones are closed, and so is whatever can no longer cost anything (CD20-TRACK-01)."""
    if wound.severity in SLIGHT:
        return "closed"
    if wound.bleeding and alive:
        return "bleeding"
    return "treated" if wound.treated else "stabilised" if wound.stabilised else "closed"


def tracked_wound(wound: Wound, body: Body) -> TrackedWound:
    """One wound with its difficulty of care and its next loss, as far as there are any."""
    status = status_of(wound, not body.dead)
    open_still = not body.dead and wound.severity not in SLIGHT and not wound.treated
    cared = open_still and pack.shape(body.tables).care  # a zombie is past care (CD20-CREA-03)
    return like(
        TrackedWound,
        wound,
        status=status,
        care_dc=CARE_DC + wound.gb if cared else UNSET,
        next_loss_in_rounds=wound.next_tick_in_rounds if status == "bleeding" else UNSET,
    )


def tracked_row(name: str, body: Body) -> TrackedRow:
    """One line of the table."""
    return like(
        TrackedRow,
        body,
        name=name,
        fatigue_malus=body.malus,
        wounds=tuple(tracked_wound(wound, body) for wound in body.wounds),
    )


@procedure("tracking_sheet", rules="CD20-TRACK-01 CD20-FAT-01 CD20-BLEED-02", headline=("rows",))
def track(given: TrackGiven, options: Options) -> Program[Tracked]:
    """Fatigue and its malus, life, and every wound with what it still asks for."""
    rows = []
    for character in given.characters:
        body = body_of(character, options)
        rule = "CD20-FAT-03" if body.pf <= 0 else "CD20-FAT-01"
        yield from step("fatigue_malus", body.malus, rule, who=character.name)
        rows.append(tracked_row(character.name, body))
    return Tracked(rows=tuple(rows))
