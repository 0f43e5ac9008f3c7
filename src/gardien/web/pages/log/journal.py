"""The log looked through: by kind, by words, and as a recap scene by scene."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.reference import search_text
from gardien.core.wording import start
from gardien.table.tree import Tree
from gardien.web.pages.entry import aside
from gardien.web.pages.frame import parts
from gardien.web.pages.log.cards import CardShown, says
from gardien.web.pages.log.deeds import in_a_line, is_house_business, who_came
from gardien.web.pages.table.board import CARDS, Board, board_of, is_halfway

MOST_LOOKED_AT = 1500  # entries that one question looks through
TALK = ("say", "note", "scene", "override")  # what people say and decide
LEFT_OUT = ("undo", "redo", "turn", "ask", "close_ask", "declare", "edit", "remark", "show", "note")  # of a recap


class SceneTold(Struct, frozen=True):
    """A scene of the recap: what happened in it, oldest first."""

    title: str
    text: str
    lines: tuple[str, ...]


def _entries(board: Board, before: str | None) -> Iterator[Tree]:
    """The log from a point backwards, as far as one question looks."""
    looked = 0
    while looked < MOST_LOOKED_AT:
        cards = board.table.log(board.viewer, board.frame.language, before, CARDS)
        yield from cards
        looked += len(cards)
        if len(cards) < CARDS:
            return
        before = cards[-1]["id"]


def is_of_kind(card: Tree, kind: str) -> bool:
    """Whether an entry belongs to what is looked for: dice, talk, how the table is run, or all that is played."""
    house = is_house_business(card)
    if kind == "house":
        return house
    if kind == "rolls":
        return "roll" in card or "faces" in card.get("words", {})
    return card["command"] in TALK if kind == "talk" else not house


def cards_found(board: Board, kind: str, wanted: str, before: str | None) -> list[CardShown]:
    """Cards of one kind in which all words occur, newest first."""
    words = search_text(wanted).split()
    found: list[CardShown] = []
    for card in _entries(board, before):
        if is_halfway(card) or not is_of_kind(card, kind):
            continue
        shown = board.card(card)
        text = search_text(" ".join((shown.who, shown.what, shown.word, *shown.told)))
        if all(word in text for word in words):
            found.append(shown)
        if len(found) >= CARDS:
            break
    return found


def recap(board: Board) -> list[SceneTold]:
    """What happened, scene by scene, the newest scene first, each from its beginning."""
    scenes: list[SceneTold] = []
    lines: list[str] = []
    came: list[Tree] = []
    for card in _entries(board, None):
        if card.get("struck") or is_halfway(card) or card["command"] == "sealed":
            continue
        if card["command"] == "scene":
            words = card.get("words", {})
            scenes.append(SceneTold(str(words.get("title", "")), str(words.get("text", "")), tuple(reversed(lines))))
            lines, came = [], []
        elif not is_house_business(card) and card["command"] not in LEFT_OUT:
            came = [*came, card] if card["command"] == "add" else []
            lines = lines[:-1] if len(came) > 1 else lines  # who came in a row is told in one line
            lines.append(_entered(board, came) if came else _line(board, card))
    return [*scenes, SceneTold("", "", tuple(reversed(lines)))] if lines else scenes


def _entered(board: Board, cards: list[Tree]) -> str:
    """Those who came into play one after the other, the first of them first."""
    if len(cards) == 1:
        return _line(board, cards[0])
    language = board.frame.language
    names = [name for one in reversed(cards) for name in who_came(one, board.view, language)]
    return f"{board.frame.together(names)} {board.frame.t('did_add_many')}"


def _line(board: Board, card: Tree) -> str:
    """An entry and what came of it, unless that is what was done: « se met sur ses gardes »."""
    line, shown = in_a_line(card, board.view, board.system, board.frame.language), board.card(card)
    said = not shown.word.isdecimal() and says(line, shown.word)
    return start(line) + ("" if said else shown.came(board.frame.t))


async def show(request: Request, house: Any) -> Response:
    """The log as it was asked for."""
    board = await board_of(request, house)
    kind, wanted = request.query_params.get("kind", ""), request.query_params.get("q", "")[:100]
    before = request.query_params.get("before")

    def draw() -> Response:
        if kind == "recap":
            return parts(board.part("recap", scenes=recap(board)))
        cards = cards_found(board, kind, wanted, before)
        if before:
            return parts(board.part("older", cards=cards, before=before, kind=kind, wanted=wanted))
        return parts(board.part("log", cards=cards, kind=kind, wanted=wanted))

    return await aside(house, board.table, board.viewer, draw)
