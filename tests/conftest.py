"""What all tests share: properties that repeat themselves, and a tiny made-up system beside the real ones."""

import gc
import os
import re
import shutil
from collections.abc import Generator, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser

import gardien.sim  # noqa: F401  # before numpy, which it keeps to one thread
from dealing import dealt
from memory import disk_in_memory
from progress import Progress
from tiny.beside import tiny_beside_installed
from web.browsing import chromium

YOUNG = 20_000  # objects made since the last look for garbage: rules make many, and hardly any are kept
FOLDERS = count()
WAITING = re.compile("^tests/(web|table/store)/")  # for a browser, a server, a disk
COMPUTING = re.compile("/test_one_fight|^tests/conformance/|/sim/")
LONGEST = (
    *("test_pages.", "test_screens", "test_story_", "test_two_worlds", "test_flow", "test_injection", "test_narrow"),
    *("test_server_kills", "test_fuzz", "test_attacked", "test_one_fight"),
)

pytest.register_assert_rewrite("conformance.changing", "conformance.playing", "conformance.weighing")
settings.register_profile("gardien", derandomize=True, deadline=None, database=None)
settings.load_profile("gardien")


def pytest_configure() -> None:
    """What tests write lies in memory: a store waits for its disk at every word that is said at a table.

    The tests of the store itself have a real disk (`table/store/conftest.py`).
    """
    if folder := disk_in_memory():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: nobody looks for garbage among it, neither meanwhile nor afterwards."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.set_threshold(YOUNG)
    gc.enable()
    return result


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In the order in which workers are given them."""
    waiting: dict[str, list[pytest.Item]] = {}
    computing: dict[str, list[pytest.Item]] = {}
    small = []
    for item in items:
        file = item.nodeid.partition("::")[0]
        if WAITING.search(file):
            waiting.setdefault(file, []).append(item)
        elif COMPUTING.search(file):
            computing.setdefault(file, []).append(item)
        else:
            small.append(item)
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = dealt(longest_first(waiting), longest_first(computing), small, workers)


def longest_first(files: dict[str, list[pytest.Item]]) -> list[list[pytest.Item]]:
    places = {file: next((at for at, one in enumerate(LONGEST) if f"/{one}" in file), len(LONGEST)) for file in files}
    return [files[file] for file in sorted(files, key=places.__getitem__)]


@pytest.fixture(scope="session", autouse=True)
def somebodys_own_data(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes what belongs to whoever runs it."""
    os.environ["GARDIEN_DATA"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of the test's own, gone with it. No other had its name: what a program reads of a file it may keep."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    folder = tmp_path_factory.mktemp(f"{name}{next(FOLDERS)}", numbered=False)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def tiny() -> Iterator[None]:
    """The tiny system is installed during the test."""
    with tiny_beside_installed():
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all stories; everybody in it has a device of their own."""
    with chromium() as result:
        yield result


@pytest.fixture
def progress(request: pytest.FixtureRequest) -> Progress:
    """Says how far a long test is."""
    return Progress(request)
