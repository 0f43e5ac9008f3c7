"""What results are made of, written down (`reasons.txt`): dice, every reason with its rule and parts, what sheets keep.

A block names a scene of the game's stories; in `corners.txt` its call stands under its title instead. `?` is a die and
whose it is, `>` a reason, `~` a change, `=` the outcome as the game likes to see it; two blanks go on with a line.
"""

import json
from collections.abc import Callable
from pathlib import Path
from textwrap import wrap
from typing import Any

from msgspec import to_builtins

from gardien.core.calling import Answer

HERE = Path(__file__).parent


def plain(value: Any) -> str:
    """A value as it is written down; of a list of objects only what they hold."""
    if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        return "; ".join(" ".join(plain(one) for one in row.values()) for row in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def reasoned(found: Answer) -> list[str]:
    """Dice, reasons and changes of a result, line by line."""
    lines: list[tuple[str, ...]] = [
        ("?", die.label, die.purpose, f"({die.who})" if die.who else "") for die in found.dice
    ]
    for one in found.steps:
        parts = "= " + " ".join(f"{name} {value}" for name, value in one.parts) if one.parts else ""
        limits = "in {} {}".format(*one.limits) if one.limits else ""
        who = f"({one.who})" if one.who else ""
        lines.append((">", one.label, plain(to_builtins(one.value)), one.rule, parts, limits, who))
    for change in found.changes:
        before, after = plain(to_builtins(change.before)), plain(to_builtins(change.after))
        lines.append(("~", change.field, f"{before} → {after}", f"({change.who})" if change.who else ""))
    return [" ".join(part for part in line if part) for line in lines]


def blocks(system: str, file: str = "reasons.txt") -> dict[str, list[str]]:
    """What stands written, by title."""
    text = (HERE / system / file).read_text("utf-8").strip().replace("\n  ", " ")
    return {title[2:]: lines for title, *lines in (block.split("\n") for block in text.split("\n\n"))}


def rewrite(system: str, file: str, come: Callable[[str, list[str]], list[str]]) -> None:
    """Write every block down again as it comes out; read the diff like prose. A new title may stand alone."""
    found = []
    for title, lines in blocks(system, file).items():
        told = (wrap(line, 118, subsequent_indent="  ", break_on_hyphens=False) for line in come(title, lines))
        found.append("\n".join([f"# {title}", *(part for parts in told for part in parts)]))
    (HERE / system / file).write_text("\n\n".join(found) + "\n", "utf-8")
