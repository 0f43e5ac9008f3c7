"""What all tests share: properties that repeat themselves, and a tiny made-up system beside the real ones."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tiny.beside import tiny_beside_installed

settings.register_profile("gardien", derandomize=True, deadline=None, database=None)
settings.load_profile("gardien")


@pytest.fixture
def tiny() -> Iterator[None]:
    """The tiny system is installed during the test."""
    with tiny_beside_installed():
        yield
