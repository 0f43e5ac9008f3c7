"""Exact chances of what takes its time (ODDS): a mind and both its tests, a reserve, want of air, healing."""

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, call, exact_odds, fold, step
from gardien.core.dice import Dice
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.terms import fraction
from gardien.core.values import Value
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Percent, Score
from gardien.systems.operators.rules.body.recovery import Care, Recovered, RecoverGiven, recover
from gardien.systems.operators.rules.character import Combatant, Reserve, ShockKey
from gardien.systems.operators.rules.dangers.hazards import SuffocateGiven, suffocate_turn
from gardien.systems.operators.rules.luck import RecoverLuckGiven, recover_luck
from gardien.systems.operators.rules.mind.shocks import Mind, loss_of, resolve_shock, second_test
from gardien.systems.operators.rules.tests.characteristic import Outcome

NEVER = Fraction(0)

# --- a mind ----------------------------------------------------------------------------------------------------------


class OddsSanGiven(Value, frozen=True, kw_only=True):
    """A shock to be weighed."""

    san: Annotated[int, Meta(ge=1, le=100)]
    si: Percent = 0
    shock: ShockKey

    def __post_init__(self) -> None:
        check_key("shock", self.shock, pack.shock)


class OddsSan(Outcome, frozen=True, kw_only=True):
    """How a shock may end once the scene is over."""

    control: str
    temporary: str
    indefinite: str
    permanent: str
    mean_san: str


def ordeal(mind: Mind, dice: Dice) -> Program[tuple[str, int]]:
    """A shock and the end of its scene: how it ends, and the SAN that is left."""
    block = yield from apply(resolve_shock, mind, dice, True, False, True, "")
    if block.outcome != "temporary":
        return str(block.outcome), block.san
    ended = yield from apply(second_test, block.san, block.lasting_madness, False, "")
    return ("temporary" if ended.second == "recovered" else "indefinite"), block.san


@procedure(
    "odds_san",
    rules="OPS-ODDS-05 OPS-SAN-02 OPS-SAN-03 OPS-SAN-04",
    headline=("control", "indefinite", "permanent"),
)
def odds_of_shock(given: OddsSanGiven, options: Options) -> Program[OddsSan]:
    """The exact chances of control, of a passing crisis, of a madness that stays, of the end of reason."""
    odds = yield from exact_odds(call(ordeal, Mind(san=given.san, si=given.si), loss_of(given.shock)))
    ends = dict(odds.by(lambda one: one[0]))
    odds_san = OddsSan(
        control=fraction(ends.get("control", NEVER)),
        temporary=fraction(ends.get("temporary", NEVER)),
        indefinite=fraction(ends.get("indefinite", NEVER)),
        permanent=fraction(ends.get("permanent", NEVER)),
        mean_san=fraction(odds.mean(lambda one: one[1])),
    )
    for name in ("control", "temporary", "indefinite", "permanent", "mean_san"):
        yield from step(name, getattr(odds_san, name), "OPS-ODDS-05")
    return odds_san


# --- a reserve of luck -----------------------------------------------------------------------------------------------


class OddsLuckGiven(Value, frozen=True, kw_only=True):
    """A recovery of luck to be weighed."""

    luck: Reserve
    luck_start: Reserve


class OddsLuck(Outcome, frozen=True, kw_only=True):
    """What a rest may bring."""

    above: str | UnsetType = UNSET
    expected_gain: str | UnsetType = UNSET


@procedure("odds_luck_recovery", rules="OPS-ODDS-06 OPS-LUCK-07", headline=("above", "expected_gain"))
def odds_of_luck(given: OddsLuckGiven, options: Options) -> Program[OddsLuck]:
    """The exact chance of the large gain, and the mean gain after the ceiling."""
    if not options.luck_enabled:
        yield from step("reason", "option_off", "OPS-LUCK-01")
        return OddsLuck(refused=True, reason="option_off")
    asked = RecoverLuckGiven(luck=given.luck, luck_start=given.luck_start)
    odds = yield from exact_odds(call(recover_luck, asked, options))
    above = fraction(odds.chance(lambda one: one.test_above is True))
    gain = fraction(odds.mean(lambda one: 0 if one.gain is UNSET else one.gain))
    yield from step("above", above, "OPS-ODDS-06")
    yield from step("expected_gain", gain, "OPS-ODDS-06")
    return OddsLuck(above=above, expected_gain=gain)


# --- want of air -----------------------------------------------------------------------------------------------------


class OddsDrowningGiven(Value, frozen=True, kw_only=True):
    """A time without air to be weighed."""

    CON: Score
    turns: Annotated[int, Meta(ge=0, le=100)]


class OddsDrowning(Outcome, frozen=True, kw_only=True):
    """The chance to come up again."""

    alive: str


class Airless(Value, frozen=True):
    """One of several turns without air."""

    turn: int
    constitution: int
    options: Options


def hold_breath(alive: bool, airless: Airless) -> Program[bool]:
    """One more turn; the dead have no further ones."""
    if not alive:
        return False
    asked = SuffocateGiven(victim=Combatant(CON=airless.constitution), turn=airless.turn)
    after = yield from apply(suffocate_turn, asked, airless.options)
    return after.alive


def drown(constitution: int, turns: int, options: Options) -> Program[bool]:
    """Some turns without air, one after the other (OPS-HAZ-02)."""
    items = [Airless(turn, constitution, options) for turn in range(1, turns + 1)]
    alive = yield from fold(hold_breath, True, items)
    return alive


@procedure("odds_drowning", rules="OPS-ODDS-06 OPS-HAZ-02", headline=("alive",))
def odds_of_drowning(given: OddsDrowningGiven, options: Options) -> Program[OddsDrowning]:
    """The exact chance of being alive after some turns without air."""
    odds = yield from exact_odds(call(drown, given.CON, given.turns, options))
    alive = fraction(odds.chance(lambda one: one))
    yield from step("alive", alive, "OPS-ODDS-06")
    return OddsDrowning(alive=alive)


# --- healing ---------------------------------------------------------------------------------------------------------

ANYBODY = 10  # a CON that can pass a test and fail it: shows the shortest and the longest recovery


class OddsRecoveryGiven(Value, frozen=True, kw_only=True):
    """A recovery to be weighed."""

    level: Literal["superficial", "light", "grave"]
    CON: Score
    care: Care = "hospital"


class OddsRecovery(Outcome, frozen=True, kw_only=True):
    """How long a recovery may take."""

    expected_days: str
    shortest: float
    longest: float
    shortest_chance: str


def _days(one: Recovered) -> Fraction:
    return Fraction(0 if one.total_days is UNSET else one.total_days)


@procedure(
    "odds_recovery",
    rules="OPS-ODDS-06 OPS-HLTH-11 OPS-HLTH-12",
    headline=("expected_days", "shortest_chance"),
)
def odds_of_recovery(given: OddsRecoveryGiven, options: Options) -> Program[OddsRecovery]:
    """The exact mean of a recovery, its ends, and the chance of the shortest one."""

    def patient(constitution: int) -> RecoverGiven:
        return RecoverGiven(
            patient=Combatant(CON=constitution, wound_level=given.level, stabilised=True), care=given.care
        )

    odds = yield from exact_odds(call(recover, patient(given.CON), options))
    ends = yield from exact_odds(call(recover, patient(ANYBODY), options))
    lengths = sorted(_days(one) for one, _ in ends)
    mean, quick = odds.mean(_days), odds.chance(lambda one: _days(one) == lengths[0])
    yield from step("expected_days", fraction(mean), "OPS-ODDS-06")
    yield from step("shortest_chance", fraction(quick), "OPS-ODDS-06")
    return OddsRecovery(
        expected_days=fraction(mean),
        shortest=float(lengths[0]),
        longest=float(lengths[-1]),
        shortest_chance=fraction(quick),
    )
