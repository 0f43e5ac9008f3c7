"""A table of the organic rules for tests: Tyra played by Ann, Kimberly by Bob, a thug, a dog, a robot."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from gardien.systems.organique.samples import sample_person
from gardien.systems.organique.standing import can_answer, person
from gardien.table import commands as c
from gardien.table.deciding.follow import offers
from gardien.table.events import Rolled
from gardien.table.store import open_store
from gardien.table.tables import Table, Tables


class Evening:
    """A table: two runners with their players, and whom they meet."""

    def __init__(self, path: Path, **options: Any) -> None:
        self.store = open_store(path / "store.db")
        self.tables = Tables(self.store, generator=Random(1))
        campaign, _ = self.tables.open(c.Open(system="organique", title="Downtown", options=options))
        self.table: Table = self.tables.table(campaign)
        self.actions = 0
        self.tyra = self.add(sheet=somebody("tyra"))
        self.kim = self.add(sheet=somebody("kimberly"))
        self.thug = self.add(being="creature/street_thug")
        self.ann = self.keep(c.Seat(role="player", name="Ann", characters=(self.tyra,))).card["words"]["seat"]
        self.bob = self.keep(c.Seat(role="player", name="Bob", characters=(self.kim,))).card["words"]["seat"]

    def act(self, seat: str, command: c.Command) -> Any:
        self.actions += 1
        return self.table.act(seat, c.Envelope(action=f"a{self.actions}", command=command), "fr")

    def keep(self, command: c.Command) -> Any:
        return self.act("keeper", command)

    def add(self, **said: Any) -> str:
        return str(self.keep(c.Add(**said)).card["words"]["character"])

    @property
    def play(self) -> dict[str, Any]:
        return dict(self.table.state.play)

    def roll(self) -> Rolled:
        event = self.table.keeping.event(self.table.state.version)
        assert event is not None
        assert event.roll is not None
        return event.roll

    def do(
        self, who: str | None, procedure: str, dice: tuple[int, ...] | None = None, seat: str = "keeper", **given: Any
    ) -> Rolled:
        self.act(seat, c.Do(procedure=procedure, character=who, given=given, dice=dice))
        return self.roll()

    def write(self, who: str, **fields: Any) -> None:
        for field, value in fields.items():
            self.keep(c.Override(path=f"characters/{who}/sheet/{field}", value=value, reason="essai"))

    def mark(self, who: str, **marks: Any) -> None:
        self.keep(c.Remark(character=who, marks=marks))

    def sheet(self, id: str) -> dict[str, Any]:
        return dict(self.table.state.play["characters"][id]["sheet"])

    def marks(self, id: str) -> dict[str, Any]:
        return dict(self.table.state.play["characters"][id].get("marks", {}))

    def known(self, id: str) -> dict[str, Any]:
        """Somebody in a fight: sheet and marks."""
        return {**self.sheet(id), **self.marks(id)}

    # ---- time ----

    def pass_time(self, minutes: int) -> None:
        self.keep(c.Advance(minutes=minutes))

    def due(self) -> list[str]:
        return [str(one["procedure"]) for one in self.play.get("due", {}).values()]

    def settle(self, procedure: str, dice: tuple[int, ...] | None = None, seat: str = "keeper", **given: Any) -> Rolled:
        id = next(id for id, one in self.play["due"].items() if one["procedure"] == procedure)
        self.act(seat, c.Settle(due=id, dice=dice, given=given))
        return self.roll()

    def lasting(self, who: str) -> list[tuple[str, str]]:
        return [(one["kind"], one["key"]) for one in self.sheet(who)["lasting"]]

    # ---- what follows ----

    def offered(self, seat: str = "keeper") -> dict[str, Any]:
        version = self.table.state.version
        event = self.table.keeping.event(version)
        assert event is not None
        return {one.key: one for one in offers(self.table.state, version, event, self.table.viewer(seat))}

    def follow(self, offer: str, dice: tuple[int, ...] | None = None, seat: str = "keeper") -> Rolled:
        moment = str(self.table.log(self.table.viewer(seat), "fr")[0]["id"])
        self.act(seat, c.Follow(event=moment, offer=offer, dice=dice))
        return self.roll()

    @property
    def waiting(self) -> dict[str, Any] | None:
        return next(({**wait, "id": id} for id, wait in self.play.get("waits", {}).items()), None)

    def choices(self) -> list[str]:
        """What may be decided while a rule waits."""
        return [one["key"] for one in self.waiting["offers"]] if self.waiting else []

    def decide(self, offer: str = "", dice: tuple[int, ...] | None = None, seat: str = "keeper") -> Rolled:
        assert self.waiting is not None
        self.act(seat, c.Decide(wait=self.waiting["id"], offer=offer, dice=dice))
        return self.roll()

    # ---- a fight ----

    def fight(self, *sides: tuple[str, ...]) -> None:
        fighters = [c.Fighter(character=id, side=side) for side, ids in zip("ab", sides, strict=False) for id in ids]
        self.keep(c.Fight(fighters=tuple(fighters)))

    def rank(self, *ids: str, **more: Any) -> None:
        """An order of initiative, thrown so that it comes out."""
        quick = [self.sheet(id)["effective"]["PER"] + self.sheet(id)["effective"]["INT"] for id in ids]
        faces = [max(1, min(20, min(quick) + 20 - 2 * place - own)) for place, own in enumerate(quick)]
        self.do(None, "start_fight", tuple(faces), combatants=[at(id) for id in ids], **more)

    def strike(self, who: str, whom: str, reaction: str, *dice: int, **given: Any) -> Rolled:
        """An attack, and what is done about it."""
        self.do(who, "combat_action", None if self.open(whom) else dice, target=at(whom), **given)
        return self.decide(reaction, dice) if self.waiting else self.roll()

    def open(self, whom: str) -> bool:
        """Whether somebody will be asked."""
        known = self.known(whom)
        return known.get("guard", "") == "" and can_answer(known) and person(known).can_act

    def turn(self, times: int = 1) -> None:
        for _ in range(times):
            self.keep(c.Turn())

    @property
    def now(self) -> str:
        fight = self.play["fight"]
        return str(fight["order"][fight["turn"]])


def somebody(key: str, **fields: Any) -> dict[str, Any]:
    """Somebody of the examples."""
    return {**msgspec.to_builtins(sample_person(key, "fr")), **fields}


def at(id: str, **more: Any) -> dict[str, Any]:
    """Somebody in the inputs of an act."""
    return {"character": id, **more}
