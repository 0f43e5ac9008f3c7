"""A few connections, made when they are wanted: that the server is gone or back is noticed at once."""

import select
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, LifoQueue
from threading import Semaphore

from psycopg.pq import TransactionStatus

from gardien.core.errors import Refusal
from gardien.table.store.postgres_database import LOCK_SECONDS, Connection, connect, place, trouble

CONNECTIONS = 8  # that write and read at once, in each process


class Pool:
    """Connections to one database."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._where = place(url)
        self._idle: LifoQueue[Connection] = LifoQueue()
        self._free = Semaphore(CONNECTIONS)

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """One for a while; the database's trouble becomes a refusal."""
        if not self._free.acquire(timeout=LOCK_SECONDS):
            raise Refusal("store/busy", kind="broken", where=self._where)
        try:
            with trouble(self._where):
                connection = self._take()
                try:
                    yield connection
                finally:
                    self._give_back(connection)
        finally:
            self._free.release()

    def close(self) -> None:
        """Let go of those nobody uses."""
        while not self._idle.empty():
            self._idle.get().close()

    def _take(self) -> Connection:
        while True:
            try:
                connection = self._idle.get_nowait()
            except Empty:
                return connect(self._url)
            if _quiet(connection):
                return connection
            connection.close()

    def _give_back(self, connection: Connection) -> None:
        if connection.info.transaction_status == TransactionStatus.IDLE:
            self._idle.put(connection)
        else:
            connection.close()


def _quiet(connection: Connection) -> bool:
    """Whether an idle connection is sound: to one that is not asked anything, a server speaks only to say goodbye."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return not poll.poll(0)
