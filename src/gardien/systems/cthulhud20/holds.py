"""Wrestling: seizing somebody, and what is done in a hold (P-GRAP-01)."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, step, tail
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.blows import DETAILS, Blow, WoundBlock, suffer, wound_fields
from gardien.systems.cthulhud20.bodies import Body, body_of, victim_changes, victim_fields
from gardien.systems.cthulhud20.grips import (
    TOTALS,
    TOUCH,
    Bout,
    PairGiven,
    Reaching,
    SeizeGiven,
    bout_of,
    grip_parts,
    measure,
    reaching,
    told,
    touch,
)
from gardien.systems.cthulhud20.kinds import Tables, Zone
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.strokes import EXACT, check_body
from gardien.systems.cthulhud20.trials import wanted

TRUNKS: tuple[Zone, ...] = ("torso", "chest", "thorax", "trunk", "cone")  # what arms close around, body by body

# ---- seizing ----


class Grappled(Value, frozen=True, kw_only=True):
    """Whether the hold is there."""

    touch_total: int | UnsetType = UNSET
    touch_ca: int
    touched: bool
    attacker_total: int | UnsetType = UNSET
    target_total: int | UnsetType = UNSET
    held: bool


@procedure(
    "grapple",
    rules="CD20-P-GRAP-01 CD20-P-CHECK-02 CD20-FAT-02",
    dice=("d20",),
    headline=("touched", "held"),
)
def grapple(given: SeizeGiven, options: Options) -> Program[Grappled]:
    """A touch attack, then strength and skill against each other; whoever wins holds the other."""
    seen = yield from wanted(*TOUCH)
    bout = bout_of(given, grip_parts(given.attacker), grip_parts(given.target), "CD20-P-GRAP-01", "grapple")
    return tail(call(seize, reaching(given, seen, options), bout, seen))


def seize(hand: Reaching, bout: Bout, seen: frozenset[str]) -> Program[Grappled]:
    """The touch, then the hold (CD20-P-GRAP-01)."""
    reached = yield from apply(touch, hand)
    if not reached.touched:
        return Grappled(touch_total=reached.total, touch_ca=hand.ca, touched=False, held=False)
    met = yield from measure(bout, seen)
    yield from step("held", met.active, "CD20-P-CHECK-02")
    return Grappled(touch_total=reached.total, touch_ca=hand.ca, touched=True, held=met.active, **told(met, seen))


# ---- in a hold ----

HoldAction: TypeAlias = Literal["squeeze", "pin", "break_free", "take_object"]
HoldEffect: TypeAlias = Literal["none", "squeezed", "pinned", "free", "taken"]
EFFECTS: dict[HoldAction, HoldEffect] = {
    "squeeze": "squeezed",
    "pin": "pinned",
    "break_free": "free",
    "take_object": "taken",
}


class HoldGiven(PairGiven, frozen=True, kw_only=True):
    """Two in a hold, and what one of them tries."""

    action: HoldAction

    def __post_init__(self) -> None:
        if self.action == "squeeze":
            check_body(self.target)


class Wrestled(WoundBlock, frozen=True, kw_only=True):
    """Who was the stronger, and what became of the other."""

    attacker_total: int | UnsetType = UNSET
    target_total: int | UnsetType = UNSET
    success: bool
    effect: HoldEffect

    def changes(self, given: HoldGiven, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.target, options), self, given.target.name)


def trunk_of(tables: Tables) -> Zone:
    """Where a body is squeezed (CD20-P-GRAP-01); bodies of another build have another word for it."""
    zones = pack.zones(tables)
    return next(zone for zone in TRUNKS if zone in zones)


def squeeze(body: Body, difference: int, seen: frozenset[str]) -> Blow:
    """The difference of the totals is the GB, without what a zone adds, and costs PF only (CD20-P-GRAP-01)."""
    gb = difference if seen & EXACT else pack.grade_at(difference).first
    return Blow(zone=trunk_of(body.tables), gb=gb, pf_only=True)


@procedure(
    "grapple_action",
    rules="CD20-P-GRAP-01 CD20-P-WOUND-02",
    dice=("d20",),
    headline=("success", "effect", "state"),
)
def wrestle(given: HoldGiven, options: Options) -> Program[Wrestled]:
    """Another opposed roll: squeeze, pin, get free or take something."""
    seen = yield from wanted(*TOTALS, *DETAILS)
    body = body_of(given.target, options)
    if "wounds" not in seen:
        body = replace(body, wounds=())  # a squeeze changes nothing in them
    mine, other = grip_parts(given.attacker), grip_parts(given.target)
    bout = bout_of(given, mine, other, "CD20-P-GRAP-01", "grapple", margin=given.action == "squeeze")
    return tail(call(struggle, bout, given.action, body, seen, options))


def struggle(bout: Bout, action: HoldAction, body: Body, seen: frozenset[str], options: Options) -> Program[Wrestled]:
    """Who is the stronger now, and what that does to the other (CD20-P-GRAP-01)."""
    met = yield from measure(bout, seen)
    effect: HoldEffect = EFFECTS[action] if met.active else "none"
    yield from step("success", met.active, "CD20-P-CHECK-02")
    yield from step("effect", effect, "CD20-P-GRAP-01")
    fields = victim_fields(body, seen)
    if effect == "squeezed":
        assert met.margin is not UNSET  # it was asked for
        blow = squeeze(body, met.margin, seen)
        struck = yield from apply(suffer, body, blow, options, seen & frozenset(DETAILS), bout.by[1], "")
        fields = wound_fields(struck, seen)
    return Wrestled(success=met.active, effect=effect, **fields, **told(met, seen))
