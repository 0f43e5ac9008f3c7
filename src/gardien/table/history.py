"""The history of one sheet: the cards of the log that changed it, as a viewer may read them."""

from gardien.core.terms import Language
from gardien.table.cards import card
from gardien.table.tables import Table
from gardien.table.tree import Tree
from gardien.table.viewers import Viewer


def history(table: Table, viewer: Viewer, character: str, language: Language, limit: int) -> list[Tree]:
    """Newest first, from the moment somebody came in."""
    found: list[Tree] = []
    for version, event in table.keeping.newest_first(table.state.version):
        if event is None or not event.touches(character):
            continue
        shown = card(table.state, viewer, version, event, language)
        if shown is not None:
            found.append(shown)
        if event.command == "add" or len(found) >= limit:
            break
    return found
