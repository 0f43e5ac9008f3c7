"""Time as it is asked for: what so much of it would do, and all that is due done at once."""

from collections.abc import Iterator
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.secrets import new_id
from gardien.web.pages.frame import HEADERS, parts
from gardien.web.pages.refusals import refusal_response, refusal_text
from gardien.web.pages.table.board import Board, board_of
from gardien.web.pages.table.tables import command_of
from gardien.web.pages.table.time_ahead import look_ahead

MOST_DONE = 200  # of what falls due one behind the other
DO, PASS = "settle", "dismiss"


async def show(request: Request, house: Any) -> Response:
    """POST /t/TABLE/temps: what so much time would do."""
    board = await board_of(request, house)
    form = await request.form()
    said = str(form.get("when", "") or form.get("number.minutes", "")).strip()
    nothing = {"minutes": 0, "changes": (), "due": (), "trouble": "", "nothing": False}
    if not board.keeper or not said:
        return parts(board.part("ahead", **nothing))
    try:
        minutes = board.time.minutes_said(said)
    except Refusal as refusal:
        trouble = refusal_text(refusal, board) if form.get("when") else ""
        return parts(board.part("ahead", **{**nothing, "trouble": trouble}))
    items = [(name, str(text)) for name, text in form.multi_items()]
    command = command_of([("type", "advance"), *items], {"type": "advance", "when": said}, board)
    assert isinstance(command, c.Advance)
    return parts(board.part("ahead", minutes=minutes, **look_ahead(board, command)))


# ---- all at once ----


async def settle_all(request: Request, house: Any) -> Response:
    """POST /t/TABLE/echeances: all that is due is thrown for, or let pass, with what falls due behind it.

    What is asked beforehand has its usual answer; whatever stops for a decision is left there.
    """
    board = await board_of(request, house)
    form = await request.form()
    way = PASS if form.get("way") == PASS else DO
    wanted = set(form.getlist("due"))
    from_script = request.headers.get("x-gardien") == "1"
    version: Any = None
    together = new_id("f")
    try:
        for command in _next_due(board, way, wanted):
            envelope = c.Envelope(action=new_id("f"), command=command, together=together)
            acted = await board.table.act_soon(board.viewer.seat, envelope, board.frame.language)
            version = acted.version
    except Refusal as refusal:
        return refusal_response(refusal, board, from_script)
    if from_script:
        return Response(msgspec.json.encode({"version": version}), 200, HEADERS, "application/json")
    return RedirectResponse(f"/t/{board.table.campaign}", 303)


def _next_due(board: Board, way: str, wanted: set[Any]) -> Iterator[c.Settle | c.Dismiss]:
    """One after the other, by hour; of those that were named, and of what falls due behind them for the same people."""
    people = {due["character"] for id, due in board.view["due"].items() if not wanted or id in wanted}
    for _ in range(MOST_DONE):
        view = board.table.look(board.viewer)
        ready = {id: due for id, due in view["due"].items() if due["character"] in people}
        if not ready or view["waits"]:
            return
        id = min(ready, key=lambda one: ready[one]["since"])
        usual = {name: answers[0]["value"] for name, answers in ready[id].get("asks", {}).items()}
        yield c.Settle(due=id, given=usual) if way == DO else c.Dismiss(due=id)
