"""Time before it passes, and what it leaves to be done: one list by hour, done at once or let pass."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.secrets import new_id
from gardien.table.tree import Tree
from gardien.web.pages.frame import HEADERS, parts
from gardien.web.pages.table.calendar import date_at, minutes_said

if TYPE_CHECKING:
    from gardien.web.pages.table.board import Board

MOST_DONE = 200  # of what falls due one behind the other
DO, PASS = "settle", "dismiss"


class DueRow(Struct, frozen=True):
    """What has fallen due at one hour under one name: for one or several people."""

    name: str
    since: int
    items: tuple[tuple[str, Tree], ...]  # id, what is due


class TimeShown:
    """The clock of a table as its page tells of it."""

    def __init__(self, board: "Board") -> None:
        self.board = board
        self.began = str(board.view["settings"]["began"])

    def minutes_said(self, text: str) -> int:
        """How long until what was said."""
        return minutes_said(text, int(self.board.view["clock"] or 0), self.began)

    @property
    def today(self) -> str:
        """The date and hour as a form writes them."""
        date = date_at(self.began, int(self.board.view["clock"] or 0))
        return date.isoformat(timespec="minutes") if date else ""

    def rows(self) -> list[DueRow]:
        """What is due, by hour; the same for several people is one row."""
        rows: dict[tuple[int, str], list[tuple[str, Tree]]] = {}
        for id, due in sorted(self.board.view["due"].items(), key=lambda one: one[1]["since"]):
            rows.setdefault((due["since"], self.board.due_name(due)), []).append((id, due))
        return [DueRow(name, since, tuple(items)) for (since, name), items in rows.items()]

    def foreseen(self, due: list[Tree]) -> list[tuple[str, list[str]]]:
        """What would be due, each name once, with whom it would befall."""
        names: dict[str, list[str]] = {}
        for one in due:
            names.setdefault(self.board.due_name(one), []).append(self.board.name(one["character"]))
        return list(names.items())

    def ahead_of_clock(self) -> list[Tree]:
        """Whose acts have taken time that the clock has not gone through yet, and what it would do by then."""
        board = self.board
        taken = board.system.table_rules.clock_lead
        if taken is None or not board.keeper:
            return []
        lead = {id: minutes for id in board.people if (minutes := taken(board.content(id)))}
        return [
            {"who": id, "minutes": minutes, **look_ahead(board, c.Advance(minutes=minutes))}
            for id, minutes in lead.items()
        ]

    @property
    def activities(self) -> list[tuple[str, str]]:
        """How people may spend the time that passes, the usual way first."""
        life, terms = self.board.system.table_rules.life, self.board.system.terms
        if life is None:
            return []
        keys = sorted(life.activities, key=lambda key: key != life.usual)
        return [(key, terms.say(terms.value("activity", key), self.board.frame.language, default=key)) for key in keys]


async def show(request: Request, house: Any) -> Response:
    """POST /t/TABLE/temps: what so much time would do."""
    from gardien.web.pages.refusals import refusal_text
    from gardien.web.pages.table.board import board_of
    from gardien.web.pages.table.tables import command_of

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


def look_ahead(board: "Board", time: c.Advance) -> dict[str, Any]:
    """What time would change by itself, and what it would leave to be done."""
    from gardien.web.pages.refusals import refusal_text

    try:
        shown, due = board.table.ahead(board.viewer.seat, time, board.frame.language)
    except Refusal as refusal:
        return {"changes": (), "due": (), "trouble": refusal_text(refusal, board), "nothing": False}
    changes = board.card(shown).changes if shown else ()
    return {"changes": changes, "due": due, "trouble": "", "nothing": not (changes or due)}


# ---- all at once ----


async def settle_all(request: Request, house: Any) -> Response:
    """POST /t/TABLE/echeances: all that is due is thrown for, or let pass, with what falls due behind it.

    What is asked beforehand has its usual answer; whatever stops for a decision is left there.
    """
    from gardien.web.pages.refusals import refusal_response
    from gardien.web.pages.table.board import board_of

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
        return refusal_response(refusal, board.frame, board.table, board.viewer, from_script)
    if from_script:
        return Response(msgspec.json.encode({"version": version}), 200, HEADERS, "application/json")
    return RedirectResponse(f"/t/{board.table.campaign}", 303)


def _next_due(board: "Board", way: str, wanted: set[Any]) -> Iterator[c.Settle | c.Dismiss]:
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
