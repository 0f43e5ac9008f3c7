"""One action against one target (ACT, REA, MOD, ARM)."""

import pytest

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")


@pytest.mark.parametrize(
    "example", [one for one in examples("organique") if one.procedure == "combat_action"], ids=by_id
)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)
