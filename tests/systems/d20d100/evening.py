"""A table of d20d100 for tests: Berthe played by Ann, a gangster, a ghoul; what is done there, and what it leaves."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from gardien.core.chance import call
from gardien.core.interpreters.play import play
from gardien.core.system import find
from gardien.table import commands as c
from systems.table import Sitting, at

SCORES = {"FOR": 12, "DEX": 14, "CON": 12, "PER": 13, "INT": 14, "POU": 12, "EDU": 15, "TAI": 12, "APP": 11}


class Evening(Sitting):
    """A table of d20d100: Berthe played by Ann, a gangster, a ghoul."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "d20d100", "Rue Juiverie")
        self.berthe = self.add(sheet=investigator("Berthe"))
        self.gangster = self.add(being="adversary/gangster")
        self.ghoul = self.add(being="creature/goule")
        self.ann = self.seat("Ann", self.berthe)

    def pass_time(self, minutes: int) -> list[tuple[str, str]]:
        self.keep(c.Advance(minutes=minutes))
        return self.due()

    def due(self) -> list[tuple[str, str]]:
        return [(id, due["procedure"]) for id, due in self.play.get("due", {}).items()]

    def rank(self, *ids: str) -> None:
        """An order of initiative, thrown so that it comes out; the quick throw low and the slow high."""
        people = [at(id) for id in ids]
        quick = [self.sheet(id)["initiative"] for id in ids]
        wanted = [max(quick) + 20 - 2 * place for place in range(len(ids))]
        faces = [max(1, min(20, total - own)) for total, own in zip(wanted, quick, strict=True)]
        self.do(None, "start_combat", tuple(faces), combatants=people)

    def left(self, id: str) -> Any:
        return self.marks(id).get("simple_actions_left")


def investigator(name: str, arms: tuple[str, ...] = ("colt_38",), **decided: Any) -> dict[str, Any]:
    """An investigator with a revolver, drawn once with everything decided that a test looks at."""
    system = find("d20d100")
    given = system.creation.__annotations__["given"]
    said = {"profession": "journaliste", "gender": "f", "scores": SCORES, "traits": (), "mythos": 0, **decided}
    drawn = play(call(system.creation, given(name=name, arms=arms, **said), system.options()), Random(3)).outcome
    return dict(msgspec.to_builtins(drawn))
