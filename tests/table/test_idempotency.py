"""Exactly once: a request that is repeated changes nothing and gets the same answer."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.store.base import Store
from gardien.table.tables import Table
from table.evening import Evening, again, card

REPEATS = int(os.environ.get("GARDIEN_REPEATS", "2000"))  # `GARDIEN_REPEATS=100000` for the long run


def throw(evening: Evening) -> c.Envelope:
    command = c.Do(procedure="gauge_check", character=evening.mia, given={"gauge": "trauma"})
    return c.Envelope(action="throw", command=command)


def same(table: Table, evening: Evening, envelope: c.Envelope, first: object) -> None:
    """The answer is the first one's, and nothing has changed."""
    before = evening.store.head(evening.campaign)
    acted = table.act(evening.bob, envelope)
    assert acted.repeated
    assert {**card(acted), "struck": None} == {**first, "struck": None}  # type: ignore[dict-item]
    assert evening.store.head(evening.campaign) == before


def test_a_repeated_request_changes_nothing(store: Store) -> None:
    evening = Evening(store)
    start = evening.state.version
    envelope = throw(evening)
    acted = evening.table.act(evening.bob, envelope)
    first, version = card(acted), acted.version
    same(evening.table, evening, envelope, first)
    evening.check(evening.mia, face=6)
    evening.keep(c.Say(text="plus tard"))
    same(evening.table, evening, envelope, first)
    same(again(evening), evening, envelope, first)
    evening.keep(c.Undo())
    evening.keep(c.Undo(to=str(start)))
    same(evening.table, evening, envelope, first)
    evening.keep(c.Remove(character=evening.mia))
    assert evening.table.act(evening.bob, envelope).version == version
    assert again(evening).act(evening.bob, envelope).repeated


def test_every_command_can_be_repeated(quick: Store) -> None:
    """Whatever was done is not done again, even where it would be refused now."""
    evening = Evening(quick)
    envelopes: list[tuple[str, c.Envelope]] = []

    def act(seat: str, command: c.Command) -> None:
        envelope = evening.envelope(command)
        evening.table.act(seat, envelope)
        envelopes.append((seat, envelope))

    act(evening.keeper, c.Remove(character=evening.thug))
    act(evening.keeper, c.Fight(fighters=(c.Fighter(character=evening.leo), c.Fighter(character=evening.mia))))
    act(evening.ann, c.Declare(character=evening.leo, given={"action": "attack", "target": evening.mia}))
    act(evening.keeper, c.Round())
    act(evening.keeper, c.EndFight())
    act(evening.keeper, c.Seat(name="Cyd"))
    act(evening.keeper, c.Unseat(seat=list(evening.state.house["seats"])[-1]))
    act(evening.keeper, c.Undo())
    act(evening.keeper, c.Redo())
    act(evening.ann, c.Say(text="hé"))
    before = evening.state
    for seat, envelope in envelopes:
        for table in (evening.table, again(evening)):
            assert table.act(seat, envelope).repeated
            assert table.state == before


def test_a_stale_repeat_is_still_a_repeat(quick: Store) -> None:
    evening = Evening(quick)
    seen = evening.look(evening.bob)["version"]
    envelope = c.Envelope(action="x", command=throw(evening).command, seen=seen)
    first = evening.table.act(evening.bob, envelope)
    evening.check(evening.mia, face=6)
    assert card(evening.table.act(evening.bob, envelope)) == card(first)


def test_another_request_under_the_same_id_is_refused(store: Store) -> None:
    evening = Evening(store)
    evening.table.act(evening.bob, throw(evening))
    for command in (c.Say(text="autre chose"), c.Edit(character=evening.leo, fields={"luck": 0})):
        other = c.Envelope(action="throw", command=command)
        before = evening.state
        for table in (evening.table, again(evening)):
            with pytest.raises(Refusal) as refused:
                table.act(evening.bob, other)
            assert (refused.value.id, refused.value.field) == ("table/action_reused", "action")
        assert evening.state is before


def test_action_ids_are_each_seats_own(quick: Store) -> None:
    evening = Evening(quick)
    evening.table.act(evening.bob, throw(evening))
    mine = c.Envelope(action="throw", command=c.Say(text="le mien"))
    assert not evening.table.act(evening.ann, mine).repeated


def test_a_preview_is_no_action(quick: Store) -> None:
    evening = Evening(quick)
    command = c.Say(text="bientôt")
    assert evening.table.act(evening.bob, c.Envelope(action="x", command=command, preview=True)).preview
    assert not evening.table.act(evening.bob, c.Envelope(action="x", command=command)).repeated
    assert evening.table.act(evening.bob, c.Envelope(action="x", command=command)).repeated


def test_thousands_of_repeats_change_nothing(store: Store) -> None:
    evening = Evening(store)
    envelope = throw(evening)
    first = card(evening.table.act(evening.bob, envelope))
    before = evening.state
    tables = (evening.table, again(evening))

    def repeat(number: int) -> bool:
        return card(tables[number % 2].act(evening.bob, envelope)) == first

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(repeat, range(REPEATS)))
    assert store.head(evening.campaign) == before.version
    assert again(evening).state == before == evening.state


def test_the_same_request_from_many_at_once_is_done_once(store: Store) -> None:
    evening = Evening(store)
    tables = [again(evening) for _ in range(4)]
    envelope = throw(evening)
    before = evening.state.version
    with ThreadPoolExecutor(8) as pool:
        acted = list(pool.map(lambda number: tables[number % 4].act(evening.bob, envelope), range(32)))
    assert sum(not one.repeated for one in acted) == 1
    assert len({card(one)["roll"]["dice"][0]["value"] for one in acted}) == 1
    assert store.head(evening.campaign) == before + 1


def test_different_requests_at_once_all_succeed(store: Store) -> None:
    evening = Evening(store)
    tables = [again(evening) for _ in range(3)]
    before = evening.state.version

    def say(number: int) -> None:
        tables[number % 3].act(evening.ann, c.Envelope(action=f"n{number}", command=c.Say(text=str(number))))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(say, range(30)))
    evening.table.refresh()
    said = [shown["words"]["text"] for shown in evening.log(evening.bob) if shown["command"] == "say"]
    assert sorted(said, key=int) == [str(number) for number in range(30)]
    assert evening.state.version == before + 30
    for table in tables:
        table.refresh()
        assert table.state == evening.state
