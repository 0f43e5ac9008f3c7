"""A table of d20d100 for tests: Berthe played by Ann, a gangster, a ghoul; what is done there, and what it leaves."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from gardien.core.chance import call
from gardien.core.readings.play import play
from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.deciding.follow import offers
from gardien.table.events import Rolled
from gardien.table.store import open_store
from gardien.table.tables import Table, Tables

SCORES = {"FOR": 12, "DEX": 14, "CON": 12, "PER": 13, "INT": 14, "POU": 12, "EDU": 15, "TAI": 12, "APP": 11}


class Evening:
    """A table of d20d100: Berthe played by Ann, a gangster, a ghoul."""

    def __init__(self, path: Path) -> None:
        self.store = open_store(path / "store.db")
        self.tables = Tables(self.store, generator=Random(1))
        campaign, _ = self.tables.open(c.Open(system="d20d100", title="Rue Juiverie"))
        self.table: Table = self.tables.table(campaign)
        self.actions = 0
        self.berthe = self.add(sheet=investigator("Berthe"))
        self.gangster = self.add(being="adversary/gangster")
        self.ghoul = self.add(being="creature/goule")
        self.ann = self.keep(c.Seat(role="player", name="Ann", characters=(self.berthe,))).card["words"]["seat"]

    def act(self, seat: str, command: c.Command) -> Any:
        self.actions += 1
        return self.table.act(seat, c.Envelope(action=f"a{self.actions}", command=command), "fr")

    def keep(self, command: c.Command) -> Any:
        return self.act("keeper", command)

    def add(self, **said: Any) -> str:
        return str(self.keep(c.Add(**said)).card["words"]["character"])

    def roll(self) -> Rolled:
        event = self.table.keeping.event(self.table.state.version)
        assert event is not None
        assert event.roll is not None
        return event.roll

    def do(
        self, who: str | None, procedure: str, dice: tuple[int, ...] | None = None, seat: str = "keeper", **given: Any
    ) -> Any:
        self.act(seat, c.Do(procedure=procedure, character=who, given=given, dice=dice))
        return self.roll()

    def write(self, who: str, field: str, value: Any) -> None:
        self.keep(c.Override(path=f"characters/{who}/sheet/{field}", value=value, reason="essai"))

    def mark(self, who: str, **marks: Any) -> None:
        self.keep(c.Remark(character=who, marks=marks))

    def sheet(self, id: str) -> dict[str, Any]:
        return dict(self.table.state.play["characters"][id]["sheet"])

    def marks(self, id: str) -> dict[str, Any]:
        return dict(self.table.state.play["characters"][id].get("marks", {}))

    def pass_time(self, minutes: int) -> list[tuple[str, str]]:
        self.keep(c.Advance(minutes=minutes))
        return self.due()

    def due(self) -> list[tuple[str, str]]:
        return [(id, due["procedure"]) for id, due in self.table.state.play.get("due", {}).items()]

    def offered(self, seat: str = "keeper") -> dict[str, Any]:
        version = self.table.state.version
        event = self.table.keeping.event(version)
        assert event is not None
        return {one.key: one for one in offers(self.table.state, version, event, self.table.viewer(seat))}

    def follow(self, offer: str, dice: tuple[int, ...] | None = None, seat: str = "keeper") -> Rolled:
        moment = str(self.table.log(self.table.viewer(seat), "fr")[0]["id"])
        self.act(seat, c.Follow(event=moment, offer=offer, dice=dice))
        return self.roll()

    # ---- a fight ----

    def fight(self, *sides: tuple[str, ...]) -> None:
        """Everybody in, side by side, without initiative."""
        fighters = [c.Fighter(character=id, side=side) for side, ids in zip("ab", sides, strict=False) for id in ids]
        self.keep(c.Fight(fighters=tuple(fighters)))

    def rank(self, *ids: str) -> None:
        """An order of initiative, thrown so that it comes out; the quick throw low and the slow high."""
        people = [at(id) for id in ids]
        quick = [self.sheet(id)["initiative"] for id in ids]
        wanted = [max(quick) + 20 - 2 * place for place in range(len(ids))]
        faces = [max(1, min(20, total - own)) for total, own in zip(wanted, quick, strict=True)]
        self.do(None, "start_combat", tuple(faces), combatants=people)

    def turn(self, times: int = 1) -> None:
        for _ in range(times):
            self.keep(c.Turn())

    @property
    def order(self) -> list[str]:
        return list(self.table.state.play["fight"]["order"])

    @property
    def round(self) -> int:
        return int(self.table.state.play["fight"]["round"])

    @property
    def now(self) -> str:
        fight = self.table.state.play["fight"]
        return str(fight["order"][fight["turn"]])

    def left(self, id: str) -> Any:
        return self.marks(id).get("simple_actions_left")


def investigator(name: str, arms: tuple[str, ...] = ("colt_38",), **decided: Any) -> dict[str, Any]:
    """An investigator with a revolver, drawn once with everything decided that a test looks at."""
    system = find("d20d100")
    given = system.creation.__annotations__["given"]
    said = {"profession": "journaliste", "gender": "f", "scores": SCORES, "traits": (), "mythos": 0, **decided}
    drawn = play(call(system.creation, given(name=name, arms=arms, **said), system.options()), Random(3)).outcome
    return dict(msgspec.to_builtins(drawn))


def at(id: str, **more: Any) -> dict[str, Any]:
    """Somebody in the inputs of an act."""
    return {"character": id, **more}
