"""Fights weighed to their end: what those games share that line everybody up and act in turn, round by round.

A game says what its fighters are, how somebody is (`Local`, of its own), what tactics choose and what rules make of it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import Call, Done, Midway
from gardien.core.initiative import Quick
from gardien.core.lineup import Lining, called_out, fallen_in, first_call
from gardien.core.readings.table import Numbered
from gardien.core.weighing import Placed, Side, Stand

Phase = Literal["sight", "line", "surprise", "round", "end", "after"]  # after: once the fight is over
Numbers = tuple[int, ...]


class Led(Protocol):
    """A fighter without a name, as its game reads it."""

    @property
    def tactics(self) -> Any:
        """With `whom`: at whom it aims."""
        ...


class Lined(Led, Protocol):
    """One who takes turns in order."""

    @property
    def surprised(self) -> bool: ...


class State(Struct, frozen=True):
    """A fight on its way: who acts in which order, whose turn it is, how everybody is."""

    phase: Phase
    numbers: Numbers  # each one’s Local
    order: Numbers = ()
    place: int = 0
    acted: bool = False  # has anybody done anything this round?
    lining: Lining | None = None


class Told(Struct, frozen=True):
    """What a fight asks about somebody again and again."""

    fights: bool


AnyFigure = TypeVar("AnyFigure")
Figure = TypeVar("Figure", bound=Lined)
Local = TypeVar("Local", bound=Struct)
Now = TypeVar("Now", bound=State)
Asked = TypeVar("Asked", bound=Told)
Next: TypeAlias = Midway[Now] | Done[tuple[Stand, ...]] | Now


class Muster(Generic[AnyFigure]):
    """Two sides, fighter by fighter: those of one line of the file are alike."""

    def __init__(self, sides: Sequence[Side], figure_of: Callable[[Any], AnyFigure]) -> None:
        self.sides = tuple(one.name for one in sides)
        self.fighters: list[Placed] = []
        self.figures: list[AnyFigure] = []
        self.side_of: list[int] = []
        self.alike: list[int] = []
        for side, squad in enumerate(sides):
            for fighter in squad.fighter:
                figure, group = figure_of(fighter), len(set(self.alike))
                for index in range(fighter.count):
                    name = fighter.name if fighter.count == 1 else f"{fighter.name} {index + 1}"
                    self.fighters.append(Placed(name, squad.name))
                    self.figures.append(figure)
                    self.side_of.append(side)
                    self.alike.append(group)
        self._side_places = [[at for at, side in enumerate(self.side_of) if side == number] for number in (0, 1)]


def orderly(figures: Sequence[Led]) -> bool:
    """Those alike may change places only where nobody looks at their place: no "first", no "spread"."""
    return all(one.tactics.whom in ("weakest", "strongest") for one in figures)


def foes(whom: str, who: int, side_of: Sequence[int], fit: Sequence[bool], strength: Callable[[int], Any]) -> list[int]:
    """Those of the other side who are fit to fight, in the order of somebody’s liking: `whom` of its tactics."""
    side = side_of[who]
    standing = [at for at, able in enumerate(fit) if able and side_of[at] != side]
    if whom in ("weakest", "strongest"):
        return sorted(standing, key=strength, reverse=whom == "strongest")
    if whom == "spread" and standing:
        rank = side_of[:who].count(side) % len(standing)
        return standing[rank:] + standing[:rank]
    return standing


class Battle(Muster[Figure], Generic[Figure, Local, Asked, Now]):
    """A fight as a chain: `start`, then `step` from act to act."""

    def __init__(
        self,
        sides: Sequence[Side],
        figure_of: Callable[[Any], Figure],
        quick_of: Callable[[Figure], Quick],
        state: type[Now],
    ) -> None:
        super().__init__(sides, figure_of)
        self._state = state
        self.symmetric = orderly(self.figures)
        making = self.alike if self.symmetric else range(len(self.figures))
        self._members: list[list[int]] = [[] for _ in range(len(set(making)))]
        for at, group in enumerate(making):
            self._members[group].append(at)
        self._quicks = tuple(quick_of(self.figures[members[0]]) for members in self._members)
        self._opening: Phase = "round"
        self._seers: tuple[tuple[int, tuple[Any, ...]], ...] = ()
        self.locals: Numbered[tuple[int, Local]] = Numbered()  # of whose making, and how they are
        self.told: list[Asked] = []  # of each of them

    # ---- what a game says ----

    def _entering(self, at: int) -> Local:
        """How somebody enters the fight."""
        raise NotImplementedError

    def number(self, at: int, local: Local) -> int:
        """The number of somebody’s Local; who has no part in the fight any more is like all others who have none."""
        raise NotImplementedError

    def _choose(self, state: Now) -> tuple[Call[int] | None, Any]:
        """What somebody does: the dice it asks for, if it does, and all that must be known once they have fallen."""
        raise NotImplementedError

    def _moved(self, state: Now, frame: Any) -> Next[Now]:
        """What needs no dice."""
        raise NotImplementedError

    def _over(self, numbers: Numbers) -> Next[Now]:
        """The end of the fight, and what comes after it."""
        return self._ended(numbers)

    def _round_over(self, state: Now) -> Next[Now]:
        """Everybody has had their turn."""
        raise NotImplementedError

    def _stays(self, number: int) -> bool:
        """Whether somebody keeps a place in the order of the rounds to come."""
        return self.told[number].fights

    def _stand(self, at: int, local: Local) -> Stand:
        """How somebody comes out of it, in a word."""
        raise NotImplementedError

    def _stand_of(self, at: int, number: int) -> Stand:
        """The same, of a Local that has its number."""
        return self._stand(at, self.locals.things[number][1])

    # ---- states ----

    @property
    def start(self) -> Now:
        numbers = tuple(self.number(at, self._entering(at)) for at in range(len(self.figures)))
        lining = first_call(self._quicks, [len(members) for members in self._members])
        return self._state("sight" if self._seers else "line", numbers, lining=lining)

    def local(self, state: Now) -> tuple[Local, ...]:
        """The fighters of a state."""
        return tuple(self.locals.things[number][1] for number in state.numbers)

    def stands(self, end: tuple[Stand, ...]) -> tuple[Stand, ...]:
        """Everybody at the end."""
        return end

    def _is_over(self, numbers: Sequence[int]) -> bool:
        """Over when a side has nobody left who fights."""
        told = self.told
        for places in self._side_places:
            for at in places:
                if told[numbers[at]].fights:
                    break
            else:
                return True
        return False

    # ---- before the first act ----

    def _seeing(self, shown: Callable[[Figure], Any], minds: Callable[[Figure], bool]) -> None:
        """Who sees what of the other side before it begins: those alike are one sight."""
        sights = [
            {self.alike[at]: sight for at in places if (sight := shown(self.figures[at]))}
            for places in self._side_places
        ]
        people = [(at, tuple(sights[1 - self.side_of[at]].values())) for at in range(len(self.figures))]
        self._seers = tuple((at, seen) for at, seen in people if seen and minds(self.figures[at]))

    def _seen(self, state: Now, answers: tuple[bool, ...]) -> Next[Now]:
        """Those who lose their head have no part in what follows."""
        numbers = list(state.numbers)
        for (at, _), lost in zip(self._seers, answers, strict=True):
            if lost:
                numbers[at] = self.number(at, replace(self.locals.things[numbers[at]][1], mad=True))
        return Midway(replace(state, phase="line", numbers=tuple(numbers)))

    def _lined_up(self, state: Now, answers: tuple[Numbers, ...]) -> Next[Now]:
        """Everybody in line, and the fight begins, where some only know of it with a round of the others."""
        assert state.lining is not None
        lining = fallen_in(state.lining, answers)
        while any(lining.left) and not called_out(lining, self._quicks):
            lining = fallen_in(lining, ())  # nobody can have this total
        if any(lining.left):
            return Midway(replace(state, lining=lining))
        waiting = [list(members) for members in self._members]
        order = tuple(waiting[group].pop(0) for group in lining.placed)
        if self._is_over(state.numbers):
            return self._over(state.numbers)
        begun = self._next_turn(self._state(self._opening, state.numbers, order, place=-1))
        return Midway(begun) if isinstance(begun, State) else begun

    # ---- the next turn, the next round, the end ----

    def _going_on(self, state: Now) -> Next[Now]:
        """The same round, up to the next dice."""
        asked, frame = self._choose(state)
        return Midway(state) if asked else self._moved(state, frame)

    def _next_turn(self, state: Now) -> Next[Now]:
        """The next in the order who can act, or the end of the round."""
        place = state.place + 1
        while place < len(state.order) and not self._has_turn(state, state.order[place]):
            place += 1
        if place == len(state.order):
            return self._round_over(state)
        now = replace(state, place=place)
        return now if state.place < 0 and state.phase == "round" else self._going_on(now)

    def _has_turn(self, state: Now, who: int) -> bool:
        """The surprised have none in a round of surprise."""
        surprised = state.phase == "surprise" and self.figures[who].surprised
        return not surprised and self.told[state.numbers[who]].fights

    def _put_in_order(self, numbers: Numbers, order: Numbers) -> tuple[Numbers, Numbers]:
        """Those who have no more turns leave the order; of those alike the others move up, each keeping its rank."""
        able = [who for who in order if self._stays(numbers[who])]
        if len(able) == len(order):
            return numbers, order
        now, ranks = list(numbers), list(order)
        for members in self._members:
            up = [who for who in able if who in members]
            down = sorted(numbers[who] for who in members if who not in up)
            for who, number in zip(members, [*(numbers[who] for who in up), *down], strict=True):
                now[who] = number
            for at, who in zip(members, up, strict=False):
                ranks[order.index(who)] = at
        kept = tuple(rank for rank, who in zip(ranks, order, strict=True) if who in able)
        return tuple(now), kept

    def _next_round(self, numbers: Numbers, order: Numbers) -> Next[Now]:
        """The same order again, without those who are out."""
        now, kept = self._put_in_order(numbers, order)
        return self._next_turn(self._state("round", now, kept, place=-1))

    def _ended(self, numbers: Numbers) -> Next[Now]:
        """Everybody as they are; those who changed places are told in the order of their state."""
        found = [self._stand_of(at, number) for at, number in enumerate(numbers)]
        for members in self._members:
            if len(members) == 1:
                continue
            ended = sorted((found[at] for at in members), key=lambda one: one.status)
            for at, one in zip(members, ended, strict=True):
                found[at] = one
        return Done(tuple(found))
