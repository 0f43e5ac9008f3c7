"""Time before it passes: what the game master would see happen, and what would wait to be thrown for."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from gardien.core.errors import Refusal
from gardien.table.commands import Advance
from gardien.web.pages.board import Board
from gardien.web.pages.refusals import refusal_text
from gardien.web.pages.tables import board_of, command_of, parts

LONGEST = 7  # digits of minutes that anybody types


async def show(request: Request, house: Any) -> Response:
    """POST /t/TABLE/temps: what so many minutes would do."""
    board = await board_of(request, house)
    form = await request.form()
    written = str(form.get("number.minutes", "")).strip()
    if not board.keeper or not written.isdecimal() or not 0 < len(written) <= LONGEST or not int(written):
        return parts(board.part("ahead", minutes=0, changes=(), due=(), trouble="", nothing=False))
    items = [(name, str(text)) for name, text in form.multi_items()]
    command = command_of([("type", "advance"), *items], {"type": "advance"}, board)
    assert isinstance(command, Advance)
    return parts(board.part("ahead", minutes=int(written), **look_ahead(board, command)))


def look_ahead(board: Board, time: Advance) -> dict[str, Any]:
    """What time would change by itself, and what it would leave to be done."""
    try:
        shown, due = board.table.ahead(board.viewer.seat, time, board.frame.language)
    except Refusal as refusal:
        return {"changes": (), "due": (), "trouble": refusal_text(refusal, board), "nothing": False}
    changes = board.card(shown).changes if shown else ()
    return {"changes": changes, "due": due, "trouble": "", "nothing": not (changes or due)}
