"""A disk in memory, for what is not about disks: this machine flushes a real one a few hundred times a second."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

SHARED = Path("/dev/shm")


@contextmanager
def folder_in_memory() -> Iterator[Path]:
    """A folder in memory where there is such a disk, else wherever temporary files are; gone afterwards."""
    with TemporaryDirectory(prefix="gardien-", dir=SHARED if os.access(SHARED, os.W_OK) else None) as folder:
        yield Path(folder)
