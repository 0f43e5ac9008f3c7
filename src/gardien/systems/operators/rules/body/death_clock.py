"""The death clock: one damage on it, Contrôle's hand, first aid, painkillers (HLTH)."""

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, step, watched
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changed
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import DamageKind, Place
from gardien.systems.operators.rules.body.wounds import (
    ESCAPE_DEATH,
    NOWHERE,
    Blow,
    Located,
    Wounded,
    fields_of,
    grade,
    keep_standing,
    suffer,
    unhurt_fields,
    wound_changes,
)
from gardien.systems.operators.rules.character import (
    LEVELS,
    NO_PLAN,
    Combatant,
    Damage,
    Level,
    LuckPlan,
    Reason,
    Result,
    Unit,
    left_of,
)
from gardien.systems.operators.rules.tests.characteristic import Outcome, OwnTestGiven, Thrown, try_oneself
from gardien.systems.operators.rules.tests.d100 import DIFFICULT

# Which quadrant a wound lies in, and in what its time is counted (OPS-HLTH-02).
QUADRANTS: dict[Level, int] = {"superficial": 1, "light": 2, "grave": 3}
UNITS: dict[Level, Unit] = {"superficial": "days", "light": "hours", "grave": "minutes"}
GRAVE_FROM = 6  # the hand at SB (OPS-HLTH-01)
DEAD_AT = 12
GRAVE_SPAN = Fraction(9, 2)  # from 6h to 10h30


# ---- the clock ----


class GradeGiven(Value, frozen=True, kw_only=True):
    """A threshold and what came through."""

    sb: Annotated[int, Meta(ge=1, le=400)]
    damage: Damage


class Graded(Outcome, frozen=True, kw_only=True):
    """Where a damage stands on the clock."""

    level: Level
    quadrant: int | UnsetType = UNSET
    time_unit: Unit | UnsetType = UNSET
    clock_hours: str


def hand(threshold: int, damage: int) -> Fraction:
    """Hours past twelve: 6 at SB, 10½ towards twice SB, then the last stroke (OPS-HLTH-01, M-24)."""
    if damage >= 2 * threshold:
        return Fraction(DEAD_AT)
    if damage <= threshold:
        return Fraction(GRAVE_FROM * damage, threshold)
    return GRAVE_FROM + GRAVE_SPAN * Fraction(damage - threshold, threshold)


@procedure("grade_wound", rules="OPS-HLTH-01 OPS-HLTH-02 OPS-HLTH-05 OPS-DICE-02", headline=("level",))
def grade_wound(given: GradeGiven, options: Options) -> Program[Graded]:
    """One damage on the death clock: each hit alone is measured against half, once and twice the threshold."""
    level = grade(given.sb, given.damage)
    yield from step("level", level, "OPS-HLTH-05" if level == "dead" else "OPS-HLTH-02")
    hours = hand(given.sb, given.damage)
    return Graded(
        level=level,
        quadrant=QUADRANTS.get(level, UNSET),
        time_unit=UNITS.get(level, UNSET),
        clock_hours=f"{hours.numerator}/{hours.denominator}",
    )


# ---- one damage ----


class DamageGiven(Value, frozen=True, kw_only=True):
    """One damage and whoever it comes to."""

    damage: Damage
    defender: Combatant = Combatant()
    damage_kind: DamageKind = "other"
    special: bool = False
    location: Literal["vital", "head", "right_arm", "left_arm", "torso", "right_leg", "left_leg", "none"] = "none"
    ignore_armour: bool = False
    luck_plan: LuckPlan = NO_PLAN

    def hit_location(self, options: Options) -> Located:
        """Only where every hit is located does a place matter; without a head its hits are vital (OPS-OPT-10)."""
        if options.hit_location != "all" or self.location == "none":
            return NOWHERE
        place: Place = self.location
        return Located("vital" if place == "head" and options.location_11_15 == "vital" else place)


class Damaged(Wounded, frozen=True, kw_only=True):
    """What one damage did."""

    sb: int
    luck: int

    def changes(self, given: DamageGiven, options: Options) -> tuple[Change, ...]:
        return wound_changes(given.defender, self, self.luck)


@procedure(
    "apply_damage",
    rules="""OPS-DMG-06 OPS-ARM-01 OPS-ARM-02 OPS-ARM-03 OPS-ARM-05 OPS-OPT-11 OPS-HLTH-01 OPS-HLTH-02 OPS-HLTH-03
    OPS-HLTH-05 OPS-HLTH-06 OPS-HLTH-07 OPS-LUCK-04 OPS-LUCK-05 OPS-CREAT-07 OPS-CREAT-10 OPS-CREAT-14 OPS-CREAT-16
    OPS-CREAT-17""",
    dice=("d100",),
    headline=("wound_level", "out_of_fight"),
)
def apply_damage(given: DamageGiven, options: Options) -> Program[Damaged]:
    """A damage on its way: protection, the nature of whoever is hit, the clock, luck, the CON test."""
    who = given.defender
    threshold = who.threshold(options)
    if who.wound_level == "dead":
        yield from step("reason", "defender_dead", "OPS-HLTH-05")
        refused: Reason = "defender_dead"
        return Damaged(refused=True, reason=refused, sb=threshold, luck=who.luck, **unhurt_fields(who))
    wanted = yield from watched("con_roll")
    blow = Blow(
        first=given.damage,
        kind=given.damage_kind,
        special=given.special,
        located=given.hit_location(options),
        bare=given.ignore_armour,
    )
    yield from step("sb", threshold, "OPS-HLTH-01")
    struck = yield from suffer(blow, who, given.luck_plan, who.purse(options), bool(wanted), options, "")
    return Damaged(sb=threshold, luck=left_of(who, struck.luck, options), **fields_of(struck.block))


# ---- a level without a hit ----


class Fallen(Value, frozen=True, kw_only=True):
    """A level that somebody came to without being hit, and the luck that is left."""

    level: Level
    out_of_fight: bool
    luck: int
    con_target: int | UnsetType = UNSET
    con_roll: int | UnsetType = UNSET
    con_outcome: Result | UnsetType = UNSET
    stabilised: bool | UnsetType = UNSET

    def fields(self, who: Combatant, options: Options) -> dict[str, object]:
        """The parts of an outcome that tell it."""
        return {
            "wound_level": self.level,
            "alive": self.level != "dead",
            "out_of_fight": self.out_of_fight,
            "con_target": self.con_target,
            "con_roll": self.con_roll,
            "con_outcome": self.con_outcome,
            "stabilised": self.stabilised,
            "luck": left_of(who, self.luck, options),
        }


def sink(
    level: Level, who: Combatant, plan: LuckPlan, luck: int, con_seen: bool, rule: str, options: Options
) -> Program[Fallen]:
    """Any death may be escaped, and a grave level asks for CON however it came (OPS-LUCK-05, OPS-HLTH-03).

    Only a wound as it is inflicted can be cancelled (OPS-LUCK-04): what Contrôle or the clock makes of it cannot.
    """
    if level == "dead" and plan.escape_death and luck >= ESCAPE_DEATH:
        yield from step("luck_spent", luck, "OPS-LUCK-05")
        level, luck, rule = "grave", 0, "OPS-LUCK-05"
    yield from step("wound_level", level, rule)
    fresh = False if who.stabilised else UNSET  # first aid was given to another wound (OPS-HLTH-09)
    if level != "grave" or who.out_of_fight or who.no_pain:
        return Fallen(level=level, out_of_fight=who.out_of_fight, luck=luck, stabilised=fresh)
    stays, luck, fields = yield from keep_standing(who.current("CON"), plan, luck, con_seen, options, "")
    return Fallen(level=level, out_of_fight=not stays, luck=luck, stabilised=fresh, **fields)


class State(Outcome, frozen=True, kw_only=True):
    """How somebody stands after something that was no hit."""

    wound_level: Level
    con_target: int | UnsetType = UNSET
    con_roll: int | UnsetType = UNSET
    con_outcome: Result | UnsetType = UNSET
    out_of_fight: bool
    alive: bool
    stabilised: bool | UnsetType = UNSET
    luck: int


def state_changes(before: Combatant, after: State) -> tuple[Change, ...]:
    """What such a thing changes on the sheet."""
    changes = [
        (name, getattr(before, name), getattr(after, name))
        for name in ("wound_level", "out_of_fight", "stabilised", "luck")
    ]
    return changed(*changes, who=before.name)


class AggravateGiven(Value, frozen=True, kw_only=True):
    """A wound that Contrôle finds worse than it was."""

    level: Literal["light", "grave", "dead"]
    defender: Combatant = Combatant()
    luck_plan: LuckPlan = NO_PLAN


class Aggravated(State, frozen=True, kw_only=True):
    """A wound after it grew worse."""

    def changes(self, given: AggravateGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.defender, self)


@procedure(
    "aggravate",
    rules="OPS-HLTH-07 OPS-HLTH-03 OPS-LUCK-05",
    dice=("d100",),
    headline=("wound_level", "out_of_fight"),
)
def aggravate(given: AggravateGiven, options: Options) -> Program[Aggravated]:
    """Contrôle worsens a wound, because of those that came with it."""
    who = given.defender
    if LEVELS.index(given.level) <= LEVELS.index(who.wound_level):
        yield from step("reason", "not_worse", "OPS-HLTH-07")
        refused: Reason = "not_worse"
        return Aggravated(refused=True, reason=refused, luck=who.luck, **unhurt_fields(who))
    wanted = yield from watched("con_roll")
    fallen = yield from apply(
        sink, given.level, who, given.luck_plan, who.purse(options), bool(wanted), "OPS-HLTH-07", options
    )
    return Aggravated(**fallen.fields(who, options))  # type: ignore[arg-type]


# ---- care on the spot ----


class FirstAidGiven(OwnTestGiven, frozen=True, kw_only=True):
    """Somebody wounded and somebody with a kit, who may be the same."""

    healer: Combatant = Combatant()
    patient: Combatant = Combatant()
    equipment: bool = True


class FirstAid(Thrown, frozen=True, kw_only=True):
    """Whether the clock was stopped."""

    stabilised: bool
    retry_unit: Unit | UnsetType = UNSET
    delay_ended: bool | UnsetType = UNSET
    luck: int

    def changes(self, given: FirstAidGiven, options: Options) -> tuple[Change, ...]:
        healer, patient = given.healer, given.patient
        changes = [
            Change("stabilised", patient.stabilised, self.stabilised, patient.name),
            Change("luck", healer.luck, self.luck, healer.name),
        ]
        return tuple(one for one in changes if one.before != one.after)


def _no_aid(given: FirstAidGiven) -> Reason | None:
    healer, patient = given.healer, given.patient
    if not given.equipment:
        return "no_equipment"
    if patient.wound_level == "dead":
        return "patient_dead"
    if patient.wound_level == "none":
        return "not_wounded"
    if patient.stabilised:
        return "already_stabilised"
    if healer.wound_level == "dead":
        return "dead"
    if healer.out_of_fight:
        return "out_of_fight"
    return "helpless" if healer.helpless else None


@procedure(
    "first_aid",
    rules="OPS-HLTH-09 OPS-HLTH-04 OPS-HLTH-08 OPS-TEST-10",
    dice=("d100",),
    headline=("stabilised", "delay_ended"),
)
def first_aid(given: FirstAidGiven, options: Options) -> Program[FirstAid]:
    """A difficult INT test with the right equipment stops the clock; the wound itself stays what it is."""
    reason = _no_aid(given)
    healer, patient = given.healer, given.patient
    if reason:
        yield from step("reason", reason, "OPS-HLTH-09")
        return FirstAid(refused=True, reason=reason, stabilised=patient.stabilised, luck=healer.luck)
    tried, fields = yield from try_oneself(healer, "INT", DIFFICULT, given, options, purpose="first_aid")
    yield from step("stabilised", tried.success, "OPS-HLTH-09")
    return FirstAid(
        **fields,
        stabilised=tried.success,
        retry_unit=UNSET if tried.success else UNITS[patient.wound_level],
        delay_ended=tried.outcome == "fumble",
    )


class PainkillerGiven(Value, frozen=True, kw_only=True):
    """Somebody in pain."""

    patient: Combatant = Combatant()


class Painkiller(Outcome, frozen=True, kw_only=True):
    """What a dose does."""

    painkiller: bool
    hours: int | UnsetType = UNSET
    relieved: bool

    def changes(self, given: PainkillerGiven, options: Options) -> tuple[Change, ...]:
        who = given.patient
        changed = self.painkiller != who.painkiller
        return (Change("painkiller", who.painkiller, self.painkiller, who.name),) if changed else ()


@procedure("give_painkiller", rules="OPS-HLTH-10 OPS-HLTH-04", headline=("relieved",))
def give_painkiller(given: PainkillerGiven, options: Options) -> Program[Painkiller]:
    """A strong painkiller: once a grave wound is stabilised too, actions are no longer extreme."""
    who = given.patient
    if who.wound_level == "dead":
        yield from step("reason", "patient_dead", "OPS-HLTH-10")
        return Painkiller(refused=True, reason="patient_dead", painkiller=who.painkiller, relieved=not who.unrelieved)
    relieved = who.wound_level != "grave" or who.stabilised or who.no_pain
    yield from step("relieved", relieved, "OPS-HLTH-10")
    return Painkiller(painkiller=True, hours=pack.gear("morphine").hours or 0, relieved=relieved)
