"""People of the pack: names to draw from, and rivals with a purse of their own."""

from pathlib import Path

from gardien.systems.coin.vocabulary import Purse

from gardien.core.pack import rows
from gardien.core.rows import Row

FILE = Path(__file__).parent / "people.toml"


class RivalRow(Row, frozen=True, kw_only=True):
    """Somebody to play against."""

    purse: Purse


TABLES = {"name": Row, "rival": RivalRow}


def names() -> tuple[Row, ...]:
    """All names there are."""
    return rows(FILE, "name", Row)


def rival(key: str) -> RivalRow:
    """One of the rivals."""
    return next(one for one in rows(FILE, "rival", RivalRow) if one.key == key)
