"""Where things are, and which files belong to the project."""

import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from gardien.sim import chains, fights

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "gardien"
BIN = Path(sys.executable).parent


def throw_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fights that are too large to be weighed are simulated as ever, only not a hundred thousand times."""
    for module in (chains, fights):
        monkeypatch.setattr(module, "DEFAULT_RUNS", 1000)


def project_files() -> Iterator[Path]:
    """Every file of the project: what .gitignore names is left out, and so is git's own folder."""
    ignored = [
        line.rstrip("/") for line in (ROOT / ".gitignore").read_text("utf-8").split() if not line.startswith("#")
    ]
    waiting = [ROOT]
    while waiting:
        for path in sorted(waiting.pop().iterdir()):
            if path.name == ".git" or any(fnmatch(path.name, pattern) for pattern in ignored):
                continue
            if path.is_dir():
                waiting.append(path)
            else:
                yield path
