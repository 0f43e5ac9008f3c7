"""Names to draw from."""

from pathlib import Path

from gardien.core.pack import rows
from gardien.core.values import Value

FOLDER = Path(__file__).parent / "pack"


class NameRow(Value, frozen=True, kw_only=True):
    """A name in both languages."""

    key: str
    fr: str
    en: str


TABLES = {"name": NameRow}


def names() -> tuple[NameRow, ...]:
    """All names there are."""
    return rows(FOLDER / "names.toml", "name", NameRow)
