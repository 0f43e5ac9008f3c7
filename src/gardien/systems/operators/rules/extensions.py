"""What the source leaves to the table: chases, intrusion, progression, profiles of the parent game (M-18 to M-21)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr

from gardien.core.chance import Program, apply, fold, roll, step, watched
from gardien.core.dice import D100
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, FrozenMap, Value, frozen_map
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Base, Code, Percent, Score
from gardien.systems.operators.rules.character import (
    CODES,
    NO_PLAN,
    BonusDice,
    Count,
    Driver,
    LuckPlan,
    Name,
    Reserve,
    Steps,
    damage_bonus,
    wound_threshold,
)
from gardien.systems.operators.rules.tests.characteristic import (
    OpposedGiven,
    Outcome,
    Thrown,
    Winner,
    contest,
    sides_of,
    throw_fields,
)
from gardien.systems.operators.rules.tests.d100 import (
    DIFFICULT,
    Attempt,
    Case,
    Labels,
    attempt,
    base_of,
    compose,
    target_of,
)

# --- chases (M-18) ---------------------------------------------------------------------------------------------------

LOST = 6  # the gap at which a pursuer gives up; at 0 the fugitive is caught
DRIVING: tuple[Base, ...] = ("standard", "difficult", "extreme")
CRASH = Labels("crash_difficulty", "crash_target", "crash_outcome")


class ChaseGiven(Value, frozen=True, kw_only=True):
    """Two drivers and what lies between them."""

    fugitive: Driver = Driver()
    pursuer: Driver = Driver()
    gap: Annotated[int, Meta(ge=1, le=5)] = 3
    road: Literal["normal", "hard"] = "normal"


class Chased(Outcome, frozen=True, kw_only=True):
    """A chase after one more turn."""

    winner: Winner
    gap: int
    status: Literal["running", "caught", "lost"]
    active_target: int
    passive_target: int
    fugitive_crash: bool
    pursuer_crash: bool


def driving(driver: Driver, road: str) -> Base:
    """Hard roads and full speed are difficult, poor handling is a step harder."""
    return DRIVING[(road == "hard") + (pack.vehicle(driver.vehicle).handling == "poor")]


def has_advantage(driver: Driver, other: Driver) -> bool:
    """Speed, handling and the driver's own skill together count once."""
    own, theirs = pack.vehicle(driver.vehicle), pack.vehicle(other.vehicle)
    return driver.advantage or own.handling == "good" or own.speed > theirs.speed


def duel(given: ChaseGiven) -> OpposedGiven:
    """A turn of a chase as an opposed test, the fugitive active (M-01)."""
    first, second = given.fugitive, given.pursuer
    return OpposedGiven(
        active_score=first.DEX,
        active_difficulty=driving(first, given.road),
        active_advantage=has_advantage(first, second),
        active_grave=first.grave,
        passive_score=second.DEX,
        passive_difficulty=driving(second, given.road),
        passive_advantage=has_advantage(second, first),
        passive_grave=second.grave,
    )


def crashes(tried: Attempt, driver: Driver, options: Options) -> Program[bool]:
    """After a fumble a difficult test of DEX keeps the vehicle on the road; skill and wounds count as usual."""
    if tried.outcome != "fumble":
        return False
    case = Case(base=DIFFICULT, wounded=driver.grave, advantages=int(driver.advantage))
    again = yield from apply(
        attempt, driver.DEX, compose(case, options), NO_PLAN, 0, False, options, CRASH, driver.name, "crash"
    )
    return not again.success


@procedure(
    "chase_turn",
    rules="OPS-TEST-02 OPS-TEST-03 OPS-TEST-08",
    dice=("d100",),
    headline=("gap", "fugitive_crash", "pursuer_crash"),
)
def chase(given: ChaseGiven, options: Options) -> Program[Chased]:
    """One turn of a chase: driver against driver, and the gap widens or closes."""
    active, passive = sides_of(duel(given), options)
    met = yield from apply(contest, active, passive, False, options)
    moved = 0
    if met.winner == "active":
        moved = 2 if met.active.outcome == "critical" else 1
    elif met.winner == "passive":
        moved = -2 if met.passive.outcome == "critical" else -1
    gap = max(0, min(LOST, given.gap + moved))
    yield from step("gap", gap, "OPS-TEST-03", (("before", given.gap), ("moved", moved)), (0, LOST))
    fugitive_crash = yield from crashes(met.active, given.fugitive, options)
    pursuer_crash = yield from crashes(met.passive, given.pursuer, options)
    return Chased(
        winner=met.winner,
        gap=gap,
        status="caught" if gap == 0 else "lost" if gap == LOST else "running",
        active_target=target_of(active.score, active.difficulty),
        passive_target=target_of(passive.score, passive.difficulty),
        fugitive_crash=fugitive_crash,
        pursuer_crash=pursuer_crash,
    )


# --- intrusion (M-20) ------------------------------------------------------------------------------------------------

Grade: TypeAlias = Literal["open", "company", "state", "sealed"]
LAYERS: dict[Grade, tuple[Base, ...]] = {
    "open": ("standard",),
    "company": ("difficult", "difficult"),
    "state": ("difficult", "difficult", "extreme"),
    "sealed": ("extreme", "extreme", "extreme", "extreme"),
}
TRACED_AT = 3  # alarms


class IntrudeGiven(Value, frozen=True, kw_only=True):
    """Somebody at a system, and how far they are."""

    score: Score
    grade: Grade
    layers_cleared: Annotated[int, Meta(ge=0, le=3)] = 0
    alarm: Annotated[int, Meta(ge=0, le=2)] = 0
    advantage: bool = False
    steps: Steps = 0
    luck: Reserve = 0
    luck_plan: LuckPlan = NO_PLAN

    def __post_init__(self) -> None:
        high = len(LAYERS[self.grade]) - 1
        if self.layers_cleared > high:  # nothing is left to break
            raise BadField("layers_cleared", "field/at_most", "OPS-TEST-02", came=self.layers_cleared, high=high)


class Intruded(Thrown, frozen=True, kw_only=True):
    """How far somebody got into a system."""

    layers_cleared: int
    alarm: int
    status: Literal["in_progress", "breached", "traced"]
    luck: int

    def changes(self, given: IntrudeGiven, options: Options) -> tuple[Change, ...]:
        return (Change("luck", given.luck, self.luck),) if self.luck != given.luck else ()


@procedure(
    "intrude",
    rules="OPS-TEST-02 OPS-TEST-08",
    dice=("d100",),
    headline=("status", "layers_cleared", "alarm"),
)
def intrude(given: IntrudeGiven, options: Options) -> Program[Intruded]:
    """One attempt on the next layer of a system: it yields, or somebody wakes."""
    layers = LAYERS[given.grade]
    base = base_of(layers[given.layers_cleared])
    case = Case(base=base, harder=given.steps, advantages=int(given.advantage))
    difficulty = compose(case, options)
    wanted = yield from watched("roll")
    tried = yield from apply(attempt, given.score, difficulty, given.luck_plan, given.luck, bool(wanted), options)
    cleared, alarm = given.layers_cleared, given.alarm
    if tried.success:
        cleared = min(len(layers), cleared + (2 if tried.outcome == "critical" else 1))
    elif tried.outcome == "failure":
        alarm += 1
    status: Literal["in_progress", "breached", "traced"] = "in_progress"
    if cleared == len(layers):
        status = "breached"
    elif tried.outcome == "fumble" or alarm == TRACED_AT:
        status = "traced"
    yield from step("status", status, "OPS-TEST-03")
    return Intruded(
        **throw_fields(given.score, difficulty, tried),
        layers_cleared=cleared,
        alarm=alarm,
        status=status,
        luck=given.luck - tried.spent,
    )


# --- progression (M-19) ----------------------------------------------------------------------------------------------

CAP, CAP_EDU = 18, 24  # OPS-CREA-04
USUAL = 10  # a score that is not said


class ProgressGiven(Value, frozen=True, kw_only=True):
    """Scores at the end of a scenario, and those that are ticked."""

    ticks: Annotated[tuple[Code, ...], Meta(max_length=7)]
    scores: dict[Code, Score] = {}

    def __post_init__(self) -> None:
        if len(set(self.ticks)) < len(self.ticks):
            twice = next(code for code in self.ticks if self.ticks.count(code) > 1)
            raise BadField("ticks", "field/twice", "OPS-CREA-04", came=twice)
        force_setattr(self, "scores", frozen_map(self.scores))

    def all(self) -> FrozenMap[Code, int]:
        """All seven scores."""
        return frozen_map({code: self.scores.get(code, USUAL) for code in CODES})


class Progressed(Outcome, frozen=True, kw_only=True):
    """Scores after what was lived through."""

    raised: tuple[Code, ...]
    scores: dict[Code, int]
    sb: int
    damage_bonus: BonusDice
    ticks: tuple[Code, ...] = ()  # every tick is used up

    def __post_init__(self) -> None:
        force_setattr(self, "scores", frozen_map(self.scores))

    def changes(self, given: ProgressGiven, options: Options) -> tuple[Change, ...]:
        before = given.all()
        spent = (Change("ticks", given.ticks, ()),) if given.ticks else ()
        return (*(Change(code, before[code], self.scores[code]) for code in self.raised), *spent)


class Exceeds(Value, frozen=True):
    """Whether a throw lies above a score as it is tested."""

    bar: int

    def __call__(self, face: int) -> bool:
        return face > self.bar


def learn(scores: FrozenMap[Code, int], code: Code) -> Program[FrozenMap[Code, int]]:
    """One tick: who still has much to learn learns more easily."""
    before = scores[code]
    if before >= (CAP_EDU if code == "EDU" else CAP):
        return scores
    up = yield from roll(D100.map(Exceeds(target_of(before, "standard"))), "d100", purpose=code)
    yield from step(code, before + up, "OPS-CREA-04", (("before", before), ("rise", int(up))))
    return frozen_map({**scores, code: before + up})


@procedure(
    "progress",
    rules="OPS-CREA-04 OPS-CREA-08 OPS-CREA-09",
    dice=("d100",),
    headline=("raised",),
)
def progress(given: ProgressGiven, options: Options) -> Program[Progressed]:
    """Raise ticked characteristics: one throw each, above the standard value."""
    before = given.all()
    scores = yield from fold(learn, before, given.ticks)
    threshold, bonus = wound_threshold(scores["FOR"], scores["CON"]), damage_bonus(scores["FOR"])
    yield from step("sb", threshold, "OPS-CREA-08")
    yield from step("damage_bonus", bonus, "OPS-CREA-09")
    raised = tuple(code for code in given.ticks if scores[code] > before[code])
    return Progressed(raised=raised, scores=scores, sb=threshold, damage_bonus=bonus)


# --- profiles of the parent game (M-21) ------------------------------------------------------------------------------

Foreign: TypeAlias = Annotated[int, Meta(ge=0, le=500)]
NATURAL_ARMOUR = 9  # at most, but for vehicles
A_HOBBY_FROM = 60
ShockScale: TypeAlias = Literal["none", "minor", "severe", "grave", "critical", "existential"]
SHOCK_UP_TO: tuple[tuple[int, ShockScale], ...] = ((3, "minor"), (6, "severe"), (10, "grave"), (20, "critical"))


class ConvertGiven(Value, frozen=True, kw_only=True):
    """A profile as the parent game has it."""

    STR: Foreign = 10
    CON: Foreign = 10
    DEX: Foreign = 10
    INT: Foreign = 10
    POW: Foreign = 10
    EDU: Foreign = 10
    APP: Foreign = 10
    percentile: bool = False
    san_loss_max: Count = 0
    armour: Count = 0
    vehicle: bool = False
    skills: Annotated[dict[Name, Percent], Meta(max_length=200)] = {}

    def __post_init__(self) -> None:
        force_setattr(self, "skills", frozen_map(self.skills))


class Converted(Outcome, frozen=True, kw_only=True):
    """The profile as it is played here."""

    scores: dict[Code, int]
    sb: int
    damage_bonus: BonusDice
    shock: ShockScale
    armour: int
    hobbies: tuple[str, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "scores", frozen_map(self.scores))


def shock_of(loss: int) -> ShockScale:
    """The shock whose dice reach as far as the worst loss."""
    if loss == 0:
        return "none"
    return next((shock for most, shock in SHOCK_UP_TO if loss <= most), "existential")


@procedure(
    "convert",
    rules="OPS-CREA-08 OPS-CREA-09 OPS-CREAT-10",
    headline=("sb", "damage_bonus", "shock"),
)
def convert(given: ConvertGiven, options: Options) -> Program[Converted]:
    """Bring a profile over from the parent game: scores stay, skills and hit points go."""
    foreign = (given.STR, given.CON, given.DEX, given.INT, given.EDU, given.POW, given.APP)
    scores = {code: score // 5 if given.percentile else score for code, score in zip(CODES, foreign, strict=True)}
    threshold, bonus = wound_threshold(scores["FOR"], scores["CON"]), damage_bonus(scores["FOR"])
    armour = given.armour if given.vehicle else min(NATURAL_ARMOUR, given.armour)
    yield from step("sb", threshold, "OPS-CREA-08")
    yield from step("damage_bonus", bonus, "OPS-CREA-09")
    yield from step("armour", armour, "OPS-CREAT-10")
    return Converted(
        scores=scores,
        sb=threshold,
        damage_bonus=bonus,
        shock=shock_of(given.san_loss_max),
        armour=armour,
        hobbies=tuple(name for name, value in given.skills.items() if value >= A_HOBBY_FROM),
    )
