"""A table of pennies, to be played by tests: Ann's Ada robs Bob's Bo, and the rule waits while the coin lies."""

from random import Random
from typing import Any

from gardien.table import commands as c
from gardien.table.store.base import Store
from gardien.table.tables import Acted, Tables
from gardien.table.tree import Tree
from table.evening import Evening, Ticking

HEADS, TAILS = 1, 2


class Robbery(Evening):
    """Two players, a third who only watches over a purse of their own, somebody of the game master's."""

    def __init__(self, store: Store, seed: int = 1) -> None:
        self.store = store
        self.tables = Tables(store, generator=Random(seed), clock=Ticking())
        self.campaign, self.link = self.tables.open(c.Open(system="pennies", title="Foire"))
        self.table = self.tables.table(self.campaign)
        self.actions = 0
        self.links = {}
        self.ann, self.bob, self.cy = (self.seat("player", name) for name in ("Ann", "Bob", "Cy"))
        self.watcher = self.seat("spectator", "Wim")
        self.screen = self.seat("screen", "Mur")
        self.ada = self.add(sheet=person("Ada"), seat=self.ann)
        self.bo = self.add(sheet=person("Bo"), seat=self.bob)
        self.cleo = self.add(sheet=person("Cleo"), seat=self.cy)
        self.thief = self.add(sheet=person("Malandrin"))

    def rob(self, *dice: int, seat: str = "", who: str = "", at: str = "", **said: Any) -> Acted:
        """Ada tosses against Bo; heads takes a penny."""
        given = {"call": "heads", "target": {"character": at or self.bo}, **said.pop("given", {})}
        do = c.Do(procedure="rob", character=who or self.ada, given=given, dice=dice or None, **said)
        return self.act(seat or self.ann, do)

    @property
    def wait(self) -> str:
        """The one decision that is open."""
        (id,) = self.play["waits"]
        return str(id)

    @property
    def waiting(self) -> Tree:
        return self.play["waits"][self.wait]  # type: ignore[no-any-return]

    def answer(self, seat: str, offer: str = "", **said: Any) -> Acted:
        return self.act(seat, c.Decide(wait=self.wait, offer=offer, **said))

    def agree(self, seat: str, agrees: bool = True, **said: Any) -> Acted:
        return self.act(seat, c.Vote(wait=self.wait, agrees=agrees, **said))

    def purses(self) -> tuple[int, int]:
        return self.sheet(self.ada)["purse"], self.sheet(self.bo)["purse"]


def person(name: str) -> Tree:
    return {"system": "pennies", "name": name, "purse": 10}
