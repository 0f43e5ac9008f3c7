"""Lives for the kit: people of any game, in whatever state a few acts leave them, and the time that passes for them."""

from collections import Counter
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import count
from random import Random
from typing import Any

from msgspec import inspect

from conformance.games import examples_of
from gardien.core.errors import Refusal
from gardien.core.ready import keys_of_beings
from gardien.core.scene import TALLY
from gardien.table import commands as c
from gardien.table.events import Rolled
from gardien.table.handlers.context import Moment
from gardien.table.handlers.dispatch import decide
from gardien.table.handlers.offers import offers
from gardien.table.lives import own_clock
from gardien.table.marks import field_types
from gardien.table.state import State, fold_event
from gardien.table.tree import plain
from gardien.table.viewers import Viewer, viewer_of

KEEPER = "keeper"
MOST_SETTLED = 10_000  # a life in which more falls due has no end
# for one thing with one person: who heals faster than they drown has no end, nor has an agony that is let pass
MOST_LET_PASS, MOST_THROWN = 100, 600
ACTS = 6
FOLLOWED = 0.3  # of what may follow an act


class Memory:
    """A table that is kept nowhere: its states one after the other."""

    def __init__(self, system: Any, seed: int, options: dict[str, Any] | None = None) -> None:
        self.system, self.states, self.generator, self._seed = system, [State()], Random(seed), seed
        self._ids = count(1)
        # by person, die by die: a procedure may tell of more or less time at once, and of two people either comes first
        self.rolled: dict[str, list[tuple[str, int]]] = {}
        self.rolls: list[Rolled] = []
        self._dice: dict[str, Random] = {}
        self.let_pass: frozenset[str] = frozenset()  # procedures for which nobody throws when they fall due
        self.turned: frozenset[str] = frozenset()  # those that had no end in the other way
        self.dealt_with: Counter[tuple[str, str]] = Counter()
        self.endless = ""
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

    def offers(self, version: int | None = None) -> list[str]:
        """What may follow something that happened, the last thing unless another is meant, by its words."""
        version, keeper = version or self.state.version, viewer_of(self.state, KEEPER)
        return [one.key for one in offers(self.state, version, self.events[version], keeper, self.moment().events)]

    def copy(self, seed: int) -> "Memory":
        """The same table, on which other things may happen."""
        other = object.__new__(Memory)
        other.system, other.states, other.generator, other._seed = self.system, list(self.states), Random(seed), seed
        other._ids, other.rolled, other.rolls, other._dice = count(10_000), {}, [], {}
        other.events, other.let_pass, other.turned = dict(self.events), self.let_pass, self.turned
        other.dealt_with, other.endless = Counter(), ""
        return other

    def turn(self, procedure: str) -> None:
        """What has no end where it is let pass is thrown for, and the other way round, all through this life.

        Not from some moment on: how often a thing is dealt with hangs on how the clock is cut.
        """
        self.turned, self.let_pass = self.turned | {procedure}, self.let_pass ^ {procedure}

    def settle_all(self) -> None:
        """Whatever is due is done, the earliest first, or let pass, until nothing is, or something has no end."""
        for _ in range(MOST_SETTLED):
            due = min(self.play.get("due", {}), key=self._hour, default=None)
            if due is None:
                return
            one = self.play["due"][due]
            who, procedure = one["character"], one["procedure"]
            lets_pass = procedure in self.let_pass
            self.dealt_with[who, procedure] += 1
            most = MOST_LET_PASS if lets_pass else MOST_THROWN
            if procedure not in self.turned and self.dealt_with[who, procedure] > most:
                self.endless = procedure
                return
            if lets_pass:
                self.act(c.Dismiss(due=due))
                continue
            self.generator = self._dice.setdefault(who, Random(f"{self._seed} {who}"))
            self.act(c.Settle(due=due))
            for wait in list(self.play.get("waits", {})):
                self.act(c.Decide(wait=wait, offer=""))

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


def leaves_something(system: Any, procedure: Any) -> bool:
    """Whether something of somebody may be another afterwards, by its outcome or by what the table makes of it."""
    rules, key = system.table_rules, procedure.key
    kept = (rules.consequences, rules.after_all, rules.targeting, rules.passes)
    return hasattr(procedure.outcome, "changes") or any(key in one for one in kept)


def act_at_random(table: Memory, people: list[str], random: Random) -> None:
    """A few things that change somebody; what is refused has not happened."""
    procedures = [one for one in table.system.procedures() if leaves_something(table.system, one)]
    for _ in range(random.randint(1, ACTS)):
        procedure, who = random.choice(procedures), random.choice(people)
        examples = examples_of(table.system, procedure)
        given = dict(random.choice(examples)) if examples and random.random() < 0.7 else {}
        if random.random() < 0.6:
            others = sorted(people, key=lambda one: one == who)
            given = among(table.system, procedure.key, given, others, random) | of_the_pack(
                table.system, procedure, random
            )
        with suppress(Refusal):
            table.act(c.Do(procedure=procedure.key, character=who, given=given))
        decide_at_random(table, random)
        if state_fields(table.system).keys().isdisjoint(given):  # else what was said is not as the sheet has it
            follow_at_random(table, random)


def decide_at_random(table: Memory, random: Random) -> None:
    """Whatever waits is decided, one way or the other; what is offered can be had."""
    while waits := table.play.get("waits"):  # one decision may lead to the next
        wait, kept = next(iter(waits.items()))
        table.act(c.Decide(wait=wait, offer=random.choice(["", *(one["key"] for one in kept["offers"])])))


def follow_at_random(table: Memory, random: Random) -> None:
    """Now and then what a result offers is taken up; whoever is offered something can have it."""
    if random.random() < FOLLOWED and (open_offers := table.offers()):
        table.act(c.Follow(event=str(table.state.version), offer=random.choice(open_offers)))
        decide_at_random(table, random)


def among(
    system: Any, procedure: str, given: dict[str, Any], people: list[str], random: Random
) -> dict[str, Any]:  # fmt: skip
    """An example played by people of the table, whoever acts the last of them; mostly as their sheets have it."""
    rules, known = system.table_rules, {*state_fields(system)} - {"kind"}
    against, seat = rules.targeting.get(procedure), rules.actors.get(procedure)

    def seated(value: Any, id: str) -> Any:
        match value:
            case {"name": _} if len(value.keys() & known) > 1:
                return {"character": id, **{name: one for name, one in value.items() if name not in known}}
            case dict():
                return {name: seated(one, id) for name, one in value.items()}
            case list() if any(seated(one, "") != one for one in value if isinstance(one, dict)):
                return [seated(*pair) for pair in zip(value, people, strict=False)]
        return value

    own = {name: seated(one, people[0]) for name, one in given.items() if name != seat}
    own = {name: one for name, one in own.items() if name not in known or random.random() < 0.3}
    if against is None:
        return own
    whom = {"character": people[0]}
    return {**own, against.target: [whom] if isinstance(given.get(against.target), list) else whom}


def of_the_pack(system: Any, procedure: Any, random: Random) -> dict[str, Any]:
    """Inputs that are rows of printed tables, any of them: a drug, a disease, a spell."""
    rows = rows_of_inputs(system)
    told = [(name, one) for (key, name), one in rows.items() if key == procedure.key]
    by_name = {name: one for (_, name), one in rows.items()}
    told += [(name, by_name[name]) for name in system.table_rules.ui_inputs.get(procedure.key, ()) if name in by_name]
    return {name: random.choice(ones) for name, ones in told if random.random() < 0.5}


@cache
def rows_of_inputs(system: Any) -> dict[tuple[str, str], list[str]]:
    """Inputs that are keys of a printed table, by procedure, with all of these."""
    found = {}
    for procedure in system.procedures():
        for field in inspect.type_info(procedure.given).fields:  # type: ignore[union-attr]
            schema = field.type.extra_json_schema if isinstance(field.type, inspect.Metadata) else None
            if schema and schema.get("examples"):
                found[procedure.key, field.encode_name] = schema["examples"]
    return found


def state_fields(system: Any) -> dict[str, Any]:
    """Every field of a sheet and every mark, with its type."""
    rules = system.table_rules
    return {name: kind for one in (rules.marks, *rules.sheets) for name, kind in field_types(one).items()}
