"""What the rules forbid (`refused.toml`) is refused in words, for the right reason, as `gardien batch` does it."""

import io
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from gardien.cli.main import main
from gardien.core.calling import do
from gardien.core.errors import Refusal
from systems.refusals import assert_worded

REFUSED: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("refused.toml").read_text("utf-8"))["refused"]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["id"])
def test_what_is_forbidden_is_refused_for_its_reason(case):
    with pytest.raises(Refusal) as caught:
        do("organique", case["procedure"], case["given"], dice=case["dice"])
    refusal = caught.value
    assert refusal.id == case["why"], refusal
    assert_worded("organique", refusal)
    assert refusal.rule in ("", case["rules"][0])
    assert refusal.field


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_same_is_said_line_by_line(language, capsys, monkeypatch):
    """All of them as one batch: every line is answered, by words and never by a fault."""
    names = ("id", "procedure", "given", "dice")
    asked = [json.dumps({"system": "organique", **{name: case[name] for name in names}}) for case in REFUSED]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\n".join(asked).encode()), "utf-8"))
    assert main(["batch", "-", "--lang", language]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["id"] for one in answers] == [case["id"] for case in REFUSED]
    for one in answers:
        assert "outcome" not in one, one
        assert one["error"]
        assert "internal" not in one["error"]
