"""What the rules forbid (`refused.toml`): refused on the command line in words, for its reason; nothing changes."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from gardien.cli.main import main
from gardien.core.calling import prepare
from gardien.core.interpreters.typed import typed
from gardien.core.system import find
from gardien.core.telling import tell

BOOK: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("refused.toml").read_text("utf-8"))["refused"]
SYSTEM = find("operators")


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What `gardien batch` says to every entry."""
    asked, told = tmp_path_factory.mktemp("refused") / "asked.jsonl", list[str]()
    lines = [{"system": "operators", "dice": [], **{name: one[name] for name in one if name in ASKED}} for one in BOOK]
    asked.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout.write", told.append)
        assert main(["batch", str(asked)]) == 0
    return {one["id"]: one for one in map(json.loads, told)}


ASKED = ("id", "procedure", "given", "dice")


@pytest.mark.parametrize("entry", BOOK, ids=[one["id"] for one in BOOK])
def test_what_is_forbidden_is_refused_for_its_reason(answers, entry):
    answer = answers[entry["id"]]
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
