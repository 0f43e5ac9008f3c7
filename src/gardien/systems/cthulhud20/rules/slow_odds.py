"""Exact chances of what is not an attack: a wound that may stop by itself, checks, saves (P-ODDS-02, P-ODDS-03)."""

from fractions import Fraction
from typing import Literal

from gardien.core.chance import Program, call, exact_odds, step
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant, check_alive
from gardien.systems.cthulhud20.rules.person import Body, body_of, drain, stabilise_chance, stabilise_total
from gardien.systems.cthulhud20.rules.tests.d20 import Throw, attempt
from gardien.systems.cthulhud20.vocabulary import Bonus, Difficulty, Severity

# ---- a wound that bleeds ----


class OddsStabiliseGiven(Value, frozen=True, kw_only=True):
    """Somebody with one wound that bleeds, as the last loss left them."""

    victim: Combatant = NOBODY
    severity: Literal["moderate", "grave", "critical"]
    first_roll: bool = True

    def __post_init__(self) -> None:
        check_alive("victim", self.victim)
        if not pack.interval(self.victim.tables, self.severity):
            rows: tuple[Severity, ...] = ("moderate", "grave", "critical")
            allowed = ", ".join(one for one in rows if pack.interval(self.victim.tables, one))
            raise BadField("severity", "field/not_allowed", "CD20-BLEED-01", came=self.severity, allowed=allowed)


class StabiliseOdds(Value, frozen=True, kw_only=True):
    """Every roll that may come, and how it ends."""

    totals: tuple[int, ...]
    chances: tuple[str, ...]
    chance_stabilise: str
    chance_death: str
    ticks_to_death: int
    rounds_to_death: int


def bleed_dry(body: Body, options: Options) -> tuple[Body, ...]:
    """The body now and after each loss, as long as it lives (CD20-BLEED-04, CD20-HP-07)."""
    bodies: list[Body] = []
    while not body.dead:
        bodies.append(body)
        body = drain(body, 1, 1, options).body
    return tuple(bodies)


@procedure(
    "odds_stabilise",
    rules="CD20-P-ODDS-02 CD20-BLEED-03 CD20-BLEED-04 CD20-HP-07",
    headline=("chance_stabilise", "chance_death"),
)
def odds_of_bleeding(given: OddsStabiliseGiven, options: Options) -> Program[StabiliseOdds]:
    """A d100 at each loss, and fewer points to roll under each time, until it stops or kills."""
    alive = bleed_dry(body_of(given.victim, options), options)
    totals = tuple(stabilise_total(body) for body in (alive if given.first_roll else alive[1:]))
    chances = tuple(stabilise_chance(total) for total in totals)
    death = Fraction(1)
    for chance in chances:
        death *= 1 - chance
    rounds = len(alive) * pack.interval(given.victim.tables, given.severity)
    yield from step("chance_stabilise", str(1 - death), "CD20-P-ODDS-02")
    yield from step("rounds_to_death", rounds, "CD20-BLEED-04")
    return StabiliseOdds(
        totals=totals,
        chances=tuple(str(chance) for chance in chances),
        chance_stabilise=str(1 - death),
        chance_death=str(death),
        ticks_to_death=len(alive),
        rounds_to_death=rounds,
    )


# ---- one d20 ----


class OddsCheckGiven(Value, frozen=True, kw_only=True):
    """A bonus against a difficulty."""

    bonus: Bonus
    dc: Difficulty


class CheckOdds(Value, frozen=True, kw_only=True):
    """The chance to reach it."""

    chance: str


def odds_of_throw(throw: Throw) -> Program[CheckOdds]:
    """One throw, every face of it."""
    odds = yield from exact_odds(call(attempt, throw))
    chance = str(odds.chance(lambda tried: tried.success))
    yield from step("chance", chance, "CD20-P-ODDS-03")
    return CheckOdds(chance=chance)


@procedure("odds_check", rules="CD20-P-ODDS-03", headline=("chance",))
def odds_of_check(given: OddsCheckGiven, options: Options) -> Program[CheckOdds]:
    """The faces of a d20 that succeed; no face does so by itself."""
    return (yield from odds_of_throw(Throw(bonus=given.bonus, dc=given.dc)))


@procedure("odds_save", rules="CD20-P-ODDS-03 CD20-P-SAVE-01", headline=("chance",))
def odds_of_save(given: OddsCheckGiven, options: Options) -> Program[CheckOdds]:
    """The faces of a d20 that save; 1 never does, 20 always."""
    return (yield from odds_of_throw(Throw(bonus=given.bonus, dc=given.dc, save=True)))
