"""One thing that cannot be drawn is said in its place: the rest of the page stays, for everybody, and undo with it."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from gardien.core.system import find
from gardien.core.terms import Language
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.marks import field_types
from gardien.table.store import open_store
from gardien.table.tables import KEEPER, Acted, Tables
from gardien.table.tree import Effect, Tree
from gardien.table.viewers import viewer_of
from gardien.web.pages.fight.fight_routes import whole
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.frame import Frame
from gardien.web.pages.sheet.sheet_view import SheetView
from gardien.web.pages.table import roster, wall
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.chase import chase_part
from gardien.web.pages.table.flow import dock_parts, state_part
from web.client import Evening

GAMES = ("yacdha", "operators", "d20d100", "cthulhud20", "organique")
VALUES: tuple[Any, ...] = (True, 10**9, "x", [], {})
SAID: dict[Language, str] = {"fr": "Ceci ne peut pas être affiché", "en": "This cannot be shown"}
UNDO = '{"type": "undo"}'


class Demo:
    """The demo of a game, and two players beside the game master."""

    def __init__(self, place: Path, game: str) -> None:
        self.store = open_store(place / "store.db")
        tables = Tables(self.store)
        self.actions = count(1)
        self.system = find(game)
        self.table = tables.table(set_demo(tables, self.system, "fr")[0])
        self.people = list(self.table.state.play["characters"])
        self.seats = {"keeper": KEEPER}
        for name, character in zip(("ann", "bob"), self.people, strict=False):
            acted = self.act(c.Seat(role="player", name=name, characters=(character,)))
            assert acted.card is not None
            self.seats[name] = acted.card["words"]["seat"]

    def act(self, command: c.AnyCommand) -> Acted:
        return self.table.act(KEEPER, c.Envelope(action=f"u{next(self.actions)}", command=command), "fr")

    def pages(self, name: str, language: Language = "fr") -> dict[str, str]:
        """The table, the fight and a sheet as somebody sees them."""
        viewer, frame = viewer_of(self.table.state, self.seats[name]), Frame(language)
        board = Board(self.table, viewer, frame)
        fight = FightBoard(self.table, viewer, frame)
        shown: dict[str, Any] = {"version": "1", "selected": board.selected, "act": board.acts()[0][0], "here": ""}
        shown |= {"flow": dock_parts(board), "me": state_part(board)} if viewer.role == "player" else {"flow": ()}
        shown["chase"] = chase_part(board)
        sheet, above = SheetView(board, self.people[0]), {name: shown.get(name) for name in ("flow", "me")}
        return {
            "table": frame.render("table.html" if viewer.keeper else "play.html", **board.context(**shown)),
            "fight": frame.render("fight.html", **fight.context(version="1", whole=whole(fight), flow=())),
            "sheet": frame.render("sheet.html", **board.context(version="1", s=sheet, forms={}, **above)),
        }


# ---- what was tried ----


@pytest.mark.parametrize(
    "marks", [{"damage": 1, "boxes": 10**9}, {"luck": True}, {"status": "dead"}, {"weapons": 3}, {"trauma": "x"}]
)
def test_no_request_of_a_player_reaches_the_pages_of_others(shared: Evening, marks: dict[str, Any]) -> None:
    shared.keeper.done("settings", players_edit=False)
    answer = shared.ann.act("remark", character=shared.leo, marks=marks)
    assert (answer.status_code, answer.json()["error"]["id"]) == (409, "mark/field")
    assert next(iter(marks)) in answer.json()["error"]["message"]
    for one in (shared.keeper, shared.ann, shared.bob, shared.watcher):
        assert one.get("/log").status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_kept_such_marks_is_drawn_whole_for_everybody(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every field of every sheet and every mark of the rules, as anything but what it is."""
    demo = Demo(tmp_path, game)

    def lay(context: Any, id: str, marks: Tree) -> list[Effect]:
        return [Effect(("play", "characters", id, "marks", name), value) for name, value in marks.items()]

    monkeypatch.setattr("gardien.table.handlers.cast._mark_effects", lay)
    monkeypatch.setattr("gardien.table.handlers.cast.reorder", lambda context, id, marks: ())
    rules = demo.system.table_rules
    names = dict.fromkeys(name for one in (*rules.sheets, rules.marks) for name in field_types(one))
    for at, character in enumerate(demo.people):
        marks = {name: VALUES[(at + place) % len(VALUES)] for place, name in enumerate(names)}
        demo.act(c.Remark(character=character, marks=marks))
    for name in demo.seats:
        for page, text in demo.pages(name).items():
            assert SAID["fr"] not in text, (name, page)
    demo.act(c.Undo())
    demo.store.close()


# ---- what else may be wrong ----


def fail(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("a fault of the game’s")


FAULTS = (  # of which game, what cannot be told, and where that is to be seen
    ("yacdha", "gardien.web.pages.table.people.states_of", "table"),
    ("yacdha", "gardien.web.pages.table.board.card_shown", "table"),
    ("yacdha", "gardien.web.pages.table.board.Board.group", "table"),
    ("yacdha", "gardien.web.pages.table.board.Board.asker", "table"),
    ("yacdha", "gardien.web.pages.table.chase.chase_shown", "table"),
    ("yacdha", "gardien.web.pages.fight.fights.FightBoard.conditions", "fight"),
    ("yacdha", "gardien.web.pages.fight.fights.FightBoard.shown", "fight"),
    ("d20d100", "gardien.web.pages.fight.fights.FightBoard.conditions", "fight"),
    ("d20d100", "gardien.web.pages.fight.fights.FightBoard.bars", "fight"),
    ("yacdha", "gardien.sheets.blocks._Maker.block", "sheet"),
    ("yacdha", "gardien.sheets.gauges.draw_gauge", "sheet"),
)


@pytest.fixture(scope="module")
def demos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Demo]]:
    result = {game: Demo(tmp_path_factory.mktemp(game), game) for game in ("yacdha", "d20d100")}
    yield result
    for one in result.values():
        one.store.close()


@pytest.mark.parametrize(("game", "fault", "where"), FAULTS)
def test_what_cannot_be_drawn_is_said_and_undo_stays_in_reach(
    demos: dict[str, Demo], game: str, fault: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fault, fail)
    for name, language in (("keeper", "fr"), ("ann", "en")):
        pages = demos[game].pages(name, language)  # type: ignore[arg-type]
        assert SAID[language] in pages[where]  # type: ignore[index]
        assert name != "keeper" or UNDO in pages["table"]
        assert name != "keeper" or UNDO in pages["fight"]


@pytest.mark.parametrize("fault", ["flow_of", "state_of"])
def test_what_a_player_is_asked_for_may_fail_like_the_rest(
    demos: dict[str, Demo], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"gardien.web.pages.table.flow.{fault}", fail)
    page = demos["yacdha"].pages("ann")["table"]
    assert SAID["fr"] in page
    assert 'id="log"' in page


@pytest.mark.parametrize(("fault", "said"), [("chase_shown", False), ("_rows", True)])
def test_a_wall_shows_what_can_be_drawn(
    demos: dict[str, Demo], fault: str, said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chase is left out; where the wall itself fails, it says so."""
    demo = demos["yacdha"]
    monkeypatch.setattr(f"gardien.web.pages.table.wall.{fault}", fail)
    text = wall.wall_part(Board(demo.table, viewer_of(demo.table.state, demo.seats["ann"]), Frame("fr")))
    assert (SAID["fr"] in text) is said


def test_an_act_of_which_nobody_can_tell_whether_it_fits_is_not_offered(
    demos: dict[str, Demo], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("gardien.web.pages.table.board.can_do", fail)
    assert UNDO in demos["d20d100"].pages("keeper")["table"]
    assert len(caplog.records) == 1, "one fault is noted once a page"


def test_a_row_of_the_group_that_cannot_be_drawn_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    demo = Demo(tmp_path, "cthulhud20")
    drawn = iter((True, False, *[True] * 20))
    draw = roster.tracking_row
    monkeypatch.setattr(roster, "tracking_row", lambda *given: draw(*given) if next(drawn) else fail())
    board = Board(demo.table, viewer_of(demo.table.state, KEEPER), Frame("fr"))
    rows = [one.row for one in roster.RosterView(board).rows]
    assert [bool(SAID["fr"] in one.cells[0].text) for one in rows[:3]] == [False, True, False]
    demo.store.close()


def test_whoever_acts_while_somebody_cannot_be_drawn_is_answered(
    shared: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gardien.web.pages.table.people.states_of", fail)
    shared.ann.done("say", text="encore")
    assert shared.keeper.act("undo").status_code < 300
