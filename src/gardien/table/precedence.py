"""Whoever acts at a table goes first: long work in other threads pauses meanwhile, at the places where it can."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, local

PATIENCE_SECONDS = 0.02  # of one pause, at most: however many act, the work goes on


class Acting:
    """Whether somebody acts just now."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._many = 0
        self._nobody = Event()
        self._nobody.set()
        self._thread = local()

    @contextmanager
    def first(self) -> Iterator[None]:
        """Somebody does."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        with self._lock:
            self._many += more
            if self._many:
                self._nobody.clear()
            else:
                self._nobody.set()

    def works_beside(self) -> None:
        """Whoever calls this is a thread that can wait."""
        self._thread.can_wait = True

    def give_way(self) -> None:
        """A pause between two parts of long work, while somebody acts; the event loop itself waits for nobody."""
        if self._many and getattr(self._thread, "can_wait", False):
            self._nobody.wait(PATIENCE_SECONDS)


ACTING = Acting()
