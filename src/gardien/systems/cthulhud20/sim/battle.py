"""Whole fights as a chain of acts: two sides, stated tactics, initiative once, turn by turn.

Nothing of an attack is written again here: tactics choose, the rules play (`acts.py`), every face of d20 and d100
against the CA of its zone. Whoever loses their head at the sight of a creature takes no further part, whoever has no PF
left is out, shocks come where the house rule asks the table for them. Left out: destiny, free attacks, holds, Cleave,
explosives, finishing blows, poisons and what else natural attacks do, care during the fight, and what moderate and
grave wounds cost before it is over (ten minutes, a minute). The Keeper decides on those; the workshop says so.
"""

from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import Call, Program, apply, call
from gardien.core.simulation import FighterEnd
from gardien.core.values import like
from gardien.shared import battles
from gardien.shared.battles import Battle, Numbers, State
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import ARM_LENGTH
from gardien.systems.cthulhud20.sim.acts import ActResult, act, at_risk, endure, face, live_on
from gardien.systems.cthulhud20.sim.fighter_state import FighterState, entering, keeping_of, weighed_part
from gardien.systems.cthulhud20.sim.fighters import NO_LOSS, FighterProfile, FightGiven
from gardien.systems.cthulhud20.sim.tactics import Field, Kind, Move, Turn, after_use, choose


class Standing(battles.Standing, frozen=True):
    """What a fight asks about somebody again and again."""

    stand: FighterEnd  # where the fight is over


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


CallAndFrame = tuple[Call[int] | None, Frame]
Next: TypeAlias = battles.Next[State]


class Fight(Battle[FighterProfile, FighterState, Standing, State]):
    """A fight as a chain: `start`, then `step` from act to act."""

    def __init__(self, given: FightGiven, options: Options) -> None:
        super().__init__(given.side, lambda one: one.whole(options).profile(), lambda one: one.quick, State)
        self.options = options
        self.given = given
        if given.sight:  # CD20-P-SAN-02
            self._seeing(lambda one: one.san_loss if one.san_loss != NO_LOSS else None, lambda one: not one.who.npc)
        if len({one.surprised for one in self.profiles}) > 1:  # CD20-P-SURP-01
            self._opening = "surprise"
        far = given.distance > ARM_LENGTH
        lasts = [len(self._side_places[side]) == 1 for side in self.side_of]
        self.keeping = [
            keeping_of(one, far and one.walks, given.alone, last, options)
            for one, last in zip(self.profiles, lasts, strict=True)
        ]
        self._combatants: dict[tuple[int, FighterState, bool], Combatant] = {}
        self._actors_after: dict[Any, int] = {}
        self._targets_after: dict[Any, int] = {}

    # ---- states ----

    def _entering(self, at: int) -> FighterState:
        far = self.given.distance if self.side_of[at] else 0.0  # the sides face each other
        return entering(self.profiles[at], self.keeping[at], self.options, far)

    def number(self, at: int, local: FighterState) -> int:
        """Who has no part in the fight any more is like all others who have none."""
        fights = not (local.away or local.mad or local.down or local.hp == 0)
        if not fights:
            local = FighterState(body=local.body, hp=local.hp, away=local.away, mad=local.mad)
        else:
            local = replace(local, fight=weighed_part(local.fight))
        number = self.numbered.number((self.alike[at], local))
        if number == len(self.standings):
            heals = bool(self.profiles[at].heals and local.hp)
            risky = not local.away and (heals or at_risk(local))
            self.standings.append(Standing(fights, risky, self._outcome_of(at, local)))
        return number

    def field(self, state: State) -> Field:
        fit = tuple(self.standings[number].fights for number in state.numbers)
        given, surprise = self.given, state.phase == "surprise"
        return Field(
            self.profiles,
            self.side_of,
            self.fighter_states(state),
            fit,
            given.concealment,
            surprise,
            self.keeping,
            self._combatants,
            self.options,
        )

    # ---- one step ----

    def _sees(self, at: int, sights: tuple[Any, ...]) -> Call[bool]:
        return call(face, self.profiles[at], sights)

    def _endures(self, state: State, at: int) -> Call[int]:
        rule = self.live_alone if state.phase == "after" else self.endure_round
        return call(rule, self.alike[at], state.numbers[at])

    def _plan(self, state: State, who: int) -> CallAndFrame:
        chosen = choose(self.field(state), who, state.turn)
        mine = self.number(who, chosen.mine)
        if isinstance(chosen, Move):
            return None, Frame(mine, chosen.idle)
        asked = self._asks(act, chosen.given, self.options)
        return asked, like(Frame, chosen, mine=mine, goes_on=chosen.turn is not None)

    def _after_plan(self, state: State, numbers: list[int], frame: Frame) -> Next:
        return self._after(state, numbers, state.acted or not frame.idle, goes_on=False, turn=None)

    # ---- what an act leaves ----

    def _after_act(self, state_and_frame: tuple[State, Frame], answers: tuple[int]) -> Next:
        state, frame = state_and_frame
        result: ActResult = self.results.things[answers[0]]
        made = frame.made + result.made
        numbers = list(state.numbers)
        fell = False
        if frame.target >= 0:
            self._strike(numbers, frame.target, answers[0])
            fell = not self.standings[numbers[frame.target]].fights
        turn = Turn(frame.arm, made) if fell and frame.goes_on and not result.jammed else None
        numbers[state.order[state.place]] = self._after_acting(state, frame, result, 0 if turn else made)
        return self._after(state, numbers, True, turn is not None, turn=turn)

    def _after_acting(self, state: State, frame: Frame, result: ActResult, made: int) -> int:
        """Whoever acted: cartridges gone, a weapon that stuck or is mended."""
        key = (frame.mine, frame.kind, frame.arm, frame.rounds * made, result.jammed, result.cleared)
        number = self._actors_after.get(key)
        if number is None:
            before = self.numbered.things[frame.mine][1]
            jammed = not result.cleared if frame.kind == "clear" else result.jammed
            after = after_use(before, frame.arm, frame.rounds * made, jammed)
            number = self._actors_after[key] = self.number(state.order[state.place], after)
        return number

    def _strike(self, numbers: list[int], target: int, answer: int) -> None:
        """Whoever an act was aimed at; what hurts spoils an aim (CD20-AIM-01)."""
        key = (numbers[target], answer)
        number = self._targets_after.get(key)
        if number is None:
            result: ActResult = self.results.things[answer]
            assert result.body is not None
            before = self.numbered.things[numbers[target]][1]
            fight = before.fight.without_aim() if result.hurt else before.fight
            after = replace(before, body=result.body, hp=result.hp, fight=fight)
            number = self._targets_after[key] = self.number(target, after)
        numbers[target] = number

    # ---- the end of a round, and of it all ----

    def endure_round(self, group: int, number: int) -> Program[int]:
        """The end of a round for one of them: open wounds cost, some creatures mend (CD20-BLEED-04, CD20-P-CREA-03)."""
        at, (_, fighter) = self.alike.index(group), self.numbered.things[number]
        profile = self.profiles[at]
        if fighter.hp is not None:
            hp = min(profile.hp or 0, fighter.hp + profile.heals)
            return self.number(at, replace(fighter, hp=hp))
        body = yield from apply(endure, fighter.body, self.keeping[at], self.options)
        return self.number(at, replace(fighter, body=body))

    def live_alone(self, group: int, number: int) -> Program[int]:
        """All that open wounds still do to one of them."""
        fighter = self.numbered.things[number][1]
        body = yield from apply(live_on, fighter.body, self.options)
        return self.number(self.alike.index(group), replace(fighter, body=body))

    def _left_alone(self, numbers: Numbers) -> Numbers:
        """Open wounds go on, where nobody comes (CD20-BLEED-03)."""
        things = self.numbered.things
        bleeding = (at for at, number in enumerate(numbers) if things[number][1].body.bleeding)
        return tuple(bleeding) if self.given.alone else ()

    def _outcome_of(self, at: int, one: FighterState) -> FighterEnd:
        """How somebody comes out of it, in a word."""
        body = one.body
        if body.dead or one.hp == 0:
            return FighterEnd("dead", False)
        if body.state != "ok":
            return FighterEnd("dying" if body.bleeding else body.state, False)
        if one.away or one.mad:
            return FighterEnd("away" if one.away else "mad", False)
        if body.bleeding:
            return FighterEnd("bleeding", True)
        whole = (body.pv, body.pf, one.hp) == (body.pv_max, body.pf_max, self.profiles[at].hp)
        return FighterEnd("unhurt" if whole else "hurt", True)
