"""The promise of the store, line by line, on both stores."""

import threading

import pytest

from gardien.core.errors import Refusal
from gardien.core.terms import LANGUAGES, sentence
from gardien.table.store.base import BODY_BYTES, Appended, Link, Record, Snapshot, Stale

HASH = bytes(range(32))
REPEATS = 10_000


def test_versions_begin_at_one_and_have_no_gaps(store):
    assert store.head("c") == 0
    assert store.append("c", 0, "a", [b"one"], 7) == Appended(1, 1)
    assert store.append("c", 1, "b", [b"two", b"three"], 8) == Appended(2, 3)
    assert store.append("c", None, "c", [b""], 9) == Appended(4, 4)
    assert store.read("c") == [
        Record(1, "a", 7, b"one"),
        Record(2, "b", 8, b"two"),
        Record(3, "b", 8, b"three"),
        Record(4, "c", 9, b""),
    ]
    assert store.head("c") == 4


def test_reading_goes_on_after_a_version_and_stops_at_a_limit(store):
    store.append("c", 0, "a", [b"%d" % number for number in range(1, 11)], 0)
    assert [record.version for record in store.read("c", after=7)] == [8, 9, 10]
    assert [record.version for record in store.read("c", after=2, limit=3)] == [3, 4, 5]
    assert [record.version for record in store.read("c", after=8, limit=10**30)] == [9, 10]
    assert store.read("c", after=10) == store.read("c", after=10**30) == store.read("c", limit=0) == []
    assert store.read("nobody") == []


def test_campaigns_are_apart_and_listed_with_their_heads(store):
    assert store.campaigns() == {}
    store.append("é", 0, "a", [b"1", b"2"], 0)
    store.append("Z", 0, "a", [b"3"], 0)
    assert list(store.campaigns().items()) == [("Z", 1), ("é", 2)]
    assert [record.body for record in store.read("Z")] == [b"3"]


def test_what_was_appended_is_there_after_opening_again(where, opened):
    first = opened(where)
    first.append("c", 0, "a", [b"kept"], 5)
    first.put_link(HASH, "c", "keeper")
    first.close()
    again = opened(where)
    assert again.read("c") == [Record(1, "a", 5, b"kept")]
    assert again.find_link(HASH) == Link(HASH, "c", "keeper")


@pytest.mark.parametrize("expected", [None, 0, 1, 2, 99, -1])
def test_a_repeated_action_answers_as_it_did_the_first_time_whatever_is_expected(store, expected):
    store.append("c", 0, "a", [b"1", b"2"], 0)
    store.append("c", 2, "b", [b"3"], 0)
    assert store.append("c", expected, "a", [b"something else"], 1) == Appended(1, 2, repeated=True)
    assert store.head("c") == 3
    assert store.append("other", 0, "a", [b"1"], 0) == Appended(1, 1)  # unique within its campaign


def test_ten_thousand_repeated_actions_change_nothing(store):
    first = [store.append("c", None, f"a{number}", [b"x", b"y"], 0) for number in range(10)]
    before = store.read("c")
    futures = [store.submit("c", None, f"a{number % 10}", [b"z"], 1) for number in range(REPEATS)]
    for number, future in enumerate(futures):
        answer = first[number % 10]
        assert future.result() == Appended(answer.first, answer.last, repeated=True)
    assert store.read("c") == before


def test_the_second_is_told_what_changed(store):
    store.append("c", 0, "a", [b"1"], 0)
    store.append("c", 1, "b", [b"2", b"3"], 0)
    with pytest.raises(Stale) as caught:
        store.append("c", 1, "late", [b"4"], 0)
    assert (caught.value.kind, caught.value.id) == ("stale", "store/stale")
    assert caught.value.records == (Record(2, "b", 0, b"2"), Record(3, "b", 0, b"3"))
    assert caught.value.missed == 2
    assert str(caught.value) == ("Someone was faster: the campaign “c” is at version 3, not 1. Nothing was written.")
    assert store.head("c") == 3
    assert store.append("c", 3, "late", [b"4"], 0) == Appended(4, 4)  # refused is not done: it may be sent again


def test_a_version_from_the_future_is_stale_too(store):
    with pytest.raises(Stale) as caught:
        store.append("c", 5, "a", [b"1"], 0)
    assert (caught.value.records, caught.value.missed) == ((), 0)
    assert store.campaigns() == {}


def test_of_what_was_missed_a_hundred_records_are_told_and_their_number(store):
    store.append("c", 0, "a", [b"x"] * 250, 0)
    with pytest.raises(Stale) as caught:
        store.append("c", 20, "b", [b"y"], 0)
    assert [record.version for record in caught.value.records] == list(range(21, 121))
    assert caught.value.missed == 230


def test_a_body_is_shorter_than_64_kib_or_nothing_is_written(store):
    with pytest.raises(Refusal) as caught:
        store.append("c", 0, "a", [b"small", bytes(BODY_BYTES)], 0)
    assert (caught.value.id, caught.value.kind) == ("store/large", "refused")
    assert store.head("c") == 0
    whole = bytes(range(256)) * 256
    assert store.append("c", 0, "a", [whole[:-1]], 0) == Appended(1, 1)
    assert store.read("c") == [Record(1, "a", 0, whole[:-1])]


@pytest.mark.parametrize("name", ["", "x" * 201, "a\0b", "a\nb", "\ud800"])
def test_a_name_that_not_every_database_can_keep_is_refused(store, name):
    for campaign, action in ((name, "a"), ("c", name)):
        with pytest.raises(Refusal) as caught:
            store.append(campaign, None, action, [b""], 0)
        assert caught.value.id == "store/name"
        assert all(sentence(caught.value, language).encode() for language in LANGUAGES)
    assert store.campaigns() == {}
    assert store.append("é" * 200, 0, "𝄞" * 200, [b""], 0) == Appended(1, 1)


def test_an_append_of_nothing_is_a_mistake(store):
    with pytest.raises(ValueError, match="one body or more"):
        store.append("c", 0, "a", [], 0)


def test_a_refused_append_does_not_fail_those_beside_it(store):
    """They may share a transaction."""
    futures = [store.submit("c", 0 if number % 3 else None, f"a{number}", [b"x"], 0) for number in range(60)]
    faults = [future.exception() for future in futures]
    assert all(faults[number] is None for number in range(0, 60, 3))
    assert all(isinstance(fault, Stale) for fault in faults if fault)
    kept = [record.action for record in store.read("c")]
    assert sorted(kept) == sorted(f"a{number}" for number, fault in enumerate(faults) if fault is None)


def test_links_keep_hashes_and_can_be_revoked(store):
    other = bytes(32)
    store.put_link(HASH, "c", "keeper")
    store.put_link(other, "c", "Daisy")
    store.put_link(b"\xff" * 32, "d", "Liam")
    assert store.find_link(HASH) == Link(HASH, "c", "keeper")
    assert store.links("c") == [Link(other, "c", "Daisy"), Link(HASH, "c", "keeper")]
    store.put_link(HASH, "c", "Liam")
    assert store.find_link(HASH) == Link(HASH, "c", "Liam")
    assert store.revoke_link(HASH)
    assert not store.revoke_link(HASH)
    assert store.find_link(HASH) is None
    assert store.links("c") == [Link(other, "c", "Daisy")]


def test_a_token_itself_is_never_kept(store):
    with pytest.raises(ValueError, match="32 bytes"):
        store.put_link(b"the token", "c", "keeper")


def test_the_newest_snapshot_up_to_a_version_is_found(store):
    store.put_snapshot("c", 5, "json", b"five")
    store.put_snapshot("c", 9, "json", b"nine")
    store.put_snapshot("c", 7, "other", b"seven")
    assert store.latest_snapshot("c", 8, "json") == Snapshot(5, "json", b"five")
    assert store.latest_snapshot("c", 10**30, "json") == Snapshot(9, "json", b"nine")
    assert store.latest_snapshot("c", 4, "json") is None
    assert store.latest_snapshot("d", 9, "json") is None
    store.put_snapshot("c", 9, "json", b"again")
    assert store.latest_snapshot("c", 9, "json") == Snapshot(9, "json", b"again")


def test_dropping_snapshots_loses_nothing(store):
    store.append("c", 0, "a", [b"1"], 0)
    store.put_snapshot("c", 1, "json", b"one")
    store.drop_snapshots()
    assert store.latest_snapshot("c", 1, "json") is None
    assert store.read("c") == [Record(1, "a", 0, b"1")]


def test_eight_writers_leave_no_gap_and_keep_their_own_order(store):
    def write(writer: int) -> None:
        for number in range(40):
            store.append("c", None, f"{writer} {number}", [b"first", b"second"], number)

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    records = store.read("c")
    assert [record.version for record in records] == list(range(1, 641))
    assert [record.body for record in records] == [b"first", b"second"] * 320
    for writer in range(8):
        mine = [record.action for record in records[::2] if record.action.startswith(f"{writer} ")]
        assert mine == [f"{writer} {number}" for number in range(40)]


def test_what_was_submitted_is_finished_before_closing(where, opened):
    store = opened(where)
    futures = [store.submit("c", None, str(number), [b"x"], 0) for number in range(50)]
    store.close()
    assert sorted(future.result().first for future in futures) == list(range(1, 51))
    assert opened(where).head("c") == 50
