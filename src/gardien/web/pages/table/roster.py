"""The table that a game master keeps of everybody: on a page of its own, living, and on paper."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.errors import Refusal
from gardien.core.presentation import Cell, Reading
from gardien.core.system import find
from gardien.core.terms import Language
from gardien.sheets.printing import Tracked, roster_of, roster_pdf, roster_title, tracking_row
from gardien.web.files import file_headers
from gardien.web.pages.entry import aside
from gardien.web.pages.frame import HEADERS, frame_of
from gardien.web.pages.table.board import Board, board_of
from gardien.web.pages.table.people import Person
from gardien.web.pages.undrawn import in_spite


class RowShown(Struct, frozen=True):
    """Somebody on the page."""

    person: Person
    row: Tracked


class RosterView:
    """Everybody at a table, players’ characters first."""

    def __init__(self, board: Board) -> None:
        system = board.system
        if not board.keeper:
            raise Refusal("table/not_allowed", kind="forbidden", came="groupe")
        self.roster = roster_of(system)
        view = board.view
        reading = Reading(system.terms, board.frame.language, int(view["clock"] or 0), view["options"] or {})
        self.columns = [system.terms.label(name, board.frame.language) for name in self.roster.columns]
        self.title = roster_title(system, board.frame.language)
        self.rows = [RowShown(one, self._row(board, one, reading)) for one in (*board.players, *board.others)]
        self.gauged = [any(column) for column in zip(*(one.row.gauges for one in self.rows), strict=True)]

    def _row(self, board: Board, one: Person, reading: Reading) -> Tracked:
        """What is known of somebody, cell by cell; else why not."""
        more = len(self.columns) - 1
        return in_spite(
            board.frame,
            lambda: tracking_row(board.system, board.content(one.id), one.name, one.foe, reading),
            lambda said: Tracked(one.name, one.foe, (Cell(text=said), *[Cell()] * more), (None,) * (more + 1)),
        )


async def show(request: Request, house: Any) -> Response:
    """The whole table."""
    board = await board_of(request, house)

    def draw() -> Response:
        return board.frame.page("roster.html", **board.context(r=RosterView(board), version=board.view["version"]))

    return await aside(house, board.table, board.viewer, draw)


async def print_roster(request: Request, house: Any) -> Response:
    """The same on paper, with room for more."""
    board = await board_of(request, house)
    view = RosterView(board)
    rows = [one.row for one in view.rows]
    title = str(board.view["title"] or "")
    drawn = (board.system, rows, board.frame.language, title)
    body = await house.aside.run((board.table, board.viewer.seat), roster_pdf, *drawn)
    return Response(body, 200, {**HEADERS, **file_headers(view.title, "pdf", "inline")}, "application/pdf")


async def blank(request: Request, house: Any) -> Response:
    """A blank one, to be filled in by hand."""
    system = find(request.path_params["system"])
    body = await house.aside.once(_blank_pdf, system.key, frame_of(request).language)
    return Response(body, 200, {**HEADERS, **file_headers(system.key, "pdf", "inline")}, "application/pdf")


def _blank_pdf(system: str, language: Language) -> bytes:
    return roster_pdf(find(system), [], language)


def changed_parts(board: Board, update: dict[str, Any], page: Mapping[str, str]) -> list[str]:
    """What an event changes: whoever it is about is drawn anew with everybody else."""
    sections = {path.partition("/")[0] for path in update["set"]}
    if not update.get("reload") and not sections & {"characters", "seats", "clock", "options"}:
        return []
    return [board.part("roster", r=RosterView(board))]
