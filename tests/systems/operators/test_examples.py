"""Every worked example of the source comes out as printed, or as the ledger rules where the print is silent."""

import msgspec
import pytest

from gardien.core.calling import do
from systems.worked import Example, assert_contains, by_id, examples


@pytest.mark.parametrize("example", examples("operators"), ids=by_id)
def test_worked_examples_of_the_source(example: Example) -> None:
    outcome = do("operators", example.procedure, example.given, dice=example.dice).outcome
    assert_contains(msgspec.to_builtins(outcome), example.expect)


def test_the_book_of_examples_is_complete() -> None:
    """OPS-EX-01 to OPS-EX-77, some of them in several parts."""
    ids = [example.id for example in examples("operators")]
    assert len(ids) == len(set(ids)) == 82
    assert {int(id.split("-")[2]) for id in ids} == set(range(1, 78))
