"""What results are made of (`reasons.txt`): the dice asked for, every reason with its rule and parts, what sheets keep.

Each block names a scene of `told.txt` or `told_2.txt`. `?` is a die and whose it is, `>` a reason, `~` a change, `=`
the fields of the outcome; two blanks go on with a line.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from systems.brute import Bench
from systems.stories import scenes

bench = Bench("cthulhud20")
SCENES = {scene.title: scene for file in ("told.txt", "told_2.txt") for scene in scenes("cthulhud20", file)}
STORY = (Path(__file__).parent / "reasons.txt").read_text("utf-8").strip().replace("\n  ", " ")
BLOCKS = {title[2:]: lines for title, *lines in (block.split("\n") for block in STORY.split("\n\n"))}


def plain(value: Any) -> str:
    """A value as it is written down; of wounds only what they hold."""
    if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        return "; ".join(" ".join(plain(one) for one in wound.values()) for wound in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def written(title: str) -> list[str]:
    scene = SCENES[title]
    found = bench.answer(scene.procedure, scene.dice, **scene.given)
    lines = [("?", one.label, one.purpose, f"({one.who})" if one.who else "") for one in found.dice]
    for one in found.steps:
        parts = "= " + " ".join(f"{name} {value}" for name, value in one.parts) if one.parts else ""
        limits = "in {} {}".format(*one.limits) if one.limits else ""
        who = f"({one.who})" if one.who else ""
        lines.append((">", one.label, plain(to_builtins(one.value)), one.rule, parts, limits, who))
    for one in found.changes:
        before, after = plain(to_builtins(one.before)), plain(to_builtins(one.after))
        lines.append(("~", one.field, f"{before} → {after}", f"({one.who})" if one.who else ""))
    lines.append(("=", *(name for name, value in found.outcome.items() if value is not None)))
    return [" ".join(part for part in line if part) for line in lines]


@pytest.mark.parametrize("title", BLOCKS, ids=lambda title: title.replace(" ", "-"))
def test_a_result_gives_its_reasons(title):
    assert written(title) == BLOCKS[title]
