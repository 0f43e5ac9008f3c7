"""A disk in memory, for what is not about disks: this machine flushes a real one a few hundred times a second."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

SHARED = Path("/dev/shm")
ROOM = 4 * 1024**3  # more than a run of the suite writes, environments with all they need among it


def disk_in_memory() -> Path | None:
    """Where there is such a disk with room for a run of the suite, from which programs may be started too."""
    if not os.access(SHARED, os.W_OK) or os.statvfs(SHARED).f_flag & getattr(os, "ST_NOEXEC", 0):
        return None
    return SHARED if shutil.disk_usage(SHARED).free >= ROOM else None


@contextmanager
def folder_in_memory() -> Iterator[Path]:
    """A folder in memory where there is such a disk, else wherever temporary files are; gone afterwards."""
    with TemporaryDirectory(prefix="gardien-", dir=SHARED if os.access(SHARED, os.W_OK) else None) as folder:
        yield Path(folder)
