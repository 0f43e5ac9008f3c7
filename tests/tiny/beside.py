"""Systems beside the installed ones: found because their parent folder is searched, and for nothing else."""

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from gardien import systems

TINY = Path(__file__).parent / "gardien_tiny_systems"
INSTALLED = (
    str(Path(systems.__file__ or "").parent),
    *filter(None, os.environ.get("GARDIEN_SYSTEMS", "").split(os.pathsep)),
)


def tiny_beside_installed() -> AbstractContextManager[None]:
    """While this lasts, the tiny systems are found like any other."""
    return beside_installed(TINY)


@contextmanager
def beside_installed(folder: Path) -> Iterator[None]:
    """While this lasts, the systems of a folder are found like any other."""
    before = systems.__path__
    systems.__path__ = [*INSTALLED, str(folder)]
    try:
        yield
    finally:
        systems.__path__ = before


def forget(folder: Path) -> None:
    """The modules of a folder of systems are gone, as if they had never been imported."""
    homes = tuple(f"{systems.__name__}.{one.name}" for one in folder.iterdir())
    for name in [one for one in sys.modules if one.startswith(homes)]:
        del sys.modules[name]
