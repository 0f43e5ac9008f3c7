"""A table of YACDHA to be played by tests: investigators, their enemies, rounds, and time that passes."""

from pathlib import Path
from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.core.terms import LANGUAGES, sentence
from gardien.table import commands as c
from systems.table import Sitting, at

HOUR, DAY = 60, 24 * 60
WEEK, MONTH, YEAR = 7 * DAY, 30 * DAY, 365 * DAY
FULL = {"care": "full", "rest": True}
PARTIAL = {"care": "partial", "rest": True}
ARMED = [{"name": "Couteau", "trauma_max": 2}, {"name": "Pistolet", "trauma_max": 5, "mode": "ranged"}]
MOST_DUE = 200


class Evening(Sitting):
    """One table; nobody is there yet."""

    def __init__(self, path: Path, **options: Any) -> None:
        super().__init__(path, "yacdha", "Soirée", **options)

    def investigator(self, name: str = "Berthe", **sheet: Any) -> str:
        return self.add(sheet={"kind": "investigator", "name": name, **sheet})

    def npc(self, name: str = "Voyou", **sheet: Any) -> str:
        return self.add(sheet={"kind": "npc", "name": name, "weapons": ARMED, **sheet})

    def refused(self, who: str | None, procedure: str, seat: str = "keeper", **given: Any) -> Refusal:
        """The refusal in words that a procedure gets; it changes nothing."""
        return self.refusal(seat, c.Do(procedure=procedure, character=who, given=given))

    def refusal(self, seat: str, command: c.Command) -> Refusal:
        before = self.table.state
        with pytest.raises(Refusal) as result:
            self.act(seat, command)
        assert self.table.state is before
        assert all(sentence(result.value, language) for language in LANGUAGES)
        return result.value

    def edit(self, who: str, **fields: Any) -> None:
        self.keep(c.Edit(character=who, fields=fields))

    def tend(self, who: str, gauge: str, **said: Any) -> None:
        """What the game master writes about care and rest."""
        kept = self.sheet(who)["recovery"]
        self.edit(who, recovery={**kept, gauge: {**kept[gauge], **said}})

    def fall_into_coma(self, who: str) -> None:
        lack = 6 - self.sheet(who)["trauma"]
        self.do(who, "luck_survive", increase=lack, use_luck_to_survive=True)
        assert self.sheet(who)["status"] == "coma"

    def die(self, who: str) -> None:
        self.do(who, "luck_survive", increase=6)
        assert self.sheet(who)["status"] == "dead"

    # ---- time ----

    @property
    def clock(self) -> int:
        return int(self.play.get("clock", 0))

    def advance(self, minutes: int, activity: str = "", **activities: str) -> None:
        self.keep(c.Advance(minutes=minutes, activity=activity, activities=activities))

    def due(self, who: str | None = None) -> dict[str, Any]:
        waiting = self.play.get("due", {})
        return {id: one for id, one in waiting.items() if who in (None, one["character"])}

    def settle(self, due: str, dice: tuple[int, ...] | None = None, **given: Any) -> Any:
        self.keep(c.Settle(due=due, dice=dice, given=given))
        return self.roll()

    def live(self, minutes: int, activity: str = "", dice: tuple[int, ...] | None = None, **activities: str) -> None:
        """Time passes, and whatever falls due is done at once."""
        self.advance(minutes, activity, **activities)
        for _ in range(MOST_DUE):
            if not self.due():
                return
            self.settle(next(iter(self.due())), dice)
        raise AssertionError("what falls due never ends")

    # ---- a fight ----

    def says(self, who: str, **given: Any) -> None:
        self.keep(c.Declare(character=who, given=given))

    def play_round(self, *dice: int) -> Any:
        self.keep(c.Round(dice=dice))
        return self.roll()

    def leave(self, who: str) -> None:
        self.keep(c.Leave(character=who))

    def end_fight(self) -> None:
        self.keep(c.EndFight())

    def status(self, who: str) -> str:
        return str(self.marks(who).get("status") or self.sheet(who)["status"])

    def held(self, who: str) -> list[str]:
        return list(self.marks(who).get("held_by") or ())

    def grip(self, victim: str, *holders: str, beside: tuple[str, ...] = ()) -> None:
        """A fight in which somebody is held by all the holders."""
        self.fight((victim, *beside), holders)
        self.says(victim, action="other")
        for one in holders:
            self.says(one, action="immobilise", target=victim)
        for one in beside:
            self.says(one, action="dodge")
        self.play_round(*(4 for _ in holders))
        assert self.held(victim) == list(holders)

    def fell(self, victim: str, by: str, *beside: str) -> None:
        """A fight in which a blow has knocked somebody out."""
        self.fight((victim, *beside), (by,))
        self.says(victim, action="other")
        self.says(by, action="attack", target=victim, weapon_name="Couteau")
        for one in beside:
            self.says(one, action="dodge")
        self.play_round(6)
        assert self.status(victim) == "unconscious"


__all__ = ["ARMED", "DAY", "FULL", "HOUR", "MONTH", "PARTIAL", "WEEK", "YEAR", "Evening", "at"]
