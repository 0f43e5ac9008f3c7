"""Whole fights as a chain of acts: two sides, stated tactics, initiative once, turn by turn.

Nothing of an attack is written again here: tactics choose, the rules play (`exchanges.py`), every face of d20 and d100
against the CA of its zone. Whoever loses their head at the sight of a creature takes no further part, whoever has no PF
left is out, shocks come where the house rule asks the table for them. Left out: destiny, free attacks, holds, Cleave,
explosives, finishing blows, poisons and what else natural attacks do, care during the fight, and what moderate and
grave wounds cost before it is over (ten minutes, a minute). The Keeper decides on those; the workshop says so.
"""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import Call, Done, Midway, Program, apply, call, together
from gardien.core.lineup import Lining, called_out, fallen_in, first_call
from gardien.core.readings.table import Numbered
from gardien.core.weighing import Placed, Stand
from gardien.systems.cthulhud20.bonuses import ARM_LENGTH
from gardien.systems.cthulhud20.exchanges import (
    Given,
    Left,
    Local,
    act,
    at_risk,
    endure,
    entering,
    face,
    keeping_of,
    live_on,
)
from gardien.systems.cthulhud20.initiative import Quick
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.sheet_parts import SanLoss
from gardien.systems.cthulhud20.squads import NO_LOSS, FightGiven, Figure
from gardien.systems.cthulhud20.tactics import Aimed, Field, Kind, Move, Turn, choose, spent
from gardien.systems.cthulhud20.values import Combatant

Phase = Literal["sight", "line", "surprise", "round", "end", "after"]  # after: open wounds, once the fight is over


class State(Struct, frozen=True):
    """A fight on its way: who acts in which order, whose turn it is, how everybody is."""

    phase: Phase
    numbers: tuple[int, ...]  # each one’s Local
    order: tuple[int, ...] = ()
    place: int = 0
    turn: Turn | None = None
    acted: bool = False  # has anybody done anything this round?
    lining: Lining | None = None


class Told(Struct, frozen=True):
    """What a fight asks about somebody again and again."""

    fights: bool
    risky: bool  # the end of a round changes something
    stand: Stand  # where the fight is over


class Frame(Struct, frozen=True):
    """An act in the fight: how whoever acts stands before the dice fall, what it is, on whom, with which weapon."""

    mine: int
    idle: bool = False
    kind: Kind | None = None
    arm: int = -1
    target: int = -1
    rounds: int = 0
    made: int = 0
    goes_on: bool = False


Chosen = tuple[Call[int] | None, Frame]
Next = Midway[State] | Done[tuple[Stand, ...]] | State


class Fight:
    """A fight as a chain: `start`, then `step` from act to act."""

    def __init__(self, given: FightGiven, options: Options) -> None:
        self.options = options
        self.given = given
        self.sides = tuple(one.name for one in given.side)
        self.fighters: list[Placed] = []
        self.figures: list[Figure] = []
        self.side_of: list[int] = []
        self.alike: list[int] = []
        for side, squad in enumerate(given.side):
            for fighter in squad.fighter:
                figure, group = fighter.whole(options).figure(), len(set(self.alike))
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
        self._quicks = tuple(Quick(*self.figures[members[0]].quick) for members in self._members)
        self._side_places = [[at for at, side in enumerate(self.side_of) if side == number] for number in (0, 1)]
        self._seers = self._seeing() if given.sight else ()
        far = given.distance > ARM_LENGTH
        lasts = [len(self._side_places[side]) == 1 for side in self.side_of]
        self.keeping = [
            keeping_of(one, far and one.walks, given.alone, last, options)
            for one, last in zip(self.figures, lasts, strict=True)
        ]
        self.locals: Numbered[tuple[int, Local]] = Numbered()  # of whose making, and how they are
        self.told: list[Told] = []  # of each of them
        self._acts: Numbered[Given] = Numbered()
        self._lefts: Numbered[Left] = Numbered()
        self._shown: dict[tuple[int, Local, bool], Combatant] = {}
        self._chosen: dict[Any, Chosen] = {}
        self._changed: dict[Any, int] = {}
        self._struck: dict[Any, int] = {}

    def _seeing(self) -> tuple[tuple[int, tuple[SanLoss, ...]], ...]:
        """Which investigators see what: those of a kind are one sight (CD20-P-SAN-02)."""
        seen = [
            {self.alike[at]: self.figures[at].san_loss for at in places if self.figures[at].san_loss != NO_LOSS}
            for places in self._side_places
        ]
        people = [(at, tuple(seen[1 - self.side_of[at]].values())) for at in range(len(self.figures))]
        return tuple((at, losses) for at, losses in people if losses and not self.figures[at].who.npc)

    # ---- states ----

    @property
    def start(self) -> State:
        people = [entering(*one, self.options) for one in zip(self.figures, self.keeping, strict=True)]
        numbers = tuple(self.number(at, one) for at, one in enumerate(people))
        lining = first_call(self._quicks, [len(members) for members in self._members])
        return State("sight" if self._seers else "line", numbers, lining=lining)

    def local(self, state: State) -> tuple[Local, ...]:
        """The fighters of a state."""
        return tuple(self.locals.things[number][1] for number in state.numbers)

    def stands(self, end: tuple[Stand, ...]) -> tuple[Stand, ...]:
        """Everybody at the end."""
        return end

    def number(self, at: int, local: Local) -> int:
        """Who has no part in the fight any more is like all others who have none."""
        fights = not (local.away or local.mad or local.down or local.hp == 0)
        if not fights:
            local = Local(body=local.body, hp=local.hp, flat=False, away=local.away, mad=local.mad)
        number = self.locals.number((self.alike[at], local))
        if number == len(self.told):
            heals = bool(self.figures[at].heals and local.hp)
            risky = not local.away and (heals or at_risk(local))
            self.told.append(Told(fights, risky, self._stand(at, local)))
        return number

    def _is_over(self, numbers: Sequence[int]) -> bool:
        """Over when a side has nobody left who fights."""
        return any(not any(self.told[numbers[at]].fights for at in places) for places in self._side_places)

    def field(self, state: State) -> Field:
        fit = tuple(self.told[number].fights for number in state.numbers)
        given, surprise = self.given, state.phase == "surprise"
        return Field(
            self.figures,
            self.side_of,
            self.local(state),
            fit,
            given.distance,
            given.concealment,
            surprise,
            self.keeping,
            self._shown,
            self.options,
        )

    # ---- one step ----

    def step(self, state: State) -> Any:
        """The next thing that happens: a place in the line, an act, the end of a round."""
        if state.phase == "sight":
            tests = [call(face, self.figures[at], losses) for at, losses in self._seers]
            return together(*tests, join=self._seen, frame=state)
        if state.lining is not None:
            return together(*called_out(state.lining, self._quicks), join=self._lined_up, frame=state)
        if state.phase in ("end", "after"):
            places = self._open(state.numbers) if state.phase == "after" else self._at_risk(state.numbers)
            rule = self.lived_on if state.phase == "after" else self.endured
            calls = [call(rule, self.alike[at], state.numbers[at]) for at in places]
            return together(*calls, join=self._endured, frame=(state, places))
        asked, frame = self._choose(state)
        if asked is None:
            return self._moved(state, frame)
        return together(asked, join=self._joined, frame=(state, frame))

    def _moved(self, state: State, frame: Frame) -> Next:
        """What needs no dice."""
        numbers = list(state.numbers)
        numbers[state.order[state.place]] = frame.mine
        return self._after(state, numbers, None, state.acted or not frame.idle)

    def _choose(self, state: State) -> Chosen:
        """What somebody does, which no comrade’s state can change."""
        who = state.order[state.place]
        foes = tuple(state.numbers[at] for at in self._side_places[1 - self.side_of[who]])
        key = (state.phase, who, state.turn, state.numbers[who], foes)
        found = self._chosen.get(key)
        if found is None:
            chosen = choose(self.field(state), who, state.turn)
            mine = self.number(who, chosen.mine)
            if isinstance(chosen, Move):
                found = None, Frame(mine, chosen.idle)
            else:
                found = call(self.outcome, self._acts.number(chosen.given)), framed(mine, chosen)
            self._chosen[key] = found
        return found

    def outcome(self, number: int) -> Program[int]:
        """What an act leaves behind; equal acts are weighed once."""
        left = yield from apply(act, self._acts.things[number], self.options)
        return self._lefts.number(left)

    # ---- before the first act ----

    def _seen(self, state: State, answers: tuple[bool, ...]) -> Next:
        """Those who lose their head have no part in what follows."""
        numbers = list(state.numbers)
        for (at, _), lost in zip(self._seers, answers, strict=True):
            if lost:
                numbers[at] = self.number(at, replace(self.locals.things[numbers[at]][1], mad=True))
        return Midway(replace(state, phase="line", numbers=tuple(numbers)))

    def _lined_up(self, state: State, answers: tuple[tuple[int, ...], ...]) -> Next:
        """Everybody in line, and the fight begins, for some with surprise (CD20-P-INIT-01, CD20-P-SURP-01)."""
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
        surprised = {one.surprised for one in self.figures}
        phase: Phase = "surprise" if len(surprised) > 1 else "round"
        begun = self._next_turn(State(phase, state.numbers, order, place=-1))
        return Midway(begun) if isinstance(begun, State) else begun

    # ---- what an act leaves ----

    def _joined(self, framed: tuple[State, Frame], answers: tuple[int]) -> Next:
        state, frame = framed
        left = self._lefts.things[answers[0]]
        made = frame.made + left.made
        numbers = list(state.numbers)
        fell = False
        if frame.target >= 0:
            self._strike(numbers, frame.target, answers[0])
            fell = not self.told[numbers[frame.target]].fights
        turn = Turn(frame.arm, made) if fell and frame.goes_on and not left.jammed else None
        numbers[state.order[state.place]] = self._changed_by(state, frame, left, 0 if turn else made)
        return self._after(state, numbers, turn, acted=True)

    def _changed_by(self, state: State, frame: Frame, left: Left, made: int) -> int:
        """Whoever acted: cartridges gone, a weapon that stuck or is mended."""
        key = (frame.mine, frame.kind, frame.arm, frame.rounds * made, left.jammed, left.cleared)
        found = self._changed.get(key)
        if found is None:
            before = self.locals.things[frame.mine][1]
            jammed = not left.cleared if frame.kind == "clear" else left.jammed
            after = spent(before, frame.arm, frame.rounds * made, jammed)
            found = self._changed[key] = self.number(state.order[state.place], after)
        return found

    def _strike(self, numbers: list[int], target: int, answer: int) -> None:
        """Whoever an act was aimed at; what hurts spoils an aim (CD20-AIM-01)."""
        key = (numbers[target], answer)
        found = self._struck.get(key)
        if found is None:
            left = self._lefts.things[answer]
            assert left.body is not None
            before = self.locals.things[numbers[target]][1]
            after = replace(before, body=left.body, hp=left.hp, aimed=before.aimed and not left.hurt)
            found = self._struck[key] = self.number(target, after)
        numbers[target] = found

    # ---- the next turn, the next round, the end ----

    def _after(self, state: State, numbers: list[int], turn: Turn | None, acted: bool) -> Next:
        if self._is_over(numbers):
            return self._over(tuple(numbers))
        now = replace(state, numbers=tuple(numbers), turn=turn, acted=acted)
        return self._next_turn(now) if turn is None else self._going_on(now)

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
        """The surprised have none in the round of surprise (CD20-P-SURP-01)."""
        surprised = state.phase == "surprise" and self.figures[who].surprised
        return not surprised and self.told[state.numbers[who]].fights

    def _at_risk(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Those for whom the end of a round may change something."""
        return tuple(at for at, number in enumerate(numbers) if self.told[number].risky)

    def endured(self, group: int, number: int) -> Program[int]:
        """The end of a round for one of them: open wounds cost, some creatures mend (CD20-BLEED-04, CD20-P-CREA-03)."""
        at, (_, local) = self.alike.index(group), self.locals.things[number]
        figure = self.figures[at]
        if local.hp is not None:
            hp = min(figure.hp or 0, local.hp + figure.heals)
            return self.number(at, replace(local, hp=hp))
        body = yield from apply(endure, local.body, self.keeping[at], self.options)
        return self.number(at, replace(local, body=body))

    def lived_on(self, group: int, number: int) -> Program[int]:
        """All that open wounds still do to one of them."""
        local = self.locals.things[number][1]
        body = yield from apply(live_on, local.body, self.options)
        return self.number(self.alike.index(group), replace(local, body=body))

    def _endured(self, framed: tuple[State, tuple[int, ...]], answers: tuple[int, ...]) -> Next:
        state, places = framed
        numbers = list(state.numbers)
        for at, number in zip(places, answers, strict=True):
            numbers[at] = number
        if state.phase == "after":
            return self._ended(tuple(numbers))
        if self._is_over(numbers):
            return self._over(tuple(numbers))
        return self._next_round(replace(state, numbers=tuple(numbers)))

    def _next_round(self, state: State) -> Next:
        """The same order again; nobody does anything any more where nobody did."""
        if not state.acted and state.phase != "surprise":
            return self._over(state.numbers)
        numbers, order = self._put_in_order(state.numbers, state.order)
        return self._next_turn(State("round", numbers, order, place=-1))

    def _put_in_order(
        self, numbers: tuple[int, ...], order: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Those who have no more turns leave the order; of those alike the others move up, each keeping its rank."""
        able = [who for who in order if self.told[numbers[who]].fights]
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
        """The end; open wounds go on alone, where nobody comes (CD20-BLEED-03)."""
        if self.given.alone and self._open(numbers):
            return Midway(State("after", numbers))
        return self._ended(numbers)

    def _ended(self, numbers: tuple[int, ...]) -> Next:
        found = [self.told[number].stand for number in numbers]
        for members in self._members:
            if len(members) == 1:
                continue
            ended = sorted((found[at] for at in members), key=lambda one: one.status)
            for at, one in zip(members, ended, strict=True):
                found[at] = one
        return Done(tuple(found))

    def _open(self, numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(at for at, number in enumerate(numbers) if self.locals.things[number][1].body.bleeding)

    def _stand(self, at: int, one: Local) -> Stand:
        """How somebody comes out of it, in a word."""
        body = one.body
        if body.dead or one.hp == 0:
            return Stand("dead", False)
        if body.state != "ok":
            return Stand("dying" if body.bleeding else body.state, False)
        if one.away or one.mad:
            return Stand("away" if one.away else "mad", False)
        if body.bleeding:
            return Stand("bleeding", True)
        whole = (body.pv, body.pf, one.hp) == (body.pv_max, body.pf_max, self.figures[at].hp)
        return Stand("unhurt" if whole else "hurt", True)


def framed(mine: int, chosen: Aimed) -> Frame:
    """What a fight must know of an act once its dice have fallen."""
    return Frame(
        mine,
        kind=chosen.kind,
        arm=chosen.arm,
        target=chosen.target,
        rounds=chosen.rounds,
        made=chosen.made,
        goes_on=chosen.turn is not None,
    )
