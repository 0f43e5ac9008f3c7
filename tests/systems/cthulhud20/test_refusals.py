"""Every fault in what is given (`refused.txt`): its field and its rule, what came and what would do.

A procedure with its inputs, then the id, the field, the rule and the words of the refusal; of a long list its length.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gardien.core.calling import do
from gardien.core.errors import Refusal

LINES = (Path(__file__).parent / "refused.txt").read_text("utf-8").splitlines()
FAULTS = list(zip(LINES[::2], LINES[1::2], strict=True))


def told(words: dict[str, Any]) -> dict[str, Any]:
    found = {name: len(word) if isinstance(word, list) else word for name, word in words.items()}
    return {name: word for name, word in found.items() if name != "hint"}


@pytest.mark.parametrize(("asked", "refused"), FAULTS)
def test_a_fault_is_told_with_its_field_and_its_rule(asked, refused):
    procedure, given = asked.split(" ", 1)
    line = re.fullmatch(r"- (\S+) (\S+) (\S+) (\{.*\})", refused)
    assert line, refused
    with pytest.raises(Refusal) as caught:
        do("cthulhud20", procedure, json.loads(given), dice=[])
    found = caught.value
    assert (found.id, found.field, found.rule or "–", told(found.words)) == (*line.groups()[:3], json.loads(line[4]))
