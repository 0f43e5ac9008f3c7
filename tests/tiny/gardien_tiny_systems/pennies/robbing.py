"""Taking somebody's pennies by the toss of a coin, unless somebody pleads in time (ROB)."""

from typing import Annotated, Literal

from gardien.systems.pennies.options import Options, Side
from gardien.systems.pennies.tosses import RICHEST, Purse, flip
from msgspec import Meta

from gardien.core.chance import Program, apply, decide, step
from gardien.core.procedure import procedure
from gardien.core.table_rules import GROUP
from gardien.core.values import Change, Value

BRIBE = 1  # pennies (PEN-ROB-02)


class Plea(Value, frozen=True, kw_only=True):
    """What is said once the coin lies: nothing, a bribe, a second coin, the luck of all."""

    effect: Literal["none", "bribe", "again", "luck"] = "none"
    votes: Annotated[tuple[Literal["yes"], ...], Meta(max_length=20)] = ()


SILENT = Plea()


class Victim(Value, frozen=True, kw_only=True):
    """Whoever is robbed."""

    name: Annotated[str, Meta(max_length=100)] = "?"
    purse: Purse = 10


class RobGiven(Value, frozen=True, kw_only=True):
    """Whom to rob, how often to try, and what is said each time."""

    call: Side = "heads"
    purse: Purse = 10
    target: Victim
    tries: Annotated[int, Meta(ge=1, le=3)] = 1
    pleas: Annotated[tuple[Plea, ...], Meta(max_length=3)] = ()
    luck: Annotated[int, Meta(ge=0, le=1)] = 1


class Robbery(Value, frozen=True, kw_only=True):
    """Whether the last try came off, what it cost, and what everybody has left."""

    caught: bool
    stolen: int
    purse: int
    purse_left: int  # of whoever was robbed
    luck: int

    def changes(self, given: RobGiven, options: Options) -> tuple[Change, ...]:
        result = [
            Change("purse", given.purse, self.purse),
            Change("purse", given.target.purse, self.purse_left, given.target.name),
            Change("luck", given.luck, self.luck, GROUP),
        ]
        return tuple(one for one in result if one.before != one.after)


@procedure("rob", rules="PEN-ROB-01 PEN-ROB-02", dice=("dP",), headline=("caught", "stolen"))
def rob(given: RobGiven, options: Options) -> Program[Robbery]:
    """The side that was called takes a penny, two if a second coin says so; whoever pleads in time is spared."""
    stolen, paid, bribes, luck, caught = 0, 0, 0, given.luck, False
    for at in range(given.tries):
        caught = (yield from flip("rob")) == given.call
        plea = given.pleas[at] if at < len(given.pleas) else SILENT
        told = [("caught", caught), *([("stolen", stolen)] if at else [])]
        said = yield from decide("pleas", plea, at >= len(given.pleas), told)
        if said.effect == "again":
            paid += BRIBE
            caught = (yield from flip("rob")) == given.call
        elif said.effect == "luck":
            luck = 0
        elif said.effect == "bribe":
            bribes += BRIBE
        if caught and said.effect in ("none", "again"):
            more = yield from apply(flip, "harm")
            stolen += 2 if more == given.call else 1
    stolen = min(stolen, given.target.purse)
    purse = max(0, min(RICHEST, given.purse + stolen - paid))
    yield from step("caught", caught, "PEN-ROB-01")
    yield from step("stolen", stolen, "PEN-ROB-01")
    yield from step("purse", purse, "PEN-ROB-02")
    yield from step("luck", luck, "PEN-ROB-02")
    left = max(0, given.target.purse - stolen - bribes)
    return Robbery(caught=caught, stolen=stolen, purse=purse, purse_left=left, luck=luck)
