"""Whole fights of d20d100 as a chain of acts: two sides, stated tactics, initiative once, half-round by half-round.

Nothing of an attack is written again here: tactics choose, the rules play (`acts.py`). Whoever loses their head at the
sight of a Monster takes no further part. What is left out stands in `fights.toml`.
"""

from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import Call, Midway, Program, apply, call, together
from gardien.core.interpreters.table import Numbered
from gardien.core.simulation import FighterEnd
from gardien.core.values import like
from gardien.shared import battles
from gardien.shared.battles import Battle, Numbers
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.damage import Reach
from gardien.systems.d20d100.rules.body.wounds import condition_of, penalty_of
from gardien.systems.d20d100.rules.character import Condition
from gardien.systems.d20d100.rules.fight.ammunition import CLEARING
from gardien.systems.d20d100.rules.fight.initiative import quick_of
from gardien.systems.d20d100.rules.fight.state import OVER, USELESS, FighterState, Load, Turn
from gardien.systems.d20d100.sim import acts
from gardien.systems.d20d100.sim.fighters import NO_LOSS, FighterProfile, FightGiven
from gardien.systems.d20d100.sim.tactics import Field, Kind, Move, choose, dodging_of


class Burst(Struct, frozen=True):
    """A burst that went off, and those in its way who are still to dodge."""

    who: int
    arm: int
    reach: Reach
    targets: tuple[int, ...]


class State(battles.State, frozen=True):
    """A fight on its way; what is left of a burst."""

    burst: Burst | None = None


class Standing(battles.Standing, frozen=True):
    """What a fight asks about somebody again and again."""

    able: bool  # has, or may have again, a turn in this fight
    condition: Condition


class Frame(Struct, frozen=True):
    """An act in the fight: how whoever acts stands before the dice fall, what it is, on whom, with which weapon."""

    mine: int
    turn: Turn
    idle: bool = False
    kind: Kind | None = None
    targets: tuple[int, ...] = ()
    arm: int = -1
    most: int = 1
    rapid: bool = False


Chosen = tuple[Call[int] | None, "Frame"]
Next: TypeAlias = battles.Next[State]


class Fight(Battle[FighterProfile, FighterState, Standing, State]):
    """A fight as a chain: `start`, then `step` from act to act."""

    def __init__(self, given: FightGiven, options: Options) -> None:
        super().__init__(
            given.side, lambda one: one.whole.profile(options), lambda one: quick_of(one.who, options), State
        )
        self.options = options
        self.far = given.distance
        self.alone = given.alone
        if given.sight:  # D100-CBT-06
            self._seeing(lambda one: one.san_loss if one.san_loss != NO_LOSS else None, lambda one: one.who.is_pc)
        if any(one.surprised for one in self.profiles):  # D100-CBT-08
            self._opening = "surprise"
        self._bodies: Numbered[tuple[int, int]] = Numbered()  # whose, and which FighterState
        self._changed: dict[Any, tuple[int, Turn]] = {}
        self._struck: dict[Any, int] = {}

    # ---- states ----

    def _entering(self, at: int) -> FighterState:
        return acts.entering_state(self.profiles[at], self.far * self.side_of[at], self.options)

    def number(self, at: int, local: FighterState) -> int:
        """Who has no part in the fight any more is like all others who have none."""
        profile, condition = self.profiles[at], condition_of(local.body, self.options)
        gone = local.fled or local.mad
        able = not gone and (condition in acts.STANDING or acts.returns(profile, condition))
        if not able:
            local = FighterState(body=local.body, fled=local.fled, mad=local.mad)
        number = self.numbered.number((self.alike[at], local))
        if number == len(self.standings):
            risky = not local.fled and acts.at_risk(profile, local.body, self.options)
            self.standings.append(Standing(not gone and condition in acts.STANDING, risky, able, condition))
        return number

    def _field(self, state: State) -> Field:
        fit = tuple(self.standings[number].fights for number in state.numbers)
        surprise = state.phase == "surprise"
        return Field(self.profiles, self.side_of, self.fighter_states(state), fit, surprise, self.options)

    # ---- one step ----

    def step(self, state: State) -> Any:
        """Those in the way of a burst come before anything else."""
        if state.burst is None:
            return super().step(state)
        arm, first = self.profiles[state.burst.who].arms[state.burst.arm], state.burst.targets[0]
        given = dodging_of(self._field(state), arm, first, state.burst.reach)
        return together(self._act_call(given, first), join=self._after_dodge, frame=state)

    def _sees(self, at: int, sights: tuple[Any, ...]) -> Call[bool]:
        return call(acts.face, self.profiles[at].mind, sights, self.options)

    def _endures(self, state: State, at: int) -> Call[int]:
        return call(self.endure_round, self._bodies.number((at, state.numbers[at])))

    def _plan(self, state: State, who: int) -> Chosen:
        chosen = choose(self._field(state), who, state.turn)
        mine = self.number(who, chosen.mine)
        if isinstance(chosen, Move):
            return None, Frame(mine, chosen.turn, chosen.idle)
        target = chosen.targets[0] if chosen.targets else who
        return self._act_call(chosen.given, target), like(Frame, chosen, mine=mine)

    def _after_plan(self, state: State, numbers: list[int], frame: Frame) -> Next:
        return self._after_deed(state, numbers, frame.turn, state.acted or not frame.idle)

    def _act_call(self, given: acts.Given, target: int) -> Call[int]:
        return self._asks(self._act_on, given, self.alike[target])

    def _act_on(self, given: acts.Given, group: int) -> Call[acts.ActResult]:
        """An act aimed at any one of those alike."""
        return call(acts.act, given, self.profiles[self.alike.index(group)], self.options)

    # ---- what an act leaves ----

    def _after_act(self, framed: tuple[State, Frame], answers: tuple[int]) -> Next:
        state, frame = framed
        left: acts.ActResult = self.results.things[answers[0]]
        who, numbers = state.order[state.place], list(state.numbers)
        key = (frame.mine, frame.kind, frame.arm, frame.turn, frame.most, frame.rapid, answers[0])
        changed = self._changed.get(key)
        if changed is None:
            mine, turn = after_act(self.numbered.things[frame.mine][1], frame, left)
            changed = self._changed[key] = self.number(who, mine), turn
        numbers[who], turn = changed
        if left.reach is not None:
            burst = Burst(who, frame.arm, left.reach, frame.targets)
            return Midway(replace(state, numbers=tuple(numbers), turn=turn, acted=True, burst=burst))
        if left.body is not None:
            self._strike(numbers, frame.targets[0], answers[0])
        return self._after_deed(state, numbers, turn, acted=True)

    def _after_dodge(self, state: State, answers: tuple[int]) -> Next:
        """One of those in the way of a burst is settled; the next, or the next act."""
        assert state.burst is not None
        assert state.turn is not None
        first, *others = state.burst.targets
        numbers = list(state.numbers)
        self._strike(numbers, first, answers[0])
        if others:
            burst = replace(state.burst, targets=tuple(others))
            return Midway(replace(state, numbers=tuple(numbers), burst=burst))
        return self._after_deed(state, numbers, state.turn, acted=True)

    def _strike(self, numbers: list[int], target: int, answer: int) -> None:
        """Whoever an act was aimed at: a hit ends surprise (D100-DEF-02)."""
        key = (numbers[target], answer)
        number = self._struck.get(key)
        if number is None:
            left: acts.ActResult = self.results.things[answer]
            assert left.body is not None
            after = self.numbered.things[numbers[target]][1].struck(left.hit, left.shocked)
            number = self._struck[key] = self.number(target, replace(after, body=left.body))
        numbers[target] = number

    # ---- the next turn, the next round, the end ----

    def _after_deed(self, state: State, numbers: list[int], turn: Turn, acted: bool) -> Next:
        goes_on = not turn.over and self.standings[numbers[state.order[state.place]]].fights
        return self._after(state, numbers, acted, goes_on, turn=turn if goes_on else None, burst=None)

    def endure_round(self, number: int) -> Program[int]:
        """The end of a round for one of them."""
        at, before = self._bodies.things[number]
        _, fighter = self.numbered.things[before]
        body = yield from apply(acts.endure, self.profiles[at], fighter.body, self.options)
        return self.number(at, replace(fighter, body=body))

    def _may_come_to(self, numbers: Numbers) -> bool:
        return any(self.standings[number].condition == "unconscious" for number in numbers)

    def _stays(self, number: int) -> bool:
        return self.standings[number].able

    def _left_alone(self, numbers: Numbers) -> Numbers:
        """The dying, where nobody comes (D100-HEALTH-06)."""
        dying = (at for at, number in enumerate(numbers) if self.standings[number].condition == "dying")
        return tuple(dying) if self.alone else ()

    def _outcome_of(self, at: int, one: FighterState) -> FighterEnd:
        """How somebody comes out of it, in a word."""
        condition = condition_of(one.body, self.options)
        if one.fled or one.mad:
            return FighterEnd("away" if one.fled else "mad", False)
        if condition != "ok":
            return FighterEnd(condition, condition in acts.STANDING)
        if penalty_of(one.body, self.options):
            return FighterEnd("weakened", True)
        return FighterEnd("unhurt" if one.body.life == one.body.most else "hurt", True)


def coarse_load(load: Load) -> Load:
    """Weapons of no use any more are alike."""
    return USELESS if load.state == "broken" or not (load.loaded or load.spare) else load


def after_act(mine: FighterState, frame: Frame, left: acts.ActResult) -> tuple[FighterState, Turn]:
    """Whoever acted and what is left of the turn: cartridges spent, a weapon that failed, loaded or mended."""
    turn, load = frame.turn, mine.loads[frame.arm]
    if frame.kind == "charge":
        return mine, OVER
    if frame.kind in ("shots", "burst"):
        load = load.after_fire(left.fired, "jam" if left.stuck else "none") if load else None
        turn = OVER if frame.rapid else turn.after_series(frame.arm, left.made, frame.most, left.stuck)
    else:
        assert load is not None
        if frame.kind == "clear":
            load, time = load.after_clearing(left.cleared), CLEARING
        else:  # of bolts and stones there are always more
            time = left.actions
            load = replace(load, loaded=1) if left.loaded is None else load.after_reload(left.loaded)
        turn, owed = turn.after_work(time)
        mine = replace(mine, simple_actions_owed=owed or None)
    return mine if load is None else mine.with_load(frame.arm, coarse_load(load)), turn
