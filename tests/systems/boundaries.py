"""Boundaries of a game's rules (`boundaries.txt` beside the tests of the rules), and what shows them.

`## room` names the rules that follow. A block is a title, a call with its dice, and what shows on which side of a
threshold, a cap, an exception or an option the call lies, nothing else: `?` a die and whose it is, `>` a reason with
its rule and parts, `-` a label that no reason has, `~` a change of a sheet, `=` a field of the outcome by its path. Two
blanks go on with a line. Dice that are missing or left over fail by themselves.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import to_builtins

from gardien.core.calling import Answer
from systems.brute import Bench

HERE = Path(__file__).parent
CALL = re.compile(r"(\w+) (\{.*\}) (\[[\d, ]*\])")


class Boundary(NamedTuple):
    """A call at the edge of a rule, and the lines that show it."""

    title: str
    procedure: str
    given: dict[str, Any]
    dice: list[int]
    shown: list[str]

    def missing(self, bench: Bench) -> list[str]:
        """What is written down and does not come out, or not in this order; what no reason may be given for and is."""
        answer = bench.answer(self.procedure, self.dice, **self.given)
        labels, came_out = {one.label for one in answer.steps}, iter(told(answer))
        return [line for line in self.shown if (line[2:] in labels if line[0] == "-" else line not in came_out)]


def boundaries(system: str) -> list[Boundary]:
    """What stands written, in its order."""
    text = (HERE / system / "rules" / "boundaries.txt").read_text("utf-8").strip().replace("\n  ", " ")
    blocks = []
    for title, *lines in (block.split("\n") for block in text.split("\n\n")):
        if title.startswith("## "):
            continue
        call = CALL.fullmatch(lines[0])
        assert call, lines[0]
        blocks.append(Boundary(title[2:], call[1], json.loads(call[2]), json.loads(call[3]), lines[1:]))
    titles = [one.title for one in blocks]
    assert len(titles) == len(set(titles)), "two boundaries have the same title"
    return blocks


def by_title(one: Boundary) -> str:
    return one.title.replace(" ", "-")


def told(answer: Answer) -> list[str]:
    """Dice, reasons, changes and outcome of a result, line by line."""
    lines: list[tuple[str, ...]] = [("?", die.label, die.purpose, whose(die.who)) for die in answer.dice]
    for one in answer.steps:
        parts = "= " + " ".join(f"{name} {value}" for name, value in one.parts) if one.parts else ""
        limits = "in {} {}".format(*one.limits) if one.limits else ""
        lines.append((">", one.label, plain(to_builtins(one.value)), one.rule, parts, limits, whose(one.who)))
    for change in answer.changes:
        before, after = plain(to_builtins(change.before)), plain(to_builtins(change.after))
        lines.append(("~", change.field, f"{before} → {after}", whose(change.who)))
    if not answer.changes:
        lines.append(("~", "nothing"))
    lines += [("=", line) for line in fields(to_builtins(answer.outcome))]
    return [" ".join(part for part in line if part) for line in lines]


def whose(name: str) -> str:
    return f"({name})" if name else ""


def plain(value: Any) -> str:
    """A value as it is written down; of a list of objects only what they hold."""
    if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        return "; ".join(" ".join(plain(one) for one in row.values()) for row in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def fields(value: Any, path: str = "") -> Iterator[str]:
    """Every field of an outcome with its path; rows of a list by their number, then how many there are."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from fields(one, f"{path}.{name}" if path else name)
    elif isinstance(value, list | tuple) and value and isinstance(value[0], dict | list | tuple):
        for at, one in enumerate(value):
            yield from fields(one, f"{path}.{at}")
        yield f"{path}.count {len(value)}"
    else:
        yield f"{path} {plain(value)}"
