"""Tables as the ledger writes them: one row to a line, cells between bars."""

import pytest

NO = "—"


def lines(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.strip("\n").splitlines()]


def by_key(text: str) -> list:
    return [pytest.param(*row, id=row[0]) for row in lines(text)]


def keys(text: str) -> list[str]:
    return [row[0] for row in lines(text)]


def number(text: str) -> int:
    """A number with its printed sign."""
    return int(text.replace("−", "-").replace("+", ""))


def span(text: str) -> tuple[int, int]:
    """The two ends of 16–17; one number is both."""
    first, _, last = text.partition("–")
    return int(first), int(last or first)
