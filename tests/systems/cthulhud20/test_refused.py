"""What the rules forbid (`refused.toml`), asked on the command line: refused in words, for the right reason."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

CASES = tomllib.loads(Path(__file__).with_name("refused.toml").read_text("utf-8"))["refused"]
FAULTS = ("interne", "internal", "Traceback")


@pytest.fixture(scope="module")
def answers():
    """All of them in one batch, as `gardien batch -` answers."""
    asked = (
        {"system": "cthulhud20", "dice": [], **{name: one[name] for name in ("id", "procedure", "given")}}
        for one in CASES
    )
    lines = "".join(json.dumps(one) + "\n" for one in asked)
    command = [sys.executable, "-c", "from gardien.cli.main import main; main(['batch', '-'])"]
    ran = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120, check=False)
    told = [json.loads(line) for line in ran.stdout.splitlines()]
    return {one["id"]: one for one in told}


def test_there_are_enough_of_them():
    assert len(CASES) >= 200
    assert len({one["id"] for one in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_it_is_refused_for_its_reason(answers, case):
    answer = answers[case["id"]]
    if refusal := answer.get("refusal"):
        assert not any(one in answer["error"] for one in FAULTS)
        assert refusal["field"].split("[")[0] == case["why"]
        assert refusal.get("rule", "") == case.get("rule", "")
    else:
        outcome = answer["outcome"]
        assert outcome.get("refused", outcome.get("reason")) == case["why"]
