"""The worked examples and printed tables of a source (`examples.toml`), and how an outcome is held to one."""

import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

HERE = Path(__file__).parent


class Example(Struct, frozen=True):
    """One scene of the source: what was asked, the dice that fell, what came of it."""

    id: str
    procedure: str
    given: dict[str, Any]
    dice: list[int]
    expect: dict[str, Any]


@cache
def book(system: str) -> dict[str, Any]:
    return tomllib.loads((HERE / system / "examples.toml").read_text("utf-8"))


def examples(system: str) -> list[Example]:
    """Every worked example, in the order of the book."""
    return [
        Example(one["id"], one["procedure"], one.get("given", {}), one.get("dice", []), one["expect"])
        for one in book(system)["example"]
    ]


def by_id(example: Example) -> str:
    return example.id


def table(system: str, id: str) -> list[dict[str, Any]]:
    """The rows of a printed table, each by its column names."""
    (result,) = [one for one in book(system)["table"] if one["id"] == id]
    return [dict(zip(result["columns"], row, strict=True)) for row in result["rows"]]


def assert_contains(got: Any, expected: Any) -> None:
    """`got` holds everything that is expected; if not, the path that differs is told."""
    result = differs(expected, got, "outcome")
    assert result is None, result


def differs(expected: Any, got: Any, where: str) -> str | None:
    """The first place where `got` does not contain `expected`: objects by key, lists item by item, numbers equal."""
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            return f"{where}: expected an object, got {got!r}"
        for key, value in expected.items():
            if key not in got:
                return f"{where}.{key}: not there"
            result = differs(value, got[key], f"{where}.{key}")
            if result:
                return result
        return None
    if isinstance(expected, list):
        if not isinstance(got, list | tuple) or len(got) != len(expected):
            return f"{where}: expected {expected!r}, got {got!r}"
        pairs = enumerate(zip(expected, got, strict=True))
        return next((result for i, (one, other) in pairs if (result := differs(one, other, f"{where}[{i}]"))), None)
    one, other = number(expected), number(got)
    same = one == other if one is not None and other is not None else type(expected) is type(got) and expected == got
    return None if same else f"{where}: expected {expected!r}, got {got!r}"


def number(value: Any) -> Fraction | None:
    """A number, or an exact fraction written as text; nothing else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None
