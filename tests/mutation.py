"""Break every rule of a system on purpose and see whether a test notices: `make mutate SYSTEM=yacdha`.

A whole system takes hours. `python -m tests.mutation operators rules.luck rules.fight.cover` breaks two modules and
asks only the test files that can tell: those that name a procedure of these modules, or of a module that uses them,
or import one.

mutmut leaves decorated functions alone, and every procedure is one. So the work is done on a copy in which
`@procedure(…) def rule` reads `def rule` followed by `rule = procedure(…)(rule)`, which means the same. The test of
terms reads the sources themselves, where mutants stand side by side, and is left out. Whole fights are chained in the
system and weighed in `sim`, so the tests of `sim` judge as well. Properties try fewer examples, and two mutants at a
time leave the machine to others.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
WORDS = "test_terms.py"

CONFIGURATION = """
[tool.mutmut]
source_paths = ["src"]
only_mutate = [{files}]
pytest_add_cli_args_test_selection = [{judges}]
pytest_add_cli_args = ["-q", "-x", "-p", "no:cacheprovider", "--ignore=tests/systems/{system}/{words}"]
also_copy = ["tests", "examples", "README.md", "LICENSE"]
"""

FEWER = """
settings.register_profile("fewer", settings.get_profile("gardien"), max_examples=20)
settings.load_profile("fewer")
"""


def undecorated(source: str) -> str:
    """The same module with its procedure decorators applied after each function."""
    lines = source.splitlines()
    for node in reversed(ast.parse(source).body):
        if not isinstance(node, ast.FunctionDef) or not node.decorator_list:
            continue
        first, last = node.decorator_list[0].lineno - 1, node.lineno - 1
        decorators = [ast.get_source_segment(source, one) for one in node.decorator_list]
        assert node.end_lineno is not None
        applied = [f"{node.name} = {one}({node.name})" for one in reversed(decorators)]
        lines[first : node.end_lineno] = [*lines[last : node.end_lineno], "", "", *applied]
    return "\n".join(lines) + "\n"


def copy(target: Path) -> None:
    """The project's files as they are now, tracked or not yet."""
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    for name in names:
        if not (ROOT / name).is_file():  # removed, or a link to a folder
            continue
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target / name)


def users(sources: dict[str, str], modules: set[str], system: str) -> set[str]:
    """These modules and all that lead to them, however far."""
    imports = {name: imported(text, system) for name, text in sources.items()}
    while more := {name for name, used in imports.items() if used & modules} - modules:
        modules = modules | more
    return modules


def imported(source: str, system: str) -> set[str]:
    """The modules of a system that a file imports, by their place in its folder: `rules.fight.weapons`."""
    home = f"gardien.systems.{system}"
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{home}."):
            room = str(node.module).removeprefix(home).removeprefix(".")
            names |= {room, *(f"{room}.{alias.name}".removeprefix(".") for alias in node.names)}
    return names


def judges(system: str, modules: tuple[str, ...]) -> list[str]:
    """The tests that can notice a broken rule of these modules; without modules, all of the system."""
    place, home = ROOT / "src" / "gardien" / "systems" / system, ROOT / "tests" / "systems" / system
    if not modules:
        return [f"tests/systems/{system}", "tests/sim"]
    sources = {
        ".".join(path.relative_to(place).with_suffix("").parts).removesuffix(".__init__"): path.read_text("utf-8")
        for path in place.rglob("*.py")
    }
    reached = users(sources, set(modules), system)
    played = [key for name in reached for key in re.findall(r'@procedure\(\s*"(\w+)"', sources[name])]
    named = re.compile("|".join(rf"[\"']{key}[\"']" for key in played) or r"\Z.")
    files = [
        path
        for path in sorted(set(home.rglob("test_*.py")) - {home / WORDS})
        if named.search(text := path.read_text("utf-8"))
        or imported(text, system) & reached
        or path.name == "test_examples.py"  # names its procedures elsewhere
    ]
    return [*(str(path.relative_to(ROOT)) for path in files), "tests/sim"]


def main(system: str, *modules: str) -> int:
    """Mutate a system, or some of its modules; the answer is the number of mutants that survived."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder)
        copy(target)
        place = target / "src" / "gardien" / "systems" / system
        files = [f"src/gardien/systems/{system}/{module.replace('.', '/')}.py" for module in modules] or [
            str(path.relative_to(target)) for path in sorted(place.rglob("*.py"))
        ]
        for path in place.rglob("*.py"):
            path.write_text(undecorated(path.read_text("utf-8")), "utf-8")
        pyproject = target / "pyproject.toml"
        text = pyproject.read_text("utf-8")
        listed, asked = (", ".join(f'"{one}"' for one in many) for many in (files, judges(system, modules)))
        pyproject.write_text(
            text + CONFIGURATION.format(files=listed, judges=asked, system=system, words=WORDS), "utf-8"
        )
        with open(target / "tests" / "conftest.py", "a", encoding="utf-8") as shared:
            shared.write(FEWER)
        command = [sys.executable, "-m", "mutmut"]
        own = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}  # the copy is what is broken
        run = [*command, "run", "--max-children", "2"]
        with open(target / "log", "w", encoding="utf-8") as log:
            subprocess.run(run, cwd=target, env=own, stdout=log, stderr=subprocess.STDOUT, check=False)
        log_text = (target / "log").read_text("utf-8", errors="replace")
        if "Running mutation testing" not in log_text:
            print("\n".join(log_text.replace("\r", "\n").splitlines()[-30:]))
            return 1
        print(log_text.replace("\r", "\n").strip().splitlines()[-2])
        results = subprocess.run([*command, "results"], cwd=target, capture_output=True, text=True, check=False).stdout
        survivors = [
            line.split(":")[0].strip() for line in results.splitlines() if "survived" in line or "no tests" in line
        ]
        for name in survivors:
            shown = subprocess.run([*command, "show", name], cwd=target, capture_output=True, text=True, check=False)
            print(f"\n{name}\n{shown.stdout}")
        print(f"{len(survivors)} survived")
        return len(survivors)


if __name__ == "__main__":
    sys.exit(min(1, main(*sys.argv[1:])))
