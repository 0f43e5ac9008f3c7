"""One coin, alone or against somebody (TOS)."""

from gardien.systems.coin.options import Options
from gardien.systems.coin.vocabulary import RICHEST, Name, Purse, Side

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import Die
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value


def flip() -> Program[Side]:
    """The coin falls."""
    face = yield from roll(Die(2), "d2", purpose="toss")
    return "heads" if face == 1 else "tails"


class TossGiven(Value, frozen=True, kw_only=True):
    """A side called; the purse is that of whoever calls."""

    call: Side
    purse: Purse = 10


class Toss(Value, frozen=True, kw_only=True):
    """The coin as it lies, and the purse after it."""

    side: Side
    won: bool
    purse: int

    def changes(self, given: TossGiven, options: Options) -> tuple[Change, ...]:
        return (Change("purse", given.purse, self.purse),) if self.purse != given.purse else ()


@procedure("toss", rules="COI-TOS-01", dice=("d2",), headline=("won",))
def toss_coin(given: TossGiven, options: Options) -> Program[Toss]:
    """The side that was called wins the stake, the other loses it."""
    side = yield from apply(flip)
    won = side == given.call
    gain = options.stake if won else -options.stake
    purse = max(0, min(RICHEST, given.purse + gain))
    yield from step("side", side, "COI-TOS-01")
    yield from step("won", won, "COI-TOS-01")
    yield from step("purse", purse, "COI-TOS-01", (("purse", given.purse), ("stake", gain)), (0, RICHEST))
    return Toss(side=side, won=won, purse=purse)


class Tosser(Value, frozen=True, kw_only=True):
    """Somebody as a duel sees them."""

    name: Name
    purse: Purse = 10


class DuelGiven(Value, frozen=True, kw_only=True):
    """Two people and one coin: heads is the challenger's side."""

    challenger: Tosser
    rival: Tosser


class Duel(Value, frozen=True, kw_only=True):
    """Who won, and both purses after it."""

    won: bool
    paid: int
    purse: int
    purse_left: int  # of the rival

    def changes(self, given: DuelGiven, options: Options) -> tuple[Change, ...]:
        result = (
            Change("purse", given.challenger.purse, self.purse, given.challenger.name),
            Change("purse", given.rival.purse, self.purse_left, given.rival.name),
        )
        return tuple(one for one in result if one.before != one.after)


@procedure("duel", rules="COI-TOS-02", dice=("d2",), headline=("won",))
def fight_duel(given: DuelGiven, options: Options) -> Program[Duel]:
    """Heads, the rival pays the challenger; tails, the challenger pays the rival: never more than there is."""
    mine, theirs = given.challenger.purse, given.rival.purse
    won = (yield from apply(flip)) == "heads"
    paid = min(options.stake, theirs if won else mine)
    gain = paid if won else -paid
    purse, purse_left = min(RICHEST, mine + gain), min(RICHEST, theirs - gain)
    yield from step("won", won, "COI-TOS-02")
    yield from step("paid", paid, "COI-TOS-02")
    yield from step("purse", purse, "COI-TOS-02", (("purse", mine), ("paid", gain)), (0, RICHEST))
    yield from step("purse_left", purse_left, "COI-TOS-02", (("purse", theirs), ("paid", -gain)), (0, RICHEST))
    return Duel(won=won, paid=paid, purse=purse, purse_left=purse_left)
