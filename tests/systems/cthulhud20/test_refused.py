"""What the rules forbid (`refused.toml`), asked on the command line: refused in words, for the right reason."""

import tomllib
from pathlib import Path

import pytest

from systems.refusals import answered

CASES = tomllib.loads(Path(__file__).with_name("refused.toml").read_text("utf-8"))["refused"]
FAULTS = ("interne", "internal", "Traceback")


def test_there_are_enough_of_them():
    assert len(CASES) >= 200
    assert len({one["id"] for one in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_it_is_refused_for_its_reason(case):
    answer = answered("cthulhud20", case)
    if refusal := answer.get("refusal"):
        assert not any(one in answer["error"] for one in FAULTS)
        assert refusal["field"].split("[")[0] == case["why"]
        assert refusal.get("rule", "") == case.get("rule", "")
    else:
        outcome = answer["outcome"]
        assert outcome.get("refused", outcome.get("reason")) == case["why"]
