"""Whole fights of YACDHA as a chain of rounds: two sides, stated tactics, the round of `combat.py` for each step.

Nothing of a round is written again here: tactics declare, `plan_round` plans, `play_out` plays each independent part.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import UNSET, Meta, structs

from gardien.core.chance import Call, Done, Program, apply, call, fold, together
from gardien.core.inputs import check_unique
from gardien.core.interpreters.table import Numbered
from gardien.core.scaling import Scale
from gardien.core.simulation import Band, Choice, Ending, FighterEnd, Fights, Foe, Somebody, witnesses
from gardien.core.values import Value, fields_like, like
from gardien.shared.battles import Sides, orderly
from gardien.shared.encounters import facing
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.combat import play_out
from gardien.systems.yacdha.rules.combat_plan import Plan, plan_round
from gardien.systems.yacdha.rules.combatants import (
    Combatant,
    CombatantAfter,
    CombatGiven,
    FighterState,
    standing_holds,
)
from gardien.systems.yacdha.rules.gauges import GaugeGiven, check_gauge
from gardien.systems.yacdha.sim.fighters import Fighter, FightGiven, combatant, of_sheet
from gardien.systems.yacdha.sim.tactics import Field, declare, proposals
from gardien.systems.yacdha.vocabulary import TOP, Below6, Name

State = tuple[bool, tuple[int, ...]]  # is it the first round, and the number of each fighter's state


class Fight(Sides[Fighter]):
    """A fight as a chain: `start`, then `step` from state to state until it is `Done`."""

    def __init__(self, given: FightGiven, options: Options) -> None:
        super().__init__(given.side, lambda one: one)
        self.options = options
        self.people = tuple(
            combatant(one, placed.id, placed.side) for one, placed in zip(self.profiles, self.fighters, strict=True)
        )
        self.tactics = [one.tactics for one in self.profiles]
        self._states: Numbered[FighterState] = Numbered()
        self._plans: Numbered[Plan] = Numbered()
        # Those alike may change places only where nobody looks at their place: where nobody holds anybody, for one.
        self.symmetric = orderly(self.profiles) and all(one.act != "immobilise" for one in self.tactics)

    @property
    def start(self) -> State:
        return True, tuple(self._states.number(like(FighterState, one)) for one in self.people)

    def fighter_states(self, state: State) -> tuple[FighterState, ...]:
        """The fighters of a state."""
        return tuple(self._states.things[number] for number in state[1])

    def stands(self, state: State) -> tuple[FighterEnd, ...]:
        """Everybody at the end; who is held fights no more."""
        return tuple(
            FighterEnd(one.status, one.status == "active" and not one.held_by, (one.trauma,))
            for one in self.fighter_states(state)
        )

    def step(self, state: State) -> Any:
        """One round: declare, plan, and ask for every independent part of it; or the end of the fight."""
        states = self.fighter_states(state)
        declared = self.declarations(states, state[0])
        planned = plan_round(CombatGiven(combatants=declared, round=1 if state[0] else 2), self.options)
        assert not isinstance(planned, str)  # nobody declares what is not allowed
        if not planned.acts and not planned.fleeing and not state[0]:
            return Done(state)  # nobody does anything any more
        calls, frame = self._parts(planned)
        return together(*calls, join=self._after_answers, frame=frame)

    def _parts(self, plan: Plan) -> tuple[list[Call[Any]], tuple[tuple[int, ...], ...]]:
        place = {one.id: index for index, one in enumerate(plan.fighters)}
        calls, frame = [], []
        for group in plan.groups():
            part = plan.part(group)
            calls.append(call(self.fate, self._plans.number(part)))
            frame.append(tuple(place[one.id] for one in part.fighters))
        return calls, tuple(frame)

    def fate(self, number: int) -> Program[tuple[int, ...]]:
        """What becomes of the fighters of one part of a round."""
        after, _ = yield from apply(play_out, self._plans.things[number], False)
        return tuple(self._states.number(_state_after(one)) for one in after)

    def _after_answers(
        self, frame: tuple[tuple[int, ...], ...], answers: tuple[tuple[int, ...], ...]
    ) -> State | Done[State]:
        numbers = [0] * len(self.fighters)
        for places, part in zip(frame, answers, strict=True):
            for place, number in zip(places, part, strict=True):
                numbers[place] = number
        if self.symmetric:
            numbers = self._coarse_order(numbers)
        state = False, tuple(numbers)
        return Done(state) if self.is_over(self.fighter_states(state)) else state

    def _coarse_order(self, numbers: list[int]) -> list[int]:
        """Fighters alike change places freely: one state stands for all their orders."""
        ordered = numbers[:]
        for group in set(self.alike):
            places = [place for place, other in enumerate(self.alike) if other == group]
            for place, number in zip(places, sorted(numbers[place] for place in places), strict=True):
                ordered[place] = number
        return ordered

    def declarations(self, states: tuple[FighterState, ...], first: bool = False) -> tuple[Combatant, ...]:
        """What everybody declares by their tactics."""
        people = tuple(
            structs.replace(one, **fields_like(Combatant, now)) for one, now in zip(self.people, states, strict=True)
        )
        field = Field(people, standing_holds(people), first, self.options)
        return tuple(
            structs.replace(one, **declare(field, index, self.tactics[index])) for index, one in enumerate(people)
        )

    def is_over(self, states: tuple[FighterState, ...]) -> bool:
        """Over when a side has nobody left who stands free of a hold."""
        free = [one.status == "active" and not one.held_by for one in states]
        return not all(any(free[at] for at in places) for places in self._side_places)


def _state_after(one: CombatantAfter) -> FighterState:
    """A fighter after a round. The dead are all alike, which keeps the table small; a creature has no gauges."""
    if one.status == "dead":
        return FighterState("dead", TOP)
    return FighterState(**{name: value for name, value in fields_like(FighterState, one).items() if value is not UNSET})


# --- the budget of a scenario ----------------------------------------------------------------------------------------


class Witness(Value, frozen=True, kw_only=True):
    """An investigator who will face the horrors of a scenario."""

    name: Name
    madness: Below6 = 1
    stress_faced: Annotated[tuple[Name, ...], Meta(max_length=1000)] = ()


class BudgetGiven(Value, frozen=True, kw_only=True):
    """The madness checks a scenario plans: how many, or which kinds of event in their order (YAC-GAU-05)."""

    checks: Annotated[int, Meta(ge=0, le=100)] | Annotated[tuple[Name, ...], Meta(max_length=100)]
    character: Annotated[tuple[Witness, ...], Meta(min_length=1, max_length=20)]
    title: Name = ""

    def __post_init__(self) -> None:
        check_unique("character", [one.name for one in self.character], named="people")

    def planned_events(self) -> tuple[str, ...]:
        """The kinds of event, in their order."""
        return ("",) * self.checks if isinstance(self.checks, int) else self.checks

    def events(self) -> tuple[str, ...]:
        """All of them are checks."""
        return ("",) * len(self.planned_events())


Mind = tuple[int, tuple[str, ...]]  # madness, kinds of event already faced


def face(mind: Mind, item: tuple[str, Options]) -> Program[Mind]:
    """One more horror: a check, unless this kind was faced before or there is nothing left to lose."""
    madness, faced = mind
    event, options = item
    if madness == TOP:
        return TOP, ()
    checked = yield from apply(
        check_gauge, GaugeGiven(gauge="madness", value=madness, event=event, stress_faced=faced), options
    )
    return checked.value, checked.stress_faced


def face_all(witness: Witness, events: tuple[str, ...], options: Options) -> Program[int]:
    """Where a scenario's horrors leave a mind (Tables 10 and 11, YAC-ODD-06, YAC-ODD-07)."""
    start: Mind = (witness.madness, witness.stress_faced)
    madness, _ = yield from fold(face, start, tuple((event, options) for event in events))
    return madness


def minds_after(given: BudgetGiven, options: Options, events: int) -> list[tuple[str, Call[int]]]:
    """For each character, the rule that gives madness after so many of the planned checks."""
    planned = given.planned_events()[:events]
    return [(one.name, call(face_all, one, planned, options)) for one in given.character]


class YacdhaFights(Fights):
    """What the weighing of fights and scenarios needs of this system."""

    endings = (
        Ending("active", "standing"),
        Ending("unconscious", "down"),
        Ending("fled", "away"),
        Ending("coma", "down"),
        Ending("dead", "dead"),
    )
    measures = ("trauma",)
    bands = tuple(Band(str(value), value, lost=value == TOP) for value in range(1, TOP + 1))
    opening = ("npc/cultist", 3)
    scales = (
        Scale("boxes", (1, 60)),
        Scale("level", (0, 5), plus=2),
        Scale("trauma_max", (1, 6), plus=1),
        Scale("occupations.*", (1, 5), plus=2),
    )
    choices = (Choice("ambush"), Choice("flee", ("0", "2", "3", "4", "5"), "4"))
    fight_given = FightGiven
    budget_given = BudgetGiven
    folder = Path(__file__).parent.parent
    fight = Fight
    propose = staticmethod(proposals)
    budget = staticmethod(minds_after)

    def gauge(self, mind: int) -> int:
        return mind

    def band(self, mind: int) -> str:
        return str(mind)

    def encounter(
        self, ours: tuple[str, Sequence[Somebody]], theirs: tuple[str, Sequence[Foe]], chosen: Mapping[str, str]
    ) -> dict[str, Any]:
        """Those of the table with gauges, luck and the first weapon, against sheets and rows of the pack."""
        tactics = {"flee_at_trauma": int(chosen["flee"])}
        surprised = chosen["ambush"] == "true"
        return {"side": facing(ours, theirs, of_sheet, {"tactics": tactics, "surprised": surprised}, {})}

    def scenario(self, people: Sequence[Somebody], lines: Sequence[str]) -> dict[str, Any]:
        """One check a line, for those who will face them."""
        return {"checks": [line for line in lines if line], "character": witnesses(people, Witness)}


FIGHTS = YacdhaFights()
