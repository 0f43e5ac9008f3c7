"""The one thread that writes to a SQLite file: what waits is written in one transaction and answered after it."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeVar

from gardien.table.store.sqlite_file import refusal

MOST_TOGETHER = 256  # jobs in one transaction

T = TypeVar("T")


class Job(NamedTuple):
    """Something to do inside a transaction, and who waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    future: Future[Any]


class Writer:
    """A queue in front of one connection."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._closed = False
        self._lock = Lock()
        self._thread = Thread(target=self._run, name="gardien-store", daemon=True)
        self._thread.start()

    def submit(
        self, work: Callable[[sqlite3.Connection], T], done: Callable[[Future[T]], None] | None = None
    ) -> Future[T]:
        """Do this in the next transaction; answered, and `done` called, once it is on the disk."""
        future: Future[T] = Future()
        if done:
            future.add_done_callback(done)
        with self._lock:
            if self._closed:
                raise RuntimeError("the store is closed")
            self._queue.put(Job(work, future))
        return future

    def close(self) -> None:
        """Finish what waits, then let go."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        self._connection.close()

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

    def _commit(self, batch: list[Job]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            answers = [self._attempt(job) for job in batch]
            self._connection.execute("COMMIT")
        except Exception as error:
            if self._connection.in_transaction:
                self._connection.rollback()
            for job in batch:
                job.future.set_exception(refusal(error, self._path) if isinstance(error, sqlite3.Error) else error)
            return
        for job, (answer, fault) in zip(batch, answers, strict=True):
            if fault:
                job.future.set_exception(fault)
            else:
                job.future.set_result(answer)

    def _attempt(self, job: Job) -> tuple[Any, Exception | None]:
        """One job's answer or fault; a fault undoes this job alone, trouble with the file all of them."""
        self._connection.execute("SAVEPOINT job")
        try:
            answer, fault = job.work(self._connection), None
        except sqlite3.Error:
            raise
        except Exception as refused:
            answer, fault = None, refused
            self._connection.execute("ROLLBACK TO job")
        self._connection.execute("RELEASE job")
        return answer, fault
