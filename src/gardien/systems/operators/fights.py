"""Whole fights of Dark Operators as a chain of acts: two sides, stated tactics, everybody in the order of the turn.

Nothing of an attack is written again here: tactics choose, the procedures play (`exchanges.py`). Left out: explosives,
what fumbles bring, the sight of creatures, and first aid; Contrôle decides on those at the table.
"""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import Call, Done, Midway, Program, apply, call, together
from gardien.core.weighing import Stand
from gardien.systems.operators.exchanges import Given, Left, Local, act, entering
from gardien.systems.operators.options import Options
from gardien.systems.operators.order import order_of
from gardien.systems.operators.squads import FightGiven, Figure
from gardien.systems.operators.tactics import Field, Move, Pending, Sort, choose, settle
from gardien.systems.operators.values import LEVELS

# First turn?, whose place in it, has anybody acted?, an act whose targets are still to come, each one's Local.
State = tuple[bool, int, bool, Pending | None, tuple[int, ...]]
Kind = Literal["grow", "cover", "act"]


class Placed(Struct, frozen=True):
    """A fighter by name and side."""

    id: str
    side: str


class Frame(Struct, frozen=True):
    """An act with its place in the fight: whose it is, on whom, with which weapon."""

    state: State
    who: int
    kind: Sort
    targets: tuple[int, ...]
    arm: int
    burst: bool


class Fight:
    """A fight as a chain: `start`, then `step` from act to act; a turn is one round of it."""

    def __init__(self, given: FightGiven, options: Options) -> None:
        self.options = options
        self.zone = given.zone
        self.sides = tuple(one.name for one in given.side)
        self.fighters: list[Placed] = []
        self.figures: list[Figure] = []
        self.side_of: list[int] = []
        self.alike: list[int] = []
        for side, squad in enumerate(given.side):
            for fighter in squad.fighter:
                figure, group = fighter.whole.figure(options), len(set(self.alike))
                for index in range(fighter.count):
                    name = fighter.name if fighter.count == 1 else f"{fighter.name} {index + 1}"
                    self.fighters.append(Placed(name, squad.name))
                    self.figures.append(figure)
                    self.side_of.append(side)
                    self.alike.append(group)
        # Those alike change places only where nobody looks at their place: no grips, no "first", no "spread".
        self.symmetric = all(
            one.tactics.whom in ("weakest", "strongest") and not any(claw.grip for claw in one.claws)
            for one in self.figures
        )
        groups = {group: [at for at, other in enumerate(self.alike) if other == group] for group in self.alike}
        self._groups = [places for places in groups.values() if len(places) > 1]
        self._locals: list[Local] = []
        self._numbers: dict[Local, int] = {}
        self._acts: list[Given] = []
        self._act_numbers: dict[Given, int] = {}
        self._first, self._later = self._places(1), self._places(2)

    def _places(self, turn: int) -> tuple[tuple[int, Kind, int], ...]:
        """The order of a turn (OPS-CBT-02, OPS-CBT-03, OPS-CBT-04): whose place, what for, which of several attacks."""
        people = tuple(replace(one.who, name=str(index)) for index, one in enumerate(self.figures))
        found: list[tuple[int, Kind, int]] = []
        for one in order_of(people, turn, self.options):
            index = int(one.name)
            figure = self.figures[index]
            if turn == 1 and one.surprised:
                continue  # defends, and nothing else
            if figure.who.regeneration:
                found.append((index, "grow", 0))
            if figure.tactics.take_cover and self.options.cover_free_action:
                found.append((index, "cover", 0))
            found += [(index, "act", form) for form in range(len(figure.claws) if figure.multiple else 1)]
        return tuple(found)

    @property
    def start(self) -> State:
        locals_now = [entering(one, self.options) for one in self.figures]
        numbers = tuple(self._number(one) for one in locals_now)
        return True, 0, False, None, numbers

    def local(self, state: State) -> tuple[Local, ...]:
        """The fighters of a state."""
        return tuple(self._locals[number] for number in state[4])

    def stands(self, state: State) -> tuple[Stand, ...]:
        """Everybody at the end; who is in a grip is not free."""
        return tuple(Stand(one.status, one.stands and one.held_by < 0) for one in self.local(state))

    def _number(self, local: Local) -> int:
        found = self._numbers.get(local)
        if found is None:
            found = self._numbers[local] = len(self._locals)
            self._locals.append(local)
        return found

    def step(self, state: State) -> Any:
        """The next act: chosen by tactics, played by its procedure; or the end of the fight."""
        first, place, _, pending, _ = state
        locals_now = self.local(state)
        places = self._first if first else self._later
        if pending:
            field = Field(self.figures, self.side_of, locals_now, self.zone, self.options, frozenset())
            return together(self._asked(settle(field, pending)), join=self._struck, frame=state)
        if self.is_over(locals_now):
            return Done(state)
        if place >= len(places) or not locals_now[places[place][0]].stands:
            return self._after(state, list(locals_now), acted=False)
        who, kind, form = places[place]
        field = Field(self.figures, self.side_of, locals_now, self.zone, self.options, self._to_come(places, place))
        chosen = choose(field, who, kind, form)
        if chosen is None:
            return self._after(state, list(locals_now), acted=False)
        if isinstance(chosen, Move):
            people = list(locals_now)
            people[who] = chosen.after
            return self._after(state, people, acted=True)
        frame = Frame(state, who, chosen.kind, chosen.targets, chosen.arm, chosen.burst)
        return together(self._asked(chosen.given), join=self._joined, frame=frame)

    def _to_come(self, places: tuple[tuple[int, Kind, int], ...], place: int) -> frozenset[int]:
        return frozenset(index for index, _, _ in places[place + 1 :])

    def _asked(self, given: Given) -> Call[Left]:
        number = self._act_numbers.get(given)
        if number is None:
            number = self._act_numbers[given] = len(self._acts)
            self._acts.append(given)
        return call(self.outcome, number)

    def outcome(self, number: int) -> Program[Left]:
        """What an act leaves behind; equal acts are weighed once."""
        return (yield from apply(act, self._acts[number], self.options))

    def _joined(self, frame: Frame, answers: tuple[Left, ...]) -> "State | Midway[State] | Done[State]":
        (left,) = answers
        state, who = frame.state, frame.who
        people = list(self.local(state))
        before = people[who]
        people[who] = self._acted(before, frame, left)
        if frame.kind in ("natural", "spread"):
            if left.swung is None:
                return self._after(state, people, acted=True)
            load = before.loads[frame.arm] if frame.kind == "spread" else None
            pending = Pending(
                who=who,
                kind="natural" if frame.kind == "natural" else "spread",
                at=frame.arm,
                swung=left.swung,
                targets=frame.targets,
                rounds_left=load.rounds_left if load else None,
            )
            return Midway(self._state(state[0], state[1], True, people, pending))
        self._hit(people, who, frame.targets[:1], left)
        return self._after(state, people, acted=frame.kind != "grow")

    def _struck(self, state: State, answers: tuple[Left, ...]) -> "State | Midway[State] | Done[State]":
        """One of several targets is settled; the next, or the next act."""
        first, place, _, pending, _ = state
        assert pending is not None
        people = list(self.local(state))
        self._hit(people, pending.who, (pending.next,), answers[0])
        following = replace(pending, done=pending.done + 1)
        if following.done < len(following.targets):
            return Midway(self._state(first, place, True, people, following))
        return self._after(state, people, acted=True)

    def _hit(self, people: list[Local], who: int, targets: tuple[int, ...], left: Left) -> None:
        for index, body in zip(targets, left.bodies, strict=False):
            seized = left.gripped and not body.out and people[index].held_by < 0
            people[index] = replace(people[index], body=body, held_by=who if seized else people[index].held_by)

    def _acted(self, mine: Local, aimed: Frame, left: Left) -> Local:
        """Whoever acted, afterwards."""
        if aimed.kind == "grow":
            (grown,) = left.bodies
            return replace(mine, body=replace(mine.body, level=grown.level, wounds=grown.wounds, hp=grown.hp))
        if aimed.kind == "reload":
            return self._loaded(mine, aimed.arm, left.load)
        if aimed.kind in ("natural", "grip"):
            return mine
        mine = replace(mine, body=replace(mine.body, luck=left.luck))
        if aimed.kind == "cover":
            return replace(mine, dived=True, cover="in_cover" if left.succeeded else mine.cover)
        if aimed.kind == "free":
            return replace(mine, held_by=-1) if left.succeeded else mine
        load = mine.loads[aimed.arm] if aimed.kind in ("shot", "spread") and left.fired else None
        if load is None:
            return mine
        fired = load.fired(aimed.burst, left.parity, self.options)
        mine = self._loaded(mine, aimed.arm, fired.load)
        return replace(mine, busy=True) if fired.reload and self.options.reload_costs_action else mine

    def _loaded(self, mine: Local, arm: int, load: Any) -> Local:
        return replace(mine, loads=(*mine.loads[:arm], load, *mine.loads[arm + 1 :]))

    def _after(self, state: State, people: list[Local], acted: bool) -> "State | Midway[State] | Done[State]":
        """The next place in the turn that somebody can take, the next turn, or the end."""
        first, place, before, _, _ = state
        people = [self._settled(one, people) for one in people]
        acted = acted or before
        if self.is_over(tuple(people)):
            return Done(self._state(False, 0, False, people))
        places = self._first if first else self._later
        place += 1
        while place < len(places) and not people[places[place][0]].stands:
            place += 1
        if place < len(places):
            return Midway(self._state(first, place, acted, people))
        if not acted and not first:
            return Done(self._state(False, 0, False, people))  # nobody does anything any more
        start = 0
        while start < len(self._later) and not people[self._later[start][0]].stands:
            start += 1
        return self._state(False, start, False, self._in_order(people))

    def _settled(self, one: Local, people: list[Local]) -> Local:
        """A grip ends with whoever holds; who has no part any more is like all others who have none."""
        if one.held_by >= 0 and not people[one.held_by].stands:
            one = replace(one, held_by=-1)
        return one if one.stands else Local(body=one.body, away=one.away)

    def _state(
        self, first: bool, place: int, acted: bool, people: list[Local], pending: Pending | None = None
    ) -> State:
        return first, place, acted, pending, tuple(self._number(one) for one in people)

    def _in_order(self, people: list[Local]) -> list[Local]:
        """Those alike act in the order they like (OPS-CBT-02): the least hurt first, and one state stands for all."""
        if not self.symmetric:
            return people
        ordered = people[:]
        for places in self._groups:
            now = sorted((people[place] for place in places), key=_rank)
            for place, one in zip(places, now, strict=True):
                ordered[place] = one
        return ordered

    def is_over(self, people: tuple[Local, ...]) -> bool:
        """Over when a side has nobody left in the fight."""
        return not all(
            any(one.stands for one, side in zip(people, self.side_of, strict=True) if side == number)
            for number in (0, 1)
        )


def _rank(one: Local) -> tuple[Any, ...]:
    return not one.stands, LEVELS.index(one.body.level), -one.body.luck, repr(one)
