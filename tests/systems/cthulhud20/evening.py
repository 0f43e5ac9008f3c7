"""A table of Cthulhu d20 for tests: Paul played by Ann, Jack by Bob, a thug, a zombie, a shoggoth."""

from pathlib import Path
from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.systems.cthulhud20.sheet.samples import sample_person
from gardien.table import commands as c
from gardien.table.events import Rolled
from systems.table import Sitting, at


class Evening(Sitting):
    """A table: two investigators with their players, and whom they meet."""

    def __init__(self, path: Path, **options: Any) -> None:
        super().__init__(path, "cthulhud20", "Arkham", **options)
        self.paul = self.add(sheet=person("paul"))
        self.jack = self.add(sheet=person("jack"))
        self.thug = self.add(being="creature/thug")
        self.zombie = self.add(being="creature/zombie")
        self.shoggoth = self.add(being="creature/shoggoth")
        self.ann = self.seat("Ann", self.paul)
        self.bob = self.seat("Bob", self.jack)

    def due(self) -> dict[str, dict[str, Any]]:
        return {due["procedure"]: {**due, "id": id} for id, due in self.play.get("due", {}).items()}

    def settle(self, procedure: str, dice: tuple[int, ...] | None = None, seat: str = "keeper", **given: Any) -> Rolled:
        self.act(seat, c.Settle(due=self.due()[procedure]["id"], dice=dice, given=given))
        return self.roll()

    def rank(self, *ids: str, **more: Any) -> None:
        """An order of initiative, thrown so that it comes out."""
        quick = [self.sheet(id)["initiative"] for id in ids]
        faces = [min(quick) + 20 - 2 * place - own for place, own in enumerate(quick)]
        self.do(None, "start_fight", tuple(faces), combatants=[at(id) for id in ids], **more)

    def left(self, id: str) -> Any:
        return self.marks(id).get("actions_left")


def person(key: str) -> dict[str, Any]:
    """Somebody of the examples."""
    return dict(msgspec.to_builtins(sample_person(key, "fr")))


# ---- what stories ask again and again ----


def values(evening: Evening, id: str, *names: str) -> Any:
    """Some fields of a sheet: the one, or all of them together."""
    found = tuple(evening.sheet(id).get(name) for name in names)
    return found if len(found) > 1 else found[0]


def refusal(
    evening: Evening, who: str | None, procedure: str, dice: Any = (), seat: str = "keeper", **given: Any
) -> str:
    """Why something is not done: the table's own reason, or what the rule answers; nothing where it was done."""
    try:
        outcome = evening.do(who, procedure, dice, seat, **given).outcome
    except Refusal as fault:
        return str(fault.words.get("why") or fault.id)
    barred = outcome.get("allowed") is False or outcome.get("accepted") is False
    return str(outcome.get("refused") or (outcome["reason"] if barred else ""))


def missed(evening: Evening, who: str, target: str, **given: Any) -> Any:
    """A shot that misses at the right leg: nothing changes but the cartridges, and its sums are told."""
    return evening.do(who, "attack", (1, 60), target=at(target), **given).outcome


def rounds(evening: Evening, times: int = 1) -> None:
    """Turns pass until so many rounds are over."""
    until = evening.round + times
    while evening.round < until:
        evening.keep(c.Turn())


def facing(evening: Evening, one: str, *others: str) -> None:
    """A fight between somebody and others, who act in this order."""
    evening.fight((one,), others)
    evening.rank(one, *others)


def passes(evening: Evening, minutes: int, activity: str = "") -> None:
    evening.keep(c.Advance(minutes=minutes, activity=activity))


def away(evening: Evening, id: str) -> None:
    evening.keep(c.Leave(character=id))


def back(evening: Evening, id: str, side: str = "a") -> None:
    evening.keep(c.Fight(fighters=(c.Fighter(character=id, side=side),)))


def dues(evening: Evening, id: str) -> list[str]:
    """What is due for somebody."""
    return [one["procedure"] for one in evening.play.get("due", {}).values() if one["character"] == id]


def house(evening: Evening, **options: Any) -> None:
    """House rules that change midway."""
    evening.keep(c.Settings(options=options))
