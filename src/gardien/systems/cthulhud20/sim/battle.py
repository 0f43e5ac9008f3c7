"""Whole fights as a chain of acts: two sides, stated tactics, initiative once, turn by turn.

Nothing of an attack is written again here: tactics choose, the rules play (`exchanges.py`), every face of d20 and d100
against the CA of its zone. Whoever loses their head at the sight of a creature takes no further part, whoever has no PF
left is out, shocks come where the house rule asks the table for them. Left out: destiny, free attacks, holds, Cleave,
explosives, finishing blows, poisons and what else natural attacks do, care during the fight, and what moderate and
grave wounds cost before it is over (ten minutes, a minute). The Keeper decides on those; the workshop says so.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gardien.core import battles
from gardien.core.battles import Battle, Numbers
from gardien.core.chance import Call, Midway, Program, apply, call, together
from gardien.core.lineup import called_out
from gardien.core.readings.table import Numbered
from gardien.core.weighing import Stand
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
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.squads import NO_LOSS, FightGiven, Figure
from gardien.systems.cthulhud20.tactics import Aimed, Field, Kind, Move, Turn, choose, spent
from gardien.systems.cthulhud20.values import Combatant


class State(battles.State, frozen=True):
    """A fight on its way; what is left of a turn that goes on."""

    turn: Turn | None = None


class Told(battles.Told, frozen=True):
    """What a fight asks about somebody again and again."""

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
Next: TypeAlias = battles.Next[State]


class Fight(Battle[Figure, Local, Told, State]):
    """A fight as a chain: `start`, then `step` from act to act."""

    def __init__(self, given: FightGiven, options: Options) -> None:
        super().__init__(given.side, lambda one: one.whole(options).figure(), lambda one: one.quick, State)
        self.options = options
        self.given = given
        if given.sight:  # CD20-P-SAN-02
            self._seeing(lambda one: one.san_loss if one.san_loss != NO_LOSS else None, lambda one: not one.who.npc)
        if len({one.surprised for one in self.figures}) > 1:  # CD20-P-SURP-01
            self._opening = "surprise"
        far = given.distance > ARM_LENGTH
        lasts = [len(self._side_places[side]) == 1 for side in self.side_of]
        self.keeping = [
            keeping_of(one, far and one.walks, given.alone, last, options)
            for one, last in zip(self.figures, lasts, strict=True)
        ]
        self._acts: Numbered[Given] = Numbered()
        self._lefts: Numbered[Left] = Numbered()
        self._shown: dict[tuple[int, Local, bool], Combatant] = {}
        self._chosen: dict[Any, Chosen] = {}
        self._changed: dict[Any, int] = {}
        self._struck: dict[Any, int] = {}

    # ---- states ----

    def _entering(self, at: int) -> Local:
        return entering(self.figures[at], self.keeping[at], self.options)

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

    def _round_over(self, state: State) -> Next:
        return Midway(replace(state, phase="end", place=0)) if self._at_risk(state.numbers) else self._new_round(state)

    def _new_round(self, state: State) -> Next:
        """Nobody does anything any more where nobody did."""
        idle = not state.acted and state.phase != "surprise"
        return self._over(state.numbers) if idle else self._next_round(state.numbers, state.order)

    def _at_risk(self, numbers: Sequence[int]) -> Numbers:
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

    def _endured(self, framed: tuple[State, Numbers], answers: Numbers) -> Next:
        state, places = framed
        numbers = list(state.numbers)
        for at, number in zip(places, answers, strict=True):
            numbers[at] = number
        if state.phase == "after":
            return self._ended(tuple(numbers))
        if self._is_over(numbers):
            return self._over(tuple(numbers))
        return self._new_round(replace(state, numbers=tuple(numbers)))

    def _over(self, numbers: Numbers) -> Next:
        """The end; open wounds go on alone, where nobody comes (CD20-BLEED-03)."""
        if self.given.alone and self._open(numbers):
            return Midway(State("after", numbers))
        return self._ended(numbers)

    def _open(self, numbers: Sequence[int]) -> Numbers:
        return tuple(at for at, number in enumerate(numbers) if self.locals.things[number][1].body.bleeding)

    def _stand_of(self, at: int, number: int) -> Stand:
        return self.told[number].stand

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
