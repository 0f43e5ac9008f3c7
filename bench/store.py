"""Durable appends per second, beside what the same disk can do in the same run: `python -m bench.store [FOLDER]`."""

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from gardien.table.store import open_store
from gardien.table.store.base import Store

SECONDS = 3.0
BODY = os.urandom(300)  # about an event
SQLITE_CLIENTS = (1, 8, 64)
POSTGRES_CLIENTS = (1, 8)


def rate(work: Callable[[int], None], clients: int) -> float:
    """Calls per second of so many threads; each call is given its client's number."""
    until = time.monotonic() + SECONDS
    counts = [0] * clients

    def run(client: int) -> None:
        while time.monotonic() < until:
            work(client)
            counts[client] += 1

    threads = [threading.Thread(target=run, args=(client,)) for client in range(clients)]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.monotonic() - start)


def raw(folder: Path) -> float:
    """A few hundred bytes behind a file's end, each brought to the disk before the next."""
    with (folder / "raw").open("wb", buffering=0) as file:

        def write(_: int) -> None:
            file.write(BODY)
            os.fdatasync(file.fileno())

        return rate(write, 1)


def appends(store: Store, clients: int) -> float:
    """Appends to a campaign of each client's own."""
    numbers = [0] * clients

    def append(client: int) -> None:
        numbers[client] += 1
        store.append(f"{clients}.{client}", None, str(numbers[client]), [BODY], 0)

    return rate(append, clients)


def main() -> None:
    """Measure and print."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from table.store.server import Server

    with TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as name:
        line("write and fdatasync, one after the other", raw(Path(name)))
        store = open_store(name)
        for clients in SQLITE_CLIENTS:
            line(f"SQLite, {clients} at once", appends(store, clients))
        store.close()
        line("write and fdatasync again", raw(Path(name)))
    server = Server()
    try:
        store = open_store(server.url())
        for clients in POSTGRES_CLIENTS:
            line(f"PostgreSQL, {clients} at once", appends(store, clients))
        store.close()
        line("write and fdatasync in its folder", raw(server.folder))
    finally:
        server.stop()


def line(what: str, per_second: float) -> None:
    """One figure."""
    print(f"{what:<45}{per_second:>10,.0f}/s")


if __name__ == "__main__":
    main()
