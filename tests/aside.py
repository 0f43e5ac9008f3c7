"""Something asynchronous, awaited in a thread of its own: the browser of the page tests has its loop in this one."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def awaited(work: Coroutine[Any, Any, T]) -> T:
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result()
