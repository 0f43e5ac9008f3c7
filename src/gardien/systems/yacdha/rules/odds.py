"""Exact chances as answers of their own: the printed tables, and what the source left to be derived (ODD).

Nothing is computed twice here: every procedure weighs the very rules that play.
"""

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.chance import Program, apply, call, exact_odds, fold, step
from gardien.core.dice import Keep
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.terms import exact
from gardien.core.values import Value, frozen_map
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.gauges import check, stakes_due
from gardien.systems.yacdha.rules.throws import ENDLESS, Judged, Throw, facing, judge, throw_dice
from gardien.systems.yacdha.vocabulary import (
    GAUGE_OF,
    NOTHING_OPPOSES,
    TOP,
    Below6,
    Category,
    Gauge,
    Level,
    Opposition,
    Stake,
    Stakes,
)

Pool = Annotated[int, Meta(ge=1, le=20)] | Literal["infinite"]
MARGINS = range(-5, 7)


def dice_in(pool: int | str) -> int:
    """How many dice; an infinite pool is the limit of ever more (YAC-ODD-10)."""
    return ENDLESS if isinstance(pool, str) else pool


def roll_throw(throw: Throw) -> Program[tuple[Judged, bool]]:
    """A throw and nothing after it: what it comes to, and whether a forced die calls for a check."""
    fallen = yield from apply(throw_dice, throw)
    judged = judge(throw, fallen)
    return judged, fallen.forced.rest > judged.bar  # nobody looks at single dice here


# --- one throw -------------------------------------------------------------------------------------------------------


class OddsActionGiven(Value, frozen=True, kw_only=True):
    """A throw to be weighed."""

    pool: Pool = 1
    keep: Keep = "highest"
    forced: Annotated[int, Meta(ge=0, le=10)] = 0
    level: Level = 0
    opposition: Opposition = NOTHING_OPPOSES


class OddsAction(Value, frozen=True, kw_only=True):
    """The chance of success and of each margin."""

    success: str
    margins: dict[str, str]


@procedure(
    "odds_action",
    rules="""YAC-ODD-01 YAC-ODD-02 YAC-ODD-03 YAC-ODD-04 YAC-ODD-05 YAC-ODD-08 YAC-ODD-10 YAC-ODD-11 YAC-GEN-03
    YAC-OPP-01 YAC-COO-07""",
    headline=("success",),
)
def odds_of_action(given: OddsActionGiven, options: Options) -> Program[OddsAction]:
    """The exact chance of every margin, never clamped (YAC-ODD-08).

    With opposition 0 this is Table 6 (YAC-ODD-02), with a dO Table 7 (YAC-ODD-03) and, keeping the lowest, Table 8
    (YAC-ODD-04); by level Table 9 (YAC-ODD-05) and its like against a dO (YAC-ODD-11). Fractions here; whoever prints
    percents rounds halves up (YAC-GEN-03).
    """
    throw = Throw(
        pool=dice_in(given.pool),
        keep=given.keep,
        forced=("",) * given.forced,
        level=given.level,
        facing=facing(given.opposition, options),
        level_first=options.bonus_before_forced,
    )
    odds = yield from exact_odds(call(roll_throw, throw))
    chances = {m: odds.chance(lambda one, m=m: one[0].margin == m) for m in MARGINS}  # type: ignore[misc]
    if given.opposition.impossible:
        chances = dict.fromkeys(MARGINS, Fraction(0))  # nothing is thrown (YAC-ACT-09)
    success = sum((chance for margin, chance in chances.items() if margin >= 1), Fraction(0))
    yield from step("success", exact(success), "YAC-ODD-01")
    return OddsAction(success=exact(success), margins=frozen_map({str(m): exact(c) for m, c in chances.items()}))


class OddsForcedGiven(Value, frozen=True, kw_only=True):
    """A forced die to be weighed."""

    pool: Pool = 1
    keep: Keep = "highest"
    level: Level = 0
    value: Below6 = 1


class OddsForced(Value, frozen=True, kw_only=True):
    """The chance of a check, and of a rise."""

    check: str
    rise: str


def roll_strain(throw: Throw, gauge: Gauge, value: int) -> Program[tuple[bool, bool]]:
    """A forced die: does it call for a check, and does the check raise the gauge?"""
    _, due = yield from apply(roll_throw, throw)
    if not due:
        return False, False
    checked = yield from apply(check, gauge, value, "", False)
    return True, checked.raised


@procedure("odds_forced", rules="YAC-ODD-09", headline=("check", "rise"))
def odds_of_forced(given: OddsForcedGiven, options: Options) -> Program[OddsForced]:
    """What a forced die costs: the chance that it comes out on top, times the chance that the gauge gives way."""
    throw = Throw(
        pool=dice_in(given.pool),
        keep=given.keep,
        forced=("",),
        level=given.level,
        level_first=options.bonus_before_forced,
    )
    odds = yield from exact_odds(call(roll_strain, throw, "trauma", given.value))
    due, rise = exact(odds.chance(lambda one: one[0])), exact(odds.chance(lambda one: one[1]))
    yield from step("check", due, "YAC-ODD-09")
    yield from step("rise", rise, "YAC-ODD-09")
    return OddsForced(check=due, rise=rise)


# --- gauges ----------------------------------------------------------------------------------------------------------


class OddsGaugeGiven(Value, frozen=True, kw_only=True):
    """A gauge and a number of checks to come."""

    start: Below6
    checks: Annotated[int, Meta(ge=0, le=100)] = 1


class OddsGauge(Value, frozen=True, kw_only=True):
    """How fast checks drive a gauge to 6."""

    reach_six: str
    distribution: dict[str, str]
    mean_checks: str
    first_n_at_half: int


def climb(value: int, _: int) -> Program[int]:
    """One more check; at 6 there is nothing left to check."""
    if value == TOP:
        return TOP
    checked = yield from apply(check, "madness", value, "", False)
    return value + checked.raised


def march(start: int, checks: int) -> Program[int]:
    """A gauge after several checks."""
    after = yield from fold(climb, start, range(checks))
    return after


@procedure("odds_gauge", rules="YAC-ODD-06 YAC-ODD-07", headline=("reach_six",))
def odds_of_gauge(given: OddsGaugeGiven, options: Options) -> Program[OddsGauge]:
    """The course of a gauge under any number of checks: Tables 10 and 11 for any start."""
    odds = yield from exact_odds(call(march, given.start, given.checks))
    mean = Fraction(0)
    for value in range(given.start, TOP):
        once = yield from exact_odds(call(check, "madness", value, "", False))
        mean += 1 / once.chance(lambda one: one.raised)
    halfway = 0
    reached = Fraction(0)
    while reached < Fraction(1, 2):
        halfway += 1
        so_far = yield from exact_odds(call(march, given.start, halfway))
        reached = so_far.chance(lambda value: value == TOP)
    lost = exact(odds.chance(lambda value: value == TOP))
    yield from step("reach_six", lost, "YAC-ODD-07")
    yield from step("mean_checks", exact(mean), "YAC-ODD-06")
    return OddsGauge(
        reach_six=lost,
        distribution=frozen_map({str(v): exact(odds.chance(lambda one, v=v: one == v)) for v in range(1, 7)}),  # type: ignore[misc]
        mean_checks=exact(mean),
        first_n_at_half=halfway,
    )


# --- the risk of an act ----------------------------------------------------------------------------------------------


class OddsRiskGiven(Value, frozen=True, kw_only=True):
    """An act whose price is asked for."""

    category: Category = "physical"
    pool: Pool = 1
    keep: Keep = "highest"
    forced: bool = False
    level: Level = 0
    opposition: Opposition = NOTHING_OPPOSES
    stakes: Stakes = ()
    value: Below6 = 1

    def __post_init__(self) -> None:
        if self.opposition.impossible:
            raise BadField("opposition", "field/at_most", "YAC-ACT-09", came=self.opposition.fixed_value(), high=5)


class OddsRisk(Value, frozen=True, kw_only=True):
    """What an act may cost its author."""

    success: str
    check: str
    rise: str
    reach_six: str
    mean_increase: str


class Cost(Value, frozen=True):
    """One way an act may end for its author."""

    success: bool
    checked: bool
    increase: int


def cost_of(throw: Throw, gauge: Gauge, stakes: tuple[Stake, ...], value: int) -> Program[Cost]:
    """Stakes and check add up; the check compares with the gauge before the throw (YAC-GAU-08)."""
    judged, due = yield from apply(roll_throw, throw)
    increase = stakes_due(stakes, gauge, judged.margin)
    if due:
        checked = yield from apply(check, gauge, value, "", False)
        increase += checked.raised
    return Cost(judged.margin >= 1, due, increase)


@procedure("odds_risk", rules="YAC-ODD-14 YAC-GAU-08 YAC-ACT-11", headline=("success", "rise", "reach_six"))
def odds_of_risk(given: OddsRiskGiven, options: Options) -> Program[OddsRisk]:
    """Success, check, rise and loss of one act, without luck."""
    throw = Throw(
        pool=dice_in(given.pool),
        keep=given.keep,
        forced=("",) if given.forced else (),
        level=given.level,
        facing=facing(given.opposition, options),
        level_first=options.bonus_before_forced,
    )
    odds = yield from exact_odds(call(cost_of, throw, GAUGE_OF[given.category], given.stakes, given.value))
    rise = exact(odds.chance(lambda one: one.increase > 0))
    yield from step("rise", rise, "YAC-ODD-14")
    return OddsRisk(
        success=exact(odds.chance(lambda one: one.success)),
        check=exact(odds.chance(lambda one: one.checked)),
        rise=rise,
        reach_six=exact(odds.chance(lambda one: given.value + one.increase >= TOP)),
        mean_increase=exact(odds.mean(lambda one: one.increase)),
    )
