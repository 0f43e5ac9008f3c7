"""The tiny system beside the installed ones: found because its parent folder is searched, and for nothing else."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gardien import systems

TINY = Path(__file__).parent / "gardien_tiny_systems"
INSTALLED = (
    str(Path(systems.__file__ or "").parent),
    *filter(None, os.environ.get("GARDIEN_SYSTEMS", "").split(os.pathsep)),
)


@contextmanager
def tiny_beside_installed() -> Iterator[None]:
    """While this lasts, the tiny system is found like any other."""
    before = systems.__path__
    systems.__path__ = [*INSTALLED, str(TINY)]
    try:
        yield
    finally:
        systems.__path__ = before
