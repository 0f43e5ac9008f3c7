"""Lives for the kit: people of any game, in whatever state a few acts leave them, and the time that passes for them."""

from contextlib import suppress
from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

from conformance.games import examples_of
from gardien.core.errors import Refusal
from gardien.core.ready import keys_of_beings
from gardien.core.scene import TALLY
from gardien.table import commands as c
from gardien.table.events import Rolled
from gardien.table.handlers.context import Moment
from gardien.table.handlers.dispatch import decide
from gardien.table.lives import own_clock
from gardien.table.state import State, fold_event
from gardien.table.tree import plain
from gardien.table.viewers import Viewer, viewer_of

KEEPER = "keeper"
MOST_SETTLED = 600  # a life in which more falls due has no end
ACTS = 6


class Memory:
    """A table that is kept nowhere: its states one after the other."""

    def __init__(self, system: Any, seed: int, options: dict[str, Any] | None = None) -> None:
        self.system, self.states, self.generator, self._seed = system, [State()], Random(seed), seed
        self._ids = count(1)
        # by person, die by die: a procedure may tell of more or less time at once, and of two people either comes first
        self.rolled: dict[str, list[tuple[str, int]]] = {}
        self.rolls: list[Rolled] = []
        self._dice: dict[str, Random] = {}
        self.events: dict[int, Any] = {}
        self.act(c.Open(system=system.key, title="Vie", options=options or {}))

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def play(self) -> dict[str, Any]:
        return self.state.play

    def act(self, command: c.Command, seat: str = KEEPER) -> dict[str, Any]:
        """One command, the game master's unless somebody else gives it; what it was asked, for ids of what is new."""
        viewer = viewer_of(self.state, seat) if self.state.version else Viewer(KEEPER, KEEPER)
        event = decide(self.state, viewer, command, self.moment())
        version = self.state.version + 1
        self.events[version] = event
        self.states.append(fold_event(self.state, version, event, self.states.__getitem__))
        if event.roll:
            self.rolls.append(event.roll)
            thrown = self.rolled.setdefault(event.roll.people.get("", ""), [])
            thrown += [(event.roll.procedure, die.value) for die in event.roll.dice]
        return event.asked

    def moment(self) -> Moment:
        return Moment(
            1000 * self.state.version,
            self.generator,
            lambda kind: f"{kind}{next(self._ids)}",
            self.events.get,
            self.states.__getitem__,
            lambda after, last, *_: [(one, self.events[one]) for one in range(after + 1, last + 1)],
        )

    def copy(self, seed: int) -> "Memory":
        """The same table, on which other things may happen."""
        other = object.__new__(Memory)
        other.system, other.states, other.generator, other._seed = self.system, list(self.states), Random(seed), seed
        other._ids, other.rolled, other.rolls, other._dice = count(10_000), {}, [], {}
        other.events = dict(self.events)
        return other

    def settle_all(self) -> bool:
        """Whatever is due is done, the earliest first; whether it came to an end."""
        for _ in range(MOST_SETTLED):
            due = min(self.play.get("due", {}), key=self._hour, default=None)
            if due is None:
                return True
            who = self.play["due"][due]["character"]
            self.generator = self._dice.setdefault(who, Random(f"{self._seed} {who}"))
            self.act(c.Settle(due=due))
            for wait in list(self.play.get("waits", {})):
                self.act(c.Decide(wait=wait, offer=""))
        return False

    def _hour(self, due: str) -> tuple[Fraction, str]:
        """When something fell due, and for whom: what came first is done first."""
        one = self.play["due"][due]
        return own_clock(self.state, one["character"], one["thread"]), one["character"]

    def without_ids(self) -> dict[str, Any]:
        """What is left, however it came about; counts that are all over are none."""
        left = {name: value for name, value in plain(self.play).items() if name not in ("due", "released")}
        for one in left["characters"].values():
            if not one.get(TALLY):
                one.pop(TALLY, None)
        return left


def somebody(system: Any, random: Random) -> c.Add:
    """A character that is drawn, or one of the bestiary."""
    beings = [f"{table}/{key}" for table in system.table_rules.beings for key in keys_of_beings(system, table)]
    if beings and random.random() < 0.4:
        return c.Add(being=random.choice(beings))
    return c.Add(draw={})


def lived_in(system: Any, seed: int, begins: int = 0) -> Memory:
    """Some people to whom a few things have happened, at a table whose clock has come so far."""
    random = Random(seed)
    table = Memory(system, seed)
    if begins:
        table.act(c.Advance(minutes=begins))
    people = [table.act(somebody(system, random))["character"] for _ in range(2)]
    act_at_random(table, people, random)
    return table


def act_at_random(table: Memory, people: list[str], random: Random) -> None:
    """A few things that change somebody; what is refused has not happened."""
    procedures = [one for one in table.system.procedures() if hasattr(one.outcome, "changes")]
    for _ in range(random.randint(1, ACTS)):
        procedure, who = random.choice(procedures), random.choice(people)
        examples = examples_of(table.system, procedure)
        given = dict(random.choice(examples)) if examples and random.random() < 0.7 else {}
        given.pop("options", None)
        with suppress(Refusal):
            table.act(c.Do(procedure=procedure.key, character=who, given=given))
        while waits := table.play.get("waits"):  # one decision may lead to the next
            table.act(c.Decide(wait=next(iter(waits)), offer=""))
