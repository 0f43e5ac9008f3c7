"""Moments of the past: what goes and what comes back before one goes there, and a look at one without going."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from gardien.core.errors import Refusal
from gardien.table.state import State
from gardien.table.viewers import read_version
from gardien.web.pages.entry import aside, seat_of
from gardien.web.pages.frame import frame_of, parts
from gardien.web.pages.log.deeds import in_a_line
from gardien.web.pages.table.board import Board, board_of
from gardien.web.pages.table.desk import versions_of
from gardien.web.pages.table.tables import behind

MOST_NAMED = 8  # of what goes, or comes back


def _lines(board: Board, versions: set[int]) -> list[str]:
    """Entries as the log tells them, newest first; of many only the newest."""
    lines: list[str] = []
    for version in sorted(versions, reverse=True):
        cards = board.table.cards_between(board.viewer, version - 1, version, board.frame.language)
        lines += [in_a_line(card, board.view, board.system, board.frame.language) for card in cards]
        if len(lines) >= MOST_NAMED:
            break
    return lines


async def back(request: Request, house: Any) -> Response:
    """What goes and what comes back if the table stood again as it did after an entry: the secrets are counted too."""
    board = await board_of(request, house)
    if not board.keeper:
        raise Refusal("table/keeper_only", kind="forbidden")
    card, state = request.path_params["card"], board.table.state
    version = read_version(state, board.viewer, card)

    def draw() -> Response:
        then: State = board.table.keeping.state_at(version)
        now, wanted = versions_of(state.chain), versions_of(then.chain)
        gone, again = now - wanted, wanted - now
        kind = "undo" if state.holds(version) else "redo"
        told = {"gone": _lines(board, gone), "again": _lines(board, again), "counts": (len(gone), len(again))}
        return parts(board.part("back", card_id=card, kind=kind, **told))

    return await aside(house, board.table, board.viewer, draw)


async def show(request: Request, house: Any) -> Response:
    """The table as it stood after an entry, to be looked at only."""
    table, viewer = await seat_of(request, house, request.path_params["table"])
    card = request.path_params["card"]
    read_version(table.state, viewer, card)

    def draw() -> Response:
        board = Board(table, viewer, frame_of(request), at=card)
        return board.frame.page("moment.html", **board.context(card_id=card, **board.log(behind(board, card))))

    return await aside(house, table, viewer, draw)
