"""A whole fight, or part of one, from a script (INIT-01, TURN-01 to 05, CBT-01)."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, fold, roll, watch
from gardien.core.dice import Question, Weights
from gardien.core.errors import Refusal
from gardien.core.inputs import BadField
from gardien.core.interpreters.odds import MOST_LEAVES
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import State, check_names
from gardien.systems.organique.rules.fight.attack import declared_acts
from gardien.systems.organique.rules.fight.attack_modifiers import VITAL, action_fault, misfit, target_fault
from gardien.systems.organique.rules.fight.initiative import Combatant, Combatants, changes_by_name, line_up, readiness
from gardien.systems.organique.rules.fight.script_lines import Event, StepGiven, TurnReport
from gardien.systems.organique.rules.fight.script_play import Battle, Fighter, Line, play_line
from gardien.systems.organique.rules.fight.turn import Turn
from gardien.systems.organique.rules.person import person_of, state_of
from gardien.systems.organique.rules.tests.d20 import watched
from gardien.systems.organique.vocabulary import Name

MOST_EVENTS, MOST_TURNS, MOST_THROWS = 1, 6, 10  # lines that odds can follow: die by die, turn by turn, to the end


class PlayGiven(Value, frozen=True, kw_only=True):
    """Everybody who fights, their order if it is known, and what they do."""

    combatants: Combatants
    order: Annotated[tuple[Name, ...], Meta(max_length=60)] | None = None
    turn: Annotated[int, Meta(ge=1, le=100_000)] = 1
    script: Annotated[tuple[StepGiven, ...], Meta(max_length=300)]

    def __post_init__(self) -> None:
        check_names("combatants", self.combatants)
        names = [one.name for one in self.combatants]
        if self.order is not None:
            _check_order(self.order, names)
        people = {one.name: one for one in self.combatants}
        for at, line in enumerate(self.script):
            _check_line(f"script[{at}]", line, people)


def _check_order(order: tuple[str, ...], names: list[str]) -> None:
    for at, name in enumerate(order):
        if name not in names:
            raise BadField("order", "field/one_of", "ORG-INIT-01", came=name, allowed=names)
        if name in order[:at]:
            raise BadField("order", "field/twice", "ORG-INIT-01", came=name)
    if len(order) < len(names):
        raise BadField("order", "field/length_at_least", "ORG-INIT-01", low=len(names))


def _check_line(where: str, line: StepGiven, people: dict[str, Combatant]) -> None:
    """Names that are there, and what no state of anybody allows: training, weapon, reach, the kind of reaction."""
    if line.do == "end_turn":
        return
    for field, name in (("actor", line.actor), ("target", line.target)):
        others = [one for one in people if field == "actor" or one != line.actor]
        if name is not None and name not in others:
            raise BadField(f"{where}.{field}", "field/one_of", "ORG-CBT-01", came=name, allowed=others)
    if line.do != "attack":
        return
    actor, target = person_of(people[line.actor or ""]), person_of(people[line.target or ""])
    attack, reaction, counter = declared_acts(line, actor, target)
    fault = action_fault(attack, actor) or misfit(reaction, attack)
    if fault is None and attack.action in VITAL:
        fault = target_fault(attack, actor, target)
    if fault is None and counter is not None:
        fault = action_fault(counter, target, "reaction.")
    if fault is not None:
        own = fault.refusal
        raise BadField(f"{where}.{own.field}", own.id, own.rule, **own.words)


class Played(Value, frozen=True, kw_only=True):
    """Who acted when, what came of every line, everybody at the end of each turn and of all."""

    order: tuple[str, ...] | UnsetType = UNSET
    events: tuple[Event, ...] | UnsetType = UNSET
    turns: tuple[TurnReport, ...] | UnsetType = UNSET
    states: dict[str, State] | UnsetType = UNSET

    def changes(self, given: PlayGiven, options: Options) -> tuple[Change, ...]:
        return changes_by_name(given.combatants, self.states)


class Weighable(Question[int], frozen=True):
    """No die at all: play goes on, odds stop at once where more lines are thrown for than they can tell apart."""

    throws: int
    most: int

    def sides(self) -> tuple[int, ...]:
        return ()

    def read(self, faces: Sequence[int]) -> int:
        return self.throws

    def weights(self) -> Weights[int]:
        if self.throws > self.most:
            raise Refusal("odds/too_many", kind="refused", most=MOST_LEAVES)
        return Weights(((self.throws, 1),), 1)


@procedure(
    "play_fight",
    rules="""ORG-INIT-01 ORG-TURN-01 ORG-TURN-02 ORG-TURN-03 ORG-TURN-04 ORG-TURN-05 ORG-CBT-01 ORG-MOD-05 ORG-MOD-11
    ORG-REA-08 ORG-ACT-21""",
    dice=("d20", "d6"),
    headline=("states",),
    watched=("states",),
)
def play_fight(given: PlayGiven, options: Options) -> Program[Played]:
    """Initiative if nobody has it yet, then line by line; whoever cannot do what stands there is passed over."""
    wanted = yield from watched("order", "events", "turns")
    names = tuple(one.name for one in given.combatants)
    states = yield from watch("states", names)
    order = given.order or names
    if given.order is None and "order" in wanted:  # the order changes nothing else: poison strikes everybody by itself
        parts = tuple(readiness(person_of(one), one) for one in given.combatants)
        places = (yield from apply(line_up, names, parts, "events" in wanted)).order
        order = tuple(names[place] for place in places)
    battle = Battle(people=frozen_map({one.name: ready(one) for one in given.combatants}), turn=given.turn)
    lines = tuple(
        Line(given=one, order=order, options=options, events="events" in wanted, turns="turns" in wanted)
        for one in given.script
    )
    if wanted - {"order"} or states:
        throws = sum(one.do in ("attack", "break_hold") or one.gm_test for one in given.script)
        most = MOST_EVENTS if "events" in wanted else MOST_TURNS if "turns" in wanted else MOST_THROWS
        yield from roll(Weighable(throws, most), "d20")
        battle = yield from fold(play_line, battle, lines)
    people = {name: one.person for name, one in battle.people.items() if name in states}
    return Played(
        order=order if "order" in wanted or given.order is not None else UNSET,
        events=battle.events if "events" in wanted else UNSET,
        turns=battle.turns if "turns" in wanted else UNSET,
        states=frozen_map({name: state_of(person) for name, person in people.items()}) if states else UNSET,
    )


def ready(one: Combatant) -> Fighter:
    """Somebody at the start: a whole turn, unless taken by surprise or stunned before (ORG-INIT-02)."""
    turn = Turn(surprised=one.surprised)
    return Fighter(person=person_of(one), turn=turn, strained=bool(one.fought), strangled=one.strangled).settled
