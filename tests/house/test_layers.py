"""Layers import downwards only, and the contract that says so would notice a breach."""

import ast
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from house.places import BIN, ROOT, SOURCE

pytestmark = pytest.mark.slow


def lint(root: Path) -> subprocess.CompletedProcess:
    """The layer contracts of a project, checked on its own source."""
    return subprocess.run(
        [BIN / "lint-imports", "--config", "pyproject.toml", "--no-cache"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root / "src")},
        capture_output=True,
        text=True,
    )


def test_every_layer_imports_downwards_only():
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("core/dice.py", "import gardien.systems.yacdha"),
        ("core/terms.py", "from gardien.cli import main"),
        ("core/readings/play.py", "import random"),
        ("systems/yacdha/luck.py", "import datetime"),
        ("systems/yacdha/luck.py", "from gardien import cli"),
        ("systems/yacdha/gauges.py", "import numpy"),
    ],
)
def test_a_stray_import_is_noticed(tmp_path, file, line):
    """A contract that nothing can break is no contract: one line more, in a copy, and it must fail."""
    shutil.copytree(SOURCE, tmp_path / "src" / "gardien", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / "src" / "gardien" / file).open("a", encoding="utf-8") as source:
        source.write(f"\n\ndef _stray() -> None:\n    {line}\n")
    done = lint(tmp_path)
    assert done.returncode != 0, done.stdout
    assert "BROKEN" in done.stdout


def imported(path: Path) -> set[str]:
    """Every module a file imports, at its head or within a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_systems_never_import_each_other():
    """What two share moves down to core; a contract would have to list the systems, and none is listed anywhere."""
    folders = {path.parent.name: path.parent for path in (SOURCE / "systems").glob("*/__init__.py")}
    assert folders
    for name, folder in folders.items():
        for path in folder.rglob("*.py"):
            for module in imported(path):
                if module.startswith("gardien.systems."):
                    assert module.split(".")[2] == name, f"{path.name} imports {module}"


def test_core_names_no_game():
    """The core is the same whatever is installed: no folder of a system is named in it."""
    games = [path.parent.name for path in (SOURCE / "systems").glob("*/__init__.py")]
    named = [
        f"{path.name}: {game}"
        for path in (SOURCE / "core").rglob("*.py")
        for game in games
        if game in path.read_text("utf-8").lower()
    ]
    assert named == []
