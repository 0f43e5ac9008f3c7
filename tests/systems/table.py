"""A table to be played by tests of a game: who acts, what they roll, what it leaves on sheets, what may follow."""

from pathlib import Path
from random import Random
from typing import Any

from gardien.core.simulation import Proposal
from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.events import Rolled
from gardien.table.handlers.offers import offers
from gardien.table.marks import everybody
from gardien.table.store import open_store
from gardien.table.tables import Table, Tables


class Sitting:
    """A table of some game, without anybody at it yet but the game master."""

    def __init__(self, path: Path, system: str, title: str, generator: Random | None = None, **options: Any) -> None:
        self.store = open_store(path / "store.db")
        self.tables = Tables(self.store, generator=generator or Random(1))
        campaign, _ = self.tables.open(c.Open(system=system, title=title, options=options))
        self.table: Table = self.tables.table(campaign)
        self.actions = 0

    def act(self, seat: str, command: c.Command) -> Any:
        self.actions += 1
        return self.table.act(seat, c.Envelope(action=f"a{self.actions}", command=command), "fr")

    def keep(self, command: c.Command) -> Any:
        return self.act("keeper", command)

    def add(self, **said: Any) -> str:
        return str(self.keep(c.Add(**said)).card["words"]["character"])

    def seat(self, name: str, *ids: str) -> str:
        """A player, and whom they play."""
        return str(self.keep(c.Seat(role="player", name=name, characters=ids)).card["words"]["seat"])

    @property
    def play(self) -> dict[str, Any]:
        return dict(self.table.state.play)

    def sheet(self, id: str) -> dict[str, Any]:
        return dict(self.play["characters"][id]["sheet"])

    def marks(self, id: str) -> dict[str, Any]:
        return dict(self.play["characters"][id].get("marks", {}))

    def write(self, who: str, **fields: Any) -> None:
        for field, value in fields.items():
            self.keep(c.Override(path=f"characters/{who}/sheet/{field}", value=value, reason="essai"))

    def mark(self, who: str, **marks: Any) -> None:
        self.keep(c.Remark(character=who, marks=marks))

    # ---- what is thrown ----

    def roll(self) -> Rolled:
        """What was thrown last."""
        event = self.table.keeping.event(self.table.state.version)
        assert event is not None
        assert event.roll is not None
        return event.roll

    def do(
        self, who: str | None, procedure: str, dice: tuple[int, ...] | None = None, seat: str = "keeper", **given: Any
    ) -> Any:
        self.act(seat, c.Do(procedure=procedure, character=who, given=given, dice=dice))
        return self.roll()

    def offered(self, seat: str = "keeper") -> dict[str, Any]:
        """What may follow."""
        version = self.table.state.version
        event = self.table.keeping.event(version)
        assert event is not None
        open_offers = offers(self.table.state, version, event, self.table.viewer(seat), self.table.keeping.events)
        return {one.key: one for one in open_offers}

    def follow(self, offer: str, dice: tuple[int, ...] | None = None, seat: str = "keeper") -> Rolled:
        moment = str(self.table.log(self.table.viewer(seat), "fr")[0]["id"])
        self.act(seat, c.Follow(event=moment, offer=offer, dice=dice))
        return self.roll()

    # ---- what is decided ----

    @property
    def waiting(self) -> dict[str, Any] | None:
        return next(({**wait, "id": id} for id, wait in self.play.get("waits", {}).items()), None)

    def choices(self) -> list[str]:
        """What may be decided while a rule waits."""
        return [one["key"] for one in self.waiting["offers"]] if self.waiting else []

    def decide(self, offer: str = "", dice: tuple[int, ...] | None = None, seat: str = "keeper") -> Any:
        """The decision; what was thrown with it, where something was."""
        assert self.waiting is not None
        acted = self.act(seat, c.Decide(wait=self.waiting["id"], offer=offer, dice=dice))
        event = self.table.keeping.event(self.table.state.version)
        return acted if event is None or event.roll is None else event.roll

    # ---- a fight ----

    def fight(self, *sides: tuple[str, ...]) -> None:
        """Everybody in, side by side, without initiative."""
        fighters = [c.Fighter(character=id, side=side) for side, ids in zip("ab", sides, strict=False) for id in ids]
        self.keep(c.Fight(fighters=tuple(fighters)))

    def turn(self, times: int = 1) -> None:
        for _ in range(times):
            self.keep(c.Turn())

    @property
    def order(self) -> list[str]:
        return list(self.play["fight"]["order"])

    def proposals(self, who: str) -> list[Proposal]:
        """What somebody's tactics would have them do now, the best first."""
        system = find(self.play["system"])
        people = everybody(system.table_rules, self.table.state.play)
        return list(system.fights.propose(people[who], {id: people[id] for id in self.order if id != who}))

    @property
    def round(self) -> int:
        return int(self.play["fight"]["round"])

    @property
    def now(self) -> str:
        fight = self.play["fight"]
        return str(fight["order"][fight["turn"]])


def at(id: str, **more: Any) -> dict[str, Any]:
    """Somebody in the inputs of an act."""
    return {"character": id, **more}
