"""Duels to the last penny, weighed in the workshop and by `gardien fight`: those in front on each side toss in turn."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from gardien.systems.coin.options import Options
from gardien.systems.coin.pack import rival
from gardien.systems.coin.rules.tosses import flip
from gardien.systems.coin.vocabulary import RICHEST, Purse
from msgspec import Meta

from gardien.core.chance import Done, call, together
from gardien.core.simulation import Ending, FighterEnd, Fights, Foe, Some, Somebody, check_sides
from gardien.core.values import Value


def purse_of(one: Foe) -> int:
    """What somebody has, by a row of the pack or by a sheet."""
    return rival(one.row).purse if isinstance(one, Some) else int(one.sheet["purse"])


class Fighter(Value, frozen=True, kw_only=True):
    """Somebody with a purse, or several alike."""

    name: str
    purse: Purse = 10
    count: Annotated[int, Meta(ge=1, le=20)] = 1


class Side(Value, frozen=True, kw_only=True):
    """One of the two sides."""

    name: str
    fighter: Annotated[tuple[Fighter, ...], Meta(min_length=1, max_length=20)]


class BrawlGiven(Value, frozen=True, kw_only=True):
    """Two sides that play until one of them has nothing left."""

    side: Annotated[tuple[Side, ...], Meta(min_length=2, max_length=2)]
    title: str = ""

    def __post_init__(self) -> None:
        check_sides(self.side)


class Placed(Value, frozen=True, kw_only=True):
    """One fighter of a brawl."""

    id: str
    side: str
    purse: int


Purses = tuple[int, ...]


class Brawl:
    """A round is one coin between the first of each side who has a penny left."""

    symmetric = False

    def __init__(self, given: BrawlGiven, options: Options) -> None:
        self.stake = options.stake
        self.sides = tuple(one.name for one in given.side)
        self.fighters = [
            Placed(id=one.name if one.count == 1 else f"{one.name} {number}", side=team.name, purse=one.purse)
            for team in given.side
            for one in team.fighter
            for number in range(1, one.count + 1)
        ]
        self.side_of = [self.sides.index(one.side) for one in self.fighters]
        self.alike = list(range(len(self.fighters)))

    @property
    def start(self) -> Purses:
        return tuple(one.purse for one in self.fighters)

    def stands(self, state: Purses) -> tuple[FighterEnd, ...]:
        return tuple(FighterEnd("rich" if purse else "broke", purse > 0, (purse,)) for purse in state)

    def step(self, state: Purses) -> Any:
        front = [self._first(state, side) for side in (0, 1)]
        return Done(state) if None in front else together(call(flip), join=self._tossed, frame=(state, *front))

    def _first(self, state: Purses, side: int) -> int | None:
        return next((at for at, purse in enumerate(state) if purse and self.side_of[at] == side), None)

    def _tossed(self, frame: tuple[Purses, int, int], answers: tuple[str, ...]) -> Purses:
        purses, winner, loser = list(frame[0]), *(frame[1:] if answers[0] == "heads" else frame[:0:-1])
        paid = min(self.stake, purses[loser])
        purses[loser] -= paid
        purses[winner] = min(RICHEST, purses[winner] + paid)
        return tuple(purses)


class CoinFights(Fights):
    """How brawls are weighed."""

    endings = (Ending("rich", "standing"), Ending("broke", "down"))
    measures = ("purse",)
    opening = ("rival/miser", 1)
    fight_given = BrawlGiven
    folder = Path(__file__).parent

    def fight(self, given: BrawlGiven, options: Options) -> Brawl:
        return Brawl(given, options)

    def encounter(
        self, ours: tuple[str, Sequence[Somebody]], theirs: tuple[str, Sequence[Foe]], chosen: Mapping[str, str]
    ) -> dict[str, Any]:
        people = [{"name": one.name, "purse": purse_of(one)} for one in ours[1]]
        others = [{"name": one.name, "purse": purse_of(one), "count": one.count} for one in theirs[1]]
        return {"side": [{"name": ours[0], "fighter": people}, {"name": theirs[0], "fighter": others}]}


FIGHTS = CoinFights()
