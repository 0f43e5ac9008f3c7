"""Whole fights as a chain of acts: two sides, stated tactics, initiative once, turn by turn (INIT, TURN, CBT).

Nothing of an attack is written again: tactics choose, the rules play (`exchange.py`), `end_of_turn.py` ends a turn
with effort, poison, breath and the timers of the dying. Left out: called blows, two weapons, extended, simultaneous,
delayed and converted actions, reactions but dodge and parry, disarming, maiming, holds, pushes, blinding, feints,
suppressive fire, explosives, psychic powers, vehicles, swarms, weapons picked up or cleared, care during the fight, and
what wounds do afterwards. The game master decides on those; the workshop says so.
"""

from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.chance import Call, Program, apply, call
from gardien.core.simulation import FighterEnd
from gardien.shared import battles
from gardien.shared.battles import Battle, State
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.fight.bonds import keeps_aim
from gardien.systems.organique.rules.fight.end_of_turn import pass_turn
from gardien.systems.organique.rules.fight.exchange import CoarseResult, coarse_exchange
from gardien.systems.organique.rules.fight.on_hit import after_tolls, spares
from gardien.systems.organique.rules.fight.state import after_stun
from gardien.systems.organique.rules.fight.turn import Turn
from gardien.systems.organique.rules.fight.turn_budget import Slots
from gardien.systems.organique.rules.person import Body, Person
from gardien.systems.organique.sim.fighters import FighterProfile, FightGiven
from gardien.systems.organique.sim.tactics import NOBODY, Act, Field, Plan, WeighedFighter, after_use, choose, entering


class Standing(battles.Standing, frozen=True):
    """What a fight asks about somebody again and again: `fights` now, is `gone` for good."""

    gone: bool


class Frame(Struct, frozen=True):
    """An act in the fight, once its dice have fallen: how both stood before, with which weapon, how many shots."""

    mine: int
    idle: bool = False
    theirs: int = -1
    target: int = -1
    arm: int = -1
    shots: int = 0
    answered: bool = False
    half: bool = False  # of an action; the other half follows


Chosen = tuple[Call[int] | None, Frame]
Next: TypeAlias = battles.Next[State]


class Fight(Battle[FighterProfile, WeighedFighter, Standing, State]):
    """A fight as a chain: `start`, then `step` from act to act."""

    def __init__(self, given: FightGiven, options: Options) -> None:
        super().__init__(given.side, lambda one: one.whole().profile(), lambda one: one.quick, State)
        self.options = options
        self.given = given
        self._turns: dict[tuple[Slots, bool], Turn] = {}
        self._plans: dict[Any, Plan | None] = {}
        self._changed: dict[Any, tuple[int, int]] = {}

    # ---- states ----

    def _entering(self, at: int) -> WeighedFighter:
        return entering(self.profiles[at], self.given.distance if self.side_of[at] else 0)

    def _person(self, at: int, fighter: WeighedFighter) -> Person:
        return Person(self.profiles[at].person.frame, fighter.body)

    def number(self, at: int, local: WeighedFighter) -> int:
        """Whoever has no part in the fight any more is like all others who have none; wounds count afterwards only."""
        person = self._person(at, replace(local, body=plain(local.body)))
        gone = local.away or person.out_of_action
        if gone:
            local = WeighedFighter(body=fallen_body(person), away=local.away)
            person = self._person(at, local)
        else:
            turn = self._turns.setdefault((local.turn.slots, local.turn.fought), local.turn)  # however it came to that
            local = replace(local, body=person.body, turn=turn)
        number = self.numbered.number((self.alike[at], local))
        if number == len(self.standings):
            lives = not (local.away or person.body.dead or person.machine)
            self.standings.append(Standing(person.can_act and not local.away, lives, gone))
        return number

    def _field(self, state: State) -> Field:
        fit = tuple(self.standings[number].fights for number in state.numbers)
        people = self.fighter_states(state)
        return Field(self.profiles, self.side_of, people, fit, self.options, self._plans)

    # ---- one step ----

    def _endures(self, state: State, at: int) -> Call[int]:
        return call(self.lived_on, self.alike[at], state.numbers[at])

    def _plan(self, state: State, who: int) -> Chosen:
        chosen = choose(self._field(state), who)
        if isinstance(chosen, Act):
            return self._act_question(who, chosen)
        return None, Frame(self.number(who, chosen.mine), chosen.idle, half=chosen.half)

    def _after_plan(self, state: State, numbers: list[int], frame: Frame) -> Next:
        return self._after(state, numbers, state.acted or not frame.idle, frame.half)

    def _act_question(self, who: int, chosen: Act) -> Chosen:
        mine, target = self.number(who, chosen.mine), chosen.target
        attacker, defender = self._whole(who, chosen.mine), self._person(target, chosen.theirs)
        if spares(chosen.attack, defender):
            defender = self._whole(target, chosen.theirs)
        theirs, answered = self.number(target, chosen.theirs), chosen.reaction.kind != "none"
        frame = Frame(mine, False, theirs, target, chosen.arm, chosen.attack.shots, answered)
        asked = self._asks(coarse_exchange, attacker, defender, chosen.attack, chosen.reaction, self.options)
        return asked, frame

    def _whole(self, at: int, fighter: WeighedFighter) -> Person:
        """Somebody with the reserves of the beginning, where no throw of theirs asks for them (ORG-CBT-01)."""
        whole = self.profiles[at].person
        full = {name: getattr(whole.body, name) for name in ("sng", "cps", "inc", "structure")}
        return Person(whole.frame, replace(plain(fighter.body), end=max(1, whole.body.end), timer=None, **full))

    # ---- what an act leaves ----

    def _after_act(self, framed: tuple[State, Frame], answers: tuple[int]) -> Next:
        state, frame = framed
        who = state.order[state.place]
        key = (frame, answers[0])
        both = self._changed.get(key)
        if both is None:
            both = self._changed[key] = self._both_after(who, frame, self.results.things[answers[0]])
        numbers = list(state.numbers)
        numbers[who], numbers[frame.target] = both
        return self._after(state, numbers, acted=True, goes_on=False)

    def _both_after(self, who: int, frame: Frame, done: CoarseResult) -> tuple[int, int]:
        """Both after an exchange; a stun takes the action not yet used, and what hurts spoils an aim (ORG-TURN-03)."""
        mine, theirs = (self.numbered.things[number][1] for number in (frame.mine, frame.theirs))
        dosed = any(toll.poisons for toll in done.tolls)
        mine = after_use(mine, frame.arm, frame.shots, dosed, done.jammed, done.broken)
        after = replace(mine, body=replace(mine.body, extended_penalty=False))
        body = plain(after_tolls(self._person(frame.target, theirs), done.tolls, self.options).body)
        if frame.answered:
            body = replace(body, extended_penalty=False)
        kept = keeps_aim(self._person(frame.target, theirs), self._person(frame.target, replace(theirs, body=body)))
        aimed = theirs.aimed if kept else NOBODY
        hit = self._after_stun(replace(theirs, body=body, aimed=aimed))
        return self.number(who, after), self.number(frame.target, hit)

    def _after_stun(self, fighter: WeighedFighter) -> WeighedFighter:
        turn, body = after_stun(fighter.turn, fighter.body)
        return replace(fighter, body=body, turn=turn)

    # ---- the next act, the next turn, the end ----

    def _stays(self, number: int) -> bool:
        return not self.standings[number].gone

    def lived_on(self, group: int, number: int) -> Program[int]:
        """The end of a turn for one of them: effort, timers, poison, breath (ORG-TURN-05)."""
        at, (_, fighter) = self.alike.index(group), self.numbered.things[number]
        turned = yield from apply(pass_turn, self._person(at, fighter), fighter.turn.fought, False, self.options)
        if self.standings[number].gone:
            return self.number(at, replace(fighter, body=turned.person.body))
        return self._renewed(at, replace(fighter, body=turned.person.body))

    def _renewed(self, at: int, fighter: WeighedFighter) -> int:
        """Somebody with a new turn."""
        renewed = replace(fighter, turn=fighter.turn.begun())
        return self.number(at, self._after_stun(renewed))

    def _new_round(self, state: State) -> Next:
        """A machine has a new turn too, and nothing else happens to it."""
        numbers = list(state.numbers)
        for at, number in enumerate(numbers):
            if not self.standings[number].risky and not self.standings[number].gone:
                numbers[at] = self._renewed(at, self.numbered.things[number][1])
        return super()._new_round(replace(state, numbers=tuple(numbers)))

    def _outcome_of(self, at: int, one: WeighedFighter) -> FighterEnd:
        """How somebody comes out of it, in a word; without help, no blood left is death (ORG-END-04, ORG-HP-07)."""
        person, before = self._person(at, one), self.profiles[at].person
        bleeds = (person.dying or person.mortally_wounded) and not person.body.stabilised
        if person.body.dead or (self.given.alone and bleeds):
            return FighterEnd("dead", False)
        if person.machine and person.out_of_action:
            return FighterEnd("broken", False)
        if person.out_of_action:
            return FighterEnd("dying", False)
        if one.away:
            return FighterEnd("away", False)
        if not person.can_act:
            return FighterEnd("exhausted" if person.exhausted else "unconscious", False)
        if person.mortally_wounded:
            return FighterEnd("mortally_wounded", True)
        reserves = [(body.sng, body.cps, body.inc, body.structure) for body in (person.body, before.body)]
        return FighterEnd("unhurt" if reserves[0] == reserves[1] else "hurt", True)


def plain(body: Body) -> Body:
    """A body without the list of its wounds: they bleed and hurt once the fight is over (ORG-AFT-02)."""
    return replace(body, wounds=()) if body.wounds else body


def fallen_body(person: Person) -> Body:
    """What a fight still asks of whoever is out of it: dead or not, and how long they have; of who fled, the blood."""
    body = person.body
    if body.dead:
        return Body(dead=True)
    if person.machine:
        return Body(structure=body.structure)
    if not person.out_of_action:
        return Body(sng=body.sng, stabilised=body.stabilised)
    return Body(**{name: getattr(body, name) for name in WANING})


WANING = (  # what still counts for whoever is dying: the clock, and what hastens it (ORG-TURN-05)
    *("sng", "inc", "end", "timer", "stabilised", "fresh", "doses"),
    *("cardiac_arrest", "medical_shock", "shock_turns"),
)
