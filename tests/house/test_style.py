"""Style and types are checked by their tools, as part of the suite."""

import subprocess

import pytest

from house.places import BIN, ROOT

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    "command",
    [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",)],
    ids=lambda command: " ".join(command),
)
def test_the_tool_finds_nothing(command):
    tool, *arguments = command
    done = subprocess.run([BIN / tool, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
