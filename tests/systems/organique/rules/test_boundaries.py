"""The rules at their boundaries: thresholds, caps, zero, natural dice, exceptions, options (`boundaries.txt`)."""

import pytest

from gardien.core.calling import prepare
from systems.boundaries import Boundary, boundaries, by_title
from systems.brute import Bench

bench = Bench("organique")
BOUNDARIES = boundaries("organique")


@pytest.mark.parametrize("boundary", BOUNDARIES, ids=by_title)
def test_a_rule_at_its_boundary(boundary: Boundary) -> None:
    assert boundary.missing(bench) == []


@pytest.mark.parametrize("boundary", {one.procedure: one for one in BOUNDARIES}.values(), ids=by_title)
def test_what_is_given_can_be_remembered(boundary: Boundary) -> None:
    """Odds are kept by what was given, so that nothing in it may change."""
    assert isinstance(hash(prepare("organique", boundary.procedure, boundary.given).given), int)
