"""Tables as the ledger writes them, and the printed tables of the source (`examples.toml`)."""

import tomllib
from pathlib import Path

import pytest

NO = "–"
BOOK = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))


def printed(id: str) -> list:
    """The rows of a table of the source."""
    return next(one["rows"] for one in BOOK["table"] if one["id"] == id)


def lines(text: str) -> list[list[str]]:
    """A table as the ledger writes it: one row to a line, cells between bars."""
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def zones(text: str) -> tuple[int, int]:
    first, _, last = text.partition("–")
    return int(first), int(last or first)


def by_key(text: str) -> list:
    return [pytest.param(*row, id=row[0]) for row in lines(text)]
