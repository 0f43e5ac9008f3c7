"""Work beside the event loop: what takes longer than a moment, one piece for each person at a time.

Threads share one interpreter: each that works is one more before the event loop has its turn. So there are few, they
take turns often, and whatever is drawn waits between two of its parts while somebody acts.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from threading import Lock
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from gardien.core.errors import Refusal
from gardien.core.in_force import in_force
from gardien.table.precedence import ACTING

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 2  # for what may take seconds
DRAWING_THREADS = 1  # for pages and what was missed, which nobody waits for that long
READING_THREADS = 3  # for all that waits for a disk
MOST_EACH = 16  # pieces of work of one person that may wait
STRANGERS = "strangers"  # all who come without a link, together
SWITCH_SECONDS = 0.0003  # after which a thread that works lets the event loop have a turn: whoever plays comes first
USUAL_SECONDS = sys.getswitchinterval()  # while none does: the store's thread waits until the loop has a pause


class GivingWay(ThreadPoolExecutor):
    """Threads beside which the event loop comes to its turn soon. Who takes turns often gets less done: only while
    one of them works."""

    _lock = Lock()
    _working = 0  # of all there are

    def submit(self, work: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> Future[T]:
        return super().submit(self._work, work, *given, **named)

    def _work(self, work: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> T:
        self._count(1)
        ACTING.works_beside()
        try:
            return work(*given, **named)
        finally:
            self._count(-1)

    @classmethod
    def _count(cls, more: int) -> None:
        with cls._lock:
            GivingWay._working += more
            sys.setswitchinterval(SWITCH_SECONDS if GivingWay._working else USUAL_SECONDS)


class Aside:
    """A few threads. Whoever asks for much waits behind their own work, never before others'."""

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = GivingWay(threads, "aside")
        self._turns: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        self._asked: Counter[Hashable] = Counter()
        self._kept: dict[Hashable, Any] = {}

    async def run(self, whose: Hashable, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What the work comes to; `whose` it is decides whom it waits behind."""
        if self._asked[whose] >= MOST_EACH:
            raise Refusal("http/busy", kind="refused")
        turn = self._turns.get(whose) or asyncio.Lock()
        self._turns[whose] = turn
        self._asked[whose] += 1
        try:
            async with turn:
                loop = asyncio.get_running_loop()
                around = copy_context()
                return await loop.run_in_executor(self._threads, lambda: around.run(work, *given, **named))
        finally:
            self._asked[whose] -= 1
            if not self._asked[whose]:
                del self._asked[whose]

    async def once(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What anybody may ask for and what never changes: worked out for the first who does, and kept."""
        key = (work, given, in_force(), *named.items())

        def work_out() -> None:
            if key not in self._kept:  # by those who asked before
                self._kept[key] = work(*given, **named)

        if key not in self._kept:
            await self.run(STRANGERS, work_out)
        return self._kept[key]  # type: ignore[no-any-return]

    def close(self) -> None:
        """Take nothing new; what is being done comes to its end."""
        self._threads.shutdown(wait=False, cancel_futures=True)
