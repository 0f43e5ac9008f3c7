"""Tests of a characteristic: how hard, what comes out, and one side against another (TEST)."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, apply, step, watched
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Base, Code, Score
from gardien.systems.operators.rules.character import (
    NO_PLAN,
    Combatant,
    Difficulty,
    LuckPlan,
    Name,
    Reason,
    Reserve,
    Result,
    Sources,
    Steps,
)
from gardien.systems.operators.rules.tests.d100 import (
    EXTREME,
    LADDER,
    TIMES,
    Attempt,
    Case,
    Labels,
    advantages,
    attempt,
    base_of,
    compose,
    target_of,
)


class Outcome(Value, frozen=True, kw_only=True):
    """What every procedure says first: whether a rule forbids the act, and which."""

    refused: bool = False
    reason: Reason | UnsetType = UNSET


class CaseGiven(Value, frozen=True, kw_only=True):
    """How hard a test is: a base, then what moves it (OPS-TEST-10)."""

    difficulty: Base = "standard"
    advantage: bool = False
    advantage_count: Sources = 1
    waive: bool = False
    steps: Steps = 0
    grave: bool = False
    stabilised: bool = False
    painkiller: bool = False
    is_action: bool = True

    def case(self) -> Case:
        """A grave wound counts unless it is stabilised and dulled, and only for actions (OPS-HLTH-04, OPS-HLTH-10)."""
        return Case(
            base=base_of(self.difficulty),
            harder=self.steps,
            wounded=self.grave and self.is_action and not (self.stabilised and self.painkiller),
            advantages=advantages(self.advantage, self.advantage_count, self.waive),
        )

    def is_waiver_barred(self, options: Options) -> bool:
        """A waiver is the player's, where the table has it (OPS-TEST-08)."""
        return self.waive and not options.may_waive_advantage


class CheckGiven(CaseGiven, frozen=True, kw_only=True):
    """A test of one characteristic."""

    score: Score
    characteristic: Code = "INT"
    no_roll: bool = False
    luck: Reserve = 0
    luck_plan: LuckPlan = NO_PLAN


class Thrown(Outcome, frozen=True, kw_only=True):
    """A test with its throw."""

    final_difficulty: Difficulty | UnsetType = UNSET
    target: int | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    outcome: Result | UnsetType = UNSET


class Checked(Thrown, frozen=True, kw_only=True):
    """A test of a characteristic, and the luck it cost."""

    multiplier: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    luck: int
    luck_spent: int | UnsetType = UNSET

    def changes(self, given: CheckGiven, options: Options) -> tuple[Change, ...]:
        return (Change("luck", given.luck, self.luck),) if self.luck != given.luck else ()


def aim_fields(score: int, difficulty: Difficulty, prefix: str = "") -> dict[str, Any]:
    """How hard a test is as the fields of an outcome; a number only where a throw is made."""
    fields: dict[str, Any] = {f"{prefix or 'final_'}difficulty": difficulty}
    if difficulty in ("standard", "difficult", "extreme"):
        fields[f"{prefix}target"] = target_of(score, difficulty)
    return fields


def throw_fields(score: int, difficulty: Difficulty, tried: Attempt, prefix: str = "") -> dict[str, Any]:
    """A test as the fields of an outcome; what was not thrown is not told."""
    fields = {**aim_fields(score, difficulty, prefix), f"{prefix}outcome": tried.outcome}
    return {**fields, f"{prefix}roll": tried.roll} if tried.roll else fields


class OwnTestGiven(Value, frozen=True, kw_only=True):
    """What helps or hinders something that somebody does alone."""

    advantage: bool = False
    steps: Steps = 0
    luck_plan: LuckPlan = NO_PLAN


def try_oneself(
    who: Combatant, code: Code, base: int, given: OwnTestGiven, options: Options, *, purpose: str = ""
) -> Program[tuple[Attempt, dict[str, Any]]]:
    """A test of something that somebody does, on which a grave wound weighs; and its fields, luck among them.

    OPS-TEST-10, OPS-HLTH-04, M-09, M-14.
    """
    case = Case(base=base, harder=given.steps, wounded=who.unrelieved, advantages=int(given.advantage))
    difficulty, score = compose(case, options), who.current(code)
    wanted = yield from watched("roll")
    purse = who.purse(options)
    tried = yield from attempt(score, difficulty, given.luck_plan, purse, bool(wanted), options, purpose=purpose)
    return tried, {**throw_fields(score, difficulty, tried), "luck": who.luck - tried.spent}


def multiplier_of(difficulty: Difficulty) -> int | UnsetType:
    """× 5, × 3 or × 1; nothing where no throw is made (OPS-TEST-02)."""
    return TIMES.get(LADDER.index(difficulty), UNSET)


@procedure(
    "test",
    rules="""OPS-DICE-01 OPS-TEST-01 OPS-TEST-02 OPS-TEST-03 OPS-TEST-04 OPS-TEST-05 OPS-TEST-06 OPS-TEST-07
    OPS-TEST-08 OPS-TEST-10 OPS-TEST-11 OPS-TEST-12 OPS-TEST-13 OPS-TEST-14 OPS-HLTH-04 OPS-HLTH-10 OPS-LUCK-02
    OPS-LUCK-03""",
    dice=("d100",),
    headline=("outcome",),
)
def check_characteristic(given: CheckGiven, options: Options) -> Program[Checked]:
    """Throw at or under the characteristic × 5, × 3 or × 1; nothing but luck changes that number."""
    if given.is_waiver_barred(options):
        yield from step("reason", "waiver_off", "OPS-TEST-08")
        return Checked(refused=True, reason="waiver_off", luck=given.luck)
    difficulty = compose(given.case(), options)
    if given.no_roll:
        # What any professional knows, the right idea in the right place, a search without hurry, words acted out.
        difficulty = "automatic"
    wanted = yield from watched("roll")
    tried = yield from attempt(given.score, difficulty, given.luck_plan, given.luck, bool(wanted), options)
    return Checked(
        **throw_fields(given.score, difficulty, tried),
        multiplier=multiplier_of(difficulty),
        success=tried.success,
        luck=given.luck - tried.spent,
        luck_spent=tried.spent,
    )


class DifficultyGiven(CaseGiven, frozen=True, kw_only=True):
    """A test that is only talked about."""

    score: Score | None = None


class DifficultyOutcome(Outcome, frozen=True, kw_only=True):
    """How hard a test would be."""

    final_difficulty: Difficulty | UnsetType = UNSET
    multiplier: int | UnsetType = UNSET
    target: int | UnsetType = UNSET
    outcome: Literal["automatic", "impossible"] | UnsetType = UNSET


@procedure(
    "test_difficulty",
    rules="OPS-TEST-02 OPS-TEST-07 OPS-TEST-08 OPS-TEST-10 OPS-HLTH-04 OPS-HLTH-10",
    headline=("final_difficulty",),
)
def compose_difficulty(given: DifficultyGiven, options: Options) -> Program[DifficultyOutcome]:
    """Base, circumstances, wound, advantage: the difficulty of a test, without throwing."""
    if given.is_waiver_barred(options):
        yield from step("reason", "waiver_off", "OPS-TEST-08")
        return DifficultyOutcome(refused=True, reason="waiver_off")
    difficulty = compose(given.case(), options)
    yield from step("final_difficulty", difficulty, "OPS-TEST-10")
    if difficulty in ("automatic", "impossible"):
        return DifficultyOutcome(final_difficulty=difficulty, outcome=difficulty)
    target: int | UnsetType = UNSET
    if given.score is not None:
        target = target_of(given.score, difficulty)
        yield from step("target", target, "OPS-TEST-02")
    return DifficultyOutcome(final_difficulty=difficulty, multiplier=multiplier_of(difficulty), target=target)


# ---- one side against the other ----


class OpposedGiven(Value, frozen=True, kw_only=True):
    """Two sides, each with a characteristic and a difficulty."""

    active_score: Score
    passive_score: Score
    active_difficulty: Base = "standard"
    active_advantage: bool = False
    active_grave: bool = False
    passive_difficulty: Base = "standard"
    passive_advantage: bool = False
    passive_grave: bool = False
    opponent: Name = ""  # whose the passive side is


class Side(Value, frozen=True):
    """One side of an opposed test, as its throw is judged."""

    score: int
    difficulty: Difficulty


Winner = Literal["active", "status_quo", "passive"]


class OpposedOutcome(Outcome, frozen=True, kw_only=True):
    """Who prevails."""

    active_target: int
    active_roll: int | UnsetType = UNSET
    active_outcome: Result
    passive_target: int
    passive_roll: int | UnsetType = UNSET
    passive_outcome: Result
    winner: Winner


RANKS: dict[Result, int] = {"critical": 3, "success": 2, "failure": 1, "fumble": 0}
ACTIVE = Labels("", "active_target", "active_outcome")
PASSIVE = Labels("", "passive_target", "passive_outcome")


def sides_of(given: OpposedGiven, options: Options) -> tuple[Side, Side]:
    """Advantages of both cancel; an advantage that standard cannot use weighs on the other side (M-01).

    A gravely wounded side tests at extreme, and its advantage counts as it does in any test (OPS-TEST-10).
    """
    active, passive = base_of(given.active_difficulty), base_of(given.passive_difficulty)
    first, second = given.active_advantage, given.passive_advantage
    if given.active_grave:
        active, first = EXTREME, first and not options.grave_ignores_advantage
    if given.passive_grave:
        passive, second = EXTREME, second and not options.grave_ignores_advantage
    if first != second:
        if first:
            active, passive = _helped_bases(active, passive)
        else:
            passive, active = _helped_bases(passive, active)
    return Side(given.active_score, LADDER[active]), Side(given.passive_score, LADDER[passive])


def _helped_bases(own: int, other: int) -> tuple[int, int]:
    return (own - 1, other) if own > 1 else (own, min(3, other + 1))


class Contest(Value, frozen=True):
    """Both throws and who prevails."""

    winner: Winner
    active: Attempt
    passive: Attempt


def contest(active: Side, passive: Side, faces_seen: bool, options: Options) -> Program[Contest]:
    """Both throw; the better result prevails, of equals the higher throw, then the higher score (M-01, OPS-TEST-03)."""
    first = yield from attempt(active.score, active.difficulty, NO_PLAN, 0, True, options, ACTIVE, purpose="active")
    second = yield from attempt(
        passive.score, passive.difficulty, NO_PLAN, 0, True, options, PASSIVE, purpose="passive"
    )
    winner = prevails(active, passive, first, second)
    yield from step("winner", winner, "OPS-TEST-03")
    if not faces_seen:
        first, second = Attempt(first.outcome), Attempt(second.outcome)
    return Contest(winner, first, second)


def prevails(active: Side, passive: Side, first: Attempt, second: Attempt) -> Winner:
    """Without a success nothing changes (M-01)."""
    mine, theirs = RANKS[first.outcome], RANKS[second.outcome]
    if max(mine, theirs) < RANKS["success"]:
        return "status_quo"
    for own, other in ((mine, theirs), (first.roll, second.roll), (active.score, passive.score)):
        if own != other:
            return "active" if own > other else "passive"
    return "status_quo"


@procedure(
    "opposed_test",
    rules="OPS-TEST-02 OPS-TEST-03 OPS-TEST-05 OPS-TEST-06 OPS-TEST-08",
    dice=("d100",),
    headline=("winner",),
)
def oppose(given: OpposedGiven, options: Options) -> Program[OpposedOutcome]:
    """Stealth against watchfulness, hand against hand: two throws, and the better one prevails."""
    active, passive = sides_of(given, options)
    wanted = yield from watched("active_roll", "passive_roll")
    met = yield from apply(contest, active, passive, bool(wanted), options)
    return OpposedOutcome(
        active_target=target_of(active.score, active.difficulty),
        active_roll=met.active.roll or UNSET,
        active_outcome=met.active.outcome,
        passive_target=target_of(passive.score, passive.difficulty),
        passive_roll=met.passive.roll or UNSET,
        passive_outcome=met.passive.outcome,
        winner=met.winner,
    )
