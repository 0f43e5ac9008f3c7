"""`gardien log`: what happened at a table, as its game master reads it."""

from typing import TYPE_CHECKING, Any

from gardien.cli.command_line import Line
from gardien.cli.layout import paint
from gardien.cli.place import choose_table, keeper, store_of
from gardien.cli.shared import print_json, say, whole_number
from gardien.cli.streams import escaped
from gardien.core.errors import Refusal
from gardien.core.terms import Language

if TYPE_CHECKING:
    from gardien.table.tables import Table

LIMIT = 50  # entries shown when nothing else is asked for
MOST = 1_000_000


def run(line: Line) -> int:
    """Print the last entries, the newest at the end."""
    from gardien.table.tables import Tables

    limit = whole_number(line, "limit")
    limit = LIMIT if limit is None else limit
    if not 1 <= limit <= MOST:
        raise Refusal("field/range", where=line.command, field="--limit", came=limit, low=1, high=MOST)
    with store_of(line) as store:
        table = choose_table(Tables(store), line.words[0] if line.words else None)
        cards = newest(table, line.language, limit)
        play = table.state.play
        if line.json:
            facts = {"table": table.campaign, "title": play.get("title", ""), "system": play.get("system", "")}
            print_json({**facts, "version": table.state.version, "cards": cards})
            return 0
        from gardien.cli.entries import Log

        print(f"{paint(escaped(play.get('title') or table.campaign), 'bold')}  {paint(table.campaign, 'dim')}\n")
        print("\n".join(Log(table, line.language).lines(cards)))
        left = table.state.version - len(cards)
        if left:
            print(paint("\n" + say("log_more", line.language, count=left), "dim"))
    return 0


def newest(table: "Table", language: Language, limit: int, before: int | None = None) -> list[dict[str, Any]]:
    """The last entries, or the last before a version, in order."""
    viewer = keeper(table)
    cards: list[dict[str, Any]] = []
    while len(cards) < limit and (before is None or before > 1):
        older = table.log(viewer, language, None if before is None else str(before), limit - len(cards))
        if not older:
            break
        cards += older
        before = int(cards[-1]["id"])
    return cards[::-1]
