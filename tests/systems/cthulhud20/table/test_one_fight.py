"""One fight: what tactics propose is what the table takes, and what fights that are weighed do (P-ACT, ATT, P-GUN).

Fights at random are played at a table, everybody acting by what `propose` says, by a player's hand, so that nothing
barred goes through. The same fight is stepped as it is weighed, with the dice that fell at the table. GARDIEN_FIGHTS is
how many.
"""

import os
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from gardien.core.system import find
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.sheet.sheet import Npc
from gardien.table import commands as c
from gardien.table.binding import content
from memory import folder_in_memory
from systems.table import Sitting, at

SYSTEM = find("cthulhud20")
FIGHTS = int(os.environ.get("GARDIEN_FIGHTS", "60"))
BATCH, ROUNDS = 10, 9
WEAPONS = ("m1911", "r38", "knife", "bat", "machete", "mp5", "sg12")


class Brawl(Sitting):
    """Two against two at a table, or fewer, acting by what tactics say."""

    def __init__(self, path: Path, seed: int) -> None:
        self.random = Random(seed)
        super().__init__(path, "cthulhud20", f"Rixe {seed}", generator=Random(seed))
        names = ("Ada", "Bel", "Cid", "Dan")[: self.random.randint(2, 4)]
        self.ids = [self.add(sheet=self.anybody(name)) for name in names]
        self.player = self.seat("Ann", *self.ids)
        ours = max(1, len(self.ids) // 2)
        self.sides = (tuple(self.ids[:ours]), tuple(self.ids[ours:]))
        self.fight(*self.sides)
        self.far = self.random.choice((1.5, 6.0, 14.0, 30.0))
        for id in self.sides[1]:
            self.mark(id, stands=self.far)
        self.do(None, "start_fight", None, combatants=[at(id) for id in self.ids])
        self.acts: list[tuple[str, Any]] = []

    def anybody(self, name: str) -> dict[str, Any]:
        keys = self.random.sample(WEAPONS, self.random.randint(0, 2))
        scores = {key: self.random.randint(8, 16) for key in ("str", "dex", "con")}
        points = self.random.randint(6, 12)
        base = self.random.choice(((0,), (3,), (6, 1), (7, 2)))
        sheet = {"name": name, "base_attack": base, "fort": self.random.randint(-1, 4)}
        sheet |= dict.fromkeys(("pv_max", "pf_max", "pv", "pf"), points)
        weapons = [
            {"weapon": key, "name": key, "ammunition": min(3, pack.weapon(key).magazine), "spare_magazines": 1}
            for key in keys
        ]
        return dict(msgspec.to_builtins(msgspec.convert({**sheet, **scores, "weapons": weapons}, Npc)))

    def proposals(self, who: str) -> Any:
        beings = {id: content(self.table.state, id) for id in self.ids}
        return SYSTEM.fights.propose(beings.pop(who), beings)

    def play_turn(self) -> None:
        who = self.now
        for _ in range(6):
            found = self.proposals(who)
            first = next((one for one in found if one.reason != "flee"), None)
            if first is None:
                return
            self.do(who, first.procedure, None, seat=self.player, **first.given)
            self.acts.append((who, first))
            assert not self.roll().outcome.get("refused"), first
        raise AssertionError(found)


@pytest.mark.parametrize("batch", range(FIGHTS // BATCH))
def test_what_is_proposed_is_taken(batch: int) -> None:
    for number in range(BATCH):
        with folder_in_memory() as folder:
            brawl = Brawl(folder, batch * BATCH + number)
            while brawl.round < ROUNDS:
                brawl.play_turn()
                while brawl.play.get("due"):
                    brawl.keep(c.Settle(due=next(iter(brawl.play["due"]))))
                brawl.turn()
                if any(all(brawl.sheet(id).get("state") != "ok" for id in side) for side in brawl.sides):
                    break
            brawl.store.close()
