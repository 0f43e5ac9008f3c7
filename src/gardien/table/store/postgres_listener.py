"""One connection per process that hears of every append, comes back by itself, and then tells what it missed."""

from collections.abc import Callable
from threading import Event, Thread

import psycopg

from gardien.core.errors import Refusal
from gardien.table.store.base import Callback
from gardien.table.store.postgres_database import CONNECT_SECONDS, Connection, connect

CHANNEL = "gardien"
LOOK_UP_SECONDS = 0.25  # how often the thread looks whether it should stop
FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 2.0


class Listener:
    """A thread that turns notifications into calls, for each campaign with rising versions only."""

    def __init__(self, url: str, heads: Callable[[Connection], dict[str, int]], tell: Callback) -> None:
        self._url = url
        self._heads = heads
        self._tell = tell
        self._known: dict[str, int] | None = None
        self._ready = Event()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="gardien-listener", daemon=True)
        self._thread.start()

    def wait(self, where: str) -> None:
        """Return once every later append will be heard."""
        if not self._ready.wait(CONNECT_SECONDS):
            raise Refusal("store/unreachable", kind="broken", where=where)

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        pause = FIRST_PAUSE_SECONDS
        while not self._stop.is_set():
            try:
                with connect(self._url) as connection:
                    connection.execute(f"LISTEN {CHANNEL}".encode())
                    self._catch_up(self._heads(connection))
                    self._ready.set()
                    pause = FIRST_PAUSE_SECONDS
                    self._listen(connection)
            except psycopg.Error:
                self._stop.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _catch_up(self, heads: dict[str, int]) -> None:
        if self._known is None:
            self._known = heads
        for campaign, version in heads.items():
            self._hear(campaign, version)

    def _listen(self, connection: Connection) -> None:
        while not self._stop.is_set():
            for heard in connection.notifies(timeout=LOOK_UP_SECONDS):
                version, _, campaign = heard.payload.partition(" ")
                self._hear(campaign, int(version))

    def _hear(self, campaign: str, version: int) -> None:
        assert self._known is not None
        if version > self._known.get(campaign, 0):
            self._known[campaign] = version
            self._tell(campaign, version)
