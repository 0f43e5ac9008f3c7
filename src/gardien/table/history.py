"""The history of one sheet: the cards of the log that changed it, as a viewer may read them."""

from gardien.core.terms import Language
from gardien.table.cards import card
from gardien.table.tables import Table
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer, read_version


def history(
    table: Table, viewer: Viewer, character: str, language: Language, limit: int, before: str | None = None
) -> list[Tree]:
    """Newest first, from the moment somebody came in; with `before` only what is older than that card."""
    entries: list[Tree] = []
    last = table.state.version if before is None else read_version(table.state, viewer, before) - 1
    for version, event in table.keeping.newest_first(last, viewer.log_of):
        if event is None or not event.touches(character):
            continue
        shown = card(table.state, viewer, version, event, language)
        if shown is not None:
            entries.append(shown)
        if event.command == "add" or len(entries) >= limit:
            break
    return entries
