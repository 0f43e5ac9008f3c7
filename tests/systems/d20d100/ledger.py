"""Tables as the ledger writes them: one row to a line, cells between bars."""

import pytest

NO = "–"


def lines(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.strip("\n").splitlines()]


def by_key(text: str) -> list:
    return [pytest.param(*row, id=row[0]) for row in lines(text)]


def number(text: str) -> int:
    """A number with its printed sign."""
    return int(text.replace("−", "-"))


def span(text: str) -> tuple[int, int]:
    """The two ends of 16–17; one number is both."""
    first, _, last = text.partition("–")
    return int(first), int(last or first)


def set_fields(row, besides: tuple[str, ...] = ()) -> dict:
    """What a row has that its type does not give by itself, names and texts aside."""
    kind = type(row)
    names = kind.__struct_fields__
    given = dict(zip(names[-len(kind.__struct_defaults__) :], kind.__struct_defaults__, strict=True))
    plain = {"key", "fr", "fr_f", "en", *besides}
    result = {}
    for name in names:
        value, default = getattr(row, name), given.get(name)
        default = default.factory() if hasattr(default, "factory") else default
        if name not in plain and not name.endswith(("_fr", "_en")) and value != default:
            result[name] = value
    return result
