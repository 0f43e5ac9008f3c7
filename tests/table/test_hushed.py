"""A request whose difficulty the game master keeps: who may ask so, and what others get of it, in every game."""

from pathlib import Path
from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.core.presentation import Offer
from gardien.table import commands as c
from gardien.table.handlers.offers import offers
from gardien.table.store import open_store
from gardien.table.tables import KEEPER, Acted, Tables
from gardien.table.tree import Tree
from table.evening import as_bytes
from table.seated_demo import House
from table.test_exchange import brought, table_file
from table.usual_tests import TESTS


class Hushed:
    """A game's table where a test is asked whose difficulty nobody but the game master knows."""

    def __init__(self, game: str) -> None:
        self.house, self.test = House(game), TESTS[game]
        self.table = self.house.table

    def act(self, seat: str, command: c.AnyCommand) -> Acted:
        self.house.actions += 1
        return self.table.act(seat, c.Envelope(action=f"t{self.house.actions}", command=command))

    def ask(self, seat: str = KEEPER, hidden: tuple[str, ...] | None = None, value: int = 0) -> str:
        given = {**self.test.given, self.test.difficulty: self.test.values[value]}
        kept = (self.test.difficulty,) if hidden is None else hidden
        asked = c.Ask(procedure=self.test.procedure, characters=(self.house.mine,), given=given, hidden=kept)
        return str((self.act(seat, asked).card or {})["words"]["ask"])

    def answer(self, ask: str, face: int = 0, **given: Any) -> Tree:
        dice = (face or self.test.face,)
        done = c.Do(procedure=self.test.procedure, character=self.house.mine, ask=ask, given=given, dice=dice)
        return self.act(self.house.ann, done).card or {}

    def offered(self, seat: str) -> list[Offer]:
        """What may follow what happened last."""
        viewer, version = self.table.viewer(seat), self.table.state.version
        event = self.table.keeping.event(version)
        assert event is not None
        return offers(self.table.state, version, event, viewer, self.table.keeping.events)

    def last(self, seat: str) -> Tree:
        return self.table.log(self.table.viewer(seat), "fr", None, 1)[0]


@pytest.fixture(params=TESTS)
def hushed(request: pytest.FixtureRequest) -> Hushed:
    return Hushed(request.param)


def test_only_the_game_master_keeps_what_they_ask_and_only_what_they_say(hushed: Hushed) -> None:
    with pytest.raises(Refusal) as others:
        hushed.ask(hushed.house.ann)
    assert (others.value.id, others.value.field) == ("table/keeper_only", "hidden")
    with pytest.raises(Refusal) as unknown:
        hushed.ask(hidden=("luck",))
    assert (unknown.value.id, unknown.value.field) == ("field/one_of", "hidden")


def test_others_see_the_request_without_it(hushed: Hushed) -> None:
    ask = hushed.ask()
    for seat, given in (
        (hushed.house.ann, hushed.test.given),
        (hushed.house.watcher, None),
        (hushed.house.screen, None),
    ):
        shown = hushed.table.look(hushed.table.viewer(seat))["asks"][ask]
        assert shown.get("given") == given
        assert shown["hidden"] == [hushed.test.difficulty]
    whole = hushed.table.look(hushed.table.viewer(KEEPER))["asks"][ask]
    assert whole["given"][hushed.test.difficulty] == hushed.test.values[0]


def test_the_answer_is_whole_for_the_game_master_and_half_for_others(hushed: Hushed) -> None:
    """Whoever answers cannot say something else instead; their own sum is theirs to see."""
    card = hushed.answer(hushed.ask(), **{hushed.test.difficulty: hushed.test.values[1]})
    whole = hushed.last(KEEPER)["roll"]
    kept, first = whole["given"][hushed.test.difficulty], hushed.test.values[0]
    assert (kept["value"], kept["kind"]) == (first["value"], "passive") if isinstance(kept, dict) else kept == first
    assert whole["told"]
    assert whole["steps"]
    mine, watched = card["roll"], hushed.last(hushed.house.watcher)["roll"]
    for half in (mine, watched):
        assert not {"given", "steps", "told"} & half.keys()
        assert not {"margin", "target", "opposition", "difficulty", "final_difficulty"} & half["outcome"].keys()
        assert half["outcome"]["success"] is False
        assert half["dice"] == whole["dice"]
    assert not hushed.test.own or mine["outcome"][hushed.test.own] == whole["outcome"][hushed.test.own]
    assert hushed.test.own not in watched["outcome"]


def test_whatever_was_kept_others_get_the_same_byte_for_byte(hushed: Hushed) -> None:
    """The request, the card, what changed, what may follow: at two difficulties that come to the same."""
    got = []
    for value in (0, 1):
        before = hushed.table.state.version
        ask = hushed.ask(value=value)
        asked = [hushed.table.look(hushed.table.viewer(one)) for one in (hushed.house.ann, hushed.house.watcher)]
        card = hushed.answer(ask)
        told = [(one.key, one.cost, one.price, one.about) for one in hushed.offered(hushed.house.ann)]
        cards = [hushed.last(seat) for seat in (hushed.house.ann, hushed.house.watcher, hushed.house.screen)]
        text = as_bytes([asked, card, cards, told]).decode().replace(ask, "ask")
        for one in (card, *cards):
            text = text.replace(one["id"], "card").replace(str(one["at"]), "at")
        for view in asked:
            text = text.replace(view["version"], "version")
        got.append(text)
        hushed.act(KEEPER, c.Undo(to=str(before)))
    assert got[0] == got[1]


def test_whoever_tries_again_is_asked_the_same_and_told_as_little() -> None:
    hushed = Hushed("yacdha")
    card = hushed.answer(hushed.ask())
    again = hushed.act(hushed.house.ann, c.Follow(event=card["id"], offer="again")).card or {}
    assert "given" not in again["roll"]
    assert hushed.last(KEEPER)["roll"]["given"]["opposition"]["value"] == 4


def test_luck_whose_price_is_what_was_missing_is_offered_by_the_game_master() -> None:
    """The price would tell how hard it was (OPS-LUCK-02)."""
    hushed = Hushed("operators")
    for hidden, offered in (((), True), (("difficulty",), False)):
        before = hushed.table.state.version
        hushed.answer(hushed.ask(hidden=hidden), face=60)
        for seat, shown in ((hushed.house.ann, offered), (KEEPER, True)):
            assert ("shift" in [one.key for one in hushed.offered(seat)]) is shown
        hushed.act(KEEPER, c.Undo(to=str(before)))


def test_what_is_kept_stays_so_where_the_table_is_carried(hushed: Hushed, tmp_path: Path) -> None:
    """The vetting of what comes in knows such requests, and such rolls."""
    hushed.answer(hushed.ask())
    ask = hushed.ask()
    elsewhere = open_store(tmp_path / "elsewhere.db")
    brought(elsewhere, table_file(hushed.house.tables.store, hushed.table.campaign))
    table = Tables(elsewhere).table(hushed.table.campaign)
    viewer = table.viewer(hushed.house.ann)
    assert table.look(viewer)["asks"][ask]["given"] == hushed.test.given
    rolls = [card["roll"] for card in table.log(viewer, "fr", None, 2) if "roll" in card]
    assert [("given" in one, one["outcome"]["success"]) for one in rolls] == [(False, False)]
    elsewhere.close()
