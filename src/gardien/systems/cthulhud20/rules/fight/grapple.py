"""Bare strength: the touch that seizes, two who measure themselves, holds (P-GRAP-01, P-MAN-01, P-CHECK-02)."""

from typing import Any, Literal, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, nonzero, roll, step, tail, watched
from gardien.core.dice import D20
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant, check_able, check_alive
from gardien.systems.cthulhud20.rules.fight.armour_class import exposure_of, guard_of, unused_armour
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import ARM_LENGTH, weight_on
from gardien.systems.cthulhud20.rules.fight.attack_roll import EXACT, check_body
from gardien.systems.cthulhud20.rules.fight.attack_wound import DETAILS, Blow, WoundBlock, suffer, wound_fields
from gardien.systems.cthulhud20.rules.fight.weapons import Weapon
from gardien.systems.cthulhud20.rules.person import Body, body_of, victim_changes, victim_fields
from gardien.systems.cthulhud20.rules.tests import modifiers
from gardien.systems.cthulhud20.rules.tests.d20 import Contest, Match, contest
from gardien.systems.cthulhud20.rules.tests.modifiers import total
from gardien.systems.cthulhud20.vocabulary import SIZE_BONUS, SIZES, Bonus, Tables, Zone

HANDS = Weapon()
SIZE_STEP = 4  # for each size above or below medium (CD20-P-GRAP-01, CD20-P-MAN-01)
TOTALS = ("attacker_total", "target_total")  # what odds tell apart only where it is asked for
TOUCH = ("touch_total", *TOTALS)


class PairGiven(Value, frozen=True, kw_only=True):
    """Two who come to grips."""

    attacker: Combatant = NOBODY
    target: Combatant = NOBODY

    def __post_init__(self) -> None:
        check_able("attacker", self.attacker)
        check_alive("target", self.target)


class SeizeGiven(PairGiven, frozen=True, kw_only=True):
    """Two who come to grips, and what counts besides in the touch attack."""

    modifier: Bonus = 0


# ---- what each side adds ----


def touch_parts(given: SeizeGiven, options: Options) -> modifiers.Parts:
    """What is added to the d20 of a touch attack; no lethality (CD20-P-GRAP-01)."""
    return (
        *fencing_parts(given.attacker),
        ("target_modifier", exposure_of(given.target, False, ARM_LENGTH, options).total),
        ("modifier", given.modifier),
    )


def fencing_parts(somebody: Combatant) -> modifiers.Parts:
    """What a hand adds in an attack without lethality (CD20-P-GRAP-01, CD20-P-MAN-01)."""
    return (
        ("base_attack", modifiers.base_attacks(somebody)[0]),
        ("ability_mod", somebody.modifier("str")),
        ("size_modifier", SIZE_BONUS[somebody.size]),
        ("fatigue_malus", modifiers.fatigue_of(somebody)),
        ("condition_malus", weight_on(somebody, HANDS)),
    )


def grip_parts(somebody: Combatant) -> modifiers.Parts:
    """What a wrestler adds; conditions and parts out of use count as in an attack (CD20-P-GRAP-01, CD20-FAT-02).

    The ground does not: wrestlers are there anyway.
    """
    parts = modifiers.parts_malus(somebody.hampered_parts, somebody.tables, physical=True)
    return (
        ("base_attack", modifiers.base_attacks(somebody)[0]),
        ("ability_mod", somebody.modifier("str")),
        ("size_modifier", size_step(somebody)),
        ("fatigue_malus", modifiers.fatigue_of(somebody)),
        ("condition_malus", modifiers.attack_malus(somebody) + parts + unused_armour(somebody)),
    )


def might_parts(somebody: Combatant, defends: bool) -> modifiers.Parts:
    """What bare strength adds; whoever is tripped or pushed may be nimble instead (CD20-P-MAN-01)."""
    own = somebody.modifier("str")
    parts = modifiers.parts_malus(somebody.hampered_parts, somebody.tables, physical=True)
    return (
        ("ability_mod", max(own, somebody.modifier("dex")) if defends else own),
        ("size_modifier", size_step(somebody)),
        ("fatigue_malus", modifiers.fatigue_of(somebody)),
        ("condition_malus", modifiers.checks_malus(somebody) + parts + modifiers.tremors(somebody)),
    )


def size_step(somebody: Combatant) -> int:
    """Four for each size above medium, four less for each below (CD20-P-GRAP-01)."""
    return SIZE_STEP * (SIZES.index(somebody.size) - SIZES.index("medium"))


# ---- the touch ----


class Reaching(Value, frozen=True, kw_only=True):
    """A touch attack before its die: reads the d20, 1 and 20 as in any attack (CD20-P-GRAP-01, CD20-ATT-04)."""

    parts: modifiers.Parts
    ca: int
    one: bool  # a natural 1 misses
    twenty: bool
    wanted: bool
    by: str

    def __call__(self, face: int) -> "TouchResult":
        sum_ = face + total(self.parts)
        touched = sum_ >= self.ca or (face == 20 and self.twenty)
        return TouchResult(touched and not (face == 1 and self.one), sum_ if self.wanted else UNSET)


class TouchResult(Value, frozen=True):
    """Whether a hand found its hold; the total only where somebody looks."""

    touched: bool
    total: int | UnsetType = UNSET


def reaching(given: SeizeGiven, wanted: frozenset[str], options: Options) -> Reaching:
    """A hand that reaches for somebody: armour does not help against it (CD20-P-AC-01)."""
    return Reaching(
        parts=touch_parts(given, options),
        ca=guard_of(given.target, options).touch_ca,
        one=not options.no_auto_miss,
        twenty=not options.no_auto_hit,
        wanted="touch_total" in wanted,
        by=given.attacker.name,
    )


def touch(hand: Reaching) -> Program[TouchResult]:
    """The d20 of a touch attack (CD20-P-GRAP-01)."""
    touched = yield from roll(D20.map(hand), "d20", hand.by, "touch")
    if touched.total is not UNSET:
        reasons = (("die", touched.total - total(hand.parts)), *nonzero(*hand.parts))
        yield from step("touch_total", touched.total, "CD20-P-GRAP-01", reasons)
    yield from step("touch_ca", hand.ca, "CD20-P-AC-01")
    yield from step("touched", touched.touched, "CD20-P-GRAP-01")
    return touched


# ---- one against the other ----


class Bout(Value, frozen=True, kw_only=True):
    """Two who measure themselves, all sums made."""

    sides: tuple[modifiers.Parts, modifiers.Parts]
    by: tuple[str, str]
    rule: str
    purpose: str
    margin: bool = False  # whether it matters by how much


def bout_of(
    pair: PairGiven, mine: modifiers.Parts, other: modifiers.Parts, rule: str, purpose: str, margin: bool = False
) -> Bout:
    """The attacker against the target."""
    names = (pair.attacker.name, pair.target.name)
    return Bout(sides=(mine, other), by=names, rule=rule, purpose=purpose, margin=margin)


def measure(bout: Bout, wanted: frozenset[str]) -> Program[Contest]:
    """Both throw, the attacker first; ties go to the higher bonus, else both throw again (CD20-P-CHECK-02)."""
    bonuses = [total(own) for own in bout.sides]
    match = like(Match, bout, active=bonuses[0], passive=bonuses[1], totals=bool(wanted & set(TOTALS)))
    met = yield from apply(contest, match)
    sums = (met.active_total, met.passive_total)
    for field, own, bonus, sum_ in zip(TOTALS, bout.sides, bonuses, sums, strict=True):
        if sum_ is not UNSET:
            yield from step(field, sum_, bout.rule, (("die", sum_ - bonus), *nonzero(*own)))
    return met


def total_fields(met: Contest, wanted: frozenset[str]) -> dict[str, Any]:
    """The totals of both sides where somebody looks."""
    sums = zip(TOTALS, (met.active_total, met.passive_total), strict=True)
    return {field: sum_ for field, sum_ in sums if field in wanted}


TRUNKS: tuple[Zone, ...] = ("torso", "chest", "thorax", "trunk", "cone")  # what arms close around, body by body

# ---- seizing ----


class Reached(Value, frozen=True, kw_only=True):
    """A hand that reached for somebody, and two who measured themselves where it found its hold."""

    touch_total: int | UnsetType = UNSET
    touch_ca: int
    touched: bool
    attacker_total: int | UnsetType = UNSET
    target_total: int | UnsetType = UNSET


def close_in(hand: Reaching, bout: Bout, won: str, wanted: frozenset[str]) -> Program[tuple[dict[str, Any], bool]]:
    """The touch, then strength against strength where it found its hold: what is told of both, and whether it was won.

    `won`: the word for it.
    """
    reached = yield from apply(touch, hand)
    fields = {"touch_total": reached.total, "touch_ca": hand.ca, "touched": reached.touched}
    if not reached.touched:
        return fields, False
    met = yield from measure(bout, wanted)
    yield from step(won, met.active, "CD20-P-CHECK-02")
    return {**fields, **total_fields(met, wanted)}, met.active


class Grappled(Reached, frozen=True, kw_only=True):
    """Whether the hold is there."""

    held: bool


@procedure("grapple", rules="CD20-P-GRAP-01 CD20-P-CHECK-02 CD20-FAT-02", dice=("d20",), headline=("touched", "held"))
def grapple(given: SeizeGiven, options: Options) -> Program[Grappled]:
    """A touch attack, then strength and skill against each other; whoever wins holds the other."""
    wanted = yield from watched(*TOUCH)
    bout = bout_of(given, grip_parts(given.attacker), grip_parts(given.target), "CD20-P-GRAP-01", "grapple")
    return tail(call(seize, reaching(given, wanted, options), bout, wanted))


def seize(hand: Reaching, bout: Bout, wanted: frozenset[str]) -> Program[Grappled]:
    """The touch, then the hold (CD20-P-GRAP-01)."""
    fields, held = yield from close_in(hand, bout, "held", wanted)
    return Grappled(**fields, held=held)


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
        PairGiven.__post_init__(self)
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
    return next((zone for zone in TRUNKS if zone in zones), next(iter(zones)))


def squeeze(body: Body, difference: int, wanted: frozenset[str]) -> Blow:
    """The difference of the totals is the GB, without what a zone adds, and costs PF only (CD20-P-GRAP-01)."""
    gb = difference if wanted & EXACT else pack.grade_at(difference, body.tables).first
    return Blow(zone=trunk_of(body.tables), gb=gb, pf_only=True)


@procedure(
    "grapple_action", rules="CD20-P-GRAP-01 CD20-P-WOUND-02", dice=("d20",), headline=("success", "effect", "state")
)
def wrestle(given: HoldGiven, options: Options) -> Program[Wrestled]:
    """Another opposed roll: squeeze, pin, get free or take something."""
    wanted = yield from watched(*TOTALS, *DETAILS)
    body = body_of(given.target, options)
    if "wounds" not in wanted:
        body = replace(body, wounds=())  # a squeeze changes nothing in them
    mine, other = grip_parts(given.attacker), grip_parts(given.target)
    bout = bout_of(given, mine, other, "CD20-P-GRAP-01", "grapple", margin=given.action == "squeeze")
    return tail(call(struggle, bout, given.action, body, wanted, options))


def struggle(bout: Bout, action: HoldAction, body: Body, wanted: frozenset[str], options: Options) -> Program[Wrestled]:
    """Who is the stronger now, and what that does to the other (CD20-P-GRAP-01)."""
    met = yield from measure(bout, wanted)
    effect: HoldEffect = EFFECTS[action] if met.active else "none"
    yield from step("success", met.active, "CD20-P-CHECK-02")
    yield from step("effect", effect, "CD20-P-GRAP-01")
    fields = victim_fields(body, wanted)
    if effect == "squeezed":
        assert met.margin is not UNSET  # it was asked for
        blow = squeeze(body, met.margin, wanted)
        struck = yield from apply(suffer, body, blow, options, wanted & frozenset(DETAILS), bout.by[1], "")
        fields = wound_fields(struck, wanted)
    return Wrestled(success=met.active, effect=effect, **fields, **total_fields(met, wanted))
