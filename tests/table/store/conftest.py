"""A real disk, and small ones, which can be filled."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from table.store.server import Server, with_small_disk


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder on a real disk, where to flush means something."""
    with TemporaryDirectory(prefix="gardien-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def mount(*arguments: object) -> None:
    """Mount a disk, or skip the test where that is not permitted."""
    done = subprocess.run(["mount", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"this needs the right to mount a disk: {done.stderr.strip()}")


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Mount small disks."""
    mounted: list[Path] = []

    def mount_one(size: str) -> Path:
        folder = tmp_path / f"disk{len(mounted)}"
        folder.mkdir()
        mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder)
        mounted.append(folder)
        return folder

    yield mount_one
    for folder in mounted:
        subprocess.run(["umount", "-l", folder], check=True)


@pytest.fixture
def server_with_small_disk(tmp_path: Path) -> Iterator[Server]:
    """A PostgreSQL of the test's own: a full disk harms all that a server does."""
    tried = subprocess.run(with_small_disk(tmp_path, "1m", "true"), capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"this needs the right to mount a disk: {tried.stderr.strip()}")
    server = Server(disk_size="40m")
    yield server
    server.stop()
