"""Work beside the event loop: one piece a person at a time, in order, and what never changes once."""

import asyncio
import sys
import threading

import pytest

from aside import awaited
from gardien.core.errors import Refusal
from gardien.web import aside
from gardien.web.aside import Aside


def test_whoever_asks_for_much_waits_behind_their_own_work():
    async def scene() -> None:
        beside, gate, done = Aside(), threading.Event(), []
        much = [asyncio.ensure_future(beside.run("ann", gate.wait, 10)) for _ in range(8)]
        await asyncio.sleep(0.01)
        await asyncio.wait_for(beside.run("bob", done.append, "bob"), 5)
        assert done == ["bob"]
        gate.set()
        await asyncio.gather(*much)
        beside.close()

    awaited(scene())


def test_one_person_can_only_ask_for_so_much(monkeypatch):
    monkeypatch.setattr(aside, "MOST_EACH", 2)

    async def scene() -> None:
        beside, gate = Aside(), threading.Event()
        much = [asyncio.ensure_future(beside.run("ann", gate.wait, 10)) for _ in range(3)]
        await asyncio.sleep(0.01)
        with pytest.raises(Refusal) as told:
            await much[2]
        assert told.value.id == "http/busy"
        assert await beside.run("bob", int) == 0
        gate.set()
        assert await asyncio.gather(*much[:2]) == [True, True]
        assert await beside.run("ann", int) == 0
        beside.close()

    awaited(scene())


def test_what_never_changes_is_worked_out_once_however_many_ask():
    async def scene() -> None:
        beside, times = Aside(), []
        result = await asyncio.gather(*(beside.once(times.append, 1) for _ in range(8)))
        assert result == [None] * 8
        assert times == [1]
        beside.close()

    awaited(scene())


def test_the_loop_comes_to_its_turn_soon_while_something_is_worked_out():
    async def scene() -> None:
        beside, gate = Aside(), threading.Event()
        usual = sys.getswitchinterval()
        much = [asyncio.ensure_future(beside.run(name, gate.wait, 10)) for name in ("ann", "bob")]
        async with asyncio.timeout(10):
            while sys.getswitchinterval() == usual:
                await asyncio.sleep(0)
        assert sys.getswitchinterval() == pytest.approx(aside.SWITCH_SECONDS)
        gate.set()
        await asyncio.gather(*much)
        assert sys.getswitchinterval() == usual
        beside.close()

    awaited(scene())
