"""One after another: whoever changes a table waits for whoever was there before, threads and tasks in one queue."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from threading import Event, Lock, get_ident

Call = Callable[[], bool]  # tells somebody who waits that it is their turn, or answers that nobody is there any more


class Order:
    """A queue of those who want to change one thing. A task waits without holding up its event loop."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._taken = False
        self._waiting: deque[Call] = deque()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait in this thread."""
        called = Event()

        def call() -> bool:
            called.set()
            return True

        if not self._enter(call):
            called.wait()
        try:
            yield
        finally:
            self._leave()

    @asynccontextmanager
    async def turn_soon(self) -> AsyncIterator[None]:
        """Wait in this task."""
        loop, thread = asyncio.get_running_loop(), get_ident()
        called = loop.create_future()

        def wake() -> bool:
            if called.done():  # the task was cancelled
                return False
            called.set_result(None)
            return True

        def wake_or_pass_on() -> None:
            if not wake():
                self._leave()

        def call() -> bool:
            if get_ident() == thread:
                return wake()
            try:
                loop.call_soon_threadsafe(wake_or_pass_on)
            except RuntimeError:  # the loop is closed
                return False
            return True

        if not self._enter(call):
            try:
                await called
            except asyncio.CancelledError:
                if not called.cancelled():
                    self._leave()  # its turn had come just then
                raise
        try:
            yield
        finally:
            self._leave()

    def _enter(self, call: Call) -> bool:
        """Whether it is their turn at once; else they are called."""
        with self._lock:
            if self._taken:
                self._waiting.append(call)
                return False
            self._taken = True
            return True

    def _leave(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._taken = False
                    return
                call = self._waiting.popleft()
            if call():
                return
