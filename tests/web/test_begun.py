"""Coroutines begun where they are made: done at once where they need not wait, else gone on with in a task."""

import asyncio

import pytest

from aside import awaited
from gardien.web.begun import Begun


async def value(waits: "asyncio.Future[int] | None" = None) -> int:
    return 1 if waits is None else await waits


def test_what_need_not_wait_is_done_at_once():
    begun = Begun(value())
    assert begun.done
    assert begun.value == 1


def test_what_waits_goes_on_in_whoever_awaits_it():
    async def scene() -> int:
        waits: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        begun = Begun(value(waits))
        assert not begun.done
        asyncio.get_running_loop().call_soon(waits.set_result, 2)
        return await begun

    assert awaited(scene()) == 2


def test_a_fault_and_an_end_of_time_reach_it():
    async def fails() -> None:
        raise ValueError

    async def scene() -> None:
        with pytest.raises(ValueError):
            Begun(fails())
        waits: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await Begun(value(waits))
        assert waits.cancelled()

    awaited(scene())
