"""Time before it passes, and what it leaves to be done: one list by hour, done at once or let pass."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.marks import ends_at
from gardien.table.tree import Tree
from gardien.web.pages.log.cards import ChangeShown
from gardien.web.pages.refusals import refusal_text
from gardien.web.pages.table.calendar import date_at, minutes_said

if TYPE_CHECKING:
    from gardien.web.pages.table.board import Board


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


def _states_over(board: "Board", minutes: int) -> Iterator[ChangeShown]:
    """States in words of the table’s own that would be over by then."""
    over, clock = board.frame.t("ahead_over"), int(board.view["clock"] or 0)
    for id, kept in board.view["characters"].items():
        for name, value in kept.get("marks", {}).items():
            end = ends_at(board.system.table_rules, name, value)
            if end is not None and end <= clock + minutes:
                yield ChangeShown(board.name(id), name, "", over, "")


def look_ahead(board: "Board", time: c.Advance) -> dict[str, Any]:
    """What time would change by itself, and what it would leave to be done."""
    try:
        shown, due = board.table.ahead(board.viewer.seat, time, board.frame.language)
    except Refusal as refusal:
        return {"changes": (), "due": (), "trouble": refusal_text(refusal, board), "nothing": False}
    changes = (*(board.card(shown).changes if shown else ()), *_states_over(board, time.minutes))
    return {"changes": changes, "due": due, "trouble": "", "nothing": not (changes or due)}
