"""Both stores, each new for every test, and processes that can be killed."""

import multiprocessing
import os
import subprocess
from collections.abc import Callable, Iterator
from multiprocessing.forkserver import ensure_running
from pathlib import Path

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
    return opened(where)


@pytest.fixture(scope="session")
def processes() -> multiprocessing.context.ForkServerContext:
    """Processes that start quickly, without this one's threads and connections."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["table.store.children"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))  # where it finds what it preloads
        ensure_running()
    return context


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Mount small disks; only root may."""
    if os.getuid() != 0:
        pytest.skip("only root may mount a small disk")
    mounted: list[Path] = []

    def mount(size: str, within: Path = tmp_path) -> Path:
        folder = within / f"disk{len(mounted)}"
        folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True)
        mounted.append(folder)
        return folder

    yield mount
    for folder in mounted:
        subprocess.run(["umount", "-l", folder], check=True)
