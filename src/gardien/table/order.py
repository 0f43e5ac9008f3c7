"""One after another: whoever changes a table waits for whoever was there before, threads and tasks in one queue."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from threading import Lock


class Order:
    """A queue of those who want to change one thing. A task waits without holding up its event loop."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._taken = False
        self._waiting: deque[Future[None]] = deque()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait in this thread."""
        if waiting := self._enter():
            waiting.result()
        try:
            yield
        finally:
            self._leave()

    @asynccontextmanager
    async def turn_soon(self) -> AsyncIterator[None]:
        """Wait in this task."""
        if waiting := self._enter():
            try:
                await asyncio.wrap_future(waiting)
            except asyncio.CancelledError:
                if not waiting.cancel() and not waiting.cancelled():
                    self._leave()  # its turn had come just then
                raise
        try:
            yield
        finally:
            self._leave()

    def _enter(self) -> "Future[None] | None":
        with self._lock:
            if not self._taken:
                self._taken = True
                return None
            self._waiting.append(Future())
            return self._waiting[-1]

    def _leave(self) -> None:
        with self._lock:
            while self._waiting:
                waiting = self._waiting.popleft()
                if waiting.set_running_or_notify_cancel():
                    break
            else:
                self._taken = False
                return
        waiting.set_result(None)
