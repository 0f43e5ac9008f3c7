"""What other processes do in the tests; preloaded, so that one starts in milliseconds."""

import resource
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread

import gardien.table.store.postgres
import gardien.table.store.sqlite  # noqa: F401
from gardien.core.errors import Refusal
from gardien.table.store import open_store
from gardien.table.store.base import Stale

WRITERS = 3


def write_until_killed(where: str, round: int, told: Connection) -> None:
    """Append from several threads and tell each acknowledged action; a body says its action, part and parts."""
    store = open_store(where)
    lock = Lock()

    def write(writer: int) -> None:
        for number in count():
            action = f"{round}.{writer}.{number}"
            parts = 1 + number % 3
            campaign = f"c{number % 2}"
            store.append(campaign, None, action, [f"{action} {part} {parts}".encode() for part in range(parts)], number)
            with lock:
                told.send((campaign, action, parts))

    told.send("ready")
    for writer in range(WRITERS):
        Thread(target=write, args=(writer,)).start()


def race(where: str, name: str, goal: int, told: Connection) -> None:
    """Append behind the head one has seen, until there are enough; tell the versions won."""
    store = open_store(where)
    told.send("ready")
    told.recv()
    won, head = [], 0
    while head < goal:
        try:
            head = store.append("race", head, f"{name} {head}", [name.encode()], 0).last
            won.append(head)
        except Stale as stale:
            head = stale.records[-1].version
    told.send(won)
    store.close()


def append_some(where: str, campaign: str, bodies: list[bytes], told: Connection) -> None:
    """Append one action and tell its answer."""
    store = open_store(where)
    told.send(store.append(campaign, None, "from afar", bodies, 0))
    store.close()


def outgrow(where: str, limit: int, told: Connection) -> None:
    """Append until a limit on the size of files is met; tell the versions written and the refusal."""
    store = open_store(where)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    try:
        for number in count(1):
            store.append("c", None, str(number), [bytes(60_000)], 0)
    except Refusal as refusal:
        told.send((store.head("c"), number, refusal.id))


def hold(path: Path, told: Connection) -> None:
    """Keep a SQLite file locked until told to let go."""
    import sqlite3

    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    told.send("held")
    told.recv()
