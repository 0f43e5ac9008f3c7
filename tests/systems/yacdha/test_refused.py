"""What the rules forbid is refused, in words and for the right reason (`refused.toml`)."""

import json
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from gardien.core.system import find
from gardien.core.terms import LANGUAGES
from systems.refusals import answered

CASES = tomllib.loads(Path(__file__).with_name("refused.toml").read_text("utf-8"))["refused"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_a_rule_forbids_is_refused_for_its_reason(case):
    for language in LANGUAGES:
        answer = answered("yacdha", case, language)
        if "why" in case:
            outcome = answer["outcome"]
            assert outcome.get("refused", outcome.get("reason")) == case["why"]
            assert not answer["dice"]
            dies = case["procedure"] == "luck_survive"  # what luck does not prevent happens
            assert [change["field"] for change in answer["changes"] if not dies] == []
            assert find("yacdha").terms.value("refused", case["why"])
        else:
            assert (answer["refusal"]["id"], answer["refusal"]["field"]) == (case["fault"], case["field"])
            assert answer["error"].startswith("yacdha/"), "in words, and where"


def test_every_case_is_one_of_a_kind_and_of_a_rule():
    assert len(CASES) > 100
    assert len({case["id"] for case in CASES}) == len({json.dumps([c["procedure"], c["given"]]) for c in CASES})
    reference = find("yacdha").reference
    assert not [case["rule"] for case in CASES if case["rule"] not in reference]
    assert not Counter(case["fault"] for case in CASES if "fault" in case)["dice/wanted"]
