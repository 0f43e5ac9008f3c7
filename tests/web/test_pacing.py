"""The walking pace of those who ask again and again: who plays is never kept waiting by it."""

import pytest

from gardien.core.errors import Refusal
from gardien.web.pacing import MOST_KNOWN, MOST_SECONDS, Pace, Steps
from web.client import Running


def test_some_come_at_once_and_the_others_one_by_one() -> None:
    pace = Pace(Steps(3, 2.0))
    assert [pace.delay("ann", 10.0) for _ in range(5)] == [0, 0, 0, 2, 4]
    assert pace.delay("bob", 10.0) == 0  # each for themselves
    assert pace.delay("ann", 20.0) == 0  # who has waited is as new


def test_whoever_would_wait_too_long_is_refused_and_loses_nothing_by_it() -> None:
    pace = Pace(Steps(1, MOST_SECONDS))
    assert [pace.delay("ann", 0.0) for _ in range(2)] == [0, MOST_SECONDS]
    for _ in range(3):
        with pytest.raises(Refusal) as told:
            pace.delay("ann", 0.0)
        assert told.value.id == "http/busy"
    assert pace.delay("ann", float(MOST_SECONDS)) == MOST_SECONDS


def test_the_quiet_are_forgotten_first() -> None:
    pace = Pace(Steps(1, 1.0))
    pace.delay("ann", 0.0)
    for number in range(MOST_KNOWN):
        pace.delay(number, 0.0)
    assert pace.delay("ann", 0.0) == 0
    assert pace.delay(MOST_KNOWN - 1, 0.0) == 1


def test_a_stranger_who_asks_too_often_waits_and_a_player_does_not(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[str] = []

    async def turn(who: str) -> None:
        waited.append(who)

    monkeypatch.setattr(running.house.pace, "turn", turn)
    assert running.caller().get("/systems").status_code == 200
    assert len(waited) == 1
    assert running.caller(running.link).get("/systems").status_code == 200
    assert len(waited) == 1
    assert running.caller("no-such-link").get("/tables").status_code in (401, 403)
    assert len(waited) == 2
