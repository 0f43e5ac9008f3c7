"""One coin against a stake (TOS)."""

from typing import Annotated

from gardien.systems.pennies.options import Options, Side
from msgspec import Meta

from gardien.core.chance import Program, roll, step
from gardien.core.dice import Die
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value

COIN = Die(2)
HEADS = 1  # the face that is heads; the other is tails
RICHEST = 1000  # a purse holds no more (PEN-TOS-02)

Purse = Annotated[int, Meta(ge=0, le=RICHEST)]


class TossGiven(Value, frozen=True, kw_only=True):
    """A side called, and what rides on it."""

    call: Side
    stake: Annotated[int, Meta(ge=1, le=10)] = 1
    purse: Purse = 10

    def __post_init__(self) -> None:
        if self.stake > self.purse:
            raise BadField("stake", "field/at_most", "PEN-TOS-02", came=self.stake, high=self.purse)


class Toss(Value, frozen=True, kw_only=True):
    """The coin as it lies, and the purse after it."""

    side: Side
    won: bool
    purse: int

    def changes(self, given: TossGiven, options: Options) -> tuple[Change, ...]:
        return (Change("purse", given.purse, self.purse),) if self.purse != given.purse else ()


def flip(purpose: str) -> Program[Side]:
    """One coin."""
    face = yield from roll(COIN, "dP", purpose=purpose)
    return "heads" if face == HEADS else "tails"


@procedure("toss", rules="PEN-TOS-01 PEN-TOS-02", dice=("dP",), headline=("won",))
def toss(given: TossGiven, options: Options) -> Program[Toss]:
    """The side that was called wins the stake as often as the table pays it, the other loses it."""
    side = yield from flip("toss")
    won = side == given.call
    gain = given.stake * options.payout if won else -given.stake
    purse = min(RICHEST, given.purse + gain)
    yield from step("side", side, "PEN-TOS-01")
    yield from step("won", won, "PEN-TOS-01")
    yield from step("purse", purse, "PEN-TOS-02", (("purse", given.purse), ("stake", gain)), (0, RICHEST))
    return Toss(side=side, won=won, purse=purse)
