"""What results are made of (`reasons.txt`): each block names a scene of `told.txt`, `told_2.txt` or `told_3.txt`.

Beside them stand scenes of their own (`corners.txt`): bounds, options, what is rare. How it is written:
`systems/reasons.py`. `=` tells the outcome: what is there, true or not nothing, and no reason has
told yet; of people what they still have and what is wrong with them.
"""

import json
import re
from typing import Any

import pytest
from msgspec import to_builtins

from gardien.core.calling import Answer, prepare
from systems.brute import Bench
from systems.reasons import blocks, plain, reasoned, rewrite
from systems.stories import scenes

bench = Bench("organique")
SCENES = {scene.title: scene for file in ("", "_2", "_3") for scene in scenes("organique", f"told{file}.txt")}
BLOCKS = blocks("organique")
CORNERS = blocks("organique", "corners.txt")
TOLD_ELSEWHERE = {"effective", "wounds"}  # among the changes, or the sum of them


def present(fields: dict[str, Any], told: dict[str, Any]) -> str:
    """Fields that hold something, objects in brackets; True is its name alone."""
    found = []
    for name, value in fields.items():
        if not value or value == "none" or (name in told and told[name] == value):
            continue
        if isinstance(value, dict) and "inc" in value:
            value = {part: one for part, one in value.items() if part not in TOLD_ELSEWHERE}
        if isinstance(value, dict):
            found.append(f"{name} ({present(value, {})})")
        elif isinstance(value, list | tuple) and isinstance(value[0], dict):
            found.append(f"{name} " + " ".join(f"({present(one, {})})" for one in value))
        else:
            found.append(name if value is True else f"{name} {plain(value)}")
    return ", ".join(found)


def written(found: Answer) -> list[str]:
    told = {one.label: to_builtins(one.value) for one in found.steps if not one.who}
    outcome = present(to_builtins(found.outcome), told)
    return [*reasoned(found), *([f"= {outcome}"] if outcome else [])] or ["= nothing"]


def of_scene(title: str) -> list[str]:
    scene = SCENES[title]
    return written(bench.answer(scene.procedure, scene.dice, **scene.given))


def of_corner(call: str) -> list[str]:
    asked = re.fullmatch(r"(\w+) (\{.*\}) (\[[\d, ]*\])", call)
    assert asked, call
    return [call, *written(bench.answer(asked[1], json.loads(asked[3]), **json.loads(asked[2])))]


@pytest.mark.parametrize("title", BLOCKS, ids=lambda title: title.replace(" ", "-"))
def test_a_result_gives_its_reasons(title):
    assert of_scene(title) == BLOCKS[title]


@pytest.mark.parametrize("title", CORNERS, ids=lambda title: title.replace(" ", "-"))
def test_corners_give_their_reasons(title):
    assert of_corner(CORNERS[title][0]) == CORNERS[title]


@pytest.mark.parametrize("procedure", {scene.procedure: scene for scene in SCENES.values()})
def test_what_is_given_can_be_remembered(procedure):
    """Odds are kept by what was given, so that nothing in it may change."""
    scene = next(scene for scene in SCENES.values() if scene.procedure == procedure)
    assert isinstance(hash(prepare("organique", procedure, scene.given).given), int)


if __name__ == "__main__":  # PYTHONPATH=src:tests python -m systems.organique.test_reasons
    rewrite("organique", "reasons.txt", lambda title, _: of_scene(title))
    rewrite("organique", "corners.txt", lambda _, lines: of_corner(lines[0]))
