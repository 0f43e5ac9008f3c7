"""Every worked example of the source comes out as printed, or as the ledger rules where the print slips."""

import pytest

from systems.worked import Example, assert_contains, by_id, differs, examples
from systems.yacdha.brute import outcome


@pytest.mark.parametrize("example", examples("yacdha"), ids=by_id)
def test_worked_examples_of_the_source(example: Example) -> None:
    assert_contains(outcome(example.procedure, example.given, example.dice), example.expect)


def test_the_book_of_examples_is_complete() -> None:
    """YAC-EX-01 to YAC-EX-79, some of them in several parts."""
    ids = [example.id for example in examples("yacdha")]
    assert len(ids) == 88
    assert len(set(ids)) == 88
    assert {int(id.split("-")[2]) for id in ids} == set(range(1, 80))


@pytest.mark.parametrize(
    ("expected", "got", "why"),
    [
        ({"a": 1}, {"b": 1}, "outcome.a: not there"),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, "outcome.a.b[1]: expected 2, got 3"),
        ({"a": [1]}, {"a": [1, 2]}, "outcome.a: expected [1], got [1, 2]"),
        ({"a": "x"}, {"a": "y"}, "outcome.a: expected 'x', got 'y'"),
        ({"a": True}, {"a": 1}, "outcome.a: expected True, got 1"),
        ({"a": "1/3"}, {"a": "1/2"}, "outcome.a: expected '1/3', got '1/2'"),
        ({"a": 0.5}, {"a": "1/2"}, None),
        ({"a": 1}, {"a": 1, "b": 2}, None),
    ],
)
def test_a_difference_is_told_by_its_path(expected: object, got: object, why: str | None) -> None:
    assert differs(expected, got, "outcome") == why
