"""A table of d20d100 for tests: Berthe played by Ann, a gangster, a ghoul; what is done there, and what it leaves."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.interpreters.play import play
from gardien.core.system import find
from gardien.table import commands as c
from systems.table import Sitting, at

COLT, FIST = "Colt .38", "Poing, pied"
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


# ---- what stories are told with ----


def refusal(doing: Callable[..., Any], *args: Any, **said: Any) -> Refusal:
    """What is said to whoever tries what they cannot do."""
    with pytest.raises(Refusal) as no:
        doing(*args, **said)
    return no.value


def fight(evening: Evening, *order: str) -> None:
    """Everybody against the first of them, in this order of initiative."""
    evening.fight(order[:1], order[1:])
    evening.rank(*order)
    assert evening.order == list(order)


def odette(evening: Evening, *arms: str) -> str:
    """Another investigator, with a revolver unless it is said what she carries."""
    return evening.add(sheet=investigator("Odette", arms or ("colt_38",)))


def guns(evening: Evening, who: str) -> list[dict[str, Any]]:
    return [one for one in evening.sheet(who)["weapons"] if one["capacity"]]


def hit(evening: Evening, by: str, whom: str, *dice: int, weapon_name: str = COLT, **given: Any) -> Any:
    return evening.do(by, "attack", dice, weapon_name=weapon_name, target=at(whom), **given)


def wrestle(evening: Evening, who: str, manoeuvre: str, target: str, *dice: int) -> Any:
    """A manoeuvre; won, unless the dice say otherwise."""
    return evening.do(who, "grapple_manoeuvre", dice or (20, 1), manoeuvre=manoeuvre, target=at(target))


def held(evening: Evening, holder: str, victim: str, manoeuvre: str) -> None:
    evening.do(holder, "start_grapple", (20, 1), opponent=at(victim))
    wrestle(evening, holder, manoeuvre, victim)
