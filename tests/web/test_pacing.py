"""The walking pace of those who ask again and again: who plays is never kept waiting by it."""

import pytest

from gardien.core.errors import Refusal
from gardien.web.pacing import MOST_KNOWN, MOST_SECONDS, Pace, Steps, household
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


@pytest.mark.parametrize("kept", ["a=b", "house=none", "seat_t0=none; gardien=none", "lang=fr", "seat_=", ";;;"])
def test_whoever_shows_what_is_no_link_is_a_stranger(running: Running, monkeypatch: pytest.MonkeyPatch, kept) -> None:
    """Any cookie at all was taken for one of somebody at a table, and who showed it asked as fast as they could."""
    waited: list[str] = []

    async def turn(who: str) -> None:
        waited.append(who)

    monkeypatch.setattr(running.house.pace, "turn", turn)
    for at, path in enumerate(("/", "/regles/yacdha", "/rejoindre"), start=1):
        assert running.caller()._client.get(running.url + path, headers={"Cookie": kept}).status_code == 200
        assert len(waited) == at
    mine = {"Cookie": f"{kept}; house={running.link}"}
    for _ in range(2):
        running.house.tables.forget_links("house")  # as after a minute
        assert running.caller()._client.get(running.url + "/", headers=mine).status_code == 200
    assert len(waited) == 3


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),  # on a line of the longer kind, all were one
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("", "nowhere", False),
    ],
)
def test_who_counts_as_one(one, other, same) -> None:
    assert (household(one) == household(other)) is same
