"""One test from its difficulty to its result, luck included (TEST, LUCK): every d100 that asks for success."""

from typing import Literal

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D100
from gardien.core.values import Value
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Base
from gardien.systems.operators.rules.character import NO_PLAN, Combatant, Difficulty, LuckPlan, Result

LADDER: tuple[Difficulty, ...] = ("automatic", "standard", "difficult", "extreme", "impossible")
TIMES = {1: 5, 2: 3, 3: 1}  # standard, difficult, extreme (OPS-TEST-02)
STANDARD, DIFFICULT, EXTREME, IMPOSSIBLE = 1, 2, 3, 4
CANCEL_FUMBLE = 10  # OPS-LUCK-03
FUMBLES_FROM = 99  # OPS-TEST-06

GOOD: tuple[Result, ...] = ("automatic", "critical", "success")


def base_of(difficulty: Base | Literal["impossible"]) -> int:
    """Where on the ladder a test begins."""
    return LADDER.index(difficulty)


def digits(face: int) -> tuple[int, int]:
    """The two natural digits of a throw; 100 is 0 and 0 (OPS-DICE-01)."""
    return divmod(face % 100, 10)


def is_double(face: int) -> bool:
    """Equal digits: a critical on a success, except 99 and 00 (OPS-TEST-05)."""
    tens, units = digits(face)
    return tens == units and face < FUMBLES_FROM


class ThreeValues(Value, frozen=True, kw_only=True):
    """A score five, three and one time (OPS-CREA-06)."""

    standard: int
    difficult: int
    extreme: int


def three_values(score: int) -> ThreeValues:
    return ThreeValues(standard=5 * score, difficult=3 * score, extreme=score)


class Case(Value, frozen=True, kw_only=True):
    """What moves a test along the ladder: nothing else ever changes a target (OPS-TEST-07)."""

    base: int = STANDARD
    harder: int = 0  # cover and other circumstances
    wounded: bool = False  # an unrelieved grave wound, and this is an action
    advantages: int = 0


def compose(case: Case, options: Options) -> Difficulty:
    """Base, circumstances, grave wound, advantage, and only then the ends of the ladder (OPS-TEST-08, OPS-TEST-10)."""
    at = case.base + case.harder
    helped = case.advantages if options.stack_advantages else min(1, case.advantages)
    if case.wounded:
        at = max(at, EXTREME)
        if options.grave_ignores_advantage:
            helped = 0
    return LADDER[max(0, min(at - helped, EXTREME if options.cap_at_extreme else IMPOSSIBLE))]


def advantages(advantage: bool, count: int, waive: bool, exposed: bool = False) -> int:
    """Distinct sources; a waiver gives up all of them at once (OPS-TEST-08, OPS-CBT-10)."""
    return 0 if waive else (count if advantage else 0) + exposed


class Attempt(Value, frozen=True):
    """A test as it came out: the result, the luck it cost, the natural throw where somebody looks at it."""

    outcome: Result
    spent: int = 0
    roll: int = 0

    @property
    def success(self) -> bool:
        return self.outcome in GOOD


class Judge(Value, frozen=True, kw_only=True):
    """Reads a natural throw: success, critical, fumble, and what luck makes of it (OPS-TEST-03, OPS-LUCK-02)."""

    target: int
    plan: LuckPlan = NO_PLAN
    luck: int = 0
    fumble_needs_failure: bool = False
    bought_never_critical: bool = False
    wanted: bool = True

    def __call__(self, face: int) -> Attempt:
        outcome, spent = self.result(face)
        return Attempt(outcome, spent, face if self.wanted else 0)

    def result(self, face: int) -> tuple[Result, int]:
        passed = face <= self.target
        fumbled = face >= FUMBLES_FROM and not (self.fumble_needs_failure and passed)
        if passed and not fumbled:
            return ("critical" if is_double(face) else "success"), 0
        spent = 0
        if fumbled:
            if not self.plan.cancel_fumble or self.luck < CANCEL_FUMBLE:
                return "fumble", 0
            spent = CANCEL_FUMBLE  # OPS-LUCK-03
        shift = max(1, face - self.target)
        if self.target > 0 and shift <= self.plan.max_shift and shift <= self.luck - spent:
            critical = is_double(face) and not fumbled and not self.bought_never_critical
            return ("critical" if critical else "success"), spent + shift
        return "failure", spent


class Labels(Value, frozen=True):
    """The names under which a test is told."""

    difficulty: str = "final_difficulty"
    target: str = "target"
    outcome: str = "outcome"


TEST = Labels()
DEFENCE = Labels("defence_difficulty", "defence_target", "defence_outcome")
RESIST = Labels("resist_difficulty", "resist_target", "resist_outcome")
CON_TEST = Labels("", "con_target", "con_outcome")
COLD_BLOOD = Labels("cold_blood_difficulty", "cold_blood_target", "cold_blood_outcome")


def target_of(score: int, difficulty: Difficulty) -> int:
    """Score × 5, 3 or 1 (OPS-TEST-02, OPS-CREA-06)."""
    return score * TIMES[LADDER.index(difficulty)]


def judge_of(target: int, plan: LuckPlan, luck: int, wanted: bool, options: Options) -> Judge:
    """Whoever reads the throw; without luck in play no plan counts (OPS-LUCK-01)."""
    if not options.luck_enabled or not luck:
        plan, luck = NO_PLAN, 0
    return Judge(
        target=target,
        plan=plan,
        luck=luck if plan != NO_PLAN else 0,
        fumble_needs_failure=options.fumble_needs_failure,
        bought_never_critical=options.luck_success_never_critical,
        wanted=wanted,
    )


def attempt(
    score: int,
    difficulty: Difficulty,
    plan: LuckPlan,
    luck: int,
    wanted: bool,
    options: Options,
    labels: Labels = TEST,
    who: str = "",
    purpose: str = "",
) -> Program[Attempt]:
    """Throw for a test whose difficulty is known; automatic and impossible ones need no dice (OPS-TEST-03)."""
    if labels.difficulty:
        yield from step(labels.difficulty, difficulty, "OPS-TEST-10", who=who)
    if difficulty in ("automatic", "impossible"):
        outcome: Result = "automatic" if difficulty == "automatic" else "impossible"
        yield from step(labels.outcome, outcome, "OPS-TEST-09" if outcome == "automatic" else "OPS-TEST-03", who=who)
        return Attempt(outcome)
    target = target_of(score, difficulty)
    yield from step(labels.target, target, "OPS-TEST-02", who=who)
    judge = judge_of(target, plan, luck, wanted, options)
    tried = yield from roll(D100.map(judge), "d100", who, purpose)
    yield from explain_attempt(tried, labels, who)
    return tried


RULE_OF: dict[Result, str] = {
    "critical": "OPS-TEST-05",
    "success": "OPS-TEST-03",
    "failure": "OPS-TEST-03",
    "fumble": "OPS-TEST-06",
}


def explain_attempt(tried: Attempt, labels: Labels, who: str = "") -> Program[None]:
    """The result and what luck it cost, as reasons."""
    if tried.spent:
        yield from step("luck_spent", tried.spent, "OPS-LUCK-02", who=who)
    yield from step(labels.outcome, tried.outcome, RULE_OF[tried.outcome], who=who)


def face_value(
    target: int, plan: LuckPlan, luck: int, wanted: bool, options: Options, who: str = "", purpose: str = ""
) -> Program[Attempt]:
    """A percentage tested as it stands: SI, luck, SAN (OPS-SAN-09, OPS-TEST-04)."""
    yield from step("target", target, "OPS-TEST-03", who=who)
    tried = yield from roll(D100.map(judge_of(target, plan, luck, wanted, options)), "d100", who, purpose)
    yield from explain_attempt(tried, TEST, who)
    return tried


def state_reason(who: Combatant) -> Literal["dead", "out_of_fight", "held", "helpless"] | None:
    """Why somebody cannot act at all."""
    if who.wound_level == "dead":
        return "dead"
    if who.out_of_fight:
        return "out_of_fight"
    if who.held:
        return "held"
    return "helpless" if who.helpless else None
