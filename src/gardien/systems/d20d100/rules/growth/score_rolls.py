"""Seven rolls of 3d6, all of them again while they are too alike, too weak or too strong; and how often (CREA)."""

from fractions import Fraction
from functools import cache
from typing import Literal, TypeAlias

from gardien.core.chance import Done, Program, fold, repeat, roll, step
from gardien.core.dice import Dice, weights_of
from gardien.core.errors import Refusal
from gardien.core.values import Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import modifier_of

ROLLS = 7  # all but TAI and APP (D100-CREA-02)
THREE_DICE = Dice.parse("3d6")
HIGH_FROM, LOW_TO = 2, -1  # modifiers of the rolls above 13 and below 10 (D100-CREA-02)
FEWEST = Fraction(1, 1000)  # bounds that let fewer sets pass would have a table throw all evening

Rejection: TypeAlias = Literal["no_high", "no_low", "sum_too_low", "sum_too_high"]


def rejection(modifiers: tuple[int, ...], options: Options) -> Rejection | None:
    """Why seven rolls are thrown again, the first reason that applies (D100-CREA-02, D100-CREA-03)."""
    return verdict(max(modifiers) >= HIGH_FROM, min(modifiers) <= LOW_TO, sum(modifiers), options)


def verdict(high: bool, low: bool, total: int, options: Options) -> Rejection | None:
    if not high:
        return "no_high"
    if not low:
        return "no_low"
    if total < options.creation_sum_min:
        return "sum_too_low"
    return "sum_too_high" if total > options.creation_sum_max else None


class ScoreSet(Value, frozen=True, kw_only=True):
    """A rejected set of seven rolls."""

    rolls: tuple[int, ...]
    modifier_sum: int
    reason: Rejection


class Gathered(Value, frozen=True):
    """A set as it grows; the rolls themselves only where somebody looks at them."""

    high: bool = False
    low: bool = False
    total: int = 0
    rolls: tuple[int, ...] = ()


def add_roll(gathered: Gathered, wanted: bool) -> Program[Gathered]:
    """One more 3d6; unseen, only its modifier matters."""
    rolls = gathered.rolls
    if wanted:
        rolls += ((yield from roll(THREE_DICE, "d6", purpose="rolls")),)
        modifier = modifier_of(rolls[-1])
    else:
        modifier = yield from roll(THREE_DICE.map(modifier_of), "d6", purpose="rolls")
    return Gathered(
        gathered.high or modifier >= HIGH_FROM, gathered.low or modifier <= LOW_TO, gathered.total + modifier, rolls
    )


class Tries(Value, frozen=True):
    """The sets rejected so far, where somebody looks, and what the next one must reach."""

    wanted: bool
    kept: bool  # whether rejected sets are remembered
    options: Options
    rejected: tuple[ScoreSet, ...] = ()
    accepted: Gathered = Gathered()


def throw_set(tries: Tries) -> Program[Tries | Done[Tries]]:
    """Seven rolls; the whole set again while a check rejects it (D100-CREA-02, D100-CREA-03)."""
    gathered = yield from fold(add_roll, Gathered(), (tries.wanted,) * ROLLS)
    reason = verdict(gathered.high, gathered.low, gathered.total, tries.options)
    if reason is None:
        return Done(Tries(tries.wanted, tries.kept, tries.options, tries.rejected, gathered))
    if not tries.kept:
        return tries
    rule = "D100-CREA-02" if reason in ("no_high", "no_low") else "D100-CREA-03"
    yield from step("reason", reason, rule)
    turned = ScoreSet(rolls=gathered.rolls, modifier_sum=gathered.total, reason=reason)
    return Tries(tries.wanted, tries.kept, tries.options, (*tries.rejected, turned))


@cache
def ways_of_sets(decided: tuple[int, ...] = ()) -> tuple[dict[tuple[bool, bool, int], int], int]:
    """In how many ways seven rolls fall, by what the checks look at; and all ways together. Some may be decided."""
    one = weights_of(THREE_DICE.map(modifier_of))
    start = (any(m >= HIGH_FROM for m in decided), any(m <= LOW_TO for m in decided), sum(decided))
    ways: dict[tuple[bool, bool, int], int] = {start: 1}
    for _ in range(ROLLS - len(decided)):
        more: dict[tuple[bool, bool, int], int] = {}
        for (high, low, total), way in ways.items():
            for modifier, weight in one.pairs:
                key = (high or modifier >= HIGH_FROM, low or modifier <= LOW_TO, total + modifier)
                more[key] = more.get(key, 0) + way * weight
        ways = more
    return ways, one.total ** (ROLLS - len(decided))


def chance_of_spread() -> Fraction:
    """How often one roll is high enough and one low enough (D100-CREA-02)."""
    ways, total = ways_of_sets()
    return Fraction(sum(way for (high, low, _), way in ways.items() if high and low), total)


def chance_of_acceptance(least: int, most: int) -> Fraction:
    """How often a set passes both checks (D100-CREA-02, D100-CREA-03)."""
    ways, total = ways_of_sets()
    return Fraction(sum(way for (high, low, at), way in ways.items() if high and low and least <= at <= most), total)


def check_bounds(options: Options) -> None:
    """Bounds that hardly any dice can meet are refused, before anybody throws without end (D100-CREA-03)."""
    least, most = options.creation_sum_min, options.creation_sum_max
    if chance_of_acceptance(least, most) >= FEWEST:
        return
    reachable = [bound for bound in range(-30, least) if chance_of_acceptance(bound, most) >= FEWEST]
    if reachable:
        high = reachable[-1]
        raise Refusal(
            "field/at_most", kind="refused", field="creation_sum_min", rule="D100-CREA-03", came=least, high=high
        )
    low = next(bound for bound in range(-30, 41) if chance_of_acceptance(-30, bound) >= FEWEST)
    raise Refusal("field/at_least", kind="refused", field="creation_sum_max", rule="D100-CREA-03", came=most, low=low)


def throw_scores(wanted: bool, kept: bool, options: Options) -> Program[Tries]:
    """Sets of seven until one is accepted."""
    check_bounds(options)
    return (yield from repeat(throw_set, Tries(wanted, kept, options)))
