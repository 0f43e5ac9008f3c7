"""Time before it passes: what the game master would see happen, and what would wait to be thrown for."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from gardien.core.errors import Refusal
from gardien.web.pages.board import Board
from gardien.web.pages.tables import board_of, parts, refusal_text

LONGEST = 7  # digits of minutes that anybody types


async def show(request: Request, house: Any) -> Response:
    """POST /t/TABLE/temps: what so many minutes would do."""
    board = await board_of(request, house)
    written = str((await request.form()).get("number.minutes", "")).strip()
    if not board.keeper or not written.isdecimal() or not 0 < len(written) <= LONGEST or not int(written):
        return parts(board.part("ahead", minutes=0, changes=(), due=(), trouble="", nothing=False))
    return parts(board.part("ahead", minutes=int(written), **look_ahead(board, int(written))))


def look_ahead(board: Board, minutes: int) -> dict[str, Any]:
    """What so many minutes would change by themselves, and what they would leave to be done."""
    try:
        shown, due = board.table.ahead(board.viewer.seat, minutes, board.frame.language)
    except Refusal as refusal:
        return {"changes": (), "due": (), "trouble": refusal_text(refusal, board), "nothing": False}
    changes = board.card(shown).changes if shown else ()
    return {"changes": changes, "due": due, "trouble": "", "nothing": not (changes or due)}
