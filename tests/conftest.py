"""What all tests share: properties that repeat themselves, and a tiny made-up system beside the real ones."""

import gc
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser

import gardien.sim  # noqa: F401  # before numpy, which it keeps to one thread
from progress import Progress
from tiny.beside import tiny_beside_installed
from web.browsing import chromium

YOUNG = 20_000  # objects made since the last look for garbage: rules make many, and hardly any are kept

pytest.register_assert_rewrite("conformance.playing", "conformance.weighing")
settings.register_profile("gardien", derandomize=True, deadline=None, database=None)
settings.load_profile("gardien")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: nobody looks for garbage among it, neither meanwhile nor afterwards."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.set_threshold(YOUNG)
    gc.enable()
    return result


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
