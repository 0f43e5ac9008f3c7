"""One after another: whoever changes a table waits for whoever was there before, threads and tasks in one queue.

What several tables write in one turn of the event loop goes to the store together, and is heard of together.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event, Lock, get_ident
from typing import Any

Call = Callable[[], bool]  # tells somebody who waits that it is their turn, or answers that nobody is there any more
Submit = Callable[[], "Future[Any]"]  # hands something on to the store's thread


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

        if not self.enter(call):
            called.wait()
        try:
            yield
        finally:
            self.leave()

    def turn_soon(self) -> "_TurnSoon":
        """Wait in this task."""
        return _TurnSoon(self)

    def enter(self, call: Call) -> bool:
        """Whether it is their turn at once; else they are called."""
        with self._lock:
            if self._taken:
                self._waiting.append(call)
                return False
            self._taken = True
            return True

    def leave(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._taken = False
                    return
                call = self._waiting.popleft()
            if call():
                return


class _TurnSoon:
    """The turn of a task, which hardly ever has to wait for it."""

    __slots__ = ("_called", "_loop", "_order", "_thread")

    def __init__(self, order: Order) -> None:
        self._order = order

    async def __aenter__(self) -> None:
        self._thread = get_ident()
        self._loop = asyncio.get_running_loop()
        self._called = self._loop.create_future()
        if self._order.enter(self._call):
            return
        try:
            await self._called
        except asyncio.CancelledError:
            if not self._called.cancelled():
                self._order.leave()  # its turn had come just then
            raise

    async def __aexit__(self, *_: object) -> None:
        self._order.leave()

    def _call(self) -> bool:
        if get_ident() == self._thread:
            return self._wake()
        try:
            self._loop.call_soon_threadsafe(self._wake_or_pass_on)
        except RuntimeError:  # the loop is closed
            return False
        return True

    def _wake(self) -> bool:
        if self._called.done():  # the task was cancelled
            return False
        self._called.set_result(None)
        return True

    def _wake_or_pass_on(self) -> None:
        if not self._wake():
            self._order.leave()


class _Together:
    """What one turn of a loop hands on: the store's thread is woken once for all of it, and wakes the loop once."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._asked: list[tuple[Submit, asyncio.Future[Any]]] = []
        self._done: list[tuple[asyncio.Future[Any], Future[Any]]] = []
        self._lock = Lock()

    def ask(self, submit: Submit) -> "asyncio.Future[Any]":
        waiter = self._loop.create_future()
        self._asked.append((submit, waiter))
        return waiter

    def hand_on(self) -> None:
        _by_loop.pop(self._loop)
        for submit, waiter in self._asked:
            if not waiter.cancelled():
                try:
                    submit().add_done_callback(partial(self._hear, waiter))
                except Exception as fault:
                    waiter.set_exception(fault)

    def _hear(self, waiter: "asyncio.Future[Any]", done: "Future[Any]") -> None:
        with self._lock:
            self._done.append((waiter, done))
            if len(self._done) > 1:  # the loop has been called, and has not come yet
                return
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._answer)

    def _answer(self) -> None:
        with self._lock:
            answered, self._done = self._done, []
        for waiter, done in answered:
            if waiter.cancelled():
                continue
            try:
                waiter.set_result(done.result())
            except Exception as fault:
                waiter.set_exception(fault)


_by_loop: dict[asyncio.AbstractEventLoop, _Together] = {}


def handed_on(submit: Submit) -> "asyncio.Future[Any]":
    """What the store answers to something that it is given as soon as the loop has done all it can do now."""
    loop = asyncio.get_running_loop()
    together = _by_loop.get(loop)
    if together is None:
        together = _by_loop[loop] = _Together(loop)
        loop.call_soon(together.hand_on)
    return together.ask(submit)
