"""Running command lines, in this process or in one of their own, with a small system, chips, beside the real ones."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import gardien.systems
from gardien.cli.main import main
from gardien.surroundings import SPOKEN

SYSTEMS = str(Path(__file__).parent / "systems")
GARDIEN = str(Path(sys.executable).parent / "gardien")


class Ran(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody's language, nobody's folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data_home"))
    monkeypatch.setattr(gardien.systems, "__path__", [*gardien.systems.__path__, SYSTEMS])
    for name in (*SPOKEN, "GARDIEN_DEBUG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line here: `run("do", "chips", "toss", stdin="…")`."""

    def here(*arguments: str, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        status = main(list(arguments))
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return here


@pytest.fixture
def spawn() -> Run:
    """Run a command line as a process of its own."""

    def apart(*arguments: str, stdin: str = "", **environment: str) -> Ran:
        ran = subprocess.run(
            [GARDIEN, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            env={**os.environ, "GARDIEN_SYSTEMS": SYSTEMS, **environment},
        )
        return Ran(ran.returncode, ran.stdout, ran.stderr)

    return apart
