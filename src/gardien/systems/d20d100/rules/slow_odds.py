"""Exact chances of what takes its time (ODDS): a mind, a dying body, a long run, the dice of creation."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from gardien.core.chance import Done, Program, apply, call, exact_odds, fold, repeat, step
from gardien.core.procedure import procedure
from gardien.core.terms import fraction
from gardien.core.values import Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.endurance import EffortGiven, effort_round
from gardien.systems.d20d100.rules.body.wounds import DEEPEST, agonise
from gardien.systems.d20d100.rules.character import Body, Difficulty, OwnModifier
from gardien.systems.d20d100.rules.growth.score_rolls import ROLLS, Gathered, add_roll, verdict
from gardien.systems.d20d100.rules.mind.sanity import SanGiven, check_san, confront
from gardien.systems.d20d100.rules.tests.d20 import JET

# ---- a mind ----


class OddsSanGiven(SanGiven, frozen=True, kw_only=True):
    """A SAN test to be weighed."""


class OddsSan(Value, frozen=True, kw_only=True):
    """How it may end."""

    p_success: str
    expected_loss: str
    p_temp_mad: str
    p_indef_mad: str
    p_perm_mad: str


@procedure(
    "odds_san",
    rules="D100-ODDS-06 D100-SAN-01 D100-SAN-03 D100-SAN-04 D100-SAN-05",
    headline=("p_success", "p_temp_mad", "p_indef_mad", "p_perm_mad"),
)
def odds_san(given: OddsSanGiven, options: Options) -> Program[OddsSan]:
    """The exact chances of a SAN test: to hold, to go mad for a while, for months, for ever; and the mean loss."""
    check_san(given.san, options)
    odds = yield from exact_odds(call(confront, given.mind(given.san_bonus), given.horror(), options))
    chances = {
        "p_success": odds.chance(lambda one: one.success),
        "expected_loss": odds.mean(lambda one: one.loss),
        "p_temp_mad": odds.chance(lambda one: one.temp_mad),
        "p_indef_mad": odds.chance(lambda one: one.indef_mad),
        "p_perm_mad": odds.chance(lambda one: one.perm_mad),
    }
    fields = {name: fraction(value) for name, value in chances.items()}
    for name, value in fields.items():
        yield from step(name, value, "D100-ODDS-06")
    return OddsSan(**fields)


# ---- the dying ----


class OddsSurvivalGiven(Value, frozen=True, kw_only=True):
    """PV of somebody who is dying, or SAN of somebody who gives way."""

    pv: Annotated[int, Meta(ge=-9, le=-1)]


class OddsSurvival(Value, frozen=True, kw_only=True):
    """The chance that nobody is needed."""

    p_survive: str


def linger(body: Body) -> Program[Body | Done[bool]]:
    """One more round: saved, gone, or still between the two (D100-HEALTH-06)."""
    after = yield from agonise(body)
    if after.stable:
        return Done(True)
    return Done(False) if after.life <= DEEPEST else after


def outlast(pv: int) -> Program[bool]:
    """Rounds of agony until one of them is the last."""
    return (yield from repeat(linger, Body(pv=pv)))


@procedure(
    "odds_survival",
    rules="D100-ODDS-07 D100-HEALTH-06 D100-SAN-06",
    headline=("p_survive",),
)
def odds_survival(given: OddsSurvivalGiven, options: Options) -> Program[OddsSurvival]:
    """The exact chance of a 10 on the d10 before −10; a mind that gives way has the same."""
    odds = yield from exact_odds(call(outlast, given.pv))
    chance = fraction(odds.chance(lambda one: one))
    yield from step("p_survive", chance, "D100-ODDS-07")
    return OddsSurvival(p_survive=chance)


# ---- a long run ----


class OddsEffortGiven(Value, frozen=True, kw_only=True):
    """A run or swim to be weighed."""

    con_score: Annotated[int, Meta(ge=1, le=100)]
    endurance: OwnModifier
    extra_rounds: Annotated[int, Meta(ge=1, le=50)]
    difficulty: Difficulty = JET


class OddsEffort(Value, frozen=True, kw_only=True):
    """The chance that breath lasts."""

    first_roll_round: int
    probability: str


class Stretch(Value, frozen=True):
    """One round of a run."""

    given: EffortGiven
    options: Options


def run_on(running: bool, stretch: Stretch) -> Program[bool]:
    """One more round; whoever has stopped has no further ones."""
    if not running:
        return False
    after = yield from apply(effort_round, stretch.given, stretch.options)
    return after.continues


def hold_out(given: OddsEffortGiven, options: Options) -> Program[bool]:
    """Every round after the free ones (D100-ROLL-05)."""
    first = given.con_score + 1
    rounds = (
        EffortGiven(con_score=given.con_score, endurance=given.endurance, round=round, difficulty=given.difficulty)
        for round in range(first, first + given.extra_rounds)
    )
    return (yield from fold(run_on, True, [Stretch(one, options) for one in rounds]))


@procedure("odds_effort", rules="D100-ROLL-05 D100-ODDS-02", headline=("probability",))
def odds_effort(given: OddsEffortGiven, options: Options) -> Program[OddsEffort]:
    """The exact chance that every Endurance roll of some rounds succeeds, each a point harder than the last."""
    first = given.con_score + 1
    yield from step("first_roll_round", first, "D100-ROLL-05")
    odds = yield from exact_odds(call(hold_out, given, options))
    chance = fraction(odds.chance(lambda one: one))
    yield from step("probability", chance, "D100-ROLL-05")
    return OddsEffort(first_roll_round=first, probability=chance)


# ---- the dice of creation ----


class OddsScoresGiven(Value, frozen=True, kw_only=True):
    """Nothing but the bounds of the table."""


class OddsScores(Value, frozen=True, kw_only=True):
    """How often seven rolls are kept."""

    p_spread: str
    p_accepted: str


def one_set() -> Program[Gathered]:
    """Seven rolls, once (D100-CREA-02)."""
    return (yield from fold(add_roll, Gathered(), (False,) * ROLLS))


@procedure(
    "odds_scores",
    rules="D100-CREA-02 D100-CREA-03 D100-MISS-02",
    headline=("p_spread", "p_accepted"),
)
def odds_scores(given: OddsScoresGiven, options: Options) -> Program[OddsScores]:
    """The exact chance that a set of seven 3d6 has its high and its low roll, and that its sum passes too."""
    odds = yield from exact_odds(call(one_set))
    spread: Fraction = odds.chance(lambda one: one.high and one.low)
    accepted: Fraction = odds.chance(lambda one: verdict(one.high, one.low, one.total, options) is None)
    yield from step("p_spread", fraction(spread), "D100-CREA-02")
    yield from step("p_accepted", fraction(accepted), "D100-CREA-03")
    return OddsScores(p_spread=fraction(spread), p_accepted=fraction(accepted))
