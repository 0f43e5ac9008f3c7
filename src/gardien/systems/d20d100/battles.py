"""Whole fights of d20d100 as a chain of acts: two sides, stated tactics, initiative once, half-round by half-round.

Nothing of an attack is written again here: tactics choose, the rules play (`exchanges.py`). Whoever loses their
head at the sight of a Monster takes no further part. Left out: explosives, holds, what natural attacks do beside their
damage, Destiny, first aid; the Keeper decides on those.
"""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import Call, Done, Midway, Program, apply, call, together
from gardien.core.lineup import Lining, called_out, fallen_in, first_call
from gardien.core.readings.table import Numbered
from gardien.core.weighing import Placed, Stand
from gardien.systems.d20d100.bodies import condition_of, penalty_of
from gardien.systems.d20d100.exchanges import (
    STANDING,
    Given,
    Left,
    Local,
    act,
    at_risk,
    endure,
    entering,
    face,
    returns,
)
from gardien.systems.d20d100.harm import Reach
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.order import quick_of
from gardien.systems.d20d100.sheet_parts import SanLoss
from gardien.systems.d20d100.squads import NO_LOSS, FightGiven, Figure, Load
from gardien.systems.d20d100.tactics import Field, Kind, Move, Turn, choose, dodging
from gardien.systems.d20d100.values import Condition

Numbers = tuple[int, ...]
Phase = Literal["sight", "line", "surprise", "round", "end", "after"]  # after: the dying, once the fight is over


class State(Struct, frozen=True):
    """A fight on its way: who acts in which order, whose turn it is and what is left of it, how everybody is."""

    phase: Phase
    numbers: tuple[int, ...]  # each one’s Local
    order: tuple[int, ...] = ()
    place: int = 0
    turn: Turn | None = None
    acted: bool = False  # has anybody done anything this round?
    burst: "Burst | None" = None
    lining: Lining | None = None


class Burst(Struct, frozen=True):
    """A burst that went off, and those in its way who are still to dodge."""

    who: int
    arm: int
    reach: Reach
    targets: tuple[int, ...]


class Told(Struct, frozen=True):
    """What a fight asks about somebody again and again."""

    fights: bool
    able: bool  # has, or may have again, a turn in this fight
    risky: bool  # the end of a round may change something
    condition: Condition


class Frame(Struct, frozen=True):
    """An act in the fight: how whoever acts stands before the dice fall, what it is, on whom, with which weapon."""

    mine: int
    turn: Turn
    idle: bool = False
    kind: Kind | None = None
    targets: tuple[int, ...] = ()
    arm: int = -1


Chosen = tuple[Call[int] | None, "Frame"]
Next = Midway[State] | Done[tuple[Stand, ...]] | State


class Fight:
    """A fight as a chain: `start`, then `step` from act to act."""

    def __init__(self, given: FightGiven, options: Options) -> None:
        self.options = options
        self.far = given.distance
        self.alone = given.alone
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
        # Those alike change places only where nobody looks at their place: no "first", no "spread".
        self.symmetric = all(one.tactics.whom in ("weakest", "strongest") for one in self.figures)
        making = self.alike if self.symmetric else range(len(self.figures))
        self._members: list[list[int]] = [[] for _ in range(len(set(making)))]
        for at, group in enumerate(making):
            self._members[group].append(at)
        self._making = tuple(making)
        self._quicks = tuple(quick_of(self.figures[members[0]].who, options) for members in self._members)
        self._side_places = [[at for at, side in enumerate(self.side_of) if side == number] for number in (0, 1)]
        self._seers = self._seeing() if given.sight else ()
        self._locals: Numbered[tuple[int, Local]] = Numbered()  # of whose making, and how they are
        self._told: list[Told] = []  # of each of them
        self._acts: Numbered[tuple[Given, int]] = Numbered()
        self._lefts: Numbered[Left] = Numbered()
        self._bodies: Numbered[tuple[int, int]] = Numbered()  # whose, and which Local
        self._chosen: dict[Any, Chosen] = {}
        self._changed: dict[Any, tuple[int, Turn]] = {}
        self._struck: dict[Any, int] = {}

    def _seeing(self) -> tuple[tuple[int, tuple[SanLoss, ...]], ...]:
        """Which investigators see what: those of a kind are one sight (D100-CBT-06)."""
        seen = [
            {self.alike[at]: self.figures[at].san_loss for at in places if self.figures[at].san_loss != NO_LOSS}
            for places in self._side_places
        ]
        people = [(at, tuple(seen[1 - self.side_of[at]].values())) for at in range(len(self.figures))]
        return tuple((at, losses) for at, losses in people if losses and self.figures[at].who.is_pc)

    # ---- states ----

    @property
    def start(self) -> State:
        numbers = tuple(self._number(at, entering(one, self.options)) for at, one in enumerate(self.figures))
        lining = first_call(self._quicks, [len(members) for members in self._members])
        return State("sight" if self._seers else "line", numbers, lining=lining)

    def local(self, state: State) -> tuple[Local, ...]:
        """The fighters of a state."""
        return tuple(self._locals.things[number][1] for number in state.numbers)

    def stands(self, end: tuple[Stand, ...]) -> tuple[Stand, ...]:
        """Everybody at the end."""
        return end

    def _number(self, at: int, local: Local) -> int:
        """Who has no part in the fight any more is like all others who have none."""
        figure, condition = self.figures[at], condition_of(local.body, self.options)
        gone = local.away or local.mad
        able = not gone and (condition in STANDING or returns(figure, condition))
        if not able:
            local = Local(body=local.body, away=local.away, mad=local.mad)
        number = self._locals.number((self.alike[at], local))
        if number == len(self._told):
            risky = not local.away and at_risk(figure, local.body, self.options)
            self._told.append(Told(not gone and condition in STANDING, able, risky, condition))
        return number

    def _is_over(self, numbers: Sequence[int]) -> bool:
        """Over when a side has nobody left who fights."""
        told = self._told
        for places in self._side_places:
            for at in places:
                if told[numbers[at]].fights:
                    break
            else:
                return True
        return False

    def _field(self, state: State) -> Field:
        fit = tuple(self._told[number].fights for number in state.numbers)
        surprise = state.phase == "surprise"
        return Field(self.figures, self.side_of, self.local(state), fit, self.far, surprise, self.options)

    # ---- one step ----

    def step(self, state: State) -> Any:
        """The next thing that happens: a place in the line, an act, the end of a round."""
        if state.phase == "sight":
            tests = [call(face, self.figures[at].mind, losses, self.options) for at, losses in self._seers]
            return together(*tests, join=self._seen, frame=state)
        if state.lining is not None:
            return together(*called_out(state.lining, self._quicks), join=self._lined_up, frame=state)
        if state.phase in ("end", "after"):
            places = self._dying(state.numbers) if state.phase == "after" else self._at_risk(state.numbers)
            calls = [call(self.endured, self._bodies.number((at, state.numbers[at]))) for at in places]
            return together(*calls, join=self._endured, frame=(state, places))
        if state.burst is not None:
            burst = state.burst
            arm, first = self.figures[burst.who].arms[burst.arm], burst.targets[0]
            given = dodging(self._field(state), arm, first, burst.reach)
            return together(self._asked(given, first), join=self._dodged, frame=state)
        asked, frame = self._choose(state)
        if asked is None:
            return self._moved(state, frame)
        return together(asked, join=self._joined, frame=(state, frame))

    def _moved(self, state: State, frame: Frame) -> Next:
        """What needs no dice, as far as it goes."""
        numbers = list(state.numbers)
        numbers[state.order[state.place]] = frame.mine
        return self._after(state, numbers, frame.turn, state.acted or not frame.idle)

    def _choose(self, state: State) -> Chosen:
        """What somebody does, which no comrade’s state can change."""
        who = state.order[state.place]
        foes = tuple(state.numbers[at] for at in self._side_places[1 - self.side_of[who]])
        key = (state.phase, who, state.turn, state.numbers[who], foes)
        found = self._chosen.get(key)
        if found is None:
            chosen = choose(self._field(state), who, state.turn)
            mine = self._number(who, chosen.mine)
            if isinstance(chosen, Move):
                found = None, Frame(mine, chosen.turn, chosen.idle)
            else:
                target = chosen.targets[0] if chosen.targets else who
                frame = Frame(mine, chosen.turn, False, chosen.kind, chosen.targets, chosen.arm)
                found = self._asked(chosen.given, target), frame
            self._chosen[key] = found
        return found

    def _asked(self, given: Given, target: int) -> Call[int]:
        return call(self.outcome, self._acts.number((given, self.alike[target])))

    def outcome(self, number: int) -> Program[int]:
        """What an act leaves behind; equal acts are weighed once."""
        given, group = self._acts.things[number]
        left = yield from apply(act, given, self.figures[self.alike.index(group)], self.options)
        return self._lefts.number(left)

    # ---- before the first act ----

    def _seen(self, state: State, answers: tuple[bool, ...]) -> Next:
        """Those who lose their head have no part in what follows."""
        numbers = list(state.numbers)
        for (at, _), lost in zip(self._seers, answers, strict=True):
            if lost:
                numbers[at] = self._number(at, replace(self._locals.things[numbers[at]][1], mad=True))
        return Midway(replace(state, phase="line", numbers=tuple(numbers)))

    def _lined_up(self, state: State, answers: tuple[tuple[int, ...], ...]) -> Next:
        """Everybody in line, and the fight begins, for some with surprise (D100-CBT-02, D100-CBT-08)."""
        assert state.lining is not None
        lining = fallen_in(state.lining, answers)
        while any(lining.left) and not called_out(lining, self._quicks):
            lining = fallen_in(lining, ())  # nobody can have this total
        if any(lining.left):
            return Midway(replace(state, lining=lining))
        waiting = [list(members) for members in self._members]
        order = tuple(waiting[group].pop(0) for group in lining.placed)
        phase: Phase = "surprise" if any(one.surprised for one in self.figures) else "round"
        if self._is_over(state.numbers):
            return self._over(state.numbers)
        begun = self._next_turn(State(phase, state.numbers, order, place=-1))
        return Midway(begun) if isinstance(begun, State) else begun

    # ---- what an act leaves ----

    def _joined(self, framed: tuple[State, Frame], answers: tuple[int]) -> Next:
        state, frame = framed
        left = self._lefts.things[answers[0]]
        who, numbers = state.order[state.place], list(state.numbers)
        key = (frame.mine, frame.kind, frame.arm, frame.turn, answers[0])
        found = self._changed.get(key)
        if found is None:
            mine, turn = acted(self._locals.things[frame.mine][1], frame, left)
            found = self._changed[key] = self._number(who, mine), turn
        numbers[who], turn = found
        if left.reach is not None:
            burst = Burst(who, frame.arm, left.reach, frame.targets)
            return Midway(replace(state, numbers=tuple(numbers), turn=turn, acted=True, burst=burst))
        if left.body is not None:
            self._strike(numbers, frame.targets[0], answers[0])
        return self._after(state, numbers, turn, acted=True)

    def _dodged(self, state: State, answers: tuple[int]) -> Next:
        """One of those in the way of a burst is settled; the next, or the next act."""
        assert state.burst is not None
        assert state.turn is not None
        first, *others = state.burst.targets
        numbers = list(state.numbers)
        self._strike(numbers, first, answers[0])
        if others:
            burst = replace(state.burst, targets=tuple(others))
            return Midway(replace(state, numbers=tuple(numbers), burst=burst))
        return self._after(state, numbers, state.turn, acted=True)

    def _strike(self, numbers: list[int], target: int, answer: int) -> None:
        """Whoever an act was aimed at: a hit ends surprise (D100-DEF-02)."""
        key = (numbers[target], answer)
        found = self._struck.get(key)
        if found is None:
            left = self._lefts.things[answer]
            assert left.body is not None
            before = self._locals.things[numbers[target]][1]
            guard = "ready" if left.hit and before.guard == "caught" else before.guard
            after = replace(before, body=left.body, guard=guard, shocked=before.shocked or left.shocked)
            found = self._struck[key] = self._number(target, after)
        numbers[target] = found

    # ---- the next turn, the next round, the end ----

    def _after(self, state: State, numbers: list[int], turn: Turn, acted: bool) -> Next:
        if self._is_over(numbers):
            return self._over(tuple(numbers))
        now = replace(state, numbers=tuple(numbers), turn=turn, acted=acted, burst=None)
        able = self._told[numbers[state.order[state.place]]].fights
        return self._next_turn(now) if turn.over or not able else self._going_on(now)

    def _going_on(self, state: State) -> Next:
        """The same round, up to the next dice."""
        asked, frame = self._choose(state)
        return Midway(state) if asked else self._moved(state, frame)

    def _next_turn(self, state: State) -> Next:
        """The next in the order who can act, or the end of the round."""
        place = state.place + 1
        while place < len(state.order) and not self._has_turn(state, state.order[place]):
            place += 1
        if place < len(state.order):
            now = replace(state, place=place, turn=None)
            return now if state.place < 0 and state.phase == "round" else self._going_on(now)
        if self._at_risk(state.numbers):
            return Midway(replace(state, phase="end", place=0, turn=None))
        return self._next_round(state)

    def _has_turn(self, state: State, who: int) -> bool:
        """The surprised have none in the round of surprise (D100-CBT-08)."""
        surprised = state.phase == "surprise" and self.figures[who].surprised
        return not surprised and self._told[state.numbers[who]].fights

    def _at_risk(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Those for whom the end of a round may change something."""
        told = self._told
        return tuple(at for at, number in enumerate(numbers) if told[number].risky)

    def endured(self, number: int) -> Program[int]:
        """The end of a round for one of them."""
        at, before = self._bodies.things[number]
        _, local = self._locals.things[before]
        body = yield from apply(endure, self.figures[at], local.body, self.options)
        return self._number(at, replace(local, body=body))

    def _endured(self, framed: tuple[State, tuple[int, ...]], answers: tuple[int, ...]) -> Next:
        state, places = framed
        numbers = list(state.numbers)
        for at, number in zip(places, answers, strict=True):
            numbers[at] = number
        if state.phase == "after" or self._is_over(numbers):
            return self._over(tuple(numbers))
        return self._next_round(replace(state, numbers=tuple(numbers)))

    def _next_round(self, state: State) -> Next:
        """The same order again; nobody does anything any more where nobody did."""
        idle = not state.acted and state.phase != "surprise"
        if idle and not any(self._told[number].condition == "unconscious" for number in state.numbers):
            return self._over(state.numbers)
        numbers, order = self._put_in_order(state.numbers, state.order)
        return self._next_turn(State("round", numbers, order, place=-1))

    def _put_in_order(self, numbers: Numbers, order: Numbers) -> tuple[Numbers, Numbers]:
        """Those who have no more turns leave the order; of those alike the others move up, each keeping its rank."""
        able = [who for who in order if self._told[numbers[who]].able]
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

    def _over(self, numbers: tuple[int, ...]) -> Next:
        """The end; those who are dying go on alone, where nobody comes (D100-HEALTH-06)."""
        if self.alone and self._dying(numbers):
            return Midway(State("after", numbers))
        found = [self._stand(self._locals.things[number][1]) for number in numbers]
        for members in self._members:
            ended = sorted((found[at] for at in members), key=lambda one: one.status)
            for at, one in zip(members, ended, strict=True):
                found[at] = one
        return Done(tuple(found))

    def _dying(self, numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(at for at, number in enumerate(numbers) if self._told[number].condition == "dying")

    def _stand(self, one: Local) -> Stand:
        """How somebody comes out of it, in a word."""
        condition = condition_of(one.body, self.options)
        if one.away or one.mad:
            return Stand("away" if one.away else "mad", False)
        if condition != "ok":
            return Stand(condition, condition in STANDING)
        if penalty_of(one.body, self.options):
            return Stand("weakened", True)
        return Stand("unhurt" if one.body.life == one.body.pv_max else "hurt", True)


USELESS = Load(loaded=0, state="broken")  # broken, or empty for good


def acted(mine: Local, frame: Frame, left: Left) -> tuple[Local, Turn]:
    """Whoever acted and what is left of the turn: cartridges spent, a weapon that failed, loaded or mended."""
    turn, load = frame.turn, mine.loads[frame.arm]
    if load is None:
        return mine, turn
    if frame.kind in ("shots", "burst"):
        load = replace(load, loaded=load.loaded - left.fired, state="jam" if left.stuck else "ok")
        if left.stuck:  # the rest of the series is lost (D100-FIRE-11)
            turn = replace(turn, left=turn.left + left.spared, at=len(turn.plan))
    elif frame.kind == "clear":
        load = replace(load, state="ok") if left.cleared else USELESS
    elif frame.kind == "reload" and left.loaded is not None:
        loaded = min(left.loaded, load.loaded + load.spare)
        spent = loaded - load.loaded
        load = replace(load, loaded=loaded, spare=load.spare - spent)
        over = left.actions - turn.left
        if over > 0:
            mine = replace(mine, busy=(frame.arm, over))
        turn = replace(turn, left=max(0, -over))
    if not load.loaded and not load.spare:
        load = USELESS
    return replace(mine, loads=(*mine.loads[: frame.arm], load, *mine.loads[frame.arm + 1 :])), turn
