"""An evening at the table, to be played by tests: a game master, two players, a spectator, a shared screen.

    evening = Evening(store)
    evening.act(evening.ann, c.Do(procedure="action", character=evening.leo, given={…}))
    evening.refused(evening.bob, c.Remove(character=evening.leo)).id

Dice fall as `seed` says and the clock ticks a second for each action, so that an evening can be played twice.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from gardien.core.errors import Refusal
from gardien.core.terms import LANGUAGES, Language, sentence
from gardien.table import commands as c
from gardien.table.state import State
from gardien.table.store.base import Store
from gardien.table.tables import Acted, Table, Tables
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer

LEO = {
    "system": "yacdha",
    "kind": "investigator",
    "name": "Léo",
    "occupations": {"Médecin": 4, "Boxe": 2},
    "natures": {"Médecin": "mental", "Boxe": "physical"},
    "weapons": [{"name": "Canne", "trauma_max": 2, "mode": "contact"}],
    "trauma": 3,
    "madness": 3,
}
MIA = {"system": "yacdha", "kind": "investigator", "name": "Mia", "occupations": {"Journaliste": 3}}
HOUR, DAY = 60, 24 * 60
WEEK, MONTH, YEAR = 7 * DAY, 30 * DAY, 365 * DAY


class Ticking:
    """Milliseconds that pass when somebody looks."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        self.now += 1000
        return self.now


class Evening:
    """One table with its seats and its people; what each is called is an id."""

    keeper = "keeper"

    def __init__(
        self, store: Store, seed: int = 1, options: dict[str, Any] | None = None, clock: Callable[[], int] | None = None
    ) -> None:
        self.store = store
        self.tables = Tables(store, generator=Random(seed), clock=clock or Ticking())
        opening = c.Open(system="yacdha", title="Soirée", options=options or {})
        self.campaign, self.link = self.tables.open(opening)
        self.table: Table = self.tables.table(self.campaign)
        self.actions = 0
        self.links: dict[str, str] = {}
        self.ann = self.seat("player", "Ann")
        self.bob = self.seat("player", "Bob")
        self.watcher = self.seat("spectator", "Wim")
        self.screen = self.seat("screen", "Mur")
        self.leo = self.add(sheet=LEO, seat=self.ann)
        self.mia = self.add(sheet=MIA, seat=self.bob)
        self.thug = self.add(being="npc/street_thug")
        self.ghoul = self.add(being="creature/ghoul", hidden=True)

    # ---- acting ----

    def envelope(self, command: c.Command, **further: Any) -> c.Envelope:
        self.actions += 1
        return c.Envelope(**{"action": f"a{self.actions}", "command": command, **further})

    def act(self, seat: str, command: c.Command, language: Language = "fr", **further: Any) -> Acted:
        return self.table.act(seat, self.envelope(command, **further), language)

    def keep(self, command: c.Command, **further: Any) -> Acted:
        """An act of the game master's."""
        return self.act(self.keeper, command, **further)

    def refused(self, seat: str, command: c.Command, **further: Any) -> Refusal:
        """The refusal a command gets; it changes nothing."""
        before = self.table.state
        with pytest.raises(Refusal) as result:
            self.act(seat, command, **further)
        assert self.table.state is before
        assert all(sentence(result.value, language) for language in LANGUAGES)
        return result.value

    def seat(self, role: c.Role, name: str, characters: tuple[str, ...] = ()) -> str:
        acted = self.keep(c.Seat(role=role, name=name, characters=characters))
        seat = str(card(acted)["words"]["seat"])
        self.links[seat] = acted.link
        return seat

    def add(self, **said: Any) -> str:
        return str(card(self.keep(c.Add(**said)))["words"]["character"])

    def note(self, **said: Any) -> str:
        return str(card(self.keep(c.Note(**said)))["words"]["note"])

    def plan(self, **said: Any) -> str:
        return str(card(self.keep(c.Plan(**said)))["words"]["plan"])

    def ask(self, *characters: str, procedure: str = "gauge_check", **said: Any) -> str:
        acted = self.keep(c.Ask(procedure=procedure, characters=characters, **said))
        return str(card(acted)["words"]["ask"])

    def check(self, character: str, seat: str = "keeper", face: int | None = None, **said: Any) -> Acted:
        """A throw against trauma, which goes up when the face is higher."""
        dice = None if face is None else (face,)
        given = {"gauge": "trauma"}
        return self.act(seat, c.Do(procedure="gauge_check", character=character, given=given, dice=dice, **said))

    def fight(self, *fighters: str) -> None:
        """A fight under way, each on a side of their own."""
        self.keep(c.Fight(fighters=tuple(c.Fighter(character=id, side=f"side {id}") for id in fighters)))

    def attack(self, seat: str, attacker: str, target: str) -> Acted:
        return self.act(seat, c.Declare(character=attacker, given={"action": "attack", "target": target}))

    # ---- looking ----

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def play(self) -> Tree:
        return self.table.state.play

    def person(self, id: str) -> Tree:
        return self.play["characters"][id]  # type: ignore[no-any-return]

    def sheet(self, id: str) -> Tree:
        return self.person(id)["sheet"]  # type: ignore[no-any-return]

    def viewer(self, seat: str) -> Viewer:
        return self.table.viewer(seat)

    def look(self, seat: str, at: str | None = None) -> Tree:
        return self.table.look(self.viewer(seat), at)

    def log(self, seat: str, language: Language = "fr") -> list[Tree]:
        """All cards, oldest first."""
        result: list[Tree] = []
        while cards := self.table.log(self.viewer(seat), language, result[-1]["id"] if result else None, 200):
            result += cards
        return result[::-1]

    def due(self, procedure: str) -> list[str]:
        return [id for id, kept in self.play.get("due", {}).items() if kept["procedure"] == procedure]

    @property
    def seats(self) -> tuple[str, ...]:
        return (self.keeper, self.ann, self.bob, self.watcher, self.screen)

    @property
    def others(self) -> tuple[str, ...]:
        """Everybody but the game master."""
        return self.seats[1:]


def card(acted: Acted) -> Tree:
    assert acted.card is not None
    return acted.card


def again(evening: Evening, store: Store | None = None) -> Table:
    """The same table as another process finds it."""
    return Tables(store or evening.store).table(evening.campaign)


def play_hash(state: State) -> str:
    """Of what undo takes back, and nothing else."""
    return State(play=state.play).hash()


def patched(view: Tree, told: Tree) -> Tree:
    """A view with news written into it, as a page does it."""
    after = {**view, "version": told["version"]}
    for path, value in told["set"].items():
        name, _, id = path.partition("/")
        if not id:
            after[name] = value
        elif value is None:
            after[name] = {key: one for key, one in after[name].items() if key != id}
        else:
            after[name] = {**after[name], id: value}
    return after


def as_bytes(content: Any) -> bytes:
    return msgspec.json.encode(content, order="sorted")


def refusals(refusal: Refusal) -> Iterator[Any]:
    """Everything a refusal says."""
    yield [refusal.id, refusal.kind, refusal.where, refusal.field, refusal.rule, msgspec.to_builtins(refusal.words)]
    yield [sentence(refusal, language) for language in LANGUAGES]
    yield [getattr(refusal, name, None) for name in ("version", "moved", "cards")]
    for one in refusal.also:
        yield from refusals(one)
