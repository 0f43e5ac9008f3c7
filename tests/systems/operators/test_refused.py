"""What the rules forbid (`refused.toml`): refused on the command line in words, for its reason; nothing changes."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from gardien.core.calling import prepare
from gardien.core.interpreters.typed import typed
from gardien.core.system import find
from gardien.core.telling import tell
from systems.refusals import answered

BOOK: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("refused.toml").read_text("utf-8"))["refused"]
SYSTEM = find("operators")


@pytest.mark.parametrize("entry", BOOK, ids=[one["id"] for one in BOOK])
def test_what_is_forbidden_is_refused_for_its_reason(entry):
    answer = answered("operators", entry)
    assert entry["rule"] in SYSTEM.reference
    if "error" in answer:
        refusal = answer["refusal"]
        assert entry["why"] in f"{refusal['field']} {refusal['id']}", answer
        return
    assert answer["outcome"]["refused"] is True
    assert (answer["outcome"]["reason"], answer["dice"], answer.get("changes", [])) == (entry["why"], [], [])
    prepared = prepare("operators", entry["procedure"], entry["given"])
    for language in ("fr", "en"):
        told = " ".join(tell(prepared, typed(prepared.request(), []), language, ""))
        assert len(told.split()) > 3, told
        assert "_" not in told, told


def test_every_entry_is_one_of_its_own():
    assert len({one["id"] for one in BOOK}) == len(BOOK) >= 40
    assert len({(one["procedure"], json.dumps(one["given"], sort_keys=True)) for one in BOOK}) >= len(BOOK) - 1
