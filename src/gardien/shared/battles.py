"""Fights weighed to their end: what those games share that line everybody up and act in turn, round by round.

A game says what its fighters are, how somebody is (its own `FighterState`), what tactics choose, what rules make of it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import Call, Done, Midway, Program, call, together
from gardien.core.interpreters.table import Numbered
from gardien.core.simulation import FighterEnd, Placed, Side
from gardien.shared.initiative import Quick
from gardien.shared.lineup import Lining, after_call, called_out, first_call

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
    numbers: Numbers  # each one’s state
    order: Numbers = ()
    place: int = 0
    acted: bool = False  # has anybody done anything this round?
    lining: Lining | None = None
    turn: Any = None  # what is left of one that goes on


class Standing(Struct, frozen=True):
    """What a fight asks about somebody again and again."""

    fights: bool
    risky: bool  # the end of a round may change something


AnyProfile = TypeVar("AnyProfile")
AnyState = TypeVar("AnyState")
Fighting = TypeVar("Fighting", bound=Led)
Profile = TypeVar("Profile", bound=Lined)
FighterState = TypeVar("FighterState", bound=Struct)
Now = TypeVar("Now", bound=State)
Asked = TypeVar("Asked", bound=Standing)
Next: TypeAlias = Midway[Now] | Done[tuple[FighterEnd, ...]] | Now


class Sides(Generic[AnyProfile]):
    """Two sides, fighter by fighter: those of one line of the file are alike."""

    def __init__(self, sides: Sequence[Side], profile_of: Callable[[Any], AnyProfile]) -> None:
        self.sides = tuple(one.name for one in sides)
        self.fighters: list[Placed] = []
        self.profiles: list[AnyProfile] = []
        self.side_of: list[int] = []
        self.alike: list[int] = []
        for side, squad in enumerate(sides):
            for fighter in squad.fighter:
                profile, group = profile_of(fighter), len(set(self.alike))
                for index in range(fighter.count):
                    name = fighter.name if fighter.count == 1 else f"{fighter.name} {index + 1}"
                    self.fighters.append(Placed(name, squad.name))
                    self.profiles.append(profile)
                    self.side_of.append(side)
                    self.alike.append(group)
        self._side_places = [[at for at, side in enumerate(self.side_of) if side == number] for number in (0, 1)]


def orderly(profiles: Sequence[Led]) -> bool:
    """Those alike may change places only where nobody looks at their place: no "first", no "spread"."""
    return all(one.tactics.whom in ("weakest", "strongest") for one in profiles)


def foes(whom: str, who: int, side_of: Sequence[Any], fit: Sequence[bool], strength: Callable[[int], Any]) -> list[int]:
    """Those of the other side who are fit to fight, in the order of somebody’s liking: `whom` of its tactics."""
    side = side_of[who]
    standing = [at for at, able in enumerate(fit) if able and side_of[at] != side]
    if whom in ("weakest", "strongest"):
        return sorted(standing, key=strength, reverse=whom == "strongest")
    if whom == "spread" and standing:
        rank = side_of[:who].count(side) % len(standing)
        return standing[rank:] + standing[:rank]
    return standing


class Field(Struct, Generic[Fighting, AnyState], frozen=True):
    """A fight as whoever acts sees it."""

    profiles: Sequence[Fighting]
    side_of: Sequence[int]
    people: tuple[AnyState, ...]
    fit: tuple[bool, ...]  # who still fights

    def strength(self, at: int) -> Any:
        """By which the weakest and the strongest are told."""
        raise NotImplementedError

    def foes(self, who: int) -> list[int]:
        """Those of the other side who still fight, in the order of somebody’s liking."""
        return foes(self.profiles[who].tactics.whom, who, self.side_of, self.fit, self.strength)


class Battle(Sides[Profile], Generic[Profile, FighterState, Asked, Now]):
    """A fight as a chain: `start`, then `step` from act to act."""

    def __init__(
        self,
        sides: Sequence[Side],
        profile_of: Callable[[Any], Profile],
        quick_of: Callable[[Profile], Quick],
        state: type[Now],
    ) -> None:
        super().__init__(sides, profile_of)
        self._state = state
        self.symmetric = self._may_change_places()
        making = self.alike if self.symmetric else range(len(self.profiles))
        self._members: list[list[int]] = [[] for _ in range(len(set(making)))]
        for at, group in enumerate(making):
            self._members[group].append(at)
        self._quicks = tuple(quick_of(self.profiles[members[0]]) for members in self._members)
        self._opening: Phase = "round"
        self._seers: tuple[tuple[int, tuple[Any, ...]], ...] = ()
        self.numbered: Numbered[tuple[int, FighterState]] = Numbered()  # of whose making, and how they are
        self.standings: list[Asked] = []  # of each of them
        self._choices: dict[Any, tuple[Call[int] | None, Any]] = {}
        self._acts: Numbered[Call[Any]] = Numbered()
        self.results: Numbered[Any] = Numbered()  # what acts have left, by the answers to their questions

    # ---- what a game says ----

    def _may_change_places(self) -> bool:
        """Whether those alike may change places on the way."""
        return orderly(self.profiles)

    def actor(self, state: Now) -> int:
        """Whose turn it is."""
        return state.order[state.place]

    def _entering(self, at: int) -> FighterState:
        """How somebody enters the fight."""
        raise NotImplementedError

    def number(self, at: int, local: FighterState) -> int:
        """The number of somebody’s state; who has no part in the fight any more is like all others who have none."""
        raise NotImplementedError

    def _sees(self, at: int, sights: tuple[Any, ...]) -> Call[bool]:
        """Whether somebody loses their head at what they see."""
        raise NotImplementedError

    def _plan(self, state: Now, who: int) -> tuple[Call[int] | None, Any]:
        """What somebody does: the dice it asks for, if it does, and all that must be known once they have fallen."""
        raise NotImplementedError

    def _after_plan(self, state: Now, numbers: list[int], frame: Any) -> Next[Now]:
        """What needs no dice, once it is done."""
        raise NotImplementedError

    def _after_act(self, framed: tuple[Now, Any], answers: tuple[int]) -> Next[Now]:
        """What an act leaves, once its dice have fallen."""
        raise NotImplementedError

    def _endures(self, state: Now, at: int) -> Call[int]:
        """The end of a round for somebody, or what comes after the fight."""
        raise NotImplementedError

    def _left_alone(self, numbers: Numbers) -> Numbers:
        """Those for whom it goes on once the fight is over."""
        return ()

    def _may_come_to(self, numbers: Numbers) -> bool:
        """Whether somebody who is down may yet fight again."""
        return False

    def _stays(self, number: int) -> bool:
        """Whether somebody keeps a place in the order of the rounds to come."""
        return self.standings[number].fights

    def _outcome_of(self, at: int, local: FighterState) -> FighterEnd:
        """How somebody comes out of it, in a word."""
        raise NotImplementedError

    def _outcome_of_number(self, at: int, number: int) -> FighterEnd:
        """The same, of a state that has its number."""
        return self._outcome_of(at, self.numbered.things[number][1])

    # ---- states ----

    @property
    def start(self) -> Now:
        numbers = tuple(self.number(at, self._entering(at)) for at in range(len(self.profiles)))
        lining = first_call(self._quicks, [len(members) for members in self._members])
        return self._state("sight" if self._seers else "line", numbers, lining=lining)

    def fighter_states(self, state: Now) -> tuple[FighterState, ...]:
        """The fighters of a state."""
        return tuple(self.numbered.things[number][1] for number in state.numbers)

    def stands(self, end: tuple[FighterEnd, ...]) -> tuple[FighterEnd, ...]:
        """Everybody at the end."""
        return end

    def _is_over(self, numbers: Sequence[int]) -> bool:
        """Over when a side has nobody left who fights."""
        standings = self.standings
        for places in self._side_places:
            for at in places:
                if standings[numbers[at]].fights:
                    break
            else:
                return True
        return False

    # ---- one step ----

    def step(self, state: Now) -> Any:
        """The next thing that happens: a place in the line, an act, the end of a round."""
        if state.phase == "sight":
            tests = [self._sees(at, sights) for at, sights in self._seers]
            return together(*tests, join=self._after_sight, frame=state)
        if state.lining is not None:
            return together(*called_out(state.lining, self._quicks), join=self._lined_up, frame=state)
        if state.phase in ("end", "after"):
            places = self._left_alone(state.numbers) if state.phase == "after" else self._at_risk(state.numbers)
            calls = [self._endures(state, at) for at in places]
            return together(*calls, join=self._after_round_end, frame=(state, places))
        asked, frame = self._choose(state)
        if asked is None:
            return self._act_without_dice(state, frame)
        return together(asked, join=self._after_act, frame=(state, frame))

    def _choose(self, state: Now) -> tuple[Call[int] | None, Any]:
        """What somebody does, which no comrade’s state can change: it is thought out once."""
        who = self.actor(state)
        foes = tuple(state.numbers[at] for at in self._side_places[1 - self.side_of[who]])
        key = (state.phase, state.order[state.place], state.turn, state.numbers[who], foes)
        chosen = self._choices.get(key)
        if chosen is None:
            chosen = self._choices[key] = self._plan(state, who)
        return chosen

    def _act_without_dice(self, state: Now, frame: Any) -> Next[Now]:
        numbers = list(state.numbers)
        numbers[self.actor(state)] = frame.mine
        return self._after_plan(state, numbers, frame)

    def _asks(self, rule: Any, *args: Any) -> Call[int]:
        """The dice of an act, which its rule plays: the number of its result; equal acts are weighed once."""
        return call(self._played, self._acts.number(call(rule, *args)))

    def _played(self, number: int) -> Program[int]:
        """What an act leaves behind."""
        left = yield from self._acts.things[number]
        return self.results.number(left)

    # ---- before the first act ----

    def _seeing(self, shown: Callable[[Profile], Any], minds: Callable[[Profile], bool]) -> None:
        """Who sees what of the other side before it begins: those alike are one sight."""
        sights = [
            {self.alike[at]: sight for at in places if (sight := shown(self.profiles[at]))}
            for places in self._side_places
        ]
        people = [(at, tuple(sights[1 - self.side_of[at]].values())) for at in range(len(self.profiles))]
        self._seers = tuple((at, sights_seen) for at, sights_seen in people if sights_seen and minds(self.profiles[at]))

    def _after_sight(self, state: Now, answers: tuple[bool, ...]) -> Next[Now]:
        """Those who lose their head have no part in what follows."""
        numbers = list(state.numbers)
        for (at, _), lost in zip(self._seers, answers, strict=True):
            if lost:
                numbers[at] = self.number(at, replace(self.numbered.things[numbers[at]][1], mad=True))
        return Midway(replace(state, phase="line", numbers=tuple(numbers)))

    def _lined_up(self, state: Now, answers: tuple[Numbers, ...]) -> Next[Now]:
        """Everybody in line, and the fight begins, where some only know of it with a round of the others."""
        assert state.lining is not None
        lining = after_call(state.lining, answers)
        while any(lining.left) and not called_out(lining, self._quicks):
            lining = after_call(lining, ())  # nobody can have this total
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
        return Midway(state) if asked else self._act_without_dice(state, frame)

    def _after(self, state: Now, numbers: list[int], acted: bool, goes_on: bool, **more: Any) -> Next[Now]:
        """The same turn again where it goes on, else the next one; or the end."""
        if self._is_over(numbers):
            return self._over(tuple(numbers))
        now = replace(state, numbers=tuple(numbers), acted=acted, **more)
        return self._going_on(now) if goes_on else self._next_turn(now)

    def _at_risk(self, numbers: Sequence[int]) -> Numbers:
        """Those for whom the end of a round may change something."""
        standings = self.standings
        return tuple(at for at, number in enumerate(numbers) if standings[number].risky)

    def _round_over(self, state: Now) -> Next[Now]:
        """Everybody has had their turn."""
        return Midway(replace(state, phase="end", place=0)) if self._at_risk(state.numbers) else self._new_round(state)

    def _after_round_end(self, framed: tuple[Now, Numbers], answers: Numbers) -> Next[Now]:
        state, places = framed
        numbers = list(state.numbers)
        for at, number in zip(places, answers, strict=True):
            numbers[at] = number
        if state.phase == "after" or self._is_over(numbers):
            return self._over(tuple(numbers))
        return self._new_round(replace(state, numbers=tuple(numbers)))

    def _new_round(self, state: Now) -> Next[Now]:
        """Nobody does anything any more where nobody did, unless somebody may come to."""
        idle = not state.acted and state.phase != "surprise" and not self._may_come_to(state.numbers)
        return self._over(state.numbers) if idle else self._next_round(state.numbers, state.order)

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
        surprised = state.phase == "surprise" and self.profiles[who].surprised
        return not surprised and self.standings[state.numbers[who]].fights

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

    def _over(self, numbers: Numbers) -> Next[Now]:
        """The end of the fight, and what comes after it."""
        return Midway(self._state("after", numbers)) if self._left_alone(numbers) else self._end(numbers)

    def _end(self, numbers: Numbers) -> Next[Now]:
        """Everybody as they are; those who changed places are told in the order of their state."""
        ends = [self._outcome_of_number(at, number) for at, number in enumerate(numbers)]
        for members in self._members:
            if len(members) == 1:
                continue
            ended = sorted((ends[at] for at in members), key=lambda one: one.status)
            for at, one in zip(members, ended, strict=True):
                ends[at] = one
        return Done(tuple(ends))
