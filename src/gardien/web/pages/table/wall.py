"""The screen on the wall: the last result, whose turn it is, how people fare in words, a paper shown to the table."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from starlette.responses import Response

from gardien.core.telling import lower_first
from gardien.web.pages.log.cards import CardShown
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.chase import ChaseShown, chase_shown
from gardien.web.pages.table.decisions import WaitShown
from gardien.web.pages.undrawn import in_spite

STATES, STATED = 2, 44  # of one person, and letters of them
LETTER, SMALL, WIDE = 21, 17, 564  # of a name, of a state, and of their column; in 1/1080 of the height, as in wall.css
LINE, UNDER = 71, 41  # a row, and each line of states below its name
ROOM = 785  # of the order; what the scene's text, whose turn it is and those folded take of it:
FICTION, TURN, MORE = 112, 116, 60
LINES = 2  # of what is told of a result
LONG, LONGER = 12, 20  # letters of a word that is written smaller
NUMBERED = re.compile(r"(.+?) \d+")
WORST = ("bad", "due", "")


class Row(Struct, frozen=True):
    """Somebody in the order of a fight, or at the table; equal foes together."""

    name: str
    foe: bool
    states: str
    tone: str
    now: bool
    done: bool


class Result(Struct, frozen=True):
    """What came out last."""

    who: str
    what: str
    word: str
    size: str
    tone: str
    mark: str
    told: tuple[str, ...]


class Wall(Struct, frozen=True):
    """Everything on it."""

    hour: str
    day: str
    round: str
    rows: tuple[Row, ...]
    more: int
    result: Result | None
    turn: str  # who acts
    next: str
    asked: str
    chase: ChaseShown | None
    waits: tuple[WaitShown, ...]  # decisions that are open, of which the first is shown
    paper: Mapping[str, Any] | None  # title and text


def wall_of(board: Board) -> Wall:
    day, _, hour = board.clock(board.view["clock"]).partition(", ")
    fight, asked = board.view["fight"], _asked(board)
    simultaneous = bool(fight) and _is_simultaneous(board)
    able = _able(board) if fight and not simultaneous else []
    now = fight["now"] if fight and fight["now"] in able else ""
    turn = board.name(now) if now else board.frame.t("wall_declare") if simultaneous else ""
    room = ROOM - FICTION * bool(board.view["scene"].get("text")) - TURN * bool(turn or asked)
    rows, more = _fitting(_rows(board), room)
    later = [*able[able.index(now) + 1 :], *able[: able.index(now)]] if now else []
    return Wall(
        hour=hour or day,
        day=day if hour else "",
        round=board.round_word if fight else "",
        rows=tuple(rows),
        more=more,
        result=next(map(_result, filter(_is_result, board.log()["cards"])), None),
        turn=turn,
        next=board.name(later[0]) if later else "",
        asked=asked,
        chase=in_spite(board.frame, partial(chase_shown, board), lambda said: None),
        waits=tuple(board.waits()),
        paper=next((one for one in reversed(board.view["notes"].values()) if one["shown"]), None),
    )


def page(board: Board) -> Response:
    """The whole page; in the dark, unless somebody has chosen otherwise."""
    board.frame.theme = board.frame.theme or "dark"
    return board.frame.page("wall.html", **board.context(version=board.view["version"], wall=wall_part(board)))


def wall_part(board: Board) -> Markup:
    return board.made("wall", lambda: {"w": wall_of(board)})


def changed_parts(board: Board, update: dict[str, Any], page: Mapping[str, str]) -> list[str]:
    """It is small, and follows everything."""
    return [wall_part(board)]


# ---- people ----


def _is_simultaneous(board: Board) -> bool:
    fighting = board.system.table_rules.fighting
    return fighting is not None and fighting.simultaneous


def _able(board: Board) -> list[str]:
    return [id for id in board.view["fight"]["order"] if id in board.people and not board.why_out(id)]


def _rows(board: Board) -> list[Row]:
    """In a fight all who fight, in their order; else whom players play."""
    fight = board.view["fight"]
    if not fight:
        return [_row(board, [one.id]) for one in board.players if not one.hidden]
    order = [id for id in fight["order"] if id in board.people]
    alike: dict[str, list[str]] = {}
    for id in order:
        alike.setdefault(_kind(board, id), []).append(id)
    return [_row(board, ids) for ids in alike.values()]


def _fitting(rows: list[Row], room: int) -> tuple[list[Row], int]:
    """The rows that are whole on the wall, and how many are folded: those who have acted first, then the last ones."""
    shown = list(rows)
    while len(shown) > 1 and sum(map(_height, shown)) > room - MORE * (len(shown) < len(rows)):
        shown.remove(next((one for one in shown if one.done), next(one for one in reversed(shown) if not one.now)))
    return shown, len(rows) - len(shown)


def _height(row: Row) -> int:
    """States stand beside a name where there is room, else on lines of their own."""
    if LETTER * len(row.name) + SMALL * (len(row.states) + 1) <= WIDE:
        return LINE
    return LINE + UNDER * -(-SMALL * len(row.states) // WIDE)


def _kind(board: Board, id: str) -> str:
    """Equal foes are one row: those that differ by a number alone."""
    one = board.people[id]
    numbered = NUMBERED.fullmatch(one.name) if one.foe else None
    return numbered[1] if numbered else id


def _row(board: Board, ids: list[str]) -> Row:
    fight, people = board.view["fight"], [board.people[id] for id in ids]
    telling = WORST if people[0].foe else WORST[:2]  # of their own people players know more than is told here
    chips = [chip for tone in telling for one in people for chip in one.chips if chip.tone == tone]
    states = list(dict.fromkeys(chip.text for chip in chips))[:STATES]
    states = states if len(", ".join(states)) <= STATED else states[:1]
    now, order = (fight["now"], fight["order"]) if fight and not _is_simultaneous(board) else ("", ())
    acted = order.index(now) if now in order else 0
    return Row(
        name=people[0].name if len(people) == 1 else f"{_kind(board, ids[0])} × {len(people)}",
        foe=people[0].foe,
        states=", ".join(states),
        tone=chips[0].tone if chips else "",
        now=now in ids,
        done=bool(now) and now not in ids and all(order.index(id) < acted for id in ids),
    )


def _asked(board: Board) -> str:
    """One request that waits: of whom, and what."""
    for ask in board.view["asks"].values():
        names = [board.name(id) for id in ask["characters"] if id in board.people]
        if names:
            terms = board.system.terms
            what = terms.say(terms.entry("procedure", ask["procedure"]), board.frame.language, default=ask["procedure"])
            return board.frame.t("wall_asked", names=", ".join(names), what=lower_first(what))
    return ""


# ---- the last result ----


def _is_result(card: CardShown) -> bool:
    return card.rolled and not card.struck and not card.secret and bool(card.word)


def _result(card: CardShown) -> Result:
    size = "" if len(card.word) <= LONG else "long" if len(card.word) <= LONGER else "longer"
    return Result(card.who, card.what, card.word, size, card.tone, card.mark, card.told[:LINES])
