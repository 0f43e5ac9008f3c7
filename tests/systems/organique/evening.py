"""A table of the organic rules for tests: Tyra played by Ann, Kimberly by Bob, a thug, a dog, a robot."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gardien.core.errors import Refusal
from gardien.systems.organique.sheet.samples import sample_person
from gardien.systems.organique.table.fighter import person, turn_of
from gardien.table import commands as c
from gardien.table.events import Rolled
from systems.table import Sitting, at


class Evening(Sitting):
    """A table: two runners with their players, and whom they meet."""

    def __init__(self, path: Path, **options: Any) -> None:
        super().__init__(path, "organique", "Downtown", **options)
        self.tyra = self.add(sheet=somebody("tyra"))
        self.kim = self.add(sheet=somebody("kimberly"))
        self.thug = self.add(being="creature/street_thug")
        self.ann = self.seat("Ann", self.tyra)
        self.bob = self.seat("Bob", self.kim)

    def known(self, id: str) -> dict[str, Any]:
        """Somebody in a fight: sheet and marks."""
        return {**self.sheet(id), **self.marks(id)}

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
        return known.get("guard", "") == "" and turn_of(known).can_answer and person(known).can_act


def somebody(key: str, **fields: Any) -> dict[str, Any]:
    """Somebody of the examples."""
    return {**msgspec.to_builtins(sample_person(key, "fr")), **fields}


# ---- small stories ----


def cast(evening: Evening, *who: str, **fields: Any) -> list[str]:
    """People of the examples in a fight, in this order."""
    ids = [evening.add(sheet=somebody(one, guard="none", **fields)) for one in who]
    evening.keep(c.Fight(fighters=tuple(c.Fighter(character=id, side="ab"[n % 2]) for n, id in enumerate(ids))))
    wits = [sum(evening.sheet(id)["effective"][code] for code in ("PER", "INT")) for id in ids]
    ranked = [at(id, initiative_mod=100 - 10 * n - wits[n]) for n, id in enumerate(ids)]
    evening.do(None, "start_fight", (10,) * len(ids), combatants=ranked)
    return ids


def blow(evening: Evening, who: str, action: str, whom: str, *dice: int, **given: Any) -> dict[str, Any]:
    return dict(evening.do(who, "combat_action", dice or (2,), action=action, target=at(whom), **given).outcome)


@contextmanager
def refused(why: str) -> Iterator[None]:
    with pytest.raises(Refusal) as told:
        yield
    assert told.value.id == why


def rounds(evening: Evening, times: int = 1) -> None:
    until = evening.round + times
    while evening.round < until:
        evening.turn()


def throw_all(evening: Evening, face: int = 20) -> int:
    """Whatever waits is thrown for, every die showing the same; how much it was."""
    for done in range(100):
        key = next(iter(evening.play.get("due", {})), None)
        if key is None:
            return done
        for count in range(12):
            try:
                evening.keep(c.Settle(due=key, dice=(face,) * count))
                break
            except Refusal as refusal:
                if not refusal.id.startswith("dice/"):
                    raise
    raise AssertionError("no end to it")
