"""A game's demo table with two players at it, for what must hold in all games.

home = house("operators")
home.do(home.ann, "test", home.mine, characteristic="INT")   # why it is refused, or nothing
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.system import System, find
from gardien.core.table_rules import kind_of
from gardien.core.terms import LANGUAGES, sentence
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.handlers.dispatch import decide
from gardien.table.store import open_store
from gardien.table.tables import KEEPER, Table, Tables
from gardien.table.tree import Tree
from memory import disk_in_memory

GAMES = ("yacdha", "operators", "d20d100", "cthulhud20", "organique")


class House:
    """A game's demo table, with two players who each play one of its people, and somebody who watches."""

    def __init__(self, game: str) -> None:
        self.system: System = find(game)
        self._folder = TemporaryDirectory(prefix="gardien-", dir=disk_in_memory())  # gone with the house
        self.tables = Tables(open_store(Path(self._folder.name) / "store.db"))
        campaign, _ = set_demo(self.tables, self.system, "fr")
        self.table: Table = self.tables.table(campaign)
        self.actions = 0
        kind = kind_of(self.system.table_rules.sheets[0])
        people: Tree = self.table.state.play["characters"]
        played = [id for id, one in people.items() if one["sheet"]["kind"] == kind and not one.get("hidden")]
        self.mine, self.hers = played[:2]
        self.foe = next(id for id, one in people.items() if one["sheet"]["kind"] != kind and not one.get("hidden"))
        if self.table.state.play.get("fight"):
            self.act(c.EndFight())
        self.ann = self._seat("player", self.mine)
        self.bea = self._seat("player", self.hers)
        self.watcher = self._seat("spectator")
        self.screen = self._seat("screen")

    def _seat(self, role: c.Role, *characters: str) -> str:
        return str((self.act(c.Seat(role=role, characters=characters)) or {})["words"]["seat"])

    def act(self, command: c.AnyCommand) -> Tree | None:
        self.actions += 1
        return self.table.act(KEEPER, c.Envelope(action=f"t{self.actions}", command=command)).card

    def refused(self, seat: str, command: c.Command) -> str:
        """Why a command is refused, before anything of it is written; nothing where it is not."""
        table = self.table
        moment = self.tables.moment(table.keeping)
        try:
            decide(table.state, table.viewer(seat), command, moment)
        except Refusal as refusal:
            result = refusal
        else:
            return ""
        assert all(len(sentence(result, language)) > 20 for language in LANGUAGES)
        return result.id

    def do(self, seat: str, procedure: str, character: str | None = None, /, **given: Any) -> str:
        return self.refused(seat, c.Do(procedure=procedure, character=character, given=given, dice=()))

    def close_sheets(self, closed: bool) -> None:
        if self.table.state.house["players_edit"] is closed:
            self.act(c.Settings(players_edit=not closed))


@cache
def house(game: str) -> House:
    return House(game)
