"""The best of several coins (MAT)."""

from typing import Annotated

from gardien.systems.pennies.options import Options, Side
from gardien.systems.pennies.tosses import flip
from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Done, Program, apply, repeat, step, watch
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value


class MatchGiven(Value, frozen=True, kw_only=True):
    """How many coins decide."""

    coins: Annotated[int, Meta(ge=1, le=9)] = 3

    def __post_init__(self) -> None:
        if self.coins % 2 == 0:
            raise BadField("coins", "field/not_allowed", "PEN-MAT-01", came=self.coins, allowed="1, 3, 5, 7, 9")


class Match(Value, frozen=True, kw_only=True):
    """Who won, and by how much."""

    winner: Side
    heads: int
    tails: int
    margin: int
    coins: tuple[Side, ...] | UnsetType = UNSET


class Score(Value, frozen=True, kw_only=True):
    """A match under way."""

    heads: int = 0
    tails: int = 0
    coins: tuple[Side, ...] = ()
    wanted: int  # coins that decide
    most: int  # coins that are thrown at most
    seen: bool


def next_coin(score: Score) -> Program[Score | Done[Score]]:
    """One more coin, until the match is decided."""
    side = yield from apply(flip, "match")
    after = Score(
        heads=score.heads + (side == "heads"),
        tails=score.tails + (side == "tails"),
        coins=(*score.coins, side) if score.seen else (),
        wanted=score.wanted,
        most=score.most,
        seen=score.seen,
    )
    decided = max(after.heads, after.tails) >= after.wanted or after.heads + after.tails >= after.most
    return Done(after) if decided else after


@procedure("best_of", rules="PEN-MAT-01", dice=("dP",), headline=("winner",))
def play_match(given: MatchGiven, options: Options) -> Program[Match]:
    """The side that shows more often wins; coins that can no longer change that are not thrown."""
    seen = bool((yield from watch("coins")))
    wanted = given.coins if options.play_all else given.coins // 2 + 1
    score = yield from repeat(next_coin, Score(wanted=wanted, most=given.coins, seen=seen))
    margin = score.heads - score.tails
    winner: Side = "heads" if margin > 0 else "tails"
    yield from step("margin", margin, "PEN-MAT-01", (("heads", score.heads), ("tails", -score.tails)))
    yield from step("winner", winner, "PEN-MAT-01")
    coins = score.coins if seen else UNSET
    return Match(winner=winner, heads=score.heads, tails=score.tails, margin=margin, coins=coins)
