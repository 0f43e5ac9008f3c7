"""Stores for the tests: each test runs once on SQLite and once on PostgreSQL, both real, both empty at its start.

    def test_what_is_appended_can_be_read(store):                 # an opened store, closed for you
        store.append("c", 0, "a", [b"body"], 0)

    def test_another_process_sees_it(where, opened, processes):   # the address: a path or a postgresql:// URL
        store = opened(where)                                     # as often as you like, closed for you
        writer = processes.Process(target=write, args=(where,))   # a function of a module

`store` is opened at `where`; a test may ask for both. `server` is the PostgreSQL itself, for tests of that store alone:
`server.database()` empties its database and gives the URL. Each worker of the suite starts one and stops it at the end.
"""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from multiprocessing.forkserver import ensure_running
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest

from gardien.table.store import open_store
from gardien.table.store.base import Store
from table.store.server import Server

KINDS = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One PostgreSQL for each worker of the suite."""
    server = Server()
    yield server
    server.stop()


@pytest.fixture(params=KINDS)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store."""
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    server: Server = request.getfixturevalue("server")
    return server.database()


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
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A SQLite store in memory where there is a disk in memory: for long random play, a campaign for each example."""
    memory = Path("/dev/shm")
    folder = mkdtemp(dir=memory) if os.access(memory, os.W_OK) else str(tmp_path_factory.mktemp("quick"))
    store = open_store(str(Path(folder) / "store.db"))
    yield store
    store.close()
    rmtree(folder)
