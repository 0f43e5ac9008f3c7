"""Start-up: what one command loads, and how long it takes beside Python itself."""

import os
import subprocess
import sys
import time

import pytest

from .conftest import GARDIEN

CHECK = ["do", "yacdha", "gauge_check", "gauge=madness", "value=2"]
HEAVY = {
    "argparse",
    "asyncio",
    "email",
    "importlib.metadata",
    "json",
    "numpy",
    "rich",
    "shutil",
    "tomllib",
    "traceback",
}


def modules_of(*arguments: str) -> set[str]:
    """The modules loaded once a command line has run."""
    script = "import sys; from gardien.cli.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=60)
    return set(ran.stderr.split())


def test_do_loads_one_module_of_one_system_and_nothing_heavy():
    loaded = modules_of(*CHECK, "--dice", "3")
    assert not loaded & (HEAVY | {"random", "typing_extensions"})
    assert {name for name in loaded if name.startswith("gardien.cli.")} == {
        f"gardien.cli.{name}" for name in ("main", "line", "do", "shared", "layout")
    }
    assert "gardien.systems.yacdha.combat" not in loaded


def test_do_as_json_needs_neither_layout_nor_sentences():
    loaded = modules_of(*CHECK, "--json")
    assert "random" in loaded
    assert not loaded & (HEAVY | {"gardien.cli.layout", "gardien.core.telling", "gardien.systems.yacdha.sentences"})


def test_typing_extensions_stays_available_to_others():
    script = "from gardien.cli.main import main; main(['-h']); import typing_extensions; print(typing_extensions.Self)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert ran.stdout.endswith("typing.Self\n"), ran.stderr


def test_import_gardien_loads_nothing():
    script = "import sys; before = set(sys.modules); import gardien; print(*set(sys.modules) - before)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert ran.stdout.split() == ["gardien"]


def seconds(command: list[str], environment: dict[str, str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
    return time.perf_counter() - begun


@pytest.mark.slow
def test_do_answers_within_six_times_the_start_of_python(tmp_path):
    """Compiled, as an installed program is; the quickest of many runs in turn, for machines are busy."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path)
    pairs = [
        (seconds([sys.executable, "-c", "pass"], environment), seconds([GARDIEN, *CHECK], environment))
        for _ in range(20)
    ]
    assert min(ours for _, ours in pairs) < 6 * min(python for python, _ in pairs)
