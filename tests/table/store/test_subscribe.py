"""Subscribers: told after durability, of other processes on PostgreSQL, and of what a lost connection missed."""

import queue

import pytest

from gardien.table.store import open_store
from table.store.children import append_some


@pytest.fixture
def heard(store):
    """What a subscriber is told."""
    told: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()
    stop = store.subscribe(lambda campaign, version: told.put((campaign, version)))
    yield told
    stop()


def test_every_append_is_told_with_its_last_version(store, heard):
    store.append("c", 0, "a", [b"1", b"2"], 0)
    store.append("d", 0, "a", [b"1"], 0)
    assert [heard.get(timeout=5), heard.get(timeout=5)] == [("c", 2), ("d", 1)]


def test_what_changes_nothing_is_not_told(store, heard):
    store.append("c", 0, "a", [b"1"], 0)
    store.append("c", 0, "a", [b"1"], 0)
    assert store.submit("c", 0, "b", [b"1"], 0).exception() is not None
    store.put_snapshot("c", 1, "json", b"")
    store.append("c", 1, "c", [b"1"], 0)
    assert [heard.get(timeout=5), heard.get(timeout=5)] == [("c", 1), ("c", 2)]
    assert heard.empty()


def test_who_unsubscribes_is_told_no_more_and_who_fails_does_not_disturb_the_others(store, heard):
    gone: list[int] = []
    stop = store.subscribe(lambda campaign, version: gone.append(version))
    stop()
    stop()

    def fail(campaign: str, version: int) -> None:
        raise RuntimeError("a subscriber's own fault")

    stop_failing = store.subscribe(fail)
    told: queue.SimpleQueue[int] = queue.SimpleQueue()
    store.subscribe(lambda campaign, version: told.put(version))
    store.append("c", 0, "a", [b"1"], 0)
    assert told.get(timeout=5) == 1
    stop_failing()
    assert store.append("c", 1, "b", [b"1"], 0).last == told.get(timeout=5) == 2
    assert gone == []


def test_what_is_told_can_be_read_on_a_fresh_connection(where, opened):
    store = opened(where)
    seen: queue.SimpleQueue[tuple[int, int]] = queue.SimpleQueue()

    def look(campaign: str, version: int) -> None:
        fresh = open_store(where)
        seen.put((version, fresh.head(campaign)))
        fresh.close()

    store.subscribe(look)
    for number in range(10):
        store.submit("c", None, str(number), [b"x"], 0)
    told = 0
    while told < 10:
        told, readable = seen.get(timeout=10)
        assert readable >= told


def test_postgres_tells_of_other_processes(server, opened, processes):
    url = server.database()
    store = opened(url)
    told: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()
    store.subscribe(lambda campaign, version: told.put((campaign, version)))
    ours, theirs = processes.Pipe(duplex=False)
    writer = processes.Process(target=append_some, args=(url, "a campaign of theirs", [b"1", b"2"], theirs))
    writer.start()
    assert ours.recv().last == 2
    assert told.get(timeout=5) == ("a campaign of theirs", 2)
    writer.join()


def test_a_lost_connection_comes_back_and_tells_what_it_missed(server, opened, monkeypatch):
    """The listening connection is ended, and kept away until others have written."""
    from gardien.table.store import postgres_listener

    url = server.database()
    store = opened(url)
    store.append("old", 0, "a", [b"1"], 0)
    told: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()
    store.subscribe(lambda campaign, version: told.put((campaign, version)))
    store.append("c", 0, "a", [b"1"], 0)
    assert told.get(timeout=5) == ("c", 1)

    monkeypatch.setattr(postgres_listener, "connect", _unreachable)
    listening = "SELECT pid FROM pg_stat_activity WHERE state = 'idle' AND query LIKE '%GROUP BY campaign%'"
    ((listener,),) = server.execute(listening, url)
    assert server.execute(f"SELECT pg_terminate_backend({listener}, 5000)") == [(True,)]  # it waits until it has ended
    store.append("c", 1, "b", [b"2", b"3"], 0)
    store.append("new", 0, "a", [b"1"], 0)
    assert told.empty()
    monkeypatch.undo()
    assert sorted([told.get(timeout=5), told.get(timeout=5)]) == [("c", 3), ("new", 1)]
    store.append("c", 3, "c", [b"4"], 0)
    assert told.get(timeout=5) == ("c", 4)
    assert told.empty()


def _unreachable(url: str) -> None:
    import psycopg

    raise psycopg.OperationalError("kept away")
