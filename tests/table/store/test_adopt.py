"""Whole campaigns brought in from elsewhere: as they were, all of them or nothing."""

import pytest

from gardien.core.errors import Refusal
from gardien.table.store.base import Appended, Damaged, Record, Stale

RECORDS = [Record(1, "a", 7, b"one"), Record(2, "b", 8, b"two"), Record(3, "b", 8, b"\xff"), Record(4, "c", 9, b"")]


def test_a_campaign_is_as_it_was_and_goes_on(store):
    store.adopt({"c": iter(RECORDS)})
    assert store.read("c") == RECORDS
    assert store.find_action("c", "b") == Appended(2, 3, repeated=True)
    assert store.append("c", 0, "a", [b"again"], 1) == Appended(1, 1, repeated=True)
    assert store.append("c", 4, "d", [b"more"], 10).last == 5


@pytest.mark.parametrize("damaged", [{1}, {2}, {3}, {4}, {3, 4}, {1, 2, 3, 4}])
def test_what_was_damaged_stays_so_and_keeps_its_place(store, damaged):
    records = [Damaged(one.version) if one.version in damaged else one for one in RECORDS]
    store.adopt({"c": records})
    assert store.read("c") == [Damaged(one.version, settled=True) if type(one) is Damaged else one for one in records]
    assert store.head("c") == 4
    assert store.append("c", 4, "d", [b"more"], 10).last == 5


def test_damage_within_an_action_leaves_it_one_action(store):
    gaps = [Damaged(version, settled=True) for version in (2, 4)]
    parts = [Record(1, "a", 0, b"1"), gaps[0], Record(3, "a", 0, b"3"), gaps[1], Record(5, "b", 0, b"5")]
    store.adopt({"c": parts})
    assert store.read("c") == parts
    assert store.find_action("c", "a") == Appended(1, 3, repeated=True)


def test_a_campaign_that_is_here_is_left_alone(store):
    store.append("c", 0, "mine", [b"x"], 0)
    with pytest.raises(Stale):
        store.adopt({"c": RECORDS})
    assert [record.action for record in store.read("c")] == ["mine"]


def test_when_the_source_fails_nothing_is_written(store):
    def broken():
        yield from RECORDS
        raise Refusal("exchange/truncated")

    with pytest.raises(Refusal) as caught:
        store.adopt({"c": broken()})
    assert caught.value.id == "exchange/truncated"
    assert store.campaigns() == {}
    store.adopt({"c": RECORDS})
    assert store.read("c") == RECORDS


def test_of_several_campaigns_all_are_written_or_none(store):
    store.append("here", 0, "mine", [b"x"], 0)
    with pytest.raises(Stale):
        store.adopt({"c": RECORDS, "here": RECORDS})
    assert store.campaigns() == {"here": 1}
    store.adopt({"c": RECORDS, "d": RECORDS})
    assert store.campaigns() == {"c": 4, "d": 4, "here": 1}
