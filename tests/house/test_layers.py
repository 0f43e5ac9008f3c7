"""Layers import downwards only, and the contract that says so would notice a breach."""

import ast
import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
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
        ("core/interpreters/play.py", "import random"),
        ("systems/yacdha/rules/luck.py", "import datetime"),
        ("systems/yacdha/rules/luck.py", "from gardien import cli"),
        ("systems/yacdha/rules/gauges.py", "import numpy"),
    ],
)
def test_a_stray_import_is_noticed(tmp_path, file, line):
    """A contract that nothing can break is no contract: one line more, in a copy, and it must fail."""
    done = lint_with(tmp_path, [(file, line)])
    assert done.returncode != 0, done.stdout
    assert "BROKEN" in done.stdout


def lint_with(root: Path, strays: list[tuple[str, str]]) -> subprocess.CompletedProcess:
    """The contracts checked on a copy with lines added to some files."""
    shutil.copytree(SOURCE, root / "src" / "gardien", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    for file, line in strays:
        path = root / "src" / "gardien" / file
        path.write_text(f"{path.read_text('utf-8')}\n\ndef _stray() -> None:\n    {line}\n", "utf-8")
    return lint(root)


def test_no_room_of_any_game_may_look_into_one_above_it(tmp_path):
    """In every game, one line from each room into the next one up, and between the three that stand side by side."""
    upward = [*pairwise(("pack", "rules", "sheet", "creation", "table", "page")), ("page", "sim"), ("sim", "words")]
    games = [path.parent.name for path in (SOURCE / "systems").glob("*/__init__.py")]
    looks = [
        (f"gardien.systems.{game}.{low}", f"gardien.systems.{game}.{high}") for game in games for low, high in upward
    ]
    strays = [
        (
            f"systems/{game}/{low}/__init__.py",
            "\n    ".join(f"import gardien.systems.{game}.{up}" for down, up in upward if down == low),
        )
        for game in games
        for low in dict.fromkeys(down for down, _ in upward)
    ]
    said = " ".join(lint_with(tmp_path, strays).stdout.split())
    assert [look for look in looks if f"{look[0]} is not allowed to import {look[1]}:" not in said] == []


def test_nothing_stands_beside_the_rooms(tmp_path):
    done = lint_with(tmp_path, [("systems/yacdha/options.py", "from gardien.systems.yacdha import beside")])
    (tmp_path / "src/gardien/systems/yacdha/beside.py").write_text('"""Beside the rooms."""\n', "utf-8")
    assert done.returncode == 0, done.stdout
    assert lint(tmp_path).returncode != 0


def imported(path: Path) -> set[str]:
    """Every module a file imports, at its head or within a function."""
    result = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            result |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            result |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return result


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


# What only some games have. Core knows dice, sheets, fights and clocks; none of these.
GAMES_THINGS = {
    *("d6", "d20", "d100", "armour", "characteristic", "damage", "destiny", "fatigue", "initiative", "luck", "madness"),
    *("magic", "mythos", "poison", "sanity", "sight", "skill", "spell", "trauma", "weapon", "wound", "zone"),
}


def spoken(tree: ast.Module) -> set[str]:
    """The words a module works with: of its names and of its texts, docstrings left aside."""
    texts: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            texts.add(node.id)
        elif isinstance(node, ast.Attribute):
            texts.add(node.attr)
        elif isinstance(node, ast.arg | ast.keyword):
            texts.add(node.arg or "")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.alias):
            texts.add(node.name)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            node.body[0].value.value = ""  # type: ignore[attr-defined]
    return {
        word for text in texts for word in re.findall("[a-z0-9]+", re.sub("([a-z])([A-Z])", r"\1_\2", text).lower())
    }


def test_core_knows_nothing_that_only_some_games_have():
    known = {
        str(path.relative_to(SOURCE)): sorted(things)
        for path in sorted((SOURCE / "core").rglob("*.py"))
        if path.name != "dice.py" and (things := spoken(ast.parse(path.read_text("utf-8"))) & GAMES_THINGS)
    }
    assert known == {}


ALONE = """
import importlib, sys
for module in sys.argv[1:]:
    for known in [one for one in sys.modules if one.startswith(("gardien.table", "gardien.web"))]:
        del sys.modules[known]
    importlib.import_module(module)
"""


def test_every_module_of_the_table_and_its_pages_can_be_imported_first():
    """Two that need each other come in only by the right door; whoever tries the other one falls over it."""
    files = [*(SOURCE / "table").rglob("*.py"), *(SOURCE / "web" / "pages").rglob("*.py")]
    modules = [
        ".".join(one.relative_to(SOURCE.parent).with_suffix("").parts) for one in files if one.stem != "__init__"
    ]
    done = subprocess.run([sys.executable, "-c", ALONE, *modules], capture_output=True, text=True, env={**os.environ})
    assert done.returncode == 0, done.stderr[-600:]
