"""Break every rule of a system on purpose and see whether a test notices: `make mutate SYSTEM=yacdha`.

mutmut leaves decorated functions alone, and every procedure is one. So the work is done on a copy in which
`@procedure(…) def rule` reads `def rule` followed by `rule = procedure(…)(rule)`, which means the same. The test of
terms reads the sources themselves, where mutants stand side by side, and is left out. Whole fights are chained in the
system and weighed in `sim`, so the tests of `sim` judge as well.
"""

import ast
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent

CONFIGURATION = """
[tool.mutmut]
source_paths = ["src"]
only_mutate = [{files}]
pytest_add_cli_args_test_selection = ["tests/systems/{system}", "tests/sim"]
pytest_add_cli_args = ["-q", "-x", "-p", "no:cacheprovider", "--ignore=tests/systems/{system}/test_terms.py"]
also_copy = ["tests", "examples", "README.md", "LICENSE"]
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


def main(system: str, *modules: str) -> int:
    """Mutate a system, or some of its modules; the answer is the number of mutants that survived."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder)
        copy(target)
        place = target / "src" / "gardien" / "systems" / system
        files = [f"src/gardien/systems/{system}/{module}.py" for module in modules] or [
            str(path.relative_to(target)) for path in sorted(place.rglob("*.py"))
        ]
        for path in place.rglob("*.py"):
            path.write_text(undecorated(path.read_text("utf-8")), "utf-8")
        pyproject = target / "pyproject.toml"
        text = pyproject.read_text("utf-8")
        listed = ", ".join(f'"{file}"' for file in files)
        pyproject.write_text(text + CONFIGURATION.format(files=listed, system=system), "utf-8")
        command = [sys.executable, "-m", "mutmut"]
        with open(target / "log", "w", encoding="utf-8") as log:
            subprocess.run([*command, "run"], cwd=target, stdout=log, stderr=subprocess.STDOUT, check=False)
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
