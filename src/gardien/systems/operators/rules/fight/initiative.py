"""A fight as a whole: who acts when, how far apart people are, what a fumble brings (CBT)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D10
from gardien.core.inputs import check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import Combatant, Metres, Zone

Mode = Literal["operators_first", "dex"]
REACH: tuple[tuple[int, Literal["short", "medium", "long", "very_long"]], ...] = (  # metres (OPS-CBT-16)
    (25, "short"),
    (100, "medium"),
    (400, "long"),
    (1500, "very_long"),
)
TURNS_BETWEEN = (1, 3, 10)  # from each zone to the next (OPS-CBT-17)


class OrderGiven(Value, frozen=True, kw_only=True):
    """Who takes part: Operators as they agreed, the others as Contrôle wants."""

    participants: Annotated[tuple[Combatant, ...], Meta(min_length=1, max_length=200)]
    turn: Annotated[int, Meta(ge=1, le=10_000)] = 1

    def __post_init__(self) -> None:
        check_unique("participants", [one.name for one in self.participants])


class Order(Value, frozen=True, kw_only=True):
    """The order of a turn."""

    refused: bool = False
    mode: Mode
    order: tuple[str, ...]
    cannot_attack: tuple[str, ...]


def mode_of(participants: tuple[Combatant, ...], options: Options) -> Mode:
    """One peer, or one unnatural or artificial opponent, and everybody acts by DEX (OPS-CBT-02, OPS-CBT-03)."""
    if options.initiative_mode != "auto":
        return options.initiative_mode
    feared = any(one.kind != "operator" and one.category != "ordinary" for one in participants)
    return "dex" if feared else "operators_first"


def order_of(participants: tuple[Combatant, ...], turn: int, options: Options) -> tuple[Combatant, ...]:
    """The surprised after all others in the first turn, the slow last among their own (OPS-CBT-04)."""
    mode = mode_of(participants, options)

    def place(one: Combatant) -> tuple[bool, bool, int, bool]:
        quick = -one.current("DEX") if mode == "dex" else 0  # encumbered DEX counts (OPS-ARM-04)
        return one.surprised and turn == 1, one.acts_last, quick, one.kind != "operator"

    able = (one for one in participants if one.wound_level != "dead" and not one.out_of_fight)
    return tuple(sorted(able, key=place))


@procedure(
    "start_combat",
    rules="OPS-CBT-01 OPS-CBT-02 OPS-CBT-03 OPS-CBT-04 OPS-ARM-04",
    headline=("mode", "order"),
)
def start_combat(given: OrderGiven, options: Options) -> Program[Order]:
    """Operators first, then the others; by DEX as soon as somebody on the other side is their equal."""
    mode = mode_of(given.participants, options)
    yield from step("mode", mode, "OPS-CBT-03" if mode == "dex" else "OPS-CBT-02")
    order = order_of(given.participants, given.turn, options)
    barred = tuple(one.name for one in order if one.surprised) if given.turn == 1 else ()
    return Order(mode=mode, order=tuple(one.name for one in order), cannot_attack=barred)


class DistanceGiven(Value, frozen=True, kw_only=True):
    """How far apart two people are."""

    distance_m: Metres


class ZoneFound(Value, frozen=True, kw_only=True):
    """The zone of a distance."""

    refused: bool = False
    zone: int | UnsetType = UNSET
    in_reach: bool
    band: Literal["short", "medium", "long", "very_long"] | UnsetType = UNSET


def zone_of(metres: float) -> int | None:
    """Zone 0 to 25 m, 1 to 100, 2 to 400, 3 to 1500 (OPS-CBT-16)."""
    return next((zone for zone, (until, _) in enumerate(REACH) if metres <= until), None)


@procedure("zone_from_distance", rules="OPS-CBT-16", headline=("zone",))
def zone_from_distance(given: DistanceGiven, options: Options) -> Program[ZoneFound]:
    """Metres as a zone, the same from either end."""
    zone = zone_of(given.distance_m)
    yield from step("in_reach", zone is not None, "OPS-CBT-16")
    if zone is None:
        return ZoneFound(in_reach=False)
    return ZoneFound(zone=zone, in_reach=True, band=REACH[zone][1])


class MoveGiven(Value, frozen=True, kw_only=True):
    """From one distance to another."""

    from_zone: Zone
    to_zone: Zone


class Moved(Value, frozen=True, kw_only=True):
    """How long a move takes."""

    refused: bool = False
    turns_needed: int
    whole_turns: bool


@procedure("move", rules="OPS-CBT-17 OPS-CBT-16", headline=("turns_needed",))
def move(given: MoveGiven, options: Options) -> Program[Moved]:
    """Free within a zone; one turn between 0 and 1, three between 1 and 2, ten between 2 and 3."""
    near, far = sorted((given.from_zone, given.to_zone))
    turns = sum(TURNS_BETWEEN[near:far])
    yield from step("turns_needed", turns, "OPS-CBT-17")
    return Moved(turns_needed=turns, whole_turns=turns > 0)


Fumbled = Literal[
    "jam",
    "magazine_falls",
    "stumbles_exposed",
    "stray_shot",
    "weapon_wrecked",
    "off_balance",
    "weapon_dropped",
    "weapon_stuck",
    "hits_ally",
    "sprain",
    "falls",
    "cornered",
    "drops_item",
    "critical_hit",
    "out_of_breath",
]


class FumbleGiven(Value, frozen=True, kw_only=True):
    """What was being done when it went wrong."""

    situation: Literal["firearm", "melee", "defence"]


class FumbleDrawn(Value, frozen=True, kw_only=True):
    """What a fumble brings."""

    refused: bool = False
    roll: int
    effect: Fumbled


@procedure("fumble_effect", rules="OPS-CBT-19 OPS-TEST-06", dice=("d10",), headline=("effect",))
def fumble_effect(given: FumbleGiven, options: Options) -> Program[FumbleDrawn]:
    """One die on the proposed table; Contrôle applies what it says."""
    face = yield from roll(D10, "d10", purpose="fumble")
    row = pack.fumble(given.situation, face)
    yield from step("effect", row.key, "OPS-CBT-19")
    return FumbleDrawn(roll=face, effect=row.key)  # type: ignore[arg-type]
