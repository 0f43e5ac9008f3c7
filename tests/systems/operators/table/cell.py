"""A cell for stories at the table: every score is 12, so that SB is 12 and tests stand at 60, 36 and 12."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gardien.table import commands as c
from systems.table import Sitting, at

MINUTE, HOUR, DAY = 1, 60, 24 * 60
TWELVE = dict.fromkeys(("FOR", "CON", "DEX", "INT", "POU"), 12)
LIGHT, GRAVE, DEADLY = 7, 13, 40  # damage against SB 12
STAYS, FALLS = 10, 95  # CON of a grave wound
GLOCK = {"key": "pistol_medium", "name": "Glock", "rounds_left": 5, "spare_magazines": 2}


class Cell(Sitting):
    """A table of Dark Operators without anybody at it yet."""

    def __init__(self, path: Path, **options: Any) -> None:
        super().__init__(path, "operators", "Raid", **options)

    def operator(self, name: str = "ARES", **sheet: Any) -> str:
        own = {"kind": "operator", "name": name, "codename": name, **TWELVE, "EDU": 12, "APP": 12}
        own |= {"san": 60, "san_start": 60, "luck": 50, "luck_start": 50}
        return self.add(sheet={**own, **sheet})

    def guard(self, name: str = "Garde", **sheet: Any) -> str:
        return self.add(sheet={"kind": "npc", "name": name, **TWELVE, **sheet})

    def hurt(self, who: str, damage: int, *con: int) -> None:
        self.do(who, "apply_damage", con, damage=damage)

    def aid(self, who: str, by: str) -> None:
        self.do(by, "first_aid", (10,), patient=at(who))
        assert self.sheet(who)["stabilised"]

    def advance(self, minutes: int, activity: str = "") -> None:
        self.keep(c.Advance(minutes=minutes, activity=activity))

    def due(self, who: str) -> list[str]:
        return [one["procedure"] for one in self.play.get("due", {}).values() if one["character"] == who]

    def settle(self, who: str, procedure: str, *dice: int | None) -> Any:
        """What is due, with these dice, or as they fall."""
        due = self.play["due"]
        id = next(key for key, one in due.items() if (one["character"], one["procedure"]) == (who, procedure))
        self.keep(c.Settle(due=id, dice=None if dice == (None,) else dice))
        return self.roll()

    def dismiss(self, who: str) -> None:
        self.keep(c.Dismiss(due=next(id for id, one in self.play["due"].items() if one["character"] == who)))

    def difficulty(self, who: str, **given: Any) -> str:
        return str(self.do(who, "test", None, **given).outcome["final_difficulty"])

    def seized(self, victim: str, *holders: str) -> None:
        for holder in holders:
            defends = () if self.sheet(victim)["held"] else (90,)
            self.do(holder, "hold", (10, *defends, 90), defender=at(victim))

    def guns(self, who: str) -> dict[str, tuple[int | None, int]]:
        return {one["name"]: (one.get("rounds_left"), one["spare_magazines"]) for one in self.sheet(who)["weapons"]}

    def level(self, who: str) -> str:
        return str(self.sheet(who)["wound_level"])


@pytest.fixture
def cell(tmp_path: Path) -> Iterator[Cell]:
    result = Cell(tmp_path)
    yield result
    result.store.close()


@pytest.fixture
def cells(tmp_path: Path) -> Iterator[Any]:
    """Tables under house rules of their own."""
    opened: list[Cell] = []

    def opening(**options: Any) -> Cell:
        path = tmp_path / str(len(opened))
        path.mkdir()
        opened.append(Cell(path, **options))
        return opened[-1]

    yield opening
    for one in opened:
        one.store.close()
