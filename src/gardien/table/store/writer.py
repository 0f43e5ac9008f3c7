"""A thread that takes everything that waits and hands it on together, so that many appends share one commit."""

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple

MOST_TOGETHER = 256  # jobs in one transaction


class Job(NamedTuple):
    """Something to do inside a transaction, and who waits for it."""

    work: Any
    future: Future[Any]
    looks_first: bool = False  # refused, it has written nothing that would have to be undone


class Writer:
    """A queue in front of `commit`, which must answer every job it is given and never fail."""

    def __init__(self, commit: Callable[[list[Job]], None]) -> None:
        self._commit = commit
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._closed = False
        self._lock = Lock()
        self._thread = Thread(target=self._run, name="gardien-store", daemon=True)
        self._thread.start()

    def submit(self, work: Any, future: Future[Any], *, looks_first: bool = False) -> None:
        """Do this in the next transaction."""
        with self._lock:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._queue.put(Job(work, future, looks_first))

    def close(self) -> None:
        """Finish what waits."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while job := self._queue.get():
            batch = [job]
            while len(batch) < MOST_TOGETHER and not self._queue.empty():
                another = self._queue.get()
                if another is None:
                    self._queue.put(None)
                    break
                batch.append(another)
            self._commit([job for job in batch if job.future.set_running_or_notify_cancel()])
