"""Start-up: what one command loads, and how long it takes beside Python itself."""

import os
import resource
import subprocess
import sys
from importlib.util import find_spec

import pytest

from .conftest import GARDIEN

CHECKS = {
    "yacdha": ["do", "yacdha", "gauge_check", "gauge=madness", "value=2"],
    "operators": ["do", "operators", "test", "characteristic=DEX", "score=50"],
    "d20d100": ["do", "d20d100", "skill_test", "skill=ecouter", "modifier=5", "difficulty=15"],
    "cthulhud20": ["do", "cthulhud20", "check", "skill=spot", "dc=15"],
    "organique": ["do", "organique", "test", "characteristic=PER", "character.PER=12"],
}
FIGHTS = {  # what a test has no need of
    "yacdha": "rules.combat",
    "operators": "rules.fight.firearms",
    "d20d100": "rules.fight.attack",
    "cthulhud20": "rules.fight.attack",
    "organique": "rules.fight.attack",
}
FEWEST, MOST = 5, 20  # runs
HEAVY = {
    "argparse",
    "asyncio",
    "email",
    "fractions",
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


@pytest.mark.parametrize("system", CHECKS)
def test_do_loads_one_module_of_one_system_and_nothing_heavy(system):
    modules_of(*CHECKS[system], "--dice", "3")  # the first time, tables are read from their sources
    loaded = modules_of(*CHECKS[system], "--dice", "3")
    assert not loaded & (HEAVY | {"random", "typing_extensions"})
    assert {name for name in loaded if name.startswith("gardien.cli.")} == {
        f"gardien.cli.{name}" for name in ("main", "command_line", "streams", "do", "shared", "layout")
    }
    assert f"gardien.systems.{system}.words" in loaded
    fight = f"gardien.systems.{system}.{FIGHTS[system]}"
    assert find_spec(fight)
    assert fight not in loaded
    assert not any(
        name.startswith(f"gardien.systems.{other}") for name in loaded for other in CHECKS if other != system
    )


@pytest.mark.parametrize("system", CHECKS)
def test_do_as_json_needs_neither_layout_nor_words(system):
    loaded = modules_of(*CHECKS[system], "--json")
    assert "random" in loaded
    assert not loaded & (HEAVY | {"gardien.cli.layout", "gardien.core.telling", f"gardien.systems.{system}.words"})


def test_typing_extensions_stays_available_to_others():
    script = "from gardien.cli.main import main; main(['-h']); import typing_extensions; print(typing_extensions.Self)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert ran.stdout.endswith("typing.Self\n"), ran.stderr


def test_import_gardien_loads_nothing():
    script = "import sys; before = set(sys.modules); import gardien; print(*set(sys.modules) - before)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert ran.stdout.split() == ["gardien"]


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """The time of the processor, which other people's work changes least."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.slow
@pytest.mark.parametrize("system", CHECKS)
def test_do_answers_within_six_times_the_start_of_python(tmp_path, system):
    """Compiled, as an installed program is; the quickest of some runs in turn, of more where the machine is busy."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path)
    python, ours = [], []
    while len(ours) < FEWEST or (min(ours) >= 6 * min(python) and len(ours) < MOST):
        python.append(seconds([sys.executable, "-c", "pass"], environment))
        ours.append(seconds([GARDIEN, *CHECKS[system]], environment))
    assert min(ours) < 6 * min(python)
