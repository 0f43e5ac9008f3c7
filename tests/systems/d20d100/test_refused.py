"""What the rules forbid, through the same door as the worked examples: refused in words, and for the reason named."""

import tomllib
from pathlib import Path

import pytest

from systems.refusals import answered

CASES = tomllib.loads(Path(__file__).with_name("refused.toml").read_text("utf-8"))["refused"]


def test_there_are_enough_of_them():
    assert len({one["id"] for one in CASES}) == len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=[f"{one['id']}-{one['title'].replace(' ', '-')}" for one in CASES])
def test_what_is_forbidden_is_refused_for_its_reason(case):
    answer = answered("d20d100", case, "en")
    if "error" in answer:
        assert answer["refusal"]["id"] != "internal"
        assert case["says"] in answer["error"]
        assert answer["refusal"].get("rule", "") in ("", *case["rules"])
        return
    outcome = answer["outcome"]
    assert answer["dice"] == []
    no = outcome.get("refused") or outcome.get("accepted") is False or outcome.get("allowed") is False
    assert no
    reasons = [outcome.get("reason"), *outcome.get("errors", ())]
    flags = [name for name in ("refused", "accepted", "allowed") if name in outcome]
    assert case["says"] in (*reasons, *flags)
