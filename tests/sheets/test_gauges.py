"""Bars of a sheet that are filled by half points: every point a notch, the numbers as the language writes them."""

import pytest

from gardien.core.presentation import Gauge
from gardien.core.system import find
from gardien.sheets.gauges import gauge_shown, in_rows

SYSTEM = find("yacdha")
HALVES = Gauge("blood", 0, 4, "bar", top=lambda sheet: sheet["most"], step=0.5, reserve=True)


def shown(value, most=4, language="fr", gauge=HALVES):
    return gauge_shown(gauge, {"blood": value, "most": most}, SYSTEM, language)


def test_half_a_point_fills_half_a_part():
    bar = shown(2.5)
    assert bar.notches == (25.0, 50.0, 75.0)
    assert bar.share == 62.5
    assert bar.step == 0.5


@pytest.mark.parametrize(
    ("value", "language", "now"), [(2.5, "fr", "2,5"), (2.5, "en", "2.5"), (4.0, "fr", "4"), (-1, "fr", "−1")]
)
def test_points_are_written_as_the_language_has_them(value, language, now):
    assert (shown(value, language=language).now, shown(value, language=language).most) == (now, "4")


def test_a_reserve_of_half_points_ends_where_it_ends():
    bar = shown(1, most=3.5)
    assert bar.most == "3,5"
    assert len(bar.notches) == 3
    assert shown(5, most=3.5).share == 100.0


def test_notches_of_too_many_points_would_be_a_blur():
    assert shown(3, most=60).notches == ()


def test_whole_points_need_no_notches():
    assert shown(3, gauge=Gauge("blood", 0, 4, "bar")).notches == ()
    assert shown(3, gauge=Gauge("blood", 0, 4)).boxes[2].state == "now"


def test_four_may_stand_side_by_side():
    four = [shown(1), *(shown(1, gauge=Gauge("blood", 0, 4, "bar", paired=True)) for _ in range(3))]
    assert [len(row) for row in in_rows([*four, shown(2)])] == [4, 1]


@pytest.mark.parametrize("most", [61, 10**9, 10**30])
def test_a_gauge_of_too_many_cases_is_a_bar_with_its_numbers(most):
    """Nothing that is written on a sheet is drawn case by case without an end."""
    cases = Gauge("blood", 0, 4, top=lambda sheet: sheet["most"])
    assert (shown(30, most, gauge=cases).kind, shown(30, most, gauge=cases).boxes) == ("bar", ())
    assert shown(30, most).notches == ()
    assert len(shown(30, 60, gauge=cases).boxes) == 60
