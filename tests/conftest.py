"""What all tests share: properties that repeat themselves, and a tiny made-up system beside the real ones."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings

from gardien import systems

settings.register_profile("gardien", derandomize=True, deadline=None, database=None)
settings.load_profile("gardien")

TINY = Path(__file__).parent / "tiny" / "gardien_tiny_systems"
INSTALLED = (
    str(Path(systems.__file__ or "").parent),
    *filter(None, os.environ.get("GARDIEN_SYSTEMS", "").split(os.pathsep)),
)


@contextmanager
def tiny_beside_installed() -> Iterator[None]:
    """While this lasts, the tiny system is found like any other: its parent folder is one of those that are searched."""
    before = systems.__path__
    systems.__path__ = [*INSTALLED, str(TINY)]
    try:
        yield
    finally:
        systems.__path__ = before


@pytest.fixture
def tiny() -> Iterator[None]:
    """The tiny system is installed during the test."""
    with tiny_beside_installed():
        yield
