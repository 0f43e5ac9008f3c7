"""Time as people say it, and the clock of a table in words."""

import pytest

from gardien.core.errors import Refusal
from gardien.web.pages.table.calendar import clock_words, minutes_said

BEGAN = "1927-11-14T22:09"
HOUR, DAY = 60, 24 * 60


@pytest.mark.parametrize(
    ("said", "minutes"),
    [
        ("10", 10),
        ("40 min", 40),
        ("1 h", HOUR),
        ("1 h 30", 90),
        ("1h30", 90),
        ("+1 h", HOUR),
        ("1,5 h", 90),
        ("une demi-heure", 30),
        ("trois jours", 3 * DAY),
        ("2 jours et 3 heures", 2 * DAY + 3 * HOUR),
        ("dans une semaine", 7 * DAY),
        ("three days", 3 * DAY),
        ("8\u00a0h", 8 * HOUR),
        ("30\u00a0jours", 30 * DAY),
        ("jusqu’à 23 h", 51),
        ("demain 8 h", 9 * HOUR + 51),
        ("tomorrow at 8:00", 9 * HOUR + 51),
        ("15 novembre 1927", DAY),
        ("15 novembre, 6 h", 7 * HOUR + 51),
        ("1er décembre 1927, 22 h 09", 17 * DAY),
        ("1 November", 353 * DAY),
    ],
)
def test_a_span_an_hour_or_a_date_is_so_many_minutes(said: str, minutes: int) -> None:
    assert minutes_said(said, 0, BEGAN) == minutes


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("-10", "time/backwards"),
        ("13 novembre 1927", "time/backwards"),
        ("0", "time/long"),
        ("99 ans", "time/long"),
        ("bientôt", "time/said"),
        ("abc", "time/said"),
        ("", "time/said"),
        ("31 février 1928", "time/said"),
    ],
)
def test_what_is_no_time_to_come_is_refused_in_words(said: str, kind: str) -> None:
    with pytest.raises(Refusal) as refused:
        minutes_said(said, 0, BEGAN)
    assert refused.value.id == kind


def test_without_a_calendar_days_are_counted() -> None:
    assert clock_words(DAY + 61, "fr") == "jour 2, 1\u00a0h\u00a001"
    assert clock_words(0, "fr", BEGAN) == "14 novembre 1927, 22\u00a0h\u00a009"
    assert clock_words(2 * HOUR, "en", BEGAN) == "15 November 1927, 0:09"
    assert clock_words(17 * DAY, "fr", BEGAN).startswith("1er décembre 1927")
    with pytest.raises(Refusal, match="is not a time"):
        minutes_said("15 novembre 1927", 0)
