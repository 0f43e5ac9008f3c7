"""Faults in what is given, written down (`refused.txt`): field and rule, what came and what would do.

A procedure with its inputs, then the id, the field, the rule and the words of the refusal; of a long list its length.
What the rules forbid stands in `refused.toml`, and is asked by the way of `gardien batch` (`answered`).
"""

import json
import re
from contextlib import redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest

from gardien.cli import batch
from gardien.core import terms
from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.core.pack import load_toml
from gardien.core.system import find
from gardien.core.terms import worded

HERE = Path(__file__).parent
WORDS = str(Path(terms.__file__).with_name("words.toml"))


def faults(system: str) -> list[tuple[str, str]]:
    """What stands written: what is asked, and how it is refused."""
    lines = (HERE / system / "refused.txt").read_text("utf-8").splitlines()
    return list(zip(lines[::2], lines[1::2], strict=True))


def told(words: dict[str, Any]) -> dict[str, Any]:
    result = {name: len(word) if isinstance(word, list) else word for name, word in words.items()}
    return {name: word for name, word in result.items() if name != "hint"}


def assert_refused(system: str, asked: str, refused: str) -> None:
    procedure, given = asked.split(" ", 1)
    line = re.fullmatch(r"- (\S+) (\S+) (\S+) (\{.*\})", refused)
    assert line, refused
    with pytest.raises(Refusal) as caught:
        do(system, procedure, json.loads(given), dice=[])
    result = caught.value
    assert_worded(system, result)
    assert (result.id, result.field, result.rule or "–", told(result.words)) == (
        *line.groups()[:3],
        json.loads(line[4]),
    )


def answered(system: str, case: dict[str, Any], language: str = "fr") -> dict[str, Any]:
    """What is said to one case, with no die typed but its own: whatever asks for another has not refused."""
    try:
        do(system, case["procedure"], case["given"], dice=case.get("dice", []))
    except Refusal as refusal:
        assert_worded(system, refusal)
    line = {"dice": [], **{name: case[name] for name in ("id", "procedure", "given", "dice") if name in case}}
    with redirect_stdout(StringIO()) as told:
        batch._answer_all(BytesIO(json.dumps({"system": system, **line}).encode() + b"\n"), language)
    return json.loads(told.getvalue())


def assert_worded(system: str, refusal: Refusal) -> None:
    """The sentence of a refusal has a word for each of its places, and its rule, where it names one, exists."""
    entry = worded(load_toml(WORDS)["refusal"], refusal)
    assert entry, refusal.id
    places = set(re.findall(r"\{(\w+)\}", entry["en"])) - {"field"}
    empty = (None, "", [])  # what came may have been nothing at all
    assert [name for name in places if refusal.words.get(name) in empty[: 1 if name == "came" else 3]] == [], refusal
    assert refusal.rule in ("", *find(system).reference)
