"""Break the rules of a game on purpose and see whether a test notices.

`python -m tests.mutation organique --sample 150` breaks 150 places of its rules, drawn at random by `--seed`, one at a
time, and says how many were noticed, with the 95 % interval for all of them, and which were not. Modules named after
the game (`rules.luck rules.fight.cover`) are broken everywhere instead; without either, every rule is, for hours.
`--mutants FILE` breaks again what an earlier run named, `--tests PATH …` asks these tests instead of the usual ones:
those of the game apart from pages and whole fights, and what the conformance kit asks of every procedure.

What can be broken is mutmut's list. Nothing is written for it: the tests are collected and run once, which says which
of them reach which function and how long they take. Each mutant is then a fork in which that one function has other
code, and in which the quickest of those tests run until one fails, for `--seconds` at most: whatever a slower test
alone would notice counts as unnoticed. What was remembered of the unbroken rule is forgotten first; what is worked out
while modules are imported cannot be broken so. Properties try fewer examples. Tests that read the sources (the words of
steps) are shown the broken source, and what no test notices mypy is asked about, once for all.
"""

import argparse
import ast
import gc
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from functools import cache
from importlib import import_module
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from types import FunctionType
from typing import Any

import libcst
import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings
from mutmut.mutation.file_mutation import Mutation, create_mutations, deep_replace

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
SYSTEMS = SOURCES / "gardien" / "systems"
NOTICED = 3
TOGETHER = 2  # children at a time: the machine is left to others
ELSEWHERE = ("page", "sim", "table/test_one_fight*.py")  # tests that take minutes and are seldom about one rule
KIT = ("test_games", "test_examples", "test_inputs", "test_terms")  # what the conformance kit asks of every procedure


@dataclass(frozen=True, eq=False)
class Mutant:
    """One function with one place changed: `rules.luck:spend#7`."""

    system: str
    module: str
    function: str
    number: int
    tree: libcst.Module
    mutation: Mutation

    @property
    def name(self) -> str:
        return f"{self.module}:{self.function}#{self.number}"

    @property
    def before(self) -> str:
        return self.written(self.mutation.original_node)

    @property
    def after(self) -> str:
        return self.written(self.mutation.mutated_node)

    def written(self, place: libcst.CSTNode) -> str:
        """The function with this in that place."""
        function = self.mutation.contained_by_top_level_function
        assert function is not None
        whole = deep_replace(function, self.mutation.original_node, place)
        return textwrap.dedent(self.tree.code_for_node(whole)).strip()

    @property
    def path(self) -> Path:
        return path_of(self.system, self.module)

    def source(self) -> str:
        """The whole module with this in it."""
        lines, node = self.path.read_text("utf-8").splitlines(), self.node()
        lines[node.lineno - 1 : node.end_lineno] = textwrap.indent(self.after, " " * node.col_offset).splitlines()
        return "\n".join(lines) + "\n"

    def node(self) -> ast.FunctionDef:
        """The function as it stands in its file."""
        body: list[ast.stmt] = ast.parse(self.path.read_text("utf-8")).body
        for name in self.function.split("."):
            found = [one for one in body if isinstance(one, ast.FunctionDef | ast.ClassDef) and one.name == name][-1]
            body = found.body
        assert isinstance(found, ast.FunctionDef)
        return found

    def says_otherwise(self) -> bool:
        """Whether it changes a word that tests may look for in the source."""
        before, after = (
            {one.value for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Constant)}
            for text in (self.before, self.after)
        )
        return before != after

    def shown(self) -> str:
        """The lines that differ."""
        lines = unified_diff(self.before.splitlines(), self.after.splitlines(), n=1, lineterm="")
        return "\n".join(line for line in list(lines)[2:] if not line.startswith("@@"))


def undecorated(source: str) -> str:
    """The module without decorators: mutmut leaves alone what has one, and every procedure does."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            for number in range(node.decorator_list[0].lineno - 1, node.lineno - 1):
                lines[number] = ""
    return "\n".join(lines) + "\n"


def path_of(system: str, module: str) -> Path:
    place = SYSTEMS / system / module.replace(".", "/")
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def mutants_of(system: str, module: str) -> tuple[Mutant, ...]:
    """All that can be broken in a module."""
    path = path_of(system, module)
    tree, mutations, *_ = create_mutations(str(path), undecorated(path.read_text("utf-8")))
    homes = {
        id(inner): f"{outer.name.value}." if outer is not inner else ""
        for outer in tree.body
        if isinstance(outer, libcst.FunctionDef | libcst.ClassDef)
        for inner in ([outer] if isinstance(outer, libcst.FunctionDef) else outer.body.body)
    }
    result, numbers = [], dict[str, int]()
    for mutation in mutations:
        function = mutation.contained_by_top_level_function
        if not isinstance(function, libcst.FunctionDef):
            continue
        name = homes[id(function)] + function.name.value
        numbers[name] = numbers.get(name, 0) + 1
        result.append(Mutant(system, module, name, numbers[name], tree, mutation))
    return tuple(result)


def functions_of(module: str) -> dict[str, list[FunctionType]]:
    """The functions a module defines, by their qualified names, under whatever decorators they are."""
    file, result = import_module(module).__file__, dict[str, list[FunctionType]]()
    gc.unfreeze()  # what was collected counts as well
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == file and one.__module__ == module:
            result.setdefault(one.__qualname__, []).append(one)
    return result


def replace(function: FunctionType, source: str, reached: str = "") -> None:
    """Give a function other code, and where asked have it say that it was reached."""
    tree = ast.parse(source)
    node = tree.body[0]
    assert isinstance(node, ast.FunctionDef)
    if reached:
        node.body[:0] = ast.parse(f"__reached__.add({reached!r})").body
    if function.__code__.co_freevars:  # `super()` knows its class
        tree.body[0] = ast.fix_missing_locations(ast.ClassDef("Home", [], [], [node], []))
    names = dict(function.__globals__)
    exec(compile(tree, function.__code__.co_filename, "exec", dont_inherit=True), names)
    other = vars(names["Home"])[node.name] if function.__code__.co_freevars else names[node.name]
    function.__code__, function.__defaults__ = other.__code__, other.__defaults__
    function.__kwdefaults__ = other.__kwdefaults__


def forget_the_unbroken(*places: Path) -> None:
    """What is remembered, by the rules or by a test of them, comes from the unbroken rule; tables are never broken."""
    from gardien.core.interpreters.odds import forget

    forget()
    for place in places:
        for one in remembering(place, len(sys.modules)):
            one.cache_clear()


@cache
def remembering(place: Path, _loaded: int) -> list[Any]:
    """The functions below a folder that keep their answers."""
    modules = [one for one in list(sys.modules.values()) if str(getattr(one, "__file__", None)).startswith(f"{place}/")]
    found = [one for module in modules for one in list(vars(module).values()) if hasattr(one, "cache_clear")]
    return [one for one in found if ".pack" not in str(getattr(one, "__module__", ""))]


@dataclass
class Trial:
    """A pytest plugin: the tests run once, then for each mutant those that reach it."""

    system: str
    mutants: list[Mutant]
    seconds: float
    failed: list[str] = field(default_factory=list)
    unreached: list[Mutant] = field(default_factory=list)
    survivors: list[Mutant] = field(default_factory=list)
    readers: dict[str, list[Any]] = field(default_factory=dict)
    over: bool = False

    def pytest_collection(self) -> None:
        settings.register_profile("fewer", settings.get_profile("gardien"), max_examples=20)
        settings.load_profile("fewer")

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [one for one in items if self.system in one.nodeid]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        functions = {
            (module, name): found
            for module in {one.module for one in self.mutants}
            for name, found in functions_of(f"gardien.systems.{self.system}.{module}").items()
        }
        reach, durations = self.run_once(session.items, functions)
        waiting, running = list(reversed(self.mutants)), dict[int, Mutant]()
        while waiting or running:
            while waiting and len(running) < TOGETHER:
                mutant = waiting.pop()
                tests = self.judges(reach.get(f"{mutant.module}:{mutant.function}", []), durations)
                if not tests:
                    self.unreached.append(mutant)
                if mutant.says_otherwise():
                    tests += self.judges(self.readers.get(str(mutant.path), []), durations)
                if not tests:
                    self.survivors.append(mutant)
                elif child := os.fork():
                    running[child] = mutant
                else:
                    self.judge(functions[mutant.module, mutant.function], mutant, tests, durations)
            if running:
                child, status = os.wait()
                if mutant := running.pop(child, None):
                    self.count(mutant, os.waitstatus_to_exitcode(status))
        self.over = True
        return True

    def count(self, mutant: Mutant, code: int) -> None:
        """A test failed, or the mutant worked for too long; whatever else became of it, it survived."""
        if code not in (NOTICED, -signal.SIGXCPU, -signal.SIGKILL):
            self.survivors.append(mutant)

    def run_once(self, items: list[Any], functions: dict[Any, Any]) -> tuple[dict[str, list[Any]], dict[str, float]]:
        """Which tests reach which function, and how long each takes."""
        reached, reach, durations = set[str](), dict[str, list[Any]](), dict[str, float]()
        whole = {(one.module, one.function): one.before for one in self.mutants}
        kept, read, undo, reading = {}, set[str](), pytest.MonkeyPatch(), Path.read_text
        undo.setattr(Path, "read_text", lambda path, *how, **named: read.add(str(path)) or reading(path, *how, **named))
        for place, source in whole.items():
            for function in functions[place]:
                kept[function] = function.__code__
                function.__globals__["__reached__"] = reached
                replace(function, source, ":".join(place))
        before = None
        for item, following in zip(items, [*items[1:], None], strict=True):
            forget_the_unbroken(SYSTEMS, *([] if item.path == before else [ROOT / "tests"]))
            before = item.path
            reached.clear()
            read.clear()
            begun = process_time()
            reports = runtestprotocol(item, nextitem=following, log=False)
            durations[item.nodeid] = process_time() - begun
            if any(one.failed for one in reports):
                self.failed.append(item.nodeid)
                continue
            for name in reached:
                reach.setdefault(name, []).append(item)
            for path in read:
                self.readers.setdefault(path, []).append(item)
        undo.undo()
        for function, code in kept.items():
            function.__code__ = code
        return reach, durations

    def judges(self, tests: list[Any], durations: dict[str, float]) -> list[Any]:
        """The quickest tests that fit into the seconds, in the order in which they stand in their files."""
        spent, chosen = 0.0, []
        for item in sorted(tests, key=lambda one: durations[one.nodeid]):
            spent += durations[item.nodeid]
            if chosen and spent > self.seconds:
                break
            chosen.append(item)
        return chosen

    def judge(
        self, functions: list[FunctionType], mutant: Mutant, tests: list[Any], durations: dict[str, float]
    ) -> None:
        """In the child: break it, and leave as soon as a test fails; with 1 where breaking it failed."""
        try:
            void = os.open(os.devnull, os.O_RDWR)
            for stream in (1, 2):
                os.dup2(void, stream)
            limit = int(10 + 4 * sum(durations[one.nodeid] for one in tests))
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(60 + 3 * limit)
            forget_the_unbroken(SYSTEMS, ROOT / "tests")
            source, reading = mutant.source(), Path.read_text
            for function in functions:
                replace(function, mutant.after)
            Path.read_text = lambda path, *how, **named: (
                source if str(path) == str(mutant.path) else reading(path, *how, **named)
            )
            for item, following in zip(tests, [*tests[1:], None], strict=True):
                item._initrequest()
                if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
                    os._exit(NOTICED)
            os._exit(0)
        finally:
            os._exit(1)


def refused_by_types(mutants: list[Mutant]) -> set[Mutant]:
    """Those that mypy refuses: each stands under another name below its function, in a shadow of its file."""
    shadows, found = dict[Path, list[tuple[str, Mutant | None]]](), set[Mutant]()
    for mutant in sorted(mutants, key=lambda one: one.node().lineno, reverse=True):
        lines = shadows.setdefault(mutant.path, [(line, None) for line in mutant.path.read_text("utf-8").splitlines()])
        node = mutant.node()
        other = mutant.after.replace(f"def {node.name}(", f"def {node.name}__{mutant.number}(", 1)
        lines[node.end_lineno : node.end_lineno] = [
            (line, mutant) for line in textwrap.indent(f"\n{other}", " " * node.col_offset).splitlines()
        ]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "mypy", "--cache-dir", ".mypy_cache/mutants", "--hide-error-context"]
        for number, (path, lines) in enumerate(shadows.items()):
            (shadow := Path(folder) / f"{number}.py").write_text("\n".join(line for line, _ in lines) + "\n", "utf-8")
            command += ["--shadow-file", str(path), str(shadow)]
        files = [str(path.relative_to(ROOT)) for path in shadows]
        said = subprocess.run([*command, *files], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    for line in said.splitlines():
        if error := re.match(r"(\S+?):(\d+): error:", line):
            path = ROOT / error[1]
            if path in shadows and (mutant_there := shadows[path][int(error[2]) - 1][1]):
                found.add(mutant_there)
    return found


def interval(killed: int, tried: int) -> tuple[float, float]:
    """Wilson's interval for a share, 95 %."""
    z, share = 1.96, killed / tried
    middle, half = share + z * z / 2 / tried, z * sqrt(share * (1 - share) / tried + z * z / 4 / tried / tried)
    return (middle - half) / (1 + z * z / tried), (middle + half) / (1 + z * z / tried)


def modules_of(system: str) -> Iterator[str]:
    place = SYSTEMS / system
    for path in sorted((place / "rules").rglob("*.py")):
        yield ".".join(path.relative_to(place).with_suffix("").parts).removesuffix(".__init__")


def main(arguments: list[str]) -> int:
    """The answer is 1 where something went unnoticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("system")
    parser.add_argument("modules", nargs="*", help="rules.luck rules.fight.cover; all of rules if none is named")
    parser.add_argument("--sample", type=int, help="break that many places at random")
    parser.add_argument("--about", default="", help="only what begins so, for instance BadField(: what is refused")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=Path, help="a file with names of mutants, one a line")
    parser.add_argument("--tests", nargs="+", help="ask these tests only")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long the tests of one mutant may take")
    asked = parser.parse_args(arguments)
    named = set(re.findall(r"\S+:\S+#\d+", asked.mutants.read_text("utf-8"))) if asked.mutants else set()
    modules = asked.modules or sorted({one.split(":")[0] for one in named}) or modules_of(asked.system)
    mutants = [one for module in modules for one in mutants_of(asked.system, module)]
    mutants = [one for one in mutants if one.tree.code_for_node(one.mutation.original_node).startswith(asked.about)]
    if named:
        mutants = [one for one in mutants if one.name in named]
    there = len(mutants)
    if asked.sample and asked.sample < there:
        mutants = Random(asked.seed).sample(mutants, asked.sample)
    trial = Trial(asked.system, mutants, asked.seconds)
    home = f"tests/systems/{asked.system}"
    tests = asked.tests or [
        home,
        *(f"--ignore-glob=*/{asked.system}/{place}" for place in ELSEWHERE),
        *(f"tests/conformance/{one}.py" for one in KIT),
    ]
    pytest.main([*tests, "-q", "-n", "0", "--assert=plain", "-p", "no:cacheprovider"], plugins=[trial])
    if not trial.over:
        print("The tests could not be run.")
        return 1
    if trial.failed:
        print("These fail with nothing broken, and were not asked:", *trial.failed, sep="\n")
    typed = refused_by_types(trial.survivors) if trial.survivors else set()
    left = [one for one in trial.survivors if one not in typed]
    for mutant in left:
        print(f"\n{'reached by no test' if mutant in trial.unreached else 'unnoticed'} {mutant.name}\n{mutant.shown()}")
    tried = len(mutants)
    noticed = tried - len(left)
    low, high = interval(noticed, tried)
    print(
        f"\n{asked.system}: {noticed} of {tried} mutants noticed, {len(typed)} of them by types alone:"
        f" {noticed / tried:.1%} (95 %: {low:.1%} to {high:.1%} of all {there})"
    )
    return int(noticed < tried)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
