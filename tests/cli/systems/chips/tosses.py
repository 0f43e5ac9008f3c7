"""Two coins and no rules worth mentioning (TOS)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.chance import Program, roll, step
from gardien.core.dice import Die
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.telling import Report
from gardien.core.values import Change, Value


class Options(Value, frozen=True, kw_only=True):
    """House rules."""

    edge: bool = False


class Stake(Value, frozen=True, kw_only=True):
    """What is at stake."""

    amount: Annotated[int, Meta(ge=1, le=100)] = 1
    kind: Literal["money", "honour"] = "money"


class Thrower(Value, frozen=True, kw_only=True):
    """Somebody with a coin."""

    name: str
    purse: Annotated[int, Meta(ge=0, le=1000)] = 10


class TossGiven(Value, frozen=True, kw_only=True):
    """A toss about to be made."""

    call: Literal["heads", "tails"]
    throwers: Annotated[tuple[Thrower, ...], Meta(min_length=1, max_length=3)]
    stake: Stake = Stake()
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.stake.amount > sum(thrower.purse for thrower in self.throwers):
            raise BadField("stake", "field/at_most", "CHI-TOS-02", came=self.stake.amount, high=10)


class Toss(Value, frozen=True, kw_only=True):
    """A toss made."""

    won: bool
    faces: tuple[int, ...]

    def changes(self, given: TossGiven, options: Options) -> tuple[Change, ...]:
        one = given.throwers[0]
        after = one.purse + given.stake.amount * (1 if self.won else -1)
        return (Change("purse", one.purse, after, one.name),)


@procedure("toss", rules="CHI-TOS-01 CHI-TOS-02", dice=("d2",), headline=("won",))
def toss(given: TossGiven, options: Options) -> Program[Toss]:
    """Everybody throws; the last coin decides."""
    faces = []
    for thrower in given.throwers:
        face = yield from roll(Die(2), "d2", thrower.name)
        faces.append(face)
    won = (faces[-1] == 1) == (given.call == "heads")
    yield from step("won", won, "CHI-TOS-01")
    return Toss(won=won, faces=tuple(faces))


class CountGiven(Value, frozen=True, kw_only=True):
    """Numbers to add up."""

    numbers: tuple[int, ...] = ()


class Count(Value, frozen=True, kw_only=True):
    """Their sum."""

    total: int


@procedure("count_up", rules="CHI-TOS-01", headline=("total",))
def count_up(given: CountGiven, options: Options) -> Program[Count]:
    """Add up."""
    yield from step("total", sum(given.numbers), "CHI-TOS-01")
    return Count(total=sum(given.numbers))


def tell_toss(told: Report) -> list[str]:
    return [told.pick("Gagné.", "Won.") if told.outcome.won else told.pick("Perdu.", "Lost.")]


def tell_count(told: Report) -> list[str]:
    return [told.number(told.outcome.total)]


TELLERS = {"toss": tell_toss, "count_up": tell_count}
