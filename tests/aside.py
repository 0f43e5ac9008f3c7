"""Something asynchronous, awaited aside: the browser of the page tests has its loop in the thread of the tests."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def awaited(work: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result()


def awaited_here(work: Coroutine[Any, Any, T]) -> T:
    """In this very thread, for what uses signals: the loop of the browser, which stands still, is put aside."""
    kept = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return asyncio.run(work)
    finally:
        asyncio._set_running_loop(kept)
