"""What fights of all games share: whom somebody goes for, a plan in words."""

import pytest

from gardien.core.simulation import TENS, names, paragraphs, ten_of
from gardien.shared.battles import foes

SIDES = (0, 1, 0, 1, 1, 1)
STRENGTH = (9, 5, 9, 2, 5, 7)


@pytest.mark.parametrize(
    ("whom", "who", "order"),
    [
        ("first", 0, [1, 3, 4]),
        ("weakest", 0, [3, 1, 4]),
        ("strongest", 0, [1, 4, 3]),
        ("spread", 0, [1, 3, 4]),
        ("spread", 2, [3, 4, 1]),
        ("weakest", 1, [0]),
    ],
)
def test_whom_somebody_goes_for(whom, who, order):
    """Only those of the other side who are fit; equals in the order of the list."""
    fit = (True, True, False, True, True, False)
    assert foes(whom, who, SIDES, fit, STRENGTH.__getitem__) == order


def test_nobody_is_left():
    assert foes("spread", 0, SIDES, (True,) * 1 + (False,) * 5, STRENGTH.__getitem__) == []


def test_a_gauge_of_a_hundred_is_told_by_tens():
    assert [ten_of(value) for value in (1, 9, 10, 59, 60, 90, 100)] == [
        *("from_1", "from_1", "from_10", "from_50", "from_60", "from_90", "from_90")
    ]
    assert [(one.key, one.shade) for one in TENS][:3] == [("from_90", 1), ("from_80", 1), ("from_70", 2)]
    assert {ten_of(value) for value in range(1, 101)} == {one.key for one in TENS}


def test_a_plan_in_lines():
    assert paragraphs(["", "a", "b", "", "", "c", ""]) == [["a", "b"], ["c"]]
    assert names("Une goule, dans la cave", "Goule")
    assert not names("Des goules", "goule")
