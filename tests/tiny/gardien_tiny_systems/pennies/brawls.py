"""Pennies to the last coin: everybody in turn tosses against the one opposite, who pays; and tolls on a road."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from gardien.systems.pennies.options import Options
from gardien.systems.pennies.tosses import Purse, flip
from msgspec import Meta

from gardien.core.chance import Call, Done, Midway, Program, apply, call, fold, together
from gardien.core.simulation import Band, Choice, Ending, FighterEnd, Fights, Foe, Somebody
from gardien.core.values import Value


class Gambler(Value, frozen=True, kw_only=True):
    """Somebody with a purse."""

    id: str
    side: str = ""
    purse: Purse = 2


class Team(Value, frozen=True, kw_only=True):
    """One of the two sides."""

    name: str
    fighter: Annotated[tuple[Gambler, ...], Meta(min_length=1, max_length=3)]


class BrawlGiven(Value, frozen=True, kw_only=True):
    """Two sides that play until one has nothing left."""

    side: Annotated[tuple[Team, ...], Meta(min_length=2, max_length=2)]
    title: str = ""


State = tuple[int, tuple[int, ...]]  # whose turn, every purse


class Brawl:
    """Everybody's toss is a step; the round is over when the last has tossed."""

    symmetric = False

    def __init__(self, given: BrawlGiven, options: Options) -> None:
        self.sides = tuple(one.name for one in given.side)
        self.fighters = [
            Gambler(id=one.id, side=team.name, purse=one.purse) for team in given.side for one in team.fighter
        ]
        self.side_of = [number for number, team in enumerate(given.side) for _ in team.fighter]
        self.alike = list(range(len(self.fighters)))

    @property
    def start(self) -> State:
        return 0, tuple(one.purse for one in self.fighters)

    def stands(self, state: State) -> tuple[FighterEnd, ...]:
        return tuple(FighterEnd("rich" if purse else "broke", purse > 0, (purse,)) for purse in state[1])

    def step(self, state: State) -> Any:
        who, purses = state
        if not purses[who]:
            return self._after(who, purses)
        return together(call(flip, "brawl"), join=self._tossed, frame=state)

    def _tossed(self, state: State, answers: tuple[str, ...]) -> Any:
        who, purses = state
        foe = next(at for at, purse in enumerate(purses) if purse and self.side_of[at] != self.side_of[who])
        paid = answers[0] == "heads"
        return self._after(who, tuple(purse - (paid and at == foe) for at, purse in enumerate(purses)))

    def _after(self, who: int, purses: tuple[int, ...]) -> Any:
        left = {self.side_of[at] for at, purse in enumerate(purses) if purse}
        if len(left) < 2:
            return Done((0, purses))
        following = (who + 1) % len(purses)
        return Midway((following, purses)) if following else (following, purses)


class TollGiven(Value, frozen=True, kw_only=True):
    """A road with tolls: tails pays a penny."""

    tolls: Annotated[int, Meta(ge=0, le=20)]
    character: Annotated[tuple[Gambler, ...], Meta(min_length=1, max_length=5)]
    title: str = ""

    def events(self) -> tuple[str, ...]:
        return tuple("" if at % 2 else "inn" for at in range(1, 2 * self.tolls + 1))[::-1]


def pay(purse: int, event: str) -> Program[int]:
    """A toll, unless it is an inn or nothing is left."""
    if event or not purse:
        return purse
    side = yield from apply(flip, "toll")
    return purse - (side == "tails")


def travel(purse: int, events: tuple[str, ...]) -> Program[int]:
    return (yield from fold(pay, purse, events))


class PennyFights(Fights):
    """How brawls and roads are weighed."""

    endings = (Ending("rich", "standing"), Ending("broke", "dead"))
    measures = ("purse",)
    bands = (Band("some", 1), Band("nothing", 6, lost=True))
    marks = ("last_penny",)
    choices = (Choice("loud"), Choice("purse", ("1", "2"), "2"))
    fight_given = BrawlGiven
    budget_given = TollGiven
    folder = Path(__file__).parent

    def fight(self, given: BrawlGiven, options: Options) -> Brawl:
        return Brawl(given, options)

    def budget(self, given: TollGiven, options: Options, events: int) -> list[tuple[str, Call[int]]]:
        return [(one.id, call(travel, one.purse, given.events()[:events])) for one in given.character]

    def gauge(self, mind: int) -> int:
        return mind

    def band(self, mind: int) -> str:
        return "some" if mind else "nothing"

    def marks_of(self, mind: int) -> frozenset[str]:
        return frozenset({"last_penny"} if mind == 1 else ())

    def encounter(
        self, ours: tuple[str, Sequence[Somebody]], theirs: tuple[str, Sequence[Foe]], chosen: Mapping[str, str]
    ) -> dict[str, Any]:
        people = [{"id": one.name, "purse": one.sheet["purse"]} for one in ours[1]]
        others = [{"id": one.name, "purse": int(chosen["purse"])} for one in theirs[1]]
        return {"side": [{"name": ours[0], "fighter": people}, {"name": theirs[0], "fighter": others}]}

    def scenario(self, people: Sequence[Somebody], lines: Sequence[str]) -> dict[str, Any]:
        characters = [{"id": one.name, "purse": one.sheet["purse"]} for one in people]
        return {"tolls": len([line for line in lines if line]), "character": characters}


FIGHTS = PennyFights()
