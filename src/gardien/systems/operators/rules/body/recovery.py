"""What time does to a wound: left alone it grows worse, cared for it heals stage by stage (HLTH)."""

from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, fold, roll, step, watched
from gardien.core.dice import D6
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.body.death_clock import UNITS, State, sink, state_changes
from gardien.systems.operators.rules.body.wounds import unhurt_fields
from gardien.systems.operators.rules.character import (
    LEVELS,
    NO_PLAN,
    Combatant,
    Level,
    LuckPlan,
    Reason,
    Result,
    Tally,
    Unit,
    Wound,
    left_of,
    worse,
)
from gardien.systems.operators.rules.tests.characteristic import Outcome
from gardien.systems.operators.rules.tests.d100 import Labels, attempt, target_of

# What it takes to leave a level behind, in days of a hospital (OPS-HLTH-11).
DAYS: dict[Level, int] = {"grave": 60, "light": 30, "superficial": 15}
Care = Literal["hospital", "medic", "none"]
CARE: dict[Care, float] = {"hospital": 1, "medic": 1.5, "none": 2}  # M-05


def delay() -> Program[int]:
    """How long a wound may wait: 1D6 and one more (M-04)."""
    die = yield from roll(D6, "d6", purpose="delay")
    yield from step("delay", die + 1, "OPS-HLTH-08", (("die", die), ("least", 1)))
    return die + 1


class ClockGiven(Value, frozen=True, kw_only=True):
    """A fresh worst wound."""

    level: Literal["superficial", "light", "grave"]


class Clock(Outcome, frozen=True, kw_only=True):
    """How long it may wait for care."""

    delay: int
    unit: Unit


@procedure("start_clock", rules="OPS-HLTH-08 OPS-HLTH-01", dice=("d6",), headline=("delay",))
def start_clock(given: ClockGiven, options: Options) -> Program[Clock]:
    """A wound has become the worst one: so many days, hours or minutes before it must be seen to."""
    length = yield from delay()
    return Clock(delay=length, unit=UNITS[given.level])


class ExpiresGiven(Value, frozen=True, kw_only=True):
    """Somebody whose wound has waited too long."""

    patient: Combatant = Combatant()
    luck_plan: LuckPlan = NO_PLAN


class Expired(State, frozen=True, kw_only=True):
    """A wound that was left alone."""

    target: int | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    outcome: Result | UnsetType = UNSET
    delay: int | UnsetType = UNSET
    unit: Unit | UnsetType = UNSET

    def changes(self, given: ExpiresGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.patient, self)


def _no_expiry(who: Combatant) -> Reason | None:
    if who.stabilised:
        return "stabilised"
    if who.wound_level == "dead":
        return "patient_dead"
    return "not_wounded" if who.wound_level == "none" else None


RESISTED = Labels("")  # the difficulty is the rule's own


@procedure(
    "clock_expires",
    rules="OPS-HLTH-08 OPS-HLTH-03 OPS-LUCK-05",
    dice=("d100", "d6"),
    headline=("wound_level", "out_of_fight"),
)
def clock_expires(given: ExpiresGiven, options: Options) -> Program[Expired]:
    """The delay has run out: a standard CON test, or the wound becomes one level worse."""
    who, plan = given.patient, given.luck_plan
    reason = _no_expiry(who)
    if reason:
        yield from step("reason", reason, "OPS-HLTH-08")
        return Expired(refused=True, reason=reason, luck=who.luck, **unhurt_fields(who))
    wanted = yield from watched("roll", "con_roll")
    score, purse = who.current("CON"), who.purse(options)
    tried = yield from attempt(score, "standard", plan, purse, "roll" in wanted, options, RESISTED, purpose="clock")
    purse -= tried.spent
    if tried.success:
        fields = unhurt_fields(who, luck=left_of(who, purse, options))
    else:
        fallen = yield from apply(
            sink, worse(who.wound_level), who, plan, purse, "con_roll" in wanted, "OPS-HLTH-08", options
        )
        fields = fallen.fields(who, options)
    if fields["alive"]:
        fields["delay"] = yield from delay()
        fields["unit"] = UNITS[fields["wound_level"]]
    return Expired(target=score * 5, roll=tried.roll or UNSET, outcome=tried.outcome, **fields)


# ---- healing ----


class RecoverGiven(Value, frozen=True, kw_only=True):
    """Somebody wounded, and who looks after them."""

    patient: Combatant = Combatant()
    care: Care = "hospital"
    luck_plan: LuckPlan = NO_PLAN


class Recovered(Outcome, frozen=True, kw_only=True):
    """How long it takes to be whole again; the levels are left behind as those days pass."""

    stages: tuple[Level, ...] | UnsetType = UNSET
    target: int | UnsetType = UNSET
    rolls: tuple[int, ...] | UnsetType = UNSET
    days: tuple[float, ...] | UnsetType = UNSET
    total_days: float | UnsetType = UNSET
    luck: int

    def changes(self, given: RecoverGiven, options: Options) -> tuple[Change, ...]:
        who = given.patient
        return (Change("luck", who.luck, self.luck, who.name),) if self.luck != who.luck else ()


def _no_recovery(who: Combatant) -> Reason | None:
    if who.wound_level == "grave" and not who.stabilised:
        return "not_stabilised"
    if who.wound_level == "dead":
        return "patient_dead"
    return "not_wounded" if who.wound_level == "none" else None


def stages_from(level: Level) -> tuple[Level, ...]:
    """The stages of a recovery, the worst wound first (OPS-HLTH-11)."""
    return tuple(one for one in DAYS if LEVELS.index(one) <= LEVELS.index(level))


class Healed(Value, frozen=True, kw_only=True):
    """A body that has left a stage of its recovery behind."""

    wound_level: Level
    stabilised: bool
    wounds: tuple[Wound, ...] = ()
    wound_counts: Tally = Tally()


def after_stage(left: Level, wounds: tuple[Wound, ...], counts: Tally) -> Healed:
    """Wounds as bad as the stage are a level better; after the last one there are none (OPS-HLTH-11)."""
    level = LEVELS[LEVELS.index(left) - 1]
    if level == "none":
        return Healed(wound_level=level, stabilised=False)
    kept = tuple(
        replace(one, level=level) if LEVELS.index(one.level or level) >= LEVELS.index(left) else one for one in wounds
    )
    fewer = Tally(light=counts.light if left == "grave" else 0, grave=0 if left == "grave" else counts.grave)
    return Healed(wound_level=level, stabilised=True, wounds=kept, wound_counts=fewer)


class Stage(Value, frozen=True):
    """One stage of a recovery as it is played: days without luck, and who throws with what."""

    days: float
    score: int
    tested: bool
    plan: LuckPlan
    wanted: bool
    options: Options


class Healing(Value, frozen=True):
    """A recovery so far."""

    luck: int
    days: tuple[float, ...] = ()
    rolls: tuple[int, ...] = ()


def heal(state: Healing, stage: Stage) -> Program[Healing]:
    """One stage: a difficult CON test halves it; no wound weighs on it (OPS-HLTH-12)."""
    if not stage.tested:
        return Healing(state.luck, (*state.days, stage.days), state.rolls)
    tried = yield from attempt(
        stage.score, "difficult", stage.plan, state.luck, stage.wanted, stage.options, RESISTED, purpose="recovery"
    )
    days = stage.days / 2 if tried.success else stage.days
    yield from step("stage_days", days, "OPS-HLTH-12" if tried.success else "OPS-HLTH-11")
    rolls = (*state.rolls, tried.roll) if tried.roll else state.rolls
    return Healing(state.luck - tried.spent, (*state.days, days), rolls)


@procedure(
    "recover",
    rules="OPS-HLTH-11 OPS-HLTH-12 OPS-TIME-01 OPS-DICE-02",
    dice=("d100",),
    headline=("total_days",),
)
def recover(given: RecoverGiven, options: Options) -> Program[Recovered]:
    """Weeks and months: from the worst level down to unhurt, each stage halved by a difficult CON test."""
    who = given.patient
    reason = _no_recovery(who)
    if reason:
        yield from step("reason", reason, "OPS-HLTH-11")
        return Recovered(refused=True, reason=reason, luck=who.luck)
    wanted = yield from watched("rolls")
    stages = stages_from(who.wound_level)
    cared = given.care != "none"
    score = who.current("CON")
    items = [
        Stage(DAYS[level] * CARE[given.care], score, cared, given.luck_plan, bool(wanted), options) for level in stages
    ]
    healed = yield from fold(heal, Healing(who.purse(options)), items)
    total = sum(healed.days)
    yield from step("total_days", total, "OPS-HLTH-11")
    return Recovered(
        stages=stages,
        target=target_of(score, "difficult") if cared else UNSET,
        rolls=healed.rolls if wanted or not cared else UNSET,
        days=healed.days,
        total_days=total,
        luck=left_of(who, healed.luck, options),
    )
