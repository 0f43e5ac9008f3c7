"""One order of events: whoever acts, knocks or undoes, from a thread or from a task, the live state is the log’s."""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from random import Random
from threading import Event as Signal
from typing import Any

import pytest

from aside import awaited
from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.news import News
from gardien.table.order import Order, handed_on
from gardien.table.projection import Projection
from gardien.table.store.base import Store
from gardien.table.tables import Table
from gardien.table.viewers import STRANGER
from table.evening import Evening


def in_the_log(evening: Evening) -> Any:
    """The state that somebody comes to who reads the whole log."""
    return Projection(evening.store, evening.campaign).state


async def knock(table: Table, evening: Evening, number: int, alone: bool) -> None:
    knocking = evening.tables.knocking(evening.state.house["code"], f"Zoé {number}", f"k{number}")
    if alone:
        await asyncio.to_thread(knocking[0].act, STRANGER.seat, knocking[1])
    else:
        await knocking[0].act_soon(STRANGER.seat, knocking[1])


@pytest.mark.parametrize("seed", range(3))
def test_knocks_acts_and_undos_at_once_leave_the_state_of_the_log(store: Store, seed: int) -> None:
    evening, luck = Evening(store, seed), Random(seed)
    evening.keep(c.Door(open=True))
    heard: list[int] = []
    refused: list[str] = []  # a full door, nothing to redo
    evening.table.listen(lambda news: heard.append(news.version))
    first = evening.state.version

    async def one(number: int) -> None:
        kind = luck.choice(("knock", "knock alone", "say", "throw", "undo", "redo"))
        try:
            if kind.startswith("knock"):
                await knock(evening.table, evening, number, kind == "knock alone")
            elif kind in ("undo", "redo"):
                command = c.Undo() if kind == "undo" else c.Redo()
                await evening.table.act_soon(evening.keeper, evening.envelope(command))
            elif kind == "say":
                await evening.table.act_soon(evening.ann, evening.envelope(c.Say(text=str(number))))
            else:
                throw = c.Do(procedure="gauge_check", character=evening.leo, given={"gauge": "trauma"})
                await asyncio.to_thread(evening.table.act, evening.ann, evening.envelope(throw))
        except Refusal as refusal:
            refused.append(refusal.kind)

    async def all_at_once() -> None:
        await asyncio.gather(*(one(number) for number in range(40)))

    awaited(all_at_once())
    assert set(refused) <= {"refused"}
    assert evening.state == in_the_log(evening)
    assert heard == list(range(first + 1, evening.state.version + 1))


def test_threads_and_tasks_take_turns_as_they_came() -> None:
    order, came, go = Order(), [], Signal()

    def in_thread(number: int) -> None:
        with order.turn():
            came.append(number)

    async def in_task(number: int) -> None:
        async with order.turn_soon():
            came.append(number)

    async def all_of_them() -> None:
        loop = asyncio.get_running_loop()
        async with order.turn_soon():
            waiting: list[Any] = []
            for number in range(6):
                if number % 2:
                    waiting.append(loop.run_in_executor(pool, in_thread, number))
                else:
                    waiting.append(asyncio.ensure_future(in_task(number)))
                while len(order._waiting) <= number:
                    await asyncio.sleep(0)
            waiting[2].cancel()
        done = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(one) for one in done if one] == [asyncio.CancelledError]

    with ThreadPoolExecutor(3) as pool:
        awaited(all_of_them())
    assert came == [0, 1, 3, 4, 5]
    with order.turn():  # nobody is left in it
        go.set()
    assert go.is_set()


def test_an_event_that_does_not_follow_is_not_taken_in(store: Store) -> None:
    evening = Evening(store)
    event = evening.table.keeping.event(evening.state.version)
    assert event is not None
    before = evening.state
    with pytest.raises(ValueError, match="does not follow"):
        evening.table.keeping.take(before, event)
    assert evening.state is before


def test_one_listener_that_fails_keeps_nothing_from_the_others(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    evening = Evening(store)
    heard: list[int] = []

    def fail(news: News) -> None:
        raise RuntimeError("this page cannot be drawn")

    evening.table.listen(fail)
    evening.table.listen(lambda news: heard.append(news.version))
    acted = evening.act(evening.ann, c.Say(text="je suis là"))
    assert acted.card is not None
    assert heard == [evening.state.version]
    assert evening.state == in_the_log(evening)
    assert "this page cannot be drawn" in caplog.text


def test_whoever_acts_is_answered_from_what_is_durable(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(store)

    def fail(*_: Any) -> None:
        raise RuntimeError("no card can be made of it")

    monkeypatch.setattr(News, "message_for", fail)
    before = evening.state.version
    acted = evening.act(evening.ann, c.Say(text="je suis là"))
    assert (acted.card, evening.state.version) == (None, before + 1)
    assert evening.state == in_the_log(evening)


def test_what_cannot_be_folded_is_never_written(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(store)
    before = evening.state

    def fail(*_: Any) -> None:
        raise RuntimeError("no state comes of it")

    monkeypatch.setattr("gardien.table.tables.fold_soundly", fail)
    with pytest.raises(RuntimeError):
        evening.act(evening.ann, c.Say(text="je suis là"))
    assert store.head(evening.campaign) == before.version
    assert evening.state is before


def test_what_one_turn_of_the_loop_writes_is_handed_on_and_heard_of_together() -> None:
    """A fault, or somebody who is gone, is nobody else's."""
    given: list[Future[int]] = []

    def submit(number: int) -> "Future[int]":
        if number == 1:
            raise Refusal("store/large", kind="refused")
        given.append(Future())
        return given[-1]

    async def scene() -> list[Any]:
        loop, calls = asyncio.get_running_loop(), []
        waiting = [handed_on(partial(submit, number)) for number in range(5)]
        assert given == []  # the others of this turn are waited for
        waiting[2].cancel()
        await asyncio.sleep(0)
        assert len(given) == 3
        loop.call_soon_threadsafe = lambda call: calls.append(call)  # type: ignore[method-assign, assignment, misc]
        given[0].set_result(10)
        given[1].set_exception(ValueError("stale"))
        given[2].set_result(12)
        assert len(calls) == 1
        calls[0]()
        return await asyncio.gather(*waiting, return_exceptions=True)

    done = awaited(scene())
    assert [one if isinstance(one, int) else type(one) for one in done] == [
        10,
        Refusal,
        asyncio.CancelledError,
        ValueError,
        12,
    ]
