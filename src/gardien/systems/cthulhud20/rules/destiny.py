"""Destiny outside an attack: somebody’s own point, and the one that the group shares (DEST, P-DEST-01)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, less, roll, step, watched
from gardien.core.dice import D20
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant
from gardien.systems.cthulhud20.rules.fight.attack_destiny import after_softening, after_worsening, points_left
from gardien.systems.cthulhud20.rules.fight.attack_roll import check_struck
from gardien.systems.cthulhud20.rules.fight.attack_wound import (
    DETAILS,
    Blow,
    WoundBlock,
    grade_of_blow,
    suffer,
    with_shock,
    wound_fields,
)
from gardien.systems.cthulhud20.rules.person import (
    Body,
    body_of,
    explain_victim,
    stop_bleeding,
    victim_changes,
    victim_fields,
)
from gardien.systems.cthulhud20.rules.tests.modifiers import destiny_received
from gardien.systems.cthulhud20.vocabulary import Bonus, DestinyEffect, Difficulty, Gravity, Severity, Shock, Vote, Zone

LUCKY = 10  # CD20-P-DEST-01
ON_ROLLS: tuple[DestinyEffect, ...] = ("reroll", "plus10")
ON_WOUNDS: tuple[DestinyEffect, ...] = ("soften", "worsen")
ON_BODIES: tuple[DestinyEffect, ...] = ("clot", "stand")
WATCHABLE = (*DETAILS, "die", "total")

DestinyReason: TypeAlias = Literal[
    "dead", "npc", "consequence_known", "no_point", "refused_by_player", "vote_missing"
]  # fmt: skip
REASON_RULES: dict[DestinyReason, str] = {
    "dead": "CD20-HP-04",
    "npc": "CD20-DEST-01",
    "consequence_known": "CD20-DEST-03",
    "no_point": "CD20-DEST-02",
    "refused_by_player": "CD20-DEST-05",
    "vote_missing": "CD20-DEST-05",
}


class EffectGiven(Value, frozen=True, kw_only=True):
    """What a point is spent on: a roll that was made, a wound that was announced, a body, or the story."""

    effect: DestinyEffect
    consequence_known: bool = False
    die: Annotated[int, Meta(ge=1, le=20)] | None = None
    bonus: Bonus = 0
    dc: Difficulty | None = None
    favour: Literal["high", "low"] = "high"
    victim: Combatant = NOBODY
    zone: Zone = "right_arm"
    gb: Gravity | None = None
    severity: Severity | None = None
    new_zone: Zone | None = None
    new_severity: Severity | Literal["none"] | None = None
    pf_only: bool = False
    shock: Shock = "none"

    def __post_init__(self) -> None:
        if self.effect in ON_ROLLS and self.die is None:
            raise BadField("die", "field/missing", "CD20-P-DEST-01", allowed="1–20")
        if self.effect in ON_WOUNDS:
            check_struck("zone", self.zone, self.victim)
            if self.gb is None and self.severity is None:
                raise BadField("gb", "field/missing", "CD20-P-DEST-01", allowed="gb | severity")
        if self.effect == "keeper" and self.new_severity is None:
            raise BadField("new_severity", "field/missing", "CD20-DEST-06", allowed="none | light | moderate | …")
        if self.effect in ("soften", "keeper") and self.new_severity != "none":
            check_struck("zone" if self.new_zone is None else "new_zone", self.final_zone, self.victim)

    @property
    def final_zone(self) -> Zone:
        """Where the wound is in the end: the Keeper may choose another zone (CD20-DEST-06)."""
        return self.zone if self.new_zone is None or self.effect == "worsen" else self.new_zone

    @property
    def concerns_victim(self) -> bool:
        return self.effect in (*ON_WOUNDS, *ON_BODIES, "keeper")


class FateBlock(WoundBlock, frozen=True, kw_only=True):
    """Whether a point was heard, and what it did to a roll or to a body."""

    accepted: bool
    reason: DestinyReason | UnsetType = UNSET
    die: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET


# ---- what a point does ----


def take_effect(given: EffectGiven, by: str, wanted: frozenset[str], options: Options) -> Program[dict[str, Any]]:
    """The effect that the Keeper fixed, as fields of the outcome (CD20-DEST-04, CD20-P-DEST-01)."""
    if given.effect in ON_ROLLS:
        return (yield from turn_roll(given, by, wanted))
    if given.effect == "escape":
        return {}
    body = body_of(given.victim, options)
    if given.effect in ON_BODIES:
        after = after_clotting(body) if given.effect == "clot" else standing(body)
        yield from explain_victim(body, after, "CD20-P-DEST-01")
        return victim_fields(after)
    blow = blow_of(given, body, options)
    if blow is None:
        return victim_fields(body)
    blow = with_shock(blow, body, options)
    yield from step("zone", blow.zone, "CD20-DEST-06" if blow.zone != given.zone else "CD20-P-DEST-01")
    struck = yield from apply(suffer, body, blow, options, wanted & frozenset(DETAILS), given.victim.name, "")
    return wound_fields(struck, wanted)


class ChangedRoll(Value, frozen=True):
    """A roll as destiny leaves it; what nobody looks at is not told apart."""

    success: bool
    die: int | None = None


class Second(Value, frozen=True):
    """Reads a second die: the better of both counts for the one who asked (CD20-P-DEST-01)."""

    first: int
    higher: bool
    bonus: int
    dc: int | None
    shown: bool

    def __call__(self, face: int) -> ChangedRoll:
        kept = max(self.first, face) if self.higher else min(self.first, face)
        made = self.dc is not None and kept + self.bonus >= self.dc
        return ChangedRoll(made, kept if self.shown else None)


def turn_roll(given: EffectGiven, by: str, wanted: frozenset[str]) -> Program[dict[str, Any]]:
    """A second die, or ten more on the first (CD20-P-DEST-01)."""
    assert given.die is not None  # the effect has checked itself
    shown = bool(wanted & {"die", "total"})
    again = given.effect == "reroll"
    second = Second(given.die, given.favour == "high", given.bonus + (0 if again else LUCKY), given.dc, shown)
    turned = (yield from roll(D20.map(second), "d20", by, "destiny")) if again else second(given.die)
    fields: dict[str, Any] = {}
    if turned.die is not None:
        lucky = () if again else (("destiny", LUCKY),)
        total = turned.die + second.bonus
        yield from step("die", turned.die, "CD20-P-DEST-01")
        yield from step("total", total, "CD20-P-DEST-01", (("die", turned.die), ("bonus", given.bonus), *lucky))
        fields = {"die": turned.die if "die" in wanted else UNSET, "total": total if "total" in wanted else UNSET}
    if given.dc is not None:
        yield from step("success", turned.success, "CD20-P-CHECK-01")
        fields["success"] = turned.success
    return fields


def after_clotting(body: Body) -> Body:
    """Every wound stops, as if it had stabilised (CD20-P-DEST-01)."""
    return replace(body, wounds=tuple(stop_bleeding(wound) if wound.bleeding else wound for wound in body.wounds))


def standing(body: Body) -> Body:
    """A faint save counts as made: whoever lies unconscious is only stunned (CD20-P-DEST-01)."""
    return replace(body, state="stunned") if body.state == "unconscious" else body


def blow_of(given: EffectGiven, body: Body, options: Options) -> Blow | None:
    """The wound as destiny changes it; none if the Keeper grants that (CD20-DEST-06, CD20-P-DEST-01)."""
    if given.effect == "keeper":
        assert given.new_severity is not None  # the effect has checked itself
        if given.new_severity == "none":
            return None
        return Blow(zone=given.final_zone, severity=given.new_severity, pf_only=given.pf_only, shock=given.shock)
    gb = given.gb if given.severity is None else None  # a severity that is told settles it
    blow = Blow(zone=given.zone, gb=gb or 0, severity=given.severity, pf_only=given.pf_only)
    grade = grade_of_blow(body, blow, options)
    change = after_softening if given.effect == "soften" else after_worsening
    severity, gb = change(grade.severity, grade.gb, given.zone, body.tables)
    return Blow(zone=given.final_zone, gb=gb, severity=severity, pf_only=given.pf_only, shock=given.shock)


def body_changes(given: EffectGiven, block: FateBlock, options: Options) -> tuple[Change, ...]:
    """What the victim’s sheet keeps of it."""
    if not given.concerns_victim:
        return ()
    return victim_changes(body_of(given.victim, options), block, given.victim.name)


# ---- one’s own point ----


class SpendGiven(EffectGiven, frozen=True, kw_only=True):
    """Somebody who asks destiny, and for what."""

    character: Combatant = NOBODY


class Spent(FateBlock, frozen=True, kw_only=True):
    """What the point did, and what is left to whoever spent it."""

    destiny_received: int
    destiny_spent: int
    destiny_left: int

    def changes(self, given: SpendGiven, options: Options) -> tuple[Change, ...]:
        who = given.character
        if not self.accepted:
            return ()
        spent = Change("destiny_spent", who.destiny_spent, self.destiny_spent, who.name)
        return (spent, *body_changes(given, self, options))


def own_reason(given: SpendGiven, options: Options) -> DestinyReason | None:
    """Why the point is not spent, the first that applies; nothing is changed for the dead either (CD20-HP-04)."""
    who = given.character
    if who.condition == "dead" or is_past_help(given):
        return "dead"
    if who.npc and not options.npc_destiny:
        return "npc"
    if given.consequence_known:
        return "consequence_known"
    return None if points_left(who, options) else "no_point"


def is_past_help(given: EffectGiven) -> bool:
    """Whether the one whom it would concern is dead (CD20-HP-04)."""
    return given.concerns_victim and given.victim.condition == "dead"


@procedure(
    "spend_destiny",
    rules="CD20-DEST-01 CD20-DEST-02 CD20-DEST-03 CD20-DEST-04 CD20-DEST-06 CD20-P-DEST-01",
    dice=("d20", "d100"),
    headline=("accepted", "success", "severity"),
)
def spend_destiny(given: SpendGiven, options: Options) -> Program[Spent]:
    """A point for a level, spent for good before the consequence is known; the Keeper fixes what it does."""
    wanted = yield from watched(*WATCHABLE)
    who = given.character
    reason = own_reason(given, options)
    received, spent = destiny_received(who, options), who.destiny_spent + (reason is None)
    yield from step("accepted", reason is None, "CD20-DEST-03" if reason is None else REASON_RULES[reason])
    left = max(0, received - spent)
    parts = (("destiny_received", received), less("destiny_spent", spent))
    yield from step("destiny_left", left, "CD20-DEST-01", parts, (0, received))
    fields = {} if reason is not None else (yield from take_effect(given, who.name, wanted, options))
    return Spent(
        accepted=reason is None,
        reason=UNSET if reason is None else reason,
        destiny_received=received,
        destiny_spent=spent,
        destiny_left=left,
        **fields,
    )


# ---- the point of the group ----


class SpendGroupGiven(EffectGiven, frozen=True, kw_only=True):
    """What everybody at the table says to spending the one point they share."""

    votes: Annotated[tuple[Vote, ...], Meta(max_length=20)]
    group_destiny: Annotated[int, Meta(ge=0, le=1)] = 1
    new_scenario: bool = False

    def points_held(self, options: Options) -> int:
        """The point, if the group has it; by a house rule a new scenario brings it back (CD20-DEST-05)."""
        return 1 if self.new_scenario and options.group_destiny_per_scenario else self.group_destiny


class GroupSpent(FateBlock, frozen=True, kw_only=True):
    """What the point did, and whether the group still has it."""

    group_destiny: int

    def changes(self, given: SpendGroupGiven, options: Options) -> tuple[Change, ...]:
        spent: tuple[Change, ...] = ()
        if self.group_destiny != given.group_destiny:
            spent = (Change("group_destiny", given.group_destiny, self.group_destiny, "group"),)
        return (*spent, *(body_changes(given, self, options) if self.accepted else ()))


def group_reason(given: SpendGroupGiven, options: Options) -> DestinyReason | None:
    """Why the point is not spent, the first that applies: every player must agree (CD20-DEST-05)."""
    if is_past_help(given):
        return "dead"
    if not given.points_held(options):
        return "no_point"
    if given.consequence_known:
        return "consequence_known"
    if "no" in given.votes:
        return "refused_by_player"
    return "vote_missing" if "none" in given.votes or not given.votes else None


@procedure(
    "spend_group_destiny",
    rules="CD20-DEST-05 CD20-DEST-02 CD20-DEST-03 CD20-DEST-04",
    dice=("d20", "d100"),
    headline=("accepted", "success", "severity"),
)
def spend_group_destiny(given: SpendGroupGiven, options: Options) -> Program[GroupSpent]:
    """The one point of the group, for good, if nobody at the table is against it or silent."""
    wanted = yield from watched(*WATCHABLE)
    reason = group_reason(given, options)
    left = given.points_held(options) - (reason is None)
    yield from step("accepted", reason is None, "CD20-DEST-05" if reason is None else REASON_RULES[reason])
    yield from step("group_destiny", left, "CD20-DEST-05")
    fields = {} if reason is not None else (yield from take_effect(given, "", wanted, options))
    return GroupSpent(accepted=reason is None, reason=UNSET if reason is None else reason, group_destiny=left, **fields)
