"""People of the pack: names to draw from, and rivals with a purse of their own."""

import os

from gardien.systems.coin.vocabulary import Purse

from gardien.core.pack import Shelf
from gardien.core.rows import Row


class RivalRow(Row, frozen=True, kw_only=True):
    """Somebody to play against."""

    purse: Purse


TABLES = {"name": Row, "rival": RivalRow}
SHELF = Shelf(os.path.dirname(__file__), TABLES)  # with the rows of packs in force


def names() -> tuple[Row, ...]:
    """All names there are."""
    return SHELF.table("people", "name")


def rival(key: str) -> RivalRow:
    """One of the rivals; an unknown key is refused with the nearest one."""
    row: RivalRow = SHELF.row("people", "rival", key)
    return row
