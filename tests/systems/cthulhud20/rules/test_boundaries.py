"""The rules at their boundaries: thresholds, caps, zero, natural dice, exceptions, options (`boundaries.txt`)."""

import pytest

from systems.boundaries import Boundary, boundaries, by_title
from systems.brute import Bench

bench = Bench("cthulhud20")


@pytest.mark.parametrize("boundary", boundaries("cthulhud20"), ids=by_title)
def test_a_rule_at_its_boundary(boundary: Boundary) -> None:
    assert boundary.missing(bench) == []
