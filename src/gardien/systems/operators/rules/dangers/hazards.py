"""What hurts without an enemy: falls, want of air, flames, crashes (HAZ)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, step, watched
from gardien.core.dice import Dice, Term
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.body.death_clock import State, sink, state_changes
from gardien.systems.operators.rules.body.wounds import (
    Blow,
    Wounded,
    fields_of,
    suffer,
    throw_sum,
    unhurt_fields,
    wound_changes,
)
from gardien.systems.operators.rules.character import (
    NO_PLAN,
    Combatant,
    Damage,
    Difficulty,
    LuckPlan,
    Reason,
    Result,
    VehicleKey,
    left_of,
)
from gardien.systems.operators.rules.tests.characteristic import OwnTestGiven, Thrown, throw_fields, try_oneself
from gardien.systems.operators.rules.tests.d100 import EXTREME, STANDARD, Case, attempt, compose, state_reason

STOREY_M = 3  # OPS-HAZ-01
DICE_PER_STOREY = 2
HIGHEST_M = 1500  # as many dice as one throw may have; nobody survives a tenth of it
FLAMES = {"ordinary": Dice((Term(1, 6),)), "fierce": Dice((Term(2, 6),))}  # OPS-HAZ-04


class HazardGiven(Value, frozen=True, kw_only=True):
    """Whoever it befalls, and what they are ready to pay."""

    victim: Combatant = Combatant()
    luck_plan: LuckPlan = NO_PLAN


class Harmed(Wounded, frozen=True, kw_only=True):
    """What it did."""

    luck: int

    def changes(self, given: HazardGiven, options: Options) -> tuple[Change, ...]:
        return wound_changes(given.victim, self, self.luck)


def harm(given: HazardGiven, blow: Blow, con_seen: bool, options: Options) -> Program[dict[str, object]]:
    """A damage that no enemy dealt, as the fields of an outcome."""
    who = given.victim
    struck = yield from apply(suffer, blow, who, given.luck_plan, who.purse(options), con_seen, options, "")
    return {**fields_of(struck.block), "luck": left_of(who, struck.luck, options)}


def refuse_dead(
    who: Combatant, reason: Reason = "defender_dead", rule: str = "OPS-HLTH-05"
) -> Program[dict[str, object]]:
    """Nothing more happens: the fields of a refusal (OPS-HLTH-05)."""
    yield from step("reason", reason, rule)
    return {"refused": True, "reason": reason, "luck": who.luck, **unhurt_fields(who)}


# ---- falls ----


class FallGiven(HazardGiven, frozen=True, kw_only=True):
    """A height."""

    height_m: Annotated[float, Meta(ge=0, le=HIGHEST_M)]


class Fell(Harmed, frozen=True, kw_only=True):
    """The end of a fall."""

    storeys: int


@procedure(
    "fall",
    rules="OPS-HAZ-01 OPS-HLTH-02 OPS-HLTH-03 OPS-DICE-02",
    dice=("d6", "d100"),
    headline=("wound_level", "out_of_fight"),
)
def fall(given: FallGiven, options: Options) -> Program[Fell]:
    """2D6 for each storey of three metres, all one damage, and nothing worn helps."""
    storeys = int(given.height_m // STOREY_M)
    if given.victim.wound_level == "dead":
        refused = yield from refuse_dead(given.victim)
        return Fell(storeys=storeys, **refused)  # type: ignore[arg-type]
    wanted = yield from watched("con_roll")
    yield from step("storeys", storeys, "OPS-HAZ-01")
    dice = Dice((Term(DICE_PER_STOREY * storeys, 6),)) if storeys else Dice(())
    damage = yield from throw_sum(dice)
    fields = yield from harm(given, Blow(first=damage, kind="fall"), bool(wanted), options)
    return Fell(storeys=storeys, **fields)  # type: ignore[arg-type]


# ---- without air ----


class SuffocateGiven(HazardGiven, frozen=True, kw_only=True):
    """A turn under water, in smoke, in a grip."""

    turn: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    advantage: bool = False


class Suffocated(State, frozen=True, kw_only=True):
    """One more turn without air."""

    final_difficulty: Difficulty | UnsetType = UNSET
    target: int | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    outcome: Result | UnsetType = UNSET

    def changes(self, given: SuffocateGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.victim, self)


@procedure(
    "suffocate_turn",
    rules="OPS-HAZ-02 OPS-LUCK-05 OPS-HLTH-03",
    dice=("d100",),
    headline=("alive", "out_of_fight"),
)
def suffocate_turn(given: SuffocateGiven, options: Options) -> Program[Suffocated]:
    """CON each turn, standard, then difficult, then extreme for as long as it lasts; the first failure kills."""
    who = given.victim
    if who.wound_level == "dead":
        refused = yield from refuse_dead(who)
        return Suffocated(**refused)  # type: ignore[arg-type]
    wanted = yield from watched("roll", "con_roll")
    # Suffered, not done: a grave wound does not weigh on it (OPS-HLTH-04).
    base = min(STANDARD + given.turn - 1, EXTREME)
    difficulty = compose(Case(base=base, advantages=int(given.advantage)), options)
    score, purse = who.current("CON"), who.purse(options)
    tried = yield from attempt(score, difficulty, given.luck_plan, purse, "roll" in wanted, options, purpose="breath")
    test = throw_fields(score, difficulty, tried)
    purse -= tried.spent
    if tried.success:
        return Suffocated(**test, **unhurt_fields(who), luck=left_of(who, purse, options))
    fallen = yield from apply(sink, "dead", who, given.luck_plan, purse, "con_roll" in wanted, "OPS-HAZ-02", options)
    return Suffocated(**test, **fallen.fields(who, options))  # type: ignore[arg-type]


# ---- flames ----


class BurnGiven(HazardGiven, frozen=True, kw_only=True):
    """A turn in a fire, and what the same fire has done before."""

    intensity: Literal["ordinary", "fierce"] = "ordinary"
    sum_so_far: Damage = 0


class Burnt(Harmed, frozen=True, kw_only=True):
    """What the fire did this turn, and altogether."""

    sum: int


@procedure(
    "burn_turn",
    rules="OPS-HAZ-04 OPS-HLTH-06 OPS-ARM-01",
    dice=("d6", "d100"),
    headline=("wound_level", "out_of_fight"),
)
def burn_turn(given: BurnGiven, options: Options) -> Program[Burnt]:
    """1D6 or 2D6 each turn, a wound of its own; only a blast suit holds flames off."""
    if given.victim.wound_level == "dead":
        refused = yield from refuse_dead(given.victim)
        return Burnt(sum=given.sum_so_far, **refused)  # type: ignore[arg-type]
    wanted = yield from watched("con_roll")
    damage = yield from throw_sum(FLAMES[given.intensity])
    before = given.sum_so_far if options.continuous_damage_sums else 0
    fields = yield from harm(given, Blow(first=damage, kind="fire", so_far=before), bool(wanted), options)
    taken: int = fields["damage_taken"]  # type: ignore[assignment]
    whole = given.sum_so_far + taken
    yield from step("sum", whole, "OPS-HLTH-06", (("sum_so_far", given.sum_so_far), ("damage_taken", taken)))
    return Burnt(sum=whole, **fields)  # type: ignore[arg-type]


class PutOutGiven(OwnTestGiven, frozen=True, kw_only=True):
    """Somebody whose clothes burn."""

    character: Combatant = Combatant()


class PutOut(Thrown, frozen=True, kw_only=True):
    """Whether they still burn."""

    burning: bool
    luck: int

    def changes(self, given: PutOutGiven, options: Options) -> tuple[Change, ...]:
        who = given.character
        return (Change("luck", who.luck, self.luck, who.name),) if self.luck != who.luck else ()


@procedure("put_out_fire", rules="OPS-HAZ-04 OPS-TEST-10", dice=("d100",), headline=("burning",))
def put_out_fire(given: PutOutGiven, options: Options) -> Program[PutOut]:
    """An action and a standard DEX test put out burning clothes."""
    who = given.character
    reason = state_reason(who)
    if reason:
        yield from step("reason", reason, "OPS-HAZ-04")
        return PutOut(refused=True, reason=reason, burning=True, luck=who.luck)
    tried, fields = yield from try_oneself(who, "DEX", STANDARD, given, options, purpose="put_out")
    yield from step("burning", not tried.success, "OPS-HAZ-04")
    return PutOut(**fields, burning=not tried.success)


# ---- crashes ----


class CrashGiven(HazardGiven, frozen=True, kw_only=True):
    """A wreck and one who sat in it."""

    vehicle: VehicleKey = "sedan"

    def __post_init__(self) -> None:
        check_key("vehicle", self.vehicle, pack.vehicle)


@procedure(
    "crash",
    rules="OPS-HLTH-02 OPS-HLTH-03 OPS-ARM-05",
    dice=("d6", "d100"),
    headline=("wound_level", "out_of_fight"),
)
def crash(given: CrashGiven, options: Options) -> Program[Harmed]:
    """Whoever sits in a wrecked vehicle suffers its dice; nothing worn helps, as in a fall (M-18)."""
    who = given.victim
    dice = pack.vehicle(given.vehicle).crash_dice
    if who.wound_level == "dead" or dice is None:
        refused = yield from (
            refuse_dead(who) if who.wound_level == "dead" else refuse_dead(who, "no_crash", "OPS-ARM-05")
        )
        return Harmed(**refused)  # type: ignore[arg-type]
    wanted = yield from watched("con_roll")
    damage = yield from throw_sum(Dice.parse(dice))
    fields = yield from harm(given, Blow(first=damage, bare=True), bool(wanted), options)
    return Harmed(**fields)  # type: ignore[arg-type]
