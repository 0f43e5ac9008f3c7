"""Evenings for the kit: people of any game do whatever comes to mind, in fights and out of them, and time passes."""

from random import Random
from typing import Any

from msgspec import inspect

from conformance.games import examples_of
from conformance.installed import plain
from conformance.lives import Memory, decide_at_random, follow_at_random, somebody, state_fields
from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.binding import content
from gardien.table.viewers import OWNER

WAYS = ("", "", "work", "travel", "care")
JUMPS = (1, 3, 10, 60, 500, 1440, 10_080)
DECIDED = 0.7  # of what waits, at once


class Night:
    """A table at which anything is asked for; what is refused has not happened."""

    def __init__(self, system: Any, seed: int) -> None:
        self.system, self.random, self.table = system, Random(seed), Memory(system, seed)
        for _ in range(3):
            self.ask(somebody(system, self.random))

    @property
    def ids(self) -> list[str]:
        return list(self.table.play["characters"])

    @property
    def fight(self) -> dict[str, Any]:
        return dict(self.table.play.get("fight") or {})

    def people(self) -> dict[str, Any]:
        return {id: content(self.table.state, id, OWNER) for id in self.ids}

    def ask(self, command: c.Command) -> bool:
        try:
            self.table.act(command)
        except Refusal:
            return False
        if self.random.random() < DECIDED:
            decide_at_random(self.table, self.random)
        return True

    def step(self) -> None:
        """One thing more, likely an act; what still waits for a decision is decided first."""
        if self.table.play.get("waits"):
            decide_at_random(self.table, self.random)
            return
        chance, random = self.random.random(), self.random
        others: tuple[tuple[float, Any], ...] = (
            (0.5, self.act),
            (0.62, self.turn),
            (0.66, self.join),
            (0.69, lambda: self.ask(c.Leave(character=random.choice(self.ids)))),
            (0.71, lambda: self.ask(c.EndFight())),
            (0.77, lambda: self.ask(c.Advance(minutes=random.choice(JUMPS), activity=random.choice(WAYS)))),
            (0.90, self.settle),
            (0.93, lambda: self.ask(c.Scene(title="Plus tard"))),
            (0.95, lambda: len(self.ids) > 2 and self.ask(c.Remove(character=random.choice(self.ids)))),
            (0.97, lambda: self.ask(somebody(self.system, random))),
            (1.0, self.rule),
        )
        next(do for most, do in others if chance < most)()

    def act(self) -> None:
        rules, random, fight = self.system.table_rules, self.random, self.fight
        turns = rules.fighting.turns if rules.fighting else ()
        named = turns if turns and random.random() < 0.7 else [one.key for one in self.system.procedures()]
        procedure, who = self.system.procedure(random.choice(named)), random.choice(self.ids)
        if fight and "turn" in fight and random.random() < 0.7:
            who = fight["order"][fight["turn"]]
        examples = examples_of(self.system, procedure)
        given = dict(random.choice(examples)) if examples and random.random() < 0.3 else {}
        given.pop("options", None)
        if (aimed := rules.targeting.get(procedure.key)) is not None:
            whom = {"character": random.choice(self.ids)}
            given[aimed.target] = [whom] if _is_list(procedure.given, aimed.target) else whom
        done, as_it_is = self.ask(c.Do(procedure.key, who, given)), state_fields(self.system).keys().isdisjoint(given)
        if done and as_it_is and not self.table.play.get("waits"):
            follow_at_random(self.table, random)

    def turn(self) -> None:
        fighting = self.system.table_rules.fighting
        if not self.fight or not fighting.simultaneous:
            self.ask(c.Turn(by=self.random.choice((1, 1, 1, 1, -1))))
            return
        for id in self.fight["order"]:
            said = {"action": self.random.choice(("attack", "immobilise", "dodge", "flee", "other"))}
            self.ask(c.Declare(character=id, given={**said, "target": self.random.choice(self.ids)}))
        self.ask(c.Round())

    def join(self) -> None:
        if self.system.table_rules.fighting:
            some = self.random.sample(self.ids, self.random.randint(1, len(self.ids)))
            fighters = [c.Fighter(character=id, side=self.random.choice("ab")) for id in some]
            self.ask(c.Fight(fighters=tuple(fighters)))

    def settle(self) -> None:
        if due := list(self.table.play.get("due", {})):
            one = self.random.choice(due)
            self.ask(c.Settle(due=one) if self.random.random() < 0.85 else c.Dismiss(due=one))

    def rule(self) -> None:
        usual = {name: getattr(self.system.options(), name) for name in self.system.options.__struct_fields__}
        switches = [name for name, value in usual.items() if isinstance(value, bool)]
        if switches:
            name = self.random.choice(switches)
            now = self.table.play.get("options", {}).get(name, usual[name])
            self.ask(c.Settings(options={name: not now}))


def _is_list(given: Any, field: str) -> bool:
    kinds = {one.name: plain(one.type) for one in inspect.type_info(given).fields}  # type: ignore[union-attr]
    return isinstance(kinds.get(field), inspect.VarTupleType)
