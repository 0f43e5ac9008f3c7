"""What results are made of (`reasons.txt`): each block names a scene of `told.txt` or `told_2.txt`.

How it is written: `systems/reasons.py`. `=` names the fields of the outcome.
"""

import pytest

from systems.brute import Bench
from systems.reasons import blocks, reasoned
from systems.stories import scenes

bench = Bench("cthulhud20")
SCENES = {scene.title: scene for file in ("told.txt", "told_2.txt") for scene in scenes("cthulhud20", file)}
BLOCKS = blocks("cthulhud20")


@pytest.mark.parametrize("title", BLOCKS, ids=lambda title: title.replace(" ", "-"))
def test_a_result_gives_its_reasons(title):
    scene = SCENES[title]
    found = bench.answer(scene.procedure, scene.dice, **scene.given)
    fields = " ".join(["=", *(name for name, value in found.outcome.items() if value is not None)])
    assert [*reasoned(found), fields] == BLOCKS[title]
