"""Stores for the tests: each test runs once on SQLite and once on PostgreSQL, both real, both empty at its start.

    def test_what_is_appended_can_be_read(store):                 # an opened store, closed for you
        store.append("c", 0, "a", [b"body"], 0)

    def test_another_process_sees_it(where, opened, processes):   # the address: a path or a postgresql:// URL
        store = opened(where)                                     # as often as you like, closed for you
        writer = processes.Process(target=write, args=(where,))   # a function of a module

`store` is opened at `where`; a test may ask for both, or for an `empty()` one again and again. `server` is the
PostgreSQL itself, for tests of that store alone: `server.database()` empties its database and gives the URL. Each
worker of the suite starts one and stops it at the end.
"""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing.forkserver import ensure_running
from pathlib import Path

import pytest

from gardien.table.store import open_store
from gardien.table.store.base import Store
from memory import folder_in_memory
from table.store.server import Server

KINDS = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One PostgreSQL for each worker of the suite."""
    server = Server()
    yield server
    server.stop()


@pytest.fixture(params=KINDS)
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """The address of an empty store, as often as one is wanted; what the last one held is gone."""
    if request.param == "sqlite":
        names = (tmp_path / f"store{number or ''}.db" for number in count())

        def next_file() -> str:
            for old in tmp_path.glob("store*.db*"):
                old.unlink()
            return str(next(names))

        return next_file
    server: Server = request.getfixturevalue("server")
    return server.database


@pytest.fixture
def where(empty: Callable[[], str]) -> str:
    """The address of an empty store."""
    return empty()


@pytest.fixture
def opened() -> Iterator[Callable[[str], Store]]:
    """Open stores that are closed after the test."""
    stores: list[Store] = []

    def open_one(where: str) -> Store:
        stores.append(open_store(where))
        return stores[-1]

    yield open_one
    for store in stores:
        store.close()


@pytest.fixture
def store(where: str, opened: Callable[[str], Store]) -> Store:
    """An empty store."""
    return opened(where)


@pytest.fixture(scope="session")
def processes() -> multiprocessing.context.ForkServerContext:
    """Processes that start quickly, without this one's threads and connections."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["table.store.children"])
    with pytest.MonkeyPatch.context() as patch:  # so that it finds what it preloads
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[1]), prepend=os.pathsep)
        ensure_running()
    return context


@pytest.fixture(scope="session")
def quick() -> Iterator[Store]:
    """A SQLite store in memory where there is a disk in memory: for long random play, a campaign for each example."""
    with folder_in_memory() as folder:
        store = open_store(folder / "store.db")
        yield store
        store.close()
